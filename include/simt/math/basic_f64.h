/* basic_f64.h - rounding, parts, remainders and neighbours of double: all exact.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/basic_f32.h"

SIMT_DEVICE_INLINE double fabs(double x) {
	return __builtin_fabs(x);
}

SIMT_DEVICE_INLINE double floor(double x) {
	return __builtin_floor(x);
}

SIMT_DEVICE_INLINE double ceil(double x) {
	return __builtin_ceil(x);
}

SIMT_DEVICE_INLINE double trunc(double x) {
	return __builtin_trunc(x);
}

SIMT_DEVICE_INLINE double rint(double x) {
	return __builtin_rint(x);
}

SIMT_DEVICE_INLINE double nearbyint(double x) {
	return __builtin_rint(x);
}

SIMT_DEVICE_INLINE double fmin(double x, double y) {
	return __builtin_fmin(x, y);
}

SIMT_DEVICE_INLINE double fmax(double x, double y) {
	return __builtin_fmax(x, y);
}

SIMT_DEVICE_INLINE double sqrt(double x) {
	return __builtin_sqrt(x);
}

SIMT_DEVICE_INLINE double fma(double x, double y, double z) {
	return __fma_rn(x, y, z);
}

SIMT_DEVICE_INLINE double copysign(double x, double y) {
	return __simt_copysign_f64(x, y);
}

/* Halves go away from 0. The sum must not round up to the next integer. */
SIMT_DEVICE_INLINE double round(double x) {
	return __builtin_trunc(__dadd_rz(x, __simt_copysign_f64(0.5, x)));
}

SIMT_DEVICE_INLINE long int lrint(double x) {
	return (long int)__double2ll_rn(x);
}

SIMT_DEVICE_INLINE long long int llrint(double x) {
	return __double2ll_rn(x);
}

SIMT_DEVICE_INLINE long int lround(double x) {
	return (long int)__double2ll_rz(round(x));
}

SIMT_DEVICE_INLINE long long int llround(double x) {
	return __double2ll_rz(round(x));
}

SIMT_DEVICE_INLINE double fdim(double x, double y) {
	double d = x - y;
	return x <= y ? 0.0 : d;
}

SIMT_DEVICE_INLINE double modf(double x, double *whole) {
	double t = __builtin_trunc(x);
	*whole = t;
	return __simt_copysign_f64(__builtin_fabs(x) == SIMT_INF_F64 ? 0.0 : x - t, x);
}

SIMT_DEVICE_INLINE double frexp(double x, int *exponent) {
	double a = __builtin_fabs(x);
	bool tiny = a < 0x1p-1022;
	double v = tiny ? __dmul_rn(x, 0x1p54) : x;
	int b = __double2hiint(v);
	bool plain = a > 0.0 && a < SIMT_INF_F64;
	*exponent = plain ? (b >> 20 & 2047) - (tiny ? 1076 : 1022) : 0;
	int half = (b & (int)0x800fffff) | 0x3fe00000;
	return plain ? __hiloint2double(half, __double2loint(v)) : x + x;
}

/* The exponent is put to use in three steps, of which at most the last one rounds. */
SIMT_DEVICE_INLINE double scalbn(double x, int n) {
	n = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
	/* x is brought towards 1 before it goes down, and up last. */
	int first = n < -1022 ? -1022 + 53 : n > 1023 ? 1023 : n;
	x = __dmul_rn(x, __simt_pow2_f64(first));
	n -= first;
	first = n < -1022 ? -1022 + 53 : n > 1023 ? 1023 : n;
	x = __dmul_rn(x, __simt_pow2_f64(first));
	n -= first;
	n = n < -1022 ? -1022 : n > 1023 ? 1023 : n;
	return __dmul_rn(x, __simt_pow2_f64(n));
}

SIMT_DEVICE_INLINE double ldexp(double x, int n) {
	return scalbn(x, n);
}

SIMT_DEVICE_INLINE double scalbln(double x, long int n) {
	return scalbn(x, n < -2200 ? -2200 : n > 2200 ? 2200 : (int)n);
}

/* Special values as the host has them: FP_ILOGB0 and FP_ILOGBNAN are INT_MIN. */
SIMT_DEVICE_INLINE int ilogb(double x) {
	double a = __builtin_fabs(x);
	bool tiny = a < 0x1p-1022;
	int b = __double2hiint(tiny ? __dmul_rn(a, 0x1p54) : a);
	int e = (b >> 20) - (tiny ? 1077 : 1023);
	e = a == SIMT_INF_F64 ? 0x7fffffff : e;
	return a == 0.0 || a != a ? (int)0x80000000 : e;
}

SIMT_DEVICE_INLINE double logb(double x) {
	double a = __builtin_fabs(x);
	double r = __int2double_rn(ilogb(x));
	r = a == 0.0 ? -SIMT_INF_F64 : r;
	return a < SIMT_INF_F64 ? r : x * x;
}

SIMT_DEVICE_INLINE double nextafter(double x, double y) {
	unsigned long long b = (unsigned long long)__double_as_longlong(x);
	bool away = (x < y) == (x > 0.0);
	double r = __longlong_as_double((long long)(away ? b + 1 : b - 1));
	r = x == 0.0 ? __simt_copysign_f64(__longlong_as_double(1), y) : r;
	r = x == y ? y : r;
	return x != x || y != y ? x + y : r;
}

/* m 2^e with 1 <= m < 2, for finite a > 0. */
struct __simt_parts_f64 {
	double m;
	int e;
};

SIMT_DEVICE_INLINE __simt_parts_f64 __simt_parts_of_f64(double a) {
	bool tiny = a < 0x1p-1022;
	double v = tiny ? __dmul_rn(a, 0x1p54) : a;
	int b = __double2hiint(v);
	__simt_parts_f64 p;
	p.m = __hiloint2double((b & 0xfffff) | 0x3ff00000, __double2loint(v));
	p.e = (b >> 20) - (tiny ? 1077 : 1023);
	return p;
}

/* What long division of finite a, b > 0 leaves: a = q b + r 2^e, b = m 2^e; of q the low
 * 31 bits. If a is less than half of b, r is only known to be that. */
struct __simt_division_f64 {
	double r, m;
	int e, q;
};

SIMT_DEVICE_INLINE __simt_division_f64 __simt_divide_f64(double a, double b) {
	__simt_parts_f64 x = __simt_parts_of_f64(a), y = __simt_parts_of_f64(b);
	int gap = x.e - y.e;
	unsigned q = 0;
	double r = gap < 0 ? (gap < -1 ? 0.0 : 0.5 * x.m) : x.m;
	while (gap >= 0) {
		/* 50 bits a step. The division rounds, so n may be one too large. */
		int k = gap < 50 ? gap : 50;
		r = __dmul_rn(r, __simt_pow2_f64(k));
		double n = __builtin_trunc(__ddiv_rn(r, y.m));
		r = __fma_rn(-n, y.m, r);
		n = r < 0.0 ? n - 1.0 : n;
		r = r < 0.0 ? r + y.m : r;
		q = (k < 32 ? q << k : 0u) + (unsigned)__double2ll_rz(n);
		gap = gap == k ? -1 : gap - k;
	}
	__simt_division_f64 d = {r, y.m, y.e, (int)(q & 0x7fffffff)};
	return d;
}

/* Has a division of these a remainder? If not it is NaN. */
SIMT_DEVICE_INLINE bool __simt_can_divide_f64(double a, double b) {
	return a < SIMT_INF_F64 && b > 0.0;
}

SIMT_DEVICE_FUNC double fmod(double x, double y) {
	double a = __builtin_fabs(x), b = __builtin_fabs(y);
	if (!__simt_can_divide_f64(a, b))
		return x != x || y != y ? x + y : SIMT_NAN_F64;
	if (a < b)
		return x;
	__simt_division_f64 d = __simt_divide_f64(a, b);
	return __simt_copysign_f64(scalbn(d.r, d.e), x);
}

SIMT_DEVICE_FUNC double remquo(double x, double y, int *quotient) {
	double a = __builtin_fabs(x), b = __builtin_fabs(y);
	*quotient = 0;
	if (!__simt_can_divide_f64(a, b))
		return x != x || y != y ? x + y : SIMT_NAN_F64;
	if (a == 0.0 || b == SIMT_INF_F64)
		return x;
	__simt_division_f64 d = __simt_divide_f64(a, b);
	double twice = d.r + d.r;
	bool up = twice > d.m || (twice == d.m && (d.q & 1) != 0);
	int q = up ? (int)(((unsigned)d.q + 1u) & 0x7fffffffu) : d.q;
	*quotient = __simt_sign_f64(x) == __simt_sign_f64(y) ? q : -q;
	double r = scalbn(up ? d.r - d.m : d.r, d.e);
	r = a < b && !up ? a : r;
	r = __simt_sign_f64(x) ? -r : r;
	return r == 0.0 ? __simt_copysign_f64(0.0, x) : r;
}

SIMT_DEVICE_INLINE double remainder(double x, double y) {
	int q;
	return remquo(x, y, &q);
}

SIMT_DEVICE_INLINE double nan(const char *tag) {
	return __longlong_as_double(
		0x7ff8000000000000LL |
		(long long)(__simt_nan_payload(tag) & 0x7ffffffffffffull));
}
