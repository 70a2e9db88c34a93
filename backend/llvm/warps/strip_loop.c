/* strip_loop.c - loops over the grid's stride, and others like them:
 *
 *     for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
 *         y[i] = a * x[i] + y[i];
 *
 * i is linear in the thread's coordinates and in the number of the round. So a round is
 * one more counter of a strip's lines (strip_line.h), the outermost: all ctas of the
 * strip make a round before the next one. How many there are follows from the least value
 * that the loop's condition sees, and in how many no thread is missing, from the
 * greatest. In those between stores are masked.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_loop.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/warps/strip_assume.h"
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/strip_piece.h"

/* With more the sums of strip_line.c might overflow. */
enum { MOST_ROUNDS = 1 << 22, MOST_DEPTH = 4 };

/* ---- what goes from round to round ------------------------------------------------- */

struct search {
	struct fn *c;
	struct strip_loop *l;
	const struct inst *at;
	struct bits written, carried;
};

static void count_write(void *ctx, u32 reg, enum reg_role role) {
	struct search *s = ctx;
	if (role == REG_READ)
		return;
	s->l->nwrite[reg]++;
	s->l->writer[reg] = s->at;
}

static void note_carried(void *ctx, u32 reg, enum reg_role role) {
	struct search *s = ctx;
	if (role != REG_READ) {
		bits_set(s->written, reg);
	} else if (s->l->nwrite[reg] && !bits_has(s->written, reg) &&
	           !bits_has(s->carried, reg)) {
		struct strip_counter k = {.reg = reg, .by = s->l->writer[reg]};
		bits_set(s->carried, reg);
		vec_push(s->c->a, &s->l->counter, k);
	}
}

static void visit_body(struct search *s, reg_visit_fn *visit) {
	for (u32 i = 0; i < s->l->body.n; i++) {
		s->at = s->l->body.at[i];
		inst_each_reg(s->c->f, s->at, visit, s);
	}
}

static bool is_register(const struct operand *o, u32 reg) {
	return o->kind == OPR_REG && o->index == reg && !o->negated && !o->sel;
}

/* What is computed in the loop from what is the same in all rounds, is so as well. */
static bool is_same_at(const struct search *s, const struct operand *o, u32 depth) {
	if (o->kind == OPR_IMM || o->kind == OPR_SREG)
		return true;
	if (o->kind != OPR_REG)
		return false;
	const struct inst *in = s->l->writer[o->index];
	if (!s->l->nwrite[o->index])
		return true;
	if (s->l->nwrite[o->index] != 1 || bits_has(s->carried, o->index) ||
	    depth == MOST_DEPTH || in->guard != NO_REG || row_info(in->row)->table)
		return false;
	for (u32 i = 1; i < in->noperand; i++)
		if (!is_same_at(s, &in->operand[i], depth + 1))
			return false;
	return true;
}

static bool is_same_in_rounds(const struct search *s, const struct operand *o) {
	return is_same_at(s, o, 0);
}

/* What an addition adds to the counter in each round, or NULL. */
static const struct operand *step_of(const struct strip_counter *k) {
	const struct operand *o = k->by->operand;
	if (k->by->row != ROW_ADD)
		return NULL;
	return is_register(&o[1], k->reg)   ? &o[2]
	       : is_register(&o[2], k->reg) ? &o[1]
	                                    : NULL;
}

static bool is_counter(const struct search *s, const struct strip_counter *k) {
	const struct operand *o = k->by->operand;
	if (s->l->nwrite[k->reg] != 1)
		return false;
	if (k->by->row == ROW_MAD_LO)
		return is_same_in_rounds(s, &o[1]) && is_same_in_rounds(s, &o[2]) &&
		       is_register(&o[3], k->reg);
	const struct operand *step = step_of(k);
	return step && is_same_in_rounds(s, step);
}

/* ---- the condition ----------------------------------------------------------------- */

static u32 position(const struct strip_loop *l, const struct inst *in) {
	u32 i = 0;
	while (l->body.at[i] != in)
		i++;
	return i;
}

static u32 counter_of(const struct strip_loop *l, const struct operand *o) {
	u32 i = 0;
	while (i < l->counter.n && !is_register(o, l->counter.at[i].reg))
		i++;
	return i;
}

/* The comparison as the threads that go on see it, with the counter first. */
static u32 as_it_holds(u32 cmp, bool holds, bool is_swapped) {
	if (cmp >= MOD_CMP_LO && cmp <= MOD_CMP_HS)
		cmp = cmp - MOD_CMP_LO + MOD_CMP_LT;
	if (!holds)
		cmp = strip_opposite(cmp);
	if (!is_swapped)
		return cmp;
	return cmp == MOD_CMP_GT ? MOD_CMP_LT : cmp == MOD_CMP_GE ? MOD_CMP_LE : 0;
}

/* Takes the comparison for what ends the loop. Threads go on where it ends like that. */
static bool take_condition(struct search *s, u32 guard, bool holds) {
	struct strip_loop *l = s->l;
	const struct inst *in = s->l->writer[guard];
	if (s->l->nwrite[guard] != 1 ||
	    (in->row != ROW_SETP_S && in->row != ROW_SETP_U) || in->noperand != 3)
		return false;
	u32 cmp = MOD_GET(in->mods, CMP);
	if (cmp < MOD_CMP_LT || cmp > MOD_CMP_HS)
		return false;
	l->tested = counter_of(l, &in->operand[1]);
	bool is_swapped = l->tested == l->counter.n;
	if (is_swapped)
		l->tested = counter_of(l, &in->operand[2]);
	l->limit = &in->operand[is_swapped ? 1 : 2];
	cmp = as_it_holds(cmp, holds, is_swapped);
	if (l->tested == l->counter.n || !is_same_in_rounds(s, l->limit) ||
	    (cmp != MOD_CMP_LT && cmp != MOD_CMP_LE))
		return false;
	l->tests = in;
	l->or_equal = cmp == MOD_CMP_LE;
	l->is_signed = in->row == ROW_SETP_S;
	l->is_tested_after = position(l, l->counter.at[l->tested].by) < position(l, in);
	return true;
}

static bool is_same_operand(const struct operand *a, const struct operand *b) {
	bool is_plain = (a->kind == OPR_REG || a->kind == OPR_IMM) && !a->negated &&
	                !a->sel;
	return is_plain && opr_equal(a, b);
}

/* Checks whether the predicate says, in all threads that go on, that limit - i > step:
 * where i + step < limit, and i + step does not wrap, it does. */
static bool follows(const struct strip_loop *l, u32 reg, bool holds) {
	const struct inst *in = l->nwrite[reg] == 1 ? l->writer[reg] : NULL;
	const struct strip_counter *k = &l->counter.at[l->tested];
	const struct operand *step = step_of(k);
	if (!in || in->row != ROW_SETP_U || in->noperand != 3 || !step || l->is_signed ||
	    l->or_equal || !l->is_tested_after || in->type[0] != l->tests->type[0])
		return false;
	const struct operand *left = &in->operand[1];
	u32 cmp = as_it_holds(MOD_GET(in->mods, CMP), holds, false);
	if (cmp != MOD_CMP_GT || !is_same_operand(&in->operand[2], step) ||
	    left->kind != OPR_REG || l->nwrite[left->index] != 1)
		return false;
	const struct inst *sub = l->writer[left->index];
	return sub->row == ROW_SUB && sub->guard == NO_REG &&
	       is_same_operand(&sub->operand[1], l->limit) &&
	       is_register(&sub->operand[2], k->reg) &&
	       position(l, sub) < position(l, k->by);
}

bool strip_loop_ends_so(const struct strip_loop *l, const struct inst *branch) {
	return follows(l, branch->guard, branch->guard_negated);
}

/* A loop may ask for two things, of which one follows from the other. */
static bool find_condition(struct search *s) {
	struct strip_loop *l = s->l;
	const struct inst *in = s->l->writer[l->back->guard];
	bool holds = !l->back->guard_negated;
	if (take_condition(s, l->back->guard, holds))
		return true;
	if (s->l->nwrite[l->back->guard] != 1 || in->row != ROW_AND_PRED || !holds)
		return false;
	for (u32 i = 1; i <= 2; i++) {
		const struct operand *one = &in->operand[i], *other = &in->operand[3 - i];
		if (one->kind == OPR_REG && other->kind == OPR_REG &&
		    take_condition(s, one->index, !one->negated) &&
		    follows(l, other->index, !other->negated))
			return true;
	}
	return false;
}

bool strip_loop_fits(struct fn *c, struct strip_loop *l) {
	u32 n = c->f->nreg + 1;
	struct search s = {.c = c,
	                   .l = l,
	                   .written = bits_new(c->a, n),
	                   .carried = bits_new(c->a, n)};
	l->nwrite = arena_array(c->a, u32, n);
	l->writer = arena_array(c->a, const struct inst *, n);
	visit_body(&s, count_write);
	visit_body(&s, note_carried);
	l->carried = bits_new(c->a, n);
	for (u32 i = l->counter.n; i-- > 0;) {
		if (is_counter(&s, &l->counter.at[i]))
			continue;
		if (!l->may_carry)
			return false;
		bits_set(l->carried, l->counter.at[i].reg);
		l->counter.at[i] = l->counter.at[--l->counter.n];
	}
	return find_condition(&s);
}

/* ---- rounds ------------------------------------------------------------------------ */

/* i64: how often a thread goes back in which the condition sees v first. */
static val times_back(struct strip *s, val v, val limit, val step) {
	struct fn *c = s->c;
	val left = LLVMBuildSub(c->b, limit, v, ""), zero = jit_int(c, 64, 0);
	val some = LLVMBuildICmp(c->b, LLVMIntSGT, left, zero, "");
	left = LLVMBuildAdd(c->b, left, LLVMBuildSub(c->b, step, jit_int(c, 64, 1), ""),
	                    "");
	return LLVMBuildSelect(c->b, some, LLVMBuildUDiv(c->b, left, step, ""), zero, "");
}

/* The line as if it were another one: what is known of it may not hold of that. */
static struct line *copy(struct strip *s, const struct line *from) {
	struct line *l = arena_new(s->c->a, struct line);
	*l = (struct line){.bits = from->bits,
	                   .base = from->base,
	                   .stride = from->stride,
	                   .rest_stride = from->rest_stride};
	memcpy(l->coef, from->coef, sizeof l->coef);
	memcpy(l->assumed, from->assumed, sizeof l->assumed);
	return l;
}

/* Finds the lines of what the loop computes, and is the same in all rounds. */
static void find_same(struct strip *s, const struct strip_loop *l, const struct inst *in,
                      u32 reg, u32 depth) {
	for (u32 i = 1; i < in->noperand && depth < MOST_DEPTH; i++) {
		const struct operand *o = &in->operand[i];
		if (o->kind != OPR_REG || o->index == reg || !l->nwrite[o->index])
			continue;
		find_same(s, l, l->writer[o->index], reg, depth + 1);
		s->line[o->index] = strip_arithmetic(s, l->writer[o->index]);
	}
}

/* Sets *step to what the counter's instruction adds. False: that differs between
 * threads. */
static bool find_step(struct strip *s, const struct strip_loop *l,
                      const struct strip_counter *k, val *step) {
	find_same(s, l, k->by, k->reg, 0);
	struct line *next = k->start ? strip_arithmetic(s, k->by) : NULL;
	if (!next || next->bits != k->start->bits || next->stride != k->start->stride ||
	    memcmp(next->coef, k->start->coef, sizeof next->coef) != 0)
		return false;
	strip_test_assumed(s, next);
	*step = LLVMBuildSub(s->c->b, next->base, k->start->base, "");
	return true;
}

/* Finds the rounds, and which threads are in each. */
static bool bound(struct strip *s, struct strip_loop *l, val step) {
	struct fn *c = s->c;
	bool sign = l->is_signed;
	const struct strip_counter *tested = &l->counter.at[l->tested];
	find_same(s, l, l->tests, tested->reg, 0);
	struct line *seen = copy(s, tested->start),
		    *limit = strip_source(s, l->limit, seen->bits);
	if (l->is_tested_after)
		seen->base = LLVMBuildAdd(c->b, seen->base, step, "");
	if (limit)
		strip_test_assumed(s, limit);
	if (!limit || !strip_is_same(limit) || !strip_find_range(s, seen, sign) ||
	    !strip_find_range(s, limit, sign))
		return false;
	val far = jit_resize(c, step, 64, true), one = jit_int(c, 64, 1),
	    end = limit->low[sign];
	val rises = LLVMBuildICmp(c->b, LLVMIntSGT, far, jit_int(c, 64, 0), "");
	far = LLVMBuildSelect(c->b, rises, far, one, "");
	strip_need(s, rises);
	if (seen->bits == 64)
		strip_need_small(s, end);
	if (l->or_equal)
		end = LLVMBuildAdd(c->b, end, one, "");
	val last = times_back(s, seen->low[sign], end, far);
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntULT, last, jit_int(c, 64, MOST_ROUNDS),
	                            ""));
	s->last[l->dim] = last;
	l->nfull = LLVMBuildAdd(c->b, times_back(s, seen->high[sign], end, far), one, "");
	/* in the last round, too, it does not wrap */
	seen = copy(s, seen);
	seen->coef[l->dim] = step;
	if (!strip_find_range(s, seen, sign))
		return false;
	if (l->dim != STRIP_ROUND)
		return true;
	/* a thread is in a round if it went back in the one before */
	seen = copy(s, seen);
	seen->base = LLVMBuildSub(c->b, seen->base, step, "");
	struct strip_condition *k = arena_new(c->a, struct strip_condition);
	*k = (struct strip_condition){.kind = CONDITION_COMPARE,
	                              .cmp = l->or_equal ? MOD_CMP_LE : MOD_CMP_LT,
	                              .is_signed = sign,
	                              .a = seen,
	                              .b = limit};
	struct strip_border border = {.condition = k, .holds = true, .is_back = true};
	vec_push(c->a, &s->border, border);
	return true;
}

/* A counter of which is not known where it begins is a value that is carried. */
static void drop_unknown(struct strip *s, struct strip_loop *l) {
	u32 n = 0;
	for (u32 i = 0; i < l->counter.n; i++) {
		const struct strip_counter *k = &l->counter.at[i];
		if (!s->line[k->reg] && i != l->tested && l->may_carry) {
			bits_set(l->carried, k->reg);
			continue;
		}
		if (i == l->tested)
			l->tested = n;
		l->counter.at[n++] = *k;
	}
	l->counter.n = n;
}

bool strip_loop_begin(struct strip *s, struct strip_loop *l) {
	drop_unknown(s, l);
	val *step = arena_array(s->c->a, val, l->counter.n + 1);
	for (u32 i = 0; i < l->counter.n; i++) {
		struct strip_counter *k = &l->counter.at[i];
		k->start = s->line[k->reg];
		if (!find_step(s, l, k, &step[i]) || strip_has_piece(k->start))
			return false;
		k->line = copy(s, k->start);
		k->line->coef[l->dim] = step[i];
	}
	if (!bound(s, l, step[l->tested]))
		return false;
	for (u32 i = 0; i < l->counter.n; i++)
		s->line[l->counter.at[i].reg] = l->counter.at[i].line;
	return true;
}

/* The line after the last round. */
static struct line *line_after(struct strip *s, const struct strip_loop *l,
                               const struct line *from, val rounds) {
	struct fn *c = s->c;
	struct line *to = copy(s, from);
	val far = jit_resize(c, rounds, to->bits, false);
	far = LLVMBuildMul(c->b, far, to->coef[l->dim], "");
	to->base = LLVMBuildAdd(c->b, to->base, far, "");
	to->coef[l->dim] = NULL;
	return to;
}

void strip_loop_end(struct strip *s, const struct strip_loop *l, val skipped) {
	struct fn *c = s->c;
	val last = s->last[l->dim];
	for (u32 reg = 0; reg < c->f->nreg; reg++) {
		if (!l->nwrite[reg])
			continue;
		struct line *at = s->line[reg];
		s->condition[reg] = NULL;
		s->extreme[reg] = NULL;
		s->upper[reg] = NULL;
		if (skipped)
			s->line[reg] = NULL;
		else if (at && at->coef[l->dim])
			s->line[reg] = line_after(s, l, at, last);
	}
	val rounds = LLVMBuildAdd(c->b, last, jit_int(c, 64, 1), "");
	if (skipped)
		rounds = LLVMBuildSelect(c->b, skipped, jit_int(c, 64, 0), rounds, "");
	for (u32 i = 0; i < l->counter.n && skipped; i++) {
		const struct strip_counter *k = &l->counter.at[i];
		s->line[k->reg] = k->line->coef[l->dim]
		                          ? line_after(s, l, k->line, rounds)
		                          : k->line;
	}
}
