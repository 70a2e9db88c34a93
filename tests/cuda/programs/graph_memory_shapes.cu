// How much memory graphs of several allocations have, alone and with others: in chunks of 32 MiB.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

typedef unsigned long long u64;
typedef std::vector<size_t> Sizes;
enum How { BESIDE, CHAIN, FREED_BESIDE, FREED_CHAIN, FREED_AT_END };
static const char *const hows[] = {"side by side", "one after the other", "freed, side by side",
                                   "freed, one after the other", "freed at the end"};
static const size_t M = 1 << 20;
static cudaStream_t streams[3];

static void show(const char *what) {
	u64 v[4] = {77, 77, 77, 77};
	printf("  %s:", what);
	for (int i = 0; i < 4; i++) {
		cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)i, &v[i]);
		if (v[i] % (32 * M))
			printf(" %llu bytes", v[i]);
		else
			printf(" %llu", v[i] / (32 * M));
	}
	printf("\n");
	fflush(stdout);
}

struct Graph {
	cudaGraph_t g;
	cudaGraphExec_t x;
	std::vector<void *> p;

	Graph(const Sizes &sizes, How how) {
		std::vector<cudaGraphNode_t> last, all;
		cudaGraphCreate(&g, 0);
		for (size_t s : sizes) {
			cudaGraphNode_t n = NULL, f;
			cudaMemAllocNodeParams a = {};
			a.poolProps.allocType = cudaMemAllocationTypePinned;
			a.poolProps.location.type = cudaMemLocationTypeDevice;
			a.bytesize = s;
			bool chain = how == CHAIN || how == FREED_CHAIN;
			int e = cudaGraphAddMemAllocNode(&n, g, last.data(), chain ? last.size() : 0, &a);
			if (e)
				printf("  alloc %d\n", e);
			p.push_back(a.dptr);
			if (how == FREED_BESIDE || how == FREED_CHAIN) {
				cudaGraphAddMemFreeNode(&f, g, &n, 1, a.dptr);
				n = f;
			}
			last = {n};
			all.push_back(n);
		}
		for (size_t i = 0; how == FREED_AT_END && i < p.size(); i++) {
			cudaGraphNode_t f;
			cudaGraphAddMemFreeNode(&f, g, all.data(), all.size(), p[i]);
		}
		int e = cudaGraphInstantiate(&x, g, 0);
		if (e)
			printf("  instantiate %d\n", e);
	}
	void launch(int s) {
		int e = cudaGraphLaunch(x, streams[s]);
		int w = cudaStreamSynchronize(streams[s]);
		if (e || w)
			printf("  launch %d %d\n", e, w);
		cudaGetLastError();
	}
	void free_one(size_t i) {
		int e = cudaFreeAsync(p[i], streams[0]);
		cudaStreamSynchronize(streams[0]);
		if (e)
			printf("  free %d\n", e);
		cudaGetLastError();
	}
	void destroy() {
		cudaGraphExecDestroy(x);
		cudaGraphDestroy(g);
	}
};

static void begin(const std::string &what) {
	u64 zero = 0;
	cudaDeviceSynchronize();
	cudaDeviceGraphMemTrim(0);
	cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero);
	cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero);
	printf("-- %s\n", what.c_str());
}

static std::string text(const Sizes &sizes) {
	std::string s;
	for (size_t n : sizes)
		s += (s.empty() ? "" : ", ") + (n % M ? std::to_string(n) : std::to_string(n / M) + "M");
	return s;
}

static void alone(const Sizes &sizes, How how) {
	begin(text(sizes) + ", " + hows[how]);
	Graph a(sizes, how);
	a.launch(0);
	show("launched");
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
	if (how < FREED_BESIDE)
		for (size_t i = 0; i < a.p.size(); i++) {
			a.free_one(i);
			cudaDeviceGraphMemTrim(0);
			show("one freed, trimmed");
		}
	a.launch(0);
	show("launched again");
	if (how < FREED_BESIDE)
		for (size_t i = 0; i < a.p.size(); i++)
			a.free_one(i);
	a.destroy();
}

static void several(const std::vector<Sizes> &graphs, How how, bool apart, bool reverse) {
	std::string name;
	for (const Sizes &s : graphs)
		name += "{" + text(s) + "} ";
	begin(name + hows[how] + (apart ? ", streams apart" : ", one stream") + (reverse ? ", freed backwards" : ""));
	std::vector<Graph> all;
	for (const Sizes &s : graphs)
		all.push_back(Graph(s, how));
	for (size_t i = 0; i < all.size(); i++) {
		all[i].launch(apart ? i % 3 : 0);
		show("launched");
	}
	for (size_t i = 0; i < all.size(); i++) {
		Graph &g = all[reverse ? all.size() - 1 - i : i];
		if (how < FREED_BESIDE)
			for (size_t k = 0; k < g.p.size(); k++)
				g.free_one(k);
		show("one freed");
		cudaDeviceGraphMemTrim(0);
		show("trimmed");
	}
	for (size_t i = 0; i < all.size(); i++) {
		Graph &g = all[all.size() - 1 - i];
		g.launch(0);
		show("launched");
		if (how < FREED_BESIDE)
			for (size_t k = 0; k < g.p.size(); k++)
				g.free_one(k);
	}
	show("all freed");
	for (Graph &g : all) {
		g.destroy();
		show("destroyed");
	}
	cudaDeviceGraphMemTrim(0);
	show("trimmed");
}

int main() {
	static const std::vector<Sizes> lists = {
		{32 * M}, {32 * M + 1}, {64 * M}, {64 * M + 1}, {100 * M}, {20 * M, 20 * M}, {31 * M, 31 * M}, {10 * M, 40 * M},
		{40 * M, 10 * M}, {40 * M, 40 * M}, {16 * M, 16 * M, 16 * M}, {32 * M, 1}, {1, 32 * M}, {32 * M, 32 * M},
		{33 * M, 31 * M}, {20 * M, 10 * M, 3 * M}, {2 * M, 2 * M, 2 * M, 2 * M, 30 * M, 2 * M}, {1, 1, 1, 40 * M, 1, 70 * M},
		{20 * M, 20 * M, 10 * M}, {100, 20 * M, 100 * M, 12 * M}};
	cudaFree(0);
	for (cudaStream_t &s : streams)
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	for (const Sizes &s : lists)
		for (int how = 0; how < 5; how++)
			if (s.size() > 1 || how == 0 || how == 2)
				alone(s, (How)how);
	for (bool apart : {false, true})
		for (How how : {BESIDE, FREED_CHAIN}) {
			several({{1}, {1}, {1}}, how, apart, false);
			several({{20 * M}, {20 * M}, {40 * M}}, how, apart, true);
			several({{40 * M}, {20 * M}, {1}}, how, apart, false);
			several({{10 * M, 40 * M}, {40 * M, 1}}, how, apart, true);
		}
	return 0;
}
