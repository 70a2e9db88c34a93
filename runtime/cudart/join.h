/* join.h - links PTX: several modules that refer to each other's functions and variables become one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

struct join_input {
	const char *text;
	size_t len;
};

/* One text, in the arena. Symbols of external linkage are joined by name, of weak and common ones the
 * first is kept; names of internal linkage that several modules have are told apart by a suffix. What is
 * wrong with the modules, such as an undefined symbol, is for the loader to report. */
char *ptx_join(struct arena *a, const struct join_input *in, u32 n, size_t *len);

/* The module with `suffix` behind each name of internal linkage, so that modules joined later keep theirs. */
char *ptx_rename_locals(struct arena *a, const struct join_input *in, const char *suffix,
                        size_t *len);
