/* racecheck.c - data races by happens-before: clocks, and what warps know of each other.
 *
 * A clock ticks with every act of synchronisation of the launch. Each access is stamped
 * with it and remembered, see access_history.c; each warp knows, for each other warp, up
 * to which stamp that one's accesses happened before. Two accesses race if they overlap,
 * one is a store, not both are strong enough for the other's scope, and the later warp
 * does not know the earlier stamp.
 *
 *     barrier of a cta, of a cluster     all that take part know what all knew
 *     fence, then a strong store         the location keeps what the warp knew; so does .release
 *     a strong load of that location     the warp knows it from here on
 *     mbarrier: arrival, wait            the same
 *     bar.warp.sync                      orders lanes of one warp, see `lane_sync`
 *
 * Knowledge is of whole warps. A grid of many warps keeps one stamp for all warps outside
 * of the own cluster (see race_index): then what is synchronised with one counts as
 * synchronised with all, and a race may be missed, but none is invented. A load that is
 * only relaxed acquires, too, as much code relies on it; in the strict mode only if a
 * fence follows, until which its knowledge is kept apart.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/racecheck.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/strong_access.h"
#include "backend/machine/warpgroup.h"
#include "base/map.h"

enum {
	KNOWN_WARPS = 1024,  /* of a grid, with stamps of their own */
	RELEASES_MAX = 4096, /* locations with knowledge of their own */
};

/* The knowledge that a location keeps. */
struct release {
	u32 *known;  /* per index, as warps of the cluster see it */
	u32 top;     /* the greatest of all that it knows */
	bool far;    /* see struct check_warp */
	bool mixed;  /* of several clusters */
	u64 cluster; /* index */
	u64 cta;     /* that it reaches, if not all */
	u64 version; /* changes with what it knows; no other location has the same */
	u8 reach;
};

/* ---- starting ---- */

void race_start(struct worker *wk) {
	struct checker *c = wk->check->c;
	struct launch *l = wk->launch;
	struct race *r = arena_new(&wk->arena, struct race);
	u32 nthread = l->block[0] * l->block[1] * l->block[2];
	r->nwarp = (nthread + WARP_LANES - 1) / WARP_LANES;
	u64 total = l->ncta * r->nwarp, ncta = l->ncta / l->ncluster;
	r->by_grid = total <= KNOWN_WARPS;
	r->alone = l->ncta == ncta;
	r->n = (u32)(r->by_grid ? total : ncta * r->nwarp + 1);
	r->strict = c->strict;
	r->nentry = c->strict & STRICT_ACQUIRE ? 2 * r->n : r->n;
	if (c->clock > UINT32_MAX / 2) { /* old stamps would be new ones */
		race_forget_all(c);
		c->clock = 0;
	}
	r->start = r->now = (u32)c->clock + 1;
	r->arena = &wk->arena;
	r->releases = MAP_INIT(&wk->arena);
	r->locks = MAP_INIT(&wk->arena);
	r->scratch = arena_array(&wk->arena, u32, r->nentry);
	wk->check->race = r;
}

static void tick(const struct warp *w) {
	struct race *r = race_of(w);
	if (r->now < UINT32_MAX - 1) /* else all later accesses have one stamp */
		r->now++;
	check_of(w)->c->clock = r->now;
}

void race_cluster_alloc(struct cluster *cl) {
	struct worker *wk = cl->cta[0].worker;
	for (u32 i = 0; i < cl->ncta; i++) {
		struct check_cta *k = check_cta_of(&cl->cta[i]);
		u64 nline = cl->launch->shared_total / RACE_LINE + 1;
		k->lines = arena_array(&wk->arena, struct race_line, nline);
		k->fine = arena_array(&wk->arena, u8, nline);
		k->bytes = arena_array(&wk->arena, struct race_bytes *, nline);
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			k->warp[j].seen = arena_array(&wk->arena, u32,
			                              wk->check->race->nentry);
	}
}

void race_cta_start(struct cta *cta) {
	struct check_cta *k = check_cta_of(cta);
	struct race *r = cta->worker->check->race;
	tick(cta->warp);
	k->start = r->now;
	k->waited = false;
	memset(k->fine, 0, cta->launch->shared_total / RACE_LINE + 1);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct check_warp *cw = &k->warp[i];
		memset(cw->seen, 0, r->nentry * sizeof *cw->seen);
		memset(cw->lane_sync, 0, sizeof cw->lane_sync);
		memset(cw->arrived, 0, sizeof cw->arrived);
		cw->fence_gpu = cw->fence_cta = 0;
		cw->taken = (struct lock_taken){.lock = NULL};
		cw->acquired = 0;
		cw->far = cw->floors = false;
	}
}

/* ---- what warps know ---- */

u32 race_number(const struct warp *w) {
	return (u32)(w->cta->linear * race_of(w)->nwarp + w->id);
}

/* Returns the index of the cluster's i-th cta's warps in a warp's clock. */
static u32 index_of_cta(const struct race *r, const struct cluster *cl, u32 i) {
	return r->by_grid ? (u32)cl->cta[i].linear * r->nwarp : i * r->nwarp;
}

/* Returns the index of a warp of the grid. */
static u32 race_index(const struct race *r, const struct cluster *cl, u32 warp) {
	if (r->by_grid)
		return warp;
	u32 cta = warp / r->nwarp;
	for (u32 i = 0; i < cl->ncta; i++)
		if (cl->cta[i].linear == cta)
			return i * r->nwarp + warp % r->nwarp;
	return r->n - 1;
}

u32 race_known(const struct warp *w, u32 warp) {
	return check_warp_of(w)->seen[race_index(race_of(w), w->cta->cluster, warp)];
}

u32 race_known_by_fence(const struct warp *w, u32 warp) {
	const struct race *r = race_of(w);
	u32 i = race_index(r, w->cta->cluster, warp);
	return check_warp_of(w)->seen[r->nentry > r->n ? r->n + i : i];
}

typedef void part_fn(u32 *to, const u32 *from, u32 n);

/* Calls f for the entries of the cluster's own warps, or (`far`) for all. */
static void each_known(const struct race *r, const struct cluster *cl, bool far, u32 *to,
                       const u32 *from, part_fn *f) {
	if (far) {
		f(to, from, r->n);
		return;
	}
	for (u32 i = 0; i < cl->ncta; i++) {
		u32 at = index_of_cta(r, cl, i);
		f(to + at, from + at, r->nwarp);
	}
}

/* The same for what fences would make known, too. */
static void each_part(const struct race *r, const struct cluster *cl, bool far, u32 *to,
                      const u32 *from, part_fn *f) {
	each_known(r, cl, far, to, from, f);
	if (r->nentry > r->n)
		each_known(r, cl, far, to + r->n, from + r->n, f);
}

static void part_learn(u32 *to, const u32 *from, u32 n) {
	for (u32 i = 0; i < n; i++)
		to[i] = MAX(to[i], from[i]);
}

static void part_clear(u32 *to, const u32 *from, u32 n) {
	(void)from;
	memset(to, 0, n * sizeof *to);
}

static void part_copy(u32 *to, const u32 *from, u32 n) {
	memcpy(to, from, n * sizeof *to);
}

static void learn_of(const struct warp *w, u32 *to, u32 clock) {
	const struct race *r = race_of(w);
	u32 i = race_index(r, w->cta->cluster, race_number(w));
	to[i] = MAX(to[i], clock);
}

static u32 least(const u32 *v, u32 n, u32 r) {
	for (u32 i = 0; i < n; i++)
		r = MIN(r, v[i]);
	return r;
}

/* Returns the stamp up to which all accesses of the cta's warps are known; those of the
 * own warp count by lane. */
static u32 floor_of_cta(const struct warp *w, u32 i) {
	const struct race *r = race_of(w);
	const struct cluster *cl = w->cta->cluster;
	const struct check_warp *cw = check_warp_of(w);
	const u32 *seen = cw->seen + index_of_cta(r, cl, i);
	if (&cl->cta[i] != w->cta)
		return least(seen, r->nwarp, UINT32_MAX);
	u32 f = least(seen, w->id, cw->lane_floor);
	return least(seen + w->id + 1, r->nwarp - w->id - 1, f);
}

void race_floors(const struct warp *w) {
	const struct race *r = race_of(w);
	const struct cluster *cl = w->cta->cluster;
	struct check_warp *cw = check_warp_of(w);
	u32 lanes = UINT32_MAX;
	for_each_lane (l, w->exist)
		lanes = MIN(lanes, cw->lane_sync[l]);
	cw->lane_floor = MAX(race_known(w, race_number(w)), lanes ? lanes - 1 : 0);
	cw->near_floor = floor_of_cta(w, w->cta->rank);
	cw->cluster_floor = cw->near_floor;
	for (u32 i = 0; i < cl->ncta; i++)
		if (i != w->cta->rank)
			cw->cluster_floor = MIN(cw->cluster_floor, floor_of_cta(w, i));
	cw->grid_floor = r->alone ? cw->cluster_floor : 0;
	if (cw->far && !r->alone)
		cw->grid_floor = least(cw->seen, r->n, cw->cluster_floor);
	cw->floors = true;
}

/* ---- barriers ---- */

static void lanes_synced(const struct warp *w, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	u32 now = race_of(w)->now;
	for_each_lane (l, mask)
		cw->lane_sync[l] = now;
	cw->floors = false;
}

/* Checks whether warps that take part in the barrier know something of other clusters. */
static bool any_far(const struct cta *cta, u32 id) {
	for (u32 i = 0; i < cta->nwarp; i++)
		if (cta->warp[i].arrived[id] && check_warp_of(&cta->warp[i])->far)
			return true;
	return false;
}

void check_barrier(struct cta *cta, u32 id) {
	struct race *r = cta->worker->check->race;
	struct cluster *cl = cta->cluster;
	if (!r)
		return;
	bool far = any_far(cta, id);
	each_part(r, cl, far, r->scratch, r->scratch, part_clear);
	for (u32 i = 0; i < cta->nwarp; i++) {
		const struct warp *w = &cta->warp[i];
		if (!w->arrived[id])
			continue;
		struct check_warp *cw = check_warp_of(w);
		each_part(r, cl, far, r->scratch, cw->seen, part_learn);
		learn_of(w, r->scratch, cw->arrived[id] ? cw->arrived[id] : r->now);
		cw->arrived[id] = 0;
	}
	tick(cta->warp);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		for (u32 j = 0; j < w->ngroup; j++) {
			const struct group *g = &w->group[j];
			if (!g->mask || g->state != GROUP_BARRIER || g->wait != id)
				continue;
			each_part(r, cl, far, check_warp_of(w)->seen, r->scratch,
			          part_copy);
			check_warp_of(w)->far |= far;
			lanes_synced(w, g->mask);
		}
	}
}

void check_warpgroup(struct cta *cta, u32 first) {
	struct race *r = cta->worker->check->race;
	u32 end = MIN(first + WARPGROUP_WARPS, cta->nwarp);
	struct cluster *cl = cta->cluster;
	bool far = false;
	if (!r)
		return;
	for (u32 i = first; i < end; i++)
		far |= check_warp_of(&cta->warp[i])->far;
	each_part(r, cl, far, r->scratch, r->scratch, part_clear);
	for (u32 i = first; i < end; i++) {
		each_part(r, cl, far, r->scratch, check_warp_of(&cta->warp[i])->seen,
		          part_learn);
		learn_of(&cta->warp[i], r->scratch, r->now);
	}
	tick(cta->warp);
	for (u32 i = first; i < end; i++) {
		struct warp *w = &cta->warp[i];
		each_part(r, cl, far, check_warp_of(w)->seen, r->scratch, part_copy);
		check_warp_of(w)->far |= far;
		lanes_synced(w, w->live);
	}
}

void check_cluster_barrier(struct cluster *cl) {
	struct race *r = cl->cta[0].worker->check->race;
	bool far = false;
	if (!r)
		return;
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			far |= check_warp_of(&cl->cta[i].warp[j])->far;
	each_part(r, cl, far, r->scratch, r->scratch, part_clear);
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++) {
			const struct warp *w = &cl->cta[i].warp[j];
			each_part(r, cl, far, r->scratch, check_warp_of(w)->seen,
			          part_learn);
			learn_of(w, r->scratch, check_warp_of(w)->arrived[CTA_BARRIERS]);
		}
	tick(cl->cta[0].warp);
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++) {
			struct check_warp *cw = check_warp_of(&cl->cta[i].warp[j]);
			each_part(r, cl, far, cw->seen, r->scratch, part_learn);
			cw->far |= far;
			lanes_synced(&cl->cta[i].warp[j], ~0u);
		}
}

void check_warp_sync(struct warp *w, u32 mask) {
	if (!race_of(w))
		return;
	tick(w);
	lanes_synced(w, mask);
}

/* bar.arrive, barrier.cluster.arrive: what follows is not before the others' wait. */
static bool before_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	u32 id = CTA_BARRIERS;
	if (d->row != ROW_CLUSTER_ARRIVE)
		id = ((const u32 *)warp_ptr(w, d->o[0]))[__builtin_ctz(mask)] %
		     CTA_BARRIERS;
	bool relaxed = id == CTA_BARRIERS && MOD_GET(d->mods, SEM) == MOD_SEM_RELAXED;
	struct check_warp *cw = check_warp_of(w);
	cw->arrived[id] = relaxed ? cw->fence_gpu : race_of(w)->now;
	tick(w);
	return true;
}

/* ---- fences, strong accesses ---- */

u32 race_reach(const struct dinst *d) {
	switch (MOD_GET(d->mods, SCOPE)) {
	case MOD_SCOPE_CTA: return REACH_CTA;
	case MOD_SCOPE_CLUSTER: return REACH_CLUSTER;
	default: return REACH_ALL;
	}
}

/* What loads before the fence have brought is known from here on. */
static void learn_by_fence(const struct warp *w, bool of_cta) {
	const struct race *r = race_of(w);
	struct check_warp *cw = check_warp_of(w);
	if (r->nentry == r->n)
		return;
	u32 at = of_cta ? index_of_cta(r, w->cta->cluster, w->cta->rank) : 0;
	part_learn(cw->seen + at, cw->seen + r->n + at, of_cta ? r->nwarp : r->n);
	cw->floors = false;
}

static bool before_fence(struct warp *w, const struct dinst *d, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	(void)mask;
	cw->fence_cta = race_of(w)->now;
	if (race_reach(d) != REACH_CTA)
		cw->fence_gpu = cw->fence_cta;
	learn_by_fence(w, race_reach(d) == REACH_CTA);
	strict_fence(w, race_reach(d) == REACH_CTA);
	tick(w);
	return true;
}

/* Returns the knowledge that the location keeps; NULL: none. */
static struct release *release_of(const struct race *r, const void *p) {
	const u64 *at = r->nrelease ? map_find(&r->releases, (uintptr_t)p) : NULL;
	if (!at && r->nrelease == RELEASES_MAX)
		at = map_find(&r->releases, 1);
	return at ? (struct release *)(uintptr_t)*at : NULL;
}

static struct release *release_new(struct race *r, const void *p, u32 reach) {
	/* one for all the others */
	uintptr_t key = r->nrelease == RELEASES_MAX - 1 ? 1 : (uintptr_t)p;
	struct release *rel = arena_new(r->arena, struct release);
	rel->known = arena_array(r->arena, u32, r->nentry);
	rel->reach = (u8)reach;
	rel->cluster = ~(u64)0;
	*map_at(&r->releases, key) = (uintptr_t)rel;
	r->nrelease++;
	return rel;
}

/* The location at p keeps what w knows, and its own accesses up to `own`. */
static void release_at(struct warp *w, const void *p, u32 own, u32 reach, bool replace) {
	struct race *r = race_of(w);
	struct release *rel = release_of(r, p);
	const struct check_warp *cw = check_warp_of(w);
	const struct cluster *cl = w->cta->cluster;
	if (!rel) {
		rel = release_new(r, p, reach);
	} else if (replace && r->nrelease < RELEASES_MAX) {
		memset(rel->known, 0, r->nentry * sizeof *rel->known);
		rel->reach = (u8)reach;
		rel->far = rel->mixed = false;
		rel->cluster = ~(u64)0;
		rel->top = 0;
	}
	rel->mixed |= rel->cluster != ~(u64)0 && rel->cluster != cl->index;
	rel->cluster = cl->index;
	rel->reach = (u8)MIN(rel->reach, reach);
	rel->cta = w->cta->linear;
	rel->far |= cw->far;
	rel->top = MAX(rel->top, own);
	rel->version = ++r->nversion;
	each_part(r, cl, cw->far, rel->known, cw->seen, part_learn);
	learn_of(w, rel->known, own);
	if (!r->by_grid)
		for (u32 i = 0; i < r->n; i++)
			rel->top = MAX(rel->top, rel->known[i]);
}

/* fenced: the load acquires by itself. */
static void acquire_from(struct warp *w, const void *p, bool fenced) {
	struct race *r = race_of(w);
	struct check_warp *cw = check_warp_of(w);
	const struct cluster *cl = w->cta->cluster;
	const struct release *rel = release_of(r, p);
	if (!rel || (rel->reach == REACH_CTA && rel->cta != w->cta->linear))
		return;
	/* lanes that wait read the same again and again */
	u64 what = rel->version * 2 + fenced;
	if (cw->acquired == what)
		return;
	cw->acquired = what;
	bool same = rel->cluster == cl->index && !rel->mixed, far = rel->far || !same;
	u32 *later = cw->seen + r->nentry - r->n;
	cw->floors = false;
	if (r->by_grid || same) {
		if (fenced)
			each_known(r, cl, far, cw->seen, rel->known, part_learn);
		each_known(r, cl, far, later, rel->known, part_learn);
		each_known(r, cl, far, later, rel->known + r->nentry - r->n, part_learn);
	}
	cw->far |= far;
	/* Warps of other clusters have one entry here. */
	if (!r->by_grid && !same) {
		u32 *all = fenced ? cw->seen : later;
		all[r->n - 1] = MAX(all[r->n - 1], rel->top);
		later[r->n - 1] = MAX(later[r->n - 1], rel->top);
	}
}

static bool acquires(const struct race *r, u32 sem) {
	return r->nentry == r->n || sem == MOD_SEM_ACQUIRE || sem == MOD_SEM_ACQ_REL ||
	       sem == MOD_SEM_SC;
}

void race_synchronise(struct warp *w, const struct dinst *d, const void *p, u32 flags) {
	struct check_warp *cw = check_warp_of(w);
	struct race *r = race_of(w);
	u32 sem = MOD_GET(d->mods, SEM), reach = race_reach(d);
	bool atomic = flags & ACCESS_ATOMIC, store = flags & ACCESS_STORE;
	strict_lock(w, d, p, flags);
	if (!store || atomic)
		acquire_from(w, p, acquires(r, sem));
	if (!store)
		return;
	if (sem == MOD_SEM_RELEASE || sem == MOD_SEM_ACQ_REL || sem == MOD_SEM_SC) {
		release_at(w, p, r->now, reach, !atomic);
		tick(w);
	} else if (reach != REACH_CTA && cw->fence_gpu) {
		release_at(w, p, cw->fence_gpu, reach, !atomic);
	} else if (cw->fence_cta) {
		release_at(w, p, cw->fence_cta, REACH_CTA, !atomic);
	}
}

static const void *object_at(const struct warp *w, u32 lane, u32 space, u64 addr) {
	return addr % 8 ? NULL : mem_find(w, lane, space, addr, 8);
}

static bool before_mbarrier_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	u32 i = d->row == ROW_CP_ASYNC_ARRIVE ? 0 : 1;
	for_each_lane (l, mask) {
		const void *p = object_at(w, l, mem_space(d), mem_lane_addr(w, d, i, l));
		if (p)
			release_at(w, p, race_of(w)->now, REACH_ALL, false);
	}
	tick(w);
	return true;
}

void race_mbarrier_release(struct warp *w, u32 lane, u32 space, u64 addr) {
	const void *p = race_of(w) ? object_at(w, lane, space, addr) : NULL;
	if (p) {
		release_at(w, p, race_of(w)->now, REACH_ALL, false);
		tick(w);
	}
}

/* st.async, red.async: a wait for the mbarrier acquires what w knows. */
static bool before_async_store(struct warp *w, const struct dinst *d, u32 mask) {
	for_each_lane (l, mask) {
		const void *p = object_at(w, l, mem_space(d), mem_lane_addr(w, d, 2, l));
		if (p)
			release_at(w, p, race_of(w)->now, REACH_ALL, false);
	}
	return true;
}

void race_mbarrier_passed(struct warp *w, u32 lane, u32 space, u64 addr) {
	const void *p = race_of(w) ? object_at(w, lane, space, addr) : NULL;
	if (p)
		acquire_from(w, p, true);
}

static bool before_grid_wait(struct warp *w, const struct dinst *d, u32 mask) {
	(void)d, (void)mask;
	check_cta_of(w->cta)->waited = true;
	return true;
}

/* ---- choosing ---- */

watch_fn *race_before(const struct dinst *d) {
	if (d->exec == exec_griddep)
		return MOD_GET(d->mods, GDC) == MOD_GDC_WAIT ? before_grid_wait : NULL;
	if (d->exec == exec_fence)
		return before_fence;
	if (d->exec == exec_bar)
		return MOD_GET(d->mods, BAROP) == MOD_BAROP_ARRIVE ? before_arrive : NULL;
	if (d->exec == exec_st_async || d->exec == exec_red_async)
		return before_async_store;
	if (d->exec == exec_cluster_arrive)
		return before_arrive;
	return d->exec == exec_mbarrier_arrive || d->exec == exec_cp_async_arrive
	               ? before_mbarrier_arrive
	               : NULL;
}
