/* hostline.h - lines of the host program, from its debug information.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct host_line {
	const char *file; /* the last part of its path */
	u32 line;
};
/* Finds the line of an address as the ELF file at `at` counts them. False: it has no
 * debug information there, or one of a form that is not known (compressed, DWARF before
 * 2). */
bool host_line_find(struct arena *a, const u8 *at, u64 size, u64 addr,
                    struct host_line *out);
