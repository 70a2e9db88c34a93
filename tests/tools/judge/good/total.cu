// against: total.py
// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
__global__ void total(const float *x, float *sum, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? x[i] : 0;
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, v);
}
