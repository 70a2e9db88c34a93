/* grouped.c - groups of products: each group is a batched product of its own. And
 * products of biased bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/grouped.h"

#include "runtime/blas/element.h"
#include "runtime/blas/operand.h"

static s64 integer(const void *array, bool is_64, s64 i) {
	return is_64 ? ((const s64 *)array)[i] : ((const s32 *)array)[i];
}

/* The call of group g, whose matrices begin at `first` in the arrays of pointers. */
static void fill_group(struct blas_call *w, const struct groups *s, s64 g, s64 first) {
	u32 bytes = element_bytes(w->scalar_type);
	w->transa = s->transa[g];
	w->transb = s->transb[g];
	w->m = integer(s->m, s->is_64, g);
	w->n = integer(s->n, s->is_64, g);
	w->k = integer(s->k, s->is_64, g);
	w->a.ld = integer(s->lda, s->is_64, g);
	w->b.ld = integer(s->ldb, s->is_64, g);
	w->c.ld = integer(s->ldc, s->is_64, g);
	w->a.at = (void *)(s->a + first);
	w->b.at = (void *)(s->b + first);
	w->c.at = (void *)(s->c + first);
	w->alpha = (const u8 *)s->alpha + (s64)bytes * g;
	w->beta = (const u8 *)s->beta + (s64)bytes * g;
	w->batch = integer(s->size, s->is_64, g);
}

cublasStatus_t grouped_submit(cublasHandle_t h, const char *function,
                              const struct groups *s, u32 a_type, u32 b_type, u32 c_type,
                              u32 compute) {
	struct blas_call w = {
		.routine = &routine_gemm,
		.function = function,
		.by_pointers = true,
		.a = {.type = (u8)a_type},
		.b = {.type = (u8)b_type},
		.c = {.type = (u8)c_type},
	};
	if (!handle_is_good(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = product_types(&w, compute, 0, PRODUCT_GROUPED);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (s->count < 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (s->count == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (!s->transa || !s->transb || !s->m || !s->n || !s->k || !s->alpha || !s->a ||
	    !s->lda || !s->b || !s->ldb || !s->beta || !s->c || !s->ldc || !s->size)
		return CUBLAS_STATUS_INVALID_VALUE;
	/* All groups are checked before the first one is queued. */
	for (s64 g = 0; g < s->count && status == CUBLAS_STATUS_SUCCESS; g++) {
		fill_group(&w, s, g, 0);
		status = routine_gemm.check(&w);
	}
	for (s64 g = 0, first = 0; g < s->count && status == CUBLAS_STATUS_SUCCESS; g++) {
		fill_group(&w, s, g, first);
		first += w.batch;
		status = blas_submit(h, &w);
	}
	return status;
}

/* ---- Uint8gemmBias ---- */

struct biased {
	struct blas_call call; /* first: run gets it as a call */
	int a_bias, b_bias, c_bias, factor, shift;
};

static void run_biased(struct lib_call *c, const void *payload) {
	const struct biased *p = payload;
	struct blas_call w = p->call;
	w.lib = c;
	bool an = w.transa == CUBLAS_OP_N, bn = w.transb == CUBLAS_OP_N;
	bool cn = w.m >= 0 && w.side == CUBLAS_OP_N;
	const u8 *a = w.a.at, *b = w.b.at;
	u8 *to = w.c.at;
	if (!operand_matrix(&w, lib_reads, "A", &w.a, an ? w.m : w.k, an ? w.k : w.m) ||
	    !operand_matrix(&w, lib_reads, "B", &w.b, bn ? w.k : w.n, bn ? w.n : w.k) ||
	    !operand_matrix(&w, lib_writes, "C", &w.c, cn ? w.m : w.n, cn ? w.n : w.m))
		return;
	for (s64 j = 0; j < w.n; j++)
		for (s64 i = 0; i < w.m; i++) {
			s64 sum = 0;
			for (s64 q = 0; q < w.k; q++)
				sum += (a[an ? i + q * w.a.ld : q + i * w.a.ld] +
				        p->a_bias) *
				       (b[bn ? q + j * w.b.ld : j + q * w.b.ld] +
				        p->b_bias);
			/* Rounded to nearest: half of what is shifted out is added. */
			s64 half = p->shift > 0 ? (s64)1 << (p->shift - 1) : 0;
			s64 x = ((sum * p->factor + half) >> p->shift) + p->c_bias;
			to[cn ? i + j * w.c.ld : j + i * w.c.ld] = (u8)(x < 0 ? 0
			                                                      : MIN(x,
			                                                            255));
		}
}

cublasStatus_t cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, cublasOperation_t transc,
                                   int m, int n, int k, const unsigned char *A,
                                   int A_bias, int lda, const unsigned char *B,
                                   int B_bias, int ldb, unsigned char *C, int C_bias,
                                   int ldc, int C_mult, int C_shift) {
	struct biased p = {
		.call = {.function = __func__,
	                 .transa = transa,
	                 .transb = transb,
	                 .side = transc,
	                 .m = m,
	                 .n = n,
	                 .k = k,
	                 .a = {(void *)A, lda, 0, CUDA_R_8U},
	                 .b = {(void *)B, ldb, 0, CUDA_R_8U},
	                 .c = {C, ldc, 0, CUDA_R_8U}},
		.a_bias = A_bias,
		.b_bias = B_bias,
		.c_bias = C_bias,
		.factor = C_mult,
		.shift = C_shift,
	};
	blas_log_call(__func__);
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	bool an = transa == CUBLAS_OP_N, bn = transb == CUBLAS_OP_N,
	     cn = transc == CUBLAS_OP_N;
	if (!is_op(transa) || !is_op(transb) || !is_op(transc) || m < 0 || n < 0 ||
	    k < 0 || lda < MAX(1, an ? m : k) || ldb < MAX(1, bn ? k : n) ||
	    ldc < MAX(1, cn ? m : n) || C_shift < 0 || C_shift > 62)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (m == 0 || n == 0)
		return CUBLAS_STATUS_SUCCESS;
	return blas_status(lib_submit(handle->stream, &(struct lib_work){
							      .function = __func__,
							      .run = run_biased,
							      .payload = &p,
							      .bytes = sizeof p,
						      }));
}
