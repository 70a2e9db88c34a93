// A vote on what shared memory holds before any thread has written there.
// check: init
// expect: Use of an uninitialized value; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>

__global__ void f(int *o) {
	__shared__ int s[32];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncwarp();
	if (__any_sync(~0u, s[threadIdx.x] == 1)) // bug
		o[threadIdx.x] = 1;
}

int main() {
	int *o;
	cudaMalloc(&o, 128);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
