/* routine_typed.h - the routines for one type: each names its operands, then computes.
 * Included by dense.c through types.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define RUN(name) static void OF(name##_run)(struct solver_call * w)
#define MATRIX(access, name, x, m, n) \
	operand(w, lib_##access, name, (x).at, m, n, (x).ld, sizeof(T))
#define TRIANGLE(access, name, x, n) one_triangle(w, lib_##access, name, &(x), n)
#define VECTOR(access, name, at, n) operand(w, lib_##access, name, at, n, 1, n, sizeof(T))
#define REALS(access, name, at, n) operand(w, lib_##access, name, at, n, 1, n, sizeof(R))
#define INFO(n) \
	operand(w, lib_writes, "devInfo", w->info, w->info ? (n) : 0, 1, 1, sizeof(int))
#define IS_UPPER (w->uplo == CUBLAS_FILL_MODE_UPPER)
#define HAS_VECTORS (w->jobz == CUSOLVER_EIG_MODE_VECTOR)
#define TAKE(type, n) ((type *)lib_scratch(w->lib, (u64)MAX(n, 1) * sizeof(type)))

/* ---- Cholesky ---- */

RUN(potrf) {
	if (TRIANGLE(updates, "A", w->a, w->n) && INFO(1))
		tell_info(w, OF(potrf)(w->lib, IS_UPPER, w->n, w->a.at, w->a.ld));
}

RUN(potrs) {
	if (!TRIANGLE(reads, "A", w->a, w->n) ||
	    !MATRIX(updates, "B", w->b, w->n, w->k) || !INFO(1))
		return;
	OF(cholesky_solve)
	(w->lib, w->uplo, w->n, w->k, w->a.at, w->a.ld, w->b.at, w->b.ld);
	tell_info(w, 0);
}

static bool OF(items)(struct solver_call *w, operand_access *access, const char *name,
                      const struct solver_matrix *a, s64 m, s64 n) {
	struct solver_matrix item = {.ld = a->ld};
	if (!operand(w, lib_reads, name, a->at, w->batch, 1, w->batch, sizeof(void *)))
		return false;
	for (s64 i = 0; i < w->batch; i++) {
		item.at = ((void **)a->at)[i];
		if (n < 0 ? !one_triangle(w, access, name, &item, m)
		          : !operand(w, access, name, item.at, m, n, a->ld, sizeof(T)))
			return false;
	}
	return true;
}

static void OF(potrf_item)(void *ctx, u64 i) {
	struct solver_call *w = ctx;
	int info = OF(cholesky_loop)(IS_UPPER, w->n, ((T **)w->a.at)[i], w->a.ld);
	if (w->info)
		w->info[i] = info;
}

RUN(potrf_batched) {
	if (OF(items)(w, lib_updates, "Aarray", &w->a, w->n, -1) && INFO(w->batch))
		lib_parallel(w->lib, (u64)w->batch, OF(potrf_item), w);
}

static void OF(potrs_item)(void *ctx, u64 i) {
	struct solver_call *w = ctx;
	OF(cholesky_solve_one)(IS_UPPER, w->n, ((T **)w->a.at)[i], w->a.ld,
	                       ((T **)w->b.at)[i]);
}

RUN(potrs_batched) {
	if (!OF(items)(w, lib_reads, "Aarray", &w->a, w->n, -1) ||
	    !OF(items)(w, lib_updates, "Barray", &w->b, w->n, 1) || !INFO(1))
		return;
	lib_parallel(w->lib, (u64)w->batch, OF(potrs_item), w);
	tell_info(w, 0);
}

RUN(potri) {
	if (!TRIANGLE(updates, "A", w->a, w->n) || !INFO(1))
		return;
	int info = OF(invert)(w->lib, w->uplo, CUBLAS_DIAG_NON_UNIT, w->n, w->a.at,
	                      w->a.ld);
	if (!info)
		OF(square_half)(w->lib, w->uplo, w->n, w->a.at, w->a.ld);
	tell_info(w, info);
}

RUN(lauum) {
	if (!TRIANGLE(updates, "A", w->a, w->n) || !INFO(1))
		return;
	OF(square_half)(w->lib, w->uplo, w->n, w->a.at, w->a.ld);
	tell_info(w, 0);
}

/* The ones of a unit triangle are written, as on a device. */
RUN(trtri) {
	if (!TRIANGLE(updates, "A", w->a, w->n) || !INFO(1))
		return;
	T *a = w->a.at;
	tell_info(w, OF(invert)(w->lib, w->uplo, w->diag, w->n, a, w->a.ld));
	for (s64 i = 0; w->diag == CUBLAS_DIAG_UNIT && i < w->n; i++)
		a[i + i * w->a.ld] = 1;
}

/* ---- Gauss ---- */

RUN(getrf) {
	s64 k = MIN(w->m, w->n);
	int *pivots;
	if (!MATRIX(updates, "A", w->a, w->m, w->n) || !INFO(1) ||
	    !take_pivots(w, lib_writes, k, &pivots))
		return;
	int info = OF(getrf)(w->lib, w->m, w->n, w->a.at, w->a.ld, pivots);
	give_pivots(w, pivots, k);
	tell_info(w, info);
}

RUN(getrs) {
	int *pivots;
	if (!MATRIX(reads, "A", w->a, w->n, w->n) ||
	    !MATRIX(updates, "B", w->b, w->n, w->k) || !INFO(1) ||
	    !take_pivots(w, lib_reads, w->n, &pivots))
		return;
	if (!are_rows(pivots, w->n, w->n)) {
		lib_fail(w->lib, cudaErrorIllegalAddress);
		return;
	}
	OF(gauss_solve)
	(w->lib, w->trans, w->n, w->k, w->a.at, w->a.ld, pivots, w->b.at, w->b.ld);
	tell_info(w, 0);
}

RUN(laswp) {
	s64 step = w->step < 0 ? -w->step : w->step, rows = w->k2;
	s64 count = w->k2 - w->k1 + 1, first = w->k1 - 1;
	const int *pivots = (const int *)w->pivots + first;
	if (count <= 0 || step == 0 || w->n <= 0)
		return;
	if (!operand(w, lib_reads, "devIpiv", pivots, 1, count, step, sizeof(int)))
		return;
	for (s64 i = 0; i < count; i++) {
		rows = MAX(rows, pivots[i * step]);
		if (pivots[i * step] < 1)
			rows = INT64_MAX / (s64)sizeof(T); /* before the matrix */
	}
	if (!MATRIX(updates, "A", w->a, rows, w->n))
		return;
	for (s64 j = 0; j < w->n; j++)
		for (s64 q = 0; q < count; q++) {
			s64 i = w->step < 0 ? count - 1 - q : q;
			T *x = (T *)w->a.at + j * w->a.ld, *y = x + pivots[i * step] - 1;
			T t = x[first + i];
			x[first + i] = *y;
			*y = t;
		}
}

/* ---- reflectors ---- */

RUN(geqrf) {
	if (MATRIX(updates, "A", w->a, w->m, w->n) &&
	    VECTOR(writes, "TAU", w->tau, MIN(w->m, w->n)) && INFO(1))
		tell_info(w, OF(geqrf)(w->lib, w->m, w->n, w->a.at, w->a.ld, w->tau));
}

RUN(orgqr) {
	if (MATRIX(reads, "A", w->a, w->m, w->k) &&
	    MATRIX(writes, "A", w->a, w->m, w->n) && VECTOR(reads, "tau", w->tau, w->k) &&
	    INFO(1))
		tell_info(w,
		          OF(orgqr)(w->lib, w->m, w->n, w->k, w->a.at, w->a.ld, w->tau));
}

RUN(ormqr) {
	bool is_left = w->side == CUBLAS_SIDE_LEFT;
	if (MATRIX(reads, "A", w->a, is_left ? w->m : w->n, w->k) &&
	    VECTOR(reads, "tau", w->tau, w->k) &&
	    MATRIX(updates, "C", w->b, w->m, w->n) && INFO(1))
		tell_info(w,
		          OF(ormqr)(w->lib, is_left, w->trans != CUBLAS_OP_N, w->m, w->n,
		                    w->k, w->a.at, w->a.ld, w->tau, w->b.at, w->b.ld));
}

RUN(gebrd) {
	if (MATRIX(updates, "A", w->a, w->m, w->n) && REALS(writes, "D", w->s, w->n) &&
	    REALS(writes, "E", w->e, w->n - 1) && VECTOR(writes, "TAUQ", w->tau, w->n) &&
	    VECTOR(writes, "TAUP", w->taup, w->n) && INFO(1))
		tell_info(w, OF(gebrd)(w->lib, w->m, w->n, w->a.at, w->a.ld, w->s, w->e,
		                       w->tau, w->taup));
}

RUN(orgbr) {
	bool is_left = w->side == CUBLAS_SIDE_LEFT;
	s64 others = MIN(w->k, is_left ? w->m : w->n);
	if (MATRIX(reads, "A", w->a, is_left ? w->m : others, is_left ? others : w->n) &&
	    MATRIX(writes, "A", w->a, w->m, w->n) &&
	    VECTOR(reads, "tau", w->tau, others) && INFO(1))
		tell_info(w, OF(make_bidiagonal)(w->lib, is_left, w->m, w->n, w->k,
		                                 w->a.at, w->a.ld, w->tau)
		                     ? 0
		                     : -1);
}

RUN(sytrd) {
	if (TRIANGLE(updates, "A", w->a, w->n) && REALS(writes, "D", w->s, w->n) &&
	    REALS(writes, "E", w->e, w->n - 1) &&
	    VECTOR(writes, "tau", w->tau, w->n - 1) && INFO(1))
		tell_info(w, OF(sytrd)(w->lib, IS_UPPER, w->n, w->a.at, w->a.ld, w->s,
		                       w->e, w->tau));
}

RUN(orgtr) {
	if (TRIANGLE(reads, "A", w->a, w->n) && MATRIX(writes, "A", w->a, w->n, w->n) &&
	    VECTOR(reads, "tau", w->tau, w->n - 1) && INFO(1))
		tell_info(w, OF(make_tridiagonal)(w->lib, IS_UPPER, w->n, w->a.at,
		                                  w->a.ld, w->tau)
		                     ? 0
		                     : -1);
}

RUN(ormtr) {
	bool is_left = w->side == CUBLAS_SIDE_LEFT;
	s64 order = is_left ? w->m : w->n;
	if (TRIANGLE(reads, "A", w->a, order) &&
	    VECTOR(reads, "tau", w->tau, order - 1) &&
	    MATRIX(updates, "C", w->b, w->m, w->n) && INFO(1))
		tell_info(w, OF(apply_tridiagonal)(w->lib, IS_UPPER, is_left,
		                                   w->trans != CUBLAS_OP_N, w->m, w->n,
		                                   w->a.at, w->a.ld, w->tau, w->b.at,
		                                   w->b.ld)
		                     ? 0
		                     : -1);
}

/* The triangle of reflectors, of the whole of which the rest is 0 here (as on a device).
 */
RUN(larft) {
	s64 n = w->n, k = w->k;
	bool is_backwards = w->k1;
	if (!MATRIX(reads, "V", w->a, n, k) || !VECTOR(reads, "tau", w->tau, k) ||
	    !MATRIX(writes, "T", w->b, k, k))
		return;
	T *v = TAKE(T, n * k + k * k), *gram = v ? v + n * k : NULL;
	if (!v)
		return;
	OF(copy)(w->a.at, w->a.ld, v, n, n, k);
	for (s64 j = 0; j < k; j++) {
		s64 one = is_backwards ? n - k + j : j;
		v[one + j * n] = 1;
		for (s64 i = is_backwards ? one + 1 : 0; i < (is_backwards ? n : one);
		     i++)
			v[i + j * n] = 0;
	}
	OF(gemm)(w->lib, CUBLAS_OP_C, CUBLAS_OP_N, k, k, n, 1, v, n, v, n, 0, gram, k);
	OF(clear)(w->b.at, w->b.ld, k, k);
	OF(block_triangle)(k, gram, k, w->tau, w->b.at, w->b.ld, is_backwards);
}

/* ---- symmetric indefinite ---- */

RUN(sytrf) {
	int *pivots;
	if (!TRIANGLE(updates, "A", w->a, w->n) || !INFO(1) ||
	    !take_pivots(w, lib_writes, w->n, &pivots))
		return;
	int info = OF(sytrf)(w->lib, IS_UPPER, w->n, w->a.at, w->a.ld, pivots);
	give_pivots(w, pivots, w->n);
	tell_info(w, info);
}

/* A lower triangle with its pivots, for the solution. False: the call has failed. */
static bool OF(lower_factors)(struct solver_call *w, T **factors, int **pivots) {
	int *given, *turned = TAKE(int, w->n);
	*factors = TAKE(T, w->n * w->n);
	if (!turned || !*factors || !take_pivots(w, lib_reads, w->n, &given))
		return false;
	if (!are_blocks(given, w->n, IS_UPPER)) {
		lib_fail(w->lib, cudaErrorIllegalAddress);
		return false;
	}
	OF(turn_triangle)(IS_UPPER, false, w->n, w->a.at, w->a.ld, *factors);
	*pivots = given;
	if (given && IS_UPPER) {
		OF(turn_pivots)(w->n, given, turned);
		*pivots = turned;
	}
	return true;
}

struct OF(columns) {
	bool is_upper;
	s64 n, ldx;
	const T *a;
	const int *pivots;
	T *x;
};

static void OF(solve_column)(void *ctx, u64 j) {
	struct OF(columns) *s = ctx;
	T *x = s->x + (s64)j * s->ldx;
	if (s->is_upper)
		OF(reverse)(x, s->n, 1);
	OF(solve_symmetric)(s->n, s->a, s->n, s->pivots, x);
	if (s->is_upper)
		OF(reverse)(x, s->n, 1);
}

RUN(sytrs) {
	T *a;
	int *pivots;
	if (!TRIANGLE(reads, "A", w->a, w->n) ||
	    !MATRIX(updates, "B", w->b, w->n, w->k) || !INFO(1) ||
	    !OF(lower_factors)(w, &a, &pivots))
		return;
	struct OF(columns) s = {IS_UPPER, w->n, w->b.ld, a, pivots, w->b.at};
	lib_parallel(w->lib, (u64)w->k, OF(solve_column), &s);
	tell_info(w, 0);
}

RUN(sytri) {
	T *a, *x = TAKE(T, w->n * w->n);
	int *pivots;
	if (!x || !TRIANGLE(updates, "A", w->a, w->n) || !INFO(1) ||
	    !OF(lower_factors)(w, &a, &pivots))
		return;
	int info = OF(singular_block)(w->n, a, w->n, pivots);
	if (!info) {
		OF(identity)(x, MAX(w->n, 1), w->n, w->n);
		struct OF(columns) s = {false, w->n, w->n, a, pivots, x};
		lib_parallel(w->lib, (u64)w->n, OF(solve_column), &s);
		OF(turn_triangle)(IS_UPPER, true, w->n, w->a.at, w->a.ld, x);
	}
	tell_info(w, info && IS_UPPER ? (int)w->n + 1 - info : info);
}

/* ---- singular values ---- */

/* jobs: 'S' or 'N'. u is m by min(m, n), v n by min(m, n); a is lost. By the host's
 * library, or by Jacobi's method. */
static int OF(svd_thin)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, R *s, T *u,
                        s64 ldu, T *v, s64 ldv) {
	s64 k = MIN(m, n);
	if (k > 0 && HAS(gesvd, MAX(lda, MAX(ldu, ldv)))) {
		T *vt = v ? OF(scratch)(c, k * n) : NULL;
		if (v && !vt)
			return -1;
		int info = OF(host_gesvd)(c, u ? 'S' : 'N', v ? 'S' : 'N', m, n, a, lda,
		                          s, u, MAX(ldu, 1), vt, k);
		if (v)
			OF(adjoint)(vt, k, v, ldv, k, n);
		return info;
	}
	T *scratch = OF(scratch)(c, OF(svd_scratch)(m, n));
	struct OF(svd) d = {m,
	                    n,
	                    a,
	                    lda,
	                    s,
	                    u,
	                    v,
	                    ldu,
	                    ldv,
	                    k,
	                    k,
	                    true,
	                    {.tolerance = EPS, .max_sweeps = QL_STEPS}};
	return scratch ? OF(svd_jacobi)(&d, scratch) : -1;
}

/* With 'O' for neither or one of both, of which 'A', 'S' and 'N' are for both shapes. */
RUN(gesvd) {
	s64 m = w->m, n = w->n, k = MIN(m, n);
	s64 cols_u = w->jobu == 'A' ? m : k, rows_v = w->jobvt == 'A' ? n : k;
	bool has_u = w->jobu != 'N', has_v = w->jobvt != 'N';
	bool gives_u = has_u && w->jobu != 'O', gives_v = has_v && w->jobvt != 'O';
	if (!MATRIX(updates, "A", w->a, m, n) || !REALS(writes, "S", w->s, k) ||
	    !INFO(1) || (gives_u && !MATRIX(writes, "U", w->u, m, cols_u)) ||
	    (gives_v && !MATRIX(writes, "VT", w->v, rows_v, n)))
		return;
	struct lib_call *c = w->lib;
	if (k > 0 && HAS(gesvd, MAX(w->a.ld, MAX(w->u.ld, w->v.ld)))) {
		tell_info(w, OF(host_gesvd)(c, (char)w->jobu, (char)w->jobvt, m, n,
		                            w->a.at, w->a.ld, w->s, w->u.at,
		                            MAX(w->u.ld, 1), w->v.at, MAX(w->v.ld, 1)));
		return;
	}
	T *scratch = TAKE(T, OF(svd_scratch)(m, n));
	T *u = TAKE(T, has_u ? m * cols_u : 1), *v = TAKE(T, has_v ? n * rows_v : 1);
	if (!scratch || !u || !v)
		return;
	struct OF(svd) d = {m,
	                    n,
	                    w->a.at,
	                    w->a.ld,
	                    w->s,
	                    has_u ? u : NULL,
	                    has_v ? v : NULL,
	                    MAX(m, 1),
	                    MAX(n, 1),
	                    cols_u,
	                    rows_v,
	                    true,
	                    {.tolerance = EPS, .max_sweeps = QL_STEPS}};
	int info = OF(svd_jacobi)(&d, scratch);
	if (has_u)
		OF(copy)(u, MAX(m, 1), gives_u ? w->u.at : w->a.at,
		         gives_u ? w->u.ld : w->a.ld, m, cols_u);
	if (has_v)
		OF(adjoint)(v, MAX(n, 1), gives_v ? w->v.at : w->a.at,
		            gives_v ? w->v.ld : w->a.ld, n, rows_v);
	tell_info(w, info);
}

static struct OF(jacobi_work) OF(jacobi_of)(const struct solver_call *w) {
	return (struct OF(jacobi_work)){
		.tolerance = w->tolerance > 0 ? (R)w->tolerance : EPS,
		.max_sweeps = w->max_sweeps > 0 ? w->max_sweeps : 100,
	};
}

/* V, or V^H if it is asked for (gesvd's cousins for any type do not). */
RUN(gesvdj) {
	s64 m = w->m, n = w->n, k = MIN(m, n);
	s64 cols_u = w->econ ? k : m, cols_v = w->econ ? k : n;
	if (!MATRIX(reads, "A", w->a, m, n) || !REALS(writes, "S", w->s, k) || !INFO(1) ||
	    (HAS_VECTORS && (!MATRIX(writes, "U", w->u, m, cols_u) ||
	                     !MATRIX(writes, "V", w->v, n, cols_v))))
		return;
	T *scratch = TAKE(T, OF(svd_scratch)(m, n));
	if (!scratch)
		return;
	struct OF(svd) d = {m,
	                    n,
	                    w->a.at,
	                    w->a.ld,
	                    w->s,
	                    HAS_VECTORS ? w->u.at : NULL,
	                    HAS_VECTORS ? w->v.at : NULL,
	                    w->u.ld,
	                    w->v.ld,
	                    cols_u,
	                    cols_v,
	                    w->sorts,
	                    OF(jacobi_of)(w)};
	int info = OF(svd_jacobi)(&d, scratch);
	tell_jacobi(w, d.jacobi.sweeps, d.jacobi.residual, false);
	if (w->residuals)
		*w->residuals = 0; /* of gesvdp: how much it disturbed A */
	tell_info(w, info);
}

/* Items of a batch with scratch of their own. */
struct OF(batch) {
	struct solver_call *w;
	T *scratch;
	s64 each;
};

static bool OF(batch_scratch)(struct solver_call *w, struct OF(batch) * b, s64 each) {
	*b = (struct OF(batch)){w, TAKE(T, each * w->batch), each};
	return b->scratch;
}

#define ITEM(x, i) ((T *)(x).at + (s64)(i) * (x).stride)

static void OF(gesvdj_item)(void *ctx, u64 i) {
	struct OF(batch) *b = ctx;
	struct solver_call *w = b->w;
	struct OF(svd) d = {w->m,
	                    w->n,
	                    ITEM(w->a, i),
	                    w->a.ld,
	                    (R *)w->s + (s64)i * w->s_stride,
	                    HAS_VECTORS ? ITEM(w->u, i) : NULL,
	                    HAS_VECTORS ? ITEM(w->v, i) : NULL,
	                    w->u.ld,
	                    w->v.ld,
	                    w->m,
	                    w->n,
	                    w->sorts,
	                    OF(jacobi_of)(w)};
	int info = OF(svd_jacobi)(&d, b->scratch + (s64)i * b->each);
	if (w->info)
		w->info[i] = info;
}

RUN(gesvdj_batched) {
	s64 k = MIN(w->m, w->n);
	struct OF(batch) b;
	if (!boxes(w, lib_reads, "A", &w->a, w->m, w->n, sizeof(T)) ||
	    !REALS(writes, "S", w->s, k * w->batch) || !INFO(w->batch) ||
	    (HAS_VECTORS && (!boxes(w, lib_writes, "U", &w->u, w->m, w->m, sizeof(T)) ||
	                     !boxes(w, lib_writes, "V", &w->v, w->n, w->n, sizeof(T)))) ||
	    !OF(batch_scratch)(w, &b, OF(svd_scratch)(w->m, w->n)))
		return;
	lib_parallel(w->lib, (u64)w->batch, OF(gesvdj_item), &b);
	tell_jacobi(w, 0, 0, true);
}

/* The norm of A - U S V^H. */
static f64 OF(remainder)(s64 m, s64 n, s64 k, const T *a, s64 lda, const R *s, const T *u,
                         s64 ldu, const T *v, s64 ldv) {
	f64 sum = 0;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++) {
			T x = a[i + j * lda];
			for (s64 p = 0; p < k; p++)
				x -= u[i + p * ldu] * s[p] *
				     OF(conjugate)(v[j + p * ldv]);
			sum += (f64)OF(square)(x);
		}
	return sqrt(sum);
}

static void OF(gesvda_item)(void *ctx, u64 i) {
	struct OF(batch) *b = ctx;
	struct solver_call *w = b->w;
	s64 n = MIN(w->m, w->n);
	T *scratch = b->scratch + (s64)i * b->each;
	R *values = (R *)(scratch + OF(svd_scratch)(w->m, w->n)),
	  *s = (R *)w->s + (s64)i * w->s_stride;
	T *u = HAS_VECTORS ? ITEM(w->u, i) : NULL,
	  *v = HAS_VECTORS ? ITEM(w->v, i) : NULL;
	struct OF(svd) d = {w->m,
	                    w->n,
	                    ITEM(w->a, i),
	                    w->a.ld,
	                    values,
	                    u,
	                    v,
	                    w->u.ld,
	                    w->v.ld,
	                    w->k,
	                    w->k,
	                    true,
	                    {.tolerance = EPS, .max_sweeps = QL_STEPS}};
	int info = OF(svd_jacobi)(&d, scratch);
	memcpy(s, values, (u64)MIN(w->k, n) * sizeof(R));
	if (w->residuals && HAS_VECTORS)
		w->residuals[i] = OF(remainder)(w->m, w->n, w->k, ITEM(w->a, i), w->a.ld,
		                                s, u, w->u.ld, v, w->v.ld);
	if (w->info)
		w->info[i] = info;
}

RUN(gesvda) {
	struct OF(batch) b;
	if (!boxes(w, lib_reads, "A", &w->a, w->m, w->n, sizeof(T)) ||
	    !operand(w, lib_writes, "S", w->s, w->k, w->batch, w->s_stride, sizeof(R)) ||
	    !INFO(w->batch) ||
	    (HAS_VECTORS && (!boxes(w, lib_writes, "U", &w->u, w->m, w->k, sizeof(T)) ||
	                     !boxes(w, lib_writes, "V", &w->v, w->n, w->k, sizeof(T)))) ||
	    !OF(batch_scratch)(w, &b, OF(svd_scratch)(w->m, w->n) + MIN(w->m, w->n)))
		return;
	lib_parallel(w->lib, (u64)w->batch, OF(gesvda_item), &b);
}

RUN(gesvdr) {
	s64 m = w->m, n = w->n, k = MIN(m, n);
	bool has_u = w->jobu == 'S', has_v = w->jobvt == 'S';
	if (!MATRIX(updates, "A", w->a, m, n) || !REALS(writes, "Srand", w->s, w->k) ||
	    !INFO(1) || (has_u && !MATRIX(writes, "Urand", w->u, m, w->k)) ||
	    (has_v && !MATRIX(writes, "Vrand", w->v, n, w->k)))
		return;
	T *u = has_u ? TAKE(T, m * k) : NULL, *v = has_v ? TAKE(T, n * k) : NULL;
	R *s = TAKE(R, k);
	if (!s || (has_u && !u) || (has_v && !v))
		return;
	int info = OF(svd_thin)(w->lib, m, n, w->a.at, w->a.ld, s, u, MAX(m, 1), v,
	                        MAX(n, 1));
	memcpy(w->s, s, (u64)w->k * sizeof(R));
	if (has_u)
		OF(copy)(u, MAX(m, 1), w->u.at, w->u.ld, m, w->k);
	if (has_v)
		OF(copy)(v, MAX(n, 1), w->v.at, w->v.ld, n, w->k);
	tell_info(w, info);
}

/* ---- eigenvalues ---- */

/* Moves the values that the range has, and their vectors, to the front. */
static s64 OF(select)(struct solver_call *w, R *values, T *a, s64 lda) {
	s64 first = 0, end = w->n;
	if (w->range == CUSOLVER_EIG_RANGE_I && w->n > 0) {
		first = w->il - 1;
		end = w->iu;
	} else if (w->range == CUSOLVER_EIG_RANGE_V) {
		while (first < w->n && !((f64)values[first] > w->vl))
			first++;
		for (end = first; end < w->n && (f64)values[end] <= w->vu;)
			end++;
	}
	for (s64 i = first; first > 0 && i < end; i++) {
		values[i - first] = values[i];
		if (a)
			memcpy(a + (i - first) * lda, a + i * lda, (u64)w->n * sizeof(T));
	}
	if (w->found)
		*w->found = (int)(end - first);
	if (w->found_wide)
		*w->found_wide = end - first;
	return end - first;
}

RUN(syevd) {
	if (!TRIANGLE(updates, "A", w->a, w->n) ||
	    (HAS_VECTORS && !MATRIX(writes, "A", w->a, w->n, w->n)) ||
	    !REALS(writes, "W", w->s, w->n) || !INFO(1))
		return;
	int info = OF(syevd)(w->lib, HAS_VECTORS, IS_UPPER, w->n, w->a.at, w->a.ld, w->s);
	if (!info)
		OF(select)(w, w->s, HAS_VECTORS ? w->a.at : NULL, w->a.ld);
	tell_info(w, info);
}

/* By Jacobi's method: a is n by n with both triangles, scratch n n elements. Vectors
 * replace a. */
static int OF(jacobi_values)(const struct solver_call *w, s64 n, T *a, s64 lda, R *values,
                             T *scratch, struct OF(jacobi_work) * j) {
	j->v = HAS_VECTORS ? scratch : NULL;
	j->ldv = MAX(n, 1);
	int info = OF(jacobi)(n, a, lda, values, j);
	if (w->sorts)
		OF(sort_values)(true, n, values, j->v, j->ldv, n, NULL, 0, 0);
	if (j->v)
		OF(copy)(j->v, j->ldv, a, lda, n, n);
	return info;
}

RUN(syevj) {
	s64 n = w->n;
	if (!TRIANGLE(updates, "A", w->a, n) ||
	    (HAS_VECTORS && !MATRIX(writes, "A", w->a, n, n)) ||
	    !REALS(writes, "W", w->s, n) || !INFO(1))
		return;
	T *a = TAKE(T, 2 * n * n);
	struct OF(jacobi_work) j = OF(jacobi_of)(w);
	if (!a)
		return;
	OF(copy)(w->a.at, w->a.ld, a, n, n, n);
	OF(mirror)(IS_UPPER, a, n, n);
	int info = OF(jacobi_values)(w, n, a, MAX(n, 1), w->s, a + n * n, &j);
	if (HAS_VECTORS)
		OF(copy)(a, n, w->a.at, w->a.ld, n, n);
	tell_jacobi(w, j.sweeps, j.residual, false);
	tell_info(w, info);
}

static void OF(syevj_item)(void *ctx, u64 i) {
	struct OF(batch) *b = ctx;
	struct solver_call *w = b->w;
	s64 n = w->n;
	T *a = b->scratch + (s64)i * b->each, *item = ITEM(w->a, i);
	struct OF(jacobi_work) j = OF(jacobi_of)(w);
	OF(copy)(item, w->a.ld, a, n, n, n);
	OF(mirror)(IS_UPPER, a, n, n);
	int info = OF(jacobi_values)(w, n, a, MAX(n, 1), (R *)w->s + (s64)i * w->s_stride,
	                             a + n * n, &j);
	if (HAS_VECTORS)
		OF(copy)(a, n, item, w->a.ld, n, n);
	if (w->info)
		w->info[i] = info;
}

static bool OF(batch_named)(struct solver_call *w) {
	return boxes(w, lib_updates, "A", &w->a, w->n, w->n, sizeof(T)) &&
	       REALS(writes, "W", w->s, w->n * w->batch) && INFO(w->batch);
}

RUN(syevj_batched) {
	struct OF(batch) b;
	if (!OF(batch_named)(w) || !OF(batch_scratch)(w, &b, 2 * w->n * w->n))
		return;
	lib_parallel(w->lib, (u64)w->batch, OF(syevj_item), &b);
	tell_jacobi(w, 0, 0, true);
}

/* Small matrices side by side, large ones one after the other. */
RUN(syevd_batched) {
	if (w->n <= 64) {
		w->sorts = true;
		OF(syevj_batched_run)(w);
		return;
	}
	for (s64 i = 0; OF(batch_named)(w) && i < w->batch; i++) {
		int info = OF(syevd)(w->lib, HAS_VECTORS, IS_UPPER, w->n, ITEM(w->a, i),
		                     w->a.ld, (R *)w->s + i * w->s_stride);
		if (info < 0)
			return;
		if (w->info)
			w->info[i] = info;
	}
}

RUN(sygvd) {
	s64 n = w->n;
	if (!TRIANGLE(updates, "A", w->a, n) ||
	    (HAS_VECTORS && !MATRIX(writes, "A", w->a, n, n)) ||
	    !TRIANGLE(updates, "B", w->b, n) || !REALS(writes, "W", w->s, n) || !INFO(1))
		return;
	T *a = TAKE(T, 2 * n * n);
	if (!a)
		return;
	int info = OF(potrf)(w->lib, IS_UPPER, n, w->b.at, w->b.ld);
	if (info) {
		tell_info(w, w->jacobi ? info : info + (int)n);
		return;
	}
	OF(copy)(w->a.at, w->a.ld, a, n, n, n);
	OF(mirror)(IS_UPPER, a, n, n);
	OF(reduce)(w->lib, w->itype, w->uplo, n, a, MAX(n, 1), w->b.at, w->b.ld);
	if (w->jacobi) {
		struct OF(jacobi_work) j = OF(jacobi_of)(w);
		/* Rounding of both halves is apart. */
		OF(mirror)(IS_UPPER, a, n, n);
		info = OF(jacobi_values)(w, n, a, MAX(n, 1), w->s, a + n * n, &j);
		tell_jacobi(w, j.sweeps, j.residual, false);
	} else {
		info = OF(syevd)(w->lib, HAS_VECTORS, IS_UPPER, n, a, MAX(n, 1), w->s);
	}
	s64 found = info ? n : OF(select)(w, w->s, HAS_VECTORS ? a : NULL, n);
	if (HAS_VECTORS && info >= 0) {
		OF(restore)(w->lib, w->itype, w->uplo, n, found, a, MAX(n, 1), w->b.at,
		            w->b.ld);
		OF(copy)(a, n, w->a.at, w->a.ld, n, found);
	}
	tell_info(w, info);
}
