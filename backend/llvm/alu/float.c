/* float.c - single precision, after ir/num/f32.h, and what double precision shares with
 * it. The modifiers are known here, so every `if` below is one of the emitter.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

/* ---- what every instruction does to its operands and its result ---- */

val jit_flush(const struct alu_emit *e, val a) {
	val bits = e_bits(e, a);
	val tiny = e_eqk(e, e_andk(e, bits, 0x7f800000), 0);
	return e_f32(e, e_sel(e, tiny, e_andk(e, bits, 0x80000000), bits));
}

val jit_ftz_in(const struct alu_emit *e, val a) {
	return m_ftz(e->m) ? jit_flush(e, a) : a;
}

/* A NaN becomes 0, as do numbers that are not above 0. */
val jit_saturate(const struct alu_emit *e, val r) {
	val below_one = e_sel(e, e_fltk(e, r, 1), r, e_flike(e, r, 1));
	return e_sel(e, e_fgtk(e, r, 0), below_one, e_flike(e, r, 0));
}

val jit_f32_canonical(const struct alu_emit *e, val r) {
	if (e->raw_nan && e->type[0] == TYPE_F32)
		return r;
	return e_sel(e, e_is_nan(e, r), e_f32(e, e_k32(e, 0x7fffffff)), r);
}

val jit_f32_fin(const struct alu_emit *e, val r) {
	if (m_ftz(e->m))
		r = jit_flush(e, r);
	return m_sat(e->m) ? jit_saturate(e, r) : jit_f32_canonical(e, r);
}

/* ---- fused multiply-add ---- */

val jit_f64_sum_error(const struct alu_emit *e, val a, val b, val s) {
	val v = e_fsub(e, s, a);
	return e_fadd(e, e_fsub(e, a, e_fsub(e, s, v)), e_fsub(e, b, v));
}

val jit_f64_odd(const struct alu_emit *e, val s, val err) {
	val b = e_bits(e, s);
	val away = LLVMBuildICmp(e->b, LLVMIntEQ, e_fgtk(e, err, 0), e_fgtk(e, s, 0), "");
	val step = e_sel(e, away, e_like(e, b, 1), e_like(e, b, ~(u64)0));
	val even = e_eqk(e, e_andk(e, b, 1), 0);
	val change = e_and(e, e_fnek(e, err, 0), even); /* not for a NaN */
	return e_from(e, s, e_sel(e, change, e_add(e, b, step), b));
}

/* The exact product and c in double precision, rounded to odd, then once to single. */
static val fma_odd(const struct alu_emit *e, val a, val b, val c) {
	val p = e_fmul(e, e_widen(e, a), e_widen(e, b)), z = e_widen(e, c);
	val s = e_fadd(e, p, z);
	return e_narrow(e, jit_f64_odd(e, s, jit_f64_sum_error(e, p, z, s)));
}

static val fma32(const struct alu_emit *e, val a, val b, val c) {
	return e->has_fma ? e_call3(e, "llvm.fma", a, b, c) : fma_odd(e, a, b, c);
}

/* ---- .ftz looks at results before they were rounded to the subnormal spacing ---- */

static val is_tiny(const struct alu_emit *e, val a, val b, val c, val r, u32 rnd) {
	val x = e_fabs(e, a), y = e_fabs(e, b),
	    less = e_ult(e, e_bits(e, x), e_bits(e, y));
	val small = e_sel(e, less, a, b), large = e_sel(e, less, b, a);
	val rest = e_fmulk(e, e_fsub(e, c, r), 0x1p40);
	val err = fma32(e, e_fmulk(e, small, 0x1p40), large, rest);
	val bits = e_bits(e, r), eb = e_bits(e, err), size = e_andk(e, eb, 0x7fffffff);
	u32 limit = rnd == MOD_RND_RN ? 0x08000000u : 0x087fffffu;
	val least = e_eqk(e, e_shlk(e, bits, 1), 0x01000000);
	val opposite = e_sltk(e, e_xor(e, eb, bits), 0);
	return e_and(e, e_and(e, least, opposite), e_ugtk(e, size, limit));
}

static val flush_if(const struct alu_emit *e, val tiny, val r) {
	val bits = e_bits(e, r);
	return e_f32(e, e_sel(e, tiny, e_andk(e, bits, 0x80000000), bits));
}

static val flush_tiny(const struct alu_emit *e, val a, val b, val c, val r, u32 rnd) {
	return m_ftz(e->m) ? flush_if(e, is_tiny(e, a, b, c, r, rnd), r) : r;
}

/* ---- directed rounding ---- */

/* Emits one instruction that takes the direction, if the host has such instructions: on a
 * whole vector register of single precision. Otherwise jit_directed sets the direction in
 * a register of the host. NULL: the host has neither. */
static val host_rounded(const struct alu_emit *e, const char *name, u32 n, val a, val b,
                        val c, u32 rnd) {
	if (!e->has_rounding || e->lanes != E_HOST_LANES)
		return jit_directed(e, name, n, a, b, c, rnd);
	char intrinsic[64];
	snprintf(intrinsic, sizeof intrinsic, "llvm.x86.avx512.%s.ps.512",
	         n == 3 ? "vfmadd" : name);
	val arg[4] = {a, b, c};
	arg[n] = e_host_round(e, rnd == MOD_RND_RM   ? E_DOWN
	                         : rnd == MOD_RND_RP ? E_UP
	                                             : E_TO_ZERO);
	return e_host(e, intrinsic, arg, n + 1);
}

val jit_round_dir(const struct alu_emit *e, val bits, val above, val below, u32 rnd) {
	val neg = e_sltk(e, bits, 0), one = e_like(e, bits, 1);
	val ones = e_like(e, bits, ~(u64)0);
	/* the next number below a negative one has the larger magnitude */
	val down = e_add(e, bits, e_sel(e, neg, one, ones));
	val up = e_add(e, bits, e_sel(e, neg, ones, one));
	switch (rnd) {
	case MOD_RND_RM: return e_sel(e, above, down, bits);
	case MOD_RND_RP: return e_sel(e, below, up, bits);
	case MOD_RND_RZ:
		above = e_and(e, above, e_not(e, neg));
		below = e_and(e, below, neg);
		return e_sel(e, e_or(e, above, below), e_add(e, bits, ones), bits);
	default: return bits;
	}
}

val jit_f32_from_f64(const struct alu_emit *e, val d, u32 rnd) {
	val f = e_narrow(e, d);
	if (rnd == MOD_RND_RN)
		return f;
	val back = e_widen(e, f), above = e_fgt(e, back, d), below = e_flt(e, back, d);
	return e_f32(e, jit_round_dir(e, e_bits(e, f), above, below, rnd));
}

/* An exact sum of zero is -0 if rounded down and the terms differ in sign. */
static val sum_dir(const struct alu_emit *e, val a, val b, u32 rnd) {
	val s = e_fadd(e, a, b);
	val odd = jit_f64_odd(e, s, jit_f64_sum_error(e, a, b, s));
	val r = jit_f32_from_f64(e, odd, rnd);
	val differ = e_sltk(e, e_xor(e, e_bits(e, a), e_bits(e, b)), 0);
	val cancels = e_and(e, e_feqk(e, s, 0), differ);
	return e_sel(e, cancels, e_kf32(e, rnd == MOD_RND_RM ? -0.0 : 0.0), r);
}

static val add_dir(const struct alu_emit *e, val a, val b, u32 rnd) {
	val r = host_rounded(e, "add", 2, a, b, NULL, rnd);
	return r ? r : sum_dir(e, e_widen(e, a), e_widen(e, b), rnd);
}

static val mul_dir(const struct alu_emit *e, val a, val b, u32 rnd) {
	val r = host_rounded(e, "mul", 2, a, b, NULL, rnd);
	if (r)
		return r;
	return jit_f32_from_f64(e, e_fmul(e, e_widen(e, a), e_widen(e, b)), rnd);
}

static val fma_dir(const struct alu_emit *e, val a, val b, val c, u32 rnd) {
	val r = host_rounded(e, "fmadd213", 3, a, b, c, rnd);
	if (r)
		return r;
	return sum_dir(e, e_fmul(e, e_widen(e, a), e_widen(e, b)), e_widen(e, c), rnd);
}

/* The sign of the remainder says on which side of the quotient the exact one lies. */
static val div_dir(const struct alu_emit *e, val a, val b, u32 rnd) {
	val r = host_rounded(e, "div", 2, a, b, NULL, rnd);
	if (r)
		return r;
	val x = e_widen(e, a), y = e_widen(e, b), q = e_fdiv(e, x, y);
	val rest = e_call3(e, "llvm.fma", e_fneg(e, q), y, x);
	val err = e_sel(e, e_fltk(e, y, 0), e_fneg(e, rest), rest);
	return jit_f32_from_f64(e, jit_f64_odd(e, q, err), rnd);
}

static val sqrt_dir(const struct alu_emit *e, val a, u32 rnd) {
	val r = host_rounded(e, "sqrt", 1, a, NULL, NULL, rnd);
	if (r)
		return r;
	val x = e_widen(e, a), s = e_call1(e, "llvm.sqrt", x);
	val rest = e_call3(e, "llvm.fma", e_fneg(e, s), s, x);
	return jit_f32_from_f64(e, jit_f64_odd(e, s, rest), rnd);
}

/* ---- the instructions ---- */

val jit_f32_add(const struct alu_emit *e, val a, val b) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	return jit_f32_fin(e,
	                   rnd == MOD_RND_RN ? e_fadd(e, a, b) : add_dir(e, a, b, rnd));
}

val jit_f32_sub(const struct alu_emit *e, val a, val b) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	if (rnd == MOD_RND_RN)
		return jit_f32_fin(e, e_fsub(e, a, b));
	return jit_f32_fin(e, add_dir(e, a, e_fneg(e, b), rnd));
}

val jit_f32_mul(const struct alu_emit *e, val a, val b) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	val r = rnd == MOD_RND_RN ? e_fmul(e, a, b) : mul_dir(e, a, b, rnd);
	return jit_f32_fin(e, flush_tiny(e, a, b, e_kf32(e, 0), r, rnd));
}

val jit_f32_fma(const struct alu_emit *e, val a, val b, val c) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	c = jit_ftz_in(e, c);
	val r = rnd == MOD_RND_RN ? fma32(e, a, b, c) : fma_dir(e, a, b, c, rnd);
	return jit_f32_fin(e, flush_tiny(e, a, b, c, r, rnd));
}

val jit_f32_div(const struct alu_emit *e, val a, val b) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	if (rnd == MOD_RND_RN)
		return jit_f32_fin(e, e_fdiv(e, a, b));
	if (!e->has_fma)
		return NULL;
	val r = div_dir(e, a, b, rnd);
	if (m_ftz(e->m)) {
		val cut = e_bits(e, jit_flush(e, div_dir(e, a, b, MOD_RND_RZ)));
		r = flush_if(e, e_eqk(e, e_shlk(e, cut, 1), 0), r);
	}
	return jit_f32_fin(e, r);
}

val jit_f32_rcp(const struct alu_emit *e, val a) {
	return jit_f32_div(e, e_kf32(e, 1), a);
}

val jit_f32_sqrt(const struct alu_emit *e, val a) {
	u32 rnd = m_rnd(e->m);
	a = jit_ftz_in(e, a);
	if (rnd != MOD_RND_RN && !e->has_fma)
		return NULL;
	return jit_f32_fin(e, rnd == MOD_RND_RN ? e_call1(e, "llvm.sqrt", a)
	                                        : sqrt_dir(e, a, rnd));
}

val jit_f32_abs(const struct alu_emit *e, val a) {
	return jit_f32_fin(e, e_fabs(e, jit_ftz_in(e, a)));
}

val jit_f32_neg(const struct alu_emit *e, val a) {
	return jit_f32_fin(e, e_fneg(e, jit_ftz_in(e, a)));
}

val jit_copysign(const struct alu_emit *e, val sign, val mag) {
	return e_fsign(e, mag, sign);
}

/* a < b ? a : b takes b if either is a NaN; equal numbers differ in their sign at most,
 * and then -0 is the less. */
val jit_f32_pick(const struct alu_emit *e, val a, val b, bool is_max) {
	val sign = e_andk(e, e_xor(e, e_bits(e, a), e_bits(e, b)), 0x80000000);
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	if (MOD_GET(e->m, ABS) || MOD_GET(e->m, XORSIGN)) {
		a = e_fabs(e, a);
		b = e_fabs(e, b);
	}
	val x = e_bits(e, a), y = e_bits(e, b);
	val first = is_max ? e_fgt(e, a, b) : e_flt(e, a, b);
	val r = e_sel(e, first, x, y), equal = e_feq(e, a, b);
	r = e_sel(e, equal, is_max ? e_and(e, x, y) : e_or(e, x, y), r);
	r = e_sel(e, e_is_nan(e, b), x, r);
	if (MOD_GET(e->m, XORSIGN))
		r = e_or(e, r, sign);
	if (MOD_GET(e->m, NAN)) {
		val nan = LLVMBuildFCmp(e->b, LLVMRealUNO, a, b, "");
		return e_f32(e, e_sel(e, nan, e_k32(e, 0x7fffffff), r));
	}
	return jit_f32_canonical(e, e_f32(e, r));
}

val jit_f32_pick3(const struct alu_emit *e, val a, val b, val c, bool is_max) {
	return jit_f32_pick(e, jit_f32_pick(e, a, b, is_max), c, is_max);
}

/* The same for both precisions. */
val jit_testp(const struct alu_emit *e, val a) {
	bool is_f64 = e_is_f64(a);
	u64 inf = is_f64 ? 0x7ff0000000000000u : 0x7f800000u;
	u64 normal = is_f64 ? 0x0010000000000000u : 0x00800000u;
	val mag = e_andk(e, e_bits(e, a), is_f64 ? ~(u64)0 >> 1 : 0x7fffffffu);
	switch (MOD_GET(e->m, TESTP)) {
	case MOD_TESTP_FINITE: return e_ultk(e, mag, inf);
	case MOD_TESTP_INFINITE: return e_eqk(e, mag, inf);
	case MOD_TESTP_NUMBER: return e_ultk(e, mag, inf + 1);
	case MOD_TESTP_NOTANUMBER: return e_ugtk(e, mag, inf);
	case MOD_TESTP_NORMAL:
		return e_or(e, e_eqk(e, mag, 0),
		            e_ultk(e, e_subk(e, mag, normal), inf - normal));
	default: return e_ultk(e, e_subk(e, mag, 1), normal - 1);
	}
}

/* ---- pairs: twice as many lanes ---- */

#define DEFINE_X2(name, params, args)                                                 \
	val jit_f32x2_##name params {                                                 \
		struct alu_emit h = jit_halves(e);                                    \
		LLVMTypeRef t = e_f32_type(&h);                                       \
		return LLVMBuildBitCast(e->b, jit_f32_##name args, e_int_type(e, 64), \
		                        "");                                          \
	}
#define AS(x) LLVMBuildBitCast(e->b, x, t, "")
DEFINE_X2(add, (const struct alu_emit *e, val a, val b), (&h, AS(a), AS(b)))
DEFINE_X2(sub, (const struct alu_emit *e, val a, val b), (&h, AS(a), AS(b)))
DEFINE_X2(mul, (const struct alu_emit *e, val a, val b), (&h, AS(a), AS(b)))
DEFINE_X2(fma, (const struct alu_emit *e, val a, val b, val c), (&h, AS(a), AS(b), AS(c)))
