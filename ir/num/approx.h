/* approx.h - the .approx functions (PTX 9.7.3): own formulas, as exact as the manual
 * requires, and the special cases as recorded (isa/float_approx). Only + - * / and sqrt
 * are used: the same bits everywhere. Polynomials are minimax; the greatest error, in
 * units in the last place over all operands, is above each function.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/f32.h"
#include "ir/num/f64.h"

static ALWAYS_INLINE f32 f32_rcp_approx(f32 a, u32 m) {
	return f32_fin(1.0f / f32_ftz_in(a, m), m);
}

static ALWAYS_INLINE f32 f32_sqrt_approx(f32 a, u32 m) {
	return f32_fin(__builtin_sqrtf(f32_ftz_in(a, m)), m);
}

/* 1.5 units. */
static ALWAYS_INLINE f32 f32_rsqrt_approx(f32 a, u32 m) {
	return f32_fin(1.0f / __builtin_sqrtf(f32_ftz_in(a, m)), m);
}

/* A divisor beyond 2^126 gives 0, or NaN for an infinite dividend. */
static ALWAYS_INLINE f32 f32_div_approx(f32 a, f32 b, u32 m) {
	a = f32_ftz_in(a, m);
	b = f32_ftz_in(b, m);
	f32 mag = f32_mag(b);
	bool huge = mag > 0x1p126f && mag < f32_from(0x7f800000u);
	return f32_fin(huge ? a * f32_copysign(b, 0.0f) : a / b, m);
}

static ALWAYS_INLINE f32 f32_div_full(f32 a, f32 b, u32 m) {
	return f32_fin(f32_ftz_in(a, m) / f32_ftz_in(b, m), m);
}

/* 2^x for |x| <= 160: the integer part goes to the exponent, in two steps because the
 * result may be subnormal; the rest t, |t| <= 1/2, into a polynomial. */
static ALWAYS_INLINE f32 f32_exp2_poly(f32 x) {
	f32 shifted = x + 0x1.8p23f; /* its low bits are the nearest integer */
	f32 t = x - (shifted - 0x1.8p23f);
	f32 r = 0x1.41fbbep-13f;
	r = r * t + 0x1.5f3e52p-10f;
	r = r * t + 0x1.3b2d4cp-7f;
	r = r * t + 0x1.c6aee8p-5f;
	r = r * t + 0x1.ebfbdcp-3f;
	r = r * t + 0x1.62e430p-1f;
	r = r * t + 1.0f;
	s32 n = (s32)(f32_bits(shifted) - 0x4b400000u), half = n >> 1;
	r = r * f32_from((u32)(half + 127) << 23);
	return r * f32_from((u32)(n - half + 127) << 23);
}

/* 1.3 units; integers are exact. */
static ALWAYS_INLINE f32 f32_ex2(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	f32 x = a > -160.0f ? a : -160.0f;
	f32 r = f32_exp2_poly(x < 160.0f ? x : 160.0f);
	return f32_fin(a != a ? a : r, m);
}

/* log2: exponent plus a series in s^2, s = (f-1)/(f+1), f in [sqrt(1/2), sqrt(2)). 1.2
 * units, near 1 an absolute 2^-23; powers of two are exact. */
static ALWAYS_INLINE f32 f32_lg2(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	bool finite = a > 0 && a < f32_from(0x7f800000u);
	bool tiny = !m_ftz(m) && a < 0x1p-126f; /* made normal */
	u32 b = f32_bits(finite ? (tiny ? a * 0x1p24f : a) : 1.0f);
	u32 up = b + (0x3f800000u - 0x3f3504f3u);
	s32 e = (s32)(up >> 23) - 127;
	f32 f = f32_from(b - ((u32)e << 23));
	f32 s = (f - 1.0f) / (f + 1.0f), q = s * s;
	f32 r = 0x1.ba18f8p-2f;
	r = r * q + 0x1.27471cp-1f;
	r = r * q + 0x1.ec70e6p-1f;
	r = r * q + 0x1.715476p+1f;
	f32 log = (f32)(tiny ? e - 24 : e) + r * s;
	f32 special = a == 0 ? f32_from(0xff800000u) : a > 0 ? a : F32_NAN;
	return f32_fin(finite ? log : special, m);
}

/* sin(x), |x| <= pi/2. */
static ALWAYS_INLINE f32 f32_sin_poly(f32 x) {
	f32 q = x * x;
	f32 r = 0x1.5da87ap-19f;
	r = r * q - 0x1.9f718ep-13f;
	r = r * q + 0x1.110ef8p-7f;
	r = r * q - 0x1.55554ep-3f;
	return f32_copysign(x, f32_mag(x + x * q * r)); /* -0 stays */
}

/* a less whole turns, within about +-pi. The turn comes in three parts, of which the
 * first two are so short that multiples of them are exact to 2^13 turns; further out the
 * documented error is as large as the result. */
static ALWAYS_INLINE f32 f32_turn(f32 a) {
	f32 n = (a * 0x1.45f306p-3f + 0x1.8p23f) - 0x1.8p23f;
	f32 r = ((a - n * 0x1.92p+2f) - n * 0x1.fb4p-10f) - n * 0x1.4442d2p-22f;
	r = r < 3.25f ? r : 3.25f;
	return r > -3.25f ? r : -3.25f;
}

static ALWAYS_INLINE f32 f32_trig_fin(f32 a, f32 r, u32 m) {
	return f32_fin(a - a != 0 ? F32_NAN : r, m);
}

/* An absolute 2^-22 to 2^13 turns; cos(0) is 1, and no result is beyond it. */
static ALWAYS_INLINE f32 f32_sin(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	f32 x = f32_turn(a);
	f32 y = (f32_copysign(x, 0x1.921fb6p+1f) - x) - f32_copysign(x, 0x1.777a5cp-24f);
	return f32_trig_fin(a, f32_sin_poly(f32_mag(x) > 0x1.921fb6p+0f ? y : x), m);
}

static ALWAYS_INLINE f32 f32_cos(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	f32 x = (0x1.921fb6p+0f - f32_mag(f32_turn(a))) - 0x1.777a5cp-25f;
	return f32_trig_fin(a, f32_sin_poly(x), m);
}

/* tanh: (e^2x - 1) / (e^2x + 1), the first terms of its series where that cancels. 6
 * units (the manual asks for 2^-11). */
static ALWAYS_INLINE f32 f32_tanh(f32 a) {
	f32 mag = f32_mag(a), q = mag * mag;
	f32 c = (-0x1.ba1ba2p-5f * q + 0x1.111112p-3f) * q - 0x1.555556p-2f;
	f32 small = mag + mag * q * c;
	f32 e = f32_exp2_poly((mag < 10.0f ? mag : 10.0f) * 0x1.715476p+1f);
	f32 r = mag < 0.125f ? small : (e - 1.0f) / (e + 1.0f);
	return f32_fin(a != a ? a : f32_copysign(a, r), 0);
}

/* The double-precision approximations see the upper word only, and leave the lower one
 * 0. */
static ALWAYS_INLINE f64 f64_upper_in(f64 a) {
	u64 b = f64_bits(a) & 0xffffffff00000000u;
	return f64_from((b & 0x7ff0000000000000u) == 0 ? b & 0x8000000000000000u : b);
}

static ALWAYS_INLINE f64 f64_upper_out(f64 r) {
	u64 b = f64_bits(f64_upper_in(r));
	return f64_from(r != r ? 0x7fffffff00000000u : b);
}

static ALWAYS_INLINE f64 f64_rcp_approx(f64 a) {
	return f64_upper_out(1.0 / f64_upper_in(a));
}

static ALWAYS_INLINE f64 f64_rsqrt_approx(f64 a) {
	return f64_upper_out(1.0 / __builtin_sqrt(f64_upper_in(a)));
}

static ALWAYS_INLINE f64 f64_rsqrt(f64 a) {
	return f64_fin2(1.0 / __builtin_sqrt(a), a, 0);
}
