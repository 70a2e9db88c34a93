/* order.c - partial ordering of templates ([temp.func.order]): one is at least as special
 * as another if made-up arguments for its parameters fit the other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/order.h"

#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/template/deduction.h"
#include "parser/cuda/meaning/template/template.h"

/* Makes a class template with the parameter's own parameters; it is never defined. */
static struct cdecl *synth_template(struct sema *c, struct cdecl *d, struct syn *param) {
	d->kind = CDECL_TEMPLATE;
	d->template_of = CDECL_TYPE;
	d->syn = param;
	d->params = syn_tparam_template(param)->params;
	d->scope = cscope_new(c->a, CSCOPE_NAMESPACE, NULL, NULL);
	d->state = CSTATE_CHECKED;
	return d;
}

/* The upper half marks made-up values, a bit those of packs. */
enum { SYNTH_VALUE = 0x5eed0000, SYNTH_OF_PACK = 0x8000 };

struct ctarg synth_arg(struct sema *c, struct syn *param) {
	struct str *name = tparam_name(param);
	struct cdecl *d = cdecl_new(c->a, CDECL_TPARAM,
	                            name ? name : str_lit(c->u->names, "T"), param->loc);
	struct ctarg a = {.kind = TARG_TYPE};
	d->syn = param;
	if (param->kind == SYN_TPARAM_TYPE)
		a.type = d->type = ctype_named(c->t, CT_SYNTH, d);
	else if (param->kind == SYN_TPARAM_VALUE)
		a = (struct ctarg){.kind = TARG_VALUE,
		                   .type = c->t->basic[CT_INT],
		                   .value = SYNTH_VALUE + (++c->nanon & 0x7fff) +
		                            (tparam_is_pack(param) ? SYNTH_OF_PACK : 0)};
	else
		a = (struct ctarg){.kind = TARG_TEMPLATE,
		                   .decl = synth_template(c, d, param)};
	if (tparam_is_pack(param)) {
		struct ctarg *elem = arena_new(c->a, struct ctarg);
		*elem = a;
		return (struct ctarg){.kind = TARG_PACK, .elem = elem, .nelem = 1};
	}
	return a;
}

/* Makes an object of the type t; it has no value. */
static struct ctarg synth_object(struct sema *c, const struct ctype *t,
                                 struct syn *param) {
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR, str_lit(c->u->names, "V"),
	                            param->loc);
	d->syn = param;
	d->scope = c->u->global;
	d->type = ctype_qualified(c->t, t, Q_CONST);
	d->state = CSTATE_CHECKED;
	d->is_targ_object = true;
	d->space = CSPACE_HOST;
	return (struct ctarg){.kind = TARG_DECL, .type = t, .decl = d};
}

/* Gives a made-up value the type of its parameter, so that it needs no conversion, which
 * might change or refuse it. A bool has too few values to be equal only to itself. */
static void type_value(struct sema *c, struct cscope *at, struct syn *param,
                       struct ctarg *a) {
	struct declarator_info info;
	struct syn *p = syn_tparam_value(param)->param;
	bool failed = quiet_begin(c);
	const struct ctype *t = ctype_unqual(
		type_of_declarator(c, at, type_of_specs(c, at, syn_param(p)->specs),
	                           syn_param(p)->declarator, &info));
	if (quiet_end(c, failed))
		return;
	if (t->kind == CT_CLASS) {
		*a = synth_object(c, t, param);
	} else if (t->kind == CT_PTR && t->base->kind != CT_FUNC) {
		*a = synth_object(c, t, param); /* whose address it is */
		a->decl->type = t->base;
	} else if (!tparam_is_pack(param) &&
	           (ctype_is_integer(t) || t->kind == CT_ENUM)) {
		u64 bits = 8 * ctype_size(t);
		a->type = t;
		a->value = t->kind == CT_BOOL ? 1
		           : bits < 32        ? a->value & 0x7f
		                              : a->value;
	}
}

static struct ctarg *make_up_args(struct sema *c, struct cdecl *tmpl) {
	u32 n = tmpl->params->nkid;
	struct ctarg *synth = arena_array(c->a, struct ctarg, n + 1);
	for (u32 i = 0; i < n; i++) {
		struct syn *param = tmpl->params->kid[i];
		synth[i] = synth_arg(c, param);
		struct ctarg *a = synth[i].kind == TARG_PACK ? synth[i].elem : &synth[i];
		if (a->kind != TARG_VALUE)
			continue;
		/* a type that names parameters could instantiate what the program never
		 * does */
		struct syn *specs = syn_param(syn_tparam_value(param)->param)->specs;
		if (!tparam_named_in(tmpl->params, specs, NULL))
			type_value(c, template_scope(c, tmpl, synth, i), param, a);
	}
	return synth;
}

/* They are made once: what was instantiated for them serves every comparison. */
struct ctarg *synth_args(struct sema *c, struct cdecl *tmpl) {
	struct ctarg *synth = map_get_ptr(&c->synth, tmpl);
	if (!synth) {
		synth = make_up_args(c, tmpl);
		map_put_ptr(&c->synth, tmpl, synth);
	}
	return synth;
}

static bool is_made_up_object(const struct ctarg *a) {
	return a->decl && a->decl->is_targ_object && a->decl->syn;
}

bool synth_is_value(const struct ctarg *a) {
	return a->kind == TARG_VALUE && a->value >> 16 == SYNTH_VALUE >> 16;
}

bool synth_is_of_pack(const struct ctarg *a) {
	const struct ctype *t = a->type;
	switch (a->kind) {
	case TARG_TYPE:
		while (t && (t->kind == CT_PTR || ctype_is_ref(t)))
			t = t->base;
		return t && t->kind == CT_SYNTH && t->decl->syn &&
		       tparam_is_pack(t->decl->syn);
	case TARG_VALUE: return synth_is_value(a) && a->value & SYNTH_OF_PACK;
	case TARG_DECL: return is_made_up_object(a) && tparam_is_pack(a->decl->syn);
	case TARG_TEMPLATE:
		return a->decl->syn && a->decl->syn->kind == SYN_TPARAM_TEMPLATE &&
		       tparam_is_pack(a->decl->syn);
	default: return false;
	}
}

static bool is_made_up_class(const struct cdecl *d, u32 depth);

static bool is_made_up_type(const struct ctype *t, u32 depth) {
	if (!t || depth > 16)
		return false;
	if (t->kind == CT_SYNTH)
		return true;
	if (t->kind == CT_CLASS || t->kind == CT_ENUM)
		return is_made_up_class(t->decl, depth + 1);
	for (u32 i = 0; t->kind == CT_FUNC && i < t->nparam; i++)
		if (is_made_up_type(t->param[i], depth + 1))
			return true;
	return is_made_up_type(t->base, depth + 1);
}

static bool is_made_up_arg(const struct ctarg *a, u32 depth) {
	switch (a->kind) {
	case TARG_TYPE: return is_made_up_type(a->type, depth);
	case TARG_VALUE: return synth_is_value(a);
	case TARG_DECL: return is_made_up_object(a);
	case TARG_TEMPLATE:
		return a->decl->syn && a->decl->syn->kind == SYN_TPARAM_TEMPLATE;
	case TARG_PACK:
		for (u32 i = 0; i < a->nelem; i++)
			if (is_made_up_arg(&a->elem[i], depth))
				return true;
		return false;
	default: return false;
	}
}

static bool is_made_up_class(const struct cdecl *d, u32 depth) {
	for (u32 i = 0; d->is_inst && i < d->ntarg; i++)
		if (is_made_up_arg(&d->targ[i], depth))
			return true;
	const struct cscope *s = d->scope;
	while (s && s->kind == CSCOPE_TEMPLATE)
		s = s->parent;
	return s && s->kind == CSCOPE_CLASS && s->owner && depth < 16 &&
	       is_made_up_class(s->owner, depth + 1);
}

bool type_is_made_up(const struct ctype *t) {
	return is_made_up_type(t, 0);
}

bool func_is_made_up(const struct cdecl *f) {
	for (u32 i = 0; f->is_inst && i < f->ntarg; i++)
		if (is_made_up_arg(&f->targ[i], 0))
			return true;
	return f->cls_owner && is_made_up_class(f->cls_owner, 0);
}

/* Matches a parameter with a type, without the reference and the top-level const of
 * either ([temp.deduct.partial]/5, 7). */
static bool match_ordered(struct deduction *d, struct syn *p, const struct ctype *t) {
	struct syn *outer = outermost_declarator(syn_param(p)->declarator),
		   *declarator = syn_param(p)->declarator;
	struct syn specs = *syn_param(p)->specs;
	t = ctype_unqual(ctype_noref(t));
	bool is_ref = outer && (outer->kind == SYN_D_LREF || outer->kind == SYN_D_RREF);
	if (!outer || (is_ref && outer == declarator))
		specs.value &= ~(u64)(SPEC_CONST | SPEC_VOLATILE);
	if (is_ref && outer == declarator) {
		declarator = NULL;
	} else if (is_ref) { /* T (&x)[n]: gives both a reference instead */
		t = outer->kind == SYN_D_LREF ? ctype_lref(d->c->t, t)
		                              : ctype_rref(d->c->t, t);
	}
	return deduction_match(d, &specs, declarator, t);
}

/* One of two function templates that are compared. */
struct side {
	struct cdecl *tmpl;
	struct syn *params; /* the patterns */
	struct cdecl *func; /* declared with made-up arguments, one for each pack */
};

static bool side_init(struct sema *c, struct side *s, struct cdecl *tmpl,
                      const struct ctarg *synth) {
	u32 n = tmpl->params->nkid;
	struct syn *func = template_func_declarator(tmpl);
	struct cdecl *f = cdecl_new(c->a, CDECL_FUNC, tmpl->name, tmpl->loc);
	*s = (struct side){tmpl, template_func_params(tmpl), f};
	if (!func || !s->params)
		return false;
	f->scope = tmpl->scope;
	f->inner = cscope_new(c->a, CSCOPE_FUNC, template_scope(c, tmpl, synth, n), f);
	declare_params(c, f, func);
	return true;
}

static bool is_pack_param(const struct syn *p) {
	return p->flags & SYNF_PACK || declarator_peek(syn_param(p)->declarator).is_pack;
}

static bool is_pack_at(const struct side *s, u32 i) {
	return is_pack_param(s->func->param.at[i]->syn);
}

static u8 referred_quals(const struct ctype *ref) {
	return ctype_element(ref->base)->quals & (Q_CONST | Q_VOLATILE);
}

/* Whether of two reference types, which are the same without references and qualifiers, p
 * is the more special one: T & than T &&, const T & than T &. */
static bool is_better_reference(const struct ctype *p, const struct ctype *a) {
	if (!ctype_is_ref(p) || !ctype_is_ref(a))
		return false;
	if (p->kind != a->kind)
		return p->kind == CT_LREF;
	u8 qp = referred_quals(p), qa = referred_quals(a);
	return qp != qa && (qp & qa) == qa;
}

/* Whether a's parameter at k with made-up arguments fits b's pattern at i, by itself. */
static bool fits_alone(struct sema *c, const struct side *a, u32 k, const struct side *b,
                       u32 i) {
	struct deduction_room room;
	struct deduction d;
	if (!deduction_start(&d, &room, c, b->tmpl, NULL))
		return false;
	d.in_pack = is_pack_at(b, i);
	return match_ordered(&d, b->func->param.at[i]->syn, a->func->param.at[k]->type);
}

/* Matches b's pattern at i with a's type at k. What fits in both directions is still less
 * special where its reference is ([temp.deduct.partial]/9). */
static bool pair_fits(struct deduction *d, const struct side *a, u32 k,
                      const struct side *b, u32 i) {
	const struct ctype *p = b->func->param.at[i]->type,
			   *t = a->func->param.at[k]->type;
	return match_ordered(d, b->func->param.at[i]->syn, t) &&
	       !(is_better_reference(p, t) && fits_alone(d->c, b, i, a, k));
}

/* Whether the first narg parameter types of a with made-up arguments fit b's pattern.
 * What one of them has more is not looked at, and an element of a pack of a's fits
 * nothing but a pack ([temp.deduct.type]/10). */
static bool at_least_as_special(struct sema *c, const struct side *a,
                                const struct side *b, u32 narg) {
	struct deduction_room room;
	struct deduction d;
	if (!deduction_start(&d, &room, c, b->tmpl, NULL))
		return false;
	u32 n = MIN(narg, a->func->param.n), k = 0;
	for (u32 i = 0; i < b->func->param.n && i < narg; i++) {
		if (is_pack_at(b, i)) {
			d.in_pack = true;
			for (d.pack_index = 0; k < n; k++, d.pack_index++)
				if (!pair_fits(&d, a, k, b, i))
					return false;
			return true;
		}
		if (k >= n || is_pack_at(a, k) || !pair_fits(&d, a, k, b, i))
			return false;
		k++;
	}
	return true;
}

static bool has_param_pack(const struct side *s) {
	for (u32 i = 0; i < s->params->nkid; i++)
		if (is_pack_param(s->params->kid[i]))
			return true;
	return false;
}

static bool has_tparam_pack(const struct cdecl *tmpl) {
	for (u32 i = 0; i < tmpl->params->nkid; i++)
		if (tparam_is_pack(tmpl->params->kid[i]))
			return true;
	return false;
}

/* Of two that fit each other, nvcc's front end takes that without a pack among its
 * template parameters, where the standard has no order. */
static int order_tparam_packs(const struct cdecl *a, const struct cdecl *b) {
	return (int)has_tparam_pack(a) - (int)has_tparam_pack(b);
}

static struct syn *conversion_id(const struct cdecl *tmpl) {
	const struct syn *s = tmpl->syn;
	return declarator_peek(syn_first_declarator(s)).id;
}

/* As at_least_as_special, for conversions: only the types that they convert to are
 * compared. */
static bool conversion_as_special(struct sema *c, struct cdecl *a, struct cdecl *b) {
	u32 n = a->params->nkid;
	struct ctarg *synth = synth_args(c, a);
	const struct ctype *t = type_of_type_id(
		c, template_scope(c, a, synth, n),
		syn_conversion_name(conversion_id(a))->type_id);
	struct deduction_room room;
	struct deduction d;
	return deduction_start(&d, &room, c, b, NULL) &&
	       deduction_match_type_id(&d, syn_conversion_name(conversion_id(b))->type_id,
	                               t);
}

int template_order_conversion(struct sema *c, struct cdecl *a, struct cdecl *b) {
	bool failed = quiet_begin(c);
	c->in_order++;
	bool ab = conversion_as_special(c, a, b), ba = conversion_as_special(c, b, a);
	c->in_order--;
	quiet_end(c, failed);
	if (ab != ba)
		return ab ? -1 : 1;
	return ab ? order_tparam_packs(a, b) : 0;
}

/* The parameters of y change places. False if either has another number of them. */
static bool turn(const struct side *x, const struct side *y) {
	if (x->func->param.n != 2 || y->func->param.n != 2)
		return false;
	struct cdecl *first = y->func->param.at[0];
	y->func->param.at[0] = y->func->param.at[1];
	y->func->param.at[1] = first;
	return true;
}

static int compare(struct sema *c, struct cdecl *a, struct cdecl *b, u32 narg) {
	struct side x, y;
	bool failed = quiet_begin(c);
	c->in_order++;
	bool known = side_init(c, &x, a, synth_args(c, a)) &&
	             side_init(c, &y, b, synth_args(c, b)) &&
	             (narg != ORDER_TURNED || turn(&x, &y)),
	     ab = known && at_least_as_special(c, &x, &y, narg),
	     ba = known && at_least_as_special(c, &y, &x, narg);
	c->in_order--;
	quiet_end(c, failed);
	if (ab != ba)
		return ab ? -1 : 1;
	/* [temp.deduct.partial]/11 */
	if (known && has_param_pack(&x) != has_param_pack(&y))
		return has_param_pack(&x) ? 1 : -1;
	return ab ? order_tparam_packs(a, b) : 0;
}

u64 *template_order_known(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                          u32 narg) {
	u64 key = (uintptr_t)a * 0x9e3779b97f4a7c15u + narg;
	return map_at(&c->order, (key ^ key >> 29) * 0xbf58476d1ce4e5b9u + (uintptr_t)b);
}

/* The same calls are resolved again and again. */
int template_order(struct sema *c, struct cdecl *a, struct cdecl *b, u32 narg) {
	enum { KNOWN = 2 }; /* plus -1, 0 or 1 */
	u64 known = *template_order_known(c, a, b, narg);
	if (!known) {
		known = (u64)(KNOWN + compare(c, a, b, narg));
		*template_order_known(c, a, b, narg) = known;
	}
	return (int)known - KNOWN;
}

static bool same_kinds(const struct syn *a, const struct syn *b) {
	bool same = a->nkid == b->nkid;
	for (u32 i = 0; same && i < a->nkid; i++)
		same = a->kid[i]->kind == b->kid[i]->kind &&
		       tparam_is_pack(a->kid[i]) == tparam_is_pack(b->kid[i]);
	return same;
}

/* Gives both the same made-up arguments. What depends on them in a way that has no answer
 * is not compared. */
bool template_alike(struct sema *c, struct cdecl *a, struct cdecl *b) {
	struct side x, y;
	if (!same_kinds(a->params, b->params))
		return false;
	bool failed = quiet_begin(c);
	c->in_order++;
	const struct ctarg *synth = synth_args(c, a);
	bool alike = side_init(c, &x, a, synth) && side_init(c, &y, b, synth) &&
	             x.func->param.n == y.func->param.n;
	c->in_order--;
	quiet_end(c, failed);
	for (u32 i = 0; alike && i < x.func->param.n; i++) {
		const struct ctype *p = ctype_unqual(x.func->param.at[i]->type),
				   *q = ctype_unqual(y.func->param.at[i]->type);
		alike = p == q || p->kind == CT_ERROR || q->kind == CT_ERROR;
	}
	return alike;
}
