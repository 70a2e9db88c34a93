/* device_simd.h - arithmetic on the two halfwords or the four bytes of a word.
 *
 * Each intrinsic exists for both widths (__vadd2, __vadd4) and is written once, for
 * words whose elements are told by `high`, the highest bit of each: 0x80008000 or
 * 0x80808080. Sums keep carries inside the elements by leaving the highest bits out and
 * adding them without carry afterwards. A comparison makes the highest bit of each
 * element; spread fills the element with it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- elements told by their highest bits ---- */

/* The lowest bit of each element. */
__SIMT_FN unsigned __simt_v_ones(unsigned high) {
	return high == 0x80808080u ? 0x01010101u : 0x00010001u;
}

/* Highest bits as values 0 and 1. */
__SIMT_FN unsigned __simt_v_flags(unsigned bits, unsigned high) {
	return (bits & high) >> (high == 0x80808080u ? 7 : 15);
}

/* All bits of an element as its highest one: prmt copies signs of bytes. */
__SIMT_FN unsigned __simt_v_spread(unsigned bits, unsigned high) {
	unsigned d, signs = high == 0x80808080u ? 0xba98u : 0xbb99u;
	asm("prmt.b32 %0, %1, 0, %2;" : "=r"(d) : "r"(bits), "r"(signs));
	return d;
}

__SIMT_FN unsigned __simt_v_select(unsigned mask, unsigned x, unsigned y) {
	return (x & mask) | (y & ~mask);
}


/* The largest positive elements where x is positive, the smallest negative ones
 * elsewhere. */
__SIMT_FN unsigned __simt_v_limit(unsigned x, unsigned high) {
	return __simt_v_spread(x, high) ^ ~high;
}

__SIMT_FN unsigned __simt_vadd(unsigned x, unsigned y, unsigned high) {
	return ((x & ~high) + (y & ~high)) ^ ((x ^ y) & high);
}

__SIMT_FN unsigned __simt_vsub(unsigned x, unsigned y, unsigned high) {
	return ((x | high) - (y & ~high)) ^ ((x ^ ~y) & high);
}

/* ---- comparisons: the result is in the highest bits ---- */

__SIMT_FN unsigned __simt_v_ne(unsigned x, unsigned y, unsigned high) {
	unsigned d = x ^ y;
	return ((d & ~high) + ~high) | d;
}

/* x < y: where x - y borrows. */
__SIMT_FN unsigned __simt_v_ltu(unsigned x, unsigned y, unsigned high) {
	return (~x & y) | (~(x ^ y) & __simt_vsub(x, y, high));
}

__SIMT_FN unsigned __simt_v_lts(unsigned x, unsigned y, unsigned high) {
	return __simt_v_ltu(x ^ high, y ^ high, high);
}

/* ---- one operand ---- */

__SIMT_FN unsigned __simt_vneg(unsigned x, unsigned high) {
	return __simt_vsub(0, x, high);
}

/* The negative of the smallest element is itself; saturated it is the one above. */
__SIMT_FN unsigned __simt_vnegss(unsigned x, unsigned high) {
	unsigned d = __simt_vneg(x, high);
	return d - __simt_v_flags(x & d, high);
}

__SIMT_FN unsigned __simt_vabs(unsigned x, unsigned high) {
	unsigned negative = __simt_v_spread(x, high);
	return (x ^ negative) + (negative & __simt_v_ones(high));
}

__SIMT_FN unsigned __simt_vabsss(unsigned x, unsigned high) {
	unsigned d = __simt_vabs(x, high);
	return d - __simt_v_flags(d, high);
}

/* ---- two operands ---- */

__SIMT_FN unsigned __simt_vaddss(unsigned x, unsigned y, unsigned high) {
	unsigned d = __simt_vadd(x, y, high);
	unsigned over = __simt_v_spread(~(x ^ y) & (x ^ d), high);
	return __simt_v_select(over, __simt_v_limit(x, high), d);
}

__SIMT_FN unsigned __simt_vsubss(unsigned x, unsigned y, unsigned high) {
	unsigned d = __simt_vsub(x, y, high);
	unsigned over = __simt_v_spread((x ^ y) & (x ^ d), high);
	return __simt_v_select(over, __simt_v_limit(x, high), d);
}

__SIMT_FN unsigned __simt_vaddus(unsigned x, unsigned y, unsigned high) {
	unsigned d = __simt_vadd(x, y, high);
	return d | __simt_v_spread((x & y) | ((x | y) & ~d), high);
}

__SIMT_FN unsigned __simt_vsubus(unsigned x, unsigned y, unsigned high) {
	unsigned d = __simt_vsub(x, y, high);
	return d & ~__simt_v_spread(__simt_v_ltu(x, y, high), high);
}

/* (x + y) / 2, rounded down. */
__SIMT_FN unsigned __simt_vhaddu(unsigned x, unsigned y, unsigned high) {
	return (x & y) + (((x ^ y) >> 1) & ~high);
}

/* (x + y + 1) / 2, rounded down. */
__SIMT_FN unsigned __simt_vavgu(unsigned x, unsigned y, unsigned high) {
	return (x | y) - (((x ^ y) >> 1) & ~high);
}

/* Halves are rounded away from zero: the average rounded down, and 1 more where a half
 * was lost and the result is not negative. */
__SIMT_FN unsigned __simt_vavgs(unsigned x, unsigned y, unsigned high) {
	unsigned d = __simt_vhaddu(x ^ high, y ^ high, high) ^ high;
	return d + ((x ^ y) & __simt_v_flags(~d, high));
}

/* |x - y|: the difference, negated where x < y. */
__SIMT_FN unsigned __simt_vabsdiff(unsigned x, unsigned y, unsigned lt, unsigned high) {
	unsigned less = __simt_v_spread(lt, high);
	return (__simt_vsub(x, y, high) ^ less) + (less & __simt_v_ones(high));
}

__SIMT_FN unsigned __simt_vabsdiffu(unsigned x, unsigned y, unsigned high) {
	return __simt_vabsdiff(x, y, __simt_v_ltu(x, y, high), high);
}

__SIMT_FN unsigned __simt_vabsdiffs(unsigned x, unsigned y, unsigned high) {
	return __simt_vabsdiff(x, y, __simt_v_lts(x, y, high), high);
}

/* The sum of all elements. */
__SIMT_FN unsigned __simt_v_total(unsigned x, unsigned high) {
	if (high == 0x80808080u)
		x = (x & 0x00ff00ffu) + (x >> 8 & 0x00ff00ffu);
	return (x & 0xffffu) + (x >> 16);
}

__SIMT_FN unsigned __simt_vsadu(unsigned x, unsigned y, unsigned high) {
	return __simt_v_total(__simt_vabsdiffu(x, y, high), high);
}

__SIMT_FN unsigned __simt_vsads(unsigned x, unsigned y, unsigned high) {
	return __simt_v_total(__simt_vabsdiffs(x, y, high), high);
}

__SIMT_FN unsigned __simt_vminu(unsigned x, unsigned y, unsigned high) {
	return __simt_v_select(__simt_v_spread(__simt_v_ltu(x, y, high), high), x, y);
}

__SIMT_FN unsigned __simt_vmins(unsigned x, unsigned y, unsigned high) {
	return __simt_v_select(__simt_v_spread(__simt_v_lts(x, y, high), high), x, y);
}

__SIMT_FN unsigned __simt_vmaxu(unsigned x, unsigned y, unsigned high) {
	return __simt_v_select(__simt_v_spread(__simt_v_ltu(x, y, high), high), y, x);
}

__SIMT_FN unsigned __simt_vmaxs(unsigned x, unsigned y, unsigned high) {
	return __simt_v_select(__simt_v_spread(__simt_v_lts(x, y, high), high), y, x);
}

/* ---- the names ---- */

#define __SIMT_V1(name)                                                                  \
	__SIMT_FN unsigned __##name##2(unsigned a) {                                     \
		return __simt_##name(a, 0x80008000u);                                    \
	}                                                                                \
	__SIMT_FN unsigned __##name##4(unsigned a) {                                     \
		return __simt_##name(a, 0x80808080u);                                    \
	}
__SIMT_V1(vneg)
__SIMT_V1(vnegss)
__SIMT_V1(vabs)
__SIMT_V1(vabsss)
#undef __SIMT_V1

#define __SIMT_V2_HALF(name)                                                             \
	__SIMT_FN unsigned __##name##2(unsigned a, unsigned b) {                         \
		return __simt_##name(a, b, 0x80008000u);                                 \
	}
#define __SIMT_V2_BYTE(name)                                                             \
	__SIMT_FN unsigned __##name##4(unsigned a, unsigned b) {                         \
		return __simt_##name(a, b, 0x80808080u);                                 \
	}
#define __SIMT_V2(name) __SIMT_V2_HALF(name) __SIMT_V2_BYTE(name)
__SIMT_V2(vsub)
__SIMT_V2(vaddss)
__SIMT_V2(vsubss)
__SIMT_V2(vaddus)
__SIMT_V2(vsubus)
__SIMT_V2(vhaddu)
__SIMT_V2(vavgu)
__SIMT_V2(vavgs)
__SIMT_V2(vabsdiffu)
__SIMT_V2(vabsdiffs)
__SIMT_V2(vsadu)
__SIMT_V2(vsads)

__SIMT_V2_BYTE(vadd)
__SIMT_V2_BYTE(vminu)
__SIMT_V2_BYTE(vmins)
__SIMT_V2_BYTE(vmaxu)
__SIMT_V2_BYTE(vmaxs)
#if __SIMT_ARCH >= 900
/* Instructions for halfwords. */
__SIMT_2(unsigned, r, __vadd2, unsigned, r, "add.u16x2")
__SIMT_2(unsigned, r, __vminu2, unsigned, r, "min.u16x2")
__SIMT_2(unsigned, r, __vmins2, unsigned, r, "min.s16x2")
__SIMT_2(unsigned, r, __vmaxu2, unsigned, r, "max.u16x2")
__SIMT_2(unsigned, r, __vmaxs2, unsigned, r, "max.s16x2")
#else
__SIMT_V2_HALF(vadd)
__SIMT_V2_HALF(vminu)
__SIMT_V2_HALF(vmins)
__SIMT_V2_HALF(vmaxu)
__SIMT_V2_HALF(vmaxs)
#endif
#undef __SIMT_V2
#undef __SIMT_V2_BYTE
#undef __SIMT_V2_HALF

/* __vcmp: all bits of an element where it holds; __vset: the number 1. `bits` is an
 * expression in x, y and high whose highest bits tell. */
#define __SIMT_V_COMPARE_WIDTH(cond, width, elements, bits)                              \
	__SIMT_FN unsigned __vcmp##cond##width(unsigned x, unsigned y) {                 \
		const unsigned high = elements;                                          \
		return __simt_v_spread(bits, high);                                      \
	}                                                                                \
	__SIMT_FN unsigned __vset##cond##width(unsigned x, unsigned y) {                 \
		const unsigned high = elements;                                          \
		return __simt_v_flags(bits, high);                                       \
	}
#define __SIMT_V_COMPARE(cond, bits)                                                     \
	__SIMT_V_COMPARE_WIDTH(cond, 2, 0x80008000u, bits)                               \
	__SIMT_V_COMPARE_WIDTH(cond, 4, 0x80808080u, bits)
__SIMT_V_COMPARE(eq, ~__simt_v_ne(x, y, high))
__SIMT_V_COMPARE(ne, __simt_v_ne(x, y, high))
__SIMT_V_COMPARE(ltu, __simt_v_ltu(x, y, high))
__SIMT_V_COMPARE(lts, __simt_v_lts(x, y, high))
__SIMT_V_COMPARE(gtu, __simt_v_ltu(y, x, high))
__SIMT_V_COMPARE(gts, __simt_v_lts(y, x, high))
__SIMT_V_COMPARE(leu, ~__simt_v_ltu(y, x, high))
__SIMT_V_COMPARE(les, ~__simt_v_lts(y, x, high))
__SIMT_V_COMPARE(geu, ~__simt_v_ltu(x, y, high))
__SIMT_V_COMPARE(ges, ~__simt_v_lts(x, y, high))
#undef __SIMT_V_COMPARE
#undef __SIMT_V_COMPARE_WIDTH
