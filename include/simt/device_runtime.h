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
__device__ void *__cudaCDP2GetParameterBufferV2(void *func, dim3 grid, dim3 block,
                                                unsigned int shared);
__device__ cudaError_t __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t stream);
__device__ void *__cudaCDP2GetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t __cudaCDP2LaunchDevice(void *func, void *buffer, dim3 grid, dim3 block,
                                              unsigned int shared, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2GetLastError(void);
__device__ cudaError_t __cudaCDP2PeekAtLastError(void);
__device__ const char *__cudaCDP2GetErrorString(cudaError_t error);
__device__ const char *__cudaCDP2GetErrorName(cudaError_t error);
__device__ cudaError_t __cudaCDP2GetDeviceCount(int *count);
__device__ cudaError_t __cudaCDP2GetDevice(int *device);
__device__ cudaError_t __cudaCDP2DeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                                    int device);
__device__ cudaError_t __cudaCDP2DeviceGetLimit(size_t *value, enum cudaLimit limit);
__device__ cudaError_t __cudaCDP2DeviceGetCacheConfig(enum cudaFuncCache *config);
__device__ cudaError_t __cudaCDP2DeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
__device__ cudaError_t __cudaCDP2RuntimeGetVersion(int *version);
__device__ cudaError_t __cudaCDP2FuncGetAttributes(struct cudaFuncAttributes *attr,
                                                   const void *func);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int *n,
                                                                           const void *func,
                                                                           int block,
                                                                           size_t shared);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *func, int block, size_t shared, unsigned int flags);
__device__ cudaError_t __cudaCDP2StreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
__device__ cudaError_t __cudaCDP2StreamDestroy(cudaStream_t stream);
__device__ cudaError_t __cudaCDP2StreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                 unsigned int flags);
__device__ cudaError_t __cudaCDP2EventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
__device__ cudaError_t __cudaCDP2EventRecord(cudaEvent_t event, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2EventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                      unsigned int flags);
__device__ cudaError_t __cudaCDP2EventDestroy(cudaEvent_t event);
__device__ cudaError_t __cudaCDP2Malloc(void **p, size_t size);
__device__ cudaError_t __cudaCDP2Free(void *p);
__device__ cudaError_t __cudaCDP2MemcpyAsync(void *dst, const void *src, size_t count,
                                             enum cudaMemcpyKind kind, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memcpy2DAsync(void *dst, size_t dpitch, const void *src,
                                               size_t spitch, size_t width, size_t height,
                                               enum cudaMemcpyKind kind, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memcpy3DAsync(const struct cudaMemcpy3DParms *p,
                                               cudaStream_t stream);
__device__ cudaError_t __cudaCDP2MemsetAsync(void *p, int value, size_t count,
                                             cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memset2DAsync(void *p, size_t pitch, int value, size_t width,
                                               size_t height, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memset3DAsync(struct cudaPitchedPtr p, int value,
                                               struct cudaExtent extent, cudaStream_t stream);

/* Of graphs: only kernels of graphs can launch them, by the streams cudaStreamGraph... */
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream);
/* Sets the value that a conditional node looks at. */
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
}

/* ---- launches ---- */

/* k<<<grid, block, shared, stream>>>(arguments...) in device code is
 * __simt_configure(k, grid, block, shared, stream)(arguments...). */
template <class... __P> struct __simt_launcher {
	char *buffer; /* NULL: the launch was refused, and the thread's last error says why */
	cudaStream_t stream;

	/* Each parameter is aligned to its own size, as in a structure. */
	template <class __T> __device__ __forceinline__ void put(size_t &at, const __T &value) const {
		at = (at + alignof(__T) - 1) & ~(alignof(__T) - 1);
		if constexpr (__is_class(__T) || __is_union(__T))
			__builtin_memcpy(buffer + at, &value, sizeof(__T));
		else
			*(__T *)(buffer + at) = value;
		at += sizeof(__T);
	}
	__device__ __forceinline__ void operator()(__P... arguments) const {
		size_t at = 0;
		if (!buffer)
			return;
		(put(at, arguments), ...);
		__cudaCDP2LaunchDeviceV2(buffer, stream);
	}
};

template <class... __P>
__device__ __forceinline__ __simt_launcher<__P...> __simt_configure(void (*kernel)(__P...), dim3 grid,
                                                                  dim3 block, size_t shared = 0,
                                                                  cudaStream_t stream = 0) {
	return {(char *)__cudaCDP2GetParameterBufferV2((void *)kernel, grid, block,
	                                               (unsigned int)shared),
	        stream};
}

extern "C" {
__device__ __forceinline__ void *cudaGetParameterBuffer(size_t alignment, size_t size) {
	return __cudaCDP2GetParameterBuffer(alignment, size);
}

__device__ __forceinline__ void *cudaGetParameterBufferV2(void *func, dim3 grid, dim3 block,
                                                          unsigned int shared) {
	return __cudaCDP2GetParameterBufferV2(func, grid, block, shared);
}

__device__ __forceinline__ cudaError_t cudaLaunchDevice(void *func, void *buffer, dim3 grid,
                                                        dim3 block, unsigned int shared,
                                                        cudaStream_t stream) {
	return __cudaCDP2LaunchDevice(func, buffer, grid, block, shared, stream);
}

__device__ __forceinline__ cudaError_t cudaLaunchDeviceV2(void *buffer, cudaStream_t stream) {
	return __cudaCDP2LaunchDeviceV2(buffer, stream);
}

/* The graph that the kernel is part of, or NULL. */
__device__ __forceinline__ cudaGraphExec_t cudaGetCurrentGraphExec(void) {
	unsigned long long id;
	asm("mov.u64 %0, %%current_graph_exec;" : "=l"(id));
	return (cudaGraphExec_t)id;
}

/* ---- errors and queries ---- */

__device__ __forceinline__ cudaError_t cudaGetLastError(void) {
	return __cudaCDP2GetLastError();
}

__device__ __forceinline__ cudaError_t cudaPeekAtLastError(void) {
	return __cudaCDP2PeekAtLastError();
}

__device__ __forceinline__ const char *cudaGetErrorString(cudaError_t error) {
	return __cudaCDP2GetErrorString(error);
}

__device__ __forceinline__ const char *cudaGetErrorName(cudaError_t error) {
	return __cudaCDP2GetErrorName(error);
}

__device__ __forceinline__ cudaError_t cudaGetDeviceCount(int *count) {
	return __cudaCDP2GetDeviceCount(count);
}

__device__ __forceinline__ cudaError_t cudaGetDevice(int *device) {
	return __cudaCDP2GetDevice(device);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetAttribute(int *value,
                                                              enum cudaDeviceAttr attr,
                                                              int device) {
	return __cudaCDP2DeviceGetAttribute(value, attr, device);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
	return __cudaCDP2DeviceGetLimit(value, limit);
}

__device__ __forceinline__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
	return __cudaCDP2DeviceGetCacheConfig(config);
}

__device__ __forceinline__ cudaError_t
cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
	return __cudaCDP2DeviceGetSharedMemConfig(config);
}

__device__ __forceinline__ cudaError_t cudaRuntimeGetVersion(int *version) {
	return __cudaCDP2RuntimeGetVersion(version);
}

__device__ __forceinline__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr,
                                                             const void *func) {
	return __cudaCDP2FuncGetAttributes(attr, func);
}

__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *n, const void *func, int block, size_t shared) {
	return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(n, func, block, shared);
}

__device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *func, int block, size_t shared, unsigned int flags) {
	return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, func, block, shared,
	                                                                   flags);
}

/* ---- streams and events ---- */

__device__ __forceinline__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream,
                                                                 unsigned int flags) {
	return __cudaCDP2StreamCreateWithFlags(stream, flags);
}

__device__ __forceinline__ cudaError_t cudaStreamDestroy(cudaStream_t stream) {
	return __cudaCDP2StreamDestroy(stream);
}

__device__ __forceinline__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                           unsigned int flags) {
	return __cudaCDP2StreamWaitEvent(stream, event, flags);
}

__device__ __forceinline__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event,
                                                                unsigned int flags) {
	return __cudaCDP2EventCreateWithFlags(event, flags);
}

__device__ __forceinline__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
	return __cudaCDP2EventRecord(event, stream);
}

__device__ __forceinline__ cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                                                cudaStream_t stream,
                                                                unsigned int flags) {
	return __cudaCDP2EventRecordWithFlags(event, stream, flags);
}

__device__ __forceinline__ cudaError_t cudaEventDestroy(cudaEvent_t event) {
	return __cudaCDP2EventDestroy(event);
}

/* ---- memory: of the heap of malloc; copies within the device ---- */

__device__ __forceinline__ cudaError_t cudaMalloc(void **p, size_t size) {
	return __cudaCDP2Malloc(p, size);
}

__device__ __forceinline__ cudaError_t cudaFree(void *p) {
	return __cudaCDP2Free(p);
}

__device__ __forceinline__ cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count,
                                                       enum cudaMemcpyKind kind,
                                                       cudaStream_t stream) {
	return __cudaCDP2MemcpyAsync(dst, src, count, kind, stream);
}

__device__ __forceinline__ cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                                                         size_t spitch, size_t width,
                                                         size_t height, enum cudaMemcpyKind kind,
                                                         cudaStream_t stream) {
	return __cudaCDP2Memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream);
}

__device__ __forceinline__ cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
                                                         cudaStream_t stream) {
	return __cudaCDP2Memcpy3DAsync(p, stream);
}

__device__ __forceinline__ cudaError_t cudaMemsetAsync(void *p, int value, size_t count,
                                                       cudaStream_t stream) {
	return __cudaCDP2MemsetAsync(p, value, count, stream);
}

__device__ __forceinline__ cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value,
                                                         size_t width, size_t height,
                                                         cudaStream_t stream) {
	return __cudaCDP2Memset2DAsync(p, pitch, value, width, height, stream);
}

__device__ __forceinline__ cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
                                                         struct cudaExtent extent,
                                                         cudaStream_t stream) {
	return __cudaCDP2Memset3DAsync(p, value, extent, stream);
}
}

#include "simt/cuda_both_templates.h"
