/* warp.h - what votes (warp.c) and shuffles (shuffle.c) have in common.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* Sets a destination to the same in all lanes, or in chunk k; a sink takes anything. */
void warp_set(struct fn *c, const struct operand *o, val scalar);
void warp_set_chunk(struct fn *c, const struct operand *o, u32 k, val v);
/* A constant that holds for the lanes that take part here. Code for other lanes must not
 * take it, or what follows from it, for a register's value (jit_reg_fix). */
val warp_constant(struct fn *c, val v);
/* Checks whether all lanes name one member mask. Several are several operations. */
bool warp_one_mask(struct fn *c, const struct inst *in);
/* Joins n pieces, a power of two, of the warp into one vector. */
val warp_join(struct fn *c, val *chunk, u32 n);
/* Stores the lanes one after the other; the pointer to lane 0. */
val warp_spill(struct fn *c, val *chunk);

/* How integers of `bits` bits are reduced by an operation of atom or redux. */
struct reduction {
	const char *name; /* LLVM's intrinsic */
	u64 neutral;      /* changes nothing; its low bits count */
};
struct reduction warp_reduction(u32 op, bool is_signed, u32 bits);
/* Returns the destination of d or d|p; *p is the predicate destination, or NULL. */
const struct operand *warp_dest(const struct fn *c, const struct inst *in,
                                const struct operand **p);

/* shuffle.c: as jit_warp, of shfl. */
bool warp_shuffle(struct fn *c, const struct inst *in);
