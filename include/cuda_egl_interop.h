/* cuda_egl_interop.h - EGL's images, streams and synchronisation in the runtime
 * interface. There is no graphics card: each function returns cudaErrorNotSupported.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef __CUDA_EGL_INTEROP_H__
#define __CUDA_EGL_INTEROP_H__

#if __has_include(<EGL/egl.h>) && __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#else
typedef int EGLint;
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
#endif

#include "cuda_runtime_api.h"
#include "cudart_platform.h"

#define CUDA_EGL_MAX_PLANES 3

typedef enum cudaEglFrameType_enum {
	cudaEglFrameTypeArray = 0,
	cudaEglFrameTypePitch = 1
} cudaEglFrameType;

typedef enum cudaEglResourceLocationFlags_enum {
	cudaEglResourceLocationSysmem = 0,
	cudaEglResourceLocationVidmem = 1
} cudaEglResourceLocationFlags;

typedef enum cudaEglColorFormat_enum {
	cudaEglColorFormatYUV420Planar, cudaEglColorFormatYUV420SemiPlanar,
	cudaEglColorFormatYUV422Planar, cudaEglColorFormatYUV422SemiPlanar,
	cudaEglColorFormatARGB = 6, cudaEglColorFormatRGBA, cudaEglColorFormatL,
	cudaEglColorFormatR, cudaEglColorFormatYUV444Planar,
	cudaEglColorFormatYUV444SemiPlanar, cudaEglColorFormatYUYV422,
	cudaEglColorFormatUYVY422, cudaEglColorFormatABGR, cudaEglColorFormatBGRA,
	cudaEglColorFormatA, cudaEglColorFormatRG, cudaEglColorFormatAYUV,
	cudaEglColorFormatYVU444SemiPlanar, cudaEglColorFormatYVU422SemiPlanar,
	cudaEglColorFormatYVU420SemiPlanar, cudaEglColorFormatY10V10U10_444SemiPlanar,
	cudaEglColorFormatY10V10U10_420SemiPlanar, cudaEglColorFormatY12V12U12_444SemiPlanar,
	cudaEglColorFormatY12V12U12_420SemiPlanar, cudaEglColorFormatVYUY_ER,
	cudaEglColorFormatUYVY_ER, cudaEglColorFormatYUYV_ER, cudaEglColorFormatYVYU_ER,
	cudaEglColorFormatYUVA_ER = 31, cudaEglColorFormatAYUV_ER,
	cudaEglColorFormatYUV444Planar_ER, cudaEglColorFormatYUV422Planar_ER,
	cudaEglColorFormatYUV420Planar_ER, cudaEglColorFormatYUV444SemiPlanar_ER,
	cudaEglColorFormatYUV422SemiPlanar_ER, cudaEglColorFormatYUV420SemiPlanar_ER,
	cudaEglColorFormatYVU444Planar_ER, cudaEglColorFormatYVU422Planar_ER,
	cudaEglColorFormatYVU420Planar_ER, cudaEglColorFormatYVU444SemiPlanar_ER,
	cudaEglColorFormatYVU422SemiPlanar_ER, cudaEglColorFormatYVU420SemiPlanar_ER,
	cudaEglColorFormatBayerRGGB, cudaEglColorFormatBayerBGGR, cudaEglColorFormatBayerGRBG,
	cudaEglColorFormatBayerGBRG, cudaEglColorFormatBayer10RGGB,
	cudaEglColorFormatBayer10BGGR, cudaEglColorFormatBayer10GRBG,
	cudaEglColorFormatBayer10GBRG, cudaEglColorFormatBayer12RGGB,
	cudaEglColorFormatBayer12BGGR, cudaEglColorFormatBayer12GRBG,
	cudaEglColorFormatBayer12GBRG, cudaEglColorFormatBayer14RGGB,
	cudaEglColorFormatBayer14BGGR, cudaEglColorFormatBayer14GRBG,
	cudaEglColorFormatBayer14GBRG, cudaEglColorFormatBayer20RGGB,
	cudaEglColorFormatBayer20BGGR, cudaEglColorFormatBayer20GRBG,
	cudaEglColorFormatBayer20GBRG, cudaEglColorFormatYVU444Planar,
	cudaEglColorFormatYVU422Planar, cudaEglColorFormatYVU420Planar,
	cudaEglColorFormatBayerIspRGGB, cudaEglColorFormatBayerIspBGGR,
	cudaEglColorFormatBayerIspGRBG, cudaEglColorFormatBayerIspGBRG,
	cudaEglColorFormatBayerBCCR, cudaEglColorFormatBayerRCCB, cudaEglColorFormatBayerCRBC,
	cudaEglColorFormatBayerCBRC, cudaEglColorFormatBayer10CCCC,
	cudaEglColorFormatBayer12BCCR, cudaEglColorFormatBayer12RCCB,
	cudaEglColorFormatBayer12CRBC, cudaEglColorFormatBayer12CBRC,
	cudaEglColorFormatBayer12CCCC, cudaEglColorFormatY,
	cudaEglColorFormatYUV420SemiPlanar_2020, cudaEglColorFormatYVU420SemiPlanar_2020,
	cudaEglColorFormatYUV420Planar_2020, cudaEglColorFormatYVU420Planar_2020,
	cudaEglColorFormatYUV420SemiPlanar_709, cudaEglColorFormatYVU420SemiPlanar_709,
	cudaEglColorFormatYUV420Planar_709, cudaEglColorFormatYVU420Planar_709,
	cudaEglColorFormatY10V10U10_420SemiPlanar_709,
	cudaEglColorFormatY10V10U10_420SemiPlanar_2020,
	cudaEglColorFormatY10V10U10_422SemiPlanar_2020,
	cudaEglColorFormatY10V10U10_422SemiPlanar,
	cudaEglColorFormatY10V10U10_422SemiPlanar_709, cudaEglColorFormatY_ER,
	cudaEglColorFormatY_709_ER, cudaEglColorFormatY10_ER, cudaEglColorFormatY10_709_ER,
	cudaEglColorFormatY12_ER, cudaEglColorFormatY12_709_ER, cudaEglColorFormatYUVA,
	cudaEglColorFormatYVYU = 104, cudaEglColorFormatVYUY,
	cudaEglColorFormatY10V10U10_420SemiPlanar_ER,
	cudaEglColorFormatY10V10U10_420SemiPlanar_709_ER,
	cudaEglColorFormatY10V10U10_444SemiPlanar_ER,
	cudaEglColorFormatY10V10U10_444SemiPlanar_709_ER,
	cudaEglColorFormatY12V12U12_420SemiPlanar_ER,
	cudaEglColorFormatY12V12U12_420SemiPlanar_709_ER,
	cudaEglColorFormatY12V12U12_444SemiPlanar_ER,
	cudaEglColorFormatY12V12U12_444SemiPlanar_709_ER, cudaEglColorFormatUYVY709,
	cudaEglColorFormatUYVY709_ER, cudaEglColorFormatUYVY2020
} cudaEglColorFormat;

typedef struct cudaEglPlaneDesc_st {
	unsigned int width, height, depth, pitch, numChannels;
	struct cudaChannelFormatDesc channelDesc;
	unsigned int reserved[4];
} cudaEglPlaneDesc;

typedef struct cudaEglFrame_st {
	union {
		cudaArray_t pArray[CUDA_EGL_MAX_PLANES];
		struct cudaPitchedPtr pPitch[CUDA_EGL_MAX_PLANES];
	} frame;
	cudaEglPlaneDesc planeDesc[CUDA_EGL_MAX_PLANES];
	unsigned int planeCount;
	cudaEglFrameType frameType;
	cudaEglColorFormat eglColorFormat;
} cudaEglFrame;
typedef struct CUeglStreamConnection_st *cudaEglStreamConnection;

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGraphicsEGLRegisterImage(cudaGraphicsResource_t *__resource, EGLImageKHR __image, unsigned int __flags);
cudaError_t cudaEGLStreamConsumerConnect(cudaEglStreamConnection *__connection, EGLStreamKHR __egl);
cudaError_t cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection *__connection, EGLStreamKHR __egl, unsigned int __flags);
cudaError_t cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection *__connection);
cudaError_t cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection *__connection, cudaGraphicsResource_t *__resource, cudaStream_t *__stream, unsigned int __timeout);
cudaError_t cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection *__connection, cudaGraphicsResource_t __resource, cudaStream_t *__stream);
cudaError_t cudaEGLStreamProducerConnect(cudaEglStreamConnection *__connection, EGLStreamKHR __egl, EGLint __width, EGLint __height);
cudaError_t cudaEGLStreamProducerDisconnect(cudaEglStreamConnection *__connection);
cudaError_t cudaEGLStreamProducerPresentFrame(cudaEglStreamConnection *__connection, cudaEglFrame __frame, cudaStream_t *__stream);
cudaError_t cudaEGLStreamProducerReturnFrame(cudaEglStreamConnection *__connection, cudaEglFrame *__frame, cudaStream_t *__stream);
cudaError_t cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame *__frame, cudaGraphicsResource_t __resource, unsigned int __index, unsigned int __level);
cudaError_t cudaEventCreateFromEGLSync(cudaEvent_t *__event, EGLSyncKHR __sync, unsigned int __flags);

#ifdef __cplusplus
}
#endif
#endif
