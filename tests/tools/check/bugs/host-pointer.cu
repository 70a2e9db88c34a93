// expect: Invalid __global__ write of size 4 bytes; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *p) {
	*p = 1; // bug
}
int main() {
	int h = 0;
	f<<<1, 1>>>(&h);
	cudaDeviceSynchronize();
	return h;
}
