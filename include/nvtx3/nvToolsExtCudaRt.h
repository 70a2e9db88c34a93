/* nvToolsExtCudaRt.h - NVTX: names of the runtime interface's objects.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../cuda_runtime_api.h"
#include "../simt/nvtx_ignore.h"
#include "nvToolsExt.h"

#define NVTX_RESOURCE_CLASS_CUDART 5

typedef enum nvtxResourceCUDARTType_t {
	NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
	NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
	NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

/* The names are not shown in timelines. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(void, , nvtxNameCudaDeviceA, (int __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCudaDeviceW, (int __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCudaStreamA, (cudaStream_t __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCudaStreamW, (cudaStream_t __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCudaEventA, (cudaEvent_t __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameCudaEventW, (cudaEvent_t __handle, const wchar_t *__name))

#pragma GCC diagnostic pop

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif
