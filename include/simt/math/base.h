/* base.h - what the math headers share: how a device function is declared, pairs of numbers
 * whose unevaluated sum is a value of twice the precision, and scaling by powers of two.
 *
 * A product that an error-free step takes apart again is written __fmul_rn or __dmul_rn, a
 * fused multiply-add __fmaf_rn or __fma_rn: -fmad must not change either. Elsewhere plain
 * operators stand, because contracting them does no harm.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define SIMT_DEVICE_INLINE static __device__ __forceinline__
#define SIMT_DEVICE_FUNC static __device__

#define SIMT_INF_F32 __int_as_float(0x7f800000)
#define SIMT_NAN_F32 __int_as_float(0x7fffffff)
#define SIMT_INF_F64 __longlong_as_double(0x7ff0000000000000LL)
#define SIMT_NAN_F64 __longlong_as_double(0x7fffffffffffffffLL)
/* What an invalid operation of double gives. */
#define SIMT_INVALID_F64 __longlong_as_double(0xfff8000000000000ULL)

struct __simt_f32x2 {
	float __hi, __lo;
};

struct __simt_f64x2 {
	double __hi, __lo;
};

/* A reduced angle: the rest, in two parts, and the quadrant. */
struct __simt_angle_f32 {
	float __r;
	int __q;
};

struct __simt_angle_f64 {
	double __r, __lo;
	int __q;
};

/* a + b as a pair, for |a| >= |b| or a = 0. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_fast_sum_f32(float __a, float __b) {
	__simt_f32x2 __s;
	__s.__hi = __fadd_rn(__a, __b);
	__s.__lo = __fsub_rn(__b, __fsub_rn(__s.__hi, __a));
	return __s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_fast_sum_f64(double __a, double __b) {
	__simt_f64x2 __s;
	__s.__hi = __dadd_rn(__a, __b);
	__s.__lo = __dsub_rn(__b, __dsub_rn(__s.__hi, __a));
	return __s;
}

/* a + b as a pair, for any a and b. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_sum_f32(float __a, float __b) {
	__simt_f32x2 __s;
	__s.__hi = __fadd_rn(__a, __b);
	float __part = __fsub_rn(__s.__hi, __a);
	__s.__lo = __fadd_rn(__fsub_rn(__a, __fsub_rn(__s.__hi, __part)),
	                     __fsub_rn(__b, __part));
	return __s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_sum_f64(double __a, double __b) {
	__simt_f64x2 __s;
	__s.__hi = __dadd_rn(__a, __b);
	double __part = __dsub_rn(__s.__hi, __a);
	__s.__lo = __dadd_rn(__dsub_rn(__a, __dsub_rn(__s.__hi, __part)),
	                     __dsub_rn(__b, __part));
	return __s;
}

/* a * b as a pair. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_product_f32(float __a, float __b) {
	__simt_f32x2 __p;
	__p.__hi = __fmul_rn(__a, __b);
	__p.__lo = __fmaf_rn(__a, __b, -__p.__hi);
	return __p;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_product_f64(double __a, double __b) {
	__simt_f64x2 __p;
	__p.__hi = __dmul_rn(__a, __b);
	__p.__lo = __fma_rn(__a, __b, -__p.__hi);
	return __p;
}

/* 2^k, for a normal result. */
SIMT_DEVICE_INLINE float __simt_pow2_f32(int __k) {
	return __int_as_float((int)((unsigned)(__k + 127) << 23));
}

SIMT_DEVICE_INLINE double __simt_pow2_f64(int __k) {
	return __hiloint2double((int)((unsigned)(__k + 1023) << 20), 0);
}

/* p 2^k for p near 1 and |k| <= 252 (f64: 2044), rounded once. */
SIMT_DEVICE_INLINE float __simt_scale_f32(float __p, int __k) {
	int __halved = __k >> 1;
	return __fmul_rn(__fmul_rn(__p, __simt_pow2_f32(__halved)),
	                 __simt_pow2_f32(__k - __halved));
}

SIMT_DEVICE_INLINE double __simt_scale_f64(double __p, int __k) {
	int __halved = __k >> 1;
	return __dmul_rn(__dmul_rn(__p, __simt_pow2_f64(__halved)),
	                 __simt_pow2_f64(__k - __halved));
}

SIMT_DEVICE_INLINE float __simt_copysign_f32(float __mag, float __sign) {
	return __builtin_copysignf(__mag, __sign);
}

SIMT_DEVICE_INLINE double __simt_copysign_f64(double __mag, double __sign) {
	return __builtin_copysign(__mag, __sign);
}

SIMT_DEVICE_INLINE int __simt_sign_f32(float __x) {
	return (int)((unsigned)__float_as_int(__x) >> 31);
}

SIMT_DEVICE_INLINE int __simt_sign_f64(double __x) {
	return (int)((unsigned)__double2hiint(__x) >> 31);
}

/* Whether y is an odd integer. */
SIMT_DEVICE_INLINE bool __simt_is_odd_f32(float __y) {
	float __halved = 0.5f * __y;
	return __builtin_truncf(__y) == __y && __builtin_truncf(__halved) != __halved;
}

SIMT_DEVICE_INLINE bool __simt_is_odd_f64(double __y) {
	double __halved = 0.5 * __y;
	return __builtin_trunc(__y) == __y && __builtin_trunc(__halved) != __halved;
}
