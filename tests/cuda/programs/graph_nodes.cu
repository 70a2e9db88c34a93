// graph_nodes.cu - every kind of graph node: made, read, set again, and refused; then the graph is run.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ unsigned cell[8];
__global__ void put(unsigned *p, unsigned v) { *p = v; }

#define NAME(call) cudaGetErrorName(call)
#define CK(call)                                                                         \
	do {                                                                             \
		cudaError_t e_ = (call);                                                 \
		if (e_ != cudaSuccess) {                                                 \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));         \
			exit(1);                                                         \
		}                                                                        \
	} while (0)
#define SHOW(call) printf("%s -> %s\n", #call, NAME(call))

static void add_one(void *p) { ++*(unsigned *)p; }
static void add_ten(void *p) { *(unsigned *)p += 10; }

static cudaKernelNodeParams kernel(void **args) {
	cudaKernelNodeParams k = {};
	k.func = (void *)put;
	k.gridDim = k.blockDim = dim3(1);
	k.kernelParams = args;
	return k;
}

static cudaMemcpy3DParms box(void *dst, const void *src, size_t n, cudaMemcpyKind kind) {
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr((void *)src, n, n, 1);
	p.dstPtr = make_cudaPitchedPtr(dst, n, n, 1);
	p.extent = make_cudaExtent(n, 1, 1);
	p.kind = kind;
	return p;
}

static void run(cudaGraph_t g) {
	cudaGraphExec_t e;
	CK(cudaGraphInstantiate(&e, g, 0));
	CK(cudaGraphLaunch(e, nullptr));
	CK(cudaDeviceSynchronize());
	CK(cudaGraphExecDestroy(e));
}

static void kernels(cudaGraph_t g, unsigned *p) {
	unsigned seven = 7, nine = 9, got;
	void *a[] = {&p, &seven}, *b[] = {&p, &nine};
	cudaGraphNode_t n, m;
	cudaKernelNodeParams k = kernel(a), told;
	CK(cudaGraphAddKernelNode(&n, g, nullptr, 0, &k));
	CK(cudaGraphKernelNodeGetParams(n, &told));
	printf("kernel: grid %u, block %u, value %u\n", told.gridDim.x, told.blockDim.x,
	       *(unsigned *)told.kernelParams[1]);
	k = kernel(b);
	SHOW(cudaGraphKernelNodeSetParams(n, &k));
	run(g);
	CK(cudaMemcpy(&got, p, 4, cudaMemcpyDefault));
	printf("the second value: %u\n", got);
	cudaLaunchAttributeValue v = {}, w = {};
	v.priority = -1;
	SHOW(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributePriority, &v));
	CK(cudaGraphKernelNodeGetAttribute(n, cudaLaunchAttributePriority, &w));
	printf("priority %d\n", w.priority);
	v = {};
	v.cooperative = 1;
	SHOW(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeCooperative, &v));
	CK(cudaGraphKernelNodeGetAttribute(n, cudaLaunchAttributeCooperative, &w));
	printf("cooperative %d\n", w.cooperative);
	v = {};
	v.memSyncDomain = cudaLaunchMemSyncDomainRemote;
	SHOW(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeMemSyncDomain, &v));
	CK(cudaGraphKernelNodeGetAttribute(n, cudaLaunchAttributeMemSyncDomain, &w));
	printf("domain %d\n", w.memSyncDomain);
	CK(cudaGraphAddKernelNode(&m, g, &n, 1, &k));
	SHOW(cudaGraphKernelNodeCopyAttributes(m, n));
	CK(cudaGraphKernelNodeGetAttribute(m, cudaLaunchAttributeCooperative, &w));
	printf("copied: cooperative %d\n", w.cooperative);
	SHOW(cudaGraphKernelNodeGetParams(n, nullptr));
	SHOW(cudaGraphKernelNodeSetParams(n, nullptr));
	SHOW(cudaGraphKernelNodeGetParams(nullptr, &told));
	SHOW(cudaGraphAddKernelNode(nullptr, g, nullptr, 0, &k));
	SHOW(cudaGraphAddKernelNode(&m, nullptr, nullptr, 0, &k));
	SHOW(cudaGraphAddKernelNode(&m, g, nullptr, 1, &k));
	k.blockDim = dim3(2048);
	SHOW(cudaGraphAddKernelNode(&m, g, nullptr, 0, &k));
	k = kernel(b);
	k.func = nullptr;
	SHOW(cudaGraphAddKernelNode(&m, g, nullptr, 0, &k));
}

static void copies(cudaGraph_t g, unsigned *p) {
	unsigned host[4] = {1, 2, 3, 4}, back[4] = {}, more[2] = {50, 60};
	cudaGraphNode_t in, out, to, from;
	cudaMemcpy3DParms a = box(p, host, sizeof host, cudaMemcpyHostToDevice), told;
	CK(cudaGraphAddMemcpyNode(&in, g, nullptr, 0, &a));
	CK(cudaGraphMemcpyNodeGetParams(in, &told));
	printf("copy: %zu bytes, kind %d\n", told.extent.width, told.kind);
	CK(cudaGraphAddMemcpyNode1D(&out, g, &in, 1, back, p, sizeof back, cudaMemcpyDeviceToHost));
	CK(cudaGraphAddMemcpyNodeToSymbol(&to, g, &out, 1, cell, more, 8, 4, cudaMemcpyHostToDevice));
	unsigned fetched[2] = {};
	CK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &to, 1, fetched, cell, 8, 4,
	                                    cudaMemcpyDeviceToHost));
	run(g);
	printf("%u %u %u %u, through the symbol %u %u\n", back[0], back[1], back[2], back[3],
	       fetched[0], fetched[1]);
	host[0] = 11;
	more[0] = 55;
	a = box(p + 1, host, 8, cudaMemcpyHostToDevice);
	SHOW(cudaGraphMemcpyNodeSetParams(in, &a));
	SHOW(cudaGraphMemcpyNodeSetParams1D(out, back, p, 12, cudaMemcpyDeviceToHost));
	SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, cell, more, 4, 8, cudaMemcpyHostToDevice));
	SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, fetched, cell, 4, 8,
	                                            cudaMemcpyDeviceToHost));
	run(g);
	printf("%u %u %u %u, through the symbol %u %u\n", back[0], back[1], back[2], back[3],
	       fetched[0], fetched[1]);
	SHOW(cudaGraphAddMemcpyNode(&in, g, nullptr, 0, nullptr));
	SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, cell, more, 64, 0, cudaMemcpyHostToDevice));
	SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, cell, more, 4, 0, cudaMemcpyDeviceToHost));
	SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, host, more, 4, 0, cudaMemcpyHostToDevice));
	SHOW(cudaGraphMemcpyNodeSetParams1D(out, back, p, 4, (cudaMemcpyKind)9));
	SHOW(cudaGraphMemcpyNodeSetParams1D(nullptr, back, p, 4, cudaMemcpyDeviceToHost));
	SHOW(cudaGraphMemcpyNodeGetParams(in, nullptr));
}

static void fills(cudaGraph_t g, unsigned *p) {
	cudaGraphNode_t n;
	cudaMemsetParams f = {}, told;
	unsigned got[4];
	f.dst = p;
	f.value = 0x1234;
	f.elementSize = 2;
	f.width = 4;
	f.height = 1;
	CK(cudaGraphAddMemsetNode(&n, g, nullptr, 0, &f));
	CK(cudaGraphMemsetNodeGetParams(n, &told));
	printf("fill: %u of %u bytes, %zu times\n", told.value, told.elementSize, told.width);
	run(g);
	CK(cudaMemcpy(got, p, 16, cudaMemcpyDefault));
	printf("%08x %08x\n", got[0], got[1]);
	f.value = 0xab;
	f.elementSize = 1;
	f.width = 2;
	f.height = 2;
	f.pitch = 8;
	SHOW(cudaGraphMemsetNodeSetParams(n, &f));
	run(g);
	CK(cudaMemcpy(got, p, 16, cudaMemcpyDefault));
	printf("%08x %08x %08x\n", got[0], got[1], got[2]);
	f.elementSize = 3;
	SHOW(cudaGraphMemsetNodeSetParams(n, &f));
	f.elementSize = 4;
	f.dst = nullptr;
	SHOW(cudaGraphMemsetNodeSetParams(n, &f));
	SHOW(cudaGraphAddMemsetNode(&n, g, nullptr, 0, nullptr));
	SHOW(cudaGraphMemsetNodeGetParams(n, nullptr));
}

static void hosts(cudaGraph_t g) {
	cudaGraphNode_t n;
	unsigned count = 0;
	cudaHostNodeParams h = {}, told;
	h.fn = add_one;
	h.userData = &count;
	CK(cudaGraphAddHostNode(&n, g, nullptr, 0, &h));
	CK(cudaGraphHostNodeGetParams(n, &told));
	printf("host: the function %s, its data %s\n", told.fn == add_one ? "is the same" : "differs",
	       told.userData == &count ? "too" : "differ");
	run(g);
	h.fn = add_ten;
	SHOW(cudaGraphHostNodeSetParams(n, &h));
	run(g);
	printf("counted to %u\n", count);
	h.fn = nullptr;
	SHOW(cudaGraphHostNodeSetParams(n, &h));
	SHOW(cudaGraphAddHostNode(&n, g, nullptr, 0, &h));
}

static void events(cudaGraph_t g) {
	cudaGraphNode_t n, wait;
	cudaEvent_t a, b, told;
	CK(cudaEventCreate(&a));
	CK(cudaEventCreate(&b));
	CK(cudaGraphAddEventRecordNode(&n, g, nullptr, 0, a));
	CK(cudaGraphAddEventWaitNode(&wait, g, &n, 1, a));
	CK(cudaGraphEventRecordNodeGetEvent(n, &told));
	printf("event: %s", told == a ? "the same" : "another");
	CK(cudaGraphEventWaitNodeGetEvent(wait, &told));
	printf(", waits for: %s\n", told == a ? "the same" : "another");
	SHOW(cudaGraphEventRecordNodeSetEvent(n, b));
	SHOW(cudaGraphEventWaitNodeSetEvent(wait, b));
	CK(cudaGraphEventRecordNodeGetEvent(n, &told));
	printf("then: %s\n", told == b ? "the second" : "the first");
	run(g);
	SHOW(cudaEventQuery(b));
	SHOW(cudaGraphEventRecordNodeGetEvent(wait, &told));
	SHOW(cudaGraphEventRecordNodeSetEvent(n, nullptr));
	SHOW(cudaGraphEventWaitNodeGetEvent(n, &told));
	SHOW(cudaGraphEventWaitNodeSetEvent(wait, nullptr));
	SHOW(cudaGraphAddEventRecordNode(&n, g, nullptr, 0, nullptr));
	CK(cudaEventDestroy(a));
	CK(cudaEventDestroy(b));
}

static void children(cudaGraph_t g) {
	cudaGraph_t child, told;
	cudaGraphNode_t n, empty, inner;
	size_t count = 0;
	CK(cudaGraphCreate(&child, 0));
	CK(cudaGraphAddEmptyNode(&inner, child, nullptr, 0));
	CK(cudaGraphAddChildGraphNode(&n, g, nullptr, 0, child));
	CK(cudaGraphAddEmptyNode(&empty, g, &n, 1));
	CK(cudaGraphChildGraphNodeGetGraph(n, &told));
	CK(cudaGraphGetNodes(told, nullptr, &count));
	printf("child: %s graph of %zu node\n", told == child ? "the same" : "another", count);
	run(g);
	cudaGraphNodeType type;
	CK(cudaGraphNodeGetType(n, &type));
	printf("type %d", type);
	CK(cudaGraphNodeGetType(empty, &type));
	printf(" and %d\n", type);
	SHOW(cudaGraphChildGraphNodeGetGraph(empty, &told));
	SHOW(cudaGraphChildGraphNodeGetGraph(n, nullptr));
	SHOW(cudaGraphAddChildGraphNode(&n, g, nullptr, 0, nullptr));
	SHOW(cudaGraphAddEmptyNode(nullptr, g, nullptr, 0));
	CK(cudaGraphDestroy(child));
}

static void memory(cudaGraph_t g) {
	cudaGraphNode_t take, give, fill;
	cudaMemAllocNodeParams a = {}, told;
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	a.bytesize = 1024;
	CK(cudaGraphAddMemAllocNode(&take, g, nullptr, 0, &a));
	CK(cudaGraphMemAllocNodeGetParams(take, &told));
	printf("memory: %zu bytes at %s\n", told.bytesize, told.dptr == a.dptr && a.dptr ? "the same place" : "?");
	cudaMemsetParams f = {};
	f.dst = a.dptr;
	f.elementSize = 4;
	f.width = 256;
	f.height = 1;
	CK(cudaGraphAddMemsetNode(&fill, g, &take, 1, &f));
	CK(cudaGraphAddMemFreeNode(&give, g, &fill, 1, a.dptr));
	void *p = nullptr;
	CK(cudaGraphMemFreeNodeGetParams(give, &p));
	printf("given back: %s\n", p == a.dptr ? "the same" : "another");
	run(g);
	SHOW(cudaGraphMemAllocNodeGetParams(give, &told));
	SHOW(cudaGraphMemFreeNodeGetParams(give, nullptr));
	SHOW(cudaGraphAddMemAllocNode(&take, g, nullptr, 0, nullptr));
	SHOW(cudaGraphAddMemFreeNode(&give, g, nullptr, 0, nullptr));
}

// The same through the structure of all kinds.
static void any(cudaGraph_t g, unsigned *p) {
	cudaGraphNode_t n;
	cudaGraphNodeParams q = {};
	unsigned count = 0, got;
	q.type = cudaGraphNodeTypeHost;
	q.host.fn = add_one;
	q.host.userData = &count;
	CK(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &q));
	q.host.fn = add_ten;
	SHOW(cudaGraphNodeSetParams(n, &q));
	q = {};
	q.type = cudaGraphNodeTypeMemset;
	q.memset.dst = p;
	q.memset.value = 0x5a;
	q.memset.elementSize = 1;
	q.memset.width = 4;
	q.memset.height = 1;
	SHOW(cudaGraphNodeSetParams(n, &q));
	CK(cudaGraphAddNode(&n, g, &n, nullptr, 1, &q));
	run(g);
	CK(cudaMemcpy(&got, p, 4, cudaMemcpyDefault));
	printf("counted to %u, filled with %x\n", count, got);
	SHOW(cudaGraphNodeSetParams(n, nullptr));
	SHOW(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, nullptr));
	q.reserved0[1] = 1;
	SHOW(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &q));
	q = {};
	q.type = (cudaGraphNodeType)77;
	SHOW(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &q));
}

template <class F> static void with_graph(F f) {
	cudaGraph_t g;
	CK(cudaGraphCreate(&g, 0));
	f(g);
	CK(cudaGraphDestroy(g));
	cudaGetLastError();
}

int main() {
	unsigned *p;
	CK(cudaMalloc(&p, 256));
	CK(cudaMemset(p, 0, 256));
	with_graph([&](cudaGraph_t g) { kernels(g, p); });
	with_graph([&](cudaGraph_t g) { copies(g, p); });
	with_graph([&](cudaGraph_t g) { fills(g, p); });
	with_graph([&](cudaGraph_t g) { hosts(g); });
	with_graph([&](cudaGraph_t g) { events(g); });
	with_graph([&](cudaGraph_t g) { children(g); });
	with_graph([&](cudaGraph_t g) { memory(g); });
	with_graph([&](cudaGraph_t g) { any(g, p); });
	CK(cudaFree(p));
	return 0;
}
