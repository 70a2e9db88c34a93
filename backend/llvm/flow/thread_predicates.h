/* thread_predicates.h - predicates of %tid and constants, whose lanes are known when the
 * code is made (thread_predicates.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

/* A value in all lanes of a warp, as the interpreter's lane loops want it; of a
 * predicate, a word of 32 bits. */
struct lanes_value {
	_Alignas(64) u8 at[WARP_LANES * 8];
};
void jit_lanes_fill(struct lanes_value *v, u32 bits, u64 value); /* the same in all */
enum { COMPUTED_OPERANDS = 6 };
/* Whether the results of an instruction follow from at most so many operands, those of
 * pairs counted twice, and nothing else. */
bool jit_is_computable(const struct inst *in);
/* Computes them in all lanes: `value` has the sources, and room for the results, in the
 * order of the row's signature. False: there are not n. */
bool jit_compute_lanes(const struct inst *in, struct lanes_value *value, u32 n);
/* A special register. False: it is not known when the code is made. */
bool jit_lanes_of_sreg(const struct fn *c, u32 s, u32 warp, struct lanes_value *v);

u32 jit_cta_warps(const struct fn *c); /* warps of a cta; 0: not known */
/* Lanes of the warp in which the instruction's guard holds, if all are there. False: not
 * known. */
bool jit_guard_lanes(struct fn *c, const struct inst *in, u32 warp, u32 *lanes);
/* Guesses the bytes from the start of a line (a power of two of bytes) to lane 0's
 * address, in all warps. It may be wrong. False: no guess. */
bool jit_guess_offset(struct fn *c, const struct operand *o, u32 line, u32 *off);
/* Lanes of any warp that can reach the block. */
u32 jit_lanes_reaching(struct fn *c, u32 block);
/* The warps that take the branch at the end of a block, in the full version, by their
 * bits. */
struct branch_lanes {
	u32 all, none, some; /* warps of which all lanes take it, none, or some */
	u32 lanes;           /* of `some`: the lanes that do, the same in each warp */
};
/* False: not known, or warps of `some` differ. */
bool jit_branch_lanes(struct fn *c, u32 block, const struct inst *in,
                      struct branch_lanes *b);
