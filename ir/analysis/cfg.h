/* cfg.h - the control-flow graph of a function: edges, loops, and the order in which code
 * is laid out.
 *
 * cfg_build fills succ and pred of every block and sets func->cfg. Its block order makes
 * lanes reconverge without bookkeeping: every block that lies between a branch and its
 * immediate post-dominator comes before that post-dominator, and every loop is one
 * contiguous range, its header first, its exits after it. An engine that always runs the
 * lanes with the lowest position therefore reconverges exactly there.
 *
 *     for (i..)  { if (c) A; else B; C; }  D        order:  head  if  A  B  C  D
 *                                                           `---- loop ----'
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

enum { NO_BLOCK = 0xffffffffu, NO_LOOP = 0xffffffffu };

struct loop {
	u32 header;    /* block */
	u32 parent;    /* enclosing loop or NO_LOOP */
	u32 outermost; /* the loop around all others that this one is in, or itself */
	u32 depth;     /* 1 for an outermost loop */
	/* its blocks, inner loops included: cfg->order[first .. first + n) */
	u32 first, n;
	bool is_irreducible; /* some edge enters it elsewhere than at the header */
};

struct cfg {
	u32 *order; /* all blocks: those that can be reached, then the others by index */
	u32 nreach; /* the number that can be reached; blocks from order[nreach] on never
	               run */
	u32 *pos;   /* inverse of order */
	u32 *inst_pos; /* per block: position of its first instruction in the layout */
	u32 *loop_of;  /* per block: innermost loop or NO_LOOP */
	u8 *is_join;   /* per block: control comes from two or more places that can be
	                  reached */
	struct loop *loop; /* outer loops before inner ones */
	u32 nloop;
	bool is_irreducible; /* some loop is */
};

/* Computes edges and cfg; the result lives in func->arena. Does nothing if func->cfg is
 * there. */
struct cfg *cfg_build(struct func *f);

static inline bool cfg_is_reached(const struct cfg *c, u32 block) {
	return c->pos[block] < c->nreach;
}

/* Checks whether the edge from -> to goes back in the order: in a reducible graph,
 * exactly the loop back edges do. */
static inline bool cfg_is_back_edge(const struct cfg *c, u32 from, u32 to) {
	return c->pos[to] <= c->pos[from];
}

static inline u32 cfg_loop_depth(const struct cfg *c, u32 block) {
	return c->loop_of[block] == NO_LOOP ? 0 : c->loop[c->loop_of[block]].depth;
}

static inline bool cfg_is_header(const struct cfg *c, u32 block) {
	u32 l = c->loop_of[block];
	return l != NO_LOOP && c->loop[l].header == block;
}

static inline bool cfg_loop_has(const struct cfg *c, u32 loop, u32 block) {
	return c->pos[block] - c->loop[loop].first < c->loop[loop].n;
}

/* The last instruction of a block, or NULL if it is empty. */
static inline const struct inst *block_last(const struct func *f, const struct block *b) {
	return b->ninst ? &f->inst[b->first + b->ninst - 1] : NULL;
}

/* Checks whether control can go from the end of the block to the next one in
 * func->block. */
bool block_falls_through(const struct func *f, u32 block);
