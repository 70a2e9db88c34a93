// Its printf has a %n and a string at an address of the host.
// expects: memory
// hint: prints
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	if (i == 0)
		printf("%n%s", (void *)c, (const char *)0x12345678);
}
