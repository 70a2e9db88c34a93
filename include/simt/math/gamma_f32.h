/* gamma_f32.h - the gamma function of float and its logarithm: polynomials near 1 and 2,
 * recurrence up to there, Stirling's series from 8 (lgamma) or 10 (tgamma), reflection.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"
#include "simt/math/trig_f32.h"

/* x (log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) / x, the sum of Stirling's series. */
SIMT_DEVICE_INLINE float __simt_stirling_f32(float __x) {
	float __v = __fdiv_rn(1.0f, __x), __z = __v * __v;
	float __p = 0x1.98f67cp-11f;
	__p = __fmaf_rn(__p, __z, -0x1.6c1418p-9f);
	__p = __fmaf_rn(__p, __z, 0x1.555556p-4f);
	return __p * __v;
}

/* log gamma(1 + t), |t| <= 1/2. */
SIMT_DEVICE_INLINE float __simt_lgamma_near1_f32(float __t) {
	float __p = -0x1.569b72p-3f;
	__p = __fmaf_rn(__p, __t, 0x1.701bfep-3f);
	__p = __fmaf_rn(__p, __t, -0x1.dda92p-5f);
	__p = __fmaf_rn(__p, __t, 0x1.0b80b6p-4f);
	__p = __fmaf_rn(__p, __t, -0x1.dd80acp-4f);
	__p = __fmaf_rn(__p, __t, 0x1.0c7becp-3f);
	__p = __fmaf_rn(__p, __t, -0x1.26339ap-3f);
	__p = __fmaf_rn(__p, __t, 0x1.5a633p-3f);
	__p = __fmaf_rn(__p, __t, -0x1.a8c062p-3f);
	__p = __fmaf_rn(__p, __t, 0x1.1516aap-2f);
	__p = __fmaf_rn(__p, __t, -0x1.9a4d4ep-2f);
	__p = __fmaf_rn(__p, __t, 0x1.a51a62p-1f);
	__p = __fmaf_rn(__p, __t, -0x1.2788dp-1f);
	return __fmaf_rn(__t, __p, 0.0f); /* not -0 at 1 */
}

/* log gamma(2 + t), -1/2 <= t <= 1. */
SIMT_DEVICE_INLINE float __simt_lgamma_near2_f32(float __t) {
	float __p = 0x1.6d8a6ap-15f;
	__p = __fmaf_rn(__p, __t, -0x1.b355aep-13f);
	__p = __fmaf_rn(__p, __t, 0x1.18f24ap-11f);
	__p = __fmaf_rn(__p, __t, -0x1.3d3834p-10f);
	__p = __fmaf_rn(__p, __t, 0x1.7a852ep-9f);
	__p = __fmaf_rn(__p, __t, -0x1.e3caaap-8f);
	__p = __fmaf_rn(__p, __t, 0x1.5131f2p-6f);
	__p = __fmaf_rn(__p, __t, -0x1.13e03ap-4f);
	__p = __fmaf_rn(__p, __t, 0x1.4a34ccp-2f);
	__p = __fmaf_rn(__p, __t, 0x1.b0ee6p-2f);
	return __fmaf_rn(__t, __p, 0.0f); /* not -0 at 1 */
}

/* log gamma(a), a >= 1/2. */
SIMT_DEVICE_INLINE float __simt_lgamma_positive_f32(float __a) {
	float __big = __fmaf_rn(__a - 0.5f, __simt_logf(__a) - 1.0f,
	                        0x1.acfe3ap-2f + __simt_stirling_f32(__a));
	float __p = 1.0f, __t = __a;
	for (int __i = 0; __i < 5; __i++) {
		__t = __t >= 3.0f ? __t - 1.0f : __t;
		__p = __t < __a - (float)__i ? __p * __t : __p;
	}
	float __small = __a < 1.5f
	                        ? __simt_lgamma_near1_f32(__a - 1.0f)
	                        : __simt_lgamma_near2_f32(__t - 2.0f) + __simt_logf(__p);
	return __a < 8.0f ? __small : __big;
}

SIMT_DEVICE_FUNC float lgammaf(float __x) {
	float __a = __builtin_fabsf(__x);
	float __r;
	if (__a < 0.5f) {
		__r = __simt_lgamma_near1_f32(__x) - __simt_logf(__a);
	} else {
		__r = __simt_lgamma_positive_f32(__a);
		if (__x < 0.0f) {
			float __s = __builtin_fabsf(
				sinpif(__a - 2.0f * __builtin_rintf(0.5f * __a)));
			__r = __simt_logf(__fdiv_rn(0x1.921fb6p+1f, __a * __s)) - __r;
			__r = __builtin_truncf(__x) == __x ? SIMT_INF_F32 : __r;
		}
	}
	return __x != __x ? __x + __x : __a == SIMT_INF_F32 ? __a : __r;
}

/* gamma(x) for -10 <= x <= 10, x = n + t: the factors between 1 + t and x, their product
 * as a pair, and 1 / gamma(1 + t). */
SIMT_DEVICE_INLINE float __simt_tgamma_small_f32(float __x) {
	float __n = __builtin_rintf(__x), __t = __fsub_rn(__x, __n);
	float __first = __n < 1.0f ? __n : 1.0f,
	      __count = __n < 1.0f ? 1.0f - __n : __n - 1.0f;
	__simt_f32x2 __p = {1.0f, 0.0f};
	for (float __i = 0.0f; __i < __count; __i += 1.0f) {
		float __j = __first + __i, __f = __fadd_rn(__j, __t);
		/* The rounding error of j + t: |j| >= |t|, or j is 0 and nothing is. */
		float __f_lo = __fsub_rn(__t, __fsub_rn(__f, __j));
		__simt_f32x2 __m = __simt_product_f32(__p.__hi, __f);
		__m.__lo = __m.__lo + __fmaf_rn(__p.__hi, __f_lo, __p.__lo * __f);
		__p = __simt_fast_sum_f32(__m.__hi, __m.__lo);
	}
	float __q = -0x1.daa20cp-13f;
	__q = __fmaf_rn(__q, __t, -0x1.1ea1dep-10f);
	__q = __fmaf_rn(__q, __t, 0x1.d93c5ep-8f);
	__q = __fmaf_rn(__q, __t, -0x1.3bbbaap-7f);
	__q = __fmaf_rn(__q, __t, -0x1.59af5cp-5f);
	__q = __fmaf_rn(__q, __t, 0x1.5512bp-3f);
	__q = __fmaf_rn(__q, __t, -0x1.5815e8p-5f);
	__q = __fmaf_rn(__q, __t, -0x1.4fcf4p-1f);
	__q = __fmaf_rn(__q, __t, 0x1.2788dp-1f);
	float __inv = __fmaf_rn(__t, __q, 1.0f);
	float __up = __fdiv_rn(__p.__hi + __p.__lo, __inv);
	return __n < 1.0f ? __fdiv_rn(1.0f, __fmul_rn(__p.__hi, __inv)) : __up;
}

/* log gamma(a) as a pair, 10 <= a <= 50. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_lgamma_pair_f32(float __a) {
	__simt_f32x2 __l = __simt_log_pair_f32(__a);
	float __y = __a - 0.5f;
	__simt_f32x2 __e = __simt_product_f32(__y, __l.__hi);
	__e.__lo = __fmaf_rn(__y, __l.__lo, __e.__lo);
	__simt_f32x2 __s = __simt_sum_f32(__e.__hi, -__a);
	__e.__lo = __e.__lo + __s.__lo;
	__s = __simt_sum_f32(__s.__hi, 0x1.d67f1cp-1f);
	__s.__lo = __s.__lo + (__e.__lo + (0x1.0c97d6p-26f + __simt_stirling_f32(__a)));
	return __simt_fast_sum_f32(__s.__hi, __s.__lo);
}

SIMT_DEVICE_INLINE float __simt_tgamma_big_f32(float __x) {
	float __a = __builtin_fabsf(__x);
	__a = __a > 50.0f ? 50.0f : __a;
	__simt_f32x2 __l = __simt_lgamma_pair_f32(__a);
	float __c = 1.0f;
	if (__x < 0.0f) {
		float __s = sinpif(__a - 2.0f * __builtin_rintf(0.5f * __a));
		__c = __fdiv_rn(-0x1.921fb6p+1f, __a * __s);
		__l.__hi = -__l.__hi, __l.__lo = -__l.__lo;
	}
	__simt_exp_f32 __e = __simt_exp_parts_f32(__l.__hi, __l.__lo);
	return __simt_scale_f32(__fmaf_rn(__c, __e.__m1, __c), __e.__k);
}

SIMT_DEVICE_FUNC float tgammaf(float __x) {
	float __a = __builtin_fabsf(__x);
	float __r = __a < 10.0f ? __simt_tgamma_small_f32(__x)
	                        : __simt_tgamma_big_f32(__x);
	bool __pole = __x < 0.0f && __builtin_truncf(__x) == __x;
	float __none = __simt_is_odd_f32(__builtin_floorf(__x)) ? -0.0f : 0.0f;
	__r = __x < -50.0f ? __none : __r;
	__r = __x == 0.0f ? __simt_copysign_f32(SIMT_INF_F32, __x)
	      : __pole    ? SIMT_NAN_F32
	                  : __r;
	return __x != __x ? __x + __x : __x == SIMT_INF_F32 ? __x : __r;
}
