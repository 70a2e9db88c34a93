/* xt.h - cublasXt's calls, between the functions (shim.c) and handles (xt.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublasXt.h>

#include "runtime/blas/routine.h"

/* Checks the call, runs it on a selected device, and waits. */
cublasStatus_t xt_run(cublasXtHandle_t h, struct blas_call *w);

/* A product with a symmetric matrix that is packed. */
extern const struct routine routine_spmm;
