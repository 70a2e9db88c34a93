// expect: Invalid __global__ write of size 4 bytes; thread (36,0,0); block (1,0,0); note and is 1 bytes after the nearest allocation
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *p) {
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // bug
}
int main() {
	int *p;
	cudaMalloc(&p, 400);
	f<<<2, 64>>>(p);
	cudaDeviceSynchronize();
}
