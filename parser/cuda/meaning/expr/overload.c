/* overload.c - overload resolution ([over]) and the calls it ends in.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/overload.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/compare.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/virtual.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/annotation.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/several.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/expr/alloc.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/hint.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/expr/where.h"
#include "parser/cuda/meaning/hosted.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/missing.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/template.h"

/* How an operator's expression is made of another operator's ([over.match.oper]/3.4). */
enum rewrite { REWRITE_NONE, REWRITE_SAME, REWRITE_REVERSED };

struct candidate {
	u8 rewrite;
	struct cdecl *func; /* the instance, for a template */
	struct cdecl *tmpl; /* NULL: not from a template */
	struct ics *ics;    /* [0] is the object's, then one for each argument */
};

VEC_TYPE(candidates, struct candidate);

/* ---- is it viable? ----------------------------------------------------------------- */

/* Whether it stands for the function to which an object of a class converts, which is its
 * first argument ([over.call.object]/2). */
static bool is_surrogate(const struct cdecl *f) {
	return !f->this_param && f->target && f->target->is_conversion;
}

/* The implicit object parameter binds rvalues as well ([over.match.funcs]/5). */
static struct ics object_ics(struct sema *c, struct cexpr *obj, struct cdecl *f) {
	struct ics r = {.kind = ICS_STANDARD, .binds_ref = true, .to = f->type};
	if (obj && is_surrogate(f)) {
		r = object_ics(c, obj, f->target);
		if (r.kind == ICS_STANDARD)
			r = (struct ics){
				.kind = ICS_USER, .func = f->target, .to = f->type};
		return r;
	}
	if (!f->this_param || !obj)
		return r;
	const struct ctype *cls = f->this_param->type->base;
	u8 quals = obj->type->quals & (Q_CONST | Q_VOLATILE);
	if (quals & ~cls->quals)
		return (struct ics){.kind = ICS_BAD};
	bool is_rvalue = !obj->is_lvalue || obj->is_xvalue;
	bool takes_rvalue = (cls->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
	if ((f->type->ref == 1 && is_rvalue && !takes_rvalue) ||
	    (f->type->ref == 2 && !is_rvalue))
		return (struct ics){.kind = ICS_BAD};
	int depth = class_base_depth(c, obj->type, cls);
	if (depth < 0)
		return (struct ics){.kind = ICS_BAD};
	r.to = ctype_lref(c->t, cls);
	r.depth = (u8)depth;
	r.rank = depth ? RANK_CONVERSION : RANK_EXACT;
	r.ref_quals = cls->quals & (Q_CONST | Q_VOLATILE);
	r.to_rvalue = is_rvalue;
	r.binds_rref = f->type->ref == 2;
	return r;
}

/* Ranks what the function comes from as the object's own class ([over.match.funcs]/4). */
struct ics overload_conversion_object(struct sema *c, struct cexpr *obj,
                                      struct cdecl *f) {
	struct ics r = object_ics(c, obj, f);
	if (r.kind == ICS_BAD)
		return r;
	r.to = ctype_lref(c->t,
	                  ctype_qualified(c->t, ctype_unqual(obj->type), r.ref_quals));
	r.depth = 0;
	r.rank = RANK_EXACT;
	return r;
}

/* The definition of a member outside of its class may add default arguments. */
static bool has_too_few(struct sema *c, struct cdecl *f, u32 narg) {
	if (narg < f->min_args && f->cls_owner && !f->is_system && !f->has_definition)
		func_definition(c, f);
	return narg < f->min_args;
}

static bool is_viable(struct sema *c, struct candidate *k, struct cexpr *object,
                      struct cexpr **arg, u32 narg) {
	struct cdecl *f = k->func;
	const struct ctype *t = f->type;
	if (!t || t->kind != CT_FUNC || has_too_few(c, f, narg) ||
	    (narg > t->nparam && !t->is_variadic))
		return false;
	struct ics room[8]; /* most candidates are not viable: they take no memory */
	struct ics *ics = narg < countof(room)
	                          ? room
	                          : arena_array_raw(&c->temp, struct ics, narg + 1);
	ics[0] = object_ics(c, object, f);
	if (ics[0].kind == ICS_BAD)
		return false;
	for (u32 i = 0; i < narg; i++) {
		/* param[] has the declared types, with references and arrays decayed */
		ics[i + 1] = i < t->nparam
		                     ? ics_find(c, arg[i], t->param[i], CONV_IMPLICIT)
		                     : (struct ics){.kind = ICS_ELLIPSIS};
		if (ics[i + 1].kind == ICS_BAD)
			return false;
	}
	k->ics = ics != room ? ics
	                     : arena_copy(&c->temp, room, sizeof *ics * (narg + 1), 8);
	return true;
}

/* ---- which is better? -------------------------------------------------------------- */

static bool same_params(const struct cdecl *a, const struct cdecl *b) {
	return a->type->nparam == b->type->nparam &&
	       a->type->memquals == b->type->memquals && a->type->ref == b->type->ref &&
	       (a->type->nparam == 0 ||
	        memcmp(a->type->param, b->type->param,
	               sizeof(*a->type->param) * a->type->nparam) == 0);
}

/* Whether two constructors take the arguments by parameters of the same types: then the
 * class's own is better than one of a base ([over.match.best]/2.5). */
static bool same_first_params(const struct cdecl *a, const struct cdecl *b, u32 n) {
	if (!a->is_ctor || !b->is_ctor || a->type->nparam < n || b->type->nparam < n)
		return false;
	return n == 0 ||
	       memcmp(a->type->param, b->type->param, sizeof(*a->type->param) * n) == 0;
}

static int guide_of(const struct candidate *k) {
	return k->tmpl ? k->tmpl->guide : k->func->guide;
}

/* The order of two templates, of which one may have its operands turned around
 * ([temp.func.order]/2). */
static int order_of(struct sema *c, const struct candidate *a, const struct candidate *b,
                    u32 narg) {
	bool ra = a->rewrite == REWRITE_REVERSED, rb = b->rewrite == REWRITE_REVERSED;
	return ra == rb ? template_order(c, a->tmpl, b->tmpl, narg)
	       : rb     ? template_order(c, a->tmpl, b->tmpl, ORDER_TURNED)
	                : -template_order(c, b->tmpl, a->tmpl, ORDER_TURNED);
}

static int compare(struct sema *c, const struct candidate *a, const struct candidate *b,
                   u32 narg) {
	bool better = false, worse = false;
	for (u32 i = 0; i <= narg; i++) {
		int r = ics_compare(&a->ics[i], &b->ics[i]);
		better |= r < 0;
		worse |= r > 0;
	}
	if (better != worse)
		return better ? -1 : 1;
	if (better) /* one function with its operands in both orders: as written */
		return a->func == b->func ? a->rewrite - b->rewrite : 0;
	if ((a->tmpl != NULL) != (b->tmpl != NULL))
		return a->tmpl ? 1 : -1;
	/* a class's own hides what a using-declaration brings from a base
	 * ([namespace.udecl]/15) */
	struct cdecl *x = a->func->cls_owner, *y = b->func->cls_owner;
	if (x && y && x != y &&
	    (same_params(a->func, b->func) || same_first_params(a->func, b->func, narg)))
		return class_base_depth(c, x->type, y->type) > 0 ? -1 : 1;
	int order = a->tmpl && a->tmpl != b->tmpl ? order_of(c, a, b, narg) : 0;
	if (!order && a->tmpl != b->tmpl)
		order = constraint_order(c, a->func, a->tmpl, b->func, b->tmpl);
	else if (!order && !a->tmpl && same_params(a->func, b->func))
		order = constraint_order(c, a->func, NULL, b->func, NULL);
	if (!order)
		order = a->rewrite - b->rewrite;
	return order ? order : guide_of(b) - guide_of(a);
}

/* ---- candidates -------------------------------------------------------------------- */

/* Whether two candidates may be declarations of one function: redeclarations have the
 * same placeholder, whichever of them has been deduced ([dcl.spec.auto]/11). */
static bool same_signature(const struct cdecl *a, const struct cdecl *b) {
	return cdecl_written_type(a) == cdecl_written_type(b) && a->scope == b->scope;
}

/* Returns which template parameter the whole type of parameter i is, or -1. */
static int parameter_that_is(const struct cdecl *tmpl, const struct cdecl *f, u32 i) {
	const struct syn *p = i < f->param.n ? f->param.at[i]->syn : NULL;
	const struct syn *type = p && syn_param(p)->specs
	                                 ? syn_specs(syn_param(p)->specs)->type
	                                 : NULL;
	for (u32 k = 0; type && type->kind == SYN_NAME && k < tmpl->params->nkid; k++)
		if (tparam_name(tmpl->params->kid[k]) == type->name)
			return (int)k;
	return -1;
}

/* Returns the built-in type of a parameter that is a value; NULL if it has another. */
static const struct syn *builtin_of(const struct syn *p) {
	const struct syn *specs = p->kind == SYN_TPARAM_VALUE
	                                  ? syn_param(syn_tparam_value(p)->param)->specs
	                                  : NULL;
	const struct syn *type = specs ? syn_specs(specs)->type : NULL;
	return type && type->kind == SYN_BUILTIN_TYPE ? type : NULL;
}

/* Whether two templates may have equivalent parameters ([temp.over.link]/6): they have
 * the same kinds, and the same built-in types. */
static bool parameters_alike(const struct syn *a, const struct syn *b) {
	for (u32 i = 0; i < a->nkid && i < b->nkid; i++) {
		const struct syn *t = builtin_of(a->kid[i]), *u = builtin_of(b->kid[i]);
		if (a->kid[i]->kind != b->kid[i]->kind || (t && u && t->op != u->op) ||
		    tparam_is_pack(a->kid[i]) != tparam_is_pack(b->kid[i]))
			return false;
	}
	return a->nkid == b->nkid;
}

/* Whether two templates of which neither is more special may be one; f(T, int) and f(int,
 * T) are not. */
static bool may_be_one(const struct candidate *a, const struct candidate *b) {
	for (u32 i = 0; i < a->func->param.n && i < b->func->param.n; i++)
		if (parameter_that_is(a->tmpl, a->func, i) !=
		    parameter_that_is(b->tmpl, b->func, i))
			return false;
	return true;
}

/* Joins the annotations of two declarations of a user's template: each gets those of
 * both. */
static void merge_spaces(struct sema *c, struct candidate *a, struct candidate *b) {
	struct candidate *first = a->tmpl->loc.start < b->tmpl->loc.start ? a : b;
	u32 spaces = (a->func->flags | b->func->flags) &
	             (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL);
	if (a->tmpl->is_system || b->tmpl->is_system || c->quiet)
		return;
	warn_redeclared_space(c, first->tmpl, (first == a ? b : a)->tmpl);
	a->func->flags |= spaces;
	b->func->flags |= spaces;
}

static void add_candidate(struct sema *c, struct coverload *set, struct cdecl *d,
                          struct cexpr **arg, u32 narg, struct loc loc,
                          struct candidates *out) {
	struct candidate k = {.func = d};
	d = decl_of(c, d);
	if (!d)
		return;
	if (d->kind == CDECL_TEMPLATE) {
		if (d->template_of != CDECL_FUNC || !d->params->nkid)
			return;
		k.tmpl = d;
		k.func = deduce_call(c, d, set->explicit_args, arg, narg, loc);
		if (!k.func)
			return;
	} else if (d->kind != CDECL_FUNC || set->explicit_args) {
		return;
	} else {
		k.func = d;
	}
	if (k.func->state != CSTATE_CHECKED || k.func->type->kind != CT_FUNC ||
	    (!k.tmpl && (!func_satisfied(c, k.func) || special_is_ignored(k.func))))
		return;
	for (u32 i = 0; i < out->n; i++) {
		struct candidate *o = &out->at[i];
		if (o->func == k.func)
			return;
		/* a guide is not one with what a constructor gives */
		if ((k.tmpl != NULL) != (o->tmpl != NULL) ||
		    guide_of(&k) != guide_of(o) || !same_signature(o->func, k.func))
			continue;
		if (!constraints_written_alike(k.tmpl ? k.tmpl : k.func,
		                               o->tmpl ? o->tmpl : o->func) ||
		    (k.tmpl && (!may_be_one(&k, o) ||
		                template_order(c, k.tmpl, o->tmpl, ORDER_ALL) != 0 ||
		                !template_alike(c, k.tmpl, o->tmpl))))
			continue;
		bool both = k.tmpl && k.tmpl != o->tmpl && k.func->has_definition &&
		            o->func->has_definition && !k.tmpl->is_system &&
		            !o->tmpl->is_system && k.func->syn != o->func->syn;
		if (both && parameters_alike(k.tmpl->params, o->tmpl->params) &&
		    k.func->type == o->func->type &&
		    k.tmpl->scope->kind == CSCOPE_NAMESPACE)
			check_twice(c, k.tmpl->name->s, k.tmpl->loc, o->tmpl->loc,
			            "is defined twice");
		if (k.tmpl && k.tmpl != o->tmpl)
			merge_spaces(c, &k, o);
		/* a redeclaration, perhaps of a template: use the one with the body, but
		 * the other's default arguments */
		if (k.tmpl && k.func->has_definition && !o->func->has_definition) {
			if (narg < k.func->min_args) {
				o->func->definition = k.func;
				return;
			}
			o->func = k.func;
			o->tmpl = k.tmpl;
		}
		return;
	}
	if (is_viable(c, &k, set->object, arg, narg))
		vec_push(&c->temp, out, k);
}

/* Ranks what using-declarations bring into a class as its own members
 * ([over.match.funcs]/4). */
static void as_one_class(struct sema *c, struct candidates *k) {
	const struct ics *nearest = NULL;
	for (u32 i = 0; i < k->n; i++)
		if (k->at[i].func->this_param &&
		    (!nearest || k->at[i].ics[0].depth < nearest->depth))
			nearest = &k->at[i].ics[0];
	for (u32 i = 0; nearest && i < k->n; i++) {
		struct ics *own = &k->at[i].ics[0];
		if (!k->at[i].func->this_param || own->depth == nearest->depth)
			continue;
		own->depth = nearest->depth;
		own->rank = nearest->rank;
		own->to = ctype_lref(
			c->t, ctype_qualified(c->t, ctype_unqual(nearest->to->base),
		                              own->ref_quals));
	}
}

static void gather(struct sema *c, struct coverload *set, struct cexpr **arg, u32 narg,
                   struct loc loc, struct candidates *out) {
	for (u32 i = 0; i < set->cand.n; i++)
		add_candidate(c, set, set->cand.at[i], arg, narg, loc, out);
	if (set->object)
		as_one_class(c, out);
	if (!set->adl || !set->name)
		return;
	struct cdecls more = {0};
	lookup_adl(c, set->at, set->name, arg, narg, loc, &more);
	for (u32 i = 0; i < more.n; i++)
		add_candidate(c, set, more.at[i], arg, narg, loc, out);
}

/* ---- errors ------------------------------------------------------------------------ */

static const char *args_text(struct sema *c, struct cexpr **arg, u32 narg) {
	const char *s = "";
	for (u32 i = 0; i < narg; i++)
		s = arena_printf(c->a, "%s%s%s", s, i ? ", " : "",
		                 check_type_text(c, arg[i]->type));
	return s;
}

/* Notes which constraints of a candidate were false, if that was why it did not count. */
static void note_constraints(struct sema *c, struct diag_record *r, struct coverload *set,
                             struct cdecl *d, struct cexpr **arg, u32 narg,
                             struct loc loc) {
	if (!r || (d->kind != CDECL_TEMPLATE && d->kind != CDECL_FUNC))
		return;
	if (d->kind == CDECL_TEMPLATE)
		deduce_explain(c, r, d, set->explicit_args, arg, narg, loc);
	else if (!func_satisfied(c, d))
		constraint_explain(c, r, d->inner, func_constraint(d->func_syn));
}

static void note_candidate(struct sema *c, struct diag_record *r, struct cdecl *d) {
	if (d->is_system && r && r->nnote) /* of a library's many the first is enough */
		return;
	struct source_pos pos = source_pos(c->u->sources, d->loc.start);
	const char *what = d->kind == CDECL_TEMPLATE ? "template"
	                   : d->type                 ? check_type_text(c, d->type)
	                                             : "function";
	check_note(c, r, "candidate: %s at %s:%u", what, pos.file ? pos.file->name : "?",
	           pos.line);
}

static bool has_error_type(const struct cdecl *f) {
	return f->state == CSTATE_FAILED || !f->type || f->type->kind == CT_ERROR;
}

static void report_none(struct sema *c, struct coverload *set, struct cexpr **arg,
                        u32 narg, struct loc loc) {
	struct diag_record *r = NULL;
	const char *name = set->name ? set->name->s : "function";
	for (u32 i = 0; i < set->cand.n; i++)
		if (set->cand.at[i]->kind == CDECL_TEMPLATE &&
		    template_names_missing(c, set->cand.at[i]))
			return;
	for (u32 i = 0; i < set->cand.n; i++)
		if (set->cand.at[i]->kind == CDECL_FUNC &&
		    has_error_type(set->cand.at[i]))
			return; /* has been reported */
	if (set->cand.n && set->cand.at[0]->kind == CDECL_FUNC &&
	    set->cand.at[0]->is_ctor && set->cand.at[0]->cls_owner)
		name = check_type_text(c, set->cand.at[0]->cls_owner->type);
	if (set->cand.n == 1 && set->cand.at[0]->kind == CDECL_FUNC &&
	    set->cand.at[0]->type->kind == CT_FUNC) {
		struct cdecl *f = set->cand.at[0];
		u32 n = f->type->nparam;
		if (narg < f->min_args || (narg > n && !f->type->is_variadic)) {
			r = check_error(c, loc, E0616,
			                "too %s arguments to '%s': %u given, %s%u wanted",
			                narg < f->min_args ? "few" : "many", name, narg,
			                f->min_args < n ? "at least " : "",
			                narg < f->min_args ? f->min_args : n);
			note_candidate(c, r, f);
			return;
		}
		if (set->object && object_ics(c, set->object, f).kind == ICS_BAD) {
			check_error(c, loc, E0616, "'%s' is not const, but its object is",
			            name);
			return;
		}
		for (u32 i = 0; i < narg && i < n; i++) {
			if (ics_find(c, arg[i], f->type->param[i], CONV_IMPLICIT).kind !=
			    ICS_BAD)
				continue;
			r = check_error(c, arg[i]->loc, E0615,
			                "cannot convert '%s' to '%s', the type of "
			                "parameter %u of '%s'",
			                check_type_text(c, arg[i]->type),
			                check_type_text(c, f->type->param[i]), i + 1,
			                name);
			note_candidate(c, r, f);
			return;
		}
	}
	r = check_error(c, loc, E0616, "no matching function for call to '%s(%s)'", name,
	                args_text(c, arg, narg));
	if (hint_address(c, r, set, arg, narg))
		return;
	struct cdecl *near = hint_nearest(c, set, arg, narg);
	if (near && near->is_system) /* of a library's many one is enough */
		note_candidate(c, r, near);
	for (u32 i = 0; i < set->cand.n && i < 3; i++) {
		note_candidate(c, r, set->cand.at[i]);
		note_constraints(c, r, set, set->cand.at[i], arg, narg, loc);
	}
}

/* ---- picking ----------------------------------------------------------------------- */

static struct cdecl *pick(struct sema *c, struct coverload *set, struct cexpr **arg,
                          u32 narg, struct loc loc, bool report) {
	struct candidates k = {0};
	for (u32 i = 0; i < narg; i++)
		if (is_error(arg[i]))
			return NULL;
	if (!check_enter(c, loc))
		return NULL;
	gather(c, set, arg, narg, loc, &k);
	check_leave(c);
	if (!k.n) {
		if (report)
			report_none(c, set, arg, narg, loc);
		return NULL;
	}
	struct candidate *best = &k.at[0];
	for (u32 i = 1; i < k.n; i++)
		if (compare(c, &k.at[i], best, narg) < 0)
			best = &k.at[i];
	for (u32 i = 0; i < k.n; i++) {
		if (&k.at[i] == best || compare(c, best, &k.at[i], narg) < 0)
			continue;
		/* of two equal ones, the device's own is meant in device code; a deleted
		 * one has no side */
		if (!best->func->is_deleted && !k.at[i].func->is_deleted &&
		    decl_is_device(best->func) != decl_is_device(k.at[i].func)) {
			if (decl_is_device(k.at[i].func))
				best = &k.at[i];
			continue;
		}
		if (report) {
			struct diag_record *r = check_error(
				c, loc, E0617, "call of '%s(%s)' is ambiguous",
				set->name ? set->name->s : "function",
				args_text(c, arg, narg));
			note_candidate(c, r, best->func);
			note_candidate(c, r, k.at[i].func);
		}
		return NULL;
	}
	return best->func;
}

struct cdecl *overload_pick(struct sema *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc, bool report) {
	struct arena_mark mark = arena_mark(&c->temp);
	struct cdecl *f = pick(c, set, arg, narg, loc, report);
	arena_rewind(&c->temp, mark);
	return f;
}

/* ---- calls ------------------------------------------------------------------------- */

/* A default argument is checked anew for each call, in the scope of the function's
 * declaration. */
static struct cexpr *default_argument(struct sema *c, struct cdecl *f, u32 i,
                                      struct loc loc) {
	struct cdecl *from = cdecl_rare(f)->defaults ? cdecl_rare(f)->defaults : f,
		     *p = from->param.at[i];
	struct syn *def = p->syn ? syn_param(p->syn)->default_ : NULL;
	if (!def) {
		check_error(c, loc, E0616, "too few arguments to '%s'", f->name->s);
		return cexpr_error(c, loc);
	}
	if (!check_enter(c, loc))
		return cexpr_error(c, loc);
	struct loc site = site_enter(c, loc);
	struct cexpr *e = init_object(
		c, from->inner, p->type, def,
		def->kind == SYN_INIT_LIST ? INIT_LIST_COPY : INIT_COPY, def->loc);
	site_leave(c, site);
	check_leave(c);
	return e ? e : init_value(c, p->type, loc);
}

/* Whether an argument is the object itself that a caller passed by address, which no copy
 * is made of ([class.inhctor.init]/1). */
static bool is_handed_on(struct sema *c, const struct ctype *t) {
	return t->kind == CT_CLASS && !type_is_trivially_copyable(c, t);
}

static bool convert_args(struct sema *c, struct cdecl *f, const struct ctype *t,
                         struct cexpr **arg, u32 narg, struct cexprs *out,
                         struct loc loc) {
	bool ok = true, hands_on = c->hands_on;
	c->hands_on = false;
	/* to convert an argument may take a copy, whose argument is converted */
	if (!check_enter(c, loc))
		return false;
	for (u32 i = 0; i < t->nparam; i++) {
		struct cexpr *e;
		if (i < narg) {
			const struct ctype *p = f && i < f->param.n ? f->param.at[i]->type
			                                            : t->param[i];
			e = hands_on && is_handed_on(c, p)
			            ? arg[i]
			            : convert(c, arg[i], p, CONV_IMPLICIT, arg[i]->loc);
		} else {
			e = default_argument(c, f, i, loc);
		}
		ok &= e && !is_error(e);
		node_push(c, out, e);
	}
	if (t->is_variadic && !c->unevaluated) {
		u32 more = narg > t->nparam ? narg - t->nparam : 0;
		struct cexpr *e = vararg_pack(c, arg + narg - more, more, loc);
		ok &= !is_error(e);
		node_push(c, out, e);
	}
	check_leave(c);
	return ok;
}

static void set_result(struct sema *c, struct cexpr *call, const struct ctype *result) {
	call->type = ctype_noref(result);
	call->is_lvalue = ctype_is_ref(result);
	call->is_xvalue = ctype_is_rvalue_ref(result);
	if (!call->is_lvalue && call->type->kind != CT_CLASS)
		call->type = ctype_unqual(call->type);
	(void)c;
}

/* A call destroys what it passes by value ([class.dtor]/11). */
static void use_param_dtors(struct sema *c, const struct ctype *t, struct loc loc) {
	for (u32 i = 0; i < t->nparam && !c->unevaluated; i++)
		if (t->param[i]->kind == CT_CLASS)
			check_destroyed(c, t->param[i], loc);
}

/* Returns the value of a call of a consteval function, which is computed where it stands
 * ([expr.const]/13). */
static struct cexpr *immediate(struct sema *c, const struct cdecl *f,
                               struct cexpr *call) {
	const struct cdecl *in = c->fn ? c->fn->func : NULL;
	if (!(f->flags & SPEC_CONSTEVAL) || c->unevaluated || c->in_const ||
	    (in && in->flags & SPEC_CONSTEVAL))
		return call;
	struct cexpr *made = const_made(c, call);
	/* in a constexpr function or a lambda it may be part of a larger one */
	bool is_plain = in && !(in->flags & SPEC_CONSTEXPR) &&
	                !(in->cls_owner && in->cls_owner->cls->is_lambda) && !c->in_order;
	u64 value;
	if (!made && is_plain && ctype_is_integer(call->type) &&
	    !const_int(c, call, &value, "a call of a consteval function"))
		return cexpr_error(c, call->loc);
	return made ? made : call;
}

struct cexpr *build_call(struct sema *c, struct cdecl *f, struct cexpr *object,
                         struct cexpr **arg, u32 narg, struct loc loc) {
	bool is_exact = c->exact_call; /* this call, and none in its arguments */
	c->exact_call = false;
	compare_resolve(c, f);
	f = alloc_on_device(c, f, &narg);
	const struct ctype *t = f->type;
	if (f->is_defaulted && f->is_deleted && t->base->kind == CT_AUTO) {
		check_use(c, f, loc);
		return cexpr_error(c, loc);
	}
	if (ctype_has_auto(t->base)) {
		check_body(c, func_definition(c, f)); /* its returns give the result */
		struct cdecl *def = func_definition(c, f);
		t = def->type;
		if (ctype_has_auto(t->base)) {
			check_error(c, loc, E0618,
			            "'%s' is used before its result type is known",
			            f->name->s);
			return cexpr_error(c, loc);
		}
	}
	if (decl_throws(f))
		return cexpr_trap(c, loc);
	struct cexprs args = {0};
	struct cexpr *hold = NULL;
	struct cdecl *def = func_definition(c, f);
	if (f->this_param) {
		if (!object) {
			check_error(c, loc, E0616,
			            "'%s' is a non-static member: it needs an object",
			            f->name->s);
			return cexpr_error(c, loc);
		}
		object = class_to_base(c, materialise(c, object), f->cls_owner->type,
		                       loc);
		struct cexpr *self = cexpr_addr(c, object);
		if (f->is_virtual && !is_exact) { /* its table is read, too */
			self = value_held(c, self, &hold, loc);
			object = cexpr_deref(c, self);
		}
		node_push(c, &args, self);
	}
	if (!convert_args(c, f, t, arg, narg, &args, loc))
		return cexpr_error(c, loc);
	use_param_dtors(c, t, loc);
	if (!f->is_pure ||
	    is_exact) /* A::f() calls what is defined ([class.abstract]/2) */
		check_use(c, def, loc);
	if (!c->unevaluated && t->base->kind == CT_CLASS &&
	    !type_complete(c, t->base, loc))
		return cexpr_error(c, loc);
	/* copying a trivial class is an assignment of its bytes */
	if (f->is_trivial && f->name == c->name.operator_assign && args.n == 2) {
		struct cexpr *a = cexpr_new(c, CE_ASSIGN, object->type, loc);
		a->is_lvalue = true;
		a->a = object;
		a->b = cexpr_load(c, args.at[1]);
		return a;
	}
	struct cexpr *call = cexpr_new(c, CE_CALL, t->base, loc);
	call->decl = def;
	if (f->is_virtual && !is_exact) {
		call->decl = NULL;
		call->a = class_virtual_callee(c, f, object, loc);
	}
	call->arg = args.at;
	call->narg = args.n;
	set_result(c, call, t->base);
	return value_in(c, hold, immediate(c, def, call));
}

struct cexpr *build_call_pointer(struct sema *c, struct cexpr *callee, struct cexpr **arg,
                                 u32 narg, struct loc loc) {
	const struct ctype *t = callee->type->base;
	if (narg < t->nparam || (narg > t->nparam && !t->is_variadic)) {
		check_error(c, loc, E0616, "too %s arguments to a function of type '%s'",
		            narg < t->nparam ? "few" : "many", check_type_text(c, t));
		return cexpr_error(c, loc);
	}
	struct cexprs args = {0};
	if (!convert_args(c, NULL, t, arg, narg, &args, loc))
		return cexpr_error(c, loc);
	use_param_dtors(c, t, loc);
	struct cexpr *call = cexpr_new(c, CE_CALL, t->base, loc);
	call->a = callee;
	call->arg = args.at;
	call->narg = args.n;
	set_result(c, call, t->base);
	return call;
}

struct cexpr *build_construct(struct sema *c, const struct ctype *t, struct cdecl *ctor,
                              struct cexpr **arg, u32 narg, struct loc loc) {
	t = ctype_unqual(t);
	struct cexprs args = {0};
	check_ctor_access(c, t, ctor, loc);
	if (ctor->cls_owner != t->decl)
		ctor = class_inheriting_ctor(c, t->decl, ctor);
	if (!convert_args(c, ctor, ctor->type, arg, narg, &args, loc))
		return cexpr_error(c, loc);
	if (ctor->is_deleted) {
		check_error(c, loc, E0604, "use of a deleted constructor of '%s'",
		            check_type_text(c, t));
		return cexpr_error(c, loc);
	}
	if (ctor->is_trivial && narg == 1)
		return cexpr_load(c, class_to_base(c, args.at[0], t, loc));
	if (ctor->is_trivial && narg == 0)
		/* no constructor: left as it is */
		return cexpr_new(c, CE_CONSTRUCT, t, loc);
	struct cdecl *def = func_definition(c, ctor);
	check_use(c, def, loc);
	struct cexpr *e = cexpr_new(c, CE_CONSTRUCT, t, loc);
	e->decl = def;
	e->arg = args.at;
	e->narg = args.n;
	return immediate(c, def, e);
}

/* Adds the functions to which an object converts by pointers or references
 * ([over.call.object]/2). */
static void add_surrogates(struct sema *c, struct coverload *set) {
	const struct ctype *cls = set->object->type;
	lambda_conversion(c, cls->decl, NULL);
	for (struct cdecl *d = lookup_in(c, cls->decl->inner, c->name.conversion); d;
	     d = d->next) {
		struct cdecl *f = decl_of(c, d);
		if (!f || f->kind != CDECL_FUNC || f->state != CSTATE_CHECKED ||
		    !f->is_conversion || func_is_explicit(c, f))
			continue;
		const struct ctype *t = ctype_unqual(ctype_noref(f->type->base));
		t = t->kind == CT_PTR ? ctype_unqual(t->base) : t;
		if (t->kind != CT_FUNC)
			continue;
		struct cdecl *s = cdecl_new(c->a, CDECL_FUNC, c->name.operator_call,
		                            f->loc);
		s->state = CSTATE_CHECKED;
		s->type = t;
		s->min_args = t->nparam;
		s->scope = f->scope;
		s->flags = f->flags & (SPEC_DEVICE | SPEC_HOST);
		s->target = f;
		vec_push(c->a, &set->cand, s);
	}
}

struct cexpr *overload_call_object(struct sema *c, struct cscope *at, struct cexpr *obj,
                                   struct cexpr **arg, u32 narg, struct loc loc) {
	struct coverload set = {.name = c->name.operator_call, .object = obj, .at = at};
	struct cdecl *first = lookup_member(c, ctype_unqual(obj->type),
	                                    c->name.operator_call, loc);
	if (first)
		overload_add_chain(c, first, &set.cand);
	add_surrogates(c, &set);
	return set.cand.n ? overload_call(c, &set, arg, narg, loc) : NULL;
}

struct cexpr *overload_call(struct sema *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc) {
	struct cdecl *f = overload_pick(c, set, arg, narg, loc, true);
	if (!f)
		return cexpr_error(c, loc);
	if (set->object && is_surrogate(f)) {
		struct cdecl *by = f->target;
		check_member_access(c, set->at, by, loc);
		struct cexpr *p = build_call(c, by, materialise(c, set->object), NULL, 0,
		                             loc);
		return build_call_pointer(c, rvalue(c, p), arg, narg, loc);
	}
	if (set->is_member)
		check_object_access(c, set->at,
		                    set->object && f->this_param && !set->is_exact
		                            ? ctype_unqual(set->object->type)
		                            : NULL,
		                    f, loc);
	bool exact = c->exact_call;
	c->exact_call = set->is_exact;
	struct cexpr *e = build_call(c, f, f->this_param ? set->object : NULL, arg, narg,
	                             loc);
	c->exact_call = exact;
	/* a static member's object is evaluated, too ([expr.ref]/1) */
	return f->this_param ? e : expr_after(c, set->object, e);
}

/* Whether both are instances of function templates, and d's is the more specialised one
 * ([over.over]/4). */
static bool is_more_special(struct sema *c, const struct cdecl *d,
                            const struct cdecl *other) {
	struct cdecl *a = d->pattern, *b = other->pattern;
	return a && b && a != b && a->kind == CDECL_TEMPLATE &&
	       b->kind == CDECL_TEMPLATE && template_order(c, a, b, ORDER_ALL) < 0;
}

static bool takes_the_same(const struct ctype *a, const struct ctype *b) {
	return a->kind == CT_FUNC && b->kind == CT_FUNC && a->nparam == b->nparam &&
	       (a->nparam == 0 ||
	        memcmp(a->param, b->param, sizeof(*a->param) * a->nparam) == 0);
}

struct cdecl *overload_for_type(struct sema *c, struct cexpr *e, const struct ctype *func,
                                bool of_object, struct loc loc) {
	struct cdecl *found = NULL;
	const struct ctype *plain = ctype_func_noexcept(c->t, func, false);
	for (u32 i = 0; i < e->set->cand.n; i++) {
		struct cdecl *d = decl_of(c, e->set->cand.at[i]);
		if (d && d->kind == CDECL_TEMPLATE)
			d = deduce_type(c, d, e->set->explicit_args, plain, loc);
		else if (d && e->set->explicit_args)
			d = NULL;
		else if (d && d->type && takes_the_same(d->type, plain) &&
		         func_satisfied(c, d))
			d = func_with_result(c, d);
		if (!d || d->kind != CDECL_FUNC || !d->type || d->type != plain ||
		    (!d->pattern && !func_satisfied(c, d)) ||
		    (d->this_param != NULL) != of_object)
			continue;
		if (func->is_noexcept && !func_value_type(c, d)->is_noexcept)
			continue;
		if (!found || !d->pattern || is_more_special(c, d, found))
			found = d;
	}
	return found;
}

struct cdecl *overload_only(struct sema *c, struct cexpr *e, struct loc loc) {
	struct cdecl *only = NULL;
	for (u32 i = 0; i < e->set->cand.n; i++) {
		struct cdecl *d = decl_of(c, e->set->cand.at[i]);
		if (d && d->kind == CDECL_TEMPLATE)
			d = e->set->explicit_args
			            ? deduce_type(c, d, e->set->explicit_args, NULL, loc)
			            : NULL;
		else if (d && e->set->explicit_args)
			continue;
		if (!d && !e->set->explicit_args)
			return NULL;
		if (!d || d->kind != CDECL_FUNC || d == only ||
		    (!d->pattern && !func_satisfied(c, d)))
			continue;
		d = func_with_result(c, d);
		if (only && only->type != d->type)
			return NULL;
		if (!only)
			only = d;
	}
	return only;
}

/* ---- operators ([over.match.oper]) ------------------------------------------------- */

/* Adds a chain of declarations; with what a using-declaration's namespace has from others
 * as well if `is_named`. A using-declaration at the offset `from`, 0 for none, named the
 * chain: it does not bring what later ones declare, itself among them
 * ([namespace.udecl]/11), unless those are of a class, which is complete. */
static void add_chain(struct sema *c, struct cdecl *d, u32 before, u32 from,
                      bool is_named, struct cdecls *out) {
	for (; d; d = d->next) {
		bool is_later = d->kind == CDECL_USING && from && d->loc.start >= from &&
		                !(d->scope && d->scope->kind == CSCOPE_CLASS);
		if (is_later || decl_is_later(d, before))
			continue;
		if (d->kind == CDECL_USING && d->state < CSTATE_CHECKING)
			decl_resolve(c, d);
		if (d->kind == CDECL_USING && d->target && d->type) {
			node_push(c, out, d->target); /* declared in a block */
			continue;
		}
		if (d->kind == CDECL_USING && d->target && d->state == CSTATE_CHECKED) {
			add_chain(c, d->target, before,
			          d->loc.start ? d->loc.start : from, false, out);
			const struct cscope *in = d->inner;
			if (is_named && in && in->kind == CSCOPE_NAMESPACE)
				lookup_more(c, d->inner, d->inner, d->name, d->target,
				            before, out);
			continue;
		}
		node_push(c, out, d);
	}
}

void overload_add_chain(struct sema *c, struct cdecl *d, struct cdecls *out) {
	add_chain(c, d, 0, 0, true, out);
}

void overload_add_seen(struct sema *c, struct cdecl *d, u32 before, struct cdecls *out) {
	add_chain(c, d, before, 0, true, out);
}

void overload_add_own(struct sema *c, struct cdecl *d, u32 before, struct cdecls *out) {
	add_chain(c, d, before, 0, false, out);
}

static bool is_class_or_enum(const struct cexpr *e) {
	return e->type->kind == CT_CLASS || e->type->kind == CT_ENUM;
}

/* Operands that are not classes have the built-in operator as a candidate too; to be
 * better, an overloaded one must take an enumeration without a conversion. */
static bool builtin_is_as_good(const struct candidate *best, struct cexpr **arg,
                               u32 narg) {
	bool exact = true;
	for (u32 i = 0; i < narg; i++) {
		if (arg[i]->type->kind == CT_CLASS)
			return false;
		if (arg[i]->type->kind == CT_ENUM)
			exact &= best->ics[i + 1].kind == ICS_STANDARD &&
			         best->ics[i + 1].rank == RANK_EXACT;
	}
	return !exact;
}

/* Members of the first operand's class, and what is found from the scope and through the
 * operands' types: they compete, but are gathered separately, as the object is not an
 * argument of the latter. */
static void gather_operator(struct sema *c, struct cscope *at, const char *op,
                            struct cexpr **arg, u32 narg, struct loc loc,
                            bool members_only, struct candidates *out) {
	char full[32];
	int len = snprintf(full, sizeof full, "operator%s", op);
	struct str *name = str_intern(c->u->names, full, (size_t)len);
	struct coverload members = {.name = name, .object = arg[0]},
			 others = {.name = name, .adl = true, .at = at};
	struct candidates k = {0}, k2 = {0};
	if (arg[0]->type->kind == CT_CLASS && type_try_complete(c, arg[0]->type))
		overload_add_chain(c, lookup_in(c, arg[0]->type->decl->inner, name),
		                   &members.cand);
	gather(c, &members, arg + 1, narg - 1, loc, &k);
	for (u32 i = 0; i < k.n; i++) {
		/* the object's conversion is that of argument 0; ics[0] of others is
		 * neutral */
		struct candidate *m = &k.at[i];
		struct ics *ics = arena_array(&c->temp, struct ics, narg + 1);
		ics[0] = (struct ics){.kind = ICS_STANDARD};
		memcpy(ics + 1, m->ics, sizeof(*ics) * narg);
		m->ics = ics;
		vec_push(&c->temp, out, *m);
	}
	if (members_only)
		return;
	for (struct cscope *s = at; s; s = s->parent) {
		/* members of the enclosing class are not candidates */
		if (s->kind == CSCOPE_CLASS)
			continue;
		struct cdecl *d = cscope_find_around(s, name, loc.start);
		if (!d)
			continue;
		overload_add_seen(c, d, loc.start, &others.cand);
		lookup_more(c, s, NULL, name, d, loc.start, &others.cand);
		break;
	}
	gather(c, &others, arg, narg, loc, &k2);
	for (u32 i = 0; i < k2.n; i++) {
		k2.at[i].ics[0] = (struct ics){.kind = ICS_STANDARD};
		vec_push(&c->temp, out, k2.at[i]);
	}
}

static bool is_relational(const char *op) {
	return strcmp(op, "<") == 0 || strcmp(op, ">") == 0 || strcmp(op, "<=") == 0 ||
	       strcmp(op, ">=") == 0;
}

/* Returns the operator from which `op` can be rewritten, or NULL. */
static const char *rewritten_of(const char *op) {
	if (strcmp(op, "!=") == 0 || strcmp(op, "==") == 0)
		return "==";
	return strcmp(op, "<=>") == 0 || is_relational(op) ? "<=>" : NULL;
}

/* Whether nothing is a better match: no template, and no conversion. */
static bool is_perfect(const struct candidate *k, u32 narg) {
	for (u32 i = 1; i <= narg; i++)
		if (k->ics[i].kind != ICS_STANDARD || k->ics[i].rank != RANK_EXACT)
			return false;
	return !k->tmpl;
}

/* Whether candidates of == or <=> take part in a call of `op`, for which there are the
 * candidates k: before C++20 only if there is nothing else, so that programs keep their
 * meaning. */
static bool wants_rewritten(const struct sema *c, const char *op,
                            const struct candidates *k, u32 narg) {
	const char *from = rewritten_of(op);
	if (narg != 2 || !from)
		return false;
	for (u32 i = 0; i < k->n; i++)
		if (is_perfect(&k->at[i], narg))
			return false;
	return !k->n || c->u->opt->standard >= 20;
}

/* Adds the candidates that make `op` of == or <=>, with the operands in both orders.
 * Returns how many of all there are with the operands as they are written. As in nvcc
 * 13.0, a != beside an == does not keep it from being turned around, as it would by
 * [over.match.oper]/4 (P2468). */
static u32 gather_rewritten(struct sema *c, struct cscope *at, const char *op,
                            struct cexpr **arg, struct loc loc, struct candidates *out) {
	const char *from = rewritten_of(op);
	struct cexpr *turned[2] = {arg[1], arg[0]};
	u32 n = out->n;
	if (strcmp(from, op) != 0)
		gather_operator(c, at, from, arg, 2, loc, false, out);
	for (; n < out->n; n++)
		out->at[n].rewrite = REWRITE_SAME;
	gather_operator(c, at, from, turned, 2, loc, false, out);
	for (u32 i = n; i < out->n; i++) {
		struct candidate k = out->at[i];
		struct ics first = k.ics[1];
		k.rewrite = REWRITE_REVERSED;
		k.ics[1] = k.ics[2];
		k.ics[2] = first;
		out->at[i] = k;
	}
	return n;
}

/* a != b as !(a == b), a < b as (a <=> b) < 0 or 0 < (b <=> a). */
static struct cexpr *finish_rewritten(struct sema *c, struct cscope *at, u16 op,
                                      struct cexpr *r, bool is_reversed, struct loc loc) {
	if (is_error(r) || (op == CU_SPACESHIP && !is_reversed))
		return r;
	if ((op == CU_EQ || op == CU_NE) && ctype_unqual(r->type)->kind != CT_BOOL &&
	    c->u->opt->standard >= 20) { /* [over.match.oper]/9 */
		check_error(
			c, loc, E0623,
			"the operator== that '%s' is made of returns '%s', not 'bool'",
			op_spelling(op), check_type_text(c, r->type));
		return cexpr_error(c, loc);
	}
	if (op == CU_EQ)
		return r;
	if (op == CU_NE) {
		r = to_bool(c, r);
		if (is_error(r))
			return r;
		struct cexpr *e = cexpr_new(c, CE_NOT, r->type, loc);
		e->a = r;
		return e;
	}
	struct cexpr *zero = zero_literal(c, CT_INT, loc);
	return is_reversed ? check_binary(c, at, op, zero, r, loc)
	                   : check_binary(c, at, op, r, zero, loc);
}

static u16 comparison_token(const char *op) {
	static const u16 token[] = {'<', '>', CU_LE, CU_GE, CU_EQ, CU_NE, CU_SPACESHIP};
	for (u32 i = 0; i < countof(token); i++)
		if (strcmp(op_spelling(token[i]), op) == 0)
			return token[i];
	return 0;
}

static bool is_assignment(const char *op) {
	return op[strlen(op) - 1] == '=' && !comparison_token(op);
}

/* The right operand of an assignment is evaluated before the left one, from C++17 on
 * ([expr.ass]/1), by an operator function, too ([over.match.oper]/2). */
static struct cexpr *right_first(struct cexpr *r) {
	struct cexpr *call = r->kind == CE_COMMA && r->a->kind == CE_HOLD ? r->b : r;
	if (call->kind != CE_CALL)
		return r;
	call->op = CE_ASSIGN;
	if (call != r)
		call->c = r->a;
	return call;
}

/* Returns the best of the candidates; *rival: one that is as good, or NULL. */
static struct candidate *best_of(struct sema *c, struct candidates *k, u32 narg,
                                 struct candidate **rival) {
	struct candidate *best = &k->at[0];
	*rival = NULL;
	for (u32 i = 1; i < k->n; i++)
		if (compare(c, &k->at[i], best, narg) < 0)
			best = &k->at[i];
	for (u32 i = 0; i < k->n && !*rival; i++)
		if (&k->at[i] != best && compare(c, best, &k->at[i], narg) >= 0)
			*rival = &k->at[i];
	return best;
}

static struct cexpr *call_operator(struct sema *c, struct cscope *at, const char *op,
                                   struct cexpr **arg, u32 narg, struct loc loc,
                                   bool members_only) {
	bool any = false;
	for (u32 i = 0; i < narg; i++)
		any |= is_class_or_enum(arg[i]);
	if (!any)
		return NULL;
	struct candidates k = {0};
	gather_operator(c, at, op, arg, narg, loc, members_only, &k);
	u32 as_written = k.n;
	if (wants_rewritten(c, op, &k, narg))
		as_written = gather_rewritten(c, at, op, arg, loc, &k);
	if (!k.n)
		return NULL;
	struct candidate *rival, *best = best_of(c, &k, narg, &rival);
	if (rival && as_written && as_written < k.n) {
		/* as nvcc has it, and other compilers with a warning */
		k.n = as_written;
		best = best_of(c, &k, narg, &rival);
	}
	if (builtin_is_as_good(best, arg, narg))
		return NULL;
	if (rival) {
		struct diag_record *r = check_error(
			c, loc, E0617,
			"use of operator '%s' is ambiguous (operands '%s')", op,
			args_text(c, arg, narg));
		note_candidate(c, r, best->func);
		note_candidate(c, r, rival->func);
		return cexpr_error(c, loc);
	}
	struct cdecl *f = best->func;
	bool is_reversed = best->rewrite == REWRITE_REVERSED;
	struct cexpr *operand[2] = {arg[0], narg > 1 ? arg[1] : NULL};
	if (is_reversed) {
		operand[0] = arg[1];
		operand[1] = arg[0];
	}
	if (f->this_param)
		check_member_access(c, at, f, loc);
	struct cexpr *r = f->this_param ? build_call(c, f, operand[0], operand + 1,
	                                             narg - 1, loc)
	                                : build_call(c, f, NULL, operand, narg, loc);
	if (narg == 2 && is_assignment(op) && is_cxx17(c))
		r = right_first(r);
	return best->rewrite ? finish_rewritten(c, at, comparison_token(op), r,
	                                        is_reversed, loc)
	                     : r;
}

struct cexpr *overload_operator(struct sema *c, struct cscope *at, const char *op,
                                struct cexpr **arg, u32 narg, struct loc loc,
                                bool members_only) {
	struct arena_mark mark = arena_mark(&c->temp);
	struct cexpr *e = call_operator(c, at, op, arg, narg, loc, members_only);
	arena_rewind(&c->temp, mark);
	return e;
}
