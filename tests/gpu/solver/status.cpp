/* status.cpp - what cuSOLVER answers: statuses and devInfo of calls with one bad argument
 * each, and results whose signs, orders or numbers are the library's choice. A device with
 * the real library records it; tests/libs/solver compares.
 *     nvcc -std=c++17 -O1 -o status status.cpp -lcusolver
 *     for i in $(seq 0 11); do ./status $i; done > status.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverDn.h>

#include "ask.h"

static cusolverDnHandle_t h, none;
static cusolverDnParams_t params;
static syevjInfo_t eig;
static gesvdjInfo_t svd;
static cusolverDnIRSParams_t irs;
static cusolverDnIRSInfos_t infos;
enum { ROOM = 1 << 20 };
/* Memory of the device for operands; info has 64 integers. */
static float *a, *b, *c, *d, *u, *v, *work;
static float **pa, **pb;
static int *info, *piv;
static int64_t *piv64;
static const cublasFillMode_t UP = CUBLAS_FILL_MODE_UPPER, LO = CUBLAS_FILL_MODE_LOWER;
static const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T, C = CUBLAS_OP_C;
static const cublasSideMode_t LEFT = CUBLAS_SIDE_LEFT, RIGHT = CUBLAS_SIDE_RIGHT;
static const cusolverEigMode_t VEC = CUSOLVER_EIG_MODE_VECTOR, NOVEC = CUSOLVER_EIG_MODE_NOVECTOR;
static const cusolverEigType_t ONE = CUSOLVER_EIG_TYPE_1;
static const cusolverEigRange_t ALL = CUSOLVER_EIG_RANGE_ALL, BY_I = CUSOLVER_EIG_RANGE_I,
                                BY_V = CUSOLVER_EIG_RANGE_V;
static const cudaDataType F = CUDA_R_32F, D = CUDA_R_64F, CF = CUDA_C_32F;

static void put(void *to, std::vector<float> from) {
	cudaMemcpy(to, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice);
}
static void put(void *to, std::vector<double> from) {
	cudaMemcpy(to, from.data(), from.size() * sizeof(double), cudaMemcpyHostToDevice);
}
/* Three by three with a leading dimension of 4: symmetric and positive definite. */
static void reset() {
	std::vector<float> good = {4, 1, 2, 0, 1, 5, 3, 0, 2, 3, 6, 0};
	cudaMemset(a, 0, ROOM);
	cudaMemset(b, 0, ROOM);
	for (int i = 0; i < 4; i++)
		put(a + i * 16, good), put(b + i * 16, good);
	put(c, good);
	cudaMemset(d, 0, 4096);
	cudaMemset(u, 0, 4096);
	cudaMemset(v, 0, 4096);
	int ones[64];
	int64_t wide[64];
	for (int i = 0; i < 64; i++)
		ones[i] = i + 1, wide[i] = i + 1;
	cudaMemcpy(piv, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaMemcpy(piv64, wide, sizeof wide, cudaMemcpyHostToDevice);
	for (int &i : ones)
		i = 77;
	cudaMemcpy(info, ones, sizeof ones, cudaMemcpyHostToDevice);
}

static cudaError_t looked(std::string &more) {
	int i[4] = {};
	cudaError_t e = cudaMemcpy(i, info, sizeof i, cudaMemcpyDeviceToHost);
	if (i[0] != 77)
		more = " info " + std::to_string(i[0]);
	return e;
}
#define VARY(function, ...) asked(#function, cusolverDn##function, h, __VA_ARGS__)


static int L = 4096; /* elements of the workspace */
static size_t W = 1 << 16, H = 1 << 16;
static char *host;
static int lw;
static size_t wd, wh;

static void group0() {
	int value;
	cudaStream_t stream;
	cusolverDeterministicMode_t mode;
	cusolverMathMode_t math;
	cudaEmulationStrategy_t strategy;
	cusolverDnHandle_t other;
	double residual;
	ASK(cusolverDnCreate(nullptr));
	ASK(cusolverDnCreate(&other));
	ASK(cusolverDnDestroy(none));
	ASK(cusolverDnSetStream(none, nullptr));
	ASK(cusolverDnGetStream(none, &stream));
	ASK(cusolverDnGetStream(h, nullptr));
	ASK(cusolverDnSetDeterministicMode(none, CUSOLVER_DETERMINISTIC_RESULTS));
	ASK(cusolverDnSetDeterministicMode(h, (cusolverDeterministicMode_t)0));
	ASK(cusolverDnSetDeterministicMode(h, (cusolverDeterministicMode_t)3));
	ASK(cusolverDnGetDeterministicMode(h, nullptr));
	if (cusolverDnGetDeterministicMode(h, &mode) == 0 && begins("deterministic mode"))
		told(std::to_string(mode));
	ASK(cusolverDnSetMathMode(none, CUSOLVER_DEFAULT_MATH));
	ASK(cusolverDnSetMathMode(h, (cusolverMathMode_t)0));
	ASK(cusolverDnSetMathMode(h, (cusolverMathMode_t)3));
	ASK(cusolverDnSetMathMode(h, (cusolverMathMode_t)4));
	ASK(cusolverDnGetMathMode(h, nullptr));
	if (cusolverDnGetMathMode(h, &math) == 0 && begins("math mode"))
		told(std::to_string(math));
	ASK(cusolverDnSetEmulationStrategy(h, (cudaEmulationStrategy_t)9));
	ASK(cusolverDnGetEmulationStrategy(h, nullptr));
	if (cusolverDnGetEmulationStrategy(h, &strategy) == 0 && begins("strategy"))
		told(std::to_string(strategy));
	ASK(cusolverGetVersion(nullptr));
	ASK(cusolverGetVersion(&value));
	ASK(cusolverGetProperty(MAJOR_VERSION, nullptr));
	ASK(cusolverGetProperty((libraryPropertyType)9, &value));
	ASK(cusolverDnCreateParams(nullptr));
	ASK(cusolverDnDestroyParams(nullptr));
	ASK(cusolverDnSetAdvOptions(nullptr, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
	ASK(cusolverDnSetAdvOptions(params, (cusolverDnFunction_t)9, CUSOLVER_ALG_0));
	ASK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, (cusolverAlgMode_t)9));
	ASK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_2));
	ASK(cusolverDnSetAdvOptions(params, CUSOLVERDN_POTRF, CUSOLVER_ALG_1));
	ASK(cusolverDnSetAdvOptions(params, CUSOLVERDN_SYEVBATCHED, CUSOLVER_ALG_1));
	ASK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_1));
	ASK(cusolverDnCreateSyevjInfo(nullptr));
	ASK(cusolverDnDestroySyevjInfo(nullptr));
	ASK(cusolverDnXsyevjSetTolerance(nullptr, 1));
	ASK(cusolverDnXsyevjSetTolerance(eig, -1));
	ASK(cusolverDnXsyevjSetMaxSweeps(nullptr, 1));
	ASK(cusolverDnXsyevjSetMaxSweeps(eig, -1));
	ASK(cusolverDnXsyevjSetSortEig(nullptr, 1));
	ASK(cusolverDnXsyevjSetSortEig(eig, 5));
	ASK(cusolverDnXsyevjGetResidual(h, nullptr, &residual));
	ASK(cusolverDnXsyevjGetResidual(h, eig, nullptr));
	ASK(cusolverDnXsyevjGetResidual(none, eig, &residual));
	ASK(cusolverDnXsyevjGetSweeps(h, eig, nullptr));
	ASK(cusolverDnXsyevjGetSweeps(h, eig, &value));
	ASK(cusolverDnCreateGesvdjInfo(nullptr));
	ASK(cusolverDnDestroyGesvdjInfo(nullptr));
	ASK(cusolverDnXgesvdjSetTolerance(nullptr, 1));
	ASK(cusolverDnXgesvdjSetTolerance(svd, -1));
	ASK(cusolverDnXgesvdjSetMaxSweeps(svd, -1));
	ASK(cusolverDnXgesvdjSetSortEig(svd, 5));
	ASK(cusolverDnXgesvdjGetResidual(h, svd, &residual));
	ASK(cusolverDnXgesvdjGetSweeps(h, svd, nullptr));
}

static void group1() {
	VARY(Spotrf, LO, 3, a, 4, work, L, info);
	VARY(Spotrs, LO, 3, 2, a, 4, b, 4, info);
	VARY(SpotrfBatched, LO, 3, pa, 4, info, 2);
	VARY(SpotrsBatched, LO, 3, 1, pa, 4, pb, 4, info, 2);
	ASK(cusolverDnSpotrsBatched(h, LO, 3, 2, pa, 4, pb, 4, info, 2));
	VARY(Spotri, LO, 3, a, 4, work, L, info);
	VARY(Slauum, LO, 3, a, 4, work, L, info);
	VARY(Xtrtri, LO, CUBLAS_DIAG_NON_UNIT, 3, F, a, 4, work, W, host, H, info);
	VARY(Spotrf_bufferSize, LO, 3, a, 4, &lw);
	VARY(Spotri_bufferSize, LO, 3, a, 4, &lw);
	VARY(Slauum_bufferSize, LO, 3, a, 4, &lw);
	VARY(Xtrtri_bufferSize, LO, CUBLAS_DIAG_NON_UNIT, 3, F, a, 4, &wd, &wh);
}

static void group2() {
	VARY(Sgetrf, 3, 3, a, 4, work, piv, info);
	VARY(Sgetrs, N, 3, 2, a, 4, piv, b, 4, info);
	VARY(Slaswp, 3, a, 4, 1, 3, piv, 1);
	VARY(Ssytrf, LO, 3, a, 4, piv, work, L, info);
	VARY(Ssytri, LO, 3, a, 4, piv, work, L, info);
	VARY(Xsytrs, LO, 3, 2, F, a, 4, piv64, F, b, 4, work, W, host, H, info);
	VARY(Sgetrf_bufferSize, 3, 3, a, 4, &lw);
	VARY(Ssytrf_bufferSize, 3, a, 4, &lw);
	VARY(Ssytri_bufferSize, LO, 3, a, 4, piv, &lw);
	VARY(Xsytrs_bufferSize, LO, 3, 2, F, a, 4, piv64, F, b, 4, &wd, &wh);
}

static void group3() {
	VARY(Sgeqrf, 3, 3, a, 4, d, work, L, info);
	VARY(Sorgqr, 3, 3, 2, a, 4, d, work, L, info);
	VARY(Sormqr, LEFT, T, 3, 2, 3, a, 4, d, b, 4, work, L, info);
	VARY(Cunmqr, RIGHT, C, 2, 3, 3, (cuComplex *)a, 4, (cuComplex *)d, (cuComplex *)b, 4,
	     (cuComplex *)work, L, info);
	ASK(cusolverDnCunmqr(h, LEFT, T, 3, 2, 3, (cuComplex *)a, 4, (cuComplex *)d, (cuComplex *)b, 4,
	                     (cuComplex *)work, L, info));
	ASK(cusolverDnSormqr(h, LEFT, C, 3, 2, 3, a, 4, d, b, 4, work, L, info));
	VARY(Sgebrd, 3, 3, a, 4, d, d + 16, u, v, work, L, info);
	ASK(cusolverDnSgebrd(h, 2, 3, a, 4, d, d + 16, u, v, work, L, info));
	VARY(Sorgbr, LEFT, 3, 3, 2, a, 4, d, work, L, info);
	VARY(Sorgbr, RIGHT, 3, 3, 2, a, 4, d, work, L, info);
	VARY(Sgeqrf_bufferSize, 3, 3, a, 4, &lw);
	VARY(Sorgqr_bufferSize, 3, 3, 2, a, 4, d, &lw);
	VARY(Sormqr_bufferSize, LEFT, T, 3, 2, 3, a, 4, d, b, 4, &lw);
	VARY(Sgebrd_bufferSize, 3, 3, &lw);
	VARY(Sorgbr_bufferSize, LEFT, 3, 3, 2, a, 4, d, &lw);
}

static void group4() {
	VARY(Ssytrd, LO, 3, a, 4, d, d + 16, u, work, L, info);
	VARY(Sorgtr, LO, 3, a, 4, d, work, L, info);
	VARY(Sormtr, LEFT, LO, N, 3, 2, a, 4, d, b, 4, work, L, info);
	VARY(Sgesvd, 'A', 'A', 3, 3, a, 4, d, u, 4, v, 4, work, L, work + L, info);
	VARY(Sgesvd, 'N', 'N', 3, 3, a, 4, d, u, 4, v, 4, work, L, work + L, info);
	ASK(cusolverDnSgesvd(h, 'S', 'S', 3, 2, a, 4, d, u, 4, v, 2, work, L, work + L, info));
	ASK(cusolverDnSgesvd(h, 'O', 'S', 3, 2, a, 4, d, u, 4, v, 2, work, L, work + L, info));
	ASK(cusolverDnSgesvd(h, 'O', 'O', 3, 2, a, 4, d, u, 4, v, 2, work, L, work + L, info));
	ASK(cusolverDnSgesvd(h, 'N', 'O', 3, 2, a, 4, d, u, 4, v, 2, work, L, work + L, info));
	ASK(cusolverDnSgesvd(h, 'a', 'a', 3, 2, a, 4, d, u, 4, v, 2, work, L, work + L, info));
	ASK(cusolverDnSgesvd(h, 'A', 'A', 2, 3, a, 4, d, u, 4, v, 4, work, L, work + L, info));
	VARY(Ssytrd_bufferSize, LO, 3, a, 4, d, d + 16, u, &lw);
	VARY(Sorgtr_bufferSize, LO, 3, a, 4, d, &lw);
	VARY(Sormtr_bufferSize, LEFT, LO, N, 3, 2, a, 4, d, b, 4, &lw);
	VARY(Sgesvd_bufferSize, 3, 2, &lw);
	ASK(cusolverDnSgesvd_bufferSize(h, 2, 3, &lw));
}

static void group5() {
	int found;
	VARY(Ssyevd, VEC, LO, 3, a, 4, d, work, L, info);
	VARY(Ssyevdx, VEC, BY_I, LO, 3, a, 4, 0, 1, 1, 2, &found, d, work, L, info);
	ASK(cusolverDnSsyevdx(h, VEC, BY_V, LO, 3, a, 4, 2, 1, 1, 2, &found, d, work, L, info));
	ASK(cusolverDnSsyevdx(h, VEC, BY_I, LO, 3, a, 4, 2, 1, 2, 1, &found, d, work, L, info));
	ASK(cusolverDnSsyevdx(h, VEC, BY_I, LO, 3, a, 4, 2, 1, 2, 4, &found, d, work, L, info));
	VARY(Ssygvd, ONE, VEC, LO, 3, a, 4, b, 4, d, work, L, info);
	VARY(Ssygvdx, ONE, VEC, BY_I, LO, 3, a, 4, b, 4, 0, 1, 1, 2, &found, d, work, L, info);
	VARY(Ssyevd_bufferSize, VEC, LO, 3, a, 4, d, &lw);
	VARY(Ssyevdx_bufferSize, VEC, BY_I, LO, 3, a, 4, 0, 1, 1, 2, &found, d, &lw);
	VARY(Ssygvd_bufferSize, ONE, VEC, LO, 3, a, 4, b, 4, d, &lw);
	VARY(Ssygvdx_bufferSize, ONE, VEC, BY_I, LO, 3, a, 4, b, 4, 0, 1, 1, 2, &found, d, &lw);
}

static void group6() {
	double norm[4];
	VARY(Ssyevj, VEC, LO, 3, a, 4, d, work, L, info, eig);
	VARY(SsyevjBatched, VEC, LO, 3, a, 4, d, work, L, info, eig, 2);
	VARY(Ssygvj, ONE, VEC, LO, 3, a, 4, b, 4, d, work, L, info, eig);
	VARY(Sgesvdj, VEC, 0, 3, 3, a, 4, d, u, 4, v, 4, work, L, info, svd);
	VARY(SgesvdjBatched, VEC, 3, 3, a, 4, d, u, 4, v, 4, work, L, info, svd, 2);
	ASK(cusolverDnSgesvdjBatched(h, VEC, 33, 3, a, 33, d, u, 33, v, 4, work, L, info, svd, 1));
	VARY(SgesvdaStridedBatched, VEC, 2, 3, 3, a, 4, 16, d, 4, u, 4, 16, v, 4, 16, work, L, info,
	     norm, 2);
	ASK(cusolverDnSgesvdaStridedBatched(h, VEC, 2, 2, 3, a, 4, 16, d, 4, u, 4, 16, v, 4, 16, work, L,
	                                    info, norm, 1));
	VARY(Ssyevj_bufferSize, VEC, LO, 3, a, 4, d, &lw, eig);
	VARY(SsyevjBatched_bufferSize, VEC, LO, 3, a, 4, d, &lw, eig, 2);
	VARY(Ssygvj_bufferSize, ONE, VEC, LO, 3, a, 4, b, 4, d, &lw, eig);
	VARY(Sgesvdj_bufferSize, VEC, 0, 3, 3, a, 4, d, u, 4, v, 4, &lw, svd);
	VARY(SgesvdjBatched_bufferSize, VEC, 3, 3, a, 4, d, u, 4, v, 4, &lw, svd, 2);
	VARY(SgesvdaStridedBatched_bufferSize, VEC, 2, 3, 3, a, 4, 16, d, 4, u, 4, 16, v, 4, 16, &lw, 2);
}

static void group7() {
	VARY(Xpotrf, params, LO, 3, F, a, 4, F, work, W, host, H, info);
	ASK(cusolverDnXpotrf(h, params, LO, 3, F, a, 4, D, work, W, host, H, info));
	ASK(cusolverDnXpotrf(h, params, LO, 3, CUDA_R_16F, a, 4, F, work, W, host, H, info));
	VARY(Xpotrs, params, LO, 3, 2, F, a, 4, F, b, 4, info);
	ASK(cusolverDnXpotrs(h, params, LO, 3, 2, F, a, 4, D, b, 4, info));
	VARY(Xgetrf, params, 3, 3, F, a, 4, piv64, F, work, W, host, H, info);
	VARY(Xgetrs, params, N, 3, 2, F, a, 4, piv64, F, b, 4, info);
	VARY(Xgeqrf, params, 3, 3, F, a, 4, F, d, F, work, W, host, H, info);
	ASK(cusolverDnXgeqrf(h, params, 3, 3, F, a, 4, D, d, F, work, W, host, H, info));
	VARY(Xpotrf_bufferSize, params, LO, 3, F, a, 4, F, &wd, &wh);
	VARY(Xgetrf_bufferSize, params, 3, 3, F, a, 4, F, &wd, &wh);
	VARY(Xgeqrf_bufferSize, params, 3, 3, F, a, 4, F, d, F, &wd, &wh);
	VARY(Xlarft, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, 3, 2, F, a, 4, F, d, F, b, 4,
	     F, work, W, host, H);
	ASK(cusolverDnXlarft(h, params, CUBLAS_DIRECT_BACKWARD, CUBLAS_STOREV_COLUMNWISE, 3, 2, F, a, 4, F, d,
	                     F, b, 4, F, work, W, host, H));
	ASK(cusolverDnXlarft(h, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_ROWWISE, 3, 2, F, a, 4, F, d, F,
	                     b, 4, F, work, W, host, H));
	VARY(Xlarft_bufferSize, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, 3, 2, F, a, 4, F, d,
	     F, b, 4, F, &wd, &wh);
}

static void group8() {
	float low = 0, high = 1;
	int64_t found;
	double error;
	VARY(Xsyevd, params, VEC, LO, 3, F, a, 4, F, d, F, work, W, host, H, info);
	ASK(cusolverDnXsyevd(h, params, VEC, LO, 3, F, a, 4, D, d, F, work, W, host, H, info));
	ASK(cusolverDnXsyevd(h, params, VEC, LO, 2, CF, a, 4, F, d, CF, work, W, host, H, info));
	VARY(Xsyevdx, params, VEC, BY_I, LO, 3, F, a, 4, &low, &high, 1, 2, &found, F, d, F, work, W, host,
	     H, info);
	VARY(XsyevBatched, params, VEC, LO, 3, F, a, 4, F, d, F, work, W, host, H, info, 2);
	VARY(Xgesvd, params, 'A', 'A', 3, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, work, W, host, H, info);
	ASK(cusolverDnXgesvd(h, params, 'A', 'A', 2, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, work, W, host, H,
	                     info));
	VARY(Xgesvdp, params, VEC, 0, 3, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, work, W, host, H, info,
	     &error);
	VARY(Xgesvdr, params, 'S', 'S', 3, 3, 1, 1, 2, F, a, 4, F, d, F, u, 4, F, v, 4, F, work, W, host, H,
	     info);
	VARY(Xgeev, params, NOVEC, VEC, 3, F, a, 4, CF, d, F, u, 4, F, v, 4, F, work, W, host, H, info);
	ASK(cusolverDnXgeev(h, params, VEC, VEC, 3, F, a, 4, CF, d, F, u, 4, F, v, 4, F, work, W, host, H,
	                    info));
	ASK(cusolverDnXgeev(h, params, NOVEC, VEC, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, work, W, host, H,
	                    info));
	ASK(cusolverDnXgeev(h, params, NOVEC, VEC, 3, F, a, 4, CF, d, F, u, 4, CF, v, 4, F, work, W, host, H,
	                    info));
	VARY(Xsyevd_bufferSize, params, VEC, LO, 3, F, a, 4, F, d, F, &wd, &wh);
	VARY(Xsyevdx_bufferSize, params, VEC, BY_I, LO, 3, F, a, 4, &low, &high, 1, 2, &found, F, d, F, &wd,
	     &wh);
	VARY(XsyevBatched_bufferSize, params, VEC, LO, 3, F, a, 4, F, d, F, &wd, &wh, 2);
	VARY(Xgesvd_bufferSize, params, 'A', 'A', 3, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, &wd, &wh);
	VARY(Xgesvdp_bufferSize, params, VEC, 0, 3, 3, F, a, 4, F, d, F, u, 4, F, v, 4, F, &wd, &wh);
	VARY(Xgesvdr_bufferSize, params, 'S', 'S', 3, 3, 1, 1, 2, F, a, 4, F, d, F, u, 4, F, v, 4, F, &wd,
	     &wh);
	VARY(Xgeev_bufferSize, params, NOVEC, VEC, 3, F, a, 4, CF, d, F, u, 4, F, v, 4, F, &wd, &wh);
}

static void group9() {
	int iterations = 0;
	double *A = (double *)a, *B = (double *)b, *X = (double *)c;
	void *history;
	ASK(cusolverDnIRSParamsCreate(nullptr));
	ASK(cusolverDnIRSParamsDestroy(nullptr));
	ASK(cusolverDnIRSParamsSetRefinementSolver(nullptr, CUSOLVER_IRS_REFINE_NONE));
	ASK(cusolverDnIRSParamsSetRefinementSolver(irs, (cusolverIRSRefinement_t)7));
	ASK(cusolverDnIRSParamsSetRefinementSolver(irs, CUSOLVER_IRS_REFINE_NOT_SET));
	ASK(cusolverDnIRSParamsSetSolverMainPrecision(irs, (cusolverPrecType_t)7));
	ASK(cusolverDnIRSParamsSetSolverMainPrecision(irs, CUSOLVER_R_16F));
	ASK(cusolverDnIRSParamsSetSolverLowestPrecision(irs, (cusolverPrecType_t)7));
	ASK(cusolverDnIRSParamsSetSolverPrecisions(irs, CUSOLVER_R_32F, CUSOLVER_R_64F));
	ASK(cusolverDnIRSParamsSetSolverPrecisions(irs, CUSOLVER_R_64F, CUSOLVER_C_32F));
	ASK(cusolverDnIRSParamsSetTol(nullptr, 1));
	ASK(cusolverDnIRSParamsSetTol(irs, -1));
	ASK(cusolverDnIRSParamsSetTolInner(irs, -1));
	ASK(cusolverDnIRSParamsSetMaxIters(irs, -1));
	ASK(cusolverDnIRSParamsSetMaxItersInner(irs, -1));
	ASK(cusolverDnIRSParamsGetMaxIters(irs, nullptr));
	ASK(cusolverDnIRSParamsGetMaxIters(nullptr, &iterations));
	if (begins("IRS iterations"))
		told(name(cusolverDnIRSParamsGetMaxIters(irs, &iterations)) + " " + std::to_string(iterations));
	ASK(cusolverDnIRSParamsEnableFallback(nullptr));
	ASK(cusolverDnIRSInfosCreate(nullptr));
	ASK(cusolverDnIRSInfosDestroy(nullptr));
	ASK(cusolverDnIRSInfosGetNiters(nullptr, &iterations));
	ASK(cusolverDnIRSInfosGetNiters(infos, &iterations));
	ASK(cusolverDnIRSInfosGetOuterNiters(infos, &iterations));
	ASK(cusolverDnIRSInfosGetResidualHistory(infos, &history));
	ASK(cusolverDnIRSInfosGetMaxIters(infos, &iterations));
	ASK(cusolverDnIRSInfosRequestResidual(nullptr));
	VARY(DSgesv, 3, 1, A, 4, piv, B, 4, X, 4, work, W, &iterations, info);
	VARY(DDgels, 3, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	VARY(DSgels, 3, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	ASK(cusolverDnDDgels(h, 2, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info));
	VARY(DSgesv_bufferSize, 3, 1, A, 4, piv, B, 4, X, 4, work, &wd);
	VARY(DSgels_bufferSize, 3, 3, 1, A, 4, B, 4, X, 4, work, &wd);
	VARY(IRSXgesv, irs, infos, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	VARY(IRSXgels, irs, infos, 3, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	VARY(IRSXgesv_bufferSize, irs, 3, 1, &wd);
	VARY(IRSXgels_bufferSize, irs, 3, 3, 1, &wd);
	cusolverDnIRSParamsSetSolverPrecisions(irs, CUSOLVER_R_64F, CUSOLVER_R_32F);
	ASK(cusolverDnIRSXgesv(h, irs, infos, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info));
	cusolverDnIRSParamsSetRefinementSolver(irs, CUSOLVER_IRS_REFINE_CLASSICAL);
	VARY(IRSXgesv, irs, infos, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	VARY(IRSXgels, irs, infos, 3, 3, 1, A, 4, B, 4, X, 4, work, W, &iterations, info);
	VARY(IRSXgesv_bufferSize, irs, 3, 1, &wd);
	cusolverDnIRSParamsSetRefinementSolver(irs, CUSOLVER_IRS_REFINE_GMRES);
	ASK(cusolverDnIRSXgesv(h, irs, infos, 3, 2, A, 4, B, 4, X, 4, work, W, &iterations, info));
}

/* ---- results ---- */

static const std::vector<float> general = {1, 4, 7, 2, 5, 8, 3, 6, 10}, singular = {1, 4, 7, 2, 5, 8, 3, 6, 9},
                                definite = {4, 2, 1, 2, 5, 3, 1, 3, 6}, indefinite = {4, 2, 1, 2, -5, 3, 1, 3, 6},
                                zeros(16), swapped = {0, 1, 2, 1, 0, 3, 2, 3, 0},
                                turns = {1, 3, 0, -2, 1, 0, 0, 0, 5}, ones(16, 1);

static void group10() {
	SHOW("getrf", put(a, general), cusolverDnSgetrf(h, 3, 3, a, 3, work, piv, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("getrf, no pivots", put(a, general), cusolverDnSgetrf(h, 3, 3, a, 3, work, nullptr, info), list(a, 9));
	SHOW("getrf of zeros", put(a, zeros), cusolverDnSgetrf(h, 3, 3, a, 3, work, piv, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("getrf of ones", put(a, ones), cusolverDnSgetrf(h, 3, 3, a, 3, work, piv, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("getrf 2 by 3", put(a, general), cusolverDnSgetrf(h, 2, 3, a, 3, work, piv, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("Xgetrf 3 by 2", put(a, general), cusolverDnXgetrf(h, params, 3, 2, F, a, 3, piv64, F, work, W, host, H, info),
	     list(a, 9) + ";" + list(piv64, 3));
	SHOW("laswp", put(a, general), cusolverDnSlaswp(h, 3, a, 3, 1, 2, piv + 1, 1), list(a, 9));
	SHOW("laswp backwards", put(a, general), cusolverDnSlaswp(h, 3, a, 3, 1, 2, piv + 1, -1), list(a, 9));
	SHOW("laswp by 2", put(a, general), cusolverDnSlaswp(h, 3, a, 3, 1, 2, piv + 1, 2), list(a, 9));
	SHOW("potrf", put(a, definite), cusolverDnSpotrf(h, LO, 3, a, 3, work, L, info), list(a, 9));
	SHOW("potrf upper", put(a, definite), cusolverDnSpotrf(h, UP, 3, a, 3, work, L, info), list(a, 9));
	SHOW("potrf of indefinite", put(a, indefinite), cusolverDnSpotrf(h, LO, 3, a, 3, work, L, info));
	SHOW("potrf of zeros", put(a, zeros), cusolverDnSpotrf(h, LO, 3, a, 3, work, L, info));
	SHOW("potrfBatched", (put(a, definite), put(a + 16, indefinite)),
	     cusolverDnSpotrfBatched(h, LO, 3, pa, 3, info, 2), list(info, 2));
	SHOW("potri", put(a, definite), cusolverDnSpotri(h, LO, 3, a, 3, work, L, info), list(a, 9));
	SHOW("potri of zeros", put(a, zeros), cusolverDnSpotri(h, LO, 3, a, 3, work, L, info));
	SHOW("lauum", put(a, definite), cusolverDnSlauum(h, UP, 3, a, 3, work, L, info), list(a, 9));
	SHOW("trtri", put(a, definite),
	     cusolverDnXtrtri(h, LO, CUBLAS_DIAG_NON_UNIT, 3, F, a, 3, work, W, host, H, info), list(a, 9));
	SHOW("trtri of singular", (put(a, definite), put(a + 4, std::vector<float>{0})),
	     cusolverDnXtrtri(h, LO, CUBLAS_DIAG_NON_UNIT, 3, F, a, 3, work, W, host, H, info));
	SHOW("sytrf", put(a, swapped), cusolverDnSsytrf(h, LO, 3, a, 3, piv, work, L, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("sytrf upper", put(a, swapped), cusolverDnSsytrf(h, UP, 3, a, 3, piv, work, L, info),
	     list(a, 9) + ";" + list(piv, 3));
	SHOW("sytrf of zeros", put(a, zeros), cusolverDnSsytrf(h, LO, 3, a, 3, piv, work, L, info),
	     list(piv, 3));
	SHOW("sytri of zeros", put(a, zeros), cusolverDnSsytri(h, LO, 3, a, 3, piv, work, L, info));
	SHOW("geqrf", put(a, general), cusolverDnSgeqrf(h, 3, 3, a, 3, d, work, L, info),
	     list(a, 9) + ";" + list(d, 3));
	SHOW("geqrf of zeros", put(a, zeros), cusolverDnSgeqrf(h, 3, 2, a, 3, d, work, L, info),
	     list(a, 6) + ";" + list(d, 2));
	SHOW("geqrf 2 by 3", put(a, general), cusolverDnSgeqrf(h, 2, 3, a, 3, d, work, L, info),
	     list(a, 9) + ";" + list(d, 2));
	SHOW("geqrf complex", put(a, general),
	     cusolverDnCgeqrf(h, 2, 2, (cuComplex *)a, 2, (cuComplex *)d, (cuComplex *)work, L, info),
	     list(a, 8) + ";" + list(d, 4));
	SHOW("gebrd", put(a, general), cusolverDnSgebrd(h, 3, 3, a, 3, d, d + 4, d + 8, d + 12, work, L, info),
	     list(a, 9) + ";" + list(d, 16));
	SHOW("gebrd 3 by 2", put(a, general), cusolverDnSgebrd(h, 3, 2, a, 3, d, d + 4, d + 8, d + 12, work, L, info),
	     list(a, 6) + ";" + list(d, 16));
	SHOW("sytrd", put(a, definite), cusolverDnSsytrd(h, LO, 3, a, 3, d, d + 4, d + 8, work, L, info),
	     list(a, 9) + ";" + list(d, 16));
	SHOW("sytrd upper", put(a, definite), cusolverDnSsytrd(h, UP, 3, a, 3, d, d + 4, d + 8, work, L, info),
	     list(a, 9) + ";" + list(d, 16));
	SHOW("larft", (put(a, definite), put(d, std::vector<float>{1.5, 0.5})),
	     cusolverDnXlarft(h, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, 3, 2, F, a, 3, F, d, F, b, 3,
	                      F, work, W, host, H),
	     list(b, 6));
}

static void group11() {
	int found = -1, sweeps = -1;
	int64_t found64 = -1;
	float low = 2, high = 5;
	double residual, error;
	SHOW("gesvd", put(a, general),
	     cusolverDnSgesvd(h, 'A', 'A', 3, 3, a, 3, d, u, 3, v, 3, work, L, work + L, info),
	     list(d, 3) + ";" + list(u, 9) + ";" + list(v, 9));
	SHOW("gesvd 3 by 2", put(a, general),
	     cusolverDnSgesvd(h, 'S', 'A', 3, 2, a, 3, d, u, 3, v, 2, work, L, work + L, info),
	     list(d, 3) + ";" + list(u, 9) + ";" + list(v, 4));
	SHOW("syevd", put(a, definite), cusolverDnSsyevd(h, VEC, LO, 3, a, 3, d, work, L, info),
	     list(d, 3) + ";" + list(a, 9));
	SHOW("syevdx by index", put(a, definite),
	     cusolverDnSsyevdx(h, VEC, BY_I, LO, 3, a, 3, 0, 0, 2, 3, &found, d, work, L, info),
	     list(d, 3) + "; " + std::to_string(found));
	SHOW("syevdx by value", put(a, definite),
	     cusolverDnSsyevdx(h, NOVEC, BY_V, LO, 3, a, 3, low, high, 0, 0, &found, d, work, L, info),
	     list(d, 3) + "; " + std::to_string(found));
	SHOW("Xsyevdx by value", put(a, definite),
	     cusolverDnXsyevdx(h, params, NOVEC, BY_V, LO, 3, F, a, 3, &low, &high, 0, 0, &found64, F, d, F, work, W, host, H, info),
	     list(d, 3) + "; " + std::to_string(found64));
	SHOW("sygvd", (put(a, general), put(b, definite)),
	     cusolverDnSsygvd(h, ONE, VEC, LO, 3, a, 3, b, 3, d, work, L, info), list(d, 3) + ";" + list(b, 9));
	SHOW("sygvd of indefinite", (put(a, general), put(b, indefinite)),
	     cusolverDnSsygvd(h, ONE, VEC, LO, 3, a, 3, b, 3, d, work, L, info));
	SHOW("sygvj of indefinite", (put(a, general), put(b, indefinite)),
	     cusolverDnSsygvj(h, ONE, VEC, LO, 3, a, 3, b, 3, d, work, L, info, eig));
	SHOW("syevj", put(a, definite), cusolverDnSsyevj(h, VEC, LO, 3, a, 3, d, work, L, info, eig),
	     list(d, 3) + "; " + name(cusolverDnXsyevjGetSweeps(h, eig, &sweeps)) +
	             name(cusolverDnXsyevjGetResidual(h, eig, &residual)) + (residual < 1e-5 ? " small" : " large"));
	cusolverDnXsyevjSetMaxSweeps(eig, 1);
	SHOW("syevj, one sweep", put(a, swapped), cusolverDnSsyevj(h, VEC, LO, 3, a, 3, d, work, L, info, eig),
	     "; " + name(cusolverDnXsyevjGetSweeps(h, eig, &sweeps)) + " " + std::to_string(sweeps));
	SHOW("syevjBatched, one sweep", put(a, swapped),
	     cusolverDnSsyevjBatched(h, VEC, LO, 3, a, 3, d, work, L, info, eig, 1),
	     "; " + name(cusolverDnXsyevjGetSweeps(h, eig, &sweeps)) + " " +
	             name(cusolverDnXsyevjGetResidual(h, eig, &residual)));
	cusolverDnXsyevjSetMaxSweeps(eig, 100);
	cusolverDnXsyevjSetSortEig(eig, 0);
	SHOW("syevj, not sorted", put(a, definite), cusolverDnSsyevj(h, VEC, LO, 3, a, 3, d, work, L, info, eig));
	SHOW("gesvdj", put(a, general), cusolverDnSgesvdj(h, VEC, 0, 3, 3, a, 3, d, u, 3, v, 3, work, L, info, svd),
	     list(d, 3) + "; " + name(cusolverDnXgesvdjGetSweeps(h, svd, &sweeps)) +
	             name(cusolverDnXgesvdjGetResidual(h, svd, &residual)) + (residual < 1e-5 ? " small" : " large"));
	SHOW("gesvdj 2 by 3", put(a, general), cusolverDnSgesvdj(h, VEC, 1, 2, 3, a, 3, d, u, 3, v, 3, work, L, info, svd),
	     list(d, 3));
	SHOW("gesvdj of zeros", put(a, zeros), cusolverDnSgesvdj(h, VEC, 0, 3, 3, a, 3, d, u, 3, v, 3, work, L, info, svd),
	     list(d, 3));
	cusolverDnXgesvdjSetMaxSweeps(svd, 1);
	SHOW("gesvdj, one sweep", put(a, general), cusolverDnSgesvdj(h, VEC, 0, 3, 3, a, 3, d, u, 3, v, 3, work, L, info, svd),
	     "; " + name(cusolverDnXgesvdjGetSweeps(h, svd, &sweeps)) + " " + std::to_string(sweeps));
	SHOW("gesvda", put(a, general),
	     cusolverDnSgesvdaStridedBatched(h, VEC, 2, 3, 3, a, 3, 9, d, 3, u, 3, 9, v, 3, 9, work, L, info, &residual, 1),
	     list(d, 3));
	SHOW("Xgesvdp", put(a, general),
	     cusolverDnXgesvdp(h, params, VEC, 0, 3, 3, F, a, 3, F, d, F, u, 3, F, v, 3, F, work, W, host, H, info, &error),
	     list(d, 3));
	SHOW("Xgesvdr", put(a, general),
	     cusolverDnXgesvdr(h, params, 'S', 'S', 3, 3, 1, 1, 2, F, a, 3, F, d, F, u, 3, F, v, 3, F, work, W, host, H, info),
	     list(d, 3));
	SHOW("Xgeev", put(a, turns),
	     cusolverDnXgeev(h, params, NOVEC, VEC, 3, F, a, 3, CF, d, F, u, 3, F, v, 3, F, work, W, host, H, info),
	     list(d, 6) + ";" + list(v, 9));
	SHOW("Xgeev, real", put(a, turns),
	     cusolverDnXgeev(h, params, NOVEC, NOVEC, 3, F, a, 3, F, d, F, u, 3, F, v, 3, F, work, W, host, H, info),
	     list(d, 6));
	SHOW("XsyevBatched", (put(a, definite), put(a + 9, swapped)),
	     cusolverDnXsyevBatched(h, params, VEC, LO, 3, F, a, 3, F, d, F, work, W, host, H, info, 2),
	     list(d, 6) + ";" + list(info, 2));
	int iterations = -99;
	double *A = (double *)a, *B = (double *)b, *X = (double *)c;
	std::vector<double> m(general.begin(), general.end()), s(singular.begin(), singular.end()), r = {1, 2, 3},
	        o(9, 1);
	SHOW("DSgesv", (put(A, m), put(B, r)), cusolverDnDSgesv(h, 3, 1, A, 3, piv, B, 3, X, 3, work, W, &iterations, info),
	     list(X, 3) + "; " + (iterations > 0 ? "refined" : std::to_string(iterations)));
	SHOW("DDgesv", (put(A, m), put(B, r)), cusolverDnDDgesv(h, 3, 1, A, 3, piv, B, 3, X, 3, work, W, &iterations, info),
	     list(X, 3) + "; " + std::to_string(iterations));
	SHOW("DSgesv of ones", (put(A, o), put(B, r)), cusolverDnDSgesv(h, 3, 1, A, 3, piv, B, 3, X, 3, work, W, &iterations, info),
	     "; " + std::to_string(iterations));
	SHOW("DDgesv of ones", (put(A, o), put(B, r)), cusolverDnDDgesv(h, 3, 1, A, 3, piv, B, 3, X, 3, work, W, &iterations, info),
	     "; " + std::to_string(iterations));
	SHOW("DDgels", (put(A, m), put(B, r)), cusolverDnDDgels(h, 3, 2, 1, A, 3, B, 3, X, 3, work, W, &iterations, info),
	     list(X, 2) + "; " + std::to_string(iterations));
	SHOW("DSgels", (put(A, m), put(B, r)), cusolverDnDSgels(h, 3, 2, 1, A, 3, B, 3, X, 3, work, W, &iterations, info),
	     list(X, 2));
	SHOW("DDgels of ones", (put(A, o), put(B, r)), cusolverDnDDgels(h, 3, 2, 1, A, 3, B, 3, X, 3, work, W, &iterations, info),
	     "; " + std::to_string(iterations));
}

static void run(int group) {
	cudaMalloc((void **)&a, ROOM);
	cudaMalloc((void **)&b, ROOM);
	cudaMalloc((void **)&c, ROOM);
	cudaMalloc((void **)&d, 4096);
	cudaMalloc((void **)&u, 4096);
	cudaMalloc((void **)&v, 4096);
	cudaMalloc((void **)&work, ROOM);
	cudaMalloc((void **)&info, 256);
	cudaMalloc((void **)&piv, 256);
	cudaMalloc((void **)&piv64, 512);
	cudaMalloc((void **)&pa, 64);
	cudaMalloc((void **)&pb, 64);
	float *at[] = {a, a + 16}, *bt[] = {b, b + 16};
	cudaMemcpy(pa, at, sizeof at, cudaMemcpyHostToDevice);
	cudaMemcpy(pb, bt, sizeof bt, cudaMemcpyHostToDevice);
	host = (char *)malloc(H);
	cusolverDnCreate(&h);
	cusolverDnCreateParams(&params);
	cusolverDnCreateSyevjInfo(&eig);
	cusolverDnCreateGesvdjInfo(&svd);
	cusolverDnIRSParamsCreate(&irs);
	cusolverDnIRSInfosCreate(&infos);
	void (*const groups[])() = {group0, group1, group2, group3, group4, group5,
	                            group6, group7, group8, group9, group10, group11};
	groups[group]();
}
