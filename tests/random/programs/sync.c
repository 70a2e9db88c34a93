/* sync.c - barriers and what they order: each thread stores to its place in shared
 * memory, all meet at a barrier of some kind, each loads what others stored, and all meet
 * again. Only for places that every thread of the cta reaches which has not exited.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

/* Rounded up to whole warps, as barriers count. */
static u32 barrier_threads(const struct gen *g) {
	return (u32)alignup(g->nthread, 32);
}

static void make_cluster_barrier(struct gen *g) {
	static const char *const arrive[] = {"", ".release", ".aligned",
	                                     ".release.aligned"};
	static const char *const wait[] = {"", ".acquire", ".aligned",
	                                   ".acquire.aligned"};
	emit(g, LINE_KEEP, "barrier.cluster.arrive%s;", arrive[pick(g, 4)]);
	emit(g, LINE_KEEP, "barrier.cluster.wait%s;", wait[pick(g, 4)]);
}

/* All threads that are left meet; perhaps they count something. */
static void make_barrier(struct gen *g) {
	const char *all = text(g, "%u", barrier_threads(g)), *t = temp(g, 32);
	const char *word = g->has_exit || chance(g, 40) ? "barrier" : "bar";
	const char *aligned = !g->has_exit && word[3] == 'r' && chance(g, 30) ? ".aligned"
	                                                                      : "";
	u32 id = pick(g, 16);
	/* Threads that have exited never arrive where a count demands them. */
	bool counted = !g->has_exit && chance(g, 40);
	const char *count = counted ? text(g, ", %s", all) : "";
	if (g->features & F_CLUSTER && chance(g, 70)) {
		make_cluster_barrier(g);
		return;
	}
	switch (pick(g, 6)) {
	case 0:
		emit(g, LINE_KEEP, "%s.red.popc%s.u32 %s, %u%s, %s%s;", word, aligned,
		     reg(g, 32), id, count, chance(g, 30) ? "!" : "", reg(g, 1));
		break;
	case 1:
		emit(g, LINE_KEEP, "%s.red.%s%s.pred %s, %u%s, %s;", word,
		     chance(g, 50) ? "and" : "or", aligned, reg(g, 1), id, count,
		     reg(g, 1));
		break;
	case 2:
		emit(g, LINE_KEEP, "mov.u32 %s, %u; %s.sync%s %s%s;", t, id, word,
		     aligned, t, count);
		break;
	default: emit(g, LINE_KEEP, "%s.sync%s %u%s;", word, aligned, id, count);
	}
}

void make_shared_start(struct gen *g) {
	emit(g, LINE_KEEP,
	     "mul.lo.u32 %%t, %%me, 16; cvt.u64.u32 %%at, %%t; "
	     "mov.u64 %%hi, %s; add.u64 %%at, %%at, %%hi; st.shared.v2.b64 [%%at], "
	     "{%%d0, %%d1};",
	     g->shared);
	const char *i = temp(g, 32), *p = temp(g, 1), *top = label(g), *end = label(g);
	const char *v = temp(g, 32), *a = temp(g, 32);
	emit(g, LINE_KEEP, "mov.u32 %s, %%me;", i);
	emit(g, LINE_KEEP, "%s: setp.ge.u32 %s, %s, %u; @%s bra %s;", top, p, i,
	     GEN_ACC_BYTES / 4, p, end);
	/* The first 480 words are of operations that take any value; sums of floats start
	 * at 0. */
	emit(g, LINE_KEEP,
	     "mul.lo.u32 %s, %s, 0x9e3779b1; setp.lt.u32 %%tq, %s, 480; "
	     "selp.b32 %s, %s, 0, %%tq; mov.u32 %s, sacc%u; mad.lo.u32 %s, %s, 4, %s; "
	     "st.shared.b32 [%s], %s;",
	     v, i, i, v, v, a, g->index, a, i, a, a, v);
	emit(g, LINE_KEEP, "add.u32 %s, %s, %u; bra %s;", i, i, g->nthread, top);
	emit(g, LINE_KEEP, "%s: bar.sync 0;", end);
	if (g->features & F_CLUSTER)
		make_cluster_barrier(g);
}

/* Folds the accumulators into %r0 of the threads. */
void make_shared_end(struct gen *g) {
	const char *i = temp(g, 32), *p = temp(g, 1), *top = label(g), *end = label(g);
	const char *v = temp(g, 32), *a = temp(g, 32);
	if (g->features & F_CLUSTER)
		make_cluster_barrier(g);
	emit(g, LINE_KEEP, "barrier.sync 0; mov.u32 %s, %%me;", i);
	emit(g, LINE_KEEP, "%s: setp.ge.u32 %s, %s, %u; @%s bra %s;", top, p, i,
	     GEN_ACC_BYTES / 4, p, end);
	emit(g, LINE_KEEP,
	     "mov.u32 %s, sacc%u; mad.lo.u32 %s, %s, 4, %s; ld.shared.b32 %s, [%s]; "
	     "mad.lo.u32 %%r0, %%r0, 31, %s;",
	     a, g->index, a, i, a, v, a, v);
	emit(g, LINE_KEEP, "add.u32 %s, %s, %u; bra %s;", i, i, g->nthread, top);
	emit(g, LINE_KEEP, "%s:", end);
}

/* ---- phases ---- */

/* The address of place * width in the array, as 32 bits, 64 bits, or generic. */
static const char *place_address(struct gen *g, const char *place, u32 width,
                                 const char **space) {
	const char *a = temp(g, 32), *b = temp(g, 64), *c = temp(g, 64);
	*space = ".shared";
	if (chance(g, 60)) {
		emit(g, LINE_KEEP, "mov.u32 %s, %s; mad.lo.u32 %s, %s, %u, %s;", a,
		     g->shared, a, place, width, a);
		return a;
	}
	emit(g, LINE_KEEP, "mov.u64 %s, %s; mad.wide.u32 %s, %s, %u, %s;", c, g->shared,
	     b, place, width, c);
	if (chance(g, 50)) {
		emit(g, LINE_KEEP, "cvta.shared.u64 %s, %s;", b, b);
		*space = "";
	}
	return b;
}

static void store_place(struct gen *g, u32 width, u32 order) {
	const char *space, *place = ordered(g, "%me", g->nthread, order);
	const char *at = place_address(g, place, width, &space);
	store_at(g, space, at, width);
}

/* Another cta of the cluster holds the same array at the same place of its window. */
static const char *remote(struct gen *g, const char *place, u32 width,
                          const char **space) {
	u32 n = g->p->cluster[0] * g->p->cluster[1];
	const char *rank = make_index(g, n), *a = temp(g, 32), *b = temp(g, 64);
	if (chance(g, 50)) {
		emit(g, LINE_KEEP,
		     "mov.u32 %s, %s; mad.lo.u32 %s, %s, %u, %s; "
		     "mapa.shared::cluster.u32 %s, %s, %s;",
		     a, g->shared, a, place, width, a, a, a, rank);
		*space = ".shared::cluster";
		return a;
	}
	emit(g, LINE_KEEP,
	     "mov.u64 %s, %s; cvta.shared.u64 %s, %s; mad.wide.u32 %s, %s, %u, %s; "
	     "mapa.u64 %s, %s, %s;",
	     b, g->shared, b, b, b, place, width, b, b, b, rank);
	*space = "";
	return b;
}

static void load_place(struct gen *g, u32 width, u32 n) {
	const char *space, *place = make_index(g, n), *at;
	if ((g->features & F_CLUSTER) && chance(g, 70))
		at = remote(g, place, width, &space);
	else
		at = place_address(g, place, width, &space);
	load_at(g, space, at, width);
}

static void make_exchange(struct gen *g) {
	u32 width = 1u << pick(g, 5);
	store_place(g, width, pick(g, 5));
	if (g->features & F_CLUSTER)
		make_cluster_barrier(g);
	else
		make_barrier(g);
	for (u32 n = 1 + pick(g, 3); n > 0; n--)
		load_place(g, width, g->nthread);
	if (g->features & F_CLUSTER)
		make_cluster_barrier(g);
	else
		make_barrier(g);
}

/* The first warps store and arrive, the others wait and load. */
static void make_producers(struct gen *g) {
	u32 warps = barrier_threads(g) / 32, first = 1 + pick(g, warps - 1),
	    id = 1 + pick(g, 15);
	const char *p = temp(g, 1), *consume = label(g), *join = label(g);
	emit(g, LINE_OPEN, "setp.ge.u32 %s, %%me, %u; @%s bra %s;", p, first * 32, p,
	     consume);
	store_place(g, 4, 0);
	emit(g, LINE_KEEP, "bar.arrive %u, %u; bra %s;", id, warps * 32, join);
	emit(g, LINE_KEEP, "%s: bar.sync %u, %u;", consume, id, warps * 32);
	load_place(g, 4, first * 32);
	emit(g, LINE_KEEP, "%s: bar.sync 0;", join);
	emit(g, LINE_CLOSE, "bar.sync 0;");
}

/* Some whole warps meet by themselves. */
static void make_subset(struct gen *g) {
	u32 warps = g->nthread / 32, first = 1 + pick(g, warps);
	const char *p = temp(g, 1), *join = label(g);
	emit(g, LINE_OPEN, "setp.ge.u32 %s, %%me, %u; @%s bra %s;", p, first * 32, p,
	     join);
	store_place(g, 8, 0);
	emit(g, LINE_KEEP, "bar.sync %u, %u;", 1 + pick(g, 15), first * 32);
	load_place(g, 8, first * 32);
	emit(g, LINE_KEEP, "%s: bar.sync 0;", join);
	emit(g, LINE_CLOSE, "bar.sync 0;");
}

/* Lanes of a warp meet at the same barrier from two places. */
static void make_divergent_barrier(struct gen *g) {
	u32 id = pick(g, 16);
	const char *p = make_condition(g), *other = label(g), *join = label(g);
	emit(g, LINE_KEEP, "barrier.sync 0;");
	store_place(g, 4, 1);
	emit(g, LINE_KEEP, "@%s bra %s;", p, other);
	emit(g, LINE_KEEP, "barrier.sync %u;", id);
	load_place(g, 4, g->nthread);
	emit(g, LINE_KEEP, "bra %s;", join);
	emit(g, LINE_KEEP, "%s: barrier.sync %u;", other, id);
	load_place(g, 4, g->nthread);
	emit(g, LINE_KEEP, "%s: barrier.sync 0;", join);
}

static void make_phase_loop(struct gen *g) {
	const char *i = temp(g, 32), *p = temp(g, 1), *top = label(g);
	emit(g, LINE_OPEN, "and.b32 %s, %%uni, 3; %s:", i, top);
	make_exchange(g);
	make_simple(g);
	emit(g, LINE_CLOSE, "setp.eq.u32 %s, %s, 0; sub.u32 %s, %s, 1; @!%s bra %s;", p,
	     i, i, i, p, top);
}

void make_phase(struct gen *g) {
	u32 warps = barrier_threads(g) / 32;
	bool barriers = g->p->class == GEN_BARRIER || g->p->class == GEN_MIXED;
	if (barriers && !g->has_exit && warps > 1 && chance(g, 30))
		make_producers(g);
	else if (barriers && !g->has_exit && g->nthread >= 32 && chance(g, 25))
		make_subset(g);
	else if (barriers && chance(g, 30))
		make_divergent_barrier(g);
	else if (chance(g, 30))
		make_phase_loop(g);
	else
		make_exchange(g);
}
