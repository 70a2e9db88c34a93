// Two nodes of a graph, and no edge between them.
// check: race
// expect: Potential; thread (0,0,0); block (0,0,0); note nothing orders a launch of produce
#include <cuda_runtime.h>

__global__ void produce(int *p) {
	p[threadIdx.x] = 7; // other
}

__global__ void consume(const int *p, int *q) {
	q[threadIdx.x] = p[threadIdx.x]; // bug
}

static cudaGraphNode_t node(cudaGraph_t g, void *f, void **args, const cudaGraphNode_t *after) {
	cudaGraphNode_t n;
	cudaKernelNodeParams k = {};
	k.func = f;
	k.gridDim = dim3(1);
	k.blockDim = dim3(32);
	k.kernelParams = args;
	cudaGraphAddKernelNode(&n, g, after, after ? 1 : 0, &k);
	return n;
}

int main() {
	int *p, *q, *r;
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaMalloc(&p, 128);
	cudaMalloc(&q, 128);
	cudaMalloc(&r, 128);
	cudaGraphCreate(&g, 0);
	void *one[] = {&p}, *two[] = {&p, &q}, *three[] = {&q, &r};
	node(g, (void *)produce, one, nullptr);
	cudaGraphNode_t n = node(g, (void *)consume, two, nullptr);
	node(g, (void *)consume, three, &n); /* this one is ordered */
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, 0);
	return cudaDeviceSynchronize();
}
