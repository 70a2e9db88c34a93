/* simt/cuda_compat.h - what CUDA 12 and 13 took out and programs still call: included by cuda_runtime_api.h when
 * SIMT_CUDA_COMPAT is defined. The properties that went are in struct cudaDeviceProp then, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties

/* CUDA 12 has these names for the functions that have lost them since. */
#define cudaEventElapsedTime_v2 cudaEventElapsedTime
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo
#define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies
#define cudaGraphAddNode_v2 cudaGraphAddNode
#define cudaGraphAddDependencies_v2 cudaGraphAddDependencies
#define cudaGraphRemoveDependencies_v2 cudaGraphRemoveDependencies
#define cudaGraphGetEdges_v2 cudaGraphGetEdges
#define cudaGraphNodeGetDependencies_v2 cudaGraphNodeGetDependencies
#define cudaGraphNodeGetDependentNodes_v2 cudaGraphNodeGetDependentNodes

#define cudaDevAttrCooperativeMultiDeviceLaunch ((enum cudaDeviceAttr)96)
#define cudaDevAttrMaxTimelineSemaphoreInteropSupported \
	cudaDevAttrTimelineSemaphoreInteropSupported

static inline cudaError_t cudaThreadSynchronize(void) {
	return cudaDeviceSynchronize();
}
static inline cudaError_t cudaThreadExit(void) {
	return cudaDeviceReset();
}
static inline cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
	return cudaDeviceSetLimit(limit, value);
}
static inline cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) {
	return cudaDeviceGetLimit(value, limit);
}
static inline cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) {
	return cudaDeviceGetCacheConfig(config);
}
static inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
	return cudaDeviceSetCacheConfig(config);
}

static inline cudaError_t
cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                            unsigned long long *id, cudaGraph_t *graph,
                            const cudaGraphNode_t **dependencies, size_t *n) {
	return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, NULL, n);
}

/* Grids of several devices that wait for each other are refused; one alone is a cooperative launch. */
struct cudaLaunchParams {
	void *func;
	dim3 gridDim, blockDim;
	void **args;
	size_t sharedMem;
	cudaStream_t stream;
};
#define cudaCooperativeLaunchMultiDeviceNoPreSync 1
#define cudaCooperativeLaunchMultiDeviceNoPostSync 2
static inline cudaError_t
cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list, unsigned n,
                                       unsigned flags) {
	if (!list || n == 0 || flags > 3)
		return cudaErrorInvalidValue;
	return n > 1 ? cudaErrorNotSupported
	             : cudaLaunchCooperativeKernel(list->func, list->gridDim,
	                                           list->blockDim, list->args,
	                                           list->sharedMem, list->stream);
}

#ifdef __cplusplus
/* Without the data of edges. */
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t n,
                                           struct cudaGraphNodeParams *params) {
	return cudaGraphAddNode(node, graph, dependencies, NULL, n, params);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                                   const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to, size_t n) {
	return cudaGraphAddDependencies(graph, from, to, NULL, n);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                      const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to,
                                                      size_t n) {
	return cudaGraphRemoveDependencies(graph, from, to, NULL, n);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                            cudaGraphNode_t *to, size_t *n) {
	return cudaGraphGetEdges(graph, from, to, NULL, n);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                       cudaGraphNode_t *dependencies,
                                                       size_t *n) {
	return cudaGraphNodeGetDependencies(node, dependencies, NULL, n);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                         cudaGraphNode_t *dependents,
                                                         size_t *n) {
	return cudaGraphNodeGetDependentNodes(node, dependents, NULL, n);
}
static inline cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                    size_t n, unsigned flags = 0) {
	return cudaStreamUpdateCaptureDependencies(stream, dependencies, NULL, n, flags);
}

/* With a device's number where there is a location now; -1 is the host. */
static inline struct cudaMemLocation simt_location_of(int device) {
	struct cudaMemLocation l;
	l.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost
	                                   : cudaMemLocationTypeDevice;
	l.id = device == cudaCpuDeviceId ? 0 : device;
	return l;
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t count,
                                        enum cudaMemoryAdvise advice, int device) {
	return cudaMemAdvise(p, count, advice, simt_location_of(device));
}
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t count, int device,
                                               cudaStream_t stream = 0) {
	return cudaMemPrefetchAsync(p, count, simt_location_of(device), 0, stream);
}
#endif
