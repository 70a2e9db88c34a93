/* cuda_vdpau_interop.h - VDPAU's surfaces in the runtime interface. There is no video
 * card: each function returns cudaErrorNotSupported.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice __device, unsigned int __function, void **__pointer);
#endif

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaVDPAUGetDevice(int *__device, VdpDevice __vdp, VdpGetProcAddress *__address);
cudaError_t cudaVDPAUSetVDPAUDevice(int __device, VdpDevice __vdp, VdpGetProcAddress *__address);
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **__resource, VdpVideoSurface __surface, unsigned int __flags);
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **__resource, VdpOutputSurface __surface, unsigned int __flags);

#ifdef __cplusplus
}
#endif

#endif
