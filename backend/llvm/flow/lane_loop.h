/* lane_loop.h - loops that each lane runs to its end by itself (lane_loop.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/base.h"

/* The part of struct fn about such loops. */
struct lane_loops {
	struct lane_loop **of; /* per block: the loop that it heads, once looked at */
	bb away; /* where the code at hand goes if it cannot go on; NULL: it is not of a
	            lane's loop */
	bool failed; /* the code at hand is impossible and not used */
};

/* Emits, at the start of a loop's header, code that takes the lanes of c->mask through
 * all of the loop, one after the other. False: it is not worth it, nothing is emitted.
 * Else the code at hand is where all of them have left the loop, their registers are as
 * between blocks, and *exit is the block that they go to; what *otherwise gets is where
 * none has begun. */
bool lane_loop(struct fn *c, u32 header, u32 *exit, bb *otherwise);
