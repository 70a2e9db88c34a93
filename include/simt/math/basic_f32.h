/* basic_f32.h - rounding, parts, remainders and neighbours of float: all exact.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

SIMT_DEVICE_INLINE float fabsf(float __x) {
	return __builtin_fabsf(__x);
}

SIMT_DEVICE_INLINE float floorf(float __x) {
	return __builtin_floorf(__x);
}

SIMT_DEVICE_INLINE float ceilf(float __x) {
	return __builtin_ceilf(__x);
}

SIMT_DEVICE_INLINE float truncf(float __x) {
	return __builtin_truncf(__x);
}

SIMT_DEVICE_INLINE float rintf(float __x) {
	return __builtin_rintf(__x);
}

SIMT_DEVICE_INLINE float nearbyintf(float __x) {
	return __builtin_rintf(__x);
}

SIMT_DEVICE_INLINE float fminf(float __x, float __y) {
	return __builtin_fminf(__x, __y);
}

SIMT_DEVICE_INLINE float fmaxf(float __x, float __y) {
	return __builtin_fmaxf(__x, __y);
}

SIMT_DEVICE_INLINE float sqrtf(float __x) {
	return __builtin_sqrtf(__x);
}

SIMT_DEVICE_INLINE float fmaf(float __x, float __y, float __z) {
	return __fmaf_rn(__x, __y, __z);
}

SIMT_DEVICE_INLINE float copysignf(float __x, float __y) {
	return __simt_copysign_f32(__x, __y);
}

/* Halves go away from 0. The sum must not round up to the next integer. */
SIMT_DEVICE_INLINE float roundf(float __x) {
	return __builtin_truncf(__fadd_rz(__x, __simt_copysign_f32(0.5f, __x)));
}

SIMT_DEVICE_INLINE long int lrintf(float __x) {
	return (long int)__float2ll_rn(__x);
}

SIMT_DEVICE_INLINE long long int llrintf(float __x) {
	return __float2ll_rn(__x);
}

SIMT_DEVICE_INLINE long int lroundf(float __x) {
	return (long int)__float2ll_rz(roundf(__x));
}

SIMT_DEVICE_INLINE long long int llroundf(float __x) {
	return __float2ll_rz(roundf(__x));
}

SIMT_DEVICE_INLINE float fdimf(float __x, float __y) {
	float __d = __x - __y;
	return __x <= __y ? 0.0f : __d;
}

SIMT_DEVICE_INLINE float modff(float __x, float *__whole) {
	float __t = __builtin_truncf(__x);
	*__whole = __t;
	return __simt_copysign_f32(
		__builtin_fabsf(__x) == SIMT_INF_F32 ? 0.0f : __x - __t, __x);
}

SIMT_DEVICE_INLINE float frexpf(float __x, int *__exponent) {
	float __a = __builtin_fabsf(__x);
	bool __tiny = __a < 0x1p-126f;
	int __b = __float_as_int(__tiny ? __fmul_rn(__x, 0x1p24f) : __x);
	bool __plain = __a > 0.0f && __a < SIMT_INF_F32;
	*__exponent = __plain ? (__b >> 23 & 255) - (__tiny ? 150 : 126) : 0;
	return __plain ? __int_as_float((__b & (int)0x807fffff) | 0x3f000000) : __x + __x;
}

/* The exponent is put to use in three steps, of which at most the last one rounds. */
SIMT_DEVICE_INLINE float scalbnf(float __x, int __n) {
	__n = __n < -300 ? -300 : __n > 300 ? 300 : __n;
	/* x is brought towards 1 before it goes down, and up last. */
	int __first = __n < -126 ? -126 + 24 : __n > 127 ? 127 : __n;
	__x = __fmul_rn(__x, __simt_pow2_f32(__first));
	__n -= __first;
	__first = __n < -126 ? -126 + 24 : __n > 127 ? 127 : __n;
	__x = __fmul_rn(__x, __simt_pow2_f32(__first));
	__n -= __first;
	__n = __n < -126 ? -126 : __n > 127 ? 127 : __n;
	return __fmul_rn(__x, __simt_pow2_f32(__n));
}

SIMT_DEVICE_INLINE float ldexpf(float __x, int __n) {
	return scalbnf(__x, __n);
}

SIMT_DEVICE_INLINE float scalblnf(float __x, long int __n) {
	return scalbnf(__x, __n < -300 ? -300 : __n > 300 ? 300 : (int)__n);
}

/* Special values as the host has them: FP_ILOGB0 and FP_ILOGBNAN are INT_MIN. */
SIMT_DEVICE_INLINE int ilogbf(float __x) {
	float __a = __builtin_fabsf(__x);
	bool __tiny = __a < 0x1p-126f;
	int __b = __float_as_int(__tiny ? __fmul_rn(__a, 0x1p24f) : __a);
	int __e = (__b >> 23) - (__tiny ? 151 : 127);
	__e = __a == SIMT_INF_F32 ? 0x7fffffff : __e;
	return __a == 0.0f || __a != __a ? (int)0x80000000 : __e;
}

SIMT_DEVICE_INLINE float logbf(float __x) {
	float __a = __builtin_fabsf(__x);
	float __r = __int2float_rn(ilogbf(__x));
	__r = __a == 0.0f ? -SIMT_INF_F32 : __r;
	return __a < SIMT_INF_F32 ? __r : __x * __x;
}

SIMT_DEVICE_INLINE float nextafterf(float __x, float __y) {
	unsigned __b = __float_as_uint(__x);
	bool __away = (__x < __y) == (__x > 0.0f);
	float __r = __uint_as_float(__away ? __b + 1 : __b - 1);
	__r = __x == 0.0f ? __simt_copysign_f32(__int_as_float(1), __y) : __r;
	__r = __x == __y ? __y : __r;
	return __x != __x || __y != __y ? __x + __y : __r;
}

/* m 2^e with 1 <= m < 2, for finite a > 0. */
struct __simt_parts_f32 {
	float __m;
	int __e;
};

SIMT_DEVICE_INLINE __simt_parts_f32 __simt_parts_of_f32(float __a) {
	bool __tiny = __a < 0x1p-126f;
	int __b = __float_as_int(__tiny ? __fmul_rn(__a, 0x1p24f) : __a);
	__simt_parts_f32 __p;
	__p.__m = __int_as_float((__b & 0x7fffff) | 0x3f800000);
	__p.__e = (__b >> 23) - (__tiny ? 151 : 127);
	return __p;
}

/* Computes what the long division of finite a, b > 0 leaves: a = q b + r 2^e, b = m 2^e; of q the low
 * 31 bits. If a is less than half of b, r is only known to be that. */
struct __simt_division_f32 {
	float __r, __m;
	int __e, __q;
};

SIMT_DEVICE_INLINE __simt_division_f32 __simt_divide_f32(float __a, float __b) {
	__simt_parts_f32 __x = __simt_parts_of_f32(__a), __y = __simt_parts_of_f32(__b);
	int __gap = __x.__e - __y.__e;
	unsigned __q = 0;
	float __r = __gap < 0 ? (__gap < -1 ? 0.0f : 0.5f * __x.__m) : __x.__m;
	while (__gap >= 0) {
		/* 22 bits a step. The division rounds, so n may be one too large. */
		int __k = __gap < 22 ? __gap : 22;
		__r = __fmul_rn(__r, __simt_pow2_f32(__k));
		float __n = __builtin_truncf(__fdiv_rn(__r, __y.__m));
		__r = __fmaf_rn(-__n, __y.__m, __r);
		__n = __r < 0.0f ? __n - 1.0f : __n;
		__r = __r < 0.0f ? __r + __y.__m : __r;
		__q = (__q << __k) + (unsigned)__float2int_rz(__n);
		__gap = __gap == __k ? -1 : __gap - __k;
	}
	__simt_division_f32 __d = {__r, __y.__m, __y.__e, (int)(__q & 0x7fffffff)};
	return __d;
}

/* Whether a division of these has a remainder. If not, it is NaN. */
SIMT_DEVICE_INLINE bool __simt_can_divide_f32(float __a, float __b) {
	return __a < SIMT_INF_F32 && __b > 0.0f;
}

SIMT_DEVICE_FUNC float fmodf(float __x, float __y) {
	float __a = __builtin_fabsf(__x), __b = __builtin_fabsf(__y);
	if (!__simt_can_divide_f32(__a, __b))
		return __x != __x || __y != __y ? __x + __y : SIMT_NAN_F32;
	if (__a < __b)
		return __x;
	__simt_division_f32 __d = __simt_divide_f32(__a, __b);
	return __simt_copysign_f32(scalbnf(__d.__r, __d.__e), __x);
}

SIMT_DEVICE_FUNC float remquof(float __x, float __y, int *__quotient) {
	float __a = __builtin_fabsf(__x), __b = __builtin_fabsf(__y);
	*__quotient = 0;
	if (!__simt_can_divide_f32(__a, __b))
		return __x != __x || __y != __y ? __x + __y : SIMT_NAN_F32;
	if (__a == 0.0f || __b == SIMT_INF_F32)
		return __x;
	__simt_division_f32 __d = __simt_divide_f32(__a, __b);
	float __twice = __d.__r + __d.__r;
	bool __up = __twice > __d.__m || (__twice == __d.__m && (__d.__q & 1) != 0);
	int __q = __up ? (int)(((unsigned)__d.__q + 1u) & 0x7fffffffu) : __d.__q;
	*__quotient = __simt_sign_f32(__x) == __simt_sign_f32(__y) ? __q : -__q;
	float __r = scalbnf(__up ? __d.__r - __d.__m : __d.__r, __d.__e);
	__r = __a < __b && !__up ? __a : __r;
	__r = __simt_sign_f32(__x) ? -__r : __r;
	return __r == 0.0f ? __simt_copysign_f32(0.0f, __x) : __r;
}

SIMT_DEVICE_INLINE float remainderf(float __x, float __y) {
	int __q;
	return remquof(__x, __y, &__q);
}

/* Payload digits as strtoull reads them: 0x1f, 017 or 15. */
SIMT_DEVICE_FUNC unsigned long long __simt_nan_payload(const char *__tag) {
	unsigned long long __v = 0;
	unsigned __base = 10;
	if (__tag[0] == '0') {
		bool __hex = __tag[1] == 'x' || __tag[1] == 'X';
		__base = __hex ? 16 : 8;
		__tag += __hex ? 2 : 1;
	}
	for (; *__tag != 0; __tag++) {
		unsigned __letter = (unsigned)*__tag | 32u;
		unsigned __digit = __letter >= 'a' ? __letter - 'a' + 10u
		                                   : (unsigned)*__tag - '0';
		if (__digit >= __base)
			return 0;
		__v = __v * __base + __digit;
	}
	return __v;
}

SIMT_DEVICE_INLINE float nanf(const char *__tag) {
	return __int_as_float(0x7fc00000 | (int)(__simt_nan_payload(__tag) & 0x3fffff));
}
