/* arg.h - template arguments, as they are written and compared.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Gives an argument that is the address of a function or variable its parameter's type,
 * which chooses among overloaded functions. False, with an error: none fits. */
bool targ_choose(struct sema *c, struct ctarg *a, const struct ctype *t, struct loc loc);
VEC_TYPE(ctargs, struct ctarg);
/* One argument as written, for the parameter if it is known. */
bool targ_read(struct sema *c, struct cscope *at, struct syn *s, const struct syn *param,
               struct ctarg *out);
u64 targ_hash(const struct ctarg *a, u64 h);
bool id_names_type(struct sema *c, struct cscope *at, struct syn *s);
/* Reads an argument list as written, against the template's parameters; packs expanded.
 * False: reported. */
bool template_args_of(struct sema *c, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out);
/* The arguments one by one, packs taken apart. */
struct ctargs targs_flat(struct sema *c, const struct ctarg *arg, u32 n);
bool targ_equal(const struct ctarg *a, const struct ctarg *b);
