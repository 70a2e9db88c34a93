/* bessel_f64.h - Bessel functions of double. Up to 8 an interval around each zero and each
 * extremum has a polynomial in the distance from its centre, a zero's with that distance as
 * a factor, so that the relative error stays small; beyond, Hankel's asymptotic form.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"
#include "simt/math/trig_f64.h"

/* What these functions make of a NaN. */
#define SIMT_BESSEL_NAN_F64 __longlong_as_double(0x7fffffff00000000LL)

/* A row: the centre, what it lacks, the coefficients from the lowest. */
static __device__ const double __simt_j0_table_f64[5][17] = {
	{0x0p+0, 0.0, 0x1p+0, -0x1.fb7850c1691ddp-61, -0x1.ffffffffffffep-3,
         -0x1.7920f52c87bf2p-50, 0x1.00000000012dep-6, -0x1.2291fdfe3d8c3p-43,
         -0x1.c71c71bbba5bp-12, -0x1.38384b7f5f26fp-39, 0x1.c71c8952a453ep-18,
         -0x1.44941d4959d32p-37, -0x1.2338e85699b38p-24, -0x1.5b8111135c893p-37,
         0x1.061e5568a44c5p-31, -0x1.312f8d7939868p-39, -0x1.19369b649b49ep-39},
	{0x1.33d152e971b4p+1, -0x1.0f539d7da258ep-53, -0x1.09cdb3655128p-1,
         0x1.ba1deea029494p-4, 0x1.cfae864368d6ep-5, -0x1.1bb1cbe1a40a5p-7,
         -0x1.1f992590d1074p-9, 0x1.15382ba07254p-12, 0x1.6ed3b9f049082p-15,
         -0x1.232c77daaa04fp-18, -0x1.1cce30148cc86p-21, 0x1.7ff99e250b04dp-25,
         0x1.2951dc7642b85p-28, -0x1.5c34ffe2e6cdfp-32, -0x1.be305da991653p-36,
         0x1.d0a2cb61c5c64p-40, 0x1.26d6ba5568fe9p-43},
	{0x1.fp+1, 0.0, -0x1.9c0a65186bbbp-2, 0x1.1c011f1f5d985p-6, 0x1.9775bb4d97a3ep-3,
         -0x1.4495913cce977p-6, -0x1.add97e09b27d7p-7, 0x1.28a580f700782p-10,
         0x1.7e05b3fc6dd57p-12, -0x1.c3cc5fa8bba4ep-16, -0x1.7a7b5878b8fffp-18,
         0x1.849aa4251f55p-22, 0x1.df84ba8d87d9dp-25, -0x1.b1a29e801305cp-29,
         -0x1.a62db27cefee6p-32, 0x1.513ea82efa1b4p-36, 0x1.0a6a0f233e996p-39},
	{0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54, 0x1.5c6e60a097823p-2,
         -0x1.f8f72e7a848ep-6, -0x1.b2150cb41e8c1p-5, 0x1.2f7ffe90256b2p-8,
         0x1.27e31fe9a97d2p-9, -0x1.6f641f41943p-13, -0x1.863f481a51ccap-15,
         0x1.ad77d746239bep-19, 0x1.32e6d9aedabb8p-21, -0x1.2da37ba3d41b1p-25,
         -0x1.41d744da4c667p-28, 0x1.1d014dace052fp-32, 0x1.e30f851e30efap-36,
         -0x1.813ed3e408dafp-40, -0x1.163fa79df6a28p-43},
	{0x1.c8p+2, 0.0, 0x1.317d84d8f5e44p-2, -0x1.0a667944441fap-5,
         -0x1.2cd10df2b5d1bp-3, 0x1.8f4641295d0f5p-7, 0x1.7385ea7cd6ca7p-7,
         -0x1.be717147e1a6bp-11, -0x1.5fa2749aca865p-12, 0x1.7d5288a1cc4ddp-16,
         0x1.65c58d84b88b6p-18, -0x1.5f340eafb5a48p-22, -0x1.ca64b268a3158p-25,
         0x1.998bc4a7b493dp-29, 0x1.9544816b866d7p-32, -0x1.4757536091a77p-36,
         -0x1.0208e88fa96f3p-39},
};

static __device__ const double __simt_j1_table_f64[5][17] = {
	{0x0p+0, 0x0p+0, 0x1p-1, -0x1.1360a73b94bbbp-70, -0x1p-4, -0x1.5c1d0b7feb323p-59,
         0x1.55555555555bp-9, -0x1.c8246f6740968p-52, -0x1.c71c71c6bf3d7p-15,
         -0x1.a0a6d7deb11cbp-47, 0x1.6c16c2b3cb74ep-21, -0x1.700cdc260441cp-44,
         -0x1.845a3b0f33e5fp-28, -0x1.4e925302d81dcp-43, 0x1.28e6aae7a00e3p-35,
         -0x1.f224897e9583cp-45, -0x1.33f2409c89c94p-43},
	{0x1.ep+0, 0.0, 0x1.29cb87526959fp-1, -0x1.c5cfabb51160cp-7, -0x1.a29d40389c74p-3,
         0x1.039084162d52ep-7, 0x1.c1f8d65cca8a9p-7, -0x1.da2f86fde21a5p-12,
         -0x1.9ba67d6e095c3p-12, 0x1.6d8184b6f62b7p-17, 0x1.a1c8821b19463p-18,
         -0x1.3e0bc28df2aa5p-23, -0x1.0dbd3f39ddb8ap-24, 0x1.6658528f9e08bp-30,
         0x1.e23c3ca494331p-32, -0x1.17590d5330cbap-37, -0x1.379478c2315eep-39},
	{0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53, -0x1.9c6cf582cbf7fp-2,
         0x1.ae8a39f51ad04p-5, 0x1.b589d1da13905p-5, -0x1.537544c331db6p-8,
         -0x1.24b3409959159p-9, 0x1.6e4c2d53558f3p-13, 0x1.83a06e30e9acfp-15,
         -0x1.9799d4cb8d757p-19, -0x1.33825cffb23c6p-21, 0x1.170692aea0152p-25,
         0x1.4569e9a69870ep-28, -0x1.03b941a9c764ap-32, -0x1.eca66b7373bc2p-36,
         0x1.5cd0ee39cef8bp-40, 0x1.277da2d7aeecdp-43},
	{0x1.58p+2, 0.0, -0x1.621c156acb943p-2, 0x1.dab4464893137p-7,
         0x1.5317c76cf9f37p-3, -0x1.81c7e37896342p-7, -0x1.8763eb2340a4ep-7,
         0x1.8d0201d5c3455p-11, 0x1.6d74eb1da3025p-12, -0x1.4525c48913d2p-16,
         -0x1.74a8e163a19bdp-18, 0x1.25318d9ec460fp-22, 0x1.e0c6a6b26bf1p-25,
         -0x1.52088aefc6ce7p-29, -0x1.ac825534242d4p-32, 0x1.0cfd94686de0ep-36,
         0x1.155d6900c94a9p-39},
	{0x1.c0ff5f3b4725p+2, -0x1.b226d9d243827p-54, 0x1.33518b3874e8ap-2,
         -0x1.5e70dc60362bfp-6, -0x1.80c83bdeee5afp-5, 0x1.9a4b292e3de09p-9,
         0x1.13fbc7d698023p-9, -0x1.07358bbdbcebp-13, -0x1.796a751f48d2ep-15,
         0x1.4255b010e39bp-19, 0x1.3026e08fa7dcdp-21, -0x1.d48dc5bbf14abp-26,
         -0x1.44635dab5ed76p-28, 0x1.c62592ace490ep-33, 0x1.ec6d1235b9aaap-36,
         -0x1.3851a2c9f108fp-40, -0x1.0a07f54d4ac9bp-43},
};

static __device__ const double __simt_y0_table_f64[4][22] = {
	{0x1.38p+1,
         0.0,
         0x1.033c4ce90f8ccp-1,
         -0x1.e2c328bead9e2p-4,
         -0x1.d4f4feaadf584p-3,
         0x1.865c11b12193dp-5,
         0x1.14def5c7d2f49p-7,
         -0x1.e0e7ca5ff29c4p-12,
         -0x1.971b4668aa714p-11,
         0x1.a672717d77f38p-13,
         -0x1.ce16e9e63c835p-15,
         0x1.6c5072c82ee3ep-16,
         -0x1.174e8f7a064f5p-17,
         0x1.a1c2879fd1d6fp-19,
         -0x1.3b5974dfecd19p-20,
         0x1.dfcb0652bc346p-22,
         -0x1.70314ec96ba3dp-23,
         0x1.1a7876e0d103dp-24,
         -0x1.9bad6d3e3e95fp-26,
         0x1.40b60a69be9efp-27,
         -0x1.664127deea47bp-28,
         0x1.11e57f415a12bp-29},
	{0x1.fa9534d98569cp+1,   -0x1.f06ae7804384ep-54, -0x1.9c34256a12a0cp-2,
         0x1.a09c9290367efp-5,   0x1.df6d59bf50ebdp-5,   -0x1.c116fdc598097p-8,
         -0x1.1e32bc4ef8a3ep-9,  0x1.9982765166658p-13,  0x1.ab2c1fecdc0a3p-15,
         -0x1.486371e716954p-18, -0x1.3b21683c992edp-22, -0x1.7770551bc58e9p-26,
         0x1.452e9f112d6c5p-26,  -0x1.f694016d13136p-29, 0x1.a5a2199a523f2p-31,
         -0x1.99396d7c59ecap-33, 0x1.88b5f87ca448ap-35,  -0x1.7766c503dcf0fp-37,
         0x1.62467a22f3c83p-39,  -0x1.33ecd3b7c780cp-41, 0x1.718515cf0911ap-43,
         -0x1.122d4fec905eap-44},
	{0x1.6p+2,
         0.0,
         -0x1.5ba0ccf037ce6p-2,
         0x1.854146d501fdfp-6,
         0x1.57346c22293dp-3,
         -0x1.ca4458e622489p-7,
         -0x1.96e938a041e28p-7,
         0x1.01700cdc2a64ap-10,
         0x1.6ee43fa45eacbp-12,
         -0x1.953c0ce220b0dp-16,
         -0x1.7766fec1b25e4p-18,
         0x1.7e374efae4cdp-22,
         0x1.c4b3a21652665p-25,
         -0x1.733467229f3e2p-29,
         -0x1.e325bd3ed5ba4p-32,
         0x1.04b3e466989cap-35,
         0x1.e8bc29eb13602p-44,
         0x1.f19fa3994b358p-43,
         -0x1.0fd7f443e9e1p-44,
         0x1.51709f5bf5be3p-47,
         -0x1.ed0e8a04e9d97p-50,
         0x1.7a12284e80ce9p-52},
	{0x1.c581dc4e72103p+2,   -0x1.9774a495f56cfp-54, 0x1.334cca0697a5bp-2,
         -0x1.5aef611fc4d57p-6,  -0x1.8969c64cbf452p-5,  0x1.b2f14a95527cbp-9,
         0x1.1d35e85fde2a3p-9,   -0x1.26dd71e391c8bp-13, -0x1.8177e4fe52324p-15,
         0x1.6a9227352f97p-19,   0x1.34aa7573ef11ep-21,  -0x1.0a2814d7accc3p-25,
         -0x1.442a3d3351cb9p-28, 0x1.fa6c50974f3a1p-33,  0x1.f14e556acc392p-36,
         -0x1.714c2b38bc8b1p-40, -0x1.0679b33c7e0c6p-43, 0x1.336863595f27ap-48,
         0x1.38aedee7a9562p-51,  -0x1.2ca58abb92dcap-55, 0x1.52b638594356bp-60,
         -0x1.1417e04325b42p-62},
};

static __device__ const double __simt_y1_table_f64[4][22] = {
	{0x1.193bed4dff243p+1,   -0x1.bd1e50d219bfdp-55, 0x1.0aa48442f014bp-1,
         -0x1.e56f82217b903p-4,  -0x1.0d2af4e9324e2p-5,  -0x1.3a6dec371e577p-8,
         0x1.e671c7d14754dp-8,   -0x1.5429dc5e1a67fp-9,  0x1.17ab4ae92917ap-10,
         -0x1.0b2d863b100c9p-11, 0x1.eea7c1ce45115p-13,  -0x1.c3fb56ffa24dep-14,
         0x1.9d16d8f2e80dfp-15,  -0x1.794a903b01f67p-16, 0x1.5865b95f834eep-17,
         -0x1.3aeaefa3287a8p-18, 0x1.1f0d6ff868f1dp-19,  -0x1.fc16a232436c1p-21,
         0x1.c76da2a78b51ep-22,  -0x1.f2c420f3c1f1fp-23, 0x1.0c904129b37bdp-23,
         -0x1.26168591033aap-25},
	{0x1.ep+1,
         0.0,
         0x1.a9d9815adc5afp-2,
         -0x1.a41c995e8079dp-6,
         -0x1.8490ac36aa1e2p-3,
         0x1.254e042dcf783p-6,
         0x1.85aa42f27cc7dp-7,
         -0x1.6b749f5fad2ebp-11,
         -0x1.ae5f3f56b4a8ap-12,
         0x1.288dc94d99002p-15,
         0x1.d6a6c2c731a5p-20,
         0x1.a2153f4fe69b4p-21,
         -0x1.726ce996b251p-22,
         0x1.586e330eeb8acp-24,
         -0x1.6033faa9177f7p-26,
         0x1.8090f87b93bb9p-28,
         -0x1.9ee873267c6b8p-30,
         0x1.bc1843999c466p-32,
         -0x1.cd50a8a64ae29p-34,
         0x1.edb0904e1cebfp-36,
         -0x1.58c3fe2bd7664p-37,
         0x1.7088e4db00b1ep-39},
	{0x1.5b7fe4e87b02ep+2,   0x1.dfe7bac228e8cp-52,  -0x1.5c7c556f0c19ap-2,
         0x1.00b9f8571ca1fp-5,   0x1.a15d92dfe3e27p-5,   -0x1.10a329e2c23fap-8,
         -0x1.1be6db9923acfp-9,  0x1.337c7e138f489p-13,  0x1.85b940eb6080cp-15,
         -0x1.80619147b893cp-19, -0x1.255e6cf7101cap-21, 0x1.b62cd023ca479p-26,
         0x1.80b1aaca623a8p-28,  -0x1.a7ee09a2dba85p-32, 0x1.406478f71ad61p-39,
         -0x1.3844cab97ce45p-38, 0x1.49874094f9d85p-40,  -0x1.c093deb104ea5p-43,
         0x1.3ee47a36b4d08p-45,  -0x1.d00f71cf78c2fp-48, 0x1.86909560fee1cp-50,
         -0x1.69ac3eceff5a7p-52},
	{0x1.c8p+2,
         0.0,
         -0x1.31634c843a224p-2,
         0x1.b65b7db84c2d9p-5,
         0x1.23ae87fefae7p-3,
         -0x1.ea0dd546d4cc7p-7,
         -0x1.5ee4346d6be92p-7,
         0x1.e1569ad2cf664p-11,
         0x1.4ae0b0ee78104p-12,
         -0x1.8554b233dc51ap-16,
         -0x1.53b9684a3bdb5p-18,
         0x1.6224cdf9b826ap-22,
         0x1.b33e3491e06bp-25,
         -0x1.931ebeee1f95fp-29,
         -0x1.89926434ab42dp-32,
         0x1.53b606ed87d52p-36,
         0x1.e073338156a66p-40,
         -0x1.4cbb21f725fb8p-44,
         -0x1.3e590cb4e03a8p-47,
         0x1.48c176b4c6dbdp-51,
         -0x1.5abd7efce61bap-56,
         0x1.8a2dd211456ep-58},
};

SIMT_DEVICE_INLINE double __simt_bessel_row_f64(const double *__row, int __degree,
                                                double __x, bool __is_zero) {
	double __d = __dsub_rn(__dsub_rn(__x, __row[0]), __row[1]);
	double __p = __row[__degree + 2];
	for (int __i = __degree + 1; __i >= 2; __i--)
		__p = __fma_rn(__p, __d, __row[__i]);
	return __is_zero ? __p * __d : __p;
}

/* sqrt(2 / (pi x)) (P, Q) of Hankel's form, for x >= 8; v = 1 / x. */
SIMT_DEVICE_INLINE __simt_f64x2 __simt_hankel0_f64(double __v) {
	double __z = __v * __v;
	double __p = -0x1.c0667c8648ae1p+33;
	__p = __fma_rn(__p, __z, 0x1.9572265af78acp+30);
	__p = __fma_rn(__p, __z, -0x1.5e2894f14f2bbp+26);
	__p = __fma_rn(__p, __z, 0x1.9352f4aacb4a5p+21);
	__p = __fma_rn(__p, __z, -0x1.7d687a2f6324p+16);
	__p = __fma_rn(__p, __z, 0x1.6d7821eb046c7p+11);
	__p = __fma_rn(__p, __z, -0x1.b6543b4e7b2e1p+6);
	__p = __fma_rn(__p, __z, 0x1.84ab2b6636f17p+2);
	__p = __fma_rn(__p, __z, -0x1.251eafd924c9ap-1);
	__p = __fma_rn(__p, __z, 0x1.cb5fffa338a8fp-4);
	__p = __fma_rn(__p, __z, -0x1.1ffffffff85d4p-4);
	__p = __fma_rn(__p, __z, 0x1p+0);
	double __q = 0x1.af3d20f414dd1p+36;
	__q = __fma_rn(__q, __z, -0x1.804bd24ed603bp+33);
	__q = __fma_rn(__q, __z, 0x1.4422448d2e894p+29);
	__q = __fma_rn(__q, __z, -0x1.668f96f5a5329p+24);
	__q = __fma_rn(__q, __z, 0x1.3c1bd32667331p+19);
	__q = __fma_rn(__q, __z, -0x1.0ded3874ca182p+14);
	__q = __fma_rn(__q, __z, 0x1.11d217ceef8d8p+9);
	__q = __fma_rn(__q, __z, -0x1.85f0d631cdbedp+4);
	__q = __fma_rn(__q, __z, 0x1.ba4b6dd74df4dp+0);
	__q = __fma_rn(__q, __z, -0x1.d11dfe7bc53b5p-3);
	__q = __fma_rn(__q, __z, 0x1.2bffffffc0326p-4);
	__q = __fma_rn(__q, __z, -0x1.ffffffffffff2p-4);
	__simt_f64x2 __r = {__p, __q * __v};
	return __r;
}

SIMT_DEVICE_INLINE __simt_f64x2 __simt_hankel1_f64(double __v) {
	double __z = __v * __v;
	double __p = 0x1.dde22cae88268p+33;
	__p = __fma_rn(__p, __z, -0x1.b087847ea67cap+30);
	__p = __fma_rn(__p, __z, 0x1.762a96983e21cp+26);
	__p = __fma_rn(__p, __z, -0x1.b0404c7089e8p+21);
	__p = __fma_rn(__p, __z, 0x1.9afdfe9c40598p+16);
	__p = __fma_rn(__p, __z, -0x1.8da635ffe32f9p+11);
	__p = __fma_rn(__p, __z, 0x1.e48c62e83dafdp+6);
	__p = __fma_rn(__p, __z, -0x1.b87f0a7356206p+2);
	__p = __fma_rn(__p, __z, 0x1.5a6a1c76f8216p-1);
	__p = __fma_rn(__p, __z, -0x1.274fffcecec7ep-3);
	__p = __fma_rn(__p, __z, 0x1.dffffffff7e7p-4);
	__p = __fma_rn(__p, __z, 0x1p+0);
	double __q = -0x1.ca6c7a8757cc9p+36;
	__q = __fma_rn(__q, __z, 0x1.98ddb1c2b3e9ap+33);
	__q = __fma_rn(__q, __z, -0x1.595661829682cp+29);
	__q = __fma_rn(__q, __z, 0x1.7ef38ebb54e33p+24);
	__q = __fma_rn(__q, __z, -0x1.531e278e16d7ep+19);
	__q = __fma_rn(__q, __z, 0x1.23e13b2668f36p+14);
	__q = __fma_rn(__q, __z, -0x1.2bf811de19a55p+9);
	__q = __fma_rn(__q, __z, 0x1.b3d334236973dp+4);
	__q = __fma_rn(__q, __z, -0x1.fe571f3106ca3p+0);
	__q = __fma_rn(__q, __z, 0x1.1c3cff329c0e3p-2);
	__q = __fma_rn(__q, __z, -0x1.a3ffffffbc7c2p-4);
	__q = __fma_rn(__q, __z, 0x1.7fffffffffffcp-2);
	__simt_f64x2 __r = {__p, __q * __v};
	return __r;
}

/* 1 / sqrt(pi x), 0 at infinity. */
SIMT_DEVICE_INLINE double __simt_hankel_scale_f64(double __x) {
	return __ddiv_rn(0x1.20dd750429b6dp-1, __dsqrt_rn(__x));
}

SIMT_DEVICE_INLINE double __simt_j0_small_f64(double __a) {
	int __i = (__a >= 1.2) + (__a >= 3.12) + (__a >= 4.68) + (__a >= 6.27);
	return __simt_bessel_row_f64(__simt_j0_table_f64[__i], 14, __a,
	                             __i == 1 || __i == 3);
}

SIMT_DEVICE_FUNC double j0(double __x) {
	double __a = __builtin_fabs(__x);
	if (__a < 0x1p-60) /* at 0 a GPU's polynomial gives this */
		return 0x1.ffffffffffffep-1;
	if (__a < 8.0)
		return __simt_j0_small_f64(__a);
	double __s, __c;
	sincos(__a, &__s, &__c);
	__simt_f64x2 __h = __simt_hankel0_f64(__ddiv_rn(1.0, __a));
	double __r = (__h.__hi * (__c + __s) - __h.__lo * (__s - __c)) *
	             __simt_hankel_scale_f64(__a);
	return __a == SIMT_INF_F64 ? 0.0 : __x == __x ? __r : SIMT_BESSEL_NAN_F64;
}

SIMT_DEVICE_INLINE double __simt_j1_small_f64(double __a) {
	int __i = (__a >= 0.92) + (__a >= 2.84) + (__a >= 4.58) + (__a >= 6.17);
	return __simt_bessel_row_f64(__simt_j1_table_f64[__i], 14, __a,
	                             __i == 0 || __i == 2 || __i == 4);
}

SIMT_DEVICE_FUNC double j1(double __x) {
	double __a = __builtin_fabs(__x), __r;
	if (__a < 8.0) {
		__r = __simt_j1_small_f64(__a);
	} else {
		double __s, __c;
		sincos(__a, &__s, &__c);
		__simt_f64x2 __h = __simt_hankel1_f64(__ddiv_rn(1.0, __a));
		__r = (__h.__hi * (__s - __c) + __h.__lo * (__s + __c)) *
		      __simt_hankel_scale_f64(__a);
		__r = __a == SIMT_INF_F64 ? 0.0 : __r;
	}
	__r = __simt_sign_f64(__x) ? -__r : __r;
	return __x == __x ? __r : SIMT_BESSEL_NAN_F64;
}

/* The value of Y where it is no number: at 0 and below. */
SIMT_DEVICE_INLINE double __simt_bessel_y_special_f64(double __x) {
	return __x == 0.0            ? -SIMT_INF_F64
	       : __x < 0.0           ? SIMT_INVALID_F64
	       : __x == SIMT_INF_F64 ? 0.0
	                             : SIMT_BESSEL_NAN_F64;
}

/* 2/pi log(x / z) J0(x) + (x^2 - z^2) p(x^2) about the first zero z: each term vanishes
 * there. */
SIMT_DEVICE_INLINE double __simt_y0_small_f64(double __x) {
	double __d = __dsub_rn(__dsub_rn(__x, 0x1.c982eb8d417eap-1),
	                       0x1.ea9d270347f83p-56),
	       __q = __x * __x;
	double __p = -0x1.4b85745cbb199p-63;
	__p = __fma_rn(__p, __q, 0x1.0357c82b1b76bp-54);
	__p = __fma_rn(__p, __q, -0x1.3c5544b4aae9p-46);
	__p = __fma_rn(__p, __q, 0x1.2eb3f310edb33p-38);
	__p = __fma_rn(__p, __q, -0x1.b7970369906b1p-31);
	__p = __fma_rn(__p, __q, 0x1.cf0413da6362p-24);
	__p = __fma_rn(__p, __q, -0x1.4c030d99a860bp-17);
	__p = __fma_rn(__p, __q, 0x1.268a9aaaeb0c7p-11);
	__p = __fma_rn(__p, __q, -0x1.12583f4a4abcfp-6);
	__p = __fma_rn(__p, __q, 0x1.750811790a13cp-3);
	double __l = __d > -0.6 ? log1p(__ddiv_rn(__d, 0x1.c982eb8d417eap-1))
	                        : log(__x) + 0x1.cce4b73e6f027p-4;
	return __fma_rn(0x1.45f306dc9c883p-1 * __l, __simt_j0_small_f64(__x),
	                __d * (__x + 0x1.c982eb8d417eap-1) * __p);
}

SIMT_DEVICE_FUNC double y0(double __x) {
	if (!(__x > 0.0 && __x < SIMT_INF_F64))
		return __simt_bessel_y_special_f64(__x);
	if (__x < 1.8)
		return __simt_y0_small_f64(__x);
	if (__x < 8.0) {
		int __i = (__x >= 3.08) + (__x >= 4.69) + (__x >= 6.26);
		return __simt_bessel_row_f64(__simt_y0_table_f64[__i], 19, __x,
		                             __i == 1 || __i == 3);
	}
	double __s, __c;
	sincos(__x, &__s, &__c);
	__simt_f64x2 __h = __simt_hankel0_f64(__ddiv_rn(1.0, __x));
	return (__h.__hi * (__s - __c) + __h.__lo * (__c + __s)) *
	       __simt_hankel_scale_f64(__x);
}

/* 2/pi (log(x) J1(x) - 1/x) + x p(x^2). */
SIMT_DEVICE_INLINE double __simt_y1_small_f64(double __x) {
	double __q = __x * __x;
	double __p = 0x1.8b7c4c360e524p-59;
	__p = __fma_rn(__p, __q, -0x1.14540806f4268p-50);
	__p = __fma_rn(__p, __q, 0x1.2a4db8d0dfb6cp-42);
	__p = __fma_rn(__p, __q, -0x1.f0ce336d6d87ep-35);
	__p = __fma_rn(__p, __q, 0x1.32e5a4dc5d4fcp-27);
	__p = __fma_rn(__p, __q, -0x1.0a780ac774c4bp-20);
	__p = __fma_rn(__p, __q, 0x1.2c7dbffcde947p-14);
	__p = __fma_rn(__p, __q, -0x1.835b97894be5ap-9);
	__p = __fma_rn(__p, __q, 0x1.bd3975c75b4a7p-5);
	__p = __fma_rn(__p, __q, -0x1.91866143cbc8ap-3);
	double __r = __fma_rn(0x1.45f306dc9c883p-1 * log(__x), __simt_j1_small_f64(__x),
	                      __x * __p);
	return __r - __ddiv_rn(0x1.45f306dc9c883p-1, __x);
}

SIMT_DEVICE_FUNC double y1(double __x) {
	if (!(__x > 0.0 && __x < SIMT_INF_F64))
		return __simt_bessel_y_special_f64(__x);
	if (__x < 1.6)
		return __simt_y1_small_f64(__x);
	if (__x < 8.0) {
		int __i = (__x >= 2.94) + (__x >= 4.56) + (__x >= 6.19);
		return __simt_bessel_row_f64(__simt_y1_table_f64[__i], 19, __x,
		                             __i == 0 || __i == 2);
	}
	double __s, __c;
	sincos(__x, &__s, &__c);
	__simt_f64x2 __h = __simt_hankel1_f64(__ddiv_rn(1.0, __x));
	return (__h.__lo * (__s - __c) - __h.__hi * (__s + __c)) *
	       __simt_hankel_scale_f64(__x);
}

/* Upwards the recurrence is stable as long as the order is below x. */
SIMT_DEVICE_INLINE double __simt_jn_up_f64(int __n, double __a) {
	double __before = j0(__a), __now = j1(__a), __twice = __ddiv_rn(2.0, __a);
	for (int __i = 1; __i < __n; __i++) {
		double __next = __fma_rn((double)__i * __twice, __now, -__before);
		__before = __now;
		__now = __next;
	}
	return __now;
}

/* Downwards from an order where the value is negligible; J0 + 2 (J2 + J4 + ...) = 1 gives the
 * scale. */
SIMT_DEVICE_INLINE double __simt_jn_down_f64(int __n, double __a) {
	int __m = 2 * ((__n + (int)__dsqrt_rn(160.0 * (double)__n)) / 2);
	double __twice = __ddiv_rn(2.0, __a), __above = 0.0, __now = 1.0, __sum = 0.0,
	       __r = 0.0;
	for (int __i = __m; __i > 0; __i--) {
		double __below = __fma_rn((double)__i * __twice, __now, -__above);
		__above = __now;
		__now = __below;
		if (__builtin_fabs(__now) > 0x1p30) {
			__now *= 0x1p-60;
			__above *= 0x1p-60;
			__r *= 0x1p-60;
			__sum *= 0x1p-60;
		}
		__sum += __i & 1 ? __now : 0.0;
		__r = __i == __n ? __above : __r;
	}
	return __ddiv_rn(__r, 2.0 * __sum - __now);
}

/* (x/2)^n / n!, where the next term of the series is lost. */
SIMT_DEVICE_INLINE double __simt_jn_first_f64(int __n, double __a) {
	double __r = 1.0, __halved = 0.5 * __a;
	for (int __i = 1; __i <= __n && __r != 0.0; __i++)
		__r = __r * __ddiv_rn(__halved, (double)__i);
	return __r;
}

/* Whether a GPU's downward recurrence overflows, and gives NaN: at 0 and for tiny operands. It begins
 * at this order, and scales values beyond 10^15 once in a step. */
SIMT_DEVICE_INLINE bool __simt_jn_overflows_f64(int __n, double __a) {
	int __m = 2 * ((__n + (int)__dsqrt_rn(60.0 * (double)__n)) / 2);
	double __twice = __ddiv_rn(2.0, __a), __above = 0.0, __now = 1.0;
	if ((double)__m * __twice <= 1e15)
		return false;
	for (int __i = __m; __i > 0 && __now < SIMT_INF_F64; __i--) {
		double __below = __fma_rn((double)__i * __twice, __now, -__above);
		bool __far = __below > 1e15;
		__above = __far ? __now * 1e-15 : __now;
		__now = __far ? __below * 1e-15 : __below;
	}
	return !(__now < SIMT_INF_F64);
}

SIMT_DEVICE_FUNC double jn(int __n, double __x) {
	double __a = __builtin_fabs(__x), __r;
	if (__n < 0)
		return SIMT_INVALID_F64;
	if (__n == 0)
		return j0(__x);
	if (__n == 1)
		return j1(__x);
	if (__a != __a)
		return __x + __x;
	if (__a == SIMT_INF_F64) /* the upward recurrence at -inf: each third zero is negative */
		return __x < 0.0 && __n % 3 == 1 ? -0.0 : 0.0;
	if (__a < 0x1p-26)
		__r = __simt_jn_overflows_f64(__n, __a) ? SIMT_INVALID_F64
		                                        : __simt_jn_first_f64(__n, __a);
	else if (__a > (double)__n)
		__r = __simt_jn_up_f64(__n, __a);
	else
		__r = __simt_jn_down_f64(__n, __a);
	return __simt_sign_f64(__x) && __n & 1 ? -__r : __r;
}

SIMT_DEVICE_FUNC double yn(int __n, double __x) {
	if (__n < 0 || (__n > 1 && !(__x >= 0.0)))
		return SIMT_INVALID_F64;
	if (__n == 0)
		return y0(__x);
	if (__n > 1 && __x == 0.0) /* the recurrence divides by it */
		return __simt_sign_f64(__x) ? SIMT_INF_F64 : -SIMT_INF_F64;
	if (__n == 1 || __x == SIMT_INF_F64)
		return y1(__x);
	double __before = y0(__x), __now = y1(__x), __twice = __ddiv_rn(2.0, __x);
	if (__x < 1e-308) /* a GPU gives y1 for all orders here, and -inf from there on */
		return __now;
	/* Once at -inf it stays there. */
	for (int __i = 1; __i < __n && __now != -SIMT_INF_F64; __i++) {
		double __next = __fma_rn((double)__i * __twice, __now, -__before);
		__before = __now;
		__now = __next;
	}
	return __now;
}

/* e^a / sqrt(a) p; the power of two comes last, so that nothing overflows early. */
SIMT_DEVICE_INLINE double __simt_bessel_i_big_f64(double __a, double __p) {
	__simt_exp_f64 __e = __simt_exp_parts_f64(__a > 900.0 ? 900.0 : __a, 0.0);
	double __c = __ddiv_rn(__p, __dsqrt_rn(__a));
	double __r = __simt_scale_f64(__fma_rn(__c, __e.__m1, __c), __e.__k);
	return __a >= 900.0 ? __a * SIMT_INF_F64 : __r;
}

SIMT_DEVICE_FUNC double cyl_bessel_i0(double __x) {
	double __a = __builtin_fabs(__x), __z = __dmul_rn(__x, __x);
	if (__a < 8.0) {
		double __p = 0x1.2069052b0b501p-110;
		__p = __fma_rn(__p, __z, 0x1.0d6a26a87e4bcp-101);
		__p = __fma_rn(__p, __z, 0x1.f3ce33d9e3b74p-92);
		__p = __fma_rn(__p, __z, 0x1.40852a1bdf9fbp-82);
		__p = __fma_rn(__p, __z, 0x1.69eac23652b1dp-73);
		__p = __fma_rn(__p, __z, 0x1.55fedb223c9d2p-64);
		__p = __fma_rn(__p, __z, 0x1.0b315b8692d2bp-55);
		__p = __fma_rn(__p, __z, 0x1.522a407351c9ap-47);
		__p = __fma_rn(__p, __z, 0x1.522a442ca7776p-39);
		__p = __fma_rn(__p, __z, 0x1.02e85c06594fcp-31);
		__p = __fma_rn(__p, __z, 0x1.23456789cad8fp-24);
		__p = __fma_rn(__p, __z, 0x1.c71c71c71a6dep-18);
		__p = __fma_rn(__p, __z, 0x1.c71c71c71c835p-12);
		__p = __fma_rn(__p, __z, 0x1.ffffffffffff8p-7);
		__p = __fma_rn(__p, __z, 0x1p-2);
		return __fma_rn(__z, __p, 1.0);
	}
	double __v = __ddiv_rn(1.0, __a);
	double __q = 0x1.7beb1642daa4fp+49;
	__q = __fma_rn(__q, __v, -0x1.21461d603de69p+50);
	__q = __fma_rn(__q, __v, 0x1.90a9065157c51p+49);
	__q = __fma_rn(__q, __v, -0x1.4f649435a1fbp+48);
	__q = __fma_rn(__q, __v, 0x1.7c1f0c500e87dp+46);
	__q = __fma_rn(__q, __v, -0x1.35783b45134dcp+44);
	__q = __fma_rn(__q, __v, 0x1.76da6e4c32006p+41);
	__q = __fma_rn(__q, __v, -0x1.59311a654aafcp+38);
	__q = __fma_rn(__q, __v, 0x1.e9ddf21b11c6ep+34);
	__q = __fma_rn(__q, __v, -0x1.0dd47ab04a989p+31);
	__q = __fma_rn(__q, __v, 0x1.ceb27cca5d96bp+26);
	__q = __fma_rn(__q, __v, -0x1.3423e943fd215p+22);
	__q = __fma_rn(__q, __v, 0x1.3cbb95b22ba19p+17);
	__q = __fma_rn(__q, __v, -0x1.f03ee565f7a4dp+11);
	__q = __fma_rn(__q, __v, 0x1.265fdb30b8031p+6);
	__q = __fma_rn(__q, __v, -0x1.7f2a91f3da9cfp-1);
	__q = __fma_rn(__q, __v, 0x1.98d09038bab43p-4);
	__q = __fma_rn(__q, __v, 0x1.6e0dfd48a03cbp-5);
	__q = __fma_rn(__q, __v, 0x1.debc00ccdbfcfp-6);
	__q = __fma_rn(__q, __v, 0x1.cb94dd264fffcp-6);
	__q = __fma_rn(__q, __v, 0x1.9884533d51557p-5);
	__q = __fma_rn(__q, __v, 0x1.9884533d4364fp-2);
	return __simt_bessel_i_big_f64(__a, __q);
}

SIMT_DEVICE_FUNC double cyl_bessel_i1(double __x) {
	double __a = __builtin_fabs(__x), __z = __dmul_rn(__x, __x);
	if (__a < 8.0) {
		double __p = 0x1.18be74abc7634p-115;
		__p = __fma_rn(__p, __z, 0x1.2645a1df6278ep-106);
		__p = __fma_rn(__p, __z, 0x1.1c36d151fe25ep-96);
		__p = __fma_rn(__p, __z, 0x1.8ad126c06d494p-87);
		__p = __fma_rn(__p, __z, 0x1.e2811d44a152bp-78);
		__p = __fma_rn(__p, __z, 0x1.f1742082aee8fp-69);
		__p = __fma_rn(__p, __z, 0x1.ab8210355a0f4p-60);
		__p = __fma_rn(__p, __z, 0x1.2c97573d1a3e7p-51);
		__p = __fma_rn(__p, __z, 0x1.522a440f55384p-43);
		__p = __fma_rn(__p, __z, 0x1.27e4fb76812bfp-35);
		__p = __fma_rn(__p, __z, 0x1.845c8a0cf35b3p-28);
		__p = __fma_rn(__p, __z, 0x1.6c16c16c164acp-21);
		__p = __fma_rn(__p, __z, 0x1.c71c71c71c75dp-15);
		__p = __fma_rn(__p, __z, 0x1.5555555555554p-9);
		__p = __fma_rn(__p, __z, 0x1p-4);
		return __x * __fma_rn(__z, __p, 0.5);
	}
	double __v = __ddiv_rn(1.0, __a);
	double __q = -0x1.615596e6bb5a8p+49;
	__q = __fma_rn(__q, __v, 0x1.11bc9b81e2e41p+50);
	__q = __fma_rn(__q, __v, -0x1.8046af9b355b4p+49);
	__q = __fma_rn(__q, __v, 0x1.4521f7987de4dp+48);
	__q = __fma_rn(__q, __v, -0x1.73aeaf0c80566p+46);
	__q = __fma_rn(__q, __v, 0x1.30bbb7b3d4e3dp+44);
	__q = __fma_rn(__q, __v, -0x1.7340a9e0bb3d1p+41);
	__q = __fma_rn(__q, __v, 0x1.578243a6f69d9p+38);
	__q = __fma_rn(__q, __v, -0x1.e968ae162805ep+34);
	__q = __fma_rn(__q, __v, 0x1.0e776b301c8fp+31);
	__q = __fma_rn(__q, __v, -0x1.d1110c99ba05bp+26);
	__q = __fma_rn(__q, __v, 0x1.366ec488c7e1ap+22);
	__q = __fma_rn(__q, __v, -0x1.3fb560daa31abp+17);
	__q = __fma_rn(__q, __v, 0x1.f5ad796c94b4p+11);
	__q = __fma_rn(__q, __v, -0x1.2a689cbd6322bp+6);
	__q = __fma_rn(__q, __v, 0x1.70a7b28339d51p-1);
	__q = __fma_rn(__q, __v, -0x1.ebd398f4468b4p-4);
	__q = __fma_rn(__q, __v, -0x1.d6c5142ae77e1p-5);
	__q = __fma_rn(__q, __v, -0x1.4f1d05c7b479ep-5);
	__q = __fma_rn(__q, __v, -0x1.7efc0dc91e02bp-5);
	__q = __fma_rn(__q, __v, -0x1.32633e6df6165p-3);
	__q = __fma_rn(__q, __v, 0x1.9884533d43652p-2);
	return __simt_copysign_f64(__simt_bessel_i_big_f64(__a, __q), __x);
}
