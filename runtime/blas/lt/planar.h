/* planar.h - products of complex matrices whose real and imaginary parts are planes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/gemm.h"
#include "runtime/blas/lt/lt.h"

/* d = alpha op(a) op(b) + beta c, in sums of float. */
struct planar {
	struct lib_call *lib;
	struct space *space;
	u32 transa, transb; /* cublasOperation_t */
	const struct lt_layout *a, *b, *c, *d;
	const void *at_a, *at_b, *at_c; /* at_c: null for beta = 0 */
	void *at_d;
	f64 alpha[2], beta[2];
};

/* False: no memory, and the call has failed. */
bool planar_run(const struct planar *p);
