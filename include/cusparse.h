/* cusparse.h - sparse linear algebra (cuSPARSE 12): handles, descriptors of sparse and dense
 * operands, the generic functions over them, and the older functions of one element type.
 * Which of them are limited, and how: docs/libraries.md.
 *
 * Functions return a status. They check their arguments at the call and work in the stream of
 * their handle; scalars are read at the call (CUSPARSE_POINTER_MODE_HOST) or when the stream
 * comes to it (CUSPARSE_POINTER_MODE_DEVICE).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSPARSE_H_ /* another toolkit's */
#define CUSPARSE_H_

#include <stdint.h>
#include <stdio.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#ifdef __cplusplus
#include "cuda_fp16.h"
#endif

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 3
#define CUSPARSE_VER_BUILD 3
#define CUSPARSE_VERSION                                     \
	(CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + \
	 CUSPARSE_VER_PATCH)

#ifndef CUSPARSEAPI
#define CUSPARSEAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
/* What an older function's analysis leaves for its solution. */
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct pruneInfo *pruneInfo_t;

typedef enum {
	CUSPARSE_STATUS_SUCCESS = 0,
	CUSPARSE_STATUS_NOT_INITIALIZED = 1,
	CUSPARSE_STATUS_ALLOC_FAILED = 2,
	CUSPARSE_STATUS_INVALID_VALUE = 3,
	CUSPARSE_STATUS_ARCH_MISMATCH = 4,
	CUSPARSE_STATUS_MAPPING_ERROR = 5,
	CUSPARSE_STATUS_EXECUTION_FAILED = 6,
	CUSPARSE_STATUS_INTERNAL_ERROR = 7,
	CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
	CUSPARSE_STATUS_ZERO_PIVOT = 9,
	CUSPARSE_STATUS_NOT_SUPPORTED = 10,
	CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;

typedef enum {
	CUSPARSE_POINTER_MODE_HOST = 0,
	CUSPARSE_POINTER_MODE_DEVICE = 1
} cusparsePointerMode_t;

typedef enum {
	CUSPARSE_ACTION_SYMBOLIC = 0,
	CUSPARSE_ACTION_NUMERIC = 1
} cusparseAction_t;

typedef enum {
	CUSPARSE_MATRIX_TYPE_GENERAL = 0,
	CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
	CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
	CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;

typedef enum {
	CUSPARSE_FILL_MODE_LOWER = 0,
	CUSPARSE_FILL_MODE_UPPER = 1
} cusparseFillMode_t;

typedef enum {
	CUSPARSE_DIAG_TYPE_NON_UNIT = 0,
	CUSPARSE_DIAG_TYPE_UNIT = 1
} cusparseDiagType_t;

typedef enum {
	CUSPARSE_INDEX_BASE_ZERO = 0,
	CUSPARSE_INDEX_BASE_ONE = 1
} cusparseIndexBase_t;

typedef enum {
	CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
	CUSPARSE_OPERATION_TRANSPOSE = 1,
	CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;

/* How the elements lie in a block of a matrix of blocks. */
typedef enum {
	CUSPARSE_DIRECTION_ROW = 0,
	CUSPARSE_DIRECTION_COLUMN = 1
} cusparseDirection_t;

typedef enum {
	CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
	CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;

typedef enum { CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1 } cusparseColorAlg_t;

/* ---- the handle ---- */

cusparseStatus_t CUSPARSEAPI cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t CUSPARSEAPI cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t CUSPARSEAPI cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t CUSPARSEAPI cusparseGetProperty(libraryPropertyType type, int *value);
/* The name of a status, and a sentence about it. */
const char *CUSPARSEAPI cusparseGetErrorName(cusparseStatus_t status);
const char *CUSPARSEAPI cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t CUSPARSEAPI cusparseSetStream(cusparseHandle_t handle,
                                               cudaStream_t streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetStream(cusparseHandle_t handle,
                                               cudaStream_t *streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetPointerMode(cusparseHandle_t handle,
                                                    cusparsePointerMode_t *mode);
cusparseStatus_t CUSPARSEAPI cusparseSetPointerMode(cusparseHandle_t handle,
                                                    cusparsePointerMode_t mode);

/* What is logged: each call that fails (level 1 and above). The environment has the same
 * settings: CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK, CUSPARSE_LOG_FILE. */
typedef void (*cusparseLoggerCallback_t)(int logLevel, const char *functionName,
                                         const char *message);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetCallback(cusparseLoggerCallback_t callback);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetFile(FILE *file);
cusparseStatus_t CUSPARSEAPI cusparseLoggerOpenFile(const char *logFile);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetLevel(int level);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetMask(int mask);
cusparseStatus_t CUSPARSEAPI cusparseLoggerForceDisable(void);

/* ---- descriptors of the older functions ---- */

/* A matrix: its type, base of indices, triangle and diagonal; new ones are general, of base
 * zero, lower, not unit. */
cusparseStatus_t CUSPARSEAPI cusparseCreateMatDescr(cusparseMatDescr_t *descrA);
cusparseStatus_t CUSPARSEAPI cusparseDestroyMatDescr(cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatType(cusparseMatDescr_t descrA,
                                                cusparseMatrixType_t type);
cusparseMatrixType_t CUSPARSEAPI cusparseGetMatType(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatFillMode(cusparseMatDescr_t descrA,
                                                    cusparseFillMode_t fillMode);
cusparseFillMode_t CUSPARSEAPI cusparseGetMatFillMode(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatDiagType(cusparseMatDescr_t descrA,
                                                    cusparseDiagType_t diagType);
cusparseDiagType_t CUSPARSEAPI cusparseGetMatDiagType(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatIndexBase(cusparseMatDescr_t descrA,
                                                     cusparseIndexBase_t base);
cusparseIndexBase_t CUSPARSEAPI cusparseGetMatIndexBase(const cusparseMatDescr_t descrA);

#define __SIMT_INFO(__name, __type)                                          \
	cusparseStatus_t CUSPARSEAPI cusparseCreate##__name(__type *info); \
	cusparseStatus_t CUSPARSEAPI cusparseDestroy##__name(__type info);
__SIMT_INFO(Csric02Info, csric02Info_t)
__SIMT_INFO(Bsric02Info, bsric02Info_t)
__SIMT_INFO(Csrilu02Info, csrilu02Info_t)
__SIMT_INFO(Bsrilu02Info, bsrilu02Info_t)
__SIMT_INFO(Bsrsv2Info, bsrsv2Info_t)
__SIMT_INFO(Bsrsm2Info, bsrsm2Info_t)
__SIMT_INFO(Csru2csrInfo, csru2csrInfo_t)
__SIMT_INFO(ColorInfo, cusparseColorInfo_t)
__SIMT_INFO(PruneInfo, pruneInfo_t)
#undef __SIMT_INFO

/* ---- functions of one element type ----
 * Their names begin with S, D, C, Z: float, double, and complex numbers of them. H, where
 * there is one, is half. */

#define __SIMT_SDCZ(__F) \
	__F(S, float) __F(D, double) __F(C, cuComplex) __F(Z, cuDoubleComplex)
#define __SIMT_SD(__F) __F(S, float) __F(D, double)
#define __SIMT_FN cusparseStatus_t CUSPARSEAPI
/* A matrix in rows, or rows of blocks, of one element type. */
#define __SIMT_CSR(__T, __x)                                                            \
	const __T *csrSortedVal##__x, const int *csrSortedRowPtr##__x, \
		const int *csrSortedColInd##__x
#define __SIMT_BSR(__C, __T) \
	__C __T *bsrSortedVal, const int *bsrSortedRowPtr, const int *bsrSortedColInd

/* y = alpha op(A) x + beta y with a sparse x. */
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN cusparse##__P##gemvi(                                                  \
		cusparseHandle_t handle, cusparseOperation_t transA, int m, int n,       \
		const __T *alpha, const __T *A, int lda, int nnz, const __T *xVal,       \
		const int *xInd, const __T *beta, __T *y, cusparseIndexBase_t idxBase,   \
		void *pBuffer);                                                          \
	__SIMT_FN cusparse##__P##gemvi_bufferSize(cusparseHandle_t handle,               \
	                                          cusparseOperation_t transA, int m,     \
	                                          int n, int nnz, int *pBufferSize);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

/* y = alpha A x + beta y; bsrxmv computes the rows of blocks that the mask names; C = alpha A
 * op(B) + beta C. */
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN cusparse##__P##bsrmv(                                                  \
		cusparseHandle_t handle, cusparseDirection_t dirA,                       \
		cusparseOperation_t transA, int mb, int nb, int nnzb, const __T *alpha,  \
		const cusparseMatDescr_t descrA, __SIMT_BSR(const, __T), int blockDim,   \
		const __T *x, const __T *beta, __T *y);                                  \
	__SIMT_FN cusparse##__P##bsrxmv(                                                 \
		cusparseHandle_t handle, cusparseDirection_t dirA,                       \
		cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb,    \
		const __T *alpha, const cusparseMatDescr_t descrA,                       \
		const __T *bsrSortedVal, const int *bsrSortedMaskPtr,                    \
		const int *bsrSortedRowPtr, const int *bsrSortedEndPtr,                  \
		const int *bsrSortedColInd, int blockDim, const __T *x, const __T *beta, \
		__T *y);                                                                 \
	__SIMT_FN cusparse##__P##bsrmm(                                                  \
		cusparseHandle_t handle, cusparseDirection_t dirA,                       \
		cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n,   \
		int kb, int nnzb, const __T *alpha, const cusparseMatDescr_t descrA,     \
		__SIMT_BSR(const, __T), const int blockSize, const __T *B,               \
		const int ldb, const __T *beta, __T *C, int ldc);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

/* op(A) x = alpha f and op(A) X = alpha op(B) with a triangular A of blocks. zeroPivot: the
 * first row of blocks whose diagonal is missing or singular, and CUSPARSE_STATUS_ZERO_PIVOT; or
 * -1. */
__SIMT_FN cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info,
                                    int *position);
__SIMT_FN cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info,
                                    int *position);
#define __SIMT_SV                                                                   \
	cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, \
		int mb, int nnzb
#define __SIMT_SM                                                                   \
	cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, \
		cusparseOperation_t transXY, int mb, int n, int nnzb
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN cusparse##__P##bsrsv2_bufferSize(                                     \
		__SIMT_SV, const cusparseMatDescr_t descrA, __SIMT_BSR(, __T),          \
		int blockDim, bsrsv2Info_t info, int *pBufferSizeInBytes);              \
	__SIMT_FN cusparse##__P##bsrsv2_bufferSizeExt(                                  \
		__SIMT_SV, const cusparseMatDescr_t descrA, __SIMT_BSR(, __T),          \
		int blockSize, bsrsv2Info_t info, size_t *pBufferSize);                 \
	__SIMT_FN cusparse##__P##bsrsv2_analysis(                                       \
		__SIMT_SV, const cusparseMatDescr_t descrA, __SIMT_BSR(const, __T),     \
		int blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy,          \
		void *pBuffer);                                                         \
	__SIMT_FN cusparse##__P##bsrsv2_solve(                                          \
		__SIMT_SV, const __T *alpha, const cusparseMatDescr_t descrA,           \
		__SIMT_BSR(const, __T), int blockDim, bsrsv2Info_t info, const __T *f,  \
		__T *x, cusparseSolvePolicy_t policy, void *pBuffer);                   \
	__SIMT_FN cusparse##__P##bsrsm2_bufferSize(                                     \
		__SIMT_SM, const cusparseMatDescr_t descrA, __SIMT_BSR(, __T),          \
		int blockSize, bsrsm2Info_t info, int *pBufferSizeInBytes);             \
	__SIMT_FN cusparse##__P##bsrsm2_bufferSizeExt(                                  \
		__SIMT_SM, const cusparseMatDescr_t descrA, __SIMT_BSR(, __T),          \
		int blockSize, bsrsm2Info_t info, size_t *pBufferSize);                 \
	__SIMT_FN cusparse##__P##bsrsm2_analysis(                                       \
		__SIMT_SM, const cusparseMatDescr_t descrA, __SIMT_BSR(const, __T),     \
		int blockSize, bsrsm2Info_t info, cusparseSolvePolicy_t policy,         \
		void *pBuffer);                                                         \
	__SIMT_FN cusparse##__P##bsrsm2_solve(                                          \
		__SIMT_SM, const __T *alpha, const cusparseMatDescr_t descrA,           \
		__SIMT_BSR(const, __T), int blockSize, bsrsm2Info_t info, const __T *B, \
		int ldb, __T *X, int ldx, cusparseSolvePolicy_t policy, void *pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_SM
#undef __SIMT_SV

/* Incomplete LU and Cholesky factors without fill-in, in place. numericBoost: a pivot that is
 * smaller than tol becomes boost_val. */
__SIMT_FN cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                      int *position);
__SIMT_FN cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info,
                                      int *position);
__SIMT_FN cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                     int *position);
__SIMT_FN cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info,
                                     int *position);
#define __SIMT_CSR_FACTOR(__P, __T, __name)                                              \
	__SIMT_FN cusparse##__P##__name##_bufferSize(                                    \
		cusparseHandle_t handle, int m, int nnz,                                 \
		const cusparseMatDescr_t descrA, __T *csrSortedValA,                     \
		const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
		__name##Info_t info, int *pBufferSizeInBytes);                           \
	__SIMT_FN cusparse##__P##__name##_bufferSizeExt(                                 \
		cusparseHandle_t handle, int m, int nnz,                                 \
		const cusparseMatDescr_t descrA, __T *csrSortedVal,                      \
		const int *csrSortedRowPtr, const int *csrSortedColInd,                  \
		__name##Info_t info, size_t *pBufferSize);                               \
	__SIMT_FN cusparse##__P##__name##_analysis(                                      \
		cusparseHandle_t handle, int m, int nnz,                                 \
		const cusparseMatDescr_t descrA, __SIMT_CSR(__T, A),                     \
		__name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);       \
	__SIMT_FN cusparse##__P##__name(                                                 \
		cusparseHandle_t handle, int m, int nnz,                                 \
		const cusparseMatDescr_t descrA, __T *csrSortedValA_valM,                \
		const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
		__name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);
#define __SIMT_BSR_FACTOR(__P, __T, __name, __C)                                        \
	__SIMT_FN cusparse##__P##__name##_bufferSize(                                   \
		cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,    \
		const cusparseMatDescr_t descrA, __SIMT_BSR(, __T), int blockDim,       \
		__name##Info_t info, int *pBufferSizeInBytes);                          \
	__SIMT_FN cusparse##__P##__name##_bufferSizeExt(                                \
		cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,    \
		const cusparseMatDescr_t descrA, __SIMT_BSR(, __T), int blockSize,      \
		__name##Info_t info, size_t *pBufferSize);                              \
	__SIMT_FN cusparse##__P##__name##_analysis(                                     \
		cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,    \
		const cusparseMatDescr_t descrA, __SIMT_BSR(__C, __T), int blockDim,    \
		__name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);      \
	__SIMT_FN cusparse##__P##__name(                                                \
		cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,    \
		const cusparseMatDescr_t descrA, __SIMT_BSR(, __T), int blockDim,       \
		__name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN cusparse##__P##csrilu02_numericBoost(cusparseHandle_t handle,         \
	                                               csrilu02Info_t info,             \
	                                               int enable_boost, double *tol,   \
	                                               __T *boost_val);                 \
	__SIMT_FN cusparse##__P##bsrilu02_numericBoost(cusparseHandle_t handle,         \
	                                               bsrilu02Info_t info,             \
	                                               int enable_boost, double *tol,   \
	                                               __T *boost_val);                 \
	__SIMT_CSR_FACTOR(__P, __T, csrilu02)                                           \
	__SIMT_CSR_FACTOR(__P, __T, csric02)                                            \
	__SIMT_BSR_FACTOR(__P, __T, bsrilu02, )                                         \
	__SIMT_BSR_FACTOR(__P, __T, bsric02, const)
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_BSR_FACTOR
#undef __SIMT_CSR_FACTOR

/* Systems of three and of five diagonals: with pivots, without, and many of them, one after
 * the other or interleaved (the first elements of all, the second ones, ...). */
#define __SIMT_DIAGONALS(__T) const __T *dl, const __T *d, const __T *du
#define __SIMT_GTSV(__P, __T, __name)                                                    \
	__SIMT_FN cusparse##__P##__name##_bufferSizeExt(                                 \
		cusparseHandle_t handle, int m, int n, __SIMT_DIAGONALS(__T),            \
		const __T *B, int ldb, size_t *bufferSizeInBytes);                       \
	__SIMT_FN cusparse##__P##__name(cusparseHandle_t handle, int m, int n,           \
	                                __SIMT_DIAGONALS(__T), __T *B, int ldb,          \
	                                void *pBuffer);
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_GTSV(__P, __T, gtsv2)                                                     \
	__SIMT_GTSV(__P, __T, gtsv2_nopivot)                                             \
	__SIMT_FN cusparse##__P##gtsv2StridedBatch_bufferSizeExt(                        \
		cusparseHandle_t handle, int m, __SIMT_DIAGONALS(__T), const __T *x,     \
		int batchCount, int batchStride, size_t *bufferSizeInBytes);             \
	__SIMT_FN cusparse##__P##gtsv2StridedBatch(                                      \
		cusparseHandle_t handle, int m, __SIMT_DIAGONALS(__T), __T *x,           \
		int batchCount, int batchStride, void *pBuffer);                         \
	__SIMT_FN cusparse##__P##gtsvInterleavedBatch_bufferSizeExt(                     \
		cusparseHandle_t handle, int algo, int m, __SIMT_DIAGONALS(__T),         \
		const __T *x, int batchCount, size_t *pBufferSizeInBytes);               \
	__SIMT_FN cusparse##__P##gtsvInterleavedBatch(                                   \
		cusparseHandle_t handle, int algo, int m, __T *dl, __T *d, __T *du,      \
		__T *x, int batchCount, void *pBuffer);                                  \
	__SIMT_FN cusparse##__P##gpsvInterleavedBatch_bufferSizeExt(                     \
		cusparseHandle_t handle, int algo, int m, const __T *ds,                 \
		__SIMT_DIAGONALS(__T), const __T *dw, const __T *x, int batchCount,      \
		size_t *pBufferSizeInBytes);                                             \
	__SIMT_FN cusparse##__P##gpsvInterleavedBatch(                                   \
		cusparseHandle_t handle, int algo, int m, __T *ds, __T *dl, __T *d,      \
		__T *du, __T *dw, __T *x, int batchCount, void *pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_GTSV
#undef __SIMT_DIAGONALS

/* C = alpha A + beta B, after csrgeam2Nnz has counted its rows. */
__SIMT_FN cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                               const cusparseMatDescr_t descrA, int nnzA,
                               const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                               const cusparseMatDescr_t descrB, int nnzB,
                               const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                               const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                               int *nnzTotalDevHostPtr, void *workspace);
#define __SIMT_SUM(__T)                                                              \
	cusparseHandle_t handle, int m, int n, const __T *alpha,                     \
		const cusparseMatDescr_t descrA, int nnzA, __SIMT_CSR(__T, A),       \
		const __T *beta, const cusparseMatDescr_t descrB, int nnzB,          \
		__SIMT_CSR(__T, B), const cusparseMatDescr_t descrC
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN cusparse##__P##csrgeam2_bufferSizeExt(                                \
		__SIMT_SUM(__T), __SIMT_CSR(__T, C), size_t *pBufferSizeInBytes);       \
	__SIMT_FN cusparse##__P##csrgeam2(__SIMT_SUM(__T), __T *csrSortedValC,          \
	                                  int *csrSortedRowPtrC, int *csrSortedColIndC, \
	                                  void *pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_SUM

/* Colours of rows such that neighbours differ, for a part of the rows; each other row has a
 * colour of its own. */
#define __SIMT_F(__P, __T, __R)                                                   \
	__SIMT_FN cusparse##__P##csrcolor(                                        \
		cusparseHandle_t handle, int m, int nnz,                          \
		const cusparseMatDescr_t descrA, __SIMT_CSR(__T, A),              \
		const __R *fractionToColor, int *ncolors, int *coloring,          \
		int *reordering, const cusparseColorInfo_t info);
__SIMT_F(S, float, float)
__SIMT_F(D, double, double)
__SIMT_F(C, cuComplex, float)
__SIMT_F(Z, cuDoubleComplex, double)
#undef __SIMT_F

/* ---- conversions ---- */

/* Elements of a dense matrix that are not 0, in each row or column and in all. compress: those
 * above a tolerance. */
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN cusparse##__P##nnz(cusparseHandle_t handle, cusparseDirection_t dirA, \
	                             int m, int n, const cusparseMatDescr_t descrA,     \
	                             const __T *A, int lda, int *nnzPerRowCol,          \
	                             int *nnzTotalDevHostPtr);                          \
	__SIMT_FN cusparse##__P##nnz_compress(                                          \
		cusparseHandle_t handle, int m, const cusparseMatDescr_t descr,         \
		const __T *csrSortedValA, const int *csrSortedRowPtrA, int *nnzPerRow,  \
		int *nnzC, __T tol);                                                    \
	__SIMT_FN cusparse##__P##csr2csr_compress(                                      \
		cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, \
		const __T *csrSortedValA, const int *csrSortedColIndA,                  \
		const int *csrSortedRowPtrA, int nnzA, const int *nnzPerRow,            \
		__T *csrSortedValC, int *csrSortedColIndC, int *csrSortedRowPtrC,       \
		__T tol);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

__SIMT_FN cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                           int *csrSortedRowPtr, cusparseIndexBase_t idxBase);
__SIMT_FN cusparseXcsr2coo(cusparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
                           int m, int *cooRowInd, cusparseIndexBase_t idxBase);

/* Between rows and rows of blocks; "ge" blocks need not be square. */
#define __SIMT_FROM                                                               \
	cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,          \
		const cusparseMatDescr_t descrA
#define __SIMT_BLOCKS                                                             \
	cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,        \
		const cusparseMatDescr_t descrA
__SIMT_FN cusparseXcsr2bsrNnz(__SIMT_FROM, const int *csrSortedRowPtrA,
                              const int *csrSortedColIndA, int blockDim,
                              const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                              int *nnzTotalDevHostPtr);
__SIMT_FN cusparseXcsr2gebsrNnz(__SIMT_FROM, const int *csrSortedRowPtrA,
                                const int *csrSortedColIndA,
                                const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                                int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr,
                                void *pBuffer);
__SIMT_FN cusparseXgebsr2csr(__SIMT_BLOCKS, const int *bsrSortedRowPtrA,
                             const int *bsrSortedColIndA, int rowBlockDim,
                             int colBlockDim, const cusparseMatDescr_t descrC,
                             int *csrSortedRowPtrC, int *csrSortedColIndC);
__SIMT_FN cusparseXgebsr2gebsrNnz(
	cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,
	const cusparseMatDescr_t descrA, const int *bsrSortedRowPtrA,
	const int *bsrSortedColIndA, int rowBlockDimA, int colBlockDimA,
	const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC, int rowBlockDimC,
	int colBlockDimC, int *nnzTotalDevHostPtr, void *pBuffer);
#define __SIMT_RESIZED(__T)                                                              \
	cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,     \
		const cusparseMatDescr_t descrA, __SIMT_BSR(const, __T),                 \
		int rowBlockDimA, int colBlockDimA
#define __SIMT_TURNED(__T)                                                               \
	cusparseHandle_t handle, int mb, int nb, int nnzb, __SIMT_BSR(const, __T),       \
		int rowBlockDim, int colBlockDim
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN cusparse##__P##csr2bsr(                                                \
		__SIMT_FROM, __SIMT_CSR(__T, A), int blockDim,                           \
		const cusparseMatDescr_t descrC, __T *bsrSortedValC,                     \
		int *bsrSortedRowPtrC, int *bsrSortedColIndC);                           \
	__SIMT_FN cusparse##__P##bsr2csr(                                                \
		__SIMT_BLOCKS, __SIMT_BSR(const, __T), int blockDim,                     \
		const cusparseMatDescr_t descrC, __T *csrSortedValC,                     \
		int *csrSortedRowPtrC, int *csrSortedColIndC);                           \
	__SIMT_FN cusparse##__P##gebsr2csr(                                              \
		__SIMT_BLOCKS, __SIMT_BSR(const, __T), int rowBlockDim, int colBlockDim, \
		const cusparseMatDescr_t descrC, __T *csrSortedValC,                     \
		int *csrSortedRowPtrC, int *csrSortedColIndC);                           \
	__SIMT_FN cusparse##__P##csr2gebsr_bufferSize(                                   \
		__SIMT_FROM, __SIMT_CSR(__T, A), int rowBlockDim, int colBlockDim,       \
		int *pBufferSizeInBytes);                                                \
	__SIMT_FN cusparse##__P##csr2gebsr_bufferSizeExt(                                \
		__SIMT_FROM, __SIMT_CSR(__T, A), int rowBlockDim, int colBlockDim,       \
		size_t *pBufferSize);                                                    \
	__SIMT_FN cusparse##__P##csr2gebsr(                                              \
		__SIMT_FROM, __SIMT_CSR(__T, A), const cusparseMatDescr_t descrC,        \
		__T *bsrSortedValC, int *bsrSortedRowPtrC, int *bsrSortedColIndC,        \
		int rowBlockDim, int colBlockDim, void *pBuffer);                        \
	__SIMT_FN cusparse##__P##gebsr2gebsr_bufferSize(                                 \
		__SIMT_RESIZED(__T), int rowBlockDimC, int colBlockDimC,                 \
		int *pBufferSizeInBytes);                                                \
	__SIMT_FN cusparse##__P##gebsr2gebsr_bufferSizeExt(                              \
		__SIMT_RESIZED(__T), int rowBlockDimC, int colBlockDimC,                 \
		size_t *pBufferSize);                                                    \
	__SIMT_FN cusparse##__P##gebsr2gebsr(                                            \
		__SIMT_RESIZED(__T), const cusparseMatDescr_t descrC,                    \
		__T *bsrSortedValC, int *bsrSortedRowPtrC, int *bsrSortedColIndC,        \
		int rowBlockDimC, int colBlockDimC, void *pBuffer);                      \
	__SIMT_FN cusparse##__P##gebsr2gebsc_bufferSize(__SIMT_TURNED(__T),              \
	                                                int *pBufferSizeInBytes);        \
	__SIMT_FN cusparse##__P##gebsr2gebsc_bufferSizeExt(__SIMT_TURNED(__T),           \
	                                                   size_t *pBufferSize);         \
	__SIMT_FN cusparse##__P##gebsr2gebsc(                                            \
		__SIMT_TURNED(__T), __T *bscVal, int *bscRowInd, int *bscColPtr,         \
		cusparseAction_t copyValues, cusparseIndexBase_t idxBase,                \
		void *pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_TURNED
#undef __SIMT_RESIZED
#undef __SIMT_BLOCKS
#undef __SIMT_FROM

/* Sorts, and what they move P by. */
__SIMT_FN cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);
__SIMT_FN cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                         const int *cooRowsA, const int *cooColsA,
                                         size_t *pBufferSizeInBytes);
__SIMT_FN cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz,
                                int *cooRowsA, int *cooColsA, int *P, void *pBuffer);
__SIMT_FN cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz,
                                   int *cooRowsA, int *cooColsA, int *P, void *pBuffer);
__SIMT_FN cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                         const int *csrRowPtrA, const int *csrColIndA,
                                         size_t *pBufferSizeInBytes);
__SIMT_FN cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                           const cusparseMatDescr_t descrA, const int *csrRowPtrA,
                           int *csrColIndA, int *P, void *pBuffer);
__SIMT_FN cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                         const int *cscColPtrA, const int *cscRowIndA,
                                         size_t *pBufferSizeInBytes);
__SIMT_FN cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz,
                           const cusparseMatDescr_t descrA, const int *cscColPtrA,
                           int *cscRowIndA, int *P, void *pBuffer);

/* From unsorted rows to sorted ones, and back. */
#define __SIMT_UNSORTED(__T) __T *csrVal, const int *csrRowPtr, int *csrColInd
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN cusparse##__P##csru2csr_bufferSizeExt(                                \
		cusparseHandle_t handle, int m, int n, int nnz, __SIMT_UNSORTED(__T),   \
		csru2csrInfo_t info, size_t *pBufferSizeInBytes);                       \
	__SIMT_FN cusparse##__P##csru2csr(cusparseHandle_t handle, int m, int n,        \
	                                  int nnz, const cusparseMatDescr_t descrA,     \
	                                  __SIMT_UNSORTED(__T), csru2csrInfo_t info,    \
	                                  void *pBuffer);                               \
	__SIMT_FN cusparse##__P##csr2csru(cusparseHandle_t handle, int m, int n,        \
	                                  int nnz, const cusparseMatDescr_t descrA,     \
	                                  __SIMT_UNSORTED(__T), csru2csrInfo_t info,    \
	                                  void *pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_UNSORTED

/* Elements above a threshold, or all but the smallest percentage, of a dense matrix or of one
 * in rows. */
#define __SIMT_DENSE(__T) cusparseHandle_t handle, int m, int n, const __T *A, int lda
#define __SIMT_SPARSE(__T)                               \
	cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, __SIMT_CSR(__T, A)
#define __SIMT_PRUNE(__P, __T, __name, __from)                                           \
	__SIMT_FN cusparse##__P##__name##_bufferSizeExt(                                 \
		__from(__T), const __T *threshold, const cusparseMatDescr_t descrC,      \
		__SIMT_CSR(__T, C), size_t *pBufferSizeInBytes);                         \
	__SIMT_FN cusparse##__P##__name##Nnz(                                            \
		__from(__T), const __T *threshold, const cusparseMatDescr_t descrC,      \
		int *csrRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);                \
	__SIMT_FN cusparse##__P##__name(                                                 \
		__from(__T), const __T *threshold, const cusparseMatDescr_t descrC,      \
		__T *csrSortedValC, const int *csrSortedRowPtrC, int *csrSortedColIndC,  \
		void *pBuffer);                                                          \
	__SIMT_FN cusparse##__P##__name##ByPercentage_bufferSizeExt(                     \
		__from(__T), float percentage, const cusparseMatDescr_t descrC,          \
		__SIMT_CSR(__T, C), pruneInfo_t info, size_t *pBufferSizeInBytes);       \
	__SIMT_FN cusparse##__P##__name##NnzByPercentage(                                \
		__from(__T), float percentage, const cusparseMatDescr_t descrC,          \
		int *csrRowPtrC, int *nnzTotalDevHostPtr, pruneInfo_t info,              \
		void *pBuffer);                                                          \
	__SIMT_FN cusparse##__P##__name##ByPercentage(                                   \
		__from(__T), float percentage, const cusparseMatDescr_t descrC,          \
		__T *csrSortedValC, const int *csrSortedRowPtrC, int *csrSortedColIndC,  \
		pruneInfo_t info, void *pBuffer);
#define __SIMT_F(__P, __T)                                        \
	__SIMT_PRUNE(__P, __T, pruneDense2csr, __SIMT_DENSE)      \
	__SIMT_PRUNE(__P, __T, pruneCsr2csr, __SIMT_SPARSE)
__SIMT_SD(__SIMT_F)
#ifdef __cplusplus
__SIMT_F(H, __half)
#endif
#undef __SIMT_F
#undef __SIMT_PRUNE
#undef __SIMT_SPARSE
#undef __SIMT_DENSE

/* From rows to columns: the transpose. */
typedef enum {
	CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
	CUSPARSE_CSR2CSC_ALG1 = 1
} cusparseCsr2CscAlg_t;
__SIMT_FN cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                             const void *csrVal, const int *csrRowPtr,
                             const int *csrColInd, void *cscVal, int *cscColPtr,
                             int *cscRowInd, cudaDataType valType,
                             cusparseAction_t copyValues, cusparseIndexBase_t idxBase,
                             cusparseCsr2CscAlg_t alg, void *buffer);
__SIMT_FN cusparseCsr2cscEx2_bufferSize(
	cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
	const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
	int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
	cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, size_t *bufferSize);

#undef __SIMT_BSR
#undef __SIMT_CSR
#undef __SIMT_SD
#undef __SIMT_SDCZ

/* ---- descriptors of the generic functions ---- */

typedef enum {
	CUSPARSE_FORMAT_CSR = 1,
	CUSPARSE_FORMAT_CSC = 2,
	CUSPARSE_FORMAT_COO = 3,
	CUSPARSE_FORMAT_BLOCKED_ELL = 5,
	CUSPARSE_FORMAT_BSR = 6,
	CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;

typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;

typedef enum {
	CUSPARSE_INDEX_16U = 1,
	CUSPARSE_INDEX_32I = 2,
	CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;

typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

/* A descriptor names memory, and does not own it. Each is created, and asked for what it was
 * created of, in two ways: for memory that may be written, and (Const) that may not.
 * __V is the one or the other. */
#define __SIMT_DESCRIPTORS(__Const, __V)                                                 \
	/* A sparse vector. */                                                           \
	__SIMT_FN cusparseCreate##__Const##SpVec(                                        \
		cusparse##__Const##SpVecDescr_t *spVecDescr, int64_t size, int64_t nnz,  \
		__V *indices, __V *values, cusparseIndexType_t idxType,                  \
		cusparseIndexBase_t idxBase, cudaDataType valueType);                    \
	__SIMT_FN cusparse##__Const##SpVecGet(                                           \
		cusparse##__Const##SpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz, \
		__V **indices, __V **values, cusparseIndexType_t *idxType,               \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType);                  \
	__SIMT_FN cusparse##__Const##SpVecGetValues(                                     \
		cusparse##__Const##SpVecDescr_t spVecDescr, __V **values);               \
	/* A dense vector. */                                                            \
	__SIMT_FN cusparseCreate##__Const##DnVec(                                        \
		cusparse##__Const##DnVecDescr_t *dnVecDescr, int64_t size, __V *values,  \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##DnVecGet(                                           \
		cusparse##__Const##DnVecDescr_t dnVecDescr, int64_t *size,               \
		__V **values, cudaDataType *valueType);                                  \
	__SIMT_FN cusparse##__Const##DnVecGetValues(                                     \
		cusparse##__Const##DnVecDescr_t dnVecDescr, __V **values);               \
	/* A dense matrix. */                                                            \
	__SIMT_FN cusparseCreate##__Const##DnMat(                                        \
		cusparse##__Const##DnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, \
		int64_t ld, __V *values, cudaDataType valueType, cusparseOrder_t order); \
	__SIMT_FN cusparse##__Const##DnMatGet(                                           \
		cusparse##__Const##DnMatDescr_t dnMatDescr, int64_t *rows,               \
		int64_t *cols, int64_t *ld, __V **values, cudaDataType *type,            \
		cusparseOrder_t *order);                                                 \
	__SIMT_FN cusparse##__Const##DnMatGetValues(                                     \
		cusparse##__Const##DnMatDescr_t dnMatDescr, __V **values);               \
	/* Sparse matrices: compressed rows, compressed columns, triplets, compressed    \
	 * rows of blocks, ELL of blocks, sliced ELL. */                                 \
	__SIMT_FN cusparseCreate##__Const##Csr(                                          \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, __V *csrRowOffsets, __V *csrColInd, __V *csrValues,         \
		cusparseIndexType_t csrRowOffsetsType,                                   \
		cusparseIndexType_t csrColIndType, cusparseIndexBase_t idxBase,          \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CsrGet(                                             \
		cusparse##__Const##SpMatDescr_t spMatDescr, int64_t *rows,               \
		int64_t *cols, int64_t *nnz, __V **csrRowOffsets, __V **csrColInd,       \
		__V **csrValues, cusparseIndexType_t *csrRowOffsetsType,                 \
		cusparseIndexType_t *csrColIndType, cusparseIndexBase_t *idxBase,        \
		cudaDataType *valueType);                                                \
	__SIMT_FN cusparseCreate##__Const##Csc(                                          \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, __V *cscColOffsets, __V *cscRowInd, __V *cscValues,         \
		cusparseIndexType_t cscColOffsetsType,                                   \
		cusparseIndexType_t cscRowIndType, cusparseIndexBase_t idxBase,          \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CscGet(                                             \
		cusparse##__Const##SpMatDescr_t spMatDescr, int64_t *rows,               \
		int64_t *cols, int64_t *nnz, __V **cscColOffsets, __V **cscRowInd,       \
		__V **cscValues, cusparseIndexType_t *cscColOffsetsType,                 \
		cusparseIndexType_t *cscRowIndType, cusparseIndexBase_t *idxBase,        \
		cudaDataType *valueType);                                                \
	__SIMT_FN cusparseCreate##__Const##Coo(                                          \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, __V *cooRowInd, __V *cooColInd, __V *cooValues,             \
		cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,             \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CooGet(                                             \
		cusparse##__Const##SpMatDescr_t spMatDescr, int64_t *rows,               \
		int64_t *cols, int64_t *nnz, __V **cooRowInd, __V **cooColInd,           \
		__V **cooValues, cusparseIndexType_t *idxType,                           \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType);                  \
	__SIMT_FN cusparseCreate##__Const##Bsr(                                          \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t brows,              \
		int64_t bcols, int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, \
		__V *bsrRowOffsets, __V *bsrColInd, __V *bsrValues,                      \
		cusparseIndexType_t bsrRowOffsetsType,                                   \
		cusparseIndexType_t bsrColIndType, cusparseIndexBase_t idxBase,          \
		cudaDataType valueType, cusparseOrder_t order);                          \
	__SIMT_FN cusparseCreate##__Const##BlockedEll(                                   \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t ellBlockSize, int64_t ellCols, __V *ellColInd, __V *ellValue,    \
		cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase,             \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##BlockedEllGet(                                      \
		cusparse##__Const##SpMatDescr_t spMatDescr, int64_t *rows,               \
		int64_t *cols, int64_t *ellBlockSize, int64_t *ellCols,                  \
		__V **ellColInd, __V **ellValue, cusparseIndexType_t *ellIdxType,        \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType);                  \
	__SIMT_FN cusparseCreate##__Const##SlicedEll(                                    \
		cusparse##__Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, int64_t sellValuesSize, int64_t sliceSize,                  \
		__V *sellSliceOffsets, __V *sellColInd, __V *sellValues,                 \
		cusparseIndexType_t sellSliceOffsetsType,                                \
		cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase,         \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##SpMatGetValues(                                     \
		cusparse##__Const##SpMatDescr_t spMatDescr, __V **values);
__SIMT_DESCRIPTORS(, void)
__SIMT_DESCRIPTORS(Const, const void)
#undef __SIMT_DESCRIPTORS

__SIMT_FN cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr);
__SIMT_FN cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
                                    cusparseIndexBase_t *idxBase);
__SIMT_FN cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void *values);
__SIMT_FN cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr);
__SIMT_FN cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void *values);
__SIMT_FN cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr);
__SIMT_FN cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void *values);
__SIMT_FN cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount,
                                       int64_t batchStride);
__SIMT_FN cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr,
                                       int *batchCount, int64_t *batchStride);

__SIMT_FN cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr);
__SIMT_FN cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr,
                                 cusparseFormat_t *format);
__SIMT_FN cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr,
                                    cusparseIndexBase_t *idxBase);
__SIMT_FN cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void *values);
__SIMT_FN cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                               int64_t *cols, int64_t *nnz);
__SIMT_FN cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr, void *csrRowOffsets,
                                 void *csrColInd, void *csrValues);
__SIMT_FN cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr, void *cscColOffsets,
                                 void *cscRowInd, void *cscValues);
__SIMT_FN cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr, void *cooRows,
                                 void *cooColumns, void *cooValues);

/* Batches: the strides, in elements, between one matrix and the next. */
__SIMT_FN cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t spMatDescr,
                                       int *batchCount);
__SIMT_FN cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                     int64_t batchStride);
__SIMT_FN cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                     int64_t offsetsBatchStride,
                                     int64_t columnsValuesBatchStride);
__SIMT_FN cusparseBsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                     int64_t offsetsBatchStride,
                                     int64_t columnsBatchStride,
                                     int64_t ValuesBatchStride);

/* What makes a triangular matrix of a matrix. */
typedef enum {
	CUSPARSE_SPMAT_FILL_MODE,
	CUSPARSE_SPMAT_DIAG_TYPE
} cusparseSpMatAttribute_t;
__SIMT_FN cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
                                    cusparseSpMatAttribute_t attribute, void *data,
                                    size_t dataSize);
__SIMT_FN cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
                                    cusparseSpMatAttribute_t attribute, void *data,
                                    size_t dataSize);

/* ---- the generic functions ---- */

/* Y = alpha X + beta Y; X = Y at X's indices; Y at X's indices = X; the rotation of both; the
 * product of both. */
__SIMT_FN cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                        cusparseConstSpVecDescr_t vecX, const void *beta,
                        cusparseDnVecDescr_t vecY);
__SIMT_FN cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                         cusparseSpVecDescr_t vecX);
__SIMT_FN cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                          cusparseDnVecDescr_t vecY);
__SIMT_FN cusparseRot(cusparseHandle_t handle, const void *c_coeff, const void *s_coeff,
                      cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY);
__SIMT_FN cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
                                  cusparseConstSpVecDescr_t vecX,
                                  cusparseConstDnVecDescr_t vecY, const void *result,
                                  cudaDataType computeType, size_t *bufferSize);
__SIMT_FN cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                       cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                       void *result, cudaDataType computeType, void *externalBuffer);

typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
__SIMT_FN cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                           cusparseConstSpMatDescr_t matA,
                                           cusparseDnMatDescr_t matB,
                                           cusparseSparseToDenseAlg_t alg,
                                           size_t *bufferSize);
__SIMT_FN cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
                                void *externalBuffer);

/* The analysis counts: then the size of matB says how much memory its other arrays need. */
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
__SIMT_FN cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                           cusparseConstDnMatDescr_t matA,
                                           cusparseSpMatDescr_t matB,
                                           cusparseDenseToSparseAlg_t alg,
                                           size_t *bufferSize);
__SIMT_FN cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                         cusparseConstDnMatDescr_t matA,
                                         cusparseSpMatDescr_t matB,
                                         cusparseDenseToSparseAlg_t alg,
                                         void *externalBuffer);
__SIMT_FN cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                        cusparseConstDnMatDescr_t matA,
                                        cusparseSpMatDescr_t matB,
                                        cusparseDenseToSparseAlg_t alg,
                                        void *externalBuffer);

/* Y = alpha op(A) X + beta Y. */
typedef enum {
	CUSPARSE_SPMV_ALG_DEFAULT = 0,
	CUSPARSE_SPMV_COO_ALG1 = 1,
	CUSPARSE_SPMV_CSR_ALG1 = 2,
	CUSPARSE_SPMV_CSR_ALG2 = 3,
	CUSPARSE_SPMV_COO_ALG2 = 4,
	CUSPARSE_SPMV_SELL_ALG1 = 5,
	CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
#define __SIMT_SPMV                                                                     \
	cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,            \
		cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,         \
		const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,  \
		cusparseSpMVAlg_t alg
__SIMT_FN cusparseSpMV(__SIMT_SPMV, void *externalBuffer);
__SIMT_FN cusparseSpMV_bufferSize(__SIMT_SPMV, size_t *bufferSize);
__SIMT_FN cusparseSpMV_preprocess(__SIMT_SPMV, void *externalBuffer);
#undef __SIMT_SPMV

/* op(A) Y = alpha X and op(A) C = alpha op(B) with a triangular A. The analysis copies A's
 * values into the buffer, which stays in use until the last solution; updateMatrix replaces
 * them, or those of the diagonal. */
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum {
	CUSPARSE_SPSV_UPDATE_GENERAL = 0,
	CUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} cusparseSpSVUpdate_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
__SIMT_FN cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
__SIMT_FN cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
#define __SIMT_SPSV                                                                     \
	cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,            \
		cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,         \
		cusparseDnVecDescr_t vecY, cudaDataType computeType,                    \
		cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr
__SIMT_FN cusparseSpSV_bufferSize(__SIMT_SPSV, size_t *bufferSize);
__SIMT_FN cusparseSpSV_analysis(__SIMT_SPSV, void *externalBuffer);
__SIMT_FN cusparseSpSV_solve(__SIMT_SPSV);
#undef __SIMT_SPSV
__SIMT_FN cusparseSpSV_updateMatrix(cusparseHandle_t handle,
                                    cusparseSpSVDescr_t spsvDescr, void *newValues,
                                    cusparseSpSVUpdate_t updatePart);

typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
	CUSPARSE_SPSM_UPDATE_GENERAL = 0,
	CUSPARSE_SPSM_UPDATE_DIAGONAL = 1
} cusparseSpSMUpdate_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
__SIMT_FN cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr);
__SIMT_FN cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
#define __SIMT_SPSM                                                                     \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,      \
		const void *alpha, cusparseConstSpMatDescr_t matA,                      \
		cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,              \
		cudaDataType computeType, cusparseSpSMAlg_t alg,                        \
		cusparseSpSMDescr_t spsmDescr
__SIMT_FN cusparseSpSM_bufferSize(__SIMT_SPSM, size_t *bufferSize);
__SIMT_FN cusparseSpSM_analysis(__SIMT_SPSM, void *externalBuffer);
__SIMT_FN cusparseSpSM_solve(__SIMT_SPSM);
#undef __SIMT_SPSM
__SIMT_FN cusparseSpSM_updateMatrix(cusparseHandle_t handle,
                                    cusparseSpSMDescr_t spsmDescr, void *newValues,
                                    cusparseSpSMUpdate_t updatePart);

/* C = alpha op(A) op(B) + beta C: A sparse. */
typedef enum {
	CUSPARSE_SPMM_ALG_DEFAULT = 0,
	CUSPARSE_SPMM_COO_ALG1 = 1,
	CUSPARSE_SPMM_COO_ALG2 = 2,
	CUSPARSE_SPMM_COO_ALG3 = 3,
	CUSPARSE_SPMM_CSR_ALG1 = 4,
	CUSPARSE_SPMM_COO_ALG4 = 5,
	CUSPARSE_SPMM_CSR_ALG2 = 6,
	CUSPARSE_SPMM_CSR_ALG3 = 12,
	CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
	CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;
#define __SIMT_SPMM                                                                     \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,      \
		const void *alpha, cusparseConstSpMatDescr_t matA,                      \
		cusparseConstDnMatDescr_t matB, const void *beta,                       \
		cusparseDnMatDescr_t matC, cudaDataType computeType,                    \
		cusparseSpMMAlg_t alg
__SIMT_FN cusparseSpMM_bufferSize(__SIMT_SPMM, size_t *bufferSize);
__SIMT_FN cusparseSpMM_preprocess(__SIMT_SPMM, void *externalBuffer);
__SIMT_FN cusparseSpMM(__SIMT_SPMM, void *externalBuffer);
#undef __SIMT_SPMM

/* C = alpha A B + beta C: all of them sparse. Each step is called twice: without a buffer it
 * says how large one has to be. After compute, C's size is known; copy fills its arrays. */
typedef enum {
	CUSPARSE_SPGEMM_DEFAULT = 0,
	CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
	CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
	CUSPARSE_SPGEMM_ALG1 = 3,
	CUSPARSE_SPGEMM_ALG2 = 4,
	CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
__SIMT_FN cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
__SIMT_FN cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
#define __SIMT_SPGEMM                                                                   \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,      \
		const void *alpha, cusparseConstSpMatDescr_t matA,                      \
		cusparseConstSpMatDescr_t matB, const void *beta,                       \
		cusparseSpMatDescr_t matC, cudaDataType computeType,                    \
		cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr
__SIMT_FN cusparseSpGEMM_workEstimation(__SIMT_SPGEMM, size_t *bufferSize1,
                                        void *externalBuffer1);
__SIMT_FN cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                                        int64_t *num_prods);
__SIMT_FN cusparseSpGEMM_estimateMemory(__SIMT_SPGEMM, float chunk_fraction,
                                        size_t *bufferSize3, void *externalBuffer3,
                                        size_t *bufferSize2);
__SIMT_FN cusparseSpGEMM_compute(__SIMT_SPGEMM, size_t *bufferSize2,
                                 void *externalBuffer2);
__SIMT_FN cusparseSpGEMM_copy(__SIMT_SPGEMM);
#undef __SIMT_SPGEMM

/* The same for many products of the same pattern: compute may be repeated. */
#define __SIMT_REUSE                                                                    \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,      \
		cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,         \
		cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,                     \
		cusparseSpGEMMDescr_t spgemmDescr
__SIMT_FN cusparseSpGEMMreuse_workEstimation(__SIMT_REUSE, size_t *bufferSize1,
                                             void *externalBuffer1);
__SIMT_FN cusparseSpGEMMreuse_nnz(__SIMT_REUSE, size_t *bufferSize2,
                                  void *externalBuffer2, size_t *bufferSize3,
                                  void *externalBuffer3, size_t *bufferSize4,
                                  void *externalBuffer4);
__SIMT_FN cusparseSpGEMMreuse_copy(__SIMT_REUSE, size_t *bufferSize5,
                                   void *externalBuffer5);
#undef __SIMT_REUSE
__SIMT_FN cusparseSpGEMMreuse_compute(
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
	const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
	const void *beta, cusparseSpMatDescr_t matC, cudaDataType computeType,
	cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr);

/* C = alpha (op(A) op(B)) at C's pattern + beta C: A and B dense. */
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
#define __SIMT_SDDMM                                                                    \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,      \
		const void *alpha, cusparseConstDnMatDescr_t matA,                      \
		cusparseConstDnMatDescr_t matB, const void *beta,                       \
		cusparseSpMatDescr_t matC, cudaDataType computeType,                    \
		cusparseSDDMMAlg_t alg
__SIMT_FN cusparseSDDMM_bufferSize(__SIMT_SDDMM, size_t *bufferSize);
__SIMT_FN cusparseSDDMM_preprocess(__SIMT_SDDMM, void *externalBuffer);
__SIMT_FN cusparseSDDMM(__SIMT_SDDMM, void *externalBuffer);
#undef __SIMT_SDDMM

/* SpMM with operators of the program: not supported. */
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;
__SIMT_FN cusparseSpMMOp_createPlan(
	cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan, cusparseOperation_t opA,
	cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
	cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
	cudaDataType computeType, cusparseSpMMOpAlg_t alg,
	const void *addOperationNvvmBuffer, size_t addOperationBufferSize,
	const void *mulOperationNvvmBuffer, size_t mulOperationBufferSize,
	const void *epilogueNvvmBuffer, size_t epilogueBufferSize,
	size_t *SpMMWorkspaceSize);
__SIMT_FN cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *externalBuffer);
__SIMT_FN cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan);

#undef __SIMT_FN
#ifdef __cplusplus
}
#endif

#endif
