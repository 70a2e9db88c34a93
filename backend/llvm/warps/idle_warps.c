/* idle_warps.c - warps that have nothing left to do. In a tree of barriers, where half of
 * the threads go on at each level, most warps only arrive at one barrier after the other.
 * Where that follows from their %tid, they end instead: a barrier waits for the warps
 * that live.
 *
 * The way of a warp from a barrier to the end is walked at compile time, along branches
 * whose lanes are known (thread_predicates.c).
 *
 * Warps that will have something to do later, as in a scan, which goes up the tree and
 * down again, sleep meanwhile: the barriers count them as arrived (warps.c). What they
 * would have computed on their way, they compute when they wake.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/idle_warps.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"

enum { MAX_STEPS = 1 << 16, MAX_BARRIERS = 64, MAX_WAY = 256 };

/* The way of a warp from after a barrier. */
struct path {
	bool ends;    /* it comes to its end */
	u32 nbarrier; /* barriers that it comes to before it does anything else */
	const struct inst *barrier[MAX_BARRIERS];
	u32 last_pos;
	u32 ninst; /* before the last one: those that compute something */
	struct path_inst inst[MAX_WAY];
	bool is_long; /* the rest is not noted */
};

struct idle_warps {
	u32 steps; /* instructions walked so far */
	/* per barrier, by its instruction: the warps that sleep over it; those that wake
	 * after it */
	u32 *asleep, *wakes;
	struct path path; /* the one at hand */
};

/* ---- the walk ---------------------------------------------------------------------- */

enum goes { STAYS, LEAVES, UNKNOWN };

static enum goes guard_goes(struct fn *c, const struct inst *in, u32 warp) {
	u32 lanes;
	if (!jit_guard_lanes(c, in, warp, &lanes))
		return UNKNOWN;
	return lanes == 0 ? STAYS : lanes == UINT32_MAX ? LEAVES : UNKNOWN;
}

/* Checks that the instruction changes nothing but registers, which are not going to be
 * read. */
static bool does_nothing(struct fn *c, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	if (row->table == 0)
		return !(row->props & PROP_TRAP);
	switch (in->row) {
	case ROW_MOV_SREG:
	case ROW_MOV_SYM:
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK:
	case ROW_CVTA:
	case ROW_CVTA_TO: return true;
	case ROW_LD: return jit_is_param(c, in);
	default: return jit_is_plain_barrier(c, in);
	}
}

/* Checks whether the result does not depend on when the instruction is executed. */
static bool is_timeless(const struct inst *in) {
	if (row_info(in->row)->props & (PROP_CC_IN | PROP_CC_OUT))
		return false;
	return in->row != ROW_MOV_SREG || (in->operand[1].kind == OPR_SREG &&
	                                   !jit_sreg_is_time(in->operand[1].index));
}

/* Adds an instruction to the path, up to the first that a warp cannot compute later. */
static void note(struct fn *c, const struct inst *in, u32 pos, struct path *w,
                 u32 *ninst) {
	bool barrier = jit_is_plain_barrier(c, in);
	w->is_long |= in->guard != NO_REG || !(barrier || is_timeless(in)) ||
	              *ninst == MAX_WAY || w->nbarrier == MAX_BARRIERS;
	if (w->is_long)
		return;
	if (barrier) {
		w->barrier[w->nbarrier++] = in;
		w->ninst = *ninst;
		w->last_pos = pos;
	} else {
		w->inst[(*ninst)++] = (struct path_inst){(u32)(in - c->f->inst), pos};
	}
}

/* Follows the warp from after instruction `index` until it does something that others
 * see. */
static void walk(struct fn *c, u32 index, u32 block, u32 warp, struct path *w) {
	const struct func *f = c->f;
	u32 i = index + 1, ninst = 0;
	w->ends = w->is_long = false;
	w->nbarrier = w->ninst = 0;
	for (; block < f->nblock; i = f->block[block].first) {
		const struct block *b = &f->block[block];
		u32 next = block + 1;
		for (; i < b->first + b->ninst; i++) {
			const struct inst *in = &f->inst[i];
			if (c->facts.idle_warps->steps++ >= MAX_STEPS)
				return;
			bool ends = in->row == ROW_EXIT || in->row == ROW_RET;
			if (!ends && in->row != ROW_BRA) {
				if (!does_nothing(c, in))
					return;
				note(c, in, c->cfg->inst_pos[block] + i - b->first, w,
				     &ninst);
				continue;
			}
			enum goes goes = guard_goes(c, in, warp);
			if (goes == UNKNOWN)
				return;
			w->ends = goes == LEAVES && ends;
			if (w->ends)
				return;
			if (goes == LEAVES)
				next = in->operand[0].index;
		}
		block = next;
	}
	w->ends = true;
}

static bool is_same_way(const struct sleep *s, const struct path *w) {
	return s->last == w->barrier[w->nbarrier - 1] && s->nbarrier == w->nbarrier &&
	       s->ninst == w->ninst &&
	       !memcmp(s->inst, w->inst, w->ninst * sizeof *w->inst);
}

/* Lets the warp sleep after the barrier, if there is room for one more way. */
static void add_sleep(struct fn *c, struct idle_after *b, const struct path *w,
                      u32 warp) {
	u32 k = 0, last = (u32)(w->barrier[w->nbarrier - 1] - c->f->inst);
	while (k < b->nsleep && !is_same_way(&b->sleep[k], w))
		k++;
	if (k == MAX_SLEEPS)
		return;
	if (k == b->nsleep)
		b->sleep[b->nsleep++] = (struct sleep){
			.nbarrier = w->nbarrier,
			.ninst = w->ninst,
			.last = w->barrier[w->nbarrier - 1],
			.last_pos = w->last_pos,
			.inst = arena_copy(c->a, w->inst, w->ninst * sizeof *w->inst, 4)};
	b->sleep[k].warps |= 1u << warp;
	for (u32 i = 0; i < w->nbarrier; i++)
		c->facts.idle_warps->asleep[w->barrier[i] - c->f->inst] |= 1u << warp;
	c->facts.idle_warps->wakes[last] |= 1u << warp;
}

static void start(struct fn *c) {
	c->facts.idle_warps = arena_new(c->a, struct idle_warps);
	c->facts.idle_warps->asleep = arena_array(c->a, u32, c->f->ninst + 1);
	c->facts.idle_warps->wakes = arena_array(c->a, u32, c->f->ninst + 1);
}

struct idle_after jit_idle_after(struct fn *c, const struct inst *in) {
	u32 n = jit_cta_warps(c);
	struct idle_after b = {.ends = 0};
	if (!n || !jit_is_plain_barrier(c, in))
		return b;
	if (!c->facts.idle_warps)
		start(c);
	u32 index = (u32)(in - c->f->inst), busy = 0;
	bool may_sleep = !c->is_part && c->facts.starts_whole && !c->flow.split &&
	                 !c->facts.uses_cc && !c->opt.is_verified;
	struct path *w = &c->facts.idle_warps->path;
	for (u32 warp = 0; warp < n; warp++) {
		u32 bit = 1u << warp;
		if (may_sleep && c->facts.idle_warps->asleep[index] & bit) {
			busy |= c->facts.idle_warps->wakes[index] & bit;
			continue;
		}
		walk(c, index, c->block, warp, w);
		if (w->ends)
			b.ends |= bit;
		else if (w->nbarrier && may_sleep)
			add_sleep(c, &b, w, warp);
		else
			busy |= bit;
	}
	b.alone = may_sleep && !(busy & ~1u);
	return b;
}
