/* wgmma.h - the products of a warpgroup (PTX 9.7.15).
 * A warpgroup is four warps. The product is 64 x n, and each warp makes 16 rows of it,
 * from 16 rows of A and all of B, in registers that are laid out as those of mma.m16n8k:
 * a warp's share is n / 8 products of 16 x 8 side by side, and nothing of the other warps
 * is needed. Except for e4m3 and e5m2 they are mma's to the last bit, but for zeros,
 * which are always positive. Of fp8 products, the device keeps less:
 *
 *   - All products of an instruction and the accumulator are aligned to the largest
 *     exponent of theirs (that of a product is the sum of its factors' exponents, as in
 *     mma_row.h) and cut 13 bits below it, in sign and magnitude; the sum of these is
 *     exact.
 *   - To f32 it keeps 13 bits below the leading one, and is cut there; to f16 it is
 *     rounded to nearest even.
 *
 * An operand in shared memory is described by 64 bits:
 *
 *      63 62     51 49          45           32        29            16        13              0
 *     | swizzle |  base offset  |  stride / 16  |      |  leading / 16  |      |  address / 16   |
 *      0: none, 1: 128, 2: 64, 3: 32 bytes
 *
 * Its smallest part are 8 lines of 16 bytes: lines of k elements, or of m or n elements
 * if the operand is transposed. wgmma_core says where such a part is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/mma_plan.h"

enum {
	WGMMA_MAX_REGS = 128, /* of the accumulator */
	WGMMA_A_REGS = 4,
	WGMMA_B_REGS = 4, /* of 8 columns: 2, or 4 if A is sparse */
};

struct wgmma_form {
	u16 n;
	u8 td, ta, tb; /* enum type */
	u8 nb;         /* registers of 8 columns of B */
	u8 nd;         /* and of D: 2 or 4 */
	bool sparse;
	bool is_wide; /* elements of 16 bits: shared operands may be transposed */
	u32 sign; /* bits of a word that scaling by -1 flips; 0: there is no scaling */
	struct mma_form f;           /* of 16 x 8 */
	const struct mma_plan *plan; /* NULL: fp8 */
};

/* Fills `f` for the modifier word and types (d, a, b) of a wgmma.mma_async; false if
 * there is no such. */
bool wgmma_form_init(struct wgmma_form *f, u64 mods, const u8 type[4]);

/* Registers of a fragment: of A in registers, or of the accumulator. 0 if there is no
 * such form. */
u32 wgmma_operand_regs(u64 mods, const u8 type[4], bool is_a);
/* The number of constants after scale-d: the scales of A and B, and the
 * transpositions. */
u32 wgmma_constants(const u8 type[4], bool a_in_regs);

/* D = A * B + D, or A * B if `clear`: 16 rows and 8 columns. Registers are 32 lanes of
 * u32. `meta` and `selector` are for sparse forms. */
void wgmma_tile(const struct wgmma_form *f, void *const *d, const void *const *a,
                const void *const *b, bool clear, const u32 *meta, u32 selector);

/* ---- operands in shared memory ----------------------------------------------------- */

struct wgmma_matrix {
	u32 start, leading, stride, base;
	u32 span; /* bytes that are swizzled together: 16 (none), 32, 64, 128 */
	bool is_transposed;
};

struct wgmma_matrix wgmma_matrix_of(u64 descriptor, bool is_transposed);

/* Returns the offset, in the cta's shared memory, of line `line` of the core matrix that
 * has the lines 8 * across of m or n and the bytes 16 * along of k (transposed: lines 8 *
 * along of k, elements 8 * across). */
static inline u32 wgmma_core(const struct wgmma_matrix *m, u32 across, u32 along,
                             u32 line) {
	u32 chunk, at, lines = m->span / 16;

	if (m->is_transposed) {
		chunk = across;
		at = m->span == 16 ? chunk * m->stride + along * m->leading
		                   : chunk % lines * 16 + chunk / lines * m->leading +
		                             along * m->stride;
	} else {
		chunk = along;
		at = across * m->stride + chunk % lines * 16 + chunk / lines * m->leading;
	}
	at += m->start + line * m->span;
	return at ^ (((at >> 7) - m->base) & (lines - 1)) << 4;
}
