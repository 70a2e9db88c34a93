/* nvToolsExtOpenCL.h - NVTX: names of OpenCL's objects.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if __has_include(<CL/cl.h>)
#include <CL/cl.h>
#else
typedef void *cl_device_id, *cl_context, *cl_command_queue, *cl_mem, *cl_sampler,
	*cl_program, *cl_event;
#endif
#include "../simt/nvtx_ignore.h"
#include "nvToolsExt.h"

#define NVTX_RESOURCE_CLASS_OPENCL 6

typedef enum nvtxResourceOpenCLType_t {
	NVTX_RESOURCE_TYPE_OPENCL_DEVICE = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 1),
	NVTX_RESOURCE_TYPE_OPENCL_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 2),
	NVTX_RESOURCE_TYPE_OPENCL_COMMANDQUEUE = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 3),
	NVTX_RESOURCE_TYPE_OPENCL_MEMOBJECT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 4),
	NVTX_RESOURCE_TYPE_OPENCL_SAMPLER = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 5),
	NVTX_RESOURCE_TYPE_OPENCL_PROGRAM = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 6),
	NVTX_RESOURCE_TYPE_OPENCL_EVENT = NVTX_RESOURCE_MAKE_TYPE(OPENCL, 7)
} nvtxResourceOpenCLType_t;

/* The names are not shown in timelines. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(void, , nvtxNameClDeviceA, (cl_device_id __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClDeviceW, (cl_device_id __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClContextA, (cl_context __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClContextW, (cl_context __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClCommandQueueA, (cl_command_queue __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClCommandQueueW, (cl_command_queue __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClMemObjectA, (cl_mem __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClMemObjectW, (cl_mem __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClSamplerA, (cl_sampler __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClSamplerW, (cl_sampler __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClProgramA, (cl_program __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClProgramW, (cl_program __handle, const wchar_t *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClEventA, (cl_event __handle, const char *__name))
SIMT_NVTX_IGNORE(void, , nvtxNameClEventW, (cl_event __handle, const wchar_t *__name))

#pragma GCC diagnostic pop

#ifdef UNICODE
#define nvtxNameClDevice nvtxNameClDeviceW
#define nvtxNameClContext nvtxNameClContextW
#define nvtxNameClCommandQueue nvtxNameClCommandQueueW
#define nvtxNameClMemObject nvtxNameClMemObjectW
#define nvtxNameClSampler nvtxNameClSamplerW
#define nvtxNameClProgram nvtxNameClProgramW
#define nvtxNameClEvent nvtxNameClEventW
#else
#define nvtxNameClDevice nvtxNameClDeviceA
#define nvtxNameClContext nvtxNameClContextA
#define nvtxNameClCommandQueue nvtxNameClCommandQueueA
#define nvtxNameClMemObject nvtxNameClMemObjectA
#define nvtxNameClSampler nvtxNameClSamplerA
#define nvtxNameClProgram nvtxNameClProgramA
#define nvtxNameClEvent nvtxNameClEventA
#endif
