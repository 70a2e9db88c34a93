/* ptx_multimem.h - cuda::ptx: memory of several devices at one address.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The modifiers of an order and a scope. */
#define __SIMT_PTX_SCOPES(what, _Sem, sem, ...)                           \
	what(_Sem, sem, scope_cta_t, ".cta", __VA_ARGS__)                 \
		what(_Sem, sem, scope_cluster_t, ".cluster", __VA_ARGS__) \
			what(_Sem, sem, scope_gpu_t, ".gpu", __VA_ARGS__) \
				what(_Sem, sem, scope_sys_t, ".sys", __VA_ARGS__)

#define __SIMT_PTX_LD_REDUCE_WEAK(__T, _Op, op, type, c)                           \
	__SIMT_PTX __T multimem_ld_reduce(sem_weak_t, _Op, const __T *__p) {       \
		__T __v;                                                           \
		asm volatile("multimem.ld_reduce.weak.global" op type " %0, [%1];" \
		             : "=" c(__v)                                          \
		             : "l"(__global_at(__p))                               \
		             : "memory");                                          \
		return __v;                                                        \
	}
#define __SIMT_PTX_LD_REDUCE(_Sem, sem, _Scope, scope, __T, _Op, op, type, c)  \
	__SIMT_PTX __T multimem_ld_reduce(_Sem, _Scope, _Op, const __T *__p) { \
		__T __v;                                                       \
		asm volatile("multimem.ld_reduce" sem scope ".global" op type  \
		             " %0, [%1];"                                      \
		             : "=" c(__v)                                      \
		             : "l"(__global_at(__p))                           \
		             : "memory");                                      \
		return __v;                                                    \
	}
#define __SIMT_PTX_RED(_Sem, sem, _Scope, scope, __T, _Op, op, type, c)      \
	__SIMT_PTX void multimem_red(_Sem, _Scope, _Op, __T *__p, __T __v) { \
		asm volatile("multimem.red" sem scope ".global" op type      \
		             " [%0], %1;" ::"l"(__global_at(__p)),           \
		             c(__v)                                          \
		             : "memory");                                    \
	}
#define __SIMT_PTX_ALL(...)                                                             \
	__SIMT_PTX_LD_REDUCE_WEAK(__VA_ARGS__)                                          \
	__SIMT_PTX_SCOPES(__SIMT_PTX_LD_REDUCE, sem_relaxed_t, ".relaxed", __VA_ARGS__) \
	__SIMT_PTX_SCOPES(__SIMT_PTX_LD_REDUCE, sem_acquire_t, ".acquire", __VA_ARGS__) \
	__SIMT_PTX_SCOPES(__SIMT_PTX_RED, sem_relaxed_t, ".relaxed", __VA_ARGS__)       \
	__SIMT_PTX_SCOPES(__SIMT_PTX_RED, sem_release_t, ".release", __VA_ARGS__)
#define __SIMT_PTX_INTEGER(__T, type, add, c)          \
	__SIMT_PTX_ALL(__T, op_add_t, ".add", add, c)  \
	__SIMT_PTX_ALL(__T, op_min_t, ".min", type, c) \
	__SIMT_PTX_ALL(__T, op_max_t, ".max", type, c)
#define __SIMT_PTX_LOGIC(__T, type, c)                    \
	__SIMT_PTX_ALL(__T, op_and_op_t, ".and", type, c) \
	__SIMT_PTX_ALL(__T, op_or_op_t, ".or", type, c)   \
	__SIMT_PTX_ALL(__T, op_xor_op_t, ".xor", type, c)
__SIMT_PTX_INTEGER(uint32_t, ".u32", ".u32", "r")
__SIMT_PTX_INTEGER(int32_t, ".s32", ".s32", "r")
__SIMT_PTX_INTEGER(uint64_t, ".u64", ".u64", "l")
__SIMT_PTX_INTEGER(int64_t, ".s64", ".u64", "l")
__SIMT_PTX_LOGIC(uint32_t, ".b32", "r")
__SIMT_PTX_LOGIC(int32_t, ".b32", "r")
__SIMT_PTX_LOGIC(uint64_t, ".b64", "l")
__SIMT_PTX_LOGIC(int64_t, ".b64", "l")
__SIMT_PTX_ALL(float, op_add_t, ".add", ".f32", "f")
__SIMT_PTX_ALL(double, op_add_t, ".add", ".f64", "d")
#undef __SIMT_PTX_LOGIC
#undef __SIMT_PTX_INTEGER
#undef __SIMT_PTX_ALL
#undef __SIMT_PTX_RED
#undef __SIMT_PTX_LD_REDUCE
#undef __SIMT_PTX_LD_REDUCE_WEAK

template <typename __T> __SIMT_PTX void multimem_st(sem_weak_t, __T *__p, __T __v) {
	static_assert(sizeof(__T) == 4 || sizeof(__T) == 8, "values have 4 or 8 bytes");
	if constexpr (sizeof(__T) == 4)
		asm volatile(
			"multimem.st.weak.global.b32 [%0], %1;" ::"l"(__global_at(__p)),
			"r"(__bits32(__v))
			: "memory");
	else
		asm volatile(
			"multimem.st.weak.global.b64 [%0], %1;" ::"l"(__global_at(__p)),
			"l"(__bits64(__v))
			: "memory");
}
#define __SIMT_PTX_ST(_Sem, sem, _Scope, scope, ...)                                  \
	template <typename __T>                                                       \
	__SIMT_PTX void multimem_st(_Sem, _Scope, __T *__p, __T __v) {                \
		static_assert(sizeof(__T) == 4 || sizeof(__T) == 8,                   \
		              "values have 4 or 8 bytes");                            \
		if constexpr (sizeof(__T) == 4)                                       \
			asm volatile("multimem.st" sem scope                          \
			             ".global.b32 [%0], %1;" ::"l"(__global_at(__p)), \
			             "r"(__bits32(__v))                               \
			             : "memory");                                     \
		else                                                                  \
			asm volatile("multimem.st" sem scope                          \
			             ".global.b64 [%0], %1;" ::"l"(__global_at(__p)), \
			             "l"(__bits64(__v))                               \
			             : "memory");                                     \
	}
__SIMT_PTX_SCOPES(__SIMT_PTX_ST, sem_relaxed_t, ".relaxed", )
__SIMT_PTX_SCOPES(__SIMT_PTX_ST, sem_release_t, ".release", )
#undef __SIMT_PTX_ST
#undef __SIMT_PTX_SCOPES

#endif

} // namespace ptx
} // namespace cuda
