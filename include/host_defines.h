/* host_defines.h - the words of CUDA C++, which are macros for #ifdef's sake.
 * In CUDA sources of simtcc (__SIMTCC__ and __CUDACC__) the qualifiers mean themselves: the device half's
 * parser and the rewriting of the host half know them. Any other compilation sees the host's part of the
 * program, where they mean nothing, and what a program has made of one of them before stays. For
 * --frontend=clang they are attributes (simt/clang.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __HOST_DEFINES_H__

#if defined(__SIMT_CLANG__)
#elif defined(__SIMTCC__) && defined(__CUDACC__)
#define __host__ __host__
#define __device__ __device__
#define __global__ __global__
#define __shared__ __shared__
#define __constant__ __constant__
#define __managed__ __managed__
#define __grid_constant__ __grid_constant__
#define __launch_bounds__(...) __launch_bounds__(__VA_ARGS__)
#define __cluster_dims__(...) __cluster_dims__(__VA_ARGS__)
#define __block_size__(...) __block_size__(__VA_ARGS__)
#define __maxnreg__(n) __maxnreg__(n)
#else
#if !defined(__host__)
#define __host__
#endif
#if !defined(__device__)
#define __device__
#endif
#if !defined(__global__)
#define __global__
#endif
#if !defined(__shared__)
#define __shared__
#endif
#if !defined(__constant__)
#define __constant__
#endif
#if !defined(__managed__)
#define __managed__
#endif
#if !defined(__grid_constant__)
#define __grid_constant__
#endif
#if !defined(__cluster_dims__)
#define __cluster_dims__(...)
#endif
#if !defined(__block_size__)
#define __block_size__(...)
#endif
#define __maxnreg__(n)
#endif

#define __forceinline__ __inline__ __attribute__((__always_inline__))
#define __align__(n) __attribute__((__aligned__(n)))
#define __builtin_align__(n) __align__(n)
#define __no_return__ __attribute__((__noreturn__))
/* A function whose calls may be merged: the optimiser sees that from its body. */
#define __nv_pure__

/* Marks of the toolkit's own headers, which code that imitates them uses. */
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __specialization_static static

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#if defined(__cplusplus)
#define SIMT_EXTERN_C extern "C"
#define SIMT_DEFAULT(value) = value
#define SIMT_CONSTEXPR constexpr
#else
#define SIMT_EXTERN_C extern
#define SIMT_DEFAULT(value)
#define SIMT_CONSTEXPR
#endif

/* Functions of these headers that both halves may call. */
#define SIMT_HD static __inline__ __host__ __device__
