// Kernels of a library that is loaded and unloaded again and again.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

template <int N> __global__ void walk(float *p)
{
	float s = threadIdx.x + N;
	for (int i = 0; i < 1000; i++) {
		s = s * 1.0001f + sinf(s);
		p[threadIdx.x] += s;
	}
}

extern "C" int run(void)
{
	float *p;
	cudaMalloc(&p, 32 * sizeof *p);
	cudaMemset(p, 0, 32 * sizeof *p);
	walk<1><<<1, 32>>>(p);
	walk<2><<<1, 32>>>(p);
	walk<3><<<1, 32>>>(p);
	cudaError_t e = cudaDeviceSynchronize();
	cudaFree(p);
	return e;
}
