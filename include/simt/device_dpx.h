/* device_dpx.h - minima and maxima of sums, as dynamic programming needs them (DPX).
 *
 * s32 and u32 are words, s16x2 and u16x2 two halfwords of a word; relu replaces a
 * negative result by zero.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__SIMT_2(int, "r", __simt_min_s32, int, "r", "min.s32")
__SIMT_2(int, "r", __simt_max_s32, int, "r", "max.s32")
__SIMT_2(unsigned, "r", __simt_min_u32, unsigned, "r", "min.u32")
__SIMT_2(unsigned, "r", __simt_max_u32, unsigned, "r", "max.u32")

#if __SIMT_ARCH >= 900
__SIMT_2(int, "r", __vimin_s32_relu, int, "r", "min.relu.s32")
__SIMT_2(int, "r", __vimax_s32_relu, int, "r", "max.relu.s32")
__SIMT_2(unsigned, "r", __vimin_s16x2_relu, unsigned, "r", "min.relu.s16x2")
__SIMT_2(unsigned, "r", __vimax_s16x2_relu, unsigned, "r", "max.relu.s16x2")
#else
__SIMT_FN int __vimin_s32_relu(int __a, int __b) {
	return __simt_max_s32(__simt_min_s32(__a, __b), 0);
}

__SIMT_FN int __vimax_s32_relu(int __a, int __b) {
	return __simt_max_s32(__simt_max_s32(__a, __b), 0);
}

__SIMT_FN unsigned __vimin_s16x2_relu(unsigned __a, unsigned __b) {
	return __vmaxs2(__vmins2(__a, __b), 0);
}

__SIMT_FN unsigned __vimax_s16x2_relu(unsigned __a, unsigned __b) {
	return __vmaxs2(__vmaxs2(__a, __b), 0);
}
#endif

__SIMT_FN int __simt_add_s32(int __a, int __b) {
	return (int)((unsigned)__a + (unsigned)__b);
}

__SIMT_FN unsigned __simt_add_u32(unsigned __a, unsigned __b) {
	return __a + __b;
}

/* min and max of a + b and c; of a, b and c. */
#define __SIMT_DPX(__T, type, add, min, max)                         \
	__SIMT_FN __T __viaddmin_##type(__T __a, __T __b, __T __c) { \
		return min(add(__a, __b), __c);                      \
	}                                                            \
	__SIMT_FN __T __viaddmax_##type(__T __a, __T __b, __T __c) { \
		return max(add(__a, __b), __c);                      \
	}                                                            \
	__SIMT_FN __T __vimin3_##type(__T __a, __T __b, __T __c) {   \
		return min(min(__a, __b), __c);                      \
	}                                                            \
	__SIMT_FN __T __vimax3_##type(__T __a, __T __b, __T __c) {   \
		return max(max(__a, __b), __c);                      \
	}
__SIMT_DPX(int, s32, __simt_add_s32, __simt_min_s32, __simt_max_s32)
__SIMT_DPX(unsigned, u32, __simt_add_u32, __simt_min_u32, __simt_max_u32)
__SIMT_DPX(unsigned, s16x2, __vadd2, __vmins2, __vmaxs2)
__SIMT_DPX(unsigned, u16x2, __vadd2, __vminu2, __vmaxu2)
#undef __SIMT_DPX

#define __SIMT_DPX_RELU(__T, type, add, min, max)                           \
	__SIMT_FN __T __viaddmin_##type##_relu(__T __a, __T __b, __T __c) { \
		return __vimin_##type##_relu(add(__a, __b), __c);           \
	}                                                                   \
	__SIMT_FN __T __viaddmax_##type##_relu(__T __a, __T __b, __T __c) { \
		return __vimax_##type##_relu(add(__a, __b), __c);           \
	}                                                                   \
	__SIMT_FN __T __vimin3_##type##_relu(__T __a, __T __b, __T __c) {   \
		return __vimin_##type##_relu(min(__a, __b), __c);           \
	}                                                                   \
	__SIMT_FN __T __vimax3_##type##_relu(__T __a, __T __b, __T __c) {   \
		return __vimax_##type##_relu(max(__a, __b), __c);           \
	}
__SIMT_DPX_RELU(int, s32, __simt_add_s32, __simt_min_s32, __simt_max_s32)
__SIMT_DPX_RELU(unsigned, s16x2, __vadd2, __vmins2, __vmaxs2)
#undef __SIMT_DPX_RELU

/* Both: the minimum or maximum, and whether it is a; of halfwords, one answer for each. */
#define __SIMT_DPX_BOTH(__T, type, min, max)                            \
	__SIMT_FN __T __vibmin_##type(__T __a, __T __b, bool *__is_a) { \
		*__is_a = __a <= __b;                                   \
		return min(__a, __b);                                   \
	}                                                               \
	__SIMT_FN __T __vibmax_##type(__T __a, __T __b, bool *__is_a) { \
		*__is_a = __a >= __b;                                   \
		return max(__a, __b);                                   \
	}
__SIMT_DPX_BOTH(int, s32, __simt_min_s32, __simt_max_s32)
__SIMT_DPX_BOTH(unsigned, u32, __simt_min_u32, __simt_max_u32)
#undef __SIMT_DPX_BOTH

#define __SIMT_DPX_BOTH2(name, best)                                                     \
	__SIMT_FN unsigned name(unsigned __a, unsigned __b, bool *__high, bool *__low) { \
		unsigned __d = best(__a, __b);                                           \
		*__high = ((__d ^ __a) & 0xffff0000u) == 0;                              \
		*__low = ((__d ^ __a) & 0x0000ffffu) == 0;                               \
		return __d;                                                              \
	}
__SIMT_DPX_BOTH2(__vibmin_s16x2, __vmins2)
__SIMT_DPX_BOTH2(__vibmax_s16x2, __vmaxs2)
__SIMT_DPX_BOTH2(__vibmin_u16x2, __vminu2)
__SIMT_DPX_BOTH2(__vibmax_u16x2, __vmaxu2)
#undef __SIMT_DPX_BOTH2
