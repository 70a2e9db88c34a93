/* refactor.c - cusolverRf: P A Q^T = L U once more, with the structure and the pivots of
 * an earlier factorisation.
 *
 * L and U lie in one matrix M by lines, in memory of the device that the program may
 * read. Lines are rows, or columns where matrices come by columns: these are rows of the
 * transpose, A^T = U^T L^T, so L and U, and P and Q, change places.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverRf.h>
#include <stdlib.h>

#include "runtime/driver/table.h"
#include "runtime/libs/call.h"
#include "runtime/solver/solver.h"
#include "runtime/solver/sparse/shape.h"

#define MAGIC 0x636166657273ull

struct cusolverRfCommon {
	struct lib_handle head;
	struct arena analysis;
	cusolverRfMatrixFormat_t format;
	cusolverRfUnitDiagonal_t unit;
	cusolverRfResetValuesFastMode_t fast;
	cusolverRfFactorization_t factorization;
	cusolverRfTriangularSolve_t triangular;
	f64 zero, boost;
	bool is_boosted;
	s32 n, count, batch; /* elements of M; 0 matrices: nothing is set up */
	s32 *start, *index;  /* M, in memory of the device */
	f64 *values;         /* of each matrix of the batch */
	s32 *diagonal;       /* places in M, in the arena */
	s32 *zeros;          /* the line of each matrix's first zero pivot, or -1 */
};

/* A call and what it works on. */
struct refactoring {
	cusolverRfHandle_t h;
	bool is_on_device;
	s32 batch, n, a_count, l_count, u_count;
	const s32 *a_start, *a_index, *l_start, *l_index, *u_start, *u_index, *p, *q;
	const f64 *a, *l, *u;
	f64 *const *list; /* values, or vectors, of each matrix */
	f64 *x, *work;
	s32 nrhs, ldt, ldx;
	cusolverStatus_t *status;
};

static bool is_good(cusolverRfHandle_t h) {
	return lib_handle_is((const struct lib_handle *)h, MAGIC);
}

/* Whether U has the ones. In lines of columns L and U change places. */
static bool upper_is_unit(cusolverRfHandle_t h) {
	bool is_u = h->unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
	            h->unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
	return is_u != (h->format == CUSOLVERRF_MATRIX_FORMAT_CSC);
}

/* ---- handles ---- */

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle) {
	enum lib_made made = lib_handle_new(handle, sizeof **handle, MAGIC);
	if (made == LIB_MADE)
		(*handle)->triangular = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
	return solver_made(made);
}

static void release(cusolverRfHandle_t h) {
	const struct driver_table *d = lib_driver();
	void *memory[] = {h->start, h->index, h->values};
	for (u32 i = 0; d && i < countof(memory); i++)
		if (memory[i])
			d->cuMemFree_v2((CUdeviceptr)memory[i]);
	arena_drop(&h->analysis);
	h->analysis = ARENA_INIT;
	h->start = h->index = NULL;
	h->values = NULL;
	h->batch = 0;
}

cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
	if (!is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_NOT_INITIALIZED);
	lib_wait(NULL);
	release(handle);
	lib_handle_drop(&handle->head);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Pairs of functions that keep values: `good` says which are taken. */
static cusolverStatus_t check(const char *function, cusolverRfHandle_t h, bool good) {
	return solver_end(function, !is_good(h) ? CUSOLVER_STATUS_NOT_INITIALIZED
	                            : !good     ? CUSOLVER_STATUS_INVALID_VALUE
	                                        : CUSOLVER_STATUS_SUCCESS);
}

#define PAIR(set, get, A, a, B, b, good)                                       \
	cusolverStatus_t set(cusolverRfHandle_t handle, A first, B second) {   \
		cusolverStatus_t s = check(__func__, handle, good);            \
		if (!s) {                                                      \
			handle->a = first;                                     \
			handle->b = second;                                    \
		}                                                              \
		return s;                                                      \
	}                                                                      \
	cusolverStatus_t get(cusolverRfHandle_t handle, A *first, B *second) { \
		cusolverStatus_t s = check(__func__, handle, first && second); \
		if (!s) {                                                      \
			*first = handle->a;                                    \
			*second = handle->b;                                   \
		}                                                              \
		return s;                                                      \
	}
PAIR(cusolverRfSetMatrixFormat, cusolverRfGetMatrixFormat, cusolverRfMatrixFormat_t,
     format, cusolverRfUnitDiagonal_t, unit,
     (u32)first <= CUSOLVERRF_MATRIX_FORMAT_CSC &&
             (u32)second <= CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U)
PAIR(cusolverRfSetNumericProperties, cusolverRfGetNumericProperties, f64, zero, f64,
     boost, first >= 0 && second >= 0)
/* All algorithms are the same; the device's first solver wants its first factors. */
PAIR(cusolverRfSetAlgs, cusolverRfGetAlgs, cusolverRfFactorization_t, factorization,
     cusolverRfTriangularSolve_t, triangular,
     second != CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 || first == CUSOLVERRF_FACTORIZATION_ALG0)

cusolverStatus_t
cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                 cusolverRfResetValuesFastMode_t fastMode) {
	cusolverStatus_t s = check(__func__, handle,
	                           (u32)fastMode <= CUSOLVERRF_RESET_VALUES_FAST_MODE_ON);
	if (!s)
		handle->fast = fastMode;
	return s;
}
cusolverStatus_t
cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                 cusolverRfResetValuesFastMode_t *fastMode) {
	cusolverStatus_t s = check(__func__, handle, fastMode);
	if (!s)
		*fastMode = handle->fast;
	return s;
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t *report) {
	cusolverStatus_t s = check(__func__, handle, report);
	if (!s)
		*report = handle->is_boosted ? CUSOLVERRF_NUMERIC_BOOST_USED
		                             : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
	return s;
}

/* ---- calls ---- */

static cusolverStatus_t submit(const char *function, struct refactoring *r, bool waits,
                               void (*run)(struct lib_call *c, const void *payload)) {
	cusolverStatus_t status = CUSOLVER_STATUS_EXECUTION_FAILED;
	struct lib_work w = {
		.function = function, .run = run, .payload = r, .bytes = sizeof *r};
	r->status = &status;
	if (waits && lib_is_capturing(NULL))
		return solver_end(function, solver_status(lib_wait(NULL)));
	cudaError_t e = lib_submit(NULL, &w);
	if (e || !waits)
		return solver_end(function, solver_status(e));
	e = lib_wait(NULL);
	return solver_end(function, e ? solver_status(e) : status);
}

/* Names what is read; memory of the host has no name. */
static bool reads(struct lib_call *c, const struct refactoring *r, const char *argument,
                  const void *at, s64 bytes) {
	struct lib_box box = lib_bytes(at, (u64)bytes);
	return r->is_on_device ? lib_reads(c, argument, &box) : at != NULL;
}

static bool reads_matrix(struct lib_call *c, const struct refactoring *r) {
	return reads(c, r, "csrRowPtrA", r->a_start, ((s64)r->n + 1) * 4) &&
	       reads(c, r, "csrColIndA", r->a_index, (s64)r->a_count * 4) &&
	       reads(c, r, "P", r->p, (s64)r->n * 4) &&
	       reads(c, r, "Q", r->q, (s64)r->n * 4);
}

static bool reads_factors(struct lib_call *c, const struct refactoring *r) {
	return reads(c, r, "csrRowPtrL", r->l_start, ((s64)r->n + 1) * 4) &&
	       reads(c, r, "csrColIndL", r->l_index, (s64)r->l_count * 4) &&
	       reads(c, r, "csrRowPtrU", r->u_start, ((s64)r->n + 1) * 4) &&
	       reads(c, r, "csrColIndU", r->u_index, (s64)r->u_count * 4);
}

/* ---- setup ---- */

/* The structure of M: what L has before the diagonal, the diagonal, what U has after it.
 */
static bool merge(struct arena *a, const struct refactoring *r, bool is_turned,
                  struct shape *m) {
	struct shape l, u, all;
	if (!shape_take(a, &l, r->n, r->n, r->l_count, 0, r->l_start, NULL, r->l_index) ||
	    !shape_take(a, &u, r->n, r->n, r->u_count, 0, r->u_start, NULL, r->u_index))
		return false;
	if (is_turned) {
		struct shape kept = l;
		l = u;
		u = kept;
	}
	all = (struct shape){
		.lines = r->n,
		.width = r->n,
		.start = arena_array_raw(a, s64, (s64)r->n + 1),
		.index = arena_array_raw(a, s32, (s64)r->l_count + r->u_count + r->n + 1),
	};
	s64 at = 0;
	for (s32 i = 0; i < r->n; i++) {
		all.start[i] = at;
		for (s64 k = l.start[i]; k < l.start[i + 1]; k++)
			if (l.index[k] < i)
				all.index[at++] = l.index[k];
		all.index[at++] = i;
		for (s64 k = u.start[i]; k < u.start[i + 1]; k++)
			if (u.index[k] > i)
				all.index[at++] = u.index[k];
	}
	all.start[r->n] = at;
	*m = shape_permute(a, &all, NULL, NULL, NULL); /* sorted */
	return true;
}

static void *device_memory(const void *from, size_t bytes) {
	CUdeviceptr at = 0;
	if (lib_driver()->cuMemAlloc_v2(&at, MAX(bytes, 1)) != CUDA_SUCCESS)
		return NULL;
	if (from)
		memcpy((void *)at, from, bytes);
	return (void *)at;
}

/* Fills the handle with M's structure. On the program's thread: calls in a stream cannot
 * allocate memory of the device. */
static cusolverStatus_t keep(cusolverRfHandle_t h, const struct shape *m, s32 batch) {
	s64 count = shape_count(m);
	if (count > INT32_MAX)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	h->n = m->lines;
	h->count = (s32)count;
	s32 *start = arena_array_raw(&h->analysis, s32, (s64)h->n + 1);
	h->diagonal = arena_array_raw(&h->analysis, s32, (s64)h->n + 1);
	h->zeros = arena_array_raw(&h->analysis, s32, batch);
	memset(h->zeros, 0xff, (size_t)batch * sizeof *h->zeros);
	for (s32 i = 0; i <= h->n; i++)
		start[i] = (s32)m->start[i];
	for (s32 i = 0; i < h->n; i++)
		for (s64 k = m->start[i]; k < m->start[i + 1]; k++)
			if (m->index[k] == i)
				h->diagonal[i] = (s32)k;
	h->start = device_memory(start, ((size_t)h->n + 1) * sizeof *start);
	h->index = device_memory(m->index, (size_t)count * sizeof *h->index);
	h->values = device_memory(NULL,
	                          (size_t)count * sizeof *h->values * (size_t)batch);
	if (!h->start || !h->index || !h->values) {
		release(h);
		return CUSOLVER_STATUS_ALLOC_FAILED;
	}
	h->batch = batch;
	h->is_boosted = false;
	return CUSOLVER_STATUS_SUCCESS;
}

/* The values of P A Q^T in M; elements that A does not have are 0. False: A has what M
 * has no place for, or the permutations are none. */
static bool scatter(struct lib_call *c, const struct refactoring *r, const f64 *a,
                    f64 *to) {
	cusolverRfHandle_t h = r->h;
	bool is_turned = h->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
	const s32 *p = is_turned ? r->q : r->p, *q = is_turned ? r->p : r->q;
	struct arena scratch = ARENA_INIT;
	struct shape rows;
	s32 *place = arena_array_raw(&scratch, s32, (s64)h->n + 1);
	s32 *at = arena_array_raw(&scratch, s32, (s64)h->n + 1);
	bool good = shape_take(&scratch, &rows, r->n, r->n, r->a_count, 0, r->a_start,
	                       NULL, r->a_index) &&
	            is_permutation(&scratch, p, h->n) &&
	            is_permutation(&scratch, q, h->n);
	(void)c;
	memset(to, 0, (size_t)h->count * sizeof *to);
	for (s32 j = 0; good && j < h->n; j++) {
		place[q[j]] = j;
		at[j] = -1;
	}
	for (s32 i = 0; good && i < h->n; i++) {
		for (s32 k = h->start[i]; k < h->start[i + 1]; k++)
			at[h->index[k]] = k;
		for (s64 k = rows.start[p[i]]; k < rows.start[p[i] + 1]; k++) {
			s32 j = place[rows.index[k]];
			if (at[j] >= h->start[i])
				to[at[j]] += a[k];
		}
	}
	arena_drop(&scratch);
	return good;
}

static void run_read(struct lib_call *c, const void *payload) {
	const struct refactoring *r = payload;
	if (reads_matrix(c, r) && reads_factors(c, r))
		*r->status = CUSOLVER_STATUS_SUCCESS;
}

static void run_scatter(struct lib_call *c, const void *payload) {
	const struct refactoring *r = payload;
	cusolverRfHandle_t h = r->h;
	bool good = reads_matrix(c, r);
	struct lib_box list = lib_bytes(r->list, (u64)h->batch * sizeof *r->list);
	if (good && r->list && r->is_on_device)
		good = lib_reads(c, "csrValA_array", &list);
	for (s32 i = 0; good && i < h->batch; i++) {
		const f64 *a = r->list ? r->list[i] : r->a;
		good = reads(c, r, "csrValA", a, 8 * (s64)r->a_count);
		if (good && !scatter(c, r, a, h->values + (s64)i * h->count)) {
			lib_fail(c, cudaErrorIllegalAddress);
			good = false;
		}
	}
	if (good)
		memset(h->zeros, 0xff, (size_t)h->batch * sizeof *h->zeros);
}

static cusolverStatus_t set_up(const char *function, struct refactoring *r) {
	cusolverRfHandle_t h = r->h;
	if (!is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (r->batch <= 0)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	if (r->n < 0)
		return solver_end(function, CUSOLVER_STATUS_ALLOC_FAILED);
	if (r->n == 0 || r->a_count < 0 || r->l_count < 0 || r->u_count < 0)
		return solver_end(function, CUSOLVER_STATUS_EXECUTION_FAILED);
	/* What the stream has to do before it is done; then operands can be read here. */
	cusolverStatus_t s = submit(function, r, true, run_read);
	if (s)
		return s;
	struct arena a = ARENA_INIT;
	struct shape m;
	release(h);
	bool good = merge(&a, r, h->format == CUSOLVERRF_MATRIX_FORMAT_CSC, &m);
	s = good ? keep(h, &m, r->batch) : CUSOLVER_STATUS_EXECUTION_FAILED;
	arena_drop(&a);
	if (s)
		return solver_end(function, s);
	if (r->is_on_device)
		return submit(function, r, false, run_scatter);
	/* Operands of the host are only there now. */
	for (s32 i = 0; i < h->batch; i++) {
		const f64 *values = r->list ? r->list[i] : r->a;
		if (!values || !scatter(NULL, r, values, h->values + (s64)i * h->count))
			return solver_end(function, CUSOLVER_STATUS_EXECUTION_FAILED);
	}
	return CUSOLVER_STATUS_SUCCESS;
}

#define FACTORS(device, size, values_of, values)                                    \
	&(struct refactoring) {                                                     \
		.h = handle, .is_on_device = device, .batch = size, .n = n,         \
		.a_count = nnzA, .a_start = csrRowPtrA, .a_index = csrColIndA,      \
		.values_of = values, .l_count = nnzL, .l_start = csrRowPtrL,        \
		.l_index = csrColIndL, .l = csrValL, .u_count = nnzU,               \
		.u_start = csrRowPtrU, .u_index = csrColIndU, .u = csrValU, .p = P, \
		.q = Q,                                                             \
	}

cusolverStatus_t cusolverRfSetupHost(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                     f64 *csrValA, int nnzL, int *csrRowPtrL,
                                     int *csrColIndL, f64 *csrValL, int nnzU,
                                     int *csrRowPtrU, int *csrColIndU, f64 *csrValU,
                                     int *P, int *Q, cusolverRfHandle_t handle) {
	return set_up(__func__, FACTORS(false, 1, a, csrValA));
}

cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       f64 *csrValA, int nnzL, int *csrRowPtrL,
                                       int *csrColIndL, f64 *csrValL, int nnzU,
                                       int *csrRowPtrU, int *csrColIndU, f64 *csrValU,
                                       int *P, int *Q, cusolverRfHandle_t handle) {
	return set_up(__func__, FACTORS(true, 1, a, csrValA));
}

cusolverStatus_t cusolverRfBatchSetupHost(int batchSize, int n, int nnzA, int *csrRowPtrA,
                                          int *csrColIndA, f64 *csrValA_array[], int nnzL,
                                          int *csrRowPtrL, int *csrColIndL, f64 *csrValL,
                                          int nnzU, int *csrRowPtrU, int *csrColIndU,
                                          f64 *csrValU, int *P, int *Q,
                                          cusolverRfHandle_t handle) {
	return set_up(__func__, FACTORS(false, batchSize, list, csrValA_array));
}

static cusolverStatus_t reset(const char *function, struct refactoring *r) {
	if (!is_good(r->h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (!r->h->batch || r->n != r->h->n || r->batch != r->h->batch)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	if (r->a_count < 0)
		return solver_end(function, CUSOLVER_STATUS_EXECUTION_FAILED);
	return submit(function, r, false, run_scatter);
}

cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       f64 *csrValA, int *P, int *Q,
                                       cusolverRfHandle_t handle) {
	return reset(__func__, &(struct refactoring){.h = handle,
	                                             .is_on_device = true,
	                                             .batch = 1,
	                                             .n = n,
	                                             .a_count = nnzA,
	                                             .a_start = csrRowPtrA,
	                                             .a_index = csrColIndA,
	                                             .a = csrValA,
	                                             .p = P,
	                                             .q = Q});
}

cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int nnzA,
                                            int *csrRowPtrA, int *csrColIndA,
                                            f64 *csrValA_array[], int *P, int *Q,
                                            cusolverRfHandle_t handle) {
	return reset(__func__, &(struct refactoring){.h = handle,
	                                             .is_on_device = true,
	                                             .batch = batchSize,
	                                             .n = n,
	                                             .a_count = nnzA,
	                                             .a_start = csrRowPtrA,
	                                             .a_index = csrColIndA,
	                                             .list = csrValA_array,
	                                             .p = P,
	                                             .q = Q});
}

/* ---- factors ---- */

/* Rows of the setup are in their order, so there is nothing to find out; a handle that
 * has no matrix has nothing to do. */
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
	return check(__func__, handle, true);
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
	cusolverStatus_t s = check(__func__, handle, true);
	return s || handle->batch ? s
	                          : solver_end(__func__, CUSOLVER_STATUS_INTERNAL_ERROR);
}

/* A pivot, raised if it is too small; false: it is zero and stays so. */
static bool raise(cusolverRfHandle_t h, f64 *pivot) {
	f64 size = *pivot < 0 ? -*pivot : *pivot;
	if (size > h->zero)
		return true;
	if (h->boost > 0) {
		*pivot = h->boost;
		__atomic_store_n(&h->is_boosted, true, __ATOMIC_RELAXED);
		return true;
	}
	return false;
}

/* Factors one matrix line by line; `x` is a line of zeros. Returns the line of the first
 * zero pivot, or -1. */
static s32 factor(cusolverRfHandle_t h, f64 *m, f64 *x) {
	bool is_unit_upper = upper_is_unit(h);
	s32 bad = -1;
	for (s32 i = 0; i < h->n && bad < 0; i++) {
		s32 begin = h->start[i], end = h->start[i + 1], middle = h->diagonal[i];
		for (s32 k = begin; k < end; k++)
			x[h->index[k]] = m[k];
		for (s32 k = begin; k < middle; k++) {
			s32 row = h->index[k];
			f64 l = x[row];
			if (!is_unit_upper)
				l = x[row] /= m[h->diagonal[row]];
			for (s32 e = h->diagonal[row] + 1; e < h->start[row + 1]; e++)
				x[h->index[e]] -= l * m[e];
		}
		if (!raise(h, &x[i]))
			bad = i;
		for (s32 k = begin; k < end; k++) {
			s32 j = h->index[k];
			m[k] = is_unit_upper && k > middle ? x[j] / x[i] : x[j];
		}
		/* Fill that M has no place for is dropped, with what it became. */
		for (s32 k = begin; k < middle; k++) {
			s32 row = h->index[k];
			for (s32 e = h->diagonal[row] + 1; e < h->start[row + 1]; e++)
				x[h->index[e]] = 0;
		}
		for (s32 k = begin; k < end; k++)
			x[h->index[k]] = 0;
	}
	return bad;
}

static void factor_one(void *job, u64 i) {
	cusolverRfHandle_t h = job;
	struct arena scratch = ARENA_INIT;
	f64 *x = arena_array(&scratch, f64, h->n);
	h->zeros[i] = factor(h, h->values + (s64)i * h->count, x);
	arena_drop(&scratch);
}

static void run_factor(struct lib_call *c, const void *payload) {
	const struct refactoring *r = payload;
	cusolverRfHandle_t h = r->h;
	h->is_boosted = false;
	lib_parallel(c, (u64)h->batch, factor_one, h);
	*r->status = CUSOLVER_STATUS_SUCCESS;
	for (s32 i = 0; i < h->batch; i++)
		if (h->zeros[i] >= 0)
			*r->status = CUSOLVER_STATUS_ZERO_PIVOT;
}

static cusolverStatus_t refactor(const char *function, cusolverRfHandle_t h) {
	if (!is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (!h->batch)
		return CUSOLVER_STATUS_SUCCESS;
	return submit(function, &(struct refactoring){.h = h}, true, run_factor);
}

cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
	return refactor(__func__, handle);
}
/* Which matrix has a zero pivot, cusolverRfBatchZeroPivot tells. */
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
	cusolverStatus_t s = refactor(__func__, handle);
	return s == CUSOLVER_STATUS_ZERO_PIVOT ? CUSOLVER_STATUS_SUCCESS : s;
}

cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int *position) {
	cusolverStatus_t s = check(__func__, handle, position && handle->batch);
	if (!s)
		s = solver_status(lib_wait(NULL));
	if (s)
		return s;
	memcpy(position, handle->zeros, (size_t)handle->batch * sizeof *position);
	for (s32 i = 0; i < handle->batch; i++)
		if (position[i] >= 0)
			s = CUSOLVER_STATUS_ZERO_PIVOT;
	return s;
}

/* ---- solutions ---- */

/* M z = y with lines that are rows of L U. */
static void solve_rows(cusolverRfHandle_t h, const f64 *m, f64 *y) {
	bool is_unit_upper = upper_is_unit(h);
	for (s32 i = 0; i < h->n; i++) {
		for (s32 k = h->start[i]; k < h->diagonal[i]; k++)
			y[i] -= m[k] * y[h->index[k]];
		if (is_unit_upper)
			y[i] /= m[h->diagonal[i]];
	}
	for (s32 i = h->n; i-- > 0;) {
		for (s32 k = h->diagonal[i] + 1; k < h->start[i + 1]; k++)
			y[i] -= m[k] * y[h->index[k]];
		if (!is_unit_upper)
			y[i] /= m[h->diagonal[i]];
	}
}

/* The same where lines are columns: the transpose of their product. */
static void solve_columns(cusolverRfHandle_t h, const f64 *m, f64 *y) {
	bool is_unit_upper = upper_is_unit(h);
	for (s32 i = 0; i < h->n; i++) {
		if (!is_unit_upper)
			y[i] /= m[h->diagonal[i]];
		for (s32 k = h->diagonal[i] + 1; k < h->start[i + 1]; k++)
			y[h->index[k]] -= m[k] * y[i];
	}
	for (s32 i = h->n; i-- > 0;) {
		if (is_unit_upper)
			y[i] /= m[h->diagonal[i]];
		for (s32 k = h->start[i]; k < h->diagonal[i]; k++)
			y[h->index[k]] -= m[k] * y[i];
	}
}

static void run_solve(struct lib_call *c, const void *payload) {
	const struct refactoring *r = payload;
	cusolverRfHandle_t h = r->h;
	struct lib_box work = lib_bytes(r->work, (u64)h->n * sizeof *r->work);
	struct lib_box list = lib_bytes(r->list, (u64)h->batch * sizeof *r->list);
	if (!reads(c, r, "P", r->p, (s64)h->n * 4) ||
	    !reads(c, r, "Q", r->q, (s64)h->n * 4) || !lib_writes(c, "Temp", &work) ||
	    (r->list && !lib_reads(c, "XF_array", &list)))
		return;
	f64 *y = lib_scratch(c, (u64)h->n * sizeof *y);
	if (!y)
		return;
	for (s32 i = 0; i < h->n; i++)
		if ((u32)r->p[i] >= (u32)h->n || (u32)r->q[i] >= (u32)h->n) {
			lib_fail(c, cudaErrorIllegalAddress);
			return;
		}
	for (s32 one = 0; one < h->batch; one++) {
		f64 *x = r->list ? r->list[one] : r->x;
		struct lib_box box = lib_bytes(x, (u64)h->n * sizeof *x);
		if (!lib_updates(c, "XF", &box))
			return;
		for (s32 i = 0; i < h->n; i++)
			y[i] = x[r->p[i]];
		const f64 *m = h->values + (s64)one * h->count;
		if (h->format == CUSOLVERRF_MATRIX_FORMAT_CSR)
			solve_rows(h, m, y);
		else
			solve_columns(h, m, y);
		for (s32 i = 0; i < h->n; i++)
			x[r->q[i]] = y[i];
	}
}

static cusolverStatus_t solve(const char *function, struct refactoring *r) {
	cusolverRfHandle_t h = r->h;
	if (!is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (r->nrhs != 1 || r->ldt < h->n || r->ldx < h->n)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	return h->batch ? submit(function, r, false, run_solve) : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs,
                                 f64 *Temp, int ldt, f64 *XF, int ldxf) {
	return solve(__func__, &(struct refactoring){.h = handle,
	                                             .is_on_device = true,
	                                             .p = P,
	                                             .q = Q,
	                                             .nrhs = nrhs,
	                                             .work = Temp,
	                                             .ldt = ldt,
	                                             .x = XF,
	                                             .ldx = ldxf});
}

cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs,
                                      f64 *Temp, int ldt, f64 *XF_array[], int ldxf) {
	return solve(__func__, &(struct refactoring){.h = handle,
	                                             .is_on_device = true,
	                                             .p = P,
	                                             .q = Q,
	                                             .nrhs = nrhs,
	                                             .work = Temp,
	                                             .ldt = ldt,
	                                             .list = XF_array,
	                                             .ldx = ldxf});
}

/* ---- what the factors are ---- */

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle,
                                                      int *nnzM, int **Mp, int **Mi,
                                                      f64 **Mx) {
	cusolverStatus_t s = check(__func__, handle, nnzM && Mp && Mi && Mx);
	if (s)
		return s;
	*nnzM = handle->batch ? handle->count : 0;
	*Mp = handle->start;
	*Mi = handle->index;
	*Mx = handle->values;
	return s;
}

/* Memory that the program frees with free(). */
static void *given(const void *from, size_t bytes) {
	void *to = malloc(MAX(bytes, 1));
	if (to && from)
		memcpy(to, from, bytes);
	return to;
}

static cusolverStatus_t begin_extract(const char *function, cusolverRfHandle_t h,
                                      bool good) {
	cusolverStatus_t s = check(function, h, good);
	if (!s && !h->batch)
		s = solver_end(function, CUSOLVER_STATUS_EXECUTION_FAILED);
	return s ? s : solver_status(lib_wait(NULL));
}

cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle,
                                                     int *h_nnzM, int **h_Mp, int **h_Mi,
                                                     f64 **h_Mx) {
	cusolverStatus_t s = begin_extract(__func__, handle,
	                                   h_nnzM && h_Mp && h_Mi && h_Mx);
	if (s)
		return s;
	size_t count = (size_t)handle->count;
	*h_nnzM = handle->count;
	*h_Mp = given(handle->start, ((size_t)handle->n + 1) * sizeof(int));
	*h_Mi = given(handle->index, count * sizeof(int));
	*h_Mx = given(handle->values, count * sizeof(f64));
	return *h_Mp && *h_Mi && *h_Mx ? s : CUSOLVER_STATUS_ALLOC_FAILED;
}

/* One factor: in each line what is before or after the diagonal, and the diagonal, which
 * is 1 where `is_unit`. */
struct split {
	s32 *count, **start, **index;
	f64 **values;
	bool is_upper, is_unit;
};

static bool extract(cusolverRfHandle_t h, struct split *s) {
	s64 room = (s64)h->count + h->n;
	s32 at = 0;
	*s->start = given(NULL, ((size_t)h->n + 1) * sizeof(s32));
	*s->index = given(NULL, (size_t)room * sizeof(s32));
	*s->values = given(NULL, (size_t)room * sizeof(f64));
	if (!*s->start || !*s->index || !*s->values)
		return false;
	for (s32 i = 0; i < h->n; i++) {
		s32 middle = h->diagonal[i];
		(*s->start)[i] = at;
		for (s32 k = s->is_upper ? middle : h->start[i];
		     k < (s->is_upper ? h->start[i + 1] : middle + 1); k++) {
			(*s->index)[at] = h->index[k];
			(*s->values)[at++] = k == middle && s->is_unit ? 1 : h->values[k];
		}
	}
	(*s->start)[h->n] = at;
	*s->count = at;
	return true;
}

cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int *h_nnzL,
                                                   int **h_csrRowPtrL, int **h_csrColIndL,
                                                   f64 **h_csrValL, int *h_nnzU,
                                                   int **h_csrRowPtrU, int **h_csrColIndU,
                                                   f64 **h_csrValU) {
	cusolverStatus_t s = begin_extract(__func__, handle,
	                                   h_nnzL && h_csrRowPtrL && h_csrColIndL &&
	                                           h_csrValL && h_nnzU && h_csrRowPtrU &&
	                                           h_csrColIndU && h_csrValU);
	if (s)
		return s;
	bool is_turned = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
	bool upper_unit = upper_is_unit(handle);
	struct split l = {h_nnzL,    h_csrRowPtrL, h_csrColIndL,
	                  h_csrValL, is_turned,    upper_unit == is_turned};
	struct split u = {h_nnzU,    h_csrRowPtrU, h_csrColIndU,
	                  h_csrValU, !is_turned,   upper_unit != is_turned};
	return extract(handle, &l) && extract(handle, &u) ? s
	                                                  : CUSOLVER_STATUS_ALLOC_FAILED;
}
