/* simt/cuda_both_templates.h - functions with types that kernels have as well as the host: each calls the function of
 * the same name of its half. The search for the best block is written here for both.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__SIMT_CLANG__)
#define SIMT_BOTH __host__ __device__ inline
#elif defined(__CUDA_ARCH__)
#define SIMT_BOTH __device__ __forceinline__
#else
#define SIMT_BOTH static inline
#endif

template <class _T> SIMT_BOTH cudaError_t cudaMalloc(_T **__p, size_t __size) {
	return ::cudaMalloc((void **)(void *)__p, __size);
}

template <class _T>
SIMT_BOTH cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *__attr, _T *__func) {
	return ::cudaFuncGetAttributes(__attr, (const void *)__func);
}

template <class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__n, _T __func,
                                                                    int __block,
                                                                    size_t __shared) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(__n, (const void *)__func, __block,
	                                                       __shared);
}

template <class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *__n, _T __func, int __block, size_t __shared, unsigned int __flags) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		__n, (const void *)__func, __block, __shared, __flags);
}

/* The device's properties that the search for the best block needs. */
struct __simt_occupancy_limits {
	int __threads_sm, __threads_cta, __nsm, __warp;
};

SIMT_BOTH cudaError_t __simt_occupancy_limits_get(__simt_occupancy_limits *__l) {
	int __device;
	cudaError_t __e = ::cudaGetDevice(&__device);
	if (__e == cudaSuccess)
		__e = ::cudaDeviceGetAttribute(&__l->__threads_sm,
		                               cudaDevAttrMaxThreadsPerMultiProcessor, __device);
	if (__e == cudaSuccess)
		__e = ::cudaDeviceGetAttribute(&__l->__threads_cta, cudaDevAttrMaxThreadsPerBlock,
		                               __device);
	if (__e == cudaSuccess)
		__e = ::cudaDeviceGetAttribute(&__l->__nsm, cudaDevAttrMultiProcessorCount,
		                               __device);
	if (__e == cudaSuccess)
		__e = ::cudaDeviceGetAttribute(&__l->__warp, cudaDevAttrWarpSize, __device);
	return __e;
}

/* Tries block sizes from the largest to the smallest, in steps of a warp, and keeps the one with the
 * most resident threads; the first of equals. __bytes(n): dynamic shared memory of a block of n. */
template <class _F, class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
	int *__grid, int *__block, _T __func, _F __bytes, int __limit = 0,
	unsigned int __flags = 0) {
	__simt_occupancy_limits __l;
	struct cudaFuncAttributes __a;
	if (!__grid || !__block || !__func)
		return cudaErrorInvalidValue;
	cudaError_t __e = __simt_occupancy_limits_get(&__l);
	if (__e == cudaSuccess)
		__e = ::cudaFuncGetAttributes(&__a, (const void *)__func);
	if (__e != cudaSuccess)
		return __e;
	int __most = __l.__threads_cta < __a.maxThreadsPerBlock ? __l.__threads_cta
	                                                        : __a.maxThreadsPerBlock;
	if (__limit > 0 && __limit < __most)
		__most = __limit;
	int __best = 0, __best_block = 0, __best_ctas = 0;
	for (int __n = (__most + __l.__warp - 1) / __l.__warp * __l.__warp;
	     __n > 0 && __best < __l.__threads_sm; __n -= __l.__warp) {
		int __size = __n < __most ? __n : __most, __ctas = 0;
		__e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
			&__ctas, (const void *)__func, __size, __bytes(__size), __flags);
		if (__e != cudaSuccess)
			return __e;
		if (__size * __ctas > __best) {
			__best = __size * __ctas;
			__best_block = __size;
			__best_ctas = __ctas;
		}
	}
	*__grid = __best_ctas * __l.__nsm;
	*__block = __best_block;
	return cudaSuccess;
}

template <class _F, class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block,
                                                                     _T __func, _F __bytes,
                                                                     int __limit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(__grid, __block, __func,
	                                                               __bytes, __limit, 0);
}

template <class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block,
                                                                  _T __func, size_t __shared = 0,
                                                                  int __limit = 0,
                                                                  unsigned int __flags = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
		__grid, __block, __func, [__shared](int) { return __shared; }, __limit, __flags);
}

template <class _T>
SIMT_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSize(int *__grid, int *__block, _T __func,
                                                         size_t __shared = 0, int __limit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(__grid, __block, __func, __shared,
	                                                   __limit, 0);
}
