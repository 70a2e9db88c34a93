/* math.c - the .approx functions, after ir/num/approx.h, where the rules are explained:
 * the same integers, so the same bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"
#include "backend/llvm/alu/fast.h"
#include "backend/llvm/alu/unit.h"

/* An infinity or NaN that a result is. */
static val inf_of(const struct alu_emit *e) {
	return e_k32(e, 0x7f800000);
}

static val nan_of(const struct alu_emit *e) {
	return e_k32(e, 0x7fffffff);
}

static val sign_of(const struct alu_emit *e, val bits) {
	return e_andk(e, bits, 0x80000000);
}

/* Whether the unit would take the operand for a zero though it is none; or the operand is
 * negative, so that it has neither root nor logarithm, with any scale. */
static val is_tiny(const struct alu_emit *e, val a) {
	return m_ftz(e->m) ? NULL : e_fltk(e, a, 0x1p-126);
}

static val scaled_if(const struct alu_emit *e, val tiny, val a, f64 scale) {
	return tiny ? e_sel(e, tiny, e_fmulk(e, a, scale), a) : a;
}

/* The operand as the unit takes it: without .ftz none is subnormal. */
static val flushed(const struct alu_emit *e, val b) {
	if (!m_ftz(e->m))
		return b;
	val is_zero = e_eqk(e, e_andk(e, b, 0x7f800000), 0);
	return e_sel(e, is_zero, sign_of(e, b), b);
}

/* What unit_fix gives, for the reader of the result. */
static val fixed_fin(const struct alu_emit *e, val r) {
	return unit_can_fix(e) ? jit_f32_canonical(e, r) : r;
}

/* ---- 1 / x ---- */

static val rcp_fin(const struct alu_emit *e, val b, val r, bool is_large) {
	static const struct unit_fixes fix = {
		.zero = FIX_INF_OF_SIGN, .minus_inf = FIX_MINUS_ZERO, .inf = FIX_ZERO};
	if (unit_can_fix(e)) {
		r = e_f32(e, e_or(e, r, sign_of(e, b)));
		return unit_fix(e, r, e_f32(e, flushed(e, b)), &fix);
	}
	val mag = e_andk(e, b, 0x7fffffff), exponent = e_andk(e, b, 0x7f800000);
	if (!is_large)
		r = e_sel(e, e_eqk(e, mag, 0x7f800000), e_k32(e, 0), r);
	r = e_sel(e, e_eqk(e, exponent, 0), inf_of(e), r);
	r = e_or(e, r, sign_of(e, b));
	return e_f32(e, e_sel(e, e_ugtk(e, mag, 0x7f800000), nan_of(e), r));
}

/* Of a number, which may be beyond 2^126. NaNs are any. */
static val unit_rcp_of(const struct alu_emit *e, val a, bool is_large) {
	val b = e_bits(e, a);
	val x = e_andk(e, e_shlk(e, b, 1), 0x1ffff), exponent = e_andk(e, b, 0x7f800000);
	val r = e_sub(e, e_k32(e, 0x7f000000), exponent);
	r = e_add(e, r, unit_digits(e, &unit_rcp, b, 16, x));
	if (is_large)
		r = e_sel(e, e_sltk(e, r, 0x00800000), e_k32(e, 0), r);
	return rcp_fin(e, b, r, is_large);
}

static val scale_of_divisor(const struct alu_emit *e, val b, bool whole_range) {
	val mag = e_fabs(e, b), scale = e_kf32(e, 1);
	if (whole_range)
		scale = e_sel(e, e_fgtk(e, mag, 0x1p126), e_kf32(e, 0.25), scale);
	if (!m_ftz(e->m))
		scale = e_sel(e, e_fltk(e, mag, 0x1p-126), e_kf32(e, 0x1p24), scale);
	return scale;
}

val jit_f32_rcp_approx(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_rcp(e, a);
	if (m_ftz(e->m))
		return fixed_fin(e, unit_rcp_of(e, a, true));
	val scale = scale_of_divisor(e, a, true);
	val r = unit_rcp_of(e, e_fmul(e, a, scale), false);
	return jit_f32_canonical(e, e_fmul(e, r, scale));
}

val jit_f32_div_approx(const struct alu_emit *e, val a, val b) {
	if (e->is_fast)
		return fast_div(e, a, b);
	if (!m_ftz(e->m)) {
		val scale = scale_of_divisor(e, b, false);
		a = e_fmul(e, a, scale);
		b = e_fmul(e, b, scale);
	}
	return jit_f32_mul(e, a, unit_rcp_of(e, b, true));
}

val jit_f32_div_full(const struct alu_emit *e, val a, val b) {
	if (e->is_fast)
		return fast_div_full(e, a, b);
	val scale = scale_of_divisor(e, b, true);
	a = jit_f32_mul(e, a, scale);
	return jit_f32_mul(e, a, unit_rcp_of(e, e_fmul(e, b, scale), false));
}

/* ---- roots ---- */

/* (e + 1) / 2 in the exponent's place. */
static val half_exponent(const struct alu_emit *e, val b) {
	return e_andk(e, e_lshrk(e, e_addk(e, b, 0x00800000), 1), 0x7f800000);
}

/* An exponent in its place, with that of the scale if the operand was tiny. */
static val scaled_exponent(const struct alu_emit *e, val tiny, u32 exponent, s32 more) {
	val plain = e_k32(e, exponent << 23);
	return tiny ? e_sel(e, tiny, e_k32(e, (exponent + (u32)more) << 23), plain)
	            : plain;
}

static val unit_root_digits(const struct alu_emit *e, const struct unit_table *t, val b) {
	return unit_digits(e, t, b, 17, e_andk(e, b, 0x1ffff));
}

/* r for positive normal numbers; of zeros and subnormals `zero`, of infinity `infinite`.
 */
static val root_fin(const struct alu_emit *e, val b, val r, u32 zero, u32 infinite) {
	struct unit_fixes fix = {.zero = zero ? FIX_INF_OF_SIGN : FIX_OPERAND,
	                         .minus_inf = FIX_NAN,
	                         .inf = infinite ? FIX_INF : FIX_ZERO,
	                         .negative = FIX_NAN};
	if (unit_can_fix(e))
		return jit_f32_canonical(
			e, unit_fix(e, e_f32(e, r), e_f32(e, flushed(e, b)), &fix));
	val ordinary = e_ultk(e, e_subk(e, b, 0x00800000), 0x7f000000);
	val is_zero = e_eqk(e, e_andk(e, b, 0x7f800000), 0);
	val is_inf = e_eqk(e, b, 0x7f800000);
	val special = e_sel(e, is_inf, e_k32(e, infinite), nan_of(e));
	special = e_sel(e, is_zero, e_or(e, sign_of(e, b), e_k32(e, zero)), special);
	return e_f32(e, e_sel(e, ordinary, r, special));
}

val jit_f32_rsqrt_approx(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_rsqrt(e, a);
	val tiny = is_tiny(e, a), b = e_bits(e, scaled_if(e, tiny, a, 0x1p24));
	val r = e_sub(e, scaled_exponent(e, tiny, 191, 12), half_exponent(e, b));
	val exact = e_eqk(e, e_andk(e, b, 0x00ffffff), 0x00800000);
	r = e_sel(e, exact, e_addk(e, r, 1), r); /* the digits of powers of 4 are more */
	r = e_add(e, r, unit_root_digits(e, &unit_rsqrt, b));
	return root_fin(e, b, r, 0x7f800000, 0);
}

val jit_f32_sqrt_approx(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_sqrt(e, a);
	val tiny = is_tiny(e, a), b = e_bits(e, scaled_if(e, tiny, a, 0x1p24));
	val r = e_add(e, half_exponent(e, b), scaled_exponent(e, tiny, 64, -12));
	r = e_add(e, r, unit_root_digits(e, &unit_sqrt, b));
	return root_fin(e, b, r, 0, 0x7f800000);
}

/* ---- 2^x ---- */

static val unit_ex2_of(const struct alu_emit *e, val a) {
	static const struct unit_fixes fix = {0};
	val in = e_sel(e, e_fltk(e, a, 128), a, e_kf32(e, 128)); /* of that, infinity */
	in = e_sel(e, e_fgtk(e, in, -127), in, e_kf32(e, -127));
	val fixed = e_ftoi(e, e_fmulk(e, e_fabs(e, in), 0x1p23), 32, true);
	val whole = e_eqk(e, e_andk(e, fixed, 0x7fffff), 0);
	val minus = e_not(e, fixed);
	minus = e_sel(e, whole, e_addk(e, minus, 1), minus);
	fixed = e_sel(e, e_sltk(e, e_bits(e, in), 0), minus, fixed);
	val x = e_andk(e, fixed, 0x1ffff);
	val r = e_addk(e, e_andk(e, fixed, 0xff800000), 0x40000000);
	r = e_add(e, r, unit_digits(e, &unit_ex2, fixed, 17, x));
	r = e_sel(e, e_fltk(e, in, -126), e_k32(e, 0), r);
	if (unit_can_fix(e))
		return unit_fix(e, e_f32(e, r), a, &fix);
	return e_f32(e, e_sel(e, e_is_nan(e, a), nan_of(e), r));
}

val jit_f32_ex2(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_ex2(e, a);
	if (m_ftz(e->m))
		return fixed_fin(e, unit_ex2_of(e, a));
	val low = e_fltk(e, a, -126);
	val r = unit_ex2_of(e, e_sel(e, low, e_fmulk(e, a, 0.5), a));
	return fixed_fin(e, e_sel(e, low, e_fmul(e, r, r), r));
}

/* ---- log2 x ---- */

/* The magnitude of the logarithm is n plus `high` and `low`, of 31 and 8 bits. From 1 on,
 * 23 places are enough. */
static val log_of(const struct alu_emit *e, val n, struct unit_sum s) {
	val more = e_or(e, e_shlk(e, s.high, 8), s.low);
	val small = e_ultk(e, s.high, 0x00800000);
	val f = e_sel(e, small, more, s.high);
	val scale = e_sel(e, small, e_kf32(e, 0x1p-39), e_kf32(e, 0x1p-31));
	if (n) {
		val none = e_eqk(e, n, 0);
		f = e_sel(e, none, f, e_or(e, e_shlk(e, n, 23), e_lshrk(e, s.high, 8)));
		scale = e_sel(e, none, scale, e_kf32(e, 0x1p-23));
	}
	return e_fmul(e, unit_cut(e, f), scale);
}

static val log_fin(const struct alu_emit *e, val b, val r) {
	static const struct unit_fixes fix = {.zero = FIX_MINUS_INF,
	                                      .one = FIX_ZERO,
	                                      .minus_inf = FIX_NAN,
	                                      .inf = FIX_INF,
	                                      .negative = FIX_NAN};
	if (unit_can_fix(e))
		return unit_fix(e, e_f32(e, r), e_f32(e, flushed(e, b)), &fix);
	r = e_sel(e, e_eqk(e, b, 0x3f800000), e_k32(e, 0), r);
	val ordinary = e_ultk(e, e_subk(e, b, 0x00800000), 0x7f000000);
	val is_inf = e_eqk(e, b, 0x7f800000);
	val special = e_sel(e, is_inf, inf_of(e), nan_of(e));
	val is_zero = e_eqk(e, e_andk(e, b, 0x7f800000), 0);
	special = e_sel(e, is_zero, e_k32(e, 0xff800000), special);
	return e_f32(e, e_sel(e, ordinary, r, special));
}

val jit_f32_lg2(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_lg2(e, a);
	val tiny = is_tiny(e, a), x = scaled_if(e, tiny, a, 0x1p24), b = e_bits(e, x);
	struct unit_sum s = unit_sum(e, &unit_lg2, b, 17, e_andk(e, b, 0x1ffff));
	val n = e_subk(e, e_andk(e, e_lshrk(e, b, 23), 0xff), 127),
	    flip = e_ashrk(e, n, 31);
	s.high = e_andk(e, e_xor(e, s.high, flip), 0x7fffffff);
	s.low = e_andk(e, e_xor(e, s.low, flip), 0xf8);
	val r = e_bits(e, log_of(e, e_xor(e, n, flip), s));
	r = e_or(e, r, sign_of(e, flip));
	val log = log_fin(e, b, r);
	return fixed_fin(e, tiny ? e_sel(e, tiny, e_fsubk(e, log, 24), log) : log);
}

/* ---- sine, cosine ---- */

/* Of a finite number. */
static val unit_sin_of(const struct alu_emit *e, val turns, u32 quarters) {
	val rest = e_fsub(e, turns, e_call1(e, "llvm.floor", turns));
	val angle = e_ftoi(e, e_fmulk(e, rest, 0x1p25), 32, true);
	val from = quarters ? e_addk(e, angle, quarters << 23) : angle;
	val odd = e_nek(e, e_andk(e, from, 1u << 23), 0), u = e_andk(e, angle, 0x7fffff);
	val whole = e_and(e, odd, e_eqk(e, u, 0));
	u = e_sel(e, odd, e_xork(e, u, 0x7fffff), u);
	struct unit_sum s = unit_sum(e, &unit_sin, u, 17, e_andk(e, u, 0x1ffff));
	/* next to a quarter the sum is 1 or little more, and has a bit too many */
	val one = e_or(e, whole, e_sltk(e, s.high, 0));
	val r = e_bits(e, log_of(e, NULL, s));
	r = e_sel(e, one, e_k32(e, 0x3f800000), r);
	return e_xor(e, r, sign_of(e, e_shlk(e, from, 7)));
}

static val sine(const struct alu_emit *e, val a, u32 quarters) {
	struct alu_emit cut = *e;
	val number = e_ultk(e, e_andk(e, e_bits(e, a), 0x7fffffff), 0x7f800000);
	cut.m = MOD_BITS(RND, RZ);
	cut.raw_nan = true;
	val x = e_sel(e, number, e_fabs(e, a), e_kf32(e, 0));
	val turns = jit_f32_mul(&cut, x, e_kf32(e, 0x1.45f306p-3));
	val r = unit_sin_of(e, turns, quarters);
	if (!quarters)
		r = e_xor(e, r, sign_of(e, e_bits(e, a)));
	return e_f32(e, e_sel(e, number, r, nan_of(e)));
}

val jit_f32_sin(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_sin(e, a);
	return sine(e, a, 0);
}

val jit_f32_cos(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_cos(e, a);
	return sine(e, a, 1);
}

/* ---- tanh ---- */

static val tanh_sum(const struct alu_emit *e, val at, val x) {
	u32 value[64] = {0}, slope[64] = {0}, curvature[64] = {0};
	for (u32 i = 0; i < countof(approx_tanh); i++) {
		value[i] = approx_tanh[i].value;
		slope[i] = (u32)approx_tanh[i].slope;
		curvature[i] = (u32)approx_tanh[i].curvature;
	}
	val v = e_zext(e, unit_lookup(e, "tanh.value", value, 64, at), 64);
	val s = e_sext(e, unit_lookup(e, "tanh.slope", slope, 64, at), 64);
	val c = e_sext(e, unit_lookup(e, "tanh.curvature", curvature, 64, at), 64);
	val line = e_add(e, e_shlk(e, v, TANH_UNIT), e_mul(e, s, e_zext(e, x, 64)));
	return e_add(e, line, e_mul(e, c, e_zext(e, unit_square(e, x), 64)));
}

/* From 2^-8 to 8. */
static val tanh_inside(const struct alu_emit *e, val mag) {
	static const u32 first[16] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
	static const u32 places[16] = {23, 23, 23, 22, 22, 21, 21, 21,
	                               20, 19, 20, 23, 23, 23, 23, 23};
	val binade = e_andk(e, e_subk(e, e_lshrk(e, mag, 23), 119), 15);
	val fraction = e_andk(e, mag, 0x7fffff);
	val n = unit_lookup(e, "tanh.places", places, 16, binade);
	val at = unit_lookup(e, "tanh.first", first, 16, binade);
	at = e_andk(e, e_add(e, at, LLVMBuildLShr(e->b, fraction, n, "")), 63);
	val inside = e_subk(e, LLVMBuildShl(e->b, e_k32(e, 1), n, ""), 1);
	val x = LLVMBuildLShr(e->b, e_and(e, fraction, inside), e_subk(e, n, 17), "");
	val sum = tanh_sum(e, at, x), upper = e_ugtk(e, sum, ((u64)1 << 39) - 1);
	val digits = e_sel(e, upper, e_lshrk(e, sum, 16), e_lshrk(e, sum, 15));
	val top = e_umin(e, binade, e_k32(e, 7));
	top = e_sel(e, upper, top, e_subk(e, top, 1));
	return e_add(e, e_shlk(e, e_addk(e, top, 118), 23), e_trunc(e, digits, 32));
}

val jit_f32_tanh(const struct alu_emit *e, val a) {
	if (e->is_fast)
		return fast_tanh(e, a);
	val b = e_bits(e, a), mag = e_andk(e, b, 0x7fffffff);
	val r = tanh_inside(e, mag);
	r = e_sel(e, e_ultk(e, mag, 119u << 23), mag, r);
	r = e_sel(e, e_ultk(e, mag, 130u << 23), r, e_k32(e, 0x3f800000));
	r = e_or(e, r, sign_of(e, b));
	return e_f32(e, e_sel(e, e_is_nan(e, a), nan_of(e), r));
}

/* ---- double precision: the upper word only ---- */

static val upper_word(const struct alu_emit *e, val a) {
	return e_trunc(e, e_lshrk(e, e_bits(e, a), 32), 32);
}

static val from_upper(const struct alu_emit *e, val b) {
	return e_f64(e, e_shlk(e, e_zext(e, b, 64), 32));
}

/* 20 of the digits; they are less by 2^21. */
static val upper_digits(const struct alu_emit *e, val exponent, val digits) {
	val r = e_add(e, exponent, e_ashrk(e, digits, 3));
	return e_sel(e, e_sltk(e, r, 0x00100000), e_k32(e, 0), r);
}

val jit_f64_rcp_approx(const struct alu_emit *e, val a) {
	val b = upper_word(e, a), exponent = e_andk(e, b, 0x7ff00000);
	val x = e_andk(e, e_shlk(e, b, 4), 0x1ffff);
	val r = e_sub(e, e_k32(e, 0x7fe00000), exponent);
	r = upper_digits(e, r, unit_digits(e, &unit_rcp, b, 13, x));
	r = e_sel(e, e_eqk(e, exponent, 0), e_k32(e, 0x7ff00000), r);
	r = e_or(e, r, e_andk(e, b, 0x80000000));
	val nan = e_ugtk(e, e_andk(e, b, 0x7fffffff), 0x7ff00000);
	return from_upper(e, e_sel(e, nan, nan_of(e), r));
}

static val upper_rsqrt(const struct alu_emit *e, val b) {
	val digits = unit_digits(e, &unit_rsqrt, b, 14,
	                         e_andk(e, e_shlk(e, b, 3), 0x1ffff));
	val exact = e_eqk(e, e_andk(e, b, 0x001fffff), 0x00100000);
	digits = e_sub(e, digits, e_sext(e, exact, 32));
	val half = e_andk(e, e_lshrk(e, e_addk(e, b, 0x00100000), 1), 0x7ff00000);
	val r = e_sub(e, e_k32(e, 1535u << 20), half);
	r = e_add(e, r, e_ashrk(e, digits, 3));
	val ordinary = e_ultk(e, e_subk(e, b, 0x00100000), 0x7fe00000);
	val is_zero = e_eqk(e, e_andk(e, b, 0x7ff00000), 0);
	val special = e_sel(e, e_eqk(e, b, 0x7ff00000), e_k32(e, 0), nan_of(e));
	val inf = e_or(e, e_andk(e, b, 0x80000000), e_k32(e, 0x7ff00000));
	return e_sel(e, ordinary, r, e_sel(e, is_zero, inf, special));
}

val jit_f64_rsqrt_approx(const struct alu_emit *e, val a) {
	return from_upper(e, upper_rsqrt(e, upper_word(e, a)));
}

val jit_f64_rsqrt(const struct alu_emit *e, val a) {
	val positive = e_fgtk(e, a, 0),
	    tiny = e_and(e, positive, e_fltk(e, a, 0x1p-1022));
	val x = e_sel(e, tiny, e_fmulk(e, a, 0x1p54), a);
	val y = jit_f64_rsqrt_approx(e, x), yy = e_fneg(e, e_fmul(e, y, y));
	val left = e_call3(e, "llvm.fma", x, yy, e_kf64(e, 1));
	val factor = e_call3(e, "llvm.fma", left, e_kf64(e, 0.375), e_kf64(e, 0.5));
	val r = e_call3(e, "llvm.fma", factor, e_fmul(e, y, left), y);
	r = e_sel(e, tiny, e_fmulk(e, r, 0x1p27), r);
	val inf = e_f64(e, e_k(e, 64, 0x7ff0000000000000u));
	val sign = e_andk(e, e_bits(e, a), 0x8000000000000000u);
	val pole = e_f64(e, e_or(e, sign, e_k(e, 64, 0x7ff0000000000000u)));
	val special = e_sel(e, positive, e_kf64(e, 0),
	                    e_f64(e, e_k(e, 64, 0xfff8000000000000u)));
	special = e_sel(e, e_feqk(e, a, 0), pole, special);
	special = e_sel(e, e_is_nan(e, a), jit_f64_quiet(e, a), special);
	return e_sel(e, e_and(e, positive, e_flt(e, a, inf)), r, special);
}
