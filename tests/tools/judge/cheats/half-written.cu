// It leaves out the last elements.
// expects: unwritten
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n - n / 8)
		c[i] = a[i] + b[i];
}
