// mistakes.cpp - wrong uses of cuRAND, one for each argument: freed, bounds, host, graph.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>
#include <curand.h>

// A graph outlives its generator.
static void graph_outlives(curandGenerator_t g, unsigned *p) {
	cudaStream_t s;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStreamCreate(&s);
	curandSetStream(g, s);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	curandGenerate(g, p, 100);
	cudaStreamEndCapture(s, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	cudaGraphLaunch(exec, s);
	printf("launch: %d\n", (int)cudaStreamSynchronize(s));
	curandDestroyGenerator(g);
	cudaGraphLaunch(exec, s);
	printf("launch: %d\n", (int)cudaStreamSynchronize(s));
}

int main(int argc, char **argv) {
	const char *what = argc > 1 ? argv[1] : "";
	curandGenerator_t g;
	unsigned *p, plain[100];
	cudaMalloc(&p, 400);
	curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10);
	if (!strcmp(what, "graph")) {
		graph_outlives(g, p);
		return 0;
	}
	if (!strcmp(what, "freed"))
		cudaFree(p);
	int status = curandGenerate(g, strcmp(what, "host") ? p : plain, strcmp(what, "bounds") ? 100 : 101);
	printf("status %d", status);
	printf(", then %d\n", (int)cudaDeviceSynchronize());
	return 0;
}
