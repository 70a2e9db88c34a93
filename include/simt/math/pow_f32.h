/* pow_f32.h - powers of float, e^(y log x) with the logarithm as a pair.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"

/* a^y for a >= 0, not both of them special in a way that has no limit. */
SIMT_DEVICE_INLINE float __simt_pow_mag_f32(float __a, float __y) {
	__simt_f32x2 __l = __simt_log_pair_f32(__a);
	bool __finite = __a > 0.0f && __a < SIMT_INF_F32;
	__l.__hi = __finite ? __l.__hi : __a > 0.0f ? SIMT_INF_F32 : -SIMT_INF_F32;
	float __e = __fmul_rn(__y, __l.__hi);
	float __lo = __fmaf_rn(__y, __l.__lo, __fmaf_rn(__y, __l.__hi, -__e));
	return __simt_exp_sum_f32(__e, __finite && __builtin_fabsf(__e) < 200.0f ? __lo
	                                                                         : 0.0f);
}

SIMT_DEVICE_FUNC float __simt_powf(float __x, float __y) {
	float __a = __builtin_fabsf(__x);
	float __r = __a == 1.0f ? 1.0f : __simt_pow_mag_f32(__a, __y);
	bool __negative = __simt_sign_f32(__x) != 0;
	__r = __negative && __simt_is_odd_f32(__y) ? -__r : __r;
	__r = __x < 0.0f && __a < SIMT_INF_F32 && __builtin_truncf(__y) != __y
	              ? SIMT_NAN_F32
	              : __r;
	__r = __x != __x || __y != __y ? __x + __y : __r;
	return __x == 1.0f || __y == 0.0f ? 1.0f : __r;
}
