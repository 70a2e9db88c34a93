/* library.h - what the two files of functions share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

bool nvml_is_initialised(void);
