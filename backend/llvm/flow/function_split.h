/* function_split.h - the LLVM functions that a function of PTX becomes: one, or several
 * pieces (function_split.c). Pieces are numbered in the order of the cfg; each has both
 * versions of its blocks. A function in one piece has no struct split; these functions
 * then answer for one piece.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Pieces are very small, for tests. */
bool split_is_forced(void);
/* How much code the function becomes, in average instructions; and whether that is so
 * much, for a kernel with all functions that it calls, that its code is made short. */
u32 split_weight(const struct func *f);
bool split_is_large(u64 weight);
/* Decides where the function is cut: c->flow.split, or NULL. */
void split_find(struct fn *c);
u32 split_count(const struct fn *c);
/* The piece whose code is being made; the count of pieces: the function proper. */
u32 split_current(const struct fn *c);
/* Position in cfg->order of a piece's first block; of the count of pieces: their end. */
u32 split_first(const struct fn *c, u32 piece);
bool split_is_same_piece(const struct fn *c, u32 block, u32 other);
bool split_in_piece(const struct fn *c); /* the code at hand is one of several pieces */

/* Makes the one LLVM function: its entry, prologue and switch. */
void split_whole(struct fn *c);
/* Begins the next of several pieces; makes the function proper, which calls them, at the
 * end. */
void split_begin(struct fn *c, u32 piece);
void split_join(struct fn *c);

/* Notes an entry, or a state, at which the piece at hand can be entered. */
void split_has_entry(struct fn *c, u32 entry);
void split_has_state(struct fn *c, u32 state);

/* Reserves a word for a mask in the memory that pieces share, from 1 on; its address. */
u32 split_place(struct fn *c);
val split_waiting_mask(struct fn *c, u32 place);
