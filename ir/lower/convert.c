/* convert.c - conversions among scalar types. An 8-bit value lives in a 16-bit register,
 * extended as its type says; a bool is a predicate.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

static f64 f64_of(u64 bits) {
	f64 d;
	memcpy(&d, &bits, 8);
	return d;
}

static u64 bits_of_f64(f64 d) {
	u64 bits;
	memcpy(&bits, &d, 8);
	return bits;
}

static u64 bits_of_f32(f32 f) {
	u32 bits;
	memcpy(&bits, &f, 4);
	return bits;
}

static bool is_float(const struct ctype *t) {
	return ctype_is_floating(t);
}

struct val value_const(const struct ctype *t, u64 value) {
	if (is_float(t))
		return val_of(opr_imm(ctype_size(t) == 4 ? bits_of_f32((f32)f64_of(value))
		                                         : value));
	if (type_is_int128(t)) {
		bool negative = ctype_is_signed(t) && value >> 63;
		return (struct val){opr_imm(value), opr_imm(negative ? ~0ull : 0)};
	}
	return val_of(opr_imm(ctype_wrap(t, value)));
}

static f64 float_value(const struct ctype *t, u64 bits) {
	if (ctype_size(t) != 4)
		return f64_of(bits);
	u32 low = (u32)bits;
	f32 f;
	memcpy(&f, &low, 4);
	return (f64)f;
}

/* Converts a constant; false if it overflows: the machine converts it then. */
static bool fold(u64 v, const struct ctype *to, const struct ctype *from,
                 struct val *out) {
	if (is_float(from)) {
		f64 d = float_value(from, v);
		if (is_float(to))
			*out = value_const(to, bits_of_f64(d));
		else if (type_is_bool(to))
			*out = val_of(opr_imm(d != 0));
		else if (d > -2147483649.0 && d < 2147483648.0)
			*out = value_const(to, (u64)(s64)d);
		else
			return false;
		return true;
	}
	if (!is_float(to)) {
		*out = value_const(to, v);
		return true;
	}
	f64 d = ctype_is_signed(from) ? (f64)(s64)v : (f64)v;
	if (ctype_size(to) == 4) /* rounded once */
		*out = val_of(opr_imm(
			bits_of_f32(ctype_is_signed(from) ? (f32)(s64)v : (f32)v)));
	else
		*out = value_const(to, bits_of_f64(d));
	return true;
}

static u64 ftz(const struct lower *l) {
	return l->opt->ftz ? MOD_BITS(FTZ, FTZ) : 0;
}

static struct val to_bool(struct lower *l, struct val v, const struct ctype *from) {
	if (type_is_bool(from))
		return v;
	struct val zero_ = value_const(from, 0);
	return val_of(value_compare(l, CE_NE, from, v, zero_));
}

static struct val from_bool(struct lower *l, struct val v, const struct ctype *to) {
	const struct val one = is_float(to) ? value_const(to, bits_of_f64(1.0))
	                                    : value_const(to, 1);
	struct val r = {.o = emit_selp(l, type_reg(to), one.o, opr_imm(0), v.o)};
	if (type_is_int128(to))
		r.hi = opr_imm(0);
	return r;
}

static struct val int_to_int(struct lower *l, struct val v, const struct ctype *to,
                             const struct ctype *from) {
	enum type st = type_arith(from);
	u64 have = ctype_is_integer(ctype_underlying(from)) ? ctype_size(from) : 8;
	u64 want = ctype_is_integer(ctype_underlying(to)) ? ctype_size(to) : 8;
	bool to_signed = ctype_is_signed(to);
	if (want == 1) {
		if (have == 1 && to_signed == ctype_is_signed(from))
			return v;
		if (to_signed)
			return val_of(emit_cvt(l, ROW_CVT_II, 0, TYPE_S16, TYPE_S8, v.o));
		if (have <= 2)
			return val_of(emit2(l, ROW_AND, 0, TYPE_B16, v.o, opr_imm(0xff)));
		return val_of(emit_cvt(l, ROW_CVT_II, 0, TYPE_U16, TYPE_U8, v.o));
	}
	if (want == have || (want == 2 && have == 1))
		return v;
	if (want < have)
		return val_of(emit_cvt(l, ROW_CVT_II, 0, want == 2 ? TYPE_U16 : TYPE_U32,
		                       have == 4 ? TYPE_U32 : TYPE_U64, v.o));
	bool is_signed = type_info[st].class == 'S';
	enum type dt = want == 4   ? is_signed ? TYPE_S32 : TYPE_U32
	               : is_signed ? TYPE_S64
	                           : TYPE_U64;
	return val_of(emit_cvt(l, ROW_CVT_II, 0, dt, st, v.o));
}

static struct val int_to_float(struct lower *l, struct val v, const struct ctype *to,
                               const struct ctype *from) {
	bool single = ctype_size(to) == 4;
	return val_of(emit_cvt(l, single ? ROW_CVT_F32_I : ROW_CVT_F64_I,
	                       MOD_BITS(RND, RN), single ? TYPE_F32 : TYPE_F64,
	                       type_arith(from), v.o));
}

static struct val float_to_int(struct lower *l, struct val v, const struct ctype *to,
                               const struct ctype *from) {
	bool single = ctype_size(from) == 4;
	u64 size = ctype_is_integer(ctype_underlying(to)) ? ctype_size(to) : 8;
	bool is_signed = ctype_is_signed(to);
	enum type dt = size == 8   ? is_signed ? TYPE_S64 : TYPE_U64
	               : is_signed ? TYPE_S32
	                           : TYPE_U32;
	u64 mods = MOD_BITS(RND, RZI) | (single ? ftz(l) : 0);
	struct operand o = emit_cvt(l, single ? ROW_CVT_I_F32 : ROW_CVT_I_F64, mods, dt,
	                            single ? TYPE_F32 : TYPE_F64, v.o);
	if (size == 2)
		o = emit_cvt(l, ROW_CVT_II, 0, TYPE_U16, TYPE_U32, o);
	else if (size == 1)
		o = emit_cvt(l, ROW_CVT_II, 0, is_signed ? TYPE_S16 : TYPE_U16,
		             is_signed ? TYPE_S8 : TYPE_U8, o);
	return val_of(o);
}

static struct val float_to_float(struct lower *l, struct val v, const struct ctype *to,
                                 const struct ctype *from) {
	bool from32 = ctype_size(from) == 4, to32 = ctype_size(to) == 4;
	if (from32 == to32)
		return v;
	if (to32)
		return val_of(emit_cvt(l, ROW_CVT_F32_F64, MOD_BITS(RND, RN) | ftz(l),
		                       TYPE_F32, TYPE_F64, v.o));
	return val_of(emit_cvt(l, ROW_CVT_F64_F32, ftz(l), TYPE_F64, TYPE_F32, v.o));
}

struct val value_convert(struct lower *l, struct val v, const struct ctype *to,
                         const struct ctype *from) {
	struct val folded;
	to = ctype_underlying(to)->plain;
	from = ctype_underlying(from)->plain;
	if (to == from || to->kind == CT_VOID)
		return v;
	if (type_is_int128(to) || type_is_int128(from))
		return int128_convert(l, v, to, from);
	if (v.o.kind == OPR_IMM && fold((u64)v.o.value, to, from, &folded))
		return folded;
	if (v.o.kind == OPR_IMM)
		v.o = emit_copy(l, type_reg(from), v.o);
	if (to->kind == CT_BOOL)
		return to_bool(l, v, from);
	if (from->kind == CT_BOOL)
		return from_bool(l, v, to);
	if (is_float(from))
		return is_float(to) ? float_to_float(l, v, to, from)
		                    : float_to_int(l, v, to, from);
	return is_float(to) ? int_to_float(l, v, to, from) : int_to_int(l, v, to, from);
}
