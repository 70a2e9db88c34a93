/* handle.c - the table of handles, making of plans, and their execution.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "runtime/driver/table.h"
#include "runtime/fft/handle.h"

/* ---- handles ----------------------------------------------------------------------- */

/* Handles are numbers from 1 on; those of destroyed plans are used again. */
static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct handle **at;
	u32 size;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct handle *handle_find(cufftHandle h) {
	struct handle *p = NULL;
	pthread_mutex_lock(&table.lock);
	if (h > 0 && (u32)h < table.size)
		p = table.at[h];
	pthread_mutex_unlock(&table.lock);
	return p;
}

/* Earlier tables stay in the arena: together they are as large as the last. */
static void grow(void) {
	u32 size = table.size ? 2 * table.size : 64;
	struct handle **at = arena_array(&table.arena, struct handle *, size);
	for (u32 i = 0; i < table.size; i++)
		at[i] = table.at[i];
	table.at = at;
	table.size = size;
}

static cufftHandle handle_add(void) {
	struct arena a = ARENA_INIT;
	struct handle *p = arena_new(&a, struct handle);
	p->arena = a;
	pthread_mutex_lock(&table.lock);
	u32 h = 1;
	while (h < table.size && table.at[h])
		h++;
	if (h >= table.size)
		grow();
	table.at[h] = p;
	pthread_mutex_unlock(&table.lock);
	return (cufftHandle)h;
}

static struct handle *handle_remove(cufftHandle h) {
	struct handle *p = NULL;
	pthread_mutex_lock(&table.lock);
	if (h > 0 && (u32)h < table.size) {
		p = table.at[h];
		table.at[h] = NULL;
	}
	pthread_mutex_unlock(&table.lock);
	return p;
}

cufftResult cufftCreate(cufftHandle *handle) {
	if (!handle)
		return CUFFT_INVALID_VALUE;
	*handle = handle_add();
	return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
	if (plan == CUFFT_PLAN_NULL)
		return CUFFT_SUCCESS;
	struct handle *p = handle_remove(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	if (p->plan)
		fft_plan_drop(p->plan);
	struct arena a = p->arena;
	arena_drop(&a);
	return CUFFT_SUCCESS;
}

/* ---- what is asked for ------------------------------------------------------------- */

static bool side_of(const struct fft_shape *s, const s64 *embed, s64 stride, s64 dist,
                    struct fft_side *side) {
	s64 at = stride;
	for (u32 d = s->rank; d-- > 0;) {
		side->stride[d] = at;
		if (__builtin_mul_overflow(at, d ? embed[d] : 1, &at))
			return false;
	}
	side->dist = dist;
	return true;
}

/* More numbers than memory can have. */
static bool is_too_large(const struct fft_shape *s) {
	u64 limit = (u64)1 << 44, total = s->batch;
	for (u32 d = 0; d < s->rank; d++)
		if (total > limit || s->n[d] > limit / total)
			return true;
		else
			total *= s->n[d];
	return total > limit;
}

struct request request_many(int rank, const s64 *n, const s64 *inembed, s64 istride,
                            s64 idist, const s64 *onembed, s64 ostride, s64 odist,
                            s64 batch) {
	struct request r = {0};
	struct fft_shape *s = &r.shape;
	if (rank < 1 || rank > FFT_DIMS || !n) {
		r.bad_arguments = true;
		return r;
	}
	r.bad_strides = !inembed != !onembed || (inembed && (istride < 1 || idist < 1 ||
	                                                     ostride < 1 || odist < 1));
	s->rank = (u32)rank;
	for (int d = 0; d < rank; d++) {
		s->n[d] = n[d] > 0 ? (u64)n[d] : 1;
		r.bad_size |= n[d] < 1;
	}
	s->batch = batch > 0 ? (u64)batch : 1;
	r.bad_size |= batch < 1;
	if (inembed && onembed)
		r.bad_size |= !side_of(s, inembed, istride, idist, &s->from) ||
		              !side_of(s, onembed, ostride, odist, &s->to);
	s->basic = !inembed;
	r.bad_size |= is_too_large(s);
	return r;
}

static bool all_powers_of_two(const struct fft_shape *s) {
	for (u32 d = 0; d < s->rank; d++)
		if (!is_pow2(s->n[d]))
			return false;
	return true;
}

static cufftResult measure(const struct fft_shape *s, size_t *work) {
	struct fft_plan *p = fft_plan_new(s);
	*work = p->work_bytes;
	fft_plan_drop(p);
	return CUFFT_SUCCESS;
}

/* After a fault of the device no plan is made. */
static bool is_device_good(void) {
	int device;
	size_t free, all;
	return lib_driver() && lib_current_device(&device) == cudaSuccess &&
	       lib_driver()->cuMemGetInfo_v2(&free, &all) == CUDA_SUCCESS;
}

static cufftResult make(struct handle *h, const struct fft_shape *s, size_t *work) {
	struct fft_plan *p = fft_plan_new(s);
	if (!is_device_good()) {
		fft_plan_drop(p);
		return CUFFT_INTERNAL_ERROR;
	}
	if (!fft_plan_fill(p, !h->no_own_work)) {
		fft_plan_drop(p);
		return CUFFT_ALLOC_FAILED;
	}
	lib_say("cuFFT: own transforms, %s", p->core->name);
	h->plan = p;
	work[0] = p->work_bytes;
	for (u32 i = 1; i < h->parts; i++)
		work[i] = 0;
	return CUFFT_SUCCESS;
}

cufftResult handle_serve(enum purpose purpose, cufftHandle h, const struct request *r,
                         size_t *work) {
	if (r->no_type && !r->late_type)
		return CUFFT_INVALID_TYPE;
	if (!work || (r->bad_arguments && purpose != TO_SIZE))
		return CUFFT_INVALID_VALUE;
	struct handle *p = purpose == TO_ESTIMATE ? NULL : handle_find(h);
	if (purpose != TO_ESTIMATE && (!p || (purpose == TO_MAKE && p->plan)))
		return CUFFT_INVALID_PLAN;
	if (r->bad_arguments || r->bad_strides)
		return CUFFT_INVALID_VALUE;
	if (r->bad_size)
		return CUFFT_INVALID_SIZE;
	if (r->no_type)
		return CUFFT_INVALID_TYPE;
	struct fft_shape s = r->shape;
	if ((s.format == FFT_F16 || s.format == FFT_BF16) && !all_powers_of_two(&s))
		return CUFFT_NOT_SUPPORTED;
	cufftResult e = p && p->parts ? multi_check(p, &s) : CUFFT_SUCCESS;
	if (e != CUFFT_SUCCESS)
		return e;
	if (s.basic)
		fft_shape_compact(&s);
	return purpose == TO_MAKE ? make(p, &s, work) : measure(&s, work);
}

/* ---- execution --------------------------------------------------------------------- */

static void run(struct lib_call *c, const void *payload) {
	fft_plan_run(c, payload);
}

/* Real transforms have one direction. Both pointers are aligned as complex numbers. */
static bool is_good_call(const struct fft_plan *p, const void *in, const void *out,
                         int direction) {
	static const u8 align[] = {
		[FFT_F32] = 8, [FFT_F64] = 16, [FFT_F16] = 4, [FFT_BF16] = 4};
	u8 bytes = align[p->shape.format];
	enum fft_kind kind = p->shape.kind;
	return ((direction == CUFFT_FORWARD && kind != FFT_C2R) ||
	        (direction == CUFFT_INVERSE && kind != FFT_R2C)) &&
	       (uintptr_t)in % bytes == 0 && (uintptr_t)out % bytes == 0;
}

/* A node of a graph runs any number of times: its reference is never dropped. */
cufftResult handle_run(const char *function, struct handle *p, const void *in, void *out,
                       int direction) {
	struct fft_plan *plan = p->plan;
	if (!is_good_call(plan, in, out, direction))
		return CUFFT_INVALID_VALUE;
	if (plan->work_bytes && !plan->own_work && !p->user_work)
		return CUFFT_NO_WORKSPACE;
	struct fft_exec e = {plan,
	                     in,
	                     out,
	                     p->user_work,
	                     direction == CUFFT_INVERSE,
	                     lib_is_capturing(p->stream)};
	struct lib_work w = {function, run, &e, sizeof e};
	fft_plan_hold(plan);
	if (out && lib_submit(p->stream, &w) == cudaSuccess)
		return CUFFT_SUCCESS;
	fft_plan_drop(plan);
	return CUFFT_EXEC_FAILED;
}

cufftResult handle_execute(const char *function, cufftHandle h, const void *in, void *out,
                           int direction) {
	struct handle *p = handle_find(h);
	bool is_good = (direction == CUFFT_FORWARD || direction == CUFFT_INVERSE) &&
	               (uintptr_t)in % 8 == 0 && (uintptr_t)out % 8 == 0;
	if (p && !p->plan && !p->parts && !is_good)
		return CUFFT_INVALID_VALUE; /* as there, before the plan is missed */
	if (!p || !p->plan || p->parts)
		return CUFFT_INVALID_PLAN;
	return handle_run(function, p, in, out, direction);
}
