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
 * In a segment that stores nothing several warps go together, if they share vectors that
 * are loaded: an instruction that is the same for them is emitted once, another one for
 * each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/cta_segments.h"

#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_loop.h"
#include "backend/llvm/warps/strip_step.h"
#include "backend/llvm/warps/whole_cta.h"

enum {
	MOST_STEPS = 600,
	MOST_EMITTED = 1600,
	MOST_TOGETHER = 8,          /* warps */
	MOST_BYTES = 64 << 10,      /* of arrays on the stack */
	MOST_STEPS_OF_CTA = 1 << 24 /* the clock and Ctrl-C wait until it ends */
};

/* Steps between barriers, or the start or the end of the loop. */
struct segment {
	u32 first, end;
	struct line **line;  /* per register, at its start */
	struct bits exposed; /* registers that are read before they are written */
	struct bits written;
	bool stores, has_work;
	u32 nwarp; /* that go together */
};

/* A register of one warp. */
struct value {
	val chunk[MAX_CHUNKS];
};

struct emitter {
	struct fn *c;
	struct strip s;
	VEC(struct strip_step) step;
	VEC(u32) cut; /* steps that segments begin with */
	VEC(struct segment) segment;
	struct strip_loop loop;
	u32 loop_first, loop_end;       /* steps */
	u32 segment_first, segment_end; /* of the loop */
	bool meets;                     /* it has a barrier */
	val *slot;                      /* per register: its array, or NULL */
	val index[MOST_TOGETHER];       /* numbers of the warps at hand: i64 */
	struct value *now;              /* per register and warp at hand */
	bool *same;                     /* per register: the same in these warps */
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

static bool add_step(struct emitter *e, u32 block, const struct inst *in) {
	struct strip_step s = {.in = in, .block = block};
	if (e->step.n == MOST_STEPS)
		return false;
	if (jit_is_plain_barrier(e->c, in)) {
		if (in->guard != NO_REG)
			return false;
		e->meets = true;
		cut_here(e, e->step.n);
		return true;
	}
	if (!strip_may_step(&e->s, in))
		return false;
	vec_push(e->c->a, &e->step, s);
	return true;
}

/* The steps from block `to` on are the loop. */
static bool add_loop(struct emitter *e, u32 to, const struct inst *back) {
	u32 first = 0;
	while (first < e->step.n && e->step.at[first].block < to)
		first++;
	if (e->loop.back || back->guard == NO_REG || first == e->step.n ||
	    e->step.at[first].block != to)
		return false;
	for (u32 i = first; i < e->step.n; i++)
		if (!e->step.at[i].is_branch)
			vec_push(e->c->a, &e->loop.body, e->step.at[i].in);
	e->loop.back = back;
	e->loop_first = first;
	e->loop_end = e->step.n;
	cut_here(e, first);
	cut_here(e, e->step.n);
	return true;
}

/* Takes the branch to go where the kernel's work is. Returns the next block. */
static u32 add_branch(struct emitter *e, u32 block, const struct inst *in) {
	const struct fn *c = e->c;
	u32 next = block + 1;
	bool is_bra = in->row == ROW_BRA;
	u32 to = is_bra ? in->operand[0].index : NO_BLOCK;
	if (to <= block)
		return add_loop(e, to, in) ? next : 0;
	if (in->guard == NO_REG)
		return to;
	struct strip_step s = {.in = in, .block = block, .is_branch = true};
	s.all_take = is_bra && strip_is_end(c, next) && !strip_is_end(c, to);
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
			else if (!add_step(e, b, in))
				return false;
		}
		if (next != NO_BLOCK && next <= b)
			return false;
		b = next;
	}
	e->s.n[STRIP_ROUND] = e->loop.back ? 0 : 1;
	e->loop.may_carry = true;
	if (!e->meets || (e->loop.back && !strip_loop_fits(c, &e->loop)))
		return false;
	find_segments(e);
	return true;
}

/* ---- tests ------------------------------------------------------------------------- */

static void forget_carried(struct emitter *e) {
	for (u32 i = 0; i < e->c->f->nreg; i++)
		if (bits_has(e->loop.carried, i)) {
			e->s.line[i] = NULL;
			e->s.condition[i] = NULL;
			e->s.extreme[i] = NULL;
		}
}

/* All threads make all rounds, and these are few. */
static bool begin_loop(struct emitter *e) {
	struct fn *c = e->c;
	if (!strip_loop_begin(&e->s, &e->loop))
		return false;
	forget_carried(e);
	val one = jit_int(c, 64, 1);
	val rounds = LLVMBuildAdd(c->b, e->s.last[STRIP_ROUND], one, "");
	strip_need(&e->s, LLVMBuildICmp(c->b, LLVMIntEQ, rounds, e->loop.nfull, ""));
	u64 most = MOST_STEPS_OF_CTA / ((u64)jit_cta_warps(c) * e->step.n);
	strip_need(&e->s,
	           LLVMBuildICmp(c->b, LLVMIntULE, rounds, jit_int(c, 64, most), ""));
	return true;
}

static bool test_segment(struct emitter *e, struct segment *g) {
	u32 n = e->c->f->nreg + 1;
	g->line = arena_array(e->c->a, struct line *, n);
	memcpy(g->line, e->s.line, sizeof *g->line * n);
	for (u32 i = g->first; i < g->end; i++) {
		struct strip_step *t = &e->step.at[i];
		strip_go_to_step(e->c, t);
		if (!strip_test_step(&e->s, t))
			return false;
	}
	return true;
}

static bool test(struct emitter *e) {
	struct fn *c = e->c;
	for (u32 i = 0; i < e->segment.n; i++) {
		if (i == e->segment_first && !begin_loop(e))
			return false;
		if (!test_segment(e, &e->segment.at[i]))
			return false;
	}
	strip_check_accesses(&e->s);
	if (e->s.npiece || !e->s.ok)
		return false;
	if (e->s.inside)
		e->s.ok = LLVMBuildAnd(c->b, e->s.ok, e->s.inside, "");
	return true;
}

/* ---- registers --------------------------------------------------------------------- */

/* A step that takes more than the setting of a line. */
static bool has_effect(const struct strip_step *t) {
	return !t->line && !t->is_branch;
}

struct visit {
	struct emitter *e;
	struct segment *g;
	bool same;
	u32 k;
};

static void note_read(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role != REG_WRITTEN && !bits_has(v->g->written, reg))
		bits_set(v->g->exposed, reg);
}

static void note_written(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role != REG_READ)
		bits_set(v->g->written, reg);
}

static void find_exposed(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	struct visit v = {.e = e, .g = g};
	g->exposed = bits_new(c->a, c->f->nreg + 1);
	g->written = bits_new(c->a, c->f->nreg + 1);
	for (u32 i = g->first; i < g->end; i++) {
		const struct strip_step *t = &e->step.at[i];
		if (has_effect(t))
			inst_each_reg(c->f, t->in, note_read, &v);
		if (!t->is_branch)
			inst_each_reg(c->f, t->in, note_written, &v);
		g->stores |= t->address && t->in->row == ROW_ST;
		g->has_work |= g->stores;
	}
}

/* Makes the arrays of registers that are read after the segment that writes them. False:
 * one cannot be kept there, or is read before it is written. */
static bool make_slots(struct emitter *e) {
	struct fn *c = e->c;
	u64 bytes = 0;
	struct bits written = bits_new(c->a, c->f->nreg + 1);
	e->slot = arena_array(c->a, val, c->f->nreg + 1);
	for (u32 i = 0; i < e->segment.n; i++)
		find_exposed(e, &e->segment.at[i]);
	for (u32 i = 0; i < e->segment.n; i++) {
		struct segment *g = &e->segment.at[i];
		for (u32 reg = 0; reg < c->f->nreg; reg++) {
			const struct jreg *r = &c->reg[reg];
			bool read = bits_has(g->exposed, reg) && !g->line[reg];
			bool vector = r->class == REG_VECTOR;
			if (read &&
			    (!bits_has(written, reg) || (r->bits != 32 && r->bits != 64)))
				return false;
			if (read && !e->slot[reg]) {
				u32 n = jit_cta_warps(c) * (vector ? c->nchunk : 1);
				typ t = vector ? LLVMVectorType(r->type, c->width)
				               : r->type;
				bytes += (u64)n * r->bits / 8 * (vector ? c->width : 1);
				bb here = jit_entry(c);
				e->slot[reg] = LLVMBuildAlloca(c->b, LLVMArrayType2(t, n),
				                               "kept");
				jit_prologue_end(c, here);
			}
		}
		for (u32 reg = 0; reg < c->f->nreg; reg++)
			if (bits_has(g->written, reg))
				bits_set(written, reg);
	}
	for (u32 i = 0; i < e->segment.n; i++)
		for (u32 reg = 0; reg < c->f->nreg; reg++)
			e->segment.at[i].has_work |= e->slot[reg] &&
			                             bits_has(e->segment.at[i].written,
			                                      reg);
	return bytes <= MOST_BYTES;
}

/* ---- warps that go together -------------------------------------------------------- */

static u32 vectors_of(const struct fn *c, u32 reg) {
	const struct jreg *r = &c->reg[reg];
	return r->class == REG_VECTOR ? c->nchunk * MAX(r->bits, 32u) / 32 : 0;
}

/* Checks for a line that is the same in all warps of the cta. */
static bool is_of_cta(const struct line *l) {
	return !l->coef[STRIP_X] && !l->coef[STRIP_Y] && !l->coef[STRIP_Z];
}

/* Where warps share vectors that they load: as many as there are registers for. */
static u32 together(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	u32 own = 0, shared = 0, work = 0, all = jit_cta_warps(c), n;
	u32 room = c->width == 16 ? 30 : 14;
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (e->slot[reg] && (bits_has(g->exposed, reg)))
			own += vectors_of(c, reg);
	for (u32 i = g->first; i < g->end; i++) {
		const struct strip_step *t = &e->step.at[i];
		work += has_effect(t);
		if (!t->address || !is_of_cta(t->address))
			continue;
		const struct operand *d = &t->in->operand[0];
		shared += d->kind == OPR_REG && vectors_of(c, d->index);
	}
	if (g->stores || !shared || !own)
		return 1;
	room -= c->nchunk + 2;
	n = MIN(room / own, (u32)MOST_TOGETHER);
	n = MIN(n, MOST_EMITTED / MAX(work, 1u));
	while (n > 1 && all % n)
		n--;
	return MAX(n, 1u);
}

static struct value *now_of(struct emitter *e, u32 reg, u32 k) {
	return &e->now[(size_t)reg * MOST_TOGETHER + k];
}

/* The counters of the strip's lines become those of warp k of those at hand. */
static void to_warp(struct emitter *e, u32 k) {
	struct fn *c = e->c;
	u32 nx = e->s.n[STRIP_X], ny = e->s.n[STRIP_Y];
	val w = e->index[k];
	val row = nx == 1 ? w : LLVMBuildUDiv(c->b, w, jit_int(c, 64, nx), "");
	e->s.counter[STRIP_X] = LLVMBuildURem(c->b, w, jit_int(c, 64, nx), "");
	e->s.counter[STRIP_Y] = row;
	if (e->s.n[STRIP_Z] == 1)
		return;
	e->s.counter[STRIP_Y] = LLVMBuildURem(c->b, row, jit_int(c, 64, ny), "");
	e->s.counter[STRIP_Z] = LLVMBuildUDiv(c->b, row, jit_int(c, 64, ny), "");
}

static void move_in(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	(void)role;
	memcpy(v->e->c->reg[reg].now, now_of(v->e, reg, v->k)->chunk,
	       sizeof v->e->c->reg[reg].now);
}

static void move_out(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role == REG_READ)
		return;
	for (u32 k = v->k; k < (v->same ? v->g->nwarp : v->k + 1); k++)
		memcpy(now_of(v->e, reg, k)->chunk, v->e->c->reg[reg].now,
		       sizeof v->e->c->reg[reg].now);
	v->e->same[reg] = v->same;
}

static void see_same(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	v->same &= role == REG_WRITTEN || v->e->same[reg];
}

/* Checks whether the step does the same in all warps of the cta. */
static bool is_same_step(struct emitter *e, const struct strip_step *t) {
	struct visit v = {.e = e, .same = true};
	if (t->line)
		return is_of_cta(t->line);
	if (t->address)
		return t->in->row != ROW_ST && is_of_cta(t->address);
	inst_each_reg(e->c->f, t->in, see_same, &v);
	return v.same;
}

static typ slot_type(const struct emitter *e, u32 reg) {
	return LLVMGetElementType(LLVMGetAllocatedType(e->slot[reg]));
}

static val slot_at(struct emitter *e, u32 reg, u32 k, u32 chunk) {
	struct fn *c = e->c;
	bool vector = c->reg[reg].class == REG_VECTOR;
	u32 bytes = c->reg[reg].bits / 8 * (vector ? c->width : 1);
	u32 all = bytes * (vector ? c->nchunk : 1);
	val at = LLVMBuildMul(c->b, e->index[k], jit_int(c, 64, all), "");
	return jit_gep(c, jit_gep(c, e->slot[reg], at), jit_int(c, 64, bytes * chunk));
}

/* Loads the registers that the segment reads and has not written. */
static void load_exposed(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		struct line *l = g->line[reg];
		u32 n = c->reg[reg].class == REG_VECTOR ? c->nchunk : 1;
		if (!bits_has(g->exposed, reg))
			continue;
		e->same[reg] = l && is_of_cta(l);
		for (u32 k = 0; k < g->nwarp; k++) {
			struct value *now = now_of(e, reg, k);
			to_warp(e, k);
			if (l)
				strip_set_line(&e->s, reg, l);
			for (u32 q = 0; l && q < n; q++)
				now->chunk[q] = c->reg[reg].now[q];
			for (u32 q = 0; !l && q < n; q++)
				now->chunk[q] = LLVMBuildLoad2(c->b, slot_type(e, reg),
				                               slot_at(e, reg, k, q), "");
		}
	}
}

static void store_written(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		u32 n = c->reg[reg].class == REG_VECTOR ? c->nchunk : 1;
		if (!e->slot[reg] || !bits_has(g->written, reg))
			continue;
		for (u32 k = 0; k < g->nwarp; k++)
			for (u32 q = 0; q < n; q++)
				LLVMBuildStore(c->b, now_of(e, reg, k)->chunk[q],
				               slot_at(e, reg, k, q));
	}
}

/* Prefetches what the next round loads: each row of a warp, in which the lanes follow
 * each other, begins a distance after that of this round. Without a loop, as other ctas
 * that wait do. */
static void prefetch(struct emitter *e, const struct segment *g,
                     const struct strip_step *t) {
	struct fn *c = e->c;
	const struct line *l = t->address;
	struct mem m;
	if (!l || t->in->row == ROW_ST || l->is_shared || !mem_describe(c, &m, t->in) ||
	    l->stride != (s64)m.bytes)
		return;
	val at = strip_first_value(&e->s, l);
	at = LLVMBuildAdd(c->b, at, jit_int(c, 64, (u64)t->in->operand[m.ai].value), "");
	if (!e->loop.back && e->s.n[STRIP_ROW] == 1)
		mem_prefetch(c, &m, LLVMBuildIntToPtr(c->b, at, c->ptr, ""));
	if (g->first < e->loop_first || g->end > e->loop_end || !l->coef[STRIP_ROUND])
		return;
	at = LLVMBuildAdd(c->b, at, l->coef[STRIP_ROUND], "");
	for (u32 i = 0; i < e->s.n[STRIP_ROW]; i++) {
		mem_prefetch_next(c, &m, LLVMBuildIntToPtr(c->b, at, c->ptr, ""),
		                  e->s.row_lanes * m.bytes);
		if (!l->coef[STRIP_ROW])
			return;
		at = LLVMBuildAdd(c->b, at, l->coef[STRIP_ROW], "");
	}
}

static bool emit_step(struct emitter *e, struct segment *g, const struct strip_step *t) {
	struct fn *c = e->c;
	struct visit v = {.e = e, .g = g, .same = is_same_step(e, t)};
	for (v.k = 0; v.k < (v.same ? 1 : g->nwarp); v.k++) {
		to_warp(e, v.k);
		inst_each_reg(c->f, t->in, move_in, &v);
		if (!strip_emit_step(&e->s, t))
			return false;
		prefetch(e, g, t);
		inst_each_reg(c->f, t->in, move_out, &v);
	}
	return true;
}

/* ---- loops ------------------------------------------------------------------------- */

static bool emit_warps(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	load_exposed(e, g);
	for (u32 i = g->first; i < g->end; i++)
		if (!e->step.at[i].is_branch && !emit_step(e, g, &e->step.at[i]))
			return false;
	store_written(e, g);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	jit_regs_drop(c);
	return true;
}

static bool emit_segment(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	if (!g->has_work)
		return true;
	struct strip_count l = strip_count_begin(c, "segment");
	for (u32 k = 0; k < g->nwarp; k++)
		e->index[k] = LLVMBuildAdd(c->b, l.i, jit_int(c, 64, k), "");
	bool ok = emit_warps(e, g);
	strip_count_end(c, &l, g->nwarp, jit_int(c, 64, jit_cta_warps(c) - 1));
	return ok;
}

static bool emit_rounds(struct emitter *e) {
	struct fn *c = e->c;
	struct strip_count l = strip_count_begin(c, "tiles");
	bool ok = true;
	e->s.counter[STRIP_ROUND] = l.i;
	for (u32 g = e->segment_first; ok && g < e->segment_end; g++)
		ok = emit_segment(e, &e->segment.at[g]);
	strip_count_end(c, &l, 1, e->s.last[STRIP_ROUND]);
	e->s.counter[STRIP_ROUND] = e->s.last[STRIP_ROUND];
	return ok;
}

static bool emit_all(struct emitter *e) {
	u32 n = e->segment.n;
	bool ok = make_slots(e);
	e->now = arena_zalloc(e->c->a,
	                      sizeof *e->now * MOST_TOGETHER * (e->c->f->nreg + 1), 16);
	e->same = arena_array(e->c->a, bool, e->c->f->nreg + 1);
	for (u32 i = 0; i < n; i++)
		e->segment.at[i].nwarp = together(e, &e->segment.at[i]);
	for (u32 i = 0; ok && i < n; i++) {
		if (i == e->segment_first) {
			ok = emit_rounds(e);
			i = e->segment_end - 1;
		} else {
			ok = emit_segment(e, &e->segment.at[i]);
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
	bool ok = test(e);
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

void cta_segments(struct fn *c, bool loops) {
	struct emitter e = {.c = c, .s = {.c = c, .has_barriers = true}};
	if (jit_config()->coarsen || !c->facts.is_kernel || c->opt.is_quick ||
	    c->opt.is_large || c->opt.is_verified || c->opt.confined || c->flow.split ||
	    !c->facts.starts_whole || !c->facts.may_wait || !strip_find_loops(&e.s))
		return;
	struct strip_aside aside = strip_put_aside(c);
	if (find_path(&e) && (e.loop.back || !loops)) {
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
