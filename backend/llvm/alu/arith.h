/* arith.h - the functions that the `llvm` column of alu.def calls. Each emits what the
 * function of the same name in ir/num computes, where the rules are explained.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/alu/builder.h"
#include "ir/num/num.h"

/* ---- int.c ---- */

val jit_mulhi(const struct alu_emit *e, val a, val b);
val jit_mulwide(const struct alu_emit *e, val a, val b);
val jit_mul24lo(const struct alu_emit *e, val a, val b);
val jit_mul24hi(const struct alu_emit *e, val a, val b);
val jit_sad(const struct alu_emit *e, val a, val b, val c);
val jit_div(const struct alu_emit *e, val a, val b);
val jit_rem(const struct alu_emit *e, val a, val b);
val jit_abs(const struct alu_emit *e, val a);
val jit_min(const struct alu_emit *e, val a, val b);
val jit_max(const struct alu_emit *e, val a, val b);
val jit_relu(const struct alu_emit *e, val a);
/* Pairs of 16-bit integers. */
val jit_x2_add(const struct alu_emit *e, val a, val b);
val jit_x2_min(const struct alu_emit *e, val a, val b);
val jit_x2_max(const struct alu_emit *e, val a, val b);
val jit_dp4a(const struct alu_emit *e, val a, val b, val c);
val jit_dp2a(const struct alu_emit *e, val a, val b, val c);

/* The upper 32 bits of the product of 16-bit numbers extended to 32. */
val jit_mulhi_extended(const struct alu_emit *e, val a, val b);
/* The sum or difference with the carry flag in; the flag out goes to e->cc_out. */
val jit_carry_in(const struct alu_emit *e, val a);
val jit_borrow_in(const struct alu_emit *e, val a);
val jit_add_cc(struct alu_emit *e, val a, val b);
val jit_addc_cc(struct alu_emit *e, val a, val b);
val jit_sub_cc(struct alu_emit *e, val a, val b);
val jit_subc_cc(struct alu_emit *e, val a, val b);

/* ---- by_lane.c ---- */

typedef val by_lane_fn(const struct alu_emit *e, val a, val b);

/* Whether a quotient or remainder goes by lane: those of 64 bits do, but for divisors
 * that are powers of two and, in code that is optimised, other constants. */
bool jit_divides_by_lane(const struct alu_emit *e, val a, val b);
/* Calls the module's function `name` for e's type and lanes, and makes it if there is
 * none: `of` in each lane. `divides`: of is a quotient or remainder, for which operands
 * of 32 bits are quicker and constant divisors have functions of their own. */
val jit_by_lane(const struct alu_emit *e, const char *name, by_lane_fn *of, bool divides,
                val a, val b);

/* ---- bits.c ---- */

val jit_shl(const struct alu_emit *e, val a, val n);
val jit_shr(const struct alu_emit *e, val a, val n, bool is_signed);
val jit_shf(const struct alu_emit *e, val a, val b, val n);
val jit_popc(const struct alu_emit *e, val a);
val jit_clz(const struct alu_emit *e, val a);
val jit_bfind(const struct alu_emit *e, val a);
val jit_bfe(const struct alu_emit *e, val a, val pos, val len);
val jit_bfi(const struct alu_emit *e, val a, val b, val pos, val len);
val jit_szext(const struct alu_emit *e, val a, val n);
val jit_bmsk(const struct alu_emit *e, val a, val b);
val jit_lop3(const struct alu_emit *e, val a, val b, val c, val lut);
val jit_prmt(const struct alu_emit *e, val a, val b, val c);
val jit_prmt_mode(const struct alu_emit *e, val a, val b, val c);

/* A context with two lanes for each of e's: its halves of 16 or 32 bits. */
struct alu_emit jit_halves(const struct alu_emit *e);

/* ---- cmp.c ---- */

/* The comparison of e->m on operands of a type. */
val jit_cmp(const struct alu_emit *e, enum type type, val a, val b);
val jit_bool(const struct alu_emit *e, val c, val p);
/* Converts a truth value to set's result, in the type of its destination. */
val jit_set(const struct alu_emit *e, val c);
/* The same on pairs; p may be NULL. */
val jit_x2_set(const struct alu_emit *e, val a, val b, val p);
val jit_x2_cmp(const struct alu_emit *e, u32 half, val a, val b);
/* setp: the first result, the second in *q; p may be NULL. */
val jit_setp(const struct alu_emit *e, val c, val p, val *q);
val jit_setp_x2(const struct alu_emit *e, val a, val b, val p, val *q);
val jit_lop3_bool(const struct alu_emit *e, val r, val p, val *q);

/* ---- float.c: single and double precision; NULL where there is no form ---- */

val jit_flush(const struct alu_emit *e, val a);
val jit_ftz_in(const struct alu_emit *e, val a);
val jit_f32_fin(const struct alu_emit *e, val r);
val jit_f32_canonical(const struct alu_emit *e, val r);
/* r > 0 ? min(r, 1) : 0 */
val jit_saturate(const struct alu_emit *e, val r);
val jit_f64_odd(const struct alu_emit *e, val s, val err);
val jit_f64_sum_error(const struct alu_emit *e, val a, val b, val s);

/* host_asm.c: an instruction of x86 on n operands of single or double precision
 * ("add", "fmadd213" for a * b + c, ...), rounded in a direction; NULL where the host has
 * no register for that. */
val jit_directed(const struct alu_emit *e, const char *name, u32 n, val a, val b, val c,
                 u32 rnd);
/* The same, rounded to nearest: LLVM keeps the operands in this order. */
val jit_in_order(const struct alu_emit *e, const char *name, u32 n, val a, val b, val c);
/* Returns a; if it comes from memory, it is loaded before a mask that it is to be under
 * is there. */
val jit_load_first(const struct alu_emit *e, val a);
/* d in double precision to single, in the direction `rnd`. */
val jit_f32_from_f64(const struct alu_emit *e, val d, u32 rnd);
/* Moves the rounded `bits` to the next number where the direction requires it, given
 * whether they are above or below the exact value. */
val jit_round_dir(const struct alu_emit *e, val bits, val above, val below, u32 rnd);

val jit_f32_add(const struct alu_emit *e, val a, val b);
val jit_f32_sub(const struct alu_emit *e, val a, val b);
val jit_f32_mul(const struct alu_emit *e, val a, val b);
val jit_f32_fma(const struct alu_emit *e, val a, val b, val c);
val jit_f32_div(const struct alu_emit *e, val a, val b);
val jit_f32_rcp(const struct alu_emit *e, val a);
val jit_f32_sqrt(const struct alu_emit *e, val a);
val jit_f32_abs(const struct alu_emit *e, val a);
val jit_f32_neg(const struct alu_emit *e, val a);
val jit_copysign(const struct alu_emit *e, val sign, val mag);
val jit_f32_pick(const struct alu_emit *e, val a, val b, bool is_max);
val jit_f32_pick3(const struct alu_emit *e, val a, val b, val c, bool is_max);
val jit_testp(const struct alu_emit *e, val a);
val jit_f32x2_add(const struct alu_emit *e, val a, val b);
val jit_f32x2_sub(const struct alu_emit *e, val a, val b);
val jit_f32x2_mul(const struct alu_emit *e, val a, val b);
val jit_f32x2_fma(const struct alu_emit *e, val a, val b, val c);

/* ---- double.c ---- */

val jit_f64_quiet(const struct alu_emit *e, val a);
val jit_f64_fin2(const struct alu_emit *e, val r, val a, val b);
val jit_f64_sat(const struct alu_emit *e, val r);
val jit_f64_add(const struct alu_emit *e, val a, val b);
val jit_f64_sub(const struct alu_emit *e, val a, val b);
val jit_f64_mul(const struct alu_emit *e, val a, val b);
val jit_f64_fma(const struct alu_emit *e, val a, val b, val c);
val jit_f64_div(const struct alu_emit *e, val a, val b);
val jit_f64_rcp(const struct alu_emit *e, val a);
val jit_f64_sqrt(const struct alu_emit *e, val a);
val jit_f64_abs(const struct alu_emit *e, val a);
val jit_f64_neg(const struct alu_emit *e, val a);
val jit_f64_pick(const struct alu_emit *e, val a, val b, bool is_max);

/* ---- math.c ---- */

val jit_f32_rcp_approx(const struct alu_emit *e, val a);
val jit_f32_sqrt_approx(const struct alu_emit *e, val a);
val jit_f32_rsqrt_approx(const struct alu_emit *e, val a);
val jit_f32_div_approx(const struct alu_emit *e, val a, val b);
val jit_f32_div_full(const struct alu_emit *e, val a, val b);
val jit_f32_ex2(const struct alu_emit *e, val a);
val jit_f32_lg2(const struct alu_emit *e, val a);
val jit_f32_sin(const struct alu_emit *e, val a);
val jit_f32_cos(const struct alu_emit *e, val a);
val jit_f32_tanh(const struct alu_emit *e, val a);
val jit_f64_rcp_approx(const struct alu_emit *e, val a);
val jit_f64_rsqrt_approx(const struct alu_emit *e, val a);
val jit_f64_rsqrt(const struct alu_emit *e, val a);

/* ---- half.c: f16 and bf16 in i16; `type` is TYPE_F16 or TYPE_BF16 ---- */

val jit_half_f32(const struct alu_emit *e, enum type type, val h);
val jit_half_from(const struct alu_emit *e, enum type type, val a);
val jit_half_in(const struct alu_emit *e, enum type type, val h);
val jit_f32_odd_from(const struct alu_emit *e, val d);

/* The instructions, on T0: f16, bf16 or a pair of them. */
val jit_h_add(const struct alu_emit *e, val a, val b);
val jit_h_sub(const struct alu_emit *e, val a, val b);
val jit_h_mul(const struct alu_emit *e, val a, val b);
val jit_h_fma(const struct alu_emit *e, val a, val b, val c);
val jit_h_neg(const struct alu_emit *e, val a);
val jit_h_abs(const struct alu_emit *e, val a);
val jit_h_min(const struct alu_emit *e, val a, val b);
val jit_h_max(const struct alu_emit *e, val a, val b);
val jit_h_tanh(const struct alu_emit *e, val a);
val jit_h_ex2(const struct alu_emit *e, val a);

/* ---- conv.c: cvt from T1 to T0 ---- */

val jit_cvt_ii(const struct alu_emit *e, val x);
/* x is f32 or f64 */
val jit_cvt_if(const struct alu_emit *e, val x);
val jit_cvt_f32_i(const struct alu_emit *e, val x);
val jit_cvt_f64_i(const struct alu_emit *e, val x);
val jit_cvt_f16_i(const struct alu_emit *e, val x);
val jit_cvt_bf16_i(const struct alu_emit *e, val x);
val jit_cvt_h_h(const struct alu_emit *e, val x);
val jit_cvt_f32_bf16(const struct alu_emit *e, val x);
val jit_cvt_bf16_f64(const struct alu_emit *e, val x);
val jit_cvt_f32_f32(const struct alu_emit *e, val x);
val jit_cvt_f64_f64(const struct alu_emit *e, val x);
val jit_cvt_f64_f32(const struct alu_emit *e, val x);
val jit_cvt_f32_f64(const struct alu_emit *e, val x);
val jit_cvt_f16_f32(const struct alu_emit *e, val x);
val jit_cvt_f16_f64(const struct alu_emit *e, val x);
val jit_cvt_bf16_f32(const struct alu_emit *e, val x);
val jit_cvt_tf32(const struct alu_emit *e, val x);
val jit_cvt_pair(const struct alu_emit *e, val x, val y);
val jit_cvt_pack(const struct alu_emit *e, val a, val b, val c);

/* ---- fp8.c ---- */

val jit_cvt_fp8x2(const struct alu_emit *e, val a, val b);
val jit_cvt_fp8x2_f16x2(const struct alu_emit *e, val x);
val jit_cvt_f16x2_fp8(const struct alu_emit *e, val x);
