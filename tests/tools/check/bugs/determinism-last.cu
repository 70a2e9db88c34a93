// The last block to arrive stores its number.
// check: determinism
// clean: all
// expect: The result of kernel last(int *, int *) depends on the order of its threads; note since accesses to __global__
#include <cuda_runtime.h>
__global__ void last(int *n, int *out) {
	if (threadIdx.x == 0 && atomicAdd(n, 1) == gridDim.x - 1) // bug
		*out = blockIdx.x;
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	last<<<4, 32>>>(p, p + 16);
	cudaDeviceSynchronize();
}
