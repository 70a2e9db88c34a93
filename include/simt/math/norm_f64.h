/* norm_f64.h - roots and norms of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/approx.h"
#include "simt/math/base.h"

/* a^(-1/3) for normal a > 0 but for its last bits: a guess from the exponent, then steps of
 * third order. */
SIMT_DEVICE_INLINE double __simt_rcbrt_guess_f64(double __a) {
	int __third = (int)__umulhi((unsigned)__double2hiint(__a), 0x55555556u);
	double __y = __hiloint2double(0x553eee50 - __third, 0);
#pragma unroll
	for (int __i = 0; __i < 3; __i++) {
		double __h = __fma_rn(-__dmul_rn(__a, __y), __dmul_rn(__y, __y), 1.0);
		__y = __fma_rn(__dmul_rn(__y, __h),
		               __fma_rn(__h, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2),
		               __y);
	}
	return __y;
}

/* The last bits, by 1 - a y^3 in twice the precision. */
SIMT_DEVICE_INLINE double __simt_rcbrt_normal_f64(double __a) {
	double __y = __simt_rcbrt_guess_f64(__a);
	__simt_f64x2 __u = __simt_product_f64(__a, __y),
		     __v = __simt_product_f64(__y, __y);
	double __h = __fma_rn(-__u.__hi, __v.__hi, 1.0) -
	             __fma_rn(__u.__hi, __v.__lo, __u.__lo * __v.__hi);
	return __fma_rn(__dmul_rn(__y, __h), 0x1.5555555555555p-2, __y);
}

SIMT_DEVICE_INLINE double rcbrt(double __x) {
	double __a = __builtin_fabs(__x);
	bool __tiny = __a < 0x1p-1022;
	double __y = __simt_rcbrt_normal_f64(__tiny ? __dmul_rn(__a, 0x1p54) : __a);
	__y = __tiny ? __y * 0x1p18 : __y;
	__y = __a == 0.0 ? SIMT_INF_F64 : __a == SIMT_INF_F64 ? 0.0 : __y;
	return __a != __a ? __x + __x : __simt_copysign_f64(__y, __x);
}

SIMT_DEVICE_INLINE double cbrt(double __x) {
	double __a = __builtin_fabs(__x);
	bool __tiny = __a < 0x1p-1022;
	double __s = __tiny ? __dmul_rn(__a, 0x1p54) : __a;
	double __y = __simt_rcbrt_guess_f64(__s), __y2 = __dmul_rn(__y, __y);
	double __c = __dmul_rn(__s, __y2);
	__simt_f64x2 __d = __simt_product_f64(__c, __c);
	double __rest = __fma_rn(-__d.__lo, __c, __fma_rn(-__d.__hi, __c, __s));
	__c = __fma_rn(__dmul_rn(__rest, 0x1.5555555555555p-2), __y2, __c);
	__c = __tiny ? __c * 0x1p-18 : __c;
	return __a > 0.0 && __a < SIMT_INF_F64 ? __simt_copysign_f64(__c, __x)
	                                       : __x + __x;
}

SIMT_DEVICE_INLINE double rsqrt(double __x) {
	return __simt_rsqrt_approx_f64(__x);
}

/* The sum of squares, of components scaled by a power of two that brings the greatest near
 * 1. The sum of the inverse functions is a pair. */
struct __simt_norm_f64 {
	double __greatest, __down, __up, __sum, __lo;
};

/* A greatest component that is NaN is as good as 1: the sum will be NaN. An infinity wins
 * over NaN, as C says of hypot. */
SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_begin_f64(double __greatest) {
	int __k = __double2hiint(__greatest) >> 20;
	__k = __k < 1 ? 1 : __k > 2045 ? 2045 : __k;
	__simt_norm_f64 __n;
	__n.__greatest = __greatest;
	__n.__up = __hiloint2double(__k << 20, 0);
	__n.__down = __hiloint2double((2046 - __k) << 20, 0);
	__n.__sum = __n.__lo = 0.0;
	return __n;
}

SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_add_f64(__simt_norm_f64 __n, double __x) {
	__x = __dmul_rn(__x, __n.__down);
	__n.__sum = __fma_rn(__x, __x, __n.__sum);
	return __n;
}

/* The same with what the sum loses. */
SIMT_DEVICE_INLINE __simt_norm_f64 __simt_norm_add_pair_f64(__simt_norm_f64 __n,
                                                            double __x) {
	__x = __dmul_rn(__x, __n.__down);
	__simt_f64x2 __p = __simt_product_f64(__x, __x),
		     __s = __simt_sum_f64(__n.__sum, __p.__hi);
	__n.__sum = __s.__hi;
	__n.__lo = __n.__lo + (__s.__lo + __p.__lo);
	return __n;
}

SIMT_DEVICE_INLINE double __simt_norm_end_f64(__simt_norm_f64 __n) {
	double __r = __dmul_rn(__dsqrt_rn(__n.__sum), __n.__up);
	return __n.__greatest == SIMT_INF_F64 ? SIMT_INF_F64 : __r;
}

SIMT_DEVICE_INLINE double __simt_rnorm_end_f64(__simt_norm_f64 __n) {
	double __y = __ddiv_rn(1.0, __dsqrt_rn(__n.__sum));
	__simt_f64x2 __u = __simt_product_f64(__n.__sum, __y);
	double __h = __fma_rn(-__u.__hi, __y, 1.0) -
	             __fma_rn(__u.__lo, __y, __n.__lo * __y * __y);
	double __r = __dmul_rn(__fma_rn(__y * __h, 0.5, __y), __n.__down);
	return __n.__greatest == SIMT_INF_F64 ? 0.0
	       : __n.__sum == 0.0             ? SIMT_INF_F64
	                                      : __r;
}

SIMT_DEVICE_INLINE double __simt_max_mag_f64(double __a, double __b) {
	return __builtin_fmax(__builtin_fabs(__a), __builtin_fabs(__b));
}

SIMT_DEVICE_INLINE double hypot(double __x, double __y) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(__simt_max_mag_f64(__x, __y));
	__n = __simt_norm_add_f64(__n, __x);
	__n = __simt_norm_add_f64(__n, __y);
	return __simt_norm_end_f64(__n);
}

SIMT_DEVICE_INLINE double rhypot(double __x, double __y) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(__simt_max_mag_f64(__x, __y));
	__n = __simt_norm_add_pair_f64(__n, __x);
	__n = __simt_norm_add_pair_f64(__n, __y);
	return __simt_rnorm_end_f64(__n);
}

SIMT_DEVICE_INLINE double norm3d(double __x, double __y, double __z) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(__x, __y), __z));
	__n = __simt_norm_add_f64(__n, __x);
	__n = __simt_norm_add_f64(__n, __y);
	__n = __simt_norm_add_f64(__n, __z);
	return __simt_norm_end_f64(__n);
}

SIMT_DEVICE_INLINE double rnorm3d(double __x, double __y, double __z) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(
		__simt_max_mag_f64(__simt_max_mag_f64(__x, __y), __z));
	__n = __simt_norm_add_pair_f64(__n, __x);
	__n = __simt_norm_add_pair_f64(__n, __y);
	__n = __simt_norm_add_pair_f64(__n, __z);
	return __simt_rnorm_end_f64(__n);
}

SIMT_DEVICE_INLINE double norm4d(double __x, double __y, double __z, double __w) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(__simt_max_mag_f64(
		__simt_max_mag_f64(__x, __y), __simt_max_mag_f64(__z, __w)));
	__n = __simt_norm_add_f64(__n, __x);
	__n = __simt_norm_add_f64(__n, __y);
	__n = __simt_norm_add_f64(__n, __z);
	__n = __simt_norm_add_f64(__n, __w);
	return __simt_norm_end_f64(__n);
}

SIMT_DEVICE_INLINE double rnorm4d(double __x, double __y, double __z, double __w) {
	__simt_norm_f64 __n = __simt_norm_begin_f64(__simt_max_mag_f64(
		__simt_max_mag_f64(__x, __y), __simt_max_mag_f64(__z, __w)));
	__n = __simt_norm_add_pair_f64(__n, __x);
	__n = __simt_norm_add_pair_f64(__n, __y);
	__n = __simt_norm_add_pair_f64(__n, __z);
	__n = __simt_norm_add_pair_f64(__n, __w);
	return __simt_rnorm_end_f64(__n);
}

SIMT_DEVICE_INLINE double __simt_max_mag_of_f64(int __n, const double *__p) {
	double __m = 0.0;
	for (int __i = 0; __i < __n; __i++)
		__m = __simt_max_mag_f64(__m, __p[__i]);
	return __m;
}

SIMT_DEVICE_INLINE double norm(int __n, const double *__p) {
	__simt_norm_f64 __s = __simt_norm_begin_f64(__simt_max_mag_of_f64(__n, __p));
	for (int __i = 0; __i < __n; __i++)
		__s = __simt_norm_add_f64(__s, __p[__i]);
	return __simt_norm_end_f64(__s);
}

SIMT_DEVICE_INLINE double rnorm(int __n, const double *__p) {
	__simt_norm_f64 __s = __simt_norm_begin_f64(__simt_max_mag_of_f64(__n, __p));
	for (int __i = 0; __i < __n; __i++)
		__s = __simt_norm_add_pair_f64(__s, __p[__i]);
	return __simt_rnorm_end_f64(__s);
}
