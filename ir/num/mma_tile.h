/* mma_tile.h - fragments to vectors and back, for the fast matrix products. See
 * mma_plan.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/mma_plan.h"
#include "ir/num/mma_vec.h"

/* Kernels are functions of constants: how many words, in which steps. */
#define MMA_KERNEL(name, call)                                                           \
	static bool name(const struct mma_plan *p, void *const *d, const void *const *a, \
	                 const void *const *b, const void *const *c, const u32 *meta,    \
	                 u32 selector) {                                                 \
		struct tile_operands o = {d, a, b, c, meta, selector};                   \
		return call;                                                             \
	}
struct tile_operands {
	void *const *d;
	const void *const *a, *const *b, *const *c;
	const u32 *meta;
	u32 selector;
};

#define MMA_NAME_(name, suffix) name##suffix
#define MMA_NAME_2(name, suffix) MMA_NAME_(name, suffix)
#define MMA_NAME(name) MMA_NAME_2(name, MMA_SUFFIX)

/* Load two registers as four vectors of words, and store them. */
static ALWAYS_INLINE void tile_load4(veci z[4], const void *r0, const void *r1) {
	z[0] = vec_load(r0);
	z[1] = vec_load((const u8 *)r0 + 64);
	z[2] = vec_load(r1);
	z[3] = vec_load((const u8 *)r1 + 64);
	vec_transpose4(z);
}

static ALWAYS_INLINE void tile_store4(veci z[4], void *r0, void *r1, bool is_one) {
	vec_transpose4(z);
	vec_store(r0, z[0]);
	vec_store((u8 *)r0 + 64, z[1]);
	if (is_one) /* 8 rows */
		return;
	vec_store(r1, z[2]);
	vec_store((u8 *)r1 + 64, z[3]);
}

/* Words of x of a block. */
static ALWAYS_INLINE void tile_load_x(const struct mma_plan *p, u32 block,
                                      const void *const *x, u32 nword, veci *w) {
	for (u32 g = 0; g < nword / 4; g++)
		tile_load4(w + 4 * g, x[p->x[block][g][0]], x[p->x[block][g][1]]);
}

/* ---- .sp --------------------------------------------------------------------------- */

/* Nibbles of metadata of all rows, eight groups to a vector. */
static ALWAYS_INLINE void tile_load_meta(const struct mma_plan *p, const u32 *meta,
                                         u32 selector, u32 npiece, veci *nibbles) {
	u32 base = selector * p->meta_step;

	for (u32 i = 0; i < npiece; i += 2) {
		_Alignas(64) u32 bits[16];
		for (u32 l = 0; l < 16; l++) {
			const u8 *lane = &p->meta_lane[l][i],
				 *shift = &p->meta_shift[l][i];
			u32 low = meta[(base + lane[0]) % 32] >> shift[0] & 0xffff;
			u32 high = meta[(base + lane[1]) % 32] >> shift[1];
			bits[l] = low | high << 16;
		}
		nibbles[i / 2] = vec_load(bits);
	}
}

/* Elements of `size` bits to the place among four that a nibble names for each; *bad: to
 * the same. */
static ALWAYS_INLINE void tile_spread(u32 size, veci e0, veci e1, veci nibble, veci *low,
                                      veci *high, vecm *bad) {
	veci three = vec_all(3), i0 = vec_and(nibble, three),
	     i1 = vec_and(vec_shr(nibble, 2), three);
	veci c0 = vec_shl(i0, size == 16 ? 4 : 3), c1 = vec_shl(i1, size == 16 ? 4 : 3);

	*bad = vecm_or(*bad, vec_greater(vec_all(1), vec_xor(i0, i1)));
	*low = vec_or(vec_shlv(e0, c0), vec_shlv(e1, c1));
	if (size == 16) /* counts below 0 are large */
		*high = vec_or(vec_shlv(e0, vec_sub(c0, vec_all(32))),
		               vec_shlv(e1, vec_sub(c1, vec_all(32))));
}

/* Words of x with zeros for what is not stored. Elements of 4 bits come in pairs: as
 * those of 8. */
static ALWAYS_INLINE void tile_load_sparse(const struct mma_plan *p, const void *const *x,
                                           u32 nword, u32 size, const u32 *meta,
                                           u32 selector, veci *w, vecm *bad) {
	veci stored[8], nibbles[2], half = vec_all(size == 16 ? 0xffff : 0xff);
	u32 ngroup = size < 16 ? nword : nword / 2;

	tile_load_x(p, 0, x, nword / 2, stored);
	tile_load_meta(p, meta, selector, ngroup / 4, nibbles);
	for (u32 g = 0; g < ngroup; g++) {
		veci n = vec_shr(nibbles[g / 8], g % 8 * 4);
		if (size == 32) {
			w[2 * g + 1] = vec_where(vec_and(n, vec_all(2)), stored[g]);
			w[2 * g] = vec_xor(stored[g], w[2 * g + 1]);
		} else if (size == 16) {
			tile_spread(16, vec_and(stored[g], half), vec_shr(stored[g], 16),
			            n, &w[2 * g], &w[2 * g + 1], bad);
		} else {
			veci two = vec_shr(stored[g / 2], g % 2 * 16);
			tile_spread(8, vec_and(two, half), vec_and(vec_shr(two, 8), half),
			            n, &w[g], NULL, bad);
		}
	}
}

/* ---- C and D ----------------------------------------------------------------------- */

/* Columns of a block of C as 32-bit lanes, which hold 16 bits of f16. */
static ALWAYS_INLINE void tile_load_c(const struct mma_plan *p, u32 block,
                                      const void *const *c, bool is_half, veci *col) {
	for (u32 j = 0; j < p->ncol8; j++, col += 8) {
		veci z[4];
		for (u32 odd = 0; odd < 2; odd++) {
			const u8 *r = p->c[block][j][odd];
			if (!is_half || odd == 0)
				tile_load4(z, c[r[0]], c[r[1]]);
			for (u32 w = 0; w < 4; w++)
				col[2 * w + odd] = is_half && odd ? vec_shr(z[w], 16)
				                   : is_half      ? vec_and(z[w],
				                                            vec_all(0xffff))
				                                  : z[w];
		}
	}
}

static ALWAYS_INLINE void tile_store_d(const struct mma_plan *p, u32 block,
                                       void *const *d, bool is_half, const veci *col) {
	for (u32 j = 0; j < p->ncol8; j++, col += 8)
		for (u32 odd = 0; odd < (is_half ? 1 : 2); odd++) {
			const u8 *r = p->d[block][j][odd];
			veci z[4];
			for (u32 w = 0; w < 4; w++)
				z[w] = is_half ? vec_or(col[2 * w],
				                        vec_shl(col[2 * w + 1], 16))
				               : col[2 * w + odd];
			tile_store4(z, d[r[0]], d[r[1]], r[0] == r[1]);
		}
}
