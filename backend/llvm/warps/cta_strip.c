/* cta_strip.c - ctas in which every thread passes the kernel's tests of borders. In
 *
 *     if (i >= n) return;
 *     y[i] = a * x[i] + y[i];
 *
 * where no thread leaves early and all addresses are linear in the thread's coordinates
 * (strip_line.c), all that would be tested for each warp is tested once: how branches go,
 * that no index wraps, that addresses are valid. Then nothing but loads, arithmetic and
 * stores is left, in loops over all warps. That goes for several ctas at once, a strip of
 * those that follow each other in the grid's row:
 *
 *     strip    how many ctas may it be?  (strip_more of the cta)
 *     try      all tests, for so many ------ one fails ---> for fewer; for none: warp by warp
 *     go       for each plane and row of a cta's warps
 *                  for each cta
 *                      for each warp of the row: the path
 *
 * Nothing is stored before the tests are done, and nothing can fail after them.
 *
 * Where all that fails is that some threads leave early, and they would do nothing else,
 * the strip goes the same path: all threads load and compute, and stores are masked.
 * Which threads store is computed from the borders where it is needed, as it mostly is
 * not. Such a strip is one cta at the end of a row, or a row that is at a border as a
 * whole.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_strip.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_access.h"
#include "backend/llvm/warps/strip_assume.h"
#include "backend/llvm/warps/strip_line.h"
#include "backend/llvm/warps/strip_loop.h"
#include "backend/llvm/warps/strip_piece.h"
#include "backend/llvm/warps/strip_step.h"
#include "backend/llvm/warps/whole_cta.h"
#include "backend/machine/access.h"

/* Where there is more to compute the tests are a small part of it. */
enum { MOST_STEPS = 128 };

/* Steps of all warps in all rounds: the clock and Ctrl-C wait until a strip ends. That is
 * some 10 ms, or 40 million elements of a short loop. */
enum { MOST_STEPS_OF_ROUNDS = 1 << 24 };

struct emitter {
	struct fn *c;
	struct strip s;
	VEC(struct strip_step) step;
	struct strip_loop loop;
	u32 loop_step; /* its first */
	bool has_access, has_store;
	bool can_mask; /* threads that leave the path do nothing else, nor have stored */
	val masked;    /* i1: the strip is not known to be inside of the borders */
};

/* ---- the path ---------------------------------------------------------------------- */

static bool add_step(struct emitter *e, u32 block, const struct inst *in) {
	struct strip_step s = {.in = in, .block = block};
	if (e->step.n == MOST_STEPS)
		return false;
	e->has_access |= strip_is_access(&e->s, in);
	e->has_store |= strip_is_access(&e->s, in) && in->row == ROW_ST;
	vec_push(e->c->a, &e->step, s);
	return true;
}

/* Checks whether a strip may go over the borders that the first n branches are. Those
 * that all threads go alike are none. */
static bool can_mask(const struct emitter *e, u32 n) {
	if (e->c->opt.is_sanitized)
		return false;
	for (u32 i = 0; i < n; i++) {
		const struct strip_step *t = &e->step.at[i];
		if (t->is_branch && !t->is_same && !t->leaves &&
		    (t->after_store || !strip_is_end(e->c, strip_other_way(t))))
			return false;
	}
	return true;
}

/* In a loop no branch parts threads, unless it leaves where the loop's end would. */
static bool may_be_inside(struct emitter *e, u32 i) {
	struct strip_step *t = &e->step.at[i];
	if (t->is_same)
		return true;
	t->leaves = strip_is_end(e->c, strip_other_way(t)) && !t->all_take &&
	            strip_loop_ends_so(&e->loop, t->in);
	for (u32 k = i; k < e->step.n; k++)
		t->leaves &= !strip_is_access(&e->s, e->step.at[k].in);
	return t->leaves;
}

/* The steps from block `to` on are a loop, after which the kernel ends. False: that does
 * not fit a strip. */
static bool add_loop(struct emitter *e, u32 to, const struct inst *back) {
	u32 n = e->step.n, first = 0;
	while (first < n && e->step.at[first].block < to)
		first++;
	if (first == n || e->step.at[first].block != to || back->guard == NO_REG)
		return false;
	for (u32 i = 0; i < n; i++) {
		const struct strip_step *t = &e->step.at[i];
		if (i < first && strip_is_access(&e->s, t->in))
			return false;
		if (i >= first && !t->is_branch)
			vec_push(e->c->a, &e->loop.body, t->in);
	}
	e->loop_step = first;
	e->loop.back = back;
	e->s.n[STRIP_ROUND] = 0;
	if (!can_mask(e, first) || !strip_loop_fits(e->c, &e->loop))
		return false;
	for (u32 i = first; i < n; i++)
		if (e->step.at[i].is_branch && !may_be_inside(e, i))
			return false;
	return true;
}

/* Takes the branch to go where the kernel's work is. */
static u32 add_branch(struct emitter *e, u32 block, const struct inst *in) {
	u32 next = block + 1;
	bool is_bra = in->row == ROW_BRA;
	u32 to = is_bra ? in->operand[0].index : NO_BLOCK;
	if (to <= block && strip_is_end(e->c, next))
		return add_loop(e, to, in) ? NO_BLOCK : 0;
	if (in->guard == NO_REG)
		return to;
	struct strip_step s = {.in = in,
	                       .block = block,
	                       .is_branch = true,
	                       .after_store = e->has_store,
	                       .all_take = strip_all_take(&e->s, block, in)};
	s.is_same = e->c->reg[in->guard].class == REG_SCALAR &&
	            !strip_is_end(e->c, strip_other_way(&s));
	vec_push(e->c->a, &e->step, s);
	return s.all_take ? to : next;
}

/* Finds the steps of the threads inside of all borders. */
static bool find_path(struct emitter *e) {
	struct fn *c = e->c;
	u32 b = c->cfg->order[0];
	while (b < c->f->nblock) {
		const struct block *k = &c->f->block[b];
		u32 next = b + 1;
		for (u32 i = 0; i < k->ninst; i++) {
			const struct inst *in = &c->f->inst[k->first + i];
			if (in->row == ROW_BRA || strip_ends_kernel(in))
				next = add_branch(e, b, in);
			else if (!strip_may_step(&e->s, in) || !add_step(e, b, in))
				return false;
		}
		if (next != NO_BLOCK && next <= b)
			return false;
		b = next;
	}
	e->can_mask = can_mask(e, e->step.n);
	return e->has_access;
}

/* ---- tests ------------------------------------------------------------------------- */

/* Makes all tests. False: some value is not what the code needs. */
static bool test(struct emitter *e) {
	struct fn *c = e->c;
	for (u32 i = 0; i < e->step.n; i++) {
		struct strip_step *t = &e->step.at[i];
		strip_go_to_step(c, t);
		if (e->loop.back && i == e->loop_step &&
		    !strip_loop_begin(&e->s, &e->loop))
			return false;
		if (!strip_test_step(&e->s, t))
			return false;
	}
	strip_check_accesses(&e->s);
	for (u32 i = 0; i < e->step.n; i++) /* the lanes of the others are computed */
		if (e->step.at[i].line && !strip_is_sure(e->step.at[i].line))
			e->step.at[i].line = NULL;
	e->can_mask &= e->s.inside || e->loop.back;
	return e->s.ok != NULL;
}

/* ---- loops ------------------------------------------------------------------------- */

/* Finds out whether all lanes of the warp are inside of the borders, if it is not known
 * of the strip. Goes to `skip` if none is. */
static void begin_masked(struct emitter *e, bb skip) {
	struct fn *c = e->c;
	bb from[2] = {LLVMGetInsertBlock(c->b)}, test = jit_block(c, "borders"),
	   some = jit_block(c, "someinside"), path = jit_block(c, "path");
	val part[2] = {jit_int(c, 1, 0)}, all;
	struct mask mask;
	jit_likely(c, e->masked, false, test, path);
	jit_at(c, test);
	strip_find_mask(&e->s, &mask);
	jit_if(c, jit_any(c, &mask), some, skip);
	jit_at(c, some);
	all = mask.chunk[0];
	for (u32 k = 1; k < c->nchunk; k++)
		all = LLVMBuildAnd(c->b, all, mask.chunk[k], "");
	part[1] = LLVMBuildNot(c->b, jit_chunk_all(c, all), "");
	from[1] = LLVMGetInsertBlock(c->b);
	jit_goto(c, path);
	jit_at(c, path);
	e->s.part = LLVMBuildPhi(c->b, c->i1, "");
	LLVMAddIncoming(e->s.part, part, from, 2);
}

/* Before the first step of a round. */
static void set_counters(struct emitter *e) {
	for (u32 i = 0; i < e->loop.counter.n; i++) {
		const struct strip_counter *k = &e->loop.counter.at[i];
		strip_set_line(&e->s, k->reg, k->line);
	}
}

static bool emit_steps(struct emitter *e, bool apart) {
	bool ok = true;
	e->s.apart = apart;
	for (u32 i = 0; i < e->step.n && ok; i++) {
		if (e->loop.back && i == e->loop_step)
			set_counters(e);
		ok = strip_emit_step(&e->s, &e->step.at[i]);
	}
	return ok;
}

static bool emit_path(struct emitter *e) {
	struct fn *c = e->c;
	bb end = jit_block(c, "pathend"), one, other;
	if (e->can_mask)
		begin_masked(e, end);
	val row_end = strip_begin_row(&e->s, jit_int(c, 64, 0));
	if (row_end) {
		one = jit_block(c, "onerow");
		other = jit_block(c, "somerows");
		val all = jit_int(c, 64, e->s.row_lanes);
		jit_if(c, LLVMBuildICmp(c->b, LLVMIntUGE, row_end, all, ""), one, other);
		jit_at(c, other);
		if (!emit_steps(e, true))
			return false;
		jit_goto(c, end);
		jit_regs_drop(c);
		jit_at(c, one);
	}
	bool ok = emit_steps(e, false);
	jit_goto(c, end);
	jit_at(c, end);
	return ok;
}

/* Emits the loops from dim on, inside the others. */
static bool emit_loops(struct emitter *e, u32 dim) {
	struct fn *c = e->c;
	if (dim == STRIP_LOOPS)
		return emit_path(e);
	if (dim != STRIP_CTA && e->s.n[dim] == 1)
		return emit_loops(e, dim + 1);
	struct strip_count l = strip_count_begin(c, "stripround");
	e->s.counter[dim] = l.i;
	if (dim == STRIP_ROUND)
		e->masked = LLVMBuildOr(
			c->b, e->masked,
			LLVMBuildICmp(c->b, LLVMIntUGE, l.i, e->loop.nfull, ""), "");
	bool ok = emit_loops(e, dim + 1);
	strip_count_end(c, &l, 1, e->s.last[dim]);
	return ok;
}

/* ---- the cta ----------------------------------------------------------------------- */

/* Adds that the rounds of all warps end soon. */
static void need_soon(struct emitter *e, val more) {
	struct fn *c = e->c;
	u64 steps = (u64)jit_cta_warps(c) * (e->step.n - e->loop_step);
	val one = jit_int(c, 64, 1);
	val rounds = LLVMBuildAdd(c->b, e->s.last[STRIP_ROUND], one, ""),
	    ctas = LLVMBuildAdd(c->b, LLVMBuildZExt(c->b, more, c->i64, ""), one, "");
	val n = LLVMBuildMul(c->b, LLVMBuildMul(c->b, rounds, ctas, ""),
	                     jit_int(c, 64, steps), "");
	strip_need(&e->s, LLVMBuildICmp(c->b, LLVMIntULE, n,
	                                jit_int(c, 64, MOST_STEPS_OF_ROUNDS), ""));
}

/* Goes to `go` if the strip passes the tests. If all that fails is that some threads are
 * outside of borders, it does so, too, with e->masked, for a cta alone and for a row that
 * is at a border as a whole. */
static void choose(struct emitter *e, val more, bb go, bb retry) {
	struct fn *c = e->c;
	val all = e->s.inside ? LLVMBuildAnd(c->b, e->s.ok, e->s.inside, "") : e->s.ok;
	bb from[2] = {LLVMGetInsertBlock(c->b)}, border;
	if (e->loop.back) {
		e->masked = e->s.inside ? LLVMBuildNot(c->b, e->s.inside, "")
		                        : jit_int(c, 1, 0);
		jit_likely(c, e->s.ok, true, go, retry);
		jit_at(c, go);
		return;
	}
	if (!e->can_mask) {
		jit_likely(c, all, true, go, retry);
		jit_at(c, go);
		return;
	}
	from[1] = border = jit_block(c, "stripborder");
	jit_likely(c, all, true, go, border);
	jit_at(c, border);
	val whole = LLVMBuildICmp(c->b, LLVMIntEQ, more, jit_int(c, 32, 0), "");
	if (e->s.inside_row)
		whole = LLVMBuildOr(c->b, whole, LLVMBuildNot(c->b, e->s.inside_row, ""),
		                    "");
	jit_if(c, LLVMBuildAnd(c->b, e->s.ok, whole, ""), go, retry);
	jit_at(c, go);
	e->masked = LLVMBuildPhi(c->b, c->i1, "");
	LLVMAddIncoming(e->masked, (val[]){jit_int(c, 1, 0), jit_int(c, 1, 1)}, from, 2);
}

/* Emits the tests and the loops in the block at hand. False: the code is not to be run.
 */
static bool emit(struct emitter *e, bb away) {
	struct fn *c = e->c;
	bb retry = jit_block(c, "stripretry"), go = jit_block(c, "stripgo"),
	   never = jit_block(c, "stripnever");
	struct strip_attempt a = strip_attempt_begin(c, cta_strip_more(c));
	val more = a.more;
	strip_begin(&e->s, more);
	c->whole.away = never;
	bool ok = test(e);
	if (ok && e->loop.back)
		need_soon(e, more);
	if (ok)
		choose(e, more, go, retry);
	else
		jit_likely(c, jit_int(c, 1, 0), true, go, retry);
	jit_at(c, retry);
	/* a row mostly ends with a cta at a border */
	val first = LLVMBuildICmp(c->b, LLVMIntEQ, more, a.most, "");
	val less = LLVMBuildSelect(c->b, first,
	                           LLVMBuildSub(c->b, more, jit_int(c, 32, 1), ""),
	                           LLVMBuildLShr(c->b, more, jit_int(c, 32, 2), ""), "");
	strip_attempt_less(&e->s, &a, less, away);
	jit_at(c, go);
	jit_regs_drop(c);
	ok = ok && emit_loops(e, 0);
	cta_end_strip(c, jit_cta_warps(c), more);
	ok = ok && !LLVMGetFirstUse(LLVMBasicBlockAsValue(never));
	jit_at(c, never);
	LLVMBuildUnreachable(c->b);
	return ok;
}

void cta_strip(struct fn *c) {
	struct emitter e = {.c = c, .s = {.c = c}};
	if (!c->facts.is_kernel || c->opt.is_quick || c->opt.is_verified ||
	    c->opt.confined || c->flow.split || !c->facts.starts_whole ||
	    !strip_find_loops(&e.s))
		return;
	struct strip_aside aside = strip_put_aside(c);
	if (find_path(&e)) {
		bb go = jit_block(c, "strip"), away = jit_block(c, "nostrip");
		jit_likely(c, cta_may_begin(c, jit_cta_warps(c)), true, go, away);
		val branch = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
		jit_at(c, go);
		if (!emit(&e, away))
			LLVMSetOperand(branch, 0, jit_int(c, 1, 0));
		jit_regs_drop(c);
		c->whole.away = NULL;
		c->mem.narrow.in = NULL;
		jit_at(c, away);
	}
	strip_take_back(c, &aside);
}
