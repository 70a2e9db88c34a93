// check: race:strict
// clean: all
// expect: Access after a lock was taken, without a fence between; block (0,0,0); note Strict acquire
#include <cuda_runtime.h>
__global__ void f(int *lock, int *data) {
	while (atomicCAS(lock, 0, 1))
		;
	if (blockIdx.x)
		__threadfence();
	if (blockIdx.x)
		data[0] += 1;
	else
		data[0] += 2; // bug
	__threadfence();
	atomicExch(lock, 0);
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<2, 1>>>(p, p + 16);
	cudaDeviceSynchronize();
}
