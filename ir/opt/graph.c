/* graph.c - the order of blocks, dominators and loops of the form of ssa.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

/* Blocks by their numbers in depth-first order. A block that thousands of others jump to
 * costs as much as its edges: for each of them, the path to the nearest block that is
 * linked is walked and made short. */
struct forest {
	u32 *block, *parent;
	u32 *semi;  /* the semidominator */
	u32 *above; /* a block further up on the path from the root; NO_BB: not linked */
	u32 *best;  /* the one with the least semidominator from it to `above` */
	u32 *path;
	u32 *work[4];
};

/* ---- order ------------------------------------------------------------------------- */

/* The taken branch is searched first, so that the other one follows in the order. Blocks
 * are numbered as they are met. */
static void order_find(struct opt *o, struct forest *f) {
	u32 *stack = f->work[0], *rest = f->work[1], *post = f->work[2];
	u32 *seen = f->work[3];
	u32 depth = 0, n = 0, met = 0;
	memset(seen, 0, o->bb.n * sizeof *seen);
	stack[depth] = 0;
	f->block[met] = o->bb.at[0].enter = met;
	f->parent[met++] = 0;
	rest[depth++] = o->bb.at[0].succ.n;
	seen[0] = 1;
	while (depth) {
		u32 b = stack[depth - 1];
		if (!rest[depth - 1]) {
			post[n++] = b;
			depth--;
			continue;
		}
		u32 to = o->bb.at[b].succ.at[--rest[depth - 1]];
		if (seen[to])
			continue;
		seen[to] = 1;
		f->parent[met] = o->bb.at[b].enter;
		f->block[met] = to;
		o->bb.at[to].enter = met++;
		stack[depth] = to;
		rest[depth++] = o->bb.at[to].succ.n;
	}
	o->rpo = arena_array_raw(o->a, u32, n);
	o->nrpo = n;
	for (u32 i = 0; i < n; i++) {
		o->rpo[i] = post[n - 1 - i];
		o->bb.at[o->rpo[i]].rpo = i;
	}
	for (u32 b = 0; b < o->bb.n; b++) {
		struct bb *bb = &o->bb.at[b];
		if (seen[b] || bb->is_dead)
			continue;
		while (bb->succ.n)
			edge_remove(o, b, bb->succ.n - 1);
		bb->is_dead = true;
		bb->phi = NULL;
		bb->first = bb->last = bb->term = NULL;
	}
}

/* ---- dominators (Semi-NCA: Georgiadis, Tarjan, Werneck 2006) ------------------------ */

static u32 best_above(struct forest *f, u32 v) {
	u32 n = 0;
	if (f->above[v] == NO_BB)
		return v;
	for (u32 x = v; f->above[f->above[x]] != NO_BB; x = f->above[x])
		f->path[n++] = x;
	while (n) {
		u32 x = f->path[--n], up = f->above[x];
		if (f->semi[f->best[up]] < f->semi[f->best[x]])
			f->best[x] = f->best[up];
		f->above[x] = f->above[up];
	}
	return f->best[v];
}

static void semidominators_find(struct opt *o, struct forest *f) {
	for (u32 i = 0; i < o->nrpo; i++) {
		f->semi[i] = f->best[i] = i;
		f->above[i] = NO_BB;
	}
	for (u32 i = o->nrpo; i-- > 1;) {
		const struct bb *bb = &o->bb.at[f->block[i]];
		f->semi[i] = f->parent[i];
		for (u32 k = 0; k < bb->pred.n; k++) {
			u32 v = o->bb.at[bb->pred.at[k]].enter;
			f->semi[i] = MIN(f->semi[i], f->semi[best_above(f, v)]);
		}
		f->above[i] = f->parent[i];
	}
}

static void dominators_find(struct opt *o, struct forest *f) {
	u32 *idom = f->path;
	semidominators_find(o, f);
	idom[0] = 0;
	for (u32 i = 1; i < o->nrpo; i++) {
		u32 d = f->parent[i];
		while (d > f->semi[i])
			d = idom[d];
		idom[i] = d;
		o->bb.at[f->block[i]].idom = f->block[d];
	}
	o->bb.at[0].idom = NO_BB;
}

static void tree_number(struct opt *o, u32 *stack) {
	u32 depth = 0, next = 0;
	for (u32 i = 0; i < o->nrpo; i++)
		o->bb.at[o->rpo[i]].child = NO_BB;
	for (u32 i = o->nrpo; i-- > 1;) {
		struct bb *bb = &o->bb.at[o->rpo[i]], *up = &o->bb.at[bb->idom];
		bb->sibling = up->child;
		up->child = o->rpo[i];
	}
	o->bb.at[0].sibling = NO_BB;
	stack[depth++] = 0;
	for (u32 b = 0; depth;) {
		o->bb.at[b].enter = next++;
		if (o->bb.at[b].child != NO_BB) {
			b = stack[depth++] = o->bb.at[b].child;
			continue;
		}
		while (depth) {
			u32 done = stack[--depth];
			o->bb.at[done].leave = next - 1;
			if (o->bb.at[done].sibling != NO_BB) {
				b = stack[depth++] = o->bb.at[done].sibling;
				break;
			}
		}
	}
}

/* ---- loops: natural ones, headers dominate what jumps back ------------------------- */

/* Walks back from the jumps to the header; loops found before are inside and stand for
 * their blocks. */
static void loop_fill(struct opt *o, u32 loop, struct u32s *work) {
	u32 header = o->loop[loop].header;
	while (work->n) {
		u32 b = vec_pop(work);
		u32 l = o->bb.at[b].loop;
		if (l == NO_LOOP) {
			if (b == header)
				continue;
			o->bb.at[b].loop = loop;
		} else {
			while (o->loop[l].parent != NO_LOOP)
				l = o->loop[l].parent;
			if (l == loop)
				continue;
			o->loop[l].parent = loop;
			b = o->loop[l].header;
		}
		if (b == header)
			continue;
		for (u32 i = 0; i < o->bb.at[b].pred.n; i++)
			vec_push(o->a, work, o->bb.at[b].pred.at[i]);
	}
}

static u32 loop_new(struct opt *o) {
	if (o->nloop == o->loop_cap) {
		struct ssa_loop *more = arena_array_raw(o->a, struct ssa_loop,
		                                        2 * o->loop_cap + 8);
		if (o->nloop)
			memcpy(more, o->loop, o->nloop * sizeof *more);
		o->loop = more;
		o->loop_cap = 2 * o->loop_cap + 8;
	}
	return o->nloop++;
}

static void loops_find(struct opt *o) {
	struct u32s work = {0};
	o->nloop = 0;
	for (u32 i = 0; i < o->nrpo; i++)
		o->bb.at[o->rpo[i]].loop = NO_LOOP;
	for (u32 i = o->nrpo; i-- > 0;) { /* inner headers come later in the order */
		u32 h = o->rpo[i];
		for (u32 k = 0; k < o->bb.at[h].pred.n; k++)
			if (bb_dominates(o, h, o->bb.at[h].pred.at[k]))
				vec_push(o->a, &work, o->bb.at[h].pred.at[k]);
		if (!work.n)
			continue;
		u32 l = loop_new(o);
		o->loop[l] = (struct ssa_loop){.header = h, .parent = NO_LOOP};
		o->bb.at[h].loop = l;
		loop_fill(o, l, &work);
	}
	for (u32 l = o->nloop; l-- > 0;) { /* outer loops were found later */
		u32 p = o->loop[l].parent;
		o->loop[l].depth = p == NO_LOOP ? 1 : o->loop[p].depth + 1;
		if (p != NO_LOOP)
			o->loop[p].has_inner = true;
	}
	for (u32 i = 0; i < o->nrpo; i++)
		for (u32 l = o->bb.at[o->rpo[i]].loop; l != NO_LOOP;
		     l = o->loop[l].parent)
			vec_push(o->a, &o->loop[l].block, o->rpo[i]);
}

/* Passes ask for the graph without knowing whether the one before left it as it was. */
void graph_build(struct opt *o) {
	u32 n = o->bb.n;
	if (o->graph_is_current)
		return;
	if (n > o->graph_cap) {
		o->graph_cap = n + n / 2;
		o->graph_room = arena_array_raw(o->a, u32, 10 * (size_t)o->graph_cap);
	}
	u32 *r = o->graph_room;
	struct forest f = {r,
	                   r + n,
	                   r + 2 * n,
	                   r + 3 * n,
	                   r + 4 * n,
	                   r + 5 * n,
	                   {r + 6 * n, r + 7 * n, r + 8 * n, r + 9 * n}};
	order_find(o, &f);
	dominators_find(o, &f);
	tree_number(o, f.work[0]);
	loops_find(o);
	o->graph_is_current = true;
}
