// Places are given out by an atomic counter: who gets which depends on the order.
// check: determinism
// clean: all
// expect: The result of kernel place(int *, int *) depends on the order of its threads; note since accesses to __global__
#include <cuda_runtime.h>
__global__ void place(int *n, int *out) {
	int at = atomicAdd(n, 1); // bug
	out[at] = blockIdx.x * blockDim.x + threadIdx.x;
}
int main() {
	int *p;
	cudaMalloc(&p, 4096);
	cudaMemset(p, 0, 4096);
	place<<<4, 64>>>(p, p + 16);
	cudaDeviceSynchronize();
}
