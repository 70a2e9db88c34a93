/* curand_globals.h - a part of curand_kernel.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_GLOBALS_H

#include "curand_kernel.h"
