/* sched.c - one worker: which cta, which warp runs next.
 *
 * A worker keeps a ring of resident clusters and gives every warp in it a turn. Usually
 * the ring holds one cluster, run to its end before the next starts. When a whole pass
 * over the ring only spun or slept, lanes may be waiting for a cta that has not
 * started: another cluster is taken in, up to the share of what the occupancy rule lets
 * be resident. All ctas of a cluster belong to one worker, so shared memory needs no
 * atomics; a cooperative grid is resident from the start.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/sched.h"
#include "backend/machine/compiled.h"
#include "backend/machine/hook.h"
#include "backend/machine/wait_table.h"
#include "base/trace.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

/* ---- setting up -------------------------------------------------------------------- */

static u32 *page_row(u8 *page, u32 k) {
	return (u32 *)(page + k * 128u);
}

#define EACH_4(f, i) f(i), f((i) + 1), f((i) + 2), f((i) + 3)
#define EACH_16(f, i) \
	EACH_4(f, i), EACH_4(f, (i) + 4), EACH_4(f, (i) + 8), EACH_4(f, (i) + 12)
#define EACH_LANE(f) {EACH_16(f, 0), EACH_16(f, 16)}
#define LANE(i) (i)
#define BIT(i) (1u << (i))
#define LESS(i) (BIT(i) - 1)
#define NO_MORE(i) (BIT(i) | LESS(i))
#define NO_LESS(i) (~LESS(i))
#define MORE(i) (~NO_MORE(i))

/* The rows that are the same in all warps. */
static const struct {
	u32 row, lane[WARP_LANES];
} fixed_rows[] = {
	{WARP_LANEID, EACH_LANE(LANE)},     {WARP_MASK_EQ, EACH_LANE(BIT)},
	{WARP_MASK_LE, EACH_LANE(NO_MORE)}, {WARP_MASK_LT, EACH_LANE(LESS)},
	{WARP_MASK_GE, EACH_LANE(NO_LESS)}, {WARP_MASK_GT, EACH_LANE(MORE)},
};

static void splat(u32 *row, u32 first, u32 step) {
	for (u32 i = 0; i < WARP_LANES; i++)
		row[i] = first + i * step;
}

static void fill_tid(u8 *page, const u32 block[3], u32 warp) {
	u32 *x = page_row(page, WARP_TID_X), *y = page_row(page, WARP_TID_Y);
	u32 *z = page_row(page, WARP_TID_Z);
	u32 tid[3], nx = block[0], ny = block[1];
	cta_coords((u64)warp * WARP_LANES, block, tid);
	if (nx % WARP_LANES == 0) {
		splat(x, tid[0], 1);
		splat(y, tid[1], 0);
		splat(z, tid[2], 0);
		return;
	}
	for (u32 i = 0; i < WARP_LANES; i++) {
		x[i] = tid[0];
		y[i] = tid[1];
		z[i] = tid[2];
		if (++tid[0] < nx)
			continue;
		tid[0] = 0;
		if (++tid[1] < ny)
			continue;
		tid[1] = 0;
		tid[2]++;
	}
}

static void fill_warp_page(u8 *page, const struct launch *l, u32 warp) {
	fill_tid(page, l->block, warp);
	splat(page_row(page, WARP_WARPID), warp, 0);
	for (u32 i = 0; i < countof(fixed_rows); i++)
		memcpy(page_row(page, fixed_rows[i].row), fixed_rows[i].lane,
		       sizeof fixed_rows[i].lane);
}

enum { WARP_PAGE_BYTES = WARP_PAGE_VALUES * 128 };

static u8 *new_warp_page(struct arena *a, const struct launch *l, u32 nwarp) {
	u8 *page = arena_alloc(a, (size_t)nwarp * WARP_PAGE_BYTES, 64);
	for (u32 i = 0; i < nwarp; i++)
		fill_warp_page(page + i * WARP_PAGE_BYTES, l, i);
	return page;
}

/* Returns the pages of the warps; those of the last launch, if its blocks had the same
 * shape: launches that follow each other mostly do. */
static u8 *warp_page(struct worker *wk, u32 nwarp) {
	const struct launch *l = wk->launch;
	struct worker_slot *s = &l->slot[wk->index];
	if (l->debug) /* it is looked at when the launch is over */
		return new_warp_page(&wk->arena, l, nwarp);
	if (s->page.at && memcmp(s->page.block, l->block, sizeof l->block) == 0)
		return s->page.at;
	s->page.at = NULL;
	arena_reset(&s->page.arena);
	s->page.at = new_warp_page(&s->page.arena, l, nwarp);
	memcpy(s->page.block, l->block, sizeof l->block);
	return s->page.at;
}

static struct layout layout_of(struct worker *wk) {
	const struct launch *l = wk->launch;
	const struct dfunc *k = &wk->dm->func[l->kernel->index];
	u32 nthread = l->block[0] * l->block[1] * l->block[2];
	return (struct layout){
		.kernel = k,
		.nthread = nthread,
		.nwarp = (nthread + WARP_LANES - 1) / WARP_LANES,
		.page_bytes = wk->dm->cta_page_bytes + k->cta_page_bytes,
		.shared_bytes = (u32)alignup(l->shared_total, 64),
		.slack = l->machine->map.confine_mask ? CONFINE_SLACK : 0,
		.local_limit = k->stack_bytes,
		/* not a power of two: spreads cache sets */
		.local_stride = (u32)alignup(k->stack_bytes, 64) + 64,
		.ctas_per_cluster = l->cluster[0] * l->cluster[1] * l->cluster[2],
		.nclusters = {l->grid[0] / l->cluster[0], l->grid[1] / l->cluster[1],
	                      l->grid[2] / l->cluster[2]},
	};
}

/* Allocates memory of a cta, and the slack around it that confined accesses may touch. */
static u8 *memory_with_slack(struct arena *a, size_t bytes, u32 slack) {
	return (u8 *)arena_alloc(a, bytes + 2 * (size_t)slack, 64) + slack;
}

/* Allocates warps: zeros, but for their groups, which are set when they are made. */
static struct warp *new_warps(struct arena *a, u32 n) {
	struct warp *w = arena_alloc(a, n * sizeof *w, _Alignof(struct warp));
	for (u32 i = 0; i < n; i++)
		memset(&w[i], 0, offsetof(struct warp, group));
	return w;
}

static struct cluster *cluster_alloc(struct worker *wk, const struct layout *lay) {
	struct arena *a = &wk->arena;
	struct cluster *cl = arena_new(a, struct cluster);
	cl->launch = wk->launch;
	cl->place = wk->nplace++;
	cl->ncta = lay->ctas_per_cluster;
	cl->cta = arena_array(a, struct cta, cl->ncta);
	for (u32 i = 0; i < cl->ncta; i++) {
		struct cta *cta = &cl->cta[i];
		cta->cluster = cl;
		cta->worker = wk;
		cta->launch = wk->launch;
		cta->rank = i;
		cta->nwarp = lay->nwarp;
		cta->shared = memory_with_slack(a, lay->shared_bytes,
		                                MAX(lay->slack, SHARED_SLACK));
		memset(cta->shared, 0, lay->shared_bytes);
		cta->page = arena_alloc(a, lay->page_bytes + 64u, 64);
		cta->warp = new_warps(a, lay->nwarp);
		u8 *local = lay->local_limit
		                    ? memory_with_slack(a,
		                                        (size_t)lay->local_stride *
		                                                WARP_LANES * lay->nwarp,
		                                        lay->slack)
		                    : NULL;
		for (u32 j = 0; j < lay->nwarp; j++) {
			struct warp *w = &cta->warp[j];
			compiled_warp(w)->services = &compiled_services;
			w->cta = cta;
			w->worker = wk;
			w->id = j;
			u32 n = MIN(lay->nthread - j * WARP_LANES, (u32)WARP_LANES);
			w->exist = n == WARP_LANES ? ~0u : (1u << n) - 1;
			w->local_limit = lay->local_limit;
			w->local_stride = lay->local_stride;
			w->local = local ? local + (size_t)j * WARP_LANES *
			                                   lay->local_stride
			                 : NULL;
			w->base[BASE_WARP] = wk->warp_page + j * WARP_PAGE_BYTES;
			w->base[BASE_CTA] = cta->page;
			w->parked = arena_new(a, struct parked);
		}
	}
	if (wk->check)
		check_cluster_alloc(cl);
	if (wk->weak)
		weak_cluster_alloc(cl);
	return cl;
}

/* ---- values per cta ---------------------------------------------------------------- */

u64 cta_sreg(const struct cta *cta, enum sreg s) {
	const struct launch *l = cta->launch;
	const u32 *c = l->cluster, *id = cta->id;
	u32 sm = (u32)(cta->linear % l->machine->limits.nsm);
	switch (s) {
	case SREG_NTID_X:
	case SREG_NTID_Y:
	case SREG_NTID_Z: return l->block[s - SREG_NTID_X];
	case SREG_CTAID_X:
	case SREG_CTAID_Y:
	case SREG_CTAID_Z: return id[s - SREG_CTAID_X];
	case SREG_NCTAID_X:
	case SREG_NCTAID_Y:
	case SREG_NCTAID_Z: return l->grid[s - SREG_NCTAID_X];
	case SREG_CLUSTERID_X:
	case SREG_CLUSTERID_Y:
	case SREG_CLUSTERID_Z: return id[s - SREG_CLUSTERID_X] / c[s - SREG_CLUSTERID_X];
	case SREG_NCLUSTERID_X:
	case SREG_NCLUSTERID_Y:
	case SREG_NCLUSTERID_Z:
		return l->grid[s - SREG_NCLUSTERID_X] / c[s - SREG_NCLUSTERID_X];
	case SREG_CLUSTER_CTAID_X:
	case SREG_CLUSTER_CTAID_Y:
	case SREG_CLUSTER_CTAID_Z:
		return id[s - SREG_CLUSTER_CTAID_X] % c[s - SREG_CLUSTER_CTAID_X];
	case SREG_CLUSTER_NCTAID_X:
	case SREG_CLUSTER_NCTAID_Y:
	case SREG_CLUSTER_NCTAID_Z: return c[s - SREG_CLUSTER_NCTAID_X];
	case SREG_CLUSTER_CTARANK: return cta->rank;
	case SREG_CLUSTER_NCTARANK: return cta->cluster->ncta;
	case SREG_IS_EXPLICIT_CLUSTER: return l->explicit_cluster;
	case SREG_NWARPID: return l->machine->limits.max_warps_sm;
	case SREG_SMID: return sm;
	case SREG_NSMID: return l->machine->limits.nsm;
	case SREG_GRIDID: return l->grid_id;
	case SREG_CURRENT_GRAPH_EXEC: return l->graph_id;
	case SREG_TOTAL_SMEM_SIZE: return l->shared_total;
	case SREG_AGGR_SMEM_SIZE: return l->shared_total;
	case SREG_DYNAMIC_SMEM_SIZE: return l->shared_dynamic;
	case SREG_RESERVED_SMEM_OFFSET_END:
	case SREG_RESERVED_SMEM_OFFSET_CAP: return SHARED_RESERVED;
	/* The address of the cooperative-groups workspace, high half first, as nvcc's
	 * code reads it. */
	case SREG_ENVREG1: return l->grid_workspace >> 32;
	case SREG_ENVREG2: return (u32)l->grid_workspace;
	default: return 0; /* other envregs, performance counters */
	}
}

static u64 cta_value_get(const struct cta *cta, const struct cta_value *v) {
	const struct launch *l = cta->launch;
	u64 rank = (u64)cta->rank << SHARED_RANK_SHIFT;
	switch (v->kind) {
	case CTA_SREG: return cta_sreg(cta, v->index);
	case CTA_PARAM: return (u64)(uintptr_t)l->param + (u64)v->addend;
	case CTA_SHARED_VAR: return rank + l->shared_offset[v->index] + (u64)v->addend;
	default: unreachable();
	}
}

static void fill_values(struct cta *cta, const struct cta_value *v, u32 n, u32 base) {
	for (u32 i = 0; i < n; i++, v++) {
		u64 x = cta_value_get(cta, v);
		u8 *at = cta->page + base + v->off;
		if (v->bits == 1)
			*(u32 *)at = x ? ~0u : 0;
		else if (v->bits == 32)
			for (u32 l = 0; l < WARP_LANES; l++)
				((u32 *)at)[l] = (u32)x;
		else
			for (u32 l = 0; l < WARP_LANES; l++)
				((u64 *)at)[l] = x;
	}
}

/* ---- starting clusters ------------------------------------------------------------- */

void cta_fill_page(struct cta *cta) {
	const struct dmodule *dm = cta->worker->dm;
	const struct dfunc *k = &dm->func[cta->launch->kernel->index];
	if (k->has_calls)
		fill_values(cta, dm->cta_value, dm->ncta_value, 0);
	fill_values(cta, k->cta_value, k->ncta_value, dm->cta_page_bytes);
}

static void cta_start(struct cta *cta, const struct layout *lay) {
	struct worker *wk = cta->worker;
	const struct dfunc *k = lay->kernel;
	cta->has_triggered = cta->asks = false;
	/* the reserved part was cleared when it was made */
	if (lay->shared_bytes > SHARED_RESERVED)
		memset(cta->shared + SHARED_RESERVED, 0,
		       lay->shared_bytes - SHARED_RESERVED);
	if (wk->compiled) {
		cta_start_lean(cta, lay->nthread);
		return;
	}
	cta_start_general(cta);
	cta->nlive = lay->nthread;
	cta->nlive_warp = lay->nwarp;
	memset(cta->barrier, 0, sizeof(cta->barrier));
	if (wk->check)
		check_cta_start(cta);
	if (wk->weak)
		weak_cta_start(cta);
	cta_fill_page(cta);
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[i];
		w->live = w->exist;
		w->cc = 0;
		memset(w->arrived, 0, sizeof(w->arrived));
		memset(w->cluster_phase, 0xff, sizeof(w->cluster_phase));
		w->ngroup = 1;
		w->cur = 0;
		struct frame *fr = frame_new(wk, k, NULL, NULL, w->exist);
		w->group[0] = (struct group){.mask = w->exist,
		                             .state = GROUP_READY,
		                             .fuel = FUEL,
		                             .pc = k->code,
		                             .frame = fr};
		if (wk->check)
			check_frame_start(w, fr, w->exist);
	}
}

/* Sets the place of cluster `index` in the grid. Returns true if it is the next in the
 * row of the last one that ran here, as it mostly is. */
static bool cluster_place(struct cluster *cl, const struct layout *lay, u64 index) {
	bool follows = index && index == cl->index + 1;
	cl->index = index;
	if (follows && ++cl->id[0] < lay->nclusters[0])
		return true;
	cta_coords(index, lay->nclusters, cl->id);
	return false;
}

/* A copy of the whole id would load at once what several stores wrote, and wait until all
 * earlier stores have left the core, those of the cta before, too, which memory has not
 * answered yet. */
static void cta_place(struct cta *cta, const struct cluster *cl, const struct launch *l,
                      bool is_next) {
	u32 at[3];
	if (cl->ncta == 1) {
		if (is_next)
			cta->id[0] = cl->id[0];
		else
			memcpy(cta->id, cl->id, sizeof cta->id);
		cta->linear = cl->index;
		return;
	}
	cta_coords(cta->rank, l->cluster, at);
	for (u32 i = 0; i < 3; i++)
		cta->id[i] = cl->id[i] * l->cluster[i] + at[i];
	cta->linear = ((u64)cta->id[2] * l->grid[1] + cta->id[1]) * l->grid[0] +
	              cta->id[0];
}

static void cluster_begin(struct cluster *cl, const struct layout *lay, u64 index) {
	const struct launch *l = cl->launch;
	bool is_next = cluster_place(cl, lay, index);
	cl->traced_at = l->trace_device ? trace_now() : 0;
	cl->nlive_cta = cl->ncta;
	cl->nlive = lay->nthread * cl->ncta;
	cl->barrier_arrived = cl->barrier_phase = 0;
	for (u32 r = 0; r < cl->ncta; r++) {
		cta_place(&cl->cta[r], cl, l, is_next);
		cta_start(&cl->cta[r], lay);
	}
}

static void cluster_start(struct worker *wk, const struct layout *lay, u64 index) {
	struct cluster *cl = wk->free;
	if (cl)
		wk->free = cl->next;
	else
		cl = cluster_alloc(wk, lay);
	cluster_begin(cl, lay, index);
	cl->next = wk->resident;
	wk->resident = cl;
	wk->nresident++;
}

bool sched_start_next(struct worker *wk, const struct layout *lay, u32 limit) {
	/* Where clusters may wait for others, never more than may be resident here, so
	 * that whatever is taken can be started. */
	const struct dmodule *dm = wk->launch->image->prepared[0];
	u32 room = limit > wk->nresident ? limit - wk->nresident : 1;
	if (!dm->may_wait)
		room = UINT32_MAX;
	if (wk->claim.next >= wk->claim.end &&
	    !clusters_claim(wk->launch, wk->index, room, &wk->claim))
		return false;
	cluster_start(wk, lay, wk->claim.next++);
	return true;
}

/* A pass that only spun counts as IDLE_COST steps towards the step limit; after
 * IDLE_YIELD of them the worker yields the processor: it may be waiting for another
 * worker. */
enum { IDLE_COST = 64, IDLE_YIELD = 16 };
/* Memory that a worker keeps from launch to launch; in checked mode it also holds states
 * and the accesses to shared memory that are remembered. */
enum { KEPT_BYTES = 1 << 20, KEPT_CHECKED_BYTES = 64 << 20 };

/* ---- running ----------------------------------------------------------------------- */

bool sched_is_sleeping(const struct warp *w) {
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask && w->group[i].state == GROUP_SLEEP)
			return true;
	return false;
}

/* One turn for every warp of the cta. */
static u32 cta_pass(struct cta *cta) {
	u32 result = 0;
	struct worker *wk = cta->worker;
	compiled_naps_begin(wk);
	if (compiled_cta(cta)->lean) {
		result = cta_pass_lean(cta);
		if (cta->asks && cta->nlive)
			cta_trigger(cta);
		return result;
	}
	u32 first = cta->launch->seed ? (wk->rng = wk->rng * 1664525u + 1013904223u) >> 8
	                              : 0;
	for (u32 i = 0; i < cta->nwarp; i++) {
		struct warp *w = &cta->warp[(i + first) % cta->nwarp];
		if (!w->live)
			continue;
		u64 before = wk->steps;
		switch (warp_run(w)) {
		case WARP_STOPPED: return PASS_STOP;
		case WARP_YIELD: result |= PASS_YIELD; break;
		case WARP_DONE: result |= PASS_PROGRESS; break;
		case WARP_BLOCKED:
			if (wk->steps != before)
				result |= PASS_PROGRESS;
			else if (sched_is_sleeping(w))
				result |= PASS_SLEEP;
			break;
		}
	}
	return result;
}

u32 sched_unblock(struct cluster *cl) {
	for (u32 i = 0; i < cl->ncta; i++)
		for (u32 j = 0; j < cl->cta[i].nwarp; j++)
			if (cl->cta[i].warp[j].live &&
			    warp_sync_resolve(&cl->cta[i].warp[j], true))
				return PASS_PROGRESS;
	cluster_deadlock(cl);
	return PASS_STOP;
}

static u32 cluster_pass(struct cluster *cl) {
	u32 result = 0;
	for (u32 i = 0; i < cl->ncta; i++) {
		if (cl->cta[i].nlive)
			result |= cta_pass(&cl->cta[i]);
		if (result & PASS_STOP)
			return result;
	}
	if (!result && cl->nlive)
		result = sched_unblock(cl);
	if (result == PASS_YIELD && cl->cta[0].worker->check && check_is_stuck(cl)) {
		cluster_deadlock(cl);
		return PASS_STOP;
	}
	return result;
}

bool sched_may_go_on(struct worker *wk) {
	struct launch *l = wk->launch;
	if (atomic_load_explicit(&l->stop, memory_order_relaxed))
		return false;
	bool late = l->timeout_ns && machine_clock_ns() > atomic_load(&l->deadline_ns);
	if (late ||
	    (l->step_limit && wk->steps + IDLE_COST * wk->idle_passes > l->step_limit)) {
		struct fault *f = launch_fault_begin(l, FAULT_TIMEOUT);
		if (f) {
			f->kernel = f->func = l->kernel->name->s;
			strcpy(f->text,
			       late ? "the kernel ran longer than the time limit"
			            : "the kernel ran longer than the step limit");
			launch_fault_done(l);
		}
		return false;
	}
	return true;
}

/* Clusters of a launch that a worker shows in a timeline, at most; a grid can have
 * millions. Clusters that are resident together have rows of their own. */
enum { TRACED_MOST = 8192 };

static struct track trace_row(const struct worker *wk, u32 place) {
	const struct launch *l = wk->launch;
	return trace_worker(TRACE_WORKERS + l->trace_device - 1, l->trace_slot, wk->index,
	                    place);
}

static void trace_cluster(struct worker *wk, const struct cluster *cl) {
	char name[64];
	const u32 *id = cl->cta[0].id, *last = cl->cta[cl->ncta - 1].id;
	if (wk->ntraced++ >= TRACED_MOST)
		return;
	int n = snprintf(name, sizeof name, "cta %u,%u,%u", id[0], id[1], id[2]);
	if (cl->ncta > 1)
		snprintf(name + n, sizeof name - (size_t)n, " to %u,%u,%u", last[0],
		         last[1], last[2]);
	struct track t = trace_row(wk, cl->place);
	if (t.pid)
		trace_slice(t, "cta", name, cl->traced_at, trace_now(), NULL);
}

static void trace_rest(const struct worker *wk) {
	char args[64];
	if (wk->ntraced <= TRACED_MOST)
		return;
	snprintf(args, sizeof args, "\"clusters\":%u", wk->ntraced - TRACED_MOST);
	struct track t = trace_row(wk, 0);
	if (t.pid)
		trace_instant(t, "cta", "more clusters, not shown", args);
}

/* Ctas of a cluster that has ended which have not let the next grid begin before. */
static u32 untold(const struct worker *wk, const struct cluster *cl) {
	u32 n = 0;
	for (u32 i = 0; wk->dm->may_trigger && i < cl->ncta; i++)
		n += !cl->cta[i].has_triggered;
	return n;
}

/* No grid begins before all ctas of this one have begun, so a worker tells of those that
 * have ended when it does not begin the next one at once. */
static void tell_ended(struct worker *wk) {
	ctas_trigger(wk->launch, wk->nended);
	wk->nended = 0;
}

/* The same where the worker has nothing left to do. If no other one has, either, the
 * launch is over, and the next grid begins by that. */
static void tell_at_end(struct worker *wk) {
	struct launch *l = wk->launch;
	if (!wk->dm->may_trigger)
		return;
	if (atomic_fetch_add(&l->nleft, 1) + 1 < atomic_load(&l->njoined))
		tell_ended(wk);
	else
		atomic_fetch_add(&l->ntriggered, wk->nended);
}

static void retire_finished(struct worker *wk) {
	struct cluster **at = &wk->resident;
	while (*at) {
		struct cluster *cl = *at;
		if (cl->nlive) {
			at = &cl->next;
			continue;
		}
		*at = cl->next;
		wk->nended += untold(wk, cl);
		if (wk->launch->trace_device)
			trace_cluster(wk, cl);
		if (wk->check)
			atomic_fetch_add(&wk->launch->nretired, 1);
		cl->next = wk->free;
		wk->free = cl;
		wk->nresident--;
	}
}

void sched_retire_finished(struct worker *wk) {
	retire_finished(wk);
	tell_ended(wk);
}

static void sleep_a_little(void) {
	nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
}

void sched_report_all(struct worker *wk) {
	static _Atomic u32 table_lock;
	while (atomic_exchange_explicit(&table_lock, 1, memory_order_acquire))
		sched_yield();
	for (struct cluster *cl = wk->resident; cl; cl = cl->next) {
		for (u32 i = 0; i < cl->ncta; i++)
			cta_settle(&cl->cta[i]);
		cluster_report(cl);
	}
	atomic_store_explicit(&table_lock, 0, memory_order_release);
}

/* Runs a cta that starts. Its code may take those that follow it in the row along, as far
 * as they are claimed (llvm/warps/cta_strip.c). */
static u32 pass_strip(struct worker *wk, struct cluster *cl, const struct layout *lay) {
	struct compiled_cta *k = compiled_cta(cl->cta);
	u64 more = MIN(wk->claim.end - wk->claim.next,
	               (u64)lay->nclusters[0] - 1 - cl->id[0]);
	k->strip_more = (u16)MIN(more, (u64)UINT16_MAX);
	k->strip_ran = 0;
	u32 result = cta_pass(cl->cta);
	wk->claim.next += k->strip_ran;
	wk->nended += wk->dm->may_trigger ? k->strip_ran : 0;
	cl->index += k->strip_ran;
	cl->id[0] += k->strip_ran;
	return result;
}

/* Runs one cta after the other in the same place, without a look at the ring, as long as
 * they run to their ends in compiled code. */
static u32 run_clean(struct worker *wk, const struct layout *lay, compiled_source *source,
                     void *ctx) {
	struct cluster *cl = wk->resident;
	u32 result = 0;
	if (cl->next || cl->ncta > 1 || wk->launch->trace_device)
		return result;
	while (!(result & PASS_STOP) && !cl->nlive && compiled_cta(cl->cta)->is_clean &&
	       wk->claim.next < wk->claim.end && sched_may_go_on(wk)) {
		wk->compiled = source(ctx);
		wk->nended += untold(wk, cl);
		cluster_begin(cl, lay, wk->claim.next++);
		result |= pass_strip(wk, cl, lay);
	}
	return result;
}

/* One worker needs no locked instruction. */
static void count(const struct launch *l, _Atomic u64 *sum, u64 more) {
	if (l->nworker > 1)
		atomic_fetch_add_explicit(sum, more, memory_order_relaxed);
	else
		atomic_store_explicit(
			sum, atomic_load_explicit(sum, memory_order_relaxed) + more,
			memory_order_relaxed);
}

static bool has_same_states(const struct compiled *a, const struct compiled *b) {
	return a->nstate == b->nstate &&
	       memcmp(a->state, b->state, a->nstate * sizeof *a->state) == 0;
}

bool launch_has_grids_ahead(const struct launch *l) {
	const struct dmodule *dm = l->image->prepared[0];
	return dm->may_follow && l->ahead && atomic_load(l->ahead);
}

/* Takes better code if there is any; no warp is inside compiled code now. A warp that
 * waits in a state of the code before goes on in the same of the new one, if that has the
 * same states: the final code may have more, where warps go together. */
static void take_code(struct worker *wk, compiled_source *source, void *ctx) {
	/* compiled code passes griddepcontrol.wait as if it were nothing */
	if (launch_has_grids_ahead(wk->launch))
		return;
	const struct compiled *better = source(ctx);
	if (wk->compiled && better != wk->compiled) {
		bool same = has_same_states(better, wk->compiled);
		for (struct cluster *cl = wk->resident; cl; cl = cl->next)
			for (u32 i = 0; i < cl->ncta; i++) {
				if (!compiled_cta(&cl->cta[i])->lean)
					compiled_spread_kept(&cl->cta[i]);
				if (!same)
					cta_leave_states(&cl->cta[i]);
			}
	}
	wk->compiled = better;
}

static void run_ring(struct worker *wk, const struct layout *lay, compiled_source *source,
                     void *ctx) {
	struct launch *l = wk->launch;
	u32 most = l->resident / lay->ctas_per_cluster;
	u32 limit = MAX(most / l->nworker, 1u);
	count(l, &l->njoined, 1);
	if (source)
		take_code(wk, source, ctx);
	if (l->cooperative) {
		while (sched_start_next(wk, lay, 1) &&
		       wk->nresident < (l->ncluster + l->nworker - 1) / l->nworker)
			;
	}
	while (sched_may_go_on(wk)) {
		if (source)
			take_code(wk, source, ctx);
		if (!wk->resident && !sched_start_next(wk, lay, limit)) {
			tell_at_end(wk);
			return;
		}
		u32 result = 0;
		for (struct cluster *cl = wk->resident; cl; cl = cl->next) {
			u32 r = cluster_pass(cl);
			result |= r;
			if (r & PASS_STOP)
				break;
		}
		if (source && !(result & PASS_STOP) && wk->resident)
			result |= run_clean(wk, lay, source, ctx);
		if (result & PASS_STOP)
			break;
		u32 n = wk->nresident;
		retire_finished(wk);
		if (wk->nresident == n)
			tell_ended(wk);
		/* all warps only spun or slept */
		if (wk->nresident == n && !(result & PASS_PROGRESS)) {
			if (!atomic_load_explicit(&l->in_order, memory_order_relaxed))
				atomic_store_explicit(&l->in_order, 1,
				                      memory_order_relaxed);
			/* A worker that has not joined yet may be kept by another launch,
			 * which waits for this one. */
			u64 joined = atomic_load_explicit(&l->njoined,
			                                  memory_order_relaxed);
			limit = MAX(limit, most / (u32)joined);
			bool started = wk->nresident < limit &&
			               sched_start_next(wk, lay, limit);
			if (!started && !(result & PASS_YIELD))
				sleep_a_little();
			else if (!started && ++wk->idle_passes % IDLE_YIELD == 0)
				sched_yield();
		}
	}
	/* Stopped by a fault or from outside: the wait table tells where each
	 * group stands. */
	u32 why = atomic_load(&l->stop);
	if (why == FAULT_TIMEOUT || why == FAULT_INTERRUPTED)
		sched_report_all(wk);
}

/* The first worker sets the deadline: time spent compiling before does not count. */
static void start_clock(struct launch *l) {
	u64 none = 0;
	if (l->timeout_ns)
		atomic_compare_exchange_strong(&l->deadline_ns, &none,
		                               machine_clock_ns() + l->timeout_ns);
}

/* Keeps the worker's memory for the next launch: small launches that follow each other
 * would spend their time in the system's allocator. */
static void keep_memory(struct arena *a, struct worker_slot *s, bool is_checked) {
	arena_reset(a);
	if (a->total_bytes > (is_checked ? KEPT_CHECKED_BYTES : KEPT_BYTES))
		arena_drop(a);
	s->arena = *a;
}

void sched_run(struct launch *l, u32 index, compiled_source *source, void *ctx) {
	struct worker wk = {.launch = l,
	                    .dm = l->image->prepared[0],
	                    .index = index,
	                    .arena = l->debug ? debug_arena() : l->slot[index].arena,
	                    .rng = (u32)l->seed * 2654435761u + index};
	start_clock(l);
	wk.frame_free = arena_array(&wk.arena, struct frame *, wk.dm->nfunc);
	struct layout lay = layout_of(&wk);
	wk.reach_low = l->reach.base;
	wk.reach_size = l->reach.size;
	wk.warp_page = warp_page(&wk, lay.nwarp);
	if (l->profile)
		profile_start(&wk);
	if (l->machine->check)
		check_worker_start(&wk);
	wk.steer = l->steer;
	if (l->steer && l->machine->weak)
		weak_start(&wk);
	if (l->debug)
		debug_run(&wk, &lay);
	else if (l->steer)
		steered_ring(&wk, &lay);
	else
		run_ring(&wk, &lay, source, ctx);
	if (l->profile)
		profile_end(&wk);
	if (l->trace_device)
		trace_rest(&wk);
	count(l, &l->inst_count, wk.insts);
	count(l, &l->lane_count, wk.lanes);
	if (l->debug)
		debug_arena_drop(&wk.arena);
	else
		keep_memory(&wk.arena, &l->slot[index], l->machine->check != NULL);
}
