/* level3.cpp - every routine of level 3, random shapes, steps and scalars.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

static cublasHandle_t h;
static unsigned most = 40; /* rows and columns */

#define ALL(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define HERMITIAN(name) PICK(T, 0, 0, cublasC##name, cublasZ##name)

template <class T> static void fill_result(Operand<T> &c, T beta) {
	if (beta == T(0))
		c.fill_nan();
	else
		c.fill();
}

static Layout stored_as(cublasOperation_t op, int m, int n, int pad, int *ld) {
	*ld = (op == CUBLAS_OP_N ? m : n) + pad;
	return op == CUBLAS_OP_N ? dense(m, n, *ld) : dense(n, m, *ld);
}

template <class T> static void products() {
	int m = random_below(most) + 1, n = random_below(most) + 1, k = random_below(most);
	int lda, ldb, ldc = m + random_below(3);
	cublasOperation_t ta = random_op(true), tb = random_op(true);
	Operand<T> a(stored_as(ta, m, k, random_below(3) + !k, &lda));
	Operand<T> b(stored_as(tb, k, n, random_below(3) + !k, &ldb)), c(dense(m, n, ldc));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	a.fill();
	b.fill();
	fill_result(c, beta);
	Model want = sum(alpha, product(operated(a.model(), ta), operated(b.model(), tb)), beta,
	                 c.model());
	Scalar<T> pa(h, alpha), pb(h, beta);
	need(ALL(gemm)(h, ta, tb, m, n, k, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(), ldc), "gemm");
	compare(c, want, "gemm", 30);
	c.memory.up();
	if constexpr (Type<T>::complex) {
		need(HERMITIAN(gemm3m)(h, ta, tb, m, n, k, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(),
		                       ldc),
		     "gemm3m");
		compare(c, want, "gemm3m", 60);
	}
}

template <class T> static void sums() {
	int m = random_below(most) + 1, n = random_below(most) + 1, lda, ldb, ldc = m + random_below(3);
	cublasOperation_t ta = random_op(true), tb = random_op(true);
	Operand<T> a(stored_as(ta, m, n, random_below(3), &lda));
	Operand<T> b(stored_as(tb, m, n, random_below(3), &ldb)), c(dense(m, n, ldc));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	a.fill();
	b.fill();
	c.fill_nan();
	Model want = sum(alpha, operated(a.model(), ta), beta, operated(b.model(), tb));
	Scalar<T> pa(h, alpha), pb(h, beta);
	need(ALL(geam)(h, ta, tb, m, n, pa, a.cu(), lda, pb, b.cu(), ldb, c.cu(), ldc), "geam");
	compare(c, want, "geam", 4);
	if (ta == CUBLAS_OP_N) { /* in place */
		need(ALL(geam)(h, ta, tb, m, n, pa, a.cu(), lda, pb, b.cu(), ldb, a.cu(), lda),
		     "geam");
		compare(a, want, "geam in place", 4);
	}
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	int incx = random_inc(), nx = side == CUBLAS_SIDE_LEFT ? m : n;
	Operand<T> d(dense(m, n, ldc)), x(vector(nx, incx));
	d.fill();
	x.fill();
	Model md = d.model(), mx = x.model();
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			md(i, j) *= mx(side == CUBLAS_SIDE_LEFT ? i : j, 0);
	need(ALL(dgmm)(h, side, m, n, d.cu(), ldc, x.cu(), incx, d.cu(), ldc), "dgmm");
	compare(d, md, "dgmm", 4);
}

/* syrk, syr2k, syrkx, or with conj herk, her2k, herkx. */
template <class T> static void rank_k(bool conj) {
	typedef typename Type<T>::real R;
	int n = random_below(most) + 1, k = random_below(most) + 1, lda, ldb, ldc = n + random_below(3);
	cublasFillMode_t uplo = random_uplo();
	cublasOperation_t t = conj ? CUBLAS_OP_C : CUBLAS_OP_T;
	cublasOperation_t op = random_below(2) ? t : CUBLAS_OP_N;
	Operand<T> a(stored_as(op, n, k, random_below(3), &lda));
	Operand<T> b(stored_as(op, n, k, random_below(3), &ldb)), c(triangle(n, ldc, uplo));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	R alpha_r = (R)cd(alpha).real(), beta_r = (R)cd(beta).real();
	if (conj)
		beta = T(beta_r);
	a.fill();
	b.fill();
	fill_result(c, beta);
	for (int i = 0; i < n && conj && beta != T(0); i++)
		c.memory.host[i + (size_t)i * ldc] = T((R)cd(c.memory.host[i + (size_t)i * ldc]).real());
	c.memory.up();
	Model oa = operated(a.model(), op), ob = operated(b.model(), op), mc = c.model();
	Model k1 = sum(conj ? cd(alpha_r) : cd(alpha), product(oa, operated(oa, t)), beta, mc);
	Model ab = product(oa, operated(ob, t)), ba = product(ob, operated(oa, t));
	Model k2 = sum(1, sum(alpha, ab, conj ? std::conj(cd(alpha)) : cd(alpha), ba), beta, mc);
	Scalar<T> pa(h, alpha), pb(h, beta);
	Scalar<R> ra(h, alpha_r), rb(h, beta_r);
	if constexpr (Type<T>::complex)
		if (conj) {
			need(HERMITIAN(herk)(h, uplo, op, n, k, ra, a.cu(), lda, rb, c.cu(), ldc), "herk");
			compare(c, k1, "herk", 30);
			c.memory.up();
			need(HERMITIAN(her2k)(h, uplo, op, n, k, pa, a.cu(), lda, b.cu(), ldb, rb, c.cu(),
			                      ldc),
			     "her2k");
			compare(c, k2, "her2k", 30);
			c.memory.up();
			/* A product that is Hermitian: b = a. */
			Scalar<T> real_alpha(h, T(alpha_r));
			need(HERMITIAN(herkx)(h, uplo, op, n, k, real_alpha, a.cu(), lda, a.cu(), lda, rb,
			                      c.cu(), ldc),
			     "herkx");
			compare(c, k1, "herkx", 30);
			return;
		}
	need(ALL(syrk)(h, uplo, op, n, k, pa, a.cu(), lda, pb, c.cu(), ldc), "syrk");
	compare(c, k1, "syrk", 30);
	c.memory.up();
	need(ALL(syr2k)(h, uplo, op, n, k, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(), ldc), "syr2k");
	compare(c, k2, "syr2k", 30);
	c.memory.up();
	need(ALL(syrkx)(h, uplo, op, n, k, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(), ldc), "syrkx");
	compare(c, sum(alpha, ab, beta, mc), "syrkx", 30);
}

template <class T> static void symmetric(bool conj) {
	int m = random_below(most) + 1, n = random_below(most) + 1;
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	bool left = side == CUBLAS_SIDE_LEFT;
	int order = left ? m : n, lda = order + random_below(3), ldb = m + random_below(3);
	cublasFillMode_t uplo = random_uplo();
	Operand<T> a(triangle(order, lda, uplo)), b(dense(m, n, ldb)), c(dense(m, n, ldb));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	a.fill();
	b.fill();
	fill_result(c, beta);
	Model ma = mirrored(a.model(), uplo, conj), mb = b.model();
	Model want = sum(alpha, left ? product(ma, mb) : product(mb, ma), beta, c.model());
	Scalar<T> pa(h, alpha), pb(h, beta);
	if constexpr (Type<T>::complex)
		if (conj) {
			need(HERMITIAN(hemm)(h, side, uplo, m, n, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(),
			                     ldb),
			     "hemm");
			compare(c, want, "hemm", 30);
			return;
		}
	need(ALL(symm)(h, side, uplo, m, n, pa, a.cu(), lda, b.cu(), ldb, pb, c.cu(), ldb), "symm");
	compare(c, want, "symm", 30);
}

template <class T> static void triangular() {
	int m = random_below(most) + 1, n = random_below(most) + 1;
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	bool left = side == CUBLAS_SIDE_LEFT;
	int order = left ? m : n, lda = order + random_below(3), ldb = m + random_below(3);
	cublasFillMode_t uplo = random_uplo();
	cublasOperation_t op = random_op(Type<T>::complex);
	cublasDiagType_t diag = (cublasDiagType_t)random_below(2);
	Operand<T> a(triangle(order, lda, uplo)), b(dense(m, n, ldb)), c(dense(m, n, ldb));
	T alpha = random_scalar<T>();
	a.fill();
	b.fill();
	c.fill_nan();
	for (int j = 0; j < order; j++)
		for (int i = 0; i < order; i++)
			if (a.at.index(i, j) >= 0) {
				T &e = a.memory.host[a.at.index(i, j)];
				e = i != j                      ? e / T(order)
				    : diag == CUBLAS_DIAG_UNIT ? nan_element<T>()
				                               : e + T(3);
			}
	a.memory.up();
	Model ma = operated(with_unit(a.model(), diag), op), mb = b.model();
	Scalar<T> pa(h, alpha);
	Model want = left ? product(ma, mb) : product(mb, ma);
	need(ALL(trmm)(h, side, uplo, op, diag, m, n, pa, a.cu(), lda, b.cu(), ldb, c.cu(), ldb),
	     "trmm");
	compare(c, sum(alpha, want, 0, want), "trmm", 30);
	/* In place, then solved: alpha alpha B. */
	need(ALL(trmm)(h, side, uplo, op, diag, m, n, pa, a.cu(), lda, b.cu(), ldb, b.cu(), ldb),
	     "trmm");
	compare(b, sum(alpha, want, 0, want), "trmm in place", 30);
	need(ALL(trsm)(h, side, uplo, op, diag, m, n, pa, a.cu(), lda, b.cu(), ldb), "trsm");
	compare(b, sum(cd(alpha) * cd(alpha), mb, 0, mb), "trsm", 200);
}

template <class T> static void all_of(int turns) {
	for (int turn = 0; turn < turns; turn++) {
		cublasSetPointerMode(h, (cublasPointerMode_t)(turn % 2));
		products<T>();
		sums<T>();
		rank_k<T>(false);
		symmetric<T>(false);
		triangular<T>();
		if (Type<T>::complex) {
			rank_k<T>(true);
			symmetric<T>(true);
		}
	}
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	for (unsigned size : {40u, 300u}) {
		most = size;
		int turns = size == 40 ? 24 : 2;
		all_of<float>(turns);
		all_of<double>(turns);
		all_of<cf>(turns);
		all_of<cd>(turns);
	}
	need(cublasDestroy(h), "destroy");
	return finish("level 3");
}
