/* async_copies.c - asynchronous copies. The machine has done a copy when it is issued,
 * which is one of the orders that PTX allows; here its bytes stay marked until a lane
 * waits as it must, and a lane that touches them earlier is reported.
 *
 *     issued                                    marks    ends with
 *     cp.async                                  target   cp.async.wait_group of the lane
 *     cp.async.bulk, to shared, with mbarrier   target   a wait for the mbarrier that succeeds; from then on
 *                                                        it is a store, which others must know (access_history.c)
 *     cp.async.bulk, to global, with group      source   cp.async.bulk.wait_group of the lane
 *     wgmma.mma_async                           source   wgmma.wait_group of the warp
 *
 * A bulk copy reads through another proxy: bytes of shared memory that stores have
 * written since the last fence.proxy.async may not be seen by it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/async_copies.h"
#include "backend/machine/hook_check.h"
#include "backend/watch/racecheck.h"

enum copy_kind { COPY_LANE, COPY_BULK_GROUP, COPY_MBARRIER, COPY_PRODUCT };

struct async_copy {
	struct async_copy *next;
	u8 kind, mark;
	u32 lane, group;
	u64 mbarrier;   /* offset in the cta's shared memory */
	u32 generation; /* of it, when the copy was issued */
	struct race_by by;
	u8 *at;
	u64 size;
};

/* Adds a copy at the head of the list, and marks its bytes. */
static struct async_copy *copy_new(struct warp *w, struct async_copy **list, u8 kind,
                                   u32 lane, u8 *at, u64 size, u8 mark) {
	struct check_worker *k = check_of(w);
	struct async_copy *n = k->spare;
	if (n)
		k->spare = n->next;
	else
		n = arena_new(&w->worker->arena, struct async_copy);
	*n = (struct async_copy){.next = *list,
	                         .kind = kind,
	                         .mark = mark,
	                         .lane = lane,
	                         .at = at,
	                         .size = size};
	for (u64 i = 0; i < size; i++)
		at[i] |= mark;
	*list = n;
	return n;
}

/* Removes the copy *at, and the marks of its bytes. */
static void copy_end(struct check_worker *k, struct async_copy **at) {
	struct async_copy *n = *at;
	for (u64 i = 0; i < n->size; i++)
		n->at[i] &= (u8)~n->mark;
	*at = n->next;
	n->next = k->spare;
	k->spare = n;
}

/* ---- accesses ---- */

static bool is_copy(const struct dinst *d) {
	return d->row == ROW_CP_ASYNC; /* d->exec is a watch by now */
}

/* Checks whether the access is an operation on an mbarrier object: those are checked lane
 * by lane, without an operand (check_lane). */
static bool is_mbarrier(u32 i, u32 bytes) {
	return i == countof(((struct dinst *)NULL)->o) && bytes == 8;
}

static u32 state_of(const u8 *s, u32 bytes) {
	u32 some = 0;
	for (u32 i = 0; i < bytes; i++)
		some |= s[i];
	return some;
}

/* Reports an access to bytes that an asynchronous copy writes or reads; from here on they
 * count as any others. */
static void report_pending(struct warp *w, const struct dinst *d, u32 lane, u8 *s,
                           u64 size, bool store, u32 some) {
	if (!(check_of(w)->tools & CHECK_RACE))
		return;
	u8 mark = some & BYTE_COMING ? BYTE_COMING : BYTE_GOING;
	if (mark == BYTE_COMING)
		finding_text(w, d, lane, CHECK_RACE, FINDING_ASYNC,
		             "%s of bytes that an asynchronous copy is writing: nothing "
		             "has waited for it",
		             store ? "Overwriting" : "Read");
	else if (some & BYTE_GOING && store)
		finding_text(
			w, d, lane, CHECK_RACE, FINDING_ASYNC,
			"Overwriting of bytes that an asynchronous copy or product is "
			"reading: nothing has waited for it");
	else
		return;
	for (u64 b = 0; b < size; b++)
		s[b] &= (u8)~mark;
}

void async_access(struct warp *w, const struct dinst *d, u32 i, u32 mask, u32 bytes,
                  u32 flags) {
	struct check_worker *k = check_of(w);
	bool store = flags & ACCESS_STORE;
	for_each_lane (l, mask) {
		u8 *s = k->state[l];
		u32 some = state_of(s, bytes);
		if (!(some & (BYTE_COMING | BYTE_GOING | BYTE_MBARRIER)))
			continue;
		report_pending(w, d, l, s, bytes, store, some);
		if (some & BYTE_MBARRIER && store && !is_mbarrier(i, bytes) &&
		    k->tools & CHECK_SYNC) {
			finding_text(
				w, d, l, CHECK_SYNC, FINDING_SYNC,
				"Invalid mbarrier. An ordinary %s overwrites the object.",
				is_copy(d) ? "copy" : "store");
			for (u32 b = 0; b < bytes; b++)
				s[b] &= (u8)~BYTE_MBARRIER;
		}
	}
	if (store && k->bulk && !is_copy(d))
		for_each_lane (l, mask)
			for (u32 b = 0; b < bytes; b++)
				k->state[l][b] |= BYTE_UNFENCED;
}

static void report_unfenced(struct warp *w, const struct dinst *d, u32 lane, u8 *s,
                            u64 size, const char *what) {
	if (check_of(w)->tools & CHECK_RACE)
		finding_text(w, d, lane, CHECK_RACE, FINDING_ASYNC,
		             "%s of bytes that stores have written: no fence.proxy.async "
		             "is between",
		             what);
	for (u64 i = 0; i < size; i++)
		s[i] &= (u8)~BYTE_UNFENCED;
}

/* Notes a line that a product reads; adjacent lines become one entry. */
static void note_product(struct warp *w, u8 *s, u64 size) {
	struct check_warp *cw = check_warp_of(w);
	struct async_copy *last = cw->copies;
	u32 group = product_group(w);
	if (last && last->kind == COPY_PRODUCT && last->group == group &&
	    last->at + last->size == s) {
		last->size += size;
		for (u64 i = 0; i < size; i++)
			s[i] |= BYTE_GOING;
		return;
	}
	copy_new(w, &cw->copies, COPY_PRODUCT, 0, s, size, BYTE_GOING)->group = group;
}

void async_products_done(struct warp *w, u32 group) {
	struct async_copy **at = &check_warp_of(w)->copies;
	while (*at)
		if ((*at)->kind == COPY_PRODUCT && (*at)->group <= group)
			copy_end(check_of(w), at);
		else
			at = &(*at)->next;
}

void async_row(struct warp *w, const struct dinst *d, u32 lane, u8 *s, u64 size,
               u32 flags, bool proxy) {
	u32 some = 0;
	for (u64 i = 0; i < size; i++)
		some |= s[i];
	if (some & (BYTE_COMING | BYTE_GOING))
		report_pending(w, d, lane, s, size, flags & ACCESS_STORE, some);
	if (proxy && some & BYTE_UNFENCED)
		report_unfenced(w, d, lane, s, size, "Matrix product");
	if (proxy)
		note_product(w, s, size);
	if (flags & ACCESS_STORE && check_of(w)->bulk)
		for (u64 i = 0; i < size; i++)
			s[i] |= BYTE_UNFENCED;
}

/* ---- cp.async ---- */

static bool after_cp_async(struct warp *w, const struct dinst *d, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	u32 bytes = (u32)operand_get(w, d, 2, (u32)__builtin_ctz(mask));
	for_each_lane (l, mask) {
		u8 *to = check_state(w, l, mem_space(d), mem_lane_addr(w, d, 0, l),
		                     bytes);
		if (to)
			copy_new(w, &cw->copies, COPY_LANE, l, to, bytes, BYTE_COMING)
				->group = cw->group[l];
	}
	return true;
}

static bool after_commit(struct warp *w, const struct dinst *d, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	u32 *group = d->row == ROW_CP_ASYNC_COMMIT ? cw->group : cw->bulk_group;
	for_each_lane (l, mask)
		group[l]++;
	return true;
}

/* cp.async.mbarrier.arrive: the mbarrier waits for all copies of the lane so far. Lanes
 * that use their bytes without a wait for the mbarrier are not reported. */
static bool after_arrive(struct warp *w, const struct dinst *d, u32 mask) {
	struct async_copy **at = &check_warp_of(w)->copies;
	(void)d;
	while (*at)
		if ((*at)->kind == COPY_LANE && mask >> (*at)->lane & 1)
			copy_end(check_of(w), at);
		else
			at = &(*at)->next;
	return true;
}

static bool after_wait(struct warp *w, const struct dinst *d, u32 mask) {
	struct check_warp *cw = check_warp_of(w);
	bool bulk = d->row == ROW_CP_BULK_WAIT, whole = d->row == ROW_CP_ASYNC_WAIT_ALL;
	u32 keep = whole ? 0 : (u32)d->x->off[0];
	const u32 *have = bulk ? cw->bulk_group : cw->group;
	u8 kind = bulk ? COPY_BULK_GROUP : COPY_LANE;
	struct async_copy **at = &cw->copies;
	while (*at) {
		const struct async_copy *n = *at;
		u32 l = n->lane;
		if (n->kind == kind && mask >> l & 1 &&
		    (whole || n->group < have[l] - MIN(have[l], keep)))
			copy_end(check_of(w), at);
		else
			at = &(*at)->next;
	}
	return true;
}

/* ---- bulk copies ---- */

static bool is_bulk(const struct dinst *d) {
	return d->exec == exec_cp_bulk || d->exec == exec_cp_reduce;
}

bool uses_proxy(const struct dinst *d) {
	return is_bulk(d) || d->exec == exec_tensor_in || d->exec == exec_tensor_out ||
	       d->exec == exec_wgmma;
}

static bool to_global(const struct dinst *d) {
	return MOD_GET(d->mods, COMPLETE) == MOD_COMPLETE_BULK_GROUP;
}

static bool from_global(const struct dinst *d) {
	return MOD_GET(d->mods, SSPACE) == MOD_SSPACE_GLOBAL;
}

static struct cta *home_of(struct warp *w, u32 space, u64 addr) {
	u64 rank = addr >> SHARED_RANK_SHIFT;
	struct cluster *cl = w->cta->cluster;
	bool own = rank == 0 && space != SPACE_SHARED_CLUSTER;
	return !own && rank < cl->ncta ? &cl->cta[rank] : w->cta;
}

static u32 mbarrier_generation(const struct warp *w, u32 lane, u32 space, u64 addr) {
	u64 v = 0;
	const u8 *p = addr % 8 ? NULL : mem_find(w, lane, space, addr, 8);
	if (p)
		memcpy(&v, p, 8);
	return (u32)(v >> 20) & 3;
}

static void report_busy(struct warp *w, const struct dinst *d, u32 lane) {
	if (check_of(w)->tools & CHECK_RACE)
		finding_text(w, d, lane, CHECK_RACE, FINDING_ASYNC,
		             "Asynchronous copy of bytes that another one is copying: "
		             "nothing has waited for it");
}

void check_copy_from(struct warp *w, const struct dinst *d, u32 lane, u64 addr,
                     u64 size) {
	u8 *from = check_state(w, lane, SPACE_SHARED_CTA, addr, size);
	u32 some = 0;
	for (u64 i = 0; from && i < size; i++)
		some |= from[i];
	if (some & BYTE_UNFENCED)
		report_unfenced(w, d, lane, from, size, "Asynchronous copy");
	if (some & BYTE_COMING)
		report_busy(w, d, lane);
	if (from && check_of(w)->race) /* what other lanes have stored there */
		race_row(w, d, lane, SPACE_SHARED_CTA, addr, size, 0);
	if (from && to_global(d))
		copy_new(w, &check_warp_of(w)->copies, COPY_BULK_GROUP, lane, from, size,
		         BYTE_GOING)
			->group = check_warp_of(w)->bulk_group[lane];
}

void check_copy_to(struct warp *w, const struct dinst *d, u32 lane, u32 space, u64 addr,
                   u64 size, u64 mbar) {
	u8 *to = check_state(w, lane, space, addr, size);
	u32 some = 0;
	for (u64 i = 0; to && i < size; i++)
		some |= to[i];
	if (some & (BYTE_COMING | BYTE_GOING))
		report_busy(w, d, lane);
	check_written(w, lane, space, addr, size);
	struct race_by by = {0};
	if (race_of(w))
		by = race_by(w, d, lane);
	race_mbarrier_release(w, lane, SPACE_SHARED_CLUSTER, mbar);
	if (!to)
		return;
	struct async_copy *n = copy_new(w, &check_cta_of(home_of(w, space, addr))->copies,
	                                COPY_MBARRIER, lane, to, size, BYTE_COMING);
	n->mbarrier = mbar & SHARED_OFF_MASK;
	n->generation = mbarrier_generation(w, lane, SPACE_SHARED_CLUSTER, mbar);
	n->by = by;
}

static bool before_bulk(struct warp *w, const struct dinst *d, u32 mask) {
	bool reduces = row_info(d->row)->props & PROP_ATOMIC;
	for_each_lane (l, mask) {
		u64 size = (u32)operand_get(w, d, 2, l);
		u64 src = mem_lane_addr(w, d, 1, l), dst = mem_lane_addr(w, d, 0, l);
		if ((src | dst | size) % 16) /* the machine says so */
			continue;
		if (from_global(d)) {
			if (!check_row(w, d, l, SPACE_GLOBAL, src, size, 0, AGENT_COPY))
				return false;
		} else {
			check_copy_from(w, d, l, src, size);
		}
		if (to_global(d)) {
			u32 flags = ACCESS_STORE | (reduces ? ACCESS_ATOMIC : 0);
			if (!check_row(w, d, l, SPACE_GLOBAL, dst, size, flags,
			               AGENT_COPY))
				return false;
			continue;
		}
		u64 mbar = mem_shared_addr(w, mem_space(d), mem_lane_addr(w, d, 3, l));
		u32 ctas = MOD_GET(d->mods, MULTICAST)
		                   ? (u32)operand_get(w, d, 4, l) & 0xffff
		                   : 0;
		if (!ctas)
			check_copy_to(w, d, l, mem_space(d), dst, size, mbar);
		for_each_lane (rank, ctas)
			check_copy_to(w, d, l, SPACE_SHARED_CLUSTER,
			              shared_at_rank(dst, rank), size,
			              shared_at_rank(mbar, rank));
	}
	return true;
}

void async_mbarrier_passed(struct warp *w, u32 lane, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	bool generic = space == SPACE_GENERIC;
	u64 shared = generic ? addr - map->shared.base : addr;
	struct cta *home = home_of(w, generic ? SPACE_SHARED_CLUSTER : space, shared);
	struct async_copy **at = &check_cta_of(home)->copies;
	u32 now = *at ? mbarrier_generation(w, lane, space, addr) : 0;
	while (*at)
		if ((*at)->mbarrier == (shared & SHARED_OFF_MASK) &&
		    (*at)->generation != now) {
			u64 offset = (u64)((*at)->at - check_cta_of(home)->shared);
			if (race_of(w))
				race_arrived(home, offset, (*at)->size, &(*at)->by);
			copy_end(check_of(w), at);
		} else {
			at = &(*at)->next;
		}
}

static bool after_proxy_fence(struct warp *w, const struct dinst *d, u32 mask) {
	u8 *s = check_cta_of(w->cta)->shared;
	(void)d, (void)mask;
	for (u32 i = 0; i < w->cta->launch->shared_total && check_of(w)->bulk; i++)
		s[i] &= (u8)~BYTE_UNFENCED;
	return true;
}

/* ---- choosing ---- */

watch_fn *async_before(const struct dinst *d) {
	return is_bulk(d) ? before_bulk : NULL;
}

watch_fn *async_after(const struct dinst *d) {
	if (d->exec == exec_cp_async)
		return after_cp_async;
	if (d->exec == exec_cp_async_arrive)
		return after_arrive;
	if (d->exec == exec_cp_async_commit || d->exec == exec_cp_bulk_commit)
		return after_commit;
	if (d->exec == exec_cp_async_wait || d->exec == exec_cp_bulk_wait)
		return after_wait;
	if (d->row == ROW_FENCE_ASYNC || d->row == ROW_FENCE_PROXY)
		return after_proxy_fence;
	return product_after(d);
}
