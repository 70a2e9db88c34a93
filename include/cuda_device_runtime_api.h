/* cuda_device_runtime_api.h - what device code has of the runtime; cuda_runtime.h includes it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime.h"
