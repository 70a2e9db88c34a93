/* ptx_mbarrier.h - cuda::ptx: barriers in shared memory.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

namespace cuda {
namespace ptx {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

__SIMT_PTX void mbarrier_init(uint64_t *__barrier, const uint32_t &__count) {
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__shared_at(__barrier)),
	             "r"(__count)
	             : "memory");
}

__SIMT_PTX void mbarrier_inval(uint64_t *__barrier) {
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__shared_at(__barrier))
	             : "memory");
}

__SIMT_PTX uint64_t mbarrier_arrive(uint64_t *__barrier) {
	uint64_t __state;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
	             : "=l"(__state)
	             : "r"(__shared_at(__barrier))
	             : "memory");
	return __state;
}

/* Arrives so often; the phase must not be complete with that. */
__SIMT_PTX uint64_t mbarrier_arrive_no_complete(uint64_t *__barrier,
                                                const uint32_t &__count) {
	uint64_t __state;
	asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
	             : "=l"(__state)
	             : "r"(__shared_at(__barrier)), "r"(__count)
	             : "memory");
	return __state;
}

/* Arrives, and is not expected in later phases. */
__SIMT_PTX uint64_t mbarrier_arrive_drop(uint64_t *__barrier) {
	uint64_t __state;
	asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
	             : "=l"(__state)
	             : "r"(__shared_at(__barrier))
	             : "memory");
	return __state;
}

/* How many arrivals the phase of a state was waiting for. */
__SIMT_PTX uint32_t mbarrier_pending_count(uint64_t __state) {
	uint32_t __count;
	asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(__count) : "l"(__state));
	return __count;
}

/* Arrives when the thread's copies so far are complete; the second form arrives as one of
 * those that the barrier expects. */
__SIMT_PTX void cp_async_mbarrier_arrive(uint64_t *__barrier) {
	asm volatile(
		"cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__shared_at(__barrier))
		: "memory");
}
__SIMT_PTX void cp_async_mbarrier_arrive_noinc(uint64_t *__barrier) {
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
			     __shared_at(__barrier))
	             : "memory");
}

/* ---- waiting: true when the phase is complete ---- */

#define __SIMT_PTX_WAIT(name, insn, _State, s)                             \
	__SIMT_PTX bool name(uint64_t *__barrier, const _State &__state) { \
		unsigned __complete;                                       \
		asm volatile("{\n\t"                                       \
		             ".reg .pred p;\n\t" insn " p, [%1], %2;\n\t"  \
		             "selp.u32 %0, 1, 0, p;\n\t"                   \
		             "}"                                           \
		             : "=r"(__complete)                            \
		             : "r"(__shared_at(__barrier)), s(__state)     \
		             : "memory");                                  \
		return __complete;                                         \
	}
__SIMT_PTX_WAIT(mbarrier_test_wait, "mbarrier.test_wait.shared.b64", uint64_t, "l")
__SIMT_PTX_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity.shared.b64",
                uint32_t, "r")
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__SIMT_PTX_WAIT(mbarrier_try_wait, "mbarrier.try_wait.shared.b64", uint64_t, "l")
__SIMT_PTX_WAIT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared.b64", uint32_t,
                "r")

/* With the longest sleep in nanoseconds. */
#define __SIMT_PTX_WAIT_SLEEP(name, insn, _State, s)                          \
	__SIMT_PTX bool name(uint64_t *__barrier, const _State &__state,      \
	                     const uint32_t &__nanoseconds) {                 \
		unsigned __complete;                                          \
		asm volatile("{\n\t"                                          \
		             ".reg .pred p;\n\t" insn " p, [%1], %2, %3;\n\t" \
		             "selp.u32 %0, 1, 0, p;\n\t"                      \
		             "}"                                              \
		             : "=r"(__complete)                               \
		             : "r"(__shared_at(__barrier)), s(__state),       \
		               "r"(__nanoseconds)                             \
		             : "memory");                                     \
		return __complete;                                            \
	}
__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait, "mbarrier.try_wait.shared.b64", uint64_t, "l")
__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared.b64",
                      uint32_t, "r")
#undef __SIMT_PTX_WAIT_SLEEP

/* The same with an order and a scope. */
#define __SIMT_PTX_WAIT_SCOPE(name, insn, _State, s, _Sem, sem, _Scope, scope)           \
	__SIMT_PTX bool name(_Sem, _Scope, uint64_t *__barrier, const _State &__state) { \
		unsigned __complete;                                                     \
		asm volatile("{\n\t"                                                     \
		             ".reg .pred p;\n\t" insn sem scope                          \
		             ".shared::cta.b64 p, [%1], %2;\n\t"                         \
		             "selp.u32 %0, 1, 0, p;\n\t"                                 \
		             "}"                                                         \
		             : "=r"(__complete)                                          \
		             : "r"(__shared_at(__barrier)), s(__state)                   \
		             : "memory");                                                \
		return __complete;                                                       \
	}
#define __SIMT_PTX_WAIT_SLEEP(name, insn, _State, s, _Sem, sem, _Scope, scope)         \
	__SIMT_PTX bool name(_Sem, _Scope, uint64_t *__barrier, const _State &__state, \
	                     const uint32_t &__nanoseconds) {                          \
		unsigned __complete;                                                   \
		asm volatile("{\n\t"                                                   \
		             ".reg .pred p;\n\t" insn sem scope                        \
		             ".shared::cta.b64 p, [%1], %2, %3;\n\t"                   \
		             "selp.u32 %0, 1, 0, p;\n\t"                               \
		             "}"                                                       \
		             : "=r"(__complete)                                        \
		             : "r"(__shared_at(__barrier)), s(__state),                \
		               "r"(__nanoseconds)                                      \
		             : "memory");                                              \
		return __complete;                                                     \
	}
#define __SIMT_PTX_WAITS(_Sem, sem, _Scope, scope)                                     \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_test_wait, "mbarrier.test_wait", uint64_t, "l", \
	                      _Sem, sem, _Scope, scope)                                \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_test_wait_parity, "mbarrier.test_wait.parity",  \
	                      uint32_t, "r", _Sem, sem, _Scope, scope)                 \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, "l",   \
	                      _Sem, sem, _Scope, scope)                                \
	__SIMT_PTX_WAIT_SCOPE(mbarrier_try_wait_parity, "mbarrier.try_wait.parity",    \
	                      uint32_t, "r", _Sem, sem, _Scope, scope)                 \
	__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, "l",   \
	                      _Sem, sem, _Scope, scope)                                \
	__SIMT_PTX_WAIT_SLEEP(mbarrier_try_wait_parity, "mbarrier.try_wait.parity",    \
	                      uint32_t, "r", _Sem, sem, _Scope, scope)
__SIMT_PTX_WAITS(sem_acquire_t, ".acquire.", scope_cta_t, "cta")
__SIMT_PTX_WAITS(sem_acquire_t, ".acquire.", scope_cluster_t, "cluster")
__SIMT_PTX_WAITS(sem_relaxed_t, ".relaxed.", scope_cta_t, "cta")
__SIMT_PTX_WAITS(sem_relaxed_t, ".relaxed.", scope_cluster_t, "cluster")
#undef __SIMT_PTX_WAITS
#undef __SIMT_PTX_WAIT_SLEEP
#undef __SIMT_PTX_WAIT_SCOPE

/* ---- arriving, with a count of threads or of bytes ---- */

__SIMT_PTX uint64_t mbarrier_arrive(uint64_t *__barrier, const uint32_t &__count) {
	uint64_t __state;
	asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;"
	             : "=l"(__state)
	             : "r"(__shared_at(__barrier)), "r"(__count)
	             : "memory");
	return __state;
}

#define __SIMT_PTX_ARRIVE(_Sem, sem, _Scope, scope)                                 \
	__SIMT_PTX uint64_t mbarrier_arrive(_Sem, _Scope, space_shared_t,           \
	                                    uint64_t *__barrier,                    \
	                                    const uint32_t &__count = 1) {          \
		uint64_t __state;                                                   \
		asm volatile("mbarrier.arrive" sem scope                            \
		             ".shared::cta.b64 %0, [%1], %2;"                       \
		             : "=l"(__state)                                        \
		             : "r"(__shared_at(__barrier)), "r"(__count)            \
		             : "memory");                                           \
		return __state;                                                     \
	}                                                                           \
	__SIMT_PTX uint64_t mbarrier_arrive_drop(_Sem, _Scope, space_shared_t,      \
	                                         uint64_t *__barrier,               \
	                                         const uint32_t &__count = 1) {     \
		uint64_t __state;                                                   \
		asm volatile("mbarrier.arrive_drop" sem scope                       \
		             ".shared::cta.b64 %0, [%1], %2;"                       \
		             : "=l"(__state)                                        \
		             : "r"(__shared_at(__barrier)), "r"(__count)            \
		             : "memory");                                           \
		return __state;                                                     \
	}                                                                           \
	__SIMT_PTX uint64_t mbarrier_arrive_expect_tx(_Sem, _Scope, space_shared_t, \
	                                              uint64_t *__barrier,          \
	                                              const uint32_t &__bytes) {    \
		uint64_t __state;                                                   \
		asm volatile("mbarrier.arrive.expect_tx" sem scope                  \
		             ".shared::cta.b64 %0, [%1], %2;"                       \
		             : "=l"(__state)                                        \
		             : "r"(__shared_at(__barrier)), "r"(__bytes)            \
		             : "memory");                                           \
		return __state;                                                     \
	}
__SIMT_PTX_ARRIVE(sem_release_t, ".release.", scope_cta_t, "cta")
__SIMT_PTX_ARRIVE(sem_release_t, ".release.", scope_cluster_t, "cluster")
__SIMT_PTX_ARRIVE(sem_relaxed_t, ".relaxed.", scope_cta_t, "cta")
__SIMT_PTX_ARRIVE(sem_relaxed_t, ".relaxed.", scope_cluster_t, "cluster")
#undef __SIMT_PTX_ARRIVE

#define __SIMT_PTX_COUNT_BYTES(name, insn, _Scope, scope, _Space, space)          \
	__SIMT_PTX void name(sem_relaxed_t, _Scope, _Space, uint64_t *__barrier,  \
	                     const uint32_t &__bytes) {                           \
		asm volatile(insn ".relaxed." scope space                         \
		                  ".b64 [%0], %1;" ::"r"(__shared_at(__barrier)), \
		             "r"(__bytes)                                         \
		             : "memory");                                         \
	}
#define __SIMT_PTX_BYTES(name, insn)                                                    \
	__SIMT_PTX_COUNT_BYTES(name, insn, scope_cta_t, "cta", space_shared_t,          \
	                       ".shared::cta")                                          \
	__SIMT_PTX_COUNT_BYTES(name, insn, scope_cluster_t, "cluster", space_shared_t,  \
	                       ".shared::cta")                                          \
	__SIMT_PTX_COUNT_BYTES(name, insn, scope_cluster_t, "cluster", space_cluster_t, \
	                       ".shared::cluster")
__SIMT_PTX_BYTES(mbarrier_expect_tx, "mbarrier.expect_tx")
__SIMT_PTX_BYTES(mbarrier_complete_tx, "mbarrier.complete_tx")
#undef __SIMT_PTX_BYTES
#undef __SIMT_PTX_COUNT_BYTES

/* At the barrier of another block of the cluster. */
#define __SIMT_PTX_ARRIVE_REMOTE(name, insn, _Sem, sem, Default)                        \
	__SIMT_PTX void name(_Sem, scope_cluster_t, space_cluster_t,                    \
	                     uint64_t *__barrier, const uint32_t &count Default) {      \
		asm volatile(insn sem "cluster.shared::cluster.b64 _, [%0], %1;" ::"r"( \
				     __shared_at(__barrier)),                           \
		             "r"(count)                                                 \
		             : "memory");                                               \
	}
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive, "mbarrier.arrive", sem_release_t, ".release.",
                         = 1)
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive, "mbarrier.arrive", sem_relaxed_t, ".relaxed.",
                         = 1)
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive_drop, "mbarrier.arrive_drop", sem_release_t,
                         ".release.", = 1)
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive_drop, "mbarrier.arrive_drop", sem_relaxed_t,
                         ".relaxed.", = 1)
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive_expect_tx, "mbarrier.arrive.expect_tx",
                         sem_release_t, ".release.", )
__SIMT_PTX_ARRIVE_REMOTE(mbarrier_arrive_expect_tx, "mbarrier.arrive.expect_tx",
                         sem_relaxed_t, ".relaxed.", )
#undef __SIMT_PTX_ARRIVE_REMOTE
#endif
#undef __SIMT_PTX_WAIT

} // namespace ptx
} // namespace cuda
