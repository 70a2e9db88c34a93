/* wmma.cu - products of all shapes, types and layouts: D = A * B + C by one warp.
 * SPDX-License-Identifier: Apache-2.0 */
#include <mma.h>

using namespace nvcuda;

/* Elements from bytes: small numbers, which every type holds. */
template <typename T> static __device__ T element(unsigned i) {
	return (T)(float)((int)(i * 0x9e3779b9u >> 28) - 4);
}
template <> __device__ unsigned char element<unsigned char>(unsigned i) {
	return i * 0x9e3779b9u >> 24;
}
template <> __device__ signed char element<signed char>(unsigned i) {
	return (signed char)(i * 0x9e3779b9u >> 24);
}

template <int m, int n, int k, typename T, typename P, typename C, typename LA,
          typename LB>
static __device__ void product(const P *a, const P *b, const C *c, C *d, int lda,
                               int ldb) {
	wmma::fragment<wmma::matrix_a, m, n, k, T, LA> fa;
	wmma::fragment<wmma::matrix_b, m, n, k, T, LB> fb;
	wmma::fragment<wmma::accumulator, m, n, k, C> fc, fd;
	wmma::load_matrix_sync(fa, a, lda);
	wmma::load_matrix_sync(fb, b, ldb);
	wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
	wmma::mma_sync(fd, fa, fb, fc);
	wmma::store_matrix_sync(d, fd, m, wmma::mem_col_major);
}

/* All four pairs of layouts. */
template <int m, int n, int k, typename T, typename P, typename C>
static __device__ void products(C *d) {
	__shared__ __align__(32) P a[m * k], b[k * n];
	__shared__ __align__(32) C c[m * n];
	for (int i = threadIdx.x; i < m * k; i += 32)
		a[i] = element<P>(i);
	for (int i = threadIdx.x; i < k * n; i += 32)
		b[i] = element<P>(i + 1000);
	for (int i = threadIdx.x; i < m * n; i += 32)
		c[i] = element<C>(i + 2000);
	__syncwarp();
	typedef wmma::row_major row;
	typedef wmma::col_major col;
	product<m, n, k, T, P, C, row, row>(a, b, c, d, k, n);
	product<m, n, k, T, P, C, row, col>(a, b, c, d + m * n, k, k);
	product<m, n, k, T, P, C, col, row>(a, b, c, d + 2 * m * n, m, n);
	product<m, n, k, T, P, C, col, col>(a, b, c, d + 3 * m * n, m, k);
}

#define PRODUCTS(name, m, n, k, T, P, C)        \
	extern "C" __global__ void name(C *d) { \
		products<m, n, k, T, P, C>(d);  \
	}
#define PRODUCTS_16(name, T, C)                      \
	PRODUCTS(name##_square, 16, 16, 16, T, T, C) \
	PRODUCTS(name##_tall, 32, 8, 16, T, T, C)    \
	PRODUCTS(name##_wide, 8, 32, 16, T, T, C)
PRODUCTS_16(f16_f32, __half, float)
PRODUCTS_16(f16_f16, __half, __half)
PRODUCTS_16(bf16, __nv_bfloat16, float)
PRODUCTS_16(s8, signed char, int)
PRODUCTS_16(u8, unsigned char, int)
PRODUCTS(tf32, 16, 16, 8, wmma::precision::tf32, float, float)
PRODUCTS(f64, 8, 8, 4, double, double, double)

/* Elements of less than a byte; sums that are clamped; counts of bits. */
template <int k, typename T>
static __device__ void
load_packed(wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major> &a,
            wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major> &b) {
	__shared__ __align__(32) unsigned words[64];
	words[threadIdx.x] = threadIdx.x * 0x9e3779b9u;
	words[threadIdx.x + 32] = threadIdx.x * 0x85ebca6bu;
	__syncwarp();
	wmma::load_matrix_sync(a, words, k);
	wmma::load_matrix_sync(b, words + 32, k);
}

template <typename T> static __device__ void packed(int *d, bool is_clamped, int c) {
	wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
	load_packed(fa, fb);
	wmma::fill_fragment(sum, c);
	wmma::mma_sync(sum, fa, fb, sum, is_clamped);
	wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}

extern "C" __global__ void four_bits(int *d) {
	packed<wmma::experimental::precision::s4>(d, false, 7);
	packed<wmma::experimental::precision::s4>(d + 64, true, 0x7ffffff0);
	packed<wmma::experimental::precision::u4>(d + 128, false, -7);
	packed<wmma::experimental::precision::u4>(d + 192, true, 0x7ffffff0);
}

extern "C" __global__ void one_bit(int *d) {
	wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1,
	               wmma::row_major>
		fa;
	wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1,
	               wmma::col_major>
		fb;
	wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
	load_packed(fa, fb);
	wmma::fill_fragment(sum, 5);
	wmma::bmma_sync(sum, fa, fb, sum);
	wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
	wmma::bmma_sync(sum, fa, fb, sum, wmma::experimental::bmmaBitOpAND);
	wmma::store_matrix_sync(d + 64, sum, 8, wmma::mem_row_major);
}
