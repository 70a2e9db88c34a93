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
static inline cudaError_t cudaThreadSetLimit(enum cudaLimit __limit, size_t __value) {
	return cudaDeviceSetLimit(__limit, __value);
}
static inline cudaError_t cudaThreadGetLimit(size_t *__value, enum cudaLimit __limit) {
	return cudaDeviceGetLimit(__value, __limit);
}
static inline cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *__config) {
	return cudaDeviceGetCacheConfig(__config);
}
static inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache __config) {
	return cudaDeviceSetCacheConfig(__config);
}

static inline cudaError_t
cudaStreamGetCaptureInfo_v2(cudaStream_t __stream, enum cudaStreamCaptureStatus *__status,
                            unsigned long long *__id, cudaGraph_t *__graph,
                            const cudaGraphNode_t **__dependencies, size_t *__n) {
	return cudaStreamGetCaptureInfo(__stream, __status, __id, __graph, __dependencies,
	                                NULL, __n);
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
cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *__list, unsigned __n,
                                       unsigned __flags) {
	if (!__list || __n == 0 || __flags > 3)
		return cudaErrorInvalidValue;
	return __n > 1 ? cudaErrorNotSupported
	               : cudaLaunchCooperativeKernel(__list->func, __list->gridDim,
	                                             __list->blockDim, __list->args,
	                                             __list->sharedMem, __list->stream);
}

#ifdef __cplusplus
/* Without the data of edges. */
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                           const cudaGraphNode_t *__dependencies,
                                           size_t __n,
                                           struct cudaGraphNodeParams *__params) {
	return cudaGraphAddNode(__node, __graph, __dependencies, NULL, __n, __params);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t __graph,
                                                   const cudaGraphNode_t *__from,
                                                   const cudaGraphNode_t *__to,
                                                   size_t __n) {
	return cudaGraphAddDependencies(__graph, __from, __to, NULL, __n);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t __graph,
                                                      const cudaGraphNode_t *__from,
                                                      const cudaGraphNode_t *__to,
                                                      size_t __n) {
	return cudaGraphRemoveDependencies(__graph, __from, __to, NULL, __n);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t __graph, cudaGraphNode_t *__from,
                                            cudaGraphNode_t *__to, size_t *__n) {
	return cudaGraphGetEdges(__graph, __from, __to, NULL, __n);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t __node,
                                                       cudaGraphNode_t *__dependencies,
                                                       size_t *__n) {
	return cudaGraphNodeGetDependencies(__node, __dependencies, NULL, __n);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t __node,
                                                         cudaGraphNode_t *__dependents,
                                                         size_t *__n) {
	return cudaGraphNodeGetDependentNodes(__node, __dependents, NULL, __n);
}
static inline cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t __stream,
                                    cudaGraphNode_t *__dependencies, size_t __n,
                                    unsigned __flags = 0) {
	return cudaStreamUpdateCaptureDependencies(__stream, __dependencies, NULL, __n,
	                                           __flags);
}

/* With a device's number where there is a location now; -1 is the host. */
static inline struct cudaMemLocation simt_location_of(int __device) {
	struct cudaMemLocation __l;
	__l.type = __device == cudaCpuDeviceId ? cudaMemLocationTypeHost
	                                       : cudaMemLocationTypeDevice;
	__l.id = __device == cudaCpuDeviceId ? 0 : __device;
	return __l;
}
static inline cudaError_t cudaMemAdvise(const void *__p, size_t __count,
                                        enum cudaMemoryAdvise __advice, int __device) {
	return cudaMemAdvise(__p, __count, __advice, simt_location_of(__device));
}
static inline cudaError_t cudaMemPrefetchAsync(const void *__p, size_t __count,
                                               int __device, cudaStream_t __stream = 0) {
	return cudaMemPrefetchAsync(__p, __count, simt_location_of(__device), 0,
	                            __stream);
}
#endif
