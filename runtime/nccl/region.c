/* region.c - what one process does for a collective: regions of memory, each the
 * reduction of several sources or a copy of one, for some targets in this process.
 *
 * With all ranks in one process there is one phase. Between processes AllReduce has two:
 * each rank reduces its part, then all fetch the others' parts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/comm.h"

struct planning {
	struct arena *a;
	const struct clique *q;
	const struct meeting *m;
	struct regions *out;
	u32 bytes; /* of an element */
};

u32 region_phases(const struct clique *q, const struct coll *what) {
	return what->func == FUNC_ALL_REDUCE && !clique_is_local(q) ? 2 : 1;
}

static bool is_local(const struct planning *p, s32 rank) {
	return p->q->member[rank].process == p->q->me;
}

static struct source source(const struct planning *p, s32 rank, u64 addr, u64 element) {
	return (struct source){.addr = addr + element * p->bytes,
	                       .process = p->q->member[rank].process,
	                       .scalar = &p->m->at[rank].what.scalar};
}

static struct region *region_new(const struct planning *p, u64 count, bool reduces) {
	u32 n = (u32)p->q->nranks;
	struct region r = {.count = count,
	                   .reduces = reduces,
	                   .source = arena_array(p->a, struct source, reduces ? n : 1),
	                   .target = arena_array(p->a, u8 *, n)};
	vec_push(p->a, p->out, r);
	return &vec_last(p->out);
}

static void add_source(const struct planning *p, struct region *r, s32 rank,
                       u64 element) {
	r->source[r->nsource++] = source(p, rank, p->m->at[rank].what.send, element);
}

/* All ranks' parts at this place, in the order of ranks. */
static void add_sources(const struct planning *p, struct region *r, u64 element) {
	for (s32 i = 0; i < p->q->nranks; i++)
		add_source(p, r, i, element);
}

static void add_target(const struct planning *p, struct region *r, s32 rank,
                       u64 element) {
	u64 at = p->m->at[rank].what.recv + element * p->bytes;
	bool is_there = !r->reduces && r->source->process == p->q->me &&
	                r->source->addr == at;
	if (is_local(p, rank) && !is_there)
		r->target[r->ntarget++] = (u8 *)(uintptr_t)at;
}

static void add_targets(const struct planning *p, struct region *r, u64 element) {
	for (s32 i = 0; i < p->q->nranks; i++)
		add_target(p, r, i, element);
}

static void copy(const struct planning *p, s32 from, u64 from_element, s32 to,
                 u64 to_element, u64 count) {
	struct region *r = region_new(p, count, false);
	add_source(p, r, from, from_element);
	add_target(p, r, to, to_element);
}

/* Part i of n of a buffer of `count` elements. */
static u64 part_begin(u64 count, s32 i, s32 n) {
	u64 each = (count + (u64)n - 1) / (u64)n;
	return MIN(count, each * (u64)i);
}

static void reduce_part(const struct planning *p, const struct coll *w, s32 rank) {
	u64 from = part_begin(w->count, rank, p->q->nranks),
	    to = part_begin(w->count, rank + 1, p->q->nranks);
	struct region *r = region_new(p, to - from, true);
	add_sources(p, r, from);
	add_target(p, r, rank, from);
}

static void fetch_part(const struct planning *p, const struct coll *w, s32 rank) {
	u64 from = part_begin(w->count, rank, p->q->nranks),
	    to = part_begin(w->count, rank + 1, p->q->nranks);
	struct region *r = region_new(p, to - from, false);
	*r->source = source(p, rank, p->m->at[rank].what.recv, from);
	r->nsource = 1;
	add_targets(p, r, from);
}

static void plan_all_reduce(const struct planning *p, const struct coll *w, u32 phase) {
	if (clique_is_local(p->q)) {
		struct region *r = region_new(p, w->count, true);
		add_sources(p, r, 0);
		add_targets(p, r, 0);
		return;
	}
	for (s32 i = 0; i < p->q->nranks; i++)
		if (phase == 1)
			fetch_part(p, w, i);
		else if (is_local(p, i))
			reduce_part(p, w, i);
}

static void plan_reduce(const struct planning *p, const struct coll *w, s32 target,
                        u64 element) {
	if (!is_local(p, target))
		return;
	struct region *r = region_new(p, w->count, true);
	add_sources(p, r, element);
	add_target(p, r, target, 0);
}

static void plan_broadcast(const struct planning *p, const struct coll *w) {
	struct region *r = region_new(p, w->count, false);
	add_source(p, r, w->root, 0);
	add_targets(p, r, 0);
}

static void plan_all_gather(const struct planning *p, const struct coll *w, s32 from) {
	struct region *r = region_new(p, w->count, false);
	add_source(p, r, from, 0);
	add_targets(p, r, w->count * (u64)from);
}

static void plan_all_to_all(const struct planning *p, const struct coll *w, s32 from) {
	for (s32 to = 0; to < p->q->nranks; to++)
		copy(p, from, w->count * (u64)to, to, w->count * (u64)from, w->count);
}

static void plan_rank(const struct planning *p, const struct coll *w, s32 i) {
	switch ((enum func)w->func) {
	case FUNC_REDUCE_SCATTER: plan_reduce(p, w, i, w->count * (u64)i); return;
	case FUNC_ALL_GATHER: plan_all_gather(p, w, i); return;
	case FUNC_ALL_TO_ALL: plan_all_to_all(p, w, i); return;
	case FUNC_GATHER: copy(p, i, 0, w->root, w->count * (u64)i, w->count); return;
	case FUNC_SCATTER: copy(p, w->root, w->count * (u64)i, i, 0, w->count); return;
	default: return;
	}
}

void region_plan(struct arena *a, const struct clique *q, const struct meeting *m,
                 u32 phase, struct regions *out) {
	const struct coll *w = &m->at[m->leader].what;
	struct planning p = {a, q, m, out, type_bytes((ncclDataType_t)w->type)};
	if (w->func == FUNC_ALL_REDUCE)
		plan_all_reduce(&p, w, phase);
	else if (w->func == FUNC_REDUCE)
		plan_reduce(&p, w, w->root, 0);
	else if (w->func == FUNC_BROADCAST)
		plan_broadcast(&p, w);
	else
		for (s32 i = 0; i < q->nranks; i++)
			plan_rank(&p, w, i);
}
