/* simt/cuda_driver_compat.h - functions of the driver as CUDA 12 had them under names that mean others since: included
 * by cuda.h in C++ when SIMT_CUDA_COMPAT is defined. In C the names with a number, as cuMemAdvise_v2, are there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

static inline CUresult cuCtxCreate(CUcontext *__ctx, unsigned __flags, CUdevice __device) {
	return cuCtxCreate(__ctx, NULL, __flags, __device);
}

/* With a device's number where there is a location now; CU_DEVICE_CPU is the host. */
static inline CUmemLocation simt_location_of_device(CUdevice __device) {
	CUmemLocation __l;
	__l.type = __device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST
	                                     : CU_MEM_LOCATION_TYPE_DEVICE;
	__l.id = __device == CU_DEVICE_CPU ? 0 : __device;
	return __l;
}
static inline CUresult cuMemAdvise(CUdeviceptr __p, size_t __count, CUmem_advise __advice,
                                   CUdevice __device) {
	return cuMemAdvise(__p, __count, __advice, simt_location_of_device(__device));
}
static inline CUresult cuMemPrefetchAsync(CUdeviceptr __p, size_t __count, CUdevice __device,
                                          CUstream __stream) {
	return cuMemPrefetchAsync(__p, __count, simt_location_of_device(__device), 0, __stream);
}

/* Without the data of edges. */
static inline CUresult cuGraphAddNode(CUgraphNode *__node, CUgraph __graph,
                                      const CUgraphNode *__dependencies, size_t __n,
                                      CUgraphNodeParams *__params) {
	return cuGraphAddNode(__node, __graph, __dependencies, NULL, __n, __params);
}
static inline CUresult cuGraphAddDependencies(CUgraph __graph, const CUgraphNode *__from,
                                              const CUgraphNode *__to, size_t __n) {
	return cuGraphAddDependencies(__graph, __from, __to, NULL, __n);
}
static inline CUresult cuGraphRemoveDependencies(CUgraph __graph, const CUgraphNode *__from,
                                                 const CUgraphNode *__to, size_t __n) {
	return cuGraphRemoveDependencies(__graph, __from, __to, NULL, __n);
}
static inline CUresult cuGraphGetEdges(CUgraph __graph, CUgraphNode *__from, CUgraphNode *__to,
                                       size_t *__n) {
	return cuGraphGetEdges(__graph, __from, __to, NULL, __n);
}
static inline CUresult cuGraphNodeGetDependencies(CUgraphNode __node,
                                                  CUgraphNode *__dependencies, size_t *__n) {
	return cuGraphNodeGetDependencies(__node, __dependencies, NULL, __n);
}
static inline CUresult cuGraphNodeGetDependentNodes(CUgraphNode __node, CUgraphNode *__dependents,
                                                    size_t *__n) {
	return cuGraphNodeGetDependentNodes(__node, __dependents, NULL, __n);
}
static inline CUresult cuStreamGetCaptureInfo(CUstream __stream, CUstreamCaptureStatus *__status,
                                              cuuint64_t *__id, CUgraph *__graph,
                                              const CUgraphNode **__dependencies, size_t *__n) {
	return cuStreamGetCaptureInfo(__stream, __status, __id, __graph, __dependencies, NULL, __n);
}
static inline CUresult cuStreamUpdateCaptureDependencies(CUstream __stream,
                                                         CUgraphNode *__dependencies, size_t __n,
                                                         unsigned __flags) {
	return cuStreamUpdateCaptureDependencies(__stream, __dependencies, NULL, __n, __flags);
}
