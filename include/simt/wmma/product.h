/* product.h - wmma: D = A * B + C.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

namespace nvcuda {
namespace wmma {

/* One instruction. nd, nc, na, nb: registers of D, C, A and B, whose operands stand in
 * this order, from numbers 0, sc, sa and sb on. */
#define __SIMT_MMA_ASM(insn, types, nd, td, nc, sc, tc, na, sa, nb, sb, t)             \
	asm volatile(insn types                                                        \
	             " " __SIMT_LIST(nd, 0) ", " __SIMT_LIST(na, sa) ", " __SIMT_LIST( \
			     nb, sb) ", " __SIMT_LIST(nc, sc) ";"                      \
	             : __SIMT_OUT(nd, td, __rd)                                        \
	             : __SIMT_IN(nc, tc, __rc), __SIMT_IN(na, t, __ra),                \
	               __SIMT_IN(nb, t, __rb))

/* The registers of the four fragments: of types RD, RC and R. */
#define __SIMT_MMA_REGISTERS(RD, RC, __R)                       \
	RD *__rd = reinterpret_cast<RD *>(__d.x);               \
	const RC *__rc = reinterpret_cast<const RC *>(__c.x);   \
	const __R *__ra = reinterpret_cast<const __R *>(__a.x); \
	const __R *__rb = reinterpret_cast<const __R *>(__b.x)

#define __SIMT_MMA_INSN(la, lb, m, n, k) \
	"wmma.mma.sync.aligned." #la "." #lb ".m" #m "n" #n "k" #k

#define __SIMT_MMA_LAYOUTS(MAKE, ...) \
	MAKE(row, row, __VA_ARGS__)   \
	MAKE(row, col, __VA_ARGS__)   \
	MAKE(col, row, __VA_ARGS__)   \
	MAKE(col, col, __VA_ARGS__)

/* ---- floats ---- */

#define __SIMT_MMA(la, lb, m, n, k, __D, RD, nd, td, __C, RC, nc, sc, tc, __T, __R, na, \
                   sa, nb, sb, t, types)                                                \
	__SIMT_WMMA void mma_sync(                                                      \
		fragment<accumulator, m, n, k, __D> &__d,                               \
		const fragment<matrix_a, m, n, k, __T, la##_major> &__a,                \
		const fragment<matrix_b, m, n, k, __T, lb##_major> &__b,                \
		const fragment<accumulator, m, n, k, __C> &__c) {                       \
		__SIMT_MMA_REGISTERS(RD, RC, __R);                                      \
		__SIMT_MMA_ASM(__SIMT_MMA_INSN(la, lb, m, n, k), types, nd, td, nc, sc, \
		               tc, na, sa, nb, sb, t);                                  \
	}
#define __SIMT_MMA_F16(la, lb, m, n, k)                                                \
	__SIMT_MMA(la, lb, m, n, k, float, float, 8, "f", float, float, 8, 8, "f",     \
	           __half, unsigned, 8, 16, 8, 24, "r", ".f32.f32")                    \
	__SIMT_MMA(la, lb, m, n, k, float, float, 8, "f", __half, unsigned, 4, 8, "r", \
	           __half, unsigned, 8, 12, 8, 20, "r", ".f32.f16")                    \
	__SIMT_MMA(la, lb, m, n, k, __half, unsigned, 4, "r", float, float, 8, 4, "f", \
	           __half, unsigned, 8, 12, 8, 20, "r", ".f16.f32")                    \
	__SIMT_MMA(la, lb, m, n, k, __half, unsigned, 4, "r", __half, unsigned, 4, 4,  \
	           "r", __half, unsigned, 8, 8, 8, 16, "r", ".f16.f16")
__SIMT_MMA_LAYOUTS(__SIMT_MMA_F16, 16, 16, 16)
__SIMT_MMA_LAYOUTS(__SIMT_MMA_F16, 32, 8, 16)
__SIMT_MMA_LAYOUTS(__SIMT_MMA_F16, 8, 32, 16)
#undef __SIMT_MMA_F16

#if __SIMT_WMMA_SINCE >= 800
#define __SIMT_MMA_BF16(la, lb, m, n, k, na, nb, sb)                               \
	__SIMT_MMA(la, lb, m, n, k, float, float, 8, "f", float, float, 8, 8, "f", \
	           __nv_bfloat16, unsigned, na, 16, nb, sb, "r", ".f32.bf16.bf16.f32")
__SIMT_MMA_LAYOUTS(__SIMT_MMA_BF16, 16, 16, 16, 4, 4, 20)
__SIMT_MMA_LAYOUTS(__SIMT_MMA_BF16, 32, 8, 16, 8, 2, 24)
__SIMT_MMA_LAYOUTS(__SIMT_MMA_BF16, 8, 32, 16, 2, 8, 18)
#undef __SIMT_MMA_BF16
__SIMT_MMA_LAYOUTS(__SIMT_MMA, 16, 16, 8, float, float, 8, "f", float, float, 8, 8, "f",
                   precision::tf32, unsigned, 4, 16, 4, 20, "r", ".f32.tf32.tf32.f32")
__SIMT_MMA_LAYOUTS(__SIMT_MMA, 8, 8, 4, double, double, 2, "d", double, double, 2, 2, "d",
                   double, double, 1, 4, 1, 5, "d", ".f64.f64.f64.f64")
#endif
#undef __SIMT_MMA

/* ---- integers; __is_clamped: sums stay at the ends of their range ---- */

#define __SIMT_MMA_INT(la, lb, m, n, k, __T, ptx, nc, sa, na, nb, sb)                    \
	__SIMT_WMMA void mma_sync(                                                       \
		fragment<accumulator, m, n, k, int> &__d,                                \
		const fragment<matrix_a, m, n, k, __T, la##_major> &__a,                 \
		const fragment<matrix_b, m, n, k, __T, lb##_major> &__b,                 \
		const fragment<accumulator, m, n, k, int> &__c,                          \
		bool __is_clamped = false) {                                             \
		__SIMT_MMA_REGISTERS(int, int, unsigned);                                \
		if (__is_clamped)                                                        \
			__SIMT_MMA_ASM(__SIMT_MMA_INSN(la, lb, m, n, k),                 \
			               ".s32." ptx "." ptx ".s32.satfinite", nc, "r",    \
			               nc, nc, "r", na, sa, nb, sb, "r");                \
		else                                                                     \
			__SIMT_MMA_ASM(__SIMT_MMA_INSN(la, lb, m, n, k),                 \
			               ".s32." ptx "." ptx ".s32", nc, "r", nc, nc, "r", \
			               na, sa, nb, sb, "r");                             \
	}
#if __SIMT_WMMA_SINCE >= 720
#define __SIMT_MMA_8(__T, ptx)                                                    \
	__SIMT_MMA_LAYOUTS(__SIMT_MMA_INT, 16, 16, 16, __T, ptx, 8, 16, 2, 2, 18) \
	__SIMT_MMA_LAYOUTS(__SIMT_MMA_INT, 32, 8, 16, __T, ptx, 8, 16, 4, 1, 20)  \
	__SIMT_MMA_LAYOUTS(__SIMT_MMA_INT, 8, 32, 16, __T, ptx, 8, 16, 1, 4, 17)
__SIMT_MMA_8(signed char, "s8")
__SIMT_MMA_8(unsigned char, "u8")
#undef __SIMT_MMA_8
#endif

#if __SIMT_WMMA_SINCE >= 750
__SIMT_MMA_INT(row, col, 8, 8, 32, experimental::precision::s4, "s4", 2, 4, 1, 1, 5)
__SIMT_MMA_INT(row, col, 8, 8, 32, experimental::precision::u4, "u4", 2, 4, 1, 1, 5)

/* ---- bits: the sum counts those of A ^ B or A & B ---- */

#define __SIMT_BMMA(op)                                                      \
	__SIMT_MMA_ASM("wmma.mma." op ".popc.sync.aligned.row.col.m8n8k128", \
	               ".s32.b1.b1.s32", 2, "r", 2, 2, "r", 1, 4, 1, 5, "r")
__SIMT_WMMA void bmma_sync(
	fragment<accumulator, 8, 8, 128, int> &__d,
	const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &__a,
	const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &__b,
	const fragment<accumulator, 8, 8, 128, int> &__c,
	experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
	experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
	__SIMT_MMA_REGISTERS(int, int, unsigned);
#if __SIMT_WMMA_SINCE >= 800
	if (op == experimental::bmmaBitOpAND) {
		__SIMT_BMMA("and");
		return;
	}
#else
	if (op == experimental::bmmaBitOpAND)
		__trap();
#endif
	__SIMT_BMMA("xor");
}
#undef __SIMT_BMMA

namespace experimental {
using wmma::bmma_sync;
}
#endif

#undef __SIMT_MMA_INT
#undef __SIMT_MMA_LAYOUTS
#undef __SIMT_MMA_INSN
#undef __SIMT_MMA_REGISTERS
#undef __SIMT_MMA_ASM

} // namespace wmma
} // namespace nvcuda
