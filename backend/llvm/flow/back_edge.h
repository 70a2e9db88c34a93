/* back_edge.h - what the way back to a loop's header costs (back_edge.c). The block at
 * hand is the one that goes back.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* What a round may take from the budget: 1, and the polls in it. */
u32 jit_round_poll(const struct fn *c, u32 header);
/* Takes n from the budget; what is left. */
val jit_spend(struct fn *c, u32 n);
/* Takes what a round costs; i1: the budget allows another one. */
val jit_may_go_round(struct fn *c, u32 header);
/* Takes what it costs to poll, where the instruction does so in a loop: rounds that do
 * not come there pay nothing. */
void jit_pay_poll(struct fn *c, const struct inst *in);
/* What jit_leave is told of lanes that have no budget for another round. */
val jit_round_spun(struct fn *c, u32 header);
/* Goes on in this block if something of the budget is left; else the lanes of m leave at
 * `header`. */
void jit_pay(struct fn *c, u32 header, struct mask *m);
/* In the full version: after some rounds the next warp has a turn, and this one comes
 * back at the header. */
void jit_take_turns(struct fn *c, u32 header);
