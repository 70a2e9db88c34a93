/* ltcalls.cpp - what cuBLASLt answers to the arguments of each function, alone and in pairs:
 * calls.h. A device with the real library records it; tests/libs/blas compares.
 *     nvcc -std=c++17 -o ltcalls ltcalls.cpp -lcublasLt
 *     ./ltcalls pairs 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "../calls.h"

#include <cublasLt.h>

enum { ROOM = 1 << 16, N = 32 };
static char *device;
static char places[16][512];
static cublasLtHandle_t h;
static cublasLtMatmulAlgo_t good_algo, set_algo, zero_algo;
static float one = 1;

static char letter(int status) {
	return status < 10 ? (char)('0' + status) : (char)('a' + status - 10);
}
static void reset() {
	cudaMemset(device, 0, 4 * ROOM);
}
static std::string looked() {
	return "";
}

/* ---- operands ---- */

static cublasLtMatrixLayout_t layout(cudaDataType t, int rows, int cols, int ld, int order = 0, int batch = 1) {
	cublasLtMatrixLayout_t m;
	cublasLtMatrixLayoutCreate(&m, t, rows, cols, ld);
	cublasLtOrder_t o = (cublasLtOrder_t)(order ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL);
	cublasLtMatrixLayoutSetAttribute(m, CUBLASLT_MATRIX_LAYOUT_ORDER, &o, sizeof o);
	cublasLtMatrixLayoutSetAttribute(m, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch);
	return m;
}
static cublasLtMatmulDesc_t product(cublasComputeType_t c, cudaDataType scale, int attribute = -1, int value = 0) {
	cublasLtMatmulDesc_t d;
	cublasLtMatmulDescCreate(&d, c, scale);
	if (attribute >= 0)
		cublasLtMatmulDescSetAttribute(d, (cublasLtMatmulDescAttributes_t)attribute, &value, sizeof value);
	return d;
}
static void start() {
	cudaMalloc((void **)&device, 4 * ROOM);
	cublasLtCreate(&h);
	auto d = product(CUBLAS_COMPUTE_32F, CUDA_R_32F);
	auto m = layout(CUDA_R_32F, N, N, N);
	cublasLtMatmulPreference_t p;
	cublasLtMatmulPreferenceCreate(&p);
	cublasLtMatmulHeuristicResult_t r = {};
	int n;
	cublasLtMatmulAlgoGetHeuristic(h, d, m, m, m, m, p, 1, &r, &n);
	good_algo = set_algo = r.algo;
}
static void begin() {}

/* ---- values ---- */

template <class A> static void object(Values<A> &v, A good) {
	also(v, good, "good");
	also(v, (A) nullptr, "null");
}
static void give(const std::string &, Values<cublasLtHandle_t> &v) {
	object(v, h);
}
static void give(const std::string &, Values<cublasLtMatrixLayout_t> &v) {
	object(v, layout(CUDA_R_32F, N, N, N));
	static const struct {
		const char *name;
		cudaDataType type;
		int rows, cols, ld, order, batch;
	} others[] = {{"half", CUDA_R_16F, N, N, N, 0, 1},  {"double", CUDA_R_64F, N, N, N, 0, 1},
	              {"bytes", CUDA_R_8I, N, N, N, 0, 1},  {"31rows", CUDA_R_32F, 31, N, N, 0, 1},
	              {"31cols", CUDA_R_32F, N, 31, N, 0, 1}, {"ld31", CUDA_R_32F, N, N, 31, 0, 1},
	              {"rows", CUDA_R_32F, N, N, N, 1, 1},  {"batch", CUDA_R_32F, N, N, N, 0, 2},
	              {"empty", CUDA_R_32F, 0, 0, 1, 0, 1}};
	for (auto &o : others)
		also(v, layout(o.type, o.rows, o.cols, o.ld, o.order, o.batch), o.name, !strcmp(o.name, "empty"));
}
static void give(const std::string &, Values<cublasLtMatmulDesc_t> &v) {
	object(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F));
	also(v, product(CUBLAS_COMPUTE_64F, CUDA_R_64F), "64F");
	also(v, product(CUBLAS_COMPUTE_16F, CUDA_R_16F), "16F");
	also(v, product(CUBLAS_COMPUTE_32I, CUDA_R_32I), "32I");
	also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_64F), "scale64F");
	for (int epilogue : {1, 2, 4, 130, 256, 3, 9, 1000})
		also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue), "epilogue" + std::to_string(epilogue));
	also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUBLASLT_MATMUL_DESC_TRANSC, 1), "transC");
	also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUBLASLT_MATMUL_DESC_TRANSA, 7), "transA7");
	also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUBLASLT_MATMUL_DESC_FILL_MODE, 1), "fill");
	also(v, product(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, 3), "scalemode3");
}
static void give(const std::string &, Values<cublasLtMatrixTransformDesc_t> &v) {
	cublasLtMatrixTransformDesc_t d;
	cublasLtMatrixTransformDescCreate(&d, CUDA_R_32F);
	object(v, d);
	cublasLtMatrixTransformDescCreate(&d, CUDA_R_64F);
	also(v, d, "64F");
}
static void give(const std::string &, Values<cublasLtMatmulPreference_t> &v) {
	cublasLtMatmulPreference_t p;
	cublasLtMatmulPreferenceCreate(&p);
	object(v, p);
}
static void give(const std::string &, Values<cublasLtEmulationDesc_t> &v) {
	cublasLtEmulationDesc_t p;
	cublasLtEmulationDescCreate(&p);
	object(v, p);
}
static void give(const std::string &, Values<cudaStream_t> &v) {
	also(v, (cudaStream_t) nullptr, "0");
}
template <class A> static std::enable_if_t<std::is_enum<A>::value> enumeration(const std::string &name, Values<A> &v) {
	if (std::is_same<A, cudaDataType>::value)
		number(v, (A)CUDA_R_32F, {CUDA_R_64F, CUDA_R_16F, CUDA_C_32F, CUDA_R_8I, CUDA_R_32I, 28, 99, -1});
	else if (std::is_same<A, cublasComputeType_t>::value)
		number(v, (A)CUBLAS_COMPUTE_32F, {64, 65, 70, 72, 74, 77, 78, 9, -1});
	else if (name == "attr") {
		number(v, (A)0, {});
		for (int i = 1; i < 45; i++)
			also(v, (A)i, std::to_string(i));
		also(v, (A)-1, "-1");
	} else
		number(v, (A)0, {1, 2, 3, 9, -1});
	for (auto &value : v)
		value.nothing = false;
}
template <class A> static std::enable_if_t<std::is_integral<A>::value> integer(const std::string &name, Values<A> &v) {
	if (name == "sizeInBytes")
		number(v, (A)4, {0, 1, 8, 16});
	else if (is(name, "rows cols ld"))
		number(v, (A)N, {0, 31, -1});
	else if (name == "workspaceSizeInBytes")
		number(v, (A)0, {16, -1});
	else
		number(v, (A)1, {0, -1, 77});
}
template <class A> static std::enable_if_t<std::is_pointer<A>::value> pointer(const std::string &name, Values<A> &v) {
	static int turn;
	static uint64_t buffer[8];
	memset(buffer, 0, sizeof buffer);
	void *at = is(name, "alpha beta")             ? (void *)&one
	           : is(name, "A")                    ? device
	           : is(name, "B")                    ? device + ROOM
	           : is(name, "C D")                  ? device + 2 * ROOM
	           : is(name, "workspace")            ? device + 3 * ROOM
	           : is(name, "buf")                  ? (void *)buffer
	                                              : places[turn++ % 16];
	if (name == "algo" && !has("AlgoInit"))
		at = has("Config") ? &set_algo : &good_algo;
	also(v, (A)at, name);
	also(v, (A) nullptr, "null");
	if (name == "algo" && !has("AlgoInit"))
		also(v, (A)(void *)&zero_algo, "zero");
	if (is(name, "A B C D"))
		also(v, (A)((char *)at + 2), "odd");
	if (name == "C")
		also(v, (A)(device + ROOM / 2), "apart");
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		pointer(name, v);
	else if constexpr (std::is_enum<A>::value)
		enumeration(name, v);
	else
		integer(name, v);
}

static void rows() {
#include "ltcalls.def"
}
