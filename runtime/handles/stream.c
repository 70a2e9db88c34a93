/* stream.c - handles of streams, and the default streams: the device's and each thread's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/stream.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/reset.h"

static struct slots slots = SLOTS_INIT(struct CUstream_st);

/* ---- default streams ---- */

static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	pthread_key_t key; /* of each thread's own streams, one for each device */
	struct CUstream_st *legacy[MAX_DEVICES];
} defaults = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

struct own_streams {
	struct slot slot;
	struct CUstream_st *of[MAX_DEVICES];
};

static struct slots own_slots = SLOTS_INIT(struct own_streams);

bool stream_is_live(const struct CUstream_st *s) {
	return s && s->slot.live && s->generation == s->device->generation;
}

void stream_drop(struct CUstream_st *s) {
	struct simt_stream *stream = s->stream;
	bool alive = stream_is_live(s);
	context_disown(&s->own);
	capture_leave(s);
	if (slot_give(&slots, s) && alive)
		simt_stream_destroy(stream);
}

static void thread_ends(void *p) {
	struct own_streams *own = p;
	for (int i = 0; i < MAX_DEVICES; i++)
		if (own->of[i])
			stream_drop(own->of[i]);
	slot_give(&own_slots, own);
}

static void make_key(void) {
	pthread_key_create(&defaults.key, thread_ends);
}

struct CUstream_st *stream_wrap(struct cuda_device *d, struct simt_stream *stream,
                                unsigned flags) {
	struct CUstream_st *s = slot_take(&slots);
	if (!s)
		return NULL;
	s->stream = stream;
	s->device = d;
	s->generation = d->generation;
	s->flags = flags;
	s->sync_policy = -1; /* not set */
	s->domain_map.remote = 1;
	return s;
}

static cudaError_t legacy_stream(struct cuda_device *d, struct CUstream_st **s) {
	pthread_mutex_lock(&defaults.lock);
	struct CUstream_st **at = &defaults.legacy[d->index];
	struct simt_stream *stream = *at ? (*at)->stream : simt_stream_default(d->dev);
	if (!*at && stream)
		*at = stream_wrap(d, stream, cudaStreamDefault);
	if (*at)
		(*at)->is_legacy = (*at)->is_default = true;
	*s = *at;
	pthread_mutex_unlock(&defaults.lock);
	return *s ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t own_stream(struct cuda_device *d, struct CUstream_st **s) {
	pthread_once(&defaults.once, make_key);
	struct own_streams *own = pthread_getspecific(defaults.key);
	if (!own) {
		own = slot_take(&own_slots);
		if (!own)
			return cudaErrorMemoryAllocation;
		pthread_setspecific(defaults.key, own);
	}
	*s = own->of[d->index];
	if (stream_is_live(*s))
		return cudaSuccess;
	struct simt_stream *stream;
	cudaError_t e = device_error(
		d, simt_stream_create(d->dev, false, PRIORITY_LEAST, &stream));
	if (e != cudaSuccess)
		return e;
	*s = own->of[d->index] = stream_wrap(d, stream, cudaStreamDefault);
	if (*s)
		(*s)->is_default = true;
	else
		simt_stream_destroy(stream);
	return *s ? cudaSuccess : cudaErrorMemoryAllocation;
}

void streams_forget(struct cuda_device *d) {
	pthread_mutex_lock(&defaults.lock);
	if (defaults.legacy[d->index])
		slot_give(&slots, defaults.legacy[d->index]);
	defaults.legacy[d->index] = NULL;
	pthread_mutex_unlock(&defaults.lock);
}

/* ---- handles ---- */

cudaError_t stream_find(cudaStream_t handle, enum stream_zero zero,
                        struct CUstream_st **s) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	if (!handle)
		handle = zero == ZERO_IS_LEGACY ? cudaStreamLegacy : cudaStreamPerThread;
	if (handle == cudaStreamLegacy)
		return legacy_stream(d, s);
	if (handle == cudaStreamPerThread)
		return own_stream(d, s);
	*s = handle;
	return stream_is_live(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t stream_find_here(cudaStream_t handle, enum stream_zero zero,
                             struct CUstream_st **s) {
	cudaError_t e = stream_find(handle, zero, s);
	if (e == cudaSuccess && (*s)->device->index != device_current_index())
		e = cudaErrorInvalidResourceHandle;
	return e;
}

/* NULL may stand for the primary context. */
static struct CUctx_st *context_of(const struct CUstream_st *s) {
	if (!s->is_default)
		return s->context;
	struct CUctx_st *c = context_current();
	return c && c->device == s->device ? c : NULL;
}

struct CUctx_st *stream_context(const struct CUstream_st *s) {
	struct CUctx_st *c = context_of(s);
	return c ? c : context_primary(s->device);
}

bool stream_takes(const struct CUstream_st *s, const struct cuda_device *d,
                  struct CUctx_st *context) {
	return s->device == d && context_apart(context_of(s)) == context_apart(context);
}

cudaError_t stream_queued(struct CUstream_st *s, enum simt_status status) {
	if (status == SIMT_OK && s->device->blocking)
		status = simt_stream_wait(s->stream);
	return device_error(s->device, status);
}
