/* hook_debug.h - hooks of launches that a debugger steps through (watch/debug.c, hook.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/sched.h"

/* Memory of the worker, in one piece, so that it can be saved and put back. */
struct arena debug_arena(void);
void debug_arena_drop(struct arena *a);
/* Runs the worker's clusters, in place of sched.c's loop. */
void debug_run(struct worker *wk, const struct layout *lay);
