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

/* What becomes of values that are too large: infinity (or NaN), or the largest. */
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if SIMT_HALF_ARCH >= 890
#define SIMT_F8_HARDWARE 1
#else
#define SIMT_F8_HARDWARE 0
#endif

/* ---- to 8 bits ---- */

/* The magnitude of a finite double, rounded to nearest even; its bits may go beyond the
 * largest number. precision: bits of the mantissa; bias: of the exponent. */
SIMT_F8_FN unsigned __simt_f8_round(unsigned long long magnitude, int precision,
                                    int bias) {
	int e = (int)(magnitude >> 52) - 1023, lowest = 1 - bias;
	if (e < lowest - precision - 1)
		return 0;
	unsigned long long m = (magnitude & 0xfffffffffffffull) | 1ull << 52;
	int drop = 52 - precision + (e < lowest ? lowest - e : 0);
	unsigned long long kept = m >> drop, half = 1ull << (drop - 1);
	unsigned long long rest = m & ((1ull << drop) - 1);
	if (rest > half || (rest == half && (kept & 1) != 0))
		kept++;
	return (unsigned)kept + (e < lowest ? 0 : (unsigned)(e - lowest) << precision);
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t kind) {
	unsigned long long bits = __simt_double_bits(x), magnitude = bits << 1 >> 1;
	unsigned sign = (unsigned)(bits >> 63) << 7,
		 largest = kind == __NV_E4M3 ? 0x7e : 0x7b;
	unsigned r = largest + 1; /* infinity, or the NaN of e4m3 */
	if (magnitude > 0x7ff0000000000000ull)
		return 0x7f;
	if (magnitude < 0x7ff0000000000000ull)
		r = kind == __NV_E4M3 ? __simt_f8_round(magnitude, 3, 7)
		                      : __simt_f8_round(magnitude, 2, 15);
	if (r > largest)
		r = saturate == __NV_SATFINITE ? largest : largest + 1;
	return (__nv_fp8_storage_t)(sign | r);
}

/* Two in one word: the first in the low byte. */
SIMT_F8_FN __nv_fp8x2_storage_t __simt_f8_pair(unsigned low, unsigned high) {
	return (__nv_fp8x2_storage_t)(low | high << 8);
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t saturate,
                          const __nv_fp8_interpretation_t kind) {
	return __simt_f8_pair(__nv_cvt_double_to_fp8(x.x, saturate, kind),
	                      __nv_cvt_double_to_fp8(x.y, saturate, kind));
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                         const __nv_fp8_interpretation_t kind) {
#if SIMT_F8_HARDWARE
	if (saturate == __NV_SATFINITE) {
		unsigned short r;
		if (kind == __NV_E4M3)
			asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;"
			    : "=h"(r)
			    : "f"(x.y), "f"(x.x));
		else
			asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;"
			    : "=h"(r)
			    : "f"(x.y), "f"(x.x));
		return r;
	}
#endif
	return __simt_f8_pair(__nv_cvt_double_to_fp8(x.x, saturate, kind),
	                      __nv_cvt_double_to_fp8(x.y, saturate, kind));
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t kind) {
#if SIMT_F8_HARDWARE
	if (saturate == __NV_SATFINITE) {
		float2 both = {x, 0.0f};
		return (__nv_fp8_storage_t)__nv_cvt_float2_to_fp8x2(both, saturate, kind);
	}
#endif
	return __nv_cvt_double_to_fp8(x, saturate, kind);
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                           const __nv_fp8_interpretation_t kind) {
#if SIMT_F8_HARDWARE
	if (saturate == __NV_SATFINITE) {
		unsigned both = x.x | (unsigned)x.y << 16;
		unsigned short r;
		if (kind == __NV_E4M3)
			asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;"
			    : "=h"(r)
			    : "r"(both));
		else
			asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;"
			    : "=h"(r)
			    : "r"(both));
		return r;
	}
#endif
	return __simt_f8_pair(
		__nv_cvt_double_to_fp8(__simt_half_to_float(x.x), saturate, kind),
		__nv_cvt_double_to_fp8(__simt_half_to_float(x.y), saturate, kind));
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t kind) {
	__half2_raw both = {x.x, 0};
	return (__nv_fp8_storage_t)__nv_cvt_halfraw2_to_fp8x2(both, saturate, kind);
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
	const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
	const __nv_fp8_interpretation_t kind) {
	float2 both = {__simt_bfloat16_to_float(x.x), __simt_bfloat16_to_float(x.y)};
	return __nv_cvt_float2_to_fp8x2(both, saturate, kind);
}

SIMT_F8_FN __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                            const __nv_fp8_interpretation_t kind) {
	return __nv_cvt_float_to_fp8(__simt_bfloat16_to_float(x.x), saturate, kind);
}

/* ---- from 8 bits: half holds them all ---- */

SIMT_F8_FN unsigned short __simt_f8_to_half(unsigned bits,
                                            __nv_fp8_interpretation_t kind) {
	unsigned magnitude = bits & 0x7f, sign = (bits & 0x80) << 8;
	if (magnitude > (kind == __NV_E4M3 ? 0x7eu : 0x7cu))
		return 0x7fff;
	if (kind == __NV_E5M2)
		return (unsigned short)(sign | magnitude << 8);
	if (magnitude >= 8) /* exponents are biased by 15, not 7 */
		return (unsigned short)(sign | ((magnitude << 7) + (8 << 10)));
	if (magnitude == 0)
		return (unsigned short)sign;
	unsigned exponent = 9; /* of 2^-6; a subnormal is a multiple of 2^-9 */
	while ((magnitude & 8) == 0) {
		magnitude <<= 1;
		exponent--;
	}
	return (unsigned short)(sign | exponent << 10 | (magnitude & 7) << 7);
}

SIMT_F8_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                  const __nv_fp8_interpretation_t kind) {
#if SIMT_F8_HARDWARE
	unsigned both;
	if (kind == __NV_E4M3)
		asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(both) : "h"(x));
	else
		asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(both) : "h"(x));
	__half2_raw r = {(unsigned short)both, (unsigned short)(both >> 16)};
#else
	__half2_raw r = {__simt_f8_to_half(x & 0xffu, kind),
	                 __simt_f8_to_half((unsigned)x >> 8, kind)};
#endif
	return r;
}

SIMT_F8_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                              const __nv_fp8_interpretation_t kind) {
	__half_raw r = {__nv_cvt_fp8x2_to_halfraw2(x, kind).x};
	return r;
}

SIMT_F8_FN float __simt_f8_to_float(__nv_fp8_storage_t x,
                                    __nv_fp8_interpretation_t kind) {
	return __simt_half_to_float(__nv_cvt_fp8_to_halfraw(x, kind).x);
}

SIMT_F8_FN float2 __simt_f8_to_float2(__nv_fp8x2_storage_t x,
                                      __nv_fp8_interpretation_t kind) {
	__half2_raw h = __nv_cvt_fp8x2_to_halfraw2(x, kind);
	float2 r = {__simt_half_to_float(h.x), __simt_half_to_float(h.y)};
	return r;
}
