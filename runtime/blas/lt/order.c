/* order.c - elements of matrices in every order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/lt/order.h"

#include "runtime/blas/element.h"

static s64 round_up(s64 n, s64 to) {
	return (n + to - 1) / to * to;
}

s64 order_at(const struct lt_layout *l, s64 i, s64 j) {
	s64 tile = j / 32 * l->ld, c = j % 32;
	switch (l->order) {
	case CUBLASLT_ORDER_COL: return i + j * l->ld;
	case CUBLASLT_ORDER_ROW: return i * l->ld + j;
	case CUBLASLT_ORDER_COL32: return tile + i * 32 + c;
	/* Eight rows, the even ones first, in squares of four by four. */
	case CUBLASLT_ORDER_COL4_4R2_8C:
		return tile + i / 8 * 256 + i % 2 * 128 + c / 4 * 16 + i % 8 / 2 * 4 +
		       c % 4;
	/* 32 rows in pairs: 0 and 1, 8 and 9, 16 and 17, 24 and 25, 2 and 3, ... */
	default:
		return tile + i / 32 * 1024 +
		       (i % 8 / 2 * 8 + i % 32 / 8 * 2 + i % 2) * 32 + c;
	}
}

s64 order_row_step(const struct lt_layout *l) {
	return l->order == CUBLASLT_ORDER_COL     ? 1
	       : l->order == CUBLASLT_ORDER_ROW   ? l->ld
	       : l->order == CUBLASLT_ORDER_COL32 ? 32
	                                          : 0;
}

s64 order_col_step(const struct lt_layout *l) {
	return l->order == CUBLASLT_ORDER_COL           ? l->ld
	       : l->order == CUBLASLT_ORDER_COL4_4R2_8C ? 0
	                                                : 1;
}

s64 order_rows(const struct lt_layout *l) {
	return round_up((s64)l->rows, l->order == CUBLASLT_ORDER_COL4_4R2_8C    ? 8
	                              : l->order == CUBLASLT_ORDER_COL32_2R_4R4 ? 32
	                                                                        : 1);
}

s64 order_cols(const struct lt_layout *l) {
	return round_up((s64)l->cols, order_is_tiled(l) ? 32 : 1);
}

/* Real numbers from one element to the next. */
static s64 width(const struct lt_layout *l) {
	return element_is_complex(l->type) && !l->plane ? 2 : 1;
}

static s64 real_bytes(const struct lt_layout *l) {
	return element_bytes(REAL_OF(l->type));
}

void *order_item(const void *at, const struct lt_layout *l, s32 i) {
	return (u8 *)at + i * l->batch_stride * width(l) * real_bytes(l);
}

/* From the real part to the imaginary one. */
static s64 other_part(const struct lt_layout *l) {
	return l->plane ? l->plane : real_bytes(l);
}

void order_load(const struct lt_layout *l, const void *at, bool of_row, s64 i, s64 j,
                s64 n, f64 *re, f64 *im) {
	s64 step = of_row ? order_col_step(l) : order_row_step(l), each = step ? n : 1;
	u32 type = REAL_OF(l->type);
	for (s64 q = 0; q < n; q += each) {
		s64 place = of_row ? order_at(l, i, j + q) : order_at(l, i + q, j);
		const u8 *from = (const u8 *)at + place * width(l) * real_bytes(l);
		elements_to_f64(re + q, from, type, step * width(l), (u64)each);
		if (element_is_complex(l->type))
			elements_to_f64(im + q, from + other_part(l), type,
			                step * width(l), (u64)each);
		else
			memset(im + q, 0, (size_t)each * sizeof *im);
	}
}

void order_store(const struct lt_layout *l, void *at, s64 i, s64 j, s64 n, const f64 *re,
                 const f64 *im) {
	s64 step = order_row_step(l), each = step ? n : 1;
	u32 type = REAL_OF(l->type);
	for (s64 q = 0; q < n; q += each) {
		u8 *to = (u8 *)at + order_at(l, i + q, j) * width(l) * real_bytes(l);
		elements_from_f64(to, type, step * width(l), re + q, (u64)each);
		if (element_is_complex(l->type))
			elements_from_f64(to + other_part(l), type, step * width(l),
			                  im + q, (u64)each);
	}
}

static bool name_box(struct lib_call *c, access_function *access, const char *name,
                     const struct lt_layout *l, struct lib_box box) {
	box.slices = (u64)l->batch;
	box.slice_pitch = l->batch_stride * width(l) * real_bytes(l);
	if (!access(c, name, &box))
		return false;
	box.at = (const u8 *)box.at + l->plane;
	return !l->plane || !element_is_complex(l->type) || access(c, name, &box);
}

/* The columns of tiles that are whole, and what there is of the last one. */
static bool name_tiles(struct lib_call *c, access_function *access, const char *name,
                       const void *at, const struct lt_layout *l) {
	s64 bytes = width(l) * real_bytes(l), tile = 32 * order_rows(l);
	s64 cols = access == lib_writes ? order_cols(l) : (s64)l->cols;
	struct lib_box whole = {
		.at = at,
		.width = (u64)(tile * bytes),
		.rows = (u64)(cols / 32),
		.pitch = l->ld * bytes,
	};
	struct lib_box rest = {
		.at = (const u8 *)at + cols / 32 * l->ld * bytes,
		.width = (u64)(cols % 32 * bytes),
		.rows = (u64)order_rows(l),
		.pitch = 32 * bytes,
	};
	return name_box(c, access, name, l, whole) &&
	       (cols % 32 == 0 || name_box(c, access, name, l, rest));
}

bool order_name(struct lib_call *c, access_function *access, const char *name,
                const void *at, const struct lt_layout *l) {
	bool is_row = l->order == CUBLASLT_ORDER_ROW;
	u32 bytes = (u32)(width(l) * real_bytes(l));
	if (order_is_tiled(l))
		return name_tiles(c, access, name, at, l);
	return name_box(c, access, name, l,
	                lib_matrix(at, is_row ? l->cols : l->rows,
	                           is_row ? l->rows : l->cols, l->ld, bytes));
}
