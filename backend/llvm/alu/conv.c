/* conv.c - conversions, after ir/num/cvt.h: to T0 from T1.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

/* ---- integers ---- */

/* The lane of an integer type (16 bits for 8) from its value in `bits` bits. */
static val to_lane(const struct alu_emit *e, enum type type, val x) {
	u32 bits = type_int_bits(type), lane = type_info[type].lane_bits;
	x = e_trunc(e, x, bits);
	return e_ext(e, x, lane, type_is_signed(type));
}

/* The value in the bits of the type; the upper half of an 8-bit type's lane is
 * dropped. */
static val from_lane(const struct alu_emit *e, enum type type, val x) {
	return e_trunc(e, x, type_int_bits(type));
}

/* The nearest value of type `to`; x is `from`, in the wider width of the two. */
static val clamp_int(const struct alu_emit *e, enum type to, enum type from, val x) {
	u32 width = e_bits_of(x), bits = type_int_bits(to);
	val max = e_like(e, x, type_int_max(to));
	if (!type_is_signed(from)) {
		bool fits = bits == width && !type_is_signed(to);
		return fits ? x : e_umin(e, x, max);
	}
	if (!type_is_signed(to))
		x = e_smax(e, x, e_like(e, x, 0));
	else if (bits < width)
		x = e_smax(e, x, e_like(e, x, (u64)type_int_min(to)));
	return bits < width ? e_smin(e, x, max) : x;
}

val jit_cvt_ii(const struct alu_emit *e, val x) {
	enum type to = e->type[0], from = e->type[1];
	u32 width = MAX(type_int_bits(to), type_int_bits(from));
	x = e_ext(e, from_lane(e, from, x), width, type_is_signed(from));
	return to_lane(e, to, m_sat(e->m) ? clamp_int(e, to, from, x) : x);
}

/* ---- rounding to an integral value ---- */

static val rint_of(const struct alu_emit *e, val a) {
	switch (MOD_GET(e->m, RND)) {
	case MOD_RND_RZI: return e_call1(e, "llvm.trunc", a);
	case MOD_RND_RMI: return e_call1(e, "llvm.floor", a);
	case MOD_RND_RPI: return e_call1(e, "llvm.ceil", a);
	default: return e_call1(e, "llvm.roundeven", a);
	}
}

/* ---- floating point to integer ---- */

/* The integer that a NaN becomes: the top bit from f64 and into 64 bits, else 0. */
static u64 nan_value(const struct alu_emit *e, val x) {
	u32 bits = type_int_bits(e->type[0]);
	return bits == 64 || e_is_f64(x) ? (u64)1 << (bits - 1) : 0;
}

static f64 two_to(u32 n) {
	f64 r = 1;
	while (n--)
		r *= 2;
	return r;
}

val jit_cvt_if(const struct alu_emit *e, val x) {
	enum type to = e->type[0];
	bool is_signed = type_is_signed(to);
	u32 bits = type_int_bits(to), width = MAX(bits, 32u);
	u64 nan = nan_value(e, x);
	x = rint_of(e, e_is_f64(x) ? x : jit_ftz_in(e, x));
	val high = e_fgek(e, x, two_to(bits - is_signed));
	val low = e_fltk(e, x, is_signed ? -two_to(bits - 1) : 0);
	val r = e_ftoi(e, x, width, is_signed || bits < 32);
	r = e_sel(e, low, e_like(e, r, (u64)type_int_min(to)), r);
	r = e_sel(e, high, e_like(e, r, type_int_max(to)), r);
	r = e_sel(e, e_is_nan(e, x), e_like(e, r, nan), r);
	return to_lane(e, to, r);
}

/* ---- integer to floating point ---- */

/* x as a double, rounded to odd if it has more than 53 bits. */
static val f64_odd_i(const struct alu_emit *e, enum type from, val x) {
	bool is_signed = type_is_signed(from);
	LLVMTypeRef f64_type = e_f64_type(e);
	if (type_int_bits(from) < 64)
		return e_itof(e, x, f64_type, is_signed);
	val neg = e_sltk(e, x, 0), mag = is_signed ? e_sel(e, neg, e_neg(e, x), x) : x;
	val cut = e_nek(e, e_andk(e, mag, 0x7ff), 0);
	val upper = e_andk(e, mag, ~(u64)0x7ff);
	val kept = e_or(e, upper, e_shlk(e, e_zext(e, cut, 64), 11));
	val r = e_itof(e, e_sel(e, e_ugtk(e, mag, ((u64)1 << 53) - 1), kept, mag),
	               f64_type, false);
	return is_signed ? e_sel(e, neg, e_fneg(e, r), r) : r;
}

val jit_cvt_f32_i(const struct alu_emit *e, val x) {
	enum type from = e->type[1];
	u32 rnd = m_rnd(e->m);
	x = from_lane(e, from, x);
	if (rnd == MOD_RND_RN)
		return jit_f32_fin(e, e_itof(e, x, e_f32_type(e), type_is_signed(from)));
	return jit_f32_fin(e, jit_f32_from_f64(e, f64_odd_i(e, from, x), rnd));
}

/* Rounds 64 bits to double in a direction: the upper 53 bits, and one unit more if the
 * bits below require it. */
static val f64_dir_i(const struct alu_emit *e, bool is_signed, val x, u32 rnd) {
	val neg = is_signed ? e_sltk(e, x, 0) : e_bool(e, false);
	val mag = e_sel(e, neg, e_neg(e, x), x), n = e_clz(e, e_ork(e, mag, 1));
	val sig = e_shl(e, mag, n), kept = e_lshrk(e, sig, 11);
	val rest = e_nek(e, e_andk(e, sig, 0x7ff), 0);
	val up = rnd == MOD_RND_RZ   ? e_bool(e, false)
	         : rnd == MOD_RND_RM ? e_and(e, rest, neg)
	                             : e_and(e, rest, e_not(e, neg));
	val exp = e_shlk(e, e_sub(e, e_k(e, 64, 1023 + 11), n), 52);
	val whole = e_itof(e, e_add(e, kept, e_zext(e, up, 64)), e_f64_type(e), false);
	val r = e_fmul(e, whole, e_f64(e, exp));
	return e_sel(e, neg, e_fneg(e, r), r);
}

val jit_cvt_f64_i(const struct alu_emit *e, val x) {
	enum type from = e->type[1];
	bool is_signed = type_is_signed(from);
	u32 rnd = m_rnd(e->m);
	x = from_lane(e, from, x);
	if (type_int_bits(from) < 64 || rnd == MOD_RND_RN)
		return jit_f64_sat(e, e_itof(e, x, e_f64_type(e), is_signed));
	return jit_f64_sat(e, f64_dir_i(e, is_signed, x, rnd));
}

/* x to f16 in the direction of `rnd`; x is exact, or rounded to odd. */
static val f16_dir(const struct alu_emit *e, val x, u32 rnd) {
	val h = jit_half_from(e, TYPE_F16, x);
	if (rnd == MOD_RND_RN)
		return h;
	val back = jit_half_f32(e, TYPE_F16, h);
	return jit_round_dir(e, h, e_fgt(e, back, x), e_flt(e, back, x), rnd);
}

val jit_cvt_f16_i(const struct alu_emit *e, val x) {
	enum type from = e->type[1];
	x = from_lane(e, from, x);
	if (m_sat(e->m)) {
		val none = type_is_signed(from) ? e_not(e, e_sgtk(e, x, 0))
		                                : e_eqk(e, x, 0);
		return e_sel(e, none, e_k(e, 16, 0), e_k(e, 16, 0x3c00));
	}
	return f16_dir(e, jit_f32_odd_from(e, f64_odd_i(e, from, x)), m_rnd(e->m));
}

/* ---- between floating-point formats ---- */

/* .relu and .satfinite of a 16-bit result. */
static val half_fin_of(const struct alu_emit *e, val h, u32 inf) {
	val mag = e_andk(e, h, 0x7fff), nan = e_ugtk(e, mag, inf), r = h;
	if (m_satfinite(e->m)) {
		val least = e_sel(e, e_eqk(e, mag, inf), e_k(e, 16, inf - 1), mag);
		r = e_or(e, least, e_andk(e, h, 0x8000));
	}
	if (m_relu(e->m))
		r = e_sel(e, e_sltk(e, h, 0), e_k(e, 16, 0), r);
	return e_sel(e, nan, e_k(e, 16, 0x7fff), r);
}

static val bf16_dir(const struct alu_emit *e, val x) {
	val b = e_bits(e, x), mag = e_andk(e, b, 0x7fffffff);
	u32 rnd = m_rnd(e->m);
	val up;
	if (rnd == MOD_RND_RN)
		up = e_addk(e, e_andk(e, e_lshrk(e, b, 16), 1), 0x7fff);
	else if (rnd == MOD_RND_RZ)
		up = e_k32(e, 0);
	else
		up = e_andk(e,
		            rnd == MOD_RND_RM ? e_ashrk(e, b, 31)
		                              : e_not(e, e_ashrk(e, b, 31)),
		            0xffff);
	up = e_sel(e, e_eqk(e, mag, 0x7f800000), e_k32(e, 0), up);
	val r = e_lshrk(e, e_add(e, b, up), 16);
	r = e_sel(e, e_ugtk(e, mag, 0x7f800000), e_k32(e, 0x7fff), r);
	return e_trunc(e, r, 16);
}

val jit_cvt_bf16_f32(const struct alu_emit *e, val x) {
	return half_fin_of(e, bf16_dir(e, jit_ftz_in(e, x)), 0x7f80);
}

val jit_cvt_bf16_i(const struct alu_emit *e, val x) {
	enum type from = e->type[1];
	val odd = f64_odd_i(e, from, from_lane(e, from, x));
	return bf16_dir(e, jit_f32_odd_from(e, odd));
}

val jit_cvt_f16_f32(const struct alu_emit *e, val x) {
	if (m_sat(e->m))
		x = jit_saturate(e, x);
	return half_fin_of(e, f16_dir(e, x, m_rnd(e->m)), 0x7c00);
}

/* nan_from_f64() in place of r where x is a NaN. */
static val or_nan_of(const struct alu_emit *e, val x, u32 mantissa, u32 bits, val r) {
	val b = e_bits(e, x), nan = e_trunc(e, e_lshrk(e, b, 52 - mantissa), bits);
	nan = e_andk(e, nan, (1u << mantissa) - 1);
	nan = e_ork(e, nan, ((1u << (bits - mantissa)) - 1) << (mantissa - 1));
	val sign = e_trunc(e, e_lshrk(e, b, 64 - bits), bits);
	nan = e_or(e, nan, e_andk(e, sign, 1u << (bits - 1)));
	return e_sel(e, e_is_nan(e, x), bits == 32 ? e_f32(e, nan) : nan, r);
}

val jit_cvt_f16_f64(const struct alu_emit *e, val x) {
	val r = f16_dir(e, jit_f32_odd_from(e, jit_f64_sat(e, x)), m_rnd(e->m));
	return m_sat(e->m) ? r : or_nan_of(e, x, 10, 16, r);
}

val jit_cvt_bf16_f64(const struct alu_emit *e, val x) {
	return or_nan_of(e, x, 7, 16, jit_cvt_bf16_f32(e, jit_f32_odd_from(e, x)));
}

val jit_cvt_f32_bf16(const struct alu_emit *e, val x) {
	val r = jit_half_f32(e, TYPE_BF16, x);
	return m_ftz(e->m) ? jit_f32_fin(e, r) : r;
}

val jit_cvt_h_h(const struct alu_emit *e, val x) {
	enum type type = e->type[0];
	val a = jit_half_f32(e, type, x);
	a = m_rounds_int(e->m) ? rint_of(e, a) : a;
	return jit_half_from(e, type, m_sat(e->m) ? jit_saturate(e, a) : a);
}

val jit_cvt_f32_f32(const struct alu_emit *e, val x) {
	if (!m_rounds_int(e->m) && !m_ftz(e->m) && !m_sat(e->m))
		return x;
	x = jit_ftz_in(e, x);
	return jit_f32_fin(e, m_rounds_int(e->m) ? rint_of(e, x) : x);
}

val jit_cvt_f64_f64(const struct alu_emit *e, val x) {
	if (!m_rounds_int(e->m) && !m_sat(e->m))
		return x;
	val r = m_rounds_int(e->m) ? rint_of(e, x) : x;
	return jit_f64_sat(e, e_sel(e, e_is_nan(e, x), jit_f64_quiet(e, x), r));
}

val jit_cvt_f64_f32(const struct alu_emit *e, val x) {
	val r = e_widen(e, x);
	if (m_ftz(e->m))
		r = e_sel(e, e_is_nan(e, x), e_f64(e, e_k(e, 64, 0x7fffffffe0000000)), r);
	return jit_f64_sat(e, e_sel(e, e_is_nan(e, r), jit_f64_quiet(e, r), r));
}

val jit_cvt_f32_f64(const struct alu_emit *e, val x) {
	u32 rnd = m_rnd(e->m);
	val r = jit_f32_from_f64(e, x, rnd);
	if (m_ftz(e->m)) {
		val scaled = jit_f32_from_f64(e, e_fmulk(e, x, 0x1p40), rnd);
		val tiny = e_fltk(e, e_fabs(e, scaled), 0x1p-86), bits = e_bits(e, r);
		r = e_f32(e, e_sel(e, tiny, e_andk(e, bits, 0x80000000), bits));
	}
	r = jit_f32_fin(e, r);
	return m_sat(e->m) ? r : or_nan_of(e, x, 23, 32, r);
}

val jit_cvt_tf32(const struct alu_emit *e, val x) {
	u32 rnd = m_rnd(e->m);
	val b = e_bits(e, x), mag = e_andk(e, b, 0x7fffffff), r = mag;
	if (rnd == MOD_RND_RNA)
		r = e_addk(e, mag, 0x1000);
	else if (rnd == MOD_RND_RN)
		r = e_addk(e, e_add(e, mag, e_andk(e, e_lshrk(e, mag, 13), 1)), 0xfff);
	r = e_sel(e, e_ultk(e, mag, 0x7f800000), r, mag);
	r = e_andk(e, r, ~(u64)0x1fff);
	if (m_satfinite(e->m))
		r = e_sel(e, e_ultk(e, r, 0x7f800000), r, e_subk(e, r, 0x2000));
	r = e_or(e, r, e_andk(e, b, 0x80000000));
	if (m_relu(e->m))
		r = e_sel(e, e_sltk(e, b, 0), e_k32(e, 0), r);
	if (rnd != MOD_RND_RNA)
		r = e_sel(e, e_ugtk(e, mag, 0x7f800000), e_k32(e, 0x7fffe000), r);
	return e_f32(e, r);
}

/* ---- pairs ---- */

static val join(const struct alu_emit *e, val hi, val lo, u32 bits) {
	return e_or(e, e_shlk(e, e_zext(e, hi, 32), bits), e_zext(e, lo, 32));
}

val jit_cvt_pair(const struct alu_emit *e, val x, val y) {
	if (e->type[0] == TYPE_F16X2)
		return join(e, jit_cvt_f16_f32(e, x), jit_cvt_f16_f32(e, y), 16);
	return join(e, jit_cvt_bf16_f32(e, x), jit_cvt_bf16_f32(e, y), 16);
}

/* The part of cvt.pack: x saturated to T0, in its bits. */
static val sat_bits(const struct alu_emit *e, val x) {
	enum type to = e->type[0];
	val r = clamp_int(e, to, TYPE_S32, x);
	return e_andk(e, r, ((u64)1 << type_int_bits(to)) - 1);
}

val jit_cvt_pack(const struct alu_emit *e, val a, val b, val c) {
	u32 n = type_int_bits(e->type[0]);
	val pair = join(e, sat_bits(e, a), sat_bits(e, b), n);
	return c ? e_or(e, e_shlk(e, c, 2 * n), pair) : pair;
}
