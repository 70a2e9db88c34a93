/* bessel_f32.h - Bessel functions of float. Up to 8 an interval around each zero and each
 * extremum has a polynomial in the distance from its centre, a zero's with that distance as
 * a factor, so that the relative error stays small; beyond, Hankel's asymptotic form.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"
#include "simt/math/trig_f32.h"

/* A row: the centre, what it lacks, the coefficients from the lowest. */
static __device__ const float __simt_j0_table_f32[5][11] = {
	{0x0p+0f, 0.0f, 0x1p+0f, 0x1.faa71ep-30f, -0x1.000002p-2f, 0x1.71228cp-22f,
         0x1.fff3e6p-7f, 0x1.c2b2dp-19f, -0x1.cbd01p-12f, 0x1.bc6a9p-19f,
         0x1.7c4e0ap-18f},
	{0x1.33d152p+1f, 0x1.d2e368p-24f, -0x1.09cdb4p-1f, 0x1.ba1deep-4f, 0x1.cfae88p-5f,
         -0x1.1bb1dep-7f, -0x1.1f9a1ap-9f, 0x1.153db8p-12f, 0x1.6f84a6p-15f,
         -0x1.229d34p-18f, -0x1.456e6p-21f},
	{0x1.fp+1f, 0.0f, -0x1.9c0a66p-2f, 0x1.1c011ep-6f, 0x1.9775bap-3f,
         -0x1.44956ap-6f, -0x1.add934p-7f, 0x1.2896b4p-10f, 0x1.7de514p-12f,
         -0x1.bba0a8p-16f, -0x1.6fe59p-18f},
	{0x1.6148f6p+2f, -0x1.34f46ep-24f, 0x1.5c6e6p-2f, -0x1.f8f72ep-6f,
         -0x1.b2150cp-5f, 0x1.2f7ffp-8f, 0x1.27e346p-9f, -0x1.6f58e8p-13f,
         -0x1.865834p-15f, 0x1.a7384cp-19f, 0x1.36aafp-21f},
	{0x1.c8p+2f, 0.0f, 0x1.317d84p-2f, -0x1.0a6678p-5f, -0x1.2cd10ep-3f,
         0x1.8f45b8p-7f, 0x1.7385b4p-7f, -0x1.be486ap-11f, -0x1.5f8acep-12f,
         0x1.742bp-16f, 0x1.5dd5aap-18f},
};

static __device__ const float __simt_j1_table_f32[5][11] = {
	{0x0p+0f, 0x0p+0f, 0x1p-1f, 0x1.fbc48ap-37f, -0x1p-4f, 0x1.3a7c9ap-28f,
         0x1.55547ep-9f, 0x1.461388p-24f, -0x1.c837fcp-15f, 0x1.108544p-23f,
         0x1.4e45d4p-21f},
	{0x1.ep+0f, 0.0f, 0x1.29cb88p-1f, -0x1.c5cfa4p-7f, -0x1.a29d4p-3f, 0x1.03901p-7f,
         0x1.c1f89ap-7f, -0x1.d9f706p-12f, -0x1.9b8bc6p-12f, 0x1.63499p-17f,
         0x1.98af8p-18f},
	{0x1.ea7558p+1f, -0x1.4a121ep-24f, -0x1.9c6cf6p-2f, 0x1.ae8a3ap-5f,
         0x1.b589d2p-5f, -0x1.53753cp-8f, -0x1.24b3aep-9f, 0x1.6e4432p-13f,
         0x1.83e68cp-15f, -0x1.928486p-19f, -0x1.405176p-21f},
	{0x1.58p+2f, 0.0f, -0x1.621c16p-2f, 0x1.dab444p-7f, 0x1.5317c8p-3f,
         -0x1.81c79ep-7f, -0x1.8763dep-7f, 0x1.8ce994p-11f, 0x1.6d6aep-12f,
         -0x1.3eb03p-16f, -0x1.6f5a7ep-18f},
	{0x1.c0ff6p+2f, -0x1.8971b6p-23f, 0x1.33518cp-2f, -0x1.5e70dcp-6f,
         -0x1.80c83ap-5f, 0x1.9a4af4p-9f, 0x1.13fb5cp-9f, -0x1.072692p-13f,
         -0x1.7927e2p-15f, 0x1.3c0468p-19f, 0x1.21e3c8p-21f},
};

static __device__ const float __simt_y0_table_f32[4][12] = {
	{0x1.38p+1f, 0.0f, 0x1.033c4cp-1f, -0x1.e2c328p-4f, -0x1.d4f4fcp-3f,
         0x1.865c1p-5f, 0x1.14daacp-7f, -0x1.e0c27ep-12f, -0x1.954bap-11f,
         0x1.a4249ap-13f, -0x1.0e5a52p-14f, 0x1.a331a6p-16f},
	{0x1.fa9534p+1f, 0x1.b30ad4p-24f, -0x1.9c3426p-2f, 0x1.a09c92p-5f, 0x1.df6d5ap-5f,
         -0x1.c116f8p-8f, -0x1.1e32a2p-9f, 0x1.997d86p-13f, 0x1.ab0d9p-15f,
         -0x1.46ca42p-18f, -0x1.1d6e58p-22f, -0x1.7ca2c8p-25f},
	{0x1.6p+2f, 0.0f, -0x1.5ba0ccp-2f, 0x1.854146p-6f, 0x1.57346cp-3f,
         -0x1.ca4456p-7f, -0x1.96e924p-7f, 0x1.016f96p-10f, 0x1.6ed8f2p-12f,
         -0x1.94edbcp-16f, -0x1.7215b4p-18f, 0x1.6bc5f2p-22f},
	{0x1.c581dcp+2f, 0x1.39c84p-24f, 0x1.334ccap-2f, -0x1.5aef62p-6f, -0x1.8969c6p-5f,
         0x1.b2f14cp-9f, 0x1.1d35dcp-9f, -0x1.26de32p-13f, -0x1.816c6ep-15f,
         0x1.6aef9ep-19f, 0x1.3024b6p-21f, -0x1.17cba6p-25f},
};

static __device__ const float __simt_y1_table_f32[4][12] = {
	{0x1.193beep+1f, -0x1.6401b8p-24f, 0x1.0aa484p-1f, -0x1.e56f7cp-4f,
         -0x1.0d2b28p-5f, -0x1.3a7a24p-8f, 0x1.e6939p-8f, -0x1.534c5ap-9f,
         0x1.139c7ep-10f, -0x1.15a8b6p-11f, 0x1.2a2622p-12f, -0x1.98bd78p-14f},
	{0x1.ep+1f, 0.0f, 0x1.a9d982p-2f, -0x1.a41c9ap-6f, -0x1.8490acp-3f,
         0x1.254e02p-6f, 0x1.85a99p-7f, -0x1.6b71f8p-11f, -0x1.ae0032p-12f,
         0x1.27da82p-15f, 0x1.347796p-20f, 0x1.ee4f92p-21f},
	{0x1.5b7fe4p+2f, 0x1.d0f606p-23f, -0x1.5c7c56p-2f, 0x1.00b9f8p-5f, 0x1.a15d92p-5f,
         -0x1.10a328p-8f, -0x1.1be6d2p-9f, 0x1.337b82p-13f, 0x1.85af2ap-15f,
         -0x1.7fc906p-19f, -0x1.20c0aap-21f, 0x1.753faap-26f},
	{0x1.c8p+2f, 0.0f, -0x1.31634cp-2f, 0x1.b65b7ep-5f, 0x1.23ae88p-3f,
         -0x1.ea0ddp-7f, -0x1.5ee408p-7f, 0x1.e154acp-11f, 0x1.4acd8ap-12f,
         -0x1.84d8d2p-16f, -0x1.4cf0d6p-18f, 0x1.4b8f78p-22f},
};

SIMT_DEVICE_INLINE float __simt_bessel_row_f32(const float *__row, int __degree,
                                               float __x, bool __is_zero) {
	float __d = __fsub_rn(__fsub_rn(__x, __row[0]), __row[1]);
	float __p = __row[__degree + 2];
	for (int __i = __degree + 1; __i >= 2; __i--)
		__p = __fmaf_rn(__p, __d, __row[__i]);
	return __is_zero ? __p * __d : __p;
}

/* sqrt(2 / (pi x)) (P, Q) of Hankel's form, for x >= 8; v = 1 / x. */
SIMT_DEVICE_INLINE __simt_f32x2 __simt_hankel0_f32(float __v) {
	float __z = __v * __v;
	float __p = -0x1.bb7974p-2f;
	__p = __fmaf_rn(__p, __z, 0x1.c651cp-4f);
	__p = __fmaf_rn(__p, __z, -0x1.1ffc1cp-4f);
	__p = __fmaf_rn(__p, __z, 0x1p+0f);
	float __q = 0x1.3409eep+0f;
	__q = __fmaf_rn(__q, __z, -0x1.c7d182p-3f);
	__q = __fmaf_rn(__q, __z, 0x1.2bf1dp-4f);
	__q = __fmaf_rn(__q, __z, -0x1.fffffep-4f);
	__simt_f32x2 __r = {__p, __q * __v};
	return __r;
}

SIMT_DEVICE_INLINE __simt_f32x2 __simt_hankel1_f32(float __v) {
	float __z = __v * __v;
	float __p = 0x1.08f2cp-1f;
	__p = __fmaf_rn(__p, __z, -0x1.246baep-3f);
	__p = __fmaf_rn(__p, __z, 0x1.dffb8cp-4f);
	__p = __fmaf_rn(__p, __z, 0x1p+0f);
	float __q = -0x1.6747cap+0f;
	__q = __fmaf_rn(__q, __z, 0x1.16fe92p-2f);
	__q = __fmaf_rn(__q, __z, -0x1.a3effap-4f);
	__q = __fmaf_rn(__q, __z, 0x1.8p-2f);
	__simt_f32x2 __r = {__p, __q * __v};
	return __r;
}

/* 1 / sqrt(pi x), 0 at infinity. */
SIMT_DEVICE_INLINE float __simt_hankel_scale_f32(float __x) {
	return __fdiv_rn(0x1.20dd76p-1f, __fsqrt_rn(__x));
}

SIMT_DEVICE_INLINE float __simt_j0_small_f32(float __a) {
	int __i = (__a >= 1.2f) + (__a >= 3.12f) + (__a >= 4.68f) + (__a >= 6.27f);
	return __simt_bessel_row_f32(__simt_j0_table_f32[__i], 8, __a,
	                             __i == 1 || __i == 3);
}

SIMT_DEVICE_FUNC float j0f(float __x) {
	float __a = __builtin_fabsf(__x);
	if (__a < 0x1p-60f) /* at 0 a GPU's polynomial gives this */
		return 0x1.000002p+0f;
	if (__a < 8.0f)
		return __simt_j0_small_f32(__a);
	float __s, __c;
	__simt_sincosf(__a, &__s, &__c);
	__simt_f32x2 __h = __simt_hankel0_f32(__fdiv_rn(1.0f, __a));
	float __r = (__h.__hi * (__c + __s) - __h.__lo * (__s - __c)) *
	            __simt_hankel_scale_f32(__a);
	return __a == SIMT_INF_F32 ? 0.0f : __r;
}

SIMT_DEVICE_INLINE float __simt_j1_small_f32(float __a) {
	int __i = (__a >= 0.92f) + (__a >= 2.84f) + (__a >= 4.58f) + (__a >= 6.17f);
	return __simt_bessel_row_f32(__simt_j1_table_f32[__i], 8, __a,
	                             __i == 0 || __i == 2 || __i == 4);
}

SIMT_DEVICE_FUNC float j1f(float __x) {
	float __a = __builtin_fabsf(__x), __r;
	if (__a < 8.0f) {
		__r = __simt_j1_small_f32(__a);
	} else {
		float __s, __c;
		__simt_sincosf(__a, &__s, &__c);
		__simt_f32x2 __h = __simt_hankel1_f32(__fdiv_rn(1.0f, __a));
		__r = (__h.__hi * (__s - __c) + __h.__lo * (__s + __c)) *
		      __simt_hankel_scale_f32(__a);
		__r = __a == SIMT_INF_F32 ? 0.0f : __r;
	}
	return __simt_sign_f32(__x) ? -__r : __r;
}

/* The value of Y where it is no number: at 0 and below. */
SIMT_DEVICE_INLINE float __simt_bessel_y_special_f32(float __x) {
	return __x == 0.0f           ? -SIMT_INF_F32
	       : __x < 0.0f          ? SIMT_NAN_F32
	       : __x == SIMT_INF_F32 ? 0.0f
	                             : __x + __x;
}

/* 2/pi log(x / z) J0(x) + (x^2 - z^2) p(x^2) about the first zero z: each term vanishes
 * there. */
SIMT_DEVICE_INLINE float __simt_y0_small_f32(float __x) {
	float __d = __fadd_rn(__fsub_rn(__x, 0x1.c982ecp-1f), 0x1.cafa06p-27f),
	      __q = __x * __x;
	float __p = 0x1.b3f8e2p-24f;
	__p = __fmaf_rn(__p, __q, -0x1.4b6b1ap-17f);
	__p = __fmaf_rn(__p, __q, 0x1.2687dep-11f);
	__p = __fmaf_rn(__p, __q, -0x1.125836p-6f);
	__p = __fmaf_rn(__p, __q, 0x1.750812p-3f);
	float __l = __d > -0.6f ? log1pf(__fdiv_rn(__d, 0x1.c982ecp-1f))
	                        : __simt_logf(__x) + 0x1.cce4b8p-4f;
	return __fmaf_rn(0x1.45f306p-1f * __l, __simt_j0_small_f32(__x),
	                 __d * (__x + 0x1.c982ecp-1f) * __p);
}

SIMT_DEVICE_FUNC float y0f(float __x) {
	if (!(__x > 0.0f && __x < SIMT_INF_F32))
		return __simt_bessel_y_special_f32(__x);
	if (__x < 1.8f)
		return __simt_y0_small_f32(__x);
	if (__x < 8.0f) {
		int __i = (__x >= 3.08f) + (__x >= 4.69f) + (__x >= 6.26f);
		return __simt_bessel_row_f32(__simt_y0_table_f32[__i], 9, __x,
		                             __i == 1 || __i == 3);
	}
	float __s, __c;
	__simt_sincosf(__x, &__s, &__c);
	__simt_f32x2 __h = __simt_hankel0_f32(__fdiv_rn(1.0f, __x));
	return (__h.__hi * (__s - __c) + __h.__lo * (__c + __s)) *
	       __simt_hankel_scale_f32(__x);
}

/* 2/pi (log(x) J1(x) - 1/x) + x p(x^2). */
SIMT_DEVICE_INLINE float __simt_y1_small_f32(float __x) {
	float __q = __x * __x;
	float __p = -0x1.f70ae4p-21f;
	__p = __fmaf_rn(__p, __q, 0x1.2bf8f2p-14f);
	__p = __fmaf_rn(__p, __q, -0x1.8357dp-9f);
	__p = __fmaf_rn(__p, __q, 0x1.bd3962p-5f);
	__p = __fmaf_rn(__p, __q, -0x1.918662p-3f);
	float __r = __fmaf_rn(0x1.45f306p-1f * __simt_logf(__x), __simt_j1_small_f32(__x),
	                      __x * __p);
	return __r - __fdiv_rn(0x1.45f306p-1f, __x);
}

SIMT_DEVICE_FUNC float y1f(float __x) {
	if (!(__x > 0.0f && __x < SIMT_INF_F32))
		return __simt_bessel_y_special_f32(__x);
	if (__x < 1.6f)
		return __simt_y1_small_f32(__x);
	if (__x < 8.0f) {
		int __i = (__x >= 2.94f) + (__x >= 4.56f) + (__x >= 6.19f);
		return __simt_bessel_row_f32(__simt_y1_table_f32[__i], 9, __x,
		                             __i == 0 || __i == 2);
	}
	float __s, __c;
	__simt_sincosf(__x, &__s, &__c);
	__simt_f32x2 __h = __simt_hankel1_f32(__fdiv_rn(1.0f, __x));
	return (__h.__lo * (__s - __c) - __h.__hi * (__s + __c)) *
	       __simt_hankel_scale_f32(__x);
}

/* Upwards the recurrence is stable as long as the order is below x. */
SIMT_DEVICE_INLINE float __simt_jn_up_f32(int __n, float __a) {
	float __before = j0f(__a), __now = j1f(__a), __twice = __fdiv_rn(2.0f, __a);
	for (int __i = 1; __i < __n; __i++) {
		float __next = __fmaf_rn((float)__i * __twice, __now, -__before);
		__before = __now;
		__now = __next;
	}
	return __now;
}

/* Downwards from an order where the value is negligible; J0 + 2 (J2 + J4 + ...) = 1 gives the
 * scale. */
SIMT_DEVICE_INLINE float __simt_jn_down_f32(int __n, float __a) {
	int __m = 2 * ((__n + (int)__fsqrt_rn(60.0f * (float)__n)) / 2);
	float __twice = __fdiv_rn(2.0f, __a), __above = 0.0f, __now = 1.0f, __sum = 0.0f,
	      __r = 0.0f;
	for (int __i = __m; __i > 0; __i--) {
		float __below = __fmaf_rn((float)__i * __twice, __now, -__above);
		__above = __now;
		__now = __below;
		if (__builtin_fabsf(__now) > 0x1p30f) {
			__now *= 0x1p-60f;
			__above *= 0x1p-60f;
			__r *= 0x1p-60f;
			__sum *= 0x1p-60f;
		}
		__sum += __i & 1 ? __now : 0.0f;
		__r = __i == __n ? __above : __r;
	}
	return __fdiv_rn(__r, 2.0f * __sum - __now);
}

/* (x/2)^n / n!, where the next term of the series is lost. */
SIMT_DEVICE_INLINE float __simt_jn_first_f32(int __n, float __a) {
	float __r = 1.0f, __halved = 0.5f * __a;
	for (int __i = 1; __i <= __n && __r != 0.0f; __i++)
		__r = __r * __fdiv_rn(__halved, (float)__i);
	return __r;
}

/* Whether a GPU's downward recurrence overflows, and gives NaN: at 0 and for tiny operands. It begins
 * at this order, and scales values beyond 10^15 once in a step. */
SIMT_DEVICE_INLINE bool __simt_jn_overflows_f32(int __n, float __a) {
	int __m = 2 * ((__n + (int)__fsqrt_rn(40.0f * (float)__n)) / 2);
	float __twice = __fdiv_rn(2.0f, __a), __above = 0.0f, __now = 1.0f;
	if ((float)__m * __twice <= 1e15f)
		return false;
	for (int __i = __m; __i > 0 && __now < SIMT_INF_F32; __i--) {
		float __below = __fmaf_rn((float)__i * __twice, __now, -__above);
		bool __far = __below > 1e15f;
		__above = __far ? __now * 1e-15f : __now;
		__now = __far ? __below * 1e-15f : __below;
	}
	return !(__now < SIMT_INF_F32);
}

SIMT_DEVICE_FUNC float jnf(int __n, float __x) {
	float __a = __builtin_fabsf(__x), __r;
	if (__n < 0)
		return SIMT_NAN_F32;
	if (__n == 0)
		return j0f(__x);
	if (__n == 1)
		return j1f(__x);
	if (__a != __a)
		return __x + __x;
	if (__a == SIMT_INF_F32) /* the upward recurrence at -inf: each third zero is negative */
		return __x < 0.0f && __n % 3 == 1 ? -0.0f : 0.0f;
	if (__a < 0x1p-10f)
		__r = __simt_jn_overflows_f32(__n, __a) ? SIMT_NAN_F32
		                                        : __simt_jn_first_f32(__n, __a);
	else if (__a > (float)__n)
		__r = __simt_jn_up_f32(__n, __a);
	else
		__r = __simt_jn_down_f32(__n, __a);
	return __simt_sign_f32(__x) && __n & 1 ? -__r : __r;
}

SIMT_DEVICE_FUNC float ynf(int __n, float __x) {
	if (__n < 0)
		return SIMT_NAN_F32;
	if (__n == 0)
		return y0f(__x);
	if (__n == 1 || !(__x > 0.0f && __x < SIMT_INF_F32))
		return y1f(__x);
	float __before = y0f(__x), __now = y1f(__x), __twice = __fdiv_rn(2.0f, __x);
	/* Once at -inf it stays there. */
	for (int __i = 1; __i < __n && __now != -SIMT_INF_F32; __i++) {
		float __next = __fmaf_rn((float)__i * __twice, __now, -__before);
		__before = __now;
		__now = __next;
	}
	return __now;
}

/* e^a / sqrt(a) p; the power of two comes last, so that nothing overflows early. */
SIMT_DEVICE_INLINE float __simt_bessel_i_big_f32(float __a, float __p) {
	__simt_exp_f32 __e = __simt_exp_parts_f32(__a > 120.0f ? 120.0f : __a, 0.0f);
	float __c = __fdiv_rn(__p, __fsqrt_rn(__a));
	float __r = __simt_scale_f32(__fmaf_rn(__c, __e.__m1, __c), __e.__k);
	return __a >= 120.0f ? __a * SIMT_INF_F32 : __r;
}

SIMT_DEVICE_FUNC float cyl_bessel_i0f(float __x) {
	float __a = __builtin_fabsf(__x), __z = __fmul_rn(__x, __x);
	if (__a < 8.0f) {
		float __p = 0x1.0ffd8ep-54f;
		__p = __fmaf_rn(__p, __z, 0x1.83db86p-48f);
		__p = __fmaf_rn(__p, __z, 0x1.78869ep-39f);
		__p = __fmaf_rn(__p, __z, 0x1.fa2d56p-32f);
		__p = __fmaf_rn(__p, __z, 0x1.244bfep-24f);
		__p = __fmaf_rn(__p, __z, 0x1.c6e8c8p-18f);
		__p = __fmaf_rn(__p, __z, 0x1.c72184p-12f);
		__p = __fmaf_rn(__p, __z, 0x1.ffff9ep-7f);
		__p = __fmaf_rn(__p, __z, 0x1.000002p-2f);
		return __fmaf_rn(__z, __p, 1.0f);
	}
	float __v = __fdiv_rn(1.0f, __a);
	float __q = 0x1.d1e224p+0f;
	__q = __fmaf_rn(__q, __v, -0x1.34f542p-2f);
	__q = __fmaf_rn(__q, __v, 0x1.59cbbcp-4f);
	__q = __fmaf_rn(__q, __v, 0x1.bf66ccp-6f);
	__q = __fmaf_rn(__q, __v, 0x1.cc45fp-6f);
	__q = __fmaf_rn(__q, __v, 0x1.98839cp-5f);
	__q = __fmaf_rn(__q, __v, 0x1.988454p-2f);
	return __simt_bessel_i_big_f32(__a, __q);
}

SIMT_DEVICE_FUNC float cyl_bessel_i1f(float __x) {
	float __a = __builtin_fabsf(__x), __z = __fmul_rn(__x, __x);
	if (__a < 8.0f) {
		float __p = 0x1.98e682p-59f;
		__p = __fmaf_rn(__p, __z, 0x1.8f6a6p-52f);
		__p = __fmaf_rn(__p, __z, 0x1.6ce52p-43f);
		__p = __fmaf_rn(__p, __z, 0x1.23d934p-35f);
		__p = __fmaf_rn(__p, __z, 0x1.8512dep-28f);
		__p = __fmaf_rn(__p, __z, 0x1.6c04d6p-21f);
		__p = __fmaf_rn(__p, __z, 0x1.c71e34p-15f);
		__p = __fmaf_rn(__p, __z, 0x1.555544p-9f);
		__p = __fmaf_rn(__p, __z, 0x1p-4f);
		return __x * __fmaf_rn(__z, __p, 0.5f);
	}
	float __v = __fdiv_rn(1.0f, __a);
	float __q = -0x1.06ad66p+1f;
	__q = __fmaf_rn(__q, __v, 0x1.4f7c2p-2f);
	__q = __fmaf_rn(__q, __v, -0x1.a11fdcp-4f);
	__q = __fmaf_rn(__q, __v, -0x1.3d9efep-5f);
	__q = __fmaf_rn(__q, __v, -0x1.7f5eeap-5f);
	__q = __fmaf_rn(__q, __v, -0x1.32630cp-3f);
	__q = __fmaf_rn(__q, __v, 0x1.988454p-2f);
	return __simt_copysign_f32(__simt_bessel_i_big_f32(__a, __q), __x);
}
