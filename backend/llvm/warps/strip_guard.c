/* strip_guard.c - where threads access that come there under conditions, as in
 *
 *     if (row < m && column < n) x = a[row * n + column];
 *
 * A condition limits a line. Where the address is a multiple of that line, plus what
 * other counters add, the least and the greatest address follow from the limits: here
 * from row <= m - 1 and column <= n - 1. Whether it is a multiple is tested when the code
 * runs; if it is not, the range is that of all threads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_bits.h"
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/strip_line.h"

enum { MULTIPLE_BITS = 28, LIMIT_BITS = 33, MOST_LIMITS = 8 };

/* The least and the greatest value that a line has in these threads. */
struct reach {
	struct line *of;
	bool is_signed;
	val least, most; /* i64 */
};

struct reaches {
	struct reach at[MOST_LIMITS];
	u32 n;
};

void strip_guard(struct strip *s, const struct strip_condition *k, bool holds) {
	struct strip_guard g = {.condition = k, .holds = holds};
	vec_push(s->c->a, &s->guard, g);
}

struct line *strip_guarded(struct strip *s, struct line *from) {
	if (!s->guard.n && !s->unless)
		return from;
	struct line *l = strip_in_bits(s, from);
	l->unless = s->unless;
	if (!s->guard.n)
		return l;
	struct strip_guard *all = arena_array(s->c->a, struct strip_guard, s->guard.n);
	memcpy(all, s->guard.at, sizeof *all * s->guard.n);
	l->guard = all;
	l->nguard = s->guard.n;
	return l;
}

static val extreme(struct fn *c, const char *which, val a, val b) {
	return jit_intrinsic(c, which, &c->i64, 1, (val[]){a, b}, 2);
}

static struct reach *limit_of(struct strip *s, struct reaches *all, struct line *l,
                              bool is_signed) {
	for (u32 i = 0; i < all->n; i++)
		if (all->at[i].of == l && all->at[i].is_signed == is_signed)
			return &all->at[i];
	if (all->n == MOST_LIMITS || !strip_find_range(s, l, is_signed))
		return NULL;
	all->at[all->n] = (struct reach){.of = l,
	                                 .is_signed = is_signed,
	                                 .least = l->low[is_signed],
	                                 .most = l->high[is_signed]};
	return &all->at[all->n++];
}

/* The comparison with its sides the other way round. */
static u32 mirrored(u32 cmp) {
	static const u8 of[] = {[MOD_CMP_EQ] = MOD_CMP_EQ, [MOD_CMP_NE] = MOD_CMP_NE,
	                        [MOD_CMP_LT] = MOD_CMP_GT, [MOD_CMP_GE] = MOD_CMP_LE,
	                        [MOD_CMP_GT] = MOD_CMP_LT, [MOD_CMP_LE] = MOD_CMP_GE};
	return of[cmp];
}

static void limit_by(struct strip *s, struct reaches *all,
                     const struct strip_condition *k, bool holds) {
	struct fn *c = s->c;
	u32 cmp = holds ? k->cmp : strip_opposite(k->cmp);
	struct line *a = k->a, *b = k->b;
	if (strip_is_same(a)) {
		a = k->b;
		b = k->a;
		cmp = mirrored(cmp);
	}
	if (strip_is_same(a) || !strip_is_same(b) || cmp == MOD_CMP_NE ||
	    !strip_find_range(s, b, k->is_signed))
		return;
	struct reach *l = limit_of(s, all, a, k->is_signed);
	if (!l)
		return;
	val end = b->low[k->is_signed], one = jit_int(c, 64, 1);
	bool up = cmp == MOD_CMP_LT || cmp == MOD_CMP_LE || cmp == MOD_CMP_EQ,
	     down = cmp == MOD_CMP_GT || cmp == MOD_CMP_GE || cmp == MOD_CMP_EQ;
	if (cmp == MOD_CMP_LT)
		end = LLVMBuildSub(c->b, end, one, "");
	if (cmp == MOD_CMP_GT)
		end = LLVMBuildAdd(c->b, end, one, "");
	if (up)
		l->most = extreme(c, "llvm.smin", l->most, end);
	if (down)
		l->least = extreme(c, "llvm.smax", l->least, end);
}

static void find_limits(struct strip *s, struct reaches *all,
                        const struct strip_condition *k, bool holds) {
	holds ^= k->is_negated;
	if (k->kind == CONDITION_COMPARE)
		limit_by(s, all, k, holds);
	if (k->kind == (holds ? CONDITION_BOTH : CONDITION_ANY))
		for (u32 i = 0; i < 2; i++)
			find_limits(s, all, k->part[i], holds);
}

static val coefficient(struct fn *c, const struct line *l, u32 dim) {
	return l->coef[dim] ? jit_resize(c, l->coef[dim], 64, true) : jit_int(c, 64, 0);
}

/* A counter that the line counts by one; STRIP_DIMS: there is none. */
static u32 find_unit(const struct line *l) {
	u32 d = 0;
	while (d < STRIP_DIMS && !(l->coef[d] && LLVMIsAConstantInt(l->coef[d]) &&
	                           LLVMConstIntGetSExtValue(l->coef[d]) == 1))
		d++;
	return d;
}

static val is_below(struct fn *c, val v, u32 bits) {
	return LLVMBuildICmp(c->b, LLVMIntULT, v, jit_int(c, 64, (u64)1 << bits), "");
}

/* What the counters of the limit's line add to the address, if they are in no other. */
static void add_limited(struct strip *s, const struct line *l, const struct reach *limit,
                        bool *done, val *least, val *most) {
	struct fn *c = s->c;
	const struct line *of = strip_in_bits(s, limit->of);
	u32 unit = find_unit(of);
	val zero = jit_int(c, 64, 0), low = zero, high = zero;
	if (unit == STRIP_DIMS)
		return;
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (of->coef[d] && done[d])
			return;
	val times = coefficient(c, l, unit), ok = is_below(c, times, MULTIPLE_BITS);
	for (u32 d = 0; d < STRIP_DIMS; d++) {
		if (!of->coef[d])
			continue;
		done[d] = true;
		val k = coefficient(c, l, d), far = LLVMBuildMul(c->b, k, s->last[d], "");
		low = LLVMBuildAdd(c->b, low, extreme(c, "llvm.smin", far, zero), "");
		high = LLVMBuildAdd(c->b, high, extreme(c, "llvm.smax", far, zero), "");
		val same = LLVMBuildMul(c->b, times, coefficient(c, of, d), "");
		ok = LLVMBuildAnd(c->b, ok, LLVMBuildICmp(c->b, LLVMIntEQ, k, same, ""),
		                  "");
	}
	val base = jit_resize(c, of->base, 64, limit->is_signed),
	    half = jit_int(c, 64, (u64)1 << LIMIT_BITS), from, to;
	from = LLVMBuildSub(c->b, limit->least, base, "");
	to = LLVMBuildSub(c->b, limit->most, base, "");
	ok = LLVMBuildAnd(c->b, ok,
	                  is_below(c, LLVMBuildAdd(c->b, from, half, ""), LIMIT_BITS + 1),
	                  "");
	ok = LLVMBuildAnd(c->b, ok,
	                  is_below(c, LLVMBuildAdd(c->b, to, half, ""), LIMIT_BITS + 1),
	                  "");
	from = LLVMBuildMul(c->b, from, times, "");
	to = LLVMBuildMul(c->b, to, times, "");
	*least = LLVMBuildAdd(c->b, *least, LLVMBuildSelect(c->b, ok, from, low, ""), "");
	*most = LLVMBuildAdd(c->b, *most, LLVMBuildSelect(c->b, ok, to, high, ""), "");
}

void strip_guarded_span(struct strip *s, const struct line *l, val *least, val *most) {
	struct fn *c = s->c;
	struct reaches all = {.n = 0};
	bool done[STRIP_DIMS] = {false};
	val zero = jit_int(c, 64, 0);
	*least = *most = zero;
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (l->coef[d])
			strip_need_bits(s, l->coef[d], STRIP_COEF_BITS);
	for (u32 i = 0; i < l->nguard; i++)
		find_limits(s, &all, l->guard[i].condition, l->guard[i].holds);
	for (u32 i = 0; i < all.n; i++)
		add_limited(s, l, &all.at[i], done, least, most);
	for (u32 d = 0; d < STRIP_DIMS; d++) {
		if (!l->coef[d] || done[d])
			continue;
		val far = LLVMBuildMul(c->b, l->coef[d], s->last[d], "");
		*least = LLVMBuildAdd(c->b, *least, extreme(c, "llvm.smin", far, zero),
		                      "");
		*most = LLVMBuildAdd(c->b, *most, extreme(c, "llvm.smax", far, zero), "");
	}
}
