// The host writes page-locked memory that a kernel still reads; the part that no kernel touches is its own.
// check: race
// expect: Race of a kernel with a write at; note Written by the host in refill(int*); note nothing orders a launch of sum(int const*, int*)
#include <cuda_runtime.h>

__global__ void sum(const int *p, int *s) {
	atomicAdd(s, p[threadIdx.x]); // bug
}

__attribute__((noinline)) static void refill(int *p) {
	p[9] = 3;
}

int main() {
	int *p, *s;
	cudaMallocHost(&p, 4096 * sizeof *p);
	cudaMalloc(&s, sizeof *s);
	cudaMemset(s, 0, sizeof *s);
	for (int i = 0; i < 4096; i++)
		p[i] = i;
	cudaStream_t a;
	cudaStreamCreate(&a);
	cudaDeviceSynchronize();
	sum<<<1, 32, 0, a>>>(p, s);
	int good = p[9]; /* both read */
	p[500] = good;  /* in the same page, but no kernel reads it */
	p[2000] = good; /* in another page */
	refill(p);
	return cudaStreamSynchronize(a);
}
