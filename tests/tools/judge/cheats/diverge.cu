// Half of a block waits at a barrier.
// expects: sync
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x < 16)
		__syncthreads();
	if (i < n)
		c[i] = a[i] + b[i];
}
