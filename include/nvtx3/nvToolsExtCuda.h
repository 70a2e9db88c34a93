/* nvToolsExtCuda.h - NVTX: names of the driver interface's objects.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../cuda.h"
#include "../simt/nvtx_ignore.h"
#include "nvToolsExt.h"

#define NVTX_RESOURCE_CLASS_CUDA 4

typedef enum nvtxResourceCUDAType_t {
	NVTX_RESOURCE_TYPE_CUDA_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDA, 1),
	NVTX_RESOURCE_TYPE_CUDA_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 2),
	NVTX_RESOURCE_TYPE_CUDA_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDA, 3),
	NVTX_RESOURCE_TYPE_CUDA_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 4)
} nvtxResourceCUDAType_t;

/* The names are not shown in timelines. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(void, , nvtxNameCuDeviceA, (CUdevice __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuDeviceW, (CUdevice __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuContextA, (CUcontext __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuContextW, (CUcontext __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuStreamA, (CUstream __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuStreamW, (CUstream __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuEventA, (CUevent __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCuEventW, (CUevent __handle, const wchar_t *__name))

#pragma GCC diagnostic pop

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif
