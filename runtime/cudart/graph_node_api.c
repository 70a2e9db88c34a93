/* graph_node_api.c - the functions that add nodes to graphs, ask about them and change
 * them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/graph.h"

/* ---- adding ---- */

/* A new node stays only if it could be told what it is. */
static cudaError_t keep(cudaGraphNode_t *out, struct CUgraphNode_st *n, cudaError_t e) {
	if (e == cudaSuccess)
		*out = n;
	else
		graph_node_remove(n);
	return cudart_report(e);
}

#define ADD(type, set)                                                          \
	struct CUgraphNode_st *n;                                               \
	cudaError_t e = out ? graph_node_add(graph, type, deps, NULL, ndep, &n) \
	                    : cudaErrorInvalidValue;                            \
	return e == cudaSuccess ? keep(out, n, set) : cudart_report(e)

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

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaKernelNodeParams *p) {
	cudaError_t known = graph_kernel_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	ADD(cudaGraphNodeTypeKernel, graph_node_set_kernel(n, p));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaMemcpy3DParms *p) {
	ADD(cudaGraphNodeTypeMemcpy, graph_node_set_copy(n, p));
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

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t graph,
                                     const cudaGraphNode_t *deps, size_t ndep, void *dst,
                                     const void *src, size_t count,
                                     enum cudaMemcpyKind kind) {
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	ADD(cudaGraphNodeTypeMemcpy, graph_node_set_line(n, dst, src, count, kind));
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

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                           const cudaGraphNode_t *deps, size_t ndep,
                                           const void *symbol, const void *src,
                                           size_t count, size_t offset,
                                           enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	ADD(cudaGraphNodeTypeMemcpy,
	    graph_node_set_to_symbol(n, symbol, src, count, offset, kind));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                             const cudaGraphNode_t *deps, size_t ndep,
                                             void *dst, const void *symbol, size_t count,
                                             size_t offset, enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	ADD(cudaGraphNodeTypeMemcpy,
	    graph_node_set_from_symbol(n, dst, symbol, count, offset, kind));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *deps, size_t ndep,
                                   const struct cudaMemsetParams *p) {
	ADD(cudaGraphNodeTypeMemset, graph_node_set_fill(n, p));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                 const cudaGraphNode_t *deps, size_t ndep,
                                 const struct cudaHostNodeParams *p) {
	ADD(cudaGraphNodeTypeHost, graph_node_set_host(n, p));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                       const cudaGraphNode_t *deps, size_t ndep,
                                       cudaGraph_t child) {
	ADD(cudaGraphNodeTypeGraph, graph_node_set_child(n, child, false));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                  const cudaGraphNode_t *deps, size_t ndep) {
	ADD(cudaGraphNodeTypeEmpty, cudaSuccess);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                        const cudaGraphNode_t *deps, size_t ndep,
                                        cudaEvent_t event) {
	ADD(cudaGraphNodeTypeEventRecord, graph_node_set_event(n, event));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                      const cudaGraphNode_t *deps, size_t ndep,
                                      cudaEvent_t event) {
	ADD(cudaGraphNodeTypeWaitEvent, graph_node_set_event(n, event));
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
	ADD(cudaGraphNodeTypeMemFree, graph_node_set_free(n, p));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t graph,
                             const cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
                             size_t ndep, struct cudaGraphNodeParams *p) {
	struct CUgraphNode_st *n;
	cudaError_t known = graph_node_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	cudaError_t e = out && !p->reserved0[0] && !p->reserved0[1] && !p->reserved0[2]
	                        ? graph_node_add(graph, p->type, deps, data, ndep, &n)
	                        : cudaErrorInvalidValue;
	return e == cudaSuccess ? keep(out, n, graph_node_set_any(n, p))
	                        : cudart_report(e);
}

/* ---- asking and telling again ---- */

static bool is_a(const struct CUgraphNode_st *n, enum cudaGraphNodeType type) {
	return graph_node_is(n) && n->type == type;
}

#define GET(kind, out, ...)                                  \
	if (!is_a(node, kind) || !(out))                     \
		return cudart_report(cudaErrorInvalidValue); \
	__VA_ARGS__;                                         \
	return cudaSuccess
#define SET(kind, set) \
	return cudart_report(is_a(node, kind) ? (set) : cudaErrorInvalidValue)

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *p) {
	GET(cudaGraphNodeTypeKernel, p, memcpy(p, &node->params.kernel, sizeof *p));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *p) {
	cudaError_t known = graph_kernel_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	SET(cudaGraphNodeTypeKernel, graph_node_set_kernel(node, p));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *p) {
	GET(cudaGraphNodeTypeMemcpy, p, *p = node->params.memcpy.copyParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *p) {
	SET(cudaGraphNodeTypeMemcpy, graph_node_set_copy(node, p));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t count,
                                           enum cudaMemcpyKind kind) {
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_report(cudaErrorInvalidMemcpyDirection);
	SET(cudaGraphNodeTypeMemcpy, graph_node_set_line(node, dst, src, count, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count,
                                                 size_t offset,
                                                 enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	SET(cudaGraphNodeTypeMemcpy,
	    graph_node_set_to_symbol(node, symbol, src, count, offset, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count,
                                                   size_t offset,
                                                   enum cudaMemcpyKind kind) {
	cudaError_t known = symbol_known(symbol);
	if (known != cudaSuccess)
		return cudart_report(known);
	SET(cudaGraphNodeTypeMemcpy,
	    graph_node_set_from_symbol(node, dst, symbol, count, offset, kind));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *p) {
	GET(cudaGraphNodeTypeMemset, p, memcpy(p, &node->params.memset, sizeof *p));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *p) {
	SET(cudaGraphNodeTypeMemset, graph_node_set_fill(node, p));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams *p) {
	GET(cudaGraphNodeTypeHost, p, memcpy(p, &node->params.host, sizeof *p));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *p) {
	SET(cudaGraphNodeTypeHost, graph_node_set_host(node, p));
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
	GET(cudaGraphNodeTypeGraph, graph, *graph = node->sub[0]);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
	GET(cudaGraphNodeTypeEventRecord, event, *event = node->params.eventRecord.event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
	SET(cudaGraphNodeTypeEventRecord, graph_node_set_event(node, event));
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
	GET(cudaGraphNodeTypeWaitEvent, event, *event = node->params.eventWait.event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
	SET(cudaGraphNodeTypeWaitEvent, graph_node_set_event(node, event));
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *p) {
	GET(cudaGraphNodeTypeMemAlloc, p, memcpy(p, &node->params.alloc, sizeof *p));
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *out) {
	GET(cudaGraphNodeTypeMemFree, out, *(void **)out = node->params.free.dptr);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p) {
	cudaError_t known = graph_node_known(p);
	if (known != cudaSuccess)
		return cudart_report(known);
	bool ok = graph_node_is(node) && p->type == node->type;
	return cudart_report(ok ? graph_node_set_any(node, p) : cudaErrorInvalidValue);
}

/* ---- attributes of kernel nodes ---- */

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
		node->priority = v->priority;
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomainMap:
		node->domain_map = v->memSyncDomainMap;
		return cudaSuccess;
	case cudaLaunchAttributeMemSyncDomain:
		node->domain = v->memSyncDomain;
		return cudaSuccess;
	case cudaLaunchAttributeCooperative: l.cooperative = v->cooperative != 0; break;
	case cudaLaunchAttributeClusterDimension:
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
	case cudaLaunchAttributePriority: v->priority = node->priority; break;
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
