/* bits.c - shifts, bit fields and permutations, after ir/num/int.h. The arm of a select
 * that is not taken may be poison, so a shift needs no mask where its amount was tested.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

struct alu_emit jit_halves(const struct alu_emit *e) {
	struct alu_emit h = *e;
	h.lanes = 2 * (e->lanes ? e->lanes : 1);
	return h;
}

/* A 32-bit amount in the width of a. */
static val amount(const struct alu_emit *e, val a, val n) {
	u32 bits = e_bits_of(a);
	return bits < 32 ? e_trunc(e, n, bits) : e_zext(e, n, bits);
}

val jit_shl(const struct alu_emit *e, val a, val n) {
	val fits = e_ultk(e, n, e_bits_of(a));
	return e_sel(e, fits, e_shl(e, a, amount(e, a, n)), e_like(e, a, 0));
}

val jit_shr(const struct alu_emit *e, val a, val n, bool is_signed) {
	u32 bits = e_bits_of(a);
	if (is_signed)
		return e_ashr(e, a, amount(e, a, e_umin(e, n, e_k32(e, bits - 1))));
	val fits = e_ultk(e, n, bits);
	return e_sel(e, fits, e_lshr(e, a, amount(e, a, n)), e_like(e, a, 0));
}

static bool wraps(const struct alu_emit *e) {
	return MOD_GET(e->m, WRAP) == MOD_WRAP_WRAP;
}

static val clamp32(const struct alu_emit *e, val n) {
	return wraps(e) ? e_andk(e, n, 31) : e_umin(e, n, e_k32(e, 32));
}

val jit_shf(const struct alu_emit *e, val a, val b, val n) {
	bool left = MOD_GET(e->m, SHDIR) == MOD_SHDIR_L;
	val r = e_call3(e, left ? "llvm.fshl" : "llvm.fshr", b, a, n); /* n modulo 32 */
	return wraps(e) ? r : e_sel(e, e_ultk(e, n, 32), r, left ? a : b);
}

val jit_popc(const struct alu_emit *e, val a) {
	return e_trunc(e, e_call1(e, "llvm.ctpop", a), 32);
}

val jit_clz(const struct alu_emit *e, val a) {
	return e_trunc(e, e_clz(e, a), 32);
}

val jit_bfind(const struct alu_emit *e, val a) {
	u32 bits = e_bits_of(a);
	if (type_is_signed(e->type[0]))
		a = e_xor(e, a, e_ashrk(e, a, bits - 1));
	val n = jit_clz(e, a);
	if (!MOD_GET(e->m, SHIFTAMT))
		return e_sub(e, e_k32(e, bits - 1), n); /* ~0 for n == bits */
	return e_sel(e, e_eqk(e, n, bits), e_k32(e, ~0u), n);
}

/* ---- bit fields ---- */

static val field_arg_of(const struct alu_emit *e, val n, u32 bits) {
	return bits == 32 ? e_andk(e, n, 0xff) : e_umin(e, n, e_k32(e, 0xff));
}

/* n ones at the bottom, in the width of `like`. */
static val low_ones(const struct alu_emit *e, val like, val n) {
	return e_not(e, jit_shl(e, e_like(e, like, ~(u64)0), n));
}

/* The sign of n low bits spread over the word; 0 for n == 0. */
static val extend_low(const struct alu_emit *e, val x, val n) {
	u32 bits = e_bits_of(x);
	val left = e_sub(e, e_k32(e, bits), e_umin(e, n, e_k32(e, bits)));
	val s = amount(e, x, e_umin(e, left, e_k32(e, bits - 1)));
	val r = e_ashr(e, e_shl(e, x, s), s);
	return e_sel(e, e_eqk(e, n, 0), e_like(e, x, 0), r);
}

/* The word is extended by copies of its sign, so that a signed shift brings in the bits
 * that the rule of num/int.h asks for. */
val jit_bfe(const struct alu_emit *e, val a, val pos, val len) {
	u32 bits = e_bits_of(a);
	val p = field_arg_of(e, pos, bits), n = field_arg_of(e, len, bits);
	bool is_signed = type_is_signed(e->type[0]);
	val x = jit_shr(e, a, p, is_signed);
	return is_signed ? extend_low(e, x, n) : e_and(e, x, low_ones(e, x, n));
}

val jit_bfi(const struct alu_emit *e, val a, val b, val pos, val len) {
	u32 bits = e_bits_of(a);
	val p = field_arg_of(e, pos, bits), n = field_arg_of(e, len, bits);
	val mask = jit_shl(e, low_ones(e, a, n), p);
	return e_or(e, e_and(e, b, e_not(e, mask)), e_and(e, jit_shl(e, a, p), mask));
}

val jit_szext(const struct alu_emit *e, val a, val n) {
	val len = clamp32(e, n);
	return type_is_signed(e->type[0]) ? extend_low(e, a, len)
	                                  : e_and(e, a, low_ones(e, a, len));
}

val jit_bmsk(const struct alu_emit *e, val a, val b) {
	val pos = clamp32(e, a), end = e_add(e, pos, clamp32(e, b)), ones = e_k32(e, ~0u);
	return e_and(e, jit_shl(e, ones, pos), e_not(e, jit_shl(e, ones, end)));
}

/* ---- lop3 ---- */

/* A function of two words: bit 2*x + y of f is its value for bits x, y. */
static val logic2(const struct alu_emit *e, u32 f, val x, val y) {
	switch (f & 15) {
	case 0: return e_k32(e, 0);
	case 1: return e_not(e, e_or(e, x, y));
	case 2: return e_and(e, e_not(e, x), y);
	case 3: return e_not(e, x);
	case 4: return e_and(e, x, e_not(e, y));
	case 5: return e_not(e, y);
	case 6: return e_xor(e, x, y);
	case 7: return e_not(e, e_and(e, x, y));
	case 8: return e_and(e, x, y);
	case 9: return e_not(e, e_xor(e, x, y));
	case 10: return y;
	case 11: return e_or(e, e_not(e, x), y);
	case 12: return x;
	case 13: return e_or(e, x, e_not(e, y));
	case 14: return e_or(e, x, y);
	default: return e_k32(e, ~0u);
	}
}

/* The table with another operand in front: 0 keeps a b c, 1 gives b a c, 2 gives c b
 * a. */
static u32 lut_pivot(u32 lut, u32 pivot) {
	u32 r = 0;
	for (u32 i = 0; i < 8; i++) {
		u32 hi = i >> 2, mid = i >> 1 & 1, lo = i & 1;
		u32 from = pivot == 0   ? i
		           : pivot == 1 ? mid << 2 | hi << 1 | lo
		                        : lo << 2 | mid << 1 | hi;
		r |= (lut >> from & 1) << i;
	}
	return r;
}

/* Checks whether the halves of a table (pivot 1, pivot 0) combine in one operation. */
static bool lut_is_simple(u32 lut) {
	u32 f1 = lut >> 4, f0 = lut & 15;
	return f1 == f0 || f1 == (~f0 & 15) || f1 == 0 || f0 == 0 || f1 == 15 || f0 == 15;
}

static val lop3_pivot(const struct alu_emit *e, u32 lut, val a, val x, val y) {
	u32 f1 = lut >> 4, f0 = lut & 15;
	if (f1 == f0)
		return logic2(e, f0, x, y);
	if (f0 == 0)
		return e_and(e, a, logic2(e, f1, x, y));
	if (f1 == 0)
		return e_and(e, e_not(e, a), logic2(e, f0, x, y));
	if (f1 == 15)
		return e_or(e, a, logic2(e, f0, x, y));
	if (f0 == 15)
		return e_or(e, e_not(e, a), logic2(e, f1, x, y));
	if (f1 == (~f0 & 15))
		return e_xor(e, a, logic2(e, f0, x, y));
	val both = e_and(e, a, logic2(e, f0 ^ f1, x, y));
	return e_xor(e, both, logic2(e, f0, x, y));
}

static val lop3_any(const struct alu_emit *e, val a, val b, val c, val lut) {
	val r = e_k32(e, 0);
	for (u32 i = 0; i < 8; i++) {
		val x = i & 4 ? a : e_not(e, a), y = i & 2 ? b : e_not(e, b);
		val xyz = e_and(e, e_and(e, x, y), i & 1 ? c : e_not(e, c));
		val on = e_neg(e, e_andk(e, e_lshrk(e, lut, i), 1));
		r = e_or(e, r, e_and(e, xyz, on));
	}
	return r;
}

val jit_lop3(const struct alu_emit *e, val a, val b, val c, val lut) {
	u64 table;
	if (!e_constant(lut, &table))
		return lop3_any(e, a, b, c, lut);
	table &= 0xff;
	u32 pivot = 0;
	while (pivot < 3 && !lut_is_simple(lut_pivot((u32)table, pivot)))
		pivot++;
	if (pivot == 1)
		return lop3_pivot(e, lut_pivot((u32)table, 1), b, a, c);
	if (pivot == 2)
		return lop3_pivot(e, lut_pivot((u32)table, 2), c, b, a);
	return lop3_pivot(e, (u32)table, a, b, c);
}

/* ---- prmt ---- */

enum { PRMT_LANES = 16 };

static val as_bytes(const struct alu_emit *bytes, val a) {
	return LLVMBuildBitCast(bytes->b, a, e_int_type(bytes, 8), "");
}

/* A constant selector is one shuffle of bytes, and one select for those whose sign
 * counts. (The order of bytes in memory is little-endian, as everywhere in
 * backend/llvm.) */
static val prmt_known(const struct alu_emit *e, val a, val b, u32 c) {
	struct alu_emit bytes = *e;
	u32 n = e->lanes ? e->lanes : 1;
	val pick[4 * PRMT_LANES], is_sign[4 * PRMT_LANES];
	LLVMTypeRef i32 = LLVMInt32TypeInContext(e->ctx);
	LLVMTypeRef i1 = LLVMInt1TypeInContext(e->ctx);
	bytes.lanes = 4 * n;
	for (u32 i = 0; i < 4 * n; i++) {
		u32 sel = c >> (4 * (i & 3)) & 15, at = (i & ~3u) + (sel & 3);
		pick[i] = LLVMConstInt(i32, at + (sel & 4 ? 4 * n : 0), false);
		is_sign[i] = LLVMConstInt(i1, sel >> 3, false);
	}
	val r = LLVMBuildShuffleVector(e->b, as_bytes(&bytes, a), as_bytes(&bytes, b),
	                               LLVMConstVector(pick, 4 * n), "");
	if (c & 0x8888)
		r = e_sel(&bytes, LLVMConstVector(is_sign, 4 * n), e_ashrk(&bytes, r, 7),
		          r);
	return LLVMBuildBitCast(e->b, r, e_int_type(e, 32), "");
}

static val prmt_any(const struct alu_emit *e, val a, val b, val c) {
	val r = e_k32(e, 0);
	for (u32 i = 0; i < 4; i++) {
		val sel = e_lshrk(e, c, 4 * i);
		val word = e_sel(e, e_eqk(e, e_andk(e, sel, 4), 0), a, b);
		/* the byte to the top, and down again with or without its sign */
		val left = e_xork(e, e_shlk(e, e_andk(e, sel, 3), 3), 24);
		val top = e_shl(e, word, left);
		val sign = e_ashrk(e, top, 31);
		val byte = e_sel(e, e_eqk(e, e_andk(e, sel, 8), 0), e_lshrk(e, top, 24),
		                 sign);
		r = e_or(e, r, e_shlk(e, e_andk(e, byte, 0xff), 8 * i));
	}
	return r;
}

val jit_prmt(const struct alu_emit *e, val a, val b, val c) {
	u64 sel;
	if (e->lanes <= PRMT_LANES && e_constant(c, &sel))
		return prmt_known(e, a, b, (u32)sel & 0xffff);
	return prmt_any(e, a, b, c);
}

/* A mode is four selectors, of which the low bits of c choose one. */
val jit_prmt_mode(const struct alu_emit *e, val a, val b, val c) {
	val low = e_andk(e, c, 3), sel = NULL;
	for (u32 i = 0; i < 4; i++) {
		val k = e_k32(e, u32_prmt_selector(MOD_GET(e->m, PRMT), i));
		sel = i ? e_sel(e, e_eqk(e, low, i), k, sel) : k;
	}
	return jit_prmt(e, a, b, sel);
}
