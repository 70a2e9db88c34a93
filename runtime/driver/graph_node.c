/* graph_node.c - nodes of graphs as the driver interface describes them. Most
 * descriptions differ from the runtime's in form only: functions instead of host
 * functions, copies in bytes, contexts. Only the driver interface has nodes of operations
 * on memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/stream.h"
#include "runtime/handles/array.h"
#include "runtime/handles/device.h"
#include "runtime/handles/graph_exec.h"
#include "runtime/handles/kernel.h"

/* ---- contexts of nodes ------------------------------------------------------------- */

/* Between enter and leave the node's context is current, if it names one. */
static cudaError_t enter(CUcontext c) {
	if (!c)
		return cudaSuccess;
	if (!context_is_alive(c))
		return (cudaError_t)CUDA_ERROR_INVALID_CONTEXT;
	return (cudaError_t)cuCtxPushCurrent_v2(c);
}

static void leave(CUcontext c) {
	if (c)
		cuCtxPopCurrent_v2(NULL);
}

static cudaError_t is_a(CUgraphNode n, enum cudaGraphNodeType type) {
	return graph_node_is(n) && n->type == type ? cudaSuccess : cudaErrorInvalidValue;
}

/* Adds a node and sets its parameters with tell(node, told). */
static cudaError_t add(CUgraphNode *out, CUgraph g, enum cudaGraphNodeType type,
                       const CUgraphNode *deps, const CUgraphEdgeData *data, size_t n,
                       cudaError_t (*tell)(CUgraphNode node, const void *told),
                       const void *told) {
	struct CUgraphNode_st *node;
	if (!out || !told)
		return cudaErrorInvalidValue;
	cudaError_t e = graph_node_add(g, type, deps, (const cudaGraphEdgeData *)data, n,
	                               &node);
	if (e != cudaSuccess)
		return e;
	e = tell(node, told);
	if (e == cudaSuccess)
		*out = node;
	else
		graph_node_remove(node);
	return e;
}

/* ---- kernels ----------------------------------------------------------------------- */

static CUDA_KERNEL_NODE_PARAMS_v2 widen(const CUDA_KERNEL_NODE_PARAMS_v1 *p) {
	CUDA_KERNEL_NODE_PARAMS_v2 wide = {.func = NULL};
	memcpy(&wide, p, sizeof *p);
	return wide;
}

/* Reads a description: the device and function of func to *d and *f, the rest to *r. */
static cudaError_t read_kernel(const CUDA_KERNEL_NODE_PARAMS_v2 *p, CUfunction *func,
                               struct cuda_device **d, struct simt_function **f,
                               struct cudaKernelNodeParams *r) {
	*func = p->func ? p->func : (CUfunction)p->kern;
	*r = (struct cudaKernelNodeParams){
		.gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
		.blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
		.sharedMemBytes = p->sharedMemBytes,
		.kernelParams = p->kernelParams,
		.extra = p->extra,
	};
	return (cudaError_t)function_find(*func, d, f); /* no handle: 400 */
}

/* "Ignored if func is set" (CUDA driver API, CUDA_KERNEL_NODE_PARAMS_v2). */
static CUcontext kernel_context(const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return p->func ? NULL : p->ctx;
}

static cudaError_t set_kernel(CUgraphNode n, const void *told) {
	const CUDA_KERNEL_NODE_PARAMS_v2 *p = told;
	struct cudaKernelNodeParams r;
	struct cuda_device *d;
	struct simt_function *f;
	CUfunction func;
	cudaError_t e = enter(kernel_context(p));
	if (e != cudaSuccess)
		return e;
	e = read_kernel(p, &func, &d, &f, &r);
	if (e == cudaSuccess)
		e = graph_node_set_function(n, func, d, f, &r);
	leave(kernel_context(p));
	return e;
}

/* Finds the kernel before all other checks, as on hardware. */
static cudaError_t kernel_known(const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	struct cudaKernelNodeParams r;
	struct cuda_device *d;
	struct simt_function *f;
	CUfunction func;
	cudaError_t e = p ? enter(kernel_context(p)) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	e = read_kernel(p, &func, &d, &f, &r);
	leave(kernel_context(p));
	return e;
}

static cudaError_t add_kernel(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                              size_t n, const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	cudaError_t e = kernel_known(p);
	return e == cudaSuccess ? add(out, g, cudaGraphNodeTypeKernel, deps, NULL, n,
	                              set_kernel, p)
	                        : e;
}

/* The context is the function's or the one that p names; NULL there is the current one.
 */
static CUresult node_begin(const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return p && !p->func && !p->ctx ? driver_begin() : driver_begin_free();
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                 size_t n, const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return RUNTIME_AFTER(node_begin(p), add_kernel(out, g, deps, n, p));
}

CUresult cuGraphAddKernelNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                              size_t n, const CUDA_KERNEL_NODE_PARAMS_v1 *p) {
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(p);
	return cuGraphAddKernelNode_v2(out, g, deps, n, &wide);
}

/* A node that the runtime interface made has a host function or a kernel: then func and
 * kern are set. */
static cudaError_t get_kernel(CUgraphNode n, CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	struct CUkern_st *k = NULL;
	cudaError_t e = p ? is_a(n, cudaGraphNodeTypeKernel) : cudaErrorInvalidValue;
	if (p && is_a(n, NODE_CALL) == cudaSuccess)
		return cudaErrorNotSupported; /* a library's call has no function */
	if (e != cudaSuccess)
		return e;
	const struct cudaKernelNodeParamsV2 *r = &n->params.kernel;
	if (!graph_node_is_current(n))
		return cudaErrorInvalidResourceHandle;
	CUfunction func = (CUfunction)r->func;
	if (kernel_find(r->func, &k) == cudaSuccess)
		e = (cudaError_t)cuKernelGetFunction(&func, k);
	if (e != cudaSuccess)
		return e;
	*p = (CUDA_KERNEL_NODE_PARAMS_v2){
		.func = func,
		.gridDimX = r->gridDim.x,
		.gridDimY = r->gridDim.y,
		.gridDimZ = r->gridDim.z,
		.blockDimX = r->blockDim.x,
		.blockDimY = r->blockDim.y,
		.blockDimZ = r->blockDim.z,
		.sharedMemBytes = r->sharedMemBytes,
		.kernelParams = r->kernelParams,
		.kern = k,
		.ctx = context_primary(n->device),
	};
	return cudaSuccess;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode n, CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return RUNTIME_FREE(get_kernel(n, p));
}

/* The older form has no field for a kernel: gives the kernel's function in the current
 * context. */
CUresult cuGraphKernelNodeGetParams(CUgraphNode n, CUDA_KERNEL_NODE_PARAMS_v1 *p) {
	CUDA_KERNEL_NODE_PARAMS_v2 wide;
	CUresult r = p ? cuGraphKernelNodeGetParams_v2(n, &wide)
	               : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS && !wide.func)
		r = cuKernelGetFunction(&wide.func, wide.kern);
	if (r == CUDA_SUCCESS)
		memcpy(p, &wide, sizeof *p);
	return r;
}

static cudaError_t change_kernel(CUgraphNode n, const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	cudaError_t e = p ? is_a(n, cudaGraphNodeTypeKernel) : cudaErrorInvalidValue;
	return e == cudaSuccess ? set_kernel(n, p) : e;
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode n,
                                       const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return RUNTIME_AFTER(node_begin(p), change_kernel(n, p));
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode n, const CUDA_KERNEL_NODE_PARAMS_v1 *p) {
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(p);
	return cuGraphKernelNodeSetParams_v2(n, &wide);
}

static cudaError_t exec_kernel(CUgraphExec x, CUgraphNode n,
                               const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	struct cudaKernelNodeParams r;
	struct cuda_device *d;
	struct simt_function *f;
	CUfunction func;
	cudaError_t e = p && exec_is(x) ? is_a(n, cudaGraphNodeTypeKernel)
	                                : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = enter(kernel_context(p));
	if (e != cudaSuccess)
		return e;
	e = read_kernel(p, &func, &d, &f, &r);
	if (e == cudaSuccess)
		e = exec_set_function(x, n, func, d, f, &r);
	leave(kernel_context(p));
	return e;
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec x, CUgraphNode n,
                                           const CUDA_KERNEL_NODE_PARAMS_v2 *p) {
	return RUNTIME_AFTER(node_begin(p), exec_kernel(x, n, p));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec x, CUgraphNode n,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *p) {
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(p);
	return cuGraphExecKernelNodeSetParams_v2(x, n, &wide);
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
	return RUNTIME_BARE(cudaGraphKernelNodeCopyAttributes(to, from));
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode n, CUkernelNodeAttrID which,
                                       CUkernelNodeAttrValue *value) {
	return RUNTIME_BARE(cudaGraphKernelNodeGetAttribute(
		n, (cudaLaunchAttributeID)which, (cudaLaunchAttributeValue *)value));
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode n, CUkernelNodeAttrID which,
                                       const CUkernelNodeAttrValue *value) {
	return RUNTIME_BARE(
		cudaGraphKernelNodeSetAttribute(n, (cudaLaunchAttributeID)which,
	                                        (const cudaLaunchAttributeValue *)value));
}

/* ---- copies ------------------------------------------------------------------------ */

static cudaError_t set_copy(CUgraphNode n, const void *told) {
	struct cudaMemcpy3DParms p;
	struct copy_box b;
	cudaError_t e = driver_box(told, &b, &p);
	if (e == cudaSuccess)
		e = graph_node_set_box(n, &b, &p);
	if (e == cudaSuccess) {
		n->told_copy = arena_new(&n->graph->arena, CUDA_MEMCPY3D);
		*(CUDA_MEMCPY3D *)n->told_copy = *(const CUDA_MEMCPY3D *)told;
	}
	return e;
}

static cudaError_t add_copy(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                            const CUgraphEdgeData *data, size_t n, const CUDA_MEMCPY3D *c,
                            CUcontext ctx) {
	cudaError_t e = enter(ctx);
	if (e != cudaSuccess)
		return e;
	e = add(out, g, cudaGraphNodeTypeMemcpy, deps, data, n, set_copy, c);
	leave(ctx);
	return e;
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                              size_t n, const CUDA_MEMCPY3D *c, CUcontext ctx) {
	return RUNTIME(add_copy(out, g, deps, NULL, n, c, ctx));
}

static cudaError_t get_copy(CUgraphNode n, CUDA_MEMCPY3D *c) {
	cudaError_t e = c ? is_a(n, cudaGraphNodeTypeMemcpy) : cudaErrorInvalidValue;
	if (e == cudaSuccess && n->told_copy)
		*c = *(const CUDA_MEMCPY3D *)n->told_copy;
	else if (e == cudaSuccess)
		driver_box_of(&n->params.memcpy.copyParams, c);
	return e;
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode n, CUDA_MEMCPY3D *c) {
	return RUNTIME_BARE(get_copy(n, c));
}

static cudaError_t change_copy(CUgraphNode n, const CUDA_MEMCPY3D *c) {
	cudaError_t e = c ? is_a(n, cudaGraphNodeTypeMemcpy) : cudaErrorInvalidValue;
	return e == cudaSuccess ? set_copy(n, c) : e;
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode n, const CUDA_MEMCPY3D *c) {
	return RUNTIME_BARE(change_copy(n, c));
}

static cudaError_t exec_copy(CUgraphExec x, CUgraphNode n, const CUDA_MEMCPY3D *c,
                             CUcontext ctx) {
	struct cudaMemcpy3DParms p;
	struct copy_box b;
	struct simt_copy plan;
	cudaError_t e = c ? enter(ctx) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	e = driver_box(c, &b, &p);
	if (e == cudaSuccess)
		e = copy_box_prepare(&b, &plan);
	if (e == cudaSuccess)
		e = cudaGraphExecMemcpyNodeSetParams(x, n, &p);
	leave(ctx);
	return e;
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec x, CUgraphNode n,
                                        const CUDA_MEMCPY3D *c, CUcontext ctx) {
	return RUNTIME_BARE(exec_copy(x, n, c, ctx));
}

/* ---- fills ------------------------------------------------------------------------- */

static struct cudaMemsetParams fill_of(const CUDA_MEMSET_NODE_PARAMS_v1 *p) {
	return (struct cudaMemsetParams){
		.dst = host_pointer(p->dst),
		.pitch = p->pitch,
		.value = p->value,
		.elementSize = p->elementSize,
		.width = p->width,
		.height = p->height,
	};
}

static cudaError_t set_fill(CUgraphNode n, const void *told) {
	struct cudaMemsetParams p = fill_of(told);
	return graph_node_set_fill(n, &p);
}

static cudaError_t add_fill(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                            const CUgraphEdgeData *data, size_t n,
                            const CUDA_MEMSET_NODE_PARAMS_v1 *p, CUcontext ctx) {
	cudaError_t e = enter(ctx);
	if (e != cudaSuccess)
		return e;
	e = add(out, g, cudaGraphNodeTypeMemset, deps, data, n, set_fill, p);
	leave(ctx);
	return e;
}

CUresult cuGraphAddMemsetNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                              size_t n, const CUDA_MEMSET_NODE_PARAMS_v1 *p,
                              CUcontext ctx) {
	return RUNTIME(add_fill(out, g, deps, NULL, n, p, ctx));
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode n, CUDA_MEMSET_NODE_PARAMS_v1 *p) {
	struct cudaMemsetParams r;
	CUresult result = RUNTIME_BARE(cudaGraphMemsetNodeGetParams(n, p ? &r : NULL));
	if (result == CUDA_SUCCESS)
		*p = (CUDA_MEMSET_NODE_PARAMS_v1){.dst = (uintptr_t)r.dst,
		                                  .pitch = r.pitch,
		                                  .value = r.value,
		                                  .elementSize = r.elementSize,
		                                  .width = r.width,
		                                  .height = r.height};
	return result;
}

static cudaError_t change_fill(CUgraphNode n, const CUDA_MEMSET_NODE_PARAMS_v1 *p) {
	cudaError_t e = p ? is_a(n, cudaGraphNodeTypeMemset) : cudaErrorInvalidValue;
	return e == cudaSuccess ? set_fill(n, p) : e;
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode n, const CUDA_MEMSET_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(change_fill(n, p));
}

static cudaError_t exec_fill(CUgraphExec x, CUgraphNode n,
                             const CUDA_MEMSET_NODE_PARAMS_v1 *p, CUcontext ctx) {
	cudaError_t e = p ? enter(ctx) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	struct cudaMemsetParams r = fill_of(p);
	e = cudaGraphExecMemsetNodeSetParams(x, n, &r);
	leave(ctx);
	return e;
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec x, CUgraphNode n,
                                        const CUDA_MEMSET_NODE_PARAMS_v1 *p,
                                        CUcontext ctx) {
	return RUNTIME_BARE(exec_fill(x, n, p, ctx));
}

/* ---- functions, graphs, events: the same in both interfaces ------------------------ */

CUresult cuGraphAddHostNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                            size_t n, const CUDA_HOST_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(cudaGraphAddHostNode(out, g, deps, n,
	                                         (const struct cudaHostNodeParams *)p));
}

CUresult cuGraphHostNodeGetParams(CUgraphNode n, CUDA_HOST_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(
		cudaGraphHostNodeGetParams(n, (struct cudaHostNodeParams *)p));
}

CUresult cuGraphHostNodeSetParams(CUgraphNode n, const CUDA_HOST_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(
		cudaGraphHostNodeSetParams(n, (const struct cudaHostNodeParams *)p));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec x, CUgraphNode n,
                                      const CUDA_HOST_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(cudaGraphExecHostNodeSetParams(
		x, n, (const struct cudaHostNodeParams *)p));
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                  size_t n, CUgraph child) {
	return RUNTIME_BARE(cudaGraphAddChildGraphNode(out, g, deps, n, child));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode n, CUgraph *g) {
	return RUNTIME_BARE(cudaGraphChildGraphNodeGetGraph(n, g));
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec x, CUgraphNode n, CUgraph child) {
	return RUNTIME_BARE(cudaGraphExecChildGraphNodeSetParams(x, n, child));
}

CUresult cuGraphAddEmptyNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                             size_t n) {
	return RUNTIME_BARE(cudaGraphAddEmptyNode(out, g, deps, n));
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                   size_t n, CUevent event) {
	return RUNTIME_BARE(cudaGraphAddEventRecordNode(out, g, deps, n, event));
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode n, CUevent *event) {
	return RUNTIME_BARE(cudaGraphEventRecordNodeGetEvent(n, event));
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode n, CUevent event) {
	return RUNTIME_BARE(cudaGraphEventRecordNodeSetEvent(n, event));
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec x, CUgraphNode n, CUevent event) {
	return RUNTIME_BARE(cudaGraphExecEventRecordNodeSetEvent(x, n, event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                 size_t n, CUevent event) {
	return RUNTIME_BARE(cudaGraphAddEventWaitNode(out, g, deps, n, event));
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode n, CUevent *event) {
	return RUNTIME_BARE(cudaGraphEventWaitNodeGetEvent(n, event));
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode n, CUevent event) {
	return RUNTIME_BARE(cudaGraphEventWaitNodeSetEvent(n, event));
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec x, CUgraphNode n, CUevent event) {
	return RUNTIME_BARE(cudaGraphExecEventWaitNodeSetEvent(x, n, event));
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                size_t n, CUDA_MEM_ALLOC_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(cudaGraphAddMemAllocNode(out, g, deps, n,
	                                             (struct cudaMemAllocNodeParams *)p));
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode n, CUDA_MEM_ALLOC_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(
		cudaGraphMemAllocNodeGetParams(n, (struct cudaMemAllocNodeParams *)p));
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                               size_t n, CUdeviceptr p) {
	return RUNTIME_BARE(cudaGraphAddMemFreeNode(out, g, deps, n, host_pointer(p)));
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode n, CUdeviceptr *p) {
	return RUNTIME_BARE(cudaGraphMemFreeNodeGetParams(n, p));
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph g,
                                        CUcontext c, unsigned value, unsigned flags) {
	unsigned long long h = 0;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	cudaError_t e = !handle ? cudaErrorInvalidValue
	                : c     ? enter(c)
	                        : (cudaError_t)CUDA_ERROR_INVALID_CONTEXT;
	if (e == cudaSuccess) {
		e = cudaGraphConditionalHandleCreate(&h, g, value, flags);
		leave(c);
	}
	if (e == cudaSuccess)
		*handle = h;
	return driver_end(e);
}

/* ---- operations on memory ---------------------------------------------------------- */

struct told_ops {
	struct node_ops ops;
	struct simt_memory_op op[MEMORY_OPS_MAX];
};

static cudaError_t read_ops(const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p,
                            struct told_ops *t) {
	struct cuda_device *d;
	if (!p)
		return cudaErrorInvalidValue;
	cudaError_t e = enter(p->ctx);
	if (e != cudaSuccess)
		return e;
	e = device_current(&d);
	leave(p->ctx);
	if (e == cudaSuccess && p->count &&
	    !memory_ops_of(p->paramArray, p->count, p->flags, t->op))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		t->ops = (struct node_ops){.device = d,
		                           .op = t->op,
		                           .n = p->count,
		                           .told = p->paramArray,
		                           .told_bytes = p->count *
		                                         (u32)sizeof *p->paramArray,
		                           .flags = p->flags};
	return e;
}

static cudaError_t set_ops(CUgraphNode n, const void *told) {
	struct told_ops t;
	cudaError_t e = read_ops(told, &t);
	return e == cudaSuccess ? graph_node_set_ops(n, &t.ops) : e;
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                                  size_t n, const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	return RUNTIME(add(out, g, NODE_MEMORY_OPS, deps, NULL, n, set_ops, p));
}

static cudaError_t get_ops(CUgraphNode n, CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	cudaError_t e = p ? is_a(n, NODE_MEMORY_OPS) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*p = (CUDA_BATCH_MEM_OP_NODE_PARAMS_v1){
			.ctx = context_primary(n->ops.device),
			.count = n->ops.n,
			.paramArray = (CUstreamBatchMemOpParams *)(uintptr_t)n->ops.told,
			.flags = n->ops.flags,
		};
	return e;
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode n,
                                        CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	return RUNTIME_BARE(get_ops(n, p));
}

static cudaError_t change_ops(CUgraphNode n, const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	cudaError_t e = is_a(n, NODE_MEMORY_OPS);
	return e == cudaSuccess ? set_ops(n, p) : e;
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode n,
                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	return RUNTIME(change_ops(n, p));
}

static cudaError_t exec_ops(CUgraphExec x, CUgraphNode n,
                            const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	struct told_ops t;
	cudaError_t e = read_ops(p, &t);
	return e == cudaSuccess ? exec_set_ops(x, n, &t.ops) : e;
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec x, CUgraphNode n,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 *p) {
	return RUNTIME(exec_ops(x, n, p));
}

/* ---- nodes of any type ------------------------------------------------------------- */

/* Converts descriptions that are the same in both interfaces. False: another type. */
static bool plain_params(const CUgraphNodeParams *p, struct cudaGraphNodeParams *r) {
	*r = (struct cudaGraphNodeParams){.type = (enum cudaGraphNodeType)p->type};
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_HOST:
		memcpy(&r->host, &p->host, sizeof r->host);
		return true;
	case CU_GRAPH_NODE_TYPE_GRAPH:
		r->graph.graph = p->graph.graph;
		r->graph.ownership = (enum cudaGraphChildGraphNodeOwnership)
		                             p->graph.ownership;
		return true;
	case CU_GRAPH_NODE_TYPE_EMPTY: return true;
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
		r->eventWait.event = p->eventWait.event;
		return true;
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
		r->eventRecord.event = p->eventRecord.event;
		return true;
	case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
		memcpy(&r->alloc, &p->alloc, sizeof r->alloc);
		return true;
	case CU_GRAPH_NODE_TYPE_MEM_FREE:
		r->free.dptr = host_pointer(p->free.dptr);
		return true;
	case CU_GRAPH_NODE_TYPE_CONDITIONAL:
		r->conditional.handle = p->conditional.handle;
		r->conditional.type = (enum cudaGraphConditionalNodeType)
		                              p->conditional.type;
		r->conditional.size = p->conditional.size;
		return true;
	default: return false;
	}
}

/* Copies the runtime's answers to the description. */
static void give_back(CUgraphNodeParams *p, const struct cudaGraphNodeParams *r) {
	if (p->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
		p->alloc.dptr = (uintptr_t)r->alloc.dptr;
	if (p->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
		p->conditional.phGraph_out = r->conditional.phGraph_out;
}

static bool is_reserved_zero(const CUgraphNodeParams *p) {
	return !p->reserved0[0] && !p->reserved0[1] && !p->reserved0[2] && !p->reserved2;
}

static CUDA_KERNEL_NODE_PARAMS_v2 kernel_of(const CUgraphNodeParams *p) {
	CUDA_KERNEL_NODE_PARAMS_v2 k;
	memcpy(&k, &p->kernel, sizeof k);
	return k;
}

static cudaError_t add_any(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                           const CUgraphEdgeData *data, size_t n, CUgraphNodeParams *p) {
	struct cudaGraphNodeParams r;
	CUDA_KERNEL_NODE_PARAMS_v2 k;
	cudaError_t e = p ? cudaSuccess : cudaErrorInvalidValue;
	if (p && p->type == CU_GRAPH_NODE_TYPE_KERNEL) {
		k = kernel_of(p);
		e = kernel_known(&k);
	}
	if (e != cudaSuccess)
		return e;
	if (!out || !is_reserved_zero(p))
		return cudaErrorInvalidValue;
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		return add(out, g, cudaGraphNodeTypeKernel, deps, data, n, set_kernel,
		           &k);
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return add_copy(out, g, deps, data, n, &p->memcpy.copyParams,
		                p->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return add_fill(out, g, deps, data, n,
		                (const CUDA_MEMSET_NODE_PARAMS_v1 *)&p->memset,
		                p->memset.ctx);
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		return add(out, g, NODE_MEMORY_OPS, deps, data, n, set_ops, &p->memOp);
	case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
	case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT: return cudaErrorNotSupported;
	default: break;
	}
	if (!plain_params(p, &r))
		return cudaErrorInvalidValue;
	e = cudaGraphAddNode(out, g, deps, (const cudaGraphEdgeData *)data, n, &r);
	if (e == cudaSuccess)
		give_back(p, &r);
	return e;
}

CUresult cuGraphAddNode_v2(CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
                           const CUgraphEdgeData *data, size_t n, CUgraphNodeParams *p) {
	return RUNTIME(add_any(out, g, deps, data, n, p));
}

CUresult cuGraphAddNode(CUgraphNode *out, CUgraph g, const CUgraphNode *deps, size_t n,
                        CUgraphNodeParams *p) {
	return cuGraphAddNode_v2(out, g, deps, NULL, n, p);
}

static cudaError_t set_any(CUgraphNode n, CUgraphNodeParams *p) {
	struct cudaGraphNodeParams r;
	cudaError_t e = p && is_reserved_zero(p)
	                        ? is_a(n, (enum cudaGraphNodeType)p->type)
	                        : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	CUDA_KERNEL_NODE_PARAMS_v2 k;
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: k = kernel_of(p); return set_kernel(n, &k);
	case CU_GRAPH_NODE_TYPE_MEMCPY: return set_copy(n, &p->memcpy.copyParams);
	case CU_GRAPH_NODE_TYPE_MEMSET: return set_fill(n, &p->memset);
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return set_ops(n, &p->memOp);
	default: break;
	}
	if (!plain_params(p, &r))
		return cudaErrorInvalidValue;
	return cudaGraphNodeSetParams(n, &r);
}

CUresult cuGraphNodeSetParams(CUgraphNode n, CUgraphNodeParams *p) {
	return RUNTIME(set_any(n, p));
}

static cudaError_t exec_any(CUgraphExec x, CUgraphNode n, CUgraphNodeParams *p) {
	struct cudaGraphNodeParams r;
	if (!p || !is_reserved_zero(p))
		return cudaErrorInvalidValue;
	CUDA_KERNEL_NODE_PARAMS_v2 k;
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: k = kernel_of(p); return exec_kernel(x, n, &k);
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return exec_copy(x, n, &p->memcpy.copyParams, p->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return exec_fill(x, n, (const CUDA_MEMSET_NODE_PARAMS_v1 *)&p->memset,
		                 p->memset.ctx);
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return exec_ops(x, n, &p->memOp);
	default: break;
	}
	if (!plain_params(p, &r))
		return cudaErrorInvalidValue;
	return cudaGraphExecNodeSetParams(x, n, &r);
}

CUresult cuGraphExecNodeSetParams(CUgraphExec x, CUgraphNode n, CUgraphNodeParams *p) {
	return RUNTIME(exec_any(x, n, p));
}
