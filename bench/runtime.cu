/* runtime.cu - what calls of CUDA's runtime cost: allocation, events, launches, graphs, long queues, copies.
 *
 *     runtime [PART]      memory, events, launches, queues, graphs, copies
 * SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const int RUNS = 7;

#define CK(call)                                                                               \
	do {                                                                                   \
		cudaError_t e_ = (call);                                                       \
		if (e_ != cudaSuccess) {                                                       \
			fprintf(stderr, "bench: line %d: %s\n", __LINE__, cudaGetErrorName(e_)); \
			exit(1);                                                               \
		}                                                                              \
	} while (0)

__global__ void empty() {}

__global__ void raise(volatile int *flag, int value) {
	*flag = value;
}

static double now() {
	using namespace std::chrono;
	return duration<double>(steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> v) {
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

/* Seconds of one of the `count` things that f does. */
template <class F> static double each(int count, F f) {
	std::vector<double> v;
	f();
	for (int i = 0; i < RUNS; i++) {
		double start = now();
		f();
		v.push_back((now() - start) / count);
	}
	return median(v);
}

/* limit: of the greatest value; target: of the least; 0: none. */
static void show(const char *what, double value, const char *unit, double limit, double target = 0) {
	printf("%-46s %11.2f %s", what, value, unit);
	if (limit > 0)
		printf("   limit %.2f: %s", limit, value <= limit ? "met" : "MISSED");
	if (target > 0)
		printf("   target %.2f: %s", target, value >= target ? "met" : "MISSED");
	printf("\n");
	fflush(stdout);
}

/* ---- allocation and events ---- */

static double malloc_free(size_t bytes, int count) {
	return each(count, [&] {
		for (int i = 0; i < count; i++) {
			void *p;
			CK(cudaMalloc(&p, bytes));
			CK(cudaFree(p));
		}
	});
}

static void bench_memory() {
	void *other;
	show("cudaMalloc and cudaFree, 256 bytes, alone", malloc_free(256, 20000) * 1e9, "ns", 300);
	show("the same of 1 MiB", malloc_free(1 << 20, 1000) * 1e9, "ns", 0);
	CK(cudaMalloc(&other, 1 << 20));
	show("256 bytes beside another block", malloc_free(256, 20000) * 1e9, "ns", 300);
	show("64 KiB beside another block", malloc_free(1 << 16, 20000) * 1e9, "ns", 300);
	std::vector<void *> many(10000);
	for (void *&p : many)
		CK(cudaMalloc(&p, 1000));
	show("256 bytes beside 10,000 others", malloc_free(256, 20000) * 1e9, "ns", 300);
	for (void *p : many)
		CK(cudaFree(p));
	CK(cudaFree(other));
}

static void bench_events() {
	cudaStream_t s;
	cudaEvent_t e;
	CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
	double idle = each(10000, [&] {
		for (int i = 0; i < 10000; i++)
			CK(cudaEventRecord(e, s));
	});
	show("event record, idle stream", idle * 1e9, "ns", 200);
	CK(cudaDeviceSynchronize());
	double busy = 1;
	for (int r = 0; r < RUNS; r++) { /* after a host function that is not done */
		volatile bool go = false;
		CK(cudaLaunchHostFunc(s, [](void *p) { while (!*(volatile bool *)p) ; }, (void *)&go));
		double start = now();
		for (int i = 0; i < 10000; i++)
			CK(cudaEventRecord(e, s));
		busy = std::min(busy, (now() - start) / 10000);
		go = true;
		CK(cudaStreamSynchronize(s));
	}
	show("event record, busy stream", busy * 1e9, "ns", 200);
	CK(cudaEventDestroy(e));
	CK(cudaStreamDestroy(s));
}

/* ---- launches ---- */

static void bench_launches() {
	cudaStream_t s;
	int *flag;
	CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	CK(cudaMallocManaged(&flag, sizeof *flag));
	volatile int *seen = flag;
	*flag = 0;
	std::vector<double> v;
	for (int i = 1; i <= 2000; i++) {
		double start = now();
		raise<<<1, 1, 0, s>>>(flag, i);
		while (*seen != i)
			;
		v.push_back(now() - start);
		CK(cudaStreamSynchronize(s));
	}
	show("launch to what the kernel writes, seen by host", median(v) * 1e6, "us", 2);
	double both = each(1000, [&] {
		for (int i = 0; i < 1000; i++) {
			empty<<<1, 32, 0, s>>>();
			CK(cudaStreamSynchronize(s));
		}
	});
	show("launch and synchronize", both * 1e6, "us", 0);
	CK(cudaFree(flag));
	CK(cudaStreamDestroy(s));
}

/* Seconds to queue n launches, and until they are done. */
static double queue(int n, double *done) {
	double start = now();
	for (int i = 0; i < n; i++)
		empty<<<1, 32>>>();
	double queued = now() - start;
	CK(cudaDeviceSynchronize());
	*done = now() - start;
	return queued;
}

/* Seconds for n of them, all of which are queued before the first is done. */
static double queue_waiting(cudaStream_t s, int n) {
	volatile bool go = false;
	CK(cudaLaunchHostFunc(s, [](void *p) { while (!*(volatile bool *)p) ; }, (void *)&go));
	double start = now();
	for (int i = 0; i < n; i++)
		empty<<<1, 32, 0, s>>>();
	go = true;
	CK(cudaStreamSynchronize(s));
	return now() - start;
}

/* As everywhere, what is compared was done once before: the longest queue that a process ever had is memory that was
 * not touched before, which costs what the system takes for it, and is shown apart. */
static void bench_queues() {
	double some, many, done, first, first_queued = queue(1000000, &first);
	std::vector<double> queued, ratio;
	for (int i = 0; i < 3; i++) {
		queue(100000, &some);
		queued.push_back(1 / queue(1000000, &many));
		ratio.push_back(many / some);
		done = many;
	}
	show("launches queued, of 10^6", median(queued), "million a second", 0, 1);
	show("launches queued, of the first 10^6", 1 / first_queued, "million a second", 0, 1);
	show("launches done, of 10^6", 1 / done, "million a second", 0);
	show("10^6 launches, times those of 10^5", median(ratio), "", 13);
	cudaStream_t s;
	CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	double cold = queue_waiting(s, 1000000);
	ratio.clear();
	for (int i = 0; i < 3; i++) {
		some = queue_waiting(s, 100000);
		ratio.push_back(queue_waiting(s, 1000000) / some);
	}
	show("10^6 launches that wait, times 10^5 of them", median(ratio), "", 13);
	show("the first 10^6 that wait, times 10^5 of them", cold / some, "", 0);
	CK(cudaStreamDestroy(s));
}

/* ---- graphs ---- */

static double graph_of(int n, bool chain) {
	cudaGraph_t g;
	cudaGraphExec_t x;
	std::vector<cudaGraphNode_t> node(n);
	cudaKernelNodeParams p = {};
	p.func = (void *)empty;
	p.gridDim = p.blockDim = dim3(1);
	CK(cudaGraphCreate(&g, 0));
	for (int i = 0; i < n; i++)
		CK(cudaGraphAddKernelNode(&node[i], g, chain && i ? &node[i - 1] : nullptr, chain && i, &p));
	CK(cudaGraphInstantiate(&x, g, 0));
	double t = each(n, [&] {
		CK(cudaGraphLaunch(x, 0));
		CK(cudaDeviceSynchronize());
	});
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
	return t;
}

static void bench_graphs() {
	show("chain of 1000 kernel nodes", graph_of(1000, true) * 1e6, "us a node", 0.3);
	show("1000 kernel nodes without edges", graph_of(1000, false) * 1e6, "us a node", 0);
}

/* ---- copies ---- */

static const size_t COPIED = 64u << 20, ROW = 4096, PITCH = 8192;

struct buffers {
	char *pageable, *pageable2, *pinned, *pinned2, *device, *device2;
};

template <class F, class G> static void compare(const char *what, F ours, G plain) {
	std::vector<double> v;
	ours();
	plain();
	for (int i = 0; i < RUNS; i++) { /* in turns: both find the machine alike */
		double start = now();
		plain();
		double middle = now();
		ours();
		v.push_back((middle - start) / (now() - middle));
	}
	show(what, median(v), "of memcpy's bandwidth", 0, 0.9);
}

static void bench_copies() {
	buffers b;
	b.pageable = (char *)malloc(COPIED);
	b.pageable2 = (char *)malloc(COPIED);
	CK(cudaMallocHost(&b.pinned, COPIED));
	CK(cudaMallocHost(&b.pinned2, COPIED));
	CK(cudaMalloc(&b.device, COPIED));
	CK(cudaMalloc(&b.device2, COPIED));
	for (char *p : {b.pageable, b.pageable2, b.pinned, b.pinned2})
		memset(p, 1, COPIED);
	CK(cudaMemset(b.device, 1, COPIED));
	CK(cudaMemset(b.device2, 1, COPIED));
	auto copy = [](char *to, const char *from) {
		return [=] {
			CK(cudaMemcpy(to, from, COPIED, cudaMemcpyDefault));
			CK(cudaDeviceSynchronize());
		};
	};
	auto plain = [](char *to, const char *from) { return [=] { memcpy(to, from, COPIED); }; };
	compare("host to device, pageable", copy(b.device, b.pageable), plain(b.device, b.pageable));
	compare("host to device, pinned", copy(b.device, b.pinned), plain(b.device, b.pinned));
	compare("device to host, pageable", copy(b.pageable, b.device), plain(b.pageable, b.device));
	compare("device to host, pinned", copy(b.pinned, b.device), plain(b.pinned, b.device));
	compare("device to device", copy(b.device2, b.device), plain(b.device2, b.device));
	compare("host to host", copy(b.pinned2, b.pinned), plain(b.pinned2, b.pinned));
	auto rows = [=] {
		for (size_t y = 0; y < COPIED / PITCH; y++)
			memcpy(b.device + y * PITCH, b.pinned + y * PITCH, ROW);
	};
	auto copy_rows = [=] {
		CK(cudaMemcpy2D(b.device, PITCH, b.pinned, PITCH, ROW, COPIED / PITCH, cudaMemcpyDefault));
		CK(cudaDeviceSynchronize());
	};
	compare("rows of 4 KiB, 2D", copy_rows, rows);
	auto async = [=] {
		CK(cudaMemcpyAsync(b.device, b.pinned, COPIED, cudaMemcpyDefault, 0));
		CK(cudaDeviceSynchronize());
	};
	compare("host to device, pinned, asynchronous", async, plain(b.device, b.pinned));
	auto fill = [=] {
		CK(cudaMemset(b.device, 3, COPIED));
		CK(cudaDeviceSynchronize());
	};
	compare("fill, beside memset", fill, [=] { memset(b.device, 3, COPIED); });
}

int main(int argc, char **argv) {
	static const struct {
		const char *name;
		void (*run)();
	} part[] = {{"memory", bench_memory}, {"events", bench_events}, {"launches", bench_launches},
	            {"queues", bench_queues}, {"graphs", bench_graphs}, {"copies", bench_copies}};
	CK(cudaFree(nullptr));
	empty<<<1, 32>>>();
	CK(cudaDeviceSynchronize());
	bool found = false;
	for (auto &p : part)
		if (argc < 2 || strcmp(argv[1], p.name) == 0) {
			p.run();
			found = true;
		}
	if (!found)
		fprintf(stderr, "bench: there are memory, events, launches, queues, graphs, copies\n");
	return !found;
}
