/* strip_piece.c - quotients and remainders of lines, as of an index that is taken apart:
 *
 *     int row = i / w, column = i % w;
 *     out[i] = in[i] * scale[column] + bias[row];
 *
 * They are linear as far as a row goes. So each division has two counters more, that no
 * loop counts: the quotient and the remainder in lane 0, found for each warp by a
 * multiplication. While the lanes of a warp are in one row its addresses are linear, and
 * it goes the path of a strip:
 *
 *     i = 32 .. 63, w = 100     row 0 ... 0              column 32 .. 63
 *     i = 96 .. 127             row 0 0 0 0 1 ... 1      column 96 .. 99, 0 .. 27
 *
 * The second one goes a path of its own, in which quotients are computed for each lane,
 * and accesses by such addresses are made for one row after the other, of the lanes in
 * it. Both have the same tests: the least and the greatest quotient of the strip are
 * known, and remainders are less than the divisor.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_piece.h"
#include "backend/llvm/emit/operand.h"

static u32 quotient_dim(u32 piece) {
	return STRIP_PIECES + 2 * piece;
}

static u32 remainder_dim(u32 piece) {
	return quotient_dim(piece) + 1;
}

bool strip_has_piece(const struct line *l) {
	for (u32 d = STRIP_PIECES; d < STRIP_DIMS; d++)
		if (l->coef[d])
			return true;
	return false;
}

/* v / divisor, of numbers below 2^32: the upper half of v * (2^64 / divisor + 1), after
 * Lemire, Kaser, Kurz, "Faster remainder by direct computation" (2019). */
static val quotient(struct fn *c, const struct strip_piece *p, val v) {
	val wide = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, v, c->i128, ""),
	                        LLVMBuildZExt(c->b, p->inverse, c->i128, ""), "");
	wide = LLVMBuildLShr(c->b, wide, jit_int(c, 128, 64), "");
	return LLVMBuildTrunc(c->b, wide, c->i64, "");
}

static val remainder_of(struct fn *c, const struct strip_piece *p, val v, val q) {
	return LLVMBuildSub(c->b, v, LLVMBuildMul(c->b, q, p->by, ""), "");
}

static val compare(struct fn *c, LLVMIntPredicate how, val v, u64 with) {
	return LLVMBuildICmp(c->b, how, v, jit_int(c, 64, with), "");
}

/* Each row's accesses take as long as those of a whole warp, and to gather lanes takes as
 * long as some. */
enum { MOST_ROWS = 4 };

/* The least divisor with which a warp lies in so few rows. */
static s64 least_divisor(const struct strip *s, const struct line *of) {
	return MAX(of->stride * (s64)s->row_lanes / (MOST_ROWS - 1), 2);
}

/* Needs what makes the quotient exact, and that warps lie in few rows. */
static void set_divisor(struct strip *s, struct strip_piece *p, val by) {
	struct fn *c = s->c;
	u64 least = (u64)least_divisor(s, p->of);
	val fits = LLVMBuildAnd(c->b, compare(c, LLVMIntSGE, by, least),
	                        compare(c, LLVMIntSLE, by, UINT32_MAX), "");
	strip_need_always(s, fits);
	p->by = LLVMBuildSelect(c->b, fits, by, jit_int(c, 64, 2), "");
	val inverse = LLVMBuildUDiv(c->b, jit_int(c, 64, UINT64_MAX), p->by, "");
	p->inverse = LLVMBuildAdd(c->b, inverse, jit_int(c, 64, 1), "");
}

/* Finds the least quotient and remainder of the strip, and how much greater the greatest
 * ones are. */
static void set_range(struct strip *s, u32 piece, val low, val high) {
	struct fn *c = s->c;
	struct strip_piece *p = &s->piece[piece];
	val zero = jit_int(c, 64, 0), one = jit_int(c, 64, 1);
	p->least = quotient(c, p, low);
	val most = quotient(c, p, high);
	val row = LLVMBuildICmp(c->b, LLVMIntEQ, p->least, most, "");
	p->least_rest = LLVMBuildSelect(c->b, row, remainder_of(c, p, low, p->least),
	                                zero, "");
	val rest = LLVMBuildSelect(c->b, row, remainder_of(c, p, high, most),
	                           LLVMBuildSub(c->b, p->by, one, ""), "");
	s->last[quotient_dim(piece)] = LLVMBuildSub(c->b, most, p->least, "");
	s->last[remainder_dim(piece)] = LLVMBuildSub(c->b, rest, p->least_rest, "");
}

/* The division of a line, s->npiece if that is none for a strip. */
static u32 find_piece(struct strip *s, struct line *of, val divisor, bool is_signed) {
	struct fn *c = s->c;
	for (u32 i = 0; i < s->npiece; i++)
		if (s->piece[i].of == of && s->piece[i].divisor == divisor &&
		    s->piece[i].is_signed == is_signed)
			return i;
	val by = jit_resize(c, divisor, 64, is_signed);
	bool is_short = LLVMIsAConstantInt(by) &&
	                LLVMConstIntGetSExtValue(by) < least_divisor(s, of);
	if (s->npiece == STRIP_MOST_PIECES || is_short || of->stride < 0 ||
	    of->stride > INT32_MAX / WARP_LANES || of->coef[STRIP_ROW] ||
	    !strip_find_range(s, of, is_signed))
		return s->npiece;
	struct strip_piece *p = &s->piece[s->npiece];
	*p = (struct strip_piece){.of = of, .divisor = divisor, .is_signed = is_signed};
	strip_need(s,
	           LLVMBuildAnd(c->b, compare(c, LLVMIntSGE, of->low[is_signed], 0),
	                        compare(c, LLVMIntSLE, of->high[is_signed], UINT32_MAX),
	                        ""));
	set_divisor(s, p, by);
	set_range(s, s->npiece, of->low[is_signed], of->high[is_signed]);
	return s->npiece++;
}

/* A mask of the lowest bits plus 1. */
static val after_mask(struct strip *s, const struct operand *o, u32 bits) {
	struct fn *c = s->c;
	struct line *l = strip_source(s, o, bits);
	if (!l || !strip_is_same(l))
		return NULL;
	val next = LLVMBuildAdd(c->b, l->base, jit_int(c, bits, 1), "");
	val none = LLVMBuildICmp(c->b, LLVMIntEQ, LLVMBuildAnd(c->b, l->base, next, ""),
	                         jit_int(c, bits, 0), "");
	if (LLVMIsAConstantInt(none) && !LLVMConstIntGetZExtValue(none))
		return NULL;
	strip_need_always(s, none);
	return next;
}

/* What the instruction divides by, and *a, what it divides. NULL: it divides nothing. */
static val find_divisor(struct strip *s, const struct inst *in, struct line **a) {
	struct fn *c = s->c;
	const struct operand *o = &in->operand[1];
	u32 bits = type_info[in->type[0]].bits;
	struct line *b;
	*a = strip_source(s, &o[0], bits);
	switch (in->row) {
	case ROW_DIV:
	case ROW_REM:
		b = strip_source(s, &o[1], bits);
		return b && strip_is_same(b) ? b->base : NULL;
	case ROW_SHR:
	case ROW_SHR_U:
	case ROW_SHR_S:
		if (o[1].kind != OPR_IMM || (u64)o[1].value >= bits - 1)
			return NULL;
		return jit_int(c, bits, (u64)1 << o[1].value);
	case ROW_AND:
		if (*a && !strip_is_same(*a))
			return after_mask(s, &o[1], bits);
		*a = strip_source(s, &o[1], bits);
		return after_mask(s, &o[0], bits);
	default: return NULL;
	}
}

struct line *strip_divided(struct strip *s, const struct inst *in) {
	struct line *a;
	bool has_rest = in->row == ROW_REM || in->row == ROW_AND;
	val by = find_divisor(s, in, &a);
	u32 piece = s->npiece;
	if (a && by)
		piece = find_piece(s, a, by, type_info[in->type[0]].class == 'S');
	if (piece == s->npiece)
		return NULL;
	const struct strip_piece *p = &s->piece[piece];
	u32 bits = type_info[in->type[0]].bits;
	struct line *l = arena_new(s->c->a, struct line);
	*l = (struct line){.bits = bits};
	l->base = jit_resize(s->c, has_rest ? p->least_rest : p->least, bits, false);
	l->coef[has_rest ? remainder_dim(piece) : quotient_dim(piece)] = jit_int(s->c,
	                                                                         bits, 1);
	if (has_rest)
		l->stride = l->rest_stride = a->stride;
	return l;
}

val strip_begin_row(struct strip *s, val lane) {
	struct fn *c = s->c;
	val end = NULL;
	for (u32 i = 0; i < s->npiece; i++) {
		const struct strip_piece *p = &s->piece[i];
		val stride = jit_int(c, 64, (u64)p->of->stride);
		val far = LLVMBuildMul(c->b, lane, stride, "");
		val v = strip_first_value(s, p->of);
		v = LLVMBuildAdd(c->b, v, jit_resize(c, far, p->of->bits, false), "");
		v = jit_resize(c, v, 64, false);
		val q = quotient(c, p, v), rest = remainder_of(c, p, v, q);
		val first = LLVMBuildSub(c->b, rest, far, "");
		s->counter[quotient_dim(i)] = LLVMBuildSub(c->b, q, p->least, "");
		s->counter[remainder_dim(i)] = LLVMBuildSub(c->b, first, p->least_rest,
		                                            "");
		if (!p->of->stride)
			continue;
		/* the last lane's remainder is less than the divisor */
		val left = LLVMBuildSub(c->b, p->by, rest, "");
		left = LLVMBuildAdd(c->b, left, jit_int(c, 64, (u64)p->of->stride - 1),
		                    "");
		left = LLVMBuildUDiv(c->b, left, stride, "");
		left = LLVMBuildAdd(c->b, lane, left, "");
		val arg[2] = {end, left};
		end = end ? jit_intrinsic(c, "llvm.umin", &c->i64, 1, arg, 2) : left;
	}
	if (!end)
		return NULL;
	val arg[2] = {end, jit_int(c, 64, s->row_lanes)};
	return jit_intrinsic(c, "llvm.umin", &c->i64, 1, arg, 2);
}
