/* promote.c - decides which registers are values between blocks; see reg.c. A promoted
 * register costs a phi, and copies, wherever paths meet in its life, in both versions of
 * a block, and is stored whenever the warp leaves; it saves a store and a load per block.
 * That pays in loops: the registers with most uses there are promoted, as long as no
 * block has too many of them. In a loop that waits at a barrier every value goes home in
 * each round; what the loop only reads is there already, and stays. Outside of loops it
 * pays for a register that is stored and loaded more often than it would be at the waits
 * in its life. In code that is not optimised it never pays: LLVM keeps every value in
 * memory between its blocks, and a phi takes copies to that, too.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "backend/llvm/emit/wait.h"
#include "backend/llvm/flow/function_split.h"

enum { MOST_VECTORS = 24, MOST_SCALARS = 24, MOST_PREDICATES = 8, KINDS = 3 };

static const u32 most[KINDS] = {MOST_VECTORS, MOST_SCALARS, MOST_PREDICATES};

/* ---- register pressure of each kind, per block: a tree over cfg positions ---------- */

struct pressure {
	u32 size;        /* power of two, at least the count of blocks */
	u32 *most, *add; /* of the subtree, without what its ancestors add */
};

static struct pressure pressure_new(struct arena *a, u32 n) {
	struct pressure p = {.size = 1};
	while (p.size < n)
		p.size *= 2;
	p.most = arena_array(a, u32, 2 * p.size);
	p.add = arena_array(a, u32, 2 * p.size);
	return p;
}

static u32 pressure_most(const struct pressure *p, u32 node, u32 lo, u32 hi, u32 first,
                         u32 last) {
	if (last < lo || first > hi)
		return 0;
	if (first <= lo && hi <= last)
		return p->most[node];
	u32 mid = lo + (hi - lo) / 2;
	u32 left = pressure_most(p, 2 * node, lo, mid, first, last);
	u32 right = pressure_most(p, 2 * node + 1, mid + 1, hi, first, last);
	return p->add[node] + MAX(left, right);
}

static void pressure_add(struct pressure *p, u32 node, u32 lo, u32 hi, u32 first,
                         u32 last) {
	if (last < lo || first > hi)
		return;
	if (first <= lo && hi <= last) {
		p->most[node]++;
		p->add[node]++;
		return;
	}
	u32 mid = lo + (hi - lo) / 2;
	pressure_add(p, 2 * node, lo, mid, first, last);
	pressure_add(p, 2 * node + 1, mid + 1, hi, first, last);
	p->most[node] = p->add[node] + MAX(p->most[2 * node], p->most[2 * node + 1]);
}

/* ---- what a register is worth ------------------------------------------------------ */

struct worth {
	struct fn *c;
	u64 *sum; /* per register: uses in loops, inner ones eight times those around */
	u64 one;  /* of the instruction at hand */
	struct bits home;    /* registers that are not to be promoted */
	struct bits changes; /* written in some loop, or read in one that does not wait */
	u8 *waits;           /* per loop: it waits, outside of the loops in it */
	bool in_wait;        /* the instruction at hand is in such a loop */
	/* outside of loops, per register: blocks that use it, and the last of them, plus
	 * 1 */
	u32 *nblock, *last;
	u32 block;
	u32 *nwait, *nlooped; /* waits and instructions in loops, before each position */
	u32 npos;             /* that are reached */
};

static void count_use(void *ctx, u32 reg, enum reg_role role) {
	struct worth *w = ctx;
	w->sum[reg] += w->one;
	if (role != REG_READ || !w->in_wait)
		bits_set(w->changes, reg);
}

static void count_block(void *ctx, u32 reg, enum reg_role role) {
	struct worth *w = ctx;
	(void)role;
	w->nblock[reg] += w->last[reg] != w->block + 1;
	w->last[reg] = w->block + 1;
}

/* Finds the loops that wait somewhere, by the innermost one around a block. Each block is
 * visited once. */
static void find_waits(struct worth *w) {
	const struct fn *c = w->c;
	for (u32 i = 0; i < c->cfg->nreach; i++) {
		u32 b = c->cfg->order[i], l = c->cfg->loop_of[b];
		const struct block *blk = &c->f->block[b];
		for (u32 k = 0; l != NO_LOOP && !w->waits[l] && k < blk->ninst; k++)
			w->waits[l] = jit_can_wait(&c->f->inst[blk->first + k]);
	}
}

/* Matrix instructions work on registers at home, where these stay. */
static void stays_home(void *ctx, u32 reg, enum reg_role role) {
	struct worth *w = ctx;
	(void)role;
	if (w->c->reg[reg].class == REG_VECTOR)
		bits_set(w->home, reg);
}

static void weigh(struct worth *w) {
	const struct fn *c = w->c;
	u32 pos = 0;
	find_waits(w);
	for (u32 i = 0; i < c->cfg->nreach; i++) {
		u32 b = c->cfg->order[i], depth = cfg_loop_depth(c->cfg, b);
		const struct block *blk = &c->f->block[b];
		w->one = 1ull << 3 * MIN(depth, 8u);
		w->in_wait = depth && w->waits[c->cfg->loop_of[b]];
		w->block = b;
		for (u32 k = 0; k < blk->ninst; k++) {
			const struct inst *in = &c->f->inst[blk->first + k];
			u32 n = c->df->inst_n[blk->first + k],
			    pc = c->df->inst_pc[blk->first + k];
			w->nwait[pos + 1] = w->nwait[pos] + jit_can_wait(in);
			w->nlooped[pos + 1] = w->nlooped[pos] + (depth != 0);
			pos++;
			inst_each_reg(c->f, in, depth ? count_use : count_block, w);
			if (n && compiled_is_matrix(&c->df->code[pc + n - 1]))
				inst_each_reg(c->f, in, stays_home, w);
		}
	}
	w->npos = pos;
}

/* Counts waits, or instructions in loops, from the first to the last position of a
 * register's life. */
static u32 in_life(const struct worth *w, const u32 *before, u32 reg) {
	const struct live_interval *v = &w->c->live->warp[reg];
	u32 n = w->npos;
	return before[MIN(v->last + 1, n)] - before[MIN(v->first, n)];
}

/* The worth of a register that no loop uses, or lives in. */
static u64 worth_in_line(const struct worth *w, u32 reg) {
	u32 n = w->nblock[reg], cost = 2 * in_life(w, w->nwait, reg);
	return n > cost && !in_life(w, w->nlooped, reg) ? n - cost : 0;
}

static u64 worth_of(const struct worth *w, u32 reg) {
	if (!w->sum[reg])
		return worth_in_line(w, reg);
	return bits_has(w->changes, reg) ? w->sum[reg] : 0;
}

struct candidate {
	u64 worth;
	u32 reg;
};

static int by_worth(const void *pa, const void *pb) {
	const struct candidate *a = pa, *b = pb;
	if (a->worth != b->worth)
		return a->worth < b->worth ? 1 : -1;
	return a->reg < b->reg ? -1 : 1;
}

/* The block, by its place in the order, that holds position pos. */
static u32 block_at(const struct fn *c, u32 pos) {
	u32 lo = 0, hi = c->cfg->nreach - 1;
	while (lo < hi) {
		u32 mid = (lo + hi + 1) / 2;
		if (c->cfg->inst_pos[c->cfg->order[mid]] <= pos)
			lo = mid;
		else
			hi = mid - 1;
	}
	return lo;
}

static u32 kind_of(const struct jreg *r) {
	return r->class != REG_VECTOR ? 1 : r->bits == 1 ? 2 : 0;
}

static void sort_by_start(struct fn *c) {
	u32 n = c->f->nreg, npos = c->f->ninst + 2;
	u32 *count = arena_array(c->a, u32, npos + 1);
	c->regs.by_start = arena_array_raw(c->a, u32, n + 1);
	c->regs.active = arena_array_raw(c->a, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		if (c->reg[i].promoted)
			count[MIN(c->live->warp[i].first, npos - 1) + 1]++;
	for (u32 p = 0; p < npos; p++)
		count[p + 1] += count[p];
	u32 used = count[npos];
	for (u32 i = 0; i < n; i++)
		if (c->reg[i].promoted)
			c->regs.by_start[count[MIN(c->live->warp[i].first, npos - 1)]++] =
				i;
	c->regs.by_start[used] = NO_REG;
}

void jit_promote(struct fn *c) {
	struct worth w = {.c = c,
	                  .sum = arena_array(c->a, u64, c->f->nreg + 1),
	                  .home = bits_new(c->a, c->f->nreg),
	                  .changes = bits_new(c->a, c->f->nreg),
	                  .waits = arena_array(c->a, u8, c->cfg->nloop + 1),
	                  .nblock = arena_array(c->a, u32, c->f->nreg + 1),
	                  .last = arena_array(c->a, u32, c->f->nreg + 1),
	                  .nwait = arena_array(c->a, u32, c->f->ninst + 1),
	                  .nlooped = arena_array(c->a, u32, c->f->ninst + 1)};
	struct candidate *list = arena_array_raw(c->a, struct candidate, c->f->nreg + 1);
	u32 n = 0, nblock = c->cfg->nreach;
	struct pressure pressure[KINDS];
	weigh(&w);
	for (u32 i = 0; i < c->f->nreg && !c->opt.is_quick; i++) {
		if (!bits_has(c->live->crosses, i) || bits_has(w.home, i))
			continue;
		u64 worth = worth_of(&w, i);
		if (worth)
			list[n++] = (struct candidate){worth, i};
	}
	qsort(list, n, sizeof *list, by_worth);
	for (u32 k = 0; n && k < KINDS; k++)
		pressure[k] = pressure_new(c->a, nblock);
	for (u32 i = 0; i < n; i++) {
		struct jreg *r = &c->reg[list[i].reg];
		const struct live_interval *v = &c->live->warp[list[i].reg];
		struct pressure *p = &pressure[kind_of(r)];
		u32 first = block_at(c, v->first), last = block_at(c, v->last);
		if (!split_is_same_piece(c, c->cfg->order[first], c->cfg->order[last]) ||
		    pressure_most(p, 1, 0, p->size - 1, first, last) >= most[kind_of(r)])
			continue;
		pressure_add(p, 1, 0, p->size - 1, first, last);
		r->promoted = true;
	}
	sort_by_start(c);
}
