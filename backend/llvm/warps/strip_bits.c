/* strip_bits.c - lines that are taken apart by constants, as those of a thread's number
 * are in blocks of one row that stand for several:
 *
 *     int column = threadIdx.x % 16, row = threadIdx.x / 16;       block of 256
 *
 *     tid.x       bits 1, 2, 4, 8, 16 of the lane, 32, 64, 128 of the warp
 *     column      bits 1, 2, 4, 8
 *     row         bits             1           and  2,  4,   8
 *
 * Each bit is a counter of its own, which is 0 or 1. A number that is a constant plus
 * multiples of counters is divided term by term if what is left of all terms together is
 * less than the divisor; terms that have no bit in common are masked, and joined, term by
 * term.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_bits.h"
#include "backend/llvm/emit/operand.h"

bool strip_has_bits(const struct line *l) {
	for (u32 d = STRIP_LANE; d < STRIP_INNER; d++)
		if (l->coef[d])
			return true;
	return false;
}

static struct line *copy(struct strip *s, const struct line *from) {
	struct line *l = strip_new_line(s, from->bits, from->base);
	memcpy(l->coef, from->coef, sizeof l->coef);
	return l;
}

static void add_to_bit(struct strip *s, struct line *l, u32 bit, val v) {
	val *at = &l->coef[bit];
	*at = *at ? LLVMBuildAdd(s->c->b, *at, v, "") : v;
	if (LLVMIsAConstantInt(*at) && LLVMIsNull(*at))
		*at = NULL;
}

static val shifted(struct strip *s, const struct line *l, val v, u32 by) {
	return LLVMBuildShl(s->c->b, v, jit_int(s->c, l->bits, by), "");
}

struct line *strip_in_bits(struct strip *s, const struct line *from) {
	struct line *l = copy(s, from);
	u32 row_bits = (u32)__builtin_ctz(s->row_lanes);
	for (u32 b = 0; b < STRIP_LANE_BITS; b++) {
		u32 in_row = b < row_bits ? b : b - row_bits;
		val v = b >= row_bits  ? from->coef[STRIP_ROW]
		        : from->stride ? jit_int(s->c, l->bits, (u64)from->stride)
		                       : NULL;
		if (v)
			add_to_bit(s, l, STRIP_LANE + b, shifted(s, l, v, in_row));
	}
	l->coef[STRIP_ROW] = NULL;
	return l;
}

/* The same for the number of the warp, if rows and planes of the cta have 2^n warps. */
static struct line *all_in_bits(struct strip *s, const struct line *from) {
	static const u8 dim[3] = {STRIP_X, STRIP_Y, STRIP_Z};
	struct line *l = strip_in_bits(s, from);
	u32 first = 0;
	for (u32 i = 0; i < 3; i++) {
		u32 n = s->n[dim[i]], bit = 0;
		if (!is_pow2(n) || first + (u32)__builtin_ctz(n) > STRIP_LANE_BITS)
			return l;
		val v = l->coef[dim[i]];
		l->coef[dim[i]] = NULL;
		for (; 1u << bit < n; bit++)
			if (v)
				add_to_bit(s, l, STRIP_WARP + first + bit,
				           shifted(s, l, v, bit));
		first += bit;
	}
	return l;
}

/* ---- terms ------------------------------------------------------------------------- */

/* Of a number that is the sum of constants times counters. */
struct term {
	u32 dim; /* STRIP_DIMS: the constant */
	u64 by, most;
};

struct terms {
	struct line *l;
	struct term at[STRIP_DIMS + 1];
	u32 n;
};

static bool add_term(struct terms *t, u32 dim, val by, val most) {
	if (!LLVMIsAConstantInt(by) || LLVMConstIntGetSExtValue(by) < 0)
		return false;
	struct term *k = &t->at[t->n++];
	*k = (struct term){
		.dim = dim, .by = LLVMConstIntGetZExtValue(by), .most = UINT32_MAX};
	if (!most)
		k->most = 1;
	else if (LLVMIsAConstantInt(most))
		k->most = MIN(LLVMConstIntGetZExtValue(most), (u64)UINT32_MAX);
	return true;
}

/* False: the number is not known to be one, or some term might be negative. */
static bool find_terms(struct strip *s, const struct operand *o, u32 bits,
                       struct terms *t) {
	struct line *from = strip_source(s, o, bits);
	*t = (struct terms){.l = NULL};
	if (!from)
		return false;
	t->l = all_in_bits(s, from);
	if (!add_term(t, STRIP_DIMS, t->l->base, NULL))
		return false;
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (t->l->coef[d] && !add_term(t, d, t->l->coef[d], s->last[d]))
			return false;
	return true;
}

static struct line *sum_of(struct strip *s, const struct terms *t, const u64 *by) {
	struct line *l = strip_new_line(s, t->l->bits, jit_int(s->c, t->l->bits, 0));
	for (u32 i = 0; i < t->n; i++) {
		val v = jit_int(s->c, l->bits, by[i]);
		if (t->at[i].dim == STRIP_DIMS)
			l->base = v;
		else if (by[i])
			l->coef[t->at[i].dim] = v;
	}
	return l;
}

/* No two terms have a bit in common, so that sums carry nothing. */
static bool are_apart(const struct terms *t, u64 *seen) {
	for (u32 i = 0; i < t->n; i++) {
		if (t->at[i].most != 1 || (t->at[i].by & *seen))
			return false;
		*seen |= t->at[i].by;
	}
	return true;
}

/* ---- operations -------------------------------------------------------------------- */

static struct line *divided(struct strip *s, const struct terms *t, u64 by, bool rest) {
	u64 part[STRIP_DIMS + 1] = {0}, left = 0;
	if (!by)
		return NULL;
	for (u32 i = 0; i < t->n; i++) {
		u64 r = t->at[i].by % by;
		if (r && t->at[i].most >= by)
			return NULL;
		left += r * t->at[i].most;
		part[i] = rest ? r : t->at[i].by / by;
	}
	return left < by ? sum_of(s, t, part) : NULL;
}

static struct line *masked(struct strip *s, const struct terms *t, u64 mask) {
	u64 part[STRIP_DIMS + 1] = {0}, seen = 0;
	if (is_pow2(mask + 1)) {
		struct line *l = divided(s, t, mask + 1, true);
		if (l)
			return l;
	}
	if (!are_apart(t, &seen))
		return NULL;
	for (u32 i = 0; i < t->n; i++)
		part[i] = t->at[i].by & mask;
	return sum_of(s, t, part);
}

static struct line *joined(struct strip *s, const struct terms *a, struct terms *b) {
	u64 part[STRIP_DIMS + 1] = {0}, seen = 0;
	if (!are_apart(a, &seen) || !are_apart(b, &seen))
		return NULL;
	for (u32 i = 0; i < a->n; i++)
		part[i] = a->at[i].by;
	struct line *l = sum_of(s, a, part);
	for (u32 i = 0; i < b->n; i++) {
		val v = jit_int(s->c, l->bits, b->at[i].by);
		if (b->at[i].dim == STRIP_DIMS)
			l->base = LLVMBuildAdd(s->c->b, l->base, v, "");
		else
			add_to_bit(s, l, b->at[i].dim, v);
	}
	return l;
}

static bool find_constant(struct strip *s, const struct operand *o, u32 bits, u64 *v) {
	struct line *l = strip_source(s, o, bits);
	if (!l || !strip_is_same(l) || !LLVMIsAConstantInt(l->base))
		return false;
	*v = LLVMConstIntGetZExtValue(l->base);
	return true;
}

static struct line *combined(struct strip *s, const struct inst *in, struct terms *a,
                             struct terms *b) {
	const struct operand *o = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits;
	u64 by;
	if (in->row == ROW_OR)
		return find_terms(s, &o[0], bits, a) && find_terms(s, &o[1], bits, b)
		               ? joined(s, a, b)
		               : NULL;
	u32 which = in->row == ROW_AND && find_constant(s, &o[0], bits, &by);
	bool is_shift = in->row == ROW_SHR || in->row == ROW_SHR_U ||
	                in->row == ROW_SHR_S;
	if (!find_constant(s, &o[1 - which], is_shift ? 32 : bits, &by) ||
	    !find_terms(s, &o[which], bits, a))
		return NULL;
	if (in->row == ROW_AND)
		return masked(s, a, by);
	if (is_shift)
		return by < bits - 1 ? divided(s, a, (u64)1 << by, false) : NULL;
	return by >> (bits - 1) ? NULL : divided(s, a, by, in->row == ROW_REM);
}

struct line *strip_bitwise(struct strip *s, const struct inst *in) {
	struct terms a = {.l = NULL}, b = {.l = NULL};
	switch (in->row) {
	case ROW_DIV:
	case ROW_REM:
	case ROW_SHR:
	case ROW_SHR_U:
	case ROW_SHR_S:
	case ROW_AND:
	case ROW_OR: break;
	default: return NULL;
	}
	struct line *l = combined(s, in, &a, &b);
	/* terms are not negative; neither is their sum, if it does not wrap */
	if (l && ((!strip_is_same(a.l) && !strip_find_range(s, a.l, true)) ||
	          (b.l && !strip_is_same(b.l) && !strip_find_range(s, b.l, true))))
		return NULL;
	return l;
}
