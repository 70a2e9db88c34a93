/* mma_row.c - rows of matrix products; see mma_row.h for the rules.
 *
 * Truncating a product to the alignment grid is one conversion to integer: scaled by a
 * power of two such that the grid's unit is 1, the exact product is truncated by the C
 * conversion. f16 products have 22 bits and fit f32; bf16 and tf32 products need the
 * range of f64.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_row.h"

#include <fenv.h>
#include <math.h>

#include "ir/isa/mod.h"

enum { ALIGN_BITS = 25 };
enum { F32_NAN = 0x7fffffff, F32_INF = 0x7f800000, F16_NAN = 0x7fff, F16_INF = 0x7c00 };

static f32 pow2_f32(int e) { /* e in the normal range */
	return num_mma_f32((u32)(e + 127) << 23);
}

static f64 pow2_f64(int e) {
	u64 bits = (u64)(e + 1023) << 52;
	f64 d;
	memcpy(&d, &bits, sizeof d);
	return d;
}

/* ---- formats ----------------------------------------------------------------------- */

u32 num_mma_f16_from_fixed(s64 sum, int q) {
	u64 m = sum < 0 ? 0 - (u64)sum : (u64)sum;
	u32 sign = sum < 0 ? 0x8000u : 0;
	int top, lsb, shift;
	u64 r;

	if (m == 0)
		return 0;
	top = 63 - __builtin_clzll(m) + q;
	if (top > 15)
		return sign | F16_INF;
	lsb = MAX(top, -14) - 10;
	shift = lsb - q;
	if (shift <= 0) {
		r = m << -shift;
	} else if (shift > 40) {
		r = 0;
	} else {
		u64 half = 1ull << (shift - 1);
		r = (m + half - 1 + (m >> shift & 1)) >> shift;
	}
	if (r == 0)
		return 0; /* what is rounded to zero loses its sign */
	/* a carry out of the significand walks into the exponent, up to infinity */
	return sign | (top < -14 ? (u32)r : (u32)((top + 14) << 10) + (u32)r);
}

u32 num_mma_f32_from_fixed(s64 sum, int q) {
	u64 m = sum < 0 ? 0 - (u64)sum : (u64)sum;
	u32 sign = sum < 0 ? 0x80000000u : 0;
	int top, lsb, shift;
	u32 r;

	if (m == 0)
		return 0;
	top = 63 - __builtin_clzll(m) + q;
	if (top > 127)
		return sign | F32_INF;
	lsb = MAX(top, -126) - 23;
	shift = lsb - q;
	r = shift <= 0 ? (u32)(m << -shift) : shift > 63 ? 0 : (u32)(m >> shift);
	return sign | (top < -126 ? r : ((u32)(top + 126) << 23) + r);
}

u32 num_mma_f16_from_f32(u32 bits) {
	u32 e = bits >> 23 & 255, m = bits & 0x7fffffu, sign = bits >> 16 & 0x8000u;
	u32 r;

	if (e == 255)
		return m ? F16_NAN : sign | F16_INF;
	if (e < 64)
		return sign; /* far below half of the least subnormal */
	r = num_mma_f16_from_fixed(m | 0x800000u, (int)e - 150);
	return sign | r;
}

/* ---- fused sums -------------------------------------------------------------------- */

enum { COLS = 8 }; /* columns computed side by side: the inner loops become vector code */

/* Largest exponent of the products of each of w columns from j0. */
static ALWAYS_INLINE void max_exp(const struct num_mma_row *r, u32 t0, u32 j0, u32 w,
                                  s16 *m) {
	for (u32 j = 0; j < w; j++)
		m[j] = 2 * NUM_MMA_ZERO_EXP;
	for (u32 t = t0; t < t0 + r->step; t++) {
		const s16 *eb = r->b->e + r->b0 + r->ib[t] * r->n + j0;
		s16 ea = r->a->e[r->a0 + r->ia[t]];
		for (u32 j = 0; j < w; j++) {
			s16 e = (s16)(ea + eb[j]);
			m[j] = e > m[j] ? e : m[j];
		}
	}
}

/* Products in units of 1/scale, truncated and summed. Each is below 2^27 and there are 16
 * at most that are not zero, so 32 bits hold the sum. */
static ALWAYS_INLINE void sum_f32(const struct num_mma_row *r, u32 t0, u32 j0, u32 w,
                                  const f32 *scale, s32 *sum) {
	for (u32 t = t0; t < t0 + r->step; t++) {
		const f32 *b = r->b->f + r->b0 + r->ib[t] * r->n + j0;
		f32 a = r->a->f[r->a0 + r->ia[t]];
		for (u32 j = 0; j < w; j++)
			sum[j] += (s32)(a * b[j] * scale[j]);
	}
}

static ALWAYS_INLINE void sum_f64(const struct num_mma_row *r, u32 t0, u32 j0, u32 w,
                                  const f64 *scale, s32 *sum) {
	for (u32 t = t0; t < t0 + r->step; t++) {
		const f64 *b = r->b->d + r->b0 + r->ib[t] * r->n + j0;
		f64 a = r->a->d[r->a0 + r->ia[t]];
		for (u32 j = 0; j < w; j++)
			sum[j] += (s32)(a * b[j] * scale[j]);
	}
}

/* Computes one step of w columns, all of them finite. */
static ALWAYS_INLINE void fused_columns(const struct num_mma_row *r, u32 t0, u32 j0,
                                        u32 w, const u32 *c, u32 *d) {
	f32 scale_f[COLS];
	f64 scale_d[COLS], cd[COLS];
	s16 e[COLS];
	s32 sum[COLS] = {0};

	max_exp(r, t0, j0, w, e);
	for (u32 j = 0; j < w; j++) {
		u32 cf = r->is_half ? num_mma_f32_from_f16(c[j]) : c[j];
		s16 ec = r->is_half ? num_mma_f16_exp(c[j]) : num_mma_f32_exp(cf);
		e[j] = MAX(e[j], ec);
		cd[j] = (f64)num_mma_f32(cf);
		/* sums below these have no products: nothing to scale but the
		 * accumulator */
		scale_f[j] = pow2_f32(ALIGN_BITS - MAX(e[j], -100));
		scale_d[j] = pow2_f64(ALIGN_BITS - MAX(e[j], -300));
	}
	if (r->a->is_wide)
		sum_f64(r, t0, j0, w, scale_d, sum);
	else
		sum_f32(r, t0, j0, w, scale_f, sum);
	for (u32 j = 0; j < w; j++) {
		s64 s = sum[j] + (s64)(cd[j] * scale_d[j]);
		int q = e[j] - ALIGN_BITS;
		d[j] = r->is_half ? num_mma_f16_from_fixed(s, q)
		                  : num_mma_f32_from_fixed(s, q);
	}
}

static u32 special_bits(f64 r, bool is_half) {
	if (isnan(r))
		return is_half ? F16_NAN : F32_NAN;
	return (is_half ? F16_INF : F32_INF) |
	       (r < 0 ? is_half ? 0x8000u : 0x80000000u : 0);
}

/* The sum of column j if it is infinite or NaN; products cannot overflow f64. */
static bool special_sum(const struct num_mma_row *r, u32 t0, u32 j, u32 c, u32 *bits) {
	f64 sum = (f64)num_mma_f32(r->is_half ? num_mma_f32_from_f16(c) : c);

	for (u32 t = t0; t < t0 + r->step; t++) {
		u32 a = r->a0 + r->ia[t], b = r->b0 + r->ib[t] * r->n + j;
		sum += r->a->is_wide ? r->a->d[a] * r->b->d[b]
		                     : (f64)r->a->f[a] * (f64)r->b->f[b];
	}
	if (isfinite(sum))
		return false;
	*bits = special_bits(sum, r->is_half);
	return true;
}

/* One step of COLS columns. */
static void fused_block(const struct num_mma_row *r, u32 t0, u32 j0, const u32 *c,
                        u32 *d) {
	u32 inf = r->is_half ? F16_INF : F32_INF;
	bool is_special = r->a->is_special || r->b->is_special;

	for (u32 j = 0; j < COLS; j++)
		is_special |= (c[j] & inf) == inf;
	if (!is_special) {
		fused_columns(r, t0, j0, COLS, c, d);
		return;
	}
	for (u32 j = 0; j < COLS; j++)
		if (!special_sum(r, t0, j0 + j, c[j], &d[j]))
			fused_columns(r, t0, j0 + j, 1, c + j, d + j);
}

void num_mma_row_fused(const struct num_mma_row *r) {
	static const u32 zero[COLS];

	for (u32 j = 0; j < r->n; j += COLS) {
		const u32 *c = r->c ? r->c + j : zero;
		for (u32 t = 0; t < r->k; t += r->step, c = r->d + j)
			fused_block(r, t, j, c, r->d + j);
	}
}

/* ---- sums of other generations ----------------------------------------------------- */

/* To f32, cut `bits` below the leading one, or below that of the least normal number. */
static u32 cut_f32(s64 sum, int q, u32 bits) {
	u64 m = sum < 0 ? 0 - (u64)sum : (u64)sum;
	int top = m ? 63 - __builtin_clzll(m) + q : 0;
	int shift = MAX(top, -126) - (int)bits - q;

	if (shift > 0)
		m = shift > 63 ? 0 : m >> shift << shift;
	return num_mma_f32_from_fixed(sum < 0 ? -(s64)m : (s64)m, q);
}

/* A product; those of fp8 and f16 are exact in f32, but not their range. */
static f64 term(const struct num_mma_row *r, u32 t, u32 j, int *e) {
	u32 a = r->a0 + r->ia[t], b = r->b0 + r->ib[t] * r->n + j;

	*e = r->a->e[a] + r->b->e[b];
	return r->a->is_wide ? r->a->d[a] * r->b->d[b]
	                     : (f64)r->a->f[a] * (f64)r->b->f[b];
}

static u32 aligned_sum(const struct num_mma_row *r, u32 t0, u32 j, u32 c) {
	u32 cf = r->is_half ? num_mma_f32_from_f16(c) : c, bits;
	int top = r->is_half ? num_mma_f16_exp(c) : num_mma_f32_exp(cf), e, q;
	s64 sum;

	if (special_sum(r, t0, j, c, &bits))
		return bits;
	for (u32 t = t0; t < t0 + r->step; t++) {
		term(r, t, j, &e);
		top = MAX(top, e);
	}
	q = top - (int)r->align_bits;
	sum = (s64)ldexp((f64)num_mma_f32(cf), -q);
	for (u32 t = t0; t < t0 + r->step; t++)
		sum += (s64)ldexp(term(r, t, j, &e), -q);
	return r->is_half ? num_mma_f16_from_fixed(sum, q)
	                  : cut_f32(sum, q, r->result_bits);
}

void num_mma_row_aligned(const struct num_mma_row *r) {
	for (u32 j = 0; j < r->n; j++) {
		u32 c = r->c ? r->c[j] : 0;
		for (u32 t = 0; t < r->k; t += r->step)
			c = aligned_sum(r, t, j, c);
		r->d[j] = c;
	}
}

static u32 add_rn(u32 x, u32 y, bool is_half) {
	if (is_half) {
		/* exact in f64, and a multiple of 2^-24 */
		f64 s = (f64)num_mma_f32(num_mma_f32_from_f16(x)) +
		        (f64)num_mma_f32(num_mma_f32_from_f16(y));
		if (!isfinite(s))
			return special_bits(s, true);
		return s == 0 ? x & y & 0x8000u
		              : num_mma_f16_from_fixed((s64)(s * 0x1p24), -24);
	}
	f32 s = num_mma_f32(x) + num_mma_f32(y);
	return isnan(s) ? F32_NAN : num_mma_bits(s);
}

void num_mma_row_paired(const struct num_mma_row *r) {
	struct num_mma_row half = *r;
	u32 sum[32];

	assert(r->n <= countof(sum));
	half.c = NULL;
	half.d = sum;
	half.step = r->k / 2;
	num_mma_row_fused(&half);
	for (u32 j = 0; j < r->n; j++)
		r->d[j] = add_rn(sum[j], r->c[j], r->is_half);
}

void num_mma_row_quad(const struct num_mma_row *r) {
	const f32 *a = r->a->f + r->a0;

	for (u32 j = 0; j < r->n; j++) {
		const f32 *b = r->b->f + r->b0 + j;
		f32 p0 = a[0] * b[0], p1 = a[1] * b[r->n], p2 = a[2] * b[2 * r->n],
		    p3 = a[3] * b[3 * r->n];
		if (r->is_half) {
			f32 s = (num_mma_f32(num_mma_f32_from_f16(r->c[j])) + (p0 + p1)) +
			        (p2 + p3);
			r->d[j] = num_mma_f16_from_f32(num_mma_bits(s));
		} else {
			f32 s = (((0.0f + p0) + p1) + p2) + p3 + num_mma_f32(r->c[j]);
			r->d[j] = isnan(s) ? F32_NAN : num_mma_bits(s);
		}
	}
}

/* ---- integers, bits, f64 ----------------------------------------------------------- */

void num_mma_row_int(const struct num_mma_row *r, bool saturate) {
	for (u32 j0 = 0; j0 < r->n; j0 += COLS) {
		s32 sum[COLS] = {0};
		for (u32 t = 0; t < r->k; t++) {
			const s16 *b = r->b->i + r->b0 + r->ib[t] * r->n + j0;
			s16 a = r->a->i[r->a0 + r->ia[t]];
			for (u32 j = 0; j < COLS; j++)
				sum[j] += a * b[j];
		}
		for (u32 j = 0; j < COLS; j++) {
			s64 s = (s64)sum[j] + (s32)r->c[j0 + j];
			if (saturate)
				s = s > INT32_MAX   ? INT32_MAX
				    : s < INT32_MIN ? INT32_MIN
				                    : s;
			r->d[j0 + j] = (u32)s;
		}
	}
}

void num_mma_row_bit(const struct num_mma_row *r, bool is_and) {
	for (u32 j = 0; j < r->n; j++) {
		u32 sum = r->c[j];
		for (u32 t = 0; t < r->k; t++) {
			u32 a = r->a->w[r->a0 + r->ia[t]],
			    b = r->b->w[r->b0 + r->ib[t] * r->n + j];
			sum += (u32)__builtin_popcount(is_and ? a & b : a ^ b);
		}
		r->d[j] = sum;
	}
}

/* A NaN of the inputs, made quiet: of b, else of the sum, else of a (recorded); else a
 * new one. */
static f64 nan_f64(f64 a, f64 b, f64 c) {
	u64 bits = 0xfff8000000000000;
	f64 r = isnan(b) ? b : isnan(c) ? c : a;

	if (isnan(r)) {
		memcpy(&bits, &r, sizeof bits);
		bits |= 1ull << 51;
	}
	memcpy(&r, &bits, sizeof r);
	return r;
}

void num_mma_row_f64(const f64 *a, const f64 *b, u32 n, u32 k, u32 rounding, const f64 *c,
                     f64 *d) {
	static const int mode[] = {
		[MOD_RND_RZ] = FE_TOWARDZERO,
		[MOD_RND_RM] = FE_DOWNWARD,
		[MOD_RND_RP] = FE_UPWARD,
	};
	bool is_directed = rounding == MOD_RND_RZ || rounding == MOD_RND_RM ||
	                   rounding == MOD_RND_RP;

	if (is_directed)
		fesetround(mode[rounding]);
	for (u32 j = 0; j < n; j++) {
		f64 s = c[j];
		for (u32 i = 0; i < k; i++) {
			/* keeps the sum between the mode switches */
			volatile f64 x = a[i];
			f64 y = b[i * n + j], r = fma(x, y, s);
			s = isnan(r) ? nan_f64(a[i], y, s) : r;
		}
		d[j] = s;
	}
	if (is_directed)
		fesetround(FE_TONEAREST);
}
