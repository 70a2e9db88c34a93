/* accumulate.c - what a loop adds to in memory is in a register meanwhile.
 *
 *     loop: ld x, [p];  y = x + ...;  st [p], y;  @q bra loop;
 *
 *     ld x0, [p];  loop: x = phi(x0, y);  y = x + ...;  @q bra loop;  st [p], y;
 *
 * The loop's first block, which runs in each round, has all accesses to the place and
 * loads it first, so the load before the loop faults only where that one did. Nothing
 * else in the loop may access the place or order memory, and all ways out of it go over
 * an edge.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { MOST_PLACES = 64, MOST_NODES = 1000 };

struct place {
	const struct node *load;  /* the first of all */
	const struct node *store; /* one of them */
};

static u32 address_pos(const struct node *n) {
	return n->in.row == ROW_LD ? 1 : 0;
}

static const struct operand *address_of(const struct node *n) {
	return &n->in.operand[address_pos(n)];
}

/* Spaces that the access may touch, a bit each. */
static u32 spaces_of(const struct node *n) {
	u32 s = MOD_GET(n->in.mods, SPACE);
	if (s == SPACE_SHARED_CTA || s == SPACE_SHARED_CLUSTER)
		s = SPACE_SHARED;
	return s == SPACE_GENERIC ? 0xffffffffu : 1u << s;
}

static bool is_same_place(const struct node *a, const struct node *b) {
	return opr_equal(address_of(a), address_of(b)) && spaces_of(a) == spaces_of(b) &&
	       a->in.type[0] == b->in.type[0] &&
	       node_access_bytes(a) == node_access_bytes(b);
}

/* The same base with offsets that keep them apart, or spaces that do. */
static bool is_apart(const struct node *a, const struct node *b) {
	const struct operand *x = address_of(a), *y = address_of(b);
	if (!(spaces_of(a) & spaces_of(b)))
		return true;
	if (x->kind != OPR_ADDR_REG || y->kind != OPR_ADDR_REG || x->index != y->index)
		return false;
	return x->value + (s64)node_access_bytes(a) <= y->value ||
	       y->value + (s64)node_access_bytes(b) <= x->value;
}

/* One register of the access's size. */
static bool is_simple(const struct opt *o, const struct node *n) {
	const struct operand *x = &n->in.operand[1 - address_pos(n)];
	u32 bits = type_info[n->in.type[0]].bits;
	return node_is_plain_access(n) && n->guard.kind == OPR_NONE && !n->npragma &&
	       x->kind == OPR_REG && !x->negated && !x->sel && bits >= 32 &&
	       bits == val_bits(o, x->index) && node_access_bytes(n) * 8 == bits;
}

/* Loads whose memory nothing writes while the kernel runs. */
static bool is_constant(const struct node *n) {
	u32 s = MOD_GET(n->in.mods, SPACE);
	return n->in.row == ROW_LD && node_is_plain_access(n) &&
	       (s == SPACE_PARAM || s == SPACE_CONST || MOD_GET(n->in.mods, NC));
}

/* What no loop with such a place has: whatever orders memory, accesses it in other ways,
 * or ends lanes. */
static bool block_is_plain(const struct opt *o, u32 b, u32 *room) {
	const u32 never = PROP_FENCE | PROP_ATOMIC | PROP_CALL | PROP_CONVERGENT |
	                  PROP_UNSUPPORTED;
	const u32 other = PROP_LOAD | PROP_STORE | PROP_TRAP;
	const struct node *term = o->bb.at[b].term;
	if (term && term->in.row != ROW_BRA)
		return false;
	each_node (n, &o->bb.at[b]) {
		bool access = n->in.row == ROW_LD || n->in.row == ROW_ST;
		if (!(*room)-- || n->info->props & never ||
		    (access ? !node_is_plain_access(n) : n->info->props & other))
			return false;
	}
	return true;
}

static bool loop_is_plain(const struct opt *o, u32 loop) {
	u32 room = MOST_NODES;
	bool plain = !o->loop[loop].has_inner;
	for (u32 i = 0; plain && i < o->loop[loop].block.n; i++)
		plain = block_is_plain(o, o->loop[loop].block.at[i], &room);
	return plain;
}

/* All accesses that may touch the place are to it, in the header, the load first. */
static bool block_allows(const struct opt *o, u32 b, u32 header, struct place *p) {
	bool begun = false;
	each_node (n, &o->bb.at[b]) {
		begun |= n == p->load;
		if ((n->in.row != ROW_LD && n->in.row != ROW_ST) || is_constant(n) ||
		    is_apart(p->load, n))
			continue;
		if (b != header || !begun || !is_simple(o, n) ||
		    !is_same_place(p->load, n))
			return false;
		if (n->in.row == ROW_ST)
			p->store = n;
	}
	return true;
}

static bool is_resident(const struct opt *o, u32 loop, struct place *p) {
	const struct operand *at = address_of(p->load);
	u32 h = o->loop[loop].header, space = MOD_GET(p->load->in.mods, SPACE);
	if (p->load->in.row != ROW_LD || is_constant(p->load) || !is_simple(o, p->load) ||
	    at->kind != OPR_ADDR_REG ||
	    (space != SPACE_GLOBAL && space != SPACE_SHARED && space != SPACE_GENERIC))
		return false;
	u32 from = o->val.at[at->index].bb;
	if (from != NO_BB && loop_has(o, loop, from))
		return false;
	for (u32 i = 0; i < o->loop[loop].block.n; i++)
		if (!block_allows(o, o->loop[loop].block.at[i], h, p))
			return false;
	return p->store != NULL;
}

static bool find(const struct opt *o, struct place *p, u32 *loop) {
	for (u32 l = 0; l < o->nloop; l++) {
		if (!loop_is_plain(o, l))
			continue;
		*loop = l;
		each_node (n, &o->bb.at[o->loop[l].header]) {
			*p = (struct place){.load = n};
			if (is_resident(o, l, p))
				return true;
		}
	}
	return false;
}

/* Replaces the accesses; returns the value at the end of a round. */
static struct operand take_out(struct opt *o, u32 h, const struct place *p,
                               struct operand value) {
	const struct node like = *p->load;
	for (struct node *n = o->bb.at[h].first, *next; n; n = next) {
		next = n->next;
		if ((n->in.row != ROW_LD && n->in.row != ROW_ST) || is_constant(n) ||
		    !is_same_place(&like, n))
			continue;
		if (n->in.row == ROW_ST)
			value = n->in.operand[1];
		else
			o->val.at[n->in.operand[0].index].same = value;
		node_remove(o, n);
	}
	return value;
}

static void leave(struct opt *o, u32 loop, const struct node *store,
                  struct operand value) {
	struct u32s block = o->loop[loop].block;
	for (u32 i = 0; i < block.n; i++)
		for (u32 s = 0; s < o->bb.at[block.at[i]].succ.n; s++) {
			u32 to = o->bb.at[block.at[i]].succ.at[s];
			if (loop_has(o, loop, to))
				continue;
			struct node *st = node_copy(o, store);
			st->in.operand[1] = value;
			node_append(o, edge_split(o, block.at[i], s), st);
		}
}

static void keep(struct opt *o, u32 loop, struct place *p) {
	u32 h = o->loop[loop].header;
	u32 before = loop_preheader(o, loop);
	u8 type = o->val.at[p->load->in.operand[0].index].type;
	struct node *first = node_copy(o, p->load), *store = node_copy(o, p->store);
	first->in.operand[0] = opr_reg(val_new(o, type));
	node_append(o, before, first);
	struct phi *x = phi_new(o, h, val_new(o, type));
	struct operand value = take_out(o, h, p, opr_reg(x->dest));
	for (u32 k = 0; k < o->bb.at[h].pred.n; k++)
		x->arg[k] = o->bb.at[h].pred.at[k] == before ? first->in.operand[0]
		                                             : value;
	leave(o, loop, store, value);
	rewrite_uses(o);
	o->changed = true;
}

/* A place at a time, as edges change. */
void pass_accumulate(struct opt *o) {
	for (u32 i = 0; i < MOST_PLACES; i++) {
		struct place p;
		u32 loop;
		graph_build(o);
		if (!find(o, &p, &loop))
			break;
		keep(o, loop, &p);
	}
}
