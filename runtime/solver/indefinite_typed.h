/* indefinite_typed.h - L D L^T of symmetric matrices, complex ones among them, with
 * exchanges by Bunch and Kaufman; for one type, included by dense.c through types.h. An
 * upper triangle is turned around its centre, which makes a lower one of it.
 * SPDX-License-Identifier: Apache-2.0 */

/* b = the lower triangle of a, or the upper one turned; and back. */
static void OF(turn_triangle)(bool is_upper, bool back, s64 n, T *a, s64 lda, T *b) {
	for (s64 j = 0; j < n; j++)
		for (s64 i = j; i < n; i++) {
			T *from = is_upper ? &a[n - 1 - i + (n - 1 - j) * lda]
			                   : &a[i + j * lda];
			T *to = &b[i + j * n];
			*(back ? from : to) = *(back ? to : from);
		}
}

/* The row and column that go to k, and whether they make a block of 2. */
static s64 OF(choose_pivot)(s64 n, const T *a, s64 ld, s64 k, bool *is_two,
                            bool *is_zero) {
	const R alpha = (R)0.6403882032022076; /* (1 + sqrt 17) / 8 */
	R diagonal = OF(size)(a[k + k * ld]), most = 0, row = 0;
	s64 at = k;
	*is_two = false;
	for (s64 i = k + 1; i < n; i++)
		if (OF(size)(a[i + k * ld]) > most) {
			most = OF(size)(a[i + k * ld]);
			at = i;
		}
	*is_zero = !(MAX(diagonal, most) > 0);
	if (*is_zero || diagonal >= alpha * most)
		return k;
	for (s64 j = k; j < at; j++)
		row = MAX(row, OF(size)(a[at + j * ld]));
	for (s64 i = at + 1; i < n; i++)
		row = MAX(row, OF(size)(a[i + at * ld]));
	if (diagonal >= alpha * most * (most / row))
		return k;
	*is_two = OF(size)(a[at + at * ld]) < alpha * row;
	return at;
}

/* Rows and columns kk and p of what is not done. */
static void OF(exchange_symmetric)(s64 n, T *a, s64 ld, s64 k, s64 kk, s64 p) {
	T t;
#define SWAP(x, y) (t = (x), (x) = (y), (y) = t)
	for (s64 i = p + 1; i < n; i++)
		SWAP(a[i + kk * ld], a[i + p * ld]);
	for (s64 i = kk + 1; i < p; i++)
		SWAP(a[i + kk * ld], a[p + i * ld]);
	SWAP(a[kk + kk * ld], a[p + p * ld]);
	if (kk != k)
		SWAP(a[k + 1 + k * ld], a[p + k * ld]);
#undef SWAP
}

/* Takes column k from the rest. */
static void OF(eliminate_one)(s64 n, T *a, s64 ld, s64 k) {
	T *x = a + k * ld, d = 1 / x[k];
	for (s64 j = k + 1; j < n; j++) {
		T f = d * x[j];
		for (s64 i = j; i < n; i++)
			a[i + j * ld] -= x[i] * f;
	}
	for (s64 i = k + 1; i < n; i++)
		x[i] *= d;
}

/* Takes columns k and k + 1. */
static void OF(eliminate_two)(s64 n, T *a, s64 ld, s64 k) {
	T *x = a + k * ld, *y = x + ld, d21 = x[k + 1];
	T d11 = y[k + 1] / d21, d22 = x[k] / d21, t = 1 / (d11 * d22 - 1) / d21;
	for (s64 j = k + 2; j < n; j++) {
		T wx = t * (d11 * x[j] - y[j]), wy = t * (d22 * y[j] - x[j]);
		for (s64 i = j; i < n; i++)
			a[i + j * ld] -= x[i] * wx + y[i] * wy;
		x[j] = wx;
		y[j] = wy;
	}
}

/* Of a lower triangle; pivots as LAPACK's, or null: no exchanges. */
static int OF(factor_symmetric)(s64 n, T *a, s64 ld, int *pivots) {
	int info = 0;
	for (s64 k = 0; k < n;) {
		bool is_two = false, is_zero = a[k + k * ld] == 0;
		s64 p = pivots ? OF(choose_pivot)(n, a, ld, k, &is_two, &is_zero) : k;
		s64 kk = is_two ? k + 1 : k;
		if (is_zero) {
			info = info ? info : (int)k + 1;
		} else {
			if (p != kk)
				OF(exchange_symmetric)(n, a, ld, k, kk, p);
			if (is_two)
				OF(eliminate_two)(n, a, ld, k);
			else
				OF(eliminate_one)(n, a, ld, k);
		}
		for (s64 i = k; pivots && i <= kk; i++)
			pivots[i] = is_two ? -(int)p - 1 : (int)p + 1;
		k = kk + 1;
	}
	return info;
}

/* Pivots of a turned matrix, both ways. */
static void OF(turn_pivots)(s64 n, const int *from, int *to) {
	for (s64 i = 0; i < n; i++) {
		int p = from[n - 1 - i];
		to[i] = p > 0 ? (int)n + 1 - p : -((int)n + 1 + p);
	}
}

static int OF(symmetric)(struct lib_call *c, bool is_upper, s64 n, T *a, s64 lda,
                         int *pivots) {
	T *b = OF(scratch)(c, n * n);
	int *turned = is_upper ? lib_scratch(c, (u64)(n + 1) * sizeof(int)) : pivots;
	if (!b || (is_upper && !turned))
		return -1;
	OF(turn_triangle)(is_upper, false, n, a, lda, b);
	int info = OF(factor_symmetric)(n, b, n, pivots ? turned : NULL);
	OF(turn_triangle)(is_upper, true, n, a, lda, b);
	if (is_upper && pivots)
		OF(turn_pivots)(n, turned, pivots);
	return info ? is_upper ? (int)n + 1 - info : info : 0;
}

/* x = A^-1 x for one column, with the factors of a lower triangle. */
static void OF(solve_symmetric)(s64 n, const T *a, s64 ld, const int *pivots, T *x) {
#define SWAP(i, p)           \
	do {                 \
		T t_ = x[i]; \
		x[i] = x[p]; \
		x[p] = t_;   \
	} while (0)
	for (s64 k = 0; k < n;) {
		const T *l = a + k * ld, *r = l + ld;
		if (!pivots || pivots[k] > 0) {
			if (pivots)
				SWAP(k, pivots[k] - 1);
			for (s64 i = k + 1; i < n; i++)
				x[i] -= l[i] * x[k];
			x[k] /= l[k];
			k++;
			continue;
		}
		SWAP(k + 1, -pivots[k] - 1);
		for (s64 i = k + 2; i < n; i++)
			x[i] -= l[i] * x[k] + r[i] * x[k + 1];
		T d21 = l[k + 1], d11 = l[k] / d21, d22 = r[k + 1] / d21;
		T b1 = x[k] / d21, b2 = x[k + 1] / d21, det = d11 * d22 - 1;
		x[k] = (d22 * b1 - b2) / det;
		x[k + 1] = (d11 * b2 - b1) / det;
		k += 2;
	}
	for (s64 k = n - 1; k >= 0;) {
		bool is_two = pivots && pivots[k] < 0;
		for (s64 j = k; j >= (is_two ? k - 1 : k); j--)
			for (s64 i = k + 1; i < n; i++)
				x[j] -= a[i + j * ld] * x[i];
		if (pivots)
			SWAP(k, (is_two ? -pivots[k] : pivots[k]) - 1);
		k -= is_two ? 2 : 1;
	}
#undef SWAP
}

/* Whether D is singular: LAPACK's info of sytri. */
static int OF(singular_block)(s64 n, const T *a, s64 ld, const int *pivots) {
	for (s64 k = 0; k < n; k++)
		if ((!pivots || pivots[k] > 0) && a[k + k * ld] == 0)
			return (int)k + 1;
	return 0;
}
