/* dense.h - for the tests of libcusparse: random matrices, every format of them in device
 * memory, and the same computations on dense matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <algorithm>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <cusparse.h>

inline void check(int status, const char *what, int line) {
	if (status) {
		printf("line %d: %s: %d\n", line, what, status);
		exit(1);
	}
}
#define CHECK(call) check((int)(call), #call, __LINE__)

using c32 = std::complex<float>;
using c64 = std::complex<double>;
template <class T> struct type_of;
template <> struct type_of<float> {
	static const cudaDataType value = CUDA_R_32F;
};
template <> struct type_of<double> {
	static const cudaDataType value = CUDA_R_64F;
};
template <> struct type_of<c32> {
	static const cudaDataType value = CUDA_C_32F;
};
template <> struct type_of<c64> {
	static const cudaDataType value = CUDA_C_64F;
};
template <> struct type_of<int> {
	static const cudaDataType value = CUDA_R_32I;
};
template <> struct type_of<signed char> {
	static const cudaDataType value = CUDA_R_8I;
};
template <class T> const cudaDataType type_v = type_of<T>::value;

inline std::mt19937 &dice() {
	static std::mt19937 g(7);
	return g;
}
inline int roll(int n) {
	return (int)(dice()() % (unsigned)n);
}
/* Small integers, so that sums are exact, and never 0. */
inline void value(float &x) {
	x = (float)(1 + roll(7)) * (roll(2) ? 1 : -1);
}
inline void value(double &x) {
	x = (1 + roll(7)) * (roll(2) ? 1 : -1);
}
inline void value(int &x) {
	x = (1 + roll(7)) * (roll(2) ? 1 : -1);
}
inline void value(signed char &x) {
	x = (signed char)((1 + roll(7)) * (roll(2) ? 1 : -1));
}
inline void value(c32 &x) {
	x = c32((float)(1 + roll(5)), (float)(roll(9) - 4));
}
inline void value(c64 &x) {
	x = c64(1 + roll(5), roll(9) - 4);
}
template <class T> T random_value() {
	T x;
	value(x);
	return x;
}
template <class T> T conj_of(T x) {
	return x;
}
inline c32 conj_of(c32 x) {
	return std::conj(x);
}
inline c64 conj_of(c64 x) {
	return std::conj(x);
}

/* Device memory with a copy of host memory; freed at the end of the program. */
template <class T> T *device(const std::vector<T> &v) {
	T *p;
	CHECK(cudaMalloc((void **)&p, (v.size() + 1) * sizeof(T)));
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}
template <class T> std::vector<T> host(const T *p, size_t n) {
	std::vector<T> v(n);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}
inline void *buffer(size_t bytes) {
	void *p;
	CHECK(cudaMalloc(&p, bytes + 16));
	return p;
}

/* A dense matrix in rows. */
template <class T> struct matrix {
	int rows, cols;
	std::vector<T> v;
	matrix(int r, int c) : rows(r), cols(c), v((size_t)r * c) {
	}
	T &operator()(int i, int j) {
		return v[(size_t)i * cols + j];
	}
	const T &operator()(int i, int j) const {
		return v[(size_t)i * cols + j];
	}
};
template <class T> matrix<T> op(const matrix<T> &a, cusparseOperation_t o) {
	if (o == CUSPARSE_OPERATION_NON_TRANSPOSE)
		return a;
	matrix<T> t(a.cols, a.rows);
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			t(j, i) = o == CUSPARSE_OPERATION_TRANSPOSE ? a(i, j)
			                                            : conj_of(a(i, j));
	return t;
}
template <class R, class A, class B>
matrix<R> product(const matrix<A> &a, const matrix<B> &b) {
	matrix<R> c(a.rows, b.cols);
	for (int i = 0; i < a.rows; i++)
		for (int k = 0; k < a.cols; k++)
			for (int j = 0; j < b.cols; j++)
				c(i, j) += (R)a(i, k) * (R)b(k, j);
	return c;
}
/* About one element in four, rows without any, in blocks of `block` if that is more
 * than 1. */
template <class T> matrix<T> random_sparse(int rows, int cols, int block = 1) {
	matrix<T> m(rows, cols);
	for (int i = 0; i < rows; i += block) {
		bool is_empty = roll(5) == 0;
		for (int j = 0; j < cols; j += block)
			if (!is_empty && roll(4) == 0)
				for (int k = 0; k < block * block; k++)
					m(i + k / block,
					  j + k % block) = random_value<T>();
	}
	return m;
}
template <class T> matrix<T> random_dense(int rows, int cols) {
	matrix<T> m(rows, cols);
	for (T &x : m.v)
		x = random_value<T>();
	return m;
}
/* A triangle that is easy to divide by: a diagonal of 1, 2 and 4. */
template <class T> matrix<T> random_square(int n) {
	matrix<T> m = random_sparse<T>(n, n);
	for (int i = 0; i < n; i++)
		m(i, i) = (T)(1 << roll(3));
	return m;
}

/* The elements in device memory in this order. */
template <class T>
std::vector<T> ordered(const matrix<T> &m, cusparseOrder_t order, int ld) {
	bool by_row = order == CUSPARSE_ORDER_ROW;
	std::vector<T> v((size_t)ld * (by_row ? m.rows : m.cols), T());
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			v[by_row ? (size_t)i * ld + j : (size_t)j * ld + i] = m(i, j);
	return v;
}
template <class T>
matrix<T> unordered(const std::vector<T> &v, int rows, int cols, cusparseOrder_t order,
                    int ld) {
	matrix<T> m(rows, cols);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			m(i, j) = order == CUSPARSE_ORDER_ROW ? v[(size_t)i * ld + j]
			                                      : v[(size_t)j * ld + i];
	return m;
}

/* Compressed lines of blocks: rows, or columns of the transpose. */
template <class T, class I> struct compressed {
	std::vector<I> offsets, indices;
	std::vector<T> values;
};
template <class T, class I>
compressed<T, I> compress(const matrix<T> &m, int base, int block = 1,
                          bool by_row = true) {
	compressed<T, I> c;
	c.offsets.push_back((I)base);
	for (int i = 0; i < m.rows; i += block) {
		for (int j = 0; j < m.cols; j += block) {
			bool is_there = false;
			for (int k = 0; k < block * block; k++)
				is_there |= m(i + k / block, j + k % block) != T();
			if (!is_there)
				continue;
			c.indices.push_back((I)(j / block + base));
			for (int k = 0; k < block * block; k++)
				c.values.push_back(
					by_row ? m(i + k / block, j + k % block)
					       : m(i + k % block, j + k / block));
		}
		c.offsets.push_back((I)((int)c.indices.size() + base));
	}
	return c;
}

/* A descriptor of the matrix in this format. */
template <class T, class I>
cusparseSpMatDescr_t sparse(const matrix<T> &m, cusparseFormat_t format, int base,
                            cusparseOrder_t order = CUSPARSE_ORDER_ROW) {
	cusparseSpMatDescr_t d = nullptr;
	cusparseIndexType_t it = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
	cusparseIndexBase_t b = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
	auto c = compress<T, I>(m, base);
	int nnz = (int)c.values.size();
	switch (format) {
	case CUSPARSE_FORMAT_CSR:
		CHECK(cusparseCreateCsr(&d, m.rows, m.cols, nnz, device(c.offsets),
		                        device(c.indices), device(c.values), it, it, b,
		                        type_v<T>));
		break;
	case CUSPARSE_FORMAT_CSC:
		c = compress<T, I>(op(m, CUSPARSE_OPERATION_TRANSPOSE), base);
		CHECK(cusparseCreateCsc(&d, m.rows, m.cols, nnz, device(c.offsets),
		                        device(c.indices), device(c.values), it, it, b,
		                        type_v<T>));
		break;
	case CUSPARSE_FORMAT_COO: {
		/* Each element as a sum of two, in any order. */
		std::vector<I> rows, cols;
		std::vector<T> values;
		for (int i = m.rows - 1; i >= 0; i--)
			for (int j = 0; j < m.cols; j++)
				for (int half = 0; m(i, j) != T() && half < 2; half++) {
					rows.push_back((I)(i + base));
					cols.push_back((I)(j + base));
					values.push_back(half ? m(i, j) - (T)3 : (T)3);
				}
		if ((int64_t)values.size() > (int64_t)m.rows * m.cols)
			abort();
		CHECK(cusparseCreateCoo(&d, m.rows, m.cols, (int64_t)values.size(),
		                        device(rows), device(cols), device(values), it, b,
		                        type_v<T>));
		break;
	}
	case CUSPARSE_FORMAT_BSR: {
		auto blocks = compress<T, I>(m, base, 2, order == CUSPARSE_ORDER_ROW);
		CHECK(cusparseCreateBsr(
			&d, m.rows / 2, m.cols / 2, (int64_t)blocks.indices.size(), 2, 2,
			device(blocks.offsets), device(blocks.indices),
			device(blocks.values), it, it, b, type_v<T>, order));
		break;
	}
	case CUSPARSE_FORMAT_BLOCKED_ELL: {
		auto blocks = compress<T, I>(m, 0, 2);
		int lines = m.rows / 2, slots = 1;
		for (int i = 0; i < lines; i++)
			slots = std::max(
				slots, (int)(blocks.offsets[i + 1] - blocks.offsets[i]));
		std::vector<I> indices((size_t)lines * slots, (I)-1);
		matrix<T> values(m.rows, slots * 2);
		for (int i = 0; i < lines; i++)
			for (int k = 0;
			     k < (int)(blocks.offsets[i + 1] - blocks.offsets[i]); k++) {
				int at = (int)blocks.offsets[i] + k,
				    j = (int)blocks.indices[at];
				indices[(size_t)i * slots + k] = (I)(j + base);
				for (int e = 0; e < 4; e++)
					values(2 * i + e / 2, 2 * k + e % 2) = m(
						2 * i + e / 2, 2 * j + e % 2);
			}
		CHECK(cusparseCreateBlockedEll(&d, m.rows, m.cols, 2, slots * 2,
		                               device(indices), device(values.v), it, b,
		                               type_v<T>));
		break;
	}
	case CUSPARSE_FORMAT_SLICED_ELLPACK: {
		const int slice = 3;
		int slices = (m.rows + slice - 1) / slice;
		std::vector<I> offsets(1, (I)base), indices;
		std::vector<T> values;
		for (int s = 0; s < slices; s++) {
			int width = 0;
			for (int i = s * slice; i < std::min((s + 1) * slice, m.rows);
			     i++)
				width = std::max(width,
				                 (int)(c.offsets[i + 1] - c.offsets[i]));
			for (int k = 0; k < width; k++)
				for (int i = s * slice; i < (s + 1) * slice; i++) {
					bool is_in = i < m.rows &&
					             k < (int)(c.offsets[i + 1] -
					                       c.offsets[i]);
					int at = is_in ? (int)c.offsets[i] - base + k : 0;
					indices.push_back(is_in ? c.indices[at] : (I)-1);
					values.push_back(is_in ? c.values[at] : T());
				}
			offsets.push_back((I)((int)values.size() + base));
		}
		CHECK(cusparseCreateSlicedEll(&d, m.rows, m.cols, nnz,
		                              (int64_t)values.size(), slice,
		                              device(offsets), device(indices),
		                              device(values), it, it, b, type_v<T>));
		break;
	}
	}
	return d;
}

/* Prints one line about a group of comparisons. */
struct group {
	std::string name;
	int count = 0, wrong = 0;
	explicit group(const char *n) : name(n) {
	}
	~group() {
		printf("%s: %d compared, %d wrong\n", name.c_str(), count, wrong);
	}
	template <class T>
	void equal(const std::vector<T> &got, const std::vector<T> &want) {
		count++;
		wrong += got != want;
	}
	template <class T>
	void close(const std::vector<T> &got, const std::vector<T> &want, double bound) {
		count++;
		bool is_wrong = got.size() != want.size();
		for (size_t i = 0; !is_wrong && i < got.size(); i++)
			is_wrong = !(std::abs(got[i] - want[i]) <=
			             bound * (1 + std::abs(want[i])));
		wrong += is_wrong;
	}
};
