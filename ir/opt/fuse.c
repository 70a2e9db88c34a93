/* fuse.c - a product without a rounding mode and the sums that alone use it become fma,
 * as contract.c does it in PTX that is loaded: all uses of the product are sums and
 * differences of its block that can take it; of two products the first operand is fused.
 *
 *     mul.f32 t, a, b;  sub.f32 d, c, t;      ->      neg.f32 n, a;  fma.rn.f32 d, n, b, c;
 *
 * Code that comes from CUDA C++ has its sums fused as nvcc fuses them before it writes
 * PTX (seen in what nvcc 13 makes), and differences are left to contract.c, as nvcc
 * leaves them to the assembler: from the last sum of a block to the first, a product that
 * has at most four uses goes in if all are sums that are sums still; the product itself
 * then goes away or not. Of two products the one of lower rank is tried first. The rank
 * of a parameter is its number, of a value that is loaded or made by a jump its place in
 * the function, of another one more than its operands'.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/fuse.h"

static const struct fusable fusable[] = {
	{ROW_MUL_F32, ROW_ADD_F32, ROW_SUB_F32, ROW_FMA_F32, ROW_NEG_F32, TYPE_F32,
         0x80000000u},
	{ROW_MUL_F64, ROW_ADD_F64, ROW_SUB_F64, ROW_FMA_F64, ROW_NEG_F64, TYPE_F64,
         1ull << 63},
	{ROW_MUL_F16, ROW_ADD_F16, ROW_SUB_F16, ROW_FMA_F16, ROW_NEG_F16, TYPE_F16, 0},
	{ROW_MUL_F16X2, ROW_ADD_F16X2, ROW_SUB_F16X2, ROW_FMA_F16X2, ROW_NEG_F16X2,
         TYPE_F16X2, 0},
	{ROW_MUL_BF16, ROW_ADD_BF16, ROW_SUB_BF16, ROW_FMA_BF16, ROW_NEG_BF16, TYPE_BF16,
         0},
	{ROW_MUL_BF16X2, ROW_ADD_BF16X2, ROW_SUB_BF16X2, ROW_FMA_BF16X2, ROW_NEG_BF16X2,
         TYPE_BF16X2, 0},
};

const struct fusable *fusable_of(u16 row) {
	for (u32 i = 0; i < countof(fusable); i++)
		if (row == fusable[i].mul || row == fusable[i].add ||
		    row == fusable[i].sub || row == fusable[i].neg)
			return &fusable[i];
	return NULL;
}

static const struct fusable *sum_of(const struct node *n) {
	for (u32 i = 0; i < countof(fusable); i++)
		if ((n->in.row == fusable[i].add || n->in.row == fusable[i].sub) &&
		    n->guard.kind == OPR_NONE && !MOD_GET(n->in.mods, RND))
			return &fusable[i];
	return NULL;
}

/* Returns the product that is operand i of the sum, if they may be fused. */
static struct node *product_of(const struct opt *o, const struct node *n, u32 i) {
	const struct fusable *f = sum_of(n);
	struct node *d = f ? def_of(o, &n->in.operand[i]) : NULL;
	bool good = d && d->in.row == f->mul && d->bb == n->bb &&
	            d->guard.kind == OPR_NONE && !MOD_GET(d->in.mods, RND) &&
	            !MOD_GET(d->in.mods, SAT) &&
	            MOD_GET(d->in.mods, FTZ) == MOD_GET(n->in.mods, FTZ) &&
	            !opr_equal(&n->in.operand[1], &n->in.operand[2]);
	return good ? d : NULL;
}

static struct operand negated(struct opt *o, struct node *at, const struct fusable *f,
                              struct operand x) {
	if (x.kind == OPR_IMM)
		return opr_imm((s64)((u64)x.value ^ f->sign));
	u8 type[4] = {f->type};
	struct operand op[2] = {opr_reg(val_new(o, o->val.at[x.index].type)), x};
	node_before(o, at, node_new(o, (enum row)f->neg, 0, type, op, 2));
	return op[0];
}

static void fuse(struct opt *o, struct node *n, u32 i) {
	const struct fusable *f = sum_of(n);
	const struct node *mul = product_of(o, n, i);
	struct operand x[3] = {mul->in.operand[1], mul->in.operand[2],
	                       n->in.operand[3 - i]};
	bool is_sub = n->in.row == f->sub;
	if (is_sub && i == 1)
		x[2] = negated(o, n, f, x[2]);
	if (is_sub && i == 2 && x[0].kind == OPR_REG)
		x[0] = negated(o, n, f, x[0]);
	else if (is_sub && i == 2)
		x[1] = negated(o, n, f, x[1]);
	node_become(o, n, (enum row)f->fma, n->in.mods | MOD_BITS(RND, RN), f->type, 0, x,
	            3);
}

/* Counts per product the sums that could take it; with `act`, those that do, marked by
 * node.pos. */
static void choose(struct opt *o, u32 b, u32 *could, u32 *does, bool act) {
	for (struct node *n = o->bb.at[b].first; n; n = n->next) {
		for (u32 i = 1; sum_of(n) && i <= 2; i++) {
			struct node *d = product_of(o, n, i);
			u32 v = d ? node_dest(d) : NO_VAL;
			if (!d || v == NO_VAL)
				continue;
			if (!act) {
				could[v]++;
				continue;
			}
			if (could[v] != o->val.at[v].nuse)
				continue;
			does[v]++;
			n->pos = i;
			break;
		}
	}
}

/* ---- sums of CUDA C++ ---- */

enum { MOST_USES = 4, BLOCK_RANKS = 1 << 16 };

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
	case ROW_DIV_APPROX:
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

/* Counts per product its uses by sums that can take it. */
static u32 *count_sums(struct opt *o) {
	u32 *sums = arena_array(o->a, u32, o->val.n);
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]])
			for (u32 k = 1;
			     sum_of(n) && n->in.row == sum_of(n)->add && k <= 2; k++) {
				const struct node *d = product_of(o, n, k);
				u32 v = d ? node_dest(d) : NO_VAL;
				if (v != NO_VAL)
					sums[v]++;
			}
	return sums;
}

/* The fused sum reads the product's operands; a product that is not fused keeps a use
 * that is no sum. */
static void fuse_sum(struct opt *o, struct node *n, const u32 *rank, u32 *sums) {
	u32 v[3] = {NO_VAL, NO_VAL, NO_VAL}, take = 0;
	for (u32 k = 1; k <= 2; k++) {
		const struct node *d = product_of(o, n, k);
		v[k] = d ? node_dest(d) : NO_VAL;
	}
	u32 first = v[1] != NO_VAL && v[2] != NO_VAL && rank[v[2]] < rank[v[1]] ? 2 : 1;
	for (u32 i = 0; i < 2 && !take; i++) {
		u32 k = i ? 3 - first : first;
		if (v[k] != NO_VAL && o->val.at[v[k]].nuse <= MOST_USES &&
		    sums[v[k]] == o->val.at[v[k]].nuse)
			take = k;
	}
	if (!take)
		return;
	o->val.at[v[take]].nuse--;
	for (u32 k = 1; k <= 2; k++)
		if (v[k] != NO_VAL)
			sums[v[k]]--;
	fuse(o, n, take);
}

static void fuse_sums(struct opt *o) {
	const u32 *rank = ranks(o);
	u32 *sums = count_sums(o);
	for (u32 i = 0; i < o->nrpo; i++)
		for (struct node *n = o->bb.at[o->rpo[i]].last; n; n = n->prev)
			if (sum_of(n) && n->in.row == sum_of(n)->add)
				fuse_sum(o, n, rank, sums);
	uses_count(o);
}

void pass_fuse(struct opt *o) {
	if (!o->options->fmad)
		return;
	graph_build(o);
	uses_count(o);
	if (o->options->is_source) {
		fuse_signs(o);
		fuse_sums(o);
		return;
	}
	u32 *could = arena_array(o->a, u32, o->val.n),
	    *does = arena_array(o->a, u32, o->val.n);
	u32 nval = o->val.n;
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i];
		each_node (n, &o->bb.at[b])
			n->pos = 0;
		choose(o, b, could, does, false);
		choose(o, b, could, does, true);
		for (struct node *n = o->bb.at[b].first; n; n = n->next) {
			struct node *d = n->pos ? product_of(o, n, n->pos) : NULL;
			if (d && node_dest(d) < nval &&
			    does[node_dest(d)] == o->val.at[node_dest(d)].nuse)
				fuse(o, n, n->pos);
		}
	}
}
