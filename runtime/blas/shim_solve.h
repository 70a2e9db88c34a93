/* shim_solve.h - the functions of cublas_typed.def for many small systems, which have one
 * width of counts; included by shim.c through each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define FN(name) cublasStatus_t name
#define H cublasHandle_t handle
#define ARRAY(p, step) {.at = (void *)(p), .ld = step, .type = TYPE}
#define CALLS(name, ...)                                                        \
	&(struct blas_call) {                                                   \
		.routine = &routine_##name, .function = __func__, .type = TYPE, \
		__VA_ARGS__                                                     \
	}
#define BATCH .by_pointers = true, .batch = batchSize
/* Bad arguments in the order of their checks, with their numbers. */
#define CHECKED(call, ...)                                                             \
	return solve_checked(handle, call, (const struct bad_argument[]){__VA_ARGS__}, \
	                     countof(((const struct bad_argument[]){__VA_ARGS__})),    \
	                     info)

FN(V1(getrfBatched))(H, int n, CU_T *const A[], int lda, int *P, int *info,
                     int batchSize) {
	return blas_submit(handle, CALLS(getrf, BATCH, .n = n, .a = ARRAY(A, lda),
	                                 .pivots = P, .info = info));
}
FN(V1(getriBatched))(H, int n, const CU_T *const A[], int lda, const int *P,
                     CU_T *const C[], int ldc, int *info, int batchSize) {
	return blas_submit(handle, CALLS(getri, BATCH, .n = n, .a = ARRAY(A, lda),
	                                 .pivots = P, .c = ARRAY(C, ldc), .info = info));
}
FN(V1(matinvBatched))(H, int n, const CU_T *const A[], int lda, CU_T *const Ainv[],
                      int lda_inv, int *info, int batchSize) {
	return blas_submit(handle, CALLS(matinv, BATCH, .n = n, .a = ARRAY(A, lda),
	                                 .c = ARRAY(Ainv, lda_inv), .info = info));
}
FN(V1(getrsBatched))(H, cublasOperation_t trans, int n, int nrhs,
                     const CU_T *const Aarray[], int lda, const int *devIpiv,
                     CU_T *const Barray[], int ldb, int *info, int batchSize) {
	CHECKED(CALLS(getrs, BATCH, .transa = trans, .n = n, .k = nrhs,
	              .a = ARRAY(Aarray, lda), .pivots = devIpiv,
	              .c = ARRAY(Barray, ldb)),
	        {!is_op(trans), 1}, {n < 0, 2}, {nrhs < 0, 3}, {!Aarray && n, 4},
	        {lda < MAX(1, n), 5}, {!Barray && n, 7}, {ldb < MAX(1, n), 8});
}
FN(V1(geqrfBatched))(H, int m, int n, CU_T *const Aarray[], int lda,
                     CU_T *const TauArray[], int *info, int batchSize) {
	CHECKED(CALLS(geqrf, BATCH, .m = m, .n = n, .a = ARRAY(Aarray, lda),
	              .c = ARRAY(TauArray, MAX(1, MIN(m, n)))),
	        {m < 0, 1}, {n < 0, 2}, {!Aarray && m && n, 3}, {lda < MAX(1, m), 4},
	        {!TauArray && m && n, 5}, {batchSize < 0, 7});
}
/* Its numbers are not those of LAPACK. */
FN(V1(gelsBatched))(H, cublasOperation_t trans, int m, int n, int nrhs,
                    CU_T *const Aarray[], int lda, CU_T *const Carray[], int ldc,
                    int *info, int *devInfoArray, int batchSize) {
	CHECKED(CALLS(gels, BATCH, .m = m, .n = n, .k = nrhs, .a = ARRAY(Aarray, lda),
	              .c = ARRAY(Carray, ldc), .info = devInfoArray),
	        {m < 0 || n < 0, 1}, {nrhs < 0, 2}, {!Aarray && m && n, 4},
	        {lda < MAX(1, m), 5}, {!Carray && m && n, 6}, {ldc < MAX(1, m), 7},
	        {batchSize < 0, 8},
	        {m && n && batchSize && (trans != CUBLAS_OP_N || m < n), 0});
}
FN(V1(tpttr))(H, cublasFillMode_t uplo, int n, const CU_T *AP, CU_T *A, int lda) {
	return blas_submit(handle, CALLS(tpttr, .uplo = uplo, .n = n, .b = ARRAY(AP, 0),
	                                 .c = ARRAY(A, lda)));
}
FN(V1(trttp))(H, cublasFillMode_t uplo, int n, const CU_T *A, int lda, CU_T *AP) {
	return blas_submit(handle, CALLS(trttp, .uplo = uplo, .n = n, .b = ARRAY(AP, 0),
	                                 .c = ARRAY(A, lda)));
}

#undef FN
#undef H
#undef ARRAY
#undef CALLS
#undef BATCH
#undef CHECKED
