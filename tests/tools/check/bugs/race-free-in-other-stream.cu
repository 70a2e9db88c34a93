// Memory is given back in a stream while a kernel of another one may still write to it.
// check: race
// expect: Race of a kernel with a free of 128 bytes; thread (0,0,0); block (0,0,0); note nothing orders a launch of put(int*)
#include <cuda_runtime.h>

__global__ void put(int *p) {
	p[threadIdx.x] = 7; // bug
}

int main() {
	int *p;
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMallocAsync((void **)&p, 128, a);
	cudaStreamSynchronize(a);
	put<<<1, 32, 0, a>>>(p);
	cudaFreeAsync(p, b);
	return cudaDeviceSynchronize();
}
