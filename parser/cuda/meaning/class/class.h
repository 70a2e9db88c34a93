/* class.h - completing a class, and the properties of a complete one ([class]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Completes a class; true for other types. False if it cannot be completed: type_complete
 * reports that at `loc`. */
bool type_complete(struct sema *c, const struct ctype *t, struct loc loc);
bool type_try_complete(struct sema *c, const struct ctype *t);
struct cclass *class_of(const struct ctype *t); /* complete class; NULL if t is none */
/* Returns the depth of `base` among the bases of `derived`: 0 for the same class, -1 for
 * none. */
int class_base_depth(struct sema *c, const struct ctype *derived,
                     const struct ctype *base);
/* Converts an lvalue to its base. */
struct cexpr *class_to_base(struct sema *c, struct cexpr *e, const struct ctype *base,
                            struct loc loc);
/* Converts an lvalue to the direct base that is field i. */
struct cexpr *class_direct_base(struct sema *c, struct cexpr *e, u32 i, struct loc loc);
/* Returns the destructor of a class or of the elements of an array; NULL if it is
 * trivial. */
struct cdecl *class_dtor(struct sema *c, const struct ctype *t);
bool type_is_trivially_copyable(struct sema *c, const struct ctype *t);
/* Adds the class's constructors to a list in c->temp. */
void class_constructors(struct sema *c, const struct ctype *t, struct cdecls *out);
/* Whether d is the class of an extended lambda. What its body may access depends on the
 * lambda's place in the program, which is not known here. */
bool class_is_extended_lambda(const struct cdecl *d);
/* Makes a class that the program does not declare, without fields; and its next field.
 * class_finish comes after the last. */
struct cdecl *class_make(struct sema *c, struct loc loc);
struct cdecl *class_add_field(struct sema *c, struct cdecl *d, struct str *name,
                              const struct ctype *type, struct loc loc);
/* Lays out a class whose fields are set, and declares its special members. */
void class_finish(struct sema *c, struct cdecl *d);
/* Returns the bytes from an object to its base, 0 if it has no such base, BASE_IS_VIRTUAL
 * if they depend on the object. */
#define BASE_IS_VIRTUAL INT64_MAX
s64 class_base_offset(struct sema *c, const struct ctype *derived,
                      const struct ctype *base);
/* Whether code in the scope, or the current function, may be a friend of the class: it
 * has the name of one. */
bool class_is_friend(struct sema *c, const struct cdecl *cls, const struct cscope *at);
