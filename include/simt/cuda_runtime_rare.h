/* simt/cuda_runtime_rare.h - functions of the runtime that fewer programs need: code brought at run time, entry
 * points of the driver interface, memory between processes, batches, messages, and what is refused. Included
 * by cuda_runtime_api.h inside extern "C".
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- libraries: device code that a program brings itself ---- */

/* __code: PTX text, or a container that has some. The options are those of the driver interface. */
cudaError_t cudaLibraryLoadData(cudaLibrary_t *__library, const void *__code,
                                enum cudaJitOption *__jitOptions, void **__jitOptionsValues,
                                unsigned int __numJitOptions,
                                enum cudaLibraryOption *__libraryOptions,
                                void **__libraryOptionValues, unsigned int __numLibraryOptions);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *__library, const char *__fileName,
                                    enum cudaJitOption *__jitOptions, void **__jitOptionsValues,
                                    unsigned int __numJitOptions,
                                    enum cudaLibraryOption *__libraryOptions,
                                    void **__libraryOptionValues, unsigned int __numLibraryOptions);
cudaError_t cudaLibraryUnload(cudaLibrary_t __library);
/* The handle launches where a function does: cudaLaunchKernel((void *)kernel, ...). */
cudaError_t cudaLibraryGetKernel(cudaKernel_t *__pKernel, cudaLibrary_t __library,
                                 const char *__name);
cudaError_t cudaLibraryGetKernelCount(unsigned int *__count, cudaLibrary_t __lib);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *__kernels, unsigned int __numKernels,
                                        cudaLibrary_t __lib);
cudaError_t cudaLibraryGetGlobal(void **__dptr, size_t *__bytes, cudaLibrary_t __library,
                                 const char *__name);
cudaError_t cudaLibraryGetManaged(void **__dptr, size_t *__bytes, cudaLibrary_t __library,
                                  const char *__name);
/* Not supported: host and device have functions of their own. */
cudaError_t cudaLibraryGetUnifiedFunction(void **__fptr, cudaLibrary_t __library,
                                          const char *__symbol);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t __kernel, enum cudaFuncAttribute __attr,
                                            int __value, int __device);
/* The kernel as a function of the driver interface. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *__functionPtr, const void *__symbolPtr);

/* ---- the driver interface ---- */

enum cudaGetDriverEntryPointFlags {
	cudaEnableDefault = 0,
	cudaEnableLegacyStream = 1,
	cudaEnablePerThreadDefaultStream = 2,
};

enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess = 0,
	cudaDriverEntryPointSymbolNotFound = 1,
	cudaDriverEntryPointVersionNotSufficent = 2, /* spelt like that in CUDA's headers */
};

/* A function of the driver interface by its name without a suffix. */
cudaError_t
cudaGetDriverEntryPoint(const char *__symbol, void **__funcPtr, unsigned long long __flags,
                        enum cudaDriverEntryPointQueryResult *__driverStatus SIMT_DEFAULT(NULL));
cudaError_t cudaGetDriverEntryPointByVersion(const char *__symbol, void **__funcPtr,
                                             unsigned int __cudaVersion, unsigned long long __flags,
                                             enum cudaDriverEntryPointQueryResult *__driverStatus
                                                     SIMT_DEFAULT(NULL));
/* Not supported: such tables are documented nowhere. */
cudaError_t cudaGetExportTable(const void **__ppExportTable, const cudaUUID_t *__pExportTableId);

/* ---- between processes ---- */

/* Device memory of cudaMalloc. What else lies in its 2 MiB pages is seen by the other process, too. */
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *__handle, void *__devPtr);
cudaError_t cudaIpcOpenMemHandle(void **__devPtr, cudaIpcMemHandle_t __handle,
                                 unsigned int __flags);
cudaError_t cudaIpcCloseMemHandle(void *__devPtr);
/* Events of cudaEventInterprocess | cudaEventDisableTiming. */
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *__handle, cudaEvent_t __event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *__event, cudaIpcEventHandle_t __handle);

/* ---- batches ---- */

cudaError_t cudaMemcpyBatchAsync(void *const *__dsts, const void *const *__srcs,
                                 const size_t *__sizes, size_t __count,
                                 struct cudaMemcpyAttributes *__attrs, size_t *__attrsIdxs,
                                 size_t __numAttrs, cudaStream_t __stream);
cudaError_t cudaMemcpy3DBatchAsync(size_t __numOps, struct cudaMemcpy3DBatchOp *__opList,
                                   unsigned long long __flags, cudaStream_t __stream);
cudaError_t cudaMemPrefetchBatchAsync(void **__dptrs, size_t *__sizes, size_t __count,
                                      struct cudaMemLocation *__prefetchLocs,
                                      size_t *__prefetchLocIdxs, size_t __numPrefetchLocs,
                                      unsigned long long __flags, cudaStream_t __stream);
/* The contents may be anything afterwards; here they stay. */
cudaError_t cudaMemDiscardBatchAsync(void **__dptrs, size_t *__sizes, size_t __count,
                                     unsigned long long __flags, cudaStream_t __stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **__dptrs, size_t *__sizes, size_t __count,
                                                struct cudaMemLocation *__prefetchLocs,
                                                size_t *__prefetchLocIdxs, size_t __numPrefetchLocs,
                                                unsigned long long __flags, cudaStream_t __stream);

/* ---- pools ---- */

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t __memPool,
                                 const struct cudaMemAccessDesc *__descList, size_t __count);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *__memPool, struct cudaMemLocation *__location,
                                     enum cudaMemAllocationType __type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *__memPool, struct cudaMemLocation *__location,
                              enum cudaMemAllocationType __type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation *__location, enum cudaMemAllocationType __type,
                              cudaMemPool_t __memPool);
/* Between processes a pool is a file descriptor (cudaMemHandleTypePosixFileDescriptor). */
cudaError_t cudaMemPoolExportToShareableHandle(void *__shareableHandle, cudaMemPool_t __memPool,
                                               enum cudaMemAllocationHandleType __handleType,
                                               unsigned int __flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *__memPool, void *__shareableHandle,
                                                 enum cudaMemAllocationHandleType __handleType,
                                                 unsigned int __flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *__exportData, void *__ptr);
cudaError_t cudaMemPoolImportPointer(void **__ptr, cudaMemPool_t __memPool,
                                     struct cudaMemPoolPtrExportData *__exportData);

/* ---- devices ---- */

/* Bits of enum cudaAtomicOperationCapability for each operation. */
cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *__capabilities,
                                                const enum cudaAtomicOperation *__operations,
                                                unsigned int __count, int __device);
cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *__capabilities,
                                               const enum cudaAtomicOperation *__operations,
                                               unsigned int __count, int __srcDevice,
                                               int __dstDevice);
/* No other device writes past the host: there is nothing to flush. */
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget __target,
                                               enum cudaFlushGPUDirectRDMAWritesScope __scope);

typedef enum cudaAsyncNotificationType_enum {
	cudaAsyncNotificationTypeOverBudget = 1,
} cudaAsyncNotificationType;
typedef struct cudaAsyncNotificationInfo {
	cudaAsyncNotificationType type;
	union {
		struct {
			unsigned long long bytesOverBudget;
		} overBudget;
	} __info;
} cudaAsyncNotificationInfo_t;
typedef struct CUasyncCallbackEntry_st *cudaAsyncCallbackHandle_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *__info, void *__userData,
                                  cudaAsyncCallbackHandle_t __callback);
/* A device never takes memory back, so no callback is ever called. */
cudaError_t cudaDeviceRegisterAsyncNotification(int __device, cudaAsyncCallback __callbackFunc,
                                                void *__userData,
                                                cudaAsyncCallbackHandle_t *__callback);
cudaError_t cudaDeviceUnregisterAsyncNotification(int __device,
                                                  cudaAsyncCallbackHandle_t __callback);

/* ---- messages about failed calls ---- */

typedef enum cudaLogLevel {
	cudaLogLevelError = 0,
	cudaLogLevelWarning = 1,
} cudaLogLevel;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void *__data, cudaLogLevel __logLevel, char *__message,
                                   size_t __length);

/* Called, by the thread whose call failed, with one line about it. */
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t __callbackFunc, void *__userData,
                                     cudaLogsCallbackHandle *__callback_out);
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle __callback);
/* Gives the end of the log as it is now. The last hundred lines are kept. */
cudaError_t cudaLogsCurrent(cudaLogIterator *__iterator_out, unsigned int __flags);
/* Gives the lines logged since the iterator, or, without one, all that is kept; the iterator goes on. */
cudaError_t cudaLogsDumpToFile(cudaLogIterator *__iterator, const char *__pathToFile,
                               unsigned int __flags);
cudaError_t cudaLogsDumpToMemory(cudaLogIterator *__iterator, char *__buffer, size_t *__size,
                                 unsigned int __flags);

/* ---- not supported: what needs a graphics card, or an operating system that is not here ---- */

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *__extMem_out,
                                     const struct cudaExternalMemoryHandleDesc *__memHandleDesc);
cudaError_t
cudaExternalMemoryGetMappedBuffer(void **__devPtr, cudaExternalMemory_t __extMem,
                                  const struct cudaExternalMemoryBufferDesc *__bufferDesc);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
	cudaMipmappedArray_t *__mipmap, cudaExternalMemory_t __extMem,
	const struct cudaExternalMemoryMipmappedArrayDesc *__mipmapDesc);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t __extMem);
cudaError_t
cudaImportExternalSemaphore(cudaExternalSemaphore_t *__extSem_out,
                            const struct cudaExternalSemaphoreHandleDesc *__semHandleDesc);
cudaError_t
cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *__extSemArray,
                                  const struct cudaExternalSemaphoreSignalParams *__paramsArray,
                                  unsigned int __numExtSems, cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t
cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *__extSemArray,
                                const struct cudaExternalSemaphoreWaitParams *__paramsArray,
                                unsigned int __numExtSems, cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t __extSem);

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
	cudaGraphNode_t *__node, cudaGraph_t __graph, const cudaGraphNode_t *__dependencies,
	size_t __numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *__params);
cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
	cudaGraphNode_t __node, struct cudaExternalSemaphoreSignalNodeParams *__params);
cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
	cudaGraphNode_t __node, const struct cudaExternalSemaphoreSignalNodeParams *__params);
cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
	cudaGraphExec_t __exec, cudaGraphNode_t __node,
	const struct cudaExternalSemaphoreSignalNodeParams *__params);
cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
	cudaGraphNode_t *__node, cudaGraph_t __graph, const cudaGraphNode_t *__dependencies,
	size_t __numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *__params);
cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
	cudaGraphNode_t __node, struct cudaExternalSemaphoreWaitNodeParams *__params);
cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
	cudaGraphNode_t __node, const struct cudaExternalSemaphoreWaitNodeParams *__params);
cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
	cudaGraphExec_t __exec, cudaGraphNode_t __node,
	const struct cudaExternalSemaphoreWaitNodeParams *__params);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *__nvSciSyncAttrList, int __device, int __flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t __resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t __resource,
                                            unsigned int __flags);
cudaError_t cudaGraphicsMapResources(int __count, cudaGraphicsResource_t *__resources,
                                     cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaGraphicsUnmapResources(int __count, cudaGraphicsResource_t *__resources,
                                       cudaStream_t __stream SIMT_DEFAULT(0));
cudaError_t cudaGraphicsResourceGetMappedPointer(void **__devPtr, size_t *__size,
                                                 cudaGraphicsResource_t __resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *__array,
                                                  cudaGraphicsResource_t __resource,
                                                  unsigned int __arrayIndex,
                                                  unsigned int __mipLevel);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *__mipmappedArray,
                                                        cudaGraphicsResource_t __resource);
