/* ctad.c - class template argument deduction ([over.match.class.deduct]): a class
 * template named without arguments takes them from its initialiser. Each constructor is
 * turned into a function template, made of the same syntax, whose result is the class.
 * Overload resolution then chooses among these and the deduction guides that the program
 * declares.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/ctad.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/call.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/template.h"

static struct syn *named(struct sema *c, enum syn_kind kind, struct str *name,
                         struct loc loc, u32 nkid) {
	struct syn *s = syn_made(c, kind, loc, nkid);
	s->name = name;
	return s;
}

/* ---- names for parameters that have none ------------------------------------------- */

static struct syn *copy_of(struct sema *c, const struct syn *from) {
	struct syn *s = syn_made(c, from->kind, from->loc, from->nkid), **kid = s->kid;
	*s = *from;
	s->kid = kid;
	if (from->nkid)
		memcpy(kid, from->kid, sizeof(*kid) * from->nkid);
	return s;
}

/* The declarator with a name where it has none; NULL: there is only the name. */
static struct syn *named_declarator(struct sema *c, struct syn *declarator,
                                    struct str *name, struct loc loc) {
	if (!declarator || declarator->kind == SYN_D_NAME) {
		struct syn *s = syn_made(c, SYN_D_NAME, loc, 1);
		syn_d_name(s)->id = named(c, SYN_NAME, name, loc, 0);
		return s;
	}
	struct syn *s = copy_of(c, declarator);
	syn_declarator(s)->inner = named_declarator(c, syn_declarator(s)->inner, name,
	                                            loc);
	return s;
}

/* Returns the template's parameters for a guide, whose result names each of them. */
static struct syn *named_params(struct sema *c, const struct cdecl *tmpl) {
	struct syn *all = copy_of(c, tmpl->params);
	for (u32 i = 0; i < all->nkid; i++) {
		if (tparam_name(all->kid[i]))
			continue;
		const char *text = arena_printf(c->a, "(%u)", i);
		struct str *name = str_intern(c->u->names, text, strlen(text));
		struct syn *p = all->kid[i] = copy_of(c, all->kid[i]);
		if (p->kind != SYN_TPARAM_VALUE) {
			p->name = name;
			continue;
		}
		struct syn *param = copy_of(c, syn_tparam_value(p)->param);
		syn_param(param)->declarator = named_declarator(
			c, syn_param(param)->declarator, name, p->loc);
		syn_tparam_value(p)->param = param;
	}
	return all;
}

/* ---- X<T, n...> with X's own parameters -------------------------------------------- */

static struct syn *own_argument(struct sema *c, const struct syn *param) {
	struct syn *id = named(c, SYN_NAME, tparam_name(param), param->loc, 0), *arg = id;
	if (param->kind == SYN_TPARAM_TYPE) {
		struct syn *specs = syn_made(c, SYN_SPECS, param->loc, 1);
		syn_specs(specs)->type = id;
		arg = syn_made(c, SYN_TYPE_ID, param->loc, 2);
		syn_type_id(arg)->specs = specs;
	}
	if (!tparam_is_pack(param))
		return arg;
	struct syn *pack = syn_made(c, SYN_PACK_EXPANSION, param->loc, 1);
	syn_pack_expansion(pack)->node = arg;
	return pack;
}

static struct syn *own_type(struct sema *c, const struct cdecl *tmpl,
                            const struct syn *params) {
	struct loc after = {tmpl->loc.end, tmpl->loc.end}; /* where the name is known */
	struct syn *id = named(c, SYN_TEMPLATE_ID, tmpl->name, after, tmpl->params->nkid);
	struct syn *specs = syn_made(c, SYN_SPECS, tmpl->loc, 1);
	for (u32 i = 0; i < params->nkid; i++)
		id->kid[i] = own_argument(c, params->kid[i]);
	syn_specs(specs)->type = id;
	return specs;
}

/* ---- member typedefs in a constructor's parameters --------------------------------- */

/* A guide is outside the class, so the typedefs of the class that its parameters name are
 * replaced by their types. */
struct alias {
	struct syn *specs, *declarator;
};

static struct alias alias_named(const struct syn *cls, const struct str *name) {
	for (u32 i = 2; cls && cls->kind == SYN_CLASS && i < cls->nkid; i++) {
		struct syn *m = cls->kid[i];
		if (m->kind == SYN_ALIAS && m->name == name)
			return (struct alias){
				syn_type_id(syn_alias(m)->type_id)->specs,
				syn_type_id(syn_alias(m)->type_id)->declarator};
		bool is_typedef = m->kind == SYN_SIMPLE_DECL &&
		                  syn_simple_decl(m)->specs->kind == SYN_SPECS &&
		                  syn_simple_decl(m)->specs->value & SPEC_TYPEDEF;
		for (u32 k = 1; is_typedef && k < m->nkid; k++) {
			struct declarator_info info = declarator_peek(
				syn_init_decl(m->kid[k])->declarator);
			if (info.id && info.id->name == name)
				return (struct alias){
					syn_simple_decl(m)->specs,
					syn_init_decl(m->kid[k])->declarator};
		}
	}
	return (struct alias){0};
}

/* Whether the class declares a class or an enumeration of that name. */
static bool declares_nested(const struct syn *cls, const struct str *name) {
	for (u32 i = 2; cls && cls->kind == SYN_CLASS && i < cls->nkid; i++) {
		const struct syn *m = cls->kid[i];
		const struct syn *specs = m->kind == SYN_SIMPLE_DECL
		                                  ? syn_simple_decl(m)->specs
		                                  : NULL;
		const struct syn *type = specs && specs->kind == SYN_SPECS
		                                 ? syn_specs(specs)->type
		                                 : NULL;
		if (!type || (type->kind != SYN_CLASS && type->kind != SYN_ENUM))
			continue;
		const struct syn *id = type->kind == SYN_CLASS ? syn_class(type)->id
		                                               : syn_enum(type)->id;
		if (id && id->kind == SYN_NAME && id->name == name)
			return true;
	}
	return false;
}

/* Returns specifiers that say typename X<T, n...>::name. */
static struct syn *nested_type(struct sema *c, const struct cdecl *tmpl,
                               struct syn *name) {
	struct syn *specs = own_type(c, tmpl, named_params(c, tmpl));
	struct syn *id = syn_made(c, SYN_QUALIFIED, name->loc, 2);
	id->flags = SYNF_TYPENAME;
	id->kid[0] = syn_specs(specs)->type;
	id->kid[1] = name;
	syn_specs(specs)->type = id;
	return specs;
}

/* Puts the declarator of a typedef around the one that uses it: `T *name` and `&x` give
 * `T *&x`. */
static struct syn *join(struct sema *c, struct syn *outer, struct syn *inner) {
	if (!outer || outer->kind == SYN_D_NAME)
		return inner;
	struct syn *s = arena_copy(c->a, outer, sizeof *outer, 8);
	s->kid = arena_copy(c->a, outer->kid, sizeof(*outer->kid) * outer->nkid, 8);
	syn_declarator(s)->inner = join(c, syn_declarator(outer)->inner, inner);
	return s;
}

enum { ALIAS_DEPTH_MAX = 200, ALIAS_NODES_MAX = 20000 };

/* The class whose aliases are replaced, its template, and how many nodes may still be
 * copied: an alias may name others many times. */
struct replacing {
	const struct syn *cls;
	const struct cdecl *tmpl;
	u32 left;
};

/* Returns what a name stands for in the class: a typedef, a class in it, or the class
 * itself by its injected name ([temp.local]/1). */
static struct alias meant_in_class(struct sema *c, const struct replacing *in,
                                   struct syn *type) {
	if (!type || type->kind != SYN_NAME)
		return (struct alias){0};
	if (type->name == in->tmpl->name)
		return (struct alias){own_type(c, in->tmpl, named_params(c, in->tmpl)),
		                      NULL};
	if (declares_nested(in->cls, type->name))
		return (struct alias){nested_type(c, in->tmpl, type), NULL};
	return alias_named(in->cls, type->name);
}

/* Whether argument i of a template's id is the injected name of the class as a type, not
 * its template ([temp.local]/1). */
static bool is_own_name(struct sema *c, const struct replacing *in, const struct syn *s,
                        u32 i) {
	if (s->kind != SYN_TEMPLATE_ID || !s->kid[i] || s->kid[i]->kind != SYN_NAME ||
	    s->kid[i]->name != in->tmpl->name)
		return false;
	struct cdecl *d = decl_of(c, lookup(c, in->tmpl->scope, s->name, s->loc));
	u32 n = d && d->kind == CDECL_TEMPLATE ? d->params->nkid : 0;
	return !n || d->params->kid[MIN(i, n - 1)]->kind != SYN_TPARAM_TEMPLATE;
}

static struct syn *own_id(struct sema *c, const struct cdecl *tmpl) {
	struct syn *s = syn_made(c, SYN_TYPE_ID, tmpl->loc, 2);
	syn_type_id(s)->specs = own_type(c, tmpl, named_params(c, tmpl));
	return s;
}

/* Returns a::b with the parts of the type in place of a, which is an alias for it; NULL
 * if it is none. */
static struct syn *qualified_by_alias(struct sema *c, const struct replacing *in,
                                      const struct syn *s) {
	struct alias a = s->kind == SYN_QUALIFIED && !(s->flags & SYNF_GLOBAL)
	                         ? meant_in_class(c, in, s->kid[0])
	                         : (struct alias){0};
	bool is_plain = a.specs && a.specs->kind == SYN_SPECS &&
	                (!a.declarator || a.declarator->kind == SYN_D_NAME);
	struct syn *t = is_plain ? syn_specs(a.specs)->type : NULL;
	if (!t || (t->kind != SYN_NAME && t->kind != SYN_TEMPLATE_ID &&
	           t->kind != SYN_QUALIFIED))
		return NULL;
	u32 n = t->kind == SYN_QUALIFIED ? t->nkid : 1;
	struct syn *r = syn_made(c, SYN_QUALIFIED, s->loc, n + s->nkid - 1);
	r->flags = s->flags | (t->kind == SYN_QUALIFIED ? t->flags & SYNF_GLOBAL : 0u);
	for (u32 i = 0; i < n; i++)
		r->kid[i] = t->kind == SYN_QUALIFIED ? t->kid[i] : t;
	memcpy(r->kid + n, s->kid + 1, sizeof(*s->kid) * (s->nkid - 1));
	return r;
}

/* Returns a copy of any node with the aliases of the class replaced. A PARAM and a
 * TYPE_ID both have specifiers as kid[0] and a declarator as kid[1]. */
static struct syn *without_aliases(struct sema *c, struct replacing *in, struct syn *s,
                                   u32 depth) {
	if (!s || !s->nkid || depth > ALIAS_DEPTH_MAX || !in->left)
		return s;
	in->left--;
	struct syn *by_alias = qualified_by_alias(c, in, s);
	if (by_alias)
		return without_aliases(c, in, by_alias, depth + 1);
	struct syn *r = arena_copy(c->a, s, sizeof *s, 8);
	r->kid = arena_copy(c->a, s->kid, sizeof(*s->kid) * s->nkid, 8);
	struct syn *specs = s->kid[0], *type = NULL;
	if ((s->kind == SYN_PARAM || s->kind == SYN_TYPE_ID) && specs->kind == SYN_SPECS)
		type = syn_specs(specs)->type;
	struct alias a = meant_in_class(c, in, type);
	if (a.specs && a.specs->kind == SYN_SPECS) {
		u64 quals = specs->value & (SPEC_CONST | SPEC_VOLATILE);
		struct syn *own = arena_copy(c->a, a.specs, sizeof *own, 8);
		own->value &= ~(u64)SPEC_TYPEDEF;
		r->kid[1] = join(c, a.declarator, s->kid[1]);
		if (r->kid[1] == s->kid[1])
			own->value |= quals;
		else if (r->kid[1]->kind == SYN_D_PTR && quals)
			r->kid[1]->flags |= (quals & SPEC_CONST ? SYNF_CONST : 0u) |
			                    (quals & SPEC_VOLATILE ? SYNF_VOLATILE : 0u);
		r->kid[0] = own;
		return without_aliases(c, in, r, depth + 1);
	}
	for (u32 i = 0; i < s->nkid; i++)
		r->kid[i] = is_own_name(c, in, s, i)
		                    ? own_id(c, in->tmpl)
		                    : without_aliases(c, in, s->kid[i], depth + 1);
	return r;
}

/* ---- guides from constructors ------------------------------------------------------ */

/* template <X's parameters, the constructor's> X<...> f(parameters of the constructor) */
static void add_guide(struct sema *c, struct cdecl *tmpl, struct syn *member,
                      struct syn *ctor, struct syn *params, enum cguide guide,
                      struct cdecls *out) {
	bool is_template = member && member->kind == SYN_TEMPLATE;
	struct replacing in = {template_class(tmpl), tmpl, ALIAS_NODES_MAX};
	struct syn *inner = is_template ? without_aliases(c, &in,
	                                                  syn_template(member)->params, 0)
	                                : NULL;
	u32 n = tmpl->params->nkid, more = inner ? inner->nkid : 0;
	struct syn *all = syn_made(c, SYN_LIST, tmpl->loc, n + more);
	struct syn *own = named_params(c, tmpl);
	memcpy(all->kid, own->kid, sizeof(*all->kid) * n);
	if (more)
		memcpy(all->kid + n, inner->kid, sizeof(*all->kid) * more);
	struct syn *name = syn_made(c, SYN_D_NAME, tmpl->loc, 1);
	syn_d_name(name)->id = named(c, SYN_NAME, tmpl->name, tmpl->loc, 0);
	struct syn *func = syn_made(c, SYN_D_FUNC, tmpl->loc, 5);
	func->flags = ctor ? ctor->flags & SYNF_VARIADIC : 0;
	syn_d_func(func)->inner = name;
	syn_d_func(func)->params = params;
	syn_d_func(func)->constraint = func_constraint(ctor);
	struct syn *def = syn_made(c, SYN_FUNC_DEF, tmpl->loc, 4);
	syn_func_def(def)->specs = own_type(c, tmpl, own);
	syn_func_def(def)->declarator = func;
	struct cdecl *d = cdecl_new(c->a, CDECL_TEMPLATE, tmpl->name, tmpl->loc);
	d->state = CSTATE_CHECKED;
	d->template_of = CDECL_FUNC;
	d->scope = tmpl->scope;
	d->tscope = tmpl->tscope;
	d->params = all;
	if (cdecl_rare(tmpl)->constraint)
		cdecl_rare_set(c->a, d)->constraint = cdecl_rare(tmpl)->constraint;
	if (inner && member->nkid > 2)
		cdecl_rare_set(c->a, d)->constraint_too =
			syn_template(member)->constraint;
	d->syn = def;
	d->is_system = tmpl->is_system;
	d->guide = (u8)guide;
	d->pattern = tmpl;
	vec_push(c->a, out, d);
}

static struct syn *constructor_of(struct syn *member, struct str *name) {
	struct syn *declarator = syn_first_declarator(member);
	struct declarator_info info = declarator_peek(declarator);
	return info.func && info.id && info.id->kind == SYN_NAME && info.id->name == name
	               ? info.func
	               : NULL;
}

/* A parameter cannot be an array, but a reference to one, T (&&x)[N] for T x[N], can be
 * bound to a braced list; const T (&x)[N] to a string. */
static struct syn *array_by_reference(struct sema *c, struct syn *declarator,
                                      enum syn_kind kind) {
	if (declarator->kind == SYN_D_NAME || !syn_declarator(declarator)->inner)
		return declarator;
	struct syn *s = arena_copy(c->a, declarator, sizeof *s, 8);
	s->kid = arena_copy(c->a, s->kid, sizeof(*s->kid) * s->nkid, 8);
	if (s->kind == SYN_D_ARRAY && syn_declarator(s)->inner->kind == SYN_D_NAME) {
		struct syn *ref = syn_made(c, kind, s->loc, 1);
		syn_declarator(ref)->inner = syn_declarator(s)->inner;
		syn_declarator(s)->inner = ref;
	} else {
		syn_declarator(s)->inner = array_by_reference(c, syn_declarator(s)->inner,
		                                              kind);
	}
	return s;
}

enum { AGGREGATE_MAX = 64 }; /* elements that arguments are deduced from */

/* An element of an aggregate, a base or a member, as a parameter. */
struct element {
	struct str *name; /* NULL: a base */
	struct syn *param;
};
VEC_TYPE(elements, struct element);

static void add_base_element(struct sema *c, struct replacing *in, struct syn *base,
                             struct elements *out) {
	struct syn *p = syn_made(c, SYN_PARAM, base->loc, 3);
	struct syn *specs = syn_made(c, SYN_SPECS, base->loc, 1);
	syn_specs(specs)->type = syn_base(base)->type;
	syn_param(p)->specs = specs;
	if (base->flags & SYNF_PACK)
		syn_param(p)->declarator = syn_made(c, SYN_D_PACK, base->loc, 1);
	vec_push(c->a, out, ((struct element){NULL, without_aliases(c, in, p, 0)}));
}

/* Returns the elements of an aggregate. A pack of bases stands for nothing unless it is
 * the last element. */
static struct elements elements_of(struct sema *c, struct cdecl *tmpl, struct syn *cls) {
	struct elements all = {0};
	struct replacing in = {cls, tmpl, ALIAS_NODES_MAX};
	const struct syn *bases = syn_class(cls)->bases;
	for (u32 i = 0; i < bases->nkid; i++)
		add_base_element(c, &in, bases->kid[i], &all);
	for (u32 i = 2; i < cls->nkid; i++) {
		struct syn *m = cls->kid[i];
		if (m->kind != SYN_SIMPLE_DECL ||
		    syn_simple_decl(m)->specs->kind != SYN_SPECS ||
		    syn_simple_decl(m)->specs->value &
		            (SPEC_TYPEDEF | SPEC_STATIC | SPEC_FRIEND))
			continue;
		for (u32 k = 1; k < m->nkid; k++) {
			struct declarator_info info = declarator_peek(
				syn_init_decl(m->kid[k])->declarator);
			if (info.func || !info.id)
				continue;
			struct syn *p = syn_made(c, SYN_PARAM, m->loc, 3);
			syn_param(p)->specs = syn_simple_decl(m)->specs;
			syn_param(p)->declarator = syn_init_decl(m->kid[k])->declarator;
			vec_push(c->a, &all,
			         ((struct element){info.id->name,
			                           without_aliases(c, &in, p, 0)}));
		}
	}
	u32 kept = 0;
	for (u32 i = 0; i < all.n; i++) {
		struct syn *d = syn_param(all.at[i].param)->declarator;
		bool is_pack = !all.at[i].name && d;
		if (!is_pack || i + 1 == all.n)
			all.at[kept++] = all.at[i];
	}
	all.n = kept;
	return all;
}

static bool is_array(const struct element *e) {
	const struct syn *d = syn_param(e->param)->declarator;
	while (d && d->kind != SYN_D_NAME && syn_declarator(d)->inner &&
	       syn_declarator(d)->inner->kind != SYN_D_NAME)
		d = syn_declarator(d)->inner;
	return d && d->kind == SYN_D_ARRAY;
}

/* Returns the element as a parameter of a guide ([over.match.class.deduct]/1). */
static struct syn *element_param(struct sema *c, const struct element *e,
                                 bool from_string) {
	if (!is_array(e))
		return e->param;
	struct syn *p = copy_of(c, e->param);
	syn_param(p)->declarator = array_by_reference(
		c, syn_param(p)->declarator, from_string ? SYN_D_LREF : SYN_D_RREF);
	if (from_string) {
		syn_param(p)->specs = copy_of(c, syn_param(p)->specs);
		syn_param(p)->specs->value |= SPEC_CONST;
	}
	return p;
}

/* Adds guides for an aggregate, whose parameters are its first n elements
 * ([over.match.class.deduct]/1). */
static void guides_of_aggregate(struct sema *c, struct cdecl *tmpl, struct syn *cls,
                                struct cdecls *out) {
	struct elements all = elements_of(c, tmpl, cls);
	bool has_array = false;
	for (u32 n = 1; n <= all.n && n <= AGGREGATE_MAX; n++) {
		has_array |= is_array(&all.at[n - 1]);
		for (u32 strings = 0; strings <= has_array; strings++) {
			struct syn *list = syn_made(c, SYN_LIST, tmpl->loc, n);
			for (u32 i = 0; i < n; i++)
				list->kid[i] = element_param(c, &all.at[i], strings);
			add_guide(c, tmpl, NULL, NULL, list, GUIDE_IMPLICIT, out);
		}
	}
}

/* Whether bases let the class be an aggregate: all are public, and none is virtual
 * ([dcl.init.aggr]/1). */
static bool has_plain_bases(const struct syn *cls) {
	const struct syn *bases = syn_class(cls)->bases;
	for (u32 i = 0; i < bases->nkid; i++) {
		const struct syn *b = bases->kid[i];
		u32 access = b->op ? b->op : cls->op == CU_CLASS ? CU_PRIVATE : CU_PUBLIC;
		if (access != CU_PUBLIC || b->flags & SYNF_VIRTUAL)
			return false;
	}
	return true;
}

static bool declares_constructor(const struct syn *cls, struct str *name) {
	for (u32 i = 2; i < cls->nkid; i++) {
		struct syn *m = cls->kid[i];
		if (constructor_of(m->kind == SYN_TEMPLATE ? syn_template(m)->decl : m,
		                   name))
			return true;
	}
	return false;
}

/* Returns the class whose elements make guides, or NULL. */
static struct syn *aggregate_class(struct sema *c, struct cdecl *tmpl) {
	struct syn *cls = template_class(tmpl);
	return cls && cls->kind == SYN_CLASS && c->u->opt->standard >= 20 &&
	                       has_plain_bases(cls) &&
	                       !declares_constructor(cls, tmpl->name)
	               ? cls
	               : NULL;
}

/* Adds the guide for a list {.a = x, .b = y}: its parameters are the members that it
 * names. */
static void guide_of_designated(struct sema *c, struct cdecl *tmpl, struct syn *list,
                                struct cdecls *out) {
	struct syn *cls = aggregate_class(c, tmpl);
	struct elements all = {0};
	struct syn *params = syn_made(c, SYN_LIST, tmpl->loc, list->nkid);
	u32 k = 0;
	if (cls)
		all = elements_of(c, tmpl, cls);
	for (u32 i = 0; i < all.n && k < list->nkid; i++)
		if (all.at[i].name && all.at[i].name == list->kid[k]->name)
			params->kid[k++] = element_param(c, &all.at[i], false);
	if (k == list->nkid)
		add_guide(c, tmpl, NULL, NULL, params, GUIDE_IMPLICIT, out);
}

/* ---- brace elision ----------------------------------------------------------------- */

/* The arguments of a list that its elements take one by one. */
struct elision {
	struct sema *c;
	struct cdecl *tmpl;
	const struct cexprs *arg;
	u32 next;
	struct cexprs kept; /* those that arguments are deduced from */
	struct syn *params; /* what they initialise */
};

static bool is_whole(struct elision *e, const struct ctype *t) {
	struct cexpr *x = e->arg->at[e->next];
	return x->type->kind == CT_INIT_LIST || x->kind == CE_STRING ||
	       ics_find(e->c, x, t, CONV_IMPLICIT).kind != ICS_BAD;
}

/* Passes over the arguments of an element whose type depends on no parameter. */
static void pass_over(struct elision *e, const struct ctype *t) {
	t = ctype_unqual(t);
	const struct cclass *cls = t->kind == CT_CLASS &&
	                                           type_complete(e->c, t, e->tmpl->loc)
	                                   ? t->decl->cls
	                                   : NULL;
	bool is_array = t->kind == CT_ARRAY && t->has_size;
	if (e->next >= e->arg->n)
		return;
	if ((!is_array && !(cls && cls->is_aggregate)) || is_whole(e, t)) {
		e->next++;
		return;
	}
	for (u64 i = 0; is_array && i < t->n && e->next < e->arg->n; i++)
		pass_over(e, t->base);
	for (u32 i = 0; cls && i < (cls->is_union ? 1 : cls->field.n); i++) {
		const struct cfield *f = &cls->field.at[i];
		if (f->is_base || f->name || f->is_anonymous)
			pass_over(e, f->type);
	}
}

static void keep(struct elision *e, struct syn *param) {
	e->params->kid[e->params->nkid++] = param;
	vec_push(e->c->a, &e->kept, e->arg->at[e->next++]);
}

/* Takes the arguments of T x[n] for as many parameters T; false: its size depends on
 * parameters, T is an array itself, or the argument is for all of it. */
static bool keep_elements(struct elision *e, struct syn *param) {
	struct syn *p = copy_of(e->c, param), *array = syn_param(p)->declarator;
	struct cexpr *x = e->arg->at[e->next];
	u64 n = 0;
	if (array->kind != SYN_D_ARRAY || !syn_d_array(array)->size ||
	    syn_declarator(array)->inner->kind != SYN_D_NAME ||
	    x->type->kind == CT_INIT_LIST || x->kind == CE_STRING ||
	    tparam_named_in(e->tmpl->params, syn_d_array(array)->size, NULL))
		return false;
	struct cexpr *size = check_value(e->c, e->tmpl->scope, syn_d_array(array)->size);
	if (is_error(size) || !const_int(e->c, size, &n, "the size of an array"))
		return false;
	syn_param(p)->declarator = NULL; /* several cannot have one name */
	for (u64 i = 0; i < n && e->next < e->arg->n; i++)
		keep(e, p);
	return true;
}

static void take_element(struct elision *e, const struct element *of) {
	struct syn *p = of->param, *specs = syn_param(p)->specs,
		   *declarator = syn_param(p)->declarator;
	if (!tparam_named_in(e->tmpl->params, specs, NULL) &&
	    !(declarator && tparam_named_in(e->tmpl->params, declarator, NULL))) {
		struct declarator_info info;
		const struct ctype *t = type_of_specs(e->c, e->tmpl->scope, specs);
		if (declarator)
			t = type_of_declarator(e->c, e->tmpl->scope, t, declarator,
			                       &info);
		if (t->kind == CT_CLASS || t->kind == CT_ARRAY) {
			pass_over(e, t);
			return;
		}
	}
	if (!is_array(of) || !keep_elements(e, p))
		keep(e, element_param(e->c, of, false));
}

/* Deduces with braces left out around the elements of an aggregate whose types depend on
 * no parameter, and around arrays ([over.match.class.deduct]/1); NULL: they are not. */
static struct cdecl *pick_elided(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                                 const struct cexprs *arg, struct loc loc) {
	struct syn *cls = aggregate_class(c, tmpl);
	if (!cls || !arg->n)
		return NULL;
	struct elements all = elements_of(c, tmpl, cls);
	struct elision e = {.c = c, .tmpl = tmpl, .arg = arg};
	struct coverload set = {.name = tmpl->name, .at = at};
	e.params = syn_made(c, SYN_LIST, tmpl->loc, arg->n);
	e.params->nkid = 0;
	bool failed = quiet_begin(c);
	for (u32 i = 0; i < all.n && e.next < arg->n; i++)
		take_element(&e, &all.at[i]);
	failed = quiet_end(c, failed);
	if (failed || e.next < arg->n)
		return NULL;
	add_guide(c, tmpl, NULL, NULL, e.params, GUIDE_IMPLICIT, &set.cand);
	return overload_pick(c, &set, e.kept.at, e.kept.n, loc, false);
}

static void guides_of_class(struct sema *c, struct cdecl *tmpl, struct cdecls *out) {
	struct syn *cls = template_class(tmpl);
	struct replacing in = {cls, tmpl, ALIAS_NODES_MAX};
	bool any = false;
	struct syn *aggregate = aggregate_class(c, tmpl);
	for (u32 i = 2; cls && cls->kind == SYN_CLASS && i < cls->nkid; i++) {
		struct syn *m = cls->kid[i];
		struct syn *ctor = constructor_of(
			m->kind == SYN_TEMPLATE ? syn_template(m)->decl : m, tmpl->name);
		if (!ctor)
			continue;
		any = true;
		add_guide(c, tmpl, m, ctor,
		          without_aliases(c, &in, syn_d_func(ctor)->params, 0),
		          GUIDE_IMPLICIT, out);
	}
	if (!any)
		add_guide(c, tmpl, NULL, NULL, syn_made(c, SYN_LIST, tmpl->loc, 0),
		          GUIDE_IMPLICIT, out);
	if (aggregate)
		guides_of_aggregate(c, tmpl, aggregate, out);
	/* X(X<...>) -> X<...> */
	struct syn *list = syn_made(c, SYN_LIST, tmpl->loc, 1);
	list->kid[0] = syn_made(c, SYN_PARAM, tmpl->loc, 3);
	syn_param(list->kid[0])->specs = own_type(c, tmpl, named_params(c, tmpl));
	add_guide(c, tmpl, NULL, NULL, list, GUIDE_COPY, out);
}

static struct cdecls *guides(struct sema *c, struct cdecl *tmpl) {
	struct cdecls *g = map_get_ptr(&c->guides, tmpl);
	if (g)
		return g;
	g = arena_new(c->a, struct cdecls);
	map_put_ptr(&c->guides, tmpl, g);
	outside_templates(c, tmpl); /* the class may be defined there */
	guides_of_class(c, template_primary(c, tmpl), g);
	const char *text = arena_printf(c->a, CGUIDE_NAME, tmpl->name->s);
	struct str *name = str_intern(c->u->names, text, strlen(text));
	for (struct cdecl *d = cscope_find_here(tmpl->scope, name, 0); d; d = d->next) {
		decl_resolve(c, d);
		d->guide = GUIDE_WRITTEN;
		if (d->state == CSTATE_CHECKED)
			vec_push(c->a, g, d);
	}
	return g;
}

/* ---- deducing ---------------------------------------------------------------------- */

/* Returns the class template of which an alias template names instances, perhaps through
 * other aliases, or NULL. */
static struct cdecl *aliased_template(struct sema *c, struct cdecl *alias) {
	for (u32 hops = 0; hops < ALIAS_DEPTH_MAX; hops++) {
		struct syn *specs = syn_type_id(syn_alias(alias->syn)->type_id)->specs,
			   *last;
		struct syn *id = specs->kind == SYN_SPECS ? syn_specs(specs)->type : NULL;
		struct cscope *in;
		if (!id || syn_type_id(syn_alias(alias->syn)->type_id)->declarator ||
		    (id->kind != SYN_TEMPLATE_ID && id->kind != SYN_QUALIFIED))
			return NULL;
		bool failed = quiet_begin(c);
		struct cdecl *d = decl_of(
			c, lookup_id(c, alias->tscope ? alias->tscope : alias->scope, id,
		                     &last, &in));
		quiet_end(c, failed);
		if (!d || last->kind != SYN_TEMPLATE_ID || d->kind != CDECL_TEMPLATE ||
		    d->template_of != CDECL_TYPE)
			return NULL;
		if (d->syn->kind != SYN_ALIAS)
			return template_canonical(c, d);
		alias = d;
	}
	return NULL;
}

/* Whether some arguments make the alias this class ([over.match.class.deduct]/3). */
static bool alias_names(struct sema *c, struct cdecl *alias, const struct ctype *t) {
	struct ctarg actual = {.kind = TARG_TYPE, .type = ctype_unqual(t)};
	struct ctarg *bound = arena_array(c->a, struct ctarg, alias->params->nkid + 1);
	bool failed = quiet_begin(c);
	bool ok = deduce_args(c, alias->tscope ? alias->tscope : alias->scope,
	                      alias->params, &syn_alias(alias->syn)->type_id, 1, &actual,
	                      1, bound);
	quiet_end(c, failed);
	return ok;
}

struct cdecl *ctad_template(struct sema *c, struct cscope *at, struct syn *specs) {
	struct syn *id = specs->kind == SYN_SPECS ? syn_specs(specs)->type : NULL, *last;
	struct cscope *in;
	if (!id || (id->kind != SYN_NAME && id->kind != SYN_QUALIFIED))
		return NULL;
	bool failed = quiet_begin(c);
	struct cdecl *d = lookup_id(c, at, id, &last, &in);
	d = d ? decl_of(c, d) : NULL;
	quiet_end(c, failed);
	if (!d || last->kind != SYN_NAME || d->kind != CDECL_TEMPLATE ||
	    d->template_of != CDECL_TYPE ||
	    (d->syn->kind == SYN_ALIAS && !aliased_template(c, d)))
		return NULL;
	for (struct cscope *s = at; s; s = s->parent) /* the injected class name */
		if (s->kind == CSCOPE_CLASS &&
		    s->owner->pattern == template_canonical(c, d))
			return NULL;
	return template_canonical(c, d);
}

static bool takes_list(const struct cdecl *guide) {
	struct declarator_info info = declarator_peek(syn_first_declarator(guide->syn));
	struct syn *p = info.func && syn_d_func(info.func)->params->nkid
	                        ? syn_d_func(info.func)->params->kid[0]
	                        : NULL;
	struct syn *type = p && p->kind == SYN_PARAM
	                           ? syn_specs(syn_param(p)->specs)->type
	                           : NULL;
	if (type && type->kind == SYN_QUALIFIED)
		type = type->kid[type->nkid - 1];
	return list_names_type(type);
}

static const struct ctype *result_of(struct sema *c, const struct cdecl *f,
                                     const struct cdecl *tmpl, struct loc loc) {
	const struct ctype *t = ctype_unqual(f->type->base);
	if (t->kind == CT_CLASS && t->decl->pattern == tmpl)
		return t;
	check_error(c, loc, E0618, "the deduction guide of '%s' gives '%s'",
	            tmpl->name->s, check_type_text(c, t));
	return c->t->basic[CT_ERROR];
}

static const struct ctype *not_deduced(struct sema *c, const struct cdecl *tmpl,
                                       struct loc loc) {
	check_error(
		c, loc, E0618,
		"the template arguments of '%s' cannot be deduced from its initialiser",
		tmpl->name->s);
	return c->t->basic[CT_ERROR];
}

static bool is_designated(const struct syn *list) {
	return list && list->nkid && list->kid[0]->kind == SYN_DESIGNATED;
}

void ctad_args(struct sema *c, struct cscope *at, struct syn *list, struct cexprs *out) {
	if (!is_designated(list)) {
		check_args(c, at, list->kid, list->nkid, out);
		return;
	}
	for (u32 i = 0; i < list->nkid; i++)
		if (list->kid[i]->kind == SYN_DESIGNATED)
			check_args(c, at, &syn_designated(list->kid[i])->init, 1, out);
}

const struct ctype *ctad_deduce(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                                struct cexprs *arg, struct syn *list, struct loc loc) {
	if (tmpl->syn->kind == SYN_ALIAS) {
		const struct ctype *t = ctad_deduce(c, at, aliased_template(c, tmpl), arg,
		                                    list, loc);
		return t->kind == CT_ERROR || alias_names(c, tmpl, t)
		               ? t
		               : not_deduced(c, tmpl, loc);
	}
	struct coverload set = {.name = tmpl->name, .at = at};
	struct cdecls *all = guides(c, tmpl);
	bool is_copy = arg->n == 1 && arg->at[0]->type->kind == CT_CLASS &&
	               arg->at[0]->type->decl->pattern == tmpl;
	for (u32 i = 0; i < arg->n; i++)
		if (is_error(arg->at[i]))
			return c->t->basic[CT_ERROR];
	if (is_designated(list)) {
		guide_of_designated(c, template_primary(c, tmpl), list, &set.cand);
		struct cdecl *f = overload_pick(c, &set, arg->at, arg->n, loc, false);
		return f ? result_of(c, f, tmpl, loc) : not_deduced(c, tmpl, loc);
	}
	if (list && !is_copy) {
		struct cexpr *whole = check_init_list(c, at, list);
		for (u32 i = 0; i < all->n; i++)
			if (takes_list(all->at[i]))
				vec_push(c->a, &set.cand, all->at[i]);
		struct cdecl *f = set.cand.n && list->nkid
		                          ? overload_pick(c, &set, &whole, 1, loc, false)
		                          : NULL;
		if (f)
			return result_of(c, f, tmpl, loc);
	}
	set.cand = *all;
	struct cdecl *f = overload_pick(c, &set, arg->at, arg->n, loc, false);
	if (!f && list)
		f = pick_elided(c, at, template_primary(c, tmpl), arg, loc);
	return f ? result_of(c, f, tmpl, loc) : not_deduced(c, tmpl, loc);
}

const struct ctype *ctad_type(struct sema *c, struct cscope *at, struct cdecl *tmpl,
                              struct syn *specs, struct syn *declarator, struct syn *init,
                              struct loc loc) {
	struct cexprs arg = {0};
	if (declarator->kind != SYN_D_NAME) {
		check_error(c, specs->loc, E0605,
		            "'%s' is a template: it needs arguments in < >",
		            tmpl->name->s);
		return c->t->basic[CT_ERROR];
	}
	bool is_list = init && init->kind == SYN_INIT_LIST;
	if (init && (is_list || init->kind == SYN_PAREN_INIT))
		ctad_args(c, at, init, &arg);
	else if (init)
		vec_push(c->a, &arg, check_expr(c, at, init));
	const struct ctype *t = ctad_deduce(c, at, tmpl, &arg, is_list ? init : NULL,
	                                    loc);
	u8 quals = (specs->value & SPEC_CONST ? Q_CONST : 0) |
	           (specs->value & SPEC_VOLATILE ? Q_VOLATILE : 0);
	return t->kind == CT_ERROR ? t : ctype_qualified(c->t, t, quals);
}
