/* erf_host.h - the inverse of erfc, and e^(x^2) erfc(x), for host code, in long double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <math.h>

/* e^(x^2) erfc(x); from 10 on by the asymptotic series. */
static inline long double __simt_erfcx_host(long double __x) {
	if (__x < 10)
		return expl(__x * __x) * erfcl(__x);
	long double __z = 2 * __x * __x, __term = 1, __sum = 1;
	for (int __k = 1; __k <= 24; __k++) {
		__term *= -(2 * __k - 1) / __z;
		__sum += __term;
	}
	return __sum / (__x * 1.77245385090551602729816748334114518L);
}

/* x > 0 with erfc(x) = q, 0 < q < 1, by Newton's method on the logarithm. */
static inline long double __simt_erfcinv_host(long double __q) {
	const long double __half_root_pi = 0.886226925452758013649083741670572591L;
	long double __l = logl(__q * (2 - __q)), __b = 4.33L + __l / 2;
	long double __x = __l > -20 ? sqrtl(sqrtl(__b * __b - __l / 0.147L) - __b)
	                            : sqrtl(-__l);
	for (int __i = 0; __i < 20; __i++) {
		long double __step = (logl(erfcl(__x)) - logl(__q)) *
		                     __simt_erfcx_host(__x) * __half_root_pi;
		__x += __step;
		if (!(fabsl(__step) > __x * 1e-10L))
			break;
	}
	return __x;
}

/* The same near 0, from erf(x) = d. */
static inline long double __simt_erfinv_near_host(long double __d) {
	const long double __half_root_pi = 0.886226925452758013649083741670572591L;
	long double __x = __half_root_pi * __d;
	for (int __i = 0; __i < 20; __i++) {
		long double __step = (__d - erfl(__x)) * expl(__x * __x) * __half_root_pi;
		__x += __step;
		if (!(fabsl(__step) > fabsl(__x) * 1e-10L))
			break;
	}
	return __x;
}

/* The inverse of erfc at q = 1 - d, either of which may be the exact one. */
static inline double __simt_erf_inverse_host(long double __q, long double __d) {
	if (!(__q >= 0 && __q <= 2))
		return __builtin_nan("");
	if (__q == 0 || __q == 2)
		return __q == 0 ? __builtin_huge_val() : -__builtin_huge_val();
	if (__d > -0.5L && __d < 0.5L)
		return (double)__simt_erfinv_near_host(__d);
	return (double)(__d > 0 ? __simt_erfcinv_host(__q)
	                        : -__simt_erfcinv_host(2 - __q));
}
