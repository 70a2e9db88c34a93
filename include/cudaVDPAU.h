/* cudaVDPAU.h - VDPAU's surfaces in the driver interface. There is no video card: each
 * function returns CUDA_ERROR_NOT_SUPPORTED.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CUDAVDPAU_H
#define CUDAVDPAU_H

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice __device, unsigned int __function, void **__pointer);
#endif

#include "cuda.h"
#include "simt/refuse.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuVDPAUGetDevice, (CUdevice *__device, VdpDevice __vdp, VdpGetProcAddress *__address))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuVDPAUCtxCreate, (CUcontext *__context, unsigned int __flags, CUdevice __device, VdpDevice __vdp, VdpGetProcAddress *__address))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsVDPAURegisterVideoSurface, (CUgraphicsResource *__resource, VdpVideoSurface __surface, unsigned int __flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsVDPAURegisterOutputSurface, (CUgraphicsResource *__resource, VdpOutputSurface __surface, unsigned int __flags))

#pragma GCC diagnostic pop

#endif
