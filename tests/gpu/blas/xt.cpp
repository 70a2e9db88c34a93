/* xt.cpp - what cublasXt answers: settings, selections of devices, statuses of bad arguments. A device with the real
 * library records it; tests/libs/blas compares.
 *     nvcc -O1 -o xt xt.cpp -lcublas
 *     for i in $(seq 0 3); do ./xt $i; done > xt.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasXt.h>
#include <cuda_runtime.h>

#include <setjmp.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static cublasXtHandle_t h, none;
static float a[4096], b[4096], c[4096], one = 1, zero = 0;
static double da[4096], done = 1;
static cuComplex ca[4096], cone = {1, 0};
static int devices[] = {0, 0, 7, -1}, number;
static cublasXtPinnedMemMode_t mode;

static const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T, C = CUBLAS_OP_C;
static const cublasFillMode_t UP = CUBLAS_FILL_MODE_UPPER, LO = CUBLAS_FILL_MODE_LOWER;
static const cublasSideMode_t LEFT = CUBLAS_SIDE_LEFT, RIGHT = CUBLAS_SIDE_RIGHT;
static const cublasDiagType_t NON = CUBLAS_DIAG_NON_UNIT;
#define BAD_OP ((cublasOperation_t)7)
#define CONJG CUBLAS_OP_CONJG
#define BAD_UPLO ((cublasFillMode_t)5)
#define FULL CUBLAS_FILL_MODE_FULL
#define BAD_SIDE ((cublasSideMode_t)4)
#define BAD_DIAG ((cublasDiagType_t)4)
#define HUGE_SIZE ((size_t)-1)

static const char *name(cublasStatus_t s) {
	static char text[32];
	switch (s) {
	case CUBLAS_STATUS_SUCCESS: return "ok";
	case CUBLAS_STATUS_NOT_INITIALIZED: return "not-initialized";
	case CUBLAS_STATUS_ALLOC_FAILED: return "alloc-failed";
	case CUBLAS_STATUS_INVALID_VALUE: return "invalid-value";
	case CUBLAS_STATUS_NOT_SUPPORTED: return "not-supported";
	case CUBLAS_STATUS_EXECUTION_FAILED: return "execution-failed";
	case CUBLAS_STATUS_MAPPING_ERROR: return "mapping-error";
	case CUBLAS_STATUS_INTERNAL_ERROR: return "internal-error";
	default: snprintf(text, sizeof text, "status-%d", (int)s); return text;
	}
}

static void say(const char *call, cublasStatus_t s) {
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s: %s%s%s\n", call, name(s), e ? " then " : "", e ? cudaGetErrorName(e) : "");
	cudaGetLastError();
	fflush(stdout);
}

/* The library stops the process where it follows a null pointer. */
static sigjmp_buf before;
static void stopped(int) {
	siglongjmp(before, 1);
}
#define ASK(call)                            \
	if (sigsetjmp(before, 1))            \
		printf("%s: stops\n", #call); \
	else                                 \
		say(#call, call)
#define TELL(what) printf("    %s = %d\n", #what, (int)(what))

static void settings() {
	ASK(cublasXtCreate(nullptr));
	ASK(cublasXtDestroy(nullptr));
	ASK(cublasXtMaxBoards(nullptr));
	number = -5;
	ASK(cublasXtGetNumBoards(1, devices, &number));
	TELL(number);
	ASK(cublasXtGetNumBoards(2, devices, &number));
	TELL(number);
	ASK(cublasXtGetNumBoards(0, devices, &number));
	ASK(cublasXtGetNumBoards(-1, devices, &number));
	ASK(cublasXtGetNumBoards(1, nullptr, &number));
	ASK(cublasXtGetNumBoards(1, devices, nullptr));
	ASK(cublasXtGetNumBoards(1, devices + 2, &number));
	ASK(cublasXtGetNumBoards(1, devices + 3, &number));
	ASK(cublasXtSetBlockDim(none, 64));
	ASK(cublasXtGetBlockDim(none, &number));
	ASK(cublasXtGetBlockDim(h, &number));
	TELL(number);
	ASK(cublasXtGetBlockDim(h, nullptr));
	ASK(cublasXtSetBlockDim(h, 0));
	ASK(cublasXtSetBlockDim(h, -1));
	ASK(cublasXtSetBlockDim(h, 1));
	ASK(cublasXtGetBlockDim(h, &number));
	TELL(number);
	ASK(cublasXtSetBlockDim(h, 63));
	ASK(cublasXtSetBlockDim(h, 1 << 20));
	ASK(cublasXtGetBlockDim(h, &number));
	TELL(number);
	ASK(cublasXtGetPinningMemMode(none, &mode));
	ASK(cublasXtGetPinningMemMode(h, nullptr));
	ASK(cublasXtGetPinningMemMode(h, &mode));
	TELL(mode);
	ASK(cublasXtSetPinningMemMode(none, CUBLASXT_PINNING_ENABLED));
	ASK(cublasXtSetPinningMemMode(h, (cublasXtPinnedMemMode_t)2));
	ASK(cublasXtSetPinningMemMode(h, CUBLASXT_PINNING_ENABLED));
	ASK(cublasXtGetPinningMemMode(h, &mode));
	TELL(mode);
	ASK(cublasXtSetCpuRoutine(none, CUBLASXT_GEMM, CUBLASXT_FLOAT, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, CUBLASXT_ROUTINE_MAX, CUBLASXT_FLOAT, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, (cublasXtBlasOp_t)-1, CUBLASXT_FLOAT, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, CUBLASXT_GEMM, (cublasXtOpType_t)4, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, CUBLASXT_TRSM, CUBLASXT_FLOAT, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, CUBLASXT_HERK, CUBLASXT_FLOAT, (void *)name));
	ASK(cublasXtSetCpuRoutine(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, nullptr));
	ASK(cublasXtSetCpuRatio(none, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_ROUTINE_MAX, CUBLASXT_FLOAT, 0.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, (cublasXtOpType_t)4, 0.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 1));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, -0.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 1.5f));
	ASK(cublasXtSetCpuRatio(h, CUBLASXT_TRSM, CUBLASXT_FLOAT, 0.5f));
}

static void selections() {
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 0, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, BAD_OP, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtDeviceSelect(none, 1, devices));
	ASK(cublasXtDeviceSelect(h, 0, devices));
	ASK(cublasXtDeviceSelect(h, -1, devices));
	ASK(cublasXtDeviceSelect(h, 1, nullptr));
	ASK(cublasXtDeviceSelect(h, 1, devices + 2));
	ASK(cublasXtDeviceSelect(h, 1, devices + 3));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtDeviceSelect(h, 1, devices));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	TELL(c[0]);
	ASK(cublasXtDeviceSelect(h, 1, devices));
	ASK(cublasXtDeviceSelect(h, 2, devices));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
}

static void products() {
	cublasXtDeviceSelect(h, 1, devices);
	ASK(cublasXtSgemm(none, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 0, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 0, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 0, &one, nullptr, 4, nullptr, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 0, 0, 0, nullptr, nullptr, 4, nullptr, 4, nullptr, nullptr, 4));
	ASK(cublasXtSgemm(h, BAD_OP, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, CONJG, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, C, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, BAD_OP, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, HUGE_SIZE, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 3, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 3, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 3));
	ASK(cublasXtSgemm(h, T, T, 4, 4, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 0, 4, 4, &one, a, 0, b, 4, &zero, c, 0));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, nullptr, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, nullptr, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, nullptr, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &zero, nullptr, 4, nullptr, 4, &one, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, nullptr, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSgemm(h, N, N, 4, 4, 4, &one, a, 4, b, 4, nullptr, c, 4));
	ASK(cublasXtDgemm(h, N, N, 4, 4, 4, &done, da, 4, da, 4, &done, da, 4));
	ASK(cublasXtCgemm(h, C, N, 4, 4, 4, &cone, ca, 4, ca, 4, &cone, ca, 4));
	cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0.5f);
	ASK(cublasXtSgemm(h, N, N, 64, 64, 4, &one, a, 64, b, 4, &zero, c, 64));
	cublasXtSetCpuRatio(h, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0);
}

static void others() {
	cublasXtDeviceSelect(h, 1, devices);
	ASK(cublasXtSsyrk(none, UP, N, 4, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, UP, N, 4, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, BAD_UPLO, N, 4, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, FULL, N, 4, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, UP, BAD_OP, 4, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, UP, N, 4, 4, &one, a, 3, &zero, c, 4));
	ASK(cublasXtSsyrk(h, UP, N, 4, 4, &one, a, 4, &zero, c, 3));
	ASK(cublasXtSsyrk(h, UP, N, 0, 4, &one, a, 4, &zero, c, 4));
	ASK(cublasXtSsyrk(h, UP, N, 4, 0, &one, a, 4, &zero, c, 4));
	ASK(cublasXtCsyrk(h, UP, C, 4, 4, &cone, ca, 4, &cone, ca, 4));
	ASK(cublasXtCherk(h, UP, T, 4, 4, &one, ca, 4, &zero, ca, 4));
	ASK(cublasXtCherk(h, UP, C, 4, 4, &one, ca, 4, &zero, ca, 4));
	ASK(cublasXtSsyr2k(h, UP, N, 4, 4, &one, a, 4, b, 3, &zero, c, 4));
	ASK(cublasXtSsyr2k(h, LO, T, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsyrkx(h, UP, N, 4, 4, &one, a, 4, b, 3, &zero, c, 4));
	ASK(cublasXtSsyrkx(h, LO, T, 4, 4, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtCher2k(h, UP, T, 4, 4, &cone, ca, 4, ca, 4, &zero, ca, 4));
	ASK(cublasXtCherkx(h, UP, T, 4, 4, &cone, ca, 4, ca, 4, &zero, ca, 4));
	ASK(cublasXtSsymm(h, LEFT, UP, 4, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsymm(h, RIGHT, UP, 4, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsymm(h, BAD_SIDE, UP, 4, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsymm(h, LEFT, BAD_UPLO, 4, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsymm(h, LEFT, UP, 0, 8, &one, a, 4, b, 4, &zero, c, 4));
	ASK(cublasXtSsymm(h, LEFT, UP, 4, 8, &one, a, 4, b, 3, &zero, c, 4));
	ASK(cublasXtSsymm(h, LEFT, UP, 4, 8, &one, a, 4, b, 4, &zero, c, 3));
	ASK(cublasXtChemm(h, LEFT, UP, 4, 8, &cone, ca, 4, ca, 4, &cone, ca, 4));
	ASK(cublasXtSspmm(h, LEFT, UP, 4, 8, &one, a, b, 4, &zero, c, 4));
	ASK(cublasXtSspmm(h, RIGHT, LO, 4, 8, &one, a, b, 4, &zero, c, 4));
	ASK(cublasXtSspmm(h, BAD_SIDE, UP, 4, 8, &one, a, b, 4, &zero, c, 4));
	ASK(cublasXtSspmm(h, LEFT, BAD_UPLO, 4, 8, &one, a, b, 4, &zero, c, 4));
	ASK(cublasXtSspmm(h, LEFT, UP, 4, 8, &one, a, b, 3, &zero, c, 4));
	ASK(cublasXtSspmm(h, LEFT, UP, 4, 8, &one, a, b, 4, &zero, c, 3));
	ASK(cublasXtSspmm(h, LEFT, UP, 0, 8, &one, a, b, 4, &zero, c, 4));
	for (int i = 0; i < 4096; i++)
		a[i] = i % 5 == 0;
	ASK(cublasXtStrsm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, RIGHT, UP, N, NON, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, BAD_SIDE, UP, N, NON, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, LEFT, BAD_UPLO, N, NON, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, LEFT, UP, BAD_OP, NON, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, LEFT, UP, N, BAD_DIAG, 4, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrsm(h, LEFT, UP, N, NON, 4, 8, &one, a, 3, b, 4));
	ASK(cublasXtStrsm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 3));
	ASK(cublasXtStrsm(h, LEFT, UP, N, NON, 0, 8, &one, a, 4, b, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 4, b, 4));
	ASK(cublasXtStrmm(h, RIGHT, UP, N, NON, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, BAD_SIDE, UP, N, NON, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, LEFT, BAD_UPLO, N, NON, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, BAD_OP, NON, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, N, BAD_DIAG, 4, 8, &one, a, 4, b, 4, c, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 3, c, 4));
	ASK(cublasXtStrmm(h, LEFT, UP, N, NON, 4, 8, &one, a, 4, b, 4, c, 3));
}

int main(int argc, char **argv) {
	static void (*const parts[])() = {settings, selections, products, others};
	int part = argc > 1 ? atoi(argv[1]) : 0;
	signal(SIGSEGV, stopped);
	for (int i = 0; i < 4096; i++)
		a[i] = b[i] = 1;
	cublasXtCreate(&h);
	parts[part & 3]();
	cublasXtDestroy(h);
}
