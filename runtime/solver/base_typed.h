/* base_typed.h - numbers of one type, and products of matrices by the kernels of cuBLAS;
 * included by dense.c through types.h. Matrices are stored by columns; `c` is the call
 * that runs.
 * SPDX-License-Identifier: Apache-2.0 */

static inline R OF(re)(T x) {
	return ((const R *)&x)[0];
}
static inline R OF(im)(T x) {
	return IS_COMPLEX ? ((const R *)&x)[IS_COMPLEX] : 0;
}
static inline T OF(make)(R re, R im) {
	T x = 0;
	((R *)&x)[0] = re;
	if (IS_COMPLEX)
		((R *)&x)[IS_COMPLEX] = im;
	return x;
}
static inline T OF(conjugate)(T x) {
	return OF(make)(OF(re)(x), -OF(im)(x));
}
/* |x|^2, |x|, and |re| + |im|, by which pivots are chosen. */
static inline R OF(square)(T x) {
	return OF(re)(x) * OF(re)(x) + OF(im)(x) * OF(im)(x);
}
static inline R OF(magnitude)(T x) {
	return IS_COMPLEX ? (R)hypot((f64)OF(re)(x), (f64)OF(im)(x))
	                  : (R)fabs((f64)OF(re)(x));
}
static inline R OF(size)(T x) {
	return (R)(fabs((f64)OF(re)(x)) + fabs((f64)OF(im)(x)));
}
static inline R OF(root)(R x) {
	return (R)sqrt((f64)x);
}

static void OF(clear)(T *a, s64 lda, s64 m, s64 n) {
	for (s64 j = 0; j < n; j++)
		memset(a + j * lda, 0, (u64)MAX(m, 0) * sizeof(T));
}
static void OF(identity)(T *a, s64 lda, s64 m, s64 n) {
	OF(clear)(a, lda, m, n);
	for (s64 j = 0; j < MIN(m, n); j++)
		a[j + j * lda] = 1;
}
static void OF(copy)(const T *a, s64 lda, T *b, s64 ldb, s64 m, s64 n) {
	for (s64 j = 0; j < n; j++)
		memcpy(b + j * ldb, a + j * lda, (u64)MAX(m, 0) * sizeof(T));
}
/* b = a^H; a is m by n. */
static void OF(adjoint)(const T *a, s64 lda, T *b, s64 ldb, s64 m, s64 n) {
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++)
			b[j + i * ldb] = OF(conjugate)(a[i + j * lda]);
}
/* Completes the other triangle of a Hermitian matrix. */
static void OF(mirror)(bool is_upper, T *a, s64 lda, s64 n) {
	for (s64 j = 0; j < n; j++) {
		a[j + j * lda] = OF(re)(a[j + j * lda]);
		for (s64 i = 0; i < j; i++) {
			T *up = &a[i + j * lda], *low = &a[j + i * lda];
			*(is_upper ? low : up) = OF(conjugate)(*(is_upper ? up : low));
		}
	}
}

static T *OF(scratch)(struct lib_call *c, s64 n) {
	return lib_scratch(c, (u64)MAX(n, 1) * sizeof(T));
}

/* cc = alpha op(a) op(b) + beta cc, m by n. */
static void OF(gemm)(struct lib_call *c, u32 transa, u32 transb, s64 m, s64 n, s64 k,
                     T alpha, const T *a, s64 lda, const T *b, s64 ldb, T beta, T *cc,
                     s64 ldc) {
	struct blas_call w = {
		.lib = c,
		.type = TYPE,
		.compute = TYPE,
		.scalar_type = TYPE,
		.beta_type = TYPE,
		.transa = transa,
		.transb = transb,
		.m = m,
		.n = n,
		.k = k,
		.a = {.at = (void *)a, .ld = lda, .type = TYPE},
		.b = {.at = (void *)b, .ld = ldb, .type = TYPE},
		.c = {.at = cc, .ld = ldc, .type = TYPE},
	};
	if (m <= 0 || n <= 0)
		return;
	memcpy(&w.alpha_value, &alpha, sizeof alpha);
	memcpy(&w.beta_value, &beta, sizeof beta);
	KERNEL_RUN(&w, gemm);
}

/* One triangle of cc -= a a^H, or a^H a if trans; `scale` instead of -1. */
static void OF(herk)(struct lib_call *c, u32 uplo, bool trans, s64 n, s64 k, R scale,
                     const T *a, s64 lda, T *cc, s64 ldc) {
	R one = 1;
	struct blas_call w = {
		.lib = c,
		.type = TYPE,
		.compute = TYPE,
		.scalar_type = REAL_TYPE,
		.beta_type = REAL_TYPE,
		.is_conj = IS_COMPLEX,
		.uplo = uplo,
		.transa = !trans       ? CUBLAS_OP_N
	                  : IS_COMPLEX ? CUBLAS_OP_C
	                               : CUBLAS_OP_T,
		.n = n,
		.k = k,
		.a = {.at = (void *)a, .ld = lda, .type = TYPE},
		.c = {.at = cc, .ld = ldc, .type = TYPE},
	};
	w.b = w.a;
	if (n <= 0 || k <= 0)
		return;
	memcpy(&w.alpha_value, &scale, sizeof scale);
	memcpy(&w.beta_value, &one, sizeof one);
	KERNEL_RUN(&w, syrk);
}

static void OF(triangle)(struct lib_call *c, bool solves, u32 side, u32 uplo, u32 trans,
                         u32 diag, s64 m, s64 n, T alpha, const T *a, s64 lda, T *b,
                         s64 ldb) {
	struct blas_call w = {
		.lib = c,
		.type = TYPE,
		.compute = TYPE,
		.scalar_type = TYPE,
		.beta_type = TYPE,
		.side = side,
		.uplo = uplo,
		.transa = trans == CUBLAS_OP_C && !IS_COMPLEX ? CUBLAS_OP_T : trans,
		.diag = diag,
		.m = m,
		.n = n,
		.a = {.at = (void *)a, .ld = lda, .type = TYPE},
		.b = {.at = b, .ld = ldb, .type = TYPE},
		.c = {.at = b, .ld = ldb, .type = TYPE},
	};
	if (m <= 0 || n <= 0)
		return;
	memcpy(&w.alpha_value, &alpha, sizeof alpha);
	if (solves)
		KERNEL_RUN(&w, trsm);
	else
		KERNEL_RUN(&w, trmm);
}
/* b = alpha op(a)^-1 b, or on the right: alpha b op(a)^-1. */
static void OF(trsm)(struct lib_call *c, u32 side, u32 uplo, u32 trans, u32 diag, s64 m,
                     s64 n, T alpha, const T *a, s64 lda, T *b, s64 ldb) {
	OF(triangle)(c, true, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}
/* The same with op(a). */
static void OF(trmm)(struct lib_call *c, u32 side, u32 uplo, u32 trans, u32 diag, s64 m,
                     s64 n, T alpha, const T *a, s64 lda, T *b, s64 ldb) {
	OF(triangle)(c, false, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}
