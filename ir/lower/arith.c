/* arith.c - operators on scalars of one type. A multiplication or addition without
 * rounding modifier may be fused (PTX 9.7.3.3); with contraction off they say .rn.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

static u64 contract_of(const struct lower *l) {
	return l->opt->fmad ? 0 : MOD_BITS(RND, RN);
}

static bool is_one(const struct operand *a) {
	return a->kind == OPR_IMM && (u32)a->value == 0x3f800000u;
}

static struct operand divide(struct lower *l, enum type t, struct operand a,
                             struct operand b) {
	if (t == TYPE_F64)
		return emit2(l, ROW_DIV_F64, MOD_BITS(RND, RN), t, a, b);
	if (l->opt->prec_div)
		return emit2(l, ROW_DIV_F32, MOD_BITS(RND, RN) | emit_ftz(l, t), t, a, b);
	/* Of a root it is one instruction, see combine.c. */
	if (is_one(&a))
		return emit1(l, ROW_RCP_APPROX, MOD_BITS(APPROX, APPROX) | emit_ftz(l, t),
		             t, b);
	if (l->opt->fast_math)
		return emit2(l, ROW_DIV_APPROX, MOD_BITS(APPROX, APPROX) | emit_ftz(l, t),
		             t, a, b);
	return emit2(l, ROW_DIV_FULL, MOD_BITS(APPROX, FULL) | emit_ftz(l, t), t, a, b);
}

static struct operand arith_float(struct lower *l, enum cexpr_kind op, enum type t,
                                  struct operand a, struct operand b) {
	bool single = t == TYPE_F32;
	u64 mods = contract_of(l) | emit_ftz(l, t);
	switch (op) {
	case CE_ADD: return emit2(l, single ? ROW_ADD_F32 : ROW_ADD_F64, mods, t, a, b);
	case CE_SUB: return emit2(l, single ? ROW_SUB_F32 : ROW_SUB_F64, mods, t, a, b);
	case CE_MUL: return emit2(l, single ? ROW_MUL_F32 : ROW_MUL_F64, mods, t, a, b);
	case CE_DIV: return divide(l, t, a, b);
	default: break;
	}
	lower_unsupported(l, l->loc, "this operator takes no floating-point operands");
	return a;
}

static enum type signed_type(enum type t) {
	switch (t) {
	case TYPE_U16: return TYPE_S16;
	case TYPE_U32: return TYPE_S32;
	case TYPE_U64: return TYPE_S64;
	default: return t;
	}
}

static enum type bit_type(enum type t) {
	u32 bits = type_info[t].bits;
	return bits <= 16 ? TYPE_B16 : bits == 32 ? TYPE_B32 : TYPE_B64;
}

/* Converts a shift amount to a 32-bit register. */
static struct operand shift_amount(struct lower *l, struct val b,
                                   const struct ctype *bt) {
	if (b.o.kind == OPR_IMM)
		return b.o;
	u64 size = type_is_int128(bt) ? 8 : ctype_size(bt);
	if (type_is_bool(bt))
		return emit_selp(l, TYPE_B32, opr_imm(1), opr_imm(0), b.o);
	if (size == 8)
		return emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U64, b.o);
	if (size < 4)
		return emit_cvt(l, ROW_CVT_II, 0, TYPE_U32, TYPE_U16, b.o);
	return b.o;
}

static struct operand arith_int(struct lower *l, enum cexpr_kind op, enum type t,
                                struct val av, struct val bv, const struct ctype *bt) {
	struct operand a = av.o, b = bv.o;
	enum type st = signed_type(t), bits = bit_type(t);
	bool is_signed = type_info[t].class == 'S';
	switch (op) {
	case CE_ADD: return emit2(l, ROW_ADD, 0, st, a, b);
	case CE_SUB: return emit2(l, ROW_SUB, 0, st, a, b);
	case CE_MUL: return emit2(l, ROW_MUL_LO, MOD_BITS(HILO, LO), st, a, b);
	case CE_DIV: return emit2(l, ROW_DIV, 0, t, a, b);
	case CE_REM: return emit2(l, ROW_REM, 0, t, a, b);
	case CE_AND: return emit2(l, ROW_AND, 0, bits, a, b);
	case CE_OR: return emit2(l, ROW_OR, 0, bits, a, b);
	case CE_XOR: return emit2(l, ROW_XOR, 0, bits, a, b);
	case CE_SHL: return emit2(l, ROW_SHL, 0, bits, a, shift_amount(l, bv, bt));
	case CE_SHR:
		return emit2(l, is_signed ? ROW_SHR_S : ROW_SHR_U, 0, t, a,
		             shift_amount(l, bv, bt));
	default: break;
	}
	lower_unsupported(l, l->loc, "this operator takes no integers");
	return a;
}

static struct operand arith_bool(struct lower *l, enum cexpr_kind op, struct operand a,
                                 struct operand b) {
	a = emit_reg(l, TYPE_PRED, a);
	b = emit_reg(l, TYPE_PRED, b);
	enum row row = op == CE_AND  ? ROW_AND_PRED
	               : op == CE_OR ? ROW_OR_PRED
	                             : ROW_XOR_PRED;
	return emit2(l, row, 0, TYPE_PRED, a, b);
}

struct val value_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a, struct val b, const struct ctype *bt) {
	if (type_is_int128(t))
		return int128_arith(l, op, t, a, b, bt);
	enum type at = type_arith(t);
	if (at == TYPE_PRED)
		return val_of(arith_bool(l, op, a.o, b.o));
	if (type_info[at].class == 'F')
		return val_of(arith_float(l, op, at, a.o, b.o));
	if (a.o.kind == OPR_IMM && b.o.kind == OPR_IMM)
		a.o = emit_copy(l, type_reg(t), a.o);
	return val_of(arith_int(l, op, at, a, b, bt));
}

struct val value_unary(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a) {
	enum type at = type_arith(t);
	if (op == CE_NOT)
		return val_of(a.o.kind == OPR_IMM
		                      ? opr_imm(!a.o.value)
		                      : emit1(l, ROW_NOT_PRED, 0, TYPE_PRED, a.o));
	if (type_is_int128(t)) {
		struct val none = value_const(t, op == CE_NEG ? 0 : ~0ull);
		if (op == CE_COMPL)
			none.hi = opr_imm(~0ull);
		return op == CE_NEG ? int128_arith(l, CE_SUB, t, none, a, t)
		                    : int128_arith(l, CE_XOR, t, a, none, t);
	}
	if (op == CE_COMPL)
		return val_of(emit1(l, ROW_NOT, 0, bit_type(at), a.o));
	if (at == TYPE_F32)
		return val_of(emit1(l, ROW_NEG_F32, emit_ftz(l, at), at, a.o));
	if (at == TYPE_F64)
		return val_of(emit1(l, ROW_NEG_F64, 0, at, a.o));
	return val_of(emit1(l, ROW_NEG, 0, signed_type(at), a.o));
}

static u32 cmp_of(enum cexpr_kind op, bool is_float) {
	switch (op) {
	case CE_LT: return MOD_CMP_LT;
	case CE_GT: return MOD_CMP_GT;
	case CE_LE: return MOD_CMP_LE;
	case CE_GE: return MOD_CMP_GE;
	case CE_EQ: return MOD_CMP_EQ;
	default: return is_float ? MOD_CMP_NEU : MOD_CMP_NE; /* NaN != NaN */
	}
}

struct operand value_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                             struct val a, struct val b) {
	if (type_is_int128(t))
		return int128_compare(l, op, t, a, b);
	enum type at = type_arith(t);
	if (at == TYPE_PRED) {
		struct operand x = arith_bool(l, CE_XOR, a.o, b.o);
		return op == CE_EQ ? emit1(l, ROW_NOT_PRED, 0, TYPE_PRED, x) : x;
	}
	bool is_float = type_info[at].class == 'F';
	u64 mods = (u64)cmp_of(op, is_float) << MOD_CMP_SHIFT | emit_ftz(l, at);
	enum row row = at == TYPE_F32   ? ROW_SETP_F32
	               : at == TYPE_F64 ? ROW_SETP_F64
	               : type_info[at].class == 'S' || op == CE_EQ || op == CE_NE
	                       ? ROW_SETP_S
	                       : ROW_SETP_U;
	if (row == ROW_SETP_S)
		at = signed_type(at);
	if (a.o.kind == OPR_IMM)
		a.o = emit_copy(l, type_reg(t), a.o);
	return emit2(l, row, mods, at, a.o, b.o);
}
