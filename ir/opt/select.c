/* select.c - if-conversion: a branch around one or two cheap instructions becomes selp.
 *
 *     @p bra yes;  b = x;  yes: a = y;  join: phi(a, b)      ->     selp phi, y, x, p
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { MOST_NODES = 4, MOST_CHOICES = 3 };

static bool is_cheap(const struct opt *o, const struct node *n) {
	if (n->info->table || !node_is_pure(o, n) || (n->info->props & PROP_APPROX))
		return false;
	switch (n->in.row) {
	case ROW_DIV:
	case ROW_REM:
	case ROW_DIV_F64:
	case ROW_DIV_F32:
	case ROW_SQRT_F32:
	case ROW_SQRT_F64:
	case ROW_RCP_F32:
	case ROW_RCP_F64: return false;
	default: return true;
	}
}

/* A variable's address costs nothing where a load of either variable takes its place
 * (address.c). */
static bool is_address(const struct node *n) {
	return (n->in.row == ROW_MOV_SYM || n->in.row == ROW_CVTA) &&
	       n->guard.kind == OPR_NONE;
}

/* Checks that control comes to the block only from b and goes to `to` alone, and that its
 * instructions are cheap. */
static bool is_side(const struct opt *o, u32 side, u32 b, u32 to, u32 *count) {
	const struct bb *bb = &o->bb.at[side];
	if (bb->pred.n != 1 || bb->pred.at[0] != b || bb->term || bb->succ.n != 1 ||
	    bb->succ.at[0] != to || bb->phi)
		return false;
	each_node (n, bb) {
		if (is_address(n))
			continue;
		++*count;
		if (!is_cheap(o, n))
			return false;
	}
	return true;
}

static bool arms_fit(const struct opt *o, const struct phi *p, u32 no, u32 yes,
                     u32 *count) {
	if (opr_equal(&p->arg[no], &p->arg[yes]))
		return true;
	u32 bits = val_bits(o, p->dest);
	++*count;
	if (bits == 1)
		return p->arg[no].kind == OPR_IMM || p->arg[yes].kind == OPR_IMM;
	return bits >= 16 && bits <= 64;
}

static struct operand make(struct opt *o, u32 b, enum row row, u8 t,
                           const struct operand *src, u32 n) {
	struct operand x[4] = {opr_reg(val_new(o, t))};
	u8 type[4] = {t};
	memcpy(x + 1, src, n * sizeof(*src));
	node_append(o, b, node_new(o, row, 0, type, x, n + 1));
	return x[0];
}

static struct operand plain(struct opt *o, u32 b, struct operand p, bool flip) {
	bool negate = p.negated ^ flip;
	p.negated = 0;
	return negate ? make(o, b, ROW_NOT_PRED, TYPE_PRED, &p, 1) : p;
}

/* Makes p ? yes : no of predicates, one of which is a constant. */
static struct operand choose_pred(struct opt *o, u32 b, struct operand p,
                                  struct operand yes, struct operand no) {
	bool on_yes = yes.kind == OPR_IMM;
	bool c = ((on_yes ? yes.value : no.value) & 1) != 0;
	struct operand other = on_yes ? no : yes;
	if (other.kind == OPR_IMM) /* the constants differ */
		return plain(o, b, p, !c);
	/* p ? 1 : x = p | x     p ? 0 : x = !p & x     p ? x : 1 = !p | x     p ? x : 0 = p & x */
	struct operand src[2] = {plain(o, b, p, on_yes != c), other};
	return make(o, b, c ? ROW_OR_PRED : ROW_AND_PRED, TYPE_PRED, src, 2);
}

static struct operand choose(struct opt *o, u32 b, struct operand p, struct operand yes,
                             struct operand no, u32 bits) {
	if (opr_equal(&yes, &no))
		return yes;
	if (bits == 1)
		return choose_pred(o, b, p, yes, no);
	u8 t = bits == 16 ? TYPE_B16 : bits == 32 ? TYPE_B32 : TYPE_B64;
	struct operand src[3] = {p.negated ? no : yes, p.negated ? yes : no, p};
	src[2].negated = 0;
	for (u32 i = 0; i < 2; i++)
		if (src[i].kind == OPR_IMM)
			src[i].value = imm_of_type(t, (u64)src[i].value);
	return make(o, b, ROW_SELP, t, src, 3);
}

static void take_nodes(struct opt *o, u32 b, u32 side) {
	for (struct node *n = o->bb.at[side].first, *next; n; n = next) {
		next = n->next;
		node_remove(o, n);
		node_append(o, b, n);
	}
}

/* no, yes: the blocks between b and j, or j itself. */
static bool convert(struct opt *o, u32 b, u32 no, u32 yes, u32 j) {
	u32 nnode = 0, nchoice = 0;
	if ((no != j && !is_side(o, no, b, j, &nnode)) ||
	    (yes != j && !is_side(o, yes, b, j, &nnode)) || nnode > MOST_NODES || j == b)
		return false;
	u32 at_no = pred_slot(o, j, no == j ? b : no),
	    at_yes = pred_slot(o, j, yes == j ? b : yes);
	each_phi (p, &o->bb.at[j])
		if (!arms_fit(o, p, at_no, at_yes, &nchoice) || nchoice > MOST_CHOICES)
			return false;
	struct operand guard = o->bb.at[b].term->guard, *arg;
	u32 n = 0;
	if (no != j)
		take_nodes(o, b, no);
	if (yes != j)
		take_nodes(o, b, yes);
	each_phi (p, &o->bb.at[j])
		n++;
	arg = arena_array(o->a, struct operand, n);
	n = 0;
	each_phi (p, &o->bb.at[j])
		arg[n++] = choose(o, b, guard, p->arg[at_yes], p->arg[at_no],
		                  val_bits(o, p->dest));
	o->bb.at[b].line = o->bb.at[b].term->in.line;
	o->bb.at[b].term = NULL;
	if (no != j)
		edge_remove(o, no, 0);
	if (yes != j)
		edge_remove(o, yes, 0);
	edge_remove(o, b, 1);
	edge_remove(o, b, 0);
	if (no != j) {
		o->bb.at[no].is_dead = true;
		o->bb.at[no].first = o->bb.at[no].last = NULL;
	}
	if (yes != j) {
		o->bb.at[yes].is_dead = true;
		o->bb.at[yes].first = o->bb.at[yes].last = NULL;
	}
	edge_add(o, b, j);
	n = 0;
	each_phi (p, &o->bb.at[j])
		p->arg[o->bb.at[j].pred.n - 1] = arg[n++];
	o->changed = true;
	return true;
}

static void visit(struct opt *o, u32 b) {
	const struct bb *bb = &o->bb.at[b];
	if (bb->is_dead || !bb->term || bb->term->in.row != ROW_BRA ||
	    bb->term->guard.kind != OPR_REG)
		return;
	u32 no = bb->succ.at[0], yes = bb->succ.at[1];
	if (no == yes)
		return;
	u32 after_no = o->bb.at[no].succ.n == 1 ? o->bb.at[no].succ.at[0] : NO_BB;
	u32 after_yes = o->bb.at[yes].succ.n == 1 ? o->bb.at[yes].succ.at[0] : NO_BB;
	if (after_no == yes)
		convert(o, b, no, yes, yes);
	else if (after_yes == no)
		convert(o, b, no, yes, no);
	else if (after_no != NO_BB && after_no == after_yes)
		convert(o, b, no, yes, after_no);
}

void pass_select(struct opt *o) {
	graph_build(o);
	for (u32 i = o->nrpo; i-- > 0;)
		visit(o, o->rpo[i]);
	graph_build(o);
}
