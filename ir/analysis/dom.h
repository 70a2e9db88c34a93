/* dom.h - dominator and post-dominator trees.
 * A block dominates another if every path from the entry to the other goes through it; it
 * post-dominates another if every path from the other to the end does. Ends are the
 * blocks without successors; a loop that never ends counts as ending at its last block in
 * cfg order, so that every block has a place in the post-dominator tree. Blocks that
 * cannot be reached are in neither tree.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/analysis/cfg.h"

struct dom {
	u32 *idom;  /* parent in the tree; NO_BLOCK: the root (entry or end), or not
	               reached */
	u32 *enter; /* preorder number in the tree, from 1; 0 if the block is not in it */
	u32 *leave; /* greatest preorder number below the block */
};

/* Both compute the cfg if need be, live in func->arena, and do nothing the second
 * time. */
struct dom *dom_build(struct func *f);  /* func->dom */
struct dom *pdom_build(struct func *f); /* func->pdom */

/* Checks whether a (post-)dominates b; every block in the tree does so for itself. */
static inline bool dom_has(const struct dom *d, u32 a, u32 b) {
	return d->enter[a] && d->enter[a] <= d->enter[b] && d->enter[b] <= d->leave[a];
}
