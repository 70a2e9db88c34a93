/* int128.c - 128-bit integers as two 64-bit registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

static struct val in_regs(struct lower *l, struct val v) {
	v.o = emit_reg(l, TYPE_B64, v.o);
	v.hi = emit_reg(l, TYPE_B64, v.hi);
	return v;
}

static struct val int128_mul(struct lower *l, struct val a, struct val b) {
	u64 lo = MOD_BITS(HILO, LO), hi = MOD_BITS(HILO, HI);
	struct val r = {.o = emit2(l, ROW_MUL_LO, lo, TYPE_U64, a.o, b.o)};
	struct operand h = emit2(l, ROW_MUL_HI, hi, TYPE_U64, a.o, b.o);
	h = emit3(l, ROW_MAD_LO, lo, TYPE_U64, a.o, b.hi, h);
	r.hi = emit3(l, ROW_MAD_LO, lo, TYPE_U64, a.hi, b.o, h);
	return r;
}

static struct operand shift64(struct lower *l, enum row row, enum type t,
                              struct operand a, struct operand n) {
	return emit2(l, row, 0, t, a, n);
}

/* PTX shifts clamp at the width, so the bits that cross over need only the cases n = 0 ..
 * 63 and n >= 64. */
static struct val int128_shift(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                               struct val a, struct operand n) {
	bool is_signed = ctype_is_signed(t), left = op == CE_SHL;
	struct operand big = emit2(l, ROW_SETP_U, MOD_BITS(CMP, GE), TYPE_U32,
	                           emit_reg(l, TYPE_B32, n), opr_imm(64));
	n = emit_reg(l, TYPE_B32, n);
	struct operand rest = emit2(l, ROW_SUB, 0, TYPE_S32, opr_imm(64), n);
	struct operand over = emit2(l, ROW_SUB, 0, TYPE_S32, n, opr_imm(64));
	enum row shr = is_signed ? ROW_SHR_S : ROW_SHR_U;
	enum type st = is_signed ? TYPE_S64 : TYPE_U64;
	struct val r;
	if (left) {
		struct operand cross = shift64(l, ROW_SHR_U, TYPE_U64, a.o, rest);
		struct operand h = emit2(l, ROW_OR, 0, TYPE_B64,
		                         shift64(l, ROW_SHL, TYPE_B64, a.hi, n), cross);
		r.hi = emit_selp(l, TYPE_B64, shift64(l, ROW_SHL, TYPE_B64, a.o, over), h,
		                 big);
		r.o = shift64(l, ROW_SHL, TYPE_B64, a.o, n);
		return r;
	}
	struct operand cross = shift64(l, ROW_SHL, TYPE_B64, a.hi, rest);
	struct operand low = emit2(l, ROW_OR, 0, TYPE_B64,
	                           shift64(l, ROW_SHR_U, TYPE_U64, a.o, n), cross);
	r.o = emit_selp(l, TYPE_B64, shift64(l, shr, st, a.hi, over), low, big);
	r.hi = shift64(l, shr, st, a.hi, n);
	return r;
}

static struct val halves(struct lower *l, enum row row, struct val a, struct val b) {
	return (struct val){emit2(l, row, 0, TYPE_B64, a.o, b.o),
	                    emit2(l, row, 0, TYPE_B64, a.hi, b.hi)};
}

struct val int128_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                        struct val a, struct val b, const struct ctype *bt) {
	a = in_regs(l, a);
	if (op == CE_SHL || op == CE_SHR) {
		struct operand n = b.o;
		if (n.kind == OPR_REG && (type_is_int128(bt) || ctype_size(bt) == 8))
			n = emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U64, n);
		else if (n.kind == OPR_REG && ctype_size(bt) < 4)
			n = emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U16, n);
		return int128_shift(l, op, t, a, n);
	}
	b = in_regs(l, b);
	struct val r;
	switch (op) {
	case CE_ADD:
		r.o = emit2(l, ROW_ADD_CC_64, MOD_BITS(CC, CC), TYPE_S64, a.o, b.o);
		r.hi = emit2(l, ROW_ADDC_64, 0, TYPE_S64, a.hi, b.hi);
		return r;
	case CE_SUB:
		r.o = emit2(l, ROW_SUB_CC_64, MOD_BITS(CC, CC), TYPE_S64, a.o, b.o);
		r.hi = emit2(l, ROW_SUBC_64, 0, TYPE_S64, a.hi, b.hi);
		return r;
	case CE_MUL: return int128_mul(l, a, b);
	case CE_AND: return halves(l, ROW_AND, a, b);
	case CE_OR: return halves(l, ROW_OR, a, b);
	case CE_XOR: return halves(l, ROW_XOR, a, b);
	default: break;
	}
	lower_unsupported(l, l->loc,
	                  "division of 128-bit integers is not supported in device code");
	return a;
}

struct operand int128_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                              struct val a, struct val b) {
	a = in_regs(l, a);
	b = in_regs(l, b);
	struct operand same = emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64, a.hi,
	                            b.hi);
	if (op == CE_EQ || op == CE_NE) {
		struct operand low = emit2(l, ROW_SETP_S, MOD_BITS(CMP, EQ), TYPE_S64,
		                           a.o, b.o);
		struct operand eq = emit2(l, ROW_AND_PRED, 0, TYPE_PRED, same, low);
		return op == CE_EQ ? eq : emit1(l, ROW_NOT_PRED, 0, TYPE_PRED, eq);
	}
	bool less = op == CE_LT || op == CE_LE;
	bool or_equal = op == CE_LE || op == CE_GE;
	u64 strict = less ? MOD_BITS(CMP, LT) : MOD_BITS(CMP, GT);
	u64 low_cmp = !or_equal ? strict : less ? MOD_BITS(CMP, LE) : MOD_BITS(CMP, GE);
	bool is_signed = ctype_is_signed(t);
	struct operand high = emit2(l, is_signed ? ROW_SETP_S : ROW_SETP_U, strict,
	                            is_signed ? TYPE_S64 : TYPE_U64, a.hi, b.hi);
	struct operand low = emit2(l, ROW_SETP_U, low_cmp, TYPE_U64, a.o, b.o);
	return emit2(l, ROW_OR_PRED, 0, TYPE_PRED, high,
	             emit2(l, ROW_AND_PRED, 0, TYPE_PRED, same, low));
}

static struct val widen(struct lower *l, struct val v, const struct ctype *from) {
	static const struct ctype s64_type = {.kind = CT_LLONG, .plain = &s64_type};
	static const struct ctype u64_type = {.kind = CT_ULLONG, .plain = &u64_type};
	bool is_signed = ctype_is_signed(from);
	struct val r = value_convert(l, v, is_signed ? &s64_type : &u64_type, from);
	if (r.o.kind == OPR_IMM)
		r.hi = opr_imm(is_signed && r.o.value < 0 ? ~0ull : 0);
	else
		r.hi = is_signed ? emit2(l, ROW_SHR_S, 0, TYPE_S64, r.o, opr_imm(63))
		                 : opr_imm(0);
	return r;
}

static struct val negated(struct lower *l, struct val v) {
	return (struct val){
		emit2(l, ROW_SUB_CC_64, MOD_BITS(CC, CC), TYPE_S64, opr_imm(0), v.o),
		emit2(l, ROW_SUBC_64, 0, TYPE_S64, opr_imm(0), v.hi)};
}

static struct val negated_if(struct lower *l, struct val v, struct operand pred) {
	struct val n = negated(l, v);
	return (struct val){emit_selp(l, TYPE_B64, n.o, v.o, pred),
	                    emit_selp(l, TYPE_B64, n.hi, v.hi, pred)};
}

/* Returns 2 to the power e as a floating-point number. */
static struct operand power_of_two(struct lower *l, struct operand e, bool single) {
	struct operand biased = emit2(l, ROW_ADD, 0, TYPE_S32, e,
	                              opr_imm(single ? 127 : 1023));
	enum type t = single ? TYPE_B32 : TYPE_B64;
	if (!single)
		biased = emit_cvt(l, ROW_CVT_II, 0, TYPE_U64, TYPE_U32, biased);
	struct operand o[2] = {
		reg_new(l, single ? TYPE_F32 : TYPE_F64),
		emit2(l, ROW_SHL, 0, t, biased, opr_imm(single ? 23 : 52))};
	emit_inst(l, ROW_MOV, 0, t, TYPE_NONE, o, 2);
	return o[0];
}

/* Rounds once: the highest 64 bits from the first one on are converted, their lowest bit
 * set if a bit below is. Shifts by 64 give 0. */
static struct operand unsigned_to_float(struct lower *l, struct val v, bool single) {
	enum type t = single ? TYPE_F32 : TYPE_F64;
	struct operand n = emit1(l, ROW_CLZ, 0, TYPE_B64, v.hi);
	struct operand up = emit2(l, ROW_SUB, 0, TYPE_S32, opr_imm(64), n);
	struct operand top = emit2(l, ROW_OR, 0, TYPE_B64,
	                           shift64(l, ROW_SHL, TYPE_B64, v.hi, n),
	                           shift64(l, ROW_SHR_U, TYPE_U64, v.o, up));
	struct operand below = emit2(l, ROW_SETP_S, MOD_BITS(CMP, NE), TYPE_S64,
	                             shift64(l, ROW_SHL, TYPE_B64, v.o, n), opr_imm(0));
	top = emit2(l, ROW_OR, 0, TYPE_B64, top,
	            emit_selp(l, TYPE_B64, opr_imm(1), opr_imm(0), below));
	struct operand f = emit_cvt(l, single ? ROW_CVT_F32_I : ROW_CVT_F64_I,
	                            MOD_BITS(RND, RN), t, TYPE_U64, top);
	return emit2(l, single ? ROW_MUL_F32 : ROW_MUL_F64, MOD_BITS(RND, RN), t, f,
	             power_of_two(l, up, single));
}

static struct operand to_float(struct lower *l, struct val v, const struct ctype *to,
                               const struct ctype *from) {
	bool single = ctype_size(to) == 4;
	v = in_regs(l, v);
	if (!ctype_is_signed(from))
		return unsigned_to_float(l, v, single);
	struct operand is_negative = emit2(l, ROW_SETP_S, MOD_BITS(CMP, LT), TYPE_S64,
	                                   v.hi, opr_imm(0));
	struct operand f = unsigned_to_float(l, negated_if(l, v, is_negative), single);
	struct operand n = emit1(l, single ? ROW_NEG_F32 : ROW_NEG_F64, 0,
	                         single ? TYPE_F32 : TYPE_F64, f);
	return emit_selp(l, single ? TYPE_F32 : TYPE_F64, n, f, is_negative);
}

/* The high word is the whole part of d / 2^64, the low word that of the rest; all steps
 * are exact. */
static struct val from_float(struct lower *l, struct val v, const struct ctype *to,
                             const struct ctype *from) {
	static const struct ctype f64_type = {.kind = CT_DOUBLE, .plain = &f64_type};
	const u64 down = 0x3bf0000000000000, up = 0xc3f0000000000000; /* 2^-64, -2^64 */
	struct operand d = emit_reg(l, TYPE_F64, value_convert(l, v, &f64_type, from).o);
	struct operand is_negative = {0};
	if (ctype_is_signed(to)) {
		is_negative = value_compare(l, CE_LT, &f64_type, val_of(d),
		                            value_const(&f64_type, 0));
		d = emit1(l, ROW_ABS_F64, 0, TYPE_F64, d);
	}
	u64 rn = MOD_BITS(RND, RN), rzi = MOD_BITS(RND, RZI);
	struct operand high = emit2(l, ROW_MUL_F64, rn, TYPE_F64, d, opr_imm(down));
	struct val r = {.hi = emit_cvt(l, ROW_CVT_I_F64, rzi, TYPE_U64, TYPE_F64, high)};
	struct operand whole = emit_cvt(l, ROW_CVT_F64_I, rn, TYPE_F64, TYPE_U64, r.hi);
	struct operand rest = emit3(l, ROW_FMA_F64, rn, TYPE_F64, whole, opr_imm(up), d);
	r.o = emit_cvt(l, ROW_CVT_I_F64, rzi, TYPE_U64, TYPE_F64, rest);
	return ctype_is_signed(to) ? negated_if(l, r, is_negative) : r;
}

struct val int128_convert(struct lower *l, struct val v, const struct ctype *to,
                          const struct ctype *from) {
	static const struct ctype u64_type = {.kind = CT_ULLONG, .plain = &u64_type};
	if (type_is_int128(to) && type_is_int128(from))
		return v;
	if (type_is_bool(to))
		return val_of(int128_compare(l, CE_NE, from, v, value_const(from, 0)));
	if (ctype_is_floating(to))
		return val_of(to_float(l, v, to, from));
	if (ctype_is_floating(from))
		return from_float(l, v, to, from);
	if (type_is_int128(to))
		return widen(l, v, from);
	return value_convert(l, val_of(v.o), to, &u64_type);
}
