/* refine_typed.h - for operands of type HT and factors of type LT; included by refine.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* Narrows m by n, to the precision of the factors if it is for them. */
static void HI(narrow)(const HT *a, s64 lda, LT *b, s64 m, s64 n, u32 precision) {
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++) {
			HT x = a[i + j * lda];
			b[i + j * m] = LO(make)(narrowed((f32)HI(re)(x), precision),
			                        narrowed((f32)HI(im)(x), precision));
		}
}

/* The largest Euclidean length of a column; not finite if an element is not. */
static f64 HI(length)(const HT *a, s64 lda, s64 m, s64 n) {
	f64 most = 0;
	for (s64 j = 0; j < n; j++) {
		f64 sum = 0;
		for (s64 i = 0; i < m; i++) {
			f64 re = (f64)HI(re)(a[i + j * lda]),
			    im = (f64)HI(im)(a[i + j * lda]);
			sum += re * re + im * im;
		}
		if (!(sum <= most))
			most = sum;
		if (!isfinite(most))
			return NAN;
	}
	return sqrt(most);
}

/* r = b - a x */
static void HI(residual)(struct solver_call *w, const HT *x, s64 ldx, HT *r) {
	HI(copy)(w->b.at, w->b.ld, r, w->m, w->m, w->k);
	HI(gemm)(w->lib, CUBLAS_OP_N, CUBLAS_OP_N, w->m, w->k, w->n, -1, w->a.at, w->a.ld,
	         x, ldx, 1, r, w->m);
}

/* What refines: the factors of a copy of A in LT. */
struct HI(refined) {
	struct solver_call *w;
	LT *factors, *step; /* m by n; max(m, n) by k */
	HT *r, *g;          /* m by k; n by k */
	int *pivots;        /* null: QR, whose R solves R^H R x = A^H b */
};

static bool HI(prepare)(struct HI(refined) * f, bool is_square) {
	struct solver_call *w = f->w;
	f->factors = LO(scratch)(w->lib, w->m * w->n + w->n);
	f->step = LO(scratch)(w->lib, w->n * w->k);
	f->r = HI(scratch)(w->lib, (w->m + w->n) * w->k);
	f->pivots = lib_scratch(w->lib, (u64)(w->n + 1) * sizeof(int));
	if (!f->factors || !f->step || !f->r || !f->pivots)
		return false;
	f->g = f->r + w->m * w->k;
	if (!is_square)
		f->pivots = NULL;
	return true;
}

/* 0, or what is singular. */
static int HI(factor)(struct HI(refined) * f) {
	struct solver_call *w = f->w;
	HI(narrow)(w->a.at, w->a.ld, f->factors, w->m, w->n, w->low);
	if (f->pivots)
		return LO(getrf)(w->lib, w->m, w->n, f->factors, MAX(w->m, 1), f->pivots);
	int info = LO(geqrf)(w->lib, w->m, w->n, f->factors, MAX(w->m, 1),
	                     f->factors + w->m * w->n);
	for (s64 j = 0; j < w->n && !info; j++)
		if (f->factors[j + j * w->m] == 0)
			info = (int)j + 1;
	return info;
}

/* x += the solution for the residual r. */
static void HI(improve)(struct HI(refined) * f, HT *x, s64 ldx) {
	struct solver_call *w = f->w;
	s64 n = w->n, k = w->k;
	if (f->pivots) {
		HI(narrow)(f->r, n, f->step, n, k, 0);
		LO(gauss_solve)
		(w->lib, CUBLAS_OP_N, n, k, f->factors, n, f->pivots, f->step, n);
	} else {
		HI(gemm)(w->lib, CUBLAS_OP_C, CUBLAS_OP_N, n, k, w->m, 1, w->a.at,
		         w->a.ld, f->r, w->m, 0, f->g, n);
		HI(narrow)(f->g, n, f->step, n, k, 0);
		for (u32 i = 0; i < 2; i++)
			LO(trsm)(w->lib, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER,
			         i ? CUBLAS_OP_N : CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, n,
			         k, 1, f->factors, w->m, f->step, n);
	}
	for (s64 j = 0; j < k; j++)
		for (s64 i = 0; i < n; i++)
			x[i + j * ldx] += (HT)f->step[i + j * n];
}

/* How many solutions it took, or why there is none. */
static int HI(iterate)(struct HI(refined) * f) {
	struct solver_call *w = f->w;
	HT *x = w->v.at;
	f64 scale = HI(length)(w->a.at, w->a.ld, w->m, w->n) * sqrt((f64)w->n);
	f64 tolerance = w->irs.tolerance > 0 ? w->irs.tolerance
	                                     : (f64)HI_EPS * sqrt((f64)w->n);
	f64 before = INFINITY;
	HI(clear)(x, w->v.ld, w->n, w->k);
	HI(copy)(w->b.at, w->b.ld, f->r, w->m, w->m, w->k);
	for (int i = 1; i <= w->irs.max_iterations; i++) {
		HI(improve)(f, x, w->v.ld);
		HI(residual)(w, x, w->v.ld, f->r);
		f64 size = HI(length)(x, w->v.ld, w->n, w->k);
		f64 rest = HI(length)(f->r, w->m, w->m, w->k);
		tell_residual(w, i, rest);
		if (!isfinite(size) || !isfinite(rest))
			return REFINE_LOW_SINGULAR;
		if (!f->pivots) { /* the residual's part that A reaches */
			HI(gemm)(w->lib, CUBLAS_OP_C, CUBLAS_OP_N, w->n, w->k, w->m, 1,
			         w->a.at, w->a.ld, f->r, w->m, 0, f->g, w->n);
			rest = HI(length)(f->g, w->n, w->n, w->k) /
			       (scale > 0 ? scale : 1);
			size = MAX(size, HI(length)(w->b.at, w->b.ld, w->m, w->k) /
			                         (scale > 0 ? scale : 1));
		}
		if (rest <= size * scale * tolerance ||
		    w->irs.refinement == CUSOLVER_IRS_REFINE_NONE)
			return i;
		if (i > 3 && rest > before)
			break;
		before = rest;
	}
	return -w->irs.max_iterations;
}

/* In the precision of the operands; A keeps the factors. False: not finite. */
static bool HI(direct)(struct solver_call *w, bool is_square) {
	HT *x = w->v.at, *tau = HI(scratch)(w->lib, w->n), *b = NULL;
	int info;
	if (is_square) {
		int *pivots = w->pivots ? w->pivots
		                        : lib_scratch(w->lib,
		                                      (u64)(w->n + 1) * sizeof(int));
		if (!pivots)
			return true;
		HI(copy)(w->b.at, w->b.ld, x, w->v.ld, w->n, w->k);
		info = HI(getrf)(w->lib, w->n, w->n, w->a.at, w->a.ld, pivots);
		if (!info)
			HI(gauss_solve)
		(w->lib, CUBLAS_OP_N, w->n, w->k, w->a.at, w->a.ld, pivots, x, w->v.ld);
	} else {
		b = HI(scratch)(w->lib, w->m * w->k);
		if (!b || !tau)
			return true;
		HI(copy)(w->b.at, w->b.ld, b, w->m, w->m, w->k);
		info = HI(geqrf)(w->lib, w->m, w->n, w->a.at, w->a.ld, tau);
		HI(ormqr)(w->lib, true, true, w->m, w->k, w->n, w->a.at, w->a.ld, tau, b,
		          w->m);
		HI(trsm)(w->lib, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
		         CUBLAS_DIAG_NON_UNIT, w->n, w->k, 1, w->a.at, w->a.ld, b, w->m);
		HI(copy)(b, w->m, x, w->v.ld, w->n, w->k);
	}
	return !info && isfinite(HI(length)(x, w->v.ld, w->n, w->k));
}

static void HI(solve_refined)(struct solver_call *w, bool is_square) {
	struct HI(refined) f = {.w = w};
	int iterations = 0;
	if (!operand(w, lib_updates, "dA", w->a.at, w->m, w->n, w->a.ld, sizeof(HT)) ||
	    !operand(w, lib_reads, "dB", w->b.at, w->m, w->k, w->b.ld, sizeof(HT)) ||
	    !operand(w, lib_writes, "dX", w->v.at, w->n, w->k, w->v.ld, sizeof(HT)) ||
	    !INFO(1) ||
	    (is_square && w->pivots &&
	     !operand(w, lib_writes, "dipiv", w->pivots, w->n, 1, w->n, sizeof(int))))
		return;
	if (!IS_SAME(w)) {
		if (!HI(prepare)(&f, is_square))
			return;
		iterations = HI(factor)(&f) ? REFINE_LOW_SINGULAR : HI(iterate)(&f);
		if (is_square && w->pivots)
			memcpy(w->pivots, f.pivots, (u64)w->n * sizeof(int));
	}
	if (IS_SAME(w) || (iterations < 0 && w->irs.has_fallback)) {
		bool is_finite = HI(direct)(w, is_square);
		iterations = !is_finite ? REFINE_OVERFLOW : IS_SAME(w) ? 1 : iterations;
	}
	tell_iterations(w, iterations);
	tell_info(w, 0);
}

static void HI(gesv_run)(struct solver_call *w) {
	HI(solve_refined)(w, true);
}

static void HI(gels_run)(struct solver_call *w) {
	HI(solve_refined)(w, false);
}

#undef HT
#undef LT
#undef HI
#undef LO
#undef HI_EPS
#undef IS_SAME
