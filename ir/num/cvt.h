/* cvt.h - conversions (PTX 9.7.9.21, cvt and cvt.pack). `t` arguments are enum type
 * constants; the compiler folds what depends on them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/f16.h"
#include "ir/num/fp8.h"

/* ---- integers ---- */

static ALWAYS_INLINE bool type_is_signed(u32 t) {
	return t == TYPE_S8 || t == TYPE_S16 || t == TYPE_S32 || t == TYPE_S64 ||
	       t == TYPE_S4 || t == TYPE_S2;
}

static ALWAYS_INLINE u32 type_int_bits(u32 t) {
	switch (t) {
	case TYPE_U2:
	case TYPE_S2: return 2;
	case TYPE_U4:
	case TYPE_S4: return 4;
	case TYPE_U8:
	case TYPE_S8: return 8;
	case TYPE_U16:
	case TYPE_S16: return 16;
	case TYPE_U32:
	case TYPE_S32: return 32;
	default: return 64;
	}
}

static ALWAYS_INLINE u64 type_int_max(u32 t) {
	return ~(u64)0 >> (64 - type_int_bits(t) + type_is_signed(t));
}

static ALWAYS_INLINE s64 type_int_min(u32 t) {
	return type_is_signed(t) ? -(s64)type_int_max(t) - 1 : 0;
}

/* The value of an integer of type t from its lane, as bits sign- or zero-extended to
 * 64. */
static ALWAYS_INLINE u64 int_extend(u32 t, u64 x) {
	switch (t) {
	case TYPE_U8: return (u8)x;
	case TYPE_S8: return (u64)(s8)x;
	case TYPE_U16: return (u16)x;
	case TYPE_S16: return (u64)(s16)x;
	case TYPE_U32: return (u32)x;
	case TYPE_S32: return (u64)(s32)x;
	default: return x;
	}
}

/* Integer to integer: the low bits, or with .sat the nearest value of the destination's
 * type. */
static ALWAYS_INLINE u64 cvt_ii(u32 to, u32 from, u64 x, u32 m) {
	x = int_extend(from, x);
	if (m_sat(m)) {
		bool neg = type_is_signed(from) && (s64)x < 0;
		u64 max = type_int_max(to);
		s64 min = type_int_min(to);
		x = neg ? ((s64)x < min ? (u64)min : x) : x > max ? max : x;
	}
	return int_extend(to, x);
}

/* ---- rounding to an integral value ---- */

/* Rounds to an integral value in the mode .rni, .rzi, .rmi or .rpi; absent is .rni. */
static ALWAYS_INLINE f32 f32_rint(f32 a, u32 rnd) {
	f32 mag = f32_mag(a);
	f32 near = (mag + 0x1p23f) - 0x1p23f;
	near = mag < 0x1p23f ? near : mag;
	if (rnd == MOD_RND_RZI)
		near = near > mag ? near - 1 : near;
	near = f32_from(f32_bits(near) | (f32_bits(a) & 0x80000000u));
	f32 r = near;
	if (rnd == MOD_RND_RMI)
		r = near > a ? near - 1 : near;
	if (rnd == MOD_RND_RPI)
		r = near < a ? near + 1 : near;
	/* -0.5 rounds up to -0 */
	return f32_from(f32_bits(r) | (f32_bits(a) & 0x80000000u));
}

static ALWAYS_INLINE f64 f64_rint(f64 a, u32 rnd) {
	f64 mag = f64_mag(a);
	f64 near = (mag + 0x1p52) - 0x1p52;
	near = mag < 0x1p52 ? near : mag;
	if (rnd == MOD_RND_RZI)
		near = near > mag ? near - 1 : near;
	near = f64_copysign(a, near);
	f64 r = near;
	if (rnd == MOD_RND_RMI)
		r = near > a ? near - 1 : near;
	if (rnd == MOD_RND_RPI)
		r = near < a ? near + 1 : near;
	return f64_copysign(a, r);
}

static ALWAYS_INLINE bool m_rounds_int(u32 m) {
	u32 r = MOD_GET(m, RND);
	return r >= MOD_RND_RNI && r <= MOD_RND_RPI;
}

/* ---- floating point to integer, saturated to the range of the type ---- */

/* Recorded for NaN: the top bit alone from f64, and into 64 bits; else 0
 * (isa/cvt_float_int). */
static ALWAYS_INLINE u64 cvt_nan(u32 to) {
	return (u64)1 << (type_int_bits(to) - 1);
}

static ALWAYS_INLINE u64 cvt_if64(u32 to, f64 x, u32 m) {
	x = f64_rint(x, MOD_GET(m, RND));
	f64 top = type_int_bits(to) == 64 ? (type_is_signed(to) ? 0x1p63 : 0x1p64)
	                                  : (f64)type_int_max(to) + 1;
	f64 min = (f64)type_int_min(to);
	bool high = x >= top, low = x < min;
	f64 safe = high || low || x != x ? 0 : x;
	u64 r = type_is_signed(to) || type_int_bits(to) < 64 ? (u64)(s64)safe : (u64)safe;
	r = high ? type_int_max(to) : low ? (u64)type_int_min(to) : r;
	return int_extend(to, x != x ? cvt_nan(to) : r);
}

static ALWAYS_INLINE u64 cvt_if32(u32 to, f32 x, u32 m) {
	if (type_int_bits(to) == 64)
		return cvt_if64(to, x, m);
	if (to == TYPE_U32)
		return cvt_if64(to, x != x ? 0 : x, m);
	x = f32_rint(x, MOD_GET(m, RND));
	f32 top = to == TYPE_S32 ? 0x1p31f : (f32)type_int_max(to) + 1;
	f32 min = (f32)type_int_min(to);
	bool high = x >= top, low = x < min;
	s32 r = (s32)(high || low || x != x ? 0 : x);
	r = high ? (s32)type_int_max(to) : low ? (s32)type_int_min(to) : r;
	return int_extend(to, (u64)(x != x ? 0 : r));
}

/* ---- integer to floating point ---- */

/* Rounds x to a format: bits of the magnitude, without its sign; the caller checks for
 * overflow. */
static ALWAYS_INLINE u64 int_round(u64 x, bool neg, u32 p, s32 emin, u32 rnd) {
	u64 mag = neg ? 0 - x : x;
	s32 n = mag ? __builtin_clzll(mag) : 0;
	return mag ? fp_round(neg, 63 - n, mag << n, p, emin, rnd) : 0;
}

static ALWAYS_INLINE f32 cvt_f32_near(u32 from, u64 x) {
	switch (from) {
	case TYPE_U64: return (f32)x;
	case TYPE_S64: return (f32)(s64)x;
	case TYPE_U32: return (f32)(u32)x;
	default: return (f32)(s32)x;
	}
}

static ALWAYS_INLINE f32 cvt_f32_i(u32 from, u64 x, u32 m) {
	x = int_extend(from, x);
	bool neg = type_is_signed(from) && x >> 63;
	if (m_rnd(m) == MOD_RND_RN)
		return f32_fin(cvt_f32_near(from, x), m);
	u32 mag = (u32)int_round(x, neg, 24, -126, m_rnd(m));
	return f32_fin(f32_from(mag | (u32)neg << 31), m);
}

static ALWAYS_INLINE f64 f64_sat(f64 r, u32 m) {
	if (m_sat(m))
		return r > 0 ? (r < 1 ? r : 1.0) : 0.0;
	return r;
}

static ALWAYS_INLINE f64 cvt_f64_i(u32 from, u64 x, u32 m) {
	x = int_extend(from, x);
	if (type_int_bits(from) <= 32)
		return f64_sat(type_is_signed(from) ? (f64)(s32)x : (f64)(u32)x, m);
	bool neg = type_is_signed(from) && x >> 63;
	if (m_rnd(m) == MOD_RND_RN)
		return f64_sat(neg ? (f64)(s64)x : (f64)x, m);
	u64 mag = int_round(x, neg, 53, -1022, m_rnd(m));
	return f64_sat(f64_from(mag | (u64)neg << 63), m);
}

static ALWAYS_INLINE u16 cvt_f16_i(u32 from, u64 x, u32 m) {
	x = int_extend(from, x);
	bool neg = type_is_signed(from) && x >> 63;
	if (m_sat(m))
		return neg || x == 0 ? 0 : 0x3c00;
	u64 mag = int_round(x, neg, 11, -14, m_rnd(m));
	return (u16)(fp_overflow(mag, 0x7c00, neg, m_rnd(m)) | (u64)neg << 15);
}

static ALWAYS_INLINE u16 cvt_bf16_i(u32 from, u64 x, u32 m) {
	x = int_extend(from, x);
	bool neg = type_is_signed(from) && x >> 63;
	return (u16)(int_round(x, neg, 8, -126, m_rnd(m)) | (u64)neg << 15);
}

/* ---- between floating-point formats ---- */

/* Results of NaNs that are not the canonical NaN (measured on an H200): a conversion that
 * changes nothing is a move, one from f64 keeps the sign and as much of the payload as
 * fits, and a bf16 is the upper half of its f32. */

/* Makes a quiet NaN of a format of `bits` bits, `mantissa` of them the mantissa's, from
 * the NaN x; returns its bits. */
static ALWAYS_INLINE u32 nan_from_f64(f64 x, u32 mantissa, u32 bits) {
	u64 b = f64_bits(x);
	u32 payload = (u32)(b >> (52 - mantissa)) & ((1u << mantissa) - 1);
	u32 quiet = ((1u << (bits - mantissa)) - 1) << (mantissa - 1);
	return payload | quiet | (u32)(b >> 63) << (bits - 1);
}

static ALWAYS_INLINE f32 cvt_f32_f32(f32 x, u32 m) {
	if (!m_rounds_int(m) && !m_ftz(m) && !m_sat(m))
		return x;
	x = f32_ftz_in(x, m);
	return f32_fin(m_rounds_int(m) ? f32_rint(x, MOD_GET(m, RND)) : x, m);
}

static ALWAYS_INLINE f64 cvt_f64_f64(f64 x, u32 m) {
	if (!m_rounds_int(m) && !m_sat(m))
		return x;
	f64 r = m_rounds_int(m) ? f64_rint(x, MOD_GET(m, RND)) : x;
	return f64_sat(x != x ? f64_quiet(x) : r, m);
}

static ALWAYS_INLINE u16 cvt_f16_f16(u16 x, u32 m) {
	f32 a = f16_f32(x);
	return f16_fin(m_rounds_int(m) ? f32_rint(a, MOD_GET(m, RND)) : a, m);
}

static ALWAYS_INLINE u16 cvt_bf16_bf16(u16 x, u32 m) {
	f32 a = bf16_f32(x);
	return bf16_from(m_rounds_int(m) ? f32_rint(a, MOD_GET(m, RND)) : a);
}

static ALWAYS_INLINE f64 cvt_f64_f32(f32 x, u32 m) {
	f64 r = x != x && m_ftz(m) ? F32_NAN : x;
	return f64_sat(r != r ? f64_quiet(r) : r, m);
}

/* .ftz tests x rounded to 24 bits as if the exponent had no lower end (measured on an
 * H200). */
static ALWAYS_INLINE f32 cvt_f32_f64(f64 x, u32 m) {
	f32 r = f32_from_f64(x, m_rnd(m));
	f32 scaled = m_ftz(m) ? f32_mag(f32_from_f64(x * 0x1p40, m_rnd(m))) : 1;
	if (x != x && !m_sat(m))
		return f32_from(nan_from_f64(x, 23, 32));
	return f32_fin(f32_flush_if(scaled < 0x1p-86f, r), m);
}

/* Applies .relu and .satfinite to a 16-bit result: negative numbers become +0 (NaN
 * stays), and infinity the largest finite number. */
static ALWAYS_INLINE u16 half_fin(u16 h, u16 inf, u32 m) {
	u16 mag = h & 0x7fff, sign = h & 0x8000;
	if (m_satfinite(m) && mag == inf)
		mag = (u16)(inf - 1);
	return mag > inf ? 0x7fff : m_relu(m) && sign ? 0 : (u16)(mag | sign);
}

static ALWAYS_INLINE u16 cvt_f16_dir(f64 x, u32 rnd) {
	struct f64_parts p = f64_split(x);
	if (x != x || x == 0 || !f64_is_finite(x))
		return f16_from((f32)x);
	u64 mag = fp_round(p.neg, p.exp, p.sig, 11, -14, rnd);
	return (u16)(fp_overflow(mag, 0x7c00, p.neg, rnd) | (u64)p.neg << 15);
}

/* Recorded: .ftz does not keep a subnormal from rounding up to the least f16. */
static ALWAYS_INLINE u16 cvt_f16_f32(f32 x, u32 m) {
	if (m_sat(m))
		x = x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
	u16 h = m_rnd(m) == MOD_RND_RN ? f16_from(x) : cvt_f16_dir((f64)x, m_rnd(m));
	return half_fin(h, 0x7c00, m);
}

static ALWAYS_INLINE u16 cvt_f16_f64(f64 x, u32 m) {
	if (x != x && !m_sat(m))
		return (u16)nan_from_f64(x, 10, 16);
	return cvt_f16_dir(f64_sat(x, m), m_rnd(m));
}

static ALWAYS_INLINE u16 cvt_bf16_f32(f32 x, u32 m) {
	u32 b = f32_bits(f32_ftz_in(x, m)), rnd = m_rnd(m), neg = b >> 31;
	u32 up = rnd == MOD_RND_RN                        ? 0x7fff + (b >> 16 & 1)
	         : rnd == (neg ? MOD_RND_RM : MOD_RND_RP) ? 0xffff
	                                                  : 0;
	u32 mag = b & 0x7fffffffu;
	u32 r = mag > 0x7f800000u    ? 0x7fff
	        : mag == 0x7f800000u ? b >> 16
	                             : (b + up) >> 16;
	return half_fin((u16)r, 0x7f80, m);
}

static ALWAYS_INLINE u16 cvt_bf16_f64(f64 x, u32 m) {
	return x != x ? (u16)nan_from_f64(x, 7, 16) : cvt_bf16_f32(f32_odd_from(x), m);
}

static ALWAYS_INLINE f32 cvt_f32_bf16(u16 x, u32 m) {
	return m_ftz(m) ? f32_fin(bf16_f32(x), m) : bf16_f32(x);
}

/* tf32 is an f32 with 13 low bits of zero. NaN (measured on an H200): canonical, cut off
 * like any value; .rna only cuts off, and .satfinite takes one unit off whatever is not
 * finite. */
static ALWAYS_INLINE f32 cvt_tf32(f32 x, u32 m) {
	u32 b = f32_bits(x), sign = b & 0x80000000u, mag = b & 0x7fffffffu;
	u32 rnd = m_rnd(m);
	u32 up = rnd == MOD_RND_RNA  ? 0x1000
	         : rnd == MOD_RND_RN ? 0xfff + (mag >> 13 & 1)
	                             : 0;
	u32 r = (mag < 0x7f800000u ? mag + up : mag) & ~0x1fffu;
	if (m_satfinite(m) && r >= 0x7f800000u)
		r -= 0x2000;
	if (rnd != MOD_RND_RNA && mag > 0x7f800000u)
		return f32_from(0x7fffe000);
	return f32_from(m_relu(m) && sign ? 0 : r | sign);
}

/* ---- cvt.pack: a and b saturated, in the upper and lower part ---- */

static ALWAYS_INLINE u32 int_sat_bits(u32 to, s32 x) {
	s64 min = type_int_min(to), max = (s64)type_int_max(to);
	s64 r = x < min ? min : x > max ? max : x;
	return (u32)r & (u32)(((u64)1 << type_int_bits(to)) - 1);
}

static ALWAYS_INLINE u32 cvt_pack16(u32 to, s32 a, s32 b) {
	return int_sat_bits(to, a) << 16 | int_sat_bits(to, b);
}

/* The pair goes to the bottom, what c had there moves up. */
static ALWAYS_INLINE u32 cvt_pack(u32 to, s32 a, s32 b, u32 c) {
	u32 n = type_int_bits(to);
	return c << (2 * n) | int_sat_bits(to, a) << n | int_sat_bits(to, b);
}
