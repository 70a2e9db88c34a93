/* memfn.c - pointers to member functions. As in the Itanium ABI they are a pair, of a
 * function and of what is added to `this`; here the pair is a class, so that copying,
 * passing and storing one need nothing of their own. A pointer to a virtual function
 * points to a function that calls it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/memfn.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"

static void add_field(struct sema *c, struct cdecl *d, const char *name,
                      const struct ctype *type) {
	class_add_field(c, d, str_intern(c->u->names, name, strlen(name)), type, d->loc);
}

/* Returns the function type with `this` as its first parameter, for calls through the
 * pointer. */
static const struct ctype *callee_type(struct sema *c, const struct ctype *memfn) {
	const struct ctype *f = memfn->base;
	const struct ctype **param = arena_array(c->a, const struct ctype *,
	                                         f->nparam + 1);
	param[0] = ctype_ptr(c->t, ctype_qualified(c->t, memfn->decl->type, f->memquals));
	memcpy(param + 1, f->param, sizeof(*param) * f->nparam);
	const struct ctype *callee = ctype_func(c->t, f->base, param, f->nparam + 1,
	                                        f->is_variadic, 0, 0);
	return ctype_ptr(c->t, ctype_func_noexcept(c->t, callee, f->is_noexcept));
}

const struct ctype *memfn_class(struct sema *c, const struct ctype *memfn) {
	struct cdecl *d = map_get_ptr(&c->memfn, memfn);
	if (d)
		return d->type;
	d = class_make(c, memfn->decl->loc);
	d->cls->memfn = memfn;
	map_put_ptr(&c->memfn, memfn, d);
	add_field(c, d, "function", callee_type(c, memfn));
	add_field(c, d, "adjustment", c->t->basic[CT_LONG]);
	class_finish(c, d);
	d->cls->is_aggregate = true;
	return d->type;
}

const struct ctype *memfn_of(const struct ctype *t) {
	return t->kind == CT_CLASS && t->decl->cls ? t->decl->cls->memfn : NULL;
}

static struct cexpr *make(struct sema *c, const struct ctype *cls, struct cexpr *function,
                          struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, cls, loc);
	e->narg = 2;
	e->arg = node_array(c, struct cexpr *, 2);
	e->arg[0] = function;
	e->arg[1] = cexpr_int(c, c->t->basic[CT_LONG], 0, loc);
	return e;
}

struct cexpr *memfn_null(struct sema *c, const struct ctype *cls, struct loc loc) {
	return make(c, cls, cexpr_int(c, callee_type(c, memfn_of(cls)), 0, loc), loc);
}

const struct ctype *memfn_type(struct sema *c, struct cdecl *f) {
	return memfn_class(c, ctype_memptr(c->t, func_value_type(c, f), f->cls_owner));
}

struct cexpr *memfn_value(struct sema *c, struct cdecl *f, struct loc loc) {
	const struct ctype *type = memfn_type(c, f);
	if (f->is_virtual)
		f = class_dispatcher(c, f);
	check_use(c, f, loc);
	struct cexpr *e = cexpr_new(c, CE_FUNC, f->type, loc);
	e->decl = func_definition(c, f);
	e->decl->is_address_taken = true;
	e->is_lvalue = true;
	return make(c, type,
	            cast_scalar(c, cexpr_addr(c, e), callee_type(c, memfn_of(type))),
	            loc);
}

/* Returns the function half: null for a null pointer. */
struct cexpr *memfn_function(struct sema *c, struct cexpr *p) {
	p = materialise(c, p);
	return cexpr_load(c, cexpr_field(c, p, ctype_unqual(p->type), 0, p->loc));
}

struct cexpr *memfn_adjustment(struct sema *c, struct cexpr *p) {
	return cexpr_load(c, cexpr_field(c, p, ctype_unqual(p->type), 1, p->loc));
}

/* Returns the object that the function gets: at the object's address plus the pointer's
 * adjustment. */
static struct cexpr *adjusted(struct sema *c, struct cexpr *object, struct cexpr *p,
                              struct loc loc) {
	const struct ctype *bytes = ctype_ptr(c->t, c->t->basic[CT_CHAR]);
	const struct ctype *memfn = memfn_of(ctype_unqual(p->type));
	object = class_to_base(c, object, memfn->decl->type, loc);
	struct cexpr *at = cexpr_addr(c, object),
		     *sum = cexpr_new(c, CE_PTR_ADD, bytes, loc);
	sum->a = cast_scalar(c, at, bytes);
	sum->b = memfn_adjustment(c, p);
	return cexpr_deref(c, cast_scalar(c, sum, at->type));
}

struct cexpr *memfn_bind(struct sema *c, struct cexpr *object, struct cexpr *p,
                         struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_FUNC, c->t->basic[CT_OVERLOAD], loc);
	e->set = node_array(c, struct coverload, 1);
	struct cexpr *at = value_held(c, cexpr_addr(c, materialise(c, p)), &e->set->hold,
	                              loc);
	p = cexpr_deref(c, at);
	e->set->object = adjusted(c, materialise(c, object), p, loc);
	e->set->memfn = memfn_function(c, p);
	e->is_lvalue = true;
	return e;
}

/* ---- conversions ------------------------------------------------------------------- */

/* Whether it is the same, or a function without its noexcept. */
static bool base_fits(struct sema *c, const struct ctype *from, const struct ctype *to) {
	return from == to ||
	       (from->is_noexcept && ctype_func_noexcept(c->t, from, false) == to);
}

bool memptr_offset(struct sema *c, const struct ctype *from, const struct ctype *to,
                   s64 *by) {
	from = ctype_unqual(from);
	to = ctype_unqual(to);
	from = memfn_of(from) ? memfn_of(from) : from;
	to = memfn_of(to) ? memfn_of(to) : to;
	if (from->kind != CT_MEMPTR || to->kind != CT_MEMPTR || from == to ||
	    !base_fits(c, ctype_unqual(from->base), ctype_unqual(to->base)) ||
	    (from->base->quals & ~to->base->quals & (Q_CONST | Q_VOLATILE)) ||
	    class_base_depth(c, to->decl->type, from->decl->type) < 0)
		return false;
	*by = class_base_offset(c, to->decl->type, from->decl->type);
	return *by != BASE_IS_VIRTUAL;
}

static struct cexpr *function_moved(struct sema *c, struct cexpr *e,
                                    const struct ctype *to, s64 by, struct loc loc) {
	struct cexpr *hold = NULL;
	struct cexpr *at = value_held(c, cexpr_addr(c, materialise(c, e)), &hold, loc);
	struct cexpr *p = cexpr_deref(c, at);
	struct cexpr *r = make(
		c, to, cast_scalar(c, memfn_function(c, p), callee_type(c, memfn_of(to))),
		loc);
	struct cexpr *sum = cexpr_new(c, CE_ADD, c->t->basic[CT_LONG], loc);
	sum->a = memfn_adjustment(c, p);
	sum->b = r->arg[1];
	sum->b->value = (u64)by;
	r->arg[1] = sum;
	return value_in(c, hold, r);
}

struct cexpr *memptr_convert(struct sema *c, struct cexpr *e, const struct ctype *to,
                             s64 by, struct loc loc) {
	to = ctype_unqual(to);
	if (to->kind == CT_CLASS)
		return function_moved(c, e, to, by, loc);
	struct cexpr *hold = NULL, *null = cexpr_new(c, CE_MEMPTR, to, loc);
	null->value = UINT64_MAX;
	e = rvalue(c, e);
	if (e->kind == CE_MEMPTR) {
		null->value = e->value == UINT64_MAX ? e->value : e->value + (u64)by;
		return null;
	}
	e = value_held(c, e, &hold, loc);
	struct cexpr *number = cexpr_new(c, CE_BITCAST, c->t->basic[CT_LONG], loc);
	struct cexpr *sum = cexpr_new(c, CE_ADD, number->type, loc);
	struct cexpr *moved = cexpr_new(c, CE_BITCAST, to, loc);
	struct cexpr *r = cexpr_new(c, CE_COND, to, loc);
	number->a = e;
	sum->a = number;
	sum->b = cexpr_int(c, number->type, (u64)by, loc);
	moved->a = sum;
	r->a = convert(c, e, c->t->basic[CT_BOOL], CONV_EXPLICIT, loc);
	r->b = moved;
	r->c = null;
	return value_in(c, hold, r);
}
