/* device_functions.hpp - as toolkits before CUDA 9 had it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "device_functions.h"
