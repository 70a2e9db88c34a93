/* math.h - the CUDA math library for device code: nothing in it concerns the host, whose C
 * library has these functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined(__CUDA_ARCH__)
#include "simt/math/classify.h"
#include "simt/math/overload.h"
#if !defined(__CUDACC_RTC__)
#include "simt/math/std.h"
#endif
#endif
