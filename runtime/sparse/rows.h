/* rows.h - the form in which kernels take a sparse operand: compressed rows. CSR is it;
 * CSC is it for the transpose; the other formats are converted in scratch memory when a
 * call runs, in time linear in what they store.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/sparse/sparse.h"

struct rows {
	s64 rows, cols, nnz; /* nnz: elements that the arrays have room for */
	const void *offsets; /* rows + 1 of them */
	const void *indices;
	bool wide_offsets, wide_indices; /* s64, not s32 */
	s64 offset_base, base;
	const void *values; /* in the type of the computation; NULL: not asked for */
	/* Where each element is in the operand's array of values; NULL: at its own index.
	 */
	const s64 *places;
	bool is_transposed; /* the rows are the operand's columns */
};

/* The arguments' names, for reports. */
struct operand {
	const char *offsets, *indices, *values;
};
#define OPERAND(name) \
	((struct operand){name "'s offsets", name "'s indices", name "'s values"})

enum { ROWS_VALUES = 1, ROWS_PLACES = 2 };

/* Makes rows of matrix `batch` of a batch. False: the call ends (access refused, out of
 * scratch, or offsets and indices that point outside). */
bool rows_open(struct lib_call *c, const struct sp_mat *m, s32 batch, enum number n,
               u32 what, struct operand names, struct rows *r);
/* The transpose, with its own arrays. */
bool rows_transpose(struct lib_call *c, const struct rows *r, enum number n,
                    bool conjugated, struct rows *t);

/* Calls fn(ctx, begin, end) for ranges of rows of about the same work, on several
 * threads, after checking the offsets and indices of the range. False: some were wrong,
 * and the call has failed. */
typedef void rows_fn(const void *ctx, s64 begin, s64 end);
bool rows_each(struct lib_call *c, const struct rows *r, rows_fn *fn, const void *ctx);
/* Only the check. */
bool rows_check(struct lib_call *c, const struct rows *r);
/* Calls fn(ctx, begin, end) for ranges of n things that cost `each` operations. */
void sparse_ranges(struct lib_call *c, s64 n, s64 each, rows_fn *fn, const void *ctx);

static inline s64 index_at(const void *indices, bool wide, s64 i) {
	return wide ? ((const s64 *)indices)[i] : ((const s32 *)indices)[i];
}

static inline void index_put(void *indices, bool wide, s64 i, s64 value) {
	if (wide)
		((s64 *)indices)[i] = value;
	else
		((s32 *)indices)[i] = (s32)value;
}

/* Where row i begins. */
static inline s64 row_begin(const struct rows *r, s64 i) {
	return index_at(r->offsets, r->wide_offsets, i) - r->offset_base;
}

static inline const void *at_byte(const void *p, s64 bytes) {
	return p ? (const u8 *)p + bytes : NULL;
}

/* ---- dense operands ---- */

/* Element (i, j) is at[i * row + j * col]. */
struct dense {
	void *at;
	s64 row, col;
	bool is_copy;
};

/* op(m) in the type of the computation, its rows contiguous. */
bool dense_open(struct lib_call *c, const struct dn_mat *m, s32 batch,
                cusparseOperation_t op, enum number n, const char *name, struct dense *d);
/* A matrix that is written; its old elements are there if `is_read`. close brings a
 * converted one back. */
bool dense_open_out(struct lib_call *c, const struct dn_mat *m, s32 batch, bool is_read,
                    enum number n, const char *name, struct dense *d);
void dense_close_out(struct lib_call *c, const struct dn_mat *m, s32 batch, enum number n,
                     const struct dense *d);
/* The same for vectors: matrices of one column. */
static inline struct dn_mat as_matrix(const struct dn_vec *v) {
	return (struct dn_mat){
		.rows = v->size,
		.cols = 1,
		.ld = MAX(v->size, 1),
		.values = v->values,
		.type = v->type,
		.order = CUSPARSE_ORDER_COL,
		.batch = 1,
	};
}
/* The memory of a matrix. */
struct lib_box dense_box(const struct dn_mat *m, s32 batch);
