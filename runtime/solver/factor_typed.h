/* factor_typed.h - Cholesky's and Gauss's factors, and triangles, for one type; included
 * by dense.c through types.h. Halves of a matrix are factored in turn, so that most work
 * is products. Results are LAPACK's: 0, or the number of what is singular.
 * SPDX-License-Identifier: Apache-2.0 */

/* Order below which loops do the work. */
#define SMALL 24

/* ---- L L^H, U^H U ---- */

static int OF(cholesky_loop)(bool is_upper, s64 n, T *a, s64 lda) {
	for (s64 j = 0; j < n; j++) {
		T *x = a + j * lda;
		R d = OF(re)(x[j]);
		for (s64 i = 0; is_upper && i < j; i++) {
			T sum = x[i];
			for (s64 p = 0; p < i; p++)
				sum -= OF(conjugate)(a[p + i * lda]) * x[p];
			x[i] = sum / a[i + i * lda];
			d -= OF(square)(x[i]);
		}
		x[j] = d;
		if (!(d > 0))
			return (int)j + 1;
		d = OF(root)(d);
		x[j] = d;
		if (is_upper)
			continue;
		for (s64 i = j + 1; i < n; i++)
			x[i] /= d;
		for (s64 q = j + 1; q < n; q++) {
			T f = OF(conjugate)(x[q]), *y = a + q * lda;
			for (s64 i = q; i < n; i++)
				y[i] -= x[i] * f;
		}
	}
	return 0;
}

static int OF(cholesky)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda) {
	if (n <= SMALL)
		return OF(cholesky_loop)(is_upper, n, a, lda);
	s64 h = n / 2;
	T *below = a + h, *right = a + h * lda, *rest = right + h;
	int info = OF(cholesky)(c, is_upper, h, a, lda);
	if (info)
		return info;
	if (is_upper) {
		OF(trsm)(c, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C,
		         CUBLAS_DIAG_NON_UNIT, h, n - h, 1, a, lda, right, lda);
		OF(herk)(c, CUBLAS_FILL_MODE_UPPER, true, n - h, h, -1, right, lda, rest,
		         lda);
	} else {
		OF(trsm)(c, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C,
		         CUBLAS_DIAG_NON_UNIT, n - h, h, 1, a, lda, below, lda);
		OF(herk)(c, CUBLAS_FILL_MODE_LOWER, false, n - h, h, -1, below, lda, rest,
		         lda);
	}
	info = OF(cholesky)(c, is_upper, n - h, rest, lda);
	return info ? info + (int)h : 0;
}

/* b = A^-1 b with the factors of A. */
static void OF(cholesky_solve)(struct lib_call *c, u32 uplo, s64 n, s64 cols, const T *a,
                               s64 lda, T *b, s64 ldb) {
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
	for (u32 i = 0; i < 2; i++)
		OF(trsm)(c, CUBLAS_SIDE_LEFT, uplo,
		         is_upper == !i ? CUBLAS_OP_C : CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
		         n, cols, 1, a, lda, b, ldb);
}

/* The same for one column, without the kernels of cuBLAS. */
static void OF(cholesky_solve_one)(bool is_upper, s64 n, const T *a, s64 lda, T *b) {
	for (s64 j = 0; j < n; j++) { /* with U^H or L */
		const T *x = a + j * lda;
		for (s64 i = 0; is_upper && i < j; i++)
			b[j] -= OF(conjugate)(x[i]) * b[i];
		b[j] /= OF(re)(x[j]);
		for (s64 i = j + 1; !is_upper && i < n; i++)
			b[i] -= x[i] * b[j];
	}
	for (s64 j = n - 1; j >= 0; j--) { /* with U or L^H */
		const T *x = a + j * lda;
		for (s64 i = j + 1; !is_upper && i < n; i++)
			b[j] -= OF(conjugate)(x[i]) * b[i];
		b[j] /= OF(re)(x[j]);
		for (s64 i = 0; is_upper && i < j; i++)
			b[i] -= x[i] * b[j];
	}
}

/* ---- triangles: the inverse, and U U^H or L^H L ---- */

static void OF(invert_loop)(bool is_upper, bool is_unit, s64 n, T *a, s64 lda) {
	for (s64 q = 0; q < n; q++) { /* a column at a time, from the corner */
		s64 j = is_upper ? q : n - 1 - q;
		T *x = a + j * lda, d = is_unit ? 1 : 1 / x[j];
		if (!is_unit)
			x[j] = d;
		/* x = -d inverse x, with the inverse of what is done */
		for (s64 p = 0; p < q; p++) {
			s64 i = is_upper ? p : n - 1 - p; /* outwards to the diagonal */
			T sum = (is_unit ? 1 : a[i + i * lda]) * x[i];
			for (s64 k = is_upper ? i + 1 : j + 1; k < (is_upper ? j : i);
			     k++)
				sum += a[i + k * lda] * x[k];
			x[i] = sum;
		}
		for (s64 i = is_upper ? 0 : j + 1; i < (is_upper ? j : n); i++)
			x[i] *= -d;
	}
}

static void OF(invert_half)(struct lib_call *c, u32 uplo, u32 diag, s64 n, T *a,
                            s64 lda) {
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
	if (n <= SMALL) {
		OF(invert_loop)(is_upper, diag == CUBLAS_DIAG_UNIT, n, a, lda);
		return;
	}
	s64 h = n / 2;
	T *rest = a + h * (lda + 1), *other = is_upper ? a + h * lda : a + h;
	s64 rows = is_upper ? h : n - h, cols = n - rows;
	OF(trsm)(c, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_N, diag, rows, cols, -1,
	         is_upper ? a : rest, lda, other, lda);
	OF(trsm)(c, CUBLAS_SIDE_RIGHT, uplo, CUBLAS_OP_N, diag, rows, cols, 1,
	         is_upper ? rest : a, lda, other, lda);
	OF(invert_half)(c, uplo, diag, h, a, lda);
	OF(invert_half)(c, uplo, diag, n - h, rest, lda);
}

static int OF(invert)(struct lib_call *c, u32 uplo, u32 diag, s64 n, T *a, s64 lda) {
	for (s64 j = 0; j < n && diag != CUBLAS_DIAG_UNIT; j++)
		if (a[j + j * lda] == 0)
			return (int)j + 1;
	OF(invert_half)(c, uplo, diag, n, a, lda);
	return 0;
}

static void OF(square_loop)(bool is_upper, s64 n, T *a, s64 lda) {
	for (s64 i = 0; i < n; i++) /* rows of U from above; columns of L from the left */
		for (s64 j = 0; j <= i; j++) {
			T sum = 0;
			for (s64 p = i; p < n; p++)
				sum += is_upper ? a[j + p * lda] *
				                          OF(conjugate)(a[i + p * lda])
				                : OF(conjugate)(a[p + i * lda]) *
				                          a[p + j * lda];
			a[is_upper ? j + i * lda : i + j * lda] = sum;
		}
}

static void OF(square_half)(struct lib_call *c, u32 uplo, s64 n, T *a, s64 lda) {
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER;
	if (n <= SMALL) {
		OF(square_loop)(is_upper, n, a, lda);
		return;
	}
	s64 h = n / 2;
	T *rest = a + h * (lda + 1), *other = is_upper ? a + h * lda : a + h;
	OF(square_half)(c, uplo, h, a, lda);
	OF(herk)(c, uplo, !is_upper, h, n - h, 1, other, lda, a, lda);
	OF(trmm)(c, is_upper ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_C,
	         CUBLAS_DIAG_NON_UNIT, is_upper ? h : n - h, is_upper ? n - h : h, 1,
	         rest, lda, other, lda);
	OF(square_half)(c, uplo, n - h, rest, lda);
}

/* ---- P A = L U ---- */

/* Exchanges rows i and pivots[i] - 1, first <= i < end, forwards or backwards. */
static void OF(exchange)(T *a, s64 lda, s64 cols, s64 first, s64 end, const int *pivots,
                         bool backwards) {
	for (s64 j = 0; j < cols; j++, a += lda)
		for (s64 q = first; q < end; q++) {
			s64 i = backwards ? end - 1 - (q - first) : q, p = pivots[i] - 1;
			T t = a[i];
			a[i] = a[p];
			a[p] = t;
		}
}

static int OF(gauss_loop)(s64 m, s64 n, T *a, s64 lda, int *pivots) {
	int info = 0;
	for (s64 j = 0; j < MIN(m, n); j++) {
		T *x = a + j * lda;
		s64 p = j;
		for (s64 i = j + 1; pivots && i < m; i++)
			if (OF(size)(x[i]) > OF(size)(x[p]))
				p = i;
		if (pivots) {
			pivots[j] = (int)p + 1;
			if (p != j)
				OF(exchange)(a, lda, n, j, j + 1, pivots, false);
		}
		if (x[j] == 0) {
			info = info ? info : (int)j + 1;
			continue;
		}
		for (s64 i = j + 1; i < m; i++)
			x[i] /= x[j];
		for (s64 q = j + 1; q < n; q++) {
			T *y = a + q * lda, f = y[j];
			for (s64 i = j + 1; i < m; i++)
				y[i] -= x[i] * f;
		}
	}
	return info;
}

/* Without pivots no rows are exchanged. */
static int OF(gauss)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, int *pivots) {
	s64 k = MIN(m, n), h = k / 2;
	if (k <= SMALL / 2)
		return OF(gauss_loop)(m, n, a, lda, pivots);
	T *right = a + h * lda, *rest = right + h;
	int info = OF(gauss)(c, m, h, a, lda, pivots);
	if (pivots)
		OF(exchange)(right, lda, n - h, 0, h, pivots, false);
	OF(trsm)(c, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
	         CUBLAS_DIAG_UNIT, h, n - h, 1, a, lda, right, lda);
	OF(gemm)(c, CUBLAS_OP_N, CUBLAS_OP_N, m - h, n - h, h, -1, a + h, lda, right, lda,
	         1, rest, lda);
	int later = OF(gauss)(c, m - h, n - h, rest, lda, pivots ? pivots + h : NULL);
	for (s64 i = h; pivots && i < k; i++)
		pivots[i] += (int)h;
	if (pivots)
		OF(exchange)(a, lda, h, h, k, pivots, false);
	return info ? info : later ? later + (int)h : 0;
}

/* b = op(P^T L U)^-1 b */
static void OF(gauss_solve)(struct lib_call *c, u32 trans, s64 n, s64 cols, const T *a,
                            s64 lda, const int *pivots, T *b, s64 ldb) {
	bool is_n = trans == CUBLAS_OP_N;
	if (is_n && pivots)
		OF(exchange)(b, ldb, cols, 0, n, pivots, false);
	for (u32 i = 0; i < 2; i++) {
		bool is_lower = is_n == !i;
		OF(trsm)(c, CUBLAS_SIDE_LEFT,
		         is_lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER,
		         trans, is_lower ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n,
		         cols, 1, a, lda, b, ldb);
	}
	if (!is_n && pivots)
		OF(exchange)(b, ldb, cols, 0, n, pivots, true);
}
