/* lanes.h - loops over the lanes of a mask, in emitted code (lanes.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

enum { LANES_CARRY = 2 * MAX_CHUNKS }; /* values that a round may hand to the next */

struct lanes {
	bb top;
	bool is_count; /* all lanes, one after the other */
	val round;     /* the lane, or the lanes that are left, this one among them */
	val lane;      /* i64 */
	u32 ncarry;
	val carry[LANES_CARRY]; /* in this round */
};

/* Begins a loop over the lanes of m, which has some, the lowest first. `first`: the n
 * values that the first round begins with. */
struct lanes jit_lanes_begin(struct fn *c, const struct mask *m, val *first, u32 n);
/* Ends it; the next round begins with `next`, which are the loop's results, too. */
void jit_lanes_end(struct fn *c, struct lanes *l, val *next);
/* The same with rounds of several lanes: `set`, this round's lane among them, are done.
 */
struct lanes jit_groups_begin(struct fn *c, const struct mask *m, val *first, u32 n);
void jit_groups_end(struct fn *c, struct lanes *l, val set, val *next);

/* The value of a round's lane: of an array that warp_spill has made of integers of type
 * t. */
val jit_lane_value(struct fn *c, const struct lanes *l, val array, typ t);
/* The lanes among m whose value is v. */
struct mask jit_lanes_equal(struct fn *c, const struct mask *m, const val *chunk, val v);
