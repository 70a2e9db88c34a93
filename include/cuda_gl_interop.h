/* cuda_gl_interop.h - OpenGL's buffers and textures in CUDA. There is no graphics card: each function returns
 * cudaErrorNotSupported, so that a program goes on without a window. The types are OpenGL's own.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum, GLuint;
#endif

#include "cuda_runtime_api.h"

enum cudaGLDeviceList {
	cudaGLDeviceListAll = 1,
	cudaGLDeviceListCurrentFrame = 2,
	cudaGLDeviceListNextFrame = 3,
};

enum cudaGLMapFlags {
	cudaGLMapFlagsNone = 0,
	cudaGLMapFlagsReadOnly = 1,
	cudaGLMapFlagsWriteDiscard = 2,
};

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGLGetDevices(unsigned int *__count, int *__devices, unsigned int __room, enum cudaGLDeviceList __list);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **__resource, GLuint __image, GLenum __target,
                                        unsigned int __flags);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **__resource, GLuint __buffer,
                                         unsigned int __flags);

/* Before CUDA 3.0, deprecated since. */
cudaError_t cudaGLSetGLDevice(int __device) __attribute__((deprecated));
cudaError_t cudaGLRegisterBufferObject(GLuint __buffer) __attribute__((deprecated));
cudaError_t cudaGLMapBufferObject(void **__pointer, GLuint __buffer) __attribute__((deprecated));
cudaError_t cudaGLUnmapBufferObject(GLuint __buffer) __attribute__((deprecated));
cudaError_t cudaGLUnregisterBufferObject(GLuint __buffer) __attribute__((deprecated));
cudaError_t cudaGLSetBufferObjectMapFlags(GLuint __buffer, unsigned int __flags) __attribute__((deprecated));
cudaError_t cudaGLMapBufferObjectAsync(void **__pointer, GLuint __buffer, cudaStream_t __stream)
	__attribute__((deprecated));
cudaError_t cudaGLUnmapBufferObjectAsync(GLuint __buffer, cudaStream_t __stream) __attribute__((deprecated));

#ifdef __cplusplus
}
#endif

#endif
