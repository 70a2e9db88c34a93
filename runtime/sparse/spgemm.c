/* spgemm.c - the product of two sparse matrices.
 *
 * The steps: the estimation counts the elements of each row of C (in buffer 1: where its
 * rows begin); compute makes them (buffer 2: columns, then values), and copy moves them
 * to C. The functions of "reuse" count in buffer 4, make the pattern in copy, and the
 * values in compute.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/mix.h"

enum step { NOTHING, ESTIMATED, COMPUTED };
enum { SOME_BYTES = 16 }; /* of a buffer that has nothing in it: programs take no 0 */

struct cusparseSpGEMMDescr {
	struct arena memory;
	enum step step;
	s64 products, nnz;
	s64 *offsets, *columns; /* in the buffers */
	void *values;
};

struct product {
	struct sp_mat a, b, c;
	struct scalar alpha, beta;
	enum number n;
	s64 *offsets, *columns;
	void *values;
	s64 nnz;
	s64 *products, *total; /* the host's */
};

/* ---- parts of rows, each with marks of its own ---- */

struct parts {
	struct gemm_args g;
	void (*fn)(const struct gemm_args *g, s64 begin, s64 end);
	s64 count;
	u32 bytes;
};

static void run_part(void *ctx, u64 i) {
	const struct parts *p = ctx;
	struct gemm_args g = p->g;
	s64 n = g.a->rows, cols = MAX(g.b->cols, 1);
	g.marks += (s64)i * cols;
	g.sums = (u8 *)g.sums + (s64)i * cols * p->bytes;
	for (s64 j = 0; j < g.b->cols; j++)
		g.marks[j] = -1;
	p->fn(&g, n * (s64)i / p->count, n * ((s64)i + 1) / p->count);
}

enum { PART_WORK = 1 << 14 };

static bool run_parts(struct lib_call *c, struct parts *p, enum number n) {
	const struct rows *a = p->g.a, *b = p->g.b;
	s64 cols = MAX(b->cols, 1), work = (a->nnz + b->nnz) / PART_WORK + 1;
	p->count = MAX(MIN(MIN(work, (s64)lib_threads(c)), a->rows), 1);
	p->bytes = number_bytes(n);
	p->g.marks = lib_scratch(c, (u64)(p->count * cols) * sizeof(s64));
	p->g.sums = lib_scratch(c, (u64)(p->count * cols) * p->bytes);
	if (!p->g.marks || !p->g.sums)
		return false;
	if (p->count == 1)
		run_part(p, 0);
	else
		lib_parallel(c, (u64)p->count, run_part, p);
	return true;
}

/* ---- the steps that run ---- */

static bool open_factors(struct lib_call *c, const struct product *p, u32 what,
                         struct rows *a, struct rows *b) {
	return rows_open(c, &p->a, 0, p->n, what, OPERAND("matA"), a) &&
	       rows_open(c, &p->b, 0, p->n, what, OPERAND("matB"), b) &&
	       rows_check(c, a) && rows_check(c, b);
}

static void run_count(struct lib_call *c, const void *payload) {
	const struct product *p = payload;
	struct rows a, b;
	struct lib_box box = lib_bytes(p->offsets, (u64)(p->a.rows + 1) * sizeof(s64));
	if (!open_factors(c, p, 0, &a, &b) || !lib_writes(c, "externalBuffer", &box))
		return;
	struct parts w = {
		.g = {.a = &a, .b = &b, .offsets = p->offsets},
		.fn = kernels_of(NUM_F32, a.wide_indices)->gemm_count,
	};
	if (!run_parts(c, &w, NUM_F32))
		return;
	p->offsets[0] = 0;
	for (s64 i = 0; i < a.rows; i++)
		p->offsets[i + 1] += p->offsets[i];
	s64 products = 0;
	for (s64 k = row_begin(&a, 0); k < row_begin(&a, a.rows); k++) {
		s64 j = index_at(a.indices, a.wide_indices, k) - a.base;
		products += row_begin(&b, j + 1) - row_begin(&b, j);
	}
	*p->products = products;
	*p->total = p->offsets[a.rows];
}

/* Values for a product whose pattern alone is asked for: the factors' may not be there.
 */
static bool open_zeros(struct lib_call *c, struct rows *r, enum number n) {
	void *zeros = lib_scratch(c, (u64)MAX(r->nnz, 1) * number_bytes(n));
	if (zeros)
		memset(zeros, 0, (size_t)r->nnz * number_bytes(n));
	r->values = zeros;
	return zeros;
}

/* C in plain arrays. */
static bool compute(struct lib_call *c, const struct product *p, s64 *columns,
                    void *values, bool is_pattern) {
	struct rows a, b;
	struct lib_box box = lib_bytes(p->offsets, (u64)(p->a.rows + 1) * sizeof(s64));
	struct parts w = {.g = {.a = &a, .b = &b, .offsets = p->offsets}};
	if (!open_factors(c, p, is_pattern ? 0 : ROWS_VALUES, &a, &b) ||
	    !scalar_value(c, "alpha", &p->alpha, p->n, &w.g.alpha) ||
	    !lib_reads(c, "externalBuffer", &box) ||
	    (is_pattern && (!open_zeros(c, &a, p->n) || !open_zeros(c, &b, p->n))))
		return false;
	w.g.columns = columns;
	w.g.values = values;
	w.fn = kernels_of(p->n, a.wide_indices)->gemm_rows;
	return run_parts(c, &w, p->n);
}

static void run_compute(struct lib_call *c, const void *payload) {
	const struct product *p = payload;
	struct lib_box columns = lib_bytes(p->columns, (u64)p->nnz * sizeof(s64));
	struct lib_box values = lib_bytes(p->values, (u64)p->nnz * number_bytes(p->n));
	if (lib_writes(c, "externalBuffer2", &columns) &&
	    lib_writes(c, "externalBuffer2", &values))
		compute(c, p, p->columns, p->values, false);
}

/* C's own arrays. */
static bool write_pattern(struct lib_call *c, const struct product *p) {
	const struct sp_mat *m = &p->c;
	struct lib_box o = lib_bytes(m->offsets,
	                             (u64)(m->rows + 1) * index_bytes(m->offset_type));
	struct lib_box i = lib_bytes(m->indices,
	                             (u64)p->nnz * index_bytes(m->index_type));
	if (!lib_writes(c, "matC's offsets", &o) || !lib_writes(c, "matC's indices", &i))
		return false;
	for (s64 k = 0; k <= m->rows; k++)
		index_put(m->offsets, m->offset_type == CUSPARSE_INDEX_64I, k,
		          p->offsets[k] + m->base);
	for (s64 k = 0; k < p->nnz; k++)
		index_put(m->indices, m->index_type == CUSPARSE_INDEX_64I, k,
		          p->columns[k] + m->base);
	return true;
}

/* C = values + beta C. */
static bool write_values(struct lib_call *c, const struct product *p,
                         const void *values) {
	struct lib_box v = lib_bytes(p->c.values, (u64)p->nnz * type_bytes(p->c.type));
	union element beta, one = type_one(p->n);
	if (!scalar_value(c, "beta", &p->beta, p->n, &beta) ||
	    !(type_is_zero(&beta, p->n) ? lib_writes(c, "matC's values", &v)
	                                : lib_updates(c, "matC's values", &v)))
		return false;
	kernels_of(p->n, false)->axpby(p->nnz, &one, values, &beta, p->c.values);
	return true;
}

static void run_copy(struct lib_call *c, const void *payload) {
	const struct product *p = payload;
	struct lib_box offsets = lib_bytes(p->offsets,
	                                   (u64)(p->a.rows + 1) * sizeof(s64));
	struct lib_box columns = lib_bytes(p->columns, (u64)p->nnz * sizeof(s64));
	struct lib_box values = lib_bytes(p->values, (u64)p->nnz * number_bytes(p->n));
	if (lib_reads(c, "externalBuffer1", &offsets) &&
	    lib_reads(c, "externalBuffer2", &columns) &&
	    lib_reads(c, "externalBuffer2", &values) && write_pattern(c, p))
		write_values(c, p, p->values);
}

/* The pattern alone, and the values alone. */
static void run_reuse(struct lib_call *c, const struct product *p, bool is_pattern) {
	struct product q = *p;
	q.columns = lib_scratch(c, (u64)MAX(p->nnz, 1) * sizeof(s64));
	q.values = lib_scratch(c, (u64)MAX(p->nnz, 1) * number_bytes(p->n));
	if (!q.columns || !q.values || !compute(c, &q, q.columns, q.values, is_pattern))
		return;
	if (is_pattern)
		write_pattern(c, &q);
	else
		write_values(c, &q, q.values);
}

static void run_reuse_pattern(struct lib_call *c, const void *payload) {
	run_reuse(c, payload, true);
}

static void run_reuse_values(struct lib_call *c, const void *payload) {
	run_reuse(c, payload, false);
}

/* ---- checks ---- */

static cusparseStatus_t check_matrices(cusparseHandle_t h, cusparseOperation_t op_a,
                                       cusparseOperation_t op_b,
                                       cusparseConstSpMatDescr_t a,
                                       cusparseConstSpMatDescr_t b,
                                       cusparseConstSpMatDescr_t c,
                                       cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!a || !b || !c || !d || !is_operation(op_a) || !is_operation(op_b) ||
	    (u32)alg > CUSPARSE_SPGEMM_ALG3)
		return CUSPARSE_STATUS_INVALID_VALUE;
	const struct sp_mat *all[] = {&a->m, &b->m, &c->m};
	for (u32 i = 0; i < countof(all); i++)
		if (all[i]->format != CUSPARSE_FORMAT_CSR || all[i]->batch > 1 ||
		    !is_index_type(all[i]->index_type) ||
		    all[i]->index_type != a->m.index_type ||
		    all[i]->offset_type != a->m.offset_type)
			return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (op_a || op_b)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return a->m.cols != b->m.rows || c->m.rows != a->m.rows || c->m.cols != b->m.cols
	               ? CUSPARSE_STATUS_INVALID_VALUE
	               : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t check(cusparseHandle_t h, cusparseOperation_t op_a,
                              cusparseOperation_t op_b, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                              const void *beta, cusparseConstSpMatDescr_t c,
                              cudaDataType type, cusparseSpGEMMAlg_t alg,
                              cusparseSpGEMMDescr_t d) {
	if (h && (!alpha || !beta || !type_bytes(type)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	cusparseStatus_t s = check_matrices(h, op_a, op_b, a, b, c, alg, d);
	if (!s &&
	    mix_number(MIX_SPGEMM, a->m.type, b->m.type, c->m.type, type) == NUM_COUNT)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return s;
}

static struct product product_of(cusparseHandle_t h, const struct cusparseSpGEMMDescr *d,
                                 cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                 cusparseConstSpMatDescr_t c, const void *alpha,
                                 const void *beta, enum number n) {
	struct product p = {
		.a = a->m,
		.b = b->m,
		.c = c->m,
		.n = n,
		.offsets = d->offsets,
		.columns = d->columns,
		.values = d->values,
		.nnz = d->nnz,
	};
	if (alpha)
		p.alpha = sparse_scalar(h, alpha, n);
	if (beta)
		p.beta = sparse_scalar(h, beta, n);
	return p;
}

static u64 offset_bytes(cusparseConstSpMatDescr_t a) {
	return (u64)(a->m.rows + 1) * sizeof(s64);
}

static u64 result_bytes(const struct cusparseSpGEMMDescr *d, enum number n) {
	return SOME_BYTES + alignup((u64)d->nnz * sizeof(s64), SOME_BYTES) +
	       (u64)d->nnz * number_bytes(n);
}

/* Counts C's elements into the buffer; the program waits for their number. */
static cusparseStatus_t count(cusparseHandle_t h, const char *function,
                              struct cusparseSpGEMMDescr *d, cusparseConstSpMatDescr_t a,
                              cusparseConstSpMatDescr_t b, cusparseConstSpMatDescr_t c,
                              void *buffer) {
	d->offsets = buffer;
	struct product p = product_of(h, d, a, b, c, NULL, NULL, NUM_F32);
	p.products = &d->products;
	p.total = &d->nnz;
	cusparseStatus_t s = sparse_submit_and_wait(h, function, run_count, &p, sizeof p);
	if (!s)
		d->step = ESTIMATED;
	return s;
}

/* ---- the functions ---- */

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *d) {
	if (!d)
		return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
	*d = sparse_new(struct cusparseSpGEMMDescr);
	return sparse_end(__func__,
	                  *d ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED);
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d) {
	lib_object_drop(d);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t d,
                                               int64_t *products) {
	if (!d || !products)
		return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
	*products = d->products;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(
	cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b,
	const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg, d);
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && !buffer)
		*size = offset_bytes(a);
	return s || !buffer ? sparse_end(__func__, s)
	                    : count(h, __func__, d, a, b, c, buffer);
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(
	cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b,
	const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType type,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, float fraction, size_t *size3,
	void *buffer3, size_t *size2) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg, d);
	if (!s && (!size3 || (buffer3 && !size2) || !(fraction > 0 && fraction <= 1)))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && ((alg != CUSPARSE_SPGEMM_ALG2 && alg != CUSPARSE_SPGEMM_ALG3) ||
	           d->step == NOTHING))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && !buffer3)
		*size3 = SOME_BYTES;
	else if (!s)
		*size2 = result_bytes(d, number_of(type));
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void *alpha,
                                        cusparseConstSpMatDescr_t a,
                                        cusparseConstSpMatDescr_t b, const void *beta,
                                        cusparseSpMatDescr_t c, cudaDataType type,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d,
                                        size_t *size, void *buffer) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg, d);
	if (!s && (!size || d->step == NOTHING))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	enum number n = number_of(type);
	if (!s && !buffer)
		*size = result_bytes(d, n);
	else if (!s && *size < result_bytes(d, n))
		s = CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
	if (s || !buffer)
		return sparse_end(__func__, s);
	d->columns = buffer;
	d->values = (u8 *)buffer + alignup((u64)d->nnz * sizeof(s64), SOME_BYTES);
	struct product p = product_of(h, d, a, b, c, alpha, beta, n);
	s = sparse_submit(h, __func__, run_compute, &p, sizeof p);
	if (!s) {
		d->step = COMPUTED;
		c->m.nnz = d->nnz;
	}
	return s;
}

cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t op_a,
                                     cusparseOperation_t op_b, const void *alpha,
                                     cusparseConstSpMatDescr_t a,
                                     cusparseConstSpMatDescr_t b, const void *beta,
                                     cusparseSpMatDescr_t c, cudaDataType type,
                                     cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg, d);
	if (!s && (d->step != COMPUTED || c->m.nnz != d->nnz))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (s)
		return sparse_end(__func__, s);
	struct product p = product_of(h, d, a, b, c, alpha, beta, number_of(type));
	return sparse_submit(h, __func__, run_copy, &p, sizeof p);
}

/* ---- reuse ---- */

/* Indices have 32 bits, as on the device. */
static cusparseStatus_t check_reuse(cusparseHandle_t h, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                    cusparseConstSpMatDescr_t b,
                                    cusparseConstSpMatDescr_t c, cusparseSpGEMMAlg_t alg,
                                    cusparseSpGEMMDescr_t d) {
	cusparseStatus_t s = check_matrices(h, op_a, op_b, a, b, c, alg, d);
	return !s && a->m.index_type != CUSPARSE_INDEX_32I ? CUSPARSE_STATUS_NOT_SUPPORTED
	                                                   : s;
}

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
	cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b,
	cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size, void *buffer) {
	cusparseStatus_t s = check_reuse(h, op_a, op_b, a, b, c, alg, d);
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && !buffer)
		*size = SOME_BYTES;
	return sparse_end(__func__, s);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(
	cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b,
	cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size2, void *buffer2,
	size_t *size3, void *buffer3, size_t *size4, void *buffer4) {
	cusparseStatus_t s = check_reuse(h, op_a, op_b, a, b, c, alg, d);
	bool has_buffers = buffer2 || buffer3 || buffer4;
	if (!s && (!size2 || !size3 || !size4 || (has_buffers && !buffer4)))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s && !has_buffers) {
		*size2 = *size3 = SOME_BYTES;
		*size4 = offset_bytes(a);
	}
	if (s || !has_buffers)
		return sparse_end(__func__, s);
	s = count(h, __func__, d, a, b, c, buffer4);
	if (!s)
		c->m.nnz = d->nnz;
	return s;
}

cusparseStatus_t cusparseSpGEMMreuse_copy(
	cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b,
	cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d, size_t *size, void *buffer) {
	cusparseStatus_t s = check_reuse(h, op_a, op_b, a, b, c, alg, d);
	if (!s && (!size || d->step == NOTHING || c->m.nnz != d->nnz))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	enum number n = s ? NUM_COUNT : number_of(c->m.type);
	if (!s && n == NUM_COUNT)
		s = CUSPARSE_STATUS_NOT_SUPPORTED;
	if (!s && !buffer)
		*size = SOME_BYTES;
	if (s || !buffer)
		return sparse_end(__func__, s);
	struct product p = product_of(h, d, a, b, c, NULL, NULL, n);
	s = sparse_submit(h, __func__, run_reuse_pattern, &p, sizeof p);
	if (!s)
		d->step = COMPUTED;
	return s;
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t h, cusparseOperation_t op_a,
                                             cusparseOperation_t op_b, const void *alpha,
                                             cusparseConstSpMatDescr_t a,
                                             cusparseConstSpMatDescr_t b,
                                             const void *beta, cusparseSpMatDescr_t c,
                                             cudaDataType type, cusparseSpGEMMAlg_t alg,
                                             cusparseSpGEMMDescr_t d) {
	cusparseStatus_t s = check(h, op_a, op_b, alpha, a, b, beta, c, type, alg, d);
	if (!s)
		s = check_reuse(h, op_a, op_b, a, b, c, alg, d);
	if (!s && (d->step != COMPUTED || c->m.nnz != d->nnz))
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (s)
		return sparse_end(__func__, s);
	struct product p = product_of(h, d, a, b, c, alpha, beta, number_of(type));
	return sparse_submit(h, __func__, run_reuse_values, &p, sizeof p);
}
