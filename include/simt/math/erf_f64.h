/* erf_f64.h - error functions and normal distribution of double. The complement is
 * e^(-x^2) erfcx(x); erfcx(x) (1 + 2x) is a polynomial in (x - 4) / (x + 4).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"

/* e^(a^2) erfc(a) for a >= 0. */
SIMT_DEVICE_INLINE double __simt_erfcx_f64(double __a) {
	if (__a < 0.5) {
		double __p = 0x1.c716d0d74690fp-18;
		__p = __fma_rn(__p, __a, -0x1.80d6b2b4b718p-15);
		__p = __fma_rn(__p, __a, 0x1.6d5ac3658a225p-13);
		__p = __fma_rn(__p, __a, -0x1.0fa974555f56fp-11);
		__p = __fma_rn(__p, __a, 0x1.6a04dd3e27ad7p-10);
		__p = __fma_rn(__p, __a, -0x1.c6ec274615e87p-9);
		__p = __fma_rn(__p, __a, 0x1.110acc91fcf69p-7);
		__p = __fma_rn(__p, __a, -0x1.3902dccab6cbfp-6);
		__p = __fma_rn(__p, __a, 0x1.55554a2060bfcp-5);
		__p = __fma_rn(__p, __a, -0x1.6023e848e19e7p-4);
		__p = __fma_rn(__p, __a, 0x1.55555550229c6p-3);
		__p = __fma_rn(__p, __a, -0x1.341f6bc00d7f1p-2);
		__p = __fma_rn(__p, __a, 0x1.ffffffffff201p-2);
		__p = __fma_rn(__p, __a, -0x1.812746b0379ccp-1);
		__p = __fma_rn(__p, __a, 0x1p+0);
		__p = __fma_rn(__p, __a, -0x1.20dd750429b6dp+0);
		return __fma_rn(__a, __p, 1.0);
	}
	double __t = __ddiv_rn(__a - 4.0, __a + 4.0);
	double __p = 0x1.0967e527911a9p-30;
	__p = __fma_rn(__p, __t, 0x1.afe473b552685p-30);
	__p = __fma_rn(__p, __t, -0x1.af097381d257bp-27);
	__p = __fma_rn(__p, __t, -0x1.1904891a069b4p-26);
	__p = __fma_rn(__p, __t, 0x1.cad9b27d6d663p-24);
	__p = __fma_rn(__p, __t, 0x1.31744dd9b56dp-24);
	__p = __fma_rn(__p, __t, -0x1.b9339da7bf70bp-21);
	__p = __fma_rn(__p, __t, 0x1.400a0021a32f1p-22);
	__p = __fma_rn(__p, __t, 0x1.7f01a118598aep-18);
	__p = __fma_rn(__p, __t, -0x1.78a738afaf645p-17);
	__p = __fma_rn(__p, __t, -0x1.99551e5f87e2p-16);
	__p = __fma_rn(__p, __t, 0x1.3be12bafabe1fp-13);
	__p = __fma_rn(__p, __t, -0x1.a1df4a1e543bcp-13);
	__p = __fma_rn(__p, __t, -0x1.8d4aaa8fbedbcp-11);
	__p = __fma_rn(__p, __t, 0x1.49c672b9685cep-8);
	__p = __fma_rn(__p, __t, -0x1.0962386da3254p-6);
	__p = __fma_rn(__p, __t, 0x1.3079edf5d9d05p-5);
	__p = __fma_rn(__p, __t, -0x1.0fb06dfee479p-4);
	__p = __fma_rn(__p, __t, 0x1.7fee004e16d41p-4);
	__p = __fma_rn(__p, __t, -0x1.9ddb23c3e0c24p-4);
	__p = __fma_rn(__p, __t, 0x1.16ecefcfa5214p-4);
	__p = __fma_rn(__p, __t, 0x1.f7f5df66fc17fp-7);
	__p = __fma_rn(__p, __t, -0x1.1df1ad154a28ep-3);
	__p = __fma_rn(__p, __t, 0x1.3ba5916e9fd7fp+0);
	double __r = __ddiv_rn(0.5 * __p, __a + 0.5);
	return __a == SIMT_INF_F64 ? 0.0 : __r;
}

/* erfc(a + lo) for a >= 0: 2^k (c + c (e^r - 1)). */
SIMT_DEVICE_INLINE double __simt_erfc_sum_f64(double __a, double __lo) {
	double __b = __a > 28.0 ? 28.0 : __a; /* the result is 0 from 27.3 on */
	__simt_f64x2 __z = __simt_product_f64(-__b, __b);
	__simt_exp_f64 __e = __simt_exp_parts_f64(__z.__hi,
	                                          __fma_rn(-2.0 * __b, __lo, __z.__lo));
	double __c = __simt_erfcx_f64(__b);
	return __simt_scale_f64(__fma_rn(__c, __e.__m1, __c), __e.__k);
}

SIMT_DEVICE_INLINE double erf(double __x) {
	double __a = __builtin_fabs(__x), __z = __dmul_rn(__x, __x);
	double __p = -0x1.33d62c94107ddp-38;
	__p = __fma_rn(__p, __z, 0x1.830ed95421e6p-34);
	__p = __fma_rn(__p, __z, -0x1.4f16018750568p-30);
	__p = __fma_rn(__p, __z, 0x1.fc686faf628abp-27);
	__p = __fma_rn(__p, __z, -0x1.5f70026e262cep-23);
	__p = __fma_rn(__p, __z, 0x1.b9e687c3e0abbp-20);
	__p = __fma_rn(__p, __z, -0x1.f4d2596fb33ap-17);
	__p = __fma_rn(__p, __z, 0x1.f9a326e5405bcp-14);
	__p = __fma_rn(__p, __z, -0x1.c02db3ffe0c21p-11);
	__p = __fma_rn(__p, __z, 0x1.565bcd0e6947fp-8);
	__p = __fma_rn(__p, __z, -0x1.b82ce31288b2p-6);
	__p = __fma_rn(__p, __z, 0x1.ce2f21a042be1p-4);
	__p = __fma_rn(__p, __z, -0x1.812746b0379e7p-2);
	double __near = __fma_rn(__x, 0x1.20dd750429b6dp+0,
	                         __x * __fma_rn(__z, __p, 0x1.1ae3a914fed8p-56));
	double __far = __simt_copysign_f64(1.0 - __simt_erfc_sum_f64(__a, 0.0), __x);
	return __a < 1.0 ? (__x == 0.0 ? __x : __near) : __a != __a ? __x + __x : __far;
}

SIMT_DEVICE_INLINE double erfc(double __x) {
	double __r = __simt_erfc_sum_f64(__builtin_fabs(__x), 0.0);
	return __x < 0.0 ? 2.0 - __r : __r;
}

SIMT_DEVICE_INLINE double erfcx(double __x) {
	double __a = __builtin_fabs(__x), __b = __a > 28.0 ? 28.0 : __a;
	double __r = __simt_erfcx_f64(__a);
	__simt_f64x2 __z = __simt_product_f64(__b, __b);
	double __e = __simt_exp_sum_f64(__z.__hi, __z.__lo);
	return __x < 0.0 ? __dadd_rn(__e, __e) - __r : __r;
}

/* erfc(-x / sqrt(2)) / 2. */
SIMT_DEVICE_INLINE double normcdf(double __x) {
	double __a = __builtin_fabs(__x);
	__a = __a > 39.0 ? 39.0 : __a;
	__simt_f64x2 __u = __simt_product_f64(__a, 0x1.6a09e667f3bcdp-1);
	double __r = 0.5 *
	             __simt_erfc_sum_f64(__u.__hi,
	                                 __fma_rn(__a, -0x1.bdd3413b26456p-55, __u.__lo));
	return __x > 0.0 ? 1.0 - __r : __r;
}

/* |x| of erf(x) = d, given w = -log(1 - d^2): near 0 the quotient x/d is a polynomial in w,
 * farther out x / sqrt(w) is one in sqrt(w). */
SIMT_DEVICE_INLINE double __simt_erfinv_near_f64(double __w) {
	double __u = __w - 1.5;
	double __p = 0x1.e90ca64ad02d8p-69;
	__p = __fma_rn(__p, __u, -0x1.203e423d5f5bcp-63);
	__p = __fma_rn(__p, __u, 0x1.115e356399261p-59);
	__p = __fma_rn(__p, __u, -0x1.c1d2ff8d19276p-57);
	__p = __fma_rn(__p, __u, -0x1.3a6a3eb21b1b4p-57);
	__p = __fma_rn(__p, __u, 0x1.82e0116476491p-51);
	__p = __fma_rn(__p, __u, -0x1.bb2b6d5faf9f9p-49);
	__p = __fma_rn(__p, __u, -0x1.1565e4d223673p-46);
	__p = __fma_rn(__p, __u, 0x1.99c5dcc2c7098p-43);
	__p = __fma_rn(__p, __u, 0x1.7b4b7fa9b885bp-44);
	__p = __fma_rn(__p, __u, -0x1.2507790d9f40cp-37);
	__p = __fma_rn(__p, __u, 0x1.90fdab8cf471cp-36);
	__p = __fma_rn(__p, __u, 0x1.4cdb2d1391508p-32);
	__p = __fma_rn(__p, __u, -0x1.15982bf158585p-29);
	__p = __fma_rn(__p, __u, -0x1.f10003c42e62bp-28);
	__p = __fma_rn(__p, __u, 0x1.f9887bea6a72ep-24);
	__p = __fma_rn(__p, __u, -0x1.177f37f1f4c02p-24);
	__p = __fma_rn(__p, __u, -0x1.688f8de5e2a23p-18);
	__p = __fma_rn(__p, __u, 0x1.86b5eb71078cp-16);
	__p = __fma_rn(__p, __u, 0x1.74997cbcba0dcp-13);
	__p = __fma_rn(__p, __u, -0x1.123ee0112a30bp-9);
	__p = __fma_rn(__p, __u, 0x1.cd40055a3a02ap-11);
	__p = __fma_rn(__p, __u, 0x1.005f034b91d75p-2);
	__p = __fma_rn(__p, __u, 0x1.4087417fcf5eep+0);
	return __p;
}

SIMT_DEVICE_FUNC double __simt_erfinv_far_f64(double __w) {
	double __s = __dsqrt_rn(__w), __r;
	if (__s < 4.0) {
		double __u = __s - 3.25;
		double __p = 0x1.a7bb620dab413p-31;
		__p = __fma_rn(__p, __u, -0x1.da3a68728cd6ep-29);
		__p = __fma_rn(__p, __u, 0x1.05f2be7dae969p-28);
		__p = __fma_rn(__p, __u, 0x1.bbf784cc6ec3ep-27);
		__p = __fma_rn(__p, __u, -0x1.080f7ed037a8fp-24);
		__p = __fma_rn(__p, __u, 0x1.bcc5a9726f293p-24);
		__p = __fma_rn(__p, __u, 0x1.094897d57f933p-24);
		__p = __fma_rn(__p, __u, -0x1.b85b9043c23fap-21);
		__p = __fma_rn(__p, __u, 0x1.27612a2decc6cp-19);
		__p = __fma_rn(__p, __u, -0x1.15d84d7e14ae6p-19);
		__p = __fma_rn(__p, __u, -0x1.db1fa2931bf64p-18);
		__p = __fma_rn(__p, __u, 0x1.5040a0dbc88aap-15);
		__p = __fma_rn(__p, __u, -0x1.bd2364b4b0464p-14);
		__p = __fma_rn(__p, __u, 0x1.01bf2ce426e3cp-13);
		__p = __fma_rn(__p, __u, 0x1.dec516b749547p-12);
		__p = __fma_rn(__p, __u, -0x1.018b50d430528p-8);
		__p = __fma_rn(__p, __u, 0x1.1d7ba772d5547p-6);
		__p = __fma_rn(__p, __u, 0x1.e5d3060902083p-1);
		__r = __p;
	} else if (__s < 7.0) {
		double __u = __s - 5.5;
		double __p = 0x1.2eaf6f8a58f72p-47;
		__p = __fma_rn(__p, __u, -0x1.21dda9852bcf2p-45);
		__p = __fma_rn(__p, __u, 0x1.2cb74302cbf91p-48);
		__p = __fma_rn(__p, __u, 0x1.2a76c4ca2e8aep-43);
		__p = __fma_rn(__p, __u, -0x1.079a1231c63a1p-41);
		__p = __fma_rn(__p, __u, 0x1.9df13f8799884p-39);
		__p = __fma_rn(__p, __u, -0x1.2ba82ad20f935p-36);
		__p = __fma_rn(__p, __u, 0x1.6efbd92c5e9d3p-34);
		__p = __fma_rn(__p, __u, -0x1.a3effffabee4cp-32);
		__p = __fma_rn(__p, __u, 0x1.c278fa98379a3p-30);
		__p = __fma_rn(__p, __u, -0x1.b229ca23b7ddcp-28);
		__p = __fma_rn(__p, __u, 0x1.4f720912aa8f7p-26);
		__p = __fma_rn(__p, __u, -0x1.a0e06d73b3735p-26);
		__p = __fma_rn(__p, __u, -0x1.45d1736c8d118p-22);
		__p = __fma_rn(__p, __u, 0x1.0280383bbefb3p-18);
		__p = __fma_rn(__p, __u, -0x1.0660ac9eca854p-15);
		__p = __fma_rn(__p, __u, 0x1.bd1f14e48f15dp-13);
		__p = __fma_rn(__p, __u, -0x1.4cf613573ff41p-10);
		__p = __fma_rn(__p, __u, 0x1.b1b1077f6bd7ap-8);
		__p = __fma_rn(__p, __u, 0x1.f28072b99966ap-1);
		__r = __p;
	} else if (__s < 13.0) {
		double __u = __s - 10.0;
		double __p = -0x1.4bef57d2207f6p-68;
		__p = __fma_rn(__p, __u, 0x1.645c0ee59c30ap-65);
		__p = __fma_rn(__p, __u, -0x1.0ea70eb18911p-63);
		__p = __fma_rn(__p, __u, 0x1.cbc97bd83a1f6p-61);
		__p = __fma_rn(__p, __u, -0x1.25e0745ff3486p-57);
		__p = __fma_rn(__p, __u, 0x1.60fc187b78d6cp-55);
		__p = __fma_rn(__p, __u, 0x1.24fa374c02e75p-54);
		__p = __fma_rn(__p, __u, -0x1.4417aa663ce24p-48);
		__p = __fma_rn(__p, __u, 0x1.6ed1e0467a313p-44);
		__p = __fma_rn(__p, __u, -0x1.45d9efdaed685p-40);
		__p = __fma_rn(__p, __u, 0x1.02a03467335d4p-36);
		__p = __fma_rn(__p, __u, -0x1.7faf1d8852743p-33);
		__p = __fma_rn(__p, __u, 0x1.0f50b9f8ebc1ap-29);
		__p = __fma_rn(__p, __u, -0x1.71354643b4b45p-26);
		__p = __fma_rn(__p, __u, 0x1.e5251c6231544p-23);
		__p = __fma_rn(__p, __u, -0x1.337b8c882c478p-19);
		__p = __fma_rn(__p, __u, 0x1.75936b9582cf1p-16);
		__p = __fma_rn(__p, __u, -0x1.abf61b1cd02a1p-13);
		__p = __fma_rn(__p, __u, 0x1.bb4061794c03p-10);
		__p = __fma_rn(__p, __u, 0x1.fa6631285b421p-1);
		__r = __p;
	} else {
		double __u = __s - 20.0;
		double __p = -0x1.c56b8b2cfe33fp-94;
		__p = __fma_rn(__p, __u, 0x1.8bc1a13095bb3p-89);
		__p = __fma_rn(__p, __u, -0x1.408d2568093c4p-85);
		__p = __fma_rn(__p, __u, 0x1.67bdcc5c51ea8p-81);
		__p = __fma_rn(__p, __u, -0x1.1f0189b9f4c6p-76);
		__p = __fma_rn(__p, __u, 0x1.89364ee2fcb8bp-72);
		__p = __fma_rn(__p, __u, -0x1.f7213d55046fep-68);
		__p = __fma_rn(__p, __u, 0x1.44c7a03a6dcp-63);
		__p = __fma_rn(__p, __u, -0x1.a29c746f18dbbp-59);
		__p = __fma_rn(__p, __u, 0x1.0b130e4c3d0e3p-54);
		__p = __fma_rn(__p, __u, -0x1.51af95c39b818p-50);
		__p = __fma_rn(__p, __u, 0x1.a71ad75cfdc19p-46);
		__p = __fma_rn(__p, __u, -0x1.0667a535d07f1p-41);
		__p = __fma_rn(__p, __u, 0x1.41bc95eb6af4ap-37);
		__p = __fma_rn(__p, __u, -0x1.85133035a5b7cp-33);
		__p = __fma_rn(__p, __u, 0x1.ce6ff8341acf4p-29);
		__p = __fma_rn(__p, __u, -0x1.0c92c67876609p-24);
		__p = __fma_rn(__p, __u, 0x1.2de002448cdf2p-20);
		__p = __fma_rn(__p, __u, -0x1.4214d30ac1784p-16);
		__p = __fma_rn(__p, __u, 0x1.37e091f8dd43cp-12);
		__p = __fma_rn(__p, __u, 0x1.fe28814417da7p-1);
		__r = __p;
	}
	return __w == SIMT_INF_F64 ? __w : __r * __s;
}

SIMT_DEVICE_INLINE double erfinv(double __x) {
	double __a = __builtin_fabs(__x);
	double __w = -log(__dmul_rn(1.0 - __a, 1.0 + __a));
	double __far = __simt_copysign_f64(__simt_erfinv_far_f64(__w), __x);
	return __w < 6.25   ? __x * __simt_erfinv_near_f64(__w)
	       : __w != __w ? SIMT_NAN_F64
	                    : __far;
}

SIMT_DEVICE_INLINE double erfcinv(double __y) {
	double __w = -log(__dmul_rn(__y, 2.0 - __y)), __d = 1.0 - __y;
	double __far = __simt_copysign_f64(__simt_erfinv_far_f64(__w), __d);
	return __w < 6.25   ? __d * __simt_erfinv_near_f64(__w)
	       : __w != __w ? SIMT_NAN_F64
	                    : __far;
}

SIMT_DEVICE_INLINE double normcdfinv(double __p) {
	return __fma_rn(-0x1.6a09e667f3bcdp+0, erfcinv(__p + __p), 0.0);
}
