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

cusparseStatus_t CUSPARSEAPI cusparseCreate(cusparseHandle_t *__handle);
cusparseStatus_t CUSPARSEAPI cusparseDestroy(cusparseHandle_t __handle);
cusparseStatus_t CUSPARSEAPI cusparseGetVersion(cusparseHandle_t __handle, int *__version);
cusparseStatus_t CUSPARSEAPI cusparseGetProperty(libraryPropertyType type, int *__value);
/* The name of a status, and a sentence about it. */
const char *CUSPARSEAPI cusparseGetErrorName(cusparseStatus_t __status);
const char *CUSPARSEAPI cusparseGetErrorString(cusparseStatus_t __status);
cusparseStatus_t CUSPARSEAPI cusparseSetStream(cusparseHandle_t __handle,
                                               cudaStream_t __streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetStream(cusparseHandle_t __handle,
                                               cudaStream_t *__streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetPointerMode(cusparseHandle_t __handle,
                                                    cusparsePointerMode_t *__mode);
cusparseStatus_t CUSPARSEAPI cusparseSetPointerMode(cusparseHandle_t __handle,
                                                    cusparsePointerMode_t __mode);

/* What is logged: each call that fails (level 1 and above). The environment has the same
 * settings: CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK, CUSPARSE_LOG_FILE. */
typedef void (*cusparseLoggerCallback_t)(int __logLevel, const char *__functionName,
                                         const char *__message);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetCallback(cusparseLoggerCallback_t __callback);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetFile(FILE *__file);
cusparseStatus_t CUSPARSEAPI cusparseLoggerOpenFile(const char *__logFile);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetLevel(int __level);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetMask(int __mask);
cusparseStatus_t CUSPARSEAPI cusparseLoggerForceDisable(void);

/* ---- descriptors of the older functions ---- */

/* A matrix: its type, base of indices, triangle and diagonal; new ones are general, of base
 * zero, lower, not unit. */
cusparseStatus_t CUSPARSEAPI cusparseCreateMatDescr(cusparseMatDescr_t *__descrA);
cusparseStatus_t CUSPARSEAPI cusparseDestroyMatDescr(cusparseMatDescr_t __descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatType(cusparseMatDescr_t __descrA,
                                                cusparseMatrixType_t __type);
cusparseMatrixType_t CUSPARSEAPI cusparseGetMatType(const cusparseMatDescr_t __descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatFillMode(cusparseMatDescr_t __descrA,
                                                    cusparseFillMode_t __fillMode);
cusparseFillMode_t CUSPARSEAPI cusparseGetMatFillMode(const cusparseMatDescr_t __descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatDiagType(cusparseMatDescr_t __descrA,
                                                    cusparseDiagType_t __diagType);
cusparseDiagType_t CUSPARSEAPI cusparseGetMatDiagType(const cusparseMatDescr_t __descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatIndexBase(cusparseMatDescr_t __descrA,
                                                     cusparseIndexBase_t __base);
cusparseIndexBase_t CUSPARSEAPI cusparseGetMatIndexBase(const cusparseMatDescr_t __descrA);

#define __SIMT_INFO(__name, __type)                                          \
	cusparseStatus_t CUSPARSEAPI cusparseCreate##__name(__type *__info); \
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
	__F(cusparseS, float) __F(cusparseD, double) __F(cusparseC, cuComplex) __F(cusparseZ, cuDoubleComplex)
#define __SIMT_SD(__F) __F(cusparseS, float) __F(cusparseD, double)
#define __SIMT_FN cusparseStatus_t CUSPARSEAPI
/* A matrix in rows, or rows of blocks, of one element type. */
#define __SIMT_CSR(__T, __x)                                                            \
	const __T *csrSortedVal##__x, const int *csrSortedRowPtr##__x, \
		const int *csrSortedColInd##__x
#define __SIMT_BSR(__C, __T) \
	__C __T *__bsrSortedVal, const int *__bsrSortedRowPtr, const int *bsrSortedColInd

/* y = alpha op(A) x + beta y with a sparse x. */
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN __P##gemvi(                                                  \
		cusparseHandle_t __handle, cusparseOperation_t __transA, int __m, int __n,       \
		const __T *__alpha, const __T *__A, int __lda, int __nnz, const __T *__xVal,       \
		const int *__xInd, const __T *__beta, __T *__y, cusparseIndexBase_t __idxBase,   \
		void *__pBuffer);                                                          \
	__SIMT_FN __P##gemvi_bufferSize(cusparseHandle_t __handle,               \
	                                          cusparseOperation_t __transA, int __m,     \
	                                          int __n, int __nnz, int *__pBufferSize);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

/* y = alpha A x + beta y; bsrxmv computes the rows of blocks that the mask names; C = alpha A
 * op(B) + beta C. */
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN __P##bsrmv(                                                  \
		cusparseHandle_t __handle, cusparseDirection_t __dirA,                       \
		cusparseOperation_t __transA, int __mb, int __nb, int __nnzb, const __T *__alpha,  \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(const, __T), int __blockDim,   \
		const __T *__x, const __T *__beta, __T *__y);                                  \
	__SIMT_FN __P##bsrxmv(                                                 \
		cusparseHandle_t __handle, cusparseDirection_t __dirA,                       \
		cusparseOperation_t __transA, int __sizeOfMask, int __mb, int __nb, int __nnzb,    \
		const __T *__alpha, const cusparseMatDescr_t __descrA,                       \
		const __T *__bsrSortedVal, const int *__bsrSortedMaskPtr,                    \
		const int *__bsrSortedRowPtr, const int *__bsrSortedEndPtr,                  \
		const int *__bsrSortedColInd, int __blockDim, const __T *__x, const __T *__beta, \
		__T *__y);                                                                 \
	__SIMT_FN __P##bsrmm(                                                  \
		cusparseHandle_t __handle, cusparseDirection_t __dirA,                       \
		cusparseOperation_t __transA, cusparseOperation_t __transB, int __mb, int __n,   \
		int __kb, int __nnzb, const __T *__alpha, const cusparseMatDescr_t __descrA,     \
		__SIMT_BSR(const, __T), const int __blockSize, const __T *__B,               \
		const int __ldb, const __T *__beta, __T *__C, int __ldc);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

/* op(A) x = alpha f and op(A) X = alpha op(B) with a triangular A of blocks. zeroPivot: the
 * first row of blocks whose diagonal is missing or singular, and CUSPARSE_STATUS_ZERO_PIVOT; or
 * -1. */
__SIMT_FN cusparseXbsrsv2_zeroPivot(cusparseHandle_t __handle, bsrsv2Info_t __info,
                                    int *__position);
__SIMT_FN cusparseXbsrsm2_zeroPivot(cusparseHandle_t __handle, bsrsm2Info_t __info,
                                    int *__position);
#define __SIMT_SV                                                                   \
	cusparseHandle_t __handle, cusparseDirection_t __dirA, cusparseOperation_t __transA, \
		int __mb, int nnzb
#define __SIMT_SM                                                                   \
	cusparseHandle_t __handle, cusparseDirection_t __dirA, cusparseOperation_t __transA, \
		cusparseOperation_t __transXY, int __mb, int __n, int nnzb
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN __P##bsrsv2_bufferSize(                                     \
		__SIMT_SV, const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T),          \
		int __blockDim, bsrsv2Info_t __info, int *__pBufferSizeInBytes);              \
	__SIMT_FN __P##bsrsv2_bufferSizeExt(                                  \
		__SIMT_SV, const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T),          \
		int __blockSize, bsrsv2Info_t __info, size_t *__pBufferSize);                 \
	__SIMT_FN __P##bsrsv2_analysis(                                       \
		__SIMT_SV, const cusparseMatDescr_t __descrA, __SIMT_BSR(const, __T),     \
		int __blockDim, bsrsv2Info_t __info, cusparseSolvePolicy_t __policy,          \
		void *__pBuffer);                                                         \
	__SIMT_FN __P##bsrsv2_solve(                                          \
		__SIMT_SV, const __T *__alpha, const cusparseMatDescr_t __descrA,           \
		__SIMT_BSR(const, __T), int __blockDim, bsrsv2Info_t __info, const __T *__f,  \
		__T *__x, cusparseSolvePolicy_t __policy, void *__pBuffer);                   \
	__SIMT_FN __P##bsrsm2_bufferSize(                                     \
		__SIMT_SM, const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T),          \
		int __blockSize, bsrsm2Info_t __info, int *__pBufferSizeInBytes);             \
	__SIMT_FN __P##bsrsm2_bufferSizeExt(                                  \
		__SIMT_SM, const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T),          \
		int __blockSize, bsrsm2Info_t __info, size_t *__pBufferSize);                 \
	__SIMT_FN __P##bsrsm2_analysis(                                       \
		__SIMT_SM, const cusparseMatDescr_t __descrA, __SIMT_BSR(const, __T),     \
		int __blockSize, bsrsm2Info_t __info, cusparseSolvePolicy_t __policy,         \
		void *__pBuffer);                                                         \
	__SIMT_FN __P##bsrsm2_solve(                                          \
		__SIMT_SM, const __T *__alpha, const cusparseMatDescr_t __descrA,           \
		__SIMT_BSR(const, __T), int __blockSize, bsrsm2Info_t __info, const __T *__B, \
		int __ldb, __T *__X, int __ldx, cusparseSolvePolicy_t __policy, void *__pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_SM
#undef __SIMT_SV

/* Incomplete LU and Cholesky factors without fill-in, in place. numericBoost: a pivot that is
 * smaller than tol becomes boost_val. */
__SIMT_FN cusparseXcsrilu02_zeroPivot(cusparseHandle_t __handle, csrilu02Info_t __info,
                                      int *__position);
__SIMT_FN cusparseXbsrilu02_zeroPivot(cusparseHandle_t __handle, bsrilu02Info_t __info,
                                      int *__position);
__SIMT_FN cusparseXcsric02_zeroPivot(cusparseHandle_t __handle, csric02Info_t __info,
                                     int *__position);
__SIMT_FN cusparseXbsric02_zeroPivot(cusparseHandle_t __handle, bsric02Info_t __info,
                                     int *__position);
#define __SIMT_CSR_FACTOR(__P, __T, __name)                                              \
	__SIMT_FN __P##__name##_bufferSize(                                    \
		cusparseHandle_t __handle, int __m, int __nnz,                                 \
		const cusparseMatDescr_t __descrA, __T *__csrSortedValA,                     \
		const int *__csrSortedRowPtrA, const int *__csrSortedColIndA,                \
		__name##Info_t __info, int *__pBufferSizeInBytes);                           \
	__SIMT_FN __P##__name##_bufferSizeExt(                                 \
		cusparseHandle_t __handle, int __m, int __nnz,                                 \
		const cusparseMatDescr_t __descrA, __T *__csrSortedVal,                      \
		const int *__csrSortedRowPtr, const int *__csrSortedColInd,                  \
		__name##Info_t __info, size_t *__pBufferSize);                               \
	__SIMT_FN __P##__name##_analysis(                                      \
		cusparseHandle_t __handle, int __m, int __nnz,                                 \
		const cusparseMatDescr_t __descrA, __SIMT_CSR(__T, __A),                     \
		__name##Info_t __info, cusparseSolvePolicy_t __policy, void *__pBuffer);       \
	__SIMT_FN __P##__name(                                                 \
		cusparseHandle_t __handle, int __m, int __nnz,                                 \
		const cusparseMatDescr_t __descrA, __T *__csrSortedValA_valM,                \
		const int *__csrSortedRowPtrA, const int *__csrSortedColIndA,                \
		__name##Info_t __info, cusparseSolvePolicy_t __policy, void *__pBuffer);
#define __SIMT_BSR_FACTOR(__P, __T, __name, __C)                                        \
	__SIMT_FN __P##__name##_bufferSize(                                   \
		cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nnzb,    \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T), int __blockDim,       \
		__name##Info_t __info, int *__pBufferSizeInBytes);                          \
	__SIMT_FN __P##__name##_bufferSizeExt(                                \
		cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nnzb,    \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T), int __blockSize,      \
		__name##Info_t __info, size_t *__pBufferSize);                              \
	__SIMT_FN __P##__name##_analysis(                                     \
		cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nnzb,    \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(__C, __T), int __blockDim,    \
		__name##Info_t __info, cusparseSolvePolicy_t __policy, void *__pBuffer);      \
	__SIMT_FN __P##__name(                                                \
		cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nnzb,    \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(, __T), int __blockDim,       \
		__name##Info_t __info, cusparseSolvePolicy_t __policy, void *__pBuffer);
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN __P##csrilu02_numericBoost(cusparseHandle_t __handle,         \
	                                               csrilu02Info_t __info,             \
	                                               int __enable_boost, double *__tol,   \
	                                               __T *__boost_val);                 \
	__SIMT_FN __P##bsrilu02_numericBoost(cusparseHandle_t __handle,         \
	                                               bsrilu02Info_t __info,             \
	                                               int __enable_boost, double *__tol,   \
	                                               __T *__boost_val);                 \
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
#define __SIMT_DIAGONALS(__T) const __T *__dl, const __T *__d, const __T *du
#define __SIMT_GTSV(__P, __T, __name)                                                    \
	__SIMT_FN __P##__name##_bufferSizeExt(                                 \
		cusparseHandle_t __handle, int __m, int __n, __SIMT_DIAGONALS(__T),            \
		const __T *__B, int __ldb, size_t *__bufferSizeInBytes);                       \
	__SIMT_FN __P##__name(cusparseHandle_t __handle, int __m, int __n,           \
	                                __SIMT_DIAGONALS(__T), __T *__B, int __ldb,          \
	                                void *__pBuffer);
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_GTSV(__P, __T, gtsv2)                                                     \
	__SIMT_GTSV(__P, __T, gtsv2_nopivot)                                             \
	__SIMT_FN __P##gtsv2StridedBatch_bufferSizeExt(                        \
		cusparseHandle_t __handle, int __m, __SIMT_DIAGONALS(__T), const __T *__x,     \
		int __batchCount, int __batchStride, size_t *__bufferSizeInBytes);             \
	__SIMT_FN __P##gtsv2StridedBatch(                                      \
		cusparseHandle_t __handle, int __m, __SIMT_DIAGONALS(__T), __T *__x,           \
		int __batchCount, int __batchStride, void *__pBuffer);                         \
	__SIMT_FN __P##gtsvInterleavedBatch_bufferSizeExt(                     \
		cusparseHandle_t __handle, int __algo, int __m, __SIMT_DIAGONALS(__T),         \
		const __T *__x, int __batchCount, size_t *__pBufferSizeInBytes);               \
	__SIMT_FN __P##gtsvInterleavedBatch(                                   \
		cusparseHandle_t __handle, int __algo, int __m, __T *__dl, __T *__d, __T *__du,      \
		__T *__x, int __batchCount, void *__pBuffer);                                  \
	__SIMT_FN __P##gpsvInterleavedBatch_bufferSizeExt(                     \
		cusparseHandle_t __handle, int __algo, int __m, const __T *__ds,                 \
		__SIMT_DIAGONALS(__T), const __T *__dw, const __T *__x, int __batchCount,      \
		size_t *__pBufferSizeInBytes);                                             \
	__SIMT_FN __P##gpsvInterleavedBatch(                                   \
		cusparseHandle_t __handle, int __algo, int __m, __T *__ds, __T *__dl, __T *__d,      \
		__T *__du, __T *__dw, __T *__x, int __batchCount, void *__pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_GTSV
#undef __SIMT_DIAGONALS

/* C = alpha A + beta B, after csrgeam2Nnz has counted its rows. */
__SIMT_FN cusparseXcsrgeam2Nnz(cusparseHandle_t __handle, int __m, int __n,
                               const cusparseMatDescr_t __descrA, int __nnzA,
                               const int *__csrSortedRowPtrA, const int *__csrSortedColIndA,
                               const cusparseMatDescr_t __descrB, int __nnzB,
                               const int *__csrSortedRowPtrB, const int *__csrSortedColIndB,
                               const cusparseMatDescr_t __descrC, int *__csrSortedRowPtrC,
                               int *__nnzTotalDevHostPtr, void *__workspace);
#define __SIMT_SUM(__T)                                                              \
	cusparseHandle_t __handle, int __m, int __n, const __T *__alpha,                     \
		const cusparseMatDescr_t __descrA, int __nnzA, __SIMT_CSR(__T, __A),       \
		const __T *__beta, const cusparseMatDescr_t __descrB, int __nnzB,          \
		__SIMT_CSR(__T, __B), const cusparseMatDescr_t descrC
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN __P##csrgeam2_bufferSizeExt(                                \
		__SIMT_SUM(__T), __SIMT_CSR(__T, __C), size_t *__pBufferSizeInBytes);       \
	__SIMT_FN __P##csrgeam2(__SIMT_SUM(__T), __T *__csrSortedValC,          \
	                                  int *__csrSortedRowPtrC, int *__csrSortedColIndC, \
	                                  void *__pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_SUM

/* Colours of rows such that neighbours differ, for a part of the rows; each other row has a
 * colour of its own. */
#define __SIMT_F(__P, __T, __R)                                                   \
	__SIMT_FN __P##csrcolor(                                        \
		cusparseHandle_t __handle, int __m, int __nnz,                          \
		const cusparseMatDescr_t __descrA, __SIMT_CSR(__T, __A),              \
		const __R *__fractionToColor, int *__ncolors, int *__coloring,          \
		int *__reordering, const cusparseColorInfo_t __info);
__SIMT_F(cusparseS, float, float)
__SIMT_F(cusparseD, double, double)
__SIMT_F(cusparseC, cuComplex, float)
__SIMT_F(cusparseZ, cuDoubleComplex, double)
#undef __SIMT_F

/* ---- conversions ---- */

/* Elements of a dense matrix that are not 0, in each row or column and in all. compress: those
 * above a tolerance. */
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN __P##nnz(cusparseHandle_t __handle, cusparseDirection_t __dirA, \
	                             int __m, int __n, const cusparseMatDescr_t __descrA,     \
	                             const __T *__A, int __lda, int *__nnzPerRowCol,          \
	                             int *__nnzTotalDevHostPtr);                          \
	__SIMT_FN __P##nnz_compress(                                          \
		cusparseHandle_t __handle, int __m, const cusparseMatDescr_t __descr,         \
		const __T *__csrSortedValA, const int *__csrSortedRowPtrA, int *__nnzPerRow,  \
		int *__nnzC, __T __tol);                                                    \
	__SIMT_FN __P##csr2csr_compress(                                      \
		cusparseHandle_t __handle, int __m, int __n, const cusparseMatDescr_t __descrA, \
		const __T *__csrSortedValA, const int *__csrSortedColIndA,                  \
		const int *__csrSortedRowPtrA, int __nnzA, const int *__nnzPerRow,            \
		__T *__csrSortedValC, int *__csrSortedColIndC, int *__csrSortedRowPtrC,       \
		__T __tol);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F

__SIMT_FN cusparseXcoo2csr(cusparseHandle_t __handle, const int *__cooRowInd, int __nnz, int __m,
                           int *__csrSortedRowPtr, cusparseIndexBase_t __idxBase);
__SIMT_FN cusparseXcsr2coo(cusparseHandle_t __handle, const int *__csrSortedRowPtr, int __nnz,
                           int __m, int *__cooRowInd, cusparseIndexBase_t __idxBase);

/* Between rows and rows of blocks; "ge" blocks need not be square. */
#define __SIMT_FROM                                                               \
	cusparseHandle_t __handle, cusparseDirection_t __dirA, int __m, int __n,          \
		const cusparseMatDescr_t descrA
#define __SIMT_BLOCKS                                                             \
	cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nb,        \
		const cusparseMatDescr_t __descrA
__SIMT_FN cusparseXcsr2bsrNnz(__SIMT_FROM, const int *__csrSortedRowPtrA,
                              const int *__csrSortedColIndA, int __blockDim,
                              const cusparseMatDescr_t __descrC, int *__bsrSortedRowPtrC,
                              int *__nnzTotalDevHostPtr);
__SIMT_FN cusparseXcsr2gebsrNnz(__SIMT_FROM, const int *__csrSortedRowPtrA,
                                const int *__csrSortedColIndA,
                                const cusparseMatDescr_t __descrC, int *__bsrSortedRowPtrC,
                                int __rowBlockDim, int __colBlockDim, int *__nnzTotalDevHostPtr,
                                void *__pBuffer);
__SIMT_FN cusparseXgebsr2csr(__SIMT_BLOCKS, const int *__bsrSortedRowPtrA,
                             const int *__bsrSortedColIndA, int __rowBlockDim,
                             int __colBlockDim, const cusparseMatDescr_t __descrC,
                             int *__csrSortedRowPtrC, int *__csrSortedColIndC);
__SIMT_FN cusparseXgebsr2gebsrNnz(
	cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nb, int __nnzb,
	const cusparseMatDescr_t __descrA, const int *__bsrSortedRowPtrA,
	const int *__bsrSortedColIndA, int __rowBlockDimA, int __colBlockDimA,
	const cusparseMatDescr_t __descrC, int *__bsrSortedRowPtrC, int __rowBlockDimC,
	int __colBlockDimC, int *__nnzTotalDevHostPtr, void *__pBuffer);
#define __SIMT_RESIZED(__T)                                                              \
	cusparseHandle_t __handle, cusparseDirection_t __dirA, int __mb, int __nb, int __nnzb,     \
		const cusparseMatDescr_t __descrA, __SIMT_BSR(const, __T),                 \
		int __rowBlockDimA, int colBlockDimA
#define __SIMT_TURNED(__T)                                                               \
	cusparseHandle_t __handle, int __mb, int __nb, int __nnzb, __SIMT_BSR(const, __T),       \
		int __rowBlockDim, int colBlockDim
#define __SIMT_F(__P, __T)                                                               \
	__SIMT_FN __P##csr2bsr(                                                \
		__SIMT_FROM, __SIMT_CSR(__T, __A), int __blockDim,                           \
		const cusparseMatDescr_t __descrC, __T *__bsrSortedValC,                     \
		int *__bsrSortedRowPtrC, int *__bsrSortedColIndC);                           \
	__SIMT_FN __P##bsr2csr(                                                \
		__SIMT_BLOCKS, __SIMT_BSR(const, __T), int __blockDim,                     \
		const cusparseMatDescr_t __descrC, __T *__csrSortedValC,                     \
		int *__csrSortedRowPtrC, int *__csrSortedColIndC);                           \
	__SIMT_FN __P##gebsr2csr(                                              \
		__SIMT_BLOCKS, __SIMT_BSR(const, __T), int __rowBlockDim, int __colBlockDim, \
		const cusparseMatDescr_t __descrC, __T *__csrSortedValC,                     \
		int *__csrSortedRowPtrC, int *__csrSortedColIndC);                           \
	__SIMT_FN __P##csr2gebsr_bufferSize(                                   \
		__SIMT_FROM, __SIMT_CSR(__T, __A), int __rowBlockDim, int __colBlockDim,       \
		int *__pBufferSizeInBytes);                                                \
	__SIMT_FN __P##csr2gebsr_bufferSizeExt(                                \
		__SIMT_FROM, __SIMT_CSR(__T, __A), int __rowBlockDim, int __colBlockDim,       \
		size_t *__pBufferSize);                                                    \
	__SIMT_FN __P##csr2gebsr(                                              \
		__SIMT_FROM, __SIMT_CSR(__T, __A), const cusparseMatDescr_t __descrC,        \
		__T *__bsrSortedValC, int *__bsrSortedRowPtrC, int *__bsrSortedColIndC,        \
		int __rowBlockDim, int __colBlockDim, void *__pBuffer);                        \
	__SIMT_FN __P##gebsr2gebsr_bufferSize(                                 \
		__SIMT_RESIZED(__T), int __rowBlockDimC, int __colBlockDimC,                 \
		int *__pBufferSizeInBytes);                                                \
	__SIMT_FN __P##gebsr2gebsr_bufferSizeExt(                              \
		__SIMT_RESIZED(__T), int __rowBlockDimC, int __colBlockDimC,                 \
		size_t *__pBufferSize);                                                    \
	__SIMT_FN __P##gebsr2gebsr(                                            \
		__SIMT_RESIZED(__T), const cusparseMatDescr_t __descrC,                    \
		__T *__bsrSortedValC, int *__bsrSortedRowPtrC, int *__bsrSortedColIndC,        \
		int __rowBlockDimC, int __colBlockDimC, void *__pBuffer);                      \
	__SIMT_FN __P##gebsr2gebsc_bufferSize(__SIMT_TURNED(__T),              \
	                                                int *__pBufferSizeInBytes);        \
	__SIMT_FN __P##gebsr2gebsc_bufferSizeExt(__SIMT_TURNED(__T),           \
	                                                   size_t *__pBufferSize);         \
	__SIMT_FN __P##gebsr2gebsc(                                            \
		__SIMT_TURNED(__T), __T *__bscVal, int *__bscRowInd, int *__bscColPtr,         \
		cusparseAction_t __copyValues, cusparseIndexBase_t __idxBase,                \
		void *__pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_TURNED
#undef __SIMT_RESIZED
#undef __SIMT_BLOCKS
#undef __SIMT_FROM

/* Sorts, and what they move P by. */
__SIMT_FN cusparseCreateIdentityPermutation(cusparseHandle_t __handle, int __n, int *__p);
__SIMT_FN cusparseXcoosort_bufferSizeExt(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                                         const int *__cooRowsA, const int *__cooColsA,
                                         size_t *__pBufferSizeInBytes);
__SIMT_FN cusparseXcoosortByRow(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                                int *__cooRowsA, int *__cooColsA, int *__P, void *__pBuffer);
__SIMT_FN cusparseXcoosortByColumn(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                                   int *__cooRowsA, int *__cooColsA, int *__P, void *__pBuffer);
__SIMT_FN cusparseXcsrsort_bufferSizeExt(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                                         const int *__csrRowPtrA, const int *__csrColIndA,
                                         size_t *__pBufferSizeInBytes);
__SIMT_FN cusparseXcsrsort(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                           const cusparseMatDescr_t __descrA, const int *__csrRowPtrA,
                           int *__csrColIndA, int *__P, void *__pBuffer);
__SIMT_FN cusparseXcscsort_bufferSizeExt(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                                         const int *__cscColPtrA, const int *__cscRowIndA,
                                         size_t *__pBufferSizeInBytes);
__SIMT_FN cusparseXcscsort(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                           const cusparseMatDescr_t __descrA, const int *__cscColPtrA,
                           int *__cscRowIndA, int *__P, void *__pBuffer);

/* From unsorted rows to sorted ones, and back. */
#define __SIMT_UNSORTED(__T) __T *__csrVal, const int *__csrRowPtr, int *csrColInd
#define __SIMT_F(__P, __T)                                                              \
	__SIMT_FN __P##csru2csr_bufferSizeExt(                                \
		cusparseHandle_t __handle, int __m, int __n, int __nnz, __SIMT_UNSORTED(__T),   \
		csru2csrInfo_t __info, size_t *__pBufferSizeInBytes);                       \
	__SIMT_FN __P##csru2csr(cusparseHandle_t __handle, int __m, int __n,        \
	                                  int __nnz, const cusparseMatDescr_t __descrA,     \
	                                  __SIMT_UNSORTED(__T), csru2csrInfo_t __info,    \
	                                  void *__pBuffer);                               \
	__SIMT_FN __P##csr2csru(cusparseHandle_t __handle, int __m, int __n,        \
	                                  int __nnz, const cusparseMatDescr_t __descrA,     \
	                                  __SIMT_UNSORTED(__T), csru2csrInfo_t __info,    \
	                                  void *__pBuffer);
__SIMT_SDCZ(__SIMT_F)
#undef __SIMT_F
#undef __SIMT_UNSORTED

/* Elements above a threshold, or all but the smallest percentage, of a dense matrix or of one
 * in rows. */
#define __SIMT_DENSE(__T) cusparseHandle_t __handle, int __m, int __n, const __T *__A, int lda
#define __SIMT_SPARSE(__T)                               \
	cusparseHandle_t __handle, int __m, int __n, int __nnzA, \
		const cusparseMatDescr_t __descrA, __SIMT_CSR(__T, __A)
#define __SIMT_PRUNE(__P, __T, __name, __from)                                           \
	__SIMT_FN __P##__name##_bufferSizeExt(                                 \
		__from(__T), const __T *__threshold, const cusparseMatDescr_t __descrC,      \
		__SIMT_CSR(__T, __C), size_t *__pBufferSizeInBytes);                         \
	__SIMT_FN __P##__name##Nnz(                                            \
		__from(__T), const __T *__threshold, const cusparseMatDescr_t __descrC,      \
		int *__csrRowPtrC, int *__nnzTotalDevHostPtr, void *__pBuffer);                \
	__SIMT_FN __P##__name(                                                 \
		__from(__T), const __T *__threshold, const cusparseMatDescr_t __descrC,      \
		__T *__csrSortedValC, const int *__csrSortedRowPtrC, int *__csrSortedColIndC,  \
		void *__pBuffer);                                                          \
	__SIMT_FN __P##__name##ByPercentage_bufferSizeExt(                     \
		__from(__T), float __percentage, const cusparseMatDescr_t __descrC,          \
		__SIMT_CSR(__T, __C), pruneInfo_t __info, size_t *__pBufferSizeInBytes);       \
	__SIMT_FN __P##__name##NnzByPercentage(                                \
		__from(__T), float __percentage, const cusparseMatDescr_t __descrC,          \
		int *__csrRowPtrC, int *__nnzTotalDevHostPtr, pruneInfo_t __info,              \
		void *__pBuffer);                                                          \
	__SIMT_FN __P##__name##ByPercentage(                                   \
		__from(__T), float __percentage, const cusparseMatDescr_t __descrC,          \
		__T *__csrSortedValC, const int *__csrSortedRowPtrC, int *__csrSortedColIndC,  \
		pruneInfo_t __info, void *__pBuffer);
#define __SIMT_F(__P, __T)                                        \
	__SIMT_PRUNE(__P, __T, pruneDense2csr, __SIMT_DENSE)      \
	__SIMT_PRUNE(__P, __T, pruneCsr2csr, __SIMT_SPARSE)
__SIMT_SD(__SIMT_F)
#ifdef __cplusplus
__SIMT_F(cusparseH, __half)
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
__SIMT_FN cusparseCsr2cscEx2(cusparseHandle_t __handle, int __m, int __n, int __nnz,
                             const void *__csrVal, const int *__csrRowPtr,
                             const int *__csrColInd, void *__cscVal, int *__cscColPtr,
                             int *__cscRowInd, cudaDataType valType,
                             cusparseAction_t __copyValues, cusparseIndexBase_t __idxBase,
                             cusparseCsr2CscAlg_t __alg, void *__buffer);
__SIMT_FN cusparseCsr2cscEx2_bufferSize(
	cusparseHandle_t __handle, int __m, int __n, int __nnz, const void *__csrVal,
	const int *__csrRowPtr, const int *__csrColInd, void *__cscVal, int *__cscColPtr,
	int *__cscRowInd, cudaDataType valType, cusparseAction_t __copyValues,
	cusparseIndexBase_t __idxBase, cusparseCsr2CscAlg_t __alg, size_t *__bufferSize);

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
		cusparse##__Const##SpVecDescr_t *__spVecDescr, int64_t __size, int64_t __nnz,  \
		__V *__indices, __V *__values, cusparseIndexType_t __idxType,                  \
		cusparseIndexBase_t __idxBase, cudaDataType valueType);                    \
	__SIMT_FN cusparse##__Const##SpVecGet(                                           \
		cusparse##__Const##SpVecDescr_t __spVecDescr, int64_t *__size, int64_t *__nnz, \
		__V **__indices, __V **__values, cusparseIndexType_t *__idxType,               \
		cusparseIndexBase_t *__idxBase, cudaDataType *__valueType);                  \
	__SIMT_FN cusparse##__Const##SpVecGetValues(                                     \
		cusparse##__Const##SpVecDescr_t __spVecDescr, __V **__values);               \
	/* A dense vector. */                                                            \
	__SIMT_FN cusparseCreate##__Const##DnVec(                                        \
		cusparse##__Const##DnVecDescr_t *__dnVecDescr, int64_t __size, __V *__values,  \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##DnVecGet(                                           \
		cusparse##__Const##DnVecDescr_t __dnVecDescr, int64_t *__size,               \
		__V **__values, cudaDataType *__valueType);                                  \
	__SIMT_FN cusparse##__Const##DnVecGetValues(                                     \
		cusparse##__Const##DnVecDescr_t __dnVecDescr, __V **__values);               \
	/* A dense matrix. */                                                            \
	__SIMT_FN cusparseCreate##__Const##DnMat(                                        \
		cusparse##__Const##DnMatDescr_t *__dnMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __ld, __V *__values, cudaDataType valueType, cusparseOrder_t __order); \
	__SIMT_FN cusparse##__Const##DnMatGet(                                           \
		cusparse##__Const##DnMatDescr_t __dnMatDescr, int64_t *__rows,               \
		int64_t *__cols, int64_t *__ld, __V **__values, cudaDataType *__type,            \
		cusparseOrder_t *__order);                                                 \
	__SIMT_FN cusparse##__Const##DnMatGetValues(                                     \
		cusparse##__Const##DnMatDescr_t __dnMatDescr, __V **__values);               \
	/* Sparse matrices: compressed rows, compressed columns, triplets, compressed    \
	 * rows of blocks, ELL of blocks, sliced ELL. */                                 \
	__SIMT_FN cusparseCreate##__Const##Csr(                                          \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __nnz, __V *__csrRowOffsets, __V *__csrColInd, __V *__csrValues,         \
		cusparseIndexType_t __csrRowOffsetsType,                                   \
		cusparseIndexType_t __csrColIndType, cusparseIndexBase_t __idxBase,          \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CsrGet(                                             \
		cusparse##__Const##SpMatDescr_t __spMatDescr, int64_t *__rows,               \
		int64_t *__cols, int64_t *__nnz, __V **__csrRowOffsets, __V **__csrColInd,       \
		__V **__csrValues, cusparseIndexType_t *__csrRowOffsetsType,                 \
		cusparseIndexType_t *__csrColIndType, cusparseIndexBase_t *__idxBase,        \
		cudaDataType *__valueType);                                                \
	__SIMT_FN cusparseCreate##__Const##Csc(                                          \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __nnz, __V *__cscColOffsets, __V *__cscRowInd, __V *__cscValues,         \
		cusparseIndexType_t __cscColOffsetsType,                                   \
		cusparseIndexType_t __cscRowIndType, cusparseIndexBase_t __idxBase,          \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CscGet(                                             \
		cusparse##__Const##SpMatDescr_t __spMatDescr, int64_t *__rows,               \
		int64_t *__cols, int64_t *__nnz, __V **__cscColOffsets, __V **__cscRowInd,       \
		__V **__cscValues, cusparseIndexType_t *__cscColOffsetsType,                 \
		cusparseIndexType_t *__cscRowIndType, cusparseIndexBase_t *__idxBase,        \
		cudaDataType *__valueType);                                                \
	__SIMT_FN cusparseCreate##__Const##Coo(                                          \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __nnz, __V *__cooRowInd, __V *__cooColInd, __V *__cooValues,             \
		cusparseIndexType_t __cooIdxType, cusparseIndexBase_t __idxBase,             \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##CooGet(                                             \
		cusparse##__Const##SpMatDescr_t __spMatDescr, int64_t *__rows,               \
		int64_t *__cols, int64_t *__nnz, __V **__cooRowInd, __V **__cooColInd,           \
		__V **__cooValues, cusparseIndexType_t *__idxType,                           \
		cusparseIndexBase_t *__idxBase, cudaDataType *__valueType);                  \
	__SIMT_FN cusparseCreate##__Const##Bsr(                                          \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __brows,              \
		int64_t __bcols, int64_t __bnnz, int64_t __rowBlockSize, int64_t __colBlockSize, \
		__V *__bsrRowOffsets, __V *__bsrColInd, __V *__bsrValues,                      \
		cusparseIndexType_t __bsrRowOffsetsType,                                   \
		cusparseIndexType_t __bsrColIndType, cusparseIndexBase_t __idxBase,          \
		cudaDataType valueType, cusparseOrder_t __order);                          \
	__SIMT_FN cusparseCreate##__Const##BlockedEll(                                   \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __ellBlockSize, int64_t __ellCols, __V *__ellColInd, __V *__ellValue,    \
		cusparseIndexType_t __ellIdxType, cusparseIndexBase_t __idxBase,             \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##BlockedEllGet(                                      \
		cusparse##__Const##SpMatDescr_t __spMatDescr, int64_t *__rows,               \
		int64_t *__cols, int64_t *__ellBlockSize, int64_t *__ellCols,                  \
		__V **__ellColInd, __V **__ellValue, cusparseIndexType_t *__ellIdxType,        \
		cusparseIndexBase_t *__idxBase, cudaDataType *__valueType);                  \
	__SIMT_FN cusparseCreate##__Const##SlicedEll(                                    \
		cusparse##__Const##SpMatDescr_t *__spMatDescr, int64_t __rows, int64_t __cols, \
		int64_t __nnz, int64_t __sellValuesSize, int64_t __sliceSize,                  \
		__V *__sellSliceOffsets, __V *__sellColInd, __V *__sellValues,                 \
		cusparseIndexType_t __sellSliceOffsetsType,                                \
		cusparseIndexType_t __sellColIndType, cusparseIndexBase_t __idxBase,         \
		cudaDataType valueType);                                                 \
	__SIMT_FN cusparse##__Const##SpMatGetValues(                                     \
		cusparse##__Const##SpMatDescr_t __spMatDescr, __V **__values);
__SIMT_DESCRIPTORS(, void)
__SIMT_DESCRIPTORS(Const, const void)
#undef __SIMT_DESCRIPTORS

__SIMT_FN cusparseDestroySpVec(cusparseConstSpVecDescr_t __spVecDescr);
__SIMT_FN cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t __spVecDescr,
                                    cusparseIndexBase_t *__idxBase);
__SIMT_FN cusparseSpVecSetValues(cusparseSpVecDescr_t __spVecDescr, void *__values);
__SIMT_FN cusparseDestroyDnVec(cusparseConstDnVecDescr_t __dnVecDescr);
__SIMT_FN cusparseDnVecSetValues(cusparseDnVecDescr_t __dnVecDescr, void *__values);
__SIMT_FN cusparseDestroyDnMat(cusparseConstDnMatDescr_t __dnMatDescr);
__SIMT_FN cusparseDnMatSetValues(cusparseDnMatDescr_t __dnMatDescr, void *__values);
__SIMT_FN cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t __dnMatDescr, int __batchCount,
                                       int64_t __batchStride);
__SIMT_FN cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t __dnMatDescr,
                                       int *__batchCount, int64_t *__batchStride);

__SIMT_FN cusparseDestroySpMat(cusparseConstSpMatDescr_t __spMatDescr);
__SIMT_FN cusparseSpMatGetFormat(cusparseConstSpMatDescr_t __spMatDescr,
                                 cusparseFormat_t *__format);
__SIMT_FN cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t __spMatDescr,
                                    cusparseIndexBase_t *__idxBase);
__SIMT_FN cusparseSpMatSetValues(cusparseSpMatDescr_t __spMatDescr, void *__values);
__SIMT_FN cusparseSpMatGetSize(cusparseConstSpMatDescr_t __spMatDescr, int64_t *__rows,
                               int64_t *__cols, int64_t *__nnz);
__SIMT_FN cusparseCsrSetPointers(cusparseSpMatDescr_t __spMatDescr, void *__csrRowOffsets,
                                 void *__csrColInd, void *__csrValues);
__SIMT_FN cusparseCscSetPointers(cusparseSpMatDescr_t __spMatDescr, void *__cscColOffsets,
                                 void *__cscRowInd, void *__cscValues);
__SIMT_FN cusparseCooSetPointers(cusparseSpMatDescr_t __spMatDescr, void *__cooRows,
                                 void *__cooColumns, void *__cooValues);

/* Batches: the strides, in elements, between one matrix and the next. */
__SIMT_FN cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t __spMatDescr,
                                       int *__batchCount);
__SIMT_FN cusparseCooSetStridedBatch(cusparseSpMatDescr_t __spMatDescr, int __batchCount,
                                     int64_t __batchStride);
__SIMT_FN cusparseCsrSetStridedBatch(cusparseSpMatDescr_t __spMatDescr, int __batchCount,
                                     int64_t __offsetsBatchStride,
                                     int64_t __columnsValuesBatchStride);
__SIMT_FN cusparseBsrSetStridedBatch(cusparseSpMatDescr_t __spMatDescr, int __batchCount,
                                     int64_t __offsetsBatchStride,
                                     int64_t __columnsBatchStride,
                                     int64_t __ValuesBatchStride);

/* What makes a triangular matrix of a matrix. */
typedef enum {
	CUSPARSE_SPMAT_FILL_MODE,
	CUSPARSE_SPMAT_DIAG_TYPE
} cusparseSpMatAttribute_t;
__SIMT_FN cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t __spMatDescr,
                                    cusparseSpMatAttribute_t __attr, void *__data,
                                    size_t __dataSize);
__SIMT_FN cusparseSpMatSetAttribute(cusparseSpMatDescr_t __spMatDescr,
                                    cusparseSpMatAttribute_t __attr, void *__data,
                                    size_t __dataSize);

/* ---- the generic functions ---- */

/* Y = alpha X + beta Y; X = Y at X's indices; Y at X's indices = X; the rotation of both; the
 * product of both. */
__SIMT_FN cusparseAxpby(cusparseHandle_t __handle, const void *__alpha,
                        cusparseConstSpVecDescr_t __vecX, const void *__beta,
                        cusparseDnVecDescr_t __vecY);
__SIMT_FN cusparseGather(cusparseHandle_t __handle, cusparseConstDnVecDescr_t __vecY,
                         cusparseSpVecDescr_t __vecX);
__SIMT_FN cusparseScatter(cusparseHandle_t __handle, cusparseConstSpVecDescr_t __vecX,
                          cusparseDnVecDescr_t __vecY);
__SIMT_FN cusparseRot(cusparseHandle_t __handle, const void *__c_coeff, const void *__s_coeff,
                      cusparseSpVecDescr_t __vecX, cusparseDnVecDescr_t __vecY);
__SIMT_FN cusparseSpVV_bufferSize(cusparseHandle_t __handle, cusparseOperation_t __opX,
                                  cusparseConstSpVecDescr_t __vecX,
                                  cusparseConstDnVecDescr_t __vecY, const void *__result,
                                  cudaDataType computeType, size_t *__bufferSize);
__SIMT_FN cusparseSpVV(cusparseHandle_t __handle, cusparseOperation_t __opX,
                       cusparseConstSpVecDescr_t __vecX, cusparseConstDnVecDescr_t __vecY,
                       void *__result, cudaDataType computeType, void *__externalBuffer);

typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
__SIMT_FN cusparseSparseToDense_bufferSize(cusparseHandle_t __handle,
                                           cusparseConstSpMatDescr_t __matA,
                                           cusparseDnMatDescr_t __matB,
                                           cusparseSparseToDenseAlg_t __alg,
                                           size_t *__bufferSize);
__SIMT_FN cusparseSparseToDense(cusparseHandle_t __handle, cusparseConstSpMatDescr_t __matA,
                                cusparseDnMatDescr_t __matB, cusparseSparseToDenseAlg_t __alg,
                                void *__externalBuffer);

/* The analysis counts: then the size of matB says how much memory its other arrays need. */
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
__SIMT_FN cusparseDenseToSparse_bufferSize(cusparseHandle_t __handle,
                                           cusparseConstDnMatDescr_t __matA,
                                           cusparseSpMatDescr_t __matB,
                                           cusparseDenseToSparseAlg_t __alg,
                                           size_t *__bufferSize);
__SIMT_FN cusparseDenseToSparse_analysis(cusparseHandle_t __handle,
                                         cusparseConstDnMatDescr_t __matA,
                                         cusparseSpMatDescr_t __matB,
                                         cusparseDenseToSparseAlg_t __alg,
                                         void *__externalBuffer);
__SIMT_FN cusparseDenseToSparse_convert(cusparseHandle_t __handle,
                                        cusparseConstDnMatDescr_t __matA,
                                        cusparseSpMatDescr_t __matB,
                                        cusparseDenseToSparseAlg_t __alg,
                                        void *__externalBuffer);

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
	cusparseHandle_t __handle, cusparseOperation_t __opA, const void *__alpha,            \
		cusparseConstSpMatDescr_t __matA, cusparseConstDnVecDescr_t __vecX,         \
		const void *__beta, cusparseDnVecDescr_t __vecY, cudaDataType computeType,  \
		cusparseSpMVAlg_t alg
__SIMT_FN cusparseSpMV(__SIMT_SPMV, void *__externalBuffer);
__SIMT_FN cusparseSpMV_bufferSize(__SIMT_SPMV, size_t *__bufferSize);
__SIMT_FN cusparseSpMV_preprocess(__SIMT_SPMV, void *__externalBuffer);
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
__SIMT_FN cusparseSpSV_createDescr(cusparseSpSVDescr_t *__descr);
__SIMT_FN cusparseSpSV_destroyDescr(cusparseSpSVDescr_t __descr);
#define __SIMT_SPSV                                                                     \
	cusparseHandle_t __handle, cusparseOperation_t __opA, const void *__alpha,            \
		cusparseConstSpMatDescr_t __matA, cusparseConstDnVecDescr_t __vecX,         \
		cusparseDnVecDescr_t __vecY, cudaDataType computeType,                    \
		cusparseSpSVAlg_t __alg, cusparseSpSVDescr_t __spsvDescr
__SIMT_FN cusparseSpSV_bufferSize(__SIMT_SPSV, size_t *__bufferSize);
__SIMT_FN cusparseSpSV_analysis(__SIMT_SPSV, void *__externalBuffer);
__SIMT_FN cusparseSpSV_solve(__SIMT_SPSV);
#undef __SIMT_SPSV
__SIMT_FN cusparseSpSV_updateMatrix(cusparseHandle_t __handle,
                                    cusparseSpSVDescr_t __spsvDescr, void *__newValues,
                                    cusparseSpSVUpdate_t __updatePart);

typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
	CUSPARSE_SPSM_UPDATE_GENERAL = 0,
	CUSPARSE_SPSM_UPDATE_DIAGONAL = 1
} cusparseSpSMUpdate_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
__SIMT_FN cusparseSpSM_createDescr(cusparseSpSMDescr_t *__descr);
__SIMT_FN cusparseSpSM_destroyDescr(cusparseSpSMDescr_t __descr);
#define __SIMT_SPSM                                                                     \
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,      \
		const void *__alpha, cusparseConstSpMatDescr_t __matA,                      \
		cusparseConstDnMatDescr_t __matB, cusparseDnMatDescr_t __matC,              \
		cudaDataType computeType, cusparseSpSMAlg_t __alg,                        \
		cusparseSpSMDescr_t spsmDescr
__SIMT_FN cusparseSpSM_bufferSize(__SIMT_SPSM, size_t *__bufferSize);
__SIMT_FN cusparseSpSM_analysis(__SIMT_SPSM, void *__externalBuffer);
__SIMT_FN cusparseSpSM_solve(__SIMT_SPSM);
#undef __SIMT_SPSM
__SIMT_FN cusparseSpSM_updateMatrix(cusparseHandle_t __handle,
                                    cusparseSpSMDescr_t __spsmDescr, void *__newValues,
                                    cusparseSpSMUpdate_t __updatePart);

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
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,      \
		const void *__alpha, cusparseConstSpMatDescr_t __matA,                      \
		cusparseConstDnMatDescr_t __matB, const void *__beta,                       \
		cusparseDnMatDescr_t __matC, cudaDataType computeType,                    \
		cusparseSpMMAlg_t alg
__SIMT_FN cusparseSpMM_bufferSize(__SIMT_SPMM, size_t *__bufferSize);
__SIMT_FN cusparseSpMM_preprocess(__SIMT_SPMM, void *__externalBuffer);
__SIMT_FN cusparseSpMM(__SIMT_SPMM, void *__externalBuffer);
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
__SIMT_FN cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *__descr);
__SIMT_FN cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t __descr);
#define __SIMT_SPGEMM                                                                   \
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,      \
		const void *__alpha, cusparseConstSpMatDescr_t __matA,                      \
		cusparseConstSpMatDescr_t __matB, const void *__beta,                       \
		cusparseSpMatDescr_t __matC, cudaDataType computeType,                    \
		cusparseSpGEMMAlg_t __alg, cusparseSpGEMMDescr_t spgemmDescr
__SIMT_FN cusparseSpGEMM_workEstimation(__SIMT_SPGEMM, size_t *__bufferSize1,
                                        void *__externalBuffer1);
__SIMT_FN cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t __spgemmDescr,
                                        int64_t *__num_prods);
__SIMT_FN cusparseSpGEMM_estimateMemory(__SIMT_SPGEMM, float __chunk_fraction,
                                        size_t *__bufferSize3, void *__externalBuffer3,
                                        size_t *__bufferSize2);
__SIMT_FN cusparseSpGEMM_compute(__SIMT_SPGEMM, size_t *__bufferSize2,
                                 void *__externalBuffer2);
__SIMT_FN cusparseSpGEMM_copy(__SIMT_SPGEMM);
#undef __SIMT_SPGEMM

/* The same for many products of the same pattern: compute may be repeated. */
#define __SIMT_REUSE                                                                    \
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,      \
		cusparseConstSpMatDescr_t __matA, cusparseConstSpMatDescr_t __matB,         \
		cusparseSpMatDescr_t __matC, cusparseSpGEMMAlg_t __alg,                     \
		cusparseSpGEMMDescr_t __spgemmDescr
__SIMT_FN cusparseSpGEMMreuse_workEstimation(__SIMT_REUSE, size_t *__bufferSize1,
                                             void *__externalBuffer1);
__SIMT_FN cusparseSpGEMMreuse_nnz(__SIMT_REUSE, size_t *__bufferSize2,
                                  void *__externalBuffer2, size_t *__bufferSize3,
                                  void *__externalBuffer3, size_t *__bufferSize4,
                                  void *__externalBuffer4);
__SIMT_FN cusparseSpGEMMreuse_copy(__SIMT_REUSE, size_t *__bufferSize5,
                                   void *__externalBuffer5);
#undef __SIMT_REUSE
__SIMT_FN cusparseSpGEMMreuse_compute(
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,
	const void *__alpha, cusparseConstSpMatDescr_t __matA, cusparseConstSpMatDescr_t __matB,
	const void *__beta, cusparseSpMatDescr_t __matC, cudaDataType computeType,
	cusparseSpGEMMAlg_t __alg, cusparseSpGEMMDescr_t __spgemmDescr);

/* C = alpha (op(A) op(B)) at C's pattern + beta C: A and B dense. */
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
#define __SIMT_SDDMM                                                                    \
	cusparseHandle_t __handle, cusparseOperation_t __opA, cusparseOperation_t __opB,      \
		const void *__alpha, cusparseConstDnMatDescr_t __matA,                      \
		cusparseConstDnMatDescr_t __matB, const void *__beta,                       \
		cusparseSpMatDescr_t __matC, cudaDataType computeType,                    \
		cusparseSDDMMAlg_t alg
__SIMT_FN cusparseSDDMM_bufferSize(__SIMT_SDDMM, size_t *__bufferSize);
__SIMT_FN cusparseSDDMM_preprocess(__SIMT_SDDMM, void *__externalBuffer);
__SIMT_FN cusparseSDDMM(__SIMT_SDDMM, void *__externalBuffer);
#undef __SIMT_SDDMM

/* SpMM with operators of the program: not supported. */
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;
__SIMT_FN cusparseSpMMOp_createPlan(
	cusparseHandle_t __handle, cusparseSpMMOpPlan_t *__plan, cusparseOperation_t __opA,
	cusparseOperation_t __opB, cusparseConstSpMatDescr_t __matA,
	cusparseConstDnMatDescr_t __matB, cusparseDnMatDescr_t __matC,
	cudaDataType computeType, cusparseSpMMOpAlg_t __alg,
	const void *__addOperationNvvmBuffer, size_t __addOperationBufferSize,
	const void *__mulOperationNvvmBuffer, size_t __mulOperationBufferSize,
	const void *__epilogueNvvmBuffer, size_t __epilogueBufferSize,
	size_t *__SpMMWorkspaceSize);
__SIMT_FN cusparseSpMMOp(cusparseSpMMOpPlan_t __plan, void *__externalBuffer);
__SIMT_FN cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t __plan);

#undef __SIMT_FN
#ifdef __cplusplus
}
#endif

#endif
