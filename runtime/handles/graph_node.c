/* graph_node.c - parameters of nodes of each type, and the steps that they mean.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "runtime/handles/address.h"
#include "runtime/handles/array.h"
#include "runtime/handles/device.h"
#include "runtime/handles/event.h"
#include "runtime/handles/graph.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/memory.h"
#include "runtime/handles/symbol.h"

/* ---- kernels ---- */

enum { PARAM_BUFFER_END = 0, PARAM_BUFFER_POINTER = 1, PARAM_BUFFER_SIZE = 2 };

/* The parameters as one block: {1, block, 2, &size, 0}. */
static bool read_extra(void *const *extra, struct simt_launch *l) {
	for (u32 i = 0; i < 5; i += 2) {
		switch ((uintptr_t)extra[i]) {
		case PARAM_BUFFER_END: return l->params != NULL;
		case PARAM_BUFFER_POINTER: l->params = extra[i + 1]; break;
		case PARAM_BUFFER_SIZE:
			l->param_bytes = (u32) * (const size_t *)extra[i + 1];
			break;
		default: return false;
		}
	}
	return false;
}

/* Copies the values of l's arguments to a block of the graph, and keeps their addresses
 * there. */
static cudaError_t keep_arguments(struct CUgraphNode_st *n, struct simt_function *f,
                                  const struct simt_launch *l) {
	struct simt_function_attributes a;
	struct simt_param p;
	simt_function_attributes(f, &a);
	if (a.nparam && !l->args && !l->params)
		return cudaErrorInvalidValue;
	if (l->params && l->param_bytes < a.param_bytes)
		return cudaErrorInvalidValue;
	u8 *block = n->step.kind == SIMT_STEP_LAUNCH
	                    ? (u8 *)(uintptr_t)n->step.launch.params
	                    : NULL;
	if (n->block_cap < a.param_bytes || !block) {
		n->block_cap = MAX(a.param_bytes, 64);
		block = arena_zalloc(&n->graph->arena, n->block_cap, 16);
	}
	/* The new values may come from the old block. */
	struct arena scratch = ARENA_INIT;
	u8 *fresh = arena_zalloc(&scratch, MAX(a.param_bytes, 1), 16);
	if (l->params)
		memcpy(fresh, l->params, a.param_bytes);
	for (u32 i = 0; !l->params && simt_function_param(f, i, &p); i++)
		memcpy(fresh + p.offset, l->args[i], p.size);
	memcpy(block, fresh, a.param_bytes);
	arena_drop(&scratch);
	if (n->args_cap < a.nparam + 1) {
		n->args_cap = a.nparam + 1;
		n->args = arena_array(&n->graph->arena, void *, n->args_cap);
	}
	for (u32 i = 0; simt_function_param(f, i, &p); i++)
		n->args[i] = block + p.offset;
	n->step.launch = *l;
	n->step.launch.args = NULL;
	n->step.launch.params = block;
	n->step.launch.param_bytes = a.param_bytes;
	n->step.function = f;
	return cudaSuccess;
}

/* Returns the function of a kernel node whose device was not reset; else NULL. */
static struct simt_function *kept_function(const struct CUgraphNode_st *n) {
	return n->step.kind == SIMT_STEP_LAUNCH && n->generation == n->device->generation
	               ? n->step.function
	               : NULL;
}

cudaError_t graph_node_set_launch(struct CUgraphNode_st *n, const void *func,
                                  struct simt_function *f, const struct simt_launch *l) {
	simt_function_keep(f);
	struct simt_function *old = kept_function(n);
	cudaError_t e = keep_arguments(n, f, l);
	if (e != cudaSuccess) {
		simt_function_release(f);
		return e;
	}
	if (old)
		simt_function_release(old);
	n->step.kind = SIMT_STEP_LAUNCH;
	n->device = device_of(simt_function_device(f));
	n->generation = n->device->generation;
	n->params.kernel = (struct cudaKernelNodeParamsV2){
		.func = (void *)(uintptr_t)func,
		.gridDim = {l->grid[0], l->grid[1], l->grid[2]},
		.blockDim = {l->block[0], l->block[1], l->block[2]},
		.sharedMemBytes = l->shared_dynamic,
		.kernelParams = n->args,
	};
	return cudaSuccess;
}

bool graph_node_is_current(const struct CUgraphNode_st *n) {
	return (n->step.kind != SIMT_STEP_LAUNCH && n->type != NODE_CALL) ||
	       n->generation == n->device->generation;
}

cudaError_t graph_node_set_function(struct CUgraphNode_st *n, const void *func,
                                    struct cuda_device *d, struct simt_function *f,
                                    const struct cudaKernelNodeParams *p) {
	const struct simt_launch *old = &n->step.launch;
	struct simt_launch l = {
		.grid = {p->gridDim.x, p->gridDim.y, p->gridDim.z},
		.block = {p->blockDim.x, p->blockDim.y, p->blockDim.z},
		.cluster = {old->cluster[0], old->cluster[1], old->cluster[2]},
		.cooperative = old->cooperative,
		.shared_dynamic = p->sharedMemBytes,
		.args = p->kernelParams,
	};
	if (p->extra && (p->kernelParams || !read_extra(p->extra, &l)))
		return cudaErrorInvalidValue;
	cudaError_t e = device_error(d, simt_launch_check(f, &l));
	return e == cudaSuccess ? graph_node_set_launch(n, func, f, &l) : e;
}

cudaError_t graph_node_set_kernel(struct CUgraphNode_st *n,
                                  const struct cudaKernelNodeParams *p) {
	struct cuda_device *d;
	struct CUkern_st *k;
	struct simt_function *f;
	cudaError_t e = p ? kernel_find(p->func, &k) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = device_current(&d);
	if (e == cudaSuccess)
		e = kernel_on(k, d, &f);
	return e == cudaSuccess ? graph_node_set_function(n, p->func, d, f, p) : e;
}

/* ---- copies and fills ---- */

static cudaError_t set_copy(struct CUgraphNode_st *n, const struct simt_copy *c,
                            const struct cudaMemcpy3DParms *p) {
	if (!c->width || !c->height || !c->depth)
		return cudaErrorInvalidValue;
	cudaError_t e = (cudaError_t)simt_copy_check(c);
	if (e != cudaSuccess)
		return e;
	n->step.kind = SIMT_STEP_COPY;
	n->step.copy = *c;
	n->params.memcpy.copyParams = *p;
	n->told_copy = NULL;
	return cudaSuccess;
}

cudaError_t graph_node_set_copy(struct CUgraphNode_st *n,
                                const struct cudaMemcpy3DParms *p) {
	struct simt_copy c;
	cudaError_t e = p ? copy_prepare(p, &c) : cudaErrorInvalidValue;
	return e == cudaSuccess ? set_copy(n, &c, p) : e;
}

cudaError_t graph_node_set_box(struct CUgraphNode_st *n, const struct copy_box *b,
                               const struct cudaMemcpy3DParms *p) {
	struct simt_copy c;
	cudaError_t e = copy_box_prepare(b, &c);
	return e == cudaSuccess ? set_copy(n, &c, p) : e;
}

cudaError_t graph_node_set_fill(struct CUgraphNode_st *n,
                                const struct cudaMemsetParams *p) {
	if (!p || !p->width || !p->height ||
	    (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
		return cudaErrorInvalidValue;
	struct place at = place_of(p->dst);
	struct simt_fill f = {.dst = (uintptr_t)p->dst,
	                      .pitch = p->height > 1 ? p->pitch : 0,
	                      .value = p->value,
	                      .element = p->elementSize,
	                      .width = p->width,
	                      .height = p->height,
	                      .depth = 1};
	if (!at.device || (p->height > 1 && p->width > p->pitch / p->elementSize))
		return cudaErrorInvalidValue;
	cudaError_t e = (cudaError_t)simt_fill_check(at.device->dev, &f);
	if (e != cudaSuccess)
		return e;
	n->step.kind = SIMT_STEP_FILL;
	n->step.device = at.device->dev;
	n->step.fill = f;
	memcpy(&n->params.memset, p, sizeof *p);
	return cudaSuccess;
}

/* ---- functions, events ---- */

struct host_call {
	cudaHostFn_t fn;
	void *user;
};

static enum simt_status run_host(void *payload, enum simt_status status) {
	struct host_call *c = payload;
	if (status == SIMT_OK)
		c->fn(c->user);
	return SIMT_OK;
}

cudaError_t graph_node_set_host(struct CUgraphNode_st *n,
                                const struct cudaHostNodeParams *p) {
	if (!p || !p->fn)
		return cudaErrorInvalidValue;
	struct host_call *c = (struct host_call *)(uintptr_t)n->step.work.payload;
	if (!c)
		c = arena_new(&n->graph->arena, struct host_call);
	*c = (struct host_call){p->fn, p->userData};
	n->step.kind = SIMT_STEP_WORK;
	n->step.work = (struct simt_work){
		.run = run_host, .payload = c, .bytes = sizeof *c, .host = true};
	memcpy(&n->params.host, p, sizeof *p);
	return cudaSuccess;
}

cudaError_t graph_node_set_call(struct CUgraphNode_st *n, struct cuda_device *d,
                                const void *packed, u32 bytes) {
	void *room = (void *)(uintptr_t)n->step.work.payload;
	if (!room || n->block_cap < bytes) {
		room = arena_alloc(&n->graph->arena, bytes, 16);
		n->block_cap = bytes;
	}
	memcpy(room, packed, bytes);
	n->step.kind = SIMT_STEP_WORK;
	n->step.work = simt_call_work(room, bytes);
	n->device = d;
	n->generation = d->generation;
	return cudaSuccess;
}

cudaError_t graph_node_set_event(struct CUgraphNode_st *n, cudaEvent_t event) {
	cudaError_t e = event ? event_find(event) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	n->step.kind = n->type == cudaGraphNodeTypeEventRecord ? SIMT_STEP_RECORD
	                                                       : SIMT_STEP_WAIT;
	n->step.event = event->event;
	n->params.eventRecord.event = event;
	return cudaSuccess;
}

/* ---- graphs inside of nodes ---- */

static void adopt(struct CUgraphNode_st *n, struct CUgraph_st *g) {
	if (!n->sub)
		n->sub = arena_array(&n->graph->arena, struct CUgraph_st *, 1);
	else if (n->nsub)
		graph_delete(n->sub[0]);
	n->sub[0] = g;
	n->nsub = 1;
	g->parent = n;
	g->is_body = n->graph->is_body;
	n->graph->depth = MAX(n->graph->depth, g->depth + 1);
	n->params.graph.graph = g;
}

static bool is_inside(const struct CUgraph_st *g, const struct CUgraph_st *outer) {
	for (; g; g = g->parent ? g->parent->graph : NULL)
		if (g == outer)
			return true;
	return false;
}

cudaError_t graph_node_set_child(struct CUgraphNode_st *n, struct CUgraph_st *g,
                                 bool move) {
	struct CUgraph_st *copy;
	if (!graph_is(g) || is_inside(n->graph, g) || g->capture)
		return cudaErrorInvalidValue;
	if (move) {
		if (g->parent || g->only_exec)
			return cudaErrorInvalidValue;
		n->graph->has_memory |= g->has_memory;
		adopt(n, g);
		return cudaSuccess;
	}
	if (!graph_may_be_child(g))
		return cudaErrorNotSupported;
	cudaError_t e = graph_copy(g, &copy);
	if (e == cudaSuccess)
		adopt(n, copy);
	return e;
}

/* ---- conditionals ---- */

static struct conditional *find_conditional(const struct CUgraph_st *g,
                                            cudaGraphConditionalHandle handle) {
	for (; g; g = g->parent ? g->parent->graph : NULL)
		for (struct conditional *c = g->conditionals; c; c = c->next)
			if (c->handle == handle)
				return c;
	return NULL;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle,
                                             cudaGraph_t graph, unsigned int value,
                                             unsigned int flags) {
	struct cuda_device *d;
	uint64_t h;
	if (!handle || !graph_is(graph) ||
	    (flags & ~(unsigned)cudaGraphCondAssignDefault))
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = graph_ready(graph, 0, 0) ? device_current(&d)
	                                         : cudaErrorMemoryAllocation;
	if (e == cudaSuccess)
		e = device_error(d, simt_condition_create(d->dev, &h));
	if (e != cudaSuccess)
		return cudart_report(e);
	struct conditional *c = arena_new(&graph->arena, struct conditional);
	*c = (struct conditional){graph->conditionals, h, value, flags, false, d,
	                          d->generation};
	graph->conditionals = c;
	*handle = h;
	return cudaSuccess;
}

static bool bodies_fit(const struct cudaConditionalNodeParams *p) {
	switch (p->type) {
	case cudaGraphCondTypeIf: return p->size == 1 || p->size == 2;
	case cudaGraphCondTypeWhile: return p->size == 1;
	case cudaGraphCondTypeSwitch: return p->size >= 1 && p->size <= 1u << 16;
	}
	return false;
}

static void set_choice(struct CUgraphNode_st *n,
                       const struct cudaConditionalNodeParams *p) {
	static const enum simt_step_kind kind[] = {SIMT_STEP_IF, SIMT_STEP_WHILE,
	                                           SIMT_STEP_SWITCH};
	n->step.kind = kind[p->type];
	n->step.condition = p->handle;
	n->step.nbody = p->size;
	n->nsub = p->size;
	n->sub = arena_array(&n->graph->arena, struct CUgraph_st *, p->size);
	n->params.conditional = *p;
	n->params.conditional.phGraph_out = n->sub;
}

static cudaError_t set_conditional(struct CUgraphNode_st *n,
                                   struct cudaConditionalNodeParams *p) {
	struct conditional *c = find_conditional(n->graph, p->handle);
	if (!c || c->used || !bodies_fit(p))
		return cudaErrorInvalidValue;
	if (!graph_ready(n->graph, 0, (size_t)p->size * 2048))
		return cudaErrorMemoryAllocation;
	c->used = true;
	set_choice(n, p);
	for (u32 i = 0; i < p->size; i++) {
		n->sub[i] = graph_new();
		n->sub[i]->parent = n;
		n->sub[i]->is_body = true;
	}
	n->graph->depth = MAX(n->graph->depth, 2);
	p->phGraph_out = n->sub;
	return cudaSuccess;
}

/* ---- memory ---- */

/* Graphs have memory of devices that no other process shares. (An H200's have managed
 * memory, too.) */
static cudaError_t check_alloc(const struct cudaMemPoolProps *p) {
	const unsigned shared = cudaMemHandleTypePosixFileDescriptor |
	                        cudaMemHandleTypeFabric;
	bool is_host = p->location.type == cudaMemLocationTypeHost ||
	               p->location.type == cudaMemLocationTypeHostNuma;
	if (p->allocType == cudaMemAllocationTypeManaged)
		return cudaErrorNotSupported;
	if (p->allocType != cudaMemAllocationTypePinned)
		return cudaErrorInvalidValue;
	if (is_host || (p->handleTypes && !(p->handleTypes & ~shared)))
		return cudaErrorNotSupported;
	return p->location.type == cudaMemLocationTypeDevice && !p->handleTypes
	               ? cudaSuccess
	               : cudaErrorInvalidValue;
}

/* Reading alone cannot be allowed. */
static cudaError_t check_accesses(const struct cudaMemAllocNodeParamsV2 *p) {
	for (size_t i = 0; i < p->accessDescCount; i++) {
		const struct cudaMemAccessDesc *a = &p->accessDescs[i];
		struct cuda_device *d;
		if (a->flags == cudaMemAccessFlagsProtNone ||
		    a->flags == cudaMemAccessFlagsProtRead)
			return cudaErrorNotSupported;
		if (a->flags != cudaMemAccessFlagsProtReadWrite)
			return cudaErrorInvalidValue;
		cudaError_t e = a->location.type == cudaMemLocationTypeDevice
		                        ? device_at(a->location.id, &d)
		                        : cudaSuccess;
		if (e != cudaSuccess)
			return e;
	}
	return cudaSuccess;
}

cudaError_t graph_node_set_alloc(struct CUgraphNode_st *n,
                                 struct cudaMemAllocNodeParamsV2 *p) {
	struct cuda_device *d;
	const struct cudaMemPoolProps *pool = &p->poolProps;
	cudaError_t e = check_alloc(pool);
	p->dptr = NULL;
	if (e != cudaSuccess)
		return e;
	if (!p->bytesize || (p->accessDescCount && !p->accessDescs))
		return cudaErrorInvalidValue;
	e = check_accesses(p);
	if (e != cudaSuccess)
		return e;
	if (device_at(pool->location.id, &d) != cudaSuccess)
		return cudaErrorInvalidValue;
	e = graph_memory_new(n, d, p->bytesize, &n->memory);
	if (e != cudaSuccess)
		return e;
	p->dptr = (void *)(uintptr_t)n->memory->addr;
	n->params.alloc = *p;
	n->params.alloc.accessDescs = NULL;
	if (p->accessDescCount) {
		struct cudaMemAccessDesc *to = arena_array(&n->graph->arena,
		                                           struct cudaMemAccessDesc,
		                                           (u32)p->accessDescCount);
		memcpy(to, p->accessDescs, p->accessDescCount * sizeof *to);
		n->params.alloc.accessDescs = to;
	}
	n->graph->has_memory = true;
	return cudaSuccess;
}

/* Finds the allocation node of an address that no node frees yet. */
static struct CUgraphNode_st *find_alloc(const struct CUgraph_st *g, u64 addr) {
	for (struct CUgraphNode_st *n = g->first; n; n = n->next)
		if (n->type == cudaGraphNodeTypeMemAlloc && n->memory && !n->freed &&
		    n->memory->addr == addr)
			return n;
	return NULL;
}

/* Whether a node of the graph other than n frees memory of another graph. */
static bool frees_foreign(const struct CUgraphNode_st *n, const struct graph_memory *m) {
	for (const struct CUgraphNode_st *o = n->graph->first; o; o = o->next)
		if (o->type == cudaGraphNodeTypeMemFree && o->memory == m && o != n)
			return true;
	return false;
}

/* Frees an allocation of this graph, or one that another graph leaves allocated. */
cudaError_t graph_node_set_free(struct CUgraphNode_st *n, void *p) {
	struct CUgraphNode_st *a = find_alloc(n->graph, (uintptr_t)p);
	struct graph_memory *m = a ? a->memory : graph_memory_at((uintptr_t)p);
	if (!m || (!a && frees_foreign(n, m)))
		return cudaErrorInvalidValue;
	if (a) {
		a->freed = true;
		m->freed_by = n->id;
	}
	graph_memory_ref(m);
	n->memory = m;
	n->params.free.dptr = p;
	n->graph->has_memory = true;
	return cudaSuccess;
}

/* ---- operations on memory ---- */

cudaError_t graph_node_set_ops(struct CUgraphNode_st *n, const struct node_ops *o) {
	struct arena *a = &n->graph->arena;
	cudaError_t e = (cudaError_t)simt_memory_ops_check(o->device->dev, o->op, o->n);
	if (e != cudaSuccess)
		return e;
	n->step.kind = SIMT_STEP_MEMORY;
	n->step.op = arena_copy(a, o->op, o->n * sizeof *o->op, 16);
	n->step.nop = o->n;
	n->ops = *o;
	n->ops.op = n->step.op;
	n->ops.told = arena_copy(a, o->told, o->told_bytes, 16);
	return cudaSuccess;
}

/* ---- any ---- */

cudaError_t graph_node_set_any(struct CUgraphNode_st *n, struct cudaGraphNodeParams *p) {
	struct cudaKernelNodeParams kernel;
	struct cudaMemsetParams fill;
	struct cudaHostNodeParams host;
	switch (n->type) {
	case cudaGraphNodeTypeKernel:
		memcpy(&kernel, &p->kernel, sizeof kernel);
		return graph_node_set_kernel(n, &kernel);
	case cudaGraphNodeTypeMemcpy:
		return graph_node_set_copy(n, &p->memcpy.copyParams);
	case cudaGraphNodeTypeMemset:
		memcpy(&fill, &p->memset, sizeof fill);
		return graph_node_set_fill(n, &fill);
	case cudaGraphNodeTypeHost:
		memcpy(&host, &p->host, sizeof host);
		return graph_node_set_host(n, &host);
	case cudaGraphNodeTypeGraph:
		if ((unsigned)p->graph.ownership > cudaGraphChildGraphOwnershipMove)
			return cudaErrorInvalidValue;
		return graph_node_set_child(n, p->graph.graph,
		                            p->graph.ownership ==
		                                    cudaGraphChildGraphOwnershipMove);
	case cudaGraphNodeTypeEmpty: return cudaSuccess;
	case cudaGraphNodeTypeWaitEvent:
		return graph_node_set_event(n, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord:
		return graph_node_set_event(n, p->eventRecord.event);
	case cudaGraphNodeTypeMemAlloc:
		return n->memory ? cudaErrorNotSupported
		                 : graph_node_set_alloc(n, &p->alloc);
	case cudaGraphNodeTypeMemFree:
		return n->memory ? cudaErrorNotSupported
		                 : graph_node_set_free(n, p->free.dptr);
	case cudaGraphNodeTypeConditional:
		return n->sub ? cudaErrorInvalidValue
		              : set_conditional(n, &p->conditional);
	case cudaGraphNodeTypeExtSemaphoreSignal:
	case cudaGraphNodeTypeExtSemaphoreWait: return cudaErrorNotSupported;
	default: return cudaErrorInvalidValue;
	}
}

static cudaError_t copy_subs(struct CUgraphNode_st *to,
                             const struct CUgraphNode_st *from) {
	if (!from->nsub)
		return cudaSuccess;
	to->sub = arena_array(&to->graph->arena, struct CUgraph_st *, from->nsub);
	for (u32 i = 0; i < from->nsub; i++) {
		cudaError_t e = graph_copy(from->sub[i], &to->sub[i]);
		if (e != cudaSuccess)
			return e;
		to->nsub++;
		to->sub[i]->parent = to;
	}
	if (to->type == cudaGraphNodeTypeGraph)
		to->params.graph.graph = to->sub[0];
	else
		to->params.conditional.phGraph_out = to->sub;
	return cudaSuccess;
}

cudaError_t graph_node_copy(struct CUgraphNode_st *to,
                            const struct CUgraphNode_st *from) {
	struct arena *a = &to->graph->arena;
	if (!graph_node_is_current(from))
		return cudaErrorInvalidResourceHandle;
	to->params = from->params;
	to->step = from->step;
	to->priority = from->priority;
	to->window = from->window;
	to->domain_map = from->domain_map;
	to->domain = from->domain;
	to->scheduling = from->scheduling;
	to->carveout = from->carveout;
	to->freed = from->freed;
	if (from->told_copy) {
		to->told_copy = arena_zalloc(a, sizeof(CUDA_MEMCPY3D),
		                             _Alignof(CUDA_MEMCPY3D));
		memcpy((void *)(uintptr_t)to->told_copy, from->told_copy,
		       sizeof(CUDA_MEMCPY3D));
	}
	to->memory = from->memory;
	if (to->memory)
		graph_memory_ref(to->memory);
	if (from->type == NODE_CALL) {
		to->step.work.payload = NULL; /* it belongs to the other graph */
		return graph_node_set_call(to, from->device, from->step.work.payload,
		                           from->step.work.bytes);
	}
	if (from->step.work.payload) {
		void *p = arena_zalloc(a, from->step.work.bytes, 16);
		memcpy(p, from->step.work.payload, from->step.work.bytes);
		to->step.work.payload = p;
	}
	if (from->type == NODE_MEMORY_OPS)
		return graph_node_set_ops(to, &from->ops);
	if (from->type == cudaGraphNodeTypeKernel) {
		struct simt_launch l = from->step.launch;
		/* the block belongs to the other graph */
		to->step.kind = SIMT_STEP_NOTHING;
		return graph_node_set_launch(to, from->params.kernel.func,
		                             from->step.function, &l);
	}
	return copy_subs(to, from);
}

cudaError_t graph_node_set_same(struct CUgraphNode_st *to,
                                const struct CUgraphNode_st *from) {
	struct cudaHostNodeParams host;
	bool disabled = to->step.disabled;
	if (!graph_node_is_current(from))
		return cudaErrorInvalidResourceHandle;
	if (to->type == cudaGraphNodeTypeKernel)
		return graph_node_set_launch(to, from->params.kernel.func,
		                             from->step.function, &from->step.launch);
	if (to->type == cudaGraphNodeTypeHost) {
		memcpy(&host, &from->params.host, sizeof host);
		return graph_node_set_host(to, &host);
	}
	if (to->type == NODE_MEMORY_OPS)
		return graph_node_set_ops(to, &from->ops);
	if (to->type == NODE_CALL)
		return graph_node_set_call(to, from->device, from->step.work.payload,
		                           from->step.work.bytes);
	to->params = from->params;
	to->step = from->step;
	to->step.disabled = disabled;
	return cudaSuccess;
}

void graph_node_drop(struct CUgraphNode_st *n) {
	for (u32 i = 0; i < n->nsub; i++)
		graph_delete(n->sub[i]);
	n->nsub = 0;
	struct simt_function *f = kept_function(n);
	if (f)
		simt_function_release(f);
	n->step.kind = SIMT_STEP_NOTHING;
	if (n->memory)
		graph_memory_unref(n->memory);
	n->memory = NULL;
}

/* ---- checks of parameters, copies of lines and variables ---- */

cudaError_t graph_kernel_known(const struct cudaKernelNodeParams *p) {
	struct CUkern_st *k;
	return p ? kernel_find(p->func, &k) : cudaErrorInvalidValue;
}

cudaError_t graph_node_known(const struct cudaGraphNodeParams *p) {
	struct CUkern_st *k;
	if (!p)
		return cudaErrorInvalidValue;
	return p->type == cudaGraphNodeTypeKernel ? kernel_find(p->kernel.func, &k)
	                                          : cudaSuccess;
}

cudaError_t graph_node_set_line(struct CUgraphNode_st *n, void *dst, const void *src,
                                size_t count, enum cudaMemcpyKind kind) {
	struct cudaMemcpy3DParms p = {
		.srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)src, count, count, 1),
		.dstPtr = make_cudaPitchedPtr(dst, count, count, 1),
		.extent = make_cudaExtent(count, 1, 1),
		.kind = kind,
	};
	return graph_node_set_copy(n, &p);
}

cudaError_t graph_node_set_to_symbol(struct CUgraphNode_st *n, const void *symbol,
                                     const void *src, size_t count, size_t offset,
                                     enum cudaMemcpyKind kind) {
	u64 addr;
	cudaError_t e = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost
	                        ? cudaErrorInvalidMemcpyDirection
	                        : symbol_range(symbol, count, offset, &addr);
	return e == cudaSuccess
	               ? graph_node_set_line(n, (void *)(uintptr_t)addr, src, count, kind)
	               : e;
}

cudaError_t graph_node_set_from_symbol(struct CUgraphNode_st *n, void *dst,
                                       const void *symbol, size_t count, size_t offset,
                                       enum cudaMemcpyKind kind) {
	u64 addr;
	cudaError_t e = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost
	                        ? cudaErrorInvalidMemcpyDirection
	                        : symbol_range(symbol, count, offset, &addr);
	return e == cudaSuccess
	               ? graph_node_set_line(n, dst, (const void *)(uintptr_t)addr, count,
	                                     kind)
	               : e;
}
