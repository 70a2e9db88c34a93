/* locals.h - names of internal linkage in PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* The module with `suffix` after each name of internal linkage, so that modules linked
 * later keep theirs. Ends with a zero, which *len does not count. */
char *ptx_rename_locals(struct arena *a, const char *text, size_t len, const char *suffix,
                        size_t *out_len);
