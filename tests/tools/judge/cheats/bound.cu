// It goes one too far.
// expects: memory
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		c[i] = a[i] + b[i];
}
