/* share.c - see share.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/share.h"

#include "backend/machine/code.h"
#include "backend/machine/launch.h"

/* What a worker has to save: until another one is awake, and both know that the kernel is
 * over. */
enum { WORTH_NS = 2000 };

static double warps(const struct launch *l, u64 clusters) {
	return (double)launch_warps_of_cluster(l) * (double)clusters;
}

u32 share_workers(const struct share *s, const struct launch *l, u32 most) {
	u64 ps = atomic_load_explicit(&s->warp_ps, memory_order_relaxed);
	const struct dmodule *dm = l->image->prepared[0];
	if (most <= 1 || !ps || l->cooperative || dm->may_wait)
		return most;
	double worth = (double)ps * warps(l, l->ncluster) / (WORTH_NS * 1e3);
	return worth < most ? MAX((u32)worth, 1) : most;
}

void share_note(struct share *s, const struct launch *l, u64 ns, u64 clusters) {
	if (!clusters)
		return; /* other workers were there first */
	u32 before = atomic_load_explicit(&s->warp_ps, memory_order_relaxed);
	double ps = (double)ns * 1e3 / warps(l, clusters);
	/* beyond a word, 4 ms a warp, all are alike */
	u32 now = ps < UINT32_MAX ? MAX((u32)ps, 1) : UINT32_MAX;
	atomic_store_explicit(&s->warp_ps, MAX(now, before - before / 4),
	                      memory_order_relaxed);
}
