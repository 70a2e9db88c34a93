/* segment_slices.c - what of a segment is computed together.
 *
 * A thread that computes 8 x 8 elements of a product has 64 sums, and 32 threads have 64
 * or 128 vectors of them: more than a host has registers. In the order of the code
 *
 *     for (k ...)  { a[8] = ...; b[8] = ...;  64 sums += a[i] * b[j] }
 *
 * each would be loaded and stored for each k. So a segment is made in several passes:
 * each computes as many sums as there are registers for, over all k, and makes no step
 * but those that these need. What several passes need, such as a[i], is loaded in each of
 * them; so that is done where nothing but shared memory is loaded, and nothing stored.
 *
 *     for (k ...)  { a[0 .. 1], b[0 .. 7];  16 sums += ... }
 *     for (k ...)  { a[2 .. 3], b[0 .. 7];  16 sums += ... }      and so on
 *
 * Where one warp has few sums, several go together, if they share vectors that they load.
 * If these are all warps of the cta, its sums stay in registers from round to round.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/segment.h"
#include "backend/llvm/warps/whole_cta.h"

enum { MOST_EMITTED = 1600 }; /* steps of warps that go together */

void segment_each_reg(struct emitter *e, const struct strip_step *t, reg_visit_fn *visit,
                      void *ctx) {
	const struct func *f = e->c->f;
	bool is_store = t->in->row == ROW_ST;
	if (t->is_branch)
		return;
	if (t->line)
		operand_each_reg(f, &t->in->operand[0], REG_WRITTEN, visit, ctx);
	else if (t->atomic) {
		if (t->atomic->index)
			operand_each_reg(f, t->atomic->index, REG_READ, visit, ctx);
		operand_each_reg(f, t->atomic->value, REG_READ, visit, ctx);
	} else if (t->address)
		operand_each_reg(f, &t->in->operand[is_store],
		                 is_store ? REG_READ : REG_WRITTEN, visit, ctx);
	else
		inst_each_reg(f, t->in, visit, ctx);
}

struct inner_loop *segment_loop_at(struct emitter *e, const struct inner_loop *in,
                                   u32 first, u32 end) {
	struct inner_loop *found = NULL;
	for (u32 i = 0; i < e->inner.n; i++) {
		struct inner_loop *l = &e->inner.at[i];
		bool is_less = !in ||
		               (l != in && l->first >= in->first && l->end <= in->end);
		if (l->first == first && l->end <= end && is_less &&
		    (!found || l->end > found->end))
			found = l;
	}
	return found;
}

/* ---- registers --------------------------------------------------------------------- */

struct visit {
	struct bits read, written; /* read before it is written */
};

static void note_read(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role != REG_WRITTEN && !bits_has(v->written, reg))
		bits_set(v->read, reg);
}

static void note_written(void *ctx, u32 reg, enum reg_role role) {
	struct visit *v = ctx;
	if (role != REG_READ)
		bits_set(v->written, reg);
}

/* The loop that begins with the step, if it is one that may have no round. */
static const struct inner_loop *skipped_at(const struct emitter *e, u32 step) {
	for (u32 i = 0; i < e->inner.n; i++)
		if (e->inner.at[i].skip + 1 == step && e->inner.at[i].kept.nbit)
			return &e->inner.at[i];
	return NULL;
}

static struct visit visit_steps(struct emitter *e, u32 first, u32 end) {
	u32 n = e->c->f->nreg + 1;
	struct visit v = {.read = bits_new(e->c->a, n), .written = bits_new(e->c->a, n)};
	for (u32 i = first; i < end; i++) {
		const struct region *r = region_at(e, i);
		const struct inner_loop *l = skipped_at(e, i);
		for (u32 reg = 0; (r || l) && reg < n; reg++)
			if (bits_has(r ? r->kept : l->kept, reg))
				note_read(&v, reg, REG_READ);
		segment_each_reg(e, &e->step.at[i], note_read, &v);
		segment_each_reg(e, &e->step.at[i], note_written, &v);
	}
	return v;
}

/* What a loop that may have no round writes. */
static void find_kept(struct emitter *e, const struct segment *g) {
	struct fn *c = e->c;
	for (u32 i = 0; i < e->inner.n; i++) {
		struct inner_loop *l = &e->inner.at[i];
		if (l->first < g->first || l->end > g->end || l->skip == UINT32_MAX)
			continue;
		l->written = visit_steps(e, l->first, l->end).written;
		l->kept = bits_new(c->a, c->f->nreg + 1);
		for (u32 reg = 0; reg < c->f->nreg; reg++)
			if (bits_has(l->written, reg) &&
			    region_keeps(c, e->step.at[l->skip].block, reg))
				bits_set(l->kept, reg);
	}
}

void segment_find_registers(struct emitter *e, struct segment *g) {
	find_kept(e, g);
	struct visit v = visit_steps(e, g->first, g->end);
	g->exposed = v.read;
	g->written = v.written;
	for (u32 i = g->first; i < g->end; i++) {
		const struct strip_step *t = &e->step.at[i];
		g->has_region |= region_at(e, i) != NULL;
		g->stores |= step_stores(t);
		g->loads_global |= step_loads(t) && !t->address->is_shared;
	}
	g->has_work |= g->stores;
	for (u32 i = 0; i < e->inner.n; i++) {
		struct inner_loop *l = &e->inner.at[i];
		if (l->first < g->first || l->end > g->end)
			continue;
		v = visit_steps(e, l->first, l->end);
		l->exposed = v.read;
		for (u32 k = 0; k < l->loop.counter.n; k++) /* set in each round */
			bits_clear(l->exposed, l->loop.counter.at[k].reg);
		bits_and(l->exposed, v.written);
	}
}

/* ---- slices ------------------------------------------------------------------------ */

struct slice {
	struct emitter *e;
	struct bits live, wanted;
	bool writes_live;
};

static void see_live(void *ctx, u32 reg, enum reg_role role) {
	struct slice *s = ctx;
	s->writes_live |= role != REG_READ && bits_has(s->live, reg);
}

static void kill(void *ctx, u32 reg, enum reg_role role) {
	struct slice *s = ctx;
	if (role == REG_WRITTEN)
		bits_clear(s->live, reg);
}

static void make_live(void *ctx, u32 reg, enum reg_role role) {
	struct slice *s = ctx;
	if (role != REG_WRITTEN)
		bits_set(s->live, reg);
}

static void want(struct slice *s, u32 step) {
	const struct strip_step *t = &s->e->step.at[step];
	s->writes_live = false;
	segment_each_reg(s->e, t, see_live, s);
	if (!s->writes_live)
		return;
	bits_set(s->wanted, step);
	segment_each_reg(s->e, t, kill, s);
	segment_each_reg(s->e, t, make_live, s);
}

/* The largest loop in first .. end, less than all of `in`, that ends with step end - 1.
 */
static struct inner_loop *loop_before(struct emitter *e, const struct inner_loop *in,
                                      u32 first, u32 end) {
	struct inner_loop *found = NULL;
	for (u32 i = 0; i < e->inner.n; i++) {
		struct inner_loop *l = &e->inner.at[i];
		if (l->end == end && l->first >= first && l != in &&
		    (!in || l->end - l->first < in->end - in->first) &&
		    (!found || l->first < found->first))
			found = l;
	}
	return found;
}

/* Wants the steps in first .. end that what lives after them needs. */
static void slice_steps(struct slice *s, const struct inner_loop *in, u32 first,
                        u32 end) {
	while (end > first) {
		struct inner_loop *l = loop_before(s->e, in, first, end);
		if (!l) {
			want(s, --end);
			continue;
		}
		struct bits after = bits_new(s->e->c->a, s->e->c->f->nreg + 1),
			    passed = bits_new(s->e->c->a, s->e->c->f->nreg + 1);
		bits_copy(after, s->live);
		bits_copy(passed, s->live);
		for (bool more = true; more;) { /* until it is known what a round needs */
			slice_steps(s, l, l->first, l->end);
			for (u32 k = 0; k < l->loop.counter.n; k++)
				bits_clear(s->live, l->loop.counter.at[k].reg);
			more = bits_or(after, s->live);
			if (more)
				bits_copy(s->live, after);
		}
		if (l->skip != UINT32_MAX)
			bits_or(s->live, passed);
		end = l->first;
	}
}

/* ---- passes ------------------------------------------------------------------------ */

static u32 vectors_of(const struct fn *c, u32 reg) {
	const struct jreg *r = &c->reg[reg];
	return r->class == REG_VECTOR ? c->nchunk * MAX(r->bits, 32u) / 32 : 0;
}

/* Vectors that sums may take, so that what they are made of has some, too. */
static u32 room_of(const struct fn *c) {
	return (c->width == 16 ? 30 : 14) - c->nchunk - 2;
}

static u32 room_of_pass(const struct fn *c) {
	return c->width == 16 ? 24 : 8;
}

/* The registers that live on, in the order in which they are written first. */
static u32 find_outputs(struct emitter *e, const struct segment *g, u32 *out) {
	struct bits seen = bits_new(e->c->a, e->c->f->nreg + 1);
	u32 n = 0;
	for (u32 i = g->first; i < g->end; i++) {
		struct visit v = visit_steps(e, i, i + 1);
		for (u32 w = 0; w < bits_nword(v.written); w++)
			for (u64 m = v.written.word[w]; m; m &= m - 1) {
				u32 reg = 64 * w + (u32)__builtin_ctzll(m);
				if (!e->slot[reg] || bits_has(seen, reg))
					continue;
				bits_set(seen, reg);
				out[n++] = reg;
			}
	}
	return n;
}

/* Adds a pass for these registers. False: it needs what another one writes. */
static bool add_pass(struct emitter *e, struct segment *g, const u32 *out, u32 n) {
	struct fn *c = e->c;
	struct slice s = {.e = e,
	                  .live = bits_new(c->a, c->f->nreg + 1),
	                  .wanted = bits_new(c->a, e->step.n + 1)};
	if (g->npass == SEGMENT_GROUPS)
		return false;
	struct bits *all = &g->out[g->npass];
	*all = bits_new(c->a, c->f->nreg + 1);
	for (u32 i = 0; i < n; i++)
		bits_set(*all, out[i]);
	bits_copy(s.live, *all);
	slice_steps(&s, NULL, g->first, g->end);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (bits_has(s.live, reg) && e->slot[reg] && bits_has(g->written, reg) &&
		    !bits_has(*all, reg))
			return false;
	g->in[g->npass] = s.live;
	g->wanted[g->npass++] = s.wanted;
	return true;
}

/* Checks whether passes make few steps anew, beside loads. */
static bool is_little_more(struct emitter *e, const struct segment *g) {
	u32 once = 0, all = 0;
	for (u32 i = g->first; i < g->end; i++) {
		u32 n = 0;
		if (!step_has_effect(&e->step.at[i]) || e->step.at[i].address)
			continue;
		for (u32 k = 0; k < g->npass; k++)
			n += bits_has(g->wanted[k], i);
		once += n > 0;
		all += n;
	}
	return all <= once + once / 8;
}

static void find_passes(struct emitter *e, struct segment *g, const u32 *out, u32 n) {
	u32 room = room_of_pass(e->c), first = 0, taken = 0, i;
	for (i = 0; i < n; i++) {
		u32 more = vectors_of(e->c, out[i]);
		if (taken && taken + more > room) {
			if (!add_pass(e, g, out + first, i - first))
				break;
			first = i;
			taken = 0;
		}
		taken += more;
	}
	bool ok = i == n && add_pass(e, g, out + first, n - first);
	if (!ok || g->npass < 2 || !is_little_more(e, g))
		g->npass = 0;
}

/* Where warps share vectors that they load: as many as there are registers for. */
static u32 together(struct emitter *e, struct segment *g, u32 own) {
	struct fn *c = e->c;
	u32 shared = 0, work = 0, all = jit_cta_warps(c), n;
	for (u32 i = g->first; i < g->end; i++) {
		const struct strip_step *t = &e->step.at[i];
		work += step_has_effect(t);
		if (!t->address || !segment_is_of_cta(t->address))
			continue;
		const struct operand *d = &t->in->operand[0];
		shared += d->kind == OPR_REG && vectors_of(c, d->index);
	}
	if (g->stores || !shared || !own)
		return 1;
	n = MIN(room_of(c) / own, (u32)SEGMENT_TOGETHER);
	n = MIN(n, MOST_EMITTED / MAX(work, 1u));
	while (n > 1 && all % n)
		n--;
	return MAX(n, 1u);
}

void segment_choose(struct emitter *e, struct segment *g) {
	struct fn *c = e->c;
	u32 own = 0, all = 0, *out = arena_array(c->a, u32, c->f->nreg + 1);
	u32 n = find_outputs(e, g, out);
	for (u32 i = 0; i < n; i++)
		all += vectors_of(c, out[i]);
	for (u32 reg = 0; reg < c->f->nreg; reg++)
		if (e->slot[reg] && bits_has(g->exposed, reg))
			own += vectors_of(c, reg);
	g->nwarp = g->has_region ? 1 : together(e, g, own);
	if (g->nwarp == 1 && !g->has_region && all > room_of_pass(c) && !g->stores &&
	    !g->loads_global)
		find_passes(e, g, out, n);
}

/* ---- rounds ------------------------------------------------------------------------ */

/* Checks for a register that only segments of all warps use, in the rounds. */
static bool may_hold(struct emitter *e, u32 reg) {
	bool is_written = false;
	for (u32 i = e->segment_first; i < e->segment_end; i++) {
		const struct segment *g = &e->segment.at[i];
		bool writes = bits_has(g->written, reg);
		if ((writes || segment_reads_place(g, reg)) &&
		    (g->nwarp != jit_cta_warps(e->c) || g->npass))
			return false;
		is_written |= writes;
	}
	return is_written;
}

void segment_choose_held(struct emitter *e) {
	struct fn *c = e->c;
	u32 room = room_of(c), warps = jit_cta_warps(c);
	e->held = bits_new(c->a, c->f->nreg + 1);
	for (u32 reg = 0; reg < c->f->nreg && e->loop.back; reg++) {
		u32 n = vectors_of(c, reg) * warps;
		if (!e->slot[reg] || n > room || !may_hold(e, reg))
			continue;
		room -= n;
		bits_set(e->held, reg);
	}
}
