// check: init
// expect: Use of an uninitialized value; thread (0,0,0); block (0,0,0); note stored to global memory
#include <cuda_runtime.h>
__global__ void f(unsigned *o) {
	__shared__ unsigned s[32];
	if (threadIdx.x != 9)
		s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	o[threadIdx.x] = __reduce_add_sync(~0u, s[threadIdx.x]); // bug
}
int main() {
	unsigned *o;
	cudaMalloc(&o, 128);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
