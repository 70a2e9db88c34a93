/* fast.h - the fast intrinsics of float: few instructions, larger errors. Each is the
 * documented composition of the hardware's approximations. Their products are plain ones, which -fmad
 * fuses with a sum around the intrinsic, as nvcc's are.
 *
 * __SIMT_FTZ is 1 under -ftz=true; those instructions have a flag of their own for it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/approx.h"
#include "simt/math/base.h"

SIMT_DEVICE_INLINE float __fdividef(float __x, float __y) {
	return __simt_div_approx(__x, __y);
}

SIMT_DEVICE_INLINE float __saturatef(float __x) {
	return __simt_saturate(__x);
}

SIMT_DEVICE_INLINE float rsqrtf(float __x) {
	return __simt_rsqrt_approx(__x);
}

SIMT_DEVICE_INLINE float __sinf(float __x) {
	return __simt_sin_approx(__x);
}

SIMT_DEVICE_INLINE float __cosf(float __x) {
	return __simt_cos_approx(__x);
}

SIMT_DEVICE_INLINE float __tanf(float __x) {
	return __simt_div_approx(__simt_sin_approx(__x), __simt_cos_approx(__x));
}

SIMT_DEVICE_INLINE void __sincosf(float __x, float *__s, float *__c) {
	*__s = __simt_sin_approx(__x);
	*__c = __simt_cos_approx(__x);
}

SIMT_DEVICE_INLINE float __tanhf(float __x) {
	return __simt_tanh_approx(__x);
}

SIMT_DEVICE_INLINE float __expf(float __x) {
	return __simt_ex2_approx(__x * 0x1.715476p+0f);
}

SIMT_DEVICE_INLINE float __exp10f(float __x) {
	return __simt_ex2_approx(__x * 0x1.a934fp+1f);
}

SIMT_DEVICE_INLINE float __log2f(float __x) {
	return __simt_lg2_approx(__x);
}

SIMT_DEVICE_INLINE float __logf(float __x) {
	return __simt_lg2_approx(__x) * 0x1.62e43p-1f;
}

SIMT_DEVICE_INLINE float __log10f(float __x) {
	return __simt_lg2_approx(__x) * 0x1.344136p-2f;
}

SIMT_DEVICE_INLINE float __powf(float __x, float __y) {
	return __simt_ex2_approx(__y * __simt_lg2_approx(__x));
}

/* 1 / sqrt(x), correctly rounded: PTX has no such instruction. Double precision is off by
 * less than what separates any result from the middle between two floats (all inputs were
 * tried). */
SIMT_DEVICE_INLINE float __frsqrt_rn(float __x) {
	float __r = __double2float_rn(__ddiv_rn(1.0, __dsqrt_rn((double)__x)));
	return __r == __r ? __r
	                  : __int_as_float(0x7fffffff); /* a double's NaN would keep its sign */
}
