/* cuda_pipeline.h - asynchronous copies to shared memory: the primitives.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_pipeline_primitives.h"
