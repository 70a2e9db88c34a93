/* environment.h - what the environment says about devices, for those that are not open
 * too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

#define DEFAULT_DEVICE "sm_90" /* without SIMT_DEVICE */

/* "512", "64K", "8M", "4G"; 0 if it is none of these. */
u64 environment_size(const char *text);
/* Bytes of a device without SIMT_DEVICE_MEMORY: three quarters of the host's. */
u64 environment_default_memory(void);
