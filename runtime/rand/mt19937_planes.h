/* mt19937_planes.h - jumps of MT19937 by carry-less products. Bit b of all numbers of a
 * generator is a plane, a polynomial over {0, 1}, and so is a jump: the state after it is
 * the middle of their product, for each of the 32 planes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum {
	MT_STATE = 624, /* numbers */
	MT_LIMBS = 312, /* of a jump's polynomial, 64 bits each */
	/* Numbers that a plane has: those of a state after each of a jump's terms. */
	MT_PLANE_NUMBERS = 64 * (MT_LIMBS + 10),
	MT_PLANE_PAIRS = MT_PLANE_NUMBERS / 128 + 1,
};

/* Planes 4 q ... 4 q + 3, pairs of limbs of each beside one another; the first pair is 0.
 */
struct mt_planes {
	_Alignas(64) u64 at[8][MT_PLANE_PAIRS][4][2];
};

/* Whether this processor has the products. */
bool mt_planes_are_fast(void);
/* From the generator's numbers, MT_PLANE_NUMBERS of them. */
void mt_planes_fill(struct mt_planes *p, const u32 *numbers);
/* The state after the jump whose polynomial has these bits, the highest term first. */
void mt_planes_jump(const struct mt_planes *p, const u64 *reversed, u32 *state);
/* The bits of a polynomial in that order. */
void mt_planes_reverse(const u64 *bits, u64 *reversed);
