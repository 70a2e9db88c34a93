// It has a second kernel of the same name, which takes other arguments.
// expects: no-kernel
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
__global__ void add(const float *, const float *, float *, long) {}
