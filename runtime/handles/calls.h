/* calls.h - the functions of calls.def are defined under other symbols: programs call
 * those of calls.c, which show the calls in a timeline. Calls from inside the library do
 * not go through calls.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <simt/host_runtime.h>

#define CUDART_FN(name, ...) cudaError_t name(__VA_ARGS__) __asm__("inner_" #name);
#define CUDART_FN0(name) cudaError_t name(void) __asm__("inner_" #name);
#include "runtime/handles/calls.def"
#undef CUDART_FN
#undef CUDART_FN0
