/* lane_find.c - finds the pieces of a function that each lane can run by itself: a loop,
 * or a branch around two of them.
 *
 *     for (; k < end - 3; k += 4)     what a compiler makes of one loop: four at a
 *             four of them            time, and those that are left
 *     for (; k < end; k++)
 *             one
 *
 * A piece only computes and loads. Its loops walk through memory, each lane through its
 * own: from one round to the next they stay in a line or go to the next one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/lane_piece.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/warp_coarsening.h"

enum {
	MOST_INSTS = 200,
	MOST_REGS = 96,
	MOST_STEP = 64,    /* bytes from one round to the next: a line */
	ALU_PER_LOAD = 5,  /* beyond that vectors win, though lanes wait */
	MOST_FOLLOWED = 8, /* instructions from an address to what it counts by */
};

static struct lane_piece none;

static const struct block *block_at(const struct fn *c, u32 pos) {
	return &c->f->block[c->cfg->order[pos]];
}

/* ---- steps from round to round ----------------------------------------------------- */

/* A loop that is looked at. */
struct looked {
	struct lane_piece *piece; /* that it is, or is in */
	const struct loop *loop;
	u32 index; /* in cfg->loop */
	u32 latch; /* the block that goes back to the header */
};

/* The only instruction of the loop that writes the register, NULL if there is none;
 * *several: it is written more than once. */
static const struct inst *writer(struct fn *c, const struct looked *l, u32 reg,
                                 u32 *block, bool *several) {
	const struct inst *found = NULL;
	*several = false;
	for (u32 i = 0; i < l->loop->n; i++) {
		const struct block *b = block_at(c, l->loop->first + i);
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			if (!mem_writes(c, &c->f->inst[k], reg))
				continue;
			*several |= found != NULL;
			found = &c->f->inst[k];
			*block = c->cfg->order[l->loop->first + i];
		}
	}
	return found;
}

/* Every round comes by the header and by the only block that goes back to it, once if
 * that is in no loop in the loop. */
static bool is_in_every_round(const struct fn *c, const struct looked *l, u32 block) {
	return block == l->loop->header ||
	       (block == l->latch && c->cfg->loop_of[block] == l->index);
}

static bool find_step(struct fn *c, struct looked *l, const struct operand *o, u32 depth,
                      s64 *step);

/* Notes the register that an access walks by. */
static void note_walk(struct looked *l, u32 reg, s64 step) {
	struct lane_piece *p = l->piece;
	for (u32 i = 0; i < p->nwalk; i++)
		if (p->walk[i].reg == reg && p->walk[i].loop == l->index)
			return;
	if (p->nwalk < MOST_WALKS)
		p->walk[p->nwalk++] = (struct lane_walk){reg, l->index, step};
}

/* r = r + n */
static bool find_own_step(struct looked *l, const struct inst *in, u32 reg, s64 *step) {
	if ((in->row != ROW_ADD && in->row != ROW_SUB) ||
	    in->operand[1].kind != OPR_REG || in->operand[1].index != reg ||
	    in->operand[2].kind != OPR_IMM)
		return false;
	*step = in->operand[2].value;
	if (type_info[in->type[0]].bits == 32)
		*step = (s32)*step;
	*step = in->row == ROW_SUB ? -*step : *step;
	note_walk(l, reg, *step);
	return true;
}

static bool find_reg_step(struct fn *c, struct looked *l, u32 reg, u32 depth, s64 *step) {
	u32 block = NO_BLOCK;
	bool several;
	const struct inst *in = writer(c, l, reg, &block, &several);
	*step = 0;
	if (!in)
		return true;
	if (several || in->guard != NO_REG || !is_in_every_round(c, l, block))
		return false;
	s64 a, b;
	const struct operand *o = in->operand;
	switch (in->row) {
	case ROW_ADD:
	case ROW_SUB:
		if (find_own_step(l, in, reg, step))
			return true;
		if (!find_step(c, l, &o[1], depth, &a) ||
		    !find_step(c, l, &o[2], depth, &b))
			return false;
		*step = in->row == ROW_SUB ? a - b : a + b;
		return true;
	case ROW_MUL_WIDE:
	case ROW_MUL_LO:
	case ROW_SHL:
		if (o[2].kind != OPR_IMM || !find_step(c, l, &o[1], depth, &a) ||
		    a > INT32_MAX || a < INT32_MIN || o[2].value > INT32_MAX ||
		    o[2].value < INT32_MIN || (in->row == ROW_SHL && o[2].value > 16))
			return false;
		*step = in->row == ROW_SHL ? a * ((s64)1 << (o[2].value & 31))
		                           : a * o[2].value;
		return true;
	case ROW_MAD_WIDE:
	case ROW_MAD_LO:
		if (o[2].kind != OPR_IMM || !find_step(c, l, &o[1], depth, &a) ||
		    !find_step(c, l, &o[3], depth, &b) || a > INT32_MAX ||
		    a < INT32_MIN || o[2].value > INT32_MAX || o[2].value < INT32_MIN)
			return false;
		*step = a * o[2].value + b;
		return true;
	case ROW_MOV:
	case ROW_CVT_II: return find_step(c, l, &o[1], depth, step);
	default: return false;
	}
}

/* Finds by how much the operand grows from one round to the next. */
static bool find_step(struct fn *c, struct looked *l, const struct operand *o, u32 depth,
                      s64 *step) {
	*step = 0;
	if (o->kind == OPR_IMM || o->kind == OPR_SYM)
		return true;
	if (o->kind != OPR_REG && o->kind != OPR_ADDR_REG)
		return false;
	return depth && find_reg_step(c, l, o->index, depth - 1, step);
}

/* ---- what may be in a piece -------------------------------------------------------- */

/* Checks for a load whose lanes each go where they like, or all to one place. Those of
 * neighbouring lanes that are at neighbouring places are better loaded together. */
static bool is_lanes_load(struct fn *c, struct looked *l, const struct inst *in,
                          bool *walks) {
	struct mem m;
	const struct operand *o;
	s64 step;
	if (!mem_describe(c, &m, in) || !m.is_load || m.space == SPACE_LOCAL ||
	    m.space == SPACE_SHARED_CLUSTER || in->guard != NO_REG)
		return false;
	o = &in->operand[m.ai];
	if (o->kind != OPR_ADDR_REG)
		return false;
	const struct jreg *r = &c->reg[o->index];
	if (r->class == REG_SCALAR)
		return true;
	s64 stride = r->class == REG_AFFINE ? r->how->stride : 0;
	if (r->class == REG_AFFINE &&
	    (r->how->row || (stride <= MOST_STEP && stride >= -MOST_STEP)))
		return false;
	if (!find_step(c, l, o, MOST_FOLLOWED, &step))
		return true; /* it depends on what was loaded */
	*walks |= step && step <= MOST_STEP && step >= -MOST_STEP;
	return step <= MOST_STEP && step >= -MOST_STEP;
}

static bool is_of_lane(struct fn *c, const struct inst *in) {
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (o->kind == OPR_SREG &&
		    jit_operand_value(c, o, 64).kind != VALUE_UNIFORM)
			return true;
	}
	return false;
}

static bool may_be_in_loop(struct fn *c, struct looked *l, const struct inst *in,
                           bool *walks) {
	if (in->row == ROW_BRA)
		return true;
	if (is_of_lane(c, in))
		return false;
	if (coarsen_only_computes(in)) {
		l->piece->nalu++;
		return true;
	}
	l->piece->nload++;
	return is_lanes_load(c, l, in, walks);
}

/* Beside loops in a piece: what lanes do once. */
static bool may_be_beside(struct fn *c, const struct inst *in) {
	return in->row == ROW_BRA ||
	       (!is_of_lane(c, in) && (coarsen_only_computes(in) || jit_is_param(c, in)));
}

/* Finds where the loop is left to: one place, as its lanes are to meet there. */
static bool find_exit(const struct fn *c, struct looked *l, u32 *exit, bool *parts) {
	u32 latches = 0;
	*exit = NO_BLOCK;
	for (u32 i = 0; i < l->loop->n; i++) {
		u32 b = c->cfg->order[l->loop->first + i];
		const struct block *blk = &c->f->block[b];
		for (u32 k = 0; k < blk->nsucc; k++) {
			u32 to = blk->succ[k];
			if (to == l->loop->header) {
				l->latch = b;
				latches++;
			}
			if (cfg_loop_has(c->cfg, l->index, to))
				continue;
			if (*exit != NO_BLOCK && *exit != to)
				return false;
			*exit = to;
			*parts |= c->uni->branch_divergent[b];
		}
	}
	return *exit != NO_BLOCK && latches == 1;
}

/* Checks for a loop that may be a piece, or be in one. */
static bool find_loop(struct fn *c, u32 header, struct lane_piece *p, u32 *exit) {
	struct looked l = {p, &c->cfg->loop[c->cfg->loop_of[header]],
	                   c->cfg->loop_of[header], NO_BLOCK};
	bool walks = false, parts = false;
	u32 n = 0;
	if (l.loop->is_irreducible || !find_exit(c, &l, exit, &parts) || !parts)
		return false;
	for (u32 i = 0; i < l.loop->n; i++)
		n += block_at(c, l.loop->first + i)->ninst;
	if (n > MOST_INSTS)
		return false;
	for (u32 i = 0; i < l.loop->n; i++) {
		const struct block *b = block_at(c, l.loop->first + i);
		for (u32 k = b->first; k < b->first + b->ninst; k++)
			if (!may_be_in_loop(c, &l, &c->f->inst[k], &walks))
				return false;
	}
	bool pays = walks && p->nalu <= ALU_PER_LOAD * p->nload;
	return pays || jit_config()->coarsen;
}

/* ---- registers --------------------------------------------------------------------- */

struct seen {
	struct fn *c;
	struct lane_piece *p;
};

static void see_reg(void *ctx, u32 reg, enum reg_role role) {
	struct seen *s = ctx;
	struct lane_piece *p = s->p;
	u32 i = 0;
	while (i < p->nreg && p->reg[i].reg != reg)
		i++;
	if (i == MOST_REGS)
		return;
	if (i == p->nreg)
		p->reg[p->nreg++] = (struct lane_reg){.reg = reg};
	p->reg[i].is_written |= role != REG_READ;
}

static bool lives_at_start(const struct fn *c, const struct lane_piece *p, u32 reg) {
	if (p->from == NO_BLOCK)
		return live_at_start(c->live, c->cfg, c->cfg->order[p->first], reg);
	const struct block *b = &c->f->block[p->from];
	bool lives = reg == block_last(c->f, b)->guard;
	for (u32 i = 0; i < b->nsucc; i++)
		lives |= lane_has(c, p, b->succ[i]) &&
		         live_at_start(c->live, c->cfg, b->succ[i], reg);
	return lives;
}

/* Checks the registers: what leaves the piece differs between lanes from there on. */
static bool find_regs(struct fn *c, struct lane_piece *p) {
	struct seen s = {c, p};
	p->reg = arena_array(c->a, struct lane_reg, MOST_REGS);
	if (p->from != NO_BLOCK)
		see_reg(&s, block_last(c->f, &c->f->block[p->from])->guard, REG_READ);
	for (u32 i = p->first; i < p->first + p->n; i++)
		for (u32 k = 0; k < block_at(c, i)->ninst; k++)
			inst_each_reg(c->f, &c->f->inst[block_at(c, i)->first + k],
			              see_reg, &s);
	if (p->nreg == MOST_REGS)
		return false;
	for (u32 i = 0; i < p->nreg; i++) {
		struct lane_reg *r = &p->reg[i];
		r->is_invariant = !r->is_written && c->reg[r->reg].class == REG_SCALAR;
		r->lives_in = !r->is_written || lives_at_start(c, p, r->reg);
		r->lives_out = r->is_written &&
		               live_at_start(c->live, c->cfg, p->exit, r->reg);
		if ((r->lives_out && c->reg[r->reg].class != REG_VECTOR) ||
		    c->reg[r->reg].bits > 64)
			return false;
	}
	return true;
}

/* ---- pieces ------------------------------------------------------------------------ */

static bool is_two_way(const struct fn *c, u32 block) {
	const struct block *b = &c->f->block[block];
	const struct inst *last = block_last(c->f, b);
	return last && last->row == ROW_BRA && last->guard != NO_REG && b->nsucc == 2 &&
	       b->succ[0] != b->succ[1];
}

/* A branch whose ways are followed, block after block. */
struct ways {
	struct lane_piece *p;
	u32 first, next; /* positions: the first block after the branch; of those so far
	                    the end */
	u32 meet;        /* where all ways so far go to, at the latest */
	u32 ninst, nloop;
	bool is_early; /* no way but that to the exit leads around the first block */
};

/* Follows the ways out of a block at or before `next`. */
static bool follow(const struct fn *c, struct ways *w, u32 block) {
	const struct block *b = &c->f->block[block];
	for (u32 k = 0; k < b->nsucc; k++) {
		u32 to = c->cfg->pos[b->succ[k]];
		if (to < w->first)
			return false;
		w->meet = MAX(w->meet, to);
	}
	return b->nsucc > 0;
}

/* Checks that the block is come to only from the piece or its branch, but for rounds of
 * the loop that it heads. */
static bool is_inside(const struct fn *c, struct ways *w, u32 block, u32 end) {
	const struct block *b = &c->f->block[block];
	for (u32 k = 0; k < b->npred; k++) {
		u32 from = b->pred[k];
		w->is_early &= from != w->p->from || c->cfg->pos[block] == w->first;
		if (from != w->p->from &&
		    (c->cfg->pos[from] < w->first || c->cfg->pos[from] >= end))
			return false;
	}
	return true;
}

/* Takes in the next block, or the loop that it heads. */
static bool take_next(struct fn *c, struct ways *w) {
	u32 b = c->cfg->order[w->next], exit, end = w->next + 1;
	const struct block *blk = &c->f->block[b];
	bool is_loop = cfg_is_header(c->cfg, b);
	if (is_loop) {
		if (!find_loop(c, b, w->p, &exit))
			return false;
		end = w->next + c->cfg->loop[c->cfg->loop_of[b]].n;
		w->nloop++;
	}
	for (u32 k = 0; !is_loop && k < blk->ninst; k++)
		if (!may_be_beside(c, &c->f->inst[blk->first + k]))
			return false;
	for (; w->next < end; w->next++) {
		b = c->cfg->order[w->next];
		w->ninst += c->f->block[b].ninst;
		if (!is_inside(c, w, b, end) || !follow(c, w, b))
			return false;
	}
	return w->ninst <= MOST_INSTS;
}

/* Checks for a place where all ways meet, and the piece may end. Lanes wait for a block
 * from the first on that goes there (waiting_intervals.c): the piece is not to be left
 * before that. A branch around one loop is better decided for all lanes together, and so
 * is what comes before another branch around the same loops. */
static bool may_end(const struct fn *c, const struct ways *w) {
	const struct block *b = &c->f->block[c->cfg->order[w->next]];
	u32 first = c->cfg->order[w->first], before = 0;
	for (u32 i = 0; i < b->npred; i++)
		before += c->cfg->pos[b->pred[i]] < w->first;
	return w->next == w->meet && before && w->nloop > !jit_config()->coarsen &&
	       !(w->is_early && !cfg_is_header(c->cfg, first) && is_two_way(c, first));
}

static bool find_branch(struct fn *c, struct lane_piece *p) {
	if (!is_two_way(c, p->from))
		return false;
	u32 first = c->cfg->pos[p->from] + 1;
	struct ways w = {.p = p, .first = first, .next = first, .is_early = true};
	struct lane_piece found = {.n = 0};
	bool more = follow(c, &w, p->from);
	while (more && w.next < c->cfg->nreach) {
		if (may_end(c, &w)) {
			found = *p;
			found.first = first;
			found.n = w.next - first;
			found.exit = c->cfg->order[w.next];
		}
		more = take_next(c, &w);
	}
	*p = found;
	return found.n && find_regs(c, p);
}

/* The loops of a piece are not to be pieces of their own. */
static void take_loops(struct fn *c, const struct lane_piece *p) {
	for (u32 i = p->first; i < p->first + p->n; i++)
		if (cfg_is_header(c->cfg, c->cfg->order[i]))
			c->lanes.loop[c->cfg->order[i]] = &none;
}

static bool find_piece(struct fn *c, u32 block, struct lane_piece *p) {
	if (p->from != NO_BLOCK) {
		if (!find_branch(c, p))
			return false;
		take_loops(c, p);
		struct unrolled_piece at = {p->first, p->n, p->from, p->exit};
		p->pair = unrolled_find(c->a, c->f, c->cfg, c->live, &at);
		return true;
	}
	const struct loop *l = &c->cfg->loop[c->cfg->loop_of[block]];
	p->first = l->first;
	p->n = l->n;
	return find_loop(c, block, p, &p->exit) && find_regs(c, p);
}

struct lane_piece *lane_find(struct fn *c, u32 block, bool at_branch) {
	if (!c->lanes.loop) {
		c->lanes.loop = arena_array(c->a, struct lane_piece *, c->f->nblock + 1);
		c->lanes.branch = arena_array(c->a, struct lane_piece *,
		                              c->f->nblock + 1);
	}
	struct lane_piece **p = at_branch ? &c->lanes.branch[block]
	                                  : &c->lanes.loop[block];
	if (!*p) {
		*p = arena_new(c->a, struct lane_piece);
		**p = (struct lane_piece){.exit = NO_BLOCK,
		                          .from = at_branch ? block : NO_BLOCK};
		if ((!at_branch && !cfg_is_header(c->cfg, block)) ||
		    !find_piece(c, block, *p))
			*p = &none;
	}
	return *p == &none ? NULL : *p;
}
