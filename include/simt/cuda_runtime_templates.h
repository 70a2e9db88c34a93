/* simt/cuda_runtime_templates.h - the runtime's functions with types: each calls the function of the same
 * name in cuda_runtime_api.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime_api.h"
#include "simt/cuda_both_templates.h"

/* ---- memory ---- */

template <class __T>
static inline cudaError_t cudaMallocPitch(__T **devPtr, size_t *pitch, size_t width, size_t height) {
	return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}

template <class __T>
static inline cudaError_t cudaMallocManaged(__T **devPtr, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal) {
	return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}

template <class __T>
static inline cudaError_t cudaMallocHost(__T **ptr, size_t size, unsigned int flags = 0) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

static inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc(ptr, size, flags);
}

template <class __T>
static inline cudaError_t cudaHostAlloc(__T **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class __T>
static inline cudaError_t cudaHostGetDevicePointer(__T **pDevice, void *pHost, unsigned int flags) {
	return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaStream_t stream) {
	return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaMallocFromPoolAsync(__T **ptr, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T>
static inline cudaError_t cudaMemAdvise(__T *devPtr, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
	return ::cudaMemAdvise((const void *)devPtr, count, advice, location);
}

template <class __T>
static inline cudaError_t cudaMemPrefetchAsync(__T *devPtr, size_t count, cudaMemLocation location,
                                               unsigned int flags, cudaStream_t stream = 0) {
	return ::cudaMemPrefetchAsync((const void *)devPtr, count, location, flags, stream);
}

template <class __T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, __T *devPtr,
                                                   size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
	return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
	return ::cudaEventCreateWithFlags(event, flags);
}

/* ---- variables of the device ---- */

template <class __T>
static inline cudaError_t cudaMemcpyToSymbol(const __T &symbol, const void *src, size_t count,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
	return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const __T &symbol, const void *src, size_t count,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class __T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const __T &symbol, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
	return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const __T &symbol, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
	return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

template <class __T>
static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const __T &symbol) {
	return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class __T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const __T &symbol) {
	return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

/* ---- graphs ---- */

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *, char *, size_t) {
	return ::cudaGraphInstantiate(exec, graph, 0);
}

static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphNode_t *errorNode,
                                              cudaGraphExecUpdateResult *result) {
	cudaGraphExecUpdateResultInfo info;
	cudaError_t e = ::cudaGraphExecUpdate(exec, graph, &info);
	if (errorNode)
		*errorNode = info.errorNode;
	if (result)
		*result = info.result;
	return e;
}

/* delete of the object is its destructor. */
template <class __T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, __T *wrapped,
                                               unsigned int count, unsigned int flags) {
	return ::cudaUserObjectCreate(
		object, (void *)wrapped, [](void *p) { delete (__T *)p; }, count, flags);
}

template <class __T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, __T *wrapped,
                                               unsigned int count, cudaUserObjectFlags flags) {
	return cudaUserObjectCreate(object, wrapped, count, (unsigned int)flags);
}

template <class __T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(
	cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
	const __T &symbol, const void *src, size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, n, (const void *)&symbol, src,
	                                        count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
	cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n, void *dst,
	const __T &symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, n, dst, (const void *)&symbol,
	                                          count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                               const __T &symbol, const void *src,
                                                               size_t count, size_t offset,
                                                               cudaMemcpyKind kind) {
	return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count,
	                                              offset, kind);
}

template <class __T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                                 const __T &symbol, size_t count,
                                                                 size_t offset,
                                                                 cudaMemcpyKind kind) {
	return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count,
	                                                offset, kind);
}

template <class __T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
	cudaGraphExec_t exec, cudaGraphNode_t node, const __T &symbol, const void *src, size_t count,
	size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, src,
	                                                  count, offset, kind);
}

template <class __T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
	cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const __T &symbol, size_t count,
	size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, dst, (const void *)&symbol,
	                                                    count, offset, kind);
}

/* ---- kernels ---- */

template <class __T>
static inline cudaError_t cudaLaunchKernel(__T *func, dim3 grid, dim3 block, void **args,
                                           size_t sharedMem = 0, cudaStream_t stream = 0) {
	return ::cudaLaunchKernel((const void *)func, grid, block, args, sharedMem, stream);
}

template <class __T>
static inline cudaError_t cudaLaunchCooperativeKernel(__T *func, dim3 grid, dim3 block, void **args,
                                                      size_t sharedMem = 0,
                                                      cudaStream_t stream = 0) {
	return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, sharedMem,
	                                     stream);
}

/* The arguments become what the kernel's parameters are declared as. */
template <class... __P, class... __A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(__P...),
                                             __A &&...args) {
	return [&](__P... values) {
		void *pointers[sizeof...(__P) + 1] = {(void *)&values...};
		return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
	}(std::forward<__A>(args)...);
}

template <class __T>
static inline cudaError_t cudaFuncSetAttribute(__T *func, cudaFuncAttribute attr, int value) {
	return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class __T>
static inline cudaError_t cudaFuncSetCacheConfig(__T *func, cudaFuncCache config) {
	return ::cudaFuncSetCacheConfig((const void *)func, config);
}

template <class __T>
static inline cudaError_t cudaFuncGetName(const char **name, __T *func) {
	return ::cudaFuncGetName(name, (const void *)func);
}

template <class __T>
static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, __T *func) {
	return ::cudaGetKernel(kernel, (const void *)func);
}

/* ---- occupancy ---- */

template <class __T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, __T *func,
                                                                    int numBlocks, int blockSize) {
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)func, numBlocks,
	                                                   blockSize);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, __T *func,
                                                               const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

template <class __T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, __T *func,
                                                         const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}
