/* graph_exec.h - graphs that can be launched, for the files that make and change them.
 * Such a graph keeps a copy of the one that it was made of: updates are compared
 * with it, and its nodes are found by the ids of the program's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/graph.h"
#include "runtime/handles/slot.h"

struct CUgraphExec_st {
	struct slot slot;
	struct CUgraphExec_st *prev, *next; /* of all */
	struct simt_graph *core;            /* NULL: its device was reset */
	struct CUgraph_st *graph;
	struct CUgraph_st *source; /* of a graph with memory nodes, which has one
	                              executable graph at a time */
	struct cuda_device *device;
	u32 generation;
	unsigned long long flags;
	struct arena arena;
	/* id of a node of the program -> node of `graph`: of the first graph, and of the
	 * last update's */
	struct map node_of, updated;
	struct arena update_arena;
	bool uploaded;
};

/* The objects that one state of it refers to; queued launches keep them. */
struct exec_uses {
	struct slot slot;
	struct arena arena;
	struct use *first;
	VEC(struct graph_memory *) memory;
};

/* From nodes to steps. */
struct maker {
	struct arena *a;
	VEC(struct simt_step) step;
	VEC(struct node_ref { struct CUgraphNode_st *node; }) node;
	VEC(struct pair { u32 at[2]; }) edge;
	VEC(bool) early; /* of each edge */
	VEC(struct simt_default) defaults;
	struct exec_uses *uses;
	struct cuda_device *device; /* of the first kernel */
	u32 nbody;
	struct CUgraphNode_st *bad;
	bool unused_handle;
};

bool exec_is(const struct CUgraphExec_st *x);
void maker_open(struct maker *m, struct arena *a);
/* Adds the nodes of g as steps of a body; 0: the top level. */
cudaError_t maker_add_graph(struct maker *m, struct CUgraph_st *g, u32 body);
struct simt_plan maker_plan(const struct maker *m, struct CUgraphExec_st *x);
/* The drop function of plans, whose owners are void *. */
void exec_drop_uses(void *uses);
/* Copies a graph with the original's handles of conditionals, which its kernels use. The
 * copy has to forget them before it is deleted. */
cudaError_t exec_copy_graph(const struct CUgraph_st *from, struct CUgraph_st **out);
void exec_forget_conditionals(struct CUgraph_st *g);
/* Maps nodes of the program's graph, and of those inside it, to their twins in the
 * copy. */
void exec_pair_nodes(struct map *m, const struct CUgraph_st *from,
                     const struct CUgraph_st *to);
/* Finds the node with the id in g or a graph inside it. */
struct CUgraphNode_st *exec_original_of(const struct CUgraph_st *g, u64 id);
