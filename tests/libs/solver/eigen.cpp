/* eigen.cpp - eigenvalues and eigenvectors: symmetric, of two matrices, general, batches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver.h"

static const int orders[] = {0, 1, 2, 3, 17, 40};
static const auto VEC = CUSOLVER_EIG_MODE_VECTOR, NOVEC = CUSOLVER_EIG_MODE_NOVECTOR;

/* A V = V W */
template <class T, class R>
static void pairs(const Model &a, const Model &v, const std::vector<R> &w, int count, const char *what) {
	orthonormal<T>(part(v, 0, 0, a.n, count), what);
	near<T>(times(a, part(v, 0, 0, a.n, count)),
	        times(part(v, 0, 0, a.n, count), diagonal_of(count, count, w)), what, 4);
	sorted(w, count, true, what);
}
template <class T, class R> static void same(const std::vector<R> &got, const std::vector<R> &want, int n, const char *what) {
	near<T>(diagonal_of(n, n, got), diagonal_of(n, n, want), what, 4);
}

template <class T> static void symmetric(int n, cublasFillMode_t uplo) {
	Model m = hermitian_model<T>(n);
	Mat<T> a(n, n);
	Vec<REAL> w(n);
	Ints info;
	Work<T> work;
	a.set_triangle(m, uplo);
	need(SY(evd_bufferSize)(h, VEC, uplo, n, a.at(), a.ld, w.at(), &work.n), "syevd_bufferSize");
	work.make();
	need(SY(evd)(h, VEC, uplo, n, a.at(), a.ld, w.at(), work.cu(), work.n, info.at), "syevd");
	info.is(0, "syevd");
	std::vector<REAL> values = w.now();
	pairs<T>(m, a.now(), values, n, "syevd");
	a.set_triangle(m, uplo);
	need(SY(evd)(h, NOVEC, uplo, n, a.at(), a.ld, w.at(), work.cu(), work.n, info.at), "syevd");
	same<T>(w.now(), values, n, "syevd without vectors");
	/* A range by places, then by values. */
	if (n > 2) {
		int found = -1;
		a.set_triangle(m, uplo);
		need(SY(evdx)(h, VEC, CUSOLVER_EIG_RANGE_I, uplo, n, a.at(), a.ld, 0, 0, 2, n - 1, &found, w.at(),
		              work.cu(), work.n, info.at),
		     "syevdx");
		info.is(0, "syevdx");
		if (found != n - 2 && failures++ < 20)
			printf("syevdx: %d found\n", found);
		pairs<T>(m, a.now(), w.now(), n - 2, "syevdx by places");
		same<T>(w.now(), std::vector<REAL>(values.begin() + 1, values.end()), n - 2, "syevdx by places");
		a.set_triangle(m, uplo);
		REAL low = (values[0] + values[1]) / 2, high = values[n - 1] + 1;
		int64_t found64 = -1;
		Bytes bytes;
		need(cusolverDnXsyevdx_bufferSize(h, nullptr, VEC, CUSOLVER_EIG_RANGE_V, uplo, n, TYPE_OF, a.at(), a.ld,
		                                  &low, &high, 0, 0, &found64, REAL_TYPE_OF, w.at(), TYPE_OF, &bytes.n,
		                                  &bytes.n_host),
		     "Xsyevdx_bufferSize");
		bytes.make();
		need(cusolverDnXsyevdx(h, nullptr, VEC, CUSOLVER_EIG_RANGE_V, uplo, n, TYPE_OF, a.at(), a.ld, &low, &high,
		                       0, 0, &found64, REAL_TYPE_OF, w.at(), TYPE_OF, bytes.at, bytes.n, bytes.host,
		                       bytes.n_host, info.at),
		     "Xsyevdx");
		if (found64 != n - 1 && failures++ < 20)
			printf("Xsyevdx: %d found\n", (int)found64);
		pairs<T>(m, a.now(), w.now(), n - 1, "syevdx by values");
	}
	/* Jacobi's method. */
	syevjInfo_t params;
	need(cusolverDnCreateSyevjInfo(&params), "create");
	a.set_triangle(m, uplo);
	need(SY(evj)(h, VEC, uplo, n, a.at(), a.ld, w.at(), work.cu(), work.n, info.at, params), "syevj");
	info.is(0, "syevj");
	pairs<T>(m, a.now(), w.now(), n, "syevj");
	same<T>(w.now(), values, n, "syevj");
	double residual = -1;
	int sweeps = -1;
	need(cusolverDnXsyevjGetResidual(h, params, &residual), "GetResidual");
	need(cusolverDnXsyevjGetSweeps(h, params, &sweeps), "GetSweeps");
	if (!(residual >= 0 && residual < 1e-5 && sweeps >= (n > 1) && sweeps < 15) && failures++ < 20)
		printf("syevj of %d: residual %g, %d sweeps\n", n, residual, sweeps);
	if (n > 3) {
		need(cusolverDnXsyevjSetMaxSweeps(params, 1), "SetMaxSweeps");
		a.set_triangle(m, uplo);
		need(SY(evj)(h, VEC, uplo, n, a.at(), a.ld, w.at(), work.cu(), work.n, info.at, params), "syevj");
		info.is(n + 1, "syevj with one sweep");
	}
	need(cusolverDnDestroySyevjInfo(params), "destroy");
}

template <class T> static void batch(int n, cublasFillMode_t uplo, bool generic) {
	const int count = 4;
	std::vector<Model> m;
	Model side_by_side(n, n * count);
	for (int i = 0; i < count; i++) {
		m.push_back(hermitian_model<T>(n));
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				side_by_side(k, i * n + j) = m[i](k, j);
	}
	Mat<T> a(side_by_side);
	Vec<REAL> w(n * count);
	Ints info(count);
	if (generic) {
		Bytes bytes;
		need(cusolverDnXsyevBatched_bufferSize(h, nullptr, VEC, uplo, n, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF,
		                                       w.at(), TYPE_OF, &bytes.n, &bytes.n_host, count),
		     "syevBatched_bufferSize");
		bytes.make();
		need(cusolverDnXsyevBatched(h, nullptr, VEC, uplo, n, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF, w.at(), TYPE_OF,
		                            bytes.at, bytes.n, bytes.host, bytes.n_host, info.at, count),
		     "syevBatched");
	} else {
		syevjInfo_t params;
		Work<T> work;
		need(cusolverDnCreateSyevjInfo(&params), "create");
		need(SY(evjBatched_bufferSize)(h, VEC, uplo, n, a.at(), a.ld, w.at(), &work.n, params, count),
		     "syevjBatched_bufferSize");
		work.make();
		need(SY(evjBatched)(h, VEC, uplo, n, a.at(), a.ld, w.at(), work.cu(), work.n, info.at, params, count),
		     "syevjBatched");
		need(cudaDeviceSynchronize());
		need(cusolverDnDestroySyevjInfo(params), "destroy");
	}
	need(cudaDeviceSynchronize());
	std::vector<REAL> all = w.now();
	for (int i = 0; i < count; i++) {
		if (info.at[i] && failures++ < 20)
			printf("syevBatched: info %d\n", info.at[i]);
		pairs<T>(m[i], part(a.now(), 0, i * n, n, n),
		         std::vector<REAL>(all.begin() + i * n, all.begin() + (i + 1) * n), n, "syevBatched");
	}
}

template <class T> static void pair(int n, cublasFillMode_t uplo, int itype, bool jacobi) {
	Model ma = hermitian_model<T>(n), mb = definite_model<T>(n);
	Mat<T> a(n, n), b(n, n);
	Vec<REAL> w(n);
	Ints info;
	Work<T> work;
	syevjInfo_t params;
	need(cusolverDnCreateSyevjInfo(&params), "create");
	a.set_triangle(ma, uplo);
	b.set_triangle(mb, uplo);
	need(SY(gvd_bufferSize)(h, (cusolverEigType_t)itype, VEC, uplo, n, a.at(), a.ld, b.at(), b.ld, w.at(), &work.n),
	     "sygvd_bufferSize");
	work.make();
	if (jacobi)
		need(SY(gvj)(h, (cusolverEigType_t)itype, VEC, uplo, n, a.at(), a.ld, b.at(), b.ld, w.at(), work.cu(),
		             work.n, info.at, params),
		     "sygvj");
	else
		need(SY(gvd)(h, (cusolverEigType_t)itype, VEC, uplo, n, a.at(), a.ld, b.at(), b.ld, w.at(), work.cu(),
		             work.n, info.at),
		     "sygvd");
	info.is(0, "sygvd");
	Model x = a.now(), d = diagonal_of(n, n, w.now());
	sorted(w.now(), n, true, "sygvd");
	if (itype == 1)
		near<T>(times(ma, x), times(mb, times(x, d)), "sygvd", 20);
	else if (itype == 2)
		near<T>(times(ma, times(mb, x)), times(x, d), "sygvd", 20);
	else
		near<T>(times(mb, times(ma, x)), times(x, d), "sygvd", 20);
	near<T>(itype == 3 ? times(adjoint(x), x) : times(adjoint(x), times(mb, x)),
	        itype == 3 ? times(adjoint(x), x) : unit(n, n), "sygvd: the norm", 20);
	Model f = triangle_of(b.now(), uplo);
	near<T>(uplo == CUBLAS_FILL_MODE_UPPER ? times(adjoint(f), f) : times(f, adjoint(f)), mb, "sygvd: factors of B");
	need(cusolverDnDestroySyevjInfo(params), "destroy");
}

/* A V = V W of a general matrix. */
template <class T> static void general(int n, bool complex_values) {
	if (!n)
		return;
	Model m = random_model<T>(n, n);
	Mat<T> a(m), v(n, n);
	Memory<REAL> w(2 * n + 1);
	Ints info;
	Bytes bytes;
	auto w_type = Type<T>::complex || !complex_values ? TYPE_OF : TYPE_OF == CUDA_R_32F ? CUDA_C_32F : CUDA_C_64F;
	need(cusolverDnXgeev_bufferSize(h, nullptr, NOVEC, VEC, n, TYPE_OF, a.at(), a.ld, w_type, w.device, TYPE_OF, nullptr,
	                                1, TYPE_OF, v.at(), v.ld, TYPE_OF, &bytes.n, &bytes.n_host),
	     "geev_bufferSize");
	bytes.make();
	need(cusolverDnXgeev(h, nullptr, NOVEC, VEC, n, TYPE_OF, a.at(), a.ld, w_type, w.device, TYPE_OF, nullptr, 1, TYPE_OF,
	                     v.at(), v.ld, TYPE_OF, bytes.at, bytes.n, bytes.host, bytes.n_host, info.at),
	     "geev");
	info.is(0, "geev");
	std::vector<REAL> parts = w.down();
	Model x = v.now(), d(n, n), vectors(n, n);
	bool together = Type<T>::complex || complex_values;
	for (int i = 0; i < n; i++)
		d(i, i) = together ? cd(parts[2 * i], parts[2 * i + 1]) : cd(parts[i], parts[n + i]);
	for (int j = 0; j < n; j++) {
		bool is_pair = !Type<T>::complex && d(j, j).imag() != 0;
		for (int i = 0; i < n; i++) {
			vectors(i, j) = is_pair ? cd(x(i, j).real(), x(i, j + 1).real()) : x(i, j);
			if (is_pair)
				vectors(i, j + 1) = std::conj(vectors(i, j));
		}
		if (is_pair && d(j + 1, j + 1) != std::conj(d(j, j)) && failures++ < 20)
			printf("geev: not a pair\n");
		j += is_pair;
	}
	near<T>(times(m, vectors), times(vectors, d), "geev", 100);
	for (int j = 0; j < n; j++) {
		double norm = 0;
		for (int i = 0; i < n; i++)
			norm += std::norm(vectors(i, j));
		if (!(std::fabs(norm - 1) < 1e-4) && failures++ < 20)
			printf("%cgeev: length %g\n", Type<T>::letter, norm);
	}
}

int main() {
	return run_all("eigen", [](auto t) {
		typedef decltype(t) T;
		for (int n : orders) {
			for (auto uplo : both_uplo) {
				symmetric<T>(n, uplo);
				if (n)
					batch<T>(n, uplo, false);
				if (n)
					batch<T>(n, uplo, true);
				for (int itype = 1; itype <= 3; itype++)
					pair<T>(n, uplo, itype, itype == 2);
			}
			general<T>(n, true);
			general<T>(n, false);
		}
	});
}
