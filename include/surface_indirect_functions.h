/* surface_indirect_functions.h - surface objects are used by the functions of simt/device_surface.h.
 * Device code has them without asking; this is for programs that do.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __SURFACE_INDIRECT_FUNCTIONS_H__

#include "cuda_runtime.h"
