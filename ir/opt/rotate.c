/* rotate.c - loop rotation: loops that test at their start become loops that test at
 * their end, with one more test in front: one jump less in every round, and the loop's
 * first block runs whenever the loop is entered.
 *
 *     head: @!p bra out;  body;  bra head;      ->      @!p bra out;  body: ...  @p bra body;
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

enum { MOST_NODES = 24 };

static bool may_double(const struct opt *o, u32 h) {
	u32 n = 0;
	each_node (in, &o->bb.at[h])
		if (++n > MOST_NODES || node_is_convergent(in) || in->npragma ||
		    (in->info->props &
		     (PROP_ATOMIC | PROP_FENCE | PROP_CC_IN | PROP_CC_OUT)))
			return false;
	return true;
}

/* Some block that jumps back also leaves the loop: the test is at the end already. */
static bool tests_last(const struct opt *o, u32 loop) {
	const struct bb *head = &o->bb.at[o->loop[loop].header];
	for (u32 k = 0; k < head->pred.n; k++) {
		u32 from = head->pred.at[k];
		if (!loop_has(o, loop, from))
			continue;
		for (u32 s = 0; s < o->bb.at[from].succ.n; s++)
			if (!loop_has(o, loop, o->bb.at[from].succ.at[s]))
				return true;
	}
	return false;
}

static bool should_rotate(const struct opt *o, u32 loop) {
	u32 h = o->loop[loop].header;
	const struct bb *bb = &o->bb.at[h];
	if (!bb->term || bb->term->in.row != ROW_BRA || bb->term->guard.kind != OPR_REG)
		return false;
	bool in0 = loop_has(o, loop, bb->succ.at[0]),
	     in1 = loop_has(o, loop, bb->succ.at[1]);
	u32 body = bb->succ.at[in0 ? 0 : 1];
	return in0 != in1 && body != h && !tests_last(o, loop) && may_double(o, h) &&
	       o->bb.at[body].pred.n == 1;
}

/* The header's copy takes the edges from outside; the header stays for those from
 * inside. */
static void rotate(struct opt *o, u32 loop) {
	u32 h = o->loop[loop].header;
	struct u32s outside = {0};
	u32 body = o->bb.at[h].succ.at[loop_has(o, loop, o->bb.at[h].succ.at[0]) ? 0 : 1];
	ssa_demote(o, &h, 1);
	for (u32 k = 0; k < o->bb.at[h].pred.n; k++) {
		u32 from = o->bb.at[h].pred.at[k];
		/* blocks that demoting put on edges are in no loop yet: look at where
		 * they come from */
		u32 origin = from;
		while (o->bb.at[origin].loop == NO_LOOP && o->bb.at[origin].pred.n == 1 &&
		       origin && o->bb.at[origin].enter == 0 &&
		       o->bb.at[origin].leave == 0)
			origin = o->bb.at[origin].pred.at[0];
		if (!loop_has(o, loop, origin))
			vec_push(o->a, &outside, from);
	}
	u32 copy = bb_new(o);
	each_node (n, &o->bb.at[h])
		node_append(o, copy, node_copy(o, n));
	o->bb.at[copy].term = node_copy(o, o->bb.at[h].term);
	o->bb.at[copy].term->bb = copy;
	for (u32 i = 0; i < outside.n; i++) {
		u32 slot = 0;
		while (o->bb.at[outside.at[i]].succ.at[slot] != h)
			slot++;
		edge_redirect(o, outside.at[i], slot, copy);
	}
	for (u32 s = 0; s < 2; s++) {
		u32 to = o->bb.at[h].succ.at[s];
		edge_add(o, copy, to);
		u32 at = pred_slot(o, to, h);
		each_phi (p, &o->bb.at[to])
			p->arg[o->bb.at[to].pred.n - 1] = p->arg[at];
	}
	o->bb.at[body].unroll = o->bb.at[h].unroll;
	o->bb.at[body].unroll_by = o->bb.at[h].unroll_by;
	o->bb.at[h].unroll = UNROLL_DEFAULT;
	o->changed = true;
}

void pass_rotate(struct opt *o) {
	for (u32 round = 0; round < 3; round++) {
		bool any = false;
		graph_build(o);
		for (u32 l = 0; l < o->nloop; l++) {
			if (!should_rotate(o, l))
				continue;
			rotate(o, l);
			any = true;
		}
		if (!any)
			break;
		ssa_construct(o);
	}
}
