/* f16.h - half precision, f16 and bf16, alone and in pairs (PTX 9.7.4). A value is
 * its 16 bits in a u16. Sums and products are computed in single (or double) precision,
 * exactly or rounded to odd, and rounded once to 16 bits. Every NaN result is 0x7fff
 * (recorded).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/approx.h"
#include "ir/num/int.h"

/* ---- between f16, bf16 and f32 ---- */

static ALWAYS_INLINE f32 f16_f32(u16 h) {
	u32 mag = h & 0x7fffu, sign = (u32)(h & 0x8000u) << 16;
	u32 r = f32_bits(f32_from(mag << 13) * 0x1p112f); /* exact, also for subnormals */
	return f32_from((mag >= 0x7c00 ? r | 0x7f800000u : r) | sign);
}

static ALWAYS_INLINE f32 bf16_f32(u16 h) {
	return f32_from((u32)h << 16);
}

/* To nearest even; NaN gives 0x7fff. */
static ALWAYS_INLINE u16 f16_from(f32 a) {
	u32 b = f32_bits(a), mag = b & 0x7fffffffu;
	u32 normal = (mag + 0xfff + (mag >> 13 & 1) - (112u << 23)) >> 13;
	u32 small = f32_bits(f32_from(mag) + 0.5f) - f32_bits(0.5f); /* units of 2^-24 */
	u32 r = mag < 0x38800000u ? small : mag >= 0x47800000u ? 0x7c00u : normal;
	return (u16)(mag > 0x7f800000u ? 0x7fffu : r | (b >> 16 & 0x8000u));
}

static ALWAYS_INLINE u16 bf16_from(f32 a) {
	u32 b = f32_bits(a);
	u32 r = (b + 0x7fff + (b >> 16 & 1)) >> 16;
	return (u16)((b & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : r);
}

/* The source of a mixed-precision instruction. */
static ALWAYS_INLINE f32 half_f32(u32 type, u16 h) {
	return type == TYPE_BF16 ? bf16_f32(h) : f16_f32(h);
}

/* Sum rounded to odd. */
static ALWAYS_INLINE f32 f32_sum_odd(f32 a, f32 b) {
	f32 s = a + b, v = s - a;
	f32 err = (a - (s - v)) + (b - v);
	u32 bits = f32_bits(s);
	bool inexact = err > 0 || err < 0;
	u32 step = (err > 0) == (s > 0) ? 1 : ~0u;
	return f32_from(inexact && (bits & 1) == 0 ? bits + step : bits);
}

static ALWAYS_INLINE f32 f32_odd_from(f64 d) {
	f32 f = (f32)d;
	u32 b = f32_bits(f);
	f64 x = f64_mag((f64)f), y = f64_mag(d);
	b = (b & 1) == 0 && x < y ? b + 1 : (b & 1) == 0 && x > y ? b - 1 : b;
	return f32_from(b);
}

/* ---- f16 ---- */

static ALWAYS_INLINE f32 f16_in(u16 a, u32 m) {
	bool flush = m_ftz(m) && (a & 0x7c00u) == 0;
	return f16_f32(flush ? (u16)(a & 0x8000u) : a);
}

static ALWAYS_INLINE u16 f16_fin(f32 r, u32 m) {
	if (m_sat(m))
		r = r > 0 ? (r < 1 ? r : 1.0f) : 0.0f;
	if (m_relu(m))
		r = r > 0 || r != r ? r : 0.0f;
	u16 h = f16_from(r);
	/* rounded to 11 bits it would be less than 2^-14, with no regard to the subnormal
	 * spacing */
	bool tiny = m_ftz(m) && f32_mag(r) < 0x1p-14f - 0x1p-26f;
	return tiny ? (u16)(h & 0x8000u) : h;
}

static ALWAYS_INLINE u16 f16_add(u16 a, u16 b, u32 m) {
	return f16_fin(f16_in(a, m) + f16_in(b, m), m);
}

static ALWAYS_INLINE u16 f16_sub(u16 a, u16 b, u32 m) {
	return f16_fin(f16_in(a, m) - f16_in(b, m), m);
}

static ALWAYS_INLINE u16 f16_mul(u16 a, u16 b, u32 m) {
	return f16_fin(f16_in(a, m) * f16_in(b, m), m);
}

/* .oob: a factor that is the out-of-bounds NaN makes the result 0 (PTX 9.7.4.4). The
 * manual does not say which NaN that is; an H200 gives 0x7ff7 and 0xfff7, in both
 * formats. */
static ALWAYS_INLINE bool half_is_oob(u16 a, u16 b, u32 m) {
	return MOD_GET(m, OOB) && ((a & 0x7fff) == 0x7ff7 || (b & 0x7fff) == 0x7ff7);
}

static ALWAYS_INLINE u16 f16_fma(u16 a, u16 b, u16 c, u32 m) {
	f32 r = f32_sum_odd(f16_in(a, m) * f16_in(b, m), f16_in(c, m));
	return half_is_oob(a, b, m) ? 0 : f16_fin(r, m);
}

static ALWAYS_INLINE u16 f16_abs(u16 a, u32 m) {
	return f16_fin(f32_mag(f16_in(a, m)), m);
}

static ALWAYS_INLINE u16 f16_neg(u16 a, u32 m) {
	return f16_fin(-f16_in(a, m), m);
}

static ALWAYS_INLINE u16 f16_min(u16 a, u16 b, u32 m) {
	return f16_from(f32_pick(f16_in(a, m), f16_in(b, m), m & ~(u32)MOD_BITS(FTZ, FTZ),
	                         false));
}

static ALWAYS_INLINE u16 f16_max(u16 a, u16 b, u32 m) {
	return f16_from(
		f32_pick(f16_in(a, m), f16_in(b, m), m & ~(u32)MOD_BITS(FTZ, FTZ), true));
}

/* The function unit cuts its results to 16 bits: all of them measured. */
static ALWAYS_INLINE u16 f16_cut(f32 a) {
	u32 b = f32_bits(a), mag = b & 0x7fffffffu;
	u32 small = (u32)(mag < 0x38800000u ? f32_from(mag) * 0x1p24f : 0.0f);
	u32 r = mag < 0x38800000u    ? small
	        : mag >= 0x47800000u ? 0x7c00u
	                             : (mag - (112u << 23)) >> 13;
	return (u16)(mag > 0x7f800000u ? 0x7fffu : r | (b >> 16 & 0x8000u));
}

static ALWAYS_INLINE u16 f16_ex2(u16 a) {
	return f16_cut(f32_ex2(f16_f32(a), 0));
}

static ALWAYS_INLINE u16 f16_tanh(u16 a) {
	return f16_cut(f32_tanh(f16_f32(a)));
}

/* ---- bf16 ---- */

static ALWAYS_INLINE u16 bf16_fin(f32 r, u32 m) {
	if (m_relu(m))
		r = r > 0 || r != r ? r : 0.0f;
	return bf16_from(r);
}

static ALWAYS_INLINE u16 bf16_add(u16 a, u16 b) {
	return bf16_from(bf16_f32(a) + bf16_f32(b));
}

static ALWAYS_INLINE u16 bf16_sub(u16 a, u16 b) {
	return bf16_from(bf16_f32(a) - bf16_f32(b));
}

static ALWAYS_INLINE u16 bf16_mul(u16 a, u16 b) {
	return bf16_from(f32_odd_from((f64)bf16_f32(a) * bf16_f32(b)));
}

static ALWAYS_INLINE u16 bf16_fma(u16 a, u16 b, u16 c, u32 m) {
	f64 p = (f64)bf16_f32(a) * bf16_f32(b), z = bf16_f32(c), s = p + z;
	f32 r = f32_odd_from(f64_odd(s, f64_sum_error(p, z, s)));
	return half_is_oob(a, b, m) ? 0 : bf16_fin(r, m);
}

/* fma.rz, .rm and .rp of one bf16, which the manual does not have: the hardware takes the
 * operands for f16. It rounds to nearest, ignores .oob and .relu, and the direction only
 * sets the sign of an exact zero. */
static ALWAYS_INLINE u16 bf16_fma_dir(u16 a, u16 b, u16 c, u32 m) {
	f64 p = (f64)f16_f32(a) * f16_f32(b), z = f16_f32(c);
	bool is_minus = p + z == 0 && m_rnd(m) == MOD_RND_RM &&
	                (f64_bits(p) | f64_bits(z)) >> 63;
	return is_minus ? 0x8000 : f16_fma(a, b, c, 0);
}

static ALWAYS_INLINE u16 bf16_abs(u16 a, u32 m) {
	(void)m;
	return bf16_from(f32_mag(bf16_f32(a)));
}

static ALWAYS_INLINE u16 bf16_neg(u16 a, u32 m) {
	(void)m;
	return bf16_from(-bf16_f32(a));
}

static ALWAYS_INLINE u16 bf16_min(u16 a, u16 b, u32 m) {
	return bf16_from(f32_pick(bf16_f32(a), bf16_f32(b), m, false));
}

static ALWAYS_INLINE u16 bf16_max(u16 a, u16 b, u32 m) {
	return bf16_from(f32_pick(bf16_f32(a), bf16_f32(b), m, true));
}

static ALWAYS_INLINE u16 bf16_ex2(u16 a) {
	return (u16)(f32_bits(f32_ex2(bf16_f32(a), MOD_BITS(FTZ, FTZ))) >> 16);
}

static ALWAYS_INLINE u16 bf16_tanh(u16 a) {
	return (u16)(f32_bits(f32_tanh(bf16_f32(a))) >> 16);
}

/* ---- pairs: a function applied to both halves ---- */

#define LO16(a) ((u16)(a))
#define HI16(a) ((u16)((a) >> 16))
#define X2_1(f, a, m) x2_of(f(LO16(a), m), f(HI16(a), m))
#define X2_1B(f, a) x2_of(f(LO16(a)), f(HI16(a)))
#define X2_2(f, a, b, m) x2_of(f(LO16(a), LO16(b), m), f(HI16(a), HI16(b), m))
#define X2_2B(f, a, b) x2_of(f(LO16(a), LO16(b)), f(HI16(a), HI16(b)))
#define X2_3(f, a, b, c, m) \
	x2_of(f(LO16(a), LO16(b), LO16(c), m), f(HI16(a), HI16(b), HI16(c), m))
