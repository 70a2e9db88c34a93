/* race.c - data races by happens-before.
 *
 * A clock ticks with every act of synchronisation of the launch. Each access is stamped with it
 * and kept in a cell of its granule of 8 bytes; each warp knows, for each other warp, up to
 * which stamp that one's accesses happened before. Two accesses race if they overlap, one is a
 * store, not both are strong enough for the other's scope, and the later warp does not know the
 * earlier stamp.
 *
 *     barrier of a cta, of a cluster     all who take part know what all knew
 *     fence, then a strong store         the location keeps what the warp knew; so does .release
 *     a strong load of that location     the warp knows it from here on
 *     mbarrier: arrival, wait            the same
 *     bar.warp.sync                      orders lanes of one warp, see `lane_sync`
 *
 * Knowledge is of whole warps. A grid of many warps keeps one stamp for all warps outside of the
 * own cluster (see race_index): then what is synchronised with one counts as synchronised with
 * all, and a race may be missed, but none is invented. A load that is only relaxed acquires,
 * too, as much code relies on it. Stores of what is there already are no races.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/check/race.h"
#include "backend/check/hook.h"
#include "backend/interp/strong.h"
#include "base/map.h"

#include <sys/mman.h>

enum { STORES = 1, STRONG = 2, ATOMIC = 4 };
enum { REACH_ALL, REACH_CLUSTER, REACH_CTA }; /* scopes */

enum {
	KNOWN_WARPS = 1024,  /* of a grid, to be told apart */
	RELEASES_MAX = 4096, /* locations with knowledge of their own */
};

struct release {    /* of a location */
	u32 *known; /* per index */
	u64 cta;    /* whom it reaches, if not everybody */
	u8 reach;
};

struct race {
	u32 now, start;
	u32 nwarp;    /* of a cta */
	u32 n;        /* entries of what a warp knows */
	bool by_grid; /* an entry for each warp of the grid */
	struct arena *arena;
	struct map releases; /* host address -> struct release */
	u32 nrelease;
	u32 *scratch;
};

static struct race *race_of(const struct warp *w) {
	return check_of(w)->race;
}

/* ---- starting ---- */

void race_start(struct worker *wk) {
	struct checker *c = wk->check->c;
	struct launch *l = wk->launch;
	struct race *r = arena_new(&wk->arena, struct race);
	u32 nthread = l->block[0] * l->block[1] * l->block[2];
	r->nwarp = (nthread + WARP_LANES - 1) / WARP_LANES;
	u64 total = l->ncta * r->nwarp, ncta = l->ncta / l->ncluster;
	r->by_grid = total <= KNOWN_WARPS;
	r->n = (u32)(r->by_grid ? total : ncta * r->nwarp + 1);
	if (c->clock > UINT32_MAX / 2) { /* old stamps would be new ones */
		madvise(c->cells, c->size * RACE_BYTES_PER_BYTE, MADV_DONTNEED);
		c->clock = 0;
	}
	r->start = r->now = (u32)c->clock + 1;
	r->arena = &wk->arena;
	r->releases = MAP_INIT(&wk->arena);
	r->scratch = arena_array(&wk->arena, u32, r->n);
	wk->check->race = r;
}

static void tick(const struct warp *w) {
	struct race *r = race_of(w);
	if (r->now < UINT32_MAX - 1) /* then nothing is told apart any more */
		r->now++;
	check_of(w)->c->clock = r->now;
}

static u64 ncells(const struct launch *l) {
	return (u64)(alignup(l->shared_total, RACE_GRANULE) / RACE_GRANULE + 2) *
	       RACE_CELLS;
}

void race_cluster_alloc(struct cluster *cl) {
	struct worker *wk = cl->cta[0].worker;
	for (u32 i = 0; i < cl->ncta; i++) {
		struct check_cta *k = check_cta_of(&cl->cta[i]);
		k->cells = arena_array(&wk->arena, struct cell, ncells(cl->launch));
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			k->warp[j].seen = arena_array(&wk->arena, u32,
			                              wk->check->race->n);
	}
}

void race_cta_start(struct cta *cta) {
	struct check_cta *k = check_cta_of(cta);
	struct race *r = cta->worker->check->race;
	tick(cta->warp);
	k->start = r->now;
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct check_warp *cw = &k->warp[i];
		memset(cw->seen, 0, r->n * sizeof *cw->seen);
		memset(cw->lane_sync, 0, sizeof cw->lane_sync);
		memset(cw->arrived, 0, sizeof cw->arrived);
		cw->fence_gpu = cw->fence_cta = 0;
	}
}

/* ---- what warps know ---- */

static u32 number_of(const struct warp *w) {
	return (u32)(w->cta->linear * race_of(w)->nwarp + w->id);
}

/* Where a warp of the grid is in what w knows. */
static u32 race_index(const struct race *r, const struct cluster *cl, u32 warp) {
	if (r->by_grid)
		return warp;
	u64 cta = warp / r->nwarp;
	for (u32 i = 0; i < cl->ncta; i++)
		if (cl->cta[i].linear == cta)
			return i * r->nwarp + warp % r->nwarp;
	return r->n - 1;
}

static void learn(u32 *to, const u32 *from, u32 n) {
	for (u32 i = 0; i < n; i++)
		to[i] = MAX(to[i], from[i]);
}

static void learn_of(const struct warp *w, u32 *to, u32 clock) {
	const struct race *r = race_of(w);
	u32 i = race_index(r, w->cta->cluster, number_of(w));
	to[i] = MAX(to[i], clock);
}

/* ---- barriers ---- */

static void lanes_synced(const struct warp *w, u32 mask) {
	u32 *sync = check_warp_of(w)->lane_sync, now = race_of(w)->now;
	for_each_lane (l, mask)
		sync[l] = now;
}

void check_barrier(struct cta *cta, u32 id) {
	struct check_worker *k = cta->worker->check;
	struct race *r = k->race;
	if (!r)
		return;
	memset(r->scratch, 0, r->n * sizeof *r->scratch);
	for (u32 i = 0; i < cta->nwarp; i++) {
		const struct warp *w = &cta->warp[i];
		if (!w->arrived[id])
			continue;
		struct check_warp *cw = check_warp_of(w);
		learn(r->scratch, cw->seen, r->n);
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
			memcpy(check_warp_of(w)->seen, r->scratch,
			       r->n * sizeof *r->scratch);
			lanes_synced(w, g->mask);
		}
	}
}

void check_cluster_barrier(struct cluster *cl) {
	struct race *r = cl->cta[0].worker->check->race;
	if (!r)
		return;
	memset(r->scratch, 0, r->n * sizeof *r->scratch);
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++) {
			const struct warp *w = &cl->cta[i].warp[j];
			learn(r->scratch, check_warp_of(w)->seen, r->n);
			learn_of(w, r->scratch, check_warp_of(w)->arrived[CTA_BARRIERS]);
		}
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			learn(check_warp_of(&cl->cta[i].warp[j])->seen, r->scratch, r->n);
	tick(cl->cta[0].warp);
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			lanes_synced(&cl->cta[i].warp[j], ~0u);
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

static u32 reach_of(const struct dinst *d) {
	switch (MOD_GET(d->mods, SCOPE)) {
	case MOD_SCOPE_CTA: return REACH_CTA;
	case MOD_SCOPE_CLUSTER: return REACH_CLUSTER;
	default: return REACH_ALL;
	}
}

static bool before_fence(struct warp *w, const struct dinst *d, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	(void)mask;
	cw->fence_cta = race_of(w)->now;
	if (reach_of(d) != REACH_CTA)
		cw->fence_gpu = cw->fence_cta;
	tick(w);
	return true;
}

/* The location at p keeps what w knows, and its own accesses up to `own`. */
static void release_at(struct warp *w, const void *p, u32 own, u32 reach, bool replace) {
	struct race *r = race_of(w);
	u64 *at = map_at(&r->releases, (uintptr_t)p);
	struct release *rel = (struct release *)(uintptr_t)*at;
	if (!rel) {
		if (r->nrelease == RELEASES_MAX) /* one for all the others */
			at = map_at(&r->releases, 1);
		rel = (struct release *)(uintptr_t)*at;
	}
	if (!rel) {
		rel = arena_new(r->arena, struct release);
		rel->known = arena_array(r->arena, u32, r->n);
		rel->reach = (u8)reach;
		*at = (uintptr_t)rel;
		r->nrelease++;
	} else if (replace && r->nrelease < RELEASES_MAX) {
		memset(rel->known, 0, r->n * sizeof *rel->known);
		rel->reach = (u8)reach;
	}
	rel->reach = (u8)MIN(rel->reach, reach);
	rel->cta = w->cta->linear;
	learn(rel->known, check_warp_of(w)->seen, r->n);
	learn_of(w, rel->known, own);
}

static void acquire_from(struct warp *w, const void *p) {
	struct race *r = race_of(w);
	const u64 *at = map_find(&r->releases, (uintptr_t)p);
	if (!at && r->nrelease == RELEASES_MAX)
		at = map_find(&r->releases, 1);
	const struct release *rel = at ? (const struct release *)(uintptr_t)*at : NULL;
	if (!rel || (rel->reach == REACH_CTA && rel->cta != w->cta->linear))
		return;
	learn(check_warp_of(w)->seen, rel->known, r->n);
}

static void synchronise(struct warp *w, const struct dinst *d, const void *p, u32 flags) {
	struct check_warp *cw = check_warp_of(w);
	struct race *r = race_of(w);
	u32 sem = MOD_GET(d->mods, SEM), reach = reach_of(d);
	bool atomic = flags & ACCESS_ATOMIC, store = flags & ACCESS_STORE;
	if (!store || atomic)
		acquire_from(w, p);
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

/* st.async, red.async: the mbarrier tells when they are done. */
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
		acquire_from(w, p);
}

/* ---- accesses ---- */

struct one { /* lane's access */
	struct warp *w;
	const struct dinst *d;
	u32 lane, warp, code, start, space, bytes, access_flags;
	u8 flags, scope;
	bool by_rank; /* shared::cluster: rank 0 is cta 0, not the own one */
	u64 addr;
	const u8 *host; /* of the first byte of the granule */
};

static bool is_ordered(const struct one *a, const struct cell *c) {
	const struct check_warp *cw = check_warp_of(a->w);
	if (c->warp != a->warp)
		return cw->seen[race_index(race_of(a->w), a->w->cta->cluster, c->warp)] >=
		       c->stamp;
	if (c->stamp <= cw->seen[race_index(race_of(a->w), a->w->cta->cluster, c->warp)])
		return true;
	if (c->lane == RACE_LANES || a->lane == RACE_LANES) {
		u32 l = c->lane == RACE_LANES ? a->lane : c->lane;
		return l == RACE_LANES || c->stamp < cw->lane_sync[l];
	}
	return c->lane == a->lane ||
	       c->stamp < MIN(cw->lane_sync[a->lane], cw->lane_sync[c->lane]);
}

/* A guess of what is there before it is swapped for something else: loops around cas begin so. */
static bool is_guess(u32 a, u32 b) {
	return !(a & STORES) && b & ATOMIC;
}

/* Both are strong, and each reaches the other. */
static bool are_strong(const struct one *a, const struct cell *c) {
	if (!(a->flags & c->flags & STRONG))
		return false;
	u32 nwarp = race_of(a->w)->nwarp;
	bool same_cta = c->warp / nwarp == a->warp / nwarp;
	return same_cta || (a->scope != REACH_CTA && c->scope != REACH_CTA);
}

/* Byte i of what the lane stores; false: it is not known. */
static bool stored_byte(const struct one *a, u32 lane, u32 i, u8 *out) {
	const struct dinst *d = a->d;
	u32 size = type_size_bytes((enum type)d->type[0]), k = size ? i / size : 0;
	if (d->row != ROW_ST || a->access_flags & ACCESS_ATOMIC || size > 8)
		return false;
	const struct vec_operand *v = d->x->vec[1];
	ref r = v ? v->o[k] : d->o[1];
	if (r == REF_NONE)
		return false;
	u64 x = lane_get(warp_ptr(a->w, r), v ? v->lane_bits : d->x->lane_bits[1], lane);
	*out = (u8)(x >> 8 * (i % size));
	return true;
}

static void set_other(struct finding *f, const struct one *a, const struct cell *c) {
	const struct dmodule *dm = a->w->worker->dm;
	const struct launch *l = a->w->cta->launch;
	for (u32 i = 0; i < dm->nfunc; i++) {
		const struct dfunc *df = &dm->func[i];
		if (df->code && c->code - df->code_base < df->ncode) {
			f->other.func = df->func;
			f->other.inst = df->code[c->code - df->code_base].in;
		}
	}
	u32 nwarp = race_of(a->w)->nwarp, lane = c->lane == RACE_LANES ? 0 : c->lane;
	if (c->warp == a->warp && lane == a->lane) /* one of the others */
		lane ^= 1;
	cta_coords(c->warp / nwarp, l->grid, f->other.cta);
	cta_coords((u64)(c->warp % nwarp) * WARP_LANES + lane, l->block, f->other.thread);
	f->other.is_store = c->flags & STORES;
	f->other.is_atomic = false;
}

static void tell(const struct one *a, const struct cell *c, u8 overlap, u32 granule_off) {
	struct finding f = finding_at(a->w, a->d, a->lane == RACE_LANES ? 0 : a->lane,
	                              CHECK_RACE, FINDING_RACE);
	bool both = a->flags & c->flags & STORES,
	     same = a->code == c->code && a->warp == c->warp;
	bool first = true;
	for (u32 b = 0; b < RACE_GRANULE; b++) {
		u8 old = a->host[b], new = 0;
		if (!(overlap >> b & 1))
			continue;
		u32 i = (u32)(granule_off + b - (a->addr & (RACE_GRANULE - 1)));
		bool known = stored_byte(a, a->lane, i, &new);
		if (both && same && c->lane != RACE_LANES)
			stored_byte(a, c->lane, i, &old);
		if (both && known && old == new)
			continue;
		if (first) {
			f.addr = a->addr - (a->addr & (RACE_GRANULE - 1)) + granule_off +
			         b;
			f.old_value = old;
			f.new_value = new;
			first = false;
		}
		f.nbytes++;
	}
	if (!f.nbytes)
		return;
	f.size = a->bytes;
	f.space = a->space;
	f.at.is_store = a->flags & STORES;
	f.at.is_atomic = false;
	set_other(&f, a, c);
	finding_report(a->w, &f);
}

/* One granule of one lane's access. */
static void note(const struct one *a, struct cell *cell, u8 bytes, u32 granule_off) {
	struct cell *place = NULL;
	u32 now = race_of(a->w)->now;
	for (u32 k = 0; k < RACE_CELLS; k++) {
		struct cell *c = &cell[k];
		if (c->stamp < a->start) {
			if (!place)
				place = c;
			continue;
		}
		u8 overlap = c->bytes & bytes;
		if (!overlap)
			continue;
		bool ordered = is_ordered(a, c), mine = ordered && !(c->bytes & ~bytes);
		if (mine && (a->flags & STORES || !(c->flags & STORES))) {
			place = c;
		} else if (!(a->flags & STORES) && !(c->flags & STORES) &&
		           c->warp == a->warp && c->bytes == bytes && c->stamp == now) {
			c->lane = RACE_LANES; /* several lanes read it */
			return;
		}
		if (ordered || !((a->flags | c->flags) & STORES) || are_strong(a, c) ||
		    is_guess(a->flags, c->flags) || is_guess(c->flags, a->flags))
			continue;
		tell(a, c, overlap, granule_off);
		place = c;
	}
	if (!place)
		place = &cell[a->lane % RACE_CELLS];
	*place = (struct cell){.stamp = now,
	                       .warp = a->warp,
	                       .code = a->code,
	                       .lane = (u8)a->lane,
	                       .bytes = bytes,
	                       .flags = a->flags,
	                       .scope = a->scope};
}

/* The cells of the granule of the address, the clock from which on they count, the memory
 * itself. */
static struct cell *find_cells(struct one *a) {
	const struct warp *w = a->w;
	const struct arena_map *map = &w->cta->launch->machine->map;
	const struct checker *c = check_of(w)->c;
	if (a->space == SPACE_SHARED) {
		u64 addr = in_window(map->shared, a->addr) ? a->addr - map->shared.base
		                                           : a->addr;
		u64 rank = addr >> SHARED_RANK_SHIFT,
		    off = addr & SHARED_OFF_MASK & ~(u64)7;
		struct cluster *cl = w->cta->cluster;
		struct cta *home = rank && rank < cl->ncta ? &cl->cta[rank] : w->cta;
		if ((a->addr != addr || a->by_rank) &&
		    rank == 0) /* as have generic addresses */
			home = &cl->cta[0];
		a->start = (u32)check_cta_of(home)->start;
		a->host = home->shared + off;
		return check_cta_of(home)->cells + off / RACE_GRANULE * RACE_CELLS;
	}
	u64 off = (a->addr - c->base) & ~(u64)7;
	if (a->addr - c->base >= c->size)
		return NULL;
	a->start = race_of(w)->start;
	a->host = (const u8 *)(uintptr_t)(c->base + off);
	return c->cells + off / RACE_GRANULE * RACE_CELLS;
}

static void note_lane(struct one *a) {
	struct cell *cell = find_cells(a);
	if (!cell)
		return;
	if (a->flags & STRONG)
		synchronise(a->w, a->d, a->host + (a->addr & 7), a->access_flags);
	u32 skip = (u32)a->addr & (RACE_GRANULE - 1), left = a->bytes;
	for (u32 off = 0; left; off += RACE_GRANULE, cell += RACE_CELLS) {
		u32 n = MIN(left, (u32)RACE_GRANULE - skip);
		note(a, cell, (u8)(((1u << n) - 1) << skip), off);
		a->host += RACE_GRANULE;
		left -= n;
		skip = 0;
	}
}

/* Memory that others may access as well. A grid's barrier lies among the parameters, and is
 * reached by a generic address. */
static bool is_common(u32 given, u32 space) {
	return space == SPACE_SHARED || space == SPACE_GLOBAL ||
	       (space == SPACE_PARAM && given == SPACE_GENERIC);
}

void race_access(struct warp *w, const struct dinst *d, u32 mask, u32 bytes, u32 flags,
                 u32 space, const u64 *addr) {
	const struct dfunc *f = w->frame->func;
	bool is_code = d >= f->code && d < f->code + f->ncode;
	struct one a = {.w = w,
	                .d = d,
	                .bytes = bytes,
	                .access_flags = flags,
	                .by_rank = space == SPACE_SHARED_CLUSTER};
	if (!is_code || !d->in)
		return;
	a.warp = number_of(w);
	a.code = f->code_base + (u32)(d - f->code);
	bool strong = flags & ACCESS_ATOMIC || is_strong(d->mods);
	a.flags = (u8)((flags & ACCESS_STORE ? STORES : 0) | (strong ? STRONG : 0) |
	               (flags & ACCESS_ATOMIC ? ATOMIC : 0));
	a.scope = (u8)reach_of(d);
	u64 first = addr[__builtin_ctz(mask)], spread = 0;
	a.space = finding_space(w, space, first);
	for_each_lane (l, mask)
		spread |= addr[l] ^ first;
	if (!spread && !(flags & ACCESS_STORE) && a.space != SPACE_LOCAL &&
	    (mask & (mask - 1))) {
		a.lane = RACE_LANES;
		a.addr = first;
		if (is_common(space, a.space))
			note_lane(&a);
		return;
	}
	for_each_lane (l, mask) {
		a.lane = l;
		a.addr = addr[l];
		a.space = finding_space(w, space, addr[l]);
		if (is_common(space, a.space))
			note_lane(&a);
	}
}

/* ---- choosing ---- */

watch_fn *race_before(const struct dinst *d) {
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
