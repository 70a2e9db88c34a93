/* constant_branch.c - branches whose taken lanes are known when the code is made
 * (thread_predicates.c): `if (threadIdx.x % 32 == 0)`, the last steps of a reduction,
 * which fewer lanes than a warp take. The full version does not go over to the part
 * version there: the block at the side runs at once, under a constant mask, and all lanes
 * go on where it leads to.
 *
 *          @p bra J, in lanes 1 .. 31                  lane 0 alone: scalar loads and stores, no masks to
 *            |         \                               make, to keep and to test; LLVM leaves out what
 *          side         |   is one piece of code       no other lane needs
 *            |         /
 *            J
 *
 * If all lanes of some warps go the same way, a test of the warp's number comes first.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/constant_branch.h"

#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/mem/mem.h"

enum { MOST_INSTS = 96 };

static bool may_be_aside(const struct fn *c, const struct inst *in, bool is_last) {
	u32 props = row_info(in->row)->props;
	if (in->row == ROW_BRA)
		return is_last && in->guard == NO_REG;
	return !(props & (PROP_TERM | PROP_CALL | PROP_CONVERGENT)) &&
	       !jit_can_wait(in) && !c->facts.uses_cc;
}

/* Checks whether the block is reached from the one at hand alone, and leads to one other:
 * `join`, if that is known already. */
static bool is_side(const struct fn *c, u32 b, u32 *join) {
	const struct block *blk = &c->f->block[b];
	if (blk->npred != 1 || blk->pred[0] != c->block || blk->nsucc != 1 ||
	    blk->ninst > MOST_INSTS || cfg_is_back_edge(c->cfg, b, blk->succ[0]))
		return false;
	for (u32 i = 0; i < blk->ninst; i++)
		if (!may_be_aside(c, &c->f->inst[blk->first + i], i + 1 == blk->ninst))
			return false;
	if (*join != NO_BLOCK && blk->succ[0] != *join)
		return false;
	*join = blk->succ[0];
	return true;
}

bool constant_branch_find(const struct fn *c, u32 yes, u32 no, u32 lanes,
                          struct constant_branch *s) {
	u32 first = c->cfg->pos[yes] < c->cfg->pos[no] ? yes : no,
	    second = yes ^ no ^ first;
	u32 lanes_of_first = first == yes ? lanes : ~lanes;
	*s = (struct constant_branch){.n = 1, .join = NO_BLOCK};
	s->side[0] = (struct branch_side){first, lanes_of_first};
	s->side[1] = (struct branch_side){second, ~lanes_of_first};
	if (c->flow.split || c->is_part || c->facts.uses_cc || yes == no ||
	    c->cfg->pos[first] != c->cfg->pos[c->block] + 1 ||
	    !is_side(c, first, &s->join))
		return false;
	if (s->join == second)
		return true;
	s->n = 2;
	return c->cfg->pos[second] == c->cfg->pos[first] + 1 &&
	       is_side(c, second, &s->join);
}

struct mask jit_constant_mask(struct fn *c, u32 lanes) {
	struct mask m = {.full = false, .constant = lanes};
	val bit[WARP_LANES];
	for (u32 k = 0; k < c->nchunk; k++) {
		for (u32 i = 0; i < c->width; i++)
			bit[i] = jit_int(c, 1, lanes >> (k * c->width + i) & 1);
		m.chunk[k] = LLVMConstVector(bit, c->width);
	}
	return m;
}

/* Notes that the other lanes are at `block`, should the warp leave here. */
static void others_wait(struct fn *c, u32 block, u32 lanes) {
	struct mask m = jit_constant_mask(c, lanes);
	if (!jit_waiting_exists(c, block) || !lanes)
		return;
	jit_waiting_set(c, block, &m);
	c->flow.waiting[c->flow.nwaiting++] = block;
}

static void run_side(struct fn *c, const struct branch_side *s) {
	const struct block *blk = &c->f->block[s->block];
	u32 pos = c->cfg->inst_pos[s->block], cost = c->flow.poll_cost;
	mem_forget_groups(c, s->block);
	c->block = s->block;
	c->mask = jit_constant_mask(c, s->lanes);
	c->pos = pos;
	jit_begin(c, pos, pos + blk->ninst);
	for (u32 i = 0; i < blk->ninst; i++) {
		const struct inst *in = &c->f->inst[blk->first + i];
		c->pos = pos + i;
		if (in->row == ROW_BRA)
			debug_line(c, in);
		else
			jit_inst(c, in);
	}
	jit_regs_end(c, false);
	c->flow.poll_cost = cost;
}

static void forget_written(void *ctx, u32 reg, enum reg_role role) {
	if (role != REG_READ)
		jit_reg_forget(ctx, reg);
}

/* Forgets what the first side has written: the second side's lanes have their values from
 * before it, at home or in the register's slot. */
static void forget_side(struct fn *c, const struct branch_side *s) {
	const struct block *blk = &c->f->block[s->block];
	for (u32 i = 0; i < blk->ninst; i++)
		inst_each_reg(c->f, &c->f->inst[blk->first + i], forget_written, c);
}

void constant_branch_emit(struct fn *c, const struct constant_branch *s) {
	u32 block = c->block, pos = c->pos;
	const struct inst *in = c->in;
	c->is_part = true;
	for (u32 i = 0; i < s->n; i++) {
		u32 after = 0; /* lanes that wait for the second side */
		c->flow.nwaiting = 0;
		if (i + 1 < s->n)
			after = s->side[1].lanes;
		if (after)
			others_wait(c, s->side[1].block, after);
		others_wait(c, s->join, ~(s->side[i].lanes | after));
		run_side(c, &s->side[i]);
		if (after)
			forget_side(c, &s->side[i]);
	}
	c->flow.nwaiting = 0;
	c->is_part = false;
	c->block = block;
	c->pos = pos;
	c->in = in;
	c->mask = c->em = (struct mask){.full = true};
}
