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

struct __simt_f32x2 {
	float hi, lo;
};

struct __simt_f64x2 {
	double hi, lo;
};

/* A reduced angle: the rest, in two parts, and the quadrant. */
struct __simt_angle_f32 {
	float r;
	int q;
};

struct __simt_angle_f64 {
	double r, lo;
	int q;
};

/* a + b as a pair, for |a| >= |b| or a = 0. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_fast_sum_f32(float a, float b) {
	__simt_f32x2 s;
	s.hi = __fadd_rn(a, b);
	s.lo = __fsub_rn(b, __fsub_rn(s.hi, a));
	return s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_fast_sum_f64(double a, double b) {
	__simt_f64x2 s;
	s.hi = __dadd_rn(a, b);
	s.lo = __dsub_rn(b, __dsub_rn(s.hi, a));
	return s;
}

/* a + b as a pair, for any a and b. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_sum_f32(float a, float b) {
	__simt_f32x2 s;
	s.hi = __fadd_rn(a, b);
	float part = __fsub_rn(s.hi, a);
	s.lo = __fadd_rn(__fsub_rn(a, __fsub_rn(s.hi, part)), __fsub_rn(b, part));
	return s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_sum_f64(double a, double b) {
	__simt_f64x2 s;
	s.hi = __dadd_rn(a, b);
	double part = __dsub_rn(s.hi, a);
	s.lo = __dadd_rn(__dsub_rn(a, __dsub_rn(s.hi, part)), __dsub_rn(b, part));
	return s;
}

/* a * b as a pair. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_product_f32(float a, float b) {
	__simt_f32x2 p;
	p.hi = __fmul_rn(a, b);
	p.lo = __fmaf_rn(a, b, -p.hi);
	return p;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_product_f64(double a, double b) {
	__simt_f64x2 p;
	p.hi = __dmul_rn(a, b);
	p.lo = __fma_rn(a, b, -p.hi);
	return p;
}

/* 2^k, for a normal result. */
SIMT_DEVICE_INLINE float __simt_pow2_f32(int k) {
	return __int_as_float((int)((unsigned)(k + 127) << 23));
}

SIMT_DEVICE_INLINE double __simt_pow2_f64(int k) {
	return __hiloint2double((int)((unsigned)(k + 1023) << 20), 0);
}

/* p 2^k for p near 1 and |k| <= 252 (f64: 2044), rounded once. */
SIMT_DEVICE_INLINE float __simt_scale_f32(float p, int k) {
	int half = k >> 1;
	return __fmul_rn(__fmul_rn(p, __simt_pow2_f32(half)), __simt_pow2_f32(k - half));
}

SIMT_DEVICE_INLINE double __simt_scale_f64(double p, int k) {
	int half = k >> 1;
	return __dmul_rn(__dmul_rn(p, __simt_pow2_f64(half)), __simt_pow2_f64(k - half));
}

SIMT_DEVICE_INLINE float __simt_copysign_f32(float mag, float sign) {
	return __builtin_copysignf(mag, sign);
}

SIMT_DEVICE_INLINE double __simt_copysign_f64(double mag, double sign) {
	return __builtin_copysign(mag, sign);
}

SIMT_DEVICE_INLINE int __simt_sign_f32(float x) {
	return (int)((unsigned)__float_as_int(x) >> 31);
}

SIMT_DEVICE_INLINE int __simt_sign_f64(double x) {
	return (int)((unsigned)__double2hiint(x) >> 31);
}

/* Is y an odd integer? */
SIMT_DEVICE_INLINE bool __simt_is_odd_f32(float y) {
	float half = 0.5f * y;
	return __builtin_truncf(y) == y && __builtin_truncf(half) != half;
}

SIMT_DEVICE_INLINE bool __simt_is_odd_f64(double y) {
	double half = 0.5 * y;
	return __builtin_trunc(y) == y && __builtin_trunc(half) != half;
}
