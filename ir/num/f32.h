/* f32.h - single precision (PTX 9.7.3). Rounding to nearest is the host's own; the
 * directed modes compute in double precision rounded to odd, from which one more rounding
 * to single is exact. Recorded on hardware: every NaN result is 0x7fffffff, .ftz keeps
 * the sign of what it flushes, .sat turns NaN and -0 into +0.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/bits.h"

static ALWAYS_INLINE f32 f32_flush(f32 a) {
	u32 b = f32_bits(a);
	return f32_from((b & 0x7f800000u) == 0 ? b & 0x80000000u : b);
}

static ALWAYS_INLINE f32 f32_ftz_in(f32 a, u32 m) {
	return m_ftz(m) ? f32_flush(a) : a;
}

/* Finishes the result of an instruction: .ftz, .sat, the canonical NaN. */
static ALWAYS_INLINE f32 f32_fin(f32 r, u32 m) {
	if (m_ftz(m))
		r = f32_flush(r);
	if (m_sat(m))
		return r > 0 ? (r < 1 ? r : 1.0f) : 0.0f;
	return r != r ? F32_NAN : r;
}

/* .ftz flushes a product or sum that is tiny after rounding: rounded to 24 bits as if the
 * exponent had no end, it is below the least normal number, even if rounding to the real
 * range gives that number (measured on an H200). Only a result of +-2^-126 needs the
 * test: the error, computed 2^40 times as large to have the digits, is beyond half a unit
 * of the numbers below, or beyond a whole one where the rounding is directed. */
static ALWAYS_INLINE bool f32_tiny(f32 a, f32 b, f32 c, f32 r, u32 rnd) {
	u32 x = f32_bits(a) & 0x7fffffffu, y = f32_bits(b) & 0x7fffffffu;
	f32 small = x < y ? a : b, large = x < y ? b : a;
	f32 err = __builtin_fmaf(small * 0x1p40f, large, (c - r) * 0x1p40f);
	u32 bits = f32_bits(r), e = f32_bits(err), size = e & 0x7fffffffu;
	/* 2^-111, below 2^-110 */
	u32 limit = rnd == MOD_RND_RN ? 0x08000000u : 0x087fffffu;
	return (bits << 1 == 0x01000000u) & ((e ^ bits) >> 31 != 0) & (size > limit);
}

static ALWAYS_INLINE f32 f32_flush_if(bool tiny, f32 r) {
	return tiny ? f32_from(f32_bits(r) & 0x80000000u) : r;
}

/* s + err, |err| below half a unit in the last place of s, rounded to odd: inexact
 * results get an odd last bit, so that rounding once more to fewer bits rounds the exact
 * value. */
static ALWAYS_INLINE f64 f64_odd(f64 s, f64 err) {
	u64 b = f64_bits(s);
	bool inexact = err > 0 || err < 0;
	u64 step = (err > 0) == (s > 0) ? 1 : ~(u64)0;
	return f64_from(inexact && (b & 1) == 0 ? b + step : b);
}

/* The error of the rounded sum s = a + b (Knuth); NaN if s is not finite. */
static ALWAYS_INLINE f64 f64_sum_error(f64 a, f64 b, f64 s) {
	f64 v = s - a;
	return (a - (s - v)) + (b - v);
}

/* d to single precision in the direction of `rnd`. */
static ALWAYS_INLINE f32 f32_from_f64(f64 d, u32 rnd) {
	f32 f = (f32)d;
	f64 back = (f64)f;
	u32 b = f32_bits(f), neg = b >> 31;
	bool above = back > d, below = back < d;
	/* the next number below a negative one has the larger magnitude */
	u32 down = neg ? b + 1 : b - 1, up = neg ? b - 1 : b + 1;
	bool to_zero = rnd == MOD_RND_RZ;
	if (rnd == MOD_RND_RM || to_zero)
		b = above && !(to_zero && neg) ? down : b;
	if (rnd == MOD_RND_RP || to_zero)
		b = below && !(to_zero && !neg) ? up : b;
	return f32_from(b);
}

/* An exact sum of zero is -0 if rounded down and the terms differ in sign. */
static ALWAYS_INLINE f32 f32_sum_dir(f64 a, f64 b, u32 rnd) {
	f64 s = a + b;
	f32 r = f32_from_f64(f64_odd(s, f64_sum_error(a, b, s)), rnd);
	bool cancels = s == 0 && (f64_bits(a) ^ f64_bits(b)) >> 63;
	return cancels ? (rnd == MOD_RND_RM ? -0.0f : 0.0f) : r;
}

static ALWAYS_INLINE f32 f32_add(f32 a, f32 b, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	return f32_fin(rnd == MOD_RND_RN ? a + b : f32_sum_dir(a, b, rnd), m);
}

static ALWAYS_INLINE f32 f32_sub(f32 a, f32 b, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	return f32_fin(rnd == MOD_RND_RN ? a - b : f32_sum_dir(a, -(f64)b, rnd), m);
}

static ALWAYS_INLINE f32 f32_mul(f32 a, f32 b, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	f32 r = rnd == MOD_RND_RN ? a * b : f32_from_f64((f64)a * b, rnd);
	return f32_fin(f32_flush_if(m_ftz(m) && f32_tiny(a, b, 0, r, rnd), r), m);
}

static ALWAYS_INLINE f32 f32_fma(f32 a, f32 b, f32 c, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	c = f32_ftz_in(c, m);
	f32 r = rnd == MOD_RND_RN ? __builtin_fmaf(a, b, c)
	                          : f32_sum_dir((f64)a * b, c, rnd);
	return f32_fin(f32_flush_if(m_ftz(m) && f32_tiny(a, b, c, r, rnd), r), m);
}

/* The exact remainder of a division says on which side of the rounded quotient the true
 * one lies. */
static ALWAYS_INLINE f32 f32_div_dir(f32 a, f32 b, u32 rnd) {
	f64 q = (f64)a / b;
	f64 rest = __builtin_fma(-q, b, a);
	return f32_from_f64(f64_odd(q, b < 0 ? -rest : rest), rnd);
}

static ALWAYS_INLINE f32 f32_div(f32 a, f32 b, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	if (rnd == MOD_RND_RN)
		return f32_fin(a / b, m);
	f32 cut = f32_div_dir(a, b, MOD_RND_RZ); /* the value that .ftz tests */
	return f32_fin(f32_flush_if(m_ftz(m) && f32_bits(f32_flush(cut)) << 1 == 0,
	                            f32_div_dir(a, b, rnd)),
	               m);
}

static ALWAYS_INLINE f32 f32_rcp(f32 a, u32 m) {
	return f32_div(1.0f, a, m);
}

static ALWAYS_INLINE f32 f32_sqrt_dir(f32 a, u32 rnd) {
	f64 s = __builtin_sqrt((f64)a);
	return f32_from_f64(f64_odd(s, __builtin_fma(-s, s, a)), rnd);
}

static ALWAYS_INLINE f32 f32_sqrt(f32 a, u32 m) {
	u32 rnd = m_rnd(m);
	a = f32_ftz_in(a, m);
	return f32_fin(rnd == MOD_RND_RN ? __builtin_sqrtf(a) : f32_sqrt_dir(a, rnd), m);
}

static ALWAYS_INLINE f32 f32_mag(f32 a) {
	return f32_from(f32_bits(a) & 0x7fffffffu);
}

static ALWAYS_INLINE f32 f32_abs(f32 a, u32 m) {
	return f32_fin(f32_mag(f32_ftz_in(a, m)), m);
}

static ALWAYS_INLINE f32 f32_neg(f32 a, u32 m) {
	return f32_fin(f32_from(f32_bits(f32_ftz_in(a, m)) ^ 0x80000000u), m);
}

/* copysign d, a, b: the sign of a with the magnitude of b, a NaN's payload included. */
static ALWAYS_INLINE f32 f32_copysign(f32 a, f32 b) {
	return f32_from((f32_bits(a) & 0x80000000u) | (f32_bits(b) & 0x7fffffffu));
}

/* Minimum and maximum: -0 is below +0; one NaN gives the other operand, or NaN with .NaN;
 * .xorsign.abs compares magnitudes and gives the sign of the product. */
static ALWAYS_INLINE f32 f32_pick(f32 a, f32 b, u32 m, bool is_max) {
	u32 sign = (f32_bits(a) ^ f32_bits(b)) & 0x80000000u;
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	if (MOD_GET(m, ABS) || MOD_GET(m, XORSIGN)) {
		a = f32_mag(a);
		b = f32_mag(b);
	}
	u32 x = f32_bits(a), y = f32_bits(b);
	bool first = is_max ? a > b : a < b;
	u32 r = first ? x : y;
	r = a == b ? (is_max ? x & y : x | y) : r;
	r = a != a ? y : r;
	r = b != b ? x : r;
	bool nan = MOD_GET(m, NAN) ? ((a != a) | (b != b)) : ((a != a) & (b != b));
	if (MOD_GET(m, XORSIGN))
		r |= sign;
	return nan ? F32_NAN : f32_from(r);
}

static ALWAYS_INLINE f32 f32_min(f32 a, f32 b, u32 m) {
	return f32_pick(a, b, m, false);
}

static ALWAYS_INLINE f32 f32_max(f32 a, f32 b, u32 m) {
	return f32_pick(a, b, m, true);
}

static ALWAYS_INLINE f32 f32_min3(f32 a, f32 b, f32 c, u32 m) {
	return f32_min(f32_min(a, b, m), c, m);
}

static ALWAYS_INLINE f32 f32_max3(f32 a, f32 b, f32 c, u32 m) {
	return f32_max(f32_max(a, b, m), c, m);
}

/* Recorded: zero is normal. */
static ALWAYS_INLINE bool f32_testp(f32 a, u32 m) {
	u32 mag = f32_bits(a) & 0x7fffffffu;
	switch (MOD_GET(m, TESTP)) {
	case MOD_TESTP_FINITE: return mag < 0x7f800000u;
	case MOD_TESTP_INFINITE: return mag == 0x7f800000u;
	case MOD_TESTP_NUMBER: return mag <= 0x7f800000u;
	case MOD_TESTP_NOTANUMBER: return mag > 0x7f800000u;
	case MOD_TESTP_NORMAL:
		return mag == 0 || (mag >= 0x00800000u && mag < 0x7f800000u);
	default: return mag != 0 && mag < 0x00800000u;
	}
}

/* ---- pairs ---- */

static ALWAYS_INLINE f32 f32_lo(u64 a) {
	return f32_from((u32)a);
}

static ALWAYS_INLINE f32 f32_hi(u64 a) {
	return f32_from((u32)(a >> 32));
}

static ALWAYS_INLINE u64 f32x2_of(f32 lo, f32 hi) {
	return (u64)f32_bits(hi) << 32 | f32_bits(lo);
}

static ALWAYS_INLINE u64 f32x2_add(u64 a, u64 b, u32 m) {
	return f32x2_of(f32_add(f32_lo(a), f32_lo(b), m),
	                f32_add(f32_hi(a), f32_hi(b), m));
}

static ALWAYS_INLINE u64 f32x2_sub(u64 a, u64 b, u32 m) {
	return f32x2_of(f32_sub(f32_lo(a), f32_lo(b), m),
	                f32_sub(f32_hi(a), f32_hi(b), m));
}

static ALWAYS_INLINE u64 f32x2_mul(u64 a, u64 b, u32 m) {
	return f32x2_of(f32_mul(f32_lo(a), f32_lo(b), m),
	                f32_mul(f32_hi(a), f32_hi(b), m));
}

static ALWAYS_INLINE u64 f32x2_fma(u64 a, u64 b, u64 c, u32 m) {
	return f32x2_of(f32_fma(f32_lo(a), f32_lo(b), f32_lo(c), m),
	                f32_fma(f32_hi(a), f32_hi(b), f32_hi(c), m));
}
