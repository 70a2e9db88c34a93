/* wait.c - streams that wait for what other PEs write.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <string.h>

struct waits {
	const char *function;
	const u8 *at;
	u64 n;
	const int *status; /* not 0: the word does not count; in memory of the device */
	const u8 *values;  /* of each word, there, too; NULL: one for all */
	u64 value;
	int cmp;
	u8 bytes;
	bool is_signed;
};

/* Widened, so that one comparison does for all types. */
static u64 widen(const struct waits *w, const void *at) {
	switch (w->bytes) {
	case 2: {
		u16 v = __atomic_load_n((const u16 *)at, __ATOMIC_ACQUIRE);
		return w->is_signed ? (u64)(s64)(s16)v : v;
	}
	case 4: {
		u32 v = __atomic_load_n((const u32 *)at, __ATOMIC_ACQUIRE);
		return w->is_signed ? (u64)(s64)(s32)v : v;
	}
	default: return __atomic_load_n((const u64 *)at, __ATOMIC_ACQUIRE);
	}
}

static bool compare(const struct waits *w, u64 a, u64 b) {
	bool less = w->is_signed ? (s64)a < (s64)b : a < b;
	switch (w->cmp) {
	case NVSHMEM_CMP_EQ: return a == b;
	case NVSHMEM_CMP_NE: return a != b;
	case NVSHMEM_CMP_GT: return !less && a != b;
	case NVSHMEM_CMP_LE: return less || a == b;
	case NVSHMEM_CMP_LT: return less;
	default: return !less;
	}
}

static bool name_operands(struct lib_call *c, const struct waits *w) {
	struct lib_box status = lib_bytes(w->status, w->status ? w->n * sizeof(int) : 0),
		       values = lib_bytes(w->values, w->values ? w->n * w->bytes : 0);
	return lib_reads(c, "status", &status) && lib_reads(c, "cmp_value", &values);
}

static bool is_met(const struct waits *w) {
	for (u64 i = 0; i < w->n; i++) {
		u64 value = w->values ? widen(w, w->values + i * w->bytes) : w->value;
		if (!(w->status && w->status[i]) &&
		    !compare(w, widen(w, w->at + i * w->bytes), value))
			return false;
	}
	return true;
}

static bool step(struct lib_call *c, const void *payload) {
	const struct waits *w = payload;
	struct visit *v = visit_of(payload);
	if (lib_is_over(c) || (!v->phase && !name_operands(c, w))) {
		visit_end(v);
		return true;
	}
	v->phase = 1;
	int ended = watch_ended();
	bool met = is_met(w);
	if (!met && ended < 0)
		return visit_again(v);
	if (!met) {
		job_say(w->function, "PE %d has ended before nvshmem_finalize", ended);
		lib_fail_stream(c, cudaErrorLaunchFailure);
	}
	visit_end(v);
	return true;
}

static void in_stream(const struct waits *w, cudaStream_t s) {
	job_check_heap(w->function, w->at, w->n * w->bytes);
	if (w->cmp < NVSHMEM_CMP_EQ || w->cmp > NVSHMEM_CMP_GE)
		job_fatal(w->function, "%d is not one of NVSHMEM_CMP_EQ to _GE", w->cmp);
	struct lib_steps k = {
		.function = w->function, .step = step, .payload = w, .bytes = sizeof *w};
	cudaError_t e = lib_submit_steps(s, &k);
	if (e != cudaSuccess)
		job_say(w->function, "the stream does not take it (error %d)", (int)e);
}

#define WAIT(LONG, T, N, STATUS, VALUE, VALUES)                                    \
	(struct waits) {                                                           \
		.function = LONG, .at = (const u8 *)at, .n = N, .status = STATUS,  \
		.values = (const u8 *)(VALUES), .value = (u64)(VALUE), .cmp = cmp, \
		.bytes = sizeof(T), .is_signed = !(KIND_OF(T) & 1)                 \
	}
#define WAITS(UNUSED_OP, NAME, T)                                                       \
	void nvshmemx_##NAME##_wait_until_on_stream(T *at, int cmp, T value,            \
	                                            cudaStream_t s) {                   \
		struct waits w = WAIT("nvshmemx_" #NAME "_wait_until_on_stream", T, 1,  \
		                      NULL, value, NULL);                               \
		in_stream(&w, s);                                                       \
	}                                                                               \
	void nvshmemx_##NAME##_wait_until_all_on_stream(                                \
		T *at, size_t n, const int *status, int cmp, T value, cudaStream_t s) { \
		struct waits w = WAIT("nvshmemx_" #NAME "_wait_until_all_on_stream", T, \
		                      n, status, value, NULL);                          \
		in_stream(&w, s);                                                       \
	}                                                                               \
	void nvshmemx_##NAME##_wait_until_all_vector_on_stream(                         \
		T *at, size_t n, const int *status, int cmp, T *values,                 \
		cudaStream_t s) {                                                       \
		struct waits w = WAIT("nvshmemx_" #NAME                                 \
		                      "_wait_until_all_vector_on_stream",               \
		                      T, n, status, 0, values);                         \
		in_stream(&w, s);                                                       \
	}
__NVSHMEM_WAITED_TYPES(WAITS, 0)

void nvshmemx_signal_wait_until_on_stream(uint64_t *at, int cmp, uint64_t value,
                                          cudaStream_t s) {
	struct waits w = WAIT("nvshmemx_signal_wait_until_on_stream", uint64_t, 1, NULL,
	                      value, NULL);
	in_stream(&w, s);
}
