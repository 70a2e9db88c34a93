/* node.c - the nodes of a checked expression, one by one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/node.h"

#include "parser/cuda/meaning/expr/convert.h"

enum { NODE_ALIGN = 8 };

void *node_alloc(struct sema *c, size_t bytes) {
	bytes = alignup(bytes, NODE_ALIGN);
	c->node_bytes += bytes;
	return arena_zalloc(c->a, bytes, NODE_ALIGN);
}

void *node_longer(struct sema *c, const void *at, u32 *cap, size_t elem) {
	u32 before = *cap;
	*cap = before ? before * 2 : 2;
	void *p = node_alloc(c, *cap * elem);
	if (before)
		memcpy(p, at, before * elem);
	return p;
}

struct node_mark nodes_begin(struct sema *c) {
	arena_alloc(c->a, 0, NODE_ALIGN);
	return (struct node_mark){c->a->at, c->node_bytes, c->ninit};
}

void nodes_drop(struct sema *c, struct node_mark mark) {
	if (c->ninit != mark.ninit || c->a->at != mark.at + (c->node_bytes - mark.bytes))
		return;
	c->a->at = mark.at;
	c->node_bytes = mark.bytes; /* else something as large would pass for the nodes */
}

struct cexpr *cexpr_new(struct sema *c, enum cexpr_kind kind, const struct ctype *type,
                        struct loc loc) {
	struct cexpr *e = node_array(c, struct cexpr, 1);
	e->kind = (u8)kind;
	e->type = type;
	e->loc = loc;
	return e;
}

struct cexpr *cexpr_error(struct sema *c, struct loc loc) {
	c->failed = true;
	return cexpr_new(c, CE_ERROR, c->t->basic[CT_ERROR], loc);
}

struct cexpr *cexpr_int(struct sema *c, const struct ctype *type, u64 value,
                        struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_CONST, ctype_unqual(type), loc);
	e->value = value;
	return e;
}

struct cexpr *zero_literal(struct sema *c, enum ctype_kind kind, struct loc loc) {
	struct cexpr *e = cexpr_int(c, c->t->basic[kind], 0, loc);
	e->is_literal = true;
	return e;
}

struct cexpr *cexpr_var(struct sema *c, struct cdecl *d, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_VAR, ctype_noref(d->type), loc);
	e->decl = d;
	e->is_lvalue = true;
	return e;
}

struct cexpr *cexpr_this(struct sema *c, const struct cdecl *func, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_THIS, func->this_param->type, loc);
	e->decl = func->this_param;
	return e;
}

struct cexpr *cexpr_load(struct sema *c, struct cexpr *e) {
	struct cexpr *l = cexpr_new(c, CE_LOAD, ctype_unqual(e->type), e->loc);
	l->a = e;
	return l;
}

struct cexpr *cexpr_addr(struct sema *c, struct cexpr *e) {
	if (e->kind == CE_DEREF)
		return e->a;
	for (struct cexpr *o = e; o; o = o->a)
		if (o->kind == CE_VAR)
			o->decl->is_address_taken = true;
		else if (o->kind != CE_MEMBER && o->kind != CE_TO_BASE)
			break;
	struct cexpr *p = cexpr_new(c, CE_ADDR, ctype_ptr(c->t, e->type), e->loc);
	p->a = e;
	return p;
}

struct cexpr *cexpr_deref(struct sema *c, struct cexpr *e) {
	bool is_decayed = e->kind == CE_ADDR && e->a->type->kind == CT_ARRAY &&
	                  e->a->type != e->type->base;
	if (e->kind == CE_ADDR && !is_decayed)
		return e->a;
	struct cexpr *d = cexpr_new(c, CE_DEREF, e->type->base, e->loc);
	d->a = e;
	d->is_lvalue = true;
	return d;
}

struct cexpr *cexpr_field(struct sema *c, struct cexpr *obj, const struct ctype *cls,
                          u32 field, struct loc loc) {
	struct cfield *f = &cls->decl->cls->field.at[field];
	obj = materialise(c, obj); /* a member of a prvalue is an xvalue ([expr.ref]/6) */
	struct cexpr *e = cexpr_new(c, CE_MEMBER, f->type, loc);
	e->a = obj;
	e->field = field;
	if (ctype_is_ref(f->type)) {
		e->type = f->type->base;
		e->is_lvalue = true;
		return e;
	}
	u8 quals = f->is_mutable ? obj->type->quals & Q_VOLATILE
	                         : obj->type->quals & (Q_CONST | Q_VOLATILE);
	e->type = ctype_qualified(c->t, f->type, quals);
	e->is_lvalue = obj->is_lvalue;
	e->is_xvalue = obj->is_xvalue;
	return e;
}
