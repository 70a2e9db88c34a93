/* ssa_construct.c - SSA construction: mutable values become values that are written once,
 * and phis. The form is pruned: phis go to the blocks on the dominance frontier of a
 * mutable value's writes at whose start it is live, and a walk over the dominator tree
 * gives each write a name of its own. Only mutable values are changed, so a pass may make
 * a few mutable and construct again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

struct place { /* list of blocks, per mutable value */
	u32 bb;
	struct place *next;
};

struct construct {
	struct opt *o;
	struct place **frontier; /* per block */
	struct place **write,
		**need;      /* per value: blocks that write it, that read it first */
	u32 *stamp;          /* per value: last block that wrote it, while scanning; +1 */
	u32 *live, *placed;  /* per block: 1 + the value that was handled last */
	struct operand *now; /* per value, while renaming */
	u32 nval;            /* values when it began */
	struct u32s undo_val;
	struct operands undo;
};

static void place_add(struct opt *o, struct place **list, u32 bb) {
	if (*list && (*list)->bb == bb)
		return;
	struct place *p = arena_new(o->a, struct place);
	*p = (struct place){bb, *list};
	*list = p;
}

static void frontiers_find(struct construct *c) {
	struct opt *o = c->o;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i];
		const struct bb *bb = &o->bb.at[b];
		if (bb->pred.n < 2)
			continue;
		for (u32 k = 0; k < bb->pred.n; k++)
			for (u32 r = bb->pred.at[k]; r != bb->idom; r = o->bb.at[r].idom)
				place_add(o, &c->frontier[r], b);
	}
}

/* ---- where they are written and read ----------------------------------------------- */

static void note_read(struct construct *c, const struct operand *use, u32 b) {
	if (opr_is_reg(use) && c->o->val.at[use->index].is_mutable &&
	    c->stamp[use->index] != b + 1)
		place_add(c->o, &c->need[use->index], b);
}

static void note_node(struct construct *c, struct node *n, u32 b) {
	struct operand *x;
	each_src (c->o, n, x)
		note_read(c, x, b);
	each_dst (c->o, n, x)
		if (c->o->val.at[x->index].is_mutable) {
			c->stamp[x->index] = b + 1;
			place_add(c->o, &c->write[x->index], b);
		}
}

static void scan(struct construct *c) {
	struct opt *o = c->o;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i];
		struct bb *bb = &o->bb.at[b];
		each_node (n, bb)
			note_node(c, n, b);
		if (bb->term)
			note_node(c, bb->term, b);
		for (u32 k = 0; k < bb->succ.n; k++) {
			struct bb *to = &o->bb.at[bb->succ.at[k]];
			each_phi (p, to)
				for (u32 s = 0; s < to->pred.n; s++)
					if (to->pred.at[s] == b)
						note_read(c, &p->arg[s], b);
		}
	}
}

/* ---- phis -------------------------------------------------------------------------- */

/* Marks the blocks at whose start the value is needed. */
static void mark_live(struct construct *c, u32 v, struct u32s *work) {
	struct opt *o = c->o;
	for (struct place *p = c->write[v]; p; p = p->next)
		c->placed[p->bb] = v + 1; /* for the time being: writes */
	for (struct place *p = c->need[v]; p; p = p->next)
		if (c->live[p->bb] != v + 1) {
			c->live[p->bb] = v + 1;
			vec_push(o->a, work, p->bb);
		}
	while (work->n) {
		const struct bb *bb = &o->bb.at[vec_pop(work)];
		for (u32 k = 0; k < bb->pred.n; k++) {
			u32 from = bb->pred.at[k];
			if (c->placed[from] == v + 1 || c->live[from] == v + 1)
				continue;
			c->live[from] = v + 1;
			vec_push(o->a, work, from);
		}
	}
	for (struct place *p = c->write[v]; p; p = p->next)
		c->placed[p->bb] = 0;
}

static void place_phis(struct construct *c, u32 v, struct u32s *work) {
	struct opt *o = c->o;
	mark_live(c, v, work);
	for (struct place *p = c->write[v]; p; p = p->next)
		vec_push(o->a, work, p->bb);
	while (work->n) {
		u32 b = vec_pop(work);
		for (struct place *p = c->frontier[b]; p; p = p->next) {
			if (c->placed[p->bb] == v + 1 || c->live[p->bb] != v + 1)
				continue;
			c->placed[p->bb] = v + 1;
			struct phi *phi = phi_new(o, p->bb,
			                          val_new(o, o->val.at[v].type));
			phi->var = v;
			vec_push(o->a, work, p->bb);
		}
	}
}

/* ---- names ------------------------------------------------------------------------- */

static void set_now(struct construct *c, u32 v, struct operand to) {
	vec_push(c->o->a, &c->undo_val, v);
	vec_push(c->o->a, &c->undo, c->now[v]);
	c->now[v] = to;
}

/* Renames a read; a register that is read before it is written becomes a value that
 * nothing defines. */
static void rename_read(struct construct *c, struct operand *use) {
	if (!opr_is_reg(use) || use->index >= c->nval ||
	    !c->o->val.at[use->index].is_mutable)
		return;
	u32 v = use->index;
	if (c->now[v].kind == OPR_NONE)
		c->now[v] = opr_reg(val_new(c->o, c->o->val.at[v].type));
	use->index = c->now[v].index;
}

static void rename_node(struct construct *c, struct node *n) {
	struct opt *o = c->o;
	struct operand *x;
	each_src (o, n, x)
		rename_read(c, x);
	each_dst (o, n, x) {
		u32 v = x->index;
		if (!o->val.at[v].is_mutable)
			continue;
		x->index = val_new(o, o->val.at[v].type);
		set_now(c, v, opr_reg(x->index));
	}
	node_defines(o, n);
}

static void rename_block(struct construct *c, u32 b) {
	struct opt *o = c->o;
	each_phi (p, &o->bb.at[b])
		if (p->var != NO_VAL)
			set_now(c, p->var, opr_reg(p->dest));
	each_node (n, &o->bb.at[b])
		rename_node(c, n);
	if (o->bb.at[b].term)
		rename_node(c, o->bb.at[b].term);
	for (u32 k = 0; k < o->bb.at[b].succ.n; k++) {
		struct bb *to = &o->bb.at[o->bb.at[b].succ.at[k]];
		each_phi (p, to)
			for (u32 s = 0; s < to->pred.n; s++) {
				if (to->pred.at[s] != b)
					continue;
				if (p->var != NO_VAL && p->arg[s].kind == OPR_NONE)
					p->arg[s] = opr_reg(p->var);
				rename_read(c, &p->arg[s]);
			}
	}
}

static void undo_to(struct construct *c, u32 n) {
	while (c->undo.n > n) {
		struct operand was = vec_pop(&c->undo);
		u32 v = vec_pop(&c->undo_val);
		if (was.kind != OPR_NONE)
			c->now[v] = was;
		else
			c->now[v] = (struct operand){0};
	}
}

static void rename_all(struct construct *c) {
	struct opt *o = c->o;
	u32 depth = 0, *stack = arena_array_raw(o->a, u32, o->nrpo);
	u32 *mark = arena_array_raw(o->a, u32, o->nrpo);
	u32 b = 0;
	while (b != NO_BB) {
		mark[depth] = c->undo.n;
		stack[depth++] = b;
		rename_block(c, b);
		b = o->bb.at[b].child;
		while (b == NO_BB && depth) {
			u32 done = stack[--depth];
			undo_to(c, mark[depth]);
			b = o->bb.at[done].sibling;
		}
	}
}

void ssa_construct(struct opt *o) {
	graph_build(o);
	struct construct c = {.o = o, .nval = o->val.n};
	struct u32s work = {0};
	c.frontier = arena_array(o->a, struct place *, o->bb.n);
	c.write = arena_array(o->a, struct place *, o->val.n);
	c.need = arena_array(o->a, struct place *, o->val.n);
	c.stamp = arena_array(o->a, u32, o->val.n);
	c.live = arena_array(o->a, u32, o->bb.n);
	c.placed = arena_array(o->a, u32, o->bb.n);
	c.now = arena_array(o->a, struct operand, o->val.n);
	frontiers_find(&c);
	scan(&c);
	for (u32 v = 0; v < c.nval; v++)
		if (o->val.at[v].is_mutable && c.need[v] && c.write[v])
			place_phis(&c, v, &work);
	rename_all(&c);
	for (u32 v = 0; v < c.nval; v++)
		if (o->val.at[v].is_mutable) {
			o->val.at[v].is_mutable = false;
			o->val.at[v].bb = NO_BB;
			o->val.at[v].def = NULL;
			o->val.at[v].phi = NULL;
		}
	for (u32 i = 0; i < o->nrpo; i++)
		each_phi (p, &o->bb.at[o->rpo[i]])
			p->var = NO_VAL;
}

/* ---- the way back ------------------------------------------------------------------ */

/* The moves on an edge read all before they write any. Other successors of the
 * predecessor still need the old values, so an edge that is not its only one gets a
 * block. */
static void phis_to_moves(struct opt *o, u32 b) {
	for (u32 k = 0; k < o->bb.at[b].pred.n; k++) {
		u32 from = o->bb.at[b].pred.at[k], slot = 0;
		struct node *first = NULL;
		while (o->bb.at[from].succ.at[slot] != b)
			slot++;
		if (o->bb.at[from].succ.n > 1)
			from = edge_split(o, from, slot);
		each_phi (p, &o->bb.at[b]) {
			u32 t = val_new(o, o->val.at[p->dest].type);
			o->val.at[t].is_mutable = true;
			node_append(o, from, mov_new(o, t, p->arg[k]));
			first = first ? first : o->bb.at[from].last;
		}
		each_phi (p, &o->bb.at[b]) {
			node_append(o, from, mov_new(o, p->dest, first->in.operand[0]));
			first = first->next;
		}
	}
	o->bb.at[b].phi = NULL;
}

void ssa_demote(struct opt *o, const u32 *block, u32 n) {
	for (u32 i = 0; i < n; i++) {
		struct bb *bb = &o->bb.at[block[i]];
		struct operand *x;
		each_phi (p, bb)
			o->val.at[p->dest].is_mutable = true;
		each_node (in, bb)
			each_dst (o, in, x)
				o->val.at[x->index].is_mutable = true;
	}
	for (u32 i = 0; i < n; i++)
		if (o->bb.at[block[i]].phi)
			phis_to_moves(o, block[i]);
}
