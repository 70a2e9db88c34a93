/* norm_f32.h - roots and norms of float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0: a guess from the exponent, then steps of third order, the
 * last of them with 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE float __simt_rcbrt_normal_f32(float a) {
	int third = (int)__umulhi((unsigned)__float_as_int(a), 0x55555556u);
	float y = __int_as_float(0x54a21d2a - third);
#pragma unroll
	for (int i = 0; i < 2; i++) {
		__simt_f32x2 u = __simt_product_f32(a, y), v = __simt_product_f32(y, y);
		float h = __fmaf_rn(-u.hi, v.hi, 1.0f) - __fmaf_rn(u.hi, v.lo, u.lo * v.hi);
		y = __fmaf_rn(__fmul_rn(y, h), __fmaf_rn(h, 0x1.c71c72p-3f, 0x1.555556p-2f), y);
	}
	return y;
}

SIMT_DEVICE_INLINE float rcbrtf(float x) {
	float a = __builtin_fabsf(x);
	bool tiny = a < 0x1p-126f;
	float y = __simt_rcbrt_normal_f32(tiny ? __fmul_rn(a, 0x1p24f) : a);
	y = tiny ? y * 256.0f : y;
	y = a == 0.0f ? SIMT_INF_F32 : a == SIMT_INF_F32 ? 0.0f : y;
	return a != a ? x + x : __simt_copysign_f32(y, x);
}

SIMT_DEVICE_INLINE float cbrtf(float x) {
	float a = __builtin_fabsf(x);
	bool tiny = a < 0x1p-126f;
	float s = tiny ? __fmul_rn(a, 0x1p24f) : a;
	float y = __simt_rcbrt_normal_f32(s), y2 = __fmul_rn(y, y);
	float c = __fmul_rn(s, y2);
	__simt_f32x2 d = __simt_product_f32(c, c);
	float rest = __fmaf_rn(-d.lo, c, __fmaf_rn(-d.hi, c, s));
	c = __fmaf_rn(__fmul_rn(rest, 0x1.555556p-2f), y2, c);
	c = tiny ? c * 0x1p-8f : c;
	return a > 0.0f && a < SIMT_INF_F32 ? __simt_copysign_f32(c, x) : x + x;
}

/* A power of two that brings the greatest component near 1, its inverse, and the sum of
 * squares scaled by it. */
struct __simt_norm_f32 {
	float down, up;
	__simt_f32x2 sum;
};

SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_begin_f32(float greatest) {
	int k = __float_as_int(greatest) >> 23;
	k = k < 1 ? 1 : k > 253 ? 253 : k;
	__simt_norm_f32 n;
	n.up = __int_as_float(k << 23);
	n.down = __int_as_float((254 - k) << 23);
	n.sum.hi = n.sum.lo = 0.0f;
	return n;
}

SIMT_DEVICE_INLINE void __simt_norm_add_f32(__simt_norm_f32 *n, float x) {
	x = __fmul_rn(x, n->down);
	__simt_f32x2 p = __simt_product_f32(x, x), s = __simt_sum_f32(n->sum.hi, p.hi);
	n->sum.hi = s.hi;
	n->sum.lo = n->sum.lo + (s.lo + p.lo);
}

SIMT_DEVICE_INLINE float __simt_norm_end_f32(__simt_norm_f32 n, float greatest) {
	float s = __fsqrt_rn(n.sum.hi);
	float rest = __fmaf_rn(-s, s, n.sum.hi) + n.sum.lo;
	float r = __fmaf_rn(__fdiv_rn(rest, s), 0.5f, s);
	r = greatest == 0.0f ? 0.0f : __fmul_rn(r, n.up);
	return greatest == SIMT_INF_F32 ? SIMT_INF_F32 : r;
}

SIMT_DEVICE_INLINE float __simt_rnorm_end_f32(__simt_norm_f32 n, float greatest) {
	float y = __fdiv_rn(1.0f, __fsqrt_rn(n.sum.hi));
	__simt_f32x2 u = __simt_product_f32(n.sum.hi, y);
	float h = __fmaf_rn(-u.hi, y, 1.0f) - __fmaf_rn(u.lo, y, n.sum.lo * y * y);
	float r = __fmul_rn(__fmaf_rn(y * h, 0.5f, y), n.down);
	return greatest == 0.0f ? SIMT_INF_F32 : greatest == SIMT_INF_F32 ? 0.0f : r;
}

SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm2_f32(float a, float b, float m) {
	__simt_norm_f32 n = __simt_norm_begin_f32(m);
	__simt_norm_add_f32(&n, a);
	__simt_norm_add_f32(&n, b);
	return n;
}

/* The greatest magnitude. An infinity wins over a NaN, as C says of hypot; the NaN is in
 * the sum. */
SIMT_DEVICE_INLINE float __simt_max_mag_f32(float a, float b) {
	return __builtin_fmaxf(__builtin_fabsf(a), __builtin_fabsf(b));
}

SIMT_DEVICE_INLINE float hypotf(float x, float y) {
	float m = __simt_max_mag_f32(x, y);
	m = m != m ? 0x1p0f : m;
	float r = __simt_norm_end_f32(__simt_norm2_f32(x, y, m), m);
	return (x != x || y != y) && m < SIMT_INF_F32 ? SIMT_NAN_F32 : r;
}

SIMT_DEVICE_INLINE float rhypotf(float x, float y) {
	float m = __simt_max_mag_f32(x, y);
	m = m != m ? 0x1p0f : m;
	float r = __simt_rnorm_end_f32(__simt_norm2_f32(x, y, m), m);
	return (x != x || y != y) && m < SIMT_INF_F32 ? SIMT_NAN_F32 : r;
}

/* The sum of squares of n values; *m becomes the greatest magnitude, NaN if there is a NaN
 * and no infinity. */
SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_of_f32(int n, const float *p, float *m) {
	bool nan = false;
	float most = 0.0f;
	for (int i = 0; i < n; i++) {
		most = __builtin_fmaxf(most, __builtin_fabsf(p[i]));
		nan = nan || p[i] != p[i];
	}
	__simt_norm_f32 s = __simt_norm_begin_f32(most);
	for (int i = 0; i < n; i++)
		__simt_norm_add_f32(&s, p[i]);
	*m = nan && most < SIMT_INF_F32 ? SIMT_NAN_F32 : most;
	return s;
}

SIMT_DEVICE_INLINE float normf(int n, const float *p) {
	float m;
	__simt_norm_f32 s = __simt_norm_of_f32(n, p, &m);
	return m != m ? m : __simt_norm_end_f32(s, m);
}

SIMT_DEVICE_INLINE float rnormf(int n, const float *p) {
	float m;
	__simt_norm_f32 s = __simt_norm_of_f32(n, p, &m);
	return m != m ? m : __simt_rnorm_end_f32(s, m);
}

SIMT_DEVICE_INLINE float norm3df(float a, float b, float c) {
	float v[3] = {a, b, c};
	return normf(3, v);
}

SIMT_DEVICE_INLINE float rnorm3df(float a, float b, float c) {
	float v[3] = {a, b, c};
	return rnormf(3, v);
}

SIMT_DEVICE_INLINE float norm4df(float a, float b, float c, float d) {
	float v[4] = {a, b, c, d};
	return normf(4, v);
}

SIMT_DEVICE_INLINE float rnorm4df(float a, float b, float c, float d) {
	float v[4] = {a, b, c, d};
	return rnormf(4, v);
}
