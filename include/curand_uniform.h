/* curand_uniform.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_UNIFORM_H_

#include "curand_kernel.h"
