// expect: Invalid __constant__ write of size 8 bytes; thread (0,0,0); block (0,0,0); note to constant memory
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__constant__ int c[64];
__device__ __noinline__ void set(long long *to) {
	*to = 7; // bug
}
__global__ void f(const int *x) {
	set((long long *)x);
}
int main() {
	void *p;
	cudaGetSymbolAddress(&p, c);
	f<<<1, 1>>>((int *)p);
	cudaDeviceSynchronize();
}
