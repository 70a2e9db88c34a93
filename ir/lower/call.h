/* call.h - calls and functions: call.c, func.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/place.h"

struct lower;

/* Functions that the machine provides: no module defines them. */
enum lower_extern { EXTERN_VPRINTF, EXTERN_MALLOC, EXTERN_FREE, EXTERN_COUNT };

/* Checks whether the entity that `name` denotes involves an unnamed namespace or a static
 * function, so that each file has its own. */
bool name_is_internal(const struct cdecl *d, const struct str *name);
/* enum linkage of a function in the module. */
u8 func_linkage(struct lower *l, struct cdecl *fn);

/* Lowers a call. Makes a class result in `to`; puts the place of a reference result in
 * *ref. */
struct val lower_call(struct lower *l, struct cexpr *e, struct place to,
                      struct place *ref);
/* Calls fn with `this` bound to the place; arg may be NULL. */
void lower_member_call(struct lower *l, struct cdecl *fn, struct place self,
                       struct cexpr **arg, u32 narg);
struct val call_extern(struct lower *l, enum lower_extern which,
                       const struct operand *arg, u32 n);
/* The place of a scalar that is never changed: it needs no register of its own. */
struct place place_constant(struct lower *l, const struct ctype *t, struct val v);
bool call_is_inlined(struct lower *l, struct cdecl *fn);
u32 func_declare(struct lower *l, struct cdecl *fn);
/* The same for a function whose address the code of `f`, or an initialiser if that is
 * NULL, holds. */
u32 func_declare_named(struct lower *l, struct cdecl *fn, const struct func *f);
/* Makes a variable of .param space for a value of the type: a formal or actual parameter
 * or result. */
u32 param_var(struct lower *l, const struct ctype *t, struct str *name, u32 func);
/* Load and store scalars and references in .param space: as the ABI has them, widened to
 * 32 bits. */
struct val param_load(struct lower *l, u32 var, const struct ctype *t);
void param_store(struct lower *l, u32 var, const struct ctype *t, struct val v);
/* Checks whether the result is made where a hidden first parameter points. */
bool result_is_by_address(const struct ctype *t);
void func_lower(struct lower *l, struct cdecl *fn);
