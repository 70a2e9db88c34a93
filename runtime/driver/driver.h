/* driver.h - declarations for all files of the driver interface. The functions are shims
 * over those of the runtime: CUstream is cudaStream_t, and so on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define SIMT_CUDA_DRIVER_SYMBOLS /* functions are called by their symbols here */
#include <cuda.h>

/* Functions that no header declares. */
struct narrow_copy_2d;
struct narrow_copy_3d;
struct narrow_array_2d;
struct narrow_array_3d;
#define CU_FN(symbol, name, since, ...)
#define CU_FN0(symbol, name, since)
#define CU_FN_SZ(symbol, name, since, ...)
#define CU_FN_DS(symbol, name, since, ...)
#define CU_FN_OLD(symbol, name, since, ...) CUresult symbol(__VA_ARGS__);
#define CU_FN_OLD_SZ(symbol, name, since, ...) \
	CUresult symbol(__VA_ARGS__);          \
	CUresult symbol##_ptsz(__VA_ARGS__);
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS

#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/stream.h"

/* Whether cuInit was called, or the runtime is in use. */
bool driver_is_ready(void);
/* Checks that the driver is started and a context is current. From then on the runtime
 * keeps no last error, until driver_end. */
CUresult driver_begin(void);
/* As driver_begin, without a context. */
CUresult driver_begin_bare(void);
/* As driver_begin, for calls whose argument has its context: no context need be current,
 * but one that is must be alive. */
CUresult driver_begin_free(void);
/* The same where the argument is a stream, if that was created: where no context is
 * current, the stream's is until driver_end. */
CUresult driver_begin_on(CUstream s);
CUresult driver_end(cudaError_t e);
/* The last result of driver_begin. */
CUresult driver_refusal(void);
/* Converts a result of the runtime to one of the driver. */
CUresult driver_result(cudaError_t e);

/* Calls a function of the runtime, if the call could begin. */
#define RUNTIME_AFTER(begun, call) \
	((begun) == CUDA_SUCCESS ? driver_end(call) : driver_refusal())
#define RUNTIME(call) RUNTIME_AFTER(driver_begin(), call)
#define RUNTIME_FREE(call) RUNTIME_AFTER(driver_begin_free(), call)
#define RUNTIME_ON(stream, call) RUNTIME_AFTER(driver_begin_on(stream), call)
#define RUNTIME_BARE(call) RUNTIME_AFTER(driver_begin_bare(), call)

/* The meaning of stream 0 in the call that is under way. */
enum stream_zero driver_zero(void);
/* Returns the stream, or, for 0 in calls with per-thread default streams, the calling
 * thread's own. */
CUstream driver_stream(CUstream s);

static inline void *host_pointer(CUdeviceptr p) {
	return (void *)(uintptr_t)p;
}

/* device.c: whether there is such a device. */
cudaError_t driver_check_device(CUdevice device);
/* copy.c: converts a box to the runtime's description, and back. */
struct copy_box;
cudaError_t driver_box(const CUDA_MEMCPY3D *c, struct copy_box *b,
                       struct cudaMemcpy3DParms *p);
void driver_box_of(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *c);
/* function.c: the device's function of a handle of a function or a kernel. */
CUresult function_find(CUfunction f, struct cuda_device **d, struct simt_function **out);
