/* near.h - functions in float that round to the right half and bfloat16 for every argument of
 * these formats. The float functions do, but for some arguments whose results are nearly at the
 * middle between two: there stands the float that is nearest on the right side. All arguments
 * were tried (tests/cuda/math/sweep.def). Device code only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math_f32.h"

#define SIMT_HALF_AT(x, at, is, otherwise) ((x) == (at) ? (is) : (otherwise))

SIMT_DEVICE_INLINE float __simt_half_log(float __x) {
	float __r = __simt_logf(__x);
	__r = SIMT_HALF_AT(__x, 0x1.4d4p-9f, -0x1.7e5ffep+2f, __r);
	return SIMT_HALF_AT(__x, 0x1.5ep-8f, -0x1.4edffep+2f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_log10(float __x) {
	float __r = __simt_log10f(__x);
	__r = SIMT_HALF_AT(__x, 0x1.e3cp-3f, -0x1.40dffep-1f, __r);
	__r = SIMT_HALF_AT(__x, 0x1.fep-3f, -0x1.352002p-1f, __r);
	__r = SIMT_HALF_AT(__x, 0x1.f84p+6f, 0x1.0cdffep+1f, __r);
	__r = SIMT_HALF_AT(__x, 0x1.74p+11f, 0x1.bca002p+1f, __r);
	return SIMT_HALF_AT(__x, 0x1.674p+13f, 0x1.03dffep+2f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_exp(float __x) {
	float __r = __simt_expf(__x);
	__r = SIMT_HALF_AT(__x, 0x1.de4p-8f, 0x1.01dffep+0f, __r);
	return SIMT_HALF_AT(__x, 0x1.73cp-6f, 0x1.05dffep+0f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_exp2(float __x) {
	float __r = exp2f(__x);
	__r = SIMT_HALF_AT(__x, -0x1.fc8p-9f, 0x1.fea002p-1f, __r);
	return SIMT_HALF_AT(__x, -0x1.1b4p-5f, 0x1.f3e002p-1f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_exp10(float __x) {
	float __r = __simt_exp10f(__x);
	__r = SIMT_HALF_AT(__x, -0x1.c28p+0f, 0x1.1cdffep-6f, __r);
	return SIMT_HALF_AT(__x, -0x1.2ap-6f, 0x1.eafffep-1f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_sin(float __x) {
	float __r = __simt_sinf(__x);
	__r = SIMT_HALF_AT(__x, 0x1.accp-3f, 0x1.a9a002p-3f, __r);
	__r = SIMT_HALF_AT(__x, -0x1.accp-3f, -0x1.a9a002p-3f, __r);
	__r = SIMT_HALF_AT(__x, 0x1.2cp+8f, -0x1.ffdffep-1f, __r);
	return SIMT_HALF_AT(__x, -0x1.2cp+8f, 0x1.ffdffep-1f, __r);
}

SIMT_DEVICE_INLINE float __simt_half_cos(float __x) {
	return SIMT_HALF_AT(__builtin_fabsf(__x), 0x1.dfp-5f, 0x1.ff2002p-1f,
	                    __simt_cosf(__x));
}
#undef SIMT_HALF_AT
