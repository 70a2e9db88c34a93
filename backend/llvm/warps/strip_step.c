/* strip_step.c - the instructions that the threads of a strip execute, one after the
 * other: what has to be tested for them before the strip, and the code for one warp.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_step.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_access.h"
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/strip_piece.h"
#include "backend/machine/access.h"

bool strip_ends_kernel(const struct inst *in) {
	return in && (in->row == ROW_RET || in->row == ROW_EXIT);
}

bool strip_is_end(const struct fn *c, u32 b) {
	if (b >= c->f->nblock)
		return true;
	const struct block *k = &c->f->block[b];
	const struct inst *in = k->ninst == 1 ? &c->f->inst[k->first] : NULL;
	if (in && in->row == ROW_BRA && in->guard == NO_REG)
		return in->operand[0].index > b && strip_is_end(c, in->operand[0].index);
	return strip_ends_kernel(in) && in->guard == NO_REG;
}

bool strip_is_access(const struct strip *s, const struct inst *in) {
	struct mem m;
	if (!mem_describe(s->c, &m, in) || in->guard != NO_REG)
		return false;
	return m.space == SPACE_GLOBAL || m.space == SPACE_GENERIC ||
	       (s->has_barriers && is_shared_space(m.space) &&
	        m.space != SPACE_SHARED_CLUSTER);
}

bool strip_is_atomic(const struct strip *s, const struct inst *in) {
	return s->has_barriers && in->guard == NO_REG && jit_atomic_is_unordered(in);
}

bool strip_may_step(const struct strip *s, const struct inst *in) {
	if (in->guard != NO_REG)
		return false;
	if (row_info(in->row)->table == 0)
		return jit_alu_has(in->row, in->type) &&
		       !(row_info(in->row)->props & (PROP_CC_IN | PROP_CC_OUT));
	switch (in->row) {
	case ROW_MOV_SREG: return !jit_sreg_is_time(in->operand[1].index);
	case ROW_MOV_SYM:
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK: return true;
	case ROW_GRIDDEP: return !s->has_barriers;
	case ROW_CVTA:
	case ROW_CVTA_TO: {
		u32 space = MOD_GET(in->mods, SPACE);
		return space == SPACE_GLOBAL || space == SPACE_GENERIC;
	}
	default:
		return jit_is_param(s->c, in) || strip_is_access(s, in) ||
		       strip_is_atomic(s, in);
	}
}

static bool may_pass(const struct strip *s, u32 b) {
	const struct fn *c = s->c;
	const struct block *k = &c->f->block[b];
	for (u32 i = 0; i < k->ninst; i++) {
		const struct inst *in = &c->f->inst[k->first + i];
		if (in->row != ROW_BRA && !strip_ends_kernel(in) &&
		    !(s->has_barriers && jit_waits_for_all(c, in)) &&
		    !strip_may_step(s, in))
			return false;
	}
	return true;
}

bool strip_all_take(const struct strip *s, u32 block, const struct inst *branch) {
	const struct fn *c = s->c;
	u32 next = block + 1, to;
	if (branch->row != ROW_BRA)
		return false;
	to = branch->operand[0].index;
	if (strip_is_end(c, next))
		return !strip_is_end(c, to);
	return !may_pass(s, next) && to < c->f->nblock && may_pass(s, to);
}

u32 strip_other_way(const struct strip_step *branch) {
	if (branch->all_take)
		return branch->block + 1;
	return branch->in->row == ROW_BRA ? branch->in->operand[0].index : NO_BLOCK;
}

/* ---- tests ------------------------------------------------------------------------- */

void strip_go_to_step(struct fn *c, const struct strip_step *t) {
	c->block = t->block;
	c->in = t->in;
	c->pos = c->cfg->inst_pos[t->block] +
	         (u32)(t->in - c->f->inst - c->f->block[t->block].first);
	c->em = c->mask;
	c->is_guarded = !c->mask.full;
}

/* Checks for what differs between the warps of a strip and is no line. */
static bool reads_place(const struct inst *in) {
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (o->kind != OPR_SREG)
			continue;
		switch (o->index) {
		case SREG_LANEID:
		case SREG_LANEMASK_EQ:
		case SREG_LANEMASK_LE:
		case SREG_LANEMASK_LT:
		case SREG_LANEMASK_GE:
		case SREG_LANEMASK_GT: break;
		default:
			if (!strip_sreg_is_same(o->index))
				return true;
		}
	}
	return false;
}

bool strip_is_by_lane(const struct fn *c, const struct strip_step *t) {
	return t->line && strip_has_piece(t->line) &&
	       !jit_is_scalar(c, t->in->operand[0].index);
}

/* A parameter is loaded once for the call. */
static void note_parameter(struct strip *s, struct strip_step *t) {
	struct fn *c = s->c;
	const struct operand *d = &t->in->operand[0];
	if (d->kind != OPR_REG || !jit_is_scalar(c, d->index))
		return;
	struct line *l = arena_new(c->a, struct line);
	*l = (struct line){.bits = c->reg[d->index].bits,
	                   .base = c->reg[d->index].now[0]};
	t->line = s->line[d->index] = l;
}

bool strip_test_step(struct strip *s, struct strip_step *t) {
	struct fn *c = s->c;
	if (t->leaves)
		return true;
	if (t->is_branch)
		return t->is_same ? strip_decide_same(s, t->in, t->all_take)
		                  : strip_decide(s, t->in, t->all_take);
	if (strip_is_access(s, t->in) && !(t->address = strip_test_access(s, t->in)))
		return false;
	if (strip_is_atomic(s, t->in) && !strip_test_atomic(s, t))
		return false;
	t->line = strip_line(s, t->in);
	if (strip_is_by_lane(c, t) && reads_place(t->in))
		return false;
	if (jit_is_param(c, t->in) && jit_mem(c, t->in))
		note_parameter(s, t);
	return true;
}

/* ---- one warp ---------------------------------------------------------------------- */

void strip_set_line(struct strip *s, u32 reg, const struct line *l) {
	struct fn *c = s->c;
	val first = strip_first_value(s, l);
	typ t = c->reg[reg].type;
	if (c->reg[reg].class != REG_VECTOR) {
		jit_reg_set_scalar(c, reg, jit_cast(c, first, t));
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		jit_reg_set_chunk(c, reg, k, jit_cast(c, strip_chunk(s, l, first, k), t));
}

bool strip_emit_step(struct strip *s, const struct strip_step *t) {
	struct fn *c = s->c;
	const struct inst *in = t->in;
	strip_go_to_step(c, t);
	debug_line(c, in);
	if (t->line && !(s->apart && strip_is_by_lane(c, t))) {
		strip_set_line(s, in->operand[0].index, t->line);
		return true;
	}
	/* the next grid begins when this strip is done */
	if (t->is_branch || in->row == ROW_GRIDDEP)
		return true;
	if (reads_place(in))
		return false;
	if (t->atomic) {
		val at = strip_first_value(s, t->address);
		jit_atomic_unchecked(c, in, at, t->copies);
		return true;
	}
	if (t->address) {
		strip_access(s, t->in, t->address);
		return true;
	}
	if (row_info(in->row)->table)
		return jit_mov(c, in);
	return jit_alu_inst(c, in);
}

/* ---- loops over warps -------------------------------------------------------------- */

bool strip_find_loops(struct strip *s) {
	const struct fn *c = s->c;
	u32 x = c->opt.ntid[0], y = c->opt.ntid[1], rows = 1;
	if (x < WARP_LANES)
		rows = x ? WARP_LANES / x : 0;
	bool ok = rows && y % rows == 0 &&
	          (x < WARP_LANES ? WARP_LANES % x == 0 : x % WARP_LANES == 0);
	s->n[STRIP_ROUND] = 1;
	s->n[STRIP_Z] = c->opt.ntid[2];
	s->n[STRIP_Y] = ok ? y / rows : 0;
	s->n[STRIP_X] = x < WARP_LANES ? 1 : x / WARP_LANES;
	s->n[STRIP_ROW] = rows;
	for (u32 d = STRIP_LANE; d < STRIP_INNER; d++)
		s->n[d] = 2;
	for (u32 d = STRIP_INNER; d < STRIP_PIECES; d++)
		s->n[d] = 1;
	s->row_lanes = MIN(x, WARP_LANES);
	return ok;
}

void strip_begin(struct strip *s, val more) {
	struct fn *c = s->c;
	u32 n = c->f->nreg + 1;
	s->line = arena_array(c->a, struct line *, n);
	s->condition = arena_array(c->a, const struct strip_condition *, n);
	s->extreme = arena_array(c->a, const struct strip_extreme *, n);
	s->upper = arena_array(c->a, const struct strip_upper *, n);
	for (u32 d = 0; d < STRIP_DIMS; d++) /* STRIP_ROUND: strip_loop_begin */
		s->last[d] = d == STRIP_CTA ? LLVMBuildZExt(c->b, more, c->i64, "")
		                            : jit_int(c, 64, s->n[d] - 1);
}

struct strip_attempt strip_attempt_begin(struct fn *c, val most) {
	bb begin = LLVMGetInsertBlock(c->b);
	struct strip_attempt a = {.start = jit_block(c, "striptry"), .most = most};
	jit_goto(c, a.start);
	jit_at(c, a.start);
	a.more = LLVMBuildPhi(c->b, c->i32, "");
	LLVMAddIncoming(a.more, &most, &begin, 1);
	return a;
}

void strip_attempt_less(struct strip *s, const struct strip_attempt *a, val less,
                        bb away) {
	struct fn *c = s->c;
	bb here = LLVMGetInsertBlock(c->b);
	LLVMAddIncoming(a->more, &less, &here, 1);
	val last = LLVMBuildICmp(c->b, LLVMIntEQ, a->more, jit_int(c, 32, 0), "");
	if (s->fits_some)
		last = LLVMBuildOr(c->b, last, LLVMBuildNot(c->b, s->fits_some, ""), "");
	jit_if(c, last, away, a->start);
}

/* ---- between the kernel's own code ------------------------------------------------- */

struct strip_aside strip_put_aside(struct fn *c) {
	struct strip_aside aside = {.mask = c->mask,
	                            .explain = c->explain,
	                            .block = c->block,
	                            .pos = c->pos,
	                            .in = c->in};
	c->mask = c->em = (struct mask){.full = true, .constant = UINT32_MAX};
	c->explain = NULL;
	return aside;
}

void strip_take_back(struct fn *c, const struct strip_aside *aside) {
	c->explain = aside->explain;
	c->mask = c->em = aside->mask;
	c->block = aside->block;
	c->pos = aside->pos;
	c->in = aside->in;
}

/* ---- loops ------------------------------------------------------------------------- */

struct strip_count strip_count_begin(struct fn *c, const char *name) {
	bb before = LLVMGetInsertBlock(c->b);
	struct strip_count l = {.round = jit_block(c, name),
	                        .done = jit_block(c, "done")};
	val zero = jit_int(c, 64, 0);
	jit_goto(c, l.round);
	jit_at(c, l.round);
	l.i = LLVMBuildPhi(c->b, c->i64, "");
	LLVMAddIncoming(l.i, &zero, &before, 1);
	return l;
}

void strip_count_end(struct fn *c, const struct strip_count *l, u32 step, val last) {
	bb end = LLVMGetInsertBlock(c->b);
	val next = LLVMBuildAdd(c->b, l->i, jit_int(c, 64, step), "");
	LLVMAddIncoming(l->i, &next, &end, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULE, next, last, ""), l->round, l->done);
	jit_at(c, l->done);
}
