// expect: Invalid __global__ write of size 4 bytes; thread (64,0,0); block (0,0,0); note after the nearest allocation
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *p) {
	p[threadIdx.x] = 1; // bug
}
int main() {
	int *p, *q;
	cudaMalloc(&p, 256);
	cudaMalloc(&q, 256);
	f<<<1, 65>>>(p);
	cudaDeviceSynchronize();
}
