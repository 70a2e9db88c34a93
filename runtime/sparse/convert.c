/* convert.c - between sparse and dense matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/rows.h"

/* Elements are moved as they are: the type of the computation does not matter. */
static const enum number any = NUM_F32;

struct conversion {
	struct sp_mat sparse;
	struct dn_mat dense;
	s64 *nnz; /* the host's */
};

static inline u8 *dense_element(const struct dn_mat *m, s64 i, s64 j) {
	bool by_row = m->order == CUSPARSE_ORDER_ROW;
	return (u8 *)m->values +
	       (by_row ? i * m->ld + j : j * m->ld + i) * type_bytes(m->type);
}

/* ---- to a dense one ---- */

static void run_to_dense(struct lib_call *c, const void *payload) {
	const struct conversion *p = payload;
	const struct sp_mat *m = &p->sparse;
	struct lib_box box = dense_box(&p->dense, 0);
	u32 bytes = type_bytes(m->type);
	struct rows r;
	if (!rows_open(c, m, 0, any, ROWS_PLACES, OPERAND("matA"), &r) ||
	    !rows_check(c, &r))
		return;
	s64 used = row_begin(&r, r.rows), size = m->nnz;
	struct lib_box values = lib_bytes(m->values, (u64)size * bytes);
	if (!lib_reads(c, "matA's values", &values) || !lib_writes(c, "matB", &box))
		return;
	for (u64 i = 0; i < box.rows; i++)
		memset((u8 *)p->dense.values + (s64)i * box.pitch, 0, box.width);
	for (s64 i = 0; used && i < r.rows; i++)
		for (s64 k = row_begin(&r, i); k < row_begin(&r, i + 1); k++) {
			s64 j = index_at(r.indices, r.wide_indices, k) - r.base;
			s64 place = r.places ? r.places[k] : k;
			memcpy(r.is_transposed ? dense_element(&p->dense, j, i)
			                       : dense_element(&p->dense, i, j),
			       (u8 *)m->values + place * bytes, bytes);
		}
}

static cusparseStatus_t check(cusparseHandle_t h, const struct sp_mat *sparse,
                              const struct dn_mat *dense, u32 alg, bool takes_ell) {
	if (!h)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!sparse || !dense || alg)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (sparse->format == CUSPARSE_FORMAT_BSR ||
	    sparse->format == CUSPARSE_FORMAT_SLICED_ELLPACK ||
	    (sparse->format == CUSPARSE_FORMAT_BLOCKED_ELL && !takes_ell))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (sparse->rows != dense->rows || sparse->cols != dense->cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (sparse->type != dense->type || sparse->batch > 1 || dense->batch > 1 ||
	    !is_index_type(sparse->index_type))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static inline const struct sp_mat *sparse_of(cusparseConstSpMatDescr_t d) {
	return d ? &d->m : NULL;
}

static inline const struct dn_mat *dense_of(cusparseConstDnMatDescr_t d) {
	return d ? &d->m : NULL;
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t h,
                                                  cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b,
                                                  cusparseSparseToDenseAlg_t alg,
                                                  size_t *size) {
	return sparse_no_buffer(__func__, check(h, sparse_of(a), dense_of(b), alg, false),
	                        size);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b,
                                       cusparseSparseToDenseAlg_t alg, void *buffer) {
	cusparseStatus_t s = check(h, sparse_of(a), dense_of(b), alg, false);
	if (!s)
		s = sparse_with_buffer(s, &a->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	if (s)
		return sparse_end(__func__, s);
	struct conversion p = {.sparse = a->m, .dense = b->m};
	return sparse_submit(h, __func__, run_to_dense, &p, sizeof p);
}

/* ---- to a sparse one ---- */

/* Whether any bit but those of the parts' signs is set. */
static bool is_nonzero(const u8 *p, cudaDataType type) {
	u32 bytes = type_bytes(type), part = type_is_complex(type) ? bytes / 2 : bytes;
	bool is_integer = type == CUDA_R_8I || type == CUDA_R_32I;
	u32 found = 0;
	for (u32 i = 0; i < bytes; i++) {
		bool has_sign = !is_integer && i % part == part - 1;
		found |= p[i] & (has_sign ? 0x7fu : 0xffu);
	}
	return found;
}

/* Visits the elements that are not 0 in the order of the format: row by row, or column by
 * column. */
struct walk {
	const struct conversion *p;
	s64 lines, length;
	bool by_column;
};

static struct walk walk_of(const struct conversion *p) {
	bool by_column = p->sparse.format == CUSPARSE_FORMAT_CSC;
	return (struct walk){
		p,
		by_column ? p->dense.cols : p->dense.rows,
		by_column ? p->dense.rows : p->dense.cols,
		by_column,
	};
}

static inline const u8 *walk_element(const struct walk *w, s64 line, s64 at) {
	return w->by_column ? dense_element(&w->p->dense, at, line)
	                    : dense_element(&w->p->dense, line, at);
}

static void put_offset(const struct sp_mat *m, s64 i, s64 value) {
	index_put(m->offsets, m->offset_type == CUSPARSE_INDEX_64I, i, value + m->base);
}

static void put_index(const struct sp_mat *m, s64 i, s64 value) {
	index_put(m->indices, m->index_type == CUSPARSE_INDEX_64I, i, value + m->base);
}

static s64 line_count(const struct sp_mat *m) {
	return m->format == CUSPARSE_FORMAT_CSC ? m->cols : m->rows;
}

/* Counts; compressed formats have their offsets then. */
static void run_analysis(struct lib_call *c, const void *payload) {
	const struct conversion *p = payload;
	const struct sp_mat *m = &p->sparse;
	struct lib_box dense = dense_box(&p->dense, 0);
	bool has_offsets = m->format != CUSPARSE_FORMAT_COO;
	s64 lines = line_count(m), n = 0;
	struct lib_box offsets = lib_bytes(
		m->offsets, (u64)(lines + 1) * index_bytes(m->offset_type));
	if (!lib_reads(c, "matA", &dense) ||
	    (has_offsets && !lib_writes(c, "matB's offsets", &offsets)))
		return;
	struct walk w = walk_of(p);
	for (s64 i = 0; i < lines; i++) {
		if (has_offsets)
			put_offset(m, i, n);
		for (s64 j = 0; j < w.length; j++)
			n += is_nonzero(walk_element(&w, i, j), m->type);
	}
	if (has_offsets)
		put_offset(m, lines, n);
	*p->nnz = n;
}

static void fill_lines(const struct conversion *p) {
	const struct sp_mat *m = &p->sparse;
	struct walk w = walk_of(p);
	u32 bytes = type_bytes(m->type);
	s64 n = 0;
	for (s64 i = 0; i < w.lines; i++)
		for (s64 j = 0; j < w.length; j++) {
			const u8 *e = walk_element(&w, i, j);
			if (!is_nonzero(e, m->type) || n == m->nnz)
				continue;
			if (m->format == CUSPARSE_FORMAT_COO)
				put_offset(m, n, i);
			put_index(m, n, j);
			memcpy((u8 *)m->values + n++ * bytes, e, bytes);
		}
}

/* The blocks' columns are given. */
static bool fill_ell(struct lib_call *c, const struct conversion *p) {
	const struct sp_mat *m = &p->sparse;
	bool wide = m->index_type == CUSPARSE_INDEX_64I;
	s64 size = m->block_rows, slots = m->width / size;
	u32 bytes = type_bytes(m->type);
	for (s64 i = 0; i < m->rows; i++)
		for (s64 k = 0; k < slots; k++) {
			s64 j = index_at(m->indices, wide, i / size * slots + k) -
			        m->base;
			u8 *to = (u8 *)m->values + (i * m->width + k * size) * bytes;
			if (j >= m->cols / size) {
				lib_fail(c, cudaErrorIllegalAddress);
				return false;
			}
			for (s64 l = 0; l < size; l++)
				if (j < 0)
					memset(to + l * bytes, 0, bytes);
				else
					memcpy(to + l * bytes,
					       dense_element(&p->dense, i, j * size + l),
					       bytes);
		}
	return true;
}

static void run_to_sparse(struct lib_call *c, const void *payload) {
	const struct conversion *p = payload;
	const struct sp_mat *m = &p->sparse;
	struct lib_box dense = dense_box(&p->dense, 0);
	bool is_ell = m->format == CUSPARSE_FORMAT_BLOCKED_ELL,
	     is_coo = m->format == CUSPARSE_FORMAT_COO;
	s64 block = m->block_rows ? m->block_rows * m->block_cols : 1;
	s64 indices = is_ell ? m->rows * m->width / block : m->nnz;
	struct lib_box o = lib_bytes(m->offsets,
	                             (u64)m->nnz * index_bytes(m->offset_type));
	struct lib_box i = lib_bytes(m->indices,
	                             (u64)indices * index_bytes(m->index_type));
	struct lib_box v = lib_bytes(m->values,
	                             (u64)(indices * block) * type_bytes(m->type));
	if (!lib_reads(c, "matA", &dense) ||
	    (is_coo && !lib_writes(c, "matB's offsets", &o)) ||
	    !(is_ell ? lib_reads(c, "matB's indices", &i)
	             : lib_writes(c, "matB's indices", &i)) ||
	    !lib_writes(c, "matB's values", &v))
		return;
	if (is_ell)
		fill_ell(c, p);
	else
		fill_lines(p);
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t h,
                                                  cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b,
                                                  cusparseDenseToSparseAlg_t alg,
                                                  size_t *size) {
	return sparse_no_buffer(__func__, check(h, sparse_of(b), dense_of(a), alg, true),
	                        size);
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t h,
                                                cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t alg,
                                                void *buffer) {
	cusparseStatus_t s = check(h, sparse_of(b), dense_of(a), alg, true);
	if (!s)
		s = sparse_with_buffer(s, &b->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	if (s || b->m.format == CUSPARSE_FORMAT_BLOCKED_ELL)
		return sparse_end(__func__, s);
	s64 nnz = 0;
	struct conversion p = {.sparse = b->m, .dense = a->m, .nnz = &nnz};
	s = sparse_submit_and_wait(h, __func__, run_analysis, &p, sizeof p);
	if (!s)
		b->m.nnz = nnz;
	return s;
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t h,
                                               cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t alg,
                                               void *buffer) {
	cusparseStatus_t s = check(h, sparse_of(b), dense_of(a), alg, true);
	if (!s)
		s = sparse_with_buffer(s, &b->m, buffer, CUSPARSE_STATUS_INVALID_VALUE);
	if (s)
		return sparse_end(__func__, s);
	struct conversion p = {.sparse = b->m, .dense = a->m};
	return sparse_submit(h, __func__, run_to_sparse, &p, sizeof p);
}
