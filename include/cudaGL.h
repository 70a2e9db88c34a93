/* cudaGL.h - OpenGL's buffers and textures in the driver interface. There is no
 * graphics card: each function returns CUDA_ERROR_NOT_SUPPORTED, so that a program goes
 * on without a window.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CUDAGL_H
#define CUDAGL_H

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum, GLuint;
#endif

#include "cuda.h"
#include "simt/refuse.h"

typedef enum CUGLDeviceList_enum {
	CU_GL_DEVICE_LIST_ALL = 1,
	CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
	CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

typedef enum CUGLmap_flags_enum {
	CU_GL_MAP_RESOURCE_FLAGS_NONE = 0,
	CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
	CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsGLRegisterBuffer, (CUgraphicsResource *resource, GLuint buffer, unsigned int flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsGLRegisterImage, (CUgraphicsResource *resource, GLuint image, GLenum target, unsigned int flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLGetDevices, (unsigned int *count, CUdevice *devices, unsigned int room, CUGLDeviceList list))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLCtxCreate, (CUcontext *context, unsigned int flags, CUdevice device))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLInit, (void))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLRegisterBufferObject, (GLuint buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLMapBufferObject, (CUdeviceptr *pointer, size_t *size, GLuint buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnmapBufferObject, (GLuint buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnregisterBufferObject, (GLuint buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLSetBufferObjectMapFlags, (GLuint buffer, unsigned int flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLMapBufferObjectAsync, (CUdeviceptr *pointer, size_t *size, GLuint buffer, CUstream stream))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnmapBufferObjectAsync, (GLuint buffer, CUstream stream))

#pragma GCC diagnostic pop

#endif
