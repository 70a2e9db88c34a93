/* device_integer.h - integers: bits, wide products, averages, dot products of bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- counting and moving bits ---- */

__SIMT_1(int, "r", __clz, int, "r", "clz.b32")
__SIMT_1(int, "r", __clzll, long long, "l", "clz.b64")
__SIMT_1(int, "r", __popc, unsigned, "r", "popc.b32")
__SIMT_1(int, "r", __popcll, unsigned long long, "l", "popc.b64")
__SIMT_1(unsigned, "r", __brev, unsigned, "r", "brev.b32")
__SIMT_1(unsigned long long, "l", __brevll, unsigned long long, "l", "brev.b64")

/* The place of the lowest bit that is set, counted from 1; 0 if there is none. */
__SIMT_FN int __ffs(int __x) {
	return 32 - __clz((int)(__x & (0u - __x)));
}

__SIMT_FN int __ffsll(long long __x) {
	return 64 - __clzll((long long)(__x & (0ull - __x)));
}

/* The place of the offset-th bit that is set, upwards from bit `base` for a positive
 * offset and downwards for a negative one; ~0 if there is none. */
__SIMT_FN unsigned __fns(unsigned __mask, unsigned __base, int __offset) {
	unsigned __d;
	asm("fns.b32 %0, %1, %2, %3;" : "=r"(__d) : "r"(__mask), "r"(__base), "r"(__offset));
	return __d;
}

/* Four of the eight bytes of y:x, chosen by the low three bits of each nibble of the
 * selector. */
__SIMT_FN unsigned __byte_perm(unsigned __x, unsigned __y, unsigned __selector) {
	unsigned __d, __bytes = __selector & 0x7777u;
	asm("prmt.b32 %0, %1, %2, %3;" : "=r"(__d) : "r"(__x), "r"(__y), "r"(__bytes));
	return __d;
}

/* 32 bits of hi:lo; shifts are taken modulo 32, or, in the forms with c, limited to 32. */
#define __SIMT_FUNNEL(name, insn)                                                              \
	__SIMT_FN unsigned name(unsigned __lo, unsigned __hi, unsigned __shift) {              \
		unsigned __d;                                                                  \
		asm(insn " %0, %1, %2, %3;" : "=r"(__d) : "r"(__lo), "r"(__hi), "r"(__shift)); \
		return __d;                                                                    \
	}
__SIMT_FUNNEL(__funnelshift_l, "shf.l.wrap.b32")
__SIMT_FUNNEL(__funnelshift_lc, "shf.l.clamp.b32")
__SIMT_FUNNEL(__funnelshift_r, "shf.r.wrap.b32")
__SIMT_FUNNEL(__funnelshift_rc, "shf.r.clamp.b32")
#undef __SIMT_FUNNEL

/* The bytes in reverse. */
__SIMT_FN unsigned __nv_bswap32(unsigned __x) {
	return __byte_perm(__x, 0, 0x0123);
}

__SIMT_FN unsigned short __nv_bswap16(unsigned short __x) {
	return (unsigned short)(__x << 8 | __x >> 8);
}

__SIMT_FN unsigned long long __nv_bswap64(unsigned long long __x) {
	unsigned __lo = __nv_bswap32((unsigned)__x), __hi = __nv_bswap32((unsigned)(__x >> 32));
	return (unsigned long long)__lo << 32 | __hi;
}

/* ---- products ---- */

__SIMT_2(int, "r", __mulhi, int, "r", "mul.hi.s32")
__SIMT_2(unsigned, "r", __umulhi, unsigned, "r", "mul.hi.u32")
__SIMT_2(long long, "l", __mul64hi, long long, "l", "mul.hi.s64")
__SIMT_2(unsigned long long, "l", __umul64hi, unsigned long long, "l", "mul.hi.u64")
__SIMT_2(int, "r", __mul24, int, "r", "mul24.lo.s32")
__SIMT_2(unsigned, "r", __umul24, unsigned, "r", "mul24.lo.u32")

/* ---- differences and averages ---- */

/* z + |x - y| */
__SIMT_3(unsigned, "r", __sad, int, "r", unsigned, "r", "sad.s32")
__SIMT_3(unsigned, "r", __usad, unsigned, "r", unsigned, "r", "sad.u32")

/* (x + y) / 2 without overflow, rounded down; the r forms round up. */
__SIMT_FN int __hadd(int __x, int __y) {
	return (__x & __y) + ((__x ^ __y) >> 1);
}

__SIMT_FN int __rhadd(int __x, int __y) {
	return (__x | __y) - ((__x ^ __y) >> 1);
}

__SIMT_FN unsigned __uhadd(unsigned __x, unsigned __y) {
	return (__x & __y) + ((__x ^ __y) >> 1);
}

__SIMT_FN unsigned __urhadd(unsigned __x, unsigned __y) {
	return (__x | __y) - ((__x ^ __y) >> 1);
}

/* ---- dot products: of four bytes, or of two halfwords with two bytes of y ---- */

#if __SIMT_ARCH >= 610

__SIMT_3(int, "r", __dp4a, int, "r", int, "r", "dp4a.s32.s32")
__SIMT_3(unsigned, "r", __dp4a, unsigned, "r", unsigned, "r", "dp4a.u32.u32")
__SIMT_3(int, "r", __dp2a_lo, int, "r", int, "r", "dp2a.lo.s32.s32")
__SIMT_3(unsigned, "r", __dp2a_lo, unsigned, "r", unsigned, "r", "dp2a.lo.u32.u32")
__SIMT_3(int, "r", __dp2a_hi, int, "r", int, "r", "dp2a.hi.s32.s32")
__SIMT_3(unsigned, "r", __dp2a_hi, unsigned, "r", unsigned, "r", "dp2a.hi.u32.u32")

/* The same with the elements as members of a vector. */
__SIMT_FN int __simt_bits(char4 __v) {
	return *reinterpret_cast<int *>(&__v);
}

__SIMT_FN unsigned __simt_bits(uchar4 __v) {
	return *reinterpret_cast<unsigned *>(&__v);
}

__SIMT_FN int __simt_bits(short2 __v) {
	return *reinterpret_cast<int *>(&__v);
}

__SIMT_FN unsigned __simt_bits(ushort2 __v) {
	return *reinterpret_cast<unsigned *>(&__v);
}

#define __SIMT_DOT(name, __A, __B, __T)                               \
	__SIMT_FN __T name(__A __a, __B __b, __T __c) {               \
		return name(__simt_bits(__a), __simt_bits(__b), __c); \
	}
__SIMT_DOT(__dp4a, char4, char4, int)
__SIMT_DOT(__dp4a, uchar4, uchar4, unsigned)
__SIMT_DOT(__dp2a_lo, short2, char4, int)
__SIMT_DOT(__dp2a_lo, ushort2, uchar4, unsigned)
__SIMT_DOT(__dp2a_hi, short2, char4, int)
__SIMT_DOT(__dp2a_hi, ushort2, uchar4, unsigned)
#undef __SIMT_DOT

#endif
