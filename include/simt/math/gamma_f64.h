/* gamma_f64.h - the gamma function of double and its logarithm: polynomials near 1 and 2,
 * recurrence up to there, Stirling's series from 8 (lgamma) or 10 (tgamma), reflection.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"
#include "simt/math/trig_f64.h"

/* x (log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) / x, the sum of Stirling's series. */
SIMT_DEVICE_INLINE double __simt_stirling_f64(double x) {
	double v = __ddiv_rn(1.0, x), z = v * v;
	double p = -0x1.55b3a241f83b1p-6;
	p = __fma_rn(p, z, 0x1.96db3f3dd602bp-8);
	p = __fma_rn(p, z, -0x1.f5ff2fc17e10bp-10);
	p = __fma_rn(p, z, 0x1.b94f6d64ea633p-11);
	p = __fma_rn(p, z, -0x1.38137ec06f013p-11);
	p = __fma_rn(p, z, 0x1.a01a019ee0dafp-11);
	p = __fma_rn(p, z, -0x1.6c16c16c16b29p-9);
	p = __fma_rn(p, z, 0x1.5555555555555p-4);
	return p * v;
}

/* log gamma(1 + t), |t| <= 1/2. */
SIMT_DEVICE_INLINE double __simt_lgamma_near1_f64(double t) {
	double p = 0x1.bda6b713ccf8ep-3;
	p = __fma_rn(p, t, -0x1.cc3821d644094p-3);
	p = __fma_rn(p, t, -0x1.30315925edac8p-3);
	p = __fma_rn(p, t, 0x1.39187d888a9f2p-3);
	p = __fma_rn(p, t, 0x1.1ee632de8f8a6p-3);
	p = __fma_rn(p, t, -0x1.28edba982814dp-3);
	p = __fma_rn(p, t, 0x1.b566dc4c12bcep-7);
	p = __fma_rn(p, t, -0x1.db6079e4bb2a9p-7);
	p = __fma_rn(p, t, 0x1.d2f0a05d00316p-5);
	p = __fma_rn(p, t, -0x1.ea4bb8b1be156p-5);
	p = __fma_rn(p, t, 0x1.be7b1d49e4f17p-5);
	p = __fma_rn(p, t, -0x1.d8fb9e12cd147p-5);
	p = __fma_rn(p, t, 0x1.0074f2fb52204p-4);
	p = __fma_rn(p, t, -0x1.118acf22a43d8p-4);
	p = __fma_rn(p, t, 0x1.248e74c237ec5p-4);
	p = __fma_rn(p, t, -0x1.3b14e80e42173p-4);
	p = __fma_rn(p, t, 0x1.556b3fc8fc955p-4);
	p = __fma_rn(p, t, -0x1.748ca00776f76p-4);
	p = __fma_rn(p, t, 0x1.9a01e02f70634p-4);
	p = __fma_rn(p, t, -0x1.c8066cfb5b0d2p-4);
	p = __fma_rn(p, t, 0x1.010b36b7955a7p-3);
	p = __fma_rn(p, t, -0x1.2703a1e53d1d4p-3);
	p = __fma_rn(p, t, 0x1.5b40cb0ff7f29p-3);
	p = __fma_rn(p, t, -0x1.a8b9c17a91278p-3);
	p = __fma_rn(p, t, 0x1.151322ac7d8e8p-2);
	p = __fma_rn(p, t, -0x1.9a4d55beab37cp-2);
	p = __fma_rn(p, t, 0x1.a51a6625307d3p-1);
	p = __fma_rn(p, t, -0x1.2788cfc6fb619p-1);
	return __fma_rn(t, p, 0.0); /* not -0 at 1 */
}

/* log gamma(2 + t), -1/2 <= t <= 1. */
SIMT_DEVICE_INLINE double __simt_lgamma_near2_f64(double t) {
	double p = 0x1.c02e894fb5f1dp-30;
	p = __fma_rn(p, t, -0x1.a9dc6588bd84bp-27);
	p = __fma_rn(p, t, 0x1.7ec78934e47f1p-25);
	p = __fma_rn(p, t, -0x1.cf318bf40852bp-24);
	p = __fma_rn(p, t, 0x1.daa548ac3fb8cp-23);
	p = __fma_rn(p, t, -0x1.e3a2a26f808d5p-22);
	p = __fma_rn(p, t, 0x1.feab85c9b7321p-21);
	p = __fma_rn(p, t, -0x1.116ae323662bdp-19);
	p = __fma_rn(p, t, 0x1.25a20901de8e9p-18);
	p = __fma_rn(p, t, -0x1.3cc2b2e394812p-17);
	p = __fma_rn(p, t, 0x1.580de50d87651p-16);
	p = __fma_rn(p, t, -0x1.78de1b0fb5967p-15);
	p = __fma_rn(p, t, 0x1.a127abf14bea9p-14);
	p = __fma_rn(p, t, -0x1.d3fd4deee3efbp-13);
	p = __fma_rn(p, t, 0x1.0b36af9ac5b24p-11);
	p = __fma_rn(p, t, -0x1.38ac5c29a5eaap-10);
	p = __fma_rn(p, t, 0x1.7add6ead6e2c5p-9);
	p = __fma_rn(p, t, -0x1.e404fc219310dp-8);
	p = __fma_rn(p, t, 0x1.51322ac7d87d8p-6);
	p = __fma_rn(p, t, -0x1.13e001a5575fdp-4);
	p = __fma_rn(p, t, 0x1.4a34cc4a60fa6p-2);
	p = __fma_rn(p, t, 0x1.b0ee6072093cep-2);
	return __fma_rn(t, p, 0.0); /* not -0 at 1 */
}

/* log gamma(a), a >= 1/2. */
SIMT_DEVICE_INLINE double __simt_lgamma_positive_f64(double a) {
	double big = __fma_rn(a - 0.5, log(a) - 1.0,
	                      0x1.acfe390c97d69p-2 + __simt_stirling_f64(a));
	double p = 1.0, t = a;
	for (int i = 0; i < 5; i++) {
		t = t >= 3.0 ? t - 1.0 : t;
		p = t < a - (double)i ? p * t : p;
	}
	double small = a < 1.5 ? __simt_lgamma_near1_f64(a - 1.0)
	                       : __simt_lgamma_near2_f64(t - 2.0) + log(p);
	return a < 8.0 ? small : big;
}

SIMT_DEVICE_FUNC double lgamma(double x) {
	double a = __builtin_fabs(x);
	double r;
	if (a < 0.5) {
		r = __simt_lgamma_near1_f64(x) - log(a);
	} else {
		r = __simt_lgamma_positive_f64(a);
		if (x < 0.0) {
			double s = __builtin_fabs(
				sinpi(a - 2.0 * __builtin_rint(0.5 * a)));
			r = log(__ddiv_rn(0x1.921fb54442d18p+1, a * s)) - r;
			r = __builtin_trunc(x) == x ? SIMT_INF_F64 : r;
		}
	}
	return x != x ? x + x : a == SIMT_INF_F64 ? a : r;
}

/* gamma(x) for -10 <= x <= 10, x = n + t: the factors between 1 + t and x, their product
 * as a pair, and 1 / gamma(1 + t). */
SIMT_DEVICE_INLINE double __simt_tgamma_small_f64(double x) {
	double n = __builtin_rint(x), t = __dsub_rn(x, n);
	double first = n < 1.0 ? n : 1.0, count = n < 1.0 ? 1.0 - n : n - 1.0;
	__simt_f64x2 p = {1.0, 0.0};
	for (double i = 0.0; i < count; i += 1.0) {
		double j = first + i, f = __dadd_rn(j, t);
		/* What j + t lost: |j| >= |t|, or j is 0 and nothing is. */
		double f_lo = __dsub_rn(t, __dsub_rn(f, j));
		__simt_f64x2 m = __simt_product_f64(p.hi, f);
		m.lo = m.lo + __fma_rn(p.hi, f_lo, p.lo * f);
		p = __simt_fast_sum_f64(m.hi, m.lo);
	}
	double q = -0x1.4256a16cc91b8p-30;
	q = __fma_rn(q, t, 0x1.5f2f545779cc3p-28);
	q = __fma_rn(q, t, 0x1.a4084191bebc7p-28);
	q = __fma_rn(q, t, -0x1.b9b24775f8802p-23);
	q = __fma_rn(q, t, 0x1.30251994da945p-20);
	q = __fma_rn(q, t, -0x1.4fac8270d4daap-20);
	q = __fma_rn(q, t, -0x1.51ce8b15ed2ddp-16);
	q = __fma_rn(q, t, 0x1.0c8a789b1493fp-13);
	q = __fma_rn(q, t, -0x1.c364fe6ec4cdap-13);
	q = __fma_rn(q, t, -0x1.317112cdc1049p-10);
	q = __fma_rn(q, t, 0x1.d919c527f5f15p-8);
	q = __fma_rn(q, t, -0x1.3b4af284847c2p-7);
	q = __fma_rn(q, t, -0x1.59af103c34092p-5);
	q = __fma_rn(q, t, 0x1.5512320b43fc1p-3);
	q = __fma_rn(q, t, -0x1.5815e8fa27048p-5);
	q = __fma_rn(q, t, -0x1.4fcf4026afa2ep-1);
	q = __fma_rn(q, t, 0x1.2788cfc6fb619p-1);
	double inv = __fma_rn(t, q, 1.0);
	double up = __ddiv_rn(p.hi + p.lo, inv);
	return n < 1.0 ? __ddiv_rn(1.0, __dmul_rn(p.hi, inv)) : up;
}

/* log gamma(a) as a pair, 10 <= a <= 190. */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_lgamma_pair_f64(double a) {
	__simt_f64x2 l = __simt_log_pair_f64(a);
	double y = a - 0.5;
	__simt_f64x2 e = __simt_product_f64(y, l.hi);
	e.lo = __fma_rn(y, l.lo, e.lo);
	__simt_f64x2 s = __simt_sum_f64(e.hi, -a);
	e.lo = e.lo + s.lo;
	s = __simt_sum_f64(s.hi, 0x1.d67f1c864beb5p-1);
	s.lo = s.lo + (e.lo + (-0x1.65b5a1b7ff5dfp-55 + __simt_stirling_f64(a)));
	return __simt_fast_sum_f64(s.hi, s.lo);
}

SIMT_DEVICE_INLINE double __simt_tgamma_big_f64(double x) {
	double a = __builtin_fabs(x);
	a = a > 190.0 ? 190.0 : a;
	__simt_f64x2 l = __simt_lgamma_pair_f64(a);
	double c = 1.0;
	if (x < 0.0) {
		double s = sinpi(a - 2.0 * __builtin_rint(0.5 * a));
		c = __ddiv_rn(-0x1.921fb54442d18p+1, a * s);
		l.hi = -l.hi, l.lo = -l.lo;
	}
	__simt_exp_f64 e = __simt_exp_parts_f64(l.hi, l.lo);
	return __simt_scale_f64(__fma_rn(c, e.m1, c), e.k);
}

SIMT_DEVICE_FUNC double tgamma(double x) {
	double a = __builtin_fabs(x);
	double r = a < 10.0 ? __simt_tgamma_small_f64(x) : __simt_tgamma_big_f64(x);
	bool pole = x < 0.0 && __builtin_trunc(x) == x;
	double none = __simt_is_odd_f64(__builtin_floor(x)) ? -0.0 : 0.0;
	r = x < -190.0 ? none : r;
	r = x == 0.0 ? __simt_copysign_f64(SIMT_INF_F64, x) : pole ? SIMT_NAN_F64 : r;
	return x != x ? x + x : x == SIMT_INF_F64 ? x : r;
}
