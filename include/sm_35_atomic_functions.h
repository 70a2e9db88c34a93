/* sm_35_atomic_functions.h - a part of the toolkit's headers that programs include by name: all of it is in
 * cuda_runtime.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __SM_35_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"
