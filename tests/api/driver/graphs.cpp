/* graphs.cpp - graphs of the driver interface: nodes of all kinds, changes of graphs that can be launched, captures.
 * SPDX-License-Identifier: Apache-2.0 */
#include <vector>

#include "show.h"

static const char ptx[] = R"(
.version 7.8
.target sm_80
.address_size 64
.visible .entry add(.param .u64 p, .param .u32 v)
{
	.reg .u32 %r<4>; .reg .u64 %rd<4>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [v];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.u64 %rd1, %rd1, %rd2;
	ld.global.u32 %r3, [%rd1];
	add.u32 %r3, %r3, %r1;
	st.global.u32 [%rd1], %r3;
	ret;
}
.visible .entry twice(.param .u64 p)
{
	.reg .u32 %r<4>; .reg .u64 %rd<4>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.u64 %rd1, %rd1, %rd2;
	ld.global.u32 %r3, [%rd1];
	shl.b32 %r3, %r3, 1;
	st.global.u32 [%rd1], %r3;
	ret;
}
)";

static CUcontext context;
static CUmodule module_;
static CUfunction add, twice;
static CUdeviceptr p;
static unsigned out[8];

static const char *type_of(CUgraphNode n) {
	static const char *const name[] = {"kernel", "memcpy", "memset", "host", "graph", "empty", "wait",
	                                   "record", "signal", "semaphore", "alloc", "free", "memory", "choice"};
	CUgraphNodeType t = CU_GRAPH_NODE_TYPE_EMPTY;
	CU(cuGraphNodeGetType(n, &t));
	return name[t];
}

static void show_nodes(CUgraph g) {
	CUgraphNode n[20];
	size_t count = 20, edges = 0;
	CU(cuGraphGetNodes(g, n, &count));
	CU(cuGraphGetEdges(g, NULL, NULL, NULL, &edges));
	printf("%zu nodes, %zu edges:", count, edges);
	for (size_t i = 0; i < count && i < 20; i++)
		printf(" %s", type_of(n[i]));
	printf("\n");
}

/* Before work of streams that do not wait for the default one. */
static void clear(unsigned value) {
	CU(cuMemsetD32(p, value, 16));
	CU(cuCtxSynchronize());
}

static void show_words() {
	CU(cuMemcpyDtoH(out, p, sizeof out));
	for (unsigned w : out)
		printf(" %u", w);
	printf("\n");
}

static CUDA_KERNEL_NODE_PARAMS call(CUfunction f, void **args) {
	CUDA_KERNEL_NODE_PARAMS k;
	memset(&k, 0, sizeof k);
	k.func = f;
	k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimY = k.blockDimZ = 1;
	k.blockDimX = 8;
	k.kernelParams = args;
	return k;
}

static CUDA_MEMCPY3D line(CUmemorytype to, CUmemorytype from, size_t n) {
	CUDA_MEMCPY3D c;
	memset(&c, 0, sizeof c);
	c.dstMemoryType = to;
	c.srcMemoryType = from;
	c.WidthInBytes = n;
	c.Height = c.Depth = 1;
	return c;
}

static int calls;

static void CUDA_CB count(void *by) {
	calls += *(int *)by;
}

static void by_hand() {
	CUgraph g, child;
	CUgraphExec x;
	CUgraphNode fill, first, second, copy, host, inner, none, sub;
	unsigned v = 3, back[8] = {};
	int one = 1;
	void *args[] = {&p, &v}, *args2[] = {&p};
	CU(cuGraphCreate(&g, 0));
	CU(cuGraphCreate(&child, 0));
	CUDA_MEMSET_NODE_PARAMS m;
	memset(&m, 0, sizeof m);
	m.dst = p;
	m.value = 5;
	m.elementSize = 4;
	m.width = 8;
	m.height = 1;
	CU(cuGraphAddMemsetNode(&fill, g, NULL, 0, &m, context));
	CUDA_KERNEL_NODE_PARAMS k = call(add, args);
	CU(cuGraphAddKernelNode(&first, g, &fill, 1, &k));
	k = call(twice, args2);
	CU(cuGraphAddKernelNode(&inner, child, NULL, 0, &k));
	CU(cuGraphAddChildGraphNode(&sub, g, &first, 1, child));
	CU(cuGraphAddKernelNode(&second, g, &sub, 1, &k));
	CUDA_MEMCPY3D c = line(CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, sizeof back);
	c.dstHost = back;
	c.srcDevice = p;
	CU(cuGraphAddMemcpyNode(&copy, g, &second, 1, &c, context));
	CUDA_HOST_NODE_PARAMS h = {count, &one};
	CU(cuGraphAddHostNode(&host, g, &copy, 1, &h));
	CU(cuGraphAddEmptyNode(&none, g, &host, 1));
	show_nodes(g);
	CU(cuGraphInstantiate(&x, g, 0));
	v = 100; /* was copied */
	CU(cuGraphLaunch(x, NULL));
	CU(cuCtxSynchronize());
	printf("made by hand: %u %u, calls %d\n", back[0], back[7], calls);

	/* what nodes say of themselves */
	CUDA_KERNEL_NODE_PARAMS q;
	CU(cuGraphKernelNodeGetParams(first, &q));
	printf("kernel: function %d kernel %d grid %u block %u argument %u\n", q.func == add, q.kern != NULL,
	       q.gridDimX, q.blockDimX, *(unsigned *)q.kernelParams[1]);
	CUDA_MEMSET_NODE_PARAMS mq;
	CU(cuGraphMemsetNodeGetParams(fill, &mq));
	printf("fill: %d %u %u %zu %zu\n", mq.dst == p, mq.value, mq.elementSize, mq.width, mq.height);
	CUDA_MEMCPY3D cq;
	CU(cuGraphMemcpyNodeGetParams(copy, &cq));
	printf("copy: %d %d %zu %zu %zu %d %d\n", cq.dstMemoryType, cq.srcMemoryType, cq.WidthInBytes, cq.Height,
	       cq.Depth, cq.dstHost == back, cq.srcDevice == p);
	CUDA_HOST_NODE_PARAMS hq;
	CU(cuGraphHostNodeGetParams(host, &hq));
	printf("host: %d %d\n", hq.fn == count, hq.userData == &one);

	/* changes of what can be launched */
	unsigned w = 7;
	void *args3[] = {&p, &w};
	k = call(add, args3);
	CU(cuGraphExecKernelNodeSetParams(x, first, &k));
	m.value = 1;
	CU(cuGraphExecMemsetNodeSetParams(x, fill, &m, context));
	CU(cuGraphNodeSetEnabled(x, second, 0));
	unsigned enabled = 9;
	CU(cuGraphNodeGetEnabled(x, second, &enabled));
	CU(cuGraphLaunch(x, CU_STREAM_PER_THREAD));
	CU(cuCtxSynchronize());
	printf("changed: %u, enabled %u, calls %d\n", back[0], enabled, calls);
	SHOW(cuGraphExecKernelNodeSetParams(x, fill, &k));
	k.func = twice; /* another function in the place of one */
	k.kernelParams = args2;
	SHOW(cuGraphExecKernelNodeSetParams(x, first, &k));
	k.blockDimX = 0;
	SHOW(cuGraphExecKernelNodeSetParams(x, first, &k));
	CU(cuGraphLaunch(x, NULL));
	CU(cuCtxSynchronize());
	printf("other function: %u\n", back[0]);

	/* all of it */
	CUgraphExecUpdateResultInfo info;
	SHOW(cuGraphExecUpdate(x, g, &info));
	printf("update: %d\n", info.result);
	CU(cuGraphLaunch(x, NULL));
	CU(cuCtxSynchronize());
	printf("as it was: %u\n", back[0]);
	CU(cuGraphDestroyNode(none));
	SHOW(cuGraphExecUpdate(x, g, &info));
	printf("update: %d\n", info.result);
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(child));
	CU(cuGraphDestroy(g));
}

static void any_node() {
	CUgraph g, inner;
	CUgraphExec x;
	CUgraphNode a, b, c, choice, fill;
	unsigned v = 10;
	void *args[] = {&p, &v};
	CUgraphNodeParams n;
	clear(1);
	CU(cuGraphCreate(&g, 0));
	memset(&n, 0, sizeof n);
	n.type = CU_GRAPH_NODE_TYPE_KERNEL;
	CUDA_KERNEL_NODE_PARAMS k = call(add, args);
	memcpy(&n.kernel, &k, sizeof k);
	CU(cuGraphAddNode(&a, g, NULL, NULL, 0, &n));
	memset(&n, 0, sizeof n);
	n.type = CU_GRAPH_NODE_TYPE_MEMCPY;
	n.memcpy.copyCtx = context;
	n.memcpy.copyParams = line(CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE, 8);
	n.memcpy.copyParams.dstDevice = p + 16;
	n.memcpy.copyParams.srcDevice = p;
	CU(cuGraphAddNode(&b, g, &a, NULL, 1, &n));
	memset(&n, 0, sizeof n);
	n.type = CU_GRAPH_NODE_TYPE_EMPTY;
	CU(cuGraphAddNode(&c, g, &b, NULL, 1, &n));
	/* a body that the default value of its handle lets run */
	CUgraphConditionalHandle handle;
	SHOW(cuGraphConditionalHandleCreate(&handle, g, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	CU(cuGraphConditionalHandleCreate(&handle, g, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	memset(&n, 0, sizeof n);
	n.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
	n.conditional.handle = handle;
	n.conditional.type = CU_GRAPH_COND_TYPE_IF;
	n.conditional.size = 1;
	n.conditional.ctx = context;
	CU(cuGraphAddNode(&choice, g, &c, NULL, 1, &n));
	inner = n.conditional.phGraph_out[0];
	CUDA_MEMSET_NODE_PARAMS m;
	memset(&m, 0, sizeof m);
	m.dst = p + 28;
	m.value = 99;
	m.elementSize = 4;
	m.width = m.height = 1;
	CU(cuGraphAddMemsetNode(&fill, inner, NULL, 0, &m, context));
	show_nodes(g);
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, NULL));
	show_words();
	unsigned w = 1;
	args[1] = &w;
	memset(&n, 0, sizeof n);
	n.type = CU_GRAPH_NODE_TYPE_KERNEL;
	k = call(add, args);
	memcpy(&n.kernel, &k, sizeof k);
	SHOW(cuGraphExecNodeSetParams(x, a, &n));
	SHOW(cuGraphNodeSetParams(a, &n));
	SHOW(cuGraphNodeSetParams(b, &n));
	CU(cuGraphLaunch(x, NULL));
	show_words();
	n.reserved0[1] = 1;
	SHOW(cuGraphAddNode(&c, g, NULL, NULL, 0, &n));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
}

static void library_kernels() {
	CUlibrary lib;
	CUkernel kern;
	CUgraph g;
	CUgraphNode n, n2;
	CUgraphExec x;
	unsigned v = 4;
	void *args[] = {&p, &v};
	clear(0);
	CU(cuLibraryLoadData(&lib, ptx, NULL, NULL, 0, NULL, NULL, 0));
	CU(cuLibraryGetKernel(&kern, lib, "add"));
	CU(cuGraphCreate(&g, 0));
	CUDA_KERNEL_NODE_PARAMS k = call(NULL, args), q;
	k.kern = kern;
	CU(cuGraphAddKernelNode(&n, g, NULL, 0, &k));
	k.kern = NULL;
	SHOW(cuGraphAddKernelNode(&n2, g, NULL, 0, &k));
	CU(cuGraphKernelNodeGetParams(n, &q));
	printf("kernel node: the kernel %d\n", q.kern == kern);
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, NULL));
	CU(cuGraphLaunch(x, NULL));
	show_words();
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuLibraryUnload(lib));
}

static void captures() {
	CUstream s, t;
	CUevent e;
	CUgraph g;
	CUgraphExec x;
	unsigned v = 2;
	void *args[] = {&p, &v}, *args2[] = {&p};
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
	CU(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	clear(0);
	CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
	CU(cuMemsetD32Async(p, 1, 8, s));
	CU(cuLaunchKernel(add, 1, 1, 1, 8, 1, 1, 0, s, args, NULL));
	CU(cuEventRecord(e, s));
	CU(cuStreamWaitEvent(t, e, 0));
	CU(cuStreamWriteValue32(t, p + 32, 77, 0));
	CU(cuEventRecord(e, t));
	CU(cuStreamWaitEvent(s, e, 0));
	CU(cuStreamWaitValue32(s, p + 32, 77, CU_STREAM_WAIT_VALUE_EQ));
	/* the parameters as one block */
	size_t size = sizeof p;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
	                 CU_LAUNCH_PARAM_END};
	CUlaunchConfig config;
	memset(&config, 0, sizeof config);
	config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
	config.blockDimX = 8;
	config.hStream = s;
	CU(cuLaunchKernelEx(&config, twice, NULL, extra));
	CU(cuMemcpyDtoDAsync(p + 16, p, 8, s));
	CU(cuLaunchHostFunc(s, count, &v));
	CUstreamCaptureStatus status;
	cuuint64_t id = 0;
	CUgraph inside = NULL;
	const CUgraphNode *deps;
	size_t n;
	CU(cuStreamIsCapturing(s, &status));
	printf("capturing: %d\n", status);
	CU(cuStreamGetCaptureInfo(s, &status, &id, &inside, &deps, NULL, &n));
	printf("info: %d %d %d %zu %s\n", status, id != 0, inside != NULL, n, type_of(deps[0]));
	SHOW(cuStreamSynchronize(t));
	SHOW(cuStreamEndCapture(s, &g));
	CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
	CU(cuMemsetD32Async(p, 1, 8, s));
	CU(cuLaunchKernel(add, 1, 1, 1, 8, 1, 1, 0, s, args, NULL));
	CU(cuStreamWriteValue32(s, p + 32, 77, 0));
	CU(cuLaunchKernelEx(&config, twice, NULL, extra));
	CU(cuLaunchCooperativeKernel(twice, 1, 1, 1, 8, 1, 1, 0, s, args2));
	CU(cuMemcpyDtoDAsync(p + 16, p, 8, s));
	calls = 0;
	CU(cuLaunchHostFunc(s, count, &v));
	CU(cuStreamEndCapture(s, &g));
	show_nodes(g);
	printf("nothing ran: %d\n", calls);
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, s));
	CU(cuStreamSynchronize(s));
	show_words();
	printf("calls %d\n", calls);
	/* refused calls spoil the capture, or not */
	CUgraph g2;
	CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
	SHOW(cuLaunchKernel(add, 0, 1, 1, 8, 1, 1, 0, s, args, NULL));
	SHOW(cuLaunchKernel(add, 1, 1, 1, 8, 1, 1, 0, s, args, NULL));
	SHOW(cuStreamEndCapture(s, &g2));
	SHOW(cuStreamEndCapture(s, &g2));
	CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
	SHOW(cuMemsetD32Async(p + 1, 0, 8, s));
	SHOW(cuStreamWriteValue32(s, p + 2, 0, 0));
	SHOW(cuMemcpyDtoDAsync(p, 16, 8, s));
	SHOW(cuLaunchHostFunc(s, NULL, NULL));
	SHOW(cuStreamIsCapturing(s, &status));
	printf("capturing: %d\n", status);
	SHOW(cuStreamEndCapture(s, &g2));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuEventDestroy(e));
	CU(cuStreamDestroy(s));
	CU(cuStreamDestroy(t));
}

/* A node that waits until another stream has written. */
static void memory_operations() {
	CUgraph g;
	CUgraphNode wait, write;
	CUgraphExec x;
	CUstream s, t;
	CUstreamBatchMemOpParams op[2], other;
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
	clear(0);
	memset(op, 0, sizeof op);
	op[0].operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
	op[0].waitValue.address = p;
	op[0].waitValue.value = 3;
	op[0].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
	op[1].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	op[1].writeValue.address = p + 4;
	op[1].writeValue.value = 8;
	other = op[1];
	other.writeValue.address = p + 8;
	CU(cuGraphCreate(&g, 0));
	CUDA_BATCH_MEM_OP_NODE_PARAMS b = {context, 2, op, 0}, q;
	CU(cuGraphAddBatchMemOpNode(&wait, g, NULL, 0, &b));
	b.count = 1;
	b.paramArray = &other;
	CU(cuGraphAddBatchMemOpNode(&write, g, &wait, 1, &b));
	CU(cuGraphBatchMemOpNodeGetParams(wait, &q));
	printf("operations: %u %d %u\n", q.count, q.paramArray[1].writeValue.address == p + 4, q.flags);
	CU(cuGraphInstantiate(&x, g, 0));
	for (unsigned round = 0; round < 2; round++) {
		CU(cuMemsetD32Async(p, 0, 8, t));
		CU(cuStreamSynchronize(t));
		CU(cuGraphLaunch(x, s));
		printf("waits: %d\n", cuStreamQuery(s) == CUDA_ERROR_NOT_READY);
		CU(cuStreamWriteValue32(t, p, 3 + round, 0));
		CU(cuStreamSynchronize(s));
		show_words();
		/* from now on it writes something else */
		other.writeValue.value = 55;
		b.count = 1;
		CU(cuGraphExecBatchMemOpNodeSetParams(x, write, &b));
	}
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuStreamDestroy(s));
	CU(cuStreamDestroy(t));
}

static void memory_nodes() {
	CUgraph g;
	CUgraphNode a, k, f, c;
	CUgraphExec x;
	CUDA_MEM_ALLOC_NODE_PARAMS m;
	unsigned v = 6;
	memset(&m, 0, sizeof m);
	m.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	m.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	m.bytesize = 4096;
	CU(cuGraphCreate(&g, 0));
	CU(cuGraphAddMemAllocNode(&a, g, NULL, 0, &m));
	CUDA_MEMSET_NODE_PARAMS s;
	CUgraphNode fill;
	memset(&s, 0, sizeof s);
	s.dst = m.dptr;
	s.value = 20;
	s.elementSize = 4;
	s.width = 8;
	s.height = 1;
	CU(cuGraphAddMemsetNode(&fill, g, &a, 1, &s, context));
	void *args[] = {&m.dptr, &v};
	CUDA_KERNEL_NODE_PARAMS kp = call(add, args);
	CU(cuGraphAddKernelNode(&k, g, &fill, 1, &kp));
	CUDA_MEMCPY3D cp = line(CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE, 32);
	cp.dstDevice = p;
	cp.srcDevice = m.dptr;
	CU(cuGraphAddMemcpyNode(&c, g, &k, 1, &cp, context));
	CU(cuGraphAddMemFreeNode(&f, g, &c, 1, m.dptr));
	CUdeviceptr freed = 0;
	CU(cuGraphMemFreeNodeGetParams(f, &freed));
	printf("memory: %d\n", freed == m.dptr);
	show_nodes(g);
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, NULL));
	show_words();
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuDeviceGraphMemTrim(0));
}

static void refusals() {
	CUgraph g, h;
	CUgraphNode a, b, n[2];
	CUgraphExec x = NULL;
	CUgraphEdgeData data;
	size_t count = 2;
	SHOW(cuGraphCreate(NULL, 0));
	SHOW(cuGraphCreate(&g, 1));
	CU(cuGraphCreate(&g, 0));
	CU(cuGraphCreate(&h, 0));
	CU(cuGraphAddEmptyNode(&a, g, NULL, 0));
	CU(cuGraphAddEmptyNode(&b, g, &a, 1));
	SHOW(cuGraphAddDependencies(g, &b, &a, NULL, 1));
	CUDA_GRAPH_INSTANTIATE_PARAMS p2;
	memset(&p2, 0, sizeof p2);
	SHOW(cuGraphInstantiateWithParams(&x, g, &p2));
	printf("result %d\n", p2.result_out);
	SHOW(cuGraphRemoveDependencies(g, &b, &a, NULL, 1));
	SHOW(cuGraphRemoveDependencies(g, &b, &a, NULL, 1));
	CU(cuGraphNodeGetDependencies(b, n, NULL, &count));
	printf("dependencies %zu %d\n", count, n[0] == a);
	count = 0;
	CU(cuGraphNodeGetDependentNodes(a, NULL, NULL, &count));
	printf("dependents %zu\n", count);
	memset(&data, 0, sizeof data);
	data.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
	SHOW(cuGraphAddDependencies(g, &a, &b, &data, 1));
	SHOW(cuGraphAddChildGraphNode(&a, g, NULL, 0, g));
	CUDA_KERNEL_NODE_PARAMS k = call(add, NULL);
	SHOW(cuGraphAddKernelNode(&a, g, NULL, 0, &k));
	SHOW(cuGraphAddKernelNode(&a, g, NULL, 0, NULL));
	SHOW(cuGraphInstantiate(&x, NULL, 0));
	SHOW(cuGraphLaunch(NULL, NULL));
	cuuint64_t flags = 9;
	CU(cuGraphInstantiate(&x, h, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
	CU(cuGraphExecGetFlags(x, &flags));
	printf("flags %llu\n", (unsigned long long)flags);
	SHOW(cuGraphLaunch(x, NULL));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuGraphDestroy(h));
}

static void objects() {
	CUuserObject o;
	CUgraph g, copy;
	int one = 1;
	calls = 0;
	CU(cuGraphCreate(&g, 0));
	CU(cuUserObjectCreate(&o, &one, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	CU(cuGraphRetainUserObject(g, o, 1, CU_GRAPH_USER_OBJECT_MOVE));
	CU(cuGraphClone(&copy, g));
	CU(cuGraphDestroy(g));
	printf("objects: %d", calls);
	CU(cuGraphDestroy(copy));
	for (int i = 0; i < 1000000000 && !*(volatile int *)&calls; i++)
		;
	printf(" %d\n", calls);
}

int main() {
	setvbuf(stdout, NULL, _IONBF, 0);
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	CU(cuModuleLoadData(&module_, ptx));
	CU(cuModuleGetFunction(&add, module_, "add"));
	CU(cuModuleGetFunction(&twice, module_, "twice"));
	CU(cuMemAlloc(&p, 4096));
	by_hand();
	any_node();
	library_kernels();
	captures();
	memory_operations();
	memory_nodes();
	refusals();
	objects();
	CU(cuMemFree(p));
	CU(cuModuleUnload(module_));
	return 0;
}
