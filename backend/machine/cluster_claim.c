/* cluster_claim.c - which clusters of a launch a worker takes next.
 *
 * Each worker has a share of the grid, a run of neighbours, and takes from its front: the
 * same in each launch, so that what one kernel has left in a core's caches, or in the
 * memory next to it, the next kernel finds. A worker whose share is used up takes from
 * the back of another's.
 *
 * Clusters that wait for others may be written for a machine that starts them in order; a
 * scan in one pass, where each cluster looks back at those before it, would otherwise run
 * on one worker. So where a module can do that at all, or once a worker was seen waiting,
 * all workers take from the front of what is left of the grid.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/warp.h"

/* A few at a time: a locked instruction waits until all stores before it have left the
 * core. Of small ones more, as much work as eight warps in each: compiled code runs what
 * was taken together (llvm/warps/cta_strip.c). A quarter of the share at first: ctas that
 * make rounds in turns (llvm/warps/cta_sums.c) should be many. */
enum { TAKE_MOST = 128, TAKE_WARPS = 8 * TAKE_MOST, TAKES_PER_SHARE = 4 };

/* A share in one word, so that it can be changed at both ends: units of clusters. */
static u64 pack(u64 first, u64 end) {
	return end << 32 | first;
}

/* Clusters of a unit: one, unless the grid has more than fit in a word. */
static u64 unit_of(const struct launch *l) {
	return 1 + l->ncluster / UINT32_MAX;
}

void clusters_divide(struct launch *l) {
	const struct dmodule *dm = l->image->prepared[0];
	u64 unit = unit_of(l), n = (l->ncluster + unit - 1) / unit;
	atomic_store_explicit(&l->in_order, dm->may_wait, memory_order_relaxed);
	for (u32 i = 0; i < l->nworker; i++) {
		atomic_store_explicit(&l->slot[i].left,
		                      pack(n * i / l->nworker, n * (i + 1) / l->nworker),
		                      memory_order_relaxed);
		atomic_store_explicit(&l->slot[i].claimed, 0, memory_order_relaxed);
		l->slot[i].taken = 0;
	}
}

static bool take(struct launch *l, u32 from, bool at_back, u64 room, struct claim *c) {
	_Atomic u64 *left = &l->slot[from].left;
	u64 unit = unit_of(l), v = atomic_load_explicit(left, memory_order_relaxed);
	u64 most = MAX(TAKE_MOST, TAKE_WARPS / launch_warps_of_cluster(l));
	for (;;) {
		u64 first = (u32)v, end = v >> 32, n = end - first;
		if (!n)
			return false;
		if (l->nworker > 1) /* one alone leaves none to others */
			n /= TAKES_PER_SHARE;
		n = MAX(MIN(MIN(n, most), room / unit), 1u);
		u64 at = at_back ? end - n : first;
		u64 rest = at_back ? pack(first, at) : pack(first + n, end);
		if (l->nworker == 1) /* no other worker takes any */
			atomic_store_explicit(left, rest, memory_order_relaxed);
		else if (!atomic_compare_exchange_weak_explicit(left, &v, rest,
		                                                memory_order_relaxed,
		                                                memory_order_relaxed))
			continue;
		c->next = at * unit;
		c->end = MIN((at + n) * unit, l->ncluster);
		return true;
	}
}

static bool take_some(struct launch *l, u32 worker, u32 room, struct claim *c) {
	if (atomic_load_explicit(&l->in_order, memory_order_relaxed)) {
		for (u32 i = 0; i < l->nworker; i++)
			if (take(l, i, false, room, c))
				return true;
		return false;
	}
	if (take(l, worker, false, room, c))
		return true;
	for (u32 i = 1; i < l->nworker; i++)
		if (take(l, (worker + i) % l->nworker, true, room, c))
			return true;
	return false;
}

bool clusters_claim(struct launch *l, u32 worker, u32 room, struct claim *c) {
	if (!take_some(l, worker, room, c))
		return false;
	u64 n = c->end - c->next;
	l->slot[worker].taken += n;
	atomic_store_explicit(&l->slot[worker].claimed, (u32)n, memory_order_relaxed);
	return true;
}

u64 clusters_left(const struct launch *l, u32 worker) {
	u64 v = atomic_load_explicit(&l->slot[worker].left, memory_order_relaxed);
	return ((v >> 32) - (u32)v) * unit_of(l) +
	       atomic_load_explicit(&l->slot[worker].claimed, memory_order_relaxed);
}
