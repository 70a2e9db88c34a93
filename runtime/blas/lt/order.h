/* order.h - where a matrix of cuBLASLt has its elements: by columns, by rows or in tiles
 * of 32 columns; the parts of complex numbers side by side, or in two planes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/lt/lt.h"

/* Rows and columns that are handled together: a tile has no more. */
enum { ORDER_CHUNK = 32 };

static inline bool order_is_tiled(const struct lt_layout *l) {
	return l->order > CUBLASLT_ORDER_ROW;
}

/* The place of element (i, j), in elements; of planes, in those of one. */
s64 order_at(const struct lt_layout *l, s64 i, s64 j);

/* From an element to the next of its column, or row, within a chunk that begins at a
 * multiple of ORDER_CHUNK; 0: that differs. */
s64 order_row_step(const struct lt_layout *l);
s64 order_col_step(const struct lt_layout *l);

/* Rows and columns with those that fill up tiles. */
s64 order_rows(const struct lt_layout *l);
s64 order_cols(const struct lt_layout *l);

/* Item i of a batch by strides. */
void *order_item(const void *at, const struct lt_layout *l, s32 i);

/* Real and imaginary parts of n elements of a column, or of a row, from (i, j) on, within
 * a chunk. Real numbers have no imaginary ones. */
void order_load(const struct lt_layout *l, const void *at, bool of_row, s64 i, s64 j,
                s64 n, f64 *re, f64 *im);
/* Of a column. */
void order_store(const struct lt_layout *l, void *at, s64 i, s64 j, s64 n, const f64 *re,
                 const f64 *im);

typedef bool access_function(struct lib_call *c, const char *argument,
                             const struct lib_box *box);

/* Names the elements of a batch by strides. What is written, is so with what fills up
 * tiles. */
bool order_name(struct lib_call *c, access_function *access, const char *name,
                const void *at, const struct lt_layout *l);
