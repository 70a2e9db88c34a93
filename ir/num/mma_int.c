/* mma_int.c - integer and bit products. A word of x holds the elements of four (or eight)
 * k of each of 16 rows, the same word of y is broadcast, and a dot product of bytes or
 * halves sums them.
 *
 * With VNNI, the instruction takes unsigned bytes of one side and signed ones of the
 * other. Where both sides are alike, y is moved by 128, which the sum of x times 128 puts
 * right. With AVX2 bytes are widened to halves, since its products of bytes saturate.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/mma_tile.h"

enum { MAX_WORDS = 16, MAX_PLANES = 4, MAX_COLS = 16 };
enum kind { BYTES, NIBBLES, BITS };

struct columns {
	_Alignas(64) u32 word[MAX_PLANES][MMA_GROUPS * 32];
};

/* ---- operands ---------------------------------------------------------------------- */

#ifdef __AVX512F__
enum { SPLITS = 1, HAS_BYTE_DOT = 1 };
#else
enum { SPLITS = 2, HAS_BYTE_DOT = 0 };
#endif

static ALWAYS_INLINE u32 plane_count(enum kind k) {
	return k == BITS ? 1 : k == BYTES ? SPLITS : 2 * SPLITS;
}

/* A word as operands of the dot product, in the same order for both sides. */
static ALWAYS_INLINE void split(enum kind k, bool is_signed, veci w, veci *plane) {
	veci low = vec_all(0x0f0f0f0f), sign = vec_all(0x08080808);

	if (k != NIBBLES) {
		plane[0] = w;
	} else {
		plane[0] = vec_and(w, low);
		plane[SPLITS] = vec_and(vec_shr(w, 4), low);
		for (u32 i = 0; i < 2 && is_signed; i++)
			plane[i * SPLITS] = vec_sub8(vec_xor(plane[i * SPLITS], sign),
			                             sign);
	}
#ifndef __AVX512F__
	for (u32 i = 0; i < plane_count(k) && k != BITS; i += 2) {
		veci b = plane[i];
		plane[i] = is_signed ? vec_sar16(vec_shl16(b, 8), 8)
		                     : vec_and(b, vec_all(0x00ff00ff));
		plane[i + 1] = is_signed ? vec_sar16(b, 8) : vec_shr16(b, 8);
	}
#endif
}

/* ---- sums -------------------------------------------------------------------------- */

static ALWAYS_INLINE veci dot(veci s, veci x, veci y, bool x_signed) {
#ifdef __AVX512F__
	return x_signed ? vec_dot(s, y, x) : vec_dot(s, x, y);
#else
	(void)x_signed;
	return vec_dot16(s, x, y);
#endif
}

/* The change that moving y by 128 made, to be added to every column. */
static ALWAYS_INLINE veci correction(const veci *x, u32 n, bool x_signed) {
	veci s = vec_all(0);

	for (u32 i = 0; i < n; i++)
		s = dot(s, x[i], vec_all(0x01010101), x_signed);
	s = vec_shl(s, 7);
	return x_signed ? vec_sub(vec_all(0), s) : s;
}

static ALWAYS_INLINE veci add_saturated(veci a, veci b) {
	veci s = vec_add(a, b);
	vecm over = vec_is_negative(vec_overflow(a, b, s));

	return vec_choose(over, vec_xor(vec_sar(b, 31), vec_all(0x7fffffff)), s);
}

static ALWAYS_INLINE veci bits(veci s, veci x, veci y, bool is_and) {
	return vec_add(s, vec_popcount(is_and ? vec_and(x, y) : vec_xor(x, y)));
}

struct signs {
	bool x, y, moved;
};

static ALWAYS_INLINE void integer_columns(enum kind k, u32 nword, const veci *x,
                                          const struct columns *y, struct signs sign,
                                          bool saturate, u32 ncol, veci *col) {
	u32 nplane = plane_count(k);
	veci start = vec_all(0);

	if (sign.moved)
		start = correction(x, nplane * nword, sign.x);
	for (u32 j = 0; j < ncol; j++) {
		veci s = start;
		for (u32 i = 0; i < nplane * nword; i++) {
			u32 w = i % nword;
			u32 v = y->word[i / nword][j / 8 * nword * 8 + j % 8 * 4 +
			                           w / 4 * 32 + w % 4];
			s = dot(s, x[i], vec_all(v), sign.x);
		}
		col[j] = saturate ? add_saturated(s, col[j]) : vec_add(s, col[j]);
	}
}

static ALWAYS_INLINE void bit_columns(u32 nword, const veci *x, const struct columns *y,
                                      bool is_and, u32 ncol, veci *col) {
	for (u32 j = 0; j < ncol; j++)
		for (u32 w = 0; w < nword; w++) {
			u32 v = y->word[0][j / 8 * nword * 8 + j % 8 * 4 + w / 4 * 32 +
			                   w % 4];
			col[j] = bits(col[j], x[w], vec_all(v), is_and);
		}
}

/* Words of y, split, as the columns read them. */
static ALWAYS_INLINE void prepare_columns(const struct mma_plan *p, enum kind k,
                                          u32 nword, const void *const *y,
                                          struct signs sign, struct columns *c) {
	veci plane[MAX_PLANES], move = vec_all(sign.moved ? 0x80808080 : 0);

	for (u32 j = 0; j < p->ncol8; j++)
		for (u32 i = 0; i < nword / 2; i++) {
			/* halves of registers */
			const u8 *from = y[p->y[j][i / 2]];
			split(k, sign.y, vec_load(from + i % 2 * 64), plane);
			for (u32 n = 0; n < plane_count(k); n++)
				vec_store(&c->word[n][j * nword * 8 + i * 16],
				          vec_xor(plane[n], move));
		}
}

static ALWAYS_INLINE bool integer(const struct mma_plan *p, enum kind k, u32 nword,
                                  bool is_sparse, const struct tile_operands *o) {
	const void *const *x = p->is_swapped ? o->b : o->a, *const *y = p->is_swapped
	                                                                        ? o->a
	                                                                        : o->b;
	struct signs sign = {p->is_swapped ? p->f.is_signed_b : p->f.is_signed_a,
	                     p->is_swapped ? p->f.is_signed_a : p->f.is_signed_b, false};
	u32 ncol = 8u * p->ncol8;
	veci out[MAX_COLS], plane[MAX_PLANES];
	vecm bad = vecm_none();
	struct columns cols;

	sign.moved = HAS_BYTE_DOT && k != BITS && sign.x == sign.y;
	prepare_columns(p, k, nword, y, sign, &cols);
	for (u32 block = 0; block < p->nblock; block++) {
		veci w[MAX_WORDS], xs[MAX_PLANES * MAX_WORDS], *col = out + block * ncol;
		if (is_sparse)
			tile_load_sparse(p, x, nword, 8, o->meta, o->selector, w, &bad);
		else
			tile_load_x(p, block, x, nword, w);
		for (u32 i = 0; i < nword; i++) {
			split(k, sign.x, w[i], plane);
			for (u32 n = 0; n < plane_count(k); n++)
				xs[n * nword + i] = plane[n];
		}
		tile_load_c(p, block, o->c, false, col);
		if (k == BITS)
			bit_columns(nword, xs, &cols,
			            MOD_GET(p->mods, BITOP) == MOD_BITOP_AND, ncol, col);
		else
			integer_columns(k, nword, xs, &cols, sign,
			                MOD_GET(p->mods, SAT) == MOD_SAT_SATFINITE, ncol,
			                col);
	}
	if (vecm_any(bad))
		return false;
	for (u32 block = 0; block < p->nblock; block++)
		tile_store_d(p, block, o->d, false, out + block * ncol);
	return true;
}

/* ---- kernels ----------------------------------------------------------------------- */

MMA_KERNEL(bytes_4, integer(p, BYTES, 4, false, &o))
MMA_KERNEL(bytes_8, integer(p, BYTES, 8, false, &o))
MMA_KERNEL(nibbles_4, integer(p, NIBBLES, 4, false, &o))
MMA_KERNEL(nibbles_8, integer(p, NIBBLES, 8, false, &o))
MMA_KERNEL(bits_4, integer(p, BITS, 4, false, &o))
MMA_KERNEL(bits_8, integer(p, BITS, 8, false, &o))
MMA_KERNEL(bytes_sp_8, integer(p, BYTES, 8, true, &o))
MMA_KERNEL(bytes_sp_16, integer(p, BYTES, 16, true, &o))
MMA_KERNEL(nibbles_sp_8, integer(p, NIBBLES, 8, true, &o))
MMA_KERNEL(nibbles_sp_16, integer(p, NIBBLES, 16, true, &o))

mma_fast_fn *MMA_NAME(mma_int_find)(const struct mma_form *f) {
	static mma_fast_fn *const dense[3][2] = {
		{bytes_4, bytes_8}, {nibbles_4, nibbles_8}, {bits_4, bits_8}};
	static mma_fast_fn *const sparse[2][2] = {{bytes_sp_8, bytes_sp_16},
	                                          {nibbles_sp_8, nibbles_sp_16}};
	u32 bits = type_info[f->ta].bits, nword = (u32)f->k * bits / 32;
	enum kind k = bits == 8 ? BYTES : bits == 4 ? NIBBLES : BITS;

	if (f->sparse)
		return nword == 8 || nword == 16 ? sparse[k][nword / 16] : NULL;
	return nword == 4 || nword == 8 ? dense[k][nword / 8] : NULL;
}
