/* base.h - what 16-bit floats share: how a function is declared, and the one rounding that
 * all conversions to them are made of.
 *
 * A format is given by its precision (11 bits for half, 8 for bfloat16, the leading one
 * included) and its greatest exponent (15, 127).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "vector_types.h"

#if defined(__CUDACC__)
#define SIMT_HALF_INLINE static __host__ __device__ __forceinline__
#define SIMT_HALF_MEMBER __host__ __device__ __forceinline__
#define SIMT_HALF_DEVICE static __device__ __forceinline__
#else
#define SIMT_HALF_INLINE static inline
#define SIMT_HALF_MEMBER inline
#endif

/* The architecture, 0 on the host: tells which instructions there are. */
#if defined(__CUDA_ARCH__)
#define SIMT_HALF_ARCH __CUDA_ARCH__
#else
#define SIMT_HALF_ARCH 0
#endif

enum __simt_rounding {
	__SIMT_NEAREST,
	__SIMT_ZERO,
	__SIMT_DOWN,
	__SIMT_UP,
};

#if defined(__CUDA_ARCH__)
SIMT_HALF_DEVICE unsigned __simt_float_bits(float x) {
	return __float_as_uint(x);
}

SIMT_HALF_DEVICE float __simt_float_from(unsigned x) {
	return __uint_as_float(x);
}

SIMT_HALF_DEVICE unsigned long long __simt_double_bits(double x) {
	return (unsigned long long)__double_as_longlong(x);
}

SIMT_HALF_DEVICE int __simt_leading_zeros(unsigned long long x) {
	return __clzll((long long)x);
}
#else
SIMT_HALF_INLINE unsigned __simt_float_bits(float x) {
	unsigned r;
	__builtin_memcpy(&r, &x, sizeof r);
	return r;
}

SIMT_HALF_INLINE float __simt_float_from(unsigned x) {
	float r;
	__builtin_memcpy(&r, &x, sizeof r);
	return r;
}

SIMT_HALF_INLINE unsigned long long __simt_double_bits(double x) {
	unsigned long long r;
	__builtin_memcpy(&r, &x, sizeof r);
	return r;
}

SIMT_HALF_INLINE int __simt_leading_zeros(unsigned long long x) {
	return x == 0 ? 64 : __builtin_clzll(x);
}
#endif

/* m 2^e, rounded to 16 bits; m = 0 is zero. Overflow goes to infinity or to the greatest
 * number, whichever the rounding says. */
template <int precision, int greatest>
SIMT_HALF_INLINE unsigned short __simt_round_16(bool minus, unsigned long long m, int e,
                                                __simt_rounding rounding) {
	const int mantissa = precision - 1;
	const unsigned infinity = (unsigned)(2 * greatest + 1) << mantissa;
	unsigned sign = minus ? 0x8000u : 0u;
	if (m == 0)
		return (unsigned short)sign;
	int zeros = __simt_leading_zeros(m);
	m <<= zeros;
	e += 63 - zeros; /* that of the leading one, now bit 63 */
	/* Subnormal numbers keep fewer bits. */
	int below = 1 - greatest - e;
	int drop = 64 - precision + (below > 0 ? below : 0);
	bool away = minus ? rounding == __SIMT_DOWN : rounding == __SIMT_UP;
	unsigned long long kept = drop < 64 ? m >> drop : 0;
	unsigned long long rest = drop < 64 ? m << (64 - drop) : drop == 64 ? m : 1;
	const unsigned long long half = 0x8000000000000000ull;
	bool up = rounding == __SIMT_NEAREST
	                  ? rest > half || (rest == half && (kept & 1) != 0)
	                  : away && rest != 0;
	/* A carry goes into the exponent, which is what it should do. */
	unsigned biased = below > 0 ? 0u : (unsigned)(e + greatest - 1);
	unsigned r = e > greatest
	                     ? infinity
	                     : (biased << mantissa) + (unsigned)kept + (up ? 1u : 0u);
	bool over = r >= infinity;
	r = over ? infinity : r;
	r = over && rounding != __SIMT_NEAREST && !away ? infinity - 1 : r;
	return (unsigned short)(sign | r);
}

template <int precision, int greatest>
SIMT_HALF_INLINE unsigned short __simt_float_to_16(float x, __simt_rounding rounding) {
	unsigned b = __simt_float_bits(x), e = b >> 23 & 255, m = b & 0x7fffffu;
	const unsigned infinity = (unsigned)(2 * greatest + 1) << (precision - 1);
	if (e == 255)
		return (unsigned short)(m != 0 ? 0x7fffu
		                               : (b >> 16 & 0x8000u) | infinity);
	return __simt_round_16<precision, greatest>(
		b >> 31 != 0, e == 0 ? m : m | 0x800000u, (int)(e == 0 ? 1 : e) - 150,
		rounding);
}

template <int precision, int greatest>
SIMT_HALF_INLINE unsigned short __simt_double_to_16(double x) {
	unsigned long long b = __simt_double_bits(x), m = b & 0xfffffffffffffull;
	unsigned e = (unsigned)(b >> 52) & 2047;
	const unsigned infinity = (unsigned)(2 * greatest + 1) << (precision - 1);
	if (e == 2047)
		return (unsigned short)(m != 0 ? 0x7fffu
		                               : ((unsigned)(b >> 48) & 0x8000u) |
		                                         infinity);
	return __simt_round_16<precision, greatest>(
		b >> 63 != 0, e == 0 ? m : m | 1ull << 52, (int)(e == 0 ? 1 : e) - 1075,
		__SIMT_NEAREST);
}

template <int precision, int greatest>
SIMT_HALF_INLINE unsigned short __simt_integer_to_16(long long x,
                                                     __simt_rounding rounding) {
	unsigned long long m = x < 0 ? 0ull - (unsigned long long)x
	                             : (unsigned long long)x;
	return __simt_round_16<precision, greatest>(x < 0, m, 0, rounding);
}

template <int precision, int greatest>
SIMT_HALF_INLINE unsigned short __simt_unsigned_to_16(unsigned long long x,
                                                      __simt_rounding rounding) {
	return __simt_round_16<precision, greatest>(false, x, 0, rounding);
}

/* Floats to integers, which saturate. NaN gives 0, or the highest bit alone for 64 bits. */
#if defined(__CUDA_ARCH__)
#define SIMT_FLOAT_TO(name, type, instruction)                          \
	SIMT_HALF_DEVICE type name(float x, __simt_rounding rounding) { \
		return rounding == __SIMT_NEAREST ? instruction##_rn(x) \
		       : rounding == __SIMT_ZERO  ? instruction##_rz(x) \
		       : rounding == __SIMT_DOWN  ? instruction##_rd(x) \
		                                  : instruction##_ru(x); \
	}

SIMT_FLOAT_TO(__simt_float_to_s32, int, __float2int)
SIMT_FLOAT_TO(__simt_float_to_u32, unsigned, __float2uint)
SIMT_FLOAT_TO(__simt_float_to_s64, long long, __float2ll)
SIMT_FLOAT_TO(__simt_float_to_u64, unsigned long long, __float2ull)

#undef SIMT_FLOAT_TO
#else
SIMT_HALF_INLINE float __simt_round_whole(float x, __simt_rounding rounding) {
	return rounding == __SIMT_NEAREST ? __builtin_rintf(x)
	       : rounding == __SIMT_ZERO  ? __builtin_truncf(x)
	       : rounding == __SIMT_DOWN  ? __builtin_floorf(x)
	                                  : __builtin_ceilf(x);
}

SIMT_HALF_INLINE int __simt_float_to_s32(float x, __simt_rounding rounding) {
	float r = __simt_round_whole(x, rounding);
	return r != r          ? 0
	       : r >= 0x1p31f  ? 0x7fffffff
	       : r >= -0x1p31f ? (int)r
	                       : -0x7fffffff - 1;
}

SIMT_HALF_INLINE unsigned __simt_float_to_u32(float x, __simt_rounding rounding) {
	float r = __simt_round_whole(x, rounding);
	return r >= 0x1p32f ? 0xffffffffu : r > 0.0f ? (unsigned)r : 0u;
}

SIMT_HALF_INLINE long long __simt_float_to_s64(float x, __simt_rounding rounding) {
	float r = __simt_round_whole(x, rounding);
	const unsigned long long top = 0x8000000000000000ull;
	return r >= 0x1p63f    ? (long long)(top - 1)
	       : r >= -0x1p63f ? (long long)r
	                       : (long long)top;
}

SIMT_HALF_INLINE unsigned long long __simt_float_to_u64(float x,
                                                        __simt_rounding rounding) {
	float r = __simt_round_whole(x, rounding);
	return r != r         ? 0x8000000000000000ull
	       : r <= 0.0f    ? 0
	       : r >= 0x1p64f ? ~0ull
	                      : (unsigned long long)r;
}
#endif

/* The shorter types by way of 32 bits. */
SIMT_HALF_INLINE int __simt_float_to_short(float x, __simt_rounding rounding, int lo,
                                           int hi) {
	int r = __simt_float_to_s32(x, rounding);
	r = r < lo ? lo : r;
	return r > hi ? hi : r;
}

SIMT_HALF_INLINE int __simt_float_to_s16(float x, __simt_rounding rounding) {
	return __simt_float_to_short(x, rounding, -32768, 32767);
}

SIMT_HALF_INLINE int __simt_float_to_u16(float x, __simt_rounding rounding) {
	return __simt_float_to_short(x, rounding, 0, 65535);
}

SIMT_HALF_INLINE int __simt_float_to_s8(float x, __simt_rounding rounding) {
	return __simt_float_to_short(x, rounding, -128, 127);
}

SIMT_HALF_INLINE int __simt_float_to_u8(float x, __simt_rounding rounding) {
	return __simt_float_to_short(x, rounding, 0, 255);
}

/* a b + c, off only where a 16-bit result cannot tell: what the sum loses becomes its lowest
 * bit (rounding to odd). The product of two 16-bit floats is exact. */
SIMT_HALF_INLINE double __simt_fma_odd(float a, float b, float c) {
	double p = (double)a * (double)b, q = (double)c, s = p + q;
	double part = s - p, lost = (p - (s - part)) + (q - part);
	unsigned long long bits = __simt_double_bits(s);
	bool exact = lost == 0.0 || lost != lost || (bits & 1) != 0;
	/* One below in magnitude if the sum was rounded up. */
	bool less = (lost < 0.0) == (s > 0.0);
	bits = exact ? bits : less ? bits - 1 : bits | 1;
#if defined(__CUDA_ARCH__)
	return __longlong_as_double((long long)bits);
#else
	double r;
	__builtin_memcpy(&r, &bits, sizeof r);
	return r;
#endif
}

#if defined(__CUDA_ARCH__)
SIMT_HALF_DEVICE unsigned __simt_pack_16(unsigned short lo, unsigned short hi) {
	unsigned r;
	asm("mov.b32 %0, {%1, %2};" : "=r"(r) : "h"(lo), "h"(hi));
	return r;
}

SIMT_HALF_DEVICE unsigned short __simt_low_16(unsigned x) {
	return (unsigned short)x;
}

SIMT_HALF_DEVICE unsigned short __simt_high_16(unsigned x) {
	return (unsigned short)(x >> 16);
}
#endif
