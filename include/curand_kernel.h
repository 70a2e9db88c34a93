/* curand_kernel.h - random numbers in device code: the generators of the cuRAND device API,
 * with their published sequences.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime.h"
#include "curand.h"

#if defined(__cplusplus) && \
	defined(__CUDACC__) /* for others there are the words of the host interface */
#include "simt/rand/normal.h"
#include "simt/rand/poisson.h"
#include "simt/rand/uniform.h"
#endif
