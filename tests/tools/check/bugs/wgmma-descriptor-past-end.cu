// build: -arch=sm_90a
// expect: Invalid __global__ read of size 16 bytes; block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

__device__ uint64_t descriptor(const void *p) {
	return (uint64_t)(((unsigned)__cvta_generic_to_shared(p) & 0x3ffff) >> 4) | (uint64_t)(128 >> 4) << 16 |
	       (uint64_t)(256 >> 4) << 32;
}

#define MULTIPLY(d, a, b) asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(a)), "l"(descriptor(b)) : "memory")
#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory")
#define PROXY() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

__global__ void f(float *o) {
	__shared__ __align__(128) half a[64 * 16];
	float d[4] = {0, 0, 0, 0};
	for (int i = threadIdx.x; i < 64 * 16; i += 128)
		a[i] = 1;
	PROXY();
	__syncthreads();
	FENCE();
	MULTIPLY(d, a, a + 64 * 16); // bug
	COMMIT();
	WAIT(0);
	for (int i = 0; i < 4; i++)
		o[threadIdx.x * 4 + i] = d[i];
}

int main() {
	float *o;
	cudaMalloc(&o, 128 * 16);
	f<<<1, 128>>>(o);
	cudaDeviceSynchronize();
}
