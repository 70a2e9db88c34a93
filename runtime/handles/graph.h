/* graph.h - graphs, their nodes, graphs that can be launched, captures. A node keeps the
 * program's parameters (params) and the step of the core that they mean (step);
 * launching needs only the steps.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "base/reserve.h"
#include "base/vec.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

struct capture;

struct edge {
	struct CUgraphNode_st *node; /* at the other end */
	cudaGraphEdgeData data;
};
VEC_TYPE(edges, struct edge);

struct graph_space;

/* Memory that allocation nodes stand for, one after the other; it lives as long as a
 * graph that has it, or an executable graph made of that. */
struct graph_memory {
	struct slot slot;
	_Atomic u32 refs;
	struct cuda_device *device;
	u32 generation;
	u64 addr, room, size; /* size: what the last node that has it asked for */
	struct graph_space *space;
	u64 offset;   /* in the addresses of its graph */
	u64 freed_by; /* id of the node after which a later node of the graph may use it;
	                 0: none */
	bool live; /* allocated by a launch and not freed since; graph_memory.c's lock */
};

/* A type of nodes that only the driver interface has: operations on memory. */
#define NODE_MEMORY_OPS ((enum cudaGraphNodeType)12)

/* Calls of libraries are captured as nodes that say that they are kernels, as the
 * vendor's libraries launch some; their parameters cannot be asked for. */
#define NODE_CALL ((enum cudaGraphNodeType)64)

struct node_ops {
	struct cuda_device *device;
	const struct simt_memory_op *op;
	u32 n;
	const void *told; /* the description that the driver interface got */
	u32 told_bytes, flags;
};

struct CUgraphNode_st {
	struct slot slot;
	u64 id;     /* no other node ever has it */
	u32 local;  /* number in its graph, of all that ever were there */
	u64 origin; /* of the node that it is a copy of; 0 */
	enum cudaGraphNodeType type;
	struct CUgraph_st *graph;
	struct CUgraphNode_st *prev, *next; /* as they were added */
	struct edges in, out;
	struct cudaGraphNodeParams params;
	struct simt_step step; /* parameter block and payload lie in the graph's arena */
	/* kernels; after a reset of their device the function is gone */
	struct cuda_device *device;
	u32 generation;
	void **args;
	u32 args_cap, block_cap; /* values, and bytes of the parameter block, that fit */
	int priority;
	struct cudaAccessPolicyWindow window;
	cudaLaunchMemSyncDomainMap domain_map;
	cudaLaunchMemSyncDomain domain;
	enum cudaClusterSchedulingPolicy scheduling;
	unsigned carveout; /* percent; 0 where nothing was asked, too */
	/* child graphs and conditionals */
	struct CUgraph_st **sub;
	u32 nsub;
	struct node_ops ops;
	/* the driver interface's description of a copy; else NULL */
	const void *told_copy;
	/* memory */
	struct graph_memory *memory;
	bool freed;       /* an allocation that a node of the graph frees */
	u32 number, last; /* while it is instantiated: its first and last step */
	u64 mark;
};

struct use {
	struct use *next;
	struct CUuserObject_st *object;
	u32 count;
};

struct conditional {
	struct conditional *next;
	cudaGraphConditionalHandle handle;
	unsigned value, flags;
	bool used;
	struct cuda_device *device;
	u32 generation;
};

struct CUgraph_st {
	struct slot slot;
	struct arena arena;
	struct CUgraphNode_st *first, *last;
	struct CUgraphNode_st *parent; /* the node that it is the child or a body of */
	struct map edges;              /* local numbers of from and to -> 1 */
	u32 nnode, nedge, nlocal;
	u32 depth;  /* levels of graphs inside it */
	u64 origin; /* of the graph that it is a copy of */
	u64 id;
	struct use *uses;
	struct conditional *conditionals;
	bool is_body, has_memory;
	struct graph_space *space;        /* of its memory; NULL while it has none */
	struct CUgraphExec_st *only_exec; /* of a graph with memory nodes */
	struct capture *capture;          /* being captured into */
};

/* ---- graph.c ---- */
struct CUgraph_st *graph_new(void);
void graph_delete(struct CUgraph_st *g);
bool graph_is(const struct CUgraph_st *g);
bool graph_node_is(const struct CUgraphNode_st *n);
/* Adds a node without parameters after `deps`; sets *out only if all of these are valid.
 * data may be NULL. */
cudaError_t graph_node_add(struct CUgraph_st *g, enum cudaGraphNodeType type,
                           const cudaGraphNode_t *deps, const cudaGraphEdgeData *data,
                           size_t n, struct CUgraphNode_st **out);
void graph_node_remove(struct CUgraphNode_st *n);
/* Copies nodes, edges, objects. */
cudaError_t graph_copy(const struct CUgraph_st *from, struct CUgraph_st **out);
u64 graph_next_id(void);
/* Makes sure of memory for n more edges and `more` bytes in this thread's next call.
 * False: there is none. g may be NULL. */
bool graph_ready(const struct CUgraph_st *g, size_t n, size_t more);
/* The most memory that a copy of it, and an executable graph made of that, take. */
size_t graph_weight(const struct CUgraph_st *g);
/* Whether it has no memory nodes, no conditionals, and is not too deep. */
bool graph_may_be_child(const struct CUgraph_st *g);

/* ---- graph_node.c: parameters of nodes ---- */
cudaError_t graph_node_set_kernel(struct CUgraphNode_st *n,
                                  const struct cudaKernelNodeParams *p);
/* f on d is the kernel with the handle func; p: the rest of the parameters. */
cudaError_t graph_node_set_function(struct CUgraphNode_st *n, const void *func,
                                    struct cuda_device *d, struct simt_function *f,
                                    const struct cudaKernelNodeParams *p);
/* Sets what a launch has: l has the shape and the arguments. */
cudaError_t graph_node_set_launch(struct CUgraphNode_st *n, const void *func,
                                  struct simt_function *f, const struct simt_launch *l);
/* packed: a call of bytes bytes, see simt_call_pack. */
cudaError_t graph_node_set_call(struct CUgraphNode_st *n, struct cuda_device *d,
                                const void *packed, u32 bytes);
cudaError_t graph_node_set_copy(struct CUgraphNode_st *n,
                                const struct cudaMemcpy3DParms *p);
/* The same in bytes; p: the nearest description in the runtime's terms. */
struct copy_box;
cudaError_t graph_node_set_box(struct CUgraphNode_st *n, const struct copy_box *b,
                               const struct cudaMemcpy3DParms *p);
cudaError_t graph_node_set_fill(struct CUgraphNode_st *n,
                                const struct cudaMemsetParams *p);
cudaError_t graph_node_set_host(struct CUgraphNode_st *n,
                                const struct cudaHostNodeParams *p);
cudaError_t graph_node_set_event(struct CUgraphNode_st *n, cudaEvent_t e);
cudaError_t graph_node_set_child(struct CUgraphNode_st *n, struct CUgraph_st *g,
                                 bool move);
cudaError_t graph_node_set_alloc(struct CUgraphNode_st *n,
                                 struct cudaMemAllocNodeParamsV2 *p);
cudaError_t graph_node_set_free(struct CUgraphNode_st *n, void *p);
/* Copies op and told. */
cudaError_t graph_node_set_ops(struct CUgraphNode_st *n, const struct node_ops *o);
cudaError_t graph_node_set_any(struct CUgraphNode_st *n, struct cudaGraphNodeParams *p);
/* Find the kernel before all other checks, as on hardware: of these parameters; of a node
 * of any type, if it is a kernel node. */
cudaError_t graph_kernel_known(const struct cudaKernelNodeParams *p);
cudaError_t graph_node_known(const struct cudaGraphNodeParams *p);
/* Gives `to`, in another graph, the parameters of `from`. */
cudaError_t graph_node_copy(struct CUgraphNode_st *to, const struct CUgraphNode_st *from);
/* Whether a kernel node's kernel still exists; true for other nodes. */
bool graph_node_is_current(const struct CUgraphNode_st *n);
/* Copies the parameters of a node of the same type, without graphs inside. */
cudaError_t graph_node_set_same(struct CUgraphNode_st *to,
                                const struct CUgraphNode_st *from);
cudaError_t graph_node_set_line(struct CUgraphNode_st *n, void *dst, const void *src,
                                size_t count, enum cudaMemcpyKind kind);
cudaError_t graph_node_set_to_symbol(struct CUgraphNode_st *n, const void *symbol,
                                     const void *src, size_t count, size_t offset,
                                     enum cudaMemcpyKind kind);
cudaError_t graph_node_set_from_symbol(struct CUgraphNode_st *n, void *dst,
                                       const void *symbol, size_t count, size_t offset,
                                       enum cudaMemcpyKind kind);
/* Gives back what the node holds. */
void graph_node_drop(struct CUgraphNode_st *n);

/* ---- graph_memory.c ---- */
void graph_memory_ref(struct graph_memory *m);
void graph_memory_unref(struct graph_memory *m);
/* Makes memory for an allocation node, whose dependencies are set. */
cudaError_t graph_memory_new(const struct CUgraphNode_st *n, struct cuda_device *d,
                             u64 size, struct graph_memory **out);
/* Maps chunks for a launch or an upload, for a node that asked for `size` bytes. */
void graph_memory_map(struct graph_memory *m, u64 size);
/* The graph is destroyed. */
void graph_space_drop(struct graph_space *s);
/* The device was reset. */
void graph_memory_forget(const struct cuda_device *d);
/* Returns the memory of a live block at addr. */
struct graph_memory *graph_memory_at(u64 addr);
/* Sets `live`. False: it has that value already. */
bool graph_memory_mark(struct graph_memory *m, bool live);

/* ---- graph_user.c ---- */
void use_add(struct CUgraph_st *g, struct CUuserObject_st *o, u32 count);
void user_release(struct CUuserObject_st *o, u32 count);
void user_retain(struct CUuserObject_st *o, u32 count);

/* ---- graph_exec.c ---- */
struct CUgraph_st *exec_graph(struct CUgraphExec_st *x);
/* graph_update.c: update one node, for the driver interface. */
cudaError_t exec_set_ops(struct CUgraphExec_st *x, struct CUgraphNode_st *n,
                         const struct node_ops *o);
cudaError_t exec_set_function(struct CUgraphExec_st *x, struct CUgraphNode_st *n,
                              const void *func, struct cuda_device *d,
                              struct simt_function *f,
                              const struct cudaKernelNodeParams *p);

/* ---- capture.c ---- */
/* Adds a node after what the stream has captured; end_node makes it the last one, or
 * takes it back. */
cudaError_t capture_node(struct capture *c, struct CUstream_st *s,
                         enum cudaGraphNodeType type, struct CUgraphNode_st **n);
cudaError_t capture_end_node(struct capture *c, struct CUstream_st *s,
                             struct CUgraphNode_st *n, cudaError_t e);
