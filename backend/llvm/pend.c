/* pend.c - masks of lanes that wait for a block (fn.h).
 *
 * As values, they cost an instruction or none; but one that lives long goes through every
 * block on its way, as a phi at least, and where many do LLVM takes minutes. Those are
 * kept in memory, 32 bits each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/fn.h"

void jit_pend_new(struct fn *c, u32 block, bool in_memory) {
	bb here = jit_entry(c);
	/* of another type than what is stored there, or it would become a value again */
	if (in_memory) {
		c->pend[block].bits = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i32, 1),
		                                      "waiting");
		LLVMSetAlignment(c->pend[block].bits, 4);
	}
	for (u32 k = 0; k < c->nchunk && !in_memory; k++)
		c->pend[block].chunk[k] = LLVMBuildAlloca(c->b, jit_vec(c, c->i1),
		                                          "pend");
	jit_prologue_end(c, here);
	for (u32 k = 0; k < c->nchunk && !in_memory; k++)
		jit_new_for_warp(c, c->pend[block].chunk[k],
		                 LLVMGetUndef(jit_vec(c, c->i1)));
}

bool jit_pend_exists(const struct fn *c, u32 block) {
	return c->pend[block].bits || c->pend[block].chunk[0];
}

static val load_chunk(struct fn *c, u32 block, u32 k) {
	return LLVMBuildLoad2(c->b, jit_vec(c, c->i1), c->pend[block].chunk[k], "");
}

static val load_bits(struct fn *c, u32 block) {
	return LLVMBuildLoad2(c->b, c->i32, c->pend[block].bits, "");
}

struct mask jit_pend(struct fn *c, u32 block) {
	struct mask m = {.full = false};
	if (c->pend[block].bits)
		jit_chunks_of(c, load_bits(c, block), m.chunk);
	for (u32 k = 0; k < c->nchunk && !c->pend[block].bits; k++)
		m.chunk[k] = load_chunk(c, block, k);
	return m;
}

val jit_pend_bits(struct fn *c, u32 block) {
	struct mask m;
	if (c->pend[block].bits)
		return load_bits(c, block);
	m = jit_pend(c, block);
	return jit_bits_of(c, m.chunk);
}

val jit_pend_any(struct fn *c, u32 block) {
	struct mask m;
	if (c->pend[block].bits)
		return LLVMBuildICmp(c->b, LLVMIntNE, load_bits(c, block),
		                     jit_int(c, 32, 0), "");
	m = jit_pend(c, block);
	return jit_any(c, &m);
}

void jit_pend_set(struct fn *c, u32 block, val *chunk) {
	if (c->pend[block].bits)
		LLVMBuildStore(c->b, chunk ? jit_bits_of(c, chunk) : jit_int(c, 32, 0),
		               c->pend[block].bits);
	for (u32 k = 0; k < c->nchunk && !c->pend[block].bits; k++)
		LLVMBuildStore(c->b, chunk ? chunk[k] : LLVMConstNull(jit_vec(c, c->i1)),
		               c->pend[block].chunk[k]);
}

void jit_pend_add(struct fn *c, u32 block, val *chunk) {
	if (c->pend[block].bits) {
		val both = LLVMBuildOr(c->b, load_bits(c, block), jit_bits_of(c, chunk),
		                       "");
		LLVMBuildStore(c->b, both, c->pend[block].bits);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val both = LLVMBuildOr(c->b, load_chunk(c, block, k), chunk[k], "");
		LLVMBuildStore(c->b, both, c->pend[block].chunk[k]);
	}
}

void jit_nobody_waits(struct fn *c) {
	for (u32 i = 0; c->is_part && i < c->nwaiting; i++)
		jit_pend_set(c, c->waiting[i], NULL);
}
