/* graph.h - graphs, their plans, steps and conditions; inside runtime/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/devrt.h"
#include "runtime/core/stream.h"
#include "runtime/graph/graph_order.h"

struct condition {
	struct simt_device *dev;
	u64 handle;
	u32 refs; /* condition.c's lock guards it */
	bool is_destroyed;
	_Atomic u32 value;
};

/* A step; only `progress` changes after it is made. */
struct step {
	_Atomic u32 refs;
	enum simt_step_kind kind;
	struct condition *condition;
	struct range bodies;
	union {
		struct prepared launch;
		struct simt_copy copy;
		struct simt_fill fill;
		struct simt_event *event;
		struct {
			enum simt_status (*run)(void *payload, enum simt_status status);
			bool is_host;
		};
		struct { /* the ops are the payload */
			u32 nop;
			struct ops_progress progress; /* of the launch under way: there is
			                                 one at a time */
		};
	};
	u64 payload[];
};

/* What all plans of a graph share: their order, the streams of its lanes, and the last
 * launch. */
struct graph_state {
	_Atomic u32 refs;
	struct graph_order *order;
	/* [0]: NULL, it is the stream of the launch */
	struct simt_stream *lane[GRAPH_LANES];
	struct simt_stream *last_stream; /* the last launch is over when this has done
	                                    number last_seq */
	u64 last_seq;
	struct graph_calls calls; /* what kernels of the launch under way have launched to
	                             follow it */
	u64 seq[]; /* of each segment in its lane; the queue's lock guards it */
};

struct owner {
	_Atomic u32 refs;
	void (*drop)(void *);
	void *what;
};

struct assign {
	struct condition *condition;
	u32 value;
};

/* The steps of a graph at one time. Queued launches hold references; the holder of the
 * only one may change it. */
struct plan {
	_Atomic u32 refs;
	struct graph_state *state;
	struct owner *owner;
	void *id;
	u32 nstep, nassign;
	struct step **step;
	bool *disabled;
	struct assign *assign;
};

struct simt_graph {
	struct simt_device *dev;
	pthread_mutex_t lock; /* of `now` */
	struct plan *now;
	bool for_device; /* kernels can launch it */
	const void *id;
};

/* Returns the current plan, with a reference. */
struct plan *graph_plan(struct simt_graph *g);
void plan_unref(struct plan *p);
void owner_unref(struct owner *o);
/* The same of the graph with this id that kernels can launch; NULL: there is none. */
struct plan *graph_plan_by_id(const void *id);

/* Returns the condition with a reference; NULL: there is none. */
struct condition *condition_get(struct simt_device *dev, u64 handle);
void condition_ref(struct condition *c);
void condition_unref(struct condition *c);
