// How much memory graphs have: before, during and after launches, with frees inside and outside of them, trims,
// several graphs, graphs made again and auto-freed launches.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

typedef unsigned long long u64;

static cudaStream_t stream, second;

static void show(const char *what) {
	u64 v[4] = {77, 77, 77, 77};
	int e[4];
	for (int i = 0; i < 4; i++)
		e[i] = cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)i, &v[i]);
	printf("  %s: used %llu high %llu reserved %llu high %llu", what, v[0], v[1], v[2], v[3]);
	for (int i = 0; i < 4; i++)
		if (e[i])
			printf(" error %d", e[i]);
	printf("\n");
	fflush(stdout);
}

static int last(int e) {
	cudaGetLastError();
	return e;
}
#define SHOW(call) printf("  %s -> %d\n", #call, last(call))

static void reset_marks() {
	u64 zero = 0;
	int a = cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero);
	int b = cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero);
	if (a || b)
		printf("  reset %d %d\n", a, b);
}

static void begin(const char *what) {
	cudaDeviceSynchronize();
	cudaDeviceGraphMemTrim(0);
	reset_marks();
	printf("-- %s\n", what);
	show("before");
}

static cudaGraphNode_t alloc(cudaGraph_t g, size_t size, void **p, std::vector<cudaGraphNode_t> after = {}) {
	cudaGraphNode_t n = NULL;
	cudaMemAllocNodeParams a = {};
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	a.bytesize = size;
	int e = cudaGraphAddMemAllocNode(&n, g, after.data(), after.size(), &a);
	if (e)
		printf("  alloc node %d\n", last(e));
	*p = a.dptr;
	return n;
}

static cudaGraphNode_t release(cudaGraph_t g, void *p, std::vector<cudaGraphNode_t> after) {
	cudaGraphNode_t n = NULL;
	int e = cudaGraphAddMemFreeNode(&n, g, after.data(), after.size(), p);
	if (e)
		printf("  free node %d\n", last(e));
	return n;
}

static cudaGraphNode_t fill(cudaGraph_t g, void *p, size_t n, std::vector<cudaGraphNode_t> after) {
	cudaGraphNode_t node = NULL;
	cudaMemsetParams m = {};
	m.dst = p;
	m.elementSize = 1;
	m.width = n;
	m.height = 1;
	m.value = 5;
	int e = cudaGraphAddMemsetNode(&node, g, after.data(), after.size(), &m);
	if (e)
		printf("  fill node %d\n", last(e));
	return node;
}

static void launch(cudaGraphExec_t x, cudaStream_t s = stream) {
	int e = cudaGraphLaunch(x, s);
	int w = cudaStreamSynchronize(s);
	if (e || w)
		printf("  launch %d %d\n", last(e), w);
}

static void freed_inside(size_t size) {
	char name[60];
	void *p;
	cudaGraph_t g;
	cudaGraphExec_t x;
	snprintf(name, sizeof name, "%zu bytes, freed inside", size);
	begin(name);
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t a = alloc(g, size, &p);
	show("node");
	release(g, p, {fill(g, p, size, {a})});
	show("free node");
	cudaGraphInstantiate(&x, g, 0);
	show("instantiated");
	SHOW(cudaGraphUpload(x, stream));
	cudaStreamSynchronize(stream);
	show("uploaded");
	launch(x);
	show("launched");
	launch(x);
	show("launched again");
	SHOW(cudaDeviceGraphMemTrim(0));
	show("trimmed");
	launch(x);
	show("launched after the trim");
	cudaGraphExecDestroy(x);
	show("graph that ran destroyed");
	cudaGraphDestroy(g);
	show("graph destroyed");
	SHOW(cudaDeviceGraphMemTrim(0));
	show("trimmed");
}

static void freed_outside(size_t size, int how) {
	static const char *const names[] = {"cudaFree", "cudaFreeAsync", "a graph that frees"};
	char name[80];
	void *p;
	cudaGraph_t g;
	cudaGraphExec_t x;
	snprintf(name, sizeof name, "%zu bytes, freed outside by %s", size, names[how]);
	begin(name);
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t made = alloc(g, size, &p);
	fill(g, p, size < 8 ? size : 8, {made});
	cudaGraphInstantiate(&x, g, 0);
	show("instantiated");
	launch(x);
	show("launched");
	SHOW(cudaGraphLaunch(x, stream));
	cudaStreamSynchronize(stream);
	show("launched again without a free");
	SHOW(cudaDeviceGraphMemTrim(0));
	show("trimmed");
	for (int i = 0; i < 2; i++) {
		if (how == 0) {
			SHOW(cudaFree(p));
		} else if (how == 1) {
			SHOW(cudaFreeAsync(p, stream));
			cudaStreamSynchronize(stream);
		} else {
			cudaGraph_t f;
			cudaGraphExec_t fx;
			cudaGraphCreate(&f, 0);
			release(f, p, {});
			SHOW(cudaGraphInstantiate(&fx, f, 0));
			SHOW(cudaGraphLaunch(fx, stream));
			cudaStreamSynchronize(stream);
			cudaGraphExecDestroy(fx);
			cudaGraphDestroy(f);
		}
		show("freed");
		if (i == 0)
			SHOW(cudaFree(p));
		show("freed twice");
		SHOW(cudaDeviceGraphMemTrim(0));
		show("trimmed");
		if (i == 0) {
			launch(x);
			show("launched");
		}
	}
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	show("destroyed");
}

// The graph is gone before its memory is freed.
static void destroyed_first(size_t size) {
	void *p;
	cudaGraph_t g;
	cudaGraphExec_t x;
	begin("destroyed before the free");
	cudaGraphCreate(&g, 0);
	alloc(g, size, &p);
	cudaGraphInstantiate(&x, g, 0);
	launch(x);
	show("launched");
	cudaGraphExecDestroy(x);
	show("what runs destroyed");
	cudaGraphDestroy(g);
	show("destroyed");
	SHOW(cudaMemset(p, 1, size));
	SHOW(cudaFree(p));
	show("freed");
	SHOW(cudaDeviceGraphMemTrim(0));
	show("trimmed");
}

static void many(bool chained, bool freed) {
	static const size_t sizes[] = {1, 1000, 1 << 20, (2 << 20) + 1, 5 << 20, 40 << 20};
	void *p[6];
	cudaGraph_t g;
	cudaGraphExec_t x;
	char name[80];
	snprintf(name, sizeof name, "six sizes, %s, %s", chained ? "one after the other" : "side by side",
	         freed ? "freed" : "kept");
	begin(name);
	cudaGraphCreate(&g, 0);
	std::vector<cudaGraphNode_t> last_node;
	for (int i = 0; i < 6; i++) {
		cudaGraphNode_t n = alloc(g, sizes[i], &p[i], chained ? last_node : std::vector<cudaGraphNode_t>());
		n = fill(g, p[i], sizes[i], {n});
		if (freed)
			n = release(g, p[i], {n});
		last_node = {n};
	}
	show("nodes");
	cudaGraphInstantiate(&x, g, 0);
	show("instantiated");
	launch(x);
	show("launched");
	if (!freed) {
		for (int i = 0; i < 6; i++) {
			cudaFreeAsync(p[i], stream);
			cudaStreamSynchronize(stream);
			show("one freed");
		}
	}
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	show("destroyed");
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
}

static void auto_free(unsigned long long flags) {
	void *p;
	cudaGraph_t g;
	cudaGraphExec_t x = NULL;
	char name[80];
	snprintf(name, sizeof name, "instantiated with flags %llu", flags);
	begin(name);
	cudaGraphCreate(&g, 0);
	alloc(g, 3 << 20, &p);
	SHOW(cudaGraphInstantiateWithFlags(&x, g, flags));
	show("instantiated");
	if (x) {
		for (int i = 0; i < 3; i++) {
			SHOW(cudaGraphLaunch(x, stream));
			cudaStreamSynchronize(stream);
			show("launched");
		}
		cudaGraphExecDestroy(x);
		show("destroyed");
	}
	cudaGraphDestroy(g);
	show("graph destroyed");
	SHOW(cudaFree(p));
	show("freed");
}

// Two graphs of one, or the same one in two streams.
static void twice() {
	void *p;
	cudaGraph_t g;
	cudaGraphExec_t x, y = NULL;
	begin("instantiated twice");
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t a = alloc(g, 4 << 20, &p);
	cudaGraphNode_t f = release(g, p, {a});
	(void)f;
	SHOW(cudaGraphInstantiate(&x, g, 0));
	SHOW(cudaGraphInstantiate(&y, g, 0));
	launch(x);
	show("launched");
	cudaGraphExecDestroy(x);
	SHOW(cudaGraphInstantiate(&y, g, 0));
	show("instantiated again");
	launch(y);
	show("launched");
	cudaGraph_t c = NULL;
	SHOW(cudaGraphClone(&c, g));
	SHOW(cudaGraphDestroyNode(a));
	cudaGraphExecDestroy(y);
	cudaGraphDestroy(g);
	show("destroyed");
}

static void two_graphs(bool same_stream) {
	void *p[2];
	cudaGraph_t g[2];
	cudaGraphExec_t x[2];
	begin(same_stream ? "two graphs, one stream" : "two graphs, two streams");
	for (int i = 0; i < 2; i++) {
		cudaGraphCreate(&g[i], 0);
		cudaGraphNode_t made = alloc(g[i], (size_t)(6 - 2 * i) << 20, &p[i]);
		release(g[i], p[i], {made});
		cudaGraphInstantiate(&x[i], g[i], 0);
	}
	printf("  same address %d\n", p[0] == p[1]);
	launch(x[0]);
	show("first launched");
	launch(x[1], same_stream ? stream : second);
	show("second launched");
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
	for (int i = 0; i < 2; i++) {
		cudaGraphExecDestroy(x[i]);
		cudaGraphDestroy(g[i]);
		show("one destroyed");
	}
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
}

static void captured() {
	void *p, *q;
	cudaGraph_t g;
	cudaGraphExec_t x;
	begin("captured");
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
	SHOW(cudaMallocAsync(&p, 100000, stream));
	SHOW(cudaMallocAsync(&q, 200000, stream));
	SHOW(cudaFreeAsync(q, stream));
	cudaStreamEndCapture(stream, &g);
	show("captured");
	cudaGraphInstantiate(&x, g, 0);
	launch(x);
	show("launched");
	SHOW(cudaFreeAsync(p, stream));
	cudaStreamSynchronize(stream);
	show("freed");
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
}

// Blocks of one graph that are never there at the same time.
static void reuse() {
	void *p, *q, *r;
	cudaGraph_t g;
	cudaGraphExec_t x;
	begin("reuse");
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t a = alloc(g, 8 << 20, &p);
	cudaGraphNode_t f = release(g, p, {a});
	cudaGraphNode_t b = alloc(g, 8 << 20, &q, {f});
	cudaGraphNode_t h = release(g, q, {b});
	cudaGraphNode_t c = alloc(g, 4 << 20, &r, {h});
	release(g, r, {c});
	printf("  same address %d %d\n", p == q, q == r);
	cudaGraphInstantiate(&x, g, 0);
	launch(x);
	show("launched");
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
}

static void wrong() {
	u64 v = 5;
	printf("-- wrong\n");
	SHOW(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)4, &v));
	SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, NULL));
	SHOW(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &v));
	SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &v));
	v = 0;
	SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &v));
	SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &v));
	SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &v));
	SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, NULL));
	SHOW(cudaDeviceSetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &v));
	SHOW(cudaDeviceGraphMemTrim(99));
	SHOW(cudaDeviceGraphMemTrim(-1));
	cudaMemAllocNodeParams a = {};
	cudaGraph_t g;
	cudaGraphNode_t n;
	cudaGraphCreate(&g, 0);
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	SHOW(cudaGraphAddMemAllocNode(&n, g, NULL, 0, &a));
	a.bytesize = (size_t)1 << 60;
	SHOW(cudaGraphAddMemAllocNode(&n, g, NULL, 0, &a));
	SHOW(cudaGraphAddMemFreeNode(&n, g, NULL, 0, NULL));
	SHOW(cudaGraphAddMemFreeNode(&n, g, NULL, 0, &v));
	cudaGraphDestroy(g);
	show("at last");
}

int main() {
	cudaFree(0);
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
	static const size_t sizes[] = {1, 64, 4096, 65536, 1 << 20, 2 << 20, (2 << 20) + 1, 32 << 20, (33 << 20) + 5};
	for (size_t s : sizes)
		freed_inside(s);
	for (int how = 0; how < 3; how++) {
		freed_outside(64, how);
		freed_outside(5 << 20, how);
	}
	destroyed_first(3 << 20);
	for (int i = 0; i < 4; i++)
		many(i & 1, i >> 1);
	for (unsigned long long flags : {0, 1})
		auto_free(flags);
	twice();
	two_graphs(true);
	two_graphs(false);
	captured();
	reuse();
	wrong();
	return 0;
}
