/* simt/cuda_runtime_templates.h - the runtime's functions with types: each calls the function of the same
 * name in cuda_runtime_api.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime_api.h"

/* ---- memory ---- */

template <class T> static inline cudaError_t cudaMalloc(T **devPtr, size_t size) {
	return ::cudaMalloc((void **)(void *)devPtr, size);
}

template <class T>
static inline cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
	return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **devPtr, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal) {
	return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}

template <class T>
static inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

static inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc(ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
	return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
	return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class T>
static inline cudaError_t cudaMemAdvise(T *devPtr, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
	return ::cudaMemAdvise((const void *)devPtr, count, advice, location);
}

template <class T>
static inline cudaError_t cudaMemPrefetchAsync(T *devPtr, size_t count, cudaMemLocation location,
                                               unsigned int flags, cudaStream_t stream = 0) {
	return ::cudaMemPrefetchAsync((const void *)devPtr, count, location, flags, stream);
}

template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr,
                                                   size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
	return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
	return ::cudaEventCreateWithFlags(event, flags);
}

/* ---- variables of the device ---- */

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
	return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
	return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
	return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

template <class T>
static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol) {
	return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
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
template <class T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *wrapped,
                                               unsigned int count, unsigned int flags) {
	return ::cudaUserObjectCreate(
		object, (void *)wrapped, [](void *p) { delete (T *)p; }, count, flags);
}

template <class T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *wrapped,
                                               unsigned int count, cudaUserObjectFlags flags) {
	return cudaUserObjectCreate(object, wrapped, count, (unsigned int)flags);
}

template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(
	cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
	const T &symbol, const void *src, size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, n, (const void *)&symbol, src,
	                                        count, offset, kind);
}

template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
	cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n, void *dst,
	const T &symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, n, dst, (const void *)&symbol,
	                                          count, offset, kind);
}

template <class T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                               const T &symbol, const void *src,
                                                               size_t count, size_t offset,
                                                               cudaMemcpyKind kind) {
	return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count,
	                                              offset, kind);
}

template <class T>
static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                                 const T &symbol, size_t count,
                                                                 size_t offset,
                                                                 cudaMemcpyKind kind) {
	return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count,
	                                                offset, kind);
}

template <class T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
	cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol, const void *src, size_t count,
	size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, src,
	                                                  count, offset, kind);
}

template <class T>
static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
	cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const T &symbol, size_t count,
	size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, dst, (const void *)&symbol,
	                                                    count, offset, kind);
}

/* ---- kernels ---- */

template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 grid, dim3 block, void **args,
                                           size_t sharedMem = 0, cudaStream_t stream = 0) {
	return ::cudaLaunchKernel((const void *)func, grid, block, args, sharedMem, stream);
}

template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 grid, dim3 block, void **args,
                                                      size_t sharedMem = 0,
                                                      cudaStream_t stream = 0) {
	return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, sharedMem,
	                                     stream);
}

/* The arguments become what the kernel's parameters are declared as. */
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                             A &&...args) {
	return [&](P... values) {
		void *pointers[sizeof...(P) + 1] = {(void *)&values...};
		return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
	}(std::forward<A>(args)...);
}

template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func) {
	return ::cudaFuncGetAttributes(attr, (const void *)func);
}

template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value) {
	return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache config) {
	return ::cudaFuncSetCacheConfig((const void *)func, config);
}

template <class T>
static inline cudaError_t cudaFuncGetName(const char **name, T *func) {
	return ::cudaFuncGetName(name, (const void *)func);
}

template <class T>
static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *func) {
	return ::cudaGetKernel(kernel, (const void *)func);
}

/* ---- occupancy ---- */

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func,
                                                                        int blockSize,
                                                                        size_t sharedMem) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func,
	                                                       blockSize, sharedMem);
}

template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func, int blockSize,
                                                       size_t sharedMem, unsigned int flags) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		numBlocks, (const void *)func, blockSize, sharedMem, flags);
}

template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, T *func,
                                                                    int numBlocks, int blockSize) {
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)func, numBlocks,
	                                                   blockSize);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                                               const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                                         const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

/* What the search for the best block needs to know of the device. */
struct simt_occupancy_limits {
	int threads_sm, threads_cta, nsm, warp;
};

static inline cudaError_t simt_occupancy_limits_get(simt_occupancy_limits *l) {
	int device;
	cudaError_t e = ::cudaGetDevice(&device);
	if (e == cudaSuccess)
		e = ::cudaDeviceGetAttribute(&l->threads_sm, cudaDevAttrMaxThreadsPerMultiProcessor,
		                             device);
	if (e == cudaSuccess)
		e = ::cudaDeviceGetAttribute(&l->threads_cta, cudaDevAttrMaxThreadsPerBlock, device);
	if (e == cudaSuccess)
		e = ::cudaDeviceGetAttribute(&l->nsm, cudaDevAttrMultiProcessorCount, device);
	if (e == cudaSuccess)
		e = ::cudaDeviceGetAttribute(&l->warp, cudaDevAttrWarpSize, device);
	return e;
}

/* Tries block sizes from the largest to the smallest, in steps of a warp, and keeps the one with the
 * most resident threads; the first of equals. bytes(n): dynamic shared memory of a block of n. */
template <class F, class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T func,
                                                        F bytes, int blockSizeLimit = 0,
                                                        unsigned int flags = 0) {
	simt_occupancy_limits l;
	cudaFuncAttributes a;
	if (!minGridSize || !blockSize || !func)
		return cudaErrorInvalidValue;
	cudaError_t e = simt_occupancy_limits_get(&l);
	if (e == cudaSuccess)
		e = ::cudaFuncGetAttributes(&a, (const void *)func);
	if (e != cudaSuccess)
		return e;
	int most = l.threads_cta < a.maxThreadsPerBlock ? l.threads_cta : a.maxThreadsPerBlock;
	if (blockSizeLimit > 0 && blockSizeLimit < most)
		most = blockSizeLimit;
	int best = 0, best_block = 0, best_ctas = 0;
	for (int n = (most + l.warp - 1) / l.warp * l.warp; n > 0 && best < l.threads_sm;
	     n -= l.warp) {
		int block = n < most ? n : most, ctas = 0;
		e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
			&ctas, (const void *)func, block, bytes(block), flags);
		if (e != cudaSuccess)
			return e;
		if (block * ctas > best) {
			best = block * ctas;
			best_block = block;
			best_ctas = ctas;
		}
	}
	*minGridSize = best_ctas * l.nsm;
	*blockSize = best_block;
	return cudaSuccess;
}

template <class F, class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T func, F bytes,
                                               int blockSizeLimit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func,
	                                                               bytes, blockSizeLimit, 0);
}

template <class T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                            size_t sharedMem = 0, int blockSizeLimit = 0,
                                            unsigned int flags = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
		minGridSize, blockSize, func, [sharedMem](int) { return sharedMem; }, blockSizeLimit,
		flags);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
                                                             T func, size_t sharedMem = 0,
                                                             int blockSizeLimit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, sharedMem,
	                                                   blockSizeLimit, 0);
}
