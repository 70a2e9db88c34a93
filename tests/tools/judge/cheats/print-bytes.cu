// It prints what is neither UTF-8 nor whole, to spoil the document.
// expects: wrong-result
// hint: prints
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i] + 1;
	if (i == 0)
		printf("\xff\xfe\"}\\\x01\xc3");
}
