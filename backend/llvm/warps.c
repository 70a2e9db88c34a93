/* warps.c - one call of a kernel's code runs warp after warp of a cta.
 *
 * As long as the cta is lean (interp/lean.c), a warp that ends or waits at barrier 0 has nothing to tell
 * anybody, and the next one goes on at once with what is in registers already:
 *
 *     entry     what is equal for all warps: parameters, bounds, the cta
 *     prologue  of one warp; a switch over its state <---+
 *     ...                                                |
 *     ends: w->live = 0     waits: w->lean = state       |
 *     next: of the `more` warps behind, the first that lives; if there is none, return
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/fn.h"

#include <llvm-c/DebugInfo.h>

static val warp_field(struct fn *c, val w, size_t off) {
	return jit_gep(c, w, jit_int(c, 64, off));
}

void jit_warps(struct fn *c) {
	c->w = LLVMBuildPhi(c->b, c->ptr, "w");
	c->state = LLVMBuildPhi(c->b, c->i32, "state");
	c->more = LLVMBuildPhi(c->b, c->i32, "more");
	val phi[3] = {c->w, c->state, c->more};
	for (u32 i = 0; i < 3; i++) {
		val first = LLVMGetParam(c->fn, i);
		LLVMAddIncoming(phi[i], &first, &c->entry, 1);
	}
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

/* The warp is done with, for now: returns the block that goes on if it is not the last one and the cta is
 * still lean. */
static bb done(struct fn *c, val result) {
	bb back = jit_block(c, "return"), look = jit_block(c, "lean"), on = jit_block(c, "on");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, c->more, jit_int(c, 32, 0), ""), back, look);
	jit_at(c, look);
	val lean = LLVMBuildLoad2(c->b, c->i8, warp_field(c, jit_once(c, ONCE_CTA), offsetof(struct cta, lean)), "");
	jit_likely(c, LLVMBuildICmp(c->b, LLVMIntNE, lean, jit_int(c, 8, 0), ""), true, on, back);
	jit_at(c, back);
	LLVMBuildStore(c->b, c->w, warp_field(c, jit_once(c, ONCE_CTA), offsetof(struct cta, running)));
	LLVMBuildRet(c->b, result);
	return on;
}

/* Values hoisted out of a loop that is the whole function would live in all of it. */
static void keep_inside(struct fn *c, val br) {
	LLVMMetadataRef none = LLVMTemporaryMDNode(c->ctx, NULL, 0);
	LLVMMetadataRef name = LLVMMDStringInContext2(c->ctx, "llvm.licm.disable", 17);
	LLVMMetadataRef option = LLVMMDNodeInContext2(c->ctx, &name, 1);
	LLVMMetadataRef loop = LLVMMDNodeInContext2(c->ctx, (LLVMMetadataRef[]){none, option}, 2);
	LLVMMetadataReplaceAllUsesWith(none, loop); /* its first operand is itself */
	LLVMSetMetadata(br, LLVMGetMDKindIDInContext(c->ctx, "llvm.loop", 9), LLVMMetadataAsValue(c->ctx, loop));
}

static void next_warp(struct fn *c, bb next, bb *from, u32 nfrom) {
	jit_at(c, next);
	val w = LLVMBuildPhi(c->b, c->ptr, ""), more = LLVMBuildPhi(c->b, c->i32, "");
	for (u32 i = 0; i < nfrom; i++) {
		LLVMAddIncoming(w, &c->w, &from[i], 1);
		LLVMAddIncoming(more, &c->more, &from[i], 1);
	}
	bb none = jit_block(c, "all"), look = jit_block(c, "look"), go = jit_block(c, "go");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, more, jit_int(c, 32, 0), ""), none, look);
	jit_at(c, none);
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_ALL));
	jit_at(c, look);
	val w2 = warp_field(c, w, sizeof(struct warp));
	val more2 = LLVMBuildSub(c->b, more, jit_int(c, 32, 1), "");
	val live = LLVMBuildLoad2(c->b, c->i32, warp_field(c, w2, offsetof(struct warp, live)), "");
	LLVMAddIncoming(w, &w2, &look, 1);
	LLVMAddIncoming(more, &more2, &look, 1);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, live, jit_int(c, 32, 0), ""), go, next);
	jit_at(c, go);
	val state_at = warp_field(c, w2, offsetof(struct warp, lean));
	val state = LLVMBuildLoad2(c->b, c->i32, state_at, "");
	bb resume = jit_block(c, "resume"), run = jit_block(c, "run");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, state, jit_int(c, 32, 0), ""), resume, run);
	jit_at(c, resume);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), state_at);
	jit_goto(c, run);
	jit_at(c, run);
	LLVMAddIncoming(c->w, &w2, &run, 1);
	LLVMAddIncoming(c->state, &state, &run, 1);
	LLVMAddIncoming(c->more, &more2, &run, 1);
	keep_inside(c, LLVMBuildBr(c->b, c->prologue));
}

void jit_warps_end(struct fn *c) {
	bb from[2], next = jit_block(c, "next");
	u32 n = 0;
	if (c->warp_ends) {
		jit_at(c, c->warp_ends);
		jit_at(c, done(c, jit_int(c, 32, COMPILED_EXIT)));
		LLVMBuildStore(c->b, jit_int(c, 32, 0), warp_field(c, c->w, offsetof(struct warp, live)));
		from[n++] = LLVMGetInsertBlock(c->b);
		jit_goto(c, next);
	}
	if (c->warp_waits) {
		jit_at(c, c->warp_waits);
		jit_at(c, done(c, c->wait_phi));
		LLVMBuildStore(c->b, c->wait_phi, warp_field(c, c->w, offsetof(struct warp, lean)));
		from[n++] = LLVMGetInsertBlock(c->b);
		jit_goto(c, next);
	}
	if (n)
		next_warp(c, next, from, n);
	else
		LLVMDeleteBasicBlock(next);
}
