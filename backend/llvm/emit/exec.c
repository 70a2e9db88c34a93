/* exec.c - instructions that the interpreter's functions execute, and how a warp leaves.
 * The operands of one instruction go to the interpreter's frame, its function runs for
 * the lanes that execute it, the results come back. An instruction that may wait takes
 * everything that lives on with it, since the scheduler may run other warps in between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/exec.h"

#include "backend/llvm/emit/lanes.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/flow/back_edge.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/warps/warp_coarsening.h"
#include "backend/machine/strong_access.h"

struct visit {
	struct fn *c;
	bool written, kept_otherwise;
};

/* Registers that the instruction reads, and those that it writes for some lanes only, so
 * that home has the other lanes' values. */
static void save_source(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	const struct jreg *r = &v->c->reg[reg];
	if (role != REG_WRITTEN ||
	    (v->c->is_guarded && r->class == REG_VECTOR && !r->promoted))
		jit_save_reg(v->c, reg);
}

static void load_dest(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role != REG_READ)
		jit_load_reg(v->c, reg);
}

void jit_save_sources(struct fn *c, const struct inst *in) {
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, save_source, &v);
}

void jit_load_results(struct fn *c, const struct inst *in) {
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, load_dest, &v);
}

val jit_cc_place(struct fn *c) {
	return jit_gep(c, c->w, jit_int(c, 64, offsetof(struct warp, cc)));
}

static void cc_out(struct fn *c, u32 props) {
	if (!(props & PROP_CC_IN))
		return;
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = LLVMBuildLoad2(c->b, jit_vec(c, c->i1), c->regs.cc[k], "");
	LLVMBuildStore(c->b, jit_bits_of(c, chunk), jit_cc_place(c));
}

static void cc_in(struct fn *c, u32 props) {
	if (!(props & PROP_CC_OUT))
		return;
	val chunk[MAX_CHUNKS];
	jit_chunks_of(c, LLVMBuildLoad2(c->b, c->i32, jit_cc_place(c), ""), chunk);
	for (u32 k = 0; k < c->nchunk; k++) {
		if (!c->em.full)
			chunk[k] = LLVMBuildSelect(c->b, c->em.chunk[k], chunk[k],
			                           LLVMBuildLoad2(c->b, jit_vec(c, c->i1),
			                                          c->regs.cc[k], ""),
			                           "");
		LLVMBuildStore(c->b, chunk[k], c->regs.cc[k]);
	}
}

static val call_exec(struct fn *c, size_t service, const struct inst *in, val lanes) {
	u32 i = (u32)(in - c->f->inst);
	val arg[4] = {c->w, jit_int(c, 32, c->df->inst_pc[i]),
	              jit_int(c, 32, c->df->inst_n[i]), lanes};
	return jit_call(c, service, c->i32, arg, 4);
}

/* Goes to `on` if the service's result is STEP_NEXT, else returns it; STEP_MOVED is
 * returned as STEP_NEXT, and the warp goes on where it is now. Ends the block. */
static void next_or_return(struct fn *c, val r, bb on) {
	bb here = LLVMGetInsertBlock(c->b);
	if (!c->flow.bail) { /* one way out for all */
		c->flow.bail = jit_block(c, "out");
		jit_at(c, c->flow.bail);
		c->flow.bail_phi = LLVMBuildPhi(c->b, c->i32, "");
		val moved = LLVMBuildICmp(c->b, LLVMIntEQ, c->flow.bail_phi,
		                          jit_int(c, 32, STEP_MOVED), "");
		LLVMBuildRet(c->b, LLVMBuildSelect(c->b, moved, jit_int(c, 32, STEP_NEXT),
		                                   c->flow.bail_phi, ""));
		jit_at(c, here);
	}
	LLVMAddIncoming(c->flow.bail_phi, &r, &here, 1);
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntEQ, r, jit_int(c, 32, STEP_NEXT), ""),
	           true, on, c->flow.bail);
}

void jit_return_unless_next(struct fn *c, val r) {
	bb on = jit_block(c, "on");
	next_or_return(c, r, on);
	jit_at(c, on);
}

static void is_decisive(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	v->written |= role != REG_READ && v->c->reg[reg].decides;
}

bool jit_polls(struct fn *c, const struct inst *in) {
	u32 props = row_info(in->row)->props;
	bool may = props & PROP_ATOMIC || (props & PROP_LOAD && is_strong(in->mods)) ||
	           in->row == ROW_MOV_SREG;
	struct visit v = {.c = c};
	if (may)
		inst_each_reg(c->f, in, is_decisive, &v);
	return v.written;
}

static val exec_service(struct fn *c, const struct inst *in, reg_visit_fn *save,
                        size_t service) {
	struct mask em = c->em;
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, save, &v);
	cc_out(c, row_info(in->row)->props);
	return call_exec(c, service, in, jit_mask_bits(c, &em));
}

static void take_results(struct fn *c, const struct inst *in) {
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, load_dest, &v);
	cc_in(c, row_info(in->row)->props);
}

void jit_exec_end(struct fn *c, const struct inst *in, val r) {
	jit_return_unless_next(c, r);
	take_results(c, in);
}

void jit_exec_lanes(struct fn *c, const struct inst *in) {
	if (coarsen_away(c)) {
		coarsen_fail(c);
		return;
	}
	jit_exec_end(c, in,
	             exec_service(c, in, save_source, offsetof(struct services, exec)));
	jit_pay_poll(c, in);
}

/* Stores the registers that it reads as they are: few instructions, as they are hardly
 * ever executed. */
static void keep_source(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	const struct jreg *r = &v->c->reg[reg];
	if (r->class == REG_VECTOR && (r->promoted || role == REG_WRITTEN))
		save_source(ctx, reg, role);
	else if (role != REG_WRITTEN && (r->dirty || r->promoted))
		jit_frame_store(v->c, reg);
}

/* Of scalars it needs lane 0. */
static void save_operand(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	const struct jreg *r = &v->c->reg[reg];
	if (r->class == REG_VECTOR)
		save_source(ctx, reg, role);
	else
		keep_source(ctx, reg, role);
}

void jit_exec_begin(struct fn *c, const struct inst *in) {
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, save_operand, &v);
}

static void has_dest(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	(void)reg;
	v->written |= role != REG_READ;
}

/* Checks for registers that keep_source does not store as the interpreter has them. */
static void is_kept_otherwise(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	const struct jreg *r = &v->c->reg[reg];
	v->kept_otherwise |= role != REG_WRITTEN &&
	                     (r->class != REG_VECTOR || (r->raw_nan && !r->promoted));
}

void jit_exec_access(struct fn *c, const struct inst *in, bb done) {
	struct visit v = {.c = c};
	inst_each_reg(c->f, in, is_kept_otherwise, &v);
	val r = exec_service(c, in, keep_source,
	                     v.kept_otherwise ? offsetof(struct services, access)
	                                      : offsetof(struct services, exec));
	inst_each_reg(c->f, in, has_dest, &v);
	if (!v.written) {
		next_or_return(c, r, done);
		return;
	}
	jit_return_unless_next(c, r);
	take_results(c, in);
	jit_goto(c, done);
}

/* ---- leaving ----------------------------------------------------------------------- */

static void hold_others(struct fn *c) {
	for (u32 i = 0; i < c->flow.nwaiting; i++) {
		u32 b = c->flow.waiting[i];
		val bits = jit_waiting_bits(c, b);
		bb some = jit_block(c, "hold"), on = jit_block(c, "held");
		jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, bits, jit_int(c, 32, 0), ""),
		       some, on);
		jit_at(c, some);
		val arg[3] = {c->w, jit_int(c, 32, c->df->block_pc[b]), bits};
		jit_call(c, offsetof(struct services, hold), c->voidt, arg, 3);
		jit_goto(c, on);
		jit_at(c, on);
	}
}

/* The warp goes on in the interpreter: the lanes of m at pc, the others where they
 * wait. */
void jit_leave(struct fn *c, u32 pc, u32 pos, struct mask *m, val spun) {
	val bits = jit_mask_bits(c, m);
	jit_save(c, pos, false);
	if (c->is_part)
		hold_others(c);
	val arg[5] = {c->w, jit_int(c, 32, pc), bits, spun, jit_int(c, 32, 2 * pos)};
	LLVMBuildRet(c->b, jit_call(c, offsetof(struct services, leave), c->i32, arg, 5));
}

void jit_deopt_before(struct fn *c, const struct inst *in) {
	if (coarsen_away(c)) {
		jit_goto(c, coarsen_away(c));
		return;
	}
	u32 pc = c->df->inst_pc[in - c->f->inst];
	jit_leave(c, pc, c->pos, &c->mask, jit_int(c, 32, 0));
}

/* The member mask of a *.sync instruction; NULL: it is none. */
static const struct operand *member_operand(const struct inst *in) {
	switch (in->row) {
	case ROW_SHFL_SYNC:
	case ROW_VOTE_SYNC:
	case ROW_BALLOT_SYNC:
	case ROW_MATCH_ANY:
	case ROW_MATCH_ALL:
	case ROW_REDUX:
	case ROW_REDUX_BITS:
	case ROW_ELECT:
	case ROW_BAR_WARP: return &in->operand[in->noperand - 1];
	default: return NULL;
	}
}

static bool is_one_mask(struct fn *c, const struct operand *o) {
	return jit_operand_value(c, o, 32).kind == VALUE_UNIFORM;
}

/* Checks for a block that does nothing but end the kernel. */
static bool only_ends(const struct fn *c, u32 block) {
	const struct block *b = &c->f->block[block];
	const struct inst *in = &c->f->inst[b->first];
	return b->ninst == 1 && in->guard == NO_REG &&
	       (in->row == ROW_EXIT || (in->row == ROW_RET && c->facts.is_kernel));
}

/* Lanes that wait for others only to end with them end now, if no other lanes are
 * missing: `on` is where it goes on. Lanes of a warp that sums up in a branch of some,
 * with a mask of all, are such ones. */
static void end_waiting(struct fn *c, val missing, bb on) {
	val ending = NULL;
	for (u32 i = 0; c->is_part && !c->opt.is_verified && i < c->flow.nwaiting; i++) {
		u32 b = c->flow.waiting[i];
		if (!only_ends(c, b))
			continue;
		val bits = jit_waiting_bits(c, b);
		ending = ending ? LLVMBuildOr(c->b, ending, bits, "") : bits;
	}
	if (!ending)
		return;
	bb end = jit_block(c, "end"), apart = jit_block(c, "apart");
	val left = LLVMBuildAnd(c->b, missing, LLVMBuildNot(c->b, ending, ""), "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, left, jit_int(c, 32, 0), ""), end,
	       apart);
	jit_at(c, end);
	val arg[2] = {c->w, ending};
	jit_call(c, offsetof(struct services, exit), c->voidt, arg, 2);
	for (u32 i = 0; i < c->flow.nwaiting; i++)
		if (only_ends(c, c->flow.waiting[i]))
			jit_waiting_set(c, c->flow.waiting[i], NULL);
	jit_goto(c, on);
	jit_at(c, apart);
}

/* Goes on only if no lane is missing; otherwise the interpreter takes over. */
static void go_on_if_none(struct fn *c, val missing, const struct inst *in) {
	bb on = jit_block(c, "together"), apart = jit_block(c, "apart");
	val none = LLVMBuildICmp(c->b, LLVMIntEQ, missing, jit_int(c, 32, 0), "");
	jit_likely(c, none, true, on, apart);
	jit_at(c, apart);
	end_waiting(c, missing, on);
	jit_deopt_before(c, in);
	jit_at(c, on);
}

/* Goes on only if no lane has to wait for one that names a different member mask, or is
 * not here. */
static void need_agreement(struct fn *c, const struct inst *in,
                           const struct operand *member) {
	struct mask em = c->em;
	val chunk[MAX_CHUNKS], none = jit_int(c, 32, 0), live = jit_live_lanes(c);
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_source(c, member, 32, k);
	val array = warp_spill(c, chunk);
	struct lanes l = jit_groups_begin(c, &em, &none, 1);
	val named = jit_lane_value(c, &l, array, c->i32);
	struct mask same = jit_lanes_equal(c, &em, chunk, named);
	val set = jit_bits_of(c, same.chunk);
	val away = LLVMBuildAnd(c->b, LLVMBuildAnd(c->b, named, live, ""),
	                        LLVMBuildNot(c->b, set, ""), "");
	val missing = LLVMBuildOr(c->b, l.carry[0], away, "");
	jit_groups_end(c, &l, set, &missing);
	go_on_if_none(c, missing, in);
}

/* Goes on only if the lanes that execute `in` are all of its member mask, if it has one,
 * else all that live. Otherwise the interpreter takes over. */
void jit_need_all(struct fn *c, const struct inst *in) {
	const struct operand *member = member_operand(in);
	if (member && !is_one_mask(c, member)) {
		need_agreement(c, in, member);
		return;
	}
	if (c->em.full)
		return;
	val want = jit_live_lanes(c);
	if (member)
		want = LLVMBuildAnd(c->b, jit_source(c, member, 32, SCALAR), want, "");
	val away = LLVMBuildNot(c->b, jit_mask_bits(c, &c->em), "");
	go_on_if_none(c, LLVMBuildAnd(c->b, want, away, ""), in);
}
