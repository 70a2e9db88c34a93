// expect: Invalid __global__ read of size 4 bytes; thread (0,0,0); block (0,0,0); note that were freed
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(const int *p, int *q) {
	q[threadIdx.x] = p[threadIdx.x]; // bug
}
int main() {
	int *p, *q;
	cudaMalloc(&p, 128);
	cudaMemset(p, 0, 128);
	cudaFree(p);
	cudaMalloc(&q, 128);
	f<<<1, 32>>>(p, q);
	cudaDeviceSynchronize();
}
