/* half.c - f16 and bf16, alone and in pairs, after ir/num/f16.h. A pair is two lanes of
 * 16 bits, so a vector of pairs is one vector with twice as many lanes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

/* ---- between the formats ---- */

/* Every target with fused multiply-add also converts between f16 and f32. */
static bool converts(const struct alu_emit *e) {
	return e->has_fma;
}

static LLVMTypeRef f16_type(const struct alu_emit *e) {
	return e_wide(e, LLVMHalfTypeInContext(e->ctx));
}

static val f16_f32_of(const struct alu_emit *e, val h) {
	if (converts(e)) {
		val f16 = LLVMBuildBitCast(e->b, h, f16_type(e), "");
		val r = LLVMBuildFPExt(e->b, f16, e_f32_type(e), "");
		/* else LLVM computes in f16, which it then does a lane at a time */
		return e->has_f16 ? r : e_call1(e, "llvm.arithmetic.fence", r);
	}
	val wide = e_zext(e, h, 32), mag = e_andk(e, wide, 0x7fff);
	val sign = e_shlk(e, e_andk(e, wide, 0x8000), 16);
	val scaled = e_bits(e, e_fmulk(e, e_f32(e, e_shlk(e, mag, 13)), 0x1p112));
	val special = e_ugtk(e, mag, 0x7bff);
	val r = e_sel(e, special, e_ork(e, scaled, 0x7f800000), scaled);
	return e_f32(e, e_or(e, r, sign));
}

static val f16_of(const struct alu_emit *e, val a) {
	val b = e_bits(e, a), nan = e_is_nan(e, a);
	if (converts(e)) {
		val f16 = LLVMBuildFPTrunc(e->b, a, f16_type(e), "");
		val h = LLVMBuildBitCast(e->b, f16, e_int_type(e, 16), "");
		return e_sel(e, nan, e_k(e, 16, 0x7fff), h);
	}
	val mag = e_andk(e, b, 0x7fffffff), odd = e_andk(e, e_lshrk(e, mag, 13), 1);
	val up = e_addk(e, e_add(e, mag, odd), 0xfff - (112u << 23));
	val normal = e_lshrk(e, up, 13);
	val sum = e_bits(e, e_faddk(e, e_f32(e, mag), 0.5));
	val small = e_subk(e, sum, 0x3f000000);
	val r = e_sel(e, e_ugtk(e, mag, 0x477fffff), e_k32(e, 0x7c00), normal);
	r = e_sel(e, e_ultk(e, mag, 0x38800000), small, r);
	r = e_or(e, r, e_andk(e, e_lshrk(e, b, 16), 0x8000));
	return e_trunc(e, e_sel(e, nan, e_k32(e, 0x7fff), r), 16);
}

static val bf16_of(const struct alu_emit *e, val a) {
	val b = e_bits(e, a), odd = e_andk(e, e_lshrk(e, b, 16), 1);
	val r = e_lshrk(e, e_addk(e, e_add(e, b, odd), 0x7fff), 16);
	return e_trunc(e, e_sel(e, e_is_nan(e, a), e_k32(e, 0x7fff), r), 16);
}

val jit_half_f32(const struct alu_emit *e, enum type type, val h) {
	if (type == TYPE_BF16)
		return e_f32(e, e_shlk(e, e_zext(e, h, 32), 16));
	return f16_f32_of(e, h);
}

val jit_half_from(const struct alu_emit *e, enum type type, val a) {
	return type == TYPE_BF16 ? bf16_of(e, a) : f16_of(e, a);
}

static val flush16(const struct alu_emit *e, val h, u32 exponent) {
	val tiny = e_eqk(e, e_andk(e, h, exponent), 0);
	return e_sel(e, tiny, e_andk(e, h, 0x8000), h);
}

val jit_half_in(const struct alu_emit *e, enum type type, val h) {
	if (type == TYPE_F16 && m_ftz(e->m))
		h = flush16(e, h, 0x7c00);
	return jit_half_f32(e, type, h);
}

val jit_f32_odd_from(const struct alu_emit *e, val d) {
	val f = e_narrow(e, d), b = e_bits(e, f);
	val x = e_fabs(e, e_widen(e, f)), y = e_fabs(e, d);
	val even = e_eqk(e, e_andk(e, b, 1), 0);
	val up = e_and(e, even, e_flt(e, x, y)), down = e_and(e, even, e_fgt(e, x, y));
	val r = e_sel(e, down, e_subk(e, b, 1), b);
	return e_f32(e, e_sel(e, up, e_addk(e, b, 1), r));
}

/* ---- the instructions ---- */

/* The emitter of an instruction's steps: lanes of 16 bits, their type; NaNs in between
 * stay as they are. */
struct half {
	struct alu_emit e;
	enum type type;
	bool ftz; /* e.m may lose it */
};

static struct half half_of(const struct alu_emit *e) {
	bool pairs = type_info[e->type[0]].lane_bits == 32;
	bool bf16 = e->type[0] == TYPE_BF16 || e->type[0] == TYPE_BF16X2;
	struct half h = {pairs ? jit_halves(e) : *e, bf16 ? TYPE_BF16 : TYPE_F16, false};
	h.ftz = !bf16 && m_ftz(e->m);
	h.e.type[0] = TYPE_F32;
	h.e.raw_nan = true;
	return h;
}

static val lanes_in(const struct half *h, val a) {
	return LLVMBuildBitCast(h->e.b, a, e_int_type(&h->e, 16), "");
}

static val number_in(const struct half *h, val a) {
	return jit_half_in(&h->e, h->type, lanes_in(h, a));
}

/* Back to the lanes of the instruction. */
static val lanes_out(const struct alu_emit *e, val r) {
	u32 bits = type_info[e->type[0]].lane_bits;
	return LLVMBuildBitCast(e->b, r, e_int_type(e, bits), "");
}

static val relu_f32(const struct alu_emit *e, val r) {
	val keep = LLVMBuildFCmp(e->b, LLVMRealUGT, r, e_kf32(e, 0), "");
	return e_sel(e, keep, r, e_kf32(e, 0));
}

/* f16_fin and bf16_fin */
static val half_result(const struct half *h, val r) {
	const struct alu_emit *e = &h->e;
	if (m_sat(e->m))
		r = jit_saturate(e, r);
	if (m_relu(e->m))
		r = relu_f32(e, r);
	val bits = jit_half_from(e, h->type, r);
	if (!h->ftz)
		return bits;
	val tiny = e_fltk(e, e_fabs(e, r), 0x1p-14 - 0x1p-26);
	return e_sel(e, tiny, e_andk(e, bits, 0x8000), bits);
}

/* If the target computes in f16, an operation rounds once, as it should. */
static bool is_native(const struct half *h) {
	return h->e.has_f16 && h->type == TYPE_F16 && !h->ftz;
}

static val native_in(const struct half *h, val a) {
	return LLVMBuildBitCast(h->e.b, a, f16_type(&h->e), "");
}

static val native_result(const struct half *h, val r) {
	const struct alu_emit *e = &h->e;
	if (m_sat(e->m))
		r = jit_saturate(e, r);
	if (m_relu(e->m)) {
		val zero = e_flike(e, r, 0);
		r = e_sel(e, LLVMBuildFCmp(e->b, LLVMRealUGT, r, zero, ""), r, zero);
	}
	return e_sel(e, e_is_nan(e, r), e_k(e, 16, 0x7fff), lanes_in(h, r));
}

val jit_h_add(const struct alu_emit *e, val a, val b) {
	struct half h = half_of(e);
	val r;
	if (is_native(&h))
		r = native_result(&h, e_fadd(e, native_in(&h, a), native_in(&h, b)));
	else
		r = half_result(&h, e_fadd(e, number_in(&h, a), number_in(&h, b)));
	return lanes_out(e, r);
}

val jit_h_sub(const struct alu_emit *e, val a, val b) {
	struct half h = half_of(e);
	val r;
	if (is_native(&h))
		r = native_result(&h, e_fsub(e, native_in(&h, a), native_in(&h, b)));
	else
		r = half_result(&h, e_fsub(e, number_in(&h, a), number_in(&h, b)));
	return lanes_out(e, r);
}

/* A product of two bf16 may leave the range of f32. */
val jit_h_mul(const struct alu_emit *e, val a, val b) {
	struct half h = half_of(e);
	if (is_native(&h)) {
		val p = e_fmul(e, native_in(&h, a), native_in(&h, b));
		return lanes_out(e, native_result(&h, p));
	}
	val x = number_in(&h, a), y = number_in(&h, b), r;
	if (h.type == TYPE_F16)
		r = e_fmul(e, x, y);
	else
		r = jit_f32_odd_from(&h.e, e_fmul(e, e_widen(&h.e, x), e_widen(&h.e, y)));
	return lanes_out(e, half_result(&h, r));
}

static val is_oob(const struct half *h, val a) {
	val bits = lanes_in(h, a);
	return e_eqk(&h->e, e_andk(&h->e, bits, 0x7fff), 0x7ff7);
}

/* The exact product, and the sum rounded to odd. */
static val fma_sum(const struct half *h, val x, val y, val z) {
	const struct alu_emit *e = &h->e;
	if (h->type == TYPE_BF16) {
		x = e_widen(e, x);
		y = e_widen(e, y);
		z = e_widen(e, z);
	}
	val p = e_fmul(e, x, y), s = e_fadd(e, p, z);
	val odd = jit_f64_odd(e, s, jit_f64_sum_error(e, p, z, s));
	return h->type == TYPE_BF16 ? jit_f32_odd_from(e, odd) : odd;
}

val jit_h_fma(const struct alu_emit *e, val a, val b, val c) {
	struct half h = half_of(e);
	val r;
	if (is_native(&h))
		r = native_result(&h, e_call3(e, "llvm.fma", native_in(&h, a),
		                              native_in(&h, b), native_in(&h, c)));
	else
		r = half_result(&h, fma_sum(&h, number_in(&h, a), number_in(&h, b),
		                            number_in(&h, c)));
	if (MOD_GET(e->m, OOB)) {
		val oob = e_or(e, is_oob(&h, a), is_oob(&h, b));
		r = e_sel(e, oob, e_k(&h.e, 16, 0), r);
	}
	return lanes_out(e, r);
}

/* neg and abs change the sign bit only; a NaN becomes the canonical one. */
static val sign_result(const struct half *h, val bits) {
	const struct alu_emit *e = &h->e;
	u32 inf = h->type == TYPE_BF16 ? 0x7f80 : 0x7c00;
	val nan = e_ugtk(e, e_andk(e, bits, 0x7fff), inf);
	if (h->ftz)
		bits = flush16(e, bits, 0x7c00);
	return e_sel(e, nan, e_k(e, 16, 0x7fff), bits);
}

val jit_h_neg(const struct alu_emit *e, val a) {
	struct half h = half_of(e);
	val bits = e_xork(&h.e, lanes_in(&h, a), 0x8000);
	return lanes_out(e, sign_result(&h, bits));
}

val jit_h_abs(const struct alu_emit *e, val a) {
	struct half h = half_of(e);
	val bits = e_andk(&h.e, lanes_in(&h, a), 0x7fff);
	return lanes_out(e, sign_result(&h, bits));
}

static val pick(const struct alu_emit *e, val a, val b, bool is_max) {
	struct half h = half_of(e);
	val x = number_in(&h, a), y = number_in(&h, b);
	h.e.m &= ~(u32)MOD_BITS(FTZ, FTZ);
	val r = jit_f32_pick(&h.e, x, y, is_max);
	return lanes_out(e, jit_half_from(&h.e, h.type, r));
}

val jit_h_min(const struct alu_emit *e, val a, val b) {
	return pick(e, a, b, false);
}

val jit_h_max(const struct alu_emit *e, val a, val b) {
	return pick(e, a, b, true);
}

/* The function unit cuts its results to 16 bits. */
static val half_cut(const struct half *h, val a) {
	const struct alu_emit *e = &h->e;
	val b = e_bits(e, a);
	if (h->type == TYPE_BF16)
		return e_trunc(e, e_lshrk(e, b, 16), 16);
	val mag = e_andk(e, b, 0x7fffffff), is_small = e_ultk(e, mag, 0x38800000);
	val small = e_sel(e, is_small, e_f32(e, mag), e_kf32(e, 0));
	val r = e_lshrk(e, e_subk(e, mag, 112u << 23), 13);
	r = e_sel(e, e_ultk(e, mag, 0x47800000), r, e_k32(e, 0x7c00));
	r = e_sel(e, is_small, e_ftoi(e, e_fmulk(e, small, 0x1p24), 32, false), r);
	r = e_sel(e, e_ugtk(e, mag, 0x7f800000), e_k32(e, 0x7fff), r);
	return e_trunc(e, e_or(e, r, e_andk(e, e_lshrk(e, b, 16), 0x8000)), 16);
}

val jit_h_tanh(const struct alu_emit *e, val a) {
	struct half h = half_of(e);
	h.e.m = 0;
	h.e.is_fast = false;
	return lanes_out(e, half_cut(&h, jit_f32_tanh(&h.e, number_in(&h, a))));
}

/* ex2 of bf16 always flushes. */
val jit_h_ex2(const struct alu_emit *e, val a) {
	struct half h = half_of(e);
	val x = jit_half_f32(&h.e, h.type, lanes_in(&h, a));
	h.e.m = h.type == TYPE_BF16 ? MOD_BITS(FTZ, FTZ) : 0;
	h.e.is_fast = false;
	h.e.raw_nan = false; /* its bits are cut */
	return lanes_out(e, half_cut(&h, jit_f32_ex2(&h.e, x)));
}
