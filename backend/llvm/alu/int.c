/* int.c - integer arithmetic, after ir/num/int.h. T0 decides whether operands are signed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

static bool is_signed(const struct alu_emit *e) {
	return type_is_signed(e->type[0]);
}

/* 64-bit lanes have no wider product: it is made of four of 32 x 32 bits. A call
 * (by_lane.c) compiles in a tenth of the time and takes 1.5 times as long. */
static val mulhi_parts(const struct alu_emit *e, val a, val b) {
	const u64 low = 0xffffffffu;
	val al = e_andk(e, a, low), ah = e_lshrk(e, a, 32);
	val bl = e_andk(e, b, low), bh = e_lshrk(e, b, 32);
	val p0 = e_mul(e, al, bl), p1 = e_mul(e, al, bh);
	val p2 = e_mul(e, ah, bl), p3 = e_mul(e, ah, bh);
	val mid = e_add(e, e_lshrk(e, p0, 32), e_andk(e, p1, low));
	mid = e_add(e, mid, e_andk(e, p2, low));
	val hi = e_add(e, p3, e_lshrk(e, p1, 32));
	hi = e_add(e, hi, e_lshrk(e, p2, 32));
	hi = e_add(e, hi, e_lshrk(e, mid, 32));
	if (!is_signed(e))
		return hi;
	hi = e_sub(e, hi, e_and(e, e_ashrk(e, a, 63), b));
	return e_sub(e, hi, e_and(e, e_ashrk(e, b, 63), a));
}

val jit_mulwide(const struct alu_emit *e, val a, val b) {
	u32 bits = 2 * e_bits_of(a);
	return e_mul(e, e_ext(e, a, bits, is_signed(e)), e_ext(e, b, bits, is_signed(e)));
}

val jit_mulhi(const struct alu_emit *e, val a, val b) {
	u32 bits = e_bits_of(a);
	if (bits == 64 && e->lanes && e->calls_for && e->is_quick)
		return jit_by_lane(e, "mulhi", jit_mulhi, false, a, b);
	if (bits == 64 && e->lanes)
		return mulhi_parts(e, a, b);
	return e_trunc(e, e_lshrk(e, jit_mulwide(e, a, b), bits), bits);
}

val jit_mulhi_extended(const struct alu_emit *e, val a, val b) {
	if (!is_signed(e))
		return e_k(e, 16, 0);
	return e_trunc(e, e_ashrk(e, jit_mulwide(e, a, b), 31), 16);
}

/* The 48-bit product of the low 24 bits. */
static val prod24(const struct alu_emit *e, val a, val b) {
	if (is_signed(e)) {
		a = e_ashrk(e, e_shlk(e, a, 8), 8);
		b = e_ashrk(e, e_shlk(e, b, 8), 8);
	} else {
		a = e_andk(e, a, 0xffffff);
		b = e_andk(e, b, 0xffffff);
	}
	return jit_mulwide(e, a, b);
}

val jit_mul24lo(const struct alu_emit *e, val a, val b) {
	return e_trunc(e, prod24(e, a, b), 32);
}

val jit_mul24hi(const struct alu_emit *e, val a, val b) {
	return e_trunc(e, e_lshrk(e, prod24(e, a, b), 16), 32);
}

val jit_min(const struct alu_emit *e, val a, val b) {
	return is_signed(e) ? e_smin(e, a, b) : e_umin(e, a, b);
}

val jit_max(const struct alu_emit *e, val a, val b) {
	return is_signed(e) ? e_smax(e, a, b) : e_umax(e, a, b);
}

val jit_sad(const struct alu_emit *e, val a, val b, val c) {
	return e_add(e, c, e_sub(e, jit_max(e, a, b), jit_min(e, a, b)));
}

val jit_abs(const struct alu_emit *e, val a) {
	val wraps = LLVMConstInt(LLVMInt1TypeInContext(e->ctx), 0, false);
	return e_call2(e, "llvm.abs", a, wraps);
}

val jit_relu(const struct alu_emit *e, val a) {
	return e_smax(e, a, e_like(e, a, 0));
}

/* ---- division ---- */

/* LLVM replaces division by a constant by multiplication; for other divisors of up to 32
 * bits the quotient comes from a floating-point division, as in num/int.h. `d` is neither
 * 0 nor -1. */
static val quotient(const struct alu_emit *e, val a, val d) {
	u32 bits = e_bits_of(a);
	if (bits == 64 || LLVMIsConstant(d))
		return is_signed(e) ? LLVMBuildSDiv(e->b, a, d, "")
		                    : LLVMBuildUDiv(e->b, a, d, "");
	LLVMTypeRef t = bits == 16 ? e_f32_type(e) : e_f64_type(e);
	val q = e_fdiv(e, e_itof(e, a, t, is_signed(e)), e_itof(e, d, t, is_signed(e)));
	return e_ftoi(e, q, bits, is_signed(e));
}

val jit_div(const struct alu_emit *e, val a, val b) {
	if (jit_divides_by_lane(e, a, b))
		return jit_by_lane(e, "div", jit_div, true, a, b);
	val zero = e_eqk(e, b, 0), ones = e_like(e, a, ~(u64)0), one = e_like(e, a, 1);
	if (!is_signed(e))
		return e_sel(e, zero, ones, quotient(e, a, e_sel(e, zero, one, b)));
	val minus = e_eqk(e, b, ~(u64)0);
	val d = e_sel(e, LLVMBuildOr(e->b, zero, minus, ""), one, b);
	val q = e_sel(e, minus, e_neg(e, a), quotient(e, a, d));
	return e_sel(e, zero, ones, q);
}

val jit_rem(const struct alu_emit *e, val a, val b) {
	if (jit_divides_by_lane(e, a, b))
		return jit_by_lane(e, "rem", jit_rem, true, a, b);
	val rest = e_sub(e, a, e_mul(e, jit_div(e, a, b), b));
	return e_sel(e, e_eqk(e, b, 0), e_like(e, a, ~(u64)0), rest);
}

/* ---- pairs ---- */

static val to_pairs(const struct alu_emit *h, val a) {
	return LLVMBuildBitCast(h->b, a, e_int_type(h, 16), "");
}

static val from_pairs(const struct alu_emit *e, val a) {
	return LLVMBuildBitCast(e->b, a, e_int_type(e, 32), "");
}

val jit_x2_add(const struct alu_emit *e, val a, val b) {
	struct alu_emit h = jit_halves(e);
	return from_pairs(e, e_add(&h, to_pairs(&h, a), to_pairs(&h, b)));
}

static val x2_pick(const struct alu_emit *e, val a, val b, bool is_max) {
	struct alu_emit h = jit_halves(e);
	val x = to_pairs(&h, a), y = to_pairs(&h, b), r;
	if (e->type[0] == TYPE_U16X2)
		r = is_max ? e_umax(&h, x, y) : e_umin(&h, x, y);
	else
		r = is_max ? e_smax(&h, x, y) : e_smin(&h, x, y);
	return from_pairs(e, m_relu(e->m) ? jit_relu(&h, r) : r);
}

val jit_x2_min(const struct alu_emit *e, val a, val b) {
	return x2_pick(e, a, b, false);
}

val jit_x2_max(const struct alu_emit *e, val a, val b) {
	return x2_pick(e, a, b, true);
}

/* ---- dot products ---- */

/* Part i of `bits` bits, extended to 32. */
static val part(const struct alu_emit *e, val a, u32 i, u32 bits, enum type type) {
	val top = e_shlk(e, a, 32 - bits * (i + 1));
	return type == TYPE_S32 ? e_ashrk(e, top, 32 - bits) : e_lshrk(e, top, 32 - bits);
}

val jit_dp4a(const struct alu_emit *e, val a, val b, val c) {
	for (u32 i = 0; i < 4; i++) {
		val x = part(e, a, i, 8, e->type[0]), y = part(e, b, i, 8, e->type[1]);
		c = e_add(e, c, e_mul(e, x, y));
	}
	return c;
}

val jit_dp2a(const struct alu_emit *e, val a, val b, val c) {
	for (u32 i = 0; i < 2; i++) {
		val x = part(e, a, i, 16, e->type[0]), y = part(e, b, i, 8, e->type[1]);
		c = e_add(e, c, e_mul(e, x, y));
	}
	return c;
}

/* ---- carry chains ---- */

val jit_carry_in(const struct alu_emit *e, val a) {
	return e_zext(e, e->cc_in, e_bits_of(a));
}

val jit_add_cc(struct alu_emit *e, val a, val b) {
	val s = e_add(e, a, b);
	e->cc_out = e_ult(e, s, a);
	return s;
}

val jit_addc_cc(struct alu_emit *e, val a, val b) {
	val s = jit_add_cc(e, a, b), r = e_add(e, s, jit_carry_in(e, a));
	e->cc_out = e_or(e, e->cc_out, e_ult(e, r, s));
	return r;
}

/* The flag of a difference is set where nothing is borrowed, as in ir/num/int.h. */
val jit_borrow_in(const struct alu_emit *e, val a) {
	return e_zext(e, e_not(e, e->cc_in), e_bits_of(a));
}

val jit_sub_cc(struct alu_emit *e, val a, val b) {
	e->cc_out = e_uge(e, a, b);
	return e_sub(e, a, b);
}

val jit_subc_cc(struct alu_emit *e, val a, val b) {
	val s = jit_sub_cc(e, a, b), in = jit_borrow_in(e, a);
	e->cc_out = e_and(e, e->cc_out, e_uge(e, s, in));
	return e_sub(e, s, in);
}
