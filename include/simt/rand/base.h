/* base.h - what the generators of curand_kernel.h share: the kept half of a pair of normal
 * numbers, and numbers of 32 and 64 bits as fractions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "curand.h"
#include "simt/rand/words.h"

/* Normal numbers come in pairs: what is left of one waits here. */
#define __SIMT_RAND_KEPT           \
	int boxmuller_flag;        \
	int boxmuller_flag_double; \
	float boxmuller_extra;     \
	double boxmuller_extra_double

#define __SIMT_RAND_FORGET(state)                                         \
	((state)->boxmuller_flag = 0, (state)->boxmuller_flag_double = 0, \
	 (state)->boxmuller_extra = 0, (state)->boxmuller_extra_double = 0)

/* ---- fractions: the middles of equal parts of (0, 1], so never 0; the factors are powers of 2 ---- */

__SIMT_RAND float __simt_rand_fraction(unsigned __x) {
	return __x * 2.3283064e-10f + 1.1641532e-10f;
}

__SIMT_RAND double __simt_rand_fraction_double(unsigned __x) {
	return __x * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}

/* Two numbers of 32 bits make 53. */
__SIMT_RAND unsigned long long __simt_rand_join(unsigned __x, unsigned __y) {
	return (unsigned long long)__x ^ ((unsigned long long)__y << 21);
}

__SIMT_RAND double __simt_rand_fraction53(unsigned long long __x) {
	return __x * 1.1102230246251565e-16 + 5.551115123125783e-17;
}
