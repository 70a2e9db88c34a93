/* ptx_integer.h - cuda::ptx: bits of integers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

/* ---- the highest bit that differs from the sign ---- */

#define __SIMT_PTX_BFIND(__T, c, type)                                         \
	__SIMT_PTX uint32_t bfind(__T v) {                                     \
		uint32_t bit;                                                \
		asm("bfind." type " %0, %1;" : "=r"(bit) : c(v));            \
		return bit;                                                  \
	}                                                                    \
	__SIMT_PTX uint32_t bfind_shiftamt(__T v) {                            \
		uint32_t shift;                                              \
		asm("bfind.shiftamt." type " %0, %1;" : "=r"(shift) : c(v)); \
		return shift;                                                \
	}
__SIMT_PTX_BFIND(uint32_t, "r", "u32")
__SIMT_PTX_BFIND(uint64_t, "l", "u64")
__SIMT_PTX_BFIND(int32_t, "r", "s32")
__SIMT_PTX_BFIND(int64_t, "l", "s64")
#undef __SIMT_PTX_BFIND

/* ---- ones from a bit on ---- */

__SIMT_PTX uint32_t bmsk_clamp(uint32_t first, uint32_t n) {
	uint32_t mask;
	asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(mask) : "r"(first), "r"(n));
	return mask;
}
__SIMT_PTX uint32_t bmsk_wrap(uint32_t first, uint32_t n) {
	uint32_t mask;
	asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(mask) : "r"(first), "r"(n));
	return mask;
}

/* ---- bytes of two words ---- */

#define __SIMT_PTX_PRMT(name, mode)                                                   \
	template <typename __T> __SIMT_PTX uint32_t name(__T a, __T b, uint32_t selector) { \
		uint32_t bytes;                                                       \
		asm("prmt.b32" mode " %0, %1, %2, %3;"                                \
		    : "=r"(bytes)                                                     \
		    : "r"(__bits32(a)), "r"(__bits32(b)), "r"(selector));             \
		return bytes;                                                         \
	}
__SIMT_PTX_PRMT(prmt, "")
__SIMT_PTX_PRMT(prmt_f4e, ".f4e")
__SIMT_PTX_PRMT(prmt_b4e, ".b4e")
__SIMT_PTX_PRMT(prmt_rc8, ".rc8")
__SIMT_PTX_PRMT(prmt_ecl, ".ecl")
__SIMT_PTX_PRMT(prmt_ecr, ".ecr")
__SIMT_PTX_PRMT(prmt_rc16, ".rc16")
#undef __SIMT_PTX_PRMT

/* ---- shifts; by the width or more all bits go ---- */

template <typename __T> __SIMT_PTX __T shl(__T v, uint32_t n) {
	static_assert(sizeof(__T) == 2 || sizeof(__T) == 4 || sizeof(__T) == 8,
	              "values have 2, 4 or 8 bytes");
	if constexpr (sizeof(__T) == 2) {
		uint16_t r, x = __builtin_bit_cast(uint16_t, v);
		asm("shl.b16 %0, %1, %2;" : "=h"(r) : "h"(x), "r"(n));
		return __builtin_bit_cast(__T, r);
	} else if constexpr (sizeof(__T) == 4) {
		uint32_t r;
		asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(__bits32(v)), "r"(n));
		return __builtin_bit_cast(__T, r);
	} else {
		uint64_t r;
		asm("shl.b64 %0, %1, %2;" : "=l"(r) : "l"(__bits64(v)), "r"(n));
		return __builtin_bit_cast(__T, r);
	}
}

template <typename __T> __SIMT_PTX __T shr(__T v, uint32_t n) {
	static_assert(sizeof(__T) == 2 || sizeof(__T) == 4 || sizeof(__T) == 8,
	              "values have 2, 4 or 8 bytes");
	if constexpr (sizeof(__T) == 2) {
		uint16_t r, x = __builtin_bit_cast(uint16_t, v);
		if constexpr (::std::is_same_v<__T, int16_t>)
			asm("shr.s16 %0, %1, %2;" : "=h"(r) : "h"(x), "r"(n));
		else
			asm("shr.b16 %0, %1, %2;" : "=h"(r) : "h"(x), "r"(n));
		return __builtin_bit_cast(__T, r);
	} else if constexpr (sizeof(__T) == 4) {
		uint32_t r;
		if constexpr (::std::is_same_v<__T, int32_t>)
			asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(__bits32(v)), "r"(n));
		else
			asm("shr.b32 %0, %1, %2;" : "=r"(r) : "r"(__bits32(v)), "r"(n));
		return __builtin_bit_cast(__T, r);
	} else {
		uint64_t r;
		if constexpr (::std::is_same_v<__T, int64_t>)
			asm("shr.s64 %0, %1, %2;" : "=l"(r) : "l"(__bits64(v)), "r"(n));
		else
			asm("shr.b64 %0, %1, %2;" : "=l"(r) : "l"(__bits64(v)), "r"(n));
		return __builtin_bit_cast(__T, r);
	}
}

} // namespace ptx
} // namespace cuda
