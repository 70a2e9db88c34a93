/* eigen_typed.h - eigenvalues of symmetric and Hermitian matrices for one type; included
 * by dense.c through types.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define QL_STEPS 60 /* for one eigenvalue */

/* Columns p and q of x turned: p' = c p - s q, q' = s p + c q. */
static void OF(turn)(s64 m, T *p, T *q, R c, T s) {
	T other = OF(conjugate)(s);
	for (s64 i = 0; i < m; i++) {
		T t = p[i];
		p[i] = c * t - other * q[i];
		q[i] = s * t + c * q[i];
	}
}

/* Exchanges the places of values i and j, and of the columns of x and y. */
static void OF(swap_values)(R *d, s64 i, s64 j, T *x, s64 ldx, s64 mx, T *y, s64 ldy,
                            s64 my) {
	R t = d[i];
	d[i] = d[j];
	d[j] = t;
	if (x)
		for (s64 k = 0; k < mx; k++) {
			T u = x[k + i * ldx];
			x[k + i * ldx] = x[k + j * ldx];
			x[k + j * ldx] = u;
		}
	if (y)
		for (s64 k = 0; k < my; k++) {
			T u = y[k + i * ldy];
			y[k + i * ldy] = y[k + j * ldy];
			y[k + j * ldy] = u;
		}
}

/* Sorts by selection: a column moves at most once. */
static void OF(sort_values)(bool ascending, s64 n, R *d, T *x, s64 ldx, s64 mx, T *y,
                            s64 ldy, s64 my) {
	for (s64 i = 0; i < n; i++) {
		s64 best = i;
		for (s64 j = i + 1; j < n; j++)
			if (ascending ? d[j] < d[best] : d[j] > d[best])
				best = j;
		if (best != i)
			OF(swap_values)(d, i, best, x, ldx, mx, y, ldy, my);
	}
}

/* Eigenvalues, ascending, of a matrix with the diagonals d and e; z, of m rows, is
 * multiplied by the eigenvectors, or null. Implicit QL steps. */
static int OF(tridiagonal_values)(s64 n, R *d, R *e, T *z, s64 ldz, s64 m) {
	for (s64 l = 0; l < n; l++) {
		for (s64 step = 0;; step++) {
			s64 end = l;
			while (end < n - 1 &&
			       (R)fabs((f64)e[end]) > EPS * (R)(fabs((f64)d[end]) +
			                                        fabs((f64)d[end + 1])))
				end++;
			if (end == l)
				break;
			if (step == QL_STEPS)
				return (int)l + 1;
			R g = (d[l + 1] - d[l]) / (2 * e[l]), r = (R)hypot((f64)g, 1);
			g = d[end] - d[l] + e[l] / (g + (R)copysign((f64)r, (f64)g));
			R s = 1, c = 1, p = 0;
			s64 i = end - 1;
			for (; i >= l; i--) {
				R f = s * e[i], b = c * e[i];
				r = (R)hypot((f64)f, (f64)g);
				e[i + 1] = r;
				if (r == 0) {
					d[i + 1] -= p;
					e[end] = 0;
					break;
				}
				s = f / r;
				c = g / r;
				g = d[i + 1] - p;
				r = (d[i] - g) * s + 2 * c * b;
				p = s * r;
				d[i + 1] = g + p;
				g = c * r - b;
				if (z)
					OF(turn)(m, z + i * ldz, z + (i + 1) * ldz, c, s);
			}
			if (r == 0 && i >= l)
				continue;
			d[l] -= p;
			e[l] = g;
			e[end] = 0;
		}
	}
	OF(sort_values)(true, n, d, z, ldz, m, NULL, 0, 0);
	return 0;
}

/* All eigenvalues, and eigenvectors in place of a, of which one triangle is read. */
static int OF(hermitian)(struct lib_call *c, bool has_vectors, bool is_upper, s64 n, T *a,
                         s64 lda, R *w) {
	R *e = (R *)OF(scratch)(c, n);
	T *tau = OF(scratch)(c, n);
	if (!e || !tau || !OF(tridiagonal)(c, is_upper, n, a, lda, w, e, tau))
		return -1;
	if (n > 0)
		e[n - 1] = 0;
	if (has_vectors && !OF(make_tridiagonal)(c, is_upper, n, a, lda, tau))
		return -1;
	return OF(tridiagonal_values)(n, w, e, has_vectors ? a : NULL, lda, n);
}

/* ---- Jacobi's method ---- */

struct OF(jacobi_work) {
	T *v; /* n by n, or null */
	s64 ldv;
	R tolerance;
	int max_sweeps, sweeps;
	f64 residual;
};

static f64 OF(beside_diagonal)(s64 n, const T *a, s64 lda, f64 *all) {
	f64 beside = 0, diagonal = 0;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < n; i++)
			*(i == j ? &diagonal
			         : &beside) += (f64)OF(square)(a[i + j * lda]);
	*all = sqrt(beside + diagonal);
	return sqrt(beside);
}

/* Rows and columns p < q of a, so that a[p, q] becomes 0. */
static void OF(jacobi_turn)(s64 n, T *a, s64 lda, s64 p, s64 q,
                            const struct OF(jacobi_work) * w) {
	T apq = a[p + q * lda];
	R size = OF(magnitude)(apq);
	R app = OF(re)(a[p + p * lda]), aqq = OF(re)(a[q + q * lda]);
	if (size == 0 || size < (R)1e-3 * EPS * OF(root)(OF(magnitude)(app * aqq)))
		return;
	R zeta = (aqq - app) / (2 * size);
	R t = (R)copysign(1, (f64)zeta) / ((R)fabs((f64)zeta) + (R)hypot(1, (f64)zeta));
	R c = 1 / (R)hypot(1, (f64)t), s = c * t;
	T phased = s * apq / size;
	OF(turn)(n, a + p * lda, a + q * lda, c, phased);
	for (s64 j = 0; j < n; j++) {
		T *x = a + j * lda, x_p = x[p];
		x[p] = c * x_p - phased * x[q];
		x[q] = OF(conjugate)(phased) * x_p + c * x[q];
	}
	a[p + q * lda] = a[q + p * lda] = 0;
	a[p + p * lda] = OF(re)(a[p + p * lda]);
	a[q + q * lda] = OF(re)(a[q + q * lda]);
	if (w->v)
		OF(turn)(n, w->v + p * w->ldv, w->v + q * w->ldv, c, phased);
}

/* a, of which all is read and written, becomes diagonal. n + 1: it did not. */
static int OF(jacobi)(s64 n, T *a, s64 lda, R *values, struct OF(jacobi_work) * w) {
	f64 all, beside = OF(beside_diagonal)(n, a, lda, &all);
	if (w->v)
		OF(identity)(w->v, w->ldv, n, n);
	for (w->sweeps = 0; beside > w->tolerance * all && w->sweeps < w->max_sweeps;
	     w->sweeps++) {
		for (s64 p = 0; p < n - 1; p++)
			for (s64 q = p + 1; q < n; q++)
				OF(jacobi_turn)(n, a, lda, p, q, w);
		beside = OF(beside_diagonal)(n, a, lda, &all);
	}
	for (s64 i = 0; i < n; i++)
		values[i] = OF(re)(a[i + i * lda]);
	w->residual = all > 0 ? beside / all : 0;
	return beside <= w->tolerance * all ? 0 : (int)n + 1;
}

/* ---- A x = l B x ---- */

/* a, all of which is there, becomes the matrix whose eigenvalues are asked for; b has
 * Cholesky's factors. */
static void OF(reduce)(struct lib_call *c, u32 itype, u32 uplo, s64 n, T *a, s64 lda,
                       const T *b, s64 ldb) {
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER, solves = itype == 1;
	/* L^-1 A L^-H or L^H A L; U^-H A U^-1 or U A U^H */
	u32 left = is_upper == solves ? CUBLAS_OP_C : CUBLAS_OP_N;
	u32 right = left == CUBLAS_OP_C ? CUBLAS_OP_N : CUBLAS_OP_C;
	OF(triangle)(c, solves, CUBLAS_SIDE_LEFT, uplo, left, CUBLAS_DIAG_NON_UNIT, n, n,
	             1, b, ldb, a, lda);
	OF(triangle)(c, solves, CUBLAS_SIDE_RIGHT, uplo, right, CUBLAS_DIAG_NON_UNIT, n,
	             n, 1, b, ldb, a, lda);
}

/* Eigenvectors of the reduced matrix become those of the pair. */
static void OF(restore)(struct lib_call *c, u32 itype, u32 uplo, s64 n, s64 cols, T *x,
                        s64 ldx, const T *b, s64 ldb) {
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER, solves = itype < 3;
	u32 trans = is_upper == solves ? CUBLAS_OP_N : CUBLAS_OP_C;
	OF(triangle)(c, solves, CUBLAS_SIDE_LEFT, uplo, trans, CUBLAS_DIAG_NON_UNIT, n,
	             cols, 1, b, ldb, x, ldx);
}
