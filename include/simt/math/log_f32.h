/* log_f32.h - logarithms of float and what is made of them: x = 2^k (1 + f), |f| <= 1/3,
 * log(1 + f) by a polynomial; and the logarithm as a pair, for powers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

struct __simt_log_f32 {
	float __f, __k;
};

/* The exponent bits to take away from those of x: 1 + f begins at 2/3. */
SIMT_DEVICE_INLINE unsigned __simt_log_exponent_f32(unsigned __b) {
	return (__b - 0x3f2aaaabu) & 0xff800000u;
}

/* x = 2^k (1 + f) for finite x > 0; subnormals are made normal first. */
SIMT_DEVICE_INLINE __simt_log_f32 __simt_log_split_f32(float __x) {
	bool __tiny = __x < 0x1p-126f;
	unsigned __b = __float_as_uint(__tiny ? __fmul_rn(__x, 0x1p23f) : __x);
	unsigned __e = __simt_log_exponent_f32(__b);
	__simt_log_f32 __s;
	__s.__f = __fsub_rn(__uint_as_float(__b - __e), 1.0f);
	__s.__k = __int2float_rn((int)__e >> 23) - (__tiny ? 23.0f : 0.0f);
	return __s;
}

/* log(1 + f) - f for |f| <= 1/3. */
SIMT_DEVICE_INLINE float __simt_log1p_tail_f32(float __f) {
	float __p = -0x1.fcd742p-4f;
	__p = __fmaf_rn(__p, __f, 0x1.199778p-3f);
	__p = __fmaf_rn(__p, __f, -0x1.f75792p-4f);
	__p = __fmaf_rn(__p, __f, 0x1.1fdbd2p-3f);
	__p = __fmaf_rn(__p, __f, -0x1.557836p-3f);
	__p = __fmaf_rn(__p, __f, 0x1.99bf94p-3f);
	__p = __fmaf_rn(__p, __f, -0x1.ffffb6p-3f);
	__p = __fmaf_rn(__p, __f, 0x1.55552cp-2f);
	__p = __fmaf_rn(__p, __f, -0x1p-1f);
	return __fmul_rn(__fmul_rn(__f, __f), __p);
}

/* The logarithm of what is no finite number above 0. */
SIMT_DEVICE_INLINE float __simt_log_special_f32(float __x) {
	return __x == 0.0f ? -SIMT_INF_F32 : __x < 0.0f ? SIMT_NAN_F32 : __x + __x;
}

SIMT_DEVICE_INLINE bool __simt_log_is_normal_f32(float __x) {
	return __x > 0.0f && __x < SIMT_INF_F32;
}

/* That of a GPU's library, to the last bit: the form is common, the coefficients are the only ones that
 * give its results for all f (found by least squares over their differences, then rounding). */
SIMT_DEVICE_INLINE float __simt_logf(float __x) {
	__simt_log_f32 __s = __simt_log_split_f32(__x);
	float __p = -0x1.0aa04ep-3f;
	__p = __fmaf_rn(__p, __s.__f, 0x1.2073ecp-3f);
	__p = __fmaf_rn(__p, __s.__f, -0x1.f19b98p-4f);
	__p = __fmaf_rn(__p, __s.__f, 0x1.1e52aap-3f);
	__p = __fmaf_rn(__p, __s.__f, -0x1.55b172p-3f);
	__p = __fmaf_rn(__p, __s.__f, 0x1.99da16p-3f);
	__p = __fmaf_rn(__p, __s.__f, -0x1.fffe44p-3f);
	__p = __fmaf_rn(__p, __s.__f, 0x1.5554fp-2f);
	__p = __fmaf_rn(__p, __s.__f, -0.5f);
	__p = __fmaf_rn(__fmul_rn(__p, __s.__f), __s.__f, __s.__f);
	float __r = __fmaf_rn(__s.__k, 0x1.62e43p-1f, __p);
	return __simt_log_is_normal_f32(__x) ? __r : __simt_log_special_f32(__x);
}

SIMT_DEVICE_INLINE float __simt_log2f(float __x) {
	__simt_log_f32 __s = __simt_log_split_f32(__x);
	__simt_f32x2 __l = __simt_fast_sum_f32(__s.__f, __simt_log1p_tail_f32(__s.__f));
	__simt_f32x2 __p = __simt_product_f32(__l.__hi, 0x1.715476p+0f);
	__p.__lo = __p.__lo +
	           __fmaf_rn(__l.__hi, 0x1.4ae0cp-26f, __l.__lo * 0x1.715476p+0f);
	/* From 1, up to 0.585 is taken away: what p has been rounded by would be doubled. */
	__simt_f32x2 __sum = __simt_fast_sum_f32(__s.__k, __p.__hi);
	float __r = __fadd_rn(__sum.__hi, __sum.__lo + __p.__lo);
	return __simt_log_is_normal_f32(__x) ? __r : __simt_log_special_f32(__x);
}

SIMT_DEVICE_INLINE float __simt_log10f(float __x) {
	__simt_log_f32 __s = __simt_log_split_f32(__x);
	__simt_f32x2 __l = __simt_fast_sum_f32(__s.__f, __simt_log1p_tail_f32(__s.__f));
	float __r = __fmaf_rn(__l.__hi, -0x1.5b235ep-27f, __l.__lo * 0x1.bcb7b2p-2f);
	__r = __fmaf_rn(__l.__hi, 0x1.bcb7b2p-2f, __r);
	__r = __fmaf_rn(__s.__k, 0x1.344136p-2f,
	                __fmaf_rn(__s.__k, -0x1.ec10cp-27f, __r));
	return __simt_log_is_normal_f32(__x) ? __r : __simt_log_special_f32(__x);
}

/* log(1 + x + lo) for finite x > -1 and lo within half a unit of x. */
SIMT_DEVICE_INLINE float __simt_log1p_sum_f32(float __x, float __lo) {
	__simt_f32x2 __u = __simt_sum_f32(1.0f, __x);
	unsigned __b = __float_as_uint(__u.__hi), __e = __simt_log_exponent_f32(__b);
	float __f = __fsub_rn(__uint_as_float(__b - __e), 1.0f);
	/* The rounding error of 1 + x; beyond 2^100 it does not matter. */
	int __k = (int)__e >> 23, __down = __k > 100 ? 100 : __k;
	__simt_f32x2 __s = __simt_fast_sum_f32(__f, (__u.__lo + __lo) *
	                                                    __simt_pow2_f32(-__down));
	__s = __f == 0.0f ? __simt_fast_sum_f32(
				    (__u.__lo + __lo) * __simt_pow2_f32(-__down), 0.0f)
	                  : __s;
	float __p = __fadd_rn(__s.__hi, __simt_log1p_tail_f32(__s.__hi) + __s.__lo);
	return __fmaf_rn(__int2float_rn(__k), 0x1.62e43p-1f, __p);
}

SIMT_DEVICE_INLINE float log1pf(float __x) {
	float __r = __simt_log1p_sum_f32(__x, 0.0f);
	__r = __x > -1.0f && __x < SIMT_INF_F32 ? __r
	      : __x == -1.0f                    ? -SIMT_INF_F32
	      : __x < -1.0f                     ? SIMT_NAN_F32
	                                        : __x + __x;
	return __x == 0.0f ? __x : __r;
}

/* log(a + sqrt(a^2 + 1)); 1 is left out where it would cost digits. */
SIMT_DEVICE_INLINE float asinhf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __big = __a > 0x1p30f;
	float __d = __fdiv_rn(__a * __a, 1.0f + __fsqrt_rn(__fmaf_rn(__a, __a, 1.0f)));
	__simt_f32x2 __h = __simt_fast_sum_f32(__a, __d);
	float __r = __simt_log1p_sum_f32(__big ? __a : __h.__hi, __big ? 0.0f : __h.__lo);
	__r = __r + (__big ? 0x1.62e43p-1f : 0.0f);
	return __a > 0.0f && __a < SIMT_INF_F32 ? __simt_copysign_f32(__r, __x)
	                                        : __x + __x;
}

SIMT_DEVICE_INLINE float acoshf(float __x) {
	bool __big = __x > 0x1p30f;
	float __t = __x - 1.0f;
	__simt_f32x2 __h = __simt_fast_sum_f32(__fsqrt_rn(__fmaf_rn(__t, __t, __t + __t)),
	                                       __t);
	float __r = __simt_log1p_sum_f32(__big ? __x : __h.__hi, __big ? 0.0f : __h.__lo);
	__r = __r + (__big ? 0x1.62e43p-1f : 0.0f);
	__r = __x == 1.0f ? 0.0f : __r;
	return __x >= 1.0f && __x < SIMT_INF_F32 ? __r
	       : __x < 1.0f                      ? SIMT_NAN_F32
	                                         : __x + __x;
}

SIMT_DEVICE_INLINE float atanhf(float __x) {
	float __a = __builtin_fabsf(__x);
	float __r = 0.5f * __simt_log1p_sum_f32(__fdiv_rn(__a + __a, 1.0f - __a), 0.0f);
	__r = __a == 1.0f ? SIMT_INF_F32 : __a > 1.0f ? SIMT_NAN_F32 : __r;
	/* Half of a logarithm would round a subnormal twice. */
	return __a < 0x1p-14f || __a != __a ? __x : __simt_copysign_f32(__r, __x);
}

/* log x as a pair for finite x > 0, to 2^-34: 2 atanh(s), s = f / (2 + f). */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_log_pair_f32(float __x) {
	__simt_log_f32 __v = __simt_log_split_f32(__x);
	float __den = __fadd_rn(2.0f, __v.__f),
	      __den_lo = __fsub_rn(__v.__f, __fsub_rn(__den, 2.0f));
	float __s = __fdiv_rn(__v.__f, __den);
	float __s_lo = __fdiv_rn(
		__fmaf_rn(-__s, __den_lo, __fmaf_rn(-__s, __den, __v.__f)), __den);
	__simt_f32x2 __z = __simt_product_f32(__s, __s);
	__z.__lo = __fmaf_rn(__s + __s, __s_lo, __z.__lo);
	float __q = __z.__hi;
	float __p = 0x1.d81032p-3f;
	__p = __fmaf_rn(__p, __q, 0x1.247a16p-2f);
	__p = __fmaf_rn(__p, __q, 0x1.9999a4p-2f);
	__simt_f32x2 __c = __simt_fast_sum_f32(0x1.555556p-1f, __fmul_rn(__p, __z.__hi));
	__c.__lo = __c.__lo - 0x1.555556p-26f;
	__simt_f32x2 __t = __simt_product_f32(__z.__hi, __s);
	__t.__lo = __t.__lo + __fmaf_rn(__z.__hi, __s_lo, __z.__lo * __s);
	__simt_f32x2 __u = __simt_product_f32(__t.__hi, __c.__hi);
	__u.__lo = __u.__lo + __fmaf_rn(__t.__hi, __c.__lo, __t.__lo * __c.__hi);
	__simt_f32x2 __l = __simt_fast_sum_f32(__s + __s, __u.__hi);
	__l.__lo = __l.__lo + (__u.__lo + (__s_lo + __s_lo));
	/* k ln 2: the first part has so few bits that k times it is exact. */
	__simt_f32x2 __r = __simt_sum_f32(__v.__k * 0x1.62e4p-1f, __l.__hi);
	__r.__lo = __r.__lo + __fmaf_rn(__v.__k, 0x1.7f7d1cp-20f, __l.__lo);
	return __simt_fast_sum_f32(__r.__hi, __r.__lo);
}
