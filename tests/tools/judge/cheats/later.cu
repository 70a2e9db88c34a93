// An asynchronous copy is to bring the results after the check is over.
// expects: race
// SPDX-License-Identifier: Apache-2.0
#include <cuda_pipeline.h>
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ float x[1024], y[1024];
	if (i >= n)
		return;
	__pipeline_memcpy_async(&x[threadIdx.x], &a[i], 4);
	__pipeline_memcpy_async(&y[threadIdx.x], &b[i], 4);
	__pipeline_commit();
	c[i] = x[threadIdx.x] + y[threadIdx.x];
}
