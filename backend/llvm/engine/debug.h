/* debug.h - what profilers and people are told of compiled code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/DebugInfo.h>

#include "backend/llvm/engine/engine.h"

struct fn;

/* Lines of the PTX as debug information, for texts that people look at: debug_unit says
 * that they are wanted; debug_lines gives an LLVM function a scope to which debug_line's
 * lines belong. Without it debug_line does nothing. */
void debug_unit(struct fn *c, LLVMDIBuilderRef di);
void debug_lines(struct fn *c);
void debug_line(struct fn *c, const struct inst *in);

/* The size of a function in an object; 0 if it is not there. */
u64 debug_size(const struct engine_object *o, const char *name);
/* Adds loaded functions to perf's map. */
void debug_map(const struct engine_object *o, const struct engine_entries *e,
               const u32 ntid[3]);
