/* number.c - arithmetic of constant evaluation. A value is the bits of an integer,
 * extended to 64 as its type says (or all 128 of a wider one), those of a double for any
 * floating type, or a pointer.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/eval/eval.h"

static double as_double(u128 value) {
	u64 bits = (u64)value;
	double d;
	memcpy(&d, &bits, 8);
	return d;
}

static u64 from_double(const struct ctype *t, double d) {
	if (t->kind == CT_FLOAT)
		d = (double)(float)d;
	u64 bits;
	memcpy(&bits, &d, 8);
	return bits;
}

/* Returns the number that a value is, as one of 128 bits. */
static u128 extended(const struct ctype *t, u128 value) {
	return !ctype_is_int128(t) && ctype_is_signed(t) ? (u128)(s128)(s64)value : value;
}

static u128 wrapped(const struct ctype *t, u128 value) {
	return ctype_is_int128(t) ? value : ctype_wrap(t, (u64)value);
}

/* ---- operators --------------------------------------------------------------------- */

static bool float_op(enum cexpr_kind kind, const struct ctype *t, double a, double b,
                     u128 *out) {
	switch (kind) {
	case CE_ADD: *out = from_double(t, a + b); return true;
	case CE_SUB: *out = from_double(t, a - b); return true;
	case CE_MUL: *out = from_double(t, a * b); return true;
	case CE_DIV: *out = from_double(t, a / b); return true;
	case CE_LT: *out = a < b; return true;
	case CE_GT: *out = a > b; return true;
	case CE_LE: *out = a <= b; return true;
	case CE_GE: *out = a >= b; return true;
	case CE_EQ: *out = a == b; return true;
	case CE_NE: *out = a != b; return true;
	default: unreachable();
	}
}

static bool is_comparison(enum cexpr_kind kind) {
	return kind >= CE_LT && kind <= CE_NE;
}

static u128 compare(enum cexpr_kind kind, bool is_less, bool is_equal) {
	switch (kind) {
	case CE_LT: return is_less;
	case CE_GT: return !is_less && !is_equal;
	case CE_LE: return is_less || is_equal;
	case CE_GE: return !is_less;
	case CE_EQ: return is_equal;
	default: return !is_equal;
	}
}

/* Whether the result of + - * of signed numbers fits 128 bits. */
static bool sum_fits(enum cexpr_kind kind, s128 a, s128 b) {
	s128 ignored;
	return kind == CE_ADD   ? !__builtin_add_overflow(a, b, &ignored)
	       : kind == CE_SUB ? !__builtin_sub_overflow(a, b, &ignored)
	       : kind == CE_MUL ? !__builtin_mul_overflow(a, b, &ignored)
	                        : true;
}

static u128 divide(enum cexpr_kind kind, bool is_signed, u128 a, u128 b) {
	if (is_signed && b == ~(u128)0) /* INT128_MIN / -1 has no value in C */
		return kind == CE_DIV ? 0 - a : 0;
	if (kind == CE_DIV)
		return is_signed ? (u128)((s128)a / (s128)b) : a / b;
	return is_signed ? (u128)((s128)a % (s128)b) : a % b;
}

/* `*fits`: the type holds the arithmetic result. */
static bool int_op(enum cexpr_kind kind, const struct ctype *t, u128 left, u128 right,
                   u128 *out, bool *fits) {
	bool s = ctype_is_signed(t);
	u128 a = extended(t, left), b = extended(t, right), r;
	if (is_comparison(kind)) {
		*out = compare(kind, s ? (s128)a < (s128)b : a < b, a == b);
		return true;
	}
	switch (kind) {
	case CE_ADD: r = a + b; break;
	case CE_SUB: r = a - b; break;
	case CE_MUL: r = a * b; break;
	case CE_DIV:
	case CE_REM:
		if (b == 0)
			return false;
		r = divide(kind, s, a, b);
		break;
	case CE_AND: r = a & b; break;
	case CE_OR: r = a | b; break;
	case CE_XOR: r = a ^ b; break;
	case CE_SHL: /* a negative count is too large here, too */
	case CE_SHR:
		if (right >= ctype_size(t) * 8)
			return false;
		*out = wrapped(t, kind == CE_SHL ? a << right
		                  : s            ? (u128)((s128)a >> right)
		                                 : a >> right);
		return true;
	default: unreachable();
	}
	*out = wrapped(t, r);
	*fits = !s || (sum_fits(kind, (s128)a, (s128)b) && extended(t, *out) == r);
	if (ctype_is_int128(t) && kind == CE_DIV && s)
		*fits = !((s128)a < 0 && (s128)b == -1 && (s128)r < 0);
	return true;
}

/* A signed overflow outside of functions wraps, as other compilers have it; in a
 * constexpr function it is an error ([expr.const]). */
static bool overflowed(struct eval *v, struct cexpr *e) {
	return !v->frame ||
	       eval_fail(v, e, "the result of a signed operation does not fit its type");
}

bool eval_binary(struct eval *v, struct cexpr *e, enum cexpr_kind kind,
                 const struct ctype *calc, const struct ctype *result, u128 a, u128 b,
                 u128 *out) {
	bool fits = true;
	calc = ctype_unqual(ctype_underlying(calc));
	if (calc->kind == CT_PTR && kind != CE_EQ && kind != CE_NE && a >> 32 != b >> 32)
		return eval_fail(v, e, "it orders pointers into different objects");
	bool ok = ctype_is_floating(calc)
	                  ? float_op(kind, calc, as_double(a), as_double(b), out)
	                  : int_op(kind, calc, a, b, out, &fits);
	if (!ok)
		return eval_fail(v, e,
		                 kind == CE_DIV || kind == CE_REM
		                         ? "it divides by zero"
		                         : "the operation has no defined value");
	if (!ctype_is_floating(result))
		*out = wrapped(ctype_unqual(ctype_underlying(result)), *out);
	return fits || overflowed(v, e);
}

bool eval_negate(struct eval *v, struct cexpr *e, u128 a, u128 *out) {
	const struct ctype *t = ctype_unqual(ctype_underlying(e->type));
	if (!ctype_is_floating(t))
		return eval_binary(v, e, CE_SUB, t, t, 0, a, out);
	*out = a ^ (u64)1 << 63;
	return true;
}

u128 eval_complement(const struct ctype *t, u128 a) {
	t = ctype_unqual(ctype_underlying(t));
	return wrapped(t, ~extended(t, a));
}

bool eval_step(struct eval *v, struct cexpr *e, bool up, u128 a, u128 *out) {
	const struct ctype *t = ctype_unqual(ctype_underlying(e->type));
	if (t->kind == CT_PTR)
		return eval_advance(v, e, t->base, (u64)a, up ? 1 : -1, out);
	u128 one = ctype_is_floating(t) ? from_double(t, 1) : 1;
	/* narrower types are promoted to int; the conversion back wraps */
	if (!ctype_is_floating(t) && ctype_size(t) < 4) {
		*out = wrapped(t, up ? a + 1 : a - 1);
		return true;
	}
	return eval_binary(v, e, up ? CE_ADD : CE_SUB, t, t, a, one, out);
}

bool eval_divide_wide(struct eval *v, struct cexpr *e, const struct cdecl *f, u128 *out,
                      bool *is_one) {
	const char *name = f->name ? f->name->s : "";
	bool is_rem = strncmp(name, "__simt_rem128", 13) == 0;
	*is_one = is_rem || strncmp(name, "__simt_div128", 13) == 0;
	if (!*is_one)
		return false;
	enum cexpr_kind kind = is_rem ? CE_REM : CE_DIV;
	const struct ctype *t = ctype_unqual(e->arg[0]->type);
	u128 a, b, r;
	u64 place;
	if (!e->is_lvalue)
		return eval_value(v, e->arg[0], &a) && eval_value(v, e->arg[1], &b) &&
		       eval_binary(v, e, kind, t, t, a, b, out);
	if (!eval_value(v, e->arg[1], &b) || !eval_lvalue(v, e->arg[0], &place) ||
	    !eval_get(v, e, t, place, &a) || !eval_binary(v, e, kind, t, t, a, b, &r))
		return false;
	*out = place;
	return eval_put(v, e, t, place, r);
}

/* ---- conversions ------------------------------------------------------------------- */

/* Converts the whole part of d, if the type holds it. */
static bool float_to_int(const struct ctype *to, double d, u128 *out) {
	bool s = ctype_is_signed(to);
	int width = (int)ctype_size(to) * 8;
	double whole = __builtin_trunc(d), limit = __builtin_ldexp(1, width - s);
	if (!(whole >= (s ? -limit : 0) && whole < limit))
		return false;
	*out = wrapped(to, s ? (u128)(s128)whole : (u128)whole);
	return true;
}

static u64 int_to_float(const struct ctype *to, const struct ctype *from, u128 value) {
	u128 n = extended(from, value);
	bool s = ctype_is_signed(from);
	if (to->kind == CT_FLOAT) /* rounded once */
		return from_double(to, (double)(s ? (float)(s128)n : (float)n));
	return from_double(to, s ? (double)(s128)n : (double)n);
}

bool eval_cast(struct eval *v, struct cexpr *e, const struct ctype *from,
               const struct ctype *to, u128 value, u128 *out) {
	from = ctype_unqual(ctype_underlying(from));
	to = ctype_unqual(ctype_underlying(to));
	if (to->kind == CT_BOOL) {
		*out = ctype_is_floating(from) ? as_double(value) != 0 : value != 0;
	} else if (ctype_is_floating(from) && ctype_is_floating(to)) {
		*out = from_double(to, as_double(value));
	} else if (ctype_is_floating(from)) {
		if (!float_to_int(to, as_double(value), out))
			return eval_fail(v, e, "the value does not fit the integer type");
	} else if (ctype_is_floating(to)) {
		*out = int_to_float(to, from, value);
	} else if (to->kind == CT_PTR || to->kind == CT_NULLPTR ||
	           to->kind == CT_MEMPTR) {
		*out = value;
	} else {
		if (from->kind == CT_PTR && value)
			return eval_fail(v, e, "it makes an integer of a pointer");
		*out = wrapped(to, extended(from, value));
	}
	return true;
}

/* ---- built-in functions ------------------------------------------------------------ */

static bool builtin(struct eval *v, struct cexpr *e, u64 a, u64 b, u64 *out) {
	u64 size = e->narg ? ctype_size(e->arg[0]->type) : 0;
	const struct ctype *t = ctype_unqual(e->type);
	switch ((enum cbuiltin)e->op) {
	case CB_FABS: *out = a & ~((u64)1 << 63); return true;
	case CB_FMIN:
		*out = as_double(a) < as_double(b) || as_double(b) != as_double(b) ? a
		                                                                   : b;
		return true;
	case CB_FMAX:
		*out = as_double(a) > as_double(b) || as_double(b) != as_double(b) ? a
		                                                                   : b;
		return true;
	case CB_FLOOR: *out = from_double(t, __builtin_floor(as_double(a))); return true;
	case CB_CEIL: *out = from_double(t, __builtin_ceil(as_double(a))); return true;
	case CB_TRUNC: *out = from_double(t, __builtin_trunc(as_double(a))); return true;
	case CB_COPYSIGN: *out = (a & ~((u64)1 << 63)) | (b & (u64)1 << 63); return true;
	case CB_CLZ:
		if (!a)
			return eval_fail(v, e,
			                 "the count of leading zeros of 0 is undefined");
		*out = (u64)(size == 8 ? __builtin_clzll(a) : __builtin_clz((u32)a));
		return true;
	case CB_CTZ:
		if (!a)
			return eval_fail(v, e,
			                 "the count of trailing zeros of 0 is undefined");
		*out = (u64)__builtin_ctzll(a);
		return true;
	case CB_POPCOUNT:
		*out = (u64)__builtin_popcountll(size == 8 ? a : (u32)a);
		return true;
	case CB_PARITY:
		*out = (u64)__builtin_parityll(size == 8 ? a : (u32)a);
		return true;
	case CB_FFS:
		*out = (u64)__builtin_ffsll((long long)(size == 8 ? a : (u32)a));
		return true;
	case CB_BSWAP: *out = __builtin_bswap64(a) >> (64 - size * 8); return true;
	case CB_EXPECT: *out = a; return true;
	case CB_ASSUME: *out = 0; return true;
	case CB_ISNAN: *out = as_double(a) != as_double(a); return true;
	case CB_ISINF: *out = (a & ~((u64)1 << 63)) == (u64)0x7ff << 52; return true;
	case CB_ISFINITE: *out = (a >> 52 & 0x7ff) != 0x7ff; return true;
	case CB_SIGNBIT: *out = a >> 63; return true;
	default: return eval_fail(v, e, "it calls a function that is not constexpr");
	}
}

bool eval_builtin(struct eval *v, struct cexpr *e, u128 *out) {
	u128 a = 0, b = 0;
	u64 result = 1;
	bool ok = e->op == CB_CONSTANT_P || /* __builtin_is_constant_evaluated */
	          ((!e->narg || !ctype_is_scalar(e->arg[0]->type) ||
	            eval_value(v, e->arg[0], &a)) &&
	           (e->narg < 2 || eval_value(v, e->arg[1], &b)) &&
	           builtin(v, e, (u64)a, (u64)b, &result));
	*out = result;
	return ok;
}
