/* licm.c - loop-invariant code motion: pure instructions move before the loop, and
 * so do loads that the loop runs whenever it is entered and whose memory nothing in it
 * can change.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

enum { ALL_SPACES = 0xffff };

struct licm {
	struct opt *o;
	u32 *preheader; /* per loop: its preheader, NO_BB: none yet */
	u16 *written;   /* per loop: spaces that it may write, a bit each */
};

/* ---- the preheader ----------------------------------------------------------------- */

static u32 join_outside(struct opt *o, u32 loop) {
	u32 h = o->loop[loop].header, preheader = bb_new(o);
	struct u32s outside = {0};
	for (u32 k = 0; k < o->bb.at[h].pred.n; k++)
		if (!loop_has(o, loop, o->bb.at[h].pred.at[k]))
			vec_push(o->a, &outside, o->bb.at[h].pred.at[k]);
	struct operand **arg = arena_array(o->a, struct operand *, outside.n);
	u32 nphi = 0, i = 0;
	each_phi (p, &o->bb.at[h])
		nphi++;
	for (u32 k = 0; k < outside.n; k++) {
		u32 at = pred_slot(o, h, outside.at[k]), slot = 0, n = 0;
		arg[k] = arena_array(o->a, struct operand, nphi);
		each_phi (p, &o->bb.at[h])
			arg[k][n++] = p->arg[at];
		while (o->bb.at[outside.at[k]].succ.at[slot] != h)
			slot++;
		edge_redirect(o, outside.at[k], slot, preheader);
	}
	edge_add(o, preheader, h);
	each_phi (p, &o->bb.at[h]) {
		struct operand same = arg[0][i];
		for (u32 k = 1; k < outside.n && same.kind != OPR_NONE; k++)
			if (!opr_equal(&same, &arg[k][i]))
				same.kind = OPR_NONE;
		/* Constants stay visible to unroll.c, which looks for what the first
		 * round sees. */
		if (same.kind == OPR_NONE) {
			struct phi *q = phi_new(o, preheader,
			                        val_new(o, o->val.at[p->dest].type));
			for (u32 k = 0; k < outside.n; k++)
				q->arg[k] = arg[k][i];
			same = opr_reg(q->dest);
		}
		p->arg[o->bb.at[h].pred.n - 1] = same;
		i++;
	}
	return preheader;
}

u32 loop_preheader(struct opt *o, u32 loop) {
	u32 h = o->loop[loop].header, n = 0, from = NO_BB, slot = 0;
	for (u32 k = 0; k < o->bb.at[h].pred.n; k++)
		if (!loop_has(o, loop, o->bb.at[h].pred.at[k])) {
			from = o->bb.at[h].pred.at[k];
			n++;
		}
	if (n != 1)
		return join_outside(o, loop);
	if (o->bb.at[from].succ.n == 1)
		return from;
	while (o->bb.at[from].succ.at[slot] != h)
		slot++;
	return edge_split(o, from, slot);
}

/* ---- what may move ----------------------------------------------------------------- */

static u32 space_bit(const struct node *n) {
	u32 s = MOD_GET(n->in.mods, SPACE);
	if (s == SPACE_SHARED_CTA || s == SPACE_SHARED_CLUSTER)
		s = SPACE_SHARED;
	return s == SPACE_GENERIC ? ALL_SPACES : 1u << s;
}

static void note_writes(struct licm *c, u32 b) {
	struct opt *o = c->o;
	u32 mask = 0;
	each_node (n, &o->bb.at[b]) {
		if (n->info->props & (PROP_FENCE | PROP_ATOMIC | PROP_CALL))
			mask = ALL_SPACES;
		else if (n->info->props & PROP_STORE)
			mask |= n->in.row == ROW_ST ? space_bit(n) : ALL_SPACES;
		else if (n->in.row == ROW_LD && !node_is_plain_access(n))
			mask = ALL_SPACES;
	}
	for (u32 l = o->bb.at[b].loop; l != NO_LOOP; l = o->loop[l].parent)
		c->written[l] |= (u16)mask;
}

static bool is_outside(const struct opt *o, u32 loop, u32 v) {
	u32 b = o->val.at[v].bb;
	return b == NO_BB || !loop_has(o, loop, b);
}

static bool is_invariant(struct licm *c, struct node *n, u32 loop) {
	struct opt *o = c->o;
	struct operand *use;
	each_src (o, n, use)
		if (!is_outside(o, loop, use->index))
			return false;
	if (node_is_pure(o, n) || node_is_invariant_load(o, n))
		return true;
	bool always = n->bb == o->loop[loop].header;
	bool untouched = n->in.row == ROW_LD && node_is_plain_access(n) &&
	                 n->guard.kind == OPR_NONE && !n->npragma &&
	                 (MOD_GET(n->in.mods, NC) ||
	                  !(c->written[loop] & space_bit(n))) &&
	                 MOD_GET(n->in.mods, SPACE) != SPACE_PARAM;
	return always && untouched;
}

/* Whether each round of the loop comes to the block. */
static bool in_each_round(const struct opt *o, u32 loop, u32 b) {
	const struct u32s *pred = &o->bb.at[o->loop[loop].header].pred;
	for (u32 k = 0; k < pred->n; k++)
		if (loop_has(o, loop, pred->at[k]) && !bb_dominates(o, b, pred->at[k]))
			return false;
	return true;
}

/* Checks for the wide form of an unsigned difference, as in `if (tid > 0) s[tid - 1]`.
 * The lanes that take such a branch are those in which it does not wrap, and it is linear
 * in the lane for them alone: engines know that of a branch. */
static bool may_wrap(const struct opt *o, const struct node *n) {
	bool is_cvt = n->in.row == ROW_CVT_II;
	const struct node *d = def_of(o, &n->in.operand[1]);
	if ((!is_cvt && n->in.row != ROW_MUL_WIDE && n->in.row != ROW_MAD_WIDE) ||
	    n->in.type[is_cvt] != TYPE_U32 || !d || d->guard.kind != OPR_NONE)
		return false;
	const struct operand *y = &d->in.operand[2];
	return d->in.row == ROW_SUB ||
	       (d->in.row == ROW_ADD && y->kind == OPR_IMM && (s32)y->value < 0);
}

static void visit(struct licm *c, struct node *n) {
	struct opt *o = c->o;
	u32 to = NO_LOOP;
	struct operand *d;
	if (n->in.row == ROW_MOV || n->in.row == ROW_MOV_PRED)
		return; /* constants and copies, which go where they are used */
	for (u32 l = o->bb.at[n->bb].loop; l != NO_LOOP && is_invariant(c, n, l);
	     l = o->loop[l].parent) {
		if (may_wrap(o, n) && !in_each_round(o, l, n->bb))
			break;
		to = l;
		if (!node_is_pure(o, n) && !node_is_invariant_load(o, n))
			break; /* one loop: outside it may run where it did not */
	}
	if (to == NO_LOOP || c->preheader[to] == NO_BB)
		return;
	node_remove(o, n);
	node_append(o, c->preheader[to], n);
	/* the code that proves them may come after it now */
	n->no_wrap_s = n->no_wrap_u = false;
	each_dst (o, n, d)
		o->val.at[d->index].bb = c->preheader[to];
	o->changed = true;
}

/* ---- sums with an invariant part --------------------------------------------------- */

static struct operand put(struct opt *o, u32 bb, struct node *before, enum row row,
                          u64 mods, u8 t, u8 result, struct operand a, struct operand b) {
	struct operand x[3] = {opr_reg(val_new(o, result)), a, b};
	u8 type[4] = {t};
	struct node *n = node_new(o, row, mods, type, x, 3);
	if (before)
		node_before(o, before, n);
	else
		node_append(o, bb, n);
	return x[0];
}

/* Returns which of operands 1 and 2 alone comes from outside the loop; 0: none or
 * both. */
static u32 invariant_part(const struct opt *o, const struct node *n, u32 loop) {
	const struct operand *x = n->in.operand;
	if (x[1].kind != OPR_REG || x[2].kind != OPR_REG)
		return 0;
	bool a = is_outside(o, loop, x[1].index), b = is_outside(o, loop, x[2].index);
	return a == b ? 0 : a ? 1 : 2;
}

static struct node *sum_inside(const struct opt *o, const struct operand *x, u32 bits) {
	struct node *d = def_of(o, x);
	bool good = d && d->in.row == ROW_ADD && d->guard.kind == OPR_NONE &&
	            type_info[d->in.type[0]].bits == bits;
	return good ? d : NULL;
}

/* a + (c + z) = (a + c) + z, where only z changes */
static void gather_sum(struct opt *o, struct node *n, u32 loop, u32 preheader) {
	u32 bits = type_info[n->in.type[0]].bits, i = invariant_part(o, n, loop);
	struct node *d = i ? sum_inside(o, &n->in.operand[3 - i], bits) : NULL;
	u32 k = d && o->val.at[node_dest(d)].nuse == 1 ? invariant_part(o, d, loop) : 0;
	if (!k || bits < 32 ||
	    (bits == 32 && n->no_wrap_s)) /* part_wide needs the sum as it is */
		return;
	u8 t = bits == 64 ? TYPE_S64 : TYPE_S32;
	struct operand x[2] = {put(o, preheader, NULL, ROW_ADD, 0, t, t, n->in.operand[i],
	                           d->in.operand[k]),
	                       d->in.operand[3 - k]};
	node_become(o, n, ROW_ADD, 0, t, 0, x, 2);
}

/* The same through an extension of (a + z) * k to 64 bits, if the sum is known not to
 * wrap. */
static void part_wide(struct opt *o, struct node *n, u32 loop, u32 preheader) {
	struct node *d = sum_inside(o, &n->in.operand[1], 32);
	u32 i = d && d->no_wrap_s ? invariant_part(o, d, loop) : 0;
	u8 from = n->in.type[n->in.row == ROW_CVT_II];
	if (!i || type_info[from].class != 'S' || type_info[from].bits != 32 ||
	    val_bits(o, node_dest(n)) != 64 || n->guard.kind != OPR_NONE)
		return;
	struct operand k = opr_imm(1);
	if (n->in.row == ROW_MUL_WIDE)
		k = n->in.operand[2];
	else if (n->in.mods || type_info[n->in.type[0]].bits != 64)
		return;
	if (k.kind != OPR_IMM)
		return;
	u64 wide = MOD_BITS(HILO, WIDE);
	struct operand x[2];
	x[0] = put(o, preheader, NULL, ROW_MUL_WIDE, wide, TYPE_S32, TYPE_S64,
	           d->in.operand[i], k);
	x[1] = put(o, n->bb, n, ROW_MUL_WIDE, wide, TYPE_S32, TYPE_S64,
	           d->in.operand[3 - i], k);
	node_become(o, n, ROW_ADD, 0, TYPE_S64, 0, x, 2);
	part_wide(o, o->val.at[x[1].index].def, loop, preheader);
}

static void gather(struct licm *c) {
	struct opt *o = c->o;
	uses_count(o);
	u32 nval = o->val.n;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 l = o->bb.at[o->rpo[i]].loop;
		if (l == NO_LOOP || c->preheader[l] == NO_BB)
			continue;
		each_node (n, &o->bb.at[o->rpo[i]]) {
			if (node_dest(n) == NO_VAL || node_dest(n) >= nval ||
			    n->guard.kind != OPR_NONE)
				continue;
			if (n->in.row == ROW_MUL_WIDE || n->in.row == ROW_CVT_II)
				part_wide(o, n, l, c->preheader[l]);
			else if (n->in.row == ROW_ADD)
				gather_sum(o, n, l, c->preheader[l]);
		}
	}
}

void pass_licm(struct opt *o) {
	graph_build(o);
	u32 nloop = o->nloop;
	if (!nloop)
		return;
	for (u32 l = 0; l < nloop; l++) {
		loop_preheader(o, l);
	}
	graph_build(o);
	struct licm c = {.o = o};
	c.preheader = arena_array(o->a, u32, o->nloop);
	c.written = arena_array(o->a, u16, o->nloop);
	for (u32 l = 0; l < o->nloop; l++) {
		const struct bb *h = &o->bb.at[o->loop[l].header];
		c.preheader[l] = NO_BB;
		for (u32 k = 0; k < h->pred.n; k++)
			if (!loop_has(o, l, h->pred.at[k]) &&
			    o->bb.at[h->pred.at[k]].succ.n == 1)
				c.preheader[l] = h->pred.at[k];
	}
	gather(&c);
	for (u32 i = 0; i < o->nrpo; i++)
		note_writes(&c, o->rpo[i]);
	for (u32 i = 0; i < o->nrpo; i++) {
		if (o->bb.at[o->rpo[i]].loop == NO_LOOP)
			continue;
		for (struct node *n = o->bb.at[o->rpo[i]].first, *next; n; n = next) {
			next = n->next;
			visit(&c, n);
		}
	}
}
