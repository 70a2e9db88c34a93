// check: race:acquire
// clean: all
// expect: Potential RAW hazard detected at __global__; block (1,0,0); note Strict acquire
#include <cuda_runtime.h>
__global__ void f(int *flag, int *data) {
	if (blockIdx.x == 0) {
		data[0] = 42; // other
		__threadfence();
		atomicExch(flag, 1);
	} else {
		while (atomicAdd(flag, 0) == 0)
			;
		data[1] = data[0]; // bug
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<2, 1>>>(p, p + 16);
	cudaDeviceSynchronize();
}
