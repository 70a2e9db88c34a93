/* spmm.c - a sparse matrix times a dense one, in batches, too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/mix.h"
#include "runtime/sparse/submit.h"

struct spmm {
	struct sp_mat a;
	struct dn_mat b, c;
	struct scalar alpha, beta;
	cusparseOperation_t op_a, op_b;
	enum number n;
};

/* Rows of op(A). */
static bool open_sparse(struct lib_call *c, const struct spmm *p, s32 batch,
                        struct rows *a) {
	struct rows stored;
	bool is_turned = p->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (!rows_open(c, &p->a, batch, p->n, ROWS_VALUES, OPERAND("matA"), &stored))
		return false;
	*a = stored;
	bool conjugated = p->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	if (is_turned != stored.is_transposed)
		return rows_transpose(c, &stored, p->n, conjugated, a);
	if (!is_turned || !conjugated || p->n < NUM_C32)
		return true;
	/* CSC and the conjugate: its rows are those of the transpose already. */
	struct rows turned;
	return rows_transpose(c, &stored, p->n, true, &turned) &&
	       rows_transpose(c, &turned, p->n, false, a);
}

static bool run_one(struct lib_call *c, const struct spmm *p, s32 batch,
                    struct mm_args *g, struct rows *a) {
	bool is_read = !type_is_zero(&g->beta, p->n);
	if (!dense_open(c, &p->b, batch, p->op_b, p->n, "matB", &g->b) ||
	    !dense_open_out(c, &p->c, batch, is_read, p->n, "matC", &g->c))
		return false;
	g->n = p->c.cols;
	g->a = a;
	if (!rows_each(c, a, kernels_of(p->n, a->wide_indices)->mm_rows, g))
		return false;
	dense_close_out(c, &p->c, batch, p->n, &g->c);
	return true;
}

static void run(struct lib_call *c, const void *payload) {
	const struct spmm *p = payload;
	struct mm_args g = {0};
	struct rows a;
	if (!scalar_value(c, "alpha", &p->alpha, p->n, &g.alpha) ||
	    !scalar_value(c, "beta", &p->beta, p->n, &g.beta))
		return;
	for (s32 i = 0; i < p->c.batch; i++) {
		/* One sparse matrix may serve a whole batch. */
		if ((i == 0 || p->a.batch > 1) && !open_sparse(c, p, i, &a))
			return;
		if (!run_one(c, p, i, &g, &a))
			return;
	}
}

cusparseStatus_t submit_mm(cusparseHandle_t h, const char *function,
                           const struct sp_mat *a, cusparseOperation_t op_a,
                           const struct dn_mat *b, cusparseOperation_t op_b,
                           const struct dn_mat *c, const void *alpha, const void *beta,
                           enum number n) {
	struct spmm p = {
		*a,   *b,   *c, sparse_scalar(h, alpha, n), sparse_scalar(h, beta, n),
		op_a, op_b, n,
	};
	return sparse_submit(h, function, run, &p, sizeof p);
}

/* ---- the functions ---- */

static bool is_algorithm_for(cusparseSpMMAlg_t alg, cusparseFormat_t format) {
	static const u8 formats[] = {
		[CUSPARSE_SPMM_COO_ALG1] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMM_COO_ALG2] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMM_COO_ALG3] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMM_COO_ALG4] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMM_CSR_ALG1] = CUSPARSE_FORMAT_CSR,
		[CUSPARSE_SPMM_CSR_ALG2] = CUSPARSE_FORMAT_CSR,
		[CUSPARSE_SPMM_CSR_ALG3] = CUSPARSE_FORMAT_CSR,
		[CUSPARSE_SPMM_BLOCKED_ELL_ALG1] = CUSPARSE_FORMAT_BLOCKED_ELL,
		[CUSPARSE_SPMM_BSR_ALG1] = CUSPARSE_FORMAT_BSR,
	};
	u8 wanted = formats[alg];
	return alg == CUSPARSE_SPMM_ALG_DEFAULT || wanted == format ||
	       (wanted == CUSPARSE_FORMAT_CSR && format == CUSPARSE_FORMAT_CSC &&
	        alg != CUSPARSE_SPMM_CSR_ALG3);
}

static bool is_algorithm(cusparseSpMMAlg_t alg) {
	return (u32)alg <= CUSPARSE_SPMM_CSR_ALG2 ||
	       ((u32)alg >= CUSPARSE_SPMM_CSR_ALG3 && (u32)alg <= CUSPARSE_SPMM_BSR_ALG1);
}

/* The sizes of op(A) op(B) = C. */
static bool sizes_agree(cusparseOperation_t op_a, s64 a_rows, s64 a_cols,
                        cusparseOperation_t op_b, const struct dn_mat *b,
                        const struct dn_mat *c) {
	bool turned_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
	bool turned_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
	return c->rows == (turned_a ? a_cols : a_rows) &&
	       c->cols == (turned_b ? b->rows : b->cols) &&
	       (turned_a ? a_rows : a_cols) == (turned_b ? b->cols : b->rows);
}

/* One matrix serves all of a batch, or there are as many. */
static bool batches_agree(s32 a, s32 b, s32 c) {
	return (a == 1 || a == c) && (b == 1 || b == c);
}

static cusparseStatus_t check(cusparseHandle_t h, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType type,
                              cusparseSpMMAlg_t alg) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!alpha || !a || !b || !beta || !c || !is_operation(op_a) ||
	    !is_operation(op_b) || !is_algorithm(alg) || !type_bytes(type) ||
	    !sizes_agree(op_a, a->m.rows, a->m.cols, op_b, &b->m, &c->m) ||
	    !batches_agree(a->m.batch, b->m.batch, c->m.batch))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!is_operation_of(op_a, a->m.type) || !is_operation_of(op_b, b->m.type))
		return CUSPARSE_STATUS_INVALID_VALUE;
	cusparseFormat_t f = a->m.format;
	bool in_blocks = f == CUSPARSE_FORMAT_BSR || f == CUSPARSE_FORMAT_BLOCKED_ELL;
	if (f == CUSPARSE_FORMAT_SLICED_ELLPACK || (in_blocks && op_a))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (mix_number(MIX_SPMM, a->m.type, b->m.type, c->m.type, type) == NUM_COUNT)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (!is_algorithm_for(alg, f))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!is_index_type(a->m.index_type) ||
	    (f == CUSPARSE_FORMAT_BLOCKED_ELL &&
	     (a->m.index_type == CUSPARSE_INDEX_64I || type_is_complex(a->m.type))))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, const void *alpha,
                                         cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void *beta,
                                         cusparseDnMatDescr_t c, cudaDataType type,
                                         cusparseSpMMAlg_t alg, size_t *size) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	return sparse_no_buffer(__func__, s, size);
}

/* There is nothing to prepare. */
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, const void *alpha,
                                         cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void *beta,
                                         cusparseDnMatDescr_t c, cudaDataType type,
                                         cusparseSpMMAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &a->m, buffer, CUSPARSE_STATUS_INTERNAL_ERROR);
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t h, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType type,
                              cusparseSpMMAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &a->m, buffer, CUSPARSE_STATUS_INTERNAL_ERROR);
	return s ? sparse_end(__func__, s)
	         : submit_mm(h, __func__, &a->m, op_a, &b->m, op_b, &c->m, alpha, beta,
	                     number_of(type));
}

/* ---- with operators of the program ---- */

cusparseStatus_t cusparseSpMMOp_createPlan(
	cusparseHandle_t h, cusparseSpMMOpPlan_t *plan, cusparseOperation_t op_a,
	cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
	cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type,
	cusparseSpMMOpAlg_t alg, const void *add, size_t add_size, const void *multiply,
	size_t multiply_size, const void *epilogue, size_t epilogue_size, size_t *size) {
	(void)op_a, (void)op_b, (void)type, (void)alg, (void)add_size,
		(void)multiply_size;
	(void)epilogue, (void)epilogue_size;
	bool is_good = plan && a && b && c && add && multiply && size;
	return sparse_end(__func__, !h         ? CUSPARSE_STATUS_INVALID_VALUE
	                            : !is_good ? CUSPARSE_STATUS_INVALID_VALUE
	                                       : CUSPARSE_STATUS_NOT_SUPPORTED);
}

/* There are no plans. */
cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *buffer) {
	(void)plan, (void)buffer;
	return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
}

cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan) {
	return sparse_end(__func__,
	                  plan ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_SUCCESS);
}
