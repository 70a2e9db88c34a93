/* general_typed.h - eigenvalues of general matrices for one type: Hessenberg's form, then
 * shifted QR steps in complex numbers; included by dense.c through types.h for the
 * complex types, which the real ones use.
 * SPDX-License-Identifier: Apache-2.0 */
#if IS_COMPLEX

/* a = Q H Q^H: H replaces a, z becomes Q. */
static void OF(hessenberg)(s64 n, T *a, s64 lda, T *z, T *sums) {
	if (z)
		OF(identity)(z, n, n, n);
	for (s64 j = 0; j < n - 2; j++) {
		T *v = a + j + 1 + j * lda;
		s64 k = n - j - 1;
		T tau = OF(reflector)(k, v, v + 1), beta = v[0];
		v[0] = 1;
		OF(reflect_left)(k, k, v, OF(conjugate)(tau), v + lda, lda);
		OF(reflect_right)(n, k, v, tau, a + (j + 1) * lda, lda, sums);
		if (z)
			OF(reflect_right)(n, k, v, tau, z + (j + 1) * n, n, sums);
		v[0] = beta;
		memset(v + 1, 0, (u64)(k - 1) * sizeof(T));
	}
}

/* The eigenvalue of the last block of 2 that is nearer to its corner. */
static T OF(shift)(const T *a, s64 lda, s64 end) {
	T p = a[end - 1 + (end - 1) * lda], q = a[end - 1 + end * lda];
	T r = a[end + (end - 1) * lda], s = a[end + end * lda];
	T half = (p - s) / 2, root = OF(complex_root)(half * half + q * r);
	T low = half - root, high = half + root;
	T most = OF(size)(low) > OF(size)(high) ? low : high;
	return most == 0 ? s : s - q * r / most;
}

/* A QR step of rows and columns first to end, with a shift. */
static void OF(qr_step)(s64 n, T *a, s64 lda, s64 first, s64 end, T shift, T *z,
                        bool is_whole) {
	T x = a[first + first * lda] - shift, y = a[first + 1 + first * lda];
	for (s64 k = first; k < end; k++) {
		R size = (R)hypot((f64)OF(magnitude)(x), (f64)OF(magnitude)(y));
		if (size == 0)
			return;
		T c = x / size, s = y / size; /* (c s) (x y) = size, up to conjugation */
		s64 from = k > first ? k - 1 : k, most = MIN(k + 2, end);
		for (s64 j = from; j < (is_whole ? n : end + 1); j++) {
			T p = a[k + j * lda], q = a[k + 1 + j * lda];
			a[k + j * lda] = OF(conjugate)(c) * p + OF(conjugate)(s) * q;
			a[k + 1 + j * lda] = -s * p + c * q;
		}
		for (s64 i = is_whole ? 0 : first; i <= most; i++) {
			T p = a[i + k * lda], q = a[i + (k + 1) * lda];
			a[i + k * lda] = c * p + s * q;
			a[i + (k + 1) * lda] = -OF(conjugate)(s) * p +
			                       OF(conjugate)(c) * q;
		}
		for (s64 i = 0; z && i < n; i++) {
			T p = z[i + k * n], q = z[i + (k + 1) * n];
			z[i + k * n] = c * p + s * q;
			z[i + (k + 1) * n] = -OF(conjugate)(s) * p + OF(conjugate)(c) * q;
		}
		if (k > first)
			a[k + 1 + (k - 1) * lda] = 0;
		if (k + 1 < end) {
			x = a[k + 1 + k * lda];
			y = a[k + 2 + k * lda];
		}
	}
}

/* H becomes triangular: Schur's form; z is multiplied by what turns it. The number of the
 * eigenvalue that is not found, or 0. */
static int OF(schur)(s64 n, T *a, s64 lda, T *z) {
	for (s64 end = n - 1, step = 0; end > 0;) {
		s64 first = end;
		for (; first > 0; first--) {
			T *below = &a[first + (first - 1) * lda];
			R near = OF(size)(a[first + first * lda]) +
			         OF(size)(a[first - 1 + (first - 1) * lda]);
			if (OF(size)(*below) <= EPS * near) {
				*below = 0;
				break;
			}
		}
		if (first == end) {
			end--;
			step = 0;
			continue;
		}
		if (step == 300)
			return (int)end + 1;
		step++;
		/* Now and then another shift leads out of a circle. */
		T shift = step % 11 == 10 ? a[end + end * lda] +
		                                    OF(size)(a[end + (end - 1) * lda])
		                          : OF(shift)(a, lda, end);
		OF(qr_step)(n, a, lda, first, end, shift, z, true);
	}
	return 0;
}

/* Eigenvectors of length 1, whose largest element is real; v = z times those of the
 * triangle. */
static void OF(triangle_vectors)(s64 n, const T *a, s64 lda, const T *z, T *v, s64 ldv,
                                 T *x) {
	R norm = 0;
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i <= j; i++)
			norm = MAX(norm, OF(size)(a[i + j * lda]));
	for (s64 j = 0; j < n; j++) {
		T *to = v + j * ldv;
		x[j] = 1;
		for (s64 i = j - 1; i >= 0; i--) {
			T sum = 0, d = a[i + i * lda] - a[j + j * lda];
			for (s64 k = i + 1; k <= j; k++)
				sum += a[i + k * lda] * x[k];
			if (OF(size)(d) < EPS * norm)
				d = EPS * norm > 0 ? EPS * norm : 1;
			x[i] = -sum / d;
		}
		memset(to, 0, (u64)n * sizeof(T));
		for (s64 k = 0; k <= j; k++)
			for (s64 i = 0; i < n; i++)
				to[i] += z[i + k * n] * x[k];
		R sum = 0, most = 0;
		T phase = 1;
		for (s64 i = 0; i < n; i++) {
			sum += OF(square)(to[i]);
			if (OF(magnitude)(to[i]) > most * (1 + 16 * EPS)) {
				most = OF(magnitude)(to[i]);
				phase = OF(conjugate)(to[i]) / most;
			}
		}
		phase /= OF(root)(sum);
		for (s64 i = 0; i < n; i++)
			to[i] *= phase;
	}
}

/* Eigenvalues w, and vectors v or null; scratch: n n + 2 n elements. */
static int OF(general)(s64 n, T *a, s64 lda, T *w, T *v, s64 ldv, T *scratch) {
	T *x = scratch, *sums = scratch + n, *z = v ? sums + n : NULL;
	OF(hessenberg)(n, a, lda, z, sums);
	int info = OF(schur)(n, a, lda, z);
	for (s64 i = 0; i < n; i++)
		w[i] = a[i + i * lda];
	if (v && !info)
		OF(triangle_vectors)(n, a, lda, z, v, ldv, x);
	return info;
}

#endif
