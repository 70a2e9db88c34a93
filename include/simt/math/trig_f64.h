/* trig_f64.h - sine, cosine, tangent of double. The angle is reduced to within pi/4 of a
 * multiple of pi/2: by three parts of pi/2 up to 2^20, by the bits of 2/pi beyond.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/trig_table.h"

/* Finite |x| >= 2^20: x is an integer m times 2^e, and those bits of 2/pi matter that make
 * neither whole turns nor less than what is kept. */
SIMT_DEVICE_FUNC __simt_angle_f64 __simt_reduce_big_f64(double __x) {
	int __hi = __double2hiint(__x) & 0x7fffffff;
	unsigned long long __m =
		(unsigned long long)((unsigned)(__hi & 0xfffff) | 0x100000u) << 32 |
		(unsigned)__double2loint(__x);
	int __at = (__hi >> 20) - 1075 + 62;
	unsigned long long __f0 = __simt_two_over_pi_bits(__at);
	unsigned long long __f1 = __simt_two_over_pi_bits(__at + 64);
	unsigned long long __f2 = __simt_two_over_pi_bits(__at + 128);
	/* The product, 192 bits of it: whole turns fall off above. */
	unsigned long long __p2 = __m * __f2, __p1 = __m * __f1 + __umul64hi(__m, __f2);
	unsigned long long __p0 = __m * __f0 + __umul64hi(__m, __f1) +
	                          (__p1 < __m * __f1 ? 1u : 0u);
	unsigned long long __r0 = __p0 << 2 | __p1 >> 62, __r1 = __p1 << 2 | __p2 >> 62;
	int __q = (int)(__p0 >> 62) + (int)(__r0 >> 63);
	/* The rest as a signed number is within half a quadrant; 128 bits of its magnitude. */
	bool __minus = __r0 >> 63 != 0;
	__r0 = __minus ? ~__r0 : __r0;
	__r1 = __minus ? ~__r1 : __r1;
	int __zeros = __clzll((long long)__r0);
	unsigned long long __n0 = __zeros == 0 ? __r0
	                          : __zeros == 64
	                                  ? __r1
	                                  : __r0 << __zeros | __r1 >> (64 - __zeros);
	unsigned long long __n1 = __zeros == 64 ? 0 : __r1 << __zeros;
	double __big = __ull2double_rn(__n0 & ~0x7ffull);
	double __small = __ull2double_rn((__n0 & 0x7ff) << 53 | __n1 >> 11) * 0x1p-53;
	double __scale = __simt_pow2_f64(-64 - __zeros);
	__simt_f64x2 __r = __simt_product_f64(__big, 0x1.921fb54442d18p+0);
	__r.__lo = __r.__lo +
	           __fma_rn(__big, 0x1.1a62633145c07p-54, __small * 0x1.921fb54442d18p+0);
	__r = __simt_fast_sum_f64(__r.__hi, __r.__lo);
	__scale = __minus != (__x < 0.0) ? -__scale : __scale;
	__simt_angle_f64 __a = {__r.__hi * __scale, __r.__lo * __scale,
	                        __x < 0.0 ? -__q : __q};
	return __a;
}

/* The rounding error of the second step is kept: near a multiple of pi/2 nothing else is left. */
SIMT_DEVICE_INLINE __simt_angle_f64 __simt_reduce_f64(double __x) {
	__simt_angle_f64 __a;
	double __t = __fma_rn(__x, 0x1.45f306dc9c883p-1, SIMT_ROUND_F64);
	double __n = __dsub_rn(__t, SIMT_ROUND_F64);
	__a.__q = __simt_round_bits_f64(__t);
	double __first = __fma_rn(__n, -0x1.921fb54442d18p+0, __x);
	__a.__r = __fma_rn(__n, -0x1.1a62633145c07p-54, __first);
	__a.__lo = __fma_rn(__n, -0x1.1a62633145c07p-54, __dsub_rn(__first, __a.__r));
	__a.__lo = __fma_rn(__n, 0x1.f1976b7ed8fbcp-110, __a.__lo);
	if (__builtin_fabs(__x) > 1048576.0)
		__a = __simt_reduce_big_f64(__x);
	__a.__r = __x - __x != 0.0 ? SIMT_NAN_F64 : __a.__r;
	return __a;
}

/* Sine and cosine of r + lo, |r| <= pi/4: the leading part and what is to be added. */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_sin_pair_f64(double __r, double __lo) {
	double __z = __dmul_rn(__r, __r);
	double __p = -0x1.ab13654fd392ap-41;
	__p = __fma_rn(__p, __z, 0x1.61217781a8ccdp-33);
	__p = __fma_rn(__p, __z, -0x1.ae6454093c147p-26);
	__p = __fma_rn(__p, __z, 0x1.71de3a545b148p-19);
	__p = __fma_rn(__p, __z, -0x1.a01a01a01990ap-13);
	__p = __fma_rn(__p, __z, 0x1.111111111111p-7);
	__p = __fma_rn(__p, __z, -0x1.5555555555555p-3);
	__simt_f64x2 __s = {__r, __fma_rn(__dmul_rn(__z, __r), __p,
	                                  __fma_rn(-0.5 * __z, __lo, __lo))};
	return __s;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_cos_pair_f64(double __r, double __lo) {
	double __z = __dmul_rn(__r, __r), __halved = 0.5 * __z;
	double __p = 0x1.ab746999271a1p-45;
	__p = __fma_rn(__p, __z, -0x1.9394b3581cec8p-37);
	__p = __fma_rn(__p, __z, 0x1.1eed8de759d0dp-29);
	__p = __fma_rn(__p, __z, -0x1.27e4fb7710638p-22);
	__p = __fma_rn(__p, __z, 0x1.a01a01a019cf6p-16);
	__p = __fma_rn(__p, __z, -0x1.6c16c16c16c16p-10);
	__p = __fma_rn(__p, __z, 0x1.5555555555555p-5);
	/* 1 - z/2 as a pair, and the square's own rounding. */
	double __c = __dsub_rn(1.0, __halved),
	       __rest = __dsub_rn(__dsub_rn(1.0, __c), __halved);
	__rest = __rest - 0.5 * __fma_rn(__r, __r, -__z);
	__simt_f64x2 __s = {__c,
	                    __rest + __fma_rn(__dmul_rn(__z, __z), __p, -__r * __lo)};
	return __s;
}

SIMT_DEVICE_INLINE double __simt_sin_poly_f64(double __r, double __lo) {
	__simt_f64x2 __s = __simt_sin_pair_f64(__r, __lo);
	return __dadd_rn(__s.__hi, __s.__lo);
}

SIMT_DEVICE_INLINE double __simt_cos_poly_f64(double __r, double __lo) {
	__simt_f64x2 __c = __simt_cos_pair_f64(__r, __lo);
	return __dadd_rn(__c.__hi, __c.__lo);
}

/* The sine q quadrants on from the reduced angle. */
SIMT_DEVICE_INLINE double __simt_sin_quadrant_f64(double __sin, double __cos, int __q) {
	double __r = __q & 1 ? __cos : __sin;
	return __q & 2 ? -__r : __r;
}

SIMT_DEVICE_INLINE double sin(double __x) {
	__simt_angle_f64 __a = __simt_reduce_f64(__x);
	double __s = __simt_sin_poly_f64(__a.__r, __a.__lo),
	       __c = __simt_cos_poly_f64(__a.__r, __a.__lo);
	return __x == 0.0 ? __x : __simt_sin_quadrant_f64(__s, __c, __a.__q);
}

SIMT_DEVICE_INLINE double cos(double __x) {
	__simt_angle_f64 __a = __simt_reduce_f64(__x);
	double __s = __simt_sin_poly_f64(__a.__r, __a.__lo),
	       __c = __simt_cos_poly_f64(__a.__r, __a.__lo);
	return __simt_sin_quadrant_f64(__s, __c, __a.__q + 1);
}

SIMT_DEVICE_INLINE void sincos(double __x, double *__sin, double *__cos) {
	__simt_angle_f64 __a = __simt_reduce_f64(__x);
	double __s = __simt_sin_poly_f64(__a.__r, __a.__lo),
	       __c = __simt_cos_poly_f64(__a.__r, __a.__lo);
	*__sin = __x == 0.0 ? __x : __simt_sin_quadrant_f64(__s, __c, __a.__q);
	*__cos = __simt_sin_quadrant_f64(__s, __c, __a.__q + 1);
}

SIMT_DEVICE_INLINE double tan(double __x) {
	__simt_angle_f64 __a = __simt_reduce_f64(__x);
	__simt_f64x2 __s = __simt_sin_pair_f64(__a.__r, __a.__lo),
		     __c = __simt_cos_pair_f64(__a.__r, __a.__lo);
	__s = __simt_fast_sum_f64(__s.__hi, __s.__lo);
	__c = __simt_fast_sum_f64(__c.__hi, __c.__lo);
	bool __turned = __a.__q & 1;
	double __num = __turned ? -__c.__hi : __s.__hi,
	       __num_lo = __turned ? -__c.__lo : __s.__lo;
	double __den = __turned ? __s.__hi : __c.__hi,
	       __den_lo = __turned ? __s.__lo : __c.__lo;
	double __r = __ddiv_rn(__num, __den);
	double __rest = __fma_rn(-__r, __den, __num) + (__num_lo - __r * __den_lo);
	__r = __fma_rn(__rest, __drcp_rn(__den), __r);
	return __x == 0.0 ? __x : __r;
}

/* x is n halves and a rest, both exact. From 2^54 on x is a multiple of 4. */
SIMT_DEVICE_INLINE void sincospi(double __x, double *__s, double *__c) {
	double __a = __builtin_fabs(__x) < 0x1p54 ? __x : __x * 0.0;
	double __n = __builtin_rint(__a + __a);
	double __r = __fma_rn(__n, -0.5, __a);
	int __q = (int)(__double2ll_rn(__n) & 3);
	__simt_f64x2 __u = __simt_product_f64(__r, 0x1.921fb54442d18p+1);
	__u.__lo = __fma_rn(__r, 0x1.1a62633145c07p-53, __u.__lo);
	double __sin = __simt_sin_poly_f64(__u.__hi, __u.__lo),
	       __cos = __simt_cos_poly_f64(__u.__hi, __u.__lo);
	*__s = __simt_sin_quadrant_f64(__sin, __cos, __q);
	*__s = __r == 0.0 && (__q & 1) == 0 ? __simt_copysign_f64(0.0, __x) : *__s;
	*__c = __simt_sin_quadrant_f64(__sin, __cos, __q + 1);
	*__c = __r == 0.0 && (__q & 1) != 0 ? 0.0 : *__c;
}

SIMT_DEVICE_INLINE double sinpi(double __x) {
	double __s, __c;
	sincospi(__x, &__s, &__c);
	return __s;
}

SIMT_DEVICE_INLINE double cospi(double __x) {
	double __s, __c;
	sincospi(__x, &__s, &__c);
	return __c;
}
