// It is right for the numbers that people try.
// expects: wrong-result
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] != a[i] || b[i] != b[i] ? 0.0f : a[i] + b[i];
}
