/* level2.cpp - every routine of level 2, random shapes, steps and scalars.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

static cublasHandle_t h;

#define ALL(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define REAL_COMPLEX(r, c) PICK(T, cublasS##r, cublasD##r, cublasC##c, cublasZ##c)

/* The result vector; NaN where beta = 0 has to clear it. */
template <class T> static void fill_result(Operand<T> &y, T beta) {
	if (beta == T(0))
		y.fill_nan();
	else
		y.fill();
}

template <class T> static void general(bool is_band) {
	int m = random_below(40) + 1, n = random_below(40) + 1;
	int kl = random_below(5), ku = random_below(5), incx = random_inc(), incy = random_inc();
	int lda = is_band ? kl + ku + 1 + random_below(3) : m + random_below(4);
	cublasOperation_t op = random_op(Type<T>::complex);
	bool is_n = op == CUBLAS_OP_N;
	Operand<T> a(is_band ? band(m, n, kl, ku, lda) : dense(m, n, lda));
	Operand<T> x(vector(is_n ? n : m, incx)), y(vector(is_n ? m : n, incy));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	a.fill();
	x.fill();
	fill_result(y, beta);
	Model want = sum(alpha, product(operated(a.model(), op), x.model()), beta, y.model());
	Scalar<T> pa(h, alpha), pb(h, beta);
	if (is_band)
		need(ALL(gbmv)(h, op, m, n, kl, ku, pa, a.cu(), lda, x.cu(), incx, pb, y.cu(), incy),
		     "gbmv");
	else
		need(ALL(gemv)(h, op, m, n, pa, a.cu(), lda, x.cu(), incx, pb, y.cu(), incy), "gemv");
	compare(y, want, is_band ? "gbmv" : "gemv", 30);
}

enum Stored { FULL, BAND, PACKED };

template <class T> static Layout stored(Stored how, int n, int k, int lda, cublasFillMode_t uplo) {
	bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
	return how == FULL   ? triangle(n, lda, uplo)
	       : how == BAND ? band(n, n, upper ? 0 : k, upper ? k : 0, lda)
	                     : packed(n, uplo);
}

template <class T> static void symmetric(Stored how, bool conj) {
	int n = random_below(40) + 1, k = random_below(n), incx = random_inc(), incy = random_inc();
	int lda = (how == BAND ? k + 1 : n) + random_below(4);
	cublasFillMode_t uplo = random_uplo();
	Operand<T> a(stored<T>(how, n, k, lda, uplo)), x(vector(n, incx)), y(vector(n, incy));
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	a.fill();
	x.fill();
	fill_result(y, beta);
	Model want = sum(alpha, product(mirrored(a.model(), uplo, conj), x.model()), beta, y.model());
	Scalar<T> pa(h, alpha), pb(h, beta);
	if (how == BAND)
		need(REAL_COMPLEX(sbmv, hbmv)(h, uplo, n, k, pa, a.cu(), lda, x.cu(), incx, pb,
		                              y.cu(), incy),
		     "sbmv");
	else if (how == PACKED)
		need(REAL_COMPLEX(spmv, hpmv)(h, uplo, n, pa, a.cu(), x.cu(), incx, pb, y.cu(), incy),
		     "spmv");
	else if (conj)
		need(REAL_COMPLEX(symv, hemv)(h, uplo, n, pa, a.cu(), lda, x.cu(), incx, pb, y.cu(),
		                              incy),
		     "hemv");
	else
		need(ALL(symv)(h, uplo, n, pa, a.cu(), lda, x.cu(), incx, pb, y.cu(), incy), "symv");
	compare(y, want, how == BAND ? "sbmv" : how == PACKED ? "spmv" : "symv", 30);
}

/* x = op(A) x, or op(A) x' = x: then op(A) times the answer is what was there. */
template <class T> static void triangular(Stored how, bool solves) {
	int n = random_below(40) + 1, k = random_below(n), incx = random_inc();
	int lda = (how == BAND ? k + 1 : n) + random_below(4);
	cublasFillMode_t uplo = random_uplo();
	cublasDiagType_t diag = (cublasDiagType_t)random_below(2);
	cublasOperation_t op = random_op(Type<T>::complex);
	Operand<T> a(stored<T>(how, n, k, lda, uplo)), x(vector(n, incx));
	a.fill();
	x.fill();
	for (int j = 0; j < n; j++) /* well conditioned */
		for (int i = 0; i < n; i++)
			if (a.at.index(i, j) >= 0) {
				T &e = a.memory.host[a.at.index(i, j)];
				e = i == j ? (diag == CUBLAS_DIAG_UNIT && how == FULL ? nan_element<T>()
				                                                     : e + T(3))
				           : e / T(n);
			}
	a.memory.up();
	Model dense_a = operated(with_unit(a.model(), diag), op), before = x.model();
	if (how == FULL)
		need((solves ? ALL(trsv) : ALL(trmv))(h, uplo, op, diag, n, a.cu(), lda, x.cu(), incx),
		     "trmv");
	else if (how == BAND)
		need((solves ? ALL(tbsv) : ALL(tbmv))(h, uplo, op, diag, n, k, a.cu(), lda, x.cu(),
		                                      incx),
		     "tbmv");
	else
		need((solves ? ALL(tpsv) : ALL(tpmv))(h, uplo, op, diag, n, a.cu(), x.cu(), incx),
		     "tpmv");
	Model want = product(dense_a, before);
	if (solves) { /* substitution */
		bool upper = (uplo == CUBLAS_FILL_MODE_UPPER) == (op == CUBLAS_OP_N);
		want = before;
		for (int s = 0; s < n; s++) {
			int i = upper ? n - 1 - s : s;
			for (int j = 0; j < n; j++)
				if (upper ? j > i : j < i)
					want(i, 0) -= dense_a(i, j) * want(j, 0);
			want(i, 0) /= dense_a(i, i);
		}
	}
	compare(x, want, solves ? "trsv" : "trmv", 30);
}

template <class T> static void rank_1(bool conj) {
	int m = random_below(40) + 1, n = random_below(40) + 1, lda = m + random_below(4);
	int incx = random_inc(), incy = random_inc();
	Operand<T> a(dense(m, n, lda)), x(vector(m, incx)), y(vector(n, incy));
	T alpha = random_scalar<T>();
	a.fill();
	x.fill();
	y.fill();
	Model yt = operated(y.model(), conj ? CUBLAS_OP_C : CUBLAS_OP_T);
	Model want = sum(alpha, product(x.model(), yt), 1, a.model());
	Scalar<T> pa(h, alpha);
	if (conj)
		need(REAL_COMPLEX(ger, gerc)(h, m, n, pa, x.cu(), incx, y.cu(), incy, a.cu(), lda),
		     "gerc");
	else
		need(REAL_COMPLEX(ger, geru)(h, m, n, pa, x.cu(), incx, y.cu(), incy, a.cu(), lda),
		     "ger");
	compare(a, want, "ger", 4);
}

template <class T> static void rank_symmetric(Stored how, bool conj, bool is_2) {
	typedef typename Type<T>::real R;
	int n = random_below(40) + 1, lda = n + random_below(4);
	int incx = random_inc(), incy = random_inc();
	cublasFillMode_t uplo = random_uplo();
	Operand<T> a(stored<T>(how, n, 0, lda, uplo)), x(vector(n, incx)), y(vector(n, incy));
	T alpha = random_scalar<T>();
	R alpha_r = (R)cd(alpha).real();
	cublasOperation_t t = conj ? CUBLAS_OP_C : CUBLAS_OP_T;
	a.fill();
	for (int i = 0; i < n && conj; i++) { /* Hermitian */
		T &e = a.memory.host[a.at.index(i, i)];
		e = T((R)cd(e).real());
	}
	a.memory.up();
	x.fill();
	y.fill();
	Model mx = x.model(), my = y.model();
	Model want = is_2 ? sum(alpha, product(mx, operated(my, t)), 1, a.model())
	                  : sum(conj ? cd(alpha_r) : cd(alpha), product(mx, operated(mx, t)), 1, a.model());
	if (is_2)
		want = sum(conj ? std::conj(cd(alpha)) : cd(alpha), product(my, operated(mx, t)), 1,
		           want);
	Scalar<T> pa(h, alpha);
	Scalar<R> pr(h, alpha_r);
	if (is_2 && how == PACKED)
		need(REAL_COMPLEX(spr2, hpr2)(h, uplo, n, pa, x.cu(), incx, y.cu(), incy, a.cu()),
		     "spr2");
	else if (is_2 && conj)
		need(REAL_COMPLEX(syr2, her2)(h, uplo, n, pa, x.cu(), incx, y.cu(), incy, a.cu(), lda),
		     "her2");
	else if (is_2)
		need(ALL(syr2)(h, uplo, n, pa, x.cu(), incx, y.cu(), incy, a.cu(), lda), "syr2");
	else if (how == PACKED)
		need(REAL_COMPLEX(spr, hpr)(h, uplo, n, pr, x.cu(), incx, a.cu()), "spr");
	else if (conj)
		need(REAL_COMPLEX(syr, her)(h, uplo, n, pr, x.cu(), incx, a.cu(), lda), "her");
	else
		need(ALL(syr)(h, uplo, n, pa, x.cu(), incx, a.cu(), lda), "syr");
	compare(a, want, is_2 ? "syr2" : "syr", 8);
}

template <class T> static void all_of() {
	for (int turn = 0; turn < 24; turn++) {
		cublasSetPointerMode(h, (cublasPointerMode_t)(turn % 2));
		general<T>(false);
		general<T>(true);
		symmetric<T>(FULL, false);
		symmetric<T>(BAND, Type<T>::complex);
		symmetric<T>(PACKED, Type<T>::complex);
		for (Stored how : {FULL, BAND, PACKED})
			for (bool solves : {false, true})
				triangular<T>(how, solves);
		rank_1<T>(false);
		rank_symmetric<T>(FULL, false, false);
		rank_symmetric<T>(FULL, false, true);
		rank_symmetric<T>(PACKED, Type<T>::complex, false);
		rank_symmetric<T>(PACKED, Type<T>::complex, true);
		if (Type<T>::complex) {
			symmetric<T>(FULL, true);
			rank_1<T>(true);
			rank_symmetric<T>(FULL, true, false);
			rank_symmetric<T>(FULL, true, true);
		}
	}
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	all_of<float>();
	all_of<double>();
	all_of<cf>();
	all_of<cd>();
	need(cublasDestroy(h), "destroy");
	return finish("level 2");
}
