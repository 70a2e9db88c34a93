/* define.c - templates as they are defined: names that depend on no parameter must be
 * declared before the template ([temp.res]/8, [temp.nondep]), packs stand in expansions
 * ([temp.variadic]/8), parameters keep their meaning ([temp.local]/6). These are errors
 * of the template itself, whether or not there are instances. The syntax is walked, with
 * the names that it declares on a stack; all others are looked up around it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/define.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/template/template.h"
#include "parser/cuda/meaning/template/unexpanded.h"

/* A name that the walked syntax declares. */
struct own_name {
	struct str *name;
	bool is_pack, is_parameter; /* of a template */
	struct loc loc;
};

struct walk {
	struct sema *c;
	struct cscope *at; /* around the declaration */
	VEC(struct own_name) own;
	u32 in_template, in_expansion;
	u32 unknown;          /* > 0: a base or something else may declare any name */
	struct syn *base[16]; /* base-clauses of the classes around */
	u32 nbase;
};

static void walk(struct walk *w, struct syn *s);

static void walk_kids(struct walk *w, const struct syn *s, u32 first) {
	for (u32 i = first; i < s->nkid; i++)
		walk(w, s->kid[i]);
}

/* ---- names ------------------------------------------------------------------------- */

static const struct own_name *own_name(const struct walk *w, const struct str *name) {
	for (u32 i = w->own.n; i-- > 0;)
		if (w->own.at[i].name == name)
			return &w->own.at[i];
	return NULL;
}

static void declare(struct walk *w, struct str *name, struct loc loc) {
	if (name)
		vec_push(w->c->a, &w->own, ((struct own_name){.name = name, .loc = loc}));
}

/* Whether the syntax names anything that the walked syntax declares. */
static bool is_own(const struct walk *w, const struct syn *s) {
	if (!s)
		return false;
	if (s->name && own_name(w, s->name))
		return true;
	for (u32 i = 0; i < s->nkid; i++)
		if (is_own(w, s->kid[i]))
			return true;
	return false;
}

/* Whether a base class that depends on no parameter has a member of the name. */
static bool is_in_base(struct walk *w, struct str *name) {
	for (u32 i = 0; i < w->nbase; i++)
		for (u32 k = 0; k < w->base[i]->nkid; k++) {
			struct syn *id = syn_base(w->base[i]->kid[k])->type;
			if (is_own(w, id))
				continue;
			bool failed = quiet_begin(w->c);
			const struct ctype *t = type_of_id(w->c, w->at, id, true);
			bool is_known = t->kind == CT_CLASS && type_try_complete(w->c, t);
			bool found = !is_known || lookup_in(w->c, t->decl->inner, name);
			quiet_end(w->c, failed);
			if (found)
				return true;
		}
	return false;
}

static void find_name(struct walk *w, struct syn *id, bool is_type) {
	struct sema *c = w->c;
	const struct own_name *own = own_name(w, id->name);
	if (own) {
		if (own->is_pack && !w->in_expansion)
			pack_not_expanded(c, id->name, id->loc);
		return;
	}
	/* the compiler's own names begin so; those of the parameters `auto` have a : */
	bool is_builtin = strncmp(id->name->s, "__", 2) == 0 || strchr(id->name->s, ':');
	if (!w->in_template || w->unknown || is_builtin ||
	    lookup(c, w->at, id->name, id->loc) || is_in_base(w, id->name))
		return;
	struct diag_record *r = is_type ? check_error(c, id->loc, E0606,
	                                              "unknown type name '%s'",
	                                              id->name->s)
	                                : check_error(c, id->loc, E0601,
	                                              "'%s' is not declared",
	                                              id->name->s);
	check_suggest(c, r, w->at, id->name->s);
}

/* The name of a type, a template or a value. */
static void walk_id(struct walk *w, struct syn *id, bool is_type) {
	if (id->kind == SYN_NAME || id->kind == SYN_TEMPLATE_ID) {
		if (id->name)
			find_name(w, id, is_type);
		walk_kids(w, id, 0);
	} else if (id->kind == SYN_QUALIFIED) {
		/* the parts after the first are looked up in what it names */
		for (u32 i = 0; i < id->nkid; i++)
			if (i || id->flags & SYNF_GLOBAL)
				walk_kids(w, id->kid[i], 0);
			else
				walk_id(w, id->kid[0], false);
	} else {
		walk(w, id);
	}
}

/* ---- declarations ------------------------------------------------------------------ */

static void declare_declarator(struct walk *w, struct syn *d) {
	struct declarator_info info = declarator_peek(d);
	if (info.id && info.id->kind == SYN_NAME)
		declare(w, info.id->name, info.id->loc);
	if (info.id && info.id->kind == SYN_NAME && info.is_pack && w->own.n)
		w->own.at[w->own.n - 1].is_pack = true;
}

/* A template's parameter keeps its meaning in the template ([temp.local]/6). */
static void refuse_hiding(struct walk *w, const struct str *name, struct loc loc) {
	const struct own_name *own = name ? own_name(w, name) : NULL;
	if (own && own->is_parameter)
		check_twice(w->c, name->s, loc, own->loc,
		            "is the name of a parameter of the template");
}

static void declare_member_names(struct walk *w, const struct syn *m);

static void declare_class_names(struct walk *w, const struct syn *cls) {
	for (u32 i = 2; i < cls->nkid; i++)
		declare_member_names(w, cls->kid[i]);
}

static void declare_type_names(struct walk *w, const struct syn *type) {
	if (!type)
		return;
	if (type->kind == SYN_CLASS) {
		const struct syn *id = syn_class(type)->id;
		if (id)
			declare(w, id->name, id->loc);
		else
			declare_class_names(w, type); /* those of an anonymous union */
	} else if (type->kind == SYN_ELABORATED) {
		if (syn_elaborated(type)->id->kind == SYN_NAME)
			declare(w, syn_elaborated(type)->id->name, type->loc);
	} else if (type->kind == SYN_ENUM) {
		if (syn_enum(type)->id)
			declare(w, syn_enum(type)->id->name, type->loc);
		for (u32 i = 2; i < type->nkid; i++)
			declare(w, type->kid[i]->name, type->kid[i]->loc);
	}
}

static void declare_specs_names(struct walk *w, const struct syn *specs) {
	if (specs && specs->kind == SYN_SPECS)
		declare_type_names(w, syn_specs(specs)->type);
}

static void declare_member_names(struct walk *w, const struct syn *m) {
	m = syn_inner_decl((struct syn *)m);
	if (m->kind == SYN_ALIAS) {
		refuse_hiding(w, m->name, m->loc);
		declare(w, m->name, m->loc);
	} else if (m->kind == SYN_FUNC_DEF) {
		declare_specs_names(w, syn_func_def(m)->specs);
		declare_declarator(w, syn_func_def(m)->declarator);
	} else if (m->kind == SYN_SIMPLE_DECL) {
		const struct syn *specs = syn_simple_decl(m)->specs;
		const struct syn *type = specs->kind == SYN_SPECS ? syn_specs(specs)->type
		                                                  : NULL;
		declare_specs_names(w, specs);
		if (m->nkid == 1 && type && type->kind == SYN_QUALIFIED)
			declare(w, name_of_id(w->c, (struct syn *)type), type->loc);
		for (u32 i = 1; i < m->nkid; i++) {
			struct syn *d = syn_init_decl(m->kid[i])->declarator;
			struct declarator_info info = declarator_peek(d);
			if (info.id && info.id->kind == SYN_NAME)
				refuse_hiding(w, info.id->name, info.loc);
			declare_declarator(w, d);
		}
	} else if (m->kind == SYN_USING_DECL) {
		for (u32 i = 0; i < m->nkid; i++)
			declare(w, name_of_id(w->c, m->kid[i]), m->kid[i]->loc);
	} else if (m->kind == SYN_USING_ENUM) {
		w->unknown++; /* until the end of the declaration */
	}
}

static void walk_class(struct walk *w, struct syn *cls) {
	struct syn *id = syn_class(cls)->id, *bases = syn_class(cls)->bases;
	u32 n = w->own.n, nbase = w->nbase, unknown = w->unknown;
	if (id && id->kind != SYN_NAME)
		walk_id(w, id, true);
	w->unknown += id && id->kind == SYN_QUALIFIED; /* the class around declares it */
	walk(w, bases);
	if (bases && bases->nkid && w->nbase < countof(w->base))
		w->base[w->nbase++] = bases;
	else if (bases && bases->nkid)
		w->unknown++;
	if (id && id->kind == SYN_NAME) {
		refuse_hiding(w, id->name, id->loc);
		declare(w, id->name, id->loc);
	}
	declare_class_names(w, cls);
	walk_kids(w, cls, 2);
	w->own.n = n;
	w->nbase = nbase;
	w->unknown = unknown;
}

static void walk_type(struct walk *w, struct syn *type) {
	if (type->kind == SYN_CLASS)
		walk_class(w, type);
	else if (type->kind == SYN_ELABORATED &&
	         syn_elaborated(type)->id->kind == SYN_NAME)
		return; /* declares it, perhaps */
	else if (type->kind == SYN_NAME)
		walk_id(w, type, true);
	else
		walk(w, type);
}

/* The name that a declarator declares is none that it refers to, except for what
 * qualifies it. */
static void walk_declared_id(struct walk *w, struct syn *id) {
	if (id->kind == SYN_QUALIFIED) {
		for (u32 i = 0; i < id->nkid; i++)
			walk_kids(w, id->kid[i], 0);
		w->unknown++; /* what follows is looked up in the class, too */
	} else if (id->kind == SYN_TEMPLATE_ID || id->kind == SYN_CONVERSION_NAME) {
		walk_kids(w, id, 0);
	}
}

static void walk_expanded(struct walk *w, struct syn *s, bool is_pack) {
	w->in_expansion += is_pack;
	walk(w, s);
	w->in_expansion -= is_pack;
}

static void walk_param(struct walk *w, struct syn *p) {
	struct declarator_info info = declarator_peek(syn_param(p)->declarator);
	bool is_pack = p->flags & SYNF_PACK || info.is_pack;
	walk_expanded(w, syn_param(p)->specs, is_pack);
	if (syn_param(p)->declarator)
		walk_expanded(w, syn_param(p)->declarator, is_pack);
	if (info.id && info.id->kind == SYN_NAME)
		declare(w, info.id->name, info.id->loc);
	if (info.id && info.id->kind == SYN_NAME && is_pack)
		w->own.at[w->own.n - 1].is_pack = true;
	if (p->nkid > 2)
		walk(w, syn_param(p)->default_);
}

/* The inner declarator comes first: its name is looked up before the parameters. */
static void walk_func(struct walk *w, struct syn *d) {
	walk(w, syn_d_func(d)->inner);
	struct syn *params = syn_d_func(d)->params;
	for (u32 i = 0; i < params->nkid; i++)
		walk(w, params->kid[i]);
	walk_kids(w, d, 2);
}

static void walk_tparam(struct walk *w, struct syn *p) {
	bool is_pack = tparam_is_pack(p);
	u32 n = w->own.n;
	if (p->kind == SYN_TPARAM_VALUE) {
		walk_expanded(w, syn_tparam_value(p)->param, is_pack);
		w->own.n = n;
	} else if (p->kind == SYN_TPARAM_TYPE) {
		for (u32 i = 0; i < p->nkid; i++)
			walk_expanded(w, p->kid[i], is_pack);
	} else if (p->kind == SYN_TPARAM_TEMPLATE) {
		struct syn *params = syn_tparam_template(p)->params;
		for (u32 i = 0; i < params->nkid; i++)
			walk_tparam(w, params->kid[i]);
		w->own.n = n;
		walk_kids(w, p, 1);
	}
	struct str *name = tparam_name(p);
	if (name)
		vec_push(w->c->a, &w->own,
		         ((struct own_name){.name = name,
		                            .is_pack = is_pack,
		                            .is_parameter = true,
		                            .loc = p->loc}));
}

static void walk_template(struct walk *w, struct syn *s) {
	u32 n = w->own.n, unknown = w->unknown;
	struct syn *params = syn_template(s)->params;
	w->in_template++;
	for (u32 i = 0; i < params->nkid; i++)
		walk_tparam(w, params->kid[i]);
	if (s->nkid > 2)
		walk(w, syn_template(s)->constraint);
	walk(w, syn_template(s)->decl);
	w->in_template--;
	w->own.n = n;
	w->unknown = unknown;
}

static void walk_scoped(struct walk *w, struct syn *s) {
	u32 n = w->own.n, unknown = w->unknown;
	walk_kids(w, s, 0);
	w->own.n = n;
	w->unknown = unknown;
}

/* ---- expressions ------------------------------------------------------------------- */

/* A function may be found by its arguments, in an instance ([temp.dep]/1). */
static void walk_call(struct walk *w, struct syn *s) {
	struct syn *callee = syn_call(s)->callee;
	bool is_found_later = s->nkid > 1 && (callee->kind == SYN_NAME ||
	                                      callee->kind == SYN_TEMPLATE_ID);
	w->unknown += is_found_later;
	if (is_found_later)
		walk_id(w, callee, false);
	w->unknown -= is_found_later;
	walk_kids(w, s, is_found_later);
}

/* What a lambda captures and its parameters; its body is not looked into. */
static void walk_lambda(struct walk *w, struct syn *s) {
	u32 n = w->own.n, unknown = w->unknown;
	struct syn *list = syn_lambda(s)->captures;
	for (u32 i = 0; i < list->nkid; i++)
		if (list->kid[i]->nkid)
			walk_expanded(w, syn_capture(list->kid[i])->init,
			              list->kid[i]->flags & SYNF_PACK);
	w->own.n = n;
	w->unknown = unknown;
}

/* Of the body of a function only packs are looked at. */
static void walk_body(struct walk *w, const struct syn *s) {
	for (u32 i = 0; i < w->own.n; i++) {
		const struct own_name *own = &w->own.at[i];
		if (!own->is_pack || own_name(w, own->name) != own)
			continue;
		const struct cu_token_rec *t = pack_unexpanded(
			w->c->u->token, s->first_token, s->end_token, own->name);
		if (t)
			pack_not_expanded(w->c, own->name, cu_token_loc(t));
	}
}

static void walk(struct walk *w, struct syn *s) {
	if (!s)
		return;
	switch (s->kind) {
	case SYN_TEMPLATE: walk_template(w, s); break;
	case SYN_NAME:
	case SYN_TEMPLATE_ID:
	case SYN_QUALIFIED: walk_id(w, s, false); break;
	case SYN_SPECS:
		if (!s->nkid) /* a word of what was not parsed to its end */
			break;
		if (syn_specs(s)->type)
			walk_type(w, syn_specs(s)->type);
		for (u32 i = 1; i < s->nkid; i++) {
			w->unknown++; /* words of attributes */
			walk(w, s->kid[i]);
			w->unknown--;
		}
		break;
	case SYN_ATTR:
		w->unknown++;
		walk_kids(w, s, 0);
		w->unknown--;
		break;
	case SYN_CLASS: walk_class(w, s); break;
	case SYN_BASE: walk_expanded(w, syn_base(s)->type, s->flags & SYNF_PACK); break;
	case SYN_ENUM:
		walk(w, syn_enum(s)->underlying);
		walk_kids(w, s, 2);
		break;
	case SYN_D_NAME: walk_declared_id(w, syn_d_name(s)->id); break;
	case SYN_D_FUNC: walk_func(w, s); break;
	case SYN_PARAM: walk_param(w, s); break;
	case SYN_SIMPLE_DECL:
	case SYN_FUNC_DEF:
	case SYN_REQUIRES:
	case SYN_TYPE_ID: walk_scoped(w, s); break;
	case SYN_USING_DECL:
		for (u32 i = 0; i < s->nkid; i++)
			walk_expanded(w, s->kid[i],
			              (s->flags | s->kid[i]->flags) & SYNF_PACK);
		break;
	case SYN_PACK_EXPANSION:
	case SYN_FOLD:
		w->in_expansion++;
		walk_kids(w, s, 0);
		w->in_expansion--;
		break;
	case SYN_CALL: walk_call(w, s); break;
	case SYN_MEMBER:
		walk(w, syn_member(s)->object);
		walk_kids(w, syn_member(s)->id, 0);
		break;
	case SYN_OFFSETOF: walk(w, syn_offsetof(s)->type_id); break;
	case SYN_LAMBDA: walk_lambda(w, s); break;
	case SYN_BODY:
		if (!w->in_expansion)
			walk_body(w, s);
		break;
	case SYN_STMT_EXPR:
	case SYN_SIZEOF_PACK: break;
	default: walk_kids(w, s, 0); break;
	}
}

void template_check_definition(struct sema *c, struct cscope *at, struct syn *s) {
	struct walk w = {.c = c, .at = at};
	walk(&w, s);
}

void template_check_instance(struct sema *c, struct cscope *at, struct syn *s) {
	struct walk w = {.c = c, .at = at, .in_template = 1};
	walk(&w, s);
}

void template_check_packs(struct sema *c, struct cscope *at, struct syn *s) {
	struct walk w = {.c = c, .at = at, .unknown = 1};
	walk(&w, s);
}
