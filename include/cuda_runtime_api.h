/* cuda_runtime_api.h - the functions of the runtime, for C and C++.
 * Each returns cudaSuccess or says what is wrong; the calling thread remembers its last error. A fault of
 * a kernel is sticky: every later call on its device returns it. Functions without _Async in their names
 * that copy or fill work in the default stream and are, as a rule, done when they return.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_RUNTIME_API_H__

#include "builtin_types.h"
#include "host_defines.h"

#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION

/* With --default-stream per-thread, stream 0 is the calling thread's own: the same functions under
 * other names. */
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
#include "simt/per_thread_stream.h"
#endif

/* As in a toolkit, code compiled at run time has the types alone: what device code may call is in
 * simt/device_runtime.h, and programs define macros of the other names (jitify: cudaDeviceSynchronize). */
#if !defined(__CUDACC_RTC__)
#if defined(__cplusplus)
extern "C" {
#endif

/* ---- errors ---- */

/* The last error of this thread; Get forgets it. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t __error);
const char *cudaGetErrorString(cudaError_t __error);

/* ---- devices ---- */

cudaError_t cudaGetDeviceCount(int *__count);
/* The device of this thread's calls; 0 at first. */
cudaError_t cudaSetDevice(int __device);
cudaError_t cudaGetDevice(int *__device);
cudaError_t cudaSetValidDevices(int *__device_arr, int __len);
cudaError_t cudaInitDevice(int __device, unsigned int __deviceFlags, unsigned int __flags);
/* The device whose properties come nearest to those of *__prop that are not zero. */
cudaError_t cudaChooseDevice(int *__device, const struct cudaDeviceProp *__prop);
cudaError_t cudaSetDeviceFlags(unsigned int __flags);
cudaError_t cudaGetDeviceFlags(unsigned int *__flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *__prop, int __device);
cudaError_t cudaDeviceGetAttribute(int *__value, enum cudaDeviceAttr __attr, int __device);
cudaError_t cudaDeviceGetPCIBusId(char *__pciBusId, int __len, int __device);
cudaError_t cudaDeviceGetByPCIBusId(int *__device, const char *__pciBusId);
/* Waits for everything that was ever queued on the device. */
cudaError_t cudaDeviceSynchronize(void);
/* Frees everything. After a sticky error the device is gone all the same, see SIMT_STICKY. */
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit __limit, size_t __value);
cudaError_t cudaDeviceGetLimit(size_t *__pValue, enum cudaLimit __limit);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *__pCacheConfig);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache __cacheConfig);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *__pConfig);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig __config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *__leastPriority, int *__greatestPriority);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDeviceCanAccessPeer(int *__canAccessPeer, int __device, int __peerDevice);
cudaError_t cudaDeviceEnablePeerAccess(int __peerDevice, unsigned int __flags);
cudaError_t cudaDeviceDisablePeerAccess(int __peerDevice);
cudaError_t cudaDeviceGetP2PAttribute(int *__value, enum cudaDeviceP2PAttr __attr, int __srcDevice,
                                      int __dstDevice);
cudaError_t cudaDriverGetVersion(int *__driverVersion);
cudaError_t cudaRuntimeGetVersion(int *__runtimeVersion);

/* ---- streams ---- */

cudaError_t cudaStreamCreate(cudaStream_t *__pStream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *__pStream, unsigned int __flags);
/* A smaller number is more urgent. */
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *__pStream, unsigned int __flags,
                                         int __priority);
/* Queued work still runs. */
cudaError_t cudaStreamDestroy(cudaStream_t __stream);
cudaError_t cudaStreamSynchronize(cudaStream_t __stream);
/* cudaErrorNotReady while there is work. */
cudaError_t cudaStreamQuery(cudaStream_t __stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t __stream, cudaEvent_t __event,
                                unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t __stream, cudaStreamCallback_t __callback,
                                  void *__userData, unsigned int __flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t __stream, cudaHostFn_t __fn, void *__userData);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t __stream, void *__devPtr,
                                     size_t __length SIMT_DEFAULT(0),
                                     unsigned int __flags SIMT_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamGetPriority(cudaStream_t __hStream, int *__priority);
cudaError_t cudaStreamGetFlags(cudaStream_t __hStream, unsigned int *__flags);
cudaError_t cudaStreamGetId(cudaStream_t __hStream, unsigned long long *__streamId);
cudaError_t cudaStreamGetDevice(cudaStream_t __hStream, int *__device);
cudaError_t cudaStreamCopyAttributes(cudaStream_t __dst, cudaStream_t __src);
cudaError_t cudaStreamGetAttribute(cudaStream_t __hStream, cudaLaunchAttributeID __attr,
                                   cudaLaunchAttributeValue *__value_out);
cudaError_t cudaStreamSetAttribute(cudaStream_t __hStream, cudaLaunchAttributeID __attr,
                                   const cudaLaunchAttributeValue *__value);

/* ---- events ---- */

cudaError_t cudaEventCreate(cudaEvent_t *__event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *__event, unsigned int __flags);
cudaError_t cudaEventDestroy(cudaEvent_t __event);
cudaError_t cudaEventRecord(cudaEvent_t __event, cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t __event, cudaStream_t __stream SIMT_DEFAULT(0),
                                     unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t __event);
cudaError_t cudaEventSynchronize(cudaEvent_t __event);
/* Milliseconds between two recorded events. */
cudaError_t cudaEventElapsedTime(float *__ms, cudaEvent_t __start, cudaEvent_t __end);

/* ---- kernels ---- */

/* __func: the kernel's host function. __args: one pointer to the value of each parameter. */
cudaError_t cudaLaunchKernel(const void *__func, dim3 __gridDim, dim3 __blockDim, void **__args,
                             size_t __sharedMem, cudaStream_t __stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *__config, const void *__func,
                                void **__args);
cudaError_t cudaLaunchCooperativeKernel(const void *__func, dim3 __gridDim, dim3 __blockDim,
                                        void **__args, size_t __sharedMem, cudaStream_t __stream);
cudaError_t cudaGetKernel(cudaKernel_t *__kernelPtr, const void *__entryFuncAddr);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *__attr, const void *__func);
cudaError_t cudaFuncSetAttribute(const void *__func, enum cudaFuncAttribute __attr, int __value);
cudaError_t cudaFuncSetCacheConfig(const void *__func, enum cudaFuncCache __cacheConfig);
cudaError_t cudaFuncSetSharedMemConfig(const void *__func, enum cudaSharedMemConfig __config);
cudaError_t cudaFuncGetName(const char **__name, const void *__func);
cudaError_t cudaFuncGetParamInfo(const void *__func, size_t __paramIndex, size_t *__paramOffset,
                                 size_t *__paramSize);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__numBlocks, const void *__func,
                                                          int __blockSize,
                                                          size_t __dynamicSMemSize);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__numBlocks,
                                                                   const void *__func,
                                                                   int __blockSize,
                                                                   size_t __dynamicSMemSize,
                                                                   unsigned int __flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__dynamicSmemSize, const void *__func,
                                                      int __numBlocks, int __blockSize);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *__clusterSize, const void *__func,
                                                 const cudaLaunchConfig_t *__launchConfig);
cudaError_t cudaOccupancyMaxActiveClusters(int *__numClusters, const void *__func,
                                           const cudaLaunchConfig_t *__launchConfig);

/* ---- memory ---- */

cudaError_t cudaMalloc(void **__devPtr, size_t __size);
cudaError_t cudaMallocPitch(void **__devPtr, size_t *__pitch, size_t __width, size_t __height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *__pitchedDevPtr, struct cudaExtent __extent);
cudaError_t cudaMallocManaged(void **__devPtr, size_t __size,
                              unsigned int __flags SIMT_DEFAULT(cudaMemAttachGlobal));
/* Host memory that kernels can use under the same address. */
cudaError_t cudaMallocHost(void **__ptr, size_t __size);
cudaError_t cudaHostAlloc(void **__pHost, size_t __size, unsigned int __flags);
cudaError_t cudaHostRegister(void *__ptr, size_t __size, unsigned int __flags);
cudaError_t cudaHostUnregister(void *__ptr);
cudaError_t cudaHostGetDevicePointer(void **__pDevice, void *__pHost, unsigned int __flags);
cudaError_t cudaHostGetFlags(unsigned int *__pFlags, void *__pHost);
cudaError_t cudaFree(void *__devPtr);
cudaError_t cudaFreeHost(void *__ptr);
cudaError_t cudaMemGetInfo(size_t *__free, size_t *__total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *__attributes, const void *__ptr);
cudaError_t cudaMemPrefetchAsync(const void *__devPtr, size_t __count,
                                 struct cudaMemLocation __location, unsigned int __flags,
                                 cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *__devPtr, size_t __count, enum cudaMemoryAdvise __advice,
                          struct cudaMemLocation __location);
cudaError_t cudaMemRangeGetAttribute(void *__data, size_t __dataSize,
                                     enum cudaMemRangeAttribute __attr, const void *__devPtr,
                                     size_t __count);

cudaError_t cudaMemRangeGetAttributes(void **__data, size_t *__dataSizes,
                                      enum cudaMemRangeAttribute *__attributes,
                                      size_t __numAttributes, const void *__devPtr, size_t __count);

/* Allocation in stream order, and the pools it comes from. */
cudaError_t cudaMallocAsync(void **__devPtr, size_t __size, cudaStream_t __hStream);
cudaError_t cudaMallocFromPoolAsync(void **__ptr, size_t __size, cudaMemPool_t __memPool,
                                    cudaStream_t __stream);
cudaError_t cudaFreeAsync(void *__devPtr, cudaStream_t __hStream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *__memPool, const struct cudaMemPoolProps *__poolProps);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t __memPool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t __memPool, size_t __minBytesToKeep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t __memPool, enum cudaMemPoolAttr __attr,
                                    void *__value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t __memPool, enum cudaMemPoolAttr __attr,
                                    void *__value);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *__flags, cudaMemPool_t __memPool,
                                 struct cudaMemLocation *__location);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *__memPool, int __device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *__memPool, int __device);
cudaError_t cudaDeviceSetMemPool(int __device, cudaMemPool_t __memPool);

/* ---- copies and fills ---- */

cudaError_t cudaMemcpy(void *__dst, const void *__src, size_t __count, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyAsync(void *__dst, const void *__src, size_t __count,
                            enum cudaMemcpyKind __kind, cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *__dst, int __dstDevice, const void *__src, int __srcDevice,
                           size_t __count);
cudaError_t cudaMemcpyPeerAsync(void *__dst, int __dstDevice, const void *__src, int __srcDevice,
                                size_t __count, cudaStream_t __stream SIMT_DEFAULT(0));
/* height rows of width bytes. */
cudaError_t cudaMemcpy2D(void *__dst, size_t __dpitch, const void *__src, size_t __spitch,
                         size_t __width, size_t __height, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DAsync(void *__dst, size_t __dpitch, const void *__src, size_t __spitch,
                              size_t __width, size_t __height, enum cudaMemcpyKind __kind,
                              cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *__p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *__p,
                              cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *__p);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *__p,
                                  cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemset(void *__devPtr, int __value, size_t __count);
cudaError_t cudaMemsetAsync(void *__devPtr, int __value, size_t __count,
                            cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemset2D(void *__devPtr, size_t __pitch, int __value, size_t __width,
                         size_t __height);
cudaError_t cudaMemset2DAsync(void *__devPtr, size_t __pitch, int __value, size_t __width,
                              size_t __height, cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr __pitchedDevPtr, int __value,
                         struct cudaExtent __extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr __pitchedDevPtr, int __value,
                              struct cudaExtent __extent, cudaStream_t __stream SIMT_DEFAULT(0));

/* __symbol: the host's shadow of a __device__, __constant__ or __managed__ variable. */
cudaError_t cudaGetSymbolAddress(void **__devPtr, const void *__symbol);
cudaError_t cudaGetSymbolSize(size_t *__size, const void *__symbol);
cudaError_t cudaMemcpyToSymbol(const void *__symbol, const void *__src, size_t __count,
                               size_t __offset SIMT_DEFAULT(0),
                               enum cudaMemcpyKind __kind SIMT_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *__dst, const void *__symbol, size_t __count,
                                 size_t __offset SIMT_DEFAULT(0),
                                 enum cudaMemcpyKind __kind SIMT_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *__symbol, const void *__src, size_t __count,
                                    size_t __offset, enum cudaMemcpyKind __kind,
                                    cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *__dst, const void *__symbol, size_t __count,
                                      size_t __offset, enum cudaMemcpyKind __kind,
                                      cudaStream_t __stream SIMT_DEFAULT(0));

/* ---- graphs ---- */

/* Nodes are added after those that they depend on; what the parameters point to is copied. */
cudaError_t cudaGraphCreate(cudaGraph_t *__pGraph, unsigned int __flags);
cudaError_t cudaGraphDestroy(cudaGraph_t __graph);
cudaError_t cudaGraphClone(cudaGraph_t *__pGraphClone, cudaGraph_t __originalGraph);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                             const cudaGraphNode_t *__pDependencies,
                             const cudaGraphEdgeData *__dependencyData, size_t __numDependencies,
                             struct cudaGraphNodeParams *__nodeParams);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__pDependencies, size_t __numDependencies,
                                   const struct cudaKernelNodeParams *__pNodeParams);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__pDependencies, size_t __numDependencies,
                                   const struct cudaMemcpy3DParms *__pCopyParams);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                     const cudaGraphNode_t *__pDependencies,
                                     size_t __numDependencies, void *__dst, const void *__src,
                                     size_t __count, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                           const cudaGraphNode_t *__pDependencies,
                                           size_t __numDependencies, const void *__symbol,
                                           const void *__src, size_t __count, size_t __offset,
                                           enum cudaMemcpyKind __kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                             const cudaGraphNode_t *__pDependencies,
                                             size_t __numDependencies, void *__dst,
                                             const void *__symbol, size_t __count, size_t __offset,
                                             enum cudaMemcpyKind __kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                   const cudaGraphNode_t *__pDependencies, size_t __numDependencies,
                                   const struct cudaMemsetParams *__pMemsetParams);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                 const cudaGraphNode_t *__pDependencies, size_t __numDependencies,
                                 const struct cudaHostNodeParams *__pNodeParams);
/* The node has a copy of the graph. */
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                       const cudaGraphNode_t *__pDependencies,
                                       size_t __numDependencies, cudaGraph_t __childGraph);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                  const cudaGraphNode_t *__pDependencies, size_t __numDependencies);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                        const cudaGraphNode_t *__pDependencies,
                                        size_t __numDependencies, cudaEvent_t __event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                      const cudaGraphNode_t *__pDependencies,
                                      size_t __numDependencies, cudaEvent_t __event);
/* nodeParams->dptr is the address that the memory has in every launch. */
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                     const cudaGraphNode_t *__pDependencies,
                                     size_t __numDependencies,
                                     struct cudaMemAllocNodeParams *__nodeParams);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *__pGraphNode, cudaGraph_t __graph,
                                    const cudaGraphNode_t *__pDependencies,
                                    size_t __numDependencies, void *__dptr);
/* A value that kernels set with cudaGraphSetConditional, for one conditional node of the graph. */
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *__pHandle_out,
                                             cudaGraph_t __graph,
                                             unsigned int __defaultLaunchValue SIMT_DEFAULT(0),
                                             unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaGraphAddDependencies(cudaGraph_t __graph, const cudaGraphNode_t *__from,
                                     const cudaGraphNode_t *__to,
                                     const cudaGraphEdgeData *__edgeData, size_t __numDependencies);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t __graph, const cudaGraphNode_t *__from,
                                        const cudaGraphNode_t *__to,
                                        const cudaGraphEdgeData *__edgeData,
                                        size_t __numDependencies);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t __node);

/* Lists: without an array, their length; else as much as the array has room for, the rest NULL. */
cudaError_t cudaGraphGetNodes(cudaGraph_t __graph, cudaGraphNode_t *__nodes, size_t *__numNodes);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t __graph, cudaGraphNode_t *__pRootNodes,
                                  size_t *__pNumRootNodes);
cudaError_t cudaGraphGetEdges(cudaGraph_t __graph, cudaGraphNode_t *__from, cudaGraphNode_t *__to,
                              cudaGraphEdgeData *__edgeData, size_t *__numEdges);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t __node, cudaGraphNode_t *__pDependencies,
                                         cudaGraphEdgeData *__edgeData, size_t *__pNumDependencies);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t __node,
                                           cudaGraphNode_t *__pDependentNodes,
                                           cudaGraphEdgeData *__edgeData,
                                           size_t *__pNumDependentNodes);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t __node, enum cudaGraphNodeType *__pType);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *__pNode, cudaGraphNode_t __originalNode,
                                     cudaGraph_t __clonedGraph);
/* A picture as text for dot. */
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t __graph, const char *__path, unsigned int __flags);

/* Parameters of nodes. */
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t __node,
                                   struct cudaGraphNodeParams *__nodeParams);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaKernelNodeParams *__pNodeParams);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaKernelNodeParams *__pNodeParams);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t __hDst, cudaGraphNode_t __hSrc);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t __hNode, cudaLaunchAttributeID __attr,
                                            cudaLaunchAttributeValue *__value_out);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t __hNode, cudaLaunchAttributeID __attr,
                                            const cudaLaunchAttributeValue *__value);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaMemcpy3DParms *__pNodeParams);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaMemcpy3DParms *__pNodeParams);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t __node, void *__dst, const void *__src,
                                           size_t __count, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t __node, const void *__symbol,
                                                 const void *__src, size_t __count, size_t __offset,
                                                 enum cudaMemcpyKind __kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t __node, void *__dst,
                                                   const void *__symbol, size_t __count,
                                                   size_t __offset, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t __node,
                                         struct cudaMemsetParams *__pNodeParams);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t __node,
                                         const struct cudaMemsetParams *__pNodeParams);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t __node,
                                       struct cudaHostNodeParams *__pNodeParams);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t __node,
                                       const struct cudaHostNodeParams *__pNodeParams);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t __node, cudaGraph_t *__pGraph);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t __node, cudaEvent_t *__event_out);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t __node, cudaEvent_t __event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t __node, cudaEvent_t *__event_out);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t __node, cudaEvent_t __event);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t __node,
                                           struct cudaMemAllocNodeParams *__params_out);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t __node, void *__dptr_out);

/* Graphs that can be launched. They have copies of everything; launches of one come after each other. */
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__pGraphExec, cudaGraph_t __graph,
                                 unsigned long long __flags SIMT_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *__pGraphExec, cudaGraph_t __graph,
                                          unsigned long long __flags SIMT_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *__pGraphExec, cudaGraph_t __graph,
                                           cudaGraphInstantiateParams *__instantiateParams);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t __graphExec, unsigned long long *__flags);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t __graphExec);
cudaError_t cudaGraphUpload(cudaGraphExec_t __graphExec, cudaStream_t __stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t __graphExec, cudaStream_t __stream);
/* Updates hold for launches from then on. hNode is of the graph that was instantiated. */
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t __hGraphExec, cudaGraph_t __hGraph,
                                cudaGraphExecUpdateResultInfo *__resultInfo);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t __graphExec, cudaGraphNode_t __node,
                                       struct cudaGraphNodeParams *__nodeParams);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __node,
                                             const struct cudaKernelNodeParams *__pNodeParams);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __node,
                                             const struct cudaMemcpy3DParms *__pNodeParams);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __node,
                                               void *__dst, const void *__src, size_t __count,
                                               enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t __hGraphExec,
                                                     cudaGraphNode_t __node, const void *__symbol,
                                                     const void *__src, size_t __count,
                                                     size_t __offset, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t __hGraphExec,
                                                       cudaGraphNode_t __node, void *__dst,
                                                       const void *__symbol, size_t __count,
                                                       size_t __offset, enum cudaMemcpyKind __kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __node,
                                             const struct cudaMemsetParams *__pNodeParams);
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __node,
                                           const struct cudaHostNodeParams *__pNodeParams);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t __hGraphExec,
                                                 cudaGraphNode_t __node, cudaGraph_t __childGraph);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t __hGraphExec,
                                                 cudaGraphNode_t __hNode, cudaEvent_t __event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t __hGraphExec,
                                               cudaGraphNode_t __hNode, cudaEvent_t __event);
/* Kernels, copies and fills can be told to do nothing. */
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __hNode,
                                    unsigned int __isEnabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t __hGraphExec, cudaGraphNode_t __hNode,
                                    unsigned int *__isEnabled);
cudaError_t cudaDeviceGraphMemTrim(int __device);
cudaError_t cudaDeviceGetGraphMemAttribute(int __device, enum cudaGraphMemAttributeType __attr,
                                           void *__value);
cudaError_t cudaDeviceSetGraphMemAttribute(int __device, enum cudaGraphMemAttributeType __attr,
                                           void *__value);

/* Objects that live as long as graphs, or what was made of them, refer to them. */
cudaError_t cudaUserObjectCreate(cudaUserObject_t *__object_out, void *__ptr,
                                 cudaHostFn_t __destroy, unsigned int __initialRefcount,
                                 unsigned int __flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t __object, unsigned int __count SIMT_DEFAULT(1));
cudaError_t cudaUserObjectRelease(cudaUserObject_t __object, unsigned int __count SIMT_DEFAULT(1));
cudaError_t cudaGraphRetainUserObject(cudaGraph_t __graph, cudaUserObject_t __object,
                                      unsigned int __count SIMT_DEFAULT(1),
                                      unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t __graph, cudaUserObject_t __object,
                                       unsigned int __count SIMT_DEFAULT(1));

/* Captures: work of streams becomes nodes instead of being done. */
cudaError_t cudaStreamBeginCapture(cudaStream_t __stream, enum cudaStreamCaptureMode __mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t __stream, cudaGraph_t __graph,
                                          const cudaGraphNode_t *__dependencies,
                                          const cudaGraphEdgeData *__dependencyData,
                                          size_t __numDependencies,
                                          enum cudaStreamCaptureMode __mode);
cudaError_t cudaStreamEndCapture(cudaStream_t __stream, cudaGraph_t *__pGraph);
cudaError_t cudaStreamIsCapturing(cudaStream_t __stream,
                                  enum cudaStreamCaptureStatus *__pCaptureStatus);
cudaError_t cudaStreamGetCaptureInfo(
	cudaStream_t __stream, enum cudaStreamCaptureStatus *__captureStatus_out,
	unsigned long long *__id_out SIMT_DEFAULT(0), cudaGraph_t *__graph_out SIMT_DEFAULT(0),
	const cudaGraphNode_t **__dependencies_out SIMT_DEFAULT(0),
	const cudaGraphEdgeData **__edgeData_out SIMT_DEFAULT(0),
	size_t *__numDependencies_out SIMT_DEFAULT(0));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t __stream,
                                                cudaGraphNode_t *__dependencies,
                                                const cudaGraphEdgeData *__dependencyData,
                                                size_t __numDependencies,
                                                unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *__mode);
/* ---- arrays ---- */

cudaError_t cudaMallocArray(cudaArray_t *__array, const struct cudaChannelFormatDesc *__desc,
                            size_t __width, size_t __height SIMT_DEFAULT(0),
                            unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *__array, const struct cudaChannelFormatDesc *__desc,
                              struct cudaExtent __extent, unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *__mipmappedArray,
                                     const struct cudaChannelFormatDesc *__desc,
                                     struct cudaExtent __extent, unsigned int __numLevels,
                                     unsigned int __flags SIMT_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *__levelArray,
                                       cudaMipmappedArray_const_t __mipmappedArray,
                                       unsigned int __level);
cudaError_t cudaFreeArray(cudaArray_t __array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t __mipmappedArray);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *__desc, struct cudaExtent *__extent,
                             unsigned int *__flags, cudaArray_t __array);
cudaError_t cudaArrayGetPlane(cudaArray_t *__planeArray, cudaArray_t __array,
                              unsigned int __planeIdx);
cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *__memoryRequirements,
                                           cudaArray_t __array, int __device);
cudaError_t
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *__memoryRequirements,
                                        cudaMipmappedArray_t __mipmap, int __device);
cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *__properties,
                                         cudaArray_t __array);
cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *__properties,
                                                  cudaMipmappedArray_t __mipmap);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *__desc, cudaArray_const_t __array);
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *__maxWidthInElements,
                                                 const struct cudaChannelFormatDesc *__desc,
                                                 int __device);

/* Offsets and widths in bytes. */
cudaError_t cudaMemcpy2DToArray(cudaArray_t __dst, size_t __wOffset, size_t __hOffset,
                                const void *__src, size_t __spitch, size_t __width, size_t __height,
                                enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DFromArray(void *__dst, size_t __dpitch, cudaArray_const_t __src,
                                  size_t __wOffset, size_t __hOffset, size_t __width,
                                  size_t __height, enum cudaMemcpyKind __kind);
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t __dst, size_t __wOffsetDst, size_t __hOffsetDst,
                         cudaArray_const_t __src, size_t __wOffsetSrc, size_t __hOffsetSrc,
                         size_t __width, size_t __height,
                         enum cudaMemcpyKind __kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t __dst, size_t __wOffset, size_t __hOffset,
                                     const void *__src, size_t __spitch, size_t __width,
                                     size_t __height, enum cudaMemcpyKind __kind,
                                     cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArrayAsync(void *__dst, size_t __dpitch, cudaArray_const_t __src,
                                       size_t __wOffset, size_t __hOffset, size_t __width,
                                       size_t __height, enum cudaMemcpyKind __kind,
                                       cudaStream_t __stream SIMT_DEFAULT(0));
/* Runs of bytes that go on in the next row. */
cudaError_t cudaMemcpyToArray(cudaArray_t __dst, size_t __wOffset, size_t __hOffset,
                              const void *__src, size_t __count, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyFromArray(void *__dst, cudaArray_const_t __src, size_t __wOffset,
                                size_t __hOffset, size_t __count, enum cudaMemcpyKind __kind);
cudaError_t
cudaMemcpyArrayToArray(cudaArray_t __dst, size_t __wOffsetDst, size_t __hOffsetDst,
                       cudaArray_const_t __src, size_t __wOffsetSrc, size_t __hOffsetSrc,
                       size_t __count,
                       enum cudaMemcpyKind __kind SIMT_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t __dst, size_t __wOffset, size_t __hOffset,
                                   const void *__src, size_t __count, enum cudaMemcpyKind __kind,
                                   cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *__dst, cudaArray_const_t __src, size_t __wOffset,
                                     size_t __hOffset, size_t __count, enum cudaMemcpyKind __kind,
                                     cudaStream_t __stream SIMT_DEFAULT(0));

/* ---- textures and surfaces ---- */

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *__pTexObject,
                                    const struct cudaResourceDesc *__pResDesc,
                                    const struct cudaTextureDesc *__pTexDesc,
                                    const struct cudaResourceViewDesc *__pResViewDesc);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t __texObject);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *__pResDesc,
                                             cudaTextureObject_t __texObject);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *__pTexDesc,
                                            cudaTextureObject_t __texObject);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *__pResViewDesc,
                                                 cudaTextureObject_t __texObject);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *__pSurfObject,
                                    const struct cudaResourceDesc *__pResDesc);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t __surfObject);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *__pResDesc,
                                             cudaSurfaceObject_t __surfObject);

struct cudaChannelFormatDesc cudaCreateChannelDesc(int __x, int __y, int __z, int __w,
                                                   enum cudaChannelFormatKind __f);

#include "simt/cuda_runtime_rare.h"

#if defined(__cplusplus)
}
#endif
#endif

#ifdef SIMT_CUDA_COMPAT
#include "simt/cuda_compat.h"
#endif

static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void *__d, size_t __p, size_t __xsz,
                                                            size_t __ysz) {
	struct cudaPitchedPtr __s;
	__s.ptr = __d;
	__s.pitch = __p;
	__s.xsize = __xsz;
	__s.ysize = __ysz;
	return __s;
}

static __inline__ struct cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z) {
	struct cudaPos __p;
	__p.x = __x;
	__p.y = __y;
	__p.z = __z;
	return __p;
}

static __inline__ struct cudaExtent make_cudaExtent(size_t __w, size_t __h, size_t __d) {
	struct cudaExtent __e;
	__e.width = __w;
	__e.height = __h;
	__e.depth = __d;
	return __e;
}
