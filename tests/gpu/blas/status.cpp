/* status.cpp - what cuBLAS answers: statuses of bad arguments, results of odd ones, and the
 * types that go together. A device with the real library records it; tests/libs/blas
 * compares.
 *     nvcc -O1 -o status status.cpp -lcublas
 *     for i in $(seq 0 19); do ./status $i; done > status.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <setjmp.h>
#include <signal.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static cublasHandle_t h, none;
static float *a, *b, *c; /* 64 KiB of device memory each */
static float one = 1, zero = 0, two = 2, result;
static double done = 1, dzero = 0, dresult;
static cuComplex cone = {1, 0}, czero = {0, 0}, cresult;
static int index_result, info;
static void **pa, **pb, **pc;

static const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T, C = CUBLAS_OP_C;
static const cublasFillMode_t UP = CUBLAS_FILL_MODE_UPPER, LO = CUBLAS_FILL_MODE_LOWER;
static const cublasSideMode_t LEFT = CUBLAS_SIDE_LEFT, RIGHT = CUBLAS_SIDE_RIGHT;
static const cublasDiagType_t NON = CUBLAS_DIAG_NON_UNIT, UNIT = CUBLAS_DIAG_UNIT;
#define BAD_OP ((cublasOperation_t)7)
#define CONJG CUBLAS_OP_CONJG
#define BAD_UPLO ((cublasFillMode_t)5)
#define FULL CUBLAS_FILL_MODE_FULL
#define BAD_SIDE ((cublasSideMode_t)4)
#define BAD_DIAG ((cublasDiagType_t)4)

static const char *name(cublasStatus_t s) {
	static char text[32];
	switch (s) {
	case CUBLAS_STATUS_SUCCESS: return "ok";
	case CUBLAS_STATUS_NOT_INITIALIZED: return "not-initialized";
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
#define ASK(call) SAY(#call, call)
#define SAY(text, call)                     \
	if (sigsetjmp(before, 1))           \
		printf("%s: stops\n", text); \
	else                                \
		say(text, call)
/* A call by its arguments. */
#define ASKS(function, ...) SAY(#function "(" #__VA_ARGS__ ")", function(__VA_ARGS__))

static void fill(float value) {
	std::vector<float> all(16384, value);
	cudaMemcpy(a, all.data(), 65536, cudaMemcpyHostToDevice);
	cudaMemcpy(b, all.data(), 65536, cudaMemcpyHostToDevice);
	cudaMemcpy(c, all.data(), 65536, cudaMemcpyHostToDevice);
}

static void set(float *to, std::vector<float> from) {
	cudaMemcpy(to, from.data(), from.size() * 4, cudaMemcpyHostToDevice);
}

static void show(const char *what, const float *from, int n) {
	std::vector<float> all(n);
	cudaMemcpy(all.data(), from, n * 4, cudaMemcpyDeviceToHost);
	printf("%s:", what);
	for (float x : all)
		std::isnan(x) ? printf(" nan") : printf(" %g", x);
	printf("\n");
}

static void handles() {
	cublasHandle_t other;
	int value;
	cublasPointerMode_t pointer;
	cublasAtomicsMode_t atomics;
	cublasMath_t math;
	cudaStream_t stream;
	ASK(cublasCreate(nullptr));
	ASK(cublasDestroy(none));
	ASK(cublasCreate(&other));
	ASK(cublasDestroy(other));
	ASK(cublasGetVersion(none, &value));
	ASK(cublasGetVersion(h, nullptr));
	ASK(cublasGetProperty(MAJOR_VERSION, nullptr));
	ASK(cublasGetProperty((libraryPropertyType)9, &value));
	ASK(cublasSetStream(none, nullptr));
	ASK(cublasGetStream(none, &stream));
	ASK(cublasGetStream(h, nullptr));
	ASK(cublasSetPointerMode(none, CUBLAS_POINTER_MODE_HOST));
	ASK(cublasSetPointerMode(h, (cublasPointerMode_t)7));
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
	ASK(cublasGetPointerMode(h, nullptr));
	ASK(cublasGetPointerMode(none, &pointer));
	ASK(cublasSetAtomicsMode(h, (cublasAtomicsMode_t)7));
	ASK(cublasGetAtomicsMode(h, nullptr));
	ASK(cublasGetAtomicsMode(h, &atomics));
	for (int mode = -1; mode < 34; mode++) {
		printf("%d ", mode);
		ASK(cublasSetMathMode(h, (cublasMath_t)mode));
	}
	cublasSetMathMode(h, CUBLAS_DEFAULT_MATH);
	ASK(cublasGetMathMode(h, nullptr));
	ASK(cublasGetMathMode(h, &math));
	printf("math mode %d\n", math);
	ASK(cublasSetSmCountTarget(h, -1));
	ASK(cublasSetSmCountTarget(h, 100000));
	ASK(cublasSetSmCountTarget(h, 1));
	ASK(cublasSetSmCountTarget(h, 0));
	ASK(cublasGetSmCountTarget(h, nullptr));
	ASK(cublasSetWorkspace(none, a, 65536));
	ASK(cublasSetWorkspace(h, nullptr, 65536));
	ASK(cublasSetWorkspace(h, nullptr, 0));
	ASK(cublasSetWorkspace(h, (char *)a + 16, 4096));
	ASK(cublasSetWorkspace(h, a, 65536));
	ASK(cublasSetWorkspace(h, a, 0));
	cublasSetStream(h, nullptr);
	cublasEmulationStrategy_t strategy;
	ASK(cublasGetEmulationStrategy(h, &strategy));
	printf("strategy %d\n", strategy);
	ASK(cublasSetEmulationStrategy(h, (cublasEmulationStrategy_t)9));
	cudaEmulationSpecialValuesSupport special;
	ASK(cublasGetEmulationSpecialValuesSupport(h, &special));
	printf("special %d\n", special);
	cudaEmulationMantissaControl control;
	ASK(cublasGetFixedPointEmulationMantissaControl(h, &control));
	printf("control %d\n", control);
	ASK(cublasGetFixedPointEmulationMaxMantissaBitCount(h, &value));
	printf("bits %d\n", value);
	ASK(cublasSetFixedPointEmulationMaxMantissaBitCount(h, -1));
	ASK(cublasGetFixedPointEmulationMantissaBitOffset(h, &value));
	printf("offset %d\n", value);
	ASK(cublasSetFixedPointEmulationMantissaBitOffset(h, 1000));
	for (int s = 0; s < 20; s++)
		printf("%d %s: %s\n", s, cublasGetStatusName((cublasStatus_t)s),
		       cublasGetStatusString((cublasStatus_t)s));
	ASK(cublasGetLoggerCallback(nullptr));
	ASK(cublasLoggerConfigure(1, 0, 0, "/nowhere/at/all"));
	ASK(cublasLoggerConfigure(0, 0, 0, nullptr));
}

static void transfers() {
	float host[64] = {0};
	ASK(cublasSetVector(-1, 4, host, 1, a, 1));
	ASK(cublasSetVector(0, 4, host, 1, a, 1));
	ASK(cublasSetVector(0, 0, host, 0, a, 0));
	ASK(cublasSetVector(4, 0, host, 1, a, 1));
	ASK(cublasSetVector(4, 4, host, 0, a, 1));
	ASK(cublasSetVector(4, 4, host, -1, a, 1));
	ASK(cublasSetVector(4, 4, nullptr, 1, a, 1));
	ASK(cublasSetVector(4, 4, host, 1, nullptr, 1));
	ASK(cublasGetVector(4, 4, nullptr, 1, host, 1));
	ASK(cublasSetMatrix(-1, 4, 4, host, 4, a, 4));
	ASK(cublasSetMatrix(4, -1, 4, host, 4, a, 4));
	ASK(cublasSetMatrix(0, 4, 4, host, 4, a, 4));
	ASK(cublasSetMatrix(4, 0, 4, host, 4, a, 4));
	ASK(cublasSetMatrix(0, 4, 4, host, 0, a, 0));
	ASK(cublasSetMatrix(4, 4, 0, host, 4, a, 4));
	ASK(cublasSetMatrix(4, 4, 4, host, 3, a, 4));
	ASK(cublasSetMatrix(4, 4, 4, host, 4, a, 3));
	ASK(cublasSetMatrix(4, 4, 4, nullptr, 4, a, 4));
}

static void level1() {
	fill(1);
	ASK(cublasSdot(none, 4, a, 1, b, 1, &result));
	ASK(cublasSdot(h, 4, a, 1, b, 1, nullptr));
	result = 9;
	ASK(cublasSdot(h, 0, a, 1, b, 1, &result));
	printf("%g\n", result);
	result = 9;
	ASK(cublasSdot(h, -1, nullptr, 1, b, 1, &result));
	printf("%g\n", result);
	ASK(cublasSnrm2(h, 4, a, 1, nullptr));
	for (int inc = -1; inc <= 0; inc++) {
		result = 9;
		ASK(cublasSnrm2(h, 4, a, inc, &result));
		printf("%g\n", result);
		result = 9;
		ASK(cublasSasum(h, 4, a, inc, &result));
		printf("%g\n", result);
		index_result = 9;
		ASK(cublasIsamax(h, 4, a, inc, &index_result));
		printf("%d\n", index_result);
		index_result = 9;
		ASK(cublasIsamin(h, 4, a, inc, &index_result));
		printf("%d\n", index_result);
		fill(1);
		ASK(cublasSscal(h, 4, &two, a, inc));
		show("scal", a, 4);
	}
	for (int n = -1; n <= 0; n++) {
		result = 9;
		ASK(cublasSnrm2(h, n, a, 1, &result));
		printf("%g\n", result);
		result = 9;
		ASK(cublasSasum(h, n, nullptr, 1, &result));
		printf("%g\n", result);
		index_result = 9;
		ASK(cublasIsamax(h, n, a, 1, &index_result));
		printf("%d\n", index_result);
	}
	ASK(cublasSscal(h, 4, nullptr, a, 1));
	ASK(cublasSscal(h, 0, nullptr, a, 1));
	ASK(cublasSscal(h, -1, &two, a, 1));
	ASK(cublasSaxpy(none, 4, &two, a, 1, b, 1));
	ASK(cublasSaxpy(h, 4, nullptr, a, 1, b, 1));
	ASK(cublasSaxpy(h, -4, &two, a, 1, b, 1));
	ASK(cublasSaxpy(h, 0, nullptr, a, 1, b, 1));
	fill(1);
	ASK(cublasSaxpy(h, 4, &two, a, 0, b, 0));
	show("axpy", b, 4);
	fill(1);
	ASK(cublasScopy(h, 4, a, 0, b, 1));
	ASK(cublasScopy(h, -1, nullptr, 1, b, 1));
	ASK(cublasSswap(h, 4, a, 1, b, 1));
	ASK(cublasSswap(h, -4, a, 1, b, 1));
	ASK(cublasSrot(h, 4, a, 1, b, 1, nullptr, &one));
	ASK(cublasSrot(h, 0, a, 1, b, 1, nullptr, &one));
	ASK(cublasSrotm(h, 4, a, 1, b, 1, nullptr));
	ASK(cublasSrotg(h, nullptr, &one, &one, &one));
	ASK(cublasSrotg(none, &one, &one, &one, &one));
	float pairs[][2] = {{3, 4}, {4, 3}, {-3, 4}, {3, -4}, {0, 0}, {0, 2}, {2, 0}, {-2, 0}, {0, -2}, {1, 1}};
	for (auto &p : pairs) {
		float x = p[0], y = p[1], cs, sn;
		cublasSrotg(h, &x, &y, &cs, &sn);
		printf("rotg(%g, %g): r %.5g z %.5g c %.5g s %.5g\n", p[0], p[1], x, y, cs, sn);
		cuComplex u = {p[0], 1}, v = {p[1], -2}, s;
		cublasCrotg(h, &u, &v, &cs, &s);
		printf("crotg: r %.4g%+.4gi c %.4g s %.4g%+.4gi\n", u.x, u.y, cs, s.x, s.y);
	}
	cuComplex u = {0, 0}, v = {3, 4}, s;
	float cs;
	cublasCrotg(h, &u, &v, &cs, &s);
	printf("crotg of 0: r %.4g%+.4gi c %.4g s %.4g%+.4gi\n", u.x, u.y, cs, s.x, s.y);
	float cases[][4] = {{1, 1, 1, 1}, {2, 1, 3, 1}, {1, 2, 1, 3}, {-1, 1, 1, 1}, {1, 0, 1, 1},
	                    {0, 1, 1, 1}, {1e9f, 1, 1, 1}, {1e-9f, 1, 1, 1e-6f}, {1, 1, 0, 1}, {1, -1, 1, 2}, {3, -1, 2, 1}};
	for (auto &q : cases) {
		float d1 = q[0], d2 = q[1], x1 = q[2], y1 = q[3], p[5] = {9, 9, 9, 9, 9};
		cublasSrotmg(h, &d1, &d2, &x1, &y1, p);
		printf("rotmg(%g, %g, %g, %g): %.4g %.4g %.4g, %.4g %.4g %.4g %.4g %.4g\n", q[0], q[1],
		       q[2], q[3], d1, d2, x1, p[0], p[1], p[2], p[3], p[4]);
	}
}

static void odd_values() {
	const float nan = NAN, inf = INFINITY;
	std::vector<std::vector<float>> lists = {
		{1, nan, 3, 2},  {nan, 1, 2, 3},    {1, 3, nan, nan},  {nan, nan, nan, nan},
		{-3, 3, 3, -3},  {0, 0, 0, 0},      {-0.0f, 0, -0.0f, 0}, {1, -inf, inf, nan},
		{2, 1, 1, 2},    {inf, nan, 5, inf}};
	for (auto &l : lists) {
		set(a, l);
		int most = 9, least = 9;
		cublasIsamax(h, 4, a, 1, &most);
		cublasIsamin(h, 4, a, 1, &least);
		show("of", a, 4);
		printf("amax %d amin %d\n", most, least);
	}
	std::vector<float> many(5000, 1);
	many[4000] = many[300] = -7;
	set(a, many);
	cublasIsamax(h, 5000, a, 1, &index_result);
	printf("amax of many %d\n", index_result);
	fill(NAN);
	cublasSscal(h, 4, &zero, a, 1);
	show("scal by 0 of nan", a, 4);
	set(b, {1, 1, 1, 1});
	cublasSaxpy(h, 4, &zero, a, 1, b, 1);
	fill(NAN);
	set(b, {1, 1, 1, 1});
	cublasSaxpy(h, 4, &zero, a, 1, b, 1);
	show("axpy by 0 of nan", b, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSgemm(h, N, N, 2, 2, 2, &zero, a, 2, b, 2, &two, c, 2);
	show("gemm by 0 of nan", c, 4);
	cublasSgemm(h, N, N, 2, 2, 0, &one, a, 2, b, 2, &two, c, 2);
	show("gemm of no k", c, 4);
	cublasSgemm(h, N, N, 2, 2, 0, &one, a, 2, b, 2, &zero, c, 2);
	show("gemm of no k, beta 0", c, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSgemv(h, N, 2, 2, &zero, a, 2, b, 1, &two, c, 1);
	show("gemv by 0 of nan", c, 4);
	fill(1);
	fill(NAN);
	set(a, {1, 1, 1, 1});
	set(b, {1, 1, 1, 1});
	cublasSgemv(h, N, 2, 2, &one, a, 2, b, 1, &zero, c, 1);
	show("gemv over nan", c, 4);
	fill(NAN);
	cublasSsymv(h, UP, 2, &zero, a, 2, b, 1, &zero, c, 1);
	show("symv by 0 of nan", c, 2);
	fill(NAN);
	cublasStrsm(h, LEFT, UP, N, NON, 2, 2, &zero, a, 2, b, 2);
	show("trsm by 0 of nan", b, 4);
	fill(NAN);
	cublasStrmm(h, LEFT, UP, N, NON, 2, 2, &zero, a, 2, b, 2, c, 2);
	show("trmm by 0 of nan", c, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSgeam(h, N, N, 2, 2, &zero, a, 2, &two, c, 2, b, 2);
	show("geam by 0 of nan", b, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSsyrk(h, UP, N, 2, 2, &zero, a, 2, &two, c, 2);
	show("syrk by 0 of nan", c, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSsymm(h, LEFT, UP, 2, 2, &zero, a, 2, b, 2, &two, c, 2);
	show("symm by 0 of nan", c, 4);
	fill(NAN);
	set(c, {1, 1, 1, 1});
	cublasSsyr(h, UP, 2, &zero, a, 1, c, 2);
	show("syr by 0 of nan", c, 4);
	/* Hermitian: imaginary parts on the diagonal. */
	fill(1);
	cublasChemv(h, UP, 2, &cone, (cuComplex *)a, 2, (cuComplex *)b, 1, &czero, (cuComplex *)c, 1);
	show("hemv", c, 4);
	fill(1);
	cublasCher(h, UP, 2, &one, (cuComplex *)a, 1, (cuComplex *)c, 2);
	show("her", c, 8);
	fill(1);
	cublasCher(h, UP, 2, &zero, (cuComplex *)a, 1, (cuComplex *)c, 2);
	show("her by 0", c, 8);
	fill(1);
	cublasCherk(h, UP, N, 2, 2, &one, (cuComplex *)a, 2, &one, (cuComplex *)c, 2);
	show("herk", c, 8);
	fill(1);
	cublasCherk(h, UP, N, 2, 2, &zero, (cuComplex *)a, 2, &one, (cuComplex *)c, 2);
	show("herk by 0, 1", c, 8);
	fill(1);
	cublasCherk(h, UP, N, 2, 2, &zero, (cuComplex *)a, 2, &two, (cuComplex *)c, 2);
	show("herk by 0, 2", c, 8);
	fill(1);
	cublasChemm(h, LEFT, UP, 2, 2, &cone, (cuComplex *)a, 2, (cuComplex *)b, 2, &czero, (cuComplex *)c, 2);
	show("hemm", c, 8);
	fill(1);
	cublasCher2k(h, UP, N, 2, 2, &cone, (cuComplex *)a, 2, (cuComplex *)b, 2, &one, (cuComplex *)c, 2);
	show("her2k", c, 8);
	fill(0);
	set(a, {1, 2, 3, 4});
	cublasStrsv(h, UP, N, NON, 2, c, 2, a, 1);
	show("trsv by 0", a, 2);
}

#define GEMM(...) ASKS(cublasSgemm, __VA_ARGS__)
#define GEMV(...) ASKS(cublasSgemv, __VA_ARGS__)
static void levels() {
	fill(1);
	GEMM(none, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(none, BAD_OP, N, -4, 4, 4, nullptr, a, 4, b, 4, &zero, c, 4);
	GEMM(h, BAD_OP, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, BAD_OP, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, CONJG, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, C, C, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, -4, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, -4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, 4, -4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 4, &one, a, 3, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 4, &one, a, 4, b, 3, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, c, 3);
	GEMM(h, T, N, 4, 4, 2, &one, a, 2, b, 2, &zero, c, 4);
	GEMM(h, N, T, 4, 4, 2, &one, a, 4, b, 3, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 4, nullptr, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 4, &one, a, 4, b, 4, nullptr, c, 4);
	GEMM(h, N, N, 0, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	GEMM(h, N, N, 0, 4, 4, &one, a, 0, b, 4, &zero, c, 0);
	GEMM(h, N, N, 0, 4, 4, nullptr, nullptr, 1, nullptr, 4, nullptr, nullptr, 1);
	GEMM(h, N, N, 4, 0, 4, &one, a, 3, b, 4, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 0, nullptr, a, 4, b, 1, &zero, c, 4);
	GEMM(h, N, N, 4, 4, 0, &one, a, 4, b, 0, &zero, c, 4);
	ASKS(cublasSgemmStridedBatched, h, N, N, 4, 4, 4, &one, a, 4, 16, b, 4, 16, &zero, c, 4, 16, 0);
	ASKS(cublasSgemmStridedBatched, h, N, N, 4, 4, 4, &one, a, 4, 16, b, 4, 16, &zero, c, 4, 16, -1);
	ASKS(cublasSgemmStridedBatched, h, N, N, 4, 4, 4, &one, a, 4, 0, b, 4, 0, &zero, c, 4, 0, 2);
	ASKS(cublasSgemmStridedBatched, h, N, N, 4, 4, 4, &one, a, 4, -1, b, 4, 0, &zero, c, 4, 16, 1);
	ASKS(cublasSgemmStridedBatched, h, N, N, 4, 4, 4, nullptr, a, 4, 16, b, 4, 16, &zero, c, 4, 16, 2);
	ASKS(cublasSgemmBatched, h, N, N, 4, 4, 4, &one, (float **)pa, 4, (float **)pb, 4, &zero, (float **)pc, 4, -1);
	ASKS(cublasSgemmBatched, h, N, N, 4, 4, 4, &one, (float **)pa, 4, (float **)pb, 4, &zero, (float **)pc, 4, 0);
	ASKS(cublasSgemmBatched, h, N, N, 4, 4, 4, &one, (float **)pa, 3, (float **)pb, 4, &zero, (float **)pc, 4, 2);
	GEMV(none, N, 4, 4, &one, a, 4, b, 1, &zero, c, 1);
	GEMV(h, BAD_OP, 4, 4, &one, a, 4, b, 1, &zero, c, 1);
	GEMV(h, CONJG, 4, 4, &one, a, 4, b, 1, &zero, c, 1);
	GEMV(h, N, -4, 4, &one, a, 4, b, 1, &zero, c, 1);
	GEMV(h, N, 4, -4, &one, a, 4, b, 1, &zero, c, 1);
	GEMV(h, N, 4, 4, &one, a, 3, b, 1, &zero, c, 1);
	GEMV(h, N, 4, 4, &one, a, 4, b, 0, &zero, c, 1);
	GEMV(h, N, 4, 4, &one, a, 4, b, 1, &zero, c, 0);
	GEMV(h, N, 4, 4, nullptr, a, 4, b, 1, &zero, c, 1);
	GEMV(h, N, 4, 4, &one, a, 4, b, 1, nullptr, c, 1);
	GEMV(h, N, 0, 4, &one, a, 1, b, 1, &zero, c, 1);
	GEMV(h, N, 0, 4, nullptr, a, 1, b, 1, nullptr, c, 1);
	GEMV(h, N, 0, 4, &one, a, 0, b, 1, &zero, c, 1);
	fill(1);
	GEMV(h, N, 4, 0, &one, a, 4, b, 1, &two, c, 1);
	show("gemv of no columns", c, 4);
	ASKS(cublasSgbmv, h, N, 4, 4, 1, 1, &one, a, 2, b, 1, &zero, c, 1);
	ASKS(cublasSgbmv, h, N, 4, 4, -1, 1, &one, a, 4, b, 1, &zero, c, 1);
	ASKS(cublasSgbmv, h, N, 4, 4, 1, -1, &one, a, 4, b, 1, &zero, c, 1);
	ASKS(cublasStrmv, h, BAD_UPLO, N, NON, 4, a, 4, b, 1);
	ASKS(cublasStrmv, h, FULL, N, NON, 4, a, 4, b, 1);
	ASKS(cublasStrmv, h, UP, BAD_OP, NON, 4, a, 4, b, 1);
	ASKS(cublasStrmv, h, UP, N, BAD_DIAG, 4, a, 4, b, 1);
	ASKS(cublasStrmv, h, UP, N, NON, -4, a, 4, b, 1);
	ASKS(cublasStrmv, h, UP, N, NON, 4, a, 3, b, 1);
	ASKS(cublasStrmv, h, UP, N, NON, 4, a, 4, b, 0);
	ASKS(cublasStrmv, h, UP, N, NON, 0, a, 0, b, 1);
	ASKS(cublasStrsv, h, UP, N, NON, 4, a, 3, b, 1);
	ASKS(cublasStbmv, h, UP, N, NON, 4, 2, a, 2, b, 1);
	ASKS(cublasStbmv, h, UP, N, NON, 4, -1, a, 2, b, 1);
	ASKS(cublasStpmv, h, UP, N, NON, 4, a, b, 0);
	ASKS(cublasSsymv, h, FULL, 4, &one, a, 4, b, 1, &zero, c, 1);
	ASKS(cublasSsymv, h, UP, 4, &one, a, 3, b, 1, &zero, c, 1);
	ASKS(cublasSsymv, h, UP, 4, nullptr, a, 4, b, 1, &zero, c, 1);
	ASKS(cublasSsbmv, h, UP, 4, 2, &one, a, 2, b, 1, &zero, c, 1);
	ASKS(cublasSger, h, 4, 4, &one, a, 1, b, 1, c, 3);
	ASKS(cublasSger, h, 4, 4, &one, a, 0, b, 1, c, 4);
	ASKS(cublasSger, h, 4, 4, nullptr, a, 1, b, 1, c, 4);
	ASKS(cublasSger, h, -4, 4, &one, a, 1, b, 1, c, 4);
	ASKS(cublasSsyr, h, UP, 4, &one, a, 1, c, 3);
	ASKS(cublasSsyr, h, FULL, 4, &one, a, 1, c, 4);
	ASKS(cublasSsyr2, h, UP, 4, &one, a, 1, b, 0, c, 4);
	ASKS(cublasSspr, h, UP, -1, &one, a, 1, c);
	ASKS(cublasSsyrk, h, FULL, N, 4, 4, &one, a, 4, &zero, c, 4);
	ASKS(cublasSsyrk, h, UP, BAD_OP, 4, 4, &one, a, 4, &zero, c, 4);
	ASKS(cublasSsyrk, h, UP, C, 4, 4, &one, a, 4, &zero, c, 4);
	ASKS(cublasSsyrk, h, UP, N, 4, 4, &one, a, 3, &zero, c, 4);
	ASKS(cublasSsyrk, h, UP, N, 4, 4, &one, a, 4, &zero, c, 3);
	ASKS(cublasSsyrk, h, UP, N, 4, -4, &one, a, 4, &zero, c, 4);
	ASKS(cublasSsyrk, h, UP, N, 4, 4, nullptr, a, 4, &zero, c, 4);
	ASKS(cublasCsyrk, h, UP, C, 4, 4, &cone, (cuComplex *)a, 4, &czero, (cuComplex *)c, 4);
	ASKS(cublasCherk, h, UP, T, 4, 4, &one, (cuComplex *)a, 4, &zero, (cuComplex *)c, 4);
	ASKS(cublasCherk, h, UP, C, 4, 4, &one, (cuComplex *)a, 4, &zero, (cuComplex *)c, 4);
	ASKS(cublasSsyr2k, h, UP, C, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	ASKS(cublasCsyr2k, h, UP, C, 4, 4, &cone, (cuComplex *)a, 4, (cuComplex *)b, 4, &czero, (cuComplex *)c, 4);
	ASKS(cublasCher2k, h, UP, T, 4, 4, &cone, (cuComplex *)a, 4, (cuComplex *)b, 4, &zero, (cuComplex *)c, 4);
	ASKS(cublasSsyrkx, h, UP, N, 4, 4, &one, a, 4, b, 3, &zero, c, 4);
	ASKS(cublasSsyrkx, h, UP, C, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	ASKS(cublasCherkx, h, UP, T, 4, 4, &cone, (cuComplex *)a, 4, (cuComplex *)b, 4, &zero, (cuComplex *)c, 4);
	ASKS(cublasSsymm, h, BAD_SIDE, UP, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	ASKS(cublasSsymm, h, LEFT, FULL, 4, 4, &one, a, 4, b, 4, &zero, c, 4);
	ASKS(cublasSsymm, h, LEFT, UP, 4, 2, &one, a, 2, b, 4, &zero, c, 4);
	ASKS(cublasSsymm, h, RIGHT, UP, 4, 2, &one, a, 2, b, 4, &zero, c, 4);
	ASKS(cublasSsymm, h, LEFT, UP, 4, 4, &one, a, 4, b, 3, &zero, c, 4);
	ASKS(cublasStrsm, h, BAD_SIDE, UP, N, NON, 4, 4, &one, a, 4, b, 4);
	ASKS(cublasStrsm, h, LEFT, FULL, N, NON, 4, 4, &one, a, 4, b, 4);
	ASKS(cublasStrsm, h, LEFT, UP, BAD_OP, NON, 4, 4, &one, a, 4, b, 4);
	ASKS(cublasStrsm, h, LEFT, UP, N, BAD_DIAG, 4, 4, &one, a, 4, b, 4);
	ASKS(cublasStrsm, h, LEFT, UP, N, UNIT, 4, 4, &one, a, 3, b, 4);
	ASKS(cublasStrsm, h, LEFT, UP, N, UNIT, 4, 4, &one, a, 4, b, 3);
	ASKS(cublasStrsm, h, LEFT, UP, N, UNIT, 4, 4, nullptr, a, 4, b, 4);
	ASKS(cublasStrsm, h, LEFT, LO, N, UNIT, 0, 4, nullptr, a, 1, b, 1);
	ASKS(cublasStrmm, h, LEFT, UP, N, UNIT, 4, 4, &one, a, 4, b, 4, c, 3);
	ASKS(cublasStrmm, h, LEFT, UP, N, UNIT, 4, 4, &one, a, 3, b, 4, c, 4);
	ASKS(cublasStrsmBatched, h, LEFT, UP, N, UNIT, 4, 4, &one, (float **)pa, 4, (float **)pb, 4, -1);
	ASKS(cublasStrsmBatched, h, LEFT, UP, N, UNIT, 4, 4, &one, (float **)pa, 3, (float **)pb, 4, 2);
	ASKS(cublasSgeam, h, N, N, 4, 4, &one, a, 4, &one, b, 4, c, 4);
	ASKS(cublasSgeam, h, CONJG, N, 4, 4, &one, a, 4, &one, b, 4, c, 4);
	ASKS(cublasSgeam, h, N, N, 4, 4, &one, a, 3, &one, b, 4, c, 4);
	ASKS(cublasSgeam, h, N, N, 4, 4, &zero, a, 3, &one, b, 4, c, 4);
	ASKS(cublasSgeam, h, N, N, 4, 4, &one, c, 5, &one, b, 4, c, 4);
	ASKS(cublasSgeam, h, N, T, 4, 4, &one, a, 4, &one, c, 4, c, 4);
	ASKS(cublasSgeam, h, N, N, 4, 4, nullptr, a, 4, &one, b, 4, c, 4);
	ASKS(cublasSdgmm, h, LEFT, 4, 4, a, 4, b, 0, c, 4);
	ASKS(cublasSdgmm, h, BAD_SIDE, 4, 4, a, 4, b, 1, c, 4);
	ASKS(cublasSdgmm, h, LEFT, 4, 4, a, 3, b, 1, c, 4);
}

static void solvers() {
	float **A = (float **)pa, **B = (float **)pb, **X = (float **)pc;
	int *P = (int *)(b + 8192), *infos = P + 1024, got[2];
	fill(0);
	ASKS(cublasSgetrfBatched, none, 4, A, 4, P, infos, 2);
	ASKS(cublasSgetrfBatched, h, -4, A, 4, P, infos, 2);
	ASKS(cublasSgetrfBatched, h, 4, A, 3, P, infos, 2);
	ASKS(cublasSgetrfBatched, h, 4, A, 4, P, infos, -1);
	ASKS(cublasSgetrfBatched, h, 4, A, 4, P, infos, 0);
	ASKS(cublasSgetrfBatched, h, 0, A, 4, P, infos, 2);
	ASKS(cublasSgetrfBatched, h, 4, A, 4, P, infos, 2);
	cudaMemcpy(got, infos, 8, cudaMemcpyDeviceToHost);
	printf("of zeros: %d %d\n", got[0], got[1]);
	set(a, {1, 2, 3, 2, 4, 6, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0});
	ASKS(cublasSgetrfBatched, h, 3, A, 3, P, infos, 1);
	cudaMemcpy(got, infos, 4, cudaMemcpyDeviceToHost);
	printf("of rank 2: %d\n", got[0]);
	show("factors", a, 9);
	set(a, {1, 2, 3, 4, 5, 6, 7, 8, 10});
	ASKS(cublasSgetrfBatched, h, 3, A, 3, P, infos, 1);
	show("factors", a, 9);
	int pivots[3];
	cudaMemcpy(pivots, P, 12, cudaMemcpyDeviceToHost);
	printf("pivots %d %d %d\n", pivots[0], pivots[1], pivots[2]);
	ASKS(cublasSgetriBatched, h, 3, A, 3, P, B, 3, infos, 1);
	show("inverse", b, 9);
	ASKS(cublasSgetriBatched, h, 3, A, 3, P, B, 2, infos, 1);
	ASKS(cublasSgetriBatched, h, 3, A, 2, P, B, 3, infos, 1);
	ASKS(cublasSgetriBatched, h, -3, A, 3, P, B, 3, infos, 1);
	info = 77;
	ASKS(cublasSgetrsBatched, h, N, 3, 1, A, 3, P, B, 3, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, BAD_OP, 3, 1, A, 3, P, B, 3, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, -3, 1, A, 3, P, B, 3, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, 3, -1, A, 3, P, B, 3, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, 3, 1, A, 2, P, B, 3, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, 3, 1, A, 3, P, B, 2, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, 3, 1, A, 3, P, B, 3, &info, -1);
	printf("info %d\n", info);
	ASKS(cublasSgetrsBatched, h, N, 3, 1, A, 3, P, B, 3, nullptr, 1);
	ASKS(cublasSmatinvBatched, h, 33, A, 33, B, 33, infos, 1);
	ASKS(cublasSmatinvBatched, h, 3, A, 2, B, 3, infos, 1);
	ASKS(cublasSmatinvBatched, h, -3, A, 3, B, 3, infos, 1);
	set(a, {1, 2, 3, 2, 4, 6, 1, 1, 1});
	ASKS(cublasSmatinvBatched, h, 3, A, 3, B, 3, infos, 1);
	cudaMemcpy(got, infos, 4, cudaMemcpyDeviceToHost);
	printf("singular: %d\n", got[0]);
	set(a, {1, 2, 3, 4, 5, 6});
	info = 77;
	ASKS(cublasSgeqrfBatched, h, 3, 2, A, 3, B, &info, 1);
	printf("info %d\n", info);
	show("qr", a, 6);
	show("tau", b, 2);
	ASKS(cublasSgeqrfBatched, h, -3, 2, A, 3, B, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgeqrfBatched, h, 3, -2, A, 3, B, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgeqrfBatched, h, 3, 2, A, 2, B, &info, 1);
	printf("info %d\n", info);
	ASKS(cublasSgeqrfBatched, h, 3, 2, A, 3, B, &info, -1);
	printf("info %d\n", info);
	ASKS(cublasSgeqrfBatched, h, 3, 2, A, 3, B, nullptr, 1);
	fill(0);
	set(a, {1, 2, 3, 4, 5, 6});
	set(c, {1, 2, 4});
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 3, X, 3, &info, infos, 1);
	printf("info %d\n", info);
	show("least squares", c, 3);
	ASKS(cublasSgelsBatched, h, T, 3, 2, 1, A, 3, X, 3, &info, infos, 1);
	printf("info %d\n", info);
	ASKS(cublasSgelsBatched, h, N, 2, 3, 1, A, 3, X, 3, &info, infos, 1);
	printf("info %d\n", info);
	ASKS(cublasSgelsBatched, h, N, 3, 2, -1, A, 3, X, 3, &info, infos, 1);
	printf("info %d\n", info);
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 2, X, 3, &info, infos, 1);
	printf("info %d\n", info);
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 3, X, 2, &info, infos, 1);
	printf("info %d\n", info);
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 3, X, 3, &info, infos, -1);
	printf("info %d\n", info);
	fill(0);
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 3, X, 3, &info, infos, 1);
	cudaMemcpy(got, infos, 4, cudaMemcpyDeviceToHost);
	printf("info %d, of zeros %d\n", info, got[0]);
	ASKS(cublasSgelsBatched, h, N, 3, 2, 1, A, 3, X, 3, &info, nullptr, 1);
	ASKS(cublasStpttr, h, UP, -1, a, c, 4);
	ASKS(cublasStpttr, h, UP, 4, a, c, 3);
	ASKS(cublasStpttr, h, FULL, 4, a, c, 4);
	ASKS(cublasStrttp, h, UP, 4, a, 3, c);
	fill(7);
	set(a, {1, 2, 3, 4, 5, 6});
	ASKS(cublasStpttr, h, UP, 3, a, c, 3);
	show("tpttr", c, 9);
}

static const struct {
	cudaDataType type;
	const char *name;
} types[] = {{CUDA_R_16F, "f16"},  {CUDA_R_16BF, "bf16"}, {CUDA_R_32F, "f32"}, {CUDA_R_64F, "f64"},
             {CUDA_R_8I, "s8"},    {CUDA_R_32I, "s32"},   {CUDA_C_32F, "c32"}, {CUDA_C_64F, "c64"},
             {CUDA_C_8I, "cs8"},   {CUDA_R_8U, "u8"},     {CUDA_C_16F, "c16"}, {CUDA_R_8F_E4M3, "e4m3"},
             {CUDA_C_16BF, "cbf16"}};
static const int count = sizeof types / sizeof types[0];

/* Which combinations are taken; of the others how many have which status. */
struct Tally {
	std::string taken;
	int other[32] = {0};
	void add(cublasStatus_t s, const std::string &what) {
		cudaError_t e = cudaDeviceSynchronize();
		if (e != cudaSuccess)
			printf("%s: %s\n", what.c_str(), cudaGetErrorName(e));
		if (s == CUBLAS_STATUS_SUCCESS)
			taken += " " + what;
		else
			other[s]++;
	}
	void print(const char *function) {
		printf("%s:%s;", function, taken.c_str());
		for (int i = 0; i < 32; i++)
			if (other[i])
				printf(" %s %d", name((cublasStatus_t)i), other[i]);
		printf("\n");
	}
};

static void type_tables() {
	static const int computes[] = {64, 65, 68, 69, 70, 71, 72, 73, 74, 75, 77, 78, 79, 66, 0, 2};
	alignas(16) char ones[16] = {0}, zeros[16] = {0};
	fill(0);
	for (int compute : computes) {
		Tally t;
		for (int i = 0; i < count; i++)
			for (int j = 0; j < count; j++)
				for (int k = 0; k < count; k++)
					t.add(cublasGemmEx(h, N, N, 16, 16, 16, ones, a, types[i].type, 16, b, types[j].type,
					                   16, zeros, c, types[k].type, 16, (cublasComputeType_t)compute,
					                   CUBLAS_GEMM_DEFAULT),
					      std::string(types[i].name) + "." + types[j].name + "." + types[k].name);
		printf("%d ", compute);
		t.print("GemmEx");
		Tally u;
		for (int i = 0; i < count; i++)
			for (int k = 0; k < count; k++)
				u.add(cublasGemmStridedBatchedEx(h, N, N, 16, 16, 16, ones, a, types[i].type, 16, 256, b,
				                                 types[i].type, 16, 256, zeros, c, types[k].type, 16, 256,
				                                 2, (cublasComputeType_t)compute, CUBLAS_GEMM_DEFAULT),
				      std::string(types[i].name) + "." + types[k].name);
		printf("%d ", compute);
		u.print("GemmStridedBatchedEx");
		Tally v;
		for (int i = 0; i < count; i++)
			for (int k = 0; k < count; k++)
				v.add(cublasGemmBatchedEx(h, N, N, 16, 16, 16, ones, pa, types[i].type, 16, pb,
				                          types[i].type, 16, zeros, pc, types[k].type, 16, 2,
				                          (cublasComputeType_t)compute, CUBLAS_GEMM_DEFAULT),
				      std::string(types[i].name) + "." + types[k].name);
		printf("%d ", compute);
		v.print("GemmBatchedEx");
	}
	Tally s, g, g3, k, k3, r, r3;
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++) {
			std::string what = std::string(types[i].name) + "." + types[j].name;
			cudaDataType x = types[i].type, y = types[j].type;
			s.add(cublasSgemmEx(h, N, N, 16, 16, 16, &one, a, x, 16, b, x, 16, &zero, c, y, 16), what);
			g.add(cublasCgemmEx(h, N, N, 16, 16, 16, &cone, a, x, 16, b, x, 16, &czero, c, y, 16), what);
			g3.add(cublasCgemm3mEx(h, N, N, 16, 16, 16, &cone, a, x, 16, b, x, 16, &czero, c, y, 16), what);
			k.add(cublasCsyrkEx(h, UP, N, 16, 16, &cone, a, x, 16, &czero, c, y, 16), what);
			k3.add(cublasCsyrk3mEx(h, UP, N, 16, 16, &cone, a, x, 16, &czero, c, y, 16), what);
			r.add(cublasCherkEx(h, UP, N, 16, 16, &one, a, x, 16, &zero, c, y, 16), what);
			r3.add(cublasCherk3mEx(h, UP, N, 16, 16, &one, a, x, 16, &zero, c, y, 16), what);
		}
	s.print("SgemmEx");
	g.print("CgemmEx");
	g3.print("Cgemm3mEx");
	k.print("CsyrkEx");
	k3.print("Csyrk3mEx");
	r.print("CherkEx");
	r3.print("Cherk3mEx");
	/* Products of bytes want shapes in fours. */
	for (int n = 13; n <= 16; n++) {
		printf("%d ", n);
		ASK(cublasGemmEx(h, N, N, n, 16, 16, ones, a, CUDA_R_8I, 16, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 16, n, 16, ones, a, CUDA_R_8I, 16, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 12, 16, n, ones, a, CUDA_R_8I, 16, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 12, 12, 12, ones, a, CUDA_R_8I, n, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 12, 12, 12, ones, a, CUDA_R_8I, 16, b, CUDA_R_8I, n, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 12, 12, 12, ones, a, CUDA_R_8I, 16, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, T, N, 12, 12, 12, ones, a, CUDA_R_8I, n, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
		ASK(cublasGemmEx(h, N, N, 12, 12, 12, ones, a, CUDA_R_8I, n, b, CUDA_R_8I, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	}
	ASK(cublasGemmEx(h, N, N, 16, 16, 16, ones, a, CUDA_R_8I, 16, (char *)b + 1, CUDA_R_8I, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	ASK(cublasGemmEx(none, N, N, 16, 16, 16, ones, a, CUDA_R_8I, 16, b, CUDA_R_8U, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	ASK(cublasGemmEx(h, N, N, -16, 16, 16, ones, a, CUDA_R_8I, 16, b, CUDA_R_8U, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	ASK(cublasGemmEx(h, N, N, 0, 16, 16, ones, a, CUDA_R_8I, 16, b, CUDA_R_8U, 16, zeros, c, CUDA_R_32I, 16, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	ASK(cublasGemmEx(h, N, N, 16, 16, 16, ones, a, CUDA_R_32F, 16, b, CUDA_R_32F, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, (cublasGemmAlgo_t)50));
	ASK(cublasGemmEx(h, N, N, 16, 16, 16, ones, a, CUDA_R_32F, 16, b, CUDA_R_32F, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_ALGO23));
	ASK(cublasGemmEx(h, N, N, 16, 16, 16, ones, a, CUDA_R_32F, 16, b, CUDA_R_32F, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_ALGO15_TENSOR_OP));
	ASK(cublasGemmEx(h, N, N, 16, 16, 16, nullptr, a, CUDA_R_32F, 16, b, CUDA_R_32F, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	ASK(cublasGemmEx(h, CONJG, N, 16, 16, 16, ones, a, CUDA_R_32F, 16, b, CUDA_R_32F, 16, zeros, c, CUDA_R_32F, 16, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

static void level1_types() {
	alignas(16) char host[128] = {0};
	fill(0);
	Tally nrm2, asum, dot, dotc, scal, axpy, rot, copy, swap, amax, amin, rotm, rotg, rotmg;
	for (int i = 0; i < count; i++) {
		cudaDataType x = types[i].type;
		std::string X = types[i].name;
		amax.add(cublasIamaxEx(h, 4, a, x, 1, &index_result), X);
		amin.add(cublasIaminEx(h, 4, a, x, 1, &index_result), X);
		for (int j = 0; j < count; j++) {
			cudaDataType y = types[j].type;
			std::string Y = X + "." + types[j].name;
			copy.add(cublasCopyEx(h, 4, a, x, 1, b, y, 1), Y);
			swap.add(cublasSwapEx(h, 4, a, x, 1, b, y, 1), Y);
			for (int k = 0; k < count; k++) {
				cudaDataType z = types[k].type;
				std::string Z = Y + "." + types[k].name;
				nrm2.add(cublasNrm2Ex(h, 4, a, x, 1, host, y, z), Z);
				asum.add(cublasAsumEx(h, 4, a, x, 1, host, y, z), Z);
				dot.add(cublasDotEx(h, 4, a, x, 1, b, x, 1, host, y, z), Z);
				dotc.add(cublasDotcEx(h, 4, a, x, 1, b, x, 1, host, y, z), Z);
				scal.add(cublasScalEx(h, 4, host, y, a, x, 1, z), Z);
				axpy.add(cublasAxpyEx(h, 4, host, y, a, x, 1, b, x, 1, z), Z);
				rot.add(cublasRotEx(h, 4, a, x, 1, b, x, 1, host, host, y, z), Z);
				rotm.add(cublasRotmEx(h, 4, a, x, 1, b, x, 1, host, y, z), Z);
				rotg.add(cublasRotgEx(h, host, host + 16, x, host + 32, host + 48, y, z), Z);
				memset(host, 0, sizeof host);
				rotmg.add(cublasRotmgEx(h, host, x, host + 16, x, host + 32, x, host + 48, x, host + 64, y, z), Z);
				memset(host, 0, sizeof host);
			}
		}
	}
	nrm2.print("Nrm2Ex");
	asum.print("AsumEx");
	dot.print("DotEx");
	dotc.print("DotcEx");
	scal.print("ScalEx x.alpha.execution");
	axpy.print("AxpyEx x.alpha.execution");
	rot.print("RotEx x.cs.execution");
	rotm.print("RotmEx x.param.execution");
	rotg.print("RotgEx ab.cs.execution");
	rotmg.print("RotmgEx");
	copy.print("CopyEx");
	swap.print("SwapEx");
	amax.print("IamaxEx");
	amin.print("IaminEx");
}

/* Calls that may stop the device: each is a process of its own. */
static void alone(int which) {
	switch (which) {
	case 0: ASK(cublasSdot(h, 4, nullptr, 1, b, 1, &result)); break;
	case 1: ASK(cublasSscal(h, 4, &two, nullptr, 1)); break;
	case 2: ASK(cublasSaxpy(h, 4, &two, nullptr, 1, b, 1)); break;
	case 3: ASK(cublasScopy(h, 4, nullptr, 1, b, 1)); break;
	case 4: GEMM(h, N, N, 4, 4, 4, &one, nullptr, 4, b, 4, &zero, c, 4); break;
	case 5: GEMM(h, N, N, 4, 4, 4, &one, a, 4, b, 4, &zero, nullptr, 4); break;
	case 6: GEMM(h, N, N, 4, 4, 4, &zero, nullptr, 4, nullptr, 4, &zero, c, 4); break;
	case 7: GEMM(h, N, N, 4, 4, 0, &one, nullptr, 4, nullptr, 1, &zero, c, 4); break;
	case 8: ASKS(cublasSgemmBatched, h, N, N, 4, 4, 4, &one, (float **)nullptr, 4, (float **)pb, 4, &zero, (float **)pc, 4, 2); break;
	case 9: ASKS(cublasSgetrsBatched, h, N, 3, 1, nullptr, 3, (int *)b, (float **)pb, 3, &info, 1); break;
	case 10: ASKS(cublasSgeam, h, N, N, 4, 4, &zero, nullptr, 0, &one, b, 4, c, 4); break;
	case 11: ASKS(cublasSgeam, h, T, N, 4, 4, &one, c, 4, &one, b, 4, c, 4); break;
	default: printf("no more\n");
	}
}

int main(int argc, char **argv) {
	signal(SIGSEGV, stopped);
	cudaMalloc((void **)&a, 65536);
	cudaMalloc((void **)&b, 65536);
	cudaMalloc((void **)&c, 65536);
	cudaMalloc((void **)&pa, 64);
	cudaMalloc((void **)&pb, 64);
	cudaMalloc((void **)&pc, 64);
	void *two_of[3][2] = {{a, a + 4096}, {b, b + 4096}, {c, c + 4096}};
	cudaMemcpy(pa, two_of[0], 16, cudaMemcpyHostToDevice);
	cudaMemcpy(pb, two_of[1], 16, cudaMemcpyHostToDevice);
	cudaMemcpy(pc, two_of[2], 16, cudaMemcpyHostToDevice);
	fill(0);
	cublasCreate(&h);
	static void (*const sections[])() = {handles, transfers, level1, odd_values, levels, solvers, type_tables,
	                                     level1_types};
	int which = argc > 1 ? atoi(argv[1]) : 0;
	if (which < 8)
		sections[which]();
	else
		alone(which - 8);
	cublasDestroy(h);
}
