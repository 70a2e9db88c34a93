/* f64.h - double precision (PTX 9.7.3). Rounding to nearest is the host's own; the
 * directed modes run on integers of 128 bits. A NaN operand is passed on, made quiet; an
 * invalid operation gives 0xfff8000000000000 (recorded, isa/float_f64).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/bits.h"

/* ---- rounding of an exact value, for all formats ---- */

/* sig * 2^(exp - 63), sig normalised (bit 63 set) with the bits below it jammed into bit
 * 0, to a format of `p` significant bits and least exponent `emin`. Gives the magnitude's
 * bits with an unbounded exponent field: the caller checks for overflow. */
static ALWAYS_INLINE u64 fp_round(bool neg, s32 exp, u64 sig, u32 p, s32 emin, u32 rnd) {
	s32 below = exp < emin ? emin - exp : 0;
	s32 shift = 64 - (s32)p + below;
	u64 kept = shift > 63 ? 0 : sig >> shift;
	u64 rest = shift > 64 ? 1 : shift == 64 ? sig : sig << (64 - shift);
	u64 half = (u64)1 << 63;
	bool up;
	switch (rnd) {
	case MOD_RND_RZ: up = false; break;
	case MOD_RND_RM: up = neg && rest != 0; break;
	case MOD_RND_RP: up = !neg && rest != 0; break;
	case MOD_RND_RNA: up = rest >= half; break;
	default: up = rest > half || (rest == half && (kept & 1)); break;
	}
	u64 field = exp < emin ? 0 : (u64)(exp - emin) << (p - 1);
	return field + kept + up;
}

/* Magnitude bits of a finite result that may have overflowed: `inf` is the pattern of
 * infinity. */
static ALWAYS_INLINE u64 fp_overflow(u64 mag, u64 inf, bool neg, u32 rnd) {
	bool away = rnd == MOD_RND_RN || rnd == MOD_RND_RNA ||
	            rnd == (neg ? MOD_RND_RM : MOD_RND_RP);
	return mag < inf ? mag : away ? inf : inf - 1;
}

static ALWAYS_INLINE u64 u128_jam(u128 a) {
	return (u64)(a >> 64) | ((u64)a != 0);
}

static ALWAYS_INLINE u128 u128_shr_jam(u128 a, u32 n) {
	if (n == 0)
		return a;
	if (n > 127)
		return a != 0;
	return a >> n | (a << (128 - n) != 0);
}

/* sig * 2^e (not zero) as a double. */
static inline f64 f64_round(bool neg, s32 e, u128 sig, u32 rnd) {
	u64 top = (u64)(sig >> 64);
	s32 n = top ? __builtin_clzll(top) : 64 + __builtin_clzll((u64)sig | 1);
	u64 mag = fp_round(neg, e + 127 - n, u128_jam(sig << n), 53, -1022, rnd);
	mag = fp_overflow(mag, 0x7ff0000000000000u, neg, rnd);
	return f64_from(mag | (u64)neg << 63);
}

struct f64_parts { /* sig * 2^(exp - 63), bit 63 of sig set unless it is 0 */
	bool neg;
	s32 exp;
	u64 sig;
};

static ALWAYS_INLINE struct f64_parts f64_split(f64 a) {
	u64 b = f64_bits(a), frac = b & 0xfffffffffffffu;
	s32 field = (s32)(b >> 52 & 0x7ff);
	struct f64_parts r = {b >> 63, field - 1023, (frac | (u64)1 << 52) << 11};
	if (field == 0) {
		s32 n = frac ? __builtin_clzll(frac) : 0;
		r.exp = -1022 + 11 - n;
		r.sig = frac << n;
	}
	return r;
}

static ALWAYS_INLINE bool f64_is_finite(f64 a) {
	return (f64_bits(a) & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

/* (-1)^neg * sig * 2^e added; both have bit 127 and 126 clear and zeros enough at the
 * bottom that only a shift of more than two places loses any. */
static inline f64 f64_sum(bool na, s32 ea, u128 a, bool nb, s32 eb, u128 b, u32 rnd) {
	if (a == 0 || (b != 0 && ea < eb)) {
		bool n = na;
		s32 e = ea;
		u128 s = a;
		na = nb, ea = eb, a = b;
		nb = n, eb = e, b = s;
	}
	if (a == 0)
		return na == nb ? (na ? -0.0 : 0.0) : rnd == MOD_RND_RM ? -0.0 : 0.0;
	if (b != 0)
		b = u128_shr_jam(b, (u32)(ea - eb));
	if (na == nb)
		return f64_round(na, ea, a + b, rnd);
	if (a == b)
		return rnd == MOD_RND_RM ? -0.0 : 0.0;
	return a > b ? f64_round(na, ea, a - b, rnd) : f64_round(nb, ea, b - a, rnd);
}

static inline f64 f64_fma_dir(f64 a, f64 b, f64 c, u32 rnd) {
	struct f64_parts x = f64_split(a), y = f64_split(b), z = f64_split(c);
	u128 product = (u128)x.sig * y.sig >> 2;
	return f64_sum(x.neg != y.neg, x.exp + y.exp - 124, product, z.neg, z.exp - 125,
	               (u128)z.sig << 62, rnd);
}

static inline f64 f64_mul_dir(f64 a, f64 b, u32 rnd) {
	struct f64_parts x = f64_split(a), y = f64_split(b);
	bool neg = x.neg != y.neg;
	if (x.sig == 0 || y.sig == 0)
		return neg ? -0.0 : 0.0;
	return f64_round(neg, x.exp + y.exp - 126, (u128)x.sig * y.sig, rnd);
}

static inline f64 f64_div_dir(f64 a, f64 b, u32 rnd) {
	struct f64_parts x = f64_split(a), y = f64_split(b);
	u128 n = (u128)x.sig << 63;
	u128 q = n / y.sig << 1 | (n % y.sig != 0);
	return f64_round(x.neg != y.neg, x.exp - y.exp - 64, q, rnd);
}

/* The host's root of a number in [1, 4) is within half a unit: comparing its square says
 * on which side the true root lies. */
static inline f64 f64_sqrt_dir(f64 a, u32 rnd) {
	struct f64_parts x = f64_split(a);
	s32 odd = x.exp & 1, half = (x.exp - odd) / 2;
	u64 frac = x.sig >> 11; /* 53 bits: frac * 2^(odd - 52) is in [1, 4) */
	f64 root = __builtin_sqrt((f64)frac * (odd ? 0x1p-51 : 0x1p-52));
	u64 r = (u64)(root * 0x1p52);
	u128 square = (u128)r * r, want = (u128)frac << (52 + odd);
	u64 sig = r << 2;
	sig = square < want ? sig + 1 : square > want ? sig - 1 : sig;
	return f64_round(false, half - 54, sig, rnd);
}

/* ---- the instructions ---- */

static ALWAYS_INLINE f64 f64_quiet(f64 a) {
	return f64_from(f64_bits(a) | 0x0008000000000000u);
}

/* The NaN that r becomes, if it is one: of several operands the second is passed on, then
 * the third (measured on an H200). */
static ALWAYS_INLINE f64 f64_fin3(f64 r, f64 a, f64 b, f64 c) {
	f64 nan = f64_from(0xfff8000000000000u);
	nan = a != a ? f64_quiet(a) : nan;
	nan = c != c ? f64_quiet(c) : nan;
	nan = b != b ? f64_quiet(b) : nan;
	return r != r ? nan : r;
}

static ALWAYS_INLINE f64 f64_fin2(f64 r, f64 a, f64 b) {
	return f64_fin3(r, a, b, 0);
}

static ALWAYS_INLINE bool f64_directed(u32 m) {
	return m_rnd(m) != MOD_RND_RN;
}

static ALWAYS_INLINE f64 f64_sum_dir(f64 a, f64 b, u32 rnd) {
	struct f64_parts x = f64_split(a), y = f64_split(b);
	return f64_sum(x.neg, x.exp - 125, (u128)x.sig << 62, y.neg, y.exp - 125,
	               (u128)y.sig << 62, rnd);
}

static ALWAYS_INLINE f64 f64_add(f64 a, f64 b, u32 m) {
	f64 r = a + b;
	if (f64_directed(m) && f64_is_finite(a) && f64_is_finite(b))
		r = f64_sum_dir(a, b, m_rnd(m));
	return f64_fin2(r, a, b);
}

static ALWAYS_INLINE f64 f64_sub(f64 a, f64 b, u32 m) {
	f64 r = a - b;
	if (f64_directed(m) && f64_is_finite(a) && f64_is_finite(b))
		r = f64_sum_dir(a, -b, m_rnd(m));
	return f64_fin2(r, a, b);
}

static ALWAYS_INLINE f64 f64_mul(f64 a, f64 b, u32 m) {
	f64 r = a * b;
	if (f64_directed(m) && f64_is_finite(a) && f64_is_finite(b))
		r = f64_mul_dir(a, b, m_rnd(m));
	return f64_fin2(r, a, b);
}

static ALWAYS_INLINE f64 f64_fma(f64 a, f64 b, f64 c, u32 m) {
	f64 r;
	if (f64_directed(m) && f64_is_finite(a) && f64_is_finite(b) && f64_is_finite(c))
		r = f64_fma_dir(a, b, c, m_rnd(m));
	else
		r = __builtin_fma(a, b, c);
	return f64_fin3(r, a, b, c);
}

static ALWAYS_INLINE f64 f64_div(f64 a, f64 b, u32 m) {
	f64 r = a / b;
	if (f64_directed(m) && f64_is_finite(a) && f64_is_finite(b) && a != 0 && b != 0)
		r = f64_div_dir(a, b, m_rnd(m));
	return f64_fin2(r, b, a); /* here the dividend's NaN comes first */
}

static ALWAYS_INLINE f64 f64_rcp(f64 a, u32 m) {
	return f64_div(1.0, a, m);
}

static ALWAYS_INLINE f64 f64_sqrt(f64 a, u32 m) {
	f64 r = __builtin_sqrt(a);
	if (f64_directed(m) && f64_is_finite(a) && a > 0)
		r = f64_sqrt_dir(a, m_rnd(m));
	return f64_fin2(r, a, 0);
}

static ALWAYS_INLINE f64 f64_mag(f64 a) {
	return f64_from(f64_bits(a) & 0x7fffffffffffffffu);
}

/* Recorded: abs and neg of a NaN make it quiet and leave its sign. */
static ALWAYS_INLINE f64 f64_abs(f64 a) {
	return a != a ? f64_quiet(a) : f64_mag(a);
}

static ALWAYS_INLINE f64 f64_neg(f64 a) {
	return a != a ? f64_quiet(a) : -a;
}

static ALWAYS_INLINE f64 f64_pick(f64 a, f64 b, bool is_max) {
	u64 x = f64_bits(a), y = f64_bits(b);
	bool first = is_max ? a > b : a < b;
	u64 r = first ? x : y;
	r = a == b ? (is_max ? x & y : x | y) : r;
	r = a != a ? y : r;
	r = b != b ? x : r;
	return ((a != a) & (b != b)) ? f64_quiet(b) : f64_from(r);
}

static ALWAYS_INLINE f64 f64_min(f64 a, f64 b) {
	return f64_pick(a, b, false);
}

static ALWAYS_INLINE f64 f64_max(f64 a, f64 b) {
	return f64_pick(a, b, true);
}

static ALWAYS_INLINE f64 f64_copysign(f64 a, f64 b) {
	return f64_from((f64_bits(a) & 0x8000000000000000u) |
	                (f64_bits(b) & 0x7fffffffffffffffu));
}

/* Recorded: zero is normal. */
static ALWAYS_INLINE bool f64_testp(f64 a, u32 m) {
	u64 mag = f64_bits(a) & 0x7fffffffffffffffu;
	const u64 inf = 0x7ff0000000000000u, normal = 0x0010000000000000u;
	switch (MOD_GET(m, TESTP)) {
	case MOD_TESTP_FINITE: return mag < inf;
	case MOD_TESTP_INFINITE: return mag == inf;
	case MOD_TESTP_NUMBER: return mag <= inf;
	case MOD_TESTP_NOTANUMBER: return mag > inf;
	case MOD_TESTP_NORMAL: return mag == 0 || (mag >= normal && mag < inf);
	default: return mag != 0 && mag < normal;
	}
}
