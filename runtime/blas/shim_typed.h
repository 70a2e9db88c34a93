/* shim_typed.h - the functions of cublas_typed.def for one type, with counts of type INT:
 * each makes its arguments a struct blas_call. Included by shim.c through each_type.h.
 * Vectors are operands b and c, or b alone; a matrix is a.
 * SPDX-License-Identifier: Apache-2.0 */

#define HANDLE cublasHandle_t
#define SUBMITTER blas_submit
#define L3 V2
#define L3_V1 V1
#include "runtime/blas/shim_begin.h"

#define STRIDED(p, step, far) {.at = (void *)(p), .ld = step, .stride = far, .type = TYPE}
#define RESULT(p) .result = p, .result_type = TYPE, .result_bytes = sizeof(*p)

/* ---- level 1 ---- */

#define VECTORS .n = n, .b = OPERAND(x, incx), .c = OPERAND(y, incy)
#define VECTOR .n = n, .b = OPERAND(x, incx)

#if IS_COMPLEX
FN(V2(dotu))(H, INT n, const CU_T *x, INT incx, const CU_T *y, INT incy, CU_T *result) {
	CALL(dot, VECTORS, RESULT(result));
}
FN(V2(dotc))(H, INT n, const CU_T *x, INT incx, const CU_T *y, INT incy, CU_T *result) {
	CALL(dot, VECTORS, RESULT(result), .is_conj = true);
}
FN(MIXED(scal))(H, INT n, const CU_R *alpha, CU_T *x, INT incx) {
	CALL_R(scal, VECTOR, .alpha = alpha);
}
FN(MIXED(rot))(H, INT n, CU_T *x, INT incx, CU_T *y, INT incy, const CU_R *c,
               const CU_R *s) {
	CALL_R(rot, VECTORS, .alpha = c, .beta = s);
}
FN(V2(rot))(H, INT n, CU_T *x, INT incx, CU_T *y, INT incy, const CU_R *c,
            const CU_T *s) {
	CALL_AS(rot, REAL_OF(TYPE), TYPE, VECTORS, .alpha = c, .beta = s);
}
#else
FN(V2(dot))(H, INT n, const CU_T *x, INT incx, const CU_T *y, INT incy, CU_T *result) {
	CALL(dot, VECTORS, RESULT(result));
}
FN(V2(rot))(H, INT n, CU_T *x, INT incx, CU_T *y, INT incy, const CU_R *c,
            const CU_T *s) {
	CALL(rot, VECTORS, .alpha = c, .beta = s);
}
FN(V2(rotm))(H, INT n, CU_T *x, INT incx, CU_T *y, INT incy, const CU_T *param) {
	CALL(rotm, VECTORS, .extra = param, .extra_bytes = 5 * sizeof *param);
}
#endif
#if !IS_64
#define NUMBER(p) {.at = p, .type = TYPE}
FN(V2(rotg))(H, CU_T *a, CU_T *b, CU_R *c, CU_T *s) {
	CALL(rotg, .a = NUMBER(a), .b = NUMBER(b), RESULT(c), .result2 = s);
}
#if !IS_COMPLEX
FN(V2(rotmg))(H, CU_T *d1, CU_T *d2, CU_T *x1, const CU_T *y1, CU_T *param) {
	CALL(rotmg, .a = NUMBER(d1), .b = NUMBER(d2), .c = NUMBER(x1), RESULT(param),
	     .extra = y1, .extra_bytes = sizeof *y1);
}
#endif
#undef NUMBER
#endif
FN(REAL(nrm2))(H, INT n, const CU_T *x, INT incx, CU_R *result) {
	CALL(nrm2, VECTOR, RESULT(result));
}
FN(REAL(asum))(H, INT n, const CU_T *x, INT incx, CU_R *result) {
	CALL(asum, VECTOR, RESULT(result));
}
FN(INDEX(amax))(H, INT n, const CU_T *x, INT incx, INT *result) {
	CALL(iamax, VECTOR, RESULT(result));
}
FN(INDEX(amin))(H, INT n, const CU_T *x, INT incx, INT *result) {
	CALL(iamin, VECTOR, RESULT(result));
}
FN(V2(scal))(H, INT n, const CU_T *alpha, CU_T *x, INT incx) {
	CALL(scal, VECTOR, .alpha = alpha);
}
FN(V2(axpy))(H, INT n, const CU_T *alpha, const CU_T *x, INT incx, CU_T *y, INT incy) {
	CALL(axpy, VECTORS, .alpha = alpha);
}
FN(V2(copy))(H, INT n, const CU_T *x, INT incx, CU_T *y, INT incy) {
	CALL(copy, VECTORS);
}
FN(V2(swap))(H, INT n, CU_T *x, INT incx, CU_T *y, INT incy) {
	CALL(swap, VECTORS);
}

/* ---- level 2 ---- */

#define PACKED .a = OPERAND(AP, 0)
#define TRIANGLE \
	.uplo = uplo, .transa = trans, .diag = diag, .n = n, .c = OPERAND(x, incx)
#define SYMMETRIC .uplo = uplo, VECTORS, SCALARS

FN(V2(gemv))(H, OP trans, INT m, INT n, const CU_T *alpha, const CU_T *A, INT lda,
             const CU_T *x, INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(gemv, .transa = trans, .m = m, MATRIX, VECTORS, SCALARS);
}
FN(V2(gbmv))(H, OP trans, INT m, INT n, INT kl, INT ku, const CU_T *alpha, const CU_T *A,
             INT lda, const CU_T *x, INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(gbmv, .transa = trans, .m = m, .kl = kl, .ku = ku, MATRIX, VECTORS, SCALARS);
}
FN(V2(trmv))(H, UPLO, OP trans, DIAG, INT n, const CU_T *A, INT lda, CU_T *x, INT incx) {
	CALL(trmv, TRIANGLE, MATRIX);
}
FN(V2(tbmv))(H, UPLO, OP trans, DIAG, INT n, INT k, const CU_T *A, INT lda, CU_T *x,
             INT incx) {
	CALL(tbmv, TRIANGLE, MATRIX, .k = k);
}
FN(V2(tpmv))(H, UPLO, OP trans, DIAG, INT n, const CU_T *AP, CU_T *x, INT incx) {
	CALL(tpmv, TRIANGLE, PACKED);
}
FN(V2(trsv))(H, UPLO, OP trans, DIAG, INT n, const CU_T *A, INT lda, CU_T *x, INT incx) {
	CALL(trsv, TRIANGLE, MATRIX);
}
FN(V2(tbsv))(H, UPLO, OP trans, DIAG, INT n, INT k, const CU_T *A, INT lda, CU_T *x,
             INT incx) {
	CALL(tbsv, TRIANGLE, MATRIX, .k = k);
}
FN(V2(tpsv))(H, UPLO, OP trans, DIAG, INT n, const CU_T *AP, CU_T *x, INT incx) {
	CALL(tpsv, TRIANGLE, PACKED);
}
FN(V2(symv))(H, UPLO, INT n, const CU_T *alpha, const CU_T *A, INT lda, const CU_T *x,
             INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(symv, SYMMETRIC, MATRIX);
}
#if IS_COMPLEX
FN(V2(hemv))(H, UPLO, INT n, const CU_T *alpha, const CU_T *A, INT lda, const CU_T *x,
             INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(symv, SYMMETRIC, MATRIX, .is_conj = true);
}
FN(V2(hbmv))(H, UPLO, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
             const CU_T *x, INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(sbmv, SYMMETRIC, MATRIX, .k = k, .is_conj = true);
}
FN(V2(hpmv))(H, UPLO, INT n, const CU_T *alpha, const CU_T *AP, const CU_T *x, INT incx,
             const CU_T *beta, CU_T *y, INT incy) {
	CALL(spmv, SYMMETRIC, PACKED, .is_conj = true);
}
#else
FN(V2(sbmv))(H, UPLO, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
             const CU_T *x, INT incx, const CU_T *beta, CU_T *y, INT incy) {
	CALL(sbmv, SYMMETRIC, MATRIX, .k = k);
}
FN(V2(spmv))(H, UPLO, INT n, const CU_T *alpha, const CU_T *AP, const CU_T *x, INT incx,
             const CU_T *beta, CU_T *y, INT incy) {
	CALL(spmv, SYMMETRIC, PACKED);
}
#endif

#if IS_COMPLEX
FN(V2(geru))(H, INT m, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *A, INT lda) {
	CALL(ger, .m = m, VECTORS, MATRIX, .alpha = alpha);
}
FN(V2(gerc))(H, INT m, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *A, INT lda) {
	CALL(ger, .m = m, VECTORS, MATRIX, .alpha = alpha, .is_conj = true);
}
FN(V2(her))(H, UPLO, INT n, const CU_R *alpha, const CU_T *x, INT incx, CU_T *A,
            INT lda) {
	CALL_R(syr, .uplo = uplo, VECTOR, MATRIX, .alpha = alpha, .is_conj = true);
}
FN(V2(hpr))(H, UPLO, INT n, const CU_R *alpha, const CU_T *x, INT incx, CU_T *AP) {
	CALL_R(spr, .uplo = uplo, VECTOR, PACKED, .alpha = alpha, .is_conj = true);
}
FN(V2(her2))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *A, INT lda) {
	CALL(syr2, .uplo = uplo, VECTORS, MATRIX, .alpha = alpha, .is_conj = true);
}
FN(V2(hpr2))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *AP) {
	CALL(spr2, .uplo = uplo, VECTORS, PACKED, .alpha = alpha, .is_conj = true);
}
#else
FN(V2(ger))(H, INT m, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
            INT incy, CU_T *A, INT lda) {
	CALL(ger, .m = m, VECTORS, MATRIX, .alpha = alpha);
}
FN(V2(spr))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, CU_T *AP) {
	CALL(spr, .uplo = uplo, VECTOR, PACKED, .alpha = alpha);
}
FN(V2(spr2))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *AP) {
	CALL(spr2, .uplo = uplo, VECTORS, PACKED, .alpha = alpha);
}
#endif
FN(V2(syr))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, CU_T *A,
            INT lda) {
	CALL(syr, .uplo = uplo, VECTOR, MATRIX, .alpha = alpha);
}
FN(V2(syr2))(H, UPLO, INT n, const CU_T *alpha, const CU_T *x, INT incx, const CU_T *y,
             INT incy, CU_T *A, INT lda) {
	CALL(syr2, .uplo = uplo, VECTORS, MATRIX, .alpha = alpha);
}

FN(V1(gemvBatched))(H, OP trans, INT m, INT n, const CU_T *alpha,
                    const CU_T *const Aarray[], INT lda, const CU_T *const xarray[],
                    INT incx, const CU_T *beta, CU_T *const yarray[], INT incy,
                    INT batchCount) {
	CALL(gemv_batched, .transa = trans, .m = m, .n = n, .by_pointers = true,
	     .batch = batchCount, .a = OPERAND(Aarray, lda), .b = OPERAND(xarray, incx),
	     .c = OPERAND(yarray, incy), SCALARS);
}
FN(V1(gemvStridedBatched))(H, OP trans, INT m, INT n, const CU_T *alpha, const CU_T *A,
                           INT lda, long long strideA, const CU_T *x, INT incx,
                           long long stridex, const CU_T *beta, CU_T *y, INT incy,
                           long long stridey, INT batchCount) {
	CALL(gemv_batched, .transa = trans, .m = m, .n = n, .batch = batchCount,
	     .a = STRIDED(A, lda, strideA), .b = STRIDED(x, incx, stridex),
	     .c = STRIDED(y, incy, stridey), SCALARS);
}

/* ---- level 3 ---- */

#include "runtime/blas/shim_level3.h"

FN(V1(gemmBatched))(H, OP transa, OP transb, INT m, INT n, INT k, const CU_T *alpha,
                    const CU_T *const Aarray[], INT lda, const CU_T *const Barray[],
                    INT ldb, const CU_T *beta, CU_T *const Carray[], INT ldc,
                    INT batchCount) {
	CALL(gemm, PRODUCT, .by_pointers = true, .batch = batchCount,
	     .a = OPERAND(Aarray, lda), .b = OPERAND(Barray, ldb),
	     .c = OPERAND(Carray, ldc));
}
FN(V1(gemmStridedBatched))(H, OP transa, OP transb, INT m, INT n, INT k,
                           const CU_T *alpha, const CU_T *A, INT lda, long long strideA,
                           const CU_T *B, INT ldb, long long strideB, const CU_T *beta,
                           CU_T *C, INT ldc, long long strideC, INT batchCount) {
	CALL(gemm, PRODUCT, .batch = batchCount, .a = STRIDED(A, lda, strideA),
	     .b = STRIDED(B, ldb, strideB), .c = STRIDED(C, ldc, strideC));
}
#if IS_COMPLEX
FN(V1(gemm3m))(H, OP transa, OP transb, INT m, INT n, INT k, const CU_T *alpha,
               const CU_T *A, INT lda, const CU_T *B, INT ldb, const CU_T *beta, CU_T *C,
               INT ldc) {
	CALL(gemm, PRODUCT, A_B_C, .batch = 1);
}
#endif
FN(V1(trsmBatched))(H, SIDE, UPLO, OP trans, DIAG, INT m, INT n, const CU_T *alpha,
                    const CU_T *const A[], INT lda, CU_T *const B[], INT ldb,
                    INT batchCount) {
	CALL(trsm_batched, TRIANGULAR, MATRIX, .c = OPERAND(B, ldb), .by_pointers = true,
	     .batch = batchCount);
}
FN(V1(geam))(H, OP transa, OP transb, INT m, INT n, const CU_T *alpha, const CU_T *A,
             INT lda, const CU_T *beta, const CU_T *B, INT ldb, CU_T *C, INT ldc) {
	CALL(geam, .transa = transa, .transb = transb, .m = m, .n = n, SCALARS, A_B_C);
}
FN(V1(dgmm))(H, cublasSideMode_t mode, INT m, INT n, const CU_T *A, INT lda,
             const CU_T *x, INT incx, CU_T *C, INT ldc) {
	CALL(dgmm, .side = mode, .m = m, .n = n, A_C, .b = OPERAND(x, incx));
}

#include "runtime/blas/shim_end.h"
