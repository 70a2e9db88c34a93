/* perf_map.h - tells profilers where compiled functions lie.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/engine.h"

/* The size of a function in an object; 0 if it is not there. */
u64 perf_map_size(const struct engine_object *o, const char *name);
/* Adds loaded functions to perf's map. */
void perf_map_add(const struct engine_object *o, const struct engine_entries *e,
                  const u32 ntid[3]);
