/* ptx_mbarrier.h - cuda::ptx: barriers in shared memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

__SIMT_PTX void mbarrier_init(uint64_t *barrier, const uint32_t &count) {
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__shared_at(barrier)),
	             "r"(count)
	             : "memory");
}

__SIMT_PTX void mbarrier_inval(uint64_t *barrier) {
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__shared_at(barrier))
	             : "memory");
}

__SIMT_PTX uint64_t mbarrier_arrive(uint64_t *barrier) {
	uint64_t state;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
	             : "=l"(state)
	             : "r"(__shared_at(barrier))
	             : "memory");
	return state;
}

/* Arrives when the thread's copies so far are complete; the second form arrives as one of
 * those that the barrier expects. */
__SIMT_PTX void cp_async_mbarrier_arrive(uint64_t *barrier) {
	asm volatile(
		"cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__shared_at(barrier))
		: "memory");
}
__SIMT_PTX void cp_async_mbarrier_arrive_noinc(uint64_t *barrier) {
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
			     __shared_at(barrier))
	             : "memory");
}

/* ---- waiting: true when the phase is complete ---- */

#define __SIMT_PTX_WAIT(name, insn, State, s)                             \
	__SIMT_PTX bool name(uint64_t *barrier, const State &state) {     \
		unsigned complete;                                        \
		asm volatile("{\n\t"                                      \
		             ".reg .pred p;\n\t" insn " p, [%1], %2;\n\t" \
		             "selp.u32 %0, 1, 0, p;\n\t"                  \
		             "}"                                          \
		             : "=r"(complete)                             \
		             : "r"(__shared_at(barrier)), #s(state)       \
		             : "memory");                                 \
		return complete;                                          \
	}
__SIMT_PTX_WAIT(mbarrier_test_wait, "mbarrier.test_wait.shared.b64", uint64_t, l)
__SIMT_PTX_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity.shared.b64",
                uint32_t, r)
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__SIMT_PTX_WAIT(mbarrier_try_wait, "mbarrier.try_wait.shared.b64", uint64_t, l)
__SIMT_PTX_WAIT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared.b64", uint32_t,
                r)

/* The same with a scope, and with the longest sleep in nanoseconds. */
#define __SIMT_PTX_WAIT_SCOPE(name, insn, State, s, Scope, scope)       \
	__SIMT_PTX bool name(sem_acquire_t, Scope, uint64_t *barrier,   \
	                     const State &state) {                      \
		unsigned complete;                                      \
		asm volatile("{\n\t"                                    \
		             ".reg .pred p;\n\t" insn ".acquire." scope \
		             ".shared::cta.b64 p, [%1], %2;\n\t"        \
		             "selp.u32 %0, 1, 0, p;\n\t"                \
		             "}"                                        \
		             : "=r"(complete)                           \
		             : "r"(__shared_at(barrier)), #s(state)     \
		             : "memory");                               \
		return complete;                                        \
	}
#define __SIMT_PTX_WAIT_SLEEP(name, insn, State, s, Scope, scope)                     \
	__SIMT_PTX bool name(sem_acquire_t, Scope, uint64_t *barrier,                 \
	                     const State &state, const uint32_t &nanoseconds) {       \
		unsigned complete;                                                    \
		asm volatile("{\n\t"                                                  \
		             ".reg .pred p;\n\t" insn ".acquire." scope               \
		             ".shared::cta.b64 p, [%1], %2, %3;\n\t"                  \
		             "selp.u32 %0, 1, 0, p;\n\t"                              \
		             "}"                                                      \
		             : "=r"(complete)                                         \
		             : "r"(__shared_at(barrier)), #s(state), "r"(nanoseconds) \
		             : "memory");                                             \
		return complete;                                                      \
	}
#define __SIMT_PTX_WAITS(Scope, scope)                                                \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_test_wait, "mbarrier.test_wait", uint64_t, l,  \
	                      Scope, scope)                                           \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_test_wait_parity, "mbarrier.test_wait.parity", \
	                      uint32_t, r, Scope, scope)                              \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, l,    \
	                      Scope, scope)                                           \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_try_wait_parity, "mbarrier.try_wait.parity",   \
	                      uint32_t, r, Scope, scope)                              \
	__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, l,    \
	                      Scope, scope)                                           \
	__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait_parity, "mbarrier.try_wait.parity",   \
	                      uint32_t, r, Scope, scope)
__SIMT_PTX_WAITS(scope_cta_t, "cta")
__SIMT_PTX_WAITS(scope_cluster_t, "cluster")
#undef __SIMT_PTX_WAITS
#undef __SIMT_PTX_WAIT_SLEEP
#undef __SIMT_PTX_WAIT_SCOPE

/* ---- arriving, with a count of threads or of bytes ---- */

#define __SIMT_PTX_ARRIVE(Scope, scope)                                                  \
	__SIMT_PTX uint64_t mbarrier_arrive(sem_release_t, Scope, space_shared_t,        \
	                                    uint64_t *barrier,                           \
	                                    const uint32_t &count = 1) {                 \
		uint64_t state;                                                          \
		asm volatile("mbarrier.arrive.release." scope                            \
		             ".shared::cta.b64 %0, [%1], %2;"                            \
		             : "=l"(state)                                               \
		             : "r"(__shared_at(barrier)), "r"(count)                     \
		             : "memory");                                                \
		return state;                                                            \
	}                                                                                \
	__SIMT_PTX uint64_t mbarrier_arrive_expect_tx(sem_release_t, Scope,              \
	                                              space_shared_t, uint64_t *barrier, \
	                                              const uint32_t &bytes) {           \
		uint64_t state;                                                          \
		asm volatile("mbarrier.arrive.expect_tx.release." scope                  \
		             ".shared::cta.b64 %0, [%1], %2;"                            \
		             : "=l"(state)                                               \
		             : "r"(__shared_at(barrier)), "r"(bytes)                     \
		             : "memory");                                                \
		return state;                                                            \
	}                                                                                \
	__SIMT_PTX void mbarrier_expect_tx(sem_relaxed_t, Scope, space_shared_t,         \
	                                   uint64_t *barrier, const uint32_t &bytes) {   \
		asm volatile("mbarrier.expect_tx.relaxed." scope                         \
		             ".shared::cta.b64 [%0], %1;" ::"r"(__shared_at(barrier)),   \
		             "r"(bytes)                                                  \
		             : "memory");                                                \
	}
__SIMT_PTX_ARRIVE(scope_cta_t, "cta")
__SIMT_PTX_ARRIVE(scope_cluster_t, "cluster")
#undef __SIMT_PTX_ARRIVE

/* At the barrier of another block of the cluster. */
__SIMT_PTX void mbarrier_arrive(sem_release_t, scope_cluster_t, space_cluster_t,
                                uint64_t *barrier, const uint32_t &count = 1) {
	asm volatile(
		"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(
			__shared_at(barrier)),
		"r"(count)
		: "memory");
}
__SIMT_PTX void mbarrier_arrive_expect_tx(sem_release_t, scope_cluster_t, space_cluster_t,
                                          uint64_t *barrier, const uint32_t &bytes) {
	asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 "
	             "_, [%0], %1;" ::"r"(__shared_at(barrier)),
	             "r"(bytes)
	             : "memory");
}
#endif
#undef __SIMT_PTX_WAIT

} // namespace ptx
} // namespace cuda
