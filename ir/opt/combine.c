/* combine.c - combines pairs of instructions into one, as the last step: mul and add
 * become mad.lo; of CUDA C++, the approximate reciprocal of an approximate root becomes
 * rsqrt, as with nvcc. Variables get the alignment that their accesses need.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

/* Returns the mul whose product is operand i, if nothing else uses it; else NULL. */
static struct node *product(const struct opt *o, const struct node *n, u32 i) {
	struct node *d = def_of(o, &n->in.operand[i]);
	bool good = d && d->in.row == ROW_MUL_LO && d->guard.kind == OPR_NONE &&
	            type_info[d->in.type[0]].bits == type_info[n->in.type[0]].bits &&
	            o->val.at[node_dest(d)].nuse == 1;
	return good ? d : NULL;
}

/* a * b + c */
static void make_mad(struct opt *o, struct node *n) {
	for (u32 i = 1; i <= 2; i++) {
		struct node *d = product(o, n, i);
		if (!d)
			continue;
		struct operand x[3] = {d->in.operand[1], d->in.operand[2],
		                       n->in.operand[3 - i]};
		static const u8 type[] = {TYPE_S16, TYPE_S32, TYPE_S64};
		u32 bits = type_info[n->in.type[0]].bits;
		u8 t = type[bits == 16 ? 0 : bits == 32 ? 1 : 2];
		for (u32 k = 0; k < 3; k++)
			if (x[k].kind == OPR_IMM)
				x[k].value = imm_of_type(t, (u64)x[k].value);
		node_become(o, n, ROW_MAD_LO, MOD_BITS(HILO, LO), t, 0, x, 3);
		return;
	}
}

static void make_rsqrt(struct opt *o, struct node *n) {
	const struct node *d = def_of(o, &n->in.operand[1]);
	if (!d || d->in.row != ROW_SQRT_APPROX || d->guard.kind != OPR_NONE ||
	    d->in.mods != n->in.mods)
		return;
	struct operand x = d->in.operand[1];
	node_become(o, n, ROW_RSQRT_APPROX, n->in.mods, n->in.type[0], 0, &x, 1);
}

/* Aligns a variable for an access at a known place of it, as nvcc does: programs read
 * arrays of small elements as words and vectors. */
static void align_accessed(struct opt *o, const struct node *n) {
	const struct operand *x = &n->in.operand[n->in.row == ROW_LD];
	if (x->kind != OPR_ADDR_SYM || x->value < 0)
		return;
	struct var *v = &o->m->var[x->index];
	u64 bytes = node_access_bytes(n), at = (u64)x->value;
	bool is_defined = v->linkage == LINKAGE_NONE || v->linkage == LINKAGE_VISIBLE;
	if (v->space != SPACE_PARAM && is_defined && v->align < bytes &&
	    at % bytes == 0 && at + bytes <= v->size_bytes)
		v->align = bytes;
}

void pass_combine(struct opt *o) {
	graph_build(o);
	uses_count(o);
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]]) {
			if (o->options->is_source && node_is_plain_access(n))
				align_accessed(o, n);
			if (n->guard.kind != OPR_NONE)
				continue;
			if (n->in.row == ROW_ADD)
				make_mad(o, n);
			else if (n->in.row == ROW_RCP_APPROX && o->options->is_source)
				make_rsqrt(o, n);
		}
}
