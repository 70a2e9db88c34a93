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

/* The role of a matrix, and its layout in memory. */
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
template <typename __T, int _Count, int _Packed = 1> struct __simt_elements {
	typedef __T storage_element_type;
	enum { num_elements = _Count * _Packed, num_storage_elements = _Count };
	alignas(sizeof(__T) > 4 ? sizeof(__T) : 4) __T x[_Count];
};

template <typename _Use, int __m, int __n, int __k, typename __T, typename _Layout = void>
class fragment;

#define __SIMT_FRAGMENT(use, m, n, k, __T, ...)     \
	template <typename _Layout>                 \
	class fragment<use, m, n, k, __T, _Layout>  \
	    : public __simt_elements<__VA_ARGS__> { \
	      public:                               \
		typedef __T element_type;           \
	};

/* a, b: elements of A and B in a lane */
#define __SIMT_OPERANDS(m, n, k, __T, a, b)             \
	__SIMT_FRAGMENT(matrix_a, m, n, k, __T, __T, a) \
	__SIMT_FRAGMENT(matrix_b, m, n, k, __T, __T, b)
#define __SIMT_SUMS(m, n, k, __T, c) __SIMT_FRAGMENT(accumulator, m, n, k, __T, __T, c)

#define __SIMT_SUMS_16(__T)             \
	__SIMT_SUMS(16, 16, 16, __T, 8) \
	__SIMT_SUMS(32, 8, 16, __T, 8)  \
	__SIMT_SUMS(8, 32, 16, __T, 8)
__SIMT_SUMS_16(__half)
__SIMT_SUMS_16(float)
__SIMT_OPERANDS(16, 16, 16, __half, 16, 16)
__SIMT_OPERANDS(32, 8, 16, __half, 16, 16)
__SIMT_OPERANDS(8, 32, 16, __half, 16, 16)

#if __SIMT_WMMA_SINCE >= 720
#define __SIMT_OPERANDS_8(__T)                 \
	__SIMT_OPERANDS(16, 16, 16, __T, 8, 8) \
	__SIMT_OPERANDS(32, 8, 16, __T, 16, 4) \
	__SIMT_OPERANDS(8, 32, 16, __T, 4, 16)
__SIMT_OPERANDS_8(signed char)
__SIMT_OPERANDS_8(unsigned char)
__SIMT_SUMS_16(int)
#undef __SIMT_OPERANDS_8
#endif

#if __SIMT_WMMA_SINCE >= 750
#define __SIMT_OPERANDS_PACKED(k, __T, _Word, packed)             \
	__SIMT_FRAGMENT(matrix_a, 8, 8, k, __T, _Word, 1, packed) \
	__SIMT_FRAGMENT(matrix_b, 8, 8, k, __T, _Word, 1, packed)
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
__SIMT_WMMA float __float_to_tf32(float __x) {
	unsigned __r;
	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(__r) : "f"(__x));
	return __uint_as_float(__r);
}
#endif

#undef __SIMT_SUMS_16
#undef __SIMT_SUMS
#undef __SIMT_OPERANDS
#undef __SIMT_FRAGMENT

template <typename _Use, int __m, int __n, int __k, typename __T, typename _Layout,
          typename __V>
__SIMT_WMMA void fill_fragment(fragment<_Use, __m, __n, __k, __T, _Layout> &__f,
                               const __V &__v) {
	typedef typename fragment<_Use, __m, __n, __k, __T, _Layout>::storage_element_type
		__E;
#pragma unroll
	for (int __i = 0; __i < (int)__f.num_storage_elements; __i++)
		__f.x[__i] = (__E)__v;
}

} // namespace wmma
} // namespace nvcuda
