// graphs.cpp - random graphs: every node runs once in each launch, after those it depends on; branches go on at
// the same time; launches, updates and captures of many threads.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <thread>

#include "program.h"

// stamp[k] = ++stamp[0]
static const char ptx[] = PTX_HEAD
	".visible .entry stamp(.param .u64 p, .param .u32 k) {\n"
	"	.reg .u32 %k, %n; .reg .u64 %p, %q; ld.param.u64 %p, [p]; ld.param.u32 %k, [k];\n"
	"	atom.global.add.u32 %n, [%p], 1; add.u32 %n, %n, 1;\n"
	"	mul.wide.u32 %q, %k, 4; add.u64 %q, %p, %q; st.global.u32 [%q], %n; ret; }\n";

static void stamp(unsigned *p, unsigned k) { stub((const void *)stamp, p, k); }

struct Host {
	unsigned *p, k;
};
static void host_stamp(void *p) {
	const Host *h = (const Host *)p;
	h->p[h->k] = __atomic_add_fetch(h->p, 1, __ATOMIC_SEQ_CST);
}

static cudaGraphNode_t kernel(cudaGraph_t g, const std::vector<cudaGraphNode_t> &deps, unsigned *p,
                              unsigned k) {
	cudaGraphNode_t n;
	void *args[] = {&p, &k};
	cudaKernelNodeParams a = {};
	a.func = (void *)stamp;
	a.gridDim = a.blockDim = dim3(1);
	a.kernelParams = args;
	CK(cudaGraphAddKernelNode(&n, g, deps.data(), deps.size(), &a));
	return n;
}

struct Random {
	unsigned v;
	unsigned operator()(unsigned n) { return ((v = v * 1664525 + 1013904223) >> 8) % n; }
};

// Counts what is wrong in the stamps of one launch.
static unsigned check(const unsigned *p, unsigned n, const std::vector<std::pair<unsigned, unsigned>> &edges) {
	unsigned wrong = p[0] != n;
	std::vector<bool> seen(n + 1);
	for (unsigned i = 1; i <= n; i++) {
		wrong += p[i] == 0 || p[i] > n || seen[p[i]];
		if (p[i] <= n)
			seen[p[i]] = true;
	}
	for (auto &e : edges)
		wrong += p[e.first] >= p[e.second];
	return wrong;
}

static unsigned random_graph(Random &r, cudaStream_t s, unsigned n, unsigned width) {
	unsigned *p, wrong = 0;
	CK(cudaMallocManaged((void **)&p, (n + 1) * sizeof *p));
	std::vector<Host> host(n + 1);
	std::vector<std::pair<unsigned, unsigned>> edges;
	std::vector<cudaGraphNode_t> node(n + 1);
	cudaGraph_t g;
	cudaGraphExec_t x;
	CK(cudaGraphCreate(&g, 0));
	for (unsigned i = 1; i <= n; i++) {
		std::vector<cudaGraphNode_t> deps;
		for (unsigned k = r(4); k-- && i > 1;) {
			unsigned from = i - 1 - r(i - 1 < width ? i - 1 : width);
			bool known = false;
			for (auto &e : edges)
				known |= e.first == from && e.second == i;
			if (known)
				continue;
			edges.push_back({from, i});
			deps.push_back(node[from]);
		}
		host[i] = {p, i};
		cudaHostNodeParams h = {host_stamp, &host[i]};
		if (r(5) == 0)
			CK(cudaGraphAddHostNode(&node[i], g, deps.data(), deps.size(), &h));
		else
			node[i] = kernel(g, deps, p, i);
	}
	CK(cudaGraphInstantiate(&x, g, 0));
	for (unsigned round = 0; round < 4; round++) {
		memset(p, 0, (n + 1) * sizeof *p);
		CK(cudaGraphLaunch(x, s));
		CK(cudaStreamSynchronize(s));
		wrong += check(p, n, edges);
		cudaGraphExecUpdateResultInfo info;
		CK(cudaGraphExecUpdate(x, g, &info));
	}
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
	CK(cudaFree(p));
	return wrong;
}

static std::atomic<int> met;
static void meet(void *) {
	met++;
	for (int i = 0; i < 200000 && met < 3; i++)
		usleep(20);
}

// Three branches that only end when all of them are under way.
static void together() {
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaGraphNode_t n;
	cudaHostNodeParams h = {meet, nullptr};
	CK(cudaGraphCreate(&g, 0));
	for (int i = 0; i < 3; i++)
		CK(cudaGraphAddHostNode(&n, g, nullptr, 0, &h));
	CK(cudaGraphInstantiate(&x, g, 0));
	CK(cudaGraphLaunch(x, nullptr));
	CK(cudaDeviceSynchronize());
	printf("branches met: %d\n", met.load());
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
}

// Each thread captures, launches and updates on its own.
static void captures(unsigned seed, unsigned *wrong) {
	Random r = {seed};
	cudaStream_t s, side;
	cudaEvent_t e;
	unsigned *p;
	CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	CK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
	CK(cudaEventCreate(&e));
	CK(cudaMallocManaged((void **)&p, 64 * sizeof *p));
	cudaGraphExec_t x = nullptr;
	for (int round = 0; round < 30; round++) {
		unsigned n = 0, many = 1 + r(4);
		cudaGraph_t g;
		CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
		LAUNCH(stamp, 1, 1, 0, s, p, ++n);
		CK(cudaEventRecord(e, s));
		CK(cudaStreamWaitEvent(side, e, 0));
		for (unsigned i = 0; i < many; i++)
			LAUNCH(stamp, 1, 1, 0, i & 1 ? s : side, p, ++n);
		CK(cudaEventRecord(e, side));
		CK(cudaStreamWaitEvent(s, e, 0));
		LAUNCH(stamp, 1, 1, 0, s, p, ++n);
		CK(cudaStreamEndCapture(s, &g));
		cudaGraphExecUpdateResultInfo info;
		if (!x || cudaGraphExecUpdate(x, g, &info) != cudaSuccess) {
			cudaGetLastError();
			if (x)
				CK(cudaGraphExecDestroy(x));
			CK(cudaGraphInstantiate(&x, g, 0));
		}
		CK(cudaGraphDestroy(g));
		memset(p, 0, 64 * sizeof *p);
		CK(cudaGraphLaunch(x, s));
		CK(cudaStreamSynchronize(s));
		*wrong += p[0] != n || p[1] != 1 || p[n] != n;
	}
	CK(cudaGraphExecDestroy(x));
	CK(cudaEventDestroy(e));
	CK(cudaStreamDestroy(s));
	CK(cudaStreamDestroy(side));
}

// After a reset, graphs can be destroyed, and nothing else.
static void after_reset(cudaStream_t s) {
	unsigned *p;
	cudaGraph_t g, copy;
	cudaGraphExec_t x, y;
	CK(cudaMalloc((void **)&p, 64));
	CK(cudaGraphCreate(&g, 0));
	cudaGraphNode_t n = kernel(g, {}, p, 1);
	CK(cudaGraphInstantiate(&x, g, 0));
	CK(cudaGraphLaunch(x, s));
	CK(cudaDeviceReset());
	printf("launch %s, instantiate %s, clone %s, ", NAME(cudaGraphLaunch(x, nullptr)),
	       NAME(cudaGraphInstantiate(&y, g, 0)), NAME(cudaGraphClone(&copy, g)));
	printf("print %s, ", NAME(cudaGraphDebugDotPrint(g, "/dev/null", 0)));
	printf("node %s, ", NAME(cudaGraphDestroyNode(n)));
	printf("destroy %s %s\n", NAME(cudaGraphExecDestroy(x)), NAME(cudaGraphDestroy(g)));
}

int main() {
	Program program(ptx);
	program.kernel((const void *)stamp, "stamp");
	program.end();
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	Random r = {1};
	unsigned wrong = 0;
	for (unsigned n = 1; n <= 40; n++)
		wrong += random_graph(r, s, n, n);
	for (unsigned width : {1u, 3u, 50u, 200u}) // more branches than there are lanes, too
		wrong += random_graph(r, s, 300, width);
	printf("random graphs: %u wrong\n", wrong);
	together();
	unsigned bad[4] = {};
	std::vector<std::thread> threads;
	for (unsigned i = 0; i < 4; i++)
		threads.emplace_back(captures, i + 1, &bad[i]);
	for (auto &t : threads)
		t.join();
	printf("captures of threads: %u wrong\n", bad[0] + bad[1] + bad[2] + bad[3]);
	after_reset(s);
	return 0;
}
