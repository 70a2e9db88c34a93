/* constraint.c - C++20's constraints ([temp.constr]): concepts, requires-clauses and
 * requires-expressions, whether arguments satisfy them, and which of two templates is
 * more constrained. A concept is a template of a constant; a constraint that cannot be
 * substituted into is false, not an error.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/constraint.h"

#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/template/template.h"

/* ---- where constraints are --------------------------------------------------------- */

static struct syn *tparam_constraint(const struct syn *p) {
	if (p->kind == SYN_TPARAM_TYPE)
		return p->nkid > 1 ? syn_tparam_type(p)->constraint : NULL;
	if (p->kind != SYN_TPARAM_VALUE)
		return NULL;
	const struct syn *specs = syn_param(syn_tparam_value(p)->param)->specs;
	struct syn *type = specs->kind == SYN_SPECS ? syn_specs(specs)->type : NULL;
	return type ? auto_constraint(type) : NULL;
}

struct syn *auto_constraint(const struct syn *type) {
	return type->kind == SYN_AUTO && type->nkid ? syn_auto(type)->constraint : NULL;
}

struct syn *func_constraint(const struct syn *d_func) {
	return d_func && d_func->nkid > 4 ? syn_d_func(d_func)->constraint : NULL;
}

static struct syn *template_func_constraint(const struct cdecl *tmpl) {
	struct syn *s = tmpl->syn;
	if (tmpl->template_of != CDECL_FUNC || !s)
		return NULL;
	struct syn *d = syn_first_declarator(s);
	return d ? func_constraint(declarator_peek(d).func) : NULL;
}

bool template_is_constrained(const struct cdecl *tmpl) {
	if (cdecl_rare(tmpl)->constraint || cdecl_rare(tmpl)->constraint_too ||
	    template_func_constraint(tmpl))
		return true;
	for (u32 i = 0; tmpl->params && i < tmpl->params->nkid; i++)
		if (tparam_constraint(tmpl->params->kid[i]))
			return true;
	return false;
}

/* The parameters of two templates, whose names may differ. */
struct renaming {
	const struct syn *a, *b;
};

static bool same_name(const struct renaming *r, struct str *a, struct str *b) {
	for (u32 i = 0; a && r->a && i < r->a->nkid; i++)
		if (tparam_name(r->a->kid[i]) == a)
			return i < r->b->nkid && tparam_name(r->b->kid[i]) == b;
	return a == b;
}

static bool syn_equal(const struct renaming *r, const struct syn *a,
                      const struct syn *b) {
	if (!a || !b || (a == b && r->a == r->b))
		return a == b;
	if (a->kind != b->kind || a->op != b->op || a->flags != b->flags ||
	    a->nkid != b->nkid || !same_name(r, a->name, b->name))
		return false;
	if (a->kind == SYN_STRING) /* its value is a pointer */
		return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
	if (a->value != b->value)
		return false;
	for (u32 i = 0; i < a->nkid; i++)
		if (!syn_equal(r, a->kid[i], b->kid[i]))
			return false;
	return true;
}

bool constraints_written_alike(const struct cdecl *a, const struct cdecl *b) {
	struct renaming r = {0};
	if (a->kind != CDECL_TEMPLATE || b->kind != CDECL_TEMPLATE)
		return syn_equal(&r, func_constraint(a->func_syn),
		                 func_constraint(b->func_syn));
	if (!template_is_constrained(a) && !template_is_constrained(b))
		return true;
	r = (struct renaming){a->params, b->params};
	if (a->params->nkid != b->params->nkid ||
	    !syn_equal(&r, cdecl_rare(a)->constraint, cdecl_rare(b)->constraint) ||
	    !syn_equal(&r, template_func_constraint(a), template_func_constraint(b)))
		return false;
	for (u32 i = 0; i < a->params->nkid; i++)
		if (!syn_equal(&r, tparam_constraint(a->params->kid[i]),
		               tparam_constraint(b->params->kid[i])))
			return false;
	return true;
}

/* ---- formulas ---------------------------------------------------------------------- */

/* A normal form ([temp.constr.normal]): atoms under && and ||. A concept is replaced by
 * its definition only when needed. */
struct formula {
	struct sema *c;
	struct syn *syn; /* an expression, or the concept-id of a type-constraint */
	struct cscope *at;
	const struct ctarg *first; /* the first argument of a type-constraint */
	/* The concept whose definition has this formula, and its arguments. */
	struct cdecl *concept;
	const struct ctarg *arg;
};

static struct cdecl *concept_named(struct sema *c, struct cscope *at, struct syn *id,
                                   struct syn **last) {
	if (id->kind != SYN_NAME && id->kind != SYN_TEMPLATE_ID &&
	    id->kind != SYN_QUALIFIED)
		return NULL;
	struct cscope *in;
	struct cdecl *d = decl_of(c, lookup_id(c, at, id, last, &in));
	return d && d->kind == CDECL_TEMPLATE && d->flags & SPEC_CONCEPT ? d : NULL;
}

static struct syn *concept_expr(const struct cdecl *concept) {
	struct syn *s = concept->syn;
	return s->kind == SYN_SIMPLE_DECL && s->nkid > 1
	               ? syn_init_decl(syn_simple_decl(s)->init_decl[0])->init
	               : NULL;
}

/* Returns the concept that the formula names, and sets `bound` to its arguments. NULL for
 * an atom, or if it is not well-formed, which sets `*bad`. */
static struct cdecl *concept_of(struct sema *c, const struct formula *f,
                                struct ctarg **bound, bool *bad) {
	struct syn *last = NULL;
	*bad = false;
	if (!f->first && f->syn->kind == SYN_NAME)
		return NULL;
	struct cdecl *d = concept_named(c, f->at, f->syn, &last);
	if (!d) {
		*bad = f->first != NULL;
		if (*bad)
			check_error(c, f->syn->loc, E0614,
			            "'%s' is not the name of a concept",
			            last && last->name ? last->name->s : "?");
		return NULL;
	}
	struct ctargs args = {0};
	if (f->first)
		vec_push(c->a, &args, *f->first);
	*bound = arena_array(c->a, struct ctarg, d->params->nkid + 1);
	*bad = (last->kind == SYN_TEMPLATE_ID &&
	        !template_args_of(c, f->at, last, d, &args)) ||
	       !template_bind(c, d, &args, *bound, f->syn->loc);
	return *bad ? NULL : d;
}

static struct formula inside(struct sema *c, struct cdecl *concept,
                             const struct ctarg *bound) {
	return (struct formula){
		.c = c,
		.syn = concept_expr(concept),
		.at = template_scope(c, concept, bound, concept->params->nkid),
		.concept = concept,
		.arg = bound};
}

static struct formula part(const struct formula *f, struct syn *s) {
	struct formula r = *f;
	r.syn = s;
	return r;
}

static struct syn *unwrapped(struct syn *s) {
	while (s && s->kind == SYN_PAREN)
		s = syn_paren(s)->expr;
	return s;
}

static bool is_junction(const struct formula *f) {
	return !f->first && f->syn->kind == SYN_BINARY &&
	       (f->syn->op == CU_ANDAND || f->syn->op == CU_OROR);
}

/* ---- satisfaction ------------------------------------------------------------------ */

static bool formula_holds(struct sema *c, const struct formula *whole);

bool concept_holds(struct sema *c, struct cdecl *concept, const struct ctarg *bound,
                   struct loc loc) {
	struct cdecl *d = template_constant(c, concept, bound);
	if (d->state == CSTATE_CHECKED)
		return d->value;
	if (d->state == CSTATE_CHECKING || !check_enter(c, loc)) {
		check_error(c, loc, E0614, "satisfaction of '%s' depends on itself",
		            concept->name->s);
		return false;
	}
	struct cfunc_state *fn = c->fn;
	d->state = CSTATE_CHECKING;
	c->fn = NULL;
	c->only_public++;
	struct formula f = inside(c, concept, bound);
	d->value = f.syn && formula_holds(c, &f);
	c->only_public--;
	c->fn = fn;
	d->state = CSTATE_CHECKED;
	check_leave(c);
	return d->value;
}

static bool atom_holds(struct sema *c, const struct formula *f) {
	bool failed = quiet_begin(c);
	u32 conversion = c->in_user_conversion, callee = c->callee_depth;
	c->in_user_conversion = c->callee_depth = 0;
	c->in_const++;
	struct cexpr *e = check_expr(c, f->at, f->syn);
	u64 value = 0;
	bool ok = !is_error(e) && /* no conversion to bool ([temp.constr.atomic]/3) */
	          ctype_unqual(ctype_noref(e->type)) == c->t->basic[CT_BOOL] &&
	          const_int(c, rvalue(c, e), &value, "a constraint");
	c->in_const--;
	c->in_user_conversion = conversion;
	c->callee_depth = callee;
	return !quiet_end(c, failed) && ok && value;
}

static bool formula_holds(struct sema *c, const struct formula *whole) {
	struct formula f = *whole;
	if (!f.first)
		f.syn = unwrapped(f.syn);
	if (is_junction(&f)) {
		struct formula a = part(&f, syn_binary(f.syn)->left),
			       b = part(&f, syn_binary(f.syn)->right);
		bool left = formula_holds(c, &a);
		bool decides = f.syn->op == CU_ANDAND ? !left : left;
		return decides ? left : formula_holds(c, &b);
	}
	struct ctarg *bound;
	bool bad, failed = quiet_begin(c);
	struct cdecl *concept = concept_of(c, &f, &bound, &bad);
	bool holds = concept && concept_holds(c, concept, bound, f.syn->loc);
	quiet_end(c, failed);
	return concept || bad ? holds : atom_holds(c, &f);
}

bool constraint_holds(struct sema *c, struct cscope *at, struct syn *s) {
	struct formula f = {.c = c, .syn = s, .at = at};
	return formula_holds(c, &f);
}

bool type_constraint_holds(struct sema *c, struct cscope *at, struct syn *id,
                           const struct ctype *t) {
	struct ctarg first = {.kind = TARG_TYPE, .type = t};
	struct formula f = {.c = c, .syn = id, .at = at, .first = &first};
	return formula_holds(c, &f);
}

/* ---- of templates and functions ---------------------------------------------------- */

VEC_TYPE(formulas, struct formula);

/* Adds a template's constraints on its arguments, in order. */
static void template_formulas(struct sema *c, struct cdecl *tmpl, struct ctarg *bound,
                              struct cscope *at, struct formulas *out) {
	for (u32 i = 0; i < tmpl->params->nkid; i++) {
		struct syn *p = tmpl->params->kid[i], *s = tparam_constraint(p);
		struct ctarg *a = bound[i].kind == TARG_PACK ? bound[i].elem : &bound[i];
		u32 n = bound[i].kind == TARG_PACK ? bound[i].nelem : 1;
		for (u32 k = 0; s && k < n; k++) {
			struct ctarg *t = arena_new(c->a, struct ctarg);
			*t = (struct ctarg){.kind = TARG_TYPE, .type = a[k].type};
			vec_push(c->a, out,
			         ((struct formula){
					 .c = c, .syn = s, .at = at, .first = t}));
		}
	}
	if (cdecl_rare(tmpl)->constraint)
		vec_push(c->a, out,
		         ((struct formula){
				 .c = c, .syn = cdecl_rare(tmpl)->constraint, .at = at}));
	if (cdecl_rare(tmpl)->constraint_too)
		vec_push(c->a, out,
		         ((struct formula){.c = c,
		                           .syn = cdecl_rare(tmpl)->constraint_too,
		                           .at = at}));
}

static const struct formula *first_false(struct sema *c, const struct formulas *f) {
	for (u32 i = 0; i < f->n; i++)
		if (!formula_holds(c, &f->at[i]))
			return &f->at[i];
	return NULL;
}

bool template_satisfied(struct sema *c, struct cdecl *tmpl, struct ctarg *bound,
                        struct cscope *at) {
	struct formulas f = {0};
	template_formulas(c, tmpl, bound, at, &f);
	return !first_false(c, &f);
}

bool func_satisfied(struct sema *c, struct cdecl *f) {
	struct syn *s = func_constraint(f->func_syn);
	if (!s)
		return true;
	if (f->satisfied == SATISFIED_UNKNOWN && check_enter(c, s->loc)) {
		f->satisfied = SATISFIED_NO; /* while it is checked */
		f->satisfied = constraint_holds(c, f->inner, s) ? SATISFIED_YES
		                                                : SATISFIED_NO;
		check_leave(c);
	}
	return f->satisfied == SATISFIED_YES;
}

/* ---- which is more constrained ([temp.constr.order]) ------------------------------- */

/* The search for whether p implies q. `known` holds the atoms that are taken as true.
 * They imply q if q is true when all other atoms are false, as formulas have no negation.
 * p implies q if each way to make p true does: the branches of p's disjunctions are tried
 * one by one. */
struct subsumption {
	struct sema *c;
	struct formulas known, todo;
	const struct formulas *goal;
	u32 steps;
};

enum { SUBSUMPTION_STEPS_MAX = 20000 };

static bool same_atom(const struct formula *a, const struct formula *b) {
	if (a->syn != b->syn || a->concept != b->concept)
		return false;
	if (!a->concept)
		return a->at == b->at;
	for (u32 i = 0; i < a->concept->params->nkid; i++)
		if (!targ_equal(&a->arg[i], &b->arg[i]))
			return false;
	return true;
}

static bool implied(struct subsumption *s, const struct formula *q) {
	struct formula f = *q;
	if (++s->steps > SUBSUMPTION_STEPS_MAX)
		return false;
	if (!f.first)
		f.syn = unwrapped(f.syn);
	if (is_junction(&f)) {
		struct formula a = part(&f, syn_binary(f.syn)->left),
			       b = part(&f, syn_binary(f.syn)->right);
		return f.syn->op == CU_ANDAND ? implied(s, &a) && implied(s, &b)
		                              : implied(s, &a) || implied(s, &b);
	}
	struct ctarg *bound;
	bool bad;
	struct cdecl *concept = concept_of(s->c, &f, &bound, &bad);
	if (concept) {
		struct formula in = inside(s->c, concept, bound);
		return in.syn && implied(s, &in);
	}
	for (u32 i = 0; i < s->known.n; i++)
		if (same_atom(&s->known.at[i], &f))
			return true;
	return false;
}

static bool goal_implied(struct subsumption *s) {
	for (u32 i = 0; i < s->goal->n; i++)
		if (!implied(s, &s->goal->at[i]))
			return false;
	return true;
}

static bool subsumes_from(struct subsumption *s) {
	if (++s->steps > SUBSUMPTION_STEPS_MAX)
		return false;
	if (!s->todo.n)
		return goal_implied(s);
	struct formula f = vec_pop(&s->todo);
	u32 ntodo = s->todo.n, nknown = s->known.n;
	if (!f.first)
		f.syn = unwrapped(f.syn);
	struct formula whole = f;
	bool ok = true;
	if (is_junction(&f)) {
		struct formula a = part(&f, syn_binary(f.syn)->left),
			       b = part(&f, syn_binary(f.syn)->right);
		if (f.syn->op == CU_ANDAND) {
			vec_push(s->c->a, &s->todo, b);
			vec_push(s->c->a, &s->todo, a);
			ok = subsumes_from(s);
		} else {
			struct formulas rest = {0};
			for (u32 i = 0; i < ntodo; i++)
				vec_push(s->c->a, &rest, s->todo.at[i]);
			vec_push(s->c->a, &s->todo, a);
			ok = subsumes_from(s);
			s->known.n = nknown;
			s->todo = rest;
			vec_push(s->c->a, &s->todo, b);
			ok = ok && subsumes_from(s);
		}
	} else {
		struct ctarg *bound;
		bool bad;
		struct cdecl *concept = concept_of(s->c, &f, &bound, &bad);
		struct formula in = concept ? inside(s->c, concept, bound) : whole;
		if (concept && in.syn)
			vec_push(s->c->a, &s->todo, in);
		else
			vec_push(s->c->a, &s->known, whole);
		ok = subsumes_from(s);
	}
	return ok;
}

static bool subsumes(struct sema *c, const struct formulas *p, const struct formulas *q) {
	struct subsumption s = {.c = c, .goal = q};
	for (u32 i = p->n; i-- > 0;)
		vec_push(c->a, &s.todo, p->at[i]);
	bool failed = quiet_begin(c);
	bool ok = subsumes_from(&s);
	quiet_end(c, failed);
	return ok && s.steps <= SUBSUMPTION_STEPS_MAX;
}

static int order(struct sema *c, const struct formulas *a, const struct formulas *b) {
	if (!a->n || !b->n)
		return a->n ? -1 : b->n ? 1 : 0;
	bool ab = subsumes(c, a, b), ba = subsumes(c, b, a);
	return ab == ba ? 0 : ab ? -1 : 1;
}

static void func_formulas(struct sema *c, struct cdecl *f, struct cdecl *tmpl,
                          struct formulas *out) {
	if (tmpl && f->tscope && f->ntarg == tmpl->params->nkid)
		template_formulas(c, tmpl, f->targ, f->tscope, out);
	struct syn *s = func_constraint(f->func_syn);
	if (s)
		vec_push(c->a, out, ((struct formula){.c = c, .syn = s, .at = f->inner}));
}

/* Orders two templates whose arguments made their constraints alike: f<X, X> satisfies
 * C<T> && C<U> as C<T>, and what is on a pack without elements has none. What counts is
 * which parameter a constraint is on ([temp.constr.atomic]/2), so both have the same
 * made-up arguments, each of which is equal only to itself. */
static int order_of_parameters(struct sema *c, struct cdecl *a, struct syn *aclause,
                               struct cdecl *b, struct syn *bclause) {
	u32 n = a->params->nkid;
	if (!n || b->params->nkid != n || (n == 1 && !tparam_is_pack(a->params->kid[0])))
		return 0;
	for (u32 i = 0; i < n; i++)
		if (a->params->kid[i]->kind != b->params->kid[i]->kind ||
		    tparam_is_pack(a->params->kid[i]) !=
		            tparam_is_pack(b->params->kid[i]))
			return 0;
	struct ctarg *synth = synth_args(c, a);
	struct formulas f[2] = {0};
	for (int i = 0; i < 2; i++) {
		struct cdecl *tmpl = i ? b : a;
		struct syn *clause = i ? bclause : aclause;
		struct cscope *at = template_scope(c, tmpl, synth, n);
		template_formulas(c, tmpl, synth, at, &f[i]);
		if (clause)
			vec_push(c->a, &f[i],
			         ((struct formula){.c = c, .syn = clause, .at = at}));
	}
	return order(c, &f[0], &f[1]);
}

int constraint_order(struct sema *c, struct cdecl *a, struct cdecl *atmpl,
                     struct cdecl *b, struct cdecl *btmpl) {
	struct formulas fa = {0}, fb = {0};
	func_formulas(c, a, atmpl, &fa);
	func_formulas(c, b, btmpl, &fb);
	int r = order(c, &fa, &fb);
	return r || !atmpl || !btmpl ||
	                       !(template_is_constrained(atmpl) ||
	                         template_is_constrained(btmpl))
	               ? r
	               : order_of_parameters(c, atmpl, func_constraint(a->func_syn),
	                                     btmpl, func_constraint(b->func_syn));
}

int constraint_order_special(struct sema *c, struct cdecl *a, struct ctarg *abound,
                             struct cdecl *b, struct ctarg *bbound) {
	struct formulas fa = {0}, fb = {0};
	template_formulas(c, a, abound, template_scope(c, a, abound, a->params->nkid),
	                  &fa);
	template_formulas(c, b, bbound, template_scope(c, b, bbound, b->params->nkid),
	                  &fb);
	int r = order(c, &fa, &fb);
	return r || !fa.n || !fb.n ? r : order_of_parameters(c, a, NULL, b, NULL);
}

/* ---- why not ----------------------------------------------------------------------- */

static const char *args_text(struct sema *c, const struct ctarg *arg, u32 n) {
	const char *s = "";
	for (u32 i = 0; i < n; i++) {
		const struct ctarg *a = &arg[i];
		const char *one = a->kind == TARG_TYPE ? check_type_text(c, a->type)
		                  : a->kind == TARG_VALUE
		                          ? arena_printf(c->a, "%lld",
		                                         (long long)a->value)
		                  : a->kind == TARG_PACK ? args_text(c, a->elem, a->nelem)
		                  : a->decl && a->decl->name ? a->decl->name->s
		                                             : "?";
		s = arena_printf(c->a, "%s%s%s", s, i ? ", " : "", one);
	}
	return s;
}

/* Adds notes for the parts of a constraint that are false, the outermost first. */
static void explain(struct sema *c, struct diag_record *r, const struct formula *whole,
                    u32 depth) {
	struct formula f = *whole;
	if (!f.first)
		f.syn = unwrapped(f.syn);
	if (depth > 4)
		return;
	if (is_junction(&f)) {
		struct formula a = part(&f, syn_binary(f.syn)->left),
			       b = part(&f, syn_binary(f.syn)->right);
		if (!formula_holds(c, &a))
			explain(c, r, &a, depth + 1);
		if (!formula_holds(c, &b))
			explain(c, r, &b, depth + 1);
		return;
	}
	struct ctarg *bound;
	bool bad, failed = quiet_begin(c);
	struct cdecl *concept = concept_of(c, &f, &bound, &bad);
	quiet_end(c, failed);
	struct source_pos pos = source_pos(c->u->sources, f.syn->loc.start);
	const char *file = pos.file ? pos.file->name : "?";
	if (!concept) {
		check_note(c, r, "%s at %s:%u is %s",
		           f.first ? "the name" : "a constraint", file, pos.line,
		           !bad      ? "false"
		           : f.first ? "not a concept, or has other parameters"
		                     : "not well-formed");
		return;
	}
	check_note(c, r, "because '%s<%s>' at %s:%u is false", concept->name->s,
	           args_text(c, bound, concept->params->nkid), file, pos.line);
	struct formula in = inside(c, concept, bound);
	if (in.syn)
		explain(c, r, &in, depth + 1);
}

void constraint_explain(struct sema *c, struct diag_record *r, struct cscope *at,
                        struct syn *s) {
	struct formula f = {.c = c, .syn = s, .at = at};
	if (r)
		explain(c, r, &f, 0);
}

void template_explain(struct sema *c, struct diag_record *r, struct cdecl *tmpl,
                      struct ctarg *bound) {
	struct formulas f = {0};
	if (!r)
		return;
	template_formulas(c, tmpl, bound,
	                  template_scope(c, tmpl, bound, tmpl->params->nkid), &f);
	const struct formula *no = first_false(c, &f);
	if (no)
		explain(c, r, no, 0);
}

bool check_auto_constraint(struct sema *c, struct cscope *at, const struct syn *specs,
                           const struct syn *declarator, const struct ctype *t,
                           struct loc loc) {
	struct syn *id = specs->kind == SYN_SPECS && syn_specs(specs)->type
	                         ? auto_constraint(syn_specs(specs)->type)
	                         : NULL;
	if (!id || t->kind == CT_ERROR)
		return true;
	for (const struct syn *d = declarator; d && d->kind != SYN_D_NAME;
	     d = syn_declarator(d)->inner)
		if ((d->kind == SYN_D_PTR && t->kind == CT_PTR) ||
		    ((d->kind == SYN_D_LREF || d->kind == SYN_D_RREF) && ctype_is_ref(t)))
			t = t->base;
	if (specs->value & SPEC_CONST)
		t = ctype_unqual(t);
	struct ctarg first = {.kind = TARG_TYPE, .type = t};
	struct formula f = {.c = c, .syn = id, .at = at, .first = &first};
	if (formula_holds(c, &f))
		return true;
	struct diag_record *r = check_error(
		c, loc, E0618, "the deduced type '%s' does not satisfy its constraint",
		check_type_text(c, t));
	if (r)
		explain(c, r, &f, 0);
	return false;
}

/* ---- requires-expressions ([expr.prim.req]) ---------------------------------------- */

static bool compound_holds(struct sema *c, struct cscope *at, struct syn *s) {
	struct cexpr *e = check_expr(c, at, syn_requirement(s)->expr);
	if (is_error(e) || c->failed)
		return false;
	if (s->flags & SYNF_NOEXCEPT && expr_may_throw(c, e))
		return false;
	if (!syn_requirement(s)->constraint)
		return true;
	/* decltype((expr)) */
	struct syn paren = {.kind = SYN_PAREN,
	                    .loc = s->loc,
	                    .nkid = 1,
	                    .kid = &syn_requirement(s)->expr};
	const struct ctype *t = type_of_expr(c, at,
	                                     arena_copy(c->a, &paren, sizeof paren, 8));
	return t->kind != CT_ERROR &&
	       type_constraint_holds(c, at, syn_requirement(s)->constraint, t);
}

static bool requirement_holds(struct sema *c, struct cscope *at, struct syn *s) {
	switch (s->kind) {
	case SYN_TYPE_ID: return type_of_type_id(c, at, s)->kind != CT_ERROR;
	case SYN_NESTED: return constraint_holds(c, at, syn_nested(s)->expr);
	case SYN_REQUIREMENT: return compound_holds(c, at, s);
	default: return !is_error(check_expr(c, at, s));
	}
}

struct cexpr *check_requires(struct sema *c, struct cscope *at, struct syn *s) {
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, NULL, s->loc);
	f->scope = at;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, at, at->owner);
	bool holds = true, failed = quiet_begin(c);
	u32 conversion = c->in_user_conversion, callee = c->callee_depth;
	c->in_user_conversion = c->callee_depth = 0;
	c->unevaluated++;
	if (syn_requires(s)->declarator)
		declare_params(c, f, syn_requires(s)->declarator);
	for (u32 i = 0; i < f->param.n; i++)
		holds &= f->param.at[i]->type->kind != CT_ERROR;
	holds &= !c->failed;
	for (u32 i = 1; holds && i < s->nkid; i++)
		holds = requirement_holds(c, f->inner, s->kid[i]) && !c->failed;
	c->unevaluated--;
	c->in_user_conversion = conversion;
	c->callee_depth = callee;
	quiet_end(c, failed);
	return cexpr_int(c, c->t->basic[CT_BOOL], holds, s->loc);
}
