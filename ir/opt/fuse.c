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
 * then goes away or not. Of two products the first one is tried first (order.c).
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

enum { MOST_USES = 4 };

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
static void fuse_sum(struct opt *o, struct node *n, u32 *sums) {
	u32 v[3] = {NO_VAL, NO_VAL, NO_VAL}, take = 0;
	for (u32 k = 1; k <= 2; k++) {
		const struct node *d = product_of(o, n, k);
		v[k] = d ? node_dest(d) : NO_VAL;
	}
	for (u32 k = 1; k <= 2 && !take; k++)
		if (v[k] != NO_VAL && o->val.at[v[k]].nuse <= MOST_USES &&
		    sums[v[k]] == o->val.at[v[k]].nuse)
			take = k;
	if (!take)
		return;
	o->val.at[v[take]].nuse--;
	for (u32 k = 1; k <= 2; k++)
		if (v[k] != NO_VAL)
			sums[v[k]]--;
	fuse(o, n, take);
}

/* x * 2, if no sum took it, is x + x, which the assembler fuses with nothing. */
static void double_by_sum(struct opt *o, struct node *n) {
	const struct fusable *f = fusable_of(n->in.row);
	if (!f || n->in.row != f->mul || !f->sign || n->guard.kind != OPR_NONE ||
	    MOD_GET(n->in.mods, RND))
		return;
	u64 two = f->type == TYPE_F32 ? 0x40000000u : 0x4000000000000000u;
	for (u32 i = 1; i <= 2; i++) {
		struct operand x = n->in.operand[3 - i], both[2] = {x, x};
		if (n->in.operand[i].kind != OPR_IMM ||
		    (u64)n->in.operand[i].value != two || x.kind != OPR_REG)
			continue;
		node_become(o, n, (enum row)f->add, n->in.mods, f->type, 0, both, 2);
		return;
	}
}

static void fuse_sums(struct opt *o) {
	u32 *sums = count_sums(o);
	for (u32 i = 0; i < o->nrpo; i++)
		for (struct node *n = o->bb.at[o->rpo[i]].last; n; n = n->prev)
			if (sum_of(n) && n->in.row == sum_of(n)->add)
				fuse_sum(o, n, sums);
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]])
			double_by_sum(o, n);
	uses_count(o);
}

/* ---- products that are used elsewhere ---- */

struct user {
	struct node *first;
	bool is_elsewhere; /* not all uses are in the first one's block, or a phi is one
	                    */
};

static struct user *users(struct opt *o) {
	struct user *user = arena_array(o->a, struct user, o->val.n);
	const struct operand *use;
	for (u32 i = 0; i < o->nrpo; i++) {
		each_phi (p, &o->bb.at[o->rpo[i]])
			for (u32 k = 0; k < o->bb.at[o->rpo[i]].pred.n; k++)
				if (opr_is_reg(&p->arg[k]))
					user[p->arg[k].index].is_elsewhere = true;
		each_node (n, &o->bb.at[o->rpo[i]])
			each_src (o, n, use) {
				if (!opr_is_reg(use))
					continue;
				struct user *u = &user[use->index];
				u->is_elsewhere |= u->first && u->first->bb != n->bb;
				u->first = u->first ? u->first : n;
			}
	}
	return user;
}

/* Whether control comes from block `from` to `to` and nowhere else. */
static bool leads_only(const struct opt *o, u32 from, u32 to) {
	while (to != from && o->bb.at[to].pred.n == 1)
		to = o->bb.at[to].pred.at[0];
	return to == from;
}

/* A product whose uses are all in one block after a branch goes there. */
static void sink_products(struct opt *o) {
	const struct user *user = users(o);
	for (u32 i = 0; i < o->nrpo; i++)
		for (struct node *n = o->bb.at[o->rpo[i]].first, *next; n; n = next) {
			const struct fusable *f = fusable_of(n->in.row);
			u32 v = f && n->in.row == f->mul ? node_dest(n) : NO_VAL;
			next = n->next;
			if (v == NO_VAL || n->guard.kind != OPR_NONE ||
			    user[v].is_elsewhere || !user[v].first ||
			    user[v].first->bb == n->bb ||
			    !leads_only(o, n->bb, user[v].first->bb))
				continue;
			node_remove(o, n);
			node_before(o, user[v].first, n);
		}
}

void pass_fuse(struct opt *o) {
	if (!o->options->fmad)
		return;
	graph_build(o);
	uses_count(o);
	if (o->options->is_source) {
		fuse_signs(o);
		sink_products(o);
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
