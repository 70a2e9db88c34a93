/* refinement.c - the settings of iterative refinement, and the functions that use it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/solver.h"

enum { ITERATIONS = 50 };

/* ---- settings ---- */

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params_ptr) {
	if (!params_ptr)
		return CUSOLVER_STATUS_INVALID_VALUE;
	struct cusolverDnIRSParams *p = *params_ptr = lib_object_new(sizeof *p);
	if (!p)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	p->refinement = CUSOLVER_IRS_REFINE_NOT_SET;
	p->max_iterations = p->max_inner_iterations = ITERATIONS;
	p->has_fallback = true;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) {
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	lib_object_drop(params);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Values are checked when they are used, as on a device. */
#define SETS(name, type, field)                                                  \
	cusolverStatus_t cusolverDnIRSParams##name(cusolverDnIRSParams_t params, \
	                                           type value) {                 \
		if (!params)                                                     \
			return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;       \
		params->field = (__typeof__(params->field))value;                \
		return CUSOLVER_STATUS_SUCCESS;                                  \
	}
SETS(SetRefinementSolver, cusolverIRSRefinement_t, refinement)
SETS(SetSolverMainPrecision, cusolverPrecType_t, main_precision)
SETS(SetSolverLowestPrecision, cusolverPrecType_t, lowest_precision)
SETS(SetTol, double, tolerance)
SETS(SetTolInner, double, inner_tolerance)
SETS(SetMaxIters, cusolver_int_t, max_iterations)
SETS(SetMaxItersInner, cusolver_int_t, max_inner_iterations)

cusolverStatus_t
cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                       cusolverPrecType_t solver_main_precision,
                                       cusolverPrecType_t solver_lowest_precision) {
	cusolverDnIRSParamsSetSolverMainPrecision(params, solver_main_precision);
	return cusolverDnIRSParamsSetSolverLowestPrecision(params,
	                                                   solver_lowest_precision);
}

cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params,
                                                cusolver_int_t *maxiters) {
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (!maxiters)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*maxiters = params->max_iterations;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	params->has_fallback = true;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	params->has_fallback = false;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- what it needed ---- */

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos_ptr) {
	if (!infos_ptr)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*infos_ptr = lib_object_new(sizeof **infos_ptr);
	return *infos_ptr ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) {
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	lib_object_drop(infos);
	return CUSOLVER_STATUS_SUCCESS;
}

#define GETS(name, field)                                                     \
	cusolverStatus_t cusolverDnIRSInfos##name(cusolverDnIRSInfos_t infos, \
	                                          cusolver_int_t *value) {    \
		if (!infos)                                                   \
			return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;     \
		if (!value)                                                   \
			return CUSOLVER_STATUS_INVALID_VALUE;                 \
		*value = infos->field;                                        \
		return CUSOLVER_STATUS_SUCCESS;                               \
	}
GETS(GetNiters, iterations)
GETS(GetOuterNiters, outer_iterations)
GETS(GetMaxIters, max_iterations)

cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos) {
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	infos->wants_residuals = true;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos,
                                                      void **residual_history) {
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	if (!residual_history || !infos->has_residuals)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*residual_history = infos->residuals;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- the functions ---- */

struct request {
	const char *function;
	u32 type, low; /* cudaDataType; cusolverPrecType_t */
	bool is_square;
	s64 m, n, k;
	void *a, *b, *x;
	s64 lda, ldb, ldx;
	int *pivots;
	void *work;
	size_t work_bytes;
	int *iterations, *info;
};

static size_t size_of(const struct request *r) {
	return (size_t)solver_work(r->m, r->n) * (r->type == CUDA_R_32F   ? 4
	                                          : r->type == CUDA_C_64F ? 16
	                                                                  : 8);
}

/* The number of the bad argument, or 0: as those of gesv without m. */
static s32 bad_argument(const struct request *r) {
	s32 m = !r->is_square; /* there is one more */
	return m && r->m < 0             ? 1
	       : r->n < 0 || r->m < r->n ? 1 + m
	       : r->k < 0                ? 2 + m
	       : r->lda < MAX(1, r->m)   ? 4 + m
	       : r->ldb < MAX(1, r->m)   ? 7
	       : r->ldx < MAX(1, r->n)   ? 9
	                                 : 0;
}

static cusolverStatus_t run(cusolverDnHandle_t h, const struct request *r,
                            const struct cusolverDnIRSParams *p,
                            struct cusolverDnIRSInfos *infos) {
	if (r->n == 0 || r->k == 0)
		return CUSOLVER_STATUS_SUCCESS;
	if (r->work_bytes < size_of(r))
		return CUSOLVER_STATUS_INVALID_WORKSPACE;
	if (!r->iterations)
		return CUSOLVER_STATUS_INVALID_VALUE;
	struct solver_call w = {
		.routine = r->is_square ? &solver_gesv : &solver_gels,
		.function = r->function,
		.type = r->type,
		.low = r->low,
		.m = r->m,
		.n = r->n,
		.k = r->k,
		.a = {.at = r->a, .ld = r->lda},
		.b = {.at = r->b, .ld = r->ldb},
		.v = {.at = r->x, .ld = r->ldx},
		.pivots = r->pivots,
		.work = r->work,
		.work_bytes = (s64)size_of(r),
		.iterations = r->iterations,
		.info = r->info,
		.irs = *p,
		.infos = infos,
	};
	return solver_finish(h, &w, NULL, 0);
}

static cusolverStatus_t solve(cusolverDnHandle_t h, const struct request *r) {
	const struct cusolverDnIRSParams usual = {.max_iterations = ITERATIONS,
	                                          .has_fallback = true};
	if (!solver_is_good(h))
		return solver_end(r->function, CUSOLVER_STATUS_NOT_INITIALIZED);
	s32 bad = bad_argument(r);
	if (bad) {
		solver_tell(h, r->function, r->info, -bad);
		return solver_end(r->function, CUSOLVER_STATUS_IRS_PARAMS_INVALID);
	}
	return run(h, r, &usual, NULL);
}

static cusolverStatus_t size(cusolverDnHandle_t h, const struct request *r,
                             size_t *lwork_bytes) {
	if (!solver_is_good(h))
		return solver_end(r->function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (bad_argument(r) || !lwork_bytes)
		return solver_end(r->function, CUSOLVER_STATUS_IRS_PARAMS_INVALID);
	*lwork_bytes = size_of(r);
	return CUSOLVER_STATUS_SUCCESS;
}

#define H cusolverDnHandle_t handle
#define SYSTEM(T)                                                                      \
	T *dA, cusolver_int_t ldda, cusolver_int_t *dipiv, T *dB, cusolver_int_t lddb, \
		T *dX, cusolver_int_t lddx, void *dWorkspace
#define SQUARES(T)                                                     \
	T *dA, cusolver_int_t ldda, T *dB, cusolver_int_t lddb, T *dX, \
		cusolver_int_t lddx, void *dWorkspace
#define GIVEN                                                                   \
	.function = __func__, .n = n, .k = nrhs, .a = dA, .lda = ldda, .b = dB, \
	.ldb = lddb, .x = dX, .ldx = lddx, .work = dWorkspace
#define OUT .work_bytes = lwork_bytes, .iterations = iter, .info = d_info

#define FUNCTIONS(name, T, data_type, precision)                                         \
	cusolverStatus_t cusolverDn##name##gesv(                                         \
		H, cusolver_int_t n, cusolver_int_t nrhs, SYSTEM(T), size_t lwork_bytes, \
		cusolver_int_t *iter, cusolver_int_t *d_info) {                          \
		return solve(handle,                                                     \
		             &(struct request){GIVEN, OUT, .type = data_type,            \
		                               .low = precision, .m = n,                 \
		                               .pivots = dipiv, .is_square = true});     \
	}                                                                                \
	cusolverStatus_t cusolverDn##name##gesv_bufferSize(                              \
		H, cusolver_int_t n, cusolver_int_t nrhs, SYSTEM(T),                     \
		size_t *lwork_bytes) {                                                   \
		return size(handle,                                                      \
		            &(struct request){GIVEN, .type = data_type, .m = n,          \
		                              .pivots = dipiv, .is_square = true},       \
		            lwork_bytes);                                                \
	}                                                                                \
	cusolverStatus_t cusolverDn##name##gels(                                         \
		H, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, SQUARES(T),  \
		size_t lwork_bytes, cusolver_int_t *iter, cusolver_int_t *d_info) {      \
		return solve(handle, &(struct request){GIVEN, OUT, .type = data_type,    \
		                                       .low = precision, .m = m});       \
	}                                                                                \
	cusolverStatus_t cusolverDn##name##gels_bufferSize(                              \
		H, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, SQUARES(T),  \
		size_t *lwork_bytes) {                                                   \
		return size(handle, &(struct request){GIVEN, .type = data_type, .m = m}, \
		            lwork_bytes);                                                \
	}
FUNCTIONS(ZZ, cuDoubleComplex, CUDA_C_64F, CUSOLVER_C_64F)
FUNCTIONS(ZC, cuDoubleComplex, CUDA_C_64F, CUSOLVER_C_32F)
FUNCTIONS(ZK, cuDoubleComplex, CUDA_C_64F, CUSOLVER_C_16F)
FUNCTIONS(ZE, cuDoubleComplex, CUDA_C_64F, CUSOLVER_C_16BF)
FUNCTIONS(ZY, cuDoubleComplex, CUDA_C_64F, CUSOLVER_C_TF32)
FUNCTIONS(CC, cuComplex, CUDA_C_32F, CUSOLVER_C_32F)
FUNCTIONS(CE, cuComplex, CUDA_C_32F, CUSOLVER_C_16BF)
FUNCTIONS(CK, cuComplex, CUDA_C_32F, CUSOLVER_C_16F)
FUNCTIONS(CY, cuComplex, CUDA_C_32F, CUSOLVER_C_TF32)
FUNCTIONS(DD, double, CUDA_R_64F, CUSOLVER_R_64F)
FUNCTIONS(DS, double, CUDA_R_64F, CUSOLVER_R_32F)
FUNCTIONS(DH, double, CUDA_R_64F, CUSOLVER_R_16F)
FUNCTIONS(DB, double, CUDA_R_64F, CUSOLVER_R_16BF)
FUNCTIONS(DX, double, CUDA_R_64F, CUSOLVER_R_TF32)
FUNCTIONS(SS, float, CUDA_R_32F, CUSOLVER_R_32F)
FUNCTIONS(SH, float, CUDA_R_32F, CUSOLVER_R_16F)
FUNCTIONS(SB, float, CUDA_R_32F, CUSOLVER_R_16BF)
FUNCTIONS(SX, float, CUDA_R_32F, CUSOLVER_R_TF32)

/* ---- with all settings ---- */

static bool is_complex(u32 precision) {
	return precision >= CUSOLVER_C_8I;
}

/* How many bits the numbers have, more or less; 0: no such precision. */
static u32 width_of(u32 precision) {
	switch (precision) {
	case CUSOLVER_R_64F:
	case CUSOLVER_C_64F: return 64;
	case CUSOLVER_R_32F:
	case CUSOLVER_C_32F: return 32;
	case CUSOLVER_R_TF32:
	case CUSOLVER_C_TF32: return 19;
	case CUSOLVER_R_16F:
	case CUSOLVER_C_16F:
	case CUSOLVER_R_16BF:
	case CUSOLVER_C_16BF: return 16;
	default: return 0;
	}
}

static cusolverStatus_t check(const struct cusolverDnIRSParams *p, struct request *r) {
	static const u32 types[2][2] = {{CUDA_R_32F, CUDA_R_64F},
	                                {CUDA_C_32F, CUDA_C_64F}};
	u32 main = width_of(p->main_precision), low = width_of(p->lowest_precision);
	if (main < 32 || low == 0 || low > main ||
	    is_complex(p->main_precision) != is_complex(p->lowest_precision))
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
	if (p->refinement < CUSOLVER_IRS_REFINE_NONE ||
	    p->refinement > CUSOLVER_IRS_REFINE_GMRES_NOPCOND)
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
	if (p->max_iterations < 0)
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER;
	r->type = types[is_complex(p->main_precision)][main == 64];
	r->low = p->lowest_precision;
	return CUSOLVER_STATUS_SUCCESS;
}

/* Room for a residual of each iteration. */
static bool make_history(struct cusolverDnIRSInfos *infos, int iterations) {
	infos->max_iterations = iterations;
	infos->has_residuals = false;
	if (!infos->wants_residuals)
		return true;
	infos->residuals = arena_zalloc(&infos->arena,
	                                (size_t)(iterations + 1) * sizeof(f64), 8);
	return infos->residuals;
}

static cusolverStatus_t solve_with(cusolverDnHandle_t h, struct request *r,
                                   cusolverDnIRSParams_t p, cusolverDnIRSInfos_t infos) {
	if (!p)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	cusolverStatus_t s = check(p, r);
	if (s)
		return s;
	if (!solver_is_good(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	s32 bad = bad_argument(r), m = !r->is_square;
	if (bad) {
		/* Numbers of this function's arguments: there are settings before. */
		s32 number = bad <= 2 + m   ? bad + 3
		             : bad == 4 + m ? 7 + m
		             : bad == 7     ? 10 + (m ? 1 : 0)
		                            : 12 + m;
		solver_tell(h, r->function, r->info, -number);
		return m && bad == 2 ? CUSOLVER_STATUS_IRS_NOT_SUPPORTED
		                     : CUSOLVER_STATUS_SUCCESS;
	}
	if (p->refinement == CUSOLVER_IRS_REFINE_GMRES && r->k > 1)
		return CUSOLVER_STATUS_IRS_NOT_SUPPORTED;
	if (!make_history(infos, p->max_iterations ? p->max_iterations : ITERATIONS))
		return CUSOLVER_STATUS_ALLOC_FAILED;
	struct cusolverDnIRSParams with = *p;
	with.max_iterations = infos->max_iterations;
	return run(h, r, &with, infos);
}

static cusolverStatus_t size_with(cusolverDnHandle_t h, struct request *r,
                                  cusolverDnIRSParams_t p, size_t *lwork_bytes) {
	if (!solver_is_good(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!p)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (r->n < 0 || r->k < 0 || r->m < 0)
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
	if (!lwork_bytes)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (r->n > 0 && r->k > 0 && check(p, r))
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
	*lwork_bytes = size_of(r);
	return CUSOLVER_STATUS_SUCCESS;
}

#undef OUT
#define OUT .work_bytes = lwork_bytes, .iterations = niters, .info = d_info

cusolverStatus_t cusolverDnIRSXgesv(H, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t n,
                                    cusolver_int_t nrhs, SQUARES(void),
                                    size_t lwork_bytes, cusolver_int_t *niters,
                                    cusolver_int_t *d_info) {
	struct request r = {GIVEN, OUT, .m = n, .is_square = true};
	return solver_end(__func__, solve_with(handle, &r, params, infos));
}
cusolverStatus_t cusolverDnIRSXgels(H, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t m,
                                    cusolver_int_t n, cusolver_int_t nrhs, SQUARES(void),
                                    size_t lwork_bytes, cusolver_int_t *niters,
                                    cusolver_int_t *d_info) {
	struct request r = {GIVEN, OUT, .m = m};
	return solver_end(__func__, solve_with(handle, &r, params, infos));
}
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(H, cusolverDnIRSParams_t params,
                                               cusolver_int_t n, cusolver_int_t nrhs,
                                               size_t *lwork_bytes) {
	struct request r = {.m = n, .n = n, .k = nrhs, .is_square = true};
	return solver_end(__func__, size_with(handle, &r, params, lwork_bytes));
}
cusolverStatus_t cusolverDnIRSXgels_bufferSize(H, cusolverDnIRSParams_t params,
                                               cusolver_int_t m, cusolver_int_t n,
                                               cusolver_int_t nrhs, size_t *lwork_bytes) {
	struct request r = {.m = m, .n = n, .k = nrhs};
	return solver_end(__func__, size_with(handle, &r, params, lwork_bytes));
}
