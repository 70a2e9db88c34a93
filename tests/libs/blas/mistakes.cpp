/* mistakes.cpp - a call that goes beyond an operand, for checked mode: with 1 beyond A, with 2 on freed memory, with 3 on
 * values that were never written, with 4 beyond A with C in memory of the host, with 0 none of these: the other triangle and what lies between columns is not read.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasXt.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
	int which = argc > 1 ? atoi(argv[1]) : 0;
	const int n = 8;
	float *a, *c, one = 1, zero = 0, row[n] = {1, 1, 1, 1, 1, 1, 1, 1}, host[n * (n + 1)] = {};
	cublasHandle_t h;
	cublasCreate(&h);
	cudaMalloc((void **)&a, n * n * sizeof(float));
	cudaMalloc((void **)&c, n * n * sizeof(float));
	/* The upper triangle, columns 8 elements apart. */
	for (int j = 0; j < n && which != 3; j++)
		cudaMemcpy(a + j * n, row, (which ? n : j + 1) * sizeof(float), cudaMemcpyHostToDevice);
	if (which == 2)
		cudaFree(a);
	if (which == 4) {
		cublasXtHandle_t xt;
		int device = 0;
		cublasXtCreate(&xt);
		cublasXtDeviceSelect(xt, 1, &device);
		cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n + 1, &one, a, n, host, n + 1, &zero, host, n);
	} else if (which)
		cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, which == 1 ? n + 1 : n, &one, a, n, a, n + (which == 1),
		            &zero, c, n);
	else
		cublasSsymm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, n - 1, 1, &one, a, n, a + (n - 1) * n, n, &zero, c, n);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
