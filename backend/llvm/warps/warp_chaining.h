/* warp_chaining.h - from a barrier straight to the next warp (warp_chaining.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Emits the wait at the barrier at hand, for which chain_waits_end may end the block. */
void chain_wait(struct fn *c, u32 state);
/* Notes the block in which a warp goes on that has waited in the state. */
void chain_resume(struct fn *c, u32 state, bb resume);
/* Called after all other code: before the way to the next warp is emitted, and after
 * it. */
void chain_waits_end(struct fn *c);
void chain_finish(struct fn *c);
