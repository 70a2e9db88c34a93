/* user_line.h - the line of the user's code that an instruction is attributed to.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* For `line` (an index in f->line, not 0) of code that is inlined from headers of the
 * CUDA toolkit or of the host's compiler, returns the index of the line that calls it;
 * else `line`. */
u32 user_line(const struct module *m, const struct func *f, u32 line);
