/* device_warp.h - values that cross the lanes of a warp: votes, matches, sums, shuffles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__SIMT_FN unsigned __activemask() {
	unsigned __mask;
	asm volatile("activemask.b32 %0;" : "=r"(__mask));
	return __mask;
}

/* ---- votes ---- */

__SIMT_FN unsigned __ballot_sync(unsigned __mask, int __predicate) {
	unsigned __lanes;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "setp.ne.s32 p, %1, 0;\n\t"
	             "vote.sync.ballot.b32 %0, p, %2;\n\t"
	             "}"
	             : "=r"(__lanes)
	             : "r"(__predicate), "r"(__mask)
	             : "memory");
	return __lanes;
}

#define __SIMT_VOTE(name, mode)                                      \
	__SIMT_FN int name(unsigned __mask, int __predicate) {       \
		int __result;                                        \
		asm volatile("{\n\t"                                 \
		             ".reg .pred p, q;\n\t"                  \
		             "setp.ne.s32 p, %1, 0;\n\t"             \
		             "vote.sync." mode ".pred q, p, %2;\n\t" \
		             "selp.s32 %0, 1, 0, q;\n\t"             \
		             "}"                                     \
		             : "=r"(__result)                        \
		             : "r"(__predicate), "r"(__mask)         \
		             : "memory");                            \
		return __result;                                     \
	}
__SIMT_VOTE(__all_sync, "all")
__SIMT_VOTE(__any_sync, "any")
__SIMT_VOTE(__uni_sync, "uni")
#undef __SIMT_VOTE

/* ---- lanes that have the same value ---- */

#if __SIMT_ARCH >= 700
#define __SIMT_MATCH(__T, t, bits)                                                            \
	__SIMT_FN unsigned __match_any_sync(unsigned __mask, __T __value) {                   \
		unsigned __lanes;                                                             \
		asm volatile("match.any.sync." bits " %0, %1, %2;"                            \
		             : "=r"(__lanes)                                                  \
		             : t(__value), "r"(__mask)                                        \
		             : "memory");                                                     \
		return __lanes;                                                               \
	}                                                                                     \
	__SIMT_FN unsigned __match_all_sync(unsigned __mask, __T __value, int *__predicate) { \
		unsigned __lanes;                                                             \
		int __same;                                                                   \
		asm volatile("{\n\t"                                                          \
		             ".reg .pred p;\n\t"                                              \
		             "match.all.sync." bits " %0|p, %2, %3;\n\t"                      \
		             "selp.s32 %1, 1, 0, p;\n\t"                                      \
		             "}"                                                              \
		             : "=r"(__lanes), "=r"(__same)                                    \
		             : t(__value), "r"(__mask)                                        \
		             : "memory");                                                     \
		*__predicate = __same;                                                        \
		return __lanes;                                                               \
	}
__SIMT_MATCH(int, "r", "b32")
__SIMT_MATCH(unsigned, "r", "b32")
__SIMT_MATCH(float, "f", "b32")
__SIMT_MATCH(long, "l", "b64")
__SIMT_MATCH(unsigned long, "l", "b64")
__SIMT_MATCH(long long, "l", "b64")
__SIMT_MATCH(unsigned long long, "l", "b64")
__SIMT_MATCH(double, "d", "b64")
#undef __SIMT_MATCH
#endif

/* ---- one value of all lanes ---- */

#if __SIMT_ARCH >= 800
#define __SIMT_REDUCE(__T, name, op)                         \
	__SIMT_FN __T name(unsigned __mask, __T __value) {   \
		__T __result;                                \
		asm volatile("redux.sync." op " %0, %1, %2;" \
		             : "=r"(__result)                \
		             : "r"(__value), "r"(__mask)     \
		             : "memory");                    \
		return __result;                             \
	}
__SIMT_REDUCE(int, __reduce_add_sync, "add.s32")
__SIMT_REDUCE(int, __reduce_min_sync, "min.s32")
__SIMT_REDUCE(int, __reduce_max_sync, "max.s32")
__SIMT_REDUCE(unsigned, __reduce_add_sync, "add.u32")
__SIMT_REDUCE(unsigned, __reduce_min_sync, "min.u32")
__SIMT_REDUCE(unsigned, __reduce_max_sync, "max.u32")
__SIMT_REDUCE(unsigned, __reduce_and_sync, "and.b32")
__SIMT_REDUCE(unsigned, __reduce_or_sync, "or.b32")
__SIMT_REDUCE(unsigned, __reduce_xor_sync, "xor.b32")
#undef __SIMT_REDUCE
#endif

/* ---- shuffles ---- */

/* The instruction's last operand: segments of `width` lanes, a power of two, and the
 * lane of the segment beyond which none is read (31; 0 for `up`, which goes down). */
__SIMT_FN int __simt_segment(int __width, int __limit) {
	return ((32 - __width) << 8) | __limit;
}

#define __SIMT_SHFL32(__T, t, name, mode, __L, lane, limit)                                \
	__SIMT_FN __T name(unsigned __mask, __T __value, __L lane, int __width = 32) {     \
		__T __result;                                                              \
		asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                  \
		             : "=" t(__result)                                             \
		             : t(__value), "r"(lane), "r"(__simt_segment(__width, limit)), \
		               "r"(__mask)                                                 \
		             : "memory");                                                  \
		return __result;                                                           \
	}

/* 64 bits go as two halves. */
#define __SIMT_SHFL64(__T, t, name, mode, __L, lane, limit)                                \
	__SIMT_FN __T name(unsigned __mask, __T __value, __L lane, int __width = 32) {     \
		__T __result;                                                              \
		asm volatile("{\n\t"                                                       \
		             ".reg .b32 lo, hi;\n\t"                                       \
		             "mov.b64 {lo, hi}, %1;\n\t"                                   \
		             "shfl.sync." mode ".b32 lo, lo, %2, %3, %4;\n\t"              \
		             "shfl.sync." mode ".b32 hi, hi, %2, %3, %4;\n\t"              \
		             "mov.b64 %0, {lo, hi};\n\t"                                   \
		             "}"                                                           \
		             : "=" t(__result)                                             \
		             : t(__value), "r"(lane), "r"(__simt_segment(__width, limit)), \
		               "r"(__mask)                                                 \
		             : "memory");                                                  \
		return __result;                                                           \
	}

#define __SIMT_SHFL(MAKE, __T, t)                                     \
	MAKE(__T, t, __shfl_sync, "idx", int, __lane, 31)             \
	MAKE(__T, t, __shfl_up_sync, "up", unsigned, __delta, 0)      \
	MAKE(__T, t, __shfl_down_sync, "down", unsigned, __delta, 31) \
	MAKE(__T, t, __shfl_xor_sync, "bfly", int, lane_mask, 31)
__SIMT_SHFL(__SIMT_SHFL32, int, "r")
__SIMT_SHFL(__SIMT_SHFL32, unsigned, "r")
__SIMT_SHFL(__SIMT_SHFL32, float, "f")
__SIMT_SHFL(__SIMT_SHFL64, long, "l")
__SIMT_SHFL(__SIMT_SHFL64, unsigned long, "l")
__SIMT_SHFL(__SIMT_SHFL64, long long, "l")
__SIMT_SHFL(__SIMT_SHFL64, unsigned long long, "l")
__SIMT_SHFL(__SIMT_SHFL64, double, "d")
#undef __SIMT_SHFL
#undef __SIMT_SHFL64
#undef __SIMT_SHFL32

/* ---- the functions without masks, which ended with compute capability 7.0 ---- */

#if __SIMT_ARCH < 700
__SIMT_FN unsigned __ballot(int __predicate) {
	return __ballot_sync(__activemask(), __predicate);
}

__SIMT_FN int __all(int __predicate) {
	return __all_sync(__activemask(), __predicate);
}

__SIMT_FN int __any(int __predicate) {
	return __any_sync(__activemask(), __predicate);
}

#define __SIMT_SHFL_UNMASKED(name, __L)                                                         \
	template <typename __T> __SIMT_FN __T name(__T __value, __L __lane, int __width = 32) { \
		return name##_sync(__activemask(), __value, __lane, __width);                   \
	}
__SIMT_SHFL_UNMASKED(__shfl, int)
__SIMT_SHFL_UNMASKED(__shfl_up, unsigned)
__SIMT_SHFL_UNMASKED(__shfl_down, unsigned)
__SIMT_SHFL_UNMASKED(__shfl_xor, int)
#undef __SIMT_SHFL_UNMASKED
#endif
