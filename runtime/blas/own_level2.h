/* own_level2.h - level 2 for one type; included by own.c through each_type.h. One
 * function serves a matrix that is stored in full, as a band and as a packed triangle:
 * column(j) finds the column in memory and the rows that it has there.
 * SPDX-License-Identifier: Apache-2.0 */

/* `at` + i is element i of the column, for first <= i < end. */
struct OF(column) {
	T *at;
	s64 first, end;
};

enum OF(storage) { OF(FULL), OF(BAND), OF(PACKED) };

/* A column of a triangle of order n. */
static inline struct OF(column)
	OF(triangle)(const struct blas_call *w, enum OF(storage) how, s64 j) {
	T *a = w->a.at;
	bool is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	struct OF(column)
		col = {a + j * w->a.ld, is_upper ? 0 : j, is_upper ? j + 1 : w->n};
	if (how == OF(BAND)) {
		col.first = is_upper ? MAX(0, j - w->k) : j;
		col.end = is_upper ? j + 1 : MIN(w->n, j + w->k + 1);
		col.at = a + j * w->a.ld + (is_upper ? w->k - j : -j);
	} else if (how == OF(PACKED)) {
		col.at = a + (is_upper ? j * (j + 1) / 2 : j * (2 * w->n - j - 1) / 2);
	}
	return col;
}

/* y = alpha op(A) x + beta y, where columns have the rows that `band` says. */
static void OF(multiply)(const struct blas_call *w, bool is_band) {
	bool is_n = w->transa == CUBLAS_OP_N, is_conj = w->transa == CUBLAS_OP_C;
	s64 rows = is_n ? w->m : w->n, cols = is_n ? w->n : w->m;
	const T *x = OF(first)(&w->b, cols);
	T *y = OF(first)(&w->c, rows), alpha = OF(alpha)(w);
	OF(scale)(rows, OF(beta)(w), y, w->c.ld);
	if (alpha == 0)
		return;
	for (s64 j = 0; j < w->n; j++) {
		const T *col = (const T *)w->a.at + j * w->a.ld +
		               (is_band ? w->ku - j : 0);
		s64 from = is_band ? MAX(0, j - w->ku) : 0;
		s64 end = is_band ? MIN(w->m, j + w->kl + 1) : w->m;
		if (end <= from)
			continue;
		if (is_n)
			OF(axpy_of)(end - from, alpha * x[j * w->b.ld], col + from, 1,
			            y + from * w->c.ld, w->c.ld);
		else
			y[j * w->c.ld] += alpha * OF(dot_of)(end - from, col + from, 1,
			                                     x + from * w->b.ld, w->b.ld,
			                                     is_conj);
	}
}

static void OF(gemv)(const struct blas_call *w) {
	OF(multiply)(w, false);
}

static void OF(gbmv)(const struct blas_call *w) {
	OF(multiply)(w, true);
}

/* y = alpha A x + beta y: an element beside the diagonal counts twice, the second time
 * conjugated if A = A^H; the diagonal is real then. */
static void OF(multiply_symmetric)(const struct blas_call *w, enum OF(storage) how) {
	const T *x = OF(first)(&w->b, w->n);
	T *y = OF(first)(&w->c, w->n), alpha = OF(alpha)(w);
	OF(scale)(w->n, OF(beta)(w), y, w->c.ld);
	if (alpha == 0)
		return;
	for (s64 j = 0; j < w->n; j++) {
		struct OF(column) col = OF(triangle)(w, how, j);
		s64 from = col.first == j ? j + 1 : col.first;
		s64 n = col.first == j ? col.end - j - 1 : j - col.first;
		T diagonal = w->is_conj ? (T)OF(real_part)(col.at[j]) : col.at[j];
		OF(axpy_of)(n, alpha * x[j * w->b.ld], col.at + from, 1,
		            y + from * w->c.ld, w->c.ld);
		y[j * w->c.ld] += alpha *
		                  (diagonal * x[j * w->b.ld] +
		                   OF(dot_of)(n, col.at + from, 1, x + from * w->b.ld,
		                              w->b.ld, w->is_conj));
	}
}

static void OF(symv)(const struct blas_call *w) {
	OF(multiply_symmetric)(w, OF(FULL));
}

static void OF(sbmv)(const struct blas_call *w) {
	OF(multiply_symmetric)(w, OF(BAND));
}

static void OF(spmv)(const struct blas_call *w) {
	OF(multiply_symmetric)(w, OF(PACKED));
}

/* x = op(A) x or x = op(A)^-1 x in place. The order of columns is such that what is
 * overwritten is not needed any more. */
static void OF(triangular)(const struct blas_call *w, enum OF(storage) how, bool solves) {
	bool is_n = w->transa == CUBLAS_OP_N, is_conj = w->transa == CUBLAS_OP_C;
	bool is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	bool is_forward = (is_upper == is_n) != solves;
	s64 incx = w->c.ld;
	T *x = OF(first)(&w->c, w->n);
	for (s64 step = 0; step < w->n; step++) {
		s64 j = is_forward ? step : w->n - 1 - step;
		struct OF(column) col = OF(triangle)(w, how, j);
		s64 from = is_upper ? col.first : j + 1;
		s64 n = is_upper ? j - col.first : col.end - j - 1;
		bool is_unit = w->diag == CUBLAS_DIAG_UNIT;
		T diagonal = is_unit ? (T)1 : OF(conj_if)(col.at[j], is_conj);
		if (is_n) {
			if (solves && !is_unit)
				x[j * incx] /= diagonal;
			OF(axpy_of)(n, solves ? -x[j * incx] : x[j * incx], col.at + from,
			            1, x + from * incx, incx);
			if (!solves)
				x[j * incx] *= diagonal;
		} else {
			T sum = OF(dot_of)(n, col.at + from, 1, x + from * incx, incx,
			                   is_conj);
			x[j * incx] = solves ? (x[j * incx] - sum) / diagonal
			                     : x[j * incx] * diagonal + sum;
		}
	}
}

static void OF(trmv)(const struct blas_call *w) {
	OF(triangular)(w, OF(FULL), false);
}

static void OF(tbmv)(const struct blas_call *w) {
	OF(triangular)(w, OF(BAND), false);
}

static void OF(tpmv)(const struct blas_call *w) {
	OF(triangular)(w, OF(PACKED), false);
}

static void OF(trsv)(const struct blas_call *w) {
	OF(triangular)(w, OF(FULL), true);
}

static void OF(tbsv)(const struct blas_call *w) {
	OF(triangular)(w, OF(BAND), true);
}

static void OF(tpsv)(const struct blas_call *w) {
	OF(triangular)(w, OF(PACKED), true);
}

static void OF(ger)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->m), *y = OF(first)(&w->c, w->n);
	T alpha = OF(alpha)(w);
	if (alpha == 0)
		return;
	for (s64 j = 0; j < w->n; j++)
		OF(axpy_of)(w->m, alpha * OF(conj_if)(y[j * w->c.ld], w->is_conj), x,
		            w->b.ld, (T *)w->a.at + j * w->a.ld, 1);
}

/* A = alpha x x^T + A in one triangle; of ^H the diagonal is made real. */
static void OF(rank_1)(const struct blas_call *w, enum OF(storage) how) {
	const T *x = OF(first)(&w->b, w->n);
	T alpha = OF(scalar)(&w->alpha_value, w->scalar_type);
	if (alpha == 0)
		return;
	for (s64 j = 0; j < w->n; j++) {
		struct OF(column) col = OF(triangle)(w, how, j);
		T factor = alpha * OF(conj_if)(x[j * w->b.ld], w->is_conj);
		OF(axpy_of)(col.end - col.first, factor, x + col.first * w->b.ld, w->b.ld,
		            col.at + col.first, 1);
		if (w->is_conj)
			col.at[j] = OF(real_part)(col.at[j]);
	}
}

static void OF(syr)(const struct blas_call *w) {
	OF(rank_1)(w, OF(FULL));
}

static void OF(spr)(const struct blas_call *w) {
	OF(rank_1)(w, OF(PACKED));
}

/* A = alpha x y^T + alpha y x^T + A; of ^H the second alpha is conjugated. */
static void OF(rank_2)(const struct blas_call *w, enum OF(storage) how) {
	const T *x = OF(first)(&w->b, w->n), *y = OF(first)(&w->c, w->n);
	T alpha = OF(alpha)(w);
	if (alpha == 0)
		return;
	for (s64 j = 0; j < w->n; j++) {
		struct OF(column) col = OF(triangle)(w, how, j);
		s64 n = col.end - col.first;
		T of_x = alpha * OF(conj_if)(y[j * w->c.ld], w->is_conj);
		T of_y = OF(conj_if)(alpha, w->is_conj) *
		         OF(conj_if)(x[j * w->b.ld], w->is_conj);
		OF(axpy_of)(n, of_x, x + col.first * w->b.ld, w->b.ld, col.at + col.first,
		            1);
		OF(axpy_of)(n, of_y, y + col.first * w->c.ld, w->c.ld, col.at + col.first,
		            1);
		if (w->is_conj)
			col.at[j] = OF(real_part)(col.at[j]);
	}
}

static void OF(syr2)(const struct blas_call *w) {
	OF(rank_2)(w, OF(FULL));
}

static void OF(spr2)(const struct blas_call *w) {
	OF(rank_2)(w, OF(PACKED));
}
