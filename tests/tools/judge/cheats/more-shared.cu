// It takes shared memory that its launch does not have.
// expects: memory
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	extern __shared__ float more[];
	more[threadIdx.x] = a[0];
	__syncthreads();
	if (i < n)
		c[i] = a[i] + b[i];
}
