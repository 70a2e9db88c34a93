/* arg.h - template arguments: how they are read and compared.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Room on the stack for the arguments of most templates. */
enum { TARG_ROOM = 16 };

/* Makes a type argument that is like no other one. */
struct ctarg targ_opaque(struct sema *c, struct loc loc);

/* Converts an argument that is the address of a function or variable to t, its
 * parameter's type, which chooses among overloaded functions. False, with an error, if
 * none fits. */
bool targ_choose(struct sema *c, struct ctarg *a, const struct ctype *t, struct loc loc);
VEC_TYPE(ctargs, struct ctarg);
/* Reads one argument as written; param is its parameter, or NULL if that is not known.
 * False, with an error, if it is not valid. */
bool targ_read(struct sema *c, struct cscope *at, struct syn *s, const struct syn *param,
               struct ctarg *out);
u64 targ_hash(const struct ctarg *a, u64 h);
/* Whether s, which was parsed as an expression, is the name of a type. */
bool id_names_type(struct sema *c, struct cscope *at, struct syn *s);
/* Reads the argument list of `id`, for tmpl's parameters, and expands packs in it. False,
 * with an error, if one of them is not valid. */
bool template_args_of(struct sema *c, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out);
/* The same with the list in another arena. */
bool template_args_in(struct sema *c, struct arena *a, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out);
/* Takes back the memory of arguments that nothing refers to any more, if possible. */
void template_args_drop(struct sema *c, struct ctargs *args);
/* Returns the arguments with each pack replaced by its elements. */
struct ctargs targs_flat(struct sema *c, const struct ctarg *arg, u32 n);
bool targ_equal(const struct ctarg *a, const struct ctarg *b);
