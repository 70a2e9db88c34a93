/* flow.c - simplifies control flow: branches with a known outcome, empty blocks, blocks
 * that merge, and jump threading, for paths on which a branch is already decided.
 *
 *     a: p = true    b: p = x           a jumps to yes; only b tests
 *          `--> c: @p bra yes <--'
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { ROUNDS = 6, THREAD_NODES = 4 };

/* ---- branches that go one way ------------------------------------------------------ */

static void go_one_way(struct opt *o, u32 b, u32 slot) {
	for (u32 i = o->bb.at[b].succ.n; i-- > 0;)
		if (i != slot)
			edge_remove(o, b, i);
	o->bb.at[b].line = o->bb.at[b].term->in.line;
	o->bb.at[b].term = NULL;
	o->changed = true;
}

static void settle_branch(struct opt *o, u32 b) {
	struct bb *bb = &o->bb.at[b];
	struct node *t = bb->term;
	if (!t || bb->succ.n == 0)
		return;
	if (t->in.row == ROW_BRA && t->guard.kind == OPR_IMM)
		go_one_way(o, b, ((u64)t->guard.value ^ t->guard.negated) & 1);
	else if (t->in.row == ROW_BRA && bb->succ.at[0] == bb->succ.at[1])
		go_one_way(o, b, 0);
	else if (t->in.row == ROW_BRX && t->in.operand[0].kind == OPR_IMM &&
	         (u64)t->in.operand[0].value < bb->succ.n)
		go_one_way(o, b, (u32)t->in.operand[0].value);
}

/* ---- blocks that hold nothing ------------------------------------------------------ */

/* Checks whether only phis of s use the phis of e, for the edge between them. */
static bool phis_are_passed_on(struct opt *o, u32 e, u32 s) {
	u32 slot = pred_slot(o, s, e);
	each_phi (p, &o->bb.at[e]) {
		u32 n = 0;
		each_phi (q, &o->bb.at[s])
			n += q->arg[slot].kind == OPR_REG &&
			     q->arg[slot].index == p->dest;
		if (n != o->val.at[p->dest].nuse)
			return false;
	}
	return true;
}

/* Returns the value that phi q of s gets from e when control enters e by its edge k. */
static struct operand passed_on(struct opt *o, u32 e, const struct phi *q, u32 slot,
                                u32 k) {
	struct operand x = q->arg[slot];
	if (x.kind == OPR_REG && o->val.at[x.index].phi && o->val.at[x.index].bb == e)
		return o->val.at[x.index].phi->arg[k];
	return x;
}

static bool edges_agree(struct opt *o, u32 e, u32 s, u32 from, u32 k) {
	u32 slot = pred_slot(o, s, e);
	for (u32 i = 0; i < o->bb.at[s].pred.n; i++) {
		if (o->bb.at[s].pred.at[i] != from)
			continue;
		each_phi (q, &o->bb.at[s]) {
			struct operand x = passed_on(o, e, q, slot, k);
			if (!opr_equal(&x, &q->arg[i]))
				return false;
		}
	}
	return true;
}

static void bypass(struct opt *o, u32 e, u32 s, u32 k) {
	u32 from = o->bb.at[e].pred.at[k], out = 0, slot = pred_slot(o, s, e), n = 0;
	struct operand *arg = NULL;
	each_phi (q, &o->bb.at[s])
		n++;
	arg = arena_array(o->a, struct operand, n);
	n = 0;
	each_phi (q, &o->bb.at[s])
		arg[n++] = passed_on(o, e, q, slot, k);
	while (o->bb.at[from].succ.at[out] != e)
		out++;
	edge_redirect(o, from, out, s);
	n = 0;
	each_phi (q, &o->bb.at[s])
		q->arg[o->bb.at[s].pred.n - 1] = arg[n++];
	o->changed = true;
}

static void skip_empty(struct opt *o, u32 e) {
	const struct bb *bb = &o->bb.at[e];
	if (e == 0 || bb->first || bb->term || bb->succ.at[0] == e || !bb->pred.n)
		return;
	u32 s = bb->succ.at[0];
	if (bb->phi && !phis_are_passed_on(o, e, s))
		return;
	for (u32 k = bb->pred.n; k-- > 0;) {
		u32 from = o->bb.at[e].pred.at[k];
		/* Edges that are equal must stay equal: those of a brx go together or not
		 * at all. */
		bool several = false;
		for (u32 i = 0; i < o->bb.at[e].pred.n; i++)
			several |= i != k && o->bb.at[e].pred.at[i] == from;
		if (from != e && !several && edges_agree(o, e, s, from, k))
			bypass(o, e, s, k);
	}
	if (!o->bb.at[e].pred.n && o->bb.at[e].unroll && !o->bb.at[s].unroll) {
		o->bb.at[s].unroll = o->bb.at[e].unroll;
		o->bb.at[s].unroll_by = o->bb.at[e].unroll_by;
	}
}

/* ---- blocks that are one ----------------------------------------------------------- */

static void take_phis(struct opt *o, u32 b, u32 s) {
	each_phi (p, &o->bb.at[s]) {
		struct operand x = p->arg[0];
		o->val.at[p->dest].same = x;
		if (x.kind != OPR_IMM)
			continue;
		o->val.at[p->dest].same.value &= (s64)bits_mask(val_bits(o, p->dest));
		node_append(o, b, mov_new(o, p->dest, x));
	}
	o->bb.at[s].phi = NULL;
}

static void join(struct opt *o, u32 b, u32 s) {
	struct operand *d;
	take_phis(o, b, s);
	struct bb *bb = &o->bb.at[b], *sb = &o->bb.at[s];
	for (struct node *n = sb->first; n; n = n->next) {
		n->bb = b;
		each_dst (o, n, d)
			o->val.at[d->index].bb = b;
	}
	if (sb->first) {
		sb->first->prev = bb->last;
		if (bb->last)
			bb->last->next = sb->first;
		else
			bb->first = sb->first;
		bb->last = sb->last;
	}
	bb->term = sb->term;
	if (bb->term)
		bb->term->bb = b;
	bb->line = sb->line;
	bb->succ = sb->succ;
	for (u32 k = 0; k < bb->succ.n; k++) {
		struct u32s *pred = &o->bb.at[bb->succ.at[k]].pred;
		for (u32 i = 0; i < pred->n; i++)
			if (pred->at[i] == s)
				pred->at[i] = b;
	}
	sb->first = sb->last = sb->term = NULL;
	sb->succ = (struct u32s){0};
	sb->pred = (struct u32s){0};
	sb->is_dead = true;
	o->graph_is_current = false;
	o->changed = true;
}

static void join_all(struct opt *o, u32 b) {
	for (;;) {
		const struct bb *bb = &o->bb.at[b];
		if (bb->is_dead || bb->term || bb->succ.n != 1)
			return;
		u32 s = bb->succ.at[0];
		if (s == b || o->bb.at[s].pred.n != 1 ||
		    (b == 0 && o->bb.at[s].loop != 0xffffffffu &&
		     o->loop[o->bb.at[s].loop].header == s))
			return;
		join(o, b, s);
	}
}

/* ---- branches that are decided before ---------------------------------------------- */

struct env { /* constants on one way into a block */
	u32 val[THREAD_NODES + 32];
	u64 is[THREAD_NODES + 32];
	u32 n;
};

static bool env_get(const struct env *e, const struct operand *x, u64 *v) {
	if (x->kind == OPR_IMM) {
		*v = (u64)x->value;
		return true;
	}
	for (u32 i = 0; x->kind == OPR_REG && i < e->n; i++)
		if (e->val[i] == x->index) {
			*v = e->is[i] ^ (x->negated ? ~(u64)0 : 0);
			return !x->sel;
		}
	return false;
}

static void env_run(struct opt *o, struct env *e, const struct node *n) {
	u64 arg[ROW_OPERANDS] = {0}, out[2];
	u32 d = node_dest(n);
	if (d == NO_VAL || val_bits(o, d) == 8 || val_bits(o, d) > 64 ||
	    val_bits(o, d) != type_info[row_operand_type(n->info, n->in.type, 0)].bits)
		return;
	for (u32 i = 1; i < n->in.noperand; i++)
		if (n->in.operand[i].kind != OPR_NONE &&
		    !env_get(e, &n->in.operand[i], &arg[i]))
			return;
	if (!eval_row((enum row)n->in.row, n->in.type, n->in.mods, arg, out))
		return;
	e->val[e->n] = d;
	e->is[e->n++] = out[0] & bits_mask(val_bits(o, d));
}

static bool may_thread(const struct opt *o, u32 b) {
	const struct bb *bb = &o->bb.at[b];
	u32 n = 0;
	if (!bb->phi || !bb->term || bb->term->in.row != ROW_BRA ||
	    bb->term->guard.kind != OPR_REG || bb->pred.n < 2)
		return false;
	for (u32 k = 0; k < bb->pred.n; k++) /* not a loop's header */
		if (o->bb.at[bb->pred.at[k]].rpo >= bb->rpo)
			return false;
	each_node (in, bb)
		if (++n > THREAD_NODES || in->info->table || !node_is_pure(o, in))
			return false;
	n = 0;
	each_phi (p, bb)
		if (++n > 32)
			return false;
	return true;
}

/* Returns 1 + the successor that control takes if it comes by edge k; 0: not known. */
static u32 decided(struct opt *o, u32 b, u32 k) {
	const struct bb *bb = &o->bb.at[b];
	struct env e = {.n = 0};
	u64 v;
	if (o->bb.at[bb->pred.at[k]].term &&
	    o->bb.at[bb->pred.at[k]].term->in.row == ROW_BRX)
		return 0;
	each_phi (p, bb)
		if (p->arg[k].kind == OPR_IMM) {
			e.val[e.n] = p->dest;
			e.is[e.n++] = (u64)p->arg[k].value &
			              bits_mask(val_bits(o, p->dest));
		}
	if (!e.n)
		return 0;
	each_node (n, bb)
		env_run(o, &e, n);
	return env_get(&e, &bb->term->guard, &v) ? 1 + (u32)(v & 1) : 0;
}

static void thread_edge(struct opt *o, u32 b, u32 k, u32 slot) {
	u32 from = o->bb.at[b].pred.at[k], to = o->bb.at[b].succ.at[slot],
	    at = pred_slot(o, to, b);
	each_node (n, &o->bb.at[b])
		node_append(o, from, node_copy(o, n));
	edge_redirect(o, from, 0, to);
	each_phi (p, &o->bb.at[to])
		p->arg[o->bb.at[to].pred.n - 1] = p->arg[at];
	o->changed = true;
}

static bool thread(struct opt *o, u32 b) {
	u8 slot[64];
	u32 npred = o->bb.at[b].pred.n;
	bool any = false;
	if (npred > countof(slot) || !may_thread(o, b))
		return false;
	for (u32 k = 0; k < npred; k++)
		any |= (slot[k] = (u8)decided(o, b, k)) != 0;
	if (!any)
		return false;
	ssa_demote(o, &b, 1);
	for (u32 k = npred; k-- > 0;)
		if (slot[k])
			thread_edge(o, b, k, slot[k] - 1u);
	return true;
}

/* ---- all of it --------------------------------------------------------------------- */

void pass_flow(struct opt *o) {
	bool before = o->changed;
	for (u32 round = 0; round < ROUNDS; round++) {
		bool threaded = false;
		o->changed = false;
		graph_build(o);
		u32 n = o->nrpo, *order = o->rpo;
		for (u32 i = 0; i < n; i++)
			settle_branch(o, order[i]);
		graph_build(o);
		uses_count(o);
		n = o->nrpo;
		order = o->rpo;
		for (u32 i = n; i-- > 0;)
			skip_empty(o, order[i]);
		graph_build(o);
		n = o->nrpo;
		order = o->rpo;
		for (u32 i = 0; i < n; i++)
			join_all(o, order[i]);
		rewrite_uses(o);
		graph_build(o);
		n = o->nrpo;
		order = o->rpo;
		for (u32 i = 0; i < n; i++)
			threaded |= thread(o, order[i]);
		if (threaded)
			ssa_construct(o);
		before |= o->changed;
		if (!o->changed)
			break;
	}
	o->changed = before;
	graph_build(o);
}
