// Null masks: the rest of the last word is counted, but was never set
// link: https://github.com/NVIDIA/cudf/issues/8873
// what: The mask is filled for the rows that exist, by bytes; bits are counted by whole words.
// expect: Uninitialized __global__ memory read of size 4 bytes
#include "gallery.h"
__global__ void count(const unsigned *mask, int *out) {
	atomicAdd(out, __popc(mask[threadIdx.x])); // bug
}
int main() {
	unsigned *mask;
	cudaMalloc(&mask, 64);
#ifdef FIXED
	cudaMemset(mask, 0, 64);
#else
	cudaMemset(mask, 0, 61);
#endif
	count<<<1, 16>>>(mask, zeros<int>(1));
}
