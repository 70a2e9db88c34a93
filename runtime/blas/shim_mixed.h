/* shim_mixed.h - the functions of cublas_mixed.def for products, with counts of type INT;
 * included by shim.c.
 * SPDX-License-Identifier: Apache-2.0 */

#define OPERAND(p, t, step) {.at = (void *)(p), .ld = step, .type = (u8)(t)}
#define STRIDED(p, t, step, far) \
	{.at = (void *)(p), .ld = step, .stride = far, .type = (u8)(t)}
#define FN(name) cublasStatus_t SUFFIX(cublas##name)
#define H cublasHandle_t handle
#define OP cublasOperation_t
#define PRODUCT                                                           \
	.routine = &routine_gemm, .function = __func__, .transa = transa, \
	.transb = transb, .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta
#define MATRICES(ta, tb, tc) \
	.a = OPERAND(A, ta, lda), .b = OPERAND(B, tb, ldb), .c = OPERAND(C, tc, ldc)
#define ARRAYS(ta, tb, tc)                                            \
	.a = OPERAND(Aarray, ta, lda), .b = OPERAND(Barray, tb, ldb), \
	.c = OPERAND(Carray, tc, ldc), .by_pointers = true, .batch = batchCount
#define SLICES(ta, tb, tc)                                                    \
	.a = STRIDED(A, ta, lda, strideA), .b = STRIDED(B, tb, ldb, strideB), \
	.c = STRIDED(C, tc, ldc, strideC), .batch = batchCount
#define SUBMIT(compute_type, ...) \
	return submit_product(handle, &(struct blas_call){__VA_ARGS__}, compute_type)

FN(Hgemm)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
          const __half *A, INT lda, const __half *B, INT ldb, const __half *beta,
          __half *C, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_16F, PRODUCT, MATRICES(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F),
	       .batch = 1);
}
FN(HgemmBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
                 const __half *const Aarray[], INT lda, const __half *const Barray[],
                 INT ldb, const __half *beta, __half *const Carray[], INT ldc,
                 INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_16F, PRODUCT, ARRAYS(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F));
}
FN(HgemmStridedBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
                        const __half *A, INT lda, long long strideA, const __half *B,
                        INT ldb, long long strideB, const __half *beta, __half *C,
                        INT ldc, long long strideC, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_16F, PRODUCT, SLICES(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F));
}
FN(SgemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const float *alpha,
            const void *A, cudaDataType Atype, INT lda, const void *B, cudaDataType Btype,
            INT ldb, const float *beta, void *C, cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(CgemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
            const void *A, cudaDataType Atype, INT lda, const void *B, cudaDataType Btype,
            INT ldb, const cuComplex *beta, void *C, cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(Cgemm3mEx)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
              const void *A, cudaDataType Atype, INT lda, const void *B,
              cudaDataType Btype, INT ldb, const cuComplex *beta, void *C,
              cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(Cgemm3mBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
                   const cuComplex *const Aarray[], INT lda,
                   const cuComplex *const Barray[], INT ldb, const cuComplex *beta,
                   cuComplex *const Carray[], INT ldc, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_32F, PRODUCT, ARRAYS(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F));
}
FN(Cgemm3mStridedBatched)(H, OP transa, OP transb, INT m, INT n, INT k,
                          const cuComplex *alpha, const cuComplex *A, INT lda,
                          long long strideA, const cuComplex *B, INT ldb,
                          long long strideB, const cuComplex *beta, cuComplex *C, INT ldc,
                          long long strideC, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_32F, PRODUCT, SLICES(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F));
}
FN(GemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha, const void *A,
           cudaDataType Atype, INT lda, const void *B, cudaDataType Btype, INT ldb,
           const void *beta, void *C, cudaDataType Ctype, INT ldc,
           cublasComputeType_t computeType, cublasGemmAlgo_t algo) {
	(void)algo;
	SUBMIT(computeType, PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(GemmBatchedEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha,
                  const void *const Aarray[], cudaDataType Atype, INT lda,
                  const void *const Barray[], cudaDataType Btype, INT ldb,
                  const void *beta, void *const Carray[], cudaDataType Ctype, INT ldc,
                  INT batchCount, cublasComputeType_t computeType,
                  cublasGemmAlgo_t algo) {
	(void)algo;
	SUBMIT(computeType, PRODUCT, ARRAYS(Atype, Btype, Ctype));
}
FN(GemmStridedBatchedEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha,
                         const void *A, cudaDataType Atype, INT lda, long long strideA,
                         const void *B, cudaDataType Btype, INT ldb, long long strideB,
                         const void *beta, void *C, cudaDataType Ctype, INT ldc,
                         long long strideC, INT batchCount,
                         cublasComputeType_t computeType, cublasGemmAlgo_t algo) {
	(void)algo;
	SUBMIT(computeType, PRODUCT, SLICES(Atype, Btype, Ctype));
}

/* ---- gemv ---- */

#define GEMV_MIXED(letters, A_T, a_type, Y_T, y_type)                                  \
	FN(letters##gemvBatched)                                                       \
	(H, OP trans, INT m, INT n, const float *alpha, const A_T *const Aarray[],     \
	 INT lda, const A_T *const xarray[], INT incx, const float *beta,              \
	 Y_T *const yarray[], INT incy, INT batchCount) {                              \
		return blas_submit(handle, &(struct blas_call){                        \
						   GEMV,                               \
						   .a = OPERAND(Aarray, a_type, lda),  \
						   .b = OPERAND(xarray, a_type, incx), \
						   .c = OPERAND(yarray, y_type, incy), \
						   .by_pointers = true,                \
					   });                                         \
	}                                                                              \
	FN(letters##gemvStridedBatched)                                                \
	(H, OP trans, INT m, INT n, const float *alpha, const A_T *A, INT lda,         \
	 long long strideA, const A_T *x, INT incx, long long stridex,                 \
	 const float *beta, Y_T *y, INT incy, long long stridey, INT batchCount) {     \
		return blas_submit(handle,                                             \
		                   &(struct blas_call){                                \
					   GEMV,                                       \
					   .a = STRIDED(A, a_type, lda, strideA),      \
					   .b = STRIDED(x, a_type, incx, stridex),     \
					   .c = STRIDED(y, y_type, incy, stridey),     \
				   });                                                 \
	}
#define GEMV                                                                        \
	.routine = &routine_gemv_batched, .function = __func__, .type = CUDA_R_32F, \
	.compute = CUDA_R_32F, .scalar_type = CUDA_R_32F, .beta_type = CUDA_R_32F,  \
	.transa = trans, .m = m, .n = n, .alpha = alpha, .beta = beta,              \
	.batch = batchCount

GEMV_MIXED(HSH, __half, CUDA_R_16F, __half, CUDA_R_16F)
GEMV_MIXED(HSS, __half, CUDA_R_16F, float, CUDA_R_32F)
GEMV_MIXED(TST, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF)
GEMV_MIXED(TSS, __nv_bfloat16, CUDA_R_16BF, float, CUDA_R_32F)
#undef GEMV
#undef GEMV_MIXED
#undef MATRICES
#undef ARRAYS
#undef SLICES
#undef SUBMIT

#include "runtime/blas/shim_end.h"
