/* device_launch_parameters.h - the built-in variables, declared for the host's compiler: code for both
 * halves names them. In the device half they belong to the language.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "vector_types.h"

#if !defined(__CUDA_ARCH__)
SIMT_EXTERN_C const uint3 threadIdx;
SIMT_EXTERN_C const uint3 blockIdx;
SIMT_EXTERN_C const dim3 blockDim;
SIMT_EXTERN_C const dim3 gridDim;
SIMT_EXTERN_C const int warpSize;
#endif
