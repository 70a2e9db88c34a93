/* level1_mixed.h - level 1 on elements of other types than the computation's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/blas.h"

enum mixed_routine {
	MIXED_NRM2,
	MIXED_ASUM,
	MIXED_DOT,
	MIXED_SCAL,
	MIXED_AXPY,
	MIXED_ROT,
	MIXED_ROTM,
	MIXED_ROTG,
	MIXED_ROTMG,
	MIXED_IAMAX,
	MIXED_IAMIN,
	MIXED_COPY,
	MIXED_SWAP,
	MIXED_COUNT
};

/* Queues the call if its types go together: `other` is the type of its scalars or its
 * result. */
cublasStatus_t mixed_submit(cublasHandle_t h, struct blas_call *w,
                            enum mixed_routine which, cudaDataType other,
                            cudaDataType execution);
