/* device_atomic_functions.h - a part of the toolkit's headers that programs include by name: all of it is in
 * cuda_runtime.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_HPP__

#include "cuda_runtime.h"
