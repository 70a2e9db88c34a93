/* e8m0.h - powers of two from 2^-127 to 2^127 in a byte, which scale blocks of small numbers: an exponent without sign
 * and mantissa; 0xff is NaN. Pairs and fours of them.
 *
 * A value is rounded, by its magnitude, to a power of two below (cudaRoundZero) or above (cudaRoundPosInf); the
 * classes round above and stay finite. No hardware of sm_90 does that: it is arithmetic on the bits of a double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <assert.h>

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double __x,
                                                      const __nv_saturation_t __saturate,
                                                      const enum cudaRoundMode __rounding) {
	assert(__rounding == cudaRoundZero || __rounding == cudaRoundPosInf);
	unsigned long long __magnitude = __simt_double_bits(__x) << 1 >> 1;
	if (__magnitude > 0x7ff0000000000000ull)
		return 0xff;
	int __r = (int)(__magnitude >> 52) - 1023 + 127;
	if (__rounding == cudaRoundPosInf && (__magnitude & 0xfffffffffffffull) != 0)
		__r++;
	if (__r < 0)
		__r = 0;
	if (__r > 0xfe)
		__r = __saturate == __NV_SATFINITE ? 0xfe : 0xff;
	return (__nv_fp8_storage_t)__r;
}

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float __x,
                                                     const __nv_saturation_t __saturate,
                                                     const enum cudaRoundMode __rounding) {
	return __nv_cvt_double_to_e8m0(__x, __saturate, __rounding);
}

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw __x,
                                                           const __nv_saturation_t __saturate,
                                                           const enum cudaRoundMode __rounding) {
	return __nv_cvt_double_to_e8m0(__simt_bfloat16_to_float(__x.x), __saturate, __rounding);
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 __x,
                                                           const __nv_saturation_t __saturate,
                                                           const enum cudaRoundMode __rounding) {
	return __simt_f8_pair(__nv_cvt_double_to_e8m0(__x.x, __saturate, __rounding),
	                      __nv_cvt_double_to_e8m0(__x.y, __saturate, __rounding));
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 __x,
                                                          const __nv_saturation_t __saturate,
                                                          const enum cudaRoundMode __rounding) {
	double2 __both = {__x.x, __x.y};
	return __nv_cvt_double2_to_e8m0x2(__both, __saturate, __rounding);
}

SIMT_F8_FN __nv_fp8x2_storage_t
__nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw __x, const __nv_saturation_t __saturate,
                                const enum cudaRoundMode __rounding) {
	double2 __both = {__simt_bfloat16_to_float(__x.x), __simt_bfloat16_to_float(__x.y)};
	return __nv_cvt_double2_to_e8m0x2(__both, __saturate, __rounding);
}

SIMT_F8_FN unsigned short __simt_e8m0_to_bfloat16(unsigned __x) {
	return (unsigned short)(__x == 0 ? 0x0040 : __x == 0xff ? 0x7fff : __x << 7);
}

SIMT_F8_FN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t __x) {
	__nv_bfloat16_raw __r = {__simt_e8m0_to_bfloat16(__x)};
	return __r;
}

SIMT_F8_FN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t __x) {
	__nv_bfloat162_raw __r = {__simt_e8m0_to_bfloat16(__x & 0xff),
	                          __simt_e8m0_to_bfloat16((unsigned)__x >> 8)};
	return __r;
}

SIMT_F8_FN float __simt_e8m0_to_float(unsigned __x) {
	return __simt_bfloat16_to_float(__simt_e8m0_to_bfloat16(__x & 0xff));
}

#define SIMT_E8M0_FROM(type)                                                               \
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const type __v)                            \
	    : __x(__nv_cvt_double_to_e8m0((double)__v, __NV_SATFINITE, cudaRoundPosInf)) { \
	}
#define SIMT_E8M0_TO(type, to)                                                    \
	explicit SIMT_HALF_MEMBER operator type() const {                         \
		return (type)to(__simt_e8m0_to_float(__x), __SIMT_ZERO);          \
	}

struct __nv_fp8_e8m0 {
	__nv_fp8_storage_t __x;

	__nv_fp8_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const __half __v)
	    : __x(__nv_cvt_float_to_e8m0(__half2float(__v), __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const __nv_bfloat16 __v)
	    : __x(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw(__v), __NV_SATFINITE,
	                                       cudaRoundPosInf)) {
	}
	SIMT_E8M0_FROM(float)
	SIMT_E8M0_FROM(double)
	SIMT_E8M0_FROM(short)
	SIMT_E8M0_FROM(unsigned short)
	SIMT_E8M0_FROM(int)
	SIMT_E8M0_FROM(unsigned)
	SIMT_E8M0_FROM(long)
	SIMT_E8M0_FROM(unsigned long)
	SIMT_E8M0_FROM(long long)
	SIMT_E8M0_FROM(unsigned long long)

	explicit SIMT_HALF_MEMBER operator __half() const {
		return __float2half_rn(__simt_e8m0_to_float(__x));
	}
	explicit SIMT_HALF_MEMBER operator __nv_bfloat16() const {
		return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x));
	}
	explicit SIMT_HALF_MEMBER operator float() const {
		return __simt_e8m0_to_float(__x);
	}
	explicit SIMT_HALF_MEMBER operator double() const {
		return __simt_e8m0_to_float(__x);
	}
	explicit SIMT_HALF_MEMBER operator bool() const {
		return true; /* there is no zero */
	}
	SIMT_E8M0_TO(signed char, __simt_float_to_s8)
	SIMT_E8M0_TO(unsigned char, __simt_float_to_u8)
	SIMT_E8M0_TO(char, __simt_float_to_s8)
	SIMT_E8M0_TO(short, __simt_float_to_s16)
	SIMT_E8M0_TO(unsigned short, __simt_float_to_u16)
	SIMT_E8M0_TO(int, __simt_float_to_s32)
	SIMT_E8M0_TO(unsigned, __simt_float_to_u32)
	SIMT_E8M0_TO(long, __simt_float_to_s64)
	SIMT_E8M0_TO(unsigned long, __simt_float_to_u64)
	SIMT_E8M0_TO(long long, __simt_float_to_s64)
	SIMT_E8M0_TO(unsigned long long, __simt_float_to_u64)
};

#undef SIMT_E8M0_FROM
#undef SIMT_E8M0_TO

struct __attribute__((__aligned__(2))) __nv_fp8x2_e8m0 {
	__nv_fp8x2_storage_t __x;

	__nv_fp8x2_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const __half2 __v) {
		float2 __both = __half22float2(__v);
		__x = __nv_cvt_float2_to_e8m0x2(__both, __NV_SATFINITE, cudaRoundPosInf);
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const __nv_bfloat162 __v)
	    : __x(__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw(__v), __NV_SATFINITE,
	                                          cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const float2 __v)
	    : __x(__nv_cvt_float2_to_e8m0x2(__v, __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const double2 __v)
	    : __x(__nv_cvt_double2_to_e8m0x2(__v, __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER operator __half2() const {
		return __floats2half2_rn(__simt_e8m0_to_float(__x), __simt_e8m0_to_float((unsigned)__x >> 8));
	}
	explicit SIMT_HALF_MEMBER operator __nv_bfloat162() const {
		return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
	}
	explicit SIMT_HALF_MEMBER operator float2() const {
		float2 __r = {__simt_e8m0_to_float(__x), __simt_e8m0_to_float((unsigned)__x >> 8)};
		return __r;
	}
};

struct __attribute__((__aligned__(4))) __nv_fp8x4_e8m0 {
	__nv_fp8x4_storage_t __x;

	__nv_fp8x4_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const __half2 __low, const __half2 __high)
	    : __x(__join(__nv_fp8x2_e8m0(__low), __nv_fp8x2_e8m0(__high))) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const __nv_bfloat162 __low,
	                                          const __nv_bfloat162 __high)
	    : __x(__join(__nv_fp8x2_e8m0(__low), __nv_fp8x2_e8m0(__high))) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const float4 __v) {
		float2 __low = {__v.x, __v.y}, __high = {__v.z, __v.w};
		__x = __join(__nv_fp8x2_e8m0(__low), __nv_fp8x2_e8m0(__high));
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const double4 __v) {
		double2 __low = {__v.x, __v.y}, __high = {__v.z, __v.w};
		__x = __join(__nv_fp8x2_e8m0(__low), __nv_fp8x2_e8m0(__high));
	}
	explicit SIMT_HALF_MEMBER operator float4() const {
		float4 __r = {__simt_e8m0_to_float(__x), __simt_e8m0_to_float(__x >> 8),
		              __simt_e8m0_to_float(__x >> 16), __simt_e8m0_to_float(__x >> 24)};
		return __r;
	}

      private:
	static SIMT_HALF_MEMBER __nv_fp8x4_storage_t __join(__nv_fp8x2_e8m0 __low,
	                                                    __nv_fp8x2_e8m0 __high) {
		return __low.__x | (__nv_fp8x4_storage_t)__high.__x << 16;
	}
};
