// expect: Invalid __global__ write of size 4 bytes; thread (1,0,0); block (0,0,0); note is misaligned
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(char *p) {
	*(int *)(p + threadIdx.x * 5) = 3; // bug
}
int main() {
	char *p;
	cudaMalloc(&p, 64);
	f<<<1, 2>>>(p);
	cudaDeviceSynchronize();
}
