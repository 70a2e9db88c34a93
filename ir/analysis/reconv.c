/* reconv.c - reconvergence points, and the region that a divergent branch affects. Each
 * successor of the branch is a label; labels flow forward through the blocks in layout
 * order until the reconvergence point, and where two meet, the block is a join with a
 * label of its own. A loop that does not hold the branch is entered with one label, so
 * going round adds nothing; one that does hold it is taken as a whole when it can be left
 * on the way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/reconv.h"

struct reconv *reconv_build(struct func *f) {
	if (f->reconv)
		return f->reconv;
	cfg_build(f);
	pdom_build(f);
	struct reconv *r = arena_new(f->arena, struct reconv);
	f->reconv = r;
	r->point = arena_array_raw(f->arena, u32, f->nblock);
	r->is_point = arena_array(f->arena, u8, f->nblock);
	for (u32 b = 0; b < f->nblock; b++) {
		bool parts = cfg_is_reached(f->cfg, b) && f->block[b].nsucc > 1;
		r->point[b] = parts ? f->pdom->idom[b] : NO_BLOCK;
		if (r->point[b] != NO_BLOCK)
			r->is_point[r->point[b]] = 1;
	}
	return r;
}

/* ---- spread ------------------------------------------------------------------------ */

void spread_init(struct spread *s, const struct func *f, struct arena *scratch,
                 u64 budget) {
	*s = (struct spread){.f = f, .budget = budget};
	s->region.at = arena_array_raw(scratch, u32, f->nblock);
	s->join.at = arena_array_raw(scratch, u32, f->nblock);
	s->label = arena_array_raw(scratch, u32, f->nblock);
	s->labelled = arena_array(scratch, u32, f->nblock);
	s->added = arena_array(scratch, u32, f->nblock);
	s->joined = arena_array(scratch, u32, f->nblock);
}

static void add_region(struct spread *s, u32 b) {
	if (s->added[b] == s->stamp)
		return;
	s->added[b] = s->stamp;
	s->region.at[s->region.n++] = b;
}

static void add_join(struct spread *s, u32 b) {
	s->label[b] = b;
	s->labelled[b] = s->stamp;
	if (s->joined[b] == s->stamp)
		return;
	s->joined[b] = s->stamp;
	s->join.at[s->join.n++] = b;
}

/* Notes that some lanes go to the next round of a loop around the branch while others may
 * not have reached the point. */
static void note_round(struct spread *s, u32 header) {
	u32 depth = cfg_loop_depth(s->f->cfg, header);
	if (header != s->point)
		s->round_depth = MIN(s->round_depth, depth);
}

/* Passes a label along the edge from -> to. */
static void push(struct spread *s, u32 from, u32 to, u32 label) {
	const struct cfg *c = s->f->cfg;
	if (cfg_is_back_edge(c, from, to)) {
		if (!cfg_loop_has(c, c->loop_of[to], s->branch))
			return;
		note_round(s, to);
	} else {
		s->furthest = MAX(s->furthest, c->pos[to]);
	}
	if (s->labelled[to] == s->stamp) {
		if (s->label[to] != label)
			add_join(s, to);
		return;
	}
	s->labelled[to] = s->stamp;
	s->label[to] = label;
}

static bool spend(struct spread *s, u32 n) {
	if (s->budget < n)
		s->gave_up = true;
	else
		s->budget -= n;
	return !s->gave_up;
}

/* Propagates labels through the blocks at positions from .. to - 1. */
static void flow(struct spread *s, u32 from, u32 to) {
	const struct cfg *c = s->f->cfg;
	for (u32 i = from; i < to && spend(s, 1); i++) {
		u32 b = c->order[i];
		if (s->labelled[b] != s->stamp)
			continue;
		add_region(s, b);
		for (u32 k = 0; k < s->f->block[b].nsucc; k++)
			push(s, b, s->f->block[b].succ[k], s->label[b]);
	}
}

/* Notes that lanes leave the loop in different rounds. */
static void leave_loop(struct spread *s, u32 l) {
	const struct cfg *c = s->f->cfg;
	const struct loop *loop = &c->loop[l];
	if (!spend(s, loop->n))
		return;
	for (u32 i = 0; i < loop->n; i++) {
		u32 b = c->order[loop->first + i];
		add_region(s, b);
		for (u32 k = 0; k < s->f->block[b].nsucc; k++) {
			u32 to = s->f->block[b].succ[k];
			if (cfg_loop_has(c, l, to))
				continue;
			add_join(s, to);
			if (cfg_is_back_edge(c, b, to))
				note_round(s, to);
			else
				s->furthest = MAX(s->furthest, c->pos[to]);
		}
	}
}

/* Insertion sort would do for most; heap order keeps the worst case small. */
static void sift_down(const struct cfg *c, u32 *at, u32 i, u32 n) {
	for (u32 k; (k = 2 * i + 1) < n; i = k) {
		if (k + 1 < n && c->pos[at[k + 1]] > c->pos[at[k]])
			k++;
		if (c->pos[at[i]] >= c->pos[at[k]])
			return;
		u32 swap = at[i];
		at[i] = at[k];
		at[k] = swap;
	}
}

static void sort_by_position(const struct cfg *c, struct block_list list) {
	for (u32 i = list.n / 2; i-- > 0;)
		sift_down(c, list.at, i, list.n);
	for (u32 n = list.n; n-- > 1;) {
		u32 top = list.at[0];
		list.at[0] = list.at[n];
		list.at[n] = top;
		sift_down(c, list.at, 0, n);
	}
}

static bool point_is_in(const struct spread *s, u32 l) {
	return s->point != NO_BLOCK &&
	       (l == NO_LOOP || cfg_loop_has(s->f->cfg, l, s->point));
}

/* Checks whether no lane has begun another round, or gone where only another round leads
 * to the point. */
static bool round_meets(const struct spread *s, u32 l) {
	const struct cfg *c = s->f->cfg;
	if (!point_is_in(s, l) || s->round_depth <= c->loop[l].depth)
		return false;
	return s->point == c->loop[l].header || s->furthest <= c->pos[s->point];
}

/* Propagates labels to the point if it is in loop l (or to the loop's end, if it is its
 * header). False if not all lanes of one round come to it: then the loop is done and
 * left. */
static bool flow_loop(struct spread *s, u32 l, u32 at) {
	const struct cfg *c = s->f->cfg;
	u32 end = l == NO_LOOP ? c->nreach : c->loop[l].first + c->loop[l].n;
	u32 stop = point_is_in(s, l) && c->pos[s->point] >= at ? c->pos[s->point] : end;
	flow(s, at, stop);
	if (l == NO_LOOP || round_meets(s, l))
		return true;
	flow(s, stop, end);
	leave_loop(s, l);
	while (s->point != NO_BLOCK && cfg_loop_has(c, l, s->point) && spend(s, 1))
		s->point = s->f->pdom->idom[s->point];
	return false;
}

void spread_from(struct spread *s, u32 branch) {
	const struct cfg *c = s->f->cfg;
	s->region.n = s->join.n = 0;
	s->stamp++;
	s->branch = branch;
	s->point = s->f->pdom->idom[branch];
	s->round_depth = UINT32_MAX;
	s->furthest = 0;
	s->gave_up |= c->is_irreducible;
	for (u32 i = 0; !s->gave_up && i < s->f->block[branch].nsucc; i++)
		push(s, branch, s->f->block[branch].succ[i], s->f->block[branch].succ[i]);
	u32 at = c->pos[branch] + 1, l = c->loop_of[branch];
	while (!s->gave_up && !flow_loop(s, l, at)) {
		at = c->loop[l].first + c->loop[l].n;
		l = c->loop[l].parent;
	}
	sort_by_position(c, s->join);
}
