/* twice.c - repeated declarations of members, parameters and default arguments in the
 * user's files. Headers may repeat declarations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/twice.h"

#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/template/template.h"

void check_twice(struct sema *c, const char *name, struct loc loc, struct loc first,
                 const char *what) {
	struct source_pos pos = source_pos(c->u->sources, first.start);
	struct diag_record *r = check_error(c, loc, E0628, "'%s' %s", name, what);
	check_note(c, r, "the other is at %s:%u", pos.file ? pos.file->name : "?",
	           pos.line);
}

/* Reports two parameters of one name, of a function or a template; nameless ones have
 * none. */
static void names_differ(struct sema *c, const struct syn *params,
                         struct str *(*name_of)(const struct syn *)) {
	for (u32 i = 1; i < params->nkid && i < 64; i++)
		for (u32 k = 0; k < i; k++) {
			struct str *name = name_of(params->kid[i]);
			if (name && name == name_of(params->kid[k]))
				check_twice(c, name->s, params->kid[i]->loc,
				            params->kid[k]->loc,
				            "is the name of two parameters");
		}
}

static struct str *param_name(const struct syn *p) {
	struct declarator_info info = {0};
	if (p->kind == SYN_PARAM)
		info = declarator_peek(syn_param(p)->declarator);
	return info.id ? info.id->name : NULL;
}

void check_param_names(struct sema *c, const struct syn *params) {
	names_differ(c, params, param_name);
}

void check_tparam_names(struct sema *c, const struct syn *params) {
	names_differ(c, params, tparam_name);
	for (u32 i = 0; i < params->nkid; i++) {
		const struct syn *p = params->kid[i];
		if (p->kind != SYN_TPARAM_VALUE)
			continue;
		const struct syn_param *param = syn_param(syn_tparam_value(p)->param);
		const struct syn *type = param->specs->kind == SYN_SPECS
		                                 ? syn_specs(param->specs)->type
		                                 : NULL;
		bool is_plain = !param->declarator ||
		                param->declarator->kind == SYN_D_NAME;
		if (is_plain && type && type->kind == SYN_BUILTIN_TYPE &&
		    type->op == TW_VOID) /* [temp.param]/6 */
			check_error(c, p->loc, E0614,
			            "a template parameter cannot be void");
	}
}

/* ---- one name, several kinds ------------------------------------------------------- */

enum name_kind {
	NAME_UNKNOWN,
	NAME_CLASS, /* or an enumeration */
	NAME_TYPEDEF,
	NAME_FUNC,
	NAME_VALUE,
	NAME_ENUMERATOR,
	NAME_CLASS_TEMPLATE,
	NAME_NAMESPACE
};

static enum name_kind name_kind(const struct cdecl *d) {
	if (d->is_system || d->is_special || d->state == CSTATE_FAILED)
		return NAME_UNKNOWN;
	switch ((enum cdecl_kind)d->kind) {
	case CDECL_NAMESPACE: return NAME_NAMESPACE;
	case CDECL_FUNC: return NAME_FUNC;
	case CDECL_VAR:
	case CDECL_FIELD: return NAME_VALUE;
	case CDECL_ENUMERATOR: return NAME_ENUMERATOR;
	case CDECL_TEMPLATE:
		return d->template_of == CDECL_TYPE   ? NAME_CLASS_TEMPLATE
		       : d->template_of == CDECL_FUNC ? NAME_FUNC
		                                      : NAME_VALUE;
	case CDECL_TYPE: { /* a class that is declared again is a typedef of itself */
		bool is_named = d->type &&
		                (d->type->kind == CT_CLASS || d->type->kind == CT_ENUM);
		if (!d->type || d->type->kind == CT_ERROR || d->guess == CNAME_OTHER)
			return NAME_UNKNOWN;
		return is_named && d->type->decl->name == d->name ? NAME_CLASS
		                                                  : NAME_TYPEDEF;
	}
	default: return NAME_UNKNOWN;
	}
}

/* [basic.scope.declarative]/4: a class or enumeration may be hidden by a function or a
 * variable; functions are overloads; types may be declared again. */
static bool kinds_differ(enum name_kind a, enum name_kind b) {
	if (a == b || a == NAME_UNKNOWN || b == NAME_UNKNOWN)
		return false;
	if (a >= NAME_CLASS_TEMPLATE || b >= NAME_CLASS_TEMPLATE)
		return true;
	return a != NAME_CLASS && b != NAME_CLASS;
}

void check_kinds_differ(struct sema *c, const struct cdecl *d) {
	const struct cdecl *other = d; /* the first one that is no class */
	for (const struct cdecl *e = d->next; e; e = e->next) {
		if (e->scope != d->scope)
			continue;
		if (name_kind(other) == NAME_CLASS && name_kind(e) != NAME_CLASS &&
		    !kinds_differ(name_kind(d), name_kind(e)))
			other = e;
		if (kinds_differ(name_kind(d), name_kind(e)) ||
		    kinds_differ(name_kind(other), name_kind(e))) {
			check_twice(c, d->name->s, e->loc, d->loc,
			            "is declared as two different things");
			return;
		}
	}
}

/* Reports members that a class declares again, which only functions may ([class.mem]/5).
 * A class's name may be a member's too. */
void check_members_twice(struct sema *c, const struct cdecl *cls) {
	for (u32 i = 0; i < cls->inner->member.n; i++) {
		struct cdecl *m = cls->inner->member.at[i];
		if (!m->name || !m->next || m->is_system)
			continue;
		bool is_value = m->kind == CDECL_FIELD || m->kind == CDECL_ENUMERATOR;
		for (struct cdecl *e = m->next; e && is_value; e = e->next)
			if (e->scope == m->scope &&
			    (e->kind == CDECL_FIELD || e->kind == CDECL_ENUMERATOR)) {
				check_twice(c, m->name->s, e->loc, m->loc,
				            "is declared twice in its class");
				return;
			}
	}
}

/* Reports a default argument that is given twice ([dcl.fct.default]/4). */
void check_default_twice(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                         u32 i) {
	const struct syn *x = a->param.at[i]->syn, *y = b->param.at[i]->syn;
	if (a->is_system || b->is_system || !x || !y || x == y ||
	    !syn_param(x)->default_ || !syn_param(y)->default_ ||
	    x->loc.start == y->loc.start)
		return;
	const struct syn *first = x->loc.start < y->loc.start ? x : y;
	const struct syn *second = first == x ? y : x;
	struct str *name = param_name(second);
	check_twice(c, name ? name->s : a->name->s, syn_param(second)->default_->loc,
	            syn_param(first)->default_->loc, "is given a default argument twice");
}
