/* norm_f32.h - roots and norms of float.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0 but for its last bits: a guess from the exponent, then steps of
 * third order. */
SIMT_DEVICE_INLINE float __simt_rcbrt_guess_f32(float a) {
	int third = (int)__umulhi((unsigned)__float_as_int(a), 0x55555556u);
	float y = __int_as_float(0x54a21d2a - third);
#pragma unroll
	for (int i = 0; i < 2; i++) {
		float h = __fmaf_rn(-__fmul_rn(a, y), __fmul_rn(y, y), 1.0f);
		y = __fmaf_rn(__fmul_rn(y, h),
		              __fmaf_rn(h, 0x1.c71c72p-3f, 0x1.555556p-2f), y);
	}
	return y;
}

/* The last bits, by 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE float __simt_rcbrt_normal_f32(float a) {
	float y = __simt_rcbrt_guess_f32(a);
	__simt_f32x2 u = __simt_product_f32(a, y), v = __simt_product_f32(y, y);
	float h = __fmaf_rn(-u.hi, v.hi, 1.0f) - __fmaf_rn(u.hi, v.lo, u.lo * v.hi);
	return __fmaf_rn(__fmul_rn(y, h), 0x1.555556p-2f, y);
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
	float y = __simt_rcbrt_guess_f32(s), y2 = __fmul_rn(y, y);
	float c = __fmul_rn(s, y2);
	__simt_f32x2 d = __simt_product_f32(c, c);
	float rest = __fmaf_rn(-d.lo, c, __fmaf_rn(-d.hi, c, s));
	c = __fmaf_rn(__fmul_rn(rest, 0x1.555556p-2f), y2, c);
	c = tiny ? c * 0x1p-8f : c;
	return a > 0.0f && a < SIMT_INF_F32 ? __simt_copysign_f32(c, x) : x + x;
}

/* The sum of squares, of components scaled by a power of two that brings the greatest near
 * 1. The sum of the inverse functions is a pair. */
struct __simt_norm_f32 {
	float greatest, down, up, sum, lo;
};

/* A greatest component that is NaN is as good as 1: the sum will be NaN. An infinity wins
 * over NaN, as C says of hypot. */
SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_begin_f32(float greatest) {
	int k = __float_as_int(greatest) >> 23;
	k = k < 1 ? 1 : k > 253 ? 253 : k;
	__simt_norm_f32 n;
	n.greatest = greatest;
	n.up = __int_as_float(k << 23);
	n.down = __int_as_float((254 - k) << 23);
	n.sum = n.lo = 0.0f;
	return n;
}

SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_add_f32(__simt_norm_f32 n, float x) {
	x = __fmul_rn(x, n.down);
	n.sum = __fmaf_rn(x, x, n.sum);
	return n;
}

/* The same with what the sum loses. */
SIMT_DEVICE_INLINE __simt_norm_f32 __simt_norm_add_pair_f32(__simt_norm_f32 n, float x) {
	x = __fmul_rn(x, n.down);
	__simt_f32x2 p = __simt_product_f32(x, x), s = __simt_sum_f32(n.sum, p.hi);
	n.sum = s.hi;
	n.lo = n.lo + (s.lo + p.lo);
	return n;
}

SIMT_DEVICE_INLINE float __simt_norm_end_f32(__simt_norm_f32 n) {
	float r = __fmul_rn(__fsqrt_rn(n.sum), n.up);
	return n.greatest == SIMT_INF_F32 ? SIMT_INF_F32 : r;
}

SIMT_DEVICE_INLINE float __simt_rnorm_end_f32(__simt_norm_f32 n) {
	float y = __fdiv_rn(1.0f, __fsqrt_rn(n.sum));
	__simt_f32x2 u = __simt_product_f32(n.sum, y);
	float h = __fmaf_rn(-u.hi, y, 1.0f) - __fmaf_rn(u.lo, y, n.lo * y * y);
	float r = __fmul_rn(__fmaf_rn(y * h, 0.5f, y), n.down);
	return n.greatest == SIMT_INF_F32 ? 0.0f : n.sum == 0.0f ? SIMT_INF_F32 : r;
}

SIMT_DEVICE_INLINE float __simt_max_mag_f32(float a, float b) {
	return __builtin_fmaxf(__builtin_fabsf(a), __builtin_fabsf(b));
}

SIMT_DEVICE_INLINE float hypotf(float x, float y) {
	__simt_norm_f32 n = __simt_norm_begin_f32(__simt_max_mag_f32(x, y));
	n = __simt_norm_add_f32(n, x);
	n = __simt_norm_add_f32(n, y);
	return __simt_norm_end_f32(n);
}

SIMT_DEVICE_INLINE float rhypotf(float x, float y) {
	__simt_norm_f32 n = __simt_norm_begin_f32(__simt_max_mag_f32(x, y));
	n = __simt_norm_add_pair_f32(n, x);
	n = __simt_norm_add_pair_f32(n, y);
	return __simt_rnorm_end_f32(n);
}

SIMT_DEVICE_INLINE float norm3df(float x, float y, float z) {
	__simt_norm_f32 n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(x, y), z));
	n = __simt_norm_add_f32(n, x);
	n = __simt_norm_add_f32(n, y);
	n = __simt_norm_add_f32(n, z);
	return __simt_norm_end_f32(n);
}

SIMT_DEVICE_INLINE float rnorm3df(float x, float y, float z) {
	__simt_norm_f32 n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(x, y), z));
	n = __simt_norm_add_pair_f32(n, x);
	n = __simt_norm_add_pair_f32(n, y);
	n = __simt_norm_add_pair_f32(n, z);
	return __simt_rnorm_end_f32(n);
}

SIMT_DEVICE_INLINE float norm4df(float x, float y, float z, float w) {
	__simt_norm_f32 n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(x, y), __simt_max_mag_f32(z, w)));
	n = __simt_norm_add_f32(n, x);
	n = __simt_norm_add_f32(n, y);
	n = __simt_norm_add_f32(n, z);
	n = __simt_norm_add_f32(n, w);
	return __simt_norm_end_f32(n);
}

SIMT_DEVICE_INLINE float rnorm4df(float x, float y, float z, float w) {
	__simt_norm_f32 n = __simt_norm_begin_f32(
		__simt_max_mag_f32(__simt_max_mag_f32(x, y), __simt_max_mag_f32(z, w)));
	n = __simt_norm_add_pair_f32(n, x);
	n = __simt_norm_add_pair_f32(n, y);
	n = __simt_norm_add_pair_f32(n, z);
	n = __simt_norm_add_pair_f32(n, w);
	return __simt_rnorm_end_f32(n);
}

SIMT_DEVICE_INLINE float __simt_max_mag_of_f32(int n, const float *p) {
	float m = 0.0f;
	for (int i = 0; i < n; i++)
		m = __simt_max_mag_f32(m, p[i]);
	return m;
}

SIMT_DEVICE_INLINE float normf(int n, const float *p) {
	__simt_norm_f32 s = __simt_norm_begin_f32(__simt_max_mag_of_f32(n, p));
	for (int i = 0; i < n; i++)
		s = __simt_norm_add_f32(s, p[i]);
	return __simt_norm_end_f32(s);
}

SIMT_DEVICE_INLINE float rnormf(int n, const float *p) {
	__simt_norm_f32 s = __simt_norm_begin_f32(__simt_max_mag_of_f32(n, p));
	for (int i = 0; i < n; i++)
		s = __simt_norm_add_pair_f32(s, p[i]);
	return __simt_rnorm_end_f32(s);
}
