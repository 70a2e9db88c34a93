/* graph_exec.c - graphs that can be launched: steps made of nodes, updates of them, launches.
 * Such a graph keeps a copy of the one that it was made of: that is what updates are compared with, and its
 * nodes are found by the ids of the program's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/capture.h"
#include "runtime/cudart/graph.h"

struct CUgraphExec_st {
	struct slot slot;
	struct CUgraphExec_st *prev, *next; /* of all */
	struct simt_schedule *schedule;     /* NULL: its device was reset */
	struct CUgraph_st *graph;
	struct CUgraph_st *source; /* with memory nodes: there is one of them at a time */
	struct cuda_device *device;
	u32 generation;
	unsigned long long flags;
	struct arena arena;
	/* id of a node of the program -> node of `graph`: of the first graph, and of the last update's */
	struct map node_of, updated;
	struct arena update_arena;
	bool uploaded;
};

/* The objects that one state of it refers to, and queued launches with it. */
struct exec_uses {
	struct slot slot;
	struct arena arena;
	struct use *first;
	VEC(struct graph_memory *) memory;
};

static struct slots exec_slots = SLOTS_INIT(struct CUgraphExec_st);
static struct slots uses_slots = SLOTS_INIT(struct exec_uses);

static struct {
	pthread_mutex_t lock;
	struct CUgraphExec_st *first;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool exec_is(const struct CUgraphExec_st *x) {
	return x && x->slot.live && x->schedule;
}

struct CUgraph_st *exec_graph(struct CUgraphExec_st *x) {
	return exec_is(x) ? x->graph : NULL;
}

/* ---- from nodes to steps ---- */

struct maker {
	struct arena *a;
	VEC(struct simt_step) step;
	VEC(struct node_ref { struct CUgraphNode_st *node; }) node;
	VEC(struct pair { u32 at[2]; }) edge;
	VEC(struct simt_default) defaults;
	struct exec_uses *uses;
	struct cuda_device *device; /* of the first kernel */
	u32 nbody;
	struct CUgraphNode_st *bad;
	bool unused_handle;
};

static u32 put_step(struct maker *m, struct CUgraphNode_st *n, const struct simt_step *s,
                    u32 body) {
	vec_push(m->a, &m->step, *s);
	vec_push(m->a, &m->node, (struct node_ref){n});
	vec_last(&m->step).body = body;
	return m->step.n - 1;
}

static void put_edge(struct maker *m, u32 from, u32 to) {
	vec_push(m->a, &m->edge, (struct pair){{from, to}});
}

static cudaError_t make_graph(struct maker *m, struct CUgraph_st *g, u32 body);

/* A child graph lies between two steps that do nothing. */
static cudaError_t make_child(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	const struct simt_step nothing = {.kind = SIMT_STEP_NOTHING};
	struct CUgraph_st *g = n->sub[0];
	n->number = put_step(m, n, &nothing, body);
	cudaError_t e = make_graph(m, g, body);
	n->last = put_step(m, n, &nothing, body);
	for (struct CUgraphNode_st *c = g->first; c && e == cudaSuccess; c = c->next) {
		if (!c->in.n)
			put_edge(m, n->number, c->number);
		if (!c->out.n)
			put_edge(m, c->last, n->last);
	}
	if (!g->first)
		put_edge(m, n->number, n->last);
	return e;
}

static cudaError_t make_bodies(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	struct simt_step s = n->step;
	s.first_body = m->nbody;
	m->nbody += n->nsub;
	n->number = n->last = put_step(m, n, &s, body);
	for (u32 i = 0; i < n->nsub; i++) {
		cudaError_t e = make_graph(m, n->sub[i], 1 + s.first_body + i);
		if (e != cudaSuccess)
			return e;
	}
	return cudaSuccess;
}

static cudaError_t make_node(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	struct cuda_device *d;
	switch (n->type) {
	case cudaGraphNodeTypeGraph: return make_child(m, n, body);
	case cudaGraphNodeTypeConditional: return make_bodies(m, n, body);
	case cudaGraphNodeTypeEventRecord:
	case cudaGraphNodeTypeWaitEvent:
		if (event_find(n->params.eventRecord.event) != cudaSuccess)
			return cudaErrorInvalidValue;
		n->step.event = n->params.eventRecord.event->event;
		break;
	case cudaGraphNodeTypeKernel:
		if (!graph_node_is_current(n))
			return cudaErrorInvalidResourceHandle;
		d = device_of(simt_function_device(n->step.function));
		if (!m->device)
			m->device = d;
		break;
	case cudaGraphNodeTypeMemAlloc:
	case cudaGraphNodeTypeMemFree:
		graph_memory_ref(n->memory);
		vec_push(&m->uses->arena, &m->uses->memory, n->memory);
		break;
	default: break;
	}
	n->number = n->last = put_step(m, n, &n->step, body);
	return cudaSuccess;
}

static void take_objects(struct maker *m, const struct CUgraph_st *g) {
	for (const struct use *u = g->uses; u; u = u->next) {
		struct use *c = arena_new(&m->uses->arena, struct use);
		*c = (struct use){m->uses->first, u->object, u->count};
		m->uses->first = c;
		user_retain(u->object, u->count);
	}
	for (const struct conditional *c = g->conditionals; c; c = c->next) {
		if (!c->used)
			m->unused_handle = true;
		else if (c->flags & cudaGraphCondAssignDefault)
			vec_push(m->a, &m->defaults,
			         (struct simt_default){c->handle, c->value});
	}
}

static cudaError_t make_graph(struct maker *m, struct CUgraph_st *g, u32 body) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		cudaError_t e = make_node(m, n, body);
		if (e != cudaSuccess) {
			m->bad = m->bad ? m->bad : n;
			return e;
		}
	}
	for (struct CUgraphNode_st *n = g->first; n; n = n->next)
		for (u32 i = 0; i < n->in.n; i++)
			put_edge(m, n->in.at[i].node->last, n->number);
	take_objects(m, g);
	return cudaSuccess;
}

static void drop_uses(void *p) {
	struct exec_uses *u = p;
	for (struct use *o = u->first; o; o = o->next)
		user_release(o->object, o->count);
	for (u32 i = 0; i < u->memory.n; i++)
		graph_memory_unref(u->memory.at[i]);
	arena_drop(&u->arena);
	slot_give(&uses_slots, u);
}

static void maker_open(struct maker *m, struct arena *a) {
	*m = (struct maker){.a = a, .uses = slot_take(&uses_slots)};
	m->uses->arena = (struct arena)ARENA_INIT;
}

static struct simt_plan plan_of(const struct maker *m, struct CUgraphExec_st *x) {
	return (struct simt_plan){
		.step = m->step.at,
		.nstep = m->step.n,
		.nbody = m->nbody,
		.edge = (const uint32_t(*)[2])(const void *)m->edge.at,
		.nedge = m->edge.n,
		.defaults = m->defaults.at,
		.ndefault = m->defaults.n,
		.owner = m->uses,
		.drop = drop_uses,
		.id = x,
		.for_device = x->flags & cudaGraphInstantiateFlagDeviceLaunch,
	};
}

/* ---- instantiation ---- */

static void list(struct CUgraphExec_st *x) {
	pthread_mutex_lock(&all.lock);
	x->next = all.first;
	if (x->next)
		x->next->prev = x;
	all.first = x;
	pthread_mutex_unlock(&all.lock);
}

static void delist(struct CUgraphExec_st *x) {
	pthread_mutex_lock(&all.lock);
	*(x->prev ? &x->prev->next : &all.first) = x->next;
	if (x->next)
		x->next->prev = x->prev;
	pthread_mutex_unlock(&all.lock);
}

/* Nodes of the program's graph, and of those inside it, know their twins in the copy. */
static void pair_nodes(struct map *m, const struct CUgraph_st *from,
                       const struct CUgraph_st *to) {
	struct CUgraphNode_st *c = to->first;
	for (const struct CUgraphNode_st *n = from->first; n; n = n->next, c = c->next) {
		*map_at(m, n->id) = (uintptr_t)c;
		for (u32 i = 0; i < n->nsub; i++)
			pair_nodes(m, n->sub[i], c->sub[i]);
	}
}

static void copy_conditionals(const struct CUgraph_st *from, struct CUgraph_st *to) {
	struct CUgraphNode_st *c = to->first;
	for (const struct conditional *h = from->conditionals; h; h = h->next) {
		struct conditional *copy = arena_new(&to->arena, struct conditional);
		*copy = *h;
		copy->next = to->conditionals;
		to->conditionals = copy;
	}
	for (const struct CUgraphNode_st *n = from->first; n; n = n->next, c = c->next)
		for (u32 i = 0; i < n->nsub; i++)
			copy_conditionals(n->sub[i], c->sub[i]);
}

/* A copy whose handles are the original's: the kernels in it know them. They stay the original's. */
static void forget_conditionals(struct CUgraph_st *g) {
	g->conditionals = NULL;
	for (struct CUgraphNode_st *n = g->first; n; n = n->next)
		for (u32 i = 0; i < n->nsub; i++)
			forget_conditionals(n->sub[i]);
}

static cudaError_t copy_for_exec(const struct CUgraph_st *from, struct CUgraph_st **out) {
	cudaError_t e = graph_copy(from, out);
	if (e == cudaSuccess)
		copy_conditionals(from, *out);
	return e;
}

/* Device graphs hold kernels, copies, fills and graphs of them, of one device. */
static struct CUgraphNode_st *not_for_device(struct CUgraph_st *g) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		struct CUgraphNode_st *bad = NULL;
		switch (n->type) {
		case cudaGraphNodeTypeKernel:
		case cudaGraphNodeTypeMemcpy:
		case cudaGraphNodeTypeMemset:
		case cudaGraphNodeTypeEmpty: break;
		case cudaGraphNodeTypeGraph: bad = not_for_device(n->sub[0]); break;
		default: bad = n;
		}
		if (bad)
			return bad;
	}
	return NULL;
}

static struct CUgraphNode_st *original_of(const struct CUgraph_st *g, u64 id) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		if (n->id == id)
			return n;
		for (u32 i = 0; i < n->nsub; i++) {
			struct CUgraphNode_st *found = original_of(n->sub[i], id);
			if (found)
				return found;
		}
	}
	return NULL;
}

static cudaError_t check_structure(struct CUgraph_st *g, unsigned long long flags,
                                   cudaGraphInstantiateParams *p) {
	if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
		p->errNode_out = not_for_device(g);
		if (p->errNode_out || !g->first)
			p->result_out = cudaGraphInstantiateNodeOperationNotSupported;
		if (p->errNode_out || !g->first)
			return cudaErrorNotSupported;
	}
	return g->only_exec ? cudaErrorNotSupported : cudaSuccess;
}

static cudaError_t schedule_new(struct CUgraphExec_st *x, const struct CUgraph_st *g,
                                cudaGraphInstantiateParams *p) {
	struct arena scratch = ARENA_INIT;
	struct maker m;
	uint32_t bad;
	maker_open(&m, &scratch);
	cudaError_t e = make_graph(&m, x->graph, 0);
	if (e == cudaSuccess && m.unused_handle) {
		p->result_out = cudaGraphInstantiateConditionalHandleUnused;
		e = cudaErrorInvalidValue;
	} else if (e == cudaSuccess) {
		struct simt_plan plan = plan_of(&m, x);
		if (!m.device)
			m.device = x->device;
		x->device = m.device;
		x->generation = m.device->generation;
		enum simt_status s = simt_schedule_create(m.device->dev, &plan,
		                                          &x->schedule, &bad);
		e = device_error(m.device, s);
		if (e == cudaErrorInvalidValue && bad == m.step.n)
			p->result_out = cudaGraphInstantiateInvalidStructure;
		if (e != cudaSuccess && bad < m.step.n)
			m.bad = m.node.at[bad].node;
	}
	if (e != cudaSuccess) {
		if (m.bad)
			p->errNode_out = original_of(g, m.bad->origin);
		drop_uses(m.uses);
	}
	arena_drop(&scratch);
	return e;
}

static cudaError_t instantiate(cudaGraphExec_t *out, struct CUgraph_st *g,
                               cudaGraphInstantiateParams *p) {
	const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
	                                 cudaGraphInstantiateFlagUpload |
	                                 cudaGraphInstantiateFlagDeviceLaunch |
	                                 cudaGraphInstantiateFlagUseNodePriority;
	struct cuda_device *d;
	p->errNode_out = NULL;
	p->result_out = cudaGraphInstantiateError;
	if (!out || !graph_is(g) || (p->flags & ~known) ||
	    ((p->flags & cudaGraphInstantiateFlagDeviceLaunch) &&
	     (p->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)))
		return cudaErrorInvalidValue;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = check_structure(g, p->flags, p);
	if (e != cudaSuccess)
		return e;
	struct CUgraphExec_st *x = slot_take(&exec_slots);
	x->arena = (struct arena)ARENA_INIT;
	x->update_arena = (struct arena)ARENA_INIT;
	x->node_of = MAP_INIT(&x->arena);
	x->updated = MAP_INIT(&x->update_arena);
	x->device = d;
	x->flags = p->flags;
	e = copy_for_exec(g, &x->graph);
	if (e == cudaSuccess)
		e = schedule_new(x, g, p);
	if (e != cudaSuccess) {
		if (x->graph) {
			forget_conditionals(x->graph);
			graph_delete(x->graph);
		}
		arena_drop(&x->arena);
		slot_give(&exec_slots, x);
		return e;
	}
	pair_nodes(&x->node_of, g, x->graph);
	if (g->has_memory) {
		g->only_exec = x;
		x->source = g;
	}
	list(x);
	p->result_out = cudaGraphInstantiateSuccess;
	*out = x;
	return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
	cudaGraphInstantiateParams p = {.flags = flags};
	return cudart_report(instantiate(exec, graph, &p));
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags) {
	return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

static cudaError_t instantiate_with(enum stream_zero zero, cudaGraphExec_t *exec,
                                    cudaGraph_t graph, cudaGraphInstantiateParams *p) {
	struct CUstream_st *s;
	if (!p)
		return cudaErrorInvalidValue;
	cudaError_t e = p->flags & cudaGraphInstantiateFlagUpload
	                        ? stream_find(p->uploadStream, zero, &s)
	                        : cudaSuccess;
	if (e == cudaSuccess)
		e = instantiate(exec, graph, p);
	if (e == cudaSuccess && (p->flags & cudaGraphInstantiateFlagUpload))
		(*exec)->uploaded = true;
	return e;
}
CUDA_PTSZ(cudaGraphInstantiateWithParams, instantiate_with,
          (cudaGraphExec_t * exec, cudaGraph_t graph, cudaGraphInstantiateParams *params),
          exec, graph, params)

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
	if (!exec_is(exec) || !flags)
		return cudart_report(cudaErrorInvalidValue);
	*flags = exec->flags;
	return cudaSuccess;
}

/* The program's graph may be gone, and its place be another's. */
static void forget_source(struct CUgraphExec_st *x) {
	if (x->source && x->source->slot.live && x->source->only_exec == x)
		x->source->only_exec = NULL;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
	if (!exec || !exec->slot.live)
		return cudart_report(cudaErrorInvalidValue);
	delist(exec);
	forget_source(exec);
	if (exec->schedule)
		simt_schedule_destroy(exec->schedule);
	forget_conditionals(exec->graph);
	graph_delete(exec->graph);
	arena_drop(&exec->arena);
	arena_drop(&exec->update_arena);
	slot_give(&exec_slots, exec);
	return cudaSuccess;
}

void graphs_forget(struct cuda_device *d) {
	pthread_mutex_lock(&all.lock);
	for (struct CUgraphExec_st *x = all.first; x; x = x->next)
		if (x->device == d && x->schedule) {
			simt_schedule_destroy(x->schedule);
			x->schedule = NULL;
		}
	pthread_mutex_unlock(&all.lock);
}

/* ---- launches ---- */

static struct graph_memory *left_over(const struct CUgraph_st *g) {
	for (const struct CUgraphNode_st *n = g->first; n; n = n->next)
		if (n->type == cudaGraphNodeTypeMemAlloc && n->memory->live)
			return n->memory;
	return NULL;
}

/* What an earlier launch has allocated must be free again. */
static cudaError_t begin_memory(struct CUgraphExec_st *x) {
	struct graph_memory *m;
	if (!x->graph->has_memory)
		return cudaSuccess;
	while ((m = left_over(x->graph))) {
		if (!(x->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch))
			return cudaErrorInvalidValue;
		graph_memory_mark(m, false);
	}
	return cudaSuccess;
}

static void mark_memory(const struct CUgraph_st *g) {
	for (const struct CUgraphNode_st *n = g->first; n && g->has_memory; n = n->next) {
		if (n->type == cudaGraphNodeTypeMemAlloc && !n->freed)
			graph_memory_mark(n->memory, true);
		if (n->type == cudaGraphNodeTypeMemFree)
			graph_memory_mark(n->memory, false);
		if (n->type == cudaGraphNodeTypeGraph)
			mark_memory(n->sub[0]);
	}
}

static cudaError_t launch(enum stream_zero zero, cudaGraphExec_t exec,
                          cudaStream_t stream) {
	struct CUstream_st *s;
	struct capture *c;
	struct CUgraphNode_st *n;
	if (!exec_is(exec))
		return cudaErrorInvalidValue;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (e != cudaSuccess)
		return e;
	if (c) {
		e = capture_node(c, s, cudaGraphNodeTypeGraph, &n);
		return e == cudaSuccess ? capture_end_node(c, s, n,
		                                           graph_node_set_child(
								   n, exec->graph, false))
		                        : e;
	}
	e = begin_memory(exec);
	if (e != cudaSuccess)
		return e;
	e = stream_queued(s, simt_schedule_launch(exec->schedule, s->stream));
	if (e == cudaSuccess)
		mark_memory(exec->graph);
	return e;
}
CUDA_PTSZ(cudaGraphLaunch, launch, (cudaGraphExec_t exec, cudaStream_t stream), exec,
          stream)

/* Everything is where it has to be as soon as it is instantiated. */
static cudaError_t upload(enum stream_zero zero, cudaGraphExec_t exec,
                          cudaStream_t stream) {
	struct CUstream_st *s;
	cudaError_t e = exec_is(exec) ? stream_find(stream, zero, &s)
	                              : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		exec->uploaded = true;
	return e;
}
CUDA_PTSZ(cudaGraphUpload, upload, (cudaGraphExec_t exec, cudaStream_t stream), exec,
          stream)

/* ---- updates of one node ---- */

static struct CUgraphNode_st *twin(struct CUgraphExec_st *x, struct CUgraphNode_st *n) {
	u64 *at = graph_node_is(n) ? map_find(&x->node_of, n->id) : NULL;
	if (!at && graph_node_is(n))
		at = map_find(&x->updated, n->id);
	return at ? (struct CUgraphNode_st *)(uintptr_t)*at : NULL;
}

static cudaError_t find_twin(struct CUgraphExec_st *x, struct CUgraphNode_st *n,
                             enum cudaGraphNodeType type, struct CUgraphNode_st **out) {
	if (!exec_is(x) || !(*out = twin(x, n)) || (*out)->type != type)
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

static cudaError_t apply(struct CUgraphExec_st *x, struct CUgraphNode_st *n) {
	if (n->type == cudaGraphNodeTypeEventRecord ||
	    n->type == cudaGraphNodeTypeWaitEvent) {
		if (event_find(n->params.eventRecord.event) != cudaSuccess)
			return cudaErrorInvalidValue;
		n->step.event = n->params.eventRecord.event->event;
	}
	return device_error(x->device,
	                    simt_schedule_set_step(x->schedule, n->number, &n->step));
}

static bool is_device_place(u64 addr) {
	struct place p = place_of((void *)(uintptr_t)addr);
	return p.device && p.allocation.kind == SIMT_MEMORY_DEVICE;
}

/* The kinds of memory on both sides must stay. */
static bool same_kind(const struct simt_step *a, const struct simt_step *b) {
	if (a->kind == SIMT_STEP_COPY)
		return is_device_place(a->copy.dst) == is_device_place(b->copy.dst) &&
		       is_device_place(a->copy.src) == is_device_place(b->copy.src) &&
		       a->copy.dst_device == b->copy.dst_device &&
		       a->copy.src_device == b->copy.src_device;
	if (a->kind == SIMT_STEP_FILL)
		return a->device == b->device &&
		       is_device_place(a->fill.dst) == is_device_place(b->fill.dst);
	if (a->kind == SIMT_STEP_LAUNCH)
		return simt_function_device(a->function) ==
		       simt_function_device(b->function);
	return true;
}

/* Tries the change on the copy's node, which goes back to what it was if it cannot be. */
#define CHANGE(type, set)                                        \
	struct CUgraphNode_st *n;                                \
	cudaError_t e = find_twin(exec, node, type, &n);         \
	if (e != cudaSuccess)                                    \
		return cudart_report(e);                         \
	const struct simt_step old = n->step;                    \
	e = set;                                                 \
	if (e == cudaSuccess && !same_kind(&old, &n->step))      \
		e = cudaErrorInvalidValue;                       \
	if (e == cudaSuccess)                                    \
		e = apply(exec, n);                              \
	if (e != cudaSuccess && type != cudaGraphNodeTypeKernel) \
		n->step = old;                                   \
	return cudart_report(e)

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p) {
	CHANGE(cudaGraphNodeTypeKernel, graph_node_set_kernel(n, p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p) {
	CHANGE(cudaGraphNodeTypeMemcpy, graph_node_set_copy(n, p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind) {
	CHANGE(cudaGraphNodeTypeMemcpy, graph_node_set_line(n, dst, src, count, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                     cudaGraphNode_t node,
                                                     const void *symbol, const void *src,
                                                     size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind) {
	CHANGE(cudaGraphNodeTypeMemcpy,
	       graph_node_set_to_symbol(n, symbol, src, count, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                       cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset,
                                                       enum cudaMemcpyKind kind) {
	CHANGE(cudaGraphNodeTypeMemcpy,
	       graph_node_set_from_symbol(n, dst, symbol, count, offset, kind));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p) {
	CHANGE(cudaGraphNodeTypeMemset, graph_node_set_fill(n, p));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p) {
	CHANGE(cudaGraphNodeTypeHost, graph_node_set_host(n, p));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaEvent_t event) {
	CHANGE(cudaGraphNodeTypeEventRecord, graph_node_set_event(n, event));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
	CHANGE(cudaGraphNodeTypeWaitEvent, graph_node_set_event(n, event));
}

static cudaError_t set_any(struct CUgraphExec_st *exec, struct CUgraphNode_st *node,
                           struct cudaGraphNodeParams *p) {
	CHANGE(p->type, graph_node_set_any(n, p));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *p) {
	if (!p || !graph_node_is(node) || node->type != p->type)
		return cudart_report(cudaErrorInvalidValue);
	switch (p->type) {
	case cudaGraphNodeTypeGraph:
		return cudaGraphExecChildGraphNodeSetParams(exec, node, p->graph.graph);
	case cudaGraphNodeTypeMemAlloc:
	case cudaGraphNodeTypeMemFree:
	case cudaGraphNodeTypeConditional: return cudart_report(cudaErrorNotSupported);
	default: return set_any(exec, node, p);
	}
}

static bool can_be_disabled(const struct CUgraphNode_st *n) {
	return n &&
	       (n->type == cudaGraphNodeTypeKernel ||
	        n->type == cudaGraphNodeTypeMemcpy || n->type == cudaGraphNodeTypeMemset);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
	struct CUgraphNode_st *n = exec_is(exec) ? twin(exec, node) : NULL;
	if (!can_be_disabled(n))
		return cudart_report(cudaErrorInvalidValue);
	n->step.disabled = !enabled;
	return cudart_report(device_error(
		exec->device,
		simt_schedule_enable_step(exec->schedule, n->number, enabled != 0)));
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *enabled) {
	struct CUgraphNode_st *n = exec_is(exec) ? twin(exec, node) : NULL;
	if (!can_be_disabled(n) || !enabled)
		return cudart_report(cudaErrorInvalidValue);
	*enabled = !n->step.disabled;
	return cudaSuccess;
}

/* ---- updates of all nodes ---- */

static bool differ(cudaGraphExecUpdateResultInfo *info,
                   enum cudaGraphExecUpdateResult why, struct CUgraphNode_st *node,
                   struct CUgraphNode_st *from) {
	info->result = why;
	info->errorNode = node;
	info->errorFromNode = from;
	return false;
}

/* Nodes pair in the order in which they were added. Marks give both of a pair one number. */
static bool pair_up(const struct CUgraph_st *old, const struct CUgraph_st *new,
                    cudaGraphExecUpdateResultInfo *info) {
	struct CUgraphNode_st *b = new->first;
	u64 mark = 0;
	if (old->nnode != new->nnode)
		return differ(info, cudaGraphExecUpdateErrorTopologyChanged, NULL, NULL);
	for (struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next)
		a->mark = b->mark = ++mark;
	return true;
}

static bool same_edges(const struct CUgraphNode_st *a, const struct CUgraphNode_st *b,
                       struct arena *scratch) {
	struct map marks = MAP_INIT(scratch);
	if (a->in.n != b->in.n)
		return false;
	if (a->in.n == 1)
		return a->in.at[0].node->mark == b->in.at[0].node->mark;
	for (u32 i = 0; i < a->in.n; i++)
		*map_at(&marks, a->in.at[i].node->mark) = 1;
	for (u32 i = 0; i < b->in.n; i++)
		if (!map_find(&marks, b->in.at[i].node->mark))
			return false;
	return true;
}

static bool same_node(struct CUgraphNode_st *a, struct CUgraphNode_st *b,
                      struct arena *scratch, cudaGraphExecUpdateResultInfo *info) {
	if (a->type != b->type)
		return differ(info, cudaGraphExecUpdateErrorNodeTypeChanged, b, a);
	if (!same_edges(a, b, scratch))
		return differ(info, cudaGraphExecUpdateErrorTopologyChanged, b, a);
	if (a->nsub != b->nsub ||
	    (a->type == cudaGraphNodeTypeConditional && a->step.kind != b->step.kind))
		return differ(info, cudaGraphExecUpdateErrorParametersChanged, b, a);
	if (a->type == cudaGraphNodeTypeMemAlloc || a->type == cudaGraphNodeTypeMemFree) {
		if (a->memory != b->memory)
			return differ(info, cudaGraphExecUpdateErrorNotSupported, b, a);
	} else if (!graph_node_is_current(b) || !same_kind(&a->step, &b->step)) {
		return differ(info,
		              a->type == cudaGraphNodeTypeKernel
		                      ? cudaGraphExecUpdateErrorUnsupportedFunctionChange
		                      : cudaGraphExecUpdateErrorParametersChanged,
		              b, a);
	}
	return true;
}

/* Of graphs whose nodes are paired: those inside pair in turn. */
static bool same_graph(const struct CUgraph_st *old, const struct CUgraph_st *new,
                       struct arena *scratch, cudaGraphExecUpdateResultInfo *info) {
	if (!pair_up(old, new, info))
		return false;
	struct CUgraphNode_st *b = new->first;
	for (struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next) {
		bool same = same_node(a, b, scratch, info);
		arena_reset(scratch);
		if (!same)
			return false;
	}
	if (old->nedge != new->nedge)
		return differ(info, cudaGraphExecUpdateErrorTopologyChanged, NULL, NULL);
	b = new->first;
	for (struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next)
		for (u32 i = 0; i < a->nsub; i++)
			if (!same_graph(a->sub[i], b->sub[i], scratch, info)) {
				info->errorNode = info->errorNode ? info->errorNode : b;
				return false;
			}
	return true;
}

/* Steps keep their numbers, since nodes keep their order. */
static cudaError_t update_all(struct CUgraphExec_st *x, struct CUgraph_st *fresh,
                              cudaGraphExecUpdateResultInfo *info, struct CUgraph_st *g) {
	struct arena scratch = ARENA_INIT;
	struct maker m;
	uint32_t bad = 0;
	maker_open(&m, &scratch);
	cudaError_t e = make_graph(&m, fresh, 0);
	if (e == cudaSuccess) {
		struct simt_plan plan = plan_of(&m, x);
		e = device_error(x->device,
		                 simt_schedule_update(x->schedule, &plan, &bad));
		if (e != cudaSuccess && bad < m.step.n)
			m.bad = m.node.at[bad].node;
	}
	if (e != cudaSuccess) {
		drop_uses(m.uses);
		differ(info, cudaGraphExecUpdateError,
		       m.bad ? original_of(g, m.bad->origin) : NULL, NULL);
	}
	arena_drop(&scratch);
	return e;
}

/* Who is disabled stays so. */
static void keep_disabled(const struct CUgraph_st *old, struct CUgraph_st *fresh) {
	struct CUgraphNode_st *b = fresh->first;
	for (const struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next) {
		b->step.disabled = a->step.disabled;
		for (u32 i = 0; i < a->nsub; i++)
			keep_disabled(a->sub[i], b->sub[i]);
	}
}

/* Nodes of the program that meant the old copy's mean the new one's. */
static void move_twins(const struct CUgraph_st *old, const struct CUgraph_st *fresh,
                       struct map *to) {
	const struct CUgraphNode_st *b = fresh->first;
	for (const struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next) {
		map_put_ptr(to, a, b);
		for (u32 i = 0; i < a->nsub; i++)
			move_twins(a->sub[i], b->sub[i], to);
	}
}

static void replace_copy(struct CUgraphExec_st *x, struct CUgraph_st *fresh,
                         const struct CUgraph_st *g) {
	struct arena scratch = ARENA_INIT;
	struct map to = MAP_INIT(&scratch);
	move_twins(x->graph, fresh, &to);
	map_each (it, &x->node_of)
		it->value = (uintptr_t)map_get_ptr(&to, (void *)(uintptr_t)it->value);
	arena_drop(&scratch);
	forget_conditionals(x->graph);
	graph_delete(x->graph);
	x->graph = fresh;
	arena_reset(&x->update_arena);
	x->updated = MAP_INIT(&x->update_arena);
	pair_nodes(&x->updated, g, fresh);
}

static cudaError_t update(struct CUgraphExec_st *x, struct CUgraph_st *g,
                          cudaGraphExecUpdateResultInfo *info) {
	struct arena scratch = ARENA_INIT;
	struct CUgraph_st *fresh;
	*info = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateSuccess};
	bool same = same_graph(x->graph, g, &scratch, info);
	arena_drop(&scratch);
	if (!same)
		return cudaErrorGraphExecUpdateFailure;
	cudaError_t e = copy_for_exec(g, &fresh);
	if (e != cudaSuccess)
		return e;
	keep_disabled(x->graph, fresh);
	e = update_all(x, fresh, info, g);
	if (e == cudaSuccess) {
		replace_copy(x, fresh, g);
		return e;
	}
	forget_conditionals(fresh);
	graph_delete(fresh);
	return cudaErrorGraphExecUpdateFailure;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
	cudaGraphExecUpdateResultInfo unasked;
	if (!exec_is(exec) || !graph_is(graph))
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(update(exec, graph, info ? info : &unasked));
}

static cudaError_t set_steps(struct CUgraphExec_st *x, struct CUgraph_st *to,
                             const struct CUgraph_st *from) {
	const struct CUgraphNode_st *b = from->first;
	for (struct CUgraphNode_st *a = to->first; a; a = a->next, b = b->next) {
		cudaError_t e = cudaSuccess;
		if (a->nsub)
			e = set_steps(x, a->sub[0], b->sub[0]);
		else
			e = graph_node_set_same(a, b);
		if (e == cudaSuccess && !a->nsub)
			e = apply(x, a);
		if (e != cudaSuccess)
			return e;
	}
	return cudaSuccess;
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaGraph_t child) {
	struct arena scratch = ARENA_INIT;
	cudaGraphExecUpdateResultInfo info;
	struct CUgraphNode_st *n;
	cudaError_t e = graph_is(child)
	                        ? find_twin(exec, node, cudaGraphNodeTypeGraph, &n)
	                        : cudaErrorInvalidValue;
	if (e == cudaSuccess && !same_graph(n->sub[0], child, &scratch, &info))
		e = cudaErrorInvalidValue;
	arena_drop(&scratch);
	return cudart_report(e == cudaSuccess ? set_steps(exec, n->sub[0], child) : e);
}
