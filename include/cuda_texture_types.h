/* cuda_texture_types.h - as toolkits before CUDA 12 had it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "texture_types.h"
