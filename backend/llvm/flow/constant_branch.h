/* constant_branch.h - branches whose taken lanes are known; see constant_branch.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Blocks that a branch parts the lanes to, and where these meet. */
struct constant_branch {
	struct branch_side {
		u32 block, lanes; /* the block, and bits of the lanes that go there */
	} side[2];                /* one after the other in the layout */
	u32 n, join;              /* count of sides; block where lanes meet */
};

/* The branch at the end of the block at hand goes to `yes` in the lanes, else to `no`.
 * False: its sides cannot run under constant masks. */
bool constant_branch_find(const struct fn *c, u32 yes, u32 no, u32 lanes,
                          struct constant_branch *s);
struct mask jit_constant_mask(struct fn *c, u32 lanes);
/* Emits the sides in the full version. Then all lanes are on their way to s->join. */
void constant_branch_emit(struct fn *c, const struct constant_branch *s);
