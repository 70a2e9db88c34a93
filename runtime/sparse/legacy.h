/* legacy.h - what the older functions share: checks, matrices of their arguments, and the
 * table of element types S, D, C, Z.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/sparse/rows.h"

/* X(prefix, type of the interface, type of computation) */
#define LEGACY_TYPES(X)          \
	X(S, float, NUM_F32)     \
	X(D, double, NUM_F64)    \
	X(C, cuComplex, NUM_C32) \
	X(Z, cuDoubleComplex, NUM_C64)

/* Where an analysis or a factorisation found no pivot. Written by calls that run. */
struct pivot {
	s32 missing, zero; /* -1: none */
};

/* All infos of older functions: those of factorisations, solutions and others. */
struct legacy_info {
	struct arena memory;
	struct pivot pivot;
	bool boosts;
	const void *tolerance, *boost; /* where the program keeps them */
	s32 *order;                    /* csru2csr: in its buffer */
	bool is_analysed;              /* bsrsv2: a solution goes with its analysis */
	u32 op, policy;
	s32 block;
};

static inline bool is_policy(cusparseSolvePolicy_t p) {
	return (u32)p <= CUSPARSE_SOLVE_POLICY_USE_LEVEL;
}

static inline struct legacy_info *info_of(const void *info) {
	return (struct legacy_info *)(uintptr_t)info;
}

/* NOT_INITIALIZED without a handle; INVALID_VALUE for what is not good;
 * MATRIX_TYPE_NOT_SUPPORTED for one that is not general. */
cusparseStatus_t legacy_check(cusparseHandle_t h, bool is_good,
                              const cusparseMatDescr_t a);
/* The same for functions that look at the matrix's type before what is not good. */
cusparseStatus_t legacy_check_type_first(cusparseHandle_t h, bool is_good,
                                         const cusparseMatDescr_t a);

/* nnz < 0: the offsets say it when the call runs. */
struct sp_mat legacy_csr(s64 rows, s64 cols, s64 nnz, const cusparseMatDescr_t d,
                         const void *values, const s32 *offsets, const s32 *indices,
                         enum number n);
struct sp_mat legacy_bsr(cusparseDirection_t dir, s64 block_rows, s64 block_cols, s64 nnz,
                         const cusparseMatDescr_t d, const void *values,
                         const s32 *offsets, const s32 *indices, s64 height, s64 width,
                         enum number n);
/* Reads how many elements a matrix has, if that is not known. False: the call ends. */
bool legacy_count(struct lib_call *c, struct sp_mat *m, const char *name);
/* A number that goes where the pointer mode says. */
struct result {
	s32 *at;
	bool on_host;
};
static inline struct result legacy_result(cusparseHandle_t h, s32 *at) {
	return (struct result){at, h->mode == CUSPARSE_POINTER_MODE_HOST};
}
bool legacy_write_result(struct lib_call *c, const struct result *r, s32 value,
                         const char *name);
