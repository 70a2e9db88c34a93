/* debug_line.h - lines of the PTX as debug information, in the texts that --dump shows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/DebugInfo.h>

#include "backend/llvm/types.h"
#include "ir/isa/inst.h"

/* The part of struct fn about lines. */
struct debug_lines {
	LLVMDIBuilderRef di;   /* NULL: lines are not wanted */
	LLVMMetadataRef file;  /* the PTX */
	LLVMMetadataRef scope; /* the LLVM function at hand */
};

/* Says that lines are wanted. Without it debug_line does nothing. */
void debug_unit(struct fn *c, LLVMDIBuilderRef di);
/* Gives an LLVM function the scope to which debug_line's lines belong. */
void debug_lines(struct fn *c);
void debug_line(struct fn *c, const struct inst *in);
