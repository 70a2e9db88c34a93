/* mma_profile.h - how the matrix units of each generation sum products of f16, bf16, tf32
 * and fp8. Those of sm_90 are measured (mma_row.h, wgmma.h); the others are published:
 *
 *   - P. Xie, Y. Wang, F. Yang, M. Yang: MMA-Sim, arXiv 2511.10909 (2025), the numbers of
 *     the table, compared there with GPUs of all these generations;
 *   - M. Fasi, N. Higham, M. Mikaitis, S. Pranesh: Numerical behavior of NVIDIA tensor
 *     cores (2021); F. Khattak, M. Mikaitis: Accurate models of NVIDIA tensor cores
 *     (2025); X. Li et al.: FTTN (2024): the same of Volta, Turing and Ampere by other
 *     means.
 *
 * In all of them the products of a step and the accumulator are aligned to the largest of
 * their exponents, cut `bits` below it, summed exactly, and cut to f32 (rounded to f16).
 * What differs is how many bits and how many products a step has.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/mma.h"

struct mma_profile {
	const char *name;
	u16 sm;        /* the first compute capability of the generation */
	u8 bits;       /* kept below the largest exponent */
	u8 f16, tf32;  /* products of a step at most; bf16 as f16 */
	u8 fp8;        /* 0: fp8 as on sm_90 */
	u8 fp8_bits;   /* kept below the largest exponent, */
	u8 fp8_result; /* and below the leading one of an f32 result */
	bool has_quad; /* m8n8k4 on f16 is a step; else as on sm_90, single precision */
};

/* The profile of a compute capability: that of its generation, Volta's before it. */
const struct mma_profile *mma_profile_of(u32 sm);

/* Makes the form of sm_90 one of a profile's. */
void mma_form_profile(struct mma_form *f, bool wmma, const struct mma_profile *p);
