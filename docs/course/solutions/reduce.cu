// reduce.cu - longest.cu with one instruction for the reduction of a warp.
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

__device__ int warp_max(int v)
{
	return __reduce_max_sync(0xffffffffu, v);
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
