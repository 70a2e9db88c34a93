/* locals.h - names of internal linkage in PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Returns the module with `suffix` after each name of internal linkage, so that the names
 * of modules that are linked later do not clash. The result ends with a zero, which
 * *out_len does not count. */
char *ptx_rename_locals(struct arena *a, const char *text, size_t len, const char *suffix,
                        size_t *out_len);
