/* cuda_awbarrier.h - barriers that are arrived at and waited for in two steps: the primitives.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_awbarrier_primitives.h"
