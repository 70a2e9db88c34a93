/* routine.h - the routines, by their names. Those for vectors and matrices of one type
 * are the rows of routine.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/blas.h"
#include "runtime/blas/valid.h"

/* clang-format off */
#define ROUTINES(X) \
	X(dot) X(nrm2) X(asum) X(iamax) X(iamin) X(scal) X(axpy) X(copy) X(swap) \
	X(rot) X(rotm) X(rotg) X(rotmg) X(gemv) X(gbmv) X(trmv) X(trsv) X(tbmv) \
	X(tbsv) X(tpmv) X(tpsv) X(symv) X(sbmv) X(spmv) X(ger) X(syr) X(spr) \
	X(syr2) X(spr2) X(gemv_batched) X(gemm) X(syrk) X(syr2k) X(syrkx) X(symm) \
	X(trsm) X(trsm_batched) X(trmm) X(geam) X(dgmm) X(getrf) X(getri) X(getrs) X(matinv) \
	X(geqrf) X(gels) X(tpttr) X(trttp)
/* clang-format on */

#define ROUTINE_DECLARED(name) extern const struct routine routine_##name;
ROUTINES(ROUTINE_DECLARED)
#undef ROUTINE_DECLARED

/* Whether the columns of a matrix of so many rows do not overlap. */
static inline bool is_ld(const struct operand *a, s64 rows) {
	return a->ld >= MAX(rows, 1);
}

/* GemmEx, its batched forms, and the routines of before it differ in how they refuse
 * types. */
enum product_kind {
	PRODUCT_ONE,
	PRODUCT_BATCHED,
	PRODUCT_BATCHED_EX,
	PRODUCT_GROUPED,
	PRODUCT_OLD,
};

/* Sets the types of a product's scalars and sums as its operands and a
 * cublasComputeType_t ask for, and checks its arguments between types and types. */
cublasStatus_t product_types(struct blas_call *w, u32 compute, s32 algo,
                             enum product_kind kind);

/* An argument of a solver that is bad, and its number; 0 is what is not supported. */
struct bad_argument {
	bool is_bad;
	int number;
};

/* Submits the call, or tells the first bad argument as LAPACK does: *info is its number,
 * negated. */
cublasStatus_t solve_checked(cublasHandle_t h, struct blas_call *w,
                             const struct bad_argument *bad, u32 count, int *info);

/* The scalars of a call as real and imaginary part. */
void scalar_value(const union scalar *s, u32 type, f64 value[2]);
