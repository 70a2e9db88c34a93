/* sm_70_rt.h - a part of the toolkit's headers that programs include by name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __SM_70_RT_H__
#define __SM_70_RT_HPP__

#include "../cuda_runtime.h"
