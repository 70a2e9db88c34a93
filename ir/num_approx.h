/* num_approx.h - the .approx functions (PTX 9.7.3): own formulas in double precision, so
 * that each result is within a unit in the last place of the true value, plus the special
 * cases as recorded (isa/float_approx). Only + - * / and sqrt are used: the same bits
 * everywhere.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num_f32.h"
#include "ir/num_f64.h"

/* To the nearest integer, ties to even, for |a| < 2^51. */
static ALWAYS_INLINE f64 f64_rint_small(f64 a) {
	return (a + 0x1.8p52) - 0x1.8p52;
}

static ALWAYS_INLINE f32 f32_rcp_approx(f32 a, u32 m) {
	return f32_fin(1.0f / f32_ftz_in(a, m), m);
}

static ALWAYS_INLINE f32 f32_sqrt_approx(f32 a, u32 m) {
	return f32_fin(__builtin_sqrtf(f32_ftz_in(a, m)), m);
}

static ALWAYS_INLINE f32 f32_rsqrt_approx(f32 a, u32 m) {
	return f32_fin((f32)(1.0 / __builtin_sqrt((f64)f32_ftz_in(a, m))), m);
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

/* 2^x for |x| <= 1000: the integer part goes to the exponent, the rest into the series of
 * e^t. */
static ALWAYS_INLINE f64 f64_exp2_poly(f64 x) {
	f64 shifted = x + 0x1.8p52; /* its low bits are the nearest integer */
	f64 t = (x - (shifted - 0x1.8p52)) * 0x1.62e42fefa39efp-1; /* ln 2; |t| < 0.347 */
	f64 r = 1.0 / 362880;
	r = r * t + 1.0 / 40320;
	r = r * t + 1.0 / 5040;
	r = r * t + 1.0 / 720;
	r = r * t + 1.0 / 120;
	r = r * t + 1.0 / 24;
	r = r * t + 1.0 / 6;
	r = r * t + 0.5;
	r = r * t + 1.0;
	r = r * t + 1.0;
	return r * f64_from((f64_bits(shifted) + 1023) << 52);
}

static ALWAYS_INLINE f32 f32_ex2(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	f64 x = a < -200.0f ? -200.0 : a > 200.0f ? 200.0 : (f64)a;
	f32 r = (f32)f64_exp2_poly(a != a ? 0.0 : x);
	return f32_fin(a != a ? a : r, m);
}

/* log2: exponent plus the series of atanh at (f-1)/(f+1), f in [sqrt(1/2), sqrt(2)). */
static ALWAYS_INLINE f32 f32_lg2(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	bool finite = a > 0 && a < f32_from(0x7f800000u);
	u64 b = f64_bits(finite ? (f64)a : 1.0);
	u64 up = b + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
	s64 e = (s64)(up >> 52) - 1023;
	f64 f = f64_from(b - ((u64)e << 52));
	f64 s = (f - 1.0) / (f + 1.0), q = s * s;
	f64 r = 1.0 / 15;
	r = r * q + 1.0 / 13;
	r = r * q + 1.0 / 11;
	r = r * q + 1.0 / 9;
	r = r * q + 1.0 / 7;
	r = r * q + 1.0 / 5;
	r = r * q + 1.0 / 3;
	r = r * q + 1.0;
	f32 log = (f32)((f64)(s32)e + r * s * 0x1.71547652b82fep+1);
	f32 special = a == 0 ? f32_from(0xff800000u) : a > 0 ? a : F32_NAN;
	return f32_fin(finite ? log : special, m);
}

/* sin(2 pi g), |g| <= 1/4. */
static ALWAYS_INLINE f64 f64_sin_turn(f64 g) {
	f64 x = g * 0x1.921fb54442d18p+2, q = x * x;
	f64 r = -1.0 / 1307674368000;
	r = r * q + 1.0 / 6227020800;
	r = r * q - 1.0 / 39916800;
	r = r * q + 1.0 / 362880;
	r = r * q - 1.0 / 5040;
	r = r * q + 1.0 / 120;
	r = r * q - 1.0 / 6;
	return x + x * q * r;
}

/* a / (2 pi) less its nearest integer; the documented error grows with a, and beyond 2^51
 * turns nothing is left of the fraction. */
static ALWAYS_INLINE f64 f32_turn(f32 a) {
	f64 t = (f64)a * 0x1.45f306dc9c883p-3;
	f64 f = t - f64_rint_small(t);
	return t < 0x1p51 && t > -0x1p51 ? f : 0.0;
}

static ALWAYS_INLINE f32 f32_trig_fin(f32 a, f64 r, u32 m) {
	return f32_fin(a - a != 0 ? F32_NAN : (f32)r, m);
}

static ALWAYS_INLINE f32 f32_sin(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	f64 f = f32_turn(a), mag = f64_mag(f);
	f64 g = mag > 0.25 ? f64_copysign(f, 0.5 - mag) : f;
	return f32_trig_fin(
		a, f64_sin_turn(f64_copysign(g == 0 ? (f64)a : g, f64_mag(g))), m);
}

static ALWAYS_INLINE f32 f32_cos(f32 a, u32 m) {
	a = f32_ftz_in(a, m);
	return f32_trig_fin(a, f64_sin_turn(0.25 - f64_mag(f32_turn(a))), m);
}

/* tanh: (e^2x - 1) / (e^2x + 1); below 2^-12 the argument itself. */
static ALWAYS_INLINE f32 f32_tanh(f32 a) {
	f32 mag = f32_mag(a);
	f64 x = mag < 20.0f ? (f64)mag : 20.0;
	f64 e = f64_exp2_poly(x * 0x1.71547652b82fep+1);
	f32 r = (f32)((e - 1.0) / (e + 1.0));
	return f32_fin(a != a ? a : f32_copysign(a, mag < 0x1p-12f ? mag : r), 0);
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
