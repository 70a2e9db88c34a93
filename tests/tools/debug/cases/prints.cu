// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstdio>
#include <cstdlib>

__device__ int *kept;

__global__ void prints()
{
	long long far[3] = {1, 2, 3};
	int *p = (int *)malloc(64);
	p[threadIdx.x] = 7;
	printf("thread %d has %d\n", threadIdx.x, p[threadIdx.x]);
	if (threadIdx.x == 1)
		kept = p;
	else
		free(p);
	__syncthreads();
	assert(kept == nullptr || far[0] == 2);
}
