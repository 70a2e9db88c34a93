/* cudaVDPAUTypedefs.h - types of pointers to the functions of cudaVDPAU.h, for what
 * cuGetProcAddress returns: nothing, as these are not supported.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUDAVDPAUTYPEDEFS_H
#define CUDAVDPAUTYPEDEFS_H
#endif

#include "cudaVDPAU.h"

typedef __typeof__(cuGraphicsVDPAURegisterOutputSurface) *PFN_cuGraphicsVDPAURegisterOutputSurface_v3010;
#define PFN_cuGraphicsVDPAURegisterOutputSurface PFN_cuGraphicsVDPAURegisterOutputSurface_v3010
typedef __typeof__(cuGraphicsVDPAURegisterVideoSurface) *PFN_cuGraphicsVDPAURegisterVideoSurface_v3010;
#define PFN_cuGraphicsVDPAURegisterVideoSurface PFN_cuGraphicsVDPAURegisterVideoSurface_v3010
typedef __typeof__(cuVDPAUCtxCreate) *PFN_cuVDPAUCtxCreate_v3020;
#define PFN_cuVDPAUCtxCreate PFN_cuVDPAUCtxCreate_v3020
typedef __typeof__(cuVDPAUGetDevice) *PFN_cuVDPAUGetDevice_v3010;
#define PFN_cuVDPAUGetDevice PFN_cuVDPAUGetDevice_v3010
