/* hook_steer.h - the scheduler of a launch whose course is chosen
 * (backend/watch/steer.h), see steer_sched.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/access.h"
#include "backend/machine/sched.h"

/* Runs the clusters of the worker, one visible step after another. */
void steered_ring(struct worker *wk, const struct layout *lay);
/* decode.c: marks what others may notice, and puts weak mode's functions in place. */
void steered_mark(struct dinst *d, bool is_weak);
/* access.c: the lanes of mask are about to access memory. */
void steered_access(struct warp *w, const struct access *a, u32 mask, u32 flags);
/* Only one lane looks at what the instruction accesses, whatever it says. */
bool steered_is_quiet(const struct warp *w, const struct dinst *d, u32 mask);
/* Memory that is reached in some other way: it counts as written. */
void steered_range(const struct warp *w, const void *at, u64 size);
/* Nanoseconds, by what has run so far: the same in every run. */
u64 steered_clock_ns(const struct worker *wk);
