// What each call answers while streams are captured, what it makes of the capture, and whether streams and events that
// took part may be destroyed before its end: fork before, after and without a join, in every mode.
// build: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>

__global__ void add(int *p) {
	*p += 1;
}

enum Shape { BEGUN, FORKED, JOINED, WORKED_ON, SPOILT, IDLE_FORK, IDLE_JOINED, WAITING_AGAIN, NSHAPE };
static const char *const shapes[] = {"begun", "forked", "joined", "joined and worked on", "spoilt", "idle fork",
                                     "idle fork, joined", "joined and waiting again"};
static const char *const modes[] = {"global", "thread local", "relaxed"};

struct Scene {
	cudaStream_t s1, s2, s3; // where it begins, the fork, another
	cudaEvent_t a, b, c, d;  // of the first, of the fork, recorded before, never recorded
	cudaGraph_t graph;       // of something else
	cudaGraphExec_t exec;
	cudaMemPool_t pool, kept; // kept: it has memory that is free
	void *q; // of it
	int *p, *host;
	bool gone1, gone2, gone_b;
};

typedef int Call(Scene &);
static int other(Scene &s) {
	(void)s;
	return 0;
}

static int ignore(cudaStream_t, cudaError_t, void *) {
	return 0;
}
static void callback(cudaStream_t s, cudaError_t e, void *p) {
	ignore(s, e, p);
}
static void function(void *) {}

#define CALL(text) {#text, [](Scene &s) -> int { return text; }}
static const struct {
	const char *name;
	Call *call;
} calls[] = {
	{"nothing", other},
	{"cudaStreamDestroy(s.s2)", [](Scene &s) -> int { int e = cudaStreamDestroy(s.s2); s.gone2 = !e; return e; }},
	{"cuStreamDestroy(s.s2)", [](Scene &s) -> int { int e = cuStreamDestroy(s.s2); s.gone2 = !e; return e; }},
	CALL(cudaStreamDestroy(s.s3)),
	CALL(cudaStreamSynchronize(s.s1)),
	CALL(cudaStreamSynchronize(s.s2)),
	CALL(cudaStreamSynchronize(s.s3)),
	CALL(cudaStreamSynchronize(cudaStreamLegacy)),
	CALL(cudaStreamSynchronize(cudaStreamPerThread)),
	CALL(cudaStreamQuery(s.s1)),
	CALL(cudaStreamQuery(s.s2)),
	CALL(cudaStreamQuery(s.s3)),
	CALL(cudaStreamQuery(cudaStreamLegacy)),
	CALL(cudaDeviceSynchronize()),
	CALL(cudaEventDestroy(s.a)),
	{"cudaEventDestroy(s.b)", [](Scene &s) -> int { int e = cudaEventDestroy(s.b); s.gone_b = !e; return e; }},
	CALL(cudaEventDestroy(s.c)),
	CALL(cudaEventDestroy(s.d)),
	CALL(cudaEventQuery(s.a)),
	CALL(cudaEventQuery(s.b)),
	CALL(cudaEventQuery(s.c)),
	CALL(cudaEventQuery(s.d)),
	CALL(cudaEventSynchronize(s.a)),
	CALL(cudaEventSynchronize(s.b)),
	CALL(cudaEventSynchronize(s.c)),
	CALL(cudaEventSynchronize(s.d)),
	CALL(cudaEventRecord(s.a, s.s3)),
	CALL(cudaEventRecord(s.c, s.s3)),
	CALL(cudaEventRecord(s.d, s.s1)),
	CALL(cudaEventRecord(s.d, 0)),
	CALL(cudaStreamWaitEvent(s.s1, s.c)),
	CALL(cudaStreamWaitEvent(s.s1, s.d)),
	CALL(cudaStreamWaitEvent(s.s2, s.c)),
	CALL(cudaStreamWaitEvent(s.s3, s.a)),
	CALL(cudaStreamWaitEvent(s.s3, s.c)),
	CALL(cudaStreamWaitEvent(0, s.a)),
	CALL(cudaStreamWaitEvent(0, s.c)),
	{"launch in s3", [](Scene &s) -> int { add<<<1, 1, 0, s.s3>>>(s.p); return cudaGetLastError(); }},
	{"launch in 0", [](Scene &s) -> int { add<<<1, 1>>>(s.p); return cudaGetLastError(); }},
	CALL(cudaMemcpy(s.host, s.p, 4, cudaMemcpyDeviceToHost)),
	CALL(cudaMemcpyAsync(s.host, s.p, 4, cudaMemcpyDeviceToHost, s.s2)),
	CALL(cudaMemset(s.p, 0, 4)),
	CALL(cudaMemsetAsync(s.p, 0, 4, s.s3)),
	{"cudaMalloc and cudaFree", [](Scene &) -> int { void *p; int e = cudaMalloc(&p, 64); if (!e) e = cudaFree(p); return e; }},
	{"cudaMallocHost and cudaFreeHost", [](Scene &) -> int { void *p; int e = cudaMallocHost(&p, 64); if (!e) e = cudaFreeHost(p); return e; }},
	{"two cudaMallocAsync of a pool that keeps memory", [](Scene &s) -> int { void *p = NULL; int e = cudaMallocFromPoolAsync(&p, 64, s.kept, s.s3); if (!e) e = 1000 * cudaFreeAsync(p, s.s3); return e; }},
	{"cudaFreeAsync of memory from before", [](Scene &s) -> int { int e = cudaFreeAsync(s.q, s.s3); if (!e) s.q = NULL; return e; }},
	CALL(cudaFree(nullptr)),
	CALL(cudaFreeHost(nullptr)),
	{"cudaMallocAsync and cudaFreeAsync", [](Scene &s) -> int { void *p; int e = cudaMallocAsync(&p, 64, s.s3); if (!e) e = cudaFreeAsync(p, s.s3); return e; }},
	{"cudaMallocAsync in s2", [](Scene &s) -> int { void *p; int e = cudaMallocAsync(&p, 64, s.s2); if (!e) e = cudaFreeAsync(p, s.s2); return e; }},
	{"cudaStreamCreate", [](Scene &) -> int { cudaStream_t t; int e = cudaStreamCreate(&t); if (!e) e = 1000 * cudaStreamDestroy(t); return e; }},
	{"cudaEventCreate", [](Scene &) -> int { cudaEvent_t t; int e = cudaEventCreate(&t); if (!e) e = 1000 * cudaEventDestroy(t); return e; }},
	{"cudaEventElapsedTime", [](Scene &s) -> int { float t; return cudaEventElapsedTime(&t, s.c, s.c); }},
	{"cudaEventElapsedTime of a", [](Scene &s) -> int { float t; return cudaEventElapsedTime(&t, s.c, s.a); }},
	{"cudaStreamGetPriority", [](Scene &s) -> int { int t; return cudaStreamGetPriority(s.s2, &t); }},
	{"cudaStreamGetFlags", [](Scene &s) -> int { unsigned t; return cudaStreamGetFlags(s.s1, &t); }},
	{"cudaStreamGetFlags of s2", [](Scene &s) -> int { unsigned t; return cudaStreamGetFlags(s.s2, &t); }},
	{"cudaStreamGetFlags of s3", [](Scene &s) -> int { unsigned t; return cudaStreamGetFlags(s.s3, &t); }},
	{"cudaStreamGetPriority of s1", [](Scene &s) -> int { int t; return cudaStreamGetPriority(s.s1, &t); }},
	{"cudaStreamGetDevice", [](Scene &s) -> int { int t; return cudaStreamGetDevice(s.s1, &t); }},
	{"cudaStreamGetId", [](Scene &s) -> int { unsigned long long t; return cudaStreamGetId(s.s1, &t); }},
	{"cuStreamGetCtx", [](Scene &s) -> int { CUcontext t; return cuStreamGetCtx(s.s1, &t); }},
	{"cuStreamGetFlags", [](Scene &s) -> int { unsigned t; return cuStreamGetFlags(s.s1, &t); }},
	{"cudaStreamGetCaptureInfo", [](Scene &s) -> int { cudaStreamCaptureStatus t; return cudaStreamGetCaptureInfo(s.s1, &t, NULL, NULL, NULL, NULL, NULL); }},
	{"cudaStreamUpdateCaptureDependencies", [](Scene &s) -> int { return cudaStreamUpdateCaptureDependencies(s.s1, NULL, NULL, 0, cudaStreamAddCaptureDependencies); }},
	CALL(cudaEventRecord(s.d, s.s2)),
	CALL(cudaStreamWaitEvent(s.s1, s.a)),
	CALL(cudaMemPrefetchAsync(s.host, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, s.s1)),
	CALL(cudaMemPrefetchAsync(s.host, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, s.s3)),
	CALL(cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 50)),
	CALL(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20)),
	{"cudaDeviceGetLimit", [](Scene &) -> int { size_t t; return cudaDeviceGetLimit(&t, cudaLimitStackSize); }},
	CALL(cudaMemPoolTrimTo(s.pool, 0)),
	{"cudaMallocManaged", [](Scene &) -> int { void *p; int e = cudaMallocManaged(&p, 64); if (!e) e = cudaFree(p); return e; }},
	{"cudaMallocArray", [](Scene &) -> int { cudaArray_t p; cudaChannelFormatDesc d = {8, 0, 0, 0, cudaChannelFormatKindSigned}; int e = cudaMallocArray(&p, &d, 8); if (!e) e = cudaFreeArray(p); return e; }},
	{"cudaStreamSetAttribute", [](Scene &s) -> int { cudaStreamAttrValue v = {}; v.syncPolicy = cudaSyncPolicySpin; return cudaStreamSetAttribute(s.s1, cudaStreamAttributeSynchronizationPolicy, &v); }},
	{"cudaStreamGetAttribute", [](Scene &s) -> int { cudaStreamAttrValue v = {}; return cudaStreamGetAttribute(s.s1, cudaStreamAttributeSynchronizationPolicy, &v); }},
	CALL(cudaStreamCopyAttributes(s.s3, s.s1)),
	CALL(cudaStreamAddCallback(s.s1, callback, NULL, 0)),
	CALL(cudaStreamAddCallback(s.s3, callback, NULL, 0)),
	CALL(cudaLaunchHostFunc(s.s1, function, NULL)),
	CALL(cudaLaunchHostFunc(s.s3, function, NULL)),
	CALL(cudaStreamAttachMemAsync(s.s1, s.host)),
	CALL(cudaStreamAttachMemAsync(s.s3, s.host)),
	CALL(cudaGraphLaunch(s.exec, s.s3)),
	CALL(cudaGraphLaunch(s.exec, s.s2)),
	CALL(cudaGraphLaunch(s.exec, 0)),
	CALL(cudaGraphUpload(s.exec, s.s3)),
	CALL(cudaGraphUpload(s.exec, s.s1)),
	{"cudaGraphInstantiate", [](Scene &s) -> int { cudaGraphExec_t x; int e = cudaGraphInstantiate(&x, s.graph, 0); if (!e) e = 1000 * cudaGraphExecDestroy(x); return e; }},
	{"cudaMemGetInfo", [](Scene &) -> int { size_t a, b; return cudaMemGetInfo(&a, &b); }},
	{"cudaFuncGetAttributes", [](Scene &) -> int { cudaFuncAttributes a; return cudaFuncGetAttributes(&a, add); }},
	{"cudaPointerGetAttributes", [](Scene &s) -> int { cudaPointerAttributes a; return cudaPointerGetAttributes(&a, s.p); }},
	{"cudaStreamBeginCapture of s1", [](Scene &s) -> int { return cudaStreamBeginCapture(s.s1, cudaStreamCaptureModeRelaxed); }},
	{"cudaStreamBeginCapture of s2", [](Scene &s) -> int { return cudaStreamBeginCapture(s.s2, cudaStreamCaptureModeRelaxed); }},
	{"cudaStreamEndCapture of s2", [](Scene &s) -> int { cudaGraph_t g = NULL; return cudaStreamEndCapture(s.s2, &g) + (g ? 10000 : 0); }},
	{"cudaStreamEndCapture of s3", [](Scene &s) -> int { cudaGraph_t g = NULL; return cudaStreamEndCapture(s.s3, &g) + (g ? 10000 : 0); }},
	CALL(cudaDeviceSetLimit(cudaLimitStackSize, 2048)),
	CALL(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone)),
	CALL(cudaCtxResetPersistingL2Cache()),
	{"cudaDeviceGraphMemTrim", [](Scene &) -> int { return cudaDeviceGraphMemTrim(0); }},
	{"cudaHostRegister", [](Scene &) -> int { static char t[8192]; int e = cudaHostRegister(t, 8192, 0); if (!e) e = cudaHostUnregister(t); return e; }},
	{"a refused launch in s1", [](Scene &s) -> int { add<<<1, 5000, 0, s.s1>>>(s.p); return cudaGetLastError(); }},
};

static void status(const char *name, cudaStream_t t) {
	cudaStreamCaptureStatus st = (cudaStreamCaptureStatus)9;
	int e = cudaStreamIsCapturing(t, &st);
	if (e)
		printf(" %s error %d", name, e);
	else
		printf(" %s %d", name, st);
}

static void set_up(Scene &s) {
	memset(&s, 0, sizeof s);
	cudaStreamCreate(&s.s1);
	cudaStreamCreate(&s.s2);
	cudaStreamCreate(&s.s3);
	cudaEventCreate(&s.a);
	cudaEventCreate(&s.b);
	cudaEventCreate(&s.c);
	cudaEventCreate(&s.d);
	cudaMalloc(&s.p, 64);
	cudaDeviceGetDefaultMemPool(&s.pool, 0);
	cudaMemPoolProps props = {};
	unsigned long long all = ~0ull;
	void *was;
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	cudaMemPoolCreate(&s.kept, &props);
	cudaMemPoolSetAttribute(s.kept, cudaMemPoolAttrReleaseThreshold, &all);
	cudaMallocFromPoolAsync(&was, 1 << 20, s.kept, s.s3);
	cudaMallocFromPoolAsync(&s.q, 1 << 20, s.kept, s.s3);
	cudaFreeAsync(was, s.s3);
	cudaMallocManaged(&s.host, 64);
	cudaGraphNode_t n;
	cudaGraphCreate(&s.graph, 0);
	cudaGraphAddEmptyNode(&n, s.graph, NULL, 0);
	cudaGraphInstantiate(&s.exec, s.graph, 0);
	cudaEventRecord(s.c, s.s3);
	add<<<1, 1, 0, s.s1>>>(s.p);
	cudaDeviceSynchronize();
}

static void join(Scene &s) {
	int e = cudaStreamWaitEvent(s.s1, s.b);
	if (e)
		printf(" join %d", e);
}

static void capture(Scene &s, Shape shape, int mode) {
	int e = cudaStreamBeginCapture(s.s1, (cudaStreamCaptureMode)mode);
	if (e)
		printf(" begin %d", e);
	add<<<1, 1, 0, s.s1>>>(s.p);
	cudaEventRecord(s.a, s.s1);
	if (shape == BEGUN)
		return;
	cudaStreamWaitEvent(s.s2, s.a);
	if (shape != IDLE_FORK && shape != IDLE_JOINED)
		add<<<1, 1, 0, s.s2>>>(s.p);
	cudaEventRecord(s.b, s.s2);
	if (shape == SPOILT)
		cudaStreamQuery(s.s1);
	if (shape == FORKED || shape == SPOILT || shape == IDLE_FORK)
		return;
	join(s);
	if (shape == WAITING_AGAIN) {
		add<<<1, 1, 0, s.s1>>>(s.p);
		cudaEventRecord(s.a, s.s1);
		cudaStreamWaitEvent(s.s2, s.a);
	}
	if (shape == WORKED_ON)
		add<<<1, 1, 0, s.s2>>>(s.p);
}

static void finish(Scene &s) {
	cudaGraph_t g = NULL;
	size_t n = 0;
	int e = cudaStreamEndCapture(s.s1, &g);
	printf(" end %d", e);
	if (!g)
		return;
	cudaGraphExec_t x;
	cudaGraphGetNodes(g, NULL, &n);
	printf(" nodes %zu", n);
	e = cudaGraphInstantiate(&x, g, 0);
	printf(" runs %d", e);
	if (!e) {
		e = cudaGraphLaunch(x, s.s1);
		int w = cudaStreamSynchronize(s.s1);
		printf(" %d %d", e, w);
		cudaGraphExecDestroy(x);
	}
	cudaGraphDestroy(g);
}

static void one(const char *name, Call *call, Shape shape, int mode) {
	Scene s;
	set_up(s);
	printf("%s, %s: %s", shapes[shape], modes[mode], name);
	capture(s, shape, mode);
	cudaGetLastError();
	int e = call(s);
	printf(" -> %d;", e);
	status("s1", s.s1);
	if (!s.gone2)
		status("s2", s.s2);
	if (shape == FORKED && !s.gone_b)
		join(s);
	add<<<1, 1, 0, s.s1>>>(s.p);
	e = cudaGetLastError();
	if (e)
		printf(" launch %d", e);
	finish(s);
	e = cudaDeviceSynchronize();
	if (e)
		printf(" then %d", e);
	if (!s.gone2) {
		status("s2", s.s2);
		e = cudaStreamQuery(s.s2);
		printf(" query %d", e);
	}
	cudaGetLastError();
	printf("\n");
	fflush(stdout);
	cudaStreamDestroy(s.s1);
	if (!s.gone2)
		cudaStreamDestroy(s.s2);
	cudaGraphExecDestroy(s.exec);
	cudaGraphDestroy(s.graph);
	cudaFree(s.p);
	cudaFree(s.host);
	if (s.q)
		cudaFree(s.q);
	cudaMemPoolDestroy(s.kept);
}

// The stream in which it began is destroyed: what is left of the capture, in a process of its own.
static void origin(Shape shape, int mode) {
	Scene s;
	void *p;
	set_up(s);
	printf("%s, %s: cudaStreamDestroy(s.s1)", shapes[shape], modes[mode]);
	capture(s, shape, mode);
	cudaGetLastError();
	int e = cudaStreamDestroy(s.s1);
	printf(" -> %d;", e);
	if (e)
		status("s1", s.s1);
	status("s2", s.s2);
	e = cudaMalloc(&p, 64);
	printf(" malloc %d", e);
	e = cudaStreamQuery(s.s2);
	printf(" query %d", e);
	e = cudaStreamDestroy(s.s2);
	printf(" destroy %d", e);
	e = cudaDeviceSynchronize();
	printf(" wait %d", e);
	e = cudaStreamBeginCapture(s.s3, cudaStreamCaptureModeGlobal);
	cudaGraph_t g = NULL;
	int end = cudaStreamEndCapture(s.s3, &g);
	printf(" another %d %d %d\n", e, end, g != NULL);
}

// A process for each shape and mode: one that ends badly takes no other with it.
int main(int argc, char **argv) {
	if (argc == 4) {
		Shape shape = (Shape)atoi(argv[1]);
		int mode = atoi(argv[2]);
		if (*argv[3] == 'o')
			origin(shape, mode);
		else
			for (auto &c : calls)
				one(c.name, c.call, shape, mode);
		return 0;
	}
	for (const char *what : {"origin", "calls"})
		for (int mode = 0; mode < 3; mode++)
			for (int shape = 0; shape < NSHAPE; shape++) {
				std::string command = std::string("exec '") + argv[0] + "' " + std::to_string(shape) + " " +
				                      std::to_string(mode) + " " + what;
				if (system(command.c_str()))
					printf("%s, %s, %s: the process ended badly\n", what, shapes[shape], modes[mode]);
				fflush(stdout);
			}
	return 0;
}
