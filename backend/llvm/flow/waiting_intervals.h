/* waiting_intervals.h - at which places of a function's part version lanes can be waiting
 * for a block (fn.h). Places are positions in cfg->order. Lanes begin to wait for a block
 * at the first position that can send them there, and stop after the block itself, or
 * after the loop whose header it is. That bounds what has to be kept, cleared, and passed
 * to the interpreter when the warp leaves.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Blocks that lanes can be waiting for at a position: a tree over positions, where the
 * interval of a block is in the lists of the few nodes that make it up. */
struct open {
	u32 size, *head; /* power of two; per node the first of its list, plus 1 */
	VEC(struct open_item) item;
};

struct open_item {
	u32 block, next;
};

struct waiting_intervals {
	bool *direct; /* per block: its lanes are those of the block before */
	/* blocks by the least position from which lanes come to wait */
	u32 *from_head, *from_next;
	struct open open; /* and by all the positions at which they can */
	u32 *last_wait;   /* per block: the last of these positions */
};

/* Fills *w, and makes the masks (waiting_masks.c). */
void waiting_find(struct fn *c, struct waiting_intervals *w);
/* Position i is reached, after those before it: c->flow.waiting becomes the blocks that
 * lanes can wait for. */
void waiting_go_to(struct fn *c, struct waiting_intervals *w, u32 i);
/* Emits code that clears the masks of blocks for which lanes can wait at position i,
 * except those for which they can at position `but`. */
void waiting_clear(struct fn *c, const struct waiting_intervals *w, u32 i, u32 but);
/* Checks whether the edge goes back in the order, but not to the header of a loop that
 * has `from` in it, so that no check of the mask follows. Only an irreducible graph has
 * such edges. */
bool waiting_is_stray(const struct cfg *g, u32 from, u32 to);
