/* curand_lognormal.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "curand_kernel.h"
