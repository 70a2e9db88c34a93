/* check_memfn.c - pointers to member functions. As in the Itanium ABI they are a pair, of a
 * function and of what is added to `this`; here the pair is a class, so that copying, passing and
 * storing one need nothing of their own. For a virtual function there is one that calls it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/checker.h"

static void add_field(struct check *c, struct cdecl *d, const char *name,
                      const struct ctype *type) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FIELD,
	                            str_intern(c->u->names, name, strlen(name)), d->loc);
	f->type = type;
	f->state = CSTATE_CHECKED;
	f->scope = d->inner;
	f->field_index = d->cls->field.n;
	vec_push(c->a, &d->cls->field,
	         (struct cfield){.name = f->name, .type = type, .decl = f});
}

/* The function type with `this` as its first parameter, as it is called through the pointer. */
static const struct ctype *callee_type(struct check *c, const struct ctype *memfn) {
	const struct ctype *f = memfn->base;
	const struct ctype **param = arena_array(c->a, const struct ctype *,
	                                         f->nparam + 1);
	param[0] = ctype_ptr(c->t, ctype_qualified(c->t, memfn->decl->type, f->memquals));
	memcpy(param + 1, f->param, sizeof(*param) * f->nparam);
	return ctype_ptr(c->t, ctype_func(c->t, f->base, param, f->nparam + 1,
	                                  f->is_variadic, 0, 0));
}

const struct ctype *memfn_class(struct check *c, const struct ctype *memfn) {
	struct cdecl *d = map_get_ptr(&c->memfn, memfn);
	if (d)
		return d->type;
	d = cdecl_new(c->a, CDECL_TYPE, NULL, memfn->decl->loc);
	d->state = CSTATE_CHECKED;
	d->scope = c->u->global;
	d->cls = arena_new(c->a, struct cclass);
	d->cls->memfn = memfn;
	d->inner = cscope_new(c->a, CSCOPE_CLASS, c->u->global, d);
	d->type = ctype_named(c->t, CT_CLASS, d);
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

static struct cexpr *make(struct check *c, const struct ctype *cls,
                          struct cexpr *function, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, cls, loc);
	e->narg = 2;
	e->arg = arena_array(c->a, struct cexpr *, 2);
	e->arg[0] = function;
	e->arg[1] = cexpr_int(c, c->t->basic[CT_LONG], 0, loc);
	return e;
}

struct cexpr *memfn_null(struct check *c, const struct ctype *cls, struct loc loc) {
	return make(c, cls, cexpr_int(c, callee_type(c, memfn_of(cls)), 0, loc), loc);
}

struct cexpr *memfn_value(struct check *c, struct cdecl *f, struct loc loc) {
	if (f->is_virtual)
		f = class_dispatcher(c, f);
	check_use(c, f, loc);
	const struct ctype *memfn = ctype_memptr(c->t, f->type, f->cls_owner);
	struct cexpr *e = cexpr_new(c, CE_FUNC, f->type, loc);
	e->decl = func_definition(c, f);
	e->decl->is_address_taken = true;
	e->is_lvalue = true;
	return make(c, memfn_class(c, memfn),
	            cast_scalar(c, cexpr_addr(c, e), callee_type(c, memfn)), loc);
}

/* The function half: null for a null pointer. */
struct cexpr *memfn_function(struct check *c, struct cexpr *p) {
	p = materialise(c, p);
	return cexpr_load(c, cexpr_field(c, p, ctype_unqual(p->type), 0, p->loc));
}

struct cexpr *memfn_bind(struct check *c, struct cexpr *object, struct cexpr *p,
                         struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_FUNC, c->t->basic[CT_OVERLOAD], loc);
	e->set = arena_new(c->a, struct coverload);
	e->set->object = object;
	e->set->memfn = memfn_function(c, p);
	e->is_lvalue = true;
	return e;
}
