/* strip_line.c - values that are linear over the threads of a strip: of several ctas that
 * follow each other in a row of the grid (cta_strip.c).
 *
 *     i = ctaid.x * 256 + tid.x       ctaid.x * 256 + 256 * cta + 32 * warp + lane
 *     a + 4 * i                       ...           + 1024 * cta + 128 * warp + 4 * lane
 *
 * base and coefficients are values that are computed once for the strip. Its corners tell
 * the least and the greatest value, and these tell how comparisons end in all threads,
 * whether a sum wraps, and whether all accesses are valid. They are computed in 64 bits,
 * so that it is seen if a number of 32 bits wraps in between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_line.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_assume.h"
#include "backend/llvm/warps/strip_bits.h"
#include "backend/llvm/warps/strip_condition.h"
#include "backend/llvm/warps/strip_piece.h"

/* Numbers of 64 bits have this range, coefficients STRIP_COEF_BITS: then no sum
 * overflows.
 */
enum { MOST_BITS = 62, FAR = 1 << 30 };

val strip_both(struct strip *s, val a, val b) {
	return a ? LLVMBuildAnd(s->c->b, a, b, "") : b;
}

void strip_need(struct strip *s, val ok) {
	s->ok = strip_both(s, s->ok, ok);
}

void strip_need_always(struct strip *s, val ok) {
	strip_need(s, ok);
	s->fits_some = strip_both(s, s->fits_some, ok);
}

void strip_need_bits(struct strip *s, val v, u32 bits) {
	struct fn *c = s->c;
	val up = LLVMBuildAdd(c->b, v, jit_int(c, 64, (u64)1 << bits), "");
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntULT, up, jit_int(c, 64, (u64)2 << bits),
	                            ""));
}

void strip_need_small(struct strip *s, val v) {
	strip_need_bits(s, v, MOST_BITS);
}

static void need_at_least(struct strip *s, val v, s64 least) {
	strip_need(s, LLVMBuildICmp(s->c->b, LLVMIntSGE, v, jit_int(s->c, 64, (u64)least),
	                            ""));
}

static void need_at_most(struct strip *s, val v, s64 most) {
	strip_need(s, LLVMBuildICmp(s->c->b, LLVMIntSLE, v, jit_int(s->c, 64, (u64)most),
	                            ""));
}

bool strip_is_same(const struct line *l) {
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (l->coef[d])
			return false;
	return l->stride == 0;
}

struct line *strip_new_line(struct strip *s, u32 bits, val base) {
	struct line *l = arena_new(s->c->a, struct line);
	*l = (struct line){.bits = bits, .base = base};
	return l;
}

static s64 as_stride(const struct line *l, u64 stride) {
	return l->bits == 64 ? (s64)stride : (s64)(s32)stride;
}

static void set_stride(struct line *l, u64 stride, u64 rest_stride) {
	l->stride = as_stride(l, stride);
	l->rest_stride = as_stride(l, rest_stride);
}

val strip_first_value(struct strip *s, const struct line *l) {
	struct fn *c = s->c;
	val v = l->base;
	for (u32 d = 0; d < STRIP_DIMS; d++) {
		if (!l->coef[d] || !s->counter[d])
			continue;
		val far = jit_resize(c, s->counter[d], l->bits, false);
		v = LLVMBuildAdd(c->b, v, LLVMBuildMul(c->b, far, l->coef[d], ""), "");
	}
	return v;
}

/* ---- the range --------------------------------------------------------------------- */

/* What the lanes of a row add, at the least and at the most, besides what remainders do.
 * False: it is much. */
static bool lane_span(const struct strip *s, const struct line *l, s64 *least,
                      s64 *most) {
	s64 own = as_stride(l, (u64)l->stride - (u64)l->rest_stride);
	if (own <= -FAR / WARP_LANES || own >= FAR / WARP_LANES)
		return false;
	s64 last = own * (s64)(s->row_lanes - 1);
	*least = MIN(last, 0);
	*most = MAX(last, 0);
	return true;
}

static val extreme_of(struct fn *c, bool most, val a, val b) {
	val arg[2] = {a, b};
	if (!LLVMIsAConstantInt(a) || !LLVMIsAConstantInt(b))
		return jit_intrinsic(c, most ? "llvm.smax" : "llvm.smin", &c->i64, 1, arg,
		                     2);
	bool less = LLVMConstIntGetSExtValue(a) < LLVMConstIntGetSExtValue(b);
	return less == most ? b : a;
}

/* What the loops add to the base, at the least and at the most. */
static void find_span(struct strip *s, const struct line *l, val *least, val *most) {
	struct fn *c = s->c;
	val zero = jit_int(c, 64, 0);
	*least = *most = zero;
	for (u32 d = 0; d < STRIP_DIMS; d++) {
		if (!l->coef[d])
			continue;
		val k = jit_resize(c, l->coef[d], 64, true);
		if (l->bits == 64)
			strip_need_bits(s, k, STRIP_COEF_BITS);
		val far = LLVMBuildMul(c->b, k, s->last[d], "");
		*least = LLVMBuildAdd(c->b, *least, extreme_of(c, false, far, zero), "");
		*most = LLVMBuildAdd(c->b, *most, extreme_of(c, true, far, zero), "");
	}
}

/* Finds the least and the greatest value, and needs that none wraps. */
bool strip_find_range(struct strip *s, struct line *l, bool is_signed) {
	struct fn *c = s->c;
	s64 lane_least, lane_most;
	val least, most;
	if (l->low[is_signed])
		return true;
	if (l->bits < 32 || !lane_span(s, l, &lane_least, &lane_most))
		return false;
	find_span(s, l, &least, &most);
	val base = jit_resize(c, l->base, 64, is_signed);
	if (l->bits == 64 && !strip_is_same(l))
		strip_need_bits(s, base, MOST_BITS);
	val low = LLVMBuildAdd(c->b, base, least, ""),
	    high = LLVMBuildAdd(c->b, base, most, "");
	low = LLVMBuildAdd(c->b, low, jit_int(c, 64, (u64)lane_least), "");
	high = LLVMBuildAdd(c->b, high, jit_int(c, 64, (u64)lane_most), "");
	if (!strip_is_same(l) && !is_signed)
		need_at_least(s, low, 0);
	if (!strip_is_same(l) && l->bits == 32) {
		if (is_signed)
			need_at_least(s, low, INT32_MIN);
		need_at_most(s, high, is_signed ? INT32_MAX : UINT32_MAX);
	}
	l->low[is_signed] = low;
	l->high[is_signed] = high;
	return true;
}

/* ---- sources ----------------------------------------------------------------------- */

static void set_coef(struct strip *s, struct line *l, u32 dim, u32 coef) {
	if (s->n[dim] != 1 || dim == STRIP_CTA)
		l->coef[dim] = jit_int(s->c, 32, coef);
}

bool strip_sreg_is_same(u32 sreg) {
	switch (sreg) {
	case SREG_NTID_X:
	case SREG_NTID_Y:
	case SREG_NTID_Z:
	case SREG_CTAID_Y:
	case SREG_CTAID_Z:
	case SREG_NCTAID_X:
	case SREG_NCTAID_Y:
	case SREG_NCTAID_Z: return true;
	default: return false;
	}
}

static struct line *special(struct strip *s, const struct operand *o) {
	struct fn *c = s->c;
	u32 x = c->opt.ntid[0];
	struct line *l = strip_new_line(s, 32, jit_int(c, 32, 0));
	switch (o->index) {
	case SREG_TID_X:
		l->stride = 1;
		if (x >= WARP_LANES)
			set_coef(s, l, STRIP_X, WARP_LANES);
		return l;
	case SREG_TID_Y:
		set_coef(s, l, STRIP_Y, s->n[STRIP_ROW]);
		set_coef(s, l, STRIP_ROW, 1);
		return l;
	case SREG_TID_Z: set_coef(s, l, STRIP_Z, 1); return l;
	case SREG_CTAID_X: set_coef(s, l, STRIP_CTA, 1); break;
	default:
		if (!strip_sreg_is_same(o->index))
			return NULL;
	}
	l->base = jit_source(c, o, 32, SCALAR);
	return l;
}

struct line *strip_source(struct strip *s, const struct operand *o, u32 bits) {
	struct fn *c = s->c;
	if (o->negated || o->sel)
		return NULL;
	if (o->kind == OPR_IMM)
		return strip_new_line(s, bits, jit_int(c, bits, (u64)o->value));
	if (o->kind == OPR_SREG)
		return bits == 32 ? special(s, o) : NULL;
	if (o->kind != OPR_REG && o->kind != OPR_ADDR_REG)
		return NULL;
	struct line *l = s->line[o->index];
	bool fits = l && l->bits == bits && LLVMTypeOf(l->base) == jit_int_type(c, bits);
	return fits ? l : NULL;
}

/* ---- arithmetic -------------------------------------------------------------------- */

static val each(struct strip *s, bool is_sub, val a, val b) {
	struct fn *c = s->c;
	if (!b)
		return a;
	if (!a)
		return is_sub ? LLVMBuildNeg(c->b, b, "") : b;
	return is_sub ? LLVMBuildSub(c->b, a, b, "") : LLVMBuildAdd(c->b, a, b, "");
}

static struct line *sum(struct strip *s, const struct line *a, const struct line *b,
                        bool is_sub) {
	struct line *l = strip_new_line(s, a->bits, each(s, is_sub, a->base, b->base));
	for (u32 d = 0; d < STRIP_DIMS; d++)
		l->coef[d] = each(s, is_sub, a->coef[d], b->coef[d]);
	u64 sign = is_sub ? ~(u64)0 : 1;
	set_stride(l, (u64)a->stride + sign * (u64)b->stride,
	           (u64)a->rest_stride + sign * (u64)b->rest_stride);
	return strip_assume_as(s, strip_assume_as(s, l, a), b);
}

/* Where the lanes of a row differ, by a constant. Strides that are parameters, as of
 * tensors, are mostly those of neighbours. */
static struct line *times(struct strip *s, const struct inst *in, const struct line *a,
                          val by) {
	struct fn *c = s->c;
	struct strip_assumption *usual = NULL;
	if ((a->stride || a->rest_stride) && !LLVMIsAConstantInt(by)) {
		if (s->has_barriers) {
			a = strip_in_bits(s, a);
		} else {
			val number = jit_int(c, a->bits, strip_usual_stride(s, in));
			usual = strip_assumption(
				s, LLVMBuildICmp(c->b, LLVMIntEQ, by, number, ""));
			by = number;
		}
	}
	struct line *l = strip_new_line(s, a->bits, LLVMBuildMul(c->b, a->base, by, ""));
	if (a->quotient) {
		l->quotient = a->quotient;
		l->multiple = a->multiple ? LLVMBuildMul(c->b, a->multiple, by, "") : by;
	}
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (a->coef[d])
			l->coef[d] = LLVMBuildMul(c->b, a->coef[d], by, "");
	if (a->stride || a->rest_stride) {
		u64 n = (u64)LLVMConstIntGetSExtValue(by);
		set_stride(l, (u64)a->stride * n, (u64)a->rest_stride * n);
	}
	if (usual)
		strip_assume(s, l, usual);
	return strip_assume_as(s, l, a);
}

/* One factor has to be the same in all threads. */
static struct line *product(struct strip *s, const struct inst *in, const struct line *a,
                            const struct line *b) {
	const struct line *same = strip_is_same(b) ? b : strip_is_same(a) ? a : NULL;
	if (!same)
		return NULL;
	return strip_assume_as(s, times(s, in, same == b ? a : b, same->base), same);
}

static struct line *resized(struct strip *s, struct line *a, u32 bits, bool is_signed) {
	struct fn *c = s->c;
	if (bits > a->bits && !strip_is_same(a) && !strip_find_range(s, a, is_signed))
		return NULL;
	struct line *l = strip_new_line(s, bits, jit_resize(c, a->base, bits, is_signed));
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (a->coef[d])
			l->coef[d] = jit_resize(c, a->coef[d], bits, true);
	set_stride(l, (u64)a->stride, (u64)a->rest_stride);
	return strip_assume_as(s, l, a);
}

/* One of two lines, the same in all threads. */
static struct line *chosen(struct strip *s, const struct inst *in, u32 bits) {
	struct fn *c = s->c;
	const struct operand *o = &in->operand[1];
	struct line *a = strip_source(s, &o[0], bits), *b = strip_source(s, &o[1], bits);
	const struct strip_condition *k = strip_condition_of(s, &o[2]);
	if (!a || !b || !k || k->kind != CONDITION_SAME || a->stride != b->stride ||
	    a->rest_stride != b->rest_stride)
		return NULL;
	val which = strip_ends(s, k, true), none = jit_int(c, bits, 0);
	struct line *l = strip_new_line(
		s, bits, LLVMBuildSelect(c->b, which, a->base, b->base, ""));
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (a->coef[d] || b->coef[d])
			l->coef[d] = LLVMBuildSelect(c->b, which,
			                             a->coef[d] ? a->coef[d] : none,
			                             b->coef[d] ? b->coef[d] : none, "");
	set_stride(l, (u64)a->stride, (u64)a->rest_stride);
	return strip_assume_as(s, strip_assume_as(s, l, a), b);
}

bool strip_is_integer(u32 type) {
	char class = type_info[type].class;
	u32 bits = type_info[type].bits;
	return (class == 'S' || class == 'U' || class == 'B') &&
	       (bits == 32 || bits == 64);
}

static struct line *converted(struct strip *s, const struct inst *in) {
	u32 to = in->type[0], from = in->type[1];
	struct line *a = NULL;
	if (strip_is_integer(from) && !MOD_GET(in->mods, SAT))
		a = strip_source(s, &in->operand[1], type_info[from].bits);
	return a ? resized(s, a, type_info[to].bits, type_info[from].class == 'S') : NULL;
}

static struct line *wide(struct strip *s, const struct inst *in) {
	u32 bits = type_info[in->type[0]].bits;
	bool is_signed = type_info[in->type[0]].class == 'S';
	struct line *a = strip_source(s, &in->operand[1], bits),
		    *b = strip_source(s, &in->operand[2], bits);
	if (bits != 32 || !a || !b)
		return NULL;
	a = resized(s, a, 64, is_signed);
	b = resized(s, b, 64, is_signed);
	return a && b ? product(s, in, a, b) : NULL;
}

static struct line *shifted(struct strip *s, const struct inst *in, u32 bits) {
	const struct operand *by = &in->operand[2];
	struct line *a = strip_source(s, &in->operand[1], bits);
	if (!a || by->kind != OPR_IMM || (u64)by->value >= bits)
		return NULL;
	return times(s, in, a, jit_int(s->c, bits, (u64)1 << by->value));
}

struct line *strip_arithmetic(struct strip *s, const struct inst *in) {
	u32 bits = type_info[in->type[0]].bits;
	struct line *l[3] = {NULL};
	if (in->row == ROW_MUL_WIDE)
		return strip_is_integer(in->type[0]) ? wide(s, in) : NULL;
	if (in->row == ROW_MAD_WIDE) {
		l[0] = strip_is_integer(in->type[0]) ? wide(s, in) : NULL;
		l[1] = strip_source(s, &in->operand[3], 64);
		return l[0] && l[1] ? sum(s, l[0], l[1], false) : NULL;
	}
	if (!strip_is_integer(in->type[0]))
		return NULL;
	if (in->row == ROW_CVT_II)
		return converted(s, in);
	if (in->row == ROW_SHL)
		return shifted(s, in, bits);
	if (in->row == ROW_SELP)
		return s->has_barriers ? NULL : chosen(s, in, bits);
	struct line *divided = s->has_barriers ? strip_bitwise(s, in)
	                                       : strip_divided(s, in);
	if (divided)
		return divided;
	for (u32 i = 0; i < 3 && i + 1 < in->noperand; i++)
		if (!(l[i] = strip_source(s, &in->operand[i + 1], bits)))
			return NULL;
	switch (in->row) {
	case ROW_MOV:
	case ROW_MOV_SREG:
	case ROW_CVTA:
	case ROW_CVTA_TO: return resized(s, l[0], bits, false);
	case ROW_ADD: return sum(s, l[0], l[1], false);
	case ROW_SUB:
		divided = strip_remainder(s, l[0], l[1]);
		return divided ? divided : sum(s, l[0], l[1], true);
	case ROW_MUL_LO: return product(s, in, l[0], l[1]);
	case ROW_MAD_LO:
		l[0] = product(s, in, l[0], l[1]);
		return l[0] ? sum(s, l[0], l[2], false) : NULL;
	default: return NULL;
	}
}

/* ---- what is the same in all threads ----------------------------------------------- */

static bool source_is_same(struct strip *s, const struct operand *o) {
	struct line *l = NULL;
	if (o->kind == OPR_IMM || o->kind == OPR_SYM)
		return true;
	if (o->kind == OPR_REG)
		l = s->line[o->index];
	else if (o->kind == OPR_SREG)
		l = special(s, o);
	return strip_is_surely_same(l);
}

/* An instruction whose sources are the same in all threads is executed once. */
static struct line *same(struct strip *s, const struct inst *in) {
	struct fn *c = s->c;
	u32 reg = in->operand[0].index;
	bool is_alu = row_info(in->row)->table == 0,
	     is_mov = in->row == ROW_MOV_SYM || in->row == ROW_MOV_SREG;
	if (c->reg[reg].class != REG_SCALAR || !(is_alu || is_mov) ||
	    row_info(in->row)->props & (PROP_CC_IN | PROP_CC_OUT | PROP_VARYING))
		return NULL;
	for (u32 i = 1; i < in->noperand; i++)
		if (!source_is_same(s, &in->operand[i]))
			return NULL;
	for (u32 i = 1; i < in->noperand; i++)
		if (in->operand[i].kind == OPR_REG)
			c->reg[in->operand[i].index].now[0] =
				s->line[in->operand[i].index]->base;
	if (!(is_alu ? jit_alu_inst(c, in) : jit_mov(c, in)))
		return NULL;
	return strip_new_line(s, c->reg[reg].bits, c->reg[reg].now[0]);
}

/* ---- instructions ------------------------------------------------------------------ */

static void forget(void *ctx, u32 reg, enum reg_role role) {
	struct strip *s = ctx;
	if (role == REG_READ)
		return;
	s->line[reg] = NULL;
	s->condition[reg] = NULL;
	s->extreme[reg] = NULL;
	s->upper[reg] = NULL;
}

struct line *strip_line(struct strip *s, const struct inst *in) {
	struct fn *c = s->c;
	const struct operand *d = &in->operand[0];
	struct line *l = NULL;
	const struct strip_condition *k = NULL;
	const struct strip_extreme *e = NULL;
	const struct strip_upper *u = NULL;
	bool has_result = in->noperand && d->kind == OPR_REG && in->row != ROW_ST;
	if (has_result) {
		const struct jreg *r = &c->reg[d->index];
		k = strip_find_condition(s, in);
		e = strip_find_extreme(s, in);
		u = strip_upper(s, in);
		l = same(s, in);
		if (!l && (r->bits == 32 || r->bits == 64)) {
			l = strip_arithmetic(s, in);
			if (l && l->bits != r->bits)
				l = NULL;
		}
		if (l && r->bits == 1) {
			struct strip_condition *one = arena_new(c->a,
			                                        struct strip_condition);
			*one = (struct strip_condition){.kind = CONDITION_SAME,
			                                .same = l->base};
			k = one;
		}
	}
	inst_each_reg(c->f, in, forget, s);
	if (has_result) {
		s->line[d->index] = l;
		s->condition[d->index] = k;
		s->extreme[d->index] = e;
		s->upper[d->index] = u;
	}
	return l;
}

/* ---- accesses ---------------------------------------------------------------------- */

struct line *strip_address(struct strip *s, const struct operand *o) {
	struct line *l = strip_source(s, o, 64);
	if (l || !s->has_barriers)
		return l;
	l = strip_source(s, o, 32);
	if (l && !l->wide)
		l->wide = resized(s, l, 64, false);
	return l ? l->wide : NULL;
}

bool strip_note_access(struct strip *s, struct line *l, s64 first, s64 end, u32 align,
                       bool is_shared) {
	s64 least, most;
	if (l->bits != 64 || first <= -FAR || end >= FAR ||
	    !lane_span(s, l, &least, &most))
		return false;
	if (l->align && l->is_shared != is_shared)
		return false;
	strip_test_assumed(s, l);
	l->is_shared = is_shared;
	if (!l->align) {
		vec_push(s->c->a, &s->accessed, l);
		l->first = first;
		l->end = end;
	}
	l->first = MIN(l->first, first);
	l->end = MAX(l->end, end);
	l->align = MAX(l->align, align);
	return true;
}

static void check_alignment(struct strip *s, const struct line *l) {
	struct fn *c = s->c;
	val bits = l->base;
	for (u32 d = 0; d < STRIP_DIMS; d++)
		if (l->coef[d])
			bits = LLVMBuildOr(c->b, bits, l->coef[d], "");
	bits = LLVMBuildAnd(c->b, bits, jit_int(c, 64, l->align - 1), "");
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntEQ, bits, jit_int(c, 64, 0), ""));
}

/* base is valid, and what is added to it is small against all addresses, so that sums of
 * both do not wrap. */
static void check_access(struct strip *s, struct line *l) {
	struct fn *c = s->c;
	const struct mem m = {.space = l->is_shared ? SPACE_SHARED : SPACE_GLOBAL};
	val least, most, size, low = mem_low(c, &m, &size);
	s64 lane_least = 0, lane_most = 0;
	lane_span(s, l, &lane_least, &lane_most);
	if (l->guard)
		strip_guarded_span(s, l, &least, &most);
	else
		find_span(s, l, &least, &most);
	val off = LLVMBuildSub(c->b, l->base, low, "");
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntULT, off,
	                            jit_int(c, 64, (u64)1 << MOST_BITS), ""));
	least = LLVMBuildAdd(c->b, off, least, "");
	most = LLVMBuildAdd(c->b, off, most, "");
	need_at_least(s,
	              LLVMBuildAdd(c->b, least,
	                           jit_int(c, 64, (u64)(lane_least + l->first)), ""),
	              0);
	most = LLVMBuildAdd(c->b, most, jit_int(c, 64, (u64)(lane_most + l->end)), "");
	strip_need(s, LLVMBuildICmp(c->b, LLVMIntSLE, most, size, ""));
	check_alignment(s, l);
}

void strip_check_accesses(struct strip *s) {
	for (u32 i = 0; i < s->accessed.n; i++) {
		struct line *l = s->accessed.at[i];
		val before = s->ok;
		s->ok = NULL;
		check_access(s, l);
		val ok = s->ok;
		if (l->unless)
			ok = LLVMBuildOr(s->c->b, ok, l->unless, "");
		s->ok = strip_both(s, before, ok);
	}
}
