/* approx.h - the .approx functions (PTX 9.7.3), bit for bit as GPUs of compute
 * capability 9.0 compute them.
 *
 * One unit computes them all, in the published form (Oberman and Siu, "A High-Performance
 * Area-Efficient Multifunction Interpolator", ARITH-17, 2005): the upper bits of the
 * operand's fraction choose an interval, whose table row is a value, a slope and a
 * curvature; the 17 bits x below them go into
 *
 *     value + slope * x + curvature * square(x) + constant
 *
 * in fixed point, cut to 24 bits. Widths, constants and tables are measured
 * (tests/gpu/approx.cu; approx.def); around the unit are the instructions that scale
 * operands and results, which are exact or round once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/f32.h"
#include "ir/num/f64.h"

struct approx_row {
	u32 value;            /* in units of 2^APPROX_UNIT */
	s32 slope, curvature; /* in units of the sum */
};

/* What is below the value's last digit, and the constant in the sum. SQRT counts in 2^-17
 * of the last place of 24, the others in 2^-16; LG2 and SIN in 2^-39. */
enum { RCP_UNIT = 14, RCP_CONST = 4046 };
enum { RSQRT_UNIT = 14, RSQRT_CONST = 16383 };
enum { SQRT_UNIT = 15, SQRT_CONST = 32767 };
enum { EX2_UNIT = 14, EX2_CONST = 12228 };
enum { LG2_UNIT = 13, LG2_CONST = 1674 };
enum { SIN_UNIT = 14, SIN_CONST = 0 };
enum { TANH_UNIT = 14, TANH_CONST = 0 };

#define APPROX_ROW(value, slope, curvature) {value, slope, curvature},
static const struct approx_row approx_rcp[128] = {
#define RCP APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_rsqrt[128] = {
/* of [1, 2), of [2, 4) */
#define RSQRT APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_sqrt[128] = {
/* the same */
#define SQRT APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_ex2[64] = {
#define EX2 APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_lg2[64] = {
#define LG2 APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_sin[64] = {
/* of a quarter of a turn */
#define SIN APPROX_ROW
#include "ir/num/approx.def"
};
static const struct approx_row approx_tanh[51] = {
#define TANH APPROX_ROW
#include "ir/num/approx.def"
};
#undef APPROX_ROW

/* The square of 17 bits, in units of 2^19: the unit adds the products of pairs of bits
 * that are at least one such unit, and drops the rest. With the operand split into 7 and
 * 10 bits, these are all products of the upper bits, and for each of them what remains of
 * the lower ones. */
static ALWAYS_INLINE u32 approx_square(u32 x) {
	u32 upper = x >> 10, lower = x & 0x3ffu, sum = 2 * upper * upper;
	for (u32 i = 0; i < 7; i++)
		sum += lower >> (8 - i) & (0u - (upper >> i & 1));
	return sum;
}

static ALWAYS_INLINE u64 approx_sum(const struct approx_row *row, u32 x, u32 unit,
                                    u32 constant) {
	u64 line = (u64)row->value << unit | constant;
	return line + (u64)((s64)row->slope * x) +
	       (u64)((s64)row->curvature * (s32)approx_square(x));
}

/* The operand's parts. */
static ALWAYS_INLINE u32 approx_exponent(f32 a) {
	return f32_bits(a) >> 23 & 0xffu;
}

static ALWAYS_INLINE u32 approx_fraction(f32 a) {
	return f32_bits(a) & 0x7fffffu;
}

/* digits * 2^(exponent - 150), digits of 24 bits or 2^24; 0 below f32's normal numbers.
 */
static ALWAYS_INLINE f32 approx_join(u32 digits, s32 exponent) {
	s32 bits = (s32)(((u32)exponent - 1) << 23) + (s32)digits;
	return f32_from(exponent < 0 || bits < 0x00800000 ? 0 : (u32)bits);
}

/* The unit takes subnormal operands for zeros. Scaled by 2^24 they are normal: */
static ALWAYS_INLINE bool approx_is_tiny(f32 a, u32 m) {
	return !m_ftz(m) && f32_mag(a) < 0x1p-126f;
}

/* ---- 1 / x ---- */

static ALWAYS_INLINE u32 approx_rcp_digits(u32 fraction) {
	u32 x = fraction << 1 & 0x1ffffu;
	return (u32)(approx_sum(&approx_rcp[fraction >> 16], x, RCP_UNIT, RCP_CONST) >>
	             16);
}

static ALWAYS_INLINE f32 approx_unit_rcp(f32 a) {
	u32 e = approx_exponent(a);
	f32 r = approx_join(approx_rcp_digits(approx_fraction(a)), 253 - (s32)e);
	r = e == 0 ? f32_from(0x7f800000u) : e == 255 ? 0.0f : r;
	return a != a ? F32_NAN : f32_copysign(a, r);
}

static ALWAYS_INLINE f32 f32_rcp_approx(f32 a, u32 m) {
	if (m_ftz(m))
		return approx_unit_rcp(a);
	f32 mag = f32_mag(a), scale = mag < 0x1p-126f  ? 0x1p24f
	                              : mag > 0x1p126f ? 0.25f
	                                               : 1.0f;
	f32 r = approx_unit_rcp(a * scale) * scale;
	return r != r ? F32_NAN : r;
}

/* A divisor beyond 2^126 gives 0, or NaN for an infinite dividend. */
static ALWAYS_INLINE f32 f32_div_approx(f32 a, f32 b, u32 m) {
	f32 scale = approx_is_tiny(b, m) ? 0x1p24f : 1.0f;
	return f32_mul(a * scale, approx_unit_rcp(b * scale), m);
}

static ALWAYS_INLINE f32 f32_div_full(f32 a, f32 b, u32 m) {
	f32 scale = approx_is_tiny(b, m) ? 0x1p24f : f32_mag(b) > 0x1p126f ? 0.25f : 1.0f;
	return f32_mul(f32_mul(a, scale, m), approx_unit_rcp(b * scale), m);
}

/* ---- roots ---- */

/* The interval: 64 for each of two binades, of which that from 1 has odd exponents. */
static ALWAYS_INLINE u32 approx_root_row(u32 e, u32 fraction) {
	return (~e & 1) << 6 | fraction >> 17;
}

/* Exact for powers of 4. */
static ALWAYS_INLINE u32 approx_rsqrt_digits(u32 e, u32 fraction) {
	const struct approx_row *row = &approx_rsqrt[approx_root_row(e, fraction)];
	u32 digits = (u32)(approx_sum(row, fraction & 0x1ffffu, RSQRT_UNIT,
	                              RSQRT_CONST) >>
	                   16);
	return (e & 1) != 0 && fraction == 0 ? 1u << 24 : digits;
}

/* What the roots of numbers without a root are: of zeros and subnormals `zero`. */
static ALWAYS_INLINE f32 approx_root_fin(f32 a, f32 r, f32 zero, f32 infinite) {
	r = a == f32_from(0x7f800000u) ? infinite : r;
	return approx_exponent(a) == 0 ? f32_copysign(a, zero) : a > 0 ? r : F32_NAN;
}

static ALWAYS_INLINE f32 approx_unit_rsqrt(f32 a) {
	u32 e = approx_exponent(a), digits = approx_rsqrt_digits(e, approx_fraction(a));
	f32 r = approx_join(digits, 189 - (s32)((e + 1) >> 1) + 1);
	return approx_root_fin(a, r, f32_from(0x7f800000u), 0);
}

static ALWAYS_INLINE f32 f32_rsqrt_approx(f32 a, u32 m) {
	bool tiny = approx_is_tiny(a, m);
	f32 r = approx_unit_rsqrt(tiny ? a * 0x1p24f : a);
	return tiny ? r * 0x1p12f : r;
}

static ALWAYS_INLINE f32 approx_unit_sqrt(f32 a) {
	u32 e = approx_exponent(a), fraction = approx_fraction(a);
	const struct approx_row *row = &approx_sqrt[approx_root_row(e, fraction)];
	u32 digits = (u32)(approx_sum(row, fraction & 0x1ffffu, SQRT_UNIT, SQRT_CONST) >>
	                   17);
	f32 r = approx_join(digits, (s32)((e + 1) >> 1) + 63);
	return approx_root_fin(a, r, 0, f32_from(0x7f800000u));
}

static ALWAYS_INLINE f32 f32_sqrt_approx(f32 a, u32 m) {
	bool tiny = approx_is_tiny(a, m);
	f32 r = approx_unit_sqrt(tiny ? a * 0x1p24f : a);
	return tiny ? r * 0x1p-12f : r;
}

/* ---- 2^x ---- */

/* |a| * 2^places, cut to an integer, modulo 2^32. */
static ALWAYS_INLINE u32 approx_fixed(f32 a, s32 places) {
	u32 digits = approx_fraction(a) | 0x800000u;
	s32 left = (s32)approx_exponent(a) - 150 + places;
	u32 up = left < 32 ? digits << (left & 31) : 0,
	    down = left > -32 ? digits >> (-left & 31) : 0;
	return left < 0 ? down : up;
}

/* The operand in fixed point with 23 places; a negative one that is no integer is the
 * complement of its magnitude. */
static ALWAYS_INLINE f32 approx_unit_ex2(f32 a) {
	f32 mag = f32_mag(a);
	u32 fixed = approx_fixed(mag < 256.0f ? mag : 256.0f, 23);
	bool whole = (fixed & 0x7fffffu) == 0;
	fixed = a < 0 ? (whole ? 0u - fixed : ~fixed) : fixed;
	const struct approx_row *row = &approx_ex2[fixed >> 17 & 63];
	u32 digits = (u32)(approx_sum(row, fixed & 0x1ffffu, EX2_UNIT, EX2_CONST) >> 16);
	s32 n = (s32)fixed >> 23;
	f32 r = approx_join(digits, n + 127);
	r = a >= 128.0f ? f32_from(0x7f800000u) : a < -126.0f ? 0.0f : r;
	return a != a ? F32_NAN : r;
}

static ALWAYS_INLINE f32 f32_ex2(f32 a, u32 m) {
	if (m_ftz(m))
		return approx_unit_ex2(a);
	bool low = a < -126.0f;
	f32 r = approx_unit_ex2(low ? a * 0.5f : a);
	return low ? r * r : r;
}

/* ---- log2 x ---- */

/* v * 2^-39, cut to 24 digits. */
static ALWAYS_INLINE f32 approx_cut(u64 v) {
	u32 surplus = v >> 24 ? 40 - (u32)__builtin_clzll(v | 1) : 0;
	return (f32)(v >> surplus << surplus) * 0x1p-39f;
}

/* A negative sum is complemented. */
static ALWAYS_INLINE f32 approx_unit_lg2(f32 a) {
	u32 e = approx_exponent(a), fraction = approx_fraction(a);
	u64 log = approx_sum(&approx_lg2[fraction >> 17], fraction & 0x1ffffu, LG2_UNIT,
	                     LG2_CONST);
	log += (u64)e << 39;
	log -= (u64)127 << 39;
	bool negative = log >> 63;
	f32 r = approx_cut((negative ? ~log : log) & ~(u64)7);
	r = negative ? -r : r;
	r = a == 1 ? 0 : a == f32_from(0x7f800000u) ? a : r;
	return e == 0 ? f32_from(0xff800000u) : a > 0 ? r : F32_NAN;
}

static ALWAYS_INLINE f32 f32_lg2(f32 a, u32 m) {
	bool tiny = approx_is_tiny(a, m);
	f32 r = approx_unit_lg2(tiny ? a * 0x1p24f : a);
	return tiny ? r - 24.0f : r;
}

/* ---- sine, cosine ---- */

/* The operand is in turns: 25 places, of which the first two are the quarter. In odd
 * quarters the angle is complemented. */
static ALWAYS_INLINE f32 approx_unit_sin(f32 turns, u32 quarters) {
	u32 angle = approx_fixed(turns, 25), at = (angle >> 23) + quarters,
	    u = angle & 0x7fffffu;
	bool odd = at & 1, whole = odd && u == 0;
	u = odd ? u ^ 0x7fffffu : u;
	f32 r = approx_cut(
		approx_sum(&approx_sin[u >> 17], u & 0x1ffffu, SIN_UNIT, SIN_CONST));
	r = whole ? 1.0f : r;
	return at & 2 ? -r : r;
}

static ALWAYS_INLINE f32 approx_turns(f32 a) {
	return f32_from_f64((f64)a * 0x1.45f306p-3, MOD_RND_RZ);
}

static ALWAYS_INLINE f32 f32_sin(f32 a, u32 m) {
	(void)m;
	f32 r = approx_unit_sin(approx_turns(f32_mag(a)), 0);
	return a - a != 0 ? F32_NAN : f32_bits(a) >> 31 ? -r : r;
}

static ALWAYS_INLINE f32 f32_cos(f32 a, u32 m) {
	(void)m;
	f32 r = approx_unit_sin(approx_turns(f32_mag(a)), 1);
	return a - a != 0 ? F32_NAN : r;
}

/* ---- tanh ---- */

/* From 2^-8 to 8; below, the result is the operand. A binade has 1 to 16 intervals. */
static ALWAYS_INLINE f32 f32_tanh(f32 a) {
	static const u8 first[11] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
	static const u8 log[11] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
	u32 e = approx_exponent(a), fraction = approx_fraction(a), b = e - 119;
	u32 at = b < 11 ? b : 0, places = 23 - log[at];
	u32 x = (fraction & ((1u << places) - 1)) >> (places - 17);
	u64 sum = approx_sum(&approx_tanh[first[at] + (fraction >> places)], x, TANH_UNIT,
	                     TANH_CONST);
	bool upper = sum >> 39;
	s32 top = at < 7 ? (s32)at + 119 : 126;
	f32 r = approx_join((u32)(sum >> (upper ? 16 : 15)), upper ? top : top - 1);
	r = e < 119 ? f32_mag(a) : e >= 130 ? 1.0f : r;
	return a != a ? F32_NAN : f32_copysign(a, r);
}

/* ---- double precision: the upper word only, and the lower one of the result is 0 ---- */

static ALWAYS_INLINE u32 approx_upper(f64 a) {
	return (u32)(f64_bits(a) >> 32);
}

/* As approx_join, with 20 bits of a fraction. */
static ALWAYS_INLINE f64 approx_join_f64(u32 sign, u32 digits, s32 exponent) {
	s32 bits = (s32)(((u32)exponent - 1) << 20) + (s32)(digits >> 3);
	return f64_from((u64)(sign | (exponent < 0 || bits < 0x00100000 ? 0 : (u32)bits))
	                << 32);
}

static ALWAYS_INLINE f64 f64_rcp_approx(f64 a) {
	u32 b = approx_upper(a), e = b >> 20 & 0x7ff, fraction = b & 0xfffffu,
	    sign = b & 0x80000000u;
	f64 r = approx_join_f64(sign, approx_rcp_digits(fraction << 3), 2045 - (s32)e);
	u32 special = e == 0 ? sign | 0x7ff00000u : fraction ? 0x7fffffffu : sign;
	return e == 0 || e == 0x7ff ? f64_from((u64)special << 32) : r;
}

static ALWAYS_INLINE f64 f64_rsqrt_approx(f64 a) {
	u32 b = approx_upper(a), e = b >> 20 & 0x7ff, fraction = b & 0xfffffu,
	    sign = b & 0x80000000u;
	f64 r = approx_join_f64(0, approx_rsqrt_digits(e, fraction << 3),
	                        1534 - (s32)((e + 1) >> 1));
	u32 special = e == 0 ? sign | 0x7ff00000u : fraction || sign ? 0x7fffffffu : 0;
	return e == 0 || e == 0x7ff || sign ? f64_from((u64)special << 32) : r;
}

/* Without .ftz: an estimate from the operand's upper word and one step of third order; a
 * subnormal operand is scaled by 2^54. */
static ALWAYS_INLINE f64 f64_rsqrt(f64 a) {
	bool tiny = a > 0 && a < 0x1p-1022;
	f64 x = tiny ? a * 0x1p54 : a, y = f64_rsqrt_approx(x);
	f64 left = __builtin_fma(x, -(y * y), 1.0);
	f64 r = __builtin_fma(__builtin_fma(left, 0.375, 0.5), y * left, y);
	r = tiny ? r * 0x1p27 : r;
	bool ordinary = a > 0 && a < f64_from(0x7ff0000000000000u);
	u64 sign = f64_bits(a) & 0x8000000000000000u;
	f64 special = a == 0  ? f64_from(sign | 0x7ff0000000000000u)
	              : a > 0 ? 0.0
	                      : f64_from(0xfff8000000000000u);
	return ordinary ? r : a != a ? f64_quiet(a) : special;
}
