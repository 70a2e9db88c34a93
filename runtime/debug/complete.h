/* complete.h - how a command line could go on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct words {
	const char **at;
	u32 n, cap;
};
/* Finds the words that could stand in place of the last word of a line; *start is where
 * that begins. */
void complete_line(struct arena *a, const char *line, size_t *start, struct words *out);
