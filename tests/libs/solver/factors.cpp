/* factors.cpp - factors, solutions and inverses: Cholesky, Gauss, symmetric indefinite.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver.h"

static const int orders[] = {0, 1, 2, 3, 17, 33, 70};
static const int shapes[][2] = {{0, 0}, {1, 1}, {3, 2}, {2, 3}, {33, 33}, {70, 29}, {29, 70}, {0, 3}};

/* A = L L^H or U^H U. */
static Model cholesky(const Model &f, cublasFillMode_t uplo) {
	Model t = triangle_of(f, uplo);
	return uplo == CUBLAS_FILL_MODE_UPPER ? times(adjoint(t), t) : times(t, adjoint(t));
}
static Model whole(const Model &f, cublasFillMode_t uplo) {
	return mirrored(triangle_of(f, uplo), uplo, true);
}

template <class T> static void definite(int n, cublasFillMode_t uplo) {
	Model m = definite_model<T>(n), r = random_model<T>(n, 3);
	Mat<T> a(n, n), b(r);
	Ints info;
	Work<T> work;
	a.set_triangle(m, uplo);
	need(ALL(potrf_bufferSize)(h, uplo, n, a.at(), a.ld, &work.n), "potrf_bufferSize");
	work.make();
	need(ALL(potrf)(h, uplo, n, a.at(), a.ld, work.cu(), work.n, info.at), "potrf");
	info.is(0, "potrf");
	near<T>(cholesky(a.now(), uplo), m, "potrf");
	need(ALL(potrs)(h, uplo, n, 3, a.at(), a.ld, b.at(), b.ld, info.at), "potrs");
	info.is(0, "potrs");
	near<T>(times(m, b.now()), r, "potrs", 10);

	Mat<T> t(n, n);
	t.set_triangle(a.now(), uplo);
	Model f = triangle_of(a.now(), uplo);
	need(ALL(lauum)(h, uplo, n, t.at(), t.ld, work.cu(), work.n, info.at), "lauum");
	bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
	near<T>(whole(t.now(), uplo), upper ? times(f, adjoint(f)) : times(adjoint(f), f), "lauum");
	for (auto diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
		Bytes bytes;
		Model g = diag ? triangle_of(sum(0.2, f, 0, f), uplo, true) : f;
		t.set_triangle(g, uplo);
		need(cusolverDnXtrtri_bufferSize(h, uplo, diag, n, TYPE_OF, t.at(), t.ld, &bytes.n, &bytes.n_host),
		     "trtri_bufferSize");
		bytes.make();
		need(cusolverDnXtrtri(h, uplo, diag, n, TYPE_OF, t.at(), t.ld, bytes.at, bytes.n, bytes.host,
		                      bytes.n_host, info.at),
		     "trtri");
		info.is(0, "trtri");
		near<T>(times(triangle_of(t.now(), uplo, diag), g), unit(n, n), "trtri", 10);
	}
	need(ALL(potri)(h, uplo, n, a.at(), a.ld, work.cu(), work.n, info.at), "potri");
	if (n)
		near<T>(times(whole(a.now(), uplo), m), unit(n, n), "potri", 10);
	/* Not definite in row `at`. */
	int at = n / 2;
	if (!n)
		return;
	m(at, at) = -1;
	a.set_triangle(m, uplo);
	need(ALL(potrf)(h, uplo, n, a.at(), a.ld, work.cu(), work.n, info.at), "potrf");
	info.is(at + 1, "potrf of an indefinite matrix");
}

template <class T> static void batches(int n, cublasFillMode_t uplo) {
	const int count = 5;
	std::vector<Mat<T> *> a, b;
	std::vector<Model> m, r;
	std::vector<void *> at;
	for (int i = 0; i < count; i++) {
		m.push_back(definite_model<T>(n));
		r.push_back(random_model<T>(n, 1));
		a.push_back(new Mat<T>(n, n));
		b.push_back(new Mat<T>(r[i]));
		a[i]->set_triangle(m[i], uplo);
	}
	for (auto *list : {&a, &b})
		for (auto *x : *list)
			at.push_back(x->at());
	CU **pointers;
	Ints info(count);
	need(cudaMalloc((void **)&pointers, at.size() * sizeof(void *)));
	need(cudaMemcpy(pointers, at.data(), at.size() * sizeof(void *), cudaMemcpyHostToDevice));
	need(ALL(potrfBatched)(h, uplo, n, pointers, a[0]->ld, info.at, count), "potrfBatched");
	need(ALL(potrsBatched)(h, uplo, n, 1, pointers, a[0]->ld, pointers + count, b[0]->ld, info.at + count, count),
	     "potrsBatched");
	info.is(0, "potrfBatched");
	for (int i = 0; i < count; i++) {
		near<T>(cholesky(a[i]->now(), uplo), m[i], "potrfBatched");
		near<T>(times(m[i], b[i]->now()), r[i], "potrsBatched", 10);
		delete a[i];
		delete b[i];
	}
	cudaFree(pointers);
}

/* P A: rows exchanged as LAPACK says. */
template <class I> static Model exchanged(Model a, const I *pivots, int n) {
	for (int i = 0; i < n; i++)
		for (int j = 0; j < a.n; j++)
			std::swap(a(i, j), a((int)pivots[i] - 1, j));
	return a;
}
static Model lu(const Model &f) {
	int k = f.m < f.n ? f.m : f.n;
	return times(triangle_of(part(f, 0, 0, f.m, k), CUBLAS_FILL_MODE_LOWER, true),
	             triangle_of(part(f, 0, 0, k, f.n), CUBLAS_FILL_MODE_UPPER));
}

template <class T> static void gauss(int m, int n) {
	Model model = random_model<T>(m, n);
	int k = m < n ? m : n;
	Mat<T> a(model);
	Ints pivots(k), info;
	Work<T> work;
	need(ALL(getrf_bufferSize)(h, m, n, a.at(), a.ld, &work.n), "getrf_bufferSize");
	work.make();
	need(ALL(getrf)(h, m, n, a.at(), a.ld, work.cu(), pivots.at, info.at), "getrf");
	info.is(0, "getrf");
	near<T>(lu(a.now()), exchanged(model, pivots.at, k), "getrf");
	/* Rows exchanged by laswp. */
	Mat<T> s(model);
	if (k)
		need(ALL(laswp)(h, n, s.at(), s.ld, 1, k, pivots.at, 1), "laswp");
	near<T>(s.now(), exchanged(model, pivots.at, k), "laswp");
	/* The same with 64 bits. */
	int64_t *wide;
	Bytes bytes;
	need(cudaMallocManaged((void **)&wide, (k + 1) * sizeof *wide));
	a.set(model);
	need(cusolverDnXgetrf_bufferSize(h, nullptr, m, n, TYPE_OF, a.at(), a.ld, TYPE_OF, &bytes.n, &bytes.n_host),
	     "Xgetrf_bufferSize");
	bytes.make();
	need(cusolverDnXgetrf(h, nullptr, m, n, TYPE_OF, a.at(), a.ld, wide, TYPE_OF, bytes.at, bytes.n, bytes.host,
	                      bytes.n_host, info.at),
	     "Xgetrf");
	info.is(0, "Xgetrf");
	near<T>(lu(a.now()), exchanged(model, wide, k), "Xgetrf");
	for (int op = 0; m == n && m && op < (Type<T>::complex ? 3 : 2); op++)
		for (bool is_wide : {false, true}) {
			Model r = random_model<T>(n, 4);
			Mat<T> b(r);
			if (is_wide)
				need(cusolverDnXgetrs(h, nullptr, (cublasOperation_t)op, n, 4, TYPE_OF, a.at(), a.ld,
				                      wide, TYPE_OF, b.at(), b.ld, info.at),
				     "Xgetrs");
			else
				need(ALL(getrs)(h, (cublasOperation_t)op, n, 4, a.at(), a.ld, pivots.at, b.at(), b.ld,
				                info.at),
				     "getrs");
			near<T>(times(operated(model, (cublasOperation_t)op), b.now()), r, "getrs", 1000);
		}
	cudaFree(wide);
	/* Without exchanges. */
	Model large = sum(1, model, m + n, unit(m, n));
	a.set(large);
	need(ALL(getrf)(h, m, n, a.at(), a.ld, work.cu(), nullptr, info.at), "getrf");
	near<T>(lu(a.now()), large, "getrf without pivots");
	/* A column of zeros. */
	if (k < 3)
		return;
	for (int i = 0; i < m; i++)
		model(i, 2) = 0;
	a.set(model);
	need(ALL(getrf)(h, m, n, a.at(), a.ld, work.cu(), pivots.at, info.at), "getrf");
	info.is(3, "getrf of a singular matrix");
}

template <class T> static void indefinite(int n, cublasFillMode_t uplo, bool has_pivots) {
	Model m = symmetric_model<T>(n), r = random_model<T>(n, 3);
	for (int i = 0; i < n; i++)
		m(i, i) = has_pivots ? i % 3 == 1 ? 0.0 : m(i, i) + 0.5 : 2.0 * n;
	Mat<T> a(n, n), b(r);
	Ints pivots(n), info;
	Work<T> work;
	Bytes bytes;
	int64_t *wide;
	a.set_triangle(m, uplo);
	need(ALL(sytrf_bufferSize)(h, n, a.at(), a.ld, &work.n), "sytrf_bufferSize");
	work.make();
	need(ALL(sytrf)(h, uplo, n, a.at(), a.ld, has_pivots ? pivots.at : nullptr, work.cu(), work.n, info.at), "sytrf");
	if (n)
		info.is(0, "sytrf");
	need(cudaMallocManaged((void **)&wide, (n + 1) * sizeof *wide));
	need(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++)
		wide[i] = pivots.at[i];
	need(cusolverDnXsytrs_bufferSize(h, uplo, n, 3, TYPE_OF, a.at(), a.ld, wide, TYPE_OF, b.at(), b.ld, &bytes.n,
	                                 &bytes.n_host),
	     "sytrs_bufferSize");
	bytes.make();
	need(cusolverDnXsytrs(h, uplo, n, 3, TYPE_OF, a.at(), a.ld, has_pivots ? wide : nullptr, TYPE_OF, b.at(), b.ld,
	                      bytes.at, bytes.n, bytes.host, bytes.n_host, info.at),
	     "sytrs");
	near<T>(times(m, b.now()), r, "sytrs", 1000);
	need(ALL(sytri)(h, uplo, n, a.at(), a.ld, has_pivots ? pivots.at : nullptr, work.cu(), work.n, info.at), "sytri");
	info.is(0, "sytri");
	near<T>(times(mirrored(triangle_of(a.now(), uplo), uplo, false), m), unit(n, n), "sytri", 1000);
	cudaFree(wide);
}

/* A factorisation in a graph, launched twice with other numbers. */
template <class T> static void captured() {
	const int n = 20;
	Mat<T> a(n, n);
	Ints info;
	Work<T> work;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	need(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	need(cusolverDnSetStream(h, stream), "SetStream");
	need(ALL(potrf_bufferSize)(h, CUBLAS_FILL_MODE_LOWER, n, a.at(), a.ld, &work.n), "potrf_bufferSize");
	work.make();
	need(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	need(ALL(potrf)(h, CUBLAS_FILL_MODE_LOWER, n, a.at(), a.ld, work.cu(), work.n, info.at), "potrf");
	need(cudaStreamEndCapture(stream, &graph));
	need(cudaGraphInstantiate(&exec, graph, 0));
	for (int turn = 0; turn < 2; turn++) {
		Model m = definite_model<T>(n);
		a.set(m);
		need(cudaGraphLaunch(exec, stream));
		info.is(0, "potrf in a graph");
		near<T>(cholesky(a.now(), CUBLAS_FILL_MODE_LOWER), m, "potrf in a graph");
	}
	need(cudaGraphExecDestroy(exec));
	need(cudaGraphDestroy(graph));
	need(cusolverDnSetStream(h, nullptr), "SetStream");
	need(cudaStreamDestroy(stream));
}

int main() {
	return run_all("factors", [](auto t) {
		typedef decltype(t) T;
		for (int n : orders)
			for (auto uplo : both_uplo) {
				definite<T>(n, uplo);
				indefinite<T>(n, uplo, true);
				indefinite<T>(n, uplo, false);
				if (n)
					batches<T>(n, uplo);
			}
		for (auto &s : shapes)
			gauss<T>(s[0], s[1]);
		captured<T>();
	});
}
