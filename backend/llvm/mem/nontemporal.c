/* nontemporal.c - stores that bypass the caches (non-temporal stores). To store to a line
 * that it does not have, a host reads it first. A warp writes whole lines, so that is in
 * vain, and where a launch stores more than its caches keep, so is having the lines
 * there. Bypassing them saves a third of memory's work of a kernel that reads two arrays
 * and writes one.
 *
 * It is done for stores of whole lines, of all lanes, once per thread (not in a loop), to
 * an address of the thread's own (mem_is_stream) that the function does not load from;
 * where there are barriers, only for stores after which it does not load at all. The code
 * checks when it runs how much the launch stores.
 *
 * Other workers see such stores in no order until a fence. A function that could tell
 * (atomics, fences, strong accesses, calls) has none of them; a worker ends with a fence
 * (jit_run). A barrier does not tell: the threads that wait at it are one worker's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"
#include "backend/machine/strong_access.h"

enum { LINE = 64 };

/* Checks for a barrier: it orders accesses of one cta or cluster, whose threads run on
 * one worker, which sees its own stores in order. */
static bool is_barrier(const struct inst *in) {
	enum { BARRIER = PROP_CONVERGENT | PROP_FENCE };
	return (row_info(in->row)->props & BARRIER) == BARRIER;
}

static bool can_tell(const struct inst *in) {
	return (row_info(in->row)->props & (PROP_FENCE | PROP_ATOMIC | PROP_CALL) &&
	        !is_barrier(in)) ||
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

static bool has_load(struct fn *c, u32 first, u32 end) {
	struct mem m;
	for (u32 i = first; i < end; i++) {
		const struct inst *in = &c->f->inst[i];
		if (row_info(in->row)->props & PROP_LOAD && !jit_is_param(c, in) &&
		    !(mem_describe(c, &m, in) && is_shared_space(m.space)))
			return true;
	}
	return false;
}

static u32 end_of(const struct fn *c, u32 block) {
	return c->f->block[block].first + c->f->block[block].ninst;
}

/* Checks for loads on the way from the store to the end. After a barrier they may read
 * what other threads of the cta have stored, which is in no cache then. */
static bool is_followed_by_load(struct fn *c, const struct mem *m) {
	struct bits seen = bits_new(c->a, c->f->nblock + 1);
	u32 *todo = arena_array_raw(c->a, u32, c->f->nblock + 1), n = 0;
	bool found = has_load(c, (u32)(m->in - c->f->inst), end_of(c, c->block));
	todo[n++] = c->block;
	while (n && !found) {
		const struct block *b = &c->f->block[todo[--n]];
		for (u32 i = 0; i < b->nsucc && !found; i++) {
			u32 to = b->succ[i];
			if (bits_has(seen, to))
				continue;
			bits_set(seen, to);
			todo[n++] = to;
			found = has_load(c, c->f->block[to].first, end_of(c, to));
		}
	}
	return found;
}

static bool may_be_nontemporal(struct fn *c, const struct mem *m, u32 nrow,
                               const struct mask *em) {
	return c->host->nontemporal_bytes && !m->is_load && em->full &&
	       !c->opt.is_quick && !c->opt.confined &&
	       WARP_LANES / nrow * m->bytes % LINE == 0 &&
	       !cfg_loop_depth(c->cfg, c->block) && c->opt.ntid[0] &&
	       mem_is_stream(c, m) && !is_loaded_from(c, &m->in->operand[m->ai]) &&
	       !function_can_tell(c) && !(c->facts.may_wait && is_followed_by_load(c, m));
}

/* i1: the launch stores that much, and the rows begin lines. */
static val is_worth_it(struct fn *c, const struct mem *m, const val *row, u32 nrow) {
	u64 cta = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2] * m->bytes;
	val n = jit_field(c, jit_once(c, ONCE_LAUNCH), offsetof(struct launch, ncta),
	                  c->i64, "");
	val many = LLVMBuildICmp(c->b, LLVMIntUGE, n,
	                         jit_int(c, 64, c->host->nontemporal_bytes / cta), "");
	val at = LLVMBuildPtrToInt(c->b, row[0], c->i64, "");
	for (u32 i = 1; i < nrow; i++)
		at = LLVMBuildOr(c->b, at, LLVMBuildPtrToInt(c->b, row[i], c->i64, ""),
		                 "");
	at = LLVMBuildAnd(c->b, at, jit_int(c, 64, LINE - 1), "");
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

bb mem_store_nontemporal(struct fn *c, struct mem *m, const val *row, u32 nrow,
                         const struct mask *em) {
	if (!may_be_nontemporal(c, m, nrow, em))
		return NULL;
	u32 lanes = WARP_LANES / nrow;
	bb past = jit_block(c, "past"), through = jit_block(c, "through"),
	   done = jit_block(c, "done");
	jit_if(c, is_worth_it(c, m, row, nrow), past, through);
	jit_at(c, past);
	for (u32 k = 0; k < c->nchunk; k++) {
		u32 lane = k * c->width;
		val at = jit_int(c, 64, (u64)(lane % lanes) * m->bytes);
		store_nontemporal(c, mem_side_by_side(c, m, k),
		                  jit_gep(c, row[lane / lanes], at));
	}
	jit_goto(c, done);
	jit_at(c, through);
	return done;
}
