/* level.h - which instructions of the host the loops may use.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/gemm.h"
#include "runtime/blas/kernels.h"

/* The best level of the host, or a lower one that SIMT_ISA=base|v3|v4 asks for;
 * own_kernels has the same. */
const struct gemm_level *host_gemm_level(void);
