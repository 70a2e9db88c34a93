/* graph.c - the order of blocks, dominators and loops of the form of ssa.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

/* ---- order ------------------------------------------------------------------------- */

/* The taken branch is searched first, so that the other one follows in the order. */
static void order_find(struct opt *o) {
	u32 *stack = arena_array_raw(o->a, u32, o->bb.n),
	    *rest = arena_array_raw(o->a, u32, o->bb.n);
	u32 *post = arena_array_raw(o->a, u32, o->bb.n);
	u8 *seen = arena_array(o->a, u8, o->bb.n);
	u32 depth = 0, n = 0;
	stack[depth] = 0;
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

/* ---- dominators (Cooper, Harvey, Kennedy) ------------------------------------------ */

static u32 meet(const struct opt *o, u32 a, u32 b) {
	while (a != b) {
		while (o->bb.at[a].rpo > o->bb.at[b].rpo)
			a = o->bb.at[a].idom;
		while (o->bb.at[b].rpo > o->bb.at[a].rpo)
			b = o->bb.at[b].idom;
	}
	return a;
}

static void dominators_find(struct opt *o) {
	for (u32 i = 0; i < o->nrpo; i++)
		o->bb.at[o->rpo[i]].idom = NO_BB;
	o->bb.at[0].idom = 0;
	for (bool again = true; again;) {
		again = false;
		for (u32 i = 1; i < o->nrpo; i++) {
			struct bb *bb = &o->bb.at[o->rpo[i]];
			u32 d = NO_BB;
			for (u32 k = 0; k < bb->pred.n; k++)
				if (o->bb.at[bb->pred.at[k]].idom != NO_BB)
					d = d == NO_BB ? bb->pred.at[k]
					               : meet(o, d, bb->pred.at[k]);
			again |= d != bb->idom;
			bb->idom = d;
		}
	}
	o->bb.at[0].idom = NO_BB;
}

static void tree_number(struct opt *o) {
	u32 depth = 0, next = 0, *stack = arena_array_raw(o->a, u32, o->nrpo);
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

static void loops_find(struct opt *o) {
	struct u32s work = {0};
	o->nloop = 0;
	o->loop = arena_array(o->a, struct ssa_loop, o->nrpo + 1);
	for (u32 i = 0; i < o->nrpo; i++)
		o->bb.at[o->rpo[i]].loop = NO_LOOP;
	for (u32 i = o->nrpo; i-- > 0;) { /* inner headers come later in the order */
		u32 h = o->rpo[i];
		for (u32 k = 0; k < o->bb.at[h].pred.n; k++)
			if (bb_dominates(o, h, o->bb.at[h].pred.at[k]))
				vec_push(o->a, &work, o->bb.at[h].pred.at[k]);
		if (!work.n)
			continue;
		u32 l = o->nloop++;
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

void graph_build(struct opt *o) {
	order_find(o);
	dominators_find(o);
	tree_number(o);
	loops_find(o);
}
