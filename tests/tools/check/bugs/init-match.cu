// The lanes that have the same value, of which one has none.
// check: init
// expect: Use of an uninitialized value; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>

__global__ void f(unsigned *o) {
	__shared__ int s[32];
	if (threadIdx.x != 7)
		s[threadIdx.x] = threadIdx.x & 1;
	__syncwarp();
	unsigned same = __match_any_sync(~0u, s[threadIdx.x]);
	o[threadIdx.x] = same + 1; // bug
}

int main() {
	unsigned *o;
	cudaMalloc(&o, 128);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
