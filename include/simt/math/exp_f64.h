/* exp_f64.h - exponentials and hyperbolic functions of double: x = k ln 2 + r, e^r by a
 * polynomial, 2^k into the exponent.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* Computes e^x before the scaling by a power of two. */
struct __simt_exp_f64 {
	double __m1; /* e^r - 1 */
	int __k;
};

#define SIMT_ROUND_F64 6755399441055744.0 /* 1.5 2^52, see SIMT_ROUND_F32 */

SIMT_DEVICE_INLINE int __simt_round_bits_f64(double __shifted) {
	return __double2loint(__shifted);
}

/* e^r - 1 for |r| <= ln(2) / 2. */
SIMT_DEVICE_INLINE double __simt_expm1_poly_f64(double __r) {
	double __p = 0x1.1f736615821b6p-29;
	__p = __fma_rn(__p, __r, 0x1.af4e0af32cc23p-26);
	__p = __fma_rn(__p, __r, 0x1.27e4db3020f74p-22);
	__p = __fma_rn(__p, __r, 0x1.71de022180565p-19);
	__p = __fma_rn(__p, __r, 0x1.a01a01a6eb8e1p-16);
	__p = __fma_rn(__p, __r, 0x1.a01a01abed10fp-13);
	__p = __fma_rn(__p, __r, 0x1.6c16c16c162a8p-10);
	__p = __fma_rn(__p, __r, 0x1.11111111100d2p-7);
	__p = __fma_rn(__p, __r, 0x1.5555555555556p-5);
	__p = __fma_rn(__p, __r, 0x1.5555555555557p-3);
	__p = __fma_rn(__p, __r, 0x1p-1);
	return __fma_rn(__r * __r, __p, __r);
}

/* e^(x + lo), |x| <= 1400. */
SIMT_DEVICE_INLINE __simt_exp_f64 __simt_exp_parts_f64(double __x, double __lo) {
	double __t = __fma_rn(__x, 0x1.71547652b82fep+0, SIMT_ROUND_F64);
	double __n = __dsub_rn(__t, SIMT_ROUND_F64);
	double __r = __fma_rn(__n, -0x1.62e42fefa39efp-1, __x);
	__simt_exp_f64 __e;
	__e.__m1 = __simt_expm1_poly_f64(
		__dadd_rn(__r, __fma_rn(__n, -0x1.abc9e3b39803fp-56, __lo)));
	__e.__k = __simt_round_bits_f64(__t);
	return __e;
}

/* x into [lo, hi]; NaN stays. */
SIMT_DEVICE_INLINE double __simt_clamp_f64(double __x, double __lo, double __hi) {
	__x = __x < __lo ? __lo : __x;
	return __x > __hi ? __hi : __x;
}

/* e^(x + lo) for any x. */
SIMT_DEVICE_INLINE double __simt_exp_sum_f64(double __x, double __lo) {
	__simt_exp_f64 __e = __simt_exp_parts_f64(__simt_clamp_f64(__x, -760.0, 720.0),
	                                          __lo);
	return __simt_scale_f64(1.0 + __e.__m1, __e.__k);
}

SIMT_DEVICE_INLINE double exp(double __x) {
	return __simt_exp_sum_f64(__x, 0.0);
}

SIMT_DEVICE_INLINE double exp2(double __x) {
	__x = __simt_clamp_f64(__x, -1100.0, 1040.0);
	double __t = __dadd_rn(__x, SIMT_ROUND_F64);
	double __f = __dsub_rn(__x, __dsub_rn(__t, SIMT_ROUND_F64));
	double __r = __dmul_rn(__f, 0x1.62e42fefa39efp-1);
	double __lo = __fma_rn(__f, 0x1.abc9e3b39803fp-56,
	                       __fma_rn(__f, 0x1.62e42fefa39efp-1, -__r));
	double __m1 = __dadd_rn(__simt_expm1_poly_f64(__r), __lo);
	return __simt_scale_f64(1.0 + __m1, __simt_round_bits_f64(__t));
}

SIMT_DEVICE_INLINE double exp10(double __x) {
	__x = __simt_clamp_f64(__x, -330.0, 310.0);
	double __t = __fma_rn(__x, 0x1.a934f0979a371p+1, SIMT_ROUND_F64);
	double __n = __dsub_rn(__t, SIMT_ROUND_F64);
	double __f = __fma_rn(__n, -0x1.34413509f79ffp-2, __x);
	__f = __fma_rn(__n, 0x1.9dc1da994fd21p-59, __f);
	double __r = __dmul_rn(__f, 0x1.26bb1bbb55516p+1);
	double __lo = __fma_rn(__f, -0x1.f48ad494ea3e9p-53,
	                       __fma_rn(__f, 0x1.26bb1bbb55516p+1, -__r));
	double __m1 = __dadd_rn(__simt_expm1_poly_f64(__r), __lo);
	return __simt_scale_f64(1.0 + __m1, __simt_round_bits_f64(__t));
}

/* 2^k (e^r - 1) + (2^k - 1), by halves because 2^k may be 2^1024; the two parts cancel for
 * k = 1 and -1, so what their sum loses is kept. */
SIMT_DEVICE_INLINE double expm1(double __x) {
	double __c = __simt_clamp_f64(__x, -40.0, 710.0);
	double __t = __fma_rn(__c, 0x1.71547652b82fep+0, SIMT_ROUND_F64);
	double __n = __dsub_rn(__t, SIMT_ROUND_F64);
	int __k = __simt_round_bits_f64(__t);
	__simt_f64x2 __u = __simt_fast_sum_f64(__fma_rn(__n, -0x1.62e42fefa39efp-1, __c),
	                                       __n * -0x1.abc9e3b39803fp-56);
	double __r = __u.__hi;
	double __p = 0x1.1f736615821b6p-29;
	__p = __fma_rn(__p, __r, 0x1.af4e0af32cc23p-26);
	__p = __fma_rn(__p, __r, 0x1.27e4db3020f74p-22);
	__p = __fma_rn(__p, __r, 0x1.71de022180565p-19);
	__p = __fma_rn(__p, __r, 0x1.a01a01a6eb8e1p-16);
	__p = __fma_rn(__p, __r, 0x1.a01a01abed10fp-13);
	__p = __fma_rn(__p, __r, 0x1.6c16c16c162a8p-10);
	__p = __fma_rn(__p, __r, 0x1.11111111100d2p-7);
	__p = __fma_rn(__p, __r, 0x1.5555555555556p-5);
	__p = __fma_rn(__p, __r, 0x1.5555555555557p-3);
	__p = __fma_rn(__p, __r, 0x1p-1);
	double __tail = __fma_rn(__dmul_rn(__r, __r), __p,
	                         __fma_rn(__u.__lo, __r, __u.__lo));
	double __halved = __simt_pow2_f64(__k - 1);
	__simt_f64x2 __s = __simt_sum_f64(__halved - 0.5, __halved * __r);
	double __y = 2.0 * __dadd_rn(__s.__hi, __fma_rn(__halved, __tail, __s.__lo));
	__y = __k == 0 ? __dadd_rn(__r, __tail) : __y;
	return __x == 0.0 ? __x : __y;
}

/* e^a / 2, for a >= 0. */
SIMT_DEVICE_INLINE double __simt_half_exp_f64(double __a) {
	__simt_exp_f64 __e = __simt_exp_parts_f64(__a > 715.0 ? 715.0 : __a, 0.0);
	return __simt_scale_f64(1.0 + __e.__m1, __e.__k - 1);
}

SIMT_DEVICE_INLINE double sinh(double __x) {
	double __z = __dmul_rn(__x, __x);
	double __p = 0x1.99f0806c2628dp-49;
	__p = __fma_rn(__p, __z, 0x1.ae777c36fd5b6p-41);
	__p = __fma_rn(__p, __z, 0x1.612467ccb226p-33);
	__p = __fma_rn(__p, __z, 0x1.ae6456792a77fp-26);
	__p = __fma_rn(__p, __z, 0x1.71de3a556f96cp-19);
	__p = __fma_rn(__p, __z, 0x1.a01a01a01a001p-13);
	__p = __fma_rn(__p, __z, 0x1.1111111111111p-7);
	__p = __fma_rn(__p, __z, 0x1.5555555555555p-3);
	double __near = __fma_rn(__dmul_rn(__x, __z), __p, __x);
	double __a = __builtin_fabs(__x), __h = __simt_half_exp_f64(__a);
	double __far = __simt_copysign_f64(__h - __ddiv_rn(0.25, __h), __x);
	return __a < 1.0 ? (__x == 0.0 ? __x : __near) : __a != __a ? __x + __x : __far;
}

SIMT_DEVICE_INLINE double cosh(double __x) {
	double __h = __simt_half_exp_f64(__builtin_fabs(__x));
	return __h + __ddiv_rn(0.25, __h);
}

SIMT_DEVICE_INLINE double tanh(double __x) {
	double __z = __dmul_rn(__x, __x);
	double __p = -0x1.59962093e21d1p-16;
	__p = __fma_rn(__p, __z, 0x1.64f707d11ba4fp-14);
	__p = __fma_rn(__p, __z, -0x1.ec0e9550d42c9p-13);
	__p = __fma_rn(__p, __z, 0x1.34c57de48a611p-11);
	__p = __fma_rn(__p, __z, -0x1.7d97cb7a94b76p-10);
	__p = __fma_rn(__p, __z, 0x1.d6d338edc6017p-9);
	__p = __fma_rn(__p, __z, -0x1.226e32eebbb26p-7);
	__p = __fma_rn(__p, __z, 0x1.664f48770be76p-6);
	__p = __fma_rn(__p, __z, -0x1.ba1ba1b9feb3cp-5);
	__p = __fma_rn(__p, __z, 0x1.1111111111032p-3);
	__p = __fma_rn(__p, __z, -0x1.5555555555555p-2);
	double __near = __fma_rn(__dmul_rn(__x, __z), __p, __x);
	double __a = __builtin_fabs(__x), __h = __simt_half_exp_f64(__a + __a);
	double __far = 1.0 - __ddiv_rn(1.0, __h + 0.5);
	return __a < 0.55   ? (__x == 0.0 ? __x : __near)
	       : __a != __a ? __x + __x
	                    : __simt_copysign_f64(__far, __x);
}
