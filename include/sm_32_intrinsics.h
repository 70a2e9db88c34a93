/* sm_32_intrinsics.h - a part of the toolkit's headers that programs include by name: all of it is in
 * cuda_runtime.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __SM_32_INTRINSICS_H__
#define __SM_32_INTRINSICS_HPP__

#include "cuda_runtime.h"
