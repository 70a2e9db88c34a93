/* mma_row.h - the arithmetic of the matrix units, one row of D at a time, as an sm_90
 * device does it.
 *
 * The tensor cores do not round each addition. f16, bf16 and tf32 (found by comparing
 * with a device, bit for bit, over random and edge-case operands of every form):
 *
 *   - A product is exact. Its exponent is the sum of the exponents of its factors, where
 *     a subnormal has the exponent of the smallest normal number; products with a zero
 *     factor do not count.
 *   - All products of a step (16 at most; 4 or 8 when k is less) and the accumulator are
 *     aligned to the largest of these exponents and truncated to 25 bits below it, in
 *     sign and magnitude.
 *   - These integers are added exactly. The sum becomes f32 by truncation, or f16 by
 *     rounding to nearest even; a sum beyond the range is infinite, subnormal results are
 *     kept, and an exact zero is +0, even if all terms are -0. So is what is rounded to
 *     zero in f16, unless C is f32: then f32 is rounded once more, with its sign.
 *   - NaN results are 0x7fffffff (f16: 0x7fff); infinities behave as in IEEE 754.
 *
 * e4m3 and e5m2 (mma.m16n8k16, m16n8k32, and .sp): operands are widened to f16. The
 * elements with bit 1 of k clear are summed as above, starting from zero; the others on
 * top of that result; then the accumulator is added with one rounding to nearest (f32 or
 * f16).
 *
 * m8n8k4 on f16 is emulated in f32, rounding to nearest after each addition: into f32,
 * products in ascending order from +0, then the accumulator; into f16, ((c + (p0 + p1)) +
 * (p2 + p3)).
 *
 * f64 is a chain of fused multiply-adds in ascending k from the accumulator. Integers are
 * exact and wrap, or saturate once at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum { NUM_MMA_MAX = 1024, NUM_MMA_ZERO_EXP = -1500 };

/* Decoded operand: value and alignment exponent of each element. Of v, f16 and fp8 forms
 * use f, bf16 and tf32 forms d (their products leave the range of f32), integers i, bits
 * w. */
struct num_mma_tile {
	union {
		f32 f[NUM_MMA_MAX];
		f64 d[NUM_MMA_MAX];
		s16 i[NUM_MMA_MAX];
		u32 w[NUM_MMA_MAX];
	};
	s16 e[NUM_MMA_MAX];
	bool is_wide;    /* d holds the values, else f */
	bool is_special; /* some element is infinite or NaN */
};

/* One row of D: n dot products (n a multiple of 8) of k terms. Term t of column j is
 * a[a0 + ia[t]] * b[b0 + ib[t] * n + j]. The accumulators are f32 bits, f16 bits if
 * is_half, or s32. */
struct num_mma_row {
	const struct num_mma_tile *a, *b;
	u32 a0, b0, n, k;
	const u8 *ia, *ib;
	const u32 *c; /* NULL: zero */
	u32 *d;       /* may be c */
	u32 step;     /* num_mma_row_fused: terms per sum; 16 at most are not zero */
	u32 align_bits, result_bits; /* num_mma_row_aligned */
	bool is_half;
};

void num_mma_row_fused(const struct num_mma_row *r);
/* Steps of any number of terms, cut align_bits below the largest exponent; an f32 result
 * is cut result_bits below its leading one. */
void num_mma_row_aligned(const struct num_mma_row *r);
/* The terms come in the order of the sums: first half, second half. */
void num_mma_row_paired(const struct num_mma_row *r);
void num_mma_row_quad(const struct num_mma_row *r);
void num_mma_row_int(const struct num_mma_row *r, bool saturate);
/* k counts words of 32 bits */
void num_mma_row_bit(const struct num_mma_row *r, bool is_and);
/* a: k elements; b: k rows of n; rounding: a value of the RND modifier, 0 for .rn */
void num_mma_row_f64(const f64 *a, const f64 *b, u32 n, u32 k, u32 rounding, const f64 *c,
                     f64 *d);

/* sum * 2^q: to f16, rounded to nearest even; to f32, cut. Beyond the range: infinity. A
 * zero is +0. */
u32 num_mma_f16_from_fixed(s64 sum, int q);
u32 num_mma_f32_from_fixed(s64 sum, int q);

/* To nearest even; NaN becomes 0x7fff. */
u32 num_mma_f16_from_f32(u32 bits);

/* ---- formats ----------------------------------------------------------------------- */

static inline f32 num_mma_f32(u32 bits) {
	f32 f;
	memcpy(&f, &bits, sizeof f);
	return f;
}

static inline u32 num_mma_bits(f32 f) {
	u32 bits;
	memcpy(&bits, &f, sizeof bits);
	return bits;
}

/* Exact; NaN becomes 0x7fffffff. */
static inline u32 num_mma_f32_from_f16(u32 h) {
	u32 sign = (h & 0x8000u) << 16, e = h >> 10 & 31, m = h & 0x3ffu;

	if (e == 31)
		return m ? 0x7fffffffu : sign | 0x7f800000u;
	if (e == 0)
		return sign | num_mma_bits((f32)m * 0x1p-24f);
	return sign | (e + 112) << 23 | m << 13;
}

/* Exponent for alignment. */
static inline s16 num_mma_f16_exp(u32 h) {
	u32 e = h >> 10 & 31;
	return h & 0x7fffu ? (s16)(e ? (int)e - 15 : -14) : NUM_MMA_ZERO_EXP;
}

static inline s16 num_mma_f32_exp(u32 bits) {
	u32 e = bits >> 23 & 255;
	return bits & 0x7fffffffu ? (s16)(e ? (int)e - 127 : -126) : NUM_MMA_ZERO_EXP;
}

/* num_mma_set_x: element i of a tile from its bits. */
static inline void num_mma_set_f16(struct num_mma_tile *t, u32 i, u32 h) {
	t->f[i] = num_mma_f32(num_mma_f32_from_f16(h));
	t->e[i] = num_mma_f16_exp(h);
	t->is_special |= (h & 0x7c00u) == 0x7c00u;
}

static inline void num_mma_set_e5m2(struct num_mma_tile *t, u32 i, u32 bits) {
	num_mma_set_f16(t, i, bits << 8);
}

/* Every e4m3 value is a normal f16; all exponent bits set is a number unless the mantissa
 * is too. */
static inline void num_mma_set_e4m3(struct num_mma_tile *t, u32 i, u32 bits) {
	u32 m = bits & 0x7f;
	f32 v = m < 8 ? (f32)m * 0x1p-9f : num_mma_f32((m << 20) + (120u << 23));

	if (m == 0x7f) {
		num_mma_set_f16(t, i, 0x7fff);
		return;
	}
	t->f[i] = bits & 0x80 ? -v : v;
	t->e[i] = num_mma_f32_exp(num_mma_bits(v));
}

/* bf16: its bits << 16; tf32: the low 13 bits do not count. */
static inline void num_mma_set_wide(struct num_mma_tile *t, u32 i, u32 bits) {
	bits &= ~0x1fffu;
	t->d[i] = (f64)num_mma_f32(bits);
	t->e[i] = num_mma_f32_exp(bits);
	t->is_special |= (bits & 0x7f800000u) == 0x7f800000u;
}
