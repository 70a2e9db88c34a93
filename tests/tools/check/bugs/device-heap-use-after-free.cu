// expect: Invalid __global__ write of size 4 bytes; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	volatile int *p = (int *)malloc(40);
	free((void *)p);
	p[1] = 1; // bug
}
int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
