/* mistakes.cpp - calls of cuSOLVER that go beyond their operands, by number; mistakes.py
 * says what checked mode has to report.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
	int mistake = argc > 1 ? atoi(argv[1]) : 0, n = 8, size = 0;
	cusolverDnHandle_t h;
	float *a, *work;
	int *info, *pivots;
	std::vector<float> m(n * n);
	for (int i = 0; i < n * n; i++)
		m[i] = i % (n + 1) == 0 ? 4.0f : 0.1f;
	cusolverDnCreate(&h);
	cudaMalloc((void **)&a, (n * n - (mistake == 1 ? n : 0)) * sizeof *a);
	cudaMalloc((void **)&info, sizeof *info);
	cudaMalloc((void **)&pivots, (mistake == 5 ? n - 1 : n) * sizeof *pivots);
	if (mistake != 3)
		cudaMemcpy(a, m.data(), (n * n - (mistake == 1 ? n : 0)) * sizeof *a, cudaMemcpyHostToDevice);
	cusolverDnSpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, n, a, n, &size);
	cudaMalloc((void **)&work, (mistake == 4 ? size - 1 : size) * sizeof *work);
	if (mistake == 2)
		cudaFree(a);
	if (mistake == 5) {
		cusolverDnSgetrf(h, n, n, a, n, nullptr, pivots, info);
	} else if (mistake == 6) { /* a pivot that is no row */
		std::vector<int> wrong(n, 1000);
		cudaMemcpy(pivots, wrong.data(), n * sizeof(int), cudaMemcpyHostToDevice);
		cusolverDnSgetrs(h, CUBLAS_OP_N, n, 1, a, n, pivots, work, n, info);
	} else {
		cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, n, a, n, work, size, info);
	}
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
