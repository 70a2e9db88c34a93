// expect: Invalid __shared__ write of size 4 bytes; thread (31,0,0); block (1,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[32];
	s[threadIdx.x] = 0;
	__syncthreads();
	if (blockIdx.x == 1)
		s[threadIdx.x + 1] = 1; // bug
	__syncthreads();
	o[threadIdx.x] = s[threadIdx.x];
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<2, 32>>>(o);
	cudaDeviceSynchronize();
}
