/* store.c - drops stores that another store to the same place follows before anything may
 * read it, block by block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { MOST_PLACES = 32 };

struct places { /* that are written below */
	const struct node *at[MOST_PLACES];
	u32 n;
};

static bool is_plain_store(const struct node *n) {
	return n->in.row == ROW_ST && node_is_plain_access(n) &&
	       n->guard.kind == OPR_NONE;
}

static bool same_place(const struct node *a, const struct node *b) {
	return opr_equal(&a->in.operand[0], &b->in.operand[0]) &&
	       MOD_GET(a->in.mods, SPACE) == MOD_GET(b->in.mods, SPACE) &&
	       node_access_bytes(a) == node_access_bytes(b);
}

static bool may_read(const struct node *n) {
	u32 space = MOD_GET(n->in.mods, SPACE);
	if (n->in.row == ROW_LD && node_is_plain_access(n) &&
	    (space == SPACE_PARAM || space == SPACE_CONST))
		return false;
	return n->info->props & (PROP_LOAD | PROP_STORE | PROP_ATOMIC | PROP_CALL |
	                         PROP_FENCE | PROP_CONVERGENT | PROP_TERM | PROP_TRAP);
}

static bool is_overwritten(const struct places *p, const struct node *n) {
	for (u32 i = 0; i < p->n; i++)
		if (same_place(p->at[i], n))
			return true;
	return false;
}

static void visit_block(struct opt *o, u32 b) {
	struct places p = {.n = 0};
	for (struct node *n = o->bb.at[b].last, *before; n; n = before) {
		before = n->prev;
		if (!is_plain_store(n)) {
			p.n = may_read(n) ? 0 : p.n;
		} else if (is_overwritten(&p, n)) {
			node_remove(o, n);
			o->changed = true;
		} else if (p.n < MOST_PLACES) {
			p.at[p.n++] = n;
		}
	}
}

void pass_store(struct opt *o) {
	graph_build(o);
	for (u32 i = 0; i < o->nrpo; i++)
		visit_block(o, o->rpo[i]);
}
