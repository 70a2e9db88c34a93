// check: race:overwrite
// clean: all
// expect: Potential WAW hazard detected at __global__; note Strict overwrite
#include <cuda_runtime.h>
__global__ void f(int *found, int *data) {
	if (data[threadIdx.x] == 0)
		*found = 1; // bug
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<1, 64>>>(p, p + 16);
	cudaDeviceSynchronize();
}
