/* sched.h - the scheduler of one worker, see sched.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/interp/flow.h"

/* What a turn of a warp, cta or cluster brought; a set. */
enum pass_result {
	PASS_PROGRESS = 1, /* some warp got past a wait, or ended */
	PASS_YIELD = 2,    /* some warp spun */
	PASS_SLEEP = 4,
	PASS_STOP = 8,
};

/* Compiled code for a launch, NULL as long as there is none: asked for again between clusters. */
typedef const struct compiled *compiled_source(void *ctx);

/* One worker of a launch, start to end. source may be NULL. */
void sched_run(struct launch *l, u32 worker, compiled_source *source, void *ctx);
