/* waiting_masks.c - masks of lanes that wait for a block (fn.h).
 *
 * As values, they cost an instruction or none; but one that lives long goes through every
 * block on its way, as a phi at least, and where many do LLVM takes minutes. Those are
 * kept in memory, 32 bits each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/waiting_masks.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/flow/function_split.h"

void jit_waiting_new(struct fn *c, u32 block, bool in_memory) {
	if (c->flow.split) {
		c->flow.waiting_mask[block].place = split_place(c);
		return;
	}
	bb here = jit_entry(c);
	/* of another type than what is stored there, or it would become a value again */
	if (in_memory) {
		c->flow.waiting_mask[block].bits = LLVMBuildAlloca(
			c->b, LLVMArrayType2(c->i32, 1), "waiting");
		LLVMSetAlignment(c->flow.waiting_mask[block].bits, 4);
	}
	for (u32 k = 0; k < c->nchunk && !in_memory; k++)
		c->flow.waiting_mask[block].chunk[k] = LLVMBuildAlloca(
			c->b, jit_vec(c, c->i1), "pend");
	jit_prologue_end(c, here);
	for (u32 k = 0; k < c->nchunk && !in_memory; k++)
		jit_new_for_warp(c, c->flow.waiting_mask[block].chunk[k],
		                 LLVMGetUndef(jit_vec(c, c->i1)));
}

bool jit_waiting_exists(const struct fn *c, u32 block) {
	const struct waiting_mask *p = &c->flow.waiting_mask[block];
	return p->bits || p->place || p->chunk[0];
}

/* The address of all 32 bits, or NULL. */
static val bits_at(struct fn *c, u32 block) {
	const struct waiting_mask *p = &c->flow.waiting_mask[block];
	return p->place ? split_waiting_mask(c, p->place) : p->bits;
}

static bool has_bits(const struct fn *c, u32 block) {
	return c->flow.waiting_mask[block].place || c->flow.waiting_mask[block].bits;
}

static val load_chunk(struct fn *c, u32 block, u32 k) {
	return LLVMBuildLoad2(c->b, jit_vec(c, c->i1),
	                      c->flow.waiting_mask[block].chunk[k], "");
}

static val load_bits(struct fn *c, u32 block) {
	return LLVMBuildLoad2(c->b, c->i32, bits_at(c, block), "");
}

struct mask jit_waiting_lanes(struct fn *c, u32 block) {
	struct mask m = {.full = false};
	if (has_bits(c, block)) {
		m.bits = load_bits(c, block);
		jit_chunks_of(c, m.bits, m.chunk);
	}
	for (u32 k = 0; k < c->nchunk && !has_bits(c, block); k++)
		m.chunk[k] = load_chunk(c, block, k);
	return m;
}

val jit_waiting_bits(struct fn *c, u32 block) {
	struct mask m;
	if (has_bits(c, block))
		return load_bits(c, block);
	m = jit_waiting_lanes(c, block);
	return jit_mask_bits(c, &m);
}

val jit_waiting_any(struct fn *c, u32 block) {
	struct mask m;
	if (has_bits(c, block))
		return LLVMBuildICmp(c->b, LLVMIntNE, load_bits(c, block),
		                     jit_int(c, 32, 0), "");
	m = jit_waiting_lanes(c, block);
	return jit_any(c, &m);
}

void jit_waiting_set(struct fn *c, u32 block, struct mask *m) {
	if (has_bits(c, block))
		LLVMBuildStore(c->b, m ? jit_mask_bits(c, m) : jit_int(c, 32, 0),
		               bits_at(c, block));
	for (u32 k = 0; k < c->nchunk && !has_bits(c, block); k++)
		LLVMBuildStore(c->b, m ? m->chunk[k] : LLVMConstNull(jit_vec(c, c->i1)),
		               c->flow.waiting_mask[block].chunk[k]);
}

void jit_waiting_add(struct fn *c, u32 block, struct mask *m) {
	if (has_bits(c, block)) {
		val both = LLVMBuildOr(c->b, load_bits(c, block), jit_mask_bits(c, m),
		                       "");
		LLVMBuildStore(c->b, both, bits_at(c, block));
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val both = LLVMBuildOr(c->b, load_chunk(c, block, k), m->chunk[k], "");
		LLVMBuildStore(c->b, both, c->flow.waiting_mask[block].chunk[k]);
	}
}

void jit_waiting_clear_all(struct fn *c) {
	for (u32 i = 0; c->is_part && i < c->flow.nwaiting; i++)
		jit_waiting_set(c, c->flow.waiting[i], NULL);
}
