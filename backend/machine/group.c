/* group.c - groups of lanes: split, merge, choose; frames.
 * All lanes of a group are at the same place of the same activation. The group array
 * holds every group of the warp; the current one's pc and mask live in the warp while it
 * runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/group.h"

void warp_save(struct warp *w) {
	struct group *g = &w->group[w->cur];
	g->pc = w->pc;
	g->mask = w->mask;
	g->frame = w->frame;
	g->fuel = w->fuel;
}

bool warp_refuel(struct warp *w) {
	bool any = false;
	for (u32 i = 0; i < w->ngroup; i++) {
		any |= w->group[i].state == GROUP_READY;
		w->group[i].spun = 0;
		w->group[i].fuel = FUEL;
	}
	return any;
}

void warp_enter_frame(struct warp *w, struct frame *f) {
	w->frame = f;
	w->base[BASE_FRAME] = f->regs;
	w->base[BASE_CONST] = f->func->pool;
}

struct group *warp_split(struct warp *w, u32 mask, const struct dinst *pc,
                         struct frame *frame, enum group_state state, u32 wait) {
	/* Lanes are disjoint, so there are never more than 32 groups with lanes; an
	 * emptied current group makes room for the one that takes its lanes. */
	w->mask &= ~mask;
	struct group *g;
	if (w->mask == 0) {
		g = &w->group[w->cur];
		w->group[w->cur].mask = 0;
	} else {
		w->group[w->cur].mask = w->mask;
		g = &w->group[w->ngroup++];
	}
	*g = (struct group){.mask = mask,
	                    .state = (u8)state,
	                    .pc = pc,
	                    .frame = frame,
	                    .wait = wait,
	                    .fuel = w->fuel};
	return g;
}

static void drop_empty(struct warp *w) {
	u32 n = 0;
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask)
			w->group[n++] = w->group[i];
	w->ngroup = n;
}

bool group_runs_before(const struct group *a, const struct group *b) {
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth > b->frame->depth;
	return a->pc < b->pc;
}

bool warp_choose(struct warp *w) {
	drop_empty(w);
	struct group *best = NULL;
	u64 now = 0;
	for (u32 i = 0; i < w->ngroup; i++) {
		struct group *g = &w->group[i];
		if (g->state == GROUP_SLEEP) {
			now = now ? now : launch_clock_ns(w->cta->launch);
			if (now >= g->wake)
				g->state = GROUP_READY;
		}
		if (g->state == GROUP_READY && !g->spun &&
		    (!best || group_runs_before(g, best)))
			best = g;
	}
	if (!best)
		return false;
	for (u32 i = 0; i < w->ngroup; i++) {
		struct group *g = &w->group[i];
		if (g != best && g->state == GROUP_READY && g->pc == best->pc &&
		    g->frame == best->frame) {
			best->mask |= g->mask;
			best->fuel = MIN(best->fuel, g->fuel);
			g->mask = 0;
		}
	}
	const struct dinst *pc = best->pc;
	struct frame *frame = best->frame;
	u32 mask = best->mask;
	w->fuel = best->fuel;
	drop_empty(w);
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask == mask)
			w->cur = i;
	w->pc = pc;
	w->mask = mask;
	warp_enter_frame(w, frame);
	return true;
}

void warp_resume(struct warp *w, u32 i) {
	const struct group *g = &w->group[i];
	w->cur = i;
	w->pc = g->pc;
	w->mask = g->mask;
	w->fuel = g->fuel;
	warp_enter_frame(w, g->frame);
}

void warp_merge(struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++) {
		struct group *a = &w->group[i];
		for (u32 k = i + 1; k < w->ngroup && a->mask && a->state == GROUP_READY;
		     k++) {
			struct group *b = &w->group[k];
			if (!b->mask || b->state != GROUP_READY || b->pc != a->pc ||
			    b->frame != a->frame || b->spun != a->spun)
				continue;
			a->mask |= b->mask;
			a->fuel = MIN(a->fuel, b->fuel);
			a->paused = 0;
			b->mask = 0;
		}
	}
	drop_empty(w);
}

/* ---- frames ------------------------------------------------------------------------ */

struct frame *frame_new(struct worker *wk, const struct dfunc *f, struct frame *parent,
                        const struct dinst *ret_pc, u32 lanes) {
	struct frame *fr = wk->frame_free[f->index];
	if (fr)
		wk->frame_free[f->index] = fr->next_free;
	else
		fr = arena_alloc(&wk->arena, sizeof(*fr) + f->frame_bytes + f->undef, 64);
	fr->parent = parent;
	fr->ret_pc = ret_pc;
	fr->func = f;
	fr->depth = parent ? parent->depth + 1 : 0;
	fr->refs = lanes;
	fr->local_base = parent ? (u32)alignup(parent->local_top, f->local_align) : 0;
	fr->local_top = fr->local_base + f->local_bytes;
	memset(fr->regs, 0, f->zero_bytes);
	if (f->local_base32 != REF_NONE) {
		u32 *p = (u32 *)(fr->regs + REF_OFF(f->local_base32));
		for (u32 l = 0; l < WARP_LANES; l++)
			p[l] = fr->local_base;
	}
	if (f->local_base64 != REF_NONE) {
		u64 *p = (u64 *)(fr->regs + REF_OFF(f->local_base64));
		for (u32 l = 0; l < WARP_LANES; l++)
			p[l] = fr->local_base;
	}
	return fr;
}

void frame_leave(struct worker *wk, struct frame *f, u32 lanes) {
	f->refs &= ~lanes;
	if (!f->refs) {
		f->next_free = wk->frame_free[f->func->index];
		wk->frame_free[f->func->index] = f;
	}
}

void warp_exit_lanes(struct warp *w, u32 mask) {
	u32 live_before = w->live;
	for (struct frame *f = w->frame, *parent; f; f = parent) {
		parent = f->parent;
		frame_leave(w->worker, f, mask);
	}
	w->live &= ~mask;
	w->mask &= ~mask;
	w->group[w->cur].mask = w->mask;
	u32 n = (u32)__builtin_popcount(mask);
	struct cta *cta = w->cta;
	cta->nlive -= n;
	cta->cluster->nlive -= n;
	if (!w->live)
		cta->nlive_warp--;
	/* Lanes that wait for these need wait no longer: they look again. */
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].state == GROUP_WARP_SYNC)
			w->group[i].state = GROUP_READY;
	barrier_lanes_exited(w, mask, live_before);
}
