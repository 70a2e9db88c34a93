/* order.c - puts the operands of sums of CUDA C++ into the order that nvcc has them in,
 * which decides the one of two products that is fused (fuse.c): before loops are rotated
 * and unrolled, so that all copies of a loop's body have one order.
 *
 * The operand of lower rank comes first. The rank of a parameter is its number, of a
 * value that is loaded or made by a jump its place in the function, of another one more
 * than its operands'. But a product of a negative constant that is used once comes
 * second; of two such products, the one that is computed first:
 *
 *     a * -3 + c * d      c * d + a * -3
 *
 * nvcc has merged loads then only where the one is a few instructions after the other
 * (gvn.c): else what is loaded once more has the place of that load.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/fuse.h"

enum { BLOCK_RANKS = 1 << 16 };

static bool is_param_load(const struct node *n) {
	return n->in.row == ROW_LD && MOD_GET(n->in.mods, SPACE) == MOD_SPACE_PARAM;
}

static u32 rank_of_sources(struct opt *o, struct node *n, const u32 *rank) {
	const struct operand *use;
	u32 most = 0;
	each_src (o, n, use)
		if (opr_is_reg(use))
			most = MAX(most, rank[use->index]);
	return most;
}

/* Whether nvcc ranks it by its operands. Functions are no operators: what rounds to an
 * integer, roots, sums and products with a rounding mode; nor is division of integers. */
static bool is_operator(const struct node *n) {
	switch (n->in.row) {
	case ROW_DIV:
	case ROW_REM:
	case ROW_ABS_F32:
	case ROW_ABS_F64:
	case ROW_MIN_F32:
	case ROW_MIN_F64:
	case ROW_MAX_F32:
	case ROW_MAX_F64:
	case ROW_FMA_F32:
	case ROW_FMA_F64:
	case ROW_CVT_F32_F32:
	case ROW_CVT_F64_F64:
	case ROW_SQRT_F32:
	case ROW_SQRT_F64: return false;
	case ROW_RCP_APPROX:
	case ROW_DIV_FULL: return true;
	default: break;
	}
	const struct fusable *f = fusable_of(n->in.row);
	if (f && n->in.row != f->neg && MOD_GET(n->in.mods, RND))
		return false;
	return !(n->info->props &
	         (PROP_LOAD | PROP_ATOMIC | PROP_CALL | PROP_CONVERGENT | PROP_APPROX));
}

static void rank_node(struct opt *o, struct node *n, u32 *rank, u32 *param, u32 *place) {
	const struct operand *def;
	u32 r;
	if (n->in.row == ROW_MOV || n->in.row == ROW_NEG_F32 || n->in.row == ROW_NEG_F64)
		r = rank_of_sources(o, n, rank);
	else if (is_param_load(n))
		r = ++*param;
	else if (!is_operator(n))
		r = ++*place;
	else
		r = rank_of_sources(o, n, rank) + 1;
	each_dst (o, n, def)
		if (opr_is_reg(def))
			rank[def->index] = r;
}

/* A block's variables come in the order of their declarations, of which the list has the
 * last one first. */
static u32 *ranks(struct opt *o) {
	u32 *rank = arena_array(o->a, u32, o->val.n), param = 0;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 place = (i + 1) * BLOCK_RANKS, nphi = 0;
		each_phi (p, &o->bb.at[o->rpo[i]])
			nphi++;
		place += nphi;
		each_phi (p, &o->bb.at[o->rpo[i]])
			rank[p->dest] = (i + 1) * BLOCK_RANKS + nphi--;
		each_node (n, &o->bb.at[o->rpo[i]])
			rank_node(o, n, rank, &param, &place);
	}
	return rank;
}

/* div.approx is a function for nvcc. */
static bool is_division(const struct node *n) {
	return n->in.row == ROW_DIV_F32 || n->in.row == ROW_DIV_F64 ||
	       n->in.row == ROW_DIV_FULL;
}

/* The product or quotient with a negative constant that is operand i, used once. */
static struct node *negative_of(const struct opt *o, const struct fusable *f,
                                const struct operand *x) {
	struct node *d = def_of(o, x);
	if (!d || d->guard.kind != OPR_NONE || o->val.at[x->index].nuse != 1 ||
	    !(is_division(d) || (d->in.row == f->mul && !MOD_GET(d->in.mods, RND))))
		return NULL;
	for (u32 i = 1; i <= 2; i++)
		if (d->in.operand[i].kind == OPR_IMM &&
		    ((u64)d->in.operand[i].value & f->sign))
			return d;
	return NULL;
}

static bool is_before(const struct opt *o, const struct node *a, const struct node *b) {
	return a->bb == b->bb ? a->pos < b->pos
	                      : o->bb.at[a->bb].rpo < o->bb.at[b->bb].rpo;
}

static void order_sum(struct opt *o, struct node *n, const struct fusable *f,
                      const u32 *rank) {
	struct operand *x = &n->in.operand[1];
	if (x[0].kind != OPR_REG || x[1].kind != OPR_REG || x[0].sel || x[1].sel)
		return;
	const struct node *a = negative_of(o, f, &x[0]), *b = negative_of(o, f, &x[1]);
	bool swap = a && b   ? is_before(o, a, b)
	            : a || b ? a != NULL
	                     : rank[x[1].index] < rank[x[0].index];
	if (!swap)
		return;
	struct operand t = x[0];
	x[0] = x[1];
	x[1] = t;
}

void pass_order(struct opt *o) {
	if (!o->options->fmad || !o->options->is_source)
		return;
	graph_build(o);
	uses_count(o);
	fuse_signs(o);
	const u32 *rank = ranks(o);
	o->keeps_loads = false;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 pos = 0;
		each_node (n, &o->bb.at[o->rpo[i]])
			n->pos = pos++;
	}
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]]) {
			const struct fusable *f = fusable_of(n->in.row);
			if (f && n->in.row == f->add && f->sign &&
			    n->guard.kind == OPR_NONE && !MOD_GET(n->in.mods, RND))
				order_sum(o, n, f, rank);
		}
}
