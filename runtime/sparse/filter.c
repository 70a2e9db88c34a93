/* filter.c - the elements of a matrix that are large enough: counted, and copied to a
 * sparse one.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/sparse/legacy.h"

enum { SOME_BYTES = 16 };

struct filter {
	struct sp_mat sparse;     /* the matrix, if it is in rows */
	struct dn_mat dense;      /* the matrix otherwise */
	bool is_dense, by_column; /* by_column: a dense one's columns are counted */
	cudaDataType type;
	const void *threshold; /* in the device's memory; NULL: the copy */
	f64 copy;
	f64 percentage; /* less than 0: the threshold counts */
	/* what is written; NULL: not asked for */
	s32 *counts, *offsets, *indices;
	void *values;
	struct result total;
	s32 base;
	bool keeps_offsets; /* they are there already, and read */
};

/* The size of an element, by which it is kept; NaN is kept. */
static f64 magnitude(cudaDataType type, const void *p) {
	f32 f;
	f64 d;
	c32 c;
	c64 z;
	switch (type) {
	case CUDA_R_16F: type_widen(NUM_F32, &f, type, p, 1, 1); return fabs((f64)f);
	case CUDA_R_32F: memcpy(&f, p, sizeof f); return fabs((f64)f);
	case CUDA_R_64F: memcpy(&d, p, sizeof d); return fabs(d);
	case CUDA_C_32F:
		memcpy(&c, p, sizeof c);
		return hypot((f64)crealf(c), (f64)cimagf(c));
	default: memcpy(&z, p, sizeof z); return hypot(creal(z), cimag(z));
	}
}

static inline struct lib_box ints(const void *p, s64 n) {
	return lib_bytes(p, (u64)n * sizeof(s32));
}

/* ---- one line of the matrix ---- */

struct lines {
	const struct filter *p;
	struct rows r; /* of a sparse one */
	s64 count, length;
	u32 bytes;
};

static inline s64 line_size(const struct lines *l, s64 i) {
	return l->p->is_dense ? l->length : row_begin(&l->r, i + 1) - row_begin(&l->r, i);
}

static inline const void *line_value(const struct lines *l, s64 i, s64 k) {
	if (!l->p->is_dense)
		return (const u8 *)l->r.values + (row_begin(&l->r, i) + k) * l->bytes;
	s64 ld = l->p->dense.ld;
	return (const u8 *)l->p->dense.values +
	       (l->p->by_column ? i * ld + k : k * ld + i) * l->bytes;
}

static inline s64 line_column(const struct lines *l, s64 i, s64 k) {
	return l->p->is_dense ? k
	                      : index_at(l->r.indices, l->r.wide_indices,
	                                 row_begin(&l->r, i) + k) -
	                                l->r.base;
}

static bool open_lines(struct lib_call *c, const struct filter *p, struct lines *l) {
	*l = (struct lines){.p = p, .bytes = type_bytes(p->type)};
	struct lib_box box = dense_box(&p->dense, 0);
	if (p->is_dense) {
		l->count = p->by_column ? p->dense.cols : p->dense.rows;
		l->length = p->by_column ? p->dense.rows : p->dense.cols;
		return lib_reads(c, "A", &box);
	}
	struct sp_mat m = p->sparse;
	l->count = m.rows;
	if (!legacy_count(c, &m, "A's offsets"))
		return false;
	/* nnz_compress has no columns. */
	struct lib_box offsets = ints(m.offsets, m.rows + 1),
		       columns = ints(m.indices, m.nnz);
	struct lib_box values = lib_bytes(m.values, (u64)m.nnz * l->bytes);
	if (!lib_reads(c, "A's offsets", &offsets) ||
	    !lib_reads(c, "A's values", &values) ||
	    (m.indices && !lib_reads(c, "A's indices", &columns)))
		return false;
	l->r = (struct rows){
		.rows = m.rows,
		.cols = m.cols,
		.nnz = m.nnz,
		.offsets = m.offsets,
		.indices = m.indices,
		.offset_base = m.base,
		.base = m.base,
		.values = m.values,
	};
	for (s64 i = 0; i < m.rows; i++)
		if (line_size(l, i) < 0 || row_begin(&l->r, i) < 0 ||
		    row_begin(&l->r, i + 1) > m.nnz) {
			lib_fail(c, cudaErrorIllegalAddress);
			return false;
		}
	return true;
}

/* ---- the threshold ---- */

static int compare(const void *a, const void *b) {
	f64 x = *(const f64 *)a, y = *(const f64 *)b;
	return (x > y) - (x < y);
}

/* The element at this percentage of the sorted ones, as the hardware's library rounds. */
static bool percentile(struct lib_call *c, const struct lines *l, f64 *threshold) {
	s64 n = 0;
	for (s64 i = 0; i < l->count; i++)
		n += line_size(l, i);
	f64 *all = lib_scratch(c, (u64)MAX(n, 1) * sizeof *all);
	if (!all)
		return false;
	s64 at = 0;
	for (s64 i = 0; i < l->count; i++)
		for (s64 k = 0; k < line_size(l, i); k++)
			all[at++] = magnitude(l->p->type, line_value(l, i, k));
	qsort(all, (size_t)n, sizeof *all, compare);
	f32 part = (f32)l->p->percentage / 100.0f;
	s64 place = (s64)ceil((f64)n * (f64)part) - 1;
	place = MIN(MAX(place, 0), n - 1);
	*threshold = n ? all[place] : 0;
	return true;
}

static bool open_threshold(struct lib_call *c, const struct lines *l, f64 *threshold) {
	const struct filter *p = l->p;
	struct lib_box box = lib_bytes(p->threshold, l->bytes);
	if (p->percentage >= 0)
		return percentile(c, l, threshold);
	*threshold = p->copy;
	if (!p->threshold)
		return true;
	if (!lib_reads(c, "threshold", &box))
		return false;
	*threshold = magnitude(p->type, p->threshold);
	return true;
}

/* ---- the call ---- */

static inline bool is_kept(const struct lines *l, s64 i, s64 k, f64 threshold) {
	return !(magnitude(l->p->type, line_value(l, i, k)) <= threshold);
}

static bool open_result(struct lib_call *c, const struct lines *l, s64 total) {
	const struct filter *p = l->p;
	struct lib_box counts = ints(p->counts, l->count),
		       offsets = ints(p->offsets, l->count + 1);
	struct lib_box indices = ints(p->indices, total);
	struct lib_box values = lib_bytes(p->values, (u64)total * l->bytes);
	return (!p->counts || lib_writes(c, "nnzPerRow", &counts)) &&
	       (!p->offsets ||
	        (p->keeps_offsets ? lib_reads(c, "C's offsets", &offsets)
	                          : lib_writes(c, "C's offsets", &offsets))) &&
	       (!p->indices || lib_writes(c, "C's indices", &indices)) &&
	       (!p->values || lib_writes(c, "C's values", &values));
}

static void run(struct lib_call *c, const void *payload) {
	const struct filter *p = payload;
	struct lines l;
	f64 threshold;
	s64 total = 0;
	if (!open_lines(c, p, &l) || !open_threshold(c, &l, &threshold))
		return;
	for (s64 i = 0; i < l.count; i++)
		for (s64 k = 0; k < line_size(&l, i); k++)
			total += is_kept(&l, i, k, threshold);
	if (!open_result(c, &l, total))
		return;
	s64 at = 0;
	for (s64 i = 0; i < l.count; i++) {
		s64 begin = at;
		if (p->offsets && !p->keeps_offsets)
			p->offsets[i] = (s32)(at + p->base);
		for (s64 k = 0; k < line_size(&l, i); k++) {
			if (!is_kept(&l, i, k, threshold))
				continue;
			if (p->indices)
				p->indices[at] = (s32)(line_column(&l, i, k) + p->base);
			if (p->values)
				memcpy((u8 *)p->values + at * l.bytes,
				       line_value(&l, i, k), l.bytes);
			at++;
		}
		if (p->counts)
			p->counts[i] = (s32)(at - begin);
	}
	if (p->offsets && !p->keeps_offsets)
		p->offsets[l.count] = (s32)(total + p->base);
	if (p->total.at)
		legacy_write_result(c, &p->total, (s32)total, "nnzTotalDevHostPtr");
}

static cusparseStatus_t filter(cusparseHandle_t h, const char *function,
                               cusparseStatus_t s, struct filter *p, s32 *total) {
	if (s)
		return sparse_end(function, s);
	p->total = legacy_result(h, total);
	return total && p->total.on_host
	               ? sparse_submit_result(h, function, run, p, sizeof *p)
	               : sparse_submit(h, function, run, p, sizeof *p);
}

static struct filter of_dense(s64 rows, s64 cols, const void *a, s64 ld,
                              cudaDataType type) {
	return (struct filter){
		.dense = {.rows = rows,
	                  .cols = cols,
	                  .ld = ld,
	                  .values = (void *)(uintptr_t)a,
	                  .type = type,
	                  .order = CUSPARSE_ORDER_COL,
	                  .batch = 1},
		.is_dense = true,
		.type = type,
		.percentage = -1,
	};
}

static struct filter of_sparse(s64 rows, s64 cols, s64 nnz, const cusparseMatDescr_t d,
                               const void *values, const s32 *offsets, const s32 *indices,
                               cudaDataType type) {
	struct cusparseMatDescr none = {.base = CUSPARSE_INDEX_BASE_ZERO};
	struct filter f = {
		.sparse = legacy_csr(rows, cols, nnz, d ? d : &none, values, offsets,
	                             indices, NUM_F32),
		.type = type,
		.percentage = -1,
	};
	f.sparse.type = type;
	return f;
}

/* ---- counts and compression ---- */

#define COUNT(P, T, n)                                                                  \
	cusparseStatus_t cusparse##P##nnz(cusparseHandle_t h, cusparseDirection_t dir,  \
	                                  int m, int cols, const cusparseMatDescr_t d,  \
	                                  const T *a, int lda, int *counts,             \
	                                  int *total) {                                 \
		bool is_good = (u32)dir <= 1 && m >= 0 && cols >= 0 &&                  \
		               lda >= MAX(m, 1) && total;                               \
		struct filter f = of_dense(m, cols, a, lda, number_type(n));            \
		f.by_column = dir == CUSPARSE_DIRECTION_COLUMN;                         \
		f.counts = counts;                                                      \
		return filter(h, __func__, legacy_check_type_first(h, is_good, d), &f,  \
		              total);                                                   \
	}                                                                               \
	cusparseStatus_t cusparse##P##nnz_compress(                                     \
		cusparseHandle_t h, int m, const cusparseMatDescr_t d, const T *values, \
		const int *offsets, int *counts, int *total, T tolerance) {             \
		f64 tol = magnitude(number_type(n), &tolerance);                        \
		bool is_good = m >= 0 && total && IS_TOLERANCE_##P;                     \
		struct filter f = of_sparse(m, 0, -1, d, values, offsets, NULL,         \
		                            number_type(n));                            \
		f.counts = counts;                                                      \
		f.copy = tol;                                                           \
		return filter(h, __func__, legacy_check(h, is_good, d), &f, total);     \
	}                                                                               \
	cusparseStatus_t cusparse##P##csr2csr_compress(                                 \
		cusparseHandle_t h, int m, int cols, const cusparseMatDescr_t d,        \
		const T *values, const int *indices, const int *offsets, int nnz,       \
		const int *counts, T *c_values, int *c_indices, int *c_offsets,         \
		T tolerance) {                                                          \
		(void)counts; /* they are counted again */                              \
		f64 tol = magnitude(number_type(n), &tolerance);                        \
		bool is_good = m >= 0 && cols >= 0 && nnz >= 0 && IS_TOLERANCE_##P;     \
		struct filter f = of_sparse(m, cols, nnz, d, values, offsets, indices,  \
		                            number_type(n));                            \
		f.copy = tol;                                                           \
		f.offsets = c_offsets;                                                  \
		f.indices = c_indices;                                                  \
		f.values = c_values;                                                    \
		f.base = d ? (s32)d->base : 0;                                          \
		return filter(h, __func__, legacy_check(h, is_good, d), &f, NULL);      \
	}
#define IS_TOLERANCE_S (tolerance >= 0)
#define IS_TOLERANCE_D (tolerance >= 0)
#define IS_TOLERANCE_C (tolerance.x >= 0)
#define IS_TOLERANCE_Z (tolerance.x >= 0)
LEGACY_TYPES(COUNT)

/* ---- pruning. H's functions have no declaration in C: their elements are 16 bits ---- */

struct prune_target {
	const cusparseMatDescr_t d;
	const void *threshold;
	f32 percentage; /* -1: the threshold */
	s32 *offsets, *indices;
	void *values;
	const void *info;
};

/* Only the function that fills the matrix by a percentage looks at its type. */
static cusparseStatus_t check_prune(cusparseHandle_t h, bool has_buffer,
                                    const struct prune_target *t) {
	bool is_good = t->threshold ||
	               (t->info && t->percentage >= 0 && t->percentage <= 100);
	cusparseStatus_t s = legacy_check(h, is_good && has_buffer, t->d);
	bool is_general = s != CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	return is_general || (t->values && !t->threshold) ? s : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t prune(cusparseHandle_t h, const char *function,
                              cusparseStatus_t s, struct filter *f,
                              const struct prune_target *t, s32 *total,
                              const void *buffer) {
	bool counts_a_share = !t->threshold && !t->values;
	if (!s)
		s = check_prune(h, buffer || !t->threshold, t);
	if (!s && !buffer && counts_a_share)
		s = CUSPARSE_STATUS_INTERNAL_ERROR;
	if (s)
		return sparse_end(function, s);
	f->percentage = t->threshold ? -1 : (f64)t->percentage;
	if (t->threshold && h->mode == CUSPARSE_POINTER_MODE_HOST)
		f->copy = magnitude(f->type, t->threshold);
	else
		f->threshold = t->threshold;
	f->base = (s32)t->d->base;
	f->offsets = t->offsets;
	f->indices = t->indices;
	f->values = t->values;
	f->keeps_offsets = t->values;
	return filter(h, function, s, f, total);
}

/* Questions for sizes look at nothing else, as the device's. */
static cusparseStatus_t prune_size(cusparseHandle_t h, const char *function, bool is_good,
                                   size_t *size) {
	cusparseStatus_t s = !h                  ? CUSPARSE_STATUS_NOT_INITIALIZED
	                     : !is_good || !size ? CUSPARSE_STATUS_INVALID_VALUE
	                                         : CUSPARSE_STATUS_SUCCESS;
	if (!s)
		*size = SOME_BYTES;
	return sparse_end(function, s);
}

#define DENSE_ARGS(T) cusparseHandle_t h, int m, int n, const T *a, int lda
#define DENSE_GOOD (m >= 0 && n >= 0 && lda >= MAX(m, 1))
#define DENSE_CHECK                                     \
	(!h           ? CUSPARSE_STATUS_NOT_INITIALIZED \
	 : DENSE_GOOD ? CUSPARSE_STATUS_SUCCESS         \
	              : CUSPARSE_STATUS_INVALID_VALUE)
#define DENSE_FILTER(type) of_dense(m, n, a, lda, type)
#define DENSE_UNUSED (void)m, (void)n, (void)a, (void)lda
#define SPARSE_ARGS(T)                                                               \
	cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t a_descr, \
		const T *a, const int *a_offsets, const int *a_indices
#define SPARSE_GOOD (m >= 0 && n >= 0 && nnz >= 0 && a_descr)
#define SPARSE_CHECK                                     \
	(!h            ? CUSPARSE_STATUS_NOT_INITIALIZED \
	 : SPARSE_GOOD ? CUSPARSE_STATUS_SUCCESS         \
	               : CUSPARSE_STATUS_INVALID_VALUE)
#define SPARSE_FILTER(type) of_sparse(m, n, nnz, a_descr, a, a_offsets, a_indices, type)
#define SPARSE_UNUSED                                                         \
	(void)m, (void)n, (void)nnz, (void)a_descr, (void)a, (void)a_offsets, \
		(void)a_indices

/* The three functions of one way to say what is kept. */
#define PRUNE_BY(P, T, type, FROM, SIZE, NNZ, FILL, ARGUMENT, INFO, ...)            \
	cusparseStatus_t SIZE(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d, \
	                      const T *values, const int *offsets,                  \
	                      const int *indices INFO, size_t *size);               \
	cusparseStatus_t SIZE(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d, \
	                      const T *values, const int *offsets,                  \
	                      const int *indices INFO, size_t *size) {              \
		struct prune_target t = {.d = d, __VA_ARGS__};                      \
		FROM##_UNUSED, (void)values, (void)offsets, (void)indices, (void)t; \
		return prune_size(h, __func__, INFO##_GOOD, size);                  \
	}                                                                           \
	cusparseStatus_t NNZ(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d,  \
	                     int *offsets, int *total INFO, void *buffer);          \
	cusparseStatus_t NNZ(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d,  \
	                     int *offsets, int *total INFO, void *buffer) {         \
		cusparseStatus_t s = FROM##_CHECK;                                  \
		struct filter f = FROM##_FILTER(type);                              \
		struct prune_target t = {.d = d, .offsets = offsets, __VA_ARGS__};  \
		return prune(h, __func__, s, &f, &t, total, buffer);                \
	}                                                                           \
	cusparseStatus_t FILL(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d, \
	                      T *values, const int *offsets, int *indices INFO,     \
	                      void *buffer);                                        \
	cusparseStatus_t FILL(FROM##_ARGS(T), ARGUMENT, const cusparseMatDescr_t d, \
	                      T *values, const int *offsets, int *indices INFO,     \
	                      void *buffer) {                                       \
		cusparseStatus_t s = FROM##_CHECK;                                  \
		struct filter f = FROM##_FILTER(type);                              \
		struct prune_target t = {.d = d,                                    \
		                         .offsets = (s32 *)(uintptr_t)offsets,      \
		                         .indices = indices,                        \
		                         .values = values,                          \
		                         __VA_ARGS__};                              \
		return prune(h, __func__, s, &f, &t, NULL, buffer);                 \
	}
#define NO_INFO
#define NO_INFO_GOOD true
#define WITH_INFO_GOOD (info != NULL)
#define WITH_INFO , pruneInfo_t info
#define PRUNE(P, T, type, name, FROM)                                                    \
	PRUNE_BY(P, T, type, FROM, cusparse##P##name##_bufferSizeExt,                    \
	         cusparse##P##name##Nnz, cusparse##P##name, const T *threshold, NO_INFO, \
	         .threshold = threshold)                                                 \
	PRUNE_BY(P, T, type, FROM, cusparse##P##name##ByPercentage_bufferSizeExt,        \
	         cusparse##P##name##NnzByPercentage, cusparse##P##name##ByPercentage,    \
	         float percentage, WITH_INFO, .percentage = percentage, .info = info)
PRUNE(H, u16, CUDA_R_16F, pruneDense2csr, DENSE)
PRUNE(H, u16, CUDA_R_16F, pruneCsr2csr, SPARSE)
PRUNE(S, float, CUDA_R_32F, pruneDense2csr, DENSE)
PRUNE(S, float, CUDA_R_32F, pruneCsr2csr, SPARSE)
PRUNE(D, double, CUDA_R_64F, pruneDense2csr, DENSE)
PRUNE(D, double, CUDA_R_64F, pruneCsr2csr, SPARSE)
