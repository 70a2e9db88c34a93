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

SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsGLRegisterBuffer, (CUgraphicsResource *__resource, GLuint __buffer, unsigned int __flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsGLRegisterImage, (CUgraphicsResource *__resource, GLuint __image, GLenum __target, unsigned int __flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLGetDevices, (unsigned int *__count, CUdevice *__devices, unsigned int __room, CUGLDeviceList __list))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLCtxCreate, (CUcontext *__context, unsigned int __flags, CUdevice __device))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLInit, (void))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLRegisterBufferObject, (GLuint __buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLMapBufferObject, (CUdeviceptr *__pointer, size_t *__size, GLuint __buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnmapBufferObject, (GLuint __buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnregisterBufferObject, (GLuint __buffer))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLSetBufferObjectMapFlags, (GLuint __buffer, unsigned int __flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLMapBufferObjectAsync, (CUdeviceptr *__pointer, size_t *__size, GLuint __buffer, CUstream __stream))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGLUnmapBufferObjectAsync, (GLuint __buffer, CUstream __stream))

#pragma GCC diagnostic pop

#endif
