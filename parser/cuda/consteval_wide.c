/* consteval_wide.c - constant evaluation of 128-bit integers: the rest of the evaluator keeps values in 64 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/consteval.h"

static bool is_signed(const struct ctype *t) {
	return ctype_unqual(t)->kind == CT_INT128;
}

static u128 extended(const struct ctype *t, u64 value) {
	bool negative = (is_signed(t) || ctype_is_signed(t)) && (s64)value < 0;
	return negative ? ~(u128)0 << 64 | value : value;
}

static bool load_wide(struct eval *v, struct cexpr *e, u64 ptr, u128 *out) {
	u8 *p = eval_bytes(v, ptr, sizeof *out);
	if (!p)
		return eval_fail(v, e, "it reads an object whose value is not known");
	memcpy(out, p, sizeof *out);
	return true;
}

bool eval_store_wide(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
                     u128 value) {
	if (!type_is_wide(t))
		return eval_store(v, e, t, ptr, (u64)value);
	u8 *p = eval_bytes(v, ptr, sizeof value);
	if (!p)
		return eval_fail(v, e, "it changes an object outside of the evaluation");
	memcpy(p, &value, sizeof value);
	return true;
}

/* ---- operators ---------------------------------------------------------------------------------- */

static bool divide(struct eval *v, struct cexpr *e, bool is_rem, bool s, u128 a, u128 b,
                   u128 *out) {
	if (b == 0)
		return eval_fail(v, e, "it divides by zero");
	if (s && b == ~(u128)0 && a == (u128)1 << 127)
		return eval_fail(v, e, "the operation has no defined value");
	if (is_rem)
		*out = s ? (u128)((s128)a % (s128)b) : a % b;
	else
		*out = s ? (u128)((s128)a / (s128)b) : a / b;
	return true;
}

static bool binary(struct eval *v, struct cexpr *e, enum cexpr_kind kind, bool s, u128 a,
                   u128 b, u128 *out) {
	s128 sa = (s128)a, sb = (s128)b;
	switch (kind) {
	case CE_ADD: *out = a + b; return true;
	case CE_SUB: *out = a - b; return true;
	case CE_MUL: *out = a * b; return true;
	case CE_DIV:
	case CE_REM: return divide(v, e, kind == CE_REM, s, a, b, out);
	case CE_AND: *out = a & b; return true;
	case CE_OR: *out = a | b; return true;
	case CE_XOR: *out = a ^ b; return true;
	case CE_SHL:
	case CE_SHR:
		if (b >= 128)
			return eval_fail(v, e, "the operation has no defined value");
		*out = kind == CE_SHL ? a << b : s ? (u128)(sa >> b) : a >> b;
		return true;
	case CE_LT: *out = s ? sa < sb : a < b; return true;
	case CE_GT: *out = s ? sa > sb : a > b; return true;
	case CE_LE: *out = s ? sa <= sb : a <= b; return true;
	case CE_GE: *out = s ? sa >= sb : a >= b; return true;
	case CE_EQ: *out = a == b; return true;
	case CE_NE: *out = a != b; return true;
	default: return eval_fail(v, e, "it is not a constant expression");
	}
}

static bool from_double(struct eval *v, struct cexpr *e, const struct ctype *to, u64 bits,
                        u128 *out) {
	double d, limit = is_signed(to) ? 0x1p127 : 0x1p128;
	memcpy(&d, &bits, sizeof d);
	if (!(d > (is_signed(to) ? -0x1p127 : -1.0) && d < limit))
		return eval_fail(v, e, "the value does not fit the integer type");
	*out = d < 0 ? (u128)(s128)d : (u128)d;
	return true;
}

/* A value of a narrower type, as one of 128 bits. */
static bool widened(struct eval *v, struct cexpr *e, const struct ctype *to, u128 *out) {
	u64 value;
	if (type_is_wide(e->type))
		return eval_wide(v, e, out);
	if (!eval_value(v, e, &value))
		return false;
	const struct ctype *from = ctype_unqual(ctype_underlying(e->type));
	if (ctype_is_floating(from))
		return from_double(v, e, to, value, out);
	if (from->kind == CT_PTR && value)
		return eval_fail(v, e, "it makes an integer of a pointer");
	*out = extended(from, value);
	return true;
}

static bool operate(struct eval *v, struct cexpr *e, u128 *out) {
	u128 a, b;
	return widened(v, e->a, e->a->type, &a) && widened(v, e->b, e->b->type, &b) &&
	       binary(v, e, (enum cexpr_kind)e->kind, is_signed(e->a->type), a, b, out);
}

/* ---- assignments --------------------------------------------------------------------------------- */

/* The value of the object at `ptr`, in the type that an assignment calculates in. */
static bool operand(struct eval *v, struct cexpr *e, u64 ptr, u128 *out) {
	if (type_is_wide(e->type))
		return load_wide(v, e, ptr, out);
	struct cexpr load = {.kind = CE_LOAD, .type = e->type, .a = e->a, .loc = e->loc};
	return widened(v, &load, e->calc, out);
}

static bool store_result(struct eval *v, struct cexpr *e, u64 ptr, u128 value) {
	if (!ctype_is_floating(e->type))
		return eval_store_wide(v, e, e->type, ptr, value);
	double d = is_signed(e->calc) ? (double)(s128)value : (double)value;
	u64 bits;
	memcpy(&bits, &d, sizeof bits);
	return eval_store(v, e, e->type, ptr, bits);
}

bool eval_wide_compound(struct eval *v, struct cexpr *e, u64 *ptr) {
	u128 a, b = 1, r;
	enum cexpr_kind kind = (enum cexpr_kind)e->op;
	const struct ctype *calc = e->type;
	if (!eval_lvalue(v, e->a, ptr))
		return false;
	if (e->kind == CE_COMPOUND) {
		calc = e->calc;
		if (!type_is_wide(calc)) /* of floating point */
			return eval_fail(v, e,
			                 "128-bit integers mixed with floating point "
			                 "are not evaluated");
		if (!widened(v, e->b, calc, &b))
			return false;
	} else {
		kind = e->kind == CE_PREINC || e->kind == CE_POSTINC ? CE_ADD : CE_SUB;
	}
	return operand(v, e, *ptr, &a) && binary(v, e, kind, is_signed(calc), a, b, &r) &&
	       store_result(v, e, *ptr, r);
}

bool eval_wide_division(struct eval *v, struct cexpr *e, u64 *place) {
	struct cexpr *left = e->arg[0], *right = e->arg[1];
	u128 a, b, r;
	bool ok = left->is_lvalue
	                  ? eval_lvalue(v, left, place) && load_wide(v, left, *place, &a)
	                  : eval_new_object(v, sizeof a, place) && eval_wide(v, left, &a);
	return ok && eval_wide(v, right, &b) &&
	       divide(v, e, e->op == CE_REM, is_signed(right->type), a, b, &r) &&
	       eval_store_wide(v, e, right->type, *place, r);
}

/* ---- values --------------------------------------------------------------------------------------- */

static bool load(struct eval *v, struct cexpr *e, u128 *out) {
	struct cexpr *a = e->a;
	u64 ptr;
	if (a->kind == CE_VAR && a->decl->is_const_known &&
	    !(v->frame && map_find(&v->frame->var, (uintptr_t)a->decl))) {
		*out = (u128)a->decl->value_high << 64 | a->decl->value;
		return true;
	}
	return eval_lvalue(v, a, &ptr) && load_wide(v, e, ptr, out);
}

bool eval_wide(struct eval *v, struct cexpr *e, u128 *out) {
	u64 a;
	if (++v->steps > STEPS_MAX)
		return eval_fail(v, e, "it takes too many steps");
	if (!type_is_wide(e->type))
		return eval_fail(v, e, "it is not a constant expression");
	switch ((enum cexpr_kind)e->kind) {
	case CE_CONST: *out = extended(e->type, e->value); return true;
	case CE_ZERO: *out = 0; return true;
	case CE_LOAD: return load(v, e, out);
	case CE_NEG:
	case CE_COMPL:
		if (!eval_wide(v, e->a, out))
			return false;
		*out = e->kind == CE_NEG ? 0 - *out : ~*out;
		return true;
	case CE_MUL:
	case CE_DIV:
	case CE_REM:
	case CE_ADD:
	case CE_SUB:
	case CE_AND:
	case CE_OR:
	case CE_XOR:
	case CE_SHL:
	case CE_SHR: return operate(v, e, out);
	case CE_COND:
		return eval_value(v, e->a, &a) && eval_wide(v, a ? e->b : e->c, out);
	case CE_COMMA: return eval_discard(v, e->a) && eval_wide(v, e->b, out);
	case CE_CAST: return widened(v, e->a, e->type, out);
	case CE_POSTINC:
	case CE_POSTDEC:
		return eval_lvalue(v, e->a, &a) && load_wide(v, e, a, out) &&
		       eval_lvalue(v, e, &a);
	case CE_CALL: return eval_call(v, e, 0, &a) && load_wide(v, e, a, out);
	default:
		return e->is_lvalue ? eval_lvalue(v, e, &a) && load_wide(v, e, a, out)
		                    : eval_fail(v, e, "it is not a constant expression");
	}
}

static bool narrowed(struct eval *v, struct cexpr *e, u128 wide, u64 *out) {
	const struct ctype *to = ctype_unqual(ctype_underlying(e->type));
	if (to->kind == CT_BOOL) {
		*out = wide != 0;
	} else if (ctype_is_floating(to)) {
		double d = is_signed(e->a->type) ? (double)(s128)wide : (double)wide;
		if (to->kind == CT_FLOAT) /* rounded once */
			d = is_signed(e->a->type) ? (double)(float)(s128)wide
			                          : (double)(float)wide;
		memcpy(out, &d, sizeof *out);
	} else if (to->kind == CT_VOID || ctype_is_integer(to)) {
		*out = to->kind == CT_VOID ? 0 : ctype_wrap(to, (u64)wide);
	} else {
		return eval_fail(v, e, "it is not a constant expression");
	}
	return true;
}

/* An expression of a 128-bit type whose value fits 64 bits, or one with such an operand. */
bool eval_of_wide(struct eval *v, struct cexpr *e, u64 *out) {
	u128 wide;
	if (type_is_wide(e->type)) {
		if (!eval_wide(v, e, &wide))
			return false;
		*out = (u64)wide;
		return extended(e->type, *out) == wide ||
		       eval_fail(v, e, "its value needs more than 64 bits");
	}
	switch ((enum cexpr_kind)e->kind) {
	case CE_CAST: return eval_wide(v, e->a, &wide) && narrowed(v, e, wide, out);
	case CE_NOT:
		if (!eval_wide(v, e->a, &wide))
			return false;
		*out = !wide;
		return true;
	default:
		if (!e->b || !operate(v, e, &wide))
			return e->b ? false
			            : eval_fail(v, e, "it is not a constant expression");
		*out = (u64)wide;
		return true;
	}
}
