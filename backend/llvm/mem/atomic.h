/* atomic.h - one atom or red on its way to code (atomic.c), and copies of tables that it
 * counts in (table_copies.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/mem/mem.h"

struct atomic {
	struct mem m;
	u32 op;     /* MOD_AOP_* */
	bool alone; /* no other worker thread reaches the memory */
	bool is_float;
	const struct operand *dest;   /* NULL: the old value is not used */
	const struct operand *src[2]; /* two for cas: what to expect, what to store */
	u32 nsrc;
	val b[2]; /* integers, equal in all lanes; NULL: in lane_array */
	struct mask em;
};

/* False: the interpreter executes it. */
bool atomic_describe(struct fn *c, struct atomic *t, const struct inst *in);
/* Computes the new value from integers, or from chunks of them where operands are
 * combined. */
val atomic_apply(struct fn *c, const struct atomic *t, val old, const val *b);
/* Returns the neutral operand, for lanes that do not take part. */
u64 atomic_neutral(const struct atomic *t);
/* The host's pointer to what lies at the instruction's distance from `pointer`, i64. */
val atomic_place(struct fn *c, const struct atomic *t, val pointer);

/* ---- table_copies.c ---- */
enum { MOST_COPIES = 4 };

struct table_copies {
	val base[MOST_COPIES]; /* pointers of the host; the table is the first */
	u32 n, nelem;
	val pays;
};
