/* handle.c - handles, and objects with settings.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/solver.h"

#define MAGIC 0x726576536d697365ull

bool solver_is_good(const struct cusolverDnContext *h) {
	return lib_handle_is((const struct lib_handle *)h, MAGIC);
}

cusolverStatus_t solver_made(enum lib_made made) {
	static const cusolverStatus_t statuses[LIB_MADE_COUNT] = {
		[LIB_MADE] = CUSOLVER_STATUS_SUCCESS,
		[LIB_NO_PLACE] = CUSOLVER_STATUS_INVALID_VALUE,
		[LIB_NO_DEVICE] = CUSOLVER_STATUS_NOT_INITIALIZED,
		[LIB_NO_MEMORY] = CUSOLVER_STATUS_ALLOC_FAILED,
	};
	return statuses[made];
}

/* ---- the handle ---- */

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
	enum lib_made made = lib_handle_new(handle, sizeof **handle, MAGIC);
	if (made == LIB_MADE) {
		(*handle)->deterministic = CUSOLVER_DETERMINISTIC_RESULTS;
		(*handle)->math = CUSOLVER_DEFAULT_MATH;
	}
	return solver_made(made);
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
	if (!solver_is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	lib_handle_drop(&handle->head);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Pairs of functions that keep a value: `good` says which values are taken, `refusal`
 * what others get. */
#define KEPT(set, get, type, field, good, refusal)                     \
	cusolverStatus_t set(cusolverDnHandle_t handle, type value) {  \
		if (!solver_is_good(handle))                           \
			return CUSOLVER_STATUS_NOT_INITIALIZED;        \
		if (!(good))                                           \
			return refusal;                                \
		handle->field = value;                                 \
		return CUSOLVER_STATUS_SUCCESS;                        \
	}                                                              \
	cusolverStatus_t get(cusolverDnHandle_t handle, type *value) { \
		if (!solver_is_good(handle))                           \
			return CUSOLVER_STATUS_NOT_INITIALIZED;        \
		if (!value)                                            \
			return CUSOLVER_STATUS_INVALID_VALUE;          \
		*value = handle->field;                                \
		return CUSOLVER_STATUS_SUCCESS;                        \
	}

KEPT(cusolverDnSetStream, cusolverDnGetStream, cudaStream_t, stream, true,
     CUSOLVER_STATUS_INVALID_VALUE)
KEPT(cusolverDnSetDeterministicMode, cusolverDnGetDeterministicMode,
     cusolverDeterministicMode_t, deterministic, (u32)value - 1 < 2,
     CUSOLVER_STATUS_INTERNAL_ERROR)
KEPT(cusolverDnSetMathMode, cusolverDnGetMathMode, cusolverMathMode_t, math,
     (u32)value - 1 < 2, CUSOLVER_STATUS_INVALID_VALUE)
KEPT(cusolverDnSetEmulationStrategy, cusolverDnGetEmulationStrategy,
     cudaEmulationStrategy, strategy, (u32)value <= CUDA_EMULATION_STRATEGY_EAGER,
     CUSOLVER_STATUS_INVALID_VALUE)

/* ---- settings of the functions for any type ---- */

struct cusolverDnParams {
	struct arena arena;
	cusolverAlgMode_t algo[CUSOLVERDN_SYEVBATCHED + 1];
};

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
	if (!params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*params = lib_object_new(sizeof **params);
	return *params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
	lib_object_drop(params);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Every function has one algorithm here; the choice is checked and kept. */
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params,
                                         cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo) {
	if (!params || (u32)function >= countof(params->algo) ||
	    (u32)algo > CUSOLVER_ALG_2 ||
	    (function == CUSOLVERDN_SYEVBATCHED && algo == CUSOLVER_ALG_1))
		return CUSOLVER_STATUS_INVALID_VALUE;
	params->algo[function] = algo;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- settings of Jacobi's method ---- */

#define SWEEPS 100

/* Both kinds of settings: setter(tolerance) makes cusolverDnXsyevjSetTolerance. */
#define JACOBI(create, destroy, prefix, type)                                          \
	cusolverStatus_t create(type##_t *info) {                                      \
		if (!info)                                                             \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		*info = lib_object_new(sizeof **info);                                 \
		if (!*info)                                                            \
			return CUSOLVER_STATUS_ALLOC_FAILED;                           \
		(*info)->j.max_sweeps = SWEEPS;                                        \
		(*info)->j.sort = 1;                                                   \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t destroy(type##_t info) {                                      \
		lib_object_drop(info);                                                 \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t prefix##SetTolerance(type##_t info, f64 tolerance) {          \
		if (!info)                                                             \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		info->j.tolerance = tolerance;                                         \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t prefix##SetMaxSweeps(type##_t info, int max_sweeps) {         \
		if (!info)                                                             \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		info->j.max_sweeps = max_sweeps;                                       \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t prefix##SetSortEig(type##_t info, int sort) {                 \
		if (!info)                                                             \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		info->j.sort = sort;                                                   \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t prefix##GetResidual(cusolverDnHandle_t handle, type##_t info, \
	                                     f64 *residual) {                          \
		cusolverStatus_t s = jacobi_wait(handle, info ? &info->j : NULL,       \
		                                 residual);                            \
		if (!s)                                                                \
			*residual = info->j.residual;                                  \
		return s;                                                              \
	}                                                                              \
	cusolverStatus_t prefix##GetSweeps(cusolverDnHandle_t handle, type##_t info,   \
	                                   int *executed_sweeps) {                     \
		cusolverStatus_t s = jacobi_wait(handle, info ? &info->j : NULL,       \
		                                 executed_sweeps);                     \
		if (!s)                                                                \
			*executed_sweeps = info->j.sweeps;                             \
		return s;                                                              \
	}

static cusolverStatus_t jacobi_wait(cusolverDnHandle_t h, const struct jacobi *j,
                                    const void *to) {
	if (!solver_is_good(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!j || !to)
		return CUSOLVER_STATUS_INVALID_VALUE;
	cusolverStatus_t s = solver_status(lib_wait(h->stream));
	return s               ? s
	       : j->is_batched ? CUSOLVER_STATUS_NOT_SUPPORTED
	                       : CUSOLVER_STATUS_SUCCESS;
}

JACOBI(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo, cusolverDnXsyevj, syevjInfo)
JACOBI(cusolverDnCreateGesvdjInfo, cusolverDnDestroyGesvdjInfo, cusolverDnXgesvdj,
       gesvdjInfo)
