/* svd_typed.h - singular values for one type: Jacobi's method on columns; included by
 * dense.c through types.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* Columns p and q of a and v, so that those of a become orthogonal. Returns how far they
 * were from it: the cosine. */
static R OF(orthogonal_turn)(s64 m, T *a, s64 lda, s64 p, s64 q, R tolerance, s64 n, T *v,
                             s64 ldv) {
	T *x = a + p * lda, *y = a + q * lda, dot = 0;
	R xx = 0, yy = 0;
	for (s64 i = 0; i < m; i++) {
		xx += OF(square)(x[i]);
		yy += OF(square)(y[i]);
		dot += OF(conjugate)(x[i]) * y[i];
	}
	R size = OF(magnitude)(dot), scale = OF(root)(xx) * OF(root)(yy);
	if (!(size > tolerance * scale))
		return 0;
	R zeta = (yy - xx) / (2 * size);
	R t = (R)copysign(1, (f64)zeta) / ((R)fabs((f64)zeta) + (R)hypot(1, (f64)zeta));
	R c = 1 / (R)hypot(1, (f64)t), s = c * t;
	OF(turn)(m, x, y, c, s * dot / size);
	if (v)
		OF(turn)(n, v + p * ldv, v + q * ldv, c, s * dot / size);
	return scale > 0 ? size / scale : 0;
}

/* Scales a to numbers whose squares are numbers; returns the factor. */
static R OF(scale_safely)(s64 m, s64 n, T *a, s64 lda) {
	R most = 0;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++)
			most = MAX(most, OF(size)(a[i + j * lda]));
	if (most == 0 || (most > (R)1e-10 && most < (R)1e10))
		return 1;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++)
			a[i + j * lda] /= most;
	return most;
}

/* A = U S V^H with m >= n: U replaces a, but for the columns of values that are 0, which
 * become 0. Values descend if `sorts`. n + 1: it did not converge. */
static int OF(one_sided)(s64 m, s64 n, T *a, s64 lda, R *s, bool sorts,
                         struct OF(jacobi_work) * w) {
	R most = 1, scale = OF(scale_safely)(m, n, a, lda);
	/* Rounding alone leaves cosines of this size. */
	R tolerance = MAX(w->tolerance, EPS * OF(root)((R)m));
	if (w->v)
		OF(identity)(w->v, w->ldv, n, n);
	for (w->sweeps = 0; most > 0 && w->sweeps < w->max_sweeps; w->sweeps++) {
		most = 0;
		for (s64 p = 0; p < n - 1; p++)
			for (s64 q = p + 1; q < n; q++) {
				R far = OF(orthogonal_turn)(m, a, lda, p, q, tolerance, n,
				                            w->v, w->ldv);
				most = MAX(most, far);
			}
	}
	w->residual = (f64)most;
	R largest = 0;
	for (s64 j = 0; j < n; j++) {
		R sum = 0;
		for (s64 i = 0; i < m; i++)
			sum += OF(square)(a[i + j * lda]);
		s[j] = OF(root)(sum);
		largest = MAX(largest, s[j]);
	}
	for (s64 j = 0; j < n; j++) {
		/* A column that is rounding alone has no direction. */
		bool is_zero = s[j] <= largest * EPS * (R)0.25;
		for (s64 i = 0; i < m; i++)
			a[i + j * lda] = is_zero ? 0 : a[i + j * lda] / s[j];
		s[j] = is_zero ? 0 : s[j] * scale;
	}
	if (sorts)
		OF(sort_values)(false, n, s, a, lda, m, w->v, w->ldv, n);
	return most > 0 && w->sweeps == w->max_sweeps ? (int)n + 1 : 0;
}

/* Fills columns of u that are 0, and those from n to `end`, so that all are orthonormal:
 * unit vectors, less what the others have of them. */
static void OF(complete)(s64 m, s64 n, s64 end, T *u, s64 ldu, T *sums) {
	s64 unit = 0;
	for (s64 j = n; j < end; j++)
		memset(u + j * ldu, 0, (u64)m * sizeof(T));
	for (s64 j = 0; j < end; j++) {
		T *x = u + j * ldu;
		R norm = 0;
		for (s64 i = 0; i < m; i++)
			norm += OF(square)(x[i]);
		if (norm > 0)
			continue;
		for (; !(norm > (R)0.25 / (R)m) && unit < m; unit++) {
			memset(x, 0, (u64)m * sizeof(T));
			x[unit] = 1;
			for (u32 twice = 0; twice < 2; twice++) {
				for (s64 k = 0; k < end; k++) {
					T dot = 0;
					for (s64 i = 0; i < m && k != j; i++)
						dot += OF(conjugate)(u[i + k * ldu]) *
						       x[i];
					sums[k] = dot;
				}
				for (s64 k = 0; k < end; k++)
					for (s64 i = 0; i < m && k != j; i++)
						x[i] -= u[i + k * ldu] * sums[k];
			}
			norm = 0;
			for (s64 i = 0; i < m; i++)
				norm += OF(square)(x[i]);
		}
		norm = OF(root)(norm);
		for (s64 i = 0; i < m; i++)
			x[i] /= norm;
	}
}

/* Singular values of m by n, of any shape, into memory of the call: u is m by `cols_u`, v
 * n by `cols_v` (not transposed); either may be null. */
struct OF(svd) {
	s64 m, n;
	const T *a; /* is not changed */
	s64 lda;
	R *s;
	T *u, *v;
	s64 ldu, ldv, cols_u, cols_v;
	bool sorts;
	struct OF(jacobi_work) jacobi;
};

/* Elements of scratch for it. */
static s64 OF(svd_scratch)(s64 m, s64 n) {
	return MAX(m, n) * (MIN(m, n) + 1) + MIN(m, n) * MIN(m, n) + 1;
}

/* Copies the columns of what is `have` wide, and completes them. */
static void OF(svd_give)(s64 m, s64 have, const T *from, s64 ld, T *to, s64 ldt, s64 cols,
                         T *sums) {
	if (!to || !m)
		return;
	OF(copy)(from, ld, to, ldt, m, MIN(have, cols));
	OF(complete)(m, MIN(have, cols), cols, to, ldt, sums);
}

static int OF(svd_jacobi)(struct OF(svd) * d, T *scratch) {
	bool is_wide = d->m < d->n;
	s64 m = MAX(d->m, d->n), n = MIN(d->m, d->n), ld = MAX(m, 1), ldv = MAX(n, 1);
	T *a = scratch, *v = a + m * n, *sums = v + n * n;
	if (is_wide)
		OF(adjoint)(d->a, d->lda, a, ld, d->m, d->n);
	else
		OF(copy)(d->a, d->lda, a, ld, m, n);
	d->jacobi.v = d->u || d->v ? v : NULL;
	d->jacobi.ldv = ldv;
	int info = OF(one_sided)(m, n, a, ld, d->s, d->sorts, &d->jacobi);
	OF(svd_give)(d->m, n, is_wide ? v : a, is_wide ? ldv : ld, d->u, d->ldu,
	             d->cols_u, sums);
	OF(svd_give)(d->n, n, is_wide ? a : v, is_wide ? ld : ldv, d->v, d->ldv,
	             d->cols_v, sums);
	return info;
}
