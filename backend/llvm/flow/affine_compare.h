/* affine_compare.h - branches on the comparison of an affine value with a uniform one
 * (affine_compare.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/fn.h"

struct affine_condition;

/* Conditions that tell whether all lanes agree: i1s, NULL where they say nothing of
 * it. */
struct affine_compare {
	val first, last; /* it holds in the lowest lane; in the highest */
	val in_order;    /* the others are between them; NULL: that is certain */
	val outside;     /* it holds in all lanes or in none, see `holds_outside` */
	bool holds_outside;
	/* of several comparisons: it holds in all lanes; in none. Neither may be. */
	val all, none;
	const struct inst *setp;              /* the one comparison, or NULL */
	const struct affine_condition *parts; /* the several */
};
/* Describes the comparison that the branch in a full version depends on. False: it is of
 * another kind. */
bool jit_find_affine_compare(struct fn *c, const struct inst *branch,
                             struct affine_compare *e);
/* Emits the jumps to `holds` and to `fails` of warps whose lanes agree. The others go on
 * in the block at hand. */
void jit_affine_compare_leave(struct fn *c, const struct affine_compare *e, bb holds,
                              bb fails);
/* The condition of chunk k's lanes, i1s. */
val jit_affine_compare_chunk(struct fn *c, const struct affine_compare *e, u32 k);
