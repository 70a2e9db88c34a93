/* back_edge.h - what the way back to a loop's header costs (back_edge.c). The block at
 * hand is the one that goes back.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* What a round takes from the budget. */
u32 jit_round_poll(const struct fn *c, u32 header);
/* What jit_leave is told of lanes that have no budget for another round. */
val jit_round_spun(struct fn *c, u32 header);
/* Goes on in this block if something of the budget is left; else the lanes of m leave at
 * `header`. */
void jit_pay(struct fn *c, u32 header, struct mask *m);
/* In the full version: after some rounds the next warp has a turn, and this one comes
 * back at the header. */
void jit_take_turns(struct fn *c, u32 header);
