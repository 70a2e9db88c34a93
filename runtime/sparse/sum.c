/* sum.c - the sum of two sparse matrices (csrgeam2).
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/legacy.h"
#include "runtime/sparse/number.h"
#include "runtime/sparse/sort.h"

struct sum {
	struct sp_mat a, b;
	s32 *offsets, *indices;
	void *values; /* NULL: rows are counted */
	s32 base;
	struct scalar alpha, beta;
	struct result total;
	enum number n;
};

/* A row of the sum: columns that have a mark, and their values. */
struct row_sum {
	s64 *marks, *columns;
	void *sums;
	s64 count;
};

static void collect(const struct rows *r, s64 i, struct row_sum *w) {
	for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++) {
		s64 j = index_at(r->indices, r->wide_indices, k) - r->base;
		if (w->marks[j] != i)
			w->columns[w->count++] = j;
		w->marks[j] = i;
	}
}

#define ADD(T)                                                                      \
	static void T##_add(const struct rows *r, s64 i, const union element *f,    \
	                    void *to) {                                             \
		const T *values = r->values;                                        \
		T *sums = to;                                                       \
		for (s64 k = row_begin(r, i); k < row_begin(r, i + 1); k++)         \
			sums[index_at(r->indices, r->wide_indices, k) - r->base] += \
				T##_mul(f->T, values[k]);                           \
	}
ADD(f32)
ADD(f64)
ADD(c32)
ADD(c64)
static void (*const adds[NUM_COUNT])(const struct rows *r, s64 i, const union element *f,
                                     void *to) = {
	[NUM_F32] = f32_add,
	[NUM_F64] = f64_add,
	[NUM_C32] = c32_add,
	[NUM_C64] = c64_add,
};

static void add_row(const struct sum *p, const struct rows *a, const struct rows *b,
                    s64 i, s64 at, const union element *alpha, const union element *beta,
                    struct row_sum *w) {
	u32 bytes = number_bytes(p->n);
	sparse_sort(w->columns, w->count);
	for (s64 k = 0; k < w->count; k++)
		memset((u8 *)w->sums + w->columns[k] * bytes, 0, bytes);
	adds[p->n](a, i, alpha, w->sums);
	adds[p->n](b, i, beta, w->sums);
	for (s64 k = 0; k < w->count; k++) {
		p->indices[at + k] = (s32)(w->columns[k] + p->base);
		memcpy((u8 *)p->values + (at + k) * bytes,
		       (u8 *)w->sums + w->columns[k] * bytes, bytes);
	}
}

static bool open_sum(struct lib_call *c, const struct sum *p, struct rows *a,
                     struct rows *b, struct row_sum *w) {
	u32 what = p->values ? ROWS_VALUES : 0;
	s64 cols = MAX(p->a.cols, 1);
	if (!rows_open(c, &p->a, 0, p->n, what, OPERAND("A"), a) ||
	    !rows_open(c, &p->b, 0, p->n, what, OPERAND("B"), b) || !rows_check(c, a) ||
	    !rows_check(c, b))
		return false;
	w->marks = lib_scratch(c, (u64)cols * sizeof(s64));
	w->columns = lib_scratch(c, (u64)cols * sizeof(s64));
	w->sums = lib_scratch(c, (u64)cols * number_bytes(p->n));
	for (s64 j = 0; w->marks && j < cols; j++)
		w->marks[j] = -1;
	return w->marks && w->columns && w->sums;
}

static void run(struct lib_call *c, const void *payload) {
	const struct sum *p = payload;
	struct rows a, b;
	struct row_sum w = {0};
	union element alpha, beta;
	struct lib_box offsets = lib_bytes(p->offsets,
	                                   (u64)(p->a.rows + 1) * sizeof(s32));
	if ((p->values && (!scalar_value(c, "alpha", &p->alpha, p->n, &alpha) ||
	                   !scalar_value(c, "beta", &p->beta, p->n, &beta))) ||
	    !open_sum(c, p, &a, &b, &w) ||
	    !(p->values ? lib_reads(c, "C's offsets", &offsets)
	                : lib_writes(c, "C's offsets", &offsets)))
		return;
	s64 most = p->values ? p->offsets[p->a.rows] - (s64)p->base : 0, total = 0;
	struct lib_box indices = lib_bytes(p->indices, (u64)MAX(most, 0) * sizeof(s32));
	struct lib_box values = lib_bytes(p->values,
	                                  (u64)MAX(most, 0) * number_bytes(p->n));
	if (p->values && (!lib_writes(c, "C's indices", &indices) ||
	                  !lib_writes(c, "C's values", &values)))
		return;
	for (s64 i = 0; i < a.rows; i++) {
		w.count = 0;
		collect(&a, i, &w);
		collect(&b, i, &w);
		if (!p->values)
			p->offsets[i] = (s32)(total + p->base);
		else if (total + w.count <= most)
			add_row(p, &a, &b, i, total, &alpha, &beta, &w);
		total += w.count;
	}
	if (p->values)
		return;
	p->offsets[a.rows] = (s32)(total + p->base);
	if (p->total.at)
		legacy_write_result(c, &p->total, (s32)total, "nnzTotalDevHostPtr");
}

/* Descriptors are looked at first: whether all are there, then their types. */
static cusparseStatus_t check(cusparseHandle_t h, bool is_good,
                              const cusparseMatDescr_t a, const cusparseMatDescr_t b,
                              const cusparseMatDescr_t c) {
	cusparseStatus_t s = legacy_check(h, a && b && c, a);
	if (!s)
		s = legacy_check(h, true, b);
	if (!s)
		s = legacy_check(h, true, c);
	return s || is_good ? s : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t h, int m, int n,
                                      const cusparseMatDescr_t da, int nnz_a,
                                      const int *a_offsets, const int *a_indices,
                                      const cusparseMatDescr_t db, int nnz_b,
                                      const int *b_offsets, const int *b_indices,
                                      const cusparseMatDescr_t dc, int *offsets,
                                      int *total, void *workspace) {
	bool is_good = m >= 0 && n >= 0 && nnz_a >= 0 && nnz_b >= 0;
	cusparseStatus_t s = legacy_check(h, is_good, da);
	if (!s || s == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
		s = check(h, workspace, da, db, dc);
	if (s)
		return sparse_end(__func__, s);
	struct sum p = {
		.a = legacy_csr(m, n, nnz_a, da, NULL, a_offsets, a_indices, NUM_F32),
		.b = legacy_csr(m, n, nnz_b, db, NULL, b_offsets, b_indices, NUM_F32),
		.offsets = offsets,
		.base = (s32)dc->base,
		.total = legacy_result(h, total),
		.n = NUM_F32,
	};
	return total && p.total.on_host
	               ? sparse_submit_result(h, __func__, run, &p, sizeof p)
	               : sparse_submit(h, __func__, run, &p, sizeof p);
}

enum { SOME_BYTES = 16 };

#define SUM_ARGS(T)                                                                    \
	cusparseHandle_t h, int m, int n, const T *alpha, const cusparseMatDescr_t da, \
		int nnz_a, const T *a, const int *a_offsets, const int *a_indices,     \
		const T *beta, const cusparseMatDescr_t db, int nnz_b, const T *b,     \
		const int *b_offsets, const int *b_indices, const cusparseMatDescr_t dc
#define SUM_CHECK                                                                       \
	check(h, m >= 0 && n >= 0 && nnz_a >= 0 && nnz_b >= 0 && alpha && beta, da, db, \
	      dc)
#define SUM(P, T, num)                                                                  \
	cusparseStatus_t cusparse##P##csrgeam2_bufferSizeExt(                           \
		SUM_ARGS(T), const T *values, const int *offsets, const int *indices,   \
		size_t *size) {                                                         \
		(void)a, (void)a_offsets, (void)a_indices, (void)b, (void)b_offsets;    \
		(void)b_indices, (void)values, (void)offsets, (void)indices;            \
		(void)m, (void)n, (void)alpha, (void)da, (void)nnz_a, (void)beta;       \
		(void)db, (void)nnz_b, (void)dc;                                        \
		cusparseStatus_t s = !h      ? CUSPARSE_STATUS_NOT_INITIALIZED          \
		                     : !size ? CUSPARSE_STATUS_INVALID_VALUE            \
		                             : CUSPARSE_STATUS_SUCCESS;                 \
		if (!s)                                                                 \
			*size = SOME_BYTES;                                             \
		return sparse_end(__func__, s);                                         \
	}                                                                               \
	cusparseStatus_t cusparse##P##csrgeam2(SUM_ARGS(T), T *values, int *offsets,    \
	                                       int *indices, void *buffer) {            \
		(void)buffer;                                                           \
		cusparseStatus_t s = SUM_CHECK;                                         \
		if (!s && !values && nnz_a + nnz_b)                                     \
			s = CUSPARSE_STATUS_INVALID_VALUE;                              \
		if (s || !values)                                                       \
			return sparse_end(__func__, s);                                 \
		struct sum p = {                                                        \
			.a = legacy_csr(m, n, nnz_a, da, a, a_offsets, a_indices, num), \
			.b = legacy_csr(m, n, nnz_b, db, b, b_offsets, b_indices, num), \
			.offsets = offsets,                                             \
			.indices = indices,                                             \
			.values = values,                                               \
			.base = (s32)dc->base,                                          \
			.alpha = sparse_scalar(h, alpha, num),                          \
			.beta = sparse_scalar(h, beta, num),                            \
			.n = num,                                                       \
		};                                                                      \
		return sparse_submit(h, __func__, run, &p, sizeof p);                   \
	}
LEGACY_TYPES(SUM)
