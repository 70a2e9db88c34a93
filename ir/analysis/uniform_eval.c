/* uniform_eval.c - rules of uniformity, one instruction at a time.
 * Pure instructions of uniform operands are uniform. The few that keep affine forms
 * (sums, products with constants, shifts, widening) have rules of their own, as do
 * sources: special registers, loads, votes. Every other instruction is divergent.
 *
 * What a new rule keeps:
 * 1. A wrong "uniform" or "affine" is a miscompile, a wrong "divergent" only costs time.
 * 2. Affine arithmetic is modulo 2^width; a rule that needs the true value calls
 *    uniform_no_wrap.
 * 3. `max` and `align` bound what lanes read; a rule that knows none gives width_mask, 0.
 * 4. Rules are monotone: a worse operand never gives a better result.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/uniform_eval.h"

#include "ir/isa/regs.h"

enum { WARP_LAST_LANE = 31 };

static u64 width_mask(u32 width) {
	return width >= 64 ? UINT64_MAX : ((u64)1 << width) - 1;
}

static s64 sign_extend(u64 v, u32 width) {
	u64 sign = (u64)1 << (width - 1);
	return (s64)(((v & width_mask(width)) ^ sign) - sign);
}

static u8 zeros_below(u64 v) {
	return v ? (u8)__builtin_ctzll(v) : 63;
}

static const struct uniform_value divergent = {.kind = VALUE_DIVERGENT,
                                               .max = UINT64_MAX};
static const struct uniform_value unknown = {.kind = VALUE_UNKNOWN};

static struct uniform_value uniform_of(u64 max, u32 align, bool cta) {
	return (struct uniform_value){.kind = VALUE_UNIFORM,
	                              .max = max,
	                              .align = (u8)MIN(align, 63u),
	                              .cta = cta};
}

static struct uniform_value constant(u64 v, u32 width) {
	v &= width_mask(width);
	return (struct uniform_value){.kind = VALUE_UNIFORM,
	                              .align = zeros_below(v),
	                              .is_const = true,
	                              .cta = true,
	                              .max = v,
	                              .value = v};
}

static struct uniform_value affine(s64 stride, u32 align, u64 max) {
	return (struct uniform_value){.kind = VALUE_AFFINE,
	                              .stride = stride,
	                              .align = (u8)MIN(align, 63u),
	                              .max = max};
}

/* Returns a value of the shape of v, which is affine or uniform, of other size. */
static struct uniform_value shaped(const struct uniform_value *v, s64 stride, s64 jump,
                                   u32 align, u64 max) {
	struct uniform_value r = affine(stride, align, max);
	r.row = jump ? v->row : 0;
	r.jump = jump;
	return r;
}

/* Checks whether the whole warp's values lie in one aligned group of 2^align numbers. */
static bool within_group(const struct uniform_value *v, u32 align) {
	const s64 far = (s64)1 << 50;
	if (align >= 58 || align > v->align || v->stride >= far || v->stride <= -far ||
	    v->jump >= far || v->jump <= -far)
		return false;
	s64 least, most;
	uniform_extent(v, &least, &most);
	return least >= 0 && (u64)most < (u64)1 << align;
}

/* Checks whether bits from `k` on are equal in all lanes: what lanes add to the base has
 * no carry into them, as the base is a multiple of more than that. */
static bool same_from(const struct uniform_value *v, u32 k) {
	return within_group(v, MIN(k, v->align));
}

/* Inside a group of 2^(width-1) at most there is no boundary to cross; or all numbers are
 * so small that those of adjacent lanes differ by the stride itself. */
bool uniform_no_wrap(const struct uniform_value *v, u32 width) {
	if (v->kind != VALUE_AFFINE)
		return v->kind == VALUE_UNIFORM;
	return v->max <= width_mask(width) >> 1 ||
	       within_group(v, MIN(v->align, MIN(width - 1, 57u)));
}

struct uniform_value uniform_meet(struct uniform_value a, struct uniform_value b) {
	if (a.kind == VALUE_UNKNOWN || b.kind == VALUE_UNKNOWN)
		return a.kind == VALUE_UNKNOWN ? b : a;
	if (a.kind == VALUE_DIVERGENT || b.kind != a.kind || a.stride != b.stride ||
	    a.jump != b.jump || a.row != b.row)
		return divergent;
	a.is_const = a.is_const && b.is_const && a.value == b.value;
	a.cta = a.cta && b.cta;
	a.align = MIN(a.align, b.align);
	a.max = MAX(a.max, b.max);
	return a;
}

/* ---- arithmetic at a width --------------------------------------------------------- */

static bool either(const struct uniform_value *a, const struct uniform_value *b,
                   u8 kind) {
	return a->kind == kind || b->kind == kind;
}

static struct uniform_value from_stride(u64 stride, u64 jump, u32 row, u32 align, u64 max,
                                        u32 width, bool cta) {
	const struct uniform_value rows = {.row = (u8)row};
	s64 s = sign_extend(stride, width), j = sign_extend(jump, width);
	max = MIN(max, width_mask(width));
	return s || j ? shaped(&rows, s, j, align, max) : uniform_of(max, align, cta);
}

static u64 sum_max(u64 a, u64 b, u32 width) {
	return a <= width_mask(width) && b <= width_mask(width) - a ? a + b
	                                                            : width_mask(width);
}

static u64 product_max(u64 a, u64 b, u32 width) {
	return !a || b <= width_mask(width) / a ? a * b : width_mask(width);
}

static struct uniform_value add(struct uniform_value a, struct uniform_value b,
                                u32 width) {
	if (either(&a, &b, VALUE_UNKNOWN))
		return unknown;
	if (either(&a, &b, VALUE_DIVERGENT) || (a.row && b.row && a.row != b.row))
		return divergent;
	if (a.is_const && b.is_const)
		return constant(a.value + b.value, width);
	return from_stride((u64)a.stride + (u64)b.stride, (u64)a.jump + (u64)b.jump,
	                   MAX(a.row, b.row), MIN(a.align, b.align),
	                   sum_max(a.max, b.max, width), width, a.cta && b.cta);
}

static struct uniform_value negate(struct uniform_value a, u32 width) {
	if (a.is_const)
		return constant(0 - a.value, width);
	if (a.kind == VALUE_UNKNOWN || a.kind == VALUE_DIVERGENT)
		return a;
	return from_stride(0 - (u64)a.stride, 0 - (u64)a.jump, a.row, a.align, UINT64_MAX,
	                   width, a.cta);
}

static struct uniform_value multiply(struct uniform_value a, struct uniform_value b,
                                     u32 width) {
	if (either(&a, &b, VALUE_UNKNOWN))
		return unknown;
	if (a.is_const && b.is_const)
		return constant(a.value * b.value, width);
	if ((a.is_const && !a.value) || (b.is_const && !b.value))
		return constant(0, width);
	if (either(&a, &b, VALUE_DIVERGENT))
		return divergent;
	if ((a.kind == VALUE_AFFINE && !b.is_const) ||
	    (b.kind == VALUE_AFFINE && !a.is_const))
		return divergent;
	u64 stride = a.kind == VALUE_AFFINE ? (u64)a.stride * b.value
	                                    : (u64)b.stride * a.value;
	u64 jump = a.kind == VALUE_AFFINE ? (u64)a.jump * b.value : (u64)b.jump * a.value;
	return from_stride(stride, jump, MAX(a.row, b.row), MIN(a.align + b.align, 63u),
	                   product_max(a.max, b.max, width), width, a.cta && b.cta);
}

/* The same number in more bits. */
static struct uniform_value widen(const struct uniform_env *e, struct uniform_value a,
                                  u32 from, u32 to, bool is_signed) {
	if (a.kind == VALUE_UNKNOWN || a.kind == VALUE_DIVERGENT)
		return a;
	if (a.is_const)
		return constant(is_signed ? (u64)sign_extend(a.value, from) : a.value,
		                to);
	if (!uniform_no_wrap(&a, from)) {
		if (!e->shape.takes_no_wrap || from < 32)
			return divergent;
		a.max = is_signed ? width_mask(to) : a.max;
		return a;
	}
	if (is_signed && a.max > width_mask(from) >> 1)
		a.max = width_mask(to);
	return a;
}

static struct uniform_value truncate_to(struct uniform_value a, u32 to) {
	if (a.kind == VALUE_UNKNOWN || a.kind == VALUE_DIVERGENT)
		return a;
	if (a.is_const)
		return constant(a.value, to);
	return from_stride((u64)a.stride, (u64)a.jump, a.row, a.align, a.max, to, a.cta);
}

static struct uniform_value shift_left(struct uniform_value a, struct uniform_value n,
                                       u32 width) {
	if (a.kind == VALUE_UNKNOWN || n.kind == VALUE_UNKNOWN)
		return unknown;
	if (n.is_const)
		return multiply(a,
		                constant(n.value < width ? (u64)1 << n.value : 0, width),
		                width);
	bool is_uniform = a.kind == VALUE_UNIFORM && n.kind == VALUE_UNIFORM;
	return is_uniform ? uniform_of(width_mask(width), a.align, a.cta && n.cta)
	                  : divergent;
}

/* Lanes that an aligned group of 2^k numbers holds, if the groups begin with the warp and
 * a warp has several: they are the rows of the numbers' low and high bits. Else 0. */
static u8 lanes_in_group(const struct uniform_env *e, const struct uniform_value *a,
                         u32 k) {
	if (!e->shape.takes_rows || a->kind != VALUE_AFFINE || k >= 32 || a->align < k ||
	    a->stride <= 0 || !is_pow2((u64)a->stride) || (u64)a->jump % ((u64)1 << k))
		return 0;
	u64 lanes = ((u64)1 << k) / (u64)a->stride;
	return lanes > 1 && lanes <= WARP_LAST_LANE / 2 + 1 ? (u8)lanes : 0;
}

/* a >> k, rounding down; k < width. */
static struct uniform_value shift_right(const struct uniform_env *e,
                                        struct uniform_value a, u32 k, u32 width,
                                        bool is_signed) {
	if (a.kind == VALUE_UNKNOWN || a.kind == VALUE_DIVERGENT)
		return a;
	bool negative_possible = is_signed && a.max > width_mask(width) >> 1;
	u64 max = negative_possible ? width_mask(width) : a.max >> k;
	if (a.is_const)
		return constant(is_signed ? (u64)(sign_extend(a.value, width) >> k)
		                          : a.value >> k,
		                width);
	u32 align = a.align > k ? a.align - k : 0;
	if (max == 0)
		return constant(0, width);
	if (a.kind == VALUE_UNIFORM || same_from(&a, k))
		return uniform_of(max, align, a.cta);
	bool exact = ((u64)a.stride | (u64)a.jump) % ((u64)1 << k) == 0 && a.align >= k;
	if (exact && uniform_no_wrap(&a, width))
		return shaped(&a, a.stride >> k, a.jump >> k, align, max);
	const struct uniform_value rows = {.row = lanes_in_group(e, &a, k)};
	if (rows.row && !a.row && uniform_no_wrap(&a, width))
		return shaped(&rows, 0, 1, align, max);
	return divergent;
}

/* a & (2^k - 1), or what is left of it: a & ~(2^k - 1). */
static struct uniform_value low_bits(const struct uniform_env *e, struct uniform_value a,
                                     u32 k) {
	s64 least, most;
	const struct uniform_value rows = {.row = lanes_in_group(e, &a, k)};
	if (rows.row)
		return shaped(&rows, a.stride, -((s64)1 << k), 63, ((u64)1 << k) - 1);
	if (a.kind != VALUE_AFFINE || !same_from(&a, k))
		return divergent;
	if (a.align < k)
		return shaped(&a, a.stride, a.jump, a.align, ((u64)1 << k) - 1);
	uniform_extent(&a, &least, &most);
	return shaped(&a, a.stride, a.jump, 63, (u64)most);
}

static struct uniform_value high_bits(const struct uniform_env *e, struct uniform_value a,
                                      u32 k) {
	const struct uniform_value rows = {.row = lanes_in_group(e, &a, k)};
	if (rows.row && !a.row)
		return shaped(&rows, 0, (s64)1 << k, a.align, a.max);
	return a.kind == VALUE_AFFINE && same_from(&a, k)
	               ? uniform_of(a.max, MAX(k, a.align), a.cta)
	               : divergent;
}

static struct uniform_value and_of(const struct uniform_env *e, struct uniform_value a,
                                   struct uniform_value b, u32 width) {
	if (either(&a, &b, VALUE_UNKNOWN))
		return unknown;
	if (a.is_const && b.is_const)
		return constant(a.value & b.value, width);
	if (a.kind == VALUE_UNIFORM && b.kind == VALUE_UNIFORM)
		return uniform_of(MIN(a.max, b.max), MAX(a.align, b.align),
		                  a.cta && b.cta);
	if (a.is_const) {
		struct uniform_value swap = a;
		a = b;
		b = swap;
	}
	if (!b.is_const || !b.value)
		return b.is_const ? constant(0, width) : divergent;
	if (is_pow2(b.value + 1))
		return low_bits(e, a, zeros_below(b.value + 1));
	u64 cleared = ~b.value & width_mask(width);
	return is_pow2(cleared + 1) ? high_bits(e, a, zeros_below(cleared + 1))
	                            : divergent;
}

/* Returns n so that every lane's value is a multiple of 2^n. */
static u32 zeros_of(const struct uniform_value *v) {
	return v->kind == VALUE_AFFINE
	               ? MIN(v->align, zeros_below((u64)v->stride | (u64)v->jump))
	               : v->align;
}

/* A sum if no bit is set in both. */
static struct uniform_value or_of(struct uniform_value a, struct uniform_value b,
                                  u32 width) {
	if (either(&a, &b, VALUE_UNKNOWN))
		return unknown;
	if (a.is_const && b.is_const)
		return constant(a.value | b.value, width);
	if (a.kind == VALUE_UNIFORM && b.kind == VALUE_UNIFORM)
		return uniform_of(width_mask(width), MIN(a.align, b.align),
		                  a.cta && b.cta);
	if (a.max < (u64)1 << zeros_of(&b) || b.max < (u64)1 << zeros_of(&a))
		return add(a, b, width);
	return divergent;
}

/* ---- sources ----------------------------------------------------------------------- */

/* Lanes of a warp follow each other in x, then y, then z. The bound of an affine %tid
 * covers the lanes that the last warp lacks, so that it can tell that nothing wraps in
 * between. */
static struct uniform_value tid_value(const struct uniform_shape *s, u32 dim) {
	static const u32 most[3] = {1024, 1024, 64};
	const u32 *n = s->ntid;
	if (n[dim] == 1)
		return constant(0, 32);
	u64 max = (n[dim] ? n[dim] : most[dim]) - 1;
	bool others_one = n[(dim + 1) % 3] == 1 && n[(dim + 2) % 3] == 1;
	bool whole_rows = n[0] && n[0] % 32 == 0;
	if (others_one || (dim == 0 && whole_rows))
		return affine(1, 5, max | WARP_LAST_LANE);
	bool whole_planes = n[0] && n[1] && (u64)n[0] * n[1] % 32 == 0;
	bool short_rows = s->takes_rows && n[0] > 1 && n[0] < 32 && is_pow2(n[0]) &&
	                  n[1] && n[2] && (whole_planes || n[2] == 1);
	const struct uniform_value rows = {.row = (u8)n[0]};
	if (short_rows && dim == 0)
		return shaped(&rows, 1, -(s64)n[0], 63, max);
	if (short_rows && dim == 1) /* lanes that the last warp lacks count on */
		return shaped(&rows, 0, 1, zeros_below(32 / n[0]), max | (32 / n[0] - 1));
	if (dim > 0 && (whole_rows || (dim == 2 && whole_planes)))
		return uniform_of(max, 0, false);
	return divergent;
}

enum sreg_kind { SREG_LANE, SREG_WARP, SREG_CTA, SREG_GRID, SREG_TIME };

static struct uniform_value sreg_value(const struct uniform_env *e, u32 sreg) {
	static const u8 kind[] = {
#define SREG(id, text, type, ptx, sm, kind) SREG_##kind,
#include "ir/sreg.def"
#undef SREG
	};
	switch (sreg) {
	case SREG_TID_X:
	case SREG_TID_Y:
	case SREG_TID_Z: return tid_value(&e->shape, sreg - SREG_TID_X);
	case SREG_NTID_X:
	case SREG_NTID_Y:
	case SREG_NTID_Z: {
		u32 n = e->shape.ntid[sreg - SREG_NTID_X];
		return n ? constant(n, 32) : uniform_of(1024, 0, true);
	}
	case SREG_LANEID: return affine(1, 63, WARP_LAST_LANE);
	case SREG_CTAID_X: return uniform_of(INT32_MAX - 1, 0, true);
	case SREG_CTAID_Y:
	case SREG_CTAID_Z: return uniform_of(UINT16_MAX - 1, 0, true);
	case SREG_NCTAID_X: return uniform_of(INT32_MAX, 0, true);
	case SREG_NCTAID_Y:
	case SREG_NCTAID_Z: return uniform_of(UINT16_MAX, 0, true);
	default: break;
	}
	if (sreg >= countof(kind) || kind[sreg] == SREG_LANE)
		return divergent;
	return uniform_of(UINT64_MAX, 0,
	                  kind[sreg] == SREG_CTA || kind[sreg] == SREG_GRID);
}

static struct uniform_value reg_operand(const struct uniform_env *e,
                                        const struct operand *o) {
	struct uniform_value v = e->reg[o->index];
	if (v.kind == VALUE_UNKNOWN || (!o->negated && !o->sel))
		return v;
	return v.kind == VALUE_UNIFORM ? uniform_of(UINT64_MAX, 0, v.cta) : divergent;
}

static struct uniform_value and_uniform(struct uniform_value all,
                                        struct uniform_value v) {
	if (all.kind == VALUE_DIVERGENT || v.kind == VALUE_DIVERGENT ||
	    v.kind == VALUE_AFFINE)
		return divergent;
	if (all.kind == VALUE_UNKNOWN || v.kind == VALUE_UNKNOWN)
		return unknown;
	all.cta = all.cta && v.cta;
	return all;
}

struct uniform_value uniform_operand(const struct uniform_env *e, const struct operand *o,
                                     u32 width) {
	switch (o->kind) {
	case OPR_REG:
	case OPR_ADDR_REG: return reg_operand(e, o);
	case OPR_IMM: return constant((u64)o->value, width);
	case OPR_SREG: return sreg_value(e, o->index);
	case OPR_VEC:
	case OPR_PAIR:
	case OPR_TENSOR: {
		struct uniform_value all = uniform_of(UINT64_MAX, 0, true);
		for (u32 i = 0; i < o->n; i++)
			all = and_uniform(
				all,
				uniform_operand(e, &e->f->operand[o->index + i], width));
		return all;
	}
	default: return uniform_of(UINT64_MAX, 0, true);
	}
}

struct uniform_value uniform_all(const struct uniform_env *e, const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	struct uniform_value all = uniform_of(UINT64_MAX, 0, true);
	for (u32 i = 0; i < in->noperand; i++)
		if (operand_role(r, i) != REG_WRITTEN)
			all = and_uniform(all, uniform_operand(e, &in->operand[i], 64));
	return all;
}

/* ---- memory and cross-lane --------------------------------------------------------- */

/* Lanes have local memory of their own, so an equal address there, or one that may point
 * there, says nothing. What no store changes while the kernel runs is equal in all warps
 * as well. */
static struct uniform_value load_value(const struct uniform_env *e,
                                       const struct inst *in) {
	struct uniform_value v = uniform_all(e, in);
	u32 space = MOD_GET(in->mods, SPACE);
	const struct operand *at = &in->operand[1];
	bool from_param = space == SPACE_PARAM || space == SPACE_PARAM_ENTRY;
	if (in->noperand < 2 || v.kind != VALUE_UNIFORM)
		return v;
	if (in->row == ROW_LDU)
		space = space ? space : SPACE_GLOBAL;
	if (from_param && at->kind == OPR_ADDR_SYM && e->m && e->f->is_entry &&
	    e->m->var[at->index].is_param)
		return uniform_of(UINT64_MAX, 0, true);
	if (from_param && e->own_params)
		return uniform_of(UINT64_MAX, 0, v.cta);
	switch (space) {
	case SPACE_CONST: return uniform_of(UINT64_MAX, 0, v.cta);
	case SPACE_GLOBAL:
		return uniform_of(UINT64_MAX, 0, v.cta && MOD_GET(in->mods, NC));
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER: return uniform_of(UINT64_MAX, 0, false);
	default: return divergent;
	}
}

/* Sums of a constant and the address: strides stay, as every window is one piece. So it
 * is with local memory: lanes name their own by equal addresses, generic ones, too
 * (load_value). */
static struct uniform_value cvta_value(const struct uniform_env *e,
                                       const struct inst *in) {
	struct uniform_value v = uniform_operand(e, &in->operand[1],
	                                         type_info[in->type[0]].bits);
	if (v.kind == VALUE_UNIFORM)
		return uniform_of(UINT64_MAX, MIN(v.align, 4u), v.cta);
	v.max = UINT64_MAX;
	v.align = MIN(v.align, 4);
	return v;
}

/* The same for all lanes of the member mask, if all name the same mask: the last
 * operand. */
static struct uniform_value vote_value(const struct uniform_env *e,
                                       const struct inst *in) {
	bool has_mask = in->row == ROW_VOTE_SYNC || in->row == ROW_BALLOT_SYNC ||
	                in->row == ROW_MATCH_ALL || in->row == ROW_REDUX ||
	                in->row == ROW_REDUX_BITS || in->row == ROW_REDUX_F32;
	struct uniform_value v = uniform_of(UINT64_MAX, 0, false);
	if (has_mask && in->noperand)
		v = and_uniform(v,
		                uniform_operand(e, &in->operand[in->noperand - 1], 32));
	return v;
}

/* A broadcast: one source lane for the whole warp. */
static struct uniform_value shfl_value(const struct uniform_env *e,
                                       const struct inst *in) {
	if (in->row != ROW_SHFL_SYNC || MOD_GET(in->mods, SHFL) != MOD_SHFL_IDX ||
	    in->noperand < 5)
		return divergent;
	struct uniform_value lane = uniform_operand(e, &in->operand[2], 32);
	struct uniform_value clamp = uniform_operand(e, &in->operand[3], 32);
	struct uniform_value mask = uniform_operand(e, &in->operand[4], 32);
	if (!clamp.is_const || (clamp.value & 0x1f1f) != 0x1f)
		return clamp.kind == VALUE_UNKNOWN ? unknown : divergent;
	if (!mask.is_const || mask.value != UINT32_MAX)
		return mask.kind == VALUE_UNKNOWN ? unknown : divergent;
	return and_uniform(uniform_of(UINT64_MAX, 0, false), lane);
}

/* All lanes of the cta take part, unless a thread count says otherwise. */
static struct uniform_value bar_value(const struct uniform_env *e,
                                      const struct inst *in) {
	struct uniform_value v = uniform_of(
		UINT64_MAX, 0, in->noperand > 2 && in->operand[2].kind == OPR_NONE);
	for (u32 i = 1; i < 3 && i < in->noperand; i++)
		v = and_uniform(v, uniform_operand(e, &in->operand[i], 32));
	return v;
}

static struct uniform_value op_value(const struct uniform_env *e, const struct inst *in) {
	u32 width = type_info[in->type[0]].bits;
	switch (in->row) {
	case ROW_MOV_SREG: return uniform_operand(e, &in->operand[1], width);
	case ROW_MOV_SYM: {
		const struct operand *o = &in->operand[1];
		u64 align = e->m && o->kind == OPR_SYM ? e->m->var[o->index].align : 1;
		u32 k = MIN(zeros_below(align ? align : 1), 4u);
		return uniform_of(UINT64_MAX, MIN(k, zeros_below((u64)o->value)), true);
	}
	case ROW_LD:
	case ROW_LDU: return load_value(e, in);
	case ROW_CVTA:
	case ROW_CVTA_TO: return cvta_value(e, in);
	case ROW_VOTE:
	case ROW_BALLOT:
	case ROW_VOTE_SYNC:
	case ROW_BALLOT_SYNC:
	case ROW_MATCH_ALL:
	case ROW_REDUX:
	case ROW_REDUX_BITS:
	case ROW_REDUX_F32:
	case ROW_ACTIVEMASK: return vote_value(e, in);
	case ROW_SHFL_SYNC: return shfl_value(e, in);
	case ROW_BAR_POPC:
	case ROW_BAR_PRED: return bar_value(e, in);
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK:
	case ROW_MOV_VEC:
	case ROW_MAPA:
	case ROW_GETCTARANK:
	case ROW_ISSPACEP:
	case ROW_CREATEPOLICY:
	case ROW_CREATEPOLICY_RANGE:
	case ROW_CREATEPOLICY_CVT:
	case ROW_MB_PENDING: return uniform_all(e, in);
	default: return divergent;
	}
}

/* ---- pure instructions ------------------------------------------------------------- */

struct args {
	struct uniform_value a, b, c;
	u32 width;
	bool is_signed;
};

/* Division and remainder by 2^k, of numbers that are not negative. */
static struct uniform_value divide(const struct uniform_env *e, const struct inst *in,
                                   const struct args *x) {
	bool fits = !x->is_signed || x->a.max <= width_mask(x->width) >> 1;
	if (either(&x->a, &x->b, VALUE_UNKNOWN))
		return unknown;
	if (x->a.kind != VALUE_AFFINE || !x->b.is_const || !is_pow2(x->b.value) || !fits)
		return uniform_all(e, in);
	if (in->row == ROW_DIV)
		return shift_right(e, x->a, zeros_below(x->b.value), x->width, false);
	return and_of(e, x->a, constant(x->b.value - 1, x->width), x->width);
}

static struct uniform_value select_of(const struct uniform_env *e, const struct inst *in,
                                      const struct args *x) {
	struct uniform_value p = uniform_operand(e, &in->operand[3], 1);
	if (p.kind == VALUE_UNKNOWN || either(&x->a, &x->b, VALUE_UNKNOWN))
		return unknown;
	if (p.kind != VALUE_UNIFORM)
		return divergent;
	struct uniform_value v = uniform_meet(x->a, x->b);
	v.cta = v.cta && p.cta;
	return v;
}

static struct uniform_value convert(const struct uniform_env *e, const struct inst *in,
                                    const struct args *x) {
	u32 from = type_info[in->type[1]].bits, to = type_info[in->type[0]].bits;
	if (MOD_GET(in->mods, SAT))
		return x->a.kind == VALUE_AFFINE ? divergent
		       : x->a.kind == VALUE_UNIFORM
		               ? uniform_of(width_mask(to), 0, x->a.cta)
		               : x->a;
	if (to <= from)
		return truncate_to(x->a, to);
	return widen(e, x->a, from, to, type_info[in->type[1]].class == 'S');
}

/* Wide products: both factors are read as numbers of twice the width. */
static struct uniform_value multiply_wide(const struct uniform_env *e,
                                          const struct args *x) {
	struct uniform_value a = widen(e, x->a, x->width, 2 * x->width, x->is_signed);
	struct uniform_value b = widen(e, x->b, x->width, 2 * x->width, x->is_signed);
	return multiply(a, b, 2 * x->width);
}

static struct uniform_value alu_rule(const struct uniform_env *e, const struct inst *in,
                                     const struct args *x) {
	switch (in->row) {
	case ROW_MOV: return x->a;
	case ROW_ADD: return add(x->a, x->b, x->width);
	case ROW_SUB: return add(x->a, negate(x->b, x->width), x->width);
	case ROW_NEG: return negate(x->a, x->width);
	case ROW_MUL_LO: return multiply(x->a, x->b, x->width);
	case ROW_MAD_LO: return add(multiply(x->a, x->b, x->width), x->c, x->width);
	case ROW_MUL_WIDE: return multiply_wide(e, x);
	case ROW_MAD_WIDE: return add(multiply_wide(e, x), x->c, 2 * x->width);
	case ROW_SHL: return shift_left(x->a, x->b, x->width);
	case ROW_SHR:
	case ROW_SHR_U:
	case ROW_SHR_S:
		if (!x->b.is_const || x->b.value >= x->width)
			return uniform_all(e, in);
		return shift_right(e, x->a, (u32)x->b.value, x->width, x->is_signed);
	case ROW_AND: return and_of(e, x->a, x->b, x->width);
	case ROW_OR: return or_of(x->a, x->b, x->width);
	case ROW_DIV:
	case ROW_REM: return divide(e, in, x);
	case ROW_SELP: return select_of(e, in, x);
	case ROW_CVT_II: return convert(e, in, x);
	default: return uniform_all(e, in);
	}
}

/* Registers wider than the type hold an extension of it: only plain uniformity is kept
 * then. */
static bool has_width(const struct uniform_env *e, const struct operand *o, u32 width) {
	return o->kind != OPR_REG || type_info[e->f->reg[o->index].type].bits == width;
}

static bool widths_match(const struct uniform_env *e, const struct inst *in) {
	u32 to = type_info[in->type[0]].bits, from = to;
	if (in->row == ROW_CVT_II)
		from = type_info[in->type[1]].bits;
	if (in->row == ROW_MUL_WIDE || in->row == ROW_MAD_WIDE)
		to *= 2;
	return from >= 16 && to >= 16 && to <= 64 && has_width(e, &in->operand[0], to) &&
	       has_width(e, &in->operand[1], from);
}

static struct uniform_value alu_value(const struct uniform_env *e,
                                      const struct inst *in) {
	struct args x = {.width = type_info[in->type[0]].bits,
	                 .is_signed = type_info[in->type[0]].class == 'S'};
	u32 wide = in->row == ROW_MAD_WIDE ? 2 * x.width : x.width;
	u32 first = in->row == ROW_CVT_II ? type_info[in->type[1]].bits : x.width;
	if (in->noperand < 2 || !widths_match(e, in))
		return uniform_all(e, in);
	x.a = uniform_operand(e, &in->operand[1], first);
	if (in->noperand > 2)
		x.b = uniform_operand(e, &in->operand[2],
		                      in->row == ROW_SHL ? 32 : x.width);
	if (in->noperand > 3)
		x.c = uniform_operand(e, &in->operand[3], wide);
	return alu_rule(e, in, &x);
}

struct uniform_value uniform_eval(const struct uniform_env *e, const struct inst *in) {
	const struct row_info *r = row_info(in->row);
	if (in->row == ROW_INVALID || r->any_words || (r->props & PROP_CALL))
		return divergent;
	if (r->table == 1)
		return op_value(e, in);
	struct uniform_value v = alu_value(e, in);
	if (r->props & PROP_CC_IN)
		v = v.kind == VALUE_AFFINE ? divergent : and_uniform(v, e->carry);
	return v;
}
