/* unroll.c - small loops whose number of rounds is known are unrolled fully; small loops
 * that count up to a bound run several rounds at once, and the rest in the original loop.
 *
 *     B: body(i);  i += s;  @(i < n) bra B
 *     ->  m = n - (k-1)*s;  @(i >= m) bra B;  U: body(i); body(i+s) ...;  i += k*s;  @(i < m) bra U;
 *         @(i < n) bra B
 *
 * Loops are in the form that rotate.c gives them: one block jumps back, and may leave.
 * Copies are made of mutable values, which ssa_construct.c turns into SSA values again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"
#include "ir/opt/ssa.h"

enum {
	MOST_ROUNDS = 1024,
	FULL_SIZE = 300, /* instructions of a loop unrolled without a pragma */
	FULL_MOST = 900, /* with those that are constants then */
	/* the same of one that goes through an array of local memory, which may be in
	 * registers then (sroa.c) */
	ARRAY_SIZE = 1024,
	ARRAY_MOST = 3072,
	NEST_SIZE = 2048, /* and of one with others in it, that then can be */
	NEST_ROUNDS = 32,
	ASKED_SIZE = 16384, /* of one with a pragma */
	PARTIAL_SIZE = 96,
	PARTIAL_ROUNDS = 4,
	ENV = 64,
	FUNC_SIZE = 200000, /* of the whole function */
};

struct shape {
	u32 header, latch, out; /* out: where the latch leaves to */
	u32 back;               /* slot of latch's successors that is the header */
	u32 size;               /* instructions */
	bool convergent;
};

/* ---- which loops ------------------------------------------------------------------- */

static bool shape_find(const struct opt *o, u32 loop, struct shape *s) {
	const struct ssa_loop *l = &o->loop[loop];
	*s = (struct shape){.header = l->header, .latch = NO_BB};
	const struct bb *h = &o->bb.at[l->header];
	for (u32 k = 0; k < h->pred.n; k++) {
		if (!loop_has(o, loop, h->pred.at[k]))
			continue;
		if (s->latch != NO_BB)
			return false;
		s->latch = h->pred.at[k];
	}
	const struct bb *t = &o->bb.at[s->latch];
	if (!t->term || t->term->in.row != ROW_BRA || t->term->guard.kind != OPR_REG)
		return false;
	s->back = t->succ.at[0] == l->header ? 0 : 1;
	s->out = t->succ.at[!s->back];
	if (loop_has(o, loop, s->out) || t->succ.at[s->back] != l->header)
		return false;
	for (u32 i = 0; i < l->block.n; i++) {
		const struct bb *bb = &o->bb.at[l->block.at[i]];
		s->size += bb->term != NULL;
		each_node (n, bb) {
			s->size++;
			s->convergent |= node_is_convergent(n);
			if (n->info->props & PROP_CALL || n->npragma)
				return false;
		}
		if (bb->term && bb->term->in.row == ROW_BRX)
			return false;
	}
	return true;
}

/* ---- how many rounds --------------------------------------------------------------- */

struct env {
	u32 val[ENV];
	u64 is[ENV];
	u32 n;
};

static bool value_of(struct opt *o, struct env *e, const struct operand *x, u32 loop,
                     u32 depth, u64 *v) {
	u64 arg[ROW_OPERANDS] = {0}, out[2];
	if (x->kind == OPR_IMM) {
		*v = (u64)x->value;
		return true;
	}
	if (x->kind != OPR_REG || x->sel || depth > 8 || o->val.at[x->index].is_mutable)
		return false;
	u64 flip = x->negated ? ~(u64)0 : 0;
	for (u32 i = 0; i < e->n; i++)
		if (e->val[i] == x->index) {
			*v = e->is[i] ^ flip;
			return true;
		}
	struct node *n = o->val.at[x->index].def;
	u32 bits = val_bits(o, x->index);
	if (!n || n->info->table || !node_is_pure(o, n) || node_dest(n) == NO_VAL ||
	    bits == 8 || bits > 64 ||
	    bits != type_info[row_operand_type(n->info, n->in.type, 0)].bits ||
	    e->n == ENV)
		return false;
	for (u32 i = 1; i < n->in.noperand; i++)
		if (n->in.operand[i].kind != OPR_NONE &&
		    !value_of(o, e, &n->in.operand[i], loop, depth + 1, &arg[i]))
			return false;
	if (!eval_row((enum row)n->in.row, n->in.type, n->in.mods, arg, out) ||
	    e->n == ENV)
		return false;
	e->val[e->n] = x->index;
	e->is[e->n++] = out[0] & bits_mask(bits);
	*v = out[0] ^ flip;
	return true;
}

static u32 entry_slot(const struct opt *o, u32 loop, u32 header) {
	const struct bb *h = &o->bb.at[header];
	u32 slot = NO_BB;
	for (u32 k = 0; k < h->pred.n; k++)
		if (!loop_has(o, loop, h->pred.at[k])) {
			if (slot != NO_BB)
				return NO_BB;
			slot = k;
		}
	return slot;
}

/* What the header's phis are when the loop is entered, as far as it is known; `around`:
 * values of the loop around it. */
static void first_values(struct opt *o, u32 loop, const struct shape *s, u32 in,
                         const struct env *around, struct env *now) {
	*now = *around;
	each_phi (p, &o->bb.at[s->header]) {
		struct env run = *around;
		u64 v;
		if (now->n >= ENV / 2 || !value_of(o, &run, &p->arg[in], loop, 0, &v))
			continue;
		now->val[now->n] = p->dest;
		now->is[now->n++] = v & bits_mask(val_bits(o, p->dest));
	}
}

/* Their values in the next round; run: what is known in this one. */
static void next_values(struct opt *o, u32 loop, const struct shape *s,
                        const struct env *around, struct env *now, struct env *run) {
	struct env next = *around;
	u32 back = pred_slot(o, s->header, s->latch);
	u64 v;
	each_phi (p, &o->bb.at[s->header]) {
		bool had = false;
		for (u32 i = 0; i < now->n; i++)
			had |= now->val[i] == p->dest;
		if (!had || run->n > ENV - 8 ||
		    !value_of(o, run, &p->arg[back], loop, 0, &v))
			continue;
		next.val[next.n] = p->dest;
		next.is[next.n++] = v & bits_mask(val_bits(o, p->dest));
	}
	*now = next;
}

/* Counts the rounds by running the instructions that the test depends on; 0 if it depends
 * on more than constants and what is known of the loop around, or there are too many. */
static u32 rounds_count(struct opt *o, u32 loop, const struct shape *s,
                        const struct env *around, u32 most) {
	struct env now, run;
	u32 in = entry_slot(o, loop, s->header);
	u64 v;
	if (in == NO_BB)
		return 0;
	first_values(o, loop, s, in, around, &now);
	for (u32 round = 1; round <= most; round++) {
		run = now;
		if (!value_of(o, &run, &o->bb.at[s->latch].term->guard, loop, 0, &v))
			return 0;
		if ((v & 1) != s->back)
			return round;
		next_values(o, loop, s, around, &now, &run);
	}
	return 0;
}

static const struct env nothing;

/* Checks for a sum of an address and a number that follows from the counter. */
static bool is_place(struct opt *o, u32 loop, const struct env *now,
                     const struct node *x) {
	struct env run = *now;
	u64 v;
	return x && x->in.row == ROW_ADD && node_dest(x) != NO_VAL &&
	       val_bits(o, node_dest(x)) == 64 &&
	       (value_of(o, &run, &x->in.operand[1], loop, 0, &v) ||
	        value_of(o, &run, &x->in.operand[2], loop, 0, &v));
}

/* Checks for an access of local memory at such a place. */
static bool is_element(struct opt *o, u32 loop, const struct env *now,
                       const struct node *x) {
	bool access = x->in.row == ROW_LD || x->in.row == ROW_ST;
	if (!access || MOD_GET(x->in.mods, SPACE) != SPACE_LOCAL)
		return false;
	const struct operand *at = &x->in.operand[x->in.row == ROW_LD];
	struct operand r = opr_reg(at->index);
	return at->kind == OPR_ADDR_REG && is_place(o, loop, now, def_of(o, &r));
}

/* Counts the loop's instructions but for those that go away once it is unrolled: numbers
 * that follow from the counter, sums of an address and such a number, and accesses of
 * local memory there, of which *elements tells whether there are some. */
static u32 size_left(struct opt *o, u32 loop, const struct shape *s, bool *elements) {
	u32 in = entry_slot(o, loop, s->header), n = s->size;
	struct env now;
	*elements = false;
	if (in == NO_BB)
		return n;
	first_values(o, loop, s, in, &nothing, &now);
	for (u32 i = 0; i < o->loop[loop].block.n; i++)
		each_node (x, &o->bb.at[o->loop[loop].block.at[i]]) {
			u32 d = node_dest(x);
			u64 v;
			struct operand r = opr_reg(d);
			struct env run = now;
			bool element = is_element(o, loop, &now, x);
			*elements |= element;
			n -= element ||
			     (d != NO_VAL && (value_of(o, &run, &r, loop, 0, &v) ||
			                      is_place(o, loop, &now, x)));
		}
	return n;
}

/* Checks for a loop that is not too large once it is unrolled. All jumps back and their
 * tests go away but one. */
static bool fits(struct opt *o, u32 loop, const struct shape *s, u32 rounds, bool asked) {
	u64 all = (u64)rounds * (s->size - MIN(s->size, 2u)) + 2;
	bool elements;
	if (all <= (asked ? ASKED_SIZE : FULL_SIZE))
		return true;
	if (all > ARRAY_MOST || o->loop[loop].has_inner || o->options->level < 3)
		return false;
	u64 left = (u64)rounds * size_left(o, loop, s, &elements);
	return elements ? left <= ARRAY_SIZE : all <= FULL_MOST && left <= FULL_SIZE;
}

static struct u32s inner_loops(struct opt *o, u32 loop) {
	struct u32s inner = {0};
	for (u32 l = 0; l < o->nloop; l++)
		if (o->loop[l].parent == loop)
			vec_push(o->a, &inner, l);
	return inner;
}

/* Counts the instructions of loops in one round of the loop around them, if they are
 * unrolled there; 0: not all can be, or there are more than `most`. */
static u32 inner_size(struct opt *o, const struct u32s *inner, const struct env *now,
                      u32 most) {
	u32 size = 0;
	for (u32 i = 0; i < inner->n; i++) {
		u32 l = inner->at[i];
		struct shape s;
		u8 wish = o->bb.at[o->loop[l].header].unroll;
		if (o->loop[l].has_inner || wish != UNROLL_DEFAULT ||
		    !shape_find(o, l, &s))
			return 0;
		u32 rounds = rounds_count(o, l, &s, now, (most - size) / s.size);
		if (!rounds || rounds * s.size > FULL_SIZE)
			return 0;
		size += rounds * s.size;
	}
	return size;
}

/* Counts the instructions of a loop around others whose numbers of rounds are known once
 * it is unrolled, as in `for (k..) for (j = k; ..)`; 0: they are not, or known already,
 * or they are too many. */
static u32 nest_size(struct opt *o, u32 loop, const struct shape *s, u32 rounds) {
	struct env now, run;
	u32 in = entry_slot(o, loop, s->header), size = rounds * s->size;
	if (!o->loop[loop].has_inner || rounds < 2 || rounds > NEST_ROUNDS ||
	    size > NEST_SIZE || in == NO_BB)
		return 0;
	struct u32s loops = inner_loops(o, loop);
	if (inner_size(o, &loops, &nothing, NEST_SIZE))
		return 0;
	first_values(o, loop, s, in, &nothing, &now);
	for (u32 round = 0; round < rounds; round++) {
		u32 inner = inner_size(o, &loops, &now, NEST_SIZE - size);
		if (!inner)
			return 0;
		size += inner;
		run = now;
		next_values(o, loop, s, &nothing, &now, &run);
	}
	return size;
}

/* ---- copies ------------------------------------------------------------------------ */

/* Copies the blocks; map[b] is the copy of b. Edges among them are copied, those out of
 * them too. */
static void copy_blocks(struct opt *o, const struct u32s *block, u32 *map) {
	for (u32 i = 0; i < block->n; i++) {
		u32 b = block->at[i], c = bb_new(o);
		map[b] = c;
		o->bb.at[c].line = o->bb.at[b].line;
		o->bb.at[c].unroll = o->bb.at[b].unroll;
		o->bb.at[c].unroll_by = o->bb.at[b].unroll_by;
		each_node (n, &o->bb.at[b])
			node_append(o, c, node_copy(o, n));
		if (o->bb.at[b].term) {
			o->bb.at[c].term = node_copy(o, o->bb.at[b].term);
			o->bb.at[c].term->bb = c;
		}
	}
	for (u32 i = 0; i < block->n; i++) {
		u32 b = block->at[i];
		for (u32 s = 0; s < o->bb.at[b].succ.n; s++) {
			u32 to = o->bb.at[b].succ.at[s];
			if (map[to] != NO_BB) {
				edge_add(o, map[b], map[to]);
				continue;
			}
			edge_add(o, map[b], to);
			u32 at = pred_slot(o, to, b);
			each_phi (p, &o->bb.at[to])
				p->arg[o->bb.at[to].pred.n - 1] = p->arg[at];
		}
	}
}

/* Clears the entries of the blocks; one map serves all loops of a pass. */
static u32 *map_clear(struct opt *o, struct u32s *map, const struct u32s *block) {
	while (map->n < 2 * o->bb.n)
		vec_push(o->a, map, NO_BB);
	for (u32 i = 0; i < block->n; i++)
		map->at[block->at[i]] = NO_BB;
	return map->at;
}

static void always_goes(struct opt *o, u32 b, u32 slot) {
	edge_remove(o, b, !slot);
	o->bb.at[b].term = NULL;
}

/* Demotes the loop. The moves that this makes may stand in new blocks; those between two
 * blocks of the loop are part of it. */
static struct u32s take_apart(struct opt *o, u32 loop) {
	struct u32s block = {0};
	u32 old = o->bb.n;
	ssa_demote(o, o->loop[loop].block.at, o->loop[loop].block.n);
	for (u32 i = 0; i < o->loop[loop].block.n; i++)
		vec_push(o->a, &block, o->loop[loop].block.at[i]);
	for (u32 b = old; b < o->bb.n; b++)
		if (loop_has(o, loop, o->bb.at[b].pred.at[0]) &&
		    loop_has(o, loop, o->bb.at[b].succ.at[0]))
			vec_push(o->a, &block, b);
	return block;
}

/* Returns the block of the loop that jumps back to the header. */
static u32 jump_back(const struct opt *o, const struct u32s *block, u32 header) {
	for (u32 i = 0; i < block->n; i++)
		for (u32 s = 0; s < o->bb.at[block->at[i]].succ.n; s++)
			if (o->bb.at[block->at[i]].succ.at[s] == header)
				return block->at[i];
	return NO_BB;
}

static void go_to(struct opt *o, u32 from, u32 old, u32 to) {
	u32 slot = 0;
	while (o->bb.at[from].succ.at[slot] != old)
		slot++;
	edge_redirect(o, from, slot, to);
}

/* ---- all rounds -------------------------------------------------------------------- */

static void unroll_fully(struct opt *o, u32 loop, const struct shape *s, u32 rounds,
                         struct u32s *all) {
	struct u32s block = take_apart(o, loop);
	o->bb.at[s->header].unroll = UNROLL_DEFAULT;
	u32 *header = arena_array(o->a, u32, rounds),
	    *tail = arena_array(o->a, u32, rounds);
	u32 *latch = arena_array(o->a, u32, rounds), *map = map_clear(o, all, &block);
	header[0] = s->header;
	tail[0] = jump_back(o, &block, s->header);
	latch[0] = s->latch;
	for (u32 r = 1; r < rounds; r++) {
		copy_blocks(o, &block, map);
		header[r] = map[s->header];
		tail[r] = map[tail[0]];
		latch[r] = map[s->latch];
		map = map_clear(o, all, &block);
	}
	for (u32 r = 0; r + 1 < rounds; r++) {
		go_to(o, tail[r], header[r], header[r + 1]);
		always_goes(o, latch[r], s->back);
	}
	always_goes(o, latch[rounds - 1], !s->back);
	o->changed = true;
}

/* ---- several rounds at once -------------------------------------------------------- */

struct counter { /* i += step; goes on while i cmp bound */
	struct phi *phi;
	struct node *add, *test;
	s64 step;
	struct operand bound;
	bool nothing_left;             /* the number of rounds is known and divides */
	bool is_signed, test_is_alone; /* only the latch uses the test */
	u32 bits, cmp;
};

static u32 cmp_not(u32 cmp) {
	switch (cmp) {
	case MOD_CMP_LT: return MOD_CMP_GE;
	case MOD_CMP_LE: return MOD_CMP_GT;
	case MOD_CMP_GT: return MOD_CMP_LE;
	case MOD_CMP_GE: return MOD_CMP_LT;
	default: return 0;
	}
}

static bool counter_find(struct opt *o, u32 loop, const struct shape *s,
                         struct counter *c) {
	struct operand *g = &o->bb.at[s->latch].term->guard;
	struct node *t = o->val.at[g->index].def;
	u32 back = pred_slot(o, s->header, s->latch);
	if (!t || (t->in.row != ROW_SETP_S && t->in.row != ROW_SETP_U) ||
	    t->guard.kind != OPR_NONE || node_dest(t) == NO_VAL)
		return false;
	*c = (struct counter){.test = t,
	                      .is_signed = t->in.row == ROW_SETP_S,
	                      .bound = t->in.operand[2]};
	c->bits = type_info[t->in.type[0]].bits;
	c->test_is_alone = o->val.at[g->index].nuse == 1;
	c->cmp = MOD_GET(t->in.mods, CMP);
	if ((bool)g->negated == (s->back == 1))
		c->cmp = cmp_not(c->cmp);
	c->add = def_of(o, &t->in.operand[1]);
	bool bound_outside = c->bound.kind == OPR_IMM ||
	                     (c->bound.kind == OPR_REG &&
	                      (o->val.at[c->bound.index].bb == NO_BB ||
	                       !loop_has(o, loop, o->val.at[c->bound.index].bb)));
	if (!c->add || c->add->in.row != ROW_ADD || c->add->guard.kind != OPR_NONE ||
	    !bound_outside || c->add->in.operand[2].kind != OPR_IMM ||
	    c->add->in.operand[1].kind != OPR_REG ||
	    type_info[c->add->in.type[0]].bits != c->bits)
		return false;
	c->step = imm_of_type(c->bits == 64   ? TYPE_S64
	                      : c->bits == 32 ? TYPE_S32
	                                      : TYPE_S16,
	                      (u64)c->add->in.operand[2].value);
	c->phi = o->val.at[c->add->in.operand[1].index].phi;
	if (!c->phi || o->val.at[c->phi->dest].bb != s->header || c->bits < 32 ||
	    c->phi->arg[back].kind != OPR_REG ||
	    c->phi->arg[back].index != c->add->in.operand[0].index)
		return false;
	bool up = c->cmp == MOD_CMP_LT || c->cmp == MOD_CMP_LE;
	bool down = c->cmp == MOD_CMP_GT || c->cmp == MOD_CMP_GE;
	return (up && c->step > 0 && c->step < 65536) ||
	       (down && c->step < 0 && c->step > -65536);
}

static u8 int_type(const struct counter *c) {
	return c->bits == 64 ? (c->is_signed ? TYPE_S64 : TYPE_U64)
	                     : (c->is_signed ? TYPE_S32 : TYPE_U32);
}

static struct operand binary(struct opt *o, u32 b, enum row row, u8 t, struct operand x,
                             struct operand y) {
	u8 type[4] = {t};
	struct operand op[3] = {opr_reg(val_new(o, t)), x, y};
	node_append(o, b, node_new(o, row, 0, type, op, 3));
	return op[0];
}

/* Computes bound - far, clamped to the least number of the type; for far < 0, to the
 * greatest. */
static struct operand bound_less(struct opt *o, u32 b, const struct counter *c, s64 far) {
	u8 t = int_type(c);
	u64 least = c->is_signed ? (u64)1 << (c->bits - 1) : 0,
	    most = ~least & bits_mask(c->bits);
	u64 limit = (far > 0 ? least : most) + (u64)far;
	struct operand x = c->bound, y = opr_imm(imm_of_type(t, limit));
	if (!far)
		return x;
	if (x.kind == OPR_IMM) {
		s64 v = imm_of_type(c->is_signed ? TYPE_S64 : TYPE_U64, (u64)x.value);
		u64 r = (u64)v - (u64)far;
		bool below = c->is_signed ? (far > 0 ? v < y.value : v > y.value)
		                          : (far > 0 ? (u64)v < (u64)y.value
		                                     : (u64)v > (u64)y.value);
		return opr_imm(imm_of_type(t, below ? (u64)y.value - (u64)far : r));
	}
	x = binary(o, b, far > 0 ? ROW_MAX : ROW_MIN, t, x, y);
	return binary(o, b, ROW_ADD, t, x, opr_imm(imm_of_type(t, (u64)-far)));
}

static void test(struct opt *o, u32 b, const struct counter *c, struct operand i,
                 struct operand bound, u32 no, u32 yes) {
	u8 type[4] = {int_type(c)};
	struct operand op[3] = {opr_reg(val_new(o, TYPE_PRED)), i, bound};
	node_append(o, b,
	            node_new(o, c->is_signed ? ROW_SETP_S : ROW_SETP_U,
	                     (u64)c->cmp << MOD_CMP_SHIFT, type, op, 3));
	struct node *bra = node_new(o, ROW_BRA, 0, NULL, NULL, 0);
	bra->guard = op[0];
	bra->bb = b;
	bra->in.line = c->test->in.line;
	bra->in.loc = c->test->in.loc;
	o->bb.at[b].term = bra;
	edge_add(o, b, no);
	edge_add(o, b, yes);
}

/* Marks that the sum stays in the range of signed, or unsigned, numbers, as the test of
 * the loop proves. A small bound of unsigned numbers proves both. */
static void mark_no_wrap(struct node *n, const struct counter *c) {
	bool small = c->bound.kind == OPR_IMM && c->step > 0 &&
	             (u64)c->bound.value <= bits_mask(c->bits) >> 1;
	n->no_wrap_s |= c->is_signed || small;
	n->no_wrap_u |= !c->is_signed;
}

/* Puts the test after the last copy: more rounds at once if the bound m allows it, else
 * the loop's own test. */
static void last_test(struct opt *o, const struct shape *s, const struct counter *c,
                      struct operand m, const u32 *map, u32 tail, u32 head) {
	u32 latch = map[s->latch], x = bb_new(o), rest = bb_new(o);
	u32 out = o->bb.at[latch].succ.at[!s->back];
	each_node (n, &o->bb.at[map[tail]])
		node_append(o, rest, node_copy(o, n));
	edge_add(o, rest, s->header);
	node_append(o, x, node_copy(o, c->test));
	o->bb.at[x].term = node_copy(o, o->bb.at[latch].term);
	o->bb.at[x].term->bb = x;
	for (u32 slot = 0; slot < 2; slot++)
		edge_add(o, x, slot == s->back ? rest : out);
	u32 at = pred_slot(o, out, latch);
	each_phi (p, &o->bb.at[out])
		p->arg[o->bb.at[out].pred.n - 1] = p->arg[at];
	if (c->test_is_alone)
		each_node (n, &o->bb.at[map[c->test->bb]])
			if (n->in.row == c->test->in.row &&
			    n->in.operand[0].index == node_dest(c->test)) {
				node_remove(o, n);
				break;
			}
	go_to(o, map[tail], map[s->header], head);
	edge_remove(o, latch, 1);
	edge_remove(o, latch, 0);
	/* if the known number of rounds leaves no rest, x always leaves the loop */
	test(o, latch, c, opr_reg(c->add->in.operand[0].index), m, x, map[tail]);
	if (c->nothing_left)
		always_goes(o, x, !s->back);
}

static void unroll_partly(struct opt *o, u32 loop, const struct shape *s,
                          const struct counter *c, u32 k, struct u32s *all) {
	u32 header = s->header, in = entry_slot(o, loop, header);
	u32 next = c->add->in.operand[0].index, front = o->bb.at[header].pred.at[in];
	struct operand start = c->phi->arg[in];
	struct u32s block = take_apart(o, loop);
	u32 tail = jump_back(o, &block, header), head = NO_BB, prev = NO_BB,
	    prev_header = NO_BB;
	u32 *map = NULL;
	for (u32 r = 0; r < k; r++) {
		map = map_clear(o, all, &block);
		copy_blocks(o, &block, map);
		each_node (n, &o->bb.at[map[c->add->bb]])
			if (r + 1 < k && n->in.row == ROW_ADD &&
			    n->in.operand[0].kind == OPR_REG &&
			    n->in.operand[0].index == next)
				mark_no_wrap(n, c);
		if (r == 0)
			head = map[header];
		else
			go_to(o, prev, prev_header, map[header]);
		if (r + 1 < k)
			always_goes(o, map[s->latch], s->back);
		prev = map[tail];
		prev_header = map[header];
		o->bb.at[prev_header].unroll = UNROLL_DEFAULT;
	}
	/* i <= n - far is i < n - (far - 1), which is false for the clamped bound */
	struct counter many = *c;
	s64 far = (s64)(k - 1) * c->step;
	if (c->cmp == MOD_CMP_LE || c->cmp == MOD_CMP_GE) {
		far += c->cmp == MOD_CMP_LE ? -1 : 1;
		many.cmp = c->cmp == MOD_CMP_LE ? MOD_CMP_LT : MOD_CMP_GT;
	}
	struct operand m = bound_less(o, front, c, far);
	edge_remove(o, front, 0);
	test(o, front, &many, start, m, header, head);
	last_test(o, s, &many, m, map, tail, head);
	map_clear(o, all, &block);
	o->bb.at[header].unroll = UNROLL_NEVER;
	o->bb.at[head].unroll = UNROLL_NEVER;
	o->changed = true;
}

/* ---- the choice -------------------------------------------------------------------- */

static bool innermost(const struct opt *o, u32 loop) {
	return !o->loop[loop].has_inner;
}

/* Checks whether the loop waits for the one around it: then its rounds are known.
 * changed: loops, per loop, that are no more as they were found. */
static bool waits(struct opt *o, u32 loop, const bool *changed) {
	struct shape s;
	u32 around = o->loop[loop].parent;
	if (around == NO_LOOP || changed[around] ||
	    o->bb.at[o->loop[around].header].unroll != UNROLL_DEFAULT ||
	    !shape_find(o, around, &s))
		return false;
	u32 rounds = rounds_count(o, around, &s, &nothing, NEST_ROUNDS);
	return nest_size(o, around, &s, rounds) != 0;
}

static bool unroll(struct opt *o, u32 loop, u32 *budget, struct u32s *map,
                   const bool *changed) {
	struct shape s;
	struct counter c;
	const struct bb *h = &o->bb.at[o->loop[loop].header];
	u32 wish = h->unroll, by = h->unroll_by;
	if (wish == UNROLL_NEVER || !shape_find(o, loop, &s))
		return false;
	u32 rounds = rounds_count(o, loop, &s, &nothing, MOST_ROUNDS);
	bool full = rounds && fits(o, loop, &s, rounds, wish != UNROLL_DEFAULT) &&
	            (wish != UNROLL_BY || by >= rounds);
	if (full && (innermost(o, loop) || wish != UNROLL_DEFAULT || rounds <= 8) &&
	    rounds * s.size < *budget) {
		*budget -= rounds * s.size;
		unroll_fully(o, loop, &s, rounds, map);
		return true;
	}
	u32 nest = wish == UNROLL_DEFAULT && o->options->level >= 3
	                   ? nest_size(o, loop, &s, rounds)
	                   : 0;
	if (nest && nest < *budget) {
		*budget -= nest;
		unroll_fully(o, loop, &s, rounds, map);
		return true;
	}
	u32 k = wish == UNROLL_BY ? MIN(by, 64u) : PARTIAL_ROUNDS;
	if (o->options->level < 3 || !innermost(o, loop) || s.convergent || k < 2 ||
	    (wish == UNROLL_DEFAULT && !rounds && waits(o, loop, changed)) ||
	    s.size * k > (wish == UNROLL_DEFAULT ? PARTIAL_SIZE : ASKED_SIZE) ||
	    s.size * k > *budget || (rounds && rounds < k) ||
	    entry_slot(o, loop, s.header) == NO_BB)
		return false;
	if (wish == UNROLL_DEFAULT) /* a way out in the middle: not a simple loop */
		for (u32 i = 0; i < o->loop[loop].block.n; i++) {
			const struct bb *bb = &o->bb.at[o->loop[loop].block.at[i]];
			for (u32 k2 = 0; k2 < bb->succ.n; k2++)
				if (o->loop[loop].block.at[i] != s.latch &&
				    !loop_has(o, loop, bb->succ.at[k2]))
					return false;
		}
	u32 in = entry_slot(o, loop, s.header);
	if (!counter_find(o, loop, &s, &c) ||
	    o->bb.at[o->bb.at[s.header].pred.at[in]].succ.n != 1)
		return false;
	*budget -= s.size * k;
	c.nothing_left = rounds && rounds % k == 0;
	unroll_partly(o, loop, &s, &c, k, map);
	return true;
}

void pass_unroll(struct opt *o) {
	u32 size = 0;
	graph_build(o);
	for (u32 i = 0; i < o->nrpo; i++)
		each_node (n, &o->bb.at[o->rpo[i]])
			size++;
	u32 budget = size < FUNC_SIZE ? FUNC_SIZE - size : 0;
	struct u32s map = {0};
	bool any = false, *changed = arena_array(o->a, bool, o->nloop + 1);
	uses_count(o);
	/* inner loops come first; those around them wait */
	for (u32 l = 0; l < o->nloop; l++) {
		if (!changed[l] && unroll(o, l, &budget, &map, changed))
			any = changed[l] = true;
		if (changed[l] && o->loop[l].parent != NO_LOOP)
			changed[o->loop[l].parent] = true;
	}
	o->unrolled |= any;
	if (any)
		ssa_construct(o);
}
