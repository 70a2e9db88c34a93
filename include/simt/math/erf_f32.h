/* erf_f32.h - error functions and normal distribution of float. The complement is
 * e^(-x^2) erfcx(x); erfcx(x) (1 + 2x) is a polynomial in (x - 2) / (x + 2).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"

/* e^(a^2) erfc(a) for a >= 0. */
SIMT_DEVICE_INLINE float __simt_erfcx_f32(float a) {
	if (a < 0.5f) {
		float p = 0x1.1f1368p-6f;
		p = __fmaf_rn(p, a, -0x1.1c90f6p-4f);
		p = __fmaf_rn(p, a, 0x1.48366cp-3f);
		p = __fmaf_rn(p, a, -0x1.32a86cp-2f);
		p = __fmaf_rn(p, a, 0x1.ffd1a4p-2f);
		p = __fmaf_rn(p, a, -0x1.8125dap-1f);
		p = __fmaf_rn(p, a, 0x1.fffff8p-1f);
		p = __fmaf_rn(p, a, -0x1.20dd74p+0f);
		return __fmaf_rn(a, p, 1.0f);
	}
	float t = __fdiv_rn(a - 2.0f, a + 2.0f);
	float p = 0x1.1d8722p-14f;
	p = __fmaf_rn(p, t, 0x1.514e8p-13f);
	p = __fmaf_rn(p, t, -0x1.84f256p-12f);
	p = __fmaf_rn(p, t, -0x1.6de6e4p-10f);
	p = __fmaf_rn(p, t, 0x1.4291acp-10f);
	p = __fmaf_rn(p, t, 0x1.1cbabcp-7f);
	p = __fmaf_rn(p, t, -0x1.06f464p-7f);
	p = __fmaf_rn(p, t, -0x1.bc1accp-5f);
	p = __fmaf_rn(p, t, 0x1.4ff9b6p-3f);
	p = __fmaf_rn(p, t, -0x1.54081cp-3f);
	p = __fmaf_rn(p, t, -0x1.7bf5eap-4f);
	p = __fmaf_rn(p, t, 0x1.46e80ep+0f);
	float r = __fdiv_rn(0.5f * p, a + 0.5f);
	return a == SIMT_INF_F32 ? 0.0f : r;
}

/* erfc(a + lo) for a >= 0. */
SIMT_DEVICE_INLINE float __simt_erfc_sum_f32(float a, float lo) {
	float b = a > 11.0f ? 11.0f : a; /* the result is 0 from 10.1 on */
	__simt_f32x2 z = __simt_product_f32(-b, b);
	float e = __simt_exp_sum_f32(z.hi, __fmaf_rn(-2.0f * b, lo, z.lo));
	return __fmul_rn(e, __simt_erfcx_f32(b));
}

/* From 1 on 1 - 2^p(x), p the logarithm of the complement; from 4 on that is 1. */
SIMT_DEVICE_INLINE float erff(float x) {
	float a = __builtin_fabsf(x), z = __fmul_rn(x, x);
	float p = 0x1.5f78fp-14f;
	p = __fmaf_rn(p, z, -0x1.abec54p-11f);
	p = __fmaf_rn(p, z, 0x1.551658p-8f);
	p = __fmaf_rn(p, z, -0x1.b81a22p-6f);
	p = __fmaf_rn(p, z, 0x1.ce2ebcp-4f);
	p = __fmaf_rn(p, z, -0x1.812746p-2f);
	float near = __fmaf_rn(x, 0x1.20dd76p+0f, x * __fmaf_rn(z, p, -0x1.f7ac92p-25f));
	float u = (a > 4.0f ? 4.0f : a) - 2.4f;
	float q = 0x1.3967e4p-19f;
	q = __fmaf_rn(q, u, -0x1.6225p-16f);
	q = __fmaf_rn(q, u, 0x1.07ab26p-13f);
	q = __fmaf_rn(q, u, -0x1.6302e2p-11f);
	q = __fmaf_rn(q, u, 0x1.c37036p-9f);
	q = __fmaf_rn(q, u, -0x1.162b44p-6f);
	q = __fmaf_rn(q, u, -0x1.5b5b02p+0f);
	q = __fmaf_rn(q, u, -0x1.dcd3a8p+2f);
	q = __fmaf_rn(q, u, -0x1.5022ap+3f);
	float far = __simt_copysign_f32(1.0f - __simt_ex2_approx(q), x);
	return a < 1.0f ? (x == 0.0f ? x : near) : far;
}

SIMT_DEVICE_INLINE float erfcf(float x) {
	float r = __simt_erfc_sum_f32(__builtin_fabsf(x), 0.0f);
	return x < 0.0f ? 2.0f - r : r;
}

SIMT_DEVICE_INLINE float erfcxf(float x) {
	float a = __builtin_fabsf(x), b = a > 11.0f ? 11.0f : a;
	float r = __simt_erfcx_f32(a);
	__simt_f32x2 z = __simt_product_f32(b, b);
	float e = __simt_exp_sum_f32(z.hi, z.lo);
	return x < 0.0f ? __fadd_rn(e, e) - r : r;
}

/* erfc(-x / sqrt(2)) / 2. */
SIMT_DEVICE_INLINE float normcdff(float x) {
	float a = __builtin_fabsf(x);
	a = a > 15.0f ? 15.0f : a;
	__simt_f32x2 u = __simt_product_f32(a, 0x1.6a09e6p-1f);
	float r = 0.5f * __simt_erfc_sum_f32(u.hi, __fmaf_rn(a, 0x1.9fcef4p-27f, u.lo));
	return x > 0.0f ? 1.0f - r : r;
}

/* |x| of erf(x) = d, given w = -log(1 - d^2): near 0 the quotient x/d is a polynomial in w,
 * farther out x / sqrt(w) is one in sqrt(w). */
SIMT_DEVICE_INLINE float __simt_erfinv_near_f32(float w) {
	float u = w - 1.0f;
	float p = -0x1.31e238p-27f;
	p = __fmaf_rn(p, u, 0x1.344c12p-23f);
	p = __fmaf_rn(p, u, -0x1.1ea07p-21f);
	p = __fmaf_rn(p, u, -0x1.25e352p-18f);
	p = __fmaf_rn(p, u, 0x1.408fb2p-15f);
	p = __fmaf_rn(p, u, 0x1.a4807ap-14f);
	p = __fmaf_rn(p, u, -0x1.377afep-9f);
	p = __fmaf_rn(p, u, 0x1.169208p-8f);
	p = __fmaf_rn(p, u, 0x1.fb8fcep-3f);
	p = __fmaf_rn(p, u, 0x1.209b9cp+0f);
	return p;
}

SIMT_DEVICE_INLINE float __simt_erfinv_far_f32(float w) {
	float s = __fsqrt_rn(w), u = s - 3.0f;
	float p = -0x1.9d4d0ap-18f;
	p = __fmaf_rn(p, u, 0x1.068aa2p-17f);
	p = __fmaf_rn(p, u, 0x1.5babp-15f);
	p = __fmaf_rn(p, u, -0x1.6d55b8p-13f);
	p = __fmaf_rn(p, u, 0x1.381896p-12f);
	p = __fmaf_rn(p, u, 0x1.0aaa8p-12f);
	p = __fmaf_rn(p, u, -0x1.13babep-8f);
	p = __fmaf_rn(p, u, 0x1.3eea24p-6f);
	p = __fmaf_rn(p, u, 0x1.e37702p-1f);
	float r = __fmul_rn(p, s);
	if (s > 4.0f) {
		float v = s - 7.0f;
		float q = 0x1.5bb3c6p-34f;
		q = __fmaf_rn(q, v, -0x1.fa75bep-32f);
		q = __fmaf_rn(q, v, -0x1.4af546p-30f);
		q = __fmaf_rn(q, v, 0x1.6ce06cp-26f);
		q = __fmaf_rn(q, v, -0x1.719904p-23f);
		q = __fmaf_rn(q, v, 0x1.8d9932p-20f);
		q = __fmaf_rn(q, v, -0x1.969b24p-17f);
		q = __fmaf_rn(q, v, 0x1.7db714p-14f);
		q = __fmaf_rn(q, v, -0x1.4a9602p-11f);
		q = __fmaf_rn(q, v, 0x1.ff4fc2p-9f);
		q = __fmaf_rn(q, v, 0x1.f66b74p-1f);
		r = __fmul_rn(q, s);
	}
	return w == SIMT_INF_F32 ? w : r;
}

SIMT_DEVICE_INLINE float erfinvf(float x) {
	float a = __builtin_fabsf(x);
	float w = -__simt_logf(__fmul_rn(1.0f - a, 1.0f + a));
	float far = __simt_copysign_f32(__simt_erfinv_far_f32(w), x);
	return w < 5.0f ? x * __simt_erfinv_near_f32(w) : w != w ? SIMT_NAN_F32 : far;
}

SIMT_DEVICE_INLINE float erfcinvf(float y) {
	float w = -__simt_logf(__fmul_rn(y, 2.0f - y)), d = 1.0f - y;
	float far = __simt_copysign_f32(__simt_erfinv_far_f32(w), d);
	return w < 5.0f ? d * __simt_erfinv_near_f32(w) : w != w ? SIMT_NAN_F32 : far;
}

SIMT_DEVICE_INLINE float normcdfinvf(float p) {
	return __fmaf_rn(-0x1.6a09e6p+0f, erfcinvf(p + p), 0.0f);
}
