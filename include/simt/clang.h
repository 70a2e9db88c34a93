/* simt/clang.h - the words of CUDA C++ for clang, which has them as attributes. simtcc --frontend=clang reads it
 * before everything else; no program includes it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_CLANG__ 1

#define __host__ __attribute__((__host__))
#define __device__ __attribute__((__device__))
#define __global__ __attribute__((__global__))
#define __shared__ __attribute__((__shared__))
#define __constant__ __attribute__((__constant__))
#define __managed__                                                                      \
	__attribute__((__device__, __unavailable__("clang has no __managed__ variables for CUDA")))
#define __launch_bounds__(...) __attribute__((__launch_bounds__(__VA_ARGS__)))
#if __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((__grid_constant__))
#else
#define __grid_constant__
#endif

#if defined(__CUDA_ARCH__)
/* Clang makes calls of the machine's vprintf of these. */
extern "C" __device__ int printf(const char *__format, ...);
/* The entry of a table of virtual functions where a class has none. */
extern "C" __device__ __attribute__((__weak__)) void __cxa_pure_virtual() {
	asm volatile("trap;");
}
extern "C" __device__ __attribute__((__weak__)) void __cxa_deleted_virtual() {
	asm volatile("trap;");
}
#endif
