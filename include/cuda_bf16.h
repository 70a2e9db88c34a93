/* cuda_bf16.h - bfloat16: the types __nv_bfloat16 and __nv_bfloat162, their conversions,
 * arithmetic, comparisons and functions, for the host and the device. What follows is about
 * bits; the rest is in simt/half, which half shares.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__

#ifndef __cplusplus /* C has the bits */
#include "simt/half/bits.h"
#else

#include "simt/half/base.h"

#if defined(__CUDA_ARCH__)
#include "simt/half/near.h"
#endif

/* The hardware rounds to nearest and to zero only. */
SIMT_HALF_INLINE unsigned short __simt_bfloat16_from_float(float __x,
                                                           __simt_rounding __rounding) {
#if SIMT_HALF_ARCH >= 800
	unsigned short __r;
	if (__rounding == __SIMT_NEAREST) {
		asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
		return __r;
	}
	if (__rounding == __SIMT_ZERO) {
		asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
		return __r;
	}
#endif
	return __simt_float_to_16<8, 127>(__x, __rounding);
}

SIMT_HALF_INLINE unsigned short __simt_bfloat16_from_double(double __x) {
	return __simt_double_to_16<8, 127>(__x);
}

SIMT_HALF_INLINE unsigned short __simt_bfloat16_from_signed(long long __x,
                                                            __simt_rounding __rounding) {
	return __simt_integer_to_16<8, 127>(__x, __rounding);
}

SIMT_HALF_INLINE unsigned short
__simt_bfloat16_from_unsigned(unsigned long long __x, __simt_rounding __rounding) {
	return __simt_unsigned_to_16<8, 127>(__x, __rounding);
}

SIMT_HALF_INLINE float __simt_bfloat16_to_float(unsigned short __bits) {
	return __simt_float_from((unsigned)__bits << 16);
}

#define SIMT_H __nv_bfloat16
#define SIMT_H_OTHER __half
#define SIMT_H2 __nv_bfloat162
#define SIMT_H_RAW __nv_bfloat16_raw
#define SIMT_H2_RAW __nv_bfloat162_raw
#define SIMT_H_WORD bfloat16
#define SIMT_H2_WORD bfloat162
#define SIMT_H_PTX "bf16"
#define SIMT_H_ARITH (SIMT_HALF_ARCH >= 900)
#define SIMT_H_FMA (SIMT_HALF_ARCH >= 800)
#define SIMT_H_MINMAX (SIMT_HALF_ARCH >= 800)
#define SIMT_H_SAT 0
#define SIMT_H_NAN 0x7fffu
#define SIMT_H_ONE 0x3f80u
#define SIMT_H_INF 0x7f80u
#define SIMT_H_FROM_FLOAT __simt_bfloat16_from_float
#define SIMT_H_FROM_DOUBLE __simt_bfloat16_from_double
#define SIMT_H_FROM_SIGNED __simt_bfloat16_from_signed
#define SIMT_H_FROM_UNSIGNED __simt_bfloat16_from_unsigned
#define SIMT_H_TO_FLOAT __simt_bfloat16_to_float
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define SIMT_H_NO_OPERATORS 1
#endif
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define SIMT_H_NO_CONVERSIONS 1
#endif

#include "simt/half/type.h"

#include "simt/half/ops.h"

#include "simt/half/done.h"

/* Toolkit's names that other headers use. */
SIMT_HALF_INLINE float __internal_bfloat162float(const unsigned short __bits) {
	return __simt_bfloat16_to_float(__bits);
}

SIMT_HALF_INLINE unsigned __internal_float_as_uint(const float __x) {
	return __simt_float_bits(__x);
}

SIMT_HALF_INLINE float __internal_uint_as_float(const unsigned __x) {
	return __simt_float_from(__x);
}

#define __CUDA_BF16_TYPES_EXIST__

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif

#include "cuda_fp16.h" /* as a toolkit's does */

/* From one to the other by way of float. */
#ifdef __cplusplus
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
SIMT_HALF_MEMBER __half::__half(const __nv_bfloat16 __v) {
	__x = __simt_half_from_float(__bfloat162float(__v), __SIMT_NEAREST);
}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
SIMT_HALF_MEMBER __nv_bfloat16::__nv_bfloat16(const __half __v) {
	__x = __simt_bfloat16_from_float(__half2float(__v), __SIMT_NEAREST);
}
#endif
#endif
