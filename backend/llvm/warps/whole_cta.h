/* whole_cta.h - code that runs all warps of a cta from their start to their end
 * (whole_cta.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"

struct cta_tests;

/* The part of struct fn about such code. */
struct whole_cta {
	bb away; /* where the cta goes warp by warp; NULL: the code at hand is of one
	            warp */
	struct cta_tests *tests; /* they are joined; NULL: each is made */
	bool failed;             /* the code is impossible, and not used */
};

struct cta_trace;

/* Emits it where the first warp starts; other calls, and ctas for which it will not do,
 * go to `start`. */
void whole_cta(struct fn *c, const struct cta_trace *t, bb start);

/* i1: the warp at hand is the first that starts, of a cta in which all nwarp start, and
 * the call may run them to their end. */
val cta_may_begin(struct fn *c, u32 nwarp);
/* i32: how many ctas that follow this one in the grid's row may be run, too. */
val cta_strip_more(struct fn *c);
/* Ends the warps of the cta, after which `more` others were run, and the function with
 * COMPILED_ALL. */
void cta_end_strip(struct fn *c, u32 nwarp, val more);
/* The same for the cta alone. */
void cta_end_all(struct fn *c, u32 nwarp);
