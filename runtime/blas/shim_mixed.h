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
#define SUBMIT(compute_type, algo, kind, ...)                                         \
	return submit_product(handle, &(struct blas_call){__VA_ARGS__}, compute_type, \
	                      algo, kind)

FN(Hgemm)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
          const __half *A, INT lda, const __half *B, INT ldb, const __half *beta,
          __half *C, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT, PRODUCT_OLD, .type = CUDA_R_16F,
	       PRODUCT, MATRICES(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F), .batch = 1);
}
FN(HgemmBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
                 const __half *const Aarray[], INT lda, const __half *const Barray[],
                 INT ldb, const __half *beta, __half *const Carray[], INT ldc,
                 INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT, PRODUCT_BATCHED, PRODUCT,
	       ARRAYS(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F));
}
FN(HgemmStridedBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const __half *alpha,
                        const __half *A, INT lda, long long strideA, const __half *B,
                        INT ldb, long long strideB, const __half *beta, __half *C,
                        INT ldc, long long strideC, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT, PRODUCT_BATCHED, PRODUCT,
	       SLICES(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F));
}
FN(SgemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const float *alpha,
            const void *A, cudaDataType Atype, INT lda, const void *B, cudaDataType Btype,
            INT ldb, const float *beta, void *C, cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT, PRODUCT_OLD, .type = CUDA_R_32F,
	       PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(CgemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
            const void *A, cudaDataType Atype, INT lda, const void *B, cudaDataType Btype,
            INT ldb, const cuComplex *beta, void *C, cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT, PRODUCT_OLD, .type = CUDA_C_32F,
	       PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(Cgemm3mEx)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
              const void *A, cudaDataType Atype, INT lda, const void *B,
              cudaDataType Btype, INT ldb, const cuComplex *beta, void *C,
              cudaDataType Ctype, INT ldc) {
	SUBMIT(CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT, PRODUCT_OLD, .type = CUDA_C_32F,
	       PRODUCT, MATRICES(Atype, Btype, Ctype), .batch = 1);
}
FN(Cgemm3mBatched)(H, OP transa, OP transb, INT m, INT n, INT k, const cuComplex *alpha,
                   const cuComplex *const Aarray[], INT lda,
                   const cuComplex *const Barray[], INT ldb, const cuComplex *beta,
                   cuComplex *const Carray[], INT ldc, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT, PRODUCT_BATCHED, PRODUCT,
	       ARRAYS(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F));
}
FN(Cgemm3mStridedBatched)(H, OP transa, OP transb, INT m, INT n, INT k,
                          const cuComplex *alpha, const cuComplex *A, INT lda,
                          long long strideA, const cuComplex *B, INT ldb,
                          long long strideB, const cuComplex *beta, cuComplex *C, INT ldc,
                          long long strideC, INT batchCount) {
	SUBMIT(CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT, PRODUCT_BATCHED, PRODUCT,
	       SLICES(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F));
}
FN(GemmEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha, const void *A,
           cudaDataType Atype, INT lda, const void *B, cudaDataType Btype, INT ldb,
           const void *beta, void *C, cudaDataType Ctype, INT ldc,
           cublasComputeType_t computeType, cublasGemmAlgo_t algo) {
	SUBMIT(computeType, algo, PRODUCT_ONE, PRODUCT, MATRICES(Atype, Btype, Ctype),
	       .batch = 1);
}
FN(GemmBatchedEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha,
                  const void *const Aarray[], cudaDataType Atype, INT lda,
                  const void *const Barray[], cudaDataType Btype, INT ldb,
                  const void *beta, void *const Carray[], cudaDataType Ctype, INT ldc,
                  INT batchCount, cublasComputeType_t computeType,
                  cublasGemmAlgo_t algo) {
	SUBMIT(computeType, algo, PRODUCT_BATCHED_EX, PRODUCT,
	       ARRAYS(Atype, Btype, Ctype));
}
FN(GemmStridedBatchedEx)(H, OP transa, OP transb, INT m, INT n, INT k, const void *alpha,
                         const void *A, cudaDataType Atype, INT lda, long long strideA,
                         const void *B, cudaDataType Btype, INT ldb, long long strideB,
                         const void *beta, void *C, cudaDataType Ctype, INT ldc,
                         long long strideC, INT batchCount,
                         cublasComputeType_t computeType, cublasGemmAlgo_t algo) {
	SUBMIT(computeType, algo, PRODUCT_BATCHED_EX, PRODUCT,
	       SLICES(Atype, Btype, Ctype));
}

/* The arrays that describe groups. */
#define GROUPS                                                                           \
	&(struct groups) {                                                               \
		IS_64, transa_array, transb_array, m_array, n_array, k_array, lda_array, \
			ldb_array, ldc_array, group_size, alpha_array, beta_array,       \
			(const void *const *)Aarray, (const void *const *)Barray,        \
			(void *const *)Carray, group_count                               \
	}
#define GROUPED(name, T, type_a, type_b, type_c, compute, ...)                          \
	FN(name)                                                                        \
	(H, const OP transa_array[], const OP transb_array[], const INT m_array[],      \
	 const INT n_array[], const INT k_array[], const T *alpha_array,                \
	 const T *const Aarray[], const INT lda_array[], const T *const Barray[],       \
	 const INT ldb_array[], const T *beta_array, T *const Carray[],                 \
	 const INT ldc_array[], INT group_count, const INT group_size[]) {              \
		return grouped_submit(handle, __func__, GROUPS, type_a, type_b, type_c, \
		                      compute);                                         \
	}
GROUPED(SgemmGroupedBatched, float, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
        CUBLAS_COMPUTE_32F)
GROUPED(DgemmGroupedBatched, double, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F,
        CUBLAS_COMPUTE_64F)
FN(GemmGroupedBatchedEx)(H, const OP transa_array[], const OP transb_array[],
                         const INT m_array[], const INT n_array[], const INT k_array[],
                         const void *alpha_array, const void *const Aarray[],
                         cudaDataType Atype, const INT lda_array[],
                         const void *const Barray[], cudaDataType Btype,
                         const INT ldb_array[], const void *beta_array,
                         void *const Carray[], cudaDataType Ctype, const INT ldc_array[],
                         INT group_count, const INT group_size[],
                         cublasComputeType_t computeType) {
	return grouped_submit(handle, __func__, GROUPS, Atype, Btype, Ctype, computeType);
}
#undef GROUPS
#undef GROUPED

/* ---- syrk and herk ---- */

/* One triangle of a product of any types, in complex float. */
#define RANK_K(name, scalar, scalar_type_, conj)                                  \
	FN(name)                                                                  \
	(H, cublasFillMode_t uplo, OP trans, INT n, INT k, const scalar *alpha,   \
	 const void *A, cudaDataType Atype, INT lda, const scalar *beta, void *C, \
	 cudaDataType Ctype, INT ldc) {                                           \
		return submit_rank_k(handle, &(struct blas_call){                 \
						     .routine = &routine_syrk,    \
						     .function = __func__,        \
						     .uplo = uplo,                \
						     .transa = trans,             \
						     .n = n,                      \
						     .k = k,                      \
						     .alpha = alpha,              \
						     .beta = beta,                \
						     .scalar_type = scalar_type_, \
						     .beta_type = scalar_type_,   \
						     .a = OPERAND(A, Atype, lda), \
						     .c = OPERAND(C, Ctype, ldc), \
						     .is_conj = conj,             \
					     });                                  \
	}
RANK_K(CsyrkEx, cuComplex, CUDA_C_32F, false)
RANK_K(Csyrk3mEx, cuComplex, CUDA_C_32F, false)
RANK_K(CherkEx, float, CUDA_R_32F, true)
RANK_K(Cherk3mEx, float, CUDA_R_32F, true)
#undef RANK_K

/* ---- level 1 ---- */

#define VECTOR .n = n, .b = OPERAND(x, xType, incx)
#define VECTORS VECTOR, .c = OPERAND(y, yType, incy)
#define MIXED(which, other, execution, ...)                                         \
	return mixed_submit(handle,                                                 \
	                    &(struct blas_call){.function = __func__, __VA_ARGS__}, \
	                    MIXED_##which, other, execution)
FN(Nrm2Ex)(H, INT n, const void *x, cudaDataType xType, INT incx, void *result,
           cudaDataType resultType, cudaDataType executionType) {
	MIXED(NRM2, resultType, executionType, VECTOR, .result = result);
}
FN(AsumEx)(H, INT n, const void *x, cudaDataType xType, INT incx, void *result,
           cudaDataType resultType, cudaDataType executionType) {
	MIXED(ASUM, resultType, executionType, VECTOR, .result = result);
}
FN(DotEx)(H, INT n, const void *x, cudaDataType xType, INT incx, const void *y,
          cudaDataType yType, INT incy, void *result, cudaDataType resultType,
          cudaDataType executionType) {
	MIXED(DOT, resultType, executionType, VECTORS, .result = result);
}
FN(DotcEx)(H, INT n, const void *x, cudaDataType xType, INT incx, const void *y,
           cudaDataType yType, INT incy, void *result, cudaDataType resultType,
           cudaDataType executionType) {
	MIXED(DOT, resultType, executionType, VECTORS, .result = result, .is_conj = true);
}
FN(ScalEx)(H, INT n, const void *alpha, cudaDataType alphaType, void *x,
           cudaDataType xType, INT incx, cudaDataType executionType) {
	MIXED(SCAL, alphaType, executionType, VECTOR, .alpha = alpha);
}
FN(AxpyEx)(H, INT n, const void *alpha, cudaDataType alphaType, const void *x,
           cudaDataType xType, INT incx, void *y, cudaDataType yType, INT incy,
           cudaDataType executionType) {
	MIXED(AXPY, alphaType, executionType, VECTORS, .alpha = alpha);
}
FN(CopyEx)(H, INT n, const void *x, cudaDataType xType, INT incx, void *y,
           cudaDataType yType, INT incy) {
	MIXED(COPY, xType, xType, VECTORS);
}
FN(SwapEx)(H, INT n, void *x, cudaDataType xType, INT incx, void *y, cudaDataType yType,
           INT incy) {
	MIXED(SWAP, xType, xType, VECTORS);
}
#define INDEX .result = result, .result_type = CUDA_R_32I, .result_bytes = sizeof(INT)
FN(IamaxEx)(H, INT n, const void *x, cudaDataType xType, INT incx, INT *result) {
	MIXED(IAMAX, xType, xType, VECTOR, INDEX);
}
FN(IaminEx)(H, INT n, const void *x, cudaDataType xType, INT incx, INT *result) {
	MIXED(IAMIN, xType, xType, VECTOR, INDEX);
}
#undef INDEX
FN(RotEx)(H, INT n, void *x, cudaDataType xType, INT incx, void *y, cudaDataType yType,
          INT incy, const void *c, const void *s, cudaDataType csType,
          cudaDataType executionType) {
	MIXED(ROT, csType, executionType, VECTORS, .alpha = c, .beta = s);
}
FN(RotmEx)(H, INT n, void *x, cudaDataType xType, INT incx, void *y, cudaDataType yType,
           INT incy, const void *param, cudaDataType paramType,
           cudaDataType executionType) {
	MIXED(ROTM, paramType, executionType, VECTORS, .extra = param);
}
#if !IS_64
FN(RotgEx)(H, void *a, void *b, cudaDataType abType, void *c, void *s,
           cudaDataType csType, cudaDataType executionType) {
	if (handle_is_good(handle) && (!a || !b || !s))
		return CUBLAS_STATUS_INVALID_VALUE;
	MIXED(ROTG, csType, executionType, .a = OPERAND(a, abType, 0),
	      .b = OPERAND(b, abType, 0), .result = c, .result2 = s);
}
FN(RotmgEx)(H, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type, void *x1,
            cudaDataType x1Type, const void *y1, cudaDataType y1Type, void *param,
            cudaDataType paramType, cudaDataType executionType) {
	if (d2Type != d1Type || x1Type != d1Type || y1Type != d1Type)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!d1 || !d2 || !x1)
		return CUBLAS_STATUS_INVALID_VALUE;
	MIXED(ROTMG, paramType, executionType, .a = OPERAND(d1, d1Type, 0),
	      .b = OPERAND(d2, d2Type, 0), .c = OPERAND(x1, x1Type, 0), .result = param,
	      .extra = y1);
}
#endif
#undef MIXED

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
