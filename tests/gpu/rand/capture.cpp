// capture.cpp - cuRAND in graphs: whether calls can be captured, before and after the generator made its states, and
// which numbers launches of the graph give.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>
#include <curand.h>

static uint64_t fnv(const std::vector<unsigned> &v) {
	uint64_t h = 0xcbf29ce484222325ull;
	for (unsigned w : v)
		for (int k = 0; k < 4; k++)
			h = (h ^ (w >> 8 * k & 255)) * 0x100000001b3ull;
	return h;
}

static void numbers(const char *what, unsigned *p, size_t n, cudaStream_t stream) {
	std::vector<unsigned> v(n);
	cudaMemcpyAsync(v.data(), p, 4 * n, cudaMemcpyDeviceToHost, stream);
	cudaError_t e = cudaStreamSynchronize(stream);
	printf("  %s: %d %016llx %08x %08x\n", what, (int)e, (unsigned long long)fnv(v), v[0], v[n - 1]);
}

static void test(int type, bool warm, size_t n, int calls) {
	printf("type %d %s n %zu calls %d\n", type, warm ? "warm" : "cold", n, calls);
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	curandGenerator_t g;
	printf(" create %d", (int)curandCreateGenerator(&g, (curandRngType_t)type));
	printf(" stream %d\n", (int)curandSetStream(g, s));
	unsigned *p;
	cudaMalloc(&p, 4 * n);
	if (warm)
		printf(" seeds %d\n", (int)curandGenerateSeeds(g));
	cudaGraph_t graph = nullptr;
	cudaGraphExec_t exec = nullptr;
	printf(" begin %d", (int)cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	for (int k = 0; k < calls; k++)
		printf(" generate %d", (int)curandGenerate(g, p, n));
	printf(" end %d", (int)cudaStreamEndCapture(s, &graph));
	if (graph) {
		size_t nodes = 0;
		cudaGraphGetNodes(graph, nullptr, &nodes);
		printf(" nodes %zu instantiate %d", nodes, (int)cudaGraphInstantiate(&exec, graph, 0));
	}
	printf("\n");
	if (exec)
		for (int k = 0; k < 3; k++) {
			printf("  launch %d\n", (int)cudaGraphLaunch(exec, s));
			numbers("launch", p, n, s);
		}
	for (int k = 0; k < 2; k++) {
		printf("  generate %d\n", (int)curandGenerate(g, p, n));
		numbers("generate", p, n, s);
	}
	cudaGetLastError();
	printf(" destroy %d\n", (int)curandDestroyGenerator(g));
}

int main() {
	for (int type : {101, 121, 141, 142, 161, 201})
		for (size_t n : {(size_t)1000, (size_t)65536 * 78})
			for (int warm = 0; warm < 2; warm++)
				test(type, warm, n, 1);
	for (int type : {101, 161})
		test(type, true, 5000, 2);
	unsigned *p;
	cudaMalloc(&p, 4000000);
	/* what continuous calls give */
	for (int type : {101, 121, 141, 142, 161, 201})
		for (size_t n : {(size_t)1000, (size_t)65536 * 78}) {
			curandGenerator_t g;
			curandCreateGenerator(&g, (curandRngType_t)type);
			unsigned *q;
			cudaMalloc(&q, 4 * n);
			printf("type %d n %zu\n", type, n);
			for (int k = 0; k < 5; k++) {
				curandGenerate(g, q, n);
				numbers("plain", q, n, 0);
			}
			curandDestroyGenerator(g);
			cudaFree(q);
		}
	return 0;
}
