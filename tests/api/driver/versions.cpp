/* versions.cpp - functions as older headers declared them, which programs that were built then still ask for by their
 * plain names; nodes of every type through the one function that adds any; what is known of a pointer.
 * SPDX-License-Identifier: Apache-2.0 */
#include <initializer_list>

#include "show.h"

/* What cuda.h calls by these names today are later versions. */
#define OLD(name, ...) extern "C" CUresult old_##name(__VA_ARGS__) __asm__(#name)
OLD(cuGraphGetEdges, CUgraph, CUgraphNode *, CUgraphNode *, size_t *);
OLD(cuGraphNodeGetDependencies, CUgraphNode, CUgraphNode *, size_t *);
OLD(cuGraphNodeGetDependentNodes, CUgraphNode, CUgraphNode *, size_t *);
OLD(cuGraphAddDependencies, CUgraph, const CUgraphNode *, const CUgraphNode *, size_t);
OLD(cuGraphRemoveDependencies, CUgraph, const CUgraphNode *, const CUgraphNode *, size_t);
OLD(cuGraphInstantiate, CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
OLD(cuGraphExecUpdate, CUgraphExec, CUgraph, CUgraphNode *, CUgraphExecUpdateResult *);
OLD(cuGraphAddKernelNode, CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const CUDA_KERNEL_NODE_PARAMS_v1 *);
OLD(cuGraphKernelNodeGetParams, CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1 *);
OLD(cuGraphKernelNodeSetParams, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1 *);
OLD(cuGraphExecKernelNodeSetParams, CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1 *);
OLD(cuGraphAddNode, CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUgraphNodeParams *);
OLD(cuStreamBeginCapture, CUstream);
OLD(cuStreamGetCaptureInfo, CUstream, CUstreamCaptureStatus *, cuuint64_t *);
OLD(cuStreamUpdateCaptureDependencies, CUstream, CUgraphNode *, size_t, unsigned);
OLD(cuMemHostRegister, void *, size_t, unsigned);
OLD(cuMemAdvise, CUdeviceptr, size_t, CUmem_advise, CUdevice);
OLD(cuMemPrefetchAsync, CUdeviceptr, size_t, CUdevice, CUstream);
OLD(cuIpcOpenMemHandle, CUdeviceptr *, CUipcMemHandle, unsigned);

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
)";

static CUcontext context;
static CUfunction add;
static CUdeviceptr p;
static CUstream s;

static void words() {
	unsigned out[4];
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(out, p, sizeof out));
	printf("  %u %u %u %u\n", out[0], out[1], out[2], out[3]);
}

static void graphs() {
	CUgraph g;
	CUgraphExec x;
	CUgraphNode a, b, from[4], to[4], bad = (CUgraphNode)1;
	CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
	CUDA_KERNEL_NODE_PARAMS_v1 k = {}, got = {};
	unsigned v = 3;
	void *args[] = {&p, &v};
	char log[64] = "";
	size_t n = 4;
	puts("graphs of older headers");
	k.func = add;
	k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimY = k.blockDimZ = 1;
	k.blockDimX = 4;
	k.kernelParams = args;
	CU(cuMemsetD32(p, 1, 16));
	CU(cuCtxSynchronize()); /* s waits for no other stream */
	SHOW(cuGraphCreate(&g, 0));
	SHOW(old_cuGraphAddKernelNode(&a, g, nullptr, 0, nullptr));
	SHOW(old_cuGraphAddKernelNode(&a, g, nullptr, 0, &k));
	v = 10;
	SHOW(old_cuGraphAddKernelNode(&b, g, nullptr, 0, &k));
	SHOW(old_cuGraphAddDependencies(g, &a, &b, 1));
	SHOW(old_cuGraphAddDependencies(g, &a, &b, 1));
	SHOW(old_cuGraphGetEdges(g, from, to, &n));
	printf("  %zu edge, from the first to the second %d\n", n, from[0] == a && to[0] == b);
	n = 4;
	SHOW(old_cuGraphNodeGetDependencies(b, from, &n));
	printf("  %zu, the first %d\n", n, from[0] == a);
	n = 4;
	SHOW(old_cuGraphNodeGetDependentNodes(a, to, &n));
	printf("  %zu, the second %d\n", n, to[0] == b);
	SHOW(old_cuGraphKernelNodeGetParams(a, nullptr));
	SHOW(old_cuGraphKernelNodeGetParams(nullptr, &got));
	SHOW(old_cuGraphKernelNodeGetParams(a, &got));
	printf("  function %d block %u argument %u\n", got.func == add, got.blockDimX, *(unsigned *)got.kernelParams[1]);
	SHOW(old_cuGraphInstantiate(&x, g, &bad, log, sizeof log));
	CU(cuGraphLaunch(x, s));
	words();
	v = 100;
	SHOW(old_cuGraphKernelNodeSetParams(a, nullptr));
	SHOW(old_cuGraphKernelNodeSetParams(a, &k));
	SHOW(old_cuGraphExecUpdate(x, g, &bad, &result));
	printf("  result %d, no node %d\n", (int)result, bad == nullptr);
	CU(cuGraphLaunch(x, s));
	words();
	v = 1000;
	SHOW(old_cuGraphExecKernelNodeSetParams(x, b, nullptr));
	SHOW(old_cuGraphExecKernelNodeSetParams(x, b, &k));
	CU(cuGraphLaunch(x, s));
	words();
	SHOW(old_cuGraphRemoveDependencies(g, &a, &b, 1));
	SHOW(old_cuGraphRemoveDependencies(g, &a, &b, 1));
	CU(cuGraphDestroyNode(b));
	SHOW(old_cuGraphExecUpdate(x, g, &bad, &result));
	printf("  result %d\n", (int)result);
	SHOW(old_cuGraphExecUpdate(x, g, nullptr, nullptr));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
}

static void captures() {
	CUgraph g;
	CUstreamCaptureStatus status;
	cuuint64_t id = 0;
	size_t n = 0;
	puts("captures of older headers");
	SHOW(old_cuStreamGetCaptureInfo(s, &status, &id));
	printf("  status %d\n", (int)status);
	SHOW(old_cuStreamBeginCapture(s));
	CU(cuMemsetD32Async(p, 5, 4, s));
	SHOW(old_cuStreamGetCaptureInfo(s, &status, &id));
	printf("  status %d, a number %d\n", (int)status, id != 0);
	SHOW(old_cuStreamUpdateCaptureDependencies(s, nullptr, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
	CU(cuMemsetD32Async(p, 6, 4, s));
	SHOW(cuStreamEndCapture(s, &g));
	CU(cuGraphGetEdges(g, nullptr, nullptr, nullptr, &n));
	printf("  %zu edges\n", n);
	CU(cuGraphDestroy(g));
	SHOW(old_cuStreamUpdateCaptureDependencies(s, nullptr, 0, 0));
}

static int calls;

static void CUDA_CB count(void *by) {
	calls += *(int *)by;
}

/* A node of each type, read, changed in the graph and in what is launched. */
static void any() {
	CUgraph g, child;
	CUgraphExec x;
	CUgraphNode n[10], last = nullptr;
	CUgraphNodeParams t;
	CUevent e;
	CUdeviceptr given = 0;
	unsigned v = 1, host[4] = {7, 7, 7, 7};
	int one = 1, two = 2, k = 0;
	void *args[] = {&p, &v};
	puts("nodes of any type");
	CU(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	CU(cuGraphCreate(&g, 0));
	CU(cuGraphCreate(&child, 0));
	auto put = [&](const char *what) {
		CUgraphNode before = last;
		CUresult r = k % 2 ? cuGraphAddNode(&last, g, &before, nullptr, before != nullptr, &t)
		                   : old_cuGraphAddNode(&last, g, &before, before != nullptr, &t);
		printf("%s -> %s\n", what, r == CUDA_SUCCESS ? "ok" : name_of(r) + 11);
		if (r == CUDA_SUCCESS)
			n[k++] = last;
		else
			last = before;
	};
	auto fresh = [&](CUgraphNodeType type) {
		memset(&t, 0, sizeof t);
		t.type = type;
	};
	fresh(CU_GRAPH_NODE_TYPE_MEMSET);
	t.memset.dst = p;
	t.memset.value = 5;
	t.memset.elementSize = 4;
	t.memset.width = 4;
	t.memset.height = 1;
	t.memset.ctx = context;
	put("memset");
	t.memset.value = 6;
	CUgraphNodeParams fill = t;
	fresh(CU_GRAPH_NODE_TYPE_KERNEL);
	t.kernel.func = add;
	t.kernel.gridDimX = t.kernel.gridDimY = t.kernel.gridDimZ = 1;
	t.kernel.blockDimX = 4;
	t.kernel.blockDimY = t.kernel.blockDimZ = 1;
	t.kernel.kernelParams = args;
	put("kernel");
	CUgraphNodeParams kernel = t;
	fresh(CU_GRAPH_NODE_TYPE_MEMCPY);
	t.memcpy.copyCtx = context;
	t.memcpy.copyParams.srcMemoryType = CU_MEMORYTYPE_HOST;
	t.memcpy.copyParams.srcHost = host;
	t.memcpy.copyParams.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	t.memcpy.copyParams.dstDevice = p + 8;
	t.memcpy.copyParams.WidthInBytes = 4;
	t.memcpy.copyParams.Height = t.memcpy.copyParams.Depth = 1;
	put("memcpy");
	CUgraphNodeParams copy = t;
	fresh(CU_GRAPH_NODE_TYPE_HOST);
	t.host.fn = count;
	t.host.userData = &one;
	put("host");
	CUgraphNodeParams call = t;
	fresh(CU_GRAPH_NODE_TYPE_GRAPH);
	t.graph.graph = child;
	put("graph");
	fresh(CU_GRAPH_NODE_TYPE_EMPTY);
	put("empty");
	fresh(CU_GRAPH_NODE_TYPE_EVENT_RECORD);
	t.eventRecord.event = e;
	put("record");
	fresh(CU_GRAPH_NODE_TYPE_WAIT_EVENT);
	t.eventWait.event = e;
	put("wait");
	CUstreamBatchMemOpParams op;
	memset(&op, 0, sizeof op);
	op.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	op.writeValue.address = p + 12;
	op.writeValue.value = 40;
	fresh(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
	t.memOp.ctx = context;
	t.memOp.count = 1;
	t.memOp.paramArray = &op;
	put("operations");
	CUgraphNodeParams ops = t;
	fresh(CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL);
	put("semaphores");
	fresh((CUgraphNodeType)77);
	put("none");
	fresh(CU_GRAPH_NODE_TYPE_EMPTY);
	t.reserved2 = 1;
	put("a reserved word");
	SHOW(cuGraphAddNode(nullptr, g, nullptr, nullptr, 0, &fill));
	SHOW(cuGraphAddNode(&last, g, nullptr, nullptr, 0, nullptr));
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, s));
	words();
	printf("  calls %d\n", calls);

	/* in the graph */
	SHOW(cuGraphNodeSetParams(n[0], &fill));
	v = 2;
	SHOW(cuGraphNodeSetParams(n[1], &kernel));
	host[0] = 8;
	SHOW(cuGraphNodeSetParams(n[2], &copy));
	call.host.userData = &two;
	SHOW(cuGraphNodeSetParams(n[3], &call));
	op.writeValue.value = 50;
	SHOW(cuGraphNodeSetParams(n[8], &ops));
	SHOW(cuGraphNodeSetParams(n[0], &kernel));
	SHOW(cuGraphNodeSetParams(n[0], nullptr));
	SHOW(cuGraphNodeSetParams(n[5], &fill));
	fresh((CUgraphNodeType)77);
	SHOW(cuGraphNodeSetParams(n[5], &t));
	CUgraphExec changed;
	CU(cuGraphInstantiate(&changed, g, 0));
	CU(cuGraphLaunch(changed, s));
	words();
	printf("  calls %d\n", calls);

	/* in what is launched */
	fill.memset.value = 9;
	SHOW(cuGraphExecNodeSetParams(x, n[0], &fill));
	v = 30;
	SHOW(cuGraphExecNodeSetParams(x, n[1], &kernel));
	copy.memcpy.copyParams.dstDevice = p;
	SHOW(cuGraphExecNodeSetParams(x, n[2], &copy));
	SHOW(cuGraphExecNodeSetParams(x, n[3], &call));
	op.writeValue.value = 60;
	SHOW(cuGraphExecNodeSetParams(x, n[8], &ops));
	SHOW(cuGraphExecNodeSetParams(x, n[0], &kernel));
	SHOW(cuGraphExecNodeSetParams(x, n[0], nullptr));
	SHOW(cuGraphExecNodeSetParams(x, n[0], &t));
	CU(cuGraphLaunch(x, s));
	words();
	printf("  calls %d\n", calls);
	CU(cuGraphExecDestroy(changed));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuGraphDestroy(child));

	/* memory of a graph */
	CU(cuGraphCreate(&g, 0));
	last = nullptr;
	k = 0;
	fresh(CU_GRAPH_NODE_TYPE_MEM_ALLOC);
	t.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	t.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	t.alloc.bytesize = 4096;
	put("alloc");
	given = t.alloc.dptr;
	printf("  an address %d\n", given != 0);
	SHOW(cuGraphNodeSetParams(n[0], &t));
	fresh(CU_GRAPH_NODE_TYPE_MEM_FREE);
	t.free.dptr = given;
	put("free");
	SHOW(cuGraphNodeSetParams(n[1], &t));
	put("free again");
	CU(cuGraphInstantiate(&x, g, 0));
	CU(cuGraphLaunch(x, s));
	CU(cuStreamSynchronize(s));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuEventDestroy(e));
}

static void memory() {
	static char bytes[1 << 16];
	CUdeviceptr m, shared;
	CUipcMemHandle h;
	int where = 0;
	puts("memory of older headers");
	char *page = (char *)(((uintptr_t)bytes + 4095) & ~(uintptr_t)4095);
	SHOW(old_cuMemHostRegister(page, 4096, 0));
	SHOW(old_cuMemHostRegister(page, 4096, 0));
	CU(cuMemHostUnregister(page));
	CU(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
	for (CUdevice d : {CU_DEVICE_CPU, 0, 99}) {
		SHOW(old_cuMemAdvise(m, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, d));
		CU(cuMemRangeGetAttribute(&where, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, m, 4096));
		printf("  preferred %d\n", where);
		SHOW(old_cuMemPrefetchAsync(m, 4096, d, s));
		CU(cuMemRangeGetAttribute(&where, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, m, 4096));
		printf("  prefetched %d\n", where);
	}
	CU(cuStreamSynchronize(s));
	CU(cuMemFree(m));
	CU(cuIpcGetMemHandle(&h, p));
	SHOW(old_cuIpcOpenMemHandle(&shared, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)); // its own
	SHOW(old_cuIpcOpenMemHandle(nullptr, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
}

/* All that there is to ask, of memory of each kind and of what is none: both functions say the same, and what does not
 * apply leaves nothing of what was there before. */
static void pointers() {
	CUdeviceptr m, pooled;
	void *pinned;
	static char own[64];
	puts("pointers");
	CU(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
	CU(cuMemHostAlloc(&pinned, 4096, 0));
	CU(cuMemAllocAsync(&pooled, 4096, s));
	CU(cuStreamSynchronize(s));
	const struct {
		const char *name;
		CUdeviceptr at;
	} kinds[] = {{"device", p + 4}, {"managed", m}, {"host", (CUdeviceptr)pinned}, {"pool", pooled},
	             {"other", (CUdeviceptr)own}};
	for (auto &kind : kinds) {
		printf("%s:", kind.name);
		for (int a = 0; a <= CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE + 1; a++) {
			alignas(8) unsigned char one[64], many[64], other[64];
			CUpointer_attribute which = (CUpointer_attribute)a;
			void *out = many, *again = other;
			memset(one, 0xee, sizeof one);
			memset(many, 0xee, sizeof many);
			memset(other, 0x11, sizeof other);
			CUresult r = cuPointerGetAttribute(one, which, kind.at);
			CUresult all = cuPointerGetAttributes(1, &which, &out, kind.at);
			if (cuPointerGetAttributes(1, &which, &again, kind.at) != all)
				printf(" once so, once so");
			/* A byte that was written may be what was there before, but not for both. */
			int left = 0;
			while (left < 16 && (many[left] != 0xee || other[left] != 0x11))
				left++;
			printf(" %s%s%d", r == CUDA_SUCCESS ? "+" : r == CUDA_ERROR_INVALID_VALUE ? "-" : "?",
			       all != CUDA_SUCCESS                ? "!"
			       : r != CUDA_SUCCESS                ? ""
			       : memcmp(one, many, sizeof one)    ? "differs "
			                                          : "",
			       left);
		}
		printf("\n");
	}
	unsigned on = 1;
	SHOW(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
	SHOW(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_CONTEXT, p));
	SHOW(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (CUdeviceptr)own));
	SHOW(cuPointerGetAttributes(0, nullptr, nullptr, p));
	CU(cuMemFreeAsync(pooled, s));
	CU(cuMemFreeHost(pinned));
	CU(cuMemFree(m));
}

static void functions() {
	CUlaunchConfig c;
	CUlaunchAttribute cluster;
	int n = -1;
	size_t bytes = 0;
	puts("functions");
	for (int a = 0; a < CU_FUNC_ATTRIBUTE_MAX + 1; a++) {
		int v = -99;
		CUresult r = cuFuncGetAttribute(&v, (CUfunction_attribute)a, add);
		printf(" %s%s", r == CUDA_SUCCESS ? "+" : "-", r == CUDA_SUCCESS && v == -99 ? "unset" : "");
	}
	printf("\n");
	memset(&c, 0, sizeof c);
	SHOW(cuOccupancyMaxActiveClusters(&n, add, &c));
	SHOW(cuOccupancyMaxPotentialClusterSize(&n, add, &c));
	c.gridDimX = c.gridDimY = c.gridDimZ = c.blockDimX = c.blockDimY = c.blockDimZ = 1;
	SHOW(cuOccupancyMaxPotentialClusterSize(&n, add, &c));
	printf("  %d\n", n);
	memset(&cluster, 0, sizeof cluster);
	cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	cluster.value.clusterDim.x = 2;
	cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
	c.attrs = &cluster;
	c.numAttrs = 1;
	c.gridDimX = 2;
	SHOW(cuOccupancyMaxActiveClusters(&n, add, &c));
	printf("  some %d\n", n > 0);
	SHOW(cuOccupancyMaxActiveClusters(nullptr, add, &c));
	SHOW(cuOccupancyMaxPotentialClusterSize(&n, add, nullptr));
	SHOW(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 32));
	printf("  some %d\n", bytes > 0);
	SHOW(cuOccupancyAvailableDynamicSMemPerBlock(nullptr, add, 1, 32));
}

int main() {
	CUmodule m;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&add, m, "add"));
	CU(cuMemAlloc(&p, 4096));
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	graphs();
	captures();
	any();
	memory();
	pointers();
	functions();
	return 0;
}
