/* debug.h - what profilers are told of compiled code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine.h"

/* The size of a function in an object; 0 if it is not there. */
u64 debug_size(const struct engine_object *o, const char *name);
/* Adds loaded functions to perf's map. */
void debug_map(const struct engine_object *o, const struct engine_entries *e,
               const u32 ntid[3]);
