/* curand_mrg32k3a.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_MRG32K3A_MATRICES_H_

#include "curand_kernel.h"
