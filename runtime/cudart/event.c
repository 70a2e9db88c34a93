/* event.c - events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/event.h"
#include "runtime/cudart/ipc.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

static struct slots slots = SLOTS_INIT(struct CUevent_st);

static void drop(struct CUevent_st *event) {
	context_disown(&event->own);
	simt_event_destroy(event->event);
	ipc_event_unref(event->shared);
	slot_give(&slots, event);
}

static void drop_owned(struct owned *o) {
	struct CUevent_st *e = (struct CUevent_st *)((char *)o -
	                                             offsetof(struct CUevent_st, own));
	e->slot.orphan = true;
	drop(e);
}

/* Takes `shared`, or releases it when it fails. */
static cudaError_t make(cudaEvent_t *out, bool timing, struct ipc_event *shared) {
	struct cuda_device *d;
	struct simt_event *event;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_error(d, simt_event_create(d->dev, timing, &event));
	if (e != cudaSuccess) {
		ipc_event_unref(shared);
		return e;
	}
	struct CUevent_st *made = slot_take(&slots);
	if (!made) {
		simt_event_destroy(event);
		ipc_event_unref(shared);
		return cudaErrorMemoryAllocation;
	}
	made->event = event;
	made->shared = shared;
	made->device = d;
	made->generation = d->generation;
	made->context = context_own(&made->own, drop_owned);
	*out = made;
	return cudaSuccess;
}

static cudaError_t create(cudaEvent_t *out, unsigned flags) {
	const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming |
	                       cudaEventInterprocess;
	bool timing = !(flags & cudaEventDisableTiming),
	     shared = flags & cudaEventInterprocess;
	if (!out || (flags & ~known) || (shared && timing))
		return cudaErrorInvalidValue;
	struct ipc_event *ipc = shared ? ipc_event_new() : NULL;
	return shared && !ipc ? cudaErrorMapBufferObjectFailed : make(out, timing, ipc);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
	cudaError_t e = event ? event_find(event) : cudaErrorInvalidValue;
	if (e == cudaSuccess && !event->shared)
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess && !handle)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess && !ipc_event_handle(event->shared, handle))
		e = cudaErrorInvalidResourceHandle; /* another process's */
	return cudart_report(e);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
	struct ipc_event *shared;
	cudaError_t e = event ? ipc_event_open(&handle, &shared) : cudaErrorInvalidValue;
	return cudart_report(e == cudaSuccess ? make(event, false, shared) : e);
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
	return cudart_report(create(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
	return cudart_report(create(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
	cudaError_t e = event_find(event);
	if (e == cudaSuccess) {
		struct cuda_device *d = event->device;
		drop(event);
		e = device_fault(d);
	}
	return cudart_report(e);
}

/* A node of a graph that records takes events of all contexts. */
static bool may_record(const struct CUevent_st *event, const struct CUstream_st *s,
                       bool external) {
	return external ? s->device == event->device
	                : stream_takes(s, event->device, event->context);
}

cudaError_t event_record(cudaEvent_t event, struct CUstream_st *s, unsigned flags,
                         u8 port) {
	bool done = false, external = flags & cudaEventRecordExternal;
	cudaError_t e = !may_record(event, s, external)
	                        ? cudaErrorInvalidResourceHandle
	                        : capture_record(s, event, external, port, &done);
	if (e != cudaSuccess || done)
		return e;
	event->recorded = true;
	/* Other processes see the event when the whole kernel is done, which is later
	 * than needed, never too early. */
	enum simt_status status = port && !event->shared
	                                  ? simt_event_record_early(event->event,
	                                                            s->stream)
	                                  : simt_event_record(event->event, s->stream);
	if (status == SIMT_OK && event->shared)
		status = ipc_event_record(event->shared, s->stream);
	return device_error(s->device, status);
}

static cudaError_t record(enum stream_zero zero, cudaEvent_t event, cudaStream_t stream,
                          unsigned flags) {
	struct CUstream_st *s;
	cudaError_t e = flags & ~(unsigned)cudaEventRecordExternal ? cudaErrorInvalidValue
	                                                           : event_find(event);
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	return e == cudaSuccess ? event_record(event, s, flags, 0) : e;
}
CUDA_PTSZ(cudaEventRecord, record, (cudaEvent_t event, cudaStream_t stream), event,
          stream, 0)
CUDA_PTSZ(cudaEventRecordWithFlags, record,
          (cudaEvent_t event, cudaStream_t stream, unsigned int flags), event, stream,
          flags)

static cudaError_t wait_event(enum stream_zero zero, cudaStream_t stream,
                              cudaEvent_t event, unsigned flags) {
	struct CUstream_st *s;
	bool done = false;
	cudaError_t e = flags & ~(unsigned)cudaEventWaitExternal ? cudaErrorInvalidValue
	                                                         : event_find(event);
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = capture_wait(s, event, flags & cudaEventWaitExternal, &done);
	if (e != cudaSuccess || done)
		return e;
	return device_error(s->device,
	                    event->shared
	                            ? ipc_event_stream_wait(event->shared, s->stream)
	                            : simt_stream_wait_event(s->stream, event->event));
}
CUDA_PTSZ(cudaStreamWaitEvent, wait_event,
          (cudaStream_t stream, cudaEvent_t event, unsigned int flags), stream, event,
          flags)

cudaError_t cudaEventQuery(cudaEvent_t event) {
	cudaError_t e = event_find(event);
	if (e == cudaSuccess)
		e = capture_forbids_event(event);
	if (e == cudaSuccess)
		e = device_error(event->device, simt_event_query(event->event));
	if (e == cudaSuccess && event->shared && !ipc_event_is_done(event->shared))
		e = cudaErrorNotReady;
	return cudart_report(e);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
	cudaError_t e = event_find(event);
	if (e == cudaSuccess)
		e = capture_forbids_event(event);
	if (e == cudaSuccess)
		e = device_error(event->device, simt_event_wait(event->event));
	if (e == cudaSuccess && event->shared)
		ipc_event_wait(event->shared);
	return cudart_report(e);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
	cudaError_t e = ms ? event_find(start) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = event_find(end);
	if (e == cudaSuccess &&
	    context_apart(start->context) != context_apart(end->context))
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess)
		e = capture_has_event(start);
	if (e == cudaSuccess)
		e = capture_has_event(end);
	if (e == cudaSuccess)
		e = device_error(start->device,
		                 simt_event_elapsed(start->event, end->event, ms));
	return cudart_report(e);
}
