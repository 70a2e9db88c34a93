/* trig_f32.h - sine, cosine, tangent of float. The angle is reduced to within pi/4 of a
 * multiple of pi/2: by three parts of pi/2 up to 2^16, by the bits of 2/pi beyond.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/trig_table.h"

/* Finite |x| >= 2^16: x is an integer m times 2^e, and those bits of 2/pi matter that make
 * neither whole turns nor less than what is kept. */
SIMT_DEVICE_FUNC __simt_angle_f32 __simt_reduce_big_f32(float __x) {
	int __b = __float_as_int(__x) & 0x7fffffff;
	unsigned long long __m = (unsigned)(__b & 0x7fffff) | 0x800000u;
	int __at = (__b >> 23) - 150 + 62;
	unsigned long long __f0 = __simt_two_over_pi_bits(__at);
	unsigned long long __f1 = __simt_two_over_pi_bits(__at + 64);
	unsigned long long __lo = __m * __f1, __hi = __m * __f0 + __umul64hi(__m, __f1);
	unsigned long long __rest = __hi << 2 | __lo >> 62;
	int __q = (int)(__hi >> 62) + (int)(__rest >> 63);
	/* The rest as a signed number is within half a quadrant. */
	double __r = __dmul_rn(__ll2double_rn((long long)__rest), 0x1.921fb54442d18p-64);
	__simt_angle_f32 __a;
	__a.__r = __double2float_rn(__x < 0.0f ? -__r : __r);
	__a.__q = __x < 0.0f ? -__q : __q;
	return __a;
}

SIMT_DEVICE_INLINE __simt_angle_f32 __simt_reduce_f32(float __x) {
	__simt_angle_f32 __a;
	float __t = __fmaf_rn(__x, 0x1.45f306p-1f, SIMT_ROUND_F32);
	float __n = __fsub_rn(__t, SIMT_ROUND_F32);
	__a.__q = __simt_round_bits_f32(__t);
	__a.__r = __fmaf_rn(__n, -0x1.921fb6p+0f, __x);
	__a.__r = __fmaf_rn(__n, 0x1.777a5cp-25f, __a.__r);
	__a.__r = __fmaf_rn(__n, 0x1.ee59dap-50f, __a.__r);
	if (__builtin_fabsf(__x) > 65536.0f)
		__a = __simt_reduce_big_f32(__x);
	__a.__r = __x - __x != 0.0f ? SIMT_NAN_F32 : __a.__r;
	return __a;
}

/* Sine and cosine of r + lo, |r| <= pi/4. */
SIMT_DEVICE_INLINE float __simt_sin_poly_f32(float __r, float __lo) {
	float __z = __fmul_rn(__r, __r);
	float __p = -0x1.9ac2cap-13f;
	__p = __fmaf_rn(__p, __z, 0x1.110c1cp-7f);
	__p = __fmaf_rn(__p, __z, -0x1.555552p-3f);
	return __fadd_rn(__r, __fmaf_rn(__fmul_rn(__z, __r), __p, __lo));
}

SIMT_DEVICE_INLINE float __simt_cos_poly_f32(float __r, float __lo) {
	float __z = __fmul_rn(__r, __r);
	float __p = 0x1.9bd314p-16f;
	__p = __fmaf_rn(__p, __z, -0x1.6c12c8p-10f);
	__p = __fmaf_rn(__p, __z, 0x1.555554p-5f);
	return __fadd_rn(
		1.0f,
		__fmaf_rn(__z, -0.5f, __fmaf_rn(__fmul_rn(__z, __z), __p, -__r * __lo)));
}

/* The sine q quadrants on from the reduced angle. */
SIMT_DEVICE_INLINE float __simt_sin_quadrant_f32(float __sin, float __cos, int __q) {
	float __r = __q & 1 ? __cos : __sin;
	return __q & 2 ? -__r : __r;
}

SIMT_DEVICE_INLINE float __simt_sinf(float __x) {
	__simt_angle_f32 __a = __simt_reduce_f32(__x);
	float __s = __simt_sin_poly_f32(__a.__r, 0.0f),
	      __c = __simt_cos_poly_f32(__a.__r, 0.0f);
	return __x == 0.0f ? __x : __simt_sin_quadrant_f32(__s, __c, __a.__q);
}

SIMT_DEVICE_INLINE float __simt_cosf(float __x) {
	__simt_angle_f32 __a = __simt_reduce_f32(__x);
	float __s = __simt_sin_poly_f32(__a.__r, 0.0f),
	      __c = __simt_cos_poly_f32(__a.__r, 0.0f);
	return __simt_sin_quadrant_f32(__s, __c, __a.__q + 1);
}

SIMT_DEVICE_INLINE void __simt_sincosf(float __x, float *__sin, float *__cos) {
	__simt_angle_f32 __a = __simt_reduce_f32(__x);
	float __s = __simt_sin_poly_f32(__a.__r, 0.0f),
	      __c = __simt_cos_poly_f32(__a.__r, 0.0f);
	*__sin = __x == 0.0f ? __x : __simt_sin_quadrant_f32(__s, __c, __a.__q);
	*__cos = __simt_sin_quadrant_f32(__s, __c, __a.__q + 1);
}

SIMT_DEVICE_INLINE float __simt_tanf(float __x) {
	__simt_angle_f32 __a = __simt_reduce_f32(__x);
	float __sin = __simt_sin_poly_f32(__a.__r, 0.0f),
	      __cos = __simt_cos_poly_f32(__a.__r, 0.0f);
	float __r = __fdiv_rn(__a.__q & 1 ? -__cos : __sin, __a.__q & 1 ? __sin : __cos);
	return __x == 0.0f ? __x : __r;
}

/* x is n halves and a rest, both exact. From 2^25 on x is a multiple of 4. */
SIMT_DEVICE_INLINE void sincospif(float __x, float *__s, float *__c) {
	float __a = __builtin_fabsf(__x) < 0x1p25f ? __x : __x * 0.0f;
	float __n = __builtin_rintf(__a + __a);
	float __r = __fmaf_rn(__n, -0.5f, __a);
	int __q = __float2int_rn(__n);
	__simt_f32x2 __u = __simt_product_f32(__r, 0x1.921fb6p+1f);
	__u.__lo = __fmaf_rn(__r, -0x1.777a5cp-24f, __u.__lo);
	float __sin = __simt_sin_poly_f32(__u.__hi, __u.__lo),
	      __cos = __simt_cos_poly_f32(__u.__hi, __u.__lo);
	*__s = __simt_sin_quadrant_f32(__sin, __cos, __q);
	*__s = __r == 0.0f && (__q & 1) == 0 ? __simt_copysign_f32(0.0f, __x) : *__s;
	*__c = __simt_sin_quadrant_f32(__sin, __cos, __q + 1);
	*__c = __r == 0.0f && (__q & 1) != 0 ? 0.0f : *__c;
}

SIMT_DEVICE_INLINE float sinpif(float __x) {
	float __s, __c;
	sincospif(__x, &__s, &__c);
	return __s;
}

SIMT_DEVICE_INLINE float cospif(float __x) {
	float __s, __c;
	sincospif(__x, &__s, &__c);
	return __c;
}
