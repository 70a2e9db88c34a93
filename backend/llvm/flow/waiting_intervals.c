/* waiting_intervals.c - see waiting_intervals.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/waiting_intervals.h"

#include "backend/llvm/flow/function_split.h"
#include "backend/llvm/flow/waiting_masks.h"

/* ---- intervals --------------------------------------------------------------------- */

/* Checks whether the block's only way in is the end of the one laid out before it. */
static bool follows(const struct fn *c, u32 i) {
	const struct cfg *g = c->cfg;
	u32 b = g->order[i], before = g->order[i - 1];
	const struct block *blk = &c->f->block[b];
	if (blk->npred != 1 || blk->pred[0] != before || c->f->block[before].nsucc != 1 ||
	    !split_is_same_piece(c, b, before))
		return false;
	const struct inst *last = block_last(c->f, &c->f->block[before]);
	return !last || !(row_info(last->row)->props & PROP_TERM) ||
	       (last->guard == NO_REG && last->row != ROW_BRX);
}

bool waiting_is_stray(const struct cfg *g, u32 from, u32 to) {
	return cfg_is_back_edge(g, from, to) &&
	       !(cfg_is_header(g, to) && cfg_loop_has(g, g->loop_of[to], from));
}

static void open_add(struct fn *c, struct waiting_intervals *w, u32 node, u32 lo, u32 hi,
                     u32 first, u32 last, u32 b) {
	if (last < lo || first > hi)
		return;
	if (first <= lo && hi <= last) {
		struct open_item it = {b, w->open.head[node]};
		vec_push(c->a, &w->open.item, it);
		w->open.head[node] = w->open.item.n;
		return;
	}
	u32 mid = lo + (hi - lo) / 2;
	open_add(c, w, 2 * node, lo, mid, first, last, b);
	open_add(c, w, 2 * node + 1, mid + 1, hi, first, last, b);
}

static bool has_strays(const struct fn *c, u32 b) {
	const struct block *blk = &c->f->block[b];
	for (u32 p = 0; p < blk->npred; p++)
		if (cfg_is_reached(c->cfg, blk->pred[p]) &&
		    waiting_is_stray(c->cfg, blk->pred[p], b))
			return true;
	return false;
}

/* Clears, in the prologue, a mask that may be tested before a position has cleared it.
 * The memory of pieces is cleared for each warp. */
static void waiting_init(struct fn *c, u32 block) {
	if (c->flow.split)
		return;
	bb here = jit_prologue(c);
	jit_waiting_set(c, block, NULL);
	jit_prologue_end(c, here);
}

/* Checks whether lanes may wait for b over many blocks. */
static bool is_long_wait(const struct waiting_intervals *w, u32 b, u32 from) {
	return w->last_wait[b] - from > 32;
}

/* Lanes wait for a block from the first block on that can send them there, or from the
 * start of the outermost loop around that one which the block is not in. */
static void find_intervals(struct fn *c, struct waiting_intervals *w) {
	const struct cfg *g = c->cfg;
	for (u32 i = 0; i < g->nreach; i++) {
		u32 b = g->order[i];
		const struct block *blk = &c->f->block[b];
		u32 least = i;
		for (u32 p = 0; p < blk->npred; p++) {
			u32 from = blk->pred[p], first = g->pos[from];
			if (!cfg_is_reached(g, from))
				continue;
			for (u32 l = g->loop_of[from]; l != NO_LOOP;
			     l = g->loop[l].parent)
				if (!cfg_loop_has(g, l, b))
					first = MIN(first, g->loop[l].first);
			least = MIN(least, first);
		}
		/* the check that is passed on the way there */
		while (w->direct[g->order[least]])
			least--;
		w->from_next[b] = w->from_head[least];
		w->from_head[least] = b;
		if (w->direct[b])
			continue;
		const struct loop *l = cfg_is_header(g, b) ? &g->loop[g->loop_of[b]]
		                                           : NULL;
		w->last_wait[b] = l ? l->first + l->n - 1 : i;
		open_add(c, w, 1, 0, w->open.size - 1, least, w->last_wait[b], b);
		if (has_strays(c, b) || (i && least == i)) {
			jit_waiting_new(c, b, is_long_wait(w, b, least));
			waiting_init(c, b);
		}
	}
}

/* Blocks for which lanes wait one after the other share a mask: mem2reg takes time for
 * each that there is, at each block. */
static void share_masks(struct fn *c, struct waiting_intervals *w) {
	u32 n = c->cfg->nreach, nblock = c->f->nblock + 1;
	u32 *ends_head = arena_array_raw(c->a, u32, n + 1),
	    *ends_next = arena_array_raw(c->a, u32, nblock);
	/* masks that are free, by the block that had them; [1]: those in memory */
	u32 *spare[2], nspare[2] = {0, 0};
	spare[0] = arena_array_raw(c->a, u32, nblock);
	spare[1] = arena_array_raw(c->a, u32, nblock);
	memset(ends_head, 0xff, (n + 1) * sizeof(u32));
	for (u32 i = 0; i < n; i++) {
		for (u32 b = i ? ends_head[i - 1] : NO_BLOCK; b != NO_BLOCK;
		     b = ends_next[b]) {
			bool is_long = c->flow.waiting_mask[b].bits != NULL;
			spare[is_long][nspare[is_long]++] = b;
		}
		for (u32 b = w->from_head[i]; b != NO_BLOCK; b = w->from_next[b]) {
			if (w->direct[b] || jit_waiting_exists(c, b))
				continue;
			bool is_long = !c->flow.split && is_long_wait(w, b, i);
			if (nspare[is_long])
				c->flow.waiting_mask[b] =
					c->flow.waiting_mask[spare[is_long]
				                                  [--nspare[is_long]]];
			else
				jit_waiting_new(c, b, is_long);
			ends_next[b] = ends_head[w->last_wait[b]];
			ends_head[w->last_wait[b]] = b;
		}
	}
}

void waiting_find(struct fn *c, struct waiting_intervals *w) {
	u32 n = c->f->nblock + 1;
	*w = (struct waiting_intervals){.open.size = 1};
	w->from_head = arena_array_raw(c->a, u32, n);
	w->from_next = arena_array_raw(c->a, u32, n);
	memset(w->from_head, 0xff, n * sizeof(u32));
	w->direct = arena_array(c->a, bool, n);
	w->last_wait = arena_array(c->a, u32, n);
	while (w->open.size < c->cfg->nreach)
		w->open.size *= 2;
	w->open.head = arena_array(c->a, u32, 2 * w->open.size);
	c->flow.waiting = arena_array_raw(c->a, u32, n);
	for (u32 i = 1; i < c->cfg->nreach; i++)
		w->direct[c->cfg->order[i]] = follows(c, i);
	find_intervals(c, w);
	share_masks(c, w);
}

/* ---- at a position ----------------------------------------------------------------- */

/* No lane waits yet for a block that lanes can wait for from here on; clearing its mask
 * keeps it from living longer. */
void waiting_go_to(struct fn *c, struct waiting_intervals *w, u32 i) {
	const struct cfg *g = c->cfg;
	u32 n = 0;
	for (u32 k = 0; k < c->flow.nwaiting; k++) {
		if (w->last_wait[c->flow.waiting[k]] >= i)
			c->flow.waiting[n++] = c->flow.waiting[k];
	}
	c->flow.nwaiting = n;
	for (u32 b = w->from_head[i]; b != NO_BLOCK; b = w->from_next[b]) {
		if (!jit_waiting_exists(c, b))
			continue;
		c->flow.waiting[c->flow.nwaiting++] = b;
		if (i && b != g->order[i])
			jit_waiting_set(c, b, NULL);
	}
}

void waiting_clear(struct fn *c, const struct waiting_intervals *w, u32 i, u32 but) {
	for (u32 node = w->open.size + i; node; node /= 2)
		for (u32 k = w->open.head[node]; k; k = w->open.item.at[k - 1].next)
			if (w->last_wait[w->open.item.at[k - 1].block] < but)
				jit_waiting_set(c, w->open.item.at[k - 1].block, NULL);
}
