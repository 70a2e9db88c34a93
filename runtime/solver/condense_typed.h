/* condense_typed.h - matrices of two and of three diagonals, by reflectors from both
 * sides, for one type; included by dense.c through types.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* ---- A = Q B P^H, m >= n ---- */

static bool OF(bidiagonal)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, R *d, R *e,
                           T *tauq, T *taup) {
	T *row = OF(scratch)(c, n + m), *sums = row + n;
	if (!row)
		return false;
	for (s64 j = 0; j < n; j++) {
		T *v = a + j * (lda + 1);
		tauq[j] = OF(reflector)(m - j, v, v + 1);
		d[j] = OF(re)(v[0]);
		v[0] = 1;
		OF(reflect_left)(m - j, n - j - 1, v, OF(conjugate)(tauq[j]), v + lda,
		                 lda);
		v[0] = d[j];
		if (j == n - 1) {
			taup[j] = 0;
			break;
		}
		s64 k = n - j - 1;
		for (s64 i = 0; i < k; i++)
			row[i] = OF(conjugate)(v[(i + 1) * lda]);
		taup[j] = OF(reflector)(k, row, row + 1);
		e[j] = OF(re)(row[0]);
		row[0] = 1;
		OF(reflect_right)(m - j - 1, k, row, taup[j], v + lda + 1, lda, sums);
		for (s64 i = 1; i < k; i++)
			v[(i + 1) * lda] = OF(conjugate)(row[i]);
		v[lda] = e[j];
	}
	return true;
}

/* Q (side left) or P^H in place of the reflectors: LAPACK's orgbr. */
static bool OF(make_bidiagonal)(struct lib_call *c, bool is_left, s64 m, s64 n, s64 k,
                                T *a, s64 lda, const T *tau) {
	if (is_left && m >= k)
		return OF(make_q)(c, m, n, k, a, lda, tau);
	if (!is_left && k < n)
		return OF(make_p)(c, m, n, k, a, lda, tau);
	/* Square, and the reflectors begin beside the diagonal. */
	s64 o = n - 1;
	if (n < 1)
		return true;
	T *inner = OF(scratch)(c, o * o);
	if (!inner)
		return false;
	OF(copy)(a + (is_left ? 1 : lda), lda, inner, MAX(o, 1), o, o);
	bool is_made = is_left ? OF(make_q)(c, o, o, o, inner, MAX(o, 1), tau)
	                       : OF(make_p)(c, o, o, o, inner, MAX(o, 1), tau);
	OF(identity)(a, lda, n, n);
	OF(copy)(inner, MAX(o, 1), a + lda + 1, lda, o, o);
	return is_made;
}

/* ---- A = Q T Q^H ---- */

/* y = alpha a x, of one triangle of a Hermitian matrix */
static void OF(hermitian_times)(bool is_upper, s64 n, T alpha, const T *a, s64 lda,
                                const T *x, T *y) {
	memset(y, 0, (u64)MAX(n, 0) * sizeof(T));
	for (s64 j = 0; j < n; j++) {
		const T *col = a + j * lda;
		T f = alpha * x[j], sum = 0;
		for (s64 i = is_upper ? 0 : j + 1; i < (is_upper ? j : n); i++) {
			y[i] += f * col[i];
			sum += OF(conjugate)(col[i]) * x[i];
		}
		y[j] += f * OF(re)(col[j]) + alpha * sum;
	}
}

/* a -= x y^H + y x^H, in one triangle */
static void OF(hermitian_less)(bool is_upper, s64 n, const T *x, const T *y, T *a,
                               s64 lda) {
	for (s64 j = 0; j < n; j++) {
		T fx = OF(conjugate)(x[j]), fy = OF(conjugate)(y[j]), *col = a + j * lda;
		for (s64 i = is_upper ? 0 : j; i < (is_upper ? j + 1 : n); i++)
			col[i] -= x[i] * fy + y[i] * fx;
		col[j] = OF(re)(col[j]);
	}
}

/* The reflector of column v, of n elements whose `one` is 1, from both sides of a, which
 * is n by n. y: n elements */
static void OF(reflect_both)(bool is_upper, s64 n, T *v, T tau, T *a, s64 lda, T *y) {
	T dot = 0;
	OF(hermitian_times)(is_upper, n, tau, a, lda, v, y);
	for (s64 i = 0; i < n; i++)
		dot += OF(conjugate)(y[i]) * v[i];
	dot *= -tau / 2;
	for (s64 i = 0; i < n; i++)
		y[i] += dot * v[i];
	OF(hermitian_less)(is_upper, n, v, y, a, lda);
}

static bool OF(tridiagonal)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda, R *d,
                            R *e, T *tau) {
	T *y = OF(scratch)(c, n);
	if (!y)
		return false;
	for (s64 q = 0; q < n - 1; q++) {
		s64 i = is_upper ? n - 2 - q : q;
		/* Of column i + 1 what is above the diagonal, or of i what is below. */
		T *v = is_upper ? a + (i + 1) * lda : a + i + 1 + i * lda;
		s64 k = is_upper ? i + 1 : n - i - 1, one = is_upper ? i : 0;
		tau[i] = OF(reflector)(k, v + one, is_upper ? v : v + 1);
		e[i] = OF(re)(v[one]);
		v[one] = 1;
		if (tau[i] != 0)
			OF(reflect_both)(is_upper, k, v, tau[i],
			                 is_upper ? a : a + (i + 1) * (lda + 1), lda, y);
		v[one] = e[i];
	}
	for (s64 i = 0; i < n; i++) {
		d[i] = OF(re)(a[i + i * lda]);
		a[i + i * lda] = d[i];
	}
	return true;
}

static void OF(reverse)(T *x, s64 n, s64 step) {
	for (s64 i = 0; i < n / 2; i++) {
		T t = x[i * step];
		x[i * step] = x[(n - 1 - i) * step];
		x[(n - 1 - i) * step] = t;
	}
}

/* x = Q x and so on, m by n, with the reflectors of a tridiagonal form. Those of the
 * upper triangle end in their 1 and are in the order of Hk ... H1: with rows and numbers
 * reversed they are as others. */
static bool OF(apply_tridiagonal)(struct lib_call *c, bool is_upper, bool is_left,
                                  bool adjoint, s64 m, s64 n, const T *a, s64 lda,
                                  const T *tau, T *x, s64 ldx) {
	s64 k = (is_left ? m : n) - 1;
	if (m <= 0 || n <= 0 || k <= 0)
		return true;
	if (!is_upper) {
		T *part = x + (is_left ? 1 : ldx);
		return OF(apply_q)(c, is_left, adjoint, is_left ? k : m, is_left ? n : k,
		                   k, a + 1, lda, tau, part, ldx);
	}
	T *v = OF(scratch)(c, k * k + k), *t = v + k * k;
	if (!v)
		return false;
	for (s64 j = 0; j < k; j++) {
		t[j] = tau[k - 1 - j];
		for (s64 i = j; i < k; i++)
			v[i + j * k] = a[k - 1 - i + (k - j) * lda];
	}
	for (u32 twice = 0; twice < 2; twice++) {
		for (s64 j = 0; j < (is_left ? n : m); j++)
			OF(reverse)(x + (is_left ? j * ldx : j), k, is_left ? 1 : ldx);
		if (!twice && !OF(apply_q)(c, is_left, adjoint, is_left ? k : m,
		                           is_left ? n : k, k, v, k, t, x, ldx))
			return false;
	}
	return true;
}

static bool OF(make_tridiagonal)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda,
                                 const T *tau) {
	T *v = OF(scratch)(c, n * n);
	if (!v)
		return false;
	OF(copy)(a, lda, v, MAX(n, 1), n, n);
	OF(identity)(a, lda, n, n);
	return OF(apply_tridiagonal)(c, is_upper, true, false, n, n, v, MAX(n, 1), tau, a,
	                             lda);
}
