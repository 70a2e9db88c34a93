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
__SIMT_FN unsigned __simt_v_ones(unsigned __high) {
	return __high == 0x80808080u ? 0x01010101u : 0x00010001u;
}

/* Highest bits as values 0 and 1. */
__SIMT_FN unsigned __simt_v_flags(unsigned __bits, unsigned __high) {
	return (__bits & __high) >> (__high == 0x80808080u ? 7 : 15);
}

/* All bits of an element as its highest one: prmt copies signs of bytes. */
__SIMT_FN unsigned __simt_v_spread(unsigned __bits, unsigned __high) {
	unsigned __d, __signs = __high == 0x80808080u ? 0xba98u : 0xbb99u;
	asm("prmt.b32 %0, %1, 0, %2;" : "=r"(__d) : "r"(__bits), "r"(__signs));
	return __d;
}

__SIMT_FN unsigned __simt_v_select(unsigned __mask, unsigned __x, unsigned __y) {
	return (__x & __mask) | (__y & ~__mask);
}


/* The largest positive elements where x is positive, the smallest negative ones
 * elsewhere. */
__SIMT_FN unsigned __simt_v_limit(unsigned __x, unsigned __high) {
	return __simt_v_spread(__x, __high) ^ ~__high;
}

__SIMT_FN unsigned __simt_vadd(unsigned __x, unsigned __y, unsigned __high) {
	return ((__x & ~__high) + (__y & ~__high)) ^ ((__x ^ __y) & __high);
}

__SIMT_FN unsigned __simt_vsub(unsigned __x, unsigned __y, unsigned __high) {
	return ((__x | __high) - (__y & ~__high)) ^ ((__x ^ ~__y) & __high);
}

/* ---- comparisons: the result is in the highest bits ---- */

__SIMT_FN unsigned __simt_v_ne(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __x ^ __y;
	return ((__d & ~__high) + ~__high) | __d;
}

/* x < y: where x - y borrows. */
__SIMT_FN unsigned __simt_v_ltu(unsigned __x, unsigned __y, unsigned __high) {
	return (~__x & __y) | (~(__x ^ __y) & __simt_vsub(__x, __y, __high));
}

__SIMT_FN unsigned __simt_v_lts(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_ltu(__x ^ __high, __y ^ __high, __high);
}

/* ---- one operand ---- */

__SIMT_FN unsigned __simt_vneg(unsigned __x, unsigned __high) {
	return __simt_vsub(0, __x, __high);
}

/* The negative of the smallest element is itself; saturated it is the one above. */
__SIMT_FN unsigned __simt_vnegss(unsigned __x, unsigned __high) {
	unsigned __d = __simt_vneg(__x, __high);
	return __d - __simt_v_flags(__x & __d, __high);
}

__SIMT_FN unsigned __simt_vabs(unsigned __x, unsigned __high) {
	unsigned __negative = __simt_v_spread(__x, __high);
	return (__x ^ __negative) + (__negative & __simt_v_ones(__high));
}

__SIMT_FN unsigned __simt_vabsss(unsigned __x, unsigned __high) {
	unsigned __d = __simt_vabs(__x, __high);
	return __d - __simt_v_flags(__d, __high);
}

/* ---- two operands ---- */

__SIMT_FN unsigned __simt_vaddss(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __simt_vadd(__x, __y, __high);
	unsigned __over = __simt_v_spread(~(__x ^ __y) & (__x ^ __d), __high);
	return __simt_v_select(__over, __simt_v_limit(__x, __high), __d);
}

__SIMT_FN unsigned __simt_vsubss(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __simt_vsub(__x, __y, __high);
	unsigned __over = __simt_v_spread((__x ^ __y) & (__x ^ __d), __high);
	return __simt_v_select(__over, __simt_v_limit(__x, __high), __d);
}

__SIMT_FN unsigned __simt_vaddus(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __simt_vadd(__x, __y, __high);
	return __d | __simt_v_spread((__x & __y) | ((__x | __y) & ~__d), __high);
}

__SIMT_FN unsigned __simt_vsubus(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __simt_vsub(__x, __y, __high);
	return __d & ~__simt_v_spread(__simt_v_ltu(__x, __y, __high), __high);
}

/* (x + y) / 2, rounded down. */
__SIMT_FN unsigned __simt_vhaddu(unsigned __x, unsigned __y, unsigned __high) {
	return (__x & __y) + (((__x ^ __y) >> 1) & ~__high);
}

/* (x + y + 1) / 2, rounded down. */
__SIMT_FN unsigned __simt_vavgu(unsigned __x, unsigned __y, unsigned __high) {
	return (__x | __y) - (((__x ^ __y) >> 1) & ~__high);
}

/* Halves are rounded away from zero: the average rounded down, and 1 more where a half
 * was lost and the result is not negative. */
__SIMT_FN unsigned __simt_vavgs(unsigned __x, unsigned __y, unsigned __high) {
	unsigned __d = __simt_vhaddu(__x ^ __high, __y ^ __high, __high) ^ __high;
	return __d + ((__x ^ __y) & __simt_v_flags(~__d, __high));
}

/* |x - y|: the difference, negated where x < y. */
__SIMT_FN unsigned __simt_vabsdiff(unsigned __x, unsigned __y, unsigned __lt, unsigned __high) {
	unsigned __less = __simt_v_spread(__lt, __high);
	return (__simt_vsub(__x, __y, __high) ^ __less) + (__less & __simt_v_ones(__high));
}

__SIMT_FN unsigned __simt_vabsdiffu(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_vabsdiff(__x, __y, __simt_v_ltu(__x, __y, __high), __high);
}

__SIMT_FN unsigned __simt_vabsdiffs(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_vabsdiff(__x, __y, __simt_v_lts(__x, __y, __high), __high);
}

/* The sum of all elements. */
__SIMT_FN unsigned __simt_v_total(unsigned __x, unsigned __high) {
	if (__high == 0x80808080u)
		__x = (__x & 0x00ff00ffu) + (__x >> 8 & 0x00ff00ffu);
	return (__x & 0xffffu) + (__x >> 16);
}

__SIMT_FN unsigned __simt_vsadu(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_total(__simt_vabsdiffu(__x, __y, __high), __high);
}

__SIMT_FN unsigned __simt_vsads(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_total(__simt_vabsdiffs(__x, __y, __high), __high);
}

__SIMT_FN unsigned __simt_vminu(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_select(__simt_v_spread(__simt_v_ltu(__x, __y, __high), __high), __x, __y);
}

__SIMT_FN unsigned __simt_vmins(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_select(__simt_v_spread(__simt_v_lts(__x, __y, __high), __high), __x, __y);
}

__SIMT_FN unsigned __simt_vmaxu(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_select(__simt_v_spread(__simt_v_ltu(__x, __y, __high), __high), __y, __x);
}

__SIMT_FN unsigned __simt_vmaxs(unsigned __x, unsigned __y, unsigned __high) {
	return __simt_v_select(__simt_v_spread(__simt_v_lts(__x, __y, __high), __high), __y, __x);
}

/* ---- the names ---- */

#define __SIMT_V1(name)                                 \
	__SIMT_FN unsigned __##name##2(unsigned __a) {  \
		return __simt_##name(__a, 0x80008000u); \
	}                                               \
	__SIMT_FN unsigned __##name##4(unsigned __a) {  \
		return __simt_##name(__a, 0x80808080u); \
	}
__SIMT_V1(vneg)
__SIMT_V1(vnegss)
__SIMT_V1(vabs)
__SIMT_V1(vabsss)
#undef __SIMT_V1

#define __SIMT_V2_HALF(name)                                         \
	__SIMT_FN unsigned __##name##2(unsigned __a, unsigned __b) { \
		return __simt_##name(__a, __b, 0x80008000u);         \
	}
#define __SIMT_V2_BYTE(name)                                         \
	__SIMT_FN unsigned __##name##4(unsigned __a, unsigned __b) { \
		return __simt_##name(__a, __b, 0x80808080u);         \
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
__SIMT_2(unsigned, "r", __vadd2, unsigned, "r", "add.u16x2")
__SIMT_2(unsigned, "r", __vminu2, unsigned, "r", "min.u16x2")
__SIMT_2(unsigned, "r", __vmins2, unsigned, "r", "min.s16x2")
__SIMT_2(unsigned, "r", __vmaxu2, unsigned, "r", "max.u16x2")
__SIMT_2(unsigned, "r", __vmaxs2, unsigned, "r", "max.s16x2")
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
#define __SIMT_V_COMPARE_WIDTH(cond, width, elements, bits)                  \
	__SIMT_FN unsigned __vcmp##cond##width(unsigned __x, unsigned __y) { \
		const unsigned __high = elements;                            \
		return __simt_v_spread(bits, __high);                        \
	}                                                                    \
	__SIMT_FN unsigned __vset##cond##width(unsigned __x, unsigned __y) { \
		const unsigned __high = elements;                            \
		return __simt_v_flags(bits, __high);                         \
	}
#define __SIMT_V_COMPARE(cond, bits)                                                     \
	__SIMT_V_COMPARE_WIDTH(cond, 2, 0x80008000u, bits)                               \
	__SIMT_V_COMPARE_WIDTH(cond, 4, 0x80808080u, bits)
__SIMT_V_COMPARE(eq, ~__simt_v_ne(__x, __y, __high))
__SIMT_V_COMPARE(ne, __simt_v_ne(__x, __y, __high))
__SIMT_V_COMPARE(ltu, __simt_v_ltu(__x, __y, __high))
__SIMT_V_COMPARE(lts, __simt_v_lts(__x, __y, __high))
__SIMT_V_COMPARE(gtu, __simt_v_ltu(__y, __x, __high))
__SIMT_V_COMPARE(gts, __simt_v_lts(__y, __x, __high))
__SIMT_V_COMPARE(leu, ~__simt_v_ltu(__y, __x, __high))
__SIMT_V_COMPARE(les, ~__simt_v_lts(__y, __x, __high))
__SIMT_V_COMPARE(geu, ~__simt_v_ltu(__x, __y, __high))
__SIMT_V_COMPARE(ges, ~__simt_v_lts(__x, __y, __high))
#undef __SIMT_V_COMPARE
#undef __SIMT_V_COMPARE_WIDTH
