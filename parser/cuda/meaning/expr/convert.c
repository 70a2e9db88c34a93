/* convert.c - implicit conversions: how good one is ([over.best.ics]) and what it is made
 * of ([conv]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/convert.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/expr/address.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/init/list.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/deduce.h"
#include "parser/cuda/meaning/template/order.h"
#include "parser/cuda/meaning/warn/warn.h"

/* ---- decay and loads --------------------------------------------------------------- */

struct cexpr *materialise(struct sema *c, struct cexpr *e) {
	if (e->is_lvalue || is_error(e))
		return e;
	struct cexpr *t = cexpr_new(c, CE_TEMP, e->type, e->loc);
	t->a = e;
	t->is_lvalue = t->is_xvalue = true;
	t->dtor = check_destroyed(c, e->type, e->loc);
	return t;
}

struct cexpr *discard(struct sema *c, struct cexpr *e) {
	bool is_object = e->type->kind == CT_CLASS && !e->is_lvalue && !is_error(e);
	return is_object && check_destroyed(c, e->type, e->loc) ? materialise(c, e) : e;
}

/* Whether making or naming an object may do more than that. */
static bool object_acts(const struct cexpr *e) {
	while (e->kind == CE_MEMBER || e->kind == CE_TO_BASE ||
	       (e->kind == CE_TEMP && !e->dtor))
		e = e->a;
	if (e->kind == CE_ZERO || (e->kind == CE_CONSTRUCT && !e->decl))
		return false;
	if (e->kind != CE_INIT_LIST)
		return expr_acts(e);
	for (u32 i = 0; i < e->narg; i++)
		if (e->arg[i] && object_acts(e->arg[i]))
			return true;
	return false;
}

struct cexpr *expr_after(struct sema *c, struct cexpr *object, struct cexpr *e) {
	if (!object || c->unevaluated || is_error(e) || !object_acts(object))
		return e;
	struct cexpr *r = cexpr_new(c, CE_COMMA, e->type, e->loc);
	r->a = discard(c, object);
	r->b = e;
	r->is_lvalue = e->is_lvalue;
	r->is_xvalue = e->is_xvalue;
	return r;
}

struct cexpr *decay(struct sema *c, struct cexpr *e) {
	if (e->type->kind == CT_ARRAY) {
		e = materialise(c, e);
		cexpr_addr(c, e); /* notes that it is taken */
		struct cexpr *p = cexpr_new(c, CE_ADDR, ctype_ptr(c->t, e->type->base),
		                            e->loc);
		p->a = e;
		return p;
	}
	if (e->type->kind == CT_FUNC && e->kind != CE_ADDR)
		return cexpr_addr(c, e);
	return e;
}

/* Returns the variable that a lambda's member is a capture of, or NULL. */
static struct cdecl *captured_variable(const struct cexpr *e) {
	const struct cclass *cls = e->kind == CE_MEMBER
	                                   ? class_of(ctype_unqual(e->a->type))
	                                   : NULL;
	return cls && cls->is_lambda ? cls->field.at[e->field].decl->target : NULL;
}

/* Returns the constant that a variable is known to hold instead of its load: no memory
 * is read. */
static struct cexpr *known_value(struct sema *c, struct cexpr *e) {
	if (e->kind == CE_COMMA) {
		struct cexpr *k = known_value(c, e->b);
		return k ? expr_after(c, e->a, k) : NULL;
	}
	struct cdecl *d = e->kind == CE_VAR ? e->decl : captured_variable(e);
	if (!d || ctype_is_ref(d->type) || !(d->type->quals & Q_CONST) ||
	    d->type->quals & Q_VOLATILE || !ctype_is_scalar(d->type) || d->is_param ||
	    d->space == CSPACE_CONSTANT || d->space == CSPACE_SHARED)
		return NULL;
	if (!d->is_constexpr && !ctype_is_integer(ctype_underlying(d->type)))
		if (d->space == CSPACE_AUTO || d->space == CSPACE_GLOBAL)
			return NULL;
	decl_var_init(c, d);
	if (!d->init || d->is_not_const)
		return NULL;
	if (!d->is_const_known && !const_var(c, d, NULL)) {
		d->is_not_const = !c->const_depth; /* or too deep, here */
		return NULL;
	}
	return const_known(c, d, e->loc);
}

struct cexpr *rvalue(struct sema *c, struct cexpr *e) {
	e = decay(c, e);
	if (!e->is_lvalue || e->type->kind == CT_CLASS || is_error(e) ||
	    e->type->kind == CT_OVERLOAD)
		return e;
	if (e->type->kind == CT_VOID || e->type->kind == CT_FUNC)
		return e;
	struct cexpr *k = known_value(c, e);
	return k ? k : cexpr_load(c, e);
}

/* ---- scalar conversions ------------------------------------------------------------ */

static bool is_int_like(const struct ctype *t) {
	return ctype_is_integer(ctype_underlying(t));
}

/* Converts a scalar; integer constants on the spot. */
struct cexpr *cast_scalar(struct sema *c, struct cexpr *e, const struct ctype *to) {
	to = ctype_unqual(to);
	if (e->type == to || is_error(e))
		return e;
	const struct ctype *from = ctype_unqual(ctype_underlying(e->type)),
			   *target = ctype_unqual(ctype_underlying(to));
	if (e->kind == CE_CONST && is_int_like(e->type) && is_int_like(to) &&
	    ctype_size(to) <= 8)
		return cexpr_int(c, to, ctype_wrap(target, e->value), e->loc);
	if (e->kind == CE_CONST && is_int_like(e->type) && ctype_is_floating(to) &&
	    ctype_size(from) <= 8) {
		double d = ctype_is_signed(from) ? (double)(s64)e->value
		                                 : (double)e->value;
		if (to->kind == CT_FLOAT)
			d = (double)(ctype_is_signed(from) ? (float)(s64)e->value
			                                   : (float)e->value);
		u64 bits;
		memcpy(&bits, &d, 8);
		return cexpr_int(c, to, bits, e->loc);
	}
	if (e->kind == CE_CONST && ctype_is_floating(from) && ctype_is_floating(to)) {
		double d;
		memcpy(&d, &e->value, 8);
		if (to->kind == CT_FLOAT)
			d = (double)(float)d;
		u64 bits;
		memcpy(&bits, &d, 8);
		return cexpr_int(c, to, bits, e->loc);
	}
	struct cexpr *r = cexpr_new(c, CE_CAST, to, e->loc);
	r->a = e;
	return r;
}

bool is_null_constant(const struct cexpr *e) {
	if (e->type->kind == CT_NULLPTR)
		return true;
	/* only a literal, and not false ([conv.ptr]/1) */
	return e->kind == CE_CONST && e->is_literal && ctype_is_integer(e->type) &&
	       e->value == 0 && ctype_unqual(e->type)->kind != CT_BOOL;
}

/* ---- qualification conversions ([conv.qual]) --------------------------------------- */

enum qual_result { QUAL_NO, QUAL_SAME, QUAL_ADDS };

/* `from` and `to` are what the pointers or references point to. */
static enum qual_result quals_convert(const struct ctype *from, const struct ctype *to,
                                      bool outer_const) {
	u8 f = from->quals & (Q_CONST | Q_VOLATILE),
	   t = to->quals & (Q_CONST | Q_VOLATILE);
	if ((f & ~t) != 0)
		return QUAL_NO;
	if (f != t && !outer_const)
		return QUAL_NO;
	const struct ctype *a = ctype_unqual(from), *b = ctype_unqual(to);
	enum qual_result here = f != t ? QUAL_ADDS : QUAL_SAME;
	if (a == b)
		return here;
	if (a->kind == CT_PTR && b->kind == CT_PTR) {
		enum qual_result in = quals_convert(a->base, b->base,
		                                    outer_const && (t & Q_CONST));
		return in == QUAL_NO ? QUAL_NO : in == QUAL_ADDS ? QUAL_ADDS : here;
	}
	if (a->kind == CT_ARRAY && b->kind == CT_ARRAY &&
	    (a->n == b->n || !b->has_size)) {
		enum qual_result in = quals_convert(a->base, b->base, outer_const);
		return in == QUAL_NO ? QUAL_NO : in == QUAL_ADDS ? QUAL_ADDS : here;
	}
	return QUAL_NO;
}

/* Whether a conversion between similar types forgets the bound of an array at some level
 * ([conv.qual]). */
static bool drops_bound(const struct ctype *from, const struct ctype *to) {
	for (; from->kind == to->kind && (from->kind == CT_PTR || from->kind == CT_ARRAY);
	     from = from->base, to = to->base)
		if (from->kind == CT_ARRAY && from->has_size && !to->has_size)
			return true;
	return false;
}

/* [conv.fctptr] */
static bool loses_noexcept(struct sema *c, const struct ctype *from,
                           const struct ctype *to) {
	return from->kind == CT_FUNC && from->is_noexcept &&
	       ctype_func_noexcept(c->t, from, false) == to;
}

/* ---- standard conversions of values ------------------------------------------------ */

static struct ics standard(u8 rank, const struct ctype *to) {
	return (struct ics){.kind = ICS_STANDARD, .rank = rank, .to = to};
}

static struct ics bad(void) {
	return (struct ics){.kind = ICS_BAD};
}

/* Of pointers to members: a base's member becomes one of the class, or only the type
 * pointed to changes. */
static struct ics memptr_ics(const struct ctype *from, const struct ctype *to) {
	const struct ctype *a = memfn_of(from) ? memfn_of(from) : from;
	const struct ctype *b = memfn_of(to) ? memfn_of(to) : to;
	struct ics r = standard(a->decl == b->decl ? RANK_EXACT : RANK_CONVERSION, to);
	r.adds_quals = true;
	return r;
}

static struct ics arithmetic_ics(struct sema *c, const struct ctype *from,
                                 const struct ctype *to) {
	if (from == to)
		return standard(RANK_EXACT, to);
	if (from->kind == CT_ENUM && from->decl->is_scoped_enum)
		return bad();
	if (to->kind == CT_ENUM)
		return bad();
	if (to->kind == CT_BOOL) {
		struct ics r = standard(RANK_CONVERSION, to);
		r.is_to_bool = from->kind == CT_PTR;
		return r;
	}
	if (from->kind == CT_ENUM && from->decl->is_fixed &&
	    ctype_unqual(ctype_underlying(from)) == to) {
		struct ics r = standard(RANK_PROMOTION, to);
		r.is_underlying = true;
		return r;
	}
	if (ctype_promoted(c->t, from) == to ||
	    (from->kind == CT_FLOAT && to->kind == CT_DOUBLE))
		return standard(RANK_PROMOTION, to);
	return standard(RANK_CONVERSION, to);
}

/* Whether e is a literal and `to` a pointer that may write to it, as C and C++98 have
 * it. */
static bool is_old_string(const struct cexpr *e, const struct ctype *to) {
	return e->kind == CE_STRING && to->kind == CT_PTR &&
	       to->base == ctype_unqual(e->type->base);
}

static struct ics pointer_ics(struct sema *c, struct cexpr *e, const struct ctype *from,
                              const struct ctype *to) {
	if (is_null_constant(e))
		return standard(from->kind == CT_NULLPTR && to->kind == CT_NULLPTR
		                        ? RANK_EXACT
		                        : RANK_CONVERSION,
		                to);
	if (from->kind != CT_PTR)
		return bad();
	const struct ctype *a = from->base, *b = to->base;
	enum qual_result q = quals_convert(a, b, true);
	if (q != QUAL_NO) {
		struct ics r = standard(RANK_EXACT, to);
		r.adds_quals = q == QUAL_ADDS;
		r.drops_bound = drops_bound(a, b);
		r.ref_quals = b->quals;
		return r;
	}
	if (is_old_string(e, to)) {
		struct ics r = standard(RANK_EXACT, to);
		r.adds_quals = true; /* const char * is better */
		return r;
	}
	u8 fq = a->quals & (Q_CONST | Q_VOLATILE), tq = b->quals & (Q_CONST | Q_VOLATILE);
	if (fq & ~tq)
		return bad();
	if (b->kind == CT_VOID && a->kind != CT_FUNC) {
		struct ics r = standard(RANK_CONVERSION, to);
		r.depth = 200;
		return r;
	}
	int depth = a->kind == CT_CLASS && b->kind == CT_CLASS ? class_base_depth(c, a, b)
	                                                       : -1;
	if (depth > 0) {
		struct ics r = standard(RANK_CONVERSION, to);
		r.depth = (u8)depth;
		return r;
	}
	if (loses_noexcept(c, a, b)) {
		struct ics r = standard(RANK_EXACT, to);
		r.adds_quals = true; /* worse than the same type only */
		return r;
	}
	if (a->kind == CT_FUNC && b->kind == CT_FUNC && !b->is_noexcept &&
	    a->base == b->base && a->nparam == b->nparam &&
	    (a->nparam == 0 ||
	     memcmp(a->param, b->param, sizeof(*a->param) * a->nparam) == 0))
		return standard(RANK_EXACT, to);
	return bad();
}

/* explicit(when) is evaluated only for a conversion: it may need the complete class. */
bool func_is_explicit(struct sema *c, struct cdecl *f) {
	bool holds = false;
	if (f->is_ctor && f->target) /* inherited ([namespace.udecl]/16) */
		f = f->target;
	if (f->flags & SPEC_EXPLICIT || !cdecl_rare(f)->explicit_if)
		return f->flags & SPEC_EXPLICIT;
	bool failed = quiet_begin(c);
	bool known = const_bool(c, f->inner, cdecl_rare(f)->explicit_if, &holds,
	                        "explicit");
	quiet_end(c, failed);
	return known && holds;
}

/* ---- user-defined conversions ([over.match.copy], [over.match.conv]) --------------- */

/* Which conversions by the user count: all, or by functions that give what a reference
 * binds to, which may have to be an lvalue or must not be one. */
enum gives { GIVES_ANY, GIVES_TARGET, GIVES_LVALUE, GIVES_RVALUE };

static struct ics user_ics(struct sema *c, struct cexpr *e, const struct ctype *to,
                           enum conv_context ctx, enum gives gives);

/* ---- finding ----------------------------------------------------------------------- */

static struct ics value_ics(struct sema *c, struct cexpr *e, const struct ctype *to,
                            enum conv_context ctx) {
	to = ctype_unqual(to);
	const struct ctype *from = e->type;
	if (from->kind == CT_ARRAY)
		from = ctype_ptr(c->t, from->base);
	else if (from->kind == CT_FUNC)
		from = ctype_ptr(c->t, from);
	from = ctype_unqual(from);
	if (from == to)
		return standard(RANK_EXACT, to);
	s64 by;
	if (memptr_offset(c, from, to, &by))
		return memptr_ics(from, to);
	if (from->kind == CT_CLASS || to->kind == CT_CLASS) {
		int depth = from->kind == CT_CLASS && to->kind == CT_CLASS
		                    ? class_base_depth(c, from, to)
		                    : -1;
		if (depth > 0) { /* copies the base part */
			struct ics r = standard(RANK_CONVERSION, to);
			r.depth = (u8)depth;
			return r;
		}
		if (memfn_of(to) && is_null_constant(e))
			return standard(RANK_CONVERSION, to);
		if (memfn_of(from) && to->kind == CT_BOOL)
			return standard(RANK_CONVERSION, to);
		return user_ics(c, e, to, ctx, GIVES_ANY);
	}
	bool from_num = ctype_is_arithmetic(from) || from->kind == CT_ENUM;
	bool to_num = ctype_is_arithmetic(to) || to->kind == CT_ENUM;
	if (from_num && to_num)
		return arithmetic_ics(c, from, to);
	if (to->kind == CT_BOOL && (from->kind == CT_PTR || from->kind == CT_MEMPTR ||
	                            (from->kind == CT_NULLPTR && ctx != CONV_IMPLICIT)))
		return arithmetic_ics(c, from, to);
	if (to->kind == CT_PTR)
		return pointer_ics(c, e, from, to);
	if (to->kind == CT_NULLPTR || to->kind == CT_MEMPTR)
		return is_null_constant(e) ? standard(RANK_CONVERSION, to) : bad();
	return bad();
}

/* Whether a conversion to it chooses among functions ([over.over]/1). */
static bool chooses(const struct ctype *to) {
	const struct ctype *t = ctype_unqual(ctype_noref(to));
	return t->kind == CT_FUNC || (t->kind == CT_PTR && t->base->kind == CT_FUNC) ||
	       memfn_of(t);
}

/* Returns the function that one, a pointer or a pointer to member of type `to` chooses
 * among those of a set; `type` is the type that it must have. */
static struct cdecl *function_wanted(struct sema *c, struct cexpr *e,
                                     const struct ctype *to, const struct ctype **type) {
	const struct ctype *t = ctype_unqual(ctype_noref(to)), *of = memfn_of(t);
	if (of ? !e->set->is_member_pointer : t->kind != CT_PTR && t->kind != CT_FUNC)
		return NULL;
	*type = of ? of->base : t->kind == CT_PTR ? t->base : t;
	return (*type)->kind == CT_FUNC
	               ? overload_for_type(c, e, *type, of != NULL, e->loc)
	               : NULL;
}

static struct ics overload_ics(struct sema *c, struct cexpr *e, const struct ctype *to,
                               enum conv_context ctx) {
	const struct ctype *t;
	struct cdecl *f = function_wanted(c, e, to, &t);
	if (!f)
		return bad();
	if (f->this_param) {
		struct cexpr value = {
			.kind = CE_ZERO, .type = memfn_type(c, f), .loc = e->loc};
		return ics_find(c, &value, to, ctx);
	}
	struct ics r = standard(RANK_EXACT, to);
	r.adds_quals = func_value_type(c, f) != t;
	return r;
}

/* {a, b} to an array: the worst of the elements' conversions ([over.ics.list]/6); not
 * viable if one has none, as where braces are left out. */
static struct ics array_list_ics(struct sema *c, struct cexpr *e, const struct ctype *t,
                                 const struct ctype *to) {
	struct cexprs part = {0};
	list_elements(c, e, &part);
	if (part.n == 1 && part.at[0]->kind == CE_STRING &&
	    ctype_unqual(part.at[0]->type->base) == ctype_unqual(t->base))
		return standard(RANK_EXACT, to);
	if (t->has_size && part.n > t->n)
		return bad();
	struct ics r = list_conversion(c, e, t->base, to);
	r.is_init_list = false;
	r.is_array = true;
	r.n = t->has_size ? t->n : part.n;
	r.binds_ref = r.to_rvalue = ctype_is_ref(to);
	r.binds_rref = to->kind == CT_RREF;
	r.ref_quals = ctype_element(t)->quals & (Q_CONST | Q_VOLATILE);
	return r;
}

/* Whether it is a reference that binds to lvalues only ([dcl.init.ref]/5.2). */
static bool is_for_lvalues(const struct ctype *t) {
	return t->kind == CT_LREF &&
	       (ctype_element(t->base)->quals & (Q_CONST | Q_VOLATILE)) != Q_CONST;
}

/* {a, b} to a type ([over.ics.list]). */
static struct ics list_ics(struct sema *c, struct cexpr *e, const struct ctype *to) {
	struct syn *list = e->set->list;
	const struct ctype *t = ctype_unqual(ctype_noref(to));
	if (is_for_lvalues(to))
		return bad();
	struct ics r = standard(RANK_EXACT, to);
	if (list_element(t))
		return list_conversion(c, e, list_element(t), to);
	if (t->kind != CT_CLASS && t->kind != CT_ARRAY) {
		struct init_part only;
		u32 n = init_list_parts(c, e->set->at, list, &only);
		if (n == 0)
			return r;
		if (n > 1)
			return bad();
		struct cexpr *x = check_expr(c, only.at, only.syn);
		return is_error(x) ? bad() : ics_find(c, x, t, CONV_IMPLICIT);
	}
	if (t->kind == CT_ARRAY) {
		struct ics a = array_list_ics(c, e, t, to);
		if (a.kind != ICS_BAD)
			return a;
	}
	bool failed = quiet_begin(c);
	c->in_list_conversion++;
	struct cexpr *x = init_from_list(c, e->set->at, t, list, e->loc);
	c->in_list_conversion--;
	bool ok = x && !is_error(x) && !c->failed;
	quiet_end(c, failed);
	if (!ok)
		return bad();
	r.kind = ICS_USER;
	r.is_list = true;
	r.binds_ref = r.to_rvalue = ctype_is_ref(to); /* to a temporary */
	r.binds_rref = to->kind == CT_RREF;
	return r;
}

/* Whether a reference to t binds to what the conversion function gives, not to a
 * temporary made of it ([over.match.ref]). */
static bool gives_compatible(struct sema *c, const struct cdecl *f,
                             const struct ctype *t) {
	const struct ctype *from = ctype_noref(f->type->base);
	return ctype_same_but_quals(from, t) ||
	       class_base_depth(c, from, ctype_unqual(t)) > 0;
}

static struct ics reference_ics(struct sema *c, struct cexpr *e, const struct ctype *to,
                                enum conv_context ctx) {
	const struct ctype *t = to->base, *from = e->type;
	bool is_rref = to->kind == CT_RREF;
	if (loses_noexcept(c, from, t))
		from = t;
	bool lvalue = e->is_lvalue && !e->is_xvalue;
	int depth = ctype_same_but_quals(from, t) ? 0 : class_base_depth(c, from, t);
	enum qual_result q = QUAL_NO;
	if (depth == 0)
		q = quals_convert(from, t, true);
	else if (depth > 0)
		q = (from->quals & ~t->quals & (Q_CONST | Q_VOLATILE)) ? QUAL_NO
		    : from->quals == t->quals                          ? QUAL_SAME
		                                                       : QUAL_ADDS;
	else if (from->kind == CT_PTR && t->kind == CT_PTR)
		q = QUAL_NO;
	if (from->kind == CT_ARRAY && t->kind == CT_ARRAY && depth < 0)
		q = quals_convert(from, t, true), depth = q == QUAL_NO ? -1 : 0;
	bool direct = depth >= 0 && q != QUAL_NO;
	struct ics r = standard(depth > 0 ? RANK_CONVERSION : RANK_EXACT, to);
	r.binds_ref = true;
	r.depth = (u8)(depth > 0 ? depth : 0);
	r.ref_quals = ctype_element(t)->quals & (Q_CONST | Q_VOLATILE);
	r.binds_rref = is_rref;
	r.to_rvalue = !lvalue;
	r.drops_bound = direct && drops_bound(from, t);
	bool is_func = from->kind == CT_FUNC;
	if (direct && lvalue && (!is_rref || is_func))
		return r;
	bool takes_rvalues = !is_for_lvalues(to);
	if (direct && !lvalue && takes_rvalues)
		return r;
	if (direct && lvalue && is_rref)
		return bad();
	/* to a temporary of type t */
	if (!takes_rvalues) {
		/* only a conversion function to an lvalue would do */
		if (from->kind != CT_CLASS)
			return bad();
		struct ics u = user_ics(c, e, to, ctx, GIVES_ANY);
		return u;
	}
	if (depth >= 0) /* reference-related but less qualified */
		return bad();
	/* an lvalue that a conversion function gives goes before the rest, what one gives
	 * before what a constructor makes ([dcl.init.ref]/5) */
	struct ics v = bad();
	if (from->kind == CT_CLASS && !is_rref)
		v = user_ics(c, e, to, ctx, GIVES_LVALUE);
	if (from->kind == CT_CLASS && v.kind == ICS_BAD)
		v = user_ics(c, e, to, ctx,
		             is_rref && t->kind != CT_FUNC ? GIVES_RVALUE : GIVES_TARGET);
	if (v.kind == ICS_BAD)
		v = value_ics(c, e, ctype_unqual(t), ctx);
	/* no rvalue reference binds to the lvalue that a function gives ([dcl.init.ref])
	 */
	if (is_rref && v.kind == ICS_USER && v.func && v.func->is_conversion &&
	    v.func->type->base->kind == CT_LREF && gives_compatible(c, v.func, t))
		return bad();
	v.binds_ref = v.kind != ICS_BAD;
	v.binds_rref = is_rref;
	v.to_rvalue = true;
	v.ref_quals = r.ref_quals;
	return v;
}

/* Resolves a name that means one function where no function type chooses: to make an
 * object of a class of it. */
static struct cexpr *only_function(struct sema *c, struct cexpr *e) {
	struct cdecl *d = overload_only(c, e, e->loc);
	if (!d || d->this_param)
		return e;
	struct cexpr *x = cexpr_new(c, CE_FUNC, func_value_type(c, d), e->loc);
	x->decl = func_definition(c, d);
	x->is_lvalue = true;
	return x;
}

struct ics ics_find(struct sema *c, struct cexpr *e, const struct ctype *to,
                    enum conv_context ctx) {
	if (is_error(e) || to->kind == CT_ERROR)
		return standard(RANK_EXACT, to);
	if (e->type->kind == CT_OVERLOAD && !chooses(to))
		e = only_function(c, e);
	if (e->type->kind == CT_OVERLOAD)
		return overload_ics(c, e, to, ctx);
	if (e->type->kind == CT_INIT_LIST)
		return list_ics(c, e, to);
	if (e->type->kind == CT_VOID)
		return bad();
	return ctype_is_ref(to) ? reference_ics(c, e, to, ctx) : value_ics(c, e, to, ctx);
}

/* < 0: f is better than `best`, which converts equally well: it is not a template, or a
 * more specialised one. */
static int order_of_templates(struct sema *c, const struct cdecl *f,
                              const struct cdecl *best) {
	if (f->is_inst != best->is_inst)
		return f->is_inst ? 1 : -1;
	return f->is_inst && f->is_conversion && best->is_conversion && f->pattern &&
	                       best->pattern && f->pattern != best->pattern
	               ? template_order_conversion(c, f->pattern, best->pattern)
	               : 0;
}

static struct ics user_ics(struct sema *c, struct cexpr *e, const struct ctype *to,
                           enum conv_context ctx, enum gives gives) {
	const struct ctype *t = ctype_unqual(ctype_noref(to));
	if (c->in_user_conversion) /* at most one in a sequence */
		return bad();
	c->in_user_conversion++;
	struct ics best = bad(), best_second = bad(), best_object = bad();
	bool ambiguous = false;
	if (t->kind == CT_CLASS && to->kind != CT_LREF && gives == GIVES_ANY &&
	    type_try_complete(c, t)) { /* their results are not lvalues */
		struct arena_mark mark = arena_mark(&c->temp);
		struct coverload set = {0};
		class_constructors(c, t, &set.cand);
		struct cdecls usable = {0};
		for (u32 i = 0; i < set.cand.n; i++)
			if (ctx != CONV_IMPLICIT || !func_is_explicit(c, set.cand.at[i]))
				vec_push(&c->temp, &usable, set.cand.at[i]);
		set.cand = usable;
		struct cdecl *f = overload_pick(c, &set, &e, 1, e->loc, false);
		if (f && (ctx != CONV_IMPLICIT || !func_is_explicit(c, f))) {
			best = (struct ics){.kind = ICS_USER, .func = f, .to = to};
			best_second = standard(RANK_EXACT, t);
			best_object = f->type->nparam
			                      ? ics_find(c, e, f->type->param[0],
			                                 CONV_IMPLICIT)
			                      : (struct ics){.kind = ICS_ELLIPSIS};
		}
		arena_rewind(&c->temp, mark);
	}
	if (e->type->kind == CT_CLASS && type_try_complete(c, e->type)) {
		lambda_conversion(c, e->type->decl, t);
		for (struct cdecl *d =
		             lookup_in(c, e->type->decl->inner, c->name.conversion);
		     d; d = d->next) {
			struct cdecl *f = decl_of(c, d);
			if (f && f->kind == CDECL_TEMPLATE)
				f = deduce_conversion(c, f, ctype_is_ref(to) ? to : t,
				                      e->loc);
			if (!f || f->kind != CDECL_FUNC || f->state != CSTATE_CHECKED ||
			    f->type->kind != CT_FUNC)
				continue;
			if (ctx == CONV_IMPLICIT && func_is_explicit(c, f))
				continue;
			struct ics object = overload_conversion_object(c, e, f);
			if (object.kind == ICS_BAD)
				continue;
			f = func_with_result(c, f);
			if (gives != GIVES_ANY && !gives_compatible(c, f, t))
				continue;
			bool is_lvalue = f->type->base->kind == CT_LREF;
			if ((gives == GIVES_LVALUE && !is_lvalue) ||
			    (gives == GIVES_RVALUE && is_lvalue))
				continue;
			struct cexpr result = {.kind = CE_CALL,
			                       .type = ctype_noref(f->type->base),
			                       .is_lvalue = ctype_is_ref(f->type->base),
			                       .is_xvalue = f->type->base->kind ==
			                                    CT_RREF,
			                       .loc = e->loc};
			struct ics second = ics_find(c, &result, to, CONV_IMPLICIT);
			if (second.kind != ICS_STANDARD ||
			    (ctx != CONV_IMPLICIT && second.rank != RANK_EXACT &&
			     func_is_explicit(c, f)))
				continue;
			/* converting constructors compete with the functions
			 * ([over.match.copy]); how an object's parameter without & or &&
			 * is bound does not count ([over.ics.rank]/3.2.3) */
			bool is_made = best.func && best.func->is_ctor;
			struct ics as_arg = object;
			as_arg.to_rvalue &= f->type->ref != 0;
			int order = best.kind == ICS_BAD ? -1
			            : !is_made ? ics_compare(&object, &best_object)
			            : ctx == CONV_IMPLICIT
			                    ? ics_compare(&as_arg, &best_object)
			                    : 1;
			if (order == 0 && !is_made)
				order = ics_compare(&second, &best_second);
			if (order == 0 && best.func)
				order = order_of_templates(c, f, best.func);
			if (order < 0) {
				best = (struct ics){.kind = ICS_USER,
				                    .func = f,
				                    .to = to,
				                    .rank = second.rank};
				best_second = second;
				best_object = object;
				ambiguous = false;
			} else if (order == 0) {
				ambiguous = true;
			}
		}
	}
	c->in_user_conversion--;
	return ambiguous ? bad() : best;
}

/* ---- comparing ([over.ics.rank]) --------------------------------------------------- */

/* < 0: `a` and `b` are alike but for qualifiers at some level, of which a's are fewer
 * ([over.ics.rank]/3.2.5). */
static int compare_quals(const struct ctype *a, const struct ctype *b) {
	int order = 0;
	for (; a->kind == b->kind && a->kind == CT_PTR; a = a->base, b = b->base) {
		u8 qa = ctype_element(a->base)->quals & (Q_CONST | Q_VOLATILE),
		   qb = ctype_element(b->base)->quals & (Q_CONST | Q_VOLATILE);
		if (qa == qb)
			continue;
		int here = (qa & qb) == qa ? -1 : (qa & qb) == qb ? 1 : 0;
		if (!here || (order && order != here))
			return 0;
		order = here;
	}
	return ctype_same_but_quals(a, b) ? order : 0;
}

/* < 0: `a` initialises fewer elements of an array of the same type, or as many of one
 * with a bound ([over.ics.rank]/3.1). */
static int compare_arrays(const struct ics *a, const struct ics *b) {
	const struct ctype *s = ctype_noref(a->to), *t = ctype_noref(b->to);
	if (!ctype_same_but_quals(s->base, t->base))
		return 0;
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	return (int)t->has_size - (int)s->has_size;
}

int ics_compare(const struct ics *a, const struct ics *b) {
	if (a->is_init_list != b->is_init_list)
		return a->is_init_list ? -1 : 1;
	int arrays = a->is_array && b->is_array ? compare_arrays(a, b) : 0;
	if (arrays)
		return arrays;
	if (a->kind != b->kind)
		return (int)a->kind - (int)b->kind;
	if (a->kind == ICS_USER && a->func != b->func)
		return 0;
	if (a->kind == ICS_BAD || a->kind == ICS_ELLIPSIS)
		return 0;
	if (a->rank != b->rank)
		return (int)a->rank - (int)b->rank;
	if (a->is_to_bool != b->is_to_bool)
		return a->is_to_bool ? 1 : -1;
	if (a->is_underlying != b->is_underlying)
		return a->is_underlying ? -1 : 1;
	if (a->depth != b->depth)
		return (int)a->depth - (int)b->depth;
	if (a->drops_bound != b->drops_bound) {
		u8 kept = a->drops_bound ? b->ref_quals : a->ref_quals;
		if (kept & ~(a->drops_bound ? a->ref_quals : b->ref_quals))
			return 0;
		return a->drops_bound ? 1 : -1;
	}
	if (a->binds_ref && b->binds_ref) {
		if (a->to_rvalue && b->to_rvalue && a->binds_rref != b->binds_rref)
			return a->binds_rref ? -1 : 1;
		/* a function is an lvalue whatever it is bound to */
		if (a->binds_rref != b->binds_rref && ctype_is_ref(a->to) &&
		    a->to->base->kind == CT_FUNC)
			return a->binds_rref ? 1 : -1;
		u8 qa = a->ref_quals, qb = b->ref_quals;
		if (qa != qb &&
		    ctype_same_but_quals(ctype_noref(a->to), ctype_noref(b->to))) {
			if ((qa & qb) == qa)
				return -1;
			if ((qa & qb) == qb)
				return 1;
		}
	}
	if (a->adds_quals != b->adds_quals) /* the identity is better: /3.2.1 */
		return a->adds_quals ? 1 : -1;
	bool are_values = !a->binds_ref && !b->binds_ref && a->to && b->to;
	return are_values ? compare_quals(a->to, b->to) : 0;
}

/* ---- building ---------------------------------------------------------------------- */

static struct cexpr *cannot_convert(struct sema *c, struct cexpr *e,
                                    const struct ctype *to, struct loc loc) {
	if (e->type->kind == CT_OVERLOAD)
		check_error(c, loc, E0615, "no function of '%s' has the type '%s'",
		            e->set->name ? e->set->name->s : "the overload set",
		            check_type_text(c, to));
	else if (e->type->kind == CT_INIT_LIST)
		check_error(c, loc, E0615, "cannot initialise '%s' from this braced list",
		            check_type_text(c, to));
	else
		check_error(c, loc, E0615, "cannot convert '%s' to '%s'",
		            check_type_text(c, e->type), check_type_text(c, to));
	return cexpr_error(c, loc);
}

static struct cexpr *apply_user(struct sema *c, struct cexpr *e, struct cdecl *f,
                                const struct ctype *to, struct loc loc) {
	if (f->is_ctor) {
		const struct ctype *t = ctype_unqual(ctype_noref(to));
		return build_construct(c, t, f, &e, 1, loc);
	}
	struct cexpr *obj = materialise(c, e);
	check_member_access(c, NULL, f, loc);
	return build_call(c, f, obj, NULL, 0, loc);
}

/* ---- pointers to bases ---- */

static struct cexpr *to_base_pointer(struct sema *c, struct cexpr *e,
                                     const struct ctype *to, struct loc loc) {
	struct cexpr *p = cexpr_new(c, CE_ADDR, to, e->loc);
	p->a = class_to_base(c, cexpr_deref(c, e), to->base, loc);
	return p;
}

static bool is_repeatable(const struct cexpr *e) {
	switch ((enum cexpr_kind)e->kind) {
	case CE_VAR:
	case CE_CONST:
	case CE_THIS: return true;
	case CE_LOAD:
	case CE_MEMBER:
	case CE_DEREF:
	case CE_ADDR:
	case CE_TO_BASE:
	case CE_CAST: return !(e->type->quals & Q_VOLATILE) && is_repeatable(e->a);
	case CE_PTR_ADD: return is_repeatable(e->a) && is_repeatable(e->b);
	default: return false;
	}
}

struct cexpr *value_held(struct sema *c, struct cexpr *e, struct cexpr **hold,
                         struct loc loc) {
	if (is_repeatable(e))
		return e;
	struct cdecl *p = cdecl_new(c->a, CDECL_VAR, str_lit(c->u->names, "(pointer)"),
	                            loc);
	p->type = ctype_unqual(e->type);
	p->state = CSTATE_CHECKED;
	p->scope = c->fn ? c->fn->scope : NULL;
	p->init = e;
	*hold = cexpr_new(c, CE_HOLD, c->t->basic[CT_VOID], loc);
	(*hold)->decl = p;
	(*hold)->a = e;
	return cexpr_load(c, cexpr_var(c, p, loc));
}

struct cexpr *value_in(struct sema *c, struct cexpr *hold, struct cexpr *e) {
	if (!hold || is_error(e))
		return e;
	struct cexpr *r = cexpr_new(c, CE_COMMA, e->type, e->loc);
	r->a = hold;
	r->b = e;
	r->is_lvalue = e->is_lvalue;
	r->is_xvalue = e->is_xvalue;
	return r;
}

/* A null pointer stays one at any offset of the base ([conv.ptr]/3): e ? shifted e :
 * null. */
struct cexpr *guard_null(struct sema *c, struct cexpr *e, const struct ctype *to,
                         pointer_step *step, struct loc loc) {
	if (e->kind == CE_ADDR || e->kind == CE_THIS)
		return step(c, e, to, loc);
	struct cexpr *hold = NULL; /* p = e, p ? ... */
	e = value_held(c, e, &hold, loc);
	struct cexpr *r = cexpr_new(c, CE_COND, to, loc);
	r->a = cast_scalar(c, e, c->t->basic[CT_BOOL]);
	r->b = step(c, e, to, loc);
	r->c = cexpr_int(c, to, 0, loc);
	return value_in(c, hold, r);
}

/* Returns the null pointer that a null pointer constant becomes. What computes the
 * constant is evaluated before, but for the load of a nullptr_t, which reads nothing
 * ([conv.lval]/3.1). */
static struct cexpr *null_after(struct sema *c, struct cexpr *e, struct cexpr *null) {
	while (e->kind == CE_LOAD || e->kind == CE_CAST)
		e = e->a;
	return expr_after(c, e, null);
}

/* Does a standard conversion of a value. */
static struct cexpr *convert_value_to(struct sema *c, struct cexpr *e,
                                      const struct ctype *to, const struct ics *ics,
                                      enum conv_context ctx, struct loc loc) {
	to = ctype_unqual(to);
	s64 by;
	if (memptr_offset(c, e->type, to, &by))
		return memptr_convert(c, e, to, by, loc);
	if (e->type->kind == CT_CLASS || to->kind == CT_CLASS) {
		if (ics->kind == ICS_USER) {
			struct cexpr *r = apply_user(c, e, ics->func, to, loc);
			if (is_error(r) || (!r->is_lvalue && r->type == to))
				return r;
			/* the result initialises directly ([dcl.init]/17.6.3) */
			c->in_user_conversion++;
			r = convert(c, r, to,
			            to->kind == CT_CLASS ? CONV_EXPLICIT : CONV_IMPLICIT,
			            loc);
			c->in_user_conversion--;
			return r;
		}
		if (!e->is_lvalue && ctype_unqual(e->type) == to)
			return e;
		if (memfn_of(to) && e->type->kind != CT_CLASS)
			return null_after(c, e, memfn_null(c, to, loc));
		if (memfn_of(e->type) && to->kind == CT_BOOL)
			return cast_scalar(c, memfn_function(c, e), to);
		if (ctx != CONV_CAST)
			check_base_access(c, e->type, to, loc);
		struct cexpr *from = class_to_base(c, e, to, loc);
		return init_from(c, to, &from, 1,
		                 ctx == CONV_IMPLICIT ? INIT_COPY : INIT_DIRECT, loc);
	}
	if (is_old_string(e, to) && ctx == CONV_IMPLICIT)
		check_warning(c, e->loc, E0655, "conversion from a string literal to %s",
		              to->base->kind == CT_CHAR
		                      ? "'char *' is deprecated"
		                      : "pointer-to-character (non-const) is deprecated");
	e = rvalue(c, e);
	if (is_error(e))
		return e;
	if (is_null_constant(e) && (to->kind == CT_PTR || to->kind == CT_NULLPTR))
		return null_after(c, e, cexpr_int(c, to, 0, e->loc));
	if (is_null_constant(e) && to->kind == CT_MEMPTR) {
		struct cexpr *m = cexpr_new(c, CE_MEMPTR, to, e->loc);
		m->value = UINT64_MAX;
		return null_after(c, e, m);
	}
	if (e->type->kind == CT_MEMPTR && to->kind == CT_BOOL) {
		struct cexpr *is = cexpr_new(c, CE_NE, to, loc), *m;
		m = cexpr_new(c, CE_MEMPTR, e->type, loc); /* null is not 0 */
		m->value = UINT64_MAX;
		is->a = e;
		is->b = m;
		return is;
	}
	if (e->type->kind == CT_PTR && to->kind == CT_PTR &&
	    e->type->base->kind == CT_CLASS && to->base->kind == CT_CLASS &&
	    ctype_unqual(e->type->base) != ctype_unqual(to->base)) {
		if (ctx != CONV_CAST)
			check_base_access(c, e->type->base, to->base, loc);
		return class_base_offset(c, e->type->base, to->base)
		               ? guard_null(c, e, to, to_base_pointer, loc)
		               : to_base_pointer(c, e, to, loc);
	}
	if (ctx == CONV_IMPLICIT)
		warn_constant(c, e, to);
	return cast_scalar(c, e, to);
}

/* Whether a reference to `t` is bound to the very result of a conversion function
 * ([dcl.init.ref]/5.3.2). */
static bool binds_result(struct sema *c, const struct ctype *result,
                         const struct ctype *t) {
	return ctype_is_ref(result) || ctype_same_but_quals(result, t) ||
	       (result->kind == CT_CLASS && class_base_depth(c, result, t) > 0);
}

struct cexpr *convert(struct sema *c, struct cexpr *e, const struct ctype *to,
                      enum conv_context ctx, struct loc loc) {
	if (is_error(e) || to->kind == CT_ERROR)
		return is_error(e) ? e : cexpr_error(c, loc);
	if (e->type->kind == CT_OVERLOAD && !chooses(to)) {
		e = only_function(c, e);
		if (e->kind == CE_FUNC && e->decl)
			check_use(c, e->decl, loc);
	}
	if (e->type->kind == CT_OVERLOAD) {
		const struct ctype *f;
		struct cdecl *d = function_wanted(c, e, to, &f);
		if (!d)
			return cannot_convert(c, e, to, loc);
		if (e->set->is_member)
			check_member_access(c, e->set->at, d, loc);
		if (d->this_param)
			return convert(c, memfn_value(c, d, loc), to, ctx, loc);
		check_use(c, d, loc);
		struct cexpr *x = cexpr_new(c, CE_FUNC, f, loc);
		x->decl = func_definition(c, d);
		x->is_lvalue = true;
		if (ctype_noref(to)->kind == CT_PTR)
			x = cexpr_addr(c, x);
		return expr_after(c, e->set->object, x);
	}
	if (e->type->kind == CT_INIT_LIST) {
		const struct ctype *t = ctype_unqual(ctype_noref(to));
		if (is_for_lvalues(to))
			return cannot_convert(c, e, to, loc);
		struct cexpr *x = init_from_list(c, e->set->at, t, e->set->list, loc);
		if (ctx == CONV_IMPLICIT)
			refuse_explicit(c, x, loc);
		return ctype_is_ref(to) && x ? materialise(c, x) : x;
	}
	struct ics ics = ics_find(c, e, to, ctx);
	/* no parameter or result is an object of an abstract class ([class.abstract]/3)
	 */
	bool is_abstract = to->kind == CT_CLASS && ctx == CONV_IMPLICIT &&
	                   type_try_complete(c, to) && to->decl->cls->is_abstract;
	if (ics.kind == ICS_BAD || is_abstract)
		return cannot_convert(c, e, to, loc);
	if (!ctype_is_ref(to))
		return convert_value_to(c, e, to, &ics, ctx, loc);
	const struct ctype *t = to->base;
	/* arrays differ in the constness of their elements only, or the search would have
	 * failed */
	if (e->type->kind == CT_ARRAY && t->kind == CT_ARRAY && ics.kind == ICS_STANDARD)
		return materialise(c, e);
	bool related = ctype_same_but_quals(e->type, t) ||
	               loses_noexcept(c, e->type, t) ||
	               (ics.kind == ICS_STANDARD && class_base_depth(c, e->type, t) > 0);
	if (related && ics.kind == ICS_STANDARD) {
		if (e->kind == CE_DEREF && e->a->kind == CE_CONST && !e->a->value &&
		    !c->unevaluated)
			check_warning(c, e->loc, E0656, "NULL reference is not allowed");
		/* no reference binds to a bit-field ([class.bit]/3) */
		if (e->is_lvalue && bit_field_width(e)) {
			if (is_for_lvalues(to)) {
				check_error(c, loc, E0624,
				            "a reference cannot be bound to a bit-field");
				return cexpr_error(c, loc);
			}
			e = rvalue(c, e);
		}
		e = materialise(c, e);
		if (ctx != CONV_CAST)
			check_base_access(c, e->type, t, loc);
		return class_to_base(c, e, t, loc);
	}
	if (ics.kind == ICS_USER && !ics.func->is_ctor &&
	    binds_result(c, ics.func->type->base, t)) {
		struct cexpr *r = apply_user(c, e, ics.func, to, loc);
		c->in_user_conversion++;
		r = convert(c, r, to, CONV_IMPLICIT, loc);
		c->in_user_conversion--;
		return r;
	}
	return materialise(c, convert_value_to(c, e, ctype_unqual(t), &ics, ctx, loc));
}

struct cexpr *to_bool(struct sema *c, struct cexpr *e) {
	warn_assigned(c, e);
	return convert(c, function_named(c, e), c->t->basic[CT_BOOL], CONV_EXPLICIT,
	               e->loc);
}
