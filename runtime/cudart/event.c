/* event.c - events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/capture.h"

static struct slots slots = SLOTS_INIT(struct CUevent_st);

cudaError_t event_find(cudaEvent_t e) {
	return e && e->slot.live && e->generation == e->device->generation
	               ? cudaSuccess
	               : cudaErrorInvalidResourceHandle;
}

static cudaError_t create(cudaEvent_t *out, unsigned flags) {
	const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming |
	                       cudaEventInterprocess;
	bool timing = !(flags & cudaEventDisableTiming);
	struct cuda_device *d;
	struct simt_event *event;
	if (!out || (flags & ~known) || ((flags & cudaEventInterprocess) && timing))
		return cudaErrorInvalidValue;
	if (flags & cudaEventInterprocess)
		return cudaErrorNotSupported;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_error(d, simt_event_create(d->dev, timing, &event));
	if (e != cudaSuccess)
		return e;
	*out = slot_take(&slots);
	(*out)->event = event;
	(*out)->device = d;
	(*out)->generation = d->generation;
	return cudaSuccess;
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
		simt_event_destroy(event->event);
		slot_give(&slots, event);
	}
	return cudart_report(e);
}

static cudaError_t record(enum stream_zero zero, cudaEvent_t event, cudaStream_t stream,
                          unsigned flags) {
	struct CUstream_st *s;
	bool done = false;
	cudaError_t e = flags & ~(unsigned)cudaEventRecordExternal ? cudaErrorInvalidValue
	                                                           : event_find(event);
	if (e == cudaSuccess)
		e = stream_find(stream, zero, &s);
	if (e == cudaSuccess && s->device != event->device)
		e = cudaErrorInvalidResourceHandle;
	if (e == cudaSuccess)
		e = capture_record(s, event, flags & cudaEventRecordExternal, &done);
	return e == cudaSuccess && !done
	               ? device_error(s->device,
	                              simt_event_record(event->event, s->stream))
	               : e;
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
	return device_error(s->device, simt_stream_wait_event(s->stream, event->event));
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
	return cudart_report(e);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
	cudaError_t e = event_find(event);
	if (e == cudaSuccess)
		e = capture_forbids_event(event);
	if (e == cudaSuccess)
		e = device_error(event->device, simt_event_wait(event->event));
	return cudart_report(e);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
	cudaError_t e = ms ? event_find(start) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = event_find(end);
	if (e == cudaSuccess && (start->capture_id || end->capture_id))
		e = cudaErrorCapturedEvent;
	if (e == cudaSuccess)
		e = device_error(start->device,
		                 simt_event_elapsed(start->event, end->event, ms));
	return cudart_report(e);
}
