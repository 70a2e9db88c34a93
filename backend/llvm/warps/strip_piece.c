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
#include "backend/llvm/warps/strip_assume.h"

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
	strip_test_assumed(s, of);
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
	if (!strip_is_surely_same(l))
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
		return strip_is_surely_same(b) ? b->base : NULL;
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

/* ---- division by a product --------------------------------------------------------- */

/* As compilers and libraries divide by what is known beforehand: (n * m >> 32) + n >> k,
 * or n * m >> 32 + k. */

const struct strip_upper *strip_upper(struct strip *s, const struct inst *in) {
	const struct operand *o = &in->operand[1];
	struct strip_upper *u;
	if (s->has_barriers || type_info[in->type[0]].bits != 32)
		return NULL;
	if (in->row == ROW_ADD) {
		u32 i = o[0].kind == OPR_REG && s->upper[o[0].index] ? 0 : 1;
		const struct strip_upper *from = o[i].kind == OPR_REG && !o[i].negated
		                                         ? s->upper[o[i].index]
		                                         : NULL;
		if (!from || from->has_added ||
		    strip_source(s, &o[1 - i], 32) != from->of)
			return NULL;
		u = arena_new(s->c->a, struct strip_upper);
		*u = *from;
		u->has_added = true;
		return u;
	}
	if (in->row != ROW_MUL_HI || type_info[in->type[0]].class != 'U')
		return NULL;
	struct line *a = strip_source(s, &o[0], 32), *b = strip_source(s, &o[1], 32);
	if (!a || !b || strip_is_same(a) == strip_is_same(b))
		return NULL;
	const struct line *by = strip_is_same(a) ? a : b;
	if (!strip_is_sure(by))
		return NULL;
	u = arena_new(s->c->a, struct strip_upper);
	*u = (struct strip_upper){.of = by == a ? b : a,
	                          .by = jit_resize(s->c, by->base, 64, false)};
	return u;
}

/* What is divided by, if v * m / 2^(32 + by) is a quotient for all v up to `most`: by
 * d = 2^(32 + by) / m, rounded up, if most * (d * m - 2^(32 + by)) < 2^(32 + by). After
 * Granlund, Montgomery, "Division by invariant integers using multiplication" (1994). */
static val divisor_of(struct strip *s, val m, val by, val most) {
	struct fn *c = s->c;
	val one = jit_int(c, 64, 1);
	strip_need_always(s, compare(c, LLVMIntULT, by, 32));
	strip_need_always(s, compare(c, LLVMIntNE, m, 0));
	m = LLVMBuildSelect(c->b, compare(c, LLVMIntNE, m, 0), m, one, "");
	by = LLVMBuildAnd(c->b, by, jit_int(c, 64, 31), "");
	val power = LLVMBuildShl(c->b, jit_int(c, 64, (u64)1 << 32), by, "");
	val d = LLVMBuildAdd(c->b, power, LLVMBuildSub(c->b, m, one, ""), "");
	d = LLVMBuildUDiv(c->b, d, m, "");
	val more = LLVMBuildSub(c->b, LLVMBuildMul(c->b, d, m, ""), power, "");
	strip_need_always(s, compare(c, LLVMIntULE, more, (u64)1 << 31));
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntULT, LLVMBuildMul(c->b, most, more, ""),
	                            power, ""));
	return d;
}

/* The division that a shift of such a product is, s->npiece if that is none. */
static u32 find_multiplied(struct strip *s, const struct inst *in,
                           const struct strip_upper *u) {
	struct fn *c = s->c;
	struct line *shift = strip_source(s, &in->operand[2], 32);
	bool is_shift = in->row == ROW_SHR || in->row == ROW_SHR_U;
	if (!is_shift || type_info[in->type[0]].class == 'S' ||
	    !strip_is_surely_same(shift) || s->npiece == STRIP_MOST_PIECES ||
	    !strip_find_range(s, u->of, false))
		return s->npiece;
	val m = u->by, most = u->of->high[0];
	/* of 32 bits, where a strip asks for it */
	strip_need(s, compare(c, LLVMIntULE, most, UINT32_MAX));
	most = LLVMBuildAnd(c->b, most, jit_int(c, 64, UINT32_MAX), "");
	if (u->has_added) {
		val upper = LLVMBuildLShr(c->b, LLVMBuildMul(c->b, most, m, ""),
		                          jit_int(c, 64, 32), "");
		upper = LLVMBuildAdd(c->b, upper, most, "");
		strip_need(s, compare(c, LLVMIntULE, upper, UINT32_MAX));
		m = LLVMBuildAdd(c->b, m, jit_int(c, 64, (u64)1 << 32), "");
	}
	val by = divisor_of(s, m, jit_resize(c, shift->base, 64, false), most);
	return find_piece(s, u->of, by, false);
}

/* ---- lines ------------------------------------------------------------------------- */

static struct line *piece_line(struct strip *s, u32 piece, u32 bits, bool is_rest) {
	const struct strip_piece *p = &s->piece[piece];
	struct line *l = arena_new(s->c->a, struct line);
	*l = (struct line){.bits = bits, .quotient = is_rest ? 0 : piece + 1};
	l->base = jit_resize(s->c, is_rest ? p->least_rest : p->least, bits, false);
	l->coef[is_rest ? remainder_dim(piece) : quotient_dim(piece)] = jit_int(s->c,
	                                                                        bits, 1);
	if (is_rest)
		l->stride = l->rest_stride = p->of->stride;
	return l;
}

struct line *strip_divided(struct strip *s, const struct inst *in) {
	struct line *a;
	bool has_rest = in->row == ROW_REM || in->row == ROW_AND;
	const struct operand *from = &in->operand[1];
	const struct strip_upper *u = from->kind == OPR_REG ? s->upper[from->index]
	                                                    : NULL;
	u32 piece = s->npiece;
	if (u && !s->line[from->index]) {
		piece = find_multiplied(s, in, u);
	} else {
		val by = find_divisor(s, in, &a);
		if (a && by)
			piece = find_piece(s, a, by, type_info[in->type[0]].class == 'S');
	}
	if (piece == s->npiece)
		return NULL;
	return piece_line(s, piece, type_info[in->type[0]].bits, has_rest);
}

struct line *strip_remainder(struct strip *s, const struct line *a,
                             const struct line *b) {
	const struct strip_piece *p = b->quotient ? &s->piece[b->quotient - 1] : NULL;
	if (!p || !b->multiple || p->of != a || !strip_is_sure(b))
		return NULL;
	val by = jit_resize(s->c, b->multiple, 64, p->is_signed);
	strip_need_always(s, LLVMBuildICmp(s->c->b, LLVMIntEQ, by, p->by, ""));
	return piece_line(s, b->quotient - 1, a->bits, true);
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
