/* strip_condition.c - predicates whose values follow from lines: how a comparison ends in
 * all threads of a strip is known from the least and the greatest values of both sides.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/strip_assume.h"
#include "backend/llvm/warps/strip_piece.h"

/* Lines whose values in all lanes follow from that in lane 0. */
static struct line *compared_source(struct strip *s, const struct operand *o, u32 bits) {
	struct line *l = strip_source(s, o, bits);
	return l && !strip_has_piece(l) ? l : NULL;
}

static const struct strip_condition *compared(struct strip *s, const struct inst *in) {
	struct strip_condition *k = arena_new(s->c->a, struct strip_condition);
	bool is_setp = in->row == ROW_SETP_S || in->row == ROW_SETP_U ||
	               in->row == ROW_SETP_B;
	const struct operand *o = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits, cmp = MOD_GET(in->mods, CMP);
	if (!is_setp || !strip_is_integer(in->type[0]) || cmp < MOD_CMP_EQ ||
	    cmp > MOD_CMP_HS)
		return NULL;
	if (cmp >= MOD_CMP_LO)
		cmp = cmp - MOD_CMP_LO + MOD_CMP_LT;
	*k = (struct strip_condition){.kind = CONDITION_COMPARE,
	                              .cmp = cmp,
	                              .is_signed = type_info[in->type[0]].class != 'U'};
	k->b = compared_source(s, &o[1], bits);
	const struct strip_extreme *e = o->kind == OPR_REG ? s->extreme[o->index] : NULL;
	if (!e) {
		k->a = compared_source(s, &o[0], bits);
		return k->a && k->b ? k : NULL;
	}
	if (!k->b || e->type != in->type[0] || cmp < MOD_CMP_LT)
		return NULL;
	/* max(a, b) > n if one of them is, max(a, b) < n if both are */
	bool one = e->is_max == (cmp == MOD_CMP_GT || cmp == MOD_CMP_GE);
	struct strip_condition *all = arena_new(s->c->a, struct strip_condition);
	*all = (struct strip_condition){.kind = one ? CONDITION_ANY : CONDITION_BOTH};
	for (u32 i = 0; i < 2; i++) {
		struct strip_condition *part = arena_new(s->c->a, struct strip_condition);
		*part = *k;
		part->a = e->of[i];
		all->part[i] = part;
	}
	return all;
}

const struct strip_condition *strip_condition_of(struct strip *s,
                                                 const struct operand *o) {
	struct strip_condition *k;
	const struct strip_condition *found = o->kind == OPR_REG ? s->condition[o->index]
	                                                         : NULL;
	if (!found || !o->negated)
		return found;
	k = arena_new(s->c->a, struct strip_condition);
	*k = *found;
	k->is_negated = !k->is_negated;
	return k;
}

const struct strip_condition *strip_find_condition(struct strip *s,
                                                   const struct inst *in) {
	bool both = in->row == ROW_AND_PRED;
	if (!both && in->row != ROW_OR_PRED)
		return compared(s, in);
	struct strip_condition *k = arena_new(s->c->a, struct strip_condition);
	*k = (struct strip_condition){.kind = both ? CONDITION_BOTH : CONDITION_ANY};
	for (u32 i = 0; i < 2; i++)
		if (!(k->part[i] = strip_condition_of(s, &in->operand[1 + i])))
			return NULL;
	return k;
}

static val smaller(struct strip *s, const struct strip_condition *k, val a, val b,
                   bool or_equal) {
	LLVMIntPredicate how = k->is_signed ? or_equal ? LLVMIntSLE : LLVMIntSLT
	                       : or_equal   ? LLVMIntULE
	                                    : LLVMIntULT;
	return LLVMBuildICmp(s->c->b, how, a, b, "");
}

u32 strip_opposite(u32 cmp) {
	static const u8 of[] = {[MOD_CMP_EQ] = MOD_CMP_NE, [MOD_CMP_NE] = MOD_CMP_EQ,
	                        [MOD_CMP_LT] = MOD_CMP_GE, [MOD_CMP_GE] = MOD_CMP_LT,
	                        [MOD_CMP_GT] = MOD_CMP_LE, [MOD_CMP_LE] = MOD_CMP_GT};
	return of[cmp];
}

/* i1: the comparison ends like that in all threads; NULL: the corners do not tell. */
static val compares(struct strip *s, const struct strip_condition *k, bool holds) {
	bool sign = k->is_signed;
	u32 cmp = holds ? k->cmp : strip_opposite(k->cmp);
	struct fn *c = s->c;
	strip_test_assumed(s, k->a);
	strip_test_assumed(s, k->b);
	if (!strip_find_range(s, k->a, sign) || !strip_find_range(s, k->b, sign))
		return NULL;
	val al = k->a->low[sign], ah = k->a->high[sign], bl = k->b->low[sign],
	    bh = k->b->high[sign];
	switch (cmp) {
	case MOD_CMP_LT: return smaller(s, k, ah, bl, false);
	case MOD_CMP_LE: return smaller(s, k, ah, bl, true);
	case MOD_CMP_GT: return smaller(s, k, bh, al, false);
	case MOD_CMP_GE: return smaller(s, k, bh, al, true);
	case MOD_CMP_NE:
		return LLVMBuildOr(c->b, smaller(s, k, ah, bl, false),
		                   smaller(s, k, bh, al, false), "");
	default: /* all are one number */
		return LLVMBuildAnd(c->b, smaller(s, k, ah, bl, true),
		                    smaller(s, k, bh, al, true), "");
	}
}

val strip_ends(struct strip *s, const struct strip_condition *k, bool holds) {
	struct fn *c = s->c;
	val part[2];
	holds ^= k->is_negated;
	if (k->kind == CONDITION_SAME)
		return holds ? k->same : LLVMBuildNot(c->b, k->same, "");
	if (k->kind == CONDITION_COMPARE)
		return compares(s, k, holds);
	for (u32 i = 0; i < 2; i++)
		if (!(part[i] = strip_ends(s, k->part[i], holds)))
			return NULL;
	return holds == (k->kind == CONDITION_BOTH)
	               ? LLVMBuildAnd(c->b, part[0], part[1], "")
	               : LLVMBuildOr(c->b, part[0], part[1], "");
}

/* The line in this round. */
static struct line *line_now(struct strip *s, const struct line *from) {
	struct fn *c = s->c;
	struct line *l = strip_new_line(s, from->bits, from->base);
	memcpy(l->coef, from->coef, sizeof l->coef);
	l->stride = from->stride;
	l->rest_stride = from->rest_stride;
	if (!l->coef[STRIP_ROUND] || !s->counter[STRIP_ROUND])
		return l;
	val far = jit_resize(c, s->counter[STRIP_ROUND], l->bits, false);
	far = LLVMBuildMul(c->b, far, l->coef[STRIP_ROUND], "");
	l->base = LLVMBuildAdd(c->b, l->base, far, "");
	l->coef[STRIP_ROUND] = NULL;
	return l;
}

static const struct strip_condition *condition_now(struct strip *s,
                                                   const struct strip_condition *from) {
	struct strip_condition *k = arena_new(s->c->a, struct strip_condition);
	*k = *from;
	if (k->kind == CONDITION_COMPARE) {
		k->a = line_now(s, k->a);
		k->b = line_now(s, k->b);
	} else if (k->kind != CONDITION_SAME) {
		k->part[0] = condition_now(s, k->part[0]);
		k->part[1] = condition_now(s, k->part[1]);
	}
	return k;
}

val strip_ends_now(struct strip *s, const struct strip_condition *k, bool holds) {
	val ok = s->ok, now = strip_ends(s, condition_now(s, k), holds);
	s->ok = ok; /* what does not wrap in all rounds does not in this one */
	return now;
}

static bool differs_in_row(const struct strip_condition *k) {
	switch (k->kind) {
	case CONDITION_SAME: return false;
	case CONDITION_COMPARE: return k->a->coef[STRIP_CTA] || k->b->coef[STRIP_CTA];
	default: return differs_in_row(k->part[0]) || differs_in_row(k->part[1]);
	}
}

bool strip_decide_alike(struct strip *s, const struct inst *branch, val *all) {
	const struct strip_condition *k = s->condition[branch->guard];
	bool takes = !branch->guard_negated;
	val none = k ? strip_ends(s, k, !takes) : NULL;
	*all = k ? strip_ends(s, k, takes) : NULL;
	if (!none || !*all)
		return false;
	strip_need(s, LLVMBuildOr(s->c->b, *all, none, ""));
	return true;
}

bool strip_decide_same(struct strip *s, const struct inst *branch, bool all) {
	const struct strip_condition *k = s->condition[branch->guard];
	if (!k || k->kind != CONDITION_SAME)
		return false;
	strip_need_always(s, strip_ends(s, k, all != branch->guard_negated));
	return true;
}

bool strip_decide(struct strip *s, const struct inst *branch, bool all) {
	struct strip_border at = {.condition = s->condition[branch->guard],
	                          .holds = all != branch->guard_negated};
	val ok = at.condition ? strip_ends(s, at.condition, at.holds) : NULL;
	if (!ok)
		return false;
	s->inside = strip_both(s, s->inside, ok);
	if (!differs_in_row(at.condition))
		s->inside_row = strip_both(s, s->inside_row, ok);
	vec_push(s->c->a, &s->border, at);
	return true;
}

const struct strip_extreme *strip_find_extreme(struct strip *s, const struct inst *in) {
	struct strip_extreme *e = arena_new(s->c->a, struct strip_extreme);
	if ((in->row != ROW_MAX && in->row != ROW_MIN) || !strip_is_integer(in->type[0]))
		return NULL;
	*e = (struct strip_extreme){.is_max = in->row == ROW_MAX, .type = in->type[0]};
	for (u32 i = 0; i < 2; i++)
		if (!(e->of[i] = compared_source(s, &in->operand[1 + i],
		                                 type_info[in->type[0]].bits)))
			return NULL;
	return e;
}
