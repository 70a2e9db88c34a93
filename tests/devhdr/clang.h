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
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
#define __cluster_dims__(x, y, z)
#define simt_sreg(name) unused
/* A built-in function of clang has this name. */
#define __syncthreads __simt_syncthreads

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "simt/device_functions.h"

#include "cuda_pipeline.h"

static __device__ __forceinline__ uint3 __clang_tid() {
	uint3 d;
	asm("mov.u32 %0, %%tid.x;" : "=r"(d.x));
	d.y = d.z = 0;
	return d;
}
#define threadIdx __clang_tid()
