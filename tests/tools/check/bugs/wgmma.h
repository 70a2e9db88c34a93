// wgmma.h - what the planted mistakes with products of a warpgroup are made of.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

__device__ uint64_t descriptor(const void *p) {
	return (uint64_t)(((unsigned)__cvta_generic_to_shared(p) & 0x3ffff) >> 4) |
	       (uint64_t)(128 >> 4) << 16 | (uint64_t)(256 >> 4) << 32;
}

#define MULTIPLY(d, a, b)                                                                \
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, " \
	             "%4, %5, 1, 1, 1, 0, 0;"                                            \
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                    \
	             : "l"(descriptor(a)), "l"(descriptor(b))                            \
	             : "memory")
#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory")
#define PROXY() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
