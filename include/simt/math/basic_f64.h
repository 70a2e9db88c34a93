/* basic_f64.h - rounding, parts, remainders and neighbours of double: all exact.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/basic_f32.h"

SIMT_DEVICE_INLINE double fabs(double __x) {
	return __builtin_fabs(__x);
}

SIMT_DEVICE_INLINE double floor(double __x) {
	return __builtin_floor(__x);
}

SIMT_DEVICE_INLINE double ceil(double __x) {
	return __builtin_ceil(__x);
}

SIMT_DEVICE_INLINE double trunc(double __x) {
	return __builtin_trunc(__x);
}

SIMT_DEVICE_INLINE double rint(double __x) {
	return __builtin_rint(__x);
}

SIMT_DEVICE_INLINE double nearbyint(double __x) {
	return __builtin_rint(__x);
}

SIMT_DEVICE_INLINE double fmin(double __x, double __y) {
	return __builtin_fmin(__x, __y);
}

SIMT_DEVICE_INLINE double fmax(double __x, double __y) {
	return __builtin_fmax(__x, __y);
}

SIMT_DEVICE_INLINE double sqrt(double __x) {
	return __builtin_sqrt(__x);
}

SIMT_DEVICE_INLINE double fma(double __x, double __y, double __z) {
	return __fma_rn(__x, __y, __z);
}

SIMT_DEVICE_INLINE double copysign(double __x, double __y) {
	return __simt_copysign_f64(__x, __y);
}

/* Halves go away from 0. The sum must not round up to the next integer. */
SIMT_DEVICE_INLINE double round(double __x) {
	return __builtin_trunc(__dadd_rz(__x, __simt_copysign_f64(0.5, __x)));
}

SIMT_DEVICE_INLINE long int lrint(double __x) {
	return (long int)__double2ll_rn(__x);
}

SIMT_DEVICE_INLINE long long int llrint(double __x) {
	return __double2ll_rn(__x);
}

SIMT_DEVICE_INLINE long int lround(double __x) {
	return (long int)__double2ll_rz(round(__x));
}

SIMT_DEVICE_INLINE long long int llround(double __x) {
	return __double2ll_rz(round(__x));
}

SIMT_DEVICE_INLINE double fdim(double __x, double __y) {
	double __d = __x - __y;
	return __x <= __y ? 0.0 : __d;
}

SIMT_DEVICE_INLINE double modf(double __x, double *__whole) {
	double __t = __builtin_trunc(__x);
	*__whole = __t;
	return __simt_copysign_f64(__builtin_fabs(__x) == SIMT_INF_F64 ? 0.0 : __x - __t,
	                           __x);
}

SIMT_DEVICE_INLINE double frexp(double __x, int *__exponent) {
	double __a = __builtin_fabs(__x);
	bool __tiny = __a < 0x1p-1022;
	double __v = __tiny ? __dmul_rn(__x, 0x1p54) : __x;
	int __b = __double2hiint(__v);
	bool __plain = __a > 0.0 && __a < SIMT_INF_F64;
	*__exponent = __plain ? (__b >> 20 & 2047) - (__tiny ? 1076 : 1022) : 0;
	int __halved = (__b & (int)0x800fffff) | 0x3fe00000;
	return __plain ? __hiloint2double(__halved, __double2loint(__v)) : __x + __x;
}

/* The exponent is put to use in three steps, of which at most the last one rounds. */
SIMT_DEVICE_INLINE double scalbn(double __x, int __n) {
	__n = __n < -2200 ? -2200 : __n > 2200 ? 2200 : __n;
	/* x is brought towards 1 before it goes down, and up last. */
	int __first = __n < -1022 ? -1022 + 53 : __n > 1023 ? 1023 : __n;
	__x = __dmul_rn(__x, __simt_pow2_f64(__first));
	__n -= __first;
	__first = __n < -1022 ? -1022 + 53 : __n > 1023 ? 1023 : __n;
	__x = __dmul_rn(__x, __simt_pow2_f64(__first));
	__n -= __first;
	__n = __n < -1022 ? -1022 : __n > 1023 ? 1023 : __n;
	return __dmul_rn(__x, __simt_pow2_f64(__n));
}

SIMT_DEVICE_INLINE double ldexp(double __x, int __n) {
	return scalbn(__x, __n);
}

SIMT_DEVICE_INLINE double scalbln(double __x, long int __n) {
	return scalbn(__x, __n < -2200 ? -2200 : __n > 2200 ? 2200 : (int)__n);
}

/* Special values as the host has them: FP_ILOGB0 and FP_ILOGBNAN are INT_MIN. */
SIMT_DEVICE_INLINE int ilogb(double __x) {
	double __a = __builtin_fabs(__x);
	bool __tiny = __a < 0x1p-1022;
	int __b = __double2hiint(__tiny ? __dmul_rn(__a, 0x1p54) : __a);
	int __e = (__b >> 20) - (__tiny ? 1077 : 1023);
	__e = __a == SIMT_INF_F64 ? 0x7fffffff : __e;
	return __a == 0.0 || __a != __a ? (int)0x80000000 : __e;
}

SIMT_DEVICE_INLINE double logb(double __x) {
	double __a = __builtin_fabs(__x);
	double __r = __int2double_rn(ilogb(__x));
	__r = __a == 0.0 ? -SIMT_INF_F64 : __r;
	return __a < SIMT_INF_F64 ? __r : __x * __x;
}

SIMT_DEVICE_INLINE double nextafter(double __x, double __y) {
	unsigned long long __b = (unsigned long long)__double_as_longlong(__x);
	bool __away = (__x < __y) == (__x > 0.0);
	double __r = __longlong_as_double((long long)(__away ? __b + 1 : __b - 1));
	__r = __x == 0.0 ? __simt_copysign_f64(__longlong_as_double(1), __y) : __r;
	__r = __x == __y ? __y : __r;
	return __x != __x || __y != __y ? __x + __y : __r;
}

/* m 2^e with 1 <= m < 2, for finite a > 0. */
struct __simt_parts_f64 {
	double __m;
	int __e;
};

SIMT_DEVICE_INLINE __simt_parts_f64 __simt_parts_of_f64(double __a) {
	bool __tiny = __a < 0x1p-1022;
	double __v = __tiny ? __dmul_rn(__a, 0x1p54) : __a;
	int __b = __double2hiint(__v);
	__simt_parts_f64 __p;
	__p.__m = __hiloint2double((__b & 0xfffff) | 0x3ff00000, __double2loint(__v));
	__p.__e = (__b >> 20) - (__tiny ? 1077 : 1023);
	return __p;
}

/* Computes what the long division of finite a, b > 0 leaves: a = q b + r 2^e, b = m 2^e; of q the low
 * 31 bits. If a is less than half of b, r is only known to be that. */
struct __simt_division_f64 {
	double __r, __m;
	int __e, __q;
};

SIMT_DEVICE_INLINE __simt_division_f64 __simt_divide_f64(double __a, double __b) {
	__simt_parts_f64 __x = __simt_parts_of_f64(__a), __y = __simt_parts_of_f64(__b);
	int __gap = __x.__e - __y.__e;
	unsigned __q = 0;
	double __r = __gap < 0 ? (__gap < -1 ? 0.0 : 0.5 * __x.__m) : __x.__m;
	while (__gap >= 0) {
		/* 50 bits a step. The division rounds, so n may be one too large. */
		int __k = __gap < 50 ? __gap : 50;
		__r = __dmul_rn(__r, __simt_pow2_f64(__k));
		double __n = __builtin_trunc(__ddiv_rn(__r, __y.__m));
		__r = __fma_rn(-__n, __y.__m, __r);
		__n = __r < 0.0 ? __n - 1.0 : __n;
		__r = __r < 0.0 ? __r + __y.__m : __r;
		__q = (__k < 32 ? __q << __k : 0u) + (unsigned)__double2ll_rz(__n);
		__gap = __gap == __k ? -1 : __gap - __k;
	}
	__simt_division_f64 __d = {__r, __y.__m, __y.__e, (int)(__q & 0x7fffffff)};
	return __d;
}

/* Whether a division of these has a remainder. If not, it is NaN. */
SIMT_DEVICE_INLINE bool __simt_can_divide_f64(double __a, double __b) {
	return __a < SIMT_INF_F64 && __b > 0.0;
}

SIMT_DEVICE_FUNC double fmod(double __x, double __y) {
	double __a = __builtin_fabs(__x), __b = __builtin_fabs(__y);
	if (!__simt_can_divide_f64(__a, __b))
		return __x != __x || __y != __y ? __x + __y : SIMT_NAN_F64;
	if (__a < __b)
		return __x;
	__simt_division_f64 __d = __simt_divide_f64(__a, __b);
	return __simt_copysign_f64(scalbn(__d.__r, __d.__e), __x);
}

SIMT_DEVICE_FUNC double remquo(double __x, double __y, int *__quotient) {
	double __a = __builtin_fabs(__x), __b = __builtin_fabs(__y);
	*__quotient = 0;
	if (!__simt_can_divide_f64(__a, __b))
		return __x != __x || __y != __y ? __x + __y : SIMT_NAN_F64;
	if (__a == 0.0 || __b == SIMT_INF_F64)
		return __x;
	__simt_division_f64 __d = __simt_divide_f64(__a, __b);
	double __twice = __d.__r + __d.__r;
	bool __up = __twice > __d.__m || (__twice == __d.__m && (__d.__q & 1) != 0);
	int __q = __up ? (int)(((unsigned)__d.__q + 1u) & 0x7fffffffu) : __d.__q;
	*__quotient = __simt_sign_f64(__x) == __simt_sign_f64(__y) ? __q : -__q;
	double __r = scalbn(__up ? __d.__r - __d.__m : __d.__r, __d.__e);
	__r = __a < __b && !__up ? __a : __r;
	__r = __simt_sign_f64(__x) ? -__r : __r;
	return __r == 0.0 ? __simt_copysign_f64(0.0, __x) : __r;
}

SIMT_DEVICE_INLINE double remainder(double __x, double __y) {
	int __q;
	return remquo(__x, __y, &__q);
}

SIMT_DEVICE_INLINE double nan(const char *__tag) {
	return __longlong_as_double(
		0x7ff8000000000000LL |
		(long long)(__simt_nan_payload(__tag) & 0x7ffffffffffffull));
}
