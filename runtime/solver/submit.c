/* submit.c - from a call of the program to work of its stream.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/solver.h"

cusolverStatus_t solver_status(cudaError_t e) {
	switch (e) {
	case cudaSuccess: return CUSOLVER_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation: return CUSOLVER_STATUS_ALLOC_FAILED;
	case cudaErrorSharedObjectInitFailed: return CUSOLVER_STATUS_NOT_INITIALIZED;
	default: return CUSOLVER_STATUS_EXECUTION_FAILED;
	}
}

/* ---- info alone ---- */

struct telling {
	int *info;
	s32 value;
};

static void tell(struct lib_call *c, const void *payload) {
	const struct telling *t = payload;
	struct lib_box box = lib_bytes(t->info, sizeof *t->info);
	if (lib_writes(c, "devInfo", &box))
		*t->info = t->value;
}

void solver_tell(cusolverDnHandle_t h, const char *function, int *info, s32 value) {
	struct telling t = {info, value};
	if (info)
		lib_submit(h->stream, &(struct lib_work){
					      .function = function,
					      .run = tell,
					      .payload = &t,
					      .bytes = sizeof t,
				      });
}

/* ---- a call ---- */

static void run(struct lib_call *c, const void *payload) {
	struct solver_call w = *(const struct solver_call *)payload;
	w.lib = c;
	struct lib_box work = lib_bytes(w.work, (u64)MAX(w.work_bytes, 0));
	if (w.work && !lib_writes(c, "Workspace", &work))
		return;
	w.routine->run[solver_type(w.type)](&w);
}

static cusolverStatus_t refused(cusolverDnHandle_t h, const struct solver_call *w,
                                s32 number) {
	switch (number) {
	case SOLVER_ONLY_STATUS: return CUSOLVER_STATUS_INVALID_VALUE;
	case SOLVER_DONE: return CUSOLVER_STATUS_SUCCESS;
	case SOLVER_DONE_0:
		solver_tell(h, w->function, w->info, 0);
		return CUSOLVER_STATUS_SUCCESS;
	case SOLVER_INFO_0:
		solver_tell(h, w->function, w->info, 0);
		return CUSOLVER_STATUS_INVALID_VALUE;
	case SOLVER_UNSUPPORTED:
		solver_tell(h, w->function, w->info, 0);
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	}
	bool is_quiet = number >= SOLVER_QUIET;
	number -= is_quiet ? SOLVER_QUIET : 0;
	bool is_positive = number >= SOLVER_POSITIVE;
	solver_tell(h, w->function, w->info,
	            is_positive ? number - SOLVER_POSITIVE : -number);
	return is_quiet ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

cusolverStatus_t solver_submit(cusolverDnHandle_t h, struct solver_call *w,
                               const struct solver_bad *bad, u32 count) {
	if (!solver_is_good(h))
		return solver_end(w->function, CUSOLVER_STATUS_NOT_INITIALIZED);
	for (u32 i = 0; i < count; i++)
		if (bad[i].is_bad)
			return solver_end(w->function, refused(h, w, bad[i].number));
	if (w->jacobi) {
		w->tolerance = w->jacobi->tolerance;
		w->max_sweeps = w->jacobi->max_sweeps;
		w->sorts = w->jacobi->sort;
	}
	cudaError_t e = lib_submit(h->stream, &(struct lib_work){
						      .function = w->function,
						      .run = run,
						      .payload = w,
						      .bytes = sizeof *w,
					      });
	return solver_end(w->function, solver_status(e));
}

cusolverStatus_t solver_finish(cusolverDnHandle_t h, struct solver_call *w,
                               const struct solver_bad *bad, u32 count) {
	cusolverStatus_t s = solver_submit(h, w, bad, count);
	return s ? s : solver_end(w->function, solver_status(lib_wait(h->stream)));
}
