/* device_runtime.h - what device code has of the runtime: launches, streams, events, copies, queries.
 *
 * For the device half only: a function here takes the place of the host's of the same name. Those whose names
 * begin with __cudaCDP2 are the machine's; a grid's stream 0 and its per-thread stream are one queue.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "driver_types.h"
#include "vector_types.h"

/* ---- what the machine does ---- */

extern "C" {
__device__ void *__cudaCDP2GetParameterBufferV2(void *__func, dim3 __grid, dim3 __block,
                                                unsigned int __shared);
__device__ cudaError_t __cudaCDP2LaunchDeviceV2(void *__buffer, cudaStream_t __stream);
__device__ void *__cudaCDP2GetParameterBuffer(size_t __alignment, size_t __size);
__device__ cudaError_t __cudaCDP2LaunchDevice(void *__func, void *__buffer, dim3 __grid,
                                              dim3 __block, unsigned int __shared,
                                              cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2GetLastError(void);
__device__ cudaError_t __cudaCDP2PeekAtLastError(void);
__device__ const char *__cudaCDP2GetErrorString(cudaError_t __error);
__device__ const char *__cudaCDP2GetErrorName(cudaError_t __error);
__device__ cudaError_t __cudaCDP2GetDeviceCount(int *__count);
__device__ cudaError_t __cudaCDP2GetDevice(int *__device);
__device__ cudaError_t __cudaCDP2DeviceGetAttribute(int *__value, enum cudaDeviceAttr __attr,
                                                    int __device);
__device__ cudaError_t __cudaCDP2DeviceGetLimit(size_t *__value, enum cudaLimit __limit);
__device__ cudaError_t __cudaCDP2DeviceGetCacheConfig(enum cudaFuncCache *__config);
__device__ cudaError_t __cudaCDP2DeviceGetSharedMemConfig(enum cudaSharedMemConfig *__config);
__device__ cudaError_t __cudaCDP2RuntimeGetVersion(int *__version);
__device__ cudaError_t __cudaCDP2FuncGetAttributes(struct cudaFuncAttributes *__attr,
                                                   const void *__func);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int *__n,
                                                                           const void *__func,
                                                                           int __block,
                                                                           size_t __shared);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *__n, const void *__func, int __block, size_t __shared, unsigned int __flags);
__device__ cudaError_t __cudaCDP2StreamCreateWithFlags(cudaStream_t *__stream,
                                                       unsigned int __flags);
__device__ cudaError_t __cudaCDP2StreamDestroy(cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2StreamWaitEvent(cudaStream_t __stream, cudaEvent_t __event,
                                                 unsigned int __flags);
__device__ cudaError_t __cudaCDP2EventCreateWithFlags(cudaEvent_t *__event, unsigned int __flags);
__device__ cudaError_t __cudaCDP2EventRecord(cudaEvent_t __event, cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2EventRecordWithFlags(cudaEvent_t __event, cudaStream_t __stream,
                                                      unsigned int __flags);
__device__ cudaError_t __cudaCDP2EventDestroy(cudaEvent_t __event);
__device__ cudaError_t __cudaCDP2Malloc(void **__p, size_t __size);
__device__ cudaError_t __cudaCDP2Free(void *__p);
__device__ cudaError_t __cudaCDP2MemcpyAsync(void *__dst, const void *__src, size_t __count,
                                             enum cudaMemcpyKind __kind, cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2Memcpy2DAsync(void *__dst, size_t __dpitch, const void *__src,
                                               size_t __spitch, size_t __width, size_t __height,
                                               enum cudaMemcpyKind __kind, cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2Memcpy3DAsync(const struct cudaMemcpy3DParms *__p,
                                               cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2MemsetAsync(void *__p, int __value, size_t __count,
                                             cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2Memset2DAsync(void *__p, size_t __pitch, int __value,
                                               size_t __width, size_t __height,
                                               cudaStream_t __stream);
__device__ cudaError_t __cudaCDP2Memset3DAsync(struct cudaPitchedPtr __p, int __value,
                                               struct cudaExtent __extent, cudaStream_t __stream);

/* Streams of graph launches: only kernels of graphs can launch them, by the streams cudaStreamGraph... */
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t __graph, cudaStream_t __stream);
/* Sets the value that a conditional node tests. */
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle __handle, unsigned int __value);
}

/* ---- launches ---- */

/* k<<<grid, block, shared, stream>>>(arguments...) in device code is
 * __simt_configure(k, grid, block, shared, stream)(arguments...). */
template <class... __P> struct __simt_launcher {
	char *__buffer; /* NULL: the launch was refused, and the thread's last error says why */
	cudaStream_t stream;

	/* Each parameter is aligned to its own size, as in a structure. */
	template <class __T>
	__device__ __forceinline__ void __put(size_t &__at, const __T &__value) const {
		__at = (__at + alignof(__T) - 1) & ~(alignof(__T) - 1);
		if constexpr (__is_class(__T) || __is_union(__T))
			__builtin_memcpy(__buffer + __at, &__value, sizeof(__T));
		else
			*(__T *)(__buffer + __at) = __value;
		__at += sizeof(__T);
	}
	__device__ __forceinline__ void operator()(__P... __arguments) const {
		size_t __at = 0;
		if (!__buffer)
			return;
		(__put(__at, __arguments), ...);
		__cudaCDP2LaunchDeviceV2(__buffer, stream);
	}
};

template <class... __P>
__device__ __forceinline__ __simt_launcher<__P...>
__simt_configure(void (*__kernel)(__P...), dim3 __grid, dim3 __block, size_t __shared = 0,
                 cudaStream_t __stream = 0) {
	return {(char *)__cudaCDP2GetParameterBufferV2((void *)__kernel, __grid, __block,
	                                               (unsigned int)__shared),
	        __stream};
}

extern "C" {
__device__ __forceinline__ void *cudaGetParameterBuffer(size_t __alignment, size_t __size) {
	return __cudaCDP2GetParameterBuffer(__alignment, __size);
}

__device__ __forceinline__ void *cudaGetParameterBufferV2(void *__func, dim3 __grid, dim3 __block,
                                                          unsigned int __shared) {
	return __cudaCDP2GetParameterBufferV2(__func, __grid, __block, __shared);
}

__device__ __forceinline__ cudaError_t cudaLaunchDevice(void *__func, void *__buffer, dim3 __grid,
                                                        dim3 __block, unsigned int __shared,
                                                        cudaStream_t __stream) {
	return __cudaCDP2LaunchDevice(__func, __buffer, __grid, __block, __shared, __stream);
}

__device__ __forceinline__ cudaError_t cudaLaunchDeviceV2(void *__buffer, cudaStream_t __stream) {
	return __cudaCDP2LaunchDeviceV2(__buffer, __stream);
}

/* The graph that the kernel is part of, or NULL. */
__device__ __forceinline__ cudaGraphExec_t cudaGetCurrentGraphExec(void) {
	unsigned long long __id;
	asm("mov.u64 %0, %%current_graph_exec;" : "=l"(__id));
	return (cudaGraphExec_t)__id;
}

/* A kernel cannot wait for the grids that it launched: from sm_90 on there is no such function. */
__device__ __forceinline__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void) {
	return cudaErrorNotSupported;
}

/* ---- errors and queries ---- */

__device__ __forceinline__ cudaError_t cudaGetLastError(void) {
	return __cudaCDP2GetLastError();
}

__device__ __forceinline__ cudaError_t cudaPeekAtLastError(void) {
	return __cudaCDP2PeekAtLastError();
}

__device__ __forceinline__ const char *cudaGetErrorString(cudaError_t __error) {
	return __cudaCDP2GetErrorString(__error);
}

__device__ __forceinline__ const char *cudaGetErrorName(cudaError_t __error) {
	return __cudaCDP2GetErrorName(__error);
}

__device__ __forceinline__ cudaError_t cudaGetDeviceCount(int *__count) {
	return __cudaCDP2GetDeviceCount(__count);
}

__device__ __forceinline__ cudaError_t cudaGetDevice(int *__device) {
	return __cudaCDP2GetDevice(__device);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetAttribute(int *__value,
                                                              enum cudaDeviceAttr __attr,
                                                              int __device) {
	return __cudaCDP2DeviceGetAttribute(__value, __attr, __device);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetLimit(size_t *__value, enum cudaLimit __limit) {
	return __cudaCDP2DeviceGetLimit(__value, __limit);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *__config) {
	return __cudaCDP2DeviceGetCacheConfig(__config);
}

__device__ __forceinline__ cudaError_t
cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *__config) {
	return __cudaCDP2DeviceGetSharedMemConfig(__config);
}

__device__ __forceinline__ cudaError_t cudaRuntimeGetVersion(int *__version) {
	return __cudaCDP2RuntimeGetVersion(__version);
}

__device__ __forceinline__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *__attr,
                                                             const void *__func) {
	return __cudaCDP2FuncGetAttributes(__attr, __func);
}

__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *__n, const void *__func, int __block, size_t __shared) {
	return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(__n, __func, __block, __shared);
}

__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *__n, const void *__func, int __block, size_t __shared, unsigned int __flags) {
	return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__n, __func, __block,
	                                                                    __shared, __flags);
}

/* ---- streams and events ---- */

__device__ __forceinline__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *__stream,
                                                                 unsigned int __flags) {
	return __cudaCDP2StreamCreateWithFlags(__stream, __flags);
}

__device__ __forceinline__ cudaError_t cudaStreamDestroy(cudaStream_t __stream) {
	return __cudaCDP2StreamDestroy(__stream);
}

__device__ __forceinline__ cudaError_t cudaStreamWaitEvent(cudaStream_t __stream,
                                                           cudaEvent_t __event,
                                                           unsigned int __flags) {
	return __cudaCDP2StreamWaitEvent(__stream, __event, __flags);
}

__device__ __forceinline__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *__event,
                                                                unsigned int __flags) {
	return __cudaCDP2EventCreateWithFlags(__event, __flags);
}

__device__ __forceinline__ cudaError_t cudaEventRecord(cudaEvent_t __event, cudaStream_t __stream) {
	return __cudaCDP2EventRecord(__event, __stream);
}

__device__ __forceinline__ cudaError_t cudaEventRecordWithFlags(cudaEvent_t __event,
                                                                cudaStream_t __stream,
                                                                unsigned int __flags) {
	return __cudaCDP2EventRecordWithFlags(__event, __stream, __flags);
}

__device__ __forceinline__ cudaError_t cudaEventDestroy(cudaEvent_t __event) {
	return __cudaCDP2EventDestroy(__event);
}

/* ---- memory: of the heap of malloc; copies within the device ---- */

__device__ __forceinline__ cudaError_t cudaMalloc(void **__p, size_t __size) {
	return __cudaCDP2Malloc(__p, __size);
}

__device__ __forceinline__ cudaError_t cudaFree(void *__p) {
	return __cudaCDP2Free(__p);
}

__device__ __forceinline__ cudaError_t cudaMemcpyAsync(void *__dst, const void *__src,
                                                       size_t __count, enum cudaMemcpyKind __kind,
                                                       cudaStream_t __stream) {
	return __cudaCDP2MemcpyAsync(__dst, __src, __count, __kind, __stream);
}

__device__ __forceinline__ cudaError_t cudaMemcpy2DAsync(void *__dst, size_t __dpitch,
                                                         const void *__src, size_t __spitch,
                                                         size_t __width, size_t __height,
                                                         enum cudaMemcpyKind __kind,
                                                         cudaStream_t __stream) {
	return __cudaCDP2Memcpy2DAsync(__dst, __dpitch, __src, __spitch, __width, __height, __kind,
	                               __stream);
}

__device__ __forceinline__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *__p,
                                                         cudaStream_t __stream) {
	return __cudaCDP2Memcpy3DAsync(__p, __stream);
}

__device__ __forceinline__ cudaError_t cudaMemsetAsync(void *__p, int __value, size_t __count,
                                                       cudaStream_t __stream) {
	return __cudaCDP2MemsetAsync(__p, __value, __count, __stream);
}

__device__ __forceinline__ cudaError_t cudaMemset2DAsync(void *__p, size_t __pitch, int __value,
                                                         size_t __width, size_t __height,
                                                         cudaStream_t __stream) {
	return __cudaCDP2Memset2DAsync(__p, __pitch, __value, __width, __height, __stream);
}

__device__ __forceinline__ cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr __p, int __value,
                                                         struct cudaExtent __extent,
                                                         cudaStream_t __stream) {
	return __cudaCDP2Memset3DAsync(__p, __value, __extent, __stream);
}
}

#include "simt/cuda_both_templates.h"
