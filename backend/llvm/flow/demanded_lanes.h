/* demanded_lanes.h - lanes of registers whose values are used (demanded_lanes.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

void jit_find_demanded(struct fn *c);
u32 jit_demanded_lanes(const struct fn *c, const struct operand *dest);
/* Returns how many lanes of a destination's chunk k, from the first, hold all that are
 * demanded: a power of two up to c->width, or 0. */
u32 jit_demanded_width(const struct fn *c, const struct operand *dest, u32 k);
/* The same if `lane` is the last. */
u32 jit_demanded_width_to(const struct fn *c, u32 lane);
/* The first n lanes of a chunk; and a chunk of some lanes and zeros. */
val jit_narrow(struct fn *c, val v, u32 n);
val jit_widen(struct fn *c, val v);
