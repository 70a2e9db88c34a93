/* solve.c - factors, solutions and inverses of many small matrices, and conversions of
 * triangles: LAPACK's names in cuBLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/blas/element.h"
#include "runtime/blas/operand.h"
#include "runtime/blas/routine.h"

#define MATINV_MOST 32

#define EACH "runtime/blas/own_solve.h"
#include "runtime/blas/each_type.h"
#undef EACH

typedef void item_function(const struct blas_call *w, u64 i);

/* Items of a batch on the call's threads. */
struct items {
	const struct blas_call *w;
	item_function *item;
};

static void run_item(void *ctx, u64 i) {
	const struct items *s = ctx;
	s->item(s->w, i);
}

static item_function *item_of(const struct blas_call *w, item_function *const of[4]) {
	return of[w->type == CUDA_R_32F   ? 0
	          : w->type == CUDA_R_64F ? 1
	          : w->type == CUDA_C_32F ? 2
	                                  : 3];
}

static void run_items(struct blas_call *w, u64 n, item_function *const of[4]) {
	lib_parallel(w->lib, n, run_item, &(struct items){w, item_of(w, of)});
}

static bool integers(const struct blas_call *w, operand_access *access, const char *name,
                     const int *at, s64 n) {
	struct lib_box box = lib_bytes(at, (u64)n * sizeof *at);
	return !at || access(w->lib, name, &box);
}

/* A, or another operand, of each item. */
static bool matrices(const struct blas_call *w, operand_access *access, const char *name,
                     const struct operand *a, s64 m, s64 n) {
	return operand_matrices(w, access, name, a, m, n, w->batch);
}

#define OF_TYPES(name) ((item_function *const[]){name##_S, name##_D, name##_C, name##_Z})
#define ROUTINE(name, ...) \
	ROUTINE_REFUSING(name, CUBLAS_STATUS_INVALID_VALUE, 0, __VA_ARGS__)
#define ROUTINE_REFUSING(name, refusal, flags, valid, empty, items, operands)        \
	static cublasStatus_t name##_check(const struct blas_call *w) {              \
		(void)w;                                                             \
		return (valid) ? CUBLAS_STATUS_SUCCESS : (refusal);                  \
	}                                                                            \
	static bool name##_is_empty(const struct blas_call *w) {                     \
		return empty;                                                        \
	}                                                                            \
	static void name##_run(struct blas_call *w) {                                \
		if (operands)                                                        \
			run_items(w, (u64)(items), OF_TYPES(name));                  \
	}                                                                            \
	const struct routine routine_##name = {flags, name##_check, name##_is_empty, \
	                                       name##_run, 0};

#define NOTHING (w->n == 0 || w->batch == 0)
#define SQUARE_VALID (w->n >= 0 && w->batch >= 0 && w->a.ld >= w->n)

ROUTINE(getrf, SQUARE_VALID, NOTHING, w->batch,
        matrices(w, lib_updates, "A", &w->a, w->n, w->n) &&
                integers(w, lib_writes, "P", w->pivots, w->n * w->batch) &&
                integers(w, lib_writes, "info", w->info, w->batch))
ROUTINE(getri, SQUARE_VALID && w->c.ld >= w->n, NOTHING, w->batch,
        matrices(w, lib_reads, "A", &w->a, w->n, w->n) &&
                integers(w, lib_reads, "P", w->pivots, w->n * w->batch) &&
                matrices(w, lib_writes, "C", &w->c, w->n, w->n) &&
                integers(w, lib_writes, "info", w->info, w->batch))
/* The device cannot be started for no matrix. */
ROUTINE_REFUSING(getrs, CUBLAS_STATUS_EXECUTION_FAILED, HANDLE_LAST,
                 w->n == 0 || w->k == 0 || w->batch > 0, w->n == 0 || w->k == 0, w->batch,
                 matrices(w, lib_reads, "Aarray", &w->a, w->n, w->n) &&
                         integers(w, lib_reads, "devIpiv", w->pivots, w->n * w->batch) &&
                         matrices(w, lib_updates, "Barray", &w->c, w->n, w->k))
ROUTINE(matinv, SQUARE_VALID && w->c.ld >= w->n && w->n <= MATINV_MOST, NOTHING, w->batch,
        matrices(w, lib_reads, "A", &w->a, w->n, w->n) &&
                matrices(w, lib_writes, "Ainv", &w->c, w->n, w->n) &&
                integers(w, lib_writes, "info", w->info, w->batch))
ROUTINE(geqrf, true, NOTHING || w->m == 0, w->batch,
        matrices(w, lib_updates, "Aarray", &w->a, w->m, w->n) &&
                matrices(w, lib_writes, "TauArray", &w->c, MIN(w->m, w->n), 1))
ROUTINE(gels, true, NOTHING || w->m == 0 || w->k == 0, w->batch,
        matrices(w, lib_updates, "Aarray", &w->a, w->m, w->n) &&
                matrices(w, lib_updates, "Carray", &w->c, w->m, w->k) &&
                integers(w, lib_writes, "devInfoArray", w->info, w->batch))
ROUTINE(tpttr, is_uplo(w->uplo) && w->n >= 0 && is_ld(&w->c, w->n), w->n == 0, w->n,
        operand_triangle_packed(w, lib_reads, "AP", &w->b, w->n) &&
                operand_triangle(w, lib_writes, "A", &w->c, w->n, true))
ROUTINE(trttp, is_uplo(w->uplo) && w->n >= 0 && is_ld(&w->c, w->n), w->n == 0, w->n,
        operand_triangle(w, lib_reads, "A", &w->c, w->n, true) &&
                operand_triangle_packed(w, lib_writes, "AP", &w->b, w->n))

/* Which argument is bad, as LAPACK counts them: -5 is the fifth. The batch's size is the
 * library's own. */
cublasStatus_t solve_checked(cublasHandle_t h, struct blas_call *w,
                             const struct bad_argument *bad, u32 count, int *info) {
	if (!(w->routine->has & HANDLE_LAST) && !handle_is_good(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!info)
		return CUBLAS_STATUS_INVALID_VALUE;
	*info = 0;
	for (u32 i = 0; i < count && !*info; i++) {
		if (bad[i].is_bad && !bad[i].number)
			return CUBLAS_STATUS_NOT_SUPPORTED;
		if (bad[i].is_bad)
			*info = -bad[i].number;
	}
	return *info ? CUBLAS_STATUS_INVALID_VALUE : blas_submit(h, w);
}
