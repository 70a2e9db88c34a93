/* hook_steer.h - hooks of steered launches, whose schedule is chosen (watch/steer.h,
 * steer_sched.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"
#include "backend/machine/sched.h"

/* Runs the clusters of the worker, one visible step after another. */
void steered_ring(struct worker *wk, const struct layout *lay);
/* decode.c: sets DF_VISIBLE if other lanes may observe d, and puts weak mode's function
 * in place. */
void steered_mark(struct dinst *d, bool is_weak);
/* access.c: the lanes of mask are about to access memory. */
void steered_access(struct warp *w, const struct access *a, u32 mask, u32 flags);
/* Checks whether d stores to memory that only one lane uses (launch->quiet). */
bool steered_is_quiet(const struct warp *w, const struct dinst *d, u32 mask);
/* Memory that is reached in some other way: it counts as written. */
void steered_range(const struct warp *w, const void *at, u64 size);
/* Returns a clock in nanoseconds that counts what has run: the same in every run. */
u64 steered_clock_ns(const struct worker *wk);
