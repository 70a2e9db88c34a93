/* record.h - recording a warp in the interpreter's second dispatch loop.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/interp/interp.h"
#include "backend/record.h"

/* The recording that this warp is for; NULL for others. */
struct recording *record_of(const struct warp *w);
/* The instruction was executed by `mask` of the `active` lanes; `frame` is where its registers are. */
void record_step(struct recording *r, const struct warp *w, const struct dfunc *f,
                 const u8 *frame, u32 inst, u32 active, u32 mask);
