/* base.h - what 16-bit floats share: how a function is declared, and the one rounding that
 * all conversions to them are made of.
 *
 * A format is given by its precision (11 bits for half, 8 for bfloat16, the leading one
 * included) and its greatest exponent (15, 127).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if !defined(__CUDACC_RTC__) /* as a toolkit's do */
#include <cstring>
#include <utility>
#endif

#include "vector_functions.h"
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

/* A toolkit's pairs have copy constructors and assignments of their own: hosts pass them
 * by reference, and traits say that they are not trivial. Device code copies them as
 * bytes all the same. */
#if SIMT_HALF_ARCH
#define SIMT_HALF_COPIED __attribute__((simt_copied))
#else
#define SIMT_HALF_COPIED
#endif

enum __simt_rounding {
	__SIMT_NEAREST,
	__SIMT_ZERO,
	__SIMT_DOWN,
	__SIMT_UP,
};

#if defined(__CUDA_ARCH__)
SIMT_HALF_DEVICE unsigned __simt_float_bits(float __x) {
	return __float_as_uint(__x);
}

SIMT_HALF_DEVICE float __simt_float_from(unsigned __x) {
	return __uint_as_float(__x);
}

SIMT_HALF_DEVICE unsigned long long __simt_double_bits(double __x) {
	return (unsigned long long)__double_as_longlong(__x);
}

SIMT_HALF_DEVICE int __simt_leading_zeros(unsigned long long __x) {
	return __clzll((long long)__x);
}
#else
SIMT_HALF_INLINE unsigned __simt_float_bits(float __x) {
	unsigned __r;
	__builtin_memcpy(&__r, &__x, sizeof __r);
	return __r;
}

SIMT_HALF_INLINE float __simt_float_from(unsigned __x) {
	float __r;
	__builtin_memcpy(&__r, &__x, sizeof __r);
	return __r;
}

SIMT_HALF_INLINE unsigned long long __simt_double_bits(double __x) {
	unsigned long long __r;
	__builtin_memcpy(&__r, &__x, sizeof __r);
	return __r;
}

SIMT_HALF_INLINE int __simt_leading_zeros(unsigned long long __x) {
	return __x == 0 ? 64 : __builtin_clzll(__x);
}
#endif

/* m 2^e, rounded to 16 bits; m = 0 is zero. Overflow goes to infinity or to the greatest
 * number, whichever the rounding says. */
template <int __precision, int __greatest>
SIMT_HALF_INLINE unsigned short __simt_round_16(bool __minus, unsigned long long __m,
                                                int __e, __simt_rounding __rounding) {
	const int __mantissa = __precision - 1;
	const unsigned __infinity = (unsigned)(2 * __greatest + 1) << __mantissa;
	unsigned __sign = __minus ? 0x8000u : 0u;
	if (__m == 0)
		return (unsigned short)__sign;
	int __zeros = __simt_leading_zeros(__m);
	__m <<= __zeros;
	__e += 63 - __zeros; /* that of the leading one, now bit 63 */
	/* Subnormal numbers keep fewer bits. */
	int __below = 1 - __greatest - __e;
	int __drop = 64 - __precision + (__below > 0 ? __below : 0);
	bool __away = __minus ? __rounding == __SIMT_DOWN : __rounding == __SIMT_UP;
	unsigned long long __kept = __drop < 64 ? __m >> __drop : 0;
	unsigned long long __rest = __drop < 64    ? __m << (64 - __drop)
	                            : __drop == 64 ? __m
	                                           : 1;
	const unsigned long long __halved = 0x8000000000000000ull;
	bool __up = __rounding == __SIMT_NEAREST
	                    ? __rest > __halved ||
	                              (__rest == __halved && (__kept & 1) != 0)
	                    : __away && __rest != 0;
	/* A carry goes into the exponent, which is what it should do. */
	unsigned __biased = __below > 0 ? 0u : (unsigned)(__e + __greatest - 1);
	unsigned __r = __e > __greatest ? __infinity
	                                : (__biased << __mantissa) + (unsigned)__kept +
	                                          (__up ? 1u : 0u);
	bool __over = __r >= __infinity;
	__r = __over ? __infinity : __r;
	__r = __over && __rounding != __SIMT_NEAREST && !__away ? __infinity - 1 : __r;
	return (unsigned short)(__sign | __r);
}

template <int __precision, int __greatest>
SIMT_HALF_INLINE unsigned short __simt_float_to_16(float __x,
                                                   __simt_rounding __rounding) {
	unsigned __b = __simt_float_bits(__x), __e = __b >> 23 & 255,
		 __m = __b & 0x7fffffu;
	const unsigned __infinity = (unsigned)(2 * __greatest + 1) << (__precision - 1);
	if (__e == 255)
		return (unsigned short)(__m != 0 ? 0x7fffu
		                                 : (__b >> 16 & 0x8000u) | __infinity);
	return __simt_round_16<__precision, __greatest>(
		__b >> 31 != 0, __e == 0 ? __m : __m | 0x800000u,
		(int)(__e == 0 ? 1 : __e) - 150, __rounding);
}

template <int __precision, int __greatest>
SIMT_HALF_INLINE unsigned short __simt_double_to_16(double __x) {
	unsigned long long __b = __simt_double_bits(__x), __m = __b & 0xfffffffffffffull;
	unsigned __e = (unsigned)(__b >> 52) & 2047;
	const unsigned __infinity = (unsigned)(2 * __greatest + 1) << (__precision - 1);
	if (__e == 2047)
		return (unsigned short)(__m != 0 ? 0x7fffu
		                                 : ((unsigned)(__b >> 48) & 0x8000u) |
		                                           __infinity);
	return __simt_round_16<__precision, __greatest>(
		__b >> 63 != 0, __e == 0 ? __m : __m | 1ull << 52,
		(int)(__e == 0 ? 1 : __e) - 1075, __SIMT_NEAREST);
}

template <int __precision, int __greatest>
SIMT_HALF_INLINE unsigned short __simt_integer_to_16(long long __x,
                                                     __simt_rounding __rounding) {
	unsigned long long __m = __x < 0 ? 0ull - (unsigned long long)__x
	                                 : (unsigned long long)__x;
	return __simt_round_16<__precision, __greatest>(__x < 0, __m, 0, __rounding);
}

template <int __precision, int __greatest>
SIMT_HALF_INLINE unsigned short __simt_unsigned_to_16(unsigned long long __x,
                                                      __simt_rounding __rounding) {
	return __simt_round_16<__precision, __greatest>(false, __x, 0, __rounding);
}

/* Floats to integers, which saturate. NaN gives 0, or the highest bit alone for 64 bits. */
#if defined(__CUDA_ARCH__)
#define SIMT_FLOAT_TO(name, type, instruction)                              \
	SIMT_HALF_DEVICE type name(float __x, __simt_rounding __rounding) { \
		return __rounding == __SIMT_NEAREST ? instruction##_rn(__x) \
		       : __rounding == __SIMT_ZERO  ? instruction##_rz(__x) \
		       : __rounding == __SIMT_DOWN  ? instruction##_rd(__x) \
		                                    : instruction##_ru(__x); \
	}

SIMT_FLOAT_TO(__simt_float_to_s32, int, __float2int)
SIMT_FLOAT_TO(__simt_float_to_u32, unsigned, __float2uint)
SIMT_FLOAT_TO(__simt_float_to_s64, long long, __float2ll)
SIMT_FLOAT_TO(__simt_float_to_u64, unsigned long long, __float2ull)

#undef SIMT_FLOAT_TO
#else
SIMT_HALF_INLINE float __simt_round_whole(float __x, __simt_rounding __rounding) {
	return __rounding == __SIMT_NEAREST ? __builtin_rintf(__x)
	       : __rounding == __SIMT_ZERO  ? __builtin_truncf(__x)
	       : __rounding == __SIMT_DOWN  ? __builtin_floorf(__x)
	                                    : __builtin_ceilf(__x);
}

SIMT_HALF_INLINE int __simt_float_to_s32(float __x, __simt_rounding __rounding) {
	float __r = __simt_round_whole(__x, __rounding);
	return __r != __r        ? 0
	       : __r >= 0x1p31f  ? 0x7fffffff
	       : __r >= -0x1p31f ? (int)__r
	                         : -0x7fffffff - 1;
}

SIMT_HALF_INLINE unsigned __simt_float_to_u32(float __x, __simt_rounding __rounding) {
	float __r = __simt_round_whole(__x, __rounding);
	return __r >= 0x1p32f ? 0xffffffffu : __r > 0.0f ? (unsigned)__r : 0u;
}

SIMT_HALF_INLINE long long __simt_float_to_s64(float __x, __simt_rounding __rounding) {
	float __r = __simt_round_whole(__x, __rounding);
	const unsigned long long __top = 0x8000000000000000ull;
	return __r >= 0x1p63f    ? (long long)(__top - 1)
	       : __r >= -0x1p63f ? (long long)__r
	                         : (long long)__top;
}

SIMT_HALF_INLINE unsigned long long __simt_float_to_u64(float __x,
                                                        __simt_rounding __rounding) {
	float __r = __simt_round_whole(__x, __rounding);
	return __r != __r       ? 0x8000000000000000ull
	       : __r <= 0.0f    ? 0
	       : __r >= 0x1p64f ? ~0ull
	                        : (unsigned long long)__r;
}
#endif

/* The shorter types by way of 32 bits. */
SIMT_HALF_INLINE int __simt_float_to_short(float __x, __simt_rounding __rounding,
                                           int __lo, int __hi) {
	int __r = __simt_float_to_s32(__x, __rounding);
	__r = __r < __lo ? __lo : __r;
	return __r > __hi ? __hi : __r;
}

SIMT_HALF_INLINE int __simt_float_to_s16(float __x, __simt_rounding __rounding) {
	return __simt_float_to_short(__x, __rounding, -32768, 32767);
}

SIMT_HALF_INLINE int __simt_float_to_u16(float __x, __simt_rounding __rounding) {
	return __simt_float_to_short(__x, __rounding, 0, 65535);
}

SIMT_HALF_INLINE int __simt_float_to_s8(float __x, __simt_rounding __rounding) {
	return __simt_float_to_short(__x, __rounding, -128, 127);
}

SIMT_HALF_INLINE int __simt_float_to_u8(float __x, __simt_rounding __rounding) {
	return __simt_float_to_short(__x, __rounding, 0, 255);
}

/* a b + c, off only where a 16-bit result cannot tell: what the sum loses becomes its lowest
 * bit (rounding to odd). The product of two 16-bit floats is exact. */
SIMT_HALF_INLINE double __simt_fma_odd(float __a, float __b, float __c) {
	double __p = (double)__a * (double)__b, __q = (double)__c, __s = __p + __q;
	double __part = __s - __p, __lost = (__p - (__s - __part)) + (__q - __part);
	unsigned long long __bits = __simt_double_bits(__s);
	bool __exact = __lost == 0.0 || __lost != __lost || (__bits & 1) != 0;
	/* One below in magnitude if the sum was rounded up. */
	bool __less = (__lost < 0.0) == (__s > 0.0);
	__bits = __exact ? __bits : __less ? __bits - 1 : __bits | 1;
#if defined(__CUDA_ARCH__)
	return __longlong_as_double((long long)__bits);
#else
	double __r;
	__builtin_memcpy(&__r, &__bits, sizeof __r);
	return __r;
#endif
}

#if defined(__CUDA_ARCH__)
SIMT_HALF_DEVICE unsigned __simt_pack_16(unsigned short __lo, unsigned short __hi) {
	unsigned __r;
	asm("mov.b32 %0, {%1, %2};" : "=r"(__r) : "h"(__lo), "h"(__hi));
	return __r;
}

SIMT_HALF_DEVICE unsigned short __simt_low_16(unsigned __x) {
	return (unsigned short)__x;
}

SIMT_HALF_DEVICE unsigned short __simt_high_16(unsigned __x) {
	return (unsigned short)(__x >> 16);
}
#endif
