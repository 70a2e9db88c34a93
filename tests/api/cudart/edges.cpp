// edges.cpp - calls at the edges of what they take; edges.expected is what an H200 printed.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD
	".extern .func (.param .b64 r) malloc (.param .b64 n);\n"
	".visible .entry plain() { ret; }\n"
	".visible .entry pair() .reqnctapercluster 2 { ret; }\n"
	".visible .entry stop() { trap; }\n"
	".visible .entry nothing(.param .u64 p) {\n"
	"	.reg .u64 %p, %m; .reg .pred %q; .reg .u32 %v;\n"
	"	{ .param .b64 n; .param .b64 r; st.param.b64 [n], 0;\n"
	"	call.uni (r), malloc, (n); ld.param.b64 %m, [r]; }\n"
	"	setp.ne.u64 %q, %m, 0; selp.u32 %v, 1, 0, %q;\n"
	"	ld.param.u64 %p, [p]; st.global.u32 [%p], %v; ret; }\n";

static void plain() { stub((const void *)plain); }
static void pair() { stub((const void *)pair); }
static void stop() { stub((const void *)stop); }
static void nothing(void *p) { stub((const void *)nothing, p); }

static void pitches() {
	size_t pitch = 7;
	cudaPitchedPtr at = {};
	void *p;
	cudaError_t e = cudaMallocPitch(&p, &pitch, 64, 0);
	printf("no rows: %s %zu\n", NAME(e), pitch);
	e = cudaMalloc3D(&at, make_cudaExtent(64, 5, 0));
	printf("no layers: %s %zu\n", NAME(e), at.pitch);
	CK(cudaMalloc(&p, 4096));
	at = make_cudaPitchedPtr(p, 64, 64, 4);
	printf("more rows than a layer has: %s\n", NAME(cudaMemset3D(at, 0, make_cudaExtent(64, 5, 1))));
	CK(cudaFree(p));
}

static void advice() {
	const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
	int who[3];
	char *p;
	CK(cudaMallocManaged(&p, 1 << 21));
	CK(cudaMemAdvise(p, 1 << 21, cudaMemAdviseSetAccessedBy, host));
	CK(cudaMemAdvise(p, 1 << 21, cudaMemAdviseSetAccessedBy, device));
	CK(cudaMemRangeGetAttribute(who, sizeof who, cudaMemRangeAttributeAccessedBy, p, 4096));
	printf("accessed by %d %d %d\n", who[0], who[1], who[2]);
	CK(cudaMemAdvise(p, 1 << 21, cudaMemAdviseUnsetAccessedBy, device));
	CK(cudaMemRangeGetAttribute(who, sizeof who[0], cudaMemRangeAttributeAccessedBy, p, 4096));
	printf("then by %d\n", who[0]);
	printf("as a device's own: %s\n", NAME(cudaHostRegister(&p, 64, cudaHostRegisterIoMemory)));
	CK(cudaFree(p));
}

static void batches() {
	cudaMemcpyAttributes a = {};
	size_t first = 0, size = 16;
	cudaStream_t s;
	void *p, *q;
	CK(cudaStreamCreate(&s));
	CK(cudaMalloc(&p, 64));
	CK(cudaMalloc(&q, 64));
	a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	auto copy = [&] {
		const void *from = q;
		return NAME(cudaMemcpyBatchAsync(&p, &from, &size, 1, &a, &first, 1, s));
	};
	printf("batch: %s\n", copy());
	a.flags = 2;
	printf("an unknown flag: %s\n", copy());
	a.flags = 0;
	cudaGraph_t g;
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	printf("captured: %s", copy());
	printf(", and at its end: %s\n", NAME(cudaStreamEndCapture(s, &g)));
	size = 0;
	printf("of no bytes: %s\n", copy());
}

static void graphs() {
	unsigned long long flags = 99;
	cudaGraphExec_t x;
	cudaGraph_t g;
	CK(cudaGraphCreate(&g, 0));
	CK(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagUseNodePriority));
	CK(cudaGraphExecGetFlags(x, &flags));
	printf("flags of priorities: %llu\n", flags);
}

static void events() {
	cudaEvent_t e;
	cudaStream_t s;
	cudaGraph_t g;
	float ms;
	CK(cudaEventCreate(&e));
	CK(cudaStreamCreate(&s));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CK(cudaEventRecord(e, s));
	CK(cudaStreamEndCapture(s, &g));
	printf("after a capture: %s\n", NAME(cudaEventElapsedTime(&ms, e, e)));
}

static void clusters() {
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a = {};
	size_t bytes = 0;
	c.gridDim = 64;
	c.blockDim = 64;
	c.attrs = &a;
	c.numAttrs = 1;
	a.id = cudaLaunchAttributeClusterDimension;
	for (unsigned n : {1, 2, 4}) {
		int fit = -1;
		a.val.clusterDim = {n, 1, 1};
		printf("clusters of %u: %s\n", n,
		       NAME(cudaOccupancyMaxActiveClusters(&fit, (const void *)pair, &c)));
	}
	int size = 0;
	c.numAttrs = 0;
	c.gridDim = 63;
	printf("an odd grid: %s\n",
	       NAME(cudaOccupancyMaxPotentialClusterSize(&size, (const void *)pair, &c)));
	for (int n : {1, 16, 32}) {
		CK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (const void *)plain, n, 32));
		printf("for each of %d: %zu\n", n, bytes);
	}
}

static void heap() {
	unsigned *p;
	CK(cudaMallocHost(&p, 4));
	LAUNCH(nothing, 1, 1, 0, nullptr, p);
	CK(cudaDeviceSynchronize());
	printf("malloc(0) in a kernel: %u\n", *p);
}

static void after_fault() {
	cudaEvent_t e;
	cudaStream_t s;
	size_t v;
	CK(cudaEventCreate(&e));
	cudaGraph_t g;
	cudaGraphExec_t x;
	CK(cudaGraphCreate(&g, 0));
	CK(cudaStreamCreate(&s));
	LAUNCH(stop, 1, 1, 0, s);
	printf("trap: %s\n", NAME(cudaStreamSynchronize(s)));
	printf("event: %s\n", NAME(cudaEventDestroy(e)));
	printf("stream: %s\n", NAME(cudaStreamDestroy(s)));
	printf("limit: %s", NAME(cudaDeviceGetLimit(&v, cudaLimitStackSize)));
	printf(" %s\n", NAME(cudaDeviceSetLimit(cudaLimitStackSize, 2048)));
	printf("graph: %s\n", NAME(cudaGraphInstantiate(&x, g, 0)));
	printf("priorities: %s\n", NAME(cudaDeviceGetStreamPriorityRange(nullptr, nullptr)));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)plain, "plain");
	program.kernel((const void *)pair, "pair");
	program.kernel((const void *)stop, "stop");
	program.kernel((const void *)nothing, "nothing");
	program.end();
	pitches();
	advice();
	batches();
	graphs();
	events();
	clusters();
	heap();
	after_fault();
	return 0;
}
