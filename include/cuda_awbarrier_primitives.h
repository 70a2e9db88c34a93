/* cuda_awbarrier_primitives.h - barriers in shared memory at which arriving and waiting
 * are two steps (mbarrier).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_HELPERS_H_

#include <stdint.h>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

typedef uint64_t __mbarrier_t __attribute__((__aligned__(8)));
typedef uint64_t __mbarrier_token_t;

#define __SIMT_BARRIER static __device__ __forceinline__

/* The most threads that a barrier can wait for. */
__SIMT_BARRIER uint32_t __mbarrier_maximum_count() {
	return (1u << 14) - 1;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#include "simt/mbarrier_software.h"
#else

/* Barriers are addressed in the window of shared memory. */
__SIMT_BARRIER unsigned __simt_mbarrier_at(const __mbarrier_t *__barrier) {
	unsigned __address;
	asm("{\n\t"
	    ".reg .b64 at;\n\t"
	    "cvta.to.shared.u64 at, %1;\n\t"
	    "cvt.u32.u64 %0, at;\n\t"
	    "}"
	    : "=r"(__address)
	    : "l"(__barrier));
	return __address;
}

__SIMT_BARRIER void __mbarrier_init(__mbarrier_t *__barrier, uint32_t __expected_count) {
	unsigned __at = __simt_mbarrier_at(__barrier);
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__at), "r"(__expected_count)
	             : "memory");
}

/* Makes the memory free for other use. */
__SIMT_BARRIER void __mbarrier_inval(__mbarrier_t *__barrier) {
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__simt_mbarrier_at(__barrier))
	             : "memory");
}

/* The token says which phase the arrival belongs to. */
__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *__barrier) {
	__mbarrier_token_t __token;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
	             : "=l"(__token)
	             : "r"(__simt_mbarrier_at(__barrier))
	             : "memory");
	return __token;
}

/* Arrives, and takes part in no later phase. */
__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *__barrier) {
	__mbarrier_token_t __token;
	asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
	             : "=l"(__token)
	             : "r"(__simt_mbarrier_at(__barrier))
	             : "memory");
	return __token;
}

/* How many arrivals the phase of the token was waiting for. */
__SIMT_BARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t __token) {
	uint32_t __count;
	asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(__count) : "l"(__token));
	return __count;
}

/* Whether the token's phase is complete. */
__SIMT_BARRIER bool __mbarrier_test_wait(__mbarrier_t *__barrier, __mbarrier_token_t __token) {
	unsigned __complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__complete)
	             : "r"(__simt_mbarrier_at(__barrier)), "l"(__token)
	             : "memory");
	return __complete;
}

/* Whether the phase of that parity is complete; phases are counted 0, 1, 0, 1 ... */
__SIMT_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *__barrier, bool __parity) {
	unsigned __complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__complete)
	             : "r"(__simt_mbarrier_at(__barrier)), "r"((unsigned)__parity)
	             : "memory");
	return __complete;
}

#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The same, and sleeps until then for at most about that long. */
__SIMT_BARRIER bool __mbarrier_try_wait(__mbarrier_t *__barrier, __mbarrier_token_t __token,
                                        uint32_t __max_sleep_nanosec) {
	unsigned __complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.try_wait.shared.b64 p, [%1], %2, %3;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__complete)
	             : "r"(__simt_mbarrier_at(__barrier)), "l"(__token), "r"(__max_sleep_nanosec)
	             : "memory");
	return __complete;
}

__SIMT_BARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *__barrier, bool __parity,
                                               uint32_t __max_sleep_nanosec) {
	unsigned __complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(__complete)
	             : "r"(__simt_mbarrier_at(__barrier)), "r"((unsigned)__parity),
	               "r"(__max_sleep_nanosec)
	             : "memory");
	return __complete;
}

#endif

#undef __SIMT_BARRIER

#endif
