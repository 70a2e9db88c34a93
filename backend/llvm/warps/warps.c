/* warps.c - one call of a kernel's code runs warp after warp of a cta.
 *
 * As long as the cta is lean (machine/compiled_cta.c), a warp that ends or waits at
 * barrier 0 has nothing to tell the scheduler, and the next one goes on at once with what
 * is in registers already:
 *
 *     entry     what is equal for all warps: parameters, bounds, the cta
 *     prologue  of one warp; a switch over its state <---+
 *     ...                                                |
 *     ends: w->live = 0     waits: w->state = state      |
 *     next: of the `more` warps after it, the first that lives; if there is none, return
 *           or, if some wait, the barrier is complete: the next round, from the first warp
 *           to the last that has waited
 *
 * In long loops over global memory warps take turns, so that what one has brought into
 * the caches is still there for the others: a warp whose turn is over keeps `state` and
 * COMPILED_TURN in w->state. As long as there are such, a round runs them alone. None is
 * left when the call comes back, unless a warp needs the scheduler (compiled_cta.c).
 *
 * Warps that have nothing to do for some barriers (idle_warps.c) sleep: they have
 * COMPILED_SLEEP there, and w->wakes says in which round they go on. Rounds are numbered
 * by how many are left to the call.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/function_split.h"
#include "backend/llvm/warps/warp_chaining.h"

static val warp_field(struct fn *c, val w, size_t off) {
	return jit_gep(c, w, jit_int(c, 64, off));
}

static void given(struct fn *c) {
	val more = LLVMGetParam(c->fn, 2);
	jit_entry(c);
	c->warps.more_warps = LLVMBuildAnd(c->b, more, jit_int(c, 32, COMPILED_ROUND - 1),
	                                   "");
	/* in memory, as in waiting_masks.c: hardly ever read, and alive everywhere */
	c->warps.rounds = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i32, 1), "rounds");
	LLVMSetAlignment(c->warps.rounds, 4);
	LLVMBuildStore(c->b,
	               LLVMBuildUDiv(c->b, more, jit_int(c, 32, COMPILED_ROUND), ""),
	               c->warps.rounds);
	c->warps.range = LLVMBuildAlloca(c->b, c->i32, "range");
	c->warps.waited = LLVMBuildAlloca(c->b, c->i32, "waited");
	LLVMBuildStore(c->b, c->warps.more_warps, c->warps.range);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), c->warps.waited);
	c->warps.turns = LLVMBuildAlloca(c->b, c->i32, "turns");
	c->warps.turned = LLVMBuildAlloca(c->b, c->i1, "turned");
	c->warps.in_turns = LLVMBuildAlloca(c->b, c->i1, "in turns");
	LLVMBuildStore(c->b, jit_int(c, 32, MAX_TURNS), c->warps.turns);
	LLVMBuildStore(c->b, jit_int(c, 1, 0), c->warps.turned);
	LLVMBuildStore(c->b, jit_int(c, 1, 0), c->warps.in_turns);
	LLVMPositionBuilderAtEnd(c->b, c->entries.prologue);
}

void jit_warps(struct fn *c) {
	c->w = LLVMBuildPhi(c->b, c->ptr, "w");
	c->state = LLVMBuildPhi(c->b, c->i32, "state");
	c->warps.more = LLVMBuildPhi(c->b, c->i32, "more");
	given(c);
	val phi[3] = {c->w, c->state, c->warps.more},
	    first[3] = {LLVMGetParam(c->fn, 0), LLVMGetParam(c->fn, 1),
	                c->warps.more_warps};
	for (u32 i = 0; i < 3; i++)
		LLVMAddIncoming(phi[i], &first[i], &c->entries.entry, 1);
}

void jit_new_for_warp(struct fn *c, val slot, val first) {
	bb here = jit_prologue(c);
	if (c->facts.is_kernel || !LLVMIsUndef(first))
		LLVMBuildStore(c->b, first, slot);
	jit_prologue_end(c, here);
}

void jit_warp_ends(struct fn *c) {
	if (!c->facts.is_kernel || split_in_piece(c)) {
		LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_EXIT));
		return;
	}
	if (!c->warps.end_block)
		c->warps.end_block = jit_block(c, "ends");
	jit_goto(c, c->warps.end_block);
}

void jit_warp_waits(struct fn *c, val state) {
	bb here = LLVMGetInsertBlock(c->b);
	if (split_in_piece(c)) {
		LLVMBuildRet(c->b, state);
		return;
	}
	if (!c->warps.wait_block) {
		c->warps.wait_block = jit_block(c, "waits");
		jit_at(c, c->warps.wait_block);
		c->warps.wait_phi = LLVMBuildPhi(c->b, c->i32, "at");
		jit_at(c, here);
	}
	LLVMAddIncoming(c->warps.wait_phi, &state, &here, 1);
	jit_goto(c, c->warps.wait_block);
}

static val cta_field(struct fn *c, size_t off) {
	return warp_field(c, jit_once(c, ONCE_CTA), off);
}

val jit_is_lean(struct fn *c) {
	val lean = LLVMBuildLoad2(c->b, c->i8, cta_field(c, CTA_OFFSET(lean)), "");
	return LLVMBuildICmp(c->b, LLVMIntNE, lean, jit_int(c, 8, 0), "");
}

val jit_warp_may_turn(struct fn *c) {
	val turns = LLVMBuildLoad2(c->b, c->i32, c->warps.turns, "");
	val left = LLVMBuildICmp(c->b, LLVMIntNE, turns, jit_int(c, 32, 0), "");
	val others = LLVMBuildICmp(c->b, LLVMIntNE, c->warps.more_warps,
	                           jit_int(c, 32, 0), "");
	return LLVMBuildAnd(c->b, LLVMBuildAnd(c->b, left, others, ""), jit_is_lean(c),
	                    "");
}

void jit_warp_turns(struct fn *c, u32 state) {
	bb here = LLVMGetInsertBlock(c->b);
	if (!c->warps.turn_block) {
		c->warps.turn_block = jit_block(c, "turns");
		jit_at(c, c->warps.turn_block);
		c->warps.turn_phi = LLVMBuildPhi(c->b, c->i32, "at");
		jit_at(c, here);
	}
	val v = jit_int(c, 32, state | COMPILED_TURN);
	LLVMAddIncoming(c->warps.turn_phi, &v, &here, 1);
	jit_goto(c, c->warps.turn_block);
}

static val rounds_left(struct fn *c) {
	return LLVMBuildLoad2(c->b, c->i32, c->warps.rounds, "");
}

/* Sets the rounds that are left; if warps can sleep, in the cta, too. */
static void set_rounds(struct fn *c, val left) {
	LLVMBuildStore(c->b, left, c->warps.rounds);
	if (c->warps.sleep_block || c->warps.passes_alone)
		LLVMBuildStore(c->b, left, cta_field(c, CTA_OFFSET(rounds)));
}

/* Checks that warps may sleep: not in a call that is one round, or for one warp. */
val jit_warp_may_sleep(struct fn *c) {
	val some = LLVMBuildICmp(c->b, LLVMIntNE, rounds_left(c), jit_int(c, 32, 0), "");
	return LLVMBuildAnd(c->b, some, jit_is_lean(c), "");
}

void jit_warp_sleeps(struct fn *c, u32 state, u32 base, u32 n) {
	bb here = LLVMGetInsertBlock(c->b);
	if (!c->warps.sleep_block) {
		c->warps.sleep_block = jit_block(c, "sleeps");
		jit_at(c, c->warps.sleep_block);
		c->warps.sleep_phi = LLVMBuildPhi(c->b, c->i32, "at");
		jit_at(c, here);
	}
	val left = rounds_left(c), v = jit_int(c, 32, state | COMPILED_SLEEP);
	LLVMBuildStore(c->b, left, warp_field(c, c->w, WARP_OFFSET(slept)));
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, left, jit_int(c, 32, n + 1), ""),
	               warp_field(c, c->w, WARP_OFFSET(wakes)));
	LLVMBuildStore(c->b, jit_int(c, 32, base),
	               warp_field(c, c->w, WARP_OFFSET(sleeps_at)));
	LLVMAddIncoming(c->warps.sleep_phi, &v, &here, 1);
	jit_goto(c, c->warps.sleep_block);
}

val jit_warp_is_alone(struct fn *c) {
	c->warps.passes_alone = true;
	val n = LLVMBuildLoad2(c->b, c->i32, cta_field(c, CTA_OFFSET(alone)), "");
	return LLVMBuildICmp(c->b, LLVMIntNE, n, jit_int(c, 32, 0), "");
}

void jit_warp_passes(struct fn *c) {
	val at = cta_field(c, CTA_OFFSET(alone)), one = jit_int(c, 32, 1);
	val n = LLVMBuildLoad2(c->b, c->i32, at, "");
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, n, one, ""), at);
	set_rounds(c, LLVMBuildSub(c->b, rounds_left(c), one, ""));
}

static val later(struct fn *c, val a, val b) {
	val arg[2] = {a, b};
	return jit_intrinsic(c, "llvm.smax", &c->i32, 1, arg, 2);
}

/* Notes in the cta when its next warp wakes, if this one is the earlier. Rounds count
 * down. */
static void note_wake(struct fn *c, val wakes) {
	val at = cta_field(c, CTA_OFFSET(wake));
	val old = LLVMBuildLoad2(c->b, c->i32, at, "");
	LLVMBuildStore(c->b, later(c, old, wakes), at);
}

static val wakes_at(struct fn *c, val w) {
	return LLVMBuildLoad2(c->b, c->i32, warp_field(c, w, WARP_OFFSET(wakes)), "");
}

static bb sleeping(struct fn *c) {
	jit_at(c, c->warps.sleep_block);
	LLVMBuildStore(c->b, c->warps.sleep_phi, warp_field(c, c->w, WARP_OFFSET(state)));
	LLVMBuildStore(c->b, jit_int(c, 8, 1), cta_field(c, CTA_OFFSET(has_slept)));
	note_wake(c, wakes_at(c, c->w));
	return c->warps.sleep_block;
}

/* The state to go on with, of a warp that is awake; the others sleep on. */
static val skip_sleepers(struct fn *c, bb next, val state, val w, val w2, val more,
                         val more2) {
	bb look = jit_block(c, "asleep"), on = jit_block(c, "stillasleep"),
	   awake = jit_block(c, "awake");
	val bit = LLVMBuildAnd(c->b, state, jit_int(c, 32, COMPILED_SLEEP), "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, bit, jit_int(c, 32, 0), ""), look,
	       awake);
	jit_at(c, look);
	val wakes = wakes_at(c, w2);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntSLT, wakes, rounds_left(c), ""), on, awake);
	jit_at(c, on);
	note_wake(c, wakes);
	jit_goto(c, next);
	LLVMAddIncoming(w, &w2, &on, 1);
	LLVMAddIncoming(more, &more2, &on, 1);
	jit_at(c, awake);
	return LLVMBuildXor(c->b, state, bit, "");
}

/* A round begins, with `left` rounds after it. If a warp wakes, all are tested. Else, if
 * *range has no warp but the first, it may pass barriers until the next one wakes. */
static val find_sleepers(struct fn *c, val left, val range) {
	val at = cta_field(c, CTA_OFFSET(wake)), none = jit_int(c, 32, (u32)INT32_MIN),
	    zero = jit_int(c, 32, 0);
	val wake = LLVMBuildLoad2(c->b, c->i32, at, "");
	val now = LLVMBuildICmp(c->b, LLVMIntEQ, wake, left, "");
	range = LLVMBuildSelect(c->b, now, c->warps.more_warps, range, "");
	LLVMBuildStore(c->b, LLVMBuildSelect(c->b, now, none, wake, ""), at);
	val until = later(c, wake, jit_int(c, 32, UINT32_MAX));
	val n = LLVMBuildSub(c->b, LLVMBuildSub(c->b, left, jit_int(c, 32, 1), ""), until,
	                     "");
	val alone = LLVMBuildAnd(c->b, LLVMBuildICmp(c->b, LLVMIntEQ, range, zero, ""),
	                         LLVMBuildNot(c->b, now, ""), "");
	LLVMBuildStore(c->b, LLVMBuildSelect(c->b, alone, n, zero, ""),
	               cta_field(c, CTA_OFFSET(alone)));
	return range;
}

/* Emits the start of the call, at which no warp sleeps. */
static void start_awake(struct fn *c) {
	bb here = LLVMGetInsertBlock(c->b);
	jit_once(c, ONCE_CTA);
	LLVMPositionBuilderBefore(c->b, c->entries.entry_br);
	set_rounds(c, rounds_left(c));
	LLVMBuildStore(c->b, jit_int(c, 32, (u32)INT32_MIN),
	               cta_field(c, CTA_OFFSET(wake)));
	LLVMBuildStore(c->b, jit_int(c, 32, 0), cta_field(c, CTA_OFFSET(alone)));
	LLVMPositionBuilderAtEnd(c->b, here);
}

/* Emits the end of the call. */
static void go_back(struct fn *c, bb back, val result) {
	jit_at(c, back);
	LLVMBuildStore(c->b, c->w, cta_field(c, CTA_OFFSET(running)));
	LLVMBuildRet(c->b, result);
}

/* Goes on if the cta is still lean. */
static void need_lean(struct fn *c, bb back) {
	bb on = jit_block(c, "on");
	jit_likely(c, jit_is_lean(c), true, on, back);
	jit_at(c, on);
}

/* Returns the block that goes on if the cta is still lean. */
static bb ended(struct fn *c) {
	bb back = jit_block(c, "return");
	jit_at(c, c->warps.end_block);
	need_lean(c, back);
	bb here = LLVMGetInsertBlock(c->b);
	go_back(c, back, jit_int(c, 32, COMPILED_EXIT));
	jit_at(c, here);
	LLVMBuildStore(c->b, jit_int(c, 32, 0),
	               warp_field(c, c->w, offsetof(struct warp, live)));
	return here;
}

/* The same for one that waits; it may be the last one of the round that does. */
static bb waiting(struct fn *c) {
	bb back = jit_block(c, "return");
	jit_at(c, c->warps.wait_block);
	LLVMBuildStore(c->b, c->warps.wait_phi, warp_field(c, c->w, WARP_OFFSET(state)));
	need_lean(c, back);
	bb here = LLVMGetInsertBlock(c->b);
	go_back(c, back, c->warps.wait_phi);
	jit_at(c, here);
	val at = LLVMBuildAdd(c->b, c->warps.more, jit_int(c, 32, 1), "");
	if (c->warps.turn_block) { /* else later ones come after it */
		val old = LLVMBuildLoad2(c->b, c->i32, c->warps.waited, "");
		val none = LLVMBuildICmp(c->b, LLVMIntEQ, old, jit_int(c, 32, 0), "");
		val after = LLVMBuildICmp(c->b, LLVMIntULT, at, old, "");
		at = LLVMBuildSelect(c->b, LLVMBuildOr(c->b, none, after, ""), at, old,
		                     "");
	}
	LLVMBuildStore(c->b, at, c->warps.waited);
	return here;
}

void jit_coarse_wait(struct fn *c, val more) {
	val at = LLVMBuildAdd(c->b, more, jit_int(c, 32, 1), "");
	val old = LLVMBuildLoad2(c->b, c->i32, c->warps.waited, "");
	val none = LLVMBuildICmp(c->b, LLVMIntEQ, old, jit_int(c, 32, 0), "");
	val after = LLVMBuildICmp(c->b, LLVMIntULT, at, old, "");
	at = LLVMBuildSelect(c->b, LLVMBuildOr(c->b, none, after, ""), at, old, "");
	LLVMBuildStore(c->b, at, c->warps.waited);
}

static bb turning(struct fn *c) {
	jit_at(c, c->warps.turn_block);
	LLVMBuildStore(c->b, c->warps.turn_phi, warp_field(c, c->w, WARP_OFFSET(state)));
	LLVMBuildStore(c->b, jit_int(c, 1, 1), c->warps.turned);
	return c->warps.turn_block;
}

static void set_in_turns(struct fn *c, bool yes) {
	if (!c->warps.turn_block)
		return;
	LLVMBuildStore(c->b, jit_int(c, 1, yes), c->warps.in_turns);
	LLVMBuildStore(c->b, jit_int(c, 8, yes), cta_field(c, CTA_OFFSET(in_turns)));
}

/* Starts a round of `n` warps, from the first of the call on. */
static void start_round(struct fn *c, bb next, val n, val w, val more) {
	bb here = LLVMGetInsertBlock(c->b);
	val before = warp_field(c, LLVMGetParam(c->fn, 0), -sizeof(struct warp));
	LLVMAddIncoming(w, &before, &here, 1);
	LLVMAddIncoming(more, &n, &here, 1);
	jit_goto(c, next);
}

static void next_turns(struct fn *c, bb next, val w, val more) {
	bb none = jit_block(c, "noturn"), again = jit_block(c, "turn");
	val turned = LLVMBuildLoad2(c->b, c->i1, c->warps.turned, "");
	jit_if(c, turned, again, none);
	jit_at(c, again);
	LLVMBuildStore(c->b, jit_int(c, 1, 0), c->warps.turned);
	val left = LLVMBuildLoad2(c->b, c->i32, c->warps.turns, "");
	LLVMBuildStore(c->b, LLVMBuildSub(c->b, left, jit_int(c, 32, 1), ""),
	               c->warps.turns);
	set_in_turns(c, true);
	val range = LLVMBuildLoad2(c->b, c->i32, c->warps.range, "");
	start_round(c, next, LLVMBuildAdd(c->b, range, jit_int(c, 32, 1), ""), w, more);
	jit_at(c, none);
}

/* Emits what follows when no warp is left in this round. If one waits, and there are
 * rounds left, the barrier is complete, and those after the last that waits have ended:
 * the next round, of those that are left. */
static void next_round(struct fn *c, bb next, bb all, val w, val more) {
	bb look = jit_block(c, "rounds"), again = jit_block(c, "round");
	val waited = LLVMBuildLoad2(c->b, c->i32, c->warps.waited, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, waited, jit_int(c, 32, 0), ""), all,
	       look);
	jit_at(c, look);
	val left = LLVMBuildLoad2(c->b, c->i32, c->warps.rounds, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, left, jit_int(c, 32, 0), ""), all,
	       again);
	jit_at(c, again);
	left = LLVMBuildSub(c->b, left, jit_int(c, 32, 1), "");
	set_rounds(c, left);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), c->warps.waited);
	/* after the first */
	val range = LLVMBuildLoad2(c->b, c->i32, c->warps.range, "");
	range = LLVMBuildSub(c->b, LLVMBuildAdd(c->b, range, jit_int(c, 32, 1), ""),
	                     waited, "");
	if (c->warps.sleep_block || c->warps.passes_alone)
		range = find_sleepers(c, left, range);
	val one_more = LLVMBuildAdd(c->b, range, jit_int(c, 32, 1), "");
	LLVMBuildStore(c->b, range, c->warps.range);
	set_in_turns(c, false);
	start_round(c, next, one_more, w, more);
}

/* No pass may see a loop here: what is hoisted out of one that is the whole function
 * lives in all of it, and there is a lot. A loop that can be entered in two places is
 * none to LLVM; no call asks for so many warps. */
static void hide_loop(struct fn *c, bb next, val w, val more) {
	LLVMPositionBuilderBefore(c->b, c->entries.entry_br);
	val never = LLVMBuildICmp(c->b, LLVMIntEQ, LLVMGetParam(c->fn, 2),
	                          jit_int(c, 32, UINT32_MAX), "");
	LLVMInstructionEraseFromParent(c->entries.entry_br);
	LLVMPositionBuilderAtEnd(c->b, c->entries.entry);
	jit_likely(c, never, false, next, c->entries.prologue);
	c->entries.entry_br = LLVMGetBasicBlockTerminator(c->entries.entry);
	val first[2] = {LLVMGetParam(c->fn, 0), c->warps.more_warps};
	LLVMAddIncoming(w, &first[0], &c->entries.entry, 1);
	LLVMAddIncoming(more, &first[1], &c->entries.entry, 1);
}

/* Skips warps that wait at the barrier, in a round of turns. */
static val skip_others(struct fn *c, bb next, val state, val w, val w2, val more,
                       val more2) {
	bb here = LLVMGetInsertBlock(c->b), mine = jit_block(c, "mine");
	val bit = LLVMBuildAnd(c->b, state, jit_int(c, 32, COMPILED_TURN), "");
	val not_turn = LLVMBuildICmp(c->b, LLVMIntEQ, bit, jit_int(c, 32, 0), "");
	val in_turns = LLVMBuildLoad2(c->b, c->i1, c->warps.in_turns, "");
	jit_if(c, LLVMBuildAnd(c->b, in_turns, not_turn, ""), next, mine);
	LLVMAddIncoming(w, &w2, &here, 1);
	LLVMAddIncoming(more, &more2, &here, 1);
	jit_at(c, mine);
	return LLVMBuildXor(c->b, state, bit, "");
}

static void next_warp(struct fn *c, bb next, bb *from, u32 nfrom) {
	jit_at(c, next);
	val w = LLVMBuildPhi(c->b, c->ptr, ""), more = LLVMBuildPhi(c->b, c->i32, "");
	for (u32 i = 0; i < nfrom; i++) {
		LLVMAddIncoming(w, &c->w, &from[i], 1);
		LLVMAddIncoming(more, &c->warps.more, &from[i], 1);
	}
	for (u32 i = 0; i < c->coarse.end.n; i++) {
		struct coarse_end *out = &c->coarse.end.at[i];
		LLVMAddIncoming(w, &out->w, &out->from, 1);
		LLVMAddIncoming(more, &out->more, &out->from, 1);
	}
	bb none = jit_block(c, "all"), look = jit_block(c, "look"),
	   go = jit_block(c, "go");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, more, jit_int(c, 32, 0), ""), none,
	       look);
	jit_at(c, none);
	if (c->warps.turn_block)
		next_turns(c, next, w, more);
	if (c->warps.wait_block) {
		bb all = jit_block(c, "over");
		next_round(c, next, all, w, more);
		jit_at(c, all);
	}
	set_in_turns(c, false);
	/* each warp's fields say what became of it; none lives after w: services may have
	 * named one before it */
	LLVMBuildStore(c->b, w, cta_field(c, CTA_OFFSET(running)));
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
	val state_at = warp_field(c, w2, WARP_OFFSET(state));
	val state = LLVMBuildLoad2(c->b, c->i32, state_at, "");
	if (c->warps.turn_block)
		state = skip_others(c, next, state, w, w2, more, more2);
	if (c->warps.sleep_block)
		state = skip_sleepers(c, next, state, w, w2, more, more2);
	bb resume = jit_block(c, "resume"), run = jit_block(c, "run");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, state, jit_int(c, 32, 0), ""), resume,
	       run);
	jit_at(c, resume);
	LLVMBuildStore(c->b, jit_int(c, 32, 0), state_at);
	jit_goto(c, run);
	jit_at(c, run);
	LLVMAddIncoming(c->w, &w2, &run, 1);
	LLVMAddIncoming(c->state, &state, &run, 1);
	LLVMAddIncoming(c->warps.more, &more2, &run, 1);
	jit_goto(c, c->entries.prologue);
	hide_loop(c, next, w, more);
}

void jit_warps_end(struct fn *c) {
	bb from[4], next = jit_block(c, "next");
	u32 n = 0;
	chain_waits_end(c);
	if (c->warps.end_block) {
		from[n++] = ended(c);
		jit_goto(c, next);
	}
	if (c->warps.wait_block) {
		from[n++] = waiting(c);
		jit_goto(c, next);
	}
	if (c->warps.turn_block) {
		from[n++] = turning(c);
		jit_goto(c, next);
	}
	if (c->warps.sleep_block) {
		from[n++] = sleeping(c);
		jit_goto(c, next);
	}
	for (u32 i = 0; i < c->coarse.end.n; i++) {
		LLVMPositionBuilderAtEnd(c->b, c->coarse.end.at[i].from);
		jit_goto(c, next);
	}
	if (c->warps.sleep_block || c->warps.passes_alone)
		start_awake(c);
	if (n)
		next_warp(c, next, from, n);
	else
		LLVMDeleteBasicBlock(next);
	chain_finish(c);
}
