/* graph_exec.c - graphs that can be launched: steps made of nodes, launches.
 * graph_update.c changes them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/graph_exec.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/device.h"
#include "runtime/handles/event.h"
#include "runtime/handles/reset.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

static struct slots exec_slots = SLOTS_INIT(struct CUgraphExec_st);
static struct slots uses_slots = SLOTS_INIT(struct exec_uses);

static struct {
	pthread_mutex_t lock;
	struct CUgraphExec_st *first;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool exec_is(const struct CUgraphExec_st *x) {
	return x && x->slot.live && x->core;
}

struct CUgraph_st *exec_graph(struct CUgraphExec_st *x) {
	return exec_is(x) ? x->graph : NULL;
}

/* ---- from nodes to steps ---- */

static u32 put_step(struct maker *m, struct CUgraphNode_st *n, const struct simt_step *s,
                    u32 body) {
	vec_push(m->a, &m->step, *s);
	vec_push(m->a, &m->node, (struct node_ref){n});
	vec_last(&m->step).body = body;
	return m->step.n - 1;
}

static void put_edge(struct maker *m, u32 from, u32 to, bool early) {
	vec_push(m->a, &m->edge, (struct pair){{from, to}});
	vec_push(m->a, &m->early, early);
}

/* A child graph lies between two steps that do nothing. */
static cudaError_t make_child(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	const struct simt_step nothing = {.kind = SIMT_STEP_NOTHING};
	struct CUgraph_st *g = n->sub[0];
	n->number = put_step(m, n, &nothing, body);
	cudaError_t e = maker_add_graph(m, g, body);
	n->last = put_step(m, n, &nothing, body);
	for (struct CUgraphNode_st *c = g->first; c && e == cudaSuccess; c = c->next) {
		if (!c->in.n)
			put_edge(m, n->number, c->number, false);
		if (!c->out.n)
			put_edge(m, c->last, n->last, false);
	}
	if (!g->first)
		put_edge(m, n->number, n->last, false);
	return e;
}

static cudaError_t make_bodies(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	struct simt_step s = n->step;
	s.first_body = m->nbody;
	m->nbody += n->nsub;
	n->number = n->last = put_step(m, n, &s, body);
	for (u32 i = 0; i < n->nsub; i++) {
		cudaError_t e = maker_add_graph(m, n->sub[i], 1 + s.first_body + i);
		if (e != cudaSuccess)
			return e;
	}
	return cudaSuccess;
}

static cudaError_t make_node(struct maker *m, struct CUgraphNode_st *n, u32 body) {
	struct cuda_device *d;
	if (n->type == NODE_MEMORY_OPS && !m->device)
		m->device = n->ops.device;
	if (n->type == NODE_CALL && !graph_node_is_current(n))
		return cudaErrorInvalidResourceHandle;
	if (n->type == NODE_CALL && !m->device)
		m->device = n->device;
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

cudaError_t maker_add_graph(struct maker *m, struct CUgraph_st *g, u32 body) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		cudaError_t e = make_node(m, n, body);
		if (e != cudaSuccess) {
			m->bad = m->bad ? m->bad : n;
			return e;
		}
	}
	for (struct CUgraphNode_st *n = g->first; n; n = n->next)
		for (u32 i = 0; i < n->in.n; i++)
			put_edge(m, n->in.at[i].node->last, n->number,
			         n->in.at[i].data.type ==
			                 cudaGraphDependencyTypeProgrammatic);
	take_objects(m, g);
	return cudaSuccess;
}

void exec_drop_uses(void *p) {
	struct exec_uses *u = p;
	for (struct use *o = u->first; o; o = o->next)
		user_release(o->object, o->count);
	for (u32 i = 0; i < u->memory.n; i++)
		graph_memory_unref(u->memory.at[i]);
	arena_drop(&u->arena);
	slot_give(&uses_slots, u);
}

void maker_open(struct maker *m, struct arena *a) {
	*m = (struct maker){.a = a, .uses = slot_take(&uses_slots)};
	m->uses->arena = (struct arena)ARENA_INIT;
}

struct simt_plan maker_plan(const struct maker *m, struct CUgraphExec_st *x) {
	return (struct simt_plan){
		.step = m->step.at,
		.nstep = m->step.n,
		.nbody = m->nbody,
		.edge = (const uint32_t(*)[2])(const void *)m->edge.at,
		.early = m->early.at,
		.nedge = m->edge.n,
		.defaults = m->defaults.at,
		.ndefault = m->defaults.n,
		.owner = m->uses,
		.drop = exec_drop_uses,
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

/* Maps nodes of the program's graph, and of those inside it, to their twins in the
 * copy. */
void exec_pair_nodes(struct map *m, const struct CUgraph_st *from,
                     const struct CUgraph_st *to) {
	struct CUgraphNode_st *c = to->first;
	for (const struct CUgraphNode_st *n = from->first; n; n = n->next, c = c->next) {
		*map_at(m, n->id) = (uintptr_t)c;
		for (u32 i = 0; i < n->nsub; i++)
			exec_pair_nodes(m, n->sub[i], c->sub[i]);
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

/* Takes the handles of conditionals away from a copy: they belong to the original. */
void exec_forget_conditionals(struct CUgraph_st *g) {
	g->conditionals = NULL;
	for (struct CUgraphNode_st *n = g->first; n; n = n->next)
		for (u32 i = 0; i < n->nsub; i++)
			exec_forget_conditionals(n->sub[i]);
}

cudaError_t exec_copy_graph(const struct CUgraph_st *from, struct CUgraph_st **out) {
	cudaError_t e = graph_copy(from, out);
	if (e == cudaSuccess)
		copy_conditionals(from, *out);
	return e;
}

/* Returns the last node that a device graph may not have, or NULL: it may have kernels,
 * copies, fills and graphs of them, of one device. */
static struct CUgraphNode_st *not_for_device(struct CUgraph_st *g) {
	for (struct CUgraphNode_st *n = g->last; n; n = n->prev) {
		struct CUgraphNode_st *bad = NULL;
		switch (n->type) {
		case cudaGraphNodeTypeKernel:
		case cudaGraphNodeTypeMemcpy:
		case cudaGraphNodeTypeMemset: break;
		case cudaGraphNodeTypeGraph: bad = not_for_device(n->sub[0]); break;
		default: bad = n;
		}
		if (bad)
			return bad;
	}
	return NULL;
}

struct CUgraphNode_st *exec_original_of(const struct CUgraph_st *g, u64 id) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		if (n->id == id)
			return n;
		for (u32 i = 0; i < n->nsub; i++) {
			struct CUgraphNode_st *found = exec_original_of(n->sub[i], id);
			if (found)
				return found;
		}
	}
	return NULL;
}

/* Whether bodies of conditionals may hold the type. */
static bool body_allows(enum cudaGraphNodeType type) {
	if (type == NODE_CALL)
		return true;
	switch (type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemcpy:
	case cudaGraphNodeTypeMemset:
	case cudaGraphNodeTypeGraph:
	case cudaGraphNodeTypeEmpty:
	case cudaGraphNodeTypeConditional: return true;
	default: return false;
	}
}

/* Returns a node that a body of a conditional may not have, or NULL. As on an H200, it
 * can be added, and instantiation fails. */
static struct CUgraphNode_st *not_for_body(const struct CUgraph_st *g) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next) {
		if (g->is_body && !body_allows(n->type))
			return n;
		for (u32 i = 0; i < n->nsub; i++) {
			struct CUgraphNode_st *found = not_for_body(n->sub[i]);
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
		if (p->errNode_out)
			p->result_out = cudaGraphInstantiateNodeOperationNotSupported;
		if (p->errNode_out || !g->first)
			return cudaErrorInvalidValue;
	}
	p->errNode_out = not_for_body(g);
	if (p->errNode_out)
		return cudaErrorInvalidValue;
	return g->only_exec ? cudaErrorNotSupported : cudaSuccess;
}

static cudaError_t core_graph_new(struct CUgraphExec_st *x, const struct CUgraph_st *g,
                                  cudaGraphInstantiateParams *p) {
	struct arena scratch = ARENA_INIT;
	struct maker m;
	uint32_t bad;
	maker_open(&m, &scratch);
	cudaError_t e = maker_add_graph(&m, x->graph, 0);
	if (e == cudaSuccess && m.unused_handle) {
		p->result_out = cudaGraphInstantiateConditionalHandleUnused;
		e = cudaErrorInvalidValue;
	} else if (e == cudaSuccess) {
		struct simt_plan plan = maker_plan(&m, x);
		if (!m.device)
			m.device = x->device;
		x->device = m.device;
		x->generation = m.device->generation;
		enum simt_status s = simt_graph_create(m.device->dev, &plan, &x->core,
		                                       &bad);
		e = device_error(m.device, s);
		if (e == cudaErrorInvalidValue && bad == m.step.n)
			p->result_out = cudaGraphInstantiateInvalidStructure;
		if (e != cudaSuccess && bad < m.step.n)
			m.bad = m.node.at[bad].node;
	}
	if (e != cudaSuccess) {
		if (m.bad)
			p->errNode_out = exec_original_of(g, m.bad->origin);
		exec_drop_uses(m.uses);
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
		e = device_fault(d);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e == cudaSuccess && !arena_ready(3 * graph_weight(g)))
		e = cudaErrorMemoryAllocation;
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
	x->flags = p->flags & ~(unsigned long long)cudaGraphInstantiateFlagUpload;
	e = exec_copy_graph(g, &x->graph);
	if (e == cudaSuccess)
		e = core_graph_new(x, g, p);
	if (e != cudaSuccess) {
		if (x->graph) {
			exec_forget_conditionals(x->graph);
			graph_delete(x->graph);
		}
		arena_drop(&x->arena);
		slot_give(&exec_slots, x);
		return e;
	}
	exec_pair_nodes(&x->node_of, g, x->graph);
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
	if (flags & cudaGraphInstantiateFlagUpload) /* flag Upload needs a stream, which
	                                               this function has not */
		return cudart_report(cudaErrorInvalidValue);
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
	*flags = exec->flags &
	         ~(unsigned long long)cudaGraphInstantiateFlagUseNodePriority;
	return cudaSuccess;
}

/* The program's graph may be destroyed, and its memory used by another one. */
static void forget_source(struct CUgraphExec_st *x) {
	if (x->source && x->source->slot.live && x->source->only_exec == x)
		x->source->only_exec = NULL;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
	if (!exec || !exec->slot.live)
		return cudart_report(cudaErrorInvalidValue);
	delist(exec);
	forget_source(exec);
	if (exec->core)
		simt_graph_destroy(exec->core);
	exec_forget_conditionals(exec->graph);
	graph_delete(exec->graph);
	arena_drop(&exec->arena);
	arena_drop(&exec->update_arena);
	slot_give(&exec_slots, exec);
	return cudaSuccess;
}

void graphs_forget(struct cuda_device *d) {
	graph_memory_forget(d);
	pthread_mutex_lock(&all.lock);
	for (struct CUgraphExec_st *x = all.first; x; x = x->next)
		if (x->device == d && x->core) {
			simt_graph_destroy(x->core);
			x->core = NULL;
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

/* Memory that an earlier launch allocated must be free again. */
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

static void map_memory(const struct CUgraph_st *g) {
	for (const struct CUgraphNode_st *n = g->first; n && g->has_memory; n = n->next) {
		if (n->type == cudaGraphNodeTypeMemAlloc)
			graph_memory_map(n->memory, n->params.alloc.bytesize);
		if (n->type == cudaGraphNodeTypeGraph)
			map_memory(n->sub[0]);
	}
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
	if (!exec_is(exec))
		return cudaErrorInvalidValue;
	cudaError_t e = stream_find(stream, zero, &s);
	if (e == cudaSuccess)
		e = capture_forbids(s); /* it does not become a child, as on an H200 */
	if (e == cudaSuccess)
		e = begin_memory(exec);
	if (e != cudaSuccess)
		return e;
	if (e == cudaSuccess)
		e = stream_queued(s, simt_graph_launch(exec->core, s->stream));
	if (e == cudaSuccess) {
		map_memory(exec->graph);
		mark_memory(exec->graph);
	}
	return e;
}
CUDA_PTSZ(cudaGraphLaunch, launch, (cudaGraphExec_t exec, cudaStream_t stream), exec,
          stream)

/* Uploads: only memory of allocation nodes is mapped; everything else is in place after
 * instantiation. */
static cudaError_t upload(enum stream_zero zero, cudaGraphExec_t exec,
                          cudaStream_t stream) {
	struct CUstream_st *s;
	cudaError_t e = exec_is(exec) ? stream_find(stream, zero, &s)
	                              : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_own(s);
	if (e == cudaSuccess && exec->graph)
		map_memory(exec->graph);
	if (e == cudaSuccess)
		exec->uploaded = true;
	return e;
}
CUDA_PTSZ(cudaGraphUpload, upload, (cudaGraphExec_t exec, cudaStream_t stream), exec,
          stream)
