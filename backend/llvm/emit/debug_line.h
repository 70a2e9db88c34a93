/* debug_line.h - lines of the PTX as debug information, in the texts that --dump shows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/DebugInfo.h>

#include "backend/llvm/fn.h"

/* Says that lines are wanted. Without it debug_line does nothing. */
void debug_unit(struct fn *c, LLVMDIBuilderRef di);
/* Gives an LLVM function the scope to which debug_line's lines belong. */
void debug_lines(struct fn *c);
void debug_line(struct fn *c, const struct inst *in);
