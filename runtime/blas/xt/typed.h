/* typed.h - the functions of cublasXt for one type. Included by shim.c through
 * each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define HANDLE cublasXtHandle_t
#define SUBMITTER xt_run
#define INT size_t
#define L3 XT
#define L3_V1 XT
#include "runtime/blas/shim_begin.h"

#include "runtime/blas/shim_level3.h"

FN(XT(spmm))
(H, SIDE, UPLO, size_t m, size_t n, const CU_T *alpha, const CU_T *AP, const CU_T *B,
 size_t ldb, const CU_T *beta, CU_T *C, size_t ldc) {
	CALL(spmm, SIDED, .a = OPERAND(AP, 0), .b = OPERAND(B, ldb), .c = OPERAND(C, ldc),
	     .beta = beta);
}

#undef INT
#include "runtime/blas/shim_end.h"
