/* pow_f64.h - powers of double, e^(y log x) with the logarithm as a pair.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"

/* a^y for a >= 0, not both of them special in a way that has no limit. */
SIMT_DEVICE_INLINE double __simt_pow_mag_f64(double __a, double __y) {
	__simt_f64x2 __l = __simt_log_pair_f64(__a);
	bool __finite = __a > 0.0 && __a < SIMT_INF_F64;
	__l.__hi = __finite ? __l.__hi : __a > 0.0 ? SIMT_INF_F64 : -SIMT_INF_F64;
	double __e = __dmul_rn(__y, __l.__hi);
	double __lo = __fma_rn(__y, __l.__lo, __fma_rn(__y, __l.__hi, -__e));
	return __simt_exp_sum_f64(__e,
	                          __finite && __builtin_fabs(__e) < 2000.0 ? __lo : 0.0);
}

SIMT_DEVICE_FUNC double pow(double __x, double __y) {
	double __a = __builtin_fabs(__x);
	double __r = __a == 1.0 ? 1.0 : __simt_pow_mag_f64(__a, __y);
	bool __negative = __simt_sign_f64(__x) != 0;
	__r = __negative && __simt_is_odd_f64(__y) ? -__r : __r;
	__r = __x < 0.0 && __a < SIMT_INF_F64 && __builtin_trunc(__y) != __y
	              ? SIMT_NAN_F64
	              : __r;
	__r = __x != __x || __y != __y ? __x + __y : __r;
	return __x == 1.0 || __y == 0.0 ? 1.0 : __r;
}
