/* cudaVDPAU.h - VDPAU's surfaces in the driver interface. There is no video card: each
 * function returns CUDA_ERROR_NOT_SUPPORTED.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CUDAVDPAU_H
#define CUDAVDPAU_H

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
typedef unsigned int VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, unsigned int function, void **pointer);
#endif

#include "cuda.h"
#include "simt/refuse.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuVDPAUGetDevice, (CUdevice *device, VdpDevice vdp, VdpGetProcAddress *address))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuVDPAUCtxCreate, (CUcontext *context, unsigned int flags, CUdevice device, VdpDevice vdp, VdpGetProcAddress *address))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsVDPAURegisterVideoSurface, (CUgraphicsResource *resource, VdpVideoSurface surface, unsigned int flags))
SIMT_REFUSE(CUresult, CUDA_ERROR_NOT_SUPPORTED, cuGraphicsVDPAURegisterOutputSurface, (CUgraphicsResource *resource, VdpOutputSurface surface, unsigned int flags))

#pragma GCC diagnostic pop

#endif
