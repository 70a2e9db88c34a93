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
