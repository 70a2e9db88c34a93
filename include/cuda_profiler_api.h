/* cuda_profiler_api.h - which part of a program a profiler is to watch.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Without a profiler these do nothing. */
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#if defined(__cplusplus)
}
#endif
