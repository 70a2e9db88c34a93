// longest.cu - the kernel of the course: of many numbers, which takes the most Collatz steps to reach 1?
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Half of an even number, three times an odd one and one more; until 1.
__device__ int steps(unsigned x)
{
	int count = 0;
	while (x != 1) {
		if (x % 2 == 0)
			x = x / 2;
		else
			x = 3 * x + 1;
		count++;
	}
	return count;
}

template <typename T>
__device__ T warp_max(T v)
{
	for (int d = warpSize / 2; d > 0; d /= 2)
		v = max(v, __shfl_xor_sync(0xffffffffu, v, d));
	return v;
}

__global__ void longest(const unsigned *start, int *length, int *best, int n)
{
	__shared__ int part[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int mine = 0;
	if (i < n) {
		mine = steps(start[i]);
		length[i] = mine;
	}
	mine = warp_max(mine);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = mine;
	__syncthreads();
	if (threadIdx.x < 32) {
		mine = warp_max(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
		if (threadIdx.x == 0)
			atomicMax(best, mine);
	}
}

int main()
{
	const int n = 1000;
	unsigned *start;
	int *length, *best;
	cudaMallocManaged(&start, n * sizeof *start);
	cudaMallocManaged(&length, n * sizeof *length);
	cudaMallocManaged(&best, sizeof *best);
	for (int i = 0; i < n; i++)
		start[i] = i + 1;
	*best = 0;
	longest<<<(n + 127) / 128, 128>>>(start, length, best, n);
	cudaError_t e = cudaDeviceSynchronize();
	printf("below %d the longest way has %d steps; 27 needs %d (%s)\n", n + 1, *best, length[26],
	       cudaGetErrorString(e));
	return e != cudaSuccess || *best != 178 || length[26] != 111;
}
