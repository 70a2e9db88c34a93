// expect: Invalid __constant__ atomic of size 4 bytes; thread (0,0,0); block (0,0,0); note to constant memory
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__constant__ int c[64];
__global__ void f(int *p) {
	atomicAdd(p, 1); // bug
}
int main() {
	void *p;
	cudaGetSymbolAddress(&p, c);
	f<<<1, 1>>>((int *)p);
	cudaDeviceSynchronize();
}
