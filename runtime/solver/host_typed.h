/* host_typed.h - LAPACK's routines for one type, by the names of Fortran, where a library
 * has them; otherwise the loops of our own. Included by dense.c through types.h. Results
 * below 0: no memory, and the call has failed.
 * SPDX-License-Identifier: Apache-2.0 */

#define SLOT(name, real, complex) void *name;
static struct {
	HOST_ROUTINES(SLOT)
} OF(host);
#undef SLOT

static void OF(load)(void) {
#define FIND(name, real, complex) \
	OF(host).name = host_lapack_symbol(LAPACK(real, complex));
	HOST_ROUTINES(FIND)
#undef FIND
}

/* Whether the library has the routine, and sizes are its int's. */
#define HAS(name, most) \
	(host_lapack(c, TYPE) && OF(host).name && (most) <= INT32_MAX / 64)
/* A call of it: Fortran takes addresses; the lengths of strings come last. */
#define CALL(name, types, ...) ((void(*) types)OF(host).name)(__VA_ARGS__)
#define UPLO(is_upper) ((is_upper) ? "U" : "L")
#define INTS(...) int __VA_ARGS__

/* A workspace: the size of the first element, as LAPACK tells it. */
static T *OF(host_work)(struct lib_call *c, T wanted, int *size) {
	*size = (int)OF(re)(wanted) + 64;
	*size += *size / 1024; /* a float may round it down */
	return OF(scratch)(c, *size);
}

static int OF(potrf)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda) {
	if (!HAS(potrf, lda))
		return OF(cholesky)(c, is_upper, n, a, lda);
	INTS(n_ = (int)n, lda_ = (int)lda, info = 0);
	CALL(potrf, (const char *, int *, T *, int *, int *, size_t), UPLO(is_upper), &n_,
	     a, &lda_, &info, 1);
	return info;
}

static int OF(getrf)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, int *pivots) {
	if (!pivots || !HAS(getrf, lda))
		return OF(gauss)(c, m, n, a, lda, pivots);
	INTS(m_ = (int)m, n_ = (int)n, lda_ = (int)lda, info = 0);
	CALL(getrf, (int *, int *, T *, int *, int *, int *), &m_, &n_, a, &lda_, pivots,
	     &info);
	return info;
}

static int OF(geqrf)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, T *tau) {
	if (!HAS(geqrf, lda))
		return OF(qr)(c, m, n, a, lda, tau) ? 0 : -1;
	INTS(m_ = (int)m, n_ = (int)n, lda_ = (int)lda, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(geqrf, (int *, int *, T *, int *, T *, T *, int *, int *), &m_, &n_,
		     a, &lda_, tau, work, &size, &info);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return 0;
}

static int OF(orgqr)(struct lib_call *c, s64 m, s64 n, s64 k, T *a, s64 lda,
                     const T *tau) {
	if (!HAS(orgqr, lda))
		return OF(make_q)(c, m, n, k, a, lda, tau) ? 0 : -1;
	INTS(m_ = (int)m, n_ = (int)n, k_ = (int)k, lda_ = (int)lda, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(orgqr,
		     (int *, int *, int *, T *, int *, const T *, T *, int *, int *), &m_,
		     &n_, &k_, a, &lda_, tau, work, &size, &info);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return 0;
}

static int OF(ormqr)(struct lib_call *c, bool is_left, bool adjoint, s64 m, s64 n, s64 k,
                     const T *a, s64 lda, const T *tau, T *x, s64 ldx) {
	if (!HAS(ormqr, MAX(lda, ldx)))
		return OF(apply_q)(c, is_left, adjoint, m, n, k, a, lda, tau, x, ldx)
		               ? 0
		               : -1;
	INTS(m_ = (int)m, n_ = (int)n, k_ = (int)k, lda_ = (int)lda, ldx_ = (int)ldx,
	     size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(ormqr,
		     (const char *, const char *, int *, int *, int *, const T *, int *,
		      const T *, T *, int *, T *, int *, int *, size_t, size_t),
		     is_left ? "L" : "R",
		     !adjoint     ? "N"
		     : IS_COMPLEX ? "C"
		                  : "T",
		     &m_, &n_, &k_, a, &lda_, tau, x, &ldx_, work, &size, &info, 1, 1);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return 0;
}

/* Upper bidiagonal: m >= n. */
static int OF(gebrd)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, R *d, R *e, T *tauq,
                     T *taup) {
	if (!HAS(gebrd, lda))
		return OF(bidiagonal)(c, m, n, a, lda, d, e, tauq, taup) ? 0 : -1;
	INTS(m_ = (int)m, n_ = (int)n, lda_ = (int)lda, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(gebrd,
		     (int *, int *, T *, int *, R *, R *, T *, T *, T *, int *, int *),
		     &m_, &n_, a, &lda_, d, e, tauq, taup, work, &size, &info);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return 0;
}

static int OF(sytrd)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda, R *d, R *e,
                     T *tau) {
	if (!HAS(sytrd, lda))
		return OF(tridiagonal)(c, is_upper, n, a, lda, d, e, tau) ? 0 : -1;
	INTS(n_ = (int)n, lda_ = (int)lda, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(sytrd,
		     (const char *, int *, T *, int *, R *, R *, T *, T *, int *, int *,
		      size_t),
		     UPLO(is_upper), &n_, a, &lda_, d, e, tau, work, &size, &info, 1);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return 0;
}

static int OF(syevd)(struct lib_call *c, bool has_vectors, bool is_upper, s64 n, T *a,
                     s64 lda, R *w) {
	if (!HAS(syevd, lda) || n > 16000)
		return OF(hermitian)(c, has_vectors, is_upper, n, a, lda, w);
	INTS(n_ = (int)n, lda_ = (int)lda, size = -1, reals = -1, ints = -1, info = 0);
	int wanted_ints = 0, *int_work = &wanted_ints;
	T wanted = 0, *work = &wanted;
	R wanted_reals = 0, *real_work = &wanted_reals;
	for (u32 twice = 0; twice < 2; twice++) {
		if (IS_COMPLEX)
			CALL(syevd,
			     (const char *, const char *, int *, T *, int *, R *, T *,
			      int *, R *, int *, int *, int *, int *, size_t, size_t),
			     has_vectors ? "V" : "N", UPLO(is_upper), &n_, a, &lda_, w,
			     work, &size, real_work, &reals, int_work, &ints, &info, 1,
			     1);
		else
			CALL(syevd,
			     (const char *, const char *, int *, T *, int *, R *, T *,
			      int *, int *, int *, int *, size_t, size_t),
			     has_vectors ? "V" : "N", UPLO(is_upper), &n_, a, &lda_, w,
			     work, &size, int_work, &ints, &info, 1, 1);
		if (twice)
			break;
		ints = wanted_ints + 64;
		reals = (int)wanted_reals + 64;
		reals += reals / 1024;
		work = OF(host_work)(c, wanted, &size);
		real_work = lib_scratch(c, (u64)reals * sizeof(R));
		int_work = lib_scratch(c, (u64)ints * sizeof(int));
		if (!work || !real_work || !int_work)
			return -1;
	}
	return info;
}

static int OF(sytrf)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda,
                     int *pivots) {
	if (!pivots || !HAS(sytrf, lda))
		return OF(symmetric)(c, is_upper, n, a, lda, pivots);
	INTS(n_ = (int)n, lda_ = (int)lda, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	for (u32 twice = 0; twice < 2; twice++) {
		CALL(sytrf,
		     (const char *, int *, T *, int *, int *, T *, int *, int *, size_t),
		     UPLO(is_upper), &n_, a, &lda_, pivots, work, &size, &info, 1);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return info;
}

/* Singular values, descending, of any shape; a is lost. jobs are 'A', 'S' and 'N'; vt is
 * V^H. */
static int OF(host_gesvd)(struct lib_call *c, char jobu, char jobvt, s64 m, s64 n, T *a,
                          s64 lda, R *s, T *u, s64 ldu, T *vt, s64 ldvt) {
	INTS(m_ = (int)m, n_ = (int)n, lda_ = (int)lda, ldu_ = (int)ldu,
	     ldvt_ = (int)ldvt, size = -1, info = 0);
	T wanted = 0, *work = &wanted;
	R *reals = lib_scratch(c, (u64)(5 * MIN(m, n) + 1) * sizeof(R));
	if (!reals)
		return -1;
	for (u32 twice = 0; twice < 2; twice++) {
		if (IS_COMPLEX)
			CALL(gesvd,
			     (char *, char *, int *, int *, T *, int *, R *, T *, int *,
			      T *, int *, T *, int *, R *, int *, size_t, size_t),
			     &jobu, &jobvt, &m_, &n_, a, &lda_, s, u, &ldu_, vt, &ldvt_,
			     work, &size, reals, &info, 1, 1);
		else
			CALL(gesvd,
			     (char *, char *, int *, int *, T *, int *, R *, T *, int *,
			      T *, int *, T *, int *, int *, size_t, size_t),
			     &jobu, &jobvt, &m_, &n_, a, &lda_, s, u, &ldu_, vt, &ldvt_,
			     work, &size, &info, 1, 1);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return info;
}

/* Eigenvalues of a general matrix; a is lost. Of real types: both parts of the values,
 * and a pair of conjugate vectors in two columns. */
static int OF(host_geev)(struct lib_call *c, bool has_vectors, s64 n, T *a, s64 lda, T *w,
                         T *wi, T *v, s64 ldv) {
	INTS(n_ = (int)n, lda_ = (int)lda, ldv_ = (int)MAX(ldv, 1), one = 1, size = -1,
	     info = 0);
	T wanted = 0, none = 0, *work = &wanted;
	R *reals = lib_scratch(c, (u64)(2 * n + 1) * sizeof(R));
	char left = 'N', right = has_vectors ? 'V' : 'N';
	if (!reals)
		return -1;
	for (u32 twice = 0; twice < 2; twice++) {
		if (IS_COMPLEX)
			CALL(geev,
			     (char *, char *, int *, T *, int *, T *, T *, int *, T *,
			      int *, T *, int *, R *, int *, size_t, size_t),
			     &left, &right, &n_, a, &lda_, w, &none, &one, v, &ldv_, work,
			     &size, reals, &info, 1, 1);
		else
			CALL(geev,
			     (char *, char *, int *, T *, int *, T *, T *, T *, int *,
			      T *, int *, T *, int *, int *, size_t, size_t),
			     &left, &right, &n_, a, &lda_, w, wi, &none, &one, v, &ldv_,
			     work, &size, &info, 1, 1);
		if (!twice && !(work = OF(host_work)(c, wanted, &size)))
			return -1;
	}
	return info;
}

static bool OF(has_geev)(struct lib_call *c, s64 most) {
	return HAS(geev, most);
}
