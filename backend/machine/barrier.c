/* barrier.c - bar/barrier of a cta, and the barrier of a cluster.
 * A barrier counts lanes. A warp whose live lanes have all arrived counts 32, exited and
 * absent lanes included, as the hardware counts whole warps (PTX 9.7.13.1). Without a
 * thread count a barrier waits for every warp that still has lanes; a lane's exit may
 * therefore complete one. The warps of a warpgroup wait for each other where they wait
 * for its products.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/hook_weak.h"
#include "backend/machine/warpgroup.h"

static u32 contribution(u32 arrived, u32 live) {
	if (!(live & ~arrived) && arrived)
		return WARP_LANES;
	return (u32)__builtin_popcount(arrived & live);
}

static u32 barrier_target(const struct cta *cta, const struct barrier *b) {
	return b->expected ? b->expected : cta->nlive_warp * WARP_LANES;
}

bool bar_has_result(const struct dinst *d) {
	return MOD_GET(d->mods, BAROP) == MOD_BAROP_RED;
}

void bar_set_result(struct frame *f, const struct dinst *d, u32 mask, u32 ntrue,
                    u32 nlanes) {
	u8 *at = f->regs + REF_OFF(d->o[0]);
	u32 op = MOD_GET(d->mods, AOP);
	if (op == MOD_AOP_POPC) {
		for_each_lane (l, mask)
			((u32 *)at)[l] = ntrue;
		return;
	}
	bool r = op == MOD_AOP_AND ? ntrue == nlanes : ntrue != 0;
	*(u32 *)at = r ? *(u32 *)at | mask : *(u32 *)at & ~mask;
}

static void give_result(struct group *g, const struct barrier *b) {
	if (bar_has_result(g->pc - 1))
		bar_set_result(g->frame, g->pc - 1, g->mask, b->ntrue, b->nlanes);
}

/* Ends the phase: lanes that wait go on. */
static void complete(struct cta *cta, u32 id) {
	struct barrier *b = &cta->barrier[id];
	if (cta->worker->check)
		check_barrier(cta, id);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		w->arrived[id] = 0;
		for (u32 j = 0; j < w->ngroup; j++) {
			struct group *g = &w->group[j];
			if (g->mask && g->state == GROUP_BARRIER && g->wait == id) {
				give_result(g, b);
				if (w->worker->weak)
					weak_leave(w, g->mask, id);
				g->state = GROUP_READY;
				g->fuel = FUEL;
			}
		}
	}
	if (cta->worker->weak)
		weak_barrier_over(cta, id);
	*b = (struct barrier){0};
}

static void complete_if_full(struct cta *cta, u32 id) {
	struct barrier *b = &cta->barrier[id];
	if (b->in_use && b->arrived >= barrier_target(cta, b) && b->arrived)
		complete(cta, id);
}

/* The lanes wait; they go on after the instruction. */
static void wait_at(struct warp *w, const struct dinst *d, u32 mask, u32 id) {
	if (mask == w->mask) {
		warp_save(w);
		w->group[w->cur].state = GROUP_BARRIER;
		w->group[w->cur].wait = id;
	} else {
		warp_split(w, mask, d + 1, w->frame, GROUP_BARRIER, id);
		warp_save(w);
	}
}

/* ---- the products of a warpgroup --------------------------------------------------- */

static bool waits_for_warpgroup(const struct group *g) {
	return g->mask && g->state == GROUP_BARRIER && g->wait == WAIT_WARPGROUP;
}

/* Returns how many warps of the warpgroup wait for its products; -1 if one that lives,
 * `but` aside, does not. */
static s32 warpgroup_waits(const struct cta *cta, u32 first, const struct warp *but) {
	s32 n = 0;
	for (u32 i = first; i < first + WARPGROUP_WARPS && i < cta->nwarp; i++) {
		const struct warp *w = &cta->warp[i];
		bool waits = false;
		for (u32 j = 0; j < w->ngroup && !waits; j++)
			waits = waits_for_warpgroup(&w->group[j]);
		if (!waits && w != but && w->live)
			return -1;
		n += waits;
	}
	return n;
}

static void warpgroup_goes_on(struct cta *cta, u32 first) {
	if (cta->worker->check)
		check_warpgroup(cta, first);
	for (u32 i = first; i < first + WARPGROUP_WARPS && i < cta->nwarp; i++)
		for (u32 j = 0; j < cta->warp[i].ngroup; j++) {
			struct group *g = &cta->warp[i].group[j];
			if (waits_for_warpgroup(g)) {
				g->state = GROUP_READY;
				g->fuel = FUEL;
			}
		}
}

enum step warpgroup_wait(struct warp *w, const struct dinst *d, u32 mask) {
	u32 first = w->id / WARPGROUP_WARPS * WARPGROUP_WARPS;
	if (warpgroup_waits(w->cta, first, w) >= 0) {
		warpgroup_goes_on(w->cta, first);
		return STEP_NEXT;
	}
	wait_at(w, d, mask, WAIT_WARPGROUP);
	return STEP_SWITCH;
}

/* ---- exits -------------------------------------------------------------------------- */

void barrier_lanes_exited(struct warp *w, u32 mask, u32 live_before) {
	struct cta *cta = w->cta;
	u32 first = w->id / WARPGROUP_WARPS * WARPGROUP_WARPS;
	if (!w->live && warpgroup_waits(cta, first, w) > 0)
		warpgroup_goes_on(cta, first);
	for (u32 id = 0; id < CTA_BARRIERS; id++) {
		struct barrier *b = &cta->barrier[id];
		if (!b->in_use)
			continue;
		/* A warp without lanes is no longer waited for; what it brought stays
		 * only where a thread count was given. */
		u32 before = contribution(w->arrived[id], live_before);
		u32 after = w->live ? contribution(w->arrived[id], w->live)
		                    : (b->expected ? before : 0);
		b->arrived = b->arrived - before + after;
		if (!w->live && !b->expected)
			w->arrived[id] = 0;
		complete_if_full(cta, id);
	}
	struct cluster *cl = cta->cluster;
	if (!cl->barrier_arrived)
		return;
	for_each_lane (l, mask) /* an arrival goes with its lane */
		cl->barrier_arrived -= w->cluster_phase[l] == cl->barrier_phase;
	if (cl->barrier_arrived && cl->barrier_arrived >= cl->nlive)
		cluster_barrier_complete(cl);
}

/* ---- bar and barrier ---------------------------------------------------------------- */

/* Operand i as the barrier number or thread count: one value for the group. */
static u32 scalar(const struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	return ((const u32 *)warp_ptr(w, d->o[i]))[lane];
}

static enum step arrive(struct warp *w, const struct dinst *d, u32 mask, u32 i_id,
                        u32 i_count, u32 i_pred, bool wait) {
	struct cta *cta = w->cta;
	u32 lane = (u32)__builtin_ctz(mask);
	u32 id = scalar(w, d, i_id, lane);
	if (id >= CTA_BARRIERS)
		return warp_fault(w, d, lane, FAULT_BARRIER, id, 0,
		                  "barrier number %u: a cta has barriers 0 to 15", id);
	u32 count = i_count < d->no && d->o[i_count] != REF_NONE
	                    ? scalar(w, d, i_count, lane)
	                    : 0;
	if (count % WARP_LANES)
		return warp_fault(
			w, d, lane, FAULT_BARRIER, count, 0,
			"barrier thread count %u is not a multiple of the warp size",
			count);
	struct barrier *b = &cta->barrier[id];
	b->in_use = true;
	b->expected = count;
	if (i_pred < d->no) {
		b->ntrue += (u32)__builtin_popcount(warp_pred(w, d->o[i_pred]) & mask);
		b->nlanes += (u32)__builtin_popcount(mask);
	}
	u32 before = contribution(w->arrived[id], w->live);
	/* a second arrival in one phase counts again */
	u32 again = w->arrived[id] & mask;
	w->arrived[id] |= mask;
	b->arrived += contribution(w->arrived[id], w->live) - before;
	if (again)
		b->arrived += contribution(again, w->live);
	if (w->worker->weak)
		weak_arrive(w, mask, id);
	if (!wait) {
		complete_if_full(cta, id);
		return STEP_NEXT;
	}
	wait_at(w, d, mask, id);
	complete_if_full(cta, id);
	return STEP_SWITCH;
}

/* bar and barrier: sync a{,b}; arrive a,b; red d,a{,b},p. */
enum step exec_bar(struct warp *w, const struct dinst *d, u32 mask) {
	switch (MOD_GET(d->mods, BAROP)) {
	case MOD_BAROP_SYNC: return arrive(w, d, mask, 0, 1, 8, true);
	case MOD_BAROP_ARRIVE: return arrive(w, d, mask, 0, 1, 8, false);
	default: return arrive(w, d, mask, 1, 2, 3, true);
	}
}

/* ---- barrier.cluster (PTX 9.7.13.3) ------------------------------------------------ */

void cluster_barrier_complete(struct cluster *cl) {
	if (cl->cta[0].worker->check)
		check_cluster_barrier(cl);
	if (cl->cta[0].worker->weak)
		weak_cluster_over(cl);
	cl->barrier_arrived = 0;
	cl->barrier_phase++;
	for (u32 i = 0; i < cl->ncta; i++) {
		struct cta *cta = &cl->cta[i];
		for (u32 j = 0; j < cta->nwarp; j++) {
			struct warp *w = &cta->warp[j];
			for (u32 k = 0; k < w->ngroup; k++)
				if (w->group[k].mask &&
				    w->group[k].state == GROUP_CLUSTER) {
					w->group[k].state = GROUP_READY;
					if (w->worker->weak)
						weak_cluster_leave(w, w->group[k].mask);
				}
		}
	}
}

enum step exec_cluster_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	struct cluster *cl = w->cta->cluster;
	if (w->worker->weak)
		weak_cluster_arrive(w, mask, MOD_GET(d->mods, SEM) == MOD_SEM_RELAXED);
	for_each_lane (l, mask)
		w->cluster_phase[l] = cl->barrier_phase;
	cl->barrier_arrived += (u32)__builtin_popcount(mask);
	if (cl->barrier_arrived >= cl->nlive)
		cluster_barrier_complete(cl);
	return STEP_NEXT;
}

enum step exec_cluster_wait(struct warp *w, const struct dinst *d, u32 mask) {
	struct cluster *cl = w->cta->cluster;
	u32 waits = 0;
	for_each_lane (l, mask)
		waits |= (u32)(w->cluster_phase[l] == cl->barrier_phase) << l;
	if (w->worker->weak)
		weak_cluster_leave(w, mask & ~waits);
	if (!waits)
		return STEP_NEXT;
	if (waits == w->mask) {
		warp_save(w);
		w->group[w->cur].state = GROUP_CLUSTER;
	} else {
		warp_split(w, waits, d + 1, w->frame, GROUP_CLUSTER, 0);
		warp_save(w);
	}
	return STEP_SWITCH;
}
