// It prints without end.
// expects: timeout
// hint: prints
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	for (int k = 0; k >= 0; k++)
		printf("%d 0123456789012345678901234567890123456789012345678901234567890123456789\n", k);
}
