// expect: Invalid __global__ write of size 4 bytes; thread (5,0,0); block (0,0,0); note Access to 0x0 is out of bounds
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *p) {
	if (threadIdx.x == 5)
		p[0] = 1; // bug
}
int main() {
	f<<<1, 32>>>(nullptr);
	cudaDeviceSynchronize();
}
