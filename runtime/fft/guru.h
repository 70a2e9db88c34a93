/* guru.h - plans whose dimensions have any distances: what libcufftw asks of libcufft.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cufftXt.h>

#include "base/base.h"

struct fft_guru {
	u32 rank;
	s64 n[3], from[3], to[3]; /* sizes, distances in the input and the output */
	s64 batch, from_dist, to_dist;
	cufftType type;
};

CUFFTAPI cufftResult cufftXtMakePlanGuru64(cufftHandle plan, const struct fft_guru *g,
                                           size_t *work);
