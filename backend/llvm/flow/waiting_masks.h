/* waiting_masks.h - masks of the lanes that wait for a block (waiting_masks.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* The place of a block's mask. */
struct waiting_mask {
	val chunk[MAX_CHUNKS]; /* allocas of <width x i1>, or NULL */
	val bits;              /* alloca of 32 bits, or NULL */
	u32 place; /* in the memory of a split function (function_split.h); 0: none */
};

/* Makes the mask. It is cleared where a part version begins or the first lanes can come,
 * not in the prologue: to LLVM that would be a value which lives everywhere, for each
 * block. */
void jit_waiting_new(struct fn *c, u32 block, bool in_memory);
bool jit_waiting_exists(const struct fn *c, u32 block);
struct mask jit_waiting_lanes(struct fn *c, u32 block);
val jit_waiting_bits(struct fn *c, u32 block);                 /* i32 */
val jit_waiting_any(struct fn *c, u32 block);                  /* i1 */
void jit_waiting_set(struct fn *c, u32 block, struct mask *m); /* NULL: no lanes */
void jit_waiting_add(struct fn *c, u32 block, struct mask *m);
/* Clears the masks of c->flow.waiting: at a way in, where all lanes are together. */
void jit_waiting_clear_all(struct fn *c);
