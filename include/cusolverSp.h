/* cusolverSp.h - the sparse part of cuSOLVER 12: solutions, least squares and eigenvalues
 * of matrices in compressed rows, orders that keep their factors sparse, and QR of many
 * matrices of one structure. How it works here: docs/libraries.md.
 *
 * Matrices are of type CUSPARSE_MATRIX_TYPE_GENERAL, from 0 or from 1. Functions whose
 * names end in Host work on memory of the host, others on memory of the device, in the
 * stream of their handle; all of them wait for their results. `singularity`, in memory of
 * the host, is -1, or the first column whose diagonal element in the factor is at most
 * `tol`. `reorder` is 0, or how rows and columns are sorted before: 1 symrcm, 2 symamd,
 * 3 metisnd.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUSOLVERSP_H_ /* another toolkit's */
#define CUSOLVERSP_H_

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
/* The structure of a matrix for QR, and its factors. */
typedef struct csrqrInfo *csrqrInfo_t;

#define SIMT_SP_H cusolverSpHandle_t __handle
#define SIMT_SP_A(__type)                                                      \
	const cusparseMatDescr_t __descrA, const __type *__csrValA,            \
		const int *__csrRowPtrA, const int *__csrColIndA
#define SIMT_SP_PATTERN \
	const cusparseMatDescr_t __descrA, const int *__csrRowPtrA, const int *__csrColIndA

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *__handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t __handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t __handle,
                                     cudaStream_t __streamId);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t __handle,
                                     cudaStream_t *__streamId);

/* Whether A and A^T have the same structure. */
cusolverStatus_t cusolverSpXcsrissymHost(SIMT_SP_H, int __m, int __nnzA,
                                         const cusparseMatDescr_t __descrA,
                                         const int *__csrRowPtrA,
                                         const int *__csrEndPtrA,
                                         const int *__csrColIndA, int *__issym);

/* Orders of A + A^T: p[i] is the row that becomes row i. Reverse Cuthill-McKee, minimum
 * degree (two names), nested dissection, whose options are not used. */
#define SIMT_SP_ORDER(name)                                                            \
	cusolverStatus_t cusolverSpX##name(SIMT_SP_H, int __n, int __nnzA,             \
	                                   SIMT_SP_PATTERN, int *__p);
SIMT_SP_ORDER(csrsymrcmHost)
SIMT_SP_ORDER(csrsymmdqHost)
SIMT_SP_ORDER(csrsymamdHost)
#undef SIMT_SP_ORDER
cusolverStatus_t cusolverSpXcsrmetisndHost(SIMT_SP_H, int __n, int __nnzA,
                                           SIMT_SP_PATTERN, const int64_t *__options,
                                           int *__p);

/* A(p, q) in place of A, with sorted rows. `map`, which goes along with the elements,
 * then says where they were. A null p or q leaves rows or columns where they are. */
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(SIMT_SP_H, int __m, int __n,
                                                   int __nnzA, SIMT_SP_PATTERN,
                                                   const int *__p, const int *__q,
                                                   size_t *__bufferSizeInBytes);
cusolverStatus_t cusolverSpXcsrpermHost(SIMT_SP_H, int __m, int __n, int __nnzA,
                                        const cusparseMatDescr_t __descrA,
                                        int *__csrRowPtrA, int *__csrColIndA,
                                        const int *__p, const int *__q, int *__map,
                                        void *__pBuffer);

/* QR of many matrices of one structure. */
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *__info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t __info);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(SIMT_SP_H, int __m, int __n, int __nnzA,
                                                 SIMT_SP_PATTERN, csrqrInfo_t __info);

/* A x = b by Gauss, rotations of rows, or Cholesky, who reads the lower half of A. */
#define SIMT_SP_SYSTEM(name, __type, __real)                                           \
	cusolverStatus_t name(SIMT_SP_H, int __n, int __nnzA,              \
	                                  SIMT_SP_A(__type), const __type *__b,        \
	                                  __real __tol, int __reorder, __type *__x,    \
	                                  int *__singularity);
/* The eigenvalue nearest to mu0 and its vector, by at most maxite steps of inverse
 * iteration from x0, until |A x - mu x| < tol. */
#define SIMT_SP_EIGENVALUE(name, __type, __real)                                       \
	cusolverStatus_t name(SIMT_SP_H, int __m, int __nnz,               \
	                                  SIMT_SP_A(__type), __type __mu0,             \
	                                  const __type *__x0, int __maxite,            \
	                                  __real __tol, __type *__mu, __type *__x);
#define SIMT_SP_TYPED(__fn, __type, __real, __complex)                                    \
	SIMT_SP_SYSTEM(__fn##csrlsvluHost, __type, __real)                                \
	SIMT_SP_SYSTEM(__fn##csrlsvqrHost, __type, __real)                                \
	SIMT_SP_SYSTEM(__fn##csrlsvcholHost, __type, __real)                              \
	SIMT_SP_SYSTEM(__fn##csrlsvqr, __type, __real)                                    \
	SIMT_SP_SYSTEM(__fn##csrlsvchol, __type, __real)                                  \
	/* The shortest x of min |b - A x|, where A has at least as many rows as       \
	 * columns. p has the columns that depend on others last. */                   \
	cusolverStatus_t __fn##csrlsqvqrHost(                                 \
		SIMT_SP_H, int __m, int __n, int __nnz, SIMT_SP_A(__type),             \
		const __type *__b, __real __tol, int *__rankA, __type *__x, int *__p,  \
		__real *__min_norm);                                                   \
	SIMT_SP_EIGENVALUE(__fn##csreigvsiHost, __type, __real)                           \
	SIMT_SP_EIGENVALUE(__fn##csreigvsi, __type, __real)                               \
	/* How many eigenvalues are in a rectangle. */                                 \
	cusolverStatus_t __fn##csreigsHost(                                   \
		SIMT_SP_H, int __m, int __nnz, SIMT_SP_A(__type),                      \
		__complex __left_bottom_corner, __complex __right_upper_corner,        \
		int *__num_eigs);                                                      \
	/* Rows in an order that puts elements on the diagonal; numnz: how many. */    \
	cusolverStatus_t __fn##csrzfdHost(SIMT_SP_H, int __n, int __nnz,      \
	                                           SIMT_SP_A(__type), int *__P,        \
	                                           int *__numnz);                      \
	/* Bytes of the factors and of the workspace; then all systems of a batch,     \
	 * whose values, right-hand sides and solutions follow each other. */          \
	cusolverStatus_t __fn##csrqrBufferInfoBatched(                        \
		SIMT_SP_H, int __m, int __n, int __nnz, SIMT_SP_A(__type),             \
		int __batchSize, csrqrInfo_t __info, size_t *__internalDataInBytes,    \
		size_t *__workspaceInBytes);                                           \
	cusolverStatus_t __fn##csrqrsvBatched(                                \
		SIMT_SP_H, int __m, int __n, int __nnz, SIMT_SP_A(__type),             \
		const __type *__b, __type *__x, int __batchSize, csrqrInfo_t __info,   \
		void *__pBuffer);
SIMT_SP_TYPED(cusolverSpS, float, float, cuComplex)
SIMT_SP_TYPED(cusolverSpD, double, double, cuDoubleComplex)
SIMT_SP_TYPED(cusolverSpC, cuComplex, float, cuComplex)
SIMT_SP_TYPED(cusolverSpZ, cuDoubleComplex, double, cuDoubleComplex)

#undef SIMT_SP_SYSTEM
#undef SIMT_SP_EIGENVALUE
#undef SIMT_SP_TYPED
#undef SIMT_SP_H
#undef SIMT_SP_A
#undef SIMT_SP_PATTERN

#ifdef __cplusplus
}
#endif

#endif
