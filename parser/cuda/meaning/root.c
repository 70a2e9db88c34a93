/* root.c - what is checked and emitted for its own sake: kernels and variables of the
 * user's files; with -rdc also what other files may call: functions, members that are
 * defined outside of their class, explicit specialisations, and what an explicit
 * instantiation makes ([temp.explicit]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/root.h"

#include "parser/cuda/meaning/alone.h"
#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/annotation.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/define.h"
#include "parser/cuda/meaning/template/missing.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/template.h"
#include "parser/cuda/meaning/warn/unused.h"

/* ---- roots ------------------------------------------------------------------------- */

static bool is_wanted_func(const struct cdecl *d) {
	return (d->flags & (SPEC_GLOBAL | SPEC_DEVICE)) != 0;
}

static bool is_device_var(const struct cdecl *d) {
	return (d->flags & (SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED | SPEC_SHARED)) !=
	       0;
}

/* A function of both halves may call host code as long as no device code calls it: its
 * body is checked when that happens. The host compiler finds its other errors. */
static bool is_checked_unused(const struct sema *c, const struct cdecl *f) {
	return c->u->opt->check_both || !(f->flags & SPEC_HOST);
}

/* Whether its annotations allow it; a declaration without annotations may turn out to be
 * the device's when it is resolved. */
static bool may_be_wanted(const struct sema *c, const struct cdecl *d) {
	return is_wanted_func(d) || is_device_var(d) ||
	       (c->u->opt->default_device && !(d->flags & SPEC_HOST));
}

/* A function of the user's files: checked so that its errors are found, and kept if
 * others may ask for it. */
static void want_body(struct sema *c, struct cdecl *f, bool is_root) {
	if (!f->has_definition || (!is_root && !is_checked_unused(c, f)))
		return;
	check_body(c, f);
	if (!is_root || !(f->body || f->is_kernel))
		return;
	f->is_kept = f->is_used = true;
	check_emit(c, f);
}

/* ---- instances --------------------------------------------------------------------- */

/* template __device__ int f<int>(int); and not `extern template`. */
static bool is_explicit_instance(const struct sema *c, const struct cdecl *d) {
	const struct cu_token_rec *t = &c->u->token[d->first_token];
	return (c->u->opt->rdc || is_read_alone(c, d)) && d->kind == CDECL_UNPARSED &&
	       !d->is_system && d->end_token > d->first_token + 2 &&
	       t[0].kind == CU_TEMPLATE && t[1].kind != '<';
}

/* template <> __device__ int f<int>(int) {...} */
static bool is_explicit_special(const struct sema *c, const struct cdecl *d) {
	const struct cu_token_rec *t = &c->u->token[d->first_token];
	return (c->u->opt->rdc || is_read_alone(c, d)) && d->is_special &&
	       d->end_token > d->first_token + 3 && t[0].kind == CU_TEMPLATE &&
	       t[1].kind == '<' && t[2].kind == '>';
}

/* Keeps a device function for other files; kernels are named by the host half, and kept
 * if there is none. */
static void keep_function(struct sema *c, struct cdecl *f) {
	const struct cuda_options *o = c->u->opt;
	bool is_kept = f->flags & SPEC_GLOBAL ? o->no_host
	                                      : o->rdc && f->flags & SPEC_DEVICE;
	if (!f->is_deleted && f->has_definition && (is_kept || o->no_host))
		want_body(c, f, is_kept);
}

/* Visits the member functions of a class and of the classes in it, except for templates
 * and implicit members. */
static void each_member(struct sema *c, struct cdecl *cls,
                        void (*visit)(struct sema *c, struct cdecl *f)) {
	if (!cls->inner || !type_try_complete(c, cls->type))
		return;
	for (u32 i = 0; i < cls->inner->member.n; i++) {
		struct cdecl *m = cls->inner->member.at[i];
		if (m->is_template || m->kind == CDECL_USING ||
		    (m->kind == CDECL_FUNC && !m->syn))
			continue;
		decl_resolve(c, m);
		if (m->state != CSTATE_CHECKED)
			continue;
		if (m->kind == CDECL_FUNC)
			visit(c, m);
		else if (m->kind == CDECL_TYPE && m->cls && !m->is_typedef)
			each_member(c, m, visit);
	}
}

static void keep_member(struct sema *c, struct cdecl *f) {
	keep_function(c, func_definition(c, f));
}

/* Whether it is a member of an instance of a class template, or of a class in one. */
static bool is_in_instance(const struct cdecl *d) {
	for (const struct cscope *s = d->scope; s; s = s->parent)
		if (s->kind == CSCOPE_CLASS && s->owner && s->owner->is_inst)
			return true;
	return false;
}

/* Returns what the arguments or the type of an instance choose of the declaration e, or
 * NULL. */
static struct cdecl *instance_of(struct sema *c, struct cscope *at, struct cdecl *e,
                                 struct syn *last, const struct ctype *t,
                                 struct loc loc) {
	struct ctargs given = {0};
	struct cdecl *d = decl_of(c, e);
	if (!d || d->state == CSTATE_FAILED)
		return NULL;
	if (d->kind == CDECL_FUNC)
		return is_in_instance(d) && d->type == t ? d : NULL;
	if (d->kind != CDECL_TEMPLATE || !d->params || !d->params->nkid)
		return NULL;
	bool has_args = last->kind == SYN_TEMPLATE_ID || last->kind == SYN_OPERATOR_ID;
	if (has_args && !template_args_of(c, at, last, d, &given))
		return NULL;
	if (d->template_of == CDECL_VAR)
		return template_instance(c, d, &given, loc);
	return d->template_of == CDECL_FUNC ? deduce_type(c, d, &given, t, loc) : NULL;
}

/* What a declaration of an instance names. */
struct instance_named {
	struct cdecl *decl; /* class, function or variable; NULL: it was not found */
	struct str *name;
	/* without `decl`: why not, as far as that is known */
	bool is_undeclared, has_other_type;
};

/* Finds what a declaration of an instance names: a function or a variable. */
static void find_instance(struct sema *c, struct cdecl *d, struct syn *specs,
                          struct syn *declarator, struct instance_named *out) {
	struct declarator_info info = declarator_peek(declarator);
	struct cscope *at = d->scope;
	if (!info.id)
		return;
	struct syn *last = info.id;
	const struct ctype *t = type_of_specs(c, at, specs);
	if (info.id->kind == SYN_QUALIFIED) {
		last = info.id->kid[info.id->nkid - 1];
		at = lookup_scope(c, at, info.id, info.id->nkid - 1, false);
	}
	struct str *name = out->name = at ? name_of_id(c, last) : NULL;
	if (!name)
		return;
	t = type_of_declarator(c, at, t, declarator, &info);
	struct cdecl *best = NULL, *first = lookup_in(c, at, name);
	bool are_known = first && t->kind == CT_FUNC && !ctype_has_auto(t->base);
	for (struct cdecl *e = first; e; e = e->next) {
		struct cdecl *f = instance_of(c, at, e, last, t, d->loc);
		const struct cdecl *of = decl_of(c, e);
		are_known &= of && cdecl_is_function(of);
		bool is_better = f && (!best || !best->pattern || !f->pattern ||
		                       template_order(c, f->pattern, best->pattern,
		                                      ORDER_ALL) < 0);
		best = is_better ? f : best;
	}
	if (best && best->kind == CDECL_VAR && ctype_is_scalar(t) &&
	    ctype_unqual(t) != ctype_unqual(best->type)) {
		best = NULL;
		are_known = true;
	}
	out->decl = best;
	out->is_undeclared = !first && t->kind != CT_ERROR;
	out->has_other_type = !best && are_known;
}

/* Reports that there is nothing of which the declaration would be an instance. */
static void refuse_instance(struct sema *c, const struct cdecl *d,
                            const struct instance_named *n) {
	if (n->is_undeclared)
		check_error(c, d->loc, E0601, "'%s' is not declared in this scope",
		            n->name->s);
	else if (n->has_other_type)
		check_error(c, d->loc, E0616,
		            "no template '%s' has an instance of this type", n->name->s);
}

/* Finds what an explicit instantiation names, without errors: the host's compiler
 * reports what is wrong with the declaration itself. Where there is none, it is told
 * that nothing is named. */
static struct cdecl *find_quietly(struct sema *c, struct cdecl *d, u32 first) {
	struct instance_named found = {0};
	bool failed = quiet_begin(c);
	struct syn *s = cuda_parse_decl(c->u, d->scope, first, d->end_token);
	if (s && s->kind == SYN_TEMPLATE)
		s = syn_template(s)->decl;
	if (s && s->kind == SYN_FUNC_DEF) {
		find_instance(c, d, syn_func_def(s)->specs, syn_func_def(s)->declarator,
		              &found);
	} else if (s && s->kind == SYN_SIMPLE_DECL && s->nkid > 1) {
		find_instance(c, d, syn_simple_decl(s)->specs,
		              syn_init_decl(syn_simple_decl(s)->init_decl[0])->declarator,
		              &found);
	} else if (s && s->kind == SYN_SIMPLE_DECL) {
		struct syn *type = syn_specs(syn_simple_decl(s)->specs)->type;
		struct syn *id = type && type->kind == SYN_CLASS ? syn_class(type)->id
		                                                 : NULL;
		const struct ctype *t = id ? type_of_id(c, d->scope, id, true)
		                           : type_of_specs(c, d->scope,
		                                           syn_simple_decl(s)->specs);
		found.decl = t->kind == CT_CLASS ? t->decl : NULL;
	}
	quiet_end(c, failed);
	if (!found.decl && is_read_alone(c, d))
		refuse_instance(c, d, &found);
	return found.decl;
}

static void want_instance(struct sema *c, struct cdecl *d) {
	u32 nerror = c->u->diag->nerror;
	if (is_read_alone(c, d))
		template_check_instance(c, d->scope,
		                        cuda_parse_decl(c->u, d->scope,
		                                        d->first_token + 1,
		                                        d->end_token));
	if (c->u->diag->nerror > nerror)
		return;
	struct cdecl *found = find_quietly(c, d, d->first_token + 1);
	if (!found)
		return;
	if (found->kind == CDECL_FUNC)
		keep_function(c, func_definition(c, found));
	else if (found->kind == CDECL_VAR && is_device_var(found))
		check_use(c, found, d->loc);
	else if (found->cls)
		each_member(c, found, keep_member);
}

static void want_specialisation(struct sema *c, struct cdecl *d) {
	struct cdecl *found = find_quietly(c, d, d->first_token);
	if (!found)
		return;
	if (found->kind == CDECL_VAR && is_device_var(found)) {
		check_use(c, found, d->loc);
	} else if (found->kind == CDECL_FUNC) {
		struct cdecl *f = func_definition(c, found);
		bool is_internal = f->flags & (SPEC_STATIC | SPEC_INLINE);
		if (!is_internal || f->cls_owner || is_read_alone(c, d))
			keep_function(c, f);
	} else if (is_read_alone(c, d)) {
		check_special_alone(c, found);
	}
}

/* ---- inside functions -------------------------------------------------------------- */

/* Checks a member that only the device has, used or not. */
static void check_unused(struct sema *c, struct cdecl *f) {
	if (f->flags & SPEC_DEVICE && f->has_definition && is_checked_unused(c, f))
		check_body(c, f);
}

void check_later(struct sema *c, struct cdecl *d) {
	struct cdecl *f = c->fn ? c->fn->func : NULL;
	if (f && !f->is_system && is_wanted_func(f) && !(f->flags & SPEC_HOST) &&
	    !c->quiet && !c->unevaluated && !c->in_const)
		vec_push(c->a, &c->uncalled, d);
}

/* Does not check what only these functions use: nvcc does not compile it, so it may be
 * host code. */
void check_uncalled(struct sema *c) {
	c->is_uncalled = true;
	while (c->uncalled.n) {
		struct cdecl *d = vec_pop(&c->uncalled);
		if (d->kind == CDECL_FUNC)
			check_body(c, d);
		else
			each_member(c, d, check_unused);
	}
	c->pending.n = 0;
}

/* ---- declarations ------------------------------------------------------------------ */

/* Checks the names in a template's declaration, which must be declared before it; its
 * instances are checked when there are any. */
static void want_template(struct sema *c, struct cdecl *d) {
	decl_resolve(c, d);
	if (d->kind == CDECL_TEMPLATE && d->state == CSTATE_CHECKED)
		template_names_missing(c, d);
}

static bool has_device_words(const struct sema *c, const struct cdecl *d) {
	for (u32 i = d->first_token; i < d->end_token; i++)
		if (c->u->token[i].kind == CU_DEVICE || c->u->token[i].kind == CU_GLOBAL)
			return true;
	return false;
}

static void want_class(struct sema *c, struct cdecl *d) {
	if (d->is_template || d->is_special || d->guess != CNAME_TYPE ||
	    !has_device_words(c, d))
		return;
	/* the class is its first declaration's, which may be an earlier one without
	 * members */
	struct cdecl *first = d->name ? cscope_find_here(d->scope, d->name, 0) : d;
	while (first && first->guess != CNAME_TYPE && first->kind != CDECL_TYPE)
		first = first->next;
	if (!first)
		return;
	decl_resolve(c, first);
	bool is_class = first->kind == CDECL_TYPE && first->state == CSTATE_CHECKED &&
	                first->type && first->type->kind == CT_CLASS &&
	                !first->is_typedef;
	if (is_class && first->type->decl->cls && !first->type->decl->is_system)
		each_member(c, first->type->decl, check_unused);
}

/* ---- without a host ---------------------------------------------------------------- */

static void refuse_host_function(struct sema *c, struct cdecl *f) {
	u32 space = f->flags & (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL);
	if (f->is_system || f->is_defaulted || f->is_deleted ||
	    (space && space != SPEC_HOST))
		return;
	check_error(c, f->loc, E0603, "'%s' is a host function, and there is no host%s",
	            f->name->s, space ? "" : ": declare it __device__");
}

/* NVRTC compiles the device's half alone, so that a function or variable of the host is a
 * mistake, used or not. Constants may be read by the device. */
static void refuse_host(struct sema *c, struct cdecl *d) {
	bool is_annotated = is_wanted_func(d) || is_device_var(d);
	if (!c->u->opt->no_host || c->u->opt->default_device || is_annotated)
		return;
	decl_resolve(c, d);
	if (d->state != CSTATE_CHECKED)
		return;
	bool is_class = d->kind == CDECL_TYPE && d->cls && !d->is_typedef;
	if (cdecl_is_function(d))
		refuse_host_function(c, d);
	else if (is_class && !d->is_template)
		each_member(c, d, refuse_host_function);
	else if (d->kind == CDECL_VAR && !(ctype_element(d->type)->quals & Q_CONST))
		check_error(c, d->loc, E0603,
		            "'%s' is a host variable, and there is no host: declare it "
		            "__device__ or const",
		            d->name->s);
}

/* Every kernel, device function and device variable of the user's files is checked, used
 * or not, so that its errors are found; only kernels and variables are emitted for their
 * own sake. */
static void want(struct sema *c, struct cdecl *d) {
	if (d->is_system)
		return;
	want_class(c, d);
	refuse_host(c, d);
	if (!may_be_wanted(c, d))
		return;
	warn_inline_kernel(c, d);
	if (d->is_template) {
		if (is_explicit_special(c, d) && !is_read_alone(c, d))
			want_specialisation(c, d);
		else if (!d->is_special && d->guess == CNAME_TEMPLATE)
			want_template(c, d);
		return;
	}
	decl_resolve(c, d);
	if (d->state == CSTATE_FAILED || !(is_wanted_func(d) || is_device_var(d)))
		return;
	if (d->kind == CDECL_VAR || d->kind == CDECL_FUNC)
		unused_warn_internal(c, d);
	if (d->kind == CDECL_VAR) {
		check_redeclared_var(c, d);
		decl_var_init(c, d);
		if (d->is_extern || cdecl_rare(d)->sreg)
			return;
		if (d->type->kind == CT_ARRAY && !d->type->has_size)
			check_error(c, d->loc, E0613,
			            "'%s' has no size: '%s' is an incomplete type",
			            d->name->s, check_type_text(c, d->type));
		else if ((d->type->kind == CT_ARRAY ||
		          (d->type->kind == CT_CLASS && d->type->decl->cls)) &&
		         !ctype_size(d->type))
			check_error(c, d->loc, E0613, "the %s '%s' has no size",
			            d->type->kind == CT_ARRAY ? "array" : "variable",
			            d->name->s);
		else
			check_emit(c, d);
		return;
	}
	if (d->kind != CDECL_FUNC)
		return;
	struct cdecl *f = func_definition(c, d);
	warn_spaces(c, d);
	bool is_kept = c->u->opt->rdc && !(f->flags & (SPEC_STATIC | SPEC_INLINE));
	want_body(c, f, f->is_kernel || is_kept);
}

/* Reports a definition outside of the class of which `member` is the first of that name,
 * or NULL: a member is declared in its class first ([class.mfct]/4). */
static void refuse_member(struct sema *c, const struct cdecl *d, struct cdecl *cls,
                          struct cdecl *member) {
	const char *class = check_type_text(c, cls->type);
	struct diag_record *r = NULL;
	if (member && !member->syn) { /* [class.mem.special]/1 */
		check_error(c, d->loc, E0612,
		            "'%s' is not declared in '%s': an implicit member cannot be "
		            "defined",
		            d->name->s, class);
	} else if (member) {
		struct source_pos pos = source_pos(c->u->sources, member->loc.start);
		r = check_error(c, d->loc, E0616,
		                "no '%s' that '%s' declares is of this type", d->name->s,
		                class);
		check_note(c, r, "%s is at %s:%u",
		           member->next ? "the first one" : "the one that it declares",
		           pos.file ? pos.file->name : "?", pos.line);
	} else {
		r = check_error(c, d->loc, E0601, "'%s' has no member '%s'", class,
		                d->name->s);
		check_suggest(c, r, cls->inner, d->name->s);
	}
}

/* A member defined outside of its class: its body is checked as the member's. */
static void want_member(struct sema *c, struct cdecl *d) {
	if (d->is_system || !may_be_wanted(c, d))
		return;
	if (d->is_template) {
		if (is_explicit_special(c, d) && !is_read_alone(c, d))
			want_specialisation(c, d);
		return;
	}
	struct cdecl *cls = qualified_class(c, d), *named = NULL;
	struct str *key = qualified_key(c, d);
	if (!cls || !key || !type_complete(c, cls->type, d->loc))
		return;
	bool is_declared = cls->is_inst;
	for (struct cdecl *m = lookup_in(c, cls->inner, key); m; m = m->next) {
		decl_resolve(c, m);
		named = named || m->scope != cls->inner ? named : m;
		if (m->kind == CDECL_FUNC && m->state == CSTATE_CHECKED &&
		    m->cls_owner == cls) {
			struct cdecl *f = func_definition(c, m);
			is_declared |= f->loc.start == d->loc.start && m->syn;
			want_body(c, f, c->u->opt->rdc && !(f->flags & SPEC_INLINE));
		} else if (m->kind == CDECL_VAR && m->is_static_member) {
			is_declared = true;
			static_member_definition(c, m, d);
			check_emit(c, m);
		} else {
			is_declared = true; /* it is another thing, or has an error */
		}
	}
	for (struct cdecl *m = named; m && !is_declared; m = m->next) {
		is_declared = m->kind == CDECL_FUNC && m->scope == cls->inner && m->syn &&
		              is_defined_by(c, m, d);
		if (is_declared && m->has_definition)
			check_twice(c, d->name->s, d->loc, m->loc, "is defined twice");
	}
	if (!is_declared)
		refuse_member(c, d, cls, named);
}

/* A static_assert of a namespace. The host compiler checks it too, but with its own
 * macros; so what cannot be evaluated here, such as assertions about host classes, is
 * left to it. */
static void want_assertion(struct sema *c, struct cdecl *d) {
	struct syn *s = cuda_parse_decl(c->u, d->scope, d->first_token, d->end_token);
	bool holds = true;
	if (!s || s->kind != SYN_STATIC_ASSERT)
		return;
	bool failed = quiet_begin(c);
	bool is_known = const_bool(c, d->scope, syn_static_assertion(s)->expr, &holds,
	                           "static_assert");
	quiet_end(c, failed);
	if (is_known ? !holds : is_read_alone(c, d))
		check_static_assert(c, d->scope, s);
}

static bool is_assertion(const struct sema *c, const struct cdecl *d) {
	return d->kind == CDECL_UNPARSED && !d->is_system &&
	       d->end_token > d->first_token &&
	       c->u->token[d->first_token].kind == CU_STATIC_ASSERT;
}

static void want_namespace(struct sema *c, struct cscope *s) {
	for (u32 i = 0; i < s->member.n; i++) {
		struct cdecl *d = s->member.at[i];
		if (d->kind == CDECL_NAMESPACE && d->inner && d->inner->owner == d)
			want_namespace(c, d->inner); /* no alias */
		else if (is_assertion(c, d))
			want_assertion(c, d);
		else if (is_explicit_instance(c, d))
			want_instance(c, d);
		else if (d->is_qualified)
			want_member(c, d);
		else if (d->kind != CDECL_NAMESPACE)
			want(c, d);
		u32 nerror = c->u->diag->nerror;
		check_alone(c, d);
		if (is_explicit_special(c, d) && is_read_alone(c, d) &&
		    c->u->diag->nerror == nerror)
			want_specialisation(c, d);
	}
}

void check_roots(struct sema *c) {
	want_namespace(c, c->u->global);
	check_instances_alone(c);
}
