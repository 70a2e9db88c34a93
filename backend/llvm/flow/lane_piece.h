/* lane_piece.h - pieces of a function that each lane can run by itself (lane_find.c), and
 * what their code needs to know (lane_loop.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

struct lane_reg {
	u32 reg;
	bool is_written, lives_in, lives_out;
	bool is_invariant; /* and the same in all lanes */
	val value;         /* of an invariant one */
	val array;         /* alloca: of each lane; of predicates one word of bits */
	struct jreg saved; /* as it is for all lanes */
};

enum { MOST_WALKS = 8 };

/* Blocks that are entered in one place and left to one. */
struct lane_piece {
	u32 first, n; /* cfg->order[first .. first + n) */
	u32 exit;
	u32 from; /* the block whose last branch leads in; NO_BLOCK: the piece is a loop,
	             and its header is entered */
	u32 nreg;
	struct lane_reg *reg;
	u32 nwalk;
	struct lane_walk walk[MOST_WALKS]; /* that accesses walk by */
	u32 nload, nalu;                   /* instructions in its loops */
	val flag;                          /* alloca: it is to be tried */
	val init;                          /* the store that makes it true at first */
};

static inline bool lane_has(const struct fn *c, const struct lane_piece *p, u32 block) {
	return c->cfg->pos[block] - p->first < p->n;
}

/* The piece that begins at the start of the block, or at its last branch; NULL: there is
 * none. */
struct lane_piece *lane_find(struct fn *c, u32 block, bool at_branch);
