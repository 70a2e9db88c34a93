/* hook_count.h - hooks of profiles: the interpreter's second dispatch loop counts with
 * them (hook.h, watch/count.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/profile.h"
#include "backend/machine/warp.h"

enum spot_kind {
	SPOT_NONE, /* the decoder's own instruction */
	SPOT_PLAIN,
	SPOT_BRANCH,
	SPOT_WAIT, /* lanes may wait after it */
	SPOT_MEMORY,
};

/* Tells what to count at one decoded instruction. */
struct spot {
	u32 inst; /* in the function */
	u8 kind;
	u8 op;    /* enum profile_op */
	u8 bytes; /* memory: of each lane */
	u8 addr;  /* its operand */
};

/* Lanes that wait at an instruction and execute it once more later: they were counted. */
struct parked {
	u32 mask;
	const struct dinst *at[WARP_LANES];
};

/* Sets DF_EXTRA on decoded instructions that are not counted. */
void profile_mark_extra(struct dfunc *df);
/* The spots of a function that was decoded. */
struct spot *profile_spots(struct arena *a, const struct dfunc *df);

/* A worker begins and ends. */
void profile_start(struct worker *wk);
void profile_end(struct worker *wk);
/* The counts of a function that is executed for the first time. */
struct profile_count *profile_counts(struct worker *wk, const struct dfunc *f);

/* Before d is executed by `active` lanes, of which `mask` pass its guard. */
void profile_spot(struct warp *w, const struct dinst *d, const struct spot *s,
                  struct profile_count *c, u32 active, u32 mask);
/* Notes lanes of that frame that wait at d: they execute it once more, and were counted
 * already. */
void profile_park(struct warp *w, const struct dinst *d, const struct frame *frame);
/* Lanes of that frame did not go on after d: counts those that wait, and notes those that
 * execute d once more. */
void profile_left(struct warp *w, const struct dinst *d, const struct spot *s,
                  struct profile_count *c, const struct frame *frame);
/* Lanes that were counted at d already. */
u32 profile_counted(struct parked *p, const struct dinst *d, u32 active);
