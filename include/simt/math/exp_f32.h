/* exp_f32.h - exponentials and hyperbolic functions of float: x = k ln 2 + r, e^r by a
 * polynomial, 2^k into the exponent.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/approx.h"
#include "simt/math/base.h"

/* What e^x is before the power of two is put to it. */
struct __simt_exp_f32 {
	float m1; /* e^r - 1 */
	int k;
};

#define SIMT_ROUND_F32 \
	12582912.0f /* 1.5 2^23: adding it leaves an integer in the low bits */

SIMT_DEVICE_INLINE int __simt_round_bits_f32(float shifted) {
	return (int)((unsigned)__float_as_int(shifted) - 0x4b400000u);
}

/* e^r - 1 for |r| <= ln(2) / 2. */
SIMT_DEVICE_INLINE float __simt_expm1_poly_f32(float r) {
	float p = 0x1.a1257ep-13f;
	p = __fmaf_rn(p, r, 0x1.6d435p-10f);
	p = __fmaf_rn(p, r, 0x1.1110ep-7f);
	p = __fmaf_rn(p, r, 0x1.5554e8p-5f);
	p = __fmaf_rn(p, r, 0x1.555556p-3f);
	p = __fmaf_rn(p, r, 0x1p-1f);
	return __fmaf_rn(r * r, p, r);
}

/* e^(x + lo), |x| <= 170. */
SIMT_DEVICE_INLINE __simt_exp_f32 __simt_exp_parts_f32(float x, float lo) {
	float t = __fmaf_rn(x, 0x1.715476p+0f, SIMT_ROUND_F32);
	float n = __fsub_rn(t, SIMT_ROUND_F32);
	float r = __fmaf_rn(n, -0x1.62e43p-1f, x);
	__simt_exp_f32 e;
	e.m1 = __simt_expm1_poly_f32(__fadd_rn(r, __fmaf_rn(n, 0x1.05c61p-29f, lo)));
	e.k = __simt_round_bits_f32(t);
	return e;
}

/* x into [lo, hi]; NaN stays. */
SIMT_DEVICE_INLINE float __simt_clamp_f32(float x, float lo, float hi) {
	x = x < lo ? lo : x;
	return x > hi ? hi : x;
}

/* e^(x + lo) for any x. */
SIMT_DEVICE_INLINE float __simt_exp_sum_f32(float x, float lo) {
	__simt_exp_f32 e = __simt_exp_parts_f32(__simt_clamp_f32(x, -110.0f, 90.0f), lo);
	return __simt_scale_f32(1.0f + e.m1, e.k);
}

SIMT_DEVICE_INLINE float __simt_expf(float x) {
	return __simt_exp_sum_f32(x, 0.0f);
}

SIMT_DEVICE_INLINE float exp2f(float x) {
	return __simt_ex2_approx(x);
}

SIMT_DEVICE_INLINE float __simt_exp10f(float x) {
	x = __simt_clamp_f32(x, -48.0f, 39.0f);
	float t = __fmaf_rn(x, 0x1.a934fp+1f, SIMT_ROUND_F32);
	float n = __fsub_rn(t, SIMT_ROUND_F32);
	float f = __fmaf_rn(n, -0x1.344136p-2f, x);
	f = __fmaf_rn(n, 0x1.ec10cp-27f, f);
	float r = __fmul_rn(f, 0x1.26bb1cp+1f);
	float lo = __fmaf_rn(f, -0x1.12aabap-25f, __fmaf_rn(f, 0x1.26bb1cp+1f, -r));
	float m1 = __fadd_rn(__simt_expm1_poly_f32(r), lo);
	return __simt_scale_f32(1.0f + m1, __simt_round_bits_f32(t));
}

/* 2^k (e^r - 1) + (2^k - 1), by halves because 2^k may be 2^128; the two parts cancel for
 * k = 1 and -1, so what their sum loses is kept. */
SIMT_DEVICE_INLINE float expm1f(float x) {
	float c = __simt_clamp_f32(x, -18.0f, 89.0f);
	float t = __fmaf_rn(c, 0x1.715476p+0f, SIMT_ROUND_F32);
	float n = __fsub_rn(t, SIMT_ROUND_F32);
	int k = __simt_round_bits_f32(t);
	__simt_f32x2 u = __simt_fast_sum_f32(__fmaf_rn(n, -0x1.62e43p-1f, c),
	                                     n * 0x1.05c61p-29f);
	float r = u.hi;
	float p = 0x1.a1257ep-13f;
	p = __fmaf_rn(p, r, 0x1.6d435p-10f);
	p = __fmaf_rn(p, r, 0x1.1110ep-7f);
	p = __fmaf_rn(p, r, 0x1.5554e8p-5f);
	p = __fmaf_rn(p, r, 0x1.555556p-3f);
	p = __fmaf_rn(p, r, 0x1p-1f);
	float tail = __fmaf_rn(__fmul_rn(r, r), p, __fmaf_rn(u.lo, r, u.lo));
	float half = __simt_pow2_f32(k - 1);
	__simt_f32x2 s = __simt_sum_f32(half - 0.5f, half * r);
	float y = 2.0f * __fadd_rn(s.hi, __fmaf_rn(half, tail, s.lo));
	y = k == 0 ? __fadd_rn(r, tail) : y;
	return x == 0.0f ? x : y;
}

/* e^a / 2, for a >= 0. */
SIMT_DEVICE_INLINE float __simt_half_exp_f32(float a) {
	__simt_exp_f32 e = __simt_exp_parts_f32(a > 95.0f ? 95.0f : a, 0.0f);
	return __simt_scale_f32(1.0f + e.m1, e.k - 1);
}

SIMT_DEVICE_INLINE float sinhf(float x) {
	float z = __fmul_rn(x, x);
	float p = 0x1.78a70ep-19f;
	p = __fmaf_rn(p, z, 0x1.a009p-13f);
	p = __fmaf_rn(p, z, 0x1.11111ep-7f);
	p = __fmaf_rn(p, z, 0x1.555556p-3f);
	float near = __fmaf_rn(__fmul_rn(x, z), p, x);
	float a = __builtin_fabsf(x), h = __simt_half_exp_f32(a);
	float far = __simt_copysign_f32(h - __fdiv_rn(0.25f, h), x);
	return a < 1.0f ? (x == 0.0f ? x : near) : a != a ? x + x : far;
}

SIMT_DEVICE_INLINE float coshf(float x) {
	float h = __simt_half_exp_f32(__builtin_fabsf(x));
	return h + __fdiv_rn(0.25f, h);
}

/* Far out 1 - 2 / (e^2x + 1), where what the exponential loses hardly matters. */
SIMT_DEVICE_INLINE float __simt_tanhf(float x) {
	float z = __fmul_rn(x, x);
	float p = -0x1.b12aecp-8f;
	p = __fmaf_rn(p, z, 0x1.5d20bp-6f);
	p = __fmaf_rn(p, z, -0x1.b9a028p-5f);
	p = __fmaf_rn(p, z, 0x1.110feap-3f);
	p = __fmaf_rn(p, z, -0x1.555554p-2f);
	float near = __fmaf_rn(__fmul_rn(x, z), p, x);
	float a = __builtin_fabsf(x);
	float e = __simt_ex2_approx(__fmul_rn(a, 0x1.715476p+1f));
	float far = __simt_copysign_f32(1.0f - __fdiv_rn(2.0f, e + 1.0f), x);
	return a < 0.55f ? (x == 0.0f ? x : near) : far;
}
