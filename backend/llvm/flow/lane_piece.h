/* lane_piece.h - pieces of a function that each lane can run by itself (lane_find.c), and
 * what their code needs to know (lane_loop.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"
#include "ir/analysis/unrolled.h"

struct lane_reg {
	u32 reg;
	bool is_written, lives_in, lives_out;
	bool comes, goes;  /* each lane takes it out of the array; puts it back */
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
	const struct unrolled *pair;       /* its loops were one; NULL: they were not */
	val skip; /* alloca: for how many warps the loops are not to be run as one */
	val flag; /* alloca: it is to be tried */
	val init; /* the store that makes it true at first */
};

/* Where the code of a lane goes. */
struct lane_code {
	const struct lane_piece *piece;
	bb *at; /* per block, by its place in cfg->order */
	bb end;
	/* Rounds are counted: too many, and the warp has to take turns. Allocas, i32. */
	u32 most;
	bool is_nested;
	val total;                  /* of all lanes' rounds */
	val *rounds, *allowed;      /* per loop: that the lane has taken, and may take */
	struct lane_rounds *checks; /* per loop: lane_check.c adds to them */
	struct lane_pair *pair;     /* loops that are run as one; NULL: none */
};

static inline bool lane_has(const struct fn *c, const struct lane_piece *p, u32 block) {
	return c->cfg->pos[block] - p->first < p->n;
}

/* Makes a register a scalar or a vector of its own, in allocas; undoes that. */
void lane_register(struct fn *c, u32 reg, enum reg_class class);
void lane_restore(struct fn *c, u32 reg, const struct jreg *saved);
/* Emits the block's instructions, all but its branch, and counts a loop's rounds when it
 * is left (lane_loop.c). */
void lane_forget_groups(struct fn *c, const struct lane_piece *p);
void lane_run_block(struct fn *c, u32 block);
void lane_leave_loop(struct fn *c, const struct lane_code *k, u32 loop);

/* The piece that begins at the start of the block, or at its last branch; NULL: there is
 * none. */
struct lane_piece *lane_find(struct fn *c, u32 block, bool at_branch);
