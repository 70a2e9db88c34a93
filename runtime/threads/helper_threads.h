/* helper_threads.h - threads that work together on one task: the code of a large kernel
 * is compiled by as many as there are idle cores.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Reserves up to `most` threads and returns how many. All pieces of work in the process
 * together may have one less than it has cores. A caller that got some has to call
 * helper_threads_run. Thread-safe. */
u32 helper_threads_reserve(u32 most);
/* Calls work(ctx) on this thread and on n more that were reserved, fewer if they cannot
 * be had, and returns when all have returned. Thread-safe; n may be 0. */
void helper_threads_run(u32 n, void (*work)(void *ctx), void *ctx);
