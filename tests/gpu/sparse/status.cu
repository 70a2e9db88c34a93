/* status.cu - asks cuSPARSE which arguments it refuses, with which status, and which types,
 * formats and operations it takes. status SECTION prints one section; the sections of all
 * (0 to 9) are a recording: nvcc -o status status.cu -lcusparse.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>
#include <cusparse.h>

static cusparseHandle_t h;

#define SHOW(call)                                          \
	do {                                                \
		int s_ = (int)(call);                       \
		printf("%s: %d\n", #call, s_);              \
		fflush(stdout);                             \
	} while (0)

/* Memory that any operand fits in, filled with zeros: offsets and indices are good ones. */
static void *room(size_t bytes = 1 << 16) {
	void *p = nullptr;
	cudaMalloc(&p, bytes);
	cudaMemset(p, 0, bytes);
	return p;
}
static void *mem() {
	static void *p = room();
	return p;
}

template <class T> static T *device(const std::vector<T> &v) {
	T *p = (T *)room(v.size() * sizeof(T) + 16);
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}
template <class T> static std::vector<T> host(const T *p, size_t n) {
	std::vector<T> v(n);
	cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
	return v;
}

static const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE,
                                 C = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
static const cusparseIndexType_t I32 = CUSPARSE_INDEX_32I, I64 = CUSPARSE_INDEX_64I,
                                 I16 = CUSPARSE_INDEX_16U;
static const cusparseIndexBase_t B0 = CUSPARSE_INDEX_BASE_ZERO;
static const cudaDataType types[] = {CUDA_R_8I,  CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F,
                                     CUDA_C_16F, CUDA_C_16BF, CUDA_C_32F, CUDA_C_64F, CUDA_R_32I};
static const char *const type_names[] = {"8I",   "16F",   "16BF", "32F",  "64F",
                                         "C16F", "C16BF", "C32F", "C64F", "32I"};
enum { TYPES = 10 };

/* ---- 0: the handle, names ---- */

static void section0() {
	for (int i = 0; i < 13; i++)
		printf("%d %s, %s\n", i, cusparseGetErrorName((cusparseStatus_t)i),
		       cusparseGetErrorString((cusparseStatus_t)i));
	int v = 0;
	cudaStream_t s;
	cusparsePointerMode_t m;
	SHOW(cusparseCreate(nullptr));
	SHOW(cusparseGetVersion(nullptr, &v));
	SHOW(cusparseGetVersion(h, nullptr));
	SHOW(cusparseGetProperty(MAJOR_VERSION, nullptr));
	SHOW(cusparseGetProperty((libraryPropertyType)7, &v));
	SHOW(cusparseSetStream(nullptr, 0));
	SHOW(cusparseGetStream(h, nullptr));
	SHOW(cusparseGetStream(nullptr, &s));
	SHOW(cusparseGetPointerMode(h, nullptr));
	SHOW(cusparseGetPointerMode(nullptr, &m));
	SHOW(cusparseSetPointerMode(h, (cusparsePointerMode_t)5));
	SHOW(cusparseSetPointerMode(nullptr, CUSPARSE_POINTER_MODE_HOST));
	SHOW(cusparseDestroy(nullptr));
	SHOW(cusparseLoggerSetLevel(-1));
	SHOW(cusparseLoggerSetLevel(6));
	SHOW(cusparseLoggerSetLevel(0));
	SHOW(cusparseLoggerOpenFile(nullptr));
	SHOW(cusparseLoggerSetFile(nullptr));
	SHOW(cusparseLoggerSetMask(0));
	cusparseMatDescr_t d;
	SHOW(cusparseCreateMatDescr(nullptr));
	SHOW(cusparseCreateMatDescr(&d));
	SHOW(cusparseSetMatType(d, (cusparseMatrixType_t)9));
	SHOW(cusparseSetMatFillMode(d, (cusparseFillMode_t)9));
	SHOW(cusparseSetMatDiagType(d, (cusparseDiagType_t)9));
	SHOW(cusparseSetMatIndexBase(d, (cusparseIndexBase_t)9));
	SHOW(cusparseSetMatType(nullptr, CUSPARSE_MATRIX_TYPE_GENERAL));
	SHOW(cusparseGetMatType(d));
	SHOW(cusparseGetMatFillMode(d));
	SHOW(cusparseGetMatDiagType(d));
	SHOW(cusparseGetMatIndexBase(d));
	SHOW(cusparseDestroyMatDescr(nullptr));
}

/* ---- 1: descriptors ---- */

static void section1() {
	void *p = mem();
	cusparseSpVecDescr_t sv;
	cusparseDnVecDescr_t dv;
	cusparseDnMatDescr_t dm;
	cusparseSpMatDescr_t sm;
	const cudaDataType F = CUDA_R_32F;
	SHOW(cusparseCreateSpVec(nullptr, 4, 2, p, p, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, -1, 0, p, p, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, -1, p, p, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 5, p, p, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, nullptr, p, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, nullptr, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 0, nullptr, nullptr, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 0, 0, nullptr, nullptr, I32, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, I16, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, (cusparseIndexType_t)0, B0, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, I32, (cusparseIndexBase_t)3, F));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, I32, B0, CUDA_R_8U));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, I32, B0, (cudaDataType)99));
	SHOW(cusparseCreateSpVec(&sv, 4, 2, p, p, I32, B0, F));
	SHOW(cusparseSpVecSetValues(sv, nullptr));
	SHOW(cusparseSpVecGetValues(sv, nullptr));
	SHOW(cusparseSpVecGetIndexBase(sv, nullptr));
	SHOW(cusparseDestroySpVec(nullptr));
	SHOW(cusparseCreateDnVec(nullptr, 4, p, F));
	SHOW(cusparseCreateDnVec(&dv, -1, p, F));
	SHOW(cusparseCreateDnVec(&dv, 0, nullptr, F));
	SHOW(cusparseCreateDnVec(&dv, 4, nullptr, F));
	SHOW(cusparseCreateDnVec(&dv, 4, p, CUDA_R_8U));
	SHOW(cusparseCreateDnVec(&dv, 4, p, (cudaDataType)99));
	SHOW(cusparseCreateDnVec(&dv, 4, p, F));
	SHOW(cusparseDnVecSetValues(dv, nullptr));
	SHOW(cusparseDestroyDnVec(nullptr));
	SHOW(cusparseCreateDnMat(nullptr, 4, 3, 4, p, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, -1, 3, 4, p, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, -1, 4, p, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 3, p, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 3, p, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 2, p, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateDnMat(&dm, 0, 0, 0, nullptr, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 4, nullptr, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 4, p, (cudaDataType)99, CUSPARSE_ORDER_COL));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 4, p, F, (cusparseOrder_t)0));
	SHOW(cusparseCreateDnMat(&dm, 4, 3, 4, p, F, CUSPARSE_ORDER_COL));
	SHOW(cusparseDnMatSetStridedBatch(dm, 0, 12));
	SHOW(cusparseDnMatSetStridedBatch(dm, 2, 11));
	SHOW(cusparseDnMatSetStridedBatch(dm, 2, 0));
	SHOW(cusparseDnMatSetStridedBatch(dm, 2, -12));
	SHOW(cusparseDnMatSetStridedBatch(dm, 1, 3));
	SHOW(cusparseDnMatSetStridedBatch(dm, 2, 12));
	SHOW(cusparseDnMatSetValues(dm, nullptr));
	SHOW(cusparseCreateCsr(nullptr, 4, 4, 3, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, -1, 4, 3, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 17, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, -1, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, nullptr, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 0, nullptr, nullptr, nullptr, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, nullptr, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, nullptr, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I64, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I32, I64, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I16, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I32, I16, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I32, I32, (cusparseIndexBase_t)2, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I32, I32, B0, CUDA_R_4I));
	SHOW(cusparseCreateCsr(&sm, 0, 0, 0, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsr(&sm, 4, 4, 3, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCsrSetPointers(sm, nullptr, p, p));
	SHOW(cusparseCsrSetPointers(sm, p, nullptr, p));
	SHOW(cusparseCsrSetPointers(sm, p, p, nullptr));
	SHOW(cusparseCscSetPointers(sm, p, p, p));
	SHOW(cusparseCooSetPointers(sm, p, p, p));
	SHOW(cusparseCsrSetStridedBatch(sm, 0, 0, 0));
	SHOW(cusparseCsrSetStridedBatch(sm, 2, 4, 3));
	SHOW(cusparseCsrSetStridedBatch(sm, 2, 0, 3));
	SHOW(cusparseCsrSetStridedBatch(sm, 2, 0, 0));
	SHOW(cusparseCsrSetStridedBatch(sm, 2, 5, 2));
	SHOW(cusparseCsrSetStridedBatch(sm, 2, -5, 3));
	SHOW(cusparseCooSetStridedBatch(sm, 2, 3));
	int batch = -1;
	SHOW(cusparseSpMatGetStridedBatch(sm, &batch));
	SHOW(batch);
	SHOW(cusparseSpMatSetValues(sm, nullptr));
	int fill = 5, diag = 5;
	SHOW(cusparseSpMatGetAttribute(sm, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
	SHOW(cusparseSpMatGetAttribute(sm, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
	SHOW(fill);
	SHOW(diag);
	SHOW(cusparseSpMatGetAttribute(sm, CUSPARSE_SPMAT_FILL_MODE, &fill, 8));
	SHOW(cusparseSpMatGetAttribute(sm, CUSPARSE_SPMAT_FILL_MODE, nullptr, 4));
	SHOW(cusparseSpMatSetAttribute(sm, (cusparseSpMatAttribute_t)5, &diag, 4));
	fill = 7;
	SHOW(cusparseSpMatSetAttribute(sm, CUSPARSE_SPMAT_FILL_MODE, &fill, 4));
	SHOW(cusparseCreateCsc(&sm, 4, 4, 3, nullptr, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateCsc(&sm, 4, 4, 3, p, p, p, I64, I32, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 3, nullptr, p, p, I32, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 3, p, nullptr, p, I32, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 3, p, p, nullptr, I32, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 17, p, p, p, I32, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 3, p, p, p, I16, B0, F));
	SHOW(cusparseCreateCoo(&sm, 4, 4, 3, p, p, p, I32, B0, F));
	SHOW(cusparseCooSetStridedBatch(sm, 2, 2));
	SHOW(cusparseCooSetStridedBatch(sm, 2, 0));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 0, 2, p, p, p, I32, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 5, 2, 2, p, p, p, I32, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 3, p, p, p, I32, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 2, p, p, p, I64, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 2, p, p, p, I32, I32, B0, F, (cusparseOrder_t)3));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 2, nullptr, p, p, I32, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 2, p, nullptr, p, I32, I32, B0, F, CUSPARSE_ORDER_ROW));
	SHOW(cusparseCreateBsr(&sm, 2, 2, 2, 2, 2, p, p, p, I32, I32, B0, F, CUSPARSE_ORDER_COL));
	int64_t r = -1, c = -1, n = -1;
	SHOW(cusparseSpMatGetSize(sm, &r, &c, &n));
	printf("size of BSR: %ld %ld %ld\n", (long)r, (long)c, (long)n);
	SHOW(cusparseBsrSetStridedBatch(sm, 2, 3, 2, 8));
	SHOW(cusparseBsrSetStridedBatch(sm, 2, 0, 0, 0));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 5, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 3, 3, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 0, 2, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 3, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 5, 4, 2, 2, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 0, p, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 2, nullptr, p, I32, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 2, p, p, I64, B0, F));
	SHOW(cusparseCreateBlockedEll(&sm, 4, 4, 2, 2, p, p, I32, B0, F));
	SHOW(cusparseSpMatGetSize(sm, &r, &c, &n));
	printf("size of BlockedEll: %ld %ld %ld\n", (long)r, (long)c, (long)n);
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 3, 2, 2, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 3, 4, 0, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 17, 40, 2, p, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 3, 4, 2, nullptr, p, p, I32, I32, B0, F));
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 3, 4, 2, p, p, p, I64, I32, B0, F));
	SHOW(cusparseCreateSlicedEll(&sm, 4, 4, 3, 4, 2, p, p, p, I32, I32, B0, F));
	SHOW(cusparseDestroySpMat(nullptr));
}

/* ---- operands of a format ---- */

struct shape {
	cusparseFormat_t format;
	cusparseIndexType_t offsets, indices;
};
static const char *const format_names[] = {"", "CSR", "CSC", "COO", "", "BELL", "BSR", "SELL"};

/* 4 by 4 and without elements, but for BlockedELL, whose blocks are zeros. */
static cusparseSpMatDescr_t sparse(shape s, cudaDataType t) {
	cusparseSpMatDescr_t m = nullptr;
	void *p = mem();
	switch (s.format) {
	case CUSPARSE_FORMAT_CSR: cusparseCreateCsr(&m, 4, 4, 0, p, p, p, s.offsets, s.indices, B0, t); break;
	case CUSPARSE_FORMAT_CSC: cusparseCreateCsc(&m, 4, 4, 0, p, p, p, s.offsets, s.indices, B0, t); break;
	case CUSPARSE_FORMAT_COO: cusparseCreateCoo(&m, 4, 4, 0, p, p, p, s.indices, B0, t); break;
	case CUSPARSE_FORMAT_BSR: cusparseCreateBsr(&m, 2, 2, 0, 2, 2, p, p, p, s.offsets, s.indices, B0, t, CUSPARSE_ORDER_ROW); break;
	case CUSPARSE_FORMAT_BLOCKED_ELL: cusparseCreateBlockedEll(&m, 4, 4, 2, 2, p, p, s.indices, B0, t); break;
	case CUSPARSE_FORMAT_SLICED_ELLPACK: cusparseCreateSlicedEll(&m, 4, 4, 0, 0, 2, p, p, p, s.offsets, s.indices, B0, t); break;
	}
	return m;
}
static cusparseDnVecDescr_t vec(cudaDataType t, int n = 4) {
	cusparseDnVecDescr_t v = nullptr;
	cusparseCreateDnVec(&v, n, mem(), t);
	return v;
}
static cusparseDnMatDescr_t mat(cudaDataType t, int rows = 4, int cols = 4) {
	cusparseDnMatDescr_t m = nullptr;
	cusparseCreateDnMat(&m, rows, cols, rows, mem(), t, CUSPARSE_ORDER_COL);
	return m;
}
static const shape shapes[] = {
	{CUSPARSE_FORMAT_CSR, I32, I32}, {CUSPARSE_FORMAT_CSR, I64, I32}, {CUSPARSE_FORMAT_CSR, I64, I64},
	{CUSPARSE_FORMAT_CSC, I32, I32}, {CUSPARSE_FORMAT_CSC, I64, I32}, {CUSPARSE_FORMAT_CSC, I64, I64},
	{CUSPARSE_FORMAT_COO, I32, I32}, {CUSPARSE_FORMAT_COO, I64, I64}, {CUSPARSE_FORMAT_BSR, I32, I32},
	{CUSPARSE_FORMAT_BSR, I64, I32}, {CUSPARSE_FORMAT_BSR, I64, I64}, {CUSPARSE_FORMAT_BLOCKED_ELL, I32, I32},
	{CUSPARSE_FORMAT_BLOCKED_ELL, I64, I64}, {CUSPARSE_FORMAT_SLICED_ELLPACK, I32, I32},
	{CUSPARSE_FORMAT_SLICED_ELLPACK, I64, I32}, {CUSPARSE_FORMAT_SLICED_ELLPACK, I64, I64}};
static const double zero[2] = {0, 0};

enum function { SPMV, SPMM, SPSV, SPSM, SDDMM, SPGEMM, SPVV, AXPBY, ROT, GATHER, S2D, D2S, FUNCTIONS };
static const char *const function_names[] = {"SpMV", "SpMM", "SpSV", "SpSM", "SDDMM", "SpGEMM",
                                             "SpVV", "Axpby", "Rot", "Gather", "SparseToDense", "DenseToSparse"};

/* The status of asking for a buffer, or of the call where there is no such question. */
static int ask(function f, shape s, cusparseOperation_t op_a, cusparseOperation_t op_b, cudaDataType a,
               cudaDataType b, cudaDataType c, cudaDataType compute, int alg = 0) {
	size_t size = 0;
	int result = -1;
	cusparseSpMatDescr_t m = nullptr, m2 = nullptr, m3 = nullptr;
	cusparseDnVecDescr_t x = nullptr, y = nullptr;
	cusparseDnMatDescr_t p = nullptr, q = nullptr;
	cusparseSpVecDescr_t v = nullptr;
	switch (f) {
	case SPMV:
		m = sparse(s, a), x = vec(b), y = vec(c);
		result = m ? cusparseSpMV_bufferSize(h, op_a, zero, m, x, zero, y, compute, (cusparseSpMVAlg_t)alg, &size) : -2;
		break;
	case SPMM:
		m = sparse(s, a), p = mat(b), q = mat(c);
		result = m ? cusparseSpMM_bufferSize(h, op_a, op_b, zero, m, p, zero, q, compute, (cusparseSpMMAlg_t)alg, &size) : -2;
		break;
	case SPSV: {
		cusparseSpSVDescr_t d;
		cusparseSpSV_createDescr(&d);
		m = sparse(s, a), x = vec(b), y = vec(c);
		result = m ? cusparseSpSV_bufferSize(h, op_a, zero, m, x, y, compute, (cusparseSpSVAlg_t)alg, d, &size) : -2;
		cusparseSpSV_destroyDescr(d);
		break;
	}
	case SPSM: {
		cusparseSpSMDescr_t d;
		cusparseSpSM_createDescr(&d);
		m = sparse(s, a), p = mat(b), q = mat(c);
		result = m ? cusparseSpSM_bufferSize(h, op_a, op_b, zero, m, p, q, compute, (cusparseSpSMAlg_t)alg, d, &size) : -2;
		cusparseSpSM_destroyDescr(d);
		break;
	}
	case SDDMM:
		m = sparse(s, c), p = mat(a), q = mat(b);
		result = m ? cusparseSDDMM_bufferSize(h, op_a, op_b, zero, p, q, zero, m, compute, (cusparseSDDMMAlg_t)alg, &size) : -2;
		break;
	case SPGEMM: {
		cusparseSpGEMMDescr_t d;
		cusparseSpGEMM_createDescr(&d);
		m = sparse(s, a), m2 = sparse(s, b), m3 = sparse(s, c);
		result = m ? cusparseSpGEMM_workEstimation(h, op_a, op_b, zero, m, m2, zero, m3, compute, (cusparseSpGEMMAlg_t)alg, d, &size, nullptr) : -2;
		cusparseSpGEMM_destroyDescr(d);
		break;
	}
	case SPVV: case AXPBY: case ROT: case GATHER:
		if (cusparseCreateSpVec(&v, 4, 0, mem(), mem(), s.indices, B0, a))
			return -2;
		y = vec(b);
		result = f == SPVV    ? cusparseSpVV_bufferSize(h, op_a, v, y, &size, compute, &size)
		         : f == AXPBY ? cusparseAxpby(h, zero, v, zero, y)
		         : f == ROT   ? cusparseRot(h, zero, zero, v, y)
		                      : cusparseGather(h, y, v);
		break;
	case S2D:
		m = sparse(s, a), p = mat(b);
		result = m ? cusparseSparseToDense_bufferSize(h, m, p, (cusparseSparseToDenseAlg_t)alg, &size) : -2;
		break;
	case D2S:
		m = sparse(s, a), p = mat(b);
		result = m ? cusparseDenseToSparse_bufferSize(h, p, m, (cusparseDenseToSparseAlg_t)alg, &size) : -2;
		break;
	default: break;
	}
	if (v) cusparseDestroySpVec(v);
	if (x) cusparseDestroyDnVec(x);
	if (y) cusparseDestroyDnVec(y);
	if (p) cusparseDestroyDnMat(p);
	if (q) cusparseDestroyDnMat(q);
	if (m) cusparseDestroySpMat(m);
	if (m2) cusparseDestroySpMat(m2);
	if (m3) cusparseDestroySpMat(m3);
	return result;
}

/* ---- 2: types ---- */

static void section2() {
	static const int computes[] = {1, 3, 4, 7, 8, 9};
	for (int f = 0; f < FUNCTIONS; f++) {
		bool three = f <= SPGEMM, has_compute = f <= SPVV;
		shape s = f == SPMM || f == SPMV || f == SPSV || f == SPSM || f == SDDMM || f == SPGEMM || f >= S2D
		                  ? shapes[0] : shapes[0];
		for (int a = 0; a < TYPES; a++)
			for (int b = 0; b < TYPES; b++)
				for (int c = 0; c < (three ? TYPES : 1); c++)
					for (int k = 0; k < (has_compute ? 6 : 1); k++) {
						int r = ask((function)f, s, N, N, types[a], types[b], types[c], types[computes[k]]);
						if (r == 0)
							printf("%s takes %s %s %s compute %s\n", function_names[f], type_names[a], type_names[b],
							       three ? type_names[c] : "-", has_compute ? type_names[computes[k]] : "-");
						else if (a == 3 && b == 3 && (!three || c == 3))
							printf("%s 32F compute %s: %d\n", function_names[f], type_names[computes[k]], r);
					}
		fflush(stdout);
	}
}

/* ---- 3: formats, widths of indices, operations ---- */

static void section3() {
	static const cusparseOperation_t ops[] = {N, T, C};
	for (int f = 0; f < FUNCTIONS; f++)
		for (const shape &s : shapes) {
			printf("%s %s offsets %d indices %d:", function_names[f], format_names[s.format], s.offsets, s.indices);
			for (cudaDataType t : {CUDA_R_32F, CUDA_C_32F, CUDA_R_16F})
				for (cusparseOperation_t a : ops)
					for (cusparseOperation_t b : ops)
						printf(" %d", ask((function)f, s, a, b, t, t, t, t == CUDA_R_16F ? CUDA_R_32F : t));
			printf("\n");
			fflush(stdout);
		}
}

/* ---- 4: algorithms ---- */

static void section4() {
	for (int f = 0; f < FUNCTIONS; f++) {
		if (f == SPVV || f == AXPBY || f == ROT || f == GATHER)
			continue;
		for (const shape &s : shapes) {
			if (s.offsets != I32)
				continue;
			printf("%s %s algorithms:", function_names[f], format_names[s.format]);
			for (int alg = 0; alg < 17; alg++)
				printf(" %d", ask((function)f, s, N, N, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, alg));
			printf("\n");
			fflush(stdout);
		}
	}
}

/* ---- 5: bad arguments of the generic functions ---- */

static void section5() {
	const cudaDataType F = CUDA_R_32F;
	cusparseSpMatDescr_t a = sparse(shapes[0], F), d64 = sparse(shapes[0], CUDA_R_64F);
	cusparseDnVecDescr_t x = vec(F), y = vec(F), x3 = vec(F, 3), x64 = vec(CUDA_R_64F);
	cusparseDnMatDescr_t b = mat(F), c = mat(F), b3 = mat(F, 3, 4), c3 = mat(F, 4, 3);
	cusparseSpVecDescr_t v;
	cusparseCreateSpVec(&v, 4, 0, mem(), mem(), I32, B0, F);
	size_t size = 0;
	const float *z = (const float *)zero;
	const cusparseSpMVAlg_t alg = CUSPARSE_SPMV_ALG_DEFAULT;
	const cusparseSpMMAlg_t mm = CUSPARSE_SPMM_ALG_DEFAULT;
	const cusparseOperation_t bad = (cusparseOperation_t)7;
	SHOW(cusparseSpMV_bufferSize(nullptr, N, z, a, x, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, bad, z, a, x, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, nullptr, a, x, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, nullptr, x, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, nullptr, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, nullptr, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, z, nullptr, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x3, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, z, x3, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x3, z, y, CUDA_R_64F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x64, z, y, F, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, z, y, (cudaDataType)99, alg, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, z, y, F, (cusparseSpMVAlg_t)99, &size));
	SHOW(cusparseSpMV_bufferSize(h, N, z, a, x, z, y, F, alg, nullptr));
	SHOW(cusparseSpMV(nullptr, N, z, a, x, z, y, F, alg, mem()));
	SHOW(cusparseSpMV(h, N, z, nullptr, x, z, y, F, alg, mem()));
	SHOW(cusparseSpMV(h, N, z, a, x3, z, y, F, alg, mem()));
	SHOW(cusparseSpMV(h, N, z, a, x, z, y, CUDA_R_64F, alg, mem()));
	SHOW(cusparseSpMV_preprocess(h, N, z, a, x, z, y, F, alg, mem()));
	SHOW(cusparseSpMM_bufferSize(nullptr, N, N, z, a, b, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, bad, N, z, a, b, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, bad, z, a, b, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, nullptr, a, b, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, nullptr, b, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, nullptr, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b, nullptr, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b, z, nullptr, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b3, z, c, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b, z, c3, F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b3, z, c, CUDA_R_64F, mm, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b, z, c, F, (cusparseSpMMAlg_t)99, &size));
	SHOW(cusparseSpMM_bufferSize(h, N, N, z, a, b, z, c, F, mm, nullptr));
	cusparseSpSVDescr_t sv;
	SHOW(cusparseSpSV_createDescr(nullptr));
	SHOW(cusparseSpSV_createDescr(&sv));
	const cusparseSpSVAlg_t s0 = CUSPARSE_SPSV_ALG_DEFAULT;
	SHOW(cusparseSpSV_bufferSize(nullptr, N, z, a, x, y, F, s0, sv, &size));
	SHOW(cusparseSpSV_bufferSize(h, N, z, a, x, y, F, s0, nullptr, &size));
	SHOW(cusparseSpSV_bufferSize(h, N, z, nullptr, x, y, F, s0, sv, &size));
	SHOW(cusparseSpSV_bufferSize(h, N, z, a, x3, y, F, s0, sv, &size));
	SHOW(cusparseSpSV_bufferSize(h, N, z, a, x, y, CUDA_R_64F, s0, sv, &size));
	SHOW(cusparseSpSV_bufferSize(h, N, z, a, x, y, F, (cusparseSpSVAlg_t)4, sv, &size));
	SHOW(cusparseSpSV_solve(h, N, z, a, x, y, F, s0, sv));
	SHOW(cusparseSpSV_updateMatrix(h, sv, nullptr, CUSPARSE_SPSV_UPDATE_GENERAL));
	SHOW(cusparseSpSV_updateMatrix(h, nullptr, mem(), CUSPARSE_SPSV_UPDATE_GENERAL));
	SHOW(cusparseSpSV_destroyDescr(nullptr));
	cusparseSpSMDescr_t sm;
	SHOW(cusparseSpSM_createDescr(&sm));
	SHOW(cusparseSpSM_bufferSize(h, N, N, z, a, b3, c, F, CUSPARSE_SPSM_ALG_DEFAULT, sm, &size));
	SHOW(cusparseSpSM_bufferSize(h, N, N, z, a, b, c, F, CUSPARSE_SPSM_ALG_DEFAULT, nullptr, &size));
	SHOW(cusparseSpSM_solve(h, N, N, z, a, b, c, F, CUSPARSE_SPSM_ALG_DEFAULT, sm));
	SHOW(cusparseSDDMM_bufferSize(nullptr, N, N, z, b, c, z, a, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	SHOW(cusparseSDDMM_bufferSize(h, N, N, z, b3, c, z, a, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	SHOW(cusparseSDDMM_bufferSize(h, N, N, z, b, c, z, d64, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	SHOW(cusparseSDDMM_bufferSize(h, N, N, z, nullptr, c, z, a, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	SHOW(cusparseAxpby(nullptr, z, v, z, y));
	SHOW(cusparseAxpby(h, nullptr, v, z, y));
	SHOW(cusparseAxpby(h, z, nullptr, z, y));
	SHOW(cusparseAxpby(h, z, v, z, x3));
	SHOW(cusparseAxpby(h, z, v, z, x64));
	SHOW(cusparseGather(nullptr, y, v));
	SHOW(cusparseGather(h, x3, v));
	SHOW(cusparseGather(h, x64, v));
	SHOW(cusparseScatter(h, v, x3));
	SHOW(cusparseRot(h, z, nullptr, v, y));
	SHOW(cusparseRot(h, z, z, v, x3));
	SHOW(cusparseSpVV_bufferSize(h, N, v, y, nullptr, F, &size));
	SHOW(cusparseSpVV_bufferSize(h, bad, v, y, &size, F, &size));
	SHOW(cusparseSpVV_bufferSize(h, T, v, y, &size, F, &size));
	SHOW(cusparseSpVV_bufferSize(h, C, v, y, &size, F, &size));
	SHOW(cusparseSpVV_bufferSize(h, N, v, x3, &size, F, &size));
	SHOW(cusparseSparseToDense_bufferSize(h, a, b3, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
	SHOW(cusparseSparseToDense_bufferSize(h, d64, b, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
	SHOW(cusparseDenseToSparse_bufferSize(h, b3, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
	SHOW(cusparseDenseToSparse_bufferSize(h, b, d64, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
	cusparseSpGEMMDescr_t g;
	SHOW(cusparseSpGEMM_createDescr(&g));
	const cusparseSpGEMMAlg_t g0 = CUSPARSE_SPGEMM_DEFAULT;
	SHOW(cusparseSpGEMM_workEstimation(nullptr, N, N, z, a, a, z, a, F, g0, g, &size, nullptr));
	SHOW(cusparseSpGEMM_workEstimation(h, T, N, z, a, a, z, a, F, g0, g, &size, nullptr));
	SHOW(cusparseSpGEMM_workEstimation(h, N, N, z, a, a, z, a, F, g0, nullptr, &size, nullptr));
	SHOW(cusparseSpGEMM_workEstimation(h, N, N, z, a, a, z, a, F, (cusparseSpGEMMAlg_t)9, g, &size, nullptr));
	SHOW(cusparseSpGEMM_workEstimation(h, N, N, z, a, a, z, a, F, g0, g, nullptr, nullptr));
	int64_t products = -7;
	SHOW(cusparseSpGEMM_getNumProducts(g, &products));
	SHOW(products);
	SHOW(cusparseSpGEMM_getNumProducts(g, nullptr));
}

/* ---- 6: the older functions ---- */

static void section6() {
	int *p = (int *)mem(), size = 0, position = -7;
	float *f = (float *)mem(), one = 1;
	cusparseMatDescr_t d, sym;
	cusparseCreateMatDescr(&d);
	cusparseCreateMatDescr(&sym);
	cusparseSetMatType(sym, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
	const cusparseDirection_t R = CUSPARSE_DIRECTION_ROW;
	const cusparseSolvePolicy_t P = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
	SHOW(cusparseXcsr2coo(nullptr, p, 0, 4, p, B0));
	SHOW(cusparseXcsr2coo(h, p, -1, 4, p, B0));
	SHOW(cusparseXcsr2coo(h, p, 0, -4, p, B0));
	SHOW(cusparseXcsr2coo(h, p, 0, 4, p, (cusparseIndexBase_t)4));
	SHOW(cusparseSgemvi_bufferSize(h, N, 4, 4, 2, &size));
	SHOW(cusparseSgemvi(h, N, 4, 4, &one, f, 3, 0, f, p, &one, f, B0, f));
	SHOW(cusparseSbsrmv(h, R, N, 2, 2, 0, &one, d, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, T, 2, 2, 0, &one, d, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, N, 2, 2, 0, &one, sym, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, N, 2, 2, 0, &one, d, f, p, p, 0, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, N, 2, 2, 0, &one, d, f, p, p, 1, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, N, -2, 2, 0, &one, d, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrmv(h, (cusparseDirection_t)5, N, 2, 2, 0, &one, d, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrmv(h, R, N, 2, 2, 0, nullptr, d, f, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrxmv(h, R, N, 1, 2, 2, 0, &one, d, f, p, p, p, p, 2, f, &one, f));
	SHOW(cusparseSbsrxmv(h, R, N, 1, 2, 2, 0, &one, d, f, p, p, p, p, 1, f, &one, f));
	SHOW(cusparseSbsrmm(h, R, N, N, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 4, &one, f, 4));
	SHOW(cusparseSbsrmm(h, R, T, N, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 4, &one, f, 4));
	SHOW(cusparseSbsrmm(h, R, N, T, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 4, &one, f, 4));
	SHOW(cusparseSbsrmm(h, R, N, C, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 4, &one, f, 4));
	SHOW(cusparseSbsrmm(h, R, N, N, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 3, &one, f, 4));
	SHOW(cusparseSbsrmm(h, R, N, N, 2, 2, 2, 0, &one, d, f, p, p, 2, f, 4, &one, f, 3));
	SHOW(cusparseSbsrmm(h, R, N, N, 2, 2, 2, 0, &one, d, f, p, p, 1, f, 4, &one, f, 4));
	csrilu02Info_t ilu;
	csric02Info_t ic;
	bsrsv2Info_t sv;
	bsrilu02Info_t bilu;
	SHOW(cusparseCreateCsrilu02Info(nullptr));
	SHOW(cusparseCreateCsrilu02Info(&ilu));
	SHOW(cusparseCreateCsric02Info(&ic));
	SHOW(cusparseCreateBsrsv2Info(&sv));
	SHOW(cusparseCreateBsrilu02Info(&bilu));
	SHOW(cusparseDestroyCsrilu02Info(nullptr));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
	SHOW(position);
	SHOW(cusparseXcsrilu02_zeroPivot(h, nullptr, &position));
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 4, d, f, p, p, ilu, &size));
	SHOW(cusparseScsrilu02_bufferSize(h, -4, 4, d, f, p, p, ilu, &size));
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 4, nullptr, f, p, p, ilu, &size));
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 4, sym, f, p, p, ilu, &size));
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 4, d, f, p, p, nullptr, &size));
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 4, d, f, p, p, ilu, nullptr));
	SHOW(cusparseScsrilu02(h, 4, 0, d, f, p, p, ilu, P, mem()));
	SHOW(cusparseScsrilu02_numericBoost(h, ilu, 1, nullptr, nullptr));
	SHOW(cusparseSbsrsv2_bufferSize(h, R, N, 2, 0, d, f, p, p, 2, sv, &size));
	SHOW(cusparseSbsrsv2_bufferSize(h, R, N, 2, 0, d, f, p, p, 0, sv, &size));
	SHOW(cusparseSbsrsv2_bufferSize(h, R, N, 2, 0, sym, f, p, p, 2, sv, &size));
	SHOW(cusparseSbsrilu02_bufferSize(h, R, 2, 0, d, f, p, p, 2, bilu, &size));
}

/* ---- 9: those of bands, counts, sorts, conversions ---- */

static void section9() {
	int *p = (int *)mem(), size = 0;
	float *f = (float *)mem(), one = 1;
	size_t bytes = 0;
	cusparseMatDescr_t d, sym;
	cusparseCreateMatDescr(&d);
	cusparseCreateMatDescr(&sym);
	cusparseSetMatType(sym, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
	const cusparseDirection_t R = CUSPARSE_DIRECTION_ROW;
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 2, 1, f, f, f, f, 2, &bytes));
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 4, 1, f, f, f, f, 3, &bytes));
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 4, 1, f, f, f, f, 4, &bytes));
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 4, 0, f, f, f, f, 4, &bytes));
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 4, -1, f, f, f, f, 4, &bytes));
	SHOW(cusparseSgtsv2_bufferSizeExt(h, 4, 1, nullptr, nullptr, nullptr, nullptr, 4, &bytes));
	SHOW(cusparseSgtsv2(h, 4, 1, f, f, f, f, 3, mem()));
	SHOW(cusparseSgtsv2(h, 4, 1, nullptr, f, f, f, 4, mem()));
	SHOW(cusparseSgtsv2_nopivot_bufferSizeExt(h, 2, 1, f, f, f, f, 4, &bytes));
	SHOW(cusparseSgtsv2StridedBatch_bufferSizeExt(h, 4, f, f, f, f, 2, 3, &bytes));
	SHOW(cusparseSgtsv2StridedBatch_bufferSizeExt(h, 4, f, f, f, f, 0, 4, &bytes));
	SHOW(cusparseSgtsvInterleavedBatch_bufferSizeExt(h, 0, 4, f, f, f, f, 2, &bytes));
	SHOW(cusparseSgtsvInterleavedBatch_bufferSizeExt(h, 3, 4, f, f, f, f, 2, &bytes));
	SHOW(cusparseSgtsvInterleavedBatch_bufferSizeExt(h, 0, 4, f, f, f, f, 0, &bytes));
	SHOW(cusparseSgpsvInterleavedBatch_bufferSizeExt(h, 0, 4, f, f, f, f, f, f, 2, &bytes));
	SHOW(cusparseSgpsvInterleavedBatch_bufferSizeExt(h, 1, 4, f, f, f, f, f, f, 2, &bytes));
	SHOW(cusparseSgpsvInterleavedBatch_bufferSizeExt(h, 0, 2, f, f, f, f, f, f, 2, &bytes));
	SHOW(cusparseSnnz(h, R, 4, 4, d, f, 3, p, &size));
	SHOW(cusparseSnnz(h, R, 4, 4, d, f, 4, p, &size));
	SHOW(cusparseSnnz(h, R, 4, 4, sym, f, 4, p, &size));
	SHOW(cusparseSnnz(h, R, 0, 4, d, f, 4, p, &size));
	SHOW(cusparseSnnz_compress(h, 4, d, f, p, p, &size, -1.f));
	SHOW(cusparseXcsr2bsrNnz(h, R, 4, 4, d, p, p, 0, d, p, &size));
	SHOW(cusparseXcsr2bsrNnz(h, R, 4, 4, d, p, p, 2, sym, p, &size));
	SHOW(cusparseXcsrsort_bufferSizeExt(h, 4, 4, 0, p, p, &bytes));
	SHOW(cusparseXcsrsort_bufferSizeExt(h, -4, 4, 0, p, p, &bytes));
	SHOW(cusparseXcoosort_bufferSizeExt(h, 4, 4, 0, p, p, &bytes));
	SHOW(cusparseXcoosort_bufferSizeExt(h, 4, 4, -1, p, p, &bytes));
	SHOW(cusparseCreateIdentityPermutation(h, -1, p));
	SHOW(cusparseCreateIdentityPermutation(h, 0, p));
	SHOW(cusparseCreateIdentityPermutation(h, 4, nullptr));
	SHOW(cusparseCsr2cscEx2_bufferSize(h, 4, 4, 0, f, p, p, f, p, p, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, B0, CUSPARSE_CSR2CSC_ALG1, &bytes));
	SHOW(cusparseCsr2cscEx2_bufferSize(h, -4, 4, 0, f, p, p, f, p, p, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, B0, CUSPARSE_CSR2CSC_ALG1, &bytes));
	SHOW(cusparseCsr2cscEx2_bufferSize(h, 4, 4, 0, f, p, p, f, p, p, CUDA_R_8U, CUSPARSE_ACTION_NUMERIC, B0, CUSPARSE_CSR2CSC_ALG1, &bytes));
	SHOW(cusparseCsr2cscEx2_bufferSize(h, 4, 4, 0, f, p, p, f, p, p, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, B0, (cusparseCsr2CscAlg_t)7, &bytes));
	SHOW(cusparseCsr2cscEx2_bufferSize(h, 4, 4, 0, f, p, p, f, p, p, CUDA_R_32F, (cusparseAction_t)7, B0, CUSPARSE_CSR2CSC_ALG1, &bytes));
	for (cudaDataType t : types)
		printf("csr2csc of type %d: %d\n", t, cusparseCsr2cscEx2_bufferSize(h, 4, 4, 0, f, p, p, f, p, p, t, CUSPARSE_ACTION_NUMERIC, B0, CUSPARSE_CSR2CSC_ALG1, &bytes));
	SHOW(cusparseSpruneDense2csr_bufferSizeExt(h, 4, 4, f, 3, &one, d, f, p, p, &bytes));
	SHOW(cusparseSpruneDense2csr_bufferSizeExt(h, 4, 4, f, 4, &one, d, f, p, p, &bytes));
	pruneInfo_t info;
	SHOW(cusparseCreatePruneInfo(&info));
	SHOW(cusparseSpruneDense2csrByPercentage_bufferSizeExt(h, 4, 4, f, 4, 101.f, d, f, p, p, info, &bytes));
	SHOW(cusparseSpruneDense2csrByPercentage_bufferSizeExt(h, 4, 4, f, 4, -1.f, d, f, p, p, info, &bytes));
	SHOW(cusparseSpruneDense2csrByPercentage_bufferSizeExt(h, 4, 4, f, 4, 50.f, d, f, p, p, info, &bytes));
}

/* ---- 7: what the older functions compute ---- */

static void print(const char *name, const std::vector<float> &v) {
	printf("%s:", name);
	for (float x : v)
		printf(" %g", x);
	printf("\n");
	fflush(stdout);
}
static void print(const char *name, const std::vector<int> &v) {
	printf("%s:", name);
	for (int x : v)
		printf(" %d", x);
	printf("\n");
	fflush(stdout);
}

static void section7() {
	/* 4 by 4:  4 1 . 1 / 1 4 1 . / . 1 0 . / 1 . . 4 */
	std::vector<int> offsets = {0, 3, 6, 8, 10}, columns = {0, 1, 3, 0, 1, 2, 1, 2, 0, 3};
	std::vector<float> values = {4, 1, 1, 1, 4, 1, 1, 0, 1, 4};
	int *o = device(offsets), *c = device(columns), size = 0, position = -7;
	float *v = device(values);
	void *buffer = room(1 << 20);
	cusparseMatDescr_t d;
	cusparseCreateMatDescr(&d);
	const cusparseSolvePolicy_t P = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
	csrilu02Info_t ilu;
	cusparseCreateCsrilu02Info(&ilu);
	SHOW(cusparseScsrilu02_bufferSize(h, 4, 10, d, v, o, c, ilu, &size));
	SHOW(cusparseScsrilu02_analysis(h, 4, 10, d, v, o, c, ilu, P, buffer));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
	SHOW(position);
	SHOW(cusparseScsrilu02(h, 4, 10, d, v, o, c, ilu, P, buffer));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
	SHOW(position);
	print("ilu", host(v, 10));
	/* no element on the diagonal of row 2, and rows 0 and 1 the same */
	std::vector<int> offsets2 = {0, 2, 4, 5, 6}, columns2 = {0, 1, 0, 1, 1, 3};
	std::vector<float> values2 = {1, 1, 1, 1, 1, 2};
	int *o2 = device(offsets2), *c2 = device(columns2);
	float *v2 = device(values2);
	csrilu02Info_t ilu2;
	cusparseCreateCsrilu02Info(&ilu2);
	SHOW(cusparseScsrilu02_analysis(h, 4, 6, d, v2, o2, c2, ilu2, P, buffer));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu2, &position));
	SHOW(position);
	SHOW(cusparseScsrilu02(h, 4, 6, d, v2, o2, c2, ilu2, P, buffer));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu2, &position));
	SHOW(position);
	print("ilu2", host(v2, 6));
	/* the same with a boost */
	v2 = device(values2);
	double tol = 0.1;
	float boost = 8;
	SHOW(cusparseScsrilu02_numericBoost(h, ilu2, 1, &tol, &boost));
	SHOW(cusparseScsrilu02(h, 4, 6, d, v2, o2, c2, ilu2, P, buffer));
	SHOW(cusparseXcsrilu02_zeroPivot(h, ilu2, &position));
	SHOW(position);
	print("boosted", host(v2, 6));
	/* Cholesky: the upper part differs from the lower one */
	std::vector<float> values3 = {4, 9, 9, 1, 4, 9, 1, 4, 1, 4};
	float *v3 = device(values3);
	csric02Info_t ic;
	cusparseCreateCsric02Info(&ic);
	SHOW(cusparseScsric02_analysis(h, 4, 10, d, v3, o, c, ic, P, buffer));
	SHOW(cusparseScsric02(h, 4, 10, d, v3, o, c, ic, P, buffer));
	SHOW(cusparseXcsric02_zeroPivot(h, ic, &position));
	SHOW(position);
	print("ic", host(v3, 10));
	std::vector<float> values4 = {1, 9, 9, 2, 1, 9, 1, 4, 1, 4};
	float *v4 = device(values4);
	SHOW(cusparseScsric02_analysis(h, 4, 10, d, v4, o, c, ic, P, buffer));
	SHOW(cusparseScsric02(h, 4, 10, d, v4, o, c, ic, P, buffer));
	SHOW(cusparseXcsric02_zeroPivot(h, ic, &position));
	SHOW(position);
	print("ic of an indefinite one", host(v4, 10));
	/* blocks of 2: [4 1; 1 4] [1 0; 0 1] / . [2 1; 1 2] */
	std::vector<int> bo = {0, 2, 3}, bc = {0, 1, 1};
	std::vector<float> bv = {4, 1, 1, 4, 1, 0, 0, 1, 2, 1, 1, 2};
	int *dbo = device(bo), *dbc = device(bc);
	float *dbv = device(bv);
	bsrilu02Info_t bilu;
	cusparseCreateBsrilu02Info(&bilu);
	SHOW(cusparseSbsrilu02_analysis(h, CUSPARSE_DIRECTION_ROW, 2, 3, d, dbv, dbo, dbc, 2, bilu, P, buffer));
	SHOW(cusparseSbsrilu02(h, CUSPARSE_DIRECTION_ROW, 2, 3, d, dbv, dbo, dbc, 2, bilu, P, buffer));
	SHOW(cusparseXbsrilu02_zeroPivot(h, bilu, &position));
	print("bsrilu", host(dbv, 12));
	dbv = device(bv);
	bsric02Info_t bic;
	cusparseCreateBsric02Info(&bic);
	SHOW(cusparseSbsric02_analysis(h, CUSPARSE_DIRECTION_ROW, 2, 3, d, dbv, dbo, dbc, 2, bic, P, buffer));
	SHOW(cusparseSbsric02(h, CUSPARSE_DIRECTION_ROW, 2, 3, d, dbv, dbo, dbc, 2, bic, P, buffer));
	SHOW(cusparseXbsric02_zeroPivot(h, bic, &position));
	print("bsric", host(dbv, 12));
	/* colours of a ring of 6 */
	std::vector<int> ro = {0, 2, 4, 6, 8, 10, 12}, rc = {1, 5, 0, 2, 1, 3, 2, 4, 3, 5, 0, 4};
	std::vector<float> rv(12, 1.f);
	cusparseColorInfo_t color;
	cusparseCreateColorInfo(&color);
	float all = 1;
	int colors = -7, *coloring = (int *)room(), *order = (int *)room();
	SHOW(cusparseScsrcolor(h, 6, 12, d, device(rv), device(ro), device(rc), &all, &colors, coloring, order, color));
	SHOW(colors);
	/* compression, pruning */
	std::vector<float> pv = {.5f, -2, 3, -.25f, 1, 0, -1, 4, 2, -8};
	float *pd = device(pv), one = 1, *out = (float *)room();
	int *per_row = (int *)room(), total = -7, *oc = (int *)room(), *oo = (int *)room();
	size_t bytes = 0;
	SHOW(cusparseSnnz_compress(h, 4, d, pd, o, per_row, &total, 1.f));
	SHOW(total);
	print("per row", host(per_row, 4));
	SHOW(cusparseScsr2csr_compress(h, 4, 4, d, pd, c, o, 10, per_row, out, oc, oo, 1.f));
	print("compressed", host(out, total));
	print("columns", host(oc, total));
	print("offsets", host(oo, 5));
	SHOW(cusparseSpruneCsr2csr_bufferSizeExt(h, 4, 4, 10, d, pd, o, c, &one, d, out, oo, oc, &bytes));
	SHOW(cusparseSpruneCsr2csrNnz(h, 4, 4, 10, d, pd, o, c, &one, d, oo, &total, buffer));
	SHOW(total);
	SHOW(cusparseSpruneCsr2csr(h, 4, 4, 10, d, pd, o, c, &one, d, out, oo, oc, buffer));
	print("pruned", host(out, total));
	pruneInfo_t info;
	cusparseCreatePruneInfo(&info);
	for (float percentage : {0.f, 10.f, 25.f, 50.f, 99.f, 100.f}) {
		SHOW(cusparseSpruneCsr2csrByPercentage_bufferSizeExt(h, 4, 4, 10, d, pd, o, c, percentage, d, out, oo, oc, info, &bytes));
		SHOW(cusparseSpruneCsr2csrNnzByPercentage(h, 4, 4, 10, d, pd, o, c, percentage, d, oo, &total, info, buffer));
		printf("%g%%: %d\n", percentage, total);
		SHOW(cusparseSpruneCsr2csrByPercentage(h, 4, 4, 10, d, pd, o, c, percentage, d, out, oo, oc, info, buffer));
		print("left", host(out, total));
		SHOW(cusparseSpruneDense2csrByPercentage_bufferSizeExt(h, 3, 3, pd, 3, percentage, d, out, oo, oc, info, &bytes));
		SHOW(cusparseSpruneDense2csrNnzByPercentage(h, 3, 3, pd, 3, percentage, d, oo, &total, info, buffer));
		printf("dense %g%%: %d\n", percentage, total);
	}
}

/* ---- 8: what the generic functions compute where the manual says little ---- */

static void section8() {
	const cudaDataType F = CUDA_R_32F;
	/* lower: 2 . . / 1 4 . / . 1 8, and 5 above the diagonal */
	std::vector<int> offsets = {0, 2, 4, 6}, columns = {0, 1, 0, 1, 1, 2};
	std::vector<float> values = {2, 5, 1, 4, 1, 8}, ones = {1, 1, 1};
	int *o = device(offsets), *c = device(columns);
	float *v = device(values), *x = device(ones), *y = (float *)room(), one = 1, zero_ = 0;
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t dx, dy;
	cusparseCreateCsr(&a, 3, 3, 6, o, c, v, I32, I32, B0, F);
	cusparseCreateDnVec(&dx, 3, x, F);
	cusparseCreateDnVec(&dy, 3, y, F);
	cusparseSpSVDescr_t d;
	cusparseSpSV_createDescr(&d);
	size_t size = 0;
	const cusparseSpSVAlg_t s0 = CUSPARSE_SPSV_ALG_DEFAULT;
	SHOW(cusparseSpSV_bufferSize(h, N, &one, a, dx, dy, F, s0, d, &size));
	void *buffer = room(size + 16);
	SHOW(cusparseSpSV_analysis(h, N, &one, a, dx, dy, F, s0, d, buffer));
	SHOW(cusparseSpSV_solve(h, N, &one, a, dx, dy, F, s0, d));
	print("solution", host(y, 3));
	std::vector<float> doubled = {4, 5, 2, 8, 2, 16};
	cudaMemcpy(v, doubled.data(), 24, cudaMemcpyHostToDevice);
	SHOW(cusparseSpSV_solve(h, N, &one, a, dx, dy, F, s0, d));
	print("after the values changed", host(y, 3));
	SHOW(cusparseSpSV_updateMatrix(h, d, v, CUSPARSE_SPSV_UPDATE_GENERAL));
	SHOW(cusparseSpSV_solve(h, N, &one, a, dx, dy, F, s0, d));
	print("after the update", host(y, 3));
	float *diagonal = device(std::vector<float>{1, 1, 1});
	SHOW(cusparseSpSV_updateMatrix(h, d, diagonal, CUSPARSE_SPSV_UPDATE_DIAGONAL));
	SHOW(cusparseSpSV_solve(h, N, &one, a, dx, dy, F, s0, d));
	print("after the update of the diagonal", host(y, 3));
	float two = 2;
	SHOW(cusparseSpSV_solve(h, N, &two, a, dx, dy, F, s0, d));
	print("with another alpha", host(y, 3));
	/* a zero and a missing element on the diagonal */
	std::vector<float> singular = {0, 5, 1, 4, 1, 8};
	cusparseSpSVDescr_t d2;
	cusparseSpSV_createDescr(&d2);
	cudaMemcpy(v, singular.data(), 24, cudaMemcpyHostToDevice);
	SHOW(cusparseSpSV_analysis(h, N, &one, a, dx, dy, F, s0, d2, buffer));
	SHOW(cusparseSpSV_solve(h, N, &one, a, dx, dy, F, s0, d2));
	print("of a singular one", host(y, 3));
	/* NaN in y with beta = 0; Inf * 0 */
	std::vector<float> nans = {NAN, NAN, NAN};
	cudaMemcpy(y, nans.data(), 12, cudaMemcpyHostToDevice);
	SHOW(cusparseSpMV(h, N, &one, a, dx, &zero_, dy, F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
	print("beta 0", host(y, 3));
	/* COO that is not sorted, and has duplicates */
	int *rows = device(std::vector<int>{2, 0, 2, 0}), *cols = device(std::vector<int>{1, 2, 1, 0});
	float *cv = device(std::vector<float>{1, 2, 4, 8});
	cusparseSpMatDescr_t coo;
	cusparseCreateCoo(&coo, 3, 3, 4, rows, cols, cv, I32, B0, F);
	SHOW(cusparseSpMV(h, N, &one, coo, dx, &zero_, dy, F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
	print("unsorted COO", host(y, 3));
	/* the order of columns of a product */
	std::vector<int> go = {0, 3, 4, 5}, gc = {2, 1, 0, 0, 1};
	std::vector<float> gv = {1, 2, 3, 4, 5};
	cusparseSpMatDescr_t g, r;
	cusparseCreateCsr(&g, 3, 3, 5, device(go), device(gc), device(gv), I32, I32, B0, F);
	int *ro = (int *)room(), *rc = (int *)room();
	float *rv = (float *)room();
	cusparseCreateCsr(&r, 3, 3, 0, ro, nullptr, nullptr, I32, I32, B0, F);
	cusparseSpGEMMDescr_t gd;
	cusparseSpGEMM_createDescr(&gd);
	size_t s1 = 0, s2 = 0;
	const cusparseSpGEMMAlg_t g0 = CUSPARSE_SPGEMM_DEFAULT;
	SHOW(cusparseSpGEMM_workEstimation(h, N, N, &one, g, g, &zero_, r, F, g0, gd, &s1, nullptr));
	SHOW(cusparseSpGEMM_workEstimation(h, N, N, &one, g, g, &zero_, r, F, g0, gd, &s1, room(s1 + 16)));
	SHOW(cusparseSpGEMM_compute(h, N, N, &one, g, g, &zero_, r, F, g0, gd, &s2, nullptr));
	SHOW(cusparseSpGEMM_compute(h, N, N, &one, g, g, &zero_, r, F, g0, gd, &s2, room(s2 + 16)));
	int64_t n0, n1, n2, products;
	SHOW(cusparseSpMatGetSize(r, &n0, &n1, &n2));
	SHOW(cusparseSpGEMM_getNumProducts(gd, &products));
	printf("products %ld, elements %ld\n", (long)products, (long)n2);
	SHOW(cusparseCsrSetPointers(r, ro, rc, rv));
	SHOW(cusparseSpGEMM_copy(h, N, N, &one, g, g, &zero_, r, F, g0, gd));
	print("offsets", host(ro, 4));
	print("columns", host(rc, n2));
	print("values", host(rv, n2));
	/* a rotation of complex numbers; a conjugated product */
	float2 cs = {.6f, 0}, sn = {0, .8f}, res = {0, 0};
	int *vi = device(std::vector<int>{1});
	float *vv = device(std::vector<float>{1, 2}), *vy = device(std::vector<float>{0, 0, 3, 4, 0, 0});
	cusparseSpVecDescr_t sv;
	cusparseDnVecDescr_t svy;
	cusparseCreateSpVec(&sv, 3, 1, vi, vv, I32, B0, CUDA_C_32F);
	cusparseCreateDnVec(&svy, 3, vy, CUDA_C_32F);
	SHOW(cusparseSpVV(h, N, sv, svy, &res, CUDA_C_32F, buffer));
	printf("product %g %g\n", res.x, res.y);
	SHOW(cusparseSpVV(h, C, sv, svy, &res, CUDA_C_32F, buffer));
	printf("product %g %g\n", res.x, res.y);
	SHOW(cusparseRot(h, &cs, &sn, sv, svy));
	print("rotated x", host(vv, 2));
	print("rotated y", host(vy, 6));
}

int main(int argc, char **argv) {
	static void (*const sections[])() = {section0, section1, section2, section3, section4,
	                                     section5, section6, section7, section8, section9};
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n < 0 || n >= (int)(sizeof sections / sizeof *sections))
		return 2;
	printf("---- %d\n", n);
	if (cusparseCreate(&h))
		return 1;
	sections[n]();
	cudaError_t e = cudaDeviceSynchronize();
	printf("end: %s\n", cudaGetErrorName(e));
	return 0;
}
