/* memfn.h - pointers to members; one to a member function is an object of a class
 * ([conv.mem]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the type of pointer to member function that the class represents, or NULL. */
const struct ctype *memfn_of(const struct ctype *t);

/* Whether the argument is an object. A pointer to a member function has a class as its
 * type, too, but names a function. */
static inline bool targ_is_object(const struct ctarg *a) {
	return a->kind == TARG_DECL && a->type->kind == CT_CLASS && !memfn_of(a->type);
}

const struct ctype *memfn_class(struct sema *c, const struct ctype *memfn);
struct cexpr *memfn_null(struct sema *c, const struct ctype *cls, struct loc loc);
/* Returns the type of a pointer to f. */
const struct ctype *memfn_type(struct sema *c, struct cdecl *f);
struct cexpr *memfn_value(struct sema *c, struct cdecl *f, struct loc loc);
struct cexpr *memfn_function(struct sema *c, struct cexpr *p);
/* Returns the bytes that a call adds to the object's address. */
struct cexpr *memfn_adjustment(struct sema *c, struct cexpr *p);
/* Whether a pointer to a member of a base converts to one to a member of a derived class
 * ([conv.mem]); *by: bytes to add to the member's offset. */
bool memptr_offset(struct sema *c, const struct ctype *from, const struct ctype *to,
                   s64 *by);
struct cexpr *memptr_convert(struct sema *c, struct cexpr *e, const struct ctype *to,
                             s64 by, struct loc loc);
struct cexpr *memfn_bind(struct sema *c, struct cexpr *object, struct cexpr *p,
                         struct loc loc);
