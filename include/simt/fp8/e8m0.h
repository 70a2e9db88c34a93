/* e8m0.h - powers of two from 2^-127 to 2^127 in a byte, which scale blocks of small numbers: an exponent without sign
 * and mantissa; 0xff is NaN. Pairs and fours of them.
 *
 * A value is rounded, by its magnitude, to a power of two below (cudaRoundZero) or above (cudaRoundPosInf); the
 * classes round above and stay finite. No hardware of sm_90 does that: it is arithmetic on the bits of a double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <assert.h>

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x, const __nv_saturation_t saturate,
                                                      const enum cudaRoundMode rounding) {
	assert(rounding == cudaRoundZero || rounding == cudaRoundPosInf);
	unsigned long long magnitude = __simt_double_bits(x) << 1 >> 1;
	if (magnitude > 0x7ff0000000000000ull)
		return 0xff;
	int r = (int)(magnitude >> 52) - 1023 + 127;
	if (rounding == cudaRoundPosInf && (magnitude & 0xfffffffffffffull) != 0)
		r++;
	if (r < 0)
		r = 0;
	if (r > 0xfe)
		r = saturate == __NV_SATFINITE ? 0xfe : 0xff;
	return (__nv_fp8_storage_t)r;
}

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x, const __nv_saturation_t saturate,
                                                     const enum cudaRoundMode rounding) {
	return __nv_cvt_double_to_e8m0(x, saturate, rounding);
}

SIMT_F8_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                                                           const __nv_saturation_t saturate,
                                                           const enum cudaRoundMode rounding) {
	return __nv_cvt_double_to_e8m0(__simt_bfloat16_to_float(x.x), saturate, rounding);
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 x, const __nv_saturation_t saturate,
                                                           const enum cudaRoundMode rounding) {
	return __simt_f8_pair(__nv_cvt_double_to_e8m0(x.x, saturate, rounding),
	                      __nv_cvt_double_to_e8m0(x.y, saturate, rounding));
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 x, const __nv_saturation_t saturate,
                                                          const enum cudaRoundMode rounding) {
	double2 both = {x.x, x.y};
	return __nv_cvt_double2_to_e8m0x2(both, saturate, rounding);
}

SIMT_F8_FN __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw x,
                                                                const __nv_saturation_t saturate,
                                                                const enum cudaRoundMode rounding) {
	double2 both = {__simt_bfloat16_to_float(x.x), __simt_bfloat16_to_float(x.y)};
	return __nv_cvt_double2_to_e8m0x2(both, saturate, rounding);
}

SIMT_F8_FN unsigned short __simt_e8m0_to_bfloat16(unsigned x) {
	return (unsigned short)(x == 0 ? 0x0040 : x == 0xff ? 0x7fff : x << 7);
}

SIMT_F8_FN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
	__nv_bfloat16_raw r = {__simt_e8m0_to_bfloat16(x)};
	return r;
}

SIMT_F8_FN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
	__nv_bfloat162_raw r = {__simt_e8m0_to_bfloat16(x & 0xff), __simt_e8m0_to_bfloat16((unsigned)x >> 8)};
	return r;
}

SIMT_F8_FN float __simt_e8m0_to_float(unsigned x) {
	return __simt_bfloat16_to_float(__simt_e8m0_to_bfloat16(x & 0xff));
}

#define SIMT_E8M0_FROM(type)                                                                   \
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const type v)                                  \
	    : __x(__nv_cvt_double_to_e8m0((double)v, __NV_SATFINITE, cudaRoundPosInf)) {       \
	}
#define SIMT_E8M0_TO(type, to)                                                    \
	explicit SIMT_HALF_MEMBER operator type() const {                         \
		return (type)to(__simt_e8m0_to_float(__x), __SIMT_ZERO);          \
	}

struct __nv_fp8_e8m0 {
	__nv_fp8_storage_t __x;

	__nv_fp8_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const __half v)
	    : __x(__nv_cvt_float_to_e8m0(__half2float(v), __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8_e8m0(const __nv_bfloat16 v)
	    : __x(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw(v), __NV_SATFINITE, cudaRoundPosInf)) {
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

struct __attribute__((aligned(2))) __nv_fp8x2_e8m0 {
	__nv_fp8x2_storage_t __x;

	__nv_fp8x2_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const __half2 v) {
		float2 both = __half22float2(v);
		__x = __nv_cvt_float2_to_e8m0x2(both, __NV_SATFINITE, cudaRoundPosInf);
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const __nv_bfloat162 v)
	    : __x(__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw(v), __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const float2 v)
	    : __x(__nv_cvt_float2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x2_e8m0(const double2 v)
	    : __x(__nv_cvt_double2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf)) {
	}
	explicit SIMT_HALF_MEMBER operator __half2() const {
		return __floats2half2_rn(__simt_e8m0_to_float(__x), __simt_e8m0_to_float((unsigned)__x >> 8));
	}
	explicit SIMT_HALF_MEMBER operator __nv_bfloat162() const {
		return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
	}
	explicit SIMT_HALF_MEMBER operator float2() const {
		float2 r = {__simt_e8m0_to_float(__x), __simt_e8m0_to_float((unsigned)__x >> 8)};
		return r;
	}
};

struct __attribute__((aligned(4))) __nv_fp8x4_e8m0 {
	__nv_fp8x4_storage_t __x;

	__nv_fp8x4_e8m0() = default;
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const __half2 low, const __half2 high)
	    : __x(join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high))) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const __nv_bfloat162 low, const __nv_bfloat162 high)
	    : __x(join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high))) {
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const float4 v) {
		float2 low = {v.x, v.y}, high = {v.z, v.w};
		__x = join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
	}
	explicit SIMT_HALF_MEMBER __nv_fp8x4_e8m0(const double4 v) {
		double2 low = {v.x, v.y}, high = {v.z, v.w};
		__x = join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
	}
	explicit SIMT_HALF_MEMBER operator float4() const {
		float4 r = {__simt_e8m0_to_float(__x), __simt_e8m0_to_float(__x >> 8),
		            __simt_e8m0_to_float(__x >> 16), __simt_e8m0_to_float(__x >> 24)};
		return r;
	}

      private:
	static SIMT_HALF_MEMBER __nv_fp8x4_storage_t join(__nv_fp8x2_e8m0 low, __nv_fp8x2_e8m0 high) {
		return low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
	}
};
