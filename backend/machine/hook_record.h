/* hook_record.h - hooks that record a warp, in the interpreter's second dispatch loop
 * (hook.h, watch/record.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/warp.h"

struct recorded;
struct traced;

/* The recording of a warp; both are NULL for most. */
struct record {
	struct recorded *steps;
	struct traced *trace;
};
struct record record_of(const struct warp *w);
static inline bool record_wanted(const struct record *r) {
	return r->steps || r->trace;
}
/* The instruction was executed by `mask` of the `active` lanes; `frame` is where its
 * registers are. */
void record_inst(const struct record *r, const struct warp *w, const struct dfunc *f,
                 const u8 *frame, u32 inst, u32 active, u32 mask);
