// check: init
// expect: Use of an uninitialized value; thread (15,0,0); block (0,0,0); note decides whether
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[32];
	if (threadIdx.x < 16)
		s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	int v = __shfl_down_sync(~0u, s[threadIdx.x & 15 | threadIdx.x & 16], 1);
	if (v > 3) // bug
		o[threadIdx.x] = 1;
}
int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
