/* graph_order.h - how the steps of a graph follow each other: their order, and which
 * run one after the other without waiting.
 *
 *     steps    a -> b -> c ------> f       lanes     0: [a b] [c] [f]      a segment is one piece of work in
 *                   \-> d -> e ---^                  1: [d e]              a stream: it waits for others as a whole
 *
 * Made once and never changed, so updates of steps share it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum { GRAPH_LANES = 32 };

struct range {
	u32 first, n;
};

struct segment {
	struct range steps; /* in order[] */
	struct range after; /* in after[]: segments of other lanes that it waits for */
	u32 lane;           /* 0: the stream of the launch */
	bool early;   /* it begins as soon as what it waits for in its own lane lets it */
	bool is_last; /* nothing waits for it */
};

/* A step, as input. */
struct graph_order_step {
	u32 body;   /* 0: top level */
	bool alone; /* a segment of its own */
};

struct segment_wait {
	u32 segment;
	bool early; /* it is enough to be let begin */
};

struct graph_order {
	u32 nstep, nbody, nsegment, nlane, nafter;
	u32 nroot;          /* segments that wait for none */
	u32 *order;         /* steps, body by body, each after those that it depends on */
	struct range *body; /* [nbody + 1] in order[]; 0: the top level */
	/* of the top level, each after those that it waits for */
	struct segment *segment;
	struct segment_wait *after;
	bool ends_early; /* the last segment begins before others are done */
};

/* early: of each edge, or NULL. Allocates one piece with memory_new. NULL: no memory, or
 * *is_cyclic. */
struct graph_order *graph_order_new(const struct graph_order_step *step, u32 nstep,
                                    u32 nbody, const u32 (*edge)[2], const bool *early,
                                    u32 nedge, bool *is_cyclic);
void graph_order_delete(struct graph_order *s);
