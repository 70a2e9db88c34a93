/* sddmm.c - a product of dense matrices at the places of a sparse one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/mix.h"

struct sddmm {
	struct dn_mat a, b;
	struct sp_mat c;
	struct scalar alpha, beta;
	cusparseOperation_t op_a, op_b;
	enum number n;
};

/* op(B), its columns contiguous: op(B)'s transpose in rows. The conjugate of B has to be
 * taken without turning it. */
static bool open_columns(struct lib_call *c, const struct sddmm *p, s32 batch,
                         struct dense *d) {
	struct dn_mat b = p->b;
	if (p->op_b == CUSPARSE_OPERATION_NON_TRANSPOSE)
		return dense_open(c, &b, batch, CUSPARSE_OPERATION_TRANSPOSE, p->n,
		                  "matB", d);
	if (p->op_b == CUSPARSE_OPERATION_TRANSPOSE)
		return dense_open(c, &b, batch, CUSPARSE_OPERATION_NON_TRANSPOSE, p->n,
		                  "matB", d);
	/* Read as its own transpose. */
	b.order = b.order == CUSPARSE_ORDER_ROW ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
	b.rows = p->b.cols;
	b.cols = p->b.rows;
	return dense_open(c, &b, batch, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, p->n,
	                  "matB", d);
}

/* The pattern in the order of its rows; a CSC's rows are its columns. */
static bool run_one(struct lib_call *c, const struct sddmm *p, s32 batch,
                    const union element *beta, struct dd_args args) {
	const struct sp_mat *m = &p->c;
	struct rows r;
	struct dd_args *g = &args;
	s64 size = m->nnz *
	           (m->format == CUSPARSE_FORMAT_BSR ? m->block_rows * m->block_cols : 1);
	u8 *values = (u8 *)m->values + batch * m->value_stride * type_bytes(m->type);
	struct lib_box box = lib_bytes(values, (u64)size * type_bytes(m->type));
	u32 bytes = number_bytes(p->n);
	bool is_read = !type_is_zero(beta, p->n);
	if (!rows_open(c, m, batch, p->n, ROWS_PLACES, OPERAND("matC"), &r) ||
	    !dense_open(c, &p->a, batch, p->op_a, p->n, "matA", &g->a) ||
	    !open_columns(c, p, batch, &g->b) ||
	    !(is_read ? lib_updates(c, "matC's values", &box)
	              : lib_writes(c, "matC's values", &box)))
		return false;
	struct dense a = g->a;
	if (r.is_transposed) {
		g->a = g->b;
		g->b = a;
	}
	g->result = lib_scratch(c, (u64)MAX(size, 1) * bytes);
	u8 *old = lib_scratch(c, (u64)MAX(size, 1) * bytes);
	g->c = &r;
	if (!g->result || !old ||
	    !rows_each(c, &r, kernels_of(p->n, r.wide_indices)->dd_rows, g))
		return false;
	if (is_read)
		type_widen(p->n, old, m->type, values, size, 1);
	u8 *ordered = g->result;
	if (r.places) {
		ordered = lib_scratch(c, (u64)MAX(size, 1) * bytes);
		if (!ordered)
			return false;
		for (s64 k = 0; k < row_begin(&r, r.rows); k++)
			memcpy(ordered + r.places[k] * bytes, (u8 *)g->result + k * bytes,
			       bytes);
	}
	union element one = type_one(p->n);
	kernels_of(p->n, false)->axpby(size, &one, ordered, beta, old);
	type_narrow(m->type, values, 1, p->n, old, size);
	return true;
}

static void run(struct lib_call *c, const void *payload) {
	const struct sddmm *p = payload;
	struct dd_args g = {
		.n = p->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? p->a.cols : p->a.rows,
	};
	union element beta;
	if (!scalar_value(c, "alpha", &p->alpha, p->n, &g.alpha) ||
	    !scalar_value(c, "beta", &p->beta, p->n, &beta))
		return;
	for (s32 i = 0; i < p->c.batch && run_one(c, p, i, &beta, g); i++)
		;
}

static cusparseStatus_t check(cusparseHandle_t h, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, const void *alpha,
                              cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
                              cusparseSDDMMAlg_t alg) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!alpha || !a || !b || !beta || !c || !is_operation_of(op_a, a->m.type) ||
	    !is_operation_of(op_b, b->m.type) || !type_bytes(type) || alg)
		return CUSPARSE_STATUS_INVALID_VALUE;
	bool turned_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
	bool turned_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
	if ((turned_a ? a->m.cols : a->m.rows) != c->m.rows ||
	    (turned_b ? b->m.rows : b->m.cols) != c->m.cols ||
	    (turned_a ? a->m.rows : a->m.cols) != (turned_b ? b->m.cols : b->m.rows) ||
	    (a->m.batch != 1 && a->m.batch != c->m.batch) ||
	    (b->m.batch != 1 && b->m.batch != c->m.batch))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!is_index_type(c->m.index_type) ||
	    (c->m.format != CUSPARSE_FORMAT_CSR && c->m.format != CUSPARSE_FORMAT_BSR) ||
	    mix_number(MIX_SDDMM, a->m.type, b->m.type, c->m.type, type) == NUM_COUNT)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a,
                                          cusparseOperation_t op_b, const void *alpha,
                                          cusparseConstDnMatDescr_t a,
                                          cusparseConstDnMatDescr_t b, const void *beta,
                                          cusparseSpMatDescr_t c, cudaDataType type,
                                          cusparseSDDMMAlg_t alg, size_t *size) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	return sparse_no_buffer(__func__, s, size);
}

/* There is nothing to prepare. */
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t h, cusparseOperation_t op_a,
                                          cusparseOperation_t op_b, const void *alpha,
                                          cusparseConstDnMatDescr_t a,
                                          cusparseConstDnMatDescr_t b, const void *beta,
                                          cusparseSpMatDescr_t c, cudaDataType type,
                                          cusparseSDDMMAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &c->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t h, cusparseOperation_t op_a,
                               cusparseOperation_t op_b, const void *alpha,
                               cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void *beta, cusparseSpMatDescr_t c,
                               cudaDataType type, cusparseSDDMMAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg);
	if (!s)
		s = sparse_with_buffer(s, &c->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	if (s)
		return sparse_end(__func__, s);
	enum number n = number_of(type);
	struct sddmm p = {
		a->m, b->m, c->m, sparse_scalar(h, alpha, n), sparse_scalar(h, beta, n),
		op_a, op_b, n,
	};
	return sparse_submit(h, __func__, run, &p, sizeof p);
}
