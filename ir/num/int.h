/* int.h - integer instructions (PTX 9.7.1, 9.7.2, 9.7.8). A function per type under
 * one generic name: i_div(a, b) picks by the type of `a`. All arithmetic is done
 * unsigned, so nothing overflows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/bits.h"

#define I_PICK(name, a)          \
	_Generic((a),            \
	        u16: u16_##name, \
	        s16: s16_##name, \
	        u32: u32_##name, \
	        s32: s32_##name, \
	        u64: u64_##name, \
	        s64: s64_##name)

static ALWAYS_INLINE s32 s32_sat(s64 a) {
	return a > INT32_MAX ? INT32_MAX : a < INT32_MIN ? INT32_MIN : (s32)a;
}

static ALWAYS_INLINE s32 s32_relu(s32 a) {
	return a > 0 ? a : 0;
}

/* Upper half of the double-width product; |a - b| + c. T: type, U: unsigned, W: twice as
 * wide. */
#define DEFINE_INT(T, U, W, bits)                             \
	static ALWAYS_INLINE T T##_mulhi(T a, T b) {          \
		return (T)(((W)a * (W)b) >> bits);            \
	}                                                     \
	static ALWAYS_INLINE T T##_sad(T a, T b, T c) {       \
		U d = (U)(a < b ? (U)b - (U)a : (U)a - (U)b); \
		return (T)(1u * (U)c + d);                    \
	}
DEFINE_INT(u16, u16, u32, 16)
DEFINE_INT(s16, u16, s32, 16)
DEFINE_INT(u32, u32, u64, 32)
DEFINE_INT(s32, u32, s64, 32)
DEFINE_INT(u64, u64, u128, 64)
DEFINE_INT(s64, u64, s128, 64)
#undef DEFINE_INT
#define i_mulhi(a, b) I_PICK(mulhi, a)(a, b)
#define i_sad(a, b, c) I_PICK(sad, a)(a, b, c)

/* Division by zero gives all ones, quotient and remainder: recorded, isa/unspecified. The
 * most negative number divided by -1 wraps to itself, the remainder is 0. Up to 32 bits
 * the quotient comes from F, a floating-point type so much wider that its rounding never
 * reaches the next integer: that makes vector code, which integer division does not. */
#define DEFINE_UDIV(T, F)                                               \
	static ALWAYS_INLINE T T##_div(T a, T b) {                      \
		T d = b ? b : 1;                                        \
		return b ? (T)((F)a / (F)d) : (T) ~(T)0;                \
	}                                                               \
	static ALWAYS_INLINE T T##_rem(T a, T b) {                      \
		return b ? (T)(a - 1u * T##_div(a, b) * b) : (T) ~(T)0; \
	}
#define DEFINE_SDIV(T, U, F)                                                        \
	static ALWAYS_INLINE T T##_div(T a, T b) {                                  \
		T d = ((b == 0) | (b == -1)) ? 1 : b;                               \
		T q = (T)((F)a / (F)d);                                             \
		q = b == -1 ? (T)(0u - (U)a) : q;                                   \
		return b == 0 ? (T) - 1 : q;                                        \
	}                                                                           \
	static ALWAYS_INLINE T T##_rem(T a, T b) {                                  \
		return b == 0 ? (T) - 1 : (T)((U)a - 1u * (U)T##_div(a, b) * (U)b); \
	}
DEFINE_UDIV(u16, f32)
DEFINE_UDIV(u32, f64)
DEFINE_UDIV(u64, u64)
DEFINE_SDIV(s16, u16, f32)
DEFINE_SDIV(s32, u32, f64)
DEFINE_SDIV(s64, u64, s64)
#undef DEFINE_UDIV
#undef DEFINE_SDIV
#define i_div(a, b) I_PICK(div, a)(a, b)
#define i_rem(a, b) I_PICK(rem, a)(a, b)

/* mul24: the low 24 bits of each operand, as signed numbers for s32; .lo is bits 0-31 of
 * the 48-bit product, .hi bits 16-47. */
static ALWAYS_INLINE u64 u32_prod24(u32 a, u32 b) {
	return (u64)(a & 0xffffffu) * (b & 0xffffffu);
}

static ALWAYS_INLINE s64 s32_prod24(s32 a, s32 b) {
	return (s64)((s32)((u32)a << 8) >> 8) * ((s32)((u32)b << 8) >> 8);
}

static ALWAYS_INLINE u32 u32_mul24lo(u32 a, u32 b) {
	return (u32)u32_prod24(a, b);
}

static ALWAYS_INLINE s32 s32_mul24lo(s32 a, s32 b) {
	return (s32)s32_prod24(a, b);
}

static ALWAYS_INLINE u32 u32_mul24hi(u32 a, u32 b) {
	return (u32)(u32_prod24(a, b) >> 16);
}

static ALWAYS_INLINE s32 s32_mul24hi(s32 a, s32 b) {
	return (s32)(s32_prod24(a, b) >> 16);
}
#define I_PICK32(name, a) _Generic((a), u32: u32_##name, s32: s32_##name)
#define i_mul24lo(a, b) I_PICK32(mul24lo, a)(a, b)
#define i_mul24hi(a, b) I_PICK32(mul24hi, a)(a, b)

/* ---- bits ---- */

static ALWAYS_INLINE u32 u32_popc(u32 a) {
	a = a - (a >> 1 & 0x55555555u);
	a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
	return ((a + (a >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static ALWAYS_INLINE u32 u64_popc(u64 a) {
	return u32_popc((u32)a) + u32_popc((u32)(a >> 32));
}
#define I_PICKB(name, a) _Generic((a), u32: u32_##name, u64: u64_##name)
#define i_popc(a) I_PICKB(popc, a)(a)

static ALWAYS_INLINE u32 u32_clz(u32 a) {
	return a ? (u32)__builtin_clz(a) : 32;
}

static ALWAYS_INLINE u32 u64_clz(u64 a) {
	return a ? (u32)__builtin_clzll(a) : 64;
}
#define i_clz(a) I_PICKB(clz, a)(a)

static ALWAYS_INLINE u32 u32_brev(u32 a) {
	a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
	a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
	a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
	return __builtin_bswap32(a);
}

static ALWAYS_INLINE u64 u64_brev(u64 a) {
	return (u64)u32_brev((u32)a) << 32 | u32_brev((u32)(a >> 32));
}
#define i_brev(a) I_PICKB(brev, a)(a)

/* Position of the highest one (for signed types: the highest bit unlike the sign), ~0 if
 * there is none; .shiftamt: how far it is from the top bit. */
static ALWAYS_INLINE u32 u64_bfind_in(u64 a, u32 bits, u32 m) {
	u32 pos = 63 - u64_clz(a | 1);
	u32 r = MOD_GET(m, SHIFTAMT) ? bits - 1 - pos : pos;
	return a == 0 ? ~0u : r;
}

static ALWAYS_INLINE u32 u32_bfind(u32 a, u32 m) {
	return u64_bfind_in(a, 32, m);
}

static ALWAYS_INLINE u32 s32_bfind(s32 a, u32 m) {
	return u64_bfind_in((u32)(a < 0 ? ~a : a), 32, m);
}

static ALWAYS_INLINE u32 u64_bfind(u64 a, u32 m) {
	return u64_bfind_in(a, 64, m);
}

static ALWAYS_INLINE u32 s64_bfind(s64 a, u32 m) {
	return u64_bfind_in((u64)(a < 0 ? ~a : a), 64, m);
}
#define I_PICKW(name, a) \
	_Generic((a), u32: u32_##name, s32: s32_##name, u64: u64_##name, s64: s64_##name)
#define i_bfind(a, m) I_PICKW(bfind, a)(a, m)

/* fns: position of the n-th one above (n > 0) or below `base`; n = 0 tests the bit at
 * base. A base above 31 finds nothing (recorded, isa/unspecified), and the most negative
 * n gives 0 (measured on an H200). */
static ALWAYS_INLINE u32 u32_fns(u32 mask, u32 base, s32 n) {
	if (n == INT32_MIN)
		return 0;
	if (base > 31)
		return ~0u;
	if (n == 0)
		return mask >> base & 1 ? base : ~0u;
	u32 left = n > 0 ? (u32)n : 0u - (u32)n;
	for (s32 pos = (s32)base; pos >= 0 && pos < 32; pos += n > 0 ? 1 : -1)
		if ((mask >> pos & 1) && --left == 0)
			return (u32)pos;
	return ~0u;
}

/* Position or length of a bit field: modulo 256 in 32 bits, but whole in 64, where
 * whatever is too large is past the end (recorded, isa/int_bits). */
static ALWAYS_INLINE u32 field_arg(u32 n, u32 bits) {
	return bits == 32 ? n & 0xff : n > 0xff ? 0xff : n;
}

/* bfe: `len` bits from `pos`; signed fields are extended by their top bit, or the sign of
 * `a` where the field leaves the word (PTX 9.7.1.19). */
#define DEFINE_BFE(U, bits)                                                             \
	static ALWAYS_INLINE U U##_field(U a, u32 pos, u32 len, bool is_signed) {       \
		u32 p = field_arg(pos, bits), n = field_arg(len, bits), end = p + n;    \
		u32 top = end > bits ? bits - 1                                         \
		                     : end - 1; /* used only if n is not zero */        \
		bool sign = is_signed & (n != 0) & (bool)(a >> (top & (bits - 1)) & 1); \
		U keep = n < bits ? ((U)1 << (n & (bits - 1))) - 1 : ~(U)0;             \
		keep &= p < bits ? ~(U)0 >> (p & (bits - 1))                            \
		                 : 0; /* the bits of a that the field covers */         \
		U field = p < bits ? a >> (p & (bits - 1)) : 0;                         \
		return sign ? field | ~keep : field & keep;                             \
	}
DEFINE_BFE(u32, 32)
DEFINE_BFE(u64, 64)
#undef DEFINE_BFE

static ALWAYS_INLINE u32 u32_bfe(u32 a, u32 pos, u32 len) {
	return u32_field(a, pos, len, false);
}

static ALWAYS_INLINE s32 s32_bfe(s32 a, u32 pos, u32 len) {
	return (s32)u32_field((u32)a, pos, len, true);
}

static ALWAYS_INLINE u64 u64_bfe(u64 a, u32 pos, u32 len) {
	return u64_field(a, pos, len, false);
}

static ALWAYS_INLINE s64 s64_bfe(s64 a, u32 pos, u32 len) {
	return (s64)u64_field((u64)a, pos, len, true);
}
#define i_bfe(a, pos, len) I_PICKW(bfe, a)(a, pos, len)

/* bfi: the low `len` bits of a put into b at `pos`; what leaves the word is lost. */
static ALWAYS_INLINE u64 bfi_field(u64 a, u64 b, u32 pos, u32 len, u32 bits) {
	u32 p = field_arg(pos, bits), n = field_arg(len, bits);
	u64 keep = n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1;
	u64 mask = p < 64 ? keep << p : 0;
	u64 put = p < 64 ? a << p : 0;
	return (b & ~mask) | (put & mask);
}

static ALWAYS_INLINE u32 u32_bfi(u32 a, u32 b, u32 pos, u32 len) {
	return (u32)bfi_field(a, b, pos, len, 32);
}

static ALWAYS_INLINE u64 u64_bfi(u64 a, u64 b, u32 pos, u32 len) {
	return bfi_field(a, b, pos, len, 64);
}
#define i_bfi(a, b, pos, len) I_PICKB(bfi, a)(a, b, pos, len)

/* .clamp: a bit position or width over 31 counts as 32; .wrap: modulo 32. */
static ALWAYS_INLINE u32 m_clamp32(u32 a, u32 m) {
	return MOD_GET(m, WRAP) == MOD_WRAP_WRAP ? a & 31 : a > 32 ? 32 : a;
}

static ALWAYS_INLINE u32 u32_shl_wide(u32 a, u32 n) {
	return n < 32 ? a << n : 0;
}

/* szext: sign- or zero-extends the low `n` bits. */
static ALWAYS_INLINE u32 u32_szext(u32 a, u32 n, bool is_signed, u32 m) {
	u32 len = m_clamp32(n, m);
	u32 mask = u32_shl_wide(~0u, len);
	bool sign = is_signed && len != 0 && (a >> ((len - 1) & 31) & 1);
	return sign ? a | mask : a & ~mask;
}

/* bmsk: `b` ones from bit `a` up. */
static ALWAYS_INLINE u32 u32_bmsk(u32 a, u32 b, u32 m) {
	u32 pos = m_clamp32(a, m), len = m_clamp32(b, m);
	return u32_shl_wide(~0u, pos) & ~u32_shl_wide(~0u, pos + len);
}

static ALWAYS_INLINE s32 byte_of(u32 a, u32 i, bool is_signed) {
	u32 b = a >> (8 * i) & 0xff;
	return is_signed ? (s8)b : (s32)b;
}

/* Dot products of bytes: ta and tb say which side is signed. */
static ALWAYS_INLINE u32 u32_dp4a(u32 ta, u32 tb, u32 a, u32 b, u32 c) {
	for (u32 i = 0; i < 4; i++)
		c += (u32)(byte_of(a, i, ta == TYPE_S32) * byte_of(b, i, tb == TYPE_S32));
	return c;
}

/* Multiplies two 16-bit parts of a with two bytes of b (the low ones; .hi has been
 * shifted down) and adds c. */
static ALWAYS_INLINE u32 u32_dp2a(u32 ta, u32 tb, u32 a, u32 b, u32 c) {
	for (u32 i = 0; i < 2; i++) {
		u32 h = a >> (16 * i) & 0xffff;
		s32 x = ta == TYPE_S32 ? (s16)h : (s32)h;
		c += (u32)x * (u32)byte_of(b, i, tb == TYPE_S32);
	}
	return c;
}

/* lop3: bit i of `lut` is the result where the bits of a, b, c spell i. */
static ALWAYS_INLINE u32 u32_lop3(u32 a, u32 b, u32 c, u32 lut) {
	u32 r = 0;
	for (u32 i = 0; i < 8; i++) {
		u32 x = i & 4 ? a : ~a, y = i & 2 ? b : ~b, z = i & 1 ? c : ~c;
		r |= x & y & z & (0u - (lut >> i & 1));
	}
	return r;
}

/* shf: the 64-bit word b:a shifted; .l gives the upper half, .r the lower. */
static ALWAYS_INLINE u32 u32_shf(u32 a, u32 b, u32 n, u32 m) {
	u32 s = m_clamp32(n, m);
	u64 v = (u64)b << 32 | a;
	return MOD_GET(m, SHDIR) == MOD_SHDIR_L ? (u32)(v << s >> 32) : (u32)(v >> s);
}

/* prmt: each nibble of c picks a byte of b:a, or, with its top bit set, spreads that
 * byte's sign. */
static ALWAYS_INLINE u32 u32_prmt(u32 a, u32 b, u32 c) {
	u64 v = (u64)b << 32 | a;
	u32 r = 0;
	for (u32 i = 0; i < 4; i++) {
		u32 sel = c >> (4 * i) & 15;
		u32 byte = (u32)(v >> (8 * (sel & 7))) & 0xff;
		u32 sign = (byte >> 7) * 0xffu;
		r |= (sel & 8 ? sign : byte) << (8 * i);
	}
	return r;
}

/* The other modes: only the low two bits of c count (PTX 9.7.9.7, the table of modes). */
static ALWAYS_INLINE u32 u32_prmt_selector(u32 mode, u32 c) {
	static const u16 nibbles[7][4] = {
		{0},
		{0x3210, 0x4321, 0x5432, 0x6543}, /* f4e: four bytes forward */
		{0x5670, 0x6701, 0x7012, 0x0123}, /* b4e: backward */
		{0x0000, 0x1111, 0x2222, 0x3333}, /* rc8: one byte, repeated */
		{0x3210, 0x3211, 0x3222, 0x3333}, /* ecl: clamped to the left */
		{0x0000, 0x1110, 0x2210, 0x3210}, /* ecr: to the right */
		{0x1010, 0x3232, 0x1010, 0x3232}, /* rc16: one half, repeated */
	};
	return nibbles[mode < 7 ? mode : 0][c & 3];
}

static ALWAYS_INLINE u32 u32_prmt_mode(u32 a, u32 b, u32 c, u32 m) {
	return u32_prmt(a, b, u32_prmt_selector(MOD_GET(m, PRMT), c));
}

/* ---- pairs of 16-bit integers ---- */

static ALWAYS_INLINE u32 x2_of(u16 lo, u16 hi) {
	return (u32)hi << 16 | lo;
}

/* Adds without letting the carry of the lower half into the upper one. */
static ALWAYS_INLINE u32 x2_add(u32 a, u32 b) {
	return ((a & 0x7fff7fffu) + (b & 0x7fff7fffu)) ^ ((a ^ b) & 0x80008000u);
}

static ALWAYS_INLINE u32 x2_umin(u32 a, u32 b) {
	u16 al = (u16)a, ah = (u16)(a >> 16), bl = (u16)b, bh = (u16)(b >> 16);
	return x2_of(al < bl ? al : bl, ah < bh ? ah : bh);
}

static ALWAYS_INLINE u32 x2_umax(u32 a, u32 b) {
	u16 al = (u16)a, ah = (u16)(a >> 16), bl = (u16)b, bh = (u16)(b >> 16);
	return x2_of(al > bl ? al : bl, ah > bh ? ah : bh);
}

static ALWAYS_INLINE u16 s16_clip(s32 a, u32 m) {
	return (u16)(m_relu(m) && a < 0 ? 0 : a);
}

static ALWAYS_INLINE u32 x2_smin(u32 a, u32 b, u32 m) {
	s16 al = (s16)a, ah = (s16)(a >> 16), bl = (s16)b, bh = (s16)(b >> 16);
	return x2_of(s16_clip(al < bl ? al : bl, m), s16_clip(ah < bh ? ah : bh, m));
}

static ALWAYS_INLINE u32 x2_smax(u32 a, u32 b, u32 m) {
	s16 al = (s16)a, ah = (s16)(a >> 16), bl = (s16)b, bh = (s16)(b >> 16);
	return x2_of(s16_clip(al > bl ? al : bl, m), s16_clip(ah > bh ? ah : bh, m));
}

/* ---- carry chains: the sum, with the carry in `out` (PTX 9.7.2) ---- */

static ALWAYS_INLINE u32 u32_addc(u32 a, u32 b, u32 in, u32 *out) {
	u64 r = (u64)a + b + in;
	*out = (u32)(r >> 32);
	return (u32)r;
}

static ALWAYS_INLINE u64 u64_addc(u64 a, u64 b, u32 in, u32 *out) {
	u64 s = a + b, r = s + in;
	*out = (u32)(s < a) | (u32)(r < s);
	return r;
}

/* a - b is a + ~b + 1, and the flag that sum's carry: set where nothing is borrowed.
 * Chains of subtractions cannot tell (recorded, isa/int_carry), but an addc after a
 * sub.cc sees it (recorded, tests/run/launches/carry-of-differences). */
static ALWAYS_INLINE u32 u32_subc(u32 a, u32 b, u32 in, u32 *out) {
	return u32_addc(a, ~b, in, out);
}

static ALWAYS_INLINE u64 u64_subc(u64 a, u64 b, u32 in, u32 *out) {
	return u64_addc(a, ~b, in, out);
}
#define CC_ADD(a, b, in) I_PICKB(addc, a)(a, b, in, &CC)
#define CC_SUB(a, b, in) I_PICKB(subc, a)(a, b, in, &CC)
