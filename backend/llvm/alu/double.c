/* double.c - double precision, after ir/num/f64.h. Directed rounding has a form
 * where host_asm.c has one; elsewhere the lane loop computes with integers of
 * 128 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

val jit_f64_quiet(const struct alu_emit *e, val a) {
	return e_f64(e, e_ork(e, e_bits(e, a), 0x0008000000000000u));
}

/* The NaN that r becomes, if it is one: the second operand's, the third's, the
 * first's. */
static val fin3(const struct alu_emit *e, val r, val a, val b, val c) {
	val nan = e_f64(e, e_k(e, 64, 0xfff8000000000000u));
	nan = e_sel(e, e_is_nan(e, a), jit_f64_quiet(e, a), nan);
	if (c)
		nan = e_sel(e, e_is_nan(e, c), jit_f64_quiet(e, c), nan);
	if (b)
		nan = e_sel(e, e_is_nan(e, b), jit_f64_quiet(e, b), nan);
	return e_sel(e, e_is_nan(e, r), nan, r);
}

val jit_f64_fin2(const struct alu_emit *e, val r, val a, val b) {
	return fin3(e, r, a, b, NULL);
}

val jit_f64_sat(const struct alu_emit *e, val r) {
	return m_sat(e->m) ? jit_saturate(e, r) : r;
}

/* ---- which NaN comes out, by the order of operands ---- */

/* Of two operands that are NaNs x86 passes on the first, made quiet, and an operation
 * that is invalid gives the same NaN as here: with the operands in the right order an
 * instruction is all there is to it. Of three, a factor comes before the term; which of
 * the factors differs between hosts. */

static bool is_number(const struct alu_emit *e, val a) {
	val nan = LLVMIsConstant(a) ? e_is_nan(e, a) : NULL;
	return nan && LLVMIsConstant(nan) && LLVMIsNull(nan);
}

/* a, but a number in lanes where x or y is a NaN that comes before it. */
static val unless_nan(const struct alu_emit *e, val a, val x, val y) {
	x = is_number(e, x) ? y : x;
	y = is_number(e, y) ? x : y;
	if (is_number(e, a) || is_number(e, x))
		return a;
	val nan = LLVMBuildFCmp(e->b, LLVMRealUNO, x, y, "");
	return e_sel(e, nan, e_kf64(e, 0), jit_load_first(e, a));
}

/* Emits the operation rounded to nearest, NaNs included; NULL: the host has no such
 * instruction. */
static val f64_exact(const struct alu_emit *e, const char *name, u32 n, val a, val b,
                     val c) {
	return f64_directed(e->m) ? NULL : jit_in_order(e, name, n, a, b, c);
}

static val sum(const struct alu_emit *e, val a, val b) {
	return f64_directed(e->m) ? jit_directed(e, "add", 2, a, b, NULL, m_rnd(e->m))
	                          : e_fadd(e, a, b);
}

static val quotient(const struct alu_emit *e, val a, val b) {
	return f64_directed(e->m) ? jit_directed(e, "div", 2, a, b, NULL, m_rnd(e->m))
	                          : e_fdiv(e, a, b);
}

val jit_f64_add(const struct alu_emit *e, val a, val b) {
	val r = f64_exact(e, "add", 2, b, a, NULL);
	if (r)
		return r;
	r = sum(e, a, b);
	return r ? jit_f64_fin2(e, r, a, b) : NULL;
}

val jit_f64_sub(const struct alu_emit *e, val a, val b) {
	val r = f64_exact(e, "sub", 2, unless_nan(e, a, b, b), b, NULL);
	if (r)
		return r;
	r = sum(e, a, e_fneg(e, b));
	return r ? jit_f64_fin2(e, r, a, b) : NULL;
}

val jit_f64_mul(const struct alu_emit *e, val a, val b) {
	val r = f64_exact(e, "mul", 2, b, a, NULL);
	if (r)
		return r;
	r = f64_directed(e->m) ? jit_directed(e, "mul", 2, a, b, NULL, m_rnd(e->m))
	                       : e_fmul(e, a, b);
	return r ? jit_f64_fin2(e, r, a, b) : NULL;
}

val jit_f64_fma(const struct alu_emit *e, val a, val b, val c) {
	if (!e->has_fma)
		return NULL;
	val r = f64_exact(e, "fmadd213", 3, unless_nan(e, a, b, c), b, c);
	if (r)
		return r;
	r = f64_directed(e->m) ? jit_directed(e, "fmadd213", 3, a, b, c, m_rnd(e->m))
	                       : e_call3(e, "llvm.fma", a, b, c);
	return r ? fin3(e, r, a, b, c) : NULL;
}

/* Here the dividend's NaN comes first. */
val jit_f64_div(const struct alu_emit *e, val a, val b) {
	val r = f64_exact(e, "div", 2, a, b, NULL);
	if (r)
		return r;
	r = quotient(e, a, b);
	return r ? jit_f64_fin2(e, r, b, a) : NULL;
}

val jit_f64_rcp(const struct alu_emit *e, val a) {
	return jit_f64_div(e, e_kf64(e, 1), a);
}

val jit_f64_sqrt(const struct alu_emit *e, val a) {
	val r = f64_exact(e, "sqrt", 1, a, NULL, NULL);
	if (r)
		return r;
	r = f64_directed(e->m) ? jit_directed(e, "sqrt", 1, a, NULL, NULL, m_rnd(e->m))
	                       : e_call1(e, "llvm.sqrt", a);
	return r ? jit_f64_fin2(e, r, a, NULL) : NULL;
}

val jit_f64_abs(const struct alu_emit *e, val a) {
	return e_sel(e, e_is_nan(e, a), jit_f64_quiet(e, a), e_fabs(e, a));
}

val jit_f64_neg(const struct alu_emit *e, val a) {
	return e_sel(e, e_is_nan(e, a), jit_f64_quiet(e, a), e_fneg(e, a));
}

val jit_f64_pick(const struct alu_emit *e, val a, val b, bool is_max) {
	val x = e_bits(e, a), y = e_bits(e, b);
	val first = is_max ? e_fgt(e, a, b) : e_flt(e, a, b);
	val r = e_sel(e, first, x, y), b_nan = e_is_nan(e, b);
	r = e_sel(e, e_feq(e, a, b), is_max ? e_and(e, x, y) : e_or(e, x, y), r);
	r = e_sel(e, b_nan, x, r);
	val both = e_and(e, e_is_nan(e, a), b_nan);
	return e_sel(e, both, jit_f64_quiet(e, b), e_f64(e, r));
}
