// It calls itself until the stack is full.
// expects: trap
// SPDX-License-Identifier: Apache-2.0
__device__ __noinline__ float deep(float x, int k) {
	volatile float t[64];
	t[k & 63] = x;
	return k > 1 << 30 ? x : deep(t[k & 63], k + 1) + 1;
}

__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i] + deep(a[i], 0) * 0;
}
