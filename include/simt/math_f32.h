/* math_f32.h - the CUDA math functions of float. Those that -use_fast_math replaces are
 * here; the rest are in math/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/atrig_f32.h"
#include "simt/math/basic_f32.h"
#include "simt/math/bessel_f32.h"
#include "simt/math/erf_f32.h"
#include "simt/math/exp_f32.h"
#include "simt/math/fast.h"
#include "simt/math/gamma_f32.h"
#include "simt/math/log_f32.h"
#include "simt/math/norm_f32.h"
#include "simt/math/pow_f32.h"
#include "simt/math/trig_f32.h"

#if defined(__USE_FAST_MATH__)
#define SIMT_FAST_OR_EXACT(fast, exact) fast
#else
#define SIMT_FAST_OR_EXACT(fast, exact) exact
#endif

SIMT_DEVICE_INLINE float expf(float x) {
	return SIMT_FAST_OR_EXACT(__expf, __simt_expf)(x);
}

SIMT_DEVICE_INLINE float exp10f(float x) {
	return SIMT_FAST_OR_EXACT(__exp10f, __simt_exp10f)(x);
}

SIMT_DEVICE_INLINE float logf(float x) {
	return SIMT_FAST_OR_EXACT(__logf, __simt_logf)(x);
}

SIMT_DEVICE_INLINE float log2f(float x) {
	return SIMT_FAST_OR_EXACT(__log2f, __simt_log2f)(x);
}

SIMT_DEVICE_INLINE float log10f(float x) {
	return SIMT_FAST_OR_EXACT(__log10f, __simt_log10f)(x);
}

SIMT_DEVICE_INLINE float powf(float x, float y) {
	return SIMT_FAST_OR_EXACT(__powf, __simt_powf)(x, y);
}

SIMT_DEVICE_INLINE float sinf(float x) {
	return SIMT_FAST_OR_EXACT(__sinf, __simt_sinf)(x);
}

SIMT_DEVICE_INLINE float cosf(float x) {
	return SIMT_FAST_OR_EXACT(__cosf, __simt_cosf)(x);
}

SIMT_DEVICE_INLINE float tanf(float x) {
	return SIMT_FAST_OR_EXACT(__tanf, __simt_tanf)(x);
}

SIMT_DEVICE_INLINE void sincosf(float x, float *s, float *c) {
	SIMT_FAST_OR_EXACT(__sincosf, __simt_sincosf)(x, s, c);
}

SIMT_DEVICE_INLINE float tanhf(float x) {
	return SIMT_FAST_OR_EXACT(__tanhf, __simt_tanhf)(x);
}

SIMT_DEVICE_INLINE float fdividef(float x, float y) {
	return SIMT_FAST_OR_EXACT(__fdividef, __fdiv_rn)(x, y);
}

/* An integer power. Large exponents are no floats: the sign has to come from n itself. */
SIMT_DEVICE_INLINE float powif(float x, int n) {
	float r = __simt_powf(__builtin_fabsf(x), __int2float_rn(n));
	return __simt_sign_f32(x) && n & 1 ? -r : r;
}

#undef SIMT_FAST_OR_EXACT
