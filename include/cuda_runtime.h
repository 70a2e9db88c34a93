/* cuda_runtime.h - the runtime for C++: the functions of cuda_runtime_api.h, and templates over them that
 * take typed pointers, kernels and variables.
 * It is read in three ways: by any C or C++ compiler, for the interface alone; for the host half of a .cu
 * (__CUDACC__), with what its generated code calls and the C library that CUDA programs count on; for the
 * device half (__CUDA_ARCH__ too), with the device functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_RUNTIME_H__

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include "simt/toolkit_parts.h"
#include "vector_functions.h"

#if defined(__CUDACC__)
#if defined(__CUDACC_RTC__)
#include "simt/rtc.h" /* no header of the host's */
#else
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__cplusplus)
#include <new>
#include <utility>
#if defined(__CUDACC_EXTENDED_LAMBDA__)
#include <functional> /* as nvcc's headers do: in C++17 it brings <vector> along */
#endif
#endif
#endif

#include "device_launch_parameters.h"
#include "simt/host_runtime.h"
#include "simt/lambda_traits.h"
#if defined(__CUDA_ARCH__)
#include "simt/device_functions.h"
#include "simt/device_runtime.h"
#else
#if defined(__cplusplus)
#include "simt/host_math.h"
#endif
#endif
#endif

/* clang reads host code with the device half, too */
#if defined(__cplusplus) && (!defined(__CUDA_ARCH__) || defined(__SIMT_CLANG__))
#include <utility>

#include "simt/cuda_runtime_templates.h"
#endif
