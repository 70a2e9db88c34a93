/* outside.c - members that are defined outside of their class ([class.mfct], [temp.mem],
 * [temp.expl.spec]): functions, static variables, classes, and templates of them. Each is
 * skimmed as a declaration of its namespace and found by the name of the member when that
 * is asked for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/outside.h"

#include "parser/cuda/meaning/decl/annotation.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/template/template.h"

/* ---- finding ----------------------------------------------------------------------- */

struct str *qualified_key(struct sema *c, const struct cdecl *d) {
	const struct cu_token_rec *t = c->u->token;
	u32 i = d->name_token;
	if (!d->name || i >= c->u->ntoken || i < 2)
		return NULL;
	if (t[i].kind == '~')
		return c->name.dtor;
	if (t[i].kind != CU_OPERATOR) { /* S::S, S<T>::S */
		u32 k = i - 2;
		if (t[k].kind == '>') {
			u32 depth = 0;
			for (; k > 0; k--) {
				depth += t[k].kind == '>';
				if (t[k].kind == '<' && --depth == 0)
					break;
			}
			k -= k > 0;
		}
		return t[k].name == d->name ? c->name.ctor : d->name;
	}
	u16 next = t[i + 1].kind;
	return t[i + 1].name && next != CU_NEW && next != CU_DELETE ? c->name.conversion
	                                                            : d->name;
}

static void index_qualified(struct sema *c, struct cscope *s) {
	for (u32 i = 0; i < s->member.n; i++) {
		struct cdecl *d = s->member.at[i];
		if (d->kind == CDECL_NAMESPACE && d->inner && d->inner->owner == d)
			index_qualified(c, d->inner);
		struct str *key = d->is_qualified ? qualified_key(c, d) : NULL;
		if (!key)
			continue;
		d->next = map_get_ptr(&c->qualified, key);
		map_put_ptr(&c->qualified, key, d);
	}
}

/* Returns what is defined outside of any class under this name, the last one first. */
static struct cdecl *outside_named(struct sema *c, struct str *name) {
	if (!c->qualified.arena) {
		c->qualified = MAP_INIT(c->a);
		index_qualified(c, c->u->global);
	}
	return name ? map_get_ptr(&c->qualified, name) : NULL;
}

/* Returns a definition as the template that a parameter `auto x` makes of it
 * ([dcl.fct]/22): with a head of its own, or more parameters in the one that comes after
 * those of the classes around. */
static struct syn *abbreviated_outside(struct sema *c, struct syn *s) {
	struct syn *inner = NULL, *outer = NULL, *def = s;
	u32 nhead = 0, nclass = 0;
	for (; def->kind == SYN_TEMPLATE; def = syn_template(def)->decl, nhead++) {
		outer = inner;
		inner = def;
	}
	if (def->kind != SYN_FUNC_DEF || (inner && !syn_template(inner)->params->nkid))
		return s;
	struct declarator_info info = declarator_peek(syn_func_def(def)->declarator);
	for (u32 i = 0; info.id && i + 1 < info.id->nkid; i++)
		nclass += info.id->kid[i]->kind == SYN_TEMPLATE_ID;
	bool has_own = nhead > nclass;
	struct syn *t = abbreviated_template(c, def, has_own ? inner : NULL);
	if (has_own)
		inner = outer;
	if (t && inner)
		syn_template(inner)->decl = t;
	return t && !inner ? t : s;
}

static struct syn *outside_syntax(struct sema *c, struct cdecl *entry) {
	if (!entry->syn)
		entry->syn = decl_parsed(c, entry);
	if (entry->syn && c->u->opt->standard >= 20 && !entry->is_outside_made) {
		entry->is_outside_made = true;
		entry->syn = abbreviated_outside(c, entry->syn);
	}
	return entry->syn;
}

/* Whether template <> comes first: such a definition precedes one for any arguments. */
static bool is_explicit(const struct syn *s) {
	return s->kind == SYN_TEMPLATE && !syn_template(s)->params->nkid;
}

/* The same for an entry, without parsing it. */
static bool is_explicit_entry(const struct sema *c, const struct cdecl *e) {
	const struct cu_token_rec *t = &c->u->token[e->first_token];
	return e->end_token - e->first_token > 2 && t[0].kind == CU_TEMPLATE &&
	       t[1].kind == '<' && t[2].kind == '>';
}

static struct syn *without_heads(struct syn *s) {
	while (s->kind == SYN_TEMPLATE)
		s = syn_template(s)->decl;
	return s;
}

enum { NESTED_MAX = 32 };

/* Lists the classes that `A::B<T>::f` names, the innermost first; 0 if it is not a member
 * of cls. */
static u32 classes_of(struct cdecl *cls, const struct syn *id, struct cdecl **way) {
	u32 n = 0;
	for (struct cdecl *k = cls; k; n++) {
		if (n == NESTED_MAX || n + 1 >= id->nkid ||
		    id->kid[id->nkid - 2 - n]->name != k->name)
			return 0;
		way[n] = k;
		struct cscope *around = scope_outside_template(k->scope);
		k = around && around->kind == CSCOPE_CLASS ? around->owner : NULL;
	}
	return n;
}

/* Whether the entry means the class cls of a namespace, when it names it after the first
 * `nparts` parts of `id`, and no class of that name in another namespace. */
static bool means_class(struct sema *c, const struct cdecl *entry, struct syn *id,
                        u32 nparts, const struct cdecl *cls) {
	const struct cscope *of = scope_outside_template(cls->scope);
	struct cdecl *d = NULL;
	if (!of || of->kind != CSCOPE_NAMESPACE) /* a class of a function */
		return false;
	bool failed = quiet_begin(c);
	if (nparts) {
		struct cscope *in = lookup_scope(c, entry->scope, id, nparts, false);
		d = in ? lookup_in(c, in, cls->name) : NULL;
	} else {
		d = lookup(c, entry->scope, cls->name, id->loc);
	}
	d = d ? decl_of(c, d) : NULL;
	quiet_end(c, failed);
	return !d || !d->scope || scope_outside_template(d->scope) == of;
}

/* Returns a template that owns the scope of a head; the scope outlives the call, and
 * template_scope knows it by its owner's address. */
static struct cdecl *head_owner(struct sema *c, struct syn *params, struct cscope *at) {
	struct cdecl *d = arena_new(c->a, struct cdecl);
	d->params = params;
	d->scope = at;
	return d;
}

/* Returns the scope in which a definition of a member of cls is read. Each class on the
 * way that is an instance takes a template head of *s, whose parameters the class's
 * arguments bind; *s is set to what remains. NULL if it is another class's. */
static struct cscope *bind_qualifier(struct sema *c, const struct cdecl *entry,
                                     struct cdecl *cls, struct syn **s, struct syn *id) {
	struct cdecl *way[NESTED_MAX];
	struct syn none = {.kind = SYN_LIST};
	struct cscope *at = cls->inner;
	for (u32 n = id->kind == SYN_QUALIFIED ? classes_of(cls, id, way) : 0, i = n;;
	     i--) {
		if (n == 0 ||
		    (i == n && !means_class(c, entry, id, id->nkid - 1 - n, way[n - 1])))
			return NULL;
		if (i == 0)
			return at;
		struct cdecl *k = way[i - 1];
		struct syn *part = id->kid[id->nkid - 1 - i];
		if (!k->is_inst && part->kind == SYN_NAME)
			continue;
		if (!k->is_inst || part->kind != SYN_TEMPLATE_ID)
			return NULL;
		bool takes = (*s)->kind == SYN_TEMPLATE && !k->is_explicit;
		struct syn *params = takes ? syn_template(*s)->params : &none;
		struct ctarg *bound = arena_array(c->a, struct ctarg, params->nkid + 1);
		struct ctargs flat = targs_flat(c, k->targ, k->ntarg);
		if (!deduce_args(c, i == n ? k->scope : at, params, part->kid, part->nkid,
		                 flat.at, flat.n, bound))
			return NULL;
		if (!takes)
			continue;
		at = template_scope(c, head_owner(c, params, at), bound, params->nkid);
		*s = syn_template(*s)->decl;
	}
}

/* ---- functions --------------------------------------------------------------------- */

/* Converts the arguments that an explicit specialisation writes to their parameters'
 * types: f<0> of template <unsigned N> names f<0u> ([temp.arg.nontype]). */
static bool convert_written(struct sema *c, const struct cdecl *f, struct ctargs *args,
                            struct loc loc) {
	const struct syn *params = f->pattern->params;
	struct cscope *s = template_scope(c, f->pattern, f->targ, f->ntarg);
	u32 k = 0;
	for (u32 i = 0; i < args->n && k < params->nkid; i++) {
		const struct syn *p = params->kid[k];
		k += !tparam_is_pack(p);
		if (args->at[i].kind != TARG_VALUE || p->kind != SYN_TPARAM_VALUE)
			continue;
		/* template <Ts... vs>: each has a type of its own, which is not looked up
		 */
		struct syn *specs = syn_param(syn_tparam_value(p)->param)->specs;
		if (tparam_is_pack(p) && pack_is_named(c, s, specs))
			continue;
		if (!template_convert(c, s, p, &args->at[i], loc))
			return false;
	}
	return true;
}

bool names_instance(struct sema *c, struct cscope *at, struct syn *id,
                    const struct cdecl *f) {
	struct syn *last = id->kind == SYN_QUALIFIED ? id->kid[id->nkid - 1] : id;
	struct ctargs args = {0}, flat = targs_flat(c, f->targ, f->ntarg);
	if (last->kind != SYN_TEMPLATE_ID && last->kind != SYN_OPERATOR_ID)
		return true; /* its parameters decide */
	bool failed = quiet_begin(c);
	bool ok = template_args_of(c, at, last, f->pattern, &args) &&
	          convert_written(c, f, &args, last->loc);
	quiet_end(c, failed);
	for (u32 i = 0; ok && i < args.n; i++)
		ok = i < flat.n && targ_equal(&args.at[i], &flat.at[i]);
	return ok;
}

/* Returns the scope of f's parameters in an entry that defines it; NULL if the entry does
 * not. */
static struct cscope *function_scope(struct sema *c, const struct cdecl *entry,
                                     const struct cdecl *f, struct syn *s,
                                     struct syn *id) {
	struct cscope *at = bind_qualifier(c, entry, f->cls_owner, &s, id);
	bool is_template = s->kind == SYN_TEMPLATE;
	if (!at || is_template != (f->pattern != NULL))
		return NULL;
	if (!is_template)
		return at;
	if (syn_template(s)->decl->kind == SYN_TEMPLATE)
		return NULL;
	if (is_explicit(s))
		return names_instance(c, at, id, f) ? at : NULL;
	if (syn_template(s)->params->nkid != f->ntarg)
		return NULL;
	struct cdecl *owner = head_owner(c, syn_template(s)->params, at);
	owner->kind = CDECL_TEMPLATE;
	owner->template_of = CDECL_FUNC;
	decl_set_constraint(c, owner, s);
	owner->syn = syn_template(s)->decl;
	if (!constraints_written_alike(f->pattern, owner))
		return NULL;
	return template_scope(c, owner, f->targ, f->ntarg);
}

/* Whether the results are alike, as far as they are written: of a template they are part
 * of the type by which template <> float A::f() is found ([temp.deduct.decl]). */
static bool same_result(const struct cdecl *f, const struct cdecl *g) {
	const struct ctype *of = f->type->base, *other = g->type->base;
	return of == other || ctype_has_auto(of) || ctype_has_auto(other);
}

static struct cdecl *try_definition(struct sema *c, struct cdecl *f,
                                    struct cdecl *entry) {
	struct syn *s = outside_syntax(c, entry), *def = without_heads(s);
	if (def->kind != SYN_FUNC_DEF)
		return NULL;
	struct declarator_info info = declarator_peek(syn_func_def(def)->declarator);
	if (!info.id || info.id->kind != SYN_QUALIFIED || info.id->nkid < 2)
		return NULL;
	struct cscope *at = function_scope(c, entry, f, s, info.id);
	if (!at)
		return NULL;
	struct cdecl *g = cdecl_new(c->a, CDECL_FUNC, f->name, entry->loc);
	g->scope = f->scope;
	g->is_system = entry->is_system;
	g->flags = f->flags;
	/* of a template it may be another overload's, whose types these arguments do not
	 * fit */
	bool is_trial = s != def, failed = c->failed;
	if (is_trial)
		failed = quiet_begin(c);
	declare_func(c, g, at, syn_func_def(def)->specs, syn_func_def(def)->declarator,
	             def);
	if (is_trial && quiet_end(c, failed))
		return NULL;
	if (g->state != CSTATE_CHECKED || !decl_same_function(f, g) ||
	    (f->pattern && !same_result(f, g)))
		return NULL;
	g->pattern = f->pattern;
	g->tscope = f->tscope;
	g->targ = f->targ;
	g->ntarg = f->ntarg;
	g->is_inst = f->is_inst;
	if (f->is_static_member_func) {
		g->is_static_member_func = true;
		g->this_param = NULL;
	}
	for (u32 i = 0; !is_trial && i < g->param.n && i < f->param.n; i++)
		check_default_twice(c, g, f, i);
	/* default arguments accumulate ([dcl.fct.default]/6) */
	for (u32 i = 0; i < g->param.n && i < f->param.n; i++) {
		if (f->param.at[i]->syn && syn_param(f->param.at[i]->syn)->default_)
			g->param.at[i]->syn = f->param.at[i]->syn;
		else if (g->param.at[i]->syn && syn_param(g->param.at[i]->syn)->default_)
			f->param.at[i]->syn = g->param.at[i]->syn;
	}
	f->min_args = g->min_args = MIN(f->min_args, g->min_args);
	return g;
}

bool is_defined_by(struct sema *c, struct cdecl *f, struct cdecl *entry) {
	return try_definition(c, f, entry) != NULL;
}

/* Reports another of the user's own entries of that name that defines f. */
static void second_definition(struct sema *c, struct cdecl *f, const struct cdecl *g,
                              struct cdecl *rest, bool want_explicit) {
	for (struct cdecl *e = rest; e && !f->is_inst && !f->cls_owner->is_inst;
	     e = e->next) {
		if (e->is_system || g->is_system ||
		    is_explicit_entry(c, e) != want_explicit)
			continue;
		struct cdecl *other = try_definition(c, f, e);
		if (!other)
			continue;
		bool is_later = other->loc.start > g->loc.start;
		check_twice(c, f->name->s, is_later ? other->loc : g->loc,
		            is_later ? g->loc : other->loc, "is defined twice");
		return;
	}
}

static bool define(struct sema *c, struct cdecl *f, bool want_explicit) {
	for (struct cdecl *e = outside_named(c, f->name); e; e = e->next) {
		if (is_explicit_entry(c, e) != want_explicit)
			continue;
		struct cdecl *g = try_definition(c, f, e);
		if (!g)
			continue;
		f->definition = g;
		if (!f->is_system && !g->is_system)
			warn_redeclared_space(c, f, g);
		f->flags |= g->flags & (SPEC_DEVICE | SPEC_HOST);
		second_definition(c, f, g, e->next, want_explicit);
		return true;
	}
	return false;
}

struct cdecl *out_of_class_definition(struct sema *c, struct cdecl *f) {
	if (f->definition || define(c, f, true))
		return f->definition;
	return !f->has_definition && define(c, f, false) ? f->definition : f;
}

/* ---- static variables -------------------------------------------------------------- */

struct cdecl *qualified_class(struct sema *c, struct cdecl *d) {
	if (!d->syn)
		d->syn = decl_parsed(c, d);
	struct syn *s = d->syn;
	struct syn *declarator = syn_first_declarator(s);
	struct declarator_info info = declarator_peek(declarator);
	if (!info.id || info.id->kind != SYN_QUALIFIED)
		return NULL;
	struct cscope *in = lookup_scope(c, d->scope, info.id, info.id->nkid - 1, true);
	return in && in->kind == CSCOPE_CLASS ? in->owner : NULL;
}

static bool has_initialiser(const struct syn *init_decl) {
	return init_decl && syn_init_decl(init_decl)->init;
}

/* Gives int t[] the bound that its initialiser has, if there is one. */
static void array_bound_of_init(struct sema *c, struct cdecl *m, struct cscope *at,
                                struct syn *init_decl) {
	if (m->type->kind == CT_ARRAY && !m->type->has_size && has_initialiser(init_decl))
		m->type = init_deduce_type(c, at, m->type, syn_init_decl(init_decl)->init,
		                           INIT_COPY, init_decl->loc);
}

/* int S::x = 3; or, of a member with an initialiser in the class, const int
 * S::y; */
void static_member_definition(struct sema *c, struct cdecl *m, struct cdecl *d) {
	check_member_memory(c, d, d->flags);
	m->flags |= d->flags;
	decl_set_space(m);
	if (d->syn->kind != SYN_SIMPLE_DECL || m->init ||
	    m->declarator == syn_simple_decl(d->syn)->init_decl[0])
		return;
	if (!has_initialiser(m->declarator))
		m->declarator = syn_simple_decl(d->syn)->init_decl[0];
	array_bound_of_init(c, m, m->scope, m->declarator);
	decl_var_init(c, m);
}

/* The same when the member is used first: const int S::x = 3; template <class T> const T
 * S<T>::y = 4; */
struct syn *outside_variable(struct sema *c, struct cdecl *m, struct cscope **at) {
	for (struct cdecl *e = m->cls_owner ? outside_named(c, m->name) : NULL; e;
	     e = e->next) {
		struct syn *s = outside_syntax(c, e), *def = without_heads(s);
		if (def->kind != SYN_SIMPLE_DECL || def->nkid < 2)
			continue;
		struct declarator_info info = declarator_peek(
			syn_init_decl(syn_simple_decl(def)->init_decl[0])->declarator);
		struct cscope *in = info.id && !info.func
		                            ? bind_qualifier(c, e, m->cls_owner, &s,
		                                             info.id)
		                            : NULL;
		if (!in || s->kind == SYN_TEMPLATE)
			continue;
		*at = in;
		return syn_simple_decl(def)->init_decl[0];
	}
	return NULL;
}

void static_member_bound(struct sema *c, struct cdecl *m) {
	struct cscope *at = m->scope;
	if (!m->is_static_member || m->state != CSTATE_CHECKED ||
	    m->type->kind != CT_ARRAY || m->type->has_size)
		return;
	m->state = CSTATE_CHECKING; /* the initialiser may name m */
	array_bound_of_init(c, m, at, outside_variable(c, m, &at));
	m->state = CSTATE_CHECKED;
}

/* ---- classes and enumerations ------------------------------------------------------ */

static struct syn *id_of_type(const struct syn *type) {
	return type->kind == SYN_CLASS  ? syn_class(type)->id
	       : type->kind == SYN_ENUM ? syn_enum(type)->id
	                                : NULL;
}

/* Returns the class or enumeration that an entry defines, `struct A::B {...}`, or NULL.
 */
static struct syn *outside_type_syntax(struct syn *decl, enum syn_kind kind) {
	struct syn *type = decl->kind == SYN_SIMPLE_DECL &&
	                                   syn_simple_decl(decl)->specs->kind == SYN_SPECS
	                           ? syn_specs(syn_simple_decl(decl)->specs)->type
	                           : NULL;
	struct syn *id = type && type->kind == kind && type->flags & SYNF_DEFINED
	                         ? id_of_type(type)
	                         : NULL;
	return id && id->kind == SYN_QUALIFIED ? type : NULL;
}

static struct cdecl *class_around(const struct cdecl *d) {
	struct cscope *s = scope_outside_template(d->scope);
	return s && s->kind == CSCOPE_CLASS ? s->owner : NULL;
}

/* Returns the qualified name of what an entry defines: a class, an enumeration, or a
 * variable (INIT_DECL); NULL: it does not. */
static struct syn *outside_id(struct syn *decl, enum syn_kind kind) {
	if (kind != SYN_INIT_DECL) {
		struct syn *type = outside_type_syntax(decl, kind);
		return type ? id_of_type(type) : NULL;
	}
	if (decl->kind != SYN_SIMPLE_DECL || decl->nkid < 2)
		return NULL;
	struct declarator_info info = declarator_peek(
		syn_init_decl(syn_simple_decl(decl)->init_decl[0])->declarator);
	return info.id && !info.func && info.id->kind == SYN_QUALIFIED ? info.id : NULL;
}

/* Returns the scope of an entry that defines the member d, or a template of it; *s is set
 * to its own head. NULL if the entry does not. */
static struct cscope *member_scope(struct sema *c, struct cdecl *d, struct cdecl *entry,
                                   enum syn_kind kind, bool want_explicit,
                                   struct syn **s) {
	if (is_explicit_entry(c, entry) != want_explicit)
		return NULL;
	*s = outside_syntax(c, entry);
	struct syn *id = outside_id(without_heads(*s), kind);
	if (!id)
		return NULL;
	bool failed = quiet_begin(c);
	struct cscope *at = bind_qualifier(c, entry, class_around(d), s, id);
	quiet_end(c, failed);
	return at;
}

static bool in_instance(const struct cdecl *d) {
	const struct cdecl *k = class_around(d);
	while (k && !k->is_inst)
		k = class_around(k);
	return k;
}

/* Finds the definition of a member class or enumeration; at: its scope. Only an explicit
 * specialisation takes the place of a definition inside of the class. */
static struct syn *outside_type(struct sema *c, struct cdecl *d, enum syn_kind kind,
                                bool is_defined, struct cscope **at) {
	struct syn *s;
	u32 npass = !class_around(d) ? 0 : !is_defined ? 2 : in_instance(d) ? 1 : 0;
	for (u32 pass = 0; pass < npass; pass++)
		for (struct cdecl *e = outside_named(c, d->name); e; e = e->next)
			if ((*at = member_scope(c, d, e, kind, pass == 0, &s)) &&
			    s->kind != SYN_TEMPLATE)
				return s;
	return NULL;
}

void outside_class(struct sema *c, struct cdecl *d) {
	struct cscope *at;
	bool is_defined = d->syn && d->syn->kind == SYN_CLASS;
	struct syn *s = outside_type(c, d, SYN_CLASS, is_defined, &at);
	if (!s)
		return;
	d->syn = outside_type_syntax(s, SYN_CLASS);
	d->inner->parent = at;
	attrs_of_specs(c, at, syn_simple_decl(s)->specs, d);
}

struct syn *outside_enum(struct sema *c, struct cdecl *d, bool is_defined,
                         struct cscope **at) {
	struct syn *s = outside_type(c, d, SYN_ENUM, is_defined, at);
	return s ? outside_type_syntax(s, SYN_ENUM) : NULL;
}

void outside_templates(struct sema *c, struct cdecl *tmpl) {
	struct syn *s;
	if (tmpl->has_outside)
		return;
	tmpl->has_outside = true;
	enum syn_kind kind = tmpl->template_of == CDECL_VAR ? SYN_INIT_DECL : SYN_CLASS;
	for (u32 pass = 0; class_around(tmpl) && pass < 2; pass++)
		for (struct cdecl *e = outside_named(c, tmpl->name); e; e = e->next) {
			struct cscope *at = member_scope(c, tmpl, e, kind, pass == 0, &s);
			if (!at || s->kind != SYN_TEMPLATE ||
			    syn_template(s)->decl->kind == SYN_TEMPLATE)
				continue;
			struct cdecl *d = cdecl_new(c->a, CDECL_UNPARSED, tmpl->name,
			                            e->loc);
			d->is_system = e->is_system;
			d->is_template = d->has_outside = true;
			d->is_inst = !syn_template(s)->params->nkid;
			d->tscope = at;
			d->guess = kind == SYN_CLASS ? CNAME_TEMPLATE_TYPE
			                             : CNAME_TEMPLATE;
			/* template<> template<class U> struct A<int>::B takes the place
			 * of the template ([temp.expl.spec]/16) */
			d->is_explicit = pass == 0 && !d->is_inst;
			cscope_add(tmpl->scope, d);
			decl_become_template(c, d, s);
		}
}
