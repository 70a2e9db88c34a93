/* fuse.h - products and sums that may become fma.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/opt/ssa.h"

struct fusable {
	u16 mul, add, sub, fma, neg;
	u8 type;
	u64 sign; /* bits that negation flips; 0: constants are not negated */
};

/* The rows that the product, sum, difference or negation `row` belongs to; else NULL. */
const struct fusable *fusable_of(u16 row);

/* Moves negations (sign.c); then val.nuse counts uses again. */
void fuse_signs(struct opt *o);
