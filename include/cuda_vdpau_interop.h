/* cuda_vdpau_interop.h - VDPAU's surfaces in the runtime interface. There is no video
 * card: each function returns cudaErrorNotSupported.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, unsigned int function, void **pointer);
#endif

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaVDPAUGetDevice(int *device, VdpDevice vdp, VdpGetProcAddress *address);
cudaError_t cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdp, VdpGetProcAddress *address);
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **resource, VdpVideoSurface surface, unsigned int flags);
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **resource, VdpOutputSurface surface, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
