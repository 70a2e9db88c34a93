/* cudaProfiler.h - the profiler's functions of the driver, which cuda.h has.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define cuda_profiler_H

#include "cuda.h"
