/* handles.cpp - what it costs to make, use and destroy N things of each kind while all of them live. Where each looked at
 * all others, one of 16 N would take 16 times as long as one of N; five times are allowed, since caches have an end.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "show.h"

static const char text[] = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";

/* The kernel of the host adds a running thread's processor time to its process late, up to a tick of some milliseconds, and the
 * time on the wall has the waits for other processes in it: dear is only what both say. */
static const clockid_t clocks[] = {CLOCK_PROCESS_CPUTIME_ID, CLOCK_MONOTONIC};
enum { CLOCKS = 2, PARTS = 3 };
struct times {
	double of[CLOCKS];
};

static times now() {
	times r;
	for (int c = 0; c < CLOCKS; c++) {
		timespec t;
		clock_gettime(clocks[c], &t);
		r.of[c] = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
	}
	return r;
}

template <typename T> struct Kind {
	const char *name;
	T (*make)();
	void (*use)(T);
	void (*drop)(T);
	int n;
	double noise = 5e-7; // seconds
};

template <typename T> static void no_use(T) {}

enum { MANY = 16, MORE = 2 * MANY };
enum order { SAME, BACKWARD, MIXED };

/* The least that one of n things has cost so far. What was launched belongs to the part that launched it. */
template <typename T> static void cost(const Kind<T> &k, int n, order o, times part[PARTS]) {
	std::vector<T> all;
	times at[PARTS + 1];
	at[0] = now();
	for (int i = 0; i < n; i++)
		all.push_back(k.make());
	CU(cuCtxSynchronize());
	at[1] = now();
	for (T t : all)
		k.use(t);
	CU(cuCtxSynchronize());
	at[2] = now();
	if (o == BACKWARD)
		std::reverse(all.begin(), all.end());
	for (int i = n - 1; o == MIXED && i > 0; i--)
		std::swap(all[i], all[(i * 7919ull + 1) % (i + 1)]);
	for (T t : all)
		k.drop(t);
	CU(cuCtxSynchronize());
	at[3] = now();
	for (int i = 0; i < PARTS; i++)
		for (int c = 0; c < CLOCKS; c++)
			part[i].of[c] = std::min(part[i].of[c], (at[i + 1].of[c] - at[i].of[c]) / n);
}

/* Checks for more than `factor` times as much, by both clocks. */
static bool exceeds(const times &a, const times &b, double factor, double noise) {
	bool r = true;
	for (int c = 0; c < CLOCKS; c++)
		r = r && a.of[c] > factor * b.of[c] + noise;
	return r;
}

/* Many do not fit into the host's caches, as few do, and free() may write to all that it takes: each costs several times as much.
 * It does not go on to grow with their number, as a search would: twice as many tell. */
template <typename T> static void judge(const Kind<T> &k) {
	static const char *const what[] = {"make", "use", "drop"};
	for (order o : {SAME, BACKWARD, MIXED}) {
		times few[PARTS] = {{1, 1}, {1, 1}, {1, 1}}, many[PARTS] = {{1, 1}, {1, 1}, {1, 1}}, more[PARTS];
		auto dear = [&](int i) { return exceeds(many[i], few[i], 5, k.noise); };
		auto any = [&] { return dear(0) || dear(1) || dear(2); };
		/* The best of several: other work of the machine only adds. */
		for (int round = 0; round < 2 || (round < 6 && any()); round++) {
			cost(k, k.n, o, few);
			cost(k, MANY * k.n, o, many);
		}
		for (times &t : more)
			t = {1, 1};
		for (int round = 0; round < 3 && any(); round++) {
			cost(k, MANY * k.n, o, many);
			cost(k, MORE * k.n, o, more);
		}
		for (int i = 0; i < PARTS; i++) {
			bool bad = dear(i) && exceeds(more[i], many[i], 1.6, 0);
			for (int c = 0; c < CLOCKS && (getenv("VERBOSE") || bad); c++)
				printf("%s, %s, order %d, %s: %.0f ns of %d, %.0f ns of %d, %.0f ns of %d\n", k.name, what[i], o,
				       c ? "wall" : "processor", few[i].of[c] * 1e9, k.n, many[i].of[c] * 1e9, MANY * k.n,
				       more[i].of[c] * 1e9, MORE * k.n);
		}
	}
	printf("%s\n", k.name);
	fflush(stdout);
}

static CUgraphNode a_node(CUgraph g) {
	CUgraphNode n;
	CU(cuGraphAddEmptyNode(&n, g, nullptr, 0));
	return n;
}

static CUgraph a_graph() {
	CUgraph g;
	CU(cuGraphCreate(&g, 0));
	a_node(g);
	return g;
}

static CUarray an_array() {
	CUDA_ARRAY_DESCRIPTOR d = {8, 8, CU_AD_FORMAT_FLOAT, 1};
	CUarray a;
	CU(cuArrayCreate(&a, &d));
	return a;
}

static CUarray shared_array;
static CUgraph one_graph;
static CUdeviceptr range;
static CUmemGenericAllocationHandle memory;
static size_t page = 2 << 20;
static int page_at;

int main() {
	CU(cuInit(0));
	CUdevice dev;
	CUcontext ctx;
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&ctx, dev));
	CU(cuCtxSetCurrent(ctx));
	static CUdeviceptr word;
	CU(cuMemAlloc(&word, 4));
	shared_array = an_array();

	judge(Kind<CUstream>{"streams", [] { CUstream s; CU(cuStreamCreate(&s, 0)); return s; },
	                     [](CUstream) { CU(cuMemsetD32Async(word, 1, 1, nullptr)); CU(cuStreamSynchronize(nullptr)); },
	                     [](CUstream s) { CU(cuStreamDestroy(s)); }, 500});
	judge(Kind<CUstream>{"streams at work", [] { CUstream s; CU(cuStreamCreate(&s, 0)); return s; },
	                     [](CUstream s) { CU(cuMemsetD32Async(word, 1, 1, s)); },
	                     [](CUstream s) { CU(cuStreamDestroy(s)); }, 500, 3e-6}); // the worker comes between, or not
	judge(Kind<CUevent>{"events", [] { CUevent e; CU(cuEventCreate(&e, 0)); return e; },
	                    [](CUevent e) { CU(cuEventRecord(e, nullptr)); CU(cuEventSynchronize(e)); },
	                    [](CUevent e) { CU(cuEventDestroy(e)); }, 500});
	judge(Kind<CUdeviceptr>{"allocations", [] { CUdeviceptr p; CU(cuMemAlloc(&p, 300)); return p; },
	                        [](CUdeviceptr p) { CU(cuMemsetD32(p, 1, 1)); }, [](CUdeviceptr p) { CU(cuMemFree(p)); }, 500});
	judge(Kind<CUdeviceptr>{"large allocations", [] { CUdeviceptr p; CU(cuMemAlloc(&p, 3 << 20)); return p; },
	                        [](CUdeviceptr p) { CU(cuMemsetD32(p, 1, 1)); }, [](CUdeviceptr p) { CU(cuMemFree(p)); }, 50});
	judge(Kind<CUdeviceptr>{"allocations in order", [] { CUdeviceptr p; CU(cuMemAllocAsync(&p, 300, nullptr)); return p; },
	                        [](CUdeviceptr p) { CU(cuMemsetD32(p, 1, 1)); }, [](CUdeviceptr p) { CU(cuMemFreeAsync(p, nullptr)); }, 500});
	judge(Kind<void *>{"host memory", [] { void *p; CU(cuMemAllocHost(&p, 300)); return p; }, no_use<void *>,
	                   [](void *p) { CU(cuMemFreeHost(p)); }, 500});
	judge(Kind<CUdeviceptr>{"managed memory", [] { CUdeviceptr p; CU(cuMemAllocManaged(&p, 300, CU_MEM_ATTACH_GLOBAL)); return p; },
	                   no_use<CUdeviceptr>, [](CUdeviceptr p) { CU(cuMemFree(p)); }, 500});
	judge(Kind<CUgraph>{"graphs", a_graph, no_use<CUgraph>, [](CUgraph g) { CU(cuGraphDestroy(g)); }, 500});
	one_graph = a_graph();
	judge(Kind<CUgraphNode>{"nodes", [] { return a_node(one_graph); }, no_use<CUgraphNode>,
	                        [](CUgraphNode n) { CU(cuGraphDestroyNode(n)); }, 500});
	judge(Kind<CUgraphExec>{"instances", [] { CUgraphExec e; CU(cuGraphInstantiate(&e, one_graph, 0)); return e; },
	                        [](CUgraphExec e) { CU(cuGraphLaunch(e, nullptr)); CU(cuStreamSynchronize(nullptr)); },
	                        [](CUgraphExec e) { CU(cuGraphExecDestroy(e)); }, 500});
	judge(Kind<CUmemoryPool>{"pools", [] {
		CUmemoryPool p;
		CUmemPoolProps props = {};
		props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
		props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
		CU(cuMemPoolCreate(&p, &props));
		return p;
	}, no_use<CUmemoryPool>, [](CUmemoryPool p) { CU(cuMemPoolDestroy(p)); }, 500});
	judge(Kind<CUarray>{"arrays", an_array, no_use<CUarray>, [](CUarray a) { CU(cuArrayDestroy(a)); }, 500});
	judge(Kind<CUtexObject>{"textures", [] {
		CUtexObject t;
		CUDA_RESOURCE_DESC r = {};
		CUDA_TEXTURE_DESC d = {};
		r.resType = CU_RESOURCE_TYPE_ARRAY;
		r.res.array.hArray = shared_array;
		CU(cuTexObjectCreate(&t, &r, &d, nullptr));
		return t;
	}, no_use<CUtexObject>, [](CUtexObject t) { CU(cuTexObjectDestroy(t)); }, 500});
	judge(Kind<CUmodule>{"modules", [] { CUmodule m; CU(cuModuleLoadData(&m, text)); return m; },
	                     [](CUmodule m) { CUfunction f; CU(cuModuleGetFunction(&f, m, "k")); CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)); },
	                     [](CUmodule m) { CU(cuModuleUnload(m)); }, 100});
	judge(Kind<CUlibrary>{"libraries", [] { CUlibrary m; CU(cuLibraryLoadData(&m, text, nullptr, nullptr, 0, nullptr, nullptr, 0)); return m; },
	                     [](CUlibrary m) { CUkernel f; CU(cuLibraryGetKernel(&f, m, "k")); CU(cuLaunchKernel((CUfunction)f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)); },
	                     [](CUlibrary m) { CU(cuLibraryUnload(m)); }, 100});
	CUmemAllocationProp prop = {};
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	CU(cuMemCreate(&memory, page, &prop, 0));
	CU(cuMemAddressReserve(&range, page * 3200, 0, 0, 0));
	judge(Kind<CUdeviceptr>{"mappings", [] {
		CUdeviceptr p = range + page * (size_t)(page_at++ % 3200);
		CU(cuMemMap(p, page, 0, memory, 0));
		return p;
	}, no_use<CUdeviceptr>, [](CUdeviceptr p) { CU(cuMemUnmap(p, page)); }, 100});
	judge(Kind<CUmemGenericAllocationHandle>{"handles of memory", [] {
		CUmemGenericAllocationHandle h;
		CUmemAllocationProp prop = {};
		prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
		prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
		CU(cuMemCreate(&h, page, &prop, 0));
		return h;
	}, no_use<CUmemGenericAllocationHandle>, [](CUmemGenericAllocationHandle h) { CU(cuMemRelease(h)); }, 50});
}
