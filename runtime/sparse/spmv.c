/* spmv.c - a sparse matrix times a vector.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/mix.h"
#include "runtime/sparse/submit.h"

struct spmv {
	struct sp_mat a;
	struct dn_mat x, y;
	struct scalar alpha, beta;
	cusparseOperation_t op;
	enum number n;
};

/* ---- the transpose: each range of rows has a y of its own, if that is no more than the work
 * itself ---- */

enum { MOST_PARTS = 16 };

struct scatter {
	const struct mv_args *g;
	const struct kernel_table *k;
	u8 *parts;
	s64 bytes, count; /* of a part */
};

static void scatter_part(void *ctx, u64 i) {
	const struct scatter *s = ctx;
	s64 n = s->g->a->rows;
	u8 *part = s->parts + (s64)i * s->bytes;
	memset(part, 0, (size_t)s->bytes);
	s->k->scatter_rows(s->g, n * (s64)i / s->count, n * ((s64)i + 1) / s->count,
	                   part);
}

static void scatter(struct lib_call *c, const struct mv_args *g, enum number n,
                    const struct kernel_table *k) {
	const struct rows *a = g->a;
	if (!rows_check(c, a))
		return;
	/* As many as the matrix gives work for, however many threads there are: results
	 * do not depend on the machine. */
	s64 count = MIN(a->nnz / MAX(4 * a->cols, 1 << 14) + 1, (s64)MOST_PARTS);
	struct scatter s = {g, k, NULL, a->cols * number_bytes(n), count};
	s.parts = lib_scratch(c, (u64)MAX(s.bytes * count, 1));
	if (!s.parts)
		return;
	if (count == 1)
		scatter_part(&s, 0);
	else
		lib_parallel(c, (u64)count, scatter_part, &s);
	union element one = type_one(n);
	for (s64 i = 0; i < count; i++)
		k->axpby(a->cols, &one, s.parts + i * s.bytes, i ? &one : &g->beta, g->y);
}

static void run(struct lib_call *c, const void *payload) {
	const struct spmv *p = payload;
	struct mv_args g = {0};
	struct rows a;
	struct dense x, y;
	if (!scalar_value(c, "alpha", &p->alpha, p->n, &g.alpha) ||
	    !scalar_value(c, "beta", &p->beta, p->n, &g.beta) ||
	    !rows_open(c, &p->a, 0, p->n, ROWS_VALUES, OPERAND("matA"), &a) ||
	    !dense_open(c, &p->x, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, p->n, "vecX",
	                &x) ||
	    !dense_open_out(c, &p->y, 0, !type_is_zero(&g.beta, p->n), p->n, "vecY", &y))
		return;
	const struct kernel_table *k = kernels_of(p->n, a.wide_indices);
	g.a = &a;
	g.x = x.at;
	g.y = y.at;
	g.conjugated = p->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	if ((p->op != CUSPARSE_OPERATION_NON_TRANSPOSE) == a.is_transposed)
		rows_each(c, &a, k->mv_rows, &g);
	else
		scatter(c, &g, p->n, k);
	dense_close_out(c, &p->y, 0, p->n, &y);
}

cusparseStatus_t submit_mv(cusparseHandle_t h, const char *function,
                           const struct sp_mat *a, cusparseOperation_t op,
                           const struct dn_vec *x, const struct dn_vec *y,
                           const void *alpha, const void *beta, enum number n) {
	struct spmv p = {
		*a,
		as_matrix(x),
		as_matrix(y),
		sparse_scalar(h, alpha, n),
		sparse_scalar(h, beta, n),
		op,
		n,
	};
	return sparse_submit(h, function, run, &p, sizeof p);
}

/* ---- the functions ---- */

/* The format that an algorithm is for; 0: any. */
static cusparseFormat_t format_of(cusparseSpMVAlg_t alg) {
	static const cusparseFormat_t of[] = {
		[CUSPARSE_SPMV_COO_ALG1] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMV_CSR_ALG1] = CUSPARSE_FORMAT_CSR,
		[CUSPARSE_SPMV_CSR_ALG2] = CUSPARSE_FORMAT_CSR,
		[CUSPARSE_SPMV_COO_ALG2] = CUSPARSE_FORMAT_COO,
		[CUSPARSE_SPMV_SELL_ALG1] = CUSPARSE_FORMAT_SLICED_ELLPACK,
		[CUSPARSE_SPMV_BSR_ALG1] = CUSPARSE_FORMAT_BSR,
	};
	return of[alg];
}

static bool is_algorithm_for(cusparseSpMVAlg_t alg, cusparseFormat_t format) {
	cusparseFormat_t wanted = format_of(alg);
	return !wanted || wanted == format ||
	       (wanted == CUSPARSE_FORMAT_CSR && format == CUSPARSE_FORMAT_CSC);
}

static cusparseStatus_t check(cusparseHandle_t h, cusparseOperation_t op,
                              const void *alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type,
                              cusparseSpMVAlg_t alg) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!alpha || !a || !x || !beta || !y || !is_operation(op) ||
	    (u32)alg > CUSPARSE_SPMV_BSR_ALG1)
		return CUSPARSE_STATUS_INVALID_VALUE;
	bool is_turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (!type_bytes(type) || x->v.size != (is_turned ? a->m.rows : a->m.cols) ||
	    y->v.size != (is_turned ? a->m.cols : a->m.rows))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (mix_number(MIX_SPMV, a->m.type, x->v.type, y->v.type, type) == NUM_COUNT)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (!is_operation_of(op, a->m.type))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->m.format == CUSPARSE_FORMAT_BLOCKED_ELL ||
	    (a->m.format == CUSPARSE_FORMAT_BSR && is_turned))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (!is_algorithm_for(alg, a->m.format))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!is_index_type(a->m.index_type) || a->m.batch > 1)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t alg, size_t *size) {
	cusparseStatus_t s = check(h, op, alpha, a, x, beta, y, type, alg);
	return sparse_no_buffer(__func__, s, size);
}

/* There is nothing to prepare. */
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op,
                                         const void *alpha, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op, alpha, a, x, beta, y, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &a->m, buffer, CUSPARSE_STATUS_INTERNAL_ERROR);
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op,
                              const void *alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type,
                              cusparseSpMVAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op, alpha, a, x, beta, y, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &a->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	return s ? sparse_end(__func__, s)
	         : submit_mv(h, __func__, &a->m, op, &x->v, &y->v, alpha, beta,
	                     number_of(type));
}
