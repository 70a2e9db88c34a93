/* grouped.h - groups of products, each described by arrays of the host.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/routine.h"

struct groups {
	bool is_64; /* the arrays of counts have 64-bit elements */
	const cublasOperation_t *transa, *transb;
	const void *m, *n, *k, *lda, *ldb, *ldc, *size;
	const void *alpha, *beta;
	const void *const *a, *const *b;
	void *const *c;
	s64 count;
};

cublasStatus_t grouped_submit(cublasHandle_t h, const char *function,
                              const struct groups *s, u32 a_type, u32 b_type, u32 c_type,
                              u32 compute);
