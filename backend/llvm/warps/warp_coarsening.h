/* warp_coarsening.h - several warps of a cta together through one piece of code
 * (warp_coarsening.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

enum { COARSEN_MOST = 4 }; /* warps */

struct coarsening;

/* What lies between two plain barriers of one block, in the full version; NULL: not worth
 * it. `barrier`: the first of them. */
struct coarsening *coarsen_find_segment(struct fn *c, const struct inst *barrier);
/* At the second one, whose state is `state`. */
void coarsen_segment_ends(struct fn *c, const struct inst *barrier, u32 state);
/* A loop by its header, in front of its back edge. */
struct coarsening *coarsen_find_loop(struct fn *c, u32 header);
u32 coarsen_rounds(void); /* of it until they meet */
/* A warp comes back by `state` in the block at hand. If those behind it wait there, too,
 * they go together; else this one goes on here. */
void coarsen_look(struct coarsening *j, u32 state);
/* The code for several warps, when that for one is there. */
void coarsen_emit(struct fn *c);

/* ---- while it is emitted ---- */
/* What cannot be done for several warps goes on for each by itself: where to; NULL: not
 * in such code. */
bb coarsen_away(const struct fn *c);
/* It cannot at all: the code is not used. */
void coarsen_fail(struct fn *c);
