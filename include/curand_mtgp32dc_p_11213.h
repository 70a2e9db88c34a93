/* curand_mtgp32dc_p_11213.h - the parameters of MTGP32, which curandMakeMTGP32Constants and
 * curandMakeMTGP32KernelState take.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"

/* All sums of four rows. */
#define __SIMT_MTGP32_SUMS(a, b, c, d, one, shift)                                           \
	{                                                                                    \
		one, (a) >> shift ^ one, (b) >> shift ^ one, ((a) ^ (b)) >> shift ^ one,     \
			(c) >> shift ^ one, ((a) ^ (c)) >> shift ^ one,                      \
			((b) ^ (c)) >> shift ^ one, ((a) ^ (b) ^ (c)) >> shift ^ one,        \
			(d) >> shift ^ one, ((a) ^ (d)) >> shift ^ one,                      \
			((b) ^ (d)) >> shift ^ one, ((a) ^ (b) ^ (d)) >> shift ^ one,        \
			((c) ^ (d)) >> shift ^ one, ((a) ^ (c) ^ (d)) >> shift ^ one,        \
			((b) ^ (c) ^ (d)) >> shift ^ one,                                    \
			((a) ^ (b) ^ (c) ^ (d)) >> shift ^ one                               \
	}
#define MTGP32(position, shift1, shift2, r1, r2, r4, r8, t1, t2, t4, t8)                     \
	{MTGPDC_MEXP, position, shift1, shift2, __SIMT_MTGP32_SUMS(r1, r2, r4, r8, 0u, 0),   \
	 __SIMT_MTGP32_SUMS(t1, t2, t4, t8, 0u, 0),                                          \
	 __SIMT_MTGP32_SUMS(t1, t2, t4, t8, 0x3f800000u, 9), 0xfff80000u, {0}},

static const int __attribute__((unused)) mtgpdc_params_11213_num = CURAND_NUM_MTGP32_PARAMS;
static mtgp32_params_fast_t __attribute__((unused))
mtgp32dc_params_fast_11213[CURAND_NUM_MTGP32_PARAMS] = {
#include "simt/rand/mtgp32.def"
};
#undef MTGP32
#undef __SIMT_MTGP32_SUMS
