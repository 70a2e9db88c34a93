/* host.c - memory of the host that is neither an arena's nor a device's. It needs nothing
 * else, so that a library of its own can have it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/memory.h"

#include <stdlib.h>

void *memory_new(size_t size) {
	return calloc(1, size);
}

void memory_delete(void *p) {
	free(p);
}
