/* segment_region.c - branches inside of a segment, as those at the borders of a matrix:
 *
 *     if (row < m && k0 + x < k) ta[y][x] = a[...]; else ta[y][x] = 0;
 *
 * Most ctas lie inside, and all threads go the same way in all rounds, which is tested
 * before the cta begins: there is nothing but that way then. Other ctas run all ways,
 * block by block, each under a mask of the lanes that come to it, if there are any.
 *
 * What the guarded accesses need is tested before, too: addresses are valid as far as the
 * conditions hold that lead to them (strip_guard.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/warps/segment.h"
#include "backend/llvm/warps/strip_access.h"
#include "backend/llvm/warps/strip_condition.h"

enum { MOST_STEPS = 100, MOST_BLOCKS = 24 };

/* ---- what it is -------------------------------------------------------------------- */

static bool is_plain_block(struct emitter *e, u32 b, u32 join) {
	const struct fn *c = e->c;
	const struct block *k = &c->f->block[b];
	for (u32 i = 0; i < k->ninst; i++) {
		const struct inst *in = &c->f->inst[k->first + i];
		bool is_bra = in->row == ROW_BRA;
		if (is_bra && (in->operand[0].index <= b || in->operand[0].index > join))
			return false;
		if (!is_bra && !strip_ends_kernel(in) &&
		    (jit_waits_for_all(c, in) || !strip_may_step(&e->s, in) ||
		     strip_is_atomic(&e->s, in)))
			return false;
	}
	return true;
}

/* Checks whether lanes come to the block from the region alone. */
static bool is_entered_from(const struct fn *c, u32 b, u32 first, u32 join) {
	const struct block *k = &c->f->block[b];
	for (u32 i = 0; i < k->npred; i++)
		if (k->pred[i] < first || k->pred[i] >= join)
			return false;
	return true;
}

static void add_branch(struct emitter *e, u32 block, const struct inst *in, bool aside,
                       u32 *next) {
	const struct fn *c = e->c;
	u32 to = in->row == ROW_BRA ? in->operand[0].index : c->f->nblock;
	struct strip_step s = {
		.in = in, .block = block, .is_branch = true, .aside = aside};
	if (in->guard == NO_REG) {
		*next = to;
		return;
	}
	s.all_take = strip_all_take(&e->s, block, in);
	*next = s.all_take ? to : block + 1;
	vec_push(c->a, &e->step, s);
}

/* Checks whether the register may be read, after the branch, with its value from before.
 */
bool region_keeps(const struct fn *c, u32 block, u32 reg) {
	const struct block *k = &c->f->block[block];
	bool is_before = c->live->interval[reg].first <
	                 c->cfg->inst_pos[block] + k->ninst;
	for (u32 i = 0; i < k->nsucc && is_before; i++)
		if (live_at_start(c->live, c->cfg, k->succ[i], reg))
			return true;
	return false;
}

static void note_written(void *ctx, u32 reg, enum reg_role role) {
	struct bits *written = ctx;
	if (role != REG_READ)
		bits_set(*written, reg);
}

static void find_written(struct emitter *e, struct region *r) {
	const struct fn *c = e->c;
	r->written = bits_new(c->a, c->f->nreg + 1);
	r->kept = bits_new(c->a, c->f->nreg + 1);
	for (u32 i = r->first; i < r->end; i++)
		if (!e->step.at[i].is_branch)
			inst_each_reg(c->f, e->step.at[i].in, note_written, &r->written);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (bits_has(r->written, reg) && region_keeps(c, r->block, reg))
			bits_set(r->kept, reg);
}

bool region_add(struct emitter *e, u32 block, const struct inst *in) {
	const struct fn *c = e->c;
	u32 join = c->f->reconv->point[block], next, path;
	struct region r = {.first = e->step.n, .block = block};
	r.join = join = join == NO_BLOCK ? c->f->nblock : join;
	/* some lanes would load what no thread does */
	if (c->opt.is_sanitized)
		return false;
	if (in->guard == NO_REG || join <= block + 1 || join - block > MOST_BLOCKS ||
	    (in->row == ROW_BRA && in->operand[0].index <= block))
		return false;
	for (u32 b = block + 1; b < join; b++)
		if (!is_plain_block(e, b, join) || !is_entered_from(c, b, block, join))
			return false;
	add_branch(e, block, in, false, &path);
	for (u32 b = block + 1; b < join; b++) {
		const struct block *k = &c->f->block[b];
		bool aside = b != path;
		next = b + 1;
		for (u32 i = 0; i < k->ninst; i++) {
			const struct inst *at = &c->f->inst[k->first + i];
			struct strip_step s = {.in = at, .block = b, .aside = aside};
			if (at->row == ROW_BRA || strip_ends_kernel(at))
				add_branch(e, b, at, aside, &next);
			else
				vec_push(c->a, &e->step, s);
		}
		path = aside ? path : next;
	}
	r.end = e->step.n;
	if (r.end - r.first > MOST_STEPS) {
		e->step.n = r.first;
		return false;
	}
	find_written(e, &r);
	vec_push(c->a, &e->region, r);
	return true;
}

struct region *region_of(struct emitter *e, u32 step) {
	for (u32 i = 0; i < e->region.n; i++)
		if (step >= e->region.at[i].first && step < e->region.at[i].end)
			return &e->region.at[i];
	return NULL;
}

struct region *region_at(struct emitter *e, u32 step) {
	struct region *r = region_of(e, step);
	return r && r->first == step ? r : NULL;
}

/* ---- tests ------------------------------------------------------------------------- */

static void forget(struct emitter *e, struct bits regs) {
	for (u32 reg = 0; reg < e->c->f->nreg; reg++)
		if (bits_has(regs, reg)) {
			e->s.line[reg] = NULL;
			e->s.condition[reg] = NULL;
			e->s.extreme[reg] = NULL;
		}
}

/* Checks whether lanes come to the block from the one before it on the path alone. */
static bool is_straight(const struct fn *c, u32 block, u32 before) {
	const struct block *k = &c->f->block[block];
	return k->npred == 1 && k->pred[0] == before;
}

/* Tests the steps of the path, or the others. */
static bool test_ways(struct emitter *e, struct region *r, bool aside) {
	struct fn *c = e->c;
	struct bits written = bits_new(c->a, c->f->nreg + 1);
	u32 block = r->block;
	for (u32 i = r->first; i < r->end; i++) {
		struct strip_step *t = &e->step.at[i];
		if (t->aside != aside)
			continue;
		if (t->block != block && (aside || !is_straight(c, t->block, block))) {
			forget(e, written);
			e->s.guard.n = 0;
		}
		block = t->block;
		strip_go_to_step(c, t);
		if (!t->is_branch) {
			if (!strip_test_step(&e->s, t))
				return false;
			inst_each_reg(c->f, t->in, note_written, &written);
			continue;
		}
		t->condition = e->s.condition[t->in->guard];
		if (!t->condition || (!aside && !strip_decide(&e->s, t->in, t->all_take)))
			return false;
		if (!aside)
			strip_guard(&e->s, t->condition,
			            t->all_take != t->in->guard_negated);
	}
	return true;
}

bool region_test(struct emitter *e, struct region *r) {
	struct fn *c = e->c;
	size_t n = c->f->nreg + 1;
	struct line **line = arena_array(c->a, struct line *, n);
	const struct strip_condition **condition = arena_array(
		c->a, const struct strip_condition *, n);
	const struct strip_extreme **extreme = arena_array(
		c->a, const struct strip_extreme *, n);
	memcpy(line, e->s.line, n * sizeof(void *));
	memcpy(condition, e->s.condition, n * sizeof(void *));
	memcpy(extreme, e->s.extreme, n * sizeof(void *));
	val inside = e->s.inside;
	e->s.inside = NULL;
	e->s.in_region = true;
	if (!test_ways(e, r, false))
		return false;
	e->s.inside = inside;
	e->s.guard.n = 0;
	memcpy(e->s.line, line, n * sizeof(void *));
	memcpy(e->s.condition, condition, n * sizeof(void *));
	memcpy(e->s.extreme, extreme, n * sizeof(void *));
	forget(e, r->written);
	if (!test_ways(e, r, true))
		return false;
	forget(e, r->written);
	e->s.in_region = false;
	return true;
}

/* ---- code -------------------------------------------------------------------------- */

struct arm arm_save(struct emitter *e, struct bits regs, u32 n) {
	u32 nreg = e->c->f->nreg;
	struct arm a = {.end = LLVMGetInsertBlock(e->c->b)};
	a.value = arena_zalloc(e->c->a, sizeof *a.value * SEGMENT_TOGETHER * (nreg + 1),
	                       16);
	for (u32 reg = 0; reg < nreg; reg++)
		for (u32 k = 0; bits_has(regs, reg) && k < n; k++)
			a.value[reg * SEGMENT_TOGETHER + k] = *segment_now(e, reg, k);
	return a;
}

void arm_restore(struct emitter *e, struct bits regs, u32 n, const struct arm *a) {
	for (u32 reg = 0; reg < e->c->f->nreg; reg++)
		for (u32 k = 0; bits_has(regs, reg) && k < n; k++)
			*segment_now(e, reg, k) = a->value[reg * SEGMENT_TOGETHER + k];
}

static val joined(struct fn *c, const struct arm *a, const struct arm *b, val x, val y) {
	if (x == y || (!x && !y))
		return x;
	typ t = LLVMTypeOf(x ? x : y);
	val phi = LLVMBuildPhi(c->b, t, "");
	x = x ? x : LLVMConstNull(t); /* no step reads it */
	y = y ? y : LLVMConstNull(t);
	LLVMAddIncoming(phi, (val[]){x, y}, (bb[]){a->end, b->end}, 2);
	return phi;
}

void arm_join(struct emitter *e, struct bits regs, u32 n, const struct arm *a,
              const struct arm *b) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		for (u32 k = 0; bits_has(regs, reg) && k < n; k++)
			for (u32 q = 0; q < segment_chunks(c, reg); q++) {
				u32 at = reg * SEGMENT_TOGETHER + k;
				segment_now(e, reg, k)->chunk[q] = joined(
					c, a, b, a->value[at].chunk[q],
					b->value[at].chunk[q]);
			}
}

/* Lanes that have no value hold zero, which no step reads. */
static void fill(struct emitter *e, const struct region *r) {
	struct fn *c = e->c;
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		for (u32 q = 0; bits_has(r->written, reg) && q < segment_chunks(c, reg);
		     q++) {
			val *now = &segment_now(e, reg, 0)->chunk[q];
			typ t = c->reg[reg].type;
			if (!*now)
				*now = LLVMConstNull(c->reg[reg].class == REG_VECTOR
				                             ? LLVMVectorType(t, c->width)
				                             : t);
		}
}

static void add_lanes(struct fn *c, struct mask *to, val *chunk) {
	for (u32 q = 0; q < c->nchunk; q++)
		to->chunk[q] = to->chunk[q]
		                       ? LLVMBuildOr(c->b, to->chunk[q], chunk[q], "")
		                       : chunk[q];
}

/* Lanes go on from the end of the block: `step` is its branch, if it has one that asks.
 */
static void go_on(struct emitter *e, const struct region *r, u32 block, const val *lanes,
                  u32 step, struct mask *come) {
	struct fn *c = e->c;
	const struct block *k = &c->f->block[block];
	const struct inst *last = &c->f->inst[k->first + k->ninst - 1];
	val stay[MAX_CHUNKS], go[MAX_CHUNKS];
	u32 to = c->f->nblock;
	memcpy(stay, lanes, sizeof stay);
	bool leaves = k->ninst && (last->row == ROW_BRA || strip_ends_kernel(last));
	if (leaves && last->row == ROW_BRA)
		to = last->operand[0].index;
	if (step != UINT32_MAX) {
		const struct strip_step *t = &e->step.at[step];
		for (u32 q = 0; q < c->nchunk; q++) {
			val v = strip_condition_chunk(&e->s, t->condition, q);
			if (t->in->guard_negated)
				v = LLVMBuildNot(c->b, v, "");
			go[q] = LLVMBuildAnd(c->b, lanes[q], v, "");
			stay[q] = LLVMBuildAnd(c->b, lanes[q], LLVMBuildNot(c->b, v, ""),
			                       "");
		}
		if (to < r->join)
			add_lanes(c, &come[to - r->block], go);
	} else if (leaves) {
		if (to < r->join)
			add_lanes(c, &come[to - r->block], stay);
		return;
	}
	if (block + 1 < r->join)
		add_lanes(c, &come[block + 1 - r->block], stay);
}

static u32 branch_of(struct emitter *e, const struct region *r, u32 block) {
	for (u32 i = r->first; i < r->end; i++)
		if (e->step.at[i].block == block && e->step.at[i].is_branch)
			return i;
	return UINT32_MAX;
}

static bool emit_block(struct emitter *e, const struct region *r, u32 block,
                       struct mask *come, region_emit_fn *emit, void *ctx) {
	struct fn *c = e->c;
	struct mask m = {.full = false}, all = c->mask;
	bool ok = true;
	memcpy(m.chunk, come->chunk, sizeof m.chunk);
	bb go = jit_block(c, "way"), on = jit_block(c, "wayend");
	struct arm before = arm_save(e, r->written, 1);
	jit_if(c, jit_any(c, &m), go, on);
	before.end = LLVMGetInsertBlock(c->b);
	jit_at(c, go);
	c->mask = m;
	for (u32 i = r->first; i < r->end && ok; i++)
		if (e->step.at[i].block == block && !e->step.at[i].is_branch)
			ok = emit(ctx, i);
	c->mask = c->em = all;
	c->is_guarded = false;
	struct arm after = arm_save(e, r->written, 1);
	jit_goto(c, on);
	jit_at(c, on);
	arm_join(e, r->written, 1, &before, &after);
	return ok;
}

static bool emit_masked(struct emitter *e, const struct region *r, region_emit_fn *emit,
                        void *ctx) {
	struct fn *c = e->c;
	struct mask *come = arena_array(c->a, struct mask, r->join - r->block);
	val every[MAX_CHUNKS];
	bool ok = true;
	for (u32 q = 0; q < c->nchunk; q++)
		every[q] = LLVMConstAllOnes(LLVMVectorType(c->i1, c->width));
	segment_to_warp(e, 0);
	go_on(e, r, r->block, every, r->first, come);
	for (u32 b = r->block + 1; b < r->join && ok; b++) {
		if (!come[b - r->block].chunk[0])
			continue;
		ok = emit_block(e, r, b, &come[b - r->block], emit, ctx);
		segment_to_warp(e, 0);
		go_on(e, r, b, come[b - r->block].chunk, branch_of(e, r, b), come);
	}
	return ok;
}

void region_begin(struct emitter *e, struct region *r) {
	struct fn *c = e->c;
	r->masked = NULL;
	for (u32 i = r->first; i < r->end; i++) {
		const struct strip_step *t = &e->step.at[i];
		if (t->aside || !t->is_branch)
			continue;
		val v = strip_ends_now(&e->s, t->condition,
		                       t->all_take != t->in->guard_negated);
		v = LLVMBuildNot(c->b, v, "");
		r->masked = r->masked ? LLVMBuildOr(c->b, r->masked, v, "") : v;
	}
}

bool region_emit(struct emitter *e, struct region *r, region_emit_fn *emit, void *ctx) {
	struct fn *c = e->c;
	bb path = jit_block(c, "path"), ways = jit_block(c, "ways"),
	   on = jit_block(c, "meet");
	struct arm before = arm_save(e, r->written, 1), arm[2];
	bool ok = true;
	jit_likely(c, r->masked, false, ways, path);
	jit_at(c, path);
	for (u32 i = r->first; i < r->end && ok; i++)
		if (!e->step.at[i].aside && !e->step.at[i].is_branch)
			ok = emit(ctx, i);
	arm[0] = arm_save(e, r->written, 1);
	jit_goto(c, on);
	jit_at(c, ways);
	arm_restore(e, r->written, 1, &before);
	fill(e, r);
	ok = ok && emit_masked(e, r, emit, ctx);
	arm[1] = arm_save(e, r->written, 1);
	jit_goto(c, on);
	jit_at(c, on);
	arm_join(e, r->written, 1, &arm[0], &arm[1]);
	return ok;
}
