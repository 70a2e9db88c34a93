/* gamma_f32.h - the gamma function of float and its logarithm: polynomials near 1 and 2,
 * recurrence up to there, Stirling's series from 8 (lgamma) or 10 (tgamma), reflection.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"
#include "simt/math/trig_f32.h"

/* x (log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) / x, the sum of Stirling's series. */
SIMT_DEVICE_INLINE float __simt_stirling_f32(float x) {
	float v = __fdiv_rn(1.0f, x), z = v * v;
	float p = 0x1.98f67cp-11f;
	p = __fmaf_rn(p, z, -0x1.6c1418p-9f);
	p = __fmaf_rn(p, z, 0x1.555556p-4f);
	return p * v;
}

/* log gamma(1 + t), |t| <= 1/2. */
SIMT_DEVICE_INLINE float __simt_lgamma_near1_f32(float t) {
	float p = -0x1.569b72p-3f;
	p = __fmaf_rn(p, t, 0x1.701bfep-3f);
	p = __fmaf_rn(p, t, -0x1.dda92p-5f);
	p = __fmaf_rn(p, t, 0x1.0b80b6p-4f);
	p = __fmaf_rn(p, t, -0x1.dd80acp-4f);
	p = __fmaf_rn(p, t, 0x1.0c7becp-3f);
	p = __fmaf_rn(p, t, -0x1.26339ap-3f);
	p = __fmaf_rn(p, t, 0x1.5a633p-3f);
	p = __fmaf_rn(p, t, -0x1.a8c062p-3f);
	p = __fmaf_rn(p, t, 0x1.1516aap-2f);
	p = __fmaf_rn(p, t, -0x1.9a4d4ep-2f);
	p = __fmaf_rn(p, t, 0x1.a51a62p-1f);
	p = __fmaf_rn(p, t, -0x1.2788dp-1f);
	return __fmaf_rn(t, p, 0.0f); /* not -0 at 1 */
}

/* log gamma(2 + t), -1/2 <= t <= 1. */
SIMT_DEVICE_INLINE float __simt_lgamma_near2_f32(float t) {
	float p = 0x1.6d8a6ap-15f;
	p = __fmaf_rn(p, t, -0x1.b355aep-13f);
	p = __fmaf_rn(p, t, 0x1.18f24ap-11f);
	p = __fmaf_rn(p, t, -0x1.3d3834p-10f);
	p = __fmaf_rn(p, t, 0x1.7a852ep-9f);
	p = __fmaf_rn(p, t, -0x1.e3caaap-8f);
	p = __fmaf_rn(p, t, 0x1.5131f2p-6f);
	p = __fmaf_rn(p, t, -0x1.13e03ap-4f);
	p = __fmaf_rn(p, t, 0x1.4a34ccp-2f);
	p = __fmaf_rn(p, t, 0x1.b0ee6p-2f);
	return __fmaf_rn(t, p, 0.0f); /* not -0 at 1 */
}

/* log gamma(a), a >= 1/2. */
SIMT_DEVICE_INLINE float __simt_lgamma_positive_f32(float a) {
	float big = __fmaf_rn(a - 0.5f, __simt_logf(a) - 1.0f,
	                      0x1.acfe3ap-2f + __simt_stirling_f32(a));
	float p = 1.0f, t = a;
	for (int i = 0; i < 5; i++) {
		t = t >= 3.0f ? t - 1.0f : t;
		p = t < a - (float)i ? p * t : p;
	}
	float small = a < 1.5f ? __simt_lgamma_near1_f32(a - 1.0f)
	                       : __simt_lgamma_near2_f32(t - 2.0f) + __simt_logf(p);
	return a < 8.0f ? small : big;
}

SIMT_DEVICE_FUNC float lgammaf(float x) {
	float a = __builtin_fabsf(x);
	float r;
	if (a < 0.5f) {
		r = __simt_lgamma_near1_f32(x) - __simt_logf(a);
	} else {
		r = __simt_lgamma_positive_f32(a);
		if (x < 0.0f) {
			float s = __builtin_fabsf(
				sinpif(a - 2.0f * __builtin_rintf(0.5f * a)));
			r = __simt_logf(__fdiv_rn(0x1.921fb6p+1f, a * s)) - r;
			r = __builtin_truncf(x) == x ? SIMT_INF_F32 : r;
		}
	}
	return x != x ? x + x : a == SIMT_INF_F32 ? a : r;
}

/* gamma(x) for -10 <= x <= 10, x = n + t: the factors between 1 + t and x, their product
 * as a pair, and 1 / gamma(1 + t). */
SIMT_DEVICE_INLINE float __simt_tgamma_small_f32(float x) {
	float n = __builtin_rintf(x), t = __fsub_rn(x, n);
	float first = n < 1.0f ? n : 1.0f, count = n < 1.0f ? 1.0f - n : n - 1.0f;
	__simt_f32x2 p = {1.0f, 0.0f};
	for (float i = 0.0f; i < count; i += 1.0f) {
		float j = first + i, f = __fadd_rn(j, t);
		/* What j + t lost: |j| >= |t|, or j is 0 and nothing is. */
		float f_lo = __fsub_rn(t, __fsub_rn(f, j));
		__simt_f32x2 m = __simt_product_f32(p.hi, f);
		m.lo = m.lo + __fmaf_rn(p.hi, f_lo, p.lo * f);
		p = __simt_fast_sum_f32(m.hi, m.lo);
	}
	float q = -0x1.daa20cp-13f;
	q = __fmaf_rn(q, t, -0x1.1ea1dep-10f);
	q = __fmaf_rn(q, t, 0x1.d93c5ep-8f);
	q = __fmaf_rn(q, t, -0x1.3bbbaap-7f);
	q = __fmaf_rn(q, t, -0x1.59af5cp-5f);
	q = __fmaf_rn(q, t, 0x1.5512bp-3f);
	q = __fmaf_rn(q, t, -0x1.5815e8p-5f);
	q = __fmaf_rn(q, t, -0x1.4fcf4p-1f);
	q = __fmaf_rn(q, t, 0x1.2788dp-1f);
	float inv = __fmaf_rn(t, q, 1.0f);
	float up = __fdiv_rn(p.hi + p.lo, inv);
	return n < 1.0f ? __fdiv_rn(1.0f, __fmul_rn(p.hi, inv)) : up;
}

/* log gamma(a) as a pair, 10 <= a <= 50. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_lgamma_pair_f32(float a) {
	__simt_f32x2 l = __simt_log_pair_f32(a);
	float y = a - 0.5f;
	__simt_f32x2 e = __simt_product_f32(y, l.hi);
	e.lo = __fmaf_rn(y, l.lo, e.lo);
	__simt_f32x2 s = __simt_sum_f32(e.hi, -a);
	e.lo = e.lo + s.lo;
	s = __simt_sum_f32(s.hi, 0x1.d67f1cp-1f);
	s.lo = s.lo + (e.lo + (0x1.0c97d6p-26f + __simt_stirling_f32(a)));
	return __simt_fast_sum_f32(s.hi, s.lo);
}

SIMT_DEVICE_INLINE float __simt_tgamma_big_f32(float x) {
	float a = __builtin_fabsf(x);
	a = a > 50.0f ? 50.0f : a;
	__simt_f32x2 l = __simt_lgamma_pair_f32(a);
	float c = 1.0f;
	if (x < 0.0f) {
		float s = sinpif(a - 2.0f * __builtin_rintf(0.5f * a));
		c = __fdiv_rn(-0x1.921fb6p+1f, a * s);
		l.hi = -l.hi, l.lo = -l.lo;
	}
	__simt_exp_f32 e = __simt_exp_parts_f32(l.hi, l.lo);
	return __simt_scale_f32(__fmaf_rn(c, e.m1, c), e.k);
}

SIMT_DEVICE_FUNC float tgammaf(float x) {
	float a = __builtin_fabsf(x);
	float r = a < 10.0f ? __simt_tgamma_small_f32(x) : __simt_tgamma_big_f32(x);
	bool pole = x < 0.0f && __builtin_truncf(x) == x;
	float none = __simt_is_odd_f32(__builtin_floorf(x)) ? -0.0f : 0.0f;
	r = x < -50.0f ? none : r;
	r = x == 0.0f ? __simt_copysign_f32(SIMT_INF_F32, x) : pole ? SIMT_NAN_F32 : r;
	return x != x ? x + x : x == SIMT_INF_F32 ? x : r;
}
