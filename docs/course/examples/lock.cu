// lock.cu - 32 lanes of one warp, one lock, no help from the programmer.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void count(int *lock, volatile int *counter)
{
	while (atomicCAS(lock, 0, 1) != 0)
		; // wait for the lane that has it
	*counter = *counter + 1;
	__threadfence();
	atomicExch(lock, 0);
}

int main()
{
	int *memory;
	cudaMallocManaged(&memory, 2 * sizeof(int));
	memory[0] = memory[1] = 0;
	count<<<1, 32>>>(&memory[0], &memory[1]);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d lanes held the lock (%s)\n", memory[1], cudaGetErrorString(e));
	return memory[1] != 32;
}
