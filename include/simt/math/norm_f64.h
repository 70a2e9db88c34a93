/* norm_f64.h - roots and norms of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/approx.h"
#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0 but for its last bits: a guess from the exponent, then steps of
 * third order. */
SIMT_DEVICE_INLINE double __simt_rcbrt_guess_f64(double a) {
	int third = (int)__umulhi((unsigned)__double2hiint(a), 0x55555556u);
	double y = __hiloint2double(0x553eee50 - third, 0);
#pragma unroll
	for (int i = 0; i < 3; i++) {
		double h = __fma_rn(-__dmul_rn(a, y), __dmul_rn(y, y), 1.0);
		y = __fma_rn(__dmul_rn(y, h),
		             __fma_rn(h, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), y);
	}
	return y;
}

/* The last bits, by 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE double __simt_rcbrt_normal_f64(double a) {
	double y = __simt_rcbrt_guess_f64(a);
	__simt_f64x2 u = __simt_product_f64(a, y), v = __simt_product_f64(y, y);
	double h = __fma_rn(-u.hi, v.hi, 1.0) - __fma_rn(u.hi, v.lo, u.lo * v.hi);
	return __fma_rn(__dmul_rn(y, h), 0x1.5555555555555p-2, y);
}

SIMT_DEVICE_INLINE double rcbrt(double x) {
	double a = __builtin_fabs(x);
	bool tiny = a < 0x1p-1022;
	double y = __simt_rcbrt_normal_f64(tiny ? __dmul_rn(a, 0x1p54) : a);
	y = tiny ? y * 0x1p18 : y;
	y = a == 0.0 ? SIMT_INF_F64 : a == SIMT_INF_F64 ? 0.0 : y;
	return a != a ? x + x : __simt_copysign_f64(y, x);
}

SIMT_DEVICE_INLINE double cbrt(double x) {
	double a = __builtin_fabs(x);
	bool tiny = a < 0x1p-1022;
	double s = tiny ? __dmul_rn(a, 0x1p54) : a;
	double y = __simt_rcbrt_guess_f64(s), y2 = __dmul_rn(y, y);
	double c = __dmul_rn(s, y2);
	__simt_f64x2 d = __simt_product_f64(c, c);
	double rest = __fma_rn(-d.lo, c, __fma_rn(-d.hi, c, s));
	c = __fma_rn(__dmul_rn(rest, 0x1.5555555555555p-2), y2, c);
	c = tiny ? c * 0x1p-18 : c;
	return a > 0.0 && a < SIMT_INF_F64 ? __simt_copysign_f64(c, x) : x + x;
}

SIMT_DEVICE_INLINE double rsqrt(double x) {
	return __simt_rsqrt_approx_f64(x);
}

/* The sum of squares, of components scaled by a power of two that brings the greatest near
 * 1. The sum of the inverse functions is a pair. */
struct __simt_norm_f64 {
	double greatest, down, up, sum, lo;
};

/* A greatest component that is NaN is as good as 1: the sum will be NaN. An infinity wins
 * over NaN, as C says of hypot. */
SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_begin_f64(double greatest) {
	int k = __double2hiint(greatest) >> 20;
	k = k < 1 ? 1 : k > 2045 ? 2045 : k;
	__simt_norm_f64 n;
	n.greatest = greatest;
	n.up = __hiloint2double(k << 20, 0);
	n.down = __hiloint2double((2046 - k) << 20, 0);
	n.sum = n.lo = 0.0;
	return n;
}

SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_add_f64(__simt_norm_f64 n, double x) {
	x = __dmul_rn(x, n.down);
	n.sum = __fma_rn(x, x, n.sum);
	return n;
}

/* The same with what the sum loses. */
SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_add_pair_f64(__simt_norm_f64 n, double x) {
	x = __dmul_rn(x, n.down);
	__simt_f64x2 p = __simt_product_f64(x, x), s = __simt_sum_f64(n.sum, p.hi);
	n.sum = s.hi;
	n.lo = n.lo + (s.lo + p.lo);
	return n;
}

SIMT_DEVICE_INLINE double __simt_norm_end_f64(__simt_norm_f64 n) {
	double r = __dmul_rn(__dsqrt_rn(n.sum), n.up);
	return n.greatest == SIMT_INF_F64 ? SIMT_INF_F64 : r;
}

SIMT_DEVICE_INLINE double __simt_rnorm_end_f64(__simt_norm_f64 n) {
	double y = __ddiv_rn(1.0, __dsqrt_rn(n.sum));
	__simt_f64x2 u = __simt_product_f64(n.sum, y);
	double h = __fma_rn(-u.hi, y, 1.0) - __fma_rn(u.lo, y, n.lo * y * y);
	double r = __dmul_rn(__fma_rn(y * h, 0.5, y), n.down);
	return n.greatest == SIMT_INF_F64 ? 0.0 : n.sum == 0.0 ? SIMT_INF_F64 : r;
}

SIMT_DEVICE_INLINE double __simt_max_mag_f64(double a, double b) {
	return __builtin_fmax(__builtin_fabs(a), __builtin_fabs(b));
}

SIMT_DEVICE_INLINE double hypot(double x, double y) {
	__simt_norm_f64 n = __simt_norm_begin_f64(__simt_max_mag_f64(x, y));
	n = __simt_norm_add_f64(n, x);
	n = __simt_norm_add_f64(n, y);
	return __simt_norm_end_f64(n);
}

SIMT_DEVICE_INLINE double rhypot(double x, double y) {
	__simt_norm_f64 n = __simt_norm_begin_f64(__simt_max_mag_f64(x, y));
	n = __simt_norm_add_pair_f64(n, x);
	n = __simt_norm_add_pair_f64(n, y);
	return __simt_rnorm_end_f64(n);
}

SIMT_DEVICE_INLINE double norm3d(double x, double y, double z) {
	__simt_norm_f64 n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(x, y), z));
	n = __simt_norm_add_f64(n, x);
	n = __simt_norm_add_f64(n, y);
	n = __simt_norm_add_f64(n, z);
	return __simt_norm_end_f64(n);
}

SIMT_DEVICE_INLINE double rnorm3d(double x, double y, double z) {
	__simt_norm_f64 n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(x, y), z));
	n = __simt_norm_add_pair_f64(n, x);
	n = __simt_norm_add_pair_f64(n, y);
	n = __simt_norm_add_pair_f64(n, z);
	return __simt_rnorm_end_f64(n);
}

SIMT_DEVICE_INLINE double norm4d(double x, double y, double z, double w) {
	__simt_norm_f64 n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(x, y), __simt_max_mag_f64(z, w)));
	n = __simt_norm_add_f64(n, x);
	n = __simt_norm_add_f64(n, y);
	n = __simt_norm_add_f64(n, z);
	n = __simt_norm_add_f64(n, w);
	return __simt_norm_end_f64(n);
}

SIMT_DEVICE_INLINE double rnorm4d(double x, double y, double z, double w) {
	__simt_norm_f64 n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(x, y), __simt_max_mag_f64(z, w)));
	n = __simt_norm_add_pair_f64(n, x);
	n = __simt_norm_add_pair_f64(n, y);
	n = __simt_norm_add_pair_f64(n, z);
	n = __simt_norm_add_pair_f64(n, w);
	return __simt_rnorm_end_f64(n);
}

SIMT_DEVICE_INLINE double __simt_max_mag_of_f64(int n, const double *p) {
	double m = 0.0;
	for (int i = 0; i < n; i++)
		m = __simt_max_mag_f64(m, p[i]);
	return m;
}

SIMT_DEVICE_INLINE double norm(int n, const double *p) {
	__simt_norm_f64 s = __simt_norm_begin_f64(__simt_max_mag_of_f64(n, p));
	for (int i = 0; i < n; i++)
		s = __simt_norm_add_f64(s, p[i]);
	return __simt_norm_end_f64(s);
}

SIMT_DEVICE_INLINE double rnorm(int n, const double *p) {
	__simt_norm_f64 s = __simt_norm_begin_f64(__simt_max_mag_of_f64(n, p));
	for (int i = 0; i < n; i++)
		s = __simt_norm_add_pair_f64(s, p[i]);
	return __simt_rnorm_end_f64(s);
}
