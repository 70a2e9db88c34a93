/* class.h - completing a class, and what can be asked of it then ([class]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* False and an error at `loc` (NULL-loc: silently) if it cannot be completed. True for
 * other types than classes as well. */
bool type_complete(struct sema *c, const struct ctype *t, struct loc loc);
bool type_try_complete(struct sema *c, const struct ctype *t);
struct cclass *class_of(const struct ctype *t); /* complete class; NULL if t is none */
/* Path of bases: `derived` to `base`; the depth, 0 for the same, -1 for none. */
int class_base_depth(struct sema *c, const struct ctype *derived,
                     const struct ctype *base);
/* Converts an lvalue to its base. */
struct cexpr *class_to_base(struct sema *c, struct cexpr *e, const struct ctype *base,
                            struct loc loc);
/* Converts an lvalue to the direct base that is field i. */
struct cexpr *class_direct_base(struct sema *c, struct cexpr *e, u32 i, struct loc loc);
struct cdecl *class_dtor(struct sema *c,
                         const struct ctype *t); /* NULL when destruction is trivial;
                                                    arrays: of the element */
bool type_is_trivially_copyable(struct sema *c, const struct ctype *t);
void class_constructors(struct sema *c, const struct ctype *t, struct cdecls *out);
/* The class of an extended lambda; what its body may access, its place in the program
 * says, which is not known here. */
bool class_is_extended_lambda(const struct cdecl *d);
/* Lays out a class whose fields are set, and declares its special members. */
void class_finish(struct sema *c, struct cdecl *d);
/* Bytes from an object to its base; 0 as well if it has no such base; if that depends on
 * the object, this: */
#define BASE_IS_VIRTUAL INT64_MAX
s64 class_base_offset(struct sema *c, const struct ctype *derived,
                      const struct ctype *base);
bool class_is_friend(
	struct sema *c,
	const struct cdecl *cls); /* the current function is a friend of the class */
