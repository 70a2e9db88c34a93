/* graph.c - graphs: nodes, edges, copies, queries.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/graph.h"
#include "runtime/handles/error.h"
#include "runtime/handles/slot.h"

enum { DEPTH_MAX = 128 }; /* graphs inside each other */

static struct slots graph_slots = SLOTS_INIT(struct CUgraph_st);
static struct slots node_slots = SLOTS_INIT(struct CUgraphNode_st);

u64 graph_next_id(void) {
	static _Atomic u64 last;
	return atomic_fetch_add(&last, 1) + 1;
}

bool graph_is(const struct CUgraph_st *g) {
	return g && g->slot.live;
}

bool graph_node_is(const struct CUgraphNode_st *n) {
	return n && n->slot.live;
}

/* ---- memory ---- */

enum {
	CALL_BYTES = 128 << 10, /* of any call */
	EDGE_BYTES = 256, /* the map's slot, and an edge at both ends; all of them may
	                     grow at once */
	NODE_BYTES = 4096,
};

bool graph_ready(const struct CUgraph_st *g, size_t n, size_t more) {
	size_t edges = (g ? g->nedge : 0) + n;
	return edges < SIZE_MAX / EDGE_BYTES / 4 &&
	       arena_ready(CALL_BYTES + edges * EDGE_BYTES + more);
}

size_t graph_weight(const struct CUgraph_st *g) {
	size_t n = CALL_BYTES + (size_t)g->nedge * EDGE_BYTES + (size_t)g->nlocal * 64;
	for (const struct CUgraphNode_st *i = g->first; i; i = i->next) {
		n += NODE_BYTES + i->block_cap + i->ops.told_bytes * 2;
		for (u32 k = 0; k < i->nsub; k++)
			n += graph_weight(i->sub[k]);
	}
	return n;
}

/* ---- life ---- */

struct CUgraph_st *graph_new(void) {
	struct CUgraph_st *g = slot_take(&graph_slots);
	g->arena = (struct arena)ARENA_INIT;
	g->edges = MAP_INIT(&g->arena);
	g->id = graph_next_id();
	g->depth = 1;
	return g;
}

static void drop_conditionals(struct CUgraph_st *g) {
	for (struct conditional *c = g->conditionals; c; c = c->next)
		if (c->generation == c->device->generation)
			simt_condition_destroy(c->device->dev, c->handle);
}

void graph_delete(struct CUgraph_st *g) {
	for (struct CUgraphNode_st *n = g->first, *next; n; n = next) {
		next = n->next;
		graph_node_drop(n);
		slot_give(&node_slots, n);
	}
	for (struct use *u = g->uses; u; u = u->next)
		user_release(u->object, u->count);
	drop_conditionals(g);
	if (g->space)
		graph_space_drop(g->space);
	arena_drop(&g->arena);
	slot_give(&graph_slots, g);
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
	if (!graph || flags)
		return cudart_report(cudaErrorInvalidValue);
	if (!graph_ready(NULL, 0, 0))
		return cudart_report(cudaErrorMemoryAllocation);
	*graph = graph_new();
	return cudaSuccess;
}

/* Graphs inside nodes are destroyed with their nodes; a graph that is captured into, with
 * its capture. */
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
	if (!graph_is(graph) || graph->parent)
		return cudart_report(cudaErrorInvalidValue);
	if (graph->capture)
		return cudart_report(cudaErrorIllegalState);
	graph_delete(graph);
	return cudaSuccess;
}

/* ---- edges ---- */

static const cudaGraphEdgeData plain_edge;

static u64 *edge_place(const struct CUgraphNode_st *from,
                       const struct CUgraphNode_st *to) {
	return map_at(&from->graph->edges, (u64)from->local << 32 | to->local);
}

static bool is_plain(const cudaGraphEdgeData *d) {
	return !memcmp(d, &plain_edge, sizeof *d);
}

/* Programmatic edges begin at kernels, at their trigger or their start, and end at
 * kernels. */
static bool edge_is_valid(const struct CUgraphNode_st *from,
                          const struct CUgraphNode_st *to, const cudaGraphEdgeData *d) {
	for (u32 i = 0; i < countof(d->reserved); i++)
		if (d->reserved[i])
			return false;
	if (d->to_port || d->type > cudaGraphDependencyTypeProgrammatic)
		return false;
	bool kernel = from->type == cudaGraphNodeTypeKernel;
	if (d->type == cudaGraphDependencyTypeProgrammatic)
		return kernel && to->type == cudaGraphNodeTypeKernel &&
		       (d->from_port == cudaGraphKernelNodePortProgrammatic ||
		        d->from_port == cudaGraphKernelNodePortLaunchCompletion);
	return d->from_port == 0 ||
	       (kernel && d->from_port == cudaGraphKernelNodePortLaunchCompletion);
}

static bool edge_add(struct CUgraphNode_st *from, struct CUgraphNode_st *to,
                     const cudaGraphEdgeData *data) {
	struct CUgraph_st *g = from->graph;
	const cudaGraphEdgeData *d = data ? data : &plain_edge;
	u64 *place = edge_place(from, to);
	if (*place)
		return false;
	*place = 1;
	vec_push(&g->arena, &from->out, (struct edge){to, *d});
	vec_push(&g->arena, &to->in, (struct edge){from, *d});
	g->nedge++;
	return true;
}

/* Removes an edge; the others keep their order. */
static void edge_cut(struct edges *e, const struct CUgraphNode_st *node) {
	u32 i = 0;
	while (e->at[i].node != node)
		i++;
	memmove(&e->at[i], &e->at[i + 1], (e->n - i - 1) * sizeof e->at[0]);
	e->n--;
}

static bool edge_remove(struct CUgraphNode_st *from, struct CUgraphNode_st *to) {
	u64 *place = edge_place(from, to);
	if (!*place)
		return false;
	*place = 0;
	edge_cut(&from->out, to);
	edge_cut(&to->in, from);
	from->graph->nedge--;
	return true;
}

static bool may_connect(const struct CUgraph_st *g, const struct CUgraphNode_st *from,
                        const struct CUgraphNode_st *to, const cudaGraphEdgeData *d) {
	return graph_node_is(from) && graph_node_is(to) && from != to &&
	       from->graph == g && to->graph == g && (!d || edge_is_valid(from, to, d));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *data, size_t n) {
	if (!graph_is(graph) || (n && (!from || !to)))
		return cudart_report(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++)
		if (!may_connect(graph, from[i], to[i], data ? &data[i] : NULL))
			return cudart_report(cudaErrorInvalidValue);
	if (!graph_ready(graph, n, 0))
		return cudart_report(cudaErrorMemoryAllocation);
	for (size_t i = 0; i < n; i++) {
		if (edge_add(from[i], to[i], data ? &data[i] : NULL))
			continue;
		while (i-- > 0)
			edge_remove(from[i], to[i]);
		return cudart_report(cudaErrorInvalidValue);
	}
	return cudaSuccess;
}

static bool has_edge(const struct CUgraphNode_st *from, const struct CUgraphNode_st *to,
                     const cudaGraphEdgeData *d) {
	if (!*edge_place(from, to))
		return false;
	for (u32 i = 0; i < to->in.n; i++)
		if (to->in.at[i].node == from)
			return !d || !memcmp(&to->in.at[i].data, d, sizeof *d);
	return false;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *data, size_t n) {
	if (!graph_is(graph) || (n && (!from || !to)))
		return cudart_report(cudaErrorInvalidValue);
	if (n && graph->has_memory)
		return cudart_report(cudaErrorNotSupported);
	for (size_t i = 0; i < n; i++)
		if (!may_connect(graph, from[i], to[i], NULL) ||
		    !has_edge(from[i], to[i], data ? &data[i] : NULL))
			return cudart_report(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++)
		edge_remove(from[i], to[i]);
	return cudaSuccess;
}

/* ---- nodes ---- */

static struct CUgraphNode_st *node_new(struct CUgraph_st *g,
                                       enum cudaGraphNodeType type) {
	struct CUgraphNode_st *n = slot_take(&node_slots);
	n->id = graph_next_id();
	n->local = g->nlocal++;
	n->graph = g;
	n->type = type;
	n->params.type = type;
	n->domain_map.remote = cudaLaunchMemSyncDomainRemote;
	n->prev = g->last;
	if (g->last)
		g->last->next = n;
	else
		g->first = n;
	g->last = n;
	g->nnode++;
	return n;
}

void graph_node_remove(struct CUgraphNode_st *n) {
	struct CUgraph_st *g = n->graph;
	while (n->in.n)
		edge_remove(vec_last(&n->in).node, n);
	while (n->out.n)
		edge_remove(n, vec_last(&n->out).node);
	*(n->prev ? &n->prev->next : &g->first) = n->next;
	*(n->next ? &n->next->prev : &g->last) = n->prev;
	g->nnode--;
	graph_node_drop(n);
	slot_give(&node_slots, n);
}

cudaError_t graph_node_add(struct CUgraph_st *g, enum cudaGraphNodeType type,
                           const cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
                           size_t n, struct CUgraphNode_st **out) {
	if (!graph_is(g) || (n && !deps) || n > g->nnode) /* each node only once */
		return cudaErrorInvalidValue;
	if (!graph_ready(g, n, 0))
		return cudaErrorMemoryAllocation;
	struct CUgraphNode_st *node = node_new(g, type);
	for (size_t i = 0; i < n; i++) {
		const cudaGraphEdgeData *d = data ? &data[i] : NULL;
		if (may_connect(g, deps[i], node, d) && edge_add(deps[i], node, d))
			continue;
		graph_node_remove(node);
		return cudaErrorInvalidValue;
	}
	*out = node;
	return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
	if (!graph_node_is(node))
		return cudart_report(cudaErrorInvalidValue);
	if (node->graph->capture)
		return cudart_report(cudaErrorIllegalState);
	if (node->graph->has_memory)
		return cudart_report(cudaErrorNotSupported);
	graph_node_remove(node);
	return cudaSuccess;
}

/* ---- copies ---- */

static void copy_objects(const struct CUgraph_st *from, struct CUgraph_st *to) {
	for (const struct use *u = from->uses; u; u = u->next) {
		user_retain(u->object, u->count);
		use_add(to, u->object, u->count);
	}
}

cudaError_t graph_copy(const struct CUgraph_st *from, struct CUgraph_st **out) {
	struct arena scratch = ARENA_INIT;
	if (!arena_ready(graph_weight(from)))
		return cudaErrorMemoryAllocation;
	struct CUgraph_st *g = graph_new();
	struct CUgraphNode_st **node = arena_array(&scratch, struct CUgraphNode_st *,
	                                           from->nlocal + 1);
	cudaError_t e = cudaSuccess;
	g->origin = from->id;
	g->depth = from->depth;
	g->is_body = from->is_body;
	g->has_memory = from->has_memory;
	for (const struct CUgraphNode_st *n = from->first; n && e == cudaSuccess;
	     n = n->next) {
		struct CUgraphNode_st *c = node[n->local] = node_new(g, n->type);
		c->origin = n->id;
		e = graph_node_copy(c, n);
	}
	for (const struct CUgraphNode_st *n = from->first; n && e == cudaSuccess;
	     n = n->next)
		for (u32 i = 0; i < n->in.n; i++)
			edge_add(node[n->in.at[i].node->local], node[n->local],
			         &n->in.at[i].data);
	copy_objects(from, g);
	arena_drop(&scratch);
	if (e != cudaSuccess)
		graph_delete(g);
	else
		*out = g;
	return e;
}

static bool has_conditional(const struct CUgraph_st *g) {
	for (const struct CUgraphNode_st *n = g->first; n; n = n->next)
		if (n->type == cudaGraphNodeTypeConditional ||
		    (n->type == cudaGraphNodeTypeGraph && has_conditional(n->sub[0])))
			return true;
	return false;
}

bool graph_may_be_child(const struct CUgraph_st *g) {
	return !g->has_memory && !has_conditional(g) && g->depth < DEPTH_MAX;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
	if (!clone || !graph_is(graph))
		return cudart_report(cudaErrorInvalidValue);
	if (graph->has_memory || has_conditional(graph))
		return cudart_report(cudaErrorNotSupported);
	return cudart_report(graph_copy(graph, clone));
}

/* Nodes of graphs inside it are not found. */
static struct CUgraphNode_st *find_copy(const struct CUgraph_st *g, u64 id) {
	struct CUgraphNode_st *n = g->first;
	while (n && n->origin != id)
		n = n->next;
	return n;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
	if (!node || !graph_node_is(original) || !graph_is(clone))
		return cudart_report(cudaErrorInvalidValue);
	struct CUgraphNode_st *n = find_copy(clone, original->id);
	if (!n)
		return cudart_report(cudaErrorInvalidValue);
	*node = n;
	return cudaSuccess;
}

/* ---- queries: a list as long as there is room, or its length ---- */

struct list {
	cudaGraphNode_t *node, *other;
	cudaGraphEdgeData *data;
	size_t room, n;
	bool lost; /* an edge is not plain, and the caller takes no data */
};

static void list_put(struct list *l, cudaGraphNode_t a, cudaGraphNode_t b,
                     const cudaGraphEdgeData *d) {
	if (l->n < l->room) {
		l->node[l->n] = a;
		if (l->other)
			l->other[l->n] = b;
		if (l->data)
			l->data[l->n] = *d;
		else if (!is_plain(d))
			l->lost = true;
	}
	l->n++;
}

/* Sets *count to how many there are, or to how many were given. */
static cudaError_t list_end(struct list *l, size_t *count) {
	for (size_t i = l->n; i < l->room; i++) {
		l->node[i] = NULL;
		if (l->other)
			l->other[i] = NULL;
		if (l->data)
			l->data[i] = plain_edge;
	}
	*count = l->node ? MIN(l->n, l->room) : l->n;
	return cudart_report(l->lost ? cudaErrorLossyQuery : cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
	if (!graph_is(graph) || !count || (nodes && !*count))
		return cudart_report(cudaErrorInvalidValue);
	struct list l = {.node = nodes, .room = nodes ? *count : 0};
	for (struct CUgraphNode_st *n = graph->first; n; n = n->next)
		list_put(&l, n, NULL, &plain_edge);
	return list_end(&l, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                  size_t *count) {
	if (!graph_is(graph) || !count || (nodes && !*count))
		return cudart_report(cudaErrorInvalidValue);
	struct list l = {.node = nodes, .room = nodes ? *count : 0};
	for (struct CUgraphNode_st *n = graph->first; n; n = n->next)
		if (!n->in.n)
			list_put(&l, n, NULL, &plain_edge);
	return list_end(&l, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                              cudaGraphNode_t *to, cudaGraphEdgeData *data,
                              size_t *count) {
	if (!graph_is(graph) || !count || !from != !to || (data && !from) ||
	    (from && !*count))
		return cudart_report(cudaErrorInvalidValue);
	struct list l = {from, to, data, from ? *count : 0, 0, false};
	for (struct CUgraphNode_st *n = graph->first; n; n = n->next)
		for (u32 i = 0; i < n->out.n; i++)
			list_put(&l, n, n->out.at[i].node, &n->out.at[i].data);
	return list_end(&l, count);
}

static cudaError_t neighbours(const struct edges *e, cudaGraphNode_t *nodes,
                              cudaGraphEdgeData *data, size_t *count) {
	struct list l = {.node = nodes, .data = data, .room = nodes ? *count : 0};
	for (u32 i = 0; i < e->n; i++)
		list_put(&l, e->at[i].node, NULL, &e->at[i].data);
	return list_end(&l, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *data, size_t *count) {
	if (!graph_node_is(node) || !count || (data && !nodes) || (nodes && !*count))
		return cudart_report(cudaErrorInvalidValue);
	return neighbours(&node->in, nodes, data, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *data, size_t *count) {
	if (!graph_node_is(node) || !count || (data && !nodes) || (nodes && !*count))
		return cudart_report(cudaErrorInvalidValue);
	return neighbours(&node->out, nodes, data, count);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
	if (!graph_node_is(node) || !type)
		return cudart_report(cudaErrorInvalidValue);
	*type = node->type == NODE_CALL ? cudaGraphNodeTypeKernel : node->type;
	return cudaSuccess;
}
