// It waits until the judge's time is over.
// expects: timeout
// hint: timer
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	long long start = clock64();
	while (clock64() - start < 1ll << 50)
		;
	if (i < n)
		c[i] = a[i] + b[i];
}
