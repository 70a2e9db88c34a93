/* video.h - video instructions, scalar and SIMD (PTX 9.7.17). Selectors and signs
 * come in one word that the decoder makes with vid_pack:
 *
 *   scalar   bits 0-7 selector of d, 8-15 of a, 16-23 of b (enum operand_sel)
 *            bit 40 a negated, 41 b, 42 c
 *   SIMD     bits 0-3 lanes of d that are written
 *            bits 8-23 a's lanes, 24-39 b's: a nibble each, lowest lane first, an
 *            index into b:a
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/cmp.h"
#include "ir/num/cvt.h"

enum vid_op {
	VID_ADD,
	VID_SUB,
	VID_ABSDIFF,
	VID_MIN,
	VID_MAX,
	VID_SHL,
	VID_SHR,
	VID_SET,
	VID_AVRG
};
enum vid_form { VID_PLAIN, VID_SECOND, VID_MERGE };

/* The word for the operands o[0..n) of a video row with this signature. */
static inline u64 vid_pack(const char *sig, const struct operand *o, u32 n) {
	u64 s = 0;
	for (u32 i = 0; sig[i] && sig[i] != 's' && i < n; i++) {
		u32 sel = o[i].sel;
		switch (sig[i]) {
		case 'M': s |= sel; break;
		case 'N': s |= sel >= SEL_MASK ? (u64)(sel - SEL_MASK) & 15 : 15; break;
		case 'A': s |= (u64)sel << 8 | (u64)o[i].negated << 40; break;
		case 'B': s |= (u64)sel << 16 | (u64)o[i].negated << 41; break;
		case 'C': s |= (u64)o[i].negated << 42; break;
		case 'E': s |= (sel ? (u64)o[i].value & 0xffff : 0xffff) << 8; break;
		case 'F': s |= (sel ? (u64)o[i].value & 0xffff : 0xffff) << 24; break;
		default: break;
		}
	}
	return s;
}

/* The part of a source that a selector names, sign- or zero-extended. */
static ALWAYS_INLINE s64 vid_part(u32 x, u32 type, u32 sel) {
	bool is_signed = type == TYPE_S32;
	if (sel >= SEL_B0 && sel <= SEL_B3) {
		u32 b = x >> (8 * (sel - SEL_B0)) & 0xff;
		return is_signed ? (s8)b : (s64)b;
	}
	if (sel == SEL_H0 || sel == SEL_H1) {
		u32 h = x >> (16 * (sel - SEL_H0)) & 0xffff;
		return is_signed ? (s16)h : (s64)h;
	}
	return is_signed ? (s32)x : (s64)x;
}

static ALWAYS_INLINE bool vid_cmp(u32 m, s64 a, s64 b) {
	return i_cmp(m, a, b);
}

static ALWAYS_INLINE s64 vid_abs(s64 a) {
	return a < 0 ? -a : a;
}

static ALWAYS_INLINE s64 vid_calc(u32 op, s64 a, s64 b, u32 m) {
	switch (op) {
	case VID_ADD: return a + b;
	case VID_SUB: return a - b;
	case VID_ABSDIFF: return vid_abs(a - b);
	case VID_MIN: return a < b ? a : b;
	case VID_MAX: return a > b ? a : b;
	case VID_SHR: return a >> (b & 63);
	case VID_SET: return vid_cmp(m, a, b);
	default: return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
	}
}

static ALWAYS_INLINE s64 vid_clamp(s64 x, bool is_signed, u32 bits) {
	s64 min = is_signed ? -((s64)1 << (bits - 1)) : 0;
	s64 max = ((s64)1 << (bits - is_signed)) - 1;
	return x < min ? min : x > max ? max : x;
}

static ALWAYS_INLINE u32 vid_sel_bits(u32 sel) {
	return sel >= SEL_B0 && sel <= SEL_B3   ? 8
	       : sel == SEL_H0 || sel == SEL_H1 ? 16
	                                        : 32;
}

static ALWAYS_INLINE bool vid_is_sum(u32 op) {
	return op == VID_ADD || op == VID_SUB;
}

static ALWAYS_INLINE bool vid_is_shift(u32 op) {
	return op == VID_SHL || op == VID_SHR;
}

/* .sat as sm_90 does it (recorded in isa/video, the rest measured on an H200): a shift
 * has 34 bits to overflow into, whatever part of the destination it writes; sums and
 * differences that leave 32 bits at the top wrap in an unsigned destination; a part of
 * the destination clamps from above only, and takes negative numbers as large. */
static ALWAYS_INLINE s128 vid_sat(u32 op, s128 r, bool is_signed, u32 dsel) {
	if (vid_is_shift(op))
		return vid_clamp((s64)((u64)r << 30) >> 30, is_signed, 32);
	u32 bits = vid_sel_bits(dsel);
	u64 top = ((u64)1 << (bits - is_signed)) - 1;
	if (bits < 32)
		return (u64)r > top ? top : (u64)r;
	bool wraps = !is_signed && (vid_is_sum(op) || op == VID_ABSDIFF);
	return wraps ? (r < 0 ? 0 : (u32)r) : vid_clamp((s64)r, is_signed, 32);
}

/* Checks whether the result is less than c, for the secondary minimum and maximum; `wide`
 * is the result before it was saturated. Recorded and measured: sums are compared as 32
 * bits, the rest at full width; in an unsigned destination a sum, or a saturated shift,
 * with its top bit set is never less. */
static ALWAYS_INLINE bool vid_less(u32 op, s128 r, s128 wide, u32 c, bool is_signed,
                                   bool sat) {
	s64 full = (s64)(sat && op != VID_ABSDIFF ? r : wide);
	if (is_signed)
		return (vid_is_sum(op) ? (s32)r : full) < (s32)c;
	if (vid_is_sum(op) || (vid_is_shift(op) && sat))
		return (s32)r >= 0 && (u32)r < c;
	return (u64)full < c;
}

/* Puts r into the part of c that a selector names. Recorded: h1 gets the upper half of
 * the result. */
static ALWAYS_INLINE u32 vid_merge(u32 r, u32 c, u32 sel) {
	u32 bits = vid_sel_bits(sel);
	if (bits == 32)
		return r;
	u32 shift = bits == 8 ? 8 * (sel - SEL_B0) : 16 * (sel - SEL_H0);
	u32 mask = ((1u << bits) - 1) << shift;
	return (c & ~mask) | ((sel == SEL_H1 ? r : r << shift) & mask);
}

static inline u32 vid_run(u32 op, u32 td, u32 ta, u32 tb, u32 a, u32 b, u32 c, u64 s,
                          u32 m, u32 form) {
	u32 dsel = form == VID_MERGE ? (u32)s & 0xff : SEL_NONE;
	s64 x = vid_part(a, ta, s >> 8 & 0xff), y = vid_part(b, tb, s >> 16 & 0xff);
	if (vid_is_shift(op))
		y = MOD_GET(m, WRAP) == MOD_WRAP_WRAP ? (y & 31) : y > 32 ? 32 : y;
	s128 wide = op == VID_SHL ? x * ((s128)1 << (y & 63)) : vid_calc(op, x, y, m);
	s128 r = m_sat(m) ? vid_sat(op, wide, td == TYPE_S32, dsel) : wide;
	if (form != VID_SECOND)
		return form == VID_MERGE ? vid_merge((u32)r, c, dsel) : (u32)r;
	if (MOD_GET(m, VOP) == MOD_VOP_ADD)
		return (u32)r + c;
	bool is_signed = (op == VID_SET ? ta : td) == TYPE_S32;
	bool less = vid_less(op, r, wide, c, is_signed, m_sat(m));
	return less == (MOD_GET(m, VOP) == MOD_VOP_MIN) ? (u32)r : c;
}

/* A factor of vmad. Recorded: a whole register counts as signed, whatever its type. */
static ALWAYS_INLINE s64 vid_factor(u32 x, u32 type, u32 sel) {
	return vid_part(x, vid_sel_bits(sel) == 32 ? TYPE_S32 : type, sel);
}

/* vmad: a*b + c at full width, one of a*b and c complemented and a one added (a negated
 * operand, or .po, which only adds the one), shifted down, and saturated. */
static inline u32 vid_mad(u32 ta, u32 tb, u32 a, u32 b, u32 c, u64 s, u32 m) {
	bool na = s >> 40 & 1, nb = s >> 41 & 1, nc = s >> 42 & 1;
	bool is_signed = ta == TYPE_S32 || tb == TYPE_S32 || na != nb || nc;
	s64 r = vid_factor(a, ta, s >> 8 & 0xff) * vid_factor(b, tb, s >> 16 & 0xff);
	bool po = MOD_GET(m, PO);
	if (!po && na != nb)
		r = ~r;
	else if (!po && nc)
		c = ~c;
	r += (s64)(s32)c + (po || na != nb || nc);
	u32 scale = MOD_GET(m, VSCALE);
	r >>= scale == MOD_VSCALE_SHR7 ? 7 : scale == MOD_VSCALE_SHR15 ? 15 : 0;
	if (!m_sat(m))
		return (u32)r;
	/* recorded: the shifted number is taken as unsigned */
	if (!is_signed && r < 0 && scale)
		return ~0u;
	return (u32)vid_clamp(r, is_signed, 32);
}

/* SIMD: n parts of a and b; the default selections are a's own parts and b's own. */
static inline u32 vid_simd(u32 op, u32 n, u32 td, u32 ta, u32 tb, u32 a, u32 b, u32 c,
                           u64 s, u32 m) {
	u64 both = (u64)b << 32 | a;
	u32 bits = 32 / n, ones = n == 2 ? 0xffff : 0xff;
	u32 psel = s >> 8 & 0xffff, qsel = s >> 24 & 0xffff;
	u32 p0 = psel == 0xffff ? 0x3210 : psel;
	u32 q0 = qsel == 0xffff ? (n == 2 ? 0x0032 : 0x7654) : qsel;
	bool add = MOD_GET(m, VOP) == MOD_VOP_ADD;
	u32 d = add ? c : 0;
	for (u32 i = 0; i < n; i++) {
		u32 p = (u32)(both >> (bits * (p0 >> (4 * i) & (2 * n - 1)))) & ones;
		u32 q = (u32)(both >> (bits * (q0 >> (4 * i) & (2 * n - 1)))) & ones;
		s64 x = ta != TYPE_S32 ? (s64)p : n == 2 ? (s16)p : (s8)p;
		s64 y = tb != TYPE_S32 ? (s64)q : n == 2 ? (s16)q : (s8)q;
		s64 r = vid_calc(op, x, y, m);
		if (m_sat(m))
			r = vid_clamp(r, td == TYPE_S32, bits);
		bool write = s >> i & 1;
		if (add)
			d += write ? (u32)r : 0;
		else
			d |= write ? ((u32)r & ones) << (bits * i)
			           : c & ones << (bits * i);
	}
	return d;
}
