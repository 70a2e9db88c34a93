/* graph.h - graphs: work in an order that is fixed beforehand. Steps wait for those that
 * edges name and for nothing else; what is independent goes on at the same time, as in
 * streams. A graph never overlaps itself. What was launched keeps the steps that it was
 * launched with.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "launch.h"
#include "memory.h"
#include "status.h"
#include "stream.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_event;
struct simt_graph;

enum simt_step_kind {
	SIMT_STEP_NOTHING,
	SIMT_STEP_LAUNCH,
	SIMT_STEP_COPY,
	SIMT_STEP_FILL,
	SIMT_STEP_WORK,   /* a function */
	SIMT_STEP_RECORD, /* of an event */
	SIMT_STEP_WAIT,   /* for an event as it was recorded when the graph is launched
	                   */
	SIMT_STEP_IF, /* body 0 if the condition is not 0, else body 1 if there is one */
	SIMT_STEP_WHILE,  /* body 0 as long as the condition is not 0 */
	SIMT_STEP_MEMORY, /* operations on memory; in no body */
	SIMT_STEP_SWITCH, /* the body with the condition's number, if there is one */
};

struct simt_step {
	enum simt_step_kind kind;
	uint32_t body; /* 0: none, else 1 + number of the body that it belongs to, in all
	                  of the graph */
	bool disabled; /* it does nothing */
	struct simt_function *function;
	struct simt_launch launch;
	struct simt_device *device; /* of a fill */
	struct simt_copy copy;
	struct simt_fill fill;
	struct simt_work work;
	const struct simt_memory_op *op;
	uint32_t nop;
	struct simt_event *event;
	uint64_t condition;
	uint32_t first_body, nbody; /* of IF, WHILE, SWITCH */
};

struct simt_default {
	uint64_t condition;
	uint32_t value; /* assigned when a launch begins */
};

struct simt_plan {
	const struct simt_step *step;
	uint32_t nstep, nbody;
	const uint32_t (*edge)[2]; /* from, to; both of one body. NULL in an update: as
	                              they were */
	uint32_t nedge;
	const bool *early; /* of each edge, between launches: the first lets the second
	                      begin; NULL: none is */
	const struct simt_default *defaults;
	uint32_t ndefault;
	void *owner; /* given to drop when no launch uses the plan any more */
	void (*drop)(void *owner);
	void *id; /* %current_graph_exec of its kernels, and what they launch it by */
	bool for_device; /* kernels can launch it; of the first plan */
};

/* Steps are copied. SIMT_INVALID_VALUE: the edges form a cycle. *bad: the step that is
 * refused, or nstep. If it fails, owner is not dropped. */
enum simt_status simt_graph_create(struct simt_device *dev, const struct simt_plan *p,
                                   struct simt_graph **out, uint32_t *bad);
/* Launches that are queued still run to their end. */
void simt_graph_destroy(struct simt_graph *g);
enum simt_status simt_graph_launch(struct simt_graph *g, struct simt_stream *s);
/* From the next launch on: one step, of the same kind; or all, with the same bodies and
 * edges. */
enum simt_status simt_graph_set_step(struct simt_graph *g, uint32_t i,
                                     const struct simt_step *step);
enum simt_status simt_graph_enable_step(struct simt_graph *g, uint32_t i, bool enabled);
enum simt_status simt_graph_update(struct simt_graph *g, const struct simt_plan *p,
                                   uint32_t *bad);

/* Creates a number that kernels can set and steps test. */
enum simt_status simt_condition_create(struct simt_device *dev, uint64_t *condition);
/* Graphs that test it keep it. */
void simt_condition_destroy(struct simt_device *dev, uint64_t condition);

#ifdef __cplusplus
}
#endif
