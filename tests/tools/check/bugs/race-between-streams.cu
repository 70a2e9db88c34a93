// Two kernels in two streams, one reads what the other writes; an event was forgotten.
// check: race
// expect: Potential; thread (0,0,0); block (0,0,0); note nothing orders a launch of produce(int*) in stream
#include <cuda_runtime.h>

__global__ void produce(int *p) {
	p[threadIdx.x] = 7; // other
}

__global__ void consume(const int *p, int *sum) {
	sum[threadIdx.x] = p[threadIdx.x] + 1; // bug
}

int main() {
	int *p, *sum;
	cudaStream_t a, b;
	cudaMalloc(&p, 128);
	cudaMalloc(&sum, 128);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	produce<<<1, 32, 0, a>>>(p);
	consume<<<1, 32, 0, b>>>(p, sum);
	return cudaDeviceSynchronize();
}
