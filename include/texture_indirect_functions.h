/* texture_indirect_functions.h - texture objects are read by the functions of simt/device_texture.h.
 * Device code has them without asking; this is for programs that do.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __TEXTURE_INDIRECT_FUNCTIONS_H__

#include "cuda_runtime.h"
