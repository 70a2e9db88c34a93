/* lane_pair.c - runs a pair of loops, of which a compiler has made four rounds at a time
 * and the odd ones, as the one loop that it was.
 *
 *     small loop:  how many rounds it would run, and what its registers are then
 *     big loop:    the same; the places where it begins
 *     meeting:     do the places agree? All rounds, as the small loop's
 *
 * For a lane by itself the end of a loop is what costs: the host guesses when it comes,
 * and of two loops it guesses twice. And what is beside the loops is much for some ten
 * rounds. So that is run before, for all lanes in vectors: every block, and its results
 * are taken in lanes that come to it. Then each lane by itself has its count of rounds
 * and the registers to begin with. What both loops carry is not there before that, and no
 * block before the meeting asks for it.
 *
 * Where a count or a place is not as usual, as with indices that overflow, nothing has
 * been done yet, and lanes run the two loops.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/lane_pair.h"
#include "backend/llvm/emit/mask.h"
#include "ir/isa/mod.h"

enum {
	MOST_ROUNDS = 1 << 26, /* of a loop */
	MOST_OF_TWO = 40,      /* instructions of a round of which two go at once */
};

/* ---- values ------------------------------------------------------------------------ */

/* What a register holds in the lanes of the chunk at hand, as bits. */
static val reg_now(struct fn *c, const struct lane_pair *p, u32 reg) {
	struct jreg *own = &c->reg[reg];
	val v = own->class == REG_VECTOR ? LLVMBuildLoad2(c->b, jit_vec(c, own->type),
	                                                  jit_slot(c, reg, p->k), "")
	                                 : jit_reg_chunk(c, reg, p->k);
	return jit_cast(c, v, jit_int_type(c, own->bits));
}

static void set_reg(struct fn *c, struct lane_pair *p, u32 reg, val v) {
	LLVMBuildStore(c->b, jit_cast(c, v, c->reg[reg].type), jit_slot(c, reg, p->k));
	p->holds[reg] = true;
}

/* The same number in all lanes. */
static val number(struct fn *c, u32 bits, u64 v) {
	return jit_splat(c, jit_int(c, bits, v));
}

static u32 bits_of(val v) {
	return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
}

static val like(struct fn *c, val v, u64 n) {
	return number(c, bits_of(v), n);
}

/* v + by * n */
static val plus(struct fn *c, val v, u64 by, val n) {
	n = LLVMBuildMul(c->b, jit_resize(c, n, bits_of(v), false), like(c, v, by), "");
	return LLVMBuildAdd(c->b, v, n, "");
}

static val term_now(struct fn *c, const struct lane_pair *p,
                    const struct unrolled_term *t, u32 bits) {
	val v = jit_resize(c, reg_now(c, p, t->reg), bits, t->extend == EXTEND_SIGN);
	return LLVMBuildMul(c->b, v, like(c, v, t->by), "");
}

/* The sum as registers are now, without one of them, or with all. */
static val sum_without(struct fn *c, const struct lane_pair *p,
                       const struct unrolled_sum *s, u32 reg) {
	val v = number(c, s->bits, s->add);
	for (u32 i = 0; i < s->n; i++)
		if (s->term[i].reg != reg)
			v = LLVMBuildAdd(c->b, v, term_now(c, p, &s->term[i], s->bits),
			                 "");
	return v;
}

static val sum_now(struct fn *c, const struct lane_pair *p,
                   const struct unrolled_sum *s) {
	return sum_without(c, p, s, NO_REG);
}

static const struct unrolled_walk *walk_of(const struct unrolled_loop *l, u32 reg) {
	for (u32 i = 0; i < l->nwalk; i++)
		if (l->walk[i].reg == reg)
			return &l->walk[i];
	return NULL;
}

/* By how much the sum grows in a round. */
static u64 step_of(const struct unrolled_loop *l, const struct unrolled_sum *s) {
	u64 step = 0;
	for (u32 i = 0; i < s->n; i++) {
		const struct unrolled_walk *w = walk_of(l, s->term[i].reg);
		step += w ? s->term[i].by * (u64)w->step : 0;
	}
	return step;
}

/* ---- counts ------------------------------------------------------------------------ */

/* How often a number that grows has to until it is the limit. */
static val rounds_to_number(struct fn *c, const struct unrolled_test *t, val a, val b,
                            val *ok) {
	s64 step = t->left_step - t->right_step;
	val d = step > 0 ? LLVMBuildSub(c->b, b, a, "") : LLVMBuildSub(c->b, a, b, "");
	val by = like(c, d, (u64)(step < 0 ? -step : step));
	val n = LLVMBuildUDiv(c->b, d, by, "");
	*ok = LLVMBuildICmp(c->b, LLVMIntEQ, LLVMBuildMul(c->b, n, by, ""), d, "");
	return n;
}

/* How often it has to until it has come to the limit, or is beyond it. */
static val rounds_to_limit(struct fn *c, const struct unrolled_test *t, val a, val b,
                           val *ok) {
	bool up = t->left_step > 0, strict = t->cmp == MOD_CMP_LT || t->cmp == MOD_CMP_GT;
	u64 step = (u64)(up ? t->left_step : -t->left_step), end;
	LLVMIntPredicate over, within;
	if (t->is_signed) {
		over = up ? LLVMIntSGE : LLVMIntSLE;
		within = up ? LLVMIntSLE : LLVMIntSGE;
		end = (u64)1 << (t->left.bits - 1);
		end = up ? end - 1 - step : end + step;
	} else {
		over = up ? LLVMIntUGE : LLVMIntULE;
		within = up ? LLVMIntULE : LLVMIntUGE;
		end = up ? ~(u64)0 - step : step;
	}
	val d = up ? LLVMBuildSub(c->b, b, a, "") : LLVMBuildSub(c->b, a, b, "");
	val first = LLVMBuildICmp(c->b, over, a, b, "");
	if (strict)
		d = LLVMBuildSub(c->b, d, like(c, d, 1), "");
	else
		first = LLVMBuildAnd(c->b, first,
		                     LLVMBuildICmp(c->b, LLVMIntNE, a, b, ""), "");
	val n = LLVMBuildUDiv(c->b, d, like(c, d, step), "");
	n = LLVMBuildAdd(c->b, n, like(c, n, 1), "");
	*ok = LLVMBuildICmp(c->b, within, b, like(c, b, end), "");
	*ok = LLVMBuildOr(c->b, *ok, first, "");
	return LLVMBuildSelect(c->b, first, like(c, n, 0), n, "");
}

/* How many rounds the loop runs that is entered here (i32), at least one. */
static val count_rounds(struct fn *c, const struct lane_pair *p,
                        const struct unrolled_loop *l, val *ok) {
	const struct unrolled_test *t = &l->test;
	val a = sum_now(c, p, &t->left), b = sum_now(c, p, &t->right);
	val n = t->cmp == MOD_CMP_NE ? rounds_to_number(c, t, a, b, ok)
	                             : rounds_to_limit(c, t, a, b, ok);
	val few = LLVMBuildICmp(c->b, LLVMIntULT, n, like(c, n, MOST_ROUNDS), "");
	*ok = LLVMBuildAnd(c->b, *ok, few, "");
	return LLVMBuildAdd(c->b, jit_resize(c, n, 32, false), number(c, 32, 1), "");
}

/* Checks that a register of 32 bits that begins so does not overflow where it is extended
 * to 64 in that many rounds. */
static val extends_well(struct fn *c, const struct unrolled_walk *w, val begin, val n,
                        bool is_signed) {
	s64 least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
	val first = jit_resize(c, begin, 64, is_signed), low = first, high = first;
	val last = plus(c, first, (u64)w->step,
	                LLVMBuildSub(c->b, n, number(c, 32, 1), ""));
	if (w->step > 0)
		high = last;
	else
		low = last;
	low = LLVMBuildAdd(c->b, low, number(c, 64, (u64)w->least), "");
	high = LLVMBuildAdd(c->b, high, number(c, 64, (u64)w->most), "");
	low = LLVMBuildICmp(c->b, LLVMIntSGE, low, number(c, 64, (u64)least), "");
	high = LLVMBuildICmp(c->b, LLVMIntSLE, high, number(c, 64, (u64)most), "");
	return LLVMBuildAnd(c->b, low, high, "");
}

static val walk_extends(struct fn *c, const struct unrolled_walk *w, val begin, val n,
                        val ok) {
	for (u32 i = EXTEND_SIGN; i <= EXTEND_ZERO; i++)
		if (w->is_extended[i])
			ok = LLVMBuildAnd(c->b, ok,
			                  extends_well(c, w, begin, n, i == EXTEND_SIGN),
			                  "");
	return ok;
}

/* ---- beside the loops -------------------------------------------------------------- */

static val if_so(struct fn *c, val so, val then, bool otherwise) {
	return LLVMBuildSelect(c->b, so, then, number(c, 1, otherwise), "");
}

/* Where lanes have come to, what they find has to be as usual. */
static void need(struct fn *c, struct lane_pair *p, val reached, val ok) {
	val *all = &p->ok.chunk[p->k];
	*all = LLVMBuildAnd(c->b, *all, if_so(c, reached, ok, true), "");
}

static void reach(struct fn *c, struct lane_pair *p, u32 to, val when) {
	if (!lane_has(c, p->piece, to))
		return;
	val *at = &p->reached[c->cfg->pos[to] - p->piece->first].chunk[p->k];
	*at = *at ? LLVMBuildOr(c->b, *at, when, "") : when;
}

/* The ways out of a block that is reached so. */
static void follow(struct fn *c, struct lane_pair *p, u32 block, val reached) {
	const struct block *b = &c->f->block[block];
	const struct inst *last = block_last(c->f, b);
	if (!last || last->row != ROW_BRA || last->guard == NO_REG) {
		reach(c, p, b->succ[0], reached);
		return;
	}
	val taken = jit_reg_chunk(c, last->guard, p->k);
	taken = last->guard_negated ? LLVMBuildNot(c->b, taken, "") : taken;
	reach(c, p, last->operand[0].index, if_so(c, reached, taken, false));
	reach(c, p, block + 1, if_so(c, reached, LLVMBuildNot(c->b, taken, ""), false));
}

struct writes {
	struct fn *c;
	struct lane_pair *p;
	u32 n;
	u32 *reg;
	struct lane_chunks *before; /* of those that hold a value */
};

static void note_write(void *ctx, u32 reg, enum reg_role role) {
	struct writes *w = ctx;
	bool known = role == REG_READ;
	for (u32 i = 0; i < w->n && !known; i++)
		known = w->reg[i] == reg;
	if (known)
		return;
	struct lane_chunks *before = &w->before[w->n];
	*before = (struct lane_chunks){{NULL}};
	for (u32 k = 0; k < w->c->nchunk && w->p->holds[reg]; k++) {
		w->p->k = k;
		before->chunk[k] = reg_now(w->c, w->p, reg);
	}
	w->reg[w->n++] = reg;
}

/* Runs a block whose results count in lanes that come to it. */
static void run_block(struct fn *c, struct lane_pair *p, u32 block,
                      const struct lane_chunks *reached) {
	const struct block *b = &c->f->block[block];
	u32 n = p->piece->nreg + 1;
	struct writes w = {c, p, 0, arena_array(c->a, u32, n),
	                   arena_array(c->a, struct lane_chunks, n)};
	for (u32 i = b->first; i < b->first + b->ninst; i++)
		inst_each_reg(c->f, &c->f->inst[i], note_write, &w);
	lane_run_block(c, block);
	for (p->k = 0; p->k < c->nchunk; p->k++)
		follow(c, p, block, reached->chunk[p->k]);
	jit_regs_end(c, false);
	jit_regs_drop(c);
	for (u32 i = 0; i < w.n; i++) {
		for (p->k = 0; p->k < c->nchunk; p->k++) {
			val before = w.before[i].chunk[p->k];
			if (before)
				set_reg(c, p, w.reg[i],
				        LLVMBuildSelect(c->b, reached->chunk[p->k],
				                        reg_now(c, p, w.reg[i]), before,
				                        ""));
		}
		p->holds[w.reg[i]] = true;
	}
}

/* What registers are when the loop is left after n rounds. */
static void set_outs(struct fn *c, struct lane_pair *p, const struct unrolled_loop *l,
                     val n, val reached) {
	val *v = arena_array(c->a, val, l->nout + 1);
	n = LLVMBuildSub(c->b, n, number(c, 32, 1), "");
	for (u32 i = 0; i < l->nout; i++) {
		u32 reg = l->out[i].reg;
		v[i] = sum_now(c, p, &l->out[i].sum);
		if (step_of(l, &l->out[i].sum))
			v[i] = plus(c, v[i], step_of(l, &l->out[i].sum), n);
		if (p->holds[reg])
			v[i] = LLVMBuildSelect(c->b, reached, v[i], reg_now(c, p, reg),
			                       "");
	}
	for (u32 i = 0; i < l->nout; i++)
		LLVMBuildStore(c->b, jit_cast(c, v[i], c->reg[l->out[i].reg].type),
		               jit_slot(c, l->out[i].reg, p->k));
}

/* Leaves a loop that lanes may come to: registers become what they are then, but for
 * those that both loops carry. */
static void skip_loop(struct fn *c, struct lane_pair *p, u32 which, val reached) {
	const struct unrolled *u = p->u;
	const struct unrolled_loop *l = which ? &u->big : &u->small;
	val ok, n = count_rounds(c, p, l, &ok);
	for (u32 i = 0; which == 0 && i < l->nwalk; i++)
		p->start[i].chunk[p->k] = reg_now(c, p, l->walk[i].reg);
	for (u32 i = 0; which == 1 && i < u->nplace; i++)
		p->place[i].chunk[p->k] = sum_now(c, p, &u->place[i].big);
	for (u32 i = 0; which == 1 && i < l->nwalk; i++)
		ok = walk_extends(c, &l->walk[i], reg_now(c, p, l->walk[i].reg), n, ok);
	need(c, p, reached, ok);
	set_outs(c, p, l, n, reached);
	p->rounds[which].chunk[p->k] = LLVMBuildSelect(c->b, reached, n, number(c, 32, 0),
	                                               "");
	reach(c, p, l->exit, reached);
}

/* Emits the blocks at positions [from, to) of the piece. */
static void run_blocks(struct fn *c, struct lane_pair *p, u32 from, u32 to) {
	const struct unrolled_loop *loop[2] = {&p->u->small, &p->u->big};
	for (u32 i = from; i < to; i++) {
		u32 b = c->cfg->order[p->piece->first + i], which = 0;
		const struct lane_chunks *reached = &p->reached[i];
		while (which < 2 && c->cfg->loop[loop[which]->index].header != b)
			which++;
		if (!reached->chunk[0])
			continue;
		if (which == 2) {
			run_block(c, p, b, reached);
			continue;
		}
		for (p->k = 0; p->k < c->nchunk; p->k++)
			skip_loop(c, p, which, reached->chunk[p->k]);
		for (u32 k = 0; k < loop[which]->nout; k++)
			p->holds[loop[which]->out[k].reg] = true;
		i += c->cfg->loop[loop[which]->index].n - 1;
	}
}

/* ---- all rounds -------------------------------------------------------------------- */

/* Both counts, and where one loop begins among the rounds of both. */
struct counts {
	val small, big; /* rounds */
	val has_small, has_big;
	val total, offset; /* in the small loop's rounds; the place of the second loop */
};

static struct counts counts_now(struct fn *c, const struct lane_pair *p) {
	struct counts n = {.small = p->rounds[0].chunk[p->k],
	                   .big = p->rounds[1].chunk[p->k]};
	val none = number(c, 32, 0);
	n.has_small = LLVMBuildICmp(c->b, LLVMIntNE, n.small, none, "");
	n.has_big = LLVMBuildICmp(c->b, LLVMIntNE, n.big, none, "");
	val big = LLVMBuildMul(c->b, n.big, number(c, 32, p->u->factor), "");
	n.total = LLVMBuildAdd(c->b, n.small, big, "");
	n.offset = p->u->small_first ? n.small : big;
	return n;
}

/* The place in the first of all rounds, as the big loop tells. */
static val place_at_first(struct fn *c, const struct lane_pair *p, u32 i,
                          const struct counts *n) {
	u64 step = step_of(&p->u->small, &p->u->place[i].small);
	val v = p->place[i].chunk[p->k];
	return p->u->small_first ? plus(c, v, (u64)0 - step, n->offset) : v;
}

/* What a register is so that the sum that it is in has that value, if it can be. */
static val solve(struct fn *c, const struct lane_pair *p, const struct unrolled_place *x,
                 val is) {
	const struct unrolled_term *t = x->small.term;
	while (t->reg != x->walk)
		t++;
	val v = LLVMBuildSub(c->b, is, sum_without(c, p, &x->small, x->walk), "");
	s64 by = x->small.bits == 32 ? (s32)t->by : (s64)t->by;
	if (by == -1)
		v = LLVMBuildNeg(c->b, v, "");
	else if (by != 1)
		v = LLVMBuildSDiv(c->b, v, like(c, v, (u64)by), "");
	return jit_resize(c, v, c->reg[x->walk].bits, false);
}

/* Where a register that walks begins, and whether both loops agree on it. */
static val find_begin(struct fn *c, struct lane_pair *p, u32 walk,
                      const struct unrolled_place *x, const struct counts *n) {
	const struct unrolled *u = p->u;
	val small = p->start[walk].chunk[p->k];
	val big = solve(c, p, x, place_at_first(c, p, (u32)(x - u->place), n));
	if (!u->small_first)
		small = plus(c, small, (u64)0 - (u64)u->small.walk[walk].step, n->offset);
	val begin = LLVMBuildSelect(c->b, n->has_small, small, big, "");
	need(c, p, LLVMBuildAnd(c->b, n->has_small, n->has_big, ""),
	     LLVMBuildICmp(c->b, LLVMIntEQ, small, big, ""));
	val ok = walk_extends(c, &u->small.walk[walk], begin, n->total, number(c, 1, 1));
	need(c, p, LLVMBuildOr(c->b, n->has_small, n->has_big, ""), ok);
	return begin;
}

/* The place that tells where the register begins; NULL: there is none. */
static const struct unrolled_place *place_of(const struct unrolled *u, u32 reg) {
	for (u32 i = 0; i < u->nplace; i++)
		if (u->place[i].walk == reg)
			return &u->place[i];
	return NULL;
}

/* Checks for a place that agrees if the register does that it tells about. */
static bool is_solved_exactly(const struct unrolled *u, u32 place) {
	const struct unrolled_place *p = &u->place[place];
	const struct unrolled_term *t = p->small.term;
	while (t->reg != p->walk)
		t++;
	return p == place_of(u, p->walk) && t->extend == EXTEND_NONE &&
	       (t->by == 1 || t->by + 1 == 0);
}

/* Registers by which the small loop walks become what they are in the first of all
 * rounds; those in no place are as they like. */
static void set_begins(struct fn *c, struct lane_pair *p, const struct counts *n) {
	const struct unrolled *u = p->u;
	val *begin = arena_array(c->a, val, u->small.nwalk + 1);
	for (u32 i = 0; i < u->small.nwalk; i++) {
		const struct unrolled_place *x = place_of(u, u->small.walk[i].reg);
		if (x)
			begin[i] = find_begin(c, p, i, x, n);
	}
	for (u32 i = 0; i < u->small.nwalk; i++)
		if (begin[i])
			set_reg(c, p, u->small.walk[i].reg, begin[i]);
	for (u32 i = 0; i < u->nplace; i++)
		if (!is_solved_exactly(u, i))
			need(c, p, n->has_big,
			     LLVMBuildICmp(c->b, LLVMIntEQ,
			                   sum_now(c, p, &u->place[i].small),
			                   place_at_first(c, p, i, n), ""));
}

static val new_alloca(struct fn *c, typ t, const char *name) {
	bb here = jit_entry(c);
	val v = LLVMBuildAlloca(c->b, t, name);
	LLVMSetAlignment(v, 64);
	jit_prologue_end(c, here);
	return v;
}

/* Makes vectors of the registers, apart from what they are outside. */
static void take_registers(struct fn *c, struct lane_pair *p) {
	const struct lane_piece *piece = p->piece;
	struct lane_chunks *v = arena_array(c->a, struct lane_chunks, piece->nreg + 1);
	p->outside = arena_array(c->a, struct jreg, piece->nreg + 1);
	p->holds = arena_array(c->a, bool, c->f->nreg + 1);
	for (u32 i = 0; i < piece->nreg; i++)
		for (u32 k = 0; k < c->nchunk && piece->reg[i].lives_in; k++)
			v[i].chunk[k] = jit_reg_chunk(c, piece->reg[i].reg, k);
	jit_regs_drop(c);
	for (u32 i = 0; i < piece->nreg; i++) {
		u32 reg = piece->reg[i].reg;
		p->outside[i] = c->reg[reg];
		if (piece->reg[i].is_invariant)
			continue;
		lane_register(c, reg, REG_VECTOR);
		for (p->k = 0; p->k < c->nchunk && piece->reg[i].lives_in; p->k++)
			set_reg(c, p, reg, v[i].chunk[p->k]);
	}
}

struct lane_pair *lane_pair_begin(struct fn *c, const struct lane_piece *piece) {
	struct lane_pair *p = arena_new(c->a, struct lane_pair);
	const struct unrolled *u = piece->pair;
	p->u = u;
	p->piece = piece;
	p->mask = c->mask;
	p->explain = c->explain;
	p->reached = arena_array(c->a, struct lane_chunks, piece->n + 1);
	p->start = arena_array(c->a, struct lane_chunks, u->small.nwalk + 1);
	p->place = arena_array(c->a, struct lane_chunks, u->nplace + 1);
	p->kept = arena_array(c->a, struct lane_chunks, u->nkeep + 1);
	p->counts = new_alloca(c, LLVMArrayType2(c->i32, WARP_LANES), "counts");
	take_registers(c, p);
	c->mask = c->em = (struct mask){.full = true};
	c->explain = NULL;
	for (p->k = 0; p->k < c->nchunk; p->k++) {
		p->ok.chunk[p->k] = number(c, 1, 1);
		follow(c, p, piece->from, number(c, 1, 1));
	}
	jit_regs_drop(c);
	run_blocks(c, p, 0, c->cfg->pos[u->meet] - piece->first);
	return p;
}

val lane_pair_total(struct fn *c, const struct lane_pair *p, val lane) {
	val at = LLVMBuildMul(c->b, jit_resize(c, lane, 64, false),
	                      jit_int(c, 64, sizeof(u32)), "");
	return LLVMBuildLoad2(c->b, c->i32, jit_gep(c, p->counts, at), "");
}

/* Checks whether the bits have all of those. */
static val covers(struct fn *c, val bits, val all) {
	bits = LLVMBuildOr(c->b, bits, LLVMBuildNot(c->b, all, ""), "");
	return LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 32, UINT32_MAX), "");
}

/* Checks whether all those lanes have the same number of rounds. */
static val have_equal_counts(struct fn *c, const struct lane_pair *p, val all,
                             const struct lane_chunks *counts) {
	val arg[2] = {all, jit_int(c, 1, 0)}, same[MAX_CHUNKS];
	val lane = jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2);
	lane = LLVMBuildAnd(c->b, lane, jit_int(c, 32, WARP_LANES - 1), "");
	val first = jit_splat(c, lane_pair_total(c, p, lane));
	for (u32 k = 0; k < c->nchunk; k++)
		same[k] = LLVMBuildICmp(c->b, LLVMIntEQ, counts->chunk[k], first, "");
	return covers(c, jit_bits_of(c, same), all);
}

val lane_pair_lanes(struct fn *c, struct lane_pair *p, val all, bb plain) {
	struct lane_chunks counts;
	val some[MAX_CHUNKS], odd[MAX_CHUNKS];
	for (p->k = 0; p->k < c->nchunk; p->k++) {
		struct counts n = counts_now(c, p);
		val at = jit_gep(c, p->counts,
		                 jit_int(c, 64, p->k * c->width * sizeof(u32)));
		LLVMSetAlignment(LLVMBuildStore(c->b, n.total, at), sizeof(u32));
		some[p->k] = LLVMBuildICmp(c->b, LLVMIntNE, n.total, number(c, 32, 0),
		                           "");
		counts.chunk[p->k] = n.total;
		odd[p->k] = jit_resize(c, n.total, 1, false);
		for (u32 i = 0; i < p->u->nkeep; i++)
			p->kept[i].chunk[p->k] = reg_now(c, p, p->u->keep[i]);
		set_begins(c, p, &n);
	}
	bb usual = jit_block(c, "laneusual");
	val ok = covers(c, jit_bits_of(c, p->ok.chunk), all);
	jit_likely(c, ok, true, usual, plain);
	jit_at(c, usual);
	p->has_odd = LLVMBuildAnd(c->b, all, jit_bits_of(c, odd), "");
	p->has_odd = LLVMBuildICmp(c->b, LLVMIntNE, p->has_odd, jit_int(c, 32, 0), "");
	bb uneven = jit_block(c, "laneuneven");
	jit_if(c, have_equal_counts(c, p, all, &counts), plain, uneven);
	jit_at(c, uneven);
	return LLVMBuildAnd(c->b, all, jit_bits_of(c, some), "");
}

/* ---- rounds of a lane -------------------------------------------------------------- */

static void run_round(struct fn *c, const struct lane_code *k) {
	const struct unrolled *u = k->pair->u;
	lane_forget_groups(c, k->piece);
	for (u32 i = 0; i < u->nchain; i++) {
		lane_run_block(c, u->chain[i]);
		jit_regs_end(c, false);
	}
	c->lanes.is_checked = true;
	jit_regs_drop(c);
}

static val slot_of(struct fn *c, u32 reg) {
	return LLVMBuildLoad2(c->b, c->reg[reg].type, jit_slot(c, reg, 0), "");
}

/* Keeps what a register holds now where the round does not count. */
static void choose(struct fn *c, u32 reg, val counts, val otherwise) {
	val v = LLVMBuildSelect(c->b, counts, slot_of(c, reg), otherwise, "");
	LLVMBuildStore(c->b, v, jit_slot(c, reg, 0));
}

/* Emits the rounds that are left. There may be fewer of them than code: where a round is
 * one too many it is the first one again, and its results do not count. */
static void run_rest(struct fn *c, const struct lane_code *k, val rest, u32 most,
                     const val *first) {
	const struct unrolled *u = k->pair->u;
	const struct lane_piece *p = k->piece;
	val *before = arena_array(c->a, val, p->nreg + 1);
	for (u32 i = 0; i < most; i++) {
		val counts = LLVMBuildICmp(c->b, LLVMIntUGT, rest, jit_int(c, 32, i), "");
		for (u32 w = 0; w < u->small.nwalk; w++)
			choose(c, u->small.walk[w].reg, counts, first[w]);
		for (u32 r = 0; r < p->nreg; r++)
			if (p->reg[r].goes)
				before[r] = slot_of(c, p->reg[r].reg);
		run_round(c, k);
		for (u32 r = 0; r < p->nreg; r++)
			if (p->reg[r].goes)
				choose(c, p->reg[r].reg, counts, before[r]);
	}
}

/* Emits rounds of which so many go at once, and what is left in one piece of code, whose
 * end is not to be guessed. */
static void emit_rounds(struct fn *c, const struct lane_code *k, u32 at_once,
                        const val *first, bb done) {
	bb more = jit_block(c, "lanemore"), rest = jit_block(c, "lanerest");
	bb some = jit_block(c, "laneleft");
	val rounds = k->rounds[k->pair->u->small.index];
	val left = LLVMBuildAnd(c->b, c->lanes.total, jit_int(c, 32, at_once - 1), "");
	val whole = LLVMBuildSub(c->b, c->lanes.total, left, "");
	val any = LLVMBuildICmp(c->b, LLVMIntNE, whole, jit_int(c, 32, 0), "");
	jit_likely(c, any, true, more, rest);
	jit_at(c, more);
	for (u32 i = 0; i < at_once; i++)
		run_round(c, k);
	val n = LLVMBuildLoad2(c->b, c->i32, rounds, "");
	n = LLVMBuildAdd(c->b, n, jit_int(c, 32, at_once), "");
	LLVMBuildStore(c->b, n, rounds);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, n, whole, ""), more, rest);
	jit_at(c, rest);
	jit_if(c, k->pair->has_odd, some, done);
	jit_at(c, some);
	run_rest(c, k, left, at_once - 1, first);
	n = LLVMBuildLoad2(c->b, c->i32, rounds, "");
	LLVMBuildStore(c->b, LLVMBuildAdd(c->b, n, left, ""), rounds);
	jit_goto(c, done);
}

void lane_pair_rounds(struct fn *c, const struct lane_code *k) {
	const struct unrolled *u = k->pair->u;
	u32 loop = u->small.index, n = 0;
	bb done = jit_block(c, "lanedone");
	val *first = arena_array(c->a, val, u->small.nwalk + 1);
	for (u32 i = 0; i < u->nchain; i++)
		n += c->f->block[u->chain[i]].ninst;
	jit_at(c, k->at[c->cfg->loop[loop].first - k->piece->first]);
	for (u32 i = 0; i < u->small.nwalk; i++)
		first[i] = slot_of(c, u->small.walk[i].reg);
	c->lanes.is_checked = false;
	emit_rounds(c, k, n <= MOST_OF_TWO ? 2 : 1, first, done);
	jit_at(c, done);
	c->lanes.is_checked = false;
	lane_leave_loop(c, k, loop);
	jit_goto(c, k->end);
}

void lane_pair_end(struct fn *c, struct lane_pair *p) {
	const struct lane_piece *piece = p->piece;
	struct lane_chunks *v = arena_array(c->a, struct lane_chunks, piece->nreg + 1);
	for (p->k = 0; p->k < c->nchunk; p->k++)
		for (u32 i = 0; i < p->u->nkeep; i++)
			set_reg(c, p, p->u->keep[i], p->kept[i].chunk[p->k]);
	run_blocks(c, p, c->cfg->pos[p->u->meet] - piece->first, piece->n);
	for (u32 i = 0; i < piece->nreg; i++)
		for (u32 k = 0; k < c->nchunk && piece->reg[i].lives_out; k++)
			v[i].chunk[k] = jit_reg_chunk(c, piece->reg[i].reg, k);
	jit_regs_drop(c);
	for (u32 i = 0; i < piece->nreg; i++)
		lane_restore(c, piece->reg[i].reg, &p->outside[i]);
	c->mask = c->em = p->mask;
	c->explain = p->explain;
	c->block = piece->from;
	for (u32 i = 0; i < piece->nreg; i++)
		for (u32 k = 0; k < c->nchunk && piece->reg[i].lives_out; k++)
			jit_reg_set_chunk(c, piece->reg[i].reg, k, v[i].chunk[k]);
}
