/* cusolverSp_LOWLEVEL_PREVIEW.h - factorisations of cuSOLVER's sparse part step by step:
 * analysis of the structure, sizes, factors, zero pivots, solutions. How it works here:
 * docs/libraries.md.
 *
 * Names that end in Host are for memory of the host. An info has one structure, which may
 * be factored many times. `position` is -1, or the first column whose diagonal element in
 * the factor is at most `tol`. All functions wait.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_ /* another toolkit's */
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

#define SIMT_SP_H cusolverSpHandle_t __handle
#define SIMT_SP_A(__type)                                                      \
	const cusparseMatDescr_t __descrA, const __type *__csrValA,            \
		const int *__csrRowPtrA, const int *__csrColIndA
#define SIMT_SP_PATTERN \
	const cusparseMatDescr_t __descrA, const int *__csrRowPtrA, const int *__csrColIndA
#define SIMT_SP_SIZES size_t *__internalDataInBytes, size_t *__workspaceInBytes

cusolverStatus_t cusolverSpCreateCsrluInfoHost(csrluInfoHost_t *__info);
cusolverStatus_t cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t __info);
cusolverStatus_t cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t *__info);
cusolverStatus_t cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t __info);
cusolverStatus_t cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t *__info);
cusolverStatus_t cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t __info);
cusolverStatus_t cusolverSpCreateCsrcholInfo(csrcholInfo_t *__info);
cusolverStatus_t cusolverSpDestroyCsrcholInfo(csrcholInfo_t __info);

cusolverStatus_t cusolverSpXcsrluAnalysisHost(SIMT_SP_H, int __n, int __nnzA,
                                              SIMT_SP_PATTERN, csrluInfoHost_t __info);
cusolverStatus_t cusolverSpXcsrqrAnalysisHost(SIMT_SP_H, int __m, int __n, int __nnzA,
                                              SIMT_SP_PATTERN, csrqrInfoHost_t __info);
cusolverStatus_t cusolverSpXcsrqrAnalysis(SIMT_SP_H, int __m, int __n, int __nnzA,
                                          SIMT_SP_PATTERN, csrqrInfo_t __info);
cusolverStatus_t cusolverSpXcsrcholAnalysisHost(SIMT_SP_H, int __n, int __nnzA,
                                                SIMT_SP_PATTERN, csrcholInfoHost_t __info);
cusolverStatus_t cusolverSpXcsrcholAnalysis(SIMT_SP_H, int __n, int __nnzA,
                                            SIMT_SP_PATTERN, csrcholInfo_t __info);
/* Elements of L, without its ones, and of U. */
cusolverStatus_t cusolverSpXcsrluNnzHost(SIMT_SP_H, int *__nnzLRef, int *__nnzURef,
                                         csrluInfoHost_t __info);

/* P A Q^T = L U. A diagonal element is the pivot if it is at least pivot_threshold times
 * as large as the largest of its column. */
#define SIMT_SP_LU(__fn, __type, __real)                                                  \
	cusolverStatus_t __fn##csrluBufferInfoHost(                           \
		SIMT_SP_H, int __n, int __nnzA, SIMT_SP_A(__type),                     \
		csrluInfoHost_t __info, SIMT_SP_SIZES);                                \
	cusolverStatus_t __fn##csrluFactorHost(                               \
		SIMT_SP_H, int __n, int __nnzA, SIMT_SP_A(__type),                     \
		csrluInfoHost_t __info, __real __pivot_threshold, void *__pBuffer);    \
	cusolverStatus_t __fn##csrluZeroPivotHost(                            \
		SIMT_SP_H, csrluInfoHost_t __info, __real __tol, int *__position);     \
	cusolverStatus_t __fn##csrluSolveHost(                                \
		SIMT_SP_H, int __n, const __type *__b, __type *__x,                    \
		csrluInfoHost_t __info, void *__pBuffer);                              \
	cusolverStatus_t __fn##csrluExtractHost(                              \
		SIMT_SP_H, int *__P, int *__Q, const cusparseMatDescr_t __descrL,      \
		__type *__csrValL, int *__csrRowPtrL, int *__csrColIndL,               \
		const cusparseMatDescr_t __descrU, __type *__csrValU,                  \
		int *__csrRowPtrU, int *__csrColIndU, csrluInfoHost_t __info,          \
		void *__pBuffer);
/* A - mu = Q R, and the x of min |b - (A - mu) x|; Factor solves, too, if it has b and x. */
#define SIMT_SP_QR(__fn, Host, __type, __real, __info_t)                                  \
	cusolverStatus_t __fn##csrqrBufferInfo##Host(                         \
		SIMT_SP_H, int __m, int __n, int __nnzA, SIMT_SP_A(__type),            \
		__info_t __info, SIMT_SP_SIZES);                                       \
	cusolverStatus_t __fn##csrqrSetup##Host(                              \
		SIMT_SP_H, int __m, int __n, int __nnzA, SIMT_SP_A(__type),            \
		__type __mu, __info_t __info);                                         \
	cusolverStatus_t __fn##csrqrFactor##Host(                             \
		SIMT_SP_H, int __m, int __n, int __nnzA, __type *__b, __type *__x,     \
		__info_t __info, void *__pBuffer);                                     \
	cusolverStatus_t __fn##csrqrZeroPivot##Host(                          \
		SIMT_SP_H, __info_t __info, __real __tol, int *__position);            \
	cusolverStatus_t __fn##csrqrSolve##Host(                              \
		SIMT_SP_H, int __m, int __n, __type *__b, __type *__x,                 \
		__info_t __info, void *__pBuffer);
/* A = L L^H; of A the lower half is read. */
#define SIMT_SP_CHOL(__fn, Host, __type, __real, __info_t)                                \
	cusolverStatus_t __fn##csrcholBufferInfo##Host(                       \
		SIMT_SP_H, int __n, int __nnzA, SIMT_SP_A(__type), __info_t __info,    \
		SIMT_SP_SIZES);                                                        \
	cusolverStatus_t __fn##csrcholFactor##Host(                           \
		SIMT_SP_H, int __n, int __nnzA, SIMT_SP_A(__type), __info_t __info,    \
		void *__pBuffer);                                                      \
	cusolverStatus_t __fn##csrcholZeroPivot##Host(                        \
		SIMT_SP_H, __info_t __info, __real __tol, int *__position);            \
	cusolverStatus_t __fn##csrcholSolve##Host(                            \
		SIMT_SP_H, int __n, const __type *__b, __type *__x, __info_t __info,   \
		void *__pBuffer);
#define SIMT_SP_TYPED(__fn, __type, __real)                                               \
	SIMT_SP_LU(__fn, __type, __real)                                                  \
	SIMT_SP_QR(__fn, Host, __type, __real, csrqrInfoHost_t)                           \
	SIMT_SP_QR(__fn, , __type, __real, csrqrInfo_t)                                   \
	SIMT_SP_CHOL(__fn, Host, __type, __real, csrcholInfoHost_t)                       \
	SIMT_SP_CHOL(__fn, , __type, __real, csrcholInfo_t)                               \
	/* The diagonal of L. */                                                       \
	cusolverStatus_t __fn##csrcholDiag(SIMT_SP_H, csrcholInfo_t __info,   \
	                                            __real *__diag);
SIMT_SP_TYPED(cusolverSpS, float, float)
SIMT_SP_TYPED(cusolverSpD, double, double)
SIMT_SP_TYPED(cusolverSpC, cuComplex, float)
SIMT_SP_TYPED(cusolverSpZ, cuDoubleComplex, double)

#undef SIMT_SP_LU
#undef SIMT_SP_QR
#undef SIMT_SP_CHOL
#undef SIMT_SP_TYPED
#undef SIMT_SP_H
#undef SIMT_SP_A
#undef SIMT_SP_PATTERN
#undef SIMT_SP_SIZES

#ifdef __cplusplus
}
#endif

#endif
