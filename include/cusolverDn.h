/* cusolverDn.h - the dense part of cuSOLVER 12: factors, solutions, least squares,
 * eigenvalues and singular values, as LAPACK has them. Which functions are limited, and
 * how: docs/libraries.md.
 *
 * Matrices are stored by columns in memory of the device. A function checks its arguments
 * at the call and works in the stream of its handle. The result code `info`, in memory of
 * the device, is LAPACK's: 0, or what is singular or did not converge. Workspaces have
 * the size that the function's _bufferSize gives.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSOLVERDN_H_ /* another toolkit's */
#define CUSOLVERDN_H_

#include <stdio.h>

#include "cuComplex.h"
#include "cublas_v2.h"
#include "cusolver_common.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;
/* Settings of Jacobi's method, and what it needed. */
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
/* Settings of iterative refinement, and what it needed. */
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
/* Algorithms of the functions for any type (cusolverDnX...). */
typedef struct cusolverDnParams *cusolverDnParams_t;

typedef enum {
	CUSOLVERDN_GETRF = 0,
	CUSOLVERDN_POTRF = 1,
	CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;

/* ---- the handle ---- */

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *__handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t __handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t __handle,
                                     cudaStream_t __streamId);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t __handle,
                                     cudaStream_t *__streamId);
/* Modes are kept; results are deterministic and not emulated in any case. */
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t __handle,
                                                cusolverDeterministicMode_t __mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t __handle,
                                                cusolverDeterministicMode_t *__mode);
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t __handle,
                                       cusolverMathMode_t __mode);
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t __handle,
                                       cusolverMathMode_t *__mode);
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t __handle,
                                                enum cudaEmulationStrategy_t __strategy);
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t __handle,
                                                enum cudaEmulationStrategy_t *__strategy);

/* ---- iterative refinement ---- */

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *__params_ptr);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t __params);
cusolverStatus_t
cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t __params,
                                       cusolverIRSRefinement_t __refinement_solver);
cusolverStatus_t
cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t __params,
                                          cusolverPrecType_t __solver_main_precision);
cusolverStatus_t
cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t __params,
                                            cusolverPrecType_t __solver_lowest_precision);
cusolverStatus_t
cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t __params,
                                       cusolverPrecType_t __solver_main_precision,
                                       cusolverPrecType_t __solver_lowest_precision);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t __params, double __val);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t __params,
                                                double __val);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t __params,
                                                cusolver_int_t __maxiters);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t __params,
                                                     cusolver_int_t __maxiters_inner);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t __params,
                                                cusolver_int_t *__maxiters);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t __params);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t __params);
cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *__infos_ptr);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t __infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t __infos,
                                             cusolver_int_t *__niters);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t __infos,
                                                  cusolver_int_t *__outer_niters);
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t __infos);
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t __infos,
                                                      void **__residual_history);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t __infos,
                                               cusolver_int_t *__maxiters);

/* A X = B, and least squares, with factors of a lower precision: the first letter is the
 * type of the operands, the second that of the factors (S, C; H, K: half; B, Y: bfloat16;
 * X, E: TF32). `iter`, in memory of the host, is how often the solution was refined, or
 * negative where the precision of the operands had to be used. */
#define SIMT_GESV(name, __type)                                                         \
	cusolverStatus_t cusolverDn##name##gesv(                                        \
		cusolverDnHandle_t __handle, cusolver_int_t __n, cusolver_int_t __nrhs, \
		__type *__dA, cusolver_int_t __ldda, cusolver_int_t *__dipiv,           \
		__type *__dB, cusolver_int_t __lddb, __type *__dX,                      \
		cusolver_int_t __lddx, void *__dWorkspace, size_t __lwork_bytes,        \
		cusolver_int_t *__iter, cusolver_int_t *__d_info);                      \
	cusolverStatus_t cusolverDn##name##gesv_bufferSize(                             \
		cusolverDnHandle_t __handle, cusolver_int_t __n, cusolver_int_t __nrhs, \
		__type *__dA, cusolver_int_t __ldda, cusolver_int_t *__dipiv,           \
		__type *__dB, cusolver_int_t __lddb, __type *__dX,                      \
		cusolver_int_t __lddx, void *__dWorkspace, size_t *__lwork_bytes);      \
	cusolverStatus_t cusolverDn##name##gels(                                        \
		cusolverDnHandle_t __handle, cusolver_int_t __m, cusolver_int_t __n,    \
		cusolver_int_t __nrhs, __type *__dA, cusolver_int_t __ldda,             \
		__type *__dB, cusolver_int_t __lddb, __type *__dX,                      \
		cusolver_int_t __lddx, void *__dWorkspace, size_t __lwork_bytes,        \
		cusolver_int_t *__iter, cusolver_int_t *__d_info);                      \
	cusolverStatus_t cusolverDn##name##gels_bufferSize(                             \
		cusolverDnHandle_t __handle, cusolver_int_t __m, cusolver_int_t __n,    \
		cusolver_int_t __nrhs, __type *__dA, cusolver_int_t __ldda,             \
		__type *__dB, cusolver_int_t __lddb, __type *__dX,                      \
		cusolver_int_t __lddx, void *__dWorkspace, size_t *__lwork_bytes);
SIMT_GESV(ZZ, cuDoubleComplex)
SIMT_GESV(ZC, cuDoubleComplex)
SIMT_GESV(ZK, cuDoubleComplex)
SIMT_GESV(ZE, cuDoubleComplex)
SIMT_GESV(ZY, cuDoubleComplex)
SIMT_GESV(CC, cuComplex)
SIMT_GESV(CE, cuComplex)
SIMT_GESV(CK, cuComplex)
SIMT_GESV(CY, cuComplex)
SIMT_GESV(DD, double)
SIMT_GESV(DS, double)
SIMT_GESV(DH, double)
SIMT_GESV(DB, double)
SIMT_GESV(DX, double)
SIMT_GESV(SS, float)
SIMT_GESV(SH, float)
SIMT_GESV(SB, float)
SIMT_GESV(SX, float)
#undef SIMT_GESV

/* The same with all settings. */
cusolverStatus_t
cusolverDnIRSXgesv(cusolverDnHandle_t __handle, cusolverDnIRSParams_t __gesv_irs_params,
                   cusolverDnIRSInfos_t __gesv_irs_infos, cusolver_int_t __n,
                   cusolver_int_t __nrhs, void *__dA, cusolver_int_t __ldda, void *__dB,
                   cusolver_int_t __lddb, void *__dX, cusolver_int_t __lddx,
                   void *__dWorkspace, size_t __lwork_bytes, cusolver_int_t *__niters,
                   cusolver_int_t *__d_info);
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t __handle,
                                               cusolverDnIRSParams_t __params,
                                               cusolver_int_t __n, cusolver_int_t __nrhs,
                                               size_t *__lwork_bytes);
cusolverStatus_t
cusolverDnIRSXgels(cusolverDnHandle_t __handle, cusolverDnIRSParams_t __gels_irs_params,
                   cusolverDnIRSInfos_t __gels_irs_infos, cusolver_int_t __m,
                   cusolver_int_t __n, cusolver_int_t __nrhs, void *__dA,
                   cusolver_int_t __ldda, void *__dB, cusolver_int_t __lddb, void *__dX,
                   cusolver_int_t __lddx, void *__dWorkspace, size_t __lwork_bytes,
                   cusolver_int_t *__niters, cusolver_int_t *__d_info);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t __handle,
                                               cusolverDnIRSParams_t __params,
                                               cusolver_int_t __m, cusolver_int_t __n,
                                               cusolver_int_t __nrhs,
                                               size_t *__lwork_bytes);

/* ---- Jacobi's method ---- */

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *__info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t __info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t __info, double __tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t __info, int __max_sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t __info, int __sort_eig);
/* Of the last call with these settings, which they wait for. */
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t __handle,
                                             syevjInfo_t __info, double *__residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t __handle,
                                           syevjInfo_t __info, int *__executed_sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *__info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t __info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t __info, double __tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t __info, int __max_sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t __info, int __sort_svd);
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t __handle,
                                              gesvdjInfo_t __info, double *__residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t __handle,
                                            gesvdjInfo_t __info, int *__executed_sweeps);

/* ---- functions of one type ---- */

#define SOLVER_T float
#define SOLVER_R float
#define SOLVER_FN(name) cusolverDnS##name
#define SOLVER_SY(name) cusolverDnSsy##name
#define SOLVER_OR(name) cusolverDnSor##name
#include "simt/cusolver_typed.def"

#define SOLVER_T double
#define SOLVER_R double
#define SOLVER_FN(name) cusolverDnD##name
#define SOLVER_SY(name) cusolverDnDsy##name
#define SOLVER_OR(name) cusolverDnDor##name
#include "simt/cusolver_typed.def"

#define SOLVER_T cuComplex
#define SOLVER_R float
#define SOLVER_FN(name) cusolverDnC##name
#define SOLVER_SY(name) cusolverDnChe##name
#define SOLVER_OR(name) cusolverDnCun##name
#include "simt/cusolver_typed.def"

#define SOLVER_T cuDoubleComplex
#define SOLVER_R double
#define SOLVER_FN(name) cusolverDnZ##name
#define SOLVER_SY(name) cusolverDnZhe##name
#define SOLVER_OR(name) cusolverDnZun##name
#include "simt/cusolver_typed.def"

/* ---- functions for any type, with 64-bit sizes ---- */

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *__params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t __params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t __params,
                                         cusolverDnFunction_t __function,
                                         cusolverAlgMode_t __algo);

/* A type, and an operand of it. */
#define SIMT_A cudaDataType __dataTypeA, void *__A, int64_t __lda
#define SIMT_CA cudaDataType __dataTypeA, const void *__A, int64_t __lda
#define SIMT_B cudaDataType __dataTypeB, void *__B, int64_t __ldb
#define SIMT_W cudaDataType __dataTypeW, void *__W
#define SIMT_CW cudaDataType __dataTypeW, const void *__W
#define SIMT_SIZES size_t *__workspaceInBytesOnDevice, size_t *__workspaceInBytesOnHost
#define SIMT_WORK                                                                        \
	void *__bufferOnDevice, size_t __workspaceInBytesOnDevice, void *__bufferOnHost, \
		size_t __workspaceInBytesOnHost
#define SIMT_SVD                                                                      \
	cudaDataType __dataTypeA, void *__A, int64_t __lda, cudaDataType __dataTypeS, \
		void *__S, cudaDataType __dataTypeU, void *__U, int64_t __ldu,        \
		cudaDataType __dataTypeV, void *__V, int64_t __ldv,                   \
		cudaDataType __computeType
#define SIMT_CSVD                                                                    \
	cudaDataType __dataTypeA, const void *__A, int64_t __lda,                    \
		cudaDataType __dataTypeS, const void *__S, cudaDataType __dataTypeU, \
		const void *__U, int64_t __ldu, cudaDataType __dataTypeV,            \
		const void *__V, int64_t __ldv, cudaDataType __computeType
#define SIMT_H cusolverDnHandle_t __handle
#define SIMT_P cusolverDnParams_t __params

cusolverStatus_t cusolverDnXtrtri_bufferSize(SIMT_H, cublasFillMode_t __uplo,
                                             cublasDiagType_t __diag, int64_t __n, SIMT_A,
                                             SIMT_SIZES);
cusolverStatus_t cusolverDnXtrtri(SIMT_H, cublasFillMode_t __uplo,
                                  cublasDiagType_t __diag, int64_t __n, SIMT_A, SIMT_WORK,
                                  int *__devInfo);
/* Without pivots, A was factored without exchanges. */
cusolverStatus_t cusolverDnXsytrs_bufferSize(SIMT_H, cublasFillMode_t __uplo, int64_t __n,
                                             int64_t __nrhs, SIMT_CA,
                                             const int64_t *__ipiv, SIMT_B, SIMT_SIZES);
cusolverStatus_t cusolverDnXsytrs(SIMT_H, cublasFillMode_t __uplo, int64_t __n,
                                  int64_t __nrhs, SIMT_CA, const int64_t *__ipiv, SIMT_B,
                                  SIMT_WORK, int *__info);
cusolverStatus_t cusolverDnXpotrf_bufferSize(SIMT_H, SIMT_P, cublasFillMode_t __uplo,
                                             int64_t __n, SIMT_CA,
                                             cudaDataType __computeType, SIMT_SIZES);
cusolverStatus_t cusolverDnXpotrf(SIMT_H, SIMT_P, cublasFillMode_t __uplo, int64_t __n,
                                  SIMT_A, cudaDataType __computeType, SIMT_WORK,
                                  int *__info);
cusolverStatus_t cusolverDnXpotrs(SIMT_H, SIMT_P, cublasFillMode_t __uplo, int64_t __n,
                                  int64_t __nrhs, SIMT_CA, SIMT_B, int *__info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(SIMT_H, SIMT_P, int64_t __m, int64_t __n,
                                             SIMT_CA, cudaDataType __dataTypeTau,
                                             const void *__tau,
                                             cudaDataType __computeType, SIMT_SIZES);
cusolverStatus_t cusolverDnXgeqrf(SIMT_H, SIMT_P, int64_t __m, int64_t __n, SIMT_A,
                                  cudaDataType __dataTypeTau, void *__tau,
                                  cudaDataType __computeType, SIMT_WORK, int *__info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(SIMT_H, SIMT_P, int64_t __m, int64_t __n,
                                             SIMT_CA, cudaDataType __computeType,
                                             SIMT_SIZES);
cusolverStatus_t cusolverDnXgetrf(SIMT_H, SIMT_P, int64_t __m, int64_t __n, SIMT_A,
                                  int64_t *__ipiv, cudaDataType __computeType, SIMT_WORK,
                                  int *__info);
cusolverStatus_t cusolverDnXgetrs(SIMT_H, SIMT_P, cublasOperation_t __trans, int64_t __n,
                                  int64_t __nrhs, SIMT_CA, const int64_t *__ipiv, SIMT_B,
                                  int *__info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                             cublasFillMode_t __uplo, int64_t __n,
                                             SIMT_CA, SIMT_CW, cudaDataType __computeType,
                                             SIMT_SIZES);
cusolverStatus_t cusolverDnXsyevd(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                  cublasFillMode_t __uplo, int64_t __n, SIMT_A, SIMT_W,
                                  cudaDataType __computeType, SIMT_WORK, int *__info);
/* Matrices lie lda * n elements apart. */
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(
	SIMT_H, SIMT_P, cusolverEigMode_t __jobz, cublasFillMode_t __uplo, int64_t __n,
	SIMT_CA, SIMT_CW, cudaDataType __computeType, SIMT_SIZES, int64_t __batchSize);
cusolverStatus_t cusolverDnXsyevBatched(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                        cublasFillMode_t __uplo, int64_t __n, SIMT_A,
                                        SIMT_W, cudaDataType __computeType, SIMT_WORK,
                                        int *__info, int64_t __batchSize);
cusolverStatus_t cusolverDnXsyevdx_bufferSize(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                              cusolverEigRange_t __range,
                                              cublasFillMode_t __uplo, int64_t __n,
                                              SIMT_CA, void *__vl, void *__vu,
                                              int64_t __il, int64_t __iu,
                                              int64_t *__h_meig, SIMT_CW,
                                              cudaDataType __computeType, SIMT_SIZES);
cusolverStatus_t cusolverDnXsyevdx(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                   cusolverEigRange_t __range, cublasFillMode_t __uplo,
                                   int64_t __n, SIMT_A, void *__vl, void *__vu,
                                   int64_t __il, int64_t __iu, int64_t *__meig64, SIMT_W,
                                   cudaDataType __computeType, SIMT_WORK, int *__info);
/* Eigenvalues of a general matrix. W is complex, or of the type of a real A: then all
 * real parts precede all imaginary ones. There are no left eigenvectors. */
cusolverStatus_t cusolverDnXgeev_bufferSize(SIMT_H, SIMT_P, cusolverEigMode_t __jobvl,
                                            cusolverEigMode_t __jobvr, int64_t __n,
                                            SIMT_CA, SIMT_CW, cudaDataType __dataTypeVL,
                                            const void *__VL, int64_t __ldvl,
                                            cudaDataType __dataTypeVR, const void *__VR,
                                            int64_t __ldvr, cudaDataType __computeType,
                                            SIMT_SIZES);
cusolverStatus_t cusolverDnXgeev(SIMT_H, SIMT_P, cusolverEigMode_t __jobvl,
                                 cusolverEigMode_t __jobvr, int64_t __n, SIMT_A, SIMT_W,
                                 cudaDataType __dataTypeVL, void *__VL, int64_t __ldvl,
                                 cudaDataType __dataTypeVR, void *__VR, int64_t __ldvr,
                                 cudaDataType __computeType, SIMT_WORK, int *__info);
/* V is its transpose here. */
cusolverStatus_t cusolverDnXgesvd_bufferSize(SIMT_H, SIMT_P, signed char __jobu,
                                             signed char __jobvt, int64_t __m,
                                             int64_t __n, SIMT_CSVD, SIMT_SIZES);
cusolverStatus_t cusolverDnXgesvd(SIMT_H, SIMT_P, signed char __jobu, signed char __jobvt,
                                  int64_t __m, int64_t __n, SIMT_SVD, SIMT_WORK,
                                  int *__info);
/* By the polar decomposition; the error goes to the host. */
cusolverStatus_t cusolverDnXgesvdp_bufferSize(SIMT_H, SIMT_P, cusolverEigMode_t __jobz,
                                              int __econ, int64_t __m, int64_t __n,
                                              SIMT_CSVD, SIMT_SIZES);
cusolverStatus_t cusolverDnXgesvdp(SIMT_H, SIMT_P, cusolverEigMode_t __jobz, int __econ,
                                   int64_t __m, int64_t __n, SIMT_SVD, SIMT_WORK,
                                   int *__d_info, double *__h_err_sigma);
/* The k largest singular values, of p more columns and `niters` iterations. */
cusolverStatus_t cusolverDnXgesvdr_bufferSize(SIMT_H, SIMT_P, signed char __jobu,
                                              signed char __jobv, int64_t __m,
                                              int64_t __n, int64_t __k, int64_t __p,
                                              int64_t __niters, SIMT_CSVD, SIMT_SIZES);
cusolverStatus_t cusolverDnXgesvdr(SIMT_H, SIMT_P, signed char __jobu, signed char __jobv,
                                   int64_t __m, int64_t __n, int64_t __k, int64_t __p,
                                   int64_t __niters, SIMT_SVD, SIMT_WORK, int *__d_info);
/* The triangle of a product of reflectors: I - V T V^H. */
cusolverStatus_t
cusolverDnXlarft_bufferSize(SIMT_H, SIMT_P, cusolverDirectMode_t __direct,
                            cusolverStorevMode_t __storev, int64_t __n, int64_t __k,
                            cudaDataType __dataTypeV, const void *__V, int64_t __ldv,
                            cudaDataType __dataTypeTau, const void *__tau,
                            cudaDataType __dataTypeT, void *__T, int64_t __ldt,
                            cudaDataType __computeType, SIMT_SIZES);
cusolverStatus_t cusolverDnXlarft(SIMT_H, SIMT_P, cusolverDirectMode_t __direct,
                                  cusolverStorevMode_t __storev, int64_t __n, int64_t __k,
                                  cudaDataType __dataTypeV, const void *__V,
                                  int64_t __ldv, cudaDataType __dataTypeTau,
                                  const void *__tau, cudaDataType __dataTypeT, void *__T,
                                  int64_t __ldt, cudaDataType __computeType, SIMT_WORK);

#undef SIMT_A
#undef SIMT_CA
#undef SIMT_B
#undef SIMT_W
#undef SIMT_CW
#undef SIMT_SIZES
#undef SIMT_WORK
#undef SIMT_SVD
#undef SIMT_CSVD
#undef SIMT_H
#undef SIMT_P

/* ---- the logger: calls that fail ---- */

typedef void (*cusolverDnLoggerCallback_t)(int __logLevel, const char *__functionName,
                                           const char *__message);
cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t __callback);
cusolverStatus_t cusolverDnLoggerSetFile(FILE *__file);
cusolverStatus_t cusolverDnLoggerOpenFile(const char *__logFile);
cusolverStatus_t cusolverDnLoggerSetLevel(int __level);
cusolverStatus_t cusolverDnLoggerSetMask(int __mask);
cusolverStatus_t cusolverDnLoggerForceDisable(void);

#ifdef __cplusplus
}
#endif
#endif
