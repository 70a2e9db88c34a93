/* curand_normal.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_NORMAL_H_
#define CURAND_NORMAL_STATIC_H

#include "curand_kernel.h"
