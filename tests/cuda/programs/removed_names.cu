// build: -DSIMT_CUDA_COMPAT
// What CUDA 13 removed and much code still calls: functions of threads, properties, graphs without edge data.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void answer(int *p) {
	*p = 42;
}

static void graphs() {
	cudaGraph_t g;
	cudaGraphNode_t first, second, from, to, others[4];
	cudaGraphExec_t e;
	size_t edges = 1, before = 4, after = 4;
	cudaGraphCreate(&g, 0);
	cudaGraphAddEmptyNode(&first, g, nullptr, 0);
	cudaGraphAddEmptyNode(&second, g, nullptr, 0);
	printf("%d\n", cudaGraphAddDependencies(g, &first, &second, 1));
	printf("%d", cudaGraphGetEdges(g, &from, &to, &edges));
	printf(" %zu %d %d\n", edges, from == first, to == second);
	printf("%d", cudaGraphNodeGetDependencies(second, others, &before));
	printf(" %zu %d\n", before, others[0] == first);
	printf("%d", cudaGraphNodeGetDependentNodes(first, others, &after));
	printf(" %zu %d\n", after, others[0] == second);
	printf("%d\n", cudaGraphInstantiate(&e, g, 0));
	printf("%d %d\n", cudaGraphLaunch(e, 0), cudaStreamSynchronize(0));
	printf("%d\n", cudaGraphRemoveDependencies(g, &first, &second, 1));
	cudaGraphExecDestroy(e);
	cudaGraphDestroy(g);
}

int main() {
	cudaDeviceProp p;
	cudaGetDeviceProperties(&p, 0);
	printf("%d %d %d %d\n", p.clockRate > 0, p.memoryClockRate > 0, p.computeMode,
	       p.kernelExecTimeoutEnabled);
	int *d, v = 0;
	size_t stack = 0;
	cudaFuncCache cache;
	cudaMalloc(&d, sizeof *d);
	answer<<<1, 1>>>(d);
	printf("%d\n", cudaThreadSynchronize());
	cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost);
	printf("%d %d\n", v, cudaThreadGetLimit(&stack, cudaLimitStackSize));
	printf("%d\n", stack > 0);
	printf("%d %d\n", cudaThreadSetCacheConfig(cudaFuncCachePreferL1),
	       cudaThreadGetCacheConfig(&cache));
	graphs();
	printf("%d\n", cudaThreadExit());
}
