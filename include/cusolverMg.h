/* cusolverMg.h - the part of cuSOLVER 12 for matrices that are spread over devices:
 * columns in blocks, which go to the devices in turn. How it works here:
 * docs/libraries.md.
 *
 * array_d_X[i] is what device i of the grid has. IA and JA, from 1, say where the matrix
 * begins in what is described. Functions wait for their results; `info` and W are in
 * memory of the host.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSOLVERMG_H_ /* another toolkit's */
#define CUSOLVERMG_H_

#include <stdint.h>

#include "cusolverDn.h"

#define CUSOLVERMG_DEPRECATED

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverMgContext *cusolverMgHandle_t;

typedef enum {
	CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1,
	CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0
} cusolverMgGridMapping_t;

typedef void *cudaLibMgGrid_t;
typedef void *cudaLibMgMatrixDesc_t;

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *__handle);
cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t __handle);
cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t __handle, int __nbDevices,
                                        int __deviceId[]);

/* A row of devices. */
cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *__grid,
                                            int32_t __numRowDevices,
                                            int32_t __numColDevices,
                                            const int32_t __deviceId[],
                                            cusolverMgGridMapping_t __mapping);
cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t __grid);
/* Blocks have all rows and colBlockSize columns. */
cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *__desc,
                                            int64_t __numRows, int64_t __numCols,
                                            int64_t __rowBlockSize,
                                            int64_t __colBlockSize,
                                            cudaDataType __dataType,
                                            const cudaLibMgGrid_t __grid);
cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t __desc);

#define SIMT_A void *__array_d_A[], int __IA, int __JA, cudaLibMgMatrixDesc_t __descrA
#define SIMT_B void *__array_d_B[], int __IB, int __JB, cudaLibMgMatrixDesc_t __descrB
#define SIMT_SIZE cudaDataType __computeType, int64_t *__lwork
#define SIMT_WORK \
	cudaDataType __computeType, void *__array_d_work[], int64_t __lwork, int *__info

/* Eigenvalues and eigenvectors, as cusolverDnXsyevd. */
cusolverStatus_t cusolverMgSyevd_bufferSize(cusolverMgHandle_t __handle,
                                            cusolverEigMode_t __jobz,
                                            cublasFillMode_t __uplo, int __N, SIMT_A,
                                            void *__W, cudaDataType __dataTypeW,
                                            SIMT_SIZE);
cusolverStatus_t cusolverMgSyevd(cusolverMgHandle_t __handle, cusolverEigMode_t __jobz,
                                 cublasFillMode_t __uplo, int __N, SIMT_A, void *__W,
                                 cudaDataType __dataTypeW, SIMT_WORK);
/* P A = L U and its use; pivots are spread as columns. */
cusolverStatus_t cusolverMgGetrf_bufferSize(cusolverMgHandle_t __handle, int __M, int __N,
                                            SIMT_A, int *__array_d_IPIV[], SIMT_SIZE);
cusolverStatus_t cusolverMgGetrf(cusolverMgHandle_t __handle, int __M, int __N, SIMT_A,
                                 int *__array_d_IPIV[], SIMT_WORK);
cusolverStatus_t cusolverMgGetrs_bufferSize(cusolverMgHandle_t __handle,
                                            cublasOperation_t __TRANS, int __N,
                                            int __NRHS, SIMT_A, int *__array_d_IPIV[],
                                            SIMT_B, SIMT_SIZE);
cusolverStatus_t cusolverMgGetrs(cusolverMgHandle_t __handle, cublasOperation_t __TRANS,
                                 int __N, int __NRHS, SIMT_A, int *__array_d_IPIV[],
                                 SIMT_B, SIMT_WORK);
/* Cholesky's factors, their use, and the inverse. */
cusolverStatus_t cusolverMgPotrf_bufferSize(cusolverMgHandle_t __handle,
                                            cublasFillMode_t __uplo, int __N, SIMT_A,
                                            SIMT_SIZE);
cusolverStatus_t cusolverMgPotrf(cusolverMgHandle_t __handle, cublasFillMode_t __uplo,
                                 int __N, SIMT_A, SIMT_WORK);
cusolverStatus_t cusolverMgPotrs_bufferSize(cusolverMgHandle_t __handle,
                                            cublasFillMode_t __uplo, int __n, int __nrhs,
                                            SIMT_A, SIMT_B, SIMT_SIZE);
cusolverStatus_t cusolverMgPotrs(cusolverMgHandle_t __handle, cublasFillMode_t __uplo,
                                 int __n, int __nrhs, SIMT_A, SIMT_B, SIMT_WORK);
cusolverStatus_t cusolverMgPotri_bufferSize(cusolverMgHandle_t __handle,
                                            cublasFillMode_t __uplo, int __N, SIMT_A,
                                            SIMT_SIZE);
cusolverStatus_t cusolverMgPotri(cusolverMgHandle_t __handle, cublasFillMode_t __uplo,
                                 int __N, SIMT_A, SIMT_WORK);

#undef SIMT_A
#undef SIMT_B
#undef SIMT_SIZE
#undef SIMT_WORK

#ifdef __cplusplus
}
#endif
#endif
