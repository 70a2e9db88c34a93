/* refused.c - functions without an answer. Those of devices look at the device alone,
 * which is the first argument, so one form serves all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "runtime/nvml/library.h"

enum { UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3 }; /* of nvmlReturn_t */

static int refuse(const char *name, const void *first) {
	static const char of_devices[] = "nvmlDevice";
	if (!nvml_is_initialised())
		return UNINITIALIZED;
	return !first && strncmp(name, of_devices, sizeof of_devices - 1) == 0
	               ? INVALID_ARGUMENT
	               : NOT_SUPPORTED;
}

#define REFUSED(name)                        \
	int name(const void *first);         \
	int name(const void *first) {        \
		return refuse(#name, first); \
	}
#include "runtime/nvml/refused.def"
