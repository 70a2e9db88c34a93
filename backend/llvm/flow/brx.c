/* brx.c - branches through a table: one way for the whole warp, or lanes that part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/brx.h"
#include "backend/llvm/alu/builder.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/waiting_masks.h"

/* Emits the fault of an index outside of the table, which the interpreter raises. */
static void brx_fault(struct fn *c, const struct inst *in, bb fault, struct mask *who) {
	jit_at(c, fault);
	struct mask em = c->em;
	c->em = *who;
	if (in->operand[0].kind == OPR_REG)
		jit_save_reg(c, in->operand[0].index);
	u32 i = (u32)(in - c->f->inst);
	val arg[4] = {c->w, jit_int(c, 32, c->df->inst_pc[i]),
	              jit_int(c, 32, c->df->inst_n[i]), jit_mask_bits(c, who)};
	if (in->guard != NO_REG)
		jit_save_reg(c, in->guard);
	LLVMBuildRet(c->b, jit_call(c, offsetof(struct services, exec), c->i32, arg, 4));
	c->em = em;
}

static bool earlier_target(const struct targets *t, u32 i) {
	for (u32 j = 0; j < i; j++)
		if (t->index[j] == t->index[i])
			return true;
	return false;
}

val jit_brx_switch(struct fn *c, const struct inst *in, const struct targets *t) {
	val index = jit_source(c, &in->operand[0], 32, SCALAR);
	bb bad = jit_block(c, "badindex"), here = LLVMGetInsertBlock(c->b);
	struct mask all = {.full = true};
	brx_fault(c, in, bad, &all);
	jit_at(c, here);
	return LLVMBuildSwitch(c->b, index, bad, t->n);
}

void jit_brx_spread(struct fn *c, const struct inst *in, const struct targets *t,
                    struct mask *m) {
	val index[MAX_CHUNKS];
	struct mask to = {.full = false};
	struct mask bad = {.full = false};
	for (u32 k = 0; k < c->nchunk; k++) {
		index[k] = jit_source(c, &in->operand[0], 32, k);
		bad.chunk[k] = LLVMBuildICmp(c->b, LLVMIntUGE, index[k],
		                             jit_splat(c, jit_int(c, 32, t->n)), "");
		if (!m->full)
			bad.chunk[k] = LLVMBuildAnd(c->b, bad.chunk[k], m->chunk[k], "");
	}
	bb fault = jit_block(c, "badindex"), on = jit_block(c, "spread");
	jit_likely(c, jit_any(c, &bad), false, fault, on);
	brx_fault(c, in, fault, m);
	jit_at(c, on);
	for (u32 i = 0; i < t->n; i++) {
		if (earlier_target(t, i))
			continue;
		for (u32 k = 0; k < c->nchunk; k++) {
			to.chunk[k] = NULL;
			for (u32 j = i; j < t->n; j++) {
				if (t->index[j] != t->index[i])
					continue;
				val is = LLVMBuildICmp(c->b, LLVMIntEQ, index[k],
				                       jit_splat(c, jit_int(c, 32, j)),
				                       "");
				to.chunk[k] = to.chunk[k] ? LLVMBuildOr(c->b, to.chunk[k],
				                                        is, "")
				                          : is;
			}
			if (!m->full)
				to.chunk[k] = LLVMBuildAnd(c->b, to.chunk[k], m->chunk[k],
				                           "");
		}
		jit_waiting_add(c, t->index[i], &to);
	}
}
