/* cta_sums.h - sums over the grid's stride, which ctas make in turns (cta_sums.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* The loop that the kernel begins with. */
struct cta_sums {
	u32 first, after;        /* blocks: its first one; the one after it */
	const struct inst *back; /* the branch to the first */
	struct bits written;     /* registers */
};

/* Returns the loop, if ctas can make its rounds in turns; or NULL. Emits nothing. */
struct cta_sums *cta_sums_find(struct fn *c);
/* Emits the loop for the cta at hand and those after it, `most` (i32) at the most.
 * Returns after how many it stops, i32; goes to `away` if it cannot be done for one. Sets
 * c->whole.failed if the code is impossible. */
val cta_sums_emit(struct fn *c, struct cta_sums *sums, val most, bb away);
/* Sets registers to what the loop left in a warp of the cta that `cta` (i32) others of
 * those come before. */
void cta_sums_load(struct fn *c, const struct cta_sums *sums, val cta, u32 warp);
