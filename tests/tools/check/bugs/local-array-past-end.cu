// expect: Invalid __local__ write of size 4 bytes; thread (3,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int k, int *o) {
	int a[8];
	for (int i = 0; i < 8; i++)
		a[i] = i;
	a[k * threadIdx.x] = 7; // bug
	o[threadIdx.x] = a[k & 7];
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<1, 4>>>(3, o);
	cudaDeviceSynchronize();
}
