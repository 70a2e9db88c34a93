/* sched.h - the scheduler of one worker, see sched.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/group.h"

/* The result of a turn of a warp, cta or cluster; a set. */
enum pass_result {
	PASS_PROGRESS = 1, /* some warp got past a wait, or ended */
	PASS_YIELD = 2,    /* some warp spun */
	PASS_SLEEP = 4,
	PASS_STOP = 8,
};

/* Sizes that are the same for every cta of a launch. */
struct layout {
	const struct dfunc *kernel;
	u32 nwarp, nthread, page_bytes, shared_bytes, local_stride, local_limit, slack;
	u32 ctas_per_cluster, nclusters[3];
};

/* Starts the next cluster of the grid; false if all have started. `limit` of them may be
 * resident. */
bool sched_start_next(struct worker *wk, const struct layout *lay, u32 limit);
/* Looks at the clock and the stop flag; false when the worker has to end. */
bool sched_may_go_on(struct worker *wk);
/* Clusters without lanes leave the ring. */
void sched_retire_finished(struct worker *wk);
/* Every lane left of the cluster waits. Lets *.sync operations with missing lanes go on,
 * as the hardware does; otherwise it is a deadlock. */
u32 sched_unblock(struct cluster *cl);
bool sched_is_sleeping(const struct warp *w);
/* Appends the wait table of all resident clusters. Workers take turns: a table in which
 * they alternate is hard to read, and source positions are looked up in tables that are
 * built on first use. */
void sched_report_all(struct worker *wk);

/* interp/flow.c: notes that the cta lets the next grid begin, or has ended. */
void cta_trigger(struct cta *cta);
/* The same for n ctas at once. */
void ctas_trigger(struct launch *l, u64 n);

/* Compiled code for a launch, NULL as long as there is none: asked for again between
 * clusters. */
typedef const struct compiled *compiled_source(void *ctx);

/* One worker of a launch, start to end. source may be NULL. */
void sched_run(struct launch *l, u32 worker, compiled_source *source, void *ctx);
