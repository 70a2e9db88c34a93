/* own_solve.h - factors of small matrices for one type, as LAPACK has them; included by
 * solve.c through each_type.h. Matrices are n by n or m by n with leading dimension ld.
 * SPDX-License-Identifier: Apache-2.0 */

static R OF(size_of)(T x) {
	const R *part = (const R *)&x;
	R s = part[0] < 0 ? -part[0] : part[0];
	if (IS_COMPLEX)
		s += part[IS_COMPLEX] < 0 ? -part[IS_COMPLEX] : part[IS_COMPLEX];
	return s;
}

static T OF(conjugate)(T x) {
	R *part = (R *)&x;
	if (IS_COMPLEX)
		part[IS_COMPLEX] = -part[IS_COMPLEX];
	return x;
}

static void OF(swap_rows)(T *a, s64 ld, s64 cols, s64 i, s64 j) {
	for (s64 c = 0; c < cols && i != j; c++) {
		T t = a[i + c * ld];
		a[i + c * ld] = a[j + c * ld];
		a[j + c * ld] = t;
	}
}

/* P A = L U in place; without `pivots` no rows are exchanged. Returns the first column,
 * from 1, whose pivot is 0, or 0. */
static int OF(factor)(T *a, s64 ld, s64 n, int *pivots) {
	int info = 0;
	for (s64 j = 0; j < n; j++) {
		s64 p = j;
		for (s64 i = j + 1; i < n && pivots; i++)
			if (OF(size_of)(a[i + j * ld]) > OF(size_of)(a[p + j * ld]))
				p = i;
		if (pivots)
			pivots[j] = (int)p + 1;
		if (a[p + j * ld] == 0) {
			info = info ? info : (int)j + 1;
			continue;
		}
		OF(swap_rows)(a, ld, n, j, p);
		for (s64 i = j + 1; i < n; i++)
			a[i + j * ld] /= a[j + j * ld];
		for (s64 c = j + 1; c < n; c++)
			for (s64 i = j + 1; i < n; i++)
				a[i + c * ld] -= a[i + j * ld] * a[j + c * ld];
	}
	return info;
}

/* b = op(L U)^-1 b for each column, without the exchanges. op is N, T or C. */
static void OF(substitute)(const T *a, s64 ld, s64 n, u32 op, T *b, s64 ldb, s64 cols) {
	for (s64 c = 0; c < cols; c++, b += ldb) {
		if (op == CUBLAS_OP_N) {
			for (s64 j = 0; j < n; j++)
				for (s64 i = j + 1; i < n; i++)
					b[i] -= a[i + j * ld] * b[j];
			for (s64 j = n - 1; j >= 0; j--) {
				b[j] /= a[j + j * ld];
				for (s64 i = 0; i < j; i++)
					b[i] -= a[i + j * ld] * b[j];
			}
			continue;
		}
		bool is_conj = op == CUBLAS_OP_C;
		for (s64 j = 0; j < n; j++) {
			for (s64 i = 0; i < j; i++)
				b[j] -= (is_conj ? OF(conjugate)(a[i + j * ld])
				                 : a[i + j * ld]) *
				        b[i];
			b[j] /= is_conj ? OF(conjugate)(a[j + j * ld]) : a[j + j * ld];
		}
		for (s64 j = n - 1; j >= 0; j--)
			for (s64 i = j + 1; i < n; i++)
				b[j] -= (is_conj ? OF(conjugate)(a[i + j * ld])
				                 : a[i + j * ld]) *
				        b[i];
	}
}

static void OF(solve)(const T *a, s64 ld, s64 n, u32 op, const int *pivots, T *b, s64 ldb,
                      s64 cols) {
	for (s64 i = 0; i < n && pivots && op == CUBLAS_OP_N; i++)
		OF(swap_rows)(b, ldb, cols, i, pivots[i] - 1);
	OF(substitute)(a, ld, n, op, b, ldb, cols);
	for (s64 i = n - 1; i >= 0 && pivots && op != CUBLAS_OP_N; i--)
		OF(swap_rows)(b, ldb, cols, i, pivots[i] - 1);
}

/* c = (L U)^-1 P; a pivot of 0 leaves c and is told as by factor. */
static int OF(invert)(const T *a, s64 ld, s64 n, const int *pivots, T *c, s64 ldc) {
	for (s64 j = 0; j < n; j++)
		if (a[j + j * ld] == 0)
			return (int)j + 1;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < n; i++)
			c[i + j * ldc] = i == j;
	OF(solve)(a, ld, n, CUBLAS_OP_N, pivots, c, ldc, n);
	return 0;
}

/* A reflector I - tau v v^H, v[0] = 1, that takes x to (beta, 0, ...); v and beta replace
 * x. */
static T OF(reflector)(s64 n, T *x) {
	R *head = (R *)&x[0], rest = 0;
	for (s64 i = 1; i < n; i++) {
		const R *part = (const R *)&x[i];
		for (u32 p = 0; p <= IS_COMPLEX; p++)
			rest += part[p] * part[p];
	}
	R imaginary = IS_COMPLEX ? head[IS_COMPLEX] : 0;
	if (rest == 0 && imaginary == 0)
		return 0;
	R beta = (R)sqrt((f64)(head[0] * head[0] + imaginary * imaginary + rest));
	beta = head[0] > 0 ? -beta : beta;
	T tau = 0, scale = x[0] - beta;
	((R *)&tau)[0] = (beta - head[0]) / beta;
	if (IS_COMPLEX)
		((R *)&tau)[IS_COMPLEX] = -imaginary / beta;
	for (s64 i = 1; i < n; i++)
		x[i] /= scale;
	x[0] = beta;
	return tau;
}

/* c = (I - tau v v^H) c for each column; v[0] is 1, whatever is stored there. */
static void OF(reflect)(s64 m, const T *v, T tau, T *c, s64 ldc, s64 cols) {
	for (s64 j = 0; j < cols; j++, c += ldc) {
		T sum = c[0];
		for (s64 i = 1; i < m; i++)
			sum += OF(conjugate)(v[i]) * c[i];
		sum *= tau;
		c[0] -= sum;
		for (s64 i = 1; i < m; i++)
			c[i] -= v[i] * sum;
	}
}

static void OF(factor_qr)(T *a, s64 ld, s64 m, s64 n, T *tau) {
	for (s64 j = 0; j < MIN(m, n); j++) {
		T *v = a + j + j * ld;
		tau[j] = OF(reflector)(m - j, v);
		OF(reflect)(m - j, v, OF(conjugate)(tau[j]), v + ld, ld, n - j - 1);
	}
}

/* Least squares: c becomes the solution; a keeps its factors. */
static int OF(least_squares)(T *a, s64 ld, s64 m, s64 n, T *c, s64 ldc, s64 cols) {
	for (s64 j = 0; j < n; j++) {
		T *v = a + j + j * ld, tau = OF(reflector)(m - j, v);
		OF(reflect)(m - j, v, OF(conjugate)(tau), v + ld, ld, n - j - 1);
		OF(reflect)(m - j, v, OF(conjugate)(tau), c + j, ldc, cols);
	}
	for (s64 j = 0; j < n; j++)
		if (a[j + j * ld] == 0)
			return (int)j + 1;
	for (s64 q = 0; q < cols; q++, c += ldc)
		for (s64 j = n - 1; j >= 0; j--) {
			c[j] /= a[j + j * ld];
			for (s64 i = 0; i < j; i++)
				c[i] -= a[i + j * ld] * c[j];
		}
	return 0;
}

/* ---- an item of a batch ---- */

static void OF(getrf)(const struct blas_call *w, u64 i) {
	int *pivots = w->pivots ? (int *)w->pivots + (s64)i * w->n : NULL;
	w->info[i] = OF(factor)(((T **)w->a.at)[i], w->a.ld, w->n, pivots);
}

static void OF(getri)(const struct blas_call *w, u64 i) {
	const int *pivots = w->pivots ? w->pivots + (s64)i * w->n : NULL;
	w->info[i] = OF(invert)(((T **)w->a.at)[i], w->a.ld, w->n, pivots,
	                        ((T **)w->c.at)[i], w->c.ld);
}

static void OF(getrs)(const struct blas_call *w, u64 i) {
	const int *pivots = w->pivots ? w->pivots + (s64)i * w->n : NULL;
	OF(solve)
	(((T **)w->a.at)[i], w->a.ld, w->n, w->transa, pivots, ((T **)w->c.at)[i],
	 w->c.ld, w->k);
}

static void OF(matinv)(const struct blas_call *w, u64 i) {
	const T *a = ((T **)w->a.at)[i];
	T copy[MATINV_MOST * MATINV_MOST];
	int pivots[MATINV_MOST];
	for (s64 j = 0; j < w->n; j++)
		memcpy(copy + j * w->n, a + j * w->a.ld, (u64)w->n * sizeof(T));
	w->info[i] = OF(factor)(copy, w->n, w->n, pivots);
	if (!w->info[i])
		OF(invert)(copy, w->n, w->n, pivots, ((T **)w->c.at)[i], w->c.ld);
}

static void OF(geqrf)(const struct blas_call *w, u64 i) {
	OF(factor_qr)(((T **)w->a.at)[i], w->a.ld, w->m, w->n, ((T **)w->c.at)[i]);
}

static void OF(gels)(const struct blas_call *w, u64 i) {
	int info = OF(least_squares)(((T **)w->a.at)[i], w->a.ld, w->m, w->n,
	                             ((T **)w->c.at)[i], w->c.ld, w->k);
	if (w->info)
		w->info[i] = info;
}

/* ---- packed and full triangles ---- */

static void OF(tpttr)(const struct blas_call *w, u64 j) {
	s64 first = w->uplo == CUBLAS_FILL_MODE_UPPER ? 0 : (s64)j;
	s64 end = w->uplo == CUBLAS_FILL_MODE_UPPER ? (s64)j + 1 : w->n;
	s64 at = w->uplo == CUBLAS_FILL_MODE_UPPER ? (s64)(j * (j + 1) / 2)
	                                           : (s64)j * (2 * w->n - (s64)j - 1) / 2;
	memcpy((T *)w->c.at + (s64)j * w->c.ld + first, (T *)w->b.at + at + first,
	       (u64)(end - first) * sizeof(T));
}

static void OF(trttp)(const struct blas_call *w, u64 j) {
	s64 first = w->uplo == CUBLAS_FILL_MODE_UPPER ? 0 : (s64)j;
	s64 end = w->uplo == CUBLAS_FILL_MODE_UPPER ? (s64)j + 1 : w->n;
	s64 at = w->uplo == CUBLAS_FILL_MODE_UPPER ? (s64)(j * (j + 1) / 2)
	                                           : (s64)j * (2 * w->n - (s64)j - 1) / 2;
	memcpy((T *)w->b.at + at + first, (T *)w->c.at + (s64)j * w->c.ld + first,
	       (u64)(end - first) * sizeof(T));
}
