/* capture.c - streams whose work is recorded in a graph.
 * A capture begins in one stream and spreads to streams that wait for events of it. Each
 * of its streams has the nodes that its next node comes after; an event keeps those at
 * its record. A call that needs the result of captured work invalidates the capture,
 * which then can only be ended. One lock guards all captures; a caller that gets one from
 * capture_enter holds it until its node is made.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/capture.h"
#include "runtime/handles/device.h"
#include "runtime/handles/event.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

#include "runtime/handles/graph.h"

struct capture {
	struct slot slot;
	struct capture *next; /* of all */
	u64 id;
	struct arena arena; /* of dependencies */
	struct CUgraph_st *graph;
	struct CUstream_st *origin, *streams;
	VEC(struct CUgraphNode_st *) left; /* last nodes of streams that were destroyed */
	enum cudaStreamCaptureMode mode;
	u64 thread;            /* that began it */
	bool spoilt, to_graph; /* to_graph: the graph is the program's own */
};

static struct slots slots = SLOTS_INIT(struct capture);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct capture *all;
static _Atomic u32 count;

static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

static u64 this_thread(void) {
	static _Thread_local u64 id;
	if (!id)
		id = graph_next_id();
	return id;
}

static bool none(void) {
	return atomic_load_explicit(&count, memory_order_acquire) == 0;
}

/* ---- what spoils captures ---- */

static bool has_blocking(const struct capture *c, const struct cuda_device *d) {
	for (const struct CUstream_st *s = c->streams; s; s = s->capture_next)
		if (s->device == d && !(s->flags & cudaStreamNonBlocking))
			return true;
	return false;
}

/* The legacy stream would wait for every blocking stream, captured ones too. */
static cudaError_t check_legacy(const struct CUstream_st *s, bool spoil) {
	cudaError_t e = cudaSuccess;
	for (struct capture *c = all; s->is_legacy && c; c = c->next)
		if (has_blocking(c, s->device)) {
			c->spoilt |= spoil;
			e = cudaErrorStreamCaptureImplicit;
		}
	return e;
}

cudaError_t capture_enter(struct CUstream_st *s, struct capture **c) {
	*c = NULL;
	if (none())
		return cudaSuccess;
	pthread_mutex_lock(&lock);
	cudaError_t e = s->capture ? cudaSuccess : check_legacy(s, true);
	if (s->capture && s->capture->spoilt)
		e = cudaErrorStreamCaptureInvalidated;
	else if (s->capture)
		*c = s->capture;
	if (!*c)
		pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t capture_forbids(struct CUstream_st *s) {
	if (none())
		return cudaSuccess;
	pthread_mutex_lock(&lock);
	cudaError_t e = s->capture ? cudaErrorStreamCaptureUnsupported
	                           : check_legacy(s, true);
	if (s->capture)
		s->capture->spoilt = true;
	pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t capture_forbids_own(struct CUstream_st *s) {
	if (none())
		return cudaSuccess;
	pthread_mutex_lock(&lock);
	cudaError_t e = s->capture ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
	if (s->capture)
		s->capture->spoilt = true;
	pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t capture_is_sound(const struct CUstream_st *s) {
	if (none())
		return cudaSuccess;
	pthread_mutex_lock(&lock);
	bool spoilt = s->capture && s->capture->spoilt;
	pthread_mutex_unlock(&lock);
	return spoilt ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

cudaError_t capture_forbids_device(void) {
	cudaError_t e = cudaSuccess;
	if (none())
		return e;
	pthread_mutex_lock(&lock);
	for (struct capture *c = all; c; c = c->next)
		if (c->origin->device->index == device_current_index()) {
			c->spoilt = true;
			e = cudaErrorStreamCaptureUnsupported;
		}
	pthread_mutex_unlock(&lock);
	return e;
}

/* A capture guards its own thread unless it is relaxed, and other threads if it is
 * global; a thread can choose to be guarded less
 * (cudaThreadExchangeStreamCaptureMode). */
static bool guards(const struct capture *c) {
	if (thread_mode == cudaStreamCaptureModeRelaxed)
		return false;
	if (c->thread == this_thread())
		return c->mode != cudaStreamCaptureModeRelaxed;
	return thread_mode == cudaStreamCaptureModeGlobal &&
	       c->mode == cudaStreamCaptureModeGlobal;
}

cudaError_t capture_forbids_unsafe(void) {
	cudaError_t e = cudaSuccess;
	if (none())
		return e;
	pthread_mutex_lock(&lock);
	for (struct capture *c = all; c; c = c->next)
		if (guards(c)) {
			c->spoilt = true;
			e = cudaErrorStreamCaptureUnsupported;
		}
	pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t capture_forbids_waiting(struct CUstream_st *s) {
	cudaError_t e = capture_forbids(s);
	return e == cudaSuccess && !none() ? capture_forbids_unsafe() : e;
}

void capture_spoil(struct CUstream_st *s) {
	if (none())
		return;
	pthread_mutex_lock(&lock);
	if (s->capture)
		s->capture->spoilt = true;
	pthread_mutex_unlock(&lock);
}

static struct capture *find(u64 id) {
	struct capture *c = all;
	while (c && c->id != id)
		c = c->next;
	return c;
}

/* The error of an event of a capture that has ended, if nothing was captured before the
 * event, and of an event of a spoilt capture (both as on an H100). */
static const cudaError_t after_nothing = cudaErrorInvalidValue;

cudaError_t capture_forbids_event(cudaEvent_t e) {
	if (!e->capture_id)
		return capture_forbids_unsafe();
	pthread_mutex_lock(&lock);
	struct capture *c = find(e->capture_id);
	bool was_spoilt = c && c->spoilt;
	if (c)
		c->spoilt = true;
	pthread_mutex_unlock(&lock);
	return !was_spoilt && (c || e->captured_n) ? cudaErrorCapturedEvent
	                                           : after_nothing;
}

cudaError_t capture_has_event(const struct CUevent_st *e) {
	if (!e->capture_id)
		return cudaSuccess;
	pthread_mutex_lock(&lock);
	const struct capture *c = find(e->capture_id);
	bool is_captured = c ? !c->spoilt : e->captured_n;
	pthread_mutex_unlock(&lock);
	return is_captured ? cudaErrorCapturedEvent : after_nothing;
}

/* ---- nodes ---- */

static void grow_deps(struct capture *c, struct CUstream_st *s) {
	u32 cap = MAX(s->dep_cap * 2, 8);
	cudaGraphNode_t *deps = arena_array(&c->arena, cudaGraphNode_t, cap);
	cudaGraphEdgeData *data = arena_array(&c->arena, cudaGraphEdgeData, cap);
	for (u32 i = 0; i < s->ndep; i++) {
		deps[i] = s->deps[i];
		data[i] = s->dep_data[i];
	}
	s->deps = deps;
	s->dep_data = data;
	s->dep_cap = cap;
}

static void put_dep(struct capture *c, struct CUstream_st *s, cudaGraphNode_t node,
                    const cudaGraphEdgeData *data) {
	static const cudaGraphEdgeData plain;
	for (u32 i = 0; i < s->ndep; i++)
		if (s->deps[i] == node)
			return;
	if (s->ndep == s->dep_cap)
		grow_deps(c, s);
	s->deps[s->ndep] = node;
	s->dep_data[s->ndep++] = data ? *data : plain;
}

/* Only edges from kernel to kernel are programmatic: makes the others plain. */
static void plain_edges(struct CUstream_st *s) {
	for (u32 i = 0; i < s->ndep; i++)
		if (s->dep_data[i].type == cudaGraphDependencyTypeProgrammatic)
			s->dep_data[i].type = cudaGraphDependencyTypeDefault;
}

cudaError_t capture_node(struct capture *c, struct CUstream_st *s,
                         enum cudaGraphNodeType type, struct CUgraphNode_st **n) {
	if (type != cudaGraphNodeTypeKernel)
		plain_edges(s);
	cudaError_t e = graph_node_add(c->graph, type, s->deps, s->dep_data, s->ndep, n);
	if (e != cudaSuccess)
		pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t capture_end_node(struct capture *c, struct CUstream_st *s,
                             struct CUgraphNode_st *n, cudaError_t e) {
	if (e == cudaSuccess) {
		s->ndep = 0;
		put_dep(c, s, n, NULL);
	} else {
		graph_node_remove(n);
	}
	pthread_mutex_unlock(&lock);
	return e;
}

static bool is_empty(const u32 v[3]) {
	return !v[0] || !v[1] || !v[2];
}

/* The kernel may begin when the kernels before it have triggered it. */
static void programmatic_edges(struct CUstream_st *s) {
	for (u32 i = 0; i < s->ndep; i++)
		if (s->deps[i]->type == cudaGraphNodeTypeKernel &&
		    s->dep_data[i].from_port == 0)
			s->dep_data[i] = (cudaGraphEdgeData){
				.from_port = cudaGraphKernelNodePortProgrammatic,
				.type = cudaGraphDependencyTypeProgrammatic};
}

cudaError_t capture_launch(struct capture *c, struct CUstream_st *s, const void *func,
                           struct simt_function *f, const struct simt_launch *l,
                           bool programmatic) {
	struct CUgraphNode_st *n;
	if (programmatic)
		programmatic_edges(s);
	cudaError_t e = capture_node(c, s, cudaGraphNodeTypeKernel, &n);
	if (e != cudaSuccess)
		return e;
	e = device_error(s->device, simt_launch_check(f, l));
	if (e == cudaSuccess)
		e = graph_node_set_launch(n, func, f, l);
	/* recorded; other refusals do not spoil the capture */
	c->spoilt |= is_empty(l->grid) || is_empty(l->block);
	return capture_end_node(c, s, n, e);
}

static struct cudaPitchedPtr side(u64 addr, u64 pitch, u64 slice,
                                  const struct simt_copy *c) {
	if (!pitch)
		pitch = c->width;
	return make_cudaPitchedPtr((void *)(uintptr_t)addr, pitch, c->width,
	                           slice ? slice / pitch : c->height);
}

cudaError_t capture_copy(struct capture *c, struct CUstream_st *s,
                         const struct simt_copy *copy, enum cudaMemcpyKind kind) {
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, cudaGraphNodeTypeMemcpy, &n);
	if (e != cudaSuccess)
		return e;
	n->step.kind = SIMT_STEP_COPY;
	n->step.copy = *copy;
	n->params.memcpy.copyParams = (struct cudaMemcpy3DParms){
		.srcPtr = side(copy->src, copy->src_pitch, copy->src_slice, copy),
		.dstPtr = side(copy->dst, copy->dst_pitch, copy->dst_slice, copy),
		.extent = make_cudaExtent(copy->width, copy->height, copy->depth),
		.kind = kind,
	};
	return capture_end_node(c, s, n, (cudaError_t)simt_copy_check(copy));
}

/* A node has rows and no slices; a box without gaps is a number of rows. */
cudaError_t capture_fill(struct capture *c, struct CUstream_st *s,
                         const struct simt_fill *fill) {
	struct CUgraphNode_st *n;
	bool flat = fill->depth == 1 || fill->slice == fill->pitch * fill->height;
	struct cudaMemsetParams p = {
		.dst = (void *)(uintptr_t)fill->dst,
		.pitch = fill->pitch,
		.value = fill->element == 1 ? fill->value & 0xff : fill->value,
		.elementSize = fill->element,
		.width = fill->width,
		.height = flat ? fill->height * fill->depth : fill->height,
	};
	cudaError_t e = flat ? cudaSuccess : cudaErrorNotSupported;
	if (e != cudaSuccess) {
		pthread_mutex_unlock(&lock);
		return e;
	}
	e = capture_node(c, s, cudaGraphNodeTypeMemset, &n);
	return e == cudaSuccess ? capture_end_node(c, s, n, graph_node_set_fill(n, &p))
	                        : e;
}

cudaError_t capture_host(struct capture *c, struct CUstream_st *s, cudaHostFn_t fn,
                         void *user) {
	struct cudaHostNodeParams p = {fn, user};
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, cudaGraphNodeTypeHost, &n);
	return e == cudaSuccess ? capture_end_node(c, s, n, graph_node_set_host(n, &p))
	                        : e;
}

cudaError_t capture_call(struct capture *c, struct CUstream_st *s, const void *packed,
                         u32 bytes) {
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, NODE_CALL, &n);
	return e == cudaSuccess ? capture_end_node(c, s, n,
	                                           graph_node_set_call(n, s->device,
	                                                               packed, bytes))
	                        : e;
}

cudaError_t capture_memory_ops(struct capture *c, struct CUstream_st *s,
                               const struct node_ops *o) {
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, NODE_MEMORY_OPS, &n);
	return e == cudaSuccess ? capture_end_node(c, s, n, graph_node_set_ops(n, o)) : e;
}

cudaError_t capture_alloc(struct capture *c, struct CUstream_st *s, size_t size,
                          void **p) {
	struct cudaMemAllocNodeParamsV2 a = {
		.poolProps = {.allocType = cudaMemAllocationTypePinned,
	                      .location = {cudaMemLocationTypeDevice, s->device->index}},
		.bytesize = size,
	};
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, cudaGraphNodeTypeMemAlloc, &n);
	if (e != cudaSuccess)
		return e;
	e = graph_node_set_alloc(n, &a);
	if (e == cudaSuccess)
		*p = a.dptr;
	return capture_end_node(c, s, n, e);
}

cudaError_t capture_free(struct capture *c, struct CUstream_st *s, void *p) {
	struct CUgraphNode_st *n;
	cudaError_t e = capture_node(c, s, cudaGraphNodeTypeMemFree, &n);
	return e == cudaSuccess ? capture_end_node(c, s, n, graph_node_set_free(n, p))
	                        : e;
}

/* ---- events ---- */

static void join(struct capture *c, struct CUstream_st *s) {
	s->capture = c;
	s->ndep = s->dep_cap = 0;
	s->deps = NULL;
	s->dep_data = NULL;
	s->capture_next = c->streams;
	c->streams = s;
}

static cudaError_t event_node(struct capture *c, struct CUstream_st *s,
                              enum cudaGraphNodeType type, cudaEvent_t e) {
	struct CUgraphNode_st *n;
	plain_edges(s);
	cudaError_t err = graph_node_add(c->graph, type, s->deps, s->dep_data, s->ndep,
	                                 &n);
	if (err == cudaSuccess && (err = graph_node_set_event(n, e)) != cudaSuccess)
		graph_node_remove(n);
	if (err == cudaSuccess) {
		s->ndep = 0;
		put_dep(c, s, n, NULL);
	}
	return err;
}

static cudaError_t record(struct CUstream_st *s, cudaEvent_t e, bool external, u8 port,
                          bool *done) {
	struct capture *c = s->capture;
	if (!c) {
		cudaError_t err = check_legacy(s, true);
		if (err == cudaSuccess)
			e->capture_id = 0;
		return err;
	}
	*done = true;
	if (c->spoilt)
		return cudaErrorStreamCaptureInvalidated;
	if (external)
		return event_node(c, s, cudaGraphNodeTypeEventRecord, e);
	if (!graph_ready(NULL, s->ndep, 0))
		return cudaErrorMemoryAllocation;
	e->capture_id = c->id;
	e->captured_port = port;
	e->captured_n = s->ndep;
	e->captured = arena_array(&c->arena, cudaGraphNode_t, s->ndep + 1);
	for (u32 i = 0; i < s->ndep; i++)
		e->captured[i] = s->deps[i];
	return cudaSuccess;
}

cudaError_t capture_record(struct CUstream_st *s, cudaEvent_t e, bool external, u8 port,
                           bool *done) {
	*done = false;
	if (none() && !e->capture_id)
		return external ? cudaErrorIllegalState : cudaSuccess;
	pthread_mutex_lock(&lock);
	cudaError_t err = external && !s->capture ? cudaErrorIllegalState
	                                          : record(s, e, external, port, done);
	pthread_mutex_unlock(&lock);
	return err;
}

static void wait_for(struct capture *c, struct CUstream_st *s, cudaEvent_t e) {
	const cudaGraphEdgeData data = {
		.from_port = e->captured_port,
		.type = e->captured_port ? cudaGraphDependencyTypeProgrammatic
	                                 : cudaGraphDependencyTypeDefault};
	for (u32 i = 0; i < e->captured_n; i++)
		if (graph_node_is(e->captured[i]) && e->captured[i]->graph == c->graph)
			put_dep(c, s, e->captured[i], &data);
}

/* Takes a stream that waits for an event of a capture into the capture. */
static cudaError_t fork(struct CUstream_st *s, cudaEvent_t e, bool *done) {
	struct capture *from = find(e->capture_id);
	cudaError_t err = check_legacy(s, true);
	if (err != cudaSuccess || !e->capture_id)
		return err;
	*done = true;
	if (!from)
		return e->captured_n ? cudaErrorCapturedEvent : after_nothing;
	if (s->is_legacy) {
		from->spoilt = true;
		return cudaErrorStreamCaptureImplicit;
	}
	if (from->spoilt)
		return after_nothing;
	if (!graph_ready(NULL, e->captured_n, 0))
		return cudaErrorMemoryAllocation;
	join(from, s);
	wait_for(from, s, e);
	return cudaSuccess;
}

static cudaError_t wait_event(struct CUstream_st *s, cudaEvent_t e, bool external,
                              bool *done) {
	struct capture *c = s->capture, *from = find(e->capture_id);
	if (!c)
		return fork(s, e, done);
	*done = true;
	if (c->spoilt)
		return cudaErrorStreamCaptureInvalidated;
	if (external)
		return event_node(c, s, cudaGraphNodeTypeWaitEvent, e);
	if (from == c) {
		if (!graph_ready(NULL, (size_t)s->ndep + e->captured_n, 0))
			return cudaErrorMemoryAllocation;
		wait_for(c, s, e);
		return cudaSuccess;
	}
	if (!e->recorded && !e->capture_id && !e->shared)
		return cudaSuccess; /* there is nothing to wait for */
	c->spoilt = true;
	if (from)
		from->spoilt = true;
	return from ? cudaErrorStreamCaptureMerge : cudaErrorStreamCaptureIsolation;
}

cudaError_t capture_wait(struct CUstream_st *s, cudaEvent_t e, bool external,
                         bool *done) {
	*done = false;
	if (none() && !e->capture_id)
		return external ? cudaErrorIllegalState : cudaSuccess;
	pthread_mutex_lock(&lock);
	cudaError_t err = external && !s->capture ? cudaErrorIllegalState
	                                          : wait_event(s, e, external, done);
	pthread_mutex_unlock(&lock);
	return err;
}

/* ---- beginning ---- */

static cudaError_t begin(struct CUstream_st *s, enum cudaStreamCaptureMode mode,
                         struct CUgraph_st *g, const cudaGraphNode_t *deps,
                         const cudaGraphEdgeData *data, size_t n) {
	if (!graph_ready(g, n, 0))
		return cudaErrorMemoryAllocation;
	if (s->is_legacy) {
		cudaError_t e = check_legacy(s, true);
		return e != cudaSuccess ? e : cudaErrorStreamCaptureUnsupported;
	}
	if (s->capture)
		return cudaErrorIllegalState;
	struct capture *c = slot_take(&slots);
	c->id = graph_next_id();
	c->arena = (struct arena)ARENA_INIT;
	c->graph = g ? g : graph_new();
	c->graph->capture = c;
	c->to_graph = g != NULL;
	c->mode = mode;
	c->thread = this_thread();
	c->origin = s;
	c->next = all;
	all = c;
	join(c, s);
	for (size_t i = 0; i < n; i++)
		put_dep(c, s, deps[i], data ? &data[i] : NULL);
	atomic_fetch_add(&count, 1);
	return cudaSuccess;
}

static cudaError_t begin_capture(enum stream_zero zero, cudaStream_t stream,
                                 enum cudaStreamCaptureMode mode) {
	struct CUstream_st *s;
	if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
		return cudaErrorInvalidValue;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	e = begin(s, mode, NULL, NULL, NULL, 0);
	pthread_mutex_unlock(&lock);
	return e;
}
CUDA_PTSZ(cudaStreamBeginCapture, begin_capture,
          (cudaStream_t stream, enum cudaStreamCaptureMode mode), stream, mode)

static bool are_nodes_of(const struct CUgraph_st *g, const cudaGraphNode_t *nodes,
                         size_t n) {
	if (n && !nodes)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!graph_node_is(nodes[i]) || nodes[i]->graph != g)
			return false;
	return true;
}

static cudaError_t begin_to_graph(enum stream_zero zero, cudaStream_t stream,
                                  cudaGraph_t graph, const cudaGraphNode_t *deps,
                                  const cudaGraphEdgeData *data, size_t n,
                                  enum cudaStreamCaptureMode mode) {
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e != cudaSuccess)
		return e;
	if (s->is_legacy)
		return cudaErrorStreamCaptureUnsupported;
	if ((unsigned)mode > cudaStreamCaptureModeRelaxed || !graph_is(graph))
		return cudaErrorInvalidValue;
	pthread_mutex_lock(&lock);
	if (s->capture)
		e = cudaErrorIllegalState;
	else if (graph->capture || !are_nodes_of(graph, deps, n))
		e = cudaErrorInvalidValue;
	else
		e = begin(s, mode, graph, deps, data, n);
	pthread_mutex_unlock(&lock);
	return e;
}
CUDA_PTSZ(cudaStreamBeginCaptureToGraph, begin_to_graph,
          (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *deps,
           const cudaGraphEdgeData *data, size_t n, enum cudaStreamCaptureMode mode),
          stream, graph, deps, data, n, mode)

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
	if (!mode)
		return cudart_report(cudaErrorInvalidValue);
	enum cudaStreamCaptureMode old = thread_mode;
	thread_mode = *mode;
	*mode = old;
	return cudaSuccess;
}

/* ---- ending ---- */

/* Whether the last node of each stream comes before the end of the capture. */
static bool all_joined(const struct capture *c) {
	struct arena scratch = ARENA_INIT;
	VEC(struct CUgraphNode_st *) left = {NULL, 0, 0};
	u64 mark = graph_next_id();
	bool joined = true;
	for (u32 i = 0; i < c->origin->ndep; i++)
		vec_push(&scratch, &left, c->origin->deps[i]);
	while (left.n) {
		struct CUgraphNode_st *n = vec_pop(&left);
		if (n->mark == mark)
			continue;
		n->mark = mark;
		for (u32 i = 0; i < n->in.n; i++)
			vec_push(&scratch, &left, n->in.at[i].node);
	}
	for (const struct CUstream_st *s = c->streams; s; s = s->capture_next)
		for (u32 i = 0; i < s->ndep; i++)
			joined &= s->deps[i]->mark == mark;
	for (u32 i = 0; i < c->left.n; i++)
		joined &= !graph_node_is(c->left.at[i]) || c->left.at[i]->mark == mark;
	arena_drop(&scratch);
	return joined;
}

/* Ends the capture and returns its graph. */
static struct CUgraph_st *detach(struct capture *c) {
	struct CUgraph_st *g = c->graph;
	for (struct CUstream_st *s = c->streams, *next; s; s = next) {
		next = s->capture_next;
		s->capture = NULL;
		s->capture_next = NULL;
		s->ndep = 0;
	}
	struct capture **at = &all;
	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	g->capture = NULL;
	arena_drop(&c->arena);
	slot_give(&slots, c);
	atomic_fetch_sub(&count, 1);
	return g;
}

/* graph: NULL if the caller does not want it. */
static cudaError_t end(struct CUstream_st *s, struct CUgraph_st **graph,
                       struct CUgraph_st **useless) {
	struct capture *c = s->capture;
	if (!c)
		return cudaErrorIllegalState;
	if (c->origin != s) {
		c->spoilt = true;
		return cudaErrorStreamCaptureUnmatched;
	}
	/* As an H200 has it, the wrong thread ends the capture, too. */
	bool wrong = c->mode != cudaStreamCaptureModeRelaxed &&
	             c->thread != this_thread();
	cudaError_t e = c->spoilt       ? cudaErrorStreamCaptureInvalidated
	                : wrong         ? cudaErrorStreamCaptureWrongThread
	                : all_joined(c) ? cudaSuccess
	                                : cudaErrorStreamCaptureUnjoined;
	bool own = c->to_graph;
	struct CUgraph_st *g = detach(c);
	if (e == cudaSuccess && graph)
		*graph = g;
	else if (e != cudaSuccess || !own)
		*useless = g; /* what fails takes the program's graph along, as an H200
		                 has it */
	return e;
}

static cudaError_t end_capture(enum stream_zero zero, cudaStream_t stream,
                               cudaGraph_t *graph) {
	struct CUgraph_st *useless = NULL;
	struct CUstream_st *s;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e != cudaSuccess)
		return e;
	if (graph)
		*graph = NULL;
	pthread_mutex_lock(&lock);
	e = end(s, graph, &useless);
	pthread_mutex_unlock(&lock);
	if (useless)
		graph_delete(useless);
	return e;
}
CUDA_PTSZ(cudaStreamEndCapture, end_capture, (cudaStream_t stream, cudaGraph_t *graph),
          stream, graph)

void capture_leave(struct CUstream_st *s) {
	struct CUgraph_st *useless = NULL;
	if (none())
		return;
	pthread_mutex_lock(&lock);
	struct capture *c = s->capture;
	if (c && c->origin == s) {
		bool own = c->to_graph;
		struct CUgraph_st *g = detach(c);
		useless = own ? NULL : g;
	} else if (c) {
		struct CUstream_st **at = &c->streams;
		while (*at != s)
			at = &(*at)->capture_next;
		*at = s->capture_next;
		s->capture = NULL;
		for (u32 i = 0; i < s->ndep; i++)
			vec_push(&c->arena, &c->left, s->deps[i]);
		s->ndep = 0;
	}
	pthread_mutex_unlock(&lock);
	if (useless)
		graph_delete(useless);
}

/* ---- asking ---- */

static enum cudaStreamCaptureStatus status_of(const struct CUstream_st *s) {
	if (!s->capture)
		return cudaStreamCaptureStatusNone;
	return s->capture->spoilt ? cudaStreamCaptureStatusInvalidated
	                          : cudaStreamCaptureStatusActive;
}

static cudaError_t is_capturing(enum stream_zero zero, cudaStream_t stream,
                                enum cudaStreamCaptureStatus *status) {
	struct CUstream_st *s;
	cudaError_t e = status ? stream_find(stream, zero, &s) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	e = check_legacy(s, false);
	if (e == cudaSuccess)
		*status = status_of(s);
	pthread_mutex_unlock(&lock);
	return e;
}
CUDA_PTSZ(cudaStreamIsCapturing, is_capturing,
          (cudaStream_t stream, enum cudaStreamCaptureStatus *status), stream, status)

struct info {
	enum cudaStreamCaptureStatus *status;
	unsigned long long *id;
	cudaGraph_t *graph;
	const cudaGraphNode_t **deps;
	const cudaGraphEdgeData **data;
	size_t *n;
};

static void tell(const struct CUstream_st *s, const struct info *i) {
	const struct capture *c = s->capture;
	*i->status = status_of(s);
	if (!c || c->spoilt)
		return;
	if (i->id)
		*i->id = c->id;
	if (i->graph)
		*i->graph = c->graph;
	if (i->deps)
		*i->deps = s->deps;
	if (i->data)
		*i->data = s->dep_data;
	if (i->n)
		*i->n = s->ndep;
}

static cudaError_t get_info(enum stream_zero zero, cudaStream_t stream, struct info i) {
	struct CUstream_st *s;
	cudaError_t e = i.status ? stream_find(stream, zero, &s) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	e = check_legacy(s, false);
	if (e == cudaSuccess)
		tell(s, &i);
	pthread_mutex_unlock(&lock);
	return e;
}
CUDA_PTSZ(cudaStreamGetCaptureInfo, get_info,
          (cudaStream_t stream, enum cudaStreamCaptureStatus *status,
           unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **deps,
           const cudaGraphEdgeData **data, size_t *n),
          stream, (struct info){status, id, graph, deps, data, n})

static cudaError_t change_deps(struct CUstream_st *s, cudaGraphNode_t *deps,
                               const cudaGraphEdgeData *data, size_t n, unsigned flags) {
	struct capture *c = s->capture;
	if (!c)
		return cudaErrorIllegalState;
	if (c->spoilt)
		return cudaErrorStreamCaptureInvalidated;
	if (!are_nodes_of(c->graph, deps, n))
		return cudaErrorInvalidValue;
	if (!graph_ready(NULL, s->ndep + n, 0))
		return cudaErrorMemoryAllocation;
	if (flags == cudaStreamSetCaptureDependencies)
		s->ndep = 0;
	for (size_t i = 0; i < n; i++)
		put_dep(c, s, deps[i], data ? &data[i] : NULL);
	return cudaSuccess;
}

static cudaError_t update_deps(enum stream_zero zero, cudaStream_t stream,
                               cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
                               size_t n, unsigned flags) {
	struct CUstream_st *s;
	if (flags > cudaStreamSetCaptureDependencies)
		return cudaErrorInvalidValue;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	e = change_deps(s, deps, data, n, flags);
	pthread_mutex_unlock(&lock);
	return e;
}
CUDA_PTSZ(cudaStreamUpdateCaptureDependencies, update_deps,
          (cudaStream_t stream, cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
           size_t n, unsigned int flags),
          stream, deps, data, n, flags)
