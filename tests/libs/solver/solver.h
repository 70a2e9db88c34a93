/* solver.h - for programs that check what cuSOLVER computes: matrices with a leading
 * dimension of their own and NaN between their columns, in memory of all kinds, and
 * products of them in complex double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cusolverDn.h>

#include "../blas/blas.h"

inline cusolverDnHandle_t h;

inline void need(cusolverStatus_t s, const char *what) {
	if (s != CUSOLVER_STATUS_SUCCESS) {
		printf("%s: status %d\n", what, (int)s);
		failures++;
	}
}

#define ALL(name)                                                        \
	PICK(T, cusolverDnS##name, cusolverDnD##name, cusolverDnC##name, \
	     cusolverDnZ##name)
#define SY(name)                                                               \
	PICK(T, cusolverDnSsy##name, cusolverDnDsy##name, cusolverDnChe##name, \
	     cusolverDnZhe##name)
#define OR(name)                                                               \
	PICK(T, cusolverDnSor##name, cusolverDnDor##name, cusolverDnCun##name, \
	     cusolverDnZun##name)
#define REAL typename Type<T>::real
#define CU typename Type<T>::cu
#define TYPE_OF PICK(T, CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F)
#define REAL_TYPE_OF PICK(T, CUDA_R_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_64F)

inline const cublasFillMode_t both_uplo[] = {CUBLAS_FILL_MODE_LOWER,
                                             CUBLAS_FILL_MODE_UPPER};
inline const cublasSideMode_t both_sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

/* m by n in memory of the device. */
template <class T> struct Mat {
	int m, n, ld;
	Memory<T> memory;
	Mat(int m, int n, int more = 1)
	    : m(m), n(n), ld((m ? m : 1) + more), memory((size_t)ld * (n ? n : 1)) {
		memory.up();
	}
	Mat(const Model &a, int more = 1) : Mat(a.m, a.n, more) {
		set(a);
	}
	/* Elements that `stored` has; others are NaN. */
	void set(const Model &a, std::function<bool(int, int)> stored = nullptr) {
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				cd x = a(i, j);
				T &to = memory.host[i + (size_t)j * ld];
				if (stored && !stored(i, j))
					to = nan_element<T>();
				else if constexpr (Type<T>::complex)
					to = T((REAL)x.real(), (REAL)x.imag());
				else
					to = (T)x.real();
			}
		memory.up();
	}
	void set_triangle(const Model &a, cublasFillMode_t uplo) {
		set(a, [=](int i, int j) {
			return uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
		});
	}
	Model now() {
		std::vector<T> v = memory.down();
		Model a(m, n);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				a(i, j) = cd(v[i + (size_t)j * ld]);
		for (int j = 0; j < n; j++) /* between columns */
			for (int i = m; i < ld; i++)
				if (!is_nan(v[i + (size_t)j * ld]) && failures++ < 20)
					printf("written below a column\n");
		return a;
	}
	CU *at() {
		return memory.cu();
	}
};

template <class R> struct Vec {
	int n;
	Memory<R> memory;
	explicit Vec(int n) : n(n), memory(n) {
		memory.up();
	}
	R *at() {
		return memory.device;
	}
	std::vector<R> now() {
		return memory.down();
	}
};

/* Integers in managed memory; info is the first. */
struct Ints {
	int *at;
	explicit Ints(int n = 1) {
		need(cudaMallocManaged((void **)&at, (n + 1) * sizeof(int)));
		for (int i = 0; i <= n; i++)
			at[i] = -77;
	}
	Ints(const Ints &) = delete;
	~Ints() {
		cudaFree(at);
	}
	void is(int wanted, const char *what) {
		need(cudaDeviceSynchronize());
		if (*at != wanted && failures++ < 20)
			printf("%s: info %d, not %d\n", what, *at, wanted);
	}
};

/* A workspace as large as a function says. */
template <class T> struct Work {
	T *at = nullptr;
	int n = 0;
	void make() {
		if (n < 1 && failures++ < 20)
			printf("a workspace of %d\n", n);
		need(cudaMalloc((void **)&at, (n + 1) * sizeof(T)));
	}
	Work() {
	}
	Work(const Work &) = delete;
	~Work() {
		cudaFree(at);
	}
	CU *cu() {
		return (CU *)at;
	}
};

struct Bytes {
	void *at = nullptr, *host = nullptr;
	size_t n = 0, n_host = 0;
	void make() {
		if (n < 1 && failures++ < 20)
			printf("a workspace of %zu bytes\n", n);
		need(cudaMalloc(&at, n + 1));
		host = malloc(n_host + 1);
	}
	Bytes() {
	}
	Bytes(const Bytes &) = delete;
	~Bytes() {
		cudaFree(at);
		free(host);
	}
};

/* ---- models ---- */

template <class T> Model random_model(int m, int n) {
	Model a(m, n);
	for (auto &x : a.a)
		x = cd(random_element<T>());
	return a;
}
inline Model unit(int m, int n) {
	Model a(m, n);
	for (int i = 0; i < m && i < n; i++)
		a(i, i) = 1;
	return a;
}
inline Model adjoint(const Model &a) {
	return operated(a, CUBLAS_OP_C);
}
inline Model times(const Model &a, const Model &b) {
	return product(a, b);
}
inline Model diagonal(int m, int n, const std::vector<double> &d) {
	Model a(m, n);
	for (int i = 0; i < m && i < n; i++)
		a(i, i) = d[i];
	return a;
}
template <class R> Model diagonal_of(int m, int n, const std::vector<R> &d) {
	return diagonal(m, n, std::vector<double>(d.begin(), d.end()));
}
/* The part of a on one side of the diagonal, with ones on it if `is_unit`. */
inline Model triangle_of(const Model &a, cublasFillMode_t uplo, bool is_unit = false) {
	Model t(a.m, a.n);
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.m; i++) {
			if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j)
				t(i, j) = a(i, j);
			if (i == j && is_unit)
				t(i, j) = 1;
		}
	return t;
}
inline Model part(const Model &a, int i0, int j0, int m, int n) {
	Model p(m, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			p(i, j) = a(i0 + i, j0 + j);
	return p;
}
template <class T> Model hermitian_model(int n) {
	Model a = random_model<T>(n, n), b = adjoint(a);
	return sum(0.5, a, 0.5, b);
}
/* Positive definite, and not far from the unit matrix. */
template <class T> Model definite_model(int n) {
	Model a = random_model<T>(n, n);
	return sum(1.0 / (n ? n : 1), times(a, adjoint(a)), 1, unit(n, n));
}
template <class T> Model symmetric_model(int n) {
	Model a = random_model<T>(n, n);
	return sum(0.5, a, 0.5, operated(a, CUBLAS_OP_T));
}

template <class T>
void near(const Model &got, const Model &want, const char *what, double scale = 1) {
	double most = 1;
	for (auto x : want.a)
		most = std::fmax(most, std::abs(x));
	double limit = Type<T>::eps * 10 * scale * most *
	               std::sqrt((double)want.n + want.m + 1);
	for (int j = 0; j < want.n; j++)
		for (int i = 0; i < want.m; i++)
			if (!(std::abs(got(i, j) - want(i, j)) <= limit)) {
				if (failures++ < 20)
					printf("%c%s, %d by %d, at (%d,%d): %g%+gi, not "
					       "%g%+gi\n",
					       Type<T>::letter, what, want.m, want.n, i,
					       j, got(i, j).real(), got(i, j).imag(),
					       want(i, j).real(), want(i, j).imag());
				return;
			}
}
/* Columns are orthonormal. */
template <class T> void orthonormal(const Model &q, const char *what) {
	near<T>(times(adjoint(q), q), unit(q.n, q.n), what);
}
template <class R>
void sorted(const std::vector<R> &v, int n, bool ascending, const char *what) {
	for (int i = 1; i < n; i++)
		if ((ascending ? v[i] < v[i - 1] : v[i] > v[i - 1]) && failures++ < 20)
			printf("%s: not sorted\n", what);
}

template <class Test> int run_all(const char *what, Test test) {
	if (is_missing())
		return 77;
	need(cusolverDnCreate(&h), "create");
	test(float());
	test(double());
	test(cf());
	test(cd());
	need(cusolverDnDestroy(h), "destroy");
	return finish(what);
}
