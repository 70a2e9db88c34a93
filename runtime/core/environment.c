/* environment.c - sizes in the environment, and the host's memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

u64 environment_size(const char *text) {
	char *end;
	errno = 0;
	u64 n = strtoull(text, &end, 0);
	u32 shift = 0;
	if (*end == 'K' || *end == 'k')
		shift = 10;
	else if (*end == 'M' || *end == 'm')
		shift = 20;
	else if (*end == 'G' || *end == 'g')
		shift = 30;
	end += shift != 0;
	if (errno || *end || n > ~0ull >> shift)
		return 0;
	return n << shift;
}

u64 environment_default_memory(void) {
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	u64 bytes = pages > 0 && size > 0 ? (u64)pages * (u64)size : 1ull << 32;
	return bytes / 4 * 3;
}
