/* cudaProfiler.h - the profiler's functions of the driver, which cuda.h has.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define cuda_profiler_H

#include "cuda.h"

/* Of a function that has had nothing to do since CUDA 11. */
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0, CU_OUT_CSV = 1 } CUoutput_mode;
#ifdef __cplusplus
extern "C"
#endif
	CUresult CUDAAPI
	cuProfilerInitialize(const char *__configFile, const char *__outputFile,
                             CUoutput_mode __outputMode);
