/* cuda_fp16.h - half precision: the types half and half2, their conversions, arithmetic,
 * comparisons and functions, for the host and the device. What follows is about bits; the
 * rest is in simt/half, which bfloat16 shares.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__

#ifndef __cplusplus /* C has the bits */
#include "simt/half/bits.h"
#else

#include <nv/target>

#include "simt/half/base.h"

#if defined(__CUDA_ARCH__)
#include "simt/half/near.h"

SIMT_HALF_DEVICE unsigned short __simt_half_from_float(float __x,
                                                       __simt_rounding __rounding) {
	unsigned short __r;
	if (__rounding == __SIMT_NEAREST)
		asm("cvt.rn.f16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
	else if (__rounding == __SIMT_ZERO)
		asm("cvt.rz.f16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
	else if (__rounding == __SIMT_DOWN)
		asm("cvt.rm.f16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
	else
		asm("cvt.rp.f16.f32 %0, %1;" : "=h"(__r) : "f"(__x));
	return __r;
}

SIMT_HALF_DEVICE unsigned short __simt_half_from_double(double __x) {
	unsigned short __r;
	asm("cvt.rn.f16.f64 %0, %1;" : "=h"(__r) : "d"(__x));
	return __r;
}

SIMT_HALF_DEVICE unsigned short __simt_half_from_signed(long long __x,
                                                        __simt_rounding __rounding) {
	unsigned short __r;
	if (__rounding == __SIMT_NEAREST)
		asm("cvt.rn.f16.s64 %0, %1;" : "=h"(__r) : "l"(__x));
	else if (__rounding == __SIMT_ZERO)
		asm("cvt.rz.f16.s64 %0, %1;" : "=h"(__r) : "l"(__x));
	else if (__rounding == __SIMT_DOWN)
		asm("cvt.rm.f16.s64 %0, %1;" : "=h"(__r) : "l"(__x));
	else
		asm("cvt.rp.f16.s64 %0, %1;" : "=h"(__r) : "l"(__x));
	return __r;
}

SIMT_HALF_DEVICE unsigned short __simt_half_from_unsigned(unsigned long long __x,
                                                          __simt_rounding __rounding) {
	unsigned short __r;
	if (__rounding == __SIMT_NEAREST)
		asm("cvt.rn.f16.u64 %0, %1;" : "=h"(__r) : "l"(__x));
	else if (__rounding == __SIMT_ZERO)
		asm("cvt.rz.f16.u64 %0, %1;" : "=h"(__r) : "l"(__x));
	else if (__rounding == __SIMT_DOWN)
		asm("cvt.rm.f16.u64 %0, %1;" : "=h"(__r) : "l"(__x));
	else
		asm("cvt.rp.f16.u64 %0, %1;" : "=h"(__r) : "l"(__x));
	return __r;
}

SIMT_HALF_DEVICE float __simt_half_to_float(unsigned short __bits) {
	float __r;
	asm("cvt.f32.f16 %0, %1;" : "=f"(__r) : "h"(__bits));
	return __r;
}
#else
SIMT_HALF_INLINE unsigned short __simt_half_from_float(float __x,
                                                       __simt_rounding __rounding) {
	return __simt_float_to_16<11, 15>(__x, __rounding);
}

SIMT_HALF_INLINE unsigned short __simt_half_from_double(double __x) {
	return __simt_double_to_16<11, 15>(__x);
}

SIMT_HALF_INLINE unsigned short __simt_half_from_signed(long long __x,
                                                        __simt_rounding __rounding) {
	return __simt_integer_to_16<11, 15>(__x, __rounding);
}

SIMT_HALF_INLINE unsigned short __simt_half_from_unsigned(unsigned long long __x,
                                                          __simt_rounding __rounding) {
	return __simt_unsigned_to_16<11, 15>(__x, __rounding);
}

/* Subnormal halves are normal floats: their mantissa counts 2^-24s. */
SIMT_HALF_INLINE float __simt_half_to_float(unsigned short __bits) {
	unsigned __sign = (__bits & 0x8000u) << 16, __e = __bits >> 10 & 31,
		 __m = __bits & 0x3ffu;
	if (__e == 0) {
		float __r = (float)__m * 5.9604644775390625e-8f; /* 2^-24 */
		return __sign != 0 ? -__r : __r;
	}
	if (__e == 31)
		return __simt_float_from(__m != 0 ? 0x7fffffffu : __sign | 0x7f800000u);
	return __simt_float_from(__sign | (__e + 112) << 23 | __m << 13);
}
#endif

#define SIMT_H __half
#define SIMT_H_OTHER __nv_bfloat16
#define SIMT_H2 __half2
#define SIMT_H_RAW __half_raw
#define SIMT_H2_RAW __half2_raw
#define SIMT_H_WORD half
#define SIMT_H2_WORD half2
#define SIMT_H_PTX "f16"
#define SIMT_H_ARITH (SIMT_HALF_ARCH >= 530)
#define SIMT_H_FMA (SIMT_HALF_ARCH >= 530)
#define SIMT_H_MINMAX (SIMT_HALF_ARCH >= 800)
#define SIMT_H_SAT (SIMT_HALF_ARCH >= 530)
#define SIMT_H_NAN 0x7fffu
#define SIMT_H_ONE 0x3c00u
#define SIMT_H_INF 0x7c00u
#define SIMT_H_FROM_FLOAT __simt_half_from_float
#define SIMT_H_FROM_DOUBLE __simt_half_from_double
#define SIMT_H_FROM_SIGNED __simt_half_from_signed
#define SIMT_H_FROM_UNSIGNED __simt_half_from_unsigned
#define SIMT_H_TO_FLOAT __simt_half_to_float
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define SIMT_H_NO_OPERATORS 1
#endif
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#define SIMT_H_NO_CONVERSIONS 1
#endif

#include "simt/half/type.h"

#include "simt/half/ops.h"

#include "simt/half/done.h"

/* A toolkit's name that other headers use. */
SIMT_HALF_INLINE float __internal_half2float(const unsigned short __bits) {
	return __simt_half_to_float(__bits);
}

#define __CUDA_FP16_TYPES_EXIST__

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif
