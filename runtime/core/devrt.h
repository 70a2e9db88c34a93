/* devrt.h - work that kernels launch: kernels, copies and fills after the grid that asked
 * for them, graphs after the graph that its kernel is part of.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* A piece of work that a grid has asked for. Copies and fills are checked. */
struct nested_item {
	struct nested_item *next;
	enum { NESTED_LAUNCH, NESTED_COPY, NESTED_FILL } kind;
	u64 parent_id; /* grid_id of the grid that asked */
	struct simt_function *fn;
	struct simt_launch launch; /* params: in the grid's arena */
	struct simt_copy copy;
	struct simt_fill fill;
};

struct nested;
/* Takes the work that l's threads asked for from l; NULL: none. */
struct nested *nested_take(struct launch *l);
/* The next piece of work, in the order in which it is done; NULL: none is left. *last:
 * none is left after it, and only the grid's own end waits for it. */
struct nested_item *nested_next(struct nested *n, bool *last);
void nested_drop(struct nested *n);
/* The grid that launched the one whose work this is, or NULL. */
struct nested *nested_up(const struct nested *n);
void nested_set_up(struct nested *n, struct nested *up);

/* Graphs that the kernels of a graph launch. */
struct graph_call {
	void *id;
	bool tail;
};
struct graph_calls {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(struct graph_call) call;
};

/* graph_run.c: whether there is a graph with this id that kernels can launch. */
bool graph_by_id(const void *id);
/* condition.c: returns false when there is no such condition. */
bool condition_set(struct simt_device *dev, u64 handle, u32 value);

void devrt_call(struct machine *m, struct devrt_call *c);
/* The device is closed or reset: its memory goes or is gone. */
void devrt_forget(struct simt_device *dev);
