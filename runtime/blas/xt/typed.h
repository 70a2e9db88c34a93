/* typed.h - the functions of cublasXt for one type, as shim_typed.h those of cuBLAS.
 * Included by shim.c through each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define OPERAND(p, step) {.at = (void *)(p), .ld = (s64)(step), .type = TYPE}
#define CALL_AS(name, alpha_type, beta_type_, ...)                \
	return xt_run(handle, &(struct blas_call){                \
				      .routine = &routine_##name, \
				      .function = __func__,       \
				      .type = TYPE,               \
				      .compute = TYPE,            \
				      .scalar_type = alpha_type,  \
				      .beta_type = beta_type_,    \
				      .alpha = alpha,             \
				      __VA_ARGS__,                \
			      })
#define CALL(name, ...) CALL_AS(name, TYPE, TYPE, __VA_ARGS__)
#define CALL_R(name, ...) \
	CALL_AS(name, REAL_OF(TYPE), REAL_OF(TYPE), __VA_ARGS__, .is_conj = true)
#define CALL_TR(name, ...) \
	CALL_AS(name, TYPE, REAL_OF(TYPE), __VA_ARGS__, .is_conj = true)
#define FN(name) cublasStatus_t XT(name)
#define H cublasXtHandle_t handle
#define OP cublasOperation_t
#define UPLO cublasFillMode_t uplo
#define SIDE cublasSideMode_t side
#define DIAG cublasDiagType_t diag
#define RANK_K .uplo = uplo, .transa = trans, .n = (s64)n, .k = (s64)k, .beta = beta
#define SIDED .side = side, .uplo = uplo, .m = (s64)m, .n = (s64)n
#define TRIANGULAR SIDED, .transa = trans, .diag = diag
#define A_C .a = OPERAND(A, lda), .c = OPERAND(C, ldc)
#define A_B_C A_C, .b = OPERAND(B, ldb)

FN(gemm)(H, OP transa, OP transb, size_t m, size_t n, size_t k, const CU_T *alpha,
         const CU_T *A, size_t lda, const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C,
         size_t ldc) {
	CALL(gemm, .transa = transa, .transb = transb, .m = (s64)m, .n = (s64)n,
	     .k = (s64)k, .beta = beta, A_B_C, .batch = 1);
}
FN(syrk)(H, UPLO, OP trans, size_t n, size_t k, const CU_T *alpha, const CU_T *A,
         size_t lda, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(syrk, RANK_K, A_C);
}
FN(syr2k)(H, UPLO, OP trans, size_t n, size_t k, const CU_T *alpha, const CU_T *A,
          size_t lda, const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(syr2k, RANK_K, A_B_C);
}
FN(syrkx)(H, UPLO, OP trans, size_t n, size_t k, const CU_T *alpha, const CU_T *A,
          size_t lda, const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(syrkx, RANK_K, A_B_C);
}
#if IS_COMPLEX
FN(herk)(H, UPLO, OP trans, size_t n, size_t k, const CU_R *alpha, const CU_T *A,
         size_t lda, const CU_R *beta, CU_T *C, size_t ldc) {
	CALL_R(syrk, RANK_K, A_C);
}
FN(her2k)(H, UPLO, OP trans, size_t n, size_t k, const CU_T *alpha, const CU_T *A,
          size_t lda, const CU_T *B, size_t ldb, const CU_R *beta, CU_T *C, size_t ldc) {
	CALL_TR(syr2k, RANK_K, A_B_C);
}
FN(herkx)(H, UPLO, OP trans, size_t n, size_t k, const CU_T *alpha, const CU_T *A,
          size_t lda, const CU_T *B, size_t ldb, const CU_R *beta, CU_T *C, size_t ldc) {
	CALL_TR(syrkx, RANK_K, A_B_C);
}
FN(hemm)(H, SIDE, UPLO, size_t m, size_t n, const CU_T *alpha, const CU_T *A, size_t lda,
         const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(symm, SIDED, A_B_C, .beta = beta, .is_conj = true);
}
#endif
FN(symm)(H, SIDE, UPLO, size_t m, size_t n, const CU_T *alpha, const CU_T *A, size_t lda,
         const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(symm, SIDED, A_B_C, .beta = beta);
}
FN(spmm)(H, SIDE, UPLO, size_t m, size_t n, const CU_T *alpha, const CU_T *AP,
         const CU_T *B, size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(spmm, SIDED, .a = OPERAND(AP, 0), .b = OPERAND(B, ldb), .c = OPERAND(C, ldc),
	     .beta = beta);
}
FN(trsm)(H, SIDE, UPLO, OP trans, DIAG, size_t m, size_t n, const CU_T *alpha,
         const CU_T *A, size_t lda, CU_T *B, size_t ldb) {
	CALL(trsm, TRIANGULAR, .a = OPERAND(A, lda), .c = OPERAND(B, ldb));
}
FN(trmm)(H, SIDE, UPLO, OP trans, DIAG, size_t m, size_t n, const CU_T *alpha,
         const CU_T *A, size_t lda, const CU_T *B, size_t ldb, CU_T *C, size_t ldc) {
	CALL(trmm, TRIANGULAR, A_B_C);
}

#undef OPERAND
#undef CALL_AS
#undef CALL
#undef CALL_R
#undef CALL_TR
#undef FN
#undef H
#undef OP
#undef UPLO
#undef SIDE
#undef DIAG
#undef RANK_K
#undef SIDED
#undef TRIANGULAR
#undef A_C
#undef A_B_C
