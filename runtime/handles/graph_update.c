/* graph_update.c - changes of graphs that can be launched: of one node, and of all.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/event.h"
#include "runtime/handles/graph_exec.h"
#include "runtime/handles/symbol.h"

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
	return device_error(x->device, simt_graph_set_step(x->core, n->number, &n->step));
}

static bool same_device(const struct simt_device *a, const struct simt_device *b) {
	return !a || !b || a == b; /* NULL: memory of the host */
}

/* Memory of pools has no context, which other memory has. */
static bool same_context(u64 a, u64 b) {
	return !pool_of_address(a) == !pool_of_address(b);
}

static bool is_line(const struct simt_copy *c) {
	return c->height == 1 && c->depth == 1;
}

/* What the program said of both sides of a copy stays, whatever memory is there, and so
 * does their number of dimensions (asked of an H200). */
static bool same_copy(const struct CUgraphNode_st *a, const struct CUgraphNode_st *b) {
	const struct cudaMemcpy3DParms *p = &a->params.memcpy.copyParams,
				       *q = &b->params.memcpy.copyParams;
	const struct simt_copy *c = &a->step.copy, *d = &b->step.copy;
	return p->kind == q->kind && !p->srcArray == !q->srcArray &&
	       !p->dstArray == !q->dstArray && is_line(c) == is_line(d) &&
	       same_context(c->dst, d->dst) && same_context(c->src, d->src) &&
	       same_device(c->dst_device, d->dst_device) &&
	       same_device(c->src_device, d->src_device);
}

/* Lines of a fill do not become areas. */
static bool same_kind(const struct CUgraphNode_st *was, const struct CUgraphNode_st *is) {
	const struct simt_step *a = &was->step, *b = &is->step;
	if (a->kind == SIMT_STEP_COPY)
		return same_copy(was, is);
	if (a->kind == SIMT_STEP_FILL)
		return a->device == b->device &&
		       (a->fill.height > 1) == (b->fill.height > 1);
	if (a->kind == SIMT_STEP_LAUNCH)
		return simt_function_device(a->function) ==
		       simt_function_device(b->function);
	return true;
}

/* Tries the change on the copy's node, and restores that if it fails. */
#define CHANGE(type, set)                                          \
	struct CUgraphNode_st *n;                                  \
	cudaError_t e = find_twin(exec, node, type, &n);           \
	if (e != cudaSuccess)                                      \
		return cudart_report(e);                           \
	const struct CUgraphNode_st old = *n;                      \
	e = set;                                                   \
	if (e == cudaSuccess && !same_kind(&old, n))               \
		e = cudaErrorInvalidValue;                         \
	if (e == cudaSuccess)                                      \
		e = apply(exec, n);                                \
	if (e != cudaSuccess && type != cudaGraphNodeTypeKernel) { \
		n->step = old.step;                                \
		n->params = old.params;                            \
	}                                                          \
	return cudart_report(e)

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p) {
	cudaError_t known = graph_kernel_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	CHANGE(cudaGraphNodeTypeKernel, graph_node_set_kernel(n, p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p) {
	CHANGE(cudaGraphNodeTypeMemcpy, graph_node_set_copy(n, p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind) {
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	CHANGE(cudaGraphNodeTypeMemcpy, graph_node_set_line(n, dst, src, count, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                     cudaGraphNode_t node,
                                                     const void *symbol, const void *src,
                                                     size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	CHANGE(cudaGraphNodeTypeMemcpy,
	       graph_node_set_to_symbol(n, symbol, src, count, offset, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                       cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset,
                                                       enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
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

cudaError_t exec_set_ops(struct CUgraphExec_st *exec, struct CUgraphNode_st *node,
                         const struct node_ops *o) {
	CHANGE(NODE_MEMORY_OPS, graph_node_set_ops(n, o));
}

cudaError_t exec_set_function(struct CUgraphExec_st *exec, struct CUgraphNode_st *node,
                              const void *func, struct cuda_device *d,
                              struct simt_function *f,
                              const struct cudaKernelNodeParams *p) {
	CHANGE(cudaGraphNodeTypeKernel, graph_node_set_function(n, func, d, f, p));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *p) {
	cudaError_t known = graph_node_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	if (!graph_node_is(node) || node->type != p->type)
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
	       (n->type == NODE_CALL || n->type == cudaGraphNodeTypeKernel ||
	        n->type == cudaGraphNodeTypeMemcpy || n->type == cudaGraphNodeTypeMemset);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
	struct CUgraphNode_st *n = exec_is(exec) ? twin(exec, node) : NULL;
	if (!can_be_disabled(n))
		return cudart_report(cudaErrorInvalidValue);
	n->step.disabled = !enabled;
	return cudart_report(
		device_error(exec->device, simt_graph_enable_step(exec->core, n->number,
	                                                          enabled != 0)));
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
                   enum cudaGraphExecUpdateResult why, struct CUgraphNode_st *node) {
	info->result = why;
	info->errorNode = node;
	info->errorFromNode =
		NULL; /* hardware names none either, even where an edge is missing */
	return false;
}

/* Nodes pair in the order in which they were added. Marks give both of a pair one number.
 */
static bool pair_up(const struct CUgraph_st *old, const struct CUgraph_st *new,
                    cudaGraphExecUpdateResultInfo *info) {
	struct CUgraphNode_st *b = new->first;
	u64 mark = 0;
	if (old->nnode != new->nnode)
		return differ(info, cudaGraphExecUpdateErrorTopologyChanged, NULL);
	for (struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next)
		a->mark = b->mark = ++mark;
	return true;
}

struct comparison {
	struct arena scratch;
	const struct CUgraphExec_st *exec;
	cudaGraphExecUpdateResultInfo *info;
};

/* Whether the nodes after both are the same. A node that lost one is the error's; where
 * there are more now, none is. */
static bool same_dependents(const struct CUgraphNode_st *a, struct CUgraphNode_st *b,
                            struct comparison *c) {
	const enum cudaGraphExecUpdateResult changed =
		cudaGraphExecUpdateErrorTopologyChanged;
	struct map marks = MAP_INIT(&c->scratch);
	for (u32 i = 0; a->out.n && i < b->out.n; i++)
		*map_at(&marks, b->out.at[i].node->mark) = 1;
	for (u32 i = 0; i < a->out.n; i++)
		if (!map_find(&marks, a->out.at[i].node->mark))
			return differ(c->info, changed, b);
	return a->out.n == b->out.n || differ(c->info, changed, NULL);
}

/* A kernel stays cooperative or not, and keeps the priority that it was asked to have
 * where nodes have their own. */
static bool same_attributes(const struct CUgraphNode_st *a,
                            const struct CUgraphNode_st *b,
                            const struct CUgraphExec_st *x) {
	if (a->type != cudaGraphNodeTypeKernel)
		return true;
	bool own = x->flags & cudaGraphInstantiateFlagUseNodePriority;
	return a->step.launch.cooperative == b->step.launch.cooperative &&
	       (!own || a->priority == b->priority);
}

/* Whether the node fills memory that its graph allocates and frees. */
static bool fills_own_memory(const struct CUgraphNode_st *n) {
	u64 at = n->step.fill.dst;
	if (n->type != cudaGraphNodeTypeMemset || !n->graph->has_memory)
		return false;
	for (const struct CUgraphNode_st *m = n->graph->first; m; m = m->next)
		if (m->type == cudaGraphNodeTypeMemAlloc && m->freed &&
		    at - m->memory->addr < m->params.alloc.bytesize)
			return true;
	return false;
}

static bool same_node(struct CUgraphNode_st *a, struct CUgraphNode_st *b,
                      struct comparison *c) {
	cudaGraphExecUpdateResultInfo *info = c->info;
	if (a->type != b->type)
		return differ(info, cudaGraphExecUpdateErrorNodeTypeChanged, b);
	if (!same_dependents(a, b, c))
		return false;
	if (a->nsub != b->nsub ||
	    (a->type == cudaGraphNodeTypeConditional && a->step.kind != b->step.kind))
		return differ(info, cudaGraphExecUpdateErrorParametersChanged, b);
	if (!same_attributes(a, b, c->exec))
		return differ(info, cudaGraphExecUpdateErrorAttributesChanged, b);
	/* An H200 does not say more of fills of other memory of this kind. */
	if (fills_own_memory(b) && a->step.fill.dst != b->step.fill.dst)
		return differ(info, cudaGraphExecUpdateError, b);
	/* Memory of allocation nodes may change: its launches then use the new graph's.
	 */
	bool has_memory = a->type == cudaGraphNodeTypeMemAlloc ||
	                  a->type == cudaGraphNodeTypeMemFree;
	if (!has_memory && (!graph_node_is_current(b) || !same_kind(a, b))) {
		return differ(info,
		              a->type == cudaGraphNodeTypeKernel
		                      ? cudaGraphExecUpdateErrorUnsupportedFunctionChange
		                      : cudaGraphExecUpdateErrorParametersChanged,
		              b);
	}
	return true;
}

/* Compares two graphs node by node, the last ones first, as an H200 does, and then the
 * graphs inside them. */
static bool same_graph(const struct CUgraph_st *old, const struct CUgraph_st *new,
                       struct comparison *c) {
	cudaGraphExecUpdateResultInfo *info = c->info;
	if (!pair_up(old, new, info))
		return false;
	struct CUgraphNode_st *b = new->last;
	for (struct CUgraphNode_st *a = old->last; a; a = a->prev, b = b->prev) {
		bool same = same_node(a, b, c);
		arena_reset(&c->scratch);
		if (!same)
			return false;
	}
	b = new->first;
	for (struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next)
		for (u32 i = 0; i < a->nsub; i++)
			if (!same_graph(a->sub[i], b->sub[i], c)) {
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
	cudaError_t e = maker_add_graph(&m, fresh, 0);
	if (e == cudaSuccess) {
		struct simt_plan plan = maker_plan(&m, x);
		e = device_error(x->device, simt_graph_update(x->core, &plan, &bad));
		if (e != cudaSuccess && bad < m.step.n)
			m.bad = m.node.at[bad].node;
	}
	if (e != cudaSuccess) {
		exec_drop_uses(m.uses);
		differ(info, cudaGraphExecUpdateError,
		       m.bad ? exec_original_of(g, m.bad->origin) : NULL);
	}
	arena_drop(&scratch);
	return e;
}

/* Nodes that are disabled stay so. */
static void keep_disabled(const struct CUgraph_st *old, struct CUgraph_st *fresh) {
	struct CUgraphNode_st *b = fresh->first;
	for (const struct CUgraphNode_st *a = old->first; a; a = a->next, b = b->next) {
		b->step.disabled = a->step.disabled;
		for (u32 i = 0; i < a->nsub; i++)
			keep_disabled(a->sub[i], b->sub[i]);
	}
}

/* Maps nodes of the program, which the old copy had twins of, to the new copy's. */
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
	exec_forget_conditionals(x->graph);
	graph_delete(x->graph);
	x->graph = fresh;
	arena_reset(&x->update_arena);
	x->updated = MAP_INIT(&x->update_arena);
	exec_pair_nodes(&x->updated, g, fresh);
}

static cudaError_t update(struct CUgraphExec_st *x, struct CUgraph_st *g,
                          cudaGraphExecUpdateResultInfo *info) {
	struct comparison c = {.scratch = ARENA_INIT, .exec = x, .info = info};
	struct CUgraph_st *fresh;
	*info = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateSuccess};
	if (!arena_ready(4 * graph_weight(g)))
		return cudaErrorMemoryAllocation;
	bool same = same_graph(x->graph, g, &c);
	arena_drop(&c.scratch);
	if (!same)
		return cudaErrorGraphExecUpdateFailure;
	cudaError_t e = exec_copy_graph(g, &fresh);
	if (e != cudaSuccess)
		return e;
	keep_disabled(x->graph, fresh);
	e = update_all(x, fresh, info, g);
	if (e == cudaSuccess) {
		replace_copy(x, fresh, g);
		return e;
	}
	exec_forget_conditionals(fresh);
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
	cudaGraphExecUpdateResultInfo info;
	struct comparison c = {.scratch = ARENA_INIT, .exec = exec, .info = &info};
	struct CUgraphNode_st *n;
	cudaError_t e = graph_is(child)
	                        ? find_twin(exec, node, cudaGraphNodeTypeGraph, &n)
	                        : cudaErrorInvalidValue;
	if (e == cudaSuccess && !same_graph(n->sub[0], child, &c))
		e = cudaErrorGraphExecUpdateFailure;
	arena_drop(&c.scratch);
	return cudart_report(e == cudaSuccess ? set_steps(exec, n->sub[0], child) : e);
}
