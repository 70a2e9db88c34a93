/* gamma_f64.h - the gamma function of double and its logarithm: polynomials near 1 and 2,
 * recurrence up to there, Stirling's series from 8 (lgamma) or 10 (tgamma), reflection.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"
#include "simt/math/trig_f64.h"

/* x (log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) / x, the sum of Stirling's series. */
SIMT_DEVICE_INLINE double __simt_stirling_f64(double __x) {
	double __v = __ddiv_rn(1.0, __x), __z = __v * __v;
	double __p = -0x1.55b3a241f83b1p-6;
	__p = __fma_rn(__p, __z, 0x1.96db3f3dd602bp-8);
	__p = __fma_rn(__p, __z, -0x1.f5ff2fc17e10bp-10);
	__p = __fma_rn(__p, __z, 0x1.b94f6d64ea633p-11);
	__p = __fma_rn(__p, __z, -0x1.38137ec06f013p-11);
	__p = __fma_rn(__p, __z, 0x1.a01a019ee0dafp-11);
	__p = __fma_rn(__p, __z, -0x1.6c16c16c16b29p-9);
	__p = __fma_rn(__p, __z, 0x1.5555555555555p-4);
	return __p * __v;
}

/* log gamma(1 + t), |t| <= 1/2. */
SIMT_DEVICE_INLINE double __simt_lgamma_near1_f64(double __t) {
	double __p = 0x1.bda6b713ccf8ep-3;
	__p = __fma_rn(__p, __t, -0x1.cc3821d644094p-3);
	__p = __fma_rn(__p, __t, -0x1.30315925edac8p-3);
	__p = __fma_rn(__p, __t, 0x1.39187d888a9f2p-3);
	__p = __fma_rn(__p, __t, 0x1.1ee632de8f8a6p-3);
	__p = __fma_rn(__p, __t, -0x1.28edba982814dp-3);
	__p = __fma_rn(__p, __t, 0x1.b566dc4c12bcep-7);
	__p = __fma_rn(__p, __t, -0x1.db6079e4bb2a9p-7);
	__p = __fma_rn(__p, __t, 0x1.d2f0a05d00316p-5);
	__p = __fma_rn(__p, __t, -0x1.ea4bb8b1be156p-5);
	__p = __fma_rn(__p, __t, 0x1.be7b1d49e4f17p-5);
	__p = __fma_rn(__p, __t, -0x1.d8fb9e12cd147p-5);
	__p = __fma_rn(__p, __t, 0x1.0074f2fb52204p-4);
	__p = __fma_rn(__p, __t, -0x1.118acf22a43d8p-4);
	__p = __fma_rn(__p, __t, 0x1.248e74c237ec5p-4);
	__p = __fma_rn(__p, __t, -0x1.3b14e80e42173p-4);
	__p = __fma_rn(__p, __t, 0x1.556b3fc8fc955p-4);
	__p = __fma_rn(__p, __t, -0x1.748ca00776f76p-4);
	__p = __fma_rn(__p, __t, 0x1.9a01e02f70634p-4);
	__p = __fma_rn(__p, __t, -0x1.c8066cfb5b0d2p-4);
	__p = __fma_rn(__p, __t, 0x1.010b36b7955a7p-3);
	__p = __fma_rn(__p, __t, -0x1.2703a1e53d1d4p-3);
	__p = __fma_rn(__p, __t, 0x1.5b40cb0ff7f29p-3);
	__p = __fma_rn(__p, __t, -0x1.a8b9c17a91278p-3);
	__p = __fma_rn(__p, __t, 0x1.151322ac7d8e8p-2);
	__p = __fma_rn(__p, __t, -0x1.9a4d55beab37cp-2);
	__p = __fma_rn(__p, __t, 0x1.a51a6625307d3p-1);
	__p = __fma_rn(__p, __t, -0x1.2788cfc6fb619p-1);
	return __fma_rn(__t, __p, 0.0); /* not -0 at 1 */
}

/* log gamma(2 + t), -1/2 <= t <= 1. */
SIMT_DEVICE_INLINE double __simt_lgamma_near2_f64(double __t) {
	double __p = 0x1.c02e894fb5f1dp-30;
	__p = __fma_rn(__p, __t, -0x1.a9dc6588bd84bp-27);
	__p = __fma_rn(__p, __t, 0x1.7ec78934e47f1p-25);
	__p = __fma_rn(__p, __t, -0x1.cf318bf40852bp-24);
	__p = __fma_rn(__p, __t, 0x1.daa548ac3fb8cp-23);
	__p = __fma_rn(__p, __t, -0x1.e3a2a26f808d5p-22);
	__p = __fma_rn(__p, __t, 0x1.feab85c9b7321p-21);
	__p = __fma_rn(__p, __t, -0x1.116ae323662bdp-19);
	__p = __fma_rn(__p, __t, 0x1.25a20901de8e9p-18);
	__p = __fma_rn(__p, __t, -0x1.3cc2b2e394812p-17);
	__p = __fma_rn(__p, __t, 0x1.580de50d87651p-16);
	__p = __fma_rn(__p, __t, -0x1.78de1b0fb5967p-15);
	__p = __fma_rn(__p, __t, 0x1.a127abf14bea9p-14);
	__p = __fma_rn(__p, __t, -0x1.d3fd4deee3efbp-13);
	__p = __fma_rn(__p, __t, 0x1.0b36af9ac5b24p-11);
	__p = __fma_rn(__p, __t, -0x1.38ac5c29a5eaap-10);
	__p = __fma_rn(__p, __t, 0x1.7add6ead6e2c5p-9);
	__p = __fma_rn(__p, __t, -0x1.e404fc219310dp-8);
	__p = __fma_rn(__p, __t, 0x1.51322ac7d87d8p-6);
	__p = __fma_rn(__p, __t, -0x1.13e001a5575fdp-4);
	__p = __fma_rn(__p, __t, 0x1.4a34cc4a60fa6p-2);
	__p = __fma_rn(__p, __t, 0x1.b0ee6072093cep-2);
	return __fma_rn(__t, __p, 0.0); /* not -0 at 1 */
}

/* log gamma(a), a >= 1/2. */
SIMT_DEVICE_INLINE double __simt_lgamma_positive_f64(double __a) {
	double __big = __fma_rn(__a - 0.5, log(__a) - 1.0,
	                        0x1.acfe390c97d69p-2 + __simt_stirling_f64(__a));
	double __p = 1.0, __t = __a;
	for (int __i = 0; __i < 5; __i++) {
		__t = __t >= 3.0 ? __t - 1.0 : __t;
		__p = __t < __a - (double)__i ? __p * __t : __p;
	}
	double __small = __a < 1.5 ? __simt_lgamma_near1_f64(__a - 1.0)
	                           : __simt_lgamma_near2_f64(__t - 2.0) + log(__p);
	return __a < 8.0 ? __small : __big;
}

SIMT_DEVICE_FUNC double lgamma(double __x) {
	double __a = __builtin_fabs(__x);
	double __r;
	if (__a < 0.5) {
		__r = __simt_lgamma_near1_f64(__x) - log(__a);
	} else {
		__r = __simt_lgamma_positive_f64(__a);
		if (__x < 0.0) {
			double __s = __builtin_fabs(
				sinpi(__a - 2.0 * __builtin_rint(0.5 * __a)));
			__r = log(__ddiv_rn(0x1.921fb54442d18p+1, __a * __s)) - __r;
			__r = __builtin_trunc(__x) == __x ? SIMT_INF_F64 : __r;
		}
	}
	return __x != __x ? __x + __x : __a == SIMT_INF_F64 ? __a : __r;
}

/* gamma(x) for -10 <= x <= 10, x = n + t: the factors between 1 + t and x, their product
 * as a pair, and 1 / gamma(1 + t). */
SIMT_DEVICE_INLINE double __simt_tgamma_small_f64(double __x) {
	double __n = __builtin_rint(__x), __t = __dsub_rn(__x, __n);
	double __first = __n < 1.0 ? __n : 1.0,
	       __count = __n < 1.0 ? 1.0 - __n : __n - 1.0;
	__simt_f64x2 __p = {1.0, 0.0};
	for (double __i = 0.0; __i < __count; __i += 1.0) {
		double __j = __first + __i, __f = __dadd_rn(__j, __t);
		/* The rounding error of j + t: |j| >= |t|, or j is 0 and nothing is. */
		double __f_lo = __dsub_rn(__t, __dsub_rn(__f, __j));
		__simt_f64x2 __m = __simt_product_f64(__p.__hi, __f);
		__m.__lo = __m.__lo + __fma_rn(__p.__hi, __f_lo, __p.__lo * __f);
		__p = __simt_fast_sum_f64(__m.__hi, __m.__lo);
	}
	double __q = -0x1.4256a16cc91b8p-30;
	__q = __fma_rn(__q, __t, 0x1.5f2f545779cc3p-28);
	__q = __fma_rn(__q, __t, 0x1.a4084191bebc7p-28);
	__q = __fma_rn(__q, __t, -0x1.b9b24775f8802p-23);
	__q = __fma_rn(__q, __t, 0x1.30251994da945p-20);
	__q = __fma_rn(__q, __t, -0x1.4fac8270d4daap-20);
	__q = __fma_rn(__q, __t, -0x1.51ce8b15ed2ddp-16);
	__q = __fma_rn(__q, __t, 0x1.0c8a789b1493fp-13);
	__q = __fma_rn(__q, __t, -0x1.c364fe6ec4cdap-13);
	__q = __fma_rn(__q, __t, -0x1.317112cdc1049p-10);
	__q = __fma_rn(__q, __t, 0x1.d919c527f5f15p-8);
	__q = __fma_rn(__q, __t, -0x1.3b4af284847c2p-7);
	__q = __fma_rn(__q, __t, -0x1.59af103c34092p-5);
	__q = __fma_rn(__q, __t, 0x1.5512320b43fc1p-3);
	__q = __fma_rn(__q, __t, -0x1.5815e8fa27048p-5);
	__q = __fma_rn(__q, __t, -0x1.4fcf4026afa2ep-1);
	__q = __fma_rn(__q, __t, 0x1.2788cfc6fb619p-1);
	double __inv = __fma_rn(__t, __q, 1.0);
	double __up = __ddiv_rn(__p.__hi + __p.__lo, __inv);
	return __n < 1.0 ? __ddiv_rn(1.0, __dmul_rn(__p.__hi, __inv)) : __up;
}

/* log gamma(a) as a pair, 10 <= a <= 190. */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_lgamma_pair_f64(double __a) {
	__simt_f64x2 __l = __simt_log_pair_f64(__a);
	double __y = __a - 0.5;
	__simt_f64x2 __e = __simt_product_f64(__y, __l.__hi);
	__e.__lo = __fma_rn(__y, __l.__lo, __e.__lo);
	__simt_f64x2 __s = __simt_sum_f64(__e.__hi, -__a);
	__e.__lo = __e.__lo + __s.__lo;
	__s = __simt_sum_f64(__s.__hi, 0x1.d67f1c864beb5p-1);
	__s.__lo = __s.__lo +
	           (__e.__lo + (-0x1.65b5a1b7ff5dfp-55 + __simt_stirling_f64(__a)));
	return __simt_fast_sum_f64(__s.__hi, __s.__lo);
}

SIMT_DEVICE_INLINE double __simt_tgamma_big_f64(double __x) {
	double __a = __builtin_fabs(__x);
	__a = __a > 190.0 ? 190.0 : __a;
	__simt_f64x2 __l = __simt_lgamma_pair_f64(__a);
	double __c = 1.0;
	if (__x < 0.0) {
		double __s = sinpi(__a - 2.0 * __builtin_rint(0.5 * __a));
		__c = __ddiv_rn(-0x1.921fb54442d18p+1, __a * __s);
		__l.__hi = -__l.__hi, __l.__lo = -__l.__lo;
	}
	__simt_exp_f64 __e = __simt_exp_parts_f64(__l.__hi, __l.__lo);
	return __simt_scale_f64(__fma_rn(__c, __e.__m1, __c), __e.__k);
}

SIMT_DEVICE_FUNC double tgamma(double __x) {
	double __a = __builtin_fabs(__x);
	double __r = __a < 10.0 ? __simt_tgamma_small_f64(__x)
	                        : __simt_tgamma_big_f64(__x);
	bool __pole = __x < 0.0 && __builtin_trunc(__x) == __x;
	double __none = __simt_is_odd_f64(__builtin_floor(__x)) ? -0.0 : 0.0;
	__r = __x < -190.0 ? __none : __r;
	__r = __x == 0.0 ? __simt_copysign_f64(SIMT_INF_F64, __x)
	      : __pole   ? SIMT_INVALID_F64
	                 : __r;
	return __x != __x ? __x + __x : __x == SIMT_INF_F64 ? __x : __r;
}
