/* erf_f32.h - error functions and normal distribution of float. The complement is
 * e^(-x^2) erfcx(x); erfcx(x) (1 + 2x) is a polynomial in (x - 2) / (x + 2).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"

/* e^(a^2) erfc(a) for a >= 0. */
SIMT_DEVICE_INLINE float __simt_erfcx_f32(float __a) {
	if (__a < 0.5f) {
		float __p = 0x1.1f1368p-6f;
		__p = __fmaf_rn(__p, __a, -0x1.1c90f6p-4f);
		__p = __fmaf_rn(__p, __a, 0x1.48366cp-3f);
		__p = __fmaf_rn(__p, __a, -0x1.32a86cp-2f);
		__p = __fmaf_rn(__p, __a, 0x1.ffd1a4p-2f);
		__p = __fmaf_rn(__p, __a, -0x1.8125dap-1f);
		__p = __fmaf_rn(__p, __a, 0x1.fffff8p-1f);
		__p = __fmaf_rn(__p, __a, -0x1.20dd74p+0f);
		return __fmaf_rn(__a, __p, 1.0f);
	}
	float __t = __fdiv_rn(__a - 2.0f, __a + 2.0f);
	float __p = 0x1.1d8722p-14f;
	__p = __fmaf_rn(__p, __t, 0x1.514e8p-13f);
	__p = __fmaf_rn(__p, __t, -0x1.84f256p-12f);
	__p = __fmaf_rn(__p, __t, -0x1.6de6e4p-10f);
	__p = __fmaf_rn(__p, __t, 0x1.4291acp-10f);
	__p = __fmaf_rn(__p, __t, 0x1.1cbabcp-7f);
	__p = __fmaf_rn(__p, __t, -0x1.06f464p-7f);
	__p = __fmaf_rn(__p, __t, -0x1.bc1accp-5f);
	__p = __fmaf_rn(__p, __t, 0x1.4ff9b6p-3f);
	__p = __fmaf_rn(__p, __t, -0x1.54081cp-3f);
	__p = __fmaf_rn(__p, __t, -0x1.7bf5eap-4f);
	__p = __fmaf_rn(__p, __t, 0x1.46e80ep+0f);
	float __r = __fdiv_rn(0.5f * __p, __a + 0.5f);
	return __a == SIMT_INF_F32 ? 0.0f : __r;
}

/* erfc(a + lo) for a >= 0: 2^k (c + c (e^r - 1)). */
SIMT_DEVICE_INLINE float __simt_erfc_sum_f32(float __a, float __lo) {
	float __b = __a > 11.0f ? 11.0f : __a; /* the result is 0 from 10.1 on */
	__simt_f32x2 __z = __simt_product_f32(-__b, __b);
	__simt_exp_f32 __e = __simt_exp_parts_f32(__z.__hi,
	                                          __fmaf_rn(-2.0f * __b, __lo, __z.__lo));
	float __c = __simt_erfcx_f32(__b);
	return __simt_scale_f32(__fmaf_rn(__c, __e.__m1, __c), __e.__k);
}

/* From 1 on 1 - 2^p(x), p the logarithm of the complement; from 4 on that is 1. */
SIMT_DEVICE_INLINE float erff(float __x) {
	float __a = __builtin_fabsf(__x), __z = __fmul_rn(__x, __x);
	float __p = 0x1.5f78fp-14f;
	__p = __fmaf_rn(__p, __z, -0x1.abec54p-11f);
	__p = __fmaf_rn(__p, __z, 0x1.551658p-8f);
	__p = __fmaf_rn(__p, __z, -0x1.b81a22p-6f);
	__p = __fmaf_rn(__p, __z, 0x1.ce2ebcp-4f);
	__p = __fmaf_rn(__p, __z, -0x1.812746p-2f);
	float __near = __fmaf_rn(__x, 0x1.20dd76p+0f,
	                         __x * __fmaf_rn(__z, __p, -0x1.f7ac92p-25f));
	float __u = (__a > 4.0f ? 4.0f : __a) - 2.4f;
	float __q = 0x1.3967e4p-19f;
	__q = __fmaf_rn(__q, __u, -0x1.6225p-16f);
	__q = __fmaf_rn(__q, __u, 0x1.07ab26p-13f);
	__q = __fmaf_rn(__q, __u, -0x1.6302e2p-11f);
	__q = __fmaf_rn(__q, __u, 0x1.c37036p-9f);
	__q = __fmaf_rn(__q, __u, -0x1.162b44p-6f);
	__q = __fmaf_rn(__q, __u, -0x1.5b5b02p+0f);
	__q = __fmaf_rn(__q, __u, -0x1.dcd3a8p+2f);
	__q = __fmaf_rn(__q, __u, -0x1.5022ap+3f);
	float __far = __simt_copysign_f32(1.0f - __simt_ex2_approx(__q), __x);
	return __a < 1.0f ? (__x == 0.0f ? __x : __near) : __far;
}

SIMT_DEVICE_INLINE float erfcf(float __x) {
	float __r = __simt_erfc_sum_f32(__builtin_fabsf(__x), 0.0f);
	return __x < 0.0f ? 2.0f - __r : __r;
}

SIMT_DEVICE_INLINE float erfcxf(float __x) {
	float __a = __builtin_fabsf(__x), __b = __a > 11.0f ? 11.0f : __a;
	float __r = __simt_erfcx_f32(__a);
	__simt_f32x2 __z = __simt_product_f32(__b, __b);
	float __e = __simt_exp_sum_f32(__z.__hi, __z.__lo);
	return __x < 0.0f ? __fadd_rn(__e, __e) - __r : __r;
}

/* erfc(-x / sqrt(2)) / 2. */
SIMT_DEVICE_INLINE float normcdff(float __x) {
	float __a = __builtin_fabsf(__x);
	__a = __a > 15.0f ? 15.0f : __a;
	__simt_f32x2 __u = __simt_product_f32(__a, 0x1.6a09e6p-1f);
	float __r = 0.5f * __simt_erfc_sum_f32(__u.__hi,
	                                       __fmaf_rn(__a, 0x1.9fcef4p-27f, __u.__lo));
	return __x > 0.0f ? 1.0f - __r : __r;
}

/* |x| of erf(x) = d, given w = -log(1 - d^2): near 0 the quotient x/d is a polynomial in w,
 * farther out x / sqrt(w) is one in sqrt(w). */
SIMT_DEVICE_INLINE float __simt_erfinv_near_f32(float __w) {
	float __u = __w - 1.0f;
	float __p = -0x1.31e238p-27f;
	__p = __fmaf_rn(__p, __u, 0x1.344c12p-23f);
	__p = __fmaf_rn(__p, __u, -0x1.1ea07p-21f);
	__p = __fmaf_rn(__p, __u, -0x1.25e352p-18f);
	__p = __fmaf_rn(__p, __u, 0x1.408fb2p-15f);
	__p = __fmaf_rn(__p, __u, 0x1.a4807ap-14f);
	__p = __fmaf_rn(__p, __u, -0x1.377afep-9f);
	__p = __fmaf_rn(__p, __u, 0x1.169208p-8f);
	__p = __fmaf_rn(__p, __u, 0x1.fb8fcep-3f);
	__p = __fmaf_rn(__p, __u, 0x1.209b9cp+0f);
	return __p;
}

SIMT_DEVICE_INLINE float __simt_erfinv_far_f32(float __w) {
	float __s = __fsqrt_rn(__w), __u = __s - 3.0f;
	float __p = -0x1.9d4d0ap-18f;
	__p = __fmaf_rn(__p, __u, 0x1.068aa2p-17f);
	__p = __fmaf_rn(__p, __u, 0x1.5babp-15f);
	__p = __fmaf_rn(__p, __u, -0x1.6d55b8p-13f);
	__p = __fmaf_rn(__p, __u, 0x1.381896p-12f);
	__p = __fmaf_rn(__p, __u, 0x1.0aaa8p-12f);
	__p = __fmaf_rn(__p, __u, -0x1.13babep-8f);
	__p = __fmaf_rn(__p, __u, 0x1.3eea24p-6f);
	__p = __fmaf_rn(__p, __u, 0x1.e37702p-1f);
	float __r = __fmul_rn(__p, __s);
	if (__s > 4.0f) {
		float __v = __s - 7.0f;
		float __q = 0x1.5bb3c6p-34f;
		__q = __fmaf_rn(__q, __v, -0x1.fa75bep-32f);
		__q = __fmaf_rn(__q, __v, -0x1.4af546p-30f);
		__q = __fmaf_rn(__q, __v, 0x1.6ce06cp-26f);
		__q = __fmaf_rn(__q, __v, -0x1.719904p-23f);
		__q = __fmaf_rn(__q, __v, 0x1.8d9932p-20f);
		__q = __fmaf_rn(__q, __v, -0x1.969b24p-17f);
		__q = __fmaf_rn(__q, __v, 0x1.7db714p-14f);
		__q = __fmaf_rn(__q, __v, -0x1.4a9602p-11f);
		__q = __fmaf_rn(__q, __v, 0x1.ff4fc2p-9f);
		__q = __fmaf_rn(__q, __v, 0x1.f66b74p-1f);
		__r = __fmul_rn(__q, __s);
	}
	return __w == SIMT_INF_F32 ? __w : __r;
}

SIMT_DEVICE_INLINE float erfinvf(float __x) {
	float __a = __builtin_fabsf(__x);
	float __w = -__simt_logf(__fmul_rn(1.0f - __a, 1.0f + __a));
	float __far = __simt_copysign_f32(__simt_erfinv_far_f32(__w), __x);
	return __w < 5.0f   ? __x * __simt_erfinv_near_f32(__w)
	       : __w != __w ? SIMT_NAN_F32
	                    : __far;
}

SIMT_DEVICE_INLINE float erfcinvf(float __y) {
	float __w = -__simt_logf(__fmul_rn(__y, 2.0f - __y)), __d = 1.0f - __y;
	float __far = __simt_copysign_f32(__simt_erfinv_far_f32(__w), __d);
	return __w < 5.0f   ? __d * __simt_erfinv_near_f32(__w)
	       : __w != __w ? SIMT_NAN_F32
	                    : __far;
}

SIMT_DEVICE_INLINE float normcdfinvf(float __p) {
	return __fmaf_rn(-0x1.6a09e6p+0f, erfcinvf(__p + __p), 0.0f);
}
