/* registry.h - code that programs registered, and its modules on each device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/cudart/cudart.h"

/* One call of __cudaRegisterFatBinary: the code of a translation unit, or of several linked ones. */
struct binary {
	struct binary *next;
	const struct fatbin_wrapper *wrapper;
	bool gone; /* unregistered */
	struct binary_state {
		bool tried;
		cudaError_t error;
		struct simt_module *module; /* NULL also if there is no code at all */
	} on[MAX_DEVICES];
};

struct variable {
	struct variable *next;
	struct binary *binary;
	const void *shadow; /* the host's */
	void **pointer;     /* of a managed variable: where the host finds its address */
	const char *name;
	u64 size;
};

/* load.c: the module of a binary on a device, made if it is not. The registry's lock is held. */
cudaError_t binary_load(struct binary *b, struct cuda_device *d);
