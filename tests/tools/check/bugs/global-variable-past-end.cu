// expect: Invalid __global__ write of size 4 bytes; thread (10,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__device__ int table[10], behind[64];
__global__ void f(int n) {
	if (threadIdx.x == 63)
		behind[0] = n;
	int *t = table;
	t[threadIdx.x + n] = 1; // bug
}
int main() {
	f<<<1, 11>>>(0);
	cudaDeviceSynchronize();
}
