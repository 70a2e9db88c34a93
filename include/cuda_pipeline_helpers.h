/* cuda_pipeline_helpers.h - what the pipeline headers share in the toolkit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef _CUDA_PIPELINE_HELPERS_H_
#define _CUDA_PIPELINE_HELPERS_H_
#endif

#include "cuda_pipeline_primitives.h"
