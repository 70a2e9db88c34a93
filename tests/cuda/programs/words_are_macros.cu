// CUDA's words are macros too: what a program says for other compilers (`#ifndef __host__`) does not count here.
#ifndef __host__
#define __host__
#define __device__
#endif
#if !defined(__global__) || !defined(__shared__) || !defined(__launch_bounds__)
#define __global__ static
#define __shared__
#define __launch_bounds__(n)
#endif
#include <cstdio>

#define KERNEL __global__ void __launch_bounds__(32)

__device__ int last(const int *a, int n)
{
	__syncthreads();
	return a[n - 1];
}

KERNEL sum()
{
	__shared__ int part[32];
	part[threadIdx.x] = threadIdx.x * 2;
	int got = last(part, blockDim.x);
	if (threadIdx.x == 0)
		printf("%d\n", got);
}

int main()
{
	sum<<<1, 32>>>();
	return cudaDeviceSynchronize();
}
