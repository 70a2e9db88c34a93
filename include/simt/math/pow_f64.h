/* pow_f64.h - powers of double, e^(y log x) with the logarithm as a pair.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/exp_f64.h"
#include "simt/math/log_f64.h"

/* a^y for a >= 0, not both of them special in a way that has no limit. */
SIMT_DEVICE_INLINE double __simt_pow_mag_f64(double a, double y) {
	__simt_f64x2 l = __simt_log_pair_f64(a);
	bool finite = a > 0.0 && a < SIMT_INF_F64;
	l.hi = finite ? l.hi : a > 0.0 ? SIMT_INF_F64 : -SIMT_INF_F64;
	double e = __dmul_rn(y, l.hi);
	double lo = __fma_rn(y, l.lo, __fma_rn(y, l.hi, -e));
	return __simt_exp_sum_f64(e, finite && __builtin_fabs(e) < 2000.0 ? lo : 0.0);
}

SIMT_DEVICE_FUNC double pow(double x, double y) {
	double a = __builtin_fabs(x);
	double r = a == 1.0 ? 1.0 : __simt_pow_mag_f64(a, y);
	bool negative = __simt_sign_f64(x) != 0;
	r = negative && __simt_is_odd_f64(y) ? -r : r;
	r = x < 0.0 && a < SIMT_INF_F64 && __builtin_trunc(y) != y ? SIMT_NAN_F64 : r;
	r = x != x || y != y ? x + y : r;
	return x == 1.0 || y == 0.0 ? 1.0 : r;
}

SIMT_DEVICE_INLINE double powi(double x, int n) {
	return pow(x, __int2double_rn(n));
}
