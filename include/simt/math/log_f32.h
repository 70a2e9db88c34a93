/* log_f32.h - logarithms of float and what is made of them: x = 2^k (1 + f), |f| <= 1/3,
 * log(1 + f) by a polynomial; and the logarithm as a pair, for powers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

struct __simt_log_f32 {
	float f, k;
};

/* The exponent bits to take away from those of x: 1 + f begins at 2/3. */
SIMT_DEVICE_INLINE unsigned __simt_log_exponent_f32(unsigned b) {
	return (b - 0x3f2aaaabu) & 0xff800000u;
}

/* x = 2^k (1 + f) for finite x > 0; subnormals are made normal first. */
SIMT_DEVICE_INLINE __simt_log_f32 __simt_log_split_f32(float x) {
	bool tiny = x < 0x1p-126f;
	unsigned b = __float_as_uint(tiny ? __fmul_rn(x, 0x1p23f) : x);
	unsigned e = __simt_log_exponent_f32(b);
	__simt_log_f32 s;
	s.f = __fsub_rn(__uint_as_float(b - e), 1.0f);
	s.k = __int2float_rn((int)e >> 23) - (tiny ? 23.0f : 0.0f);
	return s;
}

/* log(1 + f) - f for |f| <= 1/3. */
SIMT_DEVICE_INLINE float __simt_log1p_tail_f32(float f) {
	float p = -0x1.fcd742p-4f;
	p = __fmaf_rn(p, f, 0x1.199778p-3f);
	p = __fmaf_rn(p, f, -0x1.f75792p-4f);
	p = __fmaf_rn(p, f, 0x1.1fdbd2p-3f);
	p = __fmaf_rn(p, f, -0x1.557836p-3f);
	p = __fmaf_rn(p, f, 0x1.99bf94p-3f);
	p = __fmaf_rn(p, f, -0x1.ffffb6p-3f);
	p = __fmaf_rn(p, f, 0x1.55552cp-2f);
	p = __fmaf_rn(p, f, -0x1p-1f);
	return __fmul_rn(__fmul_rn(f, f), p);
}

/* The logarithm of what is no finite number above 0. */
SIMT_DEVICE_INLINE float __simt_log_special_f32(float x) {
	return x == 0.0f ? -SIMT_INF_F32 : x < 0.0f ? SIMT_NAN_F32 : x + x;
}

SIMT_DEVICE_INLINE bool __simt_log_is_normal_f32(float x) {
	return x > 0.0f && x < SIMT_INF_F32;
}

SIMT_DEVICE_INLINE float __simt_logf(float x) {
	__simt_log_f32 s = __simt_log_split_f32(x);
	float p = __fadd_rn(s.f, __simt_log1p_tail_f32(s.f));
	float r = __fmaf_rn(s.k, 0x1.62e43p-1f, p);
	return __simt_log_is_normal_f32(x) ? r : __simt_log_special_f32(x);
}

SIMT_DEVICE_INLINE float __simt_log2f(float x) {
	__simt_log_f32 s = __simt_log_split_f32(x);
	__simt_f32x2 l = __simt_fast_sum_f32(s.f, __simt_log1p_tail_f32(s.f));
	__simt_f32x2 p = __simt_product_f32(l.hi, 0x1.715476p+0f);
	p.lo = p.lo + __fmaf_rn(l.hi, 0x1.4ae0cp-26f, l.lo * 0x1.715476p+0f);
	/* From 1, up to 0.585 is taken away: what p has been rounded by would be doubled. */
	__simt_f32x2 sum = __simt_fast_sum_f32(s.k, p.hi);
	float r = __fadd_rn(sum.hi, sum.lo + p.lo);
	return __simt_log_is_normal_f32(x) ? r : __simt_log_special_f32(x);
}

SIMT_DEVICE_INLINE float __simt_log10f(float x) {
	__simt_log_f32 s = __simt_log_split_f32(x);
	__simt_f32x2 l = __simt_fast_sum_f32(s.f, __simt_log1p_tail_f32(s.f));
	float r = __fmaf_rn(l.hi, -0x1.5b235ep-27f, l.lo * 0x1.bcb7b2p-2f);
	r = __fmaf_rn(l.hi, 0x1.bcb7b2p-2f, r);
	r = __fmaf_rn(s.k, 0x1.344136p-2f, __fmaf_rn(s.k, -0x1.ec10cp-27f, r));
	return __simt_log_is_normal_f32(x) ? r : __simt_log_special_f32(x);
}

/* log(1 + x + lo) for finite x > -1 and lo within half a unit of x. */
SIMT_DEVICE_INLINE float __simt_log1p_sum_f32(float x, float lo) {
	__simt_f32x2 u = __simt_sum_f32(1.0f, x);
	unsigned b = __float_as_uint(u.hi), e = __simt_log_exponent_f32(b);
	float f = __fsub_rn(__uint_as_float(b - e), 1.0f);
	/* What 1 + x lost; beyond 2^100 it does not matter. */
	int k = (int)e >> 23, down = k > 100 ? 100 : k;
	__simt_f32x2 s = __simt_fast_sum_f32(f, (u.lo + lo) * __simt_pow2_f32(-down));
	s = f == 0.0f ? __simt_fast_sum_f32((u.lo + lo) * __simt_pow2_f32(-down), 0.0f)
	              : s;
	float p = __fadd_rn(s.hi, __simt_log1p_tail_f32(s.hi) + s.lo);
	return __fmaf_rn(__int2float_rn(k), 0x1.62e43p-1f, p);
}

SIMT_DEVICE_INLINE float log1pf(float x) {
	float r = __simt_log1p_sum_f32(x, 0.0f);
	r = x > -1.0f && x < SIMT_INF_F32 ? r
	    : x == -1.0f                  ? -SIMT_INF_F32
	    : x < -1.0f                   ? SIMT_NAN_F32
	                                  : x + x;
	return x == 0.0f ? x : r;
}

/* log(a + sqrt(a^2 + 1)); 1 is left out where it would cost digits. */
SIMT_DEVICE_INLINE float asinhf(float x) {
	float a = __builtin_fabsf(x);
	bool big = a > 0x1p30f;
	float d = __fdiv_rn(a * a, 1.0f + __fsqrt_rn(__fmaf_rn(a, a, 1.0f)));
	__simt_f32x2 h = __simt_fast_sum_f32(a, d);
	float r = __simt_log1p_sum_f32(big ? a : h.hi, big ? 0.0f : h.lo);
	r = r + (big ? 0x1.62e43p-1f : 0.0f);
	return a > 0.0f && a < SIMT_INF_F32 ? __simt_copysign_f32(r, x) : x + x;
}

SIMT_DEVICE_INLINE float acoshf(float x) {
	bool big = x > 0x1p30f;
	float t = x - 1.0f;
	__simt_f32x2 h = __simt_fast_sum_f32(__fsqrt_rn(__fmaf_rn(t, t, t + t)), t);
	float r = __simt_log1p_sum_f32(big ? x : h.hi, big ? 0.0f : h.lo);
	r = r + (big ? 0x1.62e43p-1f : 0.0f);
	r = x == 1.0f ? 0.0f : r;
	return x >= 1.0f && x < SIMT_INF_F32 ? r : x < 1.0f ? SIMT_NAN_F32 : x + x;
}

SIMT_DEVICE_INLINE float atanhf(float x) {
	float a = __builtin_fabsf(x);
	float r = 0.5f * __simt_log1p_sum_f32(__fdiv_rn(a + a, 1.0f - a), 0.0f);
	r = a == 1.0f ? SIMT_INF_F32 : a > 1.0f ? SIMT_NAN_F32 : r;
	/* Half of a logarithm would round a subnormal twice. */
	return a < 0x1p-14f || a != a ? x : __simt_copysign_f32(r, x);
}

/* log x as a pair for finite x > 0, to 2^-34: 2 atanh(s), s = f / (2 + f). */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_log_pair_f32(float x) {
	__simt_log_f32 v = __simt_log_split_f32(x);
	float den = __fadd_rn(2.0f, v.f), den_lo = __fsub_rn(v.f, __fsub_rn(den, 2.0f));
	float s = __fdiv_rn(v.f, den);
	float s_lo = __fdiv_rn(__fmaf_rn(-s, den_lo, __fmaf_rn(-s, den, v.f)), den);
	__simt_f32x2 z = __simt_product_f32(s, s);
	z.lo = __fmaf_rn(s + s, s_lo, z.lo);
	float q = z.hi;
	float p = 0x1.d81032p-3f;
	p = __fmaf_rn(p, q, 0x1.247a16p-2f);
	p = __fmaf_rn(p, q, 0x1.9999a4p-2f);
	__simt_f32x2 c = __simt_fast_sum_f32(0x1.555556p-1f, __fmul_rn(p, z.hi));
	c.lo = c.lo - 0x1.555556p-26f;
	__simt_f32x2 t = __simt_product_f32(z.hi, s);
	t.lo = t.lo + __fmaf_rn(z.hi, s_lo, z.lo * s);
	__simt_f32x2 u = __simt_product_f32(t.hi, c.hi);
	u.lo = u.lo + __fmaf_rn(t.hi, c.lo, t.lo * c.hi);
	__simt_f32x2 l = __simt_fast_sum_f32(s + s, u.hi);
	l.lo = l.lo + (u.lo + (s_lo + s_lo));
	/* k ln 2: the first part has so few bits that k times it is exact. */
	__simt_f32x2 r = __simt_sum_f32(v.k * 0x1.62e4p-1f, l.hi);
	r.lo = r.lo + __fmaf_rn(v.k, 0x1.7f7d1cp-20f, l.lo);
	return __simt_fast_sum_f32(r.hi, r.lo);
}
