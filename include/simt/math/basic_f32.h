/* basic_f32.h - rounding, parts, remainders and neighbours of float: all exact.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

SIMT_DEVICE_INLINE float fabsf(float x) {
	return __builtin_fabsf(x);
}

SIMT_DEVICE_INLINE float floorf(float x) {
	return __builtin_floorf(x);
}

SIMT_DEVICE_INLINE float ceilf(float x) {
	return __builtin_ceilf(x);
}

SIMT_DEVICE_INLINE float truncf(float x) {
	return __builtin_truncf(x);
}

SIMT_DEVICE_INLINE float rintf(float x) {
	return __builtin_rintf(x);
}

SIMT_DEVICE_INLINE float nearbyintf(float x) {
	return __builtin_rintf(x);
}

SIMT_DEVICE_INLINE float fminf(float x, float y) {
	return __builtin_fminf(x, y);
}

SIMT_DEVICE_INLINE float fmaxf(float x, float y) {
	return __builtin_fmaxf(x, y);
}

SIMT_DEVICE_INLINE float sqrtf(float x) {
	return __builtin_sqrtf(x);
}

SIMT_DEVICE_INLINE float fmaf(float x, float y, float z) {
	return __fmaf_rn(x, y, z);
}

SIMT_DEVICE_INLINE float copysignf(float x, float y) {
	return __simt_copysign_f32(x, y);
}

/* Halves go away from 0. The sum must not round up to the next integer. */
SIMT_DEVICE_INLINE float roundf(float x) {
	return __builtin_truncf(__fadd_rz(x, __simt_copysign_f32(0.5f, x)));
}

SIMT_DEVICE_INLINE long int lrintf(float x) {
	return (long int)__float2ll_rn(x);
}

SIMT_DEVICE_INLINE long long int llrintf(float x) {
	return __float2ll_rn(x);
}

SIMT_DEVICE_INLINE long int lroundf(float x) {
	return (long int)__float2ll_rz(roundf(x));
}

SIMT_DEVICE_INLINE long long int llroundf(float x) {
	return __float2ll_rz(roundf(x));
}

SIMT_DEVICE_INLINE float fdimf(float x, float y) {
	float d = x - y;
	return x <= y ? 0.0f : d;
}

SIMT_DEVICE_INLINE float modff(float x, float *whole) {
	float t = __builtin_truncf(x);
	*whole = t;
	return __simt_copysign_f32(__builtin_fabsf(x) == SIMT_INF_F32 ? 0.0f : x - t, x);
}

SIMT_DEVICE_INLINE float frexpf(float x, int *exponent) {
	float a = __builtin_fabsf(x);
	bool tiny = a < 0x1p-126f;
	int b = __float_as_int(tiny ? __fmul_rn(x, 0x1p24f) : x);
	bool plain = a > 0.0f && a < SIMT_INF_F32;
	*exponent = plain ? (b >> 23 & 255) - (tiny ? 150 : 126) : 0;
	return plain ? __int_as_float((b & (int)0x807fffff) | 0x3f000000) : x + x;
}

/* The exponent is put to use in three steps, of which at most the last one rounds. */
SIMT_DEVICE_INLINE float scalbnf(float x, int n) {
	n = n < -300 ? -300 : n > 300 ? 300 : n;
	/* x is brought towards 1 before it goes down, and up last. */
	int first = n < -126 ? -126 + 24 : n > 127 ? 127 : n;
	x = __fmul_rn(x, __simt_pow2_f32(first));
	n -= first;
	first = n < -126 ? -126 + 24 : n > 127 ? 127 : n;
	x = __fmul_rn(x, __simt_pow2_f32(first));
	n -= first;
	n = n < -126 ? -126 : n > 127 ? 127 : n;
	return __fmul_rn(x, __simt_pow2_f32(n));
}

SIMT_DEVICE_INLINE float ldexpf(float x, int n) {
	return scalbnf(x, n);
}

SIMT_DEVICE_INLINE float scalblnf(float x, long int n) {
	return scalbnf(x, n < -300 ? -300 : n > 300 ? 300 : (int)n);
}

/* Special values as the host has them: FP_ILOGB0 and FP_ILOGBNAN are INT_MIN. */
SIMT_DEVICE_INLINE int ilogbf(float x) {
	float a = __builtin_fabsf(x);
	bool tiny = a < 0x1p-126f;
	int b = __float_as_int(tiny ? __fmul_rn(a, 0x1p24f) : a);
	int e = (b >> 23) - (tiny ? 151 : 127);
	e = a == SIMT_INF_F32 ? 0x7fffffff : e;
	return a == 0.0f || a != a ? (int)0x80000000 : e;
}

SIMT_DEVICE_INLINE float logbf(float x) {
	float a = __builtin_fabsf(x);
	float r = __int2float_rn(ilogbf(x));
	r = a == 0.0f ? -SIMT_INF_F32 : r;
	return a < SIMT_INF_F32 ? r : x * x;
}

SIMT_DEVICE_INLINE float nextafterf(float x, float y) {
	unsigned b = __float_as_uint(x);
	bool away = (x < y) == (x > 0.0f);
	float r = __uint_as_float(away ? b + 1 : b - 1);
	r = x == 0.0f ? __simt_copysign_f32(__int_as_float(1), y) : r;
	r = x == y ? y : r;
	return x != x || y != y ? x + y : r;
}

/* m 2^e with 1 <= m < 2, for finite a > 0. */
struct __simt_parts_f32 {
	float m;
	int e;
};

SIMT_DEVICE_INLINE __simt_parts_f32 __simt_parts_of_f32(float a) {
	bool tiny = a < 0x1p-126f;
	int b = __float_as_int(tiny ? __fmul_rn(a, 0x1p24f) : a);
	__simt_parts_f32 p;
	p.m = __int_as_float((b & 0x7fffff) | 0x3f800000);
	p.e = (b >> 23) - (tiny ? 151 : 127);
	return p;
}

/* What long division of finite a, b > 0 leaves: a = q b + r 2^e, b = m 2^e; of q the low
 * 31 bits. If a is less than half of b, r is only known to be that. */
struct __simt_division_f32 {
	float r, m;
	int e, q;
};

SIMT_DEVICE_INLINE __simt_division_f32 __simt_divide_f32(float a, float b) {
	__simt_parts_f32 x = __simt_parts_of_f32(a), y = __simt_parts_of_f32(b);
	int gap = x.e - y.e;
	unsigned q = 0;
	float r = gap < 0 ? (gap < -1 ? 0.0f : 0.5f * x.m) : x.m;
	while (gap >= 0) {
		/* 22 bits a step. The division rounds, so n may be one too large. */
		int k = gap < 22 ? gap : 22;
		r = __fmul_rn(r, __simt_pow2_f32(k));
		float n = __builtin_truncf(__fdiv_rn(r, y.m));
		r = __fmaf_rn(-n, y.m, r);
		n = r < 0.0f ? n - 1.0f : n;
		r = r < 0.0f ? r + y.m : r;
		q = (q << k) + (unsigned)__float2int_rz(n);
		gap = gap == k ? -1 : gap - k;
	}
	__simt_division_f32 d = {r, y.m, y.e, (int)(q & 0x7fffffff)};
	return d;
}

/* Has a division of these a remainder? If not it is NaN. */
SIMT_DEVICE_INLINE bool __simt_can_divide_f32(float a, float b) {
	return a < SIMT_INF_F32 && b > 0.0f;
}

SIMT_DEVICE_FUNC float fmodf(float x, float y) {
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
	if (!__simt_can_divide_f32(a, b))
		return x != x || y != y ? x + y : SIMT_NAN_F32;
	if (a < b)
		return x;
	__simt_division_f32 d = __simt_divide_f32(a, b);
	return __simt_copysign_f32(scalbnf(d.r, d.e), x);
}

SIMT_DEVICE_FUNC float remquof(float x, float y, int *quotient) {
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
	*quotient = 0;
	if (!__simt_can_divide_f32(a, b))
		return x != x || y != y ? x + y : SIMT_NAN_F32;
	if (a == 0.0f || b == SIMT_INF_F32)
		return x;
	__simt_division_f32 d = __simt_divide_f32(a, b);
	float twice = d.r + d.r;
	bool up = twice > d.m || (twice == d.m && (d.q & 1) != 0);
	int q = up ? (int)(((unsigned)d.q + 1u) & 0x7fffffffu) : d.q;
	*quotient = __simt_sign_f32(x) == __simt_sign_f32(y) ? q : -q;
	float r = scalbnf(up ? d.r - d.m : d.r, d.e);
	r = a < b && !up ? a : r;
	r = __simt_sign_f32(x) ? -r : r;
	return r == 0.0f ? __simt_copysign_f32(0.0f, x) : r;
}

SIMT_DEVICE_INLINE float remainderf(float x, float y) {
	int q;
	return remquof(x, y, &q);
}

/* Payload digits as strtoull reads them: 0x1f, 017 or 15. */
SIMT_DEVICE_FUNC unsigned long long __simt_nan_payload(const char *tag) {
	unsigned long long v = 0;
	unsigned base = 10;
	if (tag[0] == '0') {
		bool hex = tag[1] == 'x' || tag[1] == 'X';
		base = hex ? 16 : 8;
		tag += hex ? 2 : 1;
	}
	for (; *tag != 0; tag++) {
		unsigned letter = (unsigned)*tag | 32u;
		unsigned digit = letter >= 'a' ? letter - 'a' + 10u
		                               : (unsigned)*tag - '0';
		if (digit >= base)
			return 0;
		v = v * base + digit;
	}
	return v;
}

SIMT_DEVICE_INLINE float nanf(const char *tag) {
	return __int_as_float(0x7fc00000 | (int)(__simt_nan_payload(tag) & 0x3fffff));
}
