/* mma_fused.c - f16, bf16, tf32 and fp8 products of finite operands, by the rules of
 * mma_row.h. A column of D is 16 dot products, one per lane. Alignment exponents are kept
 * biased so that a sum of two orders products, those with a zero factor below all others;
 * four elements of k share a word (bf16: two). Products are exact in f32, are scaled to
 * the unit of the alignment grid and truncated by conversion. Values out of that range
 * (infinities, NaN, sums of 2^31, bf16 and tf32 products near the ends of the range of
 * f32) are left to mma_exec.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_tile.h"

enum kind { F16, BF16, TF32, E4M3, E5M2 };
enum { MAX_WORDS = 16, MAX_COLS = 16 };
/* An element's biased exponent, or 0 for zero. Two of them are at least 2 * BIAS + 2, one
 * and a zero less. */
enum { BIAS = 256, BIAS8 = 32 };
/* Exponents are at their place in an f32, so that no shifts are needed for powers of
 * two. */
#define FIELD(e) ((u32)(e) << 23)
/* Fields at which the unit of the grid and its inverse are normal numbers; that of the
 * least product of f16. */
enum { LEAST_EXP = 27, LEAST_F16 = 99, ALIGN_BITS = 25, F32_MAX_EXP = 255 };

struct rows { /* words of x: elements with even and odd k, exponents */
	vecf even[MAX_WORDS], odd[MAX_WORDS];
	veci exp[MAX_WORDS];
};

/* Words of y as the registers have them, a set per plane. Of bf16 and tf32 those with
 * even and odd k are apart, else they are adjacent. */
struct columns {
	_Alignas(64) f32 even[2][MMA_GROUPS * 64];
	_Alignas(64) f32 odd[2][MMA_GROUPS * 32];
	_Alignas(64) u32 exp[2][MMA_GROUPS * 32];
};

static ALWAYS_INLINE bool is_wide(enum kind k) {
	return k == BF16 || k == TF32;
}

static ALWAYS_INLINE bool is_fp8(enum kind k) {
	return k >= E4M3;
}

/* ---- operands ---------------------------------------------------------------------- */

/* Bytes in the high half of each 16 bits to f16. A subnormal e4m3 is a multiple of 2^-9
 * with at most two bits below the leading one: its f16 is a high byte, found in a
 * table. */
static ALWAYS_INLINE veci f16_from_e4m3(veci h) {
	static const u8 subnormal[16] = {0, 0x18, 0x1c, 0x1e, 0x20, 0x21, 0x22, 0x23};
	veci sign = vec_and(h, vec_all(0x80008000)), all = vec_all(~0u);
	veci m = vec_shr16(vec_and(h, vec_all(0x7f007f00)), 1);
	veci normal = vec_add16(m, vec_all(0x20002000));
	veci low = vec_lookup(subnormal, vec_and(h, vec_all(0x07000700)));
	veci exp = vec_and(m, vec_all(0x3c003c00));
	veci v = vec_or(vec_where16(exp, normal), vec_xor(low, vec_where16(exp, low)));
	veci not_nan = vec_where16(vec_xor(m, vec_all(0x3f803f80)), all);

	return vec_or(vec_or(sign, v),
	              vec_and(vec_xor(not_nan, all), vec_all(0x7fff7fff)));
}

/* Words of four fp8 to words of two f16: plane 0 has bytes 0 and 1, which are summed
 * first. */
static ALWAYS_INLINE veci fp8_plane(enum type t, veci w, u32 plane) {
	veci two = plane ? vec_shr(w, 16) : vec_and(w, vec_all(0xffff));
	veci h = vec_or(vec_shl(vec_and(two, vec_all(0xff00)), 16),
	                vec_shl(vec_and(two, vec_all(0xff)), 8));

	return t == TYPE_E5M2 ? h : f16_from_e4m3(h);
}

/* Exponents of the elements of a word: f16, bf16 in 16 bits each, tf32 in 32. */
static ALWAYS_INLINE veci exponents(enum kind k, veci w) {
	if (k == TF32)
		return vec_max_if(w, 0x7fffe000, vec_field(vec_shr(w, 23), 0xff, BIAS),
		                  vec_all(BIAS + 1));
	if (k == BF16)
		return vec_max16_if(
			w, 0x7fff7fff,
			vec_field(vec_shr16(w, 7), 0x00ff00ff, BIAS * 0x10001),
			vec_all((BIAS + 1) * 0x10001));
	/* bit 5 is the sign, or the bias */
	return vec_max16_if(w, 0x7fff7fff,
	                    vec_field(vec_shr16(w, 10), 0x001f001f, BIAS8 * 0x10001),
	                    vec_all((BIAS8 + 1) * 0x10001));
}

/* Packs two such words of f16 into one. */
static ALWAYS_INLINE veci pack_exponents(veci a, veci b) {
	return vec_or(a, vec_shl(b, 8));
}

/* The exponents of f16 that are in one word are those of words i and i + nword / 2. */
static ALWAYS_INLINE void prepare_rows(enum kind k, u32 nword, const veci *w, enum type t,
                                       struct rows *r, veci *top) {
	for (u32 plane = 0; plane < (is_fp8(k) ? 2 : 1); plane++) {
		veci h[MAX_WORDS];
		u32 at = plane * nword;
		for (u32 i = 0; i < nword; i++) {
			h[i] = is_fp8(k) ? fp8_plane(t, w[i], plane) : w[i];
			if (k == BF16) {
				r->even[at + i] = vecf_of(vec_shl(h[i], 16));
				r->odd[at + i] = vecf_of(
					vec_and(h[i], vec_all(0xffff0000)));
			} else if (k == TF32) {
				r->even[at + i] = vecf_of(
					vec_and(h[i], vec_all(0xffffe000)));
			} else {
				vec_split_f16(h[i], &r->even[at + i], &r->odd[at + i]);
			}
			h[i] = exponents(k, h[i]);
		}
		for (u32 i = 0; i < (is_wide(k) ? nword : nword / 2); i++) {
			veci e = is_wide(k) ? h[i]
			                    : pack_exponents(h[i], h[i + nword / 2]);
			r->exp[at + i] = e;
			*top = is_wide(k) ? vec_max16(*top, e) : vec_max8(*top, e);
		}
	}
}

/* Stores the exponents of eight columns of y, whose words are the nword / 2 vectors at
 * h. */
static ALWAYS_INLINE void store_exponents(enum kind k, u32 nword, veci *h, u32 *to,
                                          veci *top) {
	for (u32 i = 0; i < nword / 2; i++) {
		veci e;
		if (is_wide(k)) {
			e = exponents(k, h[i]);
			*top = vec_max16(*top, e);
			vec_store(to + 16 * i, e);
			continue;
		}
		if (nword == 4) { /* words 0 and 2, 1 and 3 of a register */
			e = exponents(k, h[i]);
			e = pack_exponents(e, vec_upper_half(e));
		} else if (i < nword / 4) { /* the registers of half of k */
			e = pack_exponents(exponents(k, h[i]),
			                   exponents(k, h[i + nword / 4]));
		} else {
			break;
		}
		*top = vec_max8(*top, e);
		vec_store(to + 16 * i, e);
	}
}

static ALWAYS_INLINE void prepare_columns(const struct mma_plan *p, enum kind k,
                                          u32 nword, const void *const *y, enum type t,
                                          struct columns *c, veci *top) {
	for (u32 j = 0; j < p->ncol8; j++)
		for (u32 plane = 0; plane < (is_fp8(k) ? 2 : 1); plane++) {
			veci h[MAX_WORDS / 2];
			for (u32 i = 0; i < nword / 2; i++) { /* halves of registers */
				const u8 *from = (const u8 *)y[p->y[j][i / 2]] +
				                 i % 2 * 64;
				u32 at = j * nword * 8 + i * 16;
				h[i] = vec_load(from);
				if (is_fp8(k))
					h[i] = fp8_plane(t, h[i], plane);
				if (is_wide(k))
					vec_store(&c->even[plane][at],
					          k == BF16
					                  ? vec_shl(h[i], 16)
					                  : vec_and(h[i],
					                            vec_all(0xffffe000)));
				else
					vec_store_f16(&c->even[plane][2 * at], h[i]);
				if (k == BF16)
					vec_store(&c->odd[plane][at],
					          vec_and(h[i], vec_all(0xffff0000)));
			}
			store_exponents(k, nword, h, &c->exp[plane][j * nword * 8], top);
		}
}

/* ---- sums -------------------------------------------------------------------------- */

/* Collects whether the kernel can do all steps of a product exactly. */
struct range {
	veci top, sum;    /* greatest exponent of an operand; of wide kinds, of two */
	veci least, most; /* alignment exponents */
	veci over;        /* negative: a sum of 2^31 */
	vecm bad;         /* sparse operands that name an element twice */
};

static ALWAYS_INLINE struct range range_new(void) {
	veci zero = vec_all(0);
	return (struct range){zero, zero, vec_all(FIELD(F32_MAX_EXP)),
	                      zero, zero, vecm_none()};
}

/* The sum of the exponents of two elements that is 0 as an exponent of f32. */
static ALWAYS_INLINE u32 origin(enum kind k) {
	return is_wide(k) ? 2 * BIAS + 127 : 2 * BIAS8 + 30 - 127u;
}

/* No alignment exponent is less than this unless there is nothing to sum. */
static ALWAYS_INLINE u32 least_of(enum kind k) {
	return FIELD(is_wide(k) ? LEAST_EXP + 1 : LEAST_F16);
}

static ALWAYS_INLINE bool range_is_good(enum kind k, const struct range *r) {
	veci top, low = vec_all(0xffff);
	vecm bad = vecm_or(r->bad, vec_is_negative(r->over));

	bad = vecm_or(bad, vec_greater(r->most, vec_all(FIELD(F32_MAX_EXP) - 1)));
	if (k == BF16) {
		top = vec_max(vec_and(r->top, low), vec_shr(r->top, 16));
		bad = vecm_or(bad,
		              vec_greater(r->sum, vec_all(origin(k) + F32_MAX_EXP - 2)));
		return !vecm_any(vecm_or(bad, vec_greater(top, vec_all(BIAS + 254))));
	}
	if (k == TF32) {
		bad = vecm_or(bad,
		              vec_greater(r->sum, vec_all(origin(k) + F32_MAX_EXP - 2)));
		return !vecm_any(vecm_or(bad, vec_greater(r->top, vec_all(BIAS + 254))));
	}
	top = vec_max8(r->top, vec_shr(r->top, 16));
	top = vec_and(vec_max8(top, vec_shr(top, 8)), vec_all(0xff));
	return !vecm_any(vecm_or(bad, vec_greater(top, vec_all(BIAS8 + 30))));
}

/* Greatest sum of exponents of n elements of x and y: as elements are, in any of those
 * that share a word. */
static ALWAYS_INLINE veci greatest_sum(enum kind k, u32 n, const veci *x, const u32 *y) {
	veci m = vec_all(0), e;

	for (u32 i = 0; i < n; i++) {
		veci all = vec_all(y[i / 4 * 32 + i % 4]);
		if (is_wide(k)) {
			e = vec_add(x[i], all);
			m = k == TF32 ? vec_max(m, e) : vec_max16(m, e);
		} else {
			e = vec_add8(x[i], all);
			m = vec_max8(m, e);
		}
	}
	return m;
}

/* Greatest alignment exponent of the products of `step` words; less than least_of if
 * there are none. */
static ALWAYS_INLINE veci greatest(enum kind k, const veci *x, const u32 *y, u32 step,
                                   struct range *range) {
	veci m = greatest_sum(k, is_wide(k) ? step : step / 2, x, y);

	if (!is_wide(k)) {
		m = vec_max8(m, vec_shl(m, 16));
		m = vec_max8(m, vec_shl(m, 8));
		m = vec_and(vec_shr(m, 1), vec_all(FIELD(255)));
		return vec_sub(m, vec_all(FIELD(origin(k))));
	}
	if (k == BF16)
		m = vec_max(vec_and(m, vec_all(0xffff)), vec_shr(m, 16));
	range->sum = vec_max(range->sum, m);
	m = vec_max(m, vec_all(origin(k) + LEAST_EXP));
	return vec_sub(vec_shl(m, 23), vec_all(FIELD(origin(k))));
}

static ALWAYS_INLINE veci product(vecf x, f32 y, vecf scale) {
	return vecf_trunc(vecf_mul(vecf_mul(x, vecf_all(y)), scale));
}

/* Alignment exponent of a step: e of its products, and of the accumulator c (bits of
 * f32). */
static ALWAYS_INLINE veci alignment(veci e, veci c, bool is_half, struct range *range) {
	veci ec = vec_and(c, vec_all(FIELD(255)));

	if (is_half) /* subnormal f16 */
		ec = vec_where(vec_add(c, c), vec_max(ec, vec_all(FIELD(113))));
	e = vec_max(e, ec);
	range->least = vec_min_u(range->least, e);
	range->most = vec_max(range->most, e);
	return e;
}

/* A word of y: elements with even and odd k. */
struct word_of_y {
	const f32 *even, *odd;
};

static ALWAYS_INLINE struct word_of_y word_of(enum kind k, const struct columns *y,
                                              u32 plane, u32 at) {
	const f32 *even = y->even[plane] + (is_wide(k) ? at : 2 * at);
	return (struct word_of_y){even, is_wide(k) ? y->odd[plane] + at : even + 1};
}

/* One step: n words of x and y on the accumulator c, aligned to e. The sum is truncated;
 * for f16 its last bit is set if bits were lost, so that rounding it again is right. */
static ALWAYS_INLINE veci sum(enum kind k, const struct rows *x, u32 first,
                              struct word_of_y y, u32 n, veci e, veci c, bool is_half,
                              struct range *range) {
	vecf scale = vecf_of(vec_sub(vec_all(FIELD(254 + ALIGN_BITS)), e)), r;
	veci s[2], ci, total, lost;

	s[0] = s[1] = vec_all(0);
	for (u32 i = 0; i < n; i++) {
		u32 at = (i / 4 * 32 + i % 4) * (is_wide(k) ? 1 : 2);
		s[0] = vec_add(s[0], product(x->even[first + i], y.even[at], scale));
		if (k != TF32)
			s[1] = vec_add(s[1],
			               product(x->odd[first + i], y.odd[at], scale));
	}
	s[0] = vec_add(s[0], s[1]);
	ci = vecf_trunc(vecf_mul(vecf_of(c), scale));
	total = vec_add(s[0], ci);
	range->over = vec_or(range->over, vec_overflow(s[0], ci, total));
	r = vecf_from(total);
	if (is_half) {
		lost = vec_where(vec_xor(vecf_trunc(r), total), vec_all(1));
		r = vecf_of(vec_or(vecf_bits(r), lost));
	}
	/* the unit of the grid is one over the scale */
	return vecf_bits(vecf_mul(r, vecf_of(vec_sub(e, vec_all(FIELD(ALIGN_BITS))))));
}

/* A sum of f16 forms, to nearest even; a zero is +0. */
static ALWAYS_INLINE veci to_half(vecf v) {
	veci h = vecf_to_f16(v);
	return vec_where(vec_and(h, vec_all(0x7fff)), h);
}

/* A column from words of y at `base` of its arrays; e: exponents of each step's products.
 * c and the result are f16 or f32 as those of the form. */
static ALWAYS_INLINE veci column(enum kind k, u32 nword, u32 step, const struct rows *x,
                                 const struct columns *y, u32 base, const veci *e, veci c,
                                 bool c_half, bool d_half, struct range *range) {
	bool is_half = c_half && d_half;
	veci r = is_fp8(k) ? vec_all(0) : c_half ? vecf_bits(vecf_from_f16(c)) : c, h = c;

	for (u32 i = 0; i < nword * (is_fp8(k) ? 2 : 1); i += step) {
		u32 plane = i / nword, at = base + i % nword / 4 * 32;
		veci all = alignment(e[i / step * MAX_COLS], r, is_half, range);
		r = sum(k, x, i, word_of(k, y, plane, at), step, all, r, is_half, range);
		if (is_half) {
			h = to_half(vecf_of(r));
			r = vecf_bits(vecf_from_f16(h));
		}
	}
	if (is_fp8(k)) {
		vecf add = vecf_of(c_half ? vecf_bits(vecf_from_f16(c)) : c);
		range->most = vec_max(range->most,
		                      vec_and(vecf_bits(add), vec_all(FIELD(255))));
		/* two f16 sum to what f32 rounds innocuously: 24 bits are twice 11 and
		 * 2 */
		r = vecf_bits(vecf_add(vecf_of(r), add));
	} else if (is_half) {
		return h;
	}
	return d_half ? vecf_to_f16(vecf_of(r)) : r;
}

/* Returns where the words of column j begin in the arrays of y. */
static ALWAYS_INLINE u32 base_of(u32 nword, u32 j) {
	return j / 8 * nword * 8 + j % 8 * 4;
}

/* Checks small lanes, which are right only where there is nothing: no accumulator, and,
 * of kinds whose products may be as small as that, no products. */
static ALWAYS_INLINE bool is_nothing_small(const struct mma_plan *p, enum kind k,
                                           u32 nword, u32 step, const struct rows *x,
                                           const struct columns *y,
                                           const struct tile_operands *o) {
	veci limit = vec_all(2 * least_of(k) - 1);
	vecm bad = vecm_none();

	for (u32 r = 0; r < p->f.nc && p->f.tc == TYPE_F32 && !is_fp8(k); r++)
		for (u32 half = 0; half < 2; half++) {
			veci c = vec_load((const u8 *)o->c[r] + 64 * half);
			c = vec_sub(vec_add(c, c), vec_all(1)); /* zeros become great */
			bad = vecm_or(bad,
			              vec_is_set(vec_xor(vec_min_u(c, limit), limit)));
		}
	for (u32 j = 0; j < 8u * p->ncol8 && is_wide(k); j++)
		for (u32 i = 0; i < nword; i += step) {
			veci m = greatest_sum(k, step, x->exp + i,
			                      y->exp[0] + base_of(nword, j) + i / 4 * 32);
			if (k == BF16)
				m = vec_max(vec_and(m, vec_all(0xffff)), vec_shr(m, 16));
			bad = vecm_or(bad, vecm_and(vec_greater(m, vec_all(2 * BIAS + 1)),
			                            vec_greater(vec_all(origin(k) +
			                                                LEAST_EXP + 1),
			                                        m)));
		}
	return !vecm_any(bad);
}

/* ---- exact products ---------------------------------------------------------------- */

/* If all x are multiples of 2^(hx - WINDOW) below 2^hx, all y those of 2^(hy - WINDOW)
 * below 2^hy, and all c multiples of u = 2^(hx + hy - 2 * WINDOW) below 2^C_BITS * u,
 * nothing is lost anywhere: products are multiples of u, 32 of them and c stay below 2^(2
 * * WINDOW + 5) * u + 2^C_BITS * u < 2^24 * u, so that f32 holds each partial sum, in any
 * order. The device loses nothing either, since the largest exponent is below that of
 * 2^24 * u and the grid 25 bits finer. Both round the same number, if D has fewer
 * bits. */
enum {
	WINDOW = 9,
	C_BITS = 22,
	LEAST_HEIGHT = -40,
	GREATEST_HEIGHT = 60,
	NO_HEIGHT = 1000
};

/* The least h with all elements below 2^h, from their greatest exponents; NO_HEIGHT if
 * that is far out. */
static ALWAYS_INLINE s32 height(enum kind k, veci top) {
	s32 most = is_wide(k) ? BIAS + 254 : BIAS8 + 30, t, h;

	top = is_wide(k) ? vec_max16(top, vec_shr(top, 16))
	                 : vec_max8(top, vec_shr(top, 16));
	if (!is_wide(k))
		top = vec_max8(top, vec_shr(top, 8));
	t = (s32)vec_greatest(vec_and(top, vec_all(is_wide(k) ? 0xffff : 0xff)));
	h = is_wide(k) ? t - BIAS - 126 : t - BIAS8 - 14;
	if (t == 0) /* only zeros */
		return 0;
	return t > most || h < LEAST_HEIGHT || h > GREATEST_HEIGHT ? NO_HEIGHT : h;
}

/* Adding and subtracting this rounds to multiples of 2^unit. */
static ALWAYS_INLINE vecf rounder(s32 unit) {
	return vecf_of(vec_all(FIELD(unit + 23 + 127) | 1u << 22));
}

/* Gathers the bits in which v differs from a multiple. */
static ALWAYS_INLINE veci odd_bits(veci odd, vecf v, vecf round) {
	return vec_or_xor(odd, vecf_bits(vecf_sub(vecf_add(v, round), round)),
	                  vecf_bits(v));
}

static ALWAYS_INLINE vecf c_of(veci c, bool c_half) {
	return c_half ? vecf_from_f16(c) : vecf_of(c);
}

static ALWAYS_INLINE bool is_exact(enum kind k, u32 nword, const struct rows *x,
                                   const struct columns *y, u32 ncol, const veci *c,
                                   bool c_half, s32 hx, s32 hy) {
	u32 nall = nword * (is_fp8(k) ? 2 : 1), nplane = is_fp8(k) ? 2 : 1;
	u32 ny = nword * ncol * (is_wide(k) ? 1 : 2);
	vecf rx = rounder(hx - WINDOW), ry = rounder(hy - WINDOW),
	     rc = rounder(hx + hy - 2 * WINDOW);
	veci odd = vec_all(0), most = vec_all(0), magnitude = vec_all(0x7fffffff);

	for (u32 i = 0; i < nall; i++) {
		odd = odd_bits(odd, x->even[i], rx);
		if (k != TF32)
			odd = odd_bits(odd, x->odd[i], rx);
	}
	for (u32 plane = 0; plane < nplane; plane++)
		for (u32 i = 0; i < ny; i += 16) {
			odd = odd_bits(odd, vecf_of(vec_load(&y->even[plane][i])), ry);
			if (k == BF16)
				odd = odd_bits(odd, vecf_of(vec_load(&y->odd[plane][i])),
				               ry);
		}
	for (u32 j = 0; j < ncol; j++) {
		vecf v = c_of(c[j], c_half);
		odd = odd_bits(odd, v, rc);
		most = vec_max(most, vec_and(vecf_bits(v), magnitude));
	}
	/* -0 becomes +0 */
	return !vecm_any(vecm_or(
		vec_is_set(vec_and(odd, magnitude)),
		vec_greater(most,
	                    vec_all(FIELD(hx + hy - 2 * WINDOW + C_BITS + 127) - 1))));
}

/* Columns of D in place of those of C. */
static ALWAYS_INLINE void exact_columns(enum kind k, u32 nword, const struct rows *x,
                                        const struct columns *y, u32 ncol, bool c_half,
                                        bool d_half, veci *col) {
	for (u32 j = 0; j < ncol; j++) {
		vecf s[2] = {c_of(col[j], c_half), vecf_all(0)};
		for (u32 plane = 0; plane < (is_fp8(k) ? 2 : 1); plane++) {
			struct word_of_y w = word_of(k, y, plane, base_of(nword, j));
			for (u32 i = 0; i < nword; i++) {
				u32 at = (i / 4 * 32 + i % 4) * (is_wide(k) ? 1 : 2),
				    xi = plane * nword + i;
				s[0] = vecf_fma(x->even[xi], vecf_all(w.even[at]), s[0]);
				if (k != TF32)
					s[1] = vecf_fma(x->odd[xi], vecf_all(w.odd[at]),
					                s[1]);
			}
		}
		s[0] = vecf_add(s[0], s[1]); /* s[1] is not -0, and so is no sum */
		col[j] = !d_half  ? vecf_bits(s[0])
		         : c_half ? to_half(s[0])
		                  : vecf_to_f16(s[0]);
	}
}

/* The part of a block that is exact: columns of D in place of those of C. A function of
 * its own, so that the rest keeps its registers. */
struct exact_block {
	const struct rows *x;
	const struct columns *y;
	veci top_x, top_y, *col;
	u32 ncol;
	bool c_half, d_half;
};
typedef bool exact_fn(const struct exact_block *b);

static ALWAYS_INLINE bool exact(enum kind k, u32 nword, const struct exact_block *b) {
	s32 hx = height(k, b->top_x), hy = height(k, b->top_y);

	if (hx == NO_HEIGHT || hy == NO_HEIGHT ||
	    !is_exact(k, nword, b->x, b->y, b->ncol, b->col, b->c_half, hx, hy))
		return false;
	exact_columns(k, nword, b->x, b->y, b->ncol, b->c_half, b->d_half, b->col);
	return true;
}

/* Tests the first words for full significands, which are no small numbers: then the
 * others need no test. */
static ALWAYS_INLINE bool looks_exact(enum kind k, veci w) {
	u32 low = k == F16    ? 0x00030003
	          : k == BF16 ? 0x00010001
	          : k == TF32 ? 0x0000e000
	                      : 0;
	return !vecm_any(vec_is_set(vec_and(w, vec_all(low))));
}

static ALWAYS_INLINE bool fused(const struct mma_plan *p, enum kind k, u32 nword,
                                u32 step, bool is_sparse, exact_fn *if_exact,
                                const struct tile_operands *o) {
	const void *const *x = p->is_swapped ? o->b : o->a, *const *y = p->is_swapped
	                                                                        ? o->a
	                                                                        : o->b;
	enum type tx = p->is_swapped ? p->f.tb : p->f.ta,
		  ty = p->is_swapped ? p->f.ta : p->f.tb;
	bool c_half = p->f.tc == TYPE_F16, d_half = p->f.td == TYPE_F16;
	u32 ncol = 8u * p->ncol8, nall = nword * (is_fp8(k) ? 2 : 1);
	veci out[MAX_COLS], e[2 * MAX_COLS], w[MAX_WORDS];
	bool can_be_exact = if_exact && !(is_fp8(k) && c_half && d_half);
	struct range range = range_new();
	veci top_y = vec_all(0);
	struct columns cols;

	prepare_columns(p, k, nword, y, ty, &cols, &top_y);
	for (u32 block = 0; block < p->nblock; block++) {
		struct rows rows;
		veci *col = out + block * ncol, top_x = vec_all(0);
		if (is_sparse)
			tile_load_sparse(p, x, nword, k == TF32 ? 32 : 16, o->meta,
			                 o->selector, w, &range.bad);
		else
			tile_load_x(p, block, x, nword, w);
		prepare_rows(k, nword, w, tx, &rows, &top_x);
		range.top = is_wide(k) ? vec_max16(range.top, vec_max16(top_x, top_y))
		                       : vec_max8(range.top, vec_max8(top_x, top_y));
		tile_load_c(p, block, o->c, c_half, col);
		if (can_be_exact && looks_exact(k, w[0])) {
			struct exact_block all = {&rows, &cols, top_x,  top_y,
			                          col,   ncol,  c_half, d_half};
			if (if_exact(&all))
				continue;
		}
		for (u32 j = 0; j < ncol; j++) /* before the sums, which depend on them */
			for (u32 i = 0; i < nall; i += step) {
				u32 at = base_of(nword, j) + i % nword / 4 * 32;
				e[i / step * MAX_COLS + j] = greatest(
					k, rows.exp + i, cols.exp[i / nword] + at, step,
					&range);
			}
		for (u32 j = 0; j < ncol; j++)
			if (c_half && d_half)
				col[j] = column(k, nword, step, &rows, &cols,
				                base_of(nword, j), e + j, col[j], true,
				                true, &range);
			else
				col[j] = column(k, nword, step, &rows, &cols,
				                base_of(nword, j), e + j, col[j], c_half,
				                d_half, &range);
		if (vecm_any(vec_greater(vec_all(least_of(k)), range.least)) &&
		    !is_nothing_small(p, k, nword, step, &rows, &cols, o))
			return false;
	}
	if (!range_is_good(k, &range))
		return false;
	for (u32 block = 0; block < p->nblock; block++)
		tile_store_d(p, block, o->d, d_half, out + block * ncol);
	return true;
}

/* ---- kernels ----------------------------------------------------------------------- */

#define KERNEL(name, kind, nword, step)                     \
	static __attribute__((noinline)) bool name##_exact( \
		const struct exact_block *b) {              \
		return exact(kind, nword, b);               \
	}                                                   \
	MMA_KERNEL(name, fused(p, kind, nword, step, false, name##_exact, &o))
KERNEL(f16_k8, F16, 4, 4)
KERNEL(f16_k16, F16, 8, 8)
KERNEL(bf16_k8, BF16, 4, 4)
KERNEL(bf16_k16, BF16, 8, 8)
KERNEL(tf32_k4, TF32, 4, 4)
KERNEL(tf32_k8, TF32, 8, 8)
KERNEL(tf32_k8_by_4, TF32, 8, 4)
KERNEL(fp8_k16, E4M3, 4, 4)
KERNEL(fp8_k32, E4M3, 8, 8)
/* .sp: what is not stored is zero, and adds nothing */
MMA_KERNEL(f16_sp_k16, fused(p, F16, 8, 8, true, NULL, &o))
MMA_KERNEL(f16_sp_k32, fused(p, F16, 16, 16, true, NULL, &o))
MMA_KERNEL(bf16_sp_k16, fused(p, BF16, 8, 8, true, NULL, &o))
MMA_KERNEL(bf16_sp_k32, fused(p, BF16, 16, 16, true, NULL, &o))
MMA_KERNEL(tf32_sp_k8, fused(p, TF32, 8, 8, true, NULL, &o))
MMA_KERNEL(tf32_sp_k16, fused(p, TF32, 16, 16, true, NULL, &o))

static mma_fast_fn *find_sparse(const struct mma_form *f) {
	switch (f->ta) {
	case TYPE_F16: return f->k == 16 ? f16_sp_k16 : f->k == 32 ? f16_sp_k32 : NULL;
	case TYPE_BF16: return f->k == 16 ? bf16_sp_k16 : f->k == 32 ? bf16_sp_k32 : NULL;
	case TYPE_TF32: return f->k == 8 ? tf32_sp_k8 : f->k == 16 ? tf32_sp_k16 : NULL;
	default: return NULL; /* fp8: the order of the sums is that of stored elements */
	}
}

mma_fast_fn *MMA_NAME(mma_fused_find)(const struct mma_form *f) {
	if (f->sparse)
		return find_sparse(f);
	switch (f->ta) {
	case TYPE_F16: return f->k == 8 ? f16_k8 : f->k == 16 ? f16_k16 : NULL;
	case TYPE_BF16: return f->k == 8 ? bf16_k8 : f->k == 16 ? bf16_k16 : NULL;
	case TYPE_TF32:
		return f->k == 4                   ? tf32_k4
		       : f->k == 8 && f->step == 4 ? tf32_k8_by_4
		       : f->k == 8                 ? tf32_k8
		                                   : NULL;
	case TYPE_E4M3:
	case TYPE_E5M2: return f->k == 16 ? fp8_k16 : f->k == 32 ? fp8_k32 : NULL;
	default: return NULL;
	}
}
