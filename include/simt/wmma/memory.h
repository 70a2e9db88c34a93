/* memory.h - wmma: fragments from memory and back.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

namespace nvcuda {
namespace wmma {

/* The macros' parameters of a matrix: its shape m, n, k, the type T of its fragment and P
 * in memory, PTX's name of it, and n registers of class t and type R. */

/* ---- A and B, with the layout in the type ---- */

#define __SIMT_LOAD_AS(use, u, layout, m, n, k, __T, __P, ptx, __R, t, count)       \
	__SIMT_WMMA void load_matrix_sync(                                          \
		fragment<use, m, n, k, __T, layout##_major> &__f, const __P *__p,   \
		unsigned __stride) {                                                \
		__R *__r = reinterpret_cast<__R *>(__f.x);                          \
		asm volatile("wmma.load." u ".sync.aligned." #layout ".m" #m "n" #n \
		             "k" #k "." ptx                                         \
		             " " __SIMT_LIST(count, 0) ", " __SIMT_AT(count) ";"    \
		             : __SIMT_OUT(count, t, __r)                            \
		             : "l"(__p), "r"(__stride)                              \
		             : "memory");                                           \
	}
#define __SIMT_LOAD(use, u, m, n, k, __T, __P, ptx, __R, t, count)         \
	__SIMT_LOAD_AS(use, u, row, m, n, k, __T, __P, ptx, __R, t, count) \
	__SIMT_LOAD_AS(use, u, col, m, n, k, __T, __P, ptx, __R, t, count)
#define __SIMT_LOADS(m, n, k, __T, __P, ptx, __R, t, a, b)            \
	__SIMT_LOAD(matrix_a, "a", m, n, k, __T, __P, ptx, __R, t, a) \
	__SIMT_LOAD(matrix_b, "b", m, n, k, __T, __P, ptx, __R, t, b)

/* ---- sums, with the layout as an argument ---- */

#define __SIMT_LOAD_SUM(layout, m, n, k, ptx, t, count)                               \
	asm volatile("wmma.load.c.sync.aligned." layout ".m" #m "n" #n "k" #k "." ptx \
	             " " __SIMT_LIST(count, 0) ", " __SIMT_AT(count) ";"              \
	             : __SIMT_OUT(count, t, __r)                                      \
	             : "l"(__p), "r"(__stride)                                        \
	             : "memory")
#define __SIMT_STORE_SUM(layout, m, n, k, ptx, t, count)                               \
	asm volatile("wmma.store.d.sync.aligned." layout ".m" #m "n" #n "k" #k "." ptx \
	             " [%0], " __SIMT_LIST(count, 2) ", %1;" ::"l"(__p),               \
	             "r"(__stride), __SIMT_IN(count, t, __r)                           \
	             : "memory")
#define __SIMT_SUMS(m, n, k, __T, ptx, __R, t, count)                               \
	__SIMT_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, __T> &__f, \
	                                  const __T *__p, unsigned __stride,        \
	                                  layout_t __layout) {                      \
		__R *__r = reinterpret_cast<__R *>(__f.x);                          \
		if (__layout == mem_row_major)                                      \
			__SIMT_LOAD_SUM("row", m, n, k, ptx, t, count);             \
		else                                                                \
			__SIMT_LOAD_SUM("col", m, n, k, ptx, t, count);             \
	}                                                                           \
	__SIMT_WMMA void store_matrix_sync(                                         \
		__T *__p, const fragment<accumulator, m, n, k, __T> &__f,           \
		unsigned __stride, layout_t __layout) {                             \
		const __R *__r = reinterpret_cast<const __R *>(__f.x);              \
		if (__layout == mem_row_major)                                      \
			__SIMT_STORE_SUM("row", m, n, k, ptx, t, count);            \
		else                                                                \
			__SIMT_STORE_SUM("col", m, n, k, ptx, t, count);            \
	}
#define __SIMT_SUMS_16(__T, ptx, __R, t, count)          \
	__SIMT_SUMS(16, 16, 16, __T, ptx, __R, t, count) \
	__SIMT_SUMS(32, 8, 16, __T, ptx, __R, t, count)  \
	__SIMT_SUMS(8, 32, 16, __T, ptx, __R, t, count)

/* ---- all there are ---- */

__SIMT_LOADS(16, 16, 16, __half, __half, "f16", unsigned, "r", 8, 8)
__SIMT_LOADS(32, 8, 16, __half, __half, "f16", unsigned, "r", 8, 8)
__SIMT_LOADS(8, 32, 16, __half, __half, "f16", unsigned, "r", 8, 8)
__SIMT_SUMS_16(__half, "f16", unsigned, "r", 4)
__SIMT_SUMS_16(float, "f32", float, "f", 8)

#if __SIMT_WMMA_SINCE >= 720
#define __SIMT_LOADS_8(__T, ptx)                                     \
	__SIMT_LOADS(16, 16, 16, __T, __T, ptx, unsigned, "r", 2, 2) \
	__SIMT_LOADS(32, 8, 16, __T, __T, ptx, unsigned, "r", 4, 1)  \
	__SIMT_LOADS(8, 32, 16, __T, __T, ptx, unsigned, "r", 1, 4)
__SIMT_LOADS_8(signed char, "s8")
__SIMT_LOADS_8(unsigned char, "u8")
__SIMT_SUMS_16(int, "s32", int, "r", 8)
#undef __SIMT_LOADS_8
#endif

#if __SIMT_WMMA_SINCE >= 750
#define __SIMT_LOADS_PACKED(k, __T, ptx)                                              \
	__SIMT_LOAD_AS(matrix_a, "a", row, 8, 8, k, __T, void, ptx, unsigned, "r", 1) \
	__SIMT_LOAD_AS(matrix_b, "b", col, 8, 8, k, __T, void, ptx, unsigned, "r", 1)
__SIMT_LOADS_PACKED(32, experimental::precision::s4, "s4")
__SIMT_LOADS_PACKED(32, experimental::precision::u4, "u4")
__SIMT_LOADS_PACKED(128, experimental::precision::b1, "b1")
__SIMT_SUMS(8, 8, 32, int, "s32", int, "r", 2)
__SIMT_SUMS(8, 8, 128, int, "s32", int, "r", 2)
#undef __SIMT_LOADS_PACKED
#endif

#if __SIMT_WMMA_SINCE >= 800
__SIMT_LOADS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 4, 4)
__SIMT_LOADS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 8, 2)
__SIMT_LOADS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, "bf16", unsigned, "r", 2, 8)
__SIMT_LOADS(16, 16, 8, precision::tf32, float, "tf32", unsigned, "r", 4, 4)
__SIMT_SUMS(16, 16, 8, float, "f32", float, "f", 8)
__SIMT_LOADS(8, 8, 4, double, double, "f64", double, "d", 1, 1)
__SIMT_SUMS(8, 8, 4, double, "f64", double, "d", 2)
#endif

#undef __SIMT_SUMS_16
#undef __SIMT_SUMS
#undef __SIMT_STORE_SUM
#undef __SIMT_LOAD_SUM
#undef __SIMT_LOADS
#undef __SIMT_LOAD
#undef __SIMT_LOAD_AS

} // namespace wmma
} // namespace nvcuda
