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

SIMT_DEVICE_INLINE float expf(float __x) {
	return SIMT_FAST_OR_EXACT(__expf, __simt_expf)(__x);
}

SIMT_DEVICE_INLINE float exp10f(float __x) {
	return SIMT_FAST_OR_EXACT(__exp10f, __simt_exp10f)(__x);
}

SIMT_DEVICE_INLINE float logf(float __x) {
	return SIMT_FAST_OR_EXACT(__logf, __simt_logf)(__x);
}

SIMT_DEVICE_INLINE float log2f(float __x) {
	return SIMT_FAST_OR_EXACT(__log2f, __simt_log2f)(__x);
}

SIMT_DEVICE_INLINE float log10f(float __x) {
	return SIMT_FAST_OR_EXACT(__log10f, __simt_log10f)(__x);
}

SIMT_DEVICE_INLINE float powf(float __x, float __y) {
	return SIMT_FAST_OR_EXACT(__powf, __simt_powf)(__x, __y);
}

SIMT_DEVICE_INLINE float sinf(float __x) {
	return SIMT_FAST_OR_EXACT(__sinf, __simt_sinf)(__x);
}

SIMT_DEVICE_INLINE float cosf(float __x) {
	return SIMT_FAST_OR_EXACT(__cosf, __simt_cosf)(__x);
}

SIMT_DEVICE_INLINE float tanf(float __x) {
	return SIMT_FAST_OR_EXACT(__tanf, __simt_tanf)(__x);
}

SIMT_DEVICE_INLINE void sincosf(float __x, float *__s, float *__c) {
	SIMT_FAST_OR_EXACT(__sincosf, __simt_sincosf)(__x, __s, __c);
}

SIMT_DEVICE_INLINE float tanhf(float __x) {
	return SIMT_FAST_OR_EXACT(__tanhf, __simt_tanhf)(__x);
}

SIMT_DEVICE_INLINE float fdividef(float __x, float __y) {
	return SIMT_FAST_OR_EXACT(__fdividef, __fdiv_rn)(__x, __y);
}

#undef SIMT_FAST_OR_EXACT
