/* dense.c - the routines of cuSOLVER's dense part, for S, D, C and Z: by LAPACK where a
 * library of the host has it, otherwise by loops of our own over the products of cuBLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <pthread.h>

#include "runtime/blas/kernels.h"
#include "runtime/blas/operand.h"
#include "runtime/solver/host_lapack.h"
#include "runtime/solver/solver.h"

#undef I /* complex.h's */

/* ---- operands ---- */

static bool operand(const struct solver_call *w, operand_access *access, const char *name,
                    const void *at, s64 rows, s64 cols, s64 ld, u32 bytes) {
	if (rows <= 0 || cols <= 0)
		return true;
	struct lib_box box = lib_matrix(at, (u64)rows, (u64)cols, ld, bytes);
	return access(w->lib, name, &box);
}

/* A matrix of each item of a batch. */
static bool boxes(const struct solver_call *w, operand_access *access, const char *name,
                  const struct solver_matrix *a, s64 m, s64 n, u32 bytes) {
	if (m <= 0 || n <= 0 || w->batch <= 0)
		return true;
	struct lib_box box = lib_matrix(a->at, (u64)m, (u64)n, a->ld, bytes);
	box.slices = (u64)w->batch;
	box.slice_pitch = a->stride * (s64)bytes;
	return access(w->lib, name, &box);
}

static bool one_triangle(const struct solver_call *w, operand_access *access,
                         const char *name, const struct solver_matrix *a, s64 n) {
	struct blas_call call = {.lib = w->lib, .uplo = w->uplo};
	struct operand o = {.at = a->at, .ld = a->ld, .type = (u8)w->type};
	return n <= 0 || operand_triangle(&call, access, name, &o, n, true);
}

/* A result below 0: no memory, and the call has failed. */
static void tell_info(const struct solver_call *w, int info) {
	if (w->info && info >= 0)
		*w->info = info;
}

static void tell_jacobi(const struct solver_call *w, int sweeps, f64 residual,
                        bool is_batched) {
	if (!w->jacobi)
		return;
	w->jacobi->is_batched = is_batched;
	w->jacobi->sweeps = sweeps;
	w->jacobi->residual = residual;
}

/* ---- pivots, of 32 or 64 bits ---- */

/* Names them; *pivots are 32 bits wide, or null where there are none. */
static bool take_pivots(const struct solver_call *w, operand_access *access, s64 n,
                        int **pivots) {
	u32 bytes = w->has_wide_pivots ? sizeof(s64) : sizeof(int);
	*pivots = w->pivots;
	if (!w->pivots)
		return true;
	if (!operand(w, access, "ipiv", w->pivots, n, 1, n, bytes))
		return false;
	if (!w->has_wide_pivots)
		return true;
	*pivots = lib_scratch(w->lib, (u64)MAX(n, 1) * sizeof(int));
	for (s64 i = 0; *pivots && access == lib_reads && i < n; i++)
		(*pivots)[i] = (int)((const s64 *)w->pivots)[i];
	return *pivots;
}

static void give_pivots(const struct solver_call *w, const int *pivots, s64 n) {
	for (s64 i = 0; w->pivots && w->has_wide_pivots && i < n; i++)
		((s64 *)w->pivots)[i] = pivots[i];
}

/* Whether all pivots are rows of the matrix. */
static bool are_rows(const int *pivots, s64 count, s64 rows) {
	for (s64 i = 0; pivots && i < count; i++)
		if (pivots[i] < 1 || pivots[i] > rows)
			return false;
	return true;
}

/* The same of blocks of 1 and 2, which are negative and in pairs. */
static bool are_blocks(const int *pivots, s64 n, bool is_upper) {
	for (s64 q = 0; pivots && q < n; q++) {
		s64 i = is_upper ? n - 1 - q : q;
		s64 next = is_upper ? i - 1 : i + 1;
		if (pivots[i] == 0 || pivots[i] > n || pivots[i] < -n)
			return false;
		if (pivots[i] > 0)
			continue;
		if (next < 0 || next >= n || pivots[next] != pivots[i])
			return false;
		q++;
	}
	return true;
}

/* ---- the types ---- */

static void load_all(void);

/* The host's library uses as many threads as the call from now on. */
static bool host_lapack(struct lib_call *c, u32 type) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, load_all);
	host_kernels(type, lib_threads(c));
	return true;
}

static inline float _Complex complex_root_C(float _Complex x) {
	return csqrtf(x);
}
static inline double _Complex complex_root_Z(double _Complex x) {
	return csqrt(x);
}

#define EACH "runtime/solver/dense_typed.h"
#include "runtime/solver/types.h"
#undef EACH

static void load_all(void) {
	load_S();
	load_D();
	load_C();
	load_Z();
}

#include "runtime/solver/geev.h"

int solver_eigenvalues(s64 n, double _Complex *a, double _Complex *w,
                       double _Complex *scratch) {
	return general_Z(n, a, n, w, NULL, n, scratch);
}
#include "runtime/solver/refine.h"

#define ROUTINE(name)                                 \
	const struct solver_routine solver_##name = { \
		{name##_run_S, name##_run_D, name##_run_C, name##_run_Z}};
SOLVER_ROUTINES(ROUTINE)
