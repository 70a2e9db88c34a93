/* host_blas.h - a BLAS library of the host, loaded when the first routine runs. SIMT_BLAS
 * says which: openblas, blis, a file, or none.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/gemm.h"

/* Computes the product if the library has the routine for its types. */
bool host_gemm(const struct gemm *g);
/* A function of the library by its name, or null. */
void *host_blas_symbol(const char *name);
