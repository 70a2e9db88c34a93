/* dce.c - dead-code elimination: drops instructions without effect whose results are not
 * used, and such phis.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

static void need(struct opt *o, struct u32s *work, const struct operand *x) {
	if (opr_is_reg(x))
		vec_push(o->a, work, x->index);
}

static void keep(struct opt *o, struct u32s *work, struct node *n) {
	struct operand *use;
	if (n->is_live)
		return;
	n->is_live = true;
	each_src (o, n, use)
		need(o, work, use);
}

static void trace(struct opt *o, struct u32s *work) {
	while (work->n) {
		const struct val *v = &o->val.at[vec_pop(work)];
		if (v->def)
			keep(o, work, v->def);
		if (!v->phi || v->phi->is_live)
			continue;
		v->phi->is_live = true;
		u32 npred = o->bb.at[v->bb].pred.n;
		for (u32 i = 0; i < npred; i++)
			need(o, work, &v->phi->arg[i]);
	}
}

static void sweep(struct opt *o, u32 b) {
	for (struct node *n = o->bb.at[b].first, *next; n; n = next) {
		next = n->next;
		if (n->is_live)
			continue;
		node_remove(o, n);
		o->changed = true;
	}
	for (struct phi **p = &o->bb.at[b].phi; *p;) {
		if ((*p)->is_live) {
			p = &(*p)->next;
			continue;
		}
		*p = (*p)->next;
		o->changed = true;
	}
}

void pass_dce(struct opt *o) {
	struct u32s work = {0};
	graph_build(o);
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		each_node (n, bb)
			n->is_live = false;
		each_phi (p, bb)
			p->is_live = false;
	}
	for (u32 i = 0; i < o->nrpo; i++) {
		struct bb *bb = &o->bb.at[o->rpo[i]];
		each_node (n, bb)
			if (!node_is_removable(o, n))
				keep(o, &work, n);
		if (bb->term) {
			bb->term->is_live = false;
			keep(o, &work, bb->term);
		}
		trace(o, &work);
	}
	for (u32 i = 0; i < o->nrpo; i++)
		sweep(o, o->rpo[i]);
}
