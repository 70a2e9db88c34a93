/* graph_node_api.c - the functions that add nodes to graphs, query them and change them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/graph.h"
#include "runtime/handles/kernel.h"
#include "runtime/handles/stream.h"
#include "runtime/handles/symbol.h"

/* ---- adding ---- */

/* Returns the new node if its parameters could be set; else removes it. */
static cudaError_t keep(cudaGraphNode_t *out, struct CUgraphNode_st *n, cudaError_t e) {
	if (e == cudaSuccess)
		*out = n;
	else
		graph_node_remove(n);
	return cudart_report(e);
}

/* Adds a node that has no parameters yet. */
static cudaError_t add(const cudaGraphNode_t *out, cudaGraph_t graph,
                       enum cudaGraphNodeType type, const cudaGraphNode_t *deps,
                       size_t ndep, struct CUgraphNode_st **n) {
	return out ? graph_node_add(graph, type, deps, NULL, ndep, n)
	           : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaKernelNodeParams *p) {
	cudaError_t known = graph_kernel_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeKernel, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_kernel(n, p))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaMemcpy3DParms *p) {
	if (p && (unsigned)p->kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemcpy, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_copy(n, p))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t graph,
                                     const cudaGraphNode_t *deps, size_t ndep, void *dst,
                                     const void *src, size_t count,
                                     enum cudaMemcpyKind kind) {
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemcpy, deps, ndep, &n);
	return e == cudaSuccess
	               ? keep(out, n, graph_node_set_line(n, dst, src, count, kind))
	               : cudart_report(e);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                           const cudaGraphNode_t *deps, size_t ndep,
                                           const void *symbol, const void *src,
                                           size_t count, size_t offset,
                                           enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemcpy, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n,
	                               graph_node_set_to_symbol(n, symbol, src, count,
	                                                        offset, kind))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                             const cudaGraphNode_t *deps, size_t ndep,
                                             void *dst, const void *symbol, size_t count,
                                             size_t offset, enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemcpy, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n,
	                               graph_node_set_from_symbol(n, dst, symbol, count,
	                                                          offset, kind))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaMemsetParams *p) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemset, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_fill(n, p))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                 const cudaGraphNode_t *deps, size_t ndep,
                                 const struct cudaHostNodeParams *p) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeHost, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_host(n, p))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                       const cudaGraphNode_t *deps, size_t ndep,
                                       cudaGraph_t child) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeGraph, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_child(n, child, false))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                  const cudaGraphNode_t *deps, size_t ndep) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeEmpty, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, cudaSuccess) : cudart_report(e);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                        const cudaGraphNode_t *deps, size_t ndep,
                                        cudaEvent_t event) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeEventRecord, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_event(n, event))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                      const cudaGraphNode_t *deps, size_t ndep,
                                      cudaEvent_t event) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeWaitEvent, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_event(n, event))
	                        : cudart_report(e);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                     const cudaGraphNode_t *deps, size_t ndep,
                                     struct cudaMemAllocNodeParams *p) {
	struct cudaMemAllocNodeParamsV2 v2;
	struct CUgraphNode_st *n;
	cudaError_t e = out && p ? graph_node_add(graph, cudaGraphNodeTypeMemAlloc, deps,
	                                          NULL, ndep, &n)
	                         : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	memcpy(&v2, p, sizeof v2);
	e = keep(out, n, graph_node_set_alloc(n, &v2));
	p->dptr = v2.dptr;
	return e;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                    const cudaGraphNode_t *deps, size_t ndep, void *p) {
	struct CUgraphNode_st *n;
	cudaError_t e = add(out, graph, cudaGraphNodeTypeMemFree, deps, ndep, &n);
	return e == cudaSuccess ? keep(out, n, graph_node_set_free(n, p))
	                        : cudart_report(e);
}

/* Empty nodes reserve the place of parameters, too. */
static bool is_reserved_zero(const struct cudaGraphNodeParams *p) {
	bool zero = !p->reserved0[0] && !p->reserved0[1] && !p->reserved0[2] &&
	            !p->reserved2;
	for (u32 i = 0; i < countof(p->reserved1); i++)
		zero &= p->type != cudaGraphNodeTypeEmpty || !p->reserved1[i];
	return zero;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t graph,
                             const cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
                             size_t ndep, struct cudaGraphNodeParams *p) {
	struct CUgraphNode_st *n;
	cudaError_t known = graph_node_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	cudaError_t e = out && is_reserved_zero(p)
	                        ? graph_node_add(graph, p->type, deps, data, ndep, &n)
	                        : cudaErrorInvalidValue;
	return e == cudaSuccess ? keep(out, n, graph_node_set_any(n, p))
	                        : cudart_report(e);
}

/* ---- parameters of nodes ---- */

static bool is_a(const struct CUgraphNode_st *n, enum cudaGraphNodeType type) {
	return graph_node_is(n) && n->type == type;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *p) {
	/* As the vendor's runtime answers for kernels of its libraries. */
	if (is_a(node, NODE_CALL) && p)
		return cudart_report(cudaErrorInvalidDeviceFunction);
	if (!is_a(node, cudaGraphNodeTypeKernel) || !p)
		return cudart_report(cudaErrorInvalidValue);
	memcpy(p, &node->params.kernel, sizeof *p);
	return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *p) {
	cudaError_t known = graph_kernel_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	return cudart_report(is_a(node, cudaGraphNodeTypeKernel)
	                             ? graph_node_set_kernel(node, p)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *p) {
	if (!is_a(node, cudaGraphNodeTypeMemcpy) || !p)
		return cudart_report(cudaErrorInvalidValue);
	*p = node->params.memcpy.copyParams;
	return cudaSuccess;
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *p) {
	return cudart_report(is_a(node, cudaGraphNodeTypeMemcpy)
	                             ? graph_node_set_copy(node, p)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t count,
                                           enum cudaMemcpyKind kind) {
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	return cudart_report(is_a(node, cudaGraphNodeTypeMemcpy)
	                             ? graph_node_set_line(node, dst, src, count, kind)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count,
                                                 size_t offset,
                                                 enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	return cudart_report(
		is_a(node, cudaGraphNodeTypeMemcpy)
			? graph_node_set_to_symbol(node, symbol, src, count, offset, kind)
			: cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count,
                                                   size_t offset,
                                                   enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	return cudart_report(is_a(node, cudaGraphNodeTypeMemcpy)
	                             ? graph_node_set_from_symbol(node, dst, symbol,
	                                                          count, offset, kind)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *p) {
	if (!is_a(node, cudaGraphNodeTypeMemset) || !p)
		return cudart_report(cudaErrorInvalidValue);
	memcpy(p, &node->params.memset, sizeof *p);
	return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *p) {
	return cudart_report(is_a(node, cudaGraphNodeTypeMemset)
	                             ? graph_node_set_fill(node, p)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams *p) {
	if (!is_a(node, cudaGraphNodeTypeHost) || !p)
		return cudart_report(cudaErrorInvalidValue);
	memcpy(p, &node->params.host, sizeof *p);
	return cudaSuccess;
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *p) {
	return cudart_report(is_a(node, cudaGraphNodeTypeHost)
	                             ? graph_node_set_host(node, p)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
	if (!is_a(node, cudaGraphNodeTypeGraph) || !graph)
		return cudart_report(cudaErrorInvalidValue);
	*graph = node->sub[0];
	return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
	if (!is_a(node, cudaGraphNodeTypeEventRecord) || !event)
		return cudart_report(cudaErrorInvalidValue);
	*event = node->params.eventRecord.event;
	return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
	return cudart_report(is_a(node, cudaGraphNodeTypeEventRecord)
	                             ? graph_node_set_event(node, event)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
	if (!is_a(node, cudaGraphNodeTypeWaitEvent) || !event)
		return cudart_report(cudaErrorInvalidValue);
	*event = node->params.eventWait.event;
	return cudaSuccess;
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
	return cudart_report(is_a(node, cudaGraphNodeTypeWaitEvent)
	                             ? graph_node_set_event(node, event)
	                             : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *p) {
	if (!is_a(node, cudaGraphNodeTypeMemAlloc) || !p)
		return cudart_report(cudaErrorInvalidValue);
	memcpy(p, &node->params.alloc, sizeof *p);
	return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *out) {
	if (!is_a(node, cudaGraphNodeTypeMemFree) || !out)
		return cudart_report(cudaErrorInvalidValue);
	*(void **)out = node->params.free.dptr;
	return cudaSuccess;
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p) {
	cudaError_t known = graph_node_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	bool ok = graph_node_is(node) && p->type == node->type;
	return cudart_report(ok ? graph_node_set_any(node, p) : cudaErrorInvalidValue);
}

/* ---- attributes of kernel nodes ---- */

/* All zero: none. */
static bool is_cluster(const cudaLaunchAttributeValue *v) {
	return !v->clusterDim.x == !v->clusterDim.y &&
	       !v->clusterDim.y == !v->clusterDim.z;
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node,
                                            cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue *v) {
	if (!is_a(node, cudaGraphNodeTypeKernel) || !v)
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t hint = stream_check_hint(id, v);
	if (hint != cudaSuccess)
		return cudart_report(hint);
	struct simt_launch l = node->step.launch;
	switch (id) {
	case cudaLaunchAttributeAccessPolicyWindow:
		node->window = v->accessPolicyWindow;
		return cudaSuccess;
	case cudaLaunchAttributePriority:
		node->priority = v->priority; /* updates compare what was asked */
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomainMap:
		node->domain_map = v->memSyncDomainMap;
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomain:
		node->domain = v->memSyncDomain;
		return cudaSuccess;
	case cudaLaunchAttributeCooperative: l.cooperative = v->cooperative != 0; break;
	case cudaLaunchAttributeClusterDimension:
		if (!is_cluster(v))
			return cudart_report(cudaErrorInvalidClusterSize);
		l.cluster[0] = v->clusterDim.x;
		l.cluster[1] = v->clusterDim.y;
		l.cluster[2] = v->clusterDim.z;
		break;
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
		node->scheduling = v->clusterSchedulingPolicyPreference;
		return cudaSuccess;
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
		node->carveout = v->sharedMemCarveout;
		return cudaSuccess;
	case cudaLaunchAttributeNvlinkUtilCentricScheduling: return cudaSuccess;
	case cudaLaunchAttributeDeviceUpdatableKernelNode:
		return v->deviceUpdatableKernelNode.deviceUpdatable
		               ? cudart_report(cudaErrorNotSupported)
		               : cudaSuccess;
	default: return cudart_report(cudaErrorInvalidValue);
	}
	if (!graph_node_is_current(node))
		return cudart_report(cudaErrorInvalidResourceHandle);
	cudaError_t e = (cudaError_t)simt_launch_check(node->step.function, &l);
	if (e == cudaSuccess)
		node->step.launch = l;
	return cudart_report(e);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                            cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue *v) {
	if (!is_a(node, cudaGraphNodeTypeKernel) || !v)
		return cudart_report(cudaErrorInvalidValue);
	const struct simt_launch *l = &node->step.launch;
	switch (id) {
	case cudaLaunchAttributeAccessPolicyWindow:
		v->accessPolicyWindow = node->window;
		break;
	case cudaLaunchAttributePriority:
		v->priority = MAX(MIN(node->priority, PRIORITY_LEAST), PRIORITY_GREATEST);
		break;
	case cudaLaunchAttributeMemSyncDomainMap:
		v->memSyncDomainMap = node->domain_map;
		break;
	case cudaLaunchAttributeMemSyncDomain: v->memSyncDomain = node->domain; break;
	case cudaLaunchAttributeCooperative: v->cooperative = l->cooperative; break;
	case cudaLaunchAttributeClusterDimension:
		v->clusterDim.x = l->cluster[0];
		v->clusterDim.y = l->cluster[1];
		v->clusterDim.z = l->cluster[2];
		break;
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
		v->clusterSchedulingPolicyPreference = node->scheduling;
		break;
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
		v->sharedMemCarveout = node->carveout;
		break;
	case cudaLaunchAttributeDeviceUpdatableKernelNode:
		memset(&v->deviceUpdatableKernelNode, 0,
		       sizeof v->deviceUpdatableKernelNode);
		break;
	default: return cudart_report(cudaErrorInvalidValue);
	}
	return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst, cudaGraphNode_t src) {
	if (!is_a(src, cudaGraphNodeTypeKernel) || !is_a(dst, cudaGraphNodeTypeKernel))
		return cudart_report(cudaErrorInvalidValue);
	dst->window = src->window;
	dst->priority = src->priority;
	dst->domain_map = src->domain_map;
	dst->domain = src->domain;
	dst->scheduling = src->scheduling;
	dst->carveout = src->carveout;
	dst->step.launch.cooperative = src->step.launch.cooperative;
	memcpy(dst->step.launch.cluster, src->step.launch.cluster,
	       sizeof dst->step.launch.cluster);
	return cudaSuccess;
}
