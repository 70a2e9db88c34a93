/* constant_branch.h - branches whose taken lanes are known; see constant_branch.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Blocks that a branch parts the lanes to, one after the other in the layout, and where
 * they meet. */
struct constant_branch {
	struct branch_side {
		u32 block, lanes;
	} side[2];
	u32 n, join;
};

/* The branch at the end of the block at hand goes to `yes` in these lanes, else to `no`.
 */
bool constant_branch_find(const struct fn *c, u32 yes, u32 no, u32 lanes,
                          struct constant_branch *s);
/* In the full version: the sides run, and all lanes are on their way to s->join. */
void constant_branch_emit(struct fn *c, const struct constant_branch *s);
