/* warp_coarsening.h - several warps of a cta together through one piece of code
 * (warp_coarsening.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"
#include "base/bits.h"
#include "base/vec.h"
#include "ir/isa/inst.h"

/* Warps. More of them share what they load; between two barriers all of their registers
 * come and go. */
enum { COARSEN_MOST = 8, COARSEN_MOST_OF_SEGMENT = 4 };

struct coarsening;

/* An end of the code for several warps. */
struct coarse_end {
	bb from;
	val w, more; /* the last of them, and how many are after it */
};

/* The part of struct fn about such code. */
struct coarse {
	struct coarsening *now;        /* that which is being emitted, or NULL */
	VEC(struct coarsening *) list; /* those that will be */
	VEC(struct coarse_end) end;
	u32 ninst;           /* instructions that they are made of, times warps */
	bool has_differs;    /* `differs` is there: */
	struct bits differs; /* registers that differ between warps */
};

/* Describes the code between two plain barriers of one block, in the full version. NULL:
 * it is not worth it. `barrier`: the first of them. */
struct coarsening *coarsen_find_segment(struct fn *c, const struct inst *barrier);
/* Called at the second one, whose state is `state`. */
void coarsen_segment_ends(struct fn *c, const struct inst *barrier, u32 state);
/* Describes a loop by its header, before its back edge is emitted; NULL as above. */
struct coarsening *coarsen_find_loop(struct fn *c, u32 header);
u32 coarsen_rounds(void); /* of the loop until warps meet */
/* A warp comes back by `state` in the block at hand. If those after it wait there, too,
 * they go together; else this one goes on here. */
void coarsen_try(struct coarsening *j, u32 state);
/* Emits the code for several warps, when that for one is there. */
void coarsen_emit(struct fn *c);

/* ---- while it is emitted ---- */
/* The block in which each warp goes on by itself with what cannot be done for several, or
 * for a whole cta (whole_cta.c) or a lane (lane_loop.c); NULL: the code at hand is for
 * one warp. */
bb coarsen_away(const struct fn *c);
/* Checks for an instruction that sets registers out of its operands, and does nothing
 * else. */
bool coarsen_only_computes(const struct inst *in);
/* Notes that the code for several warps is impossible and not used. */
void coarsen_fail(struct fn *c);
