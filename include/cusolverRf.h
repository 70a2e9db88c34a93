/* cusolverRf.h - refactorisation of cuSOLVER 12: matrices of one structure are factored
 * with the pivots of the first, P A Q^T = L U. How it works here: docs/libraries.md.
 *
 * Indices are from 0. A setup takes the factors of the first matrix; values of the next
 * come by ResetValues; Refactor and Solve work in the default stream.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSOLVERRF_H_ /* another toolkit's */
#define CUSOLVERRF_H_

#include "cuComplex.h"
#include "cusolver_common.h"
#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
	CUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} cusolverRfResetValuesFastMode_t;

typedef enum {
	CUSOLVERRF_MATRIX_FORMAT_CSR = 0,
	CUSOLVERRF_MATRIX_FORMAT_CSC = 1
} cusolverRfMatrixFormat_t;

/* Which factor has ones on its diagonal, and whether they are stored. */
typedef enum {
	CUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
	CUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
	CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
	CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} cusolverRfUnitDiagonal_t;

typedef enum {
	CUSOLVERRF_FACTORIZATION_ALG0 = 0,
	CUSOLVERRF_FACTORIZATION_ALG1 = 1,
	CUSOLVERRF_FACTORIZATION_ALG2 = 2
} cusolverRfFactorization_t;

typedef enum {
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} cusolverRfTriangularSolve_t;

typedef enum {
	CUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
	CUSOLVERRF_NUMERIC_BOOST_USED = 1
} cusolverRfNumericBoostReport_t;

typedef struct cusolverRfCommon *cusolverRfHandle_t;

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *__handle);
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t __handle);

/* Settings. Pivots of at most `zero` are replaced by `boost`, if that is not 0. */
cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t __handle,
                                           cusolverRfMatrixFormat_t *__format,
                                           cusolverRfUnitDiagonal_t *__diag);
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t __handle,
                                           cusolverRfMatrixFormat_t __format,
                                           cusolverRfUnitDiagonal_t __diag);
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t __handle,
                                                double __zero, double __boost);
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t __handle,
                                                double *__zero, double *__boost);
cusolverStatus_t
cusolverRfGetNumericBoostReport(cusolverRfHandle_t __handle,
                                cusolverRfNumericBoostReport_t *__report);
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t __handle,
                                   cusolverRfFactorization_t __factAlg,
                                   cusolverRfTriangularSolve_t __solveAlg);
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t __handle,
                                   cusolverRfFactorization_t *__factAlg,
                                   cusolverRfTriangularSolve_t *__solveAlg);
cusolverStatus_t
cusolverRfGetResetValuesFastMode(cusolverRfHandle_t __handle,
                                 cusolverRfResetValuesFastMode_t *__fastMode);
cusolverStatus_t
cusolverRfSetResetValuesFastMode(cusolverRfHandle_t __handle,
                                 cusolverRfResetValuesFastMode_t __fastMode);

/* A and its factors, from memory of the host or of the device. */
cusolverStatus_t cusolverRfSetupHost(int __n, int __nnzA, int *__h_csrRowPtrA,
                                     int *__h_csrColIndA, double *__h_csrValA,
                                     int __nnzL, int *__h_csrRowPtrL,
                                     int *__h_csrColIndL, double *__h_csrValL,
                                     int __nnzU, int *__h_csrRowPtrU,
                                     int *__h_csrColIndU, double *__h_csrValU,
                                     int *__h_P, int *__h_Q,
                                     cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfSetupDevice(int __n, int __nnzA, int *__csrRowPtrA,
                                       int *__csrColIndA, double *__csrValA, int __nnzL,
                                       int *__csrRowPtrL, int *__csrColIndL,
                                       double *__csrValL, int __nnzU, int *__csrRowPtrU,
                                       int *__csrColIndU, double *__csrValU, int *__P,
                                       int *__Q, cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfResetValues(int __n, int __nnzA, int *__csrRowPtrA,
                                       int *__csrColIndA, double *__csrValA, int *__P,
                                       int *__Q, cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t __handle);
/* L and U in one matrix, without the ones, where they are in memory of the device; copies
 * of them, and of L and U, in memory that the program frees. */
cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t __handle,
                                                      int *__nnzM, int **__Mp,
                                                      int **__Mi, double **__Mx);
cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t __handle,
                                                     int *__h_nnzM, int **__h_Mp,
                                                     int **__h_Mi, double **__h_Mx);
cusolverStatus_t cusolverRfExtractSplitFactorsHost(
	cusolverRfHandle_t __handle, int *__h_nnzL, int **__h_csrRowPtrL,
	int **__h_csrColIndL, double **__h_csrValL, int *__h_nnzU, int **__h_csrRowPtrU,
	int **__h_csrColIndU, double **__h_csrValU);
/* XF: the right-hand side, then the solution; one at a time. */
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t __handle, int *__P, int *__Q,
                                 int __nrhs, double *__Temp, int __ldt, double *__XF,
                                 int __ldxf);

/* The same for matrices of one structure. */
cusolverStatus_t cusolverRfBatchSetupHost(
	int __batchSize, int __n, int __nnzA, int *__h_csrRowPtrA, int *__h_csrColIndA,
	double *__h_csrValA_array[], int __nnzL, int *__h_csrRowPtrL, int *__h_csrColIndL,
	double *__h_csrValL, int __nnzU, int *__h_csrRowPtrU, int *__h_csrColIndU,
	double *__h_csrValU, int *__h_P, int *__h_Q, cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfBatchResetValues(int __batchSize, int __n, int __nnzA,
                                            int *__csrRowPtrA, int *__csrColIndA,
                                            double *__csrValA_array[], int *__P, int *__Q,
                                            cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t __handle);
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t __handle, int *__P, int *__Q,
                                      int __nrhs, double *__Temp, int __ldt,
                                      double *__XF_array[], int __ldxf);
/* The first zero pivot of each matrix, or -1. */
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t __handle, int *__position);

#ifdef __cplusplus
}
#endif

#endif
