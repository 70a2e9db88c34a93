/* lane_counters.c - counters of loops that lanes leave in different rounds:
 *
 *     for (j = tid.x; j < n; j += 256) ...; use of j
 *
 * While lanes are in the loop their counters differ by a constant, which makes the
 * addresses that depend on them linear in the lane's number (ir/analysis/uniform.h);
 * where they have left it they do not. Registers are judged over all their uses, so the
 * counter has a register for the loop, and what is read of it afterwards another one,
 * written in each round. Loops that are unrolled by a few rounds leave their counters to
 * those that make the rest.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

enum { MOST_DEPTH = 12 };

enum { LEFT_FAR = 1, LEFT_BY_EDGE = 2 };

struct counters {
	struct opt *o;
	u32 nval;   /* at the beginning */
	u8 *left;   /* per value: LEFT_, used outside of the loop that defines it */
	u32 *read;  /* per value: by how many instructions of that loop but comparisons */
	u8 *apart;  /* the result */
	u32 *after; /* per value: what it is called after its loop; 0: as before */
};

static bool is_inside(const struct opt *o, u32 bb, u32 loop) {
	u32 l = o->bb.at[bb].loop;
	while (l != NO_LOOP && l != loop)
		l = o->loop[l].parent;
	return l == loop;
}

/* Checks whether block b is outside of the loop that defines x. */
static bool is_outside(const struct opt *o, const struct operand *x, u32 b) {
	u32 def = x->kind == OPR_REG ? o->val.at[x->index].bb : NO_BB;
	u32 loop = def == NO_BB ? NO_LOOP : o->bb.at[def].loop;
	return loop != NO_LOOP && !is_inside(o, b, loop);
}

/* Notes a use in block b, of a phi in the predecessor. */
static void note_use(struct counters *s, struct operand *x, u32 b) {
	if (is_outside(s->o, x, b))
		s->left[x->index] |= LEFT_FAR;
}

/* Notes those that edges out of loops take to phis. */
static void note_edges(struct counters *s) {
	struct opt *o = s->o;
	for (u32 i = 0; i < o->nrpo; i++) {
		const struct bb *bb = &o->bb.at[o->rpo[i]];
		each_phi (p, bb)
			for (u32 k = 0; k < bb->pred.n; k++)
				if (is_outside(o, &p->arg[k], o->rpo[i]))
					s->left[p->arg[k].index] |= LEFT_BY_EDGE;
	}
}

typedef void use_visit_fn(struct counters *s, struct operand *x, u32 b);

static void each_use(struct counters *s, use_visit_fn *visit) {
	struct opt *o = s->o;
	struct operand *use;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i];
		struct bb *bb = &o->bb.at[b];
		each_phi (p, bb)
			for (u32 k = 0; k < bb->pred.n; k++)
				visit(s, &p->arg[k], bb->pred.at[k]);
		each_node (n, bb)
			each_src (o, n, use)
				visit(s, use, b);
		if (bb->term)
			each_src (o, bb->term, use)
				visit(s, use, b);
	}
}

/* Counts what addresses and values may depend on. */
static void count_reads(struct counters *s) {
	struct opt *o = s->o;
	struct operand *use;
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		each_node (n, bb) {
			bool is_test = n->in.row == ROW_SETP_S ||
			               n->in.row == ROW_SETP_U || n->in.row == ROW_SETP_B;
			each_src (o, n, use)
				if (!is_test && use->kind == OPR_REG &&
				    !is_outside(o, use, o->rpo[i]))
					s->read[use->index]++;
		}
	}
}

static bool is_of_lane(u32 sreg) {
	switch (sreg) {
	case SREG_TID_X:
	case SREG_TID_Y:
	case SREG_TID_Z:
	case SREG_LANEID: return true;
	default: return false;
	}
}

/* Checks whether lanes may have different values. `counter` is the same in all of those
 * that make a round if it is so at first. */
static bool varies(struct counters *s, const struct operand *x, u32 counter, u32 depth) {
	struct opt *o = s->o;
	if (x->kind == OPR_SREG)
		return is_of_lane(x->index);
	if (x->kind != OPR_REG || x->index == counter)
		return false;
	struct node *n = o->val.at[x->index].def;
	if (!n || depth == MOST_DEPTH)
		return true;
	if (n->info->props & PROP_LOAD)
		return n->in.row != ROW_LD || MOD_GET(n->in.mods, SPACE) != SPACE_PARAM;
	if (n->info->props & (PROP_ATOMIC | PROP_CALL | PROP_VARYING))
		return true;
	for (u32 i = 1; i < n->in.noperand; i++)
		if (varies(s, &n->in.operand[i], counter, depth + 1))
			return true;
	return n->old != NULL;
}

static bool is_same_in_rounds(const struct opt *o, const struct operand *x, u32 loop) {
	if (x->kind != OPR_REG)
		return true;
	u32 def = o->val.at[x->index].bb;
	return def == NO_BB || !is_inside(o, def, loop);
}

/* Checks whether the value is v and what is the same in all rounds of the loop. */
static bool adds_to(const struct opt *o, const struct operand *x, u32 v, u32 loop) {
	const struct node *n = x->kind == OPR_REG ? o->val.at[x->index].def : NULL;
	if (!n || n->in.row != ROW_ADD || n->old)
		return false;
	for (u32 i = 1; i <= 2; i++)
		if (n->in.operand[i].kind == OPR_REG && n->in.operand[i].index == v)
			return is_same_in_rounds(o, &n->in.operand[3 - i], loop);
	return false;
}

/* Checks whether the loop is left where lanes may decide differently. */
static bool lanes_part(struct counters *s, u32 loop, u32 counter) {
	struct opt *o = s->o;
	for (u32 i = 0; i < o->loop[loop].block.n; i++) {
		const struct bb *bb = &o->bb.at[o->loop[loop].block.at[i]];
		for (u32 k = 0; bb->term && k < bb->succ.n; k++)
			if (!is_inside(o, bb->succ.at[k], loop) &&
			    varies(s, &bb->term->guard, counter, 0))
				return true;
	}
	return false;
}

static bool is_lane_counter(struct counters *s, u32 b, const struct phi *p) {
	struct opt *o = s->o;
	const struct bb *bb = &o->bb.at[b];
	bool leaves = s->left[p->dest] != 0, parts = false;
	u32 counts = 0, reads = s->read[p->dest];
	if (val_bits(o, p->dest) < 32)
		return false;
	for (u32 k = 0; k < bb->pred.n; k++) {
		const struct operand *x = &p->arg[k];
		if (!is_inside(o, bb->pred.at[k], bb->loop)) {
			parts |= varies(s, x, p->dest, 0);
			continue;
		}
		if (!adds_to(o, x, p->dest, bb->loop))
			return false;
		counts++;
		reads += s->read[x->index];
		leaves |= s->left[x->index] != 0;
	}
	/* one that only counts has no need of it */
	return counts && reads > counts && leaves &&
	       (parts || lanes_part(s, bb->loop, p->dest));
}

/* The block after the loop, if there is one way out, to a block that is nowhere else
 * entered; else NO_BB. */
static u32 only_exit(const struct opt *o, u32 loop) {
	u32 exit = NO_BB;
	for (u32 i = 0; i < o->loop[loop].block.n; i++) {
		const struct bb *bb = &o->bb.at[o->loop[loop].block.at[i]];
		for (u32 k = 0; k < bb->succ.n; k++) {
			if (is_inside(o, bb->succ.at[k], loop))
				continue;
			if (exit != NO_BB)
				return NO_BB;
			exit = bb->succ.at[k];
		}
	}
	return exit != NO_BB && o->bb.at[exit].pred.n == 1 ? exit : NO_BB;
}

/* Gives a value another name after the loop: a phi with one argument. */
static void name_after(struct counters *s, u32 v, u32 exit) {
	struct opt *o = s->o;
	if (!(s->left[v] & LEFT_FAR))
		return;
	u32 dest = val_new(o, o->val.at[v].type);
	struct phi *p = phi_new(o, exit, dest);
	p->arg[0] = opr_reg(v);
	s->after[v] = dest;
}

static void rename_use(struct counters *s, struct operand *x, u32 b) {
	if (x->kind == OPR_REG && x->index < s->nval && s->after[x->index] &&
	    is_outside(s->o, x, b))
		x->index = s->after[x->index];
}

static void find(struct counters *s, u32 loop) {
	struct opt *o = s->o;
	u32 b = o->loop[loop].header, exit = only_exit(o, loop);
	each_phi (p, &o->bb.at[b]) {
		if (!is_lane_counter(s, b, p))
			continue;
		s->apart[p->dest] = 1;
		if (exit == NO_BB)
			continue;
		name_after(s, p->dest, exit);
		for (u32 k = 0; k < o->bb.at[b].pred.n; k++)
			if (is_inside(o, o->bb.at[b].pred.at[k], loop) &&
			    !s->after[p->arg[k].index])
				name_after(s, p->arg[k].index, exit);
	}
}

u8 *lane_counters(struct opt *o) {
	u32 nval = o->val.n;
	/* each value has at most one name more */
	u8 *apart = arena_array(o->a, u8, 2 * nval);
	if (!o->nloop)
		return apart;
	struct counters s = {.o = o,
	                     .nval = nval,
	                     .left = arena_array(o->a, u8, nval),
	                     .read = arena_array(o->a, u32, nval),
	                     .apart = apart,
	                     .after = arena_array(o->a, u32, nval)};
	count_reads(&s);
	each_use(&s, note_use);
	note_edges(&s);
	for (u32 l = 0; l < o->nloop; l++)
		find(&s, l);
	each_use(&s, rename_use);
	return apart;
}
