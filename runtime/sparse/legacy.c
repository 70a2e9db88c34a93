/* legacy.c - see legacy.h; the infos, and the zero pivots that they keep.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/legacy.h"

cusparseStatus_t legacy_check(cusparseHandle_t h, bool is_good,
                              const cusparseMatDescr_t a) {
	return !h               ? CUSPARSE_STATUS_NOT_INITIALIZED
	       : !is_good || !a ? CUSPARSE_STATUS_INVALID_VALUE
	       : a->type != CUSPARSE_MATRIX_TYPE_GENERAL
	               ? CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED
	               : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t legacy_check_type_first(cusparseHandle_t h, bool is_good,
                                         const cusparseMatDescr_t a) {
	cusparseStatus_t s = legacy_check(h, true, a);
	return s ? s : legacy_check(h, is_good, a);
}

static inline void *plain(const void *p) {
	return (void *)(uintptr_t)p;
}

struct sp_mat legacy_csr(s64 rows, s64 cols, s64 nnz, const cusparseMatDescr_t d,
                         const void *values, const s32 *offsets, const s32 *indices,
                         enum number n) {
	return (struct sp_mat){
		.format = CUSPARSE_FORMAT_CSR,
		.rows = rows,
		.cols = cols,
		.nnz = nnz,
		.offsets = plain(offsets),
		.indices = plain(indices),
		.values = plain(values),
		.offset_type = CUSPARSE_INDEX_32I,
		.index_type = CUSPARSE_INDEX_32I,
		.base = d->base,
		.type = number_type(n),
		.batch = 1,
		.fill = d->fill,
		.diag = d->diag,
	};
}

struct sp_mat legacy_bsr(cusparseDirection_t dir, s64 block_rows, s64 block_cols, s64 nnz,
                         const cusparseMatDescr_t d, const void *values,
                         const s32 *offsets, const s32 *indices, s64 height, s64 width,
                         enum number n) {
	struct sp_mat m = legacy_csr(block_rows * height, block_cols * width, nnz, d,
	                             values, offsets, indices, n);
	m.format = CUSPARSE_FORMAT_BSR;
	m.block_rows = height;
	m.block_cols = width;
	m.order = dir == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
	return m;
}

bool legacy_count(struct lib_call *c, struct sp_mat *m, const char *name) {
	if (m->nnz >= 0)
		return true;
	s64 lines = m->format == CUSPARSE_FORMAT_BSR ? m->rows / m->block_rows : m->rows;
	struct lib_box box = lib_bytes(m->offsets, (u64)(lines + 1) * sizeof(s32));
	if (!lib_reads(c, name, &box))
		return false;
	m->nnz = ((const s32 *)m->offsets)[lines] - (s64)m->base;
	if (m->nnz < 0)
		lib_fail(c, cudaErrorIllegalAddress);
	return m->nnz >= 0;
}

bool legacy_write_result(struct lib_call *c, const struct result *r, s32 value,
                         const char *name) {
	struct lib_box box = lib_bytes(r->at, sizeof(s32));
	if (!r->on_host && !lib_writes(c, name, &box))
		return false;
	memcpy(r->at, &value, sizeof value);
	return true;
}

/* ---- infos ---- */

static cusparseStatus_t make_info(const char *function, void *info) {
	struct legacy_info *made = info ? sparse_new(struct legacy_info) : NULL;
	if (made)
		made->pivot = (struct pivot){-1, -1};
	if (info)
		memcpy(info, &made, sizeof made);
	return sparse_end(function, !info   ? CUSPARSE_STATUS_INVALID_VALUE
	                            : !made ? CUSPARSE_STATUS_ALLOC_FAILED
	                                    : CUSPARSE_STATUS_SUCCESS);
}

#define INFO(Name, T)                                    \
	cusparseStatus_t cusparseCreate##Name(T *info) { \
		return make_info(__func__, info);        \
	}                                                \
	cusparseStatus_t cusparseDestroy##Name(T info) { \
		lib_object_drop(info);                   \
		return CUSPARSE_STATUS_SUCCESS;          \
	}
INFO(Csric02Info, csric02Info_t)
INFO(Bsric02Info, bsric02Info_t)
INFO(Csrilu02Info, csrilu02Info_t)
INFO(Bsrilu02Info, bsrilu02Info_t)
INFO(Bsrsv2Info, bsrsv2Info_t)
INFO(Bsrsm2Info, bsrsm2Info_t)
INFO(Csru2csrInfo, csru2csrInfo_t)
INFO(ColorInfo, cusparseColorInfo_t)
INFO(PruneInfo, pruneInfo_t)

/* ---- zero pivots ---- */

struct asked_pivot {
	const struct legacy_info *info;
	struct result result;
};

static s32 first_pivot(const struct pivot *p) {
	return p->missing < 0 ? p->zero
	       : p->zero < 0  ? p->missing
	                      : MIN(p->missing, p->zero);
}

static void run_pivot(struct lib_call *c, const void *payload) {
	const struct asked_pivot *p = payload;
	legacy_write_result(c, &p->result, first_pivot(&p->info->pivot), "position");
}

/* The program waits for the analysis and the factorisation. */
static cusparseStatus_t zero_pivot(cusparseHandle_t h, const char *function,
                                   const void *info, s32 *position) {
	cusparseStatus_t s = !h                   ? CUSPARSE_STATUS_NOT_INITIALIZED
	                     : !info || !position ? CUSPARSE_STATUS_INVALID_VALUE
	                                          : CUSPARSE_STATUS_SUCCESS;
	if (s)
		return sparse_end(function, s);
	struct asked_pivot p = {info_of(info), legacy_result(h, position)};
	s = sparse_submit_and_wait(h, function, run_pivot, &p, sizeof p);
	return s                                  ? s
	       : first_pivot(&p.info->pivot) >= 0 ? CUSPARSE_STATUS_ZERO_PIVOT
	                                          : CUSPARSE_STATUS_SUCCESS;
}

#define ZERO_PIVOT(name)                                                                 \
	cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t h,                 \
	                                             name##Info_t info, int *position) { \
		return zero_pivot(h, __func__, info, position);                          \
	}
ZERO_PIVOT(bsrsv2)
ZERO_PIVOT(bsrsm2)
ZERO_PIVOT(csrilu02)
ZERO_PIVOT(bsrilu02)
ZERO_PIVOT(csric02)
ZERO_PIVOT(bsric02)
