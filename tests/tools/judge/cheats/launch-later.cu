// Another kernel, launched without waiting, is to write the results.
// expects: old-contents
// hint: launches
// SPDX-License-Identifier: Apache-2.0
__global__ void late(const float *a, const float *b, float *c, int n) {
	for (int i = 0; i < n; i++)
		c[i] = c[i] + a[i] + b[i];
}
__global__ void add(const float *a, const float *b, float *c, int n) {
	if (blockIdx.x == 0 && threadIdx.x == 0)
		late<<<1, 1, 0, cudaStreamFireAndForget>>>(a, b, c, n);
}
