/* graph_dot.c - graphs as pictures: text for dot. Graphs inside of nodes are clusters.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runtime/handles/error.h"
#include "runtime/handles/graph.h"

static const char *type_name(enum cudaGraphNodeType type) {
	if (type == NODE_MEMORY_OPS)
		return "BATCH MEM OP";
	if (type == NODE_CALL)
		return "KERNEL";
	switch (type) {
	case cudaGraphNodeTypeKernel: return "KERNEL";
	case cudaGraphNodeTypeMemcpy: return "MEMCPY";
	case cudaGraphNodeTypeMemset: return "MEMSET";
	case cudaGraphNodeTypeHost: return "HOST";
	case cudaGraphNodeTypeGraph: return "GRAPH";
	case cudaGraphNodeTypeEmpty: return "EMPTY";
	case cudaGraphNodeTypeWaitEvent: return "EVENT WAIT";
	case cudaGraphNodeTypeEventRecord: return "EVENT RECORD";
	case cudaGraphNodeTypeMemAlloc: return "MEM ALLOC";
	case cudaGraphNodeTypeMemFree: return "MEM FREE";
	case cudaGraphNodeTypeConditional: return "CONDITIONAL";
	default: return "?";
	}
}

static const char *kind_name(const struct CUgraphNode_st *n) {
	static const char *const name[] = {"IF", "WHILE", "SWITCH"};
	return name[n->params.conditional.type];
}

/* Mangled names of C++ have no quotes; names of PTX may have any character. */
static void put_name(FILE *f, const char *s) {
	for (; *s; s++)
		fprintf(f, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

static void put_kernel(FILE *f, const struct CUgraphNode_st *n, bool params) {
	struct simt_function_attributes a;
	const struct simt_launch *l = &n->step.launch;
	if (!graph_node_is_current(n))
		return;
	simt_function_attributes(n->step.function, &a);
	fputs("\\n", f);
	put_name(f, a.name);
	if (!params)
		return;
	fprintf(f, "\\n\\<\\<\\<(%u,%u,%u),(%u,%u,%u),%u\\>\\>\\>", l->grid[0],
	        l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
	        l->shared_dynamic);
	if (l->cooperative)
		fputs("\\ncooperative", f);
	if (l->cluster[0])
		fprintf(f, "\\ncluster (%u,%u,%u)", l->cluster[0], l->cluster[1],
		        l->cluster[2]);
}

static void put_copy(FILE *f, const struct simt_copy *c) {
	fprintf(f, "\\n0x%llx -\\> 0x%llx\\n%llu x %llu x %llu bytes",
	        (unsigned long long)c->src, (unsigned long long)c->dst,
	        (unsigned long long)c->width, (unsigned long long)c->height,
	        (unsigned long long)c->depth);
}

static void put_fill(FILE *f, const struct simt_fill *s) {
	fprintf(f, "\\n0x%llx := 0x%x\\n%llu x %llu elements of %u bytes",
	        (unsigned long long)s->dst, s->value, (unsigned long long)s->width,
	        (unsigned long long)s->height, s->element);
}

/* Labels of records need \< and \> for < and >; other labels accept them, too. */
static void put_node(FILE *f, const struct CUgraphNode_st *n, unsigned flags) {
	const bool all = flags & cudaGraphDebugDotFlagsVerbose;
	fprintf(f, "\tn%llu [shape=box label=\"%s", (unsigned long long)n->id,
	        type_name(n->type));
	if (n->type == cudaGraphNodeTypeKernel)
		put_kernel(f, n, all || (flags & cudaGraphDebugDotFlagsKernelNodeParams));
	if (n->type == NODE_CALL)
		fprintf(f, "\\n%s", simt_call_function(n->step.work.payload));
	if (n->type == cudaGraphNodeTypeMemcpy &&
	    (all || (flags & cudaGraphDebugDotFlagsMemcpyNodeParams)))
		put_copy(f, &n->step.copy);
	if (n->type == cudaGraphNodeTypeMemset &&
	    (all || (flags & cudaGraphDebugDotFlagsMemsetNodeParams)))
		put_fill(f, &n->step.fill);
	if (n->type == cudaGraphNodeTypeHost &&
	    (all || (flags & cudaGraphDebugDotFlagsHostNodeParams)))
		fprintf(f, "\\n%p(%p)", (void *)(uintptr_t)n->params.host.fn,
		        n->params.host.userData);
	if (n->step.event && (all || (flags & cudaGraphDebugDotFlagsEventNodeParams)))
		fprintf(f, "\\nevent %p", (void *)n->params.eventRecord.event);
	if (n->type == cudaGraphNodeTypeConditional &&
	    (all || (flags & cudaGraphDebugDotFlagsConditionalNodeParams)))
		fprintf(f, "\\n%s, handle 0x%llx", kind_name(n),
		        n->params.conditional.handle);
	if (all || (flags & cudaGraphDebugDotFlagsHandles))
		fprintf(f, "\\n%p", (const void *)n);
	fputs("\"]\n", f);
}

static void put_graph(FILE *f, const struct CUgraph_st *g, unsigned flags) {
	for (const struct CUgraphNode_st *n = g->first; n; n = n->next) {
		put_node(f, n, flags);
		for (u32 i = 0; i < n->nsub; i++) {
			fprintf(f, "subgraph cluster_%llu {\n\tlabel=\"graph %llu\"\n",
			        (unsigned long long)n->sub[i]->id,
			        (unsigned long long)n->sub[i]->id);
			put_graph(f, n->sub[i], flags);
			fputs("}\n", f);
			if (n->sub[i]->first)
				fprintf(f, "\tn%llu -> n%llu [style=dotted]\n",
				        (unsigned long long)n->id,
				        (unsigned long long)n->sub[i]->first->id);
		}
	}
	for (const struct CUgraphNode_st *n = g->first; n; n = n->next)
		for (u32 i = 0; i < n->out.n; i++)
			fprintf(f, "\tn%llu -> n%llu%s\n", (unsigned long long)n->id,
			        (unsigned long long)n->out.at[i].node->id,
			        n->out.at[i].data.type ? " [style=dashed]" : "");
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path,
                                   unsigned int flags) {
	if (!graph_is(graph) || !path)
		return cudart_report(cudaErrorInvalidValue);
	FILE *f = fopen(path, "w");
	if (!f)
		return cudart_report(cudaErrorOperatingSystem);
	fputs("digraph graph_1 {\n", f);
	put_graph(f, graph, flags);
	fputs("}\n", f);
	bool ok = !ferror(f);
	if (fclose(f) || !ok)
		return cudart_report(cudaErrorOperatingSystem);
	return cudaSuccess;
}
