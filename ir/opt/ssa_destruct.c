/* ssa_destruct.c - SSA destruction: coalesces the values of phis into registers, and
 * makes moves where that fails. A phi and its arguments share a register unless one of
 * them is live where another one is written. Inner loops come first. The remaining phis
 * are parallel copies on edges, which become moves in sequence; they stand at the end of
 * the predecessor if its other edges allow it, else in a block on the edge.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

enum { POS_END = 0x7ffffffe, POS_OUT = 0x7fffffff, MERGE_STEPS = 1 << 11 };

struct value_class { /* values that share a register; stored at their representative */
	u32 *member, n;
};

struct copy {
	u32 dst;            /* class */
	struct operand src; /* OPR_REG: class */
	bool done, from_spare;
};

struct destruct {
	struct opt *o;
	u32 nbb;     /* blocks at the beginning */
	u8 *related; /* per value: takes part in phis or guarded writes */
	u32 *up;     /* per value: union-find */
	struct value_class *class;
	u8 *apart; /* per value: lane_counters.c; of representatives: takes no more values
	            */
	u32 *last; /* per value: greatest place in the order of a block that needs it */
	struct map copied; /* class << 32 | block: a copy for all edges that leave it */
	struct map live;   /* value << 32 | block -> last position, LIVE_IN */
	u32 *reads, *copy_to; /* per class, while copies are put in order */
};

#define LIVE_IN ((u64)1 << 63)

/* ---- liveness of related values ---------------------------------------------------- */

static u64 live_key(u32 v, u32 b) {
	return (u64)v << 32 | b;
}

static void need(struct destruct *e, struct u32s *work, u32 v, u32 b, u32 pos) {
	if (!e->related[v] || e->o->val.at[v].bb == NO_BB)
		return;
	u64 *at = map_at(&e->live, live_key(v, b));
	e->last[v] = MAX(e->last[v], e->o->bb.at[b].rpo);
	if ((*at & ~LIVE_IN) < pos)
		*at = (*at & LIVE_IN) | pos;
	if (b == e->o->val.at[v].bb || (*at & LIVE_IN))
		return;
	*at |= LIVE_IN;
	vec_push(e->o->a, work, v);
	vec_push(e->o->a, work, b);
}

static void need_through(struct destruct *e, struct u32s *work) {
	while (work->n) {
		u32 b = vec_pop(work), v = vec_pop(work);
		for (u32 k = 0; k < e->o->bb.at[b].pred.n; k++)
			need(e, work, v, e->o->bb.at[b].pred.at[k], POS_OUT);
	}
}

static void live_find(struct destruct *e) {
	struct opt *o = e->o;
	struct u32s work = {0};
	struct operand *use;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i];
		struct bb *bb = &o->bb.at[b];
		each_phi (p, bb)
			for (u32 k = 0; k < bb->pred.n; k++)
				if (p->arg[k].kind == OPR_REG) {
					need(e, &work, p->arg[k].index, bb->pred.at[k],
					     POS_END);
					need_through(e, &work);
				}
		for (struct node *n = bb->first; n; n = n->next)
			each_src (o, n, use) {
				bool is_old = n->old && use >= n->old &&
				              use < n->old + n->nold;
				need(e, &work, use->index, b, n->pos - is_old);
				need_through(e, &work);
			}
		if (bb->term)
			each_src (o, bb->term, use) {
				need(e, &work, use->index, b, bb->term->pos);
				need_through(e, &work);
			}
	}
}

static bool live_into(const struct destruct *e, u32 v, u32 b) {
	const u64 *at = map_find(&e->live, live_key(v, b));
	return at && (*at & LIVE_IN);
}

/* ---- interference ------------------------------------------------------------------ */

static u32 def_pos(const struct opt *o, u32 v) {
	return o->val.at[v].def ? o->val.at[v].def->pos : 0;
}

static bool needed_after(const struct destruct *e, u32 a, u32 b) {
	const struct opt *o = e->o;
	if (o->bb.at[o->val.at[b].bb].rpo > e->last[a])
		return false;
	const u64 *at = map_find(&e->live, live_key(a, o->val.at[b].bb));
	u64 last = at ? *at & ~LIVE_IN : 0;
	/* A guarded write is a move first. */
	bool early = o->val.at[b].def && o->val.at[b].def->old;
	return last > def_pos(o, b) || (early && last == def_pos(o, b));
}

static bool interferes(const struct destruct *e, u32 a, u32 b) {
	const struct opt *o = e->o;
	u32 ba = o->val.at[a].bb, bb = o->val.at[b].bb;
	if (ba == NO_BB || bb == NO_BB)
		return false;
	if (ba == bb) {
		u32 pa = def_pos(o, a), pb = def_pos(o, b);
		return pa == pb ||
		       (pa < pb ? needed_after(e, a, b) : needed_after(e, b, a));
	}
	if (bb_dominates(o, ba, bb))
		return needed_after(e, a, b);
	return bb_dominates(o, bb, ba) && needed_after(e, b, a);
}

static u32 class_of(struct destruct *e, u32 v) {
	while (e->up[v] != v)
		v = e->up[v] = e->up[e->up[v]];
	return v;
}

static void members(struct destruct *e, u32 v) {
	if (e->class[v].member)
		return;
	e->class[v].member = arena_array(e->o->a, u32, 1);
	e->class[v].member[0] = v;
	e->class[v].n = 1;
}

static void merge(struct destruct *e, u32 v, u32 w) {
	u32 a = class_of(e, v), b = class_of(e, w);
	if (a == b || val_bits(e->o, v) != val_bits(e->o, w) || e->apart[a] ||
	    e->apart[b])
		return;
	members(e, a);
	members(e, b);
	struct value_class *x = &e->class[a], *y = &e->class[b];
	if ((u64)x->n * y->n > MERGE_STEPS)
		return;
	for (u32 i = 0; i < x->n; i++)
		for (u32 k = 0; k < y->n; k++)
			if (interferes(e, x->member[i], y->member[k]))
				return;
	u32 *all = arena_array_raw(e->o->a, u32, x->n + y->n);
	memcpy(all, x->member, x->n * sizeof(u32));
	memcpy(all + x->n, y->member, y->n * sizeof(u32));
	x->member = all;
	x->n += y->n;
	e->up[b] = a;
}

/* ---- sharing registers ------------------------------------------------------------- */

static void number_positions(struct opt *o) {
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		u32 pos = 0;
		each_node (n, bb)
			n->pos = pos += 2; /* the odd ones: just before */
		if (bb->term)
			bb->term->pos = pos + 2;
	}
}

static void related_find(struct destruct *e) {
	struct opt *o = e->o;
	struct operand *d;
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		each_phi (p, bb) {
			e->related[p->dest] = 1;
			for (u32 k = 0; k < bb->pred.n; k++)
				if (p->arg[k].kind == OPR_REG)
					e->related[p->arg[k].index] = 1;
		}
		each_node (n, bb) {
			if (!n->old)
				continue;
			each_dst (o, n, d)
				e->related[d->index] = 1;
			for (u32 k = 0; k < n->nold; k++)
				if (n->old[k].kind == OPR_REG)
					e->related[n->old[k].index] = 1;
		}
	}
}

static void coalesce_old(struct destruct *e, struct node *n) {
	struct operand *d;
	u32 k = 0;
	each_dst (e->o, n, d) {
		if (n->old[k].kind == OPR_REG)
			merge(e, d->index, n->old[k].index);
		k++;
	}
}

/* Counters that are to have registers of their own share them with nothing else. */
static void coalesce_counters(struct destruct *e, const u8 *apart) {
	struct opt *o = e->o;
	for (u32 l = 0; l < o->nloop; l++) {
		struct bb *bb = &o->bb.at[o->loop[l].header];
		each_phi (p, bb) {
			for (u32 k = bb->pred.n; apart[p->dest] && k-- > 0;)
				if (p->arg[k].kind == OPR_REG)
					merge(e, p->dest, p->arg[k].index);
			e->apart[class_of(e, p->dest)] |= apart[p->dest];
		}
	}
}

/* Inner loops first: that is where a move costs most. */
static void coalesce(struct destruct *e) {
	struct opt *o = e->o;
	u32 deepest = 0;
	for (u32 l = 0; l < o->nloop; l++)
		deepest = MAX(deepest, o->loop[l].depth);
	for (u32 depth = deepest + 1; depth-- > 0;)
		for (u32 i = 0; i < o->nrpo; i++) {
			struct bb *bb = &o->bb.at[o->rpo[i]];
			if ((bb->loop == NO_LOOP ? 0 : o->loop[bb->loop].depth) != depth)
				continue;
			/* back edges tend to be the last */
			for (u32 k = bb->pred.n; k-- > 0;)
				each_phi (p, bb)
					if (p->arg[k].kind == OPR_REG)
						merge(e, p->dest, p->arg[k].index);
			each_node (n, bb)
				if (n->old)
					coalesce_old(e, n);
		}
}

/* ---- moves on edges ---------------------------------------------------------------- */

static void put_move(struct destruct *e, u32 bb, u32 dst, struct operand src) {
	struct node *n = mov_new(e->o, dst, src);
	struct val was = e->o->val.at[dst];
	node_append(e->o, bb, n);
	e->o->val.at[dst] = was; /* classes are written in several places */
}

/* Makes the copy into dst once nothing reads dst any more, and then the copies that this
 * makes possible. */
static void ready(struct destruct *e, struct copy *c, u32 bb, u32 dst) {
	while (e->copy_to[dst] && !e->reads[dst]) {
		struct copy *x = &c[e->copy_to[dst] - 1];
		if (x->done)
			return;
		x->done = true;
		put_move(e, bb, x->dst, x->src);
		if (x->src.kind != OPR_REG || x->from_spare)
			return;
		dst = x->src.index;
		e->reads[dst]--;
	}
}

/* Breaks a cycle of copies: moves dst to one more register, from which the copies that
 * wait for it read. */
static void open_cycle(struct destruct *e, struct copy *c, u32 n, u32 bb, u32 dst) {
	u32 spare = val_new(e->o, e->o->val.at[dst].type);
	put_move(e, bb, spare, opr_reg(dst));
	for (u32 k = 0; k < n; k++)
		if (!c[k].done && !c[k].from_spare && c[k].src.kind == OPR_REG &&
		    c[k].src.index == dst) {
			c[k].src.index = spare;
			c[k].from_spare = true;
		}
	e->reads[dst] = 0;
	ready(e, c, bb, dst);
}

/* Makes parallel copies a sequence of moves. */
static void put_copies(struct destruct *e, u32 bb, struct copy *c, u32 n) {
	for (u32 i = 0; i < n; i++) {
		e->copy_to[c[i].dst] = i + 1;
		if (c[i].src.kind == OPR_REG)
			e->reads[c[i].src.index]++;
	}
	for (u32 i = 0; i < n; i++)
		ready(e, c, bb, c[i].dst);
	for (u32 i = 0; i < n; i++)
		if (!c[i].done)
			open_cycle(e, c, n, bb, c[i].dst);
	for (u32 i = 0; i < n; i++)
		e->copy_to[c[i].dst] = 0;
}

static bool same_source(struct destruct *e, const struct operand *arg,
                        const struct operand *src) {
	if (arg->kind != src->kind)
		return false;
	return arg->kind == OPR_REG ? class_of(e, arg->index) == src->index
	                            : arg->value == src->value;
}

/* Checks whether another edge out of `from` needs the old value of the copy's
 * destination. If it needs the same copy, one copy serves both. */
static bool needed_beside(struct destruct *e, u32 from, u32 to, const struct copy *c) {
	struct opt *o = e->o;
	const struct bb *bb = &o->bb.at[from];
	struct operand *use;
	if (bb->term)
		each_src (o, bb->term, use)
			if (class_of(e, use->index) == c->dst)
				return true;
	members(e, c->dst);
	for (u32 s = 0; s < bb->succ.n; s++) {
		u32 t = bb->succ.at[s], before = from;
		if (t == to)
			continue;
		if (t >= e->nbb) { /* a block put on the edge */
			before = t;
			t = o->bb.at[t].succ.at[0];
		}
		for (u32 i = 0; i < e->class[c->dst].n; i++)
			if (live_into(e, e->class[c->dst].member[i], t))
				return true;
		u32 slot = pred_slot(o, t, before);
		each_phi (p, &o->bb.at[t]) {
			bool shared = before == from &&
			              same_source(e, &p->arg[slot], &c->src);
			if (class_of(e, p->dest) == c->dst
			            ? !shared
			            : p->arg[slot].kind == OPR_REG &&
			                      class_of(e, p->arg[slot].index) == c->dst)
				return true;
		}
	}
	return false;
}

static u32 edge_copies(struct destruct *e, u32 b, u32 k, struct copy *c) {
	struct opt *o = e->o;
	u32 n = 0;
	each_phi (p, &o->bb.at[b]) {
		struct operand arg = p->arg[k];
		u32 dst = class_of(e, p->dest);
		if (arg.kind == OPR_REG) {
			if (o->val.at[arg.index].bb == NO_BB)
				continue; /* any value will do */
			arg.index = class_of(e, arg.index);
			if (arg.index == dst)
				continue;
		}
		if (!map_find(&e->copied, live_key(dst, o->bb.at[b].pred.at[k])))
			c[n++] = (struct copy){.dst = dst, .src = arg};
	}
	return n;
}

static void moves_into(struct destruct *e, u32 b) {
	struct opt *o = e->o;
	u32 nphi = 0;
	each_phi (p, &o->bb.at[b])
		nphi++;
	struct copy *c = arena_array(o->a, struct copy, nphi);
	for (u32 k = 0; k < o->bb.at[b].pred.n; k++) {
		u32 from = o->bb.at[b].pred.at[k], at = from, slot = 0;
		u32 n = edge_copies(e, b, k, c), nsucc = o->bb.at[from].succ.n;
		if (!n)
			continue;
		bool split = nsucc > 2;
		for (u32 i = 0; i < n && nsucc > 1; i++)
			split |= needed_beside(e, from, b, &c[i]);
		while (split && o->bb.at[from].succ.at[slot] != b)
			slot++;
		if (split)
			at = edge_split(o, from, slot);
		else if (nsucc > 1)
			for (u32 i = 0; i < n; i++)
				*map_at(&e->copied, live_key(c[i].dst, from)) = 1;
		put_copies(e, at, c, n);
	}
}

/* Gives a guarded write that does not share a register with the old value that value by a
 * move. */
static void moves_of_old(struct destruct *e, struct node *n) {
	struct operand *d;
	u32 k = 0;
	struct operand dst[64];
	each_dst (e->o, n, d)
		if (k < countof(dst))
			dst[k++] = *d;
	for (u32 i = 0; i < k; i++) {
		struct operand old = n->old[i];
		if (old.kind == OPR_REG &&
		    (e->o->val.at[old.index].bb == NO_BB ||
		     class_of(e, old.index) == class_of(e, dst[i].index)))
			continue;
		struct val was = e->o->val.at[dst[i].index];
		node_before(e->o, n, mov_new(e->o, dst[i].index, old));
		e->o->val.at[dst[i].index] = was;
	}
	n->old = NULL;
	n->nold = 0;
}

/* Returns the class of each value; a value made since the start is its own class. */
static u32 *classes(struct destruct *e, u32 nval) {
	u32 *all = arena_array(e->o->a, u32, e->o->val.n);
	for (u32 v = 0; v < e->o->val.n; v++)
		all[v] = v < nval ? class_of(e, v) : v;
	return all;
}

u32 *ssa_destruct(struct opt *o) {
	struct destruct all = {.o = o}, *e = &all;
	const u8 *apart = lane_counters(o);
	u32 nval = o->val.n, nbb = o->bb.n;
	e->nbb = nbb;
	number_positions(o);
	e->related = arena_array(o->a, u8, nval);
	e->up = arena_array(o->a, u32, nval);
	e->apart = arena_array(o->a, u8, nval);
	e->last = arena_array(o->a, u32, nval);
	e->class = arena_array(o->a, struct value_class, nval);
	e->reads = arena_array(o->a, u32, 2 * nval + 64);
	e->copy_to = arena_array(o->a, u32, 2 * nval + 64);
	e->live = MAP_INIT(o->a);
	e->copied = MAP_INIT(o->a);
	for (u32 v = 0; v < nval; v++)
		e->up[v] = v;
	related_find(e);
	live_find(e);
	coalesce_counters(e, apart);
	coalesce(e);
	for (u32 b = 0; b < nbb; b++)
		if (!o->bb.at[b].is_dead && o->bb.at[b].phi)
			moves_into(e, b);
	for (u32 b = 0; b < o->bb.n; b++) {
		o->bb.at[b].phi = NULL;
		if (!o->bb.at[b].is_dead)
			each_node (n, &o->bb.at[b])
				if (n->old)
					moves_of_old(e, n);
	}
	return classes(e, nval);
}
