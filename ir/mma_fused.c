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

	return vec_or(vec_or(sign, v), vec_and(vec_xor(not_nan, all), vec_all(0x7fff7fff)));
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

static ALWAYS_INLINE void prepare_columns(const struct mma_plan *p, enum kind k, u32 nword,
                                          const void *const *y, enum type t,
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
					vec_store(&c->odd[plane][at],
					          vecf_bits(odd));
				vec_store(&c->exp[plane][at],
				          exponents(k, h, top));
			}
		}
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Greatest alignment exponent of the products, as a biased exponent of f32; *some is set where there
 * is one. */
static ALWAYS_INLINE veci greatest(enum kind k, const veci *x, const u32 *y, u32 n,
                                   vecm *some) {
	veci m = vec_all(0);
	u32 origin = 2 * BIAS + (k == BF16 || k == TF32 ? 127 : 30 - 127);

	for (u32 i = 0; i < n; i++) {
		veci e = vec_add(x[i], vec_all(y[i / 4 * 32 + i % 4]));
		m = k == TF32 ? vec_max(m, e) : vec_max16(m, e);
	}
	if (k != TF32)
		m = vec_and(vec_max16(m, vec_shr(m, 16)), vec_all(0xffff));
	*some = vec_greater(m, vec_all(2 * BIAS + 1));
	return vec_sub(m, vec_all(origin));
}

static ALWAYS_INLINE vecf product(vecf x, f32 y, vecf scale) {
	return vecf_mul(vecf_mul(x, vecf_all(y)), scale);
}

/* One step: n words from x and y, on the accumulator c (bits of f32). The sum is truncated; for f16
 * its last bit is set if bits were lost, so that rounding it again is right. Lanes that need other
 * means are set in *bad. */
static ALWAYS_INLINE veci sum(enum kind k, const struct rows *x, u32 first, const f32 *even,
                              const f32 *odd, const u32 *exp, u32 n, veci c, bool is_half,
                              vecm *bad) {
	vecm some;
	veci e = greatest(k, x->exp + first, exp, n, &some);
	veci ec = vec_and(vec_shr(c, 23), vec_all(255)), s[2] = {vec_all(0), vec_all(0)};
	veci given = vec_and(c, vec_all(0x7fffffff)), ci, total, lost;
	vecf scale, r;

	*bad = vecm_or(*bad, vec_greater(ec, vec_all(F32_MAX_EXP - 1)));
	if (is_half) /* subnormal f16 */
		ec = vec_where(given, vec_max(ec, vec_all(113)));
	if (k == BF16 || k == TF32) {
		*bad = vecm_or(*bad, vec_greater(e, vec_all(F32_MAX_EXP - 2)));
		*bad = vecm_or(*bad, vecm_and(some, vec_greater(vec_all(LEAST_EXP), e)));
	}
	e = vec_max(e, ec);
	*bad = vecm_or(*bad, vecm_and(vec_is_set(given), vec_greater(vec_all(LEAST_EXP), e)));
	e = vec_max(e, vec_all(LEAST_EXP));
	scale = vecf_of(vec_shl(vec_sub(vec_all(254 + ALIGN_BITS), e), 23));
	for (u32 i = 0; i < n; i++) {
		u32 at = i / 4 * 32 + i % 4;
		veci t = vecf_trunc(product(x->even[first + i], even[at], scale));
		s[0] = vec_add(s[0], t);
		if (k == TF32)
			continue;
		t = vecf_trunc(product(x->odd[first + i], odd[at], scale));
		s[1] = vec_add(s[1], t);
	}
	s[0] = vec_add(s[0], s[1]);
	ci = vecf_trunc(vecf_mul(vecf_of(c), scale));
	total = vec_add(s[0], ci);
	*bad = vecm_or(*bad, vec_is_negative(vec_and(vec_xor(s[0], total),
	                                             vec_xor(ci, total))));
	r = vecf_from(total);
	if (is_half) {
		lost = vec_where(vec_xor(vecf_trunc(r), total), vec_all(1));
		r = vecf_of(vec_or(vecf_bits(r), lost));
	}
	return vecf_bits(vecf_mul(r, vecf_of(vec_shl(vec_sub(e, vec_all(ALIGN_BITS)), 23))));
}

/* A column from words of y at `base` of its arrays; c and the result are f16 or f32 as those of the
 * form. */
static ALWAYS_INLINE veci column(enum kind k, u32 nword, u32 step,
                                 const struct rows *x, const struct columns *y, u32 base,
                                 veci c, bool c_half, bool d_half, vecm *bad) {
	bool is_half = c_half && d_half;
	veci r = is_fp8(k) ? vec_all(0) : c_half ? vecf_bits(vecf_from_f16(c)) : c, h = c;

	for (u32 i = 0; i < nword * (is_fp8(k) ? 2 : 1); i += step) {
		u32 plane = i / nword, at = base + i % nword / 4 * 32;
		r = sum(k, x, i, y->even[plane] + at, y->odd[plane] + at,
		        y->exp[plane] + at, step, r, is_half, bad);
		if (is_half) {
			h = vecf_to_f16(vecf_of(r));
			r = vecf_bits(vecf_from_f16(h));
		}
	}
	if (is_fp8(k)) {
		vecf add = vecf_of(c_half ? vecf_bits(vecf_from_f16(c)) : c);
		veci ec = vec_and(vec_shr(vecf_bits(add), 23), vec_all(255));
		*bad = vecm_or(*bad, vec_greater(ec, vec_all(F32_MAX_EXP - 1)));
		/* two f16 sum to what f32 rounds innocuously: 24 bits are twice 11 and 2 */
		r = vecf_bits(vecf_add(vecf_of(r), add));
	} else if (is_half) {
		return h;
	}
	return d_half ? vecf_to_f16(vecf_of(r)) : r;
}

static ALWAYS_INLINE bool fused(const struct mma_plan *p, enum kind k, u32 nword, u32 step,
                                bool is_sparse, const struct tile_operands *o) {
	const void *const *x = p->is_swapped ? o->b : o->a, *const *y = p->is_swapped ? o->a : o->b;
	enum type tx = p->is_swapped ? p->f.tb : p->f.ta, ty = p->is_swapped ? p->f.ta : p->f.tb;
	bool c_half = p->f.tc == TYPE_F16, d_half = p->f.td == TYPE_F16;
	veci out[MAX_COLS], top = vec_all(0), w[MAX_WORDS];
	vecm bad = vecm_none();
	struct columns cols;

	prepare_columns(p, k, nword, y, ty, &cols, &top);
	for (u32 block = 0; block < p->nblock; block++) {
		struct rows rows;
		veci *col = out + block * 8 * p->ncol8;
		if (is_sparse)
			tile_load_sparse(p, x, nword, k == TF32 ? 32 : 16, o->meta, o->selector, w,
			                 &bad);
		else
			tile_load_x(p, block, x, nword, w);
		prepare_rows(k, nword, w, tx, &rows, &top);
		tile_load_c(p, block, o->c, c_half, col);
		for (u32 j = 0; j < 8u * p->ncol8; j++) {
			u32 base = j / 8 * nword * 8 + j % 8 * 4;
			if (c_half && d_half)
				col[j] = column(k, nword, step, &rows, &cols, base, col[j], true,
				                true, &bad);
			else
				col[j] = column(k, nword, step, &rows, &cols, base, col[j],
				                c_half, d_half, &bad);
		}
	}
	top = vec_and(vec_max16(top, vec_shr(top, 16)), vec_all(0xffff));
	bad = vecm_or(bad, vec_greater(top, vec_all(k == BF16 || k == TF32 ? 254 : 30)));
	if (vecm_any(bad))
		return false;
	for (u32 block = 0; block < p->nblock; block++)
		tile_store_d(p, block, o->d, d_half, out + block * 8 * p->ncol8);
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
		return f->k == 4 ? tf32_k4 : f->k == 8 && f->step == 4 ? tf32_k8_by_4
		       : f->k == 8 ? tf32_k8 : NULL;
	case TYPE_E4M3:
	case TYPE_E5M2: return f->k == 16 ? fp8_k16 : f->k == 32 ? fp8_k32 : NULL;
	default: return NULL;
	}
}
