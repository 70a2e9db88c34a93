/* numeric.h - factors of sparse matrices with their values, and what is solved with them.
 * Each kind has its structure, which is computed once, and values of type S, D, C or Z;
 * sp_numeric has the functions of each type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <complex.h>

#include "runtime/solver/sparse/shape.h"

#ifndef CMPLX /* the C library has it for GCC alone */
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

/* A = L L^H. Of A the lower half is read. */
struct sp_cholesky {
	struct shape columns; /* of A */
	s64 *from;            /* the places of their values */
	struct shape factor;
	void *l;
};

/* P A = L U; L has ones on its diagonal, which are not stored. */
struct sp_lu {
	struct arena *a;
	struct shape columns;
	s64 *from;
	s64 *l_start, *u_start; /* columns; U without its diagonal */
	s32 *l_index, *u_index;
	s64 l_room, u_room;
	void *l, *u, *diagonal;
	s32 *p, *place; /* P A has row p[i] of A in row i; the reverse */
};

/* A = Q R by rotations of rows: a row of A goes up the tree of R's rows, and in each it
 * is rotated until its first element is zero, or it becomes that row. */
struct sp_qr {
	struct arena *a;
	struct shape rows; /* of A */
	s64 *from;         /* the places of their values */
	struct shape factor;
	void *r;
	bool *is_filled; /* whether the row of R has values */
	s32 *sequence;   /* rows of A, by their first column */
	s32 *first;      /* column of a row; the width: it is empty */
	/* What was done, step by step. A step is a row of A, or, as ~j, row j of R whose
	 * diagonal was negligible; each has turns. */
	s32 steps, step_room;
	s32 *step;
	s64 *step_start;
	s64 turn_room;
	s32 *turn; /* the row of R, or ~j: the step's row became row j */
	void *cosine, *sine;
};

struct sp_numeric {
	u32 size, real_size; /* bytes of an element, and of a real one */
	/* Factors; of Cholesky's the first column without a positive pivot, or -1. */
	s32 (*cholesky)(struct sp_cholesky *c, const void *a);
	void (*lu)(struct sp_lu *f, const void *a, f64 threshold);
	/* Of A - mu; `mu` may be NULL. */
	void (*qr)(struct sp_qr *f, const void *a, const void *mu);
	/* Rows of R whose diagonal is at most `tolerance` are rotated into others, and
	 * stay empty. Returns the rank. */
	s32 (*qr_rank)(struct sp_qr *f, f64 tolerance);
	/* The first column whose diagonal is at most `tolerance`, or -1. */
	s32 (*small_cholesky)(const struct sp_cholesky *c, f64 tolerance);
	s32 (*small_lu)(const struct sp_lu *f, f64 tolerance);
	s32 (*small_qr)(const struct sp_qr *f, f64 tolerance);
	/* Solutions, in place of x. */
	void (*solve_cholesky)(const struct sp_cholesky *c, void *x);
	void (*solve_lu)(const struct sp_lu *f, const void *b, void *x);
	/* min |b - A x|, and of such x the smallest; returns |b - A x|. */
	f64 (*solve_qr)(const struct sp_qr *f, const void *b, void *x);
	/* The eigenvalue nearest to mu by inverse iteration with factors of A - mu. */
	void (*inverse_iteration)(const struct sp_lu *f, const struct shape *rows,
	                          const void *a, const s32 *order, s32 most,
	                          f64 tolerance, void *mu, void *x);
	/* a - mu on the diagonal, where there is an element. */
	void (*shift)(const struct shape *rows, void *a, const void *mu);
	void (*to_complex)(const void *a, s64 n, double _Complex *to);
	void (*diagonal)(const struct sp_cholesky *c, void *real);
	void (*to_real)(f64 x, void *real);
};
extern const struct sp_numeric *const sp_numeric[4]; /* S, D, C, Z */

/* Structures. Rows are copied by shape_take. */
void sp_cholesky_begin(struct arena *a, struct sp_cholesky *c, const struct shape *rows);
void sp_lu_begin(struct arena *a, struct sp_lu *f, const struct shape *rows);
void sp_qr_begin(struct arena *a, struct sp_qr *f, const struct shape *rows);

/* How many eigenvalues are in a rectangle: the turns of det(z - A) along its border. */
s32 sp_count_eigenvalues(const struct shape *rows, const double _Complex *a,
                         double _Complex low, double _Complex high);
/* The same array with twice the room. */
void *sp_grow(struct arena *a, const void *old, s64 count, s64 room, u32 size);
