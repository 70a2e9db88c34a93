/* reflect_typed.h - Householder's reflectors I - tau v v^H for one type, alone and in
 * blocks; included by dense.c through types.h. v[0] is 1 and not stored; reflector i of a
 * matrix begins in row i of column i.
 * SPDX-License-Identifier: Apache-2.0 */

#define REFLECTORS 32 /* that are applied together */

/* A reflector that takes (x[0], rest) to (beta, 0): v replaces rest, beta x[0]. Returns
 * tau. LAPACK's larfg. */
static T OF(reflector)(s64 n, T *x, T *rest) {
	R most = (R)fabs((f64)OF(im)(x[0])), sum = 0;
	for (s64 i = 0; i < n - 1; i++)
		most = MAX(most, OF(size)(rest[i]));
	if (n < 1 || !(most > 0))
		return 0;
	R re = OF(re)(x[0]), im = OF(im)(x[0]);
	most = MAX(most, (R)fabs((f64)re));
	for (s64 i = 0; i < n - 1; i++)
		sum += OF(square)(rest[i] / most);
	sum += (re / most) * (re / most) + (im / most) * (im / most);
	R beta = most * OF(root)(sum);
	beta = re > 0 ? -beta : beta;
	T scale = x[0] - beta;
	for (s64 i = 0; i < n - 1; i++)
		rest[i] /= scale;
	x[0] = beta;
	return OF(make)((beta - re) / beta, -im / beta);
}

/* a = (I - tau v v^H) a; v has its 1. */
static void OF(reflect_left)(s64 m, s64 n, const T *v, T tau, T *a, s64 lda) {
	for (s64 j = 0; j < n && tau != 0; j++, a += lda) {
		T sum = 0;
		for (s64 i = 0; i < m; i++)
			sum += OF(conjugate)(v[i]) * a[i];
		sum *= tau;
		for (s64 i = 0; i < m; i++)
			a[i] -= v[i] * sum;
	}
}

/* a = a (I - tau v v^H); sums: m elements of scratch */
static void OF(reflect_right)(s64 m, s64 n, const T *v, T tau, T *a, s64 lda, T *sums) {
	if (tau == 0)
		return;
	memset(sums, 0, (u64)MAX(m, 0) * sizeof(T));
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++)
			sums[i] += a[i + j * lda] * v[j];
	for (s64 j = 0; j < n; j++) {
		T f = tau * OF(conjugate)(v[j]);
		for (s64 i = 0; i < m; i++)
			a[i + j * lda] -= sums[i] * f;
	}
}

static void OF(qr_loop)(s64 m, s64 n, T *a, s64 lda, T *tau) {
	for (s64 j = 0; j < MIN(m, n); j++) {
		T *v = a + j * (lda + 1);
		tau[j] = OF(reflector)(m - j, v, v + 1);
		T beta = v[0];
		v[0] = 1;
		OF(reflect_left)(m - j, n - j - 1, v, OF(conjugate)(tau[j]), v + lda,
		                 lda);
		v[0] = beta;
	}
}

/* ---- blocks: H1 H2 ... Hk = I - V T V^H ---- */

struct OF(block) {
	T *v;           /* m by k with its zeros and ones */
	T *t, *gram;    /* k by k */
	T *work, *also; /* k columns or rows of what it is applied to */
};

/* Scratch for blocks of matrices with so many rows, which are applied to `other` rows or
 * columns. */
static bool OF(block_scratch)(struct lib_call *c, struct OF(block) * b, s64 m,
                              s64 other) {
	s64 k = REFLECTORS;
	b->v = OF(scratch)(c, (m + 2 * k + 2 * other) * k);
	if (!b->v)
		return false;
	b->t = b->v + m * k;
	b->gram = b->t + k * k;
	b->work = b->gram + k * k;
	b->also = b->work + other * k;
	return true;
}

/* T from V and V^H V. Backwards: H = Hk ... H1, and T is lower. */
static void OF(block_triangle)(s64 k, const T *gram, s64 ld, const T *tau, T *t, s64 ldt,
                               bool is_backwards) {
	for (s64 q = 0; q < k; q++) {
		s64 j = is_backwards ? k - 1 - q : q;
		s64 first = is_backwards ? j + 1 : 0, end = is_backwards ? k : j;
		for (s64 i = first; i < end; i++) {
			T sum = 0;
			for (s64 p = is_backwards ? first : i;
			     p < (is_backwards ? i + 1 : end); p++)
				sum += t[i + p * ldt] * gram[p + j * ld];
			t[i + j * ldt] = -tau[j] * sum;
		}
		t[j + j * ldt] = tau[j];
	}
}

static void OF(block_fill)(struct lib_call *c, struct OF(block) * b, s64 m, s64 k,
                           const T *a, s64 lda, const T *tau) {
	for (s64 j = 0; j < k; j++) {
		memset(b->v + j * m, 0, (u64)j * sizeof(T));
		b->v[j + j * m] = 1;
		memcpy(b->v + j * m + j + 1, a + j * lda + j + 1,
		       (u64)(m - j - 1) * sizeof(T));
	}
	OF(gemm)(c, CUBLAS_OP_C, CUBLAS_OP_N, k, k, m, 1, b->v, m, b->v, m, 0, b->gram,
	         k);
	OF(clear)(b->t, k, k, k);
	OF(block_triangle)(k, b->gram, k, tau, b->t, k, false);
}

/* a = H a or H^H a; V has as many rows as a. */
static void OF(block_left)(struct lib_call *c, const struct OF(block) * b, bool adjoint,
                           s64 m, s64 n, s64 k, T *a, s64 lda) {
	OF(gemm)(c, CUBLAS_OP_C, CUBLAS_OP_N, k, n, m, 1, b->v, m, a, lda, 0, b->work, k);
	OF(gemm)(c, adjoint ? CUBLAS_OP_C : CUBLAS_OP_N, CUBLAS_OP_N, k, n, k, 1, b->t, k,
	         b->work, k, 0, b->also, k);
	OF(gemm)(c, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, -1, b->v, m, b->also, k, 1, a,
	         lda);
}

/* a = a H or a H^H; V has as many rows as a has columns. */
static void OF(block_right)(struct lib_call *c, const struct OF(block) * b, bool adjoint,
                            s64 m, s64 n, s64 k, T *a, s64 lda) {
	OF(gemm)(c, CUBLAS_OP_N, CUBLAS_OP_N, m, k, n, 1, a, lda, b->v, n, 0, b->work, m);
	OF(gemm)(c, CUBLAS_OP_N, adjoint ? CUBLAS_OP_C : CUBLAS_OP_N, m, k, k, 1, b->work,
	         m, b->t, k, 0, b->also, m);
	OF(gemm)(c, CUBLAS_OP_N, CUBLAS_OP_C, m, n, k, -1, b->also, m, b->v, n, 1, a,
	         lda);
}

/* False: no memory. */
static bool OF(qr)(struct lib_call *c, s64 m, s64 n, T *a, s64 lda, T *tau) {
	struct OF(block) b;
	s64 k = MIN(m, n);
	if (k <= REFLECTORS) {
		OF(qr_loop)(m, n, a, lda, tau);
		return true;
	}
	if (!OF(block_scratch)(c, &b, m, n))
		return false;
	for (s64 j = 0; j < k; j += REFLECTORS) {
		s64 w = MIN(REFLECTORS, k - j);
		T *at = a + j * (lda + 1);
		OF(qr_loop)(m - j, w, at, lda, tau + j);
		if (j + w == n)
			continue;
		OF(block_fill)(c, &b, m - j, w, at, lda, tau + j);
		OF(block_left)(c, &b, true, m - j, n - j - w, w, at + w * lda, lda);
	}
	return true;
}

/* b = Q b, Q^H b, b Q or b Q^H with Q = H1 ... Hk, whose reflectors are below the
 * diagonal of a. b is m by n. */
static bool OF(apply_q)(struct lib_call *c, bool is_left, bool adjoint, s64 m, s64 n,
                        s64 k, const T *a, s64 lda, const T *tau, T *x, s64 ldx) {
	struct OF(block) b;
	s64 rows = is_left ? m : n;
	if (m <= 0 || n <= 0 || k <= 0)
		return true;
	if (!OF(block_scratch)(c, &b, rows, is_left ? n : m))
		return false;
	bool forwards = is_left == adjoint;
	s64 blocks = (k + REFLECTORS - 1) / REFLECTORS;
	for (s64 q = 0; q < blocks; q++) {
		s64 j = (forwards ? q : blocks - 1 - q) * REFLECTORS;
		s64 w = MIN(REFLECTORS, k - j);
		OF(block_fill)(c, &b, rows - j, w, a + j * (lda + 1), lda, tau + j);
		if (is_left)
			OF(block_left)(c, &b, adjoint, m - j, n, w, x + j, ldx);
		else
			OF(block_right)(c, &b, adjoint, m, n - j, w, x + j * ldx, ldx);
	}
	return true;
}

/* The first n columns of Q, m by n, in place of its reflectors. */
static bool OF(make_q)(struct lib_call *c, s64 m, s64 n, s64 k, T *a, s64 lda,
                       const T *tau) {
	T *v = OF(scratch)(c, m * k);
	if (!v)
		return false;
	OF(copy)(a, lda, v, m, m, k);
	OF(identity)(a, lda, m, n);
	return OF(apply_q)(c, true, false, m, n, k, v, MAX(m, 1), tau, a, lda);
}

/* The same for reflectors in rows, as gebrd leaves them: the first m rows of P^H, m by n.
 */
static bool OF(make_p)(struct lib_call *c, s64 m, s64 n, s64 k, T *a, s64 lda,
                       const T *tau) {
	T *v = OF(scratch)(c, n * k), *p = OF(scratch)(c, n * m);
	if (!v || !p)
		return false;
	OF(adjoint)(a, lda, v, MAX(n, 1), k, n);
	OF(identity)(p, MAX(n, 1), n, m);
	if (!OF(apply_q)(c, true, false, n, m, k, v, MAX(n, 1), tau, p, MAX(n, 1)))
		return false;
	OF(adjoint)(p, MAX(n, 1), a, lda, n, m);
	return true;
}
