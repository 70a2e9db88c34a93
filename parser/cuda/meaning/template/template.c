/* template.c - templates: arguments, the scopes that bind them, instances and the choice
 * among specialisations ([temp]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/template.h"

#include "base/scratch.h"
#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/ctad.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/part.h"

/* ---- parameters -------------------------------------------------------------------- */

bool tparam_is_pack(const struct syn *p) {
	if (p->flags & SYNF_PACK)
		return true;
	return p->kind == SYN_TPARAM_VALUE &&
	       (syn_tparam_value(p)->param->flags & SYNF_PACK ||
	        declarator_peek(syn_param(syn_tparam_value(p)->param)->declarator)
	                .is_pack);
}

struct str *tparam_name(const struct syn *p) {
	if (p->kind != SYN_TPARAM_VALUE)
		return p->name;
	struct declarator_info info = declarator_peek(
		syn_param(syn_tparam_value(p)->param)->declarator);
	return info.id ? info.id->name : NULL;
}

int tparam_index(const struct syn *params, const struct str *name) {
	for (u32 i = 0; i < params->nkid; i++)
		if (tparam_name(params->kid[i]) == name)
			return (int)i;
	return -1;
}

bool tparam_named_in(const struct syn *params, const struct syn *s, const bool *except) {
	if (!s)
		return false;
	if ((s->kind == SYN_NAME || s->kind == SYN_TEMPLATE_ID ||
	     s->kind == SYN_SIZEOF_PACK) &&
	    s->name) {
		int i = tparam_index(params, s->name);
		if (i >= 0 && !(except && except[i]))
			return true;
	}
	for (u32 i = 0; i < s->nkid; i++)
		if (tparam_named_in(params, s->kid[i], except))
			return true;
	return false;
}

static struct syn *tparam_default(const struct syn *p) {
	return p->kind == SYN_TPARAM_TYPE ? syn_tparam_type(p)->default_
	       : p->kind == SYN_TPARAM_TEMPLATE
	               ? syn_tparam_template(p)->default_
	               : syn_param(syn_tparam_value(p)->param)->default_;
}

struct syn *template_class(const struct cdecl *tmpl) {
	struct syn *s = tmpl->syn;
	if (s && s->kind == SYN_SIMPLE_DECL &&
	    syn_simple_decl(s)->specs->kind == SYN_SPECS &&
	    syn_specs(syn_simple_decl(s)->specs)->type &&
	    (syn_specs(syn_simple_decl(s)->specs)->type->kind == SYN_CLASS ||
	     syn_specs(syn_simple_decl(s)->specs)->type->kind == SYN_ELABORATED))
		return syn_specs(syn_simple_decl(s)->specs)->type;
	return NULL;
}

static struct syn *template_declarator(const struct cdecl *tmpl) {
	struct syn *s = tmpl->syn;
	return syn_first_declarator(s);
}

struct syn *template_special_id(const struct cdecl *tmpl) {
	struct syn *cls = template_class(tmpl), *id = NULL;
	if (cls && tmpl->template_of == CDECL_TYPE)
		id = syn_class_key(cls)->id;
	else if (tmpl->syn->kind == SYN_SIMPLE_DECL && tmpl->syn->nkid > 1 &&
	         tmpl->template_of == CDECL_VAR)
		id = declarator_peek(
			     syn_init_decl(syn_simple_decl(tmpl->syn)->init_decl[0])
				     ->declarator)
		             .id;
	if (id && id->kind == SYN_QUALIFIED)
		id = id->kid[id->nkid - 1];
	return id && id->kind == SYN_TEMPLATE_ID ? id : NULL;
}

/* Whether the variable that the template declares has an initialiser there. */
static bool has_initialiser(const struct cdecl *tmpl) {
	return tmpl->syn->kind == SYN_SIMPLE_DECL && tmpl->syn->nkid > 1 &&
	       syn_init_decl(syn_simple_decl(tmpl->syn)->init_decl[0])->init;
}

static bool is_primary(const struct cdecl *d) {
	return d->kind == CDECL_TEMPLATE && d->params && d->params->nkid &&
	       !template_special_id(d);
}

struct cdecl *template_canonical(struct sema *c, struct cdecl *tmpl) {
	if (tmpl->template_of == CDECL_FUNC || !tmpl->name)
		return tmpl;
	for (struct cdecl *e = cscope_find_here(tmpl->scope, tmpl->name, 0); e;
	     e = e->next) {
		if (e->kind == CDECL_UNPARSED && e->is_template)
			decl_resolve(c, e);
		if (e->scope == tmpl->scope && is_primary(e))
			return e;
	}
	return tmpl;
}

struct cdecl *template_primary(struct sema *c, struct cdecl *tmpl) {
	for (struct cdecl *e = cscope_find_here(tmpl->scope, tmpl->name, 0); e;
	     e = e->next) {
		if (e->kind == CDECL_UNPARSED && e->is_template)
			decl_resolve(c, e);
		struct syn *cls = e->scope == tmpl->scope && is_primary(e)
		                          ? template_class(e)
		                          : NULL;
		if (cls && cls->kind == SYN_CLASS && cls->flags & SYNF_DEFINED)
			return e;
	}
	return tmpl;
}

/* ---- binding ----------------------------------------------------------------------- */

/* A declaration that binds a parameter, or an element of a pack, to an argument. It is
 * made once: an argument is bound together with many others. */
struct bound_decl {
	struct bound_decl *next; /* of the same hash */
	const struct syn *param;
	struct cdecl *decl;
};

static struct cdecl *bound_decl(struct sema *c, struct syn *p, const struct ctarg *a);

static struct cdecl *bound_new(struct sema *c, enum cdecl_kind kind, struct syn *p,
                               const struct ctarg *a) {
	struct cdecl *d = cdecl_new(c->a, kind, tparam_name(p), p->loc);
	d->state = CSTATE_CHECKED;
	d->type = a->kind == TARG_PACK || a->kind == TARG_TEMPLATE ? NULL : a->type;
	d->is_typedef = a->kind == TARG_TYPE;
	d->value = a->kind == TARG_VALUE ? a->value : 0;
	d->target = a->kind == TARG_DECL || a->kind == TARG_TEMPLATE ? a->decl : NULL;
	d->guess = p->kind == SYN_TPARAM_TYPE ? CNAME_TYPE /* also for an empty pack */
	           : p->kind == SYN_TPARAM_TEMPLATE ? CNAME_TEMPLATE_TYPE
	                                            : CNAME_OTHER;
	return d;
}

static struct cdecl *bound_pack(struct sema *c, struct syn *p, const struct ctarg *a) {
	struct cdecl *d = bound_new(c, CDECL_PACK, p, a);
	d->nelem = a->nelem;
	d->elem = arena_array(c->a, struct cdecl *, a->nelem + 1);
	for (u32 i = 0; i < a->nelem; i++)
		d->elem[i] = bound_decl(c, p, &a->elem[i]);
	return d;
}

static bool binds(const struct cdecl *d, const struct ctarg *a) {
	switch (a->kind) {
	case TARG_TYPE: return d->kind == CDECL_TYPE && d->type == a->type;
	case TARG_VALUE:
		return d->kind == CDECL_VALUE && !d->target && d->type == a->type &&
		       d->value == a->value;
	case TARG_DECL:
		return d->kind == CDECL_VALUE && d->target && d->target == a->decl &&
		       d->type == a->type;
	case TARG_TEMPLATE: return d->kind == CDECL_USING && d->target == a->decl;
	case TARG_PACK: break;
	}
	bool alike = d->kind == CDECL_PACK && d->nelem == a->nelem;
	for (u32 i = 0; alike && i < a->nelem; i++)
		alike = binds(d->elem[i], &a->elem[i]);
	return alike;
}

static struct cdecl *bound_decl(struct sema *c, struct syn *p, const struct ctarg *a) {
	static const u8 kind_of[] = {[TARG_TYPE] = CDECL_TYPE,
	                             [TARG_VALUE] = CDECL_VALUE,
	                             [TARG_DECL] = CDECL_VALUE,
	                             [TARG_TEMPLATE] = CDECL_USING};
	u64 *first = map_at(&c->bound_decl, targ_hash(a, (uintptr_t)p));
	for (struct bound_decl *b = (struct bound_decl *)(uintptr_t)*first; b;
	     b = b->next)
		if (b->param == p && binds(b->decl, a))
			return b->decl;
	struct cdecl *d = a->kind == TARG_PACK
	                          ? bound_pack(c, p, a)
	                          : bound_new(c, (enum cdecl_kind)kind_of[a->kind], p, a);
	first = map_at(&c->bound_decl, targ_hash(a, (uintptr_t)p)); /* elements move it */
	struct bound_decl *b = arena_alloc(c->a, sizeof *b, _Alignof(struct bound_decl));
	*b = (struct bound_decl){(struct bound_decl *)(uintptr_t)*first, p, d};
	*first = (uintptr_t)b;
	return d;
}

/* Returns the names of template parameters; they are looked for in each scope that binds
 * them. */
static struct str *const *tparam_names(struct sema *c, const struct syn *params) {
	u64 *names = map_at(&c->tparam_names, (uintptr_t)params);
	if (*names)
		return (struct str *const *)(uintptr_t)*names;
	struct str **name = arena_array(c->a, struct str *, params->nkid + 1);
	for (u32 i = 0; i < params->nkid; i++)
		name[i] = tparam_name(params->kid[i]);
	*names = (uintptr_t)name;
	return name;
}

/* The arguments that a scope binds. */
struct bound_args {
	struct cscope_bound names; /* first */
	struct sema *c;
	struct cscope *scope;
	const struct syn *params;
	const struct ctarg *arg;
	const bool *is_bound; /* NULL: all are */
	struct cdecl *decl[];
};

static struct cdecl *declare_bound(const struct cscope_bound *names, u32 i) {
	struct bound_args *b = (struct bound_args *)names;
	if (b->is_bound && !b->is_bound[i])
		return NULL;
	struct cdecl *d = bound_decl(b->c, b->params->kid[i], &b->arg[i]);
	if (!d->scope)
		d->scope = b->scope;
	return b->decl[i] = d;
}

static u64 bound_hash(const struct ctarg *bound, u32 n) {
	u64 h = n + 1;
	for (u32 i = 0; i < n; i++)
		h = targ_hash(&bound[i], h);
	return h;
}

static struct cscope *scope_around(const struct cdecl *tmpl) {
	return tmpl->tscope ? tmpl->tscope : tmpl->scope;
}

/* Makes a scope that binds the first n parameters, or those of them that is_bound marks;
 * it keeps both arrays. */
static struct cscope *scope_new(struct sema *c, struct cdecl *tmpl,
                                const struct ctarg *bound, const bool *is_bound, u32 n) {
	struct cscope *s = cscope_new(c->a, CSCOPE_TEMPLATE, scope_around(tmpl), tmpl);
	if (!n)
		return s;
	struct bound_args *b = arena_zalloc(c->a, sizeof *b + n * sizeof *b->decl,
	                                    _Alignof(struct bound_args));
	*b = (struct bound_args){.names = {.n = n,
	                                   .name = tparam_names(c, tmpl->params),
	                                   .decl = b->decl,
	                                   .declare = declare_bound},
	                         .c = c,
	                         .scope = s,
	                         .params = tmpl->params,
	                         .arg = bound,
	                         .is_bound = is_bound};
	s->bound = &b->names;
	return s;
}

/* As scope_new, for arguments that the caller keeps. */
static struct cscope *scope_of_copy(struct sema *c, struct cdecl *tmpl,
                                    const struct ctarg *bound, u32 n) {
	n = MIN(n, tmpl->params->nkid);
	return scope_new(c, tmpl, arena_copy(c->a, bound, n * sizeof *bound, 8), NULL, n);
}

/* A scope that binds the first n parameters of a template. It is made once: a file names
 * the same instance, and tries the same candidate, thousands of times. */
struct bound_scope {
	struct bound_scope *next; /* of the same hash */
	struct cscope *scope;
	const struct cdecl *tmpl;
	u32 n;
	struct ctarg bound[];
};

/* Whether the parameter means the same with `a` as with `b`: targ_equal, and not made of
 * expressions, which may belong to one use. */
static bool binds_alike(const struct ctarg *a, const struct ctarg *b) {
	if (a->kind != b->kind || a->type != b->type || a->set || b->set || a->init ||
	    b->init)
		return false;
	if (a->kind != TARG_PACK)
		return targ_equal(a, b);
	bool alike = a->nelem == b->nelem;
	for (u32 i = 0; alike && i < a->nelem; i++)
		alike = binds_alike(&a->elem[i], &b->elem[i]);
	return alike;
}

static struct bound_scope *find_bound_scope(struct bound_scope *s,
                                            const struct cdecl *tmpl,
                                            const struct ctarg *bound, u32 n) {
	for (; s; s = s->next) {
		bool alike = s->tmpl == tmpl && s->n == n;
		for (u32 i = 0; alike && i < n; i++)
			alike = binds_alike(&s->bound[i], &bound[i]);
		if (alike)
			return s;
	}
	return NULL;
}

struct cscope *template_scope(struct sema *c, struct cdecl *tmpl,
                              const struct ctarg *bound, u32 n) {
	n = MIN(n, tmpl->params->nkid);
	if (tmpl->kind != CDECL_TEMPLATE) /* made for one deduction */
		return scope_of_copy(c, tmpl, bound, n);
	u64 hash = bound_hash(bound, n) ^ (uintptr_t)tmpl;
	struct bound_scope *first = map_get_ptr(&c->bound_scope, (void *)(uintptr_t)hash);
	struct bound_scope *s = find_bound_scope(first, tmpl, bound, n);
	if (s)
		return s->scope;
	s = arena_alloc(c->a, sizeof *s + n * sizeof *bound,
	                _Alignof(struct bound_scope));
	*s = (struct bound_scope){.next = first, .tmpl = tmpl, .n = n};
	if (n)
		memcpy(s->bound, bound, n * sizeof *bound);
	s->scope = scope_new(c, tmpl, s->bound, NULL, n);
	map_put_ptr(&c->bound_scope, (void *)(uintptr_t)hash, s);
	return s->scope;
}

struct cscope *template_scope_of_some(struct sema *c, struct cdecl *tmpl,
                                      const struct ctarg *bound, const bool *is_bound) {
	u32 n = tmpl->params->nkid;
	return scope_new(c, tmpl, arena_copy(c->a, bound, n * sizeof *bound, 8),
	                 arena_copy(c->a, is_bound, n * sizeof *is_bound, 1), n);
}

/* Returns an argument as an expression. */
static struct cexpr *targ_expr(struct sema *c, const struct ctarg *a, struct loc loc) {
	return a->init                 ? a->init
	       : a->kind == TARG_VALUE ? cexpr_int(c, a->type, a->value, loc)
	       : a->decl->is_targ_part ? part_expr(c, a->decl, loc)
	                               : cexpr_var(c, a->decl, loc);
}

/* Returns the type of a parameter `S s` where S is a class template. */
static const struct ctype *deduced_class(struct sema *c, struct cscope *s,
                                         struct cdecl *of, struct ctarg *a,
                                         struct loc loc) {
	struct cexprs args = {0};
	vec_push(c->a, &args, targ_expr(c, a, loc));
	return ctad_deduce(c, s, of, &args, NULL, loc);
}

/* [temp.param]/7: all parts are public, none is mutable. Closures count, too, as in
 * nvcc. */
static bool is_structural(const struct ctype *t) {
	t = ctype_unqual(ctype_element(t));
	if (t->kind == CT_RREF || t->kind != CT_CLASS || memfn_of(t))
		return t->kind != CT_RREF;
	const struct cclass *cls = t->decl->cls;
	for (u32 i = 0; i < cls->field.n && !cls->is_lambda; i++) {
		const struct cfield *f = &cls->field.at[i];
		u8 access = f->is_base ? f->access
		            : f->decl  ? f->decl->access
		                       : CACCESS_PUBLIC;
		if (access != CACCESS_PUBLIC || f->is_mutable || !is_structural(f->type))
			return false;
	}
	return true;
}

bool targ_convert_object(struct sema *c, struct cscope *s, const struct ctype *t,
                         struct ctarg *a, struct loc loc) {
	struct cexpr *e = targ_expr(c, a, loc);
	if (t->kind == CT_AUTO)
		t = e->type->kind == CT_CLASS ? ctype_unqual(e->type) : NULL;
	if (!t || (t->kind != CT_CLASS && !ctype_is_scalar(t))) {
		check_error(c, loc, E0614, "a template argument cannot have this value");
		return false;
	}
	if (t->kind == CT_CLASS && type_try_complete(c, t) && !is_structural(t)) {
		check_error(c, loc, E0614,
		            "a template argument cannot be of '%s': not all of its "
		            "parts are public",
		            check_type_text(c, t));
		return false;
	}
	if (targ_is_object(a) && a->decl && ctype_unqual(a->decl->type) == t)
		return true;
	c->in_const++;
	if (e->type->kind == CT_INIT_LIST)
		e = init_from_list(c, s, t, e->set->list, loc);
	else if (t->kind == CT_CLASS && e->type->kind == CT_CLASS &&
	         ctype_unqual(e->type) == t && !e->is_lvalue)
		; /* made in place */
	else
		e = convert(c, e, t, CONV_IMPLICIT, loc);
	c->in_const--;
	if (!e || is_error(e))
		return false;
	if (t->kind == CT_CLASS) {
		struct cdecl *d = template_object(c, t, e, loc);
		*a = (struct ctarg){.kind = TARG_DECL, .type = t, .decl = d};
		return d != NULL;
	}
	*a = (struct ctarg){.kind = TARG_VALUE, .type = t};
	return const_int(c, e, &a->value, "a template argument");
}

/* Converts an integer to the type t of another width or signedness that can hold it. */
static bool keeps_value(struct ctarg *a, const struct ctype *t) {
	if (!ctype_is_integer(a->type) || !ctype_is_integer(t) || t->kind == CT_BOOL ||
	    ctype_is_int128(t) || ctype_is_int128(a->type) ||
	    ctype_wrap(t, a->value) != a->value)
		return false;
	if ((s64)a->value < 0 && ctype_is_signed(t) != ctype_is_signed(a->type))
		return false;
	a->type = t;
	return true;
}

/* Whether the conversion of a value to a type narrows it ([temp.arg.nontype]/2). nvcc
 * lets all numbers be bool. */
static bool is_narrowed(const struct ctarg *a, const struct ctype *t) {
	const struct ctype *from = ctype_unqual(ctype_underlying(a->type));
	if (ctype_is_floating(from))
		return !ctype_is_floating(t);
	return ctype_is_integer(t) && t->kind != CT_BOOL && ctype_is_integer(from) &&
	       !ctype_is_int128(t) && !ctype_is_int128(from) &&
	       !holds_int(t, from, a->value);
}

/* Returns the default argument of parameter i, or NULL; *owner: the declaration of the
 * template that has it. */
static struct syn *find_default(struct sema *c, struct cdecl *tmpl, u32 i,
                                struct cdecl **owner) {
	struct syn *def = tparam_default(tmpl->params->kid[i]);
	*owner = tmpl;
	bool is_implicit = tmpl->guide == GUIDE_IMPLICIT || tmpl->guide == GUIDE_COPY;
	/* the default may be in another declaration of the same template; a guide made
	 * from a constructor has the parameters of the class first */
	if (!def && tmpl->name && (tmpl->template_of != CDECL_FUNC || is_implicit))
		for (struct cdecl *e = cscope_find_here(tmpl->scope, tmpl->name, 0);
		     e && !def; e = e->next) {
			if (e->kind == CDECL_UNPARSED && e->is_template)
				decl_resolve(c, e);
			if (is_primary(e) && e->params->nkid > i) {
				def = tparam_default(e->params->kid[i]);
				*owner = e;
			}
		}
	return def;
}

/* Whether a template is an argument for a template parameter that takes `wanted`: types,
 * values and templates are where they are wanted, and what is left has default arguments
 * ([temp.arg.template]/3). */
static bool takes_kinds(struct sema *c, struct cdecl *tmpl, const struct syn *wanted) {
	const struct syn *of = tmpl->params;
	struct cdecl *owner;
	u32 k = 0;
	for (u32 i = 0; i < wanted->nkid; i++) {
		u32 kind = wanted->kid[i]->kind;
		bool is_pack = tparam_is_pack(wanted->kid[i]);
		for (; is_pack && k < of->nkid; k++)
			if (of->kid[k]->kind != kind)
				return false;
		if (is_pack)
			return true;
		if (k == of->nkid || of->kid[k]->kind != kind)
			return false;
		k += !tparam_is_pack(of->kid[k]);
	}
	return k == of->nkid || tparam_is_pack(of->kid[k]) ||
	       find_default(c, tmpl, k, &owner) != NULL;
}

bool targ_is_for(struct sema *c, const struct ctarg *a, const struct syn *p) {
	if (p->kind == SYN_TPARAM_TYPE)
		return a->kind == TARG_TYPE;
	if (p->kind == SYN_TPARAM_TEMPLATE)
		return a->kind == TARG_TEMPLATE &&
		       (!a->decl->params ||
		        takes_kinds(c, a->decl, syn_tparam_template(p)->params));
	return a->kind == TARG_VALUE || a->kind == TARG_DECL;
}

const struct ctype *tparam_type(struct sema *c, const struct ctype *t) {
	if (t->kind == CT_ARRAY)
		return ctype_ptr(c->t, t->base);
	return t->kind == CT_FUNC ? ctype_ptr(c->t, t) : ctype_unqual(t);
}

/* A value argument gets its parameter's type, which may name earlier parameters. */
bool template_convert(struct sema *c, struct cscope *s, const struct syn *p,
                      struct ctarg *a, struct loc loc) {
	bool is_value = p->kind != SYN_TPARAM_TYPE && p->kind != SYN_TPARAM_TEMPLATE;
	if (targ_is_for(c, a, p)) {
		if (!is_value)
			return true;
		struct declarator_info info;
		struct syn *param = syn_tparam_value(p)->param;
		struct cdecl *of = ctad_template(c, s, syn_param(param)->specs);
		const struct ctype *t = of ? deduced_class(c, s, of, a, loc)
		                           : type_of_specs(c, s, syn_param(param)->specs);
		t = tparam_type(c, type_of_declarator(
					   c, s, t, syn_param(param)->declarator, &info));
		if (t->kind == CT_ERROR)
			return false;
		if (type_is_made_up(t)) {
			a->type = t; /* T V with any T: nothing converts */
			return true;
		}
		if (a->init || targ_is_object(a) || (t->kind == CT_CLASS && !memfn_of(t)))
			return targ_convert_object(c, s, t, a, loc);
		if (a->kind == TARG_DECL)
			return targ_choose(c, a, t, loc);
		if (t->kind == CT_AUTO || a->type == t || keeps_value(a, t))
			return true;
		if (!synth_is_value(a) && is_narrowed(a, t)) {
			check_error(c, loc, E0614,
			            "the value of a template argument does not fit '%s'",
			            check_type_text(c, t));
			return false;
		}
		struct cexpr *e = cexpr_int(c, a->type, a->value, loc);
		e = convert(c, e, t, CONV_IMPLICIT, loc);
		if (is_error(e) || !const_int(c, e, &a->value, "a template argument"))
			return false;
		a->type = t;
		return true;
	}
	check_error(c, loc, E0614, "template argument for '%s' is of the wrong kind",
	            tparam_name(p) ? tparam_name(p)->s : "(unnamed)");
	return false;
}

static bool has_lambda(const struct syn *s) {
	bool found = s && s->kind == SYN_LAMBDA;
	for (u32 i = 0; s && !found && i < s->nkid; i++)
		found = has_lambda(s->kid[i]);
	return found;
}

/* Reads the default argument of parameter i; those before it are bound. */
static bool default_arg(struct sema *c, struct cdecl *tmpl, u32 i,
                        const struct ctarg *bound, struct ctarg *out) {
	struct cdecl *owner;
	struct syn *def = find_default(c, tmpl, i, &owner);
	if (!def)
		return false;
	/* each use of the default has a lambda of its own ([expr.prim.lambda.closure]/1)
	 */
	struct cscope *s = has_lambda(def) ? scope_of_copy(c, owner, bound, i)
	                                   : template_scope(c, owner, bound, i);
	return targ_read(c, s, def, tmpl->params->kid[i], out);
}

/* Returns a scope in which the type of parameter i can be read: one that binds the
 * parameters before it, if the type has names. */
static struct cscope *scope_of_param(struct sema *c, struct cdecl *tmpl,
                                     const struct ctarg *bound, u32 i) {
	const struct syn *p = tmpl->params->kid[i];
	if (p->kind != SYN_TPARAM_VALUE)
		return scope_around(tmpl);
	const struct syn *param = syn_tparam_value(p)->param;
	const struct syn *specs = syn_param(param)->specs;
	const struct syn *declarator = syn_param(param)->declarator;
	bool is_plain = specs->kind == SYN_SPECS && syn_specs(specs)->type &&
	                syn_specs(specs)->type->kind == SYN_BUILTIN_TYPE &&
	                (!declarator || declarator->kind == SYN_D_NAME);
	return is_plain ? scope_around(tmpl) : template_scope(c, tmpl, bound, i);
}

bool template_bind_default(struct sema *c, struct cdecl *tmpl, u32 i,
                           struct ctarg *bound) {
	struct syn *p = tmpl->params->kid[i];
	return default_arg(c, tmpl, i, bound, &bound[i]) &&
	       template_convert(c, scope_of_param(c, tmpl, bound, i), p, &bound[i],
	                        p->loc);
}

bool template_bind(struct sema *c, struct cdecl *tmpl, const struct ctargs *args,
                   struct ctarg *bound, struct loc loc) {
	u32 n = tmpl->params->nkid, used = 0;
	for (u32 i = 0; i < n; i++) {
		struct syn *p = tmpl->params->kid[i];
		struct cscope *s = scope_of_param(c, tmpl, bound, i);
		if (tparam_is_pack(p)) {
			u32 k = args->n - used;
			/* template <Ts... vs>: one of each type */
			struct syn *types =
				p->kind == SYN_TPARAM_VALUE &&
						pack_is_named(
							c, s,
							syn_param(syn_tparam_value(p)
			                                                  ->param)
								->specs)
					? syn_param(syn_tparam_value(p)->param)->specs
					: NULL;
			u32 ntype = types ? pack_length(c, s, types, loc) : k;
			if (ntype > k) {
				check_error(c, loc, E0614,
				            "too few arguments for template '%s'",
				            tmpl->name->s);
				return false;
			}
			k = ntype;
			bound[i] = (struct ctarg){
				.kind = TARG_PACK,
				.nelem = k,
				.elem = arena_array(c->a, struct ctarg, k + 1)};
			for (u32 j = 0; j < k; j++) {
				bound[i].elem[j] = args->at[used++];
				struct cscope *of = types ? pack_element_scope(c, s,
				                                               types, j)
				                          : s;
				if (!template_convert(c, of, p, &bound[i].elem[j], loc))
					return false;
			}
			continue;
		}
		if (used < args->n) {
			bound[i] = args->at[used++];
		} else if (!default_arg(c, tmpl, i, bound, &bound[i])) {
			check_error(c, loc, E0614, "too few arguments for template '%s'",
			            tmpl->name->s);
			return false;
		}
		if (!template_convert(c, s, p, &bound[i], loc))
			return false;
	}
	if (used < args->n) {
		check_error(c, loc, E0614, "too many arguments for template '%s'",
		            tmpl->name->s);
		return false;
	}
	return true;
}

/* ---- instances --------------------------------------------------------------------- */

static struct cdecl *find_instance(struct cdecl *tmpl, const struct ctarg *bound, u32 n,
                                   u64 hash) {
	struct cdecl *d = tmpl->instance
	                          ? map_get_ptr(tmpl->instance, (void *)(uintptr_t)hash)
	                          : NULL;
	for (; d; d = d->next_instance) {
		bool equal = d->ntarg == n;
		for (u32 i = 0; equal && i < n; i++)
			equal = targ_equal(&d->targ[i], &bound[i]);
		if (equal)
			return d;
	}
	return NULL;
}

static struct cdecl *new_instance(struct sema *c, struct cdecl *tmpl,
                                  const struct ctarg *bound, u32 n, u64 hash,
                                  enum cdecl_kind kind) {
	struct cdecl *d = cdecl_new(c->a, kind, tmpl->name, tmpl->loc);
	d->scope = tmpl->scope;
	d->is_inst = true;
	d->is_system = tmpl->is_system;
	d->access = tmpl->access;
	d->pattern = tmpl;
	d->ntarg = n;
	d->targ = arena_copy(c->a, bound, sizeof(*bound) * (n ? n : 1), 8);
	if (!tmpl->instance) {
		tmpl->instance = arena_new(c->a, struct map);
		*tmpl->instance = MAP_INIT(c->a);
	}
	d->next_instance = map_get_ptr(tmpl->instance, (void *)(uintptr_t)hash);
	map_put_ptr(tmpl->instance, (void *)(uintptr_t)hash, d);
	return d;
}

static void forget_instance(struct cdecl *tmpl, const struct cdecl *d, u64 hash) {
	struct cdecl *first = map_get_ptr(tmpl->instance, (void *)(uintptr_t)hash), *e;
	if (first == d) {
		map_put_ptr(tmpl->instance, (void *)(uintptr_t)hash, d->next_instance);
		return;
	}
	for (e = first; e && e->next_instance != d; e = e->next_instance)
		;
	if (e)
		e->next_instance = d->next_instance;
}

struct cdecl *template_constant(struct sema *c, struct cdecl *tmpl,
                                const struct ctarg *bound) {
	u32 n = tmpl->params->nkid;
	u64 hash = bound_hash(bound, n);
	struct cdecl *d = find_instance(tmpl, bound, n, hash);
	return d ? d : new_instance(c, tmpl, bound, n, hash, CDECL_VAR);
}

static void report_unsatisfied(struct sema *c, struct cdecl *tmpl, struct ctarg *bound,
                               struct loc loc) {
	struct diag_record *r = check_error(
		c, loc, E0614, "the arguments of '%s' do not satisfy its constraints",
		tmpl->name->s);
	template_explain(c, r, tmpl, bound);
}

static void instance_class(struct sema *c, struct cdecl *d) {
	d->cls = arena_new(c->a, struct cclass);
	/* the parent is set when the class is completed */
	d->inner = cscope_new(c->a, CSCOPE_CLASS, d->scope, d);
	d->type = ctype_named(c->t, CT_CLASS, d);
	d->state = CSTATE_CHECKED;
}

static void instance_alias(struct sema *c, struct cdecl *d, struct cdecl *tmpl) {
	d->is_typedef = true;
	d->state = CSTATE_CHECKING;
	d->tscope = template_scope(c, tmpl, d->targ, d->ntarg);
	d->type = type_of_alias(c, d->tscope, tmpl->syn, d);
	d->state = CSTATE_CHECKED;
}

/* Declares the variable of a variable template or of its specialisation, with the
 * parameters bound. */
static void instance_var(struct sema *c, struct cdecl *d) {
	template_select(c, d);
	d->kind = CDECL_UNPARSED;
	d->state = CSTATE_PARSED;
	decl_resolve(c, d);
}

/* Takes back the packs that template_bind made, if no instance refers to them. */
static void drop_packs(struct sema *c, const struct ctarg *bound, u32 n) {
	for (u32 i = n; i-- > 0;)
		if (bound[i].kind == TARG_PACK)
			scratch_drop_block(c->a, bound[i].elem,
			                   (bound[i].nelem + 1) * sizeof *bound);
}

struct cdecl *template_instance(struct sema *c, struct cdecl *tmpl,
                                const struct ctargs *args, struct loc loc) {
	tmpl = template_canonical(c, tmpl);
	u32 n = tmpl->params->nkid;
	struct ctarg room[TARG_ROOM]; /* nearly always the instance is there already */
	struct ctarg *bound = n <= TARG_ROOM ? room : arena_array(c->a, struct ctarg, n);
	if (!check_enter(c, loc))
		return NULL;
	memset(bound, 0, sizeof *bound * n);
	bool ok = template_bind(c, tmpl, args, bound, loc);
	struct cdecl *d = NULL;
	if (ok) {
		u64 hash = bound_hash(bound, n);
		d = find_instance(tmpl, bound, n, hash);
		if (!d && template_is_constrained(tmpl) &&
		    !template_satisfied(c, tmpl, bound,
		                        template_scope(c, tmpl, bound, n))) {
			report_unsatisfied(c, tmpl, bound, loc);
			check_leave(c);
			return NULL;
		}
		if (!d) {
			struct cinst_trace trace = {c->trace, tmpl, loc};
			c->trace = &trace;
			bool is_alias = tmpl->syn->kind == SYN_ALIAS;
			bool failed = c->failed;
			c->failed = false;
			d = new_instance(c, tmpl, bound, n, hash,
			                 tmpl->template_of == CDECL_VAR ? CDECL_VAR
			                                                : CDECL_TYPE);
			struct casker asker = check_ask(c, d, loc);
			if (is_alias)
				instance_alias(c, d, tmpl);
			else if (tmpl->template_of == CDECL_TYPE)
				instance_class(c, d);
			else
				instance_var(c, d);
			c->failed = failed || c->failed;
			check_answer(c, asker);
			c->trace = trace.outer;
			/* not kept, so that it fails again when next asked for */
			if (is_alias && d->type->kind == CT_ERROR && c->quiet) {
				forget_instance(tmpl, d, hash);
				d = NULL;
			}
		}
	}
	drop_packs(c, bound, n);
	check_leave(c);
	return d;
}

bool template_id_instance(struct sema *c, struct cscope *at, struct syn *id,
                          struct cdecl *tmpl, struct cdecl **out) {
	struct arena_mark mark = arena_mark(&c->temp);
	struct ctargs args = {0};
	bool ok = template_args_in(c, &c->temp, at, id, tmpl, &args);
	*out = ok ? template_instance(c, tmpl, &args, id->loc) : NULL;
	arena_rewind(&c->temp, mark);
	return ok;
}

/* ---- specialisations --------------------------------------------------------------- */

static bool fits(struct sema *c, struct cdecl *spec, const struct ctarg *actual, u32 n,
                 struct ctarg *bound) {
	struct syn *id = template_special_id(spec);
	struct ctargs flat = deduce_written(c, template_canonical(c, spec), id, actual,
	                                    n);
	struct cscope *at = spec->tscope ? spec->tscope : spec->scope;
	bool ok = deduce_args(c, at, spec->params, id->kid, id->nkid, flat.at, flat.n,
	                      bound);
	template_args_drop(c, &flat);
	return ok;
}

static bool matches(struct sema *c, struct cdecl *spec, const struct ctarg *actual, u32 n,
                    struct ctarg *bound) {
	return fits(c, spec, actual, n, bound) &&
	       (!template_is_constrained(spec) ||
	        template_satisfied(c, spec, bound,
	                           template_scope(c, spec, bound, spec->params->nkid)));
}

/* Binds the default argument of a parameter for made-up ones before it: a type of its own
 * if they have none. */
static bool bind_order_default(struct sema *c, struct cdecl *tmpl, u32 i,
                               struct ctarg *bound) {
	bool failed = quiet_begin(c), ok = template_bind_default(c, tmpl, i, bound);
	failed = quiet_end(c, failed);
	if (!failed && ok)
		return true;
	if (tmpl->params->kid[i]->kind != SYN_TPARAM_TYPE)
		return false;
	bound[i] = targ_opaque(c, tmpl->params->kid[i]->loc);
	bound[i].type->decl->pattern = tmpl;
	bound[i].type->decl->field_index = i;
	return true;
}

/* Matches b with a's own pattern with made-up arguments. */
static bool fits_pattern(struct sema *c, struct cdecl *b, struct cdecl *a) {
	struct ctarg *synth = synth_args(c, a);
	struct ctargs args = {0};
	bool failed = quiet_begin(c);
	const struct syn *opaque = c->opaque;
	c->in_order++;
	c->opaque = template_special_id(a);
	bool ok = template_args_of(c, template_scope(c, a, synth, a->params->nkid),
	                           template_special_id(a), template_canonical(c, a),
	                           &args);
	c->opaque = opaque;
	struct ctarg *bound = arena_array(c->a, struct ctarg, b->params->nkid + 1);
	struct cdecl *primary = template_canonical(c, a);
	u32 n = primary->params->nkid;
	struct ctarg *full = arena_array(c->a, struct ctarg, MAX(n, args.n) + 1);
	if (args.n)
		memcpy(full, args.at, sizeof *full * args.n);
	for (; ok && args.n < n && !tparam_is_pack(primary->params->kid[args.n]);
	     args.n++)
		ok = bind_order_default(c, primary, args.n, full);
	ok = ok && fits(c, b, full, args.n, bound);
	c->in_order--;
	quiet_end(c, failed);
	return ok;
}

/* Whether `b` matches everything that `a` matches. */
static bool covers(struct sema *c, struct cdecl *b, struct cdecl *a) {
	enum { NO = 1, YES };
	u64 known = *template_order_known(c, b, a, ORDER_SPECIAL);
	if (!known) {
		known = fits_pattern(c, b, a) ? YES : NO;
		*template_order_known(c, b, a, ORDER_SPECIAL) = known;
	}
	return known == YES;
}

/* Reports specialisations that match a class alike ([temp.spec.partial.match]/1). */
static void report_rivals(struct sema *c, const struct cdecl *inst,
                          const struct cdecl *best, const struct cdecl *rival) {
	struct source_pos pos = source_pos(c->u->sources, rival->loc.start);
	struct diag_record *r = check_error(
		c, best->loc, E0617,
		"two partial specialisations match '%s', and neither is more special",
		check_type_text(c, inst->type));
	check_note(c, r, "the other is at %s:%u", pos.file ? pos.file->name : "?",
	           pos.line);
}

/* Whether template<> template<class U> struct A<int>::B takes the place of a member
 * template: its partial specialisations are not for it, other than those of A<int>::B
 * ([temp.spec.partial.member]/2). */
static bool is_replaced(const struct cdecl *tmpl) {
	struct cdecl *e = tmpl->name && tmpl->scope->kind == CSCOPE_CLASS
	                          ? cscope_find_here(tmpl->scope, tmpl->name, 0)
	                          : NULL;
	for (; e; e = e->next)
		if (e->is_explicit && e->kind == CDECL_TEMPLATE &&
		    e->template_of == tmpl->template_of && is_primary(e))
			return true;
	return false;
}

void template_select(struct sema *c, struct cdecl *inst) {
	struct cdecl *tmpl = inst->pattern, *best = NULL, *rival = NULL;
	struct ctarg *best_bound = inst->targ;
	struct syn *primary_syn = NULL;
	struct cdecl *primary = tmpl;
	outside_templates(c, tmpl);
	bool replaced = is_replaced(tmpl);
	for (struct cdecl *e = tmpl->name ? cscope_find_here(tmpl->scope, tmpl->name, 0)
	                                  : NULL;
	     e; e = e->next) {
		if (e->kind == CDECL_UNPARSED && e->is_template)
			decl_resolve(c, e);
		if (e->kind != CDECL_TEMPLATE || e->template_of != tmpl->template_of ||
		    e->scope != tmpl->scope)
			continue;
		struct syn *cls = template_class(e);
		bool defined = e->template_of == CDECL_VAR
		                       ? has_initialiser(e)
		                       : cls && cls->kind == SYN_CLASS &&
		                                 cls->flags & SYNF_DEFINED;
		if (is_primary(e)) {
			if (defined && primary_syn && !e->is_system && e != primary &&
			    tmpl->template_of == CDECL_TYPE && !primary->is_system &&
			    e->scope->kind == CSCOPE_NAMESPACE)
				check_twice(c, e->name->s, e->loc, primary->loc,
				            "is defined twice");
			if (defined && (!primary_syn || e->is_explicit)) {
				primary_syn = e->syn;
				primary = e;
			}
			continue;
		}
		u32 nbound = e->params->nkid;
		if (replaced && nbound && !e->is_explicit)
			continue;
		struct ctarg room[TARG_ROOM];
		struct ctarg *bound = nbound <= TARG_ROOM
		                              ? room
		                              : arena_array(c->a, struct ctarg, nbound);
		memset(bound, 0, sizeof *bound * nbound);
		bool failed = quiet_begin(c);
		bool ok = template_special_id(e) &&
		          matches(c, e, inst->targ, inst->ntarg, bound);
		if (quiet_end(c, failed) || !ok)
			continue;
		if (bound == room) /* most do not match */
			bound = arena_copy(c->a, room, sizeof *bound * MAX(nbound, 1u),
			                   8);
		bool more = best && covers(c, e, best), less = best && covers(c, best, e);
		if (more && (!less ||
		             constraint_order_special(c, best, best_bound, e, bound) < 0))
			continue;
		/* until one comes that is more special than both */
		if (best && !more && !less)
			rival = best;
		else if (rival && covers(c, rival, e) && !covers(c, e, rival))
			rival = NULL;
		best = e;
		best_bound = bound;
	}
	if (rival && tmpl->template_of == CDECL_TYPE) {
		report_rivals(c, inst, best, rival);
		return; /* incomplete */
	}
	struct cdecl *chosen = best ? best : primary;
	inst->is_explicit = !chosen->params->nkid;
	struct syn *cls = template_class(chosen);
	if (chosen->template_of == CDECL_TYPE) {
		if (!cls || cls->kind != SYN_CLASS || !(cls->flags & SYNF_DEFINED))
			return; /* declared only: incomplete */
		inst->syn = cls;
	} else {
		inst->syn = chosen->syn;
		inst->name = chosen->name;
	}
	inst->tscope = template_scope(c, chosen, best ? best_bound : inst->targ,
	                              chosen->params->nkid);
	if (inst->inner) {
		inst->inner->parent = inst->tscope;
		attrs_of_specs(c, inst->tscope, syn_simple_decl(chosen->syn)->specs,
		               inst);
	}
}

/* ---- functions --------------------------------------------------------------------- */

static void instance_func(struct sema *c, struct cdecl *d, struct cdecl *tmpl) {
	d->tscope = template_scope(c, tmpl, d->targ, d->ntarg);
	bool constrained = template_is_constrained(tmpl);
	if (constrained && !template_satisfied(c, tmpl, d->targ, d->tscope)) {
		c->failed = true; /* before anything is substituted into the type */
		return;
	}
	declare_func(c, d, d->tscope, syn_specified(tmpl->syn)->specs,
	             template_declarator(tmpl), tmpl->syn);
	if (constrained && d->state == CSTATE_CHECKED && !func_satisfied(c, d))
		c->failed = true;
}

/* Returns the explicit specialisation with the type of inst, template<> void f<int>(int),
 * and its arguments as far as they are written; NULL if there is none. */
static struct cdecl *explicit_func(struct sema *c, struct cdecl *tmpl,
                                   struct cdecl *inst) {
	struct cdecl *found = NULL;
	for (struct cdecl *e = tmpl->name ? cscope_find_here(tmpl->scope, tmpl->name, 0)
	                                  : NULL;
	     e; e = e->next) {
		if (e->kind == CDECL_UNPARSED && e->is_template)
			decl_resolve(c, e);
		if (e->kind != CDECL_TEMPLATE || e->template_of != CDECL_FUNC ||
		    e->params->nkid)
			continue;
		if (!e->definition) { /* declared once, kept here */
			struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, e->name, e->loc);
			f->scope = e->scope;
			f->is_system = e->is_system;
			declare_func(c, f, e->scope, syn_specified(e->syn)->specs,
			             template_declarator(e), e->syn);
			e->definition = f;
		}
		struct syn *id = declarator_peek(template_declarator(e)).id;
		bool is_it = e->definition->type == inst->type && id &&
		             names_instance(c, e->scope, id, inst);
		if (is_it && e->definition->has_definition)
			return e->definition;
		/* a declaration; the definition may follow */
		if (is_it && !found)
			found = e->definition;
	}
	return found;
}

/* Finds the definition of an instance whose template is declared first and defined
 * later. */
static void later_definition(struct sema *c, struct cdecl *tmpl, struct cdecl *inst) {
	for (struct cdecl *e = tmpl->name ? cscope_find_here(tmpl->scope, tmpl->name, 0)
	                                  : NULL;
	     e; e = e->next) {
		if (e->kind == CDECL_UNPARSED && e->is_template)
			decl_resolve(c, e);
		if (e == tmpl || e->kind != CDECL_TEMPLATE ||
		    e->template_of != CDECL_FUNC || e->syn->kind != SYN_FUNC_DEF ||
		    e->params->nkid != tmpl->params->nkid ||
		    !constraints_written_alike(e, tmpl))
			continue;
		struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, e->name, e->loc);
		f->scope = e->scope;
		f->targ = inst->targ;
		f->ntarg = inst->ntarg;
		f->is_inst = true;
		f->pattern = tmpl;
		bool failed = quiet_begin(c);
		instance_func(c, f, e);
		quiet_end(c, failed);
		if (f->state == CSTATE_CHECKED && f->type == inst->type &&
		    f->has_definition) {
			f->flags |= inst->flags & (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL);
			inst->definition = f;
			return;
		}
	}
}

struct cdecl *template_func_instance(struct sema *c, struct cdecl *tmpl,
                                     struct ctarg *bound, struct loc loc) {
	u32 n = tmpl->params->nkid;
	u64 hash = bound_hash(bound, n);
	struct cdecl *d = find_instance(tmpl, bound, n, hash);
	if (d)
		return d->state == CSTATE_FAILED ? NULL : d->target ? d->target : d;
	if (!check_enter(c, loc))
		return NULL;
	d = new_instance(c, tmpl, bound, n, hash, CDECL_FUNC);
	/* a substitution that fails only removes the candidate */
	bool failed = quiet_begin(c);
	u32 conversion = c->in_user_conversion;
	c->in_user_conversion = 0;
	instance_func(c, d, tmpl);
	c->in_user_conversion = conversion;
	if (quiet_end(c, failed) || d->state != CSTATE_CHECKED) {
		d->state = CSTATE_FAILED;
		check_leave(c);
		return NULL;
	}
	struct cdecl *spec = explicit_func(c, tmpl, d);
	if (spec) {
		spec->pattern = tmpl;
		spec->targ = d->targ;
		spec->ntarg = n;
		spec->is_inst = spec->is_explicit = true;
		spec->tscope = d->tscope; /* it is mangled with the template's type */
		if (d->min_args < spec->min_args) {
			cdecl_rare_set(c->a, spec)->defaults = d;
			spec->min_args = d->min_args;
		}
		d->target = spec;
	} else if (!d->has_definition && d->cls_owner) {
		d->definition = out_of_class_definition(c, d);
		if (d->definition == d)
			d->definition = NULL;
	} else if (!d->has_definition) {
		later_definition(c, tmpl, d);
	}
	check_leave(c);
	return spec ? spec : d;
}
