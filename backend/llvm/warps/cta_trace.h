/* cta_trace.h - what all warps of a cta execute, if that is known when the code is made
 * (cta_trace.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/flow/thread_predicates.h"
#include "backend/llvm/warps/cta_sums.h"

enum { NO_WORD = 0xffff };

/* An instruction as one warp executes it. */
struct cta_step {
	u32 inst, block, warp;
	u32 lanes; /* that execute it */
	/* its result in all of these lanes, or NULL: not known */
	const struct lanes_value *known;
	/* in shared memory: per lane, the number of the first word that it accesses, or
	 * NO_WORD; NULL: it is elsewhere */
	const u16 *word;
	bool is_assumed; /* a branch that is taken to be taken by no lane */
	bool is_sum;     /* the whole loop of cta_sums.c, which has run before */
};

struct cta_trace {
	VEC(struct cta_step) step;
	struct cta_sums *sums; /* NULL: there are none */
	u32 nwarp, nword;
	u32 word_bytes;    /* of shared memory: 4, or 8 where all accesses have so many */
	u32 dynamic_var;   /* 1 + the one in shared memory whose size the launch tells, or
	                      0: none is used */
	u32 dynamic_bytes; /* that it must have */
};

/* Returns the steps in the order in which warps run from barrier to barrier; `sums`: as
 * cta_sums_find returned them. NULL: the steps are not known, or it does not pay to have
 * code for each of them. */
const struct cta_trace *cta_trace_find(struct fn *c, struct cta_sums *sums);
