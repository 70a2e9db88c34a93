/* frame_sync.h - registers to and from the interpreter's frame (frame_sync.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

val jit_frame_load(struct fn *c, u32 reg, u32 k);
void jit_frame_store(struct fn *c, u32 reg); /* for the lanes of c->mask */
void jit_save_reg(struct fn *c, u32 reg);    /* every lane's value, for the interpreter */
void jit_save_cc(struct fn *c);              /* the carry flags, likewise */
void jit_load_reg(struct fn *c, u32 reg);    /* what it has written for c->em */
/* v with the NaNs that the hardware gives. */
val jit_canonical(struct fn *c, u32 reg, val v);
val jit_canonical_f32(struct fn *c, val v); /* whatever register it is of */
/* Stores to the frame, or loads from it, all registers that live at a position, or after
 * it. A load is for promoted registers. */
void jit_save(struct fn *c, u32 pos, bool after);
void jit_load(struct fn *c, u32 pos, bool after);
bool jit_lives(const struct fn *c, u32 reg, u32 pos, bool after);
void jit_live_to(struct fn *c, u32 pos); /* brings c->regs.active to a position */
