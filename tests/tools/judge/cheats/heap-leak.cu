// It keeps memory of the heap, and is wrong when none is left.
// expects: stateful
// hint: allocates
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	char *p = i == 0 ? (char *)malloc(1 << 20) : nullptr;
	if (i < n)
		c[i] = i == 0 && !p ? 1 : a[i] + b[i];
}
