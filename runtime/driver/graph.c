/* graph.c - graphs of the driver interface: structure, launches, captures. graph_node.c
 * sets parameters of nodes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/driver.h"

/* Both interfaces have the same layout of this structure. */
static const cudaGraphEdgeData *edges(const CUgraphEdgeData *d) {
	return (const cudaGraphEdgeData *)d;
}

/* ---- graphs ------------------------------------------------------------------------ */

CUresult cuGraphCreate(CUgraph *g, unsigned flags) {
	return RUNTIME_BARE(cudaGraphCreate(g, flags));
}

CUresult cuGraphDestroy(CUgraph g) {
	return RUNTIME_BARE(cudaGraphDestroy(g));
}

CUresult cuGraphClone(CUgraph *copy, CUgraph g) {
	return RUNTIME_BARE(cudaGraphClone(copy, g));
}

CUresult cuGraphDebugDotPrint(CUgraph g, const char *path, unsigned flags) {
	return RUNTIME_BARE(cudaGraphDebugDotPrint(g, path, flags));
}

CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone) {
	return RUNTIME_BARE(cudaGraphNodeFindInClone(node, original, clone));
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
	return RUNTIME_BARE(cudaGraphNodeGetType(node, (enum cudaGraphNodeType *)type));
}

CUresult cuGraphGetNodes(CUgraph g, CUgraphNode *nodes, size_t *n) {
	return RUNTIME_BARE(cudaGraphGetNodes(g, nodes, n));
}

CUresult cuGraphGetRootNodes(CUgraph g, CUgraphNode *nodes, size_t *n) {
	return RUNTIME_BARE(cudaGraphGetRootNodes(g, nodes, n));
}

CUresult cuGraphDestroyNode(CUgraphNode node) {
	return RUNTIME_BARE(cudaGraphDestroyNode(node));
}

/* ---- edges ------------------------------------------------------------------------- */

CUresult cuGraphGetEdges_v2(CUgraph g, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *data, size_t *n) {
	return RUNTIME_BARE(cudaGraphGetEdges(g, from, to, (cudaGraphEdgeData *)data, n));
}

CUresult cuGraphGetEdges(CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n) {
	return cuGraphGetEdges_v2(g, from, to, NULL, n);
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes,
                                       CUgraphEdgeData *data, size_t *n) {
	return RUNTIME_BARE(
		cudaGraphNodeGetDependencies(node, nodes, (cudaGraphEdgeData *)data, n));
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *n) {
	return cuGraphNodeGetDependencies_v2(node, nodes, NULL, n);
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes,
                                         CUgraphEdgeData *data, size_t *n) {
	return RUNTIME_BARE(cudaGraphNodeGetDependentNodes(node, nodes,
	                                                   (cudaGraphEdgeData *)data, n));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *n) {
	return cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, n);
}

CUresult cuGraphAddDependencies_v2(CUgraph g, const CUgraphNode *from,
                                   const CUgraphNode *to, const CUgraphEdgeData *data,
                                   size_t n) {
	return RUNTIME_BARE(cudaGraphAddDependencies(g, from, to, edges(data), n));
}

CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode *from, const CUgraphNode *to,
                                size_t n) {
	return cuGraphAddDependencies_v2(g, from, to, NULL, n);
}

CUresult cuGraphRemoveDependencies_v2(CUgraph g, const CUgraphNode *from,
                                      const CUgraphNode *to, const CUgraphEdgeData *data,
                                      size_t n) {
	return RUNTIME_BARE(cudaGraphRemoveDependencies(g, from, to, edges(data), n));
}

CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode *from,
                                   const CUgraphNode *to, size_t n) {
	return cuGraphRemoveDependencies_v2(g, from, to, NULL, n);
}

/* ---- instantiation ----------------------------------------------------------------- */

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph g,
                                     unsigned long long flags) {
	return RUNTIME(cudaGraphInstantiateWithFlags(exec, g, flags));
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph g,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *p) {
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	cudaGraphInstantiateParams r = {.flags = p->flags,
	                                .uploadStream = driver_stream(p->hUploadStream)};
	CUresult result = RUNTIME(cudaGraphInstantiateWithParams(exec, g, &r));
	p->hErrNode_out = r.errNode_out;
	p->result_out = (CUgraphInstantiateResult)r.result_out;
	return result;
}

/* The older form returns the node with the error, and a text, which is empty as in the
 * present driver. */
CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph g, CUgraphNode *bad, char *log,
                               size_t size) {
	CUDA_GRAPH_INSTANTIATE_PARAMS p = {.flags = 0};
	CUresult r = cuGraphInstantiateWithParams(exec, g, &p);
	if (bad)
		*bad = p.hErrNode_out;
	if (log && size)
		log[0] = 0;
	return r;
}

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph g, CUgraphNode *bad, char *log,
                            size_t size) {
	return cuGraphInstantiate_v2(exec, g, bad, log, size);
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags) {
	unsigned long long f = 0;
	CUresult r = RUNTIME_BARE(cudaGraphExecGetFlags(exec, flags ? &f : NULL));
	if (r == CUDA_SUCCESS)
		*flags = f;
	return r;
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
	return RUNTIME_BARE(cudaGraphExecDestroy(exec));
}

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph g,
                              CUgraphExecUpdateResultInfo *info) {
	return RUNTIME(
		cudaGraphExecUpdate(exec, g, (cudaGraphExecUpdateResultInfo *)info));
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph g, CUgraphNode *bad,
                           CUgraphExecUpdateResult *result) {
	CUgraphExecUpdateResultInfo info = {.result = CU_GRAPH_EXEC_UPDATE_ERROR};
	CUresult r = cuGraphExecUpdate_v2(exec, g, &info);
	if (bad)
		*bad = info.errorNode;
	if (result)
		*result = info.result;
	return r;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned enabled) {
	return RUNTIME_BARE(cudaGraphNodeSetEnabled(exec, node, enabled));
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned *enabled) {
	return RUNTIME_BARE(cudaGraphNodeGetEnabled(exec, node, enabled));
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
	return RUNTIME_ON(stream, cudaGraphLaunch(exec, driver_stream(stream)));
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
	return RUNTIME_ON(stream, cudaGraphUpload(exec, driver_stream(stream)));
}

/* ---- objects that graphs keep ------------------------------------------------------ */

CUresult cuUserObjectCreate(CUuserObject *o, void *p, CUhostFn destroy, unsigned refs,
                            unsigned flags) {
	return RUNTIME_BARE(cudaUserObjectCreate(o, p, destroy, refs, flags));
}

CUresult cuUserObjectRetain(CUuserObject o, unsigned n) {
	return RUNTIME_BARE(cudaUserObjectRetain(o, n));
}

CUresult cuUserObjectRelease(CUuserObject o, unsigned n) {
	return RUNTIME_BARE(cudaUserObjectRelease(o, n));
}

CUresult cuGraphRetainUserObject(CUgraph g, CUuserObject o, unsigned n, unsigned flags) {
	return RUNTIME_BARE(cudaGraphRetainUserObject(g, o, n, flags));
}

CUresult cuGraphReleaseUserObject(CUgraph g, CUuserObject o, unsigned n) {
	return RUNTIME_BARE(cudaGraphReleaseUserObject(g, o, n));
}

/* ---- memory of graphs -------------------------------------------------------------- */

CUresult cuDeviceGraphMemTrim(CUdevice device) {
	return RUNTIME_BARE(cudaDeviceGraphMemTrim(device));
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute which,
                                      void *value) {
	return RUNTIME_BARE(cudaDeviceGetGraphMemAttribute(
		device, (enum cudaGraphMemAttributeType)which, value));
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute which,
                                      void *value) {
	return RUNTIME_BARE(cudaDeviceSetGraphMemAttribute(
		device, (enum cudaGraphMemAttributeType)which, value));
}

/* ---- captures ---------------------------------------------------------------------- */

CUresult cuStreamBeginCapture_v2(CUstream s, CUstreamCaptureMode mode) {
	return RUNTIME(cudaStreamBeginCapture(driver_stream(s),
	                                      (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamBeginCapture(CUstream s) {
	return cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult cuStreamBeginCaptureToGraph(CUstream s, CUgraph g, const CUgraphNode *deps,
                                     const CUgraphEdgeData *data, size_t n,
                                     CUstreamCaptureMode mode) {
	return RUNTIME(cudaStreamBeginCaptureToGraph(driver_stream(s), g, deps,
	                                             edges(data), n,
	                                             (enum cudaStreamCaptureMode)mode));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
	return RUNTIME_BARE(
		cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)mode));
}

CUresult cuStreamEndCapture(CUstream s, CUgraph *g) {
	return RUNTIME(cudaStreamEndCapture(driver_stream(s), g));
}

CUresult cuStreamIsCapturing(CUstream s, CUstreamCaptureStatus *status) {
	return RUNTIME_ON(s,
	                  cudaStreamIsCapturing(driver_stream(s),
	                                        (enum cudaStreamCaptureStatus *)status));
}

CUresult cuStreamGetCaptureInfo_v3(CUstream s, CUstreamCaptureStatus *status,
                                   cuuint64_t *id, CUgraph *g, const CUgraphNode **deps,
                                   const CUgraphEdgeData **data, size_t *n) {
	unsigned long long number = 0;
	CUresult r = RUNTIME(cudaStreamGetCaptureInfo(
		driver_stream(s), (enum cudaStreamCaptureStatus *)status, &number, g,
		deps, (const cudaGraphEdgeData **)data, n));
	if (r == CUDA_SUCCESS && id && *status == CU_STREAM_CAPTURE_STATUS_ACTIVE)
		*id = number;
	return r;
}

CUresult cuStreamGetCaptureInfo_v2(CUstream s, CUstreamCaptureStatus *status,
                                   cuuint64_t *id, CUgraph *g, const CUgraphNode **deps,
                                   size_t *n) {
	return cuStreamGetCaptureInfo_v3(s, status, id, g, deps, NULL, n);
}

CUresult cuStreamGetCaptureInfo(CUstream s, CUstreamCaptureStatus *status,
                                cuuint64_t *id) {
	return cuStreamGetCaptureInfo_v3(s, status, id, NULL, NULL, NULL, NULL);
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream s, CUgraphNode *deps,
                                              const CUgraphEdgeData *data, size_t n,
                                              unsigned flags) {
	return RUNTIME(cudaStreamUpdateCaptureDependencies(driver_stream(s), deps,
	                                                   edges(data), n, flags));
}

CUresult cuStreamUpdateCaptureDependencies(CUstream s, CUgraphNode *deps, size_t n,
                                           unsigned flags) {
	return cuStreamUpdateCaptureDependencies_v2(s, deps, NULL, n, flags);
}
