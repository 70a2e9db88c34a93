/* ptx_remote.h - cuda::ptx: values for the shared memory of another block of the cluster, whose
 * barrier counts their bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

#define __SIMT_PTX_ST_ASYNC "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes"

template <typename __T>
__SIMT_PTX void st_async(__T *__to, const __T &__v, uint64_t *__barrier) {
	static_assert(sizeof(__T) == 4 || sizeof(__T) == 8, "values have 4 or 8 bytes");
	if constexpr (sizeof(__T) == 4)
		asm volatile(__SIMT_PTX_ST_ASYNC
		             ".b32 [%0], %1, [%2];" ::"r"(__shared_at(__to)),
		             "r"(__bits32(__v)), "r"(__shared_at(__barrier))
		             : "memory");
	else
		asm volatile(__SIMT_PTX_ST_ASYNC
		             ".b64 [%0], %1, [%2];" ::"r"(__shared_at(__to)),
		             "l"(__bits64(__v)), "r"(__shared_at(__barrier))
		             : "memory");
}
template <typename __T>
__SIMT_PTX void st_async(__T *__to, const __T (&__v)[2], uint64_t *__barrier) {
	static_assert(sizeof(__T) == 4 || sizeof(__T) == 8, "values have 4 or 8 bytes");
	if constexpr (sizeof(__T) == 4)
		asm volatile(__SIMT_PTX_ST_ASYNC
		             ".v2.b32 [%0], {%1, %2}, [%3];" ::"r"(__shared_at(__to)),
		             "r"(__bits32(__v[0])), "r"(__bits32(__v[1])),
		             "r"(__shared_at(__barrier))
		             : "memory");
	else
		asm volatile(__SIMT_PTX_ST_ASYNC
		             ".v2.b64 [%0], {%1, %2}, [%3];" ::"r"(__shared_at(__to)),
		             "l"(__bits64(__v[0])), "l"(__bits64(__v[1])),
		             "r"(__shared_at(__barrier))
		             : "memory");
}
template <typename __T>
__SIMT_PTX void st_async(__T *__to, const __T (&__v)[4], uint64_t *__barrier) {
	asm volatile(__SIMT_PTX_ST_ASYNC
	             ".v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(__shared_at(__to)),
	             "r"(__bits32(__v[0])), "r"(__bits32(__v[1])), "r"(__bits32(__v[2])),
	             "r"(__bits32(__v[3])), "r"(__shared_at(__barrier))
	             : "memory");
}
#undef __SIMT_PTX_ST_ASYNC

#define __SIMT_PTX_RED_ASYNC(Template, __T, _Op, op, c, bits)              \
	Template __SIMT_PTX void red_async(_Op, __T *__to, const __T &__v, \
	                                   uint64_t *__barrier) {          \
		asm volatile("red.async.relaxed.cluster.shared::cluster"   \
		             ".mbarrier::complete_tx::bytes" op            \
		             " [%0], %1, [%2];" ::"r"(__shared_at(__to)),  \
		             c(bits(__v)), "r"(__shared_at(__barrier))     \
		             : "memory");                                  \
	}
#define __SIMT_PTX_RED_OF(__T, type)                                      \
	__SIMT_PTX_RED_ASYNC(, __T, op_add_t, ".add" type, "r", __bits32) \
	__SIMT_PTX_RED_ASYNC(, __T, op_min_t, ".min" type, "r", __bits32) \
	__SIMT_PTX_RED_ASYNC(, __T, op_max_t, ".max" type, "r", __bits32)
__SIMT_PTX_RED_OF(uint32_t, ".u32")
__SIMT_PTX_RED_OF(int32_t, ".s32")
__SIMT_PTX_RED_ASYNC(, uint32_t, op_inc_t, ".inc.u32", "r", __bits32)
__SIMT_PTX_RED_ASYNC(, uint32_t, op_dec_t, ".dec.u32", "r", __bits32)
__SIMT_PTX_RED_ASYNC(template <typename __T>, __T, op_and_op_t, ".and.b32", "r", __bits32)
__SIMT_PTX_RED_ASYNC(template <typename __T>, __T, op_or_op_t, ".or.b32", "r", __bits32)
__SIMT_PTX_RED_ASYNC(template <typename __T>, __T, op_xor_op_t, ".xor.b32", "r", __bits32)
__SIMT_PTX_RED_ASYNC(, uint64_t, op_add_t, ".add.u64", "l", __bits64)
__SIMT_PTX_RED_ASYNC(, int64_t, op_add_t, ".add.u64", "l", __bits64)
#undef __SIMT_PTX_RED_OF
#undef __SIMT_PTX_RED_ASYNC

#endif

} // namespace ptx
} // namespace cuda
