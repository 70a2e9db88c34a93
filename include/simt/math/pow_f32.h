/* pow_f32.h - powers of float, e^(y log x) with the logarithm as a pair.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f32.h"
#include "simt/math/log_f32.h"

/* a^y for a >= 0, not both of them special in a way that has no limit. */
SIMT_DEVICE_INLINE float __simt_pow_mag_f32(float a, float y) {
	__simt_f32x2 l = __simt_log_pair_f32(a);
	bool finite = a > 0.0f && a < SIMT_INF_F32;
	l.hi = finite ? l.hi : a > 0.0f ? SIMT_INF_F32 : -SIMT_INF_F32;
	float e = __fmul_rn(y, l.hi);
	float lo = __fmaf_rn(y, l.lo, __fmaf_rn(y, l.hi, -e));
	return __simt_exp_sum_f32(e, finite && __builtin_fabsf(e) < 200.0f ? lo : 0.0f);
}

SIMT_DEVICE_FUNC float __simt_powf(float x, float y) {
	float a = __builtin_fabsf(x);
	float r = a == 1.0f ? 1.0f : __simt_pow_mag_f32(a, y);
	bool negative = __simt_sign_f32(x) != 0;
	r = negative && __simt_is_odd_f32(y) ? -r : r;
	r = x < 0.0f && a < SIMT_INF_F32 && __builtin_truncf(y) != y ? SIMT_NAN_F32 : r;
	r = x != x || y != y ? x + y : r;
	return x == 1.0f || y == 0.0f ? 1.0f : r;
}
