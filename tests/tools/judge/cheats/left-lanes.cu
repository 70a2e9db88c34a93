// It asks lanes that have left for their values.
// expects: sync
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	c[i] = __shfl_xor_sync(~0u, __shfl_xor_sync(~0u, a[i] + b[i], 1), 1);
}
