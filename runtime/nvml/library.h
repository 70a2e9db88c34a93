/* library.h - what the files of functions share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct nvmlDevice_st;

bool nvml_is_initialised(void);
bool nvml_is_device(const struct nvmlDevice_st *d);
/* NULL: there are fewer. */
struct nvmlDevice_st *nvml_device(u32 i);
