/* convert.h - conversions to and from the bits of 8-bit floats.
 *
 * The device has instructions that saturate, for pairs. All other conversions go through
 * double, which holds every source exactly, and round once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define SIMT_F8_FN SIMT_HALF_INLINE

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

/* The result for values that are too large: infinity (or NaN), or the largest. */
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if SIMT_HALF_ARCH >= 890
#define SIMT_F8_HARDWARE 1
#else
#define SIMT_F8_HARDWARE 0
#endif

/* ---- a toolkit's names that other headers use ---- */

SIMT_F8_FN float __internal_halfraw_to_float(const __half_raw __x) {
	return __simt_half_to_float(__x.x);
}

SIMT_F8_FN float2 __internal_halfraw2_to_float2(const __half2_raw __x) {
	float2 __r = {__simt_half_to_float(__x.x), __simt_half_to_float(__x.y)};
	return __r;
}

SIMT_F8_FN float __internal_bf16raw_to_float(const __nv_bfloat16_raw __x) {
	return __simt_bfloat16_to_float(__x.x);
}

SIMT_F8_FN __nv_bfloat16_raw __internal_float_to_bf16raw_rz(const float __x) {
	__nv_bfloat16_raw __r = {__simt_bfloat16_from_float(__x, __SIMT_ZERO)};
	return __r;
}

SIMT_F8_FN unsigned __internal_pack_u16x2_to_u32(const unsigned short __low, const unsigned short __high) {
	return __low | (unsigned)__high << 16;
}

/* ---- to 8 bits ---- */

/* The magnitude of a double, rounded to nearest even or to zero; its bits may go
 * beyond the largest number, as those of infinity and NaN do. __precision: bits of the
 * mantissa; __bias: of the exponent. */
SIMT_F8_FN unsigned __simt_f8_round(unsigned long long __magnitude, int __precision,
                                    int __bias, bool __nearest) {
	int __e = (int)(__magnitude >> 52) - 1023, __lowest = 1 - __bias;
	unsigned long long __m = (__magnitude & 0xfffffffffffffull) | 1ull << 52;
	/* Subnormal numbers keep fewer bits; two below the last, all are gone. */
	int __below = __e < __lowest ? __lowest - __e : 0;
	int __drop = 52 - __precision + (__below < __precision + 2 ? __below : __precision + 2);
	unsigned long long __kept = __m >> __drop, __halved = 1ull << (__drop - 1);
	unsigned long long __rest = __m & ((1ull << __drop) - 1);
	bool __up = (__rest > __halved) | ((__rest == __halved) & (__kept & 1));
	return (unsigned)__kept + (unsigned)(__nearest & __up) +
	       ((unsigned)(__e + __below - __lowest) << __precision);
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double __x, const __nv_saturation_t __saturate,
                       const __nv_fp8_interpretation_t __kind) {
	unsigned long long __bits = __simt_double_bits(__x),
			   __magnitude = __bits << 1 >> 1;
	unsigned __sign = (unsigned)(__bits >> 63) << 7,
		 __largest = __kind == __NV_E4M3 ? 0x7e : 0x7b;
	unsigned __r = __kind == __NV_E4M3 ? __simt_f8_round(__magnitude, 3, 7, true)
	                                   : __simt_f8_round(__magnitude, 2, 15, true);
	/* infinity, or the NaN of e4m3 */
	unsigned __beyond = __saturate == __NV_SATFINITE ? __largest : __largest + 1;
	__r = __sign | (__r > __largest ? __beyond : __r);
	return (__nv_fp8_storage_t)(__magnitude > 0x7ff0000000000000ull ? 0x7f : __r);
}

/* Two in one word: the first in the low byte. */
SIMT_F8_FN __nv_fp8x2_storage_t __simt_f8_pair(unsigned __low, unsigned __high) {
	return (__nv_fp8x2_storage_t)(__low | __high << 8);
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_double2_to_fp8x2(const double2 __x, const __nv_saturation_t __saturate,
                          const __nv_fp8_interpretation_t __kind) {
	return __simt_f8_pair(__nv_cvt_double_to_fp8(__x.x, __saturate, __kind),
	                      __nv_cvt_double_to_fp8(__x.y, __saturate, __kind));
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 __x, const __nv_saturation_t __saturate,
                         const __nv_fp8_interpretation_t __kind) {
#if SIMT_F8_HARDWARE
	if (__saturate == __NV_SATFINITE) {
		unsigned short __r;
		if (__kind == __NV_E4M3)
			asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;"
			    : "=h"(__r)
			    : "f"(__x.y), "f"(__x.x));
		else
			asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;"
			    : "=h"(__r)
			    : "f"(__x.y), "f"(__x.x));
		return __r;
	}
#endif
	return __simt_f8_pair(__nv_cvt_double_to_fp8(__x.x, __saturate, __kind),
	                      __nv_cvt_double_to_fp8(__x.y, __saturate, __kind));
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float __x, const __nv_saturation_t __saturate,
                      const __nv_fp8_interpretation_t __kind) {
#if SIMT_F8_HARDWARE
	if (__saturate == __NV_SATFINITE) {
		float2 __both = {__x, 0.0f};
		return (__nv_fp8_storage_t)__nv_cvt_float2_to_fp8x2(__both, __saturate,
		                                                    __kind);
	}
#endif
	return __nv_cvt_double_to_fp8(__x, __saturate, __kind);
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw __x, const __nv_saturation_t __saturate,
                           const __nv_fp8_interpretation_t __kind) {
#if SIMT_F8_HARDWARE
	if (__saturate == __NV_SATFINITE) {
		unsigned __both = __x.x | (unsigned)__x.y << 16;
		unsigned short __r;
		if (__kind == __NV_E4M3)
			asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;"
			    : "=h"(__r)
			    : "r"(__both));
		else
			asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;"
			    : "=h"(__r)
			    : "r"(__both));
		return __r;
	}
#endif
	return __simt_f8_pair(
		__nv_cvt_double_to_fp8(__simt_half_to_float(__x.x), __saturate, __kind),
		__nv_cvt_double_to_fp8(__simt_half_to_float(__x.y), __saturate, __kind));
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw __x, const __nv_saturation_t __saturate,
                        const __nv_fp8_interpretation_t __kind) {
	__half2_raw __both = {__x.x, 0};
	return (__nv_fp8_storage_t)__nv_cvt_halfraw2_to_fp8x2(__both, __saturate, __kind);
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
	const __nv_bfloat162_raw __x, const __nv_saturation_t __saturate,
	const __nv_fp8_interpretation_t __kind) {
	float2 __both = {__simt_bfloat16_to_float(__x.x),
	                 __simt_bfloat16_to_float(__x.y)};
	return __nv_cvt_float2_to_fp8x2(__both, __saturate, __kind);
}

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
	const __nv_bfloat16_raw __x, const __nv_saturation_t __saturate,
	const __nv_fp8_interpretation_t __kind) {
	return __nv_cvt_float_to_fp8(__simt_bfloat16_to_float(__x.x), __saturate, __kind);
}

/* ---- from 8 bits: half holds them all ---- */

/* Of a finite magnitude. Read as that of a half it is too small by the difference of the
 * exponents' biases. */
SIMT_F8_FN unsigned short __simt_f8_widen(unsigned __magnitude, int __precision, int __bias) {
	float __small = __simt_half_to_float((unsigned short)(__magnitude << (10 - __precision)));
	float __scale = __simt_float_from((unsigned)(127 + 15 - __bias) << 23);
	return __simt_half_from_float(__small * __scale, __SIMT_NEAREST);
}

SIMT_F8_FN unsigned short __simt_f8_to_half(unsigned __bits,
                                            __nv_fp8_interpretation_t __kind) {
	unsigned __magnitude = __bits & 0x7f, __sign = (__bits & 0x80) << 8;
	if (__magnitude > (__kind == __NV_E4M3 ? 0x7eu : 0x7cu))
		return 0x7fff;
	return (unsigned short)(__sign | (__kind == __NV_E5M2
	                                          ? __magnitude << 8
	                                          : __simt_f8_widen(__magnitude, 3, 7)));
}

SIMT_F8_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(
	const __nv_fp8x2_storage_t __x, const __nv_fp8_interpretation_t __kind) {
#if SIMT_F8_HARDWARE
	unsigned __both;
	if (__kind == __NV_E4M3)
		asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(__both) : "h"(__x));
	else
		asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(__both) : "h"(__x));
	__half2_raw __r = {(unsigned short)__both, (unsigned short)(__both >> 16)};
#else
	__half2_raw __r = {__simt_f8_to_half(__x & 0xffu, __kind),
	                   __simt_f8_to_half((unsigned)__x >> 8, __kind)};
#endif
	return __r;
}

SIMT_F8_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t __x,
                                              const __nv_fp8_interpretation_t __kind) {
	__half_raw __r = {__nv_cvt_fp8x2_to_halfraw2(__x, __kind).x};
	return __r;
}

SIMT_F8_FN float __simt_f8_to_float(__nv_fp8_storage_t __x,
                                    __nv_fp8_interpretation_t __kind) {
	return __simt_half_to_float(__nv_cvt_fp8_to_halfraw(__x, __kind).x);
}

SIMT_F8_FN float2 __simt_f8_to_float2(__nv_fp8x2_storage_t __x,
                                      __nv_fp8_interpretation_t __kind) {
	__half2_raw __h = __nv_cvt_fp8x2_to_halfraw2(__x, __kind);
	float2 __r = {__simt_half_to_float(__h.x), __simt_half_to_float(__h.y)};
	return __r;
}
