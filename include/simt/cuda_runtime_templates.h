/* simt/cuda_runtime_templates.h - the runtime's functions with types: each calls the function of the same
 * name in cuda_runtime_api.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime_api.h"
#include "simt/cuda_both_templates.h"

/* ---- memory ---- */

template <class __T>
static inline cudaError_t cudaMallocPitch(__T **__devPtr, size_t *__pitch, size_t __width,
                                          size_t __height) {
	return ::cudaMallocPitch((void **)(void *)__devPtr, __pitch, __width, __height);
}

template <class __T>
static inline cudaError_t cudaMallocManaged(__T **__devPtr, size_t __size,
                                            unsigned int __flags = cudaMemAttachGlobal) {
	return ::cudaMallocManaged((void **)(void *)__devPtr, __size, __flags);
}

template <class __T>
static inline cudaError_t cudaMallocHost(__T **__ptr, size_t __size, unsigned int __flags = 0) {
	return ::cudaHostAlloc((void **)(void *)__ptr, __size, __flags);
}

static inline cudaError_t cudaMallocHost(void **__ptr, size_t __size, unsigned int __flags) {
	return ::cudaHostAlloc(__ptr, __size, __flags);
}

template <class __T>
static inline cudaError_t cudaHostAlloc(__T **__ptr, size_t __size, unsigned int __flags) {
	return ::cudaHostAlloc((void **)(void *)__ptr, __size, __flags);
}

template <class __T>
static inline cudaError_t cudaHostGetDevicePointer(__T **__pDevice, void *__pHost,
                                                   unsigned int __flags) {
	return ::cudaHostGetDevicePointer((void **)(void *)__pDevice, __pHost, __flags);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **__ptr, size_t __size, cudaStream_t __stream) {
	return ::cudaMallocAsync((void **)(void *)__ptr, __size, __stream);
}

static inline cudaError_t cudaMallocAsync(void **__ptr, size_t __size, cudaMemPool_t __pool,
                                          cudaStream_t __stream) {
	return ::cudaMallocFromPoolAsync(__ptr, __size, __pool, __stream);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **__ptr, size_t __size, cudaMemPool_t __pool,
                                          cudaStream_t __stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)__ptr, __size, __pool, __stream);
}

template <class __T>
static inline cudaError_t cudaMallocFromPoolAsync(__T **__ptr, size_t __size, cudaMemPool_t __pool,
                                                  cudaStream_t __stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)__ptr, __size, __pool, __stream);
}

template <class __T>
static inline cudaError_t cudaMemAdvise(__T *__devPtr, size_t __count, cudaMemoryAdvise __advice,
                                        cudaMemLocation __location) {
	return ::cudaMemAdvise((const void *)__devPtr, __count, __advice, __location);
}

template <class __T>
static inline cudaError_t cudaMemPrefetchAsync(__T *__devPtr, size_t __count,
                                               cudaMemLocation __location, unsigned int __flags,
                                               cudaStream_t __stream = 0) {
	return ::cudaMemPrefetchAsync((const void *)__devPtr, __count, __location, __flags,
	                              __stream);
}

/* A batch, whose pointers have a type; or one that is the same for all of it. */

template <class __T>
static inline cudaError_t
cudaMemPrefetchBatchAsync(__T **__dptrs, size_t *__sizes, size_t __count,
                          cudaMemLocation *__prefetchLocs, size_t *__prefetchLocIdxs,
                          size_t __numPrefetchLocs, unsigned long long __flags,
                          cudaStream_t __stream) {
	return ::cudaMemPrefetchBatchAsync((void **)(void *)__dptrs, __sizes, __count,
	                                   __prefetchLocs, __prefetchLocIdxs, __numPrefetchLocs,
	                                   __flags, __stream);
}

template <class __T>
static inline cudaError_t cudaMemPrefetchBatchAsync(__T **__dptrs, size_t *__sizes, size_t __count,
                                                    cudaMemLocation __prefetchLocs,
                                                    unsigned long long __flags,
                                                    cudaStream_t __stream) {
	size_t __first = 0;
	return ::cudaMemPrefetchBatchAsync((void **)(void *)__dptrs, __sizes, __count,
	                                   &__prefetchLocs, &__first, 1, __flags, __stream);
}

template <class __T>
static inline cudaError_t
cudaMemDiscardAndPrefetchBatchAsync(__T **__dptrs, size_t *__sizes, size_t __count,
                                    cudaMemLocation *__prefetchLocs, size_t *__prefetchLocIdxs,
                                    size_t __numPrefetchLocs, unsigned long long __flags,
                                    cudaStream_t __stream) {
	return ::cudaMemDiscardAndPrefetchBatchAsync((void **)(void *)__dptrs, __sizes, __count,
	                                             __prefetchLocs, __prefetchLocIdxs,
	                                             __numPrefetchLocs, __flags, __stream);
}

template <class __T>
static inline cudaError_t
cudaMemDiscardAndPrefetchBatchAsync(__T **__dptrs, size_t *__sizes, size_t __count,
                                    cudaMemLocation __prefetchLocs, unsigned long long __flags,
                                    cudaStream_t __stream) {
	size_t __first = 0;
	return ::cudaMemDiscardAndPrefetchBatchAsync((void **)(void *)__dptrs, __sizes, __count,
	                                             &__prefetchLocs, &__first, 1, __flags,
	                                             __stream);
}

template <class __T, class __U>
static inline cudaError_t cudaMemcpyBatchAsync(__T *const *__dsts, __U *const *__srcs,
                                               const size_t *__sizes, size_t __count,
                                               cudaMemcpyAttributes *__attrs, size_t *__attrsIdxs,
                                               size_t __numAttrs, cudaStream_t __stream) {
	return ::cudaMemcpyBatchAsync((void *const *)__dsts, (const void *const *)__srcs, __sizes,
	                              __count, __attrs, __attrsIdxs, __numAttrs, __stream);
}

template <class __T, class __U>
static inline cudaError_t cudaMemcpyBatchAsync(__T *const *__dsts, __U *const *__srcs,
                                               const size_t *__sizes, size_t __count,
                                               cudaMemcpyAttributes __attr, cudaStream_t __stream) {
	size_t __first = 0;
	return ::cudaMemcpyBatchAsync((void *const *)__dsts, (const void *const *)__srcs, __sizes,
	                              __count, &__attr, &__first, 1, __stream);
}

template <class __T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t __stream, __T *__devPtr,
                                                   size_t __length = 0,
                                                   unsigned int __flags = cudaMemAttachSingle) {
	return ::cudaStreamAttachMemAsync(__stream, (void *)__devPtr, __length, __flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *__event, unsigned int __flags) {
	return ::cudaEventCreateWithFlags(__event, __flags);
}

/* ---- variables of the device ---- */

template <class __T>
static inline cudaError_t cudaMemcpyToSymbol(const __T &__symbol, const void *__src, size_t __count,
                                             size_t __offset = 0,
                                             cudaMemcpyKind __kind = cudaMemcpyHostToDevice) {
	return ::cudaMemcpyToSymbol((const void *)&__symbol, __src, __count, __offset, __kind);
}

template <class __T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(const __T &__symbol, const void *__src, size_t __count, size_t __offset = 0,
                        cudaMemcpyKind __kind = cudaMemcpyHostToDevice, cudaStream_t __stream = 0) {
	return ::cudaMemcpyToSymbolAsync((const void *)&__symbol, __src, __count, __offset, __kind,
	                                 __stream);
}

template <class __T>
static inline cudaError_t cudaMemcpyFromSymbol(void *__dst, const __T &__symbol, size_t __count,
                                               size_t __offset = 0,
                                               cudaMemcpyKind __kind = cudaMemcpyDeviceToHost) {
	return ::cudaMemcpyFromSymbol(__dst, (const void *)&__symbol, __count, __offset, __kind);
}

template <class __T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *__dst, const __T &__symbol,
                                                    size_t __count, size_t __offset = 0,
                                                    cudaMemcpyKind __kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t __stream = 0) {
	return ::cudaMemcpyFromSymbolAsync(__dst, (const void *)&__symbol, __count, __offset,
	                                   __kind, __stream);
}

template <class __T>
static inline cudaError_t cudaGetSymbolAddress(void **__devPtr, const __T &__symbol) {
	return ::cudaGetSymbolAddress(__devPtr, (const void *)&__symbol);
}

template <class __T>
static inline cudaError_t cudaGetSymbolSize(size_t *__size, const __T &__symbol) {
	return ::cudaGetSymbolSize(__size, (const void *)&__symbol);
}

/* ---- graphs ---- */

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__exec, cudaGraph_t __graph,
                                               cudaGraphNode_t *, char *, size_t) {
	return ::cudaGraphInstantiate(__exec, __graph, 0);
}

static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t __exec, cudaGraph_t __graph,
                                              cudaGraphNode_t *__errorNode,
                                              cudaGraphExecUpdateResult *__result) {
	cudaGraphExecUpdateResultInfo __info;
	cudaError_t __e = ::cudaGraphExecUpdate(__exec, __graph, &__info);
	if (__errorNode)
		*__errorNode = __info.errorNode;
	if (__result)
		*__result = __info.result;
	return __e;
}

/* delete of the object is its destructor. */
template <class __T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *__object, __T *__wrapped,
                                               unsigned int __count, unsigned int __flags) {
	return ::cudaUserObjectCreate(
		__object, (void *)__wrapped, [](void *__p) { delete (__T *)__p; }, __count,
		__flags);
}

template <class __T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *__object, __T *__wrapped,
                                               unsigned int __count, cudaUserObjectFlags __flags) {
	return cudaUserObjectCreate(__object, __wrapped, __count, (unsigned int)__flags);
}

template <class __T>
static inline cudaError_t
cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *__node, cudaGraph_t __graph,
                               const cudaGraphNode_t *__deps, size_t __n, const __T &__symbol,
                               const void *__src, size_t __count, size_t __offset,
                               cudaMemcpyKind __kind) {
	return ::cudaGraphAddMemcpyNodeToSymbol(__node, __graph, __deps, __n,
	                                        (const void *)&__symbol, __src, __count, __offset,
	                                        __kind);
}

template <class __T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
	cudaGraphNode_t *__node, cudaGraph_t __graph, const cudaGraphNode_t *__deps, size_t __n,
	void *__dst, const __T &__symbol, size_t __count, size_t __offset, cudaMemcpyKind __kind) {
	return ::cudaGraphAddMemcpyNodeFromSymbol(__node, __graph, __deps, __n, __dst,
	                                          (const void *)&__symbol, __count, __offset,
	                                          __kind);
}

template <class __T>
static inline cudaError_t
cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t __node, const __T &__symbol, const void *__src,
                                     size_t __count, size_t __offset, cudaMemcpyKind __kind) {
	return ::cudaGraphMemcpyNodeSetParamsToSymbol(__node, (const void *)&__symbol, __src,
	                                              __count, __offset, __kind);
}

template <class __T>
static inline cudaError_t
cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t __node, void *__dst, const __T &__symbol,
                                       size_t __count, size_t __offset, cudaMemcpyKind __kind) {
	return ::cudaGraphMemcpyNodeSetParamsFromSymbol(__node, __dst, (const void *)&__symbol,
	                                                __count, __offset, __kind);
}

template <class __T>
static inline cudaError_t
cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                         const __T &__symbol, const void *__src, size_t __count,
                                         size_t __offset, cudaMemcpyKind __kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(__exec, __node, (const void *)&__symbol,
	                                                  __src, __count, __offset, __kind);
}

template <class __T>
static inline cudaError_t
cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t __exec, cudaGraphNode_t __node,
                                           void *__dst, const __T &__symbol, size_t __count,
                                           size_t __offset, cudaMemcpyKind __kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
		__exec, __node, __dst, (const void *)&__symbol, __count, __offset, __kind);
}

/* ---- kernels ---- */

template <class __T>
static inline cudaError_t cudaLaunchKernel(__T *__func, dim3 __grid, dim3 __block, void **__args,
                                           size_t __sharedMem = 0, cudaStream_t __stream = 0) {
	return ::cudaLaunchKernel((const void *)__func, __grid, __block, __args, __sharedMem,
	                          __stream);
}

template <class __T>
static inline cudaError_t cudaLaunchCooperativeKernel(__T *__func, dim3 __grid, dim3 __block,
                                                      void **__args, size_t __sharedMem = 0,
                                                      cudaStream_t __stream = 0) {
	return ::cudaLaunchCooperativeKernel((const void *)__func, __grid, __block, __args,
	                                     __sharedMem, __stream);
}

/* The arguments become what the kernel's parameters are declared as. */
template <class... __P, class... __A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *__config,
                                             void (*__kernel)(__P...), __A &&...__args) {
	return [&](__P... __values) {
		void *__pointers[sizeof...(__P) + 1] = {(void *)&__values...};
		return ::cudaLaunchKernelExC(__config, (const void *)__kernel, __pointers);
	}(std::forward<__A>(__args)...);
}

template <class __T>
static inline cudaError_t cudaFuncSetAttribute(__T *__func, cudaFuncAttribute __attr, int __value) {
	return ::cudaFuncSetAttribute((const void *)__func, __attr, __value);
}

template <class __T>
static inline cudaError_t cudaFuncSetCacheConfig(__T *__func, cudaFuncCache __config) {
	return ::cudaFuncSetCacheConfig((const void *)__func, __config);
}

template <class __T>
static inline cudaError_t cudaFuncSetSharedMemConfig(__T *__func, cudaSharedMemConfig __config) {
	return ::cudaFuncSetSharedMemConfig((const void *)__func, __config);
}

template <class __T>
static inline cudaError_t cudaFuncGetName(const char **__name, __T *__func) {
	return ::cudaFuncGetName(__name, (const void *)__func);
}

template <class __T>
static inline cudaError_t cudaGetKernel(cudaKernel_t *__kernel, __T *__func) {
	return ::cudaGetKernel(__kernel, (const void *)__func);
}

/* ---- libraries of kernels ---- */

template <class __T>
static inline cudaError_t cudaLibraryGetGlobal(__T **__dptr, size_t *__bytes,
                                               cudaLibrary_t __library, const char *__name) {
	return ::cudaLibraryGetGlobal((void **)(void *)__dptr, __bytes, __library, __name);
}

template <class __T>
static inline cudaError_t cudaLibraryGetManaged(__T **__dptr, size_t *__bytes,
                                                cudaLibrary_t __library, const char *__name) {
	return ::cudaLibraryGetManaged((void **)(void *)__dptr, __bytes, __library, __name);
}

template <class __T>
static inline cudaError_t cudaLibraryGetUnifiedFunction(__T **__fptr, cudaLibrary_t __library,
                                                        const char *__symbol) {
	return ::cudaLibraryGetUnifiedFunction((void **)(void *)__fptr, __library, __symbol);
}

/* ---- occupancy ---- */

template <class __T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__size, __T *__func,
                                                                    int __numBlocks,
                                                                    int __blockSize) {
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(__size, (const void *)__func,
	                                                   __numBlocks, __blockSize);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *__clusterSize, __T *__func,
                                                               const cudaLaunchConfig_t *__config) {
	return ::cudaOccupancyMaxPotentialClusterSize(__clusterSize, (const void *)__func,
	                                              __config);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *__numClusters, __T *__func,
                                                         const cudaLaunchConfig_t *__config) {
	return ::cudaOccupancyMaxActiveClusters(__numClusters, (const void *)__func, __config);
}
