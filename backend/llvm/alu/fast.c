/* fast.c - the .approx functions for SIMT_APPROX=fast: within the error that the manual
 * allows (PTX 9.7.3), without the function unit's tables, so not with its bits. Quotients
 * and roots are rounded to nearest, polynomials are minimax: at most 1.5 units for ex2
 * and lg2, an absolute 2^-22 for sin and cos to 2^13 turns, 6 units for tanh.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/fast.h"

#include "backend/llvm/alu/arith.h"

static val sqrt_of(const struct alu_emit *e, val a) {
	return e_call1(e, "llvm.sqrt", a);
}

val fast_rcp(const struct alu_emit *e, val a) {
	return jit_f32_fin(e, e_fdiv(e, e_kf32(e, 1), jit_ftz_in(e, a)));
}

val fast_sqrt(const struct alu_emit *e, val a) {
	return jit_f32_fin(e, sqrt_of(e, jit_ftz_in(e, a)));
}

/* ---- 1 / sqrt(x) without the divider ---- */

/* An instruction of AVX-512, with a mask of all lanes. */
static val host_estimate(const struct alu_emit *e, val a) {
	val arg[3] = {a, LLVMConstNull(LLVMTypeOf(a)),
	              LLVMConstInt(LLVMInt16TypeInContext(e->ctx), 0xffff, false)};
	return e_host(e, "llvm.x86.avx512.rsqrt14.ps.512", arg, 3);
}

/* A step of Newton's method: r is the error times the value. */
static val refined(const struct alu_emit *e, val y, val r) {
	return e_call3(e, "llvm.fma", y, r, y);
}

static val missing(const struct alu_emit *e, val of, val a, val b) {
	return e_call3(e, "llvm.fma", e_fneg(e, a), b, of);
}

/* Computes the rounded quotient by the rounded root, bit for bit, for all x that
 * may_refine lets through, from an estimate that is off by 2^-14 either way (all have
 * been tried, with some thousand estimates each). The quotient is y (1 + e + e^2), where
 * e is 1 minus y times the root; rounded up, that is enough for a root whose digits are
 * all ones, too. Half an estimate is one less in the exponent. */
static val refined_rsqrt(const struct alu_emit *e, val x) {
	val one = e_kf32(e, 1), half = e_kf32(e, 0.5), y = host_estimate(e, x);
	val g = e_fmul(e, x, y), h = e_f32(e, e_subk(e, e_bits(e, y), 0x00800000)),
	    r = missing(e, half, h, g);
	g = refined(e, g, r);
	h = refined(e, h, r);
	val root = e_call3(e, "llvm.fma", h, missing(e, x, g, g), g);
	y = e_fadd(e, h, h);
	val left = missing(e, one, root, y);
	val step[4] = {left, left, left, e_host_round(e, E_UP)};
	return refined(e, y, e_host(e, "llvm.x86.avx512.vfmadd.ps.512", step, 4));
}

/* Checks that no step comes near the ends of f32's range. */
static val may_refine(const struct alu_emit *e, val x) {
	return e_ultk(e, e_subk(e, e_bits(e, x), 0x0d000000), 0x7e000000 - 0x0d000000);
}

/* Uses the divider if not all lanes may be refined. The jump is inside of one inline
 * assembly instruction: at the end of a block LLVM would delay computations, and a loop
 * with a few of these would have more values alive than the host has registers. */
static val unless_hard(const struct alu_emit *e, val x, val quick) {
	static const char text[] = "kortestw $3, $3\n\t"
				   "jc 1f\n\t"
				   "vsqrtps $2, $0\n\t"
				   "vdivps $0, $4, $0\n"
				   "1:";
	static const char where[] = "=&v,0,v,k,v,~{flags}";
	LLVMTypeRef word = LLVMInt16TypeInContext(e->ctx), type = LLVMTypeOf(x);
	val ok = LLVMBuildBitCast(e->b, may_refine(e, x), word, "");
	LLVMTypeRef in[4] = {type, type, word, type},
		    call = LLVMFunctionType(type, in, 4, false);
	val f = LLVMGetInlineAsm(call, text, sizeof text - 1, where, sizeof where - 1,
	                         false, false, LLVMInlineAsmDialectATT, false);
	val arg[4] = {quick, x, ok, e_kf32(e, 1)};
	return LLVMBuildCall2(e->b, call, f, arg, 4, "");
}

val fast_rsqrt(const struct alu_emit *e, val a) {
	a = jit_ftz_in(e, a);
	if (!e->has_rounding || e->lanes != E_HOST_LANES || e->is_quick)
		return jit_f32_fin(e, e_fdiv(e, e_kf32(e, 1), sqrt_of(e, a)));
	return jit_f32_fin(e, unless_hard(e, a, refined_rsqrt(e, a)));
}

val fast_div(const struct alu_emit *e, val a, val b) {
	a = jit_ftz_in(e, a);
	b = jit_ftz_in(e, b);
	val mag = e_bits(e, e_fabs(e, b)), past = e_subk(e, mag, 0x7e800001);
	val huge = e_ultk(e, past, 0x7f800000 - 0x7e800001); /* above 2^126, finite */
	val zero = e_fmul(e, a, e_fsign(e, e_kf32(e, 0), b));
	return jit_f32_fin(e, e_sel(e, huge, zero, e_fdiv(e, a, b)));
}

val fast_div_full(const struct alu_emit *e, val a, val b) {
	return jit_f32_fin(e, e_fdiv(e, jit_ftz_in(e, a), jit_ftz_in(e, b)));
}

/* c[0] * x^(n-1) + ... + c[n-1] */
static val series(const struct alu_emit *e, val x, const f64 *c, u32 n) {
	val r = e_flike(e, x, c[0]);
	for (u32 i = 1; i < n; i++)
		r = e_faddk(e, e_fmul(e, r, x), c[i]);
	return r;
}

static val exp2_poly(const struct alu_emit *e, val x) {
	static const f64 c[] = {0x1.41fbbep-13,
	                        0x1.5f3e52p-10,
	                        0x1.3b2d4cp-7,
	                        0x1.c6aee8p-5,
	                        0x1.ebfbdcp-3,
	                        0x1.62e430p-1,
	                        1.0};
	val shifted = e_faddk(e, x, 0x1.8p23); /* its low bits are the nearest integer */
	val t = e_fsub(e, x, e_fsubk(e, shifted, 0x1.8p23));
	val r = series(e, t, c, countof(c));
	if (e->has_rounding && e->lanes == E_HOST_LANES) {
		val arg[5] = {r, e_fsubk(e, shifted, 0x1.8p23),
		              LLVMConstNull(LLVMTypeOf(r)),
		              LLVMConstInt(LLVMInt16TypeInContext(e->ctx), 0xffff, false),
		              e_host_round(e, E_AS_SET)};
		return e_host(e, "llvm.x86.avx512.mask.scalef.ps.512", arg, 5);
	}
	val n = e_subk(e, e_bits(e, shifted), 0x4b400000), half = e_ashrk(e, n, 1);
	val rest = e_sub(e, n, half);
	r = e_fmul(e, r, e_f32(e, e_shlk(e, e_addk(e, half, 127), 23)));
	return e_fmul(e, r, e_f32(e, e_shlk(e, e_addk(e, rest, 127), 23)));
}

/* A NaN takes neither bound, and goes through all of it. The polynomial of a subnormal
 * number is 1, as that of 0. */
val fast_ex2(const struct alu_emit *e, val a) {
	val x = e_sel(e, e_fltk(e, a, -160), e_kf32(e, -160), a);
	return jit_f32_fin(e,
	                   exp2_poly(e, e_sel(e, e_fgtk(e, x, 160), e_kf32(e, 160), x)));
}

val fast_lg2(const struct alu_emit *e, val a) {
	static const f64 c[] = {0x1.ba18f8p-2, 0x1.27471cp-1, 0x1.ec70e6p-1,
	                        0x1.715476p+1};
	a = jit_ftz_in(e, a);
	val positive = e_fgtk(e, a, 0), inf = e_f32(e, e_k32(e, 0x7f800000));
	val finite = e_and(e, positive, e_flt(e, a, inf));
	val x = e_sel(e, finite, a, e_kf32(e, 1)), tiny = NULL;
	if (!m_ftz(e->m)) {
		tiny = e_fltk(e, x, 0x1p-126);
		x = e_sel(e, tiny, e_fmulk(e, x, 0x1p24), x);
	}
	val b = e_bits(e, x), up = e_addk(e, b, 0x3f800000u - 0x3f3504f3u);
	val exp = e_subk(e, e_lshrk(e, up, 23), 127);
	val f = e_f32(e, e_sub(e, b, e_shlk(e, exp, 23)));
	val s = e_fdiv(e, e_fsubk(e, f, 1), e_faddk(e, f, 1)), q = e_fmul(e, s, s);
	exp = tiny ? e_sel(e, tiny, e_subk(e, exp, 24), exp) : exp;
	val log = e_fadd(e, e_itof(e, exp, e_f32_type(e), true),
	                 e_fmul(e, series(e, q, c, countof(c)), s));
	val special = e_sel(e, positive, a, e_f32(e, e_k32(e, 0x7fffffff)));
	special = e_sel(e, e_feqk(e, a, 0), e_f32(e, e_k32(e, 0xff800000u)), special);
	return jit_f32_fin(e, e_sel(e, finite, log, special));
}

static val sin_poly(const struct alu_emit *e, val x) {
	static const f64 c[] = {0x1.5da87ap-19, -0x1.9f718ep-13, 0x1.110ef8p-7,
	                        -0x1.55554ep-3};
	val q = e_fmul(e, x, x);
	val cubic = e_fmul(e, e_fmul(e, x, q), series(e, q, c, countof(c)));
	return e_fsign(e, e_fadd(e, x, cubic), x);
}

/* The rest of a after the nearest multiple of a full turn. The turn is the sum of four
 * numbers, of which the first three have so few bits that their products with up to 2^18
 * turns are exact: up to a million and a half the rest is as good as a. */
static val turn(const struct alu_emit *e, val a) {
	val n = e_faddk(e, e_fmulk(e, a, 0x1.45f306p-3), 0x1.8p23);
	n = e_fsubk(e, n, 0x1.8p23);
	val r = e_fsub(e, a, e_fmulk(e, n, 0x1.9p+2));
	r = e_fsub(e, r, e_fmulk(e, n, 0x1.08p-5));
	r = e_fsub(e, r, e_fmulk(e, n, 0x1.fp-11));
	r = e_fsub(e, r, e_fmulk(e, n, 0x1.aa2216p-17));
	r = e_sel(e, e_fltk(e, r, 3.25), r, e_kf32(e, 3.25));
	return e_sel(e, e_fgtk(e, r, -3.25), r, e_kf32(e, -3.25));
}

static val trig_fin(const struct alu_emit *e, val a, val r) {
	val number = e_ultk(e, e_andk(e, e_bits(e, a), 0x7fffffff), 0x7f800000);
	val nan = e_f32(e, e_k32(e, 0x7fffffff));
	return jit_f32_fin(e, e_sel(e, number, r, nan));
}

val fast_sin(const struct alu_emit *e, val a) {
	a = jit_ftz_in(e, a);
	val x = turn(e, a), far = e_fgtk(e, e_fabs(e, x), 0x1.921fb6p+0);
	val y = e_fsub(e, e_fsign(e, e_kf32(e, 0x1.921fb6p+1), x), x);
	y = e_fsub(e, y, e_fsign(e, e_kf32(e, 0x1.777a5cp-24), x));
	return trig_fin(e, a, sin_poly(e, e_sel(e, far, y, x)));
}

val fast_cos(const struct alu_emit *e, val a) {
	a = jit_ftz_in(e, a);
	val x = e_fsub(e, e_kf32(e, 0x1.921fb6p+0), e_fabs(e, turn(e, a)));
	return trig_fin(e, a, sin_poly(e, e_fsubk(e, x, 0x1.777a5cp-25)));
}

val fast_tanh(const struct alu_emit *e, val a) {
	static const f64 c[] = {-0x1.ba1ba2p-5, 0x1.111112p-3, -0x1.555556p-2};
	val mag = e_fabs(e, a), q = e_fmul(e, mag, mag);
	val cubic = e_fmul(e, e_fmul(e, mag, q), series(e, q, c, countof(c)));
	val small = e_fadd(e, mag, cubic);
	val x = e_sel(e, e_fltk(e, mag, 10), mag, e_kf32(e, 10));
	val p = exp2_poly(e, e_fmulk(e, x, 0x1.715476p+1));
	val r = e_fdiv(e, e_fsubk(e, p, 1), e_faddk(e, p, 1));
	r = e_fsign(e, e_sel(e, e_fltk(e, mag, 0.125), small, r), a);
	return jit_f32_canonical(e, e_sel(e, e_is_nan(e, a), a, r));
}
