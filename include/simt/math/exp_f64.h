/* exp_f64.h - exponentials and hyperbolic functions of double: x = k ln 2 + r, e^r by a
 * polynomial, 2^k into the exponent.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

/* What e^x is before the power of two is put to it. */
struct __simt_exp_f64 {
	double m1; /* e^r - 1 */
	int k;
};

#define SIMT_ROUND_F64 6755399441055744.0 /* 1.5 2^52, see SIMT_ROUND_F32 */

SIMT_DEVICE_INLINE int __simt_round_bits_f64(double shifted) {
	return __double2loint(shifted);
}

/* e^r - 1 for |r| <= ln(2) / 2. */
SIMT_DEVICE_INLINE double __simt_expm1_poly_f64(double r) {
	double p = 0x1.1f736615821b6p-29;
	p = __fma_rn(p, r, 0x1.af4e0af32cc23p-26);
	p = __fma_rn(p, r, 0x1.27e4db3020f74p-22);
	p = __fma_rn(p, r, 0x1.71de022180565p-19);
	p = __fma_rn(p, r, 0x1.a01a01a6eb8e1p-16);
	p = __fma_rn(p, r, 0x1.a01a01abed10fp-13);
	p = __fma_rn(p, r, 0x1.6c16c16c162a8p-10);
	p = __fma_rn(p, r, 0x1.11111111100d2p-7);
	p = __fma_rn(p, r, 0x1.5555555555556p-5);
	p = __fma_rn(p, r, 0x1.5555555555557p-3);
	p = __fma_rn(p, r, 0x1p-1);
	return __fma_rn(r * r, p, r);
}

/* e^(x + lo), |x| <= 1400. */
SIMT_DEVICE_INLINE __simt_exp_f64 __simt_exp_parts_f64(double x, double lo) {
	double t = __fma_rn(x, 0x1.71547652b82fep+0, SIMT_ROUND_F64);
	double n = __dsub_rn(t, SIMT_ROUND_F64);
	double r = __fma_rn(n, -0x1.62e42fefa39efp-1, x);
	__simt_exp_f64 e;
	e.m1 = __simt_expm1_poly_f64(
		__dadd_rn(r, __fma_rn(n, -0x1.abc9e3b39803fp-56, lo)));
	e.k = __simt_round_bits_f64(t);
	return e;
}

/* x into [lo, hi]; NaN stays. */
SIMT_DEVICE_INLINE double __simt_clamp_f64(double x, double lo, double hi) {
	x = x < lo ? lo : x;
	return x > hi ? hi : x;
}

/* e^(x + lo) for any x. */
SIMT_DEVICE_INLINE double __simt_exp_sum_f64(double x, double lo) {
	__simt_exp_f64 e = __simt_exp_parts_f64(__simt_clamp_f64(x, -760.0, 720.0), lo);
	return __simt_scale_f64(1.0 + e.m1, e.k);
}

SIMT_DEVICE_INLINE double exp(double x) {
	return __simt_exp_sum_f64(x, 0.0);
}

SIMT_DEVICE_INLINE double exp2(double x) {
	x = __simt_clamp_f64(x, -1100.0, 1040.0);
	double t = __dadd_rn(x, SIMT_ROUND_F64);
	double f = __dsub_rn(x, __dsub_rn(t, SIMT_ROUND_F64));
	double r = __dmul_rn(f, 0x1.62e42fefa39efp-1);
	double lo = __fma_rn(f, 0x1.abc9e3b39803fp-56,
	                     __fma_rn(f, 0x1.62e42fefa39efp-1, -r));
	double m1 = __dadd_rn(__simt_expm1_poly_f64(r), lo);
	return __simt_scale_f64(1.0 + m1, __simt_round_bits_f64(t));
}

SIMT_DEVICE_INLINE double exp10(double x) {
	x = __simt_clamp_f64(x, -330.0, 310.0);
	double t = __fma_rn(x, 0x1.a934f0979a371p+1, SIMT_ROUND_F64);
	double n = __dsub_rn(t, SIMT_ROUND_F64);
	double f = __fma_rn(n, -0x1.34413509f79ffp-2, x);
	f = __fma_rn(n, 0x1.9dc1da994fd21p-59, f);
	double r = __dmul_rn(f, 0x1.26bb1bbb55516p+1);
	double lo = __fma_rn(f, -0x1.f48ad494ea3e9p-53,
	                     __fma_rn(f, 0x1.26bb1bbb55516p+1, -r));
	double m1 = __dadd_rn(__simt_expm1_poly_f64(r), lo);
	return __simt_scale_f64(1.0 + m1, __simt_round_bits_f64(t));
}

/* 2^k (e^r - 1) + (2^k - 1), by halves because 2^k may be 2^1024; the two parts cancel for
 * k = 1 and -1, so what their sum loses is kept. */
SIMT_DEVICE_INLINE double expm1(double x) {
	double c = __simt_clamp_f64(x, -40.0, 710.0);
	double t = __fma_rn(c, 0x1.71547652b82fep+0, SIMT_ROUND_F64);
	double n = __dsub_rn(t, SIMT_ROUND_F64);
	int k = __simt_round_bits_f64(t);
	__simt_f64x2 u = __simt_fast_sum_f64(__fma_rn(n, -0x1.62e42fefa39efp-1, c),
	                                     n * -0x1.abc9e3b39803fp-56);
	double r = u.hi;
	double p = 0x1.1f736615821b6p-29;
	p = __fma_rn(p, r, 0x1.af4e0af32cc23p-26);
	p = __fma_rn(p, r, 0x1.27e4db3020f74p-22);
	p = __fma_rn(p, r, 0x1.71de022180565p-19);
	p = __fma_rn(p, r, 0x1.a01a01a6eb8e1p-16);
	p = __fma_rn(p, r, 0x1.a01a01abed10fp-13);
	p = __fma_rn(p, r, 0x1.6c16c16c162a8p-10);
	p = __fma_rn(p, r, 0x1.11111111100d2p-7);
	p = __fma_rn(p, r, 0x1.5555555555556p-5);
	p = __fma_rn(p, r, 0x1.5555555555557p-3);
	p = __fma_rn(p, r, 0x1p-1);
	double tail = __fma_rn(__dmul_rn(r, r), p, __fma_rn(u.lo, r, u.lo));
	double half = __simt_pow2_f64(k - 1);
	__simt_f64x2 s = __simt_sum_f64(half - 0.5, half * r);
	double y = 2.0 * __dadd_rn(s.hi, __fma_rn(half, tail, s.lo));
	y = k == 0 ? __dadd_rn(r, tail) : y;
	return x == 0.0 ? x : y;
}

/* e^a / 2, for a >= 0. */
SIMT_DEVICE_INLINE double __simt_half_exp_f64(double a) {
	__simt_exp_f64 e = __simt_exp_parts_f64(a > 715.0 ? 715.0 : a, 0.0);
	return __simt_scale_f64(1.0 + e.m1, e.k - 1);
}

SIMT_DEVICE_INLINE double sinh(double x) {
	double z = __dmul_rn(x, x);
	double p = 0x1.99f0806c2628dp-49;
	p = __fma_rn(p, z, 0x1.ae777c36fd5b6p-41);
	p = __fma_rn(p, z, 0x1.612467ccb226p-33);
	p = __fma_rn(p, z, 0x1.ae6456792a77fp-26);
	p = __fma_rn(p, z, 0x1.71de3a556f96cp-19);
	p = __fma_rn(p, z, 0x1.a01a01a01a001p-13);
	p = __fma_rn(p, z, 0x1.1111111111111p-7);
	p = __fma_rn(p, z, 0x1.5555555555555p-3);
	double near = __fma_rn(__dmul_rn(x, z), p, x);
	double a = __builtin_fabs(x), h = __simt_half_exp_f64(a);
	double far = __simt_copysign_f64(h - __ddiv_rn(0.25, h), x);
	return a < 1.0 ? (x == 0.0 ? x : near) : a != a ? x + x : far;
}

SIMT_DEVICE_INLINE double cosh(double x) {
	double h = __simt_half_exp_f64(__builtin_fabs(x));
	return h + __ddiv_rn(0.25, h);
}

SIMT_DEVICE_INLINE double tanh(double x) {
	double z = __dmul_rn(x, x);
	double p = -0x1.59962093e21d1p-16;
	p = __fma_rn(p, z, 0x1.64f707d11ba4fp-14);
	p = __fma_rn(p, z, -0x1.ec0e9550d42c9p-13);
	p = __fma_rn(p, z, 0x1.34c57de48a611p-11);
	p = __fma_rn(p, z, -0x1.7d97cb7a94b76p-10);
	p = __fma_rn(p, z, 0x1.d6d338edc6017p-9);
	p = __fma_rn(p, z, -0x1.226e32eebbb26p-7);
	p = __fma_rn(p, z, 0x1.664f48770be76p-6);
	p = __fma_rn(p, z, -0x1.ba1ba1b9feb3cp-5);
	p = __fma_rn(p, z, 0x1.1111111111032p-3);
	p = __fma_rn(p, z, -0x1.5555555555555p-2);
	double near = __fma_rn(__dmul_rn(x, z), p, x);
	double a = __builtin_fabs(x), h = __simt_half_exp_f64(a + a);
	double far = 1.0 - __ddiv_rn(1.0, h + 0.5);
	return a < 0.55 ? (x == 0.0 ? x : near)
	       : a != a ? x + x
	                : __simt_copysign_f64(far, x);
}
