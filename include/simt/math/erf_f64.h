/* erf_f64.h - error functions and normal distribution of double. The complement is
 * e^(-x^2) erfcx(x); erfcx(x) (1 + 2x) is a polynomial in (x - 4) / (x + 4).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"

/* e^(a^2) erfc(a) for a >= 0. */
SIMT_DEVICE_INLINE double __simt_erfcx_f64(double a) {
	if (a < 0.5) {
		double p = 0x1.c716d0d74690fp-18;
		p = __fma_rn(p, a, -0x1.80d6b2b4b718p-15);
		p = __fma_rn(p, a, 0x1.6d5ac3658a225p-13);
		p = __fma_rn(p, a, -0x1.0fa974555f56fp-11);
		p = __fma_rn(p, a, 0x1.6a04dd3e27ad7p-10);
		p = __fma_rn(p, a, -0x1.c6ec274615e87p-9);
		p = __fma_rn(p, a, 0x1.110acc91fcf69p-7);
		p = __fma_rn(p, a, -0x1.3902dccab6cbfp-6);
		p = __fma_rn(p, a, 0x1.55554a2060bfcp-5);
		p = __fma_rn(p, a, -0x1.6023e848e19e7p-4);
		p = __fma_rn(p, a, 0x1.55555550229c6p-3);
		p = __fma_rn(p, a, -0x1.341f6bc00d7f1p-2);
		p = __fma_rn(p, a, 0x1.ffffffffff201p-2);
		p = __fma_rn(p, a, -0x1.812746b0379ccp-1);
		p = __fma_rn(p, a, 0x1p+0);
		p = __fma_rn(p, a, -0x1.20dd750429b6dp+0);
		return __fma_rn(a, p, 1.0);
	}
	double t = __ddiv_rn(a - 4.0, a + 4.0);
	double p = 0x1.0967e527911a9p-30;
	p = __fma_rn(p, t, 0x1.afe473b552685p-30);
	p = __fma_rn(p, t, -0x1.af097381d257bp-27);
	p = __fma_rn(p, t, -0x1.1904891a069b4p-26);
	p = __fma_rn(p, t, 0x1.cad9b27d6d663p-24);
	p = __fma_rn(p, t, 0x1.31744dd9b56dp-24);
	p = __fma_rn(p, t, -0x1.b9339da7bf70bp-21);
	p = __fma_rn(p, t, 0x1.400a0021a32f1p-22);
	p = __fma_rn(p, t, 0x1.7f01a118598aep-18);
	p = __fma_rn(p, t, -0x1.78a738afaf645p-17);
	p = __fma_rn(p, t, -0x1.99551e5f87e2p-16);
	p = __fma_rn(p, t, 0x1.3be12bafabe1fp-13);
	p = __fma_rn(p, t, -0x1.a1df4a1e543bcp-13);
	p = __fma_rn(p, t, -0x1.8d4aaa8fbedbcp-11);
	p = __fma_rn(p, t, 0x1.49c672b9685cep-8);
	p = __fma_rn(p, t, -0x1.0962386da3254p-6);
	p = __fma_rn(p, t, 0x1.3079edf5d9d05p-5);
	p = __fma_rn(p, t, -0x1.0fb06dfee479p-4);
	p = __fma_rn(p, t, 0x1.7fee004e16d41p-4);
	p = __fma_rn(p, t, -0x1.9ddb23c3e0c24p-4);
	p = __fma_rn(p, t, 0x1.16ecefcfa5214p-4);
	p = __fma_rn(p, t, 0x1.f7f5df66fc17fp-7);
	p = __fma_rn(p, t, -0x1.1df1ad154a28ep-3);
	p = __fma_rn(p, t, 0x1.3ba5916e9fd7fp+0);
	double r = __ddiv_rn(0.5 * p, a + 0.5);
	return a == SIMT_INF_F64 ? 0.0 : r;
}

/* erfc(a + lo) for a >= 0. */
SIMT_DEVICE_INLINE double __simt_erfc_sum_f64(double a, double lo) {
	double b = a > 28.0 ? 28.0 : a; /* the result is 0 from 27.3 on */
	__simt_f64x2 z = __simt_product_f64(-b, b);
	double e = __simt_exp_sum_f64(z.hi, __fma_rn(-2.0 * b, lo, z.lo));
	return __dmul_rn(e, __simt_erfcx_f64(b));
}

SIMT_DEVICE_INLINE double erf(double x) {
	double a = __builtin_fabs(x), z = __dmul_rn(x, x);
	double p = -0x1.33d62c94107ddp-38;
	p = __fma_rn(p, z, 0x1.830ed95421e6p-34);
	p = __fma_rn(p, z, -0x1.4f16018750568p-30);
	p = __fma_rn(p, z, 0x1.fc686faf628abp-27);
	p = __fma_rn(p, z, -0x1.5f70026e262cep-23);
	p = __fma_rn(p, z, 0x1.b9e687c3e0abbp-20);
	p = __fma_rn(p, z, -0x1.f4d2596fb33ap-17);
	p = __fma_rn(p, z, 0x1.f9a326e5405bcp-14);
	p = __fma_rn(p, z, -0x1.c02db3ffe0c21p-11);
	p = __fma_rn(p, z, 0x1.565bcd0e6947fp-8);
	p = __fma_rn(p, z, -0x1.b82ce31288b2p-6);
	p = __fma_rn(p, z, 0x1.ce2f21a042be1p-4);
	p = __fma_rn(p, z, -0x1.812746b0379e7p-2);
	double near = __fma_rn(x, 0x1.20dd750429b6dp+0,
	                       x * __fma_rn(z, p, 0x1.1ae3a914fed8p-56));
	double far = __simt_copysign_f64(1.0 - __simt_erfc_sum_f64(a, 0.0), x);
	return a < 1.0 ? (x == 0.0 ? x : near) : a != a ? x + x : far;
}

SIMT_DEVICE_INLINE double erfc(double x) {
	double r = __simt_erfc_sum_f64(__builtin_fabs(x), 0.0);
	return x < 0.0 ? 2.0 - r : r;
}

SIMT_DEVICE_INLINE double erfcx(double x) {
	double a = __builtin_fabs(x), b = a > 28.0 ? 28.0 : a;
	double r = __simt_erfcx_f64(a);
	__simt_f64x2 z = __simt_product_f64(b, b);
	double e = __simt_exp_sum_f64(z.hi, z.lo);
	return x < 0.0 ? __dadd_rn(e, e) - r : r;
}

/* erfc(-x / sqrt(2)) / 2. */
SIMT_DEVICE_INLINE double normcdf(double x) {
	double a = __builtin_fabs(x);
	a = a > 39.0 ? 39.0 : a;
	__simt_f64x2 u = __simt_product_f64(a, 0x1.6a09e667f3bcdp-1);
	double r = 0.5 *
	           __simt_erfc_sum_f64(u.hi, __fma_rn(a, -0x1.bdd3413b26456p-55, u.lo));
	return x > 0.0 ? 1.0 - r : r;
}

/* |x| of erf(x) = d, given w = -log(1 - d^2): near 0 the quotient x/d is a polynomial in w,
 * farther out x / sqrt(w) is one in sqrt(w). */
SIMT_DEVICE_INLINE double __simt_erfinv_near_f64(double w) {
	double u = w - 1.5;
	double p = 0x1.e90ca64ad02d8p-69;
	p = __fma_rn(p, u, -0x1.203e423d5f5bcp-63);
	p = __fma_rn(p, u, 0x1.115e356399261p-59);
	p = __fma_rn(p, u, -0x1.c1d2ff8d19276p-57);
	p = __fma_rn(p, u, -0x1.3a6a3eb21b1b4p-57);
	p = __fma_rn(p, u, 0x1.82e0116476491p-51);
	p = __fma_rn(p, u, -0x1.bb2b6d5faf9f9p-49);
	p = __fma_rn(p, u, -0x1.1565e4d223673p-46);
	p = __fma_rn(p, u, 0x1.99c5dcc2c7098p-43);
	p = __fma_rn(p, u, 0x1.7b4b7fa9b885bp-44);
	p = __fma_rn(p, u, -0x1.2507790d9f40cp-37);
	p = __fma_rn(p, u, 0x1.90fdab8cf471cp-36);
	p = __fma_rn(p, u, 0x1.4cdb2d1391508p-32);
	p = __fma_rn(p, u, -0x1.15982bf158585p-29);
	p = __fma_rn(p, u, -0x1.f10003c42e62bp-28);
	p = __fma_rn(p, u, 0x1.f9887bea6a72ep-24);
	p = __fma_rn(p, u, -0x1.177f37f1f4c02p-24);
	p = __fma_rn(p, u, -0x1.688f8de5e2a23p-18);
	p = __fma_rn(p, u, 0x1.86b5eb71078cp-16);
	p = __fma_rn(p, u, 0x1.74997cbcba0dcp-13);
	p = __fma_rn(p, u, -0x1.123ee0112a30bp-9);
	p = __fma_rn(p, u, 0x1.cd40055a3a02ap-11);
	p = __fma_rn(p, u, 0x1.005f034b91d75p-2);
	p = __fma_rn(p, u, 0x1.4087417fcf5eep+0);
	return p;
}

SIMT_DEVICE_FUNC double __simt_erfinv_far_f64(double w) {
	double s = __dsqrt_rn(w), r;
	if (s < 4.0) {
		double u = s - 3.25;
		double p = 0x1.a7bb620dab413p-31;
		p = __fma_rn(p, u, -0x1.da3a68728cd6ep-29);
		p = __fma_rn(p, u, 0x1.05f2be7dae969p-28);
		p = __fma_rn(p, u, 0x1.bbf784cc6ec3ep-27);
		p = __fma_rn(p, u, -0x1.080f7ed037a8fp-24);
		p = __fma_rn(p, u, 0x1.bcc5a9726f293p-24);
		p = __fma_rn(p, u, 0x1.094897d57f933p-24);
		p = __fma_rn(p, u, -0x1.b85b9043c23fap-21);
		p = __fma_rn(p, u, 0x1.27612a2decc6cp-19);
		p = __fma_rn(p, u, -0x1.15d84d7e14ae6p-19);
		p = __fma_rn(p, u, -0x1.db1fa2931bf64p-18);
		p = __fma_rn(p, u, 0x1.5040a0dbc88aap-15);
		p = __fma_rn(p, u, -0x1.bd2364b4b0464p-14);
		p = __fma_rn(p, u, 0x1.01bf2ce426e3cp-13);
		p = __fma_rn(p, u, 0x1.dec516b749547p-12);
		p = __fma_rn(p, u, -0x1.018b50d430528p-8);
		p = __fma_rn(p, u, 0x1.1d7ba772d5547p-6);
		p = __fma_rn(p, u, 0x1.e5d3060902083p-1);
		r = p;
	} else if (s < 7.0) {
		double u = s - 5.5;
		double p = 0x1.2eaf6f8a58f72p-47;
		p = __fma_rn(p, u, -0x1.21dda9852bcf2p-45);
		p = __fma_rn(p, u, 0x1.2cb74302cbf91p-48);
		p = __fma_rn(p, u, 0x1.2a76c4ca2e8aep-43);
		p = __fma_rn(p, u, -0x1.079a1231c63a1p-41);
		p = __fma_rn(p, u, 0x1.9df13f8799884p-39);
		p = __fma_rn(p, u, -0x1.2ba82ad20f935p-36);
		p = __fma_rn(p, u, 0x1.6efbd92c5e9d3p-34);
		p = __fma_rn(p, u, -0x1.a3effffabee4cp-32);
		p = __fma_rn(p, u, 0x1.c278fa98379a3p-30);
		p = __fma_rn(p, u, -0x1.b229ca23b7ddcp-28);
		p = __fma_rn(p, u, 0x1.4f720912aa8f7p-26);
		p = __fma_rn(p, u, -0x1.a0e06d73b3735p-26);
		p = __fma_rn(p, u, -0x1.45d1736c8d118p-22);
		p = __fma_rn(p, u, 0x1.0280383bbefb3p-18);
		p = __fma_rn(p, u, -0x1.0660ac9eca854p-15);
		p = __fma_rn(p, u, 0x1.bd1f14e48f15dp-13);
		p = __fma_rn(p, u, -0x1.4cf613573ff41p-10);
		p = __fma_rn(p, u, 0x1.b1b1077f6bd7ap-8);
		p = __fma_rn(p, u, 0x1.f28072b99966ap-1);
		r = p;
	} else if (s < 13.0) {
		double u = s - 10.0;
		double p = -0x1.4bef57d2207f6p-68;
		p = __fma_rn(p, u, 0x1.645c0ee59c30ap-65);
		p = __fma_rn(p, u, -0x1.0ea70eb18911p-63);
		p = __fma_rn(p, u, 0x1.cbc97bd83a1f6p-61);
		p = __fma_rn(p, u, -0x1.25e0745ff3486p-57);
		p = __fma_rn(p, u, 0x1.60fc187b78d6cp-55);
		p = __fma_rn(p, u, 0x1.24fa374c02e75p-54);
		p = __fma_rn(p, u, -0x1.4417aa663ce24p-48);
		p = __fma_rn(p, u, 0x1.6ed1e0467a313p-44);
		p = __fma_rn(p, u, -0x1.45d9efdaed685p-40);
		p = __fma_rn(p, u, 0x1.02a03467335d4p-36);
		p = __fma_rn(p, u, -0x1.7faf1d8852743p-33);
		p = __fma_rn(p, u, 0x1.0f50b9f8ebc1ap-29);
		p = __fma_rn(p, u, -0x1.71354643b4b45p-26);
		p = __fma_rn(p, u, 0x1.e5251c6231544p-23);
		p = __fma_rn(p, u, -0x1.337b8c882c478p-19);
		p = __fma_rn(p, u, 0x1.75936b9582cf1p-16);
		p = __fma_rn(p, u, -0x1.abf61b1cd02a1p-13);
		p = __fma_rn(p, u, 0x1.bb4061794c03p-10);
		p = __fma_rn(p, u, 0x1.fa6631285b421p-1);
		r = p;
	} else {
		double u = s - 20.0;
		double p = -0x1.c56b8b2cfe33fp-94;
		p = __fma_rn(p, u, 0x1.8bc1a13095bb3p-89);
		p = __fma_rn(p, u, -0x1.408d2568093c4p-85);
		p = __fma_rn(p, u, 0x1.67bdcc5c51ea8p-81);
		p = __fma_rn(p, u, -0x1.1f0189b9f4c6p-76);
		p = __fma_rn(p, u, 0x1.89364ee2fcb8bp-72);
		p = __fma_rn(p, u, -0x1.f7213d55046fep-68);
		p = __fma_rn(p, u, 0x1.44c7a03a6dcp-63);
		p = __fma_rn(p, u, -0x1.a29c746f18dbbp-59);
		p = __fma_rn(p, u, 0x1.0b130e4c3d0e3p-54);
		p = __fma_rn(p, u, -0x1.51af95c39b818p-50);
		p = __fma_rn(p, u, 0x1.a71ad75cfdc19p-46);
		p = __fma_rn(p, u, -0x1.0667a535d07f1p-41);
		p = __fma_rn(p, u, 0x1.41bc95eb6af4ap-37);
		p = __fma_rn(p, u, -0x1.85133035a5b7cp-33);
		p = __fma_rn(p, u, 0x1.ce6ff8341acf4p-29);
		p = __fma_rn(p, u, -0x1.0c92c67876609p-24);
		p = __fma_rn(p, u, 0x1.2de002448cdf2p-20);
		p = __fma_rn(p, u, -0x1.4214d30ac1784p-16);
		p = __fma_rn(p, u, 0x1.37e091f8dd43cp-12);
		p = __fma_rn(p, u, 0x1.fe28814417da7p-1);
		r = p;
	}
	return w == SIMT_INF_F64 ? w : r * s;
}

SIMT_DEVICE_INLINE double erfinv(double x) {
	double a = __builtin_fabs(x);
	double w = -log(__dmul_rn(1.0 - a, 1.0 + a));
	double far = __simt_copysign_f64(__simt_erfinv_far_f64(w), x);
	return w < 6.25 ? x * __simt_erfinv_near_f64(w) : w != w ? SIMT_NAN_F64 : far;
}

SIMT_DEVICE_INLINE double erfcinv(double y) {
	double w = -log(__dmul_rn(y, 2.0 - y)), d = 1.0 - y;
	double far = __simt_copysign_f64(__simt_erfinv_far_f64(w), d);
	return w < 6.25 ? d * __simt_erfinv_near_f64(w) : w != w ? SIMT_NAN_F64 : far;
}

SIMT_DEVICE_INLINE double normcdfinv(double p) {
	return __fma_rn(-0x1.6a09e667f3bcdp+0, erfcinv(p + p), 0.0);
}
