/* cublasXt.h - cuBLAS 13 for matrices anywhere: level 3 of BLAS on matrices in memory of the host or of devices, shared out
 * to the devices that the program selects. Each call returns when its result is there.
 * docs/libraries.md says what is done here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cuComplex.h"
#include "cublas_v2.h"
#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;

/* whether matrices of the host are pinned for the time of a call */
typedef enum {
	CUBLASXT_PINNING_DISABLED = 0,
	CUBLASXT_PINNING_ENABLED = 1,
} cublasXtPinnedMemMode_t;

typedef enum {
	CUBLASXT_FLOAT = 0,
	CUBLASXT_DOUBLE = 1,
	CUBLASXT_COMPLEX = 2,
	CUBLASXT_DOUBLECOMPLEX = 3,
} cublasXtOpType_t;

typedef enum {
	CUBLASXT_GEMM = 0,
	CUBLASXT_SYRK = 1,
	CUBLASXT_HERK = 2,
	CUBLASXT_SYMM = 3,
	CUBLASXT_HEMM = 4,
	CUBLASXT_TRSM = 5,
	CUBLASXT_SYR2K = 6,
	CUBLASXT_HER2K = 7,
	CUBLASXT_SPMM = 8,
	CUBLASXT_SYRKX = 9,
	CUBLASXT_HERKX = 10,
	CUBLASXT_TRMM = 11,
	CUBLASXT_ROUTINE_MAX = 12,
} cublasXtBlasOp_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *__handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t __handle);

/* On how many boards the devices are; how many a program may use. */
cublasStatus_t cublasXtGetNumBoards(int __nbDevices, int __deviceId[], int *__nbBoards);
cublasStatus_t cublasXtMaxBoards(int *__nbGpuBoards);

/* The devices that compute, before the first routine; how large the tiles are that go to each; pinning. */
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t __handle, int __nbDevices, int __deviceId[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t __handle, int __blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t __handle, int *__blockDim);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t __handle, cublasXtPinnedMemMode_t *__mode);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t __handle, cublasXtPinnedMemMode_t __mode);

/* A routine of the program's own, by the convention of Fortran's BLAS with 32-bit integers, and how much of the work it
 * gets, from 0 to 1. */
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t __handle, cublasXtBlasOp_t __blasOp, cublasXtOpType_t __type,
                                     void *__blasFunctor);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t __handle, cublasXtBlasOp_t __blasOp, cublasXtOpType_t __type, float __ratio);

/* C = alpha op(A) op(B) + beta C; one triangle of C = alpha op(A) op(A)^T + beta C (syrk), with alpha (op(A) op(B)^T + op(B)
 * op(A)^T) (syr2k) and with alpha op(A) op(B)^T (syrkx); C = alpha A B + beta C with A symmetric (symm), and packed (spmm),
 * on the left or right; op(A) X = alpha B into B, with a triangle A (trsm); C = alpha op(A) B with a triangle A (trmm). */
#define CUBLASXT_ROUTINES(__prefix, __T)                                                                                       \
	cublasStatus_t __prefix##gemm(cublasXtHandle_t __handle, cublasOperation_t __transa, cublasOperation_t __transb,       \
	                              size_t __m, size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,    \
	                              const __T *__B, size_t __ldb, const __T *__beta, __T *__C, size_t __ldc);                \
	cublasStatus_t __prefix##syrk(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,           \
	                              size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,                \
	                              const __T *__beta, __T *__C, size_t __ldc);                                              \
	cublasStatus_t __prefix##syr2k(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,          \
	                               size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,               \
	                               const __T *__B, size_t __ldb, const __T *__beta, __T *__C, size_t __ldc);               \
	cublasStatus_t __prefix##syrkx(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,          \
	                               size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,               \
	                               const __T *__B, size_t __ldb, const __T *__beta, __T *__C, size_t __ldc);               \
	cublasStatus_t __prefix##symm(cublasXtHandle_t __handle, cublasSideMode_t __side, cublasFillMode_t __uplo, size_t __m, \
	                              size_t __n, const __T *__alpha, const __T *__A, size_t __lda, const __T *__B,            \
	                              size_t __ldb, const __T *__beta, __T *__C, size_t __ldc);                                \
	cublasStatus_t __prefix##spmm(cublasXtHandle_t __handle, cublasSideMode_t __side, cublasFillMode_t __uplo, size_t __m, \
	                              size_t __n, const __T *__alpha, const __T *__AP, const __T *__B, size_t __ldb,           \
	                              const __T *__beta, __T *__C, size_t __ldc);                                              \
	cublasStatus_t __prefix##trsm(cublasXtHandle_t __handle, cublasSideMode_t __side, cublasFillMode_t __uplo,             \
	                              cublasOperation_t __trans, cublasDiagType_t __diag, size_t __m, size_t __n,              \
	                              const __T *__alpha, const __T *__A, size_t __lda, __T *__B, size_t __ldb);               \
	cublasStatus_t __prefix##trmm(cublasXtHandle_t __handle, cublasSideMode_t __side, cublasFillMode_t __uplo,             \
	                              cublasOperation_t __trans, cublasDiagType_t __diag, size_t __m, size_t __n,              \
	                              const __T *__alpha, const __T *__A, size_t __lda, const __T *__B, size_t __ldb,          \
	                              __T *__C, size_t __ldc);

/* The same of Hermitian matrices. */
#define CUBLASXT_HERMITIAN(__prefix, __T, __R)                                                                                 \
	cublasStatus_t __prefix##herk(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,           \
	                              size_t __n, size_t __k, const __R *__alpha, const __T *__A, size_t __lda,                \
	                              const __R *__beta, __T *__C, size_t __ldc);                                              \
	cublasStatus_t __prefix##her2k(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,          \
	                               size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,               \
	                               const __T *__B, size_t __ldb, const __R *__beta, __T *__C, size_t __ldc);               \
	cublasStatus_t __prefix##herkx(cublasXtHandle_t __handle, cublasFillMode_t __uplo, cublasOperation_t __trans,          \
	                               size_t __n, size_t __k, const __T *__alpha, const __T *__A, size_t __lda,               \
	                               const __T *__B, size_t __ldb, const __R *__beta, __T *__C, size_t __ldc);               \
	cublasStatus_t __prefix##hemm(cublasXtHandle_t __handle, cublasSideMode_t __side, cublasFillMode_t __uplo, size_t __m, \
	                              size_t __n, const __T *__alpha, const __T *__A, size_t __lda, const __T *__B,            \
	                              size_t __ldb, const __T *__beta, __T *__C, size_t __ldc);

CUBLASXT_ROUTINES(cublasXtS, float)
CUBLASXT_ROUTINES(cublasXtD, double)
CUBLASXT_ROUTINES(cublasXtC, cuComplex)
CUBLASXT_ROUTINES(cublasXtZ, cuDoubleComplex)
CUBLASXT_HERMITIAN(cublasXtC, cuComplex, float)
CUBLASXT_HERMITIAN(cublasXtZ, cuDoubleComplex, double)

#undef CUBLASXT_ROUTINES
#undef CUBLASXT_HERMITIAN

#ifdef __cplusplus
}
#endif

#endif
