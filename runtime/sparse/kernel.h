/* kernel.h - the loops, for each type of computation and each width of indices: a table
 * of functions. kernel_body.h is compiled once for each pair, and kernels.c once for each
 * level of the processor.
 *
 * Those of type rows_fn compute the rows [begin, end) of their structure of arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/sparse/rows.h"

/* y = alpha A x + beta y; without conjugation, or with that of A. beta = 0: y is not
 * read. */
struct mv_args {
	const struct rows *a;
	const void *x;
	void *y;
	union element alpha, beta;
	bool conjugated;
	s64 stride; /* of parts of y, for scatter_rows */
};

/* C = alpha A B + beta C for n columns; B's rows are contiguous. */
struct mm_args {
	const struct rows *a;
	struct dense b, c;
	s64 n;
	union element alpha, beta;
};

/* Triangular systems, n right-hand sides: X holds alpha B at first, and the solutions
 * then. */
struct solve_args {
	const struct rows *a;
	void *x;
	s64 ld, n; /* rows of X */
	bool is_upper, is_unit;
	const void *diagonal; /* instead of A's own; NULL: none */
};

/* C's element at each place of its pattern: alpha times the product of row i of A and row
 * j of B (its transpose's column), plus beta times the old one. The results are in the
 * order of the pattern. */
struct dd_args {
	const struct rows *c;
	struct dense a, b;
	s64 n;
	void *result;
	union element alpha;
};

/* The product of sparse matrices, for a range of A's rows. */
struct gemm_args {
	const struct rows *a, *b;
	s64 *offsets; /* of C: counted, or used */
	s64 *columns; /* C's */
	void *values; /* C's */
	union element alpha;
	s64 *marks; /* b->cols of them, less than 0 at first */
	void *sums; /* b->cols */
};

struct kernel_table {
	rows_fn *mv_rows;
	/* y[part] += alpha A^T x for rows [begin, end): y is cleared by the caller. */
	void (*scatter_rows)(const struct mv_args *g, s64 begin, s64 end, void *y);
	rows_fn *mm_rows;
	void (*solve)(const struct solve_args *g, s64 col_begin, s64 col_end);
	rows_fn *dd_rows;
	void (*gemm_count)(const struct gemm_args *g, s64 begin, s64 end);
	void (*gemm_rows)(const struct gemm_args *g, s64 begin, s64 end);
	/* For both widths the same. */
	/* y = alpha x + beta y */
	void (*axpby)(s64 n, const union element *alpha, const void *x,
	              const union element *beta, void *y);
};

/* The functions for this type and these rows. */
const struct kernel_table *kernels_of(enum number n, bool wide_indices);
