/* strip_loop.h - loops whose rounds a strip of ctas makes together (strip_loop.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

/* A register that the same number is added to in each round. */
struct strip_counter {
	u32 reg;
	const struct inst *by;    /* the instruction that adds it */
	const struct line *start; /* in the first round, and at the start of any */
	struct line *line;
};

struct strip_loop {
	VEC(const struct inst *) body; /* in order, without the branch back */
	const struct inst *back;       /* NULL: there is no loop */
	u32 dim; /* its counter in lines: STRIP_ROUND, or an inner one */
	VEC(struct strip_counter) counter;
	bool may_carry;      /* other values may go from round to round: */
	struct bits carried; /* their registers */
	/* threads go on while the counter `tested`, before or after what is added to it
	   in the round, is less than the limit, or equal */
	u32 tested;
	bool is_tested_after, or_equal, is_signed;
	const struct inst *tests; /* the comparison */
	const struct operand *limit;
	u32 *nwrite; /* per register, in the loop */
	const struct inst **writer;
	val nfull; /* i64: rounds that no thread leaves before, if all begin */
};

/* Checks whether no value but counters goes from round to round, unless others may, and
 * whether one of these ends the loop. Emits nothing. */
bool strip_loop_fits(struct fn *c, struct strip_loop *l);
/* Checks whether the branch out of the loop lets none leave that would go on where the
 * loop ends: `if (limit - i <= step) break;` before `i += step` and `i < limit`, as is
 * written where i might wrap. */
bool strip_loop_ends_so(const struct strip_loop *l, const struct inst *branch);
/* Called after the tests of the loop's steps: gives the counters the lines that they have
 * after it. `skipped`, i1: it has no round; NULL: it has one. What else it writes is not
 * known then. */
void strip_loop_end(struct strip *s, const struct strip_loop *l, val skipped);
/* Called where the tests come to the loop: gives the counters their lines, and adds to
 * s->border which threads are in a round. False: the loop is not for a strip. */
bool strip_loop_begin(struct strip *s, struct strip_loop *l);
