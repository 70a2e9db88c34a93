/* own_level3.h - level 3 for one type, over gemm; included by own.c through each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* Columns that are done together; what lies beside the diagonal blocks is gemm's. */
#define BLOCK 64

/* c = alpha op(a) op(b) + beta c in the call's space. */
static bool OF(product)(const struct blas_call *w, struct space *space, u32 transa,
                        u32 transb, s64 m, s64 n, s64 k, T alpha, const T *a, s64 lda,
                        const T *b, s64 ldb, T beta, T *c, s64 ldc) {
	const R *alpha_part = (const R *)&alpha, *beta_part = (const R *)&beta;
	struct gemm g = {
		.lib = w->lib,
		.space = space,
		.compute = TYPE,
		.a_type = TYPE,
		.b_type = TYPE,
		.c_type = TYPE,
		.transa = transa,
		.transb = transb,
		.m = m,
		.n = n,
		.k = k,
		.a = a,
		.b = b,
		.c = c,
		.lda = lda,
		.ldb = ldb,
		.ldc = ldc,
		.alpha = {alpha_part[0], IS_COMPLEX ? alpha_part[IS_COMPLEX] : 0},
		.beta = {beta_part[0], IS_COMPLEX ? beta_part[IS_COMPLEX] : 0},
	};
	return gemm_run(&g);
}

static void OF(gemm)(const struct blas_call *w) {
	struct space space = {.lib = w->lib};
	OF(product)(w, &space, w->transa, w->transb, w->m, w->n, w->k, OF(alpha)(w),
	            w->a.at, w->a.ld, w->b.at, w->b.ld, OF(beta)(w), w->c.at, w->c.ld);
}

/* Rows and columns as stored of a matrix that op makes n by k. */
static inline const T *OF(rows_of)(const struct operand *a, u32 trans, s64 row) {
	return (const T *)a->at + (trans == CUBLAS_OP_N ? row : row * a->ld);
}

/* One triangle of a block on the diagonal. */
static void OF(copy_triangle)(const struct blas_call *w, const T *from, s64 j, s64 n,
                              T beta) {
	bool is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	T *c = (T *)w->c.at + j * (w->c.ld + 1);
	for (s64 q = 0; q < n; q++)
		for (s64 p = is_upper ? 0 : q; p < (is_upper ? q + 1 : n); p++) {
			T *at = &c[p + q * w->c.ld];
			*at = from[p + q * n] + (beta == 0 ? 0 : beta * *at);
			if (w->is_conj && p == q)
				*at = OF(real_part)(*at);
		}
}

/* c = alpha op(a) op(b)^T + beta c in one triangle; with `twice` also with a and b
 * exchanged. */
static void OF(rank_k)(const struct blas_call *w, const struct operand *b, bool twice) {
	struct space space = {.lib = w->lib};
	bool is_n = w->transa == CUBLAS_OP_N,
	     is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	u32 other = is_n ? (w->is_conj ? CUBLAS_OP_C : CUBLAS_OP_T) : CUBLAS_OP_N;
	T alpha = OF(scalar)(&w->alpha_value, w->scalar_type);
	T beta = OF(scalar)(&w->beta_value, w->beta_type);
	T second = OF(conj_if)(alpha, w->is_conj);
	u32 trans = is_n ? CUBLAS_OP_N : w->is_conj ? CUBLAS_OP_C : CUBLAS_OP_T;
	if ((alpha == 0 || w->k == 0) && beta == 1)
		return;
	T *diagonal = lib_scratch(w->lib, BLOCK * BLOCK * sizeof(T));
	if (!diagonal)
		return;
	for (s64 j = 0; j < w->n; j += BLOCK) {
		s64 n = MIN(BLOCK, w->n - j), row = is_upper ? 0 : j + n;
		s64 m = is_upper ? j : w->n - row;
		T *c = (T *)w->c.at + row + j * w->c.ld;
		const struct operand *a = &w->a;
		if (!OF(product)(w, &space, trans, other, n, n, w->k, alpha,
		                 OF(rows_of)(a, w->transa, j), a->ld,
		                 OF(rows_of)(b, w->transa, j), b->ld, 0, diagonal, n) ||
		    !OF(product)(w, &space, trans, other, m, n, w->k, alpha,
		                 OF(rows_of)(a, w->transa, row), a->ld,
		                 OF(rows_of)(b, w->transa, j), b->ld, beta, c, w->c.ld))
			return;
		if (twice &&
		    (!OF(product)(w, &space, trans, other, n, n, w->k, second,
		                  OF(rows_of)(b, w->transa, j), b->ld,
		                  OF(rows_of)(a, w->transa, j), a->ld, 1, diagonal, n) ||
		     !OF(product)(w, &space, trans, other, m, n, w->k, second,
		                  OF(rows_of)(b, w->transa, row), b->ld,
		                  OF(rows_of)(a, w->transa, j), a->ld, 1, c, w->c.ld)))
			return;
		OF(copy_triangle)(w, diagonal, j, n, beta);
	}
}

static void OF(syrk)(const struct blas_call *w) {
	OF(rank_k)(w, &w->a, false);
}

static void OF(syr2k)(const struct blas_call *w) {
	OF(rank_k)(w, &w->b, true);
}

static void OF(syrkx)(const struct blas_call *w) {
	OF(rank_k)(w, &w->b, false);
}

/* A triangle as a whole matrix: mirrored, or with zeros. */
static T *OF(whole)(const struct blas_call *w, s64 n, bool is_mirrored) {
	bool is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	T *to = lib_scratch(w->lib, (u64)n * (u64)n * sizeof(T));
	const T *a = w->a.at;
	for (s64 j = 0; to && j < n; j++)
		for (s64 i = 0; i < n; i++) {
			T x = 0;
			if (i == j)
				x = !is_mirrored && w->diag == CUBLAS_DIAG_UNIT ? 1
				    : is_mirrored && w->is_conj
				            ? (T)OF(real_part)(a[i + j * w->a.ld])
				            : a[i + j * w->a.ld];
			else if ((i < j) == is_upper)
				x = a[i + j * w->a.ld];
			else if (is_mirrored)
				x = OF(conj_if)(a[j + i * w->a.ld], w->is_conj);
			to[i + j * n] = x;
		}
	return to;
}

static void OF(multiply_side)(const struct blas_call *w, const T *a, s64 order, u32 trans,
                              const T *b, s64 ldb, T beta) {
	struct space space = {.lib = w->lib};
	T alpha = OF(alpha)(w);
	if (w->side == CUBLAS_SIDE_LEFT)
		OF(product)(w, &space, trans, CUBLAS_OP_N, w->m, w->n, w->m, alpha, a,
		            order, b, ldb, beta, w->c.at, w->c.ld);
	else
		OF(product)(w, &space, CUBLAS_OP_N, trans, w->m, w->n, w->n, alpha, b,
		            ldb, a, order, beta, w->c.at, w->c.ld);
}

static void OF(symm)(const struct blas_call *w) {
	s64 order = w->side == CUBLAS_SIDE_LEFT ? w->m : w->n;
	const T *a = OF(whole)(w, order, true);
	if (a)
		OF(multiply_side)(w, a, order, CUBLAS_OP_N, w->b.at, w->b.ld,
		                  OF(beta)(w));
}

static void OF(trmm)(const struct blas_call *w) {
	s64 order = w->side == CUBLAS_SIDE_LEFT ? w->m : w->n;
	const T *a = OF(whole)(w, order, false);
	const T *b = w->b.at;
	s64 ldb = w->b.ld;
	if (a && b == w->c.at) {
		T *copy = lib_scratch(w->lib, (u64)w->m * (u64)w->n * sizeof(T));
		for (s64 j = 0; copy && j < w->n; j++)
			memcpy(copy + j * w->m, b + j * ldb, (u64)w->m * sizeof(T));
		b = copy;
		ldb = w->m;
	}
	if (a && b)
		OF(multiply_side)(w, a, order, w->transa, b, ldb, 0);
}

/* Solves with one block of the diagonal: n unknowns from `at` on. */
static void OF(solve_block)(const struct blas_call *w, s64 at, s64 n, bool is_forward) {
	bool is_left = w->side == CUBLAS_SIDE_LEFT, is_n = w->transa == CUBLAS_OP_N;
	bool is_conj = w->transa == CUBLAS_OP_C;
	const T *a = (const T *)w->a.at + at * (w->a.ld + 1);
	T *b = (T *)w->c.at + (is_left ? at : at * w->c.ld);
	s64 step = is_left ? 1 : w->c.ld, side_step = is_left ? w->c.ld : 1;
	s64 count = is_left ? w->n : w->m;
	/* On the right, x op(a) = b is op(a)^T x^T = b^T. */
	s64 row = is_left == is_n ? 1 : w->a.ld, col = is_left == is_n ? w->a.ld : 1;
	for (s64 s = 0; s < n; s++) {
		s64 j = is_forward ? s : n - 1 - s;
		if (w->diag != CUBLAS_DIAG_UNIT) {
			T d = OF(conj_if)(a[j * row + j * col], is_conj);
			for (s64 q = 0; q < count; q++)
				b[j * step + q * side_step] /= d;
		}
		for (s64 i = is_forward ? j + 1 : 0; i < (is_forward ? n : j); i++) {
			T x = OF(conj_if)(a[i * row + j * col], is_conj);
			OF(axpy_of)(count, -x, b + j * step, side_step, b + i * step,
			            side_step);
		}
	}
}

static void OF(trsm)(const struct blas_call *w) {
	struct space space = {.lib = w->lib};
	bool is_left = w->side == CUBLAS_SIDE_LEFT, is_n = w->transa == CUBLAS_OP_N;
	bool is_forward = ((w->uplo == CUBLAS_FILL_MODE_LOWER) == is_n) == is_left;
	s64 order = is_left ? w->m : w->n, blocks = (order + BLOCK - 1) / BLOCK;
	T *b = w->c.at;
	const T *a = w->a.at;
	for (s64 j = 0; j < w->n; j++)
		OF(scale)(w->m, OF(alpha)(w), b + j * w->c.ld, 1);
	if (OF(alpha)(w) == 0)
		return;
	for (s64 s = 0; s < blocks; s++) {
		s64 at = (is_forward ? s : blocks - 1 - s) * BLOCK,
		    n = MIN(BLOCK, order - at);
		s64 next = is_forward ? at + n : 0, rest = is_forward ? order - next : at;
		OF(solve_block)(w, at, n, is_forward);
		/* The block of op(a) that the solved unknowns meet in the other
		 * equations. */
		s64 row = is_left ? next : at, col = is_left ? at : next;
		const T *part = is_n ? a + row + col * w->a.ld : a + col + row * w->a.ld;
		if (rest > 0 &&
		    !(is_left ? OF(product)(w, &space, w->transa, CUBLAS_OP_N, rest, w->n,
		                            n, -1, part, w->a.ld, b + at, w->c.ld, 1,
		                            b + next, w->c.ld)
		              : OF(product)(w, &space, CUBLAS_OP_N, w->transa, w->m, rest,
		                            n, -1, b + at * w->c.ld, w->c.ld, part,
		                            w->a.ld, 1, b + next * w->c.ld, w->c.ld)))
			return;
	}
}

static inline T OF(element)(const struct operand *a, u32 trans, s64 i, s64 j) {
	const T *at = a->at;
	return trans == CUBLAS_OP_N
	               ? at[i + j * a->ld]
	               : OF(conj_if)(at[j + i * a->ld], trans == CUBLAS_OP_C);
}

/* c may be a or b if that is not transposed. */
static void OF(geam)(const struct blas_call *w) {
	T alpha = OF(alpha)(w), beta = OF(beta)(w), *c = w->c.at;
	for (s64 j = 0; j < w->n; j++)
		for (s64 i = 0; i < w->m; i++) {
			T x = alpha == 0 ? 0
			                 : alpha * OF(element)(&w->a, w->transa, i, j);
			T y = beta == 0 ? 0 : beta * OF(element)(&w->b, w->transb, i, j);
			c[i + j * w->c.ld] = x + y;
		}
}

static void OF(dgmm)(const struct blas_call *w) {
	bool is_left = w->side == CUBLAS_SIDE_LEFT;
	const T *a = w->a.at, *x = OF(first)(&w->b, is_left ? w->m : w->n);
	T *c = w->c.at;
	for (s64 j = 0; j < w->n; j++)
		for (s64 i = 0; i < w->m; i++)
			c[i + j * w->c.ld] = a[i + j * w->a.ld] *
			                     x[(is_left ? i : j) * w->b.ld];
}

#undef BLOCK
