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

struct val int128_convert(struct lower *l, struct val v, const struct ctype *to,
                          const struct ctype *from) {
	static const struct ctype u64_type = {.kind = CT_ULLONG, .plain = &u64_type};
	if (type_is_int128(to) && type_is_int128(from))
		return v;
	if (type_is_bool(to))
		return val_of(int128_compare(l, CE_NE, from, v, value_const(from, 0)));
	if (ctype_is_floating(to) || ctype_is_floating(from)) {
		lower_unsupported(
			l, l->loc,
			"conversion between 128-bit integers and floating point is not "
			"supported in device code");
		return value_const(to, 0);
	}
	if (type_is_int128(to))
		return widen(l, v, from);
	return value_convert(l, val_of(v.o), to, &u64_type);
}
