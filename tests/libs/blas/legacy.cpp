/* legacy.cpp - the first version of cuBLAS: characters, scalars by value, the last error.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublas.h>

#include <cstdio>

static int failures;
static void expect(bool good, const char *what) {
	if (!good && failures++ < 20)
		printf("%s\n", what);
}

int main() {
	const int n = 3;
	float host[n * n] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, back[n * n], *a, *c;
	expect(cublasAlloc(1, 4, (void **)&a) == CUBLAS_STATUS_NOT_INITIALIZED, "before the start");
	cublasGetError();
	expect(cublasInit() == CUBLAS_STATUS_SUCCESS, "cublasInit");
	expect(cublasAlloc(n * n, sizeof(float), (void **)&a) == CUBLAS_STATUS_SUCCESS, "cublasAlloc");
	expect(cublasAlloc(n * n, sizeof(float), (void **)&c) == CUBLAS_STATUS_SUCCESS, "cublasAlloc");
	cublasSetMatrix(n, n, sizeof(float), host, n, a, n);
	cublasSgemm('n', 'T', n, n, n, 1.0f, a, n, a, n, 0.0f, c, n);
	cublasGetMatrix(n, n, sizeof(float), c, n, back, n);
	expect(back[0] == 1 + 16 + 49 && back[1] == 2 + 20 + 56, "gemm");
	expect(cublasSdot(n, a, 1, a, 1) == 14, "dot");
	expect(cublasIsamax(n * n, a, 1) == 9, "amax");
	expect(cublasSasum(n, a, 1) == 6, "asum");
	cuComplex z = cublasCdotc(1, (cuComplex *)a, 1, (cuComplex *)a, 1);
	expect(z.x == 5 && z.y == 0, "dotc");
	expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "no error");
	cublasSgemm('x', 'N', n, n, n, 1.0f, a, n, a, n, 0.0f, c, n);
	expect(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE, "an error");
	expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "is told once");
	float ra = 3, rb = 4, rc, rs;
	cublasSrotg(&ra, &rb, &rc, &rs);
	expect(ra == 5, "rotg");
	expect(cublasFree(a) == CUBLAS_STATUS_SUCCESS && cublasFree(c) == CUBLAS_STATUS_SUCCESS,
	       "cublasFree");
	expect(cublasShutdown() == CUBLAS_STATUS_SUCCESS, "cublasShutdown");
	printf(failures ? "legacy: %d wrong\n" : "legacy: all good\n", failures);
	return failures != 0;
}
