/* blas.h - for programs that compare cuBLAS with plain loops in complex double: memory of
 * all kinds, random numbers, dense models of matrices. What a routine may not read is
 * NaN, and what it may not write has to stay so.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

typedef std::complex<double> cd;
typedef std::complex<float> cf;

inline unsigned long long random_state = 88172645463325252ull;
inline unsigned random_below(unsigned n) {
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned)(random_state >> 11) % n;
}
inline double random_unit() {
	return (int)random_below(2001) / 1000.0 - 1;
}

template <class T> struct Type;
template <> struct Type<float> {
	typedef float real, cu;
	static constexpr bool complex = false;
	static constexpr double eps = 2e-6;
	static constexpr char letter = 'S';
};
template <> struct Type<double> {
	typedef double real, cu;
	static constexpr bool complex = false;
	static constexpr double eps = 1e-14;
	static constexpr char letter = 'D';
};
template <> struct Type<cf> {
	typedef float real;
	typedef cuComplex cu;
	static constexpr bool complex = true;
	static constexpr double eps = 2e-6;
	static constexpr char letter = 'C';
};
template <> struct Type<cd> {
	typedef double real;
	typedef cuDoubleComplex cu;
	static constexpr bool complex = true;
	static constexpr double eps = 1e-14;
	static constexpr char letter = 'Z';
};

template <class T> T random_element() {
	if constexpr (Type<T>::complex)
		return T((typename Type<T>::real)random_unit(),
		         (typename Type<T>::real)random_unit());
	else
		return (T)random_unit();
}
template <class T> T nan_element() {
	if constexpr (Type<T>::complex)
		return T(NAN, NAN);
	else
		return (T)NAN;
}
template <class T> bool is_nan(T x) {
	cd z(x);
	return std::isnan(z.real()) || std::isnan(z.imag());
}

inline void need(cudaError_t e) {
	if (e != cudaSuccess) {
		printf("runtime: %s\n", cudaGetErrorString(e));
		exit(1);
	}
}
inline int failures;
inline void need(cublasStatus_t s, const char *what) {
	if (s != CUBLAS_STATUS_SUCCESS) {
		printf("%s: %s\n", what, cublasGetStatusName(s));
		failures++;
	}
}

/* n elements that the device sees: of cudaMalloc, managed or mapped memory in turn. */
template <class T> struct Memory {
	std::vector<T> host;
	T *device = nullptr;
	int kind;
	explicit Memory(size_t n) : host(n ? n : 1, nan_element<T>()) {
		static int turn;
		kind = turn++ % 3;
		size_t bytes = host.size() * sizeof(T);
		if (kind == 0)
			need(cudaMalloc((void **)&device, bytes));
		else if (kind == 1)
			need(cudaMallocManaged((void **)&device, bytes));
		else
			need(cudaHostAlloc((void **)&device, bytes, cudaHostAllocMapped));
	}
	Memory(const Memory &) = delete;
	~Memory() {
		if (kind == 2)
			cudaFreeHost(device);
		else
			cudaFree(device);
	}
	typename Type<T>::cu *cu() {
		return (typename Type<T>::cu *)device;
	}
	void up() {
		need(cudaMemcpy(device, host.data(), host.size() * sizeof(T),
		                cudaMemcpyDefault));
	}
	std::vector<T> down() {
		std::vector<T> now(host.size());
		need(cudaDeviceSynchronize());
		need(cudaMemcpy(now.data(), device, host.size() * sizeof(T),
		                cudaMemcpyDefault));
		return now;
	}
};

/* Where the elements of an operand lie: `index(i, j)`, or -1 where nothing is stored. */
struct Layout {
	int m, n;
	std::function<long(int, int)> index;
	size_t size;
};

inline Layout dense(int m, int n, int ld) {
	return {m, n, [=](int i, int j) { return (long)i + (long)j * ld; },
	        (size_t)ld * (n ? n : 1)};
}
inline Layout vector(int n, int inc) {
	int step = abs(inc);
	return {n, 1, [=](int i, int) { return (long)(inc < 0 ? n - 1 - i : i) * step; },
	        (size_t)(n ? (n - 1) * step + 1 : 1)};
}
inline Layout triangle(int n, int ld, cublasFillMode_t uplo) {
	bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
	return {n, n,
	        [=](int i, int j) {
			return (upper ? i <= j : i >= j) ? (long)i + (long)j * ld : -1;
		},
	        (size_t)ld * n};
}
inline Layout band(int m, int n, int kl, int ku, int ld) {
	return {m, n,
	        [=](int i, int j) {
			return i - j <= kl && j - i <= ku
		                       ? (long)(ku + i - j) + (long)j * ld
		                       : -1;
		},
	        (size_t)ld * n};
}
inline Layout packed(int n, cublasFillMode_t uplo) {
	bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
	return {n, n,
	        [=](int i, int j) {
			return (upper ? i <= j : i >= j)
		                       ? (long)(upper ? i + j * (j + 1) / 2
		                                      : i + j * (2 * n - j - 1) / 2)
		                       : -1;
		},
	        (size_t)n * (n + 1) / 2};
}

/* A dense matrix of the model. */
struct Model {
	int m, n;
	std::vector<cd> a;
	Model(int m, int n) : m(m), n(n), a((size_t)m * n) {
	}
	cd &operator()(int i, int j) {
		return a[i + (size_t)j * m];
	}
	cd operator()(int i, int j) const {
		return a[i + (size_t)j * m];
	}
};

template <class T> struct Operand {
	Layout at;
	Memory<T> memory;
	explicit Operand(const Layout &l) : at(l), memory(l.size) {
	}
	void fill() {
		for (int j = 0; j < at.n; j++)
			for (int i = 0; i < at.m; i++)
				if (at.index(i, j) >= 0)
					memory.host[at.index(i, j)] = random_element<T>();
		memory.up();
	}
	void fill_nan() {
		memory.up();
	}
	Model model() const {
		Model d(at.m, at.n);
		for (int j = 0; j < at.n; j++)
			for (int i = 0; i < at.m; i++)
				if (at.index(i, j) >= 0)
					d(i, j) = cd(memory.host[at.index(i, j)]);
		return d;
	}
	typename Type<T>::cu *cu() {
		return memory.cu();
	}
};

inline Model operated(const Model &a, cublasOperation_t op) {
	if (op == CUBLAS_OP_N)
		return a;
	Model t(a.n, a.m);
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.m; i++)
			t(j, i) = op == CUBLAS_OP_C ? std::conj(a(i, j)) : a(i, j);
	return t;
}
inline Model product(const Model &a, const Model &b) {
	Model c(a.m, b.n);
	for (int j = 0; j < b.n; j++)
		for (int p = 0; p < a.n; p++)
			for (int i = 0; i < a.m; i++)
				c(i, j) += a(i, p) * b(p, j);
	return c;
}
inline Model sum(cd alpha, const Model &a, cd beta, const Model &b) {
	Model c(a.m, a.n);
	for (size_t i = 0; i < c.a.size(); i++)
		c.a[i] = (alpha == 0.0 ? 0.0 : alpha * a.a[i]) +
		         (beta == 0.0 ? 0.0 : beta * b.a[i]);
	return c;
}
/* The other triangle of a symmetric or Hermitian matrix; what uplo does not name is 0. */
inline Model mirrored(Model a, cublasFillMode_t uplo, bool conj) {
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.m; i++) {
			if (i == j && conj)
				a(i, j) = a(i, j).real();
			if (uplo == CUBLAS_FILL_MODE_UPPER ? i > j : i < j)
				a(i, j) = conj ? std::conj(a(j, i)) : a(j, i);
		}
	return a;
}
inline Model with_unit(Model a, cublasDiagType_t diag) {
	if (diag == CUBLAS_DIAG_UNIT)
		for (int i = 0; i < a.n; i++)
			a(i, i) = 1;
	return a;
}

/* Compares an operand with the model where it is stored, and with what was there before
 * elsewhere. */
template <class T>
void compare(Operand<T> &x, const Model &want, const char *what, double scale = 1) {
	std::vector<T> now = x.memory.down();
	std::vector<char> seen(now.size());
	double most = 1;
	for (auto v : want.a)
		most = std::fmax(most, std::abs(v));
	for (int j = 0; j < want.n; j++)
		for (int i = 0; i < want.m; i++) {
			long at = x.at.index(i, j);
			if (at < 0)
				continue;
			seen[at] = 1;
			cd got(now[at]), w = want(i, j);
			if (!(std::abs(got - w) <= Type<T>::eps * scale * most)) {
				if (failures++ < 20)
					printf("%c%s (%d,%d): %g%+gi, not %g%+gi\n",
					       Type<T>::letter, what, i, j, got.real(),
					       got.imag(), w.real(), w.imag());
				return;
			}
		}
	for (size_t i = 0; i < now.size(); i++)
		if (!seen[i] && memcmp(&now[i], &x.memory.host[i], sizeof(T)) != 0) {
			if (failures++ < 20)
				printf("%c%s writes outside, at %zu\n", Type<T>::letter,
				       what, i);
			return;
		}
}

/* A scalar where the pointer mode wants it. */
template <class T> struct Scalar {
	T value;
	T *device = nullptr;
	Scalar(cublasHandle_t h, T v) : value(v) {
		cublasPointerMode_t mode;
		cublasGetPointerMode(h, &mode);
		if (mode == CUBLAS_POINTER_MODE_HOST)
			return;
		need(cudaMalloc((void **)&device, sizeof v));
		need(cudaMemcpy(device, &v, sizeof v, cudaMemcpyHostToDevice));
	}
	Scalar(const Scalar &) = delete;
	~Scalar() {
		cudaFree(device);
	}
	void *at() {
		return device ? device : &value;
	}
	T now() {
		if (device)
			need(cudaMemcpy(&value, device, sizeof value,
			                cudaMemcpyDeviceToHost));
		return value;
	}
	operator const typename Type<T>::cu *() {
		return (typename Type<T>::cu *)at();
	}
	operator typename Type<T>::cu *() {
		return (typename Type<T>::cu *)at();
	}
};

inline cublasOperation_t random_op(bool complex) {
	return (cublasOperation_t)random_below(complex ? 3 : 2);
}
inline cublasFillMode_t random_uplo() {
	return (cublasFillMode_t)random_below(2);
}
inline int random_inc() {
	static const int incs[] = {1, 1, 2, 3, -1, -2};
	return incs[random_below(6)];
}
/* Mostly neither 0 nor 1. */
template <class T> T random_scalar() {
	switch (random_below(6)) {
	case 0: return T(0);
	case 1: return T(1);
	default: return random_element<T>();
	}
}

/* Programs of a BLAS library that is not installed are skipped. */
inline bool is_missing() {
	const char *wanted = getenv("SIMT_BLAS");
	if (!wanted || strcmp(wanted, "openblas") != 0 ||
	    dlopen("libopenblas.so.0", RTLD_LAZY))
		return false;
	printf("skipped: %s\n", dlerror());
	return true;
}

inline int finish(const char *what) {
	printf(failures ? "%s: %d wrong\n" : "%s: all good\n", what, failures);
	return failures != 0;
}

/* CALL(gemm): the routine for T. */
#define PICK(T, s, d, c, z)                                        \
	([]() constexpr {                                          \
		if constexpr (std::is_same<T, float>::value)       \
			return s;                                  \
		else if constexpr (std::is_same<T, double>::value) \
			return d;                                  \
		else if constexpr (std::is_same<T, cf>::value)     \
			return c;                                  \
		else                                               \
			return z;                                  \
	}())
