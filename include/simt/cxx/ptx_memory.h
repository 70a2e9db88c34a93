/* ptx_memory.h - cuda::ptx: loads and stores of global memory, of values of 1 to 16 bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

/* Volatile loads see what others have stored, constant ones need not. */
#define __SIMT_PTX_LOAD(name, insn, ...)                                              \
	template <typename __T> __SIMT_PTX __T name(space_global_t, const __T *__p) { \
		static_assert(sizeof(__T) == 1 || sizeof(__T) == 2 ||                 \
		                      sizeof(__T) == 4 || sizeof(__T) == 8 ||         \
		                      sizeof(__T) == 16,                              \
		              "values have 1, 2, 4, 8 or 16 bytes");                  \
		if constexpr (sizeof(__T) == 1) {                                     \
			uint32_t __v;                                                 \
			asm volatile(insn ".b8 %0, [%1];"                             \
			             : "=r"(__v)                                      \
			             : "l"(__global_at(__p))                          \
			             : __VA_ARGS__);                                  \
			return __builtin_bit_cast(__T, (uint8_t)__v);                 \
		} else if constexpr (sizeof(__T) == 2) {                              \
			uint16_t __v;                                                 \
			asm volatile(insn ".b16 %0, [%1];"                            \
			             : "=h"(__v)                                      \
			             : "l"(__global_at(__p))                          \
			             : __VA_ARGS__);                                  \
			return __builtin_bit_cast(__T, __v);                          \
		} else if constexpr (sizeof(__T) == 4) {                              \
			uint32_t __v;                                                 \
			asm volatile(insn ".b32 %0, [%1];"                            \
			             : "=r"(__v)                                      \
			             : "l"(__global_at(__p))                          \
			             : __VA_ARGS__);                                  \
			return __builtin_bit_cast(__T, __v);                          \
		} else if constexpr (sizeof(__T) == 8) {                              \
			uint64_t __v;                                                 \
			asm volatile(insn ".b64 %0, [%1];"                            \
			             : "=l"(__v)                                      \
			             : "l"(__global_at(__p))                          \
			             : __VA_ARGS__);                                  \
			return __builtin_bit_cast(__T, __v);                          \
		} else {                                                              \
			__words128 __v;                                               \
			asm volatile(insn ".v2.b64 {%0, %1}, [%2];"                   \
			             : "=l"(__v.__low), "=l"(__v.__high)              \
			             : "l"(__global_at(__p))                          \
			             : __VA_ARGS__);                                  \
			return __builtin_bit_cast(__T, __v);                          \
		}                                                                     \
	}
struct __words128 {
	uint64_t __low, __high;
};
__SIMT_PTX_LOAD(ld, "ld.global", "memory")
__SIMT_PTX_LOAD(ld_nc, "ld.global.nc", )
#undef __SIMT_PTX_LOAD

template <typename __T> __SIMT_PTX void st(space_global_t, __T *__p, __T __v) {
	static_assert(sizeof(__T) == 1 || sizeof(__T) == 2 || sizeof(__T) == 4 ||
	                      sizeof(__T) == 8 || sizeof(__T) == 16,
	              "values have 1, 2, 4, 8 or 16 bytes");
	if constexpr (sizeof(__T) == 1) {
		uint32_t __bits = __builtin_bit_cast(uint8_t, __v);
		asm volatile("st.global.b8 [%0], %1;" ::"l"(__global_at(__p)), "r"(__bits)
		             : "memory");
	} else if constexpr (sizeof(__T) == 2) {
		uint16_t __bits = __builtin_bit_cast(uint16_t, __v);
		asm volatile("st.global.b16 [%0], %1;" ::"l"(__global_at(__p)),
		             "h"(__bits)
		             : "memory");
	} else if constexpr (sizeof(__T) == 4)
		asm volatile("st.global.b32 [%0], %1;" ::"l"(__global_at(__p)),
		             "r"(__bits32(__v))
		             : "memory");
	else if constexpr (sizeof(__T) == 8)
		asm volatile("st.global.b64 [%0], %1;" ::"l"(__global_at(__p)),
		             "l"(__bits64(__v))
		             : "memory");
	else {
		__words128 __bits = __builtin_bit_cast(__words128, __v);
		asm volatile("st.global.v2.b64 [%0], {%1, %2};" ::"l"(__global_at(__p)),
		             "l"(__bits.__low), "l"(__bits.__high)
		             : "memory");
	}
}

} // namespace ptx
} // namespace cuda
