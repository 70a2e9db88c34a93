// expect: Invalid __global__ write of size 4 bytes; thread (2,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	int *p = (int *)malloc(40);
	if (threadIdx.x == 2)
		p[10] = 1; // bug
	free(p);
}
int main() {
	f<<<1, 4>>>();
	cudaDeviceSynchronize();
}
