/* kernel.h - what a program and a library do in the same way, each with a copy of the
 * runtime.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

__device__ int factor = 3;

__global__ void scale(int *x) {
	x[threadIdx.x] *= factor;
}

static int run(const char *who) {
	int x[32], *d = nullptr;
	for (int i = 0; i < 32; i++)
		x[i] = i;
	cudaMalloc(&d, sizeof x);
	cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
	scale<<<1, 32>>>(d);
	cudaError_t e = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
	cudaFree(d);
	printf("%s: %s, 31 * 3 = %d\n", who, cudaGetErrorString(e), x[31]);
	return x[31] != 93;
}
