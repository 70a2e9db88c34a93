/* ptx_integer.h - cuda::ptx: bits of integers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

/* ---- the highest bit that differs from the sign ---- */

#define __SIMT_PTX_BFIND(__T, c, type)                                           \
	__SIMT_PTX uint32_t bfind(__T __v) {                                     \
		uint32_t __bit;                                                  \
		asm("bfind." type " %0, %1;" : "=r"(__bit) : c(__v));            \
		return __bit;                                                    \
	}                                                                        \
	__SIMT_PTX uint32_t bfind_shiftamt(__T __v) {                            \
		uint32_t __shift;                                                \
		asm("bfind.shiftamt." type " %0, %1;" : "=r"(__shift) : c(__v)); \
		return __shift;                                                  \
	}
__SIMT_PTX_BFIND(uint32_t, "r", "u32")
__SIMT_PTX_BFIND(uint64_t, "l", "u64")
__SIMT_PTX_BFIND(int32_t, "r", "s32")
__SIMT_PTX_BFIND(int64_t, "l", "s64")
#undef __SIMT_PTX_BFIND

/* ---- ones from a bit on ---- */

__SIMT_PTX uint32_t bmsk_clamp(uint32_t __first, uint32_t __n) {
	uint32_t __mask;
	asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(__mask) : "r"(__first), "r"(__n));
	return __mask;
}
__SIMT_PTX uint32_t bmsk_wrap(uint32_t __first, uint32_t __n) {
	uint32_t __mask;
	asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(__mask) : "r"(__first), "r"(__n));
	return __mask;
}

/* ---- bytes of two words ---- */

#define __SIMT_PTX_PRMT(name, mode)                                             \
	template <typename __T>                                                 \
	__SIMT_PTX uint32_t name(__T __a, __T __b, uint32_t __selector) {       \
		uint32_t __bytes;                                               \
		asm("prmt.b32" mode " %0, %1, %2, %3;"                          \
		    : "=r"(__bytes)                                             \
		    : "r"(__bits32(__a)), "r"(__bits32(__b)), "r"(__selector)); \
		return __bytes;                                                 \
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

template <typename __T> __SIMT_PTX __T shl(__T __v, uint32_t __n) {
	static_assert(sizeof(__T) == 2 || sizeof(__T) == 4 || sizeof(__T) == 8,
	              "values have 2, 4 or 8 bytes");
	if constexpr (sizeof(__T) == 2) {
		uint16_t __r, __x = __builtin_bit_cast(uint16_t, __v);
		asm("shl.b16 %0, %1, %2;" : "=h"(__r) : "h"(__x), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	} else if constexpr (sizeof(__T) == 4) {
		uint32_t __r;
		asm("shl.b32 %0, %1, %2;" : "=r"(__r) : "r"(__bits32(__v)), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	} else {
		uint64_t __r;
		asm("shl.b64 %0, %1, %2;" : "=l"(__r) : "l"(__bits64(__v)), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	}
}

template <typename __T> __SIMT_PTX __T shr(__T __v, uint32_t __n) {
	static_assert(sizeof(__T) == 2 || sizeof(__T) == 4 || sizeof(__T) == 8,
	              "values have 2, 4 or 8 bytes");
	if constexpr (sizeof(__T) == 2) {
		uint16_t __r, __x = __builtin_bit_cast(uint16_t, __v);
		if constexpr (::std::is_same_v<__T, int16_t>)
			asm("shr.s16 %0, %1, %2;" : "=h"(__r) : "h"(__x), "r"(__n));
		else
			asm("shr.b16 %0, %1, %2;" : "=h"(__r) : "h"(__x), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	} else if constexpr (sizeof(__T) == 4) {
		uint32_t __r;
		if constexpr (::std::is_same_v<__T, int32_t>)
			asm("shr.s32 %0, %1, %2;"
			    : "=r"(__r)
			    : "r"(__bits32(__v)), "r"(__n));
		else
			asm("shr.b32 %0, %1, %2;"
			    : "=r"(__r)
			    : "r"(__bits32(__v)), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	} else {
		uint64_t __r;
		if constexpr (::std::is_same_v<__T, int64_t>)
			asm("shr.s64 %0, %1, %2;"
			    : "=l"(__r)
			    : "l"(__bits64(__v)), "r"(__n));
		else
			asm("shr.b64 %0, %1, %2;"
			    : "=l"(__r)
			    : "l"(__bits64(__v)), "r"(__n));
		return __builtin_bit_cast(__T, __r);
	}
}

} // namespace ptx
} // namespace cuda
