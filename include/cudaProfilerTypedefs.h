/* cudaProfilerTypedefs.h - a part of cudaTypedefs.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CUDAPROFILERTYPEDEFS_H
#define cuda_profiler_H

#include "cudaTypedefs.h"
