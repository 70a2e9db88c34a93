// Block store: temporary memory is used again without a barrier
// link: https://github.com/NVIDIA/cccl/issues/1903
// what: A transposition through shared memory is done twice with the same memory; the second one begins while the first is being read.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__device__ int transpose(int x, int *temp) {
	temp[threadIdx.x % 8 * 8 + threadIdx.x / 8] = x; // other
	__syncthreads();
	return temp[threadIdx.x]; // bug
}
__global__ void twice(const int *in, int *out) {
	__shared__ int temp[64];
	int x = transpose(in[threadIdx.x], temp);
#ifdef FIXED
	__syncthreads();
#endif
	out[threadIdx.x] = transpose(x + 1, temp);
}
int main() {
	twice<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
