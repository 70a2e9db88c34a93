// A stream that does not block: the default stream waits for it neither, and no event does.
// check: race
// expect: Potential WAW hazard; thread (0,0,0); note in the default stream
#include <cuda_runtime.h>

__global__ void put(int *p, int value) {
	p[blockIdx.x * 32 + threadIdx.x % 16] = value + threadIdx.x % 16; // bug
}

int main() {
	int *p;
	cudaStream_t s;
	cudaMalloc(&p, 256);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	put<<<2, 16>>>(p, 1);
	put<<<2, 16, 0, s>>>(p + 32, 100);
	return cudaDeviceSynchronize();
}
