/* norm_f64.h - roots and norms of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0: a guess from the exponent, then steps of third order, the
 * last of them with 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE double __simt_rcbrt_normal_f64(double a) {
	int third = (int)__umulhi((unsigned)__double2hiint(a), 0x55555556u);
	double y = __hiloint2double(0x553eee50 - third, 0);
#pragma unroll
	for (int i = 0; i < 3; i++) {
		__simt_f64x2 u = __simt_product_f64(a, y), v = __simt_product_f64(y, y);
		double h = __fma_rn(-u.hi, v.hi, 1.0) - __fma_rn(u.hi, v.lo, u.lo * v.hi);
		y = __fma_rn(__dmul_rn(y, h), __fma_rn(h, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), y);
	}
	return y;
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
	double y = __simt_rcbrt_normal_f64(s), y2 = __dmul_rn(y, y);
	double c = __dmul_rn(s, y2);
	__simt_f64x2 d = __simt_product_f64(c, c);
	double rest = __fma_rn(-d.lo, c, __fma_rn(-d.hi, c, s));
	c = __fma_rn(__dmul_rn(rest, 0x1.5555555555555p-2), y2, c);
	c = tiny ? c * 0x1p-18 : c;
	return a > 0.0 && a < SIMT_INF_F64 ? __simt_copysign_f64(c, x) : x + x;
}

/* 1 / sqrt(x): what the square root and the division lose is put right. */
SIMT_DEVICE_INLINE double rsqrt(double x) {
	double y = __drcp_rn(__dsqrt_rn(x));
	__simt_f64x2 u = __simt_product_f64(x, y);
	double h = __fma_rn(-u.lo, y, __fma_rn(-u.hi, y, 1.0));
	double r = __fma_rn(y * h, 0.5, y);
	return x > 0.0 && x < SIMT_INF_F64 ? r : y;
}

/* A power of two that brings the greatest component near 1, its inverse, and the sum of
 * squares scaled by it. */
struct __simt_norm_f64 {
	double down, up;
	__simt_f64x2 sum;
};

SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_begin_f64(double greatest) {
	int k = __double2hiint(greatest) >> 20;
	k = k < 1 ? 1 : k > 2045 ? 2045 : k;
	__simt_norm_f64 n;
	n.up = __hiloint2double(k << 20, 0);
	n.down = __hiloint2double((2046 - k) << 20, 0);
	n.sum.hi = n.sum.lo = 0.0;
	return n;
}

SIMT_DEVICE_INLINE void __simt_norm_add_f64(__simt_norm_f64 *n, double x) {
	x = __dmul_rn(x, n->down);
	__simt_f64x2 p = __simt_product_f64(x, x), s = __simt_sum_f64(n->sum.hi, p.hi);
	n->sum.hi = s.hi;
	n->sum.lo = n->sum.lo + (s.lo + p.lo);
}

SIMT_DEVICE_INLINE double __simt_norm_end_f64(__simt_norm_f64 n, double greatest) {
	double s = __dsqrt_rn(n.sum.hi);
	double rest = __fma_rn(-s, s, n.sum.hi) + n.sum.lo;
	double r = __fma_rn(__ddiv_rn(rest, s), 0.5, s);
	r = greatest == 0.0 ? 0.0 : __dmul_rn(r, n.up);
	return greatest == SIMT_INF_F64 ? SIMT_INF_F64 : r;
}

SIMT_DEVICE_INLINE double __simt_rnorm_end_f64(__simt_norm_f64 n, double greatest) {
	double y = __ddiv_rn(1.0, __dsqrt_rn(n.sum.hi));
	__simt_f64x2 u = __simt_product_f64(n.sum.hi, y);
	double h = __fma_rn(-u.hi, y, 1.0) - __fma_rn(u.lo, y, n.sum.lo * y * y);
	double r = __dmul_rn(__fma_rn(y * h, 0.5, y), n.down);
	return greatest == 0.0 ? SIMT_INF_F64 : greatest == SIMT_INF_F64 ? 0.0 : r;
}

SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm2_f64(double a, double b, double m) {
	__simt_norm_f64 n = __simt_norm_begin_f64(m);
	__simt_norm_add_f64(&n, a);
	__simt_norm_add_f64(&n, b);
	return n;
}

/* The greatest magnitude. An infinity wins over a NaN, as C says of hypot; the NaN is in
 * the sum. */
SIMT_DEVICE_INLINE double __simt_max_mag_f64(double a, double b) {
	return __builtin_fmax(__builtin_fabs(a), __builtin_fabs(b));
}

SIMT_DEVICE_INLINE double hypot(double x, double y) {
	double m = __simt_max_mag_f64(x, y);
	m = m != m ? 0x1p0 : m;
	double r = __simt_norm_end_f64(__simt_norm2_f64(x, y, m), m);
	return (x != x || y != y) && m < SIMT_INF_F64 ? SIMT_NAN_F64 : r;
}

SIMT_DEVICE_INLINE double rhypot(double x, double y) {
	double m = __simt_max_mag_f64(x, y);
	m = m != m ? 0x1p0 : m;
	double r = __simt_rnorm_end_f64(__simt_norm2_f64(x, y, m), m);
	return (x != x || y != y) && m < SIMT_INF_F64 ? SIMT_NAN_F64 : r;
}

/* The sum of squares of n values; *m becomes the greatest magnitude, NaN if there is a NaN
 * and no infinity. */
SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_of_f64(int n, const double *p, double *m) {
	bool nan = false;
	double most = 0.0;
	for (int i = 0; i < n; i++) {
		most = __builtin_fmax(most, __builtin_fabs(p[i]));
		nan = nan || p[i] != p[i];
	}
	__simt_norm_f64 s = __simt_norm_begin_f64(most);
	for (int i = 0; i < n; i++)
		__simt_norm_add_f64(&s, p[i]);
	*m = nan && most < SIMT_INF_F64 ? SIMT_NAN_F64 : most;
	return s;
}

SIMT_DEVICE_INLINE double norm(int n, const double *p) {
	double m;
	__simt_norm_f64 s = __simt_norm_of_f64(n, p, &m);
	return m != m ? m : __simt_norm_end_f64(s, m);
}

SIMT_DEVICE_INLINE double rnorm(int n, const double *p) {
	double m;
	__simt_norm_f64 s = __simt_norm_of_f64(n, p, &m);
	return m != m ? m : __simt_rnorm_end_f64(s, m);
}

SIMT_DEVICE_INLINE double norm3d(double a, double b, double c) {
	double v[3] = {a, b, c};
	return norm(3, v);
}

SIMT_DEVICE_INLINE double rnorm3d(double a, double b, double c) {
	double v[3] = {a, b, c};
	return rnorm(3, v);
}

SIMT_DEVICE_INLINE double norm4d(double a, double b, double c, double d) {
	double v[4] = {a, b, c, d};
	return norm(4, v);
}

SIMT_DEVICE_INLINE double rnorm4d(double a, double b, double c, double d) {
	double v[4] = {a, b, c, d};
	return rnorm(4, v);
}
