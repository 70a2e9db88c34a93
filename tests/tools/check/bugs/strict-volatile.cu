// check: race:strict
// clean: all
// expect: Potential RAW hazard detected at __global__; block (1,0,0); note Strict volatile
#include <cuda_runtime.h>
__global__ void f(volatile int *flag, int *data) {
	if (blockIdx.x == 0) {
		*flag = 1; // other
	} else {
		while (*flag == 0) // bug
			;
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<2, 1>>>(p, p + 16);
	cudaDeviceSynchronize();
}
