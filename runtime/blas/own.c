/* own.c - the routines of BLAS as loops of our own, for S, D, C and Z. Compiled once for
 * each level of the host's instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>

#include "runtime/blas/gemm.h"
#include "runtime/blas/kernels.h"

#undef I /* complex.h's */

static ALWAYS_INLINE f32 magnitude_C(float _Complex x) {
	return cabsf(x);
}

static ALWAYS_INLINE f64 magnitude_Z(double _Complex x) {
	return cabs(x);
}

#define is_nan(x) ((x) != (x))

#ifndef BLAS_LEVEL
#define BLAS_LEVEL
#endif
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)

#define EACH "runtime/blas/own_type.h"
#include "runtime/blas/each_type.h"
