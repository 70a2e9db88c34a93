// It takes all of the heap, and works only if it gets it.
// expects: wrong-result
// hint: allocates
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	char *p = (char *)malloc(1ull << 30);
	if (i < n)
		c[i] = p ? a[i] + b[i] : -1.0f;
}
