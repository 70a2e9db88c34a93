/* cmp.c - comparisons, and the results that set and setp make of them, after
 * ir/num/cmp.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

LLVMIntPredicate jit_int_predicate(u32 cmp, bool is_signed) {
	switch (cmp) {
	case MOD_CMP_EQ: return LLVMIntEQ;
	case MOD_CMP_NE: return LLVMIntNE;
	case MOD_CMP_LT:
	case MOD_CMP_LO: return is_signed ? LLVMIntSLT : LLVMIntULT;
	case MOD_CMP_LE:
	case MOD_CMP_LS: return is_signed ? LLVMIntSLE : LLVMIntULE;
	case MOD_CMP_GT:
	case MOD_CMP_HI: return is_signed ? LLVMIntSGT : LLVMIntUGT;
	default: return is_signed ? LLVMIntSGE : LLVMIntUGE;
	}
}

static LLVMRealPredicate real_predicate(u32 m) {
	switch (MOD_GET(m, CMP)) {
	case MOD_CMP_EQ: return LLVMRealOEQ;
	case MOD_CMP_NE: return LLVMRealONE;
	case MOD_CMP_LT: return LLVMRealOLT;
	case MOD_CMP_LE: return LLVMRealOLE;
	case MOD_CMP_GT: return LLVMRealOGT;
	case MOD_CMP_GE: return LLVMRealOGE;
	case MOD_CMP_EQU: return LLVMRealUEQ;
	case MOD_CMP_NEU: return LLVMRealUNE;
	case MOD_CMP_LTU: return LLVMRealULT;
	case MOD_CMP_LEU: return LLVMRealULE;
	case MOD_CMP_GTU: return LLVMRealUGT;
	case MOD_CMP_GEU: return LLVMRealUGE;
	case MOD_CMP_NUM: return LLVMRealORD;
	default: return LLVMRealUNO;
	}
}

val jit_cmp(const struct alu_emit *e, enum type type, val a, val b) {
	if (type == TYPE_F32) {
		a = jit_ftz_in(e, a);
		b = jit_ftz_in(e, b);
	} else if (type == TYPE_F16 || type == TYPE_BF16) {
		a = jit_half_in(e, type, a);
		b = jit_half_in(e, type, b);
	} else if (type != TYPE_F64) {
		bool is_signed = type_is_signed(type);
		return LLVMBuildICmp(
			e->b, jit_int_predicate(MOD_GET(e->m, CMP), is_signed), a, b, "");
	}
	return LLVMBuildFCmp(e->b, real_predicate(e->m), a, b, "");
}

val jit_bool(const struct alu_emit *e, val c, val p) {
	switch (MOD_GET(e->m, BOOL)) {
	case MOD_BOOL_AND: return e_and(e, c, p);
	case MOD_BOOL_OR: return e_or(e, c, p);
	default: return e_xor(e, c, p);
	}
}

val jit_set(const struct alu_emit *e, val c) {
	switch (e->type[0]) {
	case TYPE_F32: return e_sel(e, c, e_kf32(e, 1), e_kf32(e, 0));
	case TYPE_F16: return e_sel(e, c, e_k(e, 16, 0x3c00), e_k(e, 16, 0));
	case TYPE_BF16: return e_sel(e, c, e_k(e, 16, 0x3f80), e_k(e, 16, 0));
	default: return e_sext(e, c, type_info[e->type[0]].lane_bits);
	}
}

/* ---- pairs ---- */

val jit_x2_cmp(const struct alu_emit *e, u32 half, val a, val b) {
	bool f16 = e->type[1] == TYPE_F16X2 ||
	           (e->type[1] == TYPE_NONE && e->type[0] == TYPE_F16X2);
	val x = e_trunc(e, e_lshrk(e, a, 16 * half), 16);
	val y = e_trunc(e, e_lshrk(e, b, 16 * half), 16);
	return jit_cmp(e, f16 ? TYPE_F16 : TYPE_BF16, x, y);
}

val jit_x2_set(const struct alu_emit *e, val a, val b, val p) {
	u32 one = x2_true(e->type[0]);
	val lo = jit_x2_cmp(e, 0, a, b), hi = jit_x2_cmp(e, 1, a, b), zero = e_k32(e, 0);
	lo = p ? jit_bool(e, lo, p) : lo;
	hi = p ? jit_bool(e, hi, p) : hi;
	return e_or(e, e_sel(e, lo, e_k32(e, one), zero),
	            e_sel(e, hi, e_k32(e, one << 16), zero));
}

val jit_setp(const struct alu_emit *e, val c, val p, val *q) {
	val other = e->has_second ? e_not(e, c) : NULL;
	*q = p && other ? jit_bool(e, other, p) : other;
	return p ? jit_bool(e, c, p) : c;
}

val jit_setp_x2(const struct alu_emit *e, val a, val b, val p, val *q) {
	val lo = jit_x2_cmp(e, 0, a, b), hi = jit_x2_cmp(e, 1, a, b);
	*q = p ? jit_bool(e, hi, p) : hi;
	return p ? jit_bool(e, lo, p) : lo;
}

val jit_lop3_bool(const struct alu_emit *e, val r, val p, val *q) {
	*q = jit_bool(e, e_nek(e, r, 0), p);
	return r;
}
