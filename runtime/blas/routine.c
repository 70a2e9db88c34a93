/* routine.c - the table of routines: what each checks, when it has nothing to do, and its
 * operands.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/routine.h"

#include "runtime/blas/element.h"
#include "runtime/blas/kernels.h"
#include "runtime/blas/operand.h"

void scalar_value(const union scalar *s, u32 type, f64 value[2]) {
	value[0] = value[1] = 0;
	if (type == CUDA_R_32I)
		value[0] = s->i;
	else if (REAL_OF(type) == CUDA_R_64F)
		memcpy(value, s->d, element_bytes(type));
	else
		elements_to_f64(value, s, REAL_OF(type), 1,
		                element_is_complex(type) ? 2 : 1);
}

static bool is_zero(const union scalar *s, u32 type) {
	f64 value[2];
	scalar_value(s, type, value);
	return value[0] == 0 && value[1] == 0;
}

/* What beta = 0 clears is not read. */
static operand_access *result_access(const struct blas_call *w) {
	return is_zero(&w->beta_value, w->beta_type) ? lib_writes : lib_updates;
}

static bool has_alpha(const struct blas_call *w) {
	return !is_zero(&w->alpha_value, w->scalar_type);
}

/* The single result, if it is in device memory. */
static bool result(const struct blas_call *w) {
	struct lib_box box = lib_bytes(w->result, w->result_bytes);
	return !w->result_on_device || lib_writes(w->lib, "result", &box);
}

static bool rotm_parameters(const struct blas_call *w) {
	struct lib_box box = lib_bytes(w->extra, 5 * element_bytes(w->type));
	return !w->scalars_on_device || lib_reads(w->lib, "param", &box);
}

#define READS(kind, name, ...) operand_##kind(w, lib_reads, name, __VA_ARGS__)
#define UPDATES(kind, name, ...) operand_##kind(w, lib_updates, name, __VA_ARGS__)
#define WRITES(kind, name, ...) operand_##kind(w, lib_writes, name, __VA_ARGS__)
#define LEAVES(kind, name, ...) operand_##kind(w, result_access(w), name, __VA_ARGS__)
#define A &w->a
#define B &w->b
#define C &w->c
#define X_INC (w->b.ld != 0)
#define Y_INC (w->c.ld != 0)
#define IS_N(op) ((op) == CUBLAS_OP_N)
#define IS_LEFT (w->side == CUBLAS_SIDE_LEFT)
#define STORED (w->diag == CUBLAS_DIAG_NON_UNIT)
#define ORDER (IS_LEFT ? w->m : w->n)
/* Rows and columns as stored of what op makes m by n. */
#define STORED_AS(op, m, n) IS_N(op) ? (m) : (n), IS_N(op) ? (n) : (m)
#define ROWS(op, m, n) (IS_N(op) ? (m) : (n))

#define ROUTINE(name, flags, valid, empty, operands)                                  \
	static cublasStatus_t name##_check(const struct blas_call *w) {               \
		(void)w;                                                              \
		return (valid) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; \
	}                                                                             \
	static bool name##_is_empty(const struct blas_call *w) {                      \
		(void)w;                                                              \
		return empty;                                                         \
	}                                                                             \
	static void name##_run(struct blas_call *w) {                                 \
		if (operands)                                                         \
			KERNEL_RUN(w, name);                                          \
	}                                                                             \
	const struct routine routine_##name = {flags, name##_check, name##_is_empty,  \
	                                       name##_run, NULL_RESULT};

/* ---- level 1: x is b, y is c ---- */

#define X_READ READS(vector, "x", B, w->n)
#define Y_READ READS(vector, "y", C, w->n)
#define X_BOTH UPDATES(vector, "x", B, w->n)
#define Y_BOTH UPDATES(vector, "y", C, w->n)

#define NULL_RESULT CUBLAS_STATUS_MAPPING_ERROR
ROUTINE(dot, HAS_RESULT, true, w->n <= 0, X_READ &&Y_READ &&result(w))
#undef NULL_RESULT
#define NULL_RESULT 0
ROUTINE(nrm2, HAS_RESULT, true, w->n <= 0 || w->b.ld <= 0, X_READ &&result(w))
ROUTINE(asum, HAS_RESULT, true, w->n <= 0 || w->b.ld <= 0, X_READ &&result(w))
ROUTINE(iamax, HAS_RESULT, true, w->n <= 0 || w->b.ld <= 0, X_READ &&result(w))
ROUTINE(iamin, HAS_RESULT, true, w->n <= 0 || w->b.ld <= 0, X_READ &&result(w))
ROUTINE(scal, HAS_ALPHA, true, w->n <= 0 || w->b.ld <= 0, X_BOTH)
ROUTINE(axpy, HAS_ALPHA, true, w->n <= 0, !has_alpha(w) || (X_READ && Y_BOTH))
ROUTINE(copy, 0, true, w->n <= 0, X_READ &&WRITES(vector, "y", C, w->n))
ROUTINE(swap, 0, true, w->n <= 0, X_BOTH &&Y_BOTH)
ROUTINE(rot, HAS_ALPHA | HAS_BETA, true, w->n <= 0, X_BOTH &&Y_BOTH)
ROUTINE(rotm, HAS_EXTRA, true, w->n <= 0, rotm_parameters(w) && X_BOTH && Y_BOTH)

/* Numbers that are scalars and results at once: a, b, c, s. */
#define NUMBER(access, name, p, count) \
	(!w->result_on_device ||       \
	 number(w, access, name, p, (count) * element_bytes(w->type)))

static bool number(const struct blas_call *w, operand_access *access, const char *name,
                   const void *p, u64 bytes) {
	struct lib_box box = lib_bytes(p, bytes);
	return access(w->lib, name, &box);
}

ROUTINE(rotg, HAS_RESULT, w->a.at && w->b.at && w->result2, false,
        NUMBER(lib_updates, "a", w->a.at, 1) && NUMBER(lib_updates, "b", w->b.at, 1) &&
                NUMBER(lib_writes, "s", w->result2, 1) && result(w))
ROUTINE(rotmg, HAS_RESULT | HAS_EXTRA, w->a.at && w->b.at && w->c.at, false,
        NUMBER(lib_updates, "d1", w->a.at, 1) && NUMBER(lib_updates, "d2", w->b.at, 1) &&
                NUMBER(lib_updates, "x1", w->c.at, 1) &&
                NUMBER(lib_reads, "y1", w->extra, 1) &&
                NUMBER(lib_writes, "param", w->result, 5))

/* ---- level 2: A is a, x is b, y is c; of triangles x is c ---- */

#define GEMV_X ROWS(w->transa, w->n, w->m)
#define GEMV_Y ROWS(w->transa, w->m, w->n)
#define TRIANGLE_VALID \
	(is_uplo(w->uplo) && is_op(w->transa) && is_diag(w->diag) && w->n >= 0 && Y_INC)
#define SYMMETRIC_VALID (is_uplo(w->uplo) && w->n >= 0 && X_INC && Y_INC)
#define SYMMETRIC_VECTORS (X_READ && LEAVES(vector, "y", C, w->n))
#define TRIANGLE_X UPDATES(vector, "x", C, w->n)
#define PLAIN_LD is_ld(A, w->n)
#define BAND_LD (w->k >= 0 && is_ld(A, w->k + 1))

/* A host's alpha = 0 needs no matrix; alpha has not been copied yet. */
static bool is_host_zero(const struct blas_call *w) {
	union scalar alpha = {0};
	if (w->scalars_on_device || !w->alpha)
		return false;
	memcpy(&alpha, w->alpha, element_bytes(w->scalar_type));
	return is_zero(&alpha, w->scalar_type);
}

ROUTINE(gemv, HAS_ALPHA | HAS_BETA | HANDLE_LAST,
        is_op(w->transa) && (w->m <= 0 || w->n <= 0 || is_host_zero(w) || is_ld(A, w->m)),
        w->m <= 0 || w->n <= 0,
        (!has_alpha(w) ||
         (READS(matrix, "A", A, w->m, w->n) && READS(vector, "x", B, GEMV_X))) &&
                LEAVES(vector, "y", C, GEMV_Y))
ROUTINE(gbmv, HAS_ALPHA | HAS_BETA,
        is_op(w->transa) && w->m >= 0 && w->n >= 0 && w->kl >= 0 && w->ku >= 0 &&
                is_ld(A, w->kl + w->ku + 1) && X_INC && Y_INC,
        w->m == 0 || w->n == 0,
        (!has_alpha(w) || (READS(band, "A", A, w->m, w->n, w->kl, w->ku) &&
                           READS(vector, "x", B, GEMV_X))) &&
                LEAVES(vector, "y", C, GEMV_Y))
ROUTINE(trmv, 0, TRIANGLE_VALID &&PLAIN_LD, w->n == 0,
        READS(triangle, "A", A, w->n, STORED) && TRIANGLE_X)
ROUTINE(trsv, 0, TRIANGLE_VALID &&PLAIN_LD, w->n == 0,
        READS(triangle, "A", A, w->n, STORED) && TRIANGLE_X)
ROUTINE(tbmv, 0, TRIANGLE_VALID &&BAND_LD, w->n == 0,
        READS(triangle_band, "A", A, w->n, w->k) && TRIANGLE_X)
ROUTINE(tbsv, 0, TRIANGLE_VALID &&BAND_LD, w->n == 0,
        READS(triangle_band, "A", A, w->n, w->k) && TRIANGLE_X)
ROUTINE(tpmv, 0, TRIANGLE_VALID, w->n == 0,
        READS(triangle_packed, "AP", A, w->n) && TRIANGLE_X)
ROUTINE(tpsv, 0, TRIANGLE_VALID, w->n == 0,
        READS(triangle_packed, "AP", A, w->n) && TRIANGLE_X)
ROUTINE(symv, HAS_ALPHA | HAS_BETA, SYMMETRIC_VALID && w->a.ld >= w->n, w->n == 0,
        READS(triangle, "A", A, w->n, true) && SYMMETRIC_VECTORS)
ROUTINE(sbmv, HAS_ALPHA | HAS_BETA, SYMMETRIC_VALID &&BAND_LD, w->n == 0,
        READS(triangle_band, "A", A, w->n, w->k) && SYMMETRIC_VECTORS)
ROUTINE(spmv, HAS_ALPHA | HAS_BETA, SYMMETRIC_VALID, w->n == 0,
        READS(triangle_packed, "AP", A, w->n) && SYMMETRIC_VECTORS)
ROUTINE(ger, HAS_ALPHA, w->m >= 0 && w->n >= 0 && X_INC && Y_INC && is_ld(A, w->m),
        w->m == 0 || w->n == 0,
        READS(vector, "x", B, w->m) && Y_READ && UPDATES(matrix, "A", A, w->m, w->n))
ROUTINE(syr, HAS_ALPHA, is_uplo(w->uplo) && w->n >= 0 && X_INC && PLAIN_LD, w->n == 0,
        X_READ &&UPDATES(triangle, "A", A, w->n, true))
ROUTINE(spr, HAS_ALPHA, is_uplo(w->uplo) && w->n >= 0 && X_INC, w->n == 0,
        X_READ &&UPDATES(triangle_packed, "AP", A, w->n))
ROUTINE(syr2, HAS_ALPHA, SYMMETRIC_VALID &&PLAIN_LD, w->n == 0,
        X_READ &&Y_READ &&UPDATES(triangle, "A", A, w->n, true))
ROUTINE(spr2, HAS_ALPHA, SYMMETRIC_VALID, w->n == 0,
        X_READ &&Y_READ &&UPDATES(triangle_packed, "AP", A, w->n))

/* ---- level 3; products are in product.c ---- */

#define RANK_K_VALID                                                       \
	(is_uplo(w->uplo) && is_op(w->transa) && w->n >= 0 && w->k >= 0 && \
	 is_ld(A, ROWS(w->transa, w->n, w->k)) && is_ld(C, w->n))
#define RANK_K_B is_ld(B, ROWS(w->transa, w->n, w->k))
#define RANK_K_A READS(matrix, "A", A, STORED_AS(w->transa, w->n, w->k))
#define RANK_K_C LEAVES(triangle, "C", C, w->n, true)
#define SIDED_VALID                                                        \
	(is_side(w->side) && is_uplo(w->uplo) && w->m >= 0 && w->n >= 0 && \
	 is_ld(A, ORDER))
#define TRIANGULAR_VALID \
	(SIDED_VALID && is_op(w->transa) && is_diag(w->diag) && is_ld(C, w->m))

ROUTINE(syrk, HAS_ALPHA | HAS_BETA, RANK_K_VALID, w->n == 0,
        (!has_alpha(w) || RANK_K_A) && RANK_K_C)
ROUTINE(syr2k, HAS_ALPHA | HAS_BETA, RANK_K_VALID &&RANK_K_B, w->n == 0,
        (!has_alpha(w) ||
         (RANK_K_A && READS(matrix, "B", B, STORED_AS(w->transa, w->n, w->k)))) &&
                RANK_K_C)
ROUTINE(syrkx, HAS_ALPHA | HAS_BETA, RANK_K_VALID &&RANK_K_B, w->n == 0,
        (!has_alpha(w) ||
         (RANK_K_A && READS(matrix, "B", B, STORED_AS(w->transa, w->n, w->k)))) &&
                RANK_K_C)
ROUTINE(symm, HAS_ALPHA | HAS_BETA, SIDED_VALID &&is_ld(B, w->m) && is_ld(C, w->m),
        w->m == 0 || w->n == 0,
        (!has_alpha(w) ||
         (READS(triangle, "A", A, ORDER, true) && READS(matrix, "B", B, w->m, w->n))) &&
                LEAVES(matrix, "C", C, w->m, w->n))
ROUTINE(trsm, HAS_ALPHA, TRIANGULAR_VALID, w->m == 0 || w->n == 0,
        has_alpha(w) ? READS(triangle, "A", A, ORDER, STORED) &&
                               UPDATES(matrix, "B", C, w->m, w->n)
                     : WRITES(matrix, "B", C, w->m, w->n))
ROUTINE(trmm, HAS_ALPHA, TRIANGULAR_VALID &&is_ld(B, w->m), w->m == 0 || w->n == 0,
        READS(triangle, "A", A, ORDER, STORED) && READS(matrix, "B", B, w->m, w->n) &&
                WRITES(matrix, "C", C, w->m, w->n))
/* C may be A or B as it is, with its leading dimension. */
static bool geam_overlaps_well(const struct blas_call *w) {
	return (w->c.at != w->a.at || (IS_N(w->transa) && w->c.ld == w->a.ld)) &&
	       (w->c.at != w->b.at || (IS_N(w->transb) && w->c.ld == w->b.ld));
}

ROUTINE(geam, HAS_ALPHA | HAS_BETA,
        is_op(w->transa) && is_op(w->transb) && w->m >= 0 && w->n >= 0 &&
                is_ld(A, ROWS(w->transa, w->m, w->n)) &&
                is_ld(B, ROWS(w->transb, w->m, w->n)) && is_ld(C, w->m) &&
                geam_overlaps_well(w),
        w->m == 0 || w->n == 0,
        (!has_alpha(w) || READS(matrix, "A", A, STORED_AS(w->transa, w->m, w->n))) &&
                (is_zero(&w->beta_value, w->beta_type) ||
                 READS(matrix, "B", B, STORED_AS(w->transb, w->m, w->n))) &&
                WRITES(matrix, "C", C, w->m, w->n))
ROUTINE(dgmm, 0,
        is_side(w->side) && w->m >= 0 && w->n >= 0 && is_ld(A, w->m) && is_ld(C, w->m),
        w->m == 0 || w->n == 0,
        READS(matrix, "A", A, w->m, w->n) && READS(vector, "x", B, ORDER) &&
                WRITES(matrix, "C", C, w->m, w->n))
