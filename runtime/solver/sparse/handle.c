/* handle.c - the handle of cuSOLVER's sparse part, and how its functions reach their
 * operands.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/sparse.h"

#define MAGIC 0x65737261707374ull

bool sp_is_good(const struct cusolverSpContext *h) {
	return lib_handle_is((const struct lib_handle *)h, MAGIC);
}

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle) {
	return solver_made(lib_handle_new(handle, sizeof **handle, MAGIC));
}

cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
	if (!sp_is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	lib_handle_drop(&handle->head);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
	if (!sp_is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	handle->stream = stream;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream) {
	if (!sp_is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!stream)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*stream = handle->stream;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- operands ---- */

struct task {
	cusolverStatus_t (*work)(struct lib_call *c, void *job);
	void *job;
	cusolverStatus_t *status;
};

static void run(struct lib_call *c, const void *payload) {
	const struct task *t = payload;
	*t->status = t->work(c, t->job);
}

cusolverStatus_t sp_run(cusolverSpHandle_t h, const char *function, bool is_on_device,
                        cusolverStatus_t (*work)(struct lib_call *c, void *job),
                        void *job) {
	cusolverStatus_t status = CUSOLVER_STATUS_INTERNAL_ERROR;
	struct task t = {work, job, &status};
	if (!is_on_device)
		return solver_end(function, work(NULL, job));
	/* The job is this thread's: a graph cannot have it. */
	if (lib_is_capturing(h->stream))
		return solver_end(function, solver_status(lib_wait(h->stream)));
	cudaError_t e = lib_submit(h->stream, &(struct lib_work){
						      .function = function,
						      .run = run,
						      .payload = &t,
						      .bytes = sizeof t,
					      });
	if (e)
		return solver_end(function, solver_status(e));
	e = lib_wait(h->stream);
	return solver_end(function, e ? CUSOLVER_STATUS_INTERNAL_ERROR : status);
}

bool sp_reads(struct lib_call *c, const char *argument, const void *at, s64 bytes) {
	struct lib_box box = lib_bytes(at, (u64)bytes);
	return c ? lib_reads(c, argument, &box) : at != NULL;
}

bool sp_writes(struct lib_call *c, const char *argument, const void *at, s64 bytes) {
	struct lib_box box = lib_bytes(at, (u64)bytes);
	return c ? lib_writes(c, argument, &box) : at != NULL;
}

cusolverStatus_t sp_take(struct lib_call *c, struct arena *a, const struct sp_matrix *m,
                         struct shape *rows) {
	s64 size = m->values ? sp_numeric[m->type]->size : 0;
	if (!sp_reads(c, "csrRowPtr", m->rows, ((s64)m->m + 1) * 4) ||
	    !sp_reads(c, "csrColInd", m->columns, (s64)m->count * 4) ||
	    (m->values && !sp_reads(c, "csrVal", m->values, m->count * size)))
		return c ? CUSOLVER_STATUS_INTERNAL_ERROR : CUSOLVER_STATUS_INVALID_VALUE;
	bool good = shape_take(a, rows, m->m, m->n, m->count, (s32)m->descr->base,
	                       m->rows, NULL, m->columns);
	return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
}
