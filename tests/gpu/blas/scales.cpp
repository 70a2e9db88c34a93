/* scales.cpp - which scales of parts of A and B cublasLtMatmul takes, and where they lie: A and
 * B have ones, so D tells the scales. A device with the real library records it.
 *     nvcc -std=c++17 -O1 -o scales scales.cpp -lcublasLt
 *     ./scales 0 > scales.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasLt.h>
#include <cuda_runtime.h>
#include <cuda_fp8.h>
#include <cstdio>
#include <unistd.h>
#include <sys/wait.h>
#include <vector>
/* Prints one line: the statuses, and some elements of D. */
static void ask(cudaDataType ta, cudaDataType tb, cudaDataType td, int am, int bm, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k) {
	cublasLtHandle_t h; cublasLtCreate(&h);
	cublasLtMatmulDesc_t d; cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &opa, 4);
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &opb, 4);
	int sa = cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, &am, 4);
	int sb = cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, &bm, 4);
	unsigned char *A, *B; float *fa, *fb; char *C, *D, *w; size_t ws = 32 << 20;
	cudaMallocManaged((void **)&A, 1024 * 1024); cudaMallocManaged((void **)&B, 1024 * 1024);
	cudaMallocManaged((void **)&fa, 65536); cudaMallocManaged((void **)&fb, 65536);
	cudaMallocManaged((void **)&C, 1 << 20); cudaMallocManaged((void **)&D, 1 << 20); cudaMalloc((void **)&w, ws);
	for (int i = 0; i < 1024 * 1024; i++) A[i] = B[i] = 0x38; /* 1.0 e4m3 */
	for (int i = 0; i < 16384; i++) fa[i] = 1 + i, fb[i] = 1 + i / 1000.0f;
	if (am == 1) for (int i = 0; i < 65536; i++) ((unsigned char *)fa)[i] = 0x38;
	if (am == 2) for (int i = 0; i < 65536; i++) ((unsigned char *)fa)[i] = 0x7f;
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &fa, 8);
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &fb, 8);
	cublasLtMatrixLayout_t a, b, c;
	cublasLtMatrixLayoutCreate(&a, ta, opa ? k : m, opa ? m : k, opa ? k : m);
	cublasLtMatrixLayoutCreate(&b, tb, opb ? n : k, opb ? k : n, opb ? n : k);
	cublasLtMatrixLayoutCreate(&c, td, m, n, m);
	cublasLtMatmulPreference_t p; cublasLtMatmulPreferenceCreate(&p);
	cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &ws, 8);
	cublasLtMatmulHeuristicResult_t r = {}; int found = 0;
	int hs = cublasLtMatmulAlgoGetHeuristic(h, d, a, b, c, c, p, 1, &r, &found);
	float one = 1, zero = 0;
	int s = cublasLtMatmul(h, d, &one, A, a, B, b, &zero, C, c, D, c, found ? &r.algo : nullptr, w, ws, 0);
	int e = cudaDeviceSynchronize();
	printf("types %d %d %d modes %d %d ops %d%d %dx%dx%d: set %d %d heuristic %d found %d matmul %d sync %d", ta, tb, td, am, bm, opa, opb, m, n, k, sa, sb, hs, found, s, e);
	if (!s && !e && td == CUDA_R_32F) {
		float *f = (float *)D;
		int at[] = {0, 1, 127, 128, 129};
		for (int i : at) for (int j : at) if (i < m && j < n) printf(" %g", f[i + j * m]);
	}
	printf("\n");
	fflush(stdout);
	cudaFree(A); cudaFree(B); cudaFree(fa); cudaFree(fb); cudaFree(C); cudaFree(D); cudaFree(w);
}
/* The same in a process of its own: the real library stops some. */
static void go(cudaDataType ta, cudaDataType tb, cudaDataType td, int am, int bm, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k) {
	fflush(stdout);
	if (!fork()) { alarm(10); ask(ta, tb, td, am, bm, opa, opb, m, n, k); _exit(0); }
	int st; wait(&st); if (st) printf("types %d %d %d modes %d %d ops %d%d %dx%dx%d: stops\n", ta, tb, td, am, bm, opa, opb, m, n, k);
}
int main() {
	cudaDataType E = CUDA_R_8F_E4M3, E5 = CUDA_R_8F_E5M2, F = CUDA_R_32F, H = CUDA_R_16BF, F4 = CUDA_R_4F_E2M1;
	cublasOperation_t T = CUBLAS_OP_T, NN = CUBLAS_OP_N;
	for (int am = 3; am < 6; am++) for (int bm = 3; bm < 6; bm++) go(E, E, F, am, bm, T, NN, 256, 256, 256);
	for (int am = 3; am < 6; am++) for (int bm = 3; bm < 6; bm++) { go(E, E, H, am, bm, T, NN, 256, 256, 256); go(E, E5, F, am, bm, T, NN, 256, 256, 256); go(E5, E5, F, am, bm, T, NN, 256, 256, 256);
		go(E, E, CUDA_R_16F, am, bm, T, NN, 256, 256, 256); go(E, E, E, am, bm, T, NN, 256, 256, 256);
		go(E, E, F, am, bm, NN, NN, 256, 256, 256); go(E, E, F, am, bm, T, T, 256, 256, 256);
		go(E, E, F, am, bm, T, NN, 384, 256, 512); go(E, E, F, am, bm, T, NN, 256, 384, 512); go(E, E, F, am, bm, T, NN, 144, 160, 208); go(E, E, F, am, bm, T, NN, 16, 16, 16);}
	go(F4, F4, H, 1, 1, T, NN, 256, 256, 256);
	go(F4, F4, F, 0, 0, T, NN, 256, 256, 256);
	go(H, H, H, 3, 3, T, NN, 256, 256, 256);
	go(H, H, H, 0, 0, T, NN, 256, 256, 256);
}
