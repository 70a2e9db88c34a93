/* ptx_base.h - the tags that stand for an instruction's modifiers, and fences.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

#define __SIMT_PTX static __device__ __forceinline__

namespace cuda {
namespace ptx {

#define __SIMT_PTX_TAG(name) \
	struct name##_t {};  \
	constexpr name##_t name = {};
__SIMT_PTX_TAG(space_global)
__SIMT_PTX_TAG(space_shared)
__SIMT_PTX_TAG(space_cluster)
__SIMT_PTX_TAG(sem_acq_rel)
__SIMT_PTX_TAG(sem_acquire)
__SIMT_PTX_TAG(sem_relaxed)
__SIMT_PTX_TAG(sem_release)
__SIMT_PTX_TAG(sem_sc)
__SIMT_PTX_TAG(scope_cta)
__SIMT_PTX_TAG(scope_cluster)
__SIMT_PTX_TAG(scope_gpu)
__SIMT_PTX_TAG(scope_sys)
__SIMT_PTX_TAG(op_add)
__SIMT_PTX_TAG(op_and_op)
__SIMT_PTX_TAG(op_dec)
__SIMT_PTX_TAG(op_inc)
__SIMT_PTX_TAG(op_max)
__SIMT_PTX_TAG(op_min)
__SIMT_PTX_TAG(op_or_op)
__SIMT_PTX_TAG(op_xor_op)
#undef __SIMT_PTX_TAG

/* A number that the instruction has in itself. */
template <int N> using n32_t = ::std::integral_constant<int, N>;

/* Addresses in the windows of shared and global memory. */
__SIMT_PTX unsigned __shared_at(const void *p) {
	return (unsigned)__cvta_generic_to_shared(p);
}
__SIMT_PTX size_t __global_at(const void *p) {
	return __cvta_generic_to_global(p);
}

/* ---- fences ---- */

#define __SIMT_PTX_FENCE(Scope, scope)                                 \
	__SIMT_PTX void fence(sem_acq_rel_t, Scope) {                  \
		asm volatile("fence.acq_rel." scope ";" ::: "memory"); \
	}                                                              \
	__SIMT_PTX void fence(sem_sc_t, Scope) {                       \
		asm volatile("fence.sc." scope ";" ::: "memory");      \
	}
__SIMT_PTX_FENCE(scope_cta_t, "cta")
__SIMT_PTX_FENCE(scope_gpu_t, "gpu")
__SIMT_PTX_FENCE(scope_sys_t, "sys")

__SIMT_PTX void fence_proxy_alias() {
	asm volatile("fence.proxy.alias;" ::: "memory");
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__SIMT_PTX_FENCE(scope_cluster_t, "cluster")

__SIMT_PTX void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
	asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Between ordinary accesses and those of bulk copies. */
__SIMT_PTX void fence_proxy_async() {
	asm volatile("fence.proxy.async;" ::: "memory");
}
__SIMT_PTX void fence_proxy_async(space_global_t) {
	asm volatile("fence.proxy.async.global;" ::: "memory");
}
__SIMT_PTX void fence_proxy_async(space_cluster_t) {
	asm volatile("fence.proxy.async.shared::cluster;" ::: "memory");
}
__SIMT_PTX void fence_proxy_async(space_shared_t) {
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* ---- clusters ---- */

__SIMT_PTX void barrier_cluster_arrive() {
	asm volatile("barrier.cluster.arrive;" ::: "memory");
}
__SIMT_PTX void barrier_cluster_arrive(sem_release_t) {
	asm volatile("barrier.cluster.arrive.release;" ::: "memory");
}
__SIMT_PTX void barrier_cluster_arrive(sem_relaxed_t) {
	asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
}
__SIMT_PTX void barrier_cluster_wait() {
	asm volatile("barrier.cluster.wait;" ::: "memory");
}
__SIMT_PTX void barrier_cluster_wait(sem_acquire_t) {
	asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

__SIMT_PTX uint32_t getctarank(space_cluster_t, const void *address) {
	uint32_t rank;
	asm("getctarank.shared::cluster.u32 %0, %1;"
	    : "=r"(rank)
	    : "r"(__shared_at(address)));
	return rank;
}

/* The same variable in another block. */
template <typename T> __SIMT_PTX T *mapa(space_cluster_t, T *address, uint32_t rank) {
	unsigned there;
	asm("mapa.shared::cluster.u32 %0, %1, %2;"
	    : "=r"(there)
	    : "r"(__shared_at(address)), "r"(rank));
	return static_cast<T *>(__cvta_shared_to_generic(there));
}
#endif
#undef __SIMT_PTX_FENCE

} // namespace ptx
} // namespace cuda
