/* reconv.h - where the lanes that diverge at a branch reconverge.
 *
 * The reconvergence point of a branch is its immediate post-dominator: the first block
 * that all lanes pass, whichever way they go. The blocks in between run with a part of
 * the lanes.
 *
 *          X          region of X: A B C D; point: J
 *         / \         joins: C (a lane may come from A or from B: what A and B wrote differently
 *        A   B        differs between the lanes of C), and J
 *       / \ /
 *      D   C          With the blocks in cfg order, running the lanes of lowest position first
 *       \ /           makes each of them run once for all lanes that pass it.
 *        J
 *
 * If a loop can be left from X, or its next round begun, before the point, lanes leave it
 * in different rounds: then the whole loop belongs to the region, and the blocks after
 * its exits are joins too (what the loop wrote differs by the round).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/analysis/dom.h"

struct reconv {
	u32 *point; /* per block: where its lanes reconverge; NO_BLOCK: nowhere before the
	               end, or the block has one successor */
	u8 *is_point; /* per block: some branch reconverges here */
};

/* Computes func->reconv, and what it needs, unless it is there. */
struct reconv *reconv_build(struct func *f);

struct block_list {
	u32 *at, n;
};

/* The blocks that are affected if lanes diverge at the end of a block. */
struct spread {
	const struct func *f;
	struct block_list region; /* blocks that may run with a part of the lanes */
	/* blocks where lanes with different histories meet, by position */
	struct block_list join;
	u64 budget;   /* blocks the calls may still visit, all together */
	bool gave_up; /* budget spent, or the graph is irreducible: no answer */
	u32 *label;   /* per block: the place that its lanes come from */
	u32 *labelled, *added, *joined; /* per block: the call that did so last */
	u32 stamp, branch, point;
	u32 furthest;    /* position of a labelled block */
	u32 round_depth; /* least depth of a loop whose rounds lanes may part over */
};

/* The lists have room for every block; they live in `scratch`. Needs func->cfg and
 * func->pdom. */
void spread_init(struct spread *s, const struct func *f, struct arena *scratch,
                 u64 budget);
/* Fills region and join for one branch; they hold until the next call. */
void spread_from(struct spread *s, u32 branch);
