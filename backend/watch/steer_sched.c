/* steer_sched.c - the scheduler of a launch whose schedule is chosen.
 *
 * A step is one visible operation - an access to memory that others reach, an atomic, a
 * call into the runtime - with all that its lanes do after it up to the next one. No
 * other lane can observe in which order the rest happens, so it is not chosen: lanes
 * first run up to a visible operation, then one group of them is chosen.
 *
 * Lanes of a warp that are at one place act together. Those that have left it (on the
 * other side of a branch, in a loop) are chosen by themselves; where paths meet they wait
 * for each other unless those awaited only spin. Fairness: a group that has gone round
 * without changing memory a few times is not chosen until all others have spun, too, or
 * wait.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/atom.h"
#include "backend/machine/hook_steer.h"
#include "backend/watch/load_buffering.h"
#include "backend/watch/steer.h"
#include "backend/watch/weak.h"

enum {
	POLL_COST = FUEL / 4,   /* of a strong load or an atomic that changes nothing: see
	                           machine/group.h */
	LOOK_COST = FUEL / 256, /* of another visible operation that changes nothing */
	/* clusters at once, unless they wait for more or must all be there */
	RESIDENT_MOST = 8,
	LOOK_AT_CLOCK = 64, /* steps between looks */
	LONG_LOOP = 4096,   /* rounds of a loop without anything visible: no spinning, but
	                       computing */
	/* steps of the same lanes before the others have to be chosen */
	STREAK_MOST = 4096,
	/* exhaustive: rounds in which all groups spin and nothing changes */
	STUCK_ROUNDS = 8,
	NS_PER_STEP = 10,
};

struct choice {
	struct warp *w;
	u32 group;
};

/* The memory that the running operation may change, and a checksum of what was there. */
struct written {
	u32 n, bytes;
	const u8 *at[WARP_LANES];
	u64 sum;
};

struct ring {
	struct worker *wk;
	const struct layout *lay;
	u32 limit;
	struct arena arena;
	VEC(struct steer_unit) unit;
	VEC(struct choice) choice;
	struct steer_unit last;
	struct written written;
	u64 nstep;
	u32 streak;       /* consecutive steps of the same lanes */
	u32 stuck;        /* rounds in which all groups only spun */
	bool has_changed; /* memory, since the last such round */
};

/* ---- what is visible --------------------------------------------------------------- */

static bool reaches_others(const struct dinst *d) {
	u32 space = mem_space(d);
	return space == SPACE_GENERIC || space == SPACE_GLOBAL || is_shared_space(space);
}

static bool is_visible(const struct dinst *d) {
	u32 props = row_info(d->in->row)->props;
	switch (d->in->row) {
	case ROW_TEX:
	case ROW_TLD4: return false; /* what they read is not written meanwhile */
	case ROW_CALL:
		return false; /* the callee's instructions are; see exec_call's built-in
		                 functions */
	case ROW_LD:
	case ROW_LDU:
	case ROW_ST: return reaches_others(d);
	case ROW_FENCE:
	case ROW_MEMBAR:
		return MOD_GET(d->mods, SEM) == MOD_SEM_SC || d->in->row == ROW_MEMBAR;
	default: return (props & (PROP_LOAD | PROP_STORE | PROP_ATOMIC)) != 0;
	}
}

void steered_mark(struct dinst *d, bool is_weak) {
	bool is_fence = d->in->row == ROW_FENCE || d->in->row == ROW_MEMBAR;
	if (is_visible(d) && (is_weak || !is_fence))
		d->flags |= DF_VISIBLE;
	if (is_weak)
		d->exec = weak_exec(d->exec);
}

/* ---- what a step touches ----------------------------------------------------------- */

void steered_range(const struct warp *w, const void *at, u64 size) {
	struct worker *wk = w->worker;
	steer_touch(wk->steer, (uintptr_t)at, (u32)MIN(size, 0xffffffffu), true);
	if (wk->weak)
		weak_forget(wk->weak, at, size);
}

static u64 sum_of(const struct written *x) {
	u64 sum = 0;
	for (u32 i = 0; i < x->n; i++)
		for (u32 k = 0; k < x->bytes; k++)
			sum = sum * 31 + x->at[i][k];
	return sum;
}

void steered_access(struct warp *w, const struct access *a, u32 mask, u32 flags) {
	struct worker *wk = w->worker;
	bool writes = flags & (ACCESS_STORE | ACCESS_ATOMIC);
	struct written *x = &wk->ring->written;
	if (writes) {
		x->n = 0;
		x->bytes = a->bytes;
	}
	mask_each (l, mask) {
		const u8 *p = a->pattern == ACCESS_UNIFORM  ? a->base
		              : a->pattern == ACCESS_LINEAR ? a->base + (u64)l * a->bytes
		                                            : access_lane(a, l);
		if (w->local && (u64)(p - w->local) < (u64)WARP_LANES * w->local_stride)
			continue;
		steer_touch(wk->steer, (uintptr_t)p, a->bytes, writes);
		if (writes)
			x->at[x->n++] = p;
		if (writes && wk->weak && !(flags & ACCESS_KEEPS_MESSAGES))
			weak_forget(wk->weak, p, a->bytes);
		if (a->pattern == ACCESS_UNIFORM)
			break;
	}
	if (writes)
		x->sum = sum_of(x);
}

u64 steered_clock_ns(const struct worker *wk) {
	return (wk->steps + 1) * NS_PER_STEP;
}

/* ---- running a group --------------------------------------------------------------- */

/* Checks whether the operation has changed memory: a loop that polls writes nothing, or
 * what was there before. */
static bool has_changed_memory(const struct ring *r) {
	return r->written.n && sum_of(&r->written) != r->written.sum;
}

bool steered_is_quiet(const struct warp *w, const struct dinst *d, u32 mask) {
	struct window quiet = w->cta->launch->quiet;
	u32 props = row_info(d->in->row)->props;
	if (!quiet.size || !(props & PROP_STORE) || mem_space(d) != SPACE_GLOBAL)
		return false;
	return in_window(
		quiet, mem_lane_addr(w, d, props & PROP_LOAD ? 1 : 0, mask_first(mask)));
}

/* Runs the warp up to the next visible operation; `allowed`: past the one before which it
 * stands. */
static enum step run_steered(struct ring *r, struct warp *w, bool allowed) {
	struct worker *wk = w->worker;
	const struct dinst *d = w->pc;
	bool is_local = !allowed;
	u32 start = w->fuel;
	enum step step;
	w->group[w->cur].paused = 0;
	do {
		u32 mask = w->mask;
		step = STEP_NEXT;
		if (d->guard != REF_NONE) {
			mask &= warp_pred(w, d->guard) ^ d->guard_xor;
			if (!mask && !(d->flags & DF_ALWAYS)) {
				wk->insts += !(d->flags & DF_EXTRA);
				w->pc = ++d;
				wk->steps++;
				continue;
			}
		}
		bool visible = d->flags & DF_VISIBLE && !steered_is_quiet(w, d, mask);
		bool is_due = late_is_due(w, d, mask);
		if ((visible || is_due) && !allowed) {
			warp_save(w);
			w->group[w->cur].paused = 1;
			return STEP_SWITCH;
		}
		/* a step of its own: others may come between it and the last one */
		if (is_due) {
			late_happen(w, d, mask);
			warp_polled(w, LOOK_COST);
			allowed = false;
			continue;
		}
		allowed &= !visible;
		wk->steps++;
		if (!(d->flags & DF_EXTRA)) {
			wk->insts++;
			wk->lanes += (u32)__builtin_popcount(mask);
		}
		w->pc = d + 1;
		u32 fuel = w->fuel;
		r->written.n = 0;
		step = d->exec(w, d, mask);
		if (visible) {
			if (!steer_has_touched(wk->steer) || d->exec == exec_call)
				steer_effect(wk->steer, STEER_EFFECT_ALL);
			if (has_changed_memory(r)) {
				r->has_changed = true;
				w->fuel = FUEL;
			} else {
				warp_polled(w, w->fuel < fuel ? POLL_COST : LOOK_COST);
			}
		}
		d = w->pc;
	} while (step == STEP_NEXT);
	if (is_local && start > w->fuel && start - w->fuel >= LONG_LOOP)
		r->has_changed = true;
	return step;
}

/* ---- running lanes up to a visible operation --------------------------------------- */

/* At the point where paths meet, lanes wait for those that are still on their way. */
static bool waits_for_others(const struct warp *w, const struct group *g) {
	if (g->pc->exec != exec_join)
		return false;
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *o = &w->group[i];
		if (o == g || !o->mask || o->state != GROUP_READY || o->spun)
			continue;
		if (group_runs_before(o, g))
			return true;
	}
	return false;
}

/* Sleeping takes no time here; lanes that sleep let the others go first. */
static void wake(struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].state == GROUP_SLEEP)
			w->group[i].state = GROUP_READY;
}

static bool has_ready(const struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask && w->group[i].state == GROUP_READY)
			return true;
	return false;
}

/* Returns the next group that has not come to a visible operation, in the order in which
 * lanes meet again; NULL: there is none. */
static struct group *on_its_way(struct warp *w) {
	struct group *best = NULL;
	for (u32 i = 0; i < w->ngroup; i++) {
		struct group *g = &w->group[i];
		if (g->mask && g->state == GROUP_READY && !g->paused && !g->spun &&
		    (!best || group_runs_before(g, best)) && !waits_for_others(w, g))
			best = g;
	}
	return best;
}

static bool run_to_visible(struct ring *r, struct warp *w) {
	for (u32 round = 0;; round++) {
		struct group *g;
		if (round % LOOK_AT_CLOCK == LOOK_AT_CLOCK - 1 && !sched_may_go_on(r->wk))
			return false;
		wake(w);
		warp_merge(w);
		g = on_its_way(w);
		if (!g) {
			if (!w->live || has_ready(w) || !warp_sync_resolve(w, false))
				return true;
			continue;
		}
		warp_resume(w, (u32)(g - w->group));
		if (run_steered(r, w, false) == STEP_STOP)
			return false;
	}
}

static bool run_all_to_visible(struct ring *r) {
	for (struct cluster *cl = r->wk->resident; cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta; i++)
			for (u32 k = 0; k < cl->cta[i].nwarp; k++)
				if (cl->cta[i].warp[k].live &&
				    !run_to_visible(r, &cl->cta[i].warp[k]))
					return false;
	return true;
}

/* ---- choosing ---------------------------------------------------------------------- */

static void list_warp(struct ring *r, struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (!g->mask || g->state != GROUP_READY || !g->paused || g->spun)
			continue;
		struct steer_unit u = {w->cta->linear, w->id, g->mask, g->pc};
		vec_push(&r->arena, &r->unit, u);
		vec_push(&r->arena, &r->choice, (struct choice){w, i});
	}
}

static void list_all(struct ring *r) {
	r->unit.n = r->choice.n = 0;
	for (struct cluster *cl = r->wk->resident; cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta; i++)
			for (u32 k = 0; k < cl->cta[i].nwarp; k++)
				list_warp(r, &cl->cta[i].warp[k]);
}

/* Returns the unit that made the last step, which has the lowest of its lanes. */
static u32 find_last(const struct ring *r) {
	for (u32 i = 0; i < r->unit.n; i++) {
		const struct steer_unit *u = &r->unit.at[i];
		if (r->last.mask && u->cta == r->last.cta && u->warp == r->last.warp &&
		    u->mask & r->last.mask & -r->last.mask)
			return i;
	}
	return STEER_NONE;
}

/* Starts the next cluster and moves it to the end of the list, so that plain choices
 * follow the order of the grid. */
static bool start_next(struct ring *r, u32 limit) {
	struct worker *wk = r->wk;
	if (wk->nresident >= limit || !sched_start_next(wk, r->lay, limit))
		return false;
	struct cluster *cl = wk->resident, **end = &wk->resident;
	wk->resident = cl->next;
	while (*end)
		end = &(*end)->next;
	cl->next = NULL;
	*end = cl;
	return true;
}

/* ---- when no group can be chosen --------------------------------------------------- */

/* All groups that are ready have spun: begins the next round. False: none is ready. */
static bool refuel(struct cluster *cl) {
	bool any = false;
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 k = 0; k < cl->cta[i].nwarp; k++) {
			struct warp *w = &cl->cta[i].warp[k];
			for (u32 j = 0; w->live && j < w->ngroup; j++) {
				struct group *g = &w->group[j];
				any |= g->mask && g->state == GROUP_READY;
				g->spun = 0;
				g->fuel = FUEL;
			}
		}
	return any;
}

/* All groups spin, in any order: none will ever make progress. */
static void report_stuck(struct ring *r) {
	struct launch *l = r->wk->launch;
	struct fault *f = launch_fault_begin(l, FAULT_DEADLOCK);
	if (!f)
		return;
	f->kernel = f->func = l->kernel->name->s;
	snprintf(f->text, sizeof f->text,
	         "no lane gets on: those that do not wait spin, and nothing changes any "
	         "more");
	sched_report_all(r->wk);
	launch_fault_done(l);
}

static bool next_round(struct ring *r) {
	struct worker *wk = r->wk;
	bool any = false;
	for (struct cluster *cl = wk->resident; cl; cl = cl->next) {
		if (!cl->nlive)
			continue;
		bool ready = refuel(cl);
		if (!ready && sched_unblock(cl) == PASS_STOP)
			return false;
		any |= !ready;
	}
	u32 most = MAX(wk->launch->resident / r->lay->ctas_per_cluster, 1u);
	any |= start_next(r, most);
	r->stuck = any || r->has_changed ? 0 : r->stuck + 1;
	r->has_changed = false;
	wk->idle_passes += r->stuck != 0;
	if (r->stuck < STUCK_ROUNDS || steer_plan(wk->steer)->kind != STEER_EXHAUSTIVE)
		return sched_may_go_on(wk);
	report_stuck(r);
	return false;
}

/* The same lanes have had so many steps that others get a turn: they count as spun. */
static void end_streak(struct ring *r) {
	list_all(r);
	u32 now = find_last(r);
	if (now != STEER_NONE)
		r->choice.at[now].w->group[r->choice.at[now].group].spun = 1;
	r->streak = 0;
}

/* ---- the ring ---------------------------------------------------------------------- */

static bool step(struct ring *r) {
	struct worker *wk = r->wk;
	if (++r->nstep % LOOK_AT_CLOCK == 0 && !sched_may_go_on(wk))
		return false;
	if (!run_all_to_visible(r))
		return false;
	u32 n = wk->nresident;
	sched_retire_finished(wk);
	if (wk->nresident < n)
		return true;
	list_all(r);
	if (!r->unit.n)
		return next_round(r);
	u32 now = find_last(r), i = steer_choose(wk->steer, r->unit.at, r->unit.n, now);
	if (i == STEER_PRUNED)
		return false;
	struct choice c = r->choice.at[i];
	r->streak = i == now ? r->streak + 1 : 0;
	r->last = r->unit.at[i];
	warp_resume(c.w, c.group);
	if (run_steered(r, c.w, true) == STEP_STOP)
		return false;
	if (r->streak >= STREAK_MOST)
		end_streak(r);
	return true;
}

void steered_ring(struct worker *wk, const struct layout *lay) {
	struct launch *l = wk->launch;
	struct ring r = {.wk = wk, .lay = lay};
	wk->ring = &r;
	u32 share = MAX(l->resident / lay->ctas_per_cluster, 1u);
	r.limit = l->cooperative ? share : MIN(share, (u32)RESIDENT_MOST);
	bool going = true;
	while (going) {
		while (start_next(&r, r.limit))
			;
		going = wk->resident && step(&r);
	}
	u32 why = atomic_load(&l->stop);
	if (why == FAULT_TIMEOUT || why == FAULT_INTERRUPTED)
		sched_report_all(wk);
	arena_drop(&r.arena);
}
