/* wait.c - instructions at which a warp may have to wait. One that waits at a barrier for
 * all warps of its cta keeps what lives on in its frame, and comes back by a state of the
 * code. At others the interpreter's function says whether it waits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/wait.h"

#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/verify.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/function_split.h"
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/warps/idle_warps.h"
#include "backend/llvm/warps/warp_chaining.h"
#include "backend/llvm/warps/warp_coarsening.h"
#include "backend/machine/group.h"

bool jit_can_wait(const struct inst *in) {
	return decode_can_wait(in) && in->row != ROW_GRIDDEP;
}

static bool waits_for_all(const struct fn *c, const struct inst *in) {
	if (in->row != ROW_BAR_SYNC && in->row != ROW_BARRIER_SYNC)
		return false;
	const struct operand *id = &in->operand[0];
	if (id->kind != OPR_IMM || id->value != 0)
		return false;
	if (in->noperand < 2 || in->operand[1].kind == OPR_NONE)
		return true;
	u64 n = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2];
	return in->operand[1].kind == OPR_IMM && n && (u64)in->operand[1].value == n &&
	       n % WARP_LANES == 0;
}

static bool waits_lean(const struct fn *c) {
	return c->facts.is_kernel && !c->dm->func[c->f->index].has_calls;
}

static bool is_lean_barrier(const struct fn *c, const struct inst *in) {
	return waits_lean(c) && waits_for_all(c, in);
}

bool jit_is_bar_red(const struct inst *in) {
	return in->row == ROW_BAR_POPC || in->row == ROW_BAR_PRED ||
	       in->row == ROW_BARRIER_POPC || in->row == ROW_BARRIER_PRED;
}

/* The same for one that counts; the interpreter's instruction is alone, so that a warp
 * that waits can arrive there by it. */
static bool is_lean_red(const struct fn *c, const struct inst *in) {
	const struct operand *id = &in->operand[1];
	return jit_is_bar_red(in) && waits_lean(c) && !c->opt.is_verified &&
	       in->guard == NO_REG && id->kind == OPR_IMM && id->value == 0 &&
	       in->operand[2].kind == OPR_NONE && c->df->inst_n[in - c->f->inst] == 1;
}

bool jit_waits_for_all(const struct fn *c, const struct inst *in) {
	return waits_for_all(c, in) &&
	       (in->noperand < 2 || in->operand[1].kind == OPR_NONE);
}

bool jit_is_plain_barrier(const struct fn *c, const struct inst *in) {
	return is_lean_barrier(c, in) && jit_waits_for_all(c, in);
}

void jit_if_warp(struct fn *c, u32 warps, bb yes, bb no) {
	val id = jit_field(c, c->w, offsetof(struct warp, id), c->i32, "");
	val bit = LLVMBuildLShr(c->b, jit_int(c, 32, warps), id, "");
	jit_if(c, LLVMBuildTrunc(c->b, bit, c->i1, ""), yes, no);
}

/* Ends warps that would only wait for the others from here on. */
static void end_idle(struct fn *c, u32 ends) {
	bb over = jit_block(c, "idle"), on = jit_block(c, "busy");
	jit_if_warp(c, ends, over, on);
	jit_at(c, over);
	jit_warp_ends(c);
	jit_at(c, on);
}

/* Finds what warps have nothing to do after the barrier, and ends those that never have
 * again. */
static struct idle_after settle_idle(struct fn *c, const struct inst *in) {
	struct idle_after idle = {.ends = 0};
	if (in->guard == NO_REG)
		idle = jit_idle_after(c, in);
	if (idle.ends)
		end_idle(c, idle.ends);
	return idle;
}

/* Passes the barrier if all other warps sleep or have ended. */
static void pass_alone(struct fn *c, const struct inst *in) {
	bb on = jit_block(c, "alone"), wait = jit_block(c, "wait");
	jit_regs_end(c, true);
	jit_if(c, jit_warp_is_alone(c), on, wait);
	jit_at(c, on);
	jit_warp_passes(c);
	jit_goto(c, jit_after(c, (u32)(in - c->f->inst)));
	jit_at(c, wait);
}

static u32 new_state(struct fn *c, const struct inst *in) {
	u32 n = c->entries.nlean++;
	c->entries.lean[n].entry_pc = c->df->entry_pc[c->df->inst_entry[in - c->f->inst]];
	c->entries.lean[n].pos = c->pos;
	return COMPILED_STATE + n;
}

/* Emits the way in by a state: loads what has been saved. */
static void resume_at(struct fn *c, u32 state, const char *name,
                      struct coarsening *together) {
	bb resume = jit_block(c, name);
	LLVMAddCase(c->entries.switch_inst, jit_int(c, 32, state), resume);
	jit_at(c, resume);
	jit_regs_drop(c);
	chain_resume(c, state, resume);
	if (together)
		coarsen_try(together, state);
	jit_verify_begin(c, c->pos, true);
	jit_load(c, c->pos, true);
	jit_waiting_clear_all(c);
}

/* Computes what a warp that has slept would have computed meanwhile. Then it is after the
 * last barrier. */
static void wake(struct fn *c, const struct sleep *s) {
	const struct inst *in = c->in;
	struct explain *explain = c->explain;
	u32 pos = c->pos, last = (u32)(s->last - c->f->inst), block = c->block;
	c->explain = NULL; /* these are explained at their own places */
	for (u32 i = 0; i < s->ninst; i++) {
		c->pos = s->inst[i].pos;
		jit_inst(c, &c->f->inst[s->inst[i].index]);
	}
	c->pos = s->last_pos;
	jit_regs_end(c, true);
	jit_goto(c, jit_after(c, last));
	c->explain = explain;
	c->in = in;
	c->em = c->mask;
	c->is_guarded = false;
	c->pos = pos;
	c->block = block;
}

/* Lets warps sleep that have nothing to do for some barriers; all is saved. */
static void sleep_idle(struct fn *c, const struct inst *in, u32 base,
                       const struct idle_after *idle) {
	for (u32 k = 0; k < idle->nsleep; k++) {
		const struct sleep *s = &idle->sleep[k];
		u32 state = new_state(c, in);
		bb look = jit_block(c, "idle"), sleep = jit_block(c, "sleep"),
		   on = jit_block(c, "busy");
		jit_if_warp(c, s->warps, look, on);
		jit_at(c, look);
		jit_if(c, jit_warp_may_sleep(c), sleep, on);
		jit_at(c, sleep);
		jit_warp_sleeps(c, state, base, s->nbarrier);
		resume_at(c, state, "wake", NULL);
		wake(c, s);
		jit_at(c, on);
	}
}

/* ---- counts of the lanes that bring true ------------------------------------------- */

/* A cta's counts are taken in turns, so that a warp which comes to the next barrier does
 * not disturb those that have not read yet what this one has counted. Each barrier of a
 * kernel with counts takes one, as all warps wait for each other at all of them. */
static val turn_place(struct fn *c) {
	return jit_gep(c, c->w, jit_int(c, 64, WARP_OFFSET(red_turn)));
}

static val count_place(struct fn *c, val turn) {
	/* confine_holds has to see that it is one of them */
	val index = LLVMBuildAnd(c->b, turn, jit_int(c, 32, 3), "");
	val off = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, index, c->i64, ""),
	                       jit_int(c, 64, sizeof(u32)), "");
	val first = jit_gep(c, jit_once(c, ONCE_CTA), jit_int(c, 64, CTA_OFFSET(red)));
	return jit_gep(c, first, off);
}

static val next_turn(struct fn *c, val turn) {
	val last = LLVMBuildICmp(c->b, LLVMIntEQ, turn, jit_int(c, 32, BAR_TURNS - 1),
	                         "");
	return LLVMBuildSelect(c->b, last, jit_int(c, 32, 0),
	                       LLVMBuildAdd(c->b, turn, jit_int(c, 32, 1), ""), "");
}

static val count_lanes(struct fn *c, val bits) {
	return jit_intrinsic(c, "llvm.ctpop", &c->i32, 1, &bits, 1);
}

/* The warp arrives: all that have read what the barrier before the last one counted, so
 * that is the next one's. */
static void count_arrives(struct fn *c, const struct inst *in) {
	val turn = LLVMBuildLoad2(c->b, c->i32, turn_place(c), "");
	LLVMBuildStore(c->b, jit_int(c, 32, 0), count_place(c, next_turn(c, turn)));
	if (!jit_is_bar_red(in))
		return;
	val chunk[MAX_CHUNKS], here = jit_mask_bits(c, &c->em);
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_source(c, &in->operand[3], 1, k);
	val yes = count_lanes(c, LLVMBuildAnd(c->b, jit_bits_of(c, chunk), here, ""));
	val all = LLVMBuildShl(c->b, count_lanes(c, here), jit_int(c, 32, 16), "");
	val at = count_place(c, turn), n = LLVMBuildLoad2(c->b, c->i32, at, "");
	n = LLVMBuildAdd(c->b, n, LLVMBuildAdd(c->b, yes, all, ""), "");
	LLVMBuildStore(c->b, n, at);
}

static val count_result(struct fn *c, const struct inst *in, val n) {
	val yes = LLVMBuildAnd(c->b, n, jit_int(c, 32, 0xffff), "");
	switch (MOD_GET(in->mods, AOP)) {
	case MOD_AOP_POPC: return yes;
	case MOD_AOP_AND: {
		val all = LLVMBuildLShr(c->b, n, jit_int(c, 32, 16), "");
		return LLVMBuildICmp(c->b, LLVMIntEQ, yes, all, "");
	}
	default: return LLVMBuildICmp(c->b, LLVMIntNE, yes, jit_int(c, 32, 0), "");
	}
}

/* The warp goes on. */
static void count_is_over(struct fn *c, const struct inst *in) {
	c->mask = c->em = (struct mask){.full = true}; /* lanes that have ended, too */
	val turn = LLVMBuildLoad2(c->b, c->i32, turn_place(c), "");
	LLVMBuildStore(c->b, next_turn(c, turn), turn_place(c));
	if (!jit_is_bar_red(in) || in->operand[0].kind != OPR_REG)
		return;
	u32 reg = in->operand[0].index;
	val v = count_result(c, in,
	                     LLVMBuildLoad2(c->b, c->i32, count_place(c, turn), ""));
	if (c->reg[reg].class == REG_SCALAR) {
		jit_reg_set_scalar(c, reg, v);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		jit_reg_set_chunk(c, reg, k, jit_splat(c, v));
}

/* ---- waiting ----------------------------------------------------------------------- */

static void wait_counting(struct fn *c, const struct inst *in) {
	settle_idle(c, in);
	count_arrives(c, in);
	u32 state = new_state(c, in);
	jit_save(c, c->pos, true);
	if (jit_is_bar_red(in)) /* if the cta becomes general, it arrives once more */
		jit_save_sources(c, in);
	jit_verify_here(c);
	chain_wait(c, state);
	split_has_state(c, state - COMPILED_STATE);
	resume_at(c, state, "barrier", NULL);
	count_is_over(c, in);
}

static void wait_lean(struct fn *c, const struct inst *in) {
	struct idle_after idle = settle_idle(c, in);
	if (idle.alone)
		pass_alone(c, in);
	u32 state = new_state(c, in);
	jit_save(c, c->pos, true);
	jit_verify_here(c);
	if (idle.nsleep)
		sleep_idle(c, in, state, &idle);
	chain_wait(c, state);
	split_has_state(c, state - COMPILED_STATE);
	coarsen_segment_ends(c, in, state);
	resume_at(c, state, "barrier", coarsen_find_segment(c, in));
}

void jit_next_grid(struct fn *c, const struct inst *in) {
	if (MOD_GET(in->mods, GDC) == MOD_GDC_WAIT)
		return;
	val asks = jit_gep(c, jit_once(c, ONCE_CTA),
	                   jit_int(c, 64, offsetof(struct cta, asks)));
	LLVMBuildStore(c->b, jit_int(c, 8, 1), asks);
}

/* Saves all live registers in the frame. If the warp has to wait, it comes back by the
 * entry after the instruction. */
static void wait_general(struct fn *c, const struct inst *in) {
	u32 i = (u32)(in - c->f->inst);
	jit_save(c, c->pos, true);
	jit_save_sources(c, in);
	val arg[5] = {c->w, jit_int(c, 32, c->df->inst_pc[i]),
	              jit_int(c, 32, c->df->inst_n[i]), jit_mask_bits(c, &c->em),
	              jit_int(c, 32, 2 * c->pos + 1)};
	jit_return_unless_next(
		c, jit_call(c, offsetof(struct services, wait), c->i32, arg, 5));
	jit_load_results(c, in);
}

/* nanosleep takes between no time and twice what it says. A short one of a kernel that is
 * in no loop takes none: no lane waits by it for what another one does. */
static bool takes_no_time(const struct fn *c, const struct inst *in) {
	const struct operand *t = &in->operand[0];
	return in->row == ROW_NANOSLEEP && t->kind == OPR_IMM && (u32)t->value < NAP_NS &&
	       c->facts.is_kernel && c->cfg->loop_of[c->block] == NO_LOOP;
}

/* Checks for a nap, as loops take between two looks at memory, for a time that all lanes
 * name. */
static bool may_nap(const struct fn *c, const struct inst *in) {
	const struct operand *t = &in->operand[0];
	return in->row == ROW_NANOSLEEP && !c->opt.is_verified &&
	       (t->kind == OPR_IMM ? (u32)t->value < NAP_NS
	                           : t->kind == OPR_REG && jit_is_scalar(c, t->index));
}

static void nap(struct fn *c, const struct inst *in) {
	val arg[2] = {c->w, jit_source(c, &in->operand[0], 32, SCALAR)};
	val done = jit_call(c, offsetof(struct services, nap), c->i32, arg, 2);
	bb wait = jit_block(c, "wait"), on = jit_block(c, "slept");
	struct reg_arm arm[2] = {{.end = LLVMGetInsertBlock(c->b)}};
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, done, jit_int(c, 32, 0), ""), wait, on);
	jit_at(c, wait);
	u32 fork = jit_fork(c);
	wait_general(c, in);
	jit_fork_end(c, fork, &arm[1]);
	jit_goto(c, on);
	jit_at(c, on);
	jit_join(c, arm);
}

void jit_wait(struct fn *c, const struct inst *in) {
	jit_need_all(c, in);
	if (takes_no_time(c, in))
		return;
	if (may_nap(c, in)) {
		nap(c, in);
		return;
	}
	bool counts = c->facts.has_bar_red && !c->opt.is_verified;
	if (is_lean_red(c, in) || (counts && is_lean_barrier(c, in)))
		wait_counting(c, in);
	else if (is_lean_barrier(c, in))
		wait_lean(c, in);
	else
		wait_general(c, in);
}
