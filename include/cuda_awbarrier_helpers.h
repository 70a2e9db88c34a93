/* cuda_awbarrier_helpers.h - what the barrier headers share in the toolkit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef _CUDA_AWBARRIER_HELPERS_H_
#define _CUDA_AWBARRIER_HELPERS_H_
#endif

#include "cuda_awbarrier_primitives.h"
