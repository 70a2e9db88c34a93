// A block waits for one that comes after it.
// expects: deadlock timeout
// SPDX-License-Identifier: Apache-2.0
__device__ int ready;
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (blockIdx.x == 0 && gridDim.x > 1)
		while (*(volatile int *)&ready == 0)
			;
	if (i < n)
		c[i] = a[i] + b[i];
}
