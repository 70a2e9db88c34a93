/* launch_block.c - --launch-block: the blocks that launches in a source have.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "backend/machine/machine.h"
#include "runtime/debug/places.h"
#include "tools/simtrun/simtrun.h"

static bool parse_block(const char *s, u32 block[3]) {
	char *end;
	for (u32 i = 0; i < 3; i++, s = end + 1) {
		block[i] = (u32)strtoul(s, &end, 10);
		if (end == s || block[i] < 1 || block[i] > CTA_MAX_THREADS ||
		    *end != (i < 2 ? ',' : 0))
			return false;
	}
	return block[0] * block[1] * block[2] <= CTA_MAX_THREADS;
}

bool launch_block(const struct simtrun *run, struct arena *a, const char *kernel, u32 *at,
                  u32 block[3]) {
	const struct texts *all = &run->set.launch_block;
	const char *plain = places_plain_name(a, kernel);
	const char *base = strrchr(plain, ':');
	plain = base ? base + 1 : plain;
	size_t n = strcspn(plain, "<(");
	while (*at < all->n) {
		const char *given = all->at[(*at)++];
		size_t len = strcspn(given, "=");
		bool same = (len == 1 && *given == '*') ||
		            (len == n && memcmp(given, plain, n) == 0) ||
		            (len == strlen(kernel) && memcmp(given, kernel, len) == 0);
		if (same && given[len] && parse_block(given + len + 1, block))
			return true;
	}
	return false;
}
