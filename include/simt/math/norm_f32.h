/* norm_f32.h - roots and norms of float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0 but for its last bits: a guess from the exponent, then steps of
 * third order. */
SIMT_DEVICE_INLINE float __simt_rcbrt_guess_f32(float __a) {
	int __third = (int)__umulhi((unsigned)__float_as_int(__a), 0x55555556u);
	float __y = __int_as_float(0x54a21d2a - __third);
#pragma unroll
	for (int __i = 0; __i < 2; __i++) {
		float __h = __fmaf_rn(-__fmul_rn(__a, __y), __fmul_rn(__y, __y), 1.0f);
		__y = __fmaf_rn(__fmul_rn(__y, __h),
		                __fmaf_rn(__h, 0x1.c71c72p-3f, 0x1.555556p-2f), __y);
	}
	return __y;
}

/* The last bits, by 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE float __simt_rcbrt_normal_f32(float __a) {
	float __y = __simt_rcbrt_guess_f32(__a);
	__simt_f32x2 __u = __simt_product_f32(__a, __y),
		     __v = __simt_product_f32(__y, __y);
	float __h = __fmaf_rn(-__u.__hi, __v.__hi, 1.0f) -
	            __fmaf_rn(__u.__hi, __v.__lo, __u.__lo * __v.__hi);
	return __fmaf_rn(__fmul_rn(__y, __h), 0x1.555556p-2f, __y);
}

SIMT_DEVICE_INLINE float rcbrtf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __tiny = __a < 0x1p-126f;
	float __y = __simt_rcbrt_normal_f32(__tiny ? __fmul_rn(__a, 0x1p24f) : __a);
	__y = __tiny ? __y * 256.0f : __y;
	__y = __a == 0.0f ? SIMT_INF_F32 : __a == SIMT_INF_F32 ? 0.0f : __y;
	return __a != __a ? __x + __x : __simt_copysign_f32(__y, __x);
}

SIMT_DEVICE_INLINE float cbrtf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __tiny = __a < 0x1p-126f;
	float __s = __tiny ? __fmul_rn(__a, 0x1p24f) : __a;
	float __y = __simt_rcbrt_guess_f32(__s), __y2 = __fmul_rn(__y, __y);
	float __c = __fmul_rn(__s, __y2);
	__simt_f32x2 __d = __simt_product_f32(__c, __c);
	float __rest = __fmaf_rn(-__d.__lo, __c, __fmaf_rn(-__d.__hi, __c, __s));
	__c = __fmaf_rn(__fmul_rn(__rest, 0x1.555556p-2f), __y2, __c);
	__c = __tiny ? __c * 0x1p-8f : __c;
	return __a > 0.0f && __a < SIMT_INF_F32 ? __simt_copysign_f32(__c, __x)
	                                        : __x + __x;
}

/* The sum of squares, of components scaled by a power of two that brings the greatest near
 * 1. The sum of the inverse functions is a pair. */
struct __simt_norm_f32 {
	float __greatest, __down, __up, __sum, __lo;
};

/* A greatest component that is NaN is as good as 1: the sum will be NaN. An infinity wins
 * over NaN, as C says of hypot. */
SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_begin_f32(float __greatest) {
	int __k = __float_as_int(__greatest) >> 23;
	__k = __k < 1 ? 1 : __k > 253 ? 253 : __k;
	__simt_norm_f32 __n;
	__n.__greatest = __greatest;
	__n.__up = __int_as_float(__k << 23);
	__n.__down = __int_as_float((254 - __k) << 23);
	__n.__sum = __n.__lo = 0.0f;
	return __n;
}

SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_add_f32(__simt_norm_f32 __n, float __x) {
	__x = __fmul_rn(__x, __n.__down);
	__n.__sum = __fmaf_rn(__x, __x, __n.__sum);
	return __n;
}

/* The same with what the sum loses. */
SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_add_pair_f32(__simt_norm_f32 __n,
                                                            float __x) {
	__x = __fmul_rn(__x, __n.__down);
	__simt_f32x2 __p = __simt_product_f32(__x, __x),
		     __s = __simt_sum_f32(__n.__sum, __p.__hi);
	__n.__sum = __s.__hi;
	__n.__lo = __n.__lo + (__s.__lo + __p.__lo);
	return __n;
}

SIMT_DEVICE_INLINE float __simt_norm_end_f32(__simt_norm_f32 __n) {
	float __r = __fmul_rn(__fsqrt_rn(__n.__sum), __n.__up);
	return __n.__greatest == SIMT_INF_F32 ? SIMT_INF_F32 : __r;
}

SIMT_DEVICE_INLINE float __simt_rnorm_end_f32(__simt_norm_f32 __n) {
	float __y = __fdiv_rn(1.0f, __fsqrt_rn(__n.__sum));
	__simt_f32x2 __u = __simt_product_f32(__n.__sum, __y);
	float __h = __fmaf_rn(-__u.__hi, __y, 1.0f) -
	            __fmaf_rn(__u.__lo, __y, __n.__lo * __y * __y);
	float __r = __fmul_rn(__fmaf_rn(__y * __h, 0.5f, __y), __n.__down);
	return __n.__greatest == SIMT_INF_F32 ? 0.0f
	       : __n.__sum == 0.0f            ? SIMT_INF_F32
	                                      : __r;
}

SIMT_DEVICE_INLINE float __simt_max_mag_f32(float __a, float __b) {
	return __builtin_fmaxf(__builtin_fabsf(__a), __builtin_fabsf(__b));
}

SIMT_DEVICE_INLINE float hypotf(float __x, float __y) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(__simt_max_mag_f32(__x, __y));
	__n = __simt_norm_add_f32(__n, __x);
	__n = __simt_norm_add_f32(__n, __y);
	return __simt_norm_end_f32(__n);
}

SIMT_DEVICE_INLINE float rhypotf(float __x, float __y) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(__simt_max_mag_f32(__x, __y));
	__n = __simt_norm_add_pair_f32(__n, __x);
	__n = __simt_norm_add_pair_f32(__n, __y);
	return __simt_rnorm_end_f32(__n);
}

SIMT_DEVICE_INLINE float norm3df(float __x, float __y, float __z) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(__x, __y), __z));
	__n = __simt_norm_add_f32(__n, __x);
	__n = __simt_norm_add_f32(__n, __y);
	__n = __simt_norm_add_f32(__n, __z);
	return __simt_norm_end_f32(__n);
}

SIMT_DEVICE_INLINE float rnorm3df(float __x, float __y, float __z) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(__x, __y), __z));
	__n = __simt_norm_add_pair_f32(__n, __x);
	__n = __simt_norm_add_pair_f32(__n, __y);
	__n = __simt_norm_add_pair_f32(__n, __z);
	return __simt_rnorm_end_f32(__n);
}

SIMT_DEVICE_INLINE float norm4df(float __x, float __y, float __z, float __w) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(__simt_max_mag_f32(
		__simt_max_mag_f32(__x, __y), __simt_max_mag_f32(__z, __w)));
	__n = __simt_norm_add_f32(__n, __x);
	__n = __simt_norm_add_f32(__n, __y);
	__n = __simt_norm_add_f32(__n, __z);
	__n = __simt_norm_add_f32(__n, __w);
	return __simt_norm_end_f32(__n);
}

SIMT_DEVICE_INLINE float rnorm4df(float __x, float __y, float __z, float __w) {
	__simt_norm_f32 __n = __simt_norm_begin_f32(__simt_max_mag_f32(
		__simt_max_mag_f32(__x, __y), __simt_max_mag_f32(__z, __w)));
	__n = __simt_norm_add_pair_f32(__n, __x);
	__n = __simt_norm_add_pair_f32(__n, __y);
	__n = __simt_norm_add_pair_f32(__n, __z);
	__n = __simt_norm_add_pair_f32(__n, __w);
	return __simt_rnorm_end_f32(__n);
}

SIMT_DEVICE_INLINE float __simt_max_mag_of_f32(int __n, const float *__p) {
	float __m = 0.0f;
	for (int __i = 0; __i < __n; __i++)
		__m = __simt_max_mag_f32(__m, __p[__i]);
	return __m;
}

SIMT_DEVICE_INLINE float normf(int __n, const float *__p) {
	__simt_norm_f32 __s = __simt_norm_begin_f32(__simt_max_mag_of_f32(__n, __p));
	for (int __i = 0; __i < __n; __i++)
		__s = __simt_norm_add_f32(__s, __p[__i]);
	return __simt_norm_end_f32(__s);
}

SIMT_DEVICE_INLINE float rnormf(int __n, const float *__p) {
	__simt_norm_f32 __s = __simt_norm_begin_f32(__simt_max_mag_of_f32(__n, __p));
	for (int __i = 0; __i < __n; __i++)
		__s = __simt_norm_add_pair_f32(__s, __p[__i]);
	return __simt_rnorm_end_f32(__s);
}
