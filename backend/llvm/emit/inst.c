/* inst.c - emits one instruction: its guard, then the part of the JIT that knows it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/verify.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/mem/mem.h"

/* Lanes execute it together with all of their member mask, so none may be missing. */
static bool is_collective(const struct inst *in) {
	if (!(row_info(in->row)->props & PROP_CONVERGENT))
		return false;
	switch (in->row) {
	case ROW_SHFL:
	case ROW_VOTE:
	case ROW_BALLOT:
	case ROW_ACTIVEMASK:
	case ROW_BAR_ARRIVE:
	case ROW_BARRIER_ARRIVE:
	case ROW_CLUSTER_ARRIVE:
	case ROW_SETMAXNREG: return false;
	default: return true;
	}
}

bool jit_is_nop(const struct fn *c, const struct inst *in) {
	u32 i = (u32)(in - c->f->inst);
	return c->df->inst_n[i] == 1 && c->df->code[c->df->inst_pc[i]].exec == exec_nop;
}

/* Checks for an instruction that only waits for the lanes of its warp. */
static bool brings_together(const struct inst *in) {
	return in->row == ROW_WGMMA_FENCE || in->row == ROW_WGMMA_COMMIT;
}

static void dispatch(struct fn *c, const struct inst *in) {
	if (row_info(in->row)->table == 0) {
		if (!c->facts.is_dead[in - c->f->inst] && !jit_alu_inst(c, in))
			jit_exec_lanes(c, in);
		return;
	}
	if (jit_is_nop(c, in))
		return;
	if (in->row == ROW_GRIDDEP) {
		jit_next_grid(c, in);
		return;
	}
	if (jit_can_wait(in)) {
		jit_wait(c, in);
		return;
	}
	if (is_collective(in))
		jit_need_all(c, in);
	if (brings_together(in))
		return;
	if (jit_mov(c, in) || jit_mem(c, in) || jit_atomic(c, in) || jit_warp(c, in) ||
	    jit_copy_async(c, in) || jit_fence(c, in))
		return;
	if (row_info(in->row)->props & (PROP_LOAD | PROP_STORE))
		explain_access(c, in, "interpreter",
		               "left to the interpreter's function");
	jit_exec_lanes(c, in);
}

bool jit_is_pure(const struct inst *in) {
	if (row_info(in->row)->table == 0)
		return true;
	switch (in->row) {
	case ROW_MOV_SYM:
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK:
	case ROW_CVTA:
	case ROW_CVTA_TO: return true;
	default: return false;
	}
}

/* Instructions that do nothing but set registers need no branch around them. */
static bool is_harmless(const struct inst *in) {
	return in->row == ROW_MOV_SREG || jit_is_pure(in);
}

static void guarded(struct fn *c, const struct inst *in, val cond) {
	bb yes = jit_block(c, "guarded"), no = jit_block(c, "on");
	struct reg_arm arm[2] = {{.end = LLVMGetInsertBlock(c->b)}};
	jit_if(c, cond, yes, no);
	jit_at(c, yes);
	u32 fork = jit_fork(c);
	dispatch(c, in);
	jit_fork_end(c, fork, &arm[1]);
	jit_goto(c, no);
	jit_at(c, no);
	jit_join(c, arm);
}

static void emit(struct fn *c, const struct inst *in) {
	c->in = in;
	debug_line(c, in);
	c->em = c->mask;
	c->is_guarded = false;
	if (in->guard == NO_REG) {
		dispatch(c, in);
		return;
	}
	if (jit_can_wait(in)) /* all that live go on after it, if they wait or not */
		jit_need_all(c, in);
	if (jit_is_scalar(c, in->guard)) {
		val p = jit_reg_scalar(c, in->guard);
		guarded(c, in, in->guard_negated ? LLVMBuildNot(c->b, p, "") : p);
		return;
	}
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		chunk[k] = jit_reg_chunk(c, in->guard, k);
		if (in->guard_negated)
			chunk[k] = LLVMBuildNot(c->b, chunk[k], "");
	}
	c->em = jit_mask_and(c, &c->mask, chunk);
	c->is_guarded = true;
	if (is_harmless(in))
		dispatch(c, in);
	else
		guarded(c, in, jit_any(c, &c->em));
	c->is_guarded = false;
}

void jit_inst(struct fn *c, const struct inst *in) {
	emit(c, in);
	jit_verify_inst(c, in);
}
