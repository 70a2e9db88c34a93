/* curand_philox4x32_x.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_PHILOX4X32_X__H_

#include "curand_kernel.h"
