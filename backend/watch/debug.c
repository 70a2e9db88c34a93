/* debug.c - see debug.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/debug.h"

#include <sys/mman.h>

#include "backend/machine/access.h"

enum {
	ARENA_MOST = 30, /* log2 of bytes asked for: what is not touched costs nothing */
	ARENA_LEAST = 24,
	RESIDENT_CTAS = 64,
	RESIDENT_BYTES = 256 << 20,
};

/* Memory of the worker of the launch that is stepped through. While an earlier launch is
 * run again, `outer` is the region of the one that stands still. */
struct region {
	struct region *outer;
	size_t size;
	_Alignas(64) u8 memory[];
};
static struct region *region;
static bool without; /* there was no room for a region */

struct arena debug_arena(void) {
	for (u32 k = ARENA_MOST; k >= ARENA_LEAST; k--) {
		struct region *r = mmap(NULL, (size_t)1 << k, PROT_READ | PROT_WRITE,
		                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		                        0);
		if (r == MAP_FAILED)
			continue;
		r->outer = region;
		r->size = (size_t)1 << k;
		region = r;
		return (struct arena){.at = r->memory, .end = (u8 *)r + r->size};
	}
	without = true;
	return ARENA_INIT;
}

void debug_arena_drop(struct arena *a) {
	struct region *r = region;
	arena_drop(a);
	if (!without) {
		region = r->outer;
		munmap(r, r->size);
	}
	without = false;
}

/* ---- turns ------------------------------------------------------------------------- */

/* Returns the cluster that has its turn after cl: they go in the order of the grid. */
static struct cluster *cluster_after(const struct worker *wk, const struct cluster *cl) {
	struct cluster *next = NULL;
	for (struct cluster *c = wk->resident; c; c = c->next)
		if ((!cl || c->index > cl->index) && (!next || c->index < next->index))
			next = c;
	return next;
}

static void begin_cta(struct debug_machine *g, u32 cta) {
	struct worker *wk = g->wk;
	g->at.cta = cta;
	g->at.i = 0;
	g->at.first = wk->launch->seed ? (wk->rng = wk->rng * 1664525u + 1013904223u) >> 8
	                               : 0;
}

static void begin_cluster(struct debug_machine *g, struct cluster *cl) {
	g->at.cl = cl;
	g->at.cluster_pass = 0;
	if (cl)
		begin_cta(g, 0);
}

static bool begin_pass(struct debug_machine *g) {
	struct worker *wk = g->wk;
	while (wk->nresident < g->limit && sched_start_next(wk, g->lay, g->limit))
		;
	g->at.pass = 0;
	begin_cluster(g, cluster_after(wk, NULL));
	return g->at.cl != NULL;
}

/* Sets the clock to when the next group wakes up. */
static void sleep_over(struct debug_machine *g) {
	u64 wake = ~0ull;
	for (struct cluster *cl = g->wk->resident; cl; cl = cl->next)
		for (u32 c = 0; c < cl->ncta; c++)
			for (u32 i = 0; i < cl->cta[c].nwarp; i++) {
				const struct warp *w = &cl->cta[c].warp[i];
				for (u32 k = 0; w->live && k < w->ngroup; k++)
					if (w->group[k].mask &&
					    w->group[k].state == GROUP_SLEEP)
						wake = MIN(wake, w->group[k].wake);
			}
	if (wake != ~0ull)
		g->wk->launch->debug->clock_ns = wake;
}

static void end_pass(struct debug_machine *g) {
	struct worker *wk = g->wk;
	sched_retire_finished(wk);
	if (g->at.pass & (PASS_PROGRESS | PASS_STOP))
		return;
	wk->idle_passes++;
	if (g->limit < wk->launch->resident / g->lay->ctas_per_cluster)
		g->limit++; /* lanes may wait for a cta that has not started */
	if (!(g->at.pass & PASS_YIELD))
		sleep_over(g);
}

/* Gives the next warp its turn. False: all are over, or the launch stops. */
static bool next_turn(struct debug_machine *g) {
	struct debug_turns *at = &g->at;
	for (;;) {
		if (atomic_load_explicit(&g->wk->launch->stop, memory_order_relaxed))
			return false;
		if (!at->cl && !begin_pass(g))
			return false;
		struct cta *cta = &at->cl->cta[at->cta];
		while (cta->nlive && at->i < cta->nwarp) {
			struct warp *w = &cta->warp[(at->i++ + at->first) % cta->nwarp];
			if (!w->live)
				continue;
			at->turn = w;
			at->in_turn = true;
			at->turn_steps = 0;
			return true;
		}
		if (at->cta + 1 < at->cl->ncta) {
			begin_cta(g, at->cta + 1);
			continue;
		}
		if (!at->cluster_pass && at->cl->nlive)
			at->cluster_pass = sched_unblock(at->cl);
		at->pass |= at->cluster_pass;
		begin_cluster(g, cluster_after(g->wk, at->cl));
		if (!at->cl)
			end_pass(g);
	}
}

/* The turn's warp cannot go on now. */
static void end_turn(struct debug_machine *g, bool yields) {
	struct warp *w = g->at.turn;
	u32 result = 0;
	if (!w->live)
		result = PASS_PROGRESS;
	else if (yields)
		result = PASS_YIELD;
	else if (g->at.turn_steps)
		result = PASS_PROGRESS;
	else if (sched_is_sleeping(w))
		result = PASS_SLEEP;
	g->at.cluster_pass |= result;
	g->at.in_turn = false;
	g->at.turn = NULL;
}

static void take_warp(struct debug_machine *g, struct warp *w) {
	debug_save(g);
	g->at.chosen = false;
	g->at.warp = w;
}

static void choose_in_turns(struct debug_machine *g) {
	struct debug_turns *at = &g->at;
	while (!at->chosen) {
		if (!at->in_turn && !next_turn(g))
			return;
		take_warp(g, at->turn);
		if (warp_choose(at->turn))
			at->chosen = true;
		else if (!at->turn->live)
			end_turn(g, false);
		else if (!warp_sync_resolve(at->turn, false))
			end_turn(g, warp_refuel(at->turn));
	}
}

/* ---- the warp that the policy asks for --------------------------------------------- */

/* Makes the group of a lane current, if it can run; false: it cannot. */
static bool choose_lane(struct warp *w, u32 lane) {
	for (u32 i = 0; i < w->ngroup; i++) {
		const struct group *g = &w->group[i];
		if (!(g->mask >> lane & 1))
			continue;
		if (g->state != GROUP_READY || g->spun)
			return false;
		warp_resume(w, i);
		return true;
	}
	return false;
}

static bool choose_asked(struct debug_machine *g) {
	struct debug_turns *at = &g->at;
	struct cta *cta = debug_cta(g, g->policy.cta);
	struct warp *w = cta && g->policy.warp < cta->nwarp ? &cta->warp[g->policy.warp]
	                                                    : NULL;
	bool by_lane = g->policy.kind == DEBUG_LANE && !at->lane_waits;
	if (!w || !w->live)
		return false;
	if (at->chosen && at->warp == w && (!by_lane || w->mask >> g->policy.lane & 1))
		return true;
	take_warp(g, w);
	if (by_lane && choose_lane(w, g->policy.lane))
		at->chosen = true;
	while (!at->chosen) {
		if (warp_choose(w))
			at->chosen = true;
		else if (!warp_sync_resolve(w, false))
			return false;
	}
	return true;
}

/* ---- steps ------------------------------------------------------------------------- */

void debug_save(struct debug_machine *g) {
	if (g->at.chosen)
		warp_save(g->at.warp);
}

enum debug_state debug_settle(struct debug_machine *g) {
	struct debug_turns *at = &g->at;
	u32 stop = atomic_load_explicit(&g->wk->launch->stop, memory_order_relaxed);
	if (stop)
		return DEBUG_FAULT;
	if (g->policy.kind != DEBUG_ALL && choose_asked(g))
		return DEBUG_READY;
	if (at->chosen && (!at->in_turn || at->warp != at->turn))
		take_warp(g, at->turn);
	choose_in_turns(g);
	if (at->chosen)
		return DEBUG_READY;
	return atomic_load_explicit(&g->wk->launch->stop, memory_order_relaxed)
	               ? DEBUG_FAULT
	               : DEBUG_OVER;
}

static u64 mix(u64 h, u64 v) {
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

void debug_step(struct debug_machine *g) {
	struct debug_turns *at = &g->at;
	struct warp *w = at->warp;
	const struct dinst *d = w->pc;
	struct launch *l = g->wk->launch;
	u32 mask = w->mask, lanes = mask;
	enum step step = STEP_NEXT;
	at->trail = mix(mix(at->trail, (u64)mask << 32 | (u32)(d - w->frame->func->code)),
	                w->cta->linear << 8 | w->id);
	at->steps++;
	at->turn_steps++;
	g->wk->steps++;
	g->wk->insts += !(d->flags & DF_EXTRA);
	l->debug->clock_ns++;
	if (d->guard != REF_NONE)
		mask &= warp_pred(w, d->guard) ^ d->guard_xor;
	w->pc = d + 1;
	if (mask || d->flags & DF_ALWAYS) {
		g->wk->lanes += d->flags & DF_EXTRA ? 0 : (u32)__builtin_popcount(mask);
		step = d->exec(w, d, mask);
	}
	at->lane_waits = false;
	if (step == STEP_NEXT)
		return;
	/* The group that the lane is in came back to the same place: it waits for others
	 * of the warp. */
	if (step == STEP_SWITCH && g->policy.kind == DEBUG_LANE)
		at->lane_waits = w->ngroup > 1 && w->group[w->cur].mask == lanes &&
		                 (w->group[w->cur].pc == d || w->group[w->cur].spun ||
		                  warp_must_wait(w, w->group[w->cur].pc));
	if (step == STEP_STOP) { /* it stands where it faulted */
		w->pc = d;
		if (w->mask == lanes)
			warp_save(w);
	}
	at->chosen = false;
}

static struct debug_machine machine_of(struct worker *wk, const struct layout *lay) {
	const struct dfunc *k = lay->kernel;
	u64 warp_bytes = sizeof(struct warp) + k->frame_bytes +
	                 (u64)lay->local_stride * WARP_LANES;
	u64 bytes = lay->ctas_per_cluster * (lay->nwarp * warp_bytes + lay->shared_bytes);
	u64 limit = MIN(wk->launch->resident, (u32)RESIDENT_CTAS) / lay->ctas_per_cluster;
	if (wk->launch->cooperative)
		limit = wk->launch->ncluster;
	else
		limit = MIN(limit, RESIDENT_BYTES / MAX(bytes, 1u));
	return (struct debug_machine){
		.wk = wk,
		.lay = lay,
		.limit = (u32)MAX(limit, 1u),
		.chunk = wk->arena.chunk,
	};
}

void debug_run(struct worker *wk, const struct layout *lay) {
	struct debug_client *c = wk->launch->debug;
	struct debug_machine g = machine_of(wk, lay);
	g.arena_base = without ? NULL : region->memory;
	c->run(c, &g);
}

/* ---- the state that a debugger reads ----------------------------------------------- */

struct cta *debug_cta(const struct debug_machine *g, u64 linear) {
	for (struct cluster *cl = g->wk->resident; cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta; i++)
			if (cl->cta[i].linear == linear && cl->cta[i].nlive)
				return &cl->cta[i];
	return NULL;
}

const struct group *debug_group(const struct warp *w, u32 lane) {
	for (u32 i = 0; i < w->ngroup; i++)
		if (w->group[i].mask >> lane & 1)
			return &w->group[i];
	return NULL;
}

/* An instruction that the decoder added stands for the next one of the text. */
u32 debug_inst(const struct dfunc *f, const struct dinst *d) {
	for (const struct dinst *end = f->code + f->ncode; d < end;) {
		if (d->in)
			return (u32)(d->in - f->func->inst);
		d = d->exec == exec_jump ? d->payload : d + 1;
	}
	return f->func->ninst;
}

bool debug_is_begin(const struct dfunc *f, const struct dinst *d, u32 inst) {
	return inst < f->func->ninst && d->in && f->inst_n[inst] &&
	       f->inst_pc[inst] == (u32)(d - f->code);
}

bool debug_access(const struct warp *w, const struct dinst *d, struct debug_access *a) {
	if (!d->in || row_info(d->in->row)->table == 0)
		return false;
	u32 props = row_info(d->in->row)->props;
	bool atomic = props & PROP_ATOMIC;
	u8 i = inst_address_operand(d->in);
	a->loads = props & PROP_LOAD || atomic;
	a->stores = props & PROP_STORE || atomic;
	if ((!a->loads && !a->stores) || i == d->in->noperand || d->exec == exec_widen ||
	    d->exec == exec_narrow || d->exec == exec_pred_not || d->exec == exec_enter)
		return false;
	a->space = mem_space(d);
	if (a->space != SPACE_GENERIC && a->space != SPACE_GLOBAL &&
	    a->space != SPACE_LOCAL && !is_shared_space(a->space))
		return false;
	a->bytes = MAX(mem_elements(d), 1u) * type_size_bytes((enum type)d->type[0]);
	a->mask = w->mask;
	if (d->guard != REF_NONE)
		a->mask &= warp_pred(w, d->guard) ^ d->guard_xor;
	mask_each (l, a->mask)
		a->addr[l] = mem_lane_addr(w, d, i, l);
	return true;
}
