/* cuda_fp16.hpp - a part of the toolkit's headers that programs include by name: all of it is in
 * cuda_fp16.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_fp16.h"
