/* log_f64.h - logarithms of double and what is made of them: x = 2^k (1 + f), with 1 + f
 * within sqrt(1/2) and sqrt(2), log(1 + f) by the series of 2 atanh(f / (2 + f)); and the logarithm as a pair, for powers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

struct __simt_log_f64 {
	double __f, __k;
};

/* The exponent bits to take away from the upper word of x. */
SIMT_DEVICE_INLINE unsigned __simt_log_exponent_f64(unsigned __b) {
	return (__b - 0x3fe6a09eu) & 0xfff00000u;
}

/* x = 2^k (1 + f) for finite x > 0; subnormals are made normal first. */
SIMT_DEVICE_INLINE __simt_log_f64 __simt_log_split_f64(double __x) {
	bool __tiny = __x < 0x1p-1022;
	double __v = __tiny ? __dmul_rn(__x, 0x1p54) : __x;
	unsigned __b = (unsigned)__double2hiint(__v), __e = __simt_log_exponent_f64(__b);
	__simt_log_f64 __s;
	__s.__f = __dsub_rn(__hiloint2double((int)(__b - __e), __double2loint(__v)), 1.0);
	__s.__k = __int2double_rn((int)__e >> 20) - (__tiny ? 54.0 : 0.0);
	return __s;
}

/* log(1 + f) - f = s (f^2/2 + s^2 p(s^2)) - f^2/2. */
SIMT_DEVICE_INLINE double __simt_log1p_tail_f64(double __f) {
	double __halved = __dmul_rn(0.5 * __f, __f), __s = __ddiv_rn(__f, 2.0 + __f),
	       __z = __s * __s;
	double __p = 0x1.2b6776a1bf0b9p-3;
	__p = __fma_rn(__p, __z, 0x1.39fd25d62ab23p-3);
	__p = __fma_rn(__p, __z, 0x1.7462be245eae3p-3);
	__p = __fma_rn(__p, __z, 0x1.c71c62c42db89p-3);
	__p = __fma_rn(__p, __z, 0x1.2492492e0b70cp-2);
	__p = __fma_rn(__p, __z, 0x1.99999999951f5p-2);
	__p = __fma_rn(__p, __z, 0x1.5555555555558p-1);
	return __fma_rn(__s, __fma_rn(__z, __p, __halved), -__halved);
}

/* The logarithm of what is no finite number above 0. */
SIMT_DEVICE_INLINE double __simt_log_special_f64(double __x) {
	return __x == 0.0 ? -SIMT_INF_F64 : __x < 0.0 ? SIMT_NAN_F64 : __x + __x;
}

SIMT_DEVICE_INLINE bool __simt_log_is_normal_f64(double __x) {
	return __x > 0.0 && __x < SIMT_INF_F64;
}

SIMT_DEVICE_INLINE double log(double __x) {
	__simt_log_f64 __s = __simt_log_split_f64(__x);
	double __p = __dadd_rn(__s.__f, __simt_log1p_tail_f64(__s.__f));
	double __r = __fma_rn(__s.__k, 0x1.62e42fefa39efp-1, __p);
	return __simt_log_is_normal_f64(__x) ? __r : __simt_log_special_f64(__x);
}

/* log(1 + f) times a constant, given as a pair. */
SIMT_DEVICE_INLINE double __simt_log1p_times_f64(double __f, double __hi, double __lo) {
	__simt_f64x2 __l = __simt_fast_sum_f64(__f, __simt_log1p_tail_f64(__f));
	return __fma_rn(__l.__hi, __hi, __fma_rn(__l.__hi, __lo, __l.__lo * __hi));
}

SIMT_DEVICE_INLINE double log2(double __x) {
	__simt_log_f64 __s = __simt_log_split_f64(__x);
	double __r = __s.__k + __simt_log1p_times_f64(__s.__f, 0x1.71547652b82fep+0,
	                                              0x1.777d0ffda0d24p-56);
	return __simt_log_is_normal_f64(__x) ? __r : __simt_log_special_f64(__x);
}

SIMT_DEVICE_INLINE double log10(double __x) {
	__simt_log_f64 __s = __simt_log_split_f64(__x);
	double __r = __simt_log1p_times_f64(__s.__f, 0x1.bcb7b1526e50ep-2,
	                                    0x1.95355baaafad3p-57);
	__r = __fma_rn(__s.__k, 0x1.34413509f79ffp-2,
	               __fma_rn(__s.__k, -0x1.9dc1da994fd21p-59, __r));
	return __simt_log_is_normal_f64(__x) ? __r : __simt_log_special_f64(__x);
}

/* log(1 + x + lo) for finite x > -1 and lo within half a unit of x. */
SIMT_DEVICE_INLINE double __simt_log1p_sum_f64(double __x, double __lo) {
	__simt_f64x2 __u = __simt_sum_f64(1.0, __x);
	unsigned __b = (unsigned)__double2hiint(__u.__hi),
		 __e = __simt_log_exponent_f64(__b);
	double __f = __dsub_rn(
		__hiloint2double((int)(__b - __e), __double2loint(__u.__hi)), 1.0);
	/* The rounding error of 1 + x; beyond 2^1000 it does not matter. */
	int __k = (int)__e >> 20, __down = __k > 1000 ? 1000 : __k;
	__simt_f64x2 __s = __simt_fast_sum_f64(__f, (__u.__lo + __lo) *
	                                                    __simt_pow2_f64(-__down));
	__s = __f == 0.0 ? __simt_fast_sum_f64(
				   (__u.__lo + __lo) * __simt_pow2_f64(-__down), 0.0)
	                 : __s;
	double __p = __dadd_rn(__s.__hi, __simt_log1p_tail_f64(__s.__hi) + __s.__lo);
	return __fma_rn(__int2double_rn(__k), 0x1.62e42fefa39efp-1, __p);
}

SIMT_DEVICE_INLINE double log1p(double __x) {
	double __r = __simt_log1p_sum_f64(__x, 0.0);
	__r = __x > -1.0 && __x < SIMT_INF_F64 ? __r
	      : __x == -1.0                    ? -SIMT_INF_F64
	      : __x < -1.0                     ? SIMT_NAN_F64
	                                       : __x + __x;
	return __x == 0.0 ? __x : __r;
}

/* log(a + sqrt(a^2 + 1)); 1 is left out where it would cost digits. */
SIMT_DEVICE_INLINE double asinh(double __x) {
	double __a = __builtin_fabs(__x);
	bool __big = __a > 0x1p60;
	double __d = __ddiv_rn(__a * __a, 1.0 + __dsqrt_rn(__fma_rn(__a, __a, 1.0)));
	__simt_f64x2 __h = __simt_fast_sum_f64(__a, __d);
	double __r = __simt_log1p_sum_f64(__big ? __a : __h.__hi, __big ? 0.0 : __h.__lo);
	__r = __r + (__big ? 0x1.62e42fefa39efp-1 : 0.0);
	return __a > 0.0 && __a < SIMT_INF_F64 ? __simt_copysign_f64(__r, __x)
	                                       : __x + __x;
}

SIMT_DEVICE_INLINE double acosh(double __x) {
	bool __big = __x > 0x1p60;
	double __t = __x - 1.0;
	__simt_f64x2 __h = __simt_fast_sum_f64(__dsqrt_rn(__fma_rn(__t, __t, __t + __t)),
	                                       __t);
	double __r = __simt_log1p_sum_f64(__big ? __x : __h.__hi, __big ? 0.0 : __h.__lo);
	__r = __r + (__big ? 0x1.62e42fefa39efp-1 : 0.0);
	__r = __x == 1.0 ? 0.0 : __r;
	return __x >= 1.0 && __x < SIMT_INF_F64 ? __r
	       : __x < 1.0                      ? SIMT_NAN_F64
	                                        : __x + __x;
}

SIMT_DEVICE_INLINE double atanh(double __x) {
	double __a = __builtin_fabs(__x);
	double __den = 1.0 - __a, __q = __ddiv_rn(__a + __a, __den);
	double __rest = __fma_rn(-__q, __den, __a + __a) +
	                __q * __dsub_rn(__a, __dsub_rn(1.0, __den));
	double __r = 0.5 * __simt_log1p_sum_f64(__q, __ddiv_rn(__rest, __den));
	__r = __a == 1.0 ? SIMT_INF_F64 : __a > 1.0 ? SIMT_NAN_F64 : __r;
	/* Half of a logarithm would round a subnormal twice. */
	return __a < 0x1p-28 || __a != __a ? __x : __simt_copysign_f64(__r, __x);
}

/* log x as a pair for finite x > 0, to 2^-66: 2 atanh(s), s = f / (2 + f). */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_log_pair_f64(double __x) {
	__simt_log_f64 __v = __simt_log_split_f64(__x);
	double __den = __dadd_rn(2.0, __v.__f),
	       __den_lo = __dsub_rn(__v.__f, __dsub_rn(__den, 2.0));
	double __s = __ddiv_rn(__v.__f, __den);
	double __s_lo = __ddiv_rn(
		__fma_rn(-__s, __den_lo, __fma_rn(-__s, __den, __v.__f)), __den);
	__simt_f64x2 __z = __simt_product_f64(__s, __s);
	__z.__lo = __fma_rn(__s + __s, __s_lo, __z.__lo);
	double __q = __z.__hi;
	double __p = 0x1.e0499f72e39b9p-4;
	__p = __fma_rn(__p, __q, 0x1.df7a2eafecf14p-4);
	__p = __fma_rn(__p, __q, 0x1.1118d458653bcp-3);
	__p = __fma_rn(__p, __q, 0x1.3b1395976d2fp-3);
	__p = __fma_rn(__p, __q, 0x1.745d177b22bcfp-3);
	__p = __fma_rn(__p, __q, 0x1.c71c71c6ea01fp-3);
	__p = __fma_rn(__p, __q, 0x1.2492492492524p-2);
	__p = __fma_rn(__p, __q, 0x1.999999999999ap-2);
	__simt_f64x2 __c = __simt_fast_sum_f64(0x1.5555555555555p-1,
	                                       __dmul_rn(__p, __z.__hi));
	__c.__lo = __c.__lo + 0x1.5555555555555p-55;
	__simt_f64x2 __t = __simt_product_f64(__z.__hi, __s);
	__t.__lo = __t.__lo + __fma_rn(__z.__hi, __s_lo, __z.__lo * __s);
	__simt_f64x2 __u = __simt_product_f64(__t.__hi, __c.__hi);
	__u.__lo = __u.__lo + __fma_rn(__t.__hi, __c.__lo, __t.__lo * __c.__hi);
	__simt_f64x2 __l = __simt_fast_sum_f64(__s + __s, __u.__hi);
	__l.__lo = __l.__lo + (__u.__lo + (__s_lo + __s_lo));
	/* k ln 2: the first part has so few bits that k times it is exact. */
	__simt_f64x2 __r = __simt_sum_f64(__v.__k * 0x1.62e42fefa4p-1, __l.__hi);
	__r.__lo = __r.__lo + __fma_rn(__v.__k, -0x1.8432a1b0e2634p-43, __l.__lo);
	return __simt_fast_sum_f64(__r.__hi, __r.__lo);
}
