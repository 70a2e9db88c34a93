/* mma_tile.h - fragments to vectors and back, for the fast matrix products. See mma_plan.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/mma_plan.h"
#include "ir/mma_vec.h"

#define MMA_NAME_(name, suffix) name##suffix
#define MMA_NAME_2(name, suffix) MMA_NAME_(name, suffix)
#define MMA_NAME(name) MMA_NAME_2(name, MMA_SUFFIX)

/* Two registers to four vectors of words, and back. */
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
				                   : is_half
				                           ? vec_and(z[w], vec_all(0xffff))
				                           : z[w];
		}
	}
}

static ALWAYS_INLINE void tile_store_d(const struct mma_plan *p, u32 block, void *const *d,
                                       bool is_half, const veci *col) {
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
