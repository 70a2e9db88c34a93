/* spread.cpp - matrices that are spread over devices: solutions, inverses, eigenvalues.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverMg.h>

#include "solver.h"

static cusolverMgHandle_t mg;
static int devices;
static std::vector<int> ids;

/* Columns in blocks that go to the devices in turn. */
template <class T> struct Spread {
	int m, n, block;
	std::vector<void *> at;
	cudaLibMgGrid_t grid;
	cudaLibMgMatrixDesc_t d;
	Spread(int m, int n, int block, cudaDataType type) : m(m), n(n), block(block) {
		int most = ((n + block - 1) / block + devices - 1) / devices * block;
		for (int i = 0; i < devices; i++) {
			void *p;
			need(cudaSetDevice(i));
			need(cudaMalloc(&p, (size_t)m * most * sizeof(T)));
			at.push_back(p);
		}
		need(cudaSetDevice(0));
		need(cusolverMgCreateDeviceGrid(&grid, 1, devices, ids.data(), CUDALIBMG_GRID_MAPPING_COL_MAJOR), "grid");
		need(cusolverMgCreateMatrixDesc(&d, m, n, m, block, type, grid), "description");
	}
	~Spread() {
		for (void *p : at)
			cudaFree(p);
		need(cusolverMgDestroyMatrixDesc(d), "destroy");
		need(cusolverMgDestroyGrid(grid), "destroy");
	}
	T *column(int j) {
		int k = j / block;
		return (T *)at[k % devices] + (size_t)(k / devices * block + j % block) * m;
	}
	void set(const Model &a) {
		for (int j = 0; j < n; j++) {
			std::vector<T> c(m);
			for (int i = 0; i < m; i++)
				if constexpr (Type<T>::complex)
					c[i] = T((REAL)a(i, j).real(), (REAL)a(i, j).imag());
				else
					c[i] = (T)a(i, j).real();
			need(cudaMemcpy(column(j), c.data(), m * sizeof(T), cudaMemcpyDefault));
		}
	}
	Model now() {
		Model a(m, n);
		for (int j = 0; j < n; j++) {
			std::vector<T> c(m);
			need(cudaMemcpy(c.data(), column(j), m * sizeof(T), cudaMemcpyDefault));
			for (int i = 0; i < m; i++)
				a(i, j) = cd(c[i]);
		}
		return a;
	}
};

template <class T> static void solve(int n, int block) {
	auto type = TYPE_OF;
	Model m = random_model<T>(n, n), p = definite_model<T>(n), r = random_model<T>(n, 2);
	Spread<T> a(n, n, block, type), b(n, 2, 1, type);
	Spread<int> pivots(1, n, block, CUDA_R_32F);
	int info = -1;
	int64_t lwork = 0, more = 0;
	auto piv = (int **)pivots.at.data();
	need(cusolverMgGetrf_bufferSize(mg, n, n, a.at.data(), 1, 1, a.d, piv, type, &lwork), "size");
	need(cusolverMgGetrs_bufferSize(mg, CUBLAS_OP_N, n, 2, a.at.data(), 1, 1, a.d, piv, b.at.data(), 1, 1, b.d, type,
	                                &more),
	     "size");
	a.set(m);
	b.set(r);
	need(cusolverMgGetrf(mg, n, n, a.at.data(), 1, 1, a.d, piv, type, nullptr, lwork, &info), "MgGetrf");
	if (info && failures++ < 20)
		printf("MgGetrf: info %d\n", info);
	need(cusolverMgGetrs(mg, CUBLAS_OP_N, n, 2, a.at.data(), 1, 1, a.d, piv, b.at.data(), 1, 1, b.d, type, nullptr, more,
	                     &info),
	     "MgGetrs");
	near<T>(times(m, b.now()), r, "MgGetrs", 1000);
	auto uplo = CUBLAS_FILL_MODE_LOWER;
	a.set(p);
	b.set(r);
	need(cusolverMgPotrf(mg, uplo, n, a.at.data(), 1, 1, a.d, type, nullptr, lwork, &info), "MgPotrf");
	need(cusolverMgPotrs(mg, uplo, n, 2, a.at.data(), 1, 1, a.d, b.at.data(), 1, 1, b.d, type, nullptr, lwork, &info),
	     "MgPotrs");
	near<T>(times(p, b.now()), r, "MgPotrs", 10);
	need(cusolverMgPotri(mg, uplo, n, a.at.data(), 1, 1, a.d, type, nullptr, lwork, &info), "MgPotri");
	near<T>(times(mirrored(triangle_of(a.now(), uplo), uplo, true), p), unit(n, n), "MgPotri", 10);
	Model h0 = hermitian_model<T>(n);
	std::vector<REAL> w(n);
	a.set(h0);
	need(cusolverMgSyevd(mg, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.at.data(), 1, 1, a.d, w.data(), REAL_TYPE_OF, type,
	                     nullptr, lwork, &info),
	     "MgSyevd");
	Model v = a.now();
	orthonormal<T>(v, "MgSyevd");
	near<T>(times(h0, v), times(v, diagonal_of(n, n, w)), "MgSyevd", 4);
	/* A part of what is described. */
	if (n < 6)
		return;
	int k = n - 3;
	Model whole = random_model<T>(n, n), inner = definite_model<T>(k);
	for (int j = 0; j < k; j++)
		for (int i = 0; i < k; i++)
			whole(i + 2, j + 1) = inner(i, j);
	a.set(whole);
	need(cusolverMgPotrf(mg, uplo, k, a.at.data(), 3, 2, a.d, type, nullptr, lwork, &info), "MgPotrf");
	Model f = triangle_of(part(a.now(), 2, 1, k, k), uplo);
	near<T>(times(f, adjoint(f)), inner, "MgPotrf of a part");
}

int main() {
	need(cudaGetDeviceCount(&devices));
	for (int i = 0; i < devices; i++)
		ids.push_back(i);
	need(cusolverMgCreate(&mg), "create");
	need(cusolverMgDeviceSelect(mg, devices, ids.data()), "select");
	int result = run_all("spread", [](auto t) {
		typedef decltype(t) T;
		solve<T>(1, 1);
		solve<T>(7, 2);
		solve<T>(29, 4);
	});
	need(cusolverMgDestroy(mg), "destroy");
	return result || failures;
}
