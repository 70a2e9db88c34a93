/* exp_f32.h - exponentials and hyperbolic functions of float: x = k ln 2 + r, e^r by a
 * polynomial, 2^k into the exponent.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/approx.h"
#include "simt/math/base.h"

/* Computes e^x before the scaling by a power of two. */
struct __simt_exp_f32 {
	float __m1; /* e^r - 1 */
	int __k;
};

#define SIMT_ROUND_F32 \
	12582912.0f /* 1.5 2^23: adding it leaves an integer in the low bits */

SIMT_DEVICE_INLINE int __simt_round_bits_f32(float __shifted) {
	return (int)((unsigned)__float_as_int(__shifted) - 0x4b400000u);
}

/* e^r - 1 for |r| <= ln(2) / 2. */
SIMT_DEVICE_INLINE float __simt_expm1_poly_f32(float __r) {
	float __p = 0x1.a1257ep-13f;
	__p = __fmaf_rn(__p, __r, 0x1.6d435p-10f);
	__p = __fmaf_rn(__p, __r, 0x1.1110ep-7f);
	__p = __fmaf_rn(__p, __r, 0x1.5554e8p-5f);
	__p = __fmaf_rn(__p, __r, 0x1.555556p-3f);
	__p = __fmaf_rn(__p, __r, 0x1p-1f);
	return __fmaf_rn(__r * __r, __p, __r);
}

/* e^(x + lo), |x| <= 170. */
SIMT_DEVICE_INLINE __simt_exp_f32 __simt_exp_parts_f32(float __x, float __lo) {
	float __t = __fmaf_rn(__x, 0x1.715476p+0f, SIMT_ROUND_F32);
	float __n = __fsub_rn(__t, SIMT_ROUND_F32);
	float __r = __fmaf_rn(__n, -0x1.62e43p-1f, __x);
	__simt_exp_f32 __e;
	__e.__m1 = __simt_expm1_poly_f32(
		__fadd_rn(__r, __fmaf_rn(__n, 0x1.05c61p-29f, __lo)));
	__e.__k = __simt_round_bits_f32(__t);
	return __e;
}

/* x into [lo, hi]; NaN stays. */
SIMT_DEVICE_INLINE float __simt_clamp_f32(float __x, float __lo, float __hi) {
	__x = __x < __lo ? __lo : __x;
	return __x > __hi ? __hi : __x;
}

/* e^(x + lo) for any x. */
SIMT_DEVICE_INLINE float __simt_exp_sum_f32(float __x, float __lo) {
	__simt_exp_f32 __e = __simt_exp_parts_f32(__simt_clamp_f32(__x, -110.0f, 90.0f),
	                                          __lo);
	return __simt_scale_f32(1.0f + __e.__m1, __e.__k);
}

/* As a GPU's library does it, to the last bit: x log2 e = k + f, and 2^f is ex2.approx. k is within
 * 126 of 0, and stays in the low bits of a float of 2^23; beyond, f is great. */
SIMT_DEVICE_INLINE float __simt_expf(float __x) {
	float __part = __simt_saturate(__fmaf_rn(__x, 0x1.77313ap-8f, 0.5f));
	float __k = __fmaf_rd(__part, 252.0f, 12582913.0f);
	float __f = __fmaf_rn(__x, 0x1.715476p+0f, -__fsub_rn(__k, 12583039.0f));
	__f = __fmaf_rn(__x, 0x1.4ae0cp-26f, __f);
	return __fmul_rn(__simt_ex2_approx(__f), __int_as_float(__float_as_int(__k) << 23));
}

SIMT_DEVICE_INLINE float exp2f(float __x) {
	return __simt_ex2_approx(__x);
}

SIMT_DEVICE_INLINE float __simt_exp10f(float __x) {
	__x = __simt_clamp_f32(__x, -48.0f, 39.0f);
	float __t = __fmaf_rn(__x, 0x1.a934fp+1f, SIMT_ROUND_F32);
	float __n = __fsub_rn(__t, SIMT_ROUND_F32);
	float __f = __fmaf_rn(__n, -0x1.344136p-2f, __x);
	__f = __fmaf_rn(__n, 0x1.ec10cp-27f, __f);
	float __r = __fmul_rn(__f, 0x1.26bb1cp+1f);
	float __lo = __fmaf_rn(__f, -0x1.12aabap-25f,
	                       __fmaf_rn(__f, 0x1.26bb1cp+1f, -__r));
	float __m1 = __fadd_rn(__simt_expm1_poly_f32(__r), __lo);
	return __simt_scale_f32(1.0f + __m1, __simt_round_bits_f32(__t));
}

/* 2^k (e^r - 1) + (2^k - 1), by halves because 2^k may be 2^128; the two parts cancel for
 * k = 1 and -1, so what their sum loses is kept. */
SIMT_DEVICE_INLINE float expm1f(float __x) {
	float __c = __simt_clamp_f32(__x, -18.0f, 89.0f);
	float __t = __fmaf_rn(__c, 0x1.715476p+0f, SIMT_ROUND_F32);
	float __n = __fsub_rn(__t, SIMT_ROUND_F32);
	int __k = __simt_round_bits_f32(__t);
	__simt_f32x2 __u = __simt_fast_sum_f32(__fmaf_rn(__n, -0x1.62e43p-1f, __c),
	                                       __n * 0x1.05c61p-29f);
	float __r = __u.__hi;
	float __p = 0x1.a1257ep-13f;
	__p = __fmaf_rn(__p, __r, 0x1.6d435p-10f);
	__p = __fmaf_rn(__p, __r, 0x1.1110ep-7f);
	__p = __fmaf_rn(__p, __r, 0x1.5554e8p-5f);
	__p = __fmaf_rn(__p, __r, 0x1.555556p-3f);
	__p = __fmaf_rn(__p, __r, 0x1p-1f);
	float __tail = __fmaf_rn(__fmul_rn(__r, __r), __p,
	                         __fmaf_rn(__u.__lo, __r, __u.__lo));
	float __halved = __simt_pow2_f32(__k - 1);
	__simt_f32x2 __s = __simt_sum_f32(__halved - 0.5f, __halved * __r);
	float __y = 2.0f * __fadd_rn(__s.__hi, __fmaf_rn(__halved, __tail, __s.__lo));
	__y = __k == 0 ? __fadd_rn(__r, __tail) : __y;
	return __x == 0.0f ? __x : __y;
}

/* e^a / 2, for a >= 0. */
SIMT_DEVICE_INLINE float __simt_half_exp_f32(float __a) {
	__simt_exp_f32 __e = __simt_exp_parts_f32(__a > 95.0f ? 95.0f : __a, 0.0f);
	return __simt_scale_f32(1.0f + __e.__m1, __e.__k - 1);
}

SIMT_DEVICE_INLINE float sinhf(float __x) {
	float __z = __fmul_rn(__x, __x);
	float __p = 0x1.78a70ep-19f;
	__p = __fmaf_rn(__p, __z, 0x1.a009p-13f);
	__p = __fmaf_rn(__p, __z, 0x1.11111ep-7f);
	__p = __fmaf_rn(__p, __z, 0x1.555556p-3f);
	float __near = __fmaf_rn(__fmul_rn(__x, __z), __p, __x);
	float __a = __builtin_fabsf(__x), __h = __simt_half_exp_f32(__a);
	float __far = __simt_copysign_f32(__h - __fdiv_rn(0.25f, __h), __x);
	return __a < 1.0f ? (__x == 0.0f ? __x : __near) : __a != __a ? __x + __x : __far;
}

SIMT_DEVICE_INLINE float coshf(float __x) {
	float __h = __simt_half_exp_f32(__builtin_fabsf(__x));
	return __h + __fdiv_rn(0.25f, __h);
}

/* Far out 1 - 2 / (e^2x + 1), where what the exponential loses hardly matters. */
SIMT_DEVICE_INLINE float __simt_tanhf(float __x) {
	float __z = __fmul_rn(__x, __x);
	float __p = -0x1.b12aecp-8f;
	__p = __fmaf_rn(__p, __z, 0x1.5d20bp-6f);
	__p = __fmaf_rn(__p, __z, -0x1.b9a028p-5f);
	__p = __fmaf_rn(__p, __z, 0x1.110feap-3f);
	__p = __fmaf_rn(__p, __z, -0x1.555554p-2f);
	float __near = __fmaf_rn(__fmul_rn(__x, __z), __p, __x);
	float __a = __builtin_fabsf(__x);
	float __e = __simt_ex2_approx(__fmul_rn(__a, 0x1.715476p+1f));
	float __far = __simt_copysign_f32(1.0f - __fdiv_rn(2.0f, __e + 1.0f), __x);
	return __a < 0.55f ? (__x == 0.0f ? __x : __near) : __far;
}
