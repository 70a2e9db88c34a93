/* ptx_base.h - the tags that stand for an instruction's modifiers, and fences.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/scope.h"

#define __SIMT_PTX static __device__ __forceinline__

namespace cuda {
namespace ptx {

/* Modifiers as types, so that they choose the overload. */
enum class dot_space { global, cluster, shared };
enum class dot_sem { acq_rel, acquire, relaxed, release, sc, weak };
enum class dot_scope { cta, cluster, gpu, sys };
enum class dot_op { add, dec, inc, max, min, and_op, or_op, xor_op, cas, exch };
template <dot_space _Space> using space_t = ::std::integral_constant<dot_space, _Space>;
template <dot_sem _Sem> using sem_t = ::std::integral_constant<dot_sem, _Sem>;
template <dot_scope _Scope> using scope_t = ::std::integral_constant<dot_scope, _Scope>;
template <dot_op _Op> using op_t = ::std::integral_constant<dot_op, _Op>;
#define __SIMT_PTX_TAG(kind, name)                            \
	typedef kind##_t<dot_##kind::name> kind##_##name##_t; \
	constexpr kind##_##name##_t kind##_##name = {};
__SIMT_PTX_TAG(space, global)
__SIMT_PTX_TAG(space, shared)
__SIMT_PTX_TAG(space, cluster)
__SIMT_PTX_TAG(sem, acq_rel)
__SIMT_PTX_TAG(sem, acquire)
__SIMT_PTX_TAG(sem, relaxed)
__SIMT_PTX_TAG(sem, release)
__SIMT_PTX_TAG(sem, sc)
__SIMT_PTX_TAG(sem, weak)
__SIMT_PTX_TAG(scope, cta)
__SIMT_PTX_TAG(scope, cluster)
__SIMT_PTX_TAG(scope, gpu)
__SIMT_PTX_TAG(scope, sys)
__SIMT_PTX_TAG(op, add)
__SIMT_PTX_TAG(op, and_op)
__SIMT_PTX_TAG(op, cas)
__SIMT_PTX_TAG(op, dec)
__SIMT_PTX_TAG(op, exch)
__SIMT_PTX_TAG(op, inc)
__SIMT_PTX_TAG(op, max)
__SIMT_PTX_TAG(op, min)
__SIMT_PTX_TAG(op, or_op)
__SIMT_PTX_TAG(op, xor_op)
#undef __SIMT_PTX_TAG

/* A number that the instruction has in itself. */
template <int __N> using n32_t = ::std::integral_constant<int, __N>;
template <int __N> constexpr n32_t<__N> n32 = {};

/* The bits of a value of 4 or 8 bytes, for an operand of any such type. */
template <typename __T> __SIMT_PTX uint32_t __bits32(const __T &__v) {
	static_assert(sizeof(__T) == 4, "the value must have 4 bytes");
	return __builtin_bit_cast(uint32_t, __v);
}
template <typename __T> __SIMT_PTX uint64_t __bits64(const __T &__v) {
	static_assert(sizeof(__T) == 8, "the value must have 8 bytes");
	return __builtin_bit_cast(uint64_t, __v);
}

/* Addresses in the windows of shared and global memory. */
__SIMT_PTX unsigned __shared_at(const void *__p) {
	return (unsigned)__cvta_generic_to_shared(__p);
}
__SIMT_PTX size_t __global_at(const void *__p) {
	return __cvta_generic_to_global(__p);
}

/* ---- fences ---- */

#define __SIMT_PTX_FENCE(_Scope, scope)                                \
	__SIMT_PTX void fence(sem_acq_rel_t, _Scope) {                 \
		asm volatile("fence.acq_rel." scope ";" ::: "memory"); \
	}                                                              \
	__SIMT_PTX void fence(sem_sc_t, _Scope) {                      \
		asm volatile("fence.sc." scope ";" ::: "memory");      \
	}
__SIMT_PTX_FENCE(scope_cta_t, "cta")
__SIMT_PTX_FENCE(scope_gpu_t, "gpu")
__SIMT_PTX_FENCE(scope_sys_t, "sys")

#define __SIMT_PTX_FENCE_TENSORMAP(_Scope, scope)                                      \
	__SIMT_PTX void fence_proxy_tensormap_generic(sem_release_t, _Scope) {         \
		asm volatile("fence.proxy.tensormap::generic.release." scope ";" ::    \
		                     : "memory");                                      \
	}                                                                              \
	template <int __N>                                                             \
	__SIMT_PTX void fence_proxy_tensormap_generic(sem_acquire_t, _Scope,           \
	                                              const void *__map, n32_t<__N>) { \
		asm volatile("fence.proxy.tensormap::generic.acquire." scope           \
		             " [%0], %1;" ::"l"(__map),                                \
		             "n"(__N)                                                  \
		             : "memory");                                              \
	}

__SIMT_PTX void fence_proxy_alias() {
	asm volatile("fence.proxy.alias;" ::: "memory");
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__SIMT_PTX_FENCE(scope_cluster_t, "cluster")
__SIMT_PTX_FENCE_TENSORMAP(scope_cta_t, "cta")
__SIMT_PTX_FENCE_TENSORMAP(scope_cluster_t, "cluster")
__SIMT_PTX_FENCE_TENSORMAP(scope_gpu_t, "gpu")
__SIMT_PTX_FENCE_TENSORMAP(scope_sys_t, "sys")

/* Only of what is done to shared memory by means of barriers there. */
__SIMT_PTX void fence_sync_restrict(sem_acquire_t, space_cluster_t, scope_cluster_t) {
	asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" ::
	                     : "memory");
}
__SIMT_PTX void fence_sync_restrict(sem_release_t, space_shared_t, scope_cluster_t) {
	asm volatile("fence.release.sync_restrict::shared::cta.cluster;" ::: "memory");
}
__SIMT_PTX void fence_proxy_async_generic_sync_restrict(sem_acquire_t, space_cluster_t,
                                                        scope_cluster_t) {
	asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster"
	             ".cluster;" ::
	                     : "memory");
}
__SIMT_PTX void fence_proxy_async_generic_sync_restrict(sem_release_t, space_shared_t,
                                                        scope_cluster_t) {
	asm volatile("fence.proxy.async::generic.release.sync_restrict::shared::cta"
	             ".cluster;" ::
	                     : "memory");
}

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

__SIMT_PTX uint32_t getctarank(space_cluster_t, const void *__address) {
	uint32_t __rank;
	asm("getctarank.shared::cluster.u32 %0, %1;"
	    : "=r"(__rank)
	    : "r"(__shared_at(__address)));
	return __rank;
}

/* The same variable in another block. */
template <typename __T>
__SIMT_PTX __T *mapa(space_cluster_t, __T *__address, uint32_t __rank) {
	unsigned __there;
	asm("mapa.shared::cluster.u32 %0, %1, %2;"
	    : "=r"(__there)
	    : "r"(__shared_at(__address)), "r"(__rank));
	return static_cast<__T *>(__cvta_shared_to_generic(__there));
}
#endif
#undef __SIMT_PTX_FENCE_TENSORMAP
#undef __SIMT_PTX_FENCE

} // namespace ptx
} // namespace cuda
