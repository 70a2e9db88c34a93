/* cta_segments.c - ctas whose warps meet at barriers, mostly in a loop, as those that
 * multiply matrices by tiles do:
 *
 *     for (k0 = 0; k0 < n; k0 += 32) {          rounds, the same for all threads
 *         ta[y][x] = a[...]; tb[y][x] = b[...];     a segment: a loop over all warps
 *         __syncthreads();
 *         for (k ...) sum += ta[y][k] * tb[k][x];   a segment, for some warps at once
 *         __syncthreads();
 *     }
 *     c[...] = sum;                                 a segment
 *
 * Where branches, addresses and the count of rounds are linear in the thread's
 * coordinates (strip_line.c), all tests are made once, before the cta begins. Then a
 * barrier is nothing but the end of a loop over warps. What is linear is computed from
 * the warp's number where it is read. Other values that are read after the segment that
 * writes them are in arrays on the stack, with one place a warp: they lie close together,
 * while registers' homes (frames) of many warps would fill the first cache.
 *
 * A loop over the grid's stride that counts in a table by atomics has no barrier, but its
 * rounds are outermost, too: in each the cta reads a piece of memory from one end to the
 * other, while a warp that makes all its rounds would come to each line anew. The order
 * of such atomics does not matter, and they may count in copies (mem/table_copies.c).
 *
 * Other loops without barriers, such as the one over k where it is not unrolled, are
 * loops in a segment. How a segment is made: segment_slices.c, segment_code.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_segments.h"

#include "backend/llvm/emit/wait.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/segment.h"
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/whole_cta.h"

enum {
	MOST_STEPS = 1500,
	VECTOR_BYTES = 128,          /* of the largest one */
	MOST_BYTES = 136 << 10,      /* of places on the stack */
	MOST_STEPS_OF_CTA = 1 << 24, /* the clock and Ctrl-C wait until it ends */
	MOST_INNER_ROUNDS = 1 << 12,
	AHEAD_STEPS = 2048,   /* of all warps, before what is loaded is there */
	MOST_AHEAD = 8,       /* rounds */
	LEAST_COUNTED = 8192, /* by the cta, if copies of a table are to pay */
};

/* ---- the path ---------------------------------------------------------------------- */

static void cut_here(struct emitter *e, u32 step) {
	for (u32 i = 0; i < e->cut.n; i++)
		if (e->cut.at[i] == step)
			return;
	u32 i = e->cut.n;
	vec_push(e->c->a, &e->cut, step);
	for (; i > 0 && e->cut.at[i - 1] > step; i--)
		e->cut.at[i] = e->cut.at[i - 1];
	e->cut.at[i] = step;
}

/* Checks for an atomic that a segment can make. */
static bool may_be_atomic(struct emitter *e, const struct strip_step *t) {
	struct atomic_range r;
	strip_go_to_step(e->c, t);
	return !e->is_sum && jit_atomic_range(e->c, t->in, &r);
}

static bool add_step(struct emitter *e, u32 block, const struct inst *in) {
	struct strip_step s = {.in = in, .block = block};
	if (e->step.n == MOST_STEPS)
		return false;
	if (jit_waits_for_all(e->c, in)) {
		if (in->guard != NO_REG)
			return false;
		e->barrier = block;
		cut_here(e, e->step.n);
		return true;
	}
	if (!strip_may_step(&e->s, in) ||
	    (strip_is_atomic(&e->s, in) && !may_be_atomic(e, &s)))
		return false;
	vec_push(e->c->a, &e->step, s);
	return true;
}

static u32 first_step(const struct emitter *e, u32 block) {
	u32 i = 0;
	while (i < e->step.n && e->step.at[i].block < block)
		i++;
	return i;
}

/* The loops that are in this one are twice in its body, as what they write is written
 * more than once in a round. */
static void fill_body(struct emitter *e, struct strip_loop *l, u32 first) {
	for (u32 i = first; i < e->step.n; i++) {
		const struct strip_step *t = &e->step.at[i];
		bool is_inside = false;
		for (u32 k = 0; k < e->inner.n; k++)
			is_inside |= i >= e->inner.at[k].first && i < e->inner.at[k].end;
		for (u32 n = 0; !t->is_branch && n < 1u + is_inside; n++)
			vec_push(e->c->a, &l->body, t->in);
	}
}

/* The step of the branch from right before the loop, of blocks `first` .. `end`, to right
 * after it. */
static u32 find_skip(const struct emitter *e, const struct inner_loop *l, u32 first,
                     u32 end) {
	const struct strip_step *t = l->first ? &e->step.at[l->first - 1] : NULL;
	bool skips = t && t->is_branch && !t->all_take && t->in->row == ROW_BRA &&
	             t->block + 1 == first && t->in->operand[0].index == end;
	return skips ? l->first - 1 : UINT32_MAX;
}

static bool has_atomic(const struct emitter *e, u32 first) {
	for (u32 i = first; i < e->step.n; i++)
		if (strip_is_atomic(&e->s, e->step.at[i].in))
			return true;
	return false;
}

/* A short round is over before what the next one loads is there. */
static u32 rounds_ahead(const struct emitter *e) {
	u32 n = 0;
	for (u32 i = e->loop_first; i < e->loop_end; i++)
		n += strip_is_atomic(&e->s, e->step.at[i].in) ? WARP_LANES : 1;
	n *= jit_cta_warps(e->c);
	return MIN(AHEAD_STEPS / n + 1, (u32)MOST_AHEAD);
}

/* The steps from block `to` on are a loop: the one with barriers, or one inside. */
static bool add_loop(struct emitter *e, u32 to, u32 block, const struct inst *back) {
	struct inner_loop l = {.first = first_step(e, to), .end = e->step.n};
	bool meets = e->barrier != NO_BLOCK && e->barrier >= to;
	bool counts = !e->is_sum && !meets && !e->loop.back && has_atomic(e, l.first);
	if (e->is_sum || counts)
		meets = cfg_loop_depth(e->c->cfg, to) == 1;
	if (back->guard == NO_REG || l.first == l.end || e->step.at[l.first].block != to)
		return false;
	l.loop = (struct strip_loop){.back = back, .may_carry = true};
	fill_body(e, &l.loop, l.first);
	if (!strip_loop_fits(e->c, &l.loop))
		return false;
	if (!meets) {
		if (e->inner.n == STRIP_MOST_INNER)
			return false;
		l.loop.dim = STRIP_INNER + e->inner.n;
		l.skip = find_skip(e, &l, to, block + 1);
		vec_push(e->c->a, &e->inner, l);
		return true;
	}
	if (e->loop.back)
		return false;
	e->loop = l.loop;
	e->loop_first = l.first;
	e->loop_end = l.end;
	e->ahead = counts ? rounds_ahead(e) : 0;
	cut_here(e, l.first);
	cut_here(e, l.end);
	return true;
}

/* Takes the branch to go where the kernel's work is. Returns the next block. */
static u32 add_branch(struct emitter *e, u32 block, const struct inst *in) {
	const struct fn *c = e->c;
	u32 next = block + 1;
	bool is_bra = in->row == ROW_BRA;
	u32 to = is_bra ? in->operand[0].index : NO_BLOCK;
	if (to <= block)
		return add_loop(e, to, block, in) ? next : 0;
	if (in->guard == NO_REG)
		return to;
	struct strip_step s = {.in = in, .block = block, .is_branch = true};
	s.all_take = strip_all_take(&e->s, block, in);
	vec_push(c->a, &e->step, s);
	return s.all_take ? to : next;
}

static void find_segments(struct emitter *e) {
	e->segment_first = UINT32_MAX;
	cut_here(e, 0);
	cut_here(e, e->step.n);
	for (u32 i = 0; i + 1 < e->cut.n; i++) {
		struct segment g = {.first = e->cut.at[i], .end = e->cut.at[i + 1]};
		if (e->loop.back && g.first == e->loop_first)
			e->segment_first = i;
		if (e->loop.back && g.end == e->loop_end)
			e->segment_end = i + 1;
		vec_push(e->c->a, &e->segment, g);
	}
}

bool segments_find_path(struct emitter *e) {
	struct fn *c = e->c;
	u32 b = c->cfg->order[0];
	e->barrier = NO_BLOCK;
	while (b < c->f->nblock && !(e->is_sum && e->loop.back)) {
		const struct block *k = &c->f->block[b];
		u32 next = b + 1;
		for (u32 i = 0; i < k->ninst; i++) {
			const struct inst *in = &c->f->inst[k->first + i];
			bool leaves = in->row == ROW_BRA || strip_ends_kernel(in);
			if (leaves && region_add(e, b, in))
				next = e->region.at[e->region.n - 1].join;
			else if (leaves)
				next = add_branch(e, b, in);
			else if (!add_step(e, b, in))
				return false;
		}
		if (next != NO_BLOCK && next <= b)
			return false;
		b = next;
	}
	e->s.n[STRIP_ROUND] = e->loop.back ? 0 : 1;
	if (e->is_sum ? !e->loop.back : e->barrier == NO_BLOCK)
		return false;
	find_segments(e);
	return true;
}

/* ---- tests ------------------------------------------------------------------------- */

static void forget_carried(struct emitter *e, const struct strip_loop *l) {
	for (u32 i = 0; i < e->c->f->nreg; i++)
		if (bits_has(l->carried, i)) {
			e->s.line[i] = NULL;
			e->s.condition[i] = NULL;
			e->s.extreme[i] = NULL;
		}
}

/* All threads make all rounds. */
static bool begin_loop(struct emitter *e, struct strip_loop *l) {
	struct fn *c = e->c;
	if (!strip_loop_begin(&e->s, l))
		return false;
	forget_carried(e, l);
	val rounds = LLVMBuildAdd(c->b, e->s.last[l->dim], jit_int(c, 64, 1), "");
	strip_need(&e->s, LLVMBuildICmp(c->b, LLVMIntEQ, rounds, l->nfull, ""));
	if (l->dim != STRIP_ROUND)
		strip_need(&e->s, LLVMBuildICmp(c->b, LLVMIntULE, rounds,
		                                jit_int(c, 64, MOST_INNER_ROUNDS), ""));
	return true;
}

static bool is_in(const struct emitter *e, u32 step, u32 dim) {
	for (u32 i = 0; i < e->inner.n; i++)
		if (e->inner.at[i].loop.dim == dim)
			return step >= e->inner.at[i].first && step < e->inner.at[i].end;
	return e->loop.back && step >= e->loop_first && step < e->loop_end;
}

/* Steps of all warps in all rounds are few. */
static void need_few(struct emitter *e) {
	struct fn *c = e->c;
	val all = jit_int(c, 64, 0), one = jit_int(c, 64, 1);
	for (u32 i = 0, n; i < e->step.n; i += n) {
		val rounds = one;
		for (n = 1; i + n < e->step.n; n++) {
			bool alike = is_in(e, i, STRIP_ROUND) ==
			             is_in(e, i + n, STRIP_ROUND);
			for (u32 k = 0; k < e->inner.n; k++)
				alike &= is_in(e, i, STRIP_INNER + k) ==
				         is_in(e, i + n, STRIP_INNER + k);
			if (!alike)
				break;
		}
		if (is_in(e, i, STRIP_ROUND))
			rounds = LLVMBuildAdd(c->b, e->s.last[STRIP_ROUND], one, "");
		for (u32 k = 0; k < e->inner.n; k++)
			if (is_in(e, i, STRIP_INNER + k))
				rounds = LLVMBuildMul(
					c->b, rounds,
					LLVMBuildAdd(c->b, e->s.last[STRIP_INNER + k],
				                     one, ""),
					"");
		rounds = LLVMBuildMul(c->b, rounds, jit_int(c, 64, n), "");
		all = LLVMBuildAdd(c->b, all, rounds, "");
	}
	all = LLVMBuildMul(c->b, all, LLVMBuildAdd(c->b, e->s.last[STRIP_CTA], one, ""),
	                   "");
	u64 most = MOST_STEPS_OF_CTA / jit_cta_warps(c);
	strip_need(&e->s, LLVMBuildICmp(c->b, LLVMIntULE, all, jit_int(c, 64, most), ""));
}

static struct inner_loop *skipped_by(struct emitter *e, u32 step) {
	for (u32 i = 0; i < e->inner.n; i++)
		if (e->inner.at[i].skip == step)
			return &e->inner.at[i];
	return NULL;
}

static bool test_steps(struct emitter *e, const struct inner_loop *in, u32 first,
                       u32 end);

static bool test_loop(struct emitter *e, struct inner_loop *l) {
	val unless = e->s.unless;
	if (l->skipped)
		e->s.unless = unless ? LLVMBuildOr(e->c->b, unless, l->skipped, "")
		                     : l->skipped;
	if (!begin_loop(e, &l->loop) || !test_steps(e, l, l->first, l->end))
		return false;
	e->s.unless = unless;
	strip_loop_end(&e->s, &l->loop, l->skipped);
	return true;
}

static bool test_step(struct emitter *e, u32 step) {
	struct strip_step *t = &e->step.at[step];
	struct inner_loop *l = skipped_by(e, step);
	strip_go_to_step(e->c, t);
	return l ? strip_decide_alike(&e->s, t->in, &l->skipped)
	         : strip_test_step(&e->s, t);
}

static bool test_steps(struct emitter *e, const struct inner_loop *in, u32 first,
                       u32 end) {
	bool ok = true;
	for (u32 i = first; i < end && ok;) {
		struct inner_loop *l = segment_loop_at(e, in, i, end);
		struct region *r = region_at(e, i);
		strip_go_to_step(e->c, &e->step.at[i]);
		if (l)
			ok = test_loop(e, l);
		else
			ok = r ? region_test(e, r) : test_step(e, i);
		i = l ? l->end : r ? r->end : i + 1;
	}
	return ok;
}

static bool test_segment(struct emitter *e, struct segment *g) {
	u32 n = e->c->f->nreg + 1;
	g->line = arena_array(e->c->a, struct line *, n);
	memcpy(g->line, e->s.line, sizeof *g->line * n);
	g->condition = arena_array(e->c->a, const struct strip_condition *, n);
	memcpy(g->condition, e->s.condition, sizeof *g->condition * n);
	return test_steps(e, NULL, g->first, g->end);
}

bool segments_test(struct emitter *e) {
	struct fn *c = e->c;
	for (u32 i = 0; i < e->segment.n; i++) {
		if (i == e->segment_first && !begin_loop(e, &e->loop))
			return false;
		if (!test_segment(e, &e->segment.at[i]))
			return false;
	}
	strip_check_accesses(&e->s);
	need_few(e);
	if (e->s.npiece || !e->s.ok)
		return false;
	if (e->s.inside)
		e->s.ok = LLVMBuildAnd(c->b, e->s.ok, e->s.inside, "");
	return true;
}

/* ---- registers --------------------------------------------------------------------- */

/* Gives the register a place beside the others of its warp. */
static void add_place(struct emitter *e, u32 reg) {
	const struct fn *c = e->c;
	const struct jreg *r = &c->reg[reg];
	u32 lane = r->bits / 8, align = r->class == REG_VECTOR ? lane * c->width : lane;
	u32 at = (e->place_bytes + align - 1) / align * align;
	e->slot[reg] = true;
	e->place[reg] = at;
	e->place_bytes = at + align * (r->class == REG_VECTOR ? c->nchunk : 1);
}

static bool may_have_place(const struct fn *c, u32 reg) {
	return c->reg[reg].bits == 32 || c->reg[reg].bits == 64;
}

bool segments_make_places(struct emitter *e, u32 n, struct bits lives) {
	struct fn *c = e->c;
	struct bits written = bits_new(c->a, c->f->nreg + 1);
	e->slot = arena_array(c->a, bool, c->f->nreg + 1);
	e->place = arena_array(c->a, u32, c->f->nreg + 1);
	for (u32 i = 0; i < e->segment.n; i++)
		segment_find_registers(e, &e->segment.at[i]);
	for (u32 i = 0; i < e->segment.n; i++) {
		struct segment *g = &e->segment.at[i];
		for (u32 reg = 0; reg < c->f->nreg; reg++) {
			bool read = segment_reads_place(g, reg);
			if (read && (!bits_has(written, reg) || !may_have_place(c, reg)))
				return false;
			if (read && !e->slot[reg])
				add_place(e, reg);
		}
		bits_or(written, g->written);
	}
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!bits_has(lives, reg) || e->slot[reg])
			continue;
		if (!may_have_place(c, reg))
			return false;
		add_place(e, reg);
	}
	for (u32 i = 0; i < e->segment.n; i++)
		for (u32 reg = 0; reg < c->f->nreg; reg++)
			e->segment.at[i].has_work |= e->slot[reg] &&
			                             bits_has(e->segment.at[i].written,
			                                      reg);
	e->place_bytes = (e->place_bytes + VECTOR_BYTES - 1) / VECTOR_BYTES *
	                 VECTOR_BYTES;
	u64 bytes = (u64)e->place_bytes * jit_cta_warps(c) * n;
	if (bytes > MOST_BYTES)
		return false;
	bb here = jit_entry(c);
	e->places = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i8, bytes), "kept");
	LLVMSetAlignment(e->places, VECTOR_BYTES);
	jit_prologue_end(c, here);
	return true;
}

/* ---- tables ------------------------------------------------------------------------ */

/* The same in all threads of the cta and in all rounds. */
static bool is_fixed(const struct line *l) {
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (l->coef[d] && d != STRIP_CTA)
			return false;
	return !l->stride;
}

static bool is_same_operation(const struct inst *a, const struct inst *b) {
	return MOD_GET(a->mods, AOP) == MOD_GET(b->mods, AOP) && a->type[0] == b->type[0];
}

/* Tables are in shared memory. */
static bool counts_in_table(const struct strip_step *t) {
	return t->atomic && t->atomic->index;
}

/* Checks that the rounds do nothing in shared memory but count in tables. */
static bool only_counts(const struct emitter *e) {
	const struct inst *first = NULL;
	for (u32 i = e->loop_first; i < e->loop_end; i++) {
		const struct strip_step *t = &e->step.at[i];
		if (!t->address || !t->address->is_shared)
			continue;
		first = first ? first : t->in;
		if (!counts_in_table(t) || !is_fixed(t->address) ||
		    !is_same_operation(t->in, first))
			return false;
	}
	return first != NULL;
}

static bool is_same_table(const struct strip_step *a, const struct strip_step *b) {
	return a->address == b->address && a->atomic->first == b->atomic->first &&
	       a->atomic->end == b->atomic->end;
}

static const struct table_copies *copies_of(struct emitter *e, u32 step, val pays) {
	struct strip_step *t = &e->step.at[step];
	for (u32 i = e->loop_first; i < step; i++)
		if (e->step.at[i].copies && is_same_table(&e->step.at[i], t))
			return e->step.at[i].copies;
	strip_go_to_step(e->c, t);
	return jit_table_copies_begin(e->c, t->in, strip_first_value(&e->s, t->address),
	                              pays);
}

static void begin_copies(struct emitter *e) {
	struct fn *c = e->c;
	if (!only_counts(e))
		return;
	u32 least = LEAST_COUNTED / (jit_cta_warps(c) * WARP_LANES);
	val pays = LLVMBuildICmp(c->b, LLVMIntUGE, e->s.last[STRIP_ROUND],
	                         jit_int(c, 64, least), "");
	for (u32 i = e->loop_first; i < e->loop_end; i++)
		if (counts_in_table(&e->step.at[i]))
			e->step.at[i].copies = copies_of(e, i, pays);
}

static void end_copies(struct emitter *e) {
	for (u32 i = e->loop_first; i < e->loop_end; i++) {
		struct strip_step *t = &e->step.at[i];
		bool is_last = t->copies != NULL;
		for (u32 k = i + 1; is_last && k < e->loop_end; k++)
			is_last = e->step.at[k].copies != t->copies;
		if (!is_last)
			continue;
		strip_go_to_step(e->c, t);
		jit_table_copies_end(e->c, t->in, t->copies);
	}
}

/* ---- loops ------------------------------------------------------------------------- */

static bool emit_rounds(struct emitter *e) {
	struct fn *c = e->c;
	bool ok = true;
	segment_hold(e);
	begin_copies(e);
	bb before = LLVMGetInsertBlock(c->b);
	struct strip_count l = strip_count_begin(c, "tiles");
	struct value *phi = segment_begin_round(e, before);
	e->s.counter[STRIP_ROUND] = l.i;
	for (u32 g = e->segment_first; ok && g < e->segment_end; g++)
		ok = segment_emit(e, &e->segment.at[g]);
	segment_end_round(e, phi);
	strip_count_end(c, &l, 1, e->s.last[STRIP_ROUND]);
	segment_let_go(e);
	end_copies(e);
	e->s.counter[STRIP_ROUND] = e->s.last[STRIP_ROUND];
	return ok;
}

static bool emit_all(struct emitter *e) {
	u32 n = e->segment.n;
	if (!segments_make_places(e, 1, bits_new(e->c->a, e->c->f->nreg + 1)))
		return false;
	bool ok = true;
	e->now = arena_zalloc(
		e->c->a, sizeof *e->now * SEGMENT_TOGETHER * (e->c->f->nreg + 1), 16);
	e->same = arena_array(e->c->a, bool, e->c->f->nreg + 1);
	for (u32 i = 0; i < n; i++)
		segment_choose(e, &e->segment.at[i]);
	segment_choose_held(e);
	for (u32 i = 0; ok && i < n; i++) {
		if (i == e->segment_first) {
			ok = emit_rounds(e);
			i = e->segment_end - 1;
		} else {
			ok = segment_emit(e, &e->segment.at[i]);
		}
	}
	return ok;
}

/* Emits the tests and the loops in the block at hand. False: the code is not to be run.
 */
static bool emit(struct emitter *e, bb away) {
	struct fn *c = e->c;
	bb go = jit_block(c, "segments"), never = jit_block(c, "segmentsnever");
	strip_begin(&e->s, jit_int(c, 32, 0));
	c->whole.away = never;
	bool ok = segments_test(e);
	jit_likely(c, ok ? e->s.ok : jit_int(c, 1, 0), true, go, away);
	jit_at(c, go);
	jit_regs_drop(c);
	ok = ok && emit_all(e);
	cta_end_all(c, jit_cta_warps(c));
	ok = ok && !LLVMGetFirstUse(LLVMBasicBlockAsValue(never));
	jit_at(c, never);
	LLVMBuildUnreachable(c->b);
	return ok;
}

/* A kernel that turns a tile by loops over its rows is quicker warp by warp (0.65 of the
 * time on a Zen 4): then a warp asks for what the next cta needs some rounds ahead. */
static bool is_worth_it(const struct emitter *e, bool loops) {
	return e->loop.back || (!loops && !e->inner.n);
}

bool segments_may_be(const struct fn *c) {
	return !jit_config()->coarsen && c->facts.is_kernel && !c->opt.is_quick &&
	       !c->opt.is_large && !c->opt.is_verified && !c->opt.confined &&
	       !c->flow.split && c->facts.starts_whole && c->facts.may_wait;
}

void cta_segments(struct fn *c, bool loops) {
	struct emitter e = {.c = c, .s = {.c = c, .has_barriers = true}};
	if (!segments_may_be(c) || !strip_find_loops(&e.s))
		return;
	struct strip_aside aside = strip_put_aside(c);
	if (segments_find_path(&e) && is_worth_it(&e, loops)) {
		bb go = jit_block(c, "rounds"), away = jit_block(c, "norounds");
		jit_likely(c, cta_may_begin(c, jit_cta_warps(c)), true, go, away);
		val branch = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
		jit_at(c, go);
		if (!emit(&e, away))
			LLVMSetOperand(branch, 0, jit_int(c, 1, 0));
		for (u32 reg = 0; reg < c->f->nreg; reg++)
			memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
		jit_regs_drop(c);
		c->whole.away = NULL;
		c->mem.narrow.in = NULL;
		jit_at(c, away);
	}
	strip_take_back(c, &aside);
}
