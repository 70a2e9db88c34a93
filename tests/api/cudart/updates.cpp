// updates.cpp - which changes an update of a graph takes, and whom it blames for the others.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD ".visible .entry plain() { ret; }\n";

static void plain() { stub((const void *)plain); }

struct Kernel {
	cudaGraph_t graph;
	cudaGraphNode_t node;
	Kernel(int cooperative, int priority) {
		cudaKernelNodeParams p = {};
		cudaLaunchAttributeValue v = {};
		p.func = (void *)plain;
		p.gridDim = p.blockDim = dim3(1);
		CK(cudaGraphCreate(&graph, 0));
		CK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
		v.cooperative = cooperative;
		CK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &v));
		v = {};
		v.priority = priority;
		CK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &v));
	}
};

static void update(const char *what, const Kernel &from, const Kernel &to,
                   unsigned long long flags = 0) {
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	CK(cudaGraphInstantiate(&x, from.graph, flags));
	cudaError_t e = cudaGraphExecUpdate(x, to.graph, &info);
	printf("%s: %s, %d, %s\n", what, NAME(e), info.result,
	       info.errorNode == to.node ? "the new node" : "no node");
}

/* Copies: what was said of the memory on both sides stays. */
static void copies(cudaMemcpyKind kind, const char *name) {
	const char *const places[] = {"device", "pinned", "host", "pool"};
	cudaGraph_t g;
	cudaGraphNode_t n;
	cudaGraphExec_t x;
	void *a, *m[4];
	CK(cudaMalloc(&a, 256));
	CK(cudaMalloc(&m[0], 256));
	CK(cudaMallocHost(&m[1], 256));
	m[2] = malloc(256);
	CK(cudaMallocAsync(&m[3], 256, 0));
	CK(cudaGraphCreate(&g, 0));
	CK(cudaGraphAddMemcpyNode1D(&n, g, nullptr, 0, a,
	                            m[kind == cudaMemcpyHostToDevice ? 2 : 0], 64, kind));
	CK(cudaGraphInstantiate(&x, g, 0));
	for (int k = cudaMemcpyHostToHost; k <= cudaMemcpyDefault; k++) {
		printf("%s to kind %d:", name, k);
		for (int i = 0; i < 4; i++)
			if (!cudaGraphExecMemcpyNodeSetParams1D(x, n, a, m[i], 64,
			                                        (cudaMemcpyKind)k))
				printf(" %s", places[i]);
		printf("\n");
	}
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr(m[0], 64, 64, 2);
	p.dstPtr = make_cudaPitchedPtr(a, 64, 64, 2);
	p.extent = make_cudaExtent(32, 2, 1);
	p.kind = kind;
	printf("to two rows: %s\n", NAME(cudaGraphExecMemcpyNodeSetParams(x, n, &p)));
	CK(cudaGraphMemcpyNodeSetParams(n, &p));
	cudaGraphExecUpdateResultInfo info;
	cudaError_t e = cudaGraphExecUpdate(x, g, &info);
	printf("all: %s, %d, %d\n", NAME(e), info.result, info.errorNode == n);
}

/* A graph of kernels k, empty nodes e and fills m: - after the one before, ^ after the
 * first, + after both. */
static cudaGraph_t graph_of(const char *text) {
	static void *buffer;
	cudaGraphNode_t first = nullptr, last = nullptr;
	cudaGraph_t g;
	if (!buffer)
		CK(cudaMalloc(&buffer, 64));
	CK(cudaGraphCreate(&g, 0));
	for (char how = 0; *text; text++) {
		if (strchr("-^+", *text)) {
			how = *text;
			continue;
		}
		cudaGraphNode_t deps[] = {how == '^' ? first : last, first}, n;
		size_t ndep = how == '+' ? 2 : how ? 1 : 0;
		cudaMemsetParams fill = {buffer, 0, 0, 4, 4, 1};
		cudaKernelNodeParams k = {};
		k.func = (void *)plain;
		k.gridDim = k.blockDim = dim3(1);
		if (*text == 'k')
			CK(cudaGraphAddKernelNode(&n, g, deps, ndep, &k));
		else if (*text == 'm')
			CK(cudaGraphAddMemsetNode(&n, g, deps, ndep, &fill));
		else
			CK(cudaGraphAddEmptyNode(&n, g, deps, ndep));
		first = first ? first : n;
		last = n;
		how = 0;
	}
	return g;
}

/* Which node is to blame. */
static void blame(const char *from, const char *to) {
	cudaGraph_t a = graph_of(from), b = graph_of(to);
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	cudaGraphNode_t node[8];
	size_t n = 8;
	int at = -1;
	CK(cudaGraphInstantiate(&x, a, 0));
	cudaError_t e = cudaGraphExecUpdate(x, b, &info);
	CK(cudaGraphGetNodes(b, node, &n));
	for (size_t i = 0; i < n; i++)
		if (info.errorNode == node[i])
			at = (int)i;
	printf("%s to %s: %s, %d, node %d\n", from, to, NAME(e), info.result, at);
}

/* What attributes of kernels, edges and nodes may be. */
static void corners() {
	cudaGraph_t g = graph_of("k"), clone;
	cudaGraphNode_t k, n;
	size_t one = 1;
	CK(cudaGraphGetNodes(g, &k, &one));
	cudaLaunchAttributeValue v = {};
	CK(cudaGraphKernelNodeGetAttribute(k, cudaLaunchAttributeMemSyncDomainMap, &v));
	printf("domains %d %d\n", v.memSyncDomainMap.default_, v.memSyncDomainMap.remote);
	CK(cudaGraphKernelNodeGetAttribute(
		k, cudaLaunchAttributePreferredSharedMemoryCarveout, &v));
	printf("carveout %u\n", v.sharedMemCarveout);
	for (int priority : {-9, -5, 1}) {
		v.priority = priority;
		CK(cudaGraphKernelNodeSetAttribute(k, cudaLaunchAttributePriority, &v));
		CK(cudaGraphKernelNodeGetAttribute(k, cudaLaunchAttributePriority, &v));
		printf("priority %d: %d\n", priority, v.priority);
	}
	v.clusterDim = {0, 1, 1};
	printf("no cluster: %s\n", NAME(cudaGraphKernelNodeSetAttribute(
					   k, cudaLaunchAttributeClusterDimension, &v)));
	v.clusterDim = {0, 0, 0};
	printf("none: %s\n", NAME(cudaGraphKernelNodeSetAttribute(
				     k, cudaLaunchAttributeClusterDimension, &v)));
	for (unsigned char port = 0; port < 4; port++) {
		cudaGraphEdgeData edge = {};
		cudaGraphNodeParams p = {};
		edge.from_port = port;
		p.type = cudaGraphNodeTypeEmpty;
		printf("port %d: %s\n", port,
		       NAME(cudaGraphAddNode(&n, g, &k, &edge, 1, &p)));
	}
	cudaGraphNodeParams p = {};
	p.type = cudaGraphNodeTypeEmpty;
	p.reserved1[0] = 1;
	printf("reserved: %s\n", NAME(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p)));
	CK(cudaGraphAddChildGraphNode(&n, g, nullptr, 0, graph_of("e")));
	cudaGraph_t child;
	CK(cudaGraphChildGraphNodeGetGraph(n, &child));
	CK(cudaGraphGetNodes(child, &n, &one));
	CK(cudaGraphClone(&clone, g));
	printf("inner node in the clone: %s\n", NAME(cudaGraphNodeFindInClone(&k, n, clone)));
}

/* What spoils captures, and what becomes of their graphs. */
static void captures() {
	cudaStream_t s;
	cudaGraph_t g = graph_of("e"), h;
	cudaGraphNode_t n;
	cudaStreamCaptureStatus status;
	void *p;
	static char page[64];
	size_t one = 1;
	CK(cudaStreamCreate(&s));
	CK(cudaGraphGetNodes(g, &n, &one));
	CK(cudaStreamBeginCaptureToGraph(s, g, &n, nullptr, 1, cudaStreamCaptureModeGlobal));
	printf("again: %s\n",
	       NAME(cudaStreamBeginCaptureToGraph(s, g, &n, nullptr, 1,
	                                          cudaStreamCaptureModeGlobal)));
	printf("node: %s, graph: %s\n", NAME(cudaGraphDestroyNode(n)),
	       NAME(cudaGraphDestroy(g)));
	printf("empty fill: %s\n", NAME(cudaMemset(nullptr, 0, 0)));
	CK(cudaStreamIsCapturing(s, &status));
	printf("status %d\n", status);
	printf("malloc: %s\n", NAME(cudaMalloc(&p, 4)));
	printf("end: %s\n", NAME(cudaStreamEndCapture(s, &h)));
	printf("its graph: %s\n", NAME(cudaGraphDestroy(g)));
	for (int how = 0; how < 3; how++) {
		CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
		cudaMemLocation here = {cudaMemLocationTypeDevice, {0}};
		cudaError_t e =
			how == 0   ? cudaHostUnregister(page)
			: how == 1 ? cudaMemPoolTrimTo(nullptr, 0)
				   : cudaMemAdvise(page, 64, cudaMemAdviseSetReadMostly,
		                                   here);
		printf("call %d: %s, end: %s\n", how, NAME(e),
		       NAME(cudaStreamEndCapture(s, &h)));
	}
	CK(cudaStreamDestroy(s));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)plain, "plain");
	program.end();
	update("cooperative", Kernel(1, 0), Kernel(1, 0));
	update("to cooperative", Kernel(0, 0), Kernel(1, 0));
	update("from cooperative", Kernel(1, 0), Kernel(0, 0));
	update("priority", Kernel(0, 0), Kernel(0, -1));
	update("own priority", Kernel(0, 0), Kernel(0, -1),
	       cudaGraphInstantiateFlagUseNodePriority);
	update("beyond the greatest", Kernel(0, -8), Kernel(0, -5),
	       cudaGraphInstantiateFlagUseNodePriority);
	copies(cudaMemcpyDeviceToDevice, "device to device");
	copies(cudaMemcpyHostToDevice, "host to device");
	copies(cudaMemcpyDefault, "default");
	blame("k-m-k", "k-m^k");
	blame("k-m^k", "k-m-k");
	blame("k-m+k", "k-m^k");
	blame("k-m-e", "k-e-m");
	blame("k-m-e", "kme");
	blame("kme", "k-m-e");
	blame("km", "mk");
	blame("kk+m", "kk-m");
	blame("m-m-m", "k-m-m");
	blame("k-m", "k");
	corners();
	captures();
	return 0;
}
