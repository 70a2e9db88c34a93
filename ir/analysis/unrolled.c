/* unrolled.c - finds pairs of loops that a compiler has made of one.
 *
 * One round of the small loop is run with symbols, `factor` times in a row, and one round
 * of the big one. What a register then holds has to be made in the same way of the same:
 *
 *     small     f = fma(ld(p + 4), ld(x + 4 * ld(c + 4)), fma(ld(p), ..., f))
 *     big       f = fma(ld(q - 4), ld(x + 4 * ld(d - 4)), fma(ld(q - 8), ..., f))
 *
 * Leaves that grow by constants in each round, here addresses, are not compared, but
 * noted: it has to be p = q - 8 and c = d - 8 where the loops are in the same round. They
 * stay so if one grows `factor` times as much in a round.
 *
 * Each loop is a chain of blocks with one way out, and no way leads through the pair that
 * touches what the loops carry between them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/unrolled.h"
#include "ir/analysis/symbols.h"
#include "ir/isa/regs.h"

enum {
	MOST_CHAIN = 8,
	MOST_WALKS = 12,
	MOST_PLACES = 12,
	MOST_FACTOR = 16,
	MOST_PAIRS = 600,    /* of values that are equal */
	MOST_MATCHES = 5000, /* comparisons of values */
};

struct side {
	struct unrolled_loop *loop;
	u32 first, end; /* positions */
	u32 nchain;
	u32 chain[MOST_CHAIN]; /* its blocks in the order in which they run */
	u32 nload;
	bool stays_if_taken; /* the branch at the latch leads to another round */
	struct bits written, walks;
	s64 *step;     /* per register that walks */
	u32 *last;     /* per register that is written: its value after a round, plus 1 */
	VEC(u32) load; /* values */
};

struct pair {
	u32 small, big; /* values */
};

struct search {
	struct arena *a;
	const struct func *f;
	const struct cfg *cfg;
	const struct live *live;
	const struct unrolled_piece *piece;
	struct unrolled *u;
	struct symbols s;
	struct side small, big;
	bool *carried; /* per register: both loops take it from round to round */
	u32 nmatch, npair;
	struct pair pair[MOST_PAIRS];
};

static const struct block *block_at(const struct search *q, u32 pos) {
	return &q->f->block[q->cfg->order[pos]];
}

/* ---- shapes ------------------------------------------------------------------------ */

/* The block after this one in a round; NO_BLOCK: it has not the shape. */
static u32 next_in_chain(struct search *q, struct side *l, u32 b) {
	const struct block *blk = &q->f->block[b];
	const struct inst *last = block_last(q->f, blk);
	if (!last || last->row != ROW_BRA || last->guard == NO_REG)
		return blk->nsucc == 1 ? blk->succ[0] : NO_BLOCK;
	if (blk->nsucc != 2 || l->loop->latch != NO_BLOCK)
		return NO_BLOCK;
	bool first = cfg_loop_has(q->cfg, l->loop->index, blk->succ[0]);
	if (first == cfg_loop_has(q->cfg, l->loop->index, blk->succ[1]))
		return NO_BLOCK;
	l->loop->latch = b;
	l->loop->exit = blk->succ[first];
	u32 stays = blk->succ[!first];
	l->stays_if_taken = last->operand[0].index == stays;
	return stays;
}

static bool find_chain(struct search *q, struct side *l) {
	const struct loop *loop = &q->cfg->loop[l->loop->index];
	u32 b = loop->header;
	l->first = loop->first;
	l->end = loop->first + loop->n;
	l->loop->latch = l->loop->exit = NO_BLOCK;
	do {
		/* what comes after the way out is not run in the last round */
		const struct block *blk = &q->f->block[b];
		if (l->nchain == MOST_CHAIN || l->nchain == loop->n ||
		    (l->loop->latch != NO_BLOCK &&
		     (blk->ninst > 1 ||
		      (blk->ninst && q->f->inst[blk->first].row != ROW_BRA))))
			return false;
		l->chain[l->nchain++] = b;
		b = next_in_chain(q, l, b);
	} while (b != NO_BLOCK && b != loop->header);
	return b == loop->header && l->loop->latch != NO_BLOCK && l->nchain == loop->n;
}

static bool find_loops(struct search *q) {
	struct unrolled_loop *to[2] = {&q->u->small, &q->u->big};
	u32 n = 0;
	for (u32 i = q->piece->first; i < q->piece->first + q->piece->n; i++) {
		u32 b = q->cfg->order[i];
		if (!cfg_is_header(q->cfg, b))
			continue;
		if (n == 2)
			return false;
		to[n++]->index = q->cfg->loop_of[b];
	}
	return n == 2;
}

/* The block where all ways from the first loop on meet. */
static bool find_meeting(struct search *q, u32 from, u32 end) {
	u32 meet = end;
	for (u32 i = from; i < meet; i++) {
		const struct block *b = block_at(q, i);
		for (u32 k = 0; k < b->nsucc; k++)
			meet = MAX(meet, q->cfg->pos[b->succ[k]]);
		if (!b->nsucc || meet > q->piece->first + q->piece->n)
			return false;
	}
	q->u->meet = q->cfg->order[meet];
	return true;
}

/* ---- rounds ------------------------------------------------------------------------ */

static void note_load(struct search *q, struct side *l, const struct inst *in) {
	const struct operand *o = &in->operand[0];
	u32 n = o->kind == OPR_VEC ? o->n : 1;
	l->nload++;
	for (u32 i = 0; i < n && !q->s.failed; i++) {
		const struct operand *e = o->kind == OPR_VEC
		                                  ? &q->f->operand[o->index + i]
		                                  : o;
		if (e->kind == OPR_REG)
			vec_push(q->a, &l->load, symbols_of(&q->s, e->index));
	}
}

static void run_round(struct search *q, struct side *l, bool notes_loads) {
	for (u32 i = 0; i < l->nchain; i++) {
		const struct block *b = &q->f->block[l->chain[i]];
		for (u32 k = b->first; k < b->first + b->ninst; k++) {
			const struct inst *in = &q->f->inst[k];
			if (in->row == ROW_BRA)
				continue;
			symbols_run(&q->s, in);
			if (notes_loads && row_info(in->row)->props & PROP_LOAD)
				note_load(q, l, in);
		}
	}
}

static void note_written(struct search *q, struct side *l) {
	for (u32 r = 0; r < q->f->nreg; r++) {
		if (!q->s.written[r])
			continue;
		bits_set(l->written, r);
		const struct sym_value *v = &q->s.value.at[symbols_of(&q->s, r)];
		const struct sym_atom *at = v->n == 1 ? &q->s.atom.at[v->term[0].atom]
		                                      : NULL;
		if (!at || v->term[0].by != 1 || at->kind != SYM_REG || at->extend ||
		    at->reg != r || (v->bits != 32 && v->bits != 64))
			continue;
		bits_set(l->walks, r);
		l->step[r] = v->bits == 32 ? (s32)v->add : (s64)v->add;
	}
}

/* Runs a round, with registers that count as such from the second time on. */
static bool run_side(struct search *q, struct side *l) {
	u32 n = q->f->nreg + 1;
	l->written = bits_new(q->a, n);
	l->walks = bits_new(q->a, n);
	l->step = arena_array(q->a, s64, n);
	l->last = arena_array(q->a, u32, n);
	symbols_restart(&q->s);
	bits_zero(q->s.counts);
	run_round(q, l, false);
	if (q->s.failed)
		return false;
	note_written(q, l);
	symbols_restart(&q->s);
	bits_copy(q->s.counts, l->walks);
	q->s.added = arena_array(q->a, struct sym_added, n);
	run_round(q, l, true);
	for (u32 r = 0; r < q->f->nreg && !q->s.failed; r++)
		l->last[r] = q->s.written[r] ? symbols_of(&q->s, r) + 1 : 0;
	for (u32 r = 0; r < q->f->nreg; r++) {
		const struct sym_added *x = &q->s.added[r];
		if (!bits_has(l->walks, r) || l->loop->nwalk > MOST_WALKS)
			continue;
		struct unrolled_walk w = {r, l->step[r], {0}, x->least, x->most};
		memcpy(w.is_extended, x->is_extended, sizeof w.is_extended);
		if (l->loop->nwalk < MOST_WALKS)
			l->loop->walk[l->loop->nwalk] = w;
		l->loop->nwalk++;
	}
	q->s.added = NULL;
	return !q->s.failed && l->loop->nwalk <= MOST_WALKS;
}

/* ---- sums of registers ------------------------------------------------------------- */

/* Checks for an atom that is the same in all rounds, or grows by a constant. */
static bool is_regular(const struct search *q, const struct side *l, u32 atom) {
	const struct sym_atom *x = &q->s.atom.at[atom];
	return x->kind == SYM_REG &&
	       (bits_has(l->walks, x->reg) || !bits_has(l->written, x->reg));
}

static bool walks(const struct search *q, const struct side *l, u32 atom) {
	const struct sym_atom *x = &q->s.atom.at[atom];
	return x->kind == SYM_REG && bits_has(l->walks, x->reg);
}

static bool has_walk(const struct search *q, const struct side *l, u32 value) {
	const struct sym_value *v = &q->s.value.at[value];
	bool has = false;
	for (u32 i = 0; i < v->n; i++)
		has |= walks(q, l, v->term[i].atom);
	return has;
}

/* What of the value is regular. */
static struct unrolled_sum regular_part(struct search *q, const struct side *l, u32 value,
                                        u32 *others) {
	const struct sym_value v = q->s.value.at[value];
	struct unrolled_sum s = {.bits = v.bits, .add = v.add};
	s.term = arena_array(q->a, struct unrolled_term, v.n + 1);
	*others = 0;
	for (u32 i = 0; i < v.n; i++) {
		const struct sym_atom *x = &q->s.atom.at[v.term[i].atom];
		if (is_regular(q, l, v.term[i].atom))
			s.term[s.n++] = (struct unrolled_term){x->reg, (u8)x->extend,
			                                       v.term[i].by};
		else
			++*others;
	}
	return s;
}

static u64 step_of(const struct side *l, const struct unrolled_sum *s) {
	u64 step = 0;
	for (u32 i = 0; i < s->n; i++)
		step += s->term[i].by * (u64)l->step[s->term[i].reg];
	return s->bits == 32 ? (u64)(s64)(s32)step : step;
}

static bool same_terms(const struct unrolled_sum *a, const struct unrolled_sum *b) {
	bool same = a->bits == b->bits && a->n == b->n;
	for (u32 i = 0; same && i < a->n; i++)
		same = a->term[i].reg == b->term[i].reg &&
		       a->term[i].by == b->term[i].by &&
		       a->term[i].extend == b->term[i].extend;
	return same;
}

/* ---- comparison -------------------------------------------------------------------- */

static bool match(struct search *q, u32 small, u32 big);

/* The only register of the sum that walks; NO_REG: there is none, or several. */
static u32 only_walk(const struct side *l, const struct unrolled_sum *s) {
	u32 reg = NO_REG, n = 0;
	for (u32 i = 0; i < s->n; i++)
		if (bits_has(l->walks, s->term[i].reg)) {
			reg = s->term[i].reg;
			n++;
		}
	return n == 1 ? reg : NO_REG;
}

static bool note_place(struct search *q, const struct unrolled_sum *small,
                       const struct unrolled_sum *big) {
	struct unrolled *u = q->u;
	u64 mask = small->bits == 64 ? ~(u64)0 : ((u64)1 << small->bits) - 1;
	for (u32 i = 0; i < u->nplace; i++) {
		const struct unrolled_place *p = &u->place[i];
		if (same_terms(&p->small, small) && same_terms(&p->big, big))
			return ((p->small.add - p->big.add - small->add + big->add) &
			        mask) == 0;
	}
	u32 walk = only_walk(&q->small, small);
	if (u->nplace == MOST_PLACES || walk == NO_REG ||
	    (step_of(&q->big, big) - u->factor * step_of(&q->small, small)) & mask)
		return false;
	u->place[u->nplace++] = (struct unrolled_place){*small, *big, walk};
	return true;
}

/* What is to be undone where a comparison fails. */
struct undo {
	u32 npair, nplace;
};

static struct undo mark(const struct search *q) {
	return (struct undo){q->npair, q->u->nplace};
}

static bool fails(struct search *q, struct undo to) {
	q->npair = to.npair;
	q->u->nplace = to.nplace;
	return false;
}

static bool match_operands(struct search *q, const struct sym_atom *x,
                           const struct sym_atom *y, bool swapped) {
	struct undo to = mark(q);
	for (u32 i = 0; i < x->n; i++) {
		u32 k = swapped && i < 2 ? 1 - i : i;
		if ((!swapped && x->operand[i].how != y->operand[k].how) ||
		    !match(q, x->operand[i].value, y->operand[k].value))
			return fails(q, to);
	}
	return true;
}

static bool may_swap(const struct sym_atom *x) {
	char class = type_info[x->type[0]].class;
	return row_info(x->row)->props & PROP_COMM && x->n >= 2 &&
	       (class == 'U' || class == 'S' || class == 'B') && x->operand[0].how == 0 &&
	       x->operand[1].how >> 16 == 1;
}

static bool match_atoms(struct search *q, u32 small, u32 big) {
	const struct sym_atom x = q->s.atom.at[small], y = q->s.atom.at[big];
	if (x.kind != y.kind || x.bits != y.bits || x.extend != y.extend)
		return false;
	if (x.kind == SYM_VARIABLE)
		return small == big;
	if (x.kind == SYM_REG)
		return small == big && !walks(q, &q->small, small) &&
		       !walks(q, &q->big, big) &&
		       bits_has(q->small.written, x.reg) ==
		               bits_has(q->big.written, x.reg);
	if (x.row != y.row || memcmp(x.type, y.type, sizeof x.type) != 0 ||
	    x.mods != y.mods || x.result != y.result || x.n != y.n)
		return false;
	return match_operands(q, &x, &y, false) ||
	       (may_swap(&x) && match_operands(q, &x, &y, true));
}

/* The terms of both that are in no regular part; each has its like. */
static bool match_terms(struct search *q, u32 small, u32 big, bool all) {
	const struct sym_value x = q->s.value.at[small], y = q->s.value.at[big];
	bool used[64] = {false};
	struct undo to = mark(q);
	for (u32 i = 0; i < x.n; i++) {
		u32 k = 0;
		if (!all && is_regular(q, &q->small, x.term[i].atom))
			continue;
		while (k < y.n && k < countof(used) &&
		       (used[k] || x.term[i].by != y.term[k].by ||
		        (!all && is_regular(q, &q->big, y.term[k].atom)) ||
		        !match_atoms(q, x.term[i].atom, y.term[k].atom)))
			k++;
		if (k == y.n || k == countof(used))
			return fails(q, to);
		used[k] = true;
	}
	return true;
}

static bool match_values(struct search *q, u32 small, u32 big) {
	u32 n[2];
	bool all = !has_walk(q, &q->small, small) && !has_walk(q, &q->big, big);
	const struct sym_value *x = &q->s.value.at[small], *y = &q->s.value.at[big];
	if (x->bits != y->bits)
		return false;
	if (all)
		return x->n == y->n && x->add == y->add &&
		       match_terms(q, small, big, true);
	struct unrolled_sum a = regular_part(q, &q->small, small, &n[0]);
	struct unrolled_sum b = regular_part(q, &q->big, big, &n[1]);
	return n[0] == n[1] && match_terms(q, small, big, false) && note_place(q, &a, &b);
}

/* Checks that the big loop's value is the small one's. */
static bool match(struct search *q, u32 small, u32 big) {
	for (u32 i = 0; i < q->npair; i++)
		if (q->pair[i].small == small && q->pair[i].big == big)
			return true;
	struct undo to = mark(q);
	if (q->nmatch++ == MOST_MATCHES || !match_values(q, small, big) ||
	    q->npair == MOST_PAIRS)
		return fails(q, to);
	q->pair[q->npair++] = (struct pair){small, big};
	return true;
}

/* ---- registers --------------------------------------------------------------------- */

static bool lives_on(const struct search *q, const struct side *l, u32 reg) {
	u32 header = q->cfg->loop[l->loop->index].header;
	return live_at_start(q->live, q->cfg, header, reg) ||
	       live_at_start(q->live, q->cfg, l->loop->exit, reg);
}

/* Checks for a register that is known after any count of rounds without running them. */
static bool find_out(struct search *q, struct side *l, u32 reg) {
	u32 others;
	struct unrolled_sum s = regular_part(q, l, l->last[reg] - 1, &others);
	bool is_plain = others == 0;
	for (u32 i = 0; i < s.n; i++)
		is_plain &= s.term[i].extend == EXTEND_NONE;
	if (is_plain)
		l->loop->out[l->loop->nout++] = (struct unrolled_out){reg, s};
	return is_plain;
}

static bool match_regs(struct search *q) {
	struct side *s = &q->small, *b = &q->big;
	symbols_restart(&q->s);
	bits_copy(q->s.counts, s->walks);
	for (u32 i = 0; i < q->u->factor; i++)
		run_round(q, s, false);
	bool any = false;
	for (u32 r = 0; r < q->f->nreg && !q->s.failed; r++) {
		bool in_small = s->last[r] && lives_on(q, s, r) && !find_out(q, s, r);
		bool in_big = b->last[r] && lives_on(q, b, r) && !find_out(q, b, r);
		if (in_small != in_big ||
		    (in_small && !match(q, symbols_of(&q->s, r), b->last[r] - 1)))
			return false;
		q->carried[r] = in_small;
		any |= in_small;
	}
	return any && !q->s.failed;
}

/* All that the big loop loads is loaded by the small one: faults are the same. */
static bool has_all_loads(const struct search *q) {
	for (u32 i = 0; i < q->big.load.n; i++) {
		u32 load = q->s.value.at[q->big.load.at[i]].term[0].atom;
		bool found = false;
		for (u32 k = 0; k < q->npair && !found; k++) {
			const struct sym_value *v = &q->s.value.at[q->pair[k].big];
			for (u32 n = 0; n < v->n; n++)
				found |= v->term[n].atom == load;
		}
		if (!found)
			return false;
	}
	return true;
}

/* Takes a term that both sums have out of both; false: there is none. */
static bool take_common(struct unrolled_sum *a, struct unrolled_sum *b) {
	for (u32 i = 0; i < a->n; i++)
		for (u32 k = 0; k < b->n; k++) {
			const struct unrolled_term *x = &a->term[i], *y = &b->term[k];
			if (x->reg != y->reg || x->by != y->by || x->extend != y->extend)
				continue;
			a->term[i] = a->term[--a->n];
			b->term[k] = b->term[--b->n];
			return true;
		}
	return false;
}

/* Where both sums are made of one register in the same way, those are to be equal: 4 *
 * e(i) + p and 4 * e(k) + p are if i and k are. What walks is not in common, though it
 * may be the same register: it is so at other times. */
static void simplify_place(struct search *q, struct unrolled_place *p) {
	struct unrolled_sum a = p->small, b = p->big;
	u32 walk = only_walk(&q->big, &b);
	a.term = arena_copy(q->a, a.term, (a.n + 1) * sizeof *a.term, 8);
	b.term = arena_copy(q->a, b.term, (b.n + 1) * sizeof *b.term, 8);
	for (u32 i = 0; i < a.n; i++)
		if (a.term[i].reg == p->walk)
			a.term[i].reg = NO_REG;
	for (u32 i = 0; i < b.n; i++)
		if (b.term[i].reg == walk)
			b.term[i].reg = NO_REG - 1;
	while (take_common(&a, &b)) {
	}
	if (walk == NO_REG || a.n != 1 || b.n != 1 || a.term[0].by != b.term[0].by ||
	    a.term[0].extend != b.term[0].extend || a.add != b.add)
		return;
	u32 bits = type_info[q->f->reg[p->walk].type].bits;
	if (bits != type_info[q->f->reg[walk].type].bits)
		return;
	a.term[0] = (struct unrolled_term){p->walk, EXTEND_NONE, 1};
	b.term[0] = (struct unrolled_term){walk, EXTEND_NONE, 1};
	a.bits = b.bits = bits;
	a.add = b.add = 0;
	p->small = a;
	p->big = b;
}

static void simplify_places(struct search *q) {
	struct unrolled *u = q->u;
	u32 n = u->nplace;
	u->nplace = 0;
	for (u32 i = 0; i < n; i++) {
		struct unrolled_place p = u->place[i];
		bool known = false;
		simplify_place(q, &p);
		for (u32 k = 0; k < u->nplace && !known; k++)
			known = same_terms(&u->place[k].small, &p.small) &&
			        same_terms(&u->place[k].big, &p.big) &&
			        u->place[k].small.add - u->place[k].big.add ==
			                p.small.add - p.big.add;
		if (!known)
			u->place[u->nplace++] = p;
	}
}

/* ---- between the loops ------------------------------------------------------------- */

struct reach {
	struct search *q;
	bool *is_read, *is_written; /* per register */
};

static void note_reg(void *ctx, u32 reg, enum reg_role role) {
	struct reach *r = ctx;
	r->is_read[reg] |= role != REG_WRITTEN;
	r->is_written[reg] |= role != REG_READ;
}

static void note_block(struct reach *r, u32 pos) {
	const struct block *b = block_at(r->q, pos);
	for (u32 k = 0; k < b->ninst; k++)
		inst_each_reg(r->q->f, &r->q->f->inst[b->first + k], note_reg, r);
}

static struct reach new_reach(struct search *q) {
	u32 n = q->f->nreg + 1;
	return (struct reach){q, arena_array(q->a, bool, n), arena_array(q->a, bool, n)};
}

static bool is_in(const struct side *l, u32 pos) {
	return pos >= l->first && pos < l->end;
}

/* Checks whether every way into the piece and up to its position `to` goes by `pos`. */
static bool is_on_all_ways(struct search *q, u32 pos, u32 to) {
	u32 first = q->piece->first;
	bool *reached = arena_array(q->a, bool, q->piece->n + 1);
	for (u32 i = first; i <= to; i++) {
		const struct block *b = i == first ? &q->f->block[q->piece->from] : NULL;
		for (u32 k = 0; b && k < b->nsucc; k++)
			if (q->cfg->pos[b->succ[k]] - first < q->piece->n)
				reached[q->cfg->pos[b->succ[k]] - first] = true;
		if (i == pos || !reached[i - first])
			continue;
		if (i == to)
			return false;
		b = block_at(q, i);
		for (u32 k = 0; k < b->nsucc; k++)
			if (q->cfg->pos[b->succ[k]] - first < q->piece->n)
				reached[q->cfg->pos[b->succ[k]] - first] = true;
	}
	return true;
}

/* Checks that what the loops carry is left alone from the first loop to where all ways
 * meet, and what the small one only reads in all of the piece, but where it is made
 * before both of them. */
static bool regs_stay(struct search *q) {
	struct reach between = new_reach(q), small = new_reach(q), before = new_reach(q);
	u32 first = MIN(q->small.first, q->big.first), meet = q->cfg->pos[q->u->meet];
	for (u32 i = q->piece->first; i < q->piece->first + q->piece->n; i++) {
		if (is_in(&q->small, i))
			note_block(&small, i);
		else if (i >= first && i < meet && !is_in(&q->big, i))
			note_block(&between, i);
		if (!is_in(&q->small, i) &&
		    (i >= first || !is_on_all_ways(q, i, q->small.first) ||
		     !is_on_all_ways(q, i, q->big.first)))
			note_block(&before, i);
	}
	for (u32 r = 0; r < q->f->nreg; r++) {
		if ((q->carried[r] && (between.is_read[r] || between.is_written[r])) ||
		    (small.is_read[r] && !small.is_written[r] && before.is_written[r]))
			return false;
	}
	return true;
}

/* ---- counts of rounds -------------------------------------------------------------- */

static u32 opposite(u32 cmp) {
	static const u8 of[] = {[MOD_CMP_EQ] = MOD_CMP_NE, [MOD_CMP_NE] = MOD_CMP_EQ,
	                        [MOD_CMP_LT] = MOD_CMP_GE, [MOD_CMP_LE] = MOD_CMP_GT,
	                        [MOD_CMP_GT] = MOD_CMP_LE, [MOD_CMP_GE] = MOD_CMP_LT};
	return of[cmp];
}

static u32 turned(u32 cmp) {
	static const u8 of[] = {[MOD_CMP_EQ] = MOD_CMP_EQ, [MOD_CMP_NE] = MOD_CMP_NE,
	                        [MOD_CMP_LT] = MOD_CMP_GT, [MOD_CMP_LE] = MOD_CMP_GE,
	                        [MOD_CMP_GT] = MOD_CMP_LT, [MOD_CMP_GE] = MOD_CMP_LE};
	return of[cmp];
}

static bool is_plain_sum(const struct unrolled_sum *s) {
	for (u32 i = 0; i < s->n; i++)
		if (s->term[i].extend != EXTEND_NONE)
			return false;
	return true;
}

/* A test that ends a loop that goes up or down to a limit, or to a number. */
static bool is_counted(const struct unrolled_test *t) {
	s64 step = t->left_step;
	switch (t->cmp) {
	case MOD_CMP_NE: return step != t->right_step;
	case MOD_CMP_LT:
	case MOD_CMP_LE: return step > 0 && !t->right_step;
	case MOD_CMP_GT:
	case MOD_CMP_GE: return step < 0 && !t->right_step;
	default: return false;
	}
}

static bool find_test(struct search *q, struct side *l) {
	struct unrolled_test *t = &l->loop->test;
	const struct inst *bra = block_last(q->f, &q->f->block[l->loop->latch]);
	const struct sym_atom *p = l->last[bra->guard]
	                                   ? symbols_atom(&q->s, l->last[bra->guard] - 1)
	                                   : NULL;
	u32 others[2];
	if (!p || p->kind != SYM_RESULT || p->result || p->n != 2 ||
	    (p->row != ROW_SETP_B && p->row != ROW_SETP_S && p->row != ROW_SETP_U))
		return false;
	t->left = regular_part(q, l, p->operand[0].value, &others[0]);
	t->right = regular_part(q, l, p->operand[1].value, &others[1]);
	if (others[0] || others[1] || !is_plain_sum(&t->left) ||
	    !is_plain_sum(&t->right) || t->left.bits != t->right.bits ||
	    (t->left.bits != 32 && t->left.bits != 64))
		return false;
	t->left_step = (s64)step_of(l, &t->left);
	t->right_step = (s64)step_of(l, &t->right);
	t->is_signed = p->row == ROW_SETP_S;
	t->cmp = MOD_GET(p->mods, CMP);
	if (t->cmp >= MOD_CMP_LO && t->cmp <= MOD_CMP_HS)
		t->cmp = t->cmp - MOD_CMP_LO + MOD_CMP_LT;
	if (t->cmp < MOD_CMP_EQ || t->cmp > MOD_CMP_GE)
		return false;
	if (l->stays_if_taken == (bool)bra->guard_negated)
		t->cmp = opposite(t->cmp);
	if (!t->left_step) {
		struct unrolled_sum left = t->left;
		t->left = t->right;
		t->right = left;
		t->left_step = t->right_step;
		t->right_step = 0;
		t->cmp = turned(t->cmp);
	}
	return is_counted(t);
}

/* ---- all of it --------------------------------------------------------------------- */

static void swap_sides(struct search *q) {
	struct side s = q->small;
	struct unrolled_loop l = q->u->small;
	q->small = q->big;
	q->big = s;
	q->u->small = q->u->big;
	q->u->big = l;
	q->small.loop = &q->u->small;
	q->big.loop = &q->u->big;
}

/* What the small loop changes on its way, and has to be as it was where all ways meet. */
static void find_kept(struct search *q) {
	struct unrolled *u = q->u;
	u->keep = arena_array(q->a, u32, q->f->nreg + 1);
	for (u32 r = 0; r < q->f->nreg; r++)
		if (q->small.last[r] && !q->carried[r] &&
		    live_at_start(q->live, q->cfg, u->meet, r))
			u->keep[u->nkeep++] = r;
}

struct first_reads {
	struct unrolled *u;
	bool *written; /* per register */
};

static void note_first_read(void *ctx, u32 reg, enum reg_role role) {
	struct first_reads *r = ctx;
	r->u->reads[reg] |= role != REG_WRITTEN && !r->written[reg];
	r->written[reg] |= role != REG_READ;
}

static void find_reads(struct search *q) {
	u32 n = q->f->nreg + 1;
	struct first_reads r = {q->u, arena_array(q->a, bool, n)};
	q->u->reads = arena_array(q->a, bool, n);
	for (u32 i = 0; i < q->small.nchain; i++) {
		const struct block *b = &q->f->block[q->small.chain[i]];
		for (u32 k = b->first; k < b->first + b->ninst; k++)
			inst_each_reg(q->f, &q->f->inst[k], note_first_read, &r);
	}
}

static void room_for(struct search *q, struct unrolled_loop *l) {
	l->walk = arena_array(q->a, struct unrolled_walk, MOST_WALKS);
	l->out = arena_array(q->a, struct unrolled_out, q->f->nreg + 1);
}

static bool find(struct search *q) {
	struct unrolled *u = q->u;
	if (!find_loops(q) || !find_chain(q, &q->small) || !find_chain(q, &q->big) ||
	    !find_meeting(q, MIN(q->small.first, q->big.first),
	                  MAX(q->small.end, q->big.end)) ||
	    !run_side(q, &q->small) || !run_side(q, &q->big))
		return false;
	if (q->small.nload > q->big.nload)
		swap_sides(q);
	u->small_first = q->small.first < q->big.first;
	u->factor = q->small.nload ? q->big.nload / q->small.nload : 0;
	u->place = arena_array(q->a, struct unrolled_place, MOST_PLACES);
	return u->factor >= 2 && u->factor <= MOST_FACTOR && match_regs(q) &&
	       has_all_loads(q) && regs_stay(q) && find_test(q, &q->small) &&
	       find_test(q, &q->big);
}

struct unrolled *unrolled_find(struct arena *a, const struct func *f,
                               const struct cfg *cfg, const struct live *live,
                               const struct unrolled_piece *piece) {
	struct search *q = arena_new(a, struct search);
	q->a = a;
	q->f = f;
	q->cfg = cfg;
	q->live = live;
	q->piece = piece;
	q->u = arena_new(a, struct unrolled);
	q->s = symbols_new(a, f);
	q->carried = arena_array(a, bool, f->nreg + 1);
	q->small.loop = &q->u->small;
	q->big.loop = &q->u->big;
	room_for(q, &q->u->small);
	room_for(q, &q->u->big);
	if (!find(q))
		return NULL;
	simplify_places(q);
	find_kept(q);
	find_reads(q);
	q->u->carries = q->carried;
	q->u->chain = q->small.chain;
	q->u->nchain = q->small.nchain;
	return q->u;
}
