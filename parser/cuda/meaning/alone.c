/* alone.c - a program without a host half (NVRTC's): no other compiler reads it, so all
 * that its own file declares is checked, used or not. What its headers declare is checked
 * when it is needed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/alone.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/define.h"

/* Whether the program's own file has the declaration. */
static bool is_of_program(const struct sema *c, const struct cdecl *d) {
	return !d->is_system && d->kind != CDECL_NAMESPACE &&
	       d->end_token > d->first_token &&
	       !(c->u->token[d->first_token].flags & CU_TF_INCLUDED);
}

bool is_read_alone(const struct sema *c, const struct cdecl *d) {
	return c->u->opt->no_host && is_of_program(c, d);
}

static void check_declared(struct sema *c, struct cdecl *d);

/* The class or enumeration that the declaration gives its members, or names for the first
 * time; NULL for other types. */
static struct cdecl *class_declared(const struct cdecl *d) {
	struct cdecl *cls = d->type->kind == CT_CLASS ? d->type->decl : NULL;
	return cls && cls->cls && !cls->is_inst && cls->scope == d->scope &&
	                       cls->name == d->name && !cls->is_system
	               ? cls
	               : NULL;
}

/* Checks all declarations of a name once, at the first one. */
static void check_name(struct sema *c, struct cdecl *d) {
	struct cdecl *first = d->name && d->scope ? cscope_own(d->scope, d->name) : NULL;
	if (!first || !first->next || (first != d && first->kind != CDECL_NAMESPACE))
		return;
	for (struct cdecl *e = first; e; e = e->next)
		if (!e->is_system && !e->is_special)
			decl_resolve(c, e);
	check_kinds_differ(c, first);
}

static void check_members(struct sema *c, struct cdecl *cls) {
	if (!cls->inner || !type_try_complete(c, cls->type))
		return;
	for (u32 i = 0; cls->syn && i < cls->syn->nkid; i++)
		if (cls->syn->kid[i] && cls->syn->kid[i]->kind == SYN_TEMPLATE)
			template_check_definition(c, cls->inner, cls->syn->kid[i]);
	for (u32 i = 0; i < cls->inner->member.n; i++) {
		struct cdecl *m = cls->inner->member.at[i];
		bool is_implicit = m->kind == CDECL_FUNC && !m->syn;
		if (!is_implicit && m->kind != CDECL_USING)
			check_declared(c, m);
		check_name(c, m);
	}
}

static void check_variable(struct sema *c, struct cdecl *d) {
	const struct syn *init = d->declarator;
	if (d->is_static_member && init && !syn_init_decl(init)->init && !d->is_constexpr)
		return; /* its definition outside of the class comes later */
	decl_var_init(c, d);
	check_constexpr_var(c, d);
	if (d->is_constexpr && !d->init && init && !syn_init_decl(init)->init &&
	    ctype_element(d->type)->kind != CT_CLASS)
		check_error(c, d->loc, E0627,
		            "the constexpr variable '%s' has no initialiser", d->name->s);
}

/* A function of the host alone is refused elsewhere. */
static void check_function(struct sema *c, struct cdecl *d) {
	struct cdecl *f = func_definition(c, d);
	bool is_hosts = f->flags & SPEC_HOST && !(f->flags & SPEC_DEVICE);
	if (f->has_definition && !f->is_defaulted && !is_hosts)
		check_body(c, f);
}

static void check_declared(struct sema *c, struct cdecl *d) {
	decl_resolve(c, d);
	if (d->state != CSTATE_CHECKED || d->is_template || d->is_special)
		return;
	if (d->kind == CDECL_TYPE && d->type && class_declared(d))
		check_members(c, class_declared(d));
	else if (d->kind == CDECL_VAR)
		check_variable(c, d);
	else if (d->kind == CDECL_FUNC)
		check_function(c, d);
}

/* Whether the declaration has templates with packs. */
static bool has_packs(const struct sema *c, const struct cdecl *d) {
	bool has_template = false, has_dots = false;
	for (u32 i = d->first_token; i < d->end_token; i++) {
		has_template |= c->u->token[i].kind == CU_TEMPLATE;
		has_dots |= c->u->token[i].kind == CU_ELLIPSIS;
	}
	return has_template && has_dots;
}

void check_alone(struct sema *c, struct cdecl *d) {
	if (!is_read_alone(c, d)) {
		/* the host compiler does not see the bodies of device functions */
		if (is_of_program(c, d) && has_packs(c, d))
			template_check_packs(c, d->scope, decl_parsed(c, d));
		return;
	}
	if (!d->is_qualified)
		check_name(c, d);
	if (d->is_template)
		template_check_definition(c, d->scope, decl_parsed(c, d));
	else if (!d->is_qualified)
		check_declared(c, d);
}

/* It has no parameters left, so that the bodies in it are checked as those of other
 * classes are. */
void check_special_alone(struct sema *c, struct cdecl *d) {
	if (d->kind == CDECL_TYPE && d->cls)
		check_members(c, d);
	else if (d->kind == CDECL_VAR)
		check_variable(c, d);
}

void check_instance_alone(struct sema *c, struct cdecl *d) {
	if (d->is_inst && d->pattern && !c->in_order && !c->quiet &&
	    is_read_alone(c, d->pattern))
		vec_push(c->a, &c->instances, d);
}

/* The declarations of the members are instantiated with the class, their definitions are
 * not ([temp.inst]/3). */
void check_instances_alone(struct sema *c) {
	while (c->instances.n) {
		struct cdecl *d = vec_pop(&c->instances);
		struct casker asker = check_ask(c, d, d->loc);
		struct cinst_trace trace = {c->trace, d, d->loc};
		c->trace = &trace;
		for (u32 i = 0; i < d->inner->member.n; i++)
			if (!d->inner->member.at[i]->is_template)
				decl_resolve(c, d->inner->member.at[i]);
		c->trace = trace.outer;
		check_answer(c, asker);
	}
}
