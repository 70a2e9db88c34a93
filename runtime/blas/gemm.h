/* gemm.h - products of matrices, on which level 3, the batched and mixed forms and
 * cuBLASLt build.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/libs/call.h"

/* Scratch memory that one product after the other uses again. Its users do not overlap.
 */
struct space {
	struct lib_call *lib;
	u32 used;
	struct {
		void *at;
		u64 bytes;
	} slots[12];
};

/* 64-byte aligned, until space_reset; NULL: none, and the call has failed. */
void *space_take(struct space *s, u64 bytes);
static inline void space_reset(struct space *s) {
	s->used = 0;
}

/* c = alpha op(a) op(b) + beta c, m by n, stored by columns. Types are cudaDataType; with
 * beta = 0 c is not read, with alpha = 0 neither are a and b. */
struct gemm {
	struct lib_call *lib;
	u32 compute; /* CUDA_R_32F, CUDA_R_64F, CUDA_R_32I, CUDA_C_32F, CUDA_C_64F */
	u32 a_type, b_type, c_type;
	u32 transa, transb; /* cublasOperation_t */
	s64 m, n, k;
	const void *a, *b;
	void *c;
	s64 lda, ldb, ldc;
	f64 alpha[2], beta[2]; /* the second is the imaginary part */
	bool is_alone;         /* on this thread only */
	struct space *space;   /* NULL: its own */
};

/* False: no memory, and the call has failed. The host's BLAS computes what it has; the
 * rest is code of our own. */
bool gemm_run(const struct gemm *g);

/* ---- the code of our own: one block of c, with copies of its operands ---- */

/* c[i + j ldc] = alpha sum a[i rows + p cols] b[p rows + j cols] + beta c[...], of real
 * types */
struct gemm_block {
	s64 m, n, k;
	const void *a, *b;
	s64 a_row, a_col, b_row, b_col;
	void *c;
	s64 ldc;
	f64 alpha, beta;
};

struct gemm_level {
	/* scratch: copies_bytes of memory, 64-byte aligned */
	void (*f32)(const struct gemm_block *b, void *scratch);
	void (*f64)(const struct gemm_block *b, void *scratch);
	void (*s32)(const struct gemm_block *b, void *scratch);
	u32 copies_bytes;
	u32 rows, cols; /* blocks that are worth a thread */
};

extern const struct gemm_level gemm_level, gemm_level_v3, gemm_level_v4;
