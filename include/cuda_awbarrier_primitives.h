/* cuda_awbarrier_primitives.h - barriers in shared memory at which arriving and waiting
 * are two steps (mbarrier).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_HELPERS_H_

#include <stdint.h>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

typedef uint64_t __mbarrier_t __attribute__((aligned(8)));
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
__SIMT_BARRIER unsigned __simt_mbarrier_at(const __mbarrier_t *barrier) {
	unsigned address;
	asm("{\n\t"
	    ".reg .b64 at;\n\t"
	    "cvta.to.shared.u64 at, %1;\n\t"
	    "cvt.u32.u64 %0, at;\n\t"
	    "}"
	    : "=r"(address)
	    : "l"(barrier));
	return address;
}

__SIMT_BARRIER void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count) {
	unsigned at = __simt_mbarrier_at(barrier);
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(expected_count)
	             : "memory");
}

/* Makes the memory free for other use. */
__SIMT_BARRIER void __mbarrier_inval(__mbarrier_t *barrier) {
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__simt_mbarrier_at(barrier))
	             : "memory");
}

/* The token says which phase the arrival belongs to. */
__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
	__mbarrier_token_t token;
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
	             : "=l"(token)
	             : "r"(__simt_mbarrier_at(barrier))
	             : "memory");
	return token;
}

/* Arrives, and takes part in no later phase. */
__SIMT_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
	__mbarrier_token_t token;
	asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
	             : "=l"(token)
	             : "r"(__simt_mbarrier_at(barrier))
	             : "memory");
	return token;
}

/* How many arrivals the phase of the token was waiting for. */
__SIMT_BARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
	uint32_t count;
	asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
	return count;
}

/* Is the token's phase complete? */
__SIMT_BARRIER bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
	unsigned complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(complete)
	             : "r"(__simt_mbarrier_at(barrier)), "l"(token)
	             : "memory");
	return complete;
}

/* Is a phase of that parity complete, with phases counted 0, 1, 0, 1 ...? */
__SIMT_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
	unsigned complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(complete)
	             : "r"(__simt_mbarrier_at(barrier)), "r"((unsigned)parity)
	             : "memory");
	return complete;
}

#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* The same, and sleeps until then for at most about that long. */
__SIMT_BARRIER bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                        uint32_t max_sleep_nanosec) {
	unsigned complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.try_wait.shared.b64 p, [%1], %2, %3;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(complete)
	             : "r"(__simt_mbarrier_at(barrier)), "l"(token), "r"(max_sleep_nanosec)
	             : "memory");
	return complete;
}

__SIMT_BARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                               uint32_t max_sleep_nanosec) {
	unsigned complete;
	asm volatile("{\n\t"
	             ".reg .pred p;\n\t"
	             "mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t"
	             "}"
	             : "=r"(complete)
	             : "r"(__simt_mbarrier_at(barrier)), "r"((unsigned)parity),
	               "r"(max_sleep_nanosec)
	             : "memory");
	return complete;
}

#endif

#undef __SIMT_BARRIER

#endif
