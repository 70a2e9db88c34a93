/* shim_level3.h - the routines of level 3 that cuBLAS and cublasXt both have, for one
 * type: L3(name) is the name of a function, L3_V1(name) of one that version 1 did not
 * have, INT the type of counts. Included between shim_begin.h and shim_end.h.
 * SPDX-License-Identifier: Apache-2.0 */

FN(L3(gemm))
(H, OP transa, OP transb, INT m, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, const CU_T *beta, CU_T *C, INT ldc) {
	CALL(gemm, PRODUCT, A_B_C, .batch = 1);
}
FN(L3(syrk))
(H, UPLO, OP trans, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *beta, CU_T *C, INT ldc) {
	CALL(syrk, RANK_K, A_C);
}
FN(L3(syr2k))
(H, UPLO, OP trans, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, const CU_T *beta, CU_T *C, INT ldc) {
	CALL(syr2k, RANK_K, A_B_C);
}
FN(L3_V1(syrkx))
(H, UPLO, OP trans, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, const CU_T *beta, CU_T *C, INT ldc) {
	CALL(syrkx, RANK_K, A_B_C);
}
#if IS_COMPLEX
FN(L3(herk))
(H, UPLO, OP trans, INT n, INT k, const CU_R *alpha, const CU_T *A, INT lda,
 const CU_R *beta, CU_T *C, INT ldc) {
	CALL_R(syrk, RANK_K, A_C, .is_conj = true);
}
FN(L3(her2k))
(H, UPLO, OP trans, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, const CU_R *beta, CU_T *C, INT ldc) {
	CALL_TR(syr2k, RANK_K, A_B_C, .is_conj = true);
}
FN(L3_V1(herkx))
(H, UPLO, OP trans, INT n, INT k, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, const CU_R *beta, CU_T *C, INT ldc) {
	CALL_TR(syrkx, RANK_K, A_B_C, .is_conj = true);
}
FN(L3(hemm))
(H, SIDE, UPLO, INT m, INT n, const CU_T *alpha, const CU_T *A, INT lda, const CU_T *B,
 INT ldb, const CU_T *beta, CU_T *C, INT ldc) {
	CALL(symm, SIDED, A_B_C, .beta = beta, .is_conj = true);
}
#endif
FN(L3(symm))
(H, SIDE, UPLO, INT m, INT n, const CU_T *alpha, const CU_T *A, INT lda, const CU_T *B,
 INT ldb, const CU_T *beta, CU_T *C, INT ldc) {
	CALL(symm, SIDED, A_B_C, .beta = beta);
}
FN(L3(trsm))
(H, SIDE, UPLO, OP trans, DIAG, INT m, INT n, const CU_T *alpha, const CU_T *A, INT lda,
 CU_T *B, INT ldb) {
	CALL(trsm, TRIANGULAR, MATRIX, .c = OPERAND(B, ldb));
}
FN(L3(trmm))
(H, SIDE, UPLO, OP trans, DIAG, INT m, INT n, const CU_T *alpha, const CU_T *A, INT lda,
 const CU_T *B, INT ldb, CU_T *C, INT ldc) {
	CALL(trmm, TRIANGULAR, A_B_C);
}
