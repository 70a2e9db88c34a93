/* warp_chaining.c - from a barrier straight to the next warp, if that waits where this
 * one came from, as a binary translator chains blocks instead of returning to its
 * dispatcher.
 *
 * Between two barriers the warps of a cta do the same, one after the other. The way to
 * the next of them (warps.c: does it live, does it sleep, the switch over its state)
 * takes longer than many a step of a tree between them. So a warp that arrives tests the
 * next one first:
 *
 *         after barrier 1    <--------------------------------+
 *           ...                                               |  w + 1
 *         barrier 2: does w + 1 wait at barrier 1?  -- yes ---+
 *           | no
 *         next (warps.c)
 *
 * Barrier 1 is a guess: the last one before barrier 2, or before the end of the loop that
 * both are in. The values that the prologue computes of one warp are computed of the next
 * on the way back; so these and the warp itself have several definitions. They go through
 * memory, of which LLVM's first pass makes values.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/warp_chaining.h"

static bool may_chain(const struct fn *c) {
	return c->facts.is_kernel && !c->flow.split && !c->opt.is_quick && !c->is_part &&
	       !c->opt.confined && !c->opt.is_verified;
}

void chain_wait(struct fn *c, u32 state) {
	if (!may_chain(c)) {
		jit_warp_waits(c, jit_int(c, 32, state));
		return;
	}
	struct chain s = {.from = LLVMGetInsertBlock(c->b),
	                  .state = state,
	                  .block = c->block,
	                  .pos = c->pos};
	vec_push(c->a, &c->warps.chain, s);
}

void chain_resume(struct fn *c, u32 state, bb resume) {
	struct chain *s = c->warps.chain.n ? &c->warps.chain.at[c->warps.chain.n - 1]
	                                   : NULL;
	if (s && s->state == state)
		s->resume = resume;
}

/* ---- where the next warp is likely to wait ----------------------------------------- */

/* The last barrier of a loop before a position; else, as rounds follow each other, the
 * last one at all. */
static struct chain *last_of(struct fn *c, u32 loop, u32 pos) {
	struct chain *before = NULL, *last = NULL;
	for (u32 i = 0; i < c->warps.chain.n; i++) {
		struct chain *s = &c->warps.chain.at[i];
		if (loop != NO_LOOP && !cfg_loop_has(c->cfg, loop, s->block))
			continue;
		if (s->pos < pos && (!before || s->pos > before->pos))
			before = s;
		if (!last || s->pos > last->pos)
			last = s;
	}
	return before || loop == NO_LOOP ? before : last;
}

static struct chain *guess(struct fn *c, const struct chain *s) {
	u32 loop = c->cfg->loop_of[s->block];
	return last_of(c, loop, s->pos);
}

/* ---- the way there ----------------------------------------------------------------- */

static val field(struct fn *c, val w, size_t off) {
	return jit_gep(c, w, jit_int(c, 64, off));
}

static void start_again(struct fn *c, struct chain *to) {
	if (to->again)
		return;
	bb here = LLVMGetInsertBlock(c->b);
	to->again = jit_block(c, "again");
	jit_at(c, to->again);
	to->w = LLVMBuildPhi(c->b, c->ptr, "w");
	to->more = LLVMBuildPhi(c->b, c->i32, "more");
	jit_at(c, here);
}

static void try_next(struct fn *c, struct chain *s, struct chain *to) {
	bb look = jit_block(c, "lookatnext"), on = jit_block(c, "chain"),
	   other = jit_block(c, "notthere");
	val some = LLVMBuildICmp(c->b, LLVMIntNE, c->warps.more, jit_int(c, 32, 0), "");
	jit_if(c, LLVMBuildAnd(c->b, some, jit_is_lean(c), ""), look, other);
	jit_at(c, look);
	val w2 = field(c, c->w, sizeof(struct warp));
	val at = field(c, w2, WARP_OFFSET(state));
	val state = LLVMBuildLoad2(c->b, c->i32, at, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, state, jit_int(c, 32, to->state), ""),
	       on, other);
	jit_at(c, on);
	LLVMBuildStore(c->b, jit_int(c, 32, s->state),
	               field(c, c->w, WARP_OFFSET(state)));
	LLVMBuildStore(c->b, LLVMBuildAdd(c->b, c->warps.more, jit_int(c, 32, 1), ""),
	               c->warps.waited);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), at);
	val more = LLVMBuildSub(c->b, c->warps.more, jit_int(c, 32, 1), "");
	start_again(c, to);
	LLVMAddIncoming(to->w, &w2, &on, 1);
	LLVMAddIncoming(to->more, &more, &on, 1);
	jit_goto(c, to->again);
	jit_at(c, other);
}

/* If warps take turns, one may find others at its barrier that were there before it. */
void chain_waits_end(struct fn *c) {
	for (u32 i = 0; i < c->warps.chain.n; i++) {
		struct chain *s = &c->warps.chain.at[i];
		struct chain *to = c->warps.turn_block ? NULL : guess(c, s);
		jit_at(c, s->from);
		if (to && to->resume)
			try_next(c, s, to);
		jit_warp_waits(c, jit_int(c, 32, s->state));
	}
}

/* ---- several definitions ----------------------------------------------------------- */

struct use {
	val user;
	u32 operand;
	bb block; /* in which the value is wanted */
};

struct uses {
	struct arena *a;
	VEC(struct use) at;
};

/* Lists the uses of v outside of the prologue. */
static void list_uses(struct fn *c, val v, struct uses *u) {
	for (LLVMUseRef x = LLVMGetFirstUse(v); x; x = LLVMGetNextUse(x)) {
		val user = LLVMGetUser(x);
		bool phi = LLVMIsAPHINode(user) != NULL;
		for (u32 i = 0; i < (u32)LLVMGetNumOperands(user); i++) {
			bb b = phi ? LLVMGetIncomingBlock(user, i)
			           : LLVMGetInstructionParent(user);
			struct use use = {user, i, b};
			if (LLVMGetOperand(user, i) == v && b != c->entries.prologue)
				vec_push(u->a, &u->at, use);
		}
	}
}

static void at_start(struct fn *c, bb b) {
	val in = LLVMGetFirstInstruction(b);
	while (LLVMIsAPHINode(in))
		in = LLVMGetNextInstruction(in);
	LLVMPositionBuilderBefore(c->b, in);
}

static void through_memory(struct fn *c, val v) {
	struct uses u = {.a = c->a};
	struct map load = MAP_INIT(c->a);
	list_uses(c, v, &u);
	if (!u.at.n)
		return;
	typ t = LLVMTypeOf(v);
	LLVMPositionBuilderBefore(c->b, c->entries.entry_br);
	val slot = LLVMBuildAlloca(c->b, t, "");
	LLVMPositionBuilderBefore(c->b, c->entries.switch_inst);
	LLVMBuildStore(c->b, v, slot);
	for (u32 i = 0; i < u.at.n; i++) {
		struct use *x = &u.at.at[i];
		val in = map_get_ptr(&load, x->block);
		if (!in) {
			at_start(c, x->block);
			in = LLVMBuildLoad2(c->b, t, slot, "");
			map_put_ptr(&load, x->block, in);
		}
		LLVMSetOperand(x->user, x->operand, in);
	}
}

/* ---- the prologue of the next warp ------------------------------------------------- */

static void copy_prologue(struct fn *c, struct chain *to) {
	struct map copy = MAP_INIT(c->a);
	map_put_ptr(&copy, c->w, to->w);
	map_put_ptr(&copy, c->warps.more, to->more);
	map_put_ptr(&copy, c->state, jit_int(c, 32, to->state));
	jit_at(c, to->again);
	for (val in = LLVMGetFirstInstruction(c->entries.prologue);
	     in != c->entries.switch_inst; in = LLVMGetNextInstruction(in)) {
		if (LLVMIsAPHINode(in))
			continue;
		val x = LLVMInstructionClone(in);
		for (u32 i = 0; i < (u32)LLVMGetNumOperands(x); i++) {
			val of = map_get_ptr(&copy, LLVMGetOperand(x, i));
			if (of)
				LLVMSetOperand(x, i, of);
		}
		LLVMInsertIntoBuilder(c->b, x);
		map_put_ptr(&copy, in, x);
	}
	jit_goto(c, to->resume);
}

void chain_finish(struct fn *c) {
	struct uses of = {.a = c->a};
	bool any = false;
	for (u32 i = 0; i < c->warps.chain.n; i++)
		any |= c->warps.chain.at[i].again != NULL;
	if (!any)
		return;
	for (val in = LLVMGetFirstInstruction(c->entries.prologue);
	     in != c->entries.switch_inst; in = LLVMGetNextInstruction(in)) {
		struct use use = {.user = in};
		vec_push(c->a, &of.at, use);
	}
	for (u32 i = 0; i < of.at.n; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(of.at.at[i].user)) != LLVMVoidTypeKind)
			through_memory(c, of.at.at[i].user);
	for (u32 i = 0; i < c->warps.chain.n; i++)
		if (c->warps.chain.at[i].again)
			copy_prologue(c, &c->warps.chain.at[i]);
}
