/* segment_code.c - the code of a segment: a loop over the warps of a cta, or over groups
 * of them. What is linear is computed from the warp's number where it is read. Other
 * values that are read after the segment that writes them are in arrays on the stack. An
 * instruction that is the same for all warps of a group is emitted once, another one for
 * each.
 *
 * Loads that are the same for all warps, and of which a vector is put together of
 * several, are made once, before the loop, where several passes or warps need them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/segment.h"
#include "backend/llvm/warps/strip_access.h"
#include "backend/llvm/warps/strip_bits.h"
#include "backend/llvm/warps/strip_lanes.h"
#include "backend/llvm/warps/whole_cta.h"

enum {
	MOST_KEPT = 16 << 10,  /* bytes of loads that are made once */
	AHEAD_IN_TURNS = 1024, /* bytes */
};

/* A segment, or a pass of it, that is emitted. */
struct pass {
	struct emitter *e;
	struct segment *g;
	struct bits wanted; /* steps */
	bool all;           /* of them */
};

struct visit {
	struct emitter *e;
	struct segment *g;
	bool same;
	u32 k;
};

bool segment_is_of_cta(const struct line *l) {
	for (u32 d = STRIP_WARP; d < STRIP_WARP + STRIP_LANE_BITS; d++)
		if (l->coef[d])
			return false;
	return !l->coef[STRIP_X] && !l->coef[STRIP_Y] && !l->coef[STRIP_Z];
}

static bool is_wanted(const struct pass *p, u32 step) {
	return !p->e->step.at[step].is_branch && (p->all || bits_has(p->wanted, step));
}

/* ---- registers --------------------------------------------------------------------- */

void segment_to_warp(struct emitter *e, u32 k) {
	struct fn *c = e->c;
	u32 nx = e->s.n[STRIP_X], ny = e->s.n[STRIP_Y];
	val w = e->index[k];
	val row = nx == 1 ? w : LLVMBuildUDiv(c->b, w, jit_int(c, 64, nx), "");
	e->s.counter[STRIP_X] = LLVMBuildURem(c->b, w, jit_int(c, 64, nx), "");
	for (u32 b = 0; b < STRIP_LANE_BITS; b++)
		e->s.counter[STRIP_WARP + b] = LLVMBuildAnd(
			c->b, LLVMBuildLShr(c->b, w, jit_int(c, 64, b), ""),
			jit_int(c, 64, 1), "");
	e->s.counter[STRIP_Y] = row;
	if (e->s.n[STRIP_Z] == 1)
		return;
	e->s.counter[STRIP_Y] = LLVMBuildURem(c->b, row, jit_int(c, 64, ny), "");
	e->s.counter[STRIP_Z] = LLVMBuildUDiv(c->b, row, jit_int(c, 64, ny), "");
}

static void move_in(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	(void)role;
	memcpy(v->e->c->reg[reg].now, segment_now(v->e, reg, v->k)->chunk,
	       sizeof v->e->c->reg[reg].now);
}

static void move_out(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role == REG_READ)
		return;
	for (u32 k = v->k; k < (v->same ? v->g->nwarp : v->k + 1); k++)
		memcpy(segment_now(v->e, reg, k)->chunk, v->e->c->reg[reg].now,
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
		return segment_is_of_cta(t->line);
	if (t->address)
		return step_loads(t) && segment_is_of_cta(t->address);
	inst_each_reg(e->c->f, t->in, see_same, &v);
	return v.same;
}

typ segment_place_type(const struct fn *c, u32 reg) {
	typ t = c->reg[reg].type;
	return c->reg[reg].class == REG_VECTOR ? LLVMVectorType(t, c->width) : t;
}

val segment_place(struct emitter *e, u32 reg, u32 k, u32 chunk) {
	struct fn *c = e->c;
	u32 bytes = c->reg[reg].bits / 8 * c->width;
	val at = LLVMBuildMul(c->b, e->index[k], jit_int(c, 64, e->place_bytes), "");
	at = LLVMBuildAdd(c->b, at, jit_int(c, 64, e->place[reg] + chunk * bytes), "");
	return jit_gep(c, e->places, at);
}

static void load_place(struct emitter *e, u32 reg, u32 k, struct value *v) {
	struct fn *c = e->c;
	for (u32 q = 0; q < segment_chunks(c, reg); q++)
		v->chunk[q] = LLVMBuildLoad2(c->b, segment_place_type(c, reg),
		                             segment_place(e, reg, k, q), "");
}

static void store_place(struct emitter *e, u32 reg, u32 k, struct value *v) {
	for (u32 q = 0; q < segment_chunks(e->c, reg); q++)
		LLVMBuildStore(e->c->b, v->chunk[q], segment_place(e, reg, k, q));
}

static bool is_held(const struct emitter *e, u32 reg) {
	return e->held_now && bits_has(e->held, reg);
}

static struct value *held_now(struct emitter *e, u32 reg, u32 k) {
	return &e->held_now[(size_t)reg * SEGMENT_TOGETHER + k];
}

static void set_line(struct emitter *e, const struct segment *g, u32 reg,
                     const struct line *l) {
	for (u32 k = 0; k < g->nwarp; k++) {
		segment_to_warp(e, k);
		strip_set_line(&e->s, reg, l);
		memcpy(segment_now(e, reg, k)->chunk, e->c->reg[reg].now,
		       sizeof e->c->reg[reg].now);
	}
	e->same[reg] = segment_is_of_cta(l);
}

static void set_condition(struct emitter *e, const struct segment *g, u32 reg,
                          const struct strip_condition *k) {
	struct fn *c = e->c;
	for (u32 i = 0; i < g->nwarp; i++) {
		segment_to_warp(e, i);
		for (u32 q = 0; q < segment_chunks(c, reg); q++) {
			val v = strip_condition_chunk(&e->s, k, q);
			if (c->reg[reg].class != REG_VECTOR)
				v = LLVMBuildExtractElement(c->b, v, jit_int(c, 32, 0),
				                            "");
			segment_now(e, reg, i)->chunk[q] = v;
		}
	}
	e->same[reg] = false;
}

/* Loads the registers that the segment reads and has not written. */
static void load_exposed(struct emitter *e, const struct segment *g, struct bits read) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!bits_has(read, reg) || !bits_has(g->exposed, reg))
			continue;
		if (g->line[reg]) {
			set_line(e, g, reg, g->line[reg]);
			continue;
		}
		if (g->condition[reg]) {
			set_condition(e, g, reg, g->condition[reg]);
			continue;
		}
		e->same[reg] = false;
		for (u32 k = 0; k < g->nwarp; k++)
			if (is_held(e, reg))
				*segment_now(e, reg, k) = *held_now(e, reg, k);
			else
				load_place(e, reg, k, segment_now(e, reg, k));
	}
}

static void store_written(struct emitter *e, const struct segment *g,
                          struct bits written) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!e->slot[reg] || !bits_has(written, reg))
			continue;
		for (u32 k = 0; k < g->nwarp; k++)
			if (is_held(e, reg))
				*held_now(e, reg, k) = *segment_now(e, reg, k);
			else
				store_place(e, reg, k, segment_now(e, reg, k));
	}
}

/* ---- loads that are made once ------------------------------------------------------ */

static struct kept_load *kept_of(struct emitter *e, u32 step) {
	for (u32 i = 0; i < e->kept.n; i++)
		if (e->kept.at[i].step == step)
			return &e->kept.at[i];
	return NULL;
}

/* Rounds of all loops around the step; 0: not known, or many. */
static u32 rounds_of(const struct emitter *e, u32 step) {
	u64 n = 1;
	for (u32 i = 0; i < e->inner.n; i++) {
		const struct inner_loop *l = &e->inner.at[i];
		val last = e->s.last[l->loop.dim];
		if (step < l->first || step >= l->end)
			continue;
		if (!LLVMIsAConstantInt(last))
			return 0;
		n *= MIN(LLVMConstIntGetZExtValue(last) + 1, (u64)MOST_KEPT);
		n = MIN(n, (u64)MOST_KEPT);
	}
	return (u32)n;
}

static val kept_at(struct emitter *e, const struct kept_load *k, u32 element, u32 chunk) {
	struct fn *c = e->c;
	val at = jit_int(c, 64, 0);
	for (u32 i = 0; i < e->inner.n; i++) {
		const struct inner_loop *l = &e->inner.at[i];
		if (k->step < l->first || k->step >= l->end)
			continue;
		val n = LLVMBuildAdd(c->b, e->s.last[l->loop.dim], jit_int(c, 64, 1), "");
		at = LLVMBuildMul(c->b, at, n, "");
		at = LLVMBuildAdd(c->b, at, e->s.counter[l->loop.dim], "");
	}
	u32 bytes = 4 * c->width;
	u32 vector = element * k->nchunk + chunk % k->nchunk;
	at = LLVMBuildMul(c->b, at, jit_int(c, 64, (u64)k->n * k->nchunk * bytes), "");
	at = LLVMBuildAdd(c->b, at, jit_int(c, 64, (u64)vector * bytes), "");
	return jit_gep(c, k->at, at);
}

/* The registers of a load of 32 bits each: how many; 0: it is another one. */
static u32 loaded(struct emitter *e, const struct inst *in, u32 *reg) {
	struct fn *c = e->c;
	struct mem m;
	if (!mem_describe(c, &m, in) || !m.is_load || m.size != 4)
		return 0;
	for (u32 i = 0; i < m.n; i++) {
		const struct operand *d = m.elem[i];
		if (d->kind != OPR_REG || c->reg[d->index].class != REG_VECTOR ||
		    c->reg[d->index].bits != 32)
			return 0;
		reg[i] = d->index;
	}
	return m.n;
}

static void access_kept(struct emitter *e, const struct strip_step *t,
                        const struct kept_load *k) {
	struct fn *c = e->c;
	u32 reg[ELEMENTS], n = loaded(e, t->in, reg);
	for (u32 i = 0; i < n * c->nchunk; i++) {
		u32 q = i % c->nchunk, r = reg[i / c->nchunk];
		typ type = LLVMVectorType(c->reg[r].type, c->width);
		if (!e->keeps)
			jit_reg_set_chunk(c, r, q,
			                  LLVMBuildLoad2(c->b, type,
			                                 kept_at(e, k, i / c->nchunk, q),
			                                 ""));
		else if (q < k->nchunk)
			LLVMBuildStore(c->b, jit_reg_chunk(c, r, q),
			               kept_at(e, k, i / c->nchunk, q));
	}
}

/* Checks for a load of words that takes several loads, or shuffles. */
static bool takes_long(struct emitter *e, const struct strip_step *t) {
	u32 reg[ELEMENTS];
	if (!t->address || !t->address->is_shared || !loaded(e, t->in, reg) ||
	    !segment_is_of_cta(t->address))
		return false;
	const struct line *l = strip_in_bits(&e->s, t->address);
	bool same = true;
	for (u32 b = 0; 1u << b < e->c->width; b++)
		same &= !l->coef[STRIP_LANE + b];
	return !same && strip_lanes_run(&e->s, t->address, 4) < e->c->width;
}

static u32 chunks_that_differ(struct emitter *e, const struct line *address) {
	const struct line *l = strip_in_bits(&e->s, address);
	for (u32 b = 0; b < STRIP_LANE_BITS; b++)
		if (1u << b >= e->c->width && l->coef[STRIP_LANE + b])
			return e->c->nchunk;
	return 1;
}

static void find_kept(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	u32 uses = jit_cta_warps(c) / g->nwarp * MAX(g->npass, 1u), bytes = 0;
	e->kept.n = 0;
	for (u32 i = g->first; i < g->end && uses > 1 && !g->stores; i++) {
		struct kept_load k = {.step = i};
		if (region_of(e, i) || !takes_long(e, &e->step.at[i]))
			continue;
		u32 reg[ELEMENTS];
		k.n = loaded(e, e->step.at[i].in, reg);
		k.nchunk = chunks_that_differ(e, e->step.at[i].address);
		u32 n = rounds_of(e, i) * k.nchunk * k.n;
		if (!n || bytes + n * 4 * c->width > MOST_KEPT)
			continue;
		bytes += n * 4 * c->width;
		typ t = LLVMVectorType(c->i32, c->width);
		bb here = jit_entry(c);
		k.at = LLVMBuildAlloca(c->b, LLVMArrayType2(t, n), "loaded");
		jit_prologue_end(c, here);
		vec_push(c->a, &e->kept, k);
	}
}

/* ---- steps ------------------------------------------------------------------------- */

static void prefetch_rows(struct emitter *e, const struct mem *m, const struct line *l,
                          val at) {
	struct fn *c = e->c;
	const struct line *bits = strip_in_bits(&e->s, l);
	u32 run = strip_lanes_run(&e->s, l, m->bytes);
	for (u32 i = 0; i < WARP_LANES / run; i++) {
		val p = at;
		for (u32 b = 0; b < STRIP_LANE_BITS; b++)
			if ((i * run) >> b & 1 && bits->coef[STRIP_LANE + b])
				p = LLVMBuildAdd(c->b, p, bits->coef[STRIP_LANE + b], "");
		mem_prefetch_next(c, m, LLVMBuildIntToPtr(c->b, p, c->ptr, ""),
		                  run * m->bytes);
	}
}

/* What a load of a sum over the grid's stride is asked for ahead: a little further on in
 * the piece of memory that ctas read in turns, and from its end on, at the start of the
 * piece of the next rounds. Those at a step that is a large power of two would take too
 * many places of a few sets of the caches, if all of them came so early. */
static val ahead_in_turns(struct emitter *e, const struct segment *g,
                          const struct line *l, u32 bytes) {
	struct fn *c = e->c;
	u32 nwarp = jit_cta_warps(c);
	val one = jit_int(c, 64, 1), zero = jit_int(c, 64, 0),
	    per_cta = jit_int(c, 64, nwarp), round = e->s.counter[STRIP_ROUND];
	val near = jit_int(c, 64, AHEAD_IN_TURNS);
	val at = LLVMBuildMul(c->b, e->s.counter[STRIP_CTA], per_cta, "");
	at = LLVMBuildAdd(c->b, at, e->index[0], "");
	at = LLVMBuildMul(c->b, at, jit_int(c, 64, bytes), "");
	val size = LLVMBuildAdd(c->b, e->s.last[STRIP_CTA], one, "");
	size = LLVMBuildMul(c->b, size, jit_int(c, 64, (u64)nwarp * bytes), "");
	val step = l->coef[STRIP_ROUND];
	val next = LLVMBuildAdd(c->b, round, jit_int(c, 64, g->nround), "");
	val again = LLVMBuildICmp(c->b, LLVMIntULE, next, e->s.last[STRIP_ROUND], "");
	val to_next = LLVMBuildMul(c->b, step, jit_int(c, 64, g->nround), "");
	to_next = LLVMBuildSub(c->b, to_next, size, "");
	val to_strip = LLVMBuildSub(c->b, zero, LLVMBuildMul(c->b, step, round, ""), "");
	val wraps = LLVMBuildICmp(c->b, LLVMIntUGE, LLVMBuildAdd(c->b, at, near, ""),
	                          size, "");
	val far = LLVMBuildSelect(c->b, again, to_next, to_strip, "");
	return LLVMBuildAdd(c->b, near, LLVMBuildSelect(c->b, wraps, far, zero, ""), "");
}

/* Prefetches what the next round loads: each row of a warp, in which the lanes follow
 * each other, begins a distance after that of this round. Without a loop, as other ctas
 * that wait do. */
static void prefetch(struct emitter *e, const struct segment *g,
                     const struct strip_step *t) {
	struct fn *c = e->c;
	const struct line *l = t->address;
	struct mem m;
	if (!step_loads(t) || l->is_shared || !mem_describe(c, &m, t->in) ||
	    strip_lanes_run(&e->s, l, m.bytes) * m.bytes < 32)
		return;
	val at = strip_first_value(&e->s, l);
	at = LLVMBuildAdd(c->b, at, jit_int(c, 64, (u64)t->in->operand[m.ai].value), "");
	if (!e->loop.back && e->s.n[STRIP_ROW] == 1 && l->stride == (s64)m.bytes)
		mem_prefetch(c, &m, LLVMBuildIntToPtr(c->b, at, c->ptr, ""));
	if (g->first < e->loop_first || g->end > e->loop_end || !l->coef[STRIP_ROUND] ||
	    (e->is_sum && c->host->follows_turns))
		return;
	val far = l->coef[STRIP_ROUND];
	if (e->ahead)
		far = LLVMBuildMul(c->b, far, jit_int(c, 64, e->ahead), "");
	if (e->is_sum)
		far = ahead_in_turns(e, g, l, WARP_LANES * m.bytes);
	prefetch_rows(e, &m, l, LLVMBuildAdd(c->b, at, far, ""));
}

static bool emit_step(struct pass *p, u32 step) {
	struct emitter *e = p->e;
	const struct strip_step *t = &e->step.at[step];
	const struct kept_load *kept = kept_of(e, step);
	struct visit v = {.e = e, .g = p->g, .same = is_same_step(e, t)};
	for (v.k = 0; v.k < (v.same ? 1 : p->g->nwarp); v.k++) {
		segment_to_warp(e, v.k);
		segment_each_reg(e, t, move_in, &v);
		if ((!kept || e->keeps) && !strip_emit_step(&e->s, t))
			return false;
		if (kept)
			access_kept(e, t, kept);
		prefetch(e, p->g, t);
		segment_each_reg(e, t, move_out, &v);
	}
	return true;
}

static bool emit_one(void *pass, u32 step) {
	return emit_step(pass, step);
}

static bool wants_some(const struct pass *p, u32 first, u32 end) {
	while (first < end && !is_wanted(p, first))
		first++;
	return first < end;
}

/* Makes values of n warps, where they are some, those of a round that begins; `before`
 * is the block before the loop. Returns them. */
static struct value *carry_begin(struct emitter *e, struct bits regs, u32 n,
                                 struct value *now, bb before) {
	struct fn *c = e->c;
	size_t bytes = sizeof *now * SEGMENT_TOGETHER * (c->f->nreg + 1);
	struct value *phi = arena_zalloc(c->a, bytes, 16);
	for (u32 i = 0; i < c->f->nreg * SEGMENT_TOGETHER; i++)
		for (u32 q = 0; q < segment_chunks(c, i / SEGMENT_TOGETHER); q++) {
			val *v = &now[i].chunk[q];
			if (i % SEGMENT_TOGETHER >= n || !*v ||
			    !bits_has(regs, i / SEGMENT_TOGETHER))
				continue;
			phi[i].chunk[q] = LLVMBuildPhi(c->b, LLVMTypeOf(*v), "");
			LLVMAddIncoming(phi[i].chunk[q], v, &before, 1);
			*v = phi[i].chunk[q];
		}
	return phi;
}

/* At the round's end: `now` goes to the next one. */
static void carry_end(struct emitter *e, const struct value *phi, struct value *now) {
	struct fn *c = e->c;
	bb here = LLVMGetInsertBlock(c->b);
	for (u32 i = 0; i < c->f->nreg * SEGMENT_TOGETHER; i++)
		for (u32 q = 0; q < MAX_CHUNKS; q++)
			if (phi[i].chunk[q])
				LLVMAddIncoming(phi[i].chunk[q], &now[i].chunk[q], &here,
				                1);
}

static bool emit_steps(struct pass *p, const struct inner_loop *in, u32 first, u32 end);

static bool emit_rounds(struct pass *p, const struct inner_loop *l) {
	struct emitter *e = p->e;
	struct fn *c = e->c;
	bb before = LLVMGetInsertBlock(c->b);
	struct strip_count n = strip_count_begin(c, "inner");
	e->s.counter[l->loop.dim] = n.i;
	struct value *phi = carry_begin(e, l->exposed, p->g->nwarp, e->now, before);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		e->same[reg] &= !bits_has(l->exposed, reg);
	for (u32 i = 0; i < l->loop.counter.n; i++)
		set_line(e, p->g, l->loop.counter.at[i].reg, l->loop.counter.at[i].line);
	bool ok = emit_steps(p, l, l->first, l->end);
	carry_end(e, phi, e->now);
	strip_count_end(c, &n, 1, e->s.last[l->loop.dim]);
	e->s.counter[l->loop.dim] = e->s.last[l->loop.dim];
	return ok;
}

static bool emit_loop(struct pass *p, const struct inner_loop *l) {
	struct emitter *e = p->e;
	struct fn *c = e->c;
	if (!l->skipped)
		return emit_rounds(p, l);
	u32 n = p->g->nwarp;
	bb go = jit_block(c, "rounds"), on = jit_block(c, "noround");
	struct arm before = arm_save(e, l->written, n);
	jit_if(c, l->skipped, on, go);
	jit_at(c, go);
	bool ok = emit_rounds(p, l);
	struct arm after = arm_save(e, l->written, n);
	jit_goto(c, on);
	jit_at(c, on);
	arm_join(e, l->written, n, &before, &after);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (bits_has(l->written, reg))
			e->same[reg] = false;
	return ok;
}

static bool emit_steps(struct pass *p, const struct inner_loop *in, u32 first, u32 end) {
	bool ok = true;
	for (u32 i = first; i < end && ok;) {
		const struct inner_loop *l = segment_loop_at(p->e, in, i, end);
		struct region *r = l ? NULL : region_at(p->e, i);
		if (r) {
			ok = !p->all || region_emit(p->e, r, emit_one, p);
			i = r->end;
			continue;
		}
		if (!l) {
			ok = !is_wanted(p, i) || emit_step(p, i);
			i++;
			continue;
		}
		if (wants_some(p, l->first, l->end))
			ok = emit_loop(p, l);
		i = l->end;
	}
	return ok;
}

/* ---- the segment ------------------------------------------------------------------- */

static void forget_values(struct emitter *e) {
	struct fn *c = e->c;
	memset(e->now, 0, sizeof *e->now * SEGMENT_TOGETHER * (c->f->nreg + 1));
	memset(e->same, 0, sizeof *e->same * (c->f->nreg + 1));
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	jit_regs_drop(c);
}

static bool keep_loads(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	u32 nwarp = g->nwarp;
	find_kept(e, g);
	if (!e->kept.n)
		return true;
	struct pass p = {.e = e, .g = g, .wanted = bits_new(c->a, e->step.n + 1)};
	for (u32 i = 0; i < e->kept.n; i++)
		bits_set(p.wanted, e->kept.at[i].step);
	g->nwarp = 1;
	e->keeps = true;
	e->index[0] = jit_int(c, 64, 0);
	forget_values(e);
	bool ok = emit_steps(&p, NULL, g->first, g->end);
	forget_values(e);
	e->keeps = false;
	g->nwarp = nwarp;
	return ok;
}

/* Makes the next round of the loop, with what is in registers. */
static bool emit_next_round(struct pass *p, struct bits in) {
	struct emitter *e = p->e;
	struct fn *c = e->c;
	val *round = &e->s.counter[STRIP_ROUND];
	*round = LLVMBuildAdd(c->b, *round, jit_int(c, 64, 1), "");
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!bits_has(in, reg) || !bits_has(p->g->exposed, reg))
			continue;
		if (p->g->line[reg])
			set_line(e, p->g, reg, p->g->line[reg]);
		else if (p->g->condition[reg])
			set_condition(e, p->g, reg, p->g->condition[reg]);
	}
	return emit_steps(p, NULL, p->g->first, p->g->end);
}

static bool emit_pass(struct pass *p, struct bits in, struct bits out) {
	struct emitter *e = p->e;
	val round = e->s.counter[STRIP_ROUND];
	forget_values(e);
	load_exposed(e, p->g, in);
	bool ok = emit_steps(p, NULL, p->g->first, p->g->end);
	for (u32 i = 1; i < p->g->nround && ok; i++)
		ok = emit_next_round(p, in);
	e->s.counter[STRIP_ROUND] = round;
	if (ok)
		store_written(e, p->g, out);
	forget_values(e);
	return ok;
}

/* Emits it for the warps at hand. */
static bool emit_passes(struct emitter *e, struct segment *g) {
	struct pass p = {.e = e, .g = g, .all = !g->npass};
	bool ok = !p.all || emit_pass(&p, g->exposed, g->written);
	for (u32 i = 0; i < g->npass && ok; i++) {
		p.wanted = g->wanted[i];
		ok = emit_pass(&p, g->in[i], g->out[i]);
	}
	return ok;
}

static void set_indices(struct emitter *e, val first, u32 n) {
	for (u32 k = 0; k < n; k++)
		e->index[k] = LLVMBuildAdd(e->c->b, first, jit_int(e->c, 64, k), "");
}

bool segment_emit(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	if (!g->has_work)
		return true;
	for (u32 i = 0; i < e->region.n; i++)
		if (e->region.at[i].first >= g->first && e->region.at[i].first < g->end)
			region_begin(e, &e->region.at[i]);
	e->s.is_rare = e->loop.back && (g->first < e->loop_first || g->end > e->loop_end);
	if (!keep_loads(e, g))
		return false;
	if (g->nwarp == jit_cta_warps(c)) {
		set_indices(e, jit_int(c, 64, 0), g->nwarp);
		return emit_passes(e, g);
	}
	struct strip_count l = strip_count_begin(c, "segment");
	set_indices(e, l.i, g->nwarp);
	bool ok = emit_passes(e, g);
	strip_count_end(c, &l, g->nwarp, jit_int(c, 64, jit_cta_warps(c) - 1));
	return ok;
}

/* ---- rounds ------------------------------------------------------------------------ */

typedef void place_fn(struct emitter *e, u32 reg, u32 k, struct value *v);

static void each_held(struct emitter *e, place_fn *move) {
	u32 n = jit_cta_warps(e->c);
	for (u32 reg = 0; reg < e->c->f->nreg; reg++)
		for (u32 k = 0; bits_has(e->held, reg) && k < n; k++) {
			e->index[k] = jit_int(e->c, 64, k);
			move(e, reg, k, held_now(e, reg, k));
		}
}

void segment_hold(struct emitter *e) {
	e->held_now = arena_zalloc(
		e->c->a, sizeof *e->now * SEGMENT_TOGETHER * (e->c->f->nreg + 1), 16);
	each_held(e, load_place);
}

struct value *segment_begin_round(struct emitter *e, bb before) {
	return carry_begin(e, e->held, jit_cta_warps(e->c), e->held_now, before);
}

void segment_end_round(struct emitter *e, const struct value *phi) {
	carry_end(e, phi, e->held_now);
}

void segment_let_go(struct emitter *e) {
	each_held(e, store_place);
	e->held_now = NULL;
}
