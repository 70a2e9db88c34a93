/* unit.c - parses a whole unit without a checker. check_scope_of and check_name_class are
 * made of what skimming knows: a class's members are skimmed when its scope is asked for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/parse/unit.h"

void test_unit_init(struct test_unit *t, struct arena *arena) {
	*t = (struct test_unit){0};
	sources_init(&t->sources, arena);
	strtab_init(&t->names, arena);
	diag_init(&t->diag, arena, &t->sources);
	t->u = (struct cunit){.arena = arena,
	                      .names = &t->names,
	                      .diag = &t->diag,
	                      .sources = &t->sources};
	t->u.global = cscope_new(arena, CSCOPE_NAMESPACE, NULL, NULL);
}

/* ---- what the checker would know ------------------------------------------------- */

static struct cscope *class_scope(struct cunit *u, struct cdecl *d);

static void add_member(struct cunit *u, struct cscope *s, const struct skim_item *item) {
	bool is_type = item->kind == SKIM_TYPEDEF || item->kind == SKIM_ALIAS ||
	               item->kind == SKIM_CLASS || item->kind == SKIM_ENUM;
	if (item->name == SKIM_NONE || u->token[item->name].kind != CU_IDENT ||
	    item->is_qualified || u->token[item->name].name == s->owner->name)
		return;
	struct cdecl *d = cdecl_new(u->arena, CDECL_UNPARSED, u->token[item->name].name,
	                            cu_token_loc(&u->token[item->name]));
	d->guess = CNAME_OTHER;
	if (is_type)
		d->guess = item->is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
	else if (item->is_template)
		d->guess = CNAME_TEMPLATE;
	d->first_token = item->first;
	d->end_token = item->end;
	cscope_add(s, d);
}

/* The class among the items of a declaration. */
static const struct skim_item *class_item(const struct skim_items *items) {
	for (u32 i = 0; i < items->n; i++)
		if (items->at[i].kind == SKIM_CLASS && items->at[i].is_definition)
			return &items->at[i];
	return NULL;
}

static void add_bases(struct cunit *u, struct cscope *s, struct cdecl *d, u32 from,
                      u32 body) {
	bool in_bases = false;
	for (u32 i = from; i < body; i++) {
		in_bases |= u->token[i].kind == ':';
		if (!in_bases || u->token[i].kind != CU_IDENT || !d->scope)
			continue;
		struct cdecl *base = cscope_find(d->scope, u->token[i].name,
		                                 u->token[i].start);
		struct cscope *inner = base && base != d ? class_scope(u, base) : NULL;
		if (inner)
			cscope_use(s, inner, 0);
	}
}

static struct cscope *class_scope(struct cunit *u, struct cdecl *d) {
	struct skim_items items = {0};
	if (d->kind != CDECL_UNPARSED || d->inner)
		return d->inner;
	skim_declaration(u->arena, u->token, d->first_token, d->end_token, NULL, &items);
	const struct skim_item *c = class_item(&items);
	if (!c || c->name == SKIM_NONE || u->token[c->body].match == CU_NO_MATCH)
		return NULL;
	struct skim_item item = *c;
	d->inner = cscope_new(u->arena, CSCOPE_CLASS, d->scope, d);
	for (u32 i = item.body + 1, end = u->token[item.body].match; i < end;) {
		items.n = 0;
		i = skim_declaration(u->arena, u->token, i, end, d->name, &items);
		for (u32 k = 0; k < items.n; k++)
			add_member(u, d->inner, &items.at[k]);
	}
	add_bases(u, d->inner, d, item.name, item.body);
	return d->inner;
}

static struct cscope *scope_of_part(struct cunit *u, struct cscope *at, struct cscope *in,
                                    const struct syn *part) {
	if (part->kind != SYN_NAME && part->kind != SYN_TEMPLATE_ID)
		return NULL;
	struct cdecl *d = in ? cscope_find_here(in, part->name, part->loc.start)
	                     : cscope_find(at, part->name, part->loc.start);
	for (; d; d = d->next) {
		struct cscope *s = d->kind == CDECL_NAMESPACE ? d->inner
		                                              : class_scope(u, d);
		if (s)
			return s;
	}
	return NULL;
}

struct cscope *check_scope_of(struct cunit *u, struct cscope *at, struct syn *q) {
	struct cscope *s = q->flags & SYNF_GLOBAL ? u->global : NULL;
	if (q->kind != SYN_QUALIFIED)
		return scope_of_part(u, at, NULL, q);
	for (u32 i = 0; i < q->nkid; i++) {
		s = scope_of_part(u, at, s, q->kid[i]);
		if (!s)
			return NULL;
	}
	return s;
}

enum cname_class check_name_class(struct cunit *u, struct cscope *at, struct str *name,
                                  u32 before) {
	(void)u;
	return cdecl_name_class(cscope_find(at, name, before));
}

/* ---- all trees ------------------------------------------------------------------- */

struct walk {
	struct test_unit *t;
	struct cscope *scope;
	FILE *out;
};

static void add_name(const struct walk *w, struct str *name, enum cname_class guess) {
	if (!name)
		return;
	struct cdecl *d = cdecl_new(w->t->u.arena, CDECL_TPARAM, name,
	                            (struct loc){1, 1});
	d->guess = (u8)guess;
	cscope_add(w->scope, d);
}

static const struct syn *declared(const struct syn *d) {
	while (d && d->kind != SYN_D_NAME && d->kind != SYN_D_BINDING)
		d = syn_declarator(d)->inner;
	return d && d->kind == SYN_D_NAME ? syn_d_name(d)->id : NULL;
}

static void add_params(const struct walk *w, const struct syn *d) {
	while (d && d->kind != SYN_D_FUNC && d->nkid)
		d = d->kid[0]; /* down to a D_NAME's id, too */
	if (!d || d->kind != SYN_D_FUNC)
		return;
	const struct syn *params = syn_d_func(d)->params;
	for (u32 i = 0; i < params->nkid; i++) {
		const struct syn *name = declared(syn_param(params->kid[i])->declarator);
		if (name)
			add_name(w, name->name, CNAME_OTHER);
	}
}

static void add_tparam(const struct walk *w, const struct syn *t) {
	if (t->kind == SYN_TPARAM_TYPE)
		add_name(w, t->name, CNAME_TYPE);
	else if (t->kind == SYN_TPARAM_TEMPLATE)
		add_name(w, t->name, CNAME_TEMPLATE_TYPE);
	else {
		const struct syn *name = declared(
			syn_param(syn_tparam_value(t)->param)->declarator);
		if (name)
			add_name(w, name->name, CNAME_OTHER);
	}
}

static struct walk inside(const struct walk *w, enum cscope_kind kind) {
	struct walk inner = *w;
	inner.scope = cscope_new(w->t->u.arena, kind, w->scope, NULL);
	return inner;
}

/* Names of a class, for the bodies of its members. */
static void add_class_names(const struct walk *w, const struct syn *class) {
	for (u32 i = 2; i < class->nkid; i++) {
		const struct syn *m = class->kid[i];
		bool is_template = m->kind == SYN_TEMPLATE;
		while (m->kind == SYN_TEMPLATE || m->kind == SYN_FRIEND)
			m = m->kid[m->nkid - 1];
		if (m->kind == SYN_ALIAS)
			add_name(w, m->name,
			         is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE);
		if (m->kind == SYN_FUNC_DEF && declared(syn_func_def(m)->declarator) &&
		    syn_specs(syn_func_def(m)->specs)->type)
			add_name(w, declared(syn_func_def(m)->declarator)->name,
			         is_template ? CNAME_TEMPLATE : CNAME_OTHER);
		if (m->kind != SYN_SIMPLE_DECL)
			continue;
		const struct syn *specs = syn_simple_decl(m)->specs,
				 *type = syn_specs(specs)->type;
		/* kid[0]: the id of either */
		if (type && (type->kind == SYN_CLASS || type->kind == SYN_ENUM) &&
		    type->kid[0])
			add_name(w, type->kid[0]->name,
			         is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE);
		for (u32 k = 1; k < m->nkid; k++)
			if (declared(syn_init_decl(m->kid[k])->declarator) && type)
				add_name(w,
				         declared(syn_init_decl(m->kid[k])->declarator)
				                 ->name,
				         specs->value & SPEC_TYPEDEF ? CNAME_TYPE
				         : is_template               ? CNAME_TEMPLATE
				                                     : CNAME_OTHER);
	}
}

static void walk(const struct walk *w, const struct syn *s);

static void walk_kids(const struct walk *w, const struct syn *s) {
	for (u32 i = 0; i < s->nkid; i++)
		if (s->kid[i])
			walk(w, s->kid[i]);
}

static void parse_part(const struct walk *w, const struct syn *range, bool is_inits) {
	struct cunit *u = &w->t->u;
	struct syn *s = is_inits ? cuda_parse_mem_inits(u, w->scope, range->first_token,
	                                                range->end_token)
	                         : cuda_parse_body(u, w->scope, range->first_token,
	                                           range->end_token);
	w->t->nbody++;
	if (w->out)
		syn_dump(s, w->out);
	walk(w, s);
}

static void walk(const struct walk *w, const struct syn *s) {
	struct walk inner;
	switch ((enum syn_kind)s->kind) {
	case SYN_TEMPLATE:
		inner = inside(w, CSCOPE_TEMPLATE);
		for (u32 i = 0; i < syn_template(s)->params->nkid; i++)
			add_tparam(&inner, syn_template(s)->params->kid[i]);
		walk_kids(&inner, s);
		break;
	case SYN_CLASS:
		inner = inside(w, CSCOPE_CLASS);
		if (syn_class(s)->id)
			add_name(&inner, syn_class(s)->id->name, CNAME_TYPE);
		add_class_names(&inner, s);
		walk_kids(&inner, s);
		break;
	case SYN_FUNC_DEF:
		inner = inside(w, CSCOPE_FUNC);
		add_params(&inner, syn_func_def(s)->declarator);
		walk(&inner, syn_func_def(s)->specs);
		walk(&inner, syn_func_def(s)->declarator);
		if (syn_func_def(s)->mem_inits)
			parse_part(&inner, syn_func_def(s)->mem_inits, true);
		if (syn_func_def(s)->body)
			parse_part(&inner, syn_func_def(s)->body, false);
		break;
	case SYN_LAMBDA:
		inner = inside(w, CSCOPE_FUNC);
		for (u32 i = 0; i < syn_lambda(s)->tparams->nkid; i++)
			add_tparam(&inner, syn_lambda(s)->tparams->kid[i]);
		if (syn_lambda(s)->declarator)
			add_params(&inner, syn_lambda(s)->declarator);
		parse_part(&inner, syn_lambda(s)->body, false);
		break;
	default: walk_kids(w, s);
	}
}

static void parse_user(const struct walk *w, bool all) {
	u32 last = 0;
	for (u32 i = 0; i < w->scope->member.n; i++) {
		struct cdecl *d = w->scope->member.at[i];
		struct walk inner = *w;
		if (d->kind == CDECL_NAMESPACE) {
			inner.scope = d->inner;
			if (d->inner && d->inner->owner == d)
				parse_user(&inner, all);
			continue;
		}
		if ((d->is_system && !all) || d->end_token <= last)
			continue;
		last = d->end_token;
		struct syn *s = cuda_parse_decl(&w->t->u, w->scope, d->first_token,
		                                d->end_token);
		w->t->ndecl++;
		if (w->out)
			syn_dump(s, w->out);
		walk(w, s);
	}
}

void test_unit_parse(struct test_unit *t, bool all, FILE *out) {
	struct walk w = {t, t->u.global, out};
	parse_user(&w, all);
}
