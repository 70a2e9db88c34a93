// expect: Invalid __global__ read of size 1 bytes; thread (7,0,0); block (0,0,0); note and is 1 bytes after the nearest allocation
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(const char *p, char *out) {
	out[threadIdx.x] = p[threadIdx.x]; // bug
}
int main() {
	char *p, *q;
	cudaMalloc(&p, 7);
	cudaMalloc(&q, 32);
	cudaMemset(p, 0, 7);
	f<<<1, 8>>>(p, q);
	cudaDeviceSynchronize();
}
