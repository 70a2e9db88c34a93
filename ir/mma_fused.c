/* mma_fused.c - f16, bf16, tf32 and fp8 products of finite operands, by the rules of num_mma.h.
 * A column of D is 16 dot products, one per lane. Alignment exponents are kept biased so that a 16-bit
 * sum of two orders products, those with a zero factor below all others; two elements of k share a word.
 * Products are exact in f32, are scaled to the unit of the alignment grid and truncated by conversion.
 * What leaves the range of that (infinities, NaN, sums of 2^31, bf16 and tf32 products near the ends of
 * the range of f32) is left to mma_exec.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/mma_tile.h"

enum kind { F16, BF16, TF32, E4M3, E5M2 };
enum { MAX_WORDS = 16, MAX_COLS = 16 };
/* An element's biased exponent, or 0 for zero. Two of them are at least 2 * BIAS + 2, one and a zero at
 * most BIAS + 255; the same in units of the exponent of f32, none is 0 or less. */
enum { BIAS = 512 };
/* Exponents of f32 at which the unit of the grid and its inverse are normal numbers. */
enum { LEAST_EXP = 27, ALIGN_BITS = 25 };
enum { F32_MAX_EXP = 255 };

struct rows { /* words of x: elements with even and odd k, exponents */
	vecf even[MAX_WORDS], odd[MAX_WORDS];
	veci exp[MAX_WORDS];
};

struct columns { /* words of y: registers as they are, a set of them per plane */
	_Alignas(64) f32 even[2][MMA_GROUPS * 32];
	_Alignas(64) f32 odd[2][MMA_GROUPS * 32];
	_Alignas(64) u32 exp[2][MMA_GROUPS * 32];
};

static ALWAYS_INLINE bool is_fp8(enum kind k) {
	return k >= E4M3;
}

/* ---- operands ------------------------------------------------------------------------------- */

/* Bytes in the high half of each 16 bits to f16. A subnormal e4m3 is a multiple of 2^-9 with at most two
 * bits below the leading one: its f16 is a high byte, found in a table. */
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

/* Words of four fp8 to words of two f16: plane 0 has bytes 0 and 1, which are summed first. */
static ALWAYS_INLINE veci fp8_plane(enum type t, veci w, u32 plane) {
	veci two = plane ? vec_shr(w, 16) : vec_and(w, vec_all(0xffff));
	veci h = vec_or(vec_shl(vec_and(two, vec_all(0xff00)), 16),
	                vec_shl(vec_and(two, vec_all(0xff)), 8));

	return t == TYPE_E5M2 ? h : f16_from_e4m3(h);
}

/* Exponents of the elements of a word, in 16 bits each; *top gathers the greatest. */
static ALWAYS_INLINE veci exponents(enum kind k, veci w, veci *top) {
	u32 field = k == BF16 ? 0x7f807f80 : k == TF32 ? 0x7f800000 : 0x7c007c00;
	u32 value = k == TF32 ? 0x7fffe000 : 0x7fff7fff;
	u32 one = k == TF32 ? 1 : 0x00010001, bias = one * BIAS;
	veci e = vec_and(w, vec_all(field)), v = vec_and(w, vec_all(value));

	e = k == TF32 ? vec_shr(e, 23) : vec_shr16(e, k == BF16 ? 7 : 10);
	*top = vec_max16(*top, e);
	e = vec_add16(vec_max16(e, vec_all(one)), vec_all(bias));
	return k == TF32 ? vec_where(v, e) : vec_where16(v, e);
}

static ALWAYS_INLINE void values(enum kind k, veci w, vecf *even, vecf *odd) {
	if (k == BF16) {
		*even = vecf_of(vec_shl(w, 16));
		*odd = vecf_of(vec_and(w, vec_all(0xffff0000)));
	} else if (k == TF32) {
		*even = vecf_of(vec_and(w, vec_all(0xffffe000)));
	} else {
		*even = vecf_from_f16(w);
		*odd = vecf_from_f16(vec_shr(w, 16));
	}
}

static ALWAYS_INLINE void prepare_rows(enum kind k, u32 nword, const veci *w, enum type t,
                                       struct rows *r, veci *top) {
	for (u32 i = 0; i < nword; i++)
		for (u32 plane = 0; plane < (is_fp8(k) ? 2 : 1); plane++) {
			veci h = is_fp8(k) ? fp8_plane(t, w[i], plane) : w[i];
			u32 at = plane * nword + i;
			r->exp[at] = exponents(k, h, top);
			values(k, h, &r->even[at], &r->odd[at]);
		}
}

static ALWAYS_INLINE void prepare_columns(const struct mma_plan *p, enum kind k,
                                          u32 nword, const void *const *y, enum type t,
                                          struct columns *c, veci *top) {
	for (u32 j = 0; j < p->ncol8; j++)
		for (u32 i = 0; i < nword / 2; i++) { /* halves of registers */
			const u8 *from = y[p->y[j][i / 2]];
			veci w = vec_load(from + i % 2 * 64);
			u32 at = j * nword * 8 + i * 16;
			for (u32 plane = 0; plane < (is_fp8(k) ? 2 : 1); plane++) {
				veci h = is_fp8(k) ? fp8_plane(t, w, plane) : w;
				vecf even, odd = vecf_all(0);
				values(k, h, &even, &odd);
				vec_store(&c->even[plane][at], vecf_bits(even));
				if (k != TF32)
					vec_store(&c->odd[plane][at], vecf_bits(odd));
				vec_store(&c->exp[plane][at], exponents(k, h, top));
			}
		}
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* What tells whether all steps of a product were such as the kernel can do. */
struct range {
	veci top; /* greatest exponent field of an operand */
	veci least,
		most; /* of accumulators: twice their bits (less one), which drops the sign */
	veci over; /* negative: a sum of 2^31 */
	vecm bad;
};

static ALWAYS_INLINE struct range range_new(void) {
	veci zero = vec_all(0);
	return (struct range){zero, vec_all(~0u), zero, zero, vecm_none()};
}

static ALWAYS_INLINE bool range_is_good(enum kind k, const struct range *r) {
	veci top = vec_max16(r->top, vec_shr(r->top, 16));
	veci least = vec_add(r->least, vec_all(1)); /* 0 if all are */
	vecm bad = vecm_or(r->bad, vec_is_negative(r->over));

	top = vec_and(top, vec_all(0xffff));
	bad = vecm_or(bad, vec_greater(top, vec_all(k == BF16 || k == TF32 ? 254 : 30)));
	least = vec_where(least, vec_sub(vec_shr(least, 24), vec_all(LEAST_EXP)));
	bad = vecm_or(bad, vec_is_negative(least));
	bad = vecm_or(bad, vec_greater(vec_shr(r->most, 24), vec_all(F32_MAX_EXP - 1)));
	return !vecm_any(bad);
}

/* Greatest alignment exponent of n words of products, as a biased exponent of f32; 0 or less if there
 * are none. */
static ALWAYS_INLINE veci greatest(enum kind k, const veci *x, const u32 *y, u32 n,
                                   struct range *range) {
	u32 origin = k == BF16 || k == TF32 ? 2 * BIAS + 127 : 2 * BIAS + 30 - 127;
	veci m = vec_add(x[0], vec_all(y[0])), e;

	for (u32 i = 1; i < n; i++) {
		e = vec_add(x[i], vec_all(y[i / 4 * 32 + i % 4]));
		m = k == TF32 ? vec_max(m, e) : vec_max16(m, e);
	}
	if (k != TF32)
		m = vec_and(vec_max16(m, vec_shr(m, 16)), vec_all(0xffff));
	e = vec_sub(m, vec_all(origin));
	if (k == BF16 || k == TF32) {
		vecm some = vec_greater(m, vec_all(2 * BIAS + 1));
		vecm tiny = vecm_and(some, vec_greater(vec_all(LEAST_EXP), e));
		vecm huge = vec_greater(e, vec_all(F32_MAX_EXP - 2));
		range->bad = vecm_or(range->bad, vecm_or(tiny, huge));
	}
	return e;
}

static ALWAYS_INLINE veci product(vecf x, f32 y, vecf scale) {
	return vecf_trunc(vecf_mul(vecf_mul(x, vecf_all(y)), scale));
}

/* Alignment exponent of a step: e of its products, and of the accumulator c (bits of f32). */
static ALWAYS_INLINE veci alignment(veci e, veci c, bool is_half, struct range *range) {
	veci twice = vec_add(c, c), ec = vec_shr(twice, 24);

	range->most = vec_max_u(range->most, twice);
	range->least = vec_min_u(range->least, vec_sub(twice, vec_all(1)));
	if (is_half) /* subnormal f16 */
		ec = vec_where(twice, vec_max(ec, vec_all(113)));
	return vec_max(vec_max(e, ec), vec_all(LEAST_EXP));
}

/* One step: n words of x and y on the accumulator c, aligned to e. The sum is truncated; for f16 its
 * last bit is set if bits were lost, so that rounding it again is right. */
static ALWAYS_INLINE veci sum(enum kind k, const struct rows *x, u32 first,
                              const f32 *even, const f32 *odd, u32 n, veci e, veci c,
                              bool is_half, struct range *range) {
	veci bits = vec_sub(vec_all((254u + ALIGN_BITS) << 23), vec_shl(e, 23));
	veci s[2], ci, total, lost;
	vecf scale = vecf_of(bits), r;

	s[0] = product(x->even[first], even[0], scale);
	s[1] = k == TF32 ? vec_all(0) : product(x->odd[first], odd[0], scale);
	for (u32 i = 1; i < n; i++) {
		u32 at = i / 4 * 32 + i % 4;
		s[0] = vec_add(s[0], product(x->even[first + i], even[at], scale));
		if (k != TF32)
			s[1] = vec_add(s[1], product(x->odd[first + i], odd[at], scale));
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
	return vecf_bits(vecf_mul(r, vecf_of(vec_sub(vec_all(254u << 23), bits))));
}

/* A column from words of y at `base` of its arrays; e: exponents of each step's products. c and the
 * result are f16 or f32 as those of the form. */
static ALWAYS_INLINE veci column(enum kind k, u32 nword, u32 step, const struct rows *x,
                                 const struct columns *y, u32 base, const veci *e, veci c,
                                 bool c_half, bool d_half, struct range *range) {
	bool is_half = c_half && d_half;
	veci r = is_fp8(k) ? vec_all(0) : c_half ? vecf_bits(vecf_from_f16(c)) : c, h = c;

	for (u32 i = 0; i < nword * (is_fp8(k) ? 2 : 1); i += step) {
		u32 plane = i / nword, at = base + i % nword / 4 * 32;
		veci all = alignment(e[i / step * MAX_COLS], r, is_half, range);
		r = sum(k, x, i, y->even[plane] + at, y->odd[plane] + at, step, all, r,
		        is_half, range);
		if (is_half) {
			h = vecf_to_f16(vecf_of(r));
			r = vecf_bits(vecf_from_f16(h));
		}
	}
	if (is_fp8(k)) {
		vecf add = vecf_of(c_half ? vecf_bits(vecf_from_f16(c)) : c);
		veci twice = vec_add(vecf_bits(add), vecf_bits(add));
		range->most = vec_max_u(range->most, twice);
		/* two f16 sum to what f32 rounds innocuously: 24 bits are twice 11 and 2 */
		r = vecf_bits(vecf_add(vecf_of(r), add));
	} else if (is_half) {
		return h;
	}
	return d_half ? vecf_to_f16(vecf_of(r)) : r;
}

/* Where the words of column j begin in the arrays of y. */
static ALWAYS_INLINE u32 base_of(u32 nword, u32 j) {
	return j / 8 * nword * 8 + j % 8 * 4;
}

static ALWAYS_INLINE bool fused(const struct mma_plan *p, enum kind k, u32 nword,
                                u32 step, bool is_sparse, const struct tile_operands *o) {
	const void *const *x = p->is_swapped ? o->b : o->a, *const *y = p->is_swapped
	                                                                        ? o->a
	                                                                        : o->b;
	enum type tx = p->is_swapped ? p->f.tb : p->f.ta,
		  ty = p->is_swapped ? p->f.ta : p->f.tb;
	bool c_half = p->f.tc == TYPE_F16, d_half = p->f.td == TYPE_F16;
	u32 ncol = 8u * p->ncol8, nall = nword * (is_fp8(k) ? 2 : 1);
	veci out[MAX_COLS], e[2 * MAX_COLS], w[MAX_WORDS];
	struct range range = range_new();
	struct columns cols;

	prepare_columns(p, k, nword, y, ty, &cols, &range.top);
	for (u32 block = 0; block < p->nblock; block++) {
		struct rows rows;
		veci *col = out + block * ncol;
		if (is_sparse)
			tile_load_sparse(p, x, nword, k == TF32 ? 32 : 16, o->meta,
			                 o->selector, w, &range.bad);
		else
			tile_load_x(p, block, x, nword, w);
		prepare_rows(k, nword, w, tx, &rows, &range.top);
		tile_load_c(p, block, o->c, c_half, col);
		for (u32 j = 0; j < ncol; j++) /* before the sums, which wait for them */
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
	}
	if (!range_is_good(k, &range))
		return false;
	for (u32 block = 0; block < p->nblock; block++)
		tile_store_d(p, block, o->d, d_half, out + block * ncol);
	return true;
}

/* ---- kernels -------------------------------------------------------------------------------- */

MMA_KERNEL(f16_k8, fused(p, F16, 4, 4, false, &o))
MMA_KERNEL(f16_k16, fused(p, F16, 8, 8, false, &o))
MMA_KERNEL(bf16_k8, fused(p, BF16, 4, 4, false, &o))
MMA_KERNEL(bf16_k16, fused(p, BF16, 8, 8, false, &o))
MMA_KERNEL(tf32_k4, fused(p, TF32, 4, 4, false, &o))
MMA_KERNEL(tf32_k8, fused(p, TF32, 8, 8, false, &o))
MMA_KERNEL(tf32_k8_by_4, fused(p, TF32, 8, 4, false, &o))
MMA_KERNEL(fp8_k16, fused(p, E4M3, 4, 4, false, &o))
MMA_KERNEL(fp8_k32, fused(p, E4M3, 8, 8, false, &o))
/* .sp: what is not stored is zero, and adds nothing */
MMA_KERNEL(f16_sp_k16, fused(p, F16, 8, 8, true, &o))
MMA_KERNEL(f16_sp_k32, fused(p, F16, 16, 16, true, &o))
MMA_KERNEL(bf16_sp_k16, fused(p, BF16, 8, 8, true, &o))
MMA_KERNEL(bf16_sp_k32, fused(p, BF16, 16, 16, true, &o))
MMA_KERNEL(tf32_sp_k8, fused(p, TF32, 8, 8, true, &o))
MMA_KERNEL(tf32_sp_k16, fused(p, TF32, 16, 16, true, &o))

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
