/* warps.c - one call of a kernel's code runs warp after warp of a cta.
 *
 * As long as the cta is lean (interp/lean.c), a warp that ends or waits at barrier 0 has
 * nothing to tell anybody, and the next one goes on at once with what is in registers
 * already:
 *
 *     entry     what is equal for all warps: parameters, bounds, the cta
 *     prologue  of one warp; a switch over its state <---+
 *     ...                                                |
 *     ends: w->live = 0     waits: w->lean = state       |
 *     next: of the `more` warps behind, the first that lives; if there is none, return
 *           or, if the last one waits, the barrier is complete: the next round, from the
 *           first warp on
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/fn.h"

static val warp_field(struct fn *c, val w, size_t off) {
	return jit_gep(c, w, jit_int(c, 64, off));
}

static void given(struct fn *c) {
	val more = LLVMGetParam(c->fn, 2);
	jit_entry(c);
	c->more_warps = LLVMBuildAnd(c->b, more, jit_int(c, 32, COMPILED_ROUND - 1), "");
	/* in memory, as pend.c has it: hardly ever looked at, and alive everywhere */
	c->rounds = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i32, 1), "rounds");
	LLVMSetAlignment(c->rounds, 4);
	LLVMBuildStore(c->b,
	               LLVMBuildUDiv(c->b, more, jit_int(c, 32, COMPILED_ROUND), ""),
	               c->rounds);
	LLVMPositionBuilderAtEnd(c->b, c->prologue);
}

void jit_warps(struct fn *c) {
	c->w = LLVMBuildPhi(c->b, c->ptr, "w");
	c->state = LLVMBuildPhi(c->b, c->i32, "state");
	c->more = LLVMBuildPhi(c->b, c->i32, "more");
	given(c);
	val phi[3] = {c->w, c->state, c->more},
	    first[3] = {LLVMGetParam(c->fn, 0), LLVMGetParam(c->fn, 1), c->more_warps};
	for (u32 i = 0; i < 3; i++)
		LLVMAddIncoming(phi[i], &first[i], &c->entry, 1);
}

void jit_new_for_warp(struct fn *c, val slot, val first) {
	bb here = jit_prologue(c);
	if (c->is_kernel || !LLVMIsUndef(first))
		LLVMBuildStore(c->b, first, slot);
	jit_prologue_end(c, here);
}

void jit_warp_ends(struct fn *c) {
	if (!c->is_kernel) {
		LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_EXIT));
		return;
	}
	if (!c->warp_ends)
		c->warp_ends = jit_block(c, "ends");
	jit_goto(c, c->warp_ends);
}

void jit_warp_waits(struct fn *c, u32 state) {
	bb here = LLVMGetInsertBlock(c->b);
	if (!c->warp_waits) {
		c->warp_waits = jit_block(c, "waits");
		jit_at(c, c->warp_waits);
		c->wait_phi = LLVMBuildPhi(c->b, c->i32, "at");
		jit_at(c, here);
	}
	val v = jit_int(c, 32, state);
	LLVMAddIncoming(c->wait_phi, &v, &here, 1);
	jit_goto(c, c->warp_waits);
}

static val cta_field(struct fn *c, size_t off) {
	return warp_field(c, jit_once(c, ONCE_CTA), off);
}

/* The call ends here. */
static void go_back(struct fn *c, bb back, val result) {
	jit_at(c, back);
	LLVMBuildStore(c->b, c->w, cta_field(c, offsetof(struct cta, running)));
	LLVMBuildRet(c->b, result);
}

/* Goes on if the cta is still lean. */
static void need_lean(struct fn *c, bb back) {
	bb on = jit_block(c, "on");
	val lean = LLVMBuildLoad2(c->b, c->i8, cta_field(c, offsetof(struct cta, lean)),
	                          "");
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntNE, lean, jit_int(c, 8, 0), ""), true,
	           on, back);
	jit_at(c, on);
}

static val is_last(struct fn *c) {
	return LLVMBuildICmp(c->b, LLVMIntEQ, c->more, jit_int(c, 32, 0), "");
}

/* Returns the block that goes on if this is not the last warp and the cta is still
 * lean. */
static bb ended(struct fn *c) {
	bb back = jit_block(c, "return"), look = jit_block(c, "lean");
	jit_at(c, c->warp_ends);
	jit_if(c, is_last(c), back, look);
	jit_at(c, look);
	need_lean(c, back);
	bb here = LLVMGetInsertBlock(c->b);
	go_back(c, back, jit_int(c, 32, COMPILED_EXIT));
	jit_at(c, here);
	LLVMBuildStore(c->b, jit_int(c, 32, 0),
	               warp_field(c, c->w, offsetof(struct warp, live)));
	return here;
}

/* The same for one that waits; *again starts the next round. */
static bb waiting(struct fn *c, bb *again) {
	bb back = jit_block(c, "return"), on = jit_block(c, "other"),
	   last = jit_block(c, "last");
	*again = jit_block(c, "round");
	jit_at(c, c->warp_waits);
	LLVMBuildStore(c->b, c->wait_phi,
	               warp_field(c, c->w, offsetof(struct warp, lean)));
	need_lean(c, back);
	jit_if(c, is_last(c), last, on);
	jit_at(c, last);
	val left = LLVMBuildLoad2(c->b, c->i32, c->rounds, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, left, jit_int(c, 32, 0), ""), back,
	       *again);
	go_back(c, back, c->wait_phi);
	jit_at(c, *again);
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, left, jit_int(c, 32, 1), ""), c->rounds);
	jit_at(c, on);
	return on;
}

/* No pass may see a loop here: what is hoisted out of one that is the whole function
 * lives in all of it, and there is a lot. A loop that can be entered in two places is
 * none to LLVM; nobody asks for so many warps. */
static void hide_loop(struct fn *c, bb next, val w, val more) {
	LLVMPositionBuilderBefore(c->b, c->entry_br);
	val never = LLVMBuildICmp(c->b, LLVMIntEQ, LLVMGetParam(c->fn, 2),
	                          jit_int(c, 32, UINT32_MAX), "");
	LLVMInstructionEraseFromParent(c->entry_br);
	LLVMPositionBuilderAtEnd(c->b, c->entry);
	jit_likely(c, never, false, next, c->prologue);
	c->entry_br = LLVMGetBasicBlockTerminator(c->entry);
	val first[2] = {LLVMGetParam(c->fn, 0), c->more_warps};
	LLVMAddIncoming(w, &first[0], &c->entry, 1);
	LLVMAddIncoming(more, &first[1], &c->entry, 1);
}

/* The first warp of the call comes next, and all behind it. */
static void first_warp(struct fn *c, bb next, bb again, val w, val more) {
	jit_at(c, again);
	val before = LLVMGetParam(c->fn, 0);
	before = warp_field(c, before, -sizeof(struct warp));
	val all = LLVMBuildAdd(c->b, c->more_warps, jit_int(c, 32, 1), "");
	LLVMAddIncoming(w, &before, &again, 1);
	LLVMAddIncoming(more, &all, &again, 1);
	jit_goto(c, next);
}

static void next_warp(struct fn *c, bb next, bb *from, u32 nfrom, bb again) {
	jit_at(c, next);
	val w = LLVMBuildPhi(c->b, c->ptr, ""), more = LLVMBuildPhi(c->b, c->i32, "");
	if (again)
		first_warp(c, next, again, w, more);
	jit_at(c, next);
	for (u32 i = 0; i < nfrom; i++) {
		LLVMAddIncoming(w, &c->w, &from[i], 1);
		LLVMAddIncoming(more, &c->more, &from[i], 1);
	}
	bb none = jit_block(c, "all"), look = jit_block(c, "look"),
	   go = jit_block(c, "go");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, more, jit_int(c, 32, 0), ""), none,
	       look);
	/* w has ended long ago, and none lives behind it: services may have named one in
	 * front */
	jit_at(c, none);
	LLVMBuildStore(c->b, w, cta_field(c, offsetof(struct cta, running)));
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_ALL));
	jit_at(c, look);
	val w2 = warp_field(c, w, sizeof(struct warp));
	val more2 = LLVMBuildSub(c->b, more, jit_int(c, 32, 1), "");
	val live = LLVMBuildLoad2(c->b, c->i32,
	                          warp_field(c, w2, offsetof(struct warp, live)), "");
	LLVMAddIncoming(w, &w2, &look, 1);
	LLVMAddIncoming(more, &more2, &look, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, live, jit_int(c, 32, 0), ""), go, next);
	jit_at(c, go);
	val state_at = warp_field(c, w2, offsetof(struct warp, lean));
	val state = LLVMBuildLoad2(c->b, c->i32, state_at, "");
	bb resume = jit_block(c, "resume"), run = jit_block(c, "run");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, state, jit_int(c, 32, 0), ""), resume,
	       run);
	jit_at(c, resume);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), state_at);
	jit_goto(c, run);
	jit_at(c, run);
	LLVMAddIncoming(c->w, &w2, &run, 1);
	LLVMAddIncoming(c->state, &state, &run, 1);
	LLVMAddIncoming(c->more, &more2, &run, 1);
	jit_goto(c, c->prologue);
	hide_loop(c, next, w, more);
}

void jit_warps_end(struct fn *c) {
	bb from[2], next = jit_block(c, "next"), again = NULL;
	u32 n = 0;
	if (c->warp_ends) {
		from[n++] = ended(c);
		jit_goto(c, next);
	}
	if (c->warp_waits) {
		from[n++] = waiting(c, &again);
		jit_goto(c, next);
	}
	if (n)
		next_warp(c, next, from, n, again);
	else
		LLVMDeleteBasicBlock(next);
}
