// It is right as long as one block is enough.
// expects: unwritten
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = threadIdx.x;
	if (i < n && blockIdx.x == 0)
		c[i] = a[i] + b[i];
}
