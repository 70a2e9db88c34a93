// It wants more memory than there is.
// expects: compile
// SPDX-License-Identifier: Apache-2.0
__device__ char huge[1ull << 36];
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = huge[i];
}
