/* log_f64.h - logarithms of double and what is made of them: x = 2^k (1 + f), with 1 + f
 * within sqrt(1/2) and sqrt(2), log(1 + f) by the series of 2 atanh(f / (2 + f)); and the logarithm as a pair, for powers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

struct __simt_log_f64 {
	double f, k;
};

/* The exponent bits to take away from the upper word of x. */
SIMT_DEVICE_INLINE unsigned __simt_log_exponent_f64(unsigned b) {
	return (b - 0x3fe6a09eu) & 0xfff00000u;
}

/* x = 2^k (1 + f) for finite x > 0; subnormals are made normal first. */
SIMT_DEVICE_INLINE __simt_log_f64 __simt_log_split_f64(double x) {
	bool tiny = x < 0x1p-1022;
	double v = tiny ? __dmul_rn(x, 0x1p54) : x;
	unsigned b = (unsigned)__double2hiint(v), e = __simt_log_exponent_f64(b);
	__simt_log_f64 s;
	s.f = __dsub_rn(__hiloint2double((int)(b - e), __double2loint(v)), 1.0);
	s.k = __int2double_rn((int)e >> 20) - (tiny ? 54.0 : 0.0);
	return s;
}

/* log(1 + f) - f = s (f^2/2 + s^2 p(s^2)) - f^2/2. */
SIMT_DEVICE_INLINE double __simt_log1p_tail_f64(double f) {
	double half = __dmul_rn(0.5 * f, f), s = __ddiv_rn(f, 2.0 + f), z = s * s;
	double p = 0x1.2b6776a1bf0b9p-3;
	p = __fma_rn(p, z, 0x1.39fd25d62ab23p-3);
	p = __fma_rn(p, z, 0x1.7462be245eae3p-3);
	p = __fma_rn(p, z, 0x1.c71c62c42db89p-3);
	p = __fma_rn(p, z, 0x1.2492492e0b70cp-2);
	p = __fma_rn(p, z, 0x1.99999999951f5p-2);
	p = __fma_rn(p, z, 0x1.5555555555558p-1);
	return __fma_rn(s, __fma_rn(z, p, half), -half);
}

/* The logarithm of what is no finite number above 0. */
SIMT_DEVICE_INLINE double __simt_log_special_f64(double x) {
	return x == 0.0 ? -SIMT_INF_F64 : x < 0.0 ? SIMT_NAN_F64 : x + x;
}

SIMT_DEVICE_INLINE bool __simt_log_is_normal_f64(double x) {
	return x > 0.0 && x < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE double log(double x) {
	__simt_log_f64 s = __simt_log_split_f64(x);
	double p = __dadd_rn(s.f, __simt_log1p_tail_f64(s.f));
	double r = __fma_rn(s.k, 0x1.62e42fefa39efp-1, p);
	return __simt_log_is_normal_f64(x) ? r : __simt_log_special_f64(x);
}

/* log(1 + f) times a constant, given as a pair. */
SIMT_DEVICE_INLINE double __simt_log1p_times_f64(double f, double hi, double lo) {
	__simt_f64x2 l = __simt_fast_sum_f64(f, __simt_log1p_tail_f64(f));
	return __fma_rn(l.hi, hi, __fma_rn(l.hi, lo, l.lo * hi));
}

SIMT_DEVICE_INLINE double log2(double x) {
	__simt_log_f64 s = __simt_log_split_f64(x);
	double r = s.k + __simt_log1p_times_f64(s.f, 0x1.71547652b82fep+0,
	                                        0x1.777d0ffda0d24p-56);
	return __simt_log_is_normal_f64(x) ? r : __simt_log_special_f64(x);
}

SIMT_DEVICE_INLINE double log10(double x) {
	__simt_log_f64 s = __simt_log_split_f64(x);
	double r = __simt_log1p_times_f64(s.f, 0x1.bcb7b1526e50ep-2,
	                                  0x1.95355baaafad3p-57);
	r = __fma_rn(s.k, 0x1.34413509f79ffp-2, __fma_rn(s.k, -0x1.9dc1da994fd21p-59, r));
	return __simt_log_is_normal_f64(x) ? r : __simt_log_special_f64(x);
}

/* log(1 + x + lo) for finite x > -1 and lo within half a unit of x. */
SIMT_DEVICE_INLINE double __simt_log1p_sum_f64(double x, double lo) {
	__simt_f64x2 u = __simt_sum_f64(1.0, x);
	unsigned b = (unsigned)__double2hiint(u.hi), e = __simt_log_exponent_f64(b);
	double f = __dsub_rn(__hiloint2double((int)(b - e), __double2loint(u.hi)), 1.0);
	/* What 1 + x lost; beyond 2^1000 it does not matter. */
	int k = (int)e >> 20, down = k > 1000 ? 1000 : k;
	__simt_f64x2 s = __simt_fast_sum_f64(f, (u.lo + lo) * __simt_pow2_f64(-down));
	s = f == 0.0 ? __simt_fast_sum_f64((u.lo + lo) * __simt_pow2_f64(-down), 0.0) : s;
	double p = __dadd_rn(s.hi, __simt_log1p_tail_f64(s.hi) + s.lo);
	return __fma_rn(__int2double_rn(k), 0x1.62e42fefa39efp-1, p);
}

SIMT_DEVICE_INLINE double log1p(double x) {
	double r = __simt_log1p_sum_f64(x, 0.0);
	r = x > -1.0 && x < SIMT_INF_F64 ? r
	    : x == -1.0                  ? -SIMT_INF_F64
	    : x < -1.0                   ? SIMT_NAN_F64
	                                 : x + x;
	return x == 0.0 ? x : r;
}

/* log(a + sqrt(a^2 + 1)); 1 is left out where it would cost digits. */
SIMT_DEVICE_INLINE double asinh(double x) {
	double a = __builtin_fabs(x);
	bool big = a > 0x1p60;
	double d = __ddiv_rn(a * a, 1.0 + __dsqrt_rn(__fma_rn(a, a, 1.0)));
	__simt_f64x2 h = __simt_fast_sum_f64(a, d);
	double r = __simt_log1p_sum_f64(big ? a : h.hi, big ? 0.0 : h.lo);
	r = r + (big ? 0x1.62e42fefa39efp-1 : 0.0);
	return a > 0.0 && a < SIMT_INF_F64 ? __simt_copysign_f64(r, x) : x + x;
}

SIMT_DEVICE_INLINE double acosh(double x) {
	bool big = x > 0x1p60;
	double t = x - 1.0;
	__simt_f64x2 h = __simt_fast_sum_f64(__dsqrt_rn(__fma_rn(t, t, t + t)), t);
	double r = __simt_log1p_sum_f64(big ? x : h.hi, big ? 0.0 : h.lo);
	r = r + (big ? 0x1.62e42fefa39efp-1 : 0.0);
	r = x == 1.0 ? 0.0 : r;
	return x >= 1.0 && x < SIMT_INF_F64 ? r : x < 1.0 ? SIMT_NAN_F64 : x + x;
}

SIMT_DEVICE_INLINE double atanh(double x) {
	double a = __builtin_fabs(x);
	double den = 1.0 - a, q = __ddiv_rn(a + a, den);
	double rest = __fma_rn(-q, den, a + a) + q * __dsub_rn(a, __dsub_rn(1.0, den));
	double r = 0.5 * __simt_log1p_sum_f64(q, __ddiv_rn(rest, den));
	r = a == 1.0 ? SIMT_INF_F64 : a > 1.0 ? SIMT_NAN_F64 : r;
	/* Half of a logarithm would round a subnormal twice. */
	return a < 0x1p-28 || a != a ? x : __simt_copysign_f64(r, x);
}

/* log x as a pair for finite x > 0, to 2^-66: 2 atanh(s), s = f / (2 + f). */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_log_pair_f64(double x) {
	__simt_log_f64 v = __simt_log_split_f64(x);
	double den = __dadd_rn(2.0, v.f), den_lo = __dsub_rn(v.f, __dsub_rn(den, 2.0));
	double s = __ddiv_rn(v.f, den);
	double s_lo = __ddiv_rn(__fma_rn(-s, den_lo, __fma_rn(-s, den, v.f)), den);
	__simt_f64x2 z = __simt_product_f64(s, s);
	z.lo = __fma_rn(s + s, s_lo, z.lo);
	double q = z.hi;
	double p = 0x1.e0499f72e39b9p-4;
	p = __fma_rn(p, q, 0x1.df7a2eafecf14p-4);
	p = __fma_rn(p, q, 0x1.1118d458653bcp-3);
	p = __fma_rn(p, q, 0x1.3b1395976d2fp-3);
	p = __fma_rn(p, q, 0x1.745d177b22bcfp-3);
	p = __fma_rn(p, q, 0x1.c71c71c6ea01fp-3);
	p = __fma_rn(p, q, 0x1.2492492492524p-2);
	p = __fma_rn(p, q, 0x1.999999999999ap-2);
	__simt_f64x2 c = __simt_fast_sum_f64(0x1.5555555555555p-1, __dmul_rn(p, z.hi));
	c.lo = c.lo + 0x1.5555555555555p-55;
	__simt_f64x2 t = __simt_product_f64(z.hi, s);
	t.lo = t.lo + __fma_rn(z.hi, s_lo, z.lo * s);
	__simt_f64x2 u = __simt_product_f64(t.hi, c.hi);
	u.lo = u.lo + __fma_rn(t.hi, c.lo, t.lo * c.hi);
	__simt_f64x2 l = __simt_fast_sum_f64(s + s, u.hi);
	l.lo = l.lo + (u.lo + (s_lo + s_lo));
	/* k ln 2: the first part has so few bits that k times it is exact. */
	__simt_f64x2 r = __simt_sum_f64(v.k * 0x1.62e42fefa4p-1, l.hi);
	r.lo = r.lo + __fma_rn(v.k, -0x1.8432a1b0e2634p-43, l.lo);
	return __simt_fast_sum_f64(r.hi, r.lo);
}
