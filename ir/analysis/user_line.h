/* user_line.h - which line of the program an instruction is billed to.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Of f's `line` (an index of f->line, not 0): of code that is inlined from headers of the
 * CUDA toolkit or of the host's compiler the line that calls it, as an index; else
 * itself. */
u32 user_line(const struct module *m, const struct func *f, u32 line);
