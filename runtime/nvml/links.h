/* links.h - fields of nvmlDeviceGetFieldValues that tell about NVLink.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <nvml.h>

#include "base/base.h"

/* field: of NVML_FI_DEV_NVLINK_*; link: its scope. */
nvmlReturn_t nvml_link_field(nvmlDevice_t d, u32 field, u32 link, unsigned *out);
