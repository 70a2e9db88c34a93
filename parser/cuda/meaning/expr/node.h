/* node.h - makes the nodes of a checked expression.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Memory of a part of an expression: the node itself, its list of arguments. */
void *node_alloc(struct sema *c, size_t bytes);
#define node_array(c, T, n) ((T *)node_alloc((c), sizeof(T) * (size_t)(n)))

/* Appends to a list that is part of an expression. */
#define node_push(c, v, ...)                                                             \
	do {                                                                             \
		if ((v)->n == (v)->cap)                                                  \
			(v)->at = node_longer((c), (v)->at, &(v)->cap, sizeof *(v)->at); \
		(v)->at[(v)->n++] = (__VA_ARGS__);                                       \
	} while (0)
void *node_longer(struct sema *c, const void *at, u32 *cap, size_t elem);

/* The nodes of an expression of which only the value was wanted are taken back, if
 * nothing else was allocated since nodes_begin: no declaration, scope or instance that
 * could refer to them, and no variable got an initialiser. */
struct node_mark {
	u8 *at;
	u64 bytes;
	u32 ninit;
};
struct node_mark nodes_begin(struct sema *c);
void nodes_drop(struct sema *c, struct node_mark mark);

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
