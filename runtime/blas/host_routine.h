/* host_routine.h - calls of CBLAS for one type; included by host_blas.c through
 * each_type.h. Scalars are values of real types and pointers to complex ones.
 * SPDX-License-Identifier: Apache-2.0 */

#if IS_COMPLEX
typedef const void *OF(value);
#define VALUE(x) (&(x))
#else
typedef R OF(value);
#define VALUE(x) OF(value_of)(&(x))
static inline R OF(value_of)(const union scalar *x) {
	R r;
	memcpy(&r, x, sizeof r);
	return r;
}
#endif

static inline R OF(real_of)(const union scalar *x) {
	R r;
	memcpy(&r, x, sizeof r);
	return r;
}

#define SLOT(name, ...) void *name;
static struct {
	HOST_ROUTINES(SLOT) HOST_NAMED(SLOT)
} OF(host);
#undef SLOT

#define INT(x) ((int)(x))
#define X_N(v) (v).at, INT((v).ld)
#define HOST(name, ...) ((void (*)(__VA_ARGS__))OF(host).name)
#define V OF(value)
#define P void *
#define ALPHA VALUE(w->alpha_value)
#define BETA VALUE(w->beta_value)

/* ---- level 1: only where nothing lies between elements. Elsewhere the loops of our own
 * are as fast, and OpenBLAS's of complex numbers read beyond the last element. ---- */

#define OWN_UNLESS(is_packed, name)         \
	if (!(is_packed)) {                 \
		own_kernels(TYPE)->name(w); \
		return;                     \
	}
#define X_PACKED (w->b.ld == 1)
#define XY_PACKED (w->b.ld == 1 && w->c.ld == 1)

/* In parts, as our own. */
static void OF(host_dot)(const struct blas_call *w) {
	OWN_UNLESS(XY_PACKED, dot)
	__typeof__((T)0 + (f64)0) sum = 0;
	for (s64 i = 0; i < w->n; i += SUM_PART) {
		int n = INT(MIN(w->n - i, SUM_PART));
		T *x = (T *)w->b.at + i, *y = (T *)w->c.at + i, part;
#if IS_COMPLEX
		void *f = w->is_conj ? OF(host).dotc : OF(host).dot;
		((void (*)(int, P, int, P, int, P))f)(n, x, 1, y, 1, &part);
#else
		part = ((T(*)(int, P, int, P, int))OF(host).dot)(n, x, 1, y, 1);
#endif
		sum += part;
	}
	*(T *)w->result = (T)sum;
}

static void OF(host_nrm2)(const struct blas_call *w) {
	OWN_UNLESS(X_PACKED, nrm2)
	R norm = ((R(*)(int, P, int))OF(host).nrm2)(INT(w->n), X_N(w->b));
	*(R *)w->result = norm;
	OWN_UNLESS(isfinite(norm), nrm2) /* libraries differ in what infinities give */
}

static void OF(host_scal)(const struct blas_call *w) {
	OWN_UNLESS(X_PACKED && w->scalar_type == TYPE, scal)
	HOST(scal, int, V, P, int)(INT(w->n), ALPHA, X_N(w->b));
}

static void OF(host_axpy)(const struct blas_call *w) {
	OWN_UNLESS(XY_PACKED, axpy)
	HOST(axpy, int, V, P, int, P, int)(INT(w->n), ALPHA, X_N(w->b), X_N(w->c));
}

static void OF(host_copy)(const struct blas_call *w) {
	OWN_UNLESS(XY_PACKED, copy)
	HOST(copy, int, P, int, P, int)(INT(w->n), X_N(w->b), X_N(w->c));
}

static void OF(host_swap)(const struct blas_call *w) {
	OWN_UNLESS(XY_PACKED, swap)
	HOST(swap, int, P, int, P, int)(INT(w->n), X_N(w->b), X_N(w->c));
}

/* ---- level 2 ---- */

/* Libraries multiply what is in y by beta = 0, and a NaN stays. */
static void OF(clear_if_zero)(const struct blas_call *w, s64 n) {
	T beta, *y = w->c.at;
	s64 step = w->c.ld < 0 ? -w->c.ld : w->c.ld;
	memcpy(&beta, &w->beta_value, sizeof beta);
	if (beta == 0)
		for (s64 i = 0; i < n; i++)
			y[i * step] = 0;
}

static void OF(host_gemv)(const struct blas_call *w) {
	OWN_UNLESS(w->b.ld != 0 && w->c.ld != 0, gemv)
	OF(clear_if_zero)(w, w->transa == CUBLAS_OP_N ? w->m : w->n);
	HOST(gemv, u32, u32, int, int, V, P, int, P, int, V, P, int)
	(COLUMNS, trans_of(w->transa), INT(w->m), INT(w->n), ALPHA, X_N(w->a), X_N(w->b),
	 BETA, X_N(w->c));
}

static void OF(host_gbmv)(const struct blas_call *w) {
	OF(clear_if_zero)(w, w->transa == CUBLAS_OP_N ? w->m : w->n);
	HOST(gbmv, u32, u32, int, int, int, int, V, P, int, P, int, V, P, int)
	(COLUMNS, trans_of(w->transa), INT(w->m), INT(w->n), INT(w->kl), INT(w->ku),
	 ALPHA, X_N(w->a), X_N(w->b), BETA, X_N(w->c));
}

#define FULL_TRIANGLE(name)                                                       \
	static void OF(host_##name)(const struct blas_call *w) {                  \
		HOST(name, u32, u32, u32, u32, int, P, int, P, int)               \
		(COLUMNS, uplo_of(w), trans_of(w->transa), diag_of(w), INT(w->n), \
		 X_N(w->a), X_N(w->c));                                           \
	}
FULL_TRIANGLE(trmv)
FULL_TRIANGLE(trsv)
#undef FULL_TRIANGLE

#define BAND_TRIANGLE(name)                                                       \
	static void OF(host_##name)(const struct blas_call *w) {                  \
		HOST(name, u32, u32, u32, u32, int, int, P, int, P, int)          \
		(COLUMNS, uplo_of(w), trans_of(w->transa), diag_of(w), INT(w->n), \
		 INT(w->k), X_N(w->a), X_N(w->c));                                \
	}
BAND_TRIANGLE(tbmv)
BAND_TRIANGLE(tbsv)
#undef BAND_TRIANGLE

#define PACKED_TRIANGLE(name)                                                     \
	static void OF(host_##name)(const struct blas_call *w) {                  \
		HOST(name, u32, u32, u32, u32, int, P, P, int)                    \
		(COLUMNS, uplo_of(w), trans_of(w->transa), diag_of(w), INT(w->n), \
		 w->a.at, X_N(w->c));                                             \
	}
PACKED_TRIANGLE(tpmv)
PACKED_TRIANGLE(tpsv)
#undef PACKED_TRIANGLE

/* CBLAS has no complex symv, syr and syr2. */
#define IS_ABSENT (IS_COMPLEX && !w->is_conj)

static void OF(host_symv)(const struct blas_call *w) {
	if (IS_ABSENT) {
		own_kernels(TYPE)->symv(w);
		return;
	}
	OF(clear_if_zero)(w, w->n);
	HOST(symv, u32, u32, int, V, P, int, P, int, V, P, int)
	(COLUMNS, uplo_of(w), INT(w->n), ALPHA, X_N(w->a), X_N(w->b), BETA, X_N(w->c));
}

static void OF(host_sbmv)(const struct blas_call *w) {
	OF(clear_if_zero)(w, w->n);
	HOST(sbmv, u32, u32, int, int, V, P, int, P, int, V, P, int)
	(COLUMNS, uplo_of(w), INT(w->n), INT(w->k), ALPHA, X_N(w->a), X_N(w->b), BETA,
	 X_N(w->c));
}

static void OF(host_spmv)(const struct blas_call *w) {
	OF(clear_if_zero)(w, w->n);
	HOST(spmv, u32, u32, int, V, P, P, int, V, P, int)
	(COLUMNS, uplo_of(w), INT(w->n), ALPHA, w->a.at, X_N(w->b), BETA, X_N(w->c));
}

static void OF(host_ger)(const struct blas_call *w) {
	void *f = w->is_conj ? OF(host).gerc : OF(host).ger;
	((void (*)(u32, int, int, V, P, int, P, int, P, int))f)(
		COLUMNS, INT(w->m), INT(w->n), ALPHA, X_N(w->b), X_N(w->c), X_N(w->a));
}

static void OF(host_syr)(const struct blas_call *w) {
	if (IS_ABSENT)
		own_kernels(TYPE)->syr(w);
	else
		HOST(syr, u32, u32, int, R, P, int, P, int)
	(COLUMNS, uplo_of(w), INT(w->n), OF(real_of)(&w->alpha_value), X_N(w->b),
	 X_N(w->a));
}

static void OF(host_spr)(const struct blas_call *w) {
	HOST(spr, u32, u32, int, R, P, int, P)
	(COLUMNS, uplo_of(w), INT(w->n), OF(real_of)(&w->alpha_value), X_N(w->b),
	 w->a.at);
}

static void OF(host_syr2)(const struct blas_call *w) {
	if (IS_ABSENT)
		own_kernels(TYPE)->syr2(w);
	else
		HOST(syr2, u32, u32, int, V, P, int, P, int, P, int)
	(COLUMNS, uplo_of(w), INT(w->n), ALPHA, X_N(w->b), X_N(w->c), X_N(w->a));
}

static void OF(host_spr2)(const struct blas_call *w) {
	HOST(spr2, u32, u32, int, V, P, int, P, int, P)
	(COLUMNS, uplo_of(w), INT(w->n), ALPHA, X_N(w->b), X_N(w->c), w->a.at);
}

/* ---- level 3 ---- */

static void OF(host_gemm)(const struct blas_call *w) {
	HOST(gemm, u32, u32, u32, int, int, int, V, P, int, P, int, V, P, int)
	(COLUMNS, trans_of(w->transa), trans_of(w->transb), INT(w->m), INT(w->n),
	 INT(w->k), ALPHA, X_N(w->a), X_N(w->b), BETA, X_N(w->c));
}

static void OF(host_syrk)(const struct blas_call *w) {
	/* Either transpose means the one that the routine has. */
	u32 trans = w->transa == CUBLAS_OP_N ? NO_TRANS : w->is_conj ? CONJ_TRANS : TRANS;
	if (IS_COMPLEX && w->is_conj)
		HOST(herk, u32, u32, u32, int, int, R, P, int, R, P, int)
	(COLUMNS, uplo_of(w), trans, INT(w->n), INT(w->k), OF(real_of)(&w->alpha_value),
	 X_N(w->a), OF(real_of)(&w->beta_value), X_N(w->c));
	else HOST(syrk, u32, u32, u32, int, int, V, P, int, V, P,
	          int)(COLUMNS, uplo_of(w), trans, INT(w->n), INT(w->k), ALPHA, X_N(w->a),
	               BETA, X_N(w->c));
}

static void OF(host_syr2k)(const struct blas_call *w) {
	/* Either transpose means the one that the routine has. */
	u32 trans = w->transa == CUBLAS_OP_N ? NO_TRANS : w->is_conj ? CONJ_TRANS : TRANS;
	if (IS_COMPLEX && w->is_conj)
		HOST(her2k, u32, u32, u32, int, int, V, P, int, P, int, R, P, int)
	(COLUMNS, uplo_of(w), trans, INT(w->n), INT(w->k), ALPHA, X_N(w->a), X_N(w->b),
	 OF(real_of)(&w->beta_value), X_N(w->c));
	else HOST(syr2k, u32, u32, u32, int, int, V, P, int, P, int, V, P,
	          int)(COLUMNS, uplo_of(w), trans, INT(w->n), INT(w->k), ALPHA, X_N(w->a),
	               X_N(w->b), BETA, X_N(w->c));
}

static void OF(host_symm)(const struct blas_call *w) {
	void *f = w->is_conj ? OF(host).hemm : OF(host).symm;
	((void (*)(u32, u32, u32, int, int, V, P, int, P, int, V, P, int))f)(
		COLUMNS, side_of(w), uplo_of(w), INT(w->m), INT(w->n), ALPHA, X_N(w->a),
		X_N(w->b), BETA, X_N(w->c));
}

static void OF(host_trsm)(const struct blas_call *w) {
	HOST(trsm, u32, u32, u32, u32, u32, int, int, V, P, int, P, int)
	(COLUMNS, side_of(w), uplo_of(w), trans_of(w->transa), diag_of(w), INT(w->m),
	 INT(w->n), ALPHA, X_N(w->a), X_N(w->c));
}

/* CBLAS works in place. */
static void OF(host_trmm)(const struct blas_call *w) {
	for (s64 j = 0; j < w->n && w->b.at != w->c.at; j++)
		memcpy((T *)w->c.at + j * w->c.ld, (T *)w->b.at + j * w->b.ld,
		       (size_t)w->m * sizeof(T));
	HOST(trmm, u32, u32, u32, u32, u32, int, int, V, P, int, P, int)
	(COLUMNS, side_of(w), uplo_of(w), trans_of(w->transa), diag_of(w), INT(w->m),
	 INT(w->n), ALPHA, X_N(w->a), X_N(w->c));
}

static void OF(load)(struct kernels *k) {
#define LOAD(name, symbol)            \
	OF(host).name = find(symbol); \
	if (OF(host).name)            \
		k->name = OF(host_##name);
	HOST_ROUTINES(LOAD)
#undef LOAD
#define LOAD(name, real, complex) \
	OF(host).name = find_typed(CBLAS(), IS_COMPLEX ? complex : real);
	HOST_NAMED(LOAD)
#undef LOAD
#define USE(name, also)                     \
	if (OF(host).name && OF(host).also) \
		k->name = OF(host_##name);
	USE(dot, dotc)
	USE(ger, gerc)
	USE(symv, symv)
	USE(sbmv, sbmv)
	USE(spmv, spmv)
	USE(syr, syr)
	USE(spr, spr)
	USE(syr2, syr2)
	USE(spr2, spr2)
#undef USE
	if (!OF(host).herk)
		k->syrk = NULL;
	if (!OF(host).her2k)
		k->syr2k = NULL;
	if (!OF(host).hemm)
		k->symm = NULL;
}

#undef VALUE
#undef OWN_UNLESS
#undef X_PACKED
#undef XY_PACKED
#undef INT
#undef X_N
#undef HOST
#undef V
#undef P
#undef ALPHA
#undef BETA
#undef IS_ABSENT
