/* cuda_surface_types.h - as toolkits before CUDA 12 had it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "surface_types.h"
