/* gvn.c - global value numbering: a walk over the blocks in order that simplifies each
 * instruction and drops those that compute what another one has computed: pure ones
 * anywhere above in the dominator tree, loads unless something in between may have
 * changed the memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

enum { NO_ENTRY = 0xffffffffu, CHAIN = 16, AVAIL = 48 };

/* So many instructions above, in its block, nvcc finds what a load has before it puts
 * sums in order (order.c). */
enum { NEAR = 6 };

struct entry {
	u64 hash;
	struct node *n;
	u32 next;
};

struct avail {               /* memory that is known to hold a value */
	struct operand base; /* OPR_ADDR_REG, _SYM, _IMM without offset */
	s64 offset;
	u32 bytes;
	u8 space, type;
	struct operand value;
	u8 bits;  /* of the register that was loaded; 0: the value was stored */
	u32 step; /* gvn.step at the access */
};

struct known {
	u32 n;
	u32 nreader; /* blocks that begin with it and are still to be visited */
	struct known *next_unused;
	struct avail at[AVAIL];
};

struct gvn {
	struct opt *o;
	VEC(struct entry) entry;
	u32 *bucket, nbucket;
	struct known *
		*known; /* per block: at its end, until the last reader is visited */
	struct known *unused;
	bool *from_above; /* per block: no way leads back to it */
	struct known now;
	u32 step; /* instructions so far */
};

/* ---- pure instructions ------------------------------------------------------------- */

static u64 mix(u64 h, u64 v) {
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}

static u64 operand_hash(const struct opt *o, u64 h, const struct operand *x) {
	h = mix(h, (u64)x->kind | (u64)x->negated << 8 | (u64)x->sel << 16 |
	                   (u64)x->n << 24);
	if (x->kind == OPR_VEC || x->kind == OPR_PAIR) {
		for (u32 i = 0; i < x->n; i++)
			h = operand_hash(o, h, &o->elem.at[x->index + i]);
		return h;
	}
	return mix(mix(h, x->index), (u64)x->value);
}

static bool is_dest(const struct node *n, u32 i) {
	return i < n->info->nopr && n->info->opr[i].is_dest;
}

/* Sums and products of CUDA C++ are equal in both orders, and keep theirs: order.c and
 * fuse.c go by it. */
static bool is_equal_swapped(const struct opt *o, const struct node *n) {
	u16 row = n->in.row;
	return o->options->is_source && (row == ROW_ADD_F32 || row == ROW_MUL_F32 ||
	                                 row == ROW_ADD_F64 || row == ROW_MUL_F64);
}

static u64 node_hash(const struct opt *o, const struct node *n) {
	u64 h = mix(n->in.row, n->in.mods);
	u32 type;
	memcpy(&type, n->in.type, 4);
	h = mix(h, type);
	if (is_equal_swapped(o, n))
		return mix(h, operand_hash(o, 0, &n->in.operand[1]) +
		                      operand_hash(o, 0, &n->in.operand[2]));
	for (u32 i = 0; i < n->in.noperand; i++)
		if (!is_dest(n, i))
			h = operand_hash(o, h, &n->in.operand[i]);
	return h;
}

static bool operands_equal(const struct opt *o, const struct operand *a,
                           const struct operand *b) {
	if ((a->kind != OPR_VEC && a->kind != OPR_PAIR) || a->kind != b->kind ||
	    a->n != b->n)
		return opr_equal(a, b);
	for (u32 i = 0; i < a->n; i++)
		if (!opr_equal(&o->elem.at[a->index + i], &o->elem.at[b->index + i]))
			return false;
	return true;
}

static bool dests_alike(const struct opt *o, const struct operand *a,
                        const struct operand *b) {
	if (a->kind != b->kind)
		return false;
	if (a->kind == OPR_REG)
		return val_bits(o, a->index) == val_bits(o, b->index) && a->sel == b->sel;
	if (a->kind != OPR_VEC && a->kind != OPR_PAIR)
		return true;
	for (u32 i = 0; i < a->n; i++)
		if (!dests_alike(o, &o->elem.at[a->index + i], &o->elem.at[b->index + i]))
			return false;
	return a->n == b->n;
}

static bool nodes_equal(const struct opt *o, const struct node *a, const struct node *b) {
	if (a->in.row != b->in.row || a->in.mods != b->in.mods ||
	    memcmp(a->in.type, b->in.type, 4) || a->in.noperand != b->in.noperand)
		return false;
	if (is_equal_swapped(o, a) &&
	    dests_alike(o, &a->in.operand[0], &b->in.operand[0]) &&
	    opr_equal(&a->in.operand[1], &b->in.operand[2]) &&
	    opr_equal(&a->in.operand[2], &b->in.operand[1]))
		return true;
	for (u32 i = 0; i < a->in.noperand; i++) {
		bool same = is_dest(a, i)
		                    ? dests_alike(o, &a->in.operand[i], &b->in.operand[i])
		                    : operands_equal(o, &a->in.operand[i],
		                                     &b->in.operand[i]);
		if (!same)
			return false;
	}
	return true;
}

/* Puts operands that commute into one order. */
static void put_in_order(struct node *n) {
	if (!node_commutes(n))
		return;
	struct operand *a = &n->in.operand[1], *b = &n->in.operand[2];
	if (a->kind != OPR_REG || b->kind != OPR_REG || a->sel || b->sel ||
	    a->index <= b->index)
		return;
	struct operand t = *a;
	*a = *b;
	*b = t;
}

static void replace_dests(struct opt *o, struct node *n, struct node *by) {
	struct opr_iter a = {.o = o, .n = n}, b = {.o = o, .n = by};
	struct operand *x, *y;
	while ((x = dst_next(&a)) && (y = dst_next(&b)))
		o->val.at[x->index].same = o->val.at[y->index].same.kind != OPR_NONE
		                                   ? o->val.at[y->index].same
		                                   : opr_reg(y->index);
	o->changed = true;
}

static void look_up(struct gvn *g, struct node *n) {
	struct opt *o = g->o;
	put_in_order(n);
	u64 h = node_hash(o, n);
	u32 *head = &g->bucket[h & (g->nbucket - 1)], steps = 0;
	for (u32 i = *head; i != NO_ENTRY && steps < CHAIN;
	     i = g->entry.at[i].next, steps++) {
		struct entry *e = &g->entry.at[i];
		if (e->hash != h || !nodes_equal(o, e->n, n) ||
		    !bb_dominates(o, e->n->bb, n->bb))
			continue;
		replace_dests(o, n, e->n);
		return;
	}
	vec_push(o->a, &g->entry, (struct entry){h, n, *head});
	*head = g->entry.n - 1;
}

/* ---- memory ------------------------------------------------------------------------ */

static struct operand *address_of(struct node *n) {
	return &n->in.operand[n->in.row == ROW_LD ? 1 : 0];
}

static u8 space_of(const struct node *n) {
	u32 s = MOD_GET(n->in.mods, SPACE);
	switch (s) {
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER: return SPACE_SHARED;
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC: return SPACE_PARAM;
	default: return (u8)s;
	}
}

static bool same_base(const struct operand *a, const struct operand *b) {
	return a->kind == b->kind && a->index == b->index;
}

/* Checks that the two accesses cannot touch the same byte. */
static bool apart(const struct avail *a, const struct operand *x, u8 space, u32 bytes) {
	if (a->space != space && a->space != SPACE_GENERIC && space != SPACE_GENERIC)
		return true;
	if (a->space == SPACE_CONST || space == SPACE_CONST)
		return true;
	if (a->space == space && same_base(&a->base, x))
		return a->offset + a->bytes <= x->value || x->value + bytes <= a->offset;
	return a->space == space && a->base.kind == OPR_ADDR_SYM &&
	       x->kind == OPR_ADDR_SYM;
}

static void forget(struct gvn *g, const struct operand *x, u8 space, u32 bytes) {
	u32 n = 0;
	for (u32 i = 0; i < g->now.n; i++)
		if (x && apart(&g->now.at[i], x, space, bytes))
			g->now.at[n++] = g->now.at[i];
	g->now.n = n;
}

/* At a fence, drops what is known of memory that other threads may write; .local stays
 * known. */
static void forget_shared(struct gvn *g) {
	u32 n = 0;
	for (u32 i = 0; i < g->now.n; i++)
		if (g->now.at[i].space == SPACE_LOCAL)
			g->now.at[n++] = g->now.at[i];
	g->now.n = n;
}

static void remember(struct gvn *g, struct node *n, struct operand value, u8 bits) {
	struct operand *x = address_of(n);
	if (g->now.n == AVAIL) {
		memmove(g->now.at, g->now.at + 1, (AVAIL - 1) * sizeof(struct avail));
		g->now.n--;
	}
	struct avail a = {.base = *x,
	                  .offset = x->value,
	                  .bytes = node_access_bytes(n),
	                  .space = space_of(n),
	                  .type = n->in.type[0],
	                  .value = value,
	                  .bits = bits,
	                  .step = g->step};
	g->now.at[g->now.n++] = a;
}

/* Checks for a load that does not take a value from too far above yet. Pointers in local
 * memory lead to functions that are inlined, which cannot wait. */
static bool is_near_only(const struct opt *o, const struct node *n) {
	u8 space = space_of(n);
	return o->keeps_loads && n->in.row == ROW_LD && space != SPACE_PARAM &&
	       (space != SPACE_LOCAL || type_info[n->in.type[0]].class == 'F');
}

/* Counts the instructions that nvcc has between two accesses. */
static void take_step(struct gvn *g, const struct node *n) {
	switch (n->in.row) {
	case ROW_MOV:
	case ROW_MUL_WIDE:
	case ROW_CVTA: return;
	default: break;
	}
	if (n->in.row != ROW_LD || space_of(n) != SPACE_PARAM)
		g->step++;
}

/* Finds the value of a load: the one loaded there before in the same type, or one that
 * was stored in full. */
static bool load_known(struct gvn *g, struct node *n) {
	struct opt *o = g->o;
	struct operand *x = address_of(n);
	u32 d = node_dest(n), bytes = node_access_bytes(n);
	for (u32 i = g->now.n; i-- > 0;) {
		struct avail *a = &g->now.at[i];
		if (a->space != space_of(n) || !same_base(&a->base, x) ||
		    a->offset != x->value || a->bytes != bytes)
			continue;
		u8 c1 = (u8)type_info[a->type].class,
		   c2 = (u8)type_info[n->in.type[0]].class;
		bool whole = val_bits(o, d) == bytes * 8;
		bool alike = a->bits ? a->bits == val_bits(o, d) &&
		                               (whole || (c1 == 'S') == (c2 == 'S'))
		                     : whole;
		if (!alike || (is_near_only(o, n) && g->step - a->step > NEAR))
			return false;
		if (a->value.kind == OPR_REG) {
			if (val_bits(o, a->value.index) != val_bits(o, d))
				return false;
			o->val.at[d].same = a->value;
		} else {
			u64 v = (u64)a->value.value & bits_mask(val_bits(o, d));
			struct node *mov = mov_new(o, d, opr_imm((s64)v));
			node_become(o, n, (enum row)mov->in.row, 0, mov->in.type[0], 0,
			            &mov->in.operand[1], 1);
			o->val.at[d].same = opr_imm((s64)v);
		}
		o->changed = true;
		return true;
	}
	return false;
}

static void visit_memory(struct gvn *g, struct node *n) {
	if (!(n->info->props &
	      (PROP_LOAD | PROP_STORE | PROP_FENCE | PROP_ATOMIC | PROP_CALL)))
		return;
	bool plain = node_is_plain_access(n) && n->guard.kind == OPR_NONE;
	if (!plain && (n->info->props & PROP_CALL)) {
		forget(g, NULL, 0, 0);
		return;
	}
	if (!plain) {
		if (n->in.row == ROW_ST)
			forget(g, address_of(n), space_of(n), node_access_bytes(n));
		else if (n->info->props & PROP_STORE)
			forget(g, NULL, 0, 0);
		if ((n->in.row != ROW_LD && n->in.row != ROW_ST) ||
		    !node_is_plain_access(n))
			forget_shared(g);
		return;
	}
	u32 d = node_dest(n);
	bool scalar = !MOD_GET(n->in.mods, VEC) && type_info[n->in.type[0]].bits >= 8 &&
	              type_info[n->in.type[0]].bits <= 64;
	if (n->in.row == ROW_LD) {
		if (scalar && d != NO_VAL && val_bits(g->o, d) >= 16 && !load_known(g, n))
			remember(g, n, opr_reg(d), (u8)val_bits(g->o, d));
		return;
	}
	struct operand *v = &n->in.operand[1];
	forget(g, address_of(n), space_of(n), node_access_bytes(n));
	if (scalar && v->kind == OPR_REG && !v->sel)
		remember(g, n, *v,
		         val_bits(g->o, v->index) == node_access_bytes(n) * 8 ? 0 : 255);
	else if (scalar && v->kind == OPR_IMM)
		remember(g, n, *v, 0);
}

/* ---- the walk ---------------------------------------------------------------------- */

static bool known_above(const struct opt *o, u32 bb, const struct operand *x) {
	u32 at = o->val.at[x->index].bb;
	/* a phi of the same block has its value of the round before on the way back */
	return at == NO_BB || (at != bb && bb_dominates(o, at, bb));
}

/* A phi of one value is that value; others may be undefined. */
static void visit_phi(struct gvn *g, u32 b, struct phi *p) {
	struct opt *o = g->o;
	struct operand one = {0};
	rewrite_phi(o, p, o->bb.at[b].pred.n);
	for (u32 i = 0; i < o->bb.at[b].pred.n; i++) {
		const struct operand *x = &p->arg[i];
		if (x->kind == OPR_REG &&
		    (x->index == p->dest || o->val.at[x->index].bb == NO_BB))
			continue;
		if (one.kind != OPR_NONE && !opr_equal(&one, x))
			return;
		one = *x;
	}
	if (one.kind == OPR_NONE) /* nothing that is defined */
		one = o->bb.at[b].pred.n ? p->arg[0] : one;
	if (one.kind == OPR_REG && (one.index == p->dest || !known_above(o, b, &one)))
		return;
	if (one.kind == OPR_IMM && val_bits(o, p->dest) < 16 && val_bits(o, p->dest) != 1)
		return;
	if (one.kind == OPR_IMM) {
		struct phi **at = &o->bb.at[b].phi;
		while (*at != p)
			at = &(*at)->next;
		*at = p->next;
		node_prepend(o, b, mov_new(o, p->dest, one));
		one.value &= (s64)bits_mask(val_bits(o, p->dest));
	}
	if (one.kind != OPR_NONE) {
		o->val.at[p->dest].same = one;
		o->changed = true;
	}
}

/* Merges equal phis of one block. */
static void equal_phis(struct gvn *g, u32 b) {
	struct opt *o = g->o;
	u32 npred = o->bb.at[b].pred.n, count = 0;
	each_phi (p, &o->bb.at[b])
		count++;
	if (count > 24)
		return;
	each_phi (p, &o->bb.at[b])
		for (struct phi *q = p->next; q; q = q->next) {
			bool same = o->val.at[q->dest].same.kind == OPR_NONE &&
			            o->val.at[p->dest].same.kind == OPR_NONE &&
			            val_bits(o, p->dest) == val_bits(o, q->dest);
			for (u32 i = 0; same && i < npred; i++)
				same = opr_equal(&p->arg[i], &q->arg[i]);
			if (!same)
				continue;
			o->val.at[q->dest].same = opr_reg(p->dest);
			o->changed = true;
		}
}

/* Settles a guard that is known. Returns whether the instruction was removed. */
static bool settle_guard(struct opt *o, struct node *n) {
	struct operand *d;
	u32 k = 0;
	if (n->guard.kind != OPR_IMM || (n->info->props & PROP_TERM))
		return false;
	o->changed = true;
	bool runs = ((u64)n->guard.value ^ n->guard.negated) & 1;
	n->guard = (struct operand){0};
	if (!runs) {
		each_dst (o, n, d) {
			struct operand old = n->old[k++];
			struct node *mov = mov_new(o, d->index, old);
			node_before(o, n, mov);
		}
		node_remove(o, n);
	}
	if (!node_accumulates(n)) {
		n->old = NULL;
		n->nold = 0;
	}
	return !runs;
}

static void visit_node(struct gvn *g, struct node *n) {
	struct opt *o = g->o;
	rewrite_node(o, n);
	if (settle_guard(o, n))
		return;
	struct node *before = n->prev;
	simplify_node(o, n);
	/* instructions that rules put before it may be known, too */
	for (struct node *p = before ? before->next : o->bb.at[n->bb].first; p != n;
	     p = p->next)
		if (node_is_pure(o, p) && o->val.at[node_dest(p)].same.kind == OPR_NONE)
			look_up(g, p);
	rewrite_node(o, n);
	u32 d = node_dest(n);
	bool same = d != NO_VAL && o->val.at[d].same.kind != OPR_NONE;
	if (same && n->guard.kind == OPR_NONE && (node_is_pure(o, n)))
		return;
	if (node_is_pure(o, n) || (node_is_invariant_load(o, n) && !is_near_only(o, n))) {
		look_up(g, n);
	} else {
		visit_memory(g, n);
	}
	if (d == NO_VAL || o->val.at[d].same.kind == OPR_NONE)
		take_step(g, n);
}

static void known_copy(struct known *to, const struct known *from) {
	memcpy(to, from, offsetof(struct known, at) + from->n * sizeof(struct avail));
}

/* Keeps what is known at the end of block b for those after it. */
static void known_keep(struct gvn *g, u32 b) {
	struct known *k = g->unused;
	if (k)
		g->unused = k->next_unused;
	else
		k = arena_alloc(g->o->a, sizeof *k, _Alignof(struct known));
	known_copy(k, &g->now);
	g->known[b] = k;
}

static void known_release(struct gvn *g, u32 b) {
	struct known *k = g->known[b];
	if (--k->nreader)
		return;
	g->known[b] = NULL;
	k->next_unused = g->unused;
	g->unused = k;
}

static bool avail_equal(const struct avail *a, const struct avail *b) {
	return same_base(&a->base, &b->base) && a->offset == b->offset &&
	       a->bytes == b->bytes && a->space == b->space && a->type == b->type &&
	       a->bits == b->bits && opr_equal(&a->value, &b->value);
}

/* Keeps what is known at the end of another block, too. */
static void known_meet(struct known *now, const struct known *other) {
	u32 n = 0;
	for (u32 i = 0; i < now->n; i++)
		for (u32 k = 0; k < other->n; k++)
			if (avail_equal(&now->at[i], &other->at[k])) {
				now->at[n++] = now->at[i];
				break;
			}
	now->n = n;
}

static bool is_entered_from_above(const struct opt *o, const struct bb *bb) {
	for (u32 i = 0; i < bb->pred.n; i++)
		if (o->bb.at[bb->pred.at[i]].rpo >= bb->rpo)
			return false;
	return bb->pred.n;
}

/* Begins a block with what is known at the end of all before it. */
static void known_take(struct gvn *g, u32 b) {
	const struct bb *bb = &g->o->bb.at[b];
	bool is_empty = false;
	for (u32 i = 0; i < bb->pred.n; i++) {
		u32 before = bb->pred.at[i];
		const struct known *k = g->known[before];
		if (!k) {
			is_empty = true;
			continue;
		}
		if (!i)
			known_copy(&g->now, k);
		else if (before != bb->pred.at[i - 1])
			known_meet(&g->now, k);
		known_release(g, before);
	}
	if (is_empty)
		g->now.n = 0;
}

static void visit_block(struct gvn *g, u32 b) {
	struct opt *o = g->o;
	struct bb *bb = &o->bb.at[b];
	g->now.n = 0;
	g->step += NEAR + 1;
	if (g->from_above[b])
		known_take(g, b);
	for (struct phi *p = bb->phi, *next; p; p = next) {
		next = p->next;
		visit_phi(g, b, p);
	}
	equal_phis(g, b);
	for (struct node *n = o->bb.at[b].first, *next; n; n = next) {
		next = n->next;
		visit_node(g, n);
	}
	if (o->bb.at[b].term) {
		rewrite_node(o, o->bb.at[b].term);
		simplify_node(o, o->bb.at[b].term);
	}
	g->now.nreader = 0;
	for (u32 k = 0; k < bb->succ.n; k++)
		g->now.nreader += g->from_above[bb->succ.at[k]];
	if (g->now.nreader && g->now.n)
		known_keep(g, b);
}

void pass_gvn(struct opt *o) {
	graph_build(o);
	struct gvn g = {.o = o};
	u32 count = 0;
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]])
			count++;
	g.nbucket = 64;
	while (g.nbucket < count)
		g.nbucket *= 2;
	g.bucket = arena_array_raw(o->a, u32, g.nbucket);
	memset(g.bucket, 0xff, g.nbucket * sizeof(u32));
	g.known = arena_array(o->a, struct known *, o->bb.n);
	g.from_above = arena_array(o->a, bool, o->bb.n);
	for (u32 i = 0; i < o->nrpo; i++)
		g.from_above[o->rpo[i]] = is_entered_from_above(o, &o->bb.at[o->rpo[i]]);
	for (u32 i = 0; i < o->nrpo; i++)
		visit_block(&g, o->rpo[i]);
	rewrite_uses(o);
}
