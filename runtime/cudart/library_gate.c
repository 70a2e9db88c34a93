/* library_gate.c - what libraries (cuBLAS, cuFFT, ...) get from the runtime of their
 * process: calls as work of streams, and the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/api/links.h"
#include "runtime/handles/address.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/device.h"
#include "runtime/libs/gate.h"
#include "runtime/libs/process.h"

/* The payload of the core's call: the library's follows. */
struct gate_call {
	void (*run)(struct lib_call *c, const void *payload);
	/* The payload is 16-byte aligned if this is. */
	bool (*step)(struct lib_call *c, const void *payload);
};

static struct simt_call *core_call(const struct lib_call *c) {
	return (struct simt_call *)(uintptr_t)c;
}

static void run(struct simt_call *c, const void *payload) {
	const struct gate_call *g = payload;
	g->run((struct lib_call *)c, g + 1);
}

static bool step(struct simt_call *c, const void *payload) {
	const struct gate_call *g = payload;
	return g->step((struct lib_call *)c, g + 1);
}

/* What lib_work and lib_steps have in common. */
struct queued {
	const char *function;
	struct gate_call call;
	const void *payload;
	u32 bytes;
	bool quick;
};

static u8 *pack(struct arena *a, struct cuda_device *d, const struct queued *w,
                u32 *bytes) {
	struct simt_call_entry entry = {w->function, run, w->call.step ? step : NULL};
	u32 inner = (u32)sizeof(struct gate_call) + w->bytes;
	struct gate_call *g = arena_alloc(a, inner, 16);
	*g = w->call;
	if (w->bytes)
		memcpy(g + 1, w->payload, w->bytes);
	*bytes = simt_call_bytes(inner);
	u8 *room = arena_alloc(a, *bytes, 16);
	simt_call_pack(room, d->dev, &entry, g, inner);
	return room;
}

static cudaError_t put(struct CUstream_st *s, const struct queued *w) {
	if (simt_in_host_function())
		return cudaErrorNotPermitted;
	struct arena scratch = ARENA_INIT;
	struct capture *c;
	u32 bytes;
	u8 *room = pack(&scratch, s->device, w, &bytes);
	cudaError_t e = capture_enter(s, &c);
	if (e == cudaSuccess && c) {
		e = capture_call(c, s, room, bytes);
	} else if (e == cudaSuccess) {
		struct simt_work work = simt_call_work(room, bytes);
		work.quick = w->quick;
		e = stream_queued(s, simt_stream_add(s->stream, &work));
	}
	arena_drop(&scratch);
	return e;
}

static cudaError_t submit(cudaStream_t stream, const struct lib_work *w) {
	struct CUstream_st *s;
	struct queued q = {w->function, {.run = w->run}, w->payload, w->bytes, false};
	cudaError_t e = stream_find(stream, ZERO_IS_LEGACY, &s);
	return e == cudaSuccess ? put(s, &q) : e;
}

static cudaError_t submit_steps(cudaStream_t stream, const struct lib_steps *w) {
	struct CUstream_st *s;
	struct queued q = {
		w->function, {.step = w->step}, w->payload, w->bytes, w->quick};
	cudaError_t e = stream_find(stream, ZERO_IS_LEGACY, &s);
	return e == cudaSuccess ? put(s, &q) : e;
}

static cudaError_t wait_for(cudaStream_t stream) {
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, ZERO_IS_LEGACY, &s);
	if (e == cudaSuccess)
		e = capture_forbids_waiting(s);
	return e == cudaSuccess ? device_error(s->device, simt_stream_wait(s->stream))
	                        : e;
}

static bool is_capturing(cudaStream_t stream) {
	struct CUstream_st *s;
	return stream_find(stream, ZERO_IS_LEGACY, &s) == cudaSuccess && s->capture;
}

_Static_assert((int)LIB_READS == SIMT_READS && (int)LIB_WRITES == SIMT_WRITES,
               "the kinds of accesses are the core's");

static bool access_box(struct lib_call *c, u32 access, const char *argument,
                       const struct lib_box *b) {
	struct simt_box box = {.at = (uintptr_t)b->at,
	                       .width = b->width,
	                       .rows = b->rows,
	                       .slices = b->slices,
	                       .pitch = b->pitch,
	                       .slice_pitch = b->slice_pitch};
	return simt_call_access(core_call(c), access, argument, &box);
}

static void *scratch(struct lib_call *c, u64 bytes) {
	return simt_call_scratch(core_call(c), bytes);
}

static void parallel(struct lib_call *c, u64 n, void (*fn)(void *ctx, u64 i), void *ctx) {
	simt_call_parallel(core_call(c), n, fn, ctx);
}

static u32 threads(const struct lib_call *c) {
	return simt_call_threads(core_call(c));
}

static void fail_call(struct lib_call *c, cudaError_t e) {
	simt_call_fail(core_call(c), (enum simt_status)e);
}

static cudaError_t current_device(int *device) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		*device = d->index;
	return e;
}

static enum cudaMemoryType memory_type(const void *p) {
	struct cudaPointerAttributes a;
	cudaError_t e = cudaPointerGetAttributes(&a, p);
	return e == cudaSuccess ? a.type : cudaMemoryTypeUnregistered;
}

static void fail_stream(struct lib_call *c, cudaError_t e) {
	simt_call_fail_stream(core_call(c), (enum simt_status)e);
}

/* For the kernels of the current device. */
static cudaError_t publish(u64 value) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		simt_call_publish(d->dev, value);
	return e;
}

static bool is_over(const struct lib_call *c) {
	return simt_call_is_over(core_call(c));
}

static void state(struct lib_state *out) {
	struct simt_work_state s;
	simt_work_state(&s);
	*out = (struct lib_state){.running = s.running,
	                          .ready = s.ready,
	                          .parked = s.parked,
	                          .waiting = s.waiting,
	                          .threads = s.threads,
	                          .completed = s.completed};
}

static void trace_links(const char *name, u32 func, double bytes, u32 nrank,
                        const int *device, u32 ndevice) {
	u32 number[MAX_DEVICES], n = 0;
	for (u32 i = 0; i < ndevice && n < MAX_DEVICES; i++)
		if (device[i] >= 0 && device[i] < device_count())
			number[n++] = (u32)device_number(device[i]);
	simt_trace_links(name, func, bytes, nrank, number, n);
}

const struct driver_table *__cudaDriverTable(void);

const struct lib_gate *__cudaLibraryGate(void) {
	static struct lib_gate gate = {
		.bytes = sizeof gate,
		.submit = submit,
		.wait = wait_for,
		.access = access_box,
		.scratch = scratch,
		.parallel = parallel,
		.threads = threads,
		.fail = fail_call,
		.current_device = current_device,
		.is_capturing = is_capturing,
		.memory_type = memory_type,
		.submit_steps = submit_steps,
		.fail_stream = fail_stream,
		.token = simt_work_here,
		.resume = simt_work_resume,
		.finish = simt_work_finish,
		.is_over = is_over,
		.state = state,
		.place = simt_host_place,
		.publish = publish,
		.links = trace_links,
	};
	gate.driver = __cudaDriverTable();
	return &gate;
}

/* The note names functions of this file, whose distance the linker knows. */
__attribute__((used)) static const struct driver_table *noted_driver(void) {
	return __cudaDriverTable();
}

__attribute__((used)) static const struct lib_gate *noted_gate(void) {
	return __cudaLibraryGate();
}

PROCESS_DEFINE_NOTE(noted_driver, noted_gate);
