/* cuda_awbarrier_helpers.h - what the barrier headers share in the toolkit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_awbarrier_primitives.h"
