/* shim_begin.h - the words of shim_typed.h, xt/typed.h and shim_level3.h: how a
 * function's arguments become a struct blas_call. HANDLE is the type of handles,
 * SUBMITTER(handle, call) takes the call. shim_end.h takes all of them back.
 * SPDX-License-Identifier: Apache-2.0 */

#define OPERAND(p, step) {.at = (void *)(p), .ld = (s64)(step), .type = TYPE}
#define CALL_AS(name, alpha_type, beta_type_, ...)                   \
	return SUBMITTER(handle, &(struct blas_call){                \
					 .routine = &routine_##name, \
					 .function = __func__,       \
					 .type = TYPE,               \
					 .compute = TYPE,            \
					 .scalar_type = alpha_type,  \
					 .beta_type = beta_type_,    \
					 __VA_ARGS__,                \
				 })
#define CALL(name, ...) CALL_AS(name, TYPE, TYPE, __VA_ARGS__)
#define CALL_R(name, ...) CALL_AS(name, REAL_OF(TYPE), REAL_OF(TYPE), __VA_ARGS__)
#define CALL_TR(name, ...) CALL_AS(name, TYPE, REAL_OF(TYPE), __VA_ARGS__)
#define FN(name) cublasStatus_t name
#define H HANDLE handle
#define OP cublasOperation_t
#define UPLO cublasFillMode_t uplo
#define SIDE cublasSideMode_t side
#define DIAG cublasDiagType_t diag
#define MATRIX .a = OPERAND(A, lda)
#define SCALARS .alpha = alpha, .beta = beta
#define A_B MATRIX, .b = OPERAND(B, ldb)
#define A_C MATRIX, .c = OPERAND(C, ldc)
#define A_B_C A_B, .c = OPERAND(C, ldc)
#define PRODUCT \
	.transa = transa, .transb = transb, .m = (s64)m, .n = (s64)n, .k = (s64)k, SCALARS
#define RANK_K .uplo = uplo, .transa = trans, .n = (s64)n, .k = (s64)k, SCALARS
#define SIDED .side = side, .uplo = uplo, .m = (s64)m, .n = (s64)n, .alpha = alpha
#define TRIANGULAR SIDED, .transa = trans, .diag = diag
