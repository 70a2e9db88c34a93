/* nontemporal.c - stores that bypass the caches (non-temporal stores). To store to a line
 * that it does not have, a host reads it first. A warp writes whole lines, so that is in
 * vain, and where a launch stores more than its caches keep, so is having the lines
 * there. Bypassing them saves a third of memory's work of a kernel that reads two arrays
 * and writes one.
 *
 * It is done for stores of whole lines, of all lanes, once per thread (not in a loop), to
 * an address of the thread's own (mem_is_stream) that the function does not load from.
 * The code checks when it runs how much the launch stores.
 *
 * Other workers see such stores in no order until a fence. A function that could tell
 * (atomics, fences, strong accesses, calls) has none of them; a worker ends with a fence
 * (jit_run).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"
#include "backend/machine/strong_access.h"

enum { LINE = 64 };

static bool can_tell(const struct inst *in) {
	return row_info(in->row)->props & (PROP_FENCE | PROP_ATOMIC | PROP_CALL) ||
	       (row_info(in->row)->props & (PROP_LOAD | PROP_STORE) &&
	        is_strong(in->mods));
}

static bool function_can_tell(struct fn *c) {
	if (c->facts.tells_order)
		return c->facts.tells_order == TELLS_ORDER;
	c->facts.tells_order = TELLS_NO_ORDER;
	for (u32 i = 0; i < c->f->ninst; i++)
		if (can_tell(&c->f->inst[i]))
			c->facts.tells_order = TELLS_ORDER;
	return c->facts.tells_order == TELLS_ORDER;
}

static bool is_loaded_from(const struct fn *c, const struct operand *address) {
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		if (in->row == ROW_LD && in->operand[1].kind == OPR_ADDR_REG &&
		    in->operand[1].index == address->index)
			return true;
	}
	return false;
}

static bool may_be_nontemporal(struct fn *c, const struct mem *m, const struct mask *em) {
	return c->host->nontemporal_bytes && !m->is_load && em->full &&
	       !c->opt.is_quick && !c->opt.confined &&
	       WARP_LANES * m->bytes % LINE == 0 && !cfg_loop_depth(c->cfg, c->block) &&
	       c->opt.ntid[0] && mem_is_stream(c, m) &&
	       !is_loaded_from(c, &m->in->operand[m->ai]) && !function_can_tell(c);
}

/* i1: the launch stores that much, and the place begins a line. */
static val is_worth_it(struct fn *c, const struct mem *m, val p) {
	u64 cta = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2] * m->bytes;
	val n = jit_field(c, jit_once(c, ONCE_LAUNCH), offsetof(struct launch, ncta),
	                  c->i64, "");
	val many = LLVMBuildICmp(c->b, LLVMIntUGE, n,
	                         jit_int(c, 64, c->host->nontemporal_bytes / cta), "");
	val at = LLVMBuildAnd(c->b, LLVMBuildPtrToInt(c->b, p, c->i64, ""),
	                      jit_int(c, 64, LINE - 1), "");
	return LLVMBuildAnd(c->b, many,
	                    LLVMBuildICmp(c->b, LLVMIntEQ, at, jit_int(c, 64, 0), ""),
	                    "");
}

static void store_nontemporal(struct fn *c, val v, val p) {
	LLVMMetadataRef one = LLVMValueAsMetadata(jit_int(c, 32, 1));
	u32 kind = LLVMGetMDKindIDInContext(c->ctx, "nontemporal", 11);
	val st = LLVMBuildStore(c->b, v, p);
	LLVMSetAlignment(st, 32);
	LLVMSetMetadata(
		st, kind,
		LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, &one, 1)));
}

bb mem_store_nontemporal(struct fn *c, struct mem *m, val p, const struct mask *em) {
	if (!may_be_nontemporal(c, m, em))
		return NULL;
	bb past = jit_block(c, "past"), through = jit_block(c, "through"),
	   done = jit_block(c, "done");
	jit_if(c, is_worth_it(c, m, p), past, through);
	jit_at(c, past);
	for (u32 k = 0; k < c->nchunk; k++)
		store_nontemporal(
			c, mem_side_by_side(c, m, k),
			jit_gep(c, p, jit_int(c, 64, (u64)k * c->width * m->bytes)));
	jit_goto(c, done);
	jit_at(c, through);
	return done;
}
