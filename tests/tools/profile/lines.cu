// Each line of the kernel calls functions of the toolkit's headers, which are inlined: it is billed to its line.
#include "include/own.h"
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void calls(int *p, float *f) {
	__shared__ int s[64];
	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads(); // barrier
	int v = s[63 - threadIdx.x];
	v += __shfl_xor_sync(0xffffffff, v, 1); // shuffle
	v += __reduce_add_sync(0xffffffff, v); // reduction
	atomicAdd(p, v); // atomic
	f[threadIdx.x] = sinf(f[threadIdx.x]); // sine
	__half h = __float2half(f[threadIdx.x]); // half
	f[threadIdx.x] = __half2float(__hadd(h, h)); // half again
	cooperative_groups::this_thread_block().sync(); // group
	p[threadIdx.x] = own_function(p[threadIdx.x]); // own header
	__threadfence(); // fence
}

__global__ void wild(int *p) {
	atomicAdd(p, 1); // fault
}

int main(int argc, char **argv) {
	int *p;
	float *f;
	cudaMalloc(&p, 256);
	cudaMalloc(&f, 256);
	cudaMemset(p, 0, 256);
	cudaMemset(f, 0, 256);
	if (argc > 1)
		wild<<<1, 32>>>(p + (1ll << 34));
	else
		calls<<<1, 64>>>(p, f);
	return cudaDeviceSynchronize();
}
