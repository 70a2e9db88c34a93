/* stream.c - streams and the functions that work on them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/stream.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

enum { MEM_SYNC_DOMAINS = 4 }; /* as cudaDevAttrMemSyncDomainCount says */

/* ---- life ---- */

static void drop_owned(struct owned *o) {
	stream_drop(
		(struct CUstream_st *)((char *)o - offsetof(struct CUstream_st, own)));
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
	struct CUstream_st *s = stream_wrap(d, stream, flags);
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
	if (stream_is_default(stream) || !stream_is_live(stream))
		return cudart_report(cudaErrorInvalidResourceHandle);
	struct cuda_device *d = stream->device;
	stream_drop(stream);
	return cudart_report(device_fault(d));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e != cudaSuccess)
		return cudart_report(e);
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
	struct simt_work work = {
		.run = run_host, .payload = &w, .bytes = sizeof w, .host = true};
	return device_error(s->device, simt_stream_add(s->stream, &work));
}
CUDA_PTSZ(cudaLaunchHostFunc, launch_host,
          (cudaStream_t stream, cudaHostFn_t fn, void *userData), stream, fn, userData)

struct callback_work {
	cudaStreamCallback_t fn;
	cudaStream_t stream;
	void *user;
};

/* Callbacks are called even after a fault, with its error. */
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
	struct simt_work work = {
		.run = run_callback, .payload = &w, .bytes = sizeof w, .host = true};
	return device_error(s->device, simt_stream_add(s->stream, &work));
}
CUDA_PTSZ(cudaStreamAddCallback, add_callback,
          (cudaStream_t stream, cudaStreamCallback_t callback, void *userData,
           unsigned int flags),
          stream, callback, userData, flags)

/* ---- queries ---- */

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

/* ---- attributes: hints about caches and waiting, stored and returned ---- */

/* Checks no more than an H100: a NaN ratio and unknown properties are accepted. */
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
	if (e == cudaSuccess && stream_context(to) != stream_context(from))
		e = cudaErrorInvalidValue;
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
