/* verify.c - code that reports what it does to the interpreter (SIMT_JIT_DEBUG=verify,
 * backend/machine/compiled_verify.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/verify.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/frame_sync.h"

void jit_verify_begin(struct fn *c, u32 pos, bool after) {
	val arg[2] = {c->w, jit_int(c, 32, 2 * pos + after)};
	if (c->opt.is_verified)
		jit_call(c, offsetof(struct services, begin), c->voidt, arg, 2);
}

void jit_verify_here(struct fn *c) {
	val arg[2] = {c->w, jit_int(c, 32, 2 * c->pos + 1)};
	if (c->opt.is_verified)
		jit_call(c, offsetof(struct services, here), c->voidt, arg, 2);
}

static void save_dest(void *ctx, u32 reg, enum reg_role role) {
	if (role != REG_READ)
		jit_save_reg(ctx, reg);
}

static void save_carry(struct fn *c, const struct inst *in) {
	val chunk[MAX_CHUNKS];
	if (!(row_info(in->row)->props & PROP_CC_OUT))
		return;
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = LLVMBuildLoad2(c->b, jit_vec(c, c->i1), c->regs.cc[k], "");
	LLVMBuildStore(c->b, jit_bits_of(c, chunk),
	               jit_gep(c, c->w, jit_int(c, 64, offsetof(struct warp, cc))));
}

void jit_verify_inst(struct fn *c, const struct inst *in) {
	u32 i = (u32)(in - c->f->inst);
	/* After a wait the check begins anew (after_wait in flow.c). */
	if (!c->opt.is_verified || jit_has_ended(c) || jit_can_wait(in))
		return;
	struct mask m = c->mask;
	if (jit_is_pure(in) && c->df->inst_n[i]) {
		val arg[4] = {c->w, jit_int(c, 32, c->df->inst_pc[i]),
		              jit_int(c, 32, c->df->inst_n[i]), jit_mask_bits(c, &m)};
		jit_call(c, offsetof(struct services, pure), c->voidt, arg, 4);
		return;
	}
	inst_each_reg(c->f, in, save_dest, c);
	save_carry(c, in);
	val arg[3] = {c->w, jit_int(c, 32, i), jit_mask_bits(c, &m)};
	jit_call(c, offsetof(struct services, seen), c->voidt, arg, 3);
}
