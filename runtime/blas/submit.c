/* submit.c - from a call of the program to work of its stream.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/blas.h"
#include "runtime/blas/element.h"

cublasStatus_t blas_status(cudaError_t e) {
	switch (e) {
	case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
	case cudaErrorSharedObjectInitFailed: return CUBLAS_STATUS_NOT_INITIALIZED;
	default: return CUBLAS_STATUS_EXECUTION_FAILED;
	}
}

static bool load_scalar(struct lib_call *c, const char *name, const void *from, u8 type,
                        union scalar *to) {
	struct lib_box box = lib_bytes(from, element_bytes(type));
	if (!lib_reads(c, name, &box))
		return false;
	memcpy(to, from, element_bytes(type));
	return true;
}

static void run(struct lib_call *c, const void *payload) {
	struct blas_call w = *(const struct blas_call *)payload;
	u32 has = w.routine->has;
	w.lib = c;
	if (!w.scalars_on_device && w.extra)
		w.extra = w.extra_value;
	if (w.scalars_on_device &&
	    (((has & HAS_ALPHA) &&
	      !load_scalar(c, "alpha", w.alpha, w.scalar_type, &w.alpha_value)) ||
	     ((has & HAS_BETA) &&
	      !load_scalar(c, "beta", w.beta, w.beta_type, &w.beta_value))))
		return;
	if (w.routine->is_empty(&w)) /* but for its result */
		w.n = 0;
	w.routine->run(&w);
}

static void copy_scalars(struct blas_call *w) {
	if (w->routine->has & HAS_ALPHA)
		memcpy(&w->alpha_value, w->alpha, element_bytes(w->scalar_type));
	if (w->routine->has & HAS_BETA)
		memcpy(&w->beta_value, w->beta, element_bytes(w->beta_type));
	if (w->routine->has & HAS_EXTRA)
		memcpy(w->extra_value, w->extra, w->extra_bytes);
}

/* A result in host memory that nothing computes is 0. */
static cublasStatus_t leave_nothing(struct blas_call *w) {
	if ((w->routine->has & HAS_RESULT) && !w->result_on_device)
		memset(w->result, 0, w->result_bytes);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t blas_submit(cublasHandle_t h, struct blas_call *w) {
	u32 has = w->routine->has;
	blas_log_call(w->function);
	if (!handle_is_good(h))
		return (has & HANDLE_LAST) && w->routine->is_empty(w)
		               ? w->routine->check(w)
		               : CUBLAS_STATUS_NOT_INITIALIZED;
	bool on_device = h->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
	w->scalars_on_device = w->result_on_device = on_device;
	cublasStatus_t status = w->routine->check(w);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if ((has & HAS_RESULT) && !w->result)
		return w->routine->null_result ? w->routine->null_result
		                               : CUBLAS_STATUS_INVALID_VALUE;
	bool leaves_result = (has & HAS_RESULT) && on_device;
	if (w->routine->is_empty(w) && !leaves_result)
		return leave_nothing(w);
	if (((has & HAS_ALPHA) && !w->alpha) || ((has & HAS_BETA) && !w->beta) ||
	    ((has & HAS_EXTRA) && !w->extra))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!on_device)
		copy_scalars(w);
	cudaError_t e = lib_submit(h->stream, &(struct lib_work){
						      .function = w->function,
						      .run = run,
						      .payload = w,
						      .bytes = sizeof *w,
					      });
	if (e == cudaSuccess && (has & HAS_RESULT) && !on_device &&
	    lib_wait(h->stream) != cudaSuccess)
		return CUBLAS_STATUS_MAPPING_ERROR;
	return blas_status(e);
}
