// expect: Invalid __constant__ read of size 4 bytes; thread (16,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__constant__ int table[16];
__global__ void f(int *o) {
	o[threadIdx.x] = table[threadIdx.x]; // bug
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<1, 17>>>(o);
	cudaDeviceSynchronize();
}
