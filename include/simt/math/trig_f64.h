/* trig_f64.h - sine, cosine, tangent of double. The angle is reduced to within pi/4 of a
 * multiple of pi/2: by three parts of pi/2 up to 2^20, by the bits of 2/pi beyond.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/trig_table.h"

/* Finite |x| >= 2^20: x is an integer m times 2^e, and those bits of 2/pi matter that make
 * neither whole turns nor less than what is kept. */
SIMT_DEVICE_FUNC __simt_angle_f64 __simt_reduce_big_f64(double x) {
	int hi = __double2hiint(x) & 0x7fffffff;
	unsigned long long m = (unsigned long long)((unsigned)(hi & 0xfffff) | 0x100000u)
	                               << 32 |
	                       (unsigned)__double2loint(x);
	int at = (hi >> 20) - 1075 + 62;
	unsigned long long f0 = __simt_two_over_pi_bits(at);
	unsigned long long f1 = __simt_two_over_pi_bits(at + 64);
	unsigned long long f2 = __simt_two_over_pi_bits(at + 128);
	/* The product, 192 bits of it: whole turns fall off above. */
	unsigned long long p2 = m * f2, p1 = m * f1 + __umul64hi(m, f2);
	unsigned long long p0 = m * f0 + __umul64hi(m, f1) + (p1 < m * f1 ? 1u : 0u);
	unsigned long long r0 = p0 << 2 | p1 >> 62, r1 = p1 << 2 | p2 >> 62;
	int q = (int)(p0 >> 62) + (int)(r0 >> 63);
	/* The rest as a signed number is within half a quadrant; 128 bits of its magnitude. */
	bool minus = r0 >> 63 != 0;
	r0 = minus ? ~r0 : r0;
	r1 = minus ? ~r1 : r1;
	int zeros = __clzll((long long)r0);
	unsigned long long n0 = zeros == 0    ? r0
	                        : zeros == 64 ? r1
	                                      : r0 << zeros | r1 >> (64 - zeros);
	unsigned long long n1 = zeros == 64 ? 0 : r1 << zeros;
	double big = __ull2double_rn(n0 & ~0x7ffull);
	double small = __ull2double_rn((n0 & 0x7ff) << 53 | n1 >> 11) * 0x1p-53;
	double scale = __simt_pow2_f64(-64 - zeros);
	__simt_f64x2 r = __simt_product_f64(big, 0x1.921fb54442d18p+0);
	r.lo = r.lo + __fma_rn(big, 0x1.1a62633145c07p-54, small * 0x1.921fb54442d18p+0);
	r = __simt_fast_sum_f64(r.hi, r.lo);
	scale = minus != (x < 0.0) ? -scale : scale;
	__simt_angle_f64 a = {r.hi * scale, r.lo * scale, x < 0.0 ? -q : q};
	return a;
}

/* What the second step loses is kept: near a multiple of pi/2 nothing else is left. */
SIMT_DEVICE_INLINE __simt_angle_f64 __simt_reduce_f64(double x) {
	__simt_angle_f64 a;
	double t = __fma_rn(x, 0x1.45f306dc9c883p-1, SIMT_ROUND_F64);
	double n = __dsub_rn(t, SIMT_ROUND_F64);
	a.q = __simt_round_bits_f64(t);
	double first = __fma_rn(n, -0x1.921fb54442d18p+0, x);
	a.r = __fma_rn(n, -0x1.1a62633145c07p-54, first);
	a.lo = __fma_rn(n, -0x1.1a62633145c07p-54, __dsub_rn(first, a.r));
	a.lo = __fma_rn(n, 0x1.f1976b7ed8fbcp-110, a.lo);
	if (__builtin_fabs(x) > 1048576.0)
		a = __simt_reduce_big_f64(x);
	a.r = x - x != 0.0 ? SIMT_NAN_F64 : a.r;
	return a;
}

/* Sine and cosine of r + lo, |r| <= pi/4: the leading part and what is to be added. */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_sin_pair_f64(double r, double lo) {
	double z = __dmul_rn(r, r);
	double p = -0x1.ab13654fd392ap-41;
	p = __fma_rn(p, z, 0x1.61217781a8ccdp-33);
	p = __fma_rn(p, z, -0x1.ae6454093c147p-26);
	p = __fma_rn(p, z, 0x1.71de3a545b148p-19);
	p = __fma_rn(p, z, -0x1.a01a01a01990ap-13);
	p = __fma_rn(p, z, 0x1.111111111111p-7);
	p = __fma_rn(p, z, -0x1.5555555555555p-3);
	__simt_f64x2 s = {r, __fma_rn(__dmul_rn(z, r), p, __fma_rn(-0.5 * z, lo, lo))};
	return s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_cos_pair_f64(double r, double lo) {
	double z = __dmul_rn(r, r), half = 0.5 * z;
	double p = 0x1.ab746999271a1p-45;
	p = __fma_rn(p, z, -0x1.9394b3581cec8p-37);
	p = __fma_rn(p, z, 0x1.1eed8de759d0dp-29);
	p = __fma_rn(p, z, -0x1.27e4fb7710638p-22);
	p = __fma_rn(p, z, 0x1.a01a01a019cf6p-16);
	p = __fma_rn(p, z, -0x1.6c16c16c16c16p-10);
	p = __fma_rn(p, z, 0x1.5555555555555p-5);
	/* 1 - z/2 as a pair, and the square's own rounding. */
	double c = __dsub_rn(1.0, half), rest = __dsub_rn(__dsub_rn(1.0, c), half);
	rest = rest - 0.5 * __fma_rn(r, r, -z);
	__simt_f64x2 s = {c, rest + __fma_rn(__dmul_rn(z, z), p, -r * lo)};
	return s;
}

SIMT_DEVICE_INLINE double __simt_sin_poly_f64(double r, double lo) {
	__simt_f64x2 s = __simt_sin_pair_f64(r, lo);
	return __dadd_rn(s.hi, s.lo);
}

SIMT_DEVICE_INLINE double __simt_cos_poly_f64(double r, double lo) {
	__simt_f64x2 c = __simt_cos_pair_f64(r, lo);
	return __dadd_rn(c.hi, c.lo);
}

/* The sine q quadrants on from the reduced angle. */
SIMT_DEVICE_INLINE double __simt_sin_quadrant_f64(double sin, double cos, int q) {
	double r = q & 1 ? cos : sin;
	return q & 2 ? -r : r;
}

SIMT_DEVICE_INLINE double sin(double x) {
	__simt_angle_f64 a = __simt_reduce_f64(x);
	double s = __simt_sin_poly_f64(a.r, a.lo), c = __simt_cos_poly_f64(a.r, a.lo);
	return x == 0.0 ? x : __simt_sin_quadrant_f64(s, c, a.q);
}

SIMT_DEVICE_INLINE double cos(double x) {
	__simt_angle_f64 a = __simt_reduce_f64(x);
	double s = __simt_sin_poly_f64(a.r, a.lo), c = __simt_cos_poly_f64(a.r, a.lo);
	return __simt_sin_quadrant_f64(s, c, a.q + 1);
}

SIMT_DEVICE_INLINE void sincos(double x, double *sin, double *cos) {
	__simt_angle_f64 a = __simt_reduce_f64(x);
	double s = __simt_sin_poly_f64(a.r, a.lo), c = __simt_cos_poly_f64(a.r, a.lo);
	*sin = x == 0.0 ? x : __simt_sin_quadrant_f64(s, c, a.q);
	*cos = __simt_sin_quadrant_f64(s, c, a.q + 1);
}

SIMT_DEVICE_INLINE double tan(double x) {
	__simt_angle_f64 a = __simt_reduce_f64(x);
	__simt_f64x2 s = __simt_sin_pair_f64(a.r, a.lo),
		     c = __simt_cos_pair_f64(a.r, a.lo);
	s = __simt_fast_sum_f64(s.hi, s.lo);
	c = __simt_fast_sum_f64(c.hi, c.lo);
	bool turned = a.q & 1;
	double num = turned ? -c.hi : s.hi, num_lo = turned ? -c.lo : s.lo;
	double den = turned ? s.hi : c.hi, den_lo = turned ? s.lo : c.lo;
	double r = __ddiv_rn(num, den);
	double rest = __fma_rn(-r, den, num) + (num_lo - r * den_lo);
	r = __fma_rn(rest, __drcp_rn(den), r);
	return x == 0.0 ? x : r;
}

/* x is n halves and a rest, both exact. From 2^54 on x is a multiple of 4. */
SIMT_DEVICE_INLINE void sincospi(double x, double *s, double *c) {
	double a = __builtin_fabs(x) < 0x1p54 ? x : x * 0.0;
	double n = __builtin_rint(a + a);
	double r = __fma_rn(n, -0.5, a);
	int q = (int)(__double2ll_rn(n) & 3);
	__simt_f64x2 u = __simt_product_f64(r, 0x1.921fb54442d18p+1);
	u.lo = __fma_rn(r, 0x1.1a62633145c07p-53, u.lo);
	double sin = __simt_sin_poly_f64(u.hi, u.lo),
	       cos = __simt_cos_poly_f64(u.hi, u.lo);
	*s = __simt_sin_quadrant_f64(sin, cos, q);
	*s = r == 0.0 && (q & 1) == 0 ? __simt_copysign_f64(0.0, x) : *s;
	*c = __simt_sin_quadrant_f64(sin, cos, q + 1);
	*c = r == 0.0 && (q & 1) != 0 ? 0.0 : *c;
}

SIMT_DEVICE_INLINE double sinpi(double x) {
	double s, c;
	sincospi(x, &s, &c);
	return s;
}

SIMT_DEVICE_INLINE double cospi(double x) {
	double s, c;
	sincospi(x, &s, &c);
	return c;
}
