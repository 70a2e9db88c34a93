// expect: Potential RAW hazard detected at __global__; block (1,0,0)
#include <cuda_runtime.h>
__global__ void f(volatile int *flag, int *data) {
	if (blockIdx.x == 0) {
		data[0] = 42; // other
		*flag = 1;
	} else {
		while (*flag == 0)
			;
		__threadfence();
		data[1] = data[0]; // bug
	}
}
int main() {
	int *p;
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	f<<<2, 1>>>(p, p + 16);
	cudaDeviceSynchronize();
}
