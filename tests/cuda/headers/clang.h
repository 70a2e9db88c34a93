/* clang.h - lets clang compile the probes with the device headers: it knows neither the
 * qualifiers nor the built-in variables without the toolkit that they come from.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMTCC__ 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(x, y, z)
#define simt_sreg(name) unused
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
/* A built-in function of clang has this name. */
#define __syncthreads __simt_syncthreads

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "simt/device_functions.h"

#include "cuda_pipeline.h"

/* The built-in variables by name, read each time they are named. */
#define CLANG_SREG(T, name, sreg)                           \
	static __device__ __forceinline__ T name() {        \
		T d;                                        \
		asm("mov.u32 %0, " sreg ".x;" : "=r"(d.x)); \
		asm("mov.u32 %0, " sreg ".y;" : "=r"(d.y)); \
		asm("mov.u32 %0, " sreg ".z;" : "=r"(d.z)); \
		return d;                                   \
	}
CLANG_SREG(uint3, __clang_tid, "%%tid")
CLANG_SREG(uint3, __clang_ctaid, "%%ctaid")
CLANG_SREG(dim3, __clang_ntid, "%%ntid")
CLANG_SREG(dim3, __clang_nctaid, "%%nctaid")
#define threadIdx __clang_tid()
#define blockIdx __clang_ctaid()
#define blockDim __clang_ntid()
#define gridDim __clang_nctaid()
