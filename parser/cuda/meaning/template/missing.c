/* missing.c - names in the declaration of a function template that are not declared. Such
 * a name depends on no parameter, so it is an error in the template itself
 * ([temp.res]/8), not a failed substitution, which would only be reported as a call that
 * no function matches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/missing.h"

#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/template/template.h"

struct search {
	struct sema *c;
	struct cscope *at;
	/* func: a D_FUNC, whose parameters an argument may name */
	const struct syn *params, *func;
	bool found;
};

static bool is_own_param(const struct search *s, const struct str *name) {
	for (u32 i = 0; i < s->params->nkid; i++)
		if (tparam_name(s->params->kid[i]) == name)
			return true;
	const struct syn *list = s->func ? syn_d_func(s->func)->params : NULL;
	for (u32 i = 0; list && i < list->nkid; i++) {
		struct syn *d = list->kid[i]->nkid > 1
		                        ? syn_param(list->kid[i])->declarator
		                        : NULL;
		struct declarator_info info = declarator_peek(d);
		if (info.id && info.id->name == name)
			return true;
	}
	return false;
}

static void missing_name(struct search *s, struct syn *id, bool is_type) {
	struct sema *c = s->c;
	bool is_builtin = strncmp(id->name->s, "__", 2) == 0; /* the compiler's own */
	if (is_builtin || is_own_param(s, id->name) ||
	    lookup(c, s->at, id->name, id->loc))
		return;
	struct diag_record *r = is_type ? check_error(c, id->loc, E0606,
	                                              "unknown type name '%s'",
	                                              id->name->s)
	                                : check_error(c, id->loc, E0601,
	                                              "'%s' is not declared",
	                                              id->name->s);
	check_suggest(c, r, s->at, id->name->s);
	s->found = true;
}

static void search(struct search *s, struct syn *n);

/* a::b where a is a namespace. */
static void missing_member(struct search *s, struct syn *id) {
	struct syn *last = id->kid[id->nkid - 1];
	bool is_plain = true;
	for (u32 i = 0; i < id->nkid; i++) {
		is_plain &= id->kid[i]->kind == SYN_NAME;
		search(s, id->kid[i]);
	}
	if (!is_plain || is_own_param(s, id->kid[0]->name))
		return;
	bool failed = quiet_begin(s->c);
	struct cscope *in = lookup_scope(s->c, s->at, id, id->nkid - 1, false);
	quiet_end(s->c, failed);
	if (!in || in->kind != CSCOPE_NAMESPACE || lookup_in(s->c, in, last->name))
		return;
	struct diag_record *r = check_error(s->c, last->loc, E0606,
	                                    "no type named '%s' in '%s'", last->name->s,
	                                    in->owner ? in->owner->name->s : "::");
	check_suggest(s->c, r, in, last->name->s);
	s->found = true;
}

static void search_kids(struct search *s, struct syn *n, u32 first, u32 end) {
	for (u32 i = first; i < end && i < n->nkid; i++)
		search(s, n->kid[i]);
}

/* Expressions are not searched: they are checked when they are needed, and their errors
 * are reported then. */
static void search(struct search *s, struct syn *n) {
	if (!n)
		return;
	switch (n->kind) {
	case SYN_SPECS:
		if (n->nkid && syn_specs(n)->type && syn_specs(n)->type->kind == SYN_NAME)
			missing_name(s, syn_specs(n)->type, true);
		else if (n->nkid && syn_specs(n)->type &&
		         syn_specs(n)->type->kind == SYN_QUALIFIED)
			missing_member(s, syn_specs(n)->type);
		else
			search_kids(s, n, 0, 1);
		break;
	case SYN_TEMPLATE_ID:
		for (u32 i = 0; i < n->nkid; i++)
			if (n->kid[i]->kind == SYN_NAME)
				missing_name(s, n->kid[i], false);
			else
				search(s, n->kid[i]);
		break;
	case SYN_TPARAM_VALUE:
	case SYN_INIT_DECL:
	case SYN_TPARAM_TYPE:
	case SYN_D_PTR:
	case SYN_D_LREF:
	case SYN_D_RREF:
	case SYN_D_ARRAY:
	case SYN_D_PACK: search_kids(s, n, 0, 1); break;
	case SYN_TYPE_ID:
	case SYN_PARAM: search_kids(s, n, 0, 2); break;
	case SYN_D_FUNC: search_kids(s, n, 0, 3); break;
	case SYN_LIST: search_kids(s, n, 0, n->nkid); break;
	default: break;
	}
}

bool template_names_missing(struct sema *c, struct cdecl *tmpl) {
	if (tmpl->is_system || tmpl->template_of != CDECL_FUNC || !tmpl->params ||
	    !tmpl->syn || c->quiet)
		return false;
	if (tmpl->were_names_searched)
		return tmpl->is_name_missing;
	tmpl->were_names_searched = true;
	struct syn *decl = syn_inner_decl(tmpl->syn);
	if ((decl->kind != SYN_FUNC_DEF && decl->kind != SYN_SIMPLE_DECL) ||
	    decl->nkid < 2)
		return false;
	struct syn *declarator = syn_first_declarator(decl);
	struct search s = {.c = c,
	                   .at = tmpl->tscope ? tmpl->tscope : tmpl->scope,
	                   .params = tmpl->params,
	                   .func = declarator_peek(declarator).func};
	search(&s, tmpl->params);
	for (u32 i = 0; i < tmpl->params->nkid; i++) { /* int N = name */
		struct syn *p = tmpl->params->kid[i];
		struct syn *value =
			p->kind == SYN_TPARAM_VALUE &&
					syn_tparam_value(p)->param->nkid > 2
				? syn_param(syn_tparam_value(p)->param)->default_
				: NULL;
		if (value && value->kind == SYN_NAME)
			missing_name(&s, value, false);
	}
	search(&s, syn_specified(decl)->specs);
	search(&s, declarator);
	tmpl->is_name_missing = s.found;
	return s.found;
}
