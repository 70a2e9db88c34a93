/* fragment.h - a warp's matrices: which shapes and types there are, and what a lane
 * holds. Which elements these are is not said: code goes through all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_WMMA static __device__ __forceinline__

#if defined(__CUDA_ARCH__)
#define __SIMT_WMMA_SINCE __CUDA_ARCH__
#else
#define __SIMT_WMMA_SINCE 900
#endif

namespace nvcuda {
namespace wmma {

/* What a matrix is for, and how it is in memory. */
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* Elements of less than a byte are in words of `Packed` elements. */
template <typename T, int Count, int Packed = 1> struct __simt_elements {
	typedef T storage_element_type;
	enum { num_elements = Count * Packed, num_storage_elements = Count };
	alignas(sizeof(T) > 4 ? sizeof(T) : 4) T x[Count];
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment;

#define __SIMT_FRAGMENT(use, m, n, k, T, ...)                                           \
	template <typename Layout>                                                      \
	class fragment<use, m, n, k, T, Layout> : public __simt_elements<__VA_ARGS__> { \
	      public:                                                                   \
		typedef T element_type;                                                 \
	};

/* a, b: elements of A and B in a lane */
#define __SIMT_OPERANDS(m, n, k, T, a, b)           \
	__SIMT_FRAGMENT(matrix_a, m, n, k, T, T, a) \
	__SIMT_FRAGMENT(matrix_b, m, n, k, T, T, b)
#define __SIMT_SUMS(m, n, k, T, c) __SIMT_FRAGMENT(accumulator, m, n, k, T, T, c)

#define __SIMT_SUMS_16(T)             \
	__SIMT_SUMS(16, 16, 16, T, 8) \
	__SIMT_SUMS(32, 8, 16, T, 8)  \
	__SIMT_SUMS(8, 32, 16, T, 8)
__SIMT_SUMS_16(__half)
__SIMT_SUMS_16(float)
__SIMT_OPERANDS(16, 16, 16, __half, 16, 16)
__SIMT_OPERANDS(32, 8, 16, __half, 16, 16)
__SIMT_OPERANDS(8, 32, 16, __half, 16, 16)

#if __SIMT_WMMA_SINCE >= 720
#define __SIMT_OPERANDS_8(T)                 \
	__SIMT_OPERANDS(16, 16, 16, T, 8, 8) \
	__SIMT_OPERANDS(32, 8, 16, T, 16, 4) \
	__SIMT_OPERANDS(8, 32, 16, T, 4, 16)
__SIMT_OPERANDS_8(signed char)
__SIMT_OPERANDS_8(unsigned char)
__SIMT_SUMS_16(int)
#undef __SIMT_OPERANDS_8
#endif

#if __SIMT_WMMA_SINCE >= 750
#define __SIMT_OPERANDS_PACKED(k, T, Word, packed)             \
	__SIMT_FRAGMENT(matrix_a, 8, 8, k, T, Word, 1, packed) \
	__SIMT_FRAGMENT(matrix_b, 8, 8, k, T, Word, 1, packed)
__SIMT_OPERANDS_PACKED(32, experimental::precision::s4, int, 8)
__SIMT_OPERANDS_PACKED(32, experimental::precision::u4, unsigned, 8)
__SIMT_OPERANDS_PACKED(128, experimental::precision::b1, unsigned, 32)
__SIMT_SUMS(8, 8, 32, int, 2)
__SIMT_SUMS(8, 8, 128, int, 2)
#undef __SIMT_OPERANDS_PACKED
#endif

#if __SIMT_WMMA_SINCE >= 800
__SIMT_OPERANDS(16, 16, 16, __nv_bfloat16, 8, 8)
__SIMT_OPERANDS(32, 8, 16, __nv_bfloat16, 16, 4)
__SIMT_OPERANDS(8, 32, 16, __nv_bfloat16, 4, 16)
__SIMT_FRAGMENT(matrix_a, 16, 16, 8, precision::tf32, float, 4)
__SIMT_FRAGMENT(matrix_b, 16, 16, 8, precision::tf32, float, 4)
__SIMT_SUMS(16, 16, 8, float, 8)
__SIMT_OPERANDS(8, 8, 4, double, 1, 1)
__SIMT_SUMS(8, 8, 4, double, 2)

/* The nearest number of 19 bits, as the products take them. */
__SIMT_WMMA float __float_to_tf32(float x) {
	unsigned r;
	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
	return __uint_as_float(r);
}
#endif

#undef __SIMT_SUMS_16
#undef __SIMT_SUMS
#undef __SIMT_OPERANDS
#undef __SIMT_FRAGMENT

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V>
__SIMT_WMMA void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &v) {
	typedef typename fragment<Use, m, n, k, T, Layout>::storage_element_type E;
#pragma unroll
	for (int i = 0; i < (int)f.num_storage_elements; i++)
		f.x[i] = (E)v;
}

} // namespace wmma
} // namespace nvcuda
