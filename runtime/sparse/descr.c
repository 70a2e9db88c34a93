/* descr.c - descriptors of the generic functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/sparse.h"

static cusparseStatus_t end(const char *function, bool is_good) {
	return sparse_end(function, is_good ? CUSPARSE_STATUS_SUCCESS
	                                    : CUSPARSE_STATUS_INVALID_VALUE);
}

/* ---- making them ---- */

static bool is_vector_index(cusparseIndexType_t t) {
	return t == CUSPARSE_INDEX_16U || is_index_type(t);
}

/* Memory is not asked for here: a later function says how much there will be. */
static cusparseStatus_t make_sp_vec(const char *function, cusparseSpVecDescr_t *d,
                                    const struct sp_vec *v) {
	if (!d || v->size < 0 || v->nnz < 0 || v->nnz > v->size ||
	    !is_vector_index(v->index_type) || !is_base(v->base) || !type_bytes(v->type))
		return end(function, false);
	*d = sparse_new(struct cusparseSpVecDescr);
	if (!*d)
		return sparse_end(function, CUSPARSE_STATUS_ALLOC_FAILED);
	(*d)->v = *v;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t make_dn_vec(const char *function, cusparseDnVecDescr_t *d,
                                    const struct dn_vec *v) {
	if (!d || v->size < 0 || !type_bytes(v->type))
		return end(function, false);
	*d = sparse_new(struct cusparseDnVecDescr);
	if (!*d)
		return sparse_end(function, CUSPARSE_STATUS_ALLOC_FAILED);
	(*d)->v = *v;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t make_dn_mat(const char *function, cusparseDnMatDescr_t *d,
                                    const struct dn_mat *m) {
	bool by_row = m->order == CUSPARSE_ORDER_ROW;
	if (!d || m->rows < 0 || m->cols < 0 || m->ld < (by_row ? m->cols : m->rows) ||
	    !type_bytes(m->type) || (!by_row && m->order != CUSPARSE_ORDER_COL))
		return end(function, false);
	*d = sparse_new(struct cusparseDnMatDescr);
	if (!*d)
		return sparse_end(function, CUSPARSE_STATUS_ALLOC_FAILED);
	(*d)->m = *m;
	(*d)->m.batch = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

/* is_good: what this format asks for besides. */
static cusparseStatus_t make_sp_mat(const char *function, cusparseSpMatDescr_t *d,
                                    const struct sp_mat *m, bool is_good) {
	if (!d || !is_good || m->rows < 0 || m->cols < 0 || m->nnz < 0 ||
	    !is_vector_index(m->offset_type) || !is_vector_index(m->index_type))
		return end(function, false);
	if (!is_base(m->base) || !type_bytes(m->type))
		return end(function, false);
	if (m->offset_type != m->index_type)
		return sparse_end(function, CUSPARSE_STATUS_NOT_SUPPORTED);
	*d = sparse_new(struct cusparseSpMatDescr);
	if (!*d)
		return sparse_end(function, CUSPARSE_STATUS_ALLOC_FAILED);
	(*d)->m = *m;
	(*d)->m.batch = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

static bool fits(s64 nnz, s64 rows, s64 cols) {
	return nnz <= 0 || (rows > 0 && cols > 0 && (nnz - 1) / rows < cols);
}

/* ---- the functions that there are twice: V is void or const void, and P takes the const
 * away ---- */

static inline void *plain(const void *p) {
	return (void *)(uintptr_t)p;
}

#define DESCRIPTORS(Const, V)                                                            \
	cusparseStatus_t cusparseCreate##Const##SpVec(                                   \
		cusparse##Const##SpVecDescr_t *d, int64_t size, int64_t nnz, V *indices, \
		V *values, cusparseIndexType_t index_type, cusparseIndexBase_t base,     \
		cudaDataType type) {                                                     \
		return make_sp_vec(__func__, (cusparseSpVecDescr_t *)d,                  \
		                   &(struct sp_vec){size, nnz, plain(indices),           \
		                                    plain(values), index_type, base,     \
		                                    type});                              \
	}                                                                                \
	cusparseStatus_t cusparse##Const##SpVecGet(                                      \
		cusparse##Const##SpVecDescr_t d, int64_t *size, int64_t *nnz,            \
		V **indices, V **values, cusparseIndexType_t *index_type,                \
		cusparseIndexBase_t *base, cudaDataType *type) {                         \
		if (!d || !size || !nnz || !indices || !values || !index_type ||         \
		    !base || !type)                                                      \
			return end(__func__, false);                                     \
		*size = d->v.size;                                                       \
		*nnz = d->v.nnz;                                                         \
		*indices = d->v.indices;                                                 \
		*values = d->v.values;                                                   \
		*index_type = d->v.index_type;                                           \
		*base = d->v.base;                                                       \
		*type = d->v.type;                                                       \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}                                                                                \
	cusparseStatus_t cusparse##Const##SpVecGetValues(                                \
		cusparse##Const##SpVecDescr_t d, V **values) {                           \
		if (d && values)                                                         \
			*values = d->v.values;                                           \
		return end(__func__, d && values);                                       \
	}                                                                                \
	cusparseStatus_t cusparseCreate##Const##DnVec(cusparse##Const##DnVecDescr_t *d,  \
	                                              int64_t size, V *values,           \
	                                              cudaDataType type) {               \
		return make_dn_vec(__func__, (cusparseDnVecDescr_t *)d,                  \
		                   &(struct dn_vec){size, plain(values), type});         \
	}                                                                                \
	cusparseStatus_t cusparse##Const##DnVecGet(cusparse##Const##DnVecDescr_t d,      \
	                                           int64_t *size, V **values,            \
	                                           cudaDataType *type) {                 \
		if (!d || !size || !values || !type)                                     \
			return end(__func__, false);                                     \
		*size = d->v.size;                                                       \
		*values = d->v.values;                                                   \
		*type = d->v.type;                                                       \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}                                                                                \
	cusparseStatus_t cusparse##Const##DnVecGetValues(                                \
		cusparse##Const##DnVecDescr_t d, V **values) {                           \
		if (d && values)                                                         \
			*values = d->v.values;                                           \
		return end(__func__, d && values);                                       \
	}                                                                                \
	cusparseStatus_t cusparseCreate##Const##DnMat(                                   \
		cusparse##Const##DnMatDescr_t *d, int64_t rows, int64_t cols,            \
		int64_t ld, V *values, cudaDataType type, cusparseOrder_t order) {       \
		return make_dn_mat(__func__, (cusparseDnMatDescr_t *)d,                  \
		                   &(struct dn_mat){rows, cols, ld, plain(values), type, \
		                                    order, 1, 0});                       \
	}                                                                                \
	cusparseStatus_t cusparse##Const##DnMatGet(                                      \
		cusparse##Const##DnMatDescr_t d, int64_t *rows, int64_t *cols,           \
		int64_t *ld, V **values, cudaDataType *type, cusparseOrder_t *order) {   \
		if (!d || !rows || !cols || !ld || !values || !type || !order)           \
			return end(__func__, false);                                     \
		*rows = d->m.rows;                                                       \
		*cols = d->m.cols;                                                       \
		*ld = d->m.ld;                                                           \
		*values = d->m.values;                                                   \
		*type = d->m.type;                                                       \
		*order = d->m.order;                                                     \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}                                                                                \
	cusparseStatus_t cusparse##Const##DnMatGetValues(                                \
		cusparse##Const##DnMatDescr_t d, V **values) {                           \
		if (d && values)                                                         \
			*values = d->m.values;                                           \
		return end(__func__, d && values);                                       \
	}                                                                                \
	COMPRESSED(Const, V, Csr, CUSPARSE_FORMAT_CSR, rows)                             \
	COMPRESSED(Const, V, Csc, CUSPARSE_FORMAT_CSC, cols)                             \
	cusparseStatus_t cusparseCreate##Const##Coo(                                     \
		cusparse##Const##SpMatDescr_t *d, int64_t rows, int64_t cols,            \
		int64_t nnz, V *row_indices, V *col_indices, V *values,                  \
		cusparseIndexType_t index_type, cusparseIndexBase_t base,                \
		cudaDataType type) {                                                     \
		struct sp_mat m = {                                                      \
			.format = CUSPARSE_FORMAT_COO,                                   \
			.rows = rows,                                                    \
			.cols = cols,                                                    \
			.nnz = nnz,                                                      \
			.offsets = plain(row_indices),                                   \
			.indices = plain(col_indices),                                   \
			.values = plain(values),                                         \
			.offset_type = index_type,                                       \
			.index_type = index_type,                                        \
			.base = base,                                                    \
			.type = type,                                                    \
		};                                                                       \
		return make_sp_mat(__func__, (cusparseSpMatDescr_t *)d, &m,              \
		                   fits(nnz, rows, cols));                               \
	}                                                                                \
	cusparseStatus_t cusparse##Const##CooGet(                                        \
		cusparse##Const##SpMatDescr_t d, int64_t *rows, int64_t *cols,           \
		int64_t *nnz, V **row_indices, V **col_indices, V **values,              \
		cusparseIndexType_t *index_type, cusparseIndexBase_t *base,              \
		cudaDataType *type) {                                                    \
		if (!d || d->m.format != CUSPARSE_FORMAT_COO || !rows || !cols ||        \
		    !nnz || !row_indices || !col_indices || !values || !index_type ||    \
		    !base || !type)                                                      \
			return end(__func__, false);                                     \
		*rows = d->m.rows;                                                       \
		*cols = d->m.cols;                                                       \
		*nnz = d->m.nnz;                                                         \
		*row_indices = d->m.offsets;                                             \
		*col_indices = d->m.indices;                                             \
		*values = d->m.values;                                                   \
		*index_type = d->m.index_type;                                           \
		*base = d->m.base;                                                       \
		*type = d->m.type;                                                       \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}                                                                                \
	cusparseStatus_t cusparseCreate##Const##Bsr(                                     \
		cusparse##Const##SpMatDescr_t *d, int64_t brows, int64_t bcols,          \
		int64_t bnnz, int64_t block_rows, int64_t block_cols, V *offsets,        \
		V *indices, V *values, cusparseIndexType_t offset_type,                  \
		cusparseIndexType_t index_type, cusparseIndexBase_t base,                \
		cudaDataType type, cusparseOrder_t order) {                              \
		struct sp_mat m = {                                                      \
			.format = CUSPARSE_FORMAT_BSR,                                   \
			.rows = brows * block_rows,                                      \
			.cols = bcols * block_cols,                                      \
			.nnz = bnnz,                                                     \
			.offsets = plain(offsets),                                       \
			.indices = plain(indices),                                       \
			.values = plain(values),                                         \
			.offset_type = offset_type,                                      \
			.index_type = index_type,                                        \
			.base = base,                                                    \
			.type = type,                                                    \
			.block_rows = block_rows,                                        \
			.block_cols = block_cols,                                        \
			.order = order,                                                  \
		};                                                                       \
		return make_sp_mat(__func__, (cusparseSpMatDescr_t *)d, &m,              \
		                   brows >= 0 && bcols >= 0 && block_rows > 0 &&         \
		                           block_rows == block_cols &&                   \
		                           fits(bnnz, brows, bcols) &&                   \
		                           (order == CUSPARSE_ORDER_ROW ||               \
		                            order == CUSPARSE_ORDER_COL));               \
	}                                                                                \
	cusparseStatus_t cusparseCreate##Const##BlockedEll(                              \
		cusparse##Const##SpMatDescr_t *d, int64_t rows, int64_t cols,            \
		int64_t block_size, int64_t ell_cols, V *indices, V *values,             \
		cusparseIndexType_t index_type, cusparseIndexBase_t base,                \
		cudaDataType type) {                                                     \
		struct sp_mat m = {                                                      \
			.format = CUSPARSE_FORMAT_BLOCKED_ELL,                           \
			.rows = rows,                                                    \
			.cols = cols,                                                    \
			.nnz = rows * ell_cols,                                          \
			.indices = plain(indices),                                       \
			.values = plain(values),                                         \
			.offset_type = index_type,                                       \
			.index_type = index_type,                                        \
			.base = base,                                                    \
			.type = type,                                                    \
			.block_rows = block_size,                                        \
			.block_cols = block_size,                                        \
			.order = CUSPARSE_ORDER_ROW,                                     \
			.width = ell_cols,                                               \
		};                                                                       \
		return make_sp_mat(__func__, (cusparseSpMatDescr_t *)d, &m,              \
		                   rows > 0 && block_size > 0 && ell_cols >= 0 &&        \
		                           ell_cols <= cols && rows % block_size == 0 && \
		                           cols % block_size == 0 &&                     \
		                           ell_cols % block_size == 0);                  \
	}                                                                                \
	cusparseStatus_t cusparse##Const##BlockedEllGet(                                 \
		cusparse##Const##SpMatDescr_t d, int64_t *rows, int64_t *cols,           \
		int64_t *block_size, int64_t *ell_cols, V **indices, V **values,         \
		cusparseIndexType_t *index_type, cusparseIndexBase_t *base,              \
		cudaDataType *type) {                                                    \
		if (!d || d->m.format != CUSPARSE_FORMAT_BLOCKED_ELL || !rows ||         \
		    !cols || !block_size || !ell_cols || !indices || !values ||          \
		    !index_type || !base || !type)                                       \
			return end(__func__, false);                                     \
		*rows = d->m.rows;                                                       \
		*cols = d->m.cols;                                                       \
		*block_size = d->m.block_rows;                                           \
		*ell_cols = d->m.width;                                                  \
		*indices = d->m.indices;                                                 \
		*values = d->m.values;                                                   \
		*index_type = d->m.index_type;                                           \
		*base = d->m.base;                                                       \
		*type = d->m.type;                                                       \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}                                                                                \
	cusparseStatus_t cusparseCreate##Const##SlicedEll(                               \
		cusparse##Const##SpMatDescr_t *d, int64_t rows, int64_t cols,            \
		int64_t nnz, int64_t values_size, int64_t slice_size, V *offsets,        \
		V *indices, V *values, cusparseIndexType_t offset_type,                  \
		cusparseIndexType_t index_type, cusparseIndexBase_t base,                \
		cudaDataType type) {                                                     \
		struct sp_mat m = {                                                      \
			.format = CUSPARSE_FORMAT_SLICED_ELLPACK,                        \
			.rows = rows,                                                    \
			.cols = cols,                                                    \
			.nnz = nnz,                                                      \
			.offsets = plain(offsets),                                       \
			.indices = plain(indices),                                       \
			.values = plain(values),                                         \
			.offset_type = offset_type,                                      \
			.index_type = index_type,                                        \
			.base = base,                                                    \
			.type = type,                                                    \
			.width = slice_size,                                             \
			.values_size = values_size,                                      \
		};                                                                       \
		return make_sp_mat(__func__, (cusparseSpMatDescr_t *)d, &m,              \
		                   slice_size >= 0 && values_size >= nnz);               \
	}                                                                                \
	cusparseStatus_t cusparse##Const##SpMatGetValues(                                \
		cusparse##Const##SpMatDescr_t d, V **values) {                           \
		if (d && values)                                                         \
			*values = d->m.values;                                           \
		return end(__func__, d && values);                                       \
	}

/* Compressed rows, or columns. */
#define COMPRESSED(Const, V, Name, Format, lines)                                        \
	cusparseStatus_t cusparseCreate##Const##Name(                                    \
		cusparse##Const##SpMatDescr_t *d, int64_t rows, int64_t cols,            \
		int64_t nnz, V *offsets, V *indices, V *values,                          \
		cusparseIndexType_t offset_type, cusparseIndexType_t index_type,         \
		cusparseIndexBase_t base, cudaDataType type) {                           \
		struct sp_mat m = {                                                      \
			.format = Format,                                                \
			.rows = rows,                                                    \
			.cols = cols,                                                    \
			.nnz = nnz,                                                      \
			.offsets = plain(offsets),                                       \
			.indices = plain(indices),                                       \
			.values = plain(values),                                         \
			.offset_type = offset_type,                                      \
			.index_type = index_type,                                        \
			.base = base,                                                    \
			.type = type,                                                    \
		};                                                                       \
		return make_sp_mat(__func__, (cusparseSpMatDescr_t *)d, &m,              \
		                   fits(nnz, rows, cols));                               \
	}                                                                                \
	cusparseStatus_t cusparse##Const##Name##Get(                                     \
		cusparse##Const##SpMatDescr_t d, int64_t *rows, int64_t *cols,           \
		int64_t *nnz, V **offsets, V **indices, V **values,                      \
		cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type,       \
		cusparseIndexBase_t *base, cudaDataType *type) {                         \
		if (!d || d->m.format != Format || !rows || !cols || !nnz || !offsets || \
		    !indices || !values || !offset_type || !index_type || !base ||       \
		    !type)                                                               \
			return end(__func__, false);                                     \
		*rows = d->m.rows;                                                       \
		*cols = d->m.cols;                                                       \
		*nnz = d->m.nnz;                                                         \
		*offsets = d->m.offsets;                                                 \
		*indices = d->m.indices;                                                 \
		*values = d->m.values;                                                   \
		*offset_type = d->m.offset_type;                                         \
		*index_type = d->m.index_type;                                           \
		*base = d->m.base;                                                       \
		*type = d->m.type;                                                       \
		return CUSPARSE_STATUS_SUCCESS;                                          \
	}

DESCRIPTORS(, void)
DESCRIPTORS(Const, const void)

/* ---- the others ---- */

/* Nothing happens to a descriptor that is not there. */
#define DESTROY(Name)                                                            \
	cusparseStatus_t cusparseDestroy##Name(cusparseConst##Name##Descr_t d) { \
		lib_object_drop(plain(d));                                       \
		return CUSPARSE_STATUS_SUCCESS;                                  \
	}
DESTROY(SpVec)
DESTROY(DnVec)
DESTROY(DnMat)
DESTROY(SpMat)

#define SET_VALUES(Name, part)                                                \
	cusparseStatus_t cusparse##Name##SetValues(cusparse##Name##Descr_t d, \
	                                           void *values) {            \
		if (d)                                                        \
			d->part.values = values;                              \
		return end(__func__, d);                                      \
	}
SET_VALUES(SpVec, v)
SET_VALUES(DnVec, v)
SET_VALUES(DnMat, m)
SET_VALUES(SpMat, m)

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t d,
                                           cusparseIndexBase_t *base) {
	if (d && base)
		*base = d->v.base;
	return end(__func__, d && base);
}

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t d,
                                           cusparseIndexBase_t *base) {
	if (d && base)
		*base = d->m.base;
	return end(__func__, d && base);
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t d,
                                        cusparseFormat_t *format) {
	if (d && format)
		*format = d->m.format;
	return end(__func__, d && format);
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t d, int64_t *rows,
                                      int64_t *cols, int64_t *nnz) {
	if (!d || !rows || !cols || !nnz)
		return end(__func__, false);
	s64 block = d->m.format == CUSPARSE_FORMAT_BSR ||
	                            d->m.format == CUSPARSE_FORMAT_BLOCKED_ELL
	                    ? d->m.block_rows * d->m.block_cols
	                    : 1;
	*rows = d->m.rows;
	*cols = d->m.cols;
	*nnz = d->m.nnz * block;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t set_pointers(const char *function, cusparseSpMatDescr_t d,
                                     cusparseFormat_t format, void *offsets,
                                     void *indices, void *values) {
	if (!d || d->m.format != format)
		return end(function, false);
	d->m.offsets = offsets;
	d->m.indices = indices;
	d->m.values = values;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t d, void *offsets,
                                        void *indices, void *values) {
	return set_pointers(__func__, d, CUSPARSE_FORMAT_CSR, offsets, indices, values);
}

cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t d, void *offsets,
                                        void *indices, void *values) {
	return set_pointers(__func__, d, CUSPARSE_FORMAT_CSC, offsets, indices, values);
}

cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t d, void *rows, void *columns,
                                        void *values) {
	return set_pointers(__func__, d, CUSPARSE_FORMAT_COO, rows, columns, values);
}

/* ---- batches ---- */

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t d, int batch,
                                              int64_t stride) {
	s64 size = !d                                 ? 0
	           : d->m.order == CUSPARSE_ORDER_COL ? d->m.ld * d->m.cols
	                                              : d->m.ld * d->m.rows;
	if (!d || batch <= 0 || stride < 0 || (batch > 1 && stride && stride < size))
		return end(__func__, false);
	d->m.batch = batch;
	d->m.stride = stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t d, int *batch,
                                              int64_t *stride) {
	if (!d || !batch || !stride)
		return end(__func__, false);
	*batch = d->m.batch;
	*stride = d->m.stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t d, int *batch) {
	if (d && batch)
		*batch = d->m.batch;
	return end(__func__, d && batch);
}

/* A stride of 0: one array serves the whole batch. Others are long enough for it. */
static bool is_stride(s64 stride, s64 length) {
	return stride == 0 || stride >= length;
}

static cusparseStatus_t set_batch(const char *function, cusparseSpMatDescr_t d,
                                  cusparseFormat_t format, s32 batch, s64 offset_stride,
                                  s64 index_stride, s64 value_stride) {
	/* The lines of CSC are columns, which has no function of its own. */
	bool by_columns = d && d->m.format == CUSPARSE_FORMAT_CSC &&
	                  format == CUSPARSE_FORMAT_CSR;
	if (!d || (d->m.format != format && !by_columns) || batch <= 0)
		return end(function, false);
	s64 block = format == CUSPARSE_FORMAT_BSR ? d->m.block_rows : 1;
	s64 offsets = format == CUSPARSE_FORMAT_COO ? d->m.nnz
	              : by_columns                  ? d->m.cols + 1
	                                            : d->m.rows / block + 1;
	if (!is_stride(offset_stride, offsets) || !is_stride(index_stride, d->m.nnz) ||
	    !is_stride(value_stride, d->m.nnz * block * block))
		return end(function, false);
	d->m.batch = batch;
	d->m.offset_stride = offset_stride;
	d->m.index_stride = index_stride;
	d->m.value_stride = value_stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t d, int batch,
                                            int64_t stride) {
	return set_batch(__func__, d, CUSPARSE_FORMAT_COO, batch, stride, stride, stride);
}

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t d, int batch,
                                            int64_t offset_stride, int64_t stride) {
	return set_batch(__func__, d, CUSPARSE_FORMAT_CSR, batch, offset_stride, stride,
	                 stride);
}

cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t d, int batch,
                                            int64_t offset_stride, int64_t index_stride,
                                            int64_t value_stride) {
	return set_batch(__func__, d, CUSPARSE_FORMAT_BSR, batch, offset_stride,
	                 index_stride, value_stride);
}

/* ---- attributes: both are enumerations with the values 0 and 1 ---- */

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t d,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size) {
	if (!d || (u32)attribute > CUSPARSE_SPMAT_DIAG_TYPE || !data ||
	    size != sizeof(u32))
		return end(__func__, false);
	u32 value = attribute == CUSPARSE_SPMAT_FILL_MODE ? (u32)d->m.fill
	                                                  : (u32)d->m.diag;
	memcpy(data, &value, sizeof value);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t d,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size) {
	u32 value;
	if (!d || (u32)attribute > CUSPARSE_SPMAT_DIAG_TYPE || !data ||
	    size != sizeof value)
		return end(__func__, false);
	memcpy(&value, data, sizeof value);
	if (attribute == CUSPARSE_SPMAT_FILL_MODE) {
		d->m.fill = (cusparseFillMode_t)value;
		d->m.has_fill = true;
	} else {
		d->m.diag = (cusparseDiagType_t)value;
		d->m.has_diag = true;
	}
	return CUSPARSE_STATUS_SUCCESS;
}
