/* driver_functions.h - make_cudaPitchedPtr and the like, which cuda_runtime_api.h has.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __DRIVER_FUNCTIONS_H__

#include "cuda_runtime_api.h"
