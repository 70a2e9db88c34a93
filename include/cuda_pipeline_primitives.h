/* cuda_pipeline_primitives.h - copies from global to shared memory that run on while
 * the thread goes on (cp.async).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_HELPERS_H_

#include <stddef.h>

#include "cuda_awbarrier_primitives.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

#define __SIMT_PIPELINE static __device__ __forceinline__

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

#define __SIMT_CP_ASYNC(modifier, bytes)                                                 \
	asm volatile("cp.async." modifier ".shared.global [%0], [%1], " bytes ", %2;" :: \
	             "r"(__to), "l"(__global), "r"(__copied)                             \
	             : "memory")

/* Copies 4, 8 or 16 bytes, the last `zfill` of which become zero instead. */
__SIMT_PIPELINE void __pipeline_memcpy_async(void *__restrict__ __shared,
                                             const void *__restrict__ __global,
                                             size_t __size_bytes, size_t __zfill = 0) {
	unsigned __to = __simt_mbarrier_at((const __mbarrier_t *)__shared);
	unsigned __copied = (unsigned)(__size_bytes - __zfill);
	switch (__size_bytes) {
	case 4: __SIMT_CP_ASYNC("ca", "4"); break;
	case 8: __SIMT_CP_ASYNC("ca", "8"); break;
	case 16: __SIMT_CP_ASYNC("cg", "16"); break;
	default: asm volatile("trap;");
	}
}
#undef __SIMT_CP_ASYNC

/* The copies since the last commit become one batch. */
__SIMT_PIPELINE void __pipeline_commit() {
	asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until at most the latest `prior` batches are still under way. */
__SIMT_PIPELINE void __pipeline_wait_prior(size_t __prior) {
#define __SIMT_WAIT(n) asm volatile("cp.async.wait_group " #n ";" ::: "memory")
	switch (__prior) {
	case 0: __SIMT_WAIT(0); break;
	case 1: __SIMT_WAIT(1); break;
	case 2: __SIMT_WAIT(2); break;
	case 3: __SIMT_WAIT(3); break;
	case 4: __SIMT_WAIT(4); break;
	case 5: __SIMT_WAIT(5); break;
	case 6: __SIMT_WAIT(6); break;
	case 7: __SIMT_WAIT(7); break;
	default: __SIMT_WAIT(8); break;
	}
#undef __SIMT_WAIT
}

/* Arrives at the barrier when the copies so far are complete. */
__SIMT_PIPELINE void __pipeline_arrive_on(__mbarrier_t *__barrier) {
	asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(
	                     __simt_mbarrier_at(__barrier))
	             : "memory");
}

#else

/* Without asynchronous copies each is complete when it returns. */
__SIMT_PIPELINE void __pipeline_memcpy_async(void *__restrict__ __shared,
                                             const void *__restrict__ __global,
                                             size_t __size_bytes, size_t __zfill = 0) {
	if (__size_bytes != 4 && __size_bytes != 8 && __size_bytes != 16)
		asm volatile("trap;");
	char *__to = (char *)__shared;
	const char *__from = (const char *)__global;
	for (size_t __i = 0; __i < __size_bytes; __i++)
		__to[__i] = __i < __size_bytes - __zfill ? __from[__i] : 0;
}

__SIMT_PIPELINE void __pipeline_commit() {}

__SIMT_PIPELINE void __pipeline_wait_prior(size_t __prior) {
	(void)__prior;
}

__SIMT_PIPELINE void __pipeline_arrive_on(__mbarrier_t *__barrier) {
	(void)__barrier;
}

#endif

#undef __SIMT_PIPELINE

#endif
