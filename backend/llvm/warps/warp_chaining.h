/* warp_chaining.h - from a barrier straight to the next warp (warp_chaining.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* The warp waits at the barrier at hand. The block may end later. */
void chain_wait(struct fn *c, u32 state);
/* The block in which a warp goes on that has waited by that state. */
void chain_resume(struct fn *c, u32 state, bb resume);
/* When all other code is there: before the way to the next warp is emitted, and after. */
void chain_waits_end(struct fn *c);
void chain_finish(struct fn *c);
