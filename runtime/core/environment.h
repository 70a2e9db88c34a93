/* environment.h - what the environment says about devices, for those that are not open
 * too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdlib.h>

#include "base/base.h"

#define DEFAULT_DEVICE "sm_90" /* without SIMT_DEVICE */

/* "512", "64K", "8M", "4G"; 0 if it is none of these. */
u64 environment_size(const char *text);
/* Bytes of a device without SIMT_DEVICE_MEMORY: three quarters of the host's. */
u64 environment_default_memory(void);

/* The bytes "simt-device", zeros, and the number of the device. */
#define DEVICE_UUID "GPU-73696d74-2d64-6576-6963-6500000000"

/* Reads a device of CUDA_VISIBLE_DEVICES: its number, or its UUID. Returns -1 if it is
 * neither. */
static inline int environment_device(const char *text, char **end) {
	size_t n = sizeof DEVICE_UUID - 1;
	bool is_uuid = strncmp(text, DEVICE_UUID, n) == 0;
	const char *digits = is_uuid ? text + n : text;
	long number = strtol(digits, end, is_uuid ? 16 : 10);
	return *end == digits || number < 0 || number > 255 ? -1 : (int)number;
}
