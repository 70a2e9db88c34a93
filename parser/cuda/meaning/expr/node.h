/* node.h - makes the nodes of a checked expression.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

struct cexpr *cexpr_new(struct sema *c, enum cexpr_kind kind, const struct ctype *type,
                        struct loc loc);
struct cexpr *cexpr_error(struct sema *c, struct loc loc);
struct cexpr *cexpr_int(struct sema *c, const struct ctype *type, u64 value,
                        struct loc loc);
/* As written in the text: a null pointer, where one is wanted. */
struct cexpr *zero_literal(struct sema *c, enum ctype_kind kind, struct loc loc);
struct cexpr *cexpr_var(struct sema *c, struct cdecl *d, struct loc loc);
/* `this` of a member function, and the object that it points to. */
struct cexpr *cexpr_this(struct sema *c, const struct cdecl *func, struct loc loc);
struct cexpr *cexpr_load(struct sema *c, struct cexpr *e);
struct cexpr *cexpr_addr(struct sema *c, struct cexpr *e);
struct cexpr *cexpr_deref(struct sema *c, struct cexpr *e);
struct cexpr *cexpr_field(struct sema *c, struct cexpr *obj, const struct ctype *cls,
                          u32 field, struct loc loc);
static inline bool is_error(const struct cexpr *e) {
	return e->type->kind == CT_ERROR;
}
