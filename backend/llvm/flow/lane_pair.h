/* lane_pair.h - a pair of loops that was one (ir/analysis/unrolled.h), which each lane
 * runs as one again (lane_pair.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/flow/lane_piece.h"

/* A value of all lanes. */
struct lane_chunks {
	val chunk[MAX_CHUNKS];
};

struct lane_pair {
	const struct unrolled *u;
	const struct lane_piece *piece;
	u32 k; /* the chunk at hand */
	/* per position in the piece: i1, lanes that come there; NULL: none does */
	struct lane_chunks *reached;
	struct lane_chunks ok; /* i1: what the lane does is as usual */
	/* of the small loop and the big one: i32, how many rounds they would run; 0 where
	 * the lane does not come to it */
	struct lane_chunks rounds[2];
	struct lane_chunks *start; /* per register by which the small loop walks: where it
	                              begins */
	struct lane_chunks *place; /* per place of the pair: where the big loop begins */
	bool *holds;               /* per register: there may be a value in it */
	struct lane_chunks *kept;  /* per register that the pair has to keep */
	struct jreg *outside;      /* per register of the piece: as it is around it */
	val counts;  /* alloca: of each lane, rounds of the small loop instead of both */
	val has_odd; /* i1: some lane runs an odd number of rounds */
	struct mask mask;
	struct explain *explain;
};

/* Emits what comes before the rounds, for all lanes. The registers of the piece are
 * vectors of their own from then on. */
struct lane_pair *lane_pair_begin(struct fn *c, const struct lane_piece *piece);
/* Which lanes of those run rounds (i32). If one is not as usual, or all have the same
 * number of rounds, so that the host guesses the ends of both loops, the code goes to
 * `plain`. */
val lane_pair_lanes(struct fn *c, struct lane_pair *p, val all, bb plain);
val lane_pair_total(struct fn *c, const struct lane_pair *p, val lane); /* rounds, i32 */
/* Emits the rounds of the lane at hand, each but the last of which goes to the next. */
void lane_pair_rounds(struct fn *c, const struct lane_code *k);
/* Emits what comes after the rounds; registers are as around the piece again. */
void lane_pair_end(struct fn *c, struct lane_pair *p);
