/* lane_loop.h - loops that each lane runs to its end by itself (lane_loop.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/base.h"

/* A register that grows by `step` in each round of a loop, and by nothing else. */
struct lane_walk {
	u32 reg;
	u32 loop; /* in cfg->loop */
	s64 step;
};

/* The start of a loop: a block that runs before a lane's first round, and at its end how
 * many rounds are allowed so far (i32). */
struct lane_rounds {
	bb first;
	val rounds;
	val fits; /* i1: they are enough, where the lane's are known; NULL: nothing asks
	           */
};

/* The part of struct fn about pieces that lanes run by themselves. */
struct lane_loops {
	/* per block: the piece that begins at its start, or at its last branch; NULL: not
	 * looked at */
	struct lane_piece **loop, **branch;
	/* of the code at hand; NULL: it is not of such a piece */
	bb away;  /* where it goes if it cannot go on */
	bb begin; /* runs first for each lane; not ended yet */
	const struct lane_walk *walk;
	struct index_range *index; /* per walk: what it has to be; first is NULL: nothing
	                              depends on it */
	u32 nwalk;
	val total;       /* rounds that the lane runs (i32); NULL: it is not known */
	bool is_checked; /* the code at hand was there before: all that its accesses need
	                    before the first round is there */
	struct lane_rounds *checks; /* per loop; not ended yet */
	bool failed;                /* it is impossible and not used */
};

/* Where lanes are after such a piece. */
struct lane_ways {
	u32 exit;     /* the block that they go to */
	u32 last;     /* the last block of the piece, in the order of the code */
	bb otherwise; /* where none has begun */
};

/* Emits, at the start of a block or where only its last branch is left, code that takes
 * the lanes of c->mask through all of the piece that begins there, one after the other.
 * False: there is none, nothing is emitted. Else the code at hand is where all of them
 * have left it, and their registers are as between blocks. */
bool lane_loop(struct fn *c, u32 block, bool at_branch, struct lane_ways *ways);
