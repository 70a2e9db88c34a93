/* stream.c - streams and the functions that work on them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/stream.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/reset.h"
#include "runtime/handles/slot.h"

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };
enum { MEM_SYNC_DOMAINS = 4 }; /* as cudaDevAttrMemSyncDomainCount says */

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

static bool is_current(const struct CUstream_st *s) {
	return s && s->slot.live && s->generation == s->device->generation;
}

static void destroy(struct CUstream_st *s) {
	struct simt_stream *stream = s->stream;
	bool alive = is_current(s);
	context_disown(&s->own);
	capture_leave(s);
	if (slot_give(&slots, s) && alive)
		simt_stream_destroy(stream);
}

static void thread_ends(void *p) {
	struct own_streams *own = p;
	for (int i = 0; i < MAX_DEVICES; i++)
		if (own->of[i])
			destroy(own->of[i]);
	slot_give(&own_slots, own);
}

static void make_key(void) {
	pthread_key_create(&defaults.key, thread_ends);
}

static struct CUstream_st *wrap(struct cuda_device *d, struct simt_stream *stream,
                                unsigned flags) {
	struct CUstream_st *s = slot_take(&slots);
	if (!s)
		return NULL;
	s->stream = stream;
	s->device = d;
	s->generation = d->generation;
	s->flags = flags;
	s->sync_policy = -1; /* nothing was said */
	s->domain_map.remote = 1;
	return s;
}

static cudaError_t legacy_stream(struct cuda_device *d, struct CUstream_st **s) {
	pthread_mutex_lock(&defaults.lock);
	struct CUstream_st **at = &defaults.legacy[d->index];
	struct simt_stream *stream = *at ? (*at)->stream : simt_stream_default(d->dev);
	if (!*at && stream)
		*at = wrap(d, stream, cudaStreamDefault);
	if (*at)
		(*at)->is_legacy = true;
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
	if (is_current(*s))
		return cudaSuccess;
	struct simt_stream *stream;
	cudaError_t e = device_error(
		d, simt_stream_create(d->dev, false, PRIORITY_LEAST, &stream));
	if (e != cudaSuccess)
		return e;
	*s = own->of[d->index] = wrap(d, stream, cudaStreamDefault);
	if (!*s)
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
	return is_current(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t stream_find_here(cudaStream_t handle, enum stream_zero zero,
                             struct CUstream_st **s) {
	cudaError_t e = stream_find(handle, zero, s);
	if (e == cudaSuccess && (*s)->device->index != device_current_index())
		e = cudaErrorInvalidResourceHandle;
	return e;
}

cudaError_t stream_queued(struct CUstream_st *s, enum simt_status status) {
	if (status == SIMT_OK && s->device->blocking)
		status = simt_stream_wait(s->stream);
	return device_error(s->device, status);
}

/* ---- life ---- */

static void drop_owned(struct owned *o) {
	destroy((struct CUstream_st *)((char *)o - offsetof(struct CUstream_st, own)));
}

static cudaError_t create(cudaStream_t *out, unsigned flags, int priority) {
	struct cuda_device *d;
	struct simt_stream *stream;
	if (!out || (flags & ~(unsigned)cudaStreamNonBlocking))
		return cudaErrorInvalidValue;
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	priority = MAX(MIN(priority, (int)PRIORITY_LEAST), (int)PRIORITY_GREATEST);
	e = device_error(d, simt_stream_create(d->dev, flags & cudaStreamNonBlocking,
	                                       priority, &stream));
	if (e != cudaSuccess)
		return e;
	struct CUstream_st *s = wrap(d, stream, flags);
	if (!s) {
		simt_stream_destroy(stream);
		return cudaErrorMemoryAllocation;
	}
	s->context = context_own(&s->own, drop_owned);
	*out = s;
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
	return cudart_report(create(stream, cudaStreamDefault, PRIORITY_LEAST));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
	return cudart_report(create(stream, flags, PRIORITY_LEAST));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                         int priority) {
	return cudart_report(create(stream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
	bool own = stream == NULL || stream == cudaStreamLegacy ||
	           stream == cudaStreamPerThread;
	if (own || !is_current(stream))
		return cudart_report(cudaErrorInvalidResourceHandle);
	destroy(stream);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
	if (least)
		*least = PRIORITY_LEAST;
	if (greatest)
		*greatest = PRIORITY_GREATEST;
	return cudaSuccess;
}

/* ---- waiting ---- */

static cudaError_t synchronize(enum stream_zero zero, cudaStream_t handle) {
	struct CUstream_st *s;
	cudaError_t e = stream_find(handle, zero, &s);
	if (e == cudaSuccess)
		e = capture_forbids_waiting(s);
	return e == cudaSuccess ? device_error(s->device, simt_stream_wait(s->stream))
	                        : e;
}
CUDA_PTSZ(cudaStreamSynchronize, synchronize, (cudaStream_t stream), stream)

static cudaError_t query(enum stream_zero zero, cudaStream_t handle) {
	struct CUstream_st *s;
	cudaError_t e = stream_find(handle, zero, &s);
	if (e == cudaSuccess)
		e = capture_forbids_waiting(s);
	return e == cudaSuccess ? device_error(s->device, simt_stream_query(s->stream))
	                        : e;
}
CUDA_PTSZ(cudaStreamQuery, query, (cudaStream_t stream), stream)

/* ---- functions of the program ---- */

struct host_work {
	cudaHostFn_t fn;
	void *user;
};

static enum simt_status run_host(void *payload, enum simt_status status) {
	struct host_work *w = payload;
	if (status == SIMT_OK)
		w->fn(w->user);
	return SIMT_OK;
}

static cudaError_t launch_host(enum stream_zero zero, cudaStream_t handle,
                               cudaHostFn_t fn, void *user) {
	struct CUstream_st *s;
	struct host_work w = {fn, user};
	struct capture *c;
	cudaError_t e = fn ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (e != cudaSuccess)
		return e;
	if (c)
		return capture_host(c, s, fn, user);
	struct simt_work work = {run_host, &w, sizeof w, true};
	return device_error(s->device, simt_stream_add(s->stream, &work));
}
CUDA_PTSZ(cudaLaunchHostFunc, launch_host,
          (cudaStream_t stream, cudaHostFn_t fn, void *userData), stream, fn, userData)

struct callback_work {
	cudaStreamCallback_t fn;
	cudaStream_t stream;
	void *user;
};

/* Callbacks are called even after a fault, and told of it. */
static enum simt_status run_callback(void *payload, enum simt_status status) {
	struct callback_work *w = payload;
	w->fn(w->stream, (cudaError_t)status, w->user);
	return SIMT_OK;
}

static cudaError_t add_callback(enum stream_zero zero, cudaStream_t handle,
                                cudaStreamCallback_t fn, void *user, unsigned flags) {
	struct CUstream_st *s;
	struct callback_work w = {fn, handle, user};
	cudaError_t e = fn && !flags ? stream_find(handle, zero, &s)
	                             : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids(s);
	if (e != cudaSuccess)
		return e;
	struct simt_work work = {run_callback, &w, sizeof w, true};
	return device_error(s->device, simt_stream_add(s->stream, &work));
}
CUDA_PTSZ(cudaStreamAddCallback, add_callback,
          (cudaStream_t stream, cudaStreamCallback_t callback, void *userData,
           unsigned int flags),
          stream, callback, userData, flags)

/* ---- what a stream knows of itself ---- */

static cudaError_t get_priority(enum stream_zero zero, cudaStream_t handle,
                                int *priority) {
	struct simt_stream_info info;
	struct CUstream_st *s;
	cudaError_t e = priority ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_is_sound(s);
	if (e == cudaSuccess) {
		simt_stream_info(s->stream, &info);
		*priority = info.priority;
	}
	return e;
}
CUDA_PTSZ(cudaStreamGetPriority, get_priority, (cudaStream_t stream, int *priority),
          stream, priority)

static cudaError_t get_id(enum stream_zero zero, cudaStream_t handle,
                          unsigned long long *id) {
	struct simt_stream_info info;
	struct CUstream_st *s;
	cudaError_t e = id ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e == cudaSuccess) {
		simt_stream_info(s->stream, &info);
		*id = info.id;
	}
	return e;
}
CUDA_PTSZ(cudaStreamGetId, get_id, (cudaStream_t stream, unsigned long long *streamId),
          stream, streamId)

static cudaError_t get_flags(enum stream_zero zero, cudaStream_t handle,
                             unsigned *flags) {
	struct CUstream_st *s;
	cudaError_t e = flags ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e == cudaSuccess)
		*flags = s->flags;
	return e;
}
CUDA_PTSZ(cudaStreamGetFlags, get_flags, (cudaStream_t stream, unsigned int *flags),
          stream, flags)

static cudaError_t get_device(enum stream_zero zero, cudaStream_t handle, int *device) {
	struct CUstream_st *s;
	cudaError_t e = device ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e == cudaSuccess)
		*device = s->device->index;
	return e;
}
CUDA_PTSZ(cudaStreamGetDevice, get_device, (cudaStream_t stream, int *device), stream,
          device)

/* ---- attributes: hints about caches and waiting, kept and given back ---- */

/* No more than an H100 asks: a ratio that is no number passes, and properties that there
 * are not. */
static bool valid_window(const struct cudaAccessPolicyWindow *w) {
	return !(w->hitRatio < 0 || w->hitRatio > 1) && w->num_bytes <= MOST_OF_WINDOW &&
	       w->missProp != cudaAccessPropertyPersisting;
}

static bool is_hint(cudaLaunchAttributeID id, const cudaLaunchAttributeValue *v) {
	switch (id) {
	case cudaLaunchAttributeAccessPolicyWindow:
		return valid_window(&v->accessPolicyWindow);
	case cudaLaunchAttributeSynchronizationPolicy:
		return v->syncPolicy >= cudaSyncPolicyAuto &&
		       v->syncPolicy <= cudaSyncPolicyBlockingSync;
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
		return (unsigned)v->clusterSchedulingPolicyPreference <=
		       cudaClusterSchedulingPolicyLoadBalancing;
	case cudaLaunchAttributeMemSyncDomainMap:
		return v->memSyncDomainMap.default_ < MEM_SYNC_DOMAINS &&
		       v->memSyncDomainMap.remote < MEM_SYNC_DOMAINS;
	case cudaLaunchAttributeMemSyncDomain:
		return (unsigned)v->memSyncDomain <= cudaLaunchMemSyncDomainRemote;
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
		return (int)v->sharedMemCarveout >= cudaSharedmemCarveoutDefault &&
		       (int)v->sharedMemCarveout <= cudaSharedmemCarveoutMaxShared;
	case cudaLaunchAttributeNvlinkUtilCentricScheduling:
		return v->nvlinkUtilCentricScheduling <= 1;
	default: return true;
	}
}

cudaError_t stream_check_hint(cudaLaunchAttributeID id,
                              const cudaLaunchAttributeValue *v) {
	return is_hint(id, v) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t store(struct CUstream_st *s, cudaLaunchAttributeID id,
                         const cudaLaunchAttributeValue *v) {
	cudaError_t e = stream_check_hint(id, v);
	if (e != cudaSuccess)
		return e;
	switch (id) {
	case cudaLaunchAttributeAccessPolicyWindow:
		s->window = v->accessPolicyWindow;
		return cudaSuccess;
	case cudaLaunchAttributeSynchronizationPolicy:
		s->sync_policy = v->syncPolicy;
		return cudaSuccess;
	case cudaLaunchAttributePriority:
		simt_stream_set_priority(s->stream, MAX(MIN(v->priority, PRIORITY_LEAST),
		                                        PRIORITY_GREATEST));
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomainMap:
		s->domain_map = v->memSyncDomainMap;
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomain:
		s->domain = v->memSyncDomain;
		return cudaSuccess;
	default: return cudaErrorInvalidValue;
	}
}

static cudaError_t set_attribute(enum stream_zero zero, cudaStream_t handle,
                                 cudaLaunchAttributeID id,
                                 const cudaLaunchAttributeValue *v) {
	struct CUstream_st *s;
	cudaError_t e = v ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_is_sound(s);
	return e == cudaSuccess ? store(s, id, v) : e;
}
CUDA_PTSZ(cudaStreamSetAttribute, set_attribute,
          (cudaStream_t stream, cudaLaunchAttributeID attr,
           const cudaLaunchAttributeValue *value),
          stream, attr, value)

static cudaError_t get_attribute(enum stream_zero zero, cudaStream_t handle,
                                 cudaLaunchAttributeID id, cudaLaunchAttributeValue *v) {
	struct simt_stream_info info;
	struct CUstream_st *s;
	cudaError_t e = v ? stream_find(handle, zero, &s) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_is_sound(s);
	if (e != cudaSuccess)
		return e;
	simt_stream_info(s->stream, &info);
	switch (id) {
	case cudaLaunchAttributeAccessPolicyWindow:
		v->accessPolicyWindow = s->window;
		break;
	case cudaLaunchAttributeSynchronizationPolicy:
		v->syncPolicy = (enum cudaSynchronizationPolicy)s->sync_policy;
		break;
	case cudaLaunchAttributeMemSyncDomainMap:
		v->memSyncDomainMap = s->domain_map;
		break;
	case cudaLaunchAttributeMemSyncDomain: v->memSyncDomain = s->domain; break;
	case cudaLaunchAttributePriority: v->priority = info.priority; break;
	default: return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}
CUDA_PTSZ(cudaStreamGetAttribute, get_attribute,
          (cudaStream_t stream, cudaLaunchAttributeID attr,
           cudaLaunchAttributeValue *value),
          stream, attr, value)

static cudaError_t copy_attributes(enum stream_zero zero, cudaStream_t dst,
                                   cudaStream_t src) {
	struct CUstream_st *to, *from;
	cudaError_t e = stream_find(dst, zero, &to);
	if (e == cudaSuccess)
		e = stream_find(src, zero, &from);
	if (e == cudaSuccess)
		e = capture_is_sound(from);
	if (e != cudaSuccess)
		return e;
	to->window = from->window;
	to->sync_policy = from->sync_policy;
	to->domain_map = from->domain_map;
	to->domain = from->domain;
	return cudaSuccess;
}
CUDA_PTSZ(cudaStreamCopyAttributes, copy_attributes, (cudaStream_t dst, cudaStream_t src),
          dst, src)
