// expect: Invalid __global__ read of size 8 bytes; thread (0,0,0); block (0,0,0); note and is 8 bytes before the nearest allocation
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(double *p) {
	p[threadIdx.x] = p[(int)threadIdx.x - 1]; // bug
}
int main() {
	double *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	f<<<1, 1>>>(p);
	cudaDeviceSynchronize();
}
