/* ptx_bulk.h - cuda::ptx: copies and reductions of many bytes by one instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* ---- copies; sizes and addresses are multiples of 16 ---- */

__SIMT_PTX void cp_async_bulk(space_cluster_t, space_global_t, void *__to,
                              const void *__from, const uint32_t &__size,
                              uint64_t *__barrier) {
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
	             "[%0], [%1], %2, [%3];" ::"r"(__shared_at(__to)),
	             "l"(__global_at(__from)), "r"(__size), "r"(__shared_at(__barrier))
	             : "memory");
}

__SIMT_PTX void cp_async_bulk(space_shared_t, space_global_t, void *__to,
                              const void *__from, const uint32_t &__size,
                              uint64_t *__barrier) {
	cp_async_bulk(space_cluster, space_global, __to, __from, __size, __barrier);
}

/* To the blocks of the cluster that the mask has. */
__SIMT_PTX void cp_async_bulk(space_cluster_t, space_global_t, void *__to,
                              const void *__from, const uint32_t &__size,
                              uint64_t *__barrier, const uint16_t &__blocks) {
	asm volatile(
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
		".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(__shared_at(__to)),
		"l"(__global_at(__from)), "r"(__size), "r"(__shared_at(__barrier)),
		"h"(__blocks)
		: "memory");
}

__SIMT_PTX void cp_async_bulk(space_cluster_t, space_shared_t, void *__to,
                              const void *__from, const uint32_t &__size,
                              uint64_t *__barrier) {
	asm volatile(
		"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
		"[%0], [%1], %2, [%3];" ::"r"(__shared_at(__to)),
		"r"(__shared_at(__from)), "r"(__size), "r"(__shared_at(__barrier))
		: "memory");
}

__SIMT_PTX void cp_async_bulk(space_global_t, space_shared_t, void *__to,
                              const void *__from, const uint32_t &__size) {
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
			     __global_at(__to)),
	             "r"(__shared_at(__from)), "r"(__size)
	             : "memory");
}

/* ---- groups of copies ---- */

__SIMT_PTX void cp_async_bulk_commit_group() {
	asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int __N>
__SIMT_PTX void cp_async_bulk_wait_group(::std::integral_constant<int, __N>) {
	asm volatile("cp.async.bulk.wait_group %0;" ::"n"(__N) : "memory");
}
/* Waits until their sources have been read. */
template <int __N>
__SIMT_PTX void cp_async_bulk_wait_group_read(::std::integral_constant<int, __N>) {
	asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(__N) : "memory");
}

/* ---- reductions ---- */

#define __SIMT_PTX_REDUCE_GLOBAL(__T, _Op, type)                                       \
	__SIMT_PTX void cp_reduce_async_bulk(space_global_t, space_shared_t, _Op,      \
	                                     __T *__to, const __T *__from,             \
	                                     uint32_t __size) {                        \
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group" type \
		             " [%0], [%1], %2;" ::"l"(__global_at(__to)),              \
		             "r"(__shared_at(__from)), "r"(__size)                     \
		             : "memory");                                              \
	}
#define __SIMT_PTX_REDUCE_CLUSTER(__T, _Op, type)                                    \
	__SIMT_PTX void cp_reduce_async_bulk(space_cluster_t, space_shared_t, _Op,   \
	                                     __T *__to, const __T *__from,           \
	                                     uint32_t __size, uint64_t *__barrier) { \
		asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta"      \
		             ".mbarrier::complete_tx::bytes" type                    \
		             " [%0], [%1], %2, [%3];" ::"r"(__shared_at(__to)),      \
		             "r"(__shared_at(__from)), "r"(__size),                  \
		             "r"(__shared_at(__barrier))                             \
		             : "memory");                                            \
	}
#define __SIMT_PTX_REDUCE(__T, _Op, type)        \
	__SIMT_PTX_REDUCE_GLOBAL(__T, _Op, type) \
	__SIMT_PTX_REDUCE_CLUSTER(__T, _Op, type)
#define __SIMT_PTX_REDUCE_BITS(__T, bits)                       \
	__SIMT_PTX_REDUCE_GLOBAL(__T, op_and_op_t, ".and" bits) \
	__SIMT_PTX_REDUCE_GLOBAL(__T, op_or_op_t, ".or" bits)   \
	__SIMT_PTX_REDUCE_GLOBAL(__T, op_xor_op_t, ".xor" bits)
__SIMT_PTX_REDUCE(uint32_t, op_add_t, ".add.u32")
__SIMT_PTX_REDUCE(uint32_t, op_min_t, ".min.u32")
__SIMT_PTX_REDUCE(uint32_t, op_max_t, ".max.u32")
__SIMT_PTX_REDUCE(uint32_t, op_inc_t, ".inc.u32")
__SIMT_PTX_REDUCE(uint32_t, op_dec_t, ".dec.u32")
__SIMT_PTX_REDUCE(int32_t, op_add_t, ".add.s32")
__SIMT_PTX_REDUCE(int32_t, op_min_t, ".min.s32")
__SIMT_PTX_REDUCE(int32_t, op_max_t, ".max.s32")
__SIMT_PTX_REDUCE(uint64_t, op_add_t, ".add.u64")
__SIMT_PTX_REDUCE_GLOBAL(uint64_t, op_min_t, ".min.u64")
__SIMT_PTX_REDUCE_GLOBAL(uint64_t, op_max_t, ".max.u64")
__SIMT_PTX_REDUCE_GLOBAL(int64_t, op_min_t, ".min.s64")
__SIMT_PTX_REDUCE_GLOBAL(int64_t, op_max_t, ".max.s64")
__SIMT_PTX_REDUCE_GLOBAL(float, op_add_t, ".add.f32")
__SIMT_PTX_REDUCE_GLOBAL(double, op_add_t, ".add.f64")
__SIMT_PTX_REDUCE_GLOBAL(int64_t, op_add_t, ".add.u64")
__SIMT_PTX_REDUCE_CLUSTER(int64_t, op_add_t, ".add.u64")
__SIMT_PTX_REDUCE_GLOBAL(__half, op_add_t, ".add.noftz.f16")
__SIMT_PTX_REDUCE_GLOBAL(__half, op_min_t, ".min.f16")
__SIMT_PTX_REDUCE_GLOBAL(__half, op_max_t, ".max.f16")
__SIMT_PTX_REDUCE_GLOBAL(__nv_bfloat16, op_add_t, ".add.noftz.bf16")
__SIMT_PTX_REDUCE_GLOBAL(__nv_bfloat16, op_min_t, ".min.bf16")
__SIMT_PTX_REDUCE_GLOBAL(__nv_bfloat16, op_max_t, ".max.bf16")
__SIMT_PTX_REDUCE_CLUSTER(uint32_t, op_and_op_t, ".and.b32")
__SIMT_PTX_REDUCE_CLUSTER(uint32_t, op_or_op_t, ".or.b32")
__SIMT_PTX_REDUCE_CLUSTER(uint32_t, op_xor_op_t, ".xor.b32")
__SIMT_PTX_REDUCE_BITS(uint32_t, ".b32")
__SIMT_PTX_REDUCE_BITS(uint64_t, ".b64")
#undef __SIMT_PTX_REDUCE_BITS
#undef __SIMT_PTX_REDUCE
#undef __SIMT_PTX_REDUCE_CLUSTER
#undef __SIMT_PTX_REDUCE_GLOBAL

#endif

} // namespace ptx
} // namespace cuda
