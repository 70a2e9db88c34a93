// It looks for what an earlier block has left in shared memory.
// expects: uninitialised
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ float left[256];
	if (i < n)
		c[i] = left[threadIdx.x] == 12345.0f ? 0 : a[i] + b[i];
	left[threadIdx.x] = 12345.0f;
}
