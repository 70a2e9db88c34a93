/* dense.c - dense operands: where their elements are, and copies of them in the type and
 * order that kernels take.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/rows.h"

enum { TILE = 256 };

static inline bool is_by_row(const struct dn_mat *m) {
	return m->order == CUSPARSE_ORDER_ROW;
}

static inline u8 *matrix_at(const struct dn_mat *m, s32 batch) {
	return (u8 *)m->values +
	       (m->batch > 1 ? batch * m->stride * type_bytes(m->type) : 0);
}

struct lib_box dense_box(const struct dn_mat *m, s32 batch) {
	u64 lines = (u64)(is_by_row(m) ? m->rows : m->cols);
	u64 length = (u64)(is_by_row(m) ? m->cols : m->rows);
	return lib_matrix(matrix_at(m, batch), length, lines, m->ld, type_bytes(m->type));
}

struct packing {
	const u8 *from;
	u8 *to;
	cudaDataType type;
	enum number n;
	s64 cols, row, col; /* of the copy; steps in the original, in elements */
	bool conjugated;
};

static void conjugate_row(void *row, s64 n, enum number type) {
	if (type == NUM_C32)
		for (s64 k = 0; k < n; k++)
			((f32 *)row)[2 * k + 1] = -((f32 *)row)[2 * k + 1];
	else if (type == NUM_C64)
		for (s64 k = 0; k < n; k++)
			((f64 *)row)[2 * k + 1] = -((f64 *)row)[2 * k + 1];
}

/* In tiles of columns, so that the lines of the original stay in the cache for the rows
 * that share them. */
static void pack_rows(const void *ctx, s64 begin, s64 end) {
	const struct packing *p = ctx;
	u32 from_bytes = type_bytes(p->type), bytes = number_bytes(p->n);
	for (s64 j = 0; j < p->cols; j += TILE)
		for (s64 i = begin; i < end; i++) {
			s64 n = MIN(p->cols - j, (s64)TILE);
			u8 *to = p->to + (i * p->cols + j) * bytes;
			type_widen(p->n, to, p->type,
			           p->from + (i * p->row + j * p->col) * from_bytes, n,
			           p->col);
			if (p->conjugated)
				conjugate_row(to, n, p->n);
		}
}

bool dense_open(struct lib_call *c, const struct dn_mat *m, s32 batch,
                cusparseOperation_t op, enum number n, const char *name,
                struct dense *d) {
	struct lib_box box = dense_box(m, batch);
	if (!lib_reads(c, name, &box))
		return false;
	bool is_turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
	bool conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE && n >= NUM_C32;
	s64 row = is_by_row(m) == !is_turned ? m->ld : 1;
	s64 col = row == m->ld && is_by_row(m) == !is_turned ? 1 : m->ld;
	s64 rows = is_turned ? m->cols : m->rows, cols = is_turned ? m->rows : m->cols;
	*d = (struct dense){matrix_at(m, batch), row, col, false};
	if ((col == 1 || cols <= 1) && !conjugated && m->type == number_type(n)) {
		d->col = 1;
		return true;
	}
	u8 *copy = lib_scratch(c, (u64)MAX(rows * cols, 1) * number_bytes(n));
	if (!copy)
		return false;
	struct packing p = {d->at, copy, m->type, n, cols, row, col, conjugated};
	sparse_ranges(c, rows, cols, pack_rows, &p);
	*d = (struct dense){copy, cols, 1, true};
	return true;
}

/* ---- what is written ---- */

bool dense_open_out(struct lib_call *c, const struct dn_mat *m, s32 batch, bool is_read,
                    enum number n, const char *name, struct dense *d) {
	struct lib_box box = dense_box(m, batch);
	if (is_read ? !lib_updates(c, name, &box) : !lib_writes(c, name, &box))
		return false;
	*d = (struct dense){matrix_at(m, batch), is_by_row(m) ? m->ld : 1,
	                    is_by_row(m) ? 1 : m->ld, false};
	if (m->type == number_type(n))
		return true;
	/* The copy has the matrix's own order, without its gaps. */
	s64 lines = is_by_row(m) ? m->rows : m->cols,
	    length = is_by_row(m) ? m->cols : m->rows;
	u8 *copy = lib_scratch(c, (u64)MAX(lines * length, 1) * number_bytes(n));
	if (!copy)
		return false;
	for (s64 i = 0; is_read && i < lines; i++)
		type_widen(n, copy + i * length * number_bytes(n), m->type,
		           (u8 *)d->at + i * m->ld * type_bytes(m->type), length, 1);
	*d = (struct dense){copy, is_by_row(m) ? length : 1, is_by_row(m) ? 1 : length,
	                    true};
	return true;
}

void dense_close_out(struct lib_call *c, const struct dn_mat *m, s32 batch, enum number n,
                     const struct dense *d) {
	(void)c;
	s64 lines = is_by_row(m) ? m->rows : m->cols,
	    length = is_by_row(m) ? m->cols : m->rows;
	for (s64 i = 0; d->is_copy && i < lines; i++)
		type_narrow(m->type,
		            matrix_at(m, batch) + i * m->ld * type_bytes(m->type), 1, n,
		            (u8 *)d->at + i * length * number_bytes(n), length);
}
